"""The journal is the game: a header, then one JSON line for each choice, flushed as it is played.

Beside each choice stands what chance gave after it and whether something hidden came to light: redundant with
the seed, so the first line at which a replay departs is found, and a person's undo knows where to stop. An
undo appends a line. A torn last line is dropped with a notice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.loading import load
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.play.view import hidden_pools
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.reading import shown_path

FORMAT = 1
MAX_LINE = 1_000_000
HUMAN = "human"


class JournalFault(Exception):
    """A journal that cannot be used, with the place of the fault."""

    def __init__(self, message: str, position: Position, hint: str | None = None) -> None:
        super().__init__(f"{position}: {message}")
        self.message = message
        self.position = position
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Header:
    """How the game was set up."""

    game: str
    path: str
    overlays: tuple[str, ...]
    players: int
    options: dict[str, str]
    seats: tuple[str, ...]
    seed: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A choice: seat (from 0), option id, what chance gave after it, whether anything hidden was revealed."""

    line: int
    seat: int
    choice: str
    drew: tuple[int, ...]
    revealed: bool


@dataclass
class Journal:
    """A journal on disk, open for more choices. `entries` are those that stand (undone ones are gone)."""

    path: Path
    header: Header
    entries: list[Entry] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    lines: int = 1
    whole: int | None = None
    seats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Seats are those of the header until a resumed game is played by others."""
        self.seats = self.seats or self.header.seats

    @classmethod
    def create(cls, path: Path, game: Game, seed: int, seats: Sequence[str]) -> Journal:
        """Begin a journal. Raises OSError (FileExistsError when the file is there already)."""
        header = Header(
            game.id, game.path, game.overlays, game.players, game.chosen, tuple(seats), seed, game.fingerprint
        )
        head = {
            "rulewright": FORMAT, "game": header.game, "path": header.path, "with": list(header.overlays),
            "players": header.players, "options": header.options, "seats": list(header.seats),
            "seed": seed, "fingerprint": header.fingerprint,
        }  # fmt: skip
        with path.open("x", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
        return cls(path, header)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Read a journal. Raises JournalFault for a faulty one, OSError when it cannot be read."""
        raw = path.read_bytes()
        shown = shown_path(path)
        lines = raw.split(b"\n")
        notices = []
        torn = lines.pop()
        if torn:
            notices.append(f"{shown}:{len(lines) + 1}: the last line is torn and was dropped")
        if not lines:
            raise JournalFault("this is not a journal: it has no header", Position(shown, 1, 1))
        journal = cls(path, _header(lines[0], shown), [], notices, len(lines))
        for number, line in enumerate(lines[1:], 2):
            journal._take(_record(line, Position(shown, number, 1)), Position(shown, number, 1))
        journal.whole = len(raw) - len(torn)
        return journal

    def _take(self, record: dict[str, Any], place: Position) -> None:
        if "undo" in record:
            count = record["undo"]
            if not isinstance(count, int) or not 0 < count <= len(self.entries):
                raise JournalFault("more is undone here than was chosen", place)
            del self.entries[-count:]
            return
        seat, choice, drew = record.get("by"), record.get("choice"), record.get("drew", [])
        fits = (
            isinstance(seat, int)
            and isinstance(choice, str)
            and isinstance(drew, list)
            and all(isinstance(d, int) for d in drew)
        )
        if not fits or not isinstance(seat, int) or not 1 <= seat <= self.header.players:
            raise JournalFault("this line is no choice", place, 'a choice reads {"by": 1, "choice": "id"}')
        self.entries.append(
            Entry(place.line, seat - 1, str(choice), tuple(drew), record.get("revealed") is True)
        )

    def record(self, seat: int, choice: str, drew: Sequence[int] = (), *, revealed: bool = False) -> None:
        """Append a choice and flush it. Raises OSError; what was there before is then untouched."""
        record: dict[str, Any] = {"by": seat + 1, "choice": choice}
        if drew:
            record["drew"] = list(drew)
        if revealed:
            record["revealed"] = True
        self._append(record)
        self.entries.append(Entry(self.lines, seat, choice, tuple(drew), revealed))

    def _append(self, record: dict[str, Any]) -> None:
        data = (json.dumps(record) + "\n").encode()
        with self.path.open("r+b") as file:
            if (
                self.whole is not None
            ):  # a torn line is cut off when something is written after it, not before
                file.truncate(self.whole)
                self.whole = None
            end = file.seek(0, os.SEEK_END)
            try:
                file.write(data)
                file.flush()
            except OSError:
                file.truncate(end)
                raise
        self.lines += 1

    def play(self, state: State, option: int | str) -> str:
        """Take an option in a state and write it down; returns its id."""
        decision = state.decision
        assert decision is not None
        chosen = decision.options[decision.index(option)]
        before = state.slots[:]
        seat = decision.seat
        state.play(chosen.value)
        self.record(
            seat,
            chosen.id,
            state.drawn,
            revealed=any(reveals(state, before, person) for person in self.people()),
        )
        return chosen.id

    def people(self) -> list[int]:
        """The seats where persons sit; with bots only, all of them count."""
        seats = [seat for seat, name in enumerate(self.seats) if name == HUMAN]
        return seats or list(range(self.header.players))

    def undoable(self, seat: int) -> int:
        """How many choices a person's undo takes back: to the last own one.

        0: it is barred by a draw, by something revealed or by another person's choice.
        """
        for count, entry in enumerate(reversed(self.entries), 1):
            if entry.drew or entry.revealed or (entry.seat != seat and entry.seat in self.people()):
                return 0
            if entry.seat == seat:
                return count
        return 0

    def undo(self, count: int) -> None:
        """Take back the last choices; a line is appended."""
        self._append({"undo": count})
        del self.entries[-count:]


