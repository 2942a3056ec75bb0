"""Code that counts what happens while a game is played: what was offered, reached and carried out.

Only code that counts has it: compiled for checks and reports, never for a play. Each count lies in a slot of
its own, so that it goes back with the position when choices are taken back or played again, and both engines
count alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiler import ir
from interpreter.compiler.context import Context
from interpreter.compiler.ir import Arithmetic, Expr, GameCall, Stmt
from interpreter.language.checked import ChooseSt, DrawSt, MoveSt, St, ZoneEx
from interpreter.language.program import StepEx
from interpreter.language.types import Type
from interpreter.layout import Counted
from interpreter.problems.position import Position


def tally(ctx: Context, what: str, place: Position, name: str = "") -> list[Stmt]:
    """Code that counts one more of something; none where code does not count."""
    if not ctx.counting:
        return []
    return [ir.AddTo(ir.const(ctx.layout.count_of(Counted(what, place, name))), "+", ir.const(1))]


def tally_block(ctx: Context, block: Sequence[St], what: str = "block", name: str = "") -> list[Stmt]:
    """Code that counts that a block inside a statement is reached."""
    return tally(ctx, what, block[0].position, name) if block else []


def tally_options(ctx: Context, what: str, s: ChooseSt, options: Expr) -> list[Stmt]:
    """Code that counts of which kinds the pieces are that a choice is among, or which members it has."""
    return _tally_kinds(ctx, what, s.position, s.variable.type.of if s.many else s.variable.type, options)


def tally_drawn(ctx: Context, s: DrawSt | MoveSt, pieces: Expr) -> list[Stmt]:
    """Code that counts of which kinds pieces are that are drawn, or leave where nobody sees them."""
    unseen = isinstance(s.source, ZoneEx) and s.source.declared.visible == "nobody"
    holds = s.source.declared.holds if isinstance(s.source, ZoneEx) else None
    return _tally_kinds(ctx, "drawn", s.position, holds, pieces) if unseen or isinstance(s, DrawSt) else []


def _tally_kinds(ctx: Context, what: str, place: Position, of: Type | None, options: Expr) -> list[Stmt]:
    if not ctx.counting or of is None:
        return []
    member: Expr = ir.local("counted__")
    if of.kind == "enum":
        names: Sequence[str] = ctx.model.enums[of.name].members
    elif of.kind == "component":
        made = ctx.model.components[of.name]
        names = [kind.name for kind in made.kinds]
        member = Arithmetic("//", ir.plus(member, ir.const(-made.first)), ir.const(made.combinations))
    else:
        return []
    # The slots of one place lie side by side: they are all reserved here.
    first = min(ctx.layout.count_of(Counted(what, place, f"{of.name}.{name}")) for name in names)
    return [ir.Loop("counted__", options, [ir.AddTo(ir.plus(member, ir.const(first)), "+", ir.const(1))])]


def tally_first_look(ctx: Context, step: StepEx, options: Expr) -> list[Stmt]:
    """Code that counts the turns of a step, and those in which no action is open when it begins."""
    if not ctx.counting:
        return []
    place = step.position
    fresh = ir.const(ctx.layout.count_of(Counted("begun", place, step.name)))
    idle = ir.When(ir.Not(options), tally(ctx, "idle", place, step.name))
    return [
        ir.When(ir.slot(fresh), [*tally(ctx, "turns", place, step.name), idle, ir.Put(fresh, ir.const(0))])
    ]


def begin_turn(ctx: Context, step: StepEx) -> list[Stmt]:
    """Code that counts that a step begins; of one with actions it says that a turn has begun."""
    begun = tally(ctx, "step", step.position, step.name)
    if not ctx.counting or step.kind != "actions":
        return begun
    return [
        *begun,
        ir.Put(ir.const(ctx.layout.count_of(Counted("begun", step.position, step.name))), ir.const(1)),
    ]


def tally_points(ctx: Context) -> list[Stmt]:
    """Code that counts, when a game is over, who has points of each line of the final scoring.

    Of a line that a kind carries also who has that kind.
    """
    code: list[Stmt] = []
    for number, line in enumerate(ctx.program.final):
        if not ctx.counting or (line.carrier is not None and not ctx.model.pieces_scored):
            continue
        if line.carrier is not None and line.carrier not in ctx.layout.bits:
            continue  # of a crowd, whose kinds are too many to be counted each
        points = GameCall(f"final_{number}", [ir.local("scored__")])
        count = tally(ctx, "points", line.position, line.source)
        each: Stmt = ir.When(ir.compare(points, "!=", ir.const(0)), count)
        if line.carrier is not None:
            held = tally(ctx, "held", line.position, line.source)
            each = ir.When(_counts_for(ctx, line.carrier), [*held, each])
        code.append(ir.Loop("scored__", ir.call("range", ir.const(ctx.model.persons)), [each]))
    return code


def _counts_for(ctx: Context, carrier: tuple[str, str]) -> Expr:
    """A test that the kind that carries a line lies where it counts for who is scored."""
    word, bit = ctx.layout.bits[carrier]
    first = ctx.layout.masks + word * ctx.layout.owners
    mask: Expr = ir.slot(ir.plus(ir.local("scored__"), ir.const(first)))
    if ctx.model.lies_for_all(carrier[0]):
        mask = Arithmetic("|", mask, ir.slot(ir.const(first + ctx.model.persons)))
    return Arithmetic("&", mask, ir.const(bit))
