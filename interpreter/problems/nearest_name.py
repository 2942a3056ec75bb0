"""Did you mean: the nearest right name for a misspelt one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import SequenceMatcher, get_close_matches

_LEAST_LIKENESS = 0.6
# Shorter names may well be alike.
_SHORTEST_ALIKE = 4
# Comparing with every one of thousands of names would make many errors slow; nobody misspells by
# more than a few letters, so candidates of a very different length are not compared at all.
_MOST_LENGTH_DIFFERENCE = 4
# Nobody misspells a longer name than this, and comparing takes the product of the lengths.
_LONGEST = 60
_MOST_LISTED = 12
# Of more candidates only those are compared that begin alike.
_MANY = 100


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate most like the name, or None when none is like it.

    Case and the choice between '-', '_' and ' ' do not count. Of candidates equally like the name, the
    first in alphabetical order is taken, so that the answer does not depend on the order of a set.
    """
    if len(name) > _LONGEST:
        return None
    plain = _simplified(name)
    by_plain: dict[str, str] = {}
    near = [word for word in candidates if abs(len(word) - len(name)) <= _MOST_LENGTH_DIFFERENCE]
    for candidate in sorted(near):
        if candidate != name:
            by_plain.setdefault(_simplified(candidate), candidate)
    if plain in by_plain:
        return by_plain[plain]
    swapped = _with_an_ending_more_or_less(plain, by_plain)
    if swapped is not None:
        return by_plain[swapped]
    pool = list(by_plain)
    if len(pool) > _MANY:
        pool = [word for word in pool if word[:2] == plain[:2]][:_MANY]
    close = get_close_matches(plain, pool, n=3, cutoff=_LEAST_LIKENESS)
    if not close:
        return None
    best = max(_likeness(plain, word) for word in close)
    return by_plain[min(word for word in close if _likeness(plain, word) == best)]


def hint_for(name: str, candidates: Iterable[str]) -> str | None:
    """Return the hint "did you mean 'x'?" with the nearest candidate, or None."""
    found = nearest(name, candidates)
    return None if found is None else f"did you mean '{found}'?"


def hint_or_list(name: str, candidates: Collection[str], heading: str) -> str | None:
    """Return the hint with the nearest candidate or, where none is near, all of a few under a heading."""
    found = hint_for(name, candidates)
    if found is not None or not 0 < len(candidates) <= _MOST_LISTED:
        return found
    return f"{heading}: {', '.join(candidates)}"


def one_slip_apart(one: str, other: str) -> bool:
    """Whether two names differ by one letter too many, wrong or changed for the next; digits may differ."""
    if one == other or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < _SHORTEST_ALIKE:
        return False
    if len(one) > len(other):
        one, other = other, one
    begin = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    rest, more = one[begin:], other[begin:]
    if (rest[:1] + more[:1]).isdigit():
        return False
    return rest == more[1:] or rest[1:] == more[1:] or (rest[:2] == more[1::-1] and rest[2:] == more[2:])


def _simplified(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


def _with_an_ending_more_or_less(plain: str, known: Iterable[str]) -> str | None:
    """Find the singular of a plural or the plural of a singular, the commonest slip of authors."""
    for word in known:
        if word in (plain + "s", plain + "es") or plain in (word + "s", word + "es"):
            return word
    return None


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
