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


def test_scenarios_of_an_overlay_that_lies_apart_are_played_with_what_was_mended(tmp_path: Path) -> None:
    (tmp_path / "games" / "stall").mkdir(parents=True)
    (tmp_path / "games" / "stall" / "ruleset.yaml").write_text(STALL, encoding="utf-8")
    mine = tmp_path / "mine"
    (mine / "scenarios").mkdir(parents=True)
    (mine / "overlay.yaml").write_text(
        "id: mine\ntitle: Mine\nbase: stall\nchange: {actions: {take: {do: end turn}}}\n", encoding="utf-8"
    )
    (mine / "scenarios" / "some.yaml").write_text(
        "game: stall\nwith: [mine]\nscenarios:\n- {name: one, when: [take], then: [me == p2]}\n",
        encoding="utf-8",
    )
    found = upgraded(mine, [tmp_path / "games"])
    assert (len(found.after), found.left) == (2, ())


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


def test_functions_and_keys_that_have_other_names_now_are_renamed(tmp_path: Path) -> None:
    """Those that are gone say what to write instead."""
    mine = tmp_path / "mine"
    mine.mkdir()
    rules = (
        "id: mine\ntitle: Mine\nplayers: 2\n"
        "components: {chip: {kinds: {red: {copies: 4}}}}\nzones: {row: {holds: chip, order: row}}\n"
        "boards:\n  pile: {shape: square, size: [1, 2], holds: stack of chip}\n"
        "  net: {shape: graph, spaces: [a, b], edges: [[a, b]], accept: [unused]}\n"
        "flow:\n  - step: turn\n    players: players\n    do: |\n"
        "      if front(row) == none and height(pile(a1)) == 0: score 1 as chips\n"
    )
    (mine / "ruleset.yaml").write_text(
        rules + "      if adjacent(pile(a1), pile(a2)): score 1 as chips\n", encoding="utf-8"
    )
    done = upgraded(mine)
    assert {(edit.before, edit.after) for edit in done.edits} == {
        ("edges", "links"),
        ("height", "size"),
        ("front", "first"),
    }
    assert [problem.hint for problem in done.left] == [
        "`A in neighbours(B)` says whether two spaces are next to each other"
    ]


@pytest.mark.parametrize(
    ("scoring", "after"),
    [
        ("scoring:\n  outlook: []\n", "bots:\n  outlook: {}\n"),
        (
            "scoring:\n  weights: {points: 1}\n  ties: []\n",
            "scoring:\n  ties: []\nbots:\n  weights: {points: 1}\n",
        ),
        (
            "scoring:\n  final: []\n  outlook: []\n  weights: {points: 1}\n",
            "scoring:\n  final: []\nbots:\n  outlook: {}\n  weights: {points: 1}\n",
        ),
        (
            "scoring:\r\n  final: []\r\n  # Coins, twice.\r\n  outlook:\r\n  - source: some\r\n"
            "# so much\r\n    points: |\r\n      2 * coins(me)\r\n\r\n  ties: []\r\n"
            "  weights: {some: 2}\r\n\r\n# The end.\r\nlicence: none",
            "scoring:\r\n  final: []\r\n\r\n  ties: []\r\nbots:\r\n  # Coins, twice.\r\n  outlook:\r\n"
            "# so much\r\n    some: |\r\n      2 * coins(me)\r\n"
            "  weights: {some: 2}\r\n\r\n# The end.\r\nlicence: none",
        ),
        ("scoring:\n  outlook: []\n  final: []", "scoring:\n  final: []\nbots:\n  outlook: {}\n"),
        (
            "bots:\n  by_chance: 35\nscoring:\n  outlook: {}\n  final: []\n",
            "bots:\n  outlook: {}\n  by_chance: 35\nscoring:\n  final: []\n",
        ),
        (
            "scoring:\n  weights: {points: 2}\n  final: []\n\nbots:\n  outlook: {}\n",
            "scoring:\n  final: []\n\nbots:\n  weights: {points: 2}\n  outlook: {}\n",
        ),
    ],
)
def test_a_key_that_belongs_to_another_section_now_is_moved(tmp_path: Path, scoring: str, after: str) -> None:
    head = "id: small\nformat: 1\ntitle: Small\nplayers: 1\nflow: [{step: only, do: gain 1 coins for p1}]\n"
    head += "counters: {coins: {per: player, accept: [unused]}}\n"
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    file.write_text(head + scoring, encoding="utf-8", newline="")
    found = upgraded(file.parent)
    assert found.left == ()
    assert list(found.after.values()) == [head + after]


