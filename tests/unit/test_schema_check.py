"""The schema check: every fault at its own line with the nearest right word, and what is right passes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from interpreter.problems import Problem, Problems
from interpreter.reading import Located, read_overlay, read_ruleset, read_yaml
from interpreter.schema_check import SCHEMA_NAMES, check_against, check_source, schema_file

RULESET = """\
# yaml-language-server: $schema=../schemas/ruleset.schema.json
id: sample
format: 1
title: A sample
players: {min: 2, max: 4}
about: All that the format knows.
files: [more.yaml]
prefix: SAM
teams: {size: 2}
enums:
  hue: [red, Blue]
  side: {members: [a, b], title: Sides}
options:
  layout: {type: estate_layout, default: one, choices: [one, two], random: true}
  goal: {type: number, min: 1, max: 9, default: 5, rule: [SAM-1, SAM-2a]}
components:
  card:
    fields: {hue: hue, worth: number?, edges: list of side}
    states: {face: [up, down]}
    with: number n
    kinds:
      plain: {}
      one:
        copies: 2
        hue: red
        edges: [a, b]
        rule: SAM-3
        source: reconstructed
        effect: gain 1 points
        triggers: [{on: "take(me, card c)", when: before, where: a, do: b}]
        modifiers: [{value: limit, plus: 1}, {value: f(me), times: 2, rank: 3}, {value: g, instead: true}]
        grants: [{action: take, in: turn}]
        replacements: [{of: take, do: x, rank: 1}]
        scoring: [{source: cards, points: 1}]
        glyph: c
        color: green
    defaults: {worth: 3}
boards:
  map:
    shape: hex
    per: player
    holds: stack of card
    active: true
    fields: {hue: hue}
    legend: {hue: {R: red, 1: Blue}}
    layouts:
      one: {title: One, picture: {hue: R .}, spaces: {a1: {worth: 3}}, links: [[a1, b-2]], without: [c3]}
    corners: corner
    sides: path
    draw:
      {label: [hue, worth], color: {red: bright_red, blue: "#0000ff"}, letters: {red: R},
       legend: {red: roses}}
  track: {shape: track, spaces: 6}
  ring: {shape: ring, spaces: [1, 2, three]}
  grid: {shape: square, diagonals: true, picture: {n: x}}
  net:
    {shape: graph, spaces: {x: {n: 1}, y: {}}, links: [[x, y]], holds: {net: card},
     draw: {label: n, picture: x - y}}
zones:
  hand: {per: [player, hue], holds: card, order: stack, visible: owner, active: true, pool: p, max: 3}
  dice: {holds: number, faces: 6}
counters:
  money: {per: player, start: 1 + 1, min: 0, max: 9, supply: 19, visible: owner, type: number, reset: turn}
  plain: {}
tables:
  worth: {1: 1, 2: red, -3: true, source: reconstructed}
  long: {rows: {rule: 1, 2: 3}, title: Long}
values:
  limit: 3
  f(player p): {is: 1 + 1, rule: SAM-4, title: F}
  g: true
effects:
  take(card c): |
    gain 1 points
  over: {}
  both: {do: x, about: y}
actions:
  go: {title: Go, do: call f(), anytime: true}
  perform_me(card c): {do: x}
flow:
  - {step: set_up, do: x, rule: SAM-5}
  - step: phase
    for: h in hue
    while: a
    when: true
    steps:
      - {step: turn, players: players, actions: [go], pass: true, title: Turn}
      - {step: vote, players: players, secretly: true, do: x}
triggers: [{on: x, do: y}]
modifiers: [{value: x, plus: 1, where: y}]
grants: [{action: go}]
replacements: [{of: x, do: y}]
scoring:
  final: [{source: cards, points: count(hand), rule: SAM-6, title: Cards}]
  ties: [{most: x}, {least: y}]
"""

OVERLAY = """\
id: more
title: More
about: x
base: sample
needs: [other]
excludes: [{id: solo, because: it cannot be}]
kind: expansion
automatic: players == 1
players: 1
order: 10
files: [x.yaml]
add:
  counters: {c: {}}
  triggers: [{on: x, do: y}]
  kinds: {k: {component: card, copies: 3, hue: red}}
  layouts: {l: {board: map, without: [a1]}}
  final: {wood: {points: 3}}
replace:
  kinds: {k: {copies: 3}}
  steps: {turn: {do: x}}
  values: {limit: 3, "f(player p)": 4}
