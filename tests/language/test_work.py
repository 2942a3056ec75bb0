"""Work is counted wherever an expression can stand, in every construct of the language and of the flow.

The statements are the examples of the construct tables, so a new construct is looked at as
soon as it has one.
"""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from interpreter import RuleFault, load
from interpreter.compiler.work import Work
from interpreter.language import checked, facts
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.checked import (
    ClauseEx,
    ConditionalEx,
    ConstEx,
    CounterEx,
    Ex,
    GatherEx,
    RangeEx,
    St,
    StateEx,
    ZoneEx,
)
from interpreter.language.constructs import CONSTRUCTS, EXPRESSION_GROUPS, STATEMENT_GROUPS
from interpreter.language.facts import statements_in
from interpreter.language.node import Node, find, transform, walk
from interpreter.language.types import NUMBER, TRUTH, Type
from interpreter.play.game import Game
from tests.language.small_rulesets import game_of
from tools.write_reference import REFERENCE

# So much that it is felt, and so little that it is not counted where it stands.
STEPS = 6_000
DEAR = f"count(y < 0 for y in 1..{STEPS})"


@cache
def examples() -> Game:
    """The reference game, with an effect for each example of a statement or an expression."""
    texts = [c.example for c in CONSTRUCTS if c.group in STATEMENT_GROUPS]
    values = [c.example for c in CONSTRUCTS if c.group in EXPRESSION_GROUPS]
    values += [made.example for table in (BUILT_INS, GATHERINGS) for made in table.values()]
    texts += [f"let found = {example}\ngain 1 twigs" for example in values]
    effects = {f"example_{number}": {"do": text.strip()} for number, text in enumerate(texts)}
    with TemporaryDirectory() as folder:
        content = {"id": "examples", "title": "Examples", "base": "reference", "add": {"effects": effects}}
        (Path(folder) / "overlay.yaml").write_text(json.dumps(content), encoding="utf-8")
        loaded = load(REFERENCE, players=2, overlays=[folder])
    assert loaded.game is not None, loaded.problems
    return loaded.game


def dear(like: Ex) -> Ex:
    """An expression that does what another does, after some work."""
    place = like.position
    numbers = RangeEx(place, Type("set", of=NUMBER), ConstEx(place, NUMBER, 1), ConstEx(place, NUMBER, STEPS))
    never = ConstEx(place, TRUTH, 0)
    work = GatherEx(place, TRUTH, "any", never, (ClauseEx(place, "y", numbers),), None, ())
    return ConditionalEx(place, like.type, work, like, like)


def _dearer(place: Ex, node: Node) -> Node:
    return dear(place) if node is place else node


def places(s: St) -> list[Ex]:
    """The expressions of a statement, without its blocks, that may be any of their type.

    A zone, counter or state where one must stand is no value: what is dear in it are its indexes.
    """
    inside = [part for child in facts.expressions_in(s) for part in find(child, Ex)]
    return [part for part in inside if not isinstance(part, CounterEx | ZoneEx | StateEx)]


STATEMENTS = sorted(kind.__name__ for kind in St.__subclasses__())


@pytest.mark.parametrize("kind", STATEMENTS)
def test_a_dear_expression_counts_in_every_place_of_a_statement(kind: str) -> None:
    game = examples()
    work = Work(game.model, game.program)
    bodies = [effect.body for effect in game.program.effects.values()]
    bodies += [rule.body for rule in game.program.rules]
    found = [s for body in bodies for s in statements_in(body) if type(s).__name__ == kind]
    assert found, "no example has this statement"
    for s in found:
        for place in places(s):
            changed = transform(s, partial(_dearer, place))
            assert isinstance(changed, St)
            less, more = work.statement(s), work.statement(changed)
            # What became so much that it is counted in play adds next to nothing here.
            assert more >= less + STEPS or counts_more(work, s, changed), (s, place, less, more)


def counts_more(work: Work, before: St, after: St) -> bool:
    """Whether a statement has come to count in play what it did not count."""
    return counted_parts(work, after) > counted_parts(work, before)


def counted_parts(work: Work, s: St) -> int:
    """How many loops of a statement are counted in play."""
    found = [sum(e * size * each for e, size, each in work.clauses(g)) for g in find(s, GatherEx)]
    for part in statements_in((s,)):
        if isinstance(part, checked.ForSt | checked.RepeatSt):
            found.append(work.rounds(part) * work.round(part))
        elif isinstance(part, checked.ChooseSt):
            found.append(work.size(part.source) * work.option(part, None))
        elif isinstance(part, checked.PickSt):
            found.append(work.size(part.source) * work.candidate(part))
    return sum(map(work.is_heavy, found))