def reveals(state: State, before: list[Any], seat: int) -> bool:
    """Whether something left a place that a seat could not see: a card drawn from a deck, say."""
    game = state.game
    for places in hidden_pools(game, before, seat).values():
        for place in places:
            if len(state.slots[place]) < len(before[place]):
                return True
    return False


def _header(line: bytes, shown: str) -> Header:
    place = Position(shown, 1, 1)
    head = _record(line, place)
    if head.get("rulewright") != FORMAT:
        raise JournalFault("this is not a journal of a version this program reads", place)
    try:
        return Header(
            str(head["game"]), str(head.get("path", "")), tuple(map(str, head["with"])), int(head["players"]),
            {str(k): str(v) for k, v in head["options"].items()}, tuple(map(str, head["seats"])),
            int(head["seed"]), str(head["fingerprint"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as fault:
        raise JournalFault(f"the header of this journal is faulty ({fault})", place) from None


def _record(line: bytes, place: Position) -> dict[str, Any]:
    try:
        record = json.loads(line) if len(line) <= MAX_LINE else None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise JournalFault("this line is not a JSON object", place)
    return record


@dataclass
class Replay:
    """A journal run again: the state reached, the game, notices, and the first line (if any) that departs."""

    state: State
    game: Game
    journal: Journal
    notices: list[str]
    departed: int | None


def replay(path: Path, search: Sequence[Path] = (), to: int | None = None) -> Replay:
    """Run a journal again, to its end or through its first `to` choices.

    Raises JournalFault, UsageFault (the game is not found), or OSError. Rules that have changed are a notice:
    the choices are then followed as far as they are legal.
    """
    journal = Journal.open(path)
    head = journal.header
    target = head.path if head.path and (Path(head.path) / "ruleset.yaml").exists() else head.game
    loaded = load(target, players=head.players, overlays=head.overlays, options=head.options, search=search)
    place = Position(shown_path(path), 1, 1)
    if loaded.game is None:
        raise JournalFault(
            f"the rules of '{head.game}' have faults; `rulewright validate {target}` shows them", place
        )
    notices = list(journal.notices)
    if loaded.game.fingerprint != head.fingerprint:
        notices.append(
            f"{place.file}: made with other rules of '{head.game}'; followed as far as its choices are legal"
        )
    state = loaded.game.new(head.seed)
    departed = follow(state, journal.entries if to is None else journal.entries[:to], notices, place.file)
    return Replay(state, loaded.game, journal, notices, departed)


def follow(state: State, entries: Sequence[Entry], notices: list[str], file: str) -> int | None:
    """Play recorded choices; returns the line of the first that departs, after a notice that tells why."""
    for entry in entries:
        decision = state.decision
        if decision is None:
            notices.append(f"{file}:{entry.line}: the game was over before this choice")
            return entry.line
        if decision.seat != entry.seat:
            notices.append(
                f"{file}:{entry.line}: seat {decision.seat + 1} is to choose here, not seat {entry.seat + 1}"
            )
            return entry.line
        try:
            state.choose(entry.choice)
        except UnknownOption as fault:
            hint = fault.hint or hint_for(entry.choice, [option.id for option in decision.options]) or ""
            notices.append(f"{file}:{entry.line}: {fault.message} {hint}".rstrip())
            return entry.line
        except RuleFault as fault:
            notices.append(f"{file}:{entry.line}: {fault}")
            return entry.line
        if tuple(state.drawn) != entry.drew:
            notices.append(
                f"{file}:{entry.line}: chance gave {list(state.drawn)} here,"
                f" the journal says {list(entry.drew)}"
            )
            return entry.line
    return None
