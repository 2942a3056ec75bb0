"""The numbered rules of a ruleset, what implements each, and which scenario shows it.

The page of rules is the ruleset's `rules.md`, or `seeds/ID.md` for those that ship. A rule is a line
`- **ABC-12** text (source: ...) (reading) (reconstructed)`; below `## Overlay: ID` stand those of an overlay.
Below a reading an indented line gives its grounds: `*Rulebook:* ... *We:* ... *Because:* ...`.
Elements are sought in the files as they were read, not in a compiled game: so a rule that an overlay
replaces, and one of an overlay that cannot be combined with another, still finds what cites it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from interpreter.loading import Loaded, Sources, find_target, read_sources
from interpreter.numbered_rules.pages import RULE_LINE, cited_by, page_of
from interpreter.overlays.locations import definition_of
from interpreter.play.game import Game
from interpreter.problems import Position, Problem, Problems
from interpreter.reading import (
    Located,
    RulesetFolder,
    RulesetSource,
    TextFiles,
    lines_reader,
    shown_path,
)
from interpreter.reading.yaml_reader import split_lines
from interpreter.scenario import read_all, scenario_files

ALL = "all"
RECONSTRUCTED = "reconstructed"

# What the pages of a ruleset and its overlays may hold.
MAX_RULES = 10_000

_MARK = re.compile(r"\((?P<mark>reading|reconstructed|source: (?P<source>(?:[^()]|\([^()]*\))*))\)\Z")
_OVERLAY_HEADING = re.compile(r"##\s+Overlay:\s*(?P<id>[A-Za-z0-9_-]+)")
# An indented line that begins like this gives the grounds of a reading, and is to have all three parts.
_GROUNDS_BEGIN = re.compile(r"\*+\s*(rulebook|we|because)\s*[:*]", re.IGNORECASE)
_GROUNDS_PART = re.compile(r"\*(Rulebook|We|Because):\*")
GROUNDS_FORM = "*Rulebook:* ... *We:* ... *Because:* ..."


@dataclass(frozen=True, slots=True)
class Place:
    """A thing of a ruleset, a scenario or a rule, and where it stands."""

    what: str
    file: str
    line: int

    def __str__(self) -> str:
        """Show what it is and where."""
        return f"{self.what} ({self.file}:{self.line})"


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why a reading is taken: what the rulebook says or leaves open, what we do, and for what reason."""

    rulebook: str
    we: str
    because: str


@dataclass(frozen=True, slots=True)
class NumberedRule:
    """One rule; overlay: whose it is, or empty for the base; elements and scenarios: what cites it.

    grounds: those of a reading, or None where the page gives none.
    """

    id: str
    text: str
    source: str
    overlay: str
    section: str
    reading: bool
    reconstructed: bool
    file: str
    line: int
    elements: tuple[Place, ...] = ()
    scenarios: tuple[Place, ...] = ()
    grounds: Grounds | None = None

    @property
    def complete(self) -> bool:
        """True when both an element and a scenario cite it."""
        return bool(self.elements and self.scenarios)


@dataclass(frozen=True, slots=True)
class RulesReport:
    """The rules of the base and of the overlays chosen, in the order of the pages.

    unknown: what cites an id that no page has; reconstructed: rules and elements that no source gives.
    """

    game: str
    rules: list[NumberedRule]
    unknown: list[tuple[str, Place]]
    reconstructed: list[Place]
    problems: list[Problem] = field(default_factory=list)
    _lines: Callable[[str], list[str] | None] = field(default_factory=lines_reader, repr=False, compare=False)

    @property
    def missing(self) -> list[NumberedRule]:
        """The rules without an element or without a scenario."""
        return [rule for rule in self.rules if not rule.complete]

    @property
    def without_element(self) -> list[NumberedRule]:
        """The rules that nothing in the data cites."""
        return [rule for rule in self.rules if not rule.elements]

    @property
    def without_scenario(self) -> list[NumberedRule]:
        """The rules that no scenario shows."""
        return [rule for rule in self.rules if not rule.scenarios]

    @property
    def readings(self) -> list[NumberedRule]:
        """The rules that are readings of ours."""
        return [rule for rule in self.rules if rule.reading]

    @property
    def without_grounds(self) -> list[NumberedRule]:
        """The readings for which no grounds are given."""
        return [rule for rule in self.readings if rule.grounds is None]

    def lines_of(self, file: str) -> list[str] | None:
        """The lines of a page or a file of scenarios, for showing problems; None where it cannot be read."""
        return self._lines(file)

    def as_json(self) -> dict[str, Any]:
        """Return the figures as `rulewright rules --json` promises them."""
        return {
            "game": self.game,
            "rules": len(self.rules),
            "with_element": len(self.rules) - len(self.without_element),
            "with_scenario": len(self.rules) - len(self.without_scenario),
            "missing": [rule.id for rule in self.missing],
            "reconstructed": [str(place) for place in self.reconstructed],
            "readings": [
                {"rule": rule.id, "grounds": asdict(rule.grounds) if rule.grounds is not None else None}
                for rule in self.readings
            ],
        }

    def __iter__(self) -> Iterator[NumberedRule]:
        """Go through the rules."""
        return iter(self.rules)

    def __len__(self) -> int:
        """Count the rules."""
        return len(self.rules)


