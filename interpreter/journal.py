"""The journal is the game: a header, then one JSON line for each choice, flushed as it is played.

Beside each choice stands what chance gave after it and whether something hidden came to light: redundant with
the seed, so the first line at which a replay departs is found, and a person's undo knows where to stop. An
undo appends a line. A torn last line is dropped with a notice.

Each line is one write to the file, opened anew, so a process killed at any time leaves whole lines, and one
whose disk is full or whose folder has gone says so at once and leaves what was there.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import Any

from interpreter.loading import Loaded, load
from interpreter.model.boards import grid_name
from interpreter.play.compiled import MadeOf
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game, State
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.problems.problem import Problem
from interpreter.reading import OverlayFolder, find_overlay, find_ruleset, shown_path

# In journals of format 2 and before, a square is called by the letter of its row from above and its place in
# it, whatever its board says. In those of format 1 subsets are picked in the order of their pool only, what
# then remains is not written down, and what is asked in secret is often left out where there was one option.
FORMAT, PLAIN_NAMES, OLD_FORMAT = 3, 2, 1
MAX_LINE = 1_000_000
MAX_SIZE = 16_000_000
MAX_NAME = 1_000
# Of a longer journal a fault is told without its line.
MOST_LINES_SHOWN = 20_000
HUMAN = "human"


class JournalFault(Exception):
    """A journal that cannot be used: what is wrong with it, and where."""

    def __init__(self, code: str, message: str, position: Position, hint: str | None = None) -> None:
        super().__init__(f"{position}: [{code}] {message}")
        self.problem = Problem(code, message, position, hint=hint)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Header:
    """How the game was set up, and how the choices are written down."""

    format: int
    game: str
    path: str
    overlays: tuple[str, ...]
    players: int
    options: dict[str, str]
    seats: tuple[str, ...]
    seed: int
    fingerprint: str
    made_of: tuple[MadeOf, ...] = ()


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
    """A journal on disk, open for more choices. `entries` are those that stand (undone ones are gone).

    `size` is how long the file is, `whole` how much of it is whole lines.
    One that is not `written` has no file.
    """

    path: Path
    header: Header
    size: int
    whole: int
    entries: list[Entry] = field(default_factory=list)
    notices: list[Problem] = field(default_factory=list)
    lines: int = 1
    seats: tuple[str, ...] = ()
    written: bool = True

    def __post_init__(self) -> None:
        """Seats are those of the header until a resumed game is played by others."""
        self.seats = self.seats or self.header.seats

    @classmethod
    def create(cls, path: Path, game: Game, seed: int, seats: Sequence[str]) -> Journal:
        """Begin a journal. Raises OSError (FileExistsError when there is a file already that is not empty).

        An empty file is one that was begun and killed before its first line, and is taken.
        """
        header = _header_of(game, seed, seats)
        data = _line(_head(header))
        _begin_file(path, data)
        return cls(path, header, len(data), len(data))

    @classmethod
    def unwritten(cls, game: Game, seed: int, seats: Sequence[str]) -> Journal:
        """Return a journal that no file keeps, of choices from a position that no seed leads to."""
        return cls(Path(), _header_of(game, seed, seats), 0, 0, written=False)

    @classmethod
    def open(cls, path: Path) -> Journal:
        """Read a journal. Raises JournalFault for a faulty one, OSError when it cannot be read."""
        shown = shown_path(path)
        if not path.is_file():
            raise JournalFault("journal-header", "this is not a file", Position(shown, 1, 1))
        with path.open("rb") as file:
            raw = file.read(MAX_SIZE + 1)
        if len(raw) > MAX_SIZE:
            raise JournalFault(
                "journal-too-long",
                f"this is longer than {MAX_SIZE} bytes, too long for a journal",
                Position(shown, 1, 1),
            )
        lines = raw.split(b"\n")
        notices = []
        torn = lines.pop()
        if torn:
            place = Position(shown, len(lines) + 1, 1)
            message = "the last line is torn and was dropped"
            notices.append(Problem("journal-torn", message, place, "warning"))
        if not lines:
            raise JournalFault(
                "journal-header", "this is not a journal: it has no header", Position(shown, 1, 1)
            )
        header = _header(lines[0], shown)
        journal = cls(path, header, len(raw), len(raw) - len(torn), [], notices, len(lines))
        for number, line in enumerate(lines[1:], 2):
            journal._take(_record(line, Position(shown, number, 1)), Position(shown, number, 1))
        return journal

    def _take(self, record: dict[str, Any], place: Position) -> None:
        if "undo" in record:
            count = record["undo"]
            if type(count) is not int or not 0 < count <= len(self.entries):
                raise JournalFault("journal-undo", "more is undone here than was chosen", place)
            del self.entries[-count:]
            return
        seat, choice, drew = record.get("by"), record.get("choice"), record.get("drew", [])
        fits = (
            type(seat) is int
            and isinstance(choice, str)
            and _is_name(choice)
            and isinstance(drew, list)
            and all(type(d) is int for d in drew)
        )
        if not fits or not isinstance(seat, int) or not 1 <= seat <= self.header.players:
            raise JournalFault(
                "journal-choice", "this line is no choice", place, 'a choice reads {"by": 1, "choice": "id"}'
            )
        self.entries.append(
            Entry(place.line, seat - 1, str(choice), tuple(drew), record.get("revealed") is True)
        )

    def record(self, seat: int, choice: str, drew: Sequence[int] = (), *, revealed: bool = False) -> None:
        """Append a choice. Raises OSError, or JournalFault; what was there before is then untouched."""
        entry = Entry(self.lines + 1, seat, choice, tuple(drew), revealed)
        self._append(_written(entry))
        self.entries.append(replace(entry, line=self.lines))

    def _append(self, record: dict[str, Any]) -> None:
        if not self.written:
            return
        data = _line(record)
        if self.header.format != FORMAT and self.path.stat().st_size == self.size:
            self._renew()
        # Not buffered: what is written is the system's to keep, what cannot be written is told here and now.
        with self.path.open("r+b", buffering=0) as file:
            if file.seek(0, os.SEEK_END) != self.size:
                raise JournalFault(
                    "journal-changed",
                    "the journal was changed by another program meanwhile, so nothing is added to it",
                    Position(shown_path(self.path), self.lines + 1, 1),
                )
            # A torn line is cut off when something is written after it, not before.
            if self.whole < self.size:
                file.truncate(self.whole)
                self.size = self.whole
            file.seek(self.whole)
            _write_whole(file, data, self.whole)
        self.size = self.whole = self.whole + len(data)
        self.lines += 1

    def _renew(self) -> None:
        """Write a journal of an older format as it would be written today, all at once."""
        self.header = replace(self.header, format=FORMAT)
        records = [_head(self.header), *map(_written, self.entries)]
        data = b"".join(map(_line, records))
        fresh = self.path.with_name(f"{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        with FileIO(fresh, "xb", opener=_private) as file:
            _write_whole(file, data, 0)
        fresh.replace(self.path)
        self.size = self.whole = len(data)
        self.lines = len(records)

    def play(self, state: State, option: int | str) -> str:
        """Take an option in a state and write it down; returns its id.

        Raises RuleFault (nothing has happened then), or what `record` raises (the choice is then taken, and
        only not written down).
        """
        decision = state.decision
        assert decision is not None
        chosen = decision.option(decision.values[decision.index(option)])
        seat = decision.seat
        state.listen()
        state.play(chosen.value)
        self.record(
            seat,
            chosen.id,
            state.drawn,
            revealed=any(each.uncovers.intersection(self.people()) for each in state.happened),
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
            if self._bars(entry, seat):
                return 0
            if entry.seat == seat:
                return count
        return 0

    def bar_of_undo(self, seat: int) -> Entry | None:
        """Return the choice that keeps a person from undoing the last own one; None: nothing does."""
        bar: Entry | None = None
        for entry in reversed(self.entries):
            if bar is None and self._bars(entry, seat):
                bar = entry
            if entry.seat == seat:
                return bar
        return None

    def _bars(self, entry: Entry, seat: int) -> bool:
        other = entry.seat != seat and entry.seat in self.people()
        return bool(entry.drew) or entry.revealed or other

    def undo(self, count: int) -> None:
        """Take back the last choices; a line is appended."""
        self._append({"undo": count})
        del self.entries[-count:]


def _header_of(game: Game, seed: int, seats: Sequence[str]) -> Header:
    return Header(
        FORMAT,
        game.id,
        game.path,
        game.overlays,
        game.players,
        game.chosen,
        tuple(seats),
        seed,
        game.fingerprint,
        game.made_of,
    )


def _head(header: Header) -> dict[str, Any]:
    return {
        "rulewright": header.format, "game": header.game, "path": header.path, "with": list(header.overlays),
        "players": header.players, "options": header.options, "seats": list(header.seats),
        "seed": header.seed, "fingerprint": header.fingerprint,
        "made_of": [each._asdict() for each in header.made_of],
    }  # fmt: skip


def _written(entry: Entry) -> dict[str, Any]:
    record: dict[str, Any] = {"by": entry.seat + 1, "choice": entry.choice}
    if entry.drew:
        record["drew"] = list(entry.drew)
    if entry.revealed:
        record["revealed"] = True
    return record


def _line(record: dict[str, Any]) -> bytes:
    return (json.dumps(record) + "\n").encode()


def _begin_file(path: Path, data: bytes) -> None:
    """Make a file, or take an empty one, and write its first line."""
    try:
        file = FileIO(path, "xb", opener=_private)
    except FileExistsError:
        if not path.is_file() or path.stat().st_size:
            raise
        file = path.open("r+b", buffering=0)
    with file:
        _write_whole(file, data, 0)


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: the seed says all that is hidden."""
    return os.open(path, flags, 0o600)


