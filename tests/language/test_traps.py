"""The seventeen traps of the first trial of the language, each with the reading that was taken."""

from __future__ import annotations

import ast
import inspect
import signal
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, RuleFault, State
from interpreter.compiler import emit_python
from interpreter.play import chance, graph_queries, runtime, shared, trails
from tests.language.small_rulesets import TURNS, faults_of, game_of, ids, loaded, play, value


def turns(folder: Path, act: str, more: str = "", *, players: int = 2) -> State:
    """Begin a game in which each player has 5 coins, and turns of one action, `act`."""
    body = "\n".join(f"      {line}" for line in act.strip().splitlines())
    base = TURNS + "counters: {coins: {per: player, start: 5}, wood: {per: player}}\n" + CARDS
    return game_of(folder, f"actions:\n  act:\n    do: |\n{body}\n{more}", base=base, players=players).new(1)


CARDS = """\
components: {card: {kinds: {ace: {copies: 3}, king: {copies: 2}, jack: {}}}}
zones:
  hand: {per: player, holds: card, visible: owner}
  deck: {holds: card, order: stack, visible: nobody}
"""


def ways(state: State) -> list[State]:
    """Take every way through the options in canonical order, until the action is done."""
    found = []
    for option in state.decision.options if state.decision is not None else ():
        if not option.canonical:
            continue
        after = play(state.fork(), [option.id])
        found += [after] if "rest" in ids(after) else ways(after)
    return found


def test_trap_01_no_subset_is_reached_twice(tmp_path: Path) -> None:
    state = turns(
        tmp_path,
        (
            "choose up to 3 n in 1..5\n"
            "set coins(me) to sum(x for x in n)\n"
            "for x in n: set wood(me) to wood(me) * 10 + x"
        ),
    )
    ends = [value(way, "wood(me)") for way in ways(play(state, ["act"]))]
    assert len(ends) == len(set(ends)) == 1 + 5 + 10 + 10
    assert all(list(str(end)) == sorted(str(end)) for end in ends)


def test_trap_02_a_payment_is_made_before_the_rest_of_the_guard_is_looked_at(tmp_path: Path) -> None:
    state = turns(tmp_path, "pay 2 coins\nchoose d in 1..6 where coins(me) >= d\npay d coins\ngain d wood")
    assert ids(play(state, ["act"])) == ["d=1", "d=2", "d=3"]
    assert value(state, "coins(me)") == 3


def test_trap_02_a_payment_looked_at_is_undone(tmp_path: Path) -> None:
    state = turns(tmp_path, "pay 2 coins\nchoose d in 1..6 where coins(me) >= d * 9\npay d coins")
    assert ids(state) == [], "act cannot be done and rest is taken by itself until the game is over"
    assert value(state, "coins(p1)") == value(state, "coins(p2)") == 5


def test_trap_02_a_piece_paid_is_gone_for_what_follows(tmp_path: Path) -> None:
    more = "  deal: {do: 'move 2 ace from box(card) to hand(me)'}\n"
    state = turns(
        tmp_path,
        "choose c in hand(me)\npay c\nchoose other in hand(me)\npay other\ngain 1 wood",
        more + "grants: [{action: deal}]\n",
    )
    assert ids(state) == ["rest", "deal"]
    play(state, ["deal"])
    assert ids(state) == ["act", "rest", "deal"]
    play(state, ["act"])
    assert value(state, "hand(me)") == []


def test_trap_02_a_guard_that_raises_leaves_the_state_as_it_was(tmp_path: Path) -> None:
    more = "  spoil: {do: set wood(me) to 1}\n"
    state = turns(
        tmp_path,
        "pay 2 coins\nchoose d in 1..6 where 6 / (1 - wood(me)) > 0 and coins(me) >= d\npay d coins",
        more + "grants: [{action: spoil}]\n",
    )
    before, slots = state.key(), list(state.slots)
    with pytest.raises(RuleFault, match="division by zero"):
        play(state, ["spoil"])
    assert state.key() == before
    assert state.slots == slots
    assert ids(state) == ["act", "rest", "spoil"]
    play(state, ["act", "d=3"])
    assert value(state, "coins(me)") == 0


