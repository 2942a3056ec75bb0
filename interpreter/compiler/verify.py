"""Hold compiled code to the form: every node is one that may stand there, every value has its type.

In: a Form and the list a game starts from. Out: the type of each node, parameter and result, for whoever
prints the form in another language. What does not fit raises Unfit with its file and line. Types are found,
not declared: those of parameters from all calls, those of locals from all that is put into them, until
nothing changes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from interpreter.compiler import form as f
from interpreter.compiler.form import NUMBER, NUMBERS, Form


class Unfit(Exception):
    """Code that the form does not allow, with its place."""


class Of(NamedTuple):
    """The type of a value; nothing: it may be NOTHING (or None, where that is meant).

    slot: of a number that is the number of a slot (of a sequence of such numbers) what that slot holds; of
    pairs what their keys are.
    """

    kind: str
    nothing: bool = False
    slot: str | None = None


NUM, NUMS, NONE = Of(NUMBER), Of(NUMBERS), Of(f.NONE, nothing=True)
_NUMBER_OF = {slot: Of(NUMBER, slot=slot) for slot in (None, NUMBER, NUMBERS)}
_KNOWN = {*f.NODES, *f.OPERATORS}


@dataclass(slots=True)
class Signature:
    """The parameters of a compiled function with their types, what it gives, and whether it may ask."""

    parameters: dict[str, Of | None]
    result: Of | None
    asks: bool
    locals: dict[str, Of] = field(default_factory=dict)


@dataclass(slots=True)
class Typed:
    """A form that has been verified; types: by the identity of the node."""

    form: Form
    slots: tuple[str, ...]
    signatures: dict[str, Signature]
    tables: dict[str, Of]
    types: dict[int, Of] = field(default_factory=dict)
    # Functions to be looked through (again), and who calls each.
    due: dict[str, None] = field(default_factory=dict)
    callers: dict[str, list[str]] = field(default_factory=dict)
    # What is not called (it is worked out where it is asked for) has parameters as they are used.
    from_use: bool = False
    # All types are found: a name without one is never given a value.
    complete: bool = False


@dataclass(slots=True)
class Body:
    """One function while it is verified."""

    typed: Typed
    name: str
    signature: Signature
    # The names that the comprehensions bind which it is in: others of the same name are something else.
    inner: list[str] = field(default_factory=list)


def verify(form: Form, start: Sequence[object]) -> Typed:
    """Find the types of everything in a form; raises Unfit where something does not fit."""
    kinds = tuple(NUMBERS if isinstance(value, tuple) else NUMBER for value in start)
    typed = Typed(form, kinds, {}, {name: table_type(name, table) for name, table in form.tables.items()})
    for name, function in form.functions.items():
        nodes = list(ast.walk(function.code))
        _only_known(function, nodes)
        words = [each.arg for each in function.code.args.args]
        if words[:1] != ["s"]:
            raise _unfit(function.file, function.code, "a function's first parameter is `s`")
        asks = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes)
        typed.signatures[name] = Signature(dict.fromkeys(words[1:]), None, asks)
        for word in {each.id for each in nodes if isinstance(each, ast.Name)}:
            typed.callers.setdefault(word.replace("KNOWN_", "value_"), []).append(name)
    _settle(typed, form.functions)
    typed.from_use = True
    _settle(typed, _not_called(typed))
    # What no compiled code calls is called from outside: with numbers, and None for options not known yet.
    unknown = _not_called(typed)
    for signature in (typed.signatures[name] for name in unknown):
        for word, found in signature.parameters.items():
            signature.parameters[word] = found or (Of(NUMBERS, nothing=True) if word == "options" else NUM)
    _settle(typed, unknown)
    typed.complete = True
    _settle(typed, form.functions)
    return typed


def _not_called(typed: Typed) -> list[str]:
    """The functions that have parameters of unknown types."""
    return [name for name, found in typed.signatures.items() if None in found.parameters.values()]


def _settle(typed: Typed, names: Iterable[str]) -> None:
    """Look through functions, and whatever depends on what is found, until no type changes."""
    typed.due = dict.fromkeys(names)
    while typed.due:
        name = next(iter(typed.due))
        del typed.due[name]
        _block(Body(typed, name, typed.signatures[name]), typed.form.functions[name].code.body)


def table_type(name: str, table: Collection[Any]) -> Of:
    """What looking something up in a table gives: the type of an entry, in a type of table."""
    if type(table).__name__ == "Kept":
        return Of(f.KEPT)
    entries = list(table.values()) if isinstance(table, Mapping) else list(table)
    if type(table).__name__ == "Remembered":
        return Of(f.KNOWN)
    if isinstance(table, Mapping):
        return Of(f.DECLARED, slot=NUMBERS if any(isinstance(e, tuple) for e in entries) else NUMBER)
    if name.startswith(("EFFECTS_", "CANS_")):
        return Of(f.FUNCTIONS)
    if name == "RULES_OF":
        return Of(f.CARRIERS)
    missing = any(not isinstance(e, int | tuple) for e in entries)
    if any(isinstance(e, tuple) for e in entries):
        return Of(f.ROWS, missing)
    return Of(f.ROW, missing) if missing else NUMS


def _only_known(function: f.Function, nodes: Iterable[ast.AST]) -> None:
    for node in nodes:
        if type(node) not in _KNOWN:
            raise _unfit(function.file, node, f"a {type(node).__name__} does not belong to the form")


def _unfit(file: str, node: ast.AST, why: str) -> Unfit:
    shown = ast.unparse(node)[:120] if isinstance(node, ast.expr | ast.stmt) else type(node).__name__
    return Unfit(f"{file}:{getattr(node, 'lineno', 0)}: {why}: {shown}")


def _wrong(body: Body, node: ast.AST, why: str) -> Unfit:
    return _unfit(body.typed.form.functions[body.name].file, node, f"in {body.name}: {why}")


# ---- types


def joined(one: Of | None, other: Of | None) -> Of | None:
    """The type of what may be either; raises ValueError where there is none."""
    if one is None or other is None or one == other:
        return other if one is None else one
    if f.NONE in (one.kind, other.kind):
        kept = other if one.kind == f.NONE else one
        return kept._replace(nothing=True)
    if one.kind != other.kind:
        raise ValueError(f"both {one.kind} and {other.kind}")
    return Of(one.kind, one.nothing or other.nothing, one.slot if one.slot == other.slot else None)


def _learn(body: Body, known: dict[str, Any], name: str, value: Of | None, node: ast.AST) -> None:
    """A name has a type more."""
    try:
        now = joined(known.get(name), value)
    except ValueError as clash:
        raise _wrong(body, node, f"'{name}' is {clash}") from None
    if now != known.get(name):
        known[name] = now
        body.typed.due[body.name] = None


def _take(typed: Typed, name: str | None, given: Sequence[Of | None]) -> None:
    """A function is called with such values, after `s`."""
    if name is None:
        return
    signature = typed.signatures[name]
    code = typed.form.functions[name].code
    if len(given) != len(signature.parameters):
        raise _unfit(
            typed.form.functions[name].file, code, f"{name} is called with {len(given)} values after `s`"
        )
    for word, value in zip(signature.parameters, given, strict=True):
        if value is not None:
            _learn(Body(typed, name, signature), signature.parameters, word, value, code)


# ---- statements


def _block(body: Body, block: Sequence[ast.stmt]) -> None:
    for statement in block:
        check = _STATEMENTS.get(type(statement))
        if check is None:
            raise _wrong(body, statement, "no statement of the form")
        check(body, statement)


def _assign(body: Body, node: ast.Assign) -> None:
    (target,) = node.targets
    value = of(body, node.value)
    if isinstance(target, ast.Name) and target.id == "claims":
        value = Of(f.CLAIMS)
    if isinstance(target, ast.Name):
        if target.id in body.signature.parameters:
            _learn(body, body.signature.parameters, target.id, value, node)
        else:
            _learn(body, body.signature.locals, target.id, value, node)
        return
    if not isinstance(target, ast.Subscript) or not _is_state(target.value):
        raise _wrong(body, node, "only names and slots are assigned to")
    _fits_slot(body, target, value, node)


def _fits_slot(body: Body, target: ast.Subscript, value: Of | None, node: ast.AST) -> None:
    held = _held(body, target.slice)
    if held is not None and value is not None and held != value.kind:
        raise _wrong(body, node, f"the slot holds {held}, given {value.kind}")


def _augment(body: Body, node: ast.AugAssign) -> None:
    if not isinstance(node.target, ast.Subscript) or not _is_state(node.target.value):
        raise _wrong(body, node, "only slots are added to")
    if not isinstance(node.op, ast.Add | ast.Sub):
        raise _wrong(body, node, "only += and -=")
    _fits_slot(body, node.target, of(body, node.value), node)


def _if(body: Body, node: ast.If) -> None:
    _truth(body, node.test)
    _block(body, node.body)
    _block(body, node.orelse)


def _for(body: Body, node: ast.For) -> None:
    given = of(body, node.iter)
    if isinstance(node.target, ast.Tuple):
        names = [each.id for each in node.target.elts if isinstance(each, ast.Name)]
        if given is None or given.kind != f.HEARD or len(names) != 2:
            raise _wrong(body, node, "only what is settled comes in pairs")
        _learn(body, body.signature.locals, names[0], Of(f.ARGUMENTS), node)
        _learn(body, body.signature.locals, names[1], NUM, node)
    else:
        _bind(body, node.target, node.iter)
    _block(body, node.body)
    _block(body, node.orelse)


def _bind(body: Body, target: ast.expr, source: ast.expr) -> None:
    """A loop's name holds each of some numbers; a parameter may be such a name."""
    given = _wanted(body, source, NUMBERS)
    if not isinstance(target, ast.Name):
        raise _wrong(body, target, "a loop has one name")
    known = body.signature.parameters if target.id in body.signature.parameters else body.signature.locals
    _learn(body, known, target.id, Of(NUMBER, slot=given.slot if given else None), target)


