"""News for the pages of a table: what each shows, and what is sent to one that shows something else."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass

# So many seconds of what bots do are sent at once.
_AT_ONCE = 0.08
# The pages of who neither chose nor is asked get their news one after the other, with so many seconds between
# them, and at once what happened in so long for each open page: on a small machine they would take the
# processors from the one who plays.
_APART = 0.05
# So many pieces of streams are kept for further pages that show the same.
_KEPT = 16
# So many revisions are known by which a page can say what it shows.
_REMEMBERED = 50


@dataclass(frozen=True, slots=True)
class Known:
    """What a page of a seat shows, by a mark of each part; number: how many changes there were before."""

    number: int
    revision: str
    marks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shown(Known):
    """What the pages of a seat show at a revision, with the parts themselves."""

    parts: Mapping[str, str]


@dataclass
class _Wave:
    """Pages of a seat that get the same news; due: when the first is, in the seconds of the loop."""

    due: float
    pages: int = 0
    shown: Shown | None = None


class Feed:
    """What the pages of each seat show; all of it runs in one event loop.

    parts: makes the parts of a seat's page; goes_first: whether a seat's pages get news at once; pages: how
    many are open; bots_play: whether a bot is choosing now, so that more news comes soon.
    """

    def __init__(
        self,
        parts: Callable[[int | None], Mapping[str, str]],
        goes_first: Callable[[int | None], bool],
        pages: Callable[[], int],
        bots_play: Callable[[], bool],
    ) -> None:
        self._parts, self._goes_first, self._pages, self._bots_play = parts, goes_first, pages, bots_play
        self._boot, self._count = secrets.token_hex(4), 0
        self._changed = asyncio.Condition()
        # What the pages of each seat showed last, and what is sent to those that show another revision: many
        # may show the same.
        self._shown: dict[int | None, Shown] = {}
        self._known: dict[int | None, dict[str, Known]] = {}
        self._sent: dict[tuple[int | None, str, str], bytes] = {}
        self._waves: dict[int | None, _Wave] = {}

    @property
    def revision(self) -> str:
        """What two positions differ by, also of two runs of the server."""
        return f"{self._boot}-{self._count}"

    async def notify(self) -> None:
        """Let everybody know that something has changed."""
        self._count += 1
        async with self._changed:
            self._changed.notify_all()

    def shown(self, seat: int | None) -> Shown:
        """Return what a seat's pages show now, made once for each revision."""
        made = self._shown.get(seat)
        if made is None or made.number != self._count:
            parts = self._parts(seat)
            marks = {name: hash(part) for name, part in parts.items()}
            made = self._shown[seat] = Shown(self._count, self.revision, marks, parts)
            known = self._known.setdefault(seat, {})
            known[made.revision] = Known(made.number, made.revision, marks)
            while len(known) > _REMEMBERED:
                del known[next(iter(known))]
        return made

    def known(self, seat: int | None, revision: str) -> Known | None:
        """Return what a page shows that has come to a revision, if that is remembered."""
        return self._known.get(seat, {}).get(revision)

    def delta_for(self, seat: int | None, before: Known | None, now: Shown) -> bytes:
        """Return the event for a seat's pages that show something else, or nothing; deflated once for all."""
        key = (seat, before.revision if before is not None else "", now.revision)
        if key not in self._sent:
            self._sent[key] = deflate(f"id: {now.revision}\ndata: {delta(before, now)}\n\n")
            while len(self._sent) > _KEPT:
                del self._sent[next(iter(self._sent))]
        return self._sent[key]

    async def other_than(self, known: str) -> str:
        """Wait for a revision that is not the known one, and return it."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.revision != known)
            return self.revision

    async def _turn(self, seat: int | None, known: int) -> Shown:
        """Wait until a page of a seat is to get what changed, and return what it shows then.

        Some pages get it at once. Those of any other seat get the same, one after the other.
        """
        if self._goes_first(seat):
            return self.shown(seat)
        now = asyncio.get_running_loop().time()
        wave = self._waves.get(seat)
        if wave is None or wave.due <= now:
            wave = self._waves[seat] = _Wave(now + _APART * self._pages())
        place, wave.pages = wave.pages, wave.pages + 1
        await asyncio.sleep(wave.due + place * _APART - now)
        if wave.shown is None or wave.shown.number <= known:
            wave.shown = self.shown(seat)
        return wave.shown

    async def changes(self, seat: int | None, before: Known | None) -> AsyncGenerator[Shown, None]:
        """Yield what a seat's page shows whenever that is not what it showed before.

        While bots play, pages get several choices at once.
        """
        while True:
            await self.other_than(before.revision if before is not None else "")
            before = now = await self._turn(seat, before.number if before is not None else -1)
            yield now
            if self._bots_play():
                await asyncio.sleep(_AT_ONCE)


def delta(before: Known | None, now: Shown) -> str:
    """Return what a page needs that shows something else, or nothing, as JSON."""
    marks = before.marks if before is not None else {}
    gone = {name: "" for name in marks if name not in now.parts}
    new = {name: part for name, part in now.parts.items() if marks.get(name) != now.marks[name]}
    return json.dumps({"revision": now.revision, "whole": not marks, "parts": {**gone, **new}})


def deflate(text: str) -> bytes:
    """Return text as a piece of a packed stream, which can follow any other piece: it looks back at none."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush(zlib.Z_FULL_FLUSH)
