"""Slots of the state and new sequences, as addresses in memory."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiler import ir
from interpreter.wasm.body import FunctionContext
from interpreter.wasm.emitting import run, value
from interpreter.wasm.machine import NamedNumber


def put(body: FunctionContext, slot: ir.Expr, made: str) -> str:
    """Write a slot; what is written is worked out before the number of the slot."""
    fixed, state, watched = fixed_slot(body, slot), body.target.numbers["STATE"], body.target.watched
    if fixed is not None:
        noted = _noted(body, needed=(fixed - state) // 8 in watched)
        return f"(i64.store (i32.const {fixed}) {made}){noted}\n"
    kept, noted = body.fresh(), _noted(body, needed=bool(watched))
    return (
        f"(local.set {kept} {made})(i64.store offset={state} {slot_address(body, slot)} (local.get {kept}))"
        f"{noted}\n"
    )


def _noted(body: FunctionContext, *, needed: bool) -> str:
    """What lets kept values know that a slot they read may have changed."""
    return f"(drop {run(body, 'note_change')})" if needed else ""


def fixed_slot(body: FunctionContext, slot: ir.Expr) -> int | None:
    """The address of a slot that is known, None where it is not."""
    numbers = body.target.numbers
    if isinstance(slot, ir.Const):
        return numbers["STATE"] + 8 * int(slot.value)
    return numbers["STATE"] + 8 * numbers[slot.name] if isinstance(slot, NamedNumber) else None


def slot_address(body: FunctionContext, slot: ir.Expr) -> str:
    """The address of a slot, less that of the state; NOTHING is outside of all bounds."""
    kept, slots = body.fresh(), body.target.numbers["SLOTS"]
    if isinstance(slot, ir.Entry) and slot.table.name in body.target.of_slots:
        # Only the entry of `none`, which is the first, is no slot.
        at, size = body.target.tables[slot.table.name]
        return (
            f"(block (result i32) (if (i64.ge_u (local.tee {kept} {value(body, slot.index)}) (i64.const {size - 1}))"
            f" (then (unreachable)))(i32.shl (i32.wrap_i64 (i64.load offset={at + 8}"
            f" (i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))) (i32.const 3)))"
        )
    return (
        f"(block (result i32) (if (i64.ge_u (local.tee {kept} {value(body, slot)}) (i64.const {slots})) (then (unreachable)))"
        f"(i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))"
    )


def new_sequence(body: FunctionContext, values: Sequence[str]) -> str:
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
