"""One game between bots, and its outcome.

The seeds of a batch's games are made from one number, so who plays which of them changes nothing.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from math import inf
from pathlib import Path
from time import process_time
from typing import Any, Protocol

from interpreter.bots import NO_THOUGHT, Thought, bot_for
from interpreter.journal import Journal
from interpreter.play.chance import Chance
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game, State
from interpreter.play.record import Recorder
from interpreter.wasm.position import FastState, FastStates

MAX_DECISIONS = 100_000
# How a game can end, besides by a fault of its rules, which is a cause in its own words.
FINISHED = "finished"
BROKEN_OFF = "broken off"
CUT = f"cut after {MAX_DECISIONS:,} decisions"


class OutOfTime(Exception):
    """A game was to be over sooner."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game; a game that did not finish has no winners.

    hash: of its last position, empty where none was asked for;
    ending: FINISHED, BROKEN_OFF (by its rules), CUT, or place and message of the rule fault that stopped it;
    choices: the options taken, as indices; a batch keeps those of games that are cut or fail; thoughts: what
    each seat's bot has thought; record: as `play/record.py` has it, where games are recorded; the rest as in
    `Course`.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    ending: str
    hash: str
    choices: tuple[int, ...] = ()
    thoughts: tuple[Thought, ...] = field(default=(), compare=False)
    turns: int = 0
    rounds: int = 0
    starter: int = -1
    counted: tuple[int, ...] = ()
    record: bytes = field(default=b"", repr=False)

    @property
    def finished(self) -> bool:
        """Whether the game came to the end that its rules want."""
        return self.ending == FINISHED

    @property
    def failed(self) -> bool:
        """Whether the game was cut or went wrong: it says nothing of the game but that it has a fault."""
        return self.ending not in (FINISHED, BROKEN_OFF)

    @property
    def row(self) -> tuple[Any, ...]:
        """The same in numbers, texts and tuples alone, to be sent to another process."""
        thoughts = tuple(tuple(thought) for thought in self.thoughts)
        plain = (self.scores, self.winners, self.decisions, self.ending, self.hash)
        course = (self.turns, self.rounds, self.starter, self.counted)
        return (*plain, self.choices, thoughts, *course, b64encode(self.record).decode())

    @classmethod
    def of(cls, row: Sequence[Any]) -> Played:
        """Make it from a row; lists may have taken the place of tuples on the way."""
        scores, winners, decisions, ending, digest, choices, thoughts, *course, record = row
        turns, rounds, starter, counted = course
        return cls(
            tuple(scores), tuple(winners), decisions, ending, digest, tuple(choices),
            tuple(Thought(*thought) for thought in thoughts), turns, rounds, starter, tuple(counted),
            b64decode(record),
        )  # fmt: skip


@lru_cache(4096)
def derived_seed(*parts: int) -> int:
    """A seed made from numbers, equal on every machine."""
    digest = blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 11


class GameSeeds(Protocol):
    """The seed of each game of a batch."""

    def __len__(self) -> int:
        """Count the games."""

    def __getitem__(self, number: int, /) -> int:
        """Return the seed of a game, counted from 0."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds of a batch of games, made when they are asked for; first: the number of the first, from 0."""

    seed: int
    games: int
    first: int = 0

    def __len__(self) -> int:
        return self.games

    def __getitem__(self, number: int) -> int:
        return derived_seed(self.seed, self.first + number)

    def part(self, first: int, count: int) -> Seeds:
        """The seeds of a range of the games."""
        return Seeds(self.seed, count, self.first + first)


def play_one(
    game: Game,
    bots: Sequence[str],
    seed: int,
    held: FastStates | None = None,
    *,
    hashed: bool = True,
    most: int | None = None,
    until: float = inf,
    recorded: bool = False,
) -> Played:
    """Play one game until it ends, or is cut, or its rules go wrong.

    held: where positions are held in WebAssembly; raises EngineStopped and TooManyStates where it stops.
    hashed: whether the last position is hashed; most: so many decisions are taken, then the game is
    cut; until: by the clock of the processor, then OutOfTime is raised; recorded: whether there is a
    record of it.
    """
    chances = [Chance(derived_seed(seed, seat)) for seat in range(len(bots))]
    players = [bot_for(game, name) for name in bots]
    choices: list[int] = []
    recorder = Recorder(game) if recorded else None
    try:
        unseen = not hashed and not recorded and all(name == "random" for name in bots)
        position = State.begin(game, seed, unseen=unseen) if held is None else held.new(seed)
    except RuleFault as fault:
        return Played((0,) * game.players, (), 0, fault.cause, "", (), (NO_THOUGHT,) * game.players)
    try:
        while (seat := position.seat) >= 0 and position.decisions < (most or MAX_DECISIONS):
            if until < inf and process_time() > until:
                raise OutOfTime
            option = players[seat].choose(position, chances[seat])
            if recorder is not None:
                recorder.note(position, option, partial(_in_python, position))
            position.choose(option)
            choices.append(option)
        state = _in_python(position)
        scores, winners = state.scores(), state.winners()
        ending = (BROKEN_OFF if state.broken_off else FINISHED) if state.finished else CUT
        record = recorder.end(state) if recorder is not None else b""
    except RuleFault as fault:
        state = _in_python(position)
        scores, winners, ending = [0] * game.players, [], fault.cause
        record = b""
    return Played(
        tuple(scores[: game.players]),
        tuple(winners) if ending == FINISHED else (),
        state.decisions,
        ending,
        state.hash() if hashed else "",
        tuple(choices),
        tuple(bot.thought for bot in players),
        *game.course([state.slots[slot] for slot in game.course_slots]),
        record,
    )


def _in_python(position: State | FastState) -> State:
    return position if isinstance(position, State) else position.state()


def keep_journal(path: Path, game: Game, bots: Sequence[str], seed: int, choices: Sequence[int]) -> None:
    """Write the journal of a game that was played. Raises OSError."""
    journal = Journal.create(path, game, seed, bots)
    if choices:
        state = game.new(seed)
        for option in choices:
            journal.play(state, option)
