"""Kinds and layouts that are written in groups: with what all share, and kinds as products of lists or rows.

In: the map of a file, as it was read. Out: the same map in which each list of groups under `kinds` or
`layouts` has become the map that it stands for, every value at its place; what comes after knows plain maps.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping

from interpreter.problems import Position, Problems
from interpreter.problems.nearest_name import hint_or_list
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import INNER_SECTIONS, PARTS
from interpreter.reading.sheet import by_slug, records, slug
from interpreter.reading.table_rows import MAX_COLUMNS, Cell, table_rows
from interpreter.reading.yaml_reader import MAX_MADE, Allowance

# Where the things of a group come from, by section; it has exactly one of them.
SOURCES = {"kinds": ("kinds", "over", "rows", "file"), "layouts": ("layouts",)}
GROUP_KEYS = {
    "kinds": ("each", *SOURCES["kinds"], "name", "sheet", "columns", "only", "by"),
    "layouts": ("each", "layouts"),
}
MAX_KINDS = 10_000
# The operations of an overlay that bring kinds and layouts.
_ADDING = ("add", "replace", "change", "extend")
# The texts of a kind that may name its fields.
_TELLING = ("title", "about", "glyph", "plural")
# What a word of `by` says in texts of the group; no key of a kind.
_WORDED = "text"
_FIELD = re.compile(r"\{(\w*)\}")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
# A value of a field of several, after how many there are of it.
_COUNTED = re.compile(r"(?:\d+ )?[^\s,]+")
# A word in two forms, for one and for any other number: `item(|s)`.
FORMS = r"\(([^()|{}]*)\|([^()|{}]*)\)"
_FILLED = re.compile(rf"{_FIELD.pattern}|{FORMS}")
_SPAN = re.compile(r"(-?\d+)\.\.(-?\d+)\Z")
_NOTHING = ("", "0", "none", "false")

# Reads a file beside the ruleset's, of a workbook a sheet: its name for people and its text; None: a problem.
ReadText = Callable[[Located, str], "tuple[str, str] | None"]
Entries = dict[str, Located]
Places = dict[str, Position]


def _member_names(members: Located) -> list[str]:
    """The members of an enum: a list of them, or a map that has it under `members`."""
    listed = members.get("members") if members.kind == "map" else members
    return [str(each.value) for each in listed.entries()] if listed is not None else []


def expand_groups(
    root: Located, read: ReadText, problems: Problems, allowance: Allowance | None = None
) -> None:
    """Write out the groups of kinds and layouts in a ruleset's or overlay's file, in its own map."""
    assert isinstance(root.value, dict)
    allowance = allowance or Allowance()
    company_parts = root.get(PARTS)
    roots = (root, *(company_parts.entries() if company_parts is not None else ()))
    added = [content for each in roots for key, content in each.items() if key in _ADDING]
    for sections in (root, *added):
        for section, owned_by in INNER_SECTIONS.items():
            owners = sections.get(owned_by)
            parts = [content for _, content in owners.items()] if owners is not None else []
            for owner in (sections, *parts):
                groups = owner.get(section)
                if groups is not None and groups.kind == "list" and isinstance(owner.value, dict):
                    enums = dict(of.items()) if (of := sections.get("enums")) is not None else {}
                    made = _Expansion(section, read, problems, allowance, enums, lists=_lists_of(owner))
                    owner.value[section] = made.of(groups)


class _Expansion:
    """Makes one map of kinds, or of layouts, out of a list of groups."""

    def __init__(
        self,
        section: str,
        read: ReadText,
        problems: Problems,
        allowance: Allowance,
        enums: Mapping[str, Located],
        *,
        lists: Collection[str],
    ) -> None:
        self.section = section
        self.read = read
        self.problems = problems
        self.allowance = allowance
        self.enums = enums
        self.lists = lists
        self.entries: Entries = {}
        self.places: Places = {}

    def of(self, groups: Located) -> Located:
        for group in groups.entries():
            if self.allowance.to_make >= 0:
                self.add(group)
        return Located(groups.position, self.entries, self.places)

    def add(self, group: Located) -> None:
        """Add what a group holds, or tell what is wrong with it."""
        sources, known = SOURCES[self.section], GROUP_KEYS[self.section]
        given = [key for key in sources if group.get(key) is not None]
        for key, _ in group.items():
            if key not in known:
                message = f"the key '{key}' is not known in a group of {self.section}"
                hint = hint_or_list(key, list(known), "its keys")
                self.problems.error("unknown-key", message, group.key_position(key), hint=hint)
        if group.kind != "map" or len(given) != 1:
            *some, last = (f"`{key}`" for key in sources)
            wanted = f"one of {', '.join(some)} or {last}" if some else last
            message = f"a group of {self.section} is a map with {wanted}"
            self.problems.error("wrong-shape", message, group.position)
            return
        each = group.get("each")
        shared = each if each is not None and each.kind == "map" else Located(group.position, {}, {})
        size = shared.count()
        for name, own in self.members(group, given[0]):
            both, said = self.with_words(group, shared, own)
            self.keep(name, both, own, said)
            self.allowance.to_make -= size + own.count()
            if self.allowance.to_make < 0:
                message = f"the groups of kinds and layouts make more than {MAX_MADE:,} values"
                hint = "leave out kinds or columns that nothing uses"
                self.problems.error("too-many-values", message, name.position, hint=hint)
            if self.allowance.to_make < 0 or self.problems.full:
                return

    def members(self, group: Located, source: str) -> Iterator[tuple[Located, Located]]:
        """Yield what is in a group: the name with its place, and the entries that are its own."""
        content = group.get(source)
        assert content is not None
        if source == self.section:
            for name, own in content.items():
                yield Located(content.key_position(name), name), own
        elif source == "over":
            yield from self.product(group, content)
        elif source == "rows":
            lines = str(content.value).splitlines()
            yield from self.rows(table_rows(lines, content.position_in_text))
        else:
            said = group.get("sheet")
            sheets = said.entries() if said is not None and said.kind == "list" else [said]
            for sheet in sheets:
                found = self.read(content, str(sheet.value) if sheet is not None else "")
                if found is not None:
                    of = f", sheet {sheet.value}" if sheet is not None else ""
                    yield from self.table(group, *found, f"{content.value}{of}")

    def table(self, group: Located, file: str, text: str, called: str) -> Iterator[tuple[Located, Located]]:
        """Yield the kinds of a table, or of a sheet with headers of its own; called: by its owner."""
        lines = text.removeprefix("\ufeff").splitlines()
        rows = table_rows(lines, lambda line, column: Position(file, line, column))
        columns = group.get("columns")
        if columns is None:
            yield from self.rows(rows, called)
            return
        found = records(list(rows), columns, group.get("only"), self.problems, group.position, called=called)
        for name, cells in found:
            yield self.of_cells(name, cells)

    def of_cells(self, name: Cell, cells: Mapping[str, Cell]) -> tuple[Located, Located]:
        """A kind by the cells of its row."""
        entries = {
            key: Located(cell.position, cell.text) if key == "title" else cell.placed(listed=key == "rule")
            for key, cell in cells.items()
        }
        places = {key: cell.position for key, cell in cells.items()}
        return Located(name.position, name.text), Located(name.position, entries, places)

    def product(self, group: Located, over: Located) -> Iterator[tuple[Located, Located]]:
        """Yield a kind for each combination of the values of some fields."""
        pattern = group.get("name")
        if pattern is None or pattern.kind != "text" or over.kind != "map":
            message = '`over` is a map of lists and needs a `name`, such as "{suit}_{number}"'
            self.problems.error("wrong-shape", message, over.position)
            return
        lists = [self.values_of(values) for _, values in over.items()]
        count = 1
        for values in lists:
            count *= len(values)
        if count > MAX_KINDS:
            message = f"these lists make {count:,} kinds; at most {MAX_KINDS:,} are allowed"
            self.problems.error("too-many-values", message, over.position)
            return
        for combined in itertools.product(*lists):
            entries = dict(zip(dict(over.items()), combined, strict=True))
            own = Located(over.position, entries, over.key_positions)
            name = self.with_fields(pattern, own)
            # Titles have spaces where names have underscores.
            yield Located(name.position, str(name.value).replace(" ", "_")), own

    def values_of(self, values: Located) -> list[Located]:
        """The values of a list, of an enum of this file, or the numbers of a span such as `1..6`."""
        span = _SPAN.match(values.value) if isinstance(values.value, str) else None
        if span is not None:
            low, high = (int(end) for end in span.groups())
            return [Located(values.position, number) for number in range(low, min(high, low + MAX_KINDS) + 1)]
        members = self.enums.get(str(values.value)) if isinstance(values.value, str) else None
        if members is not None:
            return [Located(values.position, name) for name in _member_names(members)]
        if values.kind != "list":
            message = (
                "this should be a list of values, an enum of this file, or a span of numbers such as 1..6"
            )
            self.problems.error("wrong-type", message, values.position)
        return values.entries()

    def rows(self, rows: Iterator[list[Cell]], called: str = "") -> Iterator[tuple[Located, Located]]:
        """Yield a kind for each row; the first row names the keys, the first column is `name`.

        called: what people call the sheet, if it is one.
        """
        head = next(rows, [])
        if len(head) > MAX_COLUMNS:
            message = f"a table has at most {MAX_COLUMNS} columns"
            self.problems.error("too-many-values", message, head[MAX_COLUMNS].position)
            return
        if not head or head[0].text != "name":
            place = head[0].position if head else None
            message = "the first column of a table of kinds is called `name`"
            if place is not None:
                self.problems.error("wrong-shape", message, place)
            return
        for row in rows:
            if len(row) > len(head):
                cells = f"more than {MAX_COLUMNS}" if len(row) > MAX_COLUMNS else str(len(row))
                message = f"this row has {cells} cells, but there are {len(head)} columns"
                self.problems.error("wrong-length", message, row[len(head)].position)
            named = ((key.text, cell) for key, cell in zip(head, row, strict=False) if cell.text)
            filled = {key: cell.in_sheet(key, called) if called else cell for key, cell in named}
            if "name" not in filled:
                message = "this row has no name" if filled else "this row is empty"
                hint = "leave out rows that are empty, or that hold totals"
                self.problems.error("missing-key", message, row[0].position, hint=hint)
                continue
            yield self.of_cells(filled.pop("name"), filled)

    def with_words(self, group: Located, shared: Located, own: Located) -> tuple[Located, Entries]:
        """What a kind shares with the others and has by the words in its fields; what these say in texts."""
        entries, places, said = dict(shared.items()), dict(shared.key_positions), Entries()
        for field, words in by.items() if (by := group.get("by")) is not None else ():
            word = own.get(field) or shared.get(field)
            if word is None:
                continue
            meant = words.get(str(word.value))
            known = [name for name, _ in words.items()] if meant is None else []
            if meant is None and word.position.cell:
                meant = words.get(by_slug(tuple(known)).get(slug(str(word.value)), ""))
            if meant is None:
                message = f"nothing says what the {field} '{word.value}' means"
                hint = hint_or_list(str(word.value), known, "known are")
                self.problems.error("unknown-name", message, word.position, hint=hint)
                continue
            for key, value in meant.items():
                if key == _WORDED:
                    said[key] = value
                    continue
                earlier = entries.get(key)
                both = earlier is not None and earlier.kind == value.kind == "list"
                joined = [*(earlier.entries() if earlier is not None and both else ()), *value.entries()]
                entries[key] = Located(value.position, joined) if both else value
                places[key] = meant.key_position(key)
        return Located(shared.position, entries, places), said

    def keep(self, name: Located, shared: Located, own: Located, said: Entries) -> None:
        """Add one thing: what all of the group have, what it has itself; texts of kinds with their fields."""
        key = str(name.value)
        if key in self.entries:
            message, earlier = f"'{key}' is defined twice", self.places[key]
            self.problems.error("defined-twice", message, name.position, also=[earlier])
            return
        if own.kind not in ("map", "null"):
            self.entries[key], self.places[key] = own, name.position
            return
        entries = {**dict(shared.items()), **dict(own.items())}
        places = {**shared.key_positions, **own.key_positions}
        kind = Located(own.position, entries, places)
        if shared.get("scoring") is not None:
            entries["scoring"] = _own_source(entries["scoring"], key)
        for word in _TELLING if self.section == "kinds" else ():
            if word in entries and entries[word].kind == "text":
                several = (key for key, each in entries.items() if key in self.lists or each.kind == "list")
                lists = {key: _as_list(entries[key]) for key in several}
                told = Located(kind.position, {**entries, **lists, **said}, places)
                entries[word] = self.with_fields(entries[word], told)
        self.entries[key], self.places[key] = kind, name.position

    def with_fields(self, text: Located, kind: Located) -> Located:
        """A text with the fields that it names; what is in [ ] is left out where its fields are nothing.

        A word in two forms agrees with the last number before it; what is true goes by the name of its field.
        """
        words = {
            key: key.replace("_", " ") if value.value is True else _words(value)
            for key, value in kind.items()
        }
        source = str(text.value)
        in_brackets = {name for part in _BRACKETED.findall(source) for name in _FIELD.findall(part)}
        for name in _FIELD.findall(source):
            if name not in words and name not in in_brackets:
                hint = hint_or_list(name, list(words), "it has")
                self.problems.error("unknown-name", f"this kind has no '{name}'", text.position, hint=hint)

        def part(found: re.Match[str]) -> str:
            fields = _FIELD.findall(found[1])
            if not fields:
                return found[0]
            return "" if all(words.get(each, "") in _NOTHING for each in fields) else found[1]

        number = ""

        def filled(found: re.Match[str]) -> str:
            nonlocal number
            if found[1] is None:
                return found[2] if number == "1" else found[3]
            word = words.get(found[1], "")
            number = word if word.isdigit() else number
            return word

        made = _FILLED.sub(filled, _BRACKETED.sub(part, source))
        self.allowance.to_make -= max(len(source), len(made)) // 100
        return text if made == source else Located(text.position, made)


def _own_source(lines: Located, name: str) -> Located:
    """Scoring lines that a group shares, with the source `this` called like the kind."""

    def named(line: Located) -> Located:
        source = line.get("source")
        if source is None or source.value != "this":
            return line
        entries = {**dict(line.items()), "source": Located(source.position, name)}
        return Located(line.position, entries, line.key_positions)

    return Located(lines.position, [named(line) for line in lines.entries()])


def _lists_of(owner: Located) -> list[str]:
    """The fields of a component that hold several values."""
    fields = owner.get("fields")
    declared = fields.items() if fields is not None and fields.kind == "map" else ()
    return [name for name, said in declared if str(said.value).startswith("list of ")]


def _as_list(value: Located) -> Located:
    """A field of several values as a title lists them: `2 leaf, moon and star`."""
    if value.kind == "list":
        counts = Counter(str(each.value) for each in value.entries())
        parts = [word if count == 1 else f"{count} {word}" for word, count in counts.items()]
    else:
        parts = _COUNTED.findall(str(value.value))
    *most, last = [part.replace("_", " ") for part in parts] or [""]
    return Located(value.position, " and ".join(filter(None, (", ".join(most), last))))


def _words(value: Located) -> str:
    """A field as a name says it, or a text where it is one value."""
    if value.kind == "list":
        return " ".join(str(each.value).replace("_", " ") for each in value.entries())
    if isinstance(value.value, bool):
        return str(value.value).lower()
    return str(value.value).replace("_", " ")


__all__ = ["expand_groups"]