def test_every_kind_of_expression_has_an_example() -> None:
    game = examples()
    bodies = [effect.body for effect in game.program.effects.values()]
    seen: set[type] = {type(part) for body in bodies for part in walk(body) if isinstance(part, Ex)}
    seen |= {type(part) for value in game.program.values.values() for part in walk(value.body)}
    assert {kind.__name__ for kind in Ex.__subclasses__()} - {kind.__name__ for kind in seen} == set()


# ---- what is run, and how it is stopped

BASE = """\
components:
  card: {fields: {worth: number}, kinds: {ace: {copies: 30, worth: 1}}}
zones:
  hand: {per: player, holds: card}
counters:
  coins: {per: player, max: "9 + LIMIT"}
  wood: {per: player, min: "0 - LOW"}
values:
  changed(number x): x
modifiers:
  - {value: "changed(7 + MODIFIED)", plus: 1}
  - {value: changed(number x), plus: "CHANGE"}
  - {value: changed(number x), plus: 1, where: "x == 3 and WHERE == 0"}
triggers:
  - {on: "called(me, number x)", where: "x == 9 and TRIGGER == 0", do: gain 0 coins}
  - {on: "called(me, EQUAL)", do: gain 0 coins}
effects:
  called(number x): gain 0 coins
  waits: "let x = WAITING\\ngain x coins"
  quiet: "let x = QUIET\\ngain x coins"
replacements:
  - {of: "called(me, number x)", where: "x == 9 and INSTEAD == 0", do: gain 0 coins}
actions:
  act: {do: "let x = ALONE\\ngain x coins"}
  given: {do: "require coins(me) > 99\\ngain 1 coins"}
grants:
  - {action: given, in: turn, where: "GRANT == 0"}
flow:
  - step: round
    for: number in 1..500
    steps:
      - {step: first, when: "WHEN == 0", while: "WHILE == 1", do: gain 0 coins(p1)}
      - {step: looping, for: "other in LOOP..0", do: gain 0 coins(p1)}
      - {step: doing, players: players, do: "DO\\nperform waits"}
      - step: turn
        players: "set(p for p in players where PLAYERS == 1)"
        actions: [act]
"""


def test_a_way_along_a_board_costs_by_the_board_and_not_by_the_number_of_its_direction(
    tmp_path: Path,
) -> None:
    text = """
boards: {field: {shape: square, fields: {n: number}, picture: {n: "1 1 1"}}}
values:
  line(field x, number way): ray(x, way, field)
flow: [{step: only, do: "score size(line(field(a1), 2)) as line for p1"}]
"""
    game = game_of(tmp_path, text, base="")
    assert Work(game.model, game.program).value("line") < 20
    assert game.new(1).scores()[0] == 2


NAMES = (
    "LIMIT", "LOW", "MODIFIED", "CHANGE", "WHERE", "TRIGGER", "EQUAL", "WAITING", "QUIET", "INSTEAD", "ALONE",
    "GRANT", "WHEN", "WHILE", "LOOP", "PLAYERS",
)  # fmt: skip
DOING = {
    "LIMIT": "gain 0 coins",
    "LOW": "lose 0 wood",
    "MODIFIED": "let y = changed(1)\ngain y - y coins",
    "CHANGE": "let y = changed(1)\ngain y - y coins",
    "WHERE": "let y = changed(3)\ngain y - y coins",
    "TRIGGER": "call called(9)",
    "EQUAL": "call called(8)",
    "INSTEAD": "call called(9)",
    "QUIET": "call quiet()",
}


def rules(name: str, what: str) -> str:
    """The rules above with something in the place of a name; 0 in all others."""
    text = BASE.replace("DO\\n", DOING.get(name, "gain 0 coins").replace("\n", "\\n") + "\\n")
    if name in ("ALONE", "GRANT"):
        ended = text.replace('gain x coins"}\n  given', 'gain x coins\\nend turn"}\n  given')
        text = ended.replace("PLAYERS == 1", "PLAYERS == 0")
    for other in NAMES:
        text = text.replace(other, what if other == name else "0")
    return text


@pytest.mark.parametrize("name", NAMES)
def test_a_dear_expression_is_stopped_wherever_rules_run_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred times in one go; with a cheap one nothing is stopped."""
    monkeypatch.setattr("interpreter.play.running.MAX_FLOW_WORK", 100 * STEPS)
    assert game_of(tmp_path, rules(name, "0"), base="").new(1).finished
    with pytest.raises(RuleFault, match=r"the flow runs|without asking|too much work"):
        game_of(tmp_path, rules(name, DEAR), base="").new(1)
