"""What all parts of the WebAssembly printer share: functions, blocks, values, calls of the run time.

What makes the text of each kind of node is entered by `prints`, and of calls of a name by `prints_call`, in
the modules that `printer` imports. Every value is an i64; a sequence is its length (upper half) and address
(lower half); NOTHING and None are the least number. What is not known is refused by name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from interpreter.wasm.body import SMALL, Body, Target, Unsupported

# What makes the text of each kind of node, of the game's calls of some names, and of such calls as truths.
_NODES: dict[type[ast.AST], Callable[[Body, Any], str]] = {}
CALLS: dict[str, Callable[[Body, ast.Call], str]] = {}
TRUE_CALLS: dict[str, Callable[[Body, ast.Call], str]] = {}
Printer = TypeVar("Printer", bound=Callable[..., str])


def prints(*kinds: type[ast.AST]) -> Callable[[Printer], Printer]:
    """Enter a function as the printer of some kinds of nodes."""

    def enter(printer: Printer) -> Printer:
        _NODES.update(dict.fromkeys(kinds, printer))
        return printer

    return enter


def prints_call(*names: str, truth: bool = False) -> Callable[[Printer], Printer]:
    """Enter a function as the printer of calls by the game; truth: as an i32 that is true or not."""

    def enter(printer: Printer) -> Printer:
        (TRUE_CALLS if truth else CALLS).update(dict.fromkeys(names, printer))
        return printer

    return enter


def function(target: Target, code: ast.FunctionDef, *, game: bool) -> str:
    """Print a function; raises Unsupported."""
    names = [each.arg for each in code.args.args if each.arg != "s"]
    body = Body(target, code.name, game, parameters=[f"$v_{name}" for name in names])
    lines = block(body, code.body)
    parameters = "".join(f"(param $v_{name} i64)" for name in names)
    local = "".join(f"(local {name} {kind})" for name, kind in body.locals.items())
    word = f"f_{code.name}" if game else f"rt_{code.name}"
    return f"(func ${word} {parameters} (result i64) {local}\n{lines}(i64.const 0))\n"


def unknown(body: Body, node: ast.AST) -> Unsupported:
    """What to raise for a node that is not known here."""
    return Unsupported(f"{body.name}: {ast.unparse(node)[:100]}")


def block(body: Body, statements: Sequence[ast.stmt]) -> str:
    """Print statements."""
    return "".join(statement(body, each) for each in statements)


def statement(body: Body, node: ast.stmt) -> str:
    """Print a statement."""
    return _text_of(body, node)


def value(body: Body, node: ast.expr) -> str:
    """Print an expression as an i64."""
    return _text_of(body, node)


def _text_of(body: Body, node: ast.AST) -> str:
    found = _NODES.get(type(node))
    if found is None:
        raise unknown(body, node)
    return found(body, node)


def number(body: Body, node: ast.expr) -> str:
    """A number that is used as one: NOTHING is a fault."""
    made = value(body, node)
    return run(body, "sure", made) if body.may_be_nothing(node) else made


def sequence(body: Body, node: ast.expr) -> str:
    """A sequence that is used as one."""
    made = value(body, node)
    return run(body, "sure", made) if body.may_be_nothing(node) else made


def run(body: Body, name: str, *given: str) -> str:
    """A call of a run-time function."""
    if name not in body.target.runtime:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    return called(body, name, given, game=False)


def called(body: Body, name: str, given: Sequence[str], *, game: bool) -> str:
    """A call of a function; a small one is written out, which wasmtime does not do by itself.

    Half of the time of a game went into such calls.
    """
    if body.target.size(name) > SMALL or name in (body.name, *body.around):
        body.target.want(name, game=game)
        return f"(call ${'f' if game else 'rt'}_{name} {' '.join(given)})"
    code, mark = body.target.code(name), str(next(body.numbers))
    names = [f"$v{mark}_{each.arg}" for each in code.args.args if each.arg != "s"]
    body.locals.update(dict.fromkeys(names, "i64"))
    within = Body(
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
