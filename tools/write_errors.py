"""Writes docs/errors.md, and a page for each group in docs/errors/, from the table of problem codes.

.venv/bin/python -m tools.write_errors
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.problems.codes import Code, codes
from tools.error_examples import messages, write
from tools.glossary import last_line

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "errors.md"
FOLDER = ROOT / "docs" / "errors"
WIDEST = 160

OPENING = """\
# Errors and warnings

<!-- Written by tools/write_errors.py from interpreter/problems/codes.yaml; do not edit by hand. -->

Every code that `rulewright` reports. The page of each group shows, for each code, the smallest ruleset that
has this problem, the message, and the ruleset mended. `make test` runs all examples. `rulewright explain
CODE` shows one at the terminal.

An error prevents play, a warning does not. A message shows file, line and column, the line
itself with a caret, often a hint (mostly the closest valid name), and other places concerned. All problems of
a ruleset are reported in one run, sorted by place. But if the shape of its files is faulty, only that is
reported. `validate --json` has the same for programs.
"""


GROUP_OPENING = """\
# {group}

<!-- Written by tools/write_errors.py from interpreter/problems/codes.yaml; do not edit by hand. -->

[All groups](../errors.md)
"""


def pages() -> dict[Path, str]:
    """Write all pages: the index, and one for each group."""
    with TemporaryDirectory() as folder:
        found = {FOLDER / f"{_slug(group)}.md": _group_page(group, Path(folder)) for group in _groups()}
    return {
        file: f"{text.rstrip()}\n\n{last_line(file)}\n" for file, text in {PAGE: _index(), **found}.items()
    }


def _index() -> str:
    lines = [OPENING]
    for group in _groups():
        lines += [
            "",
            f"## [{group}](errors/{_slug(group)}.md)",
            "",
            "| code | | meaning |",
            "| --- | --- | --- |",
        ]
        for code in _codes(group):
            sentence = code.sentence.replace("|", "\\|")
            lines.append(
                f"| [{code.code}](errors/{_slug(group)}.md#{code.code}) | {code.severity} | {sentence} |"
            )
    return "\n".join(lines)


def _group_page(group: str, folder: Path) -> str:
    lines = [GROUP_OPENING.format(group=group)]
    for code in _codes(group):
        lines += [*_entry(code, folder), ""]
    return "\n".join(lines)


def _groups() -> list[str]:
    return list(dict.fromkeys(code.group for code in codes().values()))


def _codes(group: str) -> list[Code]:
    return [code for code in codes().values() if code.group == group]


def _slug(group: str) -> str:
    return group.lower().replace(" and ", " ").replace(",", "").replace(" ", "_")


def _entry(code: Code, folder: Path) -> Iterator[str]:
    yield f"## {code.code}"
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
    """Write the pages, and remove those of groups that are gone."""
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for file in set(FOLDER.glob("*.md")) - set(written):
        file.unlink()
    for file, text in written.items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
