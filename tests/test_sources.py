"""Where rules come from: each citation leads somewhere, each example has an id, no number is used twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from interpreter import RulesetInfo, find_rulesets, read_rules

ROOT = Path(__file__).parent.parent
SEEDS = ROOT / "seeds"
PAGES = sorted(page for page in SEEDS.glob("*.md") if page.name not in ("SOURCES.md", "examples.md"))
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)

_SOURCE = re.compile(r"\(source: (?P<cited>(?:[^()]|\([^()]*\))*)\)")
# A step, an example or the answers of a section: `Set-up 4 and 5`, `Final scoring 3, example`,
# `Spirit of Faith: questions`.
_PART = re.compile(r"(?: \d+)?(?: and \d+)?(?:, examples?|: questions)?\Z")
_RULE = re.compile(r"^- \*\*(?P<letters>[A-Z]+)-(?P<number>\d+)\*\*", re.MULTILINE)
_EXAMPLE = re.compile(r"^- \*\*(?P<id>EX-[A-Z]+-\d+)\*\* .+\(source: .+\)$", re.MULTILINE)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _sections() -> dict[str, set[str]]:
    """Return the sections of each rulebook in SOURCES.md, by its heading there."""
    books: dict[str, set[str]] = {}
    for part in _read(SEEDS / "SOURCES.md").split("\n### ")[1:]:
        rows = re.findall(r"^\| (.+?) \| .+ \|$", part, re.MULTILINE)
        books[part.splitlines()[0]] = {row for row in rows if row not in ("section", "---")}
    return books


def _figures(page: Path) -> set[str]:
    """Return the numbers of the sections of the figures that a page links to."""
    linked = re.search(r"\]\((figures/\w+\.md)\)", _read(page))
    assert linked is not None, f"{page.name} links no page of figures"
    return set(re.findall(r"^## (\S+) ", _read(SEEDS / linked.group(1)), re.MULTILINE))


def _lost(cited: str, sections: set[str], figures: set[str]) -> list[str]:
    """Return the parts of a citation that lead nowhere."""
    lost = []
    for part in cited.split("; "):
        if part.startswith("figures "):
            lost += [part for number in part.removeprefix("figures ").split(", ") if number not in figures]
        elif part not in sections and _PART.sub("", part) not in sections:
            lost.append(part)
    return lost


def _book_of(page: Path) -> str:
    """Return the heading under which SOURCES.md links a page."""
    for part in _read(SEEDS / "SOURCES.md").split("\n### ")[1:]:
        if f"]({page.name})" in part:
            return part.splitlines()[0]
    raise AssertionError(f"SOURCES.md does not link {page.name}")


@each_page
def test_every_citation_of_a_rule_leads_to_a_section(page: Path) -> None:
    """Of the rulebook as SOURCES.md lists it, or of the figures."""
    books = _sections()
    expansion = {f"Cities & Knights {section}" for section in books["Catan: Cities & Knights"]}
    sections = books[_book_of(page)] | (expansion if page.stem == "catan" else set())
    cited = [found.group("cited") for found in _SOURCE.finditer(_read(page))]
    assert cited
    assert [lost for each in cited for lost in _lost(each, sections, _figures(page))] == []


@each_page
def test_every_rule_says_where_it_comes_from(page: Path) -> None:
    """By a source, or by the word that there is none; what a reading names is a section too."""
    text = _read(page)
    rules = [line for line in text.splitlines() if _RULE.match(line)]
    assert [rule for rule in rules if "(source: " not in rule and "(reconstructed)" not in rule] == []
    grounds = re.findall(r"\*Rulebook:\*(.*?)\*We:\*", text, re.DOTALL)
    named = [name for each in grounds for name in re.findall(r'"([A-Z][^"]+)"', " ".join(each.split()))]
    assert [name for name in named if _lost(name, _sections()[_book_of(page)], set())] == []


@each_page
def test_every_number_is_a_rule_or_named_as_gone(page: Path) -> None:
    """So that no number ever means two things."""
    text = _read(page)
    rules = [int(found.group("number")) for found in _RULE.finditer(text)]
    head = text.split("\n## ")[0]
    gone = [int(number) for number in re.findall(r"\b[A-Z]+-(\d+)\b", head)]
    assert sorted(rules + gone) == list(range(1, max(rules + gone) + 1))


def test_every_page_of_figures_says_how_far_to_trust_each_section() -> None:
    """By one of the three marks."""
    for page in (SEEDS / "figures").glob("*.md"):
        headings = re.findall(r"^## .+$", _read(page), re.MULTILINE)
        assert headings
        unmarked = [heading for heading in headings if not re.search(r"\(.*\b[ABC]\b.*\)$", heading)]
        assert unmarked == [], page.name


def test_every_example_has_one_id_and_a_section() -> None:
    """Of the rulebook under whose name it is."""
    books = _sections()
    for part in _read(SEEDS / "examples.md").split("\n## ")[1:]:
        sections = books[part.splitlines()[0]]
        cited = [found.group("cited") for found in _SOURCE.finditer(part)]
        assert [lost for each in cited for lost in _lost(each, sections, set())] == [], part.splitlines()[0]
    text = _read(SEEDS / "examples.md")
    ids = _EXAMPLE.findall(text)
    assert len(ids) == len(set(ids)) == text.count("\n- **")


def test_scenarios_show_the_examples_there_are_and_all_of_them() -> None:
    """Each id under `shows` is one of examples.md, and none is left out."""
    shown: set[str] = set()
    for file in (ROOT / "rulesets").rglob("scenarios/*.yaml"):
        scenarios = yaml.load(_read(file), Loader=yaml.CSafeLoader).get("scenarios", ())
        shown |= {example for scenario in scenarios for example in scenario.get("shows", [])}
    assert shown == set(_EXAMPLE.findall(_read(SEEDS / "examples.md")))


@pytest.mark.parametrize(
    "game", [game for game in find_rulesets() if game.group is None], ids=lambda game: game.id
)
def test_the_page_of_games_says_how_much_is_reconstructed(game: RulesetInfo) -> None:
    """Of all rules, overlays included, and besides of things in the data."""
    report = read_rules(game.id, overlays=["all"])
    marked = sum(rule.reconstructed for rule in report)
    things = len(report.reconstructed) - marked
    page = _read(ROOT / "docs" / "games.md")
    row = next(line for line in page.splitlines() if line.startswith(f"| {game.title} |"))
    assert row.endswith(f"| {marked} of {len(report)} rules, {things} things |")
