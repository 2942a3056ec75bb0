"""The parser of effect texts, out of tables kept beside the grammar: making them takes long.

The tables name what they were made for. Where that is not this grammar, these options and this version of
lark, they are built afresh in memory: so they are never stale, and a start is only slower until
tools/write_parse_tables.py is run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import lark
from lark import Token, UnexpectedToken
from lark.indenter import Indenter

GRAMMAR = Path(__file__).with_name("effects.lark")
TABLES = Path(__file__).with_name("effects.tables.json")
OPTIONS = {
    "parser": "lalr",
    "start": ["block", "expression", "signature", "parameters", "pattern", "loop_head"],
    "propagate_positions": True,
    "maybe_placeholders": True,
}


class Keywords(NamedTuple):
    """Words of the grammar: those that begin a statement of one line or a block, those of expressions."""

    simple: frozenset[str]
    compound: frozenset[str]
    expressions: frozenset[str]


class _Blocks(Indenter):
    """Makes indentation into tokens. The names of the properties are those that Lark looks for."""

    @property
    def NL_type(self) -> str:  # noqa: N802 - Lark's name
        return "_NL"

    @property
    def OPEN_PAREN_types(self) -> list[str]:  # noqa: N802 - Lark's name
        return ["LPAR", "LBRACE"]

    @property
    def CLOSE_PAREN_types(self) -> list[str]:  # noqa: N802 - Lark's name
        return ["RPAR", "RBRACE"]

    @property
    def INDENT_type(self) -> str:  # noqa: N802 - Lark's name
        return "_INDENT"

    @property
    def DEDENT_type(self) -> str:  # noqa: N802 - Lark's name
        return "_DEDENT"

    @property
    def tab_len(self) -> int:
        return 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Refuse words that touch: where only a keyword fits, Lark finds it in front of a longer word."""
        # Lark has no types for this, nor for its exception.
        made: Iterator[Token] = super().process(_apart(stream))  # type: ignore[no-untyped-call]
        return made


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    last: Token | None = None
    for token in stream:
        joined = last is not None and last.end_pos == token.start_pos
        if joined and _is_letter(str(last)[-1:]) and _is_letter(str(token)[:1]):
            raise UnexpectedToken(token, set())  # type: ignore[no-untyped-call]
        last = token
        yield token


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


@lru_cache(maxsize=1)
def effect_parser() -> lark.Lark:
    """Return the parser of all kinds of effect texts."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    return _kept(made_for(grammar)) or build(grammar)


@lru_cache(maxsize=1)
def keywords() -> Keywords:
    """Return the words of the grammar by what they are for."""
    words = {
        each.name: word.group()
        for each in effect_parser().terminals
        if (word := re.search(r"\b[a-z]{2,}(?=\\b|\\s|$)", each.pattern.value)) is not None
    }
    rules: dict[str, list[list[str]]] = {}
    for rule in effect_parser().rules:
        rules.setdefault(rule.origin.name, []).append([each.name for each in rule.expansion])

    def reached(start: str, parts: slice) -> frozenset[str]:
        found, waiting = {start}, [start]
        while waiting:
            met = {name for names in rules.get(waiting.pop(), ()) for name in names[parts]} - found
            found |= met
            waiting += met
        return frozenset(words[name] for name in found if name in words)

    whole, first = slice(None), slice(1)
    return Keywords(reached("simple", first), reached("compound", first), reached("expr", whole))


def build(grammar: str) -> lark.Lark:
    """Build the tables."""
    return lark.Lark(grammar, postlex=_Blocks(), **OPTIONS)


def made_for(grammar: str) -> str:
    """Return a digest of all that the tables depend on."""
    return sha256(json.dumps([lark.__version__, OPTIONS, grammar]).encode()).hexdigest()


def _kept(wanted: str) -> lark.Lark | None:
    """The parser out of the tables that are kept; None where these are not the ones that are wanted."""
    try:
        kept = json.loads(TABLES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(kept, dict) or kept.get("made_for") != wanted:
        return None
    table = kept["data"]["parser"]["parser"]
    kept["memo"] = _numbered(kept["memo"])
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {number: _numbered(actions) for number, actions in _numbered(table["states"]).items()}
    kept["data"]["options"]["postlex"] = _Blocks()
    return lark.Lark.load(kept)


def _numbered(found: dict[str, Any]) -> dict[int, Any]:
    """JSON makes texts of the numbers that are keys in lark's tables."""
    return {int(key): value for key, value in found.items()}
