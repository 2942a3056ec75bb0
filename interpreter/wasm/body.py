"""What the WebAssembly printer prints into: the names of a module, and one function while it is printed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf

from interpreter.compiler import form as f
from interpreter.compiler.verify import Of, Typed

NOTHING = -(1 << 63)
# Texts that the form hands over, as numbers.
TEXTS = {"": 0, "set": 1, "row": 2, "stack": 3, "none": 4, "sole claimant": 5, "in order": 6}
# A function of so many nodes at most is written out where it is called.
SMALL = 100


class Unsupported(Exception):
    """Something in the form that this printer does not know, by name."""


@dataclass(slots=True)
class Target:
    """What is printed into: the names that functions, tables and numbers have there.

    parameters: of each run-time function, with defaults; games: compiled functions; numbers: what names in
    capitals stand for; cells: global variables; tables: for each static table where its entries lie, and
    how many.
    """

    typed: Typed
    numbers: dict[str, int]
    cells: Sequence[str]
    runtime: dict[str, ast.FunctionDef]
    tables: dict[str, tuple[int, int]]
    sequences: Callable[[Sequence[int]], int]
    # Tables whose entries all are slots.
    of_slots: set[str] = field(default_factory=set)
    # For each kept value whose cells are here: where they begin, how long each is, what it reads.
    cells_of: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    pointers: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    stored: dict[str, set[str]] = field(default_factory=dict)
    known: set[tuple[str, bool]] = field(default_factory=set)
    left: list[tuple[str, bool]] = field(default_factory=list)

    def pointer(self, name: str) -> int:
        """The number by which a function is called indirectly; 0 is none."""
        kind, _, called = name.partition(" ")
        if kind != "stub":
            self.want(called, game=kind != "rt")
        return self.pointers.setdefault(name, len(self.pointers) + 1)

    def want(self, name: str, *, game: bool) -> None:
        """Remember that a function is called or has a pointer: it must be printed; game: it is the game's."""
        if (name, game) not in self.known:
            self.known.add((name, game))
            self.left.append((name, game))

    def size(self, name: str) -> float:
        """How many nodes a small function has, with those of what is written out in it; others are endless.

        One that may ask is none of the small ones.
        """
        if name not in self.sizes:
            self.sizes[name] = inf
            size = 0.0
            for node in ast.walk(self.code(name)):
                size += 1
                if size > SMALL or isinstance(node, ast.Yield | ast.YieldFrom):
                    return inf
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and self.has(node.func.id):
                    called = self.size(node.func.id)
                    size += called if called <= SMALL else 0
            self.sizes[name] = size
        return self.sizes[name]

    def assigned(self, name: str) -> set[str]:
        """What a function gives a value to, besides its parameters."""
        if name not in self.stored:
            nodes = ast.walk(self.code(name))
            self.stored[name] = {
                node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
        return self.stored[name]

    def has(self, name: str) -> bool:
        """Whether there is a function of a name."""
        return name in self.typed.form.functions or name in self.runtime

    def code(self, name: str) -> ast.FunctionDef:
        """The function of a name, a game's or the run time's."""
        made = self.typed.form.functions.get(name)
        return made.code if made is not None else self.runtime[name]


@dataclass(slots=True)
class Body:
    """One function while it is printed; game: it belongs to the form, so its nodes have types.

    Where it is written out in another, it has that one's locals and numbers; mark: what then tells its names
    from others; leave: the block around it; around: what it is written out in.
    """

    target: Target
    name: str
    game: bool
    locals: dict[str, str] = field(default_factory=dict)
    parameters: list[str] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=count)
    mark: str = ""
    leave: str = ""
    around: tuple[str, ...] = ()
    inner: list[str] = field(default_factory=list)
    breaks: list[str] = field(default_factory=list)

    def fresh(self, kind: str = "i64") -> str:
        """A new local."""
        name = f"$t{next(self.numbers)}"
        self.locals[name] = kind
        return name

    def label(self) -> str:
        """A new label."""
        return f"$l{next(self.numbers)}"

    def local(self, name: str) -> str:
        """The local of a name."""
        word = f"$i{self.mark}_{name}" if name in self.inner else f"$v{self.mark}_{name}"
        if word not in self.parameters:
            self.locals[word] = "i64"
        return word

    def of(self, node: ast.expr) -> Of | None:
        """The type of a node, where it is known."""
        return self.target.typed.types.get(id(node)) if self.game else None

    def is_sequence(self, node: ast.expr) -> bool:
        """Whether a node is a sequence of some kind."""
        found = self.of(node)
        return found is not None and found.kind in (f.NUMBERS, f.CLAIMS, f.PAIRS, f.HEARD)

    def may_be_nothing(self, node: ast.expr) -> bool:
        """Whether a node may be NOTHING."""
        found = self.of(node)
        return found is not None and found.nothing
