"""Compiled code is well typed, and the table of the run time says what is so."""

from __future__ import annotations

import ast
import inspect
import traceback
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from interpreter import UsageFault, load
from interpreter.compiler import ir
from interpreter.compiler.emit_python import load as load_functions
from interpreter.compiler.ir import Compiled
from interpreter.compiler.signatures import NONE, NUMBERS, RUN_TIME, TYPES, FunctionSignature
from interpreter.compiler.type_check import IllTyped, check_types
from interpreter.play import chance, graph_queries, runtime, shared, trails
from interpreter.play.faults import RuleFault
from interpreter.problems import Position
from tests.hostile.attacks import ATTACKS, Attack, lay_out
from tests.playing import (
    CLASSICS,
    SHIPPED,
    TOYS,
    Company,
    counts_of,
    everything,
    game_of,
    game_with,
    overlays_of,
)


def all_companies() -> Iterator[tuple[Path, Company]]:
    """Every ruleset with every set of its overlays."""
    for path in (*SHIPPED, *TOYS, *CLASSICS):
        names = overlays_of(path)
        for size in range(len(names) + 1):
            for company in combinations(names, size):
                yield path, company


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_with_all_that_goes_together(path: Path) -> None:
    game = game_with(path, everything(path, 2), 2)
    assert game is not None
    check_types(game.compiled, game.start)


@pytest.mark.parametrize("path", (*TOYS, *CLASSICS), ids=lambda path: path.name)
def test_small_games(path: Path) -> None:
    game = game_of(path)
    check_types(game.compiled, game.start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "company"), [*all_companies()], ids=lambda v: v.name if isinstance(v, Path) else "+".join(v)
)
def test_every_set_of_overlays_and_number_of_players(path: Path, company: Company) -> None:
    for players in counts_of(path):
        game = game_with(path, company, players, keep=False)  # not kept: there are very many
        if game is not None:
            check_types(game.compiled, game.start)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_what_strangers_send(attack: Attack, tmp_path: Path) -> None:
    work = tmp_path / "work"
    lay_out(attack, work)
    try:
        game = load(work / "game").game
    except UsageFault:
        return
    if game is not None:
        check_types(game.compiled, game.start)


# ---- what does not fit is refused, by name

# A state of three slots: a number, some numbers, a number.
START = (0, (), 0)
ME, TWO = ir.local("me"), ir.const(2)
SOME = ir.Slot(ir.const(1), NUMBERS)
Y = ir.local("y")
SCOPE = ir.Arguments([ME])
FITTING: list[ir.Stmt] = [
    ir.Put(ir.const(0), ir.plus(ME, ir.const(1))),
    ir.AddTo(ir.const(0), "+", ir.call("len", SOME)),
    ir.Put(ir.const(1), ir.call("added", SOME, ME)),
    ir.AddTo(ir.const(1), "+", ir.numbers([ME, TWO])),
    ir.Loop("x", SOME, [
        ir.When(
            ir.both([ir.Contains(ir.local("x"), ir.numbers([ME, TWO])), ir.Not(ir.slot(TWO))]),
            [ir.Put(TWO, ir.gathered("max", Y, [("y", SOME)], [ir.compare(Y, ">", ir.const(0))]))],
        ),
    ]),
    ir.Let("options", ir.Numbers([ir.const(1)], open=True)),
    ir.Append("options", TWO),
    ir.Put(ir.const(0), ir.if_else(
        ir.compare(ir.call("len", ir.local("options", NUMBERS)), "==", ir.const(1)),
        ir.Item(ir.local("options", NUMBERS), ir.const(0)),
        ir.Ask(ME, ir.const(1), ir.local("options", NUMBERS), SCOPE),
    )),
    ir.Run(ir.GameCall("asking", [ir.const(0)], NONE, asks=True)),
]  # fmt: skip
REFUSED: dict[str, tuple[ir.Stmt, ...]] = {
    "slot 0 holds number, not numbers": (ir.Put(ir.const(0), ir.numbers([ME, TWO])),),
    "slot 1 holds numbers, not number": (ir.Put(ir.const(1), TWO),),
    "slot 1 holds numbers, not number: when read": (ir.Put(ir.const(0), ir.slot(ir.const(1))),),
    "number is wanted here, not numbers": (ir.Put(ir.const(0), ir.plus(SOME, ir.const(1))),),
    "numbers is wanted here, not number": (ir.Put(ir.const(0), ir.call("len", TWO)),),
    "there is no function 'unheard_of'": (ir.Run(ir.call("unheard_of", TWO)),),
    "divided is called with 1 values": (ir.Put(ir.const(0), ir.call("divided", TWO)),),
    "'later' has no value": (ir.Put(ir.const(0), ir.local("later")),),
    "'x' is both number and numbers": (ir.Let("x", TWO), ir.Let("x", SOME)),
    "numbers is wanted here, not number: looped over": (ir.Loop("x", TWO, []),),
    "asking may ask": (ir.Run(ir.GameCall("asking", [TWO], NONE)),),
    "quiet is called with 0 values": (ir.Run(ir.GameCall("quiet", [], NONE)),),
    "quiet gives numbers, not number": (ir.Put(ir.const(0), ir.GameCall("quiet", [TWO])),),
    "number is wanted here, not numbers: chosen": (ir.Put(ir.const(0), ir.Choice(ME, TWO, SOME)),),
    "number is wanted here, not numbers: gathered": (
        ir.Put(ir.const(0), ir.gathered("sum", ir.local("y", NUMBERS), [("y", SOME)], [])),
    ),
}


