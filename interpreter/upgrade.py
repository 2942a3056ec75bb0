"""A ruleset written for earlier rules or words, brought up to date.

In: a ruleset or overlay in its folder. Out: what its files would hold with every fix that the checks and the
scenarios name. All is tried in a copy first. Only what is wrong is changed: comments and layout stay.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copyfile, copytree

from interpreter.loading import UsageFault, check
from interpreter.problems import Fix, Position, Problem
from interpreter.reading import (
    RulesetFolder,
    find_overlay,
    find_ruleset,
    shown_path,
)
from interpreter.reading.search_path import RULESET_FILE
from interpreter.scenario import check_scenarios, run_scenarios, scenario_files

# One fix can bring the next to light; nobody has so many in one place.
MAX_ROUNDS = 100
# Lines with their ends, as the YAML reader counts them.
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one place of a file, which is given as it was when the change was made."""

    position: Position
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The outcome of an upgrade: the texts of files before and after, each edit, the errors that are left."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    edits: tuple[Edit, ...]
    left: tuple[Problem, ...]

    def write(self) -> None:
        """Write the files that change, each whole or not at all."""
        for file, text in self.after.items():
            _replace(Path(file).resolve(), text)


def upgraded(target: str | Path, search: Sequence[Path] = ()) -> Upgrade:
    """Return the outcome of an upgrade of a ruleset or overlay; raises UsageFault where it is not there."""
    folder = find_ruleset(target, search) or find_overlay(target, None, search)
    if folder is None:
        scenario_files(target, search)  # tells what there is instead
        raise UsageFault(f"'{target}' is no ruleset and no overlay")
    folder = folder.resolve()
    home = next((each for each in folder.parents if (each / RULESET_FILE).is_file()), folder)
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made).resolve() / home.name
        copytree(home, copy, symlinks=True, copy_function=copyfile)
        trial = _Trial(copy / folder.relative_to(home), (copy.parent, home.parent, *search))
        trial.run()
        return trial.result(folder)


class _Trial:
    """A copy of a ruleset or overlay, in which fixes are tried."""

    def __init__(self, folder: Path, search: Sequence[Path]) -> None:
        self.folder = folder
        self.search = search
        self.edits: list[Edit] = []
        self.before: dict[Path, str] = {}

    def run(self) -> None:
        """Make all fixes, those of the checks first: scenarios can only be played when they are made."""
        scenarios = scenario_files(self.folder, self.search)
        for _ in range(MAX_ROUNDS):
            found = [problem.fix for problem in self.problems() if problem.fix is not None]
            if not found:
                played = {file: self.played(file) for file in scenarios}
                scenarios = [file for file, fixes in played.items() if fixes]
                found = [fix for fixes in played.values() for fix in fixes]
            if not self.make(found):
                return

    def played(self, file: Path) -> list[Fix]:
        """Play the scenarios of a file; return the fixes of those that fail."""
        return [result.fix for result in run_scenarios(file, self.search) if result.fix is not None]

    def problems(self) -> list[Problem]:
        """All problems of the rules and, once these have none, of the texts of the scenarios."""
        names: list[tuple[str, ...]] = [()]
        if (self.folder / RULESET_FILE).is_file():
            names += [(overlay.id,) for overlay in RulesetFolder(self.folder).overlays()]
        checked = [check(self.folder, overlays=name, search=self.search).problems for name in names]
        # An overlay that needs others is seen with them in its scenarios.
        alone = [problems for problems in checked if all(p.code != "overlay-needs" for p in problems)]
        found = [problem for problems in alone for problem in problems]
        if not any(problem.fix for problem in found):
            found += check_scenarios(self.folder, self.search)
        return list(dict.fromkeys(found))

    def make(self, fixes: Sequence[Fix]) -> bool:
        """Make the fixes that lie in this folder; whether there are any."""
        by_file: dict[Path, set[Fix]] = {}
        for fix in fixes:
            file = Path(fix.position.file).resolve()
            if file.is_relative_to(self.folder):
                by_file.setdefault(file, set()).add(fix)
        changed = False
        for file, here in by_file.items():
            text = _read(file)
            after = self.mended(text, file, here)
            if after != text:
                self.before.setdefault(file, text)
                changed = True
                with file.open("w", encoding="utf-8", newline="") as opened:
                    opened.write(after)
        return changed

    def mended(self, text: str, file: Path, fixes: set[Fix]) -> str:
        """Return a text with fixes, made from its end to its beginning so that places stay what they are."""
        lines = _LINES.findall(text)
        for fix in sorted(fixes, key=lambda each: (each.position.line, each.position.column), reverse=True):
            place, line = fix.position, lines[fix.position.line - 1]
            if fix.moves:
                moved = _moved(lines, fix)
                if moved is None:
                    continue
                lines = moved
                self.edits.append(Edit(replace(place, file=str(file)), line.strip(), f"{fix.text}:"))
                continue
            start = 0 if line.startswith("\ufeff") else 1
            first, end = place.column - start, (place.end_column or place.column) - start
            after = fix.text.replace("\n", "\r\n") if line.endswith("\r\n") else fix.text
            lines[place.line - 1] = line[:first] + after + line[end:] if after else _taken(line, first, end)
            self.edits.append(Edit(replace(place, file=str(file)), line[first:end], fix.text))
        return "".join(lines)

    def result(self, folder: Path) -> Upgrade:
        """Its outcome, by the files of the folder itself."""

        def real(file: str | Path) -> str:
            return shown_path(folder / Path(file).resolve().relative_to(self.folder))

        def placed(problem: Problem) -> Problem:
            place = replace(problem.position, file=named(problem.position.file))
            return replace(problem, position=place, message=named(problem.message))

        def named(text: str) -> str:
            return text.replace(str(self.folder), shown_path(folder))

        return Upgrade(
            {real(file): text for file, text in self.before.items()},
            {real(file): _read(file) for file in self.before},
            tuple(
                replace(edit, position=replace(edit.position, file=real(edit.position.file)))
                for edit in self.edits
            ),
            tuple(placed(problem) for problem in self.problems() if problem.severity == "error"),
        )


