"""Whatever rules keep apart looks different, also where there are no colours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from cli.draw.faces import faces_of
from cli.draw.pieces import piece
from interpreter import Game
from tests import playing
from tests.playing import CLASSICS, SHIPPED

# So many owners are compared, and so many ways to lie.
_OWNERS, _TURNS = 2, 2


def without_colours(drawn: str) -> str:
    """Return a drawing without its words for who points at it, its colours and how thick lines are."""
    return re.sub(r"<title>[^<]*</title>| (fill|stroke)(-opacity|-width)?=\"[^\"]*\"", "", drawn)


def pieces_of(game: Game, component: str) -> Iterator[tuple[str, str]]:
    """Yield each kind of a type in each state and of each owner: as a view calls it, and what sets it apart.

    What lies face down is known by its back alone, and what is alike on all sides is not turned.
    """
    made = game.components[component]
    owners = [f"p{number + 1}-" for number in range(_OWNERS)] if made.per is not None else [""]
    states = [members for state, members in made.states.items() if made.per is None or state != "owner"]
    states = [members[:_TURNS] if len(members) > 3 else members for members in states]
    for owner, kind, said in product(owners, made.kinds, product(*states)):
        called = owner + "-".join([kind.name, *said])
        face = faces_of(game, component)[kind.name]
        turned = not made.draw.get("sides") or face.sides or face.corners
        down = {"down", "face_down", "hidden"} & set(said)
        yield called, "back" if down else called if turned else kind.name


def looks_of(game: Game) -> dict[str, set[str]]:
    """Return which pieces share a drawing, by the drawing."""
    found: dict[str, set[str]] = defaultdict(set)
    for component in game.components:
        for called, apart in pieces_of(game, component):
            drawn = piece(game, component, called, (0, 0), 20)
            found[without_colours(drawn)].add(f"{component} {apart}")
    return found


WITH = [(path, (overlay,)) for path in SHIPPED for overlay in playing.overlays_of(path)]
CASES = [
    *((path, ()) for path in SHIPPED),
    *(
        pytest.param(path, with_, marks=pytest.mark.slow)
        for path, with_ in [*WITH, *((path, ()) for path in CLASSICS)]
    ),
]


@pytest.mark.parametrize(("path", "company"), CASES)
def test_no_two_pieces_of_a_game_are_drawn_alike(path: Path, company: playing.Company) -> None:
    game = playing.game_with(path, company, playing.counts_with(path, company)[0])
    assert game is not None
    assert [alike for alike in looks_of(game).values() if len(alike) > 1] == []
