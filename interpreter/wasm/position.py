"""FastStates of a module, which a program holds and plays on: as `State`, thirty times as fast."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.layout import NOT_SAID
from interpreter.play.chance import MASK64
from interpreter.play.ends import MOST_ENDS, End, spread
from interpreter.play.faults import UnknownOption
from interpreter.play.game import Game, State
from interpreter.play.standings import standings_of
from interpreter.play.subset import DONE
from interpreter.wasm.body import NOTHING
from interpreter.wasm.engine import Engine, engine_for
from interpreter.wasm.module import BOTS, MAX_POSITIONS, NUMBERS_OF_POSITION
from interpreter.wasm.outcome import Outcome, outcome_of


class TooManyStates(Exception):
    """More positions are held at a time than a module has room for."""


class FastStates:
    """A module's memory in which positions are held; not for two threads at a time."""

    def __init__(self, engine: Engine) -> None:
        self.game: Game = engine.game
        self._engine, self._twins = engine, list[FastStates]()
        self._weights: Sequence[int] = ()
        self._places = engine.module.places
        self._end_numbers = engine.module.end_numbers
        self._numbers_of_one = NUMBERS_OF_POSITION + engine.game.scored
        self._instance = engine.instance()
        self._held = 0
        self._left: list[int] = []
        # To how many positions more a block belongs: a fork shares it until one of them changes.
        self._shared: dict[int, int] = {}

    def twin(self, number: int) -> FastStates:
        """Another memory of the same game, for another thread; the same number gives the same one."""
        while len(self._twins) <= number:
            self._twins.append(FastStates(self._engine))
            if self._weights:
                self._twins[-1].weigh(self._weights)
        return self._twins[number]

    def weigh(self, weights: Sequence[int]) -> None:
        """From now on let bots count the outlook by these numbers, as many as `Game.weights` has.

        The game must have other weights than ones, for these are left out of its code.
        """
        self._weights = weights
        for each in (self, *self._twins):
            each._write(each._places["WEIGHTS"], weights)

    def new(self, seed: int) -> FastState:
        """Begin a play."""
        return self.make("new", _signed(seed))

    def choose_all(self, choices: Sequence[tuple[FastState, int]]) -> None:
        """Take an option, by its place, in each of many positions. Raises RuleFault as `choose` does."""
        for position, _ in choices:
            position.own()
        self._write_pairs(choices)
        done = self._many("choose_all", len(choices))
        if done < len(choices):
            choices[done][0].choose(choices[done][1])

    def after_all(self, choices: Sequence[tuple[FastState, int]]) -> list[FastState]:
        """The positions after an option, by its place, each; those given stay as they are."""
        self._has_room(len(choices))
        self._write_pairs(choices)
        done = self._many("branch_all", len(choices))
        found = self._read(self._places["OUT"], 2 * done)[1::2]
        made = [self._held_at(at) for at in found]
        if done < len(choices):
            choices[done][0].fork().choose(choices[done][1])
        return made

    def _write_pairs(self, choices: Sequence[tuple[FastState, int]]) -> None:
        for position, place in choices:
            position.check(place)
        numbers = [number for position, place in choices for number in (position.at, place)]
        self._write(self._places["OUT"], numbers)

    def _many(self, name: str, count: int) -> int:
        """Call what does many things; how many it has done."""
        self._write(self._places["DONE"], [0])
        if self._instance.call(name, count) is None:
            return self._read(self._places["DONE"], 1)[0]
        return count

    # -- for positions
    def ends(self, at: int) -> tuple[list[End[FastState]], int]:
        """What `FastState.ends` returns. Raises EngineStopped."""
        self._has_room(MOST_ENDS)
        failed = self._instance.call("ends", at) is None
        done, steps = self._read(self._places["DONE"], 2)
        base, width = self._instance.base + self._places["OUT"], 3 + self._numbers_of_one
        found, place = [], 0
        for _ in range(done):
            numbers = unpack(width, base + place)
            place += 8 * (width + numbers[2])
            child = self._held_at(numbers[0])
            child.known_numbers = numbers[3:]
            found.append(End(numbers[1], _values(unpack(numbers[2], base + place - 8 * numbers[2])), child))
        if failed:
            raise EngineStopped
        return found, steps

    def branch(self, at: int, place: int) -> FastState:
        """The position after an option of another."""
        return FastState(self, self.branch_block(at, place))

    def numbers_of(self, at: int) -> tuple[int, ...]:
        """What a search knows of a position that it looks at."""
        self._call("numbers_of", at)
        return self._read(self._places["OUT"], self._numbers_of_one)

    def winners_at(self, at: int) -> Sequence[int]:
        """Who has won a play that is over, where that is judged."""
        self._call("ending_at", at)
        numbers = self._read(self._places["OUT"], self._end_numbers)
        decided = self.game.scored > 1 or numbers[0] != NOT_SAID
        return outcome_of(self.game, numbers).winners if decided else ()

    def _held_at(self, at: int) -> FastState:
        self._held += 1
        return FastState(self, at)

    def release(self, at: int) -> None:
        """A position does not need its block any more; its room is given back before the next is made."""
        others = self._shared.get(at)
        if others is None:
            self._left.append(at)
        elif others == 1:
            del self._shared[at]
        else:
            self._shared[at] = others - 1

    def _has_room(self, count: int) -> None:
        """Raise TooManyStates where there is no room for so many more."""
        if self._left:
            left, self._left = self._left, []
            self._held -= len(left)
            self._write(self._places["OUT"], left)
            self._instance.call("drop_all", len(left))
        if self._held + count > MAX_POSITIONS:
            raise TooManyStates(f"there is room for {MAX_POSITIONS:,} positions")

    def make(self, name: str, *given: int) -> FastState:
        """Make a position by a function of the module."""
        return FastState(self, self.block_of(name, *given))

    def share(self, at: int) -> None:
        """A block belongs to one position more, until one of them changes."""
        self._shared[at] = self._shared.get(at, 0) + 1

    def is_shared(self, at: int) -> bool:
        """Whether a block belongs to several positions."""
        return at in self._shared

    def branch_block(self, at: int, place: int) -> int:
        """A block with the position after an option; one that nobody needs any more, if there is one."""
        if not self._left:
            return self.block_of("branch", at, place, 0)
        to = self._left.pop()
        try:
            return self._call("branch", at, place, to)
        except EngineStopped:
            self._left.append(to)
            raise

    def block_of(self, name: str, *given: int) -> int:
        """A new block, made by a function of the module."""
        self._has_room(1)
        found = self._call(name, *given)
        self._held += 1
        return found

    def number(self, name: str, *given: int) -> int | None:
        """What a function of the module gives; None where it fails."""
        return self._instance.call(name, *given)

    def field(self, at: int, name: str) -> int:
        """A number that is kept with a position."""
        return self._read(at + self._places[f"OF_{name}"], 1)[0]

    def sequence(self, packed: int) -> tuple[int, ...]:
        """The numbers of a sequence."""
        return self._read(packed & 0xFFFFFFFF, packed >> 32)

    def text(self, name: str, at: int) -> str:
        """A text about a position."""
        size = self._call(name, at)
        return ctypes.string_at(self._instance.base + self._places["OUT"], size).decode()

    def playouts(self, at: int, plays: int, seed: int, bots: Sequence[str]) -> list[Outcome]:
        """What came of some plays from a position on."""
        self._write(self._places["BOTS"], [BOTS[bot] for bot in bots] or [0] * self.game.players)
        self._call("playouts", at, plays, _signed(seed))
        numbers = self._read(self._places["OUT"], plays * self._end_numbers)
        ends = [numbers[n : n + self._end_numbers] for n in range(0, len(numbers), self._end_numbers)]
        return [outcome_of(self.game, end) for end in ends]

    def state_at(self, at: int) -> State:
        """A position as Python has it."""
        log, picked = self.sequence(self.field(at, "LOG")), self.sequence(self.field(at, "PICKED"))
        answers = zip(log[::3], log[1::3], strict=True)
        snapshot = {
            "slots": [list(each) if isinstance(each, tuple) else each for each in self._slots(at)],
            "choices": [
                list(self.sequence(value)) if several else _value(value) for value, several in answers
            ],
            "picked": picked,
        }
        state = State.restore(self.game, snapshot)
        state.decisions = self.field(at, "DECISIONS")
        return state

    def restore(self, state: State) -> FastState:
        """The position of a state."""
        # Making room writes where the position is handed over.
        self._has_room(1)
        snapshot = state.snapshot()
        sequences = [each for part in snapshot.values() for each in part if isinstance(each, list)]
        sequences.append(snapshot["picked"])
        at = self._call("room", sum(map(len, sequences)))
        self._write(at, [number for each in sequences for number in each])
        packed = []
        for each in sequences:
            packed.append(len(each) << 32 | at if each else 0)
            at += 8 * len(each)
        words = iter(packed)
        slots, log = (
            [next(words) if isinstance(each, list) else each for each in snapshot[part]]
            for part in ("slots", "choices")
        )
        answers = [
            number
            for value, given in zip(log, snapshot["choices"], strict=True)
            for number in (NOTHING if value is DONE else value, isinstance(given, list), -1)
        ]
        self._write(self._places["OUT"], [*slots, *answers])
        return self._held_at(self._call("restored", len(answers), packed[-1], state.decisions))

    def _slots(self, at: int) -> list[Any]:
        count = self._places["SLOTS"]
        holds, numbers = self._read(self._places["HOLDS"], count), self._read(at, count)
        return [self.sequence(n) if held else n for n, held in zip(numbers, holds, strict=True)]

    def _call(self, name: str, *given: int) -> int:
        found = self._instance.call(name, *given)
        if found is None:
            raise EngineStopped
        return found

    def _read(self, at: int, count: int) -> tuple[int, ...]:
        return unpack(count, self._instance.base + at)

    def _write(self, at: int, numbers: Sequence[int]) -> None:
        text = struct.pack(f"<{len(numbers)}q", *numbers)
        ctypes.memmove(self._instance.base + at, text, len(text))


