"""Scenario files: run against the toy game of the test cases, and against faults made on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.loading import UsageFault
from interpreter.scenario import ScenarioResult, check_scenarios, run_scenarios

RACE = Path(__file__).parents[1] / "cases" / "toy" / "race"

# Two players hold coins; each turn one buys, or ends the turn; pennies are taken at the end of a round.
MARKET = """\
id: market
title: The Market
players: {min: 2, max: 3}
components:
  ware:
    kinds:
      cup: {copies: 2}
      hat: {copies: 1}
zones:
  stall: {holds: ware}
  bag: {per: player, holds: ware}
counters:
  coins: {per: player, start: 2}
  rounds_seen: {}
effects:
  gift(player p): gain 1 coins for p
actions:
  buy:
    do: |
      choose ware in stall
      pay 1 coins
      move ware to bag(me)
flow:
  - step: lay_out
    do: move all from box(ware) to stall
  - step: round
    for: round in 1..3
    steps:
      - step: open_market
        do: gain 1 rounds_seen
      - step: turn
        players: players
        actions: [buy]
        pass: true
      - step: close_market
        players: players_from(p2)
        do: |
          one of:
            keep: score 1 as thrift
            give: call gift(p1)
scoring:
  final:
    - {source: wares, points: 2 * size(bag(me))}
