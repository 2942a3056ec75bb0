"""Expressions as text that are no calls: names, constants, look-ups, operators."""

from __future__ import annotations

import ast

from interpreter.compiler import form as f
from interpreter.wasm.body import NOTHING, TEXTS, Body, Unsupported
from interpreter.wasm.memory import new_sequence, slot_address
from interpreter.wasm.printing import called, number, prints, run, sequence, unknown, value
from interpreter.wasm.truths import as_number, truth


@prints(ast.Constant)
def _constant(body: Body, node: ast.Constant) -> str:
    given: object = node.value
    if given is None:
        return f"(i64.const {NOTHING})"
    if isinstance(given, int):
        return f"(i64.const {int(given)})"
    if isinstance(given, tuple):
        return f"(i64.const {body.target.sequences(given)})"
    if isinstance(given, str) and given in TEXTS:
        return f"(i64.const {TEXTS[given]})"
    raise unknown(body, node)


@prints(ast.Name)
def _name(body: Body, node: ast.Name) -> str:
    target = body.target
    if f"$v{body.mark}_{node.id}" in body.parameters or node.id in body.inner:
        return f"(local.get {body.local(node.id)})"
    if not body.game:
        if node.id in target.cells:
            return f"(global.get ${node.id})"
        if node.id in target.numbers:
            return f"(i64.const {target.numbers[node.id]})"
        known = f"$v{body.mark}_{node.id}" in body.locals or node.id in target.assigned(body.name)
        if not known:
            raise Unsupported(f"{body.name}: there is no '{node.id}'")
        return f"(local.get {body.local(node.id)})"
    if node.id in target.typed.signatures[body.name].locals:
        return f"(local.get {body.local(node.id)})"
    if node.id in target.tables:
        at, size = target.tables[node.id]
        return f"(i64.const {size << 32 | at})"
    if node.id in target.typed.form.functions:
        return f"(i64.const {target.pointer('spread ' + node.id)})"
    return f"(local.get {body.local(node.id)})"


@prints(ast.Tuple, ast.List)
def _tuple(body: Body, node: ast.Tuple | ast.List) -> str:
    elements = node.elts
    if elements and isinstance(elements[0], ast.Name) and elements[0].id == "s":
        elements = elements[1:]  # arguments: the state is the only one there is
    if len(elements) == 2 and isinstance(elements[1], ast.Tuple) and isinstance(elements[0], ast.Name):
        return _tell(body, elements[0], elements[1])
    if not elements:
        return "(i64.const 0)"
    fixed = [each.value for each in elements if isinstance(each, ast.Constant)]
    if len(fixed) == len(elements) and all(isinstance(each, int) for each in fixed):
        return f"(i64.const {body.target.sequences([int(str(int(each))) for each in fixed])})"  # type: ignore[arg-type]
    return new_sequence(body, [value(body, each) for each in elements])


def _tell(body: Body, listener: ast.Name, indexes: ast.Tuple) -> str:
    pointer = f"(i64.const {body.target.pointer('told ' + listener.id)})"
    return new_sequence(body, [pointer, *(value(body, each) for each in indexes.elts)])


@prints(ast.Subscript)
def _subscript(body: Body, node: ast.Subscript) -> str:
    holder = node.value
    if isinstance(holder, ast.Name) and holder.id == "s":
        state = body.target.numbers["STATE"]
        if isinstance(node.slice, ast.Constant):
            return f"(i64.load (i32.const {state + 8 * int(str(node.slice.value))}))"
        if not body.game and isinstance(node.slice, ast.Name) and node.slice.id in body.target.numbers:
            return f"(i64.load (i32.const {state + 8 * body.target.numbers[node.slice.id]}))"
        return f"(i64.load offset={state} {slot_address(body, node.slice)})"
    if not body.game:
        place = f"(i32.shl (i32.wrap_i64 {value(body, node.slice)}) (i32.const 3))"
        return f"(i64.load (i32.add (i32.wrap_i64 {value(body, holder)}) {place}))"
    found = body.of(holder)
    kind = found.kind if found is not None else ""
    if kind == f.KNOWN and isinstance(holder, ast.Name) and isinstance(node.slice, ast.Tuple):
        given = [value(body, each) for each in node.slice.elts]
        return called(body, f"value_{holder.id.removeprefix('KNOWN_')}", given, game=True)
    if kind == f.DECLARED and isinstance(holder, ast.Name):
        return f"(call $row_{holder.id} {value(body, node.slice)})"
    if kind in (f.ROW, f.ROWS, f.CARRIERS, f.FUNCTIONS) and isinstance(holder, ast.Name):
        at, size = body.target.tables[holder.id]
        place = body.fresh()
        return (
            f"(block (result i64) (if (i64.ge_u (local.tee {place} (i64.add {value(body, node.slice)} (i64.const 1)))"
            f" (i64.const {size})) (then (unreachable)))"
            f"(i64.load offset={at} (i32.shl (i32.wrap_i64 (local.get {place})) (i32.const 3))))"
        )
    return run(body, "item", sequence(body, holder), value(body, node.slice))


@prints(ast.IfExp)
def _if_else(body: Body, node: ast.IfExp) -> str:
    test, then, otherwise = truth(body, node.test), value(body, node.body), value(body, node.orelse)
    return f"(if (result i64) {test} (then {then}) (else {otherwise}))"


@prints(ast.UnaryOp)
def _unary(body: Body, node: ast.UnaryOp) -> str:
    if isinstance(node.op, ast.Not):
        return as_number(body, node)
    if isinstance(node.operand, ast.Constant):
        return f"(i64.const {-int(str(node.operand.value))})"
    return f"(i64.sub (i64.const 0) {number(body, node.operand)})"


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div_s", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl",
}  # fmt: skip


@prints(ast.BinOp)
def _binary(body: Body, node: ast.BinOp) -> str:
    if body.is_sequence(node.left):
        name = "joined" if isinstance(node.op, ast.Add) else "times_all"
        return run(body, name, sequence(body, node.left), value(body, node.right))
    left, right = number(body, node.left), number(body, node.right)
    if body.game and isinstance(node.op, ast.FloorDiv | ast.Mod):
        return run(body, "divided" if isinstance(node.op, ast.FloorDiv) else "remainder", left, right)
    if body.game and isinstance(node.op, ast.Mult) and not _is_small(node.left) and not _is_small(node.right):
        return run(body, "product", left, right)
    if type(node.op) not in _OPERATORS:
        raise unknown(body, node)
    return f"(i64.{_OPERATORS[type(node.op)]} {left} {right})"


def _is_small(node: ast.expr) -> bool:
    """A literal so small that a product with it cannot overflow where numbers are within their bounds."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and abs(node.value) < 512
