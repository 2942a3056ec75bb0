"""Calls as text: of the game's functions, of the run time's, of those that are more than a call."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiler import ir
from interpreter.compiler.signatures import NUMBERS
from interpreter.wasm import dialect
from interpreter.wasm.body import FunctionContext, Unsupported
from interpreter.wasm.emitting import (
    CALLS,
    called,
    emits,
    emits_call,
    emits_truth,
    run,
    sure,
    truth,
    value,
    value_as_truth,
)
from interpreter.wasm.expressions import entry
from interpreter.wasm.machine import RunTime
from interpreter.wasm.remembered import known


@emits(RunTime)
def _by_the_run_time(body: FunctionContext, node: RunTime) -> str:
    if node.function in dialect.VALUES:
        return dialect.VALUES[node.function].format(*(value(body, each) for each in node.arguments))
    callee = body.target.runtime.get(node.function)
    given = node.arguments[1:] if callee is not None and callee.state else node.arguments
    return _with_defaults(body, node.function, [value(body, each) for each in given])


def _with_defaults(body: FunctionContext, name: str, made: list[str]) -> str:
    """A call of a run-time function that may leave parameters at the end out."""
    callee = body.target.runtime.get(name)
    if callee is None:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    missing = len(callee.code.parameters) - len(made)
    if missing:
        alone = FunctionContext(body.target, name, game=False)
        made += [value(alone, each) for each in callee.defaults[len(callee.defaults) - missing :]]
    return run(body, name, *made)


@emits(ir.Call)
def _call(body: FunctionContext, node: ir.Call) -> str:
    name = node.function
    special = CALLS.get(name)
    if special is not None:
        return special(body, node)
    callee = body.target.runtime.get(name)
    if callee is None:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    # What is known where something is asked, and what a fault says, are for people: Python says it.
    arguments = node.arguments[: len(callee.code.parameters)]
    shown = value if name in _TAKES_NOTHING else sure
    made = [shown(body, each) for each in arguments]
    if name in ("least", "in_order", "leaders"):
        made.append(f"(i64.const {int(_has_several_keys(arguments[0]))})")
    found = _with_defaults(body, name, made)
    return unless_stopped(found) if node.asks else found


def _has_several_keys(pairs: ir.Expr) -> bool:
    return isinstance(pairs, ir.Gather) and isinstance(pairs.element, ir.Pair) and len(pairs.element.keys) > 1


# Run-time functions that take NOTHING, and themselves decide what it is.
_TAKES_NOTHING = {
    "choose_many", "choose_fitting", "some_fitting", "kept", "rule_in", "rule_out", "place_in", "wait", "piled", "ask", "added", "removed",
}  # fmt: skip


@emits(ir.GameCall)
def _game_call(body: FunctionContext, node: ir.GameCall) -> str:
    found = called(body, node.function, _values(body, node.arguments), game=True)
    return unless_stopped(found) if node.asks else found


def _values(body: FunctionContext, nodes: Sequence[ir.Expr]) -> list[str]:
    return [value(body, each) for each in nodes]


@emits(ir.Remembered)
def _remembered(body: FunctionContext, node: ir.Remembered) -> str:
    looked_up = known(node.function)
    if looked_up in body.target.runtime:
        return run(body, looked_up, *_values(body, node.arguments))
    # What takes no loops is quicker worked out each time than looked up.
    return called(body, node.function, _values(body, node.arguments), game=True)


@emits(ir.PieceCall)
def _piece_call(body: FunctionContext, node: ir.PieceCall) -> str:
    table, given = body.target.compiled.tables[node.table], _values(body, node.arguments)
    pointer = run(body, "sure", entry(body, table, node.piece))
    found = f"(call_indirect (type $F{len(given)}) {' '.join(given)} (i32.wrap_i64 {pointer}))"
    return unless_stopped(found) if node.asks else found


@emits(ir.Ask)
def _asked(body: FunctionContext, node: ir.Ask) -> str:
    return unless_stopped(run(body, "ask", *_values(body, [node.by, node.site, node.options])))


def unless_stopped(made: str) -> str:
    """What may ask, and all around it, ends at once where nobody answers."""
    return f"(block (result i64) {made}(if (i64.ne (global.get $stopped) (i64.const 0)) (then (return (i64.const 0)))))"


@emits_call("metered")
def _metered(body: FunctionContext, node: ir.Call) -> str:
    return run(body, "metered", sure(body, node.arguments[0]), value(body, node.arguments[1]))


@emits_call("secretly")
def _secretly(body: FunctionContext, node: ir.Call) -> str:
    players, function = node.arguments
    assert isinstance(function, ir.FunctionName)
    pointer = body.target.pointer("f " + function.name)
    return unless_stopped(run(body, "secretly", sure(body, players), f"(i64.const {pointer})"))


@emits(ir.Imagined)
def _imagined(body: FunctionContext, node: ir.Imagined) -> str:
    """What would be after an effect: done in the state itself, which is put back but for the work."""
    kept = [body.fresh() for _ in node.arguments]
    sets = "".join(
        f"(local.set {name} {value(body, each)})" for name, each in zip(kept, node.arguments, strict=True)
    )
    given = " ".join(f"(local.get {name})" for name in kept)
    before, made = body.fresh(), body.fresh()
    body.target.want(node.do, game=True)
    effect = f"(drop (call $f_{node.do} {given}))"
    if node.can is not None:
        body.target.want(node.can, game=True)
        effect = f"(if (i64.ne (call $f_{node.can} {given}) (i64.const 0)) (then {effect}))"
    kept_state = run(body, "kept_state", f"(i64.const {node.steps})")
    return (
        f"(block (result i64) {sets}(local.set {before} {kept_state}){effect}"
        f"(local.set {made} {value(body, node.value)})(drop {run(body, 'put_back', f'(local.get {before})')})"
        f"(local.get {made}))"
    )


@emits(ir.Kept)
def _kept(body: FunctionContext, node: ir.Kept) -> str:
    """A kept value: looked up where what it reads lies as it did."""
    body.target.want(node.function, game=True)
    worked_out = f"(call $f_{node.function} {' '.join(_values(body, node.arguments))})"
    if node.table.name not in body.target.cells_of:
        return worked_out
    first, width, spans = body.target.cells_of[node.table.name]
    at, before = body.fresh(), body.fresh()
    here, reads = f"(local.get {at})", f"(i64.const {spans})"
    place = f"(i64.add (i64.const {first}) (i64.mul {sure(body, node.cell)} (i64.const {width * 8})))"
    several = node.type == NUMBERS
    words = ("kept_numbers", "keep_numbers") if several else ("kept_number", "keep_number")
    work = f"(i64.load (i32.const {body.target.numbers['STATE'] + 8 * body.target.numbers['WORK']}))"
    looked_up = run(body, words[0], here)
    keeping = [here, reads, f"(local.get {before})", worked_out]
    return (
        f"(block (result i64) (local.set {at} {place})(if (result i64) (i64.ne {run(body, 'is_as_it_was', here, reads)}"
        f" (i64.const 0)) (then {looked_up}) (else (local.set {before} {work}){run(body, words[1], *keeping)})))"
    )


@emits_call("bool")
def _bool(body: FunctionContext, node: ir.Call) -> str:
    return f"(i64.extend_i32_u {truth(body, node.arguments[0])})"


@emits_truth(ir.Call)
def _as_truth(body: FunctionContext, node: ir.Call) -> str:
    return truth(body, node.arguments[0]) if node.function == "bool" else value_as_truth(body, node)


@emits_call("abs")
def _abs(body: FunctionContext, node: ir.Call) -> str:
    return run(body, "size_of", sure(body, node.arguments[0]))


@emits_call("min", "max")
def _extreme(body: FunctionContext, node: ir.Call) -> str:
    name = "least_of" if node.function == "min" else "most_of"
    return run(body, name, *(sure(body, each) for each in node.arguments))


@emits_call("int", "tuple", "list")
def _same(body: FunctionContext, node: ir.Call) -> str:
    return sure(body, node.arguments[0])


@emits_call("sorted")
def _sorted(body: FunctionContext, node: ir.Call) -> str:
    return run(body, "sorted_", sure(body, node.arguments[0]))


@emits_call("count")
def _count(body: FunctionContext, node: ir.Call) -> str:
    return run(body, "count", sure(body, node.arguments[0]), value(body, node.arguments[1]))
