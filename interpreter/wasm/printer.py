"""The second printer of the intermediate form: WebAssembly text.

In: functions of a verified form, or of `library`, whose dialect is smaller and nearer to the machine. Out:
functions in WebAssembly's text format. Every value is an i64; a sequence is its length (upper half) and
address (lower half); NOTHING and None are the least number. What is not known is refused by name.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.compiler import form as f
from interpreter.compiler.verify import Of
from interpreter.wasm.body import NOTHING, SMALL, TEXTS, Body, Target, Unsupported

# What can be done inside a loop that stops early without being missed: it cannot fail, and counts no work.
_QUIET = {"len", "abs", "min", "max", "bool", "int", "count", "first", "last", "at", "any", "all", "sum"}


def function(target: Target, code: ast.FunctionDef, *, game: bool) -> str:
    """Print a function; raises Unsupported."""
    names = [each.arg for each in code.args.args if each.arg != "s"]
    body = Body(target, code.name, game, parameters=[f"$v_{name}" for name in names])
    lines = block(body, code.body)
    parameters = "".join(f"(param $v_{name} i64)" for name in names)
    local = "".join(f"(local {name} {kind})" for name, kind in body.locals.items())
    word = f"f_{code.name}" if game else f"rt_{code.name}"
    return f"(func ${word} {parameters} (result i64) {local}\n{lines}(i64.const 0))\n"


def _unknown(body: Body, node: ast.AST) -> Unsupported:
    return Unsupported(f"{body.name}: {ast.unparse(node)[:100]}")


# ---- statements


def block(body: Body, statements: Sequence[ast.stmt]) -> str:
    """Print statements."""
    return "".join(statement(body, each) for each in statements)


def statement(body: Body, node: ast.stmt) -> str:
    """Print a statement."""
    found = _STATEMENTS.get(type(node))
    if found is None:
        raise _unknown(body, node)
    made: str = found(body, node)
    return made


def _assign(body: Body, node: ast.Assign) -> str:
    (target,) = node.targets
    if isinstance(target, ast.Name):
        made = value(body, node.value)
        if target.id in body.target.cells and not body.game:
            return f"(global.set ${target.id} {made})\n"
        return f"(local.set {body.local(target.id)} {made})\n"
    if isinstance(target, ast.Subscript):
        return _put(body, target.slice, value(body, node.value))
    raise _unknown(body, node)


def _put(body: Body, slot: ast.expr, made: str) -> str:
    """Write a slot; what is written is worked out before the number of the slot."""
    state = body.target.numbers["STATE"]
    if isinstance(slot, ast.Constant):
        return f"(i64.store (i32.const {state + 8 * int(str(slot.value))}) {made})\n"
    kept = body.fresh()
    return f"(local.set {kept} {made})(i64.store offset={state} {_slot(body, slot)} (local.get {kept}))\n"


def _slot(body: Body, slot: ast.expr) -> str:
    """The address of a slot, less that of the state."""
    kept, slots = body.fresh(), body.target.numbers["SLOTS"]
    if isinstance(slot, ast.Subscript) and getattr(slot.value, "id", "") in body.target.of_slots:
        # Only the entry of `none`, which is the first, is no slot.
        assert isinstance(slot.value, ast.Name)
        at, size = body.target.tables[slot.value.id]
        return (
            f"(block (result i32) (if (i64.ge_u (local.tee {kept} {_place(body, slot.slice)}) (i64.const {size - 1}))"
            f" (then (unreachable)))(i32.shl (i32.wrap_i64 (i64.load offset={at + 8}"
            f" (i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))) (i32.const 3)))"
        )
    return (
        f"(block (result i32) (if (i64.ge_u (local.tee {kept} {_place(body, slot)}) (i64.const {slots})) (then (unreachable)))"
        f"(i32.shl (i32.wrap_i64 (local.get {kept})) (i32.const 3)))"
    )


def _place(body: Body, node: ast.expr) -> str:
    """A number that is looked at at once whether it is within bounds: NOTHING is not."""
    return value(body, node)


def _augment(body: Body, node: ast.AugAssign) -> str:
    if not isinstance(node.target, ast.Subscript):
        raise _unknown(body, node)
    now = ast.Subscript(node.target.value, node.target.slice, ast.Load())
    if body.is_sequence(node.value):
        name = "joined" if isinstance(node.op, ast.Add) else "times_all"
        return _put(body, node.target.slice, _run(body, name, value(body, now), value(body, node.value)))
    return _put(body, node.target.slice, value(body, ast.BinOp(now, node.op, node.value)))


def _if(body: Body, node: ast.If) -> str:
    if isinstance(node.test, ast.Constant):
        return block(body, node.body if node.test.value else node.orelse)
    otherwise = f"(else {block(body, node.orelse)})" if node.orelse else ""
    return f"(if {truth(body, node.test)} (then {block(body, node.body)}) {otherwise})\n"


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


def _while(body: Body, node: ast.While) -> str:
    out, again = body.label(), body.label()
    test = truth(body, node.test)
    return (
        f"(block {out} (loop {again} (br_if {out} (i32.eqz {test})){block(body, node.body)}(br {again})))\n"
    )


def _return(body: Body, node: ast.Return) -> str:
    found = value(body, node.value) if node.value is not None else "(i64.const 0)"
    return f"(br {body.leave} {found})\n" if body.leave else f"(return {found})\n"


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
        pushed = _run(body, "push_claim" if claim else "push", f"(local.get {name})", *made)
        return f"(local.set {name} {pushed})\n"
    if not body.game and isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
        primitive = _EFFECTS.get(call.func.id)
        if primitive is not None:
            return primitive.format(*(value(body, each) for each in call.args)) + "\n"
    return f"(drop {value(body, call)})\n"


# Statements that only the library has.
_EFFECTS = {
    "store": "(i64.store (i32.wrap_i64 {0}) {1})",
    "store_small": "(i64.store32 (i32.wrap_i64 {0}) {1})",
    "store_byte": "(i64.store8 (i32.wrap_i64 {0}) {1})",
    "copy": "(memory.copy (i32.wrap_i64 {0}) (i32.wrap_i64 {1}) (i32.wrap_i64 {2}))",
    "fail": "(unreachable)",
}

_STATEMENTS: dict[type[ast.stmt], Callable[[Body, Any], str]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augment,
    ast.If: _if,
    ast.For: _for,
    ast.While: _while,
    ast.Return: _return,
    ast.Expr: _expression,
    ast.Raise: lambda body, node: "(unreachable)\n",
    ast.Break: lambda body, node: f"(br {body.breaks[-1]})\n",
    ast.Pass: lambda body, node: "",
    ast.Global: lambda body, node: "",
}


# ---- loops


def loop(body: Body, name: str, source: ast.expr, inner: Callable[[str], str]) -> str:
    """A loop that puts each value of a source into a local; inner: the body, given the label that goes on."""
    numbers = _numbers_of(body, source)
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
        f"(local.set {end} (i32.add (local.tee {at} (i32.wrap_i64 (local.get {kept}))) {_bytes(kept)}))"
        f"(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) (local.get {end})))"
        f"(local.set {name} (i64.load (local.get {at})))(local.set {at} (i32.add (local.get {at}) (i32.const 8)))"
        f"(block {on} {inner(on)})(br {again})))"
    )


def _bytes(name: str) -> str:
    return f"(i32.shl (i32.wrap_i64 (i64.shr_u (local.get {name}) (i64.const 32))) (i32.const 3))"


def _numbers_of(body: Body, source: ast.expr) -> tuple[str, str, str, str] | None:
    """What goes before, the first number, the end and the step, where a source is a range of numbers."""
    if not body.game or not isinstance(source, ast.Call) or not isinstance(source.func, ast.Name):
        return None
    name, one = source.func.id, "(i64.const 1)"
    if name == "counted":
        within = _numbers_of(body, source.args[1])
        if within is None:
            return None
        before, low, high, step = within
        first, end, kept = body.fresh(), body.fresh(), body.fresh()
        many = f"(i64.sub (i64.add (i64.sub (local.get {end}) (local.get {first})) (local.get {kept})) (i64.const 1))"
        many = f"(i64.div_s {many} (local.get {kept}))"
        many = f"(if (result i64) (i64.gt_s (local.get {end}) (local.get {first})) (then {many}) (else (i64.const 0)))"
        steps = f"(i64.add (i64.mul {many} {value(body, source.args[2])}) (i64.const 1))"
        before += f"(local.set {first} {low})(local.set {end} {high})(local.set {kept} {step})(drop {_run(body, 'worked', steps)})"
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


# ---- expressions: numbers


def number(body: Body, node: ast.expr) -> str:
    """A number that is used as one: NOTHING is a fault."""
    made = value(body, node)
    return _run(body, "sure", made) if body.may_be_nothing(node) else made


def sequence(body: Body, node: ast.expr) -> str:
    """A sequence that is used as one."""
    made = value(body, node)
    return _run(body, "sure", made) if body.may_be_nothing(node) else made


def value(body: Body, node: ast.expr) -> str:
    """Print an expression as an i64."""
    found = _VALUES.get(type(node))
    if found is None:
        raise _unknown(body, node)
    made: str = found(body, node)
    return made


def _run(body: Body, name: str, *given: str) -> str:
    """A call of a run-time function."""
    if name not in body.target.runtime:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    return _called(body, name, given, game=False)


def _called(body: Body, name: str, given: Sequence[str], *, game: bool) -> str:
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


def _constant(body: Body, node: ast.Constant) -> str:
    given: object = node.value
    if given is None:
        return f"(i64.const {NOTHING})"
    if isinstance(given, int):
        return f"(i64.const {int(given)})"
    if isinstance(given, tuple):
        return f"(i64.const {body.target.sequences(given)})"
    if isinstance(given, str) and given in TEXTS:
        return f"(i64.const {TEXTS[given]})"
    raise _unknown(body, node)


def _name(body: Body, node: ast.Name) -> str:
    target = body.target
    if f"$v{body.mark}_{node.id}" in body.parameters or node.id in body.inner:
        return f"(local.get {body.local(node.id)})"
    if not body.game:
        if node.id in target.cells:
            return f"(global.get ${node.id})"
        if node.id in target.numbers:
            return f"(i64.const {target.numbers[node.id]})"
        known = f"$v{body.mark}_{node.id}" in body.locals or node.id in target.assigned(body.name)
        if not known:
            raise Unsupported(f"{body.name}: there is no '{node.id}'")
        return f"(local.get {body.local(node.id)})"
    if node.id in target.typed.signatures[body.name].locals:
        return f"(local.get {body.local(node.id)})"
    if node.id in target.tables:
        at, size = target.tables[node.id]
        return f"(i64.const {size << 32 | at})"
    if node.id in target.typed.form.functions:
        return f"(i64.const {target.pointer('spread ' + node.id)})"
    return f"(local.get {body.local(node.id)})"


def _tuple(body: Body, node: ast.Tuple | ast.List) -> str:
    elements = node.elts
    if elements and isinstance(elements[0], ast.Name) and elements[0].id == "s":
        elements = elements[1:]  # arguments: the state is the only one there is
    if len(elements) == 2 and isinstance(elements[1], ast.Tuple) and isinstance(elements[0], ast.Name):
        return _tell(body, elements[0], elements[1])
    if not elements:
        return "(i64.const 0)"
    fixed = [each.value for each in elements if isinstance(each, ast.Constant)]
    if len(fixed) == len(elements) and all(isinstance(each, int) for each in fixed):
        return f"(i64.const {body.target.sequences([int(str(int(each))) for each in fixed])})"  # type: ignore[arg-type]
    return _made(body, [value(body, each) for each in elements])


def _made(body: Body, values: Sequence[str]) -> str:
    """A new sequence of values, all of which are worked out first."""
    kept = [body.fresh() for _ in values]
    start = body.fresh()
    sets = "".join(f"(local.set {name} {each})" for name, each in zip(kept, values, strict=True))
    stores = "".join(
        f"(i64.store offset={8 * place} (i32.wrap_i64 (local.get {start})) (local.get {name}))"
        for place, name in enumerate(kept)
    )
    room = _run(body, "make", f"(i64.const {len(values)})")
    packed = f"(i64.or (i64.const {len(values) << 32}) (local.get {start}))"
    return f"(block (result i64) {sets}(local.set {start} {room}){stores}{packed})"


def _tell(body: Body, listener: ast.Name, indexes: ast.Tuple) -> str:
    pointer = f"(i64.const {body.target.pointer('told ' + listener.id)})"
    return _made(body, [pointer, *(value(body, each) for each in indexes.elts)])


def _listed(body: Body, node: ast.ListComp) -> str:
    made = body.fresh()
    pairs = isinstance(node.elt, ast.Tuple)
    if not pairs and len(node.generators) == 1 and _numbers_of(body, node.generators[0].iter) is None:
        return _listed_at_once(body, node)

    def add(element: ast.expr) -> str:
        parts = element.elts if pairs and isinstance(element, ast.Tuple) else [element]
        kept = [body.fresh() for _ in parts]
        sets = "".join(
            f"(local.set {name} {value(body, part)})" for name, part in zip(kept, parts, strict=True)
        )
        now = f"(local.get {made})"
        for name in kept:
            now = _run(body, "push", now, f"(local.get {name})")
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
    room = _run(body, "make", f"(i64.shr_u (local.get {source}) (i64.const 32))")
    return (
        f"(block (result i64) (local.set {source} {given})"
        f"(local.set {to} (i32.wrap_i64 (local.tee {start} {room})))"
        f"(local.set {end} (i32.add (local.tee {at} (i32.wrap_i64 (local.get {source}))) {_bytes(source)}))"
        f"(block {out} (loop {again} (br_if {out} (i32.ge_u (local.get {at}) (local.get {end})))"
        f"(local.set {one} (i64.load (local.get {at})))(local.set {at} (i32.add (local.get {at}) (i32.const 8)))"
        f"(block {on} {tests}(local.set {kept} {element})(i64.store (local.get {to}) (local.get {kept}))"
        f"(local.set {to} (i32.add (local.get {to}) (i32.const 8))))(br {again})))"
        f"(i64.or (local.get {start}) (i64.shl (i64.extend_i32_u (i32.shr_u (i32.sub (local.get {to})"
        f" (i32.wrap_i64 (local.get {start}))) (i32.const 3))) (i64.const 32))))"
    )


def _subscript(body: Body, node: ast.Subscript) -> str:
    holder = node.value
    if isinstance(holder, ast.Name) and holder.id == "s":
        state = body.target.numbers["STATE"]
        if isinstance(node.slice, ast.Constant):
            return f"(i64.load (i32.const {state + 8 * int(str(node.slice.value))}))"
        if not body.game and isinstance(node.slice, ast.Name) and node.slice.id in body.target.numbers:
            return f"(i64.load (i32.const {state + 8 * body.target.numbers[node.slice.id]}))"
        return f"(i64.load offset={state} {_slot(body, node.slice)})"
    if not body.game:
        place = f"(i32.shl (i32.wrap_i64 {value(body, node.slice)}) (i32.const 3))"
        return f"(i64.load (i32.add (i32.wrap_i64 {value(body, holder)}) {place}))"
    found = body.of(holder)
    kind = found.kind if found is not None else ""
    if kind == f.KNOWN and isinstance(holder, ast.Name) and isinstance(node.slice, ast.Tuple):
        given = [value(body, each) for each in node.slice.elts]
        return _called(body, f"value_{holder.id.removeprefix('KNOWN_')}", given, game=True)
    if kind == f.DECLARED and isinstance(holder, ast.Name):
        return f"(call $row_{holder.id} {value(body, node.slice)})"
    if kind in (f.ROW, f.ROWS, f.CARRIERS, f.FUNCTIONS) and isinstance(holder, ast.Name):
        at, size = body.target.tables[holder.id]
        place = body.fresh()
        return (
            f"(block (result i64) (if (i64.ge_u (local.tee {place} (i64.add {_place(body, node.slice)} (i64.const 1)))"
            f" (i64.const {size})) (then (unreachable)))"
            f"(i64.load offset={at} (i32.shl (i32.wrap_i64 (local.get {place})) (i32.const 3))))"
        )
    return _run(body, "item", sequence(body, holder), _place(body, node.slice))


def _if_else(body: Body, node: ast.IfExp) -> str:
    test, then, otherwise = truth(body, node.test), value(body, node.body), value(body, node.orelse)
    return f"(if (result i64) {test} (then {then}) (else {otherwise}))"


def _unary(body: Body, node: ast.UnaryOp) -> str:
    if isinstance(node.op, ast.Not):
        return _as_number(body, node)
    if isinstance(node.operand, ast.Constant):
        return f"(i64.const {-int(str(node.operand.value))})"
    return f"(i64.sub (i64.const 0) {number(body, node.operand)})"


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div_s", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl",
}  # fmt: skip


def _binary(body: Body, node: ast.BinOp) -> str:
    if body.is_sequence(node.left):
        name = "joined" if isinstance(node.op, ast.Add) else "times_all"
        return _run(body, name, sequence(body, node.left), value(body, node.right))
    left, right = number(body, node.left), number(body, node.right)
    if body.game and isinstance(node.op, ast.FloorDiv | ast.Mod):
        return _run(body, "divided" if isinstance(node.op, ast.FloorDiv) else "remainder", left, right)
    if body.game and isinstance(node.op, ast.Mult) and not _is_small(node.left) and not _is_small(node.right):
        return _run(body, "product", left, right)
    if type(node.op) not in _OPERATORS:
        raise _unknown(body, node)
    return f"(i64.{_OPERATORS[type(node.op)]} {left} {right})"


def _is_small(node: ast.expr) -> bool:
    """A literal so small that a product with it cannot overflow where numbers are within their bounds."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and abs(node.value) < 512


