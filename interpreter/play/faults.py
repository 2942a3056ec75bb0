"""What can go wrong while a game is played."""

from __future__ import annotations

from interpreter.problems.position import Position


class RuleFault(Exception):
    """A rule that cannot be carried out: a fault of the ruleset, found in play.

    The state is as it was before the choice that led here.
    """

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        """Show place and message."""
        return f"{self.position}: {self.message}" if self.position is not None else self.message


class UnknownOption(Exception):
    """A choice that is not offered; `hint` names the nearest one."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
