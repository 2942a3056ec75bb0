"""Where one process plays games: a game, the engine for it, and the memory that the engine needs."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from dataclasses import replace
from math import inf

from interpreter.play.game import Game
from interpreter.simulation.played import (
    BROKEN_OFF,
    FINISHED,
    GameSeeds,
    OutOfTime,
    Played,
    derived_seed,
    play_one,
)
from interpreter.wasm.engine import FEW, Ended, Engine, NoEngine, engine_for, plays_alone
from interpreter.wasm.outcome import outcome_of
from interpreter.wasm.position import EngineStopped, FastStates, TooManyStates

# So few games are not worth making a module for where bots think long.
FEW_THOUGHT = 4


def engine_wanted(bots: Sequence[str], games: int, wanted: str) -> str:
    """Which engine a batch is worth: `python`, `wasm`, or `auto`, which is `wasm` where that can be."""
    few = FEW if plays_alone(bots) else FEW_THOUGHT
    return "python" if wanted == "auto" and games < few else wanted


class Runner:
    """Plays games one after the other; not for two threads at a time.

    engine: `python` or `wasm`, what plays; reason: why not `wasm`, where that was looked for.
    """

    def __init__(self, game: Game, wanted: str) -> None:
        """Look for the engine; raises NoEngine where `wasm` alone is wanted and cannot play this game."""
        self.game, self._wanted = game, wanted
        self.reason: str | None = None
        # After so many decisions a game is cut in Python, where that is earlier than elsewhere.
        self.most: int | None = None
        # By the clock of the processor: games in Python raise OutOfTime then.
        self.until = inf
        self._native: Engine | None = None
        self._held: FastStates | None = None
        if wanted != "python":
            try:
                self._native = engine_for(game)
            except NoEngine as why:
                if wanted == "wasm":
                    raise
                self.reason = str(why)

    @property
    def engine(self) -> str:
        """What plays."""
        return "python" if self._native is None else "wasm"

    def stopped_after(self, seconds: float) -> AbstractContextManager[None]:
        """Play in WebAssembly no longer than so many seconds; only of a game whose code counts."""
        return self._native.stopped_after(seconds) if self._native is not None else nullcontext()

    def games(
        self, bots: Sequence[str], seeds: GameSeeds, hashes: int, *, recorded: bool = False
    ) -> Generator[Played, None, None]:
        """Play a game of each seed, in order; of the first `hashes` of them the last position is hashed.

        The choices are kept of games that are cut or go wrong; recorded: each has its record. Raises NoEngine
        where `wasm` alone is wanted and a game is too large for it, or a bot tries out what goes wrong.
        """
        if self._native is not None and plays_alone(bots):
            yield from self._natively(self._native, bots, seeds, hashes, recorded=recorded)
            return
        for number in range(len(seeds)):
            yield self._thought_out(bots, seeds[number], hashed=number < hashes, recorded=recorded)

    def _natively(
        self, engine: Engine, bots: Sequence[str], seeds: GameSeeds, hashes: int, *, recorded: bool
    ) -> Generator[Played, None, None]:
        """Play in WebAssembly; where a game cannot go on, it is played again in Python, which says why."""
        seats = (
            (seed, [derived_seed(seed, seat) for seat in range(len(bots))])
            for seed in (seeds[number] for number in range(len(seeds)))
        )
        with closing(engine.play(seats, bots, hashes, recorded=recorded)) as results:
            for number, ended in enumerate(results):
                if ended is not None:
                    yield _played(self.game, ended)
                    continue
                if engine.over:
                    raise OutOfTime
                played = self._in_python(bots, seeds[number], hashed=number < hashes, recorded=recorded)
                if self._wanted == "wasm" and not played.failed:
                    raise NoEngine(
                        f"the game of --game-seed {seeds[number]} is too large for it, or goes wrong on trial"
                    )
                yield played

    def _thought_out(self, bots: Sequence[str], seed: int, *, hashed: bool, recorded: bool) -> Played:
        """Play a game of bots that no module has, on positions in WebAssembly where that can go on."""
        if self._native is not None:
            self._held = self._held or FastStates(self._native)
            with suppress(EngineStopped, TooManyStates):
                return _without_choices(
                    play_one(self.game, bots, seed, self._held, hashed=hashed, recorded=recorded)
                )
            self._held = None
        return self._in_python(bots, seed, hashed=hashed, recorded=recorded)

    def _in_python(self, bots: Sequence[str], seed: int, *, hashed: bool, recorded: bool) -> Played:
        """Play a game; what goes wrong in us rather than in the rules names it."""
        try:
            return _without_choices(
                play_one(
                    self.game, bots, seed, hashed=hashed, most=self.most, until=self.until, recorded=recorded
                )
            )
        except OutOfTime:
            raise
        except Exception as error:
            error.add_note(f"in the game of --game-seed {seed}")
            raise


def _without_choices(played: Played) -> Played:
    return played if played.failed else replace(played, choices=())


def _played(game: Game, ended: Ended) -> Played:
    """What came of a game that has ended in WebAssembly."""
    outcome = outcome_of(game, ended.ending)
    return Played(
        outcome.scores[: game.players],
        outcome.winners,
        ended.decisions,
        BROKEN_OFF if outcome.broken_off else FINISHED,
        ended.hash,
        (),
        ended.thoughts,
        *outcome.course,
        ended.record,
    )