def _return(body: Body, node: ast.Return) -> None:
    value = NONE if node.value is None else of(body, node.value)
    try:
        now = joined(body.signature.result, value)
    except ValueError as clash:
        raise _wrong(body, node, f"its result is {clash}") from None
    if now is not None and now != body.signature.result:
        body.signature.result = now
        body.typed.due.update(dict.fromkeys([body.name, *body.typed.callers.get(body.name, ())]))


def _raise(body: Body, node: ast.Raise) -> None:
    match node.exc:
        case ast.Call(ast.Name("RuleFault"), [ast.Constant(str())]):
            return
    raise _wrong(body, node, "only `raise RuleFault(text)`")


def _expression(body: Body, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Yield):
        if node.value.value is not None:
            raise _wrong(body, node, "an answer is used")
        return
    if not isinstance(node.value, ast.Call | ast.YieldFrom):
        raise _wrong(body, node, "only calls stand alone")
    of(body, node.value)


def _nothing(body: Body, node: ast.stmt) -> None:
    pass


_STATEMENTS: dict[type[ast.stmt], Callable[[Body, Any], None]] = {
    ast.Assign: _assign, ast.AugAssign: _augment, ast.If: _if, ast.For: _for, ast.Return: _return,
    ast.Raise: _raise, ast.Expr: _expression, ast.Break: _nothing, ast.Pass: _nothing,
}  # fmt: skip


