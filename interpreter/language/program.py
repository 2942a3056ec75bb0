"""A checked program: effects, values, rules, steps and scoring, each with its checked tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.language.checked import Ex, PatternEx, StBlock, Text, Variable
from interpreter.language.types import Type
from interpreter.model.declarations import LayoutCheck
from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class RuleEx:
    """A trigger, modifier, grant or replacement, checked.

    carrier: the kind that carries it, or None; lasting: its number among lasting rules, or None (then `kept`
    are the variables stored when it came into force); said: a sentence of the log says what it does. text:
    all that is written of it, empty where that is not kept: for kinds of one type equal texts do the same.
    """

    kind: str
    position: Position
    carrier: tuple[str, str] | None
    pattern: PatternEx | None
    where: Ex | None
    change: str = ""
    value: Ex | None = None
    body: StBlock = ()
    before: bool = False
    rank: int = 0
    order: int = 0
    action: str = ""
    step: str = ""
    lasting: int | None = None
    until: str = ""
    kept: tuple[Variable, ...] = ()
    title: str = ""
    once: str = ""
    said: bool | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class EffectEx:
    """A checked effect or action; said: a sentence of the log says what it does."""

    name: str
    parameters: tuple[Variable, ...]
    body: StBlock
    action: bool
    anytime: bool
    position: Position
    title: str
    said: bool | None = None


@dataclass(frozen=True, slots=True)
class ValueEx:
    """A checked rule value; kept: worked out again only when what it reads changes."""

    name: str
    parameters: tuple[Variable, ...]
    body: Ex
    type: Type
    position: Position
    kept: bool = False


@dataclass(frozen=True, slots=True)
class StepEx:
    """A checked flow step; said, once and what follows: as in StepDecl."""

    name: str
    kind: str
    title: str
    body: StBlock
    steps: tuple[StepEx, ...]
    actions: tuple[str, ...]
    loop: tuple[str, Ex] | None
    players: Ex | None
    secretly: bool
    condition: Ex | None
    when: Ex | None
    passing: Ex | None
    default: str
    position: Position
    has_me: bool
    said: bool | None = None
    once: bool = False
    showing: tuple[Ex, ...] = ()
    question: Text | None = None
    pass_title: str = ""
    whose: str = ""


@dataclass(frozen=True, slots=True)
class ScoreEx:
    """A checked scoring line; carrier and text as in RuleEx."""

    source: str
    points: Ex
    shows: Ex | None
    carrier: tuple[str, str] | None
    position: Position
    text: str = ""


@dataclass(slots=True, eq=False)
class Program:
    """Everything checked: what the compiler compiles."""

    effects: dict[str, EffectEx] = field(default_factory=dict)
    values: dict[str, ValueEx] = field(default_factory=dict)
    kind_effects: dict[tuple[str, str], tuple[tuple[Variable, ...], StBlock]] = field(default_factory=dict)
    rules: list[RuleEx] = field(default_factory=list)
    flow: list[StepEx] = field(default_factory=list)
    final: list[ScoreEx] = field(default_factory=list)
    outlook: list[Ex] = field(default_factory=list)
    ties: list[tuple[str, Ex]] = field(default_factory=list)
    layout_checks: list[tuple[str, LayoutCheck, Ex]] = field(default_factory=list)
    starts: dict[str, Ex] = field(default_factory=dict)
    limits: dict[tuple[str, str], Ex] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)
    # By effect that gives a counter to whom it goes: what this depends on.
    goes_to: dict[str, frozenset[str]] = field(default_factory=dict)
    histories: set[tuple[str, str]] = field(default_factory=set)
    repeats: set[tuple[str, tuple[str, ...]]] = field(default_factory=set)
    foreseen: dict[Position, str] = field(default_factory=dict)
