"""What the figures say, in sentences: what is certain first, each with its interval.

In: `Gathered` and what games by chance never showed. Out: `Said`, sentence by sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cli.report import measures
from cli.report.gathered import Gathered
from cli.report.restricted import Restricted, Rung
from cli.report.statistics import CERTAIN, Estimate, holm, median_of, share_of
from cli.report.ways import Ways, mark_said

# A lead that grows or melts by less than this until the end is a matter of course.
_GROWTH = 0.2
# So many things are named in one sentence.
_NAMED = 4
# Who thinks more wins at least this share of the games where luck does not drown it.
_PLAIN = 2 / 3


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
    """Something that never happened, in a sentence; its place in the files.

    sort: what it never was, one of SORTS; sure: whether it is worth a sentence of the summary.
    """

    sort: str
    code: str
    message: str
    place: str
    sure: bool


# What something can never have been.
SORTS = ("drawn", "offered", "affordable", "taken", "triggered", "scored")


def percent(of: Estimate) -> str:
    """A share with its interval."""
    return f"{100 * of.value:.0f} % (95 %: {100 * of.low:.0f} to {100 * of.high:.0f})"


def number(of: Estimate, digits: int = 1) -> str:
    """A figure with its interval, where it has one."""
    if of.low == of.high:
        return f"{of.value:.{digits}f}"
    return f"{of.value:.{digits}f} (95 %: {of.low:.{digits}f} to {of.high:.{digits}f})"


def summary(found: Gathered, never: Sequence[Never]) -> list[Said]:
    """All sentences, what is certain first."""
    said = [*_never(never), *_certain(found), *_seen(found)]
    return sorted(said, key=lambda each: each.sure != "certain")


def _never(never: Sequence[Never]) -> Iterator[Said]:
    sure = [each for each in never if each.sure]
    for each in sure[:_NAMED]:
        yield Said("never", f"{each.message[:1].upper()}{each.message[1:]} ({each.place}).", "certain")
    if len(sure) > _NAMED:
        yield Said(
            "never", f"{len(sure) - _NAMED} more things never happened; the page lists them.", "certain"
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
        yield Said(
            "worth",
            f"“{of.title}” ({of.group}) goes with {_size(worth, 1)} {odd_one.unit} {more} "
            f"each time it is taken than the rest of the {odd_one.among} options there.",
            "certain", worth.value, worth.low, worth.high, worth.p,
        )  # fmt: skip


def _of_place(about: str, who: str, of: measures.SeatMeasures, even: float, *, certain: bool) -> Said:
    better = "more than" if of.ahead.value > 0 else "less than"
    ahead, more = _size(of.ahead, 1), "more" if of.ahead.value > 0 else "fewer"
    points = f", and has {ahead} points {more} than the mean of the others" if of.ahead.high else ""
    if certain:
        sentence = f"{who} wins {percent(of.wins)} of the games, {better} an even {even:.0f} %{points}."
    else:
        sentence = f"{who} wins {percent(of.wins)} of the games: no advantage is shown{points}."
    return Said(
        about, sentence, "certain" if certain else "seen", of.wins.value, of.wins.low, of.wins.high, of.p
    )


def _size(of: Estimate, digits: int) -> str:
    """How far a figure is from nothing, with its interval; where that holds both signs they are shown."""
    if of.low * of.high < 0:
        sign = 1 if of.value > 0 else -1
        low, high = sorted((sign * of.low, sign * of.high))
        return f"{abs(of.value):.{digits}f} (95 %: {low:+.{digits}f} to {high:+.{digits}f})"
    low, high = sorted((abs(of.low), abs(of.high)))
    return number(Estimate(abs(of.value), low, high), digits)


def _of_growth(growth: Estimate, *, certain: bool) -> Said:
    if not certain:
        amount = f"{growth.value:+.2f} points (95 %: {growth.low:+.2f} to {growth.high:+.2f})"
        sentence = f"Leads are not shown to run away or to melt: a point half way brings {amount} by the end."
    elif growth.value > 0:
        amount = _size(growth, 2)
        sentence = f"The leader runs away: each point of lead half way brings {amount} more by the end."
    else:
        amount = _size(growth, 2)
        sentence = f"Those behind catch up: of each point of lead half way {amount} is gone by the end."
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
    yield _described(
        "length",
        f"A game has {number(decisions, 0)} decisions in the median, each with "
        f"{number(found_lengths['options'])} options; at {measures.SECONDS_OF_DECISION} seconds each, "
        f"people would take about {found_lengths['minutes'].value:.0f} minutes.",
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
    decided = measures.decided(found)
    if decided is not None:
        each = measures.leads(found)[decided - 1]
        yield _described(
            "decided", f"From {10 * decided} % of a game on who leads wins {percent(each)}.", each
        )


def ways_said(ways: Ways) -> list[Said]:
    """Which of the ways to play wins most and least, where there are any."""
    if not ways.found:
        return []
    best, worst = (pick(ways.found, key=lambda way: way.wins.value) for pick in (max, min))
    sentence = (
        f"Of {len(ways.found)} ways to play, that with {mark_said(*best.marks[0])} wins {percent(best.wins)} "
        f"of its games, that with {mark_said(*worst.marks[0])} {percent(worst.wins)}."
    )
    return [_described("ways", sentence, best.wins)]


def tried_said(without: Sequence[Restricted], rungs: Sequence[Rung]) -> Iterator[Said]:
    """What things are worth to a bot that may not use them; whether thought pays, and what luck leaves."""
    sure = [each for each in without if each.sure]
    for each in sorted(sure, key=lambda one: -abs(one.worth.value if one.worth else 0.0))[:_NAMED]:
        assert each.worth is not None, "what was not tried is not sure"
        of = each.worth
        yield Said("without", each.sentence, "certain", of.value, of.low, of.high, of.p)
    tried = sum(each.worth is not None for each in without)
    if tried:
        many = f"{len(sure) or 'None'} of {tried} actions, kinds and modules that were forbidden"
        yield Said("without", f"{many} made a difference that is shown.", "seen")
    yield from _of_ladder(rungs)


def _of_ladder(rungs: Sequence[Rung]) -> Iterator[Said]:
    if not rungs:
        return
    pays = [each for each in rungs if each.low > each.even]
    if pays:
        top, widest = pays[-1], max(pays, key=lambda each: each.share - each.even)
        left = f"{100 * (1 - widest.share):.0f} %"
        yield Said("skill", f"Skill pays: {top.sentence}", "seen", top.share, top.low, top.high)
        drowned = "Luck does not drown it" if widest.share >= _PLAIN else "Luck drowns much of it"
        yield Said(
            "luck", f"{drowned}: where it shows most, {widest.against} still wins {left} of the games "
            f"against {widest.bot}.", "seen", widest.share, widest.low, widest.high,
        )  # fmt: skip
    last = rungs[-1]
    if last not in pays:
        above = "Still more thought is not shown to pay" if pays else "Skill is not shown to pay"
        yield Said("skill", f"{above}: {last.sentence}", "seen", last.share, last.low, last.high)


def _described(about: str, sentence: str, of: Estimate) -> Said:
    return Said(about, sentence, "seen", of.value, of.low, of.high)