def read_rules(
    target: str | Path | Loaded | Game,
    *,
    overlays: Sequence[str] = (),
    search: Sequence[Path] = (),
    players: int | None = None,
) -> RulesReport:
    """Find the numbered rules of a ruleset and what cites them.

    overlays: those whose rules count too; `all` means every one, those of the page that nobody wrote yet
    included. Of a game that is loaded, its own count as well. Raises UsageFault when the target or an overlay
    does not exist.
    """
    sources = _sources_of(target, overlays, search, players)
    problems = Problems()
    pages = _read_pages(_pages_of(sources), problems)
    cited = [found for source in (sources.base, *sources.overlays) for found in _citations(source)]
    elements: dict[str, list[Place]] = {}
    for rule, place in (*cited, *_changes(sources)):
        if rule:
            elements.setdefault(rule, []).append(place)
    scenarios = _shown_by(sources, problems)
    counted = {"", *sources.overlay_ids}
    rules = [
        _with_places(rule, elements, scenarios)
        for rule in pages
        if ALL in overlays or rule.overlay in counted
    ]
    _report_twins(pages, problems)
    # What is cited below an overlay that was not chosen is sought in that overlay's page.
    others = _read_pages(_pages_of_others(sources), Problems())
    known = {rule.id for rule in (*pages, *others)}
    uses = [(name, place) for found in (elements, scenarios) for name in found for place in found[name]]
    marked = [Place(f"rule {rule.id}", rule.file, rule.line) for rule in rules if rule.reconstructed]
    return RulesReport(
        game=_name_of(sources),
        rules=rules,
        unknown=sorted((use for use in uses if use[0] not in known), key=_use_key),
        reconstructed=[*marked, *(place for rule, place in cited if not rule)],
        problems=problems.sorted(),
    )


def _use_key(use: tuple[str, Place]) -> tuple[str, int, str]:
    return (use[1].file, use[1].line, use[0])


# --- Which files ------------------------------------------------------------------------------


def _sources_of(
    target: str | Path | Loaded | Game, overlays: Sequence[str], search: Sequence[Path], players: int | None
) -> Sources:
    if isinstance(target, Loaded):
        if target.sources is not None and not overlays:
            return target.sources
        target = target.sources.path if target.sources is not None else ""
    if isinstance(target, Game):
        overlays = [*target.overlays, *overlays]
        players = target.players
        target = Path(target.model.about.position.file).parent
    sources = read_sources(find_target(target, [name for name in overlays if name != ALL], search), players)
    if ALL not in overlays:
        return sources
    every = [str(overlay.path) for overlay in RulesetFolder(sources.path).overlays()]
    named = [str(source.path) for source in sources.overlays if source.kind == "overlay"]
    # Overlays that exclude each other make problems here, but every one of them is read.
    return read_sources(find_target(sources.path, list(dict.fromkeys([*named, *every])), search), players)


def _rulesets(sources: Sources) -> list[RulesetSource]:
    """Return the ruleset and those it extends, the base first."""
    return [sources.base, *(source for source in sources.overlays if source.kind == "ruleset")]


def _name_of(sources: Sources) -> str:
    return _rulesets(sources)[-1].id


def _pages_of(sources: Sources) -> list[tuple[Path, str]]:
    """Return the pages of rules there are, each with the overlay that all of it belongs to, or with none."""
    pages = []
    for source in (sources.base, *sources.overlays):
        page = page_of(source.path, source.id)
        if page is not None:
            pages.append((page, source.id if source.kind == "overlay" else ""))
    return pages


