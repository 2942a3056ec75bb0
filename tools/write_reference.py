"""Writes docs/language.md from the tables of the language, with what each expression gives in a game.

.venv/bin/python -m tools.write_reference
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interpreter import Game, load
from interpreter.compiler.snippets import Snippets
from interpreter.language.built_ins import BUILT_INS, GATHERINGS, BuiltIn, Gathering
from interpreter.language.constructs import (
    CONSTRUCTS,
    EVENT_GROUP,
    EXPRESSION_GROUPS,
    HEAD_GROUP,
    STATEMENT_GROUPS,
    TYPE_GROUP,
    Construct,
)
from interpreter.language.types import Type
from interpreter.problems import Position
from interpreter.reading import Located
from tools.glossary import last_line

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "tests" / "cases" / "reference"
PAGE = ROOT / "docs" / "language.md"
SEED = 1

OPENING = """\
# The effect language

<!-- Written by tools/write_reference.py from interpreter/language/; do not edit by hand. -->

This is the language of the rule texts in a ruleset: of `do:`, `where:`, `points:` and so on.
[format.md](format.md) says where each belongs; begin with [authoring.md](authoring.md).

`make test` runs every example on this page, in the small invented game of `tests/cases/reference/`.
After `→` you see what an expression gives player 1 there, at the first decision of a play.

A text is a line or an indented block. Indentation marks blocks, as in Python; a block of one simple
statement may follow the colon. A line continues the one before if it begins with `and`, `or`, `where`, `by`
or `then`, or with an `else` without a colon. Inside brackets a line may end anywhere. `#` begins a comment.

In the forms below you replace the words in capitals: `PLAYER`, for example, by an expression that gives a
player. You may leave out what is in `[ ]`; of parts with `|` between them you write one. A *statement* does
something, an *expression* gives a value, and a *set* is several values in order.

## How rules work

**Preconditions and guards.** The statements at the beginning of an effect, an action, a branch or a
`choose ...:` or `may:` block, up to the first one that changes something, are its *precondition*.
They are `require`, `pay`, `choose` and `let`; `one of`, `must call` or `must do effect` may come last. From
the precondition the interpreter makes a *guard*: an action, a branch or an option is offered only if the
whole precondition can be done with it. So nobody is ever led into a dead end. Conditions are checked in
order, and later ones see earlier payments as made. After the first change nothing can be taken back. From
there on `require`, `pay` and a `choose` without a block are errors; choices have blocks, which are skipped
if nothing can be chosen. A choice with only one option is made without asking.

**Events and rules in play.** Every effect and action is an event of the same name when it is done; gaining
and losing, entering and leaving, and the beginning and end of steps are events too. *Triggers* do something
when an event happens, after it or before it. A *rule value* is what a rule works out, declared under
`values`. With `shown: true` people see it beside the counters. With `kept: true` it is worked out again only
when something that it reads has changed; the result is the same. Its arguments must be countable, unless it
reads nothing but them. *Modifiers* change a rule value. Those in
force are applied by rank, and within a rank first `instead`, then `plus`, then `times`. *Grants* offer an
extra action; `forbids` takes one away, or an option of it. *Replacements* do something instead of an effect.

A component may carry rules. They are in force for a player while it lies in an `active` zone of that player
or on such a board; `me` is then that player. In an active place that belongs to nobody it brings its rules
to the table. There a trigger or modifier that names `me` applies to every player, each of whom is `me` in
turn. One that does not name `me` runs once, for nobody: `me` in it is an error, or a fault if the piece may
also lie with a player. What the component grants, forbids or replaces there counts for everybody, and so
does its scoring; `me` is whoever would act. `this` is the kind that carries the rule: it has fields, but no
states and no owner.

Triggers run at once after the statement that caused them; those of payments in a precondition run when the
precondition is over. First come the rules of the table, then those of each player's components, beginning
with the player whose event it is. The rules of one player run in the order in which they are declared.

**Flow.** The steps of the flow run in order. A step is one of four things. It does something (`do`); it is
made of `steps`; it offers `actions` again and again, until somebody passes, the step is ended or nothing is
offered; or it offers `one_of` several actions, once. `for` repeats a step for each of a set, `while` as long
as something is true, and `players` for each player in turn, who is then `me`. What `perform` puts off waits
until the current action and everything that it caused are over.

