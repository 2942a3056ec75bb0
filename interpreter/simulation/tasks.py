"""Tasks for workers: ranges of games to be played, and the games that a worker keeps for them.

Tasks and results are numbers, texts, lists and maps alone: a worker runs nothing that it is sent but rules,
and of what it is asked to do it looks at every part.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from threading import Lock, local
from typing import Any, Protocol, Self, TypeVar

from interpreter.bots import NO_THOUGHT, is_bot
from interpreter.collecting import nothing_collected
from interpreter.play.game import Game
from interpreter.simulation.figures import tally_for
from interpreter.simulation.parcel import Refused, unpack
from interpreter.simulation.played import GameSeeds, Played, Seeds
from interpreter.simulation.rivals import Outcome, Rivals, Weights
from interpreter.simulation.runner import Runner

# So many games a worker keeps, those that were played last; each has some megabytes.
MOST_KEPT = 4
# Tasks and results: what they hold is said where they are made.
Plain = dict[str, Any]
Made = TypeVar("Made")


class Kept:
    """A game that a worker has made, and what each of its threads plays it on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._of_thread = local()

    def runner(self, engine: str) -> Runner:
        """Where games between bots are played; raises NoEngine."""
        return self._own(("runner", engine), lambda: Runner(self.game, engine))

    def rivals(self, bot: str) -> Rivals:
        """Where weights meet; raises NoEngine."""
        return self._own(("rivals", bot), lambda: Rivals(self.game, bot))

    def _own(self, name: tuple[str, str], make: Callable[[], Made]) -> Made:
        made: dict[tuple[str, str], Made] = vars(self._of_thread).setdefault("made", {})
        if name not in made:
            made[name] = make()
        return made[name]


