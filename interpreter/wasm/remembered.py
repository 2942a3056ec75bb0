"""Values that read nothing but their arguments, looked up by these.

In: a compiled game. Out: functions of the run time that look such a result up, or work it out and keep it
(`library/kept.py`). What takes no loops is quicker worked out each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from interpreter.compiler import ir
from interpreter.compiler.ir import Expr, Function, GameCall, Let, Return, When
from interpreter.compiler.signatures import KNOWN, NUMBERS, signature_of
from interpreter.wasm.machine import Machine, NamedNumber, RunTime, RunTimeFunction

# What an argument that is a number is below; in so many places the results of all values lie at most.
_SMALL_NUMBER, _MOST_PLACES = 16, 1 << 18


def functions_that_remember(compiled: ir.Compiled) -> dict[str, RunTimeFunction]:
    """The functions that look remembered values up, by name."""
    made = [_looked_up(table, compiled.functions[name]) for name, table in remembered_in(compiled)]
    return {each.code.name: each for each in made}


def remembered_in(compiled: ir.Compiled) -> Iterator[tuple[str, ir.Table]]:
    """The values that are remembered, as functions and tables: those that take loops and few arguments."""
    room = _MOST_PLACES
    for table in compiled.tables.values():
        name = table.name.replace("KNOWN_", "value_", 1)
        if table.type == KNOWN and places_of(table) <= room and _takes_loops(compiled, name):
            room -= places_of(table)
            yield name, table


def places_of(table: ir.Table) -> int:
    """In how many places the results of a remembered value lie."""
    return prod(_ends(table))


def _ends(table: ir.Table) -> list[int]:
    return [end or _SMALL_NUMBER for end in table.content.ends]


def _takes_loops(compiled: ir.Compiled, name: str) -> bool:
    """Whether a function does more than a few steps, which would take no longer than to look them up."""
    for node in ir.within(compiled.functions[name]):
        match node:
            case ir.Gather():
                return True
            case ir.Call() if signature_of(node.function).cost != "1":
                return True
            case ir.GameCall() | ir.Remembered() if _takes_loops(compiled, node.function):
                return True
    return False


def _looked_up(table: ir.Table, function: Function) -> RunTimeFunction:
    """A remembered value: its place is the arguments in one; where nothing lies there, it is worked out."""
    found, place = ir.local("found"), ir.local("place")
    given = [ir.local(each.name) for each in function.parameters]
    returns = [node.value for node in ir.within(function) if isinstance(node, Return)]
    several = any(value is not None and value.type == NUMBERS for value in returns)
    at: Expr = ir.const(0)
    for one, end in zip(given, _ends(table), strict=True):
        at = Machine("+", Machine("*", at, ir.const(end)), one)
    within = [
        ir.Between(ir.const(0), one, ir.const(end - 1)) for one, end in zip(given, _ends(table), strict=True)
    ]
    worked_out = GameCall(function.name, given)
    remember = "remember_numbers" if several else "remember"
    looked_up = [
        Let("place", Machine("+", NamedNumber(table.name), Machine("<<", at, ir.const(3)))),
        Let("found", RunTime("load", [place])),
        When(ir.Compare("!=", found, ir.const(0)), [Return(Machine("^", found, NamedNumber("REMEMBERED")))]),
        Return(RunTime(remember, [place, worked_out])),
    ]
    body = [When(ir.both(within), looked_up), Return(worked_out)]
    return RunTimeFunction(Function(known(function.name), given, body, "", 1), state=False)


def known(name: str) -> str:
    """What the function is called that looks a remembered value up, by that which works it out."""
    return f"known_{name}"
