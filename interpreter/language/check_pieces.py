"""Statements about counters and pieces: what changes, where it lies, where it may go.

In: parse trees. Out: checked statements that know the place of every piece, said or found, or a problem where
nothing tells where a piece lies.
"""

from __future__ import annotations

from interpreter.language import tree as t
from interpreter.language.check_calls import box_zone
from interpreter.language.check_rules import RuleChecker
from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CounterEx,
    DrawSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    PaySt,
    RevealSt,
    RollSt,
    ShuffleSt,
    SpacesEx,
    St,
    StateEx,
    SwapSt,
    ZoneEx,
)
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, Type, fits, set_of
from interpreter.problems.nearest_name import hint_for


class PieceChecker(RuleChecker):
    """Checks what changes counters, zones and spaces."""

    # -- counters
    def _pay(self, s: t.Pay, scope: Scope) -> St | None:
        amount = self.typed(s.amount, NUMBER, scope)
        found = [self.counter(c, None, scope) for c in s.counters]
        counters = tuple(counter for counter in found if counter is not None)
        if len(counters) < len(found):
            return None
        return PaySt(s.position, amount, counters, tuple(c.name for c in s.counters))

    def counter(self, call: t.Call, whom: t.Expression | None, scope: Scope) -> CounterEx | None:
        """Check the counter of a statement: a player left out is `for` whom, or me; None after a fault."""
        declared = self.model.counters.get(call.name)
        if declared is None:
            names = list(self.model.counters)
            code = (
                "wrong-kind-of-name"
                if call.name in {**self.model.zones, **self.model.values}
                else "unknown-name"
            )
            hint = hint_for(call.name, names)
            self.fault(code, f"there is no counter '{call.name}'", call.position, hint)
            return None
        per = declared.per
        holder = next((i for i, p in enumerate(per) if p.kind in ("player", "team")), None)
        if holder is None or len(call.arguments) == len(per):
            if whom is not None:
                self.fault(
                    "arguments", "`for` does not fit: this counter already says whose it is", whom.position
                )
            return CounterEx(call.position, declared.type, declared, self.arguments(call, per, scope))
        person = self.typed(whom, PLAYER, scope) if whom is not None else self.me(call.position, scope)
        rest = tuple(p for i, p in enumerate(per) if i != holder)
        found = list(self.arguments(call, rest, scope))
        found.insert(holder, self.want(person, per[holder]))
        return CounterEx(call.position, declared.type, declared, tuple(found))

    def _gain(self, s: t.Gain, scope: Scope) -> St | None:
        return self.gained(s, scope, 1, all_or_none=s.all_or_none)

    def _lose(self, s: t.Lose, scope: Scope) -> St | None:
        return self.gained(s, scope, -1, all_or_none=False)

    def gained(self, s: t.Gain | t.Lose, scope: Scope, sign: int, *, all_or_none: bool) -> St | None:
        """Check a gain or loss; its counter must be one that counts."""
        amount = self.typed(s.amount, NUMBER, scope)
        counter = self.counter(s.counter, s.whom, scope)
        if counter is None:
            return None
        if counter.type not in (NUMBER, ANY):
            name = s.counter.name
            self.fault("type", f"'{name}' does not count; use `set {name} to ...`", s.counter.position)
        return GainSt(s.position, amount, counter, sign, all_or_none)

    def _assign(self, s: t.Assign, scope: Scope) -> St | None:
        target: CounterEx | None
        if isinstance(s.target, t.Field):
            return self.assign_state(s, s.target, scope)
        if (
            isinstance(s.target, t.Name)
            and scope.find(s.target.name) is None
            and s.target.name in self.model.counters
        ):
            target = self.counter(t.Call(s.target.position, s.target.name, ()), None, scope)
        elif isinstance(s.target, t.Call) and s.target.name in self.model.counters:
            target = self.counter(s.target, None, scope)
        else:
            self.fault(
                "type",
                "only a counter or a piece's state can be set",
                s.target.position,
                hint_for(getattr(s.target, "name", ""), list(self.model.counters)),
            )
            return None
        if target is None:
            return None
        return AssignSt(s.position, target, self.typed(s.value, target.type, scope), None)

    def assign_state(self, s: t.Assign, node: t.Field, scope: Scope) -> St | None:
        """Check `set PIECE.STATE to ...`: the place of the piece must be known, its token changes there."""
        target = self.check(node, scope)
        if not isinstance(target, StateEx):
            if target.type != ANY:
                self.fault("type", f"'{node.name}' never changes; only states can be set", node.position)
            return None
        place = self.origin(node.owner, target.owner, scope)
        if place is None:
            return None
        return AssignSt(s.position, target, self.typed(s.value, target.type, scope), place)

    # -- pieces
    def origin(self, node: t.Expression, checked: Ex, scope: Scope) -> Ex | None:
        """Where a piece lies: where its variable was chosen from, or what `on(x)` names."""
        if isinstance(node, t.Name):
            variable = scope.find(node.name)
            if variable is not None and variable.origin is not None:
                return variable.origin
        found = self.origin_of_value(checked)
        if found is None and checked.type != ANY:
            self.fault(
                "where-from",
                "where does this piece lie? nothing here tells",
                node.position,
                "say `from ...`, or choose it from a zone or space first",
            )
        return found

    def origin_of_value(self, value: Ex) -> Ex | None:
        """The place in `on(x)`, `top(x)`, `front(x)`, `at(x, i)`; None for other expressions."""
        if isinstance(value, BuiltInEx) and value.name in ("on", "top", "front", "at"):
            return value.argument(0)
        return None

    def place(self, node: t.Expression, scope: Scope, *, copies: bool = False) -> Ex:
        """Check a zone or a space that holds something; copies: whether it may hold copies of pieces."""
        found = self.check(node, scope)
        if isinstance(found, ZoneEx) and found.declared.copies and not copies:
            return self.fault("type", "this zone holds copies; only `fill` changes it", node.position)
        if isinstance(found, ZoneEx) or found.type == ANY:
            return found
        if found.type.kind == "space":
            self.held_by(found.type, node.position)
            return found
        return self.fault("type", f"this should be a zone or a space, not a {found.type}", node.position)

    def holds(self, place: Ex) -> Type:
        """The type of what lies in a zone or on a space."""
        if isinstance(place, ZoneEx):
            return place.type.of or ANY
        return self.held_by(place.type, place.position)

    def _paypiece(self, s: t.PayPiece, scope: Scope) -> St | None:
        amount = self.typed(s.amount, NUMBER, scope) if s.amount is not None else None
        source = self.place(s.source, scope) if s.source is not None else None
        piece = self.check(s.piece, scope, self.holds(source) if source is not None else None)
        source = source or self.origin(s.piece, piece, scope)
        if source is None:
            return None
        target = self.place(s.target, scope) if s.target is not None else self.default_target(piece)
        if amount is not None and not isinstance(source, ZoneEx):
            self.fault("type", "several pieces can be paid out of a zone only", source.position)
        return PayPieceSt(s.position, amount, piece, source, target)

    def default_target(self, piece: Ex) -> Ex | None:
        """Where a piece that is paid goes if nothing is said: its box; None for what is no piece."""
        if piece.type.kind != "component":
            return None
        return ZoneEx(piece.position, set_of(piece.type), box_zone(self.model, piece.type.name), ())

    def _move(self, s: t.Move, scope: Scope) -> St | None:
        amount = self.typed(s.amount, NUMBER, scope) if s.amount is not None else None
        target = self.place(s.target, scope)
        piece = self.check(s.piece, scope, self.holds(target)) if s.piece is not None else None
        if s.source is not None:
            source: Ex | None = self.place(s.source, scope)
        else:
            assert s.piece is not None and piece is not None
            source = self.origin(s.piece, piece, scope)
        if source is None:
            return None
        if not fits(self.holds(source), self.holds(target)):
            self.fault(
                "type", f"a {self.holds(source)} cannot go where {self.holds(target)}s lie", s.position
            )
        if piece is not None and piece.type.kind == "set":
            variable = scope.inner().add("each", piece.type.of or ANY)
            one = MoveSt(
                s.position,
                None,
                LocalEx(s.position, variable.type, variable.python),
                source,
                target,
                s.place,
                None,
            )
            return ForSt(s.position, variable, piece, None, None, (one,))
        if piece is not None:
            self.want(piece, self.holds(source))
        facing = self.facing(s.facing, piece, scope)
        return MoveSt(s.position, amount, piece, source, target, s.place, facing)

    def facing(self, node: t.Expression | None, piece: Ex | None, scope: Scope) -> Ex | None:
        """`facing e`: the piece's state called facing, as a number from 1."""
        if node is None:
            return None
        made = self.model.components.get(piece.type.name) if piece is not None else None
        if made is None or "facing" not in made.states:
            self.fault("type", "only a piece with states called `facing` can be turned", node.position)
            return None
        return self.typed(node, NUMBER, scope)

    def _draw(self, s: t.Draw, scope: Scope) -> St:
        source, target = self.place(s.source, scope), self.place(s.target, scope)
        if (
            source.type.kind == "space"
            and source.type.name not in self.model.node_boards[source.type.name].stacked
        ):
            self.fault(
                "type",
                "from a space that holds one piece nothing can be drawn; use `move`",
                s.source.position,
            )
        if not fits(self.holds(source), self.holds(target)):
            self.fault(
                "type", f"a {self.holds(source)} cannot go where {self.holds(target)}s lie", s.position
            )
        return DrawSt(s.position, self.typed(s.amount, NUMBER, scope), source, target, s.place)

    def _roll(self, s: t.Roll, scope: Scope) -> St | None:
        target = self.place(s.target, scope)
        if not isinstance(target, ZoneEx) or not target.declared.faces:
            if target.type != ANY:
                self.fault("type", "only a zone with `faces` can be rolled into", s.target.position)
            return None
        return RollSt(s.position, self.typed(s.amount, NUMBER, scope), target)

    def _fill(self, s: t.Fill, scope: Scope) -> St | None:
        zone = self.place(s.zone, scope, copies=True)
        held = self.holds(zone)
        if held.kind == "component" and not (isinstance(zone, ZoneEx) and zone.declared.copies):
            self.fault(
                "type",
                "pieces are moved, not made; only a zone of numbers, members or copies can be filled",
                s.zone.position,
            )
        values = tuple(self.check(v, scope, held if len(s.values) > 1 else None) for v in s.values)
        several = len(values) == 1 and values[0].type.kind == "set"
        for value in values:
            self.want(value, set_of(held) if several else held)
        return FillSt(s.position, zone, values) if isinstance(zone, ZoneEx) else None

    def _shuffle(self, s: t.Shuffle, scope: Scope) -> St:
        zone = self.check(s.zone, scope)
        if not isinstance(zone, ZoneEx | SpacesEx) and zone.type != ANY:
            self.fault(
                "type",
                "only a zone, or the pieces on the spaces of a board, can be shuffled",
                s.zone.position,
            )
        return ShuffleSt(s.position, zone, self.typed(s.until, TRUTH, scope) if s.until is not None else None)

    def _reveal(self, s: t.Reveal, scope: Scope) -> St:
        zone = self.place(s.zone, scope)
        return RevealSt(
            s.position, zone, self.typed(s.whom, PLAYER, scope) if s.whom is not None else None, s.hide
        )

    def _swap(self, s: t.Swap, scope: Scope) -> St:
        left, right = self.check(s.left, scope), self.check(s.right, scope)
        both = {
            "counter" if isinstance(left, CounterEx) else left.type.kind,
            "counter" if isinstance(right, CounterEx) else right.type.kind,
        }
        if both not in ({"counter"}, {"space"}) and ANY not in (left.type, right.type):
            self.fault("type", "only two spaces or two counters can be swapped", s.position)
        return SwapSt(s.position, left, right)
