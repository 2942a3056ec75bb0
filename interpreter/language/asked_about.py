"""What a question is about: the zones, counters and values that its ruleset names, or that its rules read.

In: a place of a checked program that asks. Out: expressions, as they are named where it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    ConstEx,
    CounterEx,
    Ex,
    LocalEx,
    MaySt,
    MeEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    StBlock,
    Text,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.facts import expressions_in
from interpreter.language.index import Unit, index_of
from interpreter.language.program import Program
from interpreter.language.types import PLAYER
from interpreter.model.declarations import Model
from interpreter.problems.position import Position

# So deep are values and effects looked into for what they read.
_DEPTH = 4


def asked_about(
    program: Program,
    model: Model,
    position: Position,
    unit: Unit,
    *,
    labels: Sequence[str] = (),
    step: str = "",
) -> tuple[tuple[Ex, ...], bool]:
    """Return what a place that asks is about, and whether the ruleset says it.

    unit: what of the program asks; labels: the actions that are asked for; step: in which step that is.
    """
    index = index_of(program)
    asks = next(
        (s for s in index.statements.get(position, ()) if isinstance(s, ChooseSt | OneOfSt | MaySt)), None
    )
    asking = asks.asking if asks is not None else None
    if asking is not None and asking.showing:
        return asking.showing, True
    flow = next((each for each in index.steps if each.name == step), None)
    if flow is not None and flow.showing and (asks is None or unit == ("step", step)):
        return flow.showing, True
    reading = _Reading(program, model, MeEx(position, PLAYER))
    found = [
        *reading.texts(asks),
        *reading.question(asks),
        *reading.actions(() if asks is not None else labels),
    ]
    # What one chooses from is before one's eyes.
    source = asks.source.declared if isinstance(asks, ChooseSt) and isinstance(asks.source, ZoneEx) else None
    return tuple(ex for ex in found if not isinstance(ex, ZoneEx) or ex.declared is not source), False


class _Reading:
    """What the rules of a question read that one can name: zones, counters and values that are shown."""

    def __init__(self, program: Program, model: Model, me: MeEx) -> None:
        self.program, self.model, self.index, self.me = program, model, index_of(program), me

    def texts(self, asks: ChooseSt | OneOfSt | MaySt | None) -> Iterator[Ex]:
        """Yield the zones, counters and sets of pieces that the texts of a question have values of."""
        asking = asks.asking if asks is not None else None
        texts: tuple[Text | None, ...] = (asking.question, *asking.titles) if asking is not None else ()
        for text in texts:
            for part in text.parts if text is not None else ():
                pieces = (
                    isinstance(part, Ex) and part.type.of is not None and part.type.of.kind == "component"
                )
                if isinstance(part, Ex) and (pieces or isinstance(part, CounterEx | ZoneEx)):
                    yield part

    def question(self, asks: ChooseSt | OneOfSt | MaySt | None) -> Iterator[Ex]:
        """Yield what a statement that asks reads, what it costs first."""
        if isinstance(asks, ChooseSt):
            options = [asks.source] if not isinstance(asks.source, ZoneEx) else []
            limits = [each for each in (asks.where, asks.low, asks.high) if each is not None]
            yield from self.body(asks.body or (), costs=True)
            yield from self._of([*options, *limits], self.me, {}, 0)
            yield from self.body(asks.body or (), costs=False)
        elif asks is not None:
            blocks = [asks.body] if isinstance(asks, MaySt) else [block for _, block in asks.branches]
            for costs in (True, False):
                for block in blocks:
                    yield from self.body(block, costs=costs)

    def actions(self, names: Iterable[str]) -> Iterator[Ex]:
        """Yield what must be paid for actions."""
        for name in names:
            if name in self.program.effects:
                yield from self.body(self.program.effects[name].body, costs=True)

    def body(
        self,
        body: StBlock,
        *,
        costs: bool,
        me: Ex | None = None,
        given: Mapping[str, Ex] | None = None,
        depth: int = 0,
    ) -> Iterator[Ex]:
        """Yield what must be paid for a body, or what else its precondition reads."""
        me, plan = me or self.me, self.index.plan(body)
        for stage in plan.stages() if plan is not None and depth < _DEPTH else ():
            s = stage.s
            if isinstance(s, CallSt):
                effect = self.program.effects[s.effect]
                whom = self._known(s.whom, me, given or {}, depth)
                inside = self._bound(
                    [v.python for v in effect.parameters], s.arguments, me, given or {}, depth
                )
                if whom is not None:
                    yield from self.body(effect.body, costs=costs, me=whom, given=inside, depth=depth + 1)
            elif isinstance(s, PaySt | PayPieceSt) == costs:
                whole = s.counters if isinstance(s, PaySt) else expressions_in(s)
                paid = [s.source] if isinstance(s, PayPieceSt) else whole
                yield from self._of(paid, me, given or {}, depth)

    def _of(
        self, expressions: Iterable[Ex], me: Ex | None, given: Mapping[str, Ex], depth: int
    ) -> Iterator[Ex]:
        """Yield the zones, counters and shown values in expressions, as they are named where it is asked."""
        for ex in expressions:
            if isinstance(ex, CounterEx | ZoneEx):
                places = [self._known(each, me, given, depth) for each in ex.indexes]
                known = tuple(each for each in places if each is not None)
                if len(known) == len(places):
                    yield replace(ex, indexes=known)
            elif isinstance(ex, ValueCallEx) and depth < _DEPTH:
                value = self.program.values[ex.name]
                inside = self._bound([v.python for v in value.parameters], ex.arguments, me, given, depth)
                if self.model.values[ex.name].shown and len(inside) == len(ex.arguments):
                    yield replace(ex, arguments=tuple(inside.values()))
                else:
                    yield from self._of([value.body], None, inside, depth + 1)
            yield from self._of(expressions_in(ex), me, given, depth)

    def _bound(
        self,
        names: Sequence[str],
        arguments: Sequence[Ex],
        me: Ex | None,
        given: Mapping[str, Ex],
        depth: int,
    ) -> dict[str, Ex]:
        """Return what the parameters of a value or effect are where it is asked, as far as that is known."""
        pairs = (
            (name, self._known(each, me, given, depth)) for name, each in zip(names, arguments, strict=False)
        )
        return {name: each for name, each in pairs if each is not None}

    def _known(self, ex: Ex, me: Ex | None, given: Mapping[str, Ex], depth: int) -> Ex | None:
        """Return a player, value or variable as it is named where it is asked; None: it has no name there."""
        if isinstance(ex, MeEx):
            return me
        if isinstance(ex, LocalEx):
            return given.get(ex.name, None if depth else ex)
        return ex if isinstance(ex, ConstEx) else None
