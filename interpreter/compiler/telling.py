"""What listeners are told of a statement: that a counter changed, or which pieces entered or left.

In: a checked statement and the Python code that carries it out. Out: that code with what the listeners need
to know, and the calls that tell them. Here too is what all compilers of statements share.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import Unit, block_asks, events_of, listeners_by_event, recursive_units
from interpreter.compiler.guards import GuardCompiler
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.language.checked import (
    DrawSt,
    GainSt,
    MoveSt,
    PayPieceSt,
    PaySt,
    Program,
    ScoreSt,
    St,
    StBlock,
    ZoneEx,
)
from interpreter.language.types import Type
from interpreter.layout import Layout
from interpreter.model.declarations import Model
from interpreter.play.decision import Site


class ListenerCompiler(GuardCompiler):
    """Knows who listens to what, and who may ask."""

    def __init__(self, model: Model, program: Program, layout: Layout, asking: set[Unit]) -> None:
        super().__init__(model, program, layout)
        self.functions = {}
        self.guarded = {}
        self.guarded_kinds = set()
        self.stretches = {}
        self.asking = asking
        self.listeners = listeners_by_event(program)
        self.recursive = recursive_units(program)
        self.sites: list[Site] = []
        self.step_ends: dict[str, int] = {}
        self.finish_at = 0
        self.effect_numbers = {name: number for number, name in enumerate(program.effects)}
        self.agenda_width = 2 + max((len(e.parameters) for e in program.effects.values()), default=0)
        self.names = 0
        self.unit_title = ""
        self.settling = False

    def fresh(self, word: str) -> str:
        """A local variable's name that no other has."""
        self.names += 1
        return f"{word}__{self.names}"

    def site(self, name: str, shown: Type | None, s: St, labels: Sequence[str] = ()) -> Expr:
        """Register a place where something is asked; returns its number."""
        self.sites.append(Site(name, shown, tuple(labels), self.unit_title, s.position))
        return py.const(len(self.sites) - 1)

    def told(self, s: St, code: list[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
        """A statement's code with what its listeners need to know, and the calls that tell them.

        Of a counter they are told how much it really changed; a change of nothing causes no event.
        """
        events = [event for event in events_of(s) if event in self.listeners]
        if not events:
            return code, []
        if self.settling and isinstance(s, GainSt) and s.counter.declared.name in self.layout.supplies:
            return code, []  # told when it is settled
        if not isinstance(s, (GainSt, PaySt, ScoreSt)):
            if self.settling:  # nothing has moved yet, and what will is not told
                return code, []
            moved = self.fresh("moved")
            tells = self.at(s, [line for event in events for line in self.tell_moved(event, s, moved)])
            return [*code, *self.at(s, [py.let(moved, py.name("moved"))])], tells
        before: list[Stmt] = []
        after: list[Stmt] = []
        tells = []
        for event in events:
            slot, indexes = self.told_counter(event, s)
            kept, change = self.fresh("kept"), self.fresh("change")
            before.append(py.let(kept, py.slot(slot)))
            now, then = py.slot(self.told_counter(event, s)[0]), py.name(kept)
            pair = (then, now) if event.startswith("lost") else (now, then)
            after.append(py.let(change, py.binary(pair[0], ast.Sub(), pair[1])))
            call = self.invoke(f"hear_{event.replace(' ', '_')}", event, [*indexes, py.name(change)])
            tells.append(py.when(py.compare(py.name(change), ast.Gt(), py.const(0)), [call]))
        return [*self.at(s, before), *code, *self.at(s, after)], self.at(s, tells)

    def told_counter(self, event: str, s: GainSt | PaySt | ScoreSt) -> tuple[Expr, list[Expr]]:
        """The slot that an event speaks of, and the event's arguments but the amount."""
        if isinstance(s, ScoreSt):
            return py.plus(self.expr(s.whom), py.const(self.layout.counters["points"])), [self.expr(s.whom)]
        counters = [s.counter] if isinstance(s, GainSt) else list(s.counters)
        found = next(c for c in counters if c.declared.name == event.split()[1])
        return self.counter_slot(found), [self.expr(p) for p in found.indexes]

    def tell_moved(self, event: str, s: St, moved: str) -> list[Stmt]:
        """Code that tells listeners that pieces entered or left, once for each piece."""
        assert isinstance(s, (MoveSt, DrawSt, PayPieceSt))
        place = s.source if event.startswith("left") else s.target
        assert place is not None
        where = [self.expr(p) for p in place.indexes] if isinstance(place, ZoneEx) else [self.expr(place)]
        each = self.fresh("each")
        call = self.invoke(f"hear_{event.replace(' ', '_')}", event, [*where, py.name(each)])
        return [py.loop(each, py.name(moved), [call])]

    def invoke(self, function: str, event: str, arguments: list[Expr]) -> Stmt:
        """Call the function that runs an event's listeners."""
        value = py.call(function, py.name("s"), *arguments)
        return (
            py.delegate(value)
            if any(u in self.asking for u in self.listeners.get(event, ()))
            else py.run(value)
        )

    def asks(self, block: StBlock) -> bool:
        """Whether a block may ask, what listens to it included."""
        return block_asks(block, self.asking, self.listeners)

    def whom_to_tell(self, s: GainSt) -> Expr:
        """For a claim: the function that hears of what is gained, and its first arguments; None: nobody."""
        event = f"gained {s.counter.declared.name}"
        if event not in self.listeners:
            return py.const(None)
        indexes = py.tuple_of([self.expr(p) for p in s.counter.indexes])
        return py.tuple_of([py.name(f"hear_{event.replace(' ', '_')}"), indexes])
