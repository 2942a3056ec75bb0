"""The operations that a flow becomes, while they get their addresses and code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.compiler.ir import Expr, Stmt
from interpreter.problems.position import Position


@dataclass(slots=True)
class FlowOperation:
    """One operation: its function's name, the step it belongs to, and what play must know of it.

    asks: whether it may ask; me_slot: the slot that holds `me`, or -1; agenda: the function that runs while
    something is on the agenda, or empty; at: where its text stands, if not where its step does.
    """

    word: str
    step: str
    asks: bool = False
    secret: bool = False
    # Where it goes on at once if it does nothing else.
    target: int | None = None
    me_slot: int = -1
    agenda: str = ""
    at: Position | None = None
    # Of a step of actions: what is open, and the sole one where it asks nothing.
    open_options: str = ""
    does_sole: str = ""


@dataclass(slots=True)
class Marks:
    """Addresses of a step that others jump to."""

    end: int = 0
    again: int = 0
    after: int = 0
    begin: int = 0
    content: int = 0
    children: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Flow:
    """What is known of a flow so far.

    plans: what makes the code of each operation; jumps: where each goes on if it does nothing else; marks:
    the addresses of each step; me_slots: where `me` lies in each step that has one; turn_slots: where the
    beginnings and ends of players' turns are counted, one for each step with `players` that is in no other;
    last_steps: those with which `end game after` may end the game; start_list: the state before set-up.
    """

    operations: list[FlowOperation] = field(default_factory=list)
    plans: list[Callable[[], list[Stmt]]] = field(default_factory=list)
    jumps: list[Expr | None] = field(default_factory=list)
    marks: dict[str, Marks] = field(default_factory=dict)
    me_slots: dict[str, int] = field(default_factory=dict)
    turn_slots: list[int] = field(default_factory=list)
    op_after_when: dict[str, int] = field(default_factory=dict)
    step_ends: dict[str, int] = field(default_factory=dict)
    last_steps: set[str | None] = field(default_factory=set)
    finish_at: int = 0
    start_list: list[object] = field(default_factory=list)
