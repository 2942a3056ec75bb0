"""Bodies of statements: each is checked by its kind, and must be one that may stand where it stands.

In: the statements of a body and their scope. Out: checked statements. The precondition of a body is its first
run of require, pay, choose, let, one of, must call: from it the guard is made. After the first change those
forms are faults, except in their block forms.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import tree as t
from interpreter.language.check_names import check, fault
from interpreter.language.checked import (
    ChooseSt,
    ConstEx,
    ConstSetEx,
    Ex,
    ListingEx,
    PayPieceSt,
    PaySt,
    PlayersEx,
    RangeEx,
    RequireSt,
    St,
    StBlock,
)
from interpreter.language.checking import STATEMENTS, Checking
from interpreter.language.plan import goes_on
from interpreter.language.scope import Scope
from interpreter.problems.position import Position

# How statements begin that are called otherwise in the code.
_WORDS = {
    "PayPiece": "pay",
    "PayLots": "pay",
    "Assign": "set",
    "Invoke": "call",
    "DoEffect": "do effect of",
    "OneOf": "one of",
    "Until": "until end of",
}


def block(ctx: Checking, statements: Sequence[t.Statement], scope: Scope, *, late: str = "") -> StBlock:
    """Check a body; late: where it stands if a bare choose could be a dead end there (in a loop, say)."""
    if ctx.problems.full:
        return ()
    checked: list[St] = []
    for statement in statements:
        found = STATEMENTS[type(statement)](ctx, statement, scope)
        for made in found if isinstance(found, tuple) else (found,):
            if made is None:
                continue
            if late:
                forbid(ctx, made, late)
            elif not goes_on(made):
                late = f"after `{_word_of(statement)}`"
            checked.append(made)
    return tuple(checked)


def forbid(ctx: Checking, made: St, where: str) -> None:
    """Report a statement that only a precondition may hold; where: what it stands in or after."""
    if isinstance(made, (RequireSt, PaySt, PayPieceSt)):
        word = "require" if isinstance(made, RequireSt) else "pay"
        fault(
            ctx,
            "after-change",
            f"`{word}` {where} comes too late: nothing can be taken back",
            made.position,
            "move it to the beginning, or put it first in a `may:` or `choose ...:` block",
        )
    if isinstance(made, ChooseSt) and made.body is None and not _always_open(made):
        fault(
            ctx,
            "after-change",
            f"a choice {where} needs a block: there may be nothing to choose",
            made.position,
            "write `choose ... :` and indent what follows;"
            " `otherwise:` says what happens when there is nothing",
        )


def _always_open(s: ChooseSt) -> bool:
    """Whether there is something to choose in every position: one of what is known, without a condition."""
    if s.many or s.where is not None:
        return False
    if isinstance(s.source, RangeEx):
        low, high = s.source.low, s.source.high
        return isinstance(low, ConstEx) and isinstance(high, ConstEx) and low.value <= high.value
    if isinstance(s.source, ConstSetEx):
        return bool(s.source.values)
    return isinstance(s.source, PlayersEx | ListingEx)


def me(ctx: Checking, position: Position, scope: Scope) -> Ex:
    """Check `me`, which stands here without being written; a fault where nobody is at turn."""
    return check(ctx, t.Name(position, "me"), scope)


def _word_of(statement: t.Statement) -> str:
    """Return the word or words with which a statement begins."""
    name = type(statement).__name__
    if isinstance(statement, t.Reveal) and statement.hide:
        return "hide"
    if isinstance(statement, t.Choose) and statement.body is not None:
        return "choose ... :"
    return _WORDS.get(name, name.lower())
