"""Options of several values, layouts in files, files of one's own, and what only the tops of stacks show."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from interpreter import Game, Journal, State, UsageFault, check, check_scenarios, load, run_scenarios
from interpreter.journal import replay
from tests.language.small_rulesets import BASE, TURNS, faults_of, game_of, value

FORT = """\
id: fort
title: Fort
players: {min: 2, max: 3}
files: [towers.yaml]
options:
  land: {type: fort_layout, default: wall, random: true}
  guests: {type: set of guest, default: [cook, smith], random: true, max: 3}
components:
  guest: {kinds: {cook: {}, smith: {}, priest: {}, dancer: {}}}
  stone: {kinds: {red: {copies: 9}, blue: {copies: 9}, grey: {copies: 9}}}
zones: {hall: {holds: guest}, heap: {per: player, holds: stone}}
boards:
  fort:
    shape: square
    holds: stack of stone
    visible: top
    option: land
    fields: {floors: number}
    checks:
      - {require: sum(s.floors for s in fort) == 6, because: a fort has six stones}
      - {require: size(fort) > size(players), because: a fort for so many is wider, severity: warning}
    layouts:
      wall: {picture: {floors: 3 . 3}, links: [[a1, a2]]}
actions:
  take: {do: "choose s in fort where occupied(s)\\nmove top(s) to heap(me)"}
flow:
  - step: set_up
    do: |
      for g in guests: move g from box(guest) to hall
      for s in fort: draw s.floors from box(stone) to s
  - {step: turn, players: players, actions: [take], while: "any(occupied(s) for s in fort)"}
