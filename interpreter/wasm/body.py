"""What WebAssembly is emitted into: the names of a module, and one function while it is emitted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf

from interpreter.compiler import ir
from interpreter.compiler.signatures import CLAIMS, HEARD, NUMBERS, PAIRS
from interpreter.wasm.absence import Absence
from interpreter.wasm.machine import RunTime, RunTimeFunction

NOTHING = -(1 << 63)
# Texts that are handed to the run time, as numbers.
TEXTS = {"": 0, "set": 1, "row": 2, "stack": 3, "none": 4, "sole claimant": 5, "in order": 6}
# A function of so many nodes at most is written out where it is called.
SMALL = 50


class Unsupported(Exception):
    """Something that cannot be emitted as WebAssembly, by name."""


@dataclass(slots=True)
class ModuleContext:
    """What is emitted into: the names that functions, tables and numbers have there.

    runtime: functions of the run time; numbers: what names in capitals are; cells: global variables; tables:
    for each static table where its entries lie, and how many.
    """

    compiled: ir.Compiled
    absence: Absence
    numbers: dict[str, int]
    cells: Sequence[str]
    runtime: Mapping[str, RunTimeFunction]
    tables: dict[str, tuple[int, int]]
    sequences: Callable[[Sequence[int]], int]
    # Tables whose entries all are slots.
    of_slots: set[str] = field(default_factory=set)
    # For each kept value whose cells are here: where they begin, how long each is, what it reads.
    cells_of: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    # The slots that any of them reads.
    watched: set[int] = field(default_factory=set)
    pointers: dict[str, int] = field(default_factory=dict)
    sizes: dict[str, float] = field(default_factory=dict)
    known: set[tuple[str, bool]] = field(default_factory=set)
    left: list[tuple[str, bool]] = field(default_factory=list)

    def pointer(self, name: str) -> int:
        """The number by which a function is called indirectly; 0 is none."""
        kind, _, called = name.partition(" ")
        if kind != "stub":
            self.want(called, game=kind != "rt")
        return self.pointers.setdefault(name, len(self.pointers) + 1)

    def want(self, name: str, *, game: bool) -> None:
        """Remember that a function is called or has a pointer: it must be emitted; game: it is the game's."""
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
            for node in ir.within(self.code(name)):
                size += 1
                if size > SMALL or isinstance(node, ir.Ask) or getattr(node, "asks", False):
                    return inf
                if isinstance(node, ir.Call | ir.GameCall | RunTime) and self.has(node.function):
                    called = self.size(node.function)
                    size += called if called <= SMALL else 0
            self.sizes[name] = size
        return self.sizes[name]

    def has(self, name: str) -> bool:
        """Whether there is a function of a name."""
        return name in self.compiled.functions or name in self.runtime

    def code(self, name: str) -> ir.Function:
        """The function of a name, a game's or the run time's."""
        return self.compiled.functions.get(name) or self.runtime[name].code


@dataclass(slots=True)
class FunctionContext:
    """One function while it is emitted; game: it is the game's, not the run time's.

    Where it is written out in another, it has that one's locals and numbers; mark: what then tells its names
    from others; leave: the block around it; around: what it is written out in.
    """

    target: ModuleContext
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

    def is_sequence(self, node: ir.Expr) -> bool:
        """Whether a node is a sequence of some kind."""
        return node.type in (NUMBERS, CLAIMS, PAIRS, HEARD)

    def may_be_nothing(self, node: ir.Expr) -> bool:
        """Whether a node may be NOTHING; the run time knows what it does."""
        return self.game and self.target.absence.of(self.name, node)
