"""What the figures say, in sentences: what is certain first, each with its interval.

In: `Gathered` and what games by chance never showed. Out: `Said`, sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cli.report import measures
from cli.report.gathered import Gathered
from cli.report.statistics import CERTAIN, Estimate, holm, median_of, share_of

# A lead that grows or melts by less than this until the end is a matter of course.
_GROWTH = 0.2
# So many things are named in one sentence.
_NAMED = 4
# An estimate: seconds that people take for a decision with several options.
SECONDS_OF_DECISION = 15


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence; about: what it is about; sure: `certain`, or `seen` where it describes what was played."""

    about: str
    sentence: str
    sure: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None


@dataclass(frozen=True, slots=True)
class Never:
    """Something that never happened in games by chance, in a sentence; its place in the files."""

    code: str
    message: str
    place: str


def percent(of: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * of.value:.0f} % (95 %: {100 * of.low:.0f} to {100 * of.high:.0f})"


def number(of: Estimate, digits: int = 1) -> str:
    """A figure with its interval."""
    return f"{of.value:.{digits}f} (95 %: {of.low:.{digits}f} to {of.high:.{digits}f})"


def summary(found: Gathered, never: Sequence[Never]) -> list[Said]:
    """All sentences, what is certain first."""
    said = [*_never(never), *_certain(found), *_seen(found)]
    return sorted(said, key=lambda each: each.sure != "certain")


def _never(never: Sequence[Never]) -> Iterator[Said]:
    for each in never[:_NAMED]:
        yield Said("never", f"{each.message[:1].upper()}{each.message[1:]} ({each.place}).", "certain")
    if len(never) > _NAMED:
        yield Said(
            "never", f"{len(never) - _NAMED} more things never happened; they are listed below.", "certain"
        )


def _certain(found: Gathered) -> Iterator[Said]:
    """What is compared with what would be if all were even."""
    if found.game.players < 2 or len(found.games) < measures.FEWEST_GAMES:
        return
    seats, places, growth = measures.seats(found), measures.places(found), measures.growth(found)
    compared = [*seats, *places[:1]]
    # A lead is tested too, where there is one.
    chances = holm([*(each.p for each in compared), growth.p if growth is not None else 1.0])
    # The other half is for what things are worth.
    sure = {id(each): p < CERTAIN / 2 for each, p in zip(compared, chances, strict=False)}
    even = 100 / found.game.players
    if places:
        yield _of_place("starter", "Whoever begins", places[0], even, certain=sure[id(places[0])])
    odd = [each for each in seats if sure[id(each)]]
    if len(seats) == 2 and odd:
        # Of two seats each says all of the other.
        odd = [max(seats, key=lambda each: each.wins.value)]
    for each in odd:
        begins = ", who always begins," if not places and each is seats[0] else ""
        yield _of_place("seat", f"{each.name}{begins}", each, even, certain=True)
    if not odd:
        shares = ", ".join(f"{100 * each.wins.value:.0f}" for each in seats)
        besides = ", whoever begins" if places else ""
        yield Said(
            "seat", f"No seat is shown to be better{besides}: they win {shares} % of the games.", "seen"
        )
    if growth is not None:
        yield _of_growth(growth, certain=chances[-1] < CERTAIN / 2 and abs(growth.value) >= _GROWTH)
    for odd_one in measures.outliers(found):
        worth, of = odd_one.worth, odd_one.thing
        more = "more" if worth.value > 0 else "less"
        ends = sorted((abs(worth.low), abs(worth.high)))
        yield Said(
            "worth",
            f"“{of.title}” ({of.group}) goes with {abs(worth.value):.1f} {odd_one.unit} {more} "
            f"(95 %: {ends[0]:.1f} to {ends[1]:.1f}) each time it is taken than the rest of the "
            f"{odd_one.among} options there.",
            "certain", worth.value, worth.low, worth.high, worth.p,
        )  # fmt: skip


