"""Parse trees of statements to checked ones: choices, calls, structure.

In: a statement and its scope. Out: the checked statement; names that it binds are in the scope afterwards.
The checkers that this one builds on know counters and pieces, rules, and what may stand where.
"""

from __future__ import annotations

from interpreter.language import tree as t
from interpreter.language.check_pieces import PieceChecker
from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    ConstEx,
    DoEffectSt,
    EndSt,
    Ex,
    ForSt,
    IfSt,
    LetSt,
    LocalEx,
    MaySt,
    MeEx,
    OneOfSt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    ScoreSt,
    SettleSt,
    St,
    StBlock,
    ZoneEx,
)
from interpreter.language.scope import Scope
from interpreter.language.types import ANY, NUMBER, PLAYER, TRUTH, set_of
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position

# What a replacement calls the effect that it stands for.
ORIGINAL = "original"


class StatementChecker(PieceChecker):
    """Checks statements: a method for each kind of node, named as the kind."""

    """Checks blocks; collects the names of scoring sources, called effects and lasting rules on the way."""

    # -- leading statements
    def _require(self, s: t.Require, scope: Scope) -> St:
        return RequireSt(s.position, self.typed(s.condition, TRUTH, scope))

    def _choose(self, s: t.Choose, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`choose` needs a set, not a {source.type}", s.source.position)
        element = source.type.of or ANY
        by = self.typed(s.by, PLAYER, scope) if s.by is not None else self.me(s.position, scope)
        outer = scope.inner() if s.body is not None else scope
        many = s.quantity is not None
        origin = source if isinstance(source, ZoneEx) else None
        single = outer.add(s.name, element, origin)
        where = self.typed(s.where, TRUTH, outer) if s.where is not None else None
        if many:
            single.type = set_of(element)
        low = high = None
        greedy = repeats = False
        if s.quantity is not None:
            low = self.typed(s.quantity.low, NUMBER, scope) if s.quantity.low is not None else None
            high = self.typed(s.quantity.high, NUMBER, scope) if s.quantity.high is not None else None
            greedy, repeats = s.quantity.greedy, s.quantity.repeats
        body = self.block(s.body, outer) if s.body is not None else None
        otherwise = self.otherwise(s.otherwise, scope)
        return ChooseSt(
            s.position, single, source, where, by, many, low, high, greedy, repeats, body, otherwise
        )

    def _let(self, s: t.Let, scope: Scope) -> St:
        value = self.check(s.value, scope)
        origin = self.origin_of_value(value)
        if isinstance(s.value, t.Name):
            known = scope.find(s.value.name)
            origin = known.origin if known is not None else origin
        return LetSt(s.position, scope.add(s.name, value.type, origin), value)

    def _pick(self, s: t.Pick, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`pick` needs a set, not a {source.type}", s.source.position)
        variable = scope.add(s.name, source.type.of or ANY, source if isinstance(source, ZoneEx) else None)
        where = self.typed(s.where, TRUTH, scope) if s.where is not None else None
        return PickSt(s.position, variable, source, where)

    # -- calls
    def _invoke(self, s: t.Invoke, scope: Scope) -> St | None:
        arguments = self.effect_arguments(s.effect, scope)
        if arguments is None:
            return None
        name = s.effect.name
        if name == ORIGINAL and self.replaced:
            name = f"{ORIGINAL}_{self.replaced}"
            self.originals[name] = self.replaced
        whom = self.whose(s.whom, s.effect.name, s.effect.position, scope)
        return CallSt(s.position, name, arguments, whom, s.must)

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
            return MeEx(position, PLAYER)
        self.nobodys.append((effect, position))
        return ConstEx(position, PLAYER, -1)

    def effect_arguments(self, call: t.Call, scope: Scope) -> tuple[Ex, ...] | None:
        """Check a called effect's name and arguments; None (and a problem) if there is none."""
        called = self.replaced if call.name == ORIGINAL and self.replaced else call.name
        declared = self.model.effects.get(called)
        if declared is None:
            self.fault(
                "unknown-name",
                f"there is no effect or action '{call.name}'",
                call.position,
                hint_for(call.name, list(self.model.effects)),
            )
            return None
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
        return OneOfSt(s.position, by, tuple(branches), self.otherwise(s.otherwise, scope))

    def _may(self, s: t.May, scope: Scope) -> St:
        by = self.typed(s.by, PLAYER, scope) if s.by is not None else self.me(s.position, scope)
        return MaySt(s.position, by, self.block(s.body, scope.inner()), self.otherwise(s.otherwise, scope))

    def otherwise(self, statements: t.Block, scope: Scope) -> StBlock:
        """Check what is done where a choice is not made."""
        return self.block(statements, scope.inner(), late="in `otherwise`")

    def _if(self, s: t.If, scope: Scope) -> St:
        tests = tuple(
            (self.typed(c, TRUTH, scope), self.block(b, scope.inner(), late="in `if`")) for c, b in s.tests
        )
        return IfSt(s.position, tests, self.block(s.otherwise, scope.inner(), late="in `else`"))

    def _for(self, s: t.For, scope: Scope) -> St:
        source = self.check(s.source, scope)
        if source.type.kind not in ("set", "any"):
            self.fault("type", f"`for` needs a set, not a {source.type}", s.source.position)
        inner = scope.inner()
        origin: Ex | None = source if isinstance(source, ZoneEx) else None
        if isinstance(source, LocalEx) and isinstance(s.source, t.Name):
            known = scope.find(s.source.name)
            origin = known.origin if known is not None else None
        variable = inner.add(s.name, source.type.of or ANY, origin)
        where = self.typed(s.where, TRUTH, inner) if s.where is not None else None
        by = self.typed(s.by, NUMBER, inner) if s.by is not None else None
        return ForSt(s.position, variable, source, where, by, self.block(s.body, inner, late="in `for`"))

    def _repeat(self, s: t.Repeat, scope: Scope) -> St:
        condition = self.typed(s.condition, TRUTH, scope) if s.condition is not None else None
        return RepeatSt(
            s.position,
            self.typed(s.amount, NUMBER, scope),
            condition,
            self.block(s.body, scope.inner(), late="in `repeat`"),
        )

    def _settle(self, s: t.Settle, scope: Scope) -> St:
        return SettleSt(s.position, s.rule, self.block(s.body, scope.inner(), late="in `settle`"))
