"""The rules that shaped the effect language: every hard case is written down, loads and type-checks."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, Loaded, check, load, render

HARD = Path(__file__).parent / "cases" / "hard"
BURGUNDY = Path(__file__).parent.parent / "rulesets" / "burgundy"
PAPER = HARD / "burgundy"

STAND_INS: list[tuple[str, tuple[str, ...]]] = [
    ("dragon_castle", ()),
    ("red_cathedral", ()),
    ("catan", ()),
    ("catan", ("cities_and_knights",)),
    ("praga", ()),
]
OVERLAYS_ON_PAPER = ["expansions_paper", "team_paper", "solo_paper"]

# How many sentences begin with `# hard case:` in each file. One more case is one more here; none may vanish.
CASES = {
    "dragon_castle/ruleset.yaml": 43,
    "red_cathedral/ruleset.yaml": 52,
    "catan/ruleset.yaml": 21,
    "catan/expansions/cities_and_knights/overlay.yaml": 25,
    "praga/ruleset.yaml": 36,
    "burgundy/expansions_paper/overlay.yaml": 20,
    "burgundy/team_paper/overlay.yaml": 3,
    "burgundy/solo_paper/overlay.yaml": 7,
}
BURGUNDY_CASES = {"base": 26, "expansions_paper": 15, "team_paper": 2, "solo_paper": 5}
MAX_DECISIONS = 600


def shown(loaded: Loaded) -> str:
    """The errors of a ruleset as its author would see them; empty when there are none."""
    errors = [p for p in loaded.problems if p.severity == "error"]
    return "\n".join(render(p, loaded.lines_of) for p in errors)


def name_of(stand_in: tuple[str, tuple[str, ...]]) -> str:
    return "+".join((stand_in[0], *stand_in[1]))


# ---- the stand-ins


@pytest.mark.parametrize("stand_in", STAND_INS, ids=name_of)
def test_stand_in_checks_for_every_player_count(stand_in: tuple[str, tuple[str, ...]]) -> None:
    game, overlays = stand_in
    loaded = check(HARD / game, overlays=overlays)
    assert shown(loaded) == ""
    assert loaded.ok


def playable() -> Iterator[tuple[str, tuple[str, ...], int]]:
    for game, overlays in STAND_INS:
        low = {"red_cathedral": 1, "catan": 3}.get(game, 2)
        for players in range(low, 5):
            yield game, overlays, players


@pytest.mark.parametrize(("game", "overlays", "players"), list(playable()))
def test_stand_in_plays_without_a_fault(game: str, overlays: tuple[str, ...], players: int) -> None:
    loaded = load(HARD / game, players=players, overlays=overlays)
    assert loaded.game is not None, shown(loaded)
    for seed in range(2):
        play_at_random(loaded.game, seed)


def play_at_random(game: Game, seed: int) -> None:
    """Play until the end, or for a while: a rule that goes wrong raises a RuleFault."""
    state, chance = game.new(seed), random.Random(seed)
    while not state.finished and state.decisions < MAX_DECISIONS:
        assert state.option_count > 0
        state.choose(chance.randrange(state.option_count))


# ---- no case may vanish


def cases_in(file: Path) -> list[str]:
    return re.findall(r"^\s*# hard case: (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("file", CASES)
def test_cases_are_counted(file: str) -> None:
    assert len(cases_in(HARD / file)) == CASES[file]


def test_every_file_with_cases_is_counted() -> None:
    found = {path.relative_to(HARD).as_posix() for path in HARD.rglob("*.yaml") if cases_in(path)}
    assert found == set(CASES)


# ---- burgundy: the cases are in the ruleset itself


def burgundy_cases() -> dict[str, list[tuple[str, list[str]]]]:
    """The lines of burgundy.md by heading: each case with the elements that say it."""
    cases: dict[str, list[tuple[str, list[str]]]] = {}
    heading = ""
    for line in (PAPER / "burgundy.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
            cases[heading] = []
        elif line.startswith("- "):
            text, _, elements = line.removeprefix("- ").partition(": ")
            cases[heading].append((text, re.findall(r"`([^`]+)`", elements)))
    return cases


def elements_of(game: Game) -> set[str]:
    """All that a case may name, as `section name`."""
    model = game.model
    sections: dict[str, set[str]] = {
        "board": set(model.boards),
        "zone": set(model.zones),
        "counter": set(model.counters),
        "table": set(model.tables),
        "value": set(model.values),
        "effect": {name for name, effect in model.effects.items() if not effect.action},
        "action": {name for name, effect in model.effects.items() if effect.action},
        "kind": set(model.kinds),
        "option": set(model.options),
        "step": set(model.steps),
        "source": {line.source for line in model.final}
        | {line.source for _, kind in model.kinds.values() for line in kind.scoring},
    }
    return {f"{section} {name}" for section, names in sections.items() for name in names}


def test_burgundy_cases_are_counted() -> None:
    assert {heading: len(cases) for heading, cases in burgundy_cases().items()} == BURGUNDY_CASES


@pytest.mark.parametrize("overlay", OVERLAYS_ON_PAPER)
def test_overlay_on_paper_checks(overlay: str) -> None:
    loaded = check(BURGUNDY, overlays=[str(PAPER / overlay)])
    assert shown(loaded) == ""
    assert loaded.ok


@pytest.mark.parametrize("heading", BURGUNDY_CASES)
def test_elements_of_burgundy_cases_exist(heading: str) -> None:
    loaded = load(BURGUNDY, overlays=[] if heading == "base" else [str(PAPER / heading)])
    assert loaded.game is not None, shown(loaded)
    there = elements_of(loaded.game)
    missing = [
        (text, name) for text, names in burgundy_cases()[heading] for name in names if name not in there
    ]
    assert missing == []
    assert all(names for _, names in burgundy_cases()[heading])


@pytest.mark.parametrize("overlay", OVERLAYS_ON_PAPER)
def test_overlay_on_paper_plays_without_a_fault(overlay: str) -> None:
    loaded = load(BURGUNDY, overlays=[str(PAPER / overlay)])
    assert loaded.game is not None, shown(loaded)
    for seed in range(5):
        play_at_random(loaded.game, seed)


def test_estates_have_37_spaces_and_silver_is_not_limited() -> None:
    game = load(BURGUNDY).game
    assert game is not None
    assert {len(layout.nodes) for layout in game.model.boards["estate"].layouts} == {37}
    assert game.model.counters["silver"].supply is None