"""


def write_market(folder: Path, scenarios: str) -> Path:
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MARKET, encoding="utf-8")
    file = folder / "scenarios" / "some.yaml"
    file.write_text(scenarios, encoding="utf-8")
    return file


def run_market(folder: Path, *lines: str) -> ScenarioResult:
    """Run one scenario of two players; `lines` stand below its name, from line 4 of the file on."""
    head = ["players: 2", "scenarios:", "  - name: some"]
    file = write_market(folder, "\n".join([*head, *(f"    {line}" for line in lines)]) + "\n")
    (result,) = run_scenarios(folder)
    assert Path(result.file).name == file.name
    return result


def passes(folder: Path, *lines: str) -> bool:
    result = run_market(folder, *lines)
    assert result.passed, f"line {result.line}: {result.message}"
    return True


# --- What a scenario can say ------------------------------------------------------------------


def test_given_changes_the_position_and_the_pending_step_starts_afresh(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "given: |",
        "  set coins(me) to 5",
        "  move 1 hat from stall to bag(p2)",
        "when: [buy]",
        "then:",
        "  - coins(p1) == 4 and cup in bag(p1) and hat in bag(p2)",
    )


def test_given_that_closes_all_options_lets_the_flow_go_on(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "given: move all from stall to box(ware)",
        "then:",
        "  - {offered: [keep, give]}",
        "  - rounds_seen == 1",
    )


def test_given_that_sets_a_loop_variable_moves_the_loop(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "given: set round to 3",
        "when: [{until: open_market}]",
        "then: [rounds_seen == 1, {winner: [p1], scores: {p1: 5}, source: {p2: {wares: 2, thrift: 1}}}]",
    )


def test_at_goes_to_a_step_for_the_first_player_of_its_turns(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "at: close_market",
        "when: [{choose: keep, by: p2}, {choose: give, by: p1}]",
        "then: [points(p2) == 1]",
    )


def test_at_for_a_player_goes_on_with_the_next_one(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "at: {step: turn, player: p2}",
        "when: [{choose: pass, by: p2}, {choose: keep, by: p2}]",
        "then: [round == 1]",
    )


def test_when_takes_ids_patterns_and_checks(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "when:",
        "  - buy",
        "  - ware=h*",
        "  - {check: hat in bag(p1)}",
        "  - {offered: [buy, pass], not_offered: [sell]}",
        "  - {choose: pass, by: p1}",
        "then: [size(bag(p1)) == 1]",
    )


def test_until_stops_where_the_step_asks_or_comes_next(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "when:",
        "  - {until: close_market}",
        "  - {check: round == 1}",
        "  - {until: open_market}",
        "  - {check: round == 2 and rounds_seen == 2}",
        "then: [true]",
    )


def test_points_are_told_by_seat_and_source(tmp_path: Path) -> None:
    assert passes(
        tmp_path,
        "given: score 4 as thrift for p2",
        "when: [buy, ware=cup]",
        "then:",
        "  - {scores: {p1: 0, p2: 4}}",
        "  - {preview: {p1: 2, p2: 4}}",
        "  - {source: {p1: {wares: 0}, p2: {thrift: 4}}}",
    )


def test_the_final_scoring_counts_when_the_game_is_over(tmp_path: Path) -> None:
    file = tmp_path / "end.yaml"
    file.write_text(
        "game: race\nscenarios:\n  - name: the last roll\n    given: set steps(p2) to 10\n"
        "    at: {step: turn, player: p2}\n    when: [roll]\n    then:\n"
        "      - {winner: [p2], scores: {p1: 0}, source: {p1: {way: 0}}}\n      - steps(p2) > 10\n",
        encoding="utf-8",
    )
    assert [(r.line, r.message) for r in run_scenarios(file, [RACE.parent])] == [(3, "")]


def test_a_scenario_file_outside_names_its_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "game: race\nrules: [RACE-1]\nscenarios:\n"
        "  - {name: rest, players: 3, when: [rest, {choose: roll, by: p2}], then: [points(p1) == 1]}\n"
        "  - {name: other, rules: RACE-2, shows: EX-1, then: [size(players) == 2]}\n",
        encoding="utf-8",
    )
    rest, other = run_scenarios(file, [RACE.parent])
    assert (rest.passed, rest.rules, rest.line) == (True, ("RACE-1",), 4)
    assert (other.passed, other.rules, other.shows) == (True, ("RACE-2",), ("EX-1",))
    assert [r.name for r in run_scenarios(file, [RACE.parent], only="re*")] == ["rest"]


# --- Scenarios that fail, on purpose ----------------------------------------------------------


def test_a_wrong_claim_fails_at_its_line_with_expected_and_actual(tmp_path: Path) -> None:
    result = run_market(
        tmp_path, "when: [buy, ware=cup]", "then:", "  - round == 1", "  - coins(p1) == 1 + 1"
    )
    assert not result.passed
    assert result.line == 7
    assert result.message == "this does not hold: coins(p1) == 1 + 1\nexpected: 2\nactual: 1"


def test_of_a_conjunction_the_part_that_is_false_is_shown(tmp_path: Path) -> None:
    result = run_market(tmp_path, "then: [round == 1 and coins(p2) >= 3]")
    assert result.message == "this does not hold: coins(p2) >= 3\nexpected: >= 3\nactual: 2"


def test_members_of_a_set_are_shown_by_name(tmp_path: Path) -> None:
    result = run_market(tmp_path, "given: move 1 hat from stall to bag(p1)", "then: [cup in bag(p1)]")
    assert result.message == "this does not hold: cup in bag(p1)\nexpected: cup among them\nactual: [hat]"


def test_a_choice_not_offered_shows_what_is_and_the_nearest(tmp_path: Path) -> None:
    result = run_market(tmp_path, "when:", "  - buy", "  - ware=cap")
    assert (result.passed, result.line) == (False, 6)
    expected, actual, hint = result.message.split("\n")
    assert expected == "expected: 'ware=cap' is offered"
    assert actual.startswith("actual: p1 is offered ware=cup, ware=hat")
    assert hint == "did you mean 'ware=cup'?"


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["when: [{choose: buy, by: p2}]"], 4, "expected: p2 decides\nactual: p1 decides"),
        (
            ["then:", "  - {offered: [sell]}"],
            5,
            "expected: 'sell' is offered\nactual: p1 is offered buy, pass",
        ),
        (["then: [{not_offered: ['*']}]"], 4, "expected: '*' is not offered"),
        (["then: [{scores: {p2: 3}}]"], 4, "expected: p2 has 3 points\nactual: 0"),
        (["then: [{preview: {p2: 3}}]"], 4, "expected: p2 has 3 points\nactual: 0"),
        (["then: [{source: {p1: {wares: 3}}}]"], 4, "expected: p1 has 3 points from wares\nactual: 0"),
        (["then: [{winner: [p1]}]"], 4, "expected: p1 won\nactual: the game is not over"),
        (["given: set round to 3", "when: [{until: open_market}, buy]"], 5, "expected: the choice 'buy'"),
        (["at: {step: lay_out, player: p1}"], 4, "the step 'lay_out' is not a step of one player"),
        (
            ["given: |", "  gain 1 coins", "  move 1 hat from bag(p1) to stall"],
            6,
            "this cannot be carried out",
        ),
        (
            ["given: |", "  set coins(p1) to 0", "at: {step: turn, player: p1}"],
            6,
            "no action is open there: the next question is in the step 'turn' of player 2",
        ),
        (["given: pay 9 coins"], 4, "this cannot be carried out"),
        (
            ["given: |", "  choose ware in stall:", "    move ware to bag(me)"],
            5,
            "this cannot be carried out",
        ),
    ],
)
def test_every_kind_of_claim_fails_at_its_line(
    tmp_path: Path, lines: list[str], line: int, message: str
) -> None:
    result = run_market(tmp_path, *lines)
    assert not result.passed
    assert result.message.startswith(message)
    assert result.line == line


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        (["then: [coin(p1) == 1]"], 4, "there is no 'coin'"),
        (["given: gain 1 coinz"], 4, "there is no counter 'coinz'"),
        (["given: score 1 as thrifd"], 4, "no rule scores anything as 'thrifd'\ndid you mean 'thrift'?"),
        (["at: turns"], 4, "there is no step 'turns'\ndid you mean 'turn'?"),
        (["when: [{until: closing}]"], 4, "there is no step 'closing'"),
        (["then: [{scores: {p3: 1}}]"], 4, "there is no player 'p3'"),
        (["then: [{source: {p1: {ware: 1}}}]"], 4, "there is no source of points 'ware'"),
        (["players: 7"], 4, "market is for 2 to 3 players, not 7"),
        (["with: [nothing]"], 4, "there is no overlay 'nothing'"),
        (["thens: [true]"], 4, "the key 'thens' is not known"),
    ],
)
def test_faults_of_a_scenario_are_failures_with_their_place(
    tmp_path: Path, lines: list[str], line: int, message: str
) -> None:
    result = run_market(tmp_path, *lines)
    assert not result.passed
    assert result.message.startswith(message)
    assert result.line == line
    (problem,) = check_scenarios(tmp_path)
    assert problem.position.line == line


def test_a_fault_of_the_rules_is_reported_once_for_many_scenarios(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "id: faulty\ntitle: Faulty\nplayers: 2\nflow: [{step: only, do: gain 1 coins(p1)}]\n"
        "scoring: {final: [{source: x, points: 1}]}\n",
        encoding="utf-8",
    )
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "first.yaml").write_text(
        "scenarios:\n  - {name: one, then: [true]}\n  - {name: two, players: 2, then: [true]}\n",
        encoding="utf-8",
    )
    (problem,) = check_scenarios(tmp_path)
    assert problem.position.line == 2
    assert "there is no counter 'coins'" in problem.message
    one, two = run_scenarios(tmp_path)
    assert "there is no counter 'coins'" in one.message
    assert two.message == "the ruleset has faults, as reported for 'one'"


def test_a_choice_after_the_end_says_why_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        "id: short\ntitle: Short\nplayers: 2\nflow: [{step: turn, players: players, one_of: [go]}]\n"
        "actions: {go: {do: score 1 as steps}}\n",
        encoding="utf-8",
    )
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "first.yaml").write_text(
        "scenarios: [{name: one, when: [go]}]\n", encoding="utf-8"
    )
    (failed,) = run_scenarios(tmp_path)
    assert "the game is over\na sole option is not asked" in failed.message


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["when: [buy, ware=cup, pass, {choose: b*}, 'w*=hat', ware=h*]"], []),
        (["when: [byu]"], [("never-offered", 4, "did you mean 'buy'?")]),
        (["when: [buy, wear=cup]"], [("never-offered", 4, "did you mean 'ware'?")]),
        (["when: [buy, ware=cap]"], [("never-offered", 4, "did you mean 'cup'?")]),
        (["when:", "  - buy", "  - ware=x*"], [("never-offered", 6, None)]),
        (
            ["when:", "  - {choose: buy, by: p1}", "  - {choose: pas}"],
            [("never-offered", 6, "did you mean 'pass'?")],
        ),
        (["then:", "  - {offered: [sell]}"], [("never-offered", 5, None)]),
        (["then:", "  - {not_offered: [sell]}"], [("vain-claim", 5, None)]),
        (
            ["with: [nothing]"],
            [
                (
                    "scenario-game",
                    4,
                    "it belongs into expansions/, whatever its kind, or is named by its path: ./NAME",
                )
            ],
        ),
        (["set: {nothing: 3}"], [("scenario-game", 4, None)]),
    ],
)
def test_what_a_scenario_names_is_checked_without_playing(
    tmp_path: Path, lines: list[str], found: list[tuple[str, int, str | None]]
) -> None:
    run_market(tmp_path, *lines)
    assert [(p.code, p.position.line, p.hint) for p in check_scenarios(tmp_path)] == found


def test_broken_yaml_is_one_failure(tmp_path: Path) -> None:
    write_market(tmp_path, "scenarios: [\n")
    (result,) = run_scenarios(tmp_path)
    assert (result.passed, result.name) == (False, "some")


def test_scenarios_of_an_expansion_play_with_it(tmp_path: Path) -> None:
    write_market(tmp_path, "scenarios: [{name: base, then: [coins(p1) == 2]}]\n")
    folder = tmp_path / "expansions" / "rich"
    (folder / "scenarios").mkdir(parents=True)
    overlay = (
        "id: rich\ntitle: Rich\nbase: market\nkind: expansion\nchange: {counters: {coins: {start: 9}}}\n"
    )
    (folder / "overlay.yaml").write_text(overlay, encoding="utf-8")
    (folder / "scenarios" / "rich.yaml").write_text(
        "scenarios: [{name: rich, then: [coins(p1) == 9]}]\n", encoding="utf-8"
    )
    assert [(r.name, r.message) for r in run_scenarios(tmp_path)] == [("base", ""), ("rich", "")]
    assert [r.name for r in run_scenarios(folder)] == ["rich"]


def test_an_unknown_target_is_a_wrong_usage() -> None:
    with pytest.raises(UsageFault):
        run_scenarios("no_such_game_anywhere")


# --- Setups -----------------------------------------------------------------------------------


def test_setups_of_the_file_and_of_the_folder_run_in_the_order_named(tmp_path: Path) -> None:
    """A file's own hide those of `setups.yaml`; an overlay's scenarios know the ruleset's."""
    text = (
        "setups:\n  rich: |\n    set coins(p1) to 7\n    set coins(p2) to 7\n"
        "given: [rich]\n"
        "scenarios:\n"
        "  - name: one after the other\n"
        "    given: [poor_first, gain 1 coins]\n"
        "    then: [coins(p1) == 1, coins(p2) == 7]\n"
    )
    write_market(tmp_path, text)
    shared = tmp_path / "scenarios" / "setups.yaml"
    shared.write_text("setups: {poor_first: set coins(p1) to 0, rich: lose 1 coins}\n", encoding="utf-8")
    overlay = tmp_path / "expansions" / "sale"
    (overlay / "scenarios").mkdir(parents=True)
    (overlay / "overlay.yaml").write_text(
        "id: sale\ntitle: Sale\nbase: market\nadd: {counters: {sales: {}}}\n", encoding="utf-8"
    )
    own = "scenarios: [{name: of the overlay, given: [poor_first], then: [coins(p1) == 0]}]\n"
    (overlay / "scenarios" / "own.yaml").write_text(own, encoding="utf-8")
    results = run_scenarios(tmp_path)
    assert [(result.name, result.message) for result in results] == [
        ("one after the other", ""),
        ("of the overlay", ""),
    ]


