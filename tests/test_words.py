"""Words to avoid in texts for people: CONTRIBUTING.md, "Style of texts", says what to write instead."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from cli.main import rulewright
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.constructs import CONSTRUCTS
from interpreter.problems import codes

ROOT = Path(__file__).parent.parent
AVOID = re.compile(
    r"\b(?:told|stands?|anew|tells?)\b|\bof (?:its|their|his|her|my|one's) own\b|\bwhat is \w+ is\b",
    re.IGNORECASE,
)
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md")]
PAGES += [ROOT / name for name in ("CHANGELOG.md", "tests/README.md")]
PAGES += [
    page for page in sorted((ROOT / "docs").glob("*.md")) if page.name not in ("errors.md", "language.md")
]
# Examples in fences and words in quotes or as code are not ours to choose.
_QUOTED = re.compile(r"^```.*?^```$|`[^`\n]*`|\"[^\"\n]*\"", re.MULTILINE | re.DOTALL)
# A title, an about, a reason, a question or a line of the log, on one line or folded.
_PEOPLES = re.compile(r"\b(?:title|about|because|says):\s+(.*)|\b(?:as|say|each) \"([^\"\n]*)\"")


def _avoided(text: str) -> list[str]:
    return [found.group() for found in AVOID.finditer(_QUOTED.sub("", text))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    """The pages written by hand."""
    assert _avoided(page.read_text(encoding="utf-8")) == []


def test_titles_and_abouts_of_rulesets() -> None:
    """What players read. Pieces may stand where they like."""
    files = [file for folder in ("rulesets", "examples") for file in sorted((ROOT / folder).rglob("*.yaml"))]
    texts = [
        (file.name, text)
        for file in files
        if "scenarios" not in file.parts
        for parts in _PEOPLES.findall(file.read_text(encoding="utf-8"))
        for text in parts
    ]
    assert len(texts) > 1000
    kept = [
        (name, [word for word in _avoided(text.replace(chr(34), "")) if "stand" not in word.lower()])
        for name, text in texts
    ]
    assert [(name, words) for name, words in kept if words] == []


def test_sentences_of_the_reference_and_of_the_errors() -> None:
    """What the generated pages are written from."""
    sentences = [
        *(construct.sentence for construct in CONSTRUCTS),
        *(function.sentence for function in BUILT_INS.values()),
        *(gathering.sentence for gathering in GATHERINGS.values()),
        *(code.sentence for code in codes().values()),
    ]
    assert [sentence for sentence in sentences if _avoided(sentence)] == []


# What the code calls otherwise, as the field does; by what it is called.
REPLACED = {
    r"leading[ _](?:parts?|statements?)": "precondition",
    r"[Ww]itness\w*": "Tracer, traced",
    r"stretch(?:es|_of)?": "segment",
    r"doubts": "lints",
    r"habits": "syntax hints",
    r"first_list": "initial_state",
    r"charged": "metered",
    r"Heard": "LoggedSlots",
    r"tellings": "event_sources",
    r"Telling": "EventSource",
    r"play[./]covers|covers_of": "hidden_locations",
    r"deal_anew": "redeal",
    r"play[./]guesses": "play.determinization",
    r"the so-manieth": "the one with a number",
}


@pytest.mark.parametrize("word", REPLACED)
def test_words_of_the_code(word: str) -> None:
    """One name for one thing, in code, texts and pages; decisions are of the time when they were taken."""
    files = [file for name in ("interpreter", "cli", "rulewright") for file in (ROOT / name).rglob("*.py")]
    files += [*ROOT.glob("interpreter/**/*.yaml"), *(page for page in PAGES if page.name != "CHANGELOG.md")]
    pattern = re.compile(rf"(?<![a-zA-Z]){word}(?![a-zA-Z])")
    texts = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}
    found = [name for name, text in texts.items() if pattern.search(text)]
    assert found == [], f"write {REPLACED[word]} instead"


def _descriptions(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "description" and isinstance(value, str):
                yield value
            else:
                yield from _descriptions(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _descriptions(value)


def test_descriptions_of_the_schemas() -> None:
    """What editors show while one types."""
    for file in (ROOT / "schemas").rglob("*.json"):
        described = _descriptions(json.loads(file.read_text(encoding="utf-8")))
        assert [text for text in described if _avoided(text)] == [], file.name


# What is written beside the tags of a template, and between quotes in a script.
_MARKUP = re.compile(r"\{[%#].*?[%#]\}|<[^>]*>", re.DOTALL)
_INSERTED = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
_STRINGS = re.compile(r"\"([^\"\n]*)\"|`([^`]*)`")


def test_templates_and_scripts_of_the_table() -> None:
    """What people read on the page."""
    files = sorted((ROOT / "cli" / "table").rglob("*.html")) + sorted(
        (ROOT / "cli" / "table").rglob("table.js")
    )
    assert len(files) > 2
    for file in files:
        text = file.read_text(encoding="utf-8")
        inserted = " ".join(_INSERTED.findall(text)) if file.suffix == ".html" else text
        said = [part for parts in _STRINGS.findall(inserted) for part in parts if " " in part]
        said.append(_INSERTED.sub(" ", _MARKUP.sub(" ", text)) if file.suffix == ".html" else "")
        assert any(said), file.name
        assert [sentence for sentence in said if AVOID.search(sentence)] == [], file.name


def _messages(file: Path) -> Iterator[str]:
    """What a module says: its strings of several words, without docstrings and what is within quotes."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        said = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(said, str) and " " in said.strip():
            yield said


def test_messages() -> None:
    """What the command line says, refusals among it, and what the interpreter says of faults."""
    found, count = [], 0
    # The table of run-time functions is no sentence.
    files = [file for package in ("cli", "interpreter") for file in sorted((ROOT / package).rglob("*.py"))]
    for file in (file for file in files if file.name != "signatures.py"):
        for message in _messages(file):
            count += 1
            found += [f"{file.name}: {message}"] if _avoided(message) else []
    assert count > 1000
    assert found == []


def test_the_code_of_the_command_line_has_no_told() -> None:
    """As a name it was a text, a dict, a list and a truth."""
    told = re.compile(r"\btold\b(?!_apart)|_told\b|\btold_(?!apart)")
    # What the interpreter calls so.
    allowed = ("for line in each.told:",)
    endings = ("py", "js", "html", "css")
    files = [file for ending in endings for file in sorted((ROOT / "cli").rglob(f"*.{ending}"))]
    lines = [(file.name, line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    found = [line for line in lines if told.search(line[1]) and not line[1].strip().startswith(allowed)]
    assert found == []


def test_help() -> None:
    """What `--help` shows of each command and its options."""
    for command in rulewright.commands.values():
        with click.Context(command) as context:
            assert _avoided(command.get_help(context)) == [], command.name
