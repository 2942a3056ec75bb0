"""Generated effect programs with known results: a text is made together with what it must come to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from interpreter import Game, load
from interpreter.compiler.snippets import Snippets
from interpreter.problems import Position
from interpreter.reading import Located

LEAST = -1_000_000_000
RULESET = """
id: ledger
title: Ledger
players: 2
counters: {a: {min: LEAST}, b: {min: LEAST}, n: {}}
flow:
  - step: turn
    players: players
    do: |
      may: gain 1 n
""".replace("LEAST", str(LEAST))

Sheet = dict[str, int]


@dataclass(frozen=True)
class Made:
    """A text and what it does: an expression gives a number or truth, a statement a new sheet."""

    text: str
    value: Callable[[Sheet], int]


def number(value: int) -> Made:
    return Made(str(value), lambda sheet: value)


def binary(word: str, apply: Callable[[int, int], int]) -> Callable[[Made, Made], Made]:
    return lambda x, y: Made(f"({x.text} {word} {y.text})", lambda s: apply(x.value(s), y.value(s)))


atoms = st.one_of(
    st.integers(0, 50).map(number),
    st.sampled_from("ab").map(lambda name: Made(name, lambda s: s[name])),
)
divisors = st.integers(1, 9).map(number)


def wider(inner: st.SearchStrategy[Made]) -> st.SearchStrategy[Made]:
    """Expressions out of expressions."""
    conditions = st.builds(compared, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), inner, inner)
    return st.one_of(
        st.builds(binary("+", lambda x, y: x + y), inner, inner),
        st.builds(binary("-", lambda x, y: x - y), inner, inner),
        st.builds(binary("*", lambda x, y: x * y), inner, divisors),
        st.builds(binary("/", lambda x, y: x // y), inner, divisors),
        st.builds(binary("mod", lambda x, y: x % y), inner, divisors),
        st.builds(lambda x: Made(f"(-{x.text})", lambda s: -x.value(s)), inner),
        st.builds(picked, conditions, inner, inner),
        st.builds(counted, inner, st.integers(0, 9)),
        st.builds(summed, inner, st.integers(0, 9)),
    )


def picked(c: Made, x: Made, y: Made) -> Made:
    text = f"(if {c.text} then {x.text} else {y.text})"
    return Made(text, lambda s: x.value(s) if c.value(s) else y.value(s))


def counted(limit: Made, n: int) -> Made:
    text = f"count(i <= {limit.text} for i in 1..{n})"
    return Made(text, lambda s: sum(i <= limit.value(s) for i in range(1, n + 1)))


def summed(more: Made, n: int) -> Made:
    text = f"sum(i + {more.text} for i in 1..{n} where i mod 2 == 0)"
    return Made(text, lambda s: sum(i + more.value(s) for i in range(2, n + 1, 2)))


def compared(word: str, x: Made, y: Made) -> Made:
    results: dict[str, Callable[[int, int], bool]] = {
        "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b,
        "!=": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    }  # fmt: skip
    return Made(f"{x.text} {word} {y.text}", lambda s: int(results[word](x.value(s), y.value(s))))


expressions = st.recursive(atoms, wider, max_leaves=12)


def is_amount(value: Made) -> bool:
    """To gain a fixed number below zero is a fault, found before anything is played."""
    return re.fullmatch(r"\(-\d+\)", value.text) is None


@dataclass(frozen=True)
class Act:
    """A statement and what it does to a sheet."""

    lines: tuple[str, ...]
    run: Callable[[Sheet], None]


class TooLarge(Exception):
    """A number grew beyond what the language allows; such programs are left out."""


def put(sheet: Sheet, name: str, number: int) -> None:
    if abs(number) > 2**50:
        raise TooLarge
    sheet[name] = number


def assign(name: str, value: Made) -> Act:
    return Act((f"set {name} to {value.text}",), lambda s: put(s, name, max(LEAST, value.value(s))))


def gain(name: str, value: Made, sign: int) -> Act:
    def run(sheet: Sheet) -> None:
        after = sheet[name] + sign * value.value(sheet)
        # What is gained does not stop at the minimum, not even where it is less than nothing.
        put(sheet, name, after if sign > 0 else max(LEAST, after))

    return Act((f"{'gain' if sign > 0 else 'lose'} {value.text} {name}",), run)


def indented(acts: list[Act]) -> tuple[str, ...]:
    return tuple(f"    {line}" for act in acts for line in act.lines)


def run_all(acts: list[Act], sheet: Sheet) -> None:
    for act in acts:
        act.run(sheet)


def branch(condition: Made, x: Made, then: list[Act], otherwise: list[Act]) -> Act:
    test = compared(">", condition, x)
    lines = (f"if {test.text}:", *indented(then), "else:", *indented(otherwise))
    return Act(lines, lambda s: run_all(then if test.value(s) else otherwise, s))


def repeated(times: int, acts: list[Act]) -> Act:
    return Act((f"repeat {times}:", *indented(acts)), lambda s: run_all(acts * times, s))


simple = st.one_of(
    st.builds(assign, st.sampled_from("ab"), expressions),
    st.builds(gain, st.sampled_from("ab"), expressions.filter(is_amount), st.sampled_from([1, -1])),
)
blocks = st.recursive(
    st.lists(simple, min_size=1, max_size=4),
    lambda inner: st.lists(
        st.one_of(
            simple,
            st.builds(branch, expressions, expressions, inner, inner),
            st.builds(repeated, st.integers(0, 4), inner),
        ),
        min_size=1,
        max_size=4,
    ),
    max_leaves=6,
)
often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game with two counters."""
    folder: Path = tmp_path_factory.mktemp("ledger")
    (folder / "ruleset.yaml").write_text(RULESET, encoding="utf-8")
    made = load(folder).game
    assert made is not None
    return made


def placed(text: str) -> Located:
    return Located(Position(f"generated {hash(text)}", 1, 1), text, style="literal", text_lines=(1, 1))


def slots_with(game: Game, sheet: Sheet) -> list[object]:
    slots = list(game.start)
    for name, value in sheet.items():
        slots[game.layout.counters[name]] = value
    return slots


@often
@given(made=expressions, a=st.integers(-20, 20), b=st.integers(-20, 20))
def test_expressions_come_to_what_they_were_made_for(game: Game, made: Made, a: int, b: int) -> None:
    """Arithmetic, comparison, choice and gathering, nested at random."""
    sheet = {"a": a, "b": b}
    assert Snippets(game).evaluate(placed(made.text), slots_with(game, sheet), 0) == made.value(sheet)


@often
@given(acts=blocks, a=st.integers(-20, 20), b=st.integers(-20, 20))
def test_programs_do_what_they_were_made_for(game: Game, acts: list[Act], a: int, b: int) -> None:
    """Assignments, gains, branches and repeats, nested at random."""
    sheet = {"a": a, "b": b}
    slots = slots_with(game, sheet)
    text = "\n".join(line for act in acts for line in act.lines)
    try:
        run_all(acts, sheet)
    except TooLarge:
        assume(False)
    Snippets(game).run(placed(text), slots, 0)
    assert {name: slots[game.layout.counters[name]] for name in sheet} == sheet