def _write_whole(file: FileIO, data: bytes, end: int) -> None:
    """Write all of a line at the end of a file, or nothing."""
    try:
        left = memoryview(data)
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        error.filename = file.name
        with suppress(OSError):
            file.truncate(end)
        raise


def _is_name(text: str) -> bool:
    """Whether a text can be what rules call something: terminals, where it is shown, obey some signs."""
    return len(text) <= MAX_NAME and text.isprintable()


def _header(line: bytes, shown: str) -> Header:
    place = Position(shown, 1, 1)
    head = _record(line, place)
    if head.get("rulewright") not in (FORMAT, PLAIN_NAMES, OLD_FORMAT):
        code = "journal-version" if "rulewright" in head else "journal-header"
        raise JournalFault(code, "this is not a journal of a version this program reads", place)
    try:
        found = Header(
            int(head["rulewright"]), str(head["game"]), str(head.get("path", "")),
            tuple(map(str, head["with"])), int(head["players"]),
            {str(k): str(v) for k, v in head["options"].items()}, tuple(map(str, head["seats"])),
            int(head["seed"]), str(head["fingerprint"]),
            tuple(
                MadeOf(*(str(each[key]) for key in MadeOf._fields)) for each in head.get("made_of", ())
            ),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as fault:
        raise JournalFault(
            "journal-header", f"the header of this journal is faulty ({fault})", place
        ) from None
    if any("/" in name for name in found.overlays):
        message = "the header of this journal is faulty (an overlay is named by its id)"
        raise JournalFault("journal-header", message, place)
    names = (
        found.game,
        found.path,
        found.fingerprint,
        *found.overlays,
        *found.seats,
        *found.options,
        *found.options.values(),
        *(text for each in found.made_of for text in each),
    )
    if not all(map(_is_name, names)):
        raise JournalFault(
            "journal-header", "the header of this journal is faulty (a name that cannot be one)", place
        )
    return found


def _record(line: bytes, place: Position) -> dict[str, Any]:
    try:
        record = json.loads(line) if len(line) <= MAX_LINE else None
    except (ValueError, RecursionError) as fault:
        record = None
        if isinstance(fault, json.JSONDecodeError) and fault.lineno == 1:
            place = Position(place.file, place.line, fault.colno)
    if not isinstance(record, dict):
        raise JournalFault("journal-json", "this line is not a JSON object", place)
    return record


@dataclass
class Replay:
    """A journal run again: the state reached, the game, notices, the first line (if any) that departs.

    loaded: what the game was loaded from.
    """

    state: State
    game: Game
    journal: Journal
    notices: list[Problem]
    departed: int | None
    loaded: Loaded


def replay(path: Path, search: Sequence[Path] = (), to: int | None = None) -> Replay:
    """Run a journal again, to its end or through its first `to` choices.

    Raises JournalFault, UsageFault (the game is not found), or OSError. Rules that have changed are a notice:
    the choices are then followed as far as they are legal.
    """
    journal = Journal.open(path)
    head = journal.header
    place = Position(shown_path(path), 1, 1)
    target = head.path if head.path and (Path(head.path) / "ruleset.yaml").exists() else head.game
    overlays = [_overlay_of(head, name, target, (path.parent, *search), place) for name in head.overlays]
    loaded = load(target, players=head.players, overlays=overlays, options=head.options, search=search)
    if loaded.game is None:
        raise JournalFault(
            "journal-ruleset",
            f"the rules of '{head.game}' have faults; `rulewright validate {target}` shows them",
            place,
        )
    notices = list(journal.notices)
    if loaded.game.fingerprint != head.fingerprint:
        message = f"made with other rules of '{head.game}'; followed as far as its choices are legal"
        changed = _changes(head.made_of, loaded.game.made_of)
        notices.append(Problem("journal-rules", message, place, "warning", changed))
    state = loaded.game.new(head.seed)
    if head.format == FORMAT:
        departed = follow(state, journal.entries[:to])
    elif head.format == PLAIN_NAMES:
        journal.entries, departed = _named(state, journal.entries[:to])
    else:
        journal.entries, departed = _renewed(state, journal.entries[:to])
    if departed is not None:
        spot = _place_in(path, departed.line, departed.key)
        notices.append(Problem(departed.code, departed.message, spot, hint=departed.hint))
    return Replay(
        state, loaded.game, journal, notices, departed.line if departed is not None else None, loaded
    )


def _overlay_of(head: Header, name: str, target: str, search: Sequence[Path], place: Position) -> str:
    """Return where an overlay of a journal is: found by its id, beside the journal, or where it was."""
    home = find_ruleset(target, search)
    if home is None:
        return name  # loading says what is missing
    was = next((each for each in head.made_of if each.id == name), None)
    if was is not None and OverlayFolder(Path(was.path)).has_id(name):
        return was.path
    found = find_overlay(name, home, search)
    if found is None:
        shown = was.shown if was is not None else f"'{name}'"
        message = f"this game was played with the overlay {shown}, which is not found"
        hint = "put its folder or file beside the journal, or say with --rulesets DIR where it is"
        raise JournalFault("journal-overlay", message, place, hint)
    return str(found)


def _changes(before: Sequence[MadeOf], now: Sequence[MadeOf]) -> str | None:
    """Say in which of what a game is made of the rules are others."""
    here = {each.id: each for each in now}
    changed = [each for each in before if each.id in here and here[each.id].fingerprint != each.fingerprint]
    return "; ".join(f"then {each.shown}, now {here[each.id].shown}" for each in changed) or None


@dataclass(frozen=True, slots=True)
class Departure:
    """The first recorded choice that cannot be followed: its line, the key at fault there, and why."""

    line: int
    key: str
    code: str
    message: str
    hint: str | None = None


def follow(state: State, entries: Sequence[Entry]) -> Departure | None:
    """Play recorded choices; returns the first that departs, if one does."""
    for entry in entries:
        departed = _taken(state, entry) or _chanced(entry, state.drawn)
        if departed is not None:
            return departed
    return None


def _taken(state: State, entry: Entry) -> Departure | None:
    """Take a recorded choice; returns why it cannot be taken."""
    decision = state.decision
    if decision is None:
        return Departure(entry.line, "", "journal-over", "the game was over before this choice")
    if decision.seat != entry.seat:
        message = f"seat {decision.seat + 1} is to choose here, not seat {entry.seat + 1}"
        return Departure(entry.line, "by", "journal-seat", message)
    try:
        state.choose(entry.choice)
    except UnknownOption as fault:
        hint = fault.hint or hint_for(entry.choice, [option.id for option in decision.options])
        return Departure(entry.line, "choice", "journal-option", fault.message, hint)
    except RuleFault as fault:
        return Departure(entry.line, "choice", "journal-rule", str(fault))
    return None


def _chanced(entry: Entry, drawn: tuple[int, ...]) -> Departure | None:
    """The departure of a choice after which chance gave something else than is recorded."""
    if drawn == entry.drew:
        return None
    message = f"chance gave {list(drawn)} here, the journal says {list(entry.drew)}"
    return Departure(entry.line, "drew", "journal-chance", message)


def _renewed(state: State, entries: Sequence[Entry]) -> tuple[list[Entry], Departure | None]:
    """Play choices of the old format; returns them with those that it left out, and what departs."""
    found: list[Entry] = []
    for place, former in enumerate([None, *entries]):
        drawn: tuple[int, ...] = ()
        entry = _with_name_of_today(state, former) if former is not None else None
        if entry is not None:
            departed = _taken(state, entry)
            if departed is not None:
                return found, departed
            drawn = state.drawn
            found.append(replace(entry, drew=drawn))
        following = _with_name_of_today(state, entries[place]) if place < len(entries) else None
        while (left_out := _left_out(state, following)) is not None:
            departed = _taken(state, left_out)
            if departed is not None:
                return found, departed
            drawn += state.drawn
            found.append(replace(left_out, drew=state.drawn))
        if entry is not None and (departed := _chanced(entry, drawn)) is not None:
            return found, departed
    return found, None


def _named(state: State, entries: Sequence[Entry]) -> tuple[list[Entry], Departure | None]:
    """Play choices with the former names of squares; returns them with those of today, and what departs."""
    found: list[Entry] = []
    for entry in entries:
        found.append(_with_name_of_today(state, entry))
        departed = follow(state, found[-1:])
        if departed is not None:
            return found[:-1], departed
    return found, None


def _with_name_of_today(state: State, entry: Entry) -> Entry:
    """A choice of an older journal, of a square by the name that it has now."""
    decision = state.decision
    asked, _, word = entry.choice.partition("=")
    kind = decision.site.type if decision is not None else None
    board = state.game.model.boards.get(kind.name) if kind is not None and kind.kind == "space" else None
    if board is None or not board.named:
        return entry
    for layout in board.layouts:
        in_row = Counter[int]()
        for space in layout.nodes:
            in_row[space.row] += 1
            if grid_name(space.row - 1, in_row[space.row]) == word:
                return replace(entry, choice=f"{asked}={space.name}")
    return entry


def _left_out(state: State, following: Entry | None) -> Entry | None:
    """The choice that stands in no journal of the old format before another one: there was no other."""
    decision, ways = state.decision, state.ways
    if decision is None or len(ways) != 1:
        return None
    option = decision.options[ways[0]].id
    asked = following is None or (following.seat, following.choice) == (decision.seat, option)
    if decision.subset is None and asked:
        return None
    return Entry(following.line if following is not None else 0, decision.seat, option, (), False)


def _place_in(path: Path, line: int, key: str) -> Position:
    """The place of a key in a line of a journal; of the line where it has no such key."""
    text = journal_lines(path)[line - 1 : line]
    column = text[0].find(f'"{key}"') + 1 if text and key else 0
    end = column + len(key) + 2 if column else None
    return Position(shown_path(path), line, max(column, 1), end)


def journal_lines(path: Path) -> list[str]:
    """The first lines of a journal as text, for showing what is wrong with it; none where it is no file."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                lines = islice(iter(lambda: file.readline(MAX_LINE), b""), MOST_LINES_SHOWN)
                return [line.decode("utf-8", "replace").rstrip("\n") for line in lines]
    return []
