"""From a name or a path to the folder of a ruleset and the overlays that go with it."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem, Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import (
    OverlayFolder,
    RulesetFolder,
    RulesetSource,
    find_overlay,
    find_ruleset,
    list_overlays,
    list_rulesets,
    read_overlay,
    shown_path,
)
from interpreter.reading.pack_file import is_pack
from interpreter.reading.part_merge import PARTS
from interpreter.reading.search_path import OVERLAY_FILE, RULESET_FILE

MAX_CHAIN = 8
# Where a game has no overlays at all.
_NO_OVERLAYS = "it belongs into expansions/, whatever its kind, or is named by its path: ./NAME"


class Target(NamedTuple):
    """What was asked for: a ruleset's folder, names or paths of overlays, and where to look for those."""

    path: Path
    overlays: Sequence[str]
    search: Sequence[Path]


def find_target(target: str | Path, overlays: Sequence[str] = (), search: Sequence[Path] = ()) -> Target:
    """Find a ruleset, or the one that an overlay is for. Raises UsageFault where there is none."""
    path = find_ruleset(target, search)
    if path is not None:
        return Target(path, overlays, search)
    overlay = find_overlay(target, None, search)
    if overlay is not None:
        home, below = _based_on(str(target), overlay, search)
        return Target(home, [*below, str(target), *overlays], search)
    if os.path.isdir(target):  # noqa: PTH112 - unlike Path, it takes names that no file can have
        inside = sorted(str(file.parent) for file in Path(target).glob(f"*/{RULESET_FILE}"))
        hint = f"did you mean '{inside[0]}'?" if inside else "`ruleset.yaml` makes a folder a ruleset"
        raise UsageFault(f"the folder '{target}' has no {RULESET_FILE}", hint)
    raise no_such_game(target, search)


def no_such_game(target: str | Path, search: Sequence[Path], what: str = "game") -> UsageFault:
    """Say of a target that it is no ruleset, and what was meant."""
    if os.path.isfile(target):  # noqa: PTH113 - unlike Path, it takes names that no file can have
        hint = f"name the folder: the files of a game are in one folder, the first is {RULESET_FILE}"
        return UsageFault(f"'{target}' is a file, not a {what}", hint)
    near = hint_for(str(target), [ruleset.id for ruleset in list_rulesets(search)])
    return UsageFault(f"there is no {what} '{target}'", near or "`rulewright list` names all games")


def _based_on(target: str, overlay: Path, search: Sequence[Path]) -> tuple[Path, list[str]]:
    """The ruleset that an overlay is for, and the overlays below it, the lowest first. Raises UsageFault."""
    below: list[str] = []
    while len(below) < MAX_CHAIN:
        search = (*_beside(target, overlay), *search)
        base = read_overlay(overlay, Problems()).main.get("base")
        if base is None:
            raise UsageFault(
                f"the overlay '{overlay.name}' does not say what it is for", "`base: RULESET` does"
            )
        home = find_ruleset(str(base.value), search)
        if home is not None:
            return home, below
        found = find_overlay(str(base.value), None, search)
        if found is None:
            hint = "--rulesets DIR says where else to look"
            raise UsageFault(f"the overlay '{overlay.name}' is for '{base.value}', which is not there", hint)
        below.insert(0, str(found))
        overlay = found
    raise UsageFault(f"the overlay '{target}' builds on more than {MAX_CHAIN} others", "or on itself")


def unknown_companions(source: RulesetSource, home: Path, search: Sequence[Path]) -> list[Problem]:
    """Return a warning for each overlay that a `when` asks for and that is found nowhere."""
    parts = source.merged.get(PARTS)
    found = []
    for entry in parts.entries() if parts is not None else ():
        given = [said for key in ("with", "without") if (said := entry.get(key)) is not None]
        for name in (each for said in given for each in said.entries() or [said]):
            known = str(name.value)
            if find_overlay(known, home, (source.path.resolve().parent, *search)) is None:
                message = f"there is no overlay '{known}' here: how this part goes with it is not checked"
                names = [each.id for each in (*RulesetFolder(home).overlays(), *list_overlays(search))]
                hint = hint_for(known, names) or "--rulesets DIR says where else to look"
                found.append(Problem("unknown-overlay", message, name.position, "warning", hint))
    return found


def _beside(name: str, folder: Path) -> tuple[Path, ...]:
    """Where what belongs to an overlay is looked for first: beside its folder, or the pack that it is in."""
    return (Path(name).parent,) if is_pack(Path(name)) else (folder.parent,)


def overlay_folders(target: Target, problems: Problems) -> list[Path]:
    """Find the folder of each overlay that was named, once. Raises UsageFault where there is none."""
    found: dict[Path, None] = {}
    path, overlays, search = target
    for name in overlays:
        folder = find_overlay(name, path, search)
        if folder is None:
            names = [overlay.id for overlay in (*RulesetFolder(path).overlays(), *list_overlays(search))]
            raise UsageFault(
                f"there is no overlay '{name}'",
                hint_for(name, names) or (f"there are: {', '.join(names)}" if names else _NO_OVERLAYS),
            )
        other = Path(name) / OVERLAY_FILE
        if other.is_file() and not other.samefile(folder / OVERLAY_FILE) and Path(name).name == name:
            message = f"'{name}' means the overlay in {shown_path(folder)}, not the one in this folder"
            problems.warning(
                "defined-twice", message, Position(str(other), 1, 1), hint=f"this one is './{name}'"
            )
        for below in _below(folder, path, (*_beside(name, folder), *search), found):
            found.setdefault(below)
        found.setdefault(folder)
    return list(found)


def _below(folder: Path, home: Path, search: Sequence[Path], known: Collection[Path]) -> list[Path]:
    """Find the overlays that one is built on, the lowest first, where they were not named themselves.

    They are looked for in the ruleset, beside the overlay and on the search path.
    """
    found: list[Path] = []
    ids = {OverlayFolder(each).id for each in known}
    while len(found) < MAX_CHAIN:
        base = read_overlay(folder, Problems()).main.get("base")
        name = str(base.value) if base is not None else ""
        if name in ids or name == RulesetFolder(home).id or not name.isidentifier():
            return found
        below = find_overlay(name, home, search)
        if below is None or below in found:
            return found  # merging says what is missing
        found.insert(0, below)
        folder = below
    return found
