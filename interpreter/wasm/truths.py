"""Conditions as text: as an i32 that is true or not, and as a number."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.wasm.body import NOTHING, FunctionContext
from interpreter.wasm.emitting import emits, emits_truth, run, sure, truth, value

_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


@emits_truth(ir.Const)
def _constant(_body: FunctionContext, node: ir.Const) -> str:
    return f"(i32.const {int(bool(node.value))})"


@emits_truth(ir.Logic)
def _logic(body: FunctionContext, node: ir.Logic) -> str:
    made = truth(body, node.parts[-1])
    for each in reversed(node.parts[:-1]):
        one = truth(body, each)
        if node.operator == "and":
            made = f"(if (result i32) {one} (then {made}) (else (i32.const 0)))"
        else:
            made = f"(if (result i32) {one} (then (i32.const 1)) (else {made}))"
    return made


@emits_truth(ir.Not)
def _not(body: FunctionContext, node: ir.Not) -> str:
    return f"(i32.eqz {truth(body, node.operand)})"


@emits_truth(ir.Compare)
def _compare(body: FunctionContext, node: ir.Compare) -> str:
    # NOTHING is equal to nothing else; in any other comparison it is a fault.
    shown = value if node.operator in ("==", "!=") else sure
    return f"(i64.{_COMPARISONS[node.operator]} {shown(body, node.left)} {shown(body, node.right)})"


@emits_truth(ir.IsNone)
def _is_none(body: FunctionContext, node: ir.IsNone) -> str:
    return f"(i64.{'ne' if node.negated else 'eq'} {value(body, node.operand)} (i64.const {NOTHING}))"


@emits_truth(ir.Between)
def _between(body: FunctionContext, node: ir.Between) -> str:
    low = f"(i64.le_s {sure(body, node.low)} {sure(body, node.value)})"
    return f"(i32.and {low} (i64.le_s {sure(body, node.value)} {sure(body, node.high)}))"


@emits_truth(ir.Contains)
def _contains(body: FunctionContext, node: ir.Contains) -> str:
    held = f"(i32.wrap_i64 {run(body, 'has', sure(body, node.of), value(body, node.item))})"
    return f"(i32.eqz {held})" if node.negated else held


@emits(ir.Logic, ir.Not, ir.Compare, ir.IsNone, ir.Between, ir.Contains)
def as_number(body: FunctionContext, node: ir.Expr) -> str:
    """A truth as a number."""
    return f"(i64.extend_i32_u {truth(body, node)})"
