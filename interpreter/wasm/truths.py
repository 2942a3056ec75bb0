"""Expressions as the text of an i32: whether they are true."""

from __future__ import annotations

import ast

from interpreter.wasm.body import NOTHING, Body
from interpreter.wasm.printing import TRUE_CALLS, number, prints, prints_call, run, sequence, value


def truth(body: Body, node: ast.expr) -> str:
    """Print an expression as an i32: whether it is true."""
    if isinstance(node, ast.Constant):
        return f"(i32.const {int(bool(node.value))})"
    if isinstance(node, ast.BoolOp):
        made = truth(body, node.values[-1])
        for each in reversed(node.values[:-1]):
            one = truth(body, each)
            if isinstance(node.op, ast.And):
                made = f"(if (result i32) {one} (then {made}) (else (i32.const 0)))"
            else:
                made = f"(if (result i32) {one} (then (i32.const 1)) (else {made}))"
        return made
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"(i32.eqz {truth(body, node.operand)})"
    if isinstance(node, ast.Compare):
        return _compared(body, node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and body.game:
        special = TRUE_CALLS.get(node.func.id)
        if special is not None:
            return special(body, node)
    made = value(body, node)
    if body.is_sequence(node):
        return f"(i64.gt_s (i64.shr_s {made} (i64.const 32)) (i64.const 0))"
    if body.may_be_nothing(node):
        kept = body.fresh()
        return (
            f"(block (result i32) (local.set {kept} {made})(i32.and (i64.ne (local.get {kept}) (i64.const 0))"
            f" (i64.ne (local.get {kept}) (i64.const {NOTHING}))))"
        )
    return f"(i64.ne {made} (i64.const 0))"


_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s",
    ast.Is: "eq", ast.IsNot: "ne",
}  # fmt: skip


_EXACT = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def _compared(body: Body, node: ast.Compare) -> str:
    left, found = node.left, list[str]()
    for operator, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(operator, ast.In | ast.NotIn):
            held = f"(i32.wrap_i64 {run(body, 'has', sequence(body, right), value(body, left))})"
            found.append(held if isinstance(operator, ast.In) else f"(i32.eqz {held})")
        else:
            shown = value if isinstance(operator, _EXACT) else number
            found.append(f"(i64.{_COMPARISONS[type(operator)]} {shown(body, left)} {shown(body, right)})")
        left = right
    made = found[-1]
    for one in reversed(found[:-1]):
        made = f"(i32.and {one} {made})"
    return made


@prints_call("bool", truth=True)
def _bool(body: Body, node: ast.Call) -> str:
    return truth(body, node.args[0])


@prints_call("any", "all", "bool")
@prints(ast.Compare, ast.BoolOp)
def as_number(body: Body, node: ast.expr) -> str:
    """A truth as a number."""
    return f"(i64.extend_i32_u {truth(body, node)})"
