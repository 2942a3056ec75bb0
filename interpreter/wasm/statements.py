"""Statements as text."""

from __future__ import annotations

import ast

from interpreter.wasm.body import Body
from interpreter.wasm.loops import loop
from interpreter.wasm.memory import put
from interpreter.wasm.printing import block, prints, run, unknown, value
from interpreter.wasm.truths import truth


@prints(ast.Assign)
def _assign(body: Body, node: ast.Assign) -> str:
    (target,) = node.targets
    if isinstance(target, ast.Name):
        made = value(body, node.value)
        if target.id in body.target.cells and not body.game:
            return f"(global.set ${target.id} {made})\n"
        return f"(local.set {body.local(target.id)} {made})\n"
    if isinstance(target, ast.Subscript):
        return put(body, target.slice, value(body, node.value))
    raise unknown(body, node)


@prints(ast.AugAssign)
def _augment(body: Body, node: ast.AugAssign) -> str:
    if not isinstance(node.target, ast.Subscript):
        raise unknown(body, node)
    now = ast.Subscript(node.target.value, node.target.slice, ast.Load())
    if body.is_sequence(node.value):
        name = "joined" if isinstance(node.op, ast.Add) else "times_all"
        return put(body, node.target.slice, run(body, name, value(body, now), value(body, node.value)))
    return put(body, node.target.slice, value(body, ast.BinOp(now, node.op, node.value)))


@prints(ast.If)
def _if(body: Body, node: ast.If) -> str:
    if isinstance(node.test, ast.Constant):
        return block(body, node.body if node.test.value else node.orelse)
    otherwise = f"(else {block(body, node.orelse)})" if node.orelse else ""
    return f"(if {truth(body, node.test)} (then {block(body, node.body)}) {otherwise})\n"


@prints(ast.For)
def _for(body: Body, node: ast.For) -> str:
    out = body.label()
    body.breaks.append(out)
    if isinstance(node.target, ast.Tuple):
        made = _pairs(body, node, node.target)
    else:
        assert isinstance(node.target, ast.Name)
        made = loop(body, body.local(node.target.id), node.iter, lambda _: block(body, node.body))
    body.breaks.pop()
    return f"(block {out} {made}{block(body, node.orelse)})\n"


def _pairs(body: Body, node: ast.For, target: ast.Tuple) -> str:
    """A loop over what was settled: whom to tell, and of how much."""
    one, two = (body.local(each.id) for each in target.elts if isinstance(each, ast.Name))
    kept, place, out, again = body.fresh(), body.fresh("i32"), body.label(), body.label()
    return (
        f"(local.set {kept} {value(body, node.iter)})(local.set {place} (i32.const 0))(block {out} (loop {again}"
        f"(br_if {out} (i32.ge_u (local.get {place}) (i32.wrap_i64 (i64.shr_u (local.get {kept}) (i64.const 32)))))"
        f"(local.set {one} (i64.load (i32.add (i32.wrap_i64 (local.get {kept})) (i32.shl (local.get {place}) (i32.const 3)))))"
        f"(local.set {two} (i64.load offset=8 (i32.add (i32.wrap_i64 (local.get {kept})) (i32.shl (local.get {place}) (i32.const 3)))))"
        f"(local.set {place} (i32.add (local.get {place}) (i32.const 2))){block(body, node.body)}(br {again})))"
    )


@prints(ast.While)
def _while(body: Body, node: ast.While) -> str:
    out, again = body.label(), body.label()
    test = truth(body, node.test)
    return (
        f"(block {out} (loop {again} (br_if {out} (i32.eqz {test})){block(body, node.body)}(br {again})))\n"
    )


@prints(ast.Return)
def _return(body: Body, node: ast.Return) -> str:
    found = value(body, node.value) if node.value is not None else "(i64.const 0)"
    return f"(br {body.leave} {found})\n" if body.leave else f"(return {found})\n"


# Statements that only the library has.
_EFFECTS = {
    "store": "(i64.store (i32.wrap_i64 {0}) {1})",
    "store_small": "(i64.store32 (i32.wrap_i64 {0}) {1})",
    "store_byte": "(i64.store8 (i32.wrap_i64 {0}) {1})",
    "copy": "(memory.copy (i32.wrap_i64 {0}) (i32.wrap_i64 {1}) (i32.wrap_i64 {2}))",
    "fail": "(unreachable)",
}


@prints(ast.Expr)
def _expression(body: Body, node: ast.Expr) -> str:
    call = node.value
    if isinstance(call, ast.Constant) or (isinstance(call, ast.Yield) and call.value is None):
        return ""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        assert isinstance(call.func.value, ast.Name)
        name = body.local(call.func.value.id)
        (given,) = call.args
        claim = call.func.value.id == "claims" and isinstance(given, ast.Tuple)
        parts = given.elts if claim and isinstance(given, ast.Tuple) else [given]
        made = [value(body, each) for each in parts]
        pushed = run(body, "push_claim" if claim else "push", f"(local.get {name})", *made)
        return f"(local.set {name} {pushed})\n"
    if not body.game and isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
        primitive = _EFFECTS.get(call.func.id)
        if primitive is not None:
            return primitive.format(*(value(body, each) for each in call.args)) + "\n"
    return f"(drop {value(body, call)})\n"


@prints(ast.Raise)
def _raise(body: Body, node: ast.Raise) -> str:
    return "(unreachable)\n"


@prints(ast.Break)
def _break(body: Body, node: ast.Break) -> str:
    return f"(br {body.breaks[-1]})\n"


@prints(ast.Pass, ast.Global)
def _nothing(body: Body, node: ast.stmt) -> str:
    return ""
