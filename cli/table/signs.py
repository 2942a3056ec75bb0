"""What every sign on a table means: pieces in their states, what is written on spaces, marks, and players.

In: a game. Out: groups of pictures with their words, which a template writes; the same for everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from markupsafe import Markup

from cli.colours import hex_of
from cli.draw.canvas import mark_sign
from cli.draw.colours import CREAM, INK
from cli.draw.faces import value_face
from cli.draw.pieces import piece, seat_tag, shown_in_frame
from cli.draw.signs import sign_at, sign_named
from cli.draw.svg import element, text
from cli.seen.hints import hints_of, values_named
from cli.seen.pieces import called, person_words, state_looks

if TYPE_CHECKING:
    from interpreter import Component, Game

# So many kinds of one type are shown; who wants to know one of more points at it.
_MOST = 80
_ROOM, _SMALL = 20, 10
# A state that is there or is not goes by its own name.
_YES = ("yes", "true")


@dataclass(frozen=True, slots=True)
class Sign:
    """A picture with what it means; about: more of that, or nothing."""

    picture: Markup
    words: str
    about: str = ""


def signs_of(game: Game) -> list[tuple[str, str, list[Sign]]]:
    """Return the signs of a game in groups, each with its title and what is said of all of it."""
    groups = [
        ("Players", "", list(_players(game)) if game.players > 1 else []),
        *((called(made), made.about.about, _alone(_kinds(game, made))) for made in game.components.values()),
        *(
            (called(board), board.about.about, _alone(_on_board(game, name)))
            for name, board in game.boards.items()
        ),
    ]
    return [(title, about, signs) for title, about, signs in groups if signs]


def _alone(signs: Iterator[Sign]) -> list[Sign]:
    """Return signs each once; of those that mean the same all pictures are together."""
    found: dict[tuple[str, str], list[Markup]] = {}
    for sign in islice(signs, _MOST):
        pictures = found.setdefault((sign.words, sign.about), [])
        pictures += [] if sign.picture in pictures else [sign.picture]
    return [Sign(Markup("").join(pictures), words, about) for (words, about), pictures in found.items()]


def _players(game: Game) -> Iterator[Sign]:
    for seat in range(game.players):
        owner = f"p{seat + 1}"
        yield Sign(_framed(seat_tag(owner, (0, 0), _SMALL), _SMALL), person_words(owner))


def _kinds(game: Game, made: Component) -> Iterator[Sign]:
    """Yield the kinds of a type, then what of a piece shows in which state it is."""
    owner = "p1-" if made.per is not None else ""
    states = {name: members for name, members in made.states.items() if made.per is None or name != "owner"}
    first = [members[0] for members in states.values()]
    for kind in made.kinds:
        drawn = _piece(game, made, "-".join([owner + kind.name, *first]))
        yield Sign(drawn, kind.about.title or kind.name.replace("_", " "), kind.about.about)
    for number, (state, members) in enumerate(states.items()):
        for place, member in enumerate(members) if made.kinds else ():
            lies = [*first[:number], member, *first[number + 1 :]]
            # What only some kinds can be is shown of the first of these.
            looks = {kind.name: state_looks(game, made.name, kind, lies) for kind in made.kinds}
            name, look = next(
                ((of, each) for of, found in looks.items() for each in found if each.state == member),
                (made.kinds[0].name, None),
            )
            drawn = _piece(game, made, "-".join([owner + name, *lies]))
            if look is not None:
                yield Sign(drawn, look.title, look.about)
            elif place:
                yield Sign(drawn, (state if member in _YES else member).replace("_", " "))


def _piece(game: Game, made: Component, name: str) -> Markup:
    return _framed(piece(game, made.name, name, (0, 0), _ROOM), _ROOM)


def _framed(drawn: str, room: float) -> Markup:
    return Markup(shown_in_frame(drawn, room, size=34))


def _on_board(game: Game, name: str) -> Iterator[Sign]:
    """Yield the colours of the spaces of a board, the signs of what is written there, and the marks."""
    hints = hints_of(game, name)
    for value, colour in hints.colors.items():
        field = element("rect", x=-9, y=-9, width=18, height=18, rx=4, fill=hex_of(colour), stroke=INK)
        yield Sign(_framed(field, _SMALL), _worded(hints.legend, value))
    for field_name in hints.label:
        kind = hints.shown[field_name]
        for value in values_named(game, kind):
            own = sign_named(hints.icons.get(value, ""))
            path, letters = (own, "") if own else value_face(game, kind, value)
            if path:
                drawn = sign_at(path, 0, -2 if letters else 0, 15, INK)
                drawn += text(0, 7, letters, 6, INK) if letters else ""
                disc = element("circle", cx=0.0, cy=0.0, r=11.0, fill=CREAM, stroke=INK, stroke_width=0.6)
                yield Sign(_framed(disc + drawn, _SMALL), _worded(hints.legend, value))
    for mark_name, mark in hints.marks.items():
        path = sign_named(hints.icons.get(mark_name, ""))
        yield Sign(_framed(mark_sign(mark, (0, 0), path), 5), mark.title)


def _worded(legend: Mapping[str, str], value: str) -> str:
    return legend.get(value) or value.replace("_", " ")
