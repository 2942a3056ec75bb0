"""What games there are: told from the heads of their files, so that a faulty ruleset is listed too.

Nothing is merged or compiled here, and of a file only the few sections that tell are read as YAML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.model.declarations import Credits
from interpreter.model.located_data import credits_of
from interpreter.problems import Position, Problems
from interpreter.reading import (
    Located,
    OverlayFolder,
    Plain,
    RulesetFolder,
    find_overlay,
    find_ruleset,
    list_overlays,
    list_rulesets,
    read_overlay,
    read_yaml,
    shown_path,
)
from interpreter.reading.groups import expand_groups
from interpreter.reading.part_merge import PARTS
from interpreter.reading.search_path import GROUPS, OVERLAY_FILE, RULESET_FILE, lies_inside

MAX_EXTENDS = 8
# The head stands first; nobody writes a section of this size before it.
MOST_CHARACTERS = 1_000_000
_SECTION_START = re.compile(r"^(?=[A-Za-z_][A-Za-z0-9_]*:)", re.MULTILINE)
_TOLD = (
    "id", "title", "about", "players", "extends", "files", "options", "kind", "base",
    "designers", "publisher", "edition", "year", "version", "for",
)  # fmt: skip
# What says which values the type of an option has; read only where an option does not list its choices.
_DECLARING = ("enums", "boards", "layouts", "components", "kinds")
_OPTION_KEYS = ("title", "about", "type", "default", "choices", "min", "max", "random")
_PLAIN_TYPES = {"truth", "number", "player", "team", ""}


@dataclass(frozen=True, slots=True)
class RulesetInfo:
    """A game as the list shows it; variants are the overlays of kind variant or mode.

    group: the group of shipped games that it belongs to, None where it stands by itself;
    options: for each its type and default, what else its definition says, and all choices that have names;
    overlay_players: the least and greatest number of players of each overlay that changes them.
    """

    id: str
    title: str
    about: str
    min_players: int
    max_players: int
    expansions: tuple[str, ...]
    variants: tuple[str, ...]
    options: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    path: Path = Path()
    group: str | None = None
    credits: Credits = field(default_factory=Credits)
    overlay_players: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """Return what `rulewright list --json` promises."""
        return {
            "id": self.id,
            "title": self.title,
            "group": self.group,
            **self.credits.as_json(),
            "players": [self.min_players, self.max_players],
            "expansions": list(self.expansions),
            "variants": list(self.variants),
            "options": {name: dict(option) for name, option in self.options.items()},
            "overlay_players": {name: list(range_) for name, range_ in self.overlay_players.items()},
            "path": str(self.path),
        }


def find_rulesets(search: Sequence[Path | str] = ()) -> list[RulesetInfo]:
    """Return every game on the search path, by id."""
    loose = _loose_overlays(search)
    return [ruleset_info(folder, search, loose.get(folder.id, ())) for folder in list_rulesets(search)]


def overlays_of(target: Path | str, search: Sequence[Path | str] = ()) -> list[str]:
    """Return the ids of all overlays of a ruleset, expansions first; none where there is no such ruleset."""
    path = find_ruleset(target, search)
    if path is None:
        return []
    folder = RulesetFolder(path)
    info = ruleset_info(folder, search, _loose_overlays(search).get(folder.id, ()))
    return [*info.expansions, *info.variants]


def overlays_said(target: Path | str, search: Sequence[Path | str] = ()) -> dict[str, str]:
    """Return what each overlay of a ruleset says of itself, by id: its title and what it is about."""
    path = find_ruleset(target, search)
    found = []
    if path is not None:
        folder = RulesetFolder(path)
        found = [*folder.overlays(), *_loose_overlays(search).get(folder.id, ())]
    heads = {overlay.id: _head(overlay.main_file) for overlay in found}
    said = {name: (_text(head, "title") or name, _text(head, "about")) for name, head in heads.items()}
    return {name: f"{title}. {about}".rstrip(". ") + "." for name, (title, about) in said.items()}


def companies_of(target: Path | str, search: Sequence[Path | str] = ()) -> list[tuple[str, ...]]:
    """Return the overlays in whose company a ruleset or overlay is to be checked besides alone.

    These are, of a ruleset, each of its overlays; and whatever a `when` of these, or of the overlay itself,
    asks for and is found.
    """
    home, names = find_ruleset(target, search), overlays_of(target, search)
    companies = [(name,) for name in names]
    for name in names if home is not None else [str(target)]:
        folder = find_overlay(name, home, search)
        alone = () if home is None else (name,)
        companies += [(*alone, *others) for others in _asked_for(folder, home, search)]
    return list(dict.fromkeys(companies))


def _asked_for(
    folder: Path | None, home: Path | None, search: Sequence[Path | str]
) -> Iterator[tuple[str, ...]]:
    """Yield the overlays that each `when` of an overlay asks for, where all are found."""
    if folder is None:
        return
    base = _base_of(_head(folder / OVERLAY_FILE))
    home = home or find_ruleset(base, (folder.parent, *search))
    parts = read_overlay(folder, Problems()).merged.get(PARTS)
    for part in parts.entries() if parts is not None else ():
        said = part.get("with")
        names = [str(each.value) for each in said.entries() or [said]] if said is not None else []
        found = [find_overlay(name, home, (folder.parent, *search)) for name in names]
        if found and None not in found:
            yield tuple(map(str, found))


def _loose_overlays(search: Sequence[Path | str]) -> dict[str, list[OverlayFolder]]:
    """Find the overlays that lie apart from their rulesets, by the ids of these."""
    found: dict[str, list[OverlayFolder]] = {}
    for overlay in list_overlays(search):
        found.setdefault(_base_of(_head(overlay.main_file)), []).append(overlay)
    return found


def rulesets_here() -> list[str]:
    """Return the rulesets of the working folder: itself, the one that it lies in, or those that lie in it.

    Nothing, where there is none of these.
    """
    here = Path.cwd()
    home = next((folder for folder in (here, *here.parents[:2]) if (folder / RULESET_FILE).is_file()), None)
    if home is not None:
        return [shown_path(home)]
    return sorted(file.parent.name for file in here.glob(f"*/{RULESET_FILE}"))


def named_rulesets(targets: Sequence[str], search: Sequence[Path | str] = ()) -> list[str]:
    """Return targets with each name of a group replaced by the folders of its games; all games if none."""
    infos = find_rulesets(search) if not targets or {*GROUPS} & {*targets} else []
    found: list[str] = []
    for target in targets:
        found += [str(info.path) for info in infos if info.group == target] or [target]
    return found or [str(info.path) for info in infos]


def ruleset_info(
    folder: RulesetFolder, search: Sequence[Path | str] = (), loose: Sequence[OverlayFolder] = ()
) -> RulesetInfo:
    """Tell of one ruleset; what it does not say itself, the ruleset that it extends says.

    loose: overlays of it that lie elsewhere.
    """
    chain = [_head(folder.main_file)]
    at = folder.path
    while (base := _text(chain[-1], "extends")) and len(chain) <= MAX_EXTENDS:
        found = find_ruleset(base, [at.parent, *search])
        if found is None:
            break
        at = found
        chain.append(_head(RulesetFolder(found).main_file))
    players = next((head["players"] for head in chain if "players" in head), None)
    low, high = _players(players)
    heads = {overlay.id: _head(overlay.main_file) for overlay in (*folder.overlays(), *loose)}
    kinds = {name: _text(head, "kind") or "expansion" for name, head in heads.items()}
    return RulesetInfo(
        id=folder.id,
        title=_text(chain[0], "title") or folder.id,
        about=_text(chain[0], "about"),
        min_players=low,
        max_players=high,
        expansions=tuple(name for name, kind in kinds.items() if kind == "expansion"),
        variants=tuple(name for name, kind in kinds.items() if kind != "expansion"),
        options=_with_choices(
            {name: option for head in reversed(chain) for name, option in _options(head).items()}, folder
        ),
        path=folder.path,
        group=folder.group,
        overlay_players={
            name: _players(head["players"]) for name, head in heads.items() if "players" in head
        },
        credits=credits_of(lambda key: next((head[key] for head in chain if key in head), None)),
    )


def _head(main_file: Path) -> dict[str, Located]:
    """Read the sections that describe a game in a main file, and the options in the files that it names."""
    head = _sections(main_file)
    files = head.get("files")
    for name in files.entries() if files is not None else ():
        part = main_file.parent / str(name.value)
        if "options" in head or not lies_inside(part, main_file.parent):
            continue
        options = _sections(part).get("options")
        if options is not None:
            head["options"] = options
    return head


def _sections(file: Path, names: Sequence[str] = _TOLD) -> dict[str, Located]:
    """Read each of some sections of a file by itself: a fault in one leaves the others readable."""
    try:
        if not file.is_file():
            return {}
        with file.open(encoding="utf-8", errors="replace") as lines:
            text = lines.read(MOST_CHARACTERS)
    except (OSError, ValueError):
        return {}
    found: dict[str, Located] = {}
    for section in _SECTION_START.split(text):
        name = section.partition(":")[0]
        if name in names and name not in found:
            read = read_yaml(section, str(file), Problems())
            value = read.get(name) if read is not None else None
            if value is not None:
                found[name] = value
    return found


def _with_choices(options: dict[str, dict[str, Plain]], folder: RulesetFolder) -> dict[str, dict[str, Plain]]:
    """Add all values of its type to each option that does not list its choices, where the type has names."""
    types = {str(option.get("type", "")).removeprefix("set of ") for option in options.values()}
    if types <= _PLAIN_TYPES:
        return options
    files = _sections(folder.main_file).get("files")
    names = [str(name.value) for name in files.entries()] if files is not None else []
    parts = [folder.main_file, *(folder.path / name for name in names)]
    values: dict[str, list[str]] = {}
    for part in parts:
        if lies_inside(part, folder.path):
            sections = Located(Position(str(part), 1, 1), {**_sections(part, _DECLARING)})
            expand_groups(sections, lambda *_: None, Problems())  # kinds in a table of their own are left out
            for section, found in sections.items():
                for type_name, entries in _declared(section, found):
                    values.setdefault(type_name, []).extend(entries)
    for option in options.values():
        listed = values.get(str(option.get("type", "")).removeprefix("set of "))
        if listed and "choices" not in option:
            option["choices"] = [*listed]
    return options


def _declared(section: str, found: Located) -> Iterator[tuple[str, list[str]]]:
    """Yield the types that a section declares, each with the names of its values."""
    for name, entry in found.items():
        if section == "enums":
            members = entry if entry.kind == "list" else entry.get("members")
            yield name, [str(each.value) for each in members.entries()] if members is not None else []
        elif section in {"layouts", "kinds"}:
            owner = _text(dict(entry.items()), "board" if section == "layouts" else "component")
            yield f"{owner}_layout" if section == "layouts" else owner, [name]
        else:
            inner = entry.get("layouts" if section == "boards" else "kinds")
            type_name = f"{name}_layout" if section == "boards" else name
            yield type_name, [key for key, _ in inner.items()] if inner is not None else []


def _base_of(head: Mapping[str, Located]) -> str:
    """What an overlay is for: its `base`, or what its `for` names first."""
    made_for = head.get("for")
    first = next(iter(made_for.entries() or [made_for]), None) if made_for is not None else None
    return _text(head, "base") or (str(first.value).partition(" ")[0] if first is not None else "")


def _text(head: Mapping[str, Located], key: str) -> str:
    value = head[key].value if key in head else None
    return " ".join(value.split()) if isinstance(value, str) else ""


def _players(placed: Located | None) -> tuple[int, int]:
    """Return the least and greatest number of players; 1 where it is not said as it should be."""
    if placed is None:
        return 1, 1
    if placed.kind == "map":
        return _number(placed.get("min")), _number(placed.get("max"))
    return _number(placed), _number(placed)


def _number(placed: Located | None) -> int:
    return (
        placed.value
        if placed is not None and placed.kind == "number" and isinstance(placed.value, int)
        else 1
    )


def _options(head: Mapping[str, Located]) -> dict[str, dict[str, Plain]]:
    if "options" not in head:
        return {}
    return {
        name: {key: found.plain() for key in _OPTION_KEYS if (found := option.get(key)) is not None}
        for name, option in head["options"].items()
    }
