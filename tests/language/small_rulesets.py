"""Small games out of a few lines of YAML, for tests of the effect language and of play.

The lines stand in a part of their own, `own.yaml`, so that problems bear the line of the test's text.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml

from interpreter import Game, Loaded, State, load
from interpreter.compiler.snippets import Snippets
from interpreter.play.runtime import Kept
from interpreter.problems import Position, Problem
from interpreter.reading import Located

CASES = Path(__file__).parents[1] / "cases" / "language"
TABLE = (CASES / "table.yaml").read_text(encoding="utf-8")
HEAD = "id: small\ntitle: Small\nplayers: {min: 1, max: 4}\nfiles: [own.yaml]\n"

# What most small games need: two counters, a zone of cards, and a turn for each player, over and over.
BASE = """\
components:
  card: {kinds: {ace: {copies: 3}, king: {copies: 2}, jack: {}}}
zones:
  hand: {per: player, holds: card}
counters:
  coins: {per: player}
  wood: {per: player}
"""
TURNS = """\
flow:
  - step: round
    for: number in 1..50
    steps:
      - {step: turn, players: players, actions: [act, rest]}
actions:
  rest: {do: end turn}
"""


@cache
def cases(name: str) -> Any:
    """Read a table of cases, once for all tests of a process."""
    return yaml.load((CASES / name).read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def loaded(folder: Path, text: str, *, base: str = BASE, players: int = 2) -> Loaded:
    """Load a ruleset of a base and some lines of its own."""
    (folder / "ruleset.yaml").write_text(HEAD + base, encoding="utf-8")
    (folder / "own.yaml").write_text(dedent(text), encoding="utf-8")
    return load(folder, players=players)


def game_of(folder: Path, text: str, *, base: str = BASE, players: int = 2) -> Game:
    """Make a game that must load without an error."""
    found = loaded(folder, text, base=base, players=players)
    assert found.game is not None, found.problems
    return found.game


def faults_of(folder: Path, text: str, *, base: str = BASE, players: int = 2) -> list[tuple[str, int]]:
    """Load a ruleset that is wrong; return code and line in the test's text of each problem."""
    found = loaded(folder, text, base=base, players=players)
    return [(p.code, p.position.line) for p in found.problems]


def case_rules(case: Mapping[str, Any]) -> str:
    """Write the part that lays a case on the table of the case files: its `given`, action, additions."""
    own: dict[str, Any] = {
        "effects": {"given": case.get("given", {})},
        "actions": {"act": {"do": case.get("do", "end turn")}},
    }
    for section, content in case.get("more", {}).items():
        own[section] = {**own.get(section, {}), **content} if isinstance(content, dict) else content
    return str(yaml.safe_dump(own))


def placed(text: str, file: str = "case") -> Located:
    """Place a text so that problems bear line and column within it."""
    return Located(Position(file, 1, 1), text, style="literal", text_lines=(1, 1))


def shown(problem: Problem) -> str:
    """Shorten a problem to `code line:column`."""
    return f"{problem.code} {problem.position.line}:{problem.position.column}"


def value(state: State, text: str, me: int = 0) -> Any:
    """Evaluate an expression on the position that stands, as words where it is not a number or truth."""
    snippets = Snippets(state.game)
    expression = snippets.expression(placed(text))
    found = snippets.value(expression, state.slots, me)
    if expression.type.kind == "truth":
        return bool(found)
    element = expression.type.of if expression.type.kind == "set" else None
    if element is not None:
        return [_word(state.game, element, one) for one in found]
    return _word(state.game, expression.type, found)


def _word(game: Game, value_type: Any, found: int) -> Any:
    return found if value_type.kind in ("number", "any") else game.value_id(value_type, found)


def ids(state: State) -> list[str]:
    """List the ids of what is offered now; none when the game is over."""
    return [option.id for option in state.decision.options] if state.decision is not None else []


def play(state: State, choices: Iterable[str]) -> State:
    """Take one choice after the other."""
    for choice in choices:
        state.choose(choice)
    return state


def in_step(game: Game, other: Game, seed: int, choices: int) -> Iterator[tuple[State, State]]:
    """Play two games alike by chance; yield after each choice the positions reached, and some of before.

    They must offer the same all the way. Each choice is made on forks, so positions of before stay.
    """
    chance, one, two = random.Random(seed), game.new(seed), other.new(seed)
    before = [(one, two)]
    for _ in range(choices):
        options = ids(one)
        assert options == ids(two)
        if not options:
            return
        chosen = chance.choice(options)
        one, two = one.fork(), two.fork()
        one.choose(chosen)
        two.choose(chosen)
        before.append((one, two))
        yield before[-1]
        yield chance.choice(before)


def kept_of(game: Game) -> dict[str, Kept]:
    """The cells of a game's kept values, by name."""
    found = {word: table for word, table in game.namespace.items() if isinstance(table, Kept)}
    return {word.removeprefix("KEPT_"): table for word, table in found.items()}
