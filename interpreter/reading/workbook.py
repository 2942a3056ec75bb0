"""Sheets of XLSX files as text, a row a line, so that they are read like CSV.

In: the bytes of a workbook and the name of a sheet. Out: its rows with commas between the cells, each on the
line of its number. openpyxl, the library that its users know for this format, is needed only here
(`rulewright[sheets]`).
"""

from __future__ import annotations

import csv
from io import BytesIO, StringIO
from zipfile import BadZipFile, ZipFile

from interpreter.problems import Position, Problems
from interpreter.problems.nearest_name import hint_or_list

SUFFIX = ".xlsx"
# Workbooks that openpyxl does not read.
OTHERS = (".ods", ".xls", ".xlsb", ".numbers")
# So large a workbook may be when it is unpacked; so many rows and columns are read of a sheet.
MAX_UNPACKED = 50_000_000
MAX_ROWS, MAX_CELLS = 20_000, 500


def sheet_text(data: bytes, shown: str, sheet: str, named_at: Position, problems: Problems) -> str | None:
    """The text of a sheet, of the first one if none is named; None and a problem where it cannot be had."""
    try:
        from openpyxl import load_workbook  # noqa: PLC0415 - only who has a workbook needs it
    except ImportError:
        message = f"to read '{shown}', openpyxl is needed"
        problems.error("file-unreadable", message, named_at, hint="pip install openpyxl, or save it as CSV")
        return None
    try:
        with ZipFile(BytesIO(data)) as parts:
            size = sum(part.file_size for part in parts.infolist())
        if size > MAX_UNPACKED:
            message = f"'{shown}' unpacks to more than {MAX_UNPACKED // 1_000_000} MB"
            problems.error("file-too-large", message, named_at)
            return None
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
    except (BadZipFile, KeyError, ValueError, OSError) as fault:
        problems.error("file-unreadable", f"'{shown}' is no workbook: {fault}", named_at)
        return None
    names = book.sheetnames
    if sheet and sheet not in names:
        hint = hint_or_list(sheet, names, "it has")
        problems.error("unknown-name", f"'{shown}' has no sheet '{sheet}'", named_at, hint=hint)
        return None
    written = StringIO()
    lines = csv.writer(written, lineterminator="\n")
    page = book[sheet] if sheet else book.worksheets[0]
    for row in page.iter_rows(max_row=MAX_ROWS, max_col=MAX_CELLS, values_only=True):
        cells = [_cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        lines.writerow(cells)
    return written.getvalue()


def _cell(value: object) -> str:
    """A cell as text: whole numbers without a point, everything on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else " ".join(str(value).split())


__all__ = ["OTHERS", "SUFFIX", "sheet_text"]
