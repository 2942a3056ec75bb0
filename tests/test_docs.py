"""Holds the documentation true: the reference is what the tables say, its examples run, the guide works."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from lark import Tree

from cli.main import rulewright
from interpreter import Problems, State, load
from interpreter.language import parser, tree
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.language.constructs import (
    CONSTRUCTS,
    EVENT_GROUP,
    EXPRESSION_GROUPS,
    HEAD_GROUP,
    STATEMENT_GROUPS,
    TYPE_GROUP,
    Construct,
)
from interpreter.language.node import Node, walk
from interpreter.language.parse_tables import effect_parser
from interpreter.model.resolve_names import reserved
from interpreter.reading.yaml_reader import read_yaml
from tools import write_commands, write_glance, write_signs
from tools.write_reference import PAGE, REFERENCE, ROOT, Evaluator, page, placed, reference_game

STATEMENTS = [c for c in CONSTRUCTS if c.group in STATEMENT_GROUPS]
EXPRESSIONS = [c for c in CONSTRUCTS if c.group in (*EXPRESSION_GROUPS, TYPE_GROUP)]
EVENTS = [c for c in CONSTRUCTS if c.group == EVENT_GROUP]
HEADS = {"signature": "signature", "parameters": "parameters", "loop": "loop_head"}
EXPRESSION_TEXTS = {
    **{f"{c.group}: {c.name}": c.example for c in EXPRESSIONS},
    **{f"function {made.name}": made.example for made in BUILT_INS.values()},
    **{f"gathering {made.name}": made.example for made in GATHERINGS.values()},
}
GAMES = 4
MOST_CHOICES = 12


# -- the reference page


def test_page_is_written_from_the_tables() -> None:
    """docs/language.md is what the tables give."""
    assert PAGE.read_text(encoding="utf-8") == page(), "run: .venv/bin/python -m tools.write_reference"


def test_the_page_at_a_glance_is_written_from_the_tables_and_short() -> None:
    """Two screens, of some sixty lines each."""
    written = write_glance.PAGE.read_text(encoding="utf-8")
    assert written == write_glance.page(), "run: .venv/bin/python -m tools.write_glance"
    assert len(written.splitlines()) <= 120
    # Each word that cannot be a name is there to be read in its place.
    shown = set(re.findall(r"\w+", "".join(re.findall(r"```text\n(.*?)```", written, re.DOTALL))))
    assert reserved() <= shown, sorted(reserved() - shown)


def test_the_list_of_signs_is_that_of_the_table() -> None:
    written = write_signs.PAGE.read_text(encoding="utf-8")
    assert written == write_signs.page(), "run: .venv/bin/python -m tools.write_signs"


def test_the_page_of_commands_is_written_from_them() -> None:
    """docs/commands.md is what the commands and the schemas of their output say."""
    written = write_commands.PAGE.read_text(encoding="utf-8")
    assert written == write_commands.page(), "run: .venv/bin/python -m tools.write_commands"


def test_groups_are_known_and_names_are_used_once() -> None:
    """No entry is lost on the page, and none stands twice."""
    groups = {*STATEMENT_GROUPS, *EXPRESSION_GROUPS, TYPE_GROUP, EVENT_GROUP, HEAD_GROUP}
    assert {c.group for c in CONSTRUCTS} == groups
    keys = [(c.group, c.name) for c in CONSTRUCTS]
    assert len(keys) == len(set(keys))


def example_overlay(folder: Path, operations: str) -> Path:
    """Write an overlay of the reference game."""
    path = folder / "with_example"
    path.mkdir()
    text = f"id: with_example\ntitle: With an example\nbase: reference\n{operations}"
    (path / "overlay.yaml").write_text(text, encoding="utf-8")
    return path


def indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize("construct", STATEMENTS, ids=lambda c: f"{c.group}: {c.name}")
def test_statement_example_runs(construct: Construct, tmp_path: Path) -> None:
    """The example, put into an action, is offered and can be carried out, whatever is answered."""
    operations = f"change:\n  actions:\n    example:\n      do: |\n{indented(construct.example, 8)}"
    game = reference_game(example_overlay(tmp_path, operations))
    for seed in range(GAMES):
        state = game.new(seed)
        decision = state.decision
        assert decision is not None
        assert "example" in [option.id for option in decision.options], "its precondition cannot be done"
        state.choose("example")
        answer(state, Random(seed))


@pytest.mark.parametrize(
    "impossible",
    [
        "choose exactly 2 cards in hand(me)\nrequire coins(me) > 99",
        "choose exactly 2 cards in hand(me)\npay 99 coins",
        "choose c in hand(me)\nrequire coins(me) > 99",
        "choose c in hand(me)\npay 99 coins",
        "pay 5 coins\npay 1 coins",
        "pay 10 coins or twigs or favour(red)",
        "one of:\n  a: require false\n  b: pay 99 coins",
        "must call water(mill)",
    ],
    ids=lambda text: text.replace("\n", "; "),
)
def test_nothing_in_a_leading_part_is_overlooked(impossible: str, tmp_path: Path) -> None:
    """As the page says: what cannot be done whole is not offered (or is an error when it is loaded)."""
    body = indented(impossible, 8) + indented("score 1 as plans", 8)
    operations = f"change:\n  actions:\n    example:\n      do: |\n{body}"
    operations += "add:\n  effects:\n    water(card c): require c in hand(me)\n"
    loaded = load(REFERENCE, players=2, overlays=[str(example_overlay(tmp_path, operations))])
    decision = loaded.game.new(1).decision if loaded.game is not None else None
    assert decision is None or "example" not in [option.id for option in decision.options]


@pytest.mark.parametrize("price", [1, 6, 9])
def test_several_counters_pay_together(price: int, tmp_path: Path) -> None:
    """As the page says: what can be paid out of all counters together can be paid, to the last one."""
    operations = (
        "change:\n  actions:\n    example:\n      do: |\n"
        f"        pay {price} coins or twigs or favour(red)\n        score 1 as plans\n"
    )
    game = reference_game(example_overlay(tmp_path, operations))
    for seed in range(GAMES):
        state = game.new(seed)
        state.choose("example")
        chance = Random(seed)
        while state.decision is not None and "rest" not in [option.id for option in state.decision.options]:
            state.choose(chance.randrange(len(state.decision.options)))
        counters = state.view(0)["counters"]
        left = counters["coins"]["p1"] + counters["twigs"]["p1"] + counters["favour"]["p1 red"]
        assert left == 5 + 3 + 1 - price


def answer(state: State, chance: Random) -> None:
    for _ in range(MOST_CHOICES):
        if state.decision is None:
            return
        # Each example is done once: what it needs may be gone then.
        open_now = [n for n, option in enumerate(state.decision.options) if option.id != "example"]
        state.choose(chance.choice(open_now))


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Evaluator()


@pytest.mark.parametrize("text", EXPRESSION_TEXTS.values(), ids=EXPRESSION_TEXTS.keys())
def test_expression_example_has_a_value(text: str, evaluator: Evaluator) -> None:
    """The example means something in the reference game, and the page shows what it gives."""
    result = evaluator.result(text)
    assert result
    assert f"`{result}`".replace("|", "\\|") in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("construct", EVENTS, ids=lambda c: c.name)
def test_event_example_can_be_listened_to(construct: Construct, tmp_path: Path) -> None:
    """A trigger with the example loads, and games with it run."""
    operations = f"add:\n  triggers:\n    - on: {construct.example}\n      do: score 1 as heard for p1\n"
    state = reference_game(example_overlay(tmp_path, operations)).new(1)
    answer(state, Random(1))


def test_kinds_of_events_are_told() -> None:
    """Each word that begins an event stands in an example of its own name."""
    words = {w for w in keywords() if w in ("gained", "lost", "entered", "left", "began", "ended")}
    assert words == {c.name for c in EVENTS} & words
    assert len(words) == 6


# -- the tables know all that the grammar knows


def parsed_examples() -> list[tuple[str, str]]:
    """Every example with the rule of the grammar it begins with."""
    found = [("block", c.example) for c in STATEMENTS]
    found += [("expression", text) for text in EXPRESSION_TEXTS.values()]
    found += [("pattern", c.example) for c in EVENTS]
    found += [(HEADS[c.name], c.example) for c in CONSTRUCTS if c.group == HEAD_GROUP]
    return found


def keywords() -> set[str]:
    """All words of the grammar that are written as they stand."""
    words: set[str] = set()
    for terminal in effect_parser().terminals:
        if terminal.name in ("NAME", "NUMBER") or terminal.name.startswith("_"):
            continue
        words |= set(re.findall(r"[a-z]{2,}", re.sub(r"\\s\+|\\b|\(\?=.*", " ", terminal.pattern.value)))
    return words


def test_every_rule_of_the_grammar_has_an_example() -> None:
    """What the grammar can parse, an example shows."""
    rules = effect_parser().rules
    named = {rule.alias or str(rule.origin.name) for rule in rules if not passes_through(rule)}
    wanted = {name for name in named if not name.startswith("_")}
    used: set[str] = set()
    for start, text in parsed_examples():
        parsed = effect_parser().parse(text + "\n", start=start)
        used |= {str(node.data) for node in parsed.iter_subtrees()}
        assert isinstance(parsed, Tree)
    assert wanted - used == set(), "these rules of effects.lark have no example in constructs.yaml"


def passes_through(rule: object) -> bool:
    """A rule with `?` that is replaced by its one child leaves no node."""
    return rule.alias is None and rule.options.expand1  # type: ignore[attr-defined]


def test_every_keyword_has_an_example() -> None:
    """What the grammar knows as a word, an example uses."""
    used = {word for _, text in parsed_examples() for word in re.findall(r"[a-z]+", text)}
    assert keywords() - used == set()


def test_every_statement_and_expression_class_has_an_example() -> None:
    """What the tree knows, an example shows."""
    parsers = {
        "block": parser.parse_block,
        "expression": parser.parse_expression,
        "pattern": parser.parse_pattern,
        "signature": parser.parse_signature,
        "parameters": parser.parse_parameters,
        "loop_head": parser.parse_loop_head,
    }
    used: set[type] = set()
    for start, text in parsed_examples():
        problems = Problems()
        parsed = parsers[start](placed(text), problems)
        assert problems.ok, problems.sorted()
        collect(parsed, used)
    wanted = {
        made
        for made in vars(tree).values()
        if isinstance(made, type) and issubclass(made, Node) and made is not Node
    }
    assert {*tree.Statement.__subclasses__(), *tree.Expression.__subclasses__()} <= wanted
    # Nobody writes what a line that cannot be read leaves behind.
    assert {made.__name__ for made in wanted - used - {tree.Unread, tree.Statement, tree.Expression}} == set()


def collect(node: object, found: set[type]) -> None:
    """Gather the classes of all nodes of a parse tree."""
    if isinstance(node, tuple):
        for one in node:
            collect(one, found)
    elif isinstance(node, Node):
        found |= {type(each) for each in walk(node)}


# -- the guide and the other pages

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of a page: its language, the rest of its info string, its text, its line."""

    language: str
    info: str
    text: str
    line: int


