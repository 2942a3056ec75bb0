"""A sheet as its owner keeps it: with headers of its own, notes, and rows that are no things.

In: the rows of a table, and which header means which key. Out: for each thing its name and its cells by key;
what was passed over is said. A header may take two rows, the upper one over several columns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

from interpreter.problems import Position, Problems
from interpreter.problems.nearest_name import hint_or_list
from interpreter.reading.located_value import Located
from interpreter.reading.table_rows import Cell

# So many rows may come before the headers.
MAX_BEFORE = 50
# What a row of totals begins with.
_TOTALS = frozenset({"total", "totals", "sum", "subtotal"})
# Marks columns that are only looked at; no key begins so.
_ASIDE = "?"
Record = tuple[Cell, dict[str, Cell]]


def records(
    rows: Sequence[list[Cell]],
    columns: Located,
    only: Located | None,
    problems: Problems,
    place: Position,
    *,
    called: str,
) -> Iterator[Record]:
    """Yield name and cells of each thing of a sheet; columns: the key of each header.

    only: what must be in some columns, by their headers; other rows are of another game. place: where the
    sheet is asked for; what is passed over is said there. called: what people call the sheet.

    A thing is named by the column that means `name`, else by its title. Rows without it, and totals, are
    passed over with a warning; columns that are not named are notes.
    """
    wanted = {_plain(header): str(key.value) for header, key in columns.items()}
    filters = {
        wanted.setdefault(_plain(header), f"{_ASIDE}{header}"): {
            _plain(str(each.value)) for each in _several(value)
        }
        for header, value in (only.items() if only is not None else ())
    }
    if not {"name", "title"} & set(wanted.values()):
        message = "one of the columns must mean `title`, or `name`: things are named by it"
        problems.error("missing-key", message, columns.position, hint='such as `"Card name": title`')
        return
    found = _head(rows, wanted)
    if found is None:
        for asked in (columns, only):
            _tell_headers(rows, asked, problems)
        return
    head, first = found
    passed = list[Cell]()
    for row in rows[first:]:
        cells = {
            key: row[at].in_sheet(header, called)
            for at, (key, header) in head.items()
            if at < len(row) and row[at].text
        }
        if any(key in cells and _plain(cells[key].text) not in words for key, words in filters.items()):
            continue
        name = cells.pop("name", None) or cells.get("title")
        of_no_game = any(key not in cells for key in filters)
        cells = {key: cell for key, cell in cells.items() if not key.startswith(_ASIDE)}
        if name is None or of_no_game or name.text.casefold().strip(" :") in _TOTALS:
            passed += [next((cell for cell in row if cell.text), row[0])]
        else:
            yield Cell(slug(name.text), name.position), cells
    passed = [cell for cell in passed if cell.text]
    if passed:
        lines = ", ".join(str(cell.row) for cell in passed[:5])
        more = f" and {len(passed) - 5} more" if len(passed) > 5 else ""
        lacking = "a name, or what `only` asks for" if filters else "a name"
        message = f"rows of {called} without {lacking}, and totals, are passed over: {lines}{more}"
        problems.warning("rows-passed-over", message, place, also=[passed[0].position])


def slug(title: str) -> str:
    """The name of a thing with this title: lower-case letters without marks, digits and underscores."""
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii").lower()
    name = re.sub(r"[^a-z0-9]+", "_", letters).strip("_")
    return name if name[:1].isalpha() else f"n{name}"


@lru_cache(maxsize=16)
def by_slug(names: tuple[str, ...]) -> Mapping[str, str]:
    """Names by what a title in a cell becomes: a sheet may say `Old oak` for `old_oak`."""
    return {slug(name): name for name in names}


def _several(value: Located) -> list[Located]:
    return value.entries() if value.kind == "list" else [value]


def _plain(header: str) -> str:
    return " ".join(header.casefold().split())


def _head(
    rows: Sequence[list[Cell]], wanted: Mapping[str, str]
) -> tuple[dict[int, tuple[str, str]], int] | None:
    """Key and header of columns that have them, and where the things begin; None: no row has all headers."""
    for number, row in enumerate(rows[:MAX_BEFORE]):
        above = _spread(rows[number - 1]) if number else []
        single = [cell.text for cell in row]
        double = [f"{up} {own}".strip() for up, own in zip_longest(above, single, fillvalue="")]
        for names in (single, double):
            found = [(at, name) for headers in (single, names) for at, name in enumerate(headers)]
            both = {at: (wanted[_plain(name)], name) for at, name in found if _plain(name) in wanted}
            if {key for key, _ in both.values()} == set(wanted.values()):
                return both, number + 1
    return None


def _spread(row: Sequence[Cell]) -> list[str]:
    """An upper row of headers: each goes over the empty cells behind it."""
    words = list[str]()
    for cell in row:
        words.append(cell.text or (words[-1] if words else ""))
    return words


def _tell_headers(rows: Sequence[list[Cell]], columns: Located | None, problems: Problems) -> None:
    """Name the headers that no row has, by the row that has most of them."""
    if columns is None:
        return
    asked = {_plain(header): header for header, _ in columns.items()}
    best = max(rows[:MAX_BEFORE], key=lambda row: sum(_plain(cell.text) in asked for cell in row), default=[])
    there = [cell.text for cell in best if cell.text]
    for plain, header in asked.items():
        if plain not in {_plain(name) for name in there}:
            hint = hint_or_list(header, there, "its headers")
            message = f"the sheet has no column '{header}'"
            problems.error("unknown-name", message, columns.key_position(header), hint=hint)


__all__ = ["by_slug", "records", "slug"]
