"""A record of one game: what each player was offered and took, and how all stood when a turn began.

In: a play before each of its choices. Out: bytes, words of 32 bits, the lower ones first. An entry is

- a decision: the place of its site in `Game.sites`, the seat, the place of the option taken, how many options
  there were, and their values; that of the end of picking is `DONE_WORD`;
- STANDING, before the first decision, and then of each round of as many turns as there are players:
  everybody's points as if the game ended now;
- FINAL, the last: the points that each source gave each person, by source and then by person.

Persons are the seats, and behind them automata that are scored. A record that would be longer than LONGEST
bytes is empty. `wasm/library/recording.py` writes the same.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from interpreter.layout import WORK
from interpreter.play.game import Game, State
from interpreter.play.standings import final_points, preview
from interpreter.play.subset import DONE

STANDING, FINAL = -1, -2
DONE_WORD = -(2**31)
# Bytes.
LONGEST = 3_000_000


class Recordable(Protocol):
    """A position of a play that is recorded: a `State`, or one that a module holds."""

    @property
    def seat(self) -> int:
        """Who decides now."""

    @property
    def site(self) -> int:
        """The place in `Game.sites` of what is asked."""

    @property
    def values(self) -> Sequence[Any]:
        """The values of the options."""

    @property
    def turn(self) -> tuple[int, int]:
        """What changes where a turn begins or ends; the first of the two counts."""


class Recorder:
    """Writes the record of one game while it is played in Python."""

    def __init__(self, game: Game) -> None:
        """Begin with nothing."""
        self.game, self._round = game, -1
        self._words = array("i")
        self._full = False

    def note(self, position: Recordable, option: int, in_python: Callable[[], State]) -> None:
        """A decision is about to be taken; in_python: the position in Python, asked for where a round begins.

        Raises RuleFault where the final scoring goes wrong.
        """
        values = position.values
        if self._full or 4 * (len(self._words) + len(values) + self.game.scored + 5) > LONGEST:
            self._full = True
            return
        rounds = (position.turn[0] + self.game.players - 1) // self.game.players
        if rounds != self._round:
            self._round = rounds
            slots = in_python().slots
            work = slots[WORK]
            points = [preview(self.game, slots, person) for person in range(self.game.scored)]
            slots[WORK] = work
            self._words.extend((STANDING, *map(_word, points)))
        self._words.extend((position.site, position.seat, option, len(values)))
        self._words.extend(DONE_WORD if value is DONE else _word(value) for value in values)

    def end(self, state: State) -> bytes:
        """The record of a game that is over. Raises RuleFault as `note` does."""
        if self._full:
            return b""
        first = {source: place for place, source in enumerate(self.game.layout.sources)}
        scored = self.game.scored
        points = [0] * (len(first) * scored)
        for person in range(scored):
            for source, slot in self.game.layout.sources.items():
                points[first[source] * scored + person] = state.slots[slot + person]
            for line, value in final_points(self.game, state.slots, person):
                points[first[line.source] * scored + person] += value
        self._words.extend((FINAL, *map(_word, points)))
        if sys.byteorder == "big":
            self._words.byteswap()
        return self._words.tobytes()


def _word(number: int) -> int:
    """The lower 32 bits of a number, as a number with a sign."""
    return (number + 2**31) % 2**32 - 2**31


class Decided(NamedTuple):
    """A decision: its site, by its place in `Game.sites`; the seat, from 0; what was taken; what was offered.

    place: of the option taken, in `values`; of the end of picking the value is DONE.
    """

    site: int
    seat: int
    place: int
    values: tuple[int | None, ...]


class Standing(NamedTuple):
    """A round of turns begins: each person's points as if the game ended now."""

    points: tuple[int, ...]


class PointsBySource(NamedTuple):
    """The game is over: the points of each person, by source in the order of `Game.sources`."""

    points: tuple[tuple[int, ...], ...]


def record_words(game: Game, record: bytes) -> tuple[array[int], list[int]]:
    """The words of a record, and the place at which each entry begins; the last entry is FINAL."""
    words = array("i", record)
    if sys.byteorder == "big":
        words.byteswap()
    starts, at, end, standing = list[int](), 0, len(words), 1 + game.scored
    while at < end:
        starts.append(at)
        kind = words[at]
        if kind >= 0:
            at += 4 + words[at + 3]
        elif kind == STANDING:
            at += standing
        else:
            break
    return words, starts


def record_entries(game: Game, record: bytes) -> Iterator[Decided | Standing | PointsBySource]:
    """Yield what a record holds, in order; nothing where it is empty."""
    words, starts = record_words(game, record)
    scored = game.scored
    for at in starts:
        if words[at] == STANDING:
            yield Standing(tuple(words[at + 1 : at + 1 + scored]))
        elif words[at] == FINAL:
            last = range(at + 1, len(words), scored)
            yield PointsBySource(tuple(tuple(words[row : row + scored]) for row in last))
        else:
            site, seat, place, count = words[at : at + 4]
            values: tuple[int | None, ...] = tuple(words[at + 4 : at + 4 + count])
            if DONE_WORD in values:
                values = tuple(DONE if value == DONE_WORD else value for value in values)
            yield Decided(site, seat, place, values)
