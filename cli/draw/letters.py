"""How wide words are, and how they are broken into lines that fit a room; all in the unit of the room.

The widths are those of Arial and the typefaces made to its measure, in thousandths of the size of a letter.
Whoever draws the lines has each fill the width that is given here, so another typeface comes out alike.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from cli.seen.sides import Said

# The typefaces in which lines are drawn.
TYPEFACES = "Arial, 'Liberation Sans', Helvetica, sans-serif"
_PLAIN = {
    191: "'",
    222: "ijl\u2018\u2019",
    260: "|¦",
    278: "!,./:;I[\\]ft· ",
    333: "()-`r¡“”",
    334: "{}",
    350: "•",
    355: '"',
    389: "*",
    400: "°",
    469: "^",
    500: "Jcksvxyz",
    549: "±÷",
    556: "#$0123456789?L_abdeghnopqu§«»–",
    584: "+<=>~×\u2212",
    611: "FTZß",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQØ",
    833: "Mm",
    889: "%æ",
    944: "W",
    1000: "ÆŒœ—…",
    1015: "@",
}
_BOLD = {
    238: "'",
    278: "  ,./I\\ijl·\u2018\u2019",
    333: "!()-:;[]`ft¡",
    389: "*r{}",
    474: '"',
    500: "z“”",
    556: "#$0123456789J_aceksvxy§«»–",
    584: "+<=>^~×\u2212",
    611: "?FLTZbdghnopquß",
    667: "EPSVXY",
    722: "&ABCDHKNRU",
    778: "GOQw",
    833: "M",
    889: "%m",
    944: "W",
    1000: "Œœ—…",
}
_OTHER, _WIDE = 600, 1000
# How wide a sign is beside letters, how far lines are apart, and how far below its top a line stands.
SIGN, APART, BASE = 1.05, 1.16, 0.8
# Sizes are tried in such steps.
_STEP = 0.1


@cache
def _widths(*, bold: bool) -> dict[str, int]:
    return {letter: width for width, letters in (_BOLD if bold else _PLAIN).items() for letter in letters}


@lru_cache(4000)
def _letter(letter: str, *, bold: bool) -> float:
    known = _widths(bold=bold).get(letter)
    if known is None:
        base = unicodedata.normalize("NFKD", letter)[0]
        wide = unicodedata.east_asian_width(letter) in "WF"
        known = _widths(bold=bold).get(base, _WIDE if wide else _OTHER)
    return known / 1000


@lru_cache(10_000)
def width_of(words: str, *, bold: bool = False) -> float:
    """Return how wide words are, in sizes of a letter."""
    return sum(_letter(letter, bold=bold) for letter in words)


@dataclass(frozen=True, slots=True)
class Lines:
    """Parts in lines, each part with how far it is from the start of its line; size: of the letters.

    widths: of the lines; fits: whether they are within the room at the smallest size.
    """

    size: float
    rows: tuple[tuple[tuple[float, Said], ...], ...]
    widths: tuple[float, ...]
    fits: bool

    @property
    def height(self) -> float:
        """How high all lines are together."""
        return len(self.rows) * self.size * APART


def broken(
    parts: Sequence[Said], wide: float, high: float, *, largest: float, smallest: float, bold: bool = False
) -> Lines:
    """Return parts in lines in the largest letters with which they fit a room; at the smallest anyhow."""
    words = tuple(_words(parts))
    low, top = 0, max(0, int((largest - smallest) / _STEP))
    best = _lines(words, wide, high, smallest, bold)
    if not best.fits:
        return best
    while low < top:
        middle = (low + top + 1) // 2
        tried = _lines(words, wide, high, smallest + middle * _STEP, bold)
        if tried.fits:
            low, best = middle, tried
        else:
            top = middle - 1
    return best


# A word as it is broken: parts that stay together, each with its width; None: the line ends here.
_Word = tuple[Said, ...] | None


def _words(parts: Sequence[Said]) -> Iterator[_Word]:
    """Yield what stays together between spaces; a letter of a script without spaces is a word."""
    held: list[Said] = []
    for part in parts:
        if part.is_sign:
            held.append(part)
            continue
        piece = ""
        for letter in part.words:
            wide = unicodedata.east_asian_width(letter) in "WF"
            if letter in " \n" or wide:
                held += [Said(piece)] if piece else []
                if held:
                    yield tuple(held)
                held, piece = [], ""
                if letter == "\n":
                    yield None
                elif wide:
                    yield (Said(letter), _GLUED)
            else:
                piece += letter
        held += [Said(piece)] if piece else []
    if held:
        yield tuple(held)


# Behind a word no space follows.
_GLUED = Said("")


def _lines(words: Sequence[_Word], wide: float, high: float, size: float, bold: bool) -> Lines:
    room, space = wide / size, width_of(" ", bold=bold)
    rows: list[list[tuple[float, Said]]] = [[]]
    widths, fits, glued = [0.0], True, True
    for word in words:
        if word is None:
            rows.append([])
            widths.append(0.0)
            glued = True
            continue
        own = sum(SIGN if part.is_sign else width_of(part.words, bold=bold) for part in word)
        at = widths[-1] + (0 if glued else space)
        if at + own > room + 1e-6 and rows[-1]:
            rows.append([])
            widths.append(0.0)
            at = 0.0
        fits = fits and own <= room + 1e-6
        for part in word:
            rows[-1].append((at, part))
            at += SIGN if part.is_sign else width_of(part.words, bold=bold)
        widths[-1], glued = at, word[-1] is _GLUED
    fits = fits and len(rows) * size * APART <= high + 1e-6
    sized = tuple(tuple((at * size, part) for at, part in row if part is not _GLUED) for row in rows)
    return Lines(size, sized, tuple(width * size for width in widths), fits)
