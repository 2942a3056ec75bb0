"""Which changes of different overlays cannot both hold: after all of them, each must still be true."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.overlays.changes import Change
from interpreter.overlays.locations import Path, labels_in, value_below
from interpreter.reading.located_value import Located


class ChangeLog:
    """Remembers the changes made so far, and finds the one that a new change contradicts.

    Two overlays of which one is built on the other never conflict: the later one means what it does.
    """

    __slots__ = ("_by_section", "are_related")

    def __init__(self, are_related: Callable[[str, str], bool]) -> None:
        self.are_related = are_related
        # By the first word of the path: changes of different sections never meet.
        self._by_section: dict[str, list[Change]] = {}

    def record(self, change: Change) -> None:
        """Remember a change that was made."""
        self._by_section.setdefault(change.path[0], []).append(change)

    def conflict_with(self, change: Change) -> Change | None:
        """Return an earlier change by an unrelated overlay that cannot hold beside this one."""
        return next(
            (earlier for earlier in self._unrelated(change) if can_not_both_hold(earlier, change)), None
        )

    def holds_already(self, change: Change) -> bool:
        """Tell whether an unrelated overlay has made the same change, alone or within a larger one."""
        return any(_has_done(earlier, change) for earlier in self._unrelated(change))

    def meets_unrelated(self, change: Change) -> bool:
        """Tell whether an unrelated overlay has changed the same thing or a part of it."""
        return any(_begins_with(earlier.path, change.path) for earlier in self._unrelated(change))

    def appended(self, change: Change) -> list[Located]:
        """Return what unrelated overlays have added to the list that a change sets as a whole."""
        return [
            earlier.value
            for earlier in self._unrelated(change)
            if earlier.act == "append" and earlier.path == change.path
        ]

    def _unrelated(self, change: Change) -> Iterator[Change]:
        for earlier in self._by_section.get(change.path[0], ()):
            if not self.are_related(earlier.overlay, change.overlay):
                yield earlier

    def loss_of(self, label: str) -> Change | None:
        """Return the change with which the thing called `section/name` was lost, alone or within another."""
        for changes in self._by_section.values():
            for change in reversed(changes):
                if change.before is not None and label in labels_in(change.path, change.before):
                    return change
        return None


def can_not_both_hold(one: Change, other: Change) -> bool:
    """Tell whether two changes contradict each other, in whatever order they are made."""
    if not (_begins_with(one.path, other.path) or _begins_with(other.path, one.path)):
        return False
    if "remove" in (one.act, other.act):
        return one.act != other.act and _removal_hurts(*_first_with("remove", one, other))
    if "set" not in (one.act, other.act):
        return False
    if "edit" in (one.act, other.act):
        return True  # lines of a text that is another as a whole
    if one.act == other.act:
        outer, inner = (one, other) if len(one.path) <= len(other.path) else (other, one)
        found = value_below(outer.value, outer.path, inner.path)
        return found is None or found.plain() != inner.value.plain()
    setter, relying = _first_with("set", one, other)
    if relying.act == "append" and setter.verb == "change" and setter.path == relying.path:
        return False  # what is added goes behind whatever the list is changed to
    if not _begins_with(relying.path, setter.path):
        return False
    found = value_below(setter.value, setter.path, relying.path)
    if found is None or relying.act == "need":
        return found is None
    return relying.value.plain() not in (entry.plain() for entry in found.entries())


def _has_done(earlier: Change, change: Change) -> bool:
    if earlier.act == change.act != "set":
        same_value = change.act == "remove" or earlier.value.plain() == change.value.plain()
        return earlier.path == change.path and same_value
    if earlier.act != "set" or not _begins_with(change.path, earlier.path):
        return False
    found = value_below(earlier.value, earlier.path, change.path)
    if found is None or change.act == "remove":
        return False
    if change.act == "append":
        return change.value.plain() in (entry.plain() for entry in found.entries())
    return found.plain() == change.value.plain()


def _removal_hurts(removal: Change, other: Change) -> bool:
    # What is relied upon may well lose a part of itself; what is changed may not.
    return other.act != "need" or _begins_with(other.path, removal.path)


def _first_with(act: str, one: Change, other: Change) -> tuple[Change, Change]:
    return (one, other) if one.act == act else (other, one)


def _begins_with(path: Path, start: Path) -> bool:
    return path[: len(start)] == start
