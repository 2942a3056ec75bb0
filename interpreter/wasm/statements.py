"""Statements as text."""

from __future__ import annotations

from interpreter.compiler import ir
from interpreter.wasm import dialect
from interpreter.wasm.body import TEXTS, FunctionContext
from interpreter.wasm.calls import unless_stopped
from interpreter.wasm.emitting import block, emits, run, truth, value
from interpreter.wasm.loops import loop
from interpreter.wasm.machine import RunTime, SetCell, While
from interpreter.wasm.memory import new_sequence, put


@emits(ir.Let)
def _let(body: FunctionContext, node: ir.Let) -> str:
    return f"(local.set {body.local(node.name)} {value(body, node.value)})\n"


@emits(SetCell)
def _set_cell(body: FunctionContext, node: SetCell) -> str:
    return f"(global.set ${node.name} {value(body, node.value)})\n"


@emits(ir.Put)
def _put(body: FunctionContext, node: ir.Put) -> str:
    return put(body, node.index, value(body, node.value))


@emits(ir.AddTo)
def _add_to(body: FunctionContext, node: ir.AddTo) -> str:
    now = ir.Slot(node.index, node.value.type)
    if body.is_sequence(node.value):
        return put(body, node.index, run(body, "joined", value(body, now), value(body, node.value)))
    return put(body, node.index, value(body, ir.Arithmetic(node.operator, now, node.value)))


@emits(ir.When)
def _when(body: FunctionContext, node: ir.When) -> str:
    # One that is all of another's `otherwise` follows it: there may be hundreds.
    made, chain = list[str](), [node]
    while len(chain[-1].otherwise) == 1 and isinstance(chain[-1].otherwise[0], ir.When):
        chain.append(chain[-1].otherwise[0])
    for each in chain[:-1]:
        made.append(f"(if {truth(body, each.condition)} (then {block(body, each.body)}) (else ")
    last = chain[-1]
    if isinstance(last.condition, ir.Const):
        made.append(block(body, last.body if last.condition.value else last.otherwise))
    else:
        otherwise = f"(else {block(body, last.otherwise)})" if last.otherwise else ""
        made.append(f"(if {truth(body, last.condition)} (then {block(body, last.body)}) {otherwise})")
    return "".join(made) + "))" * (len(chain) - 1) + "\n"


@emits(ir.Loop)
def _loop(body: FunctionContext, node: ir.Loop) -> str:
    out = body.label()
    body.breaks.append(out)
    made = loop(body, body.local(node.variable), node.source, lambda _: block(body, node.body))
    body.breaks.pop()
    return f"(block {out} {made}{block(body, node.otherwise)})\n"


@emits(While)
def _while(body: FunctionContext, node: While) -> str:
    out, again = body.label(), body.label()
    test = truth(body, node.condition)
    return (
        f"(block {out} (loop {again} (br_if {out} (i32.eqz {test})){block(body, node.body)}(br {again})))\n"
    )


@emits(ir.Settle)
def _settle(body: FunctionContext, node: ir.Settle) -> str:
    """What was settled comes in pairs: whom to tell, and of how much."""
    kept, place, out, again = body.fresh(), body.fresh("i32"), body.label(), body.label()
    here = f"(i32.add (i32.wrap_i64 (local.get {kept})) (i32.shl (local.get {place}) (i32.const 3)))"
    listener, got = f"(i64.load {here})", f"(i64.load offset=8 {here})"
    heard = run(body, "tell", listener, got)
    heard = unless_stopped(heard) if node.asks else heard
    settled = run(body, "settle", f"(local.get {body.local(node.claims)})", f"(i64.const {TEXTS[node.rule]})")
    return (
        f"(local.set {kept} {settled})(local.set {place} (i32.const 0))(block {out} (loop {again}"
        f"(br_if {out} (i32.ge_u (local.get {place}) (i32.wrap_i64 (i64.shr_u (local.get {kept}) (i64.const 32)))))"
        f"(drop {heard})(local.set {place} (i32.add (local.get {place}) (i32.const 2))){block(body, node.after)}"
        f"(br {again})))\n"
    )


@emits(ir.Claim)
def _claim(body: FunctionContext, node: ir.Claim) -> str:
    claims = body.local(node.claims)
    made = [value(body, each) for each in (node.target, node.source, node.piece, node.amount)]
    for each in (node.mover, node.listener):
        made.append(value(body, ir.const(None)) if each is None else _listener(body, each))
    return f"(local.set {claims} {run(body, 'push_claim', f'(local.get {claims})', *made)})\n"


def _listener(body: FunctionContext, node: ir.Listener) -> str:
    pointer = f"(i64.const {body.target.pointer('told ' + node.function)})"
    return new_sequence(body, [pointer, *(value(body, each) for each in node.arguments)])


@emits(ir.Append)
def _append(body: FunctionContext, node: ir.Append) -> str:
    name = body.local(node.name)
    return f"(local.set {name} {run(body, 'push', f'(local.get {name})', value(body, node.value))})\n"


@emits(ir.Return)
def _return(body: FunctionContext, node: ir.Return) -> str:
    found = value(body, node.value) if node.value is not None else "(i64.const 0)"
    return f"(br {body.leave} {found})\n" if body.leave else f"(return {found})\n"


@emits(ir.Run)
def _run(body: FunctionContext, node: ir.Run) -> str:
    call = node.call
    if isinstance(call, RunTime) and call.function in dialect.EFFECTS:
        return dialect.EFFECTS[call.function].format(*(value(body, each) for each in call.arguments)) + "\n"
    return f"(drop {value(body, call)})\n"


@emits(ir.Fail)
def _fail(_body: FunctionContext, _node: ir.Fail) -> str:
    return "(unreachable)\n"


@emits(ir.Break)
def _break(body: FunctionContext, _node: ir.Break) -> str:
    return f"(br {body.breaks[-1]})\n"
