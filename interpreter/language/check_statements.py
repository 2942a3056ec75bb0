"""Parse trees of statements to checked ones, with the rules on where each may stand.

The leading part of a body is its first run of require, pay, choose, let, one of, must call: from it the guard
is made. After the first change those forms are faults, except in their block forms.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import tree as t
from interpreter.language.check_expressions import ExpressionChecker, box_zone
from interpreter.language.checked import (
    AssignSt,
    CallSt,
    ChooseSt,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    IfSt,
    LastingSt,
    LetSt,
    MaySt,
    MoveSt,
    OneOfSt,
    PatternEx,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    RevealSt,
    RollSt,
    RuleEx,
    ScoreSt,
    SettleSt,
    ShuffleSt,
    St,
    StBlock,
    SwapSt,
)
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, Type, component, fits, set_of
from interpreter.model.declarations import Model
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

LEADING = (RequireSt, PaySt, PayPieceSt, LetSt)


class StatementChecker(ExpressionChecker):
    """Checks blocks; collects the names of scoring sources, called effects and lasting rules on the way."""

    def __init__(self, model: Model, problems: Problems) -> None:
        super().__init__(model, problems)
        self.sources: dict[str, None] = {}
        self.lasting: list[RuleEx] = []
        self.nobodys: list[tuple[str, Position]] = []
        self.handed_on: set[str] = set()

    def block(self, statements: Sequence[t.Statement], scope: Scope, *, leading: bool = True) -> StBlock:
        """Check a body; leading False: a bare choose could be a dead end here (loops, after a change)."""
        checked: list[St] = []
        for statement in statements:
            made = getattr(self, "_" + type(statement).__name__.lower())(statement, scope)
            if made is None:
                continue
            if not leading:
                self.forbid(made)
            leading = leading and self.stays_leading(made)
            checked.append(made)
        return tuple(checked)

    def stays_leading(self, made: St) -> bool:
        """Tell whether the leading part goes on after a statement."""
        if isinstance(made, LEADING):
            return True
        return isinstance(made, ChooseSt) and made.body is None and not made.many

    def forbid(self, made: St) -> None:
        """Report a statement that only a leading part may hold."""
        if isinstance(made, (RequireSt, PaySt, PayPieceSt)):
            word = "require" if isinstance(made, RequireSt) else "pay"
            self.fault(
                "after-change",
                f"`{word}` after a change comes too late: nothing can be taken back",
                made.position,
                "move it to the beginning, or put it first in a `may:` or `choose ...:` block",
            )
        if isinstance(made, ChooseSt) and made.body is None:
            self.fault(
                "after-change",
                "a choice after a change needs a block: there may be nothing to choose",
                made.position,
                "write `choose ... :` and indent what follows;"
                " `otherwise:` says what happens when there is nothing",
            )

    # -- leading statements
    def _require(self, s: t.Require, scope: Scope) -> St:
        return RequireSt(s.position, self.typed(s.condition, TRUTH, scope))

    def _pay(self, s: t.Pay, scope: Scope) -> St:
        amount = self.typed(s.amount, NUMBER, scope)
        counters = tuple(self.counter(c, None, scope) for c in s.counters)
        return PaySt(s.position, amount, counters, tuple(c.name for c in s.counters))

    def _paypiece(self, s: t.PayPiece, scope: Scope) -> St | None:
        piece = self.check(s.piece, scope)
        source = self.place(s.source, scope) if s.source is not None else self.origin(s.piece, piece, scope)
        if source is None:
            return None
        target = self.place(s.target, scope) if s.target is not None else self.default_target(piece)
        return PayPieceSt(s.position, piece, source, target)

    def default_target(self, piece: Ex) -> Ex | None:
        """Where a piece that is paid goes if nothing is said: its box; None for what is no piece."""
        if piece.type.kind != "component":
            return None
        return Ex("zone", set_of(piece.type), piece.position, (box_zone(self.model, piece.type.name),))

    def _choose(self, s: t.Choose, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`choose` needs a set, not a {source.type}", s.source.position)
        element = source.type.of or ANY
        by = self.typed(s.by, PLAYER, scope) if s.by is not None else self.me(s.position, scope)
        outer = scope.inner() if s.body is not None else scope
        many = s.quantity is not None
        origin = source if source.op == "zone" else None
        single = outer.add(s.name, element, origin)
        where = self.typed(s.where, TRUTH, outer) if s.where is not None else None
        if many:
            single.type = set_of(element)
        low = high = None
        greedy = False
        if s.quantity is not None:
            low = self.typed(s.quantity.low, NUMBER, scope) if s.quantity.low is not None else None
            high = self.typed(s.quantity.high, NUMBER, scope) if s.quantity.high is not None else None
            greedy = s.quantity.greedy
        body = self.block(s.body, outer) if s.body is not None else None
        otherwise = self.block(s.otherwise, scope.inner(), leading=False)
        return ChooseSt(s.position, single, source, where, by, many, low, high, greedy, body, otherwise)

    def me(self, position: Position, scope: Scope) -> Ex:
        """Check `me`, which stands here without being written; a fault where nobody is at turn."""
        return self.check(t.Name(position, "me"), scope)

    def _let(self, s: t.Let, scope: Scope) -> St:
        value = self.check(s.value, scope)
        origin = self.origin_of_value(value)
        if isinstance(s.value, t.Name):
            known = scope.find(s.value.name)
            origin = known.origin if known is not None else origin
        return LetSt(s.position, scope.add(s.name, value.type, origin), value)

    def origin_of_value(self, value: Ex) -> Ex | None:
        """The place in `on(x)`, `top(x)`, `front(x)`, `at(x, i)`; None for other expressions."""
        if value.op == "built_in" and value.parts[0] in ("on", "top", "front", "at"):
            place: Ex = value.parts[1]
            return place
        return None

    # -- counters
    def counter(self, call: t.Call, whom: t.Expression | None, scope: Scope) -> Ex:
        """Check the counter of a statement: a player left out is `for` whom, or me."""
        declared = self.model.counters.get(call.name)
        if declared is None:
            names = list(self.model.counters)
            code = (
                "wrong-kind-of-name"
                if call.name in {**self.model.zones, **self.model.values}
                else "unknown-name"
            )
            return self.fault(
                code, f"there is no counter '{call.name}'", call.position, hint_for(call.name, names)
            )
        self.used.add(call.name)
        per = declared.per
        base = Ex("counter", declared.type, call.position, (declared,))
        holder = next((i for i, p in enumerate(per) if p.kind in ("player", "team")), None)
        if holder is None or len(call.arguments) == len(per):
            if whom is not None:
                self.fault(
                    "arguments", "`for` does not fit: this counter already says whose it is", whom.position
                )
            return self.indexed(base, per, call, scope)
        person = self.typed(whom, PLAYER, scope) if whom is not None else self.me(call.position, scope)
        rest = tuple(p for i, p in enumerate(per) if i != holder)
        found = list(self.arguments(call, rest, scope))
        found.insert(holder, self.want(person, per[holder]))
        return Ex("counter", declared.type, call.position, (declared, *found))

    def _gain(self, s: t.Gain, scope: Scope) -> St:
        return GainSt(
            s.position,
            self.typed(s.amount, NUMBER, scope),
            self.number_counter(s.counter, s.whom, scope),
            1,
            s.all_or_none,
        )

    def _lose(self, s: t.Lose, scope: Scope) -> St:
        return GainSt(
            s.position,
            self.typed(s.amount, NUMBER, scope),
            self.number_counter(s.counter, s.whom, scope),
            -1,
            False,
        )

    def number_counter(self, call: t.Call, whom: t.Expression | None, scope: Scope) -> Ex:
        """Check a counter that can be gained and lost."""
        found = self.counter(call, whom, scope)
        if found.type not in (NUMBER, ANY):
            return self.fault(
                "type", f"'{call.name}' does not count; use `set {call.name} to ...`", call.position
            )
        return found

    def _assign(self, s: t.Assign, scope: Scope) -> St | None:
        target: Ex
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
        return AssignSt(s.position, target, self.typed(s.value, target.type, scope), None)

    def assign_state(self, s: t.Assign, node: t.Field, scope: Scope) -> St | None:
        """Check `set PIECE.STATE to ...`: the place of the piece must be known, its token changes there."""
        target = self.check(node, scope)
        if target.op != "state":
            if target.type != ANY:
                self.fault("type", f"'{node.name}' never changes; only states can be set", node.position)
            return None
        place = self.origin(node.owner, target.parts[0], scope)
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

    def place(self, node: t.Expression, scope: Scope) -> Ex:
        """Check a zone or a space that holds something."""
        found = self.check(node, scope)
        if found.op == "zone" or found.type == ANY:
            return found
        if found.type.kind == "space":
            self.held_by(found.type, node.position)
            return found
        return self.fault("type", f"this should be a zone or a space, not a {found.type}", node.position)

    def holds(self, place: Ex) -> Type:
        """The type of what lies in a zone or on a space."""
        if place.op == "zone":
            return place.type.of or ANY
        return self.held_by(place.type, place.position)

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
                Ex("var", variable.type, s.position, (variable.python,)),
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

    def _roll(self, s: t.Roll, scope: Scope) -> St:
        target = self.place(s.target, scope)
        if target.op == "zone" and not target.parts[0].faces:
            self.fault("type", "only a zone with `faces` can be rolled into", s.target.position)
        return RollSt(s.position, self.typed(s.amount, NUMBER, scope), target)

    def _fill(self, s: t.Fill, scope: Scope) -> St:
        zone = self.place(s.zone, scope)
        held = self.holds(zone)
        if held.kind == "component":
            self.fault(
                "type",
                "pieces are moved, not made; only a zone of numbers or members can be filled",
                s.zone.position,
            )
        return FillSt(s.position, zone, tuple(self.typed(v, held, scope) for v in s.values))

    def _pick(self, s: t.Pick, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`pick` needs a set, not a {source.type}", s.source.position)
        variable = scope.add(s.name, source.type.of or ANY, source if source.op == "zone" else None)
        where = self.typed(s.where, TRUTH, scope) if s.where is not None else None
        return PickSt(s.position, variable, source, where)

    def _shuffle(self, s: t.Shuffle, scope: Scope) -> St:
        zone = self.check(s.zone, scope)
        if zone.op not in ("zone", "spaces") and zone.type != ANY:
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
            left.op if left.op == "counter" else left.type.kind,
            right.op if right.op == "counter" else right.type.kind,
        }
        if both not in ({"counter"}, {"space"}) and ANY not in (left.type, right.type):
            self.fault("type", "only two spaces or two counters can be swapped", s.position)
        return SwapSt(s.position, left, right)

    # -- calls
    def _invoke(self, s: t.Invoke, scope: Scope) -> St | None:
        arguments = self.effect_arguments(s.effect, scope)
        if arguments is None:
            return None
        return CallSt(
            s.position,
            s.effect.name,
            arguments,
            self.whose(s.whom, s.effect.name, s.effect.position, scope),
            s.must,
        )

    def whom(self, node: t.Expression | None, position: Position, scope: Scope) -> Ex:
        """Who does an effect: the one after `for`, else me; a fault where nobody is at turn."""
        if node is not None:
            return self.typed(node, PLAYER, scope)
        return self.me(position, scope)

    def whose(self, node: t.Expression | None, effect: str, position: Position, scope: Scope) -> Ex:
        """Whose a called effect is: `for` whom, else the caller's.

        It is nobody's only where the effect has no need of a `me`.
        """
        if node is not None:
            return self.typed(node, PLAYER, scope)
        if scope.has_me:
            self.handed_on.add(effect)
            return Ex("me", PLAYER, position)
        self.nobodys.append((effect, position))
        return Ex("const", PLAYER, position, (-1,))

    def effect_arguments(self, call: t.Call, scope: Scope) -> tuple[Ex, ...] | None:
        """Check a called effect's name and arguments; None (and a problem) if there is none."""
        declared = self.model.effects.get(call.name)
        if declared is None:
            self.fault(
                "unknown-name",
                f"there is no effect or action '{call.name}'",
                call.position,
                hint_for(call.name, list(self.model.effects)),
            )
            return None
        self.used.add(call.name)
        wants = [self.parameter_type(p, quiet=True) for p in declared.parameters]
        return self.arguments(call, wants, scope)

    def _perform(self, s: t.Perform, scope: Scope) -> St | None:
        arguments = self.effect_arguments(s.effect, scope)
        if arguments is None:
            return None
        whom = self.whose(s.whom, s.effect.name, s.position, scope)
        if s.at_once:
            return CallSt(s.position, s.effect.name, arguments, whom, False)
        for argument in arguments:
            if argument.type.kind == "set":
                self.fault("type", "an action that waits cannot keep a set", argument.position)
        return PerformSt(s.position, s.effect.name, arguments, whom)

    def _doeffect(self, s: t.DoEffect, scope: Scope) -> St | None:
        piece = self.check(s.piece, scope)
        if piece.type.kind != "component":
            if piece.type != ANY:
                self.fault("type", f"a {piece.type} has no effect", s.piece.position)
            return None
        made = self.model.components[piece.type.name]
        wants = [self.parameter_type(p, quiet=True) for p in made.effect_parameters]
        call = t.Call(s.position, f"do effect of {made.name}", s.arguments)
        return DoEffectSt(
            s.position,
            s.must,
            made.name,
            piece,
            self.arguments(call, wants, scope),
            self.whom(s.whom, s.position, scope),
        )

    def _score(self, s: t.Score, scope: Scope) -> St:
        self.sources.setdefault(s.source)
        return ScoreSt(
            s.position, self.typed(s.amount, NUMBER, scope), s.source, self.whom(s.whom, s.position, scope)
        )

    def _end(self, s: t.End, scope: Scope) -> St:
        for name in (s.what, s.after):
            if name is not None and name != "game" and name not in self.model.steps:
                self.fault(
                    "unknown-name",
                    f"there is no step '{name}' in the flow",
                    s.position,
                    hint_for(name, ["game", *self.model.steps]),
                )
        return EndSt(s.position, s.what, s.after)

    # -- structure
    def _oneof(self, s: t.OneOf, scope: Scope) -> St:
        by = self.typed(s.by, PLAYER, scope) if s.by is not None else self.me(s.position, scope)
        seen: dict[str, Position] = {}
        branches = []
        for branch in s.branches:
            if branch.name in seen:
                self.problems.error(
                    "defined-twice",
                    f"two branches are called '{branch.name}'",
                    branch.position,
                    also=[seen[branch.name]],
                )
            seen[branch.name] = branch.position
            branches.append((branch.name, self.block(branch.body, scope.inner())))
        return OneOfSt(s.position, by, tuple(branches), self.block(s.otherwise, scope.inner(), leading=False))

    def _may(self, s: t.May, scope: Scope) -> St:
        by = self.typed(s.by, PLAYER, scope) if s.by is not None else self.me(s.position, scope)
        return MaySt(
            s.position,
            by,
            self.block(s.body, scope.inner()),
            self.block(s.otherwise, scope.inner(), leading=False),
        )

    def _if(self, s: t.If, scope: Scope) -> St:
        tests = tuple(
            (self.typed(c, TRUTH, scope), self.block(b, scope.inner(), leading=False)) for c, b in s.tests
        )
        return IfSt(s.position, tests, self.block(s.otherwise, scope.inner(), leading=False))

    def _for(self, s: t.For, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`for` needs a set, not a {source.type}", s.source.position)
        inner = scope.inner()
        origin = source if source.op == "zone" else None
        if source.op == "var" and isinstance(s.source, t.Name):
            known = scope.find(s.source.name)
            origin = known.origin if known is not None else None
        variable = inner.add(s.name, source.type.of or ANY, origin)
        where = self.typed(s.where, TRUTH, inner) if s.where is not None else None
        by = self.typed(s.by, NUMBER, inner) if s.by is not None else None
        return ForSt(s.position, variable, source, where, by, self.block(s.body, inner, leading=False))

    def _repeat(self, s: t.Repeat, scope: Scope) -> St:
        condition = self.typed(s.condition, TRUTH, scope) if s.condition is not None else None
        return RepeatSt(
            s.position,
            self.typed(s.amount, NUMBER, scope),
            condition,
            self.block(s.body, scope.inner(), leading=False),
        )

    def _settle(self, s: t.Settle, scope: Scope) -> St:
        return SettleSt(s.position, s.rule, self.block(s.body, scope.inner(), leading=False))

    # -- lasting rules
    def _until(self, s: t.Until, scope: Scope) -> St | None:
        if s.step not in self.model.steps:
            self.fault(
                "unknown-name",
                f"there is no step '{s.step}' in the flow",
                s.position,
                hint_for(s.step, list(self.model.steps)),
            )
        self.me(s.position, scope)
        kept = tuple(v for v in scope.all() if v.type.kind != "set")
        number = len(self.lasting)
        first = True
        for rule in s.rules:
            made = self.lasting_rule(rule, scope, s.step)
            if made is None:
                continue
            made.lasting, made.until, made.kept = number, s.step, kept
            self.lasting.append(made)
            first = False
        return None if first else LastingSt(s.position, number, kept)

    def lasting_rule(
        self, rule: t.LastingModifier | t.LastingTrigger | t.LastingGrant, scope: Scope, step: str
    ) -> RuleEx | None:
        """Check one rule under `until end of`; None (and a problem) if its event does not exist."""
        if isinstance(rule, t.LastingGrant):
            if rule.action not in self.model.effects:
                self.fault(
                    "unknown-name",
                    f"there is no action '{rule.action}'",
                    rule.position,
                    hint_for(rule.action, list(self.model.effects)),
                )
            return RuleEx("grant", rule.position, None, None, None, action=rule.action)
        inner = scope.inner()
        modifies = isinstance(rule, t.LastingModifier)
        pattern = self.pattern(rule.pattern, inner, values=modifies)
        if pattern is None:
            return None
        if isinstance(rule, t.LastingModifier):
            wanted = self.type_of_value(rule.pattern.name)
            value = self.typed(rule.value, wanted, inner)
            where = self.typed(rule.where, TRUTH, inner) if rule.where is not None else None
            return RuleEx("modifier", rule.position, None, pattern, where, change=rule.change, value=value)
        return RuleEx(
            "trigger", rule.position, None, pattern, None, body=self.block(rule.body, inner, leading=False)
        )

    # -- patterns
    def pattern(self, node: t.Pattern, scope: Scope, *, values: bool = False) -> PatternEx | None:
        """Check what a rule listens to; adds the names it binds to the scope."""
        event, types = self.event(node, values=values)
        if event is None:
            return None
        arguments = node.arguments or ()
        if len(arguments) > len(types):
            self.fault(
                "arguments",
                f"'{node.name}' has {len(types)} arguments here, not {len(arguments)}",
                node.position,
            )
            return None
        equal, bind, me = [], [], None
        for place, (argument, wanted) in enumerate(zip(arguments, types, strict=False)):
            if isinstance(argument, t.Parameter):
                found = self.parameter_type(argument)
                if not fits(wanted, found):
                    self.fault("type", f"this is a {wanted}, not a {found}", argument.position)
                bind.append((place, scope.add(argument.name, found)))
            elif isinstance(argument, t.Name) and argument.name == "me":
                me = place
            else:
                equal.append((place, self.typed(argument, wanted, scope)))
        return PatternEx(event, tuple(equal), tuple(bind), me, node.position)

    def event(self, node: t.Pattern, *, values: bool) -> tuple[str | None, list[Type]]:
        """The event that a pattern names and the types of its arguments; (None, []) after a fault."""
        model, name = self.model, node.name
        if values:
            if name in model.values:
                self.used.add(name)
                return f"value {name}", [
                    self.parameter_type(p, quiet=True) for p in model.values[name].parameters
                ]
            self.fault(
                "unknown-name",
                f"there is no value '{name}'",
                node.position,
                hint_for(name, list(model.values)),
            )
        elif node.kind is None:
            if name in model.effects:
                return f"effect {name}", [
                    PLAYER,
                    *(self.parameter_type(p, quiet=True) for p in model.effects[name].parameters),
                ]
            self.fault(
                "unknown-name",
                f"there is no effect or action '{name}'",
                node.position,
                hint_for(name, list(model.effects)),
            )
        elif node.kind in ("gained", "lost"):
            if name in model.counters:
                return f"{node.kind} {name}", [*model.counters[name].per, NUMBER]
            self.fault(
                "unknown-name",
                f"there is no counter '{name}'",
                node.position,
                hint_for(name, list(model.counters)),
            )
        elif node.kind in ("entered", "left"):
            if name in model.zones:
                return f"{node.kind} {name}", [*model.zones[name].per, model.zones[name].holds]
            board = model.node_boards.get(name)
            if board is not None and name in board.holds:
                return f"{node.kind} {name}", [Type("space", name), component(board.holds[name])]
            self.fault(
                "unknown-name",
                f"there is no zone or board '{name}'",
                node.position,
                hint_for(name, [*model.zones, *model.node_boards]),
            )
        elif name in model.steps:
            return f"{node.kind} {name}", [PLAYER]
        else:
            self.fault(
                "unknown-name",
                f"there is no step '{name}' in the flow",
                node.position,
                hint_for(name, list(model.steps)),
            )
        return None, []
