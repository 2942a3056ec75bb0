"""Random small rulesets in both engines: pieces of the language's own cases, put together by Hypothesis.

Each is played by random bots in Python and in WebAssembly, which must come to the same: decisions, hashes of
the last positions, points, winners, faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from interpreter import Game, Loaded, simulate
from tests.language.small_rulesets import TABLE, case_rules, cases, loaded

pytest.importorskip("wasmtime")
GAMES = 12


def statements() -> list[str]:
    """The texts of all cases that need nothing but the table."""
    found = cases("statements.yaml")
    lists = found.values() if isinstance(found, dict) else [found]
    return [case["do"] for part in lists for case in part if "do" in case and "more" not in case]


def values() -> Iterator[str]:
    """Statements that show what an expression comes to: points for a number, a gain for what is true."""
    groups = cases("values.yaml")["groups"]
    for group in groups:
        for text, found in group["values"].items() if "more" not in group else ():
            if isinstance(found, bool):
                yield f"if {text}: gain 1 wood"
            elif isinstance(found, int):
                yield f"score {text} as worth"


def within(head: str, blocks: list[str]) -> str:
    return head + "\n" + indent("\n".join(blocks), "  ")


def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    heads = st.sampled_from([
        "if coins(me) > 1:", "if wood(me) < 3 or lap mod 2 == 0:", "may:", "repeat 2:", "for q in players:",
        "for up to 2 s in season:", "for i in 1..3:", "may by p2:",
    ])  # fmt: skip
    return st.builds(within, heads, st.lists(inner, min_size=1, max_size=3))


pieces = st.one_of(st.sampled_from(statements()), st.sampled_from([*values()]))
# Each in a block of its own, so that the names of one do not meet those of another.
blocks = st.recursive(pieces, wider, max_leaves=3).map(lambda piece: within("if true:", [piece]))
programs = st.lists(blocks, min_size=1, max_size=4).map("\n".join)


def game_of(act: str, beginning: str) -> Loaded:
    """A game in which an action does the one and the beginning the other."""
    with TemporaryDirectory() as folder:
        return loaded(Path(folder), case_rules({"do": act, "given": {"do": beginning}}), base=TABLE)


def sound(act: str, beginning: str) -> Game:
    found = game_of(act, beginning)
    assert found.game is not None, found.problems
    return found.game


def supposed(act: str, beginning: str) -> Game:
    """For properties: what does not go together is refused, and played by neither engine."""
    game = game_of(act, beginning).game
    assume(game is not None)
    assert game is not None
    return game


def both_come_to_the_same(game: Game) -> None:
    python, wasm = (
        simulate(game, ["random", "random"], GAMES, 1, engine=engine) for engine in ("python", "wasm")
    )
    assert python.decisions == wasm.decisions
    assert (python.hashes, python.endings) == (wasm.hashes, wasm.endings)
    assert (python.scores, python.ties) == (wasm.scores, wasm.ties)


some = settings(
    max_examples=5,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
each = given(act=programs, beginning=st.sampled_from([*values()]))


@some
@each
def test_random_rulesets_come_to_the_same(act: str, beginning: str) -> None:
    both_come_to_the_same(supposed(act, beginning))


@pytest.mark.slow
@settings(some, max_examples=400, derandomize=False)
@each
def test_many_random_rulesets_come_to_the_same(act: str, beginning: str) -> None:
    both_come_to_the_same(supposed(act, beginning))


MISSING = [
    "score at(cup, 30) as worth", "score first(bag(me)) as worth", "score top(bag(me)) as worth",
    "score first(n for n in 1..3 where n > coins(me) + 3) as worth", "score nobody.index as worth",
    "score first(n for n in bag(me) by most n) as worth", "score distance(towers(t1), towers(t3)) as worth",
    "score next(winter).index as worth", "if team(nobody) == team(me): gain 1 wood",
]  # fmt: skip


@pytest.mark.parametrize("act", MISSING)
def test_what_is_not_there_is_a_fault_in_both_engines(act: str) -> None:
    both_come_to_the_same(sound(act, "gain 1 wood"))


@pytest.mark.parametrize("head", ["if coins(me) > 1:", "for q in players:", "may by p2:"])
def test_pieces_on_spaces_change_places_inside_another_statement(head: str) -> None:
    shuffling = within(head, ["shuffle grid until on(grid(b1)) == rook(p1)"])
    both_come_to_the_same(sound(shuffling, "gain 1 wood"))