# ---- expressions


def of(body: Body, node: ast.expr) -> Of | None:
    """The type of an expression, None while it is not known; raises Unfit."""
    check = _EXPRESSIONS.get(type(node))
    if check is None:
        raise _wrong(body, node, "no expression of the form")
    found = check(body, node)
    if found is not None:
        body.typed.types[id(node)] = found
    return found


def _wanted(body: Body, node: ast.expr, kind: str) -> Of | None:
    """The type of an expression that must be of a kind."""
    found = of(body, node)
    if found is None:
        return _used(body, node, kind)
    _must_be(body, node, found, kind)
    return found


def _must_be(body: Body, node: ast.expr, found: Of, kind: str) -> None:
    if found.kind != kind:
        raise _wrong(body, node, f"{kind} is wanted here, not {found.kind}")


def _used(body: Body, node: ast.expr, kind: str) -> Of | None:
    """The type of a parameter that is never given, from how it is used."""
    signature = body.signature
    if not body.typed.from_use or not isinstance(node, ast.Name) or node.id in body.inner:
        return None
    if node.id not in signature.parameters or kind not in (NUMBER, NUMBERS):
        return None
    _learn(body, signature.parameters, node.id, Of(kind), node)
    return Of(kind)


def _truth(body: Body, node: ast.expr) -> None:
    found = of(body, node)
    if found is not None and found.kind not in (NUMBER, NUMBERS, f.CLAIMS):
        raise _wrong(body, node, f"{found.kind} is no truth")


