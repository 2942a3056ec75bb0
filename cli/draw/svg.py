"""Elements of SVG and HTML as text. All words of a picture pass `escaped`, and nothing else does it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cli.seen.lines import clean

Spot = tuple[float, float]


def escaped(text: object) -> str:
    """Return a text that is only text in markup, without control characters."""
    return escape(clean(str(text)), quote=True)


def number(value: float) -> str:
    """Return a measure in picture units, with one decimal where it has any."""
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, *inner: str, **attributes: object) -> str:
    """Return an element with what is inside it, markup already; attributes: `_` is read as `-`."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(v) if isinstance(v, float) else escaped(v)}"'
        for key, v in attributes.items()
        if v is not None and v != ""
    )
    return f"<{name}{said}>{''.join(inner)}</{name}>"


def group(*inner: str, title: str = "", at: Spot | None = None) -> str:
    """Return parts as one, with words for those who point at it; at: where their origin is.

    Things that are drawn alike around their origin are the same text, which travels well.
    """
    words = element("title", escaped(title)) if title else ""
    return element("g", words, *inner, transform=moved(at) if at else "") if any(inner) else ""


def moved(at: Spot) -> str:
    """Return the attribute that moves the origin to a spot."""
    return f"translate({number(at[0])} {number(at[1])})"


def points(spots: Iterable[Spot]) -> str:
    """Return the corners of a polygon as its attribute."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in spots)


def text(
    x: float, y: float, words: str, size: float, fill: str, *, bold: bool = True, dim: bool = False
) -> str:
    """Return words with their middle at a spot."""
    return element(
        "text",
        escaped(words),
        x=float(x),
        y=y + size * 0.35,
        font_size=float(size),
        text_anchor="middle",
        font_weight="700" if bold else "",
        fill=fill,
        fill_opacity="0.75" if dim else "",
    )


def fitted(words: str, room: float, largest: float) -> float:
    """Return the size of letters with which words fill a room at most."""
    wide = sum(1.02 if letter in "WM@%—" else 0.72 for letter in words)
    return min(largest, room / max(wide, 0.72))
