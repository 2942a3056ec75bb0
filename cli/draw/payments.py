"""What an action costs, as a row of signs that is read at a glance, with its words for who cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.draw.counters import counter_signs
from cli.draw.pieces import piece_picture
from cli.draw.svg import element, escaped
from cli.seen.pieces import piece_look, within

if TYPE_CHECKING:
    from interpreter import Game, Payment

# So many signs of one thing stand side by side; of more there is one with their number.
_SEVERAL = 3
_SIZE = 20


def payment_row(game: Game, payments: Sequence[Payment]) -> str:
    """Return what is paid as markup; empty where nothing is."""
    # Beside a choice of what one pays in, what else is paid is kept apart.
    between = "<i>+</i>" if any(len(each.names) > 1 for each in payments) else ""
    signs = between.join(_signs(game, each) for each in payments)
    words = " and ".join(f"{each.amount} {_named(game, each)}" for each in payments)
    return element("span", signs, class_="payment", role="img", aria_label=f"costs {words}") if signs else ""


def _signs(game: Game, payment: Payment) -> str:
    """Return the sign of a payment so many times."""
    one = "<i>/</i>".join(_sign(game, payment, name) for name in payment.names)
    counted = payment.amount > (_SEVERAL if len(payment.names) == 1 else 1)
    return f"<i>{payment.amount}×</i>{one}" if counted else one * payment.amount


def _sign(game: Game, payment: Payment, name: str) -> str:
    """Return the sign of a counter or the picture of a piece, else its name."""
    if payment.component:
        return piece_picture(game, payment.component, name, _SIZE)
    return counter_signs(game).get(name) or f"<i>{escaped(within(game.counters[name]))}</i>"


def _named(game: Game, payment: Payment) -> str:
    """Return in words what is paid in."""
    if not payment.component:
        return " or ".join(within(game.counters[name]) for name in payment.names)
    return " or ".join(piece_look(game, payment.component, name).words for name in payment.names)