"""
# A group of one layout; its picture is a text alone, and so that of the first field.
TOWERS = "layouts:\n  - {each: {board: fort}, layouts: {towers: {picture: 1 1 1 1 1 1}}}\n"


@pytest.fixture
def fort(tmp_path: Path) -> Path:
    folder = tmp_path / "fort"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(dedent(FORT), encoding="utf-8")
    (folder / "towers.yaml").write_text(TOWERS, encoding="utf-8")
    return folder


def game(fort: Path, **options: str) -> Game:
    loaded = load(fort, options=options)
    assert loaded.game is not None, loaded.problems
    return loaded.game


def hall(state: State) -> list[str]:
    return list(state.view(0)["zones"]["hall"])


@pytest.mark.parametrize(
    ("given", "there"),
    [("", ["cook", "smith"]), ("none", []), ("priest", ["priest"]), ("dancer,cook", ["cook", "dancer"])],
)
def test_an_option_of_several_values(fort: Path, given: str, there: list[str]) -> None:
    assert hall(game(fort, **({"guests": given} if given else {})).new(1)) == there


def test_several_values_are_drawn_differently_from_seed_to_seed(fort: Path) -> None:
    drawn = {tuple(hall(game(fort, guests="random:3").new(seed))) for seed in range(20)}
    assert {len(set(guests)) for guests in drawn} == {3} and len(drawn) > 1
    assert len(hall(game(fort, guests="random").new(1))) == 2


@pytest.mark.parametrize("given", ["cook,smith,priest,dancer", "cook,nobody", "random:4", "random:x"])
def test_too_many_or_unknown_values_are_refused(fort: Path, given: str) -> None:
    assert [problem.code for problem in load(fort, options={"guests": given}).problems] == ["option-choice"]


def test_the_layout_that_an_option_names_is_in_use_before_set_up(fort: Path) -> None:
    state = game(fort, land="towers").new(1)
    assert value(state, "size(fort)") == 6
    assert value(state, "count(size(s) == 1 for s in fort)") == 6


def test_a_drawn_or_asked_layout_is_in_use_too(fort: Path) -> None:
    assert {value(game(fort, land="random").new(seed), "size(fort)") for seed in range(9)} == {2, 6}
    asked = game(fort, land="ask").new(1)
    asked.choose("land=towers")
    assert value(asked, "size(fort)") == 6


def test_a_layout_of_ones_own(fort: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("layouts:\n  steps: {board: fort, picture: {floors: 1 2 3}}\n", encoding="utf-8")
    own = game(fort, land=str(mine))
    assert value(own.new(1), "set(size(s) for s in fort)") == [1, 2, 3]
    assert own.options["land"] == str(mine)
    journal = Journal.create(tmp_path / "game.jsonl", own, 4, ["random", "random"])
    assert replay(journal.path).game.fingerprint == own.fingerprint


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("layouts:\n  steps: {board: fort, picture: {floors: 1 2 2}}\n", "layout-check"),
        ("layouts:\n  steps: {board: fort, picture: {floor: 1 2 3}}\n", "unknown-key"),
        ("layouts:\n  steps: {board: ford, picture: {floors: 1 2 3}}\n", "overlay-target"),
        ("layouts:\n  wall: {board: fort, picture: {floors: 1 2 3}}\n", "already-defined"),
        ("counters: {coins: {}}\n", "own-value"),
        ("layouts: [\n", "yaml-syntax"),
    ],
)
def test_a_faulty_layout_of_ones_own_is_told_in_its_file(
    fort: Path, tmp_path: Path, text: str, code: str
) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(text, encoding="utf-8")
    loaded = load(fort, options={"land": str(mine)})
    assert loaded.game is None
    assert any(p.code == code and p.position.file.endswith("mine.yaml") for p in loaded.problems), (
        loaded.problems
    )


def test_a_file_that_is_not_there_is_a_usage_fault(fort: Path) -> None:
    with pytest.raises(UsageFault):
        load(fort, options={"land": "nowhere/mine.yaml"})


def test_advice_is_given_where_a_layout_is_chosen_and_by_check_where_it_fits_nobody(fort: Path) -> None:
    def told(**options: str) -> list[tuple[str, str]]:
        return [(p.code, p.severity) for p in load(fort, options=options).problems]

    assert told() == [("layout-advice", "warning")]
    assert told(land="towers") == []
    found = check(fort)
    assert [(p.code, p.severity) for p in found.problems] == [("layout-advice", "warning")]
    assert found.ok


def test_below_the_top_of_a_stack_nobody_sees_anything(fort: Path) -> None:
    state = game(fort).new(1)
    spaces = state.view(0)["boards"]["fort"]["all"]
    assert [stack[:2] for stack in spaces.values()] == [["?", "?"], ["?", "?"]]
    guesses = [state.guess(0, seed) for seed in range(8)]
    assert all(guess.view(0) == state.view(0) for guess in guesses)
    assert len({str(value(guess, "stack(fort(a1))")) for guess in guesses}) > 1


def test_what_a_taken_piece_uncovers_is_revealed(fort: Path) -> None:
    state = game(fort).new(1, listen=True)
    state.choose("s=a1")
    assert any(0 in each.uncovers for each in state.happened)
    flat = game(fort, land="towers").new(1, listen=True)
    flat.choose("s=a1")
    assert not any(0 in each.uncovers for each in flat.happened)


def test_a_default_may_be_drawn_or_depend_on_the_number_of_players(fort: Path) -> None:
    main = fort / "ruleset.yaml"
    text = main.read_text(encoding="utf-8").replace("default: [cook, smith]", "default: random")
    main.write_text(text.replace("default: wall", "default: {2: wall, 3: towers}"), encoding="utf-8")
    state = game(fort).new(1)
    assert (len(hall(state)), value(state, "size(fort)")) == (1, 2)
    three = load(fort, players=3).game
    assert three is not None
    assert value(three.new(1), "size(fort)") == 6
    main.write_text(main.read_text(encoding="utf-8").replace("3: towers", "4: towers"), encoding="utf-8")
    assert [p.code for p in load(fort, players=3).problems] == ["missing-key"]


RACE = """\
id: race
title: Race
players: {min: 2, max: 3}
options:
  leader: {type: player, default: rolled, random: rolled}
counters:
  runs: {per: player}
actions:
  run: {do: gain 1 runs}
  leap: {do: gain 2 runs}