def _pages_of_others(sources: Sources) -> list[tuple[Path, str]]:
    """Return the pages of the ruleset's overlays that were not chosen, likewise."""
    chosen = {source.path for source in sources.overlays}
    others = [folder for folder in RulesetFolder(sources.path).overlays() if folder.path not in chosen]
    pages = ((page_of(folder.path, folder.id), folder.id) for folder in others)
    return [(page, overlay) for page, overlay in pages if page is not None]


# --- The page ---------------------------------------------------------------------------------


def _read_pages(pages: Iterable[tuple[Path, str]], problems: Problems) -> list[NumberedRule]:
    """Read the rules of all pages, each with the overlay that all of it belongs to, or with none."""
    files = TextFiles()
    rules: list[NumberedRule] = []
    for page, overlay in pages:
        lines = split_lines(files.text(page, problems) or "")
        for rule in _rules_on(lines, shown_path(page), overlay, problems):
            if len(rules) == MAX_RULES:
                message = f"there are more than {MAX_RULES:,} numbered rules; the rest is not read"
                problems.error("file-too-large", message, Position(rule.file, rule.line, 1))
                return rules
            rules.append(rule)
    return rules


def _rules_on(lines: list[str], shown: str, overlay: str, problems: Problems) -> Iterator[NumberedRule]:
    whose, section, read = overlay, "", 0
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        heading = _OVERLAY_HEADING.match(line)
        if heading is not None:
            whose, section = heading.group("id"), ""
        elif line.startswith("## "):
            whose, section = overlay, ""
        elif line.startswith("### "):
            section = line[4:].strip()
        found = RULE_LINE.match(line)
        if found is not None:
            more = list(_continued(lines, number))
            read = number + len(more)
            place = Position(shown, number, 1)
            rule = _rule(found, more, place, problems)
            yield replace(rule, overlay=whose, section=section)
        elif number > read and _GROUNDS_BEGIN.match(line.strip()):
            message = "put the grounds of a reading directly below it, indented by two spaces"
            problems.error("reading-grounds", message, Position(shown, number, 1))


def _rule(found: re.Match[str], more: list[str], place: Position, problems: Problems) -> NumberedRule:
    """Read a rule with its marks; of the lines on which it goes on the last ones may be its grounds."""
    begin = next((i for i, line in enumerate(more) if _GROUNDS_BEGIN.match(line)), len(more))
    text, grounds = " ".join([found.group("text"), *more[:begin]]).strip(), " ".join(more[begin:])
    marks: set[str] = set()
    source = ""
    # A rule has three marks at most: what more there may be belongs to its text.
    for _ in range(3):
        mark = _MARK.search(text)
        if mark is None:
            break
        text = text[: mark.start()].rstrip()
        marks.add(mark.group("mark"))
        source = mark.group("source") or source
    rule = NumberedRule(
        found.group("id"), text, source, "", "", "reading" in marks, RECONSTRUCTED in marks,
        place.file, place.line,
    )  # fmt: skip
    if not grounds:
        return rule
    below = Position(place.file, place.line + 1 + begin, 3)
    return replace(rule, grounds=_grounds(rule, grounds, below, problems))


def _continued(lines: Sequence[str], begin: int) -> Iterator[str]:
    """Yield the lines from an index on which a rule goes on: those that are indented."""
    while begin < len(lines) and lines[begin].startswith("  ") and lines[begin].strip():
        yield lines[begin].strip()
        begin += 1


def _grounds(rule: NumberedRule, text: str, place: Position, problems: Problems) -> Grounds | None:
    """Read the grounds of a reading; report those that are not whole, and those of a rule that is none."""
    before, *parts = [part.strip() for part in _GROUNDS_PART.split(text)]
    whole = parts[::2] == ["Rulebook", "We", "Because"] and not before and all(parts[1::2])
    if not whole:
        message = f"the grounds of {rule.id} are not three parts in this order: {GROUNDS_FORM}"
        problems.error("reading-grounds", message, place)
    elif not rule.reading:
        message = f"{rule.id} has grounds, but is not marked (reading)"
        problems.error("reading-grounds", message, place, hint="put (reading) at the end of the rule")
    else:
        return Grounds(*parts[1::2])
    return None