def _as_number(body: Body, node: ast.expr) -> str:
    return f"(i64.extend_i32_u {truth(body, node)})"


def _asked(body: Body, node: ast.Yield) -> str:
    assert isinstance(node.value, ast.Call)
    # The last says what is known where it is asked, for people.
    return _unless_stopped(_run(body, "ask", *(value(body, each) for each in node.value.args[:3])))


def _unless_stopped(made: str) -> str:
    """What may ask, and all around it, ends at once where nobody answers."""
    return f"(block (result i64) {made}(if (i64.ne (global.get $stopped) (i64.const 0)) (then (return (i64.const 0)))))"


# ---- expressions: calls


def _call(body: Body, node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        if node.func.attr == "fromkeys":
            return _run(body, "fromkeys", sequence(body, node.args[0]))
        if node.func.attr == "count":
            return _run(body, "count", sequence(body, node.func.value), value(body, node.args[0]))
        raise _unknown(body, node)
    if isinstance(node.func, ast.Subscript):
        return _indirect(body, node, node.func)
    assert isinstance(node.func, ast.Name)
    name = node.func.id
    if not body.game and name in _PRIMITIVES:
        return _PRIMITIVES[name].format(*(value(body, each) for each in node.args))
    if name in body.target.typed.form.functions:
        return _called(body, name, [value(body, each) for each in node.args[1:]], game=True)
    special = _CALLS.get(name) if body.game else None
    if special is not None:
        return special(body, node)
    return _run_time_call(body, node, name)


# Expressions that only the library has.
_PRIMITIVES = {
    "len": "(i64.shr_u {0} (i64.const 32))",
    "address": "(i64.and {0} (i64.const 4294967295))",
    "pack": "(i64.or (i64.shl {0} (i64.const 32)) {1})",
    "load": "(i64.load (i32.wrap_i64 {0}))",
    "load_byte": "(i64.load8_u (i32.wrap_i64 {0}))",
    "shift": "(i64.shr_u {0} {1})",
    "grow": "(i64.extend_i32_s (memory.grow (i32.wrap_i64 {0})))",
    "scaled": "(i64.trunc_f64_s (f64.mul (f64.mul (f64.convert_i64_u {0}) (f64.const 0x1p-53)) (f64.convert_i64_s {1})))",
    "call0": "(call_indirect (type $F0) (i32.wrap_i64 {0}))",
    "call1": "(call_indirect (type $F1) {1} (i32.wrap_i64 {0}))",
    "call2": "(call_indirect (type $F2) {1} {2} (i32.wrap_i64 {0}))",
}


def _run_time_call(body: Body, node: ast.Call, name: str) -> str:
    code = body.target.runtime.get(name)
    if code is None:
        raise Unsupported(f"{body.name}: the run time has no '{name}'")
    parameters = [each.arg for each in code.args.args]
    signature = f.RUN_TIME.get(name)
    arguments = list(node.args)
    if body.game:
        # What is known where something is asked, and what a fault says, are for people: Python tells them.
        del arguments[len(parameters) :]
    if parameters[:1] == ["s"]:
        arguments, parameters = arguments[1:], parameters[1:]
    made = []
    for place, each in enumerate(arguments):
        kinds = signature.parameters[-len(parameters) :] if signature is not None else ()
        plain = not body.game or (place < len(kinds) and _may_be_given_nothing(name, place))
        made.append(value(body, each) if plain else number(body, each))
    if body.game and name in ("least", "in_order", "leaders"):
        keys = body.of(node.args[0])
        made.append(f"(i64.const {int(keys is not None and keys.slot == f.NUMBERS)})")
    defaults = code.args.defaults
    missing = len(parameters) - len(made)
    made += [
        value(Body(body.target, name, game=False), each)
        for each in defaults[len(defaults) - missing :]
        if missing
    ]
    return _run(body, name, *made)


def _may_be_given_nothing(name: str, place: int) -> bool:
    """Whether a run-time function takes NOTHING there, and itself decides what it is."""
    return name in (
        "choose_many",
        "kept",
        "rule_in",
        "rule_out",
        "place_in",
        "wait",
        "piled",
        "ask",
        "added",
        "removed",
    )


def _indirect(body: Body, node: ast.Call, func: ast.Subscript) -> str:
    if isinstance(func.value, ast.Name) and func.value.id in body.target.typed.form.effects:
        given = [value(body, each) for each in node.args[1:]]
        return f"(call_indirect (type $F{len(given)}) {' '.join(given)} (i32.wrap_i64 {_run(body, 'sure', value(body, func))}))"
    # told[0](s, *told[1], got)
    told = value(body, func.value)
    return _run(body, "tell", told, value(body, node.args[-1]))


def _size(body: Body, node: ast.Call) -> str:
    (given,) = node.args
    if isinstance(given, ast.ListComp):
        return _folded(
            body, given, "(i64.const 0)", lambda now, _: f"(i64.add {now} (i64.const 1))", evaluate=False
        )
    numbers = _numbers_of(body, given)
    if (
        numbers is not None
        and isinstance(given, ast.Call)
        and getattr(given.func, "id", "") in ("span", "times_over")
    ):
        before, low, high, _ = numbers
        return f"(block (result i64) {before}{_run(body, 'most_of', f'(i64.sub {high} {low})', '(i64.const 0)')})"
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


def _sum(body: Body, node: ast.Call) -> str:
    (given,) = node.args
    if not isinstance(given, ast.ListComp):
        raise _unknown(body, node)
    return _folded(body, given, "(i64.const 0)", lambda now, one: _run(body, "sum_of", now, one))


def _any_all(body: Body, node: ast.Call) -> str:
    return _as_number(body, node)


def _some(body: Body, node: ast.Call) -> str:
    """`any` or `all` as a truth; it stops early only where nothing is missed by that."""
    assert isinstance(node.func, ast.Name)
    (given,) = node.args
    wanted = node.func.id == "any"
    if not isinstance(given, ast.ListComp):
        raise _unknown(body, node)
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


def _extreme(body: Body, node: ast.Call) -> str:
    """min or max: of two numbers, or of a list, with 0 where there is none."""
    assert isinstance(node.func, ast.Name)
    name = "least_of" if node.func.id == "min" else "most_of"
    if not node.keywords:
        return _run(body, name, number(body, node.args[0]), number(body, node.args[1]))
    (given,) = node.args
    if not isinstance(given, ast.ListComp):
        raise _unknown(body, node)
    best, there = body.fresh(), body.fresh("i32")

    def look(element: ast.expr) -> str:
        one = body.fresh()
        better = _run(body, name, f"(local.get {best})", f"(local.get {one})")
        return (
            f"(local.set {one} {number(body, element)})(local.set {best} (if (result i64) (local.get {there})"
            f" (then {better}) (else (local.get {one}))))(local.set {there} (i32.const 1))"
        )

    loops = comprehension(body, given, look)
    return f"(block (result i64) (local.set {best} (i64.const 0))(local.set {there} (i32.const 0)){loops}(local.get {best}))"


def _listing(body: Body, node: ast.Call) -> str:
    numbers = _numbers_of(body, node)
    assert numbers is not None
    before, low, high, step = numbers
    return f"(block (result i64) {before}{_run(body, 'listing', low, high, step)})"


def _counted(body: Body, node: ast.Call) -> str:
    return _run(body, "counted", sequence(body, node.args[1]), value(body, node.args[2]))


def _secretly(body: Body, node: ast.Call) -> str:
    assert isinstance(node.args[2], ast.Name)
    pointer = body.target.pointer("f " + node.args[2].id)
    return _run(body, "secretly", sequence(body, node.args[1]), f"(i64.const {pointer})")


def _imagined(body: Body, node: ast.Call) -> str:
    """What would be after an effect: done in the state itself, which is put back but for the work."""
    _, steps, can, do, arguments, found = node.args
    assert isinstance(do, ast.Name)
    assert isinstance(arguments, ast.Tuple)
    assert isinstance(found, ast.Lambda)
    kept = [body.fresh() for _ in arguments.elts]
    sets = "".join(
        f"(local.set {name} {value(body, each)})" for name, each in zip(kept, arguments.elts, strict=True)
    )
    given = " ".join(f"(local.get {name})" for name in kept)
    before, made = body.fresh(), body.fresh()
    body.target.want(do.id, game=True)
    effect = f"(drop (call $f_{do.id} {given}))"
    if isinstance(can, ast.Name):
        body.target.want(can.id, game=True)
        effect = f"(if (i64.ne (call $f_{can.id} {given}) (i64.const 0)) (then {effect}))"
    return (
        f"(block (result i64) {sets}(local.set {before} {_run(body, 'kept_state', value(body, steps))}){effect}"
        f"(local.set {made} {value(body, found.body)})(drop {_run(body, 'put_back', f'(local.get {before})')})"
        f"(local.get {made}))"
    )


def _fingerprint(body: Body, node: ast.Call) -> str:
    """A number for what stands in some spans of slots."""
    spans: Any = ast.literal_eval(node.args[1])
    flat = [int(each) for pair in spans for each in pair]
    return _run(body, "fingerprint", f"(i64.const {body.target.sequences(flat)})", value(body, node.args[2]))


def _unless_changed(body: Body, node: ast.Call) -> str:
    """A kept value: looked up where what it reads lies as it did."""
    _, table, cell, work_out, arguments = node.args
    assert isinstance(table, ast.Name)
    assert isinstance(work_out, ast.Name)
    assert isinstance(arguments, ast.Tuple)
    given = " ".join(value(body, each) for each in arguments.elts)
    body.target.want(work_out.id, game=True)
    worked_out = f"(call $f_{work_out.id} {given})"
    if table.id not in body.target.cells_of:
        return worked_out
    first, width, spans = body.target.cells_of[table.id]
    result = body.target.typed.signatures[work_out.id].result
    several = result is not None and result.kind == f.NUMBERS
    at, before = body.fresh(), body.fresh()
    here, reads = f"(local.get {at})", f"(i64.const {spans})"
    place = f"(i64.add (i64.const {first}) (i64.mul {number(body, cell)} (i64.const {width * 8})))"
    words = ("kept_numbers", "keep_numbers") if several else ("kept_number", "keep_number")
    work = f"(i64.load (i32.const {body.target.numbers['STATE'] + 8 * body.target.numbers['WORK']}))"
    looked_up = _run(body, words[0], here)
    keeping = [here, reads, f"(local.get {before})", worked_out]
    return (
        f"(block (result i64) (local.set {at} {place})(if (result i64) (i64.ne {_run(body, 'is_as_it_was', here, reads)}"
        f" (i64.const 0)) (then {looked_up}) (else (local.set {before} {work}){_run(body, words[1], *keeping)})))"
    )


_CALLS: dict[str, Callable[[Body, ast.Call], str]] = {
    "len": _size,
    "bool": lambda body, node: _as_number(body, node.args[0]),
    "int": lambda body, node: number(body, node.args[0]),
    "abs": lambda body, node: _run(body, "size_of", number(body, node.args[0])),
    "tuple": lambda body, node: sequence(body, node.args[0]),
    "list": lambda body, node: sequence(body, node.args[0]),
    "sorted": lambda body, node: _run(body, "sorted_", sequence(body, node.args[0])),
    "sum": _sum,
    "any": _any_all,
    "all": _any_all,
    "min": _extreme,
    "max": _extreme,
    "range": _listing,
    "span": _listing,
    "times_over": _listing,
    "counted": _counted,
    "secretly": _secretly,
    "imagined": _imagined,
    "fingerprint": _fingerprint,
    "unless_changed": _unless_changed,
}

_VALUES: dict[type[ast.expr], Callable[[Body, Any], str]] = {
    ast.Constant: _constant, ast.Name: _name, ast.Tuple: _tuple, ast.List: _tuple, ast.ListComp: _listed,
    ast.Subscript: _subscript, ast.IfExp: _if_else, ast.UnaryOp: _unary, ast.BinOp: _binary,
    ast.Compare: _as_number, ast.BoolOp: _as_number, ast.Call: _call, ast.Yield: _asked,
    ast.YieldFrom: lambda body, node: _unless_stopped(value(body, node.value)),
}  # fmt: skip


# ---- expressions: truths


def truth(body: Body, node: ast.expr) -> str:
    """Print an expression as an i32: whether it is true."""
    if isinstance(node, ast.Constant):
        return f"(i32.const {int(bool(node.value))})"
    if isinstance(node, ast.BoolOp):
        made = truth(body, node.values[-1])
        for each in reversed(node.values[:-1]):
            one = truth(body, each)
            if isinstance(node.op, ast.And):
                made = f"(if (result i32) {one} (then {made}) (else (i32.const 0)))"
            else:
                made = f"(if (result i32) {one} (then (i32.const 1)) (else {made}))"
        return made
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"(i32.eqz {truth(body, node.operand)})"
    if isinstance(node, ast.Compare):
        return _compared(body, node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and body.game:
        if node.func.id in ("any", "all"):
            return _some(body, node)
        if node.func.id == "bool":
            return truth(body, node.args[0])
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


_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt_s", ast.LtE: "le_s", ast.Gt: "gt_s", ast.GtE: "ge_s",
    ast.Is: "eq", ast.IsNot: "ne",
}  # fmt: skip
_EXACT = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def _compared(body: Body, node: ast.Compare) -> str:
    left, found = node.left, list[str]()
    for operator, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(operator, ast.In | ast.NotIn):
            held = f"(i32.wrap_i64 {_run(body, 'has', sequence(body, right), value(body, left))})"
            found.append(held if isinstance(operator, ast.In) else f"(i32.eqz {held})")
        else:
            shown = value if isinstance(operator, _EXACT) else number
            found.append(f"(i64.{_COMPARISONS[type(operator)]} {shown(body, left)} {shown(body, right)})")
        left = right
    made = found[-1]
    for one in reversed(found[:-1]):
        made = f"(i32.and {one} {made})"
    return made
