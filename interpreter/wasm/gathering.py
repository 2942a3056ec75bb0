"""Lists as text, and what makes one value of many: size, sum, any, all, least and most.

Without a list in between, where its values are needed only once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.compiler import form as f
from interpreter.compiler.verify import Of
from interpreter.wasm.body import Body
from interpreter.wasm.loops import comprehension, numbers_of
from interpreter.wasm.memory import bytes_of
from interpreter.wasm.printing import number, prints, prints_call, run, sequence, unknown, value
from interpreter.wasm.truths import truth


@prints(ast.ListComp)
def _listed(body: Body, node: ast.ListComp) -> str:
    made = body.fresh()
    pairs = isinstance(node.elt, ast.Tuple)
    if not pairs and len(node.generators) == 1 and numbers_of(body, node.generators[0].iter) is None:
        return _listed_at_once(body, node)

    def add(element: ast.expr) -> str:
        parts = element.elts if pairs and isinstance(element, ast.Tuple) else [element]
        kept = [body.fresh() for _ in parts]
        sets = "".join(
            f"(local.set {name} {value(body, part)})" for name, part in zip(kept, parts, strict=True)
        )
        now = f"(local.get {made})"
        for name in kept:
            now = run(body, "push", now, f"(local.get {name})")
        return f"{sets}(local.set {made} {now})"

    return f"(block (result i64) (local.set {made} (i64.const 0)){comprehension(body, node, add)}(local.get {made}))"


def _listed_at_once(body: Body, node: ast.ListComp) -> str:
    """A list of no more values than its source has: room is made for all."""
    source, start, to = body.fresh(), body.fresh(), body.fresh("i32")
    (clause,) = node.generators
    before = len(body.inner)
    assert isinstance(clause.target, ast.Name)
    given = sequence(body, clause.iter)
    at, end, one = body.fresh("i32"), body.fresh("i32"), f"$i{body.mark}_{clause.target.id}"
    body.locals[one] = "i64"
    out, again, on = body.label(), body.label(), body.label()
    body.inner.append(clause.target.id)
    tests = "".join(f"(br_if {on} (i32.eqz {truth(body, test)}))" for test in clause.ifs)
    element = value(body, node.elt)
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


@prints_call("len")
def _size(body: Body, node: ast.Call) -> str:
    (given,) = node.args
    if isinstance(given, ast.ListComp):
        return _folded(
            body, given, "(i64.const 0)", lambda now, _: f"(i64.add {now} (i64.const 1))", evaluate=False
        )
    numbers = numbers_of(body, given)
    if (
        numbers is not None
        and isinstance(given, ast.Call)
        and getattr(given.func, "id", "") in ("span", "times_over")
    ):
        before, low, high, _ = numbers
        return (
            f"(block (result i64) {before}{run(body, 'most_of', f'(i64.sub {high} {low})', '(i64.const 0)')})"
        )
    size = f"(i64.shr_u {sequence(body, given)} (i64.const 32))"
    return f"(i64.shr_u {size} (i64.const 1))" if (body.of(given) or Of("")).kind == f.PAIRS else size


def _folded(
    body: Body, node: ast.ListComp, start: str, fold: Callable[[str, str], str], *, evaluate: bool = True
) -> str:
    """A comprehension whose values become one number on the way."""
    made = body.fresh()

    def add(element: ast.expr) -> str:
        given = number(body, element) if evaluate else ""
        return f"(local.set {made} {fold(f'(local.get {made})', given)})"

    return (
        f"(block (result i64) (local.set {made} {start}){comprehension(body, node, add)}(local.get {made}))"
    )


@prints_call("sum")
def _sum(body: Body, node: ast.Call) -> str:
    (given,) = node.args
    if not isinstance(given, ast.ListComp):
        raise unknown(body, node)
    return _folded(body, given, "(i64.const 0)", lambda now, one: run(body, "sum_of", now, one))


# What can be done inside a loop that stops early without being missed: it cannot fail, and counts no work.
_QUIET = {"len", "abs", "min", "max", "bool", "int", "count", "first", "last", "at", "any", "all", "sum"}


def is_quiet(body: Body, node: ast.AST) -> bool:
    """Whether nothing in an expression can fail or counts work, so that it need not be worked out."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            name = part.func.id if isinstance(part.func, ast.Name) else getattr(part.func, "attr", "")
            if name not in _QUIET:
                return False
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.FloorDiv | ast.Mod | ast.Mult):
            return False
        if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id != "s":
            kind = body.of(part.value)
            if kind is None or kind.kind in (f.DECLARED, f.KNOWN, f.FUNCTIONS, f.NUMBERS):
                return False
        if isinstance(part, ast.expr) and body.may_be_nothing(part):
            return False
    return True


@prints_call("any", "all", truth=True)
def _some(body: Body, node: ast.Call) -> str:
    """`any` or `all` as a truth; it stops early only where nothing is missed by that."""
    assert isinstance(node.func, ast.Name)
    (given,) = node.args
    wanted = node.func.id == "any"
    if not isinstance(given, ast.ListComp):
        raise unknown(body, node)
    quiet = is_quiet(body, given)
    found, out = body.fresh("i32"), body.label()

    def look(element: ast.expr) -> str:
        test = truth(body, element)
        if not wanted:
            test = f"(i32.eqz {test})"
        leave = f"(br {out})" if quiet else ""
        return f"(if {test} (then (local.set {found} (i32.const 1)){leave}))"

    made = f"(block (result i32) (local.set {found} (i32.const 0))(block {out} {comprehension(body, given, look)})"
    return f"{made}(local.get {found}))" if wanted else f"{made}(i32.eqz (local.get {found})))"


@prints_call("min", "max")
def _extreme(body: Body, node: ast.Call) -> str:
    """min or max: of two numbers, or of a list, with 0 where there is none."""
    assert isinstance(node.func, ast.Name)
    name = "least_of" if node.func.id == "min" else "most_of"
    if not node.keywords:
        return run(body, name, number(body, node.args[0]), number(body, node.args[1]))
    (given,) = node.args
    if not isinstance(given, ast.ListComp):
        raise unknown(body, node)
    best, there = body.fresh(), body.fresh("i32")

    def look(element: ast.expr) -> str:
        one = body.fresh()
        better = run(body, name, f"(local.get {best})", f"(local.get {one})")
        return (
            f"(local.set {one} {number(body, element)})(local.set {best} (if (result i64) (local.get {there})"
            f" (then {better}) (else (local.get {one}))))(local.set {there} (i32.const 1))"
        )

    loops = comprehension(body, given, look)
    return f"(block (result i64) (local.set {best} (i64.const 0))(local.set {there} (i32.const 0)){loops}(local.get {best}))"


@prints_call("range", "span", "times_over")
def _listing(body: Body, node: ast.Call) -> str:
    numbers = numbers_of(body, node)
    assert numbers is not None
    before, low, high, step = numbers
    return f"(block (result i64) {before}{run(body, 'listing', low, high, step)})"
