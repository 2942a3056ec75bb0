"""What actions pay in any case: before anything else is decided.

In: a position and the name of an action. Out: its payments that follow from no choice, in their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from interpreter.compiler.snippets import Snippets, snippets_of, variables_in
from interpreter.language.checked import PayPieceSt, PaySt, St
from interpreter.play.faults import RuleFault
from interpreter.play.game import State


@dataclass(frozen=True, slots=True)
class Payment:
    """So many of something that an action pays.

    component: the type of pieces; empty: it is paid in counters; names: the pieces as views have them, or the
    counters in any of which it can be paid.
    """

    amount: int
    component: str
    names: tuple[str, ...]


def payments(state: State, action: str) -> tuple[Payment, ...]:
    """Return what an action takes from the seat that is asked, affordable or not; of no action nothing."""
    effect = state.game.program.effects.get(action)
    if effect is None or state.decision is None:
        return ()
    return tuple(each for s in effect.body for each in _payment(state, snippets_of(state.game), s))


def _payment(state: State, snippets: Snippets, s: St) -> Iterator[Payment]:
    """Yield what a statement pays, if that is the same whatever was chosen."""
    if not isinstance(s, PaySt | PayPieceSt):
        return
    counters = s.counters if isinstance(s, PaySt) else ()
    read = [*counters, s.amount] if isinstance(s, PaySt) else [s.piece, s.amount]
    if any(each is not None and variables_in(each) for each in read):
        return
    seat, game = state.seat, state.game
    with suppress(RuleFault):
        amount = 1 if s.amount is None else snippets.value_with(s.amount, state.slots[:], seat, {})
        if isinstance(s, PaySt):
            if amount and all(each.declared.drawn for each in counters):
                yield Payment(amount, "", tuple(each.declared.name for each in counters))
        elif s.piece.type.kind == "component":
            piece = snippets.value_with(s.piece, state.slots[:], seat, {})
            yield Payment(amount, s.piece.type.name, (game.value_id(s.piece.type, piece),))