flow:
  - {step: turn, players: players_from(leader), actions: [run, leap], while: runs(me) < 1}
"""
RACE_SCENARIOS = """\
scenarios:
  - {name: p1 leads unless somebody else does, then: [leader == p1]}
  - {name: p2 leads, set: {leader: p2}, then: [leader == p2]}
  - {name: somebody leads, set: {leader: rolled}, then: [leader != none]}
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    folder = tmp_path / "race"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RACE, encoding="utf-8")
    (folder / "scenarios" / "some.yaml").write_text(RACE_SCENARIOS, encoding="utf-8")
    return folder


def leader_of(race: Path, seed: int, **options: str) -> int:
    loaded = load(race, players=3, options=options)
    assert loaded.game is not None, loaded.problems
    decision = loaded.game.new(seed).decision
    assert decision is not None
    return decision.seat


def test_an_option_may_be_a_seat_drawn_or_named(race: Path) -> None:
    assert {leader_of(race, seed) for seed in range(30)} == {0, 1, 2}
    assert {leader_of(race, seed, leader="rolled") for seed in range(30)} == {0, 1, 2}
    assert {leader_of(race, seed, leader="p2") for seed in range(5)} == {1}


def test_a_seat_must_be_in_the_game(race: Path) -> None:
    for word in ("p4", "none", "random", "red"):
        (problem,) = load(race, players=3, options={"leader": word}).problems
        assert problem.code == "option-choice"
        assert problem.message == f"option 'leader' cannot be '{word}'; it can be p1, p2, p3, rolled, ask"


def test_scenarios_have_options_of_their_own(race: Path) -> None:
    assert check_scenarios(race) == []
    assert [result.passed for result in run_scenarios(race)] == [True, True, True]


@pytest.mark.parametrize("shape", ["ring", "track", "graph"])
def test_a_picture_gives_the_spaces_of_any_board_their_fields_in_order(tmp_path: Path, shape: str) -> None:
    text = f"""
    enums: {{hue: [red, blue]}}
    boards:
      way:
        shape: {shape}
        accept: [apart, unused]
        fields: {{hue: hue, toll: number, other: hue?}}
        legend: {{hue: {{r: red}}}}
        spaces: [inn, mill, pond]
        picture: {{hue: r r blue, toll: 3 1 2, other: . red .}}
      road: {{shape: {shape}, accept: [apart, unused], fields: {{toll: number}}, picture: 5 6 7 8}}
    actions: {{act: {{do: end turn}}}}
    """
    state = game_of(tmp_path, text, base=BASE + TURNS).new(1)
    found = {
        "count(x.hue == red for x in way)": 2,
        "way(mill).toll": 1,
        "first(x for x in way where x.other == red).index": 2,
        "sum(x.toll for x in road)": 26,
        "road(4).toll": 8,
    }
    assert {each: value(state, each) for each in found} == found


@pytest.mark.parametrize("tokens", ["1 2", "1 2 3 4"])
def test_a_picture_has_a_token_for_each_space(tmp_path: Path, tokens: str) -> None:
    text = f"""
    boards:
      way: {{shape: track, accept: [unused], fields: {{toll: number}}, spaces: 3, picture: {tokens}}}
    actions: {{act: {{do: end turn}}}}
    """
    assert ("board", 3) in faults_of(tmp_path, text, base=BASE + TURNS)


def test_a_picture_says_true_and_false(tmp_path: Path) -> None:
    """Without a legend, as elsewhere; it was said that 'true' is neither."""
    text = (
        "boards:\n  plot:\n    shape: square\n    fields: {wet: truth, dry: truth}\n"
        "    legend: {dry: {o: true}}\n    picture:\n      wet: |\n        true  false\n        false false\n"
        "      dry: |\n        false o\n        o     o\n"
        "flow: [{step: only, do: gain count(x.wet and not x.dry for x in plot) coins for p1}]\n"
    )
    state = game_of(tmp_path, text).new(1)
    assert value(state, "coins(p1)") == 1
