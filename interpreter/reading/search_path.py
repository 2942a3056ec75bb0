"""Where rulesets and overlays lie: folders on a search path, found by id or given by path."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from interpreter.reading.pack_file import PackFault, is_pack, opened

RULESET_FILE = "ruleset.yaml"
OVERLAY_FILE = "overlay.yaml"
# The folder with the overlays of a ruleset, inside its own.
_EXPANSIONS = "expansions"
SEARCH_PATH_VARIABLE = "RULEWRIGHT_PATH"
# The group of entry points with which Python packages name folders of rulesets.
ENTRY_POINTS = "rulewright.rulesets"
# Each overlay in `expansions/` is checked with the ruleset; reading the ruleset tells where there are more.
MAX_OVERLAYS = 50
# Folders beside the games that ship, each with many small ones.
GROUPS = ("classics",)

_PACKAGE = Path(__file__).resolve().parent.parent
_ID_LINE = re.compile(r"^id:[ \t]+([\"']?)([A-Za-z0-9_-]+)\1[ \t]*(?:#.*)?$", re.MULTILINE)
_AUTOMATIC_LINE = re.compile(r"^[\"']?automatic[\"']?[ \t]*:", re.MULTILINE)
# The id stands in the head of a file; a faulty or hostile file is not read to its end to find it.
_HEAD_CHARACTERS = 65_536


@dataclass(frozen=True, slots=True)
class OverlayFolder:
    """A folder with an `overlay.yaml`: an expansion, variant or mode."""

    path: Path

    @property
    def main_file(self) -> Path:
        """The file that is read first."""
        return self.path / OVERLAY_FILE

    @property
    def id(self) -> str:
        """The id that the file gives itself, or else the folder's name."""
        return _id_in(self.main_file) or self.path.resolve().name

    def has_id(self, name: str) -> bool:
        """Whether there is an overlay in the folder, and this is its id."""
        return _id_in(self.main_file) == name

    @property
    def may_join(self) -> bool:
        """Whether its head has the key `automatic`, told without reading the YAML."""
        return _AUTOMATIC_LINE.search(_head_of(self.main_file)) is not None


@dataclass(frozen=True, slots=True)
class RulesetFolder:
    """A folder with a `ruleset.yaml`, and in `expansions/` the overlays that come with it."""

    path: Path

    @property
    def main_file(self) -> Path:
        """The file that is read first."""
        return self.path / RULESET_FILE

    @property
    def id(self) -> str:
        """The id that the file gives itself, or else the folder's name."""
        return _id_in(self.main_file) or self.path.resolve().name

    @property
    def group(self) -> str | None:
        """The group of shipped rulesets that it belongs to; None where it stands by itself."""
        home = self.path.resolve().parent
        return home.name if home in _group_folders() else None

    def overlays(self) -> tuple[OverlayFolder, ...]:
        """Return the overlays that come with the ruleset, the first MAX_OVERLAYS, by their folders."""
        return tuple(
            each for each in overlays_in(self.path / _EXPANSIONS) if lies_inside(each.path, self.path)
        )

    def overlay_folders(self) -> list[Path]:
        """Return the folders of all overlays, by name."""
        return _folders_with(self.path / _EXPANSIONS, OVERLAY_FILE)

    def scenario_files(self) -> tuple[Path, ...]:
        """Return the scenario files of the ruleset itself, by name."""
        return scenarios_in(self.path)


def overlays_in(folder: Path) -> tuple[OverlayFolder, ...]:
    """Return the overlays in a folder, the first MAX_OVERLAYS, by the names of theirs."""
    return tuple(OverlayFolder(path) for path in _folders_with(folder, OVERLAY_FILE)[:MAX_OVERLAYS])


def home_of(overlay: Path) -> Path | None:
    """Return the folder of the ruleset that an overlay's folder comes with; None where it comes with none."""
    expansions = Path(os.path.abspath(overlay)).parent  # noqa: PTH100 - resolve() would follow symbolic links
    home = expansions.parent
    return home if expansions.name == _EXPANSIONS and RulesetFolder(home).main_file.is_file() else None


def scenarios_in(folder: Path) -> tuple[Path, ...]:
    """Return the scenario files of a ruleset or overlay, by name; none that lie outside its folder."""
    found = sorted((folder / "scenarios").glob("*.yaml"))
    return tuple(file for file in found if lies_inside(file, folder))


def lies_inside(file: Path, folder: Path) -> bool:
    """Whether a file lies in a folder when links are followed: what counts is where the bytes really lie."""
    try:
        return file.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def data_folder() -> Path:
    """Return the folder that holds rulesets/, schemas/ and seeds/: inside the package, or beside it."""
    inside = _PACKAGE / "data"
    return inside if (inside / "schemas").is_dir() else _PACKAGE.parent


