"""A counter as a track: its spaces in rows, those that are marked, and who is where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cli.draw.canvas import EMPTY
from cli.draw.colours import INK, seat_colour
from cli.draw.pieces import pawn, seat_tag
from cli.draw.svg import element, number, text

# So many spaces a row has at most; how wide and high one is.
_IN_A_ROW = 20
_WIDE, _HIGH = 30.0, 38.0
_EDGE = 8.0
_GROUND, _MARKED = "#e9e0cb", "#f2d27a"


def track_svg(
    standing: Sequence[tuple[str, str, int]], last: int, marks: Mapping[int, str], *, label: str
) -> str:
    """Return a track from 0 to its last space, past which it begins again, as a whole SVG picture.

    standing: who is there (by id, or empty), in words, with the number; marks: what is written at spaces.
    """
    rows = -(-(last + 1) // _IN_A_ROW)
    across = -(-(last + 1) // rows)
    wide, high = across * _WIDE + 2 * _EDGE, rows * _HIGH + 2 * _EDGE
    spots = [(_EDGE + at % across * _WIDE, _EDGE + at // across * _HIGH) for at in range(last + 1)]
    return element(
        "svg",
        element("rect", x=0, y=0, width=wide, height=high, rx=10, fill=_GROUND),
        *(_space(spot, at, marks.get(at)) for at, spot in enumerate(spots)),
        *(
            _those_at(spots[at], [each for each in standing if each[2] % (last + 1) == at])
            for at in sorted({value % (last + 1) for _, _, value in standing if value >= 0})
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (0.0, 0.0, wide, high))),
        width=wide,
        height=high,
        role="group",
        aria_label=label,
        class_="board",
        font_family="system-ui, sans-serif",
    )


def _space(spot: tuple[float, float], at: int, mark: str | None) -> str:
    """Return one space with its number; what is written at a mark is above that."""
    (x, y), look = spot, {"stroke": "#000000", "stroke_opacity": 0.28, "rx": 5}
    fill = EMPTY if mark is None else _MARKED
    box = element("rect", x=x + 1, y=y + 1, width=_WIDE - 2, height=_HIGH - 2, fill=fill, **look)
    written = "" if mark is None else text(x + _WIDE / 2, y + 9, mark, 9, INK)
    return box + written + text(x + _WIDE / 2, y + _HIGH - 8, str(at), 9, INK, bold=False)


def _those_at(spot: tuple[float, float], there: Sequence[tuple[str, str, int]]) -> str:
    """Return who is on a space, side by side."""
    step = (_WIDE - 12) / max(len(there), 2)
    first = spot[0] + _WIDE / 2 - step * (len(there) - 1) / 2
    drawn = []
    for place, (who, words, value) in enumerate(there):
        at = first + place * step, spot[1] + _HIGH / 2 - 2
        colour = seat_colour(who) if who else INK
        drawn.append(pawn(at, 15, colour, sign="pawn", number="", words=f"{words}: {value}"))
        drawn.append(seat_tag(who, (at[0] + 4, at[1] - 6), 4.5) if who else "")
    ring = {"fill": "none", "stroke": INK, "stroke_width": 2, "rx": 5}
    edge = element("rect", x=spot[0] + 1, y=spot[1] + 1, width=_WIDE - 2, height=_HIGH - 2, **ring)
    return edge + "".join(drawn)
