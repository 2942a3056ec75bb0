"""What can go wrong while a game is played."""

from __future__ import annotations

from interpreter.problems.position import Position


class RuleFault(Exception):
    """A rule that cannot be carried out: a fault of the ruleset, found in play.

    The state is as it was before the choice that led here. during: where the flow was then, in words, such as
    the round and whose turn it was; it ends the message.
    """

    def __init__(self, message: str, position: Position | None = None, during: str = "") -> None:
        super().__init__(message)
        self.message = f"{message} ({during})" if during else message
        self.position = position
        self.during = during

    def __str__(self) -> str:
        """Show place and message."""
        return f"{self.position}: {self.message}" if self.position is not None else self.message


# What a compiled rule may raise where it cannot be carried out.
FAULTS = (RuleFault, RecursionError, ArithmeticError, LookupError, TypeError, ValueError)


def message_of(fault: Exception) -> str:
    """What is wrong, for people, when a compiled rule raised one of FAULTS."""
    if isinstance(fault, RuleFault):
        return fault.message
    if isinstance(fault, RecursionError):
        return "these rules call each other without end"
    if isinstance(fault, ZeroDivisionError):
        return "division by zero"
    return "something that is not there was used"


class UnknownOption(Exception):
    """A choice that is not offered; `hint` names the nearest one."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