def _report_twins(rules: Iterable[NumberedRule], problems: Problems) -> None:
    seen: dict[str, Position] = {}
    for rule in rules:
        here = Position(rule.file, rule.line, 1)
        if rule.id in seen:
            problems.error("defined-twice", f"there are two rules {rule.id}", here, also=[seen[rule.id]])
        seen.setdefault(rule.id, here)


def _with_places(
    rule: NumberedRule, elements: dict[str, list[Place]], scenarios: dict[str, list[Place]]
) -> NumberedRule:
    return replace(
        rule, elements=tuple(elements.get(rule.id, ())), scenarios=tuple(scenarios.get(rule.id, ()))
    )


# --- What cites them --------------------------------------------------------------------------

# How the things of a section are called; sections without names tell what they are about.
_CALLED = {
    "enums": "enum",
    "options": "option",
    "components": "component",
    "kinds": "kind",
    "boards": "board",
    "layouts": "layout",
    "zones": "zone",
    "counters": "counter",
    "tables": "table",
    "values": "value",
    "effects": "effect",
    "actions": "action",
    "automata": "automaton",
    "flow": "step",
    "steps": "step",
    "triggers": "trigger",
    "modifiers": "modifier",
    "grants": "grant",
    "replacements": "replacement",
    "forbids": "prohibition",
    "scoring": "score",
    "final": "score",
    "ties": "tie-break",
}
_TELLING_KEYS = ("step", "source", "on", "value", "action", "of", "most", "least")


def _citations(source: RulesetSource) -> Iterator[tuple[str, Place]]:
    """Yield the ids that the things of a ruleset or overlay cite; an empty id for what is reconstructed."""
    for file in (source.main, *source.parts):
        yield from _citations_in(file, f"{source.kind} {source.id}", "", file.position)


def _citations_in(
    thing: Located, called: str, inside: str, position: Position
) -> Iterator[tuple[str, Place]]:
    """Go through a map or list; `called` is how the thing itself is called, `inside` the section it opens."""
    place = Place(called, position.file, position.line)
    yield from ((str(cited.value), place) for cited in cited_by(thing))
    # The `source` of a line of scoring is the name of its points.
    source = None if called.startswith(f"{_CALLED['scoring']} ") else thing.get("source")
    if source is not None and RECONSTRUCTED in str(source.value).lower():
        yield "", place
    for key, value in thing.items():
        if value.kind in ("map", "list"):
            # Below a section stand its things; anything else is a part of the thing itself.
            if key in _CALLED and inside in ("", "scoring"):
                yield from _citations_in(value, called, key, thing.key_position(key))
            else:
                name = f"{_CALLED[inside]} {key}" if inside else called
                yield from _citations_in(value, name, "", thing.key_position(key))
    for entry in thing.entries():
        yield from _citations_in(entry, _entry_called(entry, called, inside), "", entry.position)


def _changes(sources: Sources) -> Iterator[tuple[str, Place]]:
    """Yield the rules of the ruleset whose elements overlays change, each with the place of the change."""
    if sources.merged is None:
        return
    for label, origins in sources.merged.origin.items():
        section, _, name = label.partition("/")
        before = definition_of(sources.base.merged, section, name)
        for origin in origins if before is not None and section in _CALLED else ():
            place = origin.position
            what = f"{_CALLED[section]} {name}, {origin.operation} by overlay {origin.overlay}"
            for cited in cited_by(before[1]) if before is not None and origin.operation != "add" else ():
                yield str(cited.value), Place(what, place.file, place.line)


def _entry_called(entry: Located, owner: str, section: str) -> str:
    """Return how an entry of a list is called: a step or score by its name, a rule by what it is about."""
    if not section or entry.kind != "map":
        return owner
    words = next((entry.get(key) for key in _TELLING_KEYS if entry.get(key) is not None), None)
    name = _CALLED[section]
    if words is not None and isinstance(words.value, str):
        name = f"{name} {words.value}"
    return f"{name} of {owner}" if owner.startswith("kind ") else name


def _shown_by(sources: Sources, problems: Problems) -> dict[str, list[Place]]:
    """Return the scenarios that show each rule."""
    found: dict[str, list[Place]] = {}
    files = dict.fromkeys(
        file for source in (*_rulesets(sources), *sources.overlays) for file in scenario_files(source.path)
    )
    for _, scenarios, of_file in read_all(files):
        for scenario in scenarios:
            place = Place(scenario.name, scenario.position.file, scenario.position.line)
            for rule in scenario.rules:
                found.setdefault(rule, []).append(place)
        problems.extend(of_file)
    return found