def _taken(line: str, first: int, end: int) -> str:
    """A line without what is taken out of it, or nothing if there is nothing else."""
    before, rest = line[:first], line[end:].lstrip(" ")
    return before + rest if rest.strip() else before.rstrip() + rest if before.strip() else ""


def _moved(lines: list[str], fix: Fix) -> list[str] | None:
    """Lines with a key, what is below it and its comments put into another section.

    That is the one that is there, or a new one behind that which the key is in. None where the one that is
    there is in braces, or has the key already.
    """
    first = fix.position.line - 1
    last = _end_below(lines, first)
    while lines[first - 1].lstrip().startswith("#"):
        first -= 1
    taken, rest = lines[first:last], lines[:first] + lines[last:]
    margin = fix.position.column - 1
    top = next(n for n in reversed(range(first)) if rest[n].strip() and _margin(rest[n]) < margin)
    end = _end_below(rest, top)
    line_end = "\r\n" if lines[top].endswith("\r\n") else "\n"
    head = f"{' ' * _margin(rest[top])}{fix.text}:{line_end}"
    rest[end - 1] = rest[end - 1].rstrip("\r\n") + line_end
    there = _section_beside(rest, top, fix.text)
    if there is not None:
        below = _end_below(rest, there)
        inner, key = rest[there + 1 : below], _key_of(lines[fix.position.line - 1])
        is_block = bool(inner) and _margin(inner[0]) == margin
        if not is_block or any(_margin(line) == margin and _key_of(line) == key for line in inner):
            return None
        # Keys are moved from the last to the first: what was moved before comes behind this one.
        return rest[: there + 1] + taken + rest[there + 1 :]
    return [*rest[:end], head, *taken, *rest[end:]]


def _section_beside(lines: list[str], top: int, name: str) -> int | None:
    """The line of a section with a name beside the one that begins at a line, if it is there."""
    margin = _margin(lines[top])
    first = next((n for n in range(top, -1, -1) if lines[n].strip() and _margin(lines[n]) < margin), -1)
    for number, line in enumerate(lines[first + 1 :], first + 1):
        if line.strip() and not line.lstrip().startswith("#") and _margin(line) < margin:
            break
        if _margin(line) == margin and _key_of(line) == name:
            return number
    return None


def _key_of(line: str) -> str:
    return line.strip().partition(":")[0]


def _end_below(lines: list[str], at: int) -> int:
    """The first line after what is below the key of a line; blank lines and comments behind it are not."""
    margin, end = _margin(lines[at]), at + 1
    for number, line in enumerate(lines[end:], end):
        deeper = _margin(line) > margin or (_margin(line) == margin and line.lstrip().startswith("- "))
        if line.strip() and deeper:
            end = number + 1
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    return end


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _read(file: Path) -> str:
    with file.open(encoding="utf-8", newline="") as opened:
        return opened.read()


def _replace(file: Path, text: str) -> None:
    """Write a file whole or not at all; it keeps its mode."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as opened:
            opened.write(text)
        Path(name).chmod(file.stat().st_mode & 0o777)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
