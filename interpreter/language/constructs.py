"""The forms of the effect language, as constructs.yaml lists them for people.

docs/language.md is written from the list; tests/test_docs.py runs every example in tests/cases/reference/ and
fails where the grammar knows a form that no example uses. Nothing of it is needed to play.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True, slots=True)
class Construct:
    """One form: its word, the group of the reference it is in, how it is written, what it says, an example.

    An example of a statement is a block, of an expression an expression, of an event a pattern; those of
    HEAD_GROUP are examples of themselves.
    """

    name: str
    group: str
    syntax: str
    sentence: str
    example: str


# The groups in the order of the reference page, by what their examples are.
STATEMENT_GROUPS = (
    "Statements of the precondition",
    "Choices after a change",
    "Counters and points",
    "Pieces",
    "Chance",
    "Hidden things",
    "Calls",
    "Order of work",
    "Rules for a time",
)
EXPRESSION_GROUPS = ("Literals and operators", "Names", "Things of the ruleset")
TYPE_GROUP = "Types"
EVENT_GROUP = "Events"
HEAD_GROUP = "Signatures and loops"


def _read() -> tuple[Construct, ...]:
    groups = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    return tuple(
        Construct(name, group, form["syntax"], form["says"], form["example"].rstrip("\n"))
        for group, forms in groups.items()
        for name, form in forms.items()
    )


CONSTRUCTS = _read()
