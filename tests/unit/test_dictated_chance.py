"""Scenarios that say what chance gives, and those that look at once at what a choice has done."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenario import ScenarioResult, check_scenarios, run_scenarios

DICE = """\
id: dice
title: Dice
players: 2
enums: {hue: [red, blue, green]}
components:
  card: {kinds: {ace: {}, king: {}, queen: {copies: 2}, jack: {}}}
zones:
  dice: {per: player, holds: number, faces: 6}
  bag: {holds: card, visible: nobody}
  deck: {holds: card, order: stack, visible: nobody}
  hand: {per: player, holds: card}
counters:
  coins: {per: player}
  last: {type: hue}
flow:
  - step: setup
    do: |
      move all queen from box(card) to bag
      move 1 ace from box(card) to bag
      move 1 king from box(card) to deck
      move 1 jack from box(card) to deck
      shuffle deck
  - step: round
    for: round in 1..3
    steps:
      - step: all_roll
        players: players
        do: roll 2 into dice(me)
      - step: turn
        players: players
        actions: [gamble, rest]
      - step: tidy
        do: |
          for p in players: set coins(p) to 0
actions:
  gamble:
    do: |
      gain 1 coins
      draw 2 from bag to hand(me)
      draw 1 from deck to hand(me)
      pick h at random in hue
      set last to h
      gain 1 coins
      end turn
  rest: {do: end turn}
"""


def run(folder: Path, seed: int, *lines: str) -> ScenarioResult:
    """Run one scenario of the dice, whose lines begin at line 4 of the file."""
    (folder / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "ruleset.yaml").write_text(DICE, encoding="utf-8")
    text = "\n".join(
        [f"seed: {seed}", "scenarios:", "  - name: some", *(f"    {line}" for line in lines), ""]
    )
    (folder / "scenarios" / "some.yaml").write_text(text, encoding="utf-8")
    (result,) = run_scenarios(folder)
    return result


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "lines",
    [
        (  # two rolls of two dice, and of the next round too
            "at: all_roll",
            "chance: {roll: [5, 6, 1, 1]}",
            "then: ['dice(p1) == {5, 6}', 'at(dice(p2), 1) == 1 and at(dice(p2), 2) == 1']",
        ),
        (  # from the very beginning, if the scenario neither changes the position nor goes to a step
            "chance: [{roll: [1, 2, 3]}, {roll: 4}]",
            "then: ['sum(d for d in dice(p1)) == 3', 'sum(d for d in dice(p2)) == 7']",
        ),
        (  # only the second player's roll: the first is left to chance
            "when: [rest, {choose: rest, chance: {roll: [2, 2, 3, 3]}}]",
            "then: ['sum(d for d in dice(p1)) == 4', 'sum(d for d in dice(p2)) == 6']",
        ),
        (  # of a set, of a stack whose order is hidden, and by a pick
            "when: [{choose: gamble, chance: [{draw: [ace, queen, jack]}, {pick: green}]}]",
            "then: ['ace in hand(p1) and jack in hand(p1)', 'last == green', 'size(deck) == 1']",
        ),
        (  # the last draws of one choice decide what is left for those of another
            "when: [{choose: gamble, chance: {draw: [queen, queen, king]}}, gamble]",
            "then: ['ace in hand(p2) and jack in hand(p2)']",
        ),
        (  # in the course of several choices
            "when: [{until: tidy, chance: {pick: [red, blue]}}]",
            "then: ['last == blue']",
        ),
        (  # not the roll that comes next, but that of a step
            "when: [gamble, {choose: gamble, chance: {roll: 6, in: all_roll}}]",
            "then: ['6 in dice(p1)']",
        ),
    ],
)
def test_chance_gives_what_is_said(tmp_path: Path, seed: int, lines: tuple[str, ...]) -> None:
    """Whatever the seed is."""
    result = run(tmp_path, seed, *lines)
    assert result.passed, result.message


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            "{choose: gamble, chance: {draw: [king, ace]}}",
            "this draw cannot give 'king'\nthere are: ace",
        ),
        (
            "{choose: gamble, chance: {draw: [ace, ace]}}",
            "this draw cannot give 'ace'\nthere are: ace",
        ),
        ("{choose: rest, chance: {roll: 3}}", "no roll came that could give '3'"),
        ("{choose: gamble, chance: {pick: [red, blue]}}", "no pick came that could give 'blue'"),
        (
            "{choose: gamble, chance: {pick: red, in: all_roll}}",
            "no pick came in 'all_roll'",
        ),
        ("{choose: gamble, chance: {roll: 3, in: al_roll}}", "there is no step or effect 'al_roll'"),
        ("{choose: gamble, chance: {pick: reed}}", "there is no 'reed'"),
    ],
)
def test_what_cannot_come_fails_at_its_place(tmp_path: Path, entry: str, message: str) -> None:
    """A chance that did not come is no success by chance."""
    result = run(tmp_path, 1, f"when: [{entry}]")
    assert not result.passed
    assert result.line == 4
    assert result.message.startswith(message)


def test_chance_before_the_first_choice_is_not_that_of_the_choice(tmp_path: Path) -> None:
    """Who wants it in a choice is told where it goes."""
    result = run(tmp_path, 1, "at: {step: turn, player: p1}", "chance: {roll: 3}", "when: [gamble]")
    assert not result.passed
    assert result.message.endswith("write it as `{choose: ..., chance: ...}` to have it in a choice")


def test_chance_needs_something_that_goes_on(tmp_path: Path) -> None:
    """A check draws nothing."""
    result = run(tmp_path, 1, "when: [{check: 'true', chance: {roll: 3}}]")
    assert not result.passed
    assert check_scenarios(tmp_path)[0].code


def test_now_looks_before_what_follows(tmp_path: Path) -> None:
    """The coins are there before the round is tidied up, and gone when the next question comes."""
    lines = "when: [gamble, {choose: rest, now: 'coins(p1) == 2 and me == p2'}, {check: coins(p1) == 0}]"
    assert run(tmp_path, 1, lines).passed
    until = "when: [gamble, {until: tidy, now: coins(p1) == 2}, {check: coins(p1) == 0}]"
    assert run(tmp_path, 1, until).passed
    failed = run(tmp_path, 1, "when: [gamble, {choose: rest, now: coins(p1) == 0}]")
    assert (failed.passed, failed.line) == (False, 4)
    assert "actual: 2" in failed.message


def test_now_sees_the_chance_that_is_dictated(tmp_path: Path) -> None:
    """What is looked at is what then comes."""
    chance = "chance: [{draw: [ace, queen, king]}]"
    assert run(tmp_path, 1, f"when: [{{choose: gamble, now: ace in hand(me), {chance}}}]").passed
    assert not run(tmp_path, 1, f"when: [{{choose: gamble, now: jack in hand(me), {chance}}}]").passed


def test_now_of_a_step_that_never_begins_fails(tmp_path: Path) -> None:
    """Then nothing was looked at."""
    result = run(tmp_path, 1, "when: [{until: setup, now: 'true'}]")
    assert result.message == "expected: the step 'setup' begins\nactual: the game is over"
