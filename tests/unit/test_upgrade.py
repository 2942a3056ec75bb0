"""Upgrades: what an old ruleset needs is written, and nothing else of its files is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.scenario import run_scenarios
from interpreter.upgrade import Upgrade, upgraded

# Three of four colours are picked, then the next player rests or picks.
STALL = """\
id: stall
title: Stall
players: 2
renamed: {take: pick}
enums: {hue: [red, blue, green, grey]}
counters:
  held: {per: [player, hue]}
flow:
  - step: turn
    players: players
    actions: [pick, rest]
actions:
  pick:
    do: |
      choose exactly 3 hues in hue
      for h in hues: gain 1 held(me, h)
      end turn
  rest: {do: end turn}
"""


def upgrade(folder: Path, scenarios: str) -> tuple[Upgrade, str]:
    """Upgrade the stall with a file of scenarios; return the upgrade, and the file after it is written."""
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(STALL, encoding="utf-8")
    file = folder / "scenarios" / "some.yaml"
    file.write_text(scenarios, encoding="utf-8", newline="")
    found = upgraded(folder)
    assert file.read_bytes().decode() == scenarios, "nothing is written yet"
    found.write()
    assert all(result.passed for result in run_scenarios(folder))
    return found, file.read_bytes().decode()


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_names_are_written_and_all_else_stays(tmp_path: Path, line_end: str) -> None:
    """Quotes, comments, blank lines and line ends are as they were."""
    lines = ["\ufeffscenarios:", "", "# take it", "- name: one", "  when: ['take' , hues=red, hues=blue]", ""]
    lines = [*lines[:-1], "  # the third is a choice", "  then: [{offered: [hues=gr*]}]"]
    _, text = upgrade(tmp_path / "stall", line_end.join(lines))
    assert text == line_end.join(lines).replace("'take'", "'pick'")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    - hues=blue\n", "    - hues=blue\n    - hues=green\n    - hues=grey\n"),
        (
            "    - {choose: hues=blue, by: p1}\n",
            "    - {choose: hues=blue, by: p1}\n    - hues=green\n    - hues=grey\n",
        ),
    ],
)
def test_picks_that_were_no_question_are_put_in(tmp_path: Path, before: str, after: str) -> None:
    """When picks came in their own order, of four colours the second left only one way to pick three."""
    head, rest = "scenarios:\n- name: one\n  when:\n    - pick\n", "    - {choose: rest, by: p2}\n"
    then = "  then: ['held(p1, red) == 0']\n"
    found, text = upgrade(tmp_path / "stall", head + before + rest + then)
    assert text == head + after + rest + then
    assert [edit.position.line for edit in found.edits] == [6]


def test_picks_go_into_a_list_on_one_line_too(tmp_path: Path) -> None:
    """There they are parted by commas."""
    _, text = upgrade(
        tmp_path / "stall", "scenarios:\n- {name: one, when: [pick, hues=blue, rest], then: ['true']}\n"
    )
    assert "[pick, hues=blue, hues=green, hues=grey, rest]" in text


def test_what_needs_no_upgrade_is_not_written(tmp_path: Path) -> None:
    """Not even with the same text: the time of the file stays."""
    text = "scenarios:\n- {name: one, when: [rest], then: [points(p1) == 0]}\n"
    found, after = upgrade(tmp_path / "stall", text)
    assert (found.after, found.edits, after) == ({}, (), text)


def test_an_overlay_leaves_its_ruleset_alone(tmp_path: Path) -> None:
    """The scenarios of the ruleset around it are as old, and not what was asked for."""
    home = tmp_path / "stall"
    (home / "scenarios").mkdir(parents=True)
    (home / "ruleset.yaml").write_text(STALL, encoding="utf-8")
    old = "scenarios:\n- {name: one, when: [take], then: [{offered: [hues=red]}]}\n"
    (home / "scenarios" / "some.yaml").write_text(old, encoding="utf-8")
    mine = home / "expansions" / "mine"
    (mine / "scenarios").mkdir(parents=True)
    (mine / "overlay.yaml").write_text(
        "id: mine\ntitle: Mine\nbase: stall\nchange: {actions: {take: {do: end turn}}}\n"
    )
    (mine / "scenarios" / "some.yaml").write_text(old.replace("{offered: [hues=red]}", "'me == p2'"))
    upgraded(mine).write()
    assert (home / "scenarios" / "some.yaml").read_text() == old
    assert "actions: {pick: {do: end turn}}" in (mine / "overlay.yaml").read_text()
    assert [result.passed for result in run_scenarios(mine)] == [True]


# Who has won, and that play was broken off, was said under `scoring` until version 0.2.
FORMER_ENDS = """\
id: race
title: Race
players: 2
files: [more.yaml]