def test_trap_02_events_of_payments_wait_until_the_leading_part_ends(tmp_path: Path) -> None:
    more = "triggers: [{on: lost coins(me), do: set coins(me) to 0}]\n"
    state = turns(
        tmp_path, "pay 2 coins\nchoose d in 1..6 where coins(me) >= d\npay d coins\ngain d wood", more
    )
    play(state, ["act"])
    assert ids(state) == ["d=1", "d=2", "d=3"], "the trigger has not run yet"
    play(state, ["d=3"])
    assert (value(state, "coins(me)"), value(state, "wood(me)")) == (0, 3)


@pytest.mark.parametrize(
    "late", ["pay 1 coins", "require wood(me) > 9", "choose n in 1..wood(me)", "choose exactly 2 n in 1..3"]
)
def test_trap_03_what_comes_after_a_change_is_a_fault(late: str, tmp_path: Path) -> None:
    assert faults_after_a_change(late, tmp_path) == [("after-change", 6)]


def test_trap_03_what_is_never_empty_may_be_chosen_after_a_change(tmp_path: Path) -> None:
    assert faults_after_a_change("choose n in 1..3", tmp_path) == []


def faults_after_a_change(late: str, tmp_path: Path) -> list[tuple[str, int]]:
    text = f"actions:\n  act:\n    do: |\n      require coins(me) > 0\n      gain 1 wood\n      {late}\n"
    counters = "counters: {coins: {per: player}, wood: {per: player}}\n"
    return faults_of(tmp_path, text, base=TURNS + counters)


def test_trap_04_nothing_to_choose_skips_the_block_only(tmp_path: Path) -> None:
    state = turns(tmp_path, "gain 1 coins\nchoose c in hand(me): move c to deck\ngain 1 wood")
    play(state, ["act"])
    assert (value(state, "coins(me)"), value(state, "wood(me)")) == (6, 1)


BUY = "effects:\n  buy: |\n    pay 4 coins\n    gain 1 wood\n"


def test_trap_05_a_call_tests_the_guard_of_what_it_calls(tmp_path: Path) -> None:
    state = turns(tmp_path, "lose 1 coins\ncall buy()\ncall buy()\nlose 1 wood for p2", BUY)
    play(state, ["act"])
    assert (value(state, "coins(me)"), value(state, "wood(me)")) == (0, 1)


def test_trap_05_must_call_that_cannot_be_done_is_a_fault_and_changes_nothing(tmp_path: Path) -> None:
    state = turns(tmp_path, "lose 1 coins\ncall buy()\nmust call buy()", BUY)
    before = state.key()
    with pytest.raises(RuleFault, match=r"own\.yaml:6:\d+: 'buy' must be done"):
        play(state, ["act"])
    assert (state.key(), ids(state)) == (before, ["act", "rest"])


THREE_CHOICES = (
    "choose a in 1..3\n"
    "choose b in 1..3 where b != a\n"
    "choose c in 1..3 where c > 1\n"
    "set wood(me) to a * 100 + b * 10 + c"
)


def test_trap_06_a_state_in_mid_step_is_its_checkpoint_and_choices(tmp_path: Path) -> None:
    state = turns(tmp_path, THREE_CHOICES)
    one, other = play(state.fork(), ["act", "a=1"]), play(state.fork(), ["act", "a=2"])
    assert one.checkpoint == other.checkpoint == state.checkpoint
    assert one != other
    assert len({one.hash(), other.hash(), state.hash()}) == 3
    again = play(state.fork(), ["act", "a=1"])
    assert (one == again, hash(one) == hash(again), one.hash() == again.hash()) == (True, True, True)
    restored = State.restore(state.game, one.snapshot())
    assert (restored == one, ids(restored)) == (True, ids(one))


