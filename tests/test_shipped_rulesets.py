"""What every ruleset that ships promises: files that editors can check, rules all there and shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import check, load, read_rules
from tests.playing import CLASSICS, SHIPPED

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


@each_ruleset
def test_it_has_no_fault_and_no_warning(path: Path) -> None:
    """Our own content is clean."""
    assert check(path).problems == []


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
    base = load(path).game
    assert base is not None
    most = base.model.max_players
    for option in base.model.options.values():
        if option.type.kind in ("number", "set"):
            continue
        for value in option.choices:
            word = base.value_id(option.type, value)
            loaded = load(path, players=most, options={option.name: word})
            if loaded.game is None:  # a value that is not for so many
                assert {problem.code for problem in loaded.problems} == {"option-choice"}
                continue
            game = loaded.game
            for seed in range(seeds):
                assert game.new(seed).decision is not None
