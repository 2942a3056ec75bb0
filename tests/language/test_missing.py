"""What is not there: used in rules it is a fault of the rules, raised on purpose, at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from interpreter import RuleFault
from tests.language.small_rulesets import TURNS, game_of

BASE = """\
enums: {hue: [red, blue]}
components:
  card: {fields: {worth: number, hue: hue}, kinds: {ace: {worth: 1, hue: red}}}
  man: {per: player, kinds: {pawn: {}}}
boards:
  f: {shape: square, picture: {n: 1 2}, fields: {n: number}, holds: card}
  isles: {shape: graph, spaces: [i, j, k], links: [[i, j]]}
zones:
  deck: {holds: card}
  hand: {per: player, holds: card, visible: owner}
  yard: {holds: man}
  row: {holds: number, order: row}
values: {"most(player p)": coins(p) + 1}
tables: {cost: {red: 1}, num: {1: 2}}
counters: {coins: {per: player}, h: {type: hue}}
"""
GONE = "that is not there was used"
NOBODY = "let q = first(p for p in players where false)\n"


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("gain on(f(a1)).worth coins", f"'worth' of a piece {GONE}"),
        ("set coins to on(f(a1)).worth", f"'worth' of a piece {GONE}"),
        ("set h to on(f(a1)).hue", f"'hue' of a piece {GONE}"),
        ("perform e(on(f(a1)).worth)", f"'worth' of a piece {GONE}"),
        ("if on(f(a1)).worth < 3: gain 1 coins", f"'worth' of a piece {GONE}"),
        ("for x in neighbours(neighbour(f(a1), 1)): gain 1 coins", f"a neighbour of a space {GONE}"),
        (NOBODY + "gain size(players_from(q)) coins", f"the seat of a player {GONE}"),
        (NOBODY + "set coins(next(q)) to 1", f"the next one of a player {GONE}"),
        (NOBODY + "set coins(previous(q, 2)) to 1", f"the next one of a player {GONE}"),
        ("let x = first(y for y in hue where false)\nset h to next(x)", f"the next one of a hue {GONE}"),
        ("set coins to cost(on(f(a1)).hue)", f"'hue' of a piece {GONE}"),
        ("fill row with 4, 10\ngain at(row, 3) coins", "there is no place 3 here"),
        ("fill row with 4, 10\ngain at(row, coins(me)) coins", "there is no place 0 here"),
        ("gain first(row) coins", "there is no place 1 here"),
        ("gain top(row) coins", "there is no place 0 here"),
        ("gain first(n for n in 1..3 where n > 5) coins", "there is no place 1 here"),
        ("gain first(n for n in row by most n) coins", "there is no place 1 here"),
        ("if first(n > 2 for n in row): gain 1 coins", "there is no place 1 here"),
        ("gain distance(isles(i), isles(k)) coins", "there is no way"),
        ("gain first(y for y in hue where false).index coins", f"the place of a hue {GONE}"),
        (NOBODY + "gain q.index coins", f"the number of a player {GONE}"),
        (NOBODY + "if team(q) == team(me): gain 1 coins", f"the team of a player {GONE}"),
        (NOBODY + "gain times(e, turn, q) coins", "the player whose times are counted is not there"),
        ("gain cost(blue) coins", "the table 'cost' has no row for blue"),
        ("gain num(coins(me) + 4) coins", "the table 'num' has no row for 4"),
        ("gain 1 / coins(me) coins", "division by zero"),
        ("gain 5 mod coins(me) coins", "division by zero"),
        ("gain 1 coins\nmove top(deck) from deck to f(a1)", "to be moved is not there: none in 'deck'"),
        ("gain 1 coins\nmove ace from deck to f(a1)", "to be moved is not there: ace in 'deck'"),
        ("gain 1 coins\nmove 2 ace from box(card) to deck", r"to be moved is not there: ace in box\(card\)"),
        (NOBODY + "gain 1 coins(q)", f"'coins' of a player {GONE}"),
        (NOBODY + "gain coins(q) coins", f"'coins' of a player {GONE}"),
        ("gain most(first(p for p in players where false)) coins", f"'coins' of a player {GONE}"),
        (NOBODY + "score 1 as x for q", "the player who is to score is not there"),
        (NOBODY + "call e(1) for q", "the player whom this is called for is not there"),
        (NOBODY + "choose n in 1..2 by q: gain n coins", "the player who is to choose is not there"),
        (NOBODY + "may by q: gain 1 coins", "the player who is to choose is not there"),
        (NOBODY + "reveal hand(me) to q", "the player to whom this is revealed is not there"),
        (NOBODY + "move pawn(q) from box(man) to yard", "the player whose 'pawn' this is is not there"),
    ],
)
def test_what_is_not_there_is_a_fault_of_the_rules(tmp_path: Path, act: str, told: str) -> None:
    lines = "".join(f"      {line}\n" for line in act.split("\n"))
    more = f"actions:\n  act:\n    do: |\n{lines}effects: {{e(number n): gain n coins}}\n"
    state = game_of(tmp_path, more, base=BASE + TURNS).new(1)
    with pytest.raises(RuleFault, match=told) as fault:
        state.choose("act")
    assert not isinstance(fault.value.__cause__, TypeError | LookupError | ArithmeticError)
    assert fault.value.position is not None
    assert fault.value.position.line in (4, 5, 6) or fault.value.position.file.endswith("ruleset.yaml")
    assert fault.value.during == "step 'turn', number 1, turn of p1"


def test_nothing_equals_what_is_not_there(tmp_path: Path) -> None:
    act = 'actions:\n  act: {do: "if on(f(a1)).hue != red: gain 5 coins"}\n'
    state = game_of(tmp_path, act, base=BASE + TURNS).new(1)
    state.choose("act")
    assert state.slots[state.game.layout.counters["coins"]] == 5


def test_what_else_goes_wrong_in_compiled_code_is_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not taken for a fault of the rules."""
    game = game_of(tmp_path, "actions:\n  act: {do: gain 1 coins}\n", base=BASE + TURNS)

    def broken(*_: object) -> None:
        raise TypeError("ours")

    monkeypatch.setitem(cast("dict[str, Any]", game.namespace), "do_act", broken)
    with pytest.raises(TypeError, match="ours"):
        game.new(1).choose("act")