def test_trap_07_forks_in_mid_step_are_exact_with_draws(tmp_path: Path) -> None:
    act = (
        "choose a in 1..3\n"
        "roll 3 into dice(me)\n"
        "choose b in dice(me):\n"
        "  roll 2 into dice(p2)\n"
        "  choose c in 1..3: set wood(me) to a * 100 + b * 10 + c"
    )
    more = "zones: {dice: {per: player, holds: number, faces: 100}}\n"
    state = turns(tmp_path, act, more)
    play(state, ["act", "a=2"])
    fork = state.fork()
    assert (fork.key(), fork.slots, ids(fork)) == (state.key(), state.slots, ids(state))
    for way in (0, 1):
        state.choose(way)
        fork.choose(way)
        later = fork.fork()
        assert fork.slots == state.slots
        assert (later.key(), later.slots) == (fork.key(), fork.slots)
        assert later.drawn == state.drawn
        fork = later


def test_trap_07_a_fork_goes_its_own_way(tmp_path: Path) -> None:
    state = play(turns(tmp_path, THREE_CHOICES), ["act", "a=1"])
    before, slots = state.key(), list(state.slots)
    fork = play(state.fork(), ["b=3", "c=2", "rest"])
    assert (state.key(), state.slots) == (before, slots)
    assert value(fork, "wood(p1)") == 132
    assert value(play(state, ["b=2", "c=3"]), "wood(me)") == 123


@pytest.mark.parametrize("word", ["pick n at random in 1..3", "roll 1 into dice"])
def test_trap_07_chance_is_no_expression(word: str, tmp_path: Path) -> None:
    text = f"actions:\n  act:\n    do: |\n      require ({word}) > 1\n"
    assert [code for code, _ in faults_of(tmp_path, text, base=TURNS)] == ["syntax"]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> list[ast.AST]:
    """The Python trees that loading a game compiles from now on."""
    found: list[ast.AST] = []

    def noting(source: Any, *rest: Any) -> Any:
        found.append(source)
        return compile(source, *rest)

    monkeypatch.setattr(emit_python, "compile", noting, raising=False)
    return found


def test_trap_08_compiled_rules_have_no_try_and_no_cleanup(modules: list[ast.AST], tmp_path: Path) -> None:
    act = (
        "pay 1 coins or wood\n"
        "choose n in 1..3\n"
        "until end of turn:\n"
        "  modify price plus n\n"
        "settle none: gain 1 wood\n"
        "shuffle deck until true\n"
        "may: gain 1 wood"
    )
    turns(tmp_path, act, "values: {price: 1}\ntriggers: [{on: lost coins(me), do: gain price wood}]\n")
    assert any(isinstance(node, ast.Yield) for tree in modules for node in ast.walk(tree))
    cleanup = (ast.Try, ast.With, ast.AsyncWith, ast.TryStar)
    assert not [node for tree in modules for node in ast.walk(tree) if isinstance(node, cleanup)]
    # What they call in the course of a choice has none either.
    called = (runtime, shared, chance, graph_queries, trails)
    assert not [module for module in called if "finally" in inspect.getsource(module)]


def test_trap_08_a_fork_that_is_dropped_changes_nothing(tmp_path: Path) -> None:
    state = play(turns(tmp_path, "pay 2 coins\n" + THREE_CHOICES), ["act", "a=1"])
    fork = state.fork()
    slots = fork.slots
    kept = list(slots)
    del fork
    assert slots == kept


def endless(folder: Path) -> tuple[State, str]:
    """A circle with a move in it, so that it may be written, that never ends."""
    more = """\
effects:
  round_trip: |
    choose c in hand(me): move c to hand(p2)
    choose c in hand(p2): move c to hand(me)
triggers: [{on: round_trip(me), do: call round_trip()}]
"""
    return turns(folder, "gain 1 coins\nmove jack from box(card) to hand(me)\ncall round_trip()", more), "act"


