"""Lists as text, and what makes one value of many: size, sum, any, all, least and most.

Without a list in between, where its values are needed only once.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiler import ir
from interpreter.compiler.signatures import DECLARED, FUNCTIONS, NUMBERS
from interpreter.wasm.body import FunctionContext
from interpreter.wasm.emitting import emits, emits_call, emits_truth, run, sure, truth, value, value_as_truth
from interpreter.wasm.expressions import bounded
from interpreter.wasm.loops import gathering_loops, numbers_of
from interpreter.wasm.memory import bytes_of, new_sequence


@emits(ir.Gather)
def _gathered(body: FunctionContext, node: ir.Gather) -> str:
    match node.word:
        case "list":
            return _listed(body, node)
        case "count":
            return _folded(body, node, lambda now, _: f"(i64.add {now} (i64.const 1))")
        case "sum":
            return _folded(body, node, lambda now, one: bounded(body, f"(i64.add {now} {sure(body, one)})"))
        case "min" | "max":
            return _extreme(body, node)
    return f"(i64.extend_i32_u {truth(body, node)})"


def _listed(body: FunctionContext, node: ir.Gather) -> str:
    pairs = isinstance(node.element, ir.Pair)
    if not pairs and len(node.clauses) == 1 and numbers_of(body, node.clauses[0].source) is None:
        return _listed_at_once(body, node)
    made = body.fresh()

    def add(element: ir.Expr) -> str:
        parts = _key_and_value(body, element) if isinstance(element, ir.Pair) else [value(body, element)]
        kept = [body.fresh() for _ in parts]
        sets = "".join(f"(local.set {name} {part})" for name, part in zip(kept, parts, strict=True))
        now = f"(local.get {made})"
        for name in kept:
            now = run(body, "push", now, f"(local.get {name})")
        return f"{sets}(local.set {made} {now})"

    loops = gathering_loops(body, node, add)
    return f"(block (result i64) (local.set {made} (i64.const 0)){loops}(local.get {made}))"


def _key_and_value(body: FunctionContext, pair: ir.Pair) -> list[str]:
    keys = [value(body, each) for each in pair.keys]
    return [keys[0] if len(keys) == 1 else new_sequence(body, keys), value(body, pair.value)]


def _listed_at_once(body: FunctionContext, node: ir.Gather) -> str:
    """A list of no more values than its source has: room is made for all."""
    source, start, to = body.fresh(), body.fresh(), body.fresh("i32")
    (clause,) = node.clauses
    before = len(body.inner)
    given = sure(body, clause.source)
    at, end, one = body.fresh("i32"), body.fresh("i32"), f"$i{body.mark}_{clause.variable}"
    body.locals[one] = "i64"
    out, again, on = body.label(), body.label(), body.label()
    body.inner.append(clause.variable)
    tests = "".join(f"(br_if {on} (i32.eqz {truth(body, test)}))" for test in node.conditions)
    element = value(body, node.element)
    del body.inner[before:]
    kept = body.fresh()
    room = run(body, "make", f"(i64.shr_u (local.get {source}) (i64.const 32))")
    return (
        f"(block (result i64) (local.set {source} {given})"
        f"(local.set {to} (i32.wrap_i64 (local.tee {start} {room})))"
        f"(local.set {end} (i32.add (local.tee {at} (i32.wrap_i64 (local.get {source}))) {bytes_of(source)}))"
        f"(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) (local.get {end})))"
        f"(local.set {one} (i64.load (local.get {at})))(local.set {at} (i32.add (local.get {at}) (i32.const 8)))"
        f"(block {on} {tests}(local.set {kept} {element})(i64.store (local.get {to}) (local.get {kept}))"
        f"(local.set {to} (i32.add (local.get {to}) (i32.const 8))))(br {again})))"
        f"(i64.or (local.get {start}) (i64.shl (i64.extend_i32_u (i32.shr_u (i32.sub (local.get {to})"
        f" (i32.wrap_i64 (local.get {start}))) (i32.const 3))) (i64.const 32))))"
    )


def _folded(body: FunctionContext, node: ir.Gather, fold: Callable[[str, ir.Expr], str]) -> str:
    """What becomes one number on the way."""
    made = body.fresh()
    loops = gathering_loops(
        body, node, lambda element: f"(local.set {made} {fold(f'(local.get {made})', element)})"
    )
    return f"(block (result i64) (local.set {made} (i64.const 0)){loops}(local.get {made}))"


def _extreme(body: FunctionContext, node: ir.Gather) -> str:
    """The least or most of some numbers, 0 where there is none."""
    name = "least_of" if node.word == "min" else "most_of"
    best, there = body.fresh(), body.fresh("i32")

    def look(element: ir.Expr) -> str:
        one = body.fresh()
        better = run(body, name, f"(local.get {best})", f"(local.get {one})")
        return (
            f"(local.set {one} {sure(body, element)})(local.set {best} (if (result i64) (local.get {there})"
            f" (then {better}) (else (local.get {one}))))(local.set {there} (i32.const 1))"
        )

    loops = gathering_loops(body, node, look)
    return f"(block (result i64) (local.set {best} (i64.const 0))(local.set {there} (i32.const 0)){loops}(local.get {best}))"


@emits_truth(ir.Gather)
def _some(body: FunctionContext, node: ir.Gather) -> str:
    """`any` or `all` as a truth; it stops early only where nothing is missed by that."""
    if node.word not in ("any", "all"):
        return value_as_truth(body, node)
    wanted, quiet = node.word == "any", is_quiet(body, node)
    found, out = body.fresh("i32"), body.label()

    def look(element: ir.Expr) -> str:
        test = truth(body, element)
        if not wanted:
            test = f"(i32.eqz {test})"
        leave = f"(br {out})" if quiet else ""
        return f"(if {test} (then (local.set {found} (i32.const 1)){leave}))"

    loops = gathering_loops(body, node, look)
    made = f"(block (result i32) (local.set {found} (i32.const 0))(block {out} {loops})"
    return f"{made}(local.get {found}))" if wanted else f"{made}(i32.eqz (local.get {found})))"


def is_quiet(body: FunctionContext, node: ir.Node) -> bool:
    """Whether nothing in an expression can fail or counts work, so that it need not be worked out."""
    for part in ir.within(node):
        match part:
            case ir.Call() if part.faults:
                return False
            case ir.GameCall() | ir.PieceCall() | ir.Remembered() | ir.Kept() | ir.Imagined() | ir.Item():
                return False
            case ir.Arithmetic() if part.operator in ("//", "%", "*"):
                return False
            case ir.Entry() if part.table.type in (DECLARED, FUNCTIONS, NUMBERS):
                return False
        if isinstance(part, ir.Expr) and body.may_be_nothing(part):
            return False
    return True


@emits_call("len")
def _size(body: FunctionContext, node: ir.Call) -> str:
    (given,) = node.arguments
    if isinstance(given, ir.Gather):
        return _folded(body, given, lambda now, _: f"(i64.add {now} (i64.const 1))")
    if isinstance(given, ir.Call) and given.function in ("span", "times_over"):
        numbers = numbers_of(body, given)
        assert numbers is not None
        before, low, high, _ = numbers
        return (
            f"(block (result i64) {before}{run(body, 'most_of', f'(i64.sub {high} {low})', '(i64.const 0)')})"
        )
    return f"(i64.shr_u {sure(body, given)} (i64.const 32))"


@emits_call("range", "span", "times_over")
def _listing(body: FunctionContext, node: ir.Call) -> str:
    numbers = numbers_of(body, node)
    assert numbers is not None
    before, low, high, step = numbers
    return f"(block (result i64) {before}{run(body, 'listing', low, high, step)})"
