"""What endless or swelling rules come to: a fault at its place, and the position as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import RuleFault, State
from interpreter.compiler.statements import MAX_TAKEN
from interpreter.language.types import MAX_CHAIN
from interpreter.layout import WORK
from interpreter.play.graph_queries import walk
from interpreter.play.shared import MAX_WORK
from tests.language.small_rulesets import BASE, TURNS, faults_of, game_of, loaded
from tests.playing import SHIPPED, random_play
from tests.playing import game_of as whole_game

SUMS = "values:\n  v(number n): sum(a * n for a in 1..9999)"
# Sixty values, each of which reads the next one twice.
DOUBLING = "values:\n  w60: coins(p1)\n" + "".join(f"  w{n}: w{n + 1} + w{n + 1}\n" for n in range(1, 60))
MUCH, END, LARGE = "too much work", "without end", "2^53"


def begun(folder: Path, act: str, more: str = "") -> State:
    """A game whose first player can do an action, at its first question."""
    lines = "".join(f"      {line}\n" for line in act.split("\n"))
    return game_of(folder, f"actions:\n  act:\n    do: |\n{lines}{more}", base=BASE + TURNS).new(1)


@pytest.mark.parametrize(
    ("act", "more", "told"),
    [
        ("for a in 1..10000:\n  for b in 1..10000:\n    set coins to a", "", MUCH),
        ("repeat 10000:\n  repeat 10000: gain 1 coins", "", MUCH),
        ("gain count(a > b for a in 1..10000 for b in 1..10000) coins", "", MUCH),
        ("gain sum(v(a) for a in 1..2000) coins", SUMS, MUCH),
        ("choose up to 9007199254740992 with repeats x in 1..60\ngain size(x) coins", "", "more than"),
        ("gain w1 coins", DOUBLING, MUCH),
        ("call e(90)", "effects:\n  e(number n): |\n    for x in 1..2 where n > 0: call e(n - 1)", MUCH),
        ("call e(1)", "effects:\n  e(number n): \"if n > 0: call e(n + 1)\"", END),
        ("call e(9)", "effects:\n  e(number n): \"if n > 0: call e(n * n)\"", LARGE),
        ("let a = 9007199254740992\nlet b = a * a\ngain b coins", "", LARGE),
        ("for a in 9007199254740990..9007199254740992:\n  let b = a * a\n  let c = b * b", "", LARGE),
        ("repeat 10000: perform rest", "", "wait"),
        ("set coins to 9007199254740992\ngain 5 coins", "", LARGE),
        ("set coins to 9007199254740992\nset coins to coins(me) + 1", "", LARGE),
        ("score 9007199254740992 as x\nscore 1 as y", "", LARGE),
        ("score 9007199254740992 as x\nscore -9007199254740992 as y\nscore 1 as x", "", LARGE),
        ("repeat 9000: score points(me) + 1 as x", "", LARGE),
        ("set coins to 9007199254740992\ncall e()", "effects: {e: pay -9 coins}", LARGE),
    ],
)  # fmt: skip
def test_rules_that_go_on_and_on_are_a_fault_and_nothing_has_happened(
    tmp_path: Path, act: str, more: str, told: str
) -> None:
    state = begun(tmp_path, act, more)
    before = state.hash()
    with pytest.raises(RuleFault, match=told.replace("^", r"\^")) as fault:
        state.choose("act")
    assert fault.value.position is not None
    assert fault.value.position.file.endswith("own.yaml")
    assert state.hash() == before
    state.choose("rest")


def test_only_so_many_things_are_taken_one_after_the_other(tmp_path: Path) -> None:
    """Each is looked for among those that were taken before, so work grows with the cube of how many."""
    state = begun(tmp_path, f"for n in 1..{MAX_TAKEN + 1} in any order: gain 1 coins")
    state.choose("act")
    for _ in range(MAX_TAKEN - 1):
        state.choose(0)
    with pytest.raises(RuleFault, match="more than 500 things are taken one after the other"):
        state.choose(0)


def test_a_flow_of_many_rounds_with_a_dear_guard_goes_on(tmp_path: Path) -> None:
    """Nobody can do anything, and 90,000 pairs of numbers are looked through each time to find that out."""
    text = """\
        actions:
          never: {do: "require count(x * y == 7 for x in 1..300 for y in 1..300) > 99"}
        flow:
          - {step: round, for: n in 1..200, steps: [{step: turn, players: players, actions: [never]}]}
        """
    assert game_of(tmp_path, text).new(1).finished


def test_the_count_of_work_begins_anew_with_every_question(tmp_path: Path) -> None:
    """One such action is no more than a hundredth of the bound, and two hundred are taken."""
    state = begun(tmp_path, "for a in 1..100:\n  for b in 1..1000: set coins to b")
    for _ in range(200):
        state.choose("act")
    assert state.slots[WORK] < MAX_WORK


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_rules_that_ship_stay_far_below_the_bound(path: Path) -> None:
    most = max(state.slots[WORK] for state in random_play(whole_game(path, 2), 1))
    assert most < MAX_WORK // 20


def test_what_is_scored_at_the_end_obeys_the_bound_of_numbers(tmp_path: Path) -> None:
    more = "scoring:\n  final:\n    - {source: big, points: coins(me) * coins(me)}\n"
    state = begun(tmp_path, "set coins to 9007199254740992\nend game", more)
    state.choose("act")
    with pytest.raises(RuleFault, match=r"own\.yaml:8:\d+: a number beyond 2\^53"):
        state.scores()


# Of each shape one that is just small enough, one that is not, and what is said of it.
def _chain(shape: str, length: int) -> str:
    """Rules of so many links; the action begins them."""
    numbers = range(1, length)
    if shape == "values":
        links = "".join(f"  v{n}(number x): v{n + 1}(x + 1) + coins(p1)\n" for n in numbers)
        return f"actions: {{act: {{do: gain v1(1) coins}}}}\nvalues:\n{links}  v{length}(number x): x\n"
    if shape == "triggers":
        effects = "".join(f"  e{n}: gain 1 coins\n" for n in range(1, length // 2 + 1))
        links = "".join(f"  - {{on: e{n}(me), do: call e{n + 1}()}}\n" for n in range(1, length // 2))
        return f"actions: {{act: {{do: call e1()}}}}\neffects:\n{effects}triggers:\n{links}"
    links = "".join(f"  e{n}: {shape} e{n + 1}()\n" for n in range(1, length - 1))
    return f"actions: {{act: {{do: {shape} e1()}}}}\neffects:\n{links}  e{length - 1}: gain 1 coins\n"


@pytest.mark.parametrize(
    ("shape", "what"),
    [
        ("call", "effects and rules, each of which calls the next"),
        ("must call", "effects and rules, each of which calls the next"),
        ("triggers", "effects and rules, each of which calls the next"),
        ("values", "values, each of which reads the next"),
    ],
)
def test_a_long_chain_of_rules_is_told_as_what_it_is(tmp_path: Path, shape: str, what: str) -> None:
    state = game_of(tmp_path, _chain(shape, MAX_CHAIN), base=BASE + TURNS).new(1)
    state.choose("act")
    (problem,) = loaded(tmp_path, _chain(shape, 1_000), base=BASE + TURNS).problems
    assert problem.code == "too-large"
    assert what in problem.message
    assert problem.position.line < 5


@pytest.mark.parametrize("joined", ["1 + ", "not ", "- ", "coins(me) * ", "1 if coins(me) == 1 else "])
def test_an_expression_of_very_many_terms_is_told_as_what_it_is(tmp_path: Path, joined: str) -> None:
    text = "actions:\n  act:\n    do: let x = " + joined * 700 + "1\n"
    (problem,) = loaded(tmp_path, text, base=BASE + TURNS).problems
    assert (problem.code, problem.position.line) == ("too-large", 3)
    assert problem.message == "more than 150 terms are joined in one expression"


def test_the_start_of_a_counter_that_goes_wrong_is_told_where_it_stands(tmp_path: Path) -> None:
    assert faults_of(tmp_path, "counters:\n  c: {start: 1 / size(2..1)}\n", base="") == [("rule-fault", 2)]


@given(st.integers(1, 9), st.integers(0, 8), st.integers(-60, 60), st.booleans())
def test_a_long_way_along_a_ring_or_track_ends_where_single_steps_do(
    size: int, start: int, steps: int, closed: bool
) -> None:
    end = 0 if closed else -1
    forward = [*range(1, size), end]
    back = [size - 1 if closed else -1, *range(size - 1)]
    space = start = start % size
    for _ in range(abs(steps)):
        if space >= 0:
            space = (forward if steps > 0 else back)[space]
    assert walk(forward, back, start, steps) == space
