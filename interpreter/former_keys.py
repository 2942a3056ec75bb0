"""Keys as they once were: what to write now, with the fix that `rulewright upgrade` makes.

In: a map, and the keys that are known there. Out: problems, each at the place of its key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from interpreter.problems import Fix, Position, Problem
from interpreter.reading import Located

# Keys that have another name now; of several the one that is known in its place.
_RENAMED = {
    "edges": ("links",),
    "colors": ("color",),
    "icons": ("icon",),
    "glyphs": ("glyph",),
    "effect_with": ("with",),
    "sign": ("glyph",),
    "leave_out": ("without",),
    "from": ("min",),
    "to": ("max",),
    "says": ("because", "about", "text"),
    "shows": ("showing",),
}
# Keys that belong to another section now.
_MOVED = {("scoring", "outlook"): "bots", ("scoring", "weights"): "bots"}
# What needs no quotes as a value in braces.
_PLAIN = re.compile(r"[A-Za-z_(][^:,#\[\]{}\"'&*!|>%@`]*")

# What needs no quotes as a value in a block.
_IN_BLOCK = re.compile(r"(?:[A-Za-z0-9(]|-\w)(?:[^:#\n]|:(?! |$)|(?<! )#)*(?<! )")


def new_name(key: str, known: Iterable[str]) -> str | None:
    """Return the name that a key has now, where it is known under it."""
    return next((name for name in _RENAMED.get(key, ()) if name in known), None)


def former_keys(said: Located, section: str | None, at: Position, known: Collection[str]) -> list[Problem]:
    """Report the keys of a map that were known here once; section: its own key, at: where that is.

    A problem at the place of another key is what has to change with it.
    """
    found = list(_moved_keys(said, section, at, known))
    for key in [name for name, _ in said.items() if name not in known]:
        if (name := new_name(key, known)) is not None:
            found += _renamed(said, key, name)
        elif key in _GONE and _GONE[key][0] in (section, *known):
            found += _GONE[key][1](said, key)
    return found


def _unknown(said: Located, key: str, hint: str, fix: Fix | None = None) -> Problem:
    if fix is not None:
        hint += ": `rulewright upgrade` writes it"
    return Problem("unknown-key", f"'{key}' is no key now", said.key_position(key), hint=hint, fix=fix)


def _renamed(said: Located, key: str, name: str) -> Iterator[Problem]:
    """A key that has another name; a text beside it with that name said only which field the map is for."""
    there, here, called = said.get(name), said.key_position(key), f"`{key}` is called `{name}` now"
    message = f"the key '{key}' is not known here"
    away = _away(said, name) if there is not None and there.kind == "text" else None
    if there is not None and away is None:
        yield Problem("unknown-key", message, here, hint=f"{called}, which is there already: join them")
        return
    if there is not None:
        freed = f"'{name}' is the map of '{key}' now, for the field that has its values"
        hint = f"leave `{name}: {there.value}` out"
        yield Problem("unknown-key", freed, said.key_position(name), hint=hint, fix=away)
    hint = f"{called}: `rulewright upgrade` writes it"
    yield Problem("unknown-key", message, here, hint=hint, fix=Fix(here, name))


def _pass_title(said: Located, key: str) -> Iterator[Problem]:
    """The title of `pass`, which stands below `pass` itself now."""
    title, passing = said.get(key), said.get("pass")
    assert title is not None
    when = passing.value if passing is not None else True
    parts = [] if when is True else [f"when: {_in_braces(when)}"]
    written = "{" + ", ".join([*parts, f"title: {_in_braces(title.value)}"]) + "}"
    away = _away(said, key)
    whole = passing is not None and passing.position.ends_on_its_line and away is not None
    yield _unknown(said, key, f"it belongs to `pass`: `pass: {written}`", away if whole else None)
    if passing is not None and whole:
        fix = Fix(passing.position, written)
        message = "the title of 'pass' belongs here"
        yield Problem("unknown-key", message, passing.position, hint=f"`pass: {written}`", fix=fix)


def _in_scenarios(said: Located, key: str) -> Iterator[Problem]:
    """What an option was in scenarios; that of one that is usually drawn is its first choice now."""
    value, default, listed = said.get(key), said.get("default"), said.get("choices")
    drawn = default is not None and default.value in ("random", getattr(said.get("random"), "value", None))
    first = [each.value for each in listed.entries()][:1] if listed is not None else ["p1"]
    if drawn and value is not None and value.value in first:
        hint = "leave it out, scenarios have the first choice of what is usually drawn"
        yield _unknown(said, key, hint, _away(said, key))
    else:
        yield _unknown(said, key, "scenarios that need a value say so at their head: `set: {NAME: VALUE}`")


def _needless(because: str) -> Callable[[Located, str], Iterator[Problem]]:
    """A key that says nothing any more."""

    def found(said: Located, key: str) -> Iterator[Problem]:
        yield _unknown(said, key, f"leave it out, {because}", _away(said, key))

    return found


def _apart(said: Located, key: str) -> Iterator[Problem]:
    """What is accepted now, as other warnings are."""
    value, here = said.get(key), said.key_position(key)
    whole = said.get("accept") is None and value is not None and value.value is True
    fix = Fix(replace(here, end_column=_end(value)), f"accept: [{key}]") if whole else None
    yield _unknown(said, key, f"it is a warning now: `accept: [{key}]`", fix)


def _hidden(said: Located, key: str) -> Iterator[Problem]:
    """What says `draw: false` now; `hidden: false` said nothing."""
    value = said.get(key)
    if value is None or value.value is not True:
        yield _unknown(said, key, "leave it out", _away(said, key))
        return
    whole = len(said.items()) == 1 and said.end_column is not None
    fix = Fix(replace(said.position, end_column=said.end_column), "false") if whole else None
    yield _unknown(said, key, "`draw: false` says it now", fix)


def _settled(said: Located, key: str) -> Iterator[Problem]:
    """The value of spaces whose pieces step back, which is a mark now."""
    value = said.get(key)
    mark = f"marks: {{{value.value if value is not None else 'VALUE'}: {{glyph: '=', form: faded}}}}"
    yield _unknown(said, key, f"it is a mark now: `{mark}`")


def _bold(said: Located, key: str) -> Iterator[Problem]:
    """The numbers of a field that are red, which are those with the most dots now."""
    value = said.get(key)
    fields = ", ".join(f"{name}: TABLE" for name, _ in value.items()) if value is not None else ""
    table = "where the table says how many dots each number has; those with the most are red"
    yield _unknown(said, key, f"it is `dots: {{{fields}}}` now, {table}")


# By key: a key that is known beside it, or that it is in, and what to write now.
_GONE: dict[str, tuple[str, Callable[[Located, str], Iterator[Problem]]]] = {
    "pass_title": ("pass", _pass_title),
    "in_scenarios": ("random", _in_scenarios),
    "ask": ("random", _needless("any option but a set can be asked for")),
    "apart": ("checks", _apart),
    "hidden": ("draw", _hidden),
    "settled": ("marks", _settled),
    "bold": ("dots", _bold),
    "strong": ("dots", _bold),
}


def former_outlook(said: Located, at: Position) -> list[Problem]:
    """Report an outlook that is a list of lines with `source` and `points`, as it was once; at: its key.

    Titles, which nobody was shown, become comments. Lines that say more are left to their authors.
    """
    problem = Problem("wrong-type", "'outlook' is a map now", at, hint="`outlook: {NAME: EXPR}`")
    if said.end_column is not None:
        lines = [_line_in_braces(entry) for entry in said.entries()]
        place, whole = replace(said.position, end_column=said.end_column), ", ".join(filter(None, lines))
        return [replace(problem, fix=Fix(place, f"{{{whole}}}") if all(lines) else None)]
    fixes = [_line_of_outlook(entry, said.position.column) for entry in said.entries()]
    if not all(fixes):
        return [problem]
    # Each at a place of its own, so that none is taken for the same problem.
    return [replace(problem, position=fix.position, fix=fix) for found in fixes for fix in found]


def _line_in_braces(line: Located) -> str:
    source, points = line.get("source"), line.get("points")
    if source is None or points is None or len(line.items()) > 2:
        return ""
    return f"{source.value}: {_in_braces(points.value)}"


def _line_of_outlook(line: Located, dash: int) -> list[Fix]:
    """What makes an entry of a list one of a map, indented as its keys were; nothing if that cannot be."""
    source, points, title = (line.get(key) for key in ("source", "points", "title"))
    said = [key for key, _ in line.items()]
    if source is None or points is None or not {*said} <= {"source", "points", "title"}:
        return []
    if line.end_column is not None:
        written = str(points.value) if _IN_BLOCK.fullmatch(str(points.value)) else json.dumps(points.value)
        note = f"  # {title.value}" if title is not None else ""
        place = replace(line.position, column=dash, end_column=line.end_column)
        return [Fix(place, f"  {source.value}: {written}{note}")]
    found = []
    for key in said:
        here, end = line.key_position(key), _end(line.get(key))
        first, text = key == said[0], ""
        if key == "points":
            text, end = str(source.value), here.column + len(key)
        elif key == "title" and title is not None:
            text = f"# {title.value}"
        if end is None:
            return []
        # With the first key its dash goes.
        if first:
            here, text = replace(here, column=dash), text and f"  {text}"
        found.append(Fix(replace(here, end_column=end), text))
    return found


def _in_braces(value: object) -> str:
    """How a value is written in a map in braces."""
    plain = isinstance(value, str) and _PLAIN.fullmatch(value) and value == value.strip()
    return value if plain and isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _away(said: Located, key: str) -> Fix | None:
    """What takes a key with its value out of a map; None where both are not on one line."""
    value, here = said.get(key), said.key_position(key)
    end = _end(value)
    if value is None or end is None or value.position.line != here.line:
        return None
    keys = [name for name, _ in said.items()]
    if _is_block(said):
        return Fix(replace(here, end_column=end), "")
    # In braces the comma goes too.
    if key != keys[-1]:
        return Fix(replace(here, end_column=end + 1), "")
    before = said.get(keys[-2]) if len(keys) > 1 else None
    start = _end(before)
    if before is None or start is None or before.position.line != here.line:
        return None
    return Fix(replace(here, column=start, end_column=end), "")


def _end(value: Located | None) -> int | None:
    """The first column after a value that ends on the line where it begins."""
    if value is None:
        return None
    if value.kind in ("map", "list"):
        return value.end_column
    return value.position.end_column if value.position.ends_on_its_line else None


def _moved_keys(
    said: Located, section: str | None, at: Position, known: Collection[str]
) -> Iterator[Problem]:
    """Keys that belong to another section now; maps in braces are left to their authors."""
    moved = [key for key, _ in said.items() if key not in known and (section, key) in _MOVED]
    alone, in_braces = len(moved) == len(said.items()), not _is_block(said)
    for key in moved:
        other, here = _MOVED[str(section), key], said.key_position(key)
        fix = Fix(at, other) if alone else None if in_braces else Fix(here, other, moves=True)
        writes = "put it there, with what is below it" if fix is None else "`rulewright upgrade` writes it"
        message = f"'{key}' belongs to `{other}:` now, not to '{section}'"
        hint = f"`{other}:` begins a section by itself: {writes}"
        yield Problem("unknown-key", message, here, hint=hint, fix=fix)


def _is_block(said: Located) -> bool:
    """Whether a map is written without braces: then it begins with its first key."""
    first = said.key_position(next(key for key, _ in said.items()))
    return (first.line, first.column) == (said.position.line, said.position.column)