def test_a_key_in_braces_is_not_moved(tmp_path: Path) -> None:
    """It is said where it belongs, and nothing is lost."""
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    text = "id: small\ntitle: Small\nplayers: 1\nflow: [{step: only, do: gain 1 coins for p1}]\n"
    text += "counters: {coins: {per: player, accept: [unused]}}\nscoring: {outlook: [], ties: []}\n"
    file.write_text(text, encoding="utf-8")
    found = upgraded(file.parent)
    assert found.after == {}
    (left,) = found.left
    assert left.hint == "`bots:` begins a section by itself: put it there, with what is below it"


@pytest.mark.parametrize("there", ["bots: {by_chance: 35}\n", "bots:\n  outlook: {}\n"])
def test_a_key_is_not_moved_where_there_is_no_room(tmp_path: Path, there: str) -> None:
    """Its section is in braces, or has the key already: there would be two of one name."""
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    text = "id: small\ntitle: Small\nplayers: 1\nflow: [{step: only, do: gain 1 coins for p1}]\n"
    text += "counters: {coins: {per: player, accept: [unused]}}\n" + there
    text += "scoring:\n  outlook: {some: 1}\n  ties: []\n"
    file.write_text(text, encoding="utf-8")
    found = upgraded(file.parent)
    assert (found.before, found.after, found.edits) == ({}, {}, ())
    assert [left.code for left in found.left] == ["unknown-key"]


LIST_OF_LINES = """\
bots:
  outlook:
    # Coins.
    - {source: money, title: Coins in hand, points: "max(0, coins(me))"}
    - source: more
      title: Twice as much
      points: |
        2 * coins(me)
    - points: coins(me)
      source: last
"""
MAP_OF_LINES = """\
bots:
  outlook:
    # Coins.
      money: max(0, coins(me))  # Coins in hand
      # Twice as much
      more: |
        2 * coins(me)
      last: coins(me)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LIST_OF_LINES, MAP_OF_LINES),
        ("bots: {outlook: [{source: a, points: 1}]}\n", "bots: {outlook: {a: 1}}\n"),
        (
            'bots: {outlook: [{source: a, points: "min(1, 2)"}, {source: b, points: 2}]}\n',
            'bots: {outlook: {a: "min(1, 2)", b: 2}}\n',
        ),
    ],
)
def test_an_outlook_that_was_a_list_is_a_map(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    text = "id: small\ntitle: Small\nplayers: 1\nflow: [{step: only, do: gain 1 coins for p1}]\n"
    text += "counters: {coins: {per: player}}\n"
    file.write_text(text + before, encoding="utf-8")
    found = upgraded(file.parent)
    assert list(found.after.values()) == [text + after]
    assert found.left == ()


def test_keys_that_said_what_another_says_are_renamed(tmp_path: Path) -> None:
    """As `require ... because` has it, and options have `min` and `max`."""
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    before = """\
id: small
title: Small
players: 1
targets: [{measure: rounds, from: 1, to: 9}, {measure: ties, to: 90}]
boards:
  plot:
    shape: square
    size: [2, 2]
    checks:
      - {require: size(plot) < 5, says: four spaces are enough}
counters: {coins: {per: plot}}
flow: [{step: only, do: "for x in plot: gain 1 coins(x)"}]
scoring:
  final: [{source: coins, points: coins(plot(a1)), shows: plot(a1)}]
  judgement: [{from: 1, says: Well done.}]
