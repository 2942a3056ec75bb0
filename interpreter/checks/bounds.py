"""Between which numbers an expression always lies, in every position that play can come to.

In: a checked program. Out: spans, least and greatest, which may be infinite; and what can never be true.
This is abstract interpretation over intervals (P. Cousot and R. Cousot, 1977): what counters can hold begins
with their starts and grows, statement by statement, until no statement takes one further; a bound that moves
goes to the counter's `min` or `max` at once, then to infinity, so that this ends after a few rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

from interpreter.language import checked as c
from interpreter.language.facts import statements_in
from interpreter.language.index import index_of
from interpreter.language.node import Node
from interpreter.language.program import Program
from interpreter.language.statement_facts import facts_of, has_points
from interpreter.language.types import NUMBER, TRUTH
from interpreter.model.declarations import CounterDecl, KindDecl, Model

# The least and the greatest number that something can be.
Span = tuple[float, float]
# An expression without its places; its own variables by the order in which they appear.
Key = tuple[object, ...]

ANY: Span = (-inf, inf)
_TRUTHS: Span = (0, 1)
_COUNTS: Span = (0, inf)
# So many expressions are looked at for one ruleset; what is beyond that may be anything.
_MOST_WORK = 300_000
_DEEPEST = 40


def key_of(ex: Node) -> Key:
    """What an expression says: equal ones have equal keys, whatever their variables are called."""
    names: dict[str, int] = {}

    def key(value: object) -> object:
        if isinstance(value, c.ClauseEx):
            return ("clause", names.setdefault(value.variable, len(names)), key(value.source))
        if isinstance(value, c.LocalEx):
            return ("local", names.get(value.name, value.name))
        if isinstance(value, c.GatherEx):  # the clauses name what stands before them
            parts = (value.clauses, value.element, value.where, value.by)
            return ("gather", value.word, *map(key, parts))
        if isinstance(value, Node):
            fields = {name: part for name, part in vars(value).items() if name not in ("position", "type")}
            return (type(value).__name__, *((name, key(part)) for name, part in fields.items()))
        if isinstance(value, tuple):
            return tuple(map(key, value))
        return value if isinstance(value, str | int | None) else id(value)

    found = key(ex)
    return found if isinstance(found, tuple) else (found,)


@dataclass(frozen=True, slots=True)
class Known:
    """What holds where an expression stands: spans of expressions, and which kinds variables can be."""

    spans: Mapping[Key, Span] = field(default_factory=dict)
    kinds: Mapping[str, tuple[KindDecl, ...]] = field(default_factory=dict)

    def narrowed(self, ex: c.Ex, span: Span) -> Known:
        """The same where an expression is known to lie in a span."""
        low, high = self.spans.get(key := key_of(ex), ANY)
        return Known({**self.spans, key: (max(low, span[0]), min(high, span[1]))}, self.kinds)


NOTHING_KNOWN = Known()


class Bounds:
    """The spans of a program's counters and expressions."""

    def __init__(self, model: Model, program: Program) -> None:
        self.model, self.program = model, program
        self._work = 0
        self._modified = {rule.pattern.event for rule in program.rules if rule.pattern is not None}
        # What each counter can hold, as far as is known while this is worked out.
        self._held: dict[str, Span] = {}
        self._held = self._at_start()
        while self._grown():
            pass

    # -- counters

    def held(self, counter: CounterDecl) -> Span:
        """What a counter can hold."""
        return self._held.get(counter.name, ANY) if counter.type == NUMBER else ANY

    def limit(self, counter: CounterDecl, word: str) -> Span:
        """Between what a counter's `min` or `max` lies; a `min` that is not said is 0."""
        said = self.program.limits.get((counter.name, word))
        if said is not None:
            return self.span(said)
        return (0, 0) if word == "min" else (inf, inf)

    def _declared(self, counter: CounterDecl, word: str) -> Span:
        return self.limit(counter, word) if (counter.name, word) in self.program.limits else ANY

    def _at_start(self) -> dict[str, Span]:
        starts = self.program.starts
        return {
            counter.name: self.span(starts[counter.name]) if counter.name in starts else (0, 0)
            for counter in self.model.counters.values()
            if counter.type == NUMBER
        }

    @cached_property
    def _changes(self) -> list[tuple[str, c.St | c.Ex]]:
        """What changes counters, with their names: statements, and what steps count through."""
        found: list[tuple[str, c.St | c.Ex]] = []
        for body in index_of(self.program).bodies.values():
            for s in statements_in(body):
                found += [(name, s) for name in _changed_by(s)]
        return found + [step.loop for step in index_of(self.program).steps if step.loop is not None]

    def _grown(self) -> bool:
        """Carry out every change once; tells whether a counter can hold more than was known."""
        grown = False
        for name, change in self._changes:
            if name not in self._held:
                continue
            low, high = self._held[name]
            least, most = self._after(self.model.counters[name], change)
            counter = self.model.counters[name]
            if least < low:
                limit = self.limit(counter, "min")[0]
                low = least if _is_known(change) else limit if least >= limit else -inf
            if most > high:
                limit = self.limit(counter, "max")[1]
                high = most if _is_known(change) else limit if most <= limit else inf
            grown = grown or (low, high) != self._held[name]
            self._held[name] = (low, high)
        return grown

    def _after(self, counter: CounterDecl, change: c.St | c.Ex) -> Span:
        """What a counter can hold after a change."""
        low, high = self._held[counter.name]
        if isinstance(change, c.GainSt):
            least, most = self.span(change.amount)
            if change.sign < 0:
                floor = self.limit(counter, "min")[0]
                # Less than it has is never lost, and a negative loss is a gain without a limit.
                return (min(low, max(floor, low - most)) if most > 0 else low, inf if least < 0 else high)
            ceiling = self.limit(counter, "max")[1]
            return (-inf if least < 0 else low, max(high, min(ceiling, high + most)) if most > 0 else high)
        if isinstance(change, c.PaySt):
            least, most = self.span(change.amount)
            return (min(low, 0) if most > 0 else low, inf if least < 0 else high)
        if isinstance(change, c.AssignSt):
            if change.value.type != NUMBER:
                return ANY
            least, most = self.span(change.value)
            # `set` stops at what is declared.
            floor, ceiling = self._declared(counter, "min")[0], self._declared(counter, "max")[1]
            return (max(least, floor), min(most, ceiling))
        if isinstance(change, c.RangeEx):
            return (self.span(change.low)[0], self.span(change.high)[1])
        return ANY

    # -- expressions

    def span(self, ex: c.Ex, known: Known = NOTHING_KNOWN, depth: int = 0) -> Span:
        """Between what a number lies; a truth is 0 or 1."""
        self._work += 1
        if self._work > _MOST_WORK or depth > _DEEPEST or ex.type not in (NUMBER, TRUTH):
            return ANY
        low, high = self._span(ex, known, depth + 1)
        least, most = known.spans.get(key_of(ex), ANY) if known.spans else ANY
        return (max(low, least), min(high, most))

    def _span(self, ex: c.Ex, known: Known, depth: int) -> Span:
        if isinstance(ex, c.ConstEx):
            return (ex.value, ex.value)
        if isinstance(ex, c.CounterEx):
            return self.held(ex.declared) if ex.type == NUMBER else _TRUTHS
        if isinstance(ex, c.FieldEx):
            return self._field(ex, known)
        if isinstance(ex, c.ValueCallEx):
            return self._value(ex, known, depth)
        if isinstance(ex, c.NegativeEx):
            low, high = self.span(ex.operand, known, depth)
            return (-high, -low)
        if isinstance(ex, c.ArithmeticEx):
            return _worked_out(
                ex.operator, self.span(ex.left, known, depth), self.span(ex.right, known, depth)
            )
        if isinstance(ex, c.ConditionalEx):
            holds = self.truth(ex.condition, known, depth)
            ways = [ex.then] if holds else [ex.otherwise] if holds is False else [ex.then, ex.otherwise]
            return _joined(self.span(way, known, depth) for way in ways)
        if isinstance(ex, c.GatherEx):
            return self._gathered(ex, depth)
        if isinstance(ex, c.BuiltInEx):
            return self._built_in(ex, known, depth)
        if ex.type == TRUTH:
            holds = self.truth(ex, known, depth)
            return _TRUTHS if holds is None else (holds, holds)
        return ANY

    def kinds_of(self, ex: c.Ex, known: Known) -> tuple[KindDecl, ...]:
        """Which kinds a piece can be of."""
        if isinstance(ex, c.LocalEx) and ex.name in known.kinds:
            return known.kinds[ex.name]
        made = self.model.components.get(ex.type.name)
        return tuple(made.kinds) if made is not None and ex.type.kind == "component" else ()

    def _field(self, ex: c.FieldEx, known: Known) -> Span:
        if ex.owner.type.kind != "component":
            return ANY
        values = [kind.values.get(ex.name) for kind in self.kinds_of(ex.owner, known)]
        numbers = [value for value in values if isinstance(value, int)]
        return (min(numbers), max(numbers)) if numbers and len(numbers) == len(values) else ANY

    def _value(self, ex: c.ValueCallEx, known: Known, depth: int) -> Span:
        if f"value {ex.name}" in self._modified:
            return ANY
        value, spans, kinds = (
            self.program.values[ex.name],
            dict[Key, Span](),
            dict[str, tuple[KindDecl, ...]](),
        )
        for parameter, argument in zip(value.parameters, ex.arguments, strict=False):
            if parameter.type.kind == "component":
                kinds[parameter.python] = self.kinds_of(argument, known)
            else:
                spans["local", parameter.python] = self.span(argument, known, depth)
        return self.span(value.body, Known(spans, kinds), depth)

    def _gathered(self, ex: c.GatherEx, depth: int) -> Span:
        if ex.word in ("any", "all"):
            return _TRUTHS
        if ex.word == "count":
            return _COUNTS
        low, high = self.span(ex.element, NOTHING_KNOWN, depth)
        if ex.word == "sum":
            return (0 if low >= 0 else -inf, 0 if high <= 0 else inf)
        return (min(low, 0), max(high, 0)) if ex.word in ("min", "max") else ANY

    def _built_in(self, ex: c.BuiltInEx, known: Known, depth: int) -> Span:
        given = [part for part in ex.arguments if isinstance(part, c.Ex)]
        if ex.name in ("min", "max") and len(given) > 1:
            spans = [self.span(each, known, depth) for each in given]
            pick = min if ex.name == "min" else max
            return (pick(low for low, _ in spans), pick(high for _, high in spans))
        least = ex.declared.least
        return _TRUTHS if ex.type == TRUTH else ANY if least is None else (least, inf)

    # -- truths

    def truth(self, ex: c.Ex, known: Known = NOTHING_KNOWN, depth: int = 0) -> bool | None:
        """Whether a condition always holds or never; None where it depends on the position."""
        if isinstance(ex, c.NotEx):
            holds = self.truth(ex.operand, known, depth + 1)
            return None if holds is None else not holds
        if isinstance(ex, c.LogicEx):
            return self._logic(ex, known, depth + 1)
        if isinstance(ex, c.CompareEx) and ex.left.type == NUMBER and ex.right.type == NUMBER:
            left, right = self.span(ex.left, known, depth + 1), self.span(ex.right, known, depth + 1)
            return _compared(ex.operator, left, right)
        low, high = self.span(ex, known, depth + 1) if isinstance(ex, c.ConstEx | c.ValueCallEx) else _TRUTHS
        return None if low != high else bool(low)

    def _logic(self, ex: c.LogicEx, known: Known, depth: int) -> bool | None:
        if ex.operator == "and":
            found = self.first_false(ex.operands, known)
            if found is not None:
                return False
            holds = [self.truth(part, known, depth) for part in ex.operands]
            return True if all(each is True for each in holds) else None
        holds = [self.truth(part, known, depth) for part in ex.operands]
        return True if True in holds else False if all(each is False for each in holds) else None

    def first_false(self, conditions: Iterable[c.Ex], known: Known = NOTHING_KNOWN) -> c.Ex | None:
        """The first part of conditions that must all hold which is never true where those before it are."""
        for part in _parts(conditions):
            if self.truth(part, known) is False:
                return part
            known = self._assuming(part, known)
        return None

    def _assuming(self, part: c.Ex, known: Known) -> Known:
        """What is known where a comparison holds as well."""
        if not isinstance(part, c.CompareEx) or part.left.type != NUMBER or part.right.type != NUMBER:
            return known
        left, right = self.span(part.left, known), self.span(part.right, known)
        if not isinstance(part.left, c.ConstEx):
            known = known.narrowed(part.left, _narrowing(part.operator, right))
        if not isinstance(part.right, c.ConstEx):
            known = known.narrowed(part.right, _narrowing(_TURNED[part.operator], left))
        return known