def compiled_of(*body: ir.Stmt) -> Compiled:
    functions = [
        ir.Function("tried", [ME], body, "a.yaml", 3),
        ir.Function("asking", [ME], [], "a.yaml", 1, asks=True),
        ir.Function("quiet", [ME], [ir.Return(SOME)], "a.yaml", 2),
    ]
    return Compiled({each.name: each for each in functions}, {}, (), (), {})


def test_what_fits() -> None:
    check_types(compiled_of(*FITTING), START)


@pytest.mark.parametrize("why", REFUSED)
def test_what_does_not_fit(why: str) -> None:
    with pytest.raises(IllTyped) as refused:
        check_types(compiled_of(*REFUSED[why]), START)
    assert str(refused.value).startswith("a.yaml:3: in tried:")
    message, _, _ = why.partition(": ")
    assert message in str(refused.value) or "is both" in str(refused.value)


def test_a_variable_of_what_is_gathered_is_its_own() -> None:
    gathered = ir.listed(ir.local("x"), [("x", SOME)], [])
    check_types(compiled_of(ir.Let("x", gathered), ir.Put(ir.const(1), ir.local("x", NUMBERS))), START)


def test_each_node_is_emitted_at_its_own_place_or_that_of_what_it_stands_in() -> None:
    fails = ir.located(ir.call("divided", ir.const(1), ir.slot(ir.const(0))), Position("a.yaml", 7, 5))
    names: dict[str, Any] = dict(runtime.NAMES)
    function = ir.Function("tried", [], [ir.Let("x", TWO), ir.Return(fails)], "a.yaml", 4)
    load_functions([function], "a.yaml", names)
    with pytest.raises(RuleFault) as fault:
        names["tried"]([0])
    frames = traceback.extract_tb(fault.value.__traceback__)
    assert [frame.lineno for frame in frames if frame.filename == "a.yaml"] == [7]


# ---- the table of the run time is that of the run time


def made_of(name: str) -> Any:
    return runtime.NAMES[name]


def test_each_function_of_the_run_time_is_in_the_table() -> None:
    # `ask` is a node of the form, RuleFault what is raised.
    assert set(runtime.NAMES) - {"ask", "RuleFault"} == set(RUN_TIME)


@pytest.mark.parametrize(("name", "signature"), RUN_TIME.items(), ids=RUN_TIME)
def test_the_table_says_what_each_takes(name: str, signature: FunctionSignature) -> None:
    found = inspect.signature(made_of(name)).parameters.values()
    assert len(found) == len(signature.parameters)
    assert sum(each.default is not each.empty for each in found) == signature.optional
    assert inspect.isgeneratorfunction(made_of(name)) == signature.asks
    assert {*signature.parameters, signature.result} <= set(TYPES)


def called(node: ast.AST) -> str:
    """The name of what a node calls; `Nothing` where that class is named."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id
    return "Nothing" if isinstance(node, ast.Name) and node.id == "Nothing" else ""


def raising() -> set[str]:
    """The functions of the run time that raise RuleFault, or call one that does."""
    sources = "\n".join(map(inspect.getsource, (runtime, shared, chance, graph_queries, trails)))
    bodies = {
        f.name: f
        for f in ast.parse(sources.replace("from __future__", "from math")).body
        if isinstance(f, ast.FunctionDef)
    }
    # What is NOTHING raises when it is made a number.
    found = {"Nothing"} | {
        name for name, f in bodies.items() if any(isinstance(n, ast.Raise) for n in ast.walk(f))
    }
    while True:
        more = {name for name, f in bodies.items() if any(called(n) in found for n in ast.walk(f))}
        if more <= found:
            return found
        found |= more


def test_the_table_says_what_can_fail() -> None:
    known = raising()
    for name, signature in RUN_TIME.items():
        # What is asked or handed on may fail as well, so those are told to.
        assert signature.faults == (name in known) or signature.asks, name
