"""Whether what a ruleset wants of many games holds: it does not where an interval lies wholly outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cli.report import measures
from cli.report.gathered import Gathered
from cli.report.statistics import Estimate, mean_of, median_of, share_of

if TYPE_CHECKING:
    from interpreter import Target


@dataclass(frozen=True, slots=True)
class Judged:
    """A target; value: the figure furthest off, with its interval; of: what has it, such as a seat.

    unit: what is written behind the figure.
    """

    name: str
    holds: bool
    value: float
    low: float
    high: float
    of: str = ""
    unit: str = ""

    @property
    def as_json(self) -> dict[str, Any]:
        """The target as `--json` has it."""
        plain = {key: value for key, value in asdict(self).items() if key not in ("of", "unit")}
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in plain.items()}

    @property
    def sentence(self) -> str:
        """Whether it holds, in words."""
        whose = f" ({self.of})" if self.of else ""
        interval = f", 95 %: {self.low:.1f} to {self.high:.1f}" if self.low < self.high else ""
        figure = f"{self.value:.1f}{self.unit}{whose}{interval}"
        return f"{self.name}: {'holds' if self.holds else 'does not hold'}; it is {figure}."


def judged(found: Gathered) -> list[Judged]:
    """Each target that is for as many players; none where no game was finished."""
    wanted = [each for each in found.game.targets if each.players in (None, found.game.players)]
    return [_judged(found, target) for target in wanted] if found.games else []


def _judged(found: Gathered, target: Target) -> Judged:
    unit = " %" if target.measure in _SHARES else ""
    name = f"{target.measure.replace('_', ' ')} {_within(target)}{unit}"
    figures = list(_MEASURES[target.measure](found))
    if not figures:
        return Judged(name, True, 0.0, 0.0, 0.0, "nothing to measure")

    def outside(figure: tuple[str, Estimate]) -> float:
        """By how much an interval lies outside; below 0 it does not."""
        of = figure[1]
        below = target.least - of.high if target.least is not None else -1e9
        above = of.low - target.most if target.most is not None else -1e9
        return max(below, above)

    whose, worst = max(figures, key=outside)
    return Judged(name, outside((whose, worst)) <= 0, worst.value, worst.low, worst.high, whose, unit)


def _within(target: Target) -> str:
    if target.least is None:
        return f"at most {target.most:g}"
    if target.most is None:
        return f"at least {target.least:g}"
    return f"within {target.least:g}..{target.most:g}"


# ---- what can be measured: figures, and what has each

_Measure = Callable[[Gathered], Iterator[tuple[str, Estimate]]]


def _hundredths(of: Estimate) -> Estimate:
    return Estimate(100 * of.value, 100 * of.low, 100 * of.high)


def _seat_share(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    yield from ((each.name, _hundredths(each.wins)) for each in measures.seats(found))


def _starter_share(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    places = measures.places(found) or measures.seats(found)
    yield "", _hundredths(places[0].wins)


def _ties(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    yield "", _hundredths(share_of(sum(len(game.winners) > 1 for game in found.games), len(found.games)))


def _unfinished(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    yield "", _hundredths(share_of(found.played - found.endings.get("finished", 0), found.played))


def _length(name: str) -> _Measure:
    def measure(found: Gathered) -> Iterator[tuple[str, Estimate]]:
        if (of := measures.lengths(found).get(name)) is not None:
            yield "", of

    return measure


def _margin(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    if found.game.has_points and found.game.players > 1:
        yield "", median_of(measures.margins(found))


def _changes(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    if found.game.has_points and found.game.players > 1:
        yield "", measures.changes(found)[0]


def _comebacks(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    if found.game.has_points and found.game.players > 1:
        yield "", _hundredths(measures.changes(found)[1])


def _never_taken(found: Gathered) -> Iterator[tuple[str, Estimate]]:
    """Options and kinds that were offered in some games and taken in none; no guess, so no interval."""
    never = measures.never_taken(found)
    named = ", ".join(f"{each.group}: {each.title}" for each, _ in never[:5])
    yield named, mean_of([float(len(never))])


# What is measured in hundredths.
_SHARES = ("seat_share", "starter_share", "ties", "unfinished", "comebacks")
_MEASURES: dict[str, _Measure] = {
    "seat_share": _seat_share, "starter_share": _starter_share, "ties": _ties, "unfinished": _unfinished,
    "rounds": _length("rounds"), "turns": _length("turns"), "decisions": _length("decisions"),
    "options": _length("options"), "margin": _margin, "lead_changes": _changes, "comebacks": _comebacks,
    "never_taken": _never_taken,
}  # fmt: skip