def test_trap_09_endless_triggers_are_a_fault_and_the_state_stays(tmp_path: Path) -> None:
    state, option = endless(tmp_path)
    before, slots, offered = state.key(), list(state.slots), ids(state)
    with pytest.raises(RuleFault, match=r"without end|endless|too deep"):
        state.choose(option)
    assert (state.key(), state.slots, ids(state)) == (before, slots, offered)
    assert state.decisions == 0


def test_trap_09_the_limit_is_one_of_its_own_not_pythons(tmp_path: Path) -> None:
    state, option = endless(tmp_path)
    with pytest.raises(RuleFault) as fault:
        state.choose(option)
    assert fault.value.position is not None
    assert Path(fault.value.position.file).name == "own.yaml"
    assert not isinstance(fault.value.__cause__, RecursionError)


def test_trap_09_an_action_that_performs_itself_for_ever_is_a_fault_too(tmp_path: Path) -> None:
    more = (
        "effects:\n"
        "  again: |\n"
        "    choose c in box(card) where c == jack: move c to deck\n"
        "    perform again()\n"
    )
    state = turns(tmp_path, "gain 1 coins\nperform again()", more)
    before, offered = state.key(), ids(state)
    with pytest.raises(RuleFault):
        state.choose("act")
    assert (state.key(), ids(state)) == (before, offered)


def test_trap_09_a_circle_in_which_nothing_is_asked_paid_or_moved_does_not_load(tmp_path: Path) -> None:
    base = "counters: {coins: {per: player}}\nflow: [{step: only, do: call one() for p1}]\n"
    text = "effects:\n  one: call two()\n  two: |\n    gain 1 coins\n    call one()\n"
    assert [code for code, _ in faults_of(tmp_path, text, base=base)] == ["endless"]


def test_trap_09_a_trigger_that_causes_its_own_event_does_not_load(tmp_path: Path) -> None:
    base = "counters: {coins: {per: player}}\nflow: [{step: only, do: gain 1 coins(p1)}]\n"
    text = "effects: {}\ntriggers:\n  - {on: gained coins(me), do: gain 1 coins}\n"
    assert faults_of(tmp_path, text, base=base) == [("endless", 3)]


def test_trap_09_an_honest_circle_loads(tmp_path: Path) -> None:
    more = (
        "effects:\n"
        "  place: |\n"
        "    pay 2 coins\n"
        "    gain 1 wood\n"
        "triggers: [{on: place(me), do: call place()}]\n"
    )
    state = turns(tmp_path, "call place()", more)
    play(state, ["act"])
    assert (value(state, "coins(me)"), value(state, "wood(me)")) == (1, 2)


def test_trap_10_a_for_runs_over_a_copy(tmp_path: Path) -> None:
    more = "  deal: {do: 'move 2 ace from box(card) to hand(me)'}\ngrants: [{action: deal}]\n"
    act = (
        "for c in hand(me):\n"
        "  gain 1 wood\n"
        "  move all from hand(me) to deck\n"
        "  move king from box(card) to hand(me)"
    )
    state = turns(tmp_path, act, more)
    play(state, ["deal", "act"])
    assert (value(state, "wood(me)"), value(state, "hand(me)")) == (2, ["king"])


def test_trap_10_a_round_runs_over_the_order_of_its_beginning(tmp_path: Path) -> None:
    base = """\
counters: {seat: {per: player, start: 0 - player.index}, took: {start: 0}, coins: {per: player}}
flow:
  - step: round
    for: number in 1..2
    steps:
      - {step: turn, players: sorted(p for p in players by seat(p)), actions: [overtake, rest]}
actions:
  overtake:
    do: |
      set seat(me) to seat(me) + 100
      set took to took * 10 + me.index
      end turn
  rest: {do: end turn}
"""
    state = game_of(tmp_path, "effects: {}\n", base=base, players=3).new(1)
    play(state, ["overtake"] * 3)
    assert value(state, "took") == 321
    play(state, ["rest", "overtake"])
    assert value(state, "took") == 3212