counters:
  laps: {per: player}   # until three

# Ten rounds, then it is over.
flow:
  - step: round
    for: round in 1..10
    steps:
      - step: turn
        players: players
        actions: [run, rest, stop]   # end game is no rule text here

scoring:
  # Three laps win.
  winner: |
    laps(me) >= 3  # all of them
      and laps(me) > laps(next(me))
  broken_off: all(laps(p) < 3 for p in players)
"""
FORMER_RULES = """\
actions:
  run:
    about: Three laps end game and play.
    do: |
      gain 1 laps
      if laps(me) >= 3: end game after round   # both have run as often
      end turn
  rest: {do: end turn}
  stop: {do: "end game"}
"""
FORMER_SCENARIOS = """\
scenarios:
  - name: the round is played to its end, and more laps win
    when: [run, run, run, run, run, rest]
    then: [{winner: [p1]}]
  - name: equal laps win nothing
    when: [run, run, run, run, run, run]
    then: [{winner: []}, points(p1) == 0, laps(p2) == 3]
  - name: who stops breaks it off
    given: set laps(p1) to 2
    when: [stop]
    then: [{winner: []}]
  - name: who stops with three laps has won
    given: set laps(p1) to 3
    when: [stop]
    then: [{winner: [p1]}]
  - name: after ten rounds it is broken off
    given: set laps(p1) to 2
    when: [rest, rest, rest, rest, rest, rest, rest, rest, rest, rest,
           rest, rest, rest, rest, rest, rest, rest, rest, rest, rest]
    then: [{winner: []}]
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_what_scoring_said_of_the_end_is_said_where_the_game_ends(tmp_path: Path, line_end: str) -> None:
    """Comments, line ends and what is said to people stay; games end as they did."""
    folder = tmp_path / "race"
    (folder / "scenarios").mkdir(parents=True)
    files = {"ruleset": FORMER_ENDS, "more": FORMER_RULES, "scenarios/some": FORMER_SCENARIOS}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text.replace("\n", line_end), encoding="utf-8", newline="")
    found = upgraded(folder)
    assert found.left == ()
    found.write()
    results = list(run_scenarios(folder))
    assert [(result.name, result.passed) for result in results if not result.passed] == []
    ruleset, more = (
        (folder / f"{name}.yaml").read_bytes().decode().replace(line_end, "\n")
        for name in ("ruleset", "more")
    )
    assert more == FORMER_RULES.replace("end game after round ", "call game_over_after_round() ").replace(
        '"end game"', '"call game_over()"'
    )
    head, flow = FORMER_ENDS.split("# Ten rounds")
    assert ruleset.startswith(head)
    assert ruleset.endswith(
        "# Ten rounds" + flow.split("\nscoring:")[0] + "  - step: the_end\n    do: call game_over()\n\n"
    )


def test_a_local_name_that_was_once_an_option_elsewhere_is_left_alone(tmp_path: Path) -> None:
    """It only hides something, which is a warning: renaming it in one place would break the others."""
    mine = tmp_path / "mine"
    mine.mkdir()
    text = (
        "id: mine\ntitle: Mine\nplayers: 2\nrenamed: {hue: shade}\nenums: {hue: [red, blue]}\n"
        "counters: {held: {per: hue}}\n"
        "flow:\n  - step: turn\n    do: |\n      for hue in hue: gain 1 held(hue)\n"
    )
    (mine / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert (upgraded(mine).edits, upgraded(mine).left) == ((), ())


def test_a_name_that_is_gone_says_what_to_write_instead_and_mends_nothing(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    text = (
        "id: mine\ntitle: Mine\nplayers: 2\nrenamed: {settle_up: leave the call out}\n"
        "flow:\n  - step: turn\n    do: call settle_up()\n"
    )
    (mine / "ruleset.yaml").write_text(text, encoding="utf-8")
    done = upgraded(mine)
    assert done.edits == ()
    assert [problem.hint for problem in done.left] == ["leave the call out"]
