"""Expressions as text that are no calls: variables, constants, look-ups, operators."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.compiler.signatures import DECLARED, NUMBERS
from interpreter.wasm.body import NOTHING, TEXTS, FunctionContext, Unsupported
from interpreter.wasm.emitting import emits, run, sure, truth, unknown, value
from interpreter.wasm.machine import Cell, Machine, NamedNumber, Raw
from interpreter.wasm.memory import fixed_slot, new_sequence, slot_address


@emits(ir.Const)
def _constant(body: FunctionContext, node: ir.Const) -> str:
    given = node.value
    if given is None:
        return f"(i64.const {NOTHING})"
    if isinstance(given, int):
        return f"(i64.const {int(given)})"
    if isinstance(given, tuple):
        flat = [int(each) for part in given for each in (part if isinstance(part, tuple) else (part,))]
        return f"(i64.const {body.target.sequences(flat)})"
    if given in TEXTS:
        return f"(i64.const {TEXTS[given]})"
    raise unknown(body, node)


@emits(ir.Local)
def _local(body: FunctionContext, node: ir.Local) -> str:
    return f"(local.get {body.local(node.name)})"


@emits(Cell)
def _cell(_body: FunctionContext, node: Cell) -> str:
    return f"(global.get ${node.name})"


@emits(NamedNumber)
def _named_number(body: FunctionContext, node: NamedNumber) -> str:
    if node.name not in body.target.numbers:
        raise Unsupported(f"{body.name}: there is no '{node.name}'")
    return f"(i64.const {body.target.numbers[node.name]})"


@emits(ir.Static)
def _static(body: FunctionContext, node: ir.Static) -> str:
    at, size = body.target.tables[node.table.name]
    return f"(i64.const {size << 32 | at})"


@emits(ir.FunctionName)
def _function_name(body: FunctionContext, node: ir.FunctionName) -> str:
    return f"(i64.const {body.target.pointer('spread ' + node.name)})"


@emits(ir.Numbers)
def _numbers(body: FunctionContext, node: ir.Numbers) -> str:
    fixed = [each.value for each in node.parts if isinstance(each, ir.Const)]
    if not node.parts:
        return "(i64.const 0)"
    if len(fixed) == len(node.parts) and all(isinstance(each, int) for each in fixed):
        return f"(i64.const {body.target.sequences([int(each) for each in fixed])})"
    return new_sequence(body, [value(body, each) for each in node.parts])


@emits(ir.Arguments)
def _arguments(body: FunctionContext, node: ir.Arguments) -> str:
    # The state is the only one there is.
    return new_sequence(body, [value(body, each) for each in node.parts]) if node.parts else "(i64.const 0)"


@emits(ir.Slot)
def _slot(body: FunctionContext, node: ir.Slot) -> str:
    fixed = fixed_slot(body, node.index)
    if fixed is not None:
        return f"(i64.load (i32.const {fixed}))"
    return f"(i64.load offset={body.target.numbers['STATE']} {slot_address(body, node.index)})"


@emits(Raw)
def _raw(body: FunctionContext, node: Raw) -> str:
    place = f"(i32.shl (i32.wrap_i64 {value(body, node.index)}) (i32.const 3))"
    return f"(i64.load (i32.add (i32.wrap_i64 {value(body, node.of)}) {place}))"


@emits(ir.Item)
def _item(body: FunctionContext, node: ir.Item) -> str:
    return run(body, "item", sure(body, node.of), value(body, node.index))


@emits(ir.Entry)
def _entry(body: FunctionContext, node: ir.Entry) -> str:
    return entry(body, node.table, node.index)


def entry(body: FunctionContext, table: ir.Table, index: ir.Expr) -> str:
    """An entry of a static table; beside the table it is a fault."""
    if table.type == DECLARED:
        return f"(call $row_{table.name} {value(body, index)})"
    if table.type == NUMBERS:
        return run(body, "item", value(body, ir.static(table)), value(body, index))
    at, size = body.target.tables[table.name]
    place = body.fresh()
    return (
        f"(block (result i64) (if (i64.ge_u (local.tee {place} (i64.add {value(body, index)} (i64.const 1)))"
        f" (i64.const {size})) (then (unreachable)))"
        f"(i64.load offset={at} (i32.shl (i32.wrap_i64 (local.get {place})) (i32.const 3))))"
    )


@emits(ir.Choice)
def _choice(body: FunctionContext, node: ir.Choice) -> str:
    test, then, otherwise = truth(body, node.condition), value(body, node.then), value(body, node.otherwise)
    return f"(if (result i64) {test} (then {then}) (else {otherwise}))"


@emits(ir.Negative)
def _negative(body: FunctionContext, node: ir.Negative) -> str:
    return f"(i64.sub (i64.const 0) {sure(body, node.operand)})"


@emits(ir.Joined)
def _joined(body: FunctionContext, node: ir.Joined) -> str:
    return run(body, "joined", sure(body, node.left), value(body, node.right))


@emits(ir.Times)
def _times(body: FunctionContext, node: ir.Times) -> str:
    return run(body, "times_all", sure(body, node.of), value(body, node.amount))


_MACHINE = {
    "+": "add", "-": "sub", "*": "mul", "/": "div_s", "&": "and", "|": "or", "^": "xor", "<<": "shl",
}  # fmt: skip


@emits(Machine)
def _machine(body: FunctionContext, node: Machine) -> str:
    return f"(i64.{_MACHINE[node.operator]} {value(body, node.left)} {value(body, node.right)})"


@emits(ir.Arithmetic)
def _arithmetic(body: FunctionContext, node: ir.Arithmetic) -> str:
    left, right = sure(body, node.left), sure(body, node.right)
    if node.operator in ("//", "%"):
        return run(body, "divided" if node.operator == "//" else "remainder", left, right)
    made = f"(i64.{_MACHINE[node.operator]} {left} {right})"
    if not node.grows or _bits(node) <= _MOST_BITS:
        return made
    return run(body, "product", left, right) if node.operator == "*" else bounded(body, made)


# Python's numbers have no end. Here what is beyond 61 bits stops the module, and Python plays the game; so no
# variable holds more, and adding what is small to it never takes 64.
_MOST_BITS, _SMALL_BITS = 61, 24


def bounded(body: FunctionContext, number: str) -> str:
    """A number of at most 64 bits, which may be no more than a variable holds."""
    kept, most = body.fresh(), 1 << _MOST_BITS
    return (
        f"(block (result i64) (if (i64.gt_u (i64.add (local.tee {kept} {number}) (i64.const {most}))"
        f" (i64.const {2 * most})) (then (unreachable)))(local.get {kept}))"
    )


def _bits(node: ir.Expr) -> int:
    """How many bits a number may take at most."""
    match node:
        case ir.Const(int(number)):
            return number.bit_length()
        case ir.Slot() | ir.Entry() | ir.Item():
            return 54
        case ir.Arithmetic("*", left, right):
            return _bits(left) + _bits(right)
        case ir.Arithmetic("+" | "-", left, right):
            # Adding what is small, over and over, comes to nothing: there is not so much work.
            small, large = sorted((_bits(left), _bits(right)))
            return large + (small > _SMALL_BITS)
        case ir.Call("len" | "measured" | "divided" | "remainder"):
            return 54
    return _MOST_BITS
