"""`end game` is final: after a call in which the game may end, what called is left at once.

In: all compiled functions. Out: the same with new bodies. Only where something follows the call is the test
needed, so effects that cannot end the game, and most of those that can, stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.compiler import ir
from interpreter.compiler.ir import Stmt
from interpreter.compiler.signatures import NONE
from interpreter.language.index import reached
from interpreter.layout import ENDING, OVER

# What ends the game itself; what all effects of kinds are, and all who hear of what is settled.
ENDS, EFFECT_OF_A_KIND, LISTENER = "game_over", "effect_of_", "hear_"
# What functions are called whose places are in tables of this name: `taken_0_12` (compiler/crowds.py).
TAKEN = "taken_"


def leave_when_over(functions: Iterable[ir.Function]) -> None:
    """Put the tests behind calls in which the game may end."""
    made = list(functions)
    callers: dict[str, list[str]] = {}
    for function in made:
        for called in {name for line in function.body for name in _called(line)}:
            callers.setdefault(called, []).append(function.name)
        families = filter(function.name.startswith, (EFFECT_OF_A_KIND, LISTENER, TAKEN))
        callers.setdefault(function.name, []).extend(families)
    ending = reached(callers, [ENDS])
    for function in made:
        if function.name in ending:
            last = function.body[-1]
            leave = ir.Return(last.value if isinstance(last, ir.Return) else None)
            function.body = _left(function.body, ending, leave, follows=False)


def _called(node: ir.Node) -> Iterator[str]:
    """What code may run: functions by name, and whole families where one is looked up."""
    for part in ir.within(node):
        match part:
            case ir.GameCall() | ir.Call():
                yield part.function
            case ir.FunctionName():
                yield part.name
            case ir.PieceCall() if part.type == NONE:
                yield TAKEN if part.table.startswith(TAKEN) else EFFECT_OF_A_KIND
            case ir.Settle():
                yield LISTENER


def _left(body: Sequence[Stmt], ending: set[str], leave: ir.Return, *, follows: bool) -> list[Stmt]:
    """A block with its tests; follows: whether something is done after it."""
    code: list[Stmt] = []
    for place, line in enumerate(body):
        more = follows or not all(map(_is_idle, body[place + 1 :]))
        code.append(line)
        if isinstance(line, ir.Settle) and LISTENER in ending:
            line.after = [_test(line, leave)]
        elif isinstance(line, ir.When | ir.Loop):
            inside = more or isinstance(line, ir.Loop)
            line.body = _left(line.body, ending, leave, follows=inside)
            line.otherwise = _left(line.otherwise, ending, leave, follows=inside)
        elif ENDS in (called := set(_called(line))):
            return [*code, ir.Return(leave.value, place=line.place)] if more else code
        elif more and called & ending:
            code.append(_test(line, leave))
    return code


def _test(line: Stmt, leave: ir.Return) -> Stmt:
    """The end of a function where the game is over, at the place of a line."""
    over = ir.compare(ir.slot(ir.const(ENDING)), "==", ir.const(OVER))
    return ir.When(over, [ir.Return(leave.value)], place=line.place)


def _is_idle(line: Stmt) -> bool:
    """Whether a line does nothing: the end of a function that gives nothing of worth."""
    return isinstance(line, ir.Return) and (line.value is None or isinstance(line.value, ir.Const))
