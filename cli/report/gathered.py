"""Many games with their records, and of each what the report is made from.

In: a game, bots, seeds. Out: `Gathered`: a `GameSeen` for each finished game, with what each seat took.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from interpreter import Seeds, simulate_seeds

if TYPE_CHECKING:
    from interpreter import Game, Played, Simulation, Site, Workers

Numbers = np.ndarray[Any, np.dtype[np.integer[Any]]]

# So many games are played between two looks at the clock, at first; twice as many after a quick portion.
PORTION, LARGEST, _QUICK = 200, 1600, 1.0
# Of so many games, the first, the choices are kept.
CHOICES = 200
# The first word of entries of a record that are no decisions, and the value of the end of picking
# (docs/library.md, "What players were offered and took").
STANDING, FINAL, DONE = -1, -2, -(2**31)
# Options whose value is at least so far below nothing, and of so many in all, are looked up in a table.
_BELOW, _NEAR = 64, 2048
# No place in `things`: not looked up yet.
_NEW = -2


@dataclass(frozen=True, slots=True)
class Thing:
    """What can be taken: in which question, its sort (`option`, `kind`, `space`), its name and title."""

    group: str
    sort: str
    name: str
    title: str


@dataclass(slots=True)
class GameSeen:
    """A finished game; number: its place among all that were played, from 1.

    standings: where a round of turns began, everybody's points as if the game ended now; sources: points by
    source and seat; options: how many a decision had, in the mean.
    """

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    starter: int
    rounds: int
    turns: float
    decisions: int
    options: float
    standings: list[list[int]]
    sources: list[list[int]]


@dataclass(frozen=True, slots=True)
class _Decisions:
    """Of each decision: its game, its seat, what was taken, and when, as a share of all."""

    game: Numbers
    seat: Numbers
    chosen: Numbers
    when: np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class _Counts:
    """Of some games, by game, thing and seat: how often it was offered and taken.

    first: by game and thing when somebody first took it, as a share of all decisions; NaN where nobody did.
    """

    offered: Numbers
    taken: Numbers
    first: np.ndarray[Any, np.dtype[np.float32]]


@dataclass(slots=True)
class Gathered:
    """All that was played. endings: games by cause; choices: of the first games, by their numbers."""

    game: Game
    bots: Sequence[str]
    seed: int
    things: list[Thing] = field(default_factory=list)
    games: list[GameSeen] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    played: int = 0
    unrecorded: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stopped: str | None = None
    choices: dict[int, list[int]] = field(default_factory=dict)
    _of_things: dict[Thing, int] = field(default_factory=dict)
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict)
    _counts: list[_Counts] = field(default_factory=list)
    # By site and value the same as `_numbers`, for values that are near nothing.
    _known: Numbers | None = None

    def taken(self, number: int) -> Numbers:
        """By finished game and seat how often a thing was taken."""
        return self._joined([each.taken[:, number : number + 1] for each in self._counts])

    def offered(self, number: int) -> Numbers:
        """By finished game and seat how often a thing was offered."""
        return self._joined([each.offered[:, number : number + 1] for each in self._counts])

    def first(self, number: int) -> np.ndarray[Any, np.dtype[np.float32]]:
        """When somebody first took a thing, of the games in which somebody did."""
        found = np.concatenate([each.first[:, number : number + 1].ravel() for each in self._counts])
        return np.asarray(found[~np.isnan(found)])

    def _joined(self, parts: Sequence[Numbers]) -> Numbers:
        """Parts of which those lack a thing that were counted before anybody met it."""
        whole = [
            part[:, 0] if part.shape[1] else np.zeros((len(part), self.game.players), dtype=np.int64)
            for part in parts
        ]
        return np.concatenate(whole) if whole else np.zeros((0, self.game.players), dtype=np.int64)

    def add(self, games: Sequence[Played]) -> None:
        """Count some games."""
        seen: list[tuple[int, Played]] = []
        for played in games:
            self.played += 1
            self.endings[played.ending] += 1
            if played.finished and played.record:
                seen.append((self.played, played))
            elif played.finished:
                self.unrecorded += 1
        if seen:
            self._look_into(seen)

    def _look_into(self, seen: Sequence[tuple[int, Played]]) -> None:
        """Read the records of some games, all at once: of each option one row."""
        players, scored, sources = self.game.players, self.game.scored, len(self.game.sources)
        words, starts, of_game = _entries([played.record for _, played in seen], scored)
        decided = words[starts] >= 0
        at, game = starts[decided], of_game[decided]
        site, seat, place, many = (words[at + column].astype(np.int64) for column in range(4))
        decisions = np.bincount(game, minlength=len(seen))
        options = np.bincount(game, many, len(seen)) / np.maximum(1, decisions)
        ends = np.cumsum(many)
        row = np.repeat(np.arange(len(at)), many)
        value = words[np.arange(len(row)) + np.repeat(at + 4 - (ends - many), many)].astype(np.int64)
        number = self._numbers_of(site[row], value)
        chosen = number[ends - many + place]
        when = np.arange(len(at)) - np.repeat(np.cumsum(decisions) - decisions, decisions) + 1
        when = when / np.array([max(1, played.decisions) for _, played in seen])[game]
        of = _Decisions(game, seat, chosen, when)
        self._counts.append(self._counted(len(seen), of, row, number))
        last, stood = starts[words[starts] == FINAL], np.flatnonzero(words[starts] == STANDING)
        points = words[starts[stood][:, None] + 1 + np.arange(players)].tolist()
        standings: list[list[list[int]]] = [[] for _ in seen]
        for one, stand in zip(of_game[stood].tolist(), points, strict=True):
            standings[one].append(stand)
        places = np.split(place, np.cumsum(decisions)[:-1])
        for one, (nth, played) in enumerate(seen):
            if len(self.choices) < CHOICES:
                self.choices[nth] = places[one].tolist()
            final = words[last[one] + 1 :][: sources * scored].reshape(sources, scored)[:, :players]
            self.games.append(GameSeen(
                nth, played.scores, tuple(each for each in played.winners if each < players), played.starter,
                played.rounds, played.turns / players, played.decisions, float(options[one]),
                standings[one], final.tolist(),
            ))  # fmt: skip

    def _counted(self, games: int, of: _Decisions, row: Numbers, number: Numbers) -> _Counts:
        """Count options; row: the decision of each; number: the place of each in `things`."""
        players, things = self.game.players, len(self.things)
        size = (games, things, players)

        def table(game: Numbers, number: Numbers, seat: Numbers) -> Numbers:
            cell = ((game * things + number) * players + seat)[number >= 0]
            return np.bincount(cell, minlength=games * things * players).reshape(size)

        offered, taken = table(of.game[row], number, of.seat[row]), table(of.game, of.chosen, of.seat)
        first = np.full((games, things), np.nan, dtype=np.float32)
        # From the last to the first, which stays.
        backwards = np.flatnonzero(of.chosen >= 0)[::-1]
        first[of.game[backwards], of.chosen[backwards]] = of.when[backwards]
        offered, taken = (np.minimum(each, 2**15 - 1).astype(np.int16) for each in (offered, taken))
        return _Counts(offered, taken, first)

    def _numbers_of(self, site: Numbers, value: Numbers) -> Numbers:
        """The places in `things` of options; -1: of none that is worth a line, such as a player."""
        if self._known is None:
            self._known = np.full((len(self.game.sites), _NEAR + 1), _NEW)
        known, low = self._known, value + _BELOW
        near = (low >= 0) & (low < _NEAR)
        # The end of picking has a column of its own, the last; what is further off has none.
        low = np.where(near, low, _NEAR)
        near |= value == DONE
        met = np.zeros(known.shape, dtype=bool)
        met[site[near], low[near]] = True
        for of, column in np.argwhere(met & (known == _NEW)).tolist():
            word = column - _BELOW + 2**31 if column < _NEAR else 0
            known[of, column] = self._number(of, word)
        found = known[site, low]
        far = np.flatnonzero(~near)
        if len(far):
            code = site[far] * 2**32 + value[far] + 2**31
            different, back = np.unique(code, return_inverse=True)
            found[far] = np.array([self._number(*divmod(each, 2**32)) for each in different.tolist()])[back]
        return found

    def _number(self, site: int, word: int) -> int:
        """The place of an option in `things`; word: its value, from the least there is."""
        number = self._numbers.get((site, word))
        if number is None:
            # The least value is the end of picking.
            made = thing_of(self.game, self.game.sites[site], word - 2**31 if word else None)
            number = self._of_things.setdefault(made, len(self.things)) if made is not None else -1
            if made is not None and number == len(self.things):
                self.things.append(made)
            self._numbers[site, word] = number
        return number


def _entries(records: Sequence[bytes], scored: int) -> tuple[Numbers, Numbers, Numbers]:
    """The words of some records, where each entry begins, and in which record; they are walked in step."""
    words = np.frombuffer(b"".join(records), dtype="<i4")
    at = np.cumsum([0, *(len(each) // 4 for each in records[:-1])])
    game = np.arange(len(records))
    starts, games = [at], [game]
    while True:
        kind = words[at]
        more = np.flatnonzero(kind != FINAL)
        if not len(more):
            break
        at, game, kind = at[more], game[more], kind[more]
        at = at + np.where(kind == STANDING, 1 + scored, 4 + words[at + 3])
        starts.append(at)
        games.append(game)
    # Within each record in order.
    of_game = np.concatenate(games)
    order = np.argsort(
        of_game.astype(np.int16), kind="stable"
    )  # by digits, so it takes no longer than to read
    return words, np.concatenate(starts)[order], of_game[order]


def thing_of(game: Game, site: Site, value: int | None) -> Thing | None:
    """What an option of a question is; None: nothing that is counted."""
    if value is None:
        return None
    group = site.title or site.name.replace("_", " ")
    if site.labels:
        title = site.titles[value] if site.titles else site.labels[value].replace("_", " ")
        return Thing(group, "option", site.labels[value], title)
    if site.type is None:
        return None
    if site.type.kind == "component":
        kind = game.components[site.type.name].kind_of(value)
        return Thing(group, "kind", f"{site.type.name}.{kind.name}", kind.about.title)
    word, title = game.label(site.type, value)
    if site.type.kind == "space":
        return Thing(site.type.name, "space", f"{_layout_of(game, value)}{word}", title)
    if site.type.kind == "enum" or (site.type.kind == "number" and 0 <= value <= 12):
        return Thing(f"{group}: {site.name.replace('_', ' ')}", "option", word, title)
    return None


def _layout_of(game: Game, space: int) -> str:
    """Which layout of its board a space belongs to, before its name; nothing where there is one alone."""
    for board in game.boards.values():
        if space in board.ids and len(board.layouts) > 1:
            return f"{board.layouts[board.locate(space)[1]].name}/"
    return ""


def _collected(games: list[Played], _number: int, _seed: int, played: Played) -> None:
    games.append(played)


def _noted(note: Callable[[int, int], None], before: int, done: int, busy: int) -> None:
    """Say how many games are done, with those of the portions before."""
    note(before + done, busy)


def gather(
    game: Game,
    bots: Sequence[str],
    seeds: Seeds,
    most_seconds: float | None = None,
    *,
    engine: str = "auto",
    workers: Workers | None = None,
    note: Callable[[int, int], None] = lambda _done, _busy: None,
) -> Gathered:
    """Play a game of each seed, or as many as there is time for; a portion that was begun is played."""
    found, begun = Gathered(game, bots, seeds.seed), time.monotonic()
    first, portion = 0, PORTION
    while first < len(seeds):
        part, games = seeds.part(first, min(portion, len(seeds) - first)), list["Played"]()
        since = time.monotonic()
        figures: Simulation = simulate_seeds(
            game, bots, part, 1, partial(_collected, games), engine, 0,
            workers=workers, note=partial(_noted, note, first), recorded=True,
        )  # fmt: skip
        found.add(games)
        found.engine = figures.engine
        found.stopped = figures.stopped
        if figures.stopped or (most_seconds is not None and time.monotonic() - begun > most_seconds):
            break
        first += portion
        portion = min(LARGEST, 2 * portion) if time.monotonic() - since < _QUICK else portion
    found.seconds = time.monotonic() - begun
    return found