"""
    file.write_text(before, encoding="utf-8")
    found = upgraded(file.parent)
    renamed = (
        ("from: 1, to:", "min: 1, max:"),
        ("ties, to:", "ties, max:"),
        ("says: four", "because: four"),
        ("shows:", "showing:"),
        ("{from: 1, says:", "{min: 1, about:"),
    )
    after = before
    for once, now in renamed:
        after = after.replace(once, now)
    assert list(found.after.values()) == [after]
    assert found.left == ()


def test_a_line_of_an_outlook_that_says_more_is_left(tmp_path: Path) -> None:
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    text = "id: small\ntitle: Small\nplayers: 1\nflow: [{step: only, do: gain 1 coins for p1}]\n"
    text += "counters: {coins: {per: player}}\n"
    text += "bots:\n  outlook:\n    - {source: a, points: coins(me), rule: X-1}\n"
    file.write_text(text, encoding="utf-8")
    found = upgraded(file.parent)
    assert found.after == {}
    assert [left.hint for left in found.left] == ["`outlook: {NAME: EXPR}`"]


FORMER = """\
id: small
title: Small
players: 2
options:
  first: {type: player, default: random, random: true, in_scenarios: p1}
  long:
    type: truth
    default: false
    ask: true
enums: {soil: [grass, water], way: [up, down]}
components:
  chip: {states: {way: way}, effect_with: number n, kinds: {red: {effect: gain n coins}}}
boards:
  field:
    shape: square
    holds: chip
    apart: true
    fields: {soil: soil, worth: number}
    picture: {soil: "g . w", worth: "1 . 2"}
    legend: {soil: {g: grass, w: water}}
    draw:
      color: soil
      colors: {grass: green}
      icons: {worth: coin}
      glyphs: {down: "#"}
      marks: {is_rich: {sign: "+"}}
    names: {letters: columns, leave_out: b}
  other:
    {shape: square, holds: chip, picture: {soil: "g"}, fields: {soil: soil}, legend: {soil: {g: grass}},
     draw: {label: [], color: soil, colors: {grass: red}}}
values: {is_rich(field f): f.worth > 1}
counters:
  coins: {per: player}
  seen: {draw: {hidden: true}, accept: [unused]}
flow:
  - {step: turn, players: players_from(first), actions: [act], pass: true, pass_title: home}
  - step: late
    when: long
    players: players
    actions: [act]
    pass: coins(me) > min(1, 2)
    pass_title: end your turn
actions:
  act: {do: do effect of red with 1}
"""
PRESENT = """\
id: small
title: Small
players: 2
options:
  first: {type: player, default: random, random: true}
  long:
    type: truth
    default: false
enums: {soil: [grass, water], way: [up, down]}
components:
  chip: {states: {way: way}, with: number n, kinds: {red: {effect: gain n coins}}}
boards:
  field:
    shape: square
    holds: chip
    accept: [apart]
    fields: {soil: soil, worth: number}
    picture: {soil: "g . w", worth: "1 . 2"}
    legend: {soil: {g: grass, w: water}}
    draw:
      color: {grass: green}
      icon: {worth: coin}
      glyph: {down: "#"}
      marks: {is_rich: {glyph: "+"}}
    names: {letters: columns, without: b}
  other:
    {shape: square, holds: chip, picture: {soil: "g"}, fields: {soil: soil}, legend: {soil: {g: grass}},
     draw: {label: [], color: {grass: red}}}
values: {is_rich(field f): f.worth > 1}
counters:
  coins: {per: player}
  seen: {draw: false, accept: [unused]}
flow:
  - {step: turn, players: players_from(first), actions: [act], pass: {title: home}}
  - step: late
    when: long
    players: players
    actions: [act]
    pass: {when: "coins(me) > min(1, 2)", title: end your turn}
actions:
  act: {do: do effect of red with 1}
"""


def test_former_keys_are_written_as_they_are_now(tmp_path: Path) -> None:
    """Each at its own place; what a key said that is gone goes with its line, or with its comma."""
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    file.write_text(FORMER, encoding="utf-8")
    found = upgraded(file.parent)
    assert (list(found.after.values()), found.left) == ([PRESENT], ())


def test_what_has_to_be_joined_with_another_key_is_left_and_said(tmp_path: Path) -> None:
    file = tmp_path / "small" / "ruleset.yaml"
    file.parent.mkdir()
    file.write_text(PRESENT.replace('glyph: {down: "#"}', "settled: is_rich"), encoding="utf-8")
    found = upgraded(file.parent)
    assert found.after == found.before
    (left,) = found.left
    assert left.hint == "it is a mark now: `marks: {is_rich: {glyph: '=', form: faded}}`"
