"""A play in progress: the flat list at the start of the current step, and the choices made since.

A step that asks is a generator; while it waits, `slots` is the list as the step has changed it so far. A fork
copies the checkpoint and plays the few choices of the step again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import wraps
from hashlib import blake2b
from typing import Any, TypeVar

from interpreter.language.types import Type, component
from interpreter.layout import (
    AGENDA,
    DRAWN,
    DRAWS,
    FINISHED,
    NOT_SAID,
    PENDING,
    SEED,
    STEP,
    UNDECIDED,
    UNSEEN,
    WON,
    WORK,
)
from interpreter.model.declarations import OptionDecl
from interpreter.play.chance import Dealing, below, mixed, reseed, reseed_unseen, shuffled
from interpreter.play.deal import deal_anew, revealed, seen
from interpreter.play.decision import Decision
from interpreter.play.ends import End, ends_of, spread
from interpreter.play.events import Event, Happening, Heard, seen_by
from interpreter.play.fault_places import placed
from interpreter.play.faults import FAULTS, RuleFault, UnknownOption
from interpreter.play.game import FinalLine, Game, OperationInfo
from interpreter.play.runtime import MAX_FLOW_WORK, Request, Scope, measured
from interpreter.play.subset import DONE, Picked, Subset
from interpreter.play.view import View, sees_what_is_asked, view
from interpreter.problems.position import Position

# So many deals are tried for a guess: at first with other chance for what has happened out of sight in the
# current step, at last with everything kept that the step has touched.
MAX_DEALS, UNSEEN_DEALS, BOLD_DEALS = 24, 8, 20

# What a victory adds to the worth of a position; no number of the rules comes near it.
VICTORY = 2**60


def drawn_option(slots: list[Any], option: OptionDecl) -> int | tuple[int, ...]:
    """The value of an option that is drawn; of a set, some of its choices, in their order."""
    if option.type.kind != "set":
        return option.choices[below(slots, len(option.choices))]
    chosen = shuffled(slots, option.choices)[: option.drawn]
    return tuple(value for value in option.choices if value in chosen)


Answer = TypeVar("Answer")


def _asked_aside(question: Callable[..., Answer]) -> Callable[..., Answer]:
    """A question about a state that runs rules and changes nothing: faults get their place."""

    @wraps(question)
    def asked(state: State, *arguments: Any) -> Answer:
        try:
            return question(state, *arguments)
        except FAULTS as fault:
            raise placed(fault, state.game, state.slots) from fault
        finally:
            state.slots[WORK] = 0

    return asked


class State:
    """One play of a game."""

    __slots__ = (
        "_generator",
        "_log",
        "_picked",
        "_request",
        "_subset",
        "checkpoint",
        "code",
        "decisions",
        "game",
        "happened",
        "slots",
    )

    def __init__(self, game: Game, slots: list[Any]) -> None:
        """Take over a list; use Game.new to begin a play."""
        # code: the game, or the same one in code that tells; then `happened` is what the last choice led to.
        self.game = self.code = game
        self.happened: Sequence[Happening] = ()
        self.slots = slots
        self.checkpoint: list[Any] = slots
        self.decisions = 0
        self._log: list[Any] = []
        self._generator: Generator[Any, Any, Any] | None = None
        self._request: tuple[int, int, Sequence[Any], Scope] | None = None
        # Where several things are asked for: of what, and what is picked so far.
        self._subset: Subset | None = None
        self._picked: Picked = ()

    @classmethod
    def begin(cls, game: Game, seed: int, *, listen: bool = False) -> State:
        """Start a play and run it to its first decision; listen: what happens is kept."""
        slots = list(game.start)
        slots[SEED] = slots[UNSEEN] = mixed(seed)
        for option in game.model.options.values():
            if option.value is None and not option.ask:
                slots[game.layout.options[option.name]] = drawn_option(slots, option)
        state = cls(game, slots)
        if listen:
            state.listen()
            state.slots = state._copied(slots)
        state._advance()
        if listen:
            state._note_happened()
        return state

    # -- what happens
    def listen(self) -> None:
        """From now on keep in `happened` what each choice leads to; a fork does not.

        The current step is run again, by code that tells, when somebody next chooses.
        """
        if self.code is self.game:
            self.code, self._generator = self.game.telling, None

    def events(self, seat: int | None) -> list[Event]:
        """What the last choice led to, as a seat (from 0; None: an onlooker) may see it."""
        return seen_by(self.happened, seat)

    def _copied(self, slots: list[Any]) -> list[Any]:
        """A copy of slots, to be changed by the code that runs."""
        return slots[:] if self.code is self.game else Heard(slots, self.code)

    def _note_happened(self) -> None:
        """Keep what was told since the last choice."""
        assert isinstance(self.slots, Heard)
        self.happened, self.slots.happened = self.slots.happened, []

    # -- what stands
    @property
    def finished(self) -> bool:
        """True when the game is over."""
        return bool(self.slots[FINISHED])

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        request = self._request
        if request is None:
            return None
        return Decision(
            request[0], self.game.sites[request[1]], request[2], self.label, self._subset, self._picked
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
        return self._request[0] if self._request is not None else -1

    def tells(self, seat: int) -> bool:
        """Whether a seat may be told which option is taken in the decision that is open now.

        From a place that it cannot see it is not told what was taken, nor anything of a secret step.
        """
        request = self._request
        return request is None or request[0] == seat or self._knows(seat, request[1])

    @property
    def scope(self) -> Scope:
        """What the rule has at hand that asks now: the list as it has changed it, `me`, its variables."""
        copy = self.fork()
        copy._rerun()
        return copy._request[3] if copy._request is not None else ()

    @property
    def inside(self) -> bool:
        """Whether the decision stands inside an action or step, after other choices of it."""
        return bool(self._log) or (self._subset is not None and self._picked != self._subset.first)

    @property
    def values(self) -> Sequence[Any]:
        """The values of the options; None is the end of picking."""
        return self._request[2] if self._request is not None else ()

    @property
    def option_count(self) -> int:
        """How many options there are now, without making their names."""
        return len(self._request[2]) if self._request is not None else 0

    @property
    def ways(self) -> range:
        """The places of the options in canonical order, which reach every subset once."""
        if self._request is None:
            return range(0)
        options = self._request[2]
        return range(len(options)) if self._subset is None else self._subset.ways(self._picked, options)

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
        request = self._request
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
        if self._subset is not None:
            answer = self._picked if value is DONE else self._subset.with_one(self._picked, value)
            options = [] if value is DONE else self._subset.options(answer)
            if options:
                self._pick(value, answer, options)
                return
        if self._generator is None:
            self._rerun()
        assert self._generator is not None
        if self.code is not self.game:
            self._hear(value)
        self.slots[DRAWN] = ()
        self.slots[WORK] = 0
        checkpoint, log, picked = self.checkpoint, self._log, self._picked
        log.append(answer)
        self.decisions += 1
        try:
            try:
                request = self._generator.send(answer)
            except StopIteration:
                self._generator = self._request = self._subset = None
                self._picked = ()
                self._advance()
            else:
                self._ask(request)
        except FAULTS as fault:
            told = placed(fault, self.game, self.slots)
            log.pop()
            self.decisions -= 1
            self.checkpoint, self._log, self._picked = checkpoint, log, picked
            self._rerun()
            raise told from fault
        if self.code is not self.game:
            self._note_happened()

    def _pick(self, value: int, picked: Picked, options: Sequence[Any]) -> None:
        """Pick one of several things; options: what can be picked next."""
        assert self._request is not None
        if self.code is not self.game:
            self._hear(value)
            self._note_happened()
        self.slots[DRAWN] = ()
        self.decisions += 1
        self._picked, self._request = picked, (*self._request[:2], options, self._request[3])

    def _hear(self, value: Any) -> None:
        """Note the choice that is being made, where somebody listens."""
        if not isinstance(self.slots, Heard):
            self.slots = Heard(self.slots, self.code)
        assert self._request is not None
        self.slots.happened, self.slots.drawings = [], []
        self.slots.chose(*self._request[:2], value, secret=self._operation(self.checkpoint).secret)

    def _ask(self, request: Request) -> None:
        """Keep what the rules ask now; of a subset the first thing is asked for."""
        asked = request[2]
        if isinstance(asked, Subset):
            self._subset, self._picked = asked, asked.first
            self._request = (request[0], request[1], asked.first_options, request[3])
        else:
            self._subset, self._picked = None, ()
            self._request = request  # type: ignore[assignment]  # what is asked is no subset

    def _rerun(self) -> None:
        """Run the current step again from the checkpoint, through its log to what is picked."""
        picked = self._picked
        self.slots = self._copied(self.checkpoint)
        generator = self._begun(self.slots)
        request: Request = next(generator)
        for value in self._log:
            self.slots[DRAWN] = ()
            self.slots[WORK] = 0
            request = generator.send(value)
        self._generator = generator
        self._ask(request)
        if not picked:
            return
        if self._subset is None or not self._subset.holds(picked):
            raise RuleFault("what was picked is not there")
        self._picked, self._request = picked, (*request[:2], self._subset.options(picked), request[3])
        self.slots[DRAWN] = ()

    def _begun(self, slots: list[Any]) -> Generator[Any, Any, Any]:
        """Begin a step that asks."""
        generator = self._start(self._operation(slots), slots)
        assert generator is not None
        return generator

    def _operation(self, slots: list[Any]) -> OperationInfo:
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

    def _advance(self) -> None:
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
                    self.checkpoint, self._log = checkpoint, []
                    self._generator = generator
                    self._ask(request)
                    return
            else:
                raise self._stopped(f"{len(game.most_operations):,} parts of it follow on each other")
        except FAULTS as fault:
            raise placed(fault, self.game, self.slots) from fault
        slots[WORK] = 0
        self.checkpoint, self._log = slots, []

    def _stopped(self, bound: str) -> RuleFault:
        message = f"the flow goes on without asking anybody anything: {bound}"
        return RuleFault(message, self._step_place())

    def _step_place(self) -> Position | None:
        """Where the current step stands in the rule files."""
        step = self.game.model.steps.get(self.game.operations[self.slots[STEP]].step)
        return step.about.position if step is not None else None

    # -- copies and equality
    def fork(self) -> State:
        """Return an exact copy that goes its own way; its step is run again when it first chooses."""
        copy = State(self.game, self.slots[:])
        # A checkpoint is never changed, so it is shared.
        copy.checkpoint = self.checkpoint
        copy.decisions = self.decisions
        copy._log = self._log[:]
        copy._request, copy._subset, copy._picked = self._request, self._subset, self._picked
        return copy

    def children(self, most: int = 0) -> Iterator[State]:
        """Yield the position after each option of `ways`, in order; `most`: after so many, spread over them.

        Raises RuleFault as `choose` does.
        """
        for option in spread(self.ways, most):
            child = self.fork()
            child.choose(option)
            yield child

    def ends(self) -> tuple[list[End[State]], int]:
        """The positions where an action is over that begins now, and how many options that took in all.

        What is asked within the action is answered in so many ways, spread over all; what the seat need not
        choose, up to the end of its turn, is done.
        """
        return ends_of(self)

    def key(self) -> tuple[Any, ...]:
        """What makes two states equal: the list at the step's start, the choices since, what is picked."""
        at = list(self.checkpoint)
        at[DRAWN] = ()
        return (*at, tuple(self._log), self._picked)

    def appearance(self, seat: int) -> tuple[Any, ...]:
        """What a seat sees of a position and its question: a key of what it must treat alike.

        Of a guess: what others have chosen out of its sight in the current step counts too.
        """
        asked = self._request[:2] if self._request is not None else ()
        return (*seen(self.game, self.slots, seat), *asked, tuple(self._log), self._picked)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game is other.game and self.key() == other.key()

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
            "choices": [list(x) if isinstance(x, tuple) else x for x in self._log],
            "picked": list(self._picked),
        }

    @classmethod
    def restore(cls, game: Game, snapshot: dict[str, Any]) -> State:
        """Make a state from a snapshot."""
        slots = [tuple(x) if isinstance(x, list) else x for x in snapshot["slots"]]
        state = cls(game, slots)
        state.checkpoint = slots[:]
        state._log = [tuple(x) if isinstance(x, list) else x for x in snapshot["choices"]]
        state._picked = tuple(snapshot["picked"])
        if not slots[FINISHED]:
            state._rerun()
        return state

    # -- scores
    def scores(self) -> list[int]:
        """Points by seat: with the final scoring when the game is over, else what is scored so far.

        Behind the seats stand automata that are scored.
        """
        if self.finished:
            return [self.preview(person) for person in range(self.game.scored)]
        first = self.game.layout.counters["points"]
        return list(self.slots[first : first + self.game.scored])

    def preview(self, person: int) -> int:
        """Points so far plus the final scoring as if the game ended now."""
        points: int = self.slots[self.game.layout.counters["points"] + person]
        return measured(points + sum(value for _, value in self.final_points(person)))

    @_asked_aside
    def outlook(self, seat: int) -> int:
        """What bots hold a position to be worth: the preview, and what the ruleset's `outlook` adds."""
        return self.preview(seat) + sum(points(self.slots, seat) for points in self.game.outlook)

    def standings(self) -> list[int]:
        """What a position is worth to each seat, and behind them to automata that are scored.

        The outlook, with that of team mates; when the game is over, a victory counts more than all else.
        """
        outlooks = [self.outlook(person) for person in range(self.game.scored)]
        judged = self.game.scored > 1 or self.slots[WON] != NOT_SAID
        return standings_of(self.game, outlooks, self.winners() if self.finished and judged else ())

    @_asked_aside
    def final_points(self, person: int) -> list[tuple[FinalLine, int]]:
        """The lines of the final scoring that count for a player or automaton now, with their points."""
        slots, layout = self.slots, self.game.layout
        found = []
        for line in self.game.final:
            count = 1
            if line.rule is not None:
                word, bit = line.rule
                first = layout.masks + word * layout.owners
                mask = slots[first + person] | (
                    slots[first + self.game.model.persons] if line.on_table else 0
                )
                if not mask & bit:
                    continue
                if line.copies >= 0:
                    count = slots[line.copies + person] + (
                        slots[line.copies + self.game.model.persons] if line.on_table else 0
                    )
            found.append((line, count * line.points(slots, person)))
        return found

    @_asked_aside
    def breakdown(self) -> list[dict[str, Any]]:
        """Points by seat (from 1; of an automaton that is scored: its name) and source, as the rules lie.

        With the final scoring when the game is over; what is 0 is left out. `shows` tells what the points are
        for, where the ruleset says it.
        """
        found: list[dict[str, Any]] = []
        for person in range(self.game.scored):
            seat = person + 1 if person < self.game.players else self.game.person(person)[0]
            lines = {
                source: {"seat": seat, "source": source, "points": self.slots[first + person]}
                for source, first in self.game.layout.sources.items()
            }
            for line, value in self.final_points(person) if self.finished else ():
                lines[line.source]["points"] += value
                if line.shows is not None and value:
                    shown = self.game.shown(line.shown, line.shows(self.slots, person))
                    before = lines[line.source].get("shows")
                    lines[line.source]["shows"] = f"{before}, {shown}" if before else shown
            found += [line for line in lines.values() if line["points"]]
        return found

    @property
    def broken_off(self) -> bool:
        """Whether the game has ended in a way that is no end to the ruleset, such as a limit of turns."""
        return self.finished and self.slots[WON] == UNDECIDED

    @_asked_aside
    def winners(self) -> list[int]:
        """The seats that have won: those that `end game won by` names, with their mates.

        Else those with most points, then the tie-breaks in order; what is still tied shares.

        An automaton that is scored and best leaves nobody else to win; nor has a game that was broken off
        winners, nor one of a sole player whose points are judged.
        """
        slots, game = self.slots, self.game
        if self.broken_off:
            return []
        return winners_of(
            game,
            slots[WON],
            self.team_totals,
            lambda tie, person: game.ties[tie][1](slots, person),
        )

    @_asked_aside
    def judgement(self, seat: int) -> str:
        """What the ruleset says of a seat's points, empty if nothing: of those that hold, the highest."""
        points = self.scores()[seat]
        return max((found for found in self.game.model.judgement if found[0] <= points), default=(0, ""))[1]

    def team_totals(self) -> list[int]:
        """Points by seat, those of team mates added; behind them those of automata that are scored."""
        return with_mates(self.game, self.scores())

    def view(self, seat: int | None) -> View:
        """What a seat (from 0) sees; None: an onlooker.

        In a secret step the position is that of the step's start.
        """
        return view(self.game, self.seen_slots, seat)

    @property
    def seen_slots(self) -> list[Any]:
        """The slots that views are of: those of a secret step's start until it is over."""
        secret = self._request is not None and self._operation(self.checkpoint).secret
        return self.checkpoint if secret else self.slots

    # -- what a bot may play on
    def guess(self, seat: int, seed: int) -> State:
        """A state that looks the same to a seat: what it does not see is dealt anew, future chance is new.

        What it has seen of chance in the current step is kept, and so is what others chose openly.
        """
        for deal in range(MAX_DEALS):
            guess = self._dealt_anew(seat, seed, deal)
            if guess is not None:
                guess._reseed(seed)
                return guess
        return self.reseeded(seed)

    def reseeded(self, seed: int) -> State:
        """The same position with another future chance."""
        copy = self.fork()
        copy._reseed(seed)
        return copy

    def _reseed(self, seed: int) -> None:
        """Make all draws from now on new; those of the current step can still be made as they were."""
        self.checkpoint = self.checkpoint[:]
        reseed(self.checkpoint, self.slots[DRAWS], seed)
        reseed(self.slots, self.slots[DRAWS], seed)

    def _dealt_anew(self, seat: int, seed: int, deal: int) -> State | None:
        """A state with other hidden things that asks and shows a seat the same; None: this deal does not."""
        slots, chance = self.checkpoint[:], Dealing(seed + deal)
        cautious = deal >= BOLD_DEALS
        kept = self._chosen() if cautious else None
        deal_anew(self.game, slots, self.slots, seat, chance, kept)
        if deal < UNSEEN_DEALS and self.slots[DRAWS] != slots[DRAWS]:
            reseed_unseen(slots, seed + deal)
        copy = State(self.game, slots[:])
        copy.checkpoint = slots
        copy.decisions = self.decisions
        if self._request is None:
            return copy
        try:
            if self._operation(slots).secret and not cautious:
                copy._log = copy._answered_anew(seat, self.seat, self._own_answers(seat), chance)
            else:
                copy._log = copy._answers_alike(self, seat, None if cautious else chance)
            known = cautious or self.seat == seat or self._knows(seat, self._request[1])
            copy._picked = self._picked if known else ()
            copy._rerun()
            if self._picked and not known:
                copy._pick_anew(len(self._picked), chance)
        except (*FAULTS, StopIteration):
            # What somebody has chosen in this step cannot be chosen in such a deal.
            return None
        return copy if self._looks_alike(copy, seat) else None

    def _looks_alike(self, other: State, seat: int) -> bool:
        """Whether two states that wait ask and show a seat the same."""
        asked, others = self._request, other._request
        assert asked is not None
        assert others is not None
        if asked[0] != others[0]:
            return False
        # Among what options another may choose a seat need not know.
        if asked[0] == seat and (asked[1] != others[1] or list(asked[2]) != list(others[2])):
            return False
        if self._knows(seat, asked[1]) and asked[1] != others[1]:
            return False
        return seen(self.game, self.slots, seat) == seen(self.game, other.slots, seat)

    def _knows(self, seat: int, site: int) -> bool:
        """Whether a seat may know what others are asked and answer at a place in the rules."""
        if self._operation(self.checkpoint).secret:
            return False
        return sees_what_is_asked(self.game, self.slots, self.game.sites[site].position, seat)

    def _answers_alike(self, truth: State, seat: int, chance: Dealing | None) -> list[Any]:
        """Answers that would show a seat what those of a step have shown it.

        Its own and those that it knows; where others chose among hidden pieces, what has come into sight, or
        any other; without chance, the same. Raises StopIteration where one of them is not offered.
        """
        came = revealed(self.game, truth.checkpoint, truth.slots, seat)
        slots, log = self.checkpoint[:], list[Any]()
        generator = self._begun(slots)
        request = next(generator)
        for value in truth._log:
            site = self.game.sites[request[1]]
            known = chance is None or request[0] == seat or truth._knows(seat, request[1])
            if not known and site.type is not None and site.type.kind == "component":
                known = all(piece in came for piece in (value if isinstance(value, tuple) else (value,)))
            answer = value if known or chance is None else _by_chance(request[2], chance)
            if answer not in request[2]:
                raise StopIteration
            log.append(answer)
            slots[DRAWN], slots[WORK] = (), 0
            request = generator.send(answer)
        return log

    def _chosen(self) -> list[Any]:
        """All values that were chosen in the current step."""
        found = list(self._picked)
        for value in self._log:
            found += value if isinstance(value, tuple) else () if value is None else (value,)
        return found

    def _pick_anew(self, count: int, chance: Dealing) -> None:
        """Pick so many things at random of the subset that is asked for."""
        request, subset = self._request, self._subset
        picked: Picked = subset.first if subset is not None else ()
        while request is not None and subset is not None and len(picked) < min(count, subset.size):
            picked = subset.with_one(picked, chance.choice(list(subset.left(picked))))
        options = subset.options(picked) if subset is not None else []
        if request is None or not options:
            raise RuleFault("not so many can be picked")
        self._picked, self._request = picked, (*request[:2], options, request[3])

    def _own_answers(self, seat: int) -> list[Any]:
        """What a seat has answered in the current step."""
        generator = self._begun(self.checkpoint[:])
        request, found = next(generator), []
        for value in self._log:
            if request[0] == seat:
                found.append(value)
            request = generator.send(value)
        return found

    def _answered_anew(self, seat: int, asked: int, own: list[Any], chance: Dealing) -> list[Any]:
        """Answers to a secret step up to one who is asked: a seat's own, and those of others at random."""
        slots, log, own = self.checkpoint[:], list[Any](), own[:]
        generator = self._begun(slots)
        request = next(generator)
        while request[0] != asked or (asked == seat and own):
            if request[0] == seat and not own:
                raise StopIteration
            value = own.pop(0) if request[0] == seat else _by_chance(request[2], chance)
            if value not in request[2]:
                raise StopIteration
            log.append(value)
            request = generator.send(value)
        return log