class Task(Protocol):
    """A range of games, one after the other."""

    def __len__(self) -> int:
        """Count the games."""

    @property
    def plain(self) -> Plain:
        """The same as data."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Self:
        """Make it from data; raises KeyError, TypeError or ValueError where these are none."""

    def one(self, number: int) -> Task:
        """The task to play one of the games, counted from 0, and to return it as a row."""

    def prepare(self, kept: Kept) -> None:
        """Make what is needed to play; raises NoEngine."""

    def play(self, kept: Kept) -> Plain:
        """Play them; `rows` in the result has each of them, or `tally` what was counted."""

    def with_rows(self, kept: Kept, rows: Sequence[Any]) -> Plain:
        """What `play` would return, given the row of each game."""

    def lost(self, kept: Kept, why: str) -> Any:
        """The row of a game that cannot be played because it ends the process that plays it.

        Raises RuntimeError where there can be none.
        """


@dataclass(frozen=True, slots=True)
class GamesTask:
    """Games between bots.

    first: the number of the first game in its batch, from 0; engine: as in `Runner`; hashes: of how many
    games, the first of these, the last position is hashed; rows: whether every game is wanted, or the tally;
    recorded: whether each of those has its record.
    """

    bots: tuple[str, ...]
    seeds: GameSeeds
    first: int
    engine: str
    hashes: int
    rows: bool
    recorded: bool = False

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def plain(self) -> Plain:
        """The same as data."""
        seeds = self.seeds
        shown = (
            {"seed": seeds.seed, "games": seeds.games, "first": seeds.first}
            if isinstance(seeds, Seeds)
            else [seeds[number] for number in range(len(seeds))]
        )
        others = {
            name: getattr(self, name) for name in ("bots", "first", "engine", "hashes", "rows", "recorded")
        }
        return {"what": "games", "seeds": shown, **others}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Self:
        """Make it from data."""
        bots, seeds, engine = tuple(map(str, plain["bots"])), plain["seeds"], str(plain["engine"])
        if not all(map(is_bot, bots)) or engine not in ("auto", "python", "wasm"):
            raise ValueError(f"no such bots or engine: {bots}, {engine}")
        read: GameSeeds = (
            Seeds(int(seeds["seed"]), int(seeds["games"]), int(seeds["first"]))
            if isinstance(seeds, dict)
            else [int(seed) for seed in seeds]
        )
        flags = bool(plain["rows"]), bool(plain["recorded"])
        return cls(bots, read, int(plain["first"]), engine, int(plain["hashes"]), *flags)

    def one(self, number: int) -> GamesTask:
        """The task to play one of the games."""
        hashes = int(number < self.hashes)
        first = self.first + number
        return replace(self, seeds=[self.seeds[number]], first=first, hashes=hashes, rows=True)

    def prepare(self, kept: Kept) -> None:
        """Make the engine."""
        if len(self.bots) != kept.game.players:
            raise Refused(f"this worker was sent {len(self.bots)} bots for {kept.game.players} seats")
        kept.runner(self.engine)

    def play(self, kept: Kept) -> Plain:
        """Play them."""
        runner = kept.runner(self.engine)
        games = runner.games(self.bots, self.seeds, self.hashes, recorded=self.recorded)
        if self.rows:
            return {"rows": [played.row for played in games], **_engine_of(runner)}
        return {"tally": self._tally(kept, games), **_engine_of(runner)}

    def with_rows(self, kept: Kept, rows: Sequence[Any]) -> Plain:
        """What `play` would return."""
        engine = _engine_of(kept.runner(self.engine))
        if self.rows:
            return {"rows": list(rows), **engine}
        return {"tally": self._tally(kept, map(Played.of, rows)), **engine}

    def _tally(self, kept: Kept, games: Iterator[Played]) -> Plain:
        tally = tally_for(kept.game, self.hashes)
        for number, played in enumerate(games):
            tally.add(self.first + number + 1, self.seeds, number, played)
        return tally.plain

    def lost(self, kept: Kept, why: str) -> Any:
        """A game that counts for nobody."""
        players = kept.game.players
        return Played((0,) * players, (), 0, why, "", (), (NO_THOUGHT,) * players).row


def _engine_of(runner: Runner) -> Plain:
    return {"engine": runner.engine, "reason": runner.reason}


@dataclass(frozen=True, slots=True)
class MatchTask:
    """Games between two sets of weights: of each its seed, and in which place the own weights sit."""

    bot: str
    own: Weights
    others: Weights
    games: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def plain(self) -> Plain:
        """The same as data."""
        return {"what": "match", **{name: getattr(self, name) for name in ("bot", "own", "others", "games")}}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Self:
        """Make it from data."""
        own, others = (tuple(int(weight) for weight in plain[side]) for side in ("own", "others"))
        if not is_bot(plain["bot"]) or len(own) != len(others):
            raise ValueError("no such bot, or weights that do not fit")
        games = tuple((int(seed), int(rotation)) for seed, rotation in plain["games"])
        return cls(str(plain["bot"]), own, others, games)

    def one(self, number: int) -> MatchTask:
        """The task to play one of the games."""
        return replace(self, games=(self.games[number],))

    def prepare(self, kept: Kept) -> None:
        """Make the engine."""
        if len(self.own) != len(kept.game.weights):
            raise Refused("this worker was sent weights for another game")
        kept.rivals(self.bot)

    def play(self, kept: Kept) -> Plain:
        """Play them."""
        rivals = kept.rivals(self.bot)
        return {"rows": [rivals.play(self.own, self.others, *game) for game in self.games]}

    def with_rows(self, _kept: Kept, rows: Sequence[Outcome]) -> Plain:
        """What `play` would return."""
        return {"rows": list(rows)}

    def lost(self, kept: Kept, why: str) -> Any:
        """There is nothing to count."""
        raise RuntimeError(f"a game of {kept.game.id} between two sets of weights: {why}")


_TASKS: Mapping[str, type[Task]] = {"games": GamesTask, "match": MatchTask}


def task_of(plain: Mapping[str, Any]) -> Task:
    """Make a task from data; raises Refused where these are none."""
    try:
        return _TASKS[plain["what"]].of(plain)
    except (KeyError, TypeError, ValueError) as fault:
        raise Refused(f"this worker was sent a task that it does not know: {fault}") from None


_kept: OrderedDict[bytes, Kept] = OrderedDict()
_making = Lock()


def kept_game(parcel: bytes) -> Kept:
    """Return the game of a parcel, made once; raises Refused."""
    key = blake2b(parcel, digest_size=16).digest()
    with _making:
        if key not in _kept:
            with nothing_collected():
                _kept[key] = Kept(unpack(parcel))
        _kept.move_to_end(key)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
        return _kept[key]


def in_one_line(error: Exception) -> str:
    """What went wrong, with its notes, for a process that does not know the exception."""
    return "; ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])


@contextmanager
def loaded_stays() -> Iterator[None]:
    """Look for no garbage among what is there already: it takes as long as a thousand games."""
    if gc.get_freeze_count():
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
