"""What all of the compiler shares: the context of one compilation, and the tables of lowerings.

A lowering turns one kind of checked node into the intermediate representation. It is a function of the
context and the node, and its decorator puts it into a table; `missing()` names the kinds of nodes that
nothing lowers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from interpreter.compiler.ir import Expr, Function, Local, Stmt, Table
from interpreter.compiler.operations import Flow
from interpreter.compiler.work import Work
from interpreter.language.built_ins import BUILT_INS
from interpreter.language.checked import Ex, St
from interpreter.language.index import Index, Unit, index_of
from interpreter.language.plan import Stage
from interpreter.language.program import Program
from interpreter.layout import SlotLayout
from interpreter.model.declarations import Model
from interpreter.play import runtime
from interpreter.play.decision import Site
from interpreter.play.event import EventSource
from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class Look:
    """What a tracer sees: a condition, or the candidates of a choice.

    what: the sort of condition, as a stage of a plan has it, or where, choose, branch, call; names: the
    variables that are known there.
    """

    what: str
    condition: Ex | None
    s: St
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """One compilation, and where in it we are: what it reads, and where it puts what it makes.

    What is inside of something is compiled in a copy that says so (`replace`); all copies put what they make
    into the same tables.

    namespace: what compiled functions run in; functions: those made, by the file they belong to; tables: the
    static tables by name; asking: the
    units that may ask; guarded: whether an effect has a guard that can fail; segments: the guard function of
    each segment, or the test that stands for it, None where it always holds.
    """

    model: Model
    program: Program
    layout: SlotLayout
    index: Index
    work: Work
    asking: set[Unit]
    listeners: dict[str, list[Unit]]
    recursive: set[Unit]
    modified: set[str]
    effect_numbers: dict[str, int]
    agenda_width: int
    namespace: dict[str, Any] = field(default_factory=lambda: dict(runtime.NAMES))
    functions: dict[str, list[Function]] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    sets: dict[tuple[int, ...], str] = field(default_factory=dict)
    readings: dict[tuple[tuple[int, int], ...], runtime.Reading] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    guarded: dict[str, bool] = field(default_factory=dict)
    guarded_kinds: set[tuple[str, str]] = field(default_factory=set)
    segments: dict[tuple[Stage, bool, str, bool], str | Expr | None] = field(default_factory=dict)
    looks: list[Look] = field(default_factory=list)
    traced: bool = False
    # Numbers for local variables.
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    # While a value is worked out where it is asked for: its arguments, which of its parameters are surely
    # not none, where that is, and which values.
    substitutes: Mapping[str, Expr] = field(default_factory=dict)
    present: frozenset[str] = frozenset()
    inlined_at: Position | None = None
    inlining: tuple[str, ...] = ()
    # How often what is being compiled is put down, for the members of fixed sets.
    at_once: int = 1
    # Whether values may be kept that read nothing but their arguments: not before anything is compiled.
    remembering: bool = True
    # The kind that carries what is being compiled, where that is known only in play: its type and piece.
    this: tuple[str, int] | None = None
    # The functions of the rules of crowds, by the tables that they are called from (compiler/crowds.py).
    taken: dict[str, list[str]] = field(default_factory=dict)
    # The functions of the scoring lines of crowds, by the numbers of these lines.
    scored: dict[int, str] = field(default_factory=dict)
    # The unit being compiled and its title.
    unit: Unit = ()
    unit_title: str = ""
    # The list of claims of the innermost `settle` around it, empty outside of any.
    settling: str = ""
    # Whether the code also tells what happens, and the places where it does.
    listened: bool = False
    event_sources: list[EventSource] = field(default_factory=list)
    # Whether the code also counts what happens.
    counting: bool = False
    flow: Flow = field(default_factory=Flow)
    # The functions that start values need, which are compiled before all others.
    early_names: dict[str, Any] = field(default_factory=dict)


# Local variables where rules of many kinds are compiled once: the kind, and the number of the rule.
THIS, TURN = "this__", "turn__"


def context_for(
    model: Model, program: Program, layout: SlotLayout, *, listened: bool = False, counting: bool = False
) -> Context:
    """Begin a compilation."""
    index = index_of(program)
    return Context(
        model,
        program,
        layout,
        index,
        Work(model, program),
        index.asking,
        index.listeners,
        index.recursive,
        {
            rule.pattern.event
            for rule in program.rules
            if rule.kind == "modifier" and rule.pattern is not None
        },
        {name: number for number, name in enumerate(program.effects)},
        2 + max((len(e.parameters) for e in program.effects.values()), default=0),
        listened=listened,
        counting=counting,
    )


def fresh(ctx: Context, word: str) -> str:
    """A local variable's name that no other has."""
    return f"{word}__{next(ctx.numbers)}"


# ---- the tables

LowerExpression = Callable[[Context, Any], Expr]
LowerStatement = Callable[[Context, Any, list[Local]], list[Stmt]]
LowerBuiltIn = Callable[..., Expr]

EXPRESSIONS: dict[type[Ex], LowerExpression] = {}
STATEMENTS: dict[type[St], LowerStatement] = {}
BUILT_IN_CALLS: dict[str, LowerBuiltIn] = {}

F = TypeVar("F", bound=Callable[..., Any])


def lowers(kind: type[Ex] | type[St]) -> Callable[[F], F]:
    """Enter a function as the lowering of a kind of node."""

    def enter(function: F) -> F:
        if issubclass(kind, Ex):
            EXPRESSIONS[kind] = function
        else:
            STATEMENTS[kind] = function
        return function

    return enter


def built_in(name: str) -> Callable[[F], F]:
    """Enter a function as the lowering of a built-in; it is given the call and each of its arguments."""

    def enter(function: F) -> F:
        BUILT_IN_CALLS[name] = function
        return function

    return enter


def missing() -> list[str]:
    """Name the kinds of nodes and the built-ins that nothing lowers."""
    kinds = [kind for kind in Ex.__subclasses__() if kind not in EXPRESSIONS]
    statements = [kind for kind in St.__subclasses__() if kind not in STATEMENTS]
    return [
        *(kind.__name__ for kind in [*kinds, *statements]),
        *(name for name, row in BUILT_INS.items() if name not in BUILT_IN_CALLS and not row.longer),
    ]