def test_a_setup_that_is_not_there_is_reported_where_it_is_named(tmp_path: Path) -> None:
    text = "setups: {rich: gain 9 coins}\nscenarios:\n  - {name: a, given: [rihc], then: [true]}\n"
    (problem,) = check_scenarios(write_market(tmp_path, text))
    assert (problem.code, problem.position.line, problem.hint) == ("unknown-name", 3, "did you mean 'rich'?")


def test_a_setup_that_is_not_named_in_a_list_is_no_statement(tmp_path: Path) -> None:
    text = "setups: {rich: gain 9 coins}\nscenarios:\n  - {name: a, given: rich, then: [true]}\n"
    (problem,) = check_scenarios(write_market(tmp_path, text))
    assert (problem.code, problem.position.line, problem.hint) == ("wrong-type", 3, "given: [rich]")


def test_an_overlay_anywhere_on_disk_has_its_scenarios_beside_it(tmp_path: Path) -> None:
    write_market(tmp_path / "market", "scenarios: [{name: some, then: [true]}]\n")
    overlay = tmp_path / "elsewhere" / "rich"
    (overlay / "scenarios").mkdir(parents=True)
    text = "id: rich\ntitle: Rich\nbase: market\nadd: {values: {wealth: 99}}\n"
    (overlay / "overlay.yaml").write_text(text, encoding="utf-8")
    scenario = "game: market\nwith: [rich]\nscenarios: [{name: some, then: [wealth == 99]}]\n"
    (overlay / "scenarios" / "one.yaml").write_text(scenario, encoding="utf-8")
    results = run_scenarios(overlay, [tmp_path])
    assert [(result.passed, result.message) for result in results] == [(True, "")]