def standings_of(game: Game, outlooks: Sequence[int], winners: Sequence[int]) -> list[int]:
    """What a position is worth to each who is scored; winners: who has won, if the game is over."""
    worth = with_mates(game, outlooks)
    for seat in winners:
        worth[seat] += VICTORY
    return worth


def winners_of(
    game: Game,
    won: int,
    totals_of: Callable[[], Sequence[int]],
    measure: Callable[[int, int], int],
) -> list[int]:
    """The seats that have won a game that was not broken off, given what it came to.

    won: what its end said; totals_of: points with those of mates; measure: of a tie-break and a person.
    """
    if won != NOT_SAID:
        teams = {person % game.model.teams for person in range(game.players) if won >> person & 1}
        return [seat for seat in range(game.players) if seat % game.model.teams in teams]
    if game.model.judgement and game.scored == 1:
        return []
    totals = totals_of()
    best = [person for person in range(game.scored) if totals[person] == max(totals)]
    for tie, (most, _) in enumerate(game.ties):
        values = {one: measure(tie, one) if most else -measure(tie, one) for one in best}
        best = [one for one in best if values[one] == max(values.values())]
    return [person for person in best if person < game.players]


def with_mates(game: Game, points: Sequence[int]) -> list[int]:
    """Points by seat, those of team mates added."""
    teams = game.model.teams
    if game.model.team_size == 1:
        return list(points)
    return [sum(points[seat % teams :: teams]) for seat in range(len(points))]


def _by_chance(asked: Any, chance: Dealing) -> Any:
    """An answer to what the rules ask."""
    return asked.some(chance) if isinstance(asked, Subset) else chance.choice(asked)
