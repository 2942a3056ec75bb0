"""No picture drops a piece: at each width, late in each game, every piece on a board is found."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from cli.seen.hints import hints_of
from cli.seen.lines import plain
from cli.seen.pieces import piece_look
from cli.seen.sight import Sight
from cli.show.board import board_parts
from cli.show.position import offered_lines
from interpreter import State
from tests.playing import SHIPPED, everything, game_with, overlays_of

WIDTHS = (80, 100, 120)
# As many overlays as go together: which, is found when the test runs.
ALL = "everything"
CASES = [
    pytest.param(path, overlay, players, marks=[] if quick else pytest.mark.slow)
    for path in SHIPPED
    for players in (2, 3, 6)
    for overlay in ("", *overlays_of(path), ALL)
    for quick in [players == 3 and overlay in ("", ALL)]
]


def late(path: Path, company: tuple[str, ...], players: int) -> State | None:
    """A position of a random game in which much lies on the boards; None where so many do not play."""
    game = game_with(path, company, players)
    if game is None:
        return None
    state, chance = game.new(1), Random(1)
    before = state
    for number in range(1500):
        if number % 50 == 0:
            before = state.fork()
        state.choose(int(chance.random() * state.option_count))
        if state.finished:
            return before
    return state


def check(state: State, width: int) -> None:
    sight = Sight(state, None)
    for name in sight.board_names():
        glyphs = hints_of(state.game, name).glyphs
        for owner in sight.owners(state.game.boards[name]):
            seen = sight.board(name, owner)
            lines, _ = board_parts(state.game, seen, width)
            assert all(len(line) <= width for line in plain(lines).splitlines()), (name, width)
            text, holds = plain(lines), {node.name: node.type for node in seen.layout.nodes}
            wanted = Counter(
                piece_look(
                    state.game,
                    state.game.boards[name].holds[holds[space]],
                    pieces[-1] if isinstance(pieces, list) else pieces,
                    glyphs,
                ).sign
                for space, pieces in seen.content.held.items()
                if pieces
            )
            for sign, times in wanted.items():
                found = len(re.findall(rf"(?<![A-Za-z]){re.escape(sign)}", text))
                assert found >= times, (name, owner, width, sign, text)


def spaces_offered(state: State) -> list[str]:
    """The names of the spaces that can be chosen now, of a board on which pieces lie."""
    decision = state.decision
    board = state.game.board_with(decision.site.type) if decision is not None else None
    if decision is None or board is None or not board.holds:
        return []
    return [option.id.partition("=")[2] for option in decision.options if option.value in board.ids]


def offers(state: State, most: int = 300) -> list[State]:
    """Some positions from a late one on at which spaces are chosen: the first of each question."""
    state, chance, found = state.fork(), Random(2), dict[str, State]()
    for _ in range(most):
        if state.decision is None:
            break
        if spaces_offered(state):
            found.setdefault(str(state.decision.site.position), state.fork())
        state.choose(int(chance.random() * state.option_count))
    return list(found.values())


@pytest.mark.parametrize(("path", "overlay", "players"), CASES, ids=str)
def test_every_piece_is_found_at_every_width(path: Path, overlay: str, players: int) -> None:
    company = everything(path, 3) if overlay == ALL else (overlay,) if overlay else ()
    state = late(path, company, players)
    if state is None:
        return
    positions = offers(state)
    for width in WIDTHS:
        check(state, width - 1)
        for each in positions:
            offered = plain(offered_lines(each, each.seat, width - 1))
            assert all(len(line) < width for line in offered.splitlines())
            for name in spaces_offered(each):
                assert re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![0-9])", offered), (
                    width,
                    name,
                    offered,
                )
