"""Kept values: whatever happens, what was kept is what the text comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import RuleFault, State
from interpreter.simulation import derived_seed, play_one
from tests.language.small_rulesets import TURNS, game_of, in_step, kept_of, loaded, play, value
from tests.playing import sampled

# Every thing that a value can read: a board, zones, counters, history, a modifier of a piece, a lasting one.
TOWN = (
    TURNS
    + """\
enums: {hue: [red, blue]}
components:
  house:
    per: player
    kinds: {hut: {copies: 9}}
  charm:
    kinds:
      lamp: {copies: 2, modifiers: [{value: worth(me), plus: coins(me)}]}
boards:
  field:
    {shape: square, holds: house, fields: {hue: hue}, legend: {hue: {r: red, b: blue}},
     picture: {hue: "r b r\\nb r b"}}
zones:
  bag: {per: player, holds: charm}
  shelf: {per: player, holds: charm, active: true}
counters:
  coins: {per: player, start: 2}
  limit: {start: 1}
values:
  mine(player p): {is: "set(x for x in field where occupied(x) and on(x).owner == p)", kept: true}
  free(field x): {is: "empty(x) and not any(occupied(n) for n in neighbours(x))", kept: true}
  worth(player p): {is: size(mine(p)) + size(bag(p)) * limit, kept: true}
  visits(player p): {is: "times(build, round, p) * 10 + size(others(p))", kept: true}
  best(hue h): {is: "first(p for p in players by most count(x.hue == h for x in mine(p)))", kept: true}
  sum_of(player p, player q): {is: worth(p) * 100 + worth(q), kept: true}
effects:
  build: |
    choose x in field where free(x) or limit > 1
    require empty(x)
    move hut(me) from box(house) to x
  everything: |
      one of:
        build_one: call build()
        earn: gain 1 coins
        raise: gain 1 limit
        take: draw 1 from box(charm) to bag(me)
        wear: move all from bag(me) to shelf(me)
        bless:
          until end of round:
            modify worth(me) times 3
        leave:
          for x in field where occupied(x): move on(x) to box(house)
"""
)

ACT = 'actions: {act: {do: "must call everything()\\nend turn"}}\n'


def arguments_of(state: State, name: str) -> list[str]:
    """All arguments that a value of the town can have, as they are written."""
    squares = [f"field({space})" for space in ("a1", "a2", "a3", "b1", "b2", "b3")]
    by_name = {"free": squares, "best": ["red", "blue"], "sum_of": ["p1, p2", "p2, p1", "p1, p1"]}
    return by_name.get(name, ["p1", "p2"])


@pytest.mark.parametrize("seed", sampled(range(6), 6))
def test_what_is_kept_equals_its_text_after_every_choice(tmp_path: Path, seed: int) -> None:
    """Forks too, in whatever order they are asked: all positions of a game share the cells."""
    game = game_of(tmp_path, ACT, base=TOWN)
    plain = game_of(tmp_path, ACT, base=TOWN.replace(", kept: true", ""))
    assert set(kept_of(game)) == {"mine", "free", "worth", "visits", "best", "sum_of"}
    assert not kept_of(plain)
    for one, two in in_step(game, plain, seed, 60):
        for name in kept_of(game):
            for given in arguments_of(one, name):
                text = f"{name}({given})"
                assert value(one, text) == value(two, text), text


def test_a_module_keeps_what_python_keeps(tmp_path: Path) -> None:
    """It looks at slots only where any may have changed since it last did; what is tried out changes some."""
    pytest.importorskip("wasmtime")
    from interpreter.wasm.engine import Engine  # noqa: PLC0415 - an extra

    act = """\
actions:
  act:
    do: |
      must call everything()
      if worth(me) > (worth(next(me)) after me does earn_much()): gain visits(me) coins
      set coins(me) to (coins(me) + worth(me) + sum_of(p1, p2) + (if best(red) == me then 1 else 0)) mod 97
      end turn
effects:
  earn_much: gain 2 coins for next(me)
"""
    game = game_of(tmp_path, act, base=TOWN)
    engine = Engine(game)
    for seed in range(30):
        expected = play_one(game, ["random"] * 2, seed)
        (found,) = engine.play([(seed, [derived_seed(seed, seat) for seat in range(2)])])
        assert found is not None
        assert (found.hash, found.decisions) == (expected.hash, expected.decisions), seed


def test_what_may_be_missing_is_asked_for_by_its_own(tmp_path: Path) -> None:
    """none has no cell: what the value says of it is worked out, a fault too."""
    text = "values: {rich(player p): {is: if p == none then -1 else coins(p), kept: true}}\n"
    state = game_of(tmp_path, ACT + text, base=TOWN).new(1)
    assert (value(state, "rich(none)"), value(state, "rich(p2)")) == (-1, 2)
    play(state, ["act", "earn"])
    assert (value(state, "rich(none)"), value(state, "rich(p1)")) == (-1, 3)


def test_work_counts_each_time_as_if_it_were_done_again(tmp_path: Path) -> None:
    """Whether a play is stopped must not depend on what other plays have asked before."""
    dear = '{is: "size(bag(p)) + sum(a * b for a in 1..500 for b in 1..500)", kept: true}'
    spend = "{act: {do: 'repeat 99: gain dear(me) mod 7 coins'}}"
    game = game_of(tmp_path, f"values: {{dear(player p): {dear}}}\nactions: {spend}\n", base=TOWN)
    for _ in range(2):
        with pytest.raises(RuleFault, match="too much work"):
            game.new(1).choose("act")


def test_what_reads_nothing_else_may_be_kept_by_any_arguments(tmp_path: Path) -> None:
    """Sets and numbers too; a module works it out each time."""
    text = """\
values:
  beside(set of field places, number least):
    {is: "count(size(neighbours(x)) >= least for x in places)", kept: true}
"""
    game = game_of(tmp_path, ACT + text, base=TOWN)
    plain = game_of(tmp_path, (ACT + text).replace(", kept: true", ""), base=TOWN)
    for places in ("field", "set(x for x in field where x.hue == red)", "mine(p1)", "field"):
        for least in (2, 3):
            asked = f"beside({places}, {least})"
            assert value(game.new(1), asked) == value(plain.new(1), asked), asked


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("odd(number n): {is: n + coins(p1), kept: true}", "'n' is not"),
        ("odd(set of player s): {is: sum(coins(q) for q in s), kept: true}", "'s' is not"),
        ("odd(player p): {is: coins(p) after p does build(), kept: true}", "after"),
        ("odd(player p): {is: 'repeats(turn, field)', kept: true}", "repeats"),
    ],
)
def test_what_cannot_be_kept_is_told(tmp_path: Path, text: str, said: str) -> None:
    found = [
        p for p in loaded(tmp_path, f"{ACT}values: {{{text}}}\n", base=TOWN).problems if p.code == "not-kept"
    ]
    assert [said in problem.message for problem in found] == [True]
