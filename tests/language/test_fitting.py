"""What is asked of several things together decides which can be picked: nobody is led into a dead end."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, RuleFault, simulate, why_not
from interpreter.play import shared
from interpreter.play.subset import DONE, Fitting, subsets
from tests.language.small_rulesets import TURNS, game_of, ids, play, value

BASE = """\
components:
  fish:
    fields: {n: number}
    kinds: {roach: {n: 1, copies: 4}, pike: {n: 2, copies: 3}, trout: {n: 3, copies: 2}}
zones:
  hand: {per: player, holds: fish}
  pond: {holds: fish}
counters:
  coins: {per: player, start: 4}
  spent: {per: player}
scoring: {final: [{source: coins, points: coins(me) + spent(me) * 3}]}
"""


DEAL = """\
for p in players:
  move 2 roach from box(fish) to hand(p)
  move 1 pike from box(fish) to hand(p)
move trout from box(fish) to hand(p1)"""


def game(folder: Path, act: str, more: str = "") -> Game:
    lines = "".join(f"      {line}\n" for line in act.split("\n"))
    deal_lines = "".join(f"      {line}\n" for line in DEAL.split("\n"))
    turns = TURNS.replace("1..50", "1..3").replace(
        "flow:\n", f"flow:\n  - step: deal\n    do: |\n{deal_lines}"
    )
    turns = turns.replace("[act, rest]", "[act, rest, idle]") + "  idle: {do: end turn}\n"
    return game_of(folder, f"actions:\n  act:\n    do: |\n{lines}{more}", base=BASE + turns)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from([3, 1, 2]), max_size=6), st.data())
def test_every_way_leads_to_a_subset_that_will_do_and_to_each_once(
    pool: list[int], data: st.DataObject
) -> None:
    every = list(subsets(pool, 0, len(pool), lambda: None))
    order = list(dict.fromkeys(pool))
    known = {
        tuple(sorted(found, key=order.index))
        for size in range(len(pool) + 1)
        for found in combinations(pool, size)
    }
    assert sorted(every) == sorted(known)
    good = data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True))
    secret = data.draw(st.booleans())
    asked = Fitting(pool, good, len(pool), secret=secret)

    def ends(picked: tuple[int, ...], *, straight: bool) -> list[tuple[int, ...]]:
        options = asked.options(picked)
        if not options:
            assert picked in good
            return [picked]
        assert secret or len(options) > 1
        ways = asked.ways(picked, options) if straight else range(len(options))
        found = []
        for place in ways:
            if options[place] is DONE:
                assert picked in good
                found.append(picked)
            else:
                more = asked.with_one(picked, options[place])
                assert Counter(more) > Counter(picked)
                assert asked.holds(more)
                found += ends(more, straight=straight)
        return found

    assert set(ends(asked.first, straight=False)) == set(good)
    assert sorted(ends(asked.first, straight=True)) == sorted(good)


ACTS = {
    "a sum": """\
choose from 1 to 3 dish in hand(me)
require sum(f.n for f in dish) == 3
move dish to pond
gain 5 coins""",
    "all alike": """\
choose from 2 to 3 dish in hand(me)
require all(a == b for a in dish for b in dish)
move dish to pond
gain 2 coins""",
    "a price": """\
choose up to 3 dish in hand(me)
let price = 2 * sum(f.n for f in dish)
require size(dish) > 1
pay price coins
move dish to pond
gain size(dish) spent""",
    "a choice after it": """\
choose exactly 2 dish in hand(me)
choose n in 1..3 where n == sum(f.n for f in dish)
move dish to pond
gain n coins""",
    "with repeats": """\
choose exactly 2 with repeats kinds in {roach, pike, trout}
require all(k in hand(me) for k in kinds)
require sum(k.n for k in kinds) mod 2 == 0
gain 1 spent""",
    "as many as possible": """\
