"""The compression function of BLAKE2b (RFC 7693), written out round by round: its words are variables.

In: nothing. Out: a function of the run time; the others of the hash are in `library/hashing.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.compiler import ir
from interpreter.compiler.ir import Expr, Function, Let, Run, Stmt, When
from interpreter.wasm.machine import Machine, RunTime, RunTimeFunction

START = tuple(
    word - (word >> 63 << 64)
    for word in (
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    )
)  # fmt: skip
_SIGMA = """
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
14 10 4 8 9 15 13 6 1 12 0 2 11 7 5 3
11 8 12 0 5 2 15 13 10 14 3 6 7 1 9 4
7 9 3 1 13 12 11 14 2 6 5 10 4 0 15 8
9 0 5 7 2 4 10 15 14 1 11 12 6 8 3 13
2 12 6 10 0 11 8 3 4 13 7 5 15 14 1 9
12 5 1 15 14 13 4 10 0 7 6 3 9 2 8 11
13 11 7 14 12 1 3 9 5 0 15 4 8 6 2 10
6 15 14 9 11 3 0 8 12 2 13 7 1 4 10 5
10 2 8 4 7 6 1 5 15 11 9 14 3 12 13 0
"""
_ROUNDS = 12
# Which four of the sixteen words are mixed, in turn.
_MIXED = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


def functions() -> dict[str, RunTimeFunction]:
    """`blake_block`: a block goes into the eight words of a hash.

    h, block: where they lie; done: bytes so far; final: whether it is the last block.
    """
    parameters = [ir.local(each) for each in ("h", "block", "done", "final")]
    return {
        "blake_block": RunTimeFunction(Function("blake_block", parameters, [*_body()], "", 1), state=False)
    }


def _body() -> Iterator[Stmt]:
    for place in range(16):
        yield Let(f"m{place}", _word("block", place))
        yield Let(f"v{place}", _word("h", place) if place < 8 else ir.const(START[place - 8]))
    yield Let("v12", _mixed("^", ir.local("v12"), ir.local("done")))
    yield When(ir.local("final"), [Let("v14", _mixed("^", ir.local("v14"), ir.const(-1)))])
    rows = [[int(word) for word in row.split()] for row in _SIGMA.split("\n") if row]
    for number in range(_ROUNDS):
        row = rows[number % len(rows)]
        for place, words in enumerate(_MIXED):
            yield from _stirred(words, row[2 * place], row[2 * place + 1])
    for place in range(8):
        both = _mixed("^", ir.local(f"v{place}"), ir.local(f"v{place + 8}"))
        yield Run(RunTime("store", [_address("h", place), _mixed("^", _word("h", place), both)]))


def _stirred(words: tuple[int, ...], first: int, second: int) -> Iterator[Stmt]:
    """The mixing of four words, with two of the block."""
    a, b, c, d = (ir.local(f"v{word}") for word in words)
    for message, one, other in ((first, 32, 24), (second, 16, 63)):
        yield Let(a.name, _mixed("+", _mixed("+", a, b), ir.local(f"m{message}")))
        yield Let(d.name, RunTime("turned", [_mixed("^", d, a), ir.const(one)]))
        yield Let(c.name, _mixed("+", c, d))
        yield Let(b.name, RunTime("turned", [_mixed("^", b, c), ir.const(other)]))


def _mixed(operator: str, left: Expr, right: Expr) -> Expr:
    return Machine(operator, left, right)


def _address(of: str, place: int) -> Expr:
    return _mixed("+", ir.local(of), ir.const(8 * place))


def _word(of: str, place: int) -> Expr:
    return RunTime("load", [_address(of, place)])
