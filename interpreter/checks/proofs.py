"""What rules can be proved never to do, or never to cease to do, without a single game being played.

In: a checked program with the spans of its numbers (bounds.py). Out: warnings. Each is certain for the number
of players that the program is for; nothing is said where the options of a ruleset decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from math import inf
from typing import TypeGuard, TypeVar

from interpreter.checks.bounds import NOTHING_KNOWN, Bounds, Key, Known, Span, key_of
from interpreter.language import checked as c
from interpreter.language.facts import expressions_in, reads_anything, statements_in
from interpreter.language.index import Unit, index_of, reached
from interpreter.language.node import Node, find, walk
from interpreter.language.plan import Plan, total
from interpreter.language.program import EffectEx, Program, RuleEx, ScoreEx, StepEx
from interpreter.language.reads import read_by
from interpreter.language.statement_facts import facts_of, has_points
from interpreter.language.types import PLAYER
from interpreter.model.declarations import KindDecl, Model
from interpreter.model.resolve import player_range
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem
from interpreter.reading.located_value import Located

S = TypeVar("S", bound=c.St)
# Of so many kinds that cannot be paid for each is named at its own place; of more the payment is.
_FEW_KINDS = 3


def proofs(root: Located, model: Model, program: Program) -> list[Problem]:
    """Return what is certain of a merged ruleset, its model and its program."""
    proof = _Proof(root, model, program)
    found = [
        *proof.never_true(),
        *proof.never_paid(),
        *proof.nothing_changed(),
        *proof.moved_to_itself(),
        *proof.endless_steps(),
        *proof.endless_actions(),
        *_scored_twice(program.final),
        *proof.counted_from_zero(),
        *proof.sets_in_texts(),
    ]
    if player_range(root)[1] > 1:
        found += [*proof.points_for_all(), *proof.one_player_named()]
    return found


def _warning(
    code: str, message: str, place: Position, hint: str | None = None, also: Iterable[Position] = ()
) -> Problem:
    return Problem(code, message, place, "warning", hint, tuple(also))


class _Proof:
    """A program, and what is known of its numbers."""

    def __init__(self, root: Located, model: Model, program: Program) -> None:
        self.actions = root.get("actions")
        self.model, self.program = model, program
        self.index, self.bounds = index_of(program), Bounds(model, program)

    # -- conditions

    def never_true(self) -> Iterator[Problem]:
        """Conditions that are never true, by the bounds of counters or because they exclude one another."""
        for unit, body in self.index.bodies.items():
            yield from self._required(unit, body)
            for s in statements_in(body):
                if isinstance(s, c.IfSt):
                    for condition, block in s.tests:
                        if block and not isinstance(condition, c.ConstEx):  # `unreachable` has these
                            yield from self._never([condition], "this never runs")
                elif isinstance(s, c.ChooseSt | c.ForSt | c.PickSt) and s.where is not None:
                    yield from self._never([s.where], "nothing ever fits")
        for step in self.index.steps:
            for asked in (step.when, step.condition):
                if asked is not None:
                    yield from self._never([asked], f"the step '{step.name}' never begins")
            if step.passing is not None:
                yield from self._never([step.passing], "nobody can ever pass here")
        for rule in self.program.rules:
            if rule.where is not None:
                yield from self._never([rule.where], _of_rule(rule))

    def _required(self, unit: Unit, body: c.StBlock) -> Iterator[Problem]:
        """What a body requires before it changes anything must be possible together."""
        required: list[c.Ex] = []
        plan = self.index.plan(body)
        for stage in plan.stages() if plan is not None else ():
            if isinstance(stage.s, c.RequireSt):
                required.append(stage.s.condition)
            elif isinstance(stage.s, c.PaySt | c.PayPieceSt):
                break  # it changes what is required afterwards
        named = unit[0] in ("effect", "kind")
        what = (
            f"'{unit[-1].removeprefix('original_')}' can never be done" if named else "this can never be done"
        )
        yield from self._never(required, what)

    def _never(self, conditions: list[c.Ex], what: str) -> Iterator[Problem]:
        if any(map(_has_option, conditions)):
            return
        part = self.bounds.first_false(conditions)
        if part is None:
            return
        if self.bounds.truth(part) is False:
            yield _warning("never-true", f"{what}: {self._why_false(part)}", part.position)
            return
        before = list(self._compared_before(conditions, part))
        message = f"{what}: this excludes a condition before it"
        yield _warning("never-true", message, part.position, also=[each.position for each in before])

    def _compared_before(self, conditions: list[c.Ex], part: c.Ex) -> Iterator[c.Ex]:
        """The comparisons before one that compare the same."""
        assert isinstance(part, c.CompareEx)
        keys = {key_of(side) for side in (part.left, part.right) if not isinstance(side, c.ConstEx)}
        for condition in conditions:
            for each in find(condition, c.CompareEx):
                if each is part:
                    return
                if keys & {key_of(each.left), key_of(each.right)}:
                    yield each

    def _why_false(self, part: c.Ex) -> str:
        if not isinstance(part, c.CompareEx):
            return "its condition is never true"
        sides = [side for side in (part.left, part.right) if not isinstance(side, c.ConstEx)]
        return " and ".join(self._said(side) for side in sides) or "its condition is never true"

    def _said(self, ex: c.Ex) -> str:
        """Between what an expression lies, in words."""
        low, high = self.bounds.span(ex)
        if isinstance(ex, c.CounterEx):
            name = f"'{ex.declared.name}'"
        else:
            name = f"the value '{ex.name}'" if isinstance(ex, c.ValueCallEx) else "what is compared"
        return f"{name} {_between((low, high))}"

    # -- payments

    def never_paid(self) -> Iterator[Problem]:
        """Payments of more than a counter ever holds."""
        for body in self.index.bodies.values():
            choices = [s for s in statements_in(body) if isinstance(s, c.ChooseSt)]
            for s in statements_in(body):
                if isinstance(s, c.PaySt):
                    yield from self._payment(s, choices)

    def _payment(self, s: c.PaySt, choices: list[c.ChooseSt]) -> Iterator[Problem]:
        most = self.bounds.span(total(s.counters))[1]
        names = " and ".join(f"'{each.declared.name}'" for each in s.counters)
        together = "hold together" if len(s.counters) > 1 else "holds"
        why = f"{names} never {together} more than {most:g}" if most < inf else ""
        if not why or _has_option(s.amount):
            return
        if self.bounds.span(s.amount)[0] > most:
            message = f"this can never be paid: {why}, and it costs {self.bounds.span(s.amount)[0]:g}"
            yield _warning("never-paid", message, s.position)
            return
        pieces = {each.name: each for each in find(s.amount, c.LocalEx) if each.type.kind == "component"}
        if len(pieces) != 1:
            return
        piece = next(iter(pieces.values()))
        dear = list(self._too_dear(s, piece, most, choices))
        if len(dear) <= _FEW_KINDS:
            for kind, needed in dear:
                message = f"'{kind.name}' can never be paid for: {why}, and it costs {needed:g}"
                yield _warning("never-paid", message, kind.about.position, also=[s.position])
        else:
            listed = ", ".join(kind.name for kind, _ in dear)
            yield _warning("never-paid", f"{listed} can never be paid for: {why}", s.position)

    def _too_dear(
        self, s: c.PaySt, piece: c.LocalEx, most: float, choices: list[c.ChooseSt]
    ) -> Iterator[tuple[KindDecl, float]]:
        """The kinds that take more than there ever is, without those that the choice leaves out."""
        for kind in self.bounds.kinds_of(piece, NOTHING_KNOWN):
            known = Known(kinds={piece.name: (kind,)})
            chosen = [each.where for each in choices if each.variable.python == piece.name and each.where]
            if any(self.bounds.truth(where, known) is False for where in chosen):
                continue
            needed = self.bounds.span(s.amount, known)[0]
            if needed > most:
                yield kind, needed

    # -- statements that do nothing

    def nothing_changed(self) -> Iterator[Problem]:
        """Gains and losses of nothing."""
        for s in self._statements(c.GainSt):
            if isinstance(s.amount, c.ConstEx) and s.amount.value == 0:
                word = "gained" if s.sign > 0 else "lost"
                yield _warning("no-change", f"nothing is ever {word} here: the number is 0", s.position)

    def moved_to_itself(self) -> Iterator[Problem]:
        """Moves from a zone into the same one, where it is not said where in it."""
        moves: list[c.MoveSt | c.DrawSt] = [*self._statements(c.MoveSt), *self._statements(c.DrawSt)]
        for s in moves:
            said = s.place is not None or (isinstance(s, c.MoveSt) and s.facing is not None)
            if not said and isinstance(s.target, c.ZoneEx) and key_of(s.source) == key_of(s.target):
                message = f"this goes from '{s.target.declared.name}' to '{s.target.declared.name}' itself"
                yield _warning("no-change", message, s.position)

    def _statements(self, kind: type[S]) -> Iterator[S]:
        for body in self.index.bodies.values():
            yield from (s for s in statements_in(body) if isinstance(s, kind))

    # -- what never ends

    def endless_steps(self) -> Iterator[Problem]:
        """Steps whose `while` always holds, with nothing that ends them, a step around them or the game."""
        ends = {s.what for s in self._statements(c.EndSt)}
        for step in self.index.steps:
            if step.condition is None or step.kind == "actions" or _has_option(step.condition):
                continue
            if self.bounds.truth(step.condition) is True and ends <= self._inside(step):
                message = f"the step '{step.name}' has no end: nothing ends it or the game"
                yield _warning("endless-play", message, step.condition.position)

    def _inside(self, step: StepEx) -> set[str]:
        """The steps that lie in a step: who ends one of these does not leave it."""
        return {name for name, path in self.index.paths.items() if step in path[:-1]}

    def endless_actions(self) -> Iterator[Problem]:
        """Actions that can be taken again and again in one turn: nothing ends it or closes them."""
        for step in self.index.steps:
            for name in () if step.once else step.actions:
                effect = self.program.effects[name]
                if not self._closes(effect, step):
                    message = f"'{name}' can be taken again and again in the step '{step.name}'"
                    message += ": it does not end the step, and uses nothing up"
                    place = self.actions.key_position(name) if self.actions is not None else effect.position
                    yield _warning("endless-play", message, place, also=[step.position])

    def _closes(self, effect: EffectEx, step: StepEx) -> bool:
        """Whether an action may end a step, or change something that it or the step asks for."""
        units = reached(self._leads_to, [("effect", effect.name)])
        statements = [s for unit in units for s in statements_in(self.index.units[unit])]
        if any(isinstance(s, c.EndSt) for s in statements):
            return True
        asked = list(self._asked_by(self.index.plan(effect.body)))
        if step.condition is not None:
            asked.append(step.condition)
        if None in asked or any(_may_read_anything(each) for each in asked if each is not None):
            return True
        read = read_by(self.program, [each for each in asked if each is not None])
        if any(word.split()[0] not in ("counter", "zone", "option") for word in read):
            return True
        return not read.isdisjoint(_changed(statements))

    def _asked_by(self, plan: Plan) -> Iterator[c.Ex | None]:
        """What a precondition asks of the position before it can be done; None: nobody can tell."""
        for stage in plan.stages() if plan is not None else ():
            s = stage.s
            if stage.condition is not None:
                yield stage.condition
            if isinstance(s, c.CallSt):
                yield from self._asked_by(self.index.plan(self.program.effects[s.effect].body))
            elif isinstance(s, c.OneOfSt | c.DoEffectSt):
                yield None
            elif isinstance(s, c.ChooseSt | c.PayPieceSt):
                yield from expressions_in(s)

    @cached_property
    def _leads_to(self) -> dict[Unit, set[Unit]]:
        """What each unit may call, what listens, and what it puts on the agenda."""
        later = {
            unit: {("effect", s.effect) for s in statements_in(body) if isinstance(s, c.PerformSt)}
            for unit, body in self.index.units.items()
        }
        return {unit: called | later[unit] for unit, called in self.index.calls.items()}

    # -- points

    def points_for_all(self) -> Iterator[Problem]:
        """Scoring that does not depend on whose points they are."""
        for line in self.program.final:
            if line.carrier is None and not self._depends_on_me([line.points]):
                message = "everybody gets these points alike: they do not depend on `me`"
                yield _warning("same-points", message, line.points.position)

    def _depends_on_me(self, waiting: list[c.Ex]) -> bool:
        seen: set[str] = set()
        while waiting:
            ex = waiting.pop()
            if any(True for _ in find(ex, c.MeEx)):
                return True
            for called in find(ex, c.ValueCallEx):
                if called.name not in seen:
                    seen.add(called.name)
                    if f"value {called.name}" in {r.pattern.event for r in self.program.rules if r.pattern}:
                        return True
                    waiting.append(self.program.values[called.name].body)
        return False

    def one_player_named(self) -> Iterator[Problem]:
        """One player named in values or points, where nothing else in the rules names any."""
        values = list(self._values_and_points())
        read = (each for each in walk(values) if isinstance(each, c.CounterEx | c.ZoneEx | c.SpacesEx))
        named = [each for thing in read for each in thing.children() if _is_player(each)]
        if len({each.value for each in named}) != 1:
            return
        everywhere = [each for each in find([*values, *self._elsewhere()], c.ConstEx) if _is_player(each)]
        if len(everywhere) == len(named):
            for each in named:
                message = f"nothing but this names a player: is p{each.value + 1} meant, whoever asks?"
                yield _warning("one-player", message, each.position)

    def _values_and_points(self) -> Iterator[c.Ex]:
        yield from (value.body for value in self.program.values.values())
        yield from (line.points for line in self.program.final)

    def _elsewhere(self) -> Iterator[Node]:
        """All of a program but its values and points."""
        yield from chain(*self.index.bodies.values())
        yield from chain(*map(_of_step, self.index.steps))
        for rule in self.program.rules:
            yield from (part for part in (rule.pattern, rule.where, rule.value) if part is not None)

    # -- the flow, and texts

    def counted_from_zero(self) -> Iterator[Problem]:
        """Steps that count from 0 with a number that nothing reads: one round more than the last number."""
        read: set[str] | None = None
        for step in self.index.steps:
            if step.loop is None or not isinstance(step.loop[1], c.RangeEx):
                continue
            low = step.loop[1].low
            if isinstance(low, c.ConstEx) and low.value == 0:
                read = read if read is not None else self._counters_named()
                if step.loop[0] not in read:
                    message = f"the first '{step.loop[0]}' is 0, and nothing reads the number"
                    yield _warning("from-zero", message, low.position)

    def _counters_named(self) -> set[str]:
        return {
            each.declared.name for each in find([*self._values_and_points(), *self._elsewhere()], c.CounterEx)
        }

    def sets_in_texts(self) -> Iterator[Problem]:
        """Questions and notes that show all pieces of a type where one that was chosen is meant."""
        for s in self._statements(c.ChooseSt):
            texts = (s.asking.question, *s.asking.notes) if s.asking is not None else ()
            for part in (part for text in texts if text is not None for part in text.parts):
                if isinstance(part, c.ConstSetEx) and part.type.of == s.variable.type:
                    message = (
                        f"'{part.type.of}' is the set of all; what is chosen here is '{s.variable.name}'"
                    )
                    yield _warning("set-in-text", message, part.position)


def _of_rule(rule: RuleEx) -> str:
    return {"grant": "this is never granted", "modifier": "this never changes anything"}.get(
        rule.kind, "this rule never runs"
    )


def _between(span: Span) -> str:
    low, high = span
    if low == high:
        return f"is always {low:g}"
    if low == -inf:
        return f"is never more than {high:g}"
    return f"is never less than {low:g}" if high == inf else f"is from {low:g} to {high:g}"


def _has_option(ex: c.Ex) -> bool:
    return any(True for _ in find(ex, c.OptionEx))


def _may_read_anything(ex: c.Ex) -> bool:
    return any(isinstance(each, c.AfterEx) or reads_anything(each) for each in find(ex, c.Ex))


def _changed(statements: Iterable[c.St]) -> set[str]:
    """The counters and zones that statements change, by the layout's names."""
    found: set[str] = set()
    for s in statements:
        for each in facts_of(s).changes(s):
            if isinstance(each, c.CounterEx | c.ZoneEx):
                found.add(f"{'counter' if isinstance(each, c.CounterEx) else 'zone'} {each.declared.name}")
        if isinstance(s, c.ScoreSt) or has_points(s):
            found.add("counter points")
    return found


def _is_player(part: Node) -> TypeGuard[c.ConstEx]:
    return isinstance(part, c.ConstEx) and part.type == PLAYER and part.value >= 0


def _of_step(step: StepEx) -> Iterator[c.Ex]:
    """The expressions of a step itself."""
    said = (step.players, step.condition, step.when, step.passing, step.loop[1] if step.loop else None)
    return (each for each in said if each is not None)


def _scored_twice(lines: Iterable[ScoreEx]) -> Iterator[Problem]:
    """Lines of points that give the same for the same."""
    seen: dict[tuple[object, Key], ScoreEx] = {}
    for line in lines:
        first = seen.setdefault((line.carrier, key_of(line.points)), line)
        if first is not line:
            message = f"these points are given twice: '{first.source}' gives the same"
            yield _warning("same-points", message, line.position, also=[first.position])
