"""Points by source as bars of stacked parts, which patterns keep apart where there are no colours."""

from __future__ import annotations

from collections.abc import Sequence

from cli.draw.colours import INK, VALUES, ink_on
from cli.draw.svg import element, escaped, fitted, group, text

_WIDE, _HIGH = 340.0, 22.0
# So many sources differ by their colours alone.
_COLOURS = (
    *VALUES,
    "#3f6c8f",
    "#8f4a2c",
    "#8a6d1f",
    "#3f6b43",
    "#6d4a80",
    "#3a6d66",
    "#93485a",
    "#5d646c",
    "#e8923a",
    "#d9d06a",
    "#7fd0e0",
    "#e0a8e0",
)
# What is drawn over the colour of a part, in turn: strokes in one direction or another, or short ones.
_PATTERNS = (
    "",
    "M0 8 8 0M8 16 16 8M0 16 16 0",
    "M0 0 16 16M8 0 16 8M0 8 8 16",
    "M4 0V16M12 0V16",
    "M3 4h2M11 4h2M3 12h2M11 12h2",
    "M0 4H16M0 12H16",
)


def bar(points: Sequence[int], highest: int) -> str:
    """Return the points of one who is scored, a part for each source; highest: of all totals.

    What takes points away is left out: its number is in the table.
    """
    scale, x, drawn = _WIDE / max(highest, sum(each for each in points if each > 0), 1), 0.0, []
    for number, count in enumerate(points):
        if count > 0:
            drawn.append(_part(number, x, count * scale, str(count)))
            x += count * scale
    frame = f"0 0 {_WIDE:.0f} {_HIGH:.0f}"
    fit = {"width": "100%", "height": _HIGH, "preserveAspectRatio": "xMinYMid"}
    return element("svg", *drawn, viewBox=frame, **fit, aria_hidden="true", class_="bar")


def bar_key(number: int) -> str:
    """Return how the parts of a source look."""
    return element(
        "svg", _part(number, 0.0, 16.0, ""), viewBox="0 0 16 22", width=16.0, height=_HIGH, aria_hidden="true"
    )


def _part(number: int, x: float, wide: float, words: str) -> str:
    colour = _COLOURS[number % len(_COLOURS)]
    body = element(
        "rect", x=x, y=1.0, width=wide, height=_HIGH - 2, fill=colour, stroke=INK, stroke_width=0.8
    )
    pattern = _PATTERNS[number % len(_PATTERNS)]
    if pattern:
        lines = "".join(
            element("path", d=pattern, transform=f"translate({x + step * 16:.1f} 3)")
            for step in range(int(wide // 16))
        )
        body += group(element("g", lines, stroke=INK, stroke_opacity=0.35, fill="none"))
    size = fitted(words, wide - 2, 12) if words else 0.0
    if size < 7:
        return body
    back = element(
        "rect", x=x + wide / 2 - size * 0.85, y=4.0, width=size * 1.7, height=14, rx=4, fill=colour
    )
    return group(body, back, text(x + wide / 2, _HIGH / 2, words, size, ink_on(colour)), title=escaped(words))
