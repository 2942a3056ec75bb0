"""The position that a scenario begins with.

In: its `given`, a block of rule text, and its `at`, a step and perhaps a player. Out: the game set up,
changed by the one and gone to the other, its loops at the values that fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.checked import StepEx
from interpreter.layout import AGENDA, DRAWN, FINISHED, PENDING, STEP
from interpreter.play.state import State
from interpreter.reading import Placed
from interpreter.scenario.claims import ClaimChecker
from interpreter.scenario.files import value_of
from interpreter.scenario.telling import Failed


class PositionMaker(ClaimChecker):
    """Brings a scenario's game into its position."""

    def begin(self, given: Placed | None, at: Placed | None) -> None:
        """Set the game up and put it into the position."""
        self.state = State.begin(self.game, self.scenario.seed)
        if given is None and at is None:
            return
        slots = self.state.checkpoint[:]
        if given is not None:
            before = slots[:]
            self.snippets.run(given, slots, self.me)
            slots[DRAWN] = ()
            self.loops_follow(before, slots)
        if at is not None:
            self.jump(slots, at)
        # The step that stood, or the one gone to, starts afresh: it may offer other things now.
        self.state = State(self.game, slots)
        self.state._advance()

    def step_at(self, slots: list[Any]) -> str:
        """The name of the step that stands."""
        name: str = self.game.operations[slots[STEP]].step
        return name

    def chain(self, name: str) -> list[StepEx]:
        """Return the steps around a step of the flow, the outermost first, itself last."""

        def search(steps: Sequence[StepEx]) -> list[StepEx]:
            for step in steps:
                inner = [step] if step.name == name else search(step.steps)
                if inner:
                    return inner if step.name == name else [step, *inner]
            return []

        return search(self.game.program.flow)

    def loop_slots(self, step: StepEx) -> int:
        """The first of the slots that hold where a step's loops are."""
        return next(first for word, first, _ in self.game.layout.names if word == f"loop {step.name}")

    def loops_follow(self, before: list[Any], slots: list[Any]) -> None:
        """Where `given` set the variable of a loop that is running, the loop goes on from that value."""
        for step in self.chain(self.step_at(slots)):
            if step.loop is None:
                continue
            variable, first = self.game.layout.counters[step.loop[0]], self.loop_slots(step)
            now, values = slots[variable], slots[first]
            if now != before[variable] and now in values:
                slots[first + 1] = values.index(now) + 1

    def jump(self, slots: list[Any], at: Placed) -> None:
        """Go to the beginning of a step; loops around it that are not running begin."""
        target = str(value_of(at.get("step")) if at.kind == "map" else at.value)
        named = at.get("player")
        player = int(str(named.value)[1:]) - 1 if named is not None else None
        running = {step.name for step in self.chain(self.step_at(slots))}
        inner_me = self.game.me_slots[target]
        if player is not None and inner_me < 0:
            raise Failed(at.position, f"the step '{target}' is not a step of one player after another")
        me = -1
        for step in self.chain(target):
            first = self.loop_slots(step)
            if step.loop is not None and step.name not in running:
                self.begin_loop(slots, step, first, me, at)
            if step.players is not None:
                wanted = player if first + 4 == inner_me else None
                fresh = step.name not in running or step.name == target
                if fresh:
                    slots[first + 2] = tuple(self.snippets.value(step.players, slots, me))
                if fresh or wanted is not None:
                    self.begin_turns(slots, step, wanted, at)
                me = slots[first + 4]
        slots[STEP] = self.game.step_starts[target]
        slots[AGENDA] = slots[PENDING] = ()
        slots[FINISHED] = 0

    def begin_loop(self, slots: list[Any], step: StepEx, first: int, me: int, at: Placed) -> None:
        """Begin a `for` at the value its variable has, if it is one of the loop's, else at the first."""
        assert step.loop is not None
        name, source = step.loop
        values = tuple(self.snippets.value(source, slots, me))
        if not values:
            raise Failed(at.position, f"the step '{step.name}' has nothing to run for")
        variable = self.game.layout.counters[name]
        if slots[variable] not in values:
            slots[variable] = values[0]
        slots[first], slots[first + 1] = values, values.index(slots[variable]) + 1

    def begin_turns(self, slots: list[Any], step: StepEx, player: int | None, at: Placed) -> None:
        """Put the turns of a step where a player has theirs; the loop goes on with the next one after."""
        first = self.loop_slots(step)
        seats = slots[first + 2]
        if player is None and seats:
            player = seats[0]
        if player not in seats:
            who = ", ".join(f"p{seat + 1}" for seat in seats) or "nobody"
            raise Failed(at.position, f"the step '{step.name}' is now for: {who}")
        slots[first + 3], slots[first + 4] = seats.index(player) + 1, player
