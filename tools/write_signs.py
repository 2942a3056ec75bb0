"""Writes the list of signs in docs/drawing.md from the table of signs.

.venv/bin/python -m tools.write_signs
"""

from __future__ import annotations

import textwrap

from cli.draw.signs import sign_table
from tools.write_reference import ROOT

PAGE = ROOT / "docs" / "drawing.md"
BEGIN, END = "<!-- Written by tools/write_signs.py: -->\n", "<!-- end of what is written -->\n"
WIDTH = 120


def page() -> str:
    """Return the page with its list of signs as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return before + BEGIN + "\n" + signs() + "\n" + END + rest.partition(END)[2]


def signs() -> str:
    """Return all signs, each with the other words that have it."""
    said = []
    for name, sign in sorted(sign_table().items()):
        others = sorted({*sign["words"].split()} - {name})
        said.append(f"`{name}`" + (f" ({', '.join(others)})" if others else ""))
    return "\n".join(textwrap.wrap("; ".join(said) + ".", WIDTH, break_long_words=False)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