**Titles.** A counter that holds a player may say who gets it (`goes_to`) and what it is worth (`points`):
see [counters](format.md#counters). No statement is needed then.

**Chance.** Only the statements under *Chance* draw, never an expression; so whether something is offered
never depends on luck. All chance comes from the seed of the play: with the same choices it is the same play.

**Hidden things.** Who sees a zone or counter is declared with it (`visible`), and choices from a
hidden one stay secret. In a step with `secretly: true` all players choose before anybody sees a choice.
Such a step asks even if there is only one option, also in the effects that it calls: a player who is not
asked would give something away. Of a piece that lies face down everybody sees what its type declares as
`back`, and nothing else; the `where` of a choice among another player's hidden pieces can read only that.

**Equal pieces, and nothing.** Pieces of one kind in the same states are equal: they are the same value, and
only one of them is offered. `none` means that there is no such piece, space, player or member. An empty set
is no error: `max` and the like give 0, `first` gives none. There is no `none` among numbers: a number that is
not there is a fault when it is used. Most functions are a fault when they are asked about `none`, such as for
the neighbours of no space.
"""

INTRODUCTIONS = {
    "Statements of the precondition": ("They make the guard, and come before the first change."),
    "Choices after a change": (
        "Once something has changed, and in a step, a choice needs a block: there may be nothing to choose."
        " A set that is never empty needs none: `1..2` and other ranges of literals, `{a, b}`, the members of"
        " an enum and `players`, all without `where`."
    ),
    "Order of work": "",
    "Rules for a time": "An effect brings these rules into force, and they end by themselves.",
    EVENT_GROUP: "Triggers (`on:`), replacements (`of:`) and lasting rules listen to events. In the brackets "
    "`me`, a member or a kind must be the same; `TYPE NAME` matches everything and gives it a name. What "
    "is left out at the end matches everything too. Modifiers (`value:`) name a value and its arguments the "
    "same way.",
    HEAD_GROUP: "These texts of a ruleset are neither statements nor expressions.",
}

RESULTS = {
    "set of spaces 2": "set of spaces",
    "held by 1": "the piece, or none",
    "set held by 1": "set of pieces",
    "set of 1": "set of the same type",
    "same as 1": "same type as the first",
    "same as 2": "same type as the second",
    "same as 3": "same type as the third",
}


def reference_game(overlay: Path | None = None) -> Game:
    """Load the reference ruleset, with an overlay that puts an example into it."""
    loaded = load(REFERENCE, players=2, overlays=[str(overlay)] if overlay is not None else [])
    assert loaded.game is not None, [f"{p.position}: {p.message}" for p in loaded.problems]
    return loaded.game


def placed(text: str, name: str = "example") -> Located:
    """Place a text as if it stood in a file of its own."""
    return Located(Position(name, 1, 1), text, style="literal", text_lines=(1, 1))


class Evaluator:
    """Evaluates expressions at the first decision of the reference game."""

    def __init__(self) -> None:
        self.game = reference_game()
        self.state = self.game.new(SEED)
        self.snippets = Snippets(self.game)

    def result(self, text: str) -> str:
        """Return what an expression gives, in the words of the game's ids."""
        source = placed(text, text)
        expression = self.snippets.expression(source)
        value = self.snippets.evaluate(source, self.state.slots, self.state.seat)
        return self.words(expression.type, value)

    def words(self, found: Type, value: Any) -> str:
        """Write a value as players would see it."""
        if found.kind == "set":
            inner = found.of or found
            return f"({', '.join(self.words(inner, one) for one in value)})"
        if found.kind in ("text", "nothing"):
            return str(value) if found.kind == "text" else "none"
        return self.game.value_id(found, int(value))


def page() -> str:
    """Write the whole page."""
    evaluate = Evaluator()
    lines = [OPENING]
    lines += ["## Statements", ""]
    for group in STATEMENT_GROUPS:
        lines += _group(group, "###")
        for entry in _entries(group):
            lines += [f"#### {entry.name}", "", *_head(entry), "", *_fenced(entry.example), ""]
    lines += ["## Expressions", ""]
    for group in EXPRESSION_GROUPS:
        lines += _group(group, "###")
        lines += [*_rows(_entries(group), evaluate), ""]
    lines += ["### Built-in functions", "", *_built_ins(evaluate), ""]
    lines += ["### Gathering over sets", "", *_gatherings(evaluate), ""]
    lines += _group(TYPE_GROUP, "##")
    lines += [*_rows(_entries(TYPE_GROUP), evaluate), ""]
    for group in (EVENT_GROUP, HEAD_GROUP):
        lines += _group(group, "##")
        lines += ["| written | what it says | example |", "| --- | --- | --- |"]
        lines += [
            f"| {_code(e.syntax)} | {_cell(e.sentence)} | {_code(e.example)} |" for e in _entries(group)
        ]
        lines.append("")
    return "\n".join([*lines, last_line(PAGE)]) + "\n"


def _entries(group: str) -> Iterator[Construct]:
    return (entry for entry in CONSTRUCTS if entry.group == group)


def _group(group: str, level: str) -> list[str]:
    words = INTRODUCTIONS.get(group, "")
    return [f"{level} {group}", "", *([*textwrap.wrap(words, 106), ""] if words else [])]


def _head(entry: Construct) -> list[str]:
    return [f"`{entry.syntax}`", "", *textwrap.wrap(entry.sentence, 106)]


def _fenced(text: str) -> list[str]:
    return ["```text", *text.splitlines(), "```"]


def _rows(entries: Iterator[Construct], evaluate: Evaluator) -> Iterator[str]:
    yield "| written | what it says | example |"
    yield "| --- | --- | --- |"
    for entry in entries:
        yield f"| {_code(entry.syntax)} | {_cell(entry.sentence)} | {_example(entry.example, evaluate)} |"


def _example(text: str, evaluate: Evaluator) -> str:
    return f"{_code(text)} → {_code(evaluate.result(text))}"


def _built_ins(evaluate: Evaluator) -> Iterator[str]:
    yield "| function | gives | what it says | example |"
    yield "| --- | --- | --- | --- |"
    for made in BUILT_INS.values():
        result = RESULTS.get(made.result, made.result)
        example = _example(made.example, evaluate)
        yield f"| {_code(made.written)} | {result} | {_says(made)} | {example} |"


def _gatherings(evaluate: Evaluator) -> Iterator[str]:
    yield "`WORD(ELEMENT for NAME in SET [for NAME in SET ...] [where CONDITION] [by most | least NUMBER])`;"
    words = ", ".join(f"`{made.name}`" for made in GATHERINGS.values() if made.by != "never")
    yield f"`by` goes with {words} only."
    yield ""
    yield "| word | element | what it says | example |"
    yield "| --- | --- | --- | --- |"
    for made in GATHERINGS.values():
        example = _example(made.example, evaluate)
        yield f"| {_code(made.name)} | {made.element} | {_says(made)} | {example} |"


def _says(made: BuiltIn | Gathering) -> str:
    return _cell(f"{made.sentence} A fault where {made.fault}." if made.fault else made.sentence)


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
