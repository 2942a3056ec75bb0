"""Bodies of statements: each is checked by its kind, and must be one that may stand where it stands.

In: the statements of a body and their scope. Out: checked statements. The leading part of a body is its first
run of require, pay, choose, let, one of, must call: from it the guard is made. After the first change those
forms are faults, except in their block forms.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import tree as t
from interpreter.language.check_expressions import ExpressionChecker
from interpreter.language.checked import (
    ChooseSt,
    Ex,
    LetSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    RuleEx,
    St,
    StBlock,
)
from interpreter.language.scope import Scope
from interpreter.model.declarations import Model
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems

LEADING = (RequireSt, PaySt, PayPieceSt, LetSt)
# How statements begin that are called otherwise in the code.
_WORDS = {
    "PayPiece": "pay",
    "Assign": "set",
    "Invoke": "call",
    "DoEffect": "do effect of",
    "OneOf": "one of",
    "Until": "until end of",
}


class BlockChecker(ExpressionChecker):
    """Checks blocks; collects the names of scoring sources, called effects and lasting rules on the way."""

    def __init__(self, model: Model, problems: Problems) -> None:
        super().__init__(model, problems)
        self.sources: dict[str, None] = {}
        self.lasting: list[RuleEx] = []
        self.nobodys: list[tuple[str, Position]] = []
        self.handed_on: set[str] = set()
        # The effect that the replacement being checked stands for, and which effects are called as originals.
        self.replaced = ""
        self.originals: dict[str, str] = {}

    def block(self, statements: Sequence[t.Statement], scope: Scope, *, late: str = "") -> StBlock:
        """Check a body; late: where it stands if a bare choose could be a dead end there (in a loop, say)."""
        if self.problems.full:
            return ()
        checked: list[St] = []
        for statement in statements:
            made = getattr(self, "_" + type(statement).__name__.lower())(statement, scope)
            if made is None:
                continue
            if late:
                self.forbid(made, late)
            elif not self.stays_leading(made):
                late = f"after `{_word_of(statement)}`"
            checked.append(made)
        return tuple(checked)

    def stays_leading(self, made: St) -> bool:
        """Tell whether the leading part goes on after a statement."""
        if isinstance(made, LEADING):
            return True
        return isinstance(made, ChooseSt) and made.body is None and not made.many

    def forbid(self, made: St, where: str) -> None:
        """Report a statement that only a leading part may hold; where: what it stands in or after."""
        if isinstance(made, (RequireSt, PaySt, PayPieceSt)):
            word = "require" if isinstance(made, RequireSt) else "pay"
            self.fault(
                "after-change",
                f"`{word}` {where} comes too late: nothing can be taken back",
                made.position,
                "move it to the beginning, or put it first in a `may:` or `choose ...:` block",
            )
        if isinstance(made, ChooseSt) and made.body is None:
            self.fault(
                "after-change",
                f"a choice {where} needs a block: there may be nothing to choose",
                made.position,
                "write `choose ... :` and indent what follows;"
                " `otherwise:` says what happens when there is nothing",
            )

    def me(self, position: Position, scope: Scope) -> Ex:
        """Check `me`, which stands here without being written; a fault where nobody is at turn."""
        return self.check(t.Name(position, "me"), scope)


def _word_of(statement: t.Statement) -> str:
    """Return the word or words with which a statement begins."""
    name = type(statement).__name__
    if isinstance(statement, t.Reveal) and statement.hide:
        return "hide"
    if isinstance(statement, t.Choose) and statement.body is not None:
        return "choose ... :"
    return _WORDS.get(name, name.lower())
