"""The games that OpenSpiel has too, and how its moves are called here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from interpreter import State
from tools.oracle.in_step import Twin, won_or_lost


def squares(*names: str) -> Callable[[str], list[str]]:
    """Their e2e4 is two choices of ours, of squares that are called alike."""
    return lambda move: [
        f"{name}={x}" for name, x in zip(names, re.findall(r"[a-z][0-9]+", move), strict=True)
    ]


def space(name: str, rows: int = 0) -> str:
    """Their b3, column and row, as a space of ours, row and column; `rows`: theirs count from below."""
    column, row = ord(name[0]) - ord("a") + 1, int(name[1:])
    return f"{chr(ord('a') + (rows - row if rows else row - 1))}{column}"


def spaces(move: str, rows: int = 0) -> list[str]:
    """All spaces that a move names."""
    return [space(name, rows) for name in re.findall(r"[a-z][0-9]+", move)]


def cell(move: str) -> list[str]:
    """Their x(0,2) is x=a3."""
    row, column = map(int, re.findall(r"[0-9]+", move))
    return [f"x={chr(ord('a') + row)}{column + 1}"]


def line(move: str) -> list[str]:
    """Their line (v,1,2), across or down, at a row and a column of boxes."""
    across, row, column = re.findall(r"h|v|[0-9]+", move.partition("(")[2])
    place = int(column) + 1 if across == "h" else 2 * int(column) + 1
    return [f"x={chr(ord('a') + 2 * int(row) + (across == 'v'))}{place}"]


def from_to(first: str, second: str, rows: int = 0) -> Callable[[str], list[str]]:
    """Their e2e4 names a choice of ours by each space."""
    return lambda move: [f"{name}={x}" for name, x in zip((first, second), spaces(move, rows), strict=True)]


def havannah(move: str) -> list[str]:
    """Below the middle, the first column of a row is that of the edge."""
    column, row = ord(move[0]) - ord("a") + 1, int(move[1:])
    return [f"x={chr(ord('a') + row - 1)}{column - max(0, row - 8)}"]


def amazons(move: str) -> list[str]:
    """A move of theirs is three actions: X From (7, 1), X To (6, 2) and X Shoot (6, 5)."""
    _, verb, row, column = re.findall(r"[A-Za-z]+|[0-9]+", move)
    name = {"From": "queen_at", "To": "to", "Shoot": "target"}[verb]
    return [f"{name}={chr(ord('a') + int(column) - 1)}{11 - int(row)}"]


MORRIS = [f"{row}{place + 1}" for row in "abcdefg" for place in range(6 if row == "d" else 3)]


def morris(move: str) -> list[str]:
    """Their points are numbered row by row; Point 3 is where a man is put or taken, as ours asks."""
    points = [MORRIS[int(number)] for number in re.findall(r"[0-9]+", move)]
    names = ("x", "taken") if move.startswith("Point") else ("man_at", "to")
    return [f"{name}={x}" for name, x in zip(names, points * (3 - len(points)), strict=True)]


def kalah(move: str) -> list[str]:
    """Their pits are numbered against the clock from the second player's store."""
    return [f"x=a{move}" if int(move) < 7 else f"x=b{int(move) - 7}"]


def numbers(*names: str) -> Callable[[str], list[str]]:
    """Each number of their move is a choice of ours."""
    return lambda move: [f"{name}={n}" for name, n in zip(names, re.findall(r"[0-9]+", move), strict=True)]


def ultimate(move: str) -> list[str]:
    """Choose local board 2, counted from 0; or Local board 2: x(0,1), a row and a column in it."""
    board, *inside = map(int, re.findall(r"[0-9]+", move))
    if not inside:
        return [f"board={chr(ord('a') + board // 3)}{board % 3 + 1}"]
    return [f"x={chr(ord('a') + board // 3 * 3 + inside[0])}{board % 3 * 3 + inside[1] + 1}"]


def quarter_turns(move: str) -> list[str]:
    """A space and one of eight letters, two for each quarter: first against the clock, then with it."""
    quarter, clockwise = divmod(ord(move[2]) - ord("s"), 2)
    middle = ("b2", "b5", "e5", "e2")[quarter]
    return [
        f"x={space(move[:2])}",
        f"middle={middle}",
        f"way={'clockwise' if clockwise else 'anticlockwise'}",
    ]


def corridor(move: str) -> list[str]:
    """Their e8 is a square of the pawn, a1v and a1h are walls by the square at their upper left."""
    column, row = 2 * (ord(move[0]) - ord("a")), 2 * (int(move[1]) - 1)
    if len(move) == 2:
        return ["step", f"to={chr(ord('a') + row)}{column + 1}"]
    way = "upright" if move[2] == "v" else "level"
    return ["put_up", f"way={way}", f"x={chr(ord('b') + row)}{column + 2}"]


