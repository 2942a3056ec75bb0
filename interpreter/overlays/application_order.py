"""In which order overlays are applied, and whether they may be used together at all."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping

from interpreter.problems import Position, Problems, hint_for
from interpreter.reading.located_value import Located
from interpreter.reading.part_merge import PARTS

Overlay = tuple[str, Located]

_BOUND = re.compile(r"(>=|<=|==|>|<) ?([0-9.]+)")
_COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_MOST_DIGITS = 18


class OverlaySet:
    """The overlays of one game: their order, and which is built on which.

    An overlay comes after those it is built on (`base`, `needs`), otherwise by (`order`, id): never by the
    order in which they were named or found. One that extends the ruleset itself comes before all others.
    """

    __slots__ = ("_built_on", "ordered")

    def __init__(self, base: Located, overlays: list[Overlay], problems: Problems) -> None:
        chosen = _by_id(overlays, problems)
        for name, overlay in chosen.items():
            _check_neighbours(name, overlay, base, chosen, problems)
        direct = {name: _direct_bases(overlay) & chosen.keys() for name, overlay in chosen.items()}
        ranks = {name: _rank(name, overlay) for name, overlay in chosen.items()}
        for name, overlay in [*chosen.items()]:
            for part_name, part, company in _parts(name, overlay, chosen):
                chosen[part_name], direct[part_name], ranks[part_name] = part, company, ranks[name]
        self.ordered = _in_order(chosen, direct, ranks, problems)
        self._built_on: dict[str, frozenset[str]] = {}
        for name, _ in self.ordered:
            below = direct[name]
            self._built_on[name] = below.union(*(self._built_on.get(other, frozenset()) for other in below))

    def are_related(self, one: str, other: str) -> bool:
        """Tell whether two overlays are the same, or one is built on the other."""
        built_on = self._built_on
        return one == other or one in built_on[other] or other in built_on[one]


def _by_id(overlays: list[Overlay], problems: Problems) -> dict[str, Located]:
    chosen: dict[str, Located] = {}
    for name, overlay in overlays:
        if name in chosen:
            message = f"the overlay '{name}' is there twice"
            problems.error("defined-twice", message, _place(overlay, "id"), also=[_place(chosen[name], "id")])
            continue
        chosen[name] = overlay
    return chosen


def _place(overlay: Located, key: str) -> Position:
    value = overlay.get(key)
    return overlay.position if value is None else value.position


def _texts(overlay: Located, key: str) -> list[Located]:
    found = overlay.get(key)
    if found is None:
        return []
    return [entry for entry in found.entries() or [found] if isinstance(entry.value, str)]


def _direct_bases(overlay: Located) -> frozenset[str]:
    return frozenset(str(name.value) for key in ("base", "extends", "needs") for name in _texts(overlay, key))


def _check_neighbours(
    name: str, overlay: Located, base: Located, chosen: dict[str, Located], problems: Problems
) -> None:
    base_id = base.get("id")
    known = {*chosen, *([str(base_id.value)] if base_id is not None else [])} - {name}
    for entry in [*_texts(overlay, "base"), *_texts(overlay, "extends")]:
        if entry.value not in known:
            message = f"'{name}' is written for '{entry.value}', which is not there"
            problems.error("overlay-base", message, entry.position, hint=hint_for(str(entry.value), known))
    for entry in _texts(overlay, "needs"):
        if entry.value not in known:
            message = f"'{name}' needs '{entry.value}', which is not there"
            problems.error("overlay-needs", message, entry.position, hint=hint_for(str(entry.value), known))
    versions = {other: placed.get("version") for other, placed in chosen.items()}
    if base_id is not None:
        versions[str(base_id.value)] = base.get("version")
    for entry in _texts(overlay, "for"):
        _check_version(name, entry, versions, problems)
    excludes = overlay.get("excludes")
    for entry in excludes.entries() if excludes is not None else ():
        other = entry.get("id")
        if other is not None and isinstance(other.value, str) and other.value in chosen:
            reason = entry.get("because")
            because = "" if reason is None else f": {reason.value}"
            message = f"'{name}' cannot be used together with '{other.value}'{because}"
            also = [_place(chosen[other.value], "id")]
            problems.error("overlay-excludes", message, entry.position, also=also)


def _check_version(
    name: str, made_for: Located, versions: Mapping[str, Located | None], problems: Problems
) -> None:
    """Report a base or another overlay that is there in a version for which this one is not written."""
    other, _, range_ = str(made_for.value).partition(" ")
    bounds = _BOUND.findall(range_)
    if other not in versions or not bounds:
        return
    version = versions[other]
    have = _numbers(str(version.value)) if version is not None else None
    if have is None or not all(_COMPARE[sign](have, _numbers(bound)) for sign, bound in bounds):
        here = f"version {version.value}" if version is not None else "without a version"
        message = f"'{name}' is for {' '.join(str(made_for.value).split())}, and this '{other}' is {here}"
        also = [version.position] if version is not None else []
        problems.error("overlay-version", message, made_for.position, also=also)


def _numbers(version: str) -> tuple[int, ...]:
    """A version to be compared: 1 is 1.0, and 0.10 comes after 0.9."""
    numbers = [int(part[:_MOST_DIGITS]) for part in version.split(".") if part.isdigit()]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _parts(
    name: str, overlay: Located, chosen: Mapping[str, Located]
) -> Iterator[tuple[str, Located, frozenset[str]]]:
    """Yield the parts of an overlay that are for this company: each like an overlay built on all of it."""
    parts = overlay.get(PARTS)
    earlier: list[str] = []
    for part in parts.entries() if parts is not None else ():
        company, absent = ([str(each.value) for each in _texts(part, key)] for key in ("with", "without"))
        if chosen.keys() >= {*company} and chosen.keys().isdisjoint(absent):
            said = [*(f"with {each}" for each in company), *(f"without {each}" for each in absent)]
            shown = f"{name} {' and '.join(said)}"
            number = len([each for each in earlier if each.startswith(shown)]) + 1
            unique = shown if number == 1 else f"{shown} ({number})"
            yield unique, part, frozenset({name, *company, *earlier})
            earlier.append(unique)


def _in_order(
    chosen: dict[str, Located],
    direct: dict[str, frozenset[str]],
    ranks: dict[str, tuple[bool, int, str]],
    problems: Problems,
) -> list[Overlay]:
    waiting = sorted(chosen, key=lambda name: ranks[name])
    done: list[str] = []
    while waiting:
        ready = next((name for name in waiting if direct[name] <= set(done)), None)
        if ready is None:
            places = [_place(chosen[name], "id") for name in waiting]
            message = f"these overlays need each other in a circle: {', '.join(waiting)}"
            problems.error("overlay-cycle", message, places[0], also=places[1:])
            break
        waiting.remove(ready)
        done.append(ready)
    return [(name, chosen[name]) for name in done]


def _rank(name: str, overlay: Located) -> tuple[bool, int, str]:
    order = overlay.get("order")
    number = order.value if order is not None and isinstance(order.value, int) else 0
    return (overlay.get("extends") is None, number, name)