AGENDA = """\
effects:
  extra(number n): set wood(me) to wood(me) * 10 + n
  build: |
    %s
    gain 0 coins
triggers: [{on: build(me), do: set wood(me) to wood(me) * 10 + 9}]
"""


@pytest.mark.parametrize(("word", "order"), [("perform extra(1)", 91), ("perform extra(1) at once", 19)])
def test_trap_11_an_extra_action_runs_after_the_actions_own_consequences(
    word: str, order: int, tmp_path: Path
) -> None:
    state = turns(tmp_path, "call build()", AGENDA % word)
    assert value(play(state, ["act"]), "wood(me)") == order


def test_trap_11_what_an_extra_action_performs_runs_before_what_waited_already(tmp_path: Path) -> None:
    more = (
        "effects:\n"
        "  mark(number n): set wood(me) to wood(me) * 10 + n\n"
        "  twice: |\n"
        "    perform mark(2)\n"
        "    perform mark(3)\n"
    )
    state = turns(tmp_path, "perform twice()\nperform mark(4)", more)
    assert value(play(state, ["act"]), "wood(me)") == 234


def test_trap_11_an_extra_action_is_a_step_of_its_own(tmp_path: Path) -> None:
    more = "effects:\n  more: |\n    choose n in 1..3\n    gain n wood\n"
    state = turns(tmp_path, "choose k in 1..2\ngain k coins\nperform more()", more)
    play(state, ["act", "k=1"])
    assert ids(state) == ["n=1", "n=2", "n=3"]
    assert state.checkpoint[state.game.layout.counters["coins"]] == 6
    assert state.snapshot()["choices"] == []


def test_trap_11_actions_that_are_open_at_any_time_come_between(tmp_path: Path) -> None:
    base = (
        TURNS.replace("[act, rest]", "[act, sell, rest]")
        + "counters: {coins: {per: player, start: 1}, wood: {per: player}}\n"
    )
    text = """\
actions:
  act: {do: perform buy()}
  sell:
    anytime: true
    do: |
      require coins(me) < 4
      gain 2 coins
effects:
  buy: |
    pay 3 coins
    gain 1 wood
"""
    state = game_of(tmp_path, text, base=base).new(1)
    play(state, ["act"])
    assert ids(state) == ["buy", "sell"]
    play(state, ["sell"])
    assert ids(state) == ["buy", "sell"]
    play(state, ["buy"])
    assert (value(state, "coins(me)"), value(state, "wood(me)")) == (0, 1)


def test_trap_12_me_is_the_same_in_a_for_and_another_is_asked_with_by(tmp_path: Path) -> None:
    act = "for p in players_from(p2):\n  gain p.index wood\n  choose n in 1..2 by p: set coins(p) to n"
    state = turns(tmp_path, act)
    play(state, ["act"])
    assert state.seat == 1
    play(state, ["n=2"])
    assert state.seat == 0
    play(state, ["n=1"])
    assert [value(state, f"{c}({p})") for c in ("wood", "coins") for p in ("p1", "p2")] == [3, 0, 1, 2]


SECRET = """\
flow:
  - step: prepare
    do: |
      for p in players: draw 2 from box(card) to hand(p)
  - step: bid
    players: players
    secretly: true
    do: |
      choose c in hand(me)
      move c to bids(me)
  - {step: after, players: players, actions: [act, rest]}
zones:
  hand: {per: player, holds: card, visible: owner}
  bids: {per: player, holds: card}
components: {card: {kinds: {ace: {}, king: {}, jack: {}, ten: {}}}}
actions:
  act: {do: end after}
  rest: {do: end after}
"""


