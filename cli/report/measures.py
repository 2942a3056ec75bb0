"""What is worked out from games that were seen: of seats, of the course of games, of what was taken.

In: `Gathered`. Out: figures with intervals, as plain records; no sentences, no pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cli.report.gathered import GameSeen, Gathered, Thing
from cli.report.statistics import CERTAIN, Estimate, Floats, Worths, discoveries, mean_of, median_of, share_of

TENTHS = 10
# A difference in what things are worth below this share of the spread of leads is none for a designer.
LEAST_WORTH = 0.1
UNIT_WITHOUT_POINTS = "hundredths of a victory"
# An estimate: seconds that people take for a decision with several options.
SECONDS_OF_DECISION = 15
# A game is decided where so large a share of those who lead win.
DECIDED = 0.9
# Where the points of the first differ by less than this share of those of the others, games end at a score.
_AT_A_SCORE = 0.25
# A thing taken in fewer games is not judged.
FEWEST_GAMES = 30


@dataclass(frozen=True, slots=True)
class SeatMeasures:
    """Of a seat, or a place in turn order: its share of games with one winner, points ahead of the rest."""

    name: str
    wins: Estimate
    ahead: Estimate
    points: Estimate

    @property
    def p(self) -> float:
        """The chance of as much by luck, by wins or by points, whichever shows it better."""
        return min(1.0, 2 * min(self.wins.p, self.ahead.p))


@dataclass(frozen=True, slots=True)
class ThingMeasures:
    """Of something that can be taken. games: share of games in which it is taken; offers: and offered.

    often: how often it is taken in a game; rate: of its offers; first: when, as a share of the decisions;
    winners, others: how often a winner and each other take it; ahead: that difference; q: its
    chance, corrected.
    """

    thing: Thing
    games: float
    offers: float
    often: float
    rate: float
    first: float
    winners: float
    others: float
    ahead: Estimate
    q: float


@dataclass(frozen=True, slots=True)
class Outlier:
    """A thing worth more or less than the others of its group; unit: points, or hundredths of a victory."""

    thing: Thing
    worth: Estimate
    unit: str
    among: int


def ahead_of_others(games: Sequence[GameSeen], *, points: bool) -> Floats:
    """By game and seat: points ahead of the mean of the others; without points hundredths of a victory."""
    if points:
        values = np.array([game.scores for game in games], dtype=float)
    else:
        values = np.zeros((len(games), len(games[0].scores)))
        for row, game in enumerate(games):
            for seat in game.winners:
                values[row, seat] = 100.0 / len(game.winners)
    players = values.shape[1]
    others = (values.sum(axis=1, keepdims=True) - values) / max(1, players - 1)
    return np.asarray(values - others)


def in_turn_order(values: Floats, games: Sequence[GameSeen]) -> Floats:
    """The same by place in turn order: first who began."""
    return np.array([np.roll(row, -max(0, game.starter)) for row, game in zip(values, games, strict=True)])


def without_place(values: Floats, games: Sequence[GameSeen]) -> Floats:
    """The same without what the place in turn order brings, in the mean."""
    turned = in_turn_order(values, games)
    turned = turned - turned.mean(axis=0)
    return np.array(
        [np.roll(row, max(0, game.starter), axis=0) for row, game in zip(turned, games, strict=True)]
    )


def seats(found: Gathered) -> list[SeatMeasures]:
    """Each seat."""
    rows = [[*range(found.game.players)] for _ in found.games]
    return _by_place(found, rows, "Player {}")


def places(found: Gathered) -> list[SeatMeasures]:
    """Each place in turn order, the first for whoever begins; none where always the same seat does."""
    if len({game.starter for game in found.games}) < 2:
        return []
    players = found.game.players
    rows = [[(max(0, game.starter) + place) % players for place in range(players)] for game in found.games]
    return _by_place(found, rows, "turn {}")


def _by_place(found: Gathered, rows: Sequence[Sequence[int]], name: str) -> list[SeatMeasures]:
    players = found.game.players
    decided = [(game, row) for game, row in zip(found.games, rows, strict=True) if len(game.winners) == 1]
    ahead = ahead_of_others(found.games, points=found.game.has_points)
    made = []
    for place in range(players):
        hits = sum(game.winners[0] == row[place] for game, row in decided)
        own = [float(ahead[number, row[place]]) for number, row in enumerate(rows)]
        points = [float(game.scores[row[place]]) for game, row in zip(found.games, rows, strict=True)]
        wins = share_of(hits, len(decided), 1 / players)
        made.append(SeatMeasures(name.format(place + 1), wins, mean_of(own), mean_of(points)))
    return made


# ---- the course of games


def leads(found: Gathered) -> list[Estimate]:
    """For each tenth of a game how often who leads alone then wins."""
    made = []
    for tenth in range(1, TENTHS):
        hits = count = 0
        for game in found.games:
            if len(game.standings) < 3 or len(game.winners) != 1:
                continue
            points = game.standings[min(len(game.standings) - 1, tenth * len(game.standings) // TENTHS)]
            best = [seat for seat, each in enumerate(points) if each == max(points)]
            if len(best) == 1:
                count += 1
                hits += best[0] in game.winners
        made.append(share_of(hits, count, 1 / found.game.players))
    return made


def growth(found: Gathered) -> Estimate | None:
    """By how much each point of lead at half way grows until the end; below 0 it melts.

    A mean over games of lead times gain, over the mean of lead squared; what the place in turn order brings
    is taken off before. None where there are no points or too few turns, and where games end at a score:
    there whoever is ahead ends the game.
    """
    if ends_at_score(found):
        return None
    games = [game for game in found.games if len(game.standings) >= 4]
    if found.game.players < 2 or not found.game.has_points or len(games) < 50:
        return None
    half = np.array([game.standings[len(game.standings) // 2] for game in games], dtype=float)
    end = np.array([game.scores for game in games], dtype=float)
    half, end = (without_place(each - each.mean(axis=1, keepdims=True), games) for each in (half, end))
    squares = float((half * half).sum(axis=1).mean())
    if squares <= 1e-9:
        return None
    found_mean = mean_of((half * (end - half)).sum(axis=1))
    return Estimate(
        found_mean.value / squares, found_mean.low / squares, found_mean.high / squares, found_mean.p
    )


def ends_at_score(found: Gathered) -> bool:
    """Whether games end when somebody has so many points: the first has nearly always the same."""
    if not found.game.has_points or found.game.players < 2 or len(found.games) < FEWEST_GAMES:
        return False
    firsts = np.array([max(game.scores) for game in found.games], dtype=float)
    others = np.array([score for game in found.games for score in sorted(game.scores)[:-1]], dtype=float)
    return bool(firsts.std() < _AT_A_SCORE * others.std())


def changes(found: Gathered) -> tuple[Estimate, Estimate]:
    """How often the lead changes in a game, and how often the winner was behind half way."""
    turns, behind = [], []
    for game in found.games:
        leaders = [
            points.index(max(points)) for points in game.standings if list(points).count(max(points)) == 1
        ]
        turns.append(float(sum(a != b for a, b in pairwise(leaders))))
        if len(game.standings) >= 3 and len(game.winners) == 1:
            points = game.standings[len(game.standings) // 2]
            behind.append(points[game.winners[0]] < max(points))
    return mean_of(turns), share_of(sum(behind), len(behind))


def decided(found: Gathered) -> int | None:
    """From which tenth of a game on who leads alone wins nine times in ten at least; None: from none."""
    return next((tenth for tenth, each in enumerate(leads(found), 1) if each.low >= DECIDED), None)


def margins(found: Gathered) -> list[float]:
    """Of each game how far the first was ahead of the second."""
    return [float(first - second) for *_, second, first in (sorted(game.scores) for game in found.games)]


def lengths(found: Gathered) -> dict[str, Estimate]:
    """Rounds, turns of each player, decisions of all, options of a decision, minutes; in the median."""
    kept = {
        "rounds": [float(game.rounds) for game in found.games],
        "turns": [game.turns for game in found.games],
        "decisions": [float(game.decisions) for game in found.games],
        "options": [game.options for game in found.games],
        "minutes": [game.decisions * SECONDS_OF_DECISION / 60 for game in found.games],
    }
    return {name: median_of(values) for name, values in kept.items() if any(values)}


def sources(found: Gathered) -> dict[str, Estimate]:
    """The points of a player from each source, in the mean."""
    made = {}
    for number, name in enumerate(found.game.sources):
        points = [sum(game.sources[number]) / found.game.players for game in found.games if game.sources]
        if any(points):
            made[name] = mean_of(points)
    return dict(sorted(made.items(), key=lambda item: -item[1].value))


def of_seats(found: Gathered, source: str) -> list[float]:
    """The points of each seat from a source, in the mean."""
    place = found.game.sources.index(source)
    points = [game.sources[place] for game in found.games if game.sources]
    return [float(each) for each in np.mean(points, axis=0)] if points else [0.0] * found.game.players


def scores(found: Gathered) -> tuple[list[float], list[float]]:
    """The points of the first of each game, and of all others."""
    ranked = [sorted(game.scores) for game in found.games]
    return [float(each[-1]) for each in ranked], [float(score) for each in ranked for score in each[:-1]]


# ---- what was taken


def things(found: Gathered) -> list[ThingMeasures]:
    """Everything that was offered, with what winners and others did."""
    made = [_thing(found, number) for number in range(len(found.things))]
    judged = [place for place, each in enumerate(made) if each.games * len(found.games) >= FEWEST_GAMES]
    corrected = dict(zip(judged, discoveries([made[place].ahead.p for place in judged]), strict=True))
    return [_with_q(each, corrected.get(place, 1.0)) for place, each in enumerate(made)]


def _with_q(of: ThingMeasures, q: float) -> ThingMeasures:
    return ThingMeasures(
        of.thing, of.games, of.offers, of.often, of.rate, of.first, of.winners, of.others, of.ahead, q
    )


def _thing(found: Gathered, number: int) -> ThingMeasures:
    players, games = found.game.players, found.games
    taken, offers, first = found.taken(number), found.offered(number), found.first(number)
    rows = [row for row, game in enumerate(games) if len(game.winners) == 1 and players > 1]
    won = taken[rows, [games[row].winners[0] for row in rows]].astype(float)
    lost = (taken[rows].sum(axis=1) - won) / max(1, players - 1)
    total, offered, count = int(taken.sum()), int(offers.sum()), max(1, len(games))
    return ThingMeasures(
        found.things[number],
        float(taken.any(axis=1).sum()) / count,
        float(offers.any(axis=1).sum()) / count,
        total / count,
        total / offered if offered else 0.0,
        float(np.median(first)) if len(first) else 1.0,
        mean_of(won).value,
        mean_of(lost).value,
        mean_of(won - lost),
        1.0,
    )


def never_taken(found: Gathered) -> list[tuple[Thing, int]]:
    """Options and kinds offered and never taken, with the games that offered each, the most first."""
    left = [
        number
        for number, thing in enumerate(found.things)
        if thing.sort != "space" and not found.taken(number).any()
    ]
    named = [(found.things[number], int(found.offered(number).any(axis=1).sum())) for number in left]
    return sorted(named, key=lambda each: -each[1])


def outliers(found: Gathered) -> list[Outlier]:
    """Things that are worth more or less than the others offered in the same question.

    That any is named where all are worth the same has half the chance that `CERTAIN` allows (Bonferroni).
    """
    groups = groups_of(found)
    level = CERTAIN / 2 / max(1, sum(map(len, groups.values())))
    points = found.game.has_points
    if found.game.players < 2 or not found.games:
        return []
    ahead = without_place(ahead_of_others(found.games, points=points), found.games)
    least, made = LEAST_WORTH * float(ahead.std()), list[Outlier]()
    for members in groups.values():
        taken = np.stack(
            [without_place(found.taken(number).astype(float), found.games) for number in members], axis=2
        )
        singled, _ = Worths(taken, ahead).outliers(level, least)
        unit = "points" if points else UNIT_WITHOUT_POINTS
        made += [
            Outlier(found.things[members[one]], worth, unit, len(members)) for one, worth in singled.items()
        ]
    return sorted(made, key=lambda each: -abs(each.worth.value))


def groups_of(found: Gathered) -> dict[str, list[int]]:
    """Things by the question that offers them, where two or more were taken often enough to be judged."""
    groups: dict[str, list[int]] = {}
    for number, thing in enumerate(found.things):
        often = int(found.taken(number).any(axis=1).sum())
        if thing.sort != "space" and often >= FEWEST_GAMES:
            groups.setdefault(f"{thing.group}/{thing.sort}", []).append(number)
    return {name: members for name, members in groups.items() if len(members) > 1}