def fences(page_file: Path) -> list[Fence]:
    text = page_file.read_text(encoding="utf-8")
    return [Fence(m[1], m[2].strip(), m[3], text.count("\n", 0, m.start()) + 1) for m in FENCE.finditer(text)]


@dataclass
class Command:
    """A command of a console block, with the lines it is to print and those typed behind `>`."""

    arguments: list[str]
    output: list[str]
    typed: list[str]


def commands(text: str) -> list[Command]:
    found: list[Command] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            program, *arguments = shlex.split(line[2:])
            assert program == "rulewright", line
            found.append(Command(arguments, [], []))
        elif line.startswith("> "):
            found[-1].typed.append(line[2:] + "\n")
        else:
            found[-1].output.append(line)
    return found


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of one's own, with nothing of the user's around."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("RULEWRIGHT_PATH", raising=False)
    return tmp_path


FOLLOWED = ["docs/authoring.md", "docs/printed_figures.md", "docs/playing.md", "README.md"]


@pytest.mark.parametrize("name", FOLLOWED)
def test_page_can_be_followed(name: str, empty_folder: Path) -> None:
    """Files are written as the page says, commands print what it shows, in its order."""
    run = 0
    for fence in fences(ROOT / name):
        if fence.language == "yaml" and fence.info:
            file = empty_folder / fence.info
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(fence.text, encoding="utf-8")
        for command in commands(fence.text) if fence.language == "console" else ():
            result = CliRunner().invoke(rulewright, command.arguments, "".join(command.typed))
            assert result.exit_code == 0, f"line {fence.line}: {result.output}"
            assert_lines(command.output, result.output, f"line {fence.line}")
            run += 1
    assert run > 0


