# ruff: noqa: E501 - lists of words and values
"""Random damage to rules, texts, overlays and journals: a game, or problems; never anything else, and soon.

`make test` takes a few examples of each kind, `make test-long` very many.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Game, Journal, JournalFault, RuleFault, UsageFault, load
from interpreter.journal import follow
from interpreter.problems import Problems
from interpreter.reading import read_yaml

CASES = Path(__file__).parent / "cases"
REFERENCE, TOY = CASES / "reference", CASES / "toy" / "race"
LONGEST = 5

few = settings(
    max_examples=40,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
many = settings(few, max_examples=500, derandomize=False)

Data = st.DataObject
Node = Any

ODD: st.SearchStrategy[Any] = st.sampled_from([
    None, True, False, 0, 1, -1, 3, 100, 2**53, 2**53 + 1, "", " ", "me", "none", "x", "coins", "number", "player",
    "card", "field", "coins(me)", "1..3", "1/0", "1 / 0", "players", "set of card", "__class__", "²", "-", "--1",
    "p1", "p9", "a b", "a(b)", "a(number b)", "gain 1 coins", "end turn", "end game", "call act()", "(", "'", "é",
    [], {}, [[]], {"a": 1}, [1, 2], ["red"], {"min": 1, "max": 2}, 12345678901234567890,
]).map(deepcopy)  # fmt: skip


# ---- what must hold


def sound(folder: Path, overlays: Sequence[str] = ()) -> None:
    """A damaged ruleset is a game or has problems; a game can be played, or its rules tell of a fault."""
    began = time.process_time()
    with suppress(UsageFault):
        found = load(folder, overlays=overlays)
        assert found.ok or any(problem.severity == "error" for problem in found.problems)
        if found.game is not None:
            played(found.game)
    assert time.process_time() - began < LONGEST


def played(game: Game) -> None:
    """Play a few choices."""
    with suppress(RuleFault):
        state, chance = game.new(1), Random(1)
        while state.seat >= 0 and state.decisions < 12:
            assert state.option_count
            state.choose(chance.randrange(min(state.option_count, 1_000)))
        state.scores()
        state.winners()


# ---- damaged YAML


def spots(node: Node, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a tree, by the keys and indexes that lead there."""
    found = [path] if path else []
    if isinstance(node, dict):
        for key, value in node.items():
            found += spots(value, (*path, key))
    elif isinstance(node, list):
        for place, value in enumerate(node):
            found += spots(value, (*path, place))
    return found


def inside(tree: Node, path: tuple[Any, ...]) -> Node:
    for key in path:
        tree = tree[key]
    return tree


def damage(tree: Node, data: Data) -> None:
    """Take away, double, move or replace one thing in a tree."""
    paths = spots(tree)
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    home, key = inside(tree, path[:-1]), path[-1]
    act = data.draw(st.sampled_from(["remove", "replace", "copy", "rename", "wrap", "tokens"]))
    if act == "remove":
        del home[key]
    elif act == "replace":
        home[key] = data.draw(ODD)
    elif act == "copy":
        home[key] = json.loads(json.dumps(inside(tree, data.draw(st.sampled_from(paths)))))
    elif act == "rename" and isinstance(home, dict):
        home[
            data.draw(st.sampled_from(["x", "coins", "me", "a(number b)", "players", "end", 1, "", key]))
        ] = home.pop(key)
    elif act == "wrap":
        home[key] = data.draw(st.sampled_from([[home[key]], {"do": home[key]}, {"is": home[key]}]))
    elif act == "tokens" and isinstance(home[key], str):
        home[key] = damaged_text(home[key], data)


@cache
def tree_of(folder: Path) -> str:
    read = read_yaml((folder / "ruleset.yaml").read_text("utf-8"), "ruleset.yaml", Problems())
    assert read is not None
    return json.dumps(read.plain())


def damaged_ruleset(folder: Path, base: Path, data: Data) -> None:
    tree = json.loads(tree_of(base))
    for _ in range(data.draw(st.integers(1, 3))):
        damage(tree, data)
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(tree, sort_keys=False), encoding="utf-8")
    sound(folder)


