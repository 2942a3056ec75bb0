"""Slots of the state and new sequences, as addresses in memory."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.wasm.body import Body
from interpreter.wasm.printing import run, value


def put(body: Body, slot: ast.expr, made: str) -> str:
    """Write a slot; what is written is worked out before the number of the slot."""
    state = body.target.numbers["STATE"]
    if isinstance(slot, ast.Constant):
        return f"(i64.store (i32.const {state + 8 * int(str(slot.value))}) {made})\n"
    kept = body.fresh()
    return (
        f"(local.set {kept} {made})(i64.store offset={state} {slot_address(body, slot)} (local.get {kept}))\n"
    )


def slot_address(body: Body, slot: ast.expr) -> str:
    """The address of a slot, less that of the state; NOTHING is outside of all bounds."""
    kept, slots = body.fresh(), body.target.numbers["SLOTS"]
    if isinstance(slot, ast.Subscript) and getattr(slot.value, "id", "") in body.target.of_slots:
        # Only the entry of `none`, which is the first, is no slot.
        assert isinstance(slot.value, ast.Name)
        at, size = body.target.tables[slot.value.id]
        return (
            f"(block (result i32) (if (i64.ge_u (local.tee {kept} {value(body, slot.slice)}) (i64.const {size - 1}))"
            f" (then (unreachable)))(i32.shl (i32.wrap_i64 (i64.load offset={at + 8}"
            f" (i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))) (i32.const 3)))"
        )
    return (
        f"(block (result i32) (if (i64.ge_u (local.tee {kept} {value(body, slot)}) (i64.const {slots})) (then (unreachable)))"
        f"(i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))"
    )


def new_sequence(body: Body, values: Sequence[str]) -> str:
    """A new sequence of values, all of which are worked out first."""
    kept = [body.fresh() for _ in values]
    start = body.fresh()
    sets = "".join(f"(local.set {name} {each})" for name, each in zip(kept, values, strict=True))
    stores = "".join(
        f"(i64.store offset={8 * place} (i32.wrap_i64 (local.get {start})) (local.get {name}))"
        for place, name in enumerate(kept)
    )
    room = run(body, "make", f"(i64.const {len(values)})")
    packed = f"(i64.or (i64.const {len(values) << 32}) (local.get {start}))"
    return f"(block (result i64) {sets}(local.set {start} {room}){stores}{packed})"


def bytes_of(name: str) -> str:
    """How many bytes a sequence has that lies in a local."""
    return f"(i32.shl (i32.wrap_i64 (i64.shr_u (local.get {name}) (i64.const 32))) (i32.const 3))"
