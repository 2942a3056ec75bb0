"""The games with chance and hidden things that OpenSpiel has too: its moves and its luck, as ours has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter import State
from tests.oracle.in_step import Luck, Twin


def scores(state: State) -> Sequence[float]:
    return [float(points) for points in state.scores()]


def chances(theirs: Any) -> int:
    """How many of their moves were chance."""
    return sum(item.player == -1 for item in theirs.full_history())


def lying(ours: State, zone: str, seat: int | None = None) -> list[str]:
    """What lies in a zone of ours, or in that of a seat."""
    lies = ours.view(seat)["zones"][zone]
    return list(lies if seat is None else lies[f"p{seat + 1}"])


def outcomes(theirs: Any) -> list[str]:
    return [theirs.action_to_string(-1, action) for action in theirs.legal_actions()]


def dice(name: str) -> Luck:
    """Each die of ours is an outcome of theirs."""
    return lambda ours, drawn, theirs: name.format(drawn.pop(0) + 1)


def dealt(card: Callable[[str], str], zones: Callable[[State, int], Sequence[str]]) -> Luck:
    """Of each card that they deal: the first of those left that lies where ours has it.

    card: the id of ours for their outcome; zones: where their nth card lies in ours, from 0.
    """

    def luck(ours: State, drawn: list[int], theirs: Any) -> str:
        there = zones(ours, chances(theirs))
        return next(name for name in outcomes(theirs) if card(name) in there)

    return luck


def called(**names: str) -> Callable[[str], list[str]]:
    """Moves of theirs that are named otherwise here; several names where the position says which."""
    return lambda move: names.get(move, move.lower()).split()


def court(per_rank: int) -> Callable[[str], str]:
    return lambda move: ("jack", "queen", "king")[int(move.partition(":")[2]) // per_rank]


def poker_card(ours: State, n: int) -> Sequence[str]:
    return lying(ours, "hand", n) if n < 2 else lying(ours, "table")


LOW = ["ace", "two", "three", "four", "five", "six", "seven"]
HIGH = ["eight", "nine", "ten", "jack", "queen", "king"]
RANKS = dict(zip("A23456789TJQK", LOW + HIGH, strict=True))
SUITS = {suit[0]: suit for suit in ("clubs", "diamonds", "hearts", "spades")}


def card(move: str) -> str:
    """Their QS, or whatever ends in it, is queen_spades."""
    return f"{RANKS[move[-2]]}_{SUITS[move[-1].lower()]}"


def hearts(way: str) -> Luck:
    """First they draw which way cards are passed; the two of clubs may have been led already."""

    def zones(ours: State, n: int) -> list[str]:
        seat = (n - 1) % 4
        return lying(ours, "hand", seat) + lying(ours, "tabled", seat)

    cards = dealt(card, zones)
    return lambda ours, drawn, theirs: cards(ours, drawn, theirs) if theirs.history() else way


WAYS = {"to_left": "Left", "across": "Across", "to_right": "Right", "to_nobody": "No Pass"}
POKER = called(Pass="check give_up", Bet="bet call", Fold="give_up")
TWINS_OF_CHANCE = [
    Twin("pig", "pig", called(stop="bank"), luck=dice("Roll {}")),
    Twin("kuhn_poker", "kuhn_poker", POKER, luck=dealt(court(1), poker_card), returns=scores),
    Twin("leduc_poker", "leduc_poker", POKER, luck=dealt(court(2), poker_card), returns=scores),
    *(
        Twin(
            "hearts",
            "hearts",
            lambda m: [f"cards={card(m)}", f"card={card(m)}"],
            set={"goal": "1", "first_pass": way},
            players=4,
            luck=hearts(theirs),
            returns=lambda state: [26.0 + points for points in state.scores()],
        )
        for way, theirs in {
            "to_left": "Left",
            "across": "Across",
            "to_right": "Right",
            "to_nobody": "No Pass",
        }.items()
    ),
]