def test_trap_13_a_secret_choice_is_in_no_view_before_all_have_chosen(tmp_path: Path) -> None:
    state = game_of(tmp_path, "effects: {}\n", base=SECRET).new(3)
    offered = ids(state)
    one, other = play(state.fork(), offered[:1]), play(state.fork(), offered[1:])
    assert (one.step, one.seat) == ("bid", 1)
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    one.choose(0)
    assert one.step == "after"
    assert [len(bid) for bid in one.view(1)["zones"]["bids"].values()] == [1, 1]


def test_trap_13_who_chooses_first_does_not_change_what_others_are_offered(tmp_path: Path) -> None:
    base = SECRET.replace(
        "choose c in hand(me)", "choose c in hand(me) where size(bids(p1)) == 0 or me == p1"
    )
    state = game_of(tmp_path, "effects: {}\n", base=base).new(3)
    play(state, ids(state)[:1])
    assert state.seat == 1
    assert len(ids(state)) == 2, "what p1 has chosen secretly does not count yet"


def test_trap_14_a_choice_among_hidden_pieces_is_told_when_the_rules_are_loaded(tmp_path: Path) -> None:
    text = "actions:\n  act:\n    do: |\n      choose c in hand(%s)\n      move c to deck\n"
    seen = loaded(tmp_path, text % "me", base=TURNS + CARDS)
    assert (seen.ok, seen.problems) == (True, [])
    hidden = loaded(tmp_path, text % "p2", base=TURNS + CARDS)
    assert [(p.code, p.severity, p.position.line) for p in hidden.problems] == [
        ("hidden-choice", "warning", 4)
    ]


def test_trap_14_what_is_revealed_is_seen_by_whom_it_is_revealed_to(tmp_path: Path) -> None:
    more = (
        "  show: {do: reveal deck to p2}\n"
        "  show_all: {do: reveal deck}\n"
        "  cover: {do: hide deck}\n"
        "grants: [{action: show}, {action: show_all}, {action: cover}]\n"
    )
    state = play(turns(tmp_path, "move king from box(card) to deck", more), ["act"])

    def seen_after(act: str) -> list[object]:
        play(state, [act] if act else [])
        return [state.view(who)["zones"]["deck"] for who in (0, 1, None)]

    assert seen_after("") == [1, 1, 1]
    assert [seen_after(act) for act in ("show", "cover", "show_all")] == [
        [1, ["king"], 1],
        [1, 1, 1],
        [["king"], ["king"], ["king"]],
    ]


def test_trap_14_a_hidden_piece_is_drawn_not_chosen(tmp_path: Path) -> None:
    more = "  deal: {do: 'move all from box(card) to hand(p2)'}\ngrants: [{action: deal}]\n"
    state = play(turns(tmp_path, "pick c at random in hand(p2)\nmove c to hand(me)", more), ["deal"])
    fork = play(state.fork(), ["act"])
    assert ids(fork)[0] == "act", "nobody was asked for the card"
    assert len(fork.drawn) == 1
    assert value(fork, "size(hand(me))") == 1


def test_trap_14_a_secret_choice_with_one_option_is_asked_all_the_same(tmp_path: Path) -> None:
    base = SECRET.replace("draw 2 from box(card)", "draw 1 from box(card)")
    state = game_of(tmp_path, "effects: {}\n", base=base).new(3)
    assert (state.step, state.seat, len(ids(state))) == ("bid", 0, 1)
    play(state, ids(state))
    assert (state.step, state.seat, len(ids(state))) == ("bid", 1, 1)


