"""The glossary of the documentation: its terms, and the line at the end of each page that leads to it."""

from __future__ import annotations

import os
import re
from pathlib import Path

GLOSSARY = Path(__file__).resolve().parents[1] / "docs" / "glossary.md"


def terms() -> list[str]:
    """Return the words that the glossary explains."""
    return re.findall(r"^- \*\*(.+?)\*\*:", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)


def last_line(page: Path) -> str:
    """Return the line that ends a page."""
    return f"The [glossary]({os.path.relpath(GLOSSARY, page.parent)}) says what the words mean."
