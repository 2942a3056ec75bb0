"""A play in progress: the flat list at the start of the current step, and the choices made since.

A step that asks is a generator; while it waits, `slots` is the list as the step has changed it so far. A fork
copies the checkpoint and plays the few choices of the step again.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from hashlib import blake2b
from typing import Any, Self

from interpreter.language.types import Type, component
from interpreter.layout import (
    AGENDA,
    DRAWN,
    FINISHED,
    PENDING,
    SEED,
    STEP,
    UNSEEN,
    WORK,
)
from interpreter.model.declarations import OptionDecl
from interpreter.play.chance import below, mixed, shuffled
from interpreter.play.compiled import CompiledGame, OperationInfo
from interpreter.play.deal import seen
from interpreter.play.decision import Decision
from interpreter.play.event import Event, Happening, seen_by
from interpreter.play.events import LoggedSlots
from interpreter.play.fault_places import placed
from interpreter.play.faults import FAULTS, RuleFault, UnknownOption
from interpreter.play.runtime import MAX_FLOW_WORK, Bindings, Request
from interpreter.play.subset import DONE, Picked, Subset
from interpreter.play.view import sees_what_is_asked
from interpreter.problems.position import Position


def drawn_option(slots: list[Any], option: OptionDecl) -> int | tuple[int, ...]:
    """The value of an option that is drawn; of a set, some of its choices, in their order."""
    if option.type.kind != "set":
        return option.choices[below(slots, len(option.choices))]
    chosen = shuffled(slots, option.choices)[: option.drawn]
    return tuple(value for value in option.choices if value in chosen)


def first_slots(game: CompiledGame, seed: int) -> list[Any]:
    """The slots of a play before anything has run: its seed is in, and options that are drawn have values."""
    slots = list(game.start)
    slots[SEED] = slots[UNSEEN] = mixed(seed)
    for option in game.model.options.values():
        if option.value is None and not option.ask:
            slots[game.layout.options[option.name]] = drawn_option(slots, option)
    return slots


class Running:
    """A play as far as it goes by itself: what stands, what is asked, what was answered."""

    __slots__ = (
        "_generator",
        "answers",
        "checkpoint",
        "code",
        "contradicts",
        "decisions",
        "game",
        "happened",
        "opened",
        "picked",
        "request",
        "slots",
        "subset",
    )

    def __init__(self, game: CompiledGame, slots: list[Any]) -> None:
        """Take over a list; use CompiledGame.new to begin a play."""
        # code: the game, or the same one in code that tells; then `happened` is what the last choice led to.
        self.game = self.code = game
        self.happened: Sequence[Happening] = ()
        self.slots = slots
        self.checkpoint: list[Any] = slots
        # Of a step of actions: the checkpoint at which it was found which are open, and which these are.
        self.opened: tuple[list[Any], Sequence[int] | None] | None = None
        self.decisions = 0
        # Of a guess: how much of what its seat knows is otherwise in it, where no deal fitted all of it.
        self.contradicts = 0
        self.answers: list[Any] = []
        self._generator: Generator[Any, Any, Any] | None = None
        self.request: tuple[int, int, Sequence[Any], Bindings] | None = None
        # Where several things are asked for: of what, and what is picked so far.
        self.subset: Subset | None = None
        self.picked: Picked = ()

    @classmethod
    def begin(cls, game: CompiledGame, seed: int, *, listen: bool = False, unseen: bool = False) -> Self:
        """Start a play and run it to its first decision; listen: what happens is kept.

        unseen: nobody looks at more than options, scores and winners, so the order of a large stack may be
        decided as it is drawn; views, guesses and hashes of such a play are wrong.
        """
        slots = first_slots(game, seed)
        for slot in game.layout.late if unseen else ():
            slots[slot + 1] = (0,)
        state = cls(game, slots)
        if listen:
            state.listen()
            state.slots = state.copied(slots)
        state.advance()
        if listen:
            state.note_happened()
        return state

    # -- what happens
    def listen(self) -> None:
        """From now on keep in `happened` what each choice leads to; a fork does not.

        The current step is run again, by code that tells, when somebody next chooses.
        """
        if self.code is self.game:
            self.code, self._generator = self.game.listened, None

    def events(self, seat: int | None) -> list[Event]:
        """What the last choice led to, as a seat (from 0; None: a spectator) may see it."""
        return seen_by(self.happened, seat)

    def copied(self, slots: list[Any]) -> list[Any]:
        """A copy of slots, to be changed by the code that runs."""
        return slots[:] if self.code is self.game else LoggedSlots(slots, self.code)

    def note_happened(self) -> None:
        """Keep what was told since the last choice."""
        assert isinstance(self.slots, LoggedSlots)
        self.happened, self.slots.happened = self.slots.happened, []

    # -- what stands
    @property
    def finished(self) -> bool:
        """True when the game is over."""
        return bool(self.slots[FINISHED])

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        request = self.request
        if request is None:
            return None
        return Decision(
            request[0], self.game.sites[request[1]], request[2], self.label, self.subset, self.picked
        )

    def label(self, value_type: Type | None, value: int) -> tuple[str, str]:
        """The id and the title of a value; a space is told with what lies on it."""
        word, title = self.game.label(value_type, value)
        if value_type is None or value_type.kind != "space" or value < 0:
            return word, title
        slot = self.game.layout.slot_of_space[value]
        content = self.slots[slot] if isinstance(slot, int) else ()
        pieces = content if isinstance(content, tuple) else (content,)
        if not pieces or pieces[-1] < 0:
            return word, title
        held = self.game.model.node_boards[value_type.name].holds[value_type.name]
        return word, f"{title}: {self.game.label(component(held), pieces[-1])[1]}"

    @property
    def seat(self) -> int:
        """Who decides now (-1 when the game is over)."""
        return self.request[0] if self.request is not None else -1

    def tells(self, seat: int) -> bool:
        """Whether a seat may be told which option is taken in the decision that is open now.

        From a place that it cannot see it is not told what was taken, nor anything of a secret step.
        """
        request = self.request
        return request is None or request[0] == seat or self.knows(seat, request[1])

    @property
    def site(self) -> int:
        """The place in `CompiledGame.sites` of what is asked now; -1 when the game is over."""
        return self.request[1] if self.request is not None else -1

    @property
    def scope(self) -> Bindings:
        """What the rule has at hand that asks now: the list as it has changed it, `me`, its variables."""
        copy = self.fork()
        copy.rerun()
        return copy.request[3] if copy.request is not None else ()

    @property
    def inside(self) -> bool:
        """Whether the decision stands inside an action or step, after other choices of it."""
        return bool(self.answers) or (self.subset is not None and self.picked != self.subset.first)

    @property
    def secret(self) -> bool:
        """Whether the decision is one of a secret step: what is chosen counts when all have chosen."""
        return self.request is not None and self.operation(self.checkpoint).secret

    @property
    def values(self) -> Sequence[Any]:
        """The values of the options; None is the end of picking."""
        return self.request[2] if self.request is not None else ()

    @property
    def option_count(self) -> int:
        """How many options there are now, without making their names."""
        return len(self.request[2]) if self.request is not None else 0

    @property
    def ways(self) -> range:
        """The places of the options in canonical order, which reach every subset once."""
        if self.request is None:
            return range(0)
        options = self.request[2]
        return range(len(options)) if self.subset is None else self.subset.ways(self.picked, options)

    @property
    def step(self) -> str:
        """The name of the flow's current step."""
        at: int = self.checkpoint[STEP]
        return self.game.operations[at].step

    @property
    def turn(self) -> tuple[int, int]:
        """What changes exactly where a player's turn begins or ends, whoever decides within it.

        A turn is one pass of the outermost step with `players`; elsewhere, what one seat decides in a row.
        """
        whose = self.seat if self.finished or self.game.me_slots.get(self.step, -1) < 0 else self.game.players
        return sum(self.slots[slot] for slot in self.game.turn_slots), whose

    @property
    def drawn(self) -> tuple[int, ...]:
        """What chance gave since the last decision."""
        drawn: tuple[int, ...] = self.slots[DRAWN]
        return drawn

    # -- going on
    def choose(self, option: int | str) -> None:
        """Take an option, by its place or id, and run to the next decision.

        Raises UnknownOption when it is not offered, RuleFault when a rule goes wrong (the state is then as it
        was before).
        """
        request = self.request
        if request is None:
            raise UnknownOption("the game is over")
        value = (
            request[2][option]
            if type(option) is int and 0 <= option < len(request[2])
            else self._value_of(option)
        )
        self.play(value)

    def _value_of(self, option: int | str) -> Any:
        decision = self.decision
        assert decision is not None
        return decision.values[decision.index(option)]

    def play(self, value: Any) -> None:
        """Take an option by its value, which must be one of those offered."""
        answer = value
        if self.subset is not None:
            answer = self.picked if value is DONE else self.subset.with_one(self.picked, value)
            options = [] if value is DONE else self.subset.options(answer)
            if options:
                self._pick(value, answer, options)
                return
        if self._generator is None:
            self.rerun()
        assert self._generator is not None
        if self.code is not self.game:
            self._hear(value)
        self.slots[DRAWN] = ()
        self.slots[WORK] = 0
        checkpoint, log, picked = self.checkpoint, self.answers, self.picked
        log.append(answer)
        self.decisions += 1
        try:
            try:
                request = self._generator.send(answer)
            except StopIteration:
                self._generator = self.request = self.subset = None
                self.picked = ()
                self.advance()
            else:
                self._ask(request)
        except FAULTS as fault:
            located = placed(fault, self.game, self.slots)
            log.pop()
            self.decisions -= 1
            self.checkpoint, self.answers, self.picked = checkpoint, log, picked
            self.rerun()
            raise located from fault
        if self.code is not self.game:
            self.note_happened()

    def _pick(self, value: int, picked: Picked, options: Sequence[Any]) -> None:
        """Pick one of several things; options: what can be picked next."""
        assert self.request is not None
        if self.code is not self.game:
            self._hear(value)
            self.note_happened()
        self.slots[DRAWN] = ()
        self.decisions += 1
        self.picked, self.request = picked, (*self.request[:2], options, self.request[3])

    def _hear(self, value: Any) -> None:
        """Note the choice that is being made, where somebody listens."""
        if not isinstance(self.slots, LoggedSlots):
            self.slots = LoggedSlots(self.slots, self.code)
        assert self.request is not None
        self.slots.happened, self.slots.drawings = [], []
        self.slots.chose(*self.request[:2], value, secret=self.operation(self.checkpoint).secret)

    def _ask(self, request: Request) -> None:
        """Keep what the rules ask now; of a subset the first thing is asked for."""
        asked = request[2]
        if isinstance(asked, Subset):
            self.subset, self.picked = asked, asked.first
            self.request = (request[0], request[1], asked.first_options, request[3])
        else:
            self.subset, self.picked = None, ()
            self.request = request  # type: ignore[assignment]  # what is asked is no subset

    def rerun(self) -> None:
        """Run the current step again from the checkpoint, through its log to what is picked."""
        picked = self.picked
        self.slots = self.copied(self.checkpoint)
        generator = self.begun(self.slots)
        request: Request = next(generator)
        for value in self.answers:
            self.slots[DRAWN] = ()
            self.slots[WORK] = 0
            request = generator.send(value)
        self._generator = generator
        self._ask(request)
        if not picked:
            return
        if self.subset is None or not self.subset.holds(picked):
            raise RuleFault("what was picked is not there")
        self.picked, self.request = picked, (*request[:2], self.subset.options(picked), request[3])
        self.slots[DRAWN] = ()

    def begun(self, slots: list[Any]) -> Generator[Any, Any, Any]:
        """Begin a step that asks."""
        opened = self.opened
        options = opened[1] if opened is not None and opened[0] is self.checkpoint else None
        generator = self._start(self.operation(slots), slots, options)
        assert generator is not None
        return generator

    def operation(self, slots: list[Any]) -> OperationInfo:
        """The operation of the flow that a position stands in."""
        at: int = slots[STEP]
        return self.code.operations[at]

    def _start(
        self, operation: OperationInfo, slots: list[Any], options: Sequence[int] | None = None
    ) -> Generator[Any, Any, Any] | None:
        if slots[AGENDA]:
            open_now = operation.agenda is not None and slots[operation.me_slot] == slots[AGENDA][1]
            run = operation.agenda if open_now and operation.agenda is not None else self.code.run_agenda
            made: Generator[Any, Any, Any] = run(slots)
            return made
        result: Generator[Any, Any, Any] | None = (
            operation.run(slots) if operation.open_options is None else operation.run(slots, options)
        )
        return result

    def advance(self) -> None:
        """Run steps until something is asked or the game is over."""
        slots, game = self.slots, self.code
        unasked, work = game.unasked, 0
        try:
            for _ in game.most_operations:
                if slots[WORK]:
                    work += slots[WORK]
                    if work > MAX_FLOW_WORK:
                        raise self._stopped(f"more than {MAX_FLOW_WORK:,} steps of work")
                    slots[WORK] = 0
                if slots[PENDING]:
                    slots[AGENDA] = slots[PENDING] + slots[AGENDA]
                    slots[PENDING] = ()
                if slots[FINISHED]:
                    break
                run = unasked[slots[STEP]]
                if run is not None and not slots[AGENDA]:
                    run(slots)
                    continue
                place = slots[STEP] = game.destinations[slots[STEP]]
                operation, options = game.operations[place], None
                if operation.does_sole is not None and operation.open_options and not slots[AGENDA]:
                    options = operation.open_options(slots)
                    if len(options) < 2 and operation.does_sole(slots, options):
                        continue
                work += slots[WORK]
                slots[WORK] = 0
                checkpoint = slots[:]
                generator = self._start(operation, slots, options)
                request = next(generator, None) if generator is not None else None
                if request is not None:
                    self.checkpoint, self.answers, self.opened = checkpoint, [], (checkpoint, options)
                    self._generator = generator
                    self._ask(request)
                    return
            else:
                raise self._stopped(f"{len(game.most_operations):,} parts of it follow on each other")
        except FAULTS as fault:
            raise placed(fault, self.game, self.slots) from fault
        slots[WORK] = 0
        self.checkpoint, self.answers = slots, []

    def _stopped(self, bound: str) -> RuleFault:
        message = f"the flow goes on without asking anybody anything: {bound}"
        return RuleFault(message, self._step_place())

    def _step_place(self) -> Position | None:
        """Where the current step stands in the rule files."""
        step = self.game.model.steps.get(self.game.operations[self.slots[STEP]].step)
        return step.about.position if step is not None else None

    # -- copies and equality
    def fork(self) -> Self:
        """Return an exact copy that goes its own way; its step is run again when it first chooses."""
        copy = type(self)(self.game, self.slots[:])
        # A checkpoint is never changed, so it is shared.
        copy.checkpoint, copy.opened = self.checkpoint, self.opened
        copy.decisions, copy.contradicts = self.decisions, self.contradicts
        copy.answers = self.answers[:]
        copy.request, copy.subset, copy.picked = self.request, self.subset, self.picked
        return copy

    def key(self) -> tuple[Any, ...]:
        """What makes two states equal: the list at the step's start, the choices since, what is picked."""
        at = list(self.checkpoint)
        at[DRAWN] = ()
        return (*at, tuple(self.answers), self.picked)

    def appearance(self, seat: int) -> tuple[Any, ...]:
        """What a seat sees of a position and its question: a key of what it must treat alike.

        Of a guess: what others have chosen out of its sight in the current step counts too.
        """
        asked = self.request[:2] if self.request is not None else ()
        return (*seen(self.game, self.slots, seat), *asked, tuple(self.answers), self.picked)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Running) and self.game is other.game and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def hash(self) -> str:
        """BLAKE2b of the canonical JSON of the state: equal on every machine."""
        text = json.dumps(self.key(), separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()

    def snapshot(self) -> dict[str, Any]:
        """The state as plain JSON data: slots at the step's start, the choices since, what is picked."""
        return {
            "slots": [list(x) if isinstance(x, tuple) else x for x in self.checkpoint],
            "choices": [list(x) if isinstance(x, tuple) else x for x in self.answers],
            "picked": list(self.picked),
        }

    @classmethod
    def restore(cls, game: CompiledGame, snapshot: dict[str, Any]) -> Self:
        """Make a state from a snapshot."""
        slots = [tuple(x) if isinstance(x, list) else x for x in snapshot["slots"]]
        state = cls(game, slots)
        state.checkpoint = slots[:]
        state.answers = [tuple(x) if isinstance(x, list) else x for x in snapshot["choices"]]
        state.picked = tuple(snapshot["picked"])
        if not slots[FINISHED]:
            state.rerun()
        return state

    def knows(self, seat: int, site: int) -> bool:
        """Whether a seat may know what others are asked and answer at a place in the rules."""
        if self.operation(self.checkpoint).secret:
            return False
        return sees_what_is_asked(self.game, self.slots, self.game.sites[site].position, seat)