def test_trap_15_modifiers_read_their_arguments_and_the_state_at_each_use(tmp_path: Path) -> None:
    more = """\
values: {"price(player p, number n)": n}
modifiers:
  - {value: "price(me, number n)", plus: wood(me), where: n > 2}
  - {value: "price(player q, 7)", times: 2}
"""
    state = turns(tmp_path, "gain 1 wood\nlose price(me, 3) coins", more)
    assert [value(state, f"price({a})") for a in ("p1, 3", "p1, 7", "p2, 7")] == [3, 14, 14]
    assert value(play(state, ["act"]), "coins(me)") == 1
    assert [value(state, f"price({a})") for a in ("p1, 2", "p1, 3", "p2, 3", "p1, 7")] == [2, 4, 3, 16]


def test_trap_15_modifiers_that_read_each_other_in_a_circle_do_not_load(tmp_path: Path) -> None:
    text = "values: {one: 1, two: 2}\nmodifiers:\n  - {value: one, plus: two}\n  - {value: two, plus: one}\n"
    found = faults_of(
        tmp_path,
        text,
        base="counters: {coins: {per: player}}\nflow: [{step: only, do: gain one coins(p1)}]\n",
    )
    assert found
    assert {code for code, _ in found} == {"circle"}


@pytest.mark.parametrize("points", ["(choose n in 1..3)", "{choose: n}", "gain 1 coins"])
def test_trap_16_scoring_cannot_ask_or_change_anything(points: str, tmp_path: Path) -> None:
    base = "counters: {coins: {per: player}}\nflow: [{step: only, do: gain 1 coins(p1)}]\n"
    text = f"scoring:\n  final:\n    - {{source: coins, points: {points}}}\n"
    found = faults_of(tmp_path, text, base=base)
    assert [line for _, line in found] == [3]


def test_trap_16_the_best_choice_is_a_maximum(tmp_path: Path) -> None:
    more = "scoring: {final: [{source: best, points: max(n * (coins(me) - n) for n in 0..coins(me))}]}\n"
    state = turns(tmp_path, "gain 3 coins", more)
    before = state.key()
    assert state.preview(0) == 6
    play(state, ["act"])
    assert state.preview(0) == 16
    assert state.key() != before


def test_trap_17_a_condition_is_tested_where_its_variables_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty ways are tried, not 12,960,000."""
    monkeypatch.setattr("interpreter.play.shared.MAX_WORK", 60 * 1_000)
    act = "\n".join(f"choose {v} in 1..60" for v in "abcd") + "\nrequire a > 60\ngain 1 wood"
    assert turns(tmp_path, act).finished


def test_trap_17_a_condition_on_the_last_of_many_choices_is_told(tmp_path: Path) -> None:
    act = "".join(f"      choose {v} in 1..9\n" for v in "abcde") + "      require a + b + c + d + e > 44\n"
    found = loaded(tmp_path, f"actions:\n  act:\n    do: |\n{act}", base=TURNS)
    assert found.ok
    assert [(p.code, p.severity, p.position.line) for p in found.problems] == [("lookahead", "warning", 9)]


def test_trap_17_a_hopeless_search_ends_with_a_fault(tmp_path: Path) -> None:
    act = "".join(f"      choose {v} in 1..200\n" for v in "abcd") + "      require a + b + c + d > 900\n"
    game = game_of(tmp_path, f"actions:\n  act:\n    do: |\n{act}", base=TURNS)

    def enough(*_: object) -> None:
        raise TimeoutError("1 600 000 000 ways are being tried")

    kept = signal.signal(signal.SIGALRM, enough)
    signal.setitimer(signal.ITIMER_REAL, 8)
    try:
        with pytest.raises(RuleFault):
            game.new(1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, kept)


def test_a_game_is_no_more_than_its_slots(tmp_path: Path) -> None:
    """Two games of one text are equal in what they do: nothing is kept outside the list."""
    first, second = (turns(tmp_path, THREE_CHOICES) for _ in range(2))
    assert isinstance(first.game, Game)
    assert play(first, ["act", "a=1"]).hash() == play(second, ["act", "a=1"]).hash()