# --- What happened where one fails -------------------------------------------------------------


def heard_in(folder: Path, *lines: str) -> tuple[str, list[str]]:
    """The entry that a scenario failed at, and its events: who chose what, which counters went where to."""
    result = run_market(folder, *lines)
    assert not result.passed
    told = [
        f"p{seat + 1} {event['kind']} "
        + (str(event.get("after")) if event["kind"] == "count" else "".join(event["options"]))
        for seat, events in result.happened
        for event in events
        if event["kind"] in ("count", "choice")
    ]
    return result.entry, told


def test_a_failed_scenario_keeps_what_its_last_entry_led_to(tmp_path: Path) -> None:
    """Not what entries before it did; entries that only look belong to the choice before them."""
    entry, told = heard_in(
        tmp_path, "when:", "  - buy", "  - ware=cup", "  - pass", "  - check: coins(p1) == 2"
    )
    assert entry == "pass"
    assert told == ["p1 choice pass"]
    entry, told = heard_in(tmp_path / "then", "when: [buy, ware=cup]", "then: [coins(p1) == 2]")
    assert (entry, told) == ("ware=cup", ["p1 choice ware=cup", "p1 count 1"])


def test_of_what_is_looked_at_at_once_only_that_much_is_heard(tmp_path: Path) -> None:
    entry, told = heard_in(
        tmp_path,
        "when:",
        "  - buy",
        "  - {choose: ware=cup, now: coins(p1) == 1}",
        "  - {choose: pass, now: false}",
    )
    assert (entry, told) == ("pass", ["p1 choice pass"])


def test_of_a_step_gone_to_all_choices_are_heard(tmp_path: Path) -> None:
    entry, told = heard_in(tmp_path, "when: [{until: close_market}]", "then: [coins(p1) == 9]")
    assert entry == "close_market"
    assert [line for line in told if "choice" in line] == [
        *("p1 choice buy", "p1 choice ware=cup", "p1 choice buy", "p1 choice ware=cup"),
        *("p2 choice buy", "p2 choice ware=hat"),
    ]


def test_a_scenario_that_passes_keeps_nothing(tmp_path: Path) -> None:
    result = run_market(tmp_path, "when: [buy, ware=cup]", "then: [coins(p1) == 1]")
    assert (result.passed, result.happened, result.game) == (True, (), None)
