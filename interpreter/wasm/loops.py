"""Loops over numbers and sequences, and those of comprehensions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from interpreter.wasm.body import Body
from interpreter.wasm.memory import bytes_of
from interpreter.wasm.printing import number, run, sequence, value
from interpreter.wasm.truths import truth


def loop(body: Body, name: str, source: ast.expr, inner: Callable[[str], str]) -> str:
    """A loop that puts each value of a source into a local; inner: the body, given the label that goes on."""
    numbers = numbers_of(body, source)
    out, again, on = body.label(), body.label(), body.label()
    if numbers is not None:
        before, low, high, step = numbers
        at, end = body.fresh(), body.fresh()
        return (
            f"{before}(local.set {at} {low})(local.set {end} {high})(block {out} (loop {again}"
            f"(br_if {out} (i64.ge_s (local.get {at}) (local.get {end})))(local.set {name} (local.get {at}))"
            f"(local.set {at} (i64.add (local.get {at}) {step}))(block {on} {inner(on)})(br {again})))"
        )
    at, end, kept = body.fresh("i32"), body.fresh("i32"), body.fresh()
    return (
        f"(local.set {kept} {sequence(body, source)})"
        f"(local.set {end} (i32.add (local.tee {at} (i32.wrap_i64 (local.get {kept}))) {bytes_of(kept)}))"
        f"(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) (local.get {end})))"
        f"(local.set {name} (i64.load (local.get {at})))(local.set {at} (i32.add (local.get {at}) (i32.const 8)))"
        f"(block {on} {inner(on)})(br {again})))"
    )


def numbers_of(body: Body, source: ast.expr) -> tuple[str, str, str, str] | None:
    """What goes before, the first number, the end and the step, where a source is a range of numbers."""
    if not body.game or not isinstance(source, ast.Call) or not isinstance(source.func, ast.Name):
        return None
    name, one = source.func.id, "(i64.const 1)"
    if name == "counted":
        within = numbers_of(body, source.args[1])
        if within is None:
            return None
        before, low, high, step = within
        first, end, kept = body.fresh(), body.fresh(), body.fresh()
        many = f"(i64.sub (i64.add (i64.sub (local.get {end}) (local.get {first})) (local.get {kept})) (i64.const 1))"
        many = f"(i64.div_s {many} (local.get {kept}))"
        many = f"(if (result i64) (i64.gt_s (local.get {end}) (local.get {first})) (then {many}) (else (i64.const 0)))"
        steps = f"(i64.add (i64.mul {many} {value(body, source.args[2])}) (i64.const 1))"
        before += f"(local.set {first} {low})(local.set {end} {high})(local.set {kept} {step})(drop {run(body, 'count_work', steps)})"
        return before, f"(local.get {first})", f"(local.get {end})", f"(local.get {kept})"
    given = [number(body, each) for each in source.args]
    if name == "range":
        if len(given) == 1:
            return "", "(i64.const 0)", given[0], one
        return "", given[0], given[1], given[2] if len(given) == 3 else one
    if name in ("span", "times_over"):
        low, high = (one, given[0]) if name == "times_over" else given
        first, end = body.fresh(), body.fresh()
        most = body.target.numbers["MAX_NUMBERS"]
        before = (
            f"(local.set {first} {low})(local.set {end} {high})"
            f"(if (i64.ge_s (i64.sub (local.get {end}) (local.get {first})) (i64.const {most})) (then (unreachable)))"
        )
        return before, f"(local.get {first})", f"(i64.add (local.get {end}) {one})", one
    return None


def comprehension(body: Body, node: ast.ListComp, inner: Callable[[ast.expr], str]) -> str:
    """The loops of a comprehension around what is done with each element."""
    before = len(body.inner)

    def clause(number_of: int) -> str:
        if number_of == len(node.generators):
            return inner(node.elt)
        each = node.generators[number_of]
        assert isinstance(each.target, ast.Name)
        made = each.target.id

        def within(on: str) -> str:
            tests = "".join(f"(br_if {on} (i32.eqz {truth(body, test)}))" for test in each.ifs)
            return tests + clause(number_of + 1)

        # The source is worked out where the name is not bound yet.
        source = each.iter
        local = f"$i{body.mark}_{made}"
        body.locals[local] = "i64"
        return _bound_loop(body, made, local, source, within)

    found = clause(0)
    del body.inner[before:]
    return found


def _bound_loop(body: Body, made: str, local: str, source: ast.expr, within: Callable[[str], str]) -> str:
    def inner(on: str) -> str:
        body.inner.append(made)
        return within(on)

    return loop(body, local, source, inner)