def list_rulesets(extra_dirs: Iterable[Path | str] = ()) -> tuple[RulesetFolder, ...]:
    """Return every ruleset on the search path by id; of equal ids the one found first counts.

    The path is: `extra_dirs`, the environment variable RULEWRIGHT_PATH, the rulesets that ship.
    """
    found: dict[str, RulesetFolder] = {}
    for folder in _search_path(extra_dirs):
        for path in _folders_with(folder, RULESET_FILE):
            ruleset = RulesetFolder(path)
            found.setdefault(ruleset.id, ruleset)
    return tuple(found[name] for name in sorted(found))


def list_overlays(extra_dirs: Iterable[Path | str] = ()) -> tuple[OverlayFolder, ...]:
    """Return the overlays that lie on the search path themselves, not in a ruleset; of an id the first."""
    found: dict[str, OverlayFolder] = {}
    for folder in _search_path(extra_dirs):
        for path in _folders_with(folder, OVERLAY_FILE):
            overlay = OverlayFolder(path)
            found.setdefault(overlay.id, overlay)
    return tuple(found.values())


def find_ruleset(name_or_path: str | Path, extra_dirs: Iterable[Path | str] = ()) -> Path | None:
    """Return the folder of a ruleset given by path or by id; a path beats an equal id."""
    given = _given_folder(name_or_path, RULESET_FILE)
    if given is not None:
        return given
    for ruleset in list_rulesets(extra_dirs):
        if ruleset.id == str(name_or_path):
            return ruleset.path
    return None


def find_overlay(
    name_or_path: str | Path,
    ruleset: Path | None = None,
    extra_dirs: Iterable[Path | str] = (),
) -> Path | None:
    """Return the folder of an overlay given by path or by id.

    The ids of the overlays that come with the ruleset go before a folder of the same name in the working
    folder, which is then `./NAME`. Any other id is looked up where no such folder is: on the search path
    itself, then in every ruleset there.
    """
    name = str(name_or_path)
    own = RulesetFolder(ruleset).overlays() if ruleset is not None else ()
    for overlay in own:
        if overlay.id == name:
            return overlay.path
    given = _given_folder(name_or_path, OVERLAY_FILE)
    if given is not None:
        return given
    return next((overlay.path for overlay in _known_overlays(extra_dirs) if overlay.id == name), None)


def _known_overlays(extra_dirs: Iterable[Path | str]) -> Iterator[OverlayFolder]:
    """The overlays that an id may mean besides those of the ruleset, the nearest first."""
    yield from list_overlays(extra_dirs)
    for home in list_rulesets(extra_dirs):
        yield from home.overlays()


def _given_folder(name_or_path: str | Path, main_file: str) -> Path | None:
    """Return the folder where a path of a folder, or of its main file, was given."""
    path = Path(name_or_path)
    try:
        if path.name == main_file and path.is_file():
            return path.parent
        if is_pack(path):
            path = opened(path)
        return path if (path / main_file).is_file() else None
    except (OSError, ValueError):  # not even a possible path
        return None


def _search_path(extra_dirs: Iterable[Path | str]) -> Iterator[Path]:
    yield from map(Path, extra_dirs)
    for entry in os.environ.get(SEARCH_PATH_VARIABLE, "").split(os.pathsep):
        if entry:
            yield Path(entry)
    yield data_folder() / "rulesets"
    yield from _group_folders()
    yield from _installed()


@cache
def _installed() -> tuple[Path, ...]:
    """The folders that Python packages name for their rulesets. None of their code is imported.

    An entry point is PACKAGE or PACKAGE.FOLDER: the name of an installed package and a folder in it.
    """
    found = []
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name):
        package, *inside = entry.value.partition(":")[0].split(".")
        try:
            # For a name without a dot, Python looks for the package and runs nothing of it.
            spec = find_spec(package) if package.isidentifier() else None
        except (ImportError, ValueError, AttributeError):
            continue
        homes = spec.submodule_search_locations if spec is not None else None
        found += [Path(home, *inside) for home in homes or ()]
    return tuple(found)


def _group_folders() -> list[Path]:
    return [data_folder() / "rulesets" / group for group in GROUPS]


def _folders_with(folder: Path, main_file: str) -> list[Path]:
    """Return the folder itself or those in it that hold the main file, by name."""
    try:
        if (folder / main_file).is_file():
            return [folder]
        return sorted(path for path in map(_unpacked, folder.iterdir()) if (path / main_file).is_file())
    except OSError:  # a place that is not there has nothing in it
        return []


def _unpacked(path: Path) -> Path:
    """A folder itself; of a pack on the search path the folder where it lies open, if it is sound."""
    try:
        return opened(path) if is_pack(path) else path
    except (PackFault, OSError):
        return path


def _id_in(file: Path) -> str | None:
    """Peek at the id without reading the YAML: listing games must work where one of them is faulty."""
    found = _ID_LINE.search(_head_of(file))
    return found.group(2) if found else None


def _head_of(file: Path) -> str:
    """The beginning of a file; empty where it cannot be read."""
    try:
        if not file.is_file():  # a pipe, which would wait for ever
            return ""
        with file.open(encoding="utf-8", errors="replace") as lines:
            return lines.read(_HEAD_CHARACTERS)
    except OSError:
        return ""
