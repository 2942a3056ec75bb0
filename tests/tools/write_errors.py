"""Writes docs/errors.md from the table of problem codes, with the message that each example gives.

.venv/bin/python -m tests.tools.write_errors
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.problems.codes import Code, codes
from tests.tools.error_examples import messages, write

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "errors.md"
WIDEST = 160

OPENING = """\
# Errors and warnings

<!-- Written by tests/tools/write_errors.py from interpreter/problems/codes.yaml; do not edit by hand. -->

Every code that `rulewright` reports, with the smallest ruleset that has this problem, the message, and the
ruleset mended. `make test` runs all examples. `rulewright explain CODE` shows one at the terminal.

An error prevents play, a warning does not. A message shows file, line and column, the line
itself with a caret, a hint where there is one (mostly the closest valid name), and other places concerned.
All problems of a ruleset are reported in one run, sorted by place; but one whose shape is faulty goes no
further than its shape. `validate --json` has the same for programs.
"""


def page() -> str:
    """Write the whole page."""
    lines = [OPENING]
    groups: dict[str, list[Code]] = {}
    for code in codes().values():
        groups.setdefault(code.group, []).append(code)
    for group, inside in groups.items():
        lines += [f"- {group}: " + ", ".join(f"[{code.code}](#{code.code})" for code in inside)]
    with TemporaryDirectory() as folder:
        for group, inside in groups.items():
            lines += ["", f"## {group}"]
            for code in inside:
                lines += ["", *_entry(code, Path(folder))]
    return "\n".join(lines) + "\n"


def _entry(code: Code, folder: Path) -> Iterator[str]:
    yield f"### {code.code}"
    yield ""
    yield from textwrap.wrap(f"{code.severity.capitalize()}: {code.sentence}", 106)
    yield from _files(code.example.files, "text")
    for note in code.example.notes:
        yield from ("", note)
    home = write(code.example, code.example.files, folder)
    yield from (
        "",
        "```text",
        *map(_shortened, messages(home, code.example.chosen, about=code.code)),
        "```",
        "",
        "Mended:",
    )
    yield from _files(code.example.changed, "yaml")


def _files(files: Mapping[str, str], language: str) -> Iterator[str]:
    # What is shown as YAML must be YAML that can be read: faulty files are text.
    for name, text in files.items():
        yield from (
            "",
            f"`{name}`",
            "",
            f"```{language if name.endswith('.yaml') else 'text'}",
            *text.splitlines(),
            "```",
        )


def _shortened(line: str) -> str:
    return line if len(line) <= WIDEST else f"{line[:WIDEST]} ..."


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