def _is_state(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "s"


def _held(body: Body, index: ast.expr) -> str | None:
    """What a slot holds, given the expression of its number; None while that is not known."""
    found = _wanted(body, index, NUMBER)
    if found is None:
        return None
    if found.slot is None:
        raise _wrong(body, index, "whether this slot holds a number or numbers cannot be told")
    return found.slot


def _constant(body: Body, node: ast.Constant) -> Of:
    value: object = node.value
    if value is None:
        return NONE
    if isinstance(value, bool | int):
        slots = body.typed.slots
        return _NUMBER_OF[slots[value] if 0 <= value < len(slots) else None]
    if isinstance(value, tuple) and all(isinstance(each, int) for each in value):
        return NUMS
    if isinstance(value, str):
        return Of(f.TEXT)
    if isinstance(value, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in value):
        return Of(f.SPANS)
    raise _wrong(body, node, "no literal of the form")


def _name(body: Body, node: ast.Name) -> Of | None:
    if node.id == "s":
        return Of(f.STATE)
    if node.id in body.inner:
        return body.signature.locals.get(inside(node.id))
    if node.id in body.signature.parameters:
        return body.signature.parameters[node.id]
    if node.id in body.signature.locals:
        return body.signature.locals[node.id]
    if node.id in body.typed.tables:
        return body.typed.tables[node.id]
    if node.id in body.typed.form.functions:
        return Of(f.FUNCTION)
    if body.typed.complete:
        raise _wrong(body, node, f"'{node.id}' has no value")
    return None


def _tuple(body: Body, node: ast.Tuple) -> Of | None:
    found = [of(body, each) for each in node.elts]
    kinds = [each.kind for each in found if each is not None]
    if all(kind == NUMBER for kind in kinds):
        slots = {each.slot for each in found if each is not None}
        return Of(NUMBERS, slot=slots.pop() if len(slots) == 1 else None)
    return Of(f.ARGUMENTS)


def _list(body: Body, node: ast.List) -> Of:
    for each in node.elts:
        _wanted(body, each, NUMBER)
    return NUMS


def _listed(body: Body, node: ast.ListComp) -> Of | None:
    before = len(body.inner)
    for clause in node.generators:
        given = _wanted(body, clause.iter, NUMBERS)
        if not isinstance(clause.target, ast.Name):
            raise _wrong(body, node, "a comprehension has one name for each source")
        one = Of(NUMBER, slot=given.slot if given else None)
        body.inner.append(clause.target.id)
        _learn(body, body.signature.locals, inside(clause.target.id), one, node)
        for condition in clause.ifs:
            _truth(body, condition)
    found = _element(body, node.elt)
    del body.inner[before:]
    return found


def inside(name: str) -> str:
    """What a name that a comprehension binds is called among the locals of its function."""
    return f"{name}'"


def _element(body: Body, element: ast.expr) -> Of:
    """A list's type, from that of its elements."""
    if isinstance(element, ast.Tuple) and len(element.elts) == 2:
        key = of(body, element.elts[0])
        _wanted(body, element.elts[1], NUMBER)
        return Of(f.PAIRS, slot=key.kind if key is not None else None)
    found = _wanted(body, element, NUMBER)
    return Of(NUMBERS, slot=found.slot if found is not None else None)


def _subscript(body: Body, node: ast.Subscript) -> Of | None:
    if _is_state(node.value):
        held = _held(body, node.slice)
        return None if held is None else Of(held)
    holder = of(body, node.value)
    if holder is None:
        return None
    if holder.kind == f.KNOWN:
        assert isinstance(node.value, ast.Name)
        given = [of(body, each) for each in node.slice.elts] if isinstance(node.slice, ast.Tuple) else []
        word = f"value_{node.value.id.removeprefix('KNOWN_')}"
        _take(body.typed, word, given)
        return body.typed.signatures[word].result
    if holder.kind == f.ARGUMENTS:  # told[0], told[1]
        return Of(f.FUNCTION) if isinstance(node.slice, ast.Constant) and node.slice.value == 0 else NUMS
    _wanted(body, node.slice, NUMBER)
    if holder.kind == f.ROW and isinstance(node.value, ast.Name) and node.value.id in _SLOT_TABLES:
        return Of(NUMBER, holder.nothing, _SLOT_TABLES[node.value.id])
    entry = {
        NUMBERS: Of(NUMBER, slot=holder.slot), f.ROW: Of(NUMBER, holder.nothing),
        f.ROWS: Of(NUMBERS, holder.nothing), f.DECLARED: Of(holder.slot or NUMBER),
        f.CARRIERS: Of(f.CARRIED, nothing=True), f.FUNCTIONS: Of(f.FUNCTION),
    }  # fmt: skip
    if holder.kind not in entry:
        raise _wrong(body, node, f"nothing is looked up in {holder.kind}")
    return entry[holder.kind]


# The tables of the slots of spaces, and what those slots hold.
_SLOT_TABLES = {"SLOT": NUMBER, "STACK": NUMBERS}


def _if_else(body: Body, node: ast.IfExp) -> Of | None:
    _truth(body, node.test)
    try:
        return joined(of(body, node.body), of(body, node.orelse))
    except ValueError as clash:
        raise _wrong(body, node, str(clash)) from None


def _logic(body: Body, node: ast.BoolOp) -> Of:
    for each in node.values:
        _truth(body, each)
    return NUM


def _unary(body: Body, node: ast.UnaryOp) -> Of:
    if isinstance(node.op, ast.Not):
        _truth(body, node.operand)
    else:
        _wanted(body, node.operand, NUMBER)
    return NUM


def _binary(body: Body, node: ast.BinOp) -> Of | None:
    left, right = of(body, node.left), of(body, node.right)
    if left is None or right is None:
        return None
    if left.kind == NUMBERS and isinstance(node.op, ast.Add | ast.Mult):
        _must_be(body, node.right, right, NUMBERS if isinstance(node.op, ast.Add) else NUMBER)
        return NUMS
    _must_be(body, node.left, left, NUMBER)
    _must_be(body, node.right, right, NUMBER)
    # A slot in a family: where it begins stands on the right.
    based = isinstance(node.op, ast.Add) and isinstance(node.right, ast.Constant)
    return _NUMBER_OF[right.slot if based else None]


def _compare(body: Body, node: ast.Compare) -> Of:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        if isinstance(operator, ast.Is | ast.IsNot):
            if not isinstance(right, ast.Constant) or right.value is not None:
                raise _wrong(body, node, "only None is compared by `is`")
            of(body, left)
        else:
            _wanted(body, left, NUMBER)
            _wanted(body, right, NUMBERS if isinstance(operator, ast.In | ast.NotIn) else NUMBER)
        left = right
    return NUM


def _asked(body: Body, node: ast.Yield) -> Of:
    call = node.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "ask":
        raise _wrong(body, node, "only ask(...) is yielded")
    *asked, scope = call.args
    for argument, kind in zip(asked, (NUMBER, NUMBER, NUMBERS), strict=True):
        _wanted(body, argument, kind)
    of(body, scope)
    return NUM


def _delegated(body: Body, node: ast.YieldFrom) -> Of | None:
    if isinstance(node.value, ast.Name):
        _wanted(body, node.value, f.RUNNING)
        return NONE
    if not isinstance(node.value, ast.Call):
        raise _wrong(body, node, "only a call is delegated to")
    return _call(body, node.value, asks=True)


def _call(body: Body, node: ast.Call, *, asks: bool = False) -> Of | None:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if isinstance(node.func, ast.Attribute):
        return _method(body, node, node.func)
    if isinstance(node.func, ast.Subscript):
        return _called_by_table(body, node, node.func)
    if name in body.typed.form.functions:
        given = [of(body, each) for each in node.args]
        _take(body.typed, name, given[1:])
        signature = body.typed.signatures[name]
        if signature.asks != asks:
            raise _wrong(body, node, "what may ask is delegated to, and nothing else")
        return signature.result
    known = f.RUN_TIME.get(name) or f.BUILT_INS.get(name) or f.OF_THE_GAME.get(name)
    if known is None:
        raise _wrong(body, node, f"there is no function '{name}' in the form")
    if known.asks != asks:
        raise _wrong(body, node, "what may ask is delegated to, and nothing else")
    return _known_call(body, node, name, known)


def _known_call(body: Body, node: ast.Call, name: str, known: f.Signature) -> Of | None:
    if name in ("min", "max") and node.keywords:
        _wanted(body, node.args[0], NUMBERS)
        return NUM
    least = len(known.parameters) - known.optional
    if node.keywords or not least <= len(node.args) <= len(known.parameters):
        raise _wrong(body, node, f"{name} is called with {len(node.args)} values")
    found = [of(body, each) for each in node.args]
    for given, argument, kind in zip(found, node.args, known.parameters, strict=False):
        if name == "bool":
            _truth(body, argument)
        elif given is None:
            _used(body, argument, kind)
        elif given.kind not in (kind, f.NONE) and kind != f.ARGUMENTS:
            raise _wrong(body, argument, f"{kind} is wanted here, not {given.kind}")
    if name == "imagined":
        return _imagined(body, node)
    if name == "unless_changed":
        function, arguments = node.args[3:]
        if not isinstance(function, ast.Name) or not isinstance(arguments, ast.Tuple):
            raise _wrong(body, node, "a kept value is worked out by a function's name, with its arguments")
        _take(body.typed, function.id, [of(body, each) for each in arguments.elts])
        return body.typed.signatures[function.id].result
    if name == "payable":
        _handed_on(body, node.args[3], node.args[4])
    if name == "pay_split" and len(node.args) > least:
        _handed_on(body, node.args[6], node.args[5])
    if name == "secretly" and isinstance(node.args[2], ast.Name):
        _take(body.typed, node.args[2].id, [NUM])
    if name == "bool":
        return NUM
    if known.result == NUMBERS and known.parameters == (NUMBERS,):  # another list of the same values
        return found[0]
    first = found[1] if name in ("counted", "shuffled") else None  # the same values
    return Of(known.result, slot=first.slot if first is not None else None)


def _imagined(body: Body, node: ast.Call) -> Of | None:
    """What is worked out after an effect: its guard, the effect, what both are given, the value."""
    _, _, can, do, arguments, found = node.args
    if not isinstance(arguments, ast.Tuple) or not isinstance(found, ast.Lambda):
        raise _wrong(body, node, "an effect is imagined with its arguments and a value")
    for function in (can, do):
        if isinstance(function, ast.Name):
            _take(body.typed, function.id, [of(body, each) for each in arguments.elts])
    return of(body, found.body)


def _handed_on(body: Body, function: ast.expr, arguments: ast.expr) -> None:
    """A function is called with arguments by the run time."""
    if not isinstance(function, ast.Name) or not isinstance(arguments, ast.Tuple):
        raise _wrong(body, function, "a function is handed on by its name, with its arguments")
    _take(body.typed, function.id, [of(body, each) for each in arguments.elts[1:]])


def _method(body: Body, node: ast.Call, function: ast.Attribute) -> Of | None:
    if function.attr == "fromkeys" and isinstance(function.value, ast.Name) and function.value.id == "dict":
        return _wanted(body, node.args[0], NUMBERS)
    if function.attr == "count":
        _wanted(body, function.value, NUMBERS)
        _wanted(body, node.args[0], NUMBER)
        return NUM
    if function.attr != "append" or not isinstance(function.value, ast.Name):
        raise _wrong(body, node, "there is no such method in the form")
    if function.value.id == "claims":
        _claim(body, node.args[0])
    elif not (isinstance(node.args[0], ast.Constant) and node.args[0].value is None):  # what ends a choice
        _wanted(body, node.args[0], NUMBER)
    return NONE


def _claim(body: Body, claim: ast.expr) -> None:
    if not isinstance(claim, ast.Tuple) or len(claim.elts) != len(_CLAIM):
        raise _wrong(body, claim, "a claim has six values")
    *plain, tell = claim.elts
    for each, kind in zip(plain, _CLAIM, strict=False):
        _wanted(body, each, kind)
    if isinstance(tell, ast.Tuple):
        function, indexes = tell.elts
        assert isinstance(function, ast.Name)
        assert isinstance(indexes, ast.Tuple)
        _take(body.typed, function.id, [*(of(body, each) for each in indexes.elts), NUM])


_CLAIM = (NUMBER, NUMBER, NUMBER, NUMBER, f.TEXT, f.ARGUMENTS)


def _called_by_table(body: Body, node: ast.Call, function: ast.Subscript) -> Of | None:
    """The function that a piece has in a table, or the listener that a claim names."""
    given = [of(body, each) for each in node.args if not isinstance(each, ast.Starred)]
    found = of(body, function)
    if found is not None and found.kind != f.FUNCTION:
        raise _wrong(body, node, "this is no function")
    if not isinstance(function.value, ast.Name) or function.value.id not in body.typed.form.effects:
        return Of(f.RUNNING, nothing=True)
    names = {name for name in body.typed.form.effects[function.value.id] if name is not None}
    for name in sorted(names):
        _take(body.typed, name, given[1:])
    return NUM if function.value.id.startswith("CANS") else Of(f.RUNNING, nothing=True)


_EXPRESSIONS: dict[type[ast.expr], Callable[[Body, Any], Of | None]] = {
    ast.Constant: _constant, ast.Name: _name, ast.Tuple: _tuple, ast.List: _list, ast.ListComp: _listed,
    ast.Subscript: _subscript, ast.IfExp: _if_else, ast.BoolOp: _logic, ast.UnaryOp: _unary,
    ast.Lambda: lambda body, node: Of(f.FUNCTION),
    ast.BinOp: _binary, ast.Compare: _compare, ast.Yield: _asked, ast.YieldFrom: _delegated, ast.Call: _call,
}  # fmt: skip