def _changed_by(s: c.St) -> Iterator[str]:
    """The names of the counters that a statement changes."""
    yield from (each.declared.name for each in facts_of(s).changes(s) if isinstance(each, c.CounterEx))
    if isinstance(s, c.ScoreSt) or has_points(s):
        yield "points"


def _is_known(change: c.St | c.Ex) -> bool:
    """Whether a change leads to the same numbers whatever a counter holds: then no bound runs away."""
    if isinstance(change, c.RangeEx):
        return all(isinstance(end, c.ConstEx) for end in (change.low, change.high))
    return isinstance(change, c.AssignSt) and isinstance(change.value, c.ConstEx)


def _parts(conditions: Iterable[c.Ex]) -> Iterator[c.Ex]:
    """The conditions between which `and` stands, one by one."""
    for condition in conditions:
        if isinstance(condition, c.LogicEx) and condition.operator == "and":
            yield from _parts(condition.operands)
        else:
            yield condition


def _joined(spans: Iterable[Span]) -> Span:
    found = list(spans)
    return (min(low for low, _ in found), max(high for _, high in found))


def _worked_out(operator: str, left: Span, right: Span) -> Span:
    """What two numbers come to; a quotient is rounded down, as the language has it."""
    if operator == "+":
        return (left[0] + right[0], left[1] + right[1])
    if operator == "-":
        return (left[0] - right[1], left[1] - right[0])
    if operator == "*":
        products = [0 if 0 in (a, b) else a * b for a in left for b in right]
        return (min(products), max(products))
    if operator == "mod":
        return (0, right[1] - 1) if right[0] > 0 else ANY
    if operator == "/" and left[0] >= 0 and right[0] > 0:
        return (0, left[1])
    return ANY


_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _compared(operator: str, left: Span, right: Span) -> bool | None:
    """Whether a comparison of numbers always holds, or never; None where it depends on them."""
    if operator in (">", ">="):
        return _compared(_TURNED[operator], right, left)
    if operator == "<":
        return True if left[1] < right[0] else False if left[0] >= right[1] else None
    if operator == "<=":
        return True if left[1] <= right[0] else False if left[0] > right[1] else None
    apart = left[1] < right[0] or right[1] < left[0]
    same = left == right and left[0] == left[1]
    equal = False if apart else True if same else None
    return equal if operator == "==" or equal is None else not equal


def _narrowing(operator: str, other: Span) -> Span:
    """Where a number lies that compares so with another."""
    low, high = other
    return {
        "==": other, "<": (-inf, high - 1), "<=": (-inf, high), ">": (low + 1, inf), ">=": (low, inf),
    }.get(operator, ANY)  # fmt: skip