def _of_place(about: str, who: str, of: measures.SeatMeasures, even: float, *, certain: bool) -> Said:
    better = "more than" if of.ahead.value > 0 else "less than"
    points = f", and has {number(of.ahead)} points more than the mean of the others" if of.ahead.high else ""
    if certain:
        sentence = f"{who} wins {percent(of.wins)} of the games, {better} an even {even:.0f} %{points}."
    else:
        sentence = f"{who} wins {percent(of.wins)} of the games: no advantage is shown{points}."
    return Said(
        about, sentence, "certain" if certain else "seen", of.wins.value, of.wins.low, of.wins.high, of.p
    )


def _of_growth(growth: Estimate, *, certain: bool) -> Said:
    amount = f"{growth.value:+.2f} points (95 %: {growth.low:+.2f} to {growth.high:+.2f})"
    if not certain:
        sentence = f"Leads are not shown to run away or to melt: a point half way brings {amount} by the end."
    elif growth.value > 0:
        sentence = f"The leader runs away: each point of lead half way brings {amount} more by the end."
    else:
        sentence = f"Those behind catch up: each point of lead half way brings {amount} by the end."
    about = "runaway" if growth.value > 0 else "catching up"
    return Said(
        about, sentence, "certain" if certain else "seen", growth.value, growth.low, growth.high, growth.p
    )


def _seen(found: Gathered) -> Iterator[Said]:
    """What was played, without a claim."""
    if not found.games:
        yield Said("endings", "No game came to its end.", "seen")
        return
    found_lengths = measures.lengths(found)
    if rounds := found_lengths.get("rounds"):
        yield _described("length", f"Half of the games have at most {number(rounds, 0)} rounds.", rounds)
    decisions = found_lengths["decisions"]
    minutes = decisions.value * SECONDS_OF_DECISION / 60
    yield _described(
        "length",
        f"A game has {number(decisions, 0)} decisions in the median, each with "
        f"{number(found_lengths['options'])} options; at {SECONDS_OF_DECISION} seconds each, "
        f"people would take about {minutes:.0f} minutes.",
        decisions,
    )  # fmt: skip
    by_source = measures.sources(found)
    if by_source:
        total = sum(each.value for each in by_source.values())
        name, most = next(iter(by_source.items()))
        share = f", {100 * most.value / total:.0f} % of all" if total else ""
        title = name.replace("_", " ")
        yield _described(
            "points", f"Most points come from {title}: {number(most)} for a player{share}.", most
        )
    if found.game.has_points and found.game.players > 1:
        yield from _course(found)
    drawn = share_of(sum(len(game.winners) > 1 for game in found.games), len(found.games))
    if drawn.value:
        yield _described("ties", f"{percent(drawn)} of the games are shared victories.", drawn)
    unfinished = found.played - found.endings.get("finished", 0)
    if unfinished:
        ended = share_of(unfinished, found.played)
        yield _described(
            "endings", f"{percent(ended)} of the games did not come to the end that the rules want.", ended
        )


def _course(found: Gathered) -> Iterator[Said]:
    margin = median_of(measures.margins(found))
    yield _described(
        "margin", f"The first is {number(margin)} points ahead of the second in the median.", margin
    )
    turns, behind = measures.changes(found)
    yield _described(
        "course",
        f"The lead changes {number(turns)} times in a game; {percent(behind)} of the winners were not first "
        "half way.",
        turns,
    )  # fmt: skip
    decided = next((n for n, each in enumerate(measures.leads(found), 1) if each.low >= 0.9), None)
    if decided is not None:
        each = measures.leads(found)[decided - 1]
        yield _described(
            "decided", f"From {10 * decided} % of a game on who leads wins {percent(each)}.", each
        )


def _described(about: str, sentence: str, of: Estimate) -> Said:
    return Said(about, sentence, "seen", of.value, of.low, of.high)