# ---- damaged rule texts

TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|\.\.|[<>=!]=|\n[ ]*|[^\w\s]|[ ]+")
WORDS = st.sampled_from([
    "me", "coins", "1", "0", "-", "(", ")", ",", ":", "\n", "\n  ", "if", "else", "for", "in", "1..3", "players", "set",
    "choose", "x", "where", "and", "or", "not", "none", "true", "gain", "pay", "move", "to", "from", "all", "until", "end",
    "card", "hand(me)", "field", "+", "*", "/", "mod", "==", "<", "{", "}", ".", "of", "by", "count", "first", "must", "call",
    "otherwise", "may", "repeat", "9007199254740993", "while", "let", "=", "one", "then", "settle", "draw", "roll", "into",
])  # fmt: skip


def damaged_text(text: str, data: Data) -> str:
    """A text with tokens taken away, doubled, put in or exchanged."""
    tokens = TOKEN.findall(text) or [""]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(tokens) - 1))
        act = data.draw(st.sampled_from(["remove", "double", "insert", "replace", "swap"]))
        if act == "remove" and len(tokens) > 1:
            del tokens[place]
        elif act == "double":
            tokens.insert(place, tokens[place])
        elif act == "insert":
            tokens.insert(place, f" {data.draw(WORDS)} ")
        elif act == "replace":
            tokens[place] = data.draw(WORDS)
        elif act == "swap":
            other = data.draw(st.integers(0, len(tokens) - 1))
            tokens[place], tokens[other] = tokens[other], tokens[place]
    return "".join(tokens)


@cache
def known_texts() -> list[str]:
    """The rule texts of the language's cases: every construct is in one of them."""
    from interpreter.language.built_ins import BUILT_INS  # noqa: PLC0415
    from interpreter.language.constructs import CONSTRUCTS  # noqa: PLC0415

    texts = [construct.example.strip() for construct in CONSTRUCTS]
    return [*texts, *(f"let x = {built_in.example}\ngain 1 coins" for built_in in BUILT_INS.values())]


def damaged_action(folder: Path, data: Data) -> None:
    """An action of the reference game that does something damaged."""
    tree = json.loads(tree_of(REFERENCE))
    names = list(tree["actions"])
    text = damaged_text(data.draw(st.sampled_from(known_texts())), data)
    tree["actions"][names[0]] = {"do": text}
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(tree, sort_keys=False), encoding="utf-8")
    sound(folder)


# ---- damaged overlays


def damaged_overlay(folder: Path, base: Path, data: Data) -> None:
    """An overlay of random operations on things that are there, and on things that are not."""
    tree = json.loads(tree_of(base))
    sections = [key for key, value in tree.items() if isinstance(value, (dict, list))]
    overlay: dict[str, Any] = {"id": "odd", "title": "Odd", "base": tree["id"], "kind": "variant"}
    for _ in range(data.draw(st.integers(1, 3))):
        operation = data.draw(
            st.sampled_from(["add", "replace", "remove", "extend", "change", "insert", "needs"])
        )
        section = data.draw(st.sampled_from([*sections, "kinds", "steps", "final", "x"]))
        found = tree.get(section, {})
        names = [name.partition("(")[0] for name in found] if isinstance(found, dict) else []
        name = data.draw(st.sampled_from([*names, "x", "turn", "y(number n)"]))
        content: Any = (
            found.get(name) if isinstance(found, dict) and data.draw(st.booleans()) else data.draw(ODD)
        )
        if operation == "remove":
            overlay.setdefault(operation, {})[section] = [name]
        elif operation == "insert":
            overlay[operation] = [{"after": name, "steps": [{"step": "x", "do": "gain 1 coins"}]}]
        elif operation == "needs":
            overlay[operation] = [data.draw(st.sampled_from(["odd", "x"]))]
        else:
            overlay.setdefault(operation, {}).setdefault(section, {})[name] = content
    if data.draw(st.booleans()):
        damage(overlay, data)
    shutil.copy(base / "ruleset.yaml", folder / "ruleset.yaml")
    home = folder / "expansions" / "odd"
    home.mkdir(parents=True, exist_ok=True)
    (home / "overlay.yaml").write_text(yaml.safe_dump(overlay, sort_keys=False), encoding="utf-8")
    sound(folder, [str(home)])


