"""A request that cannot be met, whatever the rules say."""

from __future__ import annotations


class UsageFault(Exception):
    """A target, overlay or option that does not exist, or a number of players the game does not allow."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
