"""Rules of component types of which a great many kinds carry some: found by the pieces that lie active.

The kinds of a crowd that lie active are numbers in a slot of each owner (`SlotLayout.crowds`). What such
kinds have (triggers of an event, modifiers of a value, lines of the final scoring) is numbered as declared,
so what one kind has lies together. Code goes from one number to the next that an active kind has, and calls
its function out of a table: what does not lie active costs nothing. Equal texts are one function, which is
handed its number, and by way of that the kind that is `this`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Generic, TypeVar

from interpreter.compiler import ir
from interpreter.compiler.context import THIS, TURN, Context, fresh
from interpreter.compiler.counters import measured_code
from interpreter.compiler.guards import emit
from interpreter.compiler.ir import Expr, Function, Local, PieceCall, Stmt
from interpreter.compiler.leaving import TAKEN
from interpreter.compiler.signatures import FUNCTIONS, NUMBER, NUMBERS
from interpreter.compiler.slots import lower, metered, static_table
from interpreter.compiler.work import ROOT
from interpreter.language.checked import ConstSetEx, Ex, LastingSt, PieceOfEx, SaySt, StBlock
from interpreter.language.node import Node, walk
from interpreter.language.program import RuleEx, ScoreEx
from interpreter.model.declarations import KindDecl

Carried = TypeVar("Carried", bound=RuleEx | ScoreEx)


@dataclass(frozen=True, slots=True)
class Run(Generic[Carried]):
    """Some rules of a crowd that follow each other; name: that of its tables."""

    name: str
    component: str
    rules: Sequence[Carried]


def runs(
    ctx: Context, rules: Iterable[Carried], apart: Callable[[Carried], object]
) -> Iterator[Carried | Run[Carried]]:
    """Rules one by one, and those of a crowd together; apart: what rules have in common that are together."""
    for (component, _), several in groupby(rules, lambda rule: (crowd_of(ctx, rule), apart(rule))):
        if component:
            yield run_of(ctx, component, [*several])
        else:
            yield from several


def crowd_of(ctx: Context, rule: Carried) -> str:
    """The component type whose crowd carries a rule, or nothing."""
    return rule.carrier[0] if rule.carrier is not None and rule.carrier[0] in ctx.layout.crowds else ""


def run_of(ctx: Context, component: str, rules: Sequence[Carried]) -> Run[Carried]:
    """Number rules of a crowd, and make the tables of these numbers."""
    number = len(ctx.taken)
    while f"{TAKEN}{number}_FIRSTS" in ctx.tables:  # tables may begin as a copy of another variant's
        number += 1
    run = Run(f"{TAKEN}{number}", component, rules)
    ctx.taken[run.name] = []
    kinds = [kind_of(ctx, rule).index for rule in rules]
    made = ctx.model.components[component]

    def firsts() -> tuple[int, ...]:
        found, place = [], 0
        for kind in range(len(made.kinds)):
            found.append(place)
            while place < len(kinds) and kinds[place] == kind:
                place += 1
        return (*found, place)

    static_table(ctx, f"{run.name}_FIRSTS", firsts)
    static_table(ctx, f"{run.name}_KINDS", lambda: tuple(kinds))
    return run


def kind_of(ctx: Context, rule: Carried) -> KindDecl:
    """The kind that carries a rule."""
    assert rule.carrier is not None
    return ctx.model.components[rule.carrier[0]].by_name[rule.carrier[1]]


def kinds_active(ctx: Context, component: str, owner: Expr | None, *, shared: bool) -> Expr:
    """The kinds of a crowd that lie active for an owner (None: where they do for all); shared: or for all."""
    first = ctx.layout.crowds[component]
    table = ir.slot(ir.const(first + ctx.model.persons), NUMBERS)
    if owner is None:
        return table
    own = ir.slot(ir.plus(owner, ir.const(first)), NUMBERS)
    return ir.call("merged", own, table) if shared else own


def carried_names(ctx: Context) -> list[Local]:
    """What functions are handed on of the rule whose turn it is, where one is compiled for many kinds."""
    return [ir.local(TURN), ir.local(THIS)] if ctx.this is not None else []


def one_by_one(ctx: Context, run: Run[Carried], kinds: Expr, each: int, body: list[Stmt]) -> list[Stmt]:
    """Code that is run for each rule in force, as often as there are copies of its carrier; each: its steps.

    What lies active is looked at before every one, for the one before may have changed it.
    """
    turn = ir.local(TURN)
    firsts, kind = (ctx.tables[f"{run.name}_{word}"] for word in ("FIRSTS", "KINDS"))
    copies = ir.call("range", ir.call("count", kinds, ir.entry(kind, turn)))
    return [
        ir.Let(TURN, ir.const(-1)),
        ir.Loop(
            fresh(ctx, "rule"),
            ir.call("range", ir.const(len(run.rules))),
            [
                ir.Let(TURN, ir.call("next_in_turn", kinds, ir.static(firsts), turn)),
                ir.When(ir.compare(turn, "<", ir.const(0)), [ir.Break()]),
                ir.Run(ir.call("count_work", ir.const(each))),
                ir.Loop(fresh(ctx, "copy"), copies, body),
            ],
        ),
    ]


def taken(run: Run[Carried], arguments: Sequence[Expr], type: str, *, asks: bool = False) -> PieceCall:
    """A call of the function of the rule whose turn it is."""
    turn = ir.local(TURN)
    return PieceCall(run.name, turn, [turn, *arguments], type, asks)


def take_all(
    ctx: Context,
    run: Run[Carried],
    parameters: Sequence[Local],
    make: Callable[[Context, Carried, str], tuple[list[Stmt], bool]],
) -> None:
    """Make the functions of the rules, one for equal texts; make: the body of one, and whether it asks.

    make is given the name of the function, to call others by.
    """
    made: dict[str, str] = {}
    for number, rule in enumerate(run.rules):
        key = rule.text if may_share(ctx, rule) else str(number)
        if key not in made:
            made[key] = f"{run.name}_{number}"
            here = replace(ctx, this=(run.component, _piece(ctx, rule))) if key == rule.text else ctx
            body, asks = make(here, rule, made[key])
            if here.this is not None:
                body = [this(ctx, run), *body]
            place = rule.position
            names = [ir.local(TURN), *parameters]
            emit(ctx, Function(made[key], names, body, place.file, place.line, asks))
        ctx.taken[run.name].append(made[key])


def points_in_turn(ctx: Context) -> None:
    """Make functions of the scoring lines of crowds: for each source one, and one of the points of a kind.

    A line that shows something has a function for itself.
    """
    found: dict[tuple[str, str, bool], list[int]] = {}
    for number, line in enumerate(ctx.program.final):
        if component := crowd_of(ctx, line):
            found.setdefault((component, line.source, line.shows is not None), []).append(number)
    by_component: dict[str, list[Run[ScoreEx]]] = {}
    for (component, _, shown), numbers in found.items():
        run = run_of(ctx, component, [ctx.program.final[number] for number in numbers])
        by_component.setdefault(component, []).append(run)
        take_all(ctx, run, [ir.local("me")], _points_of_line)
        if shown:
            for number in numbers:
                _shown_line(ctx, number)
        else:
            ctx.scored.update(dict.fromkeys(numbers, f"final_of_{run.name}"))
            _final_of(ctx, run, f"final_of_{run.name}")
    for component, several in by_component.items():
        _points_of_kind(ctx, component, several)


def _points_of_line(ctx: Context, line: ScoreEx, _word: str = "") -> tuple[list[Stmt], bool]:
    body: list[Stmt] = [ir.Return(measured_code(ctx, line.points))]
    return metered(ctx.work.of(line.points), body, ROOT), False


def _shown_line(ctx: Context, number: int) -> None:
    """Make the functions of a line that shows something: its points for all copies, and what it shows."""
    line, place, me = ctx.program.final[number], ctx.program.final[number].position, ir.local("me")
    kinds = _active_for(ctx, crowd_of(ctx, line), me)
    copies = ir.call("count", kinds, ir.const(kind_of(ctx, line).index))
    points = ir.times(copies, measured_code(ctx, line.points))
    emit(ctx, Function(f"final_{number}", [me], [ir.Return(points)], place.file, place.line))
    assert line.shows is not None
    shows = [ir.Return(lower(ctx, line.shows))]
    emit(ctx, Function(f"final_shows_{number}", [me], shows, place.file, place.line))


def _active_for(ctx: Context, component: str, me: Expr) -> Expr:
    """The kinds whose scoring counts for a player."""
    return kinds_active(ctx, component, me, shared=ctx.model.lies_for_all(component))


def _final_of(ctx: Context, run: Run[ScoreEx], word: str) -> None:
    """Make the function that sums what the lines of a run give a player."""
    me, points = ir.local("me"), ir.local("points__")
    more: Stmt = ir.Let(points.name, ir.plus(points, taken(run, [me], NUMBER)))
    each = 10 + max(ctx.work.of(line.points) for line in run.rules)
    place = run.rules[0].position
    inner = one_by_one(ctx, run, _active_for(ctx, run.component, me), each, [more])
    body = [ir.Let(points.name, ir.const(0)), *inner, ir.Return(points)]
    emit(ctx, Function(word, [me], body, place.file, place.line))


def _points_of_kind(ctx: Context, component: str, several: Sequence[Run[ScoreEx]]) -> None:
    """Make the function that sums what the lines of a kind give a player, wherever it lies."""
    me, kind, points = ir.local("me"), ir.local("kind__"), ir.local("points__")
    body: list[Stmt] = [ir.Let(points.name, ir.const(0))]
    for run in several:
        firsts = ctx.tables[f"{run.name}_FIRSTS"]
        ends = [ir.entry(firsts, kind), ir.entry(firsts, ir.plus(kind, ir.const(1)))]
        more: Stmt = ir.Let(points.name, ir.plus(points, taken(run, [me], NUMBER)))
        body.append(ir.Loop(TURN, ir.call("range", *ends), [more]))
    place = several[0].rules[0].position
    body.append(ir.Return(points))
    emit(ctx, Function(f"points_of_{component}", [me, kind], body, place.file, place.line))


def load_taken(ctx: Context) -> None:
    """Make the tables of the functions of crowds, once these are loaded."""
    for word, names in ctx.taken.items():
        entries: Any = (*(ctx.namespace[name] for name in names), None)
        ctx.namespace[word] = entries
        ctx.tables[word] = ir.table_of(word, entries, FUNCTIONS)


def _piece(ctx: Context, rule: Carried) -> int:
    return ctx.model.components[crowd_of(ctx, rule)].token(kind_of(ctx, rule))


def this(ctx: Context, run: Run[Carried]) -> Stmt:
    """The piece that `this` is, found by whose turn it is."""
    # Every rule of a run asks for the same table, so it is made only once.
    pieces = static_table(ctx, f"{run.name}_THIS", lambda: tuple(_piece(ctx, rule) for rule in run.rules))
    return ir.Let(THIS, ir.entry(pieces, ir.local(TURN)))


def may_share(ctx: Context, rule: Carried) -> bool:
    """Whether a rule can be compiled once for all kinds that have its text.

    Not what asks or says something, for that is done in the name of one kind; nor what is counted or lasts
    for each kind by itself, nor what holds the kind in something that is fixed.
    """
    if not rule.text:
        return False
    parts: list[Ex | StBlock]
    if isinstance(rule, RuleEx):
        if rule.once or ("rule", str(rule.order)) in ctx.asking:
            return False
        patterns = [value for _, value in rule.pattern.equal] if rule.pattern is not None else []
        parts = [part for part in (rule.where, rule.value, rule.body, *patterns) if part is not None]
    else:
        parts = [rule.points]
    return not any(_is_of_one_kind(ctx, node) for part in parts for node in walk(part))


def _is_of_one_kind(ctx: Context, node: Node) -> bool:
    if isinstance(node, SaySt | LastingSt | PieceOfEx):
        return True
    if not isinstance(node, ConstSetEx) or node.type.of is None or node.type.of.kind != "component":
        return False
    return len(node.values) != len(ctx.model.components[node.type.of.name].kinds)