choose as many as possible up to 2 dish in hand(me)
require trout in dish or size(hand(me)) < 3
move dish to pond""",
    "two of them": """\
choose exactly 1 first_one in hand(me)
choose up to 2 dish in hand(me)
require sum(f.n for f in dish) > sum(f.n for f in first_one)
move dish to pond
gain 1 spent""",
    "after a change": """\
gain 1 coins
choose from 1 to 3 dish in hand(me):
  require sum(f.n for f in dish) == 3
  pay 2 coins
  move dish to pond
  gain 4 spent
otherwise:
  gain 1 coins""",
    "an effect that must be done": """\
choose from 1 to 2 dish in hand(me)
let n = sum(f.n for f in dish)
must call spend(n)""",
}
MORE = "effects:\n  spend(number n): |\n    pay 2 * n coins\n    gain n spent\n"


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_both_engines_find_the_same(tmp_path: Path, act: str, bot: str) -> None:
    """No game ends in a fault: what is offered can be done."""
    pytest.importorskip("wasmtime")
    made = game(tmp_path, act + "\nend turn", more=MORE)
    python, wasm = (simulate(made, [bot, bot], 12, 1, engine=engine) for engine in ("python", "wasm"))
    assert (python.hashes, python.endings) == (wasm.hashes, wasm.endings)
    assert python.endings == {"finished": 12}
    assert python.decisions > 12


def test_only_what_can_lead_on_is_offered(tmp_path: Path) -> None:
    state = game(tmp_path, ACTS["a sum"]).new(1)
    assert sorted(ids(play(state, ["act"]))) == ["dish=pike", "dish=roach", "dish=trout"]
    fork = state.fork()
    # A pike needs one roach more; a roach a pike, for there is no third.
    assert value(play(fork, ["dish=pike"]), "pond") == ["roach", "pike"]
    assert value(play(state.fork(), ["dish=roach"]), "coins(me)") == 9
    assert value(play(state, ["dish=trout"]), "pond") == ["trout"]


@pytest.mark.parametrize("asked", ["act", "dish=trout", "dish=roach"])
def test_where_nothing_fits_the_action_is_not_offered_and_why_says_so(tmp_path: Path, asked: str) -> None:
    state = game(tmp_path, ACTS["a sum"].replace("== 3", "== 9")).new(1)
    assert ids(state) == ["rest", "idle"]
    reason = why_not(state, asked)
    assert reason is not None
    assert "no choice of fishes satisfies what follows" in reason.sentence


def test_why_looks_for_a_subset_that_holds_what_is_asked_for(tmp_path: Path) -> None:
    """Of all that is cooked none may be small."""
    state = game(
        tmp_path,
        "require coins(me) == 4\n"
        + ACTS["a sum"].replace("sum(f.n for f in dish) == 3", "all(f.n > 2 for f in dish)"),
    ).new(1)
    assert ids(state) == ["act", "rest", "idle"]
    assert why_not(state, "dish=trout") is None
    reason = why_not(state, "dish=roach")
    assert reason is not None
    assert "no choice of fishes" in reason.sentence


def test_a_price_counts_with_what_is_picked(tmp_path: Path) -> None:
    state = play(game(tmp_path, ACTS["a price"]).new(1), ["act"])
    assert (value(state, "coins(me)"), value(state, "spent(me)")) == (0, 2)


def test_a_block_after_a_change_is_left_out_where_nothing_fits(tmp_path: Path) -> None:
    act = ACTS["after a change"].replace("== 3", "== 9")
    assert value(play(game(tmp_path, act).new(1), ["act"]), "coins(me)") == 6


def test_too_many_combinations_are_a_fault_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "MAX_WORK", 5_000)
    act = "choose from 1 to 4 dish in hand(me)\nrequire sum(f.n for f in dish) == 99\nmove dish to pond"
    with pytest.raises(RuleFault, match="too many combinations of choices"):
        game(tmp_path, act).new(1)
