"""What every ruleset that ships promises: files that editors can check, rules all there and shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import Game, check, load, read_rules, run_scenarios
from interpreter.language.checked import ChooseSt
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.wasm.module import module_of
from tests.playing import CLASSICS, READING, SHIPPED, overlays_of

each_ruleset = pytest.mark.parametrize("path", [*SHIPPED, *CLASSICS], ids=lambda path: path.name)
SCHEMA_LINE = re.compile(r"# yaml-language-server: \$schema=(\S+\.schema\.json)")


@each_ruleset
def test_every_file_names_its_schema(path: Path) -> None:
    """So that editors complete and check it as one types."""
    for file in path.rglob("*.yaml"):
        first = file.read_text(encoding="utf-8").splitlines()[0]
        named = SCHEMA_LINE.fullmatch(first)
        assert named is not None, f"{file}: {first}"
        assert (file.parent / named.group(1)).resolve().is_file(), f"{file}: {first}"


@pytest.mark.parametrize(
    ("path", "overlay"),
    [(path, name) for path in (*SHIPPED, *CLASSICS) for name in ("", *overlays_of(path))],
    ids=lambda value: value.name if isinstance(value, Path) else value or "alone",
)
def test_it_has_no_fault_and_asks_in_words(path: Path, overlay: str) -> None:
    """As `rulewright validate` sees it: for every number of players, alone and with each of its overlays.

    Each action says what it is for, too.
    """
    found = check(path, overlays=[overlay] if overlay else [], reading=READING, with_game=True)
    if "overlay-needs" in {problem.code for problem in found.problems}:  # it comes with others only
        return
    assert found.problems == []
    assert found.game is not None
    people_are_asked_in_words(found.game)


def people_are_asked_in_words(game: Game) -> None:
    """A question made from a name ("from square?") is no sentence, and a title alone explains little."""
    silent = [
        f"{choice.position}: {choice.variable.name}"
        for body in index_of(game.program).bodies.values()
        for choice in find(body, ChooseSt)
        if choice.asking is None or choice.asking.question is None
    ]
    actions = [game.model.effects[name] for name, each in game.program.effects.items() if each.action]
    unexplained = [each.name for each in actions if not (each.about.title and each.about.about)]
    assert (silent, unexplained) == ([], [])


@each_ruleset
def test_its_scenarios_pass(path: Path) -> None:
    """As `rulewright test` plays them, those of its overlays too."""
    failed = [result for result in run_scenarios(path) if not result.passed]
    assert not failed, "\n".join(f"{each.file}:{each.line}: {each.name}: {each.message}" for each in failed)


@each_ruleset
def test_every_numbered_rule_has_an_element_and_a_scenario(path: Path) -> None:
    """And nothing cites a rule that no page has."""
    report = read_rules(path)
    assert len(report) > 0
    assert report.missing == []
    assert report.unknown == []


@each_ruleset
def test_every_reading_has_its_grounds(path: Path) -> None:
    """What the rulebook leaves open, what we do and why."""
    report = read_rules(path, overlays=["all"])
    assert report.problems == []
    assert [rule.id for rule in report.without_grounds] == []


@each_ruleset
def test_games_begin_with_every_value_of_every_option(path: Path) -> None:
    """For the most players, and with some of what chance may give at set-up."""
    begin_with_every_option(path, 5)


@pytest.mark.slow
@each_ruleset
def test_many_games_begin_with_every_value_of_every_option(path: Path) -> None:
    begin_with_every_option(path, 100)


def begin_with_every_option(path: Path, seeds: int) -> None:
    """All options change at once; where their values do not go together, each is tried by itself.

    They have a module in WebAssembly too: all where many games begin, else those with the first values.
    """
    base = load(path, reading=READING).game
    assert base is not None
    words = {
        option.name: [base.value_id(option.type, value) for value in option.choices]
        for option in base.model.options.values()
        if option.type.kind not in ("number", "set")
    }
    for turn in range(max(map(len, words.values()), default=0)):
        chosen = {name: of[turn] for name, of in words.items() if turn < len(of)}
        made = turn == 0 or seeds > 5
        if not begins(path, base.model.max_players, chosen, seeds, made=made):
            for name, word in chosen.items():
                begins(path, base.model.max_players, {name: word}, seeds, made=made)


def begins(path: Path, players: int, chosen: dict[str, str], seeds: int, *, made: bool) -> bool:
    """Begin games with these options; whether there is one: a value may not be for so many.

    made: their module is made, which fails by name where something cannot be done there.
    """
    loaded = load(path, players=players, options=chosen, reading=READING)
    if loaded.game is None:
        assert {problem.code for problem in loaded.problems} == {"option-choice"}
        return False
    assert not made or module_of(loaded.game).text
    return all(loaded.game.new(seed).decision is not None for seed in range(seeds))
