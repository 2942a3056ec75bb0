"""Ways to play: players grouped by what they took and where their points came from.

scikit-learn's k-means and silhouette; groups are shown only where halves of the games give the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, silhouette_score
from sklearn.preprocessing import StandardScaler

from cli.report.gathered import Gathered
from cli.report.statistics import Estimate, share_of

# Groups tried; how well halves must agree (adjusted Rand index, 1: wholly); how well groups must be parted.
MOST, AGREEMENT, PARTED = 5, 0.8, 0.15
FEWEST_PLAYERS, KEPT = 200, 4000


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play. share: of players; wins: their share of victories; marks: what is done more and less."""

    share: float
    wins: Estimate
    marks: tuple[tuple[str, float], ...]


def ways(found: Gathered) -> list[Way]:
    """The ways to play, the most frequent first; none where both halves of the games do not show the same."""
    names, table, won = _table(found)
    if len(table) < FEWEST_PLAYERS or len(names) < 2:
        return []
    values = StandardScaler().fit_transform(table)
    half = len(values) // 2
    best: tuple[float, KMeans] | None = None
    for many in range(2, MOST + 1):
        one, other = (
            KMeans(many, n_init=5, random_state=0).fit(part) for part in (values[:half], values[half:])
        )
        if adjusted_rand_score(one.predict(values), other.predict(values)) < AGREEMENT:
            continue
        parted = float(silhouette_score(values, one.predict(values), sample_size=1000, random_state=0))
        if parted >= PARTED and (best is None or parted > best[0]):
            best = (parted, one)
    if best is None:
        return []
    labels = best[1].predict(values)
    return sorted(
        (_way(names, values, won, labels == one, found) for one in set(labels)), key=lambda way: -way.share
    )


def _way(names: list[str], values: np.ndarray, won: np.ndarray, own: np.ndarray, found: Gathered) -> Way:
    off = values[own].mean(axis=0)
    marks = sorted(zip(names, map(float, off), strict=True), key=lambda mark: -abs(mark[1]))[:5]
    wins = share_of(int(won[own].sum()), int(own.sum()), 1 / found.game.players)
    return Way(float(own.mean()), wins, tuple(marks))


def _table(found: Gathered) -> tuple[list[str], np.ndarray, np.ndarray]:
    """By player of a game: shares of what it took, and of its points by source; whether it won."""
    numbers = [
        number
        for number, thing in enumerate(found.things)
        if thing.sort == "option"
        and sum(number in game.taken for game in found.games) >= 0.2 * len(found.games)
    ]
    sources = [n for n, _ in enumerate(found.game.sources)]
    rows, won = [], []
    for game in found.games[: KEPT // max(1, found.game.players)]:
        for seat in range(found.game.players):
            taken = [game.taken[n][seat] if n in game.taken else 0 for n in numbers]
            points = [max(0, game.sources[n][seat]) for n in sources] if game.sources else []
            total, all_points = max(1, sum(taken)), max(1, sum(points))
            rows.append([each / total for each in taken] + [each / all_points for each in points])
            won.append(game.winners == (seat,))
    names = [f"takes “{found.things[n].title}”" for n in numbers]
    names += [f"points from {found.game.sources[n].replace('_', ' ')}" for n in sources]
    table = np.array(rows, dtype=float)
    if not len(table):
        return [], table, np.array(won)
    kept = table.std(axis=0) > 1e-9
    return [name for name, used in zip(names, kept, strict=True) if used], table[:, kept], np.array(won)
