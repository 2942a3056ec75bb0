"""Ways to play: players grouped by where their points came from and what they chose most often.

scikit-learn's k-means, silhouette and principal components; groups are shown only where halves of the games
give the same ones. Whether they lie apart or are cut from one cloud is held against clouds as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score, silhouette_score

from cli.report.gathered import Gathered
from cli.report.statistics import CERTAIN, Estimate, Floats, holm, share_of

# Groups tried; how well halves must agree (adjusted Rand index, 1: wholly).
MOST, AGREEMENT = 5, 0.8
FEWEST_PLAYERS, KEPT = 200, 4000
# Sources with less of all points, and options of less of their question, are none to live on.
_LEAST = 0.02
# So many principal components are looked at; with so many clouds without groups the silhouette is compared.
_COMPONENTS, _CLOUDS = 3, 5
# A group smaller than this share of the players is none.
_SMALLEST = 0.05
# A source is unused if each player has a smaller share of the points from it.
_MUCH = 1 / 3


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play. share: of players; wins: their share of victories; marks: what is done more and less.

    against: for each way, in their order, how often a player of this one was ahead of one of that; None
    for itself.
    """

    share: float
    wins: Estimate
    marks: tuple[tuple[str, float], ...]
    against: tuple[Estimate | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Ways:
    """What was found. found: the ways, the most frequent first; none where halves of the games disagree.

    agreement: the best of halves, over numbers of groups; parted: whether the groups lie apart more than
    parts of one cloud do; best: the place of the way that is ahead of each other for certain;
    unused: sources from which no player had a third of the points.
    """

    found: list[Way] = field(default_factory=list)
    agreement: float = 0.0
    parted: bool = False
    best: int | None = None
    unused: tuple[str, ...] = ()


def mark_said(name: str, off: float) -> str:
    """What players of a way do more or less than others, in words."""
    if name.startswith("points from "):
        return f"{'more' if off > 0 else 'fewer'} {name}"
    return f"{name} {'more' if off > 0 else 'less'} often"


def ways(found: Gathered) -> Ways:
    """The ways to play."""
    names, table = _table(found)
    unused = _unused(found)
    if len(table) < FEWEST_PLAYERS or len(names) < 2:
        return Ways(unused=unused)
    places = PCA(min(_COMPONENTS, len(names)), random_state=0).fit_transform(table)
    best, agreement = None, 0.0
    for many in range(2, MOST + 1):
        labels, halves = _grouped(places, many, found.game.players)
        agreement = max(agreement, halves)
        if halves >= AGREEMENT and np.bincount(labels, minlength=many).min() >= _SMALLEST * len(labels):
            apart = _silhouette(places, labels)
            if best is None or apart > best[0]:
                best = (apart, many, labels)
    if best is None:
        return Ways(agreement=agreement, unused=unused)
    apart, many, labels = best
    order = sorted(range(many), key=lambda one: -int((labels == one).sum()))
    labels = np.array(order).argsort()[labels]
    made = _made(found, names, table, labels)
    chances = [[each.p for each in way.against if each is not None] for way in made]
    corrected = iter(holm([chance for row in chances for chance in row]))
    sure = [[next(corrected) < CERTAIN for _ in row] for row in chances]
    ahead = [all(each.value > 0.5 for each in way.against if each is not None) for way in made]
    best_way = next((n for n in range(many) if ahead[n] and sure[n] and all(sure[n])), None)
    return Ways(made, agreement, apart > _cloud(places, many), best_way, unused)


def _grouped(places: Floats, many: int, players: int) -> tuple[Floats, float]:
    """The groups, and how well those of one half of the games agree with those of the other."""
    half = len(places) // players // 2 * players
    one, other = (
        KMeans(many, n_init=5, random_state=0).fit(part).predict(places)
        for part in (places[:half], places[half:])
    )
    labels = KMeans(many, n_init=5, random_state=0).fit(places).labels_
    return np.asarray(labels), float(adjusted_rand_score(one, other))


def _silhouette(places: Floats, labels: Floats) -> float:
    return float(silhouette_score(places, labels, sample_size=1000, random_state=0))


def _cloud(places: Floats, many: int) -> float:
    """The greatest silhouette of as many groups in clouds without any, of the same spread."""
    chance = np.random.default_rng(0)
    found = []
    for _ in range(_CLOUDS):
        cloud = chance.multivariate_normal(places.mean(axis=0), np.cov(places.T), len(places))
        found.append(_silhouette(cloud, KMeans(many, n_init=5, random_state=0).fit(cloud).labels_))
    return max(found)


def _made(found: Gathered, names: list[str], table: Floats, labels: Floats) -> list[Way]:
    games, players = found.games[: len(table) // found.game.players], found.game.players
    won = np.array([game.winners == (seat,) for game in games for seat in range(players)])
    spread = table.std(axis=0)
    many = int(labels.max()) + 1
    hits, counts = np.zeros((many, many), dtype=int), np.zeros((many, many), dtype=int)
    for row, game in enumerate(games):
        own = labels[row * players : (row + 1) * players]
        # Who is ahead: by victory, and among those who lost by points.
        rank = [(seat in game.winners, game.scores[seat]) for seat in range(players)]
        for a in range(players):
            for b in range(players):
                if own[a] != own[b] and rank[a] != rank[b]:
                    counts[own[a], own[b]] += 1
                    hits[own[a], own[b]] += rank[a] > rank[b]
    made = []
    for one in range(many):
        here = labels == one
        off = (table[here].mean(axis=0) - table.mean(axis=0)) / spread
        marks = sorted(zip(names, map(float, off), strict=True), key=lambda mark: -abs(mark[1]))[:5]
        against = tuple(
            None if other == one else share_of(int(hits[one, other]), int(counts[one, other]), 0.5)
            for other in range(many)
        )
        wins = share_of(int(won[here].sum()), int(here.sum()), 1 / players)
        made.append(Way(float(here.mean()), wins, tuple(marks), against))
    return made


def _table(found: Gathered) -> tuple[list[str], Floats]:
    """By player of a game: roots of its shares of points by source, and of options in the main question.

    The root keeps a large source from drowning the others (Hellinger's distance).
    """
    sources, asked = _shares_of_points(found), _shares_of_choices(found)
    names = [f"points from {found.game.sources[n].replace('_', ' ')}" for n in sources[0]]
    names += [f"“{found.things[n].title}”" for n in asked[0]]
    table = np.sqrt(np.hstack([sources[1], asked[1]]))
    kept = table.std(axis=0) > 1e-9 if len(table) else np.zeros(len(names), dtype=bool)
    return [name for name, used in zip(names, kept, strict=True) if used], table[:, kept]


def _shares_of_points(found: Gathered) -> tuple[list[int], Floats]:
    rows = [
        [max(0, points[seat]) for points in game.sources] if game.sources else [0] * len(found.game.sources)
        for game in found.games[: KEPT // found.game.players]
        for seat in range(found.game.players)
    ]
    return _shares(rows, [*range(len(found.game.sources))])


def _shares_of_choices(found: Gathered) -> tuple[list[int], Floats]:
    """Of the question with the most answers that are options."""
    groups: dict[str, list[int]] = {}
    for number, thing in enumerate(found.things):
        if thing.sort == "option":
            groups.setdefault(thing.group, []).append(number)
    often = {group: sum(int(found.taken(n).sum()) for n in members) for group, members in groups.items()}
    members = groups[max(often, key=lambda group: often[group])] if often else []
    games = min(len(found.games), KEPT // found.game.players)
    taken = [found.taken(number)[:games].ravel() for number in members]
    rows = np.array(taken, dtype=float).reshape(len(members), games * found.game.players).T
    return _shares(rows, members)


def _shares(rows: Sequence[Sequence[int]] | Floats, numbers: list[int]) -> tuple[list[int], Floats]:
    table = np.array(rows, dtype=float).reshape(len(rows), len(numbers))
    table = table / np.maximum(1.0, table.sum(axis=1, keepdims=True))
    kept = table.mean(axis=0) >= _LEAST if len(table) else np.zeros(len(numbers), dtype=bool)
    return [number for number, used in zip(numbers, kept, strict=True) if used], table[:, kept]


def _unused(found: Gathered) -> tuple[str, ...]:
    numbers, table = _shares_of_points(found)
    greatest = table.max(axis=0) if len(table) else []
    return tuple(
        found.game.sources[number].replace("_", " ")
        for number, share in zip(numbers, greatest, strict=True)
        if share < _MUCH
    )
