"""Answers to what a page asks of the game without changing it: why not, which rules, what this is or was."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TYPE_CHECKING

from cli.seen.lines import Line, plain
from cli.seen.outcomes import outcomes_of
from cli.seen.questions import places_of
from cli.seen.sight import Sight
from cli.session.session import Session
from cli.show.explained import Rulebook
from cli.show.look import Looking
from cli.show.position import spaced
from cli.table.limits import Refused

if TYPE_CHECKING:
    from interpreter import Decision

# A page breaks lines itself.
_WIDTH = 10_000
# A numbered rule as the terminal has it, and the line with which a thing begins: title, what it is and name.
_RULE, _HEAD = re.compile(r"^( +)[A-Z][A-Z0-9-]*-\d+  (.*)$"), re.compile(r"^(\S.*?)  \S.*$")
# A value that a reason depends on, and words of a reason that says such values itself.
_FIGURE, _PAID = re.compile(r"^    \S.*: "), re.compile(r", and you have|you need .* more\.$")
_NO = re.compile(r"\b(?:no|nothing|none|nobody|cannot)\b")
# So long a name or list of a figure may be, and so many there may be.
_SHORT, _FIGURES = 60, 4
# A short list of things, which are no places: those glow.
_LIST = re.compile(r"(?!nothing$|none$|[A-Za-z]{1,2}\d+\b)(?=\D).{1,60}")
_SPACE = re.compile(r"^(\w+) on (\S.*)$")


class Explainer:
    """What can be asked about a game that is played."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._book = Rulebook(session.game, session.loaded, places=False)
        self._in_brief = Rulebook(session.game, session.loaded, places=False, brief=True)
        # To play a game again takes a processor: one is played at a time.
        self._playing = asyncio.Lock()

    def why(self, seat: int | None, what: str) -> str:
        """Return why something is not offered to a seat; raises Refused where it is not asked."""
        return with_figures(self.session.why_not(self._asked(seat).seat, what, places=False))

    def rules(self, seat: int | None, option: int | None) -> str:
        """Return the rules behind what a seat is asked, or behind an option; raises Refused likewise."""
        decision = self._asked(seat)
        if option is None:
            return passages(self._book.question(decision, _WIDTH))
        if option >= len(decision.options):
            raise Refused(400, "that is not offered")
        return passages(self._book.option(decision, decision.options[option], _WIDTH))

    def does(self, seat: int | None, option: int) -> str:
        """Return what an option would do, for who points at it; raises Refused where it is not asked."""
        decision = self._asked(seat)
        if option >= len(decision.options):
            raise Refused(400, "that is not offered")
        sight = Sight(self.session.state, seat)
        return outcomes_of(sight, [option], places_of(sight, decision)).each[option].text

    def final(self, seat: int | None, option: int, then: Sequence[str]) -> str:
        """Return why an option, and the ids chosen after it, cannot be taken back; empty: they can be.

        Raises Refused where it is not asked.
        """
        decision = self._asked(seat)
        if option >= len(decision.options):
            raise Refused(400, "that is not offered")
        return self.session.why_final((decision.options[option].id, *then))

    async def look(
        self, seat: int | None, number: int | None, what: Sequence[str], *, brief: bool = False
    ) -> str:
        """Return what a thing on the table is, with its numbered rules, as a seat sees it.

        number: after so many choices; what: `space` with board, owner and name, `piece` with zone and id, or
        a section of the ruleset with a name; brief: for who only points at it. Raises Refused where there is
        no such thing.
        """
        state = self.session.state if number is None else (await self.looked_back(number)).state
        book, lines = self._in_brief if brief else self._book, list[Line]()
        looking = Looking(state, seat, book, _WIDTH, listed=False)
        match what:
            case ["space", board, owner, name, *pointed] if len(pointed) < 2:
                lines = looking.space(board, owner, name, *pointed)
            case ["piece", zone, piece] if zone in state.game.zones:
                holds = state.game.zones[zone].holds
                known = looking.lying(holds.name, piece) if holds.kind == "component" else []
                # What is said of a piece is enough for who only points at it.
                lines = (
                    known if brief and len(known) > 1 else spaced([known, looking.declared("zones", zone)])
                )
            case [section, name]:
                lines = looking.declared(section, name)
        if not lines:
            raise Refused(404, "there is no such thing on the table")
        if what[0] == "space" and not brief:
            first, *more = plain(lines).splitlines()
            return "\n".join([_SPACE.sub(r"\2: \1", first), _passages(more)])
        return passages(lines)

    async def looked_back(self, number: int) -> Session:
        """Return the game as it was after so many choices; raises Refused where it has not come so far."""
        self.check_reached(number)
        async with self._playing:
            log, state = await asyncio.to_thread(self.session.played, number)
        return replace(self.session, state=state, log=log)

    async def copy_for(self, seat: int | None, number: int, seed: int) -> Session:
        """Return a copy of the game after so many choices, to try things out in a seat against bots.

        Raises Refused where nobody could choose in it.
        """
        from interpreter import RuleFault

        self.check_reached(number)
        if seat is None:
            raise Refused(409, "a spectator has no seat to try things out with")
        try:
            async with self._playing:
                copy = await asyncio.to_thread(self.session.copy_for, seat, number, seed)
        except RuleFault as fault:
            raise Refused(409, fault.message) from fault
        if copy.state.decision is None:
            raise Refused(409, "the game is over there")
        return copy

    def check_reached(self, number: int) -> None:
        """Raise Refused where fewer choices were made."""
        if number > len(self.session.journal.entries):
            raise Refused(404, "the game has not come so far")

    def _asked(self, seat: int | None) -> Decision:
        """Return what a seat is asked; raises Refused where that is nothing."""
        decision = self.session.state.decision
        if decision is None or decision.seat != seat:
            raise Refused(409, "nothing is asked of you now")
        return decision


def with_figures(text: str) -> str:
    """Return a reason with its figures in its first line, which a page shows: `(left: 1)`.

    What a payment costs, and how much of it there is, that line says already; that there is nothing of
    something too. A list of things belongs there if the line ends with what they are, and it is short.
    """
    first, *more = text.splitlines()
    lines = list(takewhile(_FIGURE.match, more))
    if not lines or _PAID.search(first):
        return text
    said, numbers = first.removesuffix("."), []
    for name, _, value in (line.strip().rpartition(": ") for line in lines):
        if said.endswith(f" {name}") and _LIST.fullmatch(value):
            said = f"{said}: {value}"
        elif len(name) <= _SHORT and value.lstrip("-").isdecimal() and not _is_plain(said, name, value):
            numbers.append(f"{name}: {value}")
    figures = f" ({', '.join(numbers[:_FIGURES])})" if numbers else ""
    return "\n".join([f"{said}{figures}.", *more[len(lines) :]])


def _is_plain(said: str, name: str, value: str) -> bool:
    """Whether a figure says nothing new: its name has it, or the sentence says that there is none."""
    return f"({value})" in name or (value == "0" and _NO.search(said) is not None)


def passages(lines: Sequence[Line]) -> str:
    """Return what is said of something as passages, without its name in the ruleset and numbers of rules."""
    return _passages(plain(lines).splitlines())


def _passages(lines: Sequence[str]) -> str:
    return "\n".join(_RULE.sub(r"\1\2", _HEAD.sub(r"\1", line)) for line in lines)
