"""What authors write who know other languages, and how it is written here.

In: a line with a syntax error and the place of the error in it. Out: advice, or None.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.parse_tables import keywords

# Stands in a line before what does not fit. No rule text holds it.
_HERE = "\N{DAGGER}"
# A name, perhaps with indexes, at the beginning of a statement.
_START = r"(?:^|:)\s*{here}"
_NAMED = r"(?P<name>[A-Za-z]\w*(?:\([^()]*\))?)"
_INDEXED = r"(?P<name>[A-Za-z]\w*)(?:\([^()]*\))?"

# How it is written here. The first pattern that is found counts; `{here}` is the place of the error,
# `{simple}` a word that begins a statement of one line, `{compound}` one that begins a block.
_HINTS: list[tuple[str, str]] = [
    (
        r":\s*{here}{compound}\b|^[^:]+:[^:]*{here}:",
        "a block inside a block begins on a line by itself, indented",
    ),
    (r"^\s*(?:if|elif|for|repeat|may|choose)\b[^:]*{here}{simple}\b", "put a `:` before what is done"),
    (rf"{_START}(?:add|increase|increment|receive|get)\b", "`gain 1 COUNTER` adds to a counter"),
    (
        rf"{_START}(?:subtract|decrease|decrement|reduce|deduct|remove)\b",
        "`lose 1 COUNTER` takes from a counter, `move` takes a piece",
    ),
    (rf"{_START}(?:put|place|discard|take|give|deal)\b", "`move PIECE from ZONE to ZONE` moves a piece"),
    (
        rf"{_START}(?:return|pass|stop|break|continue|skip|exit|quit|next)\s*$",
        "`end STEP` ends a step of the flow; what is to do nothing is left out",
    ),
    (rf"{_START}(?:print|show|echo|log)\b", '`say "TEXT"` writes a line into the log'),
    (rf"{_START}\[", "statements take no brackets; each has a line by itself"),
    (rf"{_START}-\s", "rule text is no YAML list: write each statement on a line by itself, without `-`"),
    (rf"{_START}while\b", "`repeat 100 while COUNTER(me) < 3:` goes on while something is true"),
    (
        rf"{_START}until\b|\buntil\s*{{here}}",
        "`repeat 100 while not ...:` goes on until something is true; `until end of STEP:` is for rules",
    ),
    (rf"{_START}(?:when|unless|where)\b", "`if ...:` does something on a condition"),
    (r"\w\s+{here}(?:else|elif)\b[^:]*:", "`else:` begins a line by itself, indented as its `if`"),
    (rf"{_START}(?:else|elif|otherwise)\b", "it follows the block it belongs to, indented alike"),
    (rf"{_START}{_INDEXED}\s*(?:\+=|\+\+)", "`gain 1 {name}` adds to it"),
    (rf"{_START}{_INDEXED}\s*(?:-=|--)", "`lose 1 {name}` takes from it"),
    (rf"{_START}{_NAMED}\s*=(?!=)", "`set {name} to ...` gives it a value; `let` names a value"),
    (rf"{_START}(?P<name>[A-Za-z]\w*)\s*(?P<rest>\(.*\))?\s*$", "`call {name}{rest}` does an effect"),
    (
        r"(?:^|:)\s*(?P<name>gain|lose)\s+(?P<rest>[A-Za-z]\w*(?:\([^()]*\))?)\s*{here}(?:for\b|$)",
        "`{name} 1 {rest}`",
    ),
    (r"(?P<name>[A-Za-z]\w*)\(\s*{here}\)", "`{name}` alone is mine, `{name}(p2)` another's"),
    (r"^\s*choose\s+(?P<name>\w+)\s+{here}from\s+(?P<rest>[^\d].*)", "`choose {name} in {rest}`"),
    (r"^\s*do\s*{here}", "`call EFFECT()` does an effect"),
    (r"^\s*set\s[^{here}]*{here}\W?=", "`set COUNTER to 3` gives a counter its value, `gain` adds to it"),
    (
        r"^\s*(?P<name>gain|lose|pay)\s+(?P<rest>[A-Za-z]\w*)\s+{here}?(?P<number>\d+)",
        "the amount comes first: `{name} {number} {rest}`",
    ),
    (
        r"^\s*(?P<name>gain|lose)\s+\d+\s+{here}(?:to|from|of)\b",
        "the counter follows the amount: `{name} 1 COUNTER`",
    ),
    (r"\d\.{here}\d", "there are only whole numbers; `/` rounds down"),
    (r"\b(?P<rest>me|p\d)\s*{here}\.(?P<name>\w+)", "`{name}({rest})` is that player's"),
    (r"\w{here}\w", "put a space between two words, or a word and a number"),
    (r"^\s*choose\s+{here}\d", "`choose exactly 2 x in ...`, or `up to 2`"),
    (r"^\s*(?P<name>choose|for)\s+\w+\s+{here}", "it reads `{name} NAME in SET`: `{name} n in 1..3`"),
    (
        r"^\s*move\s+all\s+\w+\s+{here}to\b",
        "say from where: `move all KIND from ZONE to ZONE`, `move all from ZONE to ZONE`",
    ),
    (r"^\s*draw\s+\w+\s+{here}\w+\s+from", "it reads `draw 2 from ZONE to ZONE`; `move` takes a piece"),
    (r"^\s*let\b.*={here}=", "`let` takes one `=`"),
    (r"[<>]=?\s*[\w().]+\s*{here}[<>]", "compare twice, with `and`: `1 < X and X < 5`"),
    (r"\.\.{here}\.", "a range is written `1..5`"),
    (r"\bin\s+\w+\s+{here}to\b", "a range is written `1..5`"),
    (r"\*{here}\*", "there are no powers: write `X * X`"),
    (r"/{here}/", "`/` already rounds down"),
    (r"\bin\s+{here}\[", "a set is written in braces: `{1, 2}`"),
    (
        rf"\b(?P<name>{'|'.join([*BUILT_INS, *GATHERINGS])})\s+{{here}}\w",
        "`{name}` takes its arguments in brackets: `{name}(...)`",
    ),
    (r"{here}[^\x00-\x7f]", 'rule texts are written in plain letters, digits and signs; use `"` for quotes'),
    (r"{here}(?:=>|=<)", "write `>=` or `<=`"),
    (r"<{here}>", "write `!=`"),
    (r"{here}(?:=|is\b|equals\b)", "`==` compares"),
    (r"{here}&", "write `and`"),
    (r"{here}\|", "write `or`"),
    (r"{here}!", "write `not`, or `!=` for different"),
    (r"{here}%", "`mod` gives what a division leaves over"),
    (r"{here}\?", "it reads `if CONDITION then ONE else OTHER`"),
    (r"{here}['\"]", "write names without quotes"),
    (r"{here}\[", "put an index in round brackets: `COUNTER(me)`"),
    (r"^(?:[^()]|\([^()]*\))*{here}[;,]", "put each statement on a line by itself"),
    (r"{here}until\b", "write `while not ...`"),
]


# What is wrong, where that says more than which word does not fit: by the advice.
_MESSAGES = {
    "`gain 1 {name}` adds to it": "`+=` and `++` are not used here",
    "`lose 1 {name}` takes from it": "`-=` and `--` are not used here",
    "`set {name} to ...` gives it a value; `let` names a value": "no statement begins with a name and `=`",
    "`call {name}{rest}` does an effect": "a name by itself is no statement",
    "`{name} 1 {rest}`": "`{name}` needs an amount before the counter",
    "`{name}` alone is mine, `{name}(p2)` another's": "the brackets of `{name}()` are empty",
    "`choose {name} in {rest}`": "`choose` takes one thing `in` a set, not `from` it",
}


def begins_statement(word: str) -> bool:
    """Whether a statement begins with a word."""
    return word in keywords().simple | keywords().compound


# Names that other languages and plain English have, and what is written here.
_NAMES = {
    r"player|i|self|(?:active|current)_player": "`me` is the player whose turn it is, `players` all",
    r"range": "`1..3` is the numbers from 1 to 3",
    r"rand|random|randint|dice_roll|d\d+": "chance comes into a zone: `roll 1 into ZONE`, then `first(ZONE)`",
    r"floor|ceil|round_down|round_up|int": "numbers are whole; `/` rounds down",
    r"yes|True": "`true`",
    r"no|False": "`false`",
    r"null|nil|None|nobody|nothing": "`none`",
    r"one|two|three|four|five|six|seven|eight|nine|ten": "write numbers in digits",
    **{
        "|".join(row.also): f"`{row.written}`: {row.sentence[0].lower()}{row.sentence[1:].rstrip('.')}"
        for row in BUILT_INS.values()
        if row.also
    },
}


def advice_for_name(name: str) -> str | None:
    """Return what to write instead of a name that is not known; None: there is none."""
    return next((hint for names, hint in _NAMES.items() if re.fullmatch(names, name)), None)


class Advice(NamedTuple):
    """What to write instead, and what is wrong, if that is not only a word that does not fit."""

    hint: str
    message: str | None


def advice_for(line: str, column: int) -> Advice | None:
    """Return what to write instead of what stands at a column (from 0) of a line; None: there is none."""
    marked = f"{line[:column]}{_HERE}{line[column:]}".rstrip()
    for pattern, hint in _HINTS:
        found = re.search(_filled_in(pattern), marked)
        if found is not None:
            words = {
                name: (word or "").replace(_HERE, "").rstrip() for name, word in found.groupdict().items()
            }
            words["rest"] = words.get("rest") or "()"
            message = _MESSAGES.get(hint)
            return Advice(_filled(hint, words), _filled(message, words) if message else None)
    return None


def _filled_in(pattern: str) -> str:
    simple, compound = keywords().simple, keywords().compound
    for gap, words in (("simple", simple), ("compound", compound - simple)):
        pattern = pattern.replace(f"{{{gap}}}", f"(?:{'|'.join(sorted(words))})")
    return pattern.replace("{here}", _HERE)


def _filled(text: str, words: dict[str, str]) -> str:
    """Fill in what the line says; advice without gaps may hold braces."""
    return text.format(**words) if "name" in words else text
