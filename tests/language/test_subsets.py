"""Several things chosen one after the other: any order, one position; and what bots take of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import State
from interpreter.bots import bot_for
from interpreter.play.subset import DONE, Picked, Subset
from tests.language.small_rulesets import BASE, TURNS, game_of, ids, play, value

HOW_MANY = [
    "choose exactly 3 chosen in hand(me)",
    "choose up to 3 chosen in hand(me)",
    "choose from 2 to 4 chosen in hand(me)",
    "choose as many as possible up to 4 chosen in hand(me)",
    "choose exactly 2 with repeats chosen in set(c for c in hand(me))",
]


def begun(folder: Path, how_many: str) -> State:
    """A turn of p1, who holds three aces, two kings and a jack."""
    flow = "flow:\n  - step: deal\n    do: move all from box(card) to hand(p1)\n"
    text = (
        f"actions:\n  act:\n    do: |\n      {how_many}\n"
        "      for c in set(c for c in chosen): gain 1 wood\n      choose n in 1..2: gain n coins\n"
    )
    base = BASE + flow + TURNS.removeprefix("flow:\n")
    return game_of(folder, text, base=base).new(1)


def ends(state: State, *, canonical: bool) -> Iterator[tuple[tuple[str, ...], State]]:
    """All ways of picking, up to the question that comes after: the ids, and the state."""
    decision = state.decision
    assert decision is not None
    if decision.name == "n":
        yield (), state
        return
    for option in decision.options:
        if option.canonical or not canonical:
            for rest, end in ends(play(state.fork(), [option.id]), canonical=canonical):
                yield (option.id, *rest), end


@pytest.mark.parametrize("how_many", HOW_MANY)
def test_every_order_leads_to_one_position_and_canonical_order_to_each_once(
    how_many: str, tmp_path: Path
) -> None:
    state = play(begun(tmp_path, how_many), ["act"])
    everything = list(ends(state, canonical=False))
    once = [end.key() for _, end in ends(state, canonical=True)]
    assert len(once) == len(set(once))
    assert set(once) == {end.key() for _, end in everything}
    by_picks: dict[tuple[str, ...], set[str]] = {}
    for picks, end in everything:
        by_picks.setdefault(tuple(sorted(picks)), set()).add(end.hash())
    assert all(len(hashes) == 1 for hashes in by_picks.values())


def test_what_is_picked_so_far_is_told_in_the_order_of_the_pool(tmp_path: Path) -> None:
    state = play(begun(tmp_path, HOW_MANY[0]), ["act", "chosen=jack", "chosen=ace"])
    decision = state.decision
    assert decision is not None
    assert [option.id for option in decision.picked] == ["chosen=ace", "chosen=jack"]
    assert [option.canonical for option in decision.options] == [True, True]
    twin = play(begun(tmp_path, HOW_MANY[0]), ["act", "chosen=ace", "chosen=jack"])
    assert (twin.key(), twin.hash(), ids(twin)) == (state.key(), state.hash(), ids(state))
    again = State.restore(state.game, state.snapshot())
    assert (again.key(), ids(again)) == (state.key(), ids(state))


def test_different_things_may_begin_with_the_last(tmp_path: Path) -> None:
    how_many = "choose exactly 2 chosen in set(c for c in hand(me))"
    state = play(begun(tmp_path, how_many), ["act", "chosen=jack"])
    assert ids(state) == ["chosen=ace", "chosen=king"]
    assert value(play(state, ["chosen=ace"]), "wood(me)") == 2


@pytest.mark.parametrize("bot", ["random", "greedy", "search"])
def test_a_bot_goes_on_from_an_order_that_is_not_canonical(bot: str, tmp_path: Path) -> None:
    state = play(begun(tmp_path, HOW_MANY[0]), ["act", "chosen=jack"])
    assert list(state.ways) == [0, 1]
    while state.decision is not None and state.decision.name == "chosen":
        state.choose(bot_for(state.game, bot).choose(state, Random(1)))
    assert value(state, "size(hand(me))") == 6


pools = st.lists(st.integers(min_value=0, max_value=3), min_size=1, max_size=5)


@settings(max_examples=200, deadline=None)
@given(
    pool=pools, limits=st.tuples(st.integers(0, 6), st.integers(0, 6)), secret=st.booleans(), data=st.data()
)
def test_the_law_any_order_of_picks_is_one_answer(
    pool: list[int], limits: tuple[int, int], secret: bool, data: st.DataObject
) -> None:
    """All orders of an answer give it; those in canonical order give each answer once."""
    least, most = min(*limits, len(pool)), max(limits)
    subset = Subset(pool, least, most, secret=secret)

    def answers(picked: Picked, *, canonical: bool) -> Iterator[Picked]:
        options = subset.options(picked)
        assert len(options) == len(set(options))
        if not options:
            yield picked
        ways = subset.ways(picked, options) if canonical else range(len(options))
        assert not options or len(ways)
        for place in ways:
            if options[place] is DONE:
                yield picked
            else:
                yield from answers(subset.with_one(picked, options[place]), canonical=canonical)

    once = list(answers(subset.filled(()), canonical=True))
    assert len(once) == len(set(once))
    assert all(least <= len(answer) <= most and subset.holds(answer) for answer in once)
    assert set(once) == set(answers(subset.filled(()), canonical=False))
    answer = data.draw(st.sampled_from(once))
    for order in islice(permutations(answer), 50):
        picked, wanted = subset.filled(()), Counter[int]()
        for one in order:
            wanted[one] += 1
            if picked.count(one) < wanted[one]:
                assert one in subset.options(picked)
                picked = subset.with_one(picked, one)
        assert picked == answer
