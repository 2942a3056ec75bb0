"""What all parts of the WebAssembly back end share: functions, blocks, values, calls of the run time.

What makes the text of each kind of node is entered by `emits`, and of calls of a name by `emits_call`, in the
modules that `emitter` imports. Every value is an i64; a sequence is its length (upper half) and address
(lower half); NOTHING and None are the least number. What is not known is refused by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from interpreter.compiler import ir
from interpreter.wasm.body import NOTHING, SMALL, FunctionContext, ModuleContext, Unsupported

# What makes the text of each kind of node, of kinds as truths, and of the game's calls of some names.
_NODES: dict[type[ir.Node], Callable[[FunctionContext, Any], str]] = {}
_TRUTHS: dict[type[ir.Node], Callable[[FunctionContext, Any], str]] = {}
CALLS: dict[str, Callable[[FunctionContext, ir.Call], str]] = {}
Emitter = TypeVar("Emitter", bound=Callable[..., str])


def emits(*kinds: type[ir.Node]) -> Callable[[Emitter], Emitter]:
    """Enter a function as the emitter of some kinds of nodes."""

    def enter(emitter: Emitter) -> Emitter:
        _NODES.update(dict.fromkeys(kinds, emitter))
        return emitter

    return enter


def emits_truth(*kinds: type[ir.Node]) -> Callable[[Emitter], Emitter]:
    """Enter a function as the emitter of some kinds of nodes as an i32 that is true or not."""

    def enter(emitter: Emitter) -> Emitter:
        _TRUTHS.update(dict.fromkeys(kinds, emitter))
        return emitter

    return enter


def emits_call(*names: str) -> Callable[[Emitter], Emitter]:
    """Enter a function as the emitter of calls by the game."""

    def enter(emitter: Emitter) -> Emitter:
        CALLS.update(dict.fromkeys(names, emitter))
        return emitter

    return enter


def emitted() -> set[str]:
    """The names of the kinds of nodes that are emitted."""
    return {kind.__name__ for kind in _NODES}


def function(target: ModuleContext, code: ir.Function, *, game: bool) -> str:
    """Emit a function; raises Unsupported."""
    names = [each.name for each in code.parameters]
    body = FunctionContext(target, code.name, game, parameters=[f"$v_{name}" for name in names])
    lines = block(body, code.body)
    parameters = "".join(f"(param $v_{name} i64)" for name in names)
    local = "".join(f"(local {name} {kind})" for name, kind in body.locals.items())
    word = f"f_{code.name}" if game else f"rt_{code.name}"
    return f"(func ${word} {parameters} (result i64) {local}\n{lines}(i64.const 0))\n"


def unknown(body: FunctionContext, node: ir.Node) -> Unsupported:
    """What to raise for a node that is not known here."""
    return Unsupported(f"{body.name}: {str(node)[:100]}")


def block(body: FunctionContext, statements: Sequence[ir.Stmt]) -> str:
    """Emit statements."""
    return "".join(_text_of(body, each) for each in statements)


def value(body: FunctionContext, node: ir.Expr) -> str:
    """Emit an expression as an i64."""
    return _text_of(body, node)


def truth(body: FunctionContext, node: ir.Expr) -> str:
    """Emit an expression as an i32: whether it is true."""
    found = _TRUTHS.get(type(node))
    return found(body, node) if found is not None else value_as_truth(body, node)


def value_as_truth(body: FunctionContext, node: ir.Expr) -> str:
    """Whether a value is true: a number but 0, some numbers, not NOTHING."""
    made = value(body, node)
    if body.is_sequence(node):
        return f"(i64.gt_s (i64.shr_s {made} (i64.const 32)) (i64.const 0))"
    if body.may_be_nothing(node):
        kept = body.fresh()
        return (
            f"(block (result i32) (local.set {kept} {made})(i32.and (i64.ne (local.get {kept}) (i64.const 0))"
            f" (i64.ne (local.get {kept}) (i64.const {NOTHING}))))"
        )
    return f"(i64.ne {made} (i64.const 0))"


def _text_of(body: FunctionContext, node: ir.Node) -> str:
    found = _NODES.get(type(node))
    if found is None:
        raise unknown(body, node)
    return found(body, node)


def sure(body: FunctionContext, node: ir.Expr) -> str:
    """A value that is used: where it is NOTHING, that is a fault."""
    made = value(body, node)
    return run(body, "sure", made) if body.may_be_nothing(node) else made


def run(body: FunctionContext, name: str, *given: str) -> str:
    """A call of a run-time function."""
    if name not in body.target.runtime:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    return called(body, name, given, game=False)


def called(body: FunctionContext, name: str, given: Sequence[str], *, game: bool) -> str:
    """A call of a function; a small one is written out, which wasmtime does not do by itself.

    Half of the time of a game went into such calls.
    """
    if body.target.size(name) > SMALL or name in (body.name, *body.around):
        body.target.want(name, game=game)
        return f"(call ${'f' if game else 'rt'}_{name} {' '.join(given)})"
    code, mark = body.target.code(name), str(next(body.numbers))
    names = [f"$v{mark}_{each.name}" for each in code.parameters]
    body.locals.update(dict.fromkeys(names, "i64"))
    within = FunctionContext(
        body.target,
        name,
        game,
        body.locals,
        names,
        body.numbers,
        mark,
        body.label(),
        (body.name, *body.around),
    )
    sets = "".join(f"(local.set {each} {made})" for each, made in zip(names, given, strict=True))
    return f"(block {within.leave} (result i64) {sets}{block(within, code.body)}(i64.const 0))"