def unpack(count: int, address: int) -> tuple[int, ...]:
    """So many numbers from a place in memory."""
    return struct.unpack(f"<{count}q", ctypes.string_at(address, 8 * count))


def _values(numbers: Sequence[int]) -> tuple[Any, ...]:
    """Values of options."""
    return tuple(map(_value, numbers))


def _value(number: int) -> Any:
    """The value of an option."""
    return DONE if number == NOTHING else number


class EngineStopped(Exception):
    """The module has stopped: where rules go wrong, or a number is too large for a machine.

    Python says which rule and why, or goes on.
    """


class FastState:
    """One position; its room is given back when nobody needs it any more."""

    __slots__ = ("_of", "at", "contradicts", "known_numbers")

    def __init__(self, of: FastStates, at: int) -> None:
        self._of, self.at, self.contradicts = of, at, 0
        # What is known of it: who decides, whether inside, its turn, its ways, its key, what it is worth.
        self.known_numbers: tuple[int, ...] | None = None

    def __del__(self) -> None:
        self._of.release(self.at)

    @property
    def _numbers(self) -> tuple[int, ...]:
        """What the module tells of it, in the order of `tell_position`."""
        if self.known_numbers is None:
            try:
                self.known_numbers = self._of.numbers_of(self.at)
            except EngineStopped:
                self.state().standings()
                raise
        return self.known_numbers

    @property
    def game(self) -> Game:
        """What is played."""
        return self._of.game

    @property
    def seat(self) -> int:
        """Who decides now (-1 when the game is over)."""
        return self._of.field(self.at, "BY") if self.known_numbers is None else self.known_numbers[0]

    @property
    def site(self) -> int:
        """The place in `Game.sites` of what is asked now, as `State.site`."""
        return self._of.field(self.at, "SITE")

    @property
    def finished(self) -> bool:
        """True when the game is over."""
        return self.seat < 0

    @property
    def inside(self) -> bool:
        """Whether the decision stands inside an action or step, as `State.inside`."""
        return bool(self._numbers[1] & 1)

    @property
    def secret(self) -> bool:
        """Whether the decision is one of a secret step, as `State.secret`."""
        return self._numbers[1] > 1

    @property
    def turn(self) -> tuple[int, int]:
        """What changes where a player's turn begins or ends, as `State.turn`."""
        return self._numbers[2], self._numbers[3]

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return self._of.field(self.at, "DECISIONS")

    @property
    def values(self) -> list[Any]:
        """The values of the options; None is the end of picking."""
        options = self._of.sequence(self._of.field(self.at, "OPTIONS"))
        return [*_values(options)]

    @property
    def option_count(self) -> int:
        """How many options there are now."""
        return self._of.number("count_of_options", self.at) or 0

    @property
    def ways(self) -> range:
        """The places of the options in canonical order, as `State.ways`."""
        if self.known_numbers is not None:
            return range(self.known_numbers[4], self.known_numbers[5])
        found = self._of.number("way_range", self.at)
        return range(found & 0xFFFFFFFF, found >> 32) if found is not None else range(0)

    def check(self, place: int) -> None:
        """Raise UnknownOption where no option has this place."""
        if not 0 <= place < self.option_count:
            raise UnknownOption(f"there is no option {place}")

    def choose(self, place: int) -> None:
        """Take an option by its place and run to the next decision.

        Raises UnknownOption and RuleFault, and EngineStopped where only Python can go on.
        """
        self.check(place)
        try:
            if self._of.is_shared(self.at):
                self._take(self._of.branch_block(self.at, place))
            elif self._of.number("choose", self.at, place) is None:
                raise EngineStopped
        except EngineStopped:
            self.state().choose(place)
            raise
        self.known_numbers = None

    def play(self, value: Any) -> None:
        """Take an option by its value, which must be one of those offered."""
        self.choose(self.values.index(value))

    def children(self, most: int = 0) -> Iterator[FastState]:
        """Yield the position after each option of `ways`, or after so many, as `State.children`."""
        for place in spread(self.ways, most):
            try:
                yield self._of.branch(self.at, place)
            except EngineStopped:
                list(self.state().children())
                raise

    def ends(self) -> tuple[list[End[FastState]], int]:
        """The positions where the action is over that an option begins, as `State.ends`."""
        try:
            return self._of.ends(self.at)
        except EngineStopped:
            found, steps = self.state().ends()
            return [End(end.option, end.values, self._of.restore(end.position)) for end in found], steps

    def fork(self) -> FastState:
        """Return a copy that goes its own way; nothing is copied before one of the two changes."""
        self._of.share(self.at)
        fork = FastState(self._of, self.at)
        fork.contradicts = self.contradicts
        fork.known_numbers = self.known_numbers
        return fork

    def own(self) -> None:
        """See to it that the block belongs to no other position."""
        if self._of.is_shared(self.at):
            self._take(self._of.block_of("fork", self.at))

    def _take(self, at: int) -> None:
        """Go on in another block."""
        self._of.release(self.at)
        self.at = at

    def guess(self, seat: int, seed: int) -> FastState:
        """A position that looks the same to a seat, as `State.guess`."""
        try:
            return self._of.make("guessed", self.at, seat, _signed(seed))
        except EngineStopped:
            guess = self.state().guess(seat, seed)
            made = self._of.restore(guess)
            made.contradicts = guess.contradicts
            return made

    def reseeded(self, seed: int) -> FastState:
        """The same position with another future chance."""
        return self._of.make("reseeded", self.at, _signed(seed))

    def key(self) -> int:
        """What makes two positions equal: a hash of 64 bits, where `State.key` is all of it."""
        return self._numbers[6]

    def appearance(self, seat: int) -> int:
        """What a seat sees of a position, as `State.appearance`, in a hash of 64 bits."""
        return self._of.number("look_of", self.at, seat) or 0

    def standings(self) -> list[int]:
        """What the position is worth to each, as `State.standings`."""
        winners = self._of.winners_at(self.at) if self.finished else ()
        return standings_of(self.game, self._numbers[NUMBERS_OF_POSITION:], winners)

    def outlook(self, seat: int) -> int:
        """What bots hold the position to be worth to a seat."""
        found = self._of.number("outlook_of", self.at, seat)
        return self.state().outlook(seat) if found is None else found

    def playouts(self, plays: int, seed: int, bots: Sequence[str] = ()) -> list[Outcome]:
        """Play on to the end with other chance, so many times, with bots for all seats (random if not said).

        Play n has the future of `State.reseeded(seed + n)`. Raises EngineStopped where rules go wrong in one.
        """
        return self._of.playouts(self.at, plays, seed, bots)

    def twins(self, count: int) -> list[FastState]:
        """The same position in so many other memories, each for a thread of its own."""
        state = self.state()
        return [self._of.twin(number).restore(state) for number in range(count)]

    def hash(self) -> str:
        """The hash of the position, as `State.hash`."""
        return self._of.text("hash_of", self.at)

    def state(self) -> State:
        """The same position in Python: for what it shows, asks and tells people."""
        return self._of.state_at(self.at)


def _signed(number: int) -> int:
    number &= MASK64
    return number - (number >> 63 << 64)


def fast_states(game: Game) -> FastStates:
    """A memory in which a program holds positions and plays on from them; raises NoEngine."""
    return FastStates(engine_for(game))