remove: {counters: [c], kinds: [k], steps: [turn], final: [cards]}
extend:
  enums: {hue: [green], side: {members: [c]}}
  counters: {c: {max: 3}}
  components: {card: {kinds: {new: {copies: 1}}}}
  steps: {turn: {actions: [go]}}
  values: {limit: {title: x}}
  scoring: {ties: [{most: x}]}
change:
  kinds: {k: {copies: 3}}
  boards: {map: {active: false}}
  zones: {hand: {order: row}}
insert:
  - {before: turn, steps: [{step: x, do: y}]}
"""

SCENARIOS = """\
game: sample
players: 2
with: [more]
set: {goal: 5, layout: one}
seed: 1
rules: [SAM-3]
scenarios:
  - name: one
    rules: SAM-30
    shows: [EX-SAM-1]
    players: 3
    given: |
      gain 1 points
    at: {step: turn, player: p2}
    when: [take, {choose: "card=*", by: p1}, {check: x}, {offered: [a]}, {not_offered: [b]}, {until: turn}]
    then:
      - x == 1
      - {offered: [a]}
      - {not_offered: [b]}
      - {winner: [p1]}
      - {scores: {p1: 12}}
      - {source: {p1: {cards: 1}}}
  - {name: two, at: turn}
"""

GOOD = {"ruleset": RULESET, "overlay": OVERLAY, "scenario": SCENARIOS}


def placed_from(text: str) -> Located:
    problems = Problems()
    placed = read_yaml(text, "f.yaml", problems)
    assert placed is not None, problems
    assert problems.ok, problems
    return placed


def check(text: str, schema: str = "part") -> list[Problem]:
    problems = Problems()
    check_against(placed_from(text), schema, problems)
    return problems.sorted()


def found(text: str, schema: str = "part") -> list[tuple[str, int, int, str | None]]:
    return [(p.code, p.position.line, p.position.column, p.hint) for p in check(text, schema)]


def plain_validator(name: str) -> Any:
    return Draft202012Validator({"$ref": schema_of(name)["$id"]}, registry=registry())


@cache
def schema_of(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(schema_file(name).read_text(encoding="utf-8"))
    return schema


def registry() -> Any:
    """Return all schemas, each by the id that it gives itself."""
    made = [DRAFT202012.create_resource(schema_of(name)) for name in SCHEMA_NAMES]
    return made @ Registry()


MEMBER = "A member of an enumeration is letters, digits and underscores, a letter first."


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_schemas_are_schemas_with_words_for_the_editor(name: str) -> None:
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/{name}.schema.json")
    assert schema["title"]
    assert schema["description"]
    assert '"oneOf"' not in json.dumps(schema)


def keys_of(name: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return each key that a schema describes: where, its schema, and this with all that it refers to."""

    def followed(schema: dict[str, Any]) -> dict[str, Any]:
        file, _, path = schema.get("$ref", "").partition("#/$defs/")
        if not path:
            return schema
        return {**followed(schema_of(file.partition(".")[0] or name)["$defs"][path]), **schema}

    def found(schema: Any, place: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
        if isinstance(schema, list):
            for entry in schema:
                yield from found(entry, place)
        elif isinstance(schema, dict):
            for key, value in schema.get("properties", {}).items():
                if isinstance(value, dict) and {*value} & {"$ref", "type", "enum", "if"}:
                    # A condition on a key describes none.
                    yield f"{place}/{key}", value, followed(value)
            for word, inner in schema.items():
                if word not in ("if", "examples", "default"):
                    yield from found(inner, f"{place}/{word}")

    return list(found(schema_of(name), name))


@pytest.mark.parametrize("name", SCHEMA_NAMES)
def test_every_key_has_words_and_an_example_that_is_right(name: str) -> None:
    """A title and a description for the editor; a choice or truth its default where it has one."""
    whole = Draft202012Validator(schema_of(name), registry=registry())
    for place, schema, said in keys_of(name):
        assert said.get("title"), place
        assert said.get("description"), place
        shown = [*said.get("examples", ()), *([said["default"]] if "default" in said else [])]
        assert shown or "enum" in said, place
        errors = [error for value in shown for error in whole.evolve(schema=schema).iter_errors(value)]
        assert [error.message for error in errors] == [], place


PRINTED = sorted((Path(__file__).resolve().parents[2] / "schemas").glob("*/*.json"))


@pytest.mark.parametrize("file", PRINTED, ids=lambda file: file.name)
def test_what_programs_read_is_described(file: Path) -> None:
    """Each schema of what is printed has an id and words, and so has each of its keys."""
    schema = json.loads(file.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"].endswith(f"/{file.parent.name}/{file.name}")
    assert schema["title"] and schema["description"]

    def bare(part: Any, place: str) -> Iterator[str]:
        if isinstance(part, list):
            for entry in part:
                yield from bare(entry, place)
        elif isinstance(part, dict):
            for key, value in part.get("properties", {}).items():
                if not (value.get("description") or "$ref" in value):
                    yield f"{place}/{key}"
            for word, inner in part.items():
                if word != "if":
                    yield from bare(inner, f"{place}/{word}")

    assert list(bare(schema, file.name)) == []
    assert [name for name, part in schema.get("$defs", {}).items() if not part.get("description")] == []


@pytest.mark.parametrize("name", GOOD)
def test_what_the_format_allows_passes(name: str) -> None:
    assert check(GOOD[name], name) == []


def test_a_ruleset_that_extends_another_holds_operations() -> None:
    assert check("id: x\ntitle: X\nextends: y\nadd: {counters: {c: {}}}\n", "ruleset") == []
    assert found("id: x\ntitle: X\nextends: y\ncounters: {c: {}}\n", "ruleset")[0][:3] == (
        "unknown-key",
        4,
        1,
    )
    assert found("id: x\ntitle: X\nplayers: 2\nadd: {counters: {c: {}}}\n", "ruleset")[0][:3] == (
        "unknown-key",
        4,
        1,
    )
    assert found("id: x\ntitle: X\n", "ruleset") == [("missing-key", 1, 1, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("countres: {}", ("unknown-key", 1, 1, "did you mean 'counters'?")),
        ("counters:\n  c: {per: player, strat: 1}\n", ("unknown-key", 2, 20, "did you mean 'start'?")),
        (
            "counters: {c: {max: [1]}}",
            (
                "wrong-type",
                1,
                21,
                "a text that begins with { or [ needs quotes; several lines go below a `|`",
            ),
        ),
        ("counters: {c: {visible: owners}}", ("not-one-of", 1, 25, "did you mean 'owner'?")),
        ("counters: {c: {visible: 3}}", ("not-one-of", 1, 25, "one of: everyone, owner")),
        ("counters: {c: }", ("wrong-type", 1, 12, None)),
        ("zones: {z: {holds: number, faces: '6'}}", ("wrong-type", 1, 35, "leave the quotes out")),
        (
            "zones: {z: {holds: number, sides: 6}}",
            ("unknown-key", 1, 28, "`faces: 6` makes dice of six sides"),
        ),
        (
            "flow: [{step: a, players: players, actions: roll}]",
            ("wrong-type", 1, 45, "put it in brackets: `[roll]`"),
        ),
        (
            "flow: [{step: a, do: x, actions: [y]}]",
            (
                "unknown-key",
                1,
                25,
                "a step has one of `do`, `steps`, `actions` and `one_of`; `steps` can hold a step for each",
            ),
        ),
        ("flow: [turn]", ("wrong-type", 1, 8, "`{step: turn}`")),
        ("actions: {roll: end turn}", ("wrong-type", 1, 17, "`{do: end turn}`")),
        ("counters: [coins]", ("wrong-type", 1, 11, "for example `{coins: {per: player, start: 3}}`")),
        ("zones: {my-die: {holds: number}}", ("bad-name", 1, 9, "for example `my_die`")),
        ("counters: {Cee: {}}", ("bad-name", 1, 12, "for example `cee`")),
        ("values: {f(: 3}", ("bad-name", 1, 10, None)),
        ("zones:\n  z:\n    order: row\n", ("missing-key", 3, 5, None)),
        ("enums: {e: {title: x}}", ("missing-key", 1, 12, None)),
        ("enums: {e: [a, 3]}", ("wrong-type", 1, 16, MEMBER)),
        ("components: {c: {kinds: {k: {copies: -1}}}}", ("out-of-range", 1, 38, None)),
        ("components: {c: {kinds: {k: {rule: sam-1}}}}", ("bad-name", 1, 36, None)),
        (
            "components: {c: {kinds: {k: {size: {a: 1}}}}}",
            (
                "wrong-type",
                1,
                36,
                "a text that begins with { or [ needs quotes; several lines go below a `|`",
            ),
        ),
        ("boards: {b: {shape: ring, corners: x}}", ("unknown-key", 1, 27, None)),
        ("boards: {b: {shape: graph, links: [[a]]}}", ("wrong-length", 1, 36, None)),
        ("flow: [{step: a}]", ("missing-key", 1, 8, None)),
        (
            "flow: [{step: a, do: x, steps: [{step: b, do: y}]}]",
            (
                "unknown-key",
                1,
                25,
                "a step has one of `do`, `steps`, `actions` and `one_of`; `steps` can hold a step for each",
            ),
        ),
        ("flow: [{step: a, do: x, for: each one}]", ("wrong-shape", 1, 30, "for example `round in 1..8`")),
        ("modifiers: [{value: x}]", ("missing-key", 1, 13, None)),
        ("modifiers: [{value: x, plus: 1, times: 2}]", ("unknown-key", 1, 33, None)),
        ("triggers: [{on: x, do: ''}]", ("wrong-length", 1, 24, None)),
        ("scoring: {ties: [{mots: x}]}", ("missing-key", 1, 18, None)),
        ("zones: {z: {holds: number, faces: 1000000000}}", ("out-of-range", 1, 35, None)),
        ("zones: {z: {holds: number, faces: []}}", ("wrong-length", 1, 35, None)),
        ("zones: {z: {holds: number, faces: six}}", ("wrong-type", 1, 35, "for example `6`")),
        ("components: {c: {states: {s: []}, kinds: {k: {}}}}", ("wrong-length", 1, 30, None)),
        (
            "components: {c: {states: {s: 3}, kinds: {k: {}}}}",
            ("wrong-type", 1, 30, "put it in quotes, and it is text"),
        ),
        ("[a]", ("wrong-type", 1, 1, "leave the dashes out: `name: ...`")),
    ],
)
def test_each_fault_is_told_at_its_place(text: str, expected: tuple[str, int, int, str | None]) -> None:
    assert found(text)[0] == expected


def test_messages_speak_of_values_as_authors_do() -> None:
    [problem] = check("values: {f: [1]}")
    assert problem.message == "'f' must be text, a number, true or false or a map, not a list"
    [problem] = check("flow: [{step: a, actions: [x], do: y}]")
    assert problem.message == "'actions' is not allowed beside 'do'"
    [problem] = check("zones: {z: {holds: number, faces: 1000000000}}")
    assert problem.message == "'faces' must be at most 1000, not 1000000000"


def test_only_keys_of_which_one_is_needed_are_a_choice_of_schemas() -> None:
    """What the message for such a choice names are these keys; kinds of values are told apart by `if`."""
    for name in SCHEMA_NAMES:
        assert all(branch.get("required") for branch in _choices(schema_of(name)))


def _choices(node: Any) -> Iterator[Any]:
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _choices(inner)
    if isinstance(node, dict):
        yield from node.get("anyOf", ())


def test_all_faults_are_told_in_one_run() -> None:
    text = "counters: {c: {mx: 1}, d: {max: []}}\nflow: [{stp: a, do: x}]\nzones: {z: {}}\nnonsense: 1\n"
    codes = [(code, line) for code, line, _, _ in found(text)]
    assert codes == [
        ("unknown-key", 1),
        ("wrong-type", 1),
        ("unknown-key", 2),
        ("missing-key", 3),
        ("unknown-key", 4),
    ]


@pytest.mark.parametrize("schema", ["ruleset", "overlay"])
def test_files_of_another_format_are_refused(schema: str) -> None:
    hint = "this version of Rulewright reads format 1; a newer one may read 2"
    assert ("not-one-of", 2, 9, hint) in found("id: x\nformat: 2\ntitle: X\n", schema)


def test_overlay_faults() -> None:
    head = "id: x\ntitle: X\nbase: y\n"
    assert found(head + "add: {kinds: {k: {copies: 1}}}", "overlay")[0][:3] == ("missing-key", 4, 18)
    assert found(head + "extend: {counters: {c: {mx: 1}}}", "overlay")[0][:3] == ("unknown-key", 4, 25)
    assert found(head + "remove: {counters: c}", "overlay")[0][:3] == ("wrong-type", 4, 20)
    assert found(head + "replace: {zones: {z: {order: set}}}", "overlay")[0][:3] == ("missing-key", 4, 22)
    assert found(head + "change: {flow: []}", "overlay")[0][:3] == ("unknown-key", 4, 10)
    (section,) = found(head + "modifiers: [{value: x, plus: 1}]", "overlay")
    assert section[:3] == ("unknown-key", 4, 1)
    assert "put `modifiers:` under `add:`" in (section[3] or "")
    assert found("id: x\nadd: {counters: {c: {}}}", "overlay-part")[0][:3] == ("unknown-key", 1, 1)


def test_scenario_faults() -> None:
    def scenario(inner: str) -> list[tuple[str, int, int, str | None]]:
        return found(f"scenarios: [{{name: x, {inner}}}]", "scenario")

    assert [code for code, _, _, _ in scenario("when: [{by: p1, until: x}]")] == ["missing-key"]
    assert ("unknown-key", 1, 31, "did you mean 'choose'?") in scenario("when: [{chose: x}]")
    assert scenario("then: [{winner: [me]}]")[0][0] == "wrong-shape"
    assert scenario("then: []")[0][0] == "wrong-length"


VALUES = ["x", "", "A", "p1", 0, -1, 7, True, False, None, [], ["x"], [1], {}, {"x": 1}, {"step": "a"}, [{}]]


def _mutants(value: Any) -> Any:
    """Yield copies of a value with one part of it taken away or replaced."""
    if isinstance(value, dict):
        for key in value:
            yield {name: entry for name, entry in value.items() if name != key}
            for inner in [*_mutants(value[key]), *VALUES]:
                yield {**value, key: inner}
        yield {**value, "surplus": 1}
        yield {**value, "Not A Name": "x"}
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            for inner in [*_mutants(entry), *VALUES]:
                yield [*value[:index], inner, *value[index + 1 :]]


@pytest.mark.parametrize("every", [29, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GOOD)
def test_the_quick_check_agrees_with_the_library(name: str, every: int) -> None:
    """Whatever is taken away or replaced: problems are found exactly where the plain library finds errors."""
    reference = plain_validator(name)
    whole = placed_from(GOOD[name]).plain()
    assert isinstance(whole, dict)
    head = {key: whole[key] for key in ("id", "title", "players", "base") if key in whole}
    mutants = 0
    for section, content in whole.items():
        for mutant in _mutants({section: content}):
            mutants += 1
            if mutants % every:
                continue
            data = {**head, **mutant} if section not in head else {**head, "players": 2, **mutant}
            if name == "scenario" and section != "scenarios":
                data = {**mutant, "scenarios": [{"name": "x"}]}
            problems = Problems()
            check_against(placed_from(json.dumps(data)), name, problems)
            assert problems.ok == reference.is_valid(data), (data, problems)
    assert mutants > 1000


def test_sources_are_checked_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text("id: x\ntitle: X\nplayers: 2\nfiles: [a.yaml]\n")
    (tmp_path / "a.yaml").write_text("id: y\n")
    (tmp_path / "overlay.yaml").write_text("id: x\ntitle: X\nbase: x\nfiles: [b.yaml]\n")
    (tmp_path / "b.yaml").write_text("add: {counters: {c: {}}}\ncounters: {}\n")
    problems = Problems()
    check_source(read_ruleset(tmp_path, problems), problems)
    check_source(read_overlay(tmp_path, problems), problems)
    assert [(p.code, p.position.file, p.position.line) for p in problems.sorted()] == [
        ("unknown-key", str(tmp_path / "a.yaml"), 1),
        ("unknown-key", str(tmp_path / "b.yaml"), 2),
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("values: {title: 3}", 7),
        ('effects: {"do(number n)": {}}', 7),
        ("components: {c: {fields: {scoring: number}, kinds: {}}}", 16),
        ("boards: {b: {shape: hex, fields: {worth: number}, picture: {shape: x}}}", 19),
    ],
)
def test_a_key_of_the_format_is_no_name_and_the_page_says_so(text: str, kept: int) -> None:
    told = check(text)
    assert {(problem.code, problem.message.partition(": ")[2]) for problem in told} == {
        ("bad-name", "it is a key of the format")
    }
    hint = told[0].hint
    assert hint is not None
    names = hint.removeprefix("these are: ").split(", ")
    assert len(names) == kept
    page = (Path(__file__).resolve().parents[2] / "docs" / "format.md").read_text(encoding="utf-8")
    sentence = page[page.index("These words are reserved") :].partition("\n\n")[0]
    assert [name for name in names if f"`{name}`" not in sentence] == []
