"""Holds docs/library.md true: its examples run, it lists what is public, the command line uses no more."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

import interpreter

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "library.md"
# Places of the command line that use more than the page lists; to be emptied, never to grow.
REMAINING: frozenset[str] = frozenset()
# At run time; mypy reads the imports there.
PUBLIC: list[str] = vars(interpreter)["__all__"]
_CALLED = FunctionType | classmethod  # type: ignore[type-arg]


@cache
def listed() -> dict[str, list[str]]:
    """What the page lists: the attributes of each class."""
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: re.findall(r"`(\w+)`", attributes) for name, attributes in rows}


@cache
def classes() -> dict[str, type]:
    """The classes that the interpreter exports."""
    exported = {name: getattr(interpreter, name) for name in PUBLIC}
    return {name: value for name, value in exported.items() if inspect.isclass(value)}


@cache
def attributes(made: type) -> dict[str, bool]:
    """What a class has without an underscore, and whether it is called."""
    found: dict[str, bool] = {}
    for base in made.__mro__:
        if base.__module__.startswith("interpreter"):
            found |= dict.fromkeys(inspect.get_annotations(base), False)
            found |= {name: isinstance(made, _CALLED) for name, made in vars(base).items()}
    return {name: called for name, called in found.items() if not name.startswith("_")}


def test_examples_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of the page, from the folder in which a reader of the repository is."""
    monkeypatch.chdir(ROOT)
    failed, run = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert run
    assert not failed


def test_everything_exported_is_on_the_page() -> None:
    """Each class has its row, each function is named; no row has what is not there."""
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in PUBLIC if f"`{name}`" not in text] == []
    assert list(listed()) == sorted(classes())
    gone = [
        f"{name}.{attribute}"
        for name, wanted in listed().items()
        for attribute in set(wanted) - _instance_attributes(classes()[name])
    ]
    assert gone == []


def test_the_face_says_to_mypy_what_it_offers() -> None:
    """The imports that mypy and editors read are the names that are fetched, each from the same module."""
    tree = ast.parse(Path(interpreter.__file__).read_text(encoding="utf-8"))
    said = {
        alias.asname: (str(node.module), alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("interpreter.")
        for alias in node.names
    }
    fetched = {name: (f"interpreter.{vars(interpreter)['_HOME'][name]}", name) for name in PUBLIC}
    assert said == fetched
    assert set(PUBLIC) <= set(dir(interpreter))
    with pytest.raises(AttributeError, match="module 'interpreter' has no attribute 'compile_game'"):
        vars(interpreter)["__getattr__"]("compile_game")


def _instance_attributes(made: type) -> set[str]:
    """What there is on instances, with what `__init__` sets."""
    set_there = re.findall(r"self\.(\w+)(?:: [^=]+)? = ", inspect.getsource(made))
    return {*attributes(made), *set_there}


def uses() -> Iterator[tuple[str, str]]:
    """Where the command line imports from below `interpreter`, or reads what is not on the page."""
    trees = {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / "cli").rglob("*.py"))
    }
    own = {name for tree in trees.values() for name in _own_fields(tree)}
    for place, tree in trees.items():
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("interpreter."):
                yield f"{place}: {node.module}", f"line {node.lineno}"
            elif isinstance(node, ast.Attribute) and _is_hidden(node, id(node) in called, own):
                yield f"{place}: {ast.unparse(node)}", f"line {node.lineno}"


def _own_fields(tree: ast.Module) -> Iterator[str]:
    """The fields that classes of the command line declare."""
    for node in ast.walk(tree):
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                yield inner.target.id


def _is_hidden(node: ast.Attribute, called: bool, own: set[str]) -> bool:
    """Whether an attribute is one of an exported class that the page does not list.

    Types are not known here: a name that the page lists for any class passes, and so does one that the
    command line has itself, unless the object goes by the name of the class, as `game` and `self.game` do.
    """
    public = {attribute for wanted in listed().values() for attribute in wanted}
    hides = {
        name.lower()
        for name, made in classes().items()
        if attributes(made).get(node.attr) == called and node.attr not in listed()[name]
    }
    what = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
    return what in hides or (bool(hides) and what != "self" and node.attr not in public | own)


def test_the_command_line_uses_what_the_page_lists() -> None:
    """It imports `interpreter` alone, and reads no attribute of its classes that is not public."""
    found = dict(uses())
    assert {place: line for place, line in found.items() if place not in REMAINING} == {}
    assert set(found) >= REMAINING, "these are mended: take them off the list"


@pytest.mark.parametrize(
    ("read", "hidden"),
    [
        ("state.game.model", True),
        ("self.game.layout", True),
        ("state.slots", True),
        ("subset.with_one()", True),
        ("game.boards", False),
        ("seen.layout", False),
        ("self.layout", False),
        ("found.start()", False),
    ],
)
def test_what_is_hidden_is_found(read: str, hidden: bool) -> None:
    """The check knows what is public from what only looks like something hidden."""
    node = ast.parse(read, mode="eval").body
    called = isinstance(node, ast.Call)
    attribute = node.func if isinstance(node, ast.Call) else node
    assert isinstance(attribute, ast.Attribute)
    assert _is_hidden(attribute, called, {"layout"}) == hidden
