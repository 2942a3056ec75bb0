"""What can go wrong while a game is played."""

from __future__ import annotations

from typing import Any

from interpreter.problems.position import Position


class RuleFault(Exception):
    """A rule that cannot be carried out: a fault of the ruleset, found in play.

    The state is as it was before the choice that led here. during: where the flow was then, in words, such as
    the round and whose turn it was; it ends the message. piece: what was looked for in vain.
    """

    def __init__(
        self, message: str, position: Position | None = None, during: str = "", piece: int | None = None
    ) -> None:
        super().__init__(message)
        self.piece = piece
        self.message = f"{message} ({during})" if during else message
        self.position = position
        self.during = during

    def __str__(self) -> str:
        """Show place and message."""
        return self._at_its_place(self.message)

    @property
    def cause(self) -> str:
        """Place and message without where the flow was: the same for all games that end so."""
        return self._at_its_place(str(self.args[0]))

    def _at_its_place(self, message: str) -> str:
        return f"{self.position}: {message}" if self.position is not None else message


# What a compiled rule raises where it cannot be carried out; anything else is a fault of our own. That calls
# go deeper than Python's stack is Python's to find out.
FAULTS = (RuleFault, RecursionError)


def message_of(fault: Exception) -> str:
    """What is wrong, for people, when a compiled rule raised one of FAULTS."""
    if isinstance(fault, RuleFault):
        return fault.message
    if isinstance(fault, RecursionError):
        return "the calls of these rules within each other go deeper than can be carried out"
    raise fault


class Nothing:
    """What a table has for `none`: it equals nothing that is there and is not true; else it must not be used.

    what: what was asked for, and of what.
    """

    __slots__ = ("what",)

    def __init__(self, what: str) -> None:
        self.what = what

    def __eq__(self, other: object) -> bool:
        """Equal only to what is not there either."""
        return isinstance(other, Nothing)

    def __hash__(self) -> int:
        """Go with equality."""
        return 0

    def __bool__(self) -> bool:
        """Be false, as a truth value of what is not there is."""
        return False

    def _fault(self, *_: object) -> Any:
        raise RuleFault(f"{self.what} that is not there was used")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = __and__ = __rand__ = (
        _fault
    )
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __lshift__ = __rlshift__ = __or__ = __ror__ = _fault
    __lt__ = __le__ = __gt__ = __ge__ = __index__ = __int__ = _fault
    __iter__ = __len__ = __contains__ = __getitem__ = __call__ = _fault


class UnknownOption(Exception):
    """A choice that is not offered; `hint` names the nearest one."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
