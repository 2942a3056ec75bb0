"""Loops over numbers and sequences, and those of what is gathered."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiler import ir
from interpreter.wasm.body import FunctionContext
from interpreter.wasm.emitting import run, sure, truth, value
from interpreter.wasm.memory import bytes_of


def loop(body: FunctionContext, name: str, source: ir.Expr, inner: Callable[[str], str]) -> str:
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
        f"(local.set {kept} {sure(body, source)})"
        f"(local.set {end} (i32.add (local.tee {at} (i32.wrap_i64 (local.get {kept}))) {bytes_of(kept)}))"
        f"(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) (local.get {end})))"
        f"(local.set {name} (i64.load (local.get {at})))(local.set {at} (i32.add (local.get {at}) (i32.const 8)))"
        f"(block {on} {inner(on)})(br {again})))"
    )


def numbers_of(body: FunctionContext, source: ir.Expr) -> tuple[str, str, str, str] | None:
    """What goes before, the first number, the end and the step, where a source is a range of numbers."""
    if not isinstance(source, ir.Call):
        return None
    name, one = source.function, "(i64.const 1)"
    if name == "metered":
        values, each = source.arguments
        within = numbers_of(body, values)
        if within is None:
            return None
        before, low, high, step = within
        first, end, kept = body.fresh(), body.fresh(), body.fresh()
        many = f"(i64.sub (i64.add (i64.sub (local.get {end}) (local.get {first})) (local.get {kept})) (i64.const 1))"
        many = f"(i64.div_s {many} (local.get {kept}))"
        many = f"(if (result i64) (i64.gt_s (local.get {end}) (local.get {first})) (then {many}) (else (i64.const 0)))"
        steps = f"(i64.add (i64.mul {many} {value(body, each)}) (i64.const 1))"
        before += f"(local.set {first} {low})(local.set {end} {high})(local.set {kept} {step})(drop {run(body, 'count_work', steps)})"
        return before, f"(local.get {first})", f"(local.get {end})", f"(local.get {kept})"
    if name not in ("range", "span", "times_over"):
        return None
    given = [sure(body, each) for each in source.arguments]
    if name == "range":
        if len(given) == 1:
            return "", "(i64.const 0)", given[0], one
        return "", given[0], given[1], given[2] if len(given) == 3 else one
    low, high = (one, given[0]) if name == "times_over" else given
    first, end = body.fresh(), body.fresh()
    most = body.target.numbers["MAX_NUMBERS"]
    before = (
        f"(local.set {first} {low})(local.set {end} {high})"
        f"(if (i64.ge_s (i64.sub (local.get {end}) (local.get {first})) (i64.const {most})) (then (unreachable)))"
    )
    return before, f"(local.get {first})", f"(i64.add (local.get {end}) {one})", one


def gathering_loops(body: FunctionContext, node: ir.Gather, inner: Callable[[ir.Expr], str]) -> str:
    """The loops of what is gathered around what is done with each element."""
    before = len(body.inner)
    last = len(node.clauses) - 1

    def clause(number: int) -> str:
        each, conditions = node.clauses[number], node.conditions if number == last else ()
        # The source is worked out where the name is not bound yet.
        local = f"$i{body.mark}_{each.variable}"
        body.locals[local] = "i64"

        def within(on: str) -> str:
            body.inner.append(each.variable)
            tests = "".join(f"(br_if {on} (i32.eqz {truth(body, test)}))" for test in conditions)
            return tests + (inner(node.element) if number == last else clause(number + 1))

        return loop(body, local, each.source, within)

    found = clause(0)
    del body.inner[before:]
    return found
