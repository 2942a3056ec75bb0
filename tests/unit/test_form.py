"""Compiled code keeps to the intermediate form, and the form says what is so."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from interpreter import load
from interpreter.compiler.form import NODES, OPERATORS, RUN_TIME, TYPES, Form, Function, Signature
from interpreter.compiler.verify import Unfit, verify
from interpreter.play import chance, graph_queries, runtime
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
    verify(game.form, game.start)


@pytest.mark.parametrize("path", (*TOYS, *CLASSICS), ids=lambda path: path.name)
def test_small_games(path: Path) -> None:
    game = game_of(path)
    verify(game.form, game.start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "company"), [*all_companies()], ids=lambda v: v.name if isinstance(v, Path) else "+".join(v)
)
def test_every_set_of_overlays_and_number_of_players(path: Path, company: Company) -> None:
    for players in counts_of(path):
        game = game_with(path, company, players, keep=False)  # not kept: there are very many
        if game is not None:
            verify(game.form, game.start)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_what_strangers_send(attack: Attack, tmp_path: Path) -> None:
    lay_out(attack, tmp_path)
    loaded = load(tmp_path / "game") if (tmp_path / "game").is_dir() else None
    if loaded is not None and loaded.game is not None:
        verify(loaded.game.form, loaded.game.start)


# ---- what does not fit is refused, by name

# A state of three slots: a number, some numbers, a number.
START = (0, (), 0)
FITTING = """
def do_a(s, me):
    s[0] = me + 1
    s[0] += len(s[1])
    s[1] = added(s[1], me)
    s[1] += (me, 2)
    for x in s[1]:
        if x in (1, 2) and not s[2]:
            s[2] = max([y for y in s[1] if y > 0], default=0)
    options = [1]
    options.append(2)
    s[0] = options[0] if len(options) == 1 else (yield ask(me, 1, options, (s, me)))
    yield from do_a(s, 0)
"""
REFUSED = {
    "s[0] = (1, 2)": "the slot holds number, given numbers",
    "s[1] = 3": "the slot holds numbers, given number",
    "s[me] = 3": "whether this slot holds a number or numbers cannot be told",
    "s[0] = s[1] + 1": "numbers is wanted here, not number",
    "s[0] = len(3)": "numbers is wanted here, not number",
    "s[0] = unheard_of(3)": "there is no function 'unheard_of'",
    "s[0] = divided(3)": "divided is called with 1 values",
    "s[0] = later": "'later' has no value",
    "s[0] = 1.5": "no literal of the form",
    "s[0] = {1: 2}": "a Dict does not belong to the form",
    "while s[0]: pass": "a While does not belong to the form",
    "s[0] = s.pop()": "there is no such method",
    "import os": "a Import does not belong to the form",
    "s[0] = (lambda: 1)()": "there is no function",
    "x = 1\nx = (1,)": "'x' is both number and numbers",
    "for x in 3: pass": "numbers is wanted here, not number",
    "do_b(s, 1)": "what may ask is delegated to",
    "do_c(s)": "do_c is called with 0 values",
    "raise ValueError('x')": "only `raise RuleFault(text)`",
    "s[0] = 1 if me == 2 else (1,)": "both number and numbers",
    "s[0] = yield me": "only ask(...) is yielded",
    "s[0] = me if me is 1 else 0": "only None is compared by `is`",
    "s": "only calls stand alone",
}
HELPERS = "def do_b(s, me):\n    yield from do_b(s, me)\ndef do_c(s, me):\n    pass\n"


def form_of(text: str) -> Form:
    functions = {
        f.name: Function("a.yaml", f) for f in ast.parse(text).body if isinstance(f, ast.FunctionDef)
    }
    return Form(functions, {}, (), (), {})


def test_what_fits() -> None:
    typed = verify(form_of(FITTING), START)
    assert typed.signatures["do_a"].asks
    assert typed.signatures["do_a"].locals["options"].kind == "numbers"


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("line", REFUSED)
def test_what_does_not_fit(line: str) -> None:
    body = "".join(f"    {each}\n" for each in line.splitlines())
    with pytest.raises(Unfit) as refused:
        verify(form_of(f"{HELPERS}def do_x(s, me):\n{body}"), START)
    assert REFUSED[line] in str(refused.value)
    assert str(refused.value).startswith("a.yaml:")


# ---- the table of the run time is that of the run time


def made_of(name: str) -> Any:
    return runtime.NAMES[name]


def test_each_function_of_the_run_time_is_in_the_table() -> None:
    # `ask` is a node of the form, RuleFault what is raised.
    assert set(runtime.NAMES) - {"ask", "RuleFault"} == set(RUN_TIME)


@pytest.mark.parametrize(("name", "signature"), RUN_TIME.items(), ids=RUN_TIME)
def test_the_table_says_what_each_takes(name: str, signature: Signature) -> None:
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
    sources = "\n".join(map(inspect.getsource, (runtime, chance, graph_queries)))
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


def test_nodes_and_operators_are_different() -> None:
    assert not set(NODES) & set(OPERATORS)