# ---- damaged journals


@cache
def game_and_journal(folder: Path) -> tuple[Game, bytes]:
    """The reference game, and the journal of its first choices."""
    game = load(REFERENCE).game
    assert game is not None
    journal = Journal.create(folder / "whole.jsonl", game, 5, ("human", "random"))
    state, chance = game.new(5), Random(5)
    while state.seat >= 0 and len(journal.entries) < 12:
        journal.play(state, chance.randrange(state.option_count))
    return game, journal.path.read_bytes()


def run_again(raw: bytes, folder: Path) -> None:
    """Read a journal and follow it."""
    game, _ = game_and_journal(folder)
    path = folder / "damaged.jsonl"
    path.write_bytes(raw)
    began = time.process_time()
    with suppress(JournalFault):
        journal = Journal.open(path)
        state = game.new(journal.header.seed)
        departed = follow(state, journal.entries)
        assert departed is None or departed.message
        state.hash()
    assert time.process_time() - began < LONGEST


def damaged_journal(folder: Path, data: Data) -> None:
    _, raw = game_and_journal(folder)
    changed = bytearray(raw)
    if data.draw(st.booleans()):
        for _ in range(data.draw(st.integers(1, 4))):
            place = data.draw(st.integers(0, len(changed) - 1))
            changed[place] = data.draw(st.integers(0, 255))
    else:
        lines = raw.splitlines()
        place = data.draw(st.integers(0, len(lines) - 1))
        record = json.loads(lines[place])
        key = data.draw(st.sampled_from([*record, "undo", "extra"]))
        record[key] = data.draw(ODD)
        lines[place] = json.dumps(record).encode()
        changed = bytearray(b"\n".join(lines) + b"\n")
    run_again(bytes(changed), folder)


# ---- the tests


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all examples of a module: files are written over."""
    return tmp_path_factory.mktemp("fuzz")


Target = Callable[[Path, Data], None]
TARGETS: dict[str, Target] = {
    "toy_yaml": lambda folder, data: damaged_ruleset(folder, TOY, data),
    "reference_yaml": lambda folder, data: damaged_ruleset(folder, REFERENCE, data),
    "texts": damaged_action,
    "toy_overlays": lambda folder, data: damaged_overlay(folder, TOY, data),
    "reference_overlays": lambda folder, data: damaged_overlay(folder, REFERENCE, data),
    "journals": damaged_journal,
}
EXAMPLES = {
    "toy_yaml": 60,
    "reference_yaml": 10,
    "texts": 10,
    "toy_overlays": 60,
    "reference_overlays": 10,
    "journals": 100,
}
each_target = pytest.mark.parametrize("target", TARGETS)


@each_target
def test_a_few_damaged_files(target: str, kept: Path) -> None:
    @settings(few, max_examples=EXAMPLES[target])
    @given(st.data())
    def holds(data: Data) -> None:
        folder = kept / target
        folder.mkdir(exist_ok=True)
        TARGETS[target](folder, data)

    holds()


@pytest.mark.slow
@each_target
def test_very_many_damaged_files(target: str, kept: Path) -> None:
    @many
    @given(st.data())
    def holds(data: Data) -> None:
        folder = kept / target
        folder.mkdir(exist_ok=True)
        TARGETS[target](folder, data)

    holds()


def test_a_journal_torn_at_any_byte_is_read_up_to_there_or_refused(kept: Path) -> None:
    """A torn last line is dropped; without its first line it is no journal."""
    folder = kept / "torn"
    folder.mkdir()
    _, raw = game_and_journal(folder)
    whole = raw.index(b"\n") + 1
    for end in range(len(raw)):
        path = folder / "torn.jsonl"
        path.write_bytes(raw[:end])
        if end < whole:
            with pytest.raises(JournalFault):
                Journal.open(path)
        else:
            assert len(Journal.open(path).entries) == raw[:end].count(b"\n") - 1
    run_again(raw[:-5], folder)
