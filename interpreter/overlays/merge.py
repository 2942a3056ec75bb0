"""Base and overlays in, one ruleset out; every piece keeps the position that its own file gave it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.overlays.application_order import Overlay, OverlaySet
from interpreter.overlays.changes import Change, Operation, read_operations
from interpreter.overlays.conflicts import ChangeLog
from interpreter.overlays.findings import Findings
from interpreter.overlays.locations import (
    LONG_FORM_KEYS,
    NAMELESS_SECTIONS,
    Path,
    child,
    index_of,
    key_of,
    label_of,
    name_key,
    name_of,
    names_in,
    paths_of,
    value_below,
)
from interpreter.overlays.rule_text import TEXT_KEYS, VERBS, Edit, RuleText
from interpreter.overlays.tree_edits import (
    container,
    own,
    put,
    take_away,
    with_key,
    without_key,
)
from interpreter.problems import Position, Problems
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import INNER_SECTIONS, LISTS_IN, PARTS

# What a ruleset that extends another says of itself.
_HEAD_KEYS = (
    "id", "title", "about", "players", "prefix", "teams", "designers", "publisher", "edition", "year",
    "version", "licence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Origin:
    """Who touched a thing: the overlay, its operation, and where that stands."""

    overlay: str
    operation: str
    position: Position


@dataclass(frozen=True, slots=True)
class Version:
    """A rule text as an overlay has left it, None: as the base has it; edited: by single lines."""

    overlay: str | None
    text: Located
    edited: bool = False


class MergedRuleset(Located):
    """A ruleset with its overlays merged in.

    `origin` tells of each thing, by `section/name`, which overlays touched it, in order; of what no overlay
    touched it tells nothing. `versions` has each rule text that overlays changed, by its path, in order.
    """

    __slots__ = ("origin", "versions")

    def __init__(self, base: Located) -> None:
        """Begin with a base, which merging leaves as it was: the two share what no overlay touches."""
        super().__init__(base.position, dict(base.items()), dict(base.key_positions))
        self.origin: dict[str, list[Origin]] = {}
        self.versions: dict[Path, list[Version]] = {}

    def add_version(
        self, path: Path, overlay: str, old: Located, new: Located, *, edited: bool = False
    ) -> None:
        """Remember what became of a rule text, or of the one of a whole thing."""
        if path[-1] not in TEXT_KEYS:
            for key in TEXT_KEYS:
                before, after = _text_of(path, old, key), _text_of(path, new, key)
                if before is not None and after is not None:
                    self.add_version((*path, key), overlay, before, after)
        elif old.kind == new.kind == "text":
            self.versions.setdefault(path, [Version(None, old)]).append(Version(overlay, new, edited))

    def removed_by(self, name: str) -> Origin | None:
        """Return what removed a thing of this name, for the message about a reference to it."""
        for label, origins in self.origin.items():
            if origins[-1].operation == "remove" and label.partition("/")[2] == name:
                return origins[-1]
        return None


def apply_overlays(base: Located, overlays: list[Overlay], problems: Problems) -> MergedRuleset:
    """Merge overlays onto a base in an order of their own; whatever cannot be done is a problem.

    Where overlays say themselves that they do not go together, it is not told as well how they collide.
    """
    chosen = OverlaySet(base, overlays, problems)
    merged = MergedRuleset(base)
    refused = any(problem.code == "overlay-excludes" for problem in problems)
    merger = _Merger(merged, ChangeLog(chosen.are_related), Problems() if refused else problems)
    for name, overlay in chosen.ordered:
        merger.apply(name, overlay)
    return merged


# What can have a place on the page.
ON_PAGE = frozenset({"boards", "zones", "counters", "values"})
# Each is looked for in all that there is.
MAX_OPERATIONS = 1_000
# A longer rule text is an error of its own.
MAX_TEXT = 20_000


class _Merger:
    """Makes the changes that overlays ask for, one by one, each only if it can hold."""

    __slots__ = ("_done", "_findings", "_inserted_last", "_log", "_problems", "_root", "_texts")

    def __init__(self, root: MergedRuleset, log: ChangeLog, problems: Problems) -> None:
        self._root = root
        self._log = log
        self._problems = problems
        self._findings = Findings(problems)
        self._done = 0
        # The last step that was inserted after a step: the next one goes behind it.
        self._inserted_last: dict[Path, str] = {}
        # The texts of which lines were changed, each with what it was put together to.
        self._texts: dict[Path, tuple[RuleText, Located]] = {}

    def apply(self, name: str, overlay: Located) -> None:
        """Apply one overlay."""
        operations = read_operations(name, overlay)
        if overlay.get("extends") is not None:
            self._take_head(overlay)
        elif not self._change_head(name, overlay) and not operations and overlay.get(PARTS) is None:
            self._findings.empty_overlay(name, overlay)
        self._done += len(operations)
        if self._is_too_much(overlay.position):
            return
        for operation in operations:
            self._do(operation)

    def _is_too_much(self, place: Position) -> bool:
        if self._done > MAX_OPERATIONS:
            message = f"overlays may change at most {MAX_OPERATIONS} things together"
            self._problems.error("too-large", message, place)
        return self._done > MAX_OPERATIONS

    def _take_head(self, overlay: Located) -> None:
        assert isinstance(self._root.value, dict)
        for key in _HEAD_KEYS:
            value = overlay.get(key)
            if value is not None:
                self._root.value[key] = value
                self._root.key_positions[key] = overlay.key_position(key)

    def _change_head(self, name: str, overlay: Located) -> bool:
        """Set what an overlay says of the players anew; tells whether it says anything."""
        said = [key for key in ("players", "teams") if overlay.get(key) is not None]
        for key in said:
            value, place = overlay.get(key), overlay.key_position(key)
            assert value is not None
            self._set(Operation(name, "change", key, key, key, value, place), (key,), value)
        return bool(said)

    def _do(self, operation: Operation) -> None:
        if operation.verb == "add":
            self._add(operation)
            return
        path = self._find(operation)
        if path is None:
            return
        if operation.verb == "remove":
            self._remove(operation, path)
        elif operation.verb == "replace":
            self._set(operation, path, self._named(operation, path))
        elif operation.verb == "insert":
            self._insert(operation, path)
        else:
            existing, given = self._in_one_form(path, operation.definition)
            work = self._extend if operation.verb == "extend" else self._change
            work(operation, path, existing, given, operation.position)

    def _find(self, operation: Operation) -> Path | None:
        """Find the thing that an operation is about; report where there is none, or more than one."""
        paths = paths_of(self._root, operation.section, operation.name)
        if len(paths) == 1:
            return paths[0]
        if paths:
            found = [value_below(self._root, (), path) for path in paths]
            self._findings.several_things(operation, found)
            return None
        loss = self._log.loss_of(f"{operation.section}/{operation.name}")
        if loss is None:
            self._findings.missing_thing(operation, names_in(self._root, operation.section))
        elif self._log.are_related(loss.overlay, operation.overlay):
            self._findings.removed_thing(operation, loss)
        elif operation.verb == "remove":
            self._note(operation, loss.path)
        else:
            self._findings.conflict(operation.overlay, operation.position, loss)
        return None

    # --- The operations -----------------------------------------------------------------------

    def _add(self, operation: Operation) -> None:
        section, name = operation.section, operation.name
        if section in NAMELESS_SECTIONS:
            self._append(operation, (section,), operation.definition.entries(), operation.position)
        elif section == "final":
            path = ("scoring", "final", name)
            self._set_new(operation, path, self._named(operation, path))
        elif section in INNER_SECTIONS:
            self._add_inside(operation, INNER_SECTIONS[section])
        elif section in LISTS_IN:
            self._extend_at(operation, (section, name), operation.definition, operation.position)
        else:
            self._set_new(operation, (section, name), operation.definition)

    def _add_inside(self, operation: Operation, outer: str) -> None:
        """Add a kind to its component type, or a layout to its board."""
        owner_key = outer.removesuffix("s")
        owner = operation.definition.get(owner_key)
        if owner is None or not isinstance(owner.value, str):
            self._findings.unsaid_owner(operation, owner_key)
            return
        if value_below(self._root, (), (outer, owner.value)) is None:
            loss = self._log.loss_of(f"{outer}/{owner.value}")
            if loss is None or self._log.are_related(loss.overlay, operation.overlay):
                self._findings.missing_owner(outer, owner, names_in(self._root, outer))
            else:
                self._findings.conflict(operation.overlay, owner.position, loss)
            return
        path = (outer, owner.value, operation.section, operation.name)
        self._set_new(operation, path, without_key(operation.definition, owner_key))

    def _remove(self, operation: Operation, path: Path) -> None:
        change = Change(operation.overlay, "remove", "remove", path, operation.definition, operation.position)
        if self._is_possible(change):
            lost = value_below(self._root, (), path)
            take_away(self._root, path)
            self._record(replace(change, before=lost))
            # What is not there has no place on the page either, and no overlay need say so.
            placed = ("page", path[-1])
            if path[0] in ON_PAGE and value_below(self._root, (), placed) is not None:
                take_away(self._root, placed)

    def _extend(
        self, operation: Operation, path: Path, existing: Located, addition: Located, place: Position
    ) -> None:
        if existing.kind == addition.kind == "map":
            if not addition.value:
                self._findings.no_effect(operation, place)
            for key, value in addition.items():
                self._extend_at(operation, (*path, key), value, addition.key_position(key))
        elif existing.kind == addition.kind == "list":
            self._append(operation, path, addition.entries(), place)
        else:
            self._extend_single(operation, path, existing, addition, place)

    def _extend_at(self, operation: Operation, path: Path, addition: Located, place: Position) -> None:
        """Extend what is at a path. What is not there yet begins empty, so that others can add to it too."""
        existing = value_below(self._root, (), path)
        if existing is None and addition.kind == "map" and addition.value:
            put(self._root, path, Located(addition.position, {}, {}), place)
            existing = value_below(self._root, (), path)
        elif existing is None and _is_of_things(addition):
            put(self._root, path, Located(addition.position, []), place)
            existing = value_below(self._root, (), path)
        if existing is None:
            self._set_new(operation, path, addition, place)
        else:
            self._extend(operation, path, existing, addition, place)

    def _extend_single(
        self, operation: Operation, path: Path, existing: Located, addition: Located, place: Position
    ) -> None:
        """Refuse to extend a single value, unless another overlay has set it to the same."""
        if {"map", "list"} & {existing.kind, addition.kind}:
            self._findings.wrong_kind(path[-1], place, existing, addition)
        elif self._is_possible(Change(operation.overlay, operation.verb, "set", path, addition, place)):
            if existing.plain() == addition.plain():
                self._findings.no_effect(operation, place, existing)
            else:
                self._findings.single_value(path[-1], place, existing)

    def _change(
        self, operation: Operation, path: Path, existing: Located, given: Located, place: Position
    ) -> None:
        if path[-1] in TEXT_KEYS and existing.kind == "text" and given.kind == "list":
            self._edit(operation, path, existing, given, place)
            return
        if existing.kind != "map" or given.kind != "map":
            self._set(operation, path, given, place)
            return
        if not given.value:
            self._findings.no_effect(operation, place)
        for key, value in given.items():
            inner, where = child(existing, path, key), given.key_position(key)
            if inner is not None:
                self._change(operation, (*path, key), inner, value, where)
                continue
            self._findings.missing_key(key, label_of(path), where, existing)

    def _edit(
        self, operation: Operation, path: Path, existing: Located, given: Located, place: Position
    ) -> None:
        """Change single lines of a rule text."""
        name = operation.overlay
        change = Change(name, operation.verb, "edit", path, given, place)
        self._done += len(given.entries())
        if self._conflicts(change) or self._is_too_much(place) or len(str(existing.value)) > MAX_TEXT:
            return
        text, now = self._texts.get(path, (None, None))
        if text is None or now is not existing:
            text = RuleText(existing)
        asked = [(entry, verb, entry.get(verb)) for entry in given.entries() for verb in VERBS]
        edits = [
            Edit(name, verb, pattern, entry.get("do"))
            for entry, verb, pattern in asked
            if pattern is not None and pattern.kind == "text"
        ]
        for edit, refusal in text.edit(
            edits, lambda other: other != name and self._log.are_related(name, other)
        ):
            if refusal.why != "same":
                self._findings.refused_edit(edit, label_of(path), refusal)
        made = text.put_together()
        parent = value_below(self._root, (), path[:-1])
        put(self._root, path, made, parent.key_position(path[-1]) if parent is not None else place)
        self._texts[path] = text, made
        self._root.add_version(path, name, existing, made, edited=True)
        self._record(replace(change, before=existing))

    def _insert(self, operation: Operation, anchor: Path) -> None:
        steps, side = operation.definition.entries(), operation.key
        need = Change(operation.overlay, "insert", "need", anchor, operation.definition, operation.position)
        if not steps:
            self._findings.no_effect(operation, operation.position)
        elif self._is_possible(need):
            self._record(need, label=False)
            for step in steps:
                self._insert_step(operation, anchor, step, side)

    def _insert_step(self, operation: Operation, anchor: Path, step: Located, side: str) -> None:
        parent_path = anchor[:-1]
        name = name_of(step, parent_path)
        if name is None:
            return  # the schema check has told of it
        path = (*parent_path, name)
        change = Change(operation.overlay, "insert", "set", path, step, step.position)
        if not self._is_possible(change):
            return
        twins = paths_of(self._root, "steps", name)
        if twins:
            self._findings.already_there(name, step.position, value_below(self._root, (), twins[0]))
            return
        parent = own(self._root, parent_path)
        assert isinstance(parent.value, list)
        neighbour = self._inserted_last.get(anchor, anchor[-1]) if side == "after" else anchor[-1]
        index = index_of(parent, parent_path, neighbour)
        if index is None:  # the step inserted before this one was removed since
            index = index_of(parent, parent_path, anchor[-1]) or 0
        parent.value.insert(index + (side == "after"), step)
        if side == "after":
            self._inserted_last[anchor] = name
        self._record(change)

    # --- Single changes -----------------------------------------------------------------------

    def _set(self, operation: Operation, path: Path, value: Located, place: Position | None = None) -> None:
        """Set a value that must be there already to another one."""
        place = place or operation.position
        change = Change(operation.overlay, operation.verb, "set", path, value, place)
        if not self._is_possible(change):
            return
        existing = value_below(self._root, (), path)
        new_key = operation.key if operation.verb == "replace" and "(" in operation.key else None
        same_key = new_key is None or key_of(own(self._root, path[:-1]), path[:-1], path[-1]) == new_key
        is_same = existing is not None and existing.plain() == value.plain() and same_key
        if is_same and not self._log.meets_unrelated(change):
            self._findings.no_effect(operation, place, existing)
            return
        added = self._log.appended(change) if value.kind == "list" else []
        if added:
            value = Located(
                value.position, [*value.entries(), *(e for e in added if not _equal_entry(value, e))]
            )
        put(self._root, path, value, place, new_key)
        if existing is not None:
            self._root.add_version(path, operation.overlay, existing, value)
        self._record(replace(change, before=existing))

    def _set_new(
        self, operation: Operation, path: Path, value: Located, place: Position | None = None
    ) -> None:
        """Set a value that must not be there yet."""
        place = place or operation.position
        change = Change(operation.overlay, operation.verb, "set", path, value, place)
        if not self._is_possible(change):
            return
        existing = value_below(self._root, (), path)
        if existing is not None:
            self._findings.already_there(path[-1], place, existing)
            return
        put(self._root, path, value, place, operation.key if len(path) == 2 else None)
        self._record(change)

    def _append(self, operation: Operation, path: Path, entries: list[Located], place: Position) -> None:
        if not entries:
            self._findings.no_effect(operation, place)
        for entry in entries:
            name = name_of(entry, path)
            if name is not None:
                self._set_new(operation, (*path, name), entry, entry.position)
                continue
            change = Change(operation.overlay, operation.verb, "append", path, entry, entry.position)
            # Rules count as often as they are given, names and numbers once: a second trigger fires
            # a second time, but a member cannot be in an enumeration twice.
            if entry.kind != "map":
                if not self._is_possible(change):
                    continue
                twin = _equal_entry(value_below(self._root, (), path), entry)
                if twin is not None:
                    self._findings.no_effect(operation, entry.position, twin)
                    continue
            elif self._conflicts(change):
                continue
            target = container(self._root, path, "list")
            if isinstance(target.value, list):
                target.value.append(entry)
                self._record(change)

    def _is_possible(self, change: Change) -> bool:
        """Tell whether a change is to be made: it contradicts no other, and no other has made it."""
        if self._conflicts(change):
            return False
        if change.act != "need" and self._log.holds_already(change):
            self._record(change)
            return False
        return True

    def _conflicts(self, change: Change) -> bool:
        earlier = self._log.conflict_with(change)
        if earlier is not None:
            self._findings.conflict(change.overlay, change.position, earlier)
        return earlier is not None

    def _named(self, operation: Operation, path: Path) -> Located:
        """Return the definition of an entry of a list with the name that its key gives it."""
        key = name_key(path[:-1])
        definition = operation.definition
        if key is None or not isinstance(definition.value, dict):
            return definition
        given = definition.get(key)
        if given is not None and given.value != path[-1]:
            self._findings.renamed(path[-1], given)
        return with_key(definition, key, Located(operation.position, path[-1]))

    def _in_one_form(self, path: Path, given: Located) -> tuple[Located, Located]:
        """Return a thing and what is to be done to it, both in the long form where there are two forms."""
        existing = value_below(self._root, (), path)
        assert existing is not None
        key = LONG_FORM_KEYS.get(path[0])
        if key is None:
            return existing, given
        if existing.kind != "map":
            existing = _long_form(existing, key)
            parent = own(self._root, path[:-1])
            name = key_of(parent, path[:-1], path[-1])
            assert isinstance(parent.value, dict)
            assert name is not None
            parent.value[name] = existing
        return existing, given if given.kind == "map" else _long_form(given, key)

    # --- Records and reports ------------------------------------------------------------------

    def _record(self, change: Change, *, label: bool = True) -> None:
        self._log.record(change)
        if label:
            origin = Origin(change.overlay, change.verb, change.position)
            self._root.origin.setdefault(label_of(change.path), []).append(origin)

    def _note(self, operation: Operation, path: Path) -> None:
        origin = Origin(operation.overlay, operation.verb, operation.position)
        self._root.origin.setdefault(label_of(path), []).append(origin)


def _text_of(path: Path, thing: Located, key: str) -> Located | None:
    """Return the rule text of a thing, which may be in its short form."""
    is_short = thing.kind == "text" and LONG_FORM_KEYS.get(path[0]) == key and len(path) == 2
    return thing if is_short else thing.get(key)


def _is_of_things(placed: Located) -> bool:
    """Whether a list holds names or rules, to which others can be added; numbers are one value together."""
    entries = [(entry.kind, str(entry.plain())) for entry in placed.entries()]
    return 0 < len(entries) == len({*entries}) and {kind for kind, _ in entries} <= {"map", "text"}


def _long_form(short: Located, key: str) -> Located:
    return Located(short.position, {key: short}, {key: short.position})


def _equal_entry(entries: Located | None, entry: Located) -> Located | None:
    plain = entry.plain()
    found = entries.entries() if entries is not None else []
    return next((other for other in found if other.plain() == plain), None)