def corridor_returns(state: State) -> Sequence[float]:
    """Theirs calls a game undecided that is won with the last turn it allows."""
    last = state.view(0)["counters"]["round"] == 162 and list(state.winners()) == [1]
    return (0.0, 0.0) if last else won_or_lost(state)


def oware(move: str) -> list[str]:
    """Their A to F are the first player's, a to f the second's."""
    return [f"x=a{ord(move) - ord('A') + 1}" if move.isupper() else f"x=b{ord(move) - ord('a') + 1}"]


BECOMES = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}


def chess_move(theirs: Any, action: int) -> str:
    """The squares that a piece comes from and goes to; short names of moves leave the first out."""
    move = import_module("pyspiel").chess.action_to_move(action, theirs.board())
    return str(move.to_san(theirs.board()) if move.is_castling() else move.to_lan())


def chess(move: str) -> list[str]:
    """Their e7e8q is a move with a promotion; O-O and O-O-O are castling."""
    if move.startswith("O"):
        return ["castle", "side=queenside" if move.startswith("O-O-O") else "side=kingside"]
    ids = squares("from_square", "to")(move[:4])
    return ["move_piece", *ids, *(f"becomes=p{n}-{BECOMES[rank]}" for rank in move[4:] for n in (1, 2))]


def go(move: str) -> list[str]:
    """Their B d5 or B PASS."""
    if move.endswith("PASS"):
        return ["leave_it"]
    return ["place", f"x={move[2:]}"]


STAR = [
    f"{row}{place + 1}"
    for row, places in zip(
        "abcdefghijklmnopq", (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1), strict=True
    )
    for place in range(places)
]


def chinese_checkers(move: str) -> list[str]:
    """Their 3=>14 or 6->14 counts the places row by row."""
    if move == "Pass":
        return ["stop_here"]
    start, end = (STAR[int(number)] for number in re.findall(r"[0-9]+", move))
    return ["move_man", f"from_place={start}", f"to={end}"]


TWINS = [
    Twin("tic_tac_toe", "tic_tac_toe", cell, counts=(9, 72, 504)),
    Twin("breakthrough", "breakthrough", squares("man_at", "to"), counts=(22, 484)),
    Twin(
        "hex",
        "hex(swap=true)",
        lambda m: ["take_over"] if m == "swap" else ["place", f"x={space(m)}"],
        counts=(121, 14641),
    ),
    Twin("y", "y(board_size=13)", lambda m: [f"x={space(m)}"], counts=(91, 8190)),
    Twin("havannah", "havannah", havannah, counts=(169,)),
    Twin("clobber", "clobber", squares("stone_at", "to"), counts=(49, 2116)),
    Twin("connect_four", "connect_four", lambda m: [f"column={int(m[1]) + 1}"], counts=(7, 49, 343)),
    Twin("reversi", "othello", squares("x"), counts=(4, 12, 56, 244)),
    Twin("amazons", "amazons", amazons, counts=(4, 80, 2176)),
    Twin("dots_and_boxes", "dots_and_boxes(num_rows=3,num_cols=3)", line, counts=(24, 552)),
    Twin("nim", "nim", numbers("x", "number_taken"), counts=(16, 206, 2116)),
    Twin("ultimate_tic_tac_toe", "ultimate_tic_tac_toe", ultimate, counts=(9, 81, 720)),
    Twin("quarter_turns", "pentago", quarter_turns, counts=(288,)),
    Twin("gomoku", "gomoku", cell, counts=(225,)),
    Twin(
        "english_draughts",
        "checkers",
        squares("from_square", "to"),
        counts=(7, 49, 302),
        set={"quiet_moves": "40"},
    ),
    Twin(
        "corridor",
        "quoridor",
        corridor,
        counts=(131,),
        set={"turn_limit": "162"},
        returns=corridor_returns,
    ),
    Twin("oware", "oware", oware, counts=(6, 36, 190, 1014)),
    Twin(
        "lines_of_action",
        "lines_of_action",
        squares("stone_at", "to"),
        counts=(36, 1244),
        set={"same_position": "2"},
    ),
    Twin("chess", "chess", chess, counts=(20, 400), called=chess_move, seats=(1, 0), few=1),
    Twin("go", "go(board_size=9)", go, counts=(82,), set={"turn_limit": "81"}),
    *(
        Twin(
            "chinese_checkers",
            f"chinese_checkers(players={players},max_moves={players * turns})",
            chinese_checkers,
            counts=counts,
            set={"turn_limit": str(turns)},
            players=players,
        )
        for players, turns, counts in ((2, 100, (14, 196)), (3, 60, (14, 196)), (4, 45, (14, 194)))
    ),
    Twin("nine_mens_morris", "nine_mens_morris", morris, counts=(24, 552)),
    Twin("kalah", "mancala", kalah, counts=(6, 35, 185)),
]