def test_every_file_of_the_guide_has_a_name() -> None:
    """No YAML of the guide is left for the reader to guess where it goes."""
    for fence in fences(ROOT / "docs" / "authoring.md"):
        assert fence.language != "yaml" or fence.info, f"line {fence.line}: which file is this?"


def assert_lines(expected: list[str], output: str, place: str) -> None:
    """The lines shown stand in the output, in order; `...` stands for anything."""
    at = 0
    for line in expected:
        if line.strip() in ("", "..."):
            continue
        pattern = "[^\n]*".join(map(re.escape, line.rstrip().split("...")))
        found = re.compile(rf"^(?:> )?{pattern}[ \t]*$", re.MULTILINE).search(output, at)
        assert found, f"{place}: expected {line!r} in\n{output}"
        at = found.end()


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"]
PAGES += [*sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


@pytest.mark.parametrize("page_file", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page_file: Path) -> None:
    """Every link inside the project names a file that is there."""
    for target in LINK.findall(page_file.read_text(encoding="utf-8")):
        assert (page_file.parent / target).exists(), f"{page_file.name}: {target}"


@pytest.mark.parametrize("page_file", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_yaml_on_the_pages_can_be_read(page_file: Path) -> None:
    """YAML that is shown is YAML that the reader takes."""
    for fence in fences(page_file):
        if fence.language == "yaml":
            problems = Problems()
            read_yaml(fence.text, f"{page_file.name}, block at line {fence.line}", problems)
            assert problems.ok, problems.sorted()


def test_rules_in_the_readme_are_those_of_a_ruleset() -> None:
    """A rule that is quoted stands so in a ruleset that ships."""
    files = [file.read_text(encoding="utf-8") for file in (ROOT / "rulesets").rglob("*.yaml")]
    shipped = {line_by_line(text) for text in files}
    for fence in fences(ROOT / "README.md"):
        if fence.language == "yaml":
            assert any(line_by_line(fence.text) in text for text in shipped), fence.text


def line_by_line(text: str) -> str:
    """A text without its indentation and empty lines, which a quotation may change."""
    return "".join(f"{line.strip()}\n" for line in text.splitlines() if line.strip())


def schema_keys(schema: object) -> set[str]:
    """Every key that a schema names."""
    found: set[str] = set()
    if isinstance(schema, dict):
        properties = schema.get("properties")
        found |= set(properties) if isinstance(properties, dict) else set()
        for value in schema.values():
            found |= schema_keys(value)
    elif isinstance(schema, list):
        for value in schema:
            found |= schema_keys(value)
    return found


def test_format_page_names_every_key_of_the_schemas() -> None:
    """What a schema knows stands on docs/format.md."""
    text = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    shown = {word for code in re.findall(r"`([^`\n]+)`", text) for word in re.findall(r"[a-z_]+", code)}
    for file in sorted((ROOT / "schemas").glob("*.json")):
        assert schema_keys(json.loads(file.read_text(encoding="utf-8"))) - shown == set(), file.name
