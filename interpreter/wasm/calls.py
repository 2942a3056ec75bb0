"""Calls as text: of the game's functions, of the run time's, of those that are more than a call."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.compiler import form as f
from interpreter.wasm.body import Body, Unsupported
from interpreter.wasm.printing import (
    CALLS,
    called,
    number,
    prints,
    prints_call,
    run,
    sequence,
    unknown,
    value,
)

# Expressions that only the library has.
_PRIMITIVES = {
    "len": "(i64.shr_u {0} (i64.const 32))",
    "address": "(i64.and {0} (i64.const 4294967295))",
    "pack": "(i64.or (i64.shl {0} (i64.const 32)) {1})",
    "load": "(i64.load (i32.wrap_i64 {0}))",
    "load_byte": "(i64.load8_u (i32.wrap_i64 {0}))",
    "shift": "(i64.shr_u {0} {1})",
    "grow": "(i64.extend_i32_s (memory.grow (i32.wrap_i64 {0})))",
    "scaled": "(i64.trunc_f64_s (f64.mul (f64.mul (f64.convert_i64_u {0}) (f64.const 0x1p-53)) (f64.convert_i64_s {1})))",
    "call0": "(call_indirect (type $F0) (i32.wrap_i64 {0}))",
    "call1": "(call_indirect (type $F1) {1} (i32.wrap_i64 {0}))",
    "call2": "(call_indirect (type $F2) {1} {2} (i32.wrap_i64 {0}))",
}


@prints(ast.Call)
def _call(body: Body, node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "fromkeys":
            return run(body, "fromkeys", sequence(body, node.args[0]))
        if node.func.attr == "count":
            return run(body, "count", sequence(body, node.func.value), value(body, node.args[0]))
        raise unknown(body, node)
    if isinstance(node.func, ast.Subscript):
        return _indirect(body, node, node.func)
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if not body.game and name in _PRIMITIVES:
        return _PRIMITIVES[name].format(*(value(body, each) for each in node.args))
    if name in body.target.typed.form.functions:
        return called(body, name, [value(body, each) for each in node.args[1:]], game=True)
    special = CALLS.get(name) if body.game else None
    if special is not None:
        return special(body, node)
    return _run_time_call(body, node, name)


def _run_time_call(body: Body, node: ast.Call, name: str) -> str:
    code = body.target.runtime.get(name)
    if code is None:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    parameters = [each.arg for each in code.args.args]
    signature = f.RUN_TIME.get(name)
    arguments = list(node.args)
    if body.game:
        # What is known where something is asked, and what a fault says, are for people: Python tells them.
        del arguments[len(parameters) :]
    if parameters[:1] == ["s"]:
        arguments, parameters = arguments[1:], parameters[1:]
    made = []
    for place, each in enumerate(arguments):
        kinds = signature.parameters[-len(parameters) :] if signature is not None else ()
        plain = not body.game or (place < len(kinds) and _may_be_given_nothing(name, place))
        made.append(value(body, each) if plain else number(body, each))
    if body.game and name in ("least", "in_order", "leaders"):
        keys = body.of(node.args[0])
        made.append(f"(i64.const {int(keys is not None and keys.slot == f.NUMBERS)})")
    defaults = code.args.defaults
    missing = len(parameters) - len(made)
    made += [
        value(Body(body.target, name, game=False), each)
        for each in defaults[len(defaults) - missing :]
        if missing
    ]
    return run(body, name, *made)


def _may_be_given_nothing(name: str, place: int) -> bool:
    """Whether a run-time function takes NOTHING there, and itself decides what it is."""
    return name in (
        "choose_many",
        "kept",
        "rule_in",
        "rule_out",
        "place_in",
        "wait",
        "piled",
        "ask",
        "added",
        "removed",
    )


def _indirect(body: Body, node: ast.Call, func: ast.Subscript) -> str:
    if isinstance(func.value, ast.Name) and func.value.id in body.target.typed.form.effects:
        given = [value(body, each) for each in node.args[1:]]
        return f"(call_indirect (type $F{len(given)}) {' '.join(given)} (i32.wrap_i64 {run(body, 'sure', value(body, func))}))"
    # told[0](s, *told[1], got)
    told = value(body, func.value)
    return run(body, "tell", told, value(body, node.args[-1]))


@prints(ast.Yield)
def _asked(body: Body, node: ast.Yield) -> str:
    assert isinstance(node.value, ast.Call)
    # The last says what is known where it is asked, for people.
    return unless_stopped(run(body, "ask", *(value(body, each) for each in node.value.args[:3])))


def unless_stopped(made: str) -> str:
    """What may ask, and all around it, ends at once where nobody answers."""
    return f"(block (result i64) {made}(if (i64.ne (global.get $stopped) (i64.const 0)) (then (return (i64.const 0)))))"


@prints_call("counted")
def _counted(body: Body, node: ast.Call) -> str:
    return run(body, "counted", sequence(body, node.args[1]), value(body, node.args[2]))


@prints_call("secretly")
def _secretly(body: Body, node: ast.Call) -> str:
    assert isinstance(node.args[2], ast.Name)
    pointer = body.target.pointer("f " + node.args[2].id)
    return run(body, "secretly", sequence(body, node.args[1]), f"(i64.const {pointer})")


@prints_call("imagined")
def _imagined(body: Body, node: ast.Call) -> str:
    """What would be after an effect: done in the state itself, which is put back but for the work."""
    _, steps, can, do, arguments, found = node.args
    assert isinstance(do, ast.Name)
    assert isinstance(arguments, ast.Tuple)
    assert isinstance(found, ast.Lambda)
    kept = [body.fresh() for _ in arguments.elts]
    sets = "".join(
        f"(local.set {name} {value(body, each)})" for name, each in zip(kept, arguments.elts, strict=True)
    )
    given = " ".join(f"(local.get {name})" for name in kept)
    before, made = body.fresh(), body.fresh()
    body.target.want(do.id, game=True)
    effect = f"(drop (call $f_{do.id} {given}))"
    if isinstance(can, ast.Name):
        body.target.want(can.id, game=True)
        effect = f"(if (i64.ne (call $f_{can.id} {given}) (i64.const 0)) (then {effect}))"
    return (
        f"(block (result i64) {sets}(local.set {before} {run(body, 'kept_state', value(body, steps))}){effect}"
        f"(local.set {made} {value(body, found.body)})(drop {run(body, 'put_back', f'(local.get {before})')})"
        f"(local.get {made}))"
    )


@prints_call("fingerprint")
def _fingerprint(body: Body, node: ast.Call) -> str:
    """A number for what stands in some spans of slots."""
    spans: Any = ast.literal_eval(node.args[1])
    flat = [int(each) for pair in spans for each in pair]
    return run(body, "fingerprint", f"(i64.const {body.target.sequences(flat)})", value(body, node.args[2]))


@prints_call("unless_changed")
def _unless_changed(body: Body, node: ast.Call) -> str:
    """A kept value: looked up where what it reads lies as it did."""
    _, table, cell, work_out, arguments = node.args
    assert isinstance(table, ast.Name)
    assert isinstance(work_out, ast.Name)
    assert isinstance(arguments, ast.Tuple)
    given = " ".join(value(body, each) for each in arguments.elts)
    body.target.want(work_out.id, game=True)
    worked_out = f"(call $f_{work_out.id} {given})"
    if table.id not in body.target.cells_of:
        return worked_out
    first, width, spans = body.target.cells_of[table.id]
    result = body.target.typed.signatures[work_out.id].result
    several = result is not None and result.kind == f.NUMBERS
    at, before = body.fresh(), body.fresh()
    here, reads = f"(local.get {at})", f"(i64.const {spans})"
    place = f"(i64.add (i64.const {first}) (i64.mul {number(body, cell)} (i64.const {width * 8})))"
    words = ("kept_numbers", "keep_numbers") if several else ("kept_number", "keep_number")
    work = f"(i64.load (i32.const {body.target.numbers['STATE'] + 8 * body.target.numbers['WORK']}))"
    looked_up = run(body, words[0], here)
    keeping = [here, reads, f"(local.get {before})", worked_out]
    return (
        f"(block (result i64) (local.set {at} {place})(if (result i64) (i64.ne {run(body, 'is_as_it_was', here, reads)}"
        f" (i64.const 0)) (then {looked_up}) (else (local.set {before} {work}){run(body, words[1], *keeping)})))"
    )


@prints_call("int")
def _int(body: Body, node: ast.Call) -> str:
    return number(body, node.args[0])


@prints_call("abs")
def _abs(body: Body, node: ast.Call) -> str:
    return run(body, "size_of", number(body, node.args[0]))


@prints_call("tuple", "list")
def _same(body: Body, node: ast.Call) -> str:
    return sequence(body, node.args[0])


@prints_call("sorted")
def _sorted(body: Body, node: ast.Call) -> str:
    return run(body, "sorted_", sequence(body, node.args[0]))


@prints(ast.YieldFrom)
def _delegated(body: Body, node: ast.YieldFrom) -> str:
    return unless_stopped(value(body, node.value))
