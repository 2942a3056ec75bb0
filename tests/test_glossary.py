"""The glossary: few terms, one meaning each, all of them used, and a way there from every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.glossary import GLOSSARY, last_line, terms

DOCS = GLOSSARY.parent
PAGES = sorted(page for page in DOCS.rglob("*.md") if page != GLOSSARY)


def test_there_are_few_terms_and_each_has_one_meaning() -> None:
    assert 30 <= len(terms()) <= 40
    assert len({*terms()}) == len(terms())


@pytest.mark.parametrize("term", terms())
def test_a_term_is_used(term: str) -> None:
    # Decisions are of the time when they were taken.
    pages = [page for page in PAGES if "decisions" not in page.parts]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    word = re.compile(rf"\b{term}(?:e?s)?\b", re.IGNORECASE)
    assert any(word.search(text) for text in texts), term


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_page_ends_with_the_way_to_the_glossary(page: Path) -> None:
    assert page.read_text(encoding="utf-8").endswith(f"\n\n{last_line(page)}\n"), last_line(page)


def test_the_readme_leads_to_the_glossary() -> None:
    assert "(docs/glossary.md)" in (DOCS.parent / "README.md").read_text(encoding="utf-8")
