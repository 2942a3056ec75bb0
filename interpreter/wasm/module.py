"""A compiled game as one WebAssembly module.

Its functions, the run time, its tables, and what the host calls.

In: a game. Out: the module's text, and where the host finds what in its memory. Nothing is imported: the
module can do nothing but count.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path

from interpreter import layout
from interpreter.compiler import ir
from interpreter.compiler import signatures as f
from interpreter.language.checked import ZoneEx
from interpreter.language.types import MAX_NUMBERS
from interpreter.model.declarations import ZoneDecl
from interpreter.play import chance, ends, graph_queries, runtime, shared, trails
from interpreter.play.decision import Site
from interpreter.play.determinization import BOLD_DEALS, LATE_DEALS, MAX_DEALS, UNSEEN_DEALS
from interpreter.play.game import Game
from interpreter.play.hidden_locations import HiddenLocation
from interpreter.play.record import FINAL, LONGEST, STANDING
from interpreter.play.view import owner_of
from interpreter.reading.yaml_reader import MAX_NUMBER
from interpreter.wasm import blake
from interpreter.wasm.absence import absence_in
from interpreter.wasm.body import NOTHING, TEXTS, ModuleContext, Unsupported
from interpreter.wasm.dialect import Variables
from interpreter.wasm.emitter import function
from interpreter.wasm.game_functions import ending_of, functions_of_game
from interpreter.wasm.machine import RunTimeFunction, read
from interpreter.wasm.remembered import functions_that_remember, places_of, remembered_in
from interpreter.wasm.words import Words

# Bytes for the seeds of a batch, for what each seat draws its chance from, and for the outcomes of finished games.
_BATCH = 256
_OUT = 12_000_000
# The bots that a module has, and their numbers there.
BOTS = {"random": 0, "greedy": 1}
# What a host calls.
EXPORTS = (
    "play_many", "new", "choose", "fork", "drop", "guessed", "seat_of", "count_of_options", "way_range", "outlook_of",
    "choose_all", "branch_all", "playouts", "room", "restored", "text_of", "hash_of",
    "ends", "branch", "numbers_of", "ending_at", "look_of", "reseeded", "drop_all",
)  # fmt: skip
# What another host calls, and what it is called here.
HOST_API = {
    "new": "new", "options": "options", "choose": "choose", "view": "view", "hash": "hash_of", "seat": "seat_of",
    "count": "count_of_options", "fork": "fork", "drop": "drop", "guess": "guessed", "outlook": "outlook_of",
    "about": "about", "out": "out",
}  # fmt: skip
# How many numbers are told of a position that a search looks at, before what it is worth to each.
NUMBERS_OF_POSITION = 7
# How many positions a host can hold at a time, and what is written where one was.
MAX_POSITIONS = 2048
_FREE = -3
_TIDY_EVERY = 400_000
_MOST_MEMORY = 1_000_000_000
# The longest sequence that a kept value may be, and how many numbers all their cells may take.
_MOST_KEPT = 80
_MOST_CELLS = 200_000
# How many numbers the sequences may take that are remembered; what makes a remembered 0 another number.
_MOST_LASTING = 100_000
_REMEMBERED = 1 << 62
# A declared table whose keys lie further apart is searched; others have an entry for each number between.
_MOST_ROWS_AT_ONCE = 10_000
MAX_DECISIONS = 100_000
# What is kept of a question, and of the answers in the step before it.
_QUESTION = (
    "LOG", "BY", "SITE", "OPTIONS", "SUBSET", "ORDER", "POOL", "LEAST", "MOST", "SECRETLY", "PICKED", "DECISIONS", "GOOD",
)  # fmt: skip
# What answers while rules run: bots; a list of answers; a deal that must show the same, or any in secret; a list
# and then bots.
_MODES = ("DECIDING", "AS_GIVEN", "ALIKE", "ANEW", "GOING_ON")
_CELLS = (*Variables.__annotations__,)


@dataclass(frozen=True, slots=True)
class Module:
    """The text of a module, and the addresses that its host needs.

    end_numbers: how many numbers are written of the end of a game, in the order of `ending_of`.
    """

    text: str
    places: Mapping[str, int]
    end_numbers: int


@dataclass(slots=True)
class _Data:
    """What is laid down in memory before play, from a place on."""

    start: int = 16
    content: bytearray = field(default_factory=bytearray)
    known: dict[tuple[int, ...], int] = field(default_factory=dict)
    texts: dict[bytes, int] = field(default_factory=dict)

    def numbers(self, values: Sequence[int]) -> int:
        """Lay numbers down, eight bytes each; their address."""
        at = self.start + len(self.content)
        self.content += struct.pack(f"<{len(values)}q", *values)
        return at

    def text(self, given: bytes) -> int:
        """Lay bytes down; how many and their address in one."""
        if given not in self.texts:
            at = self.start + len(self.content)
            self.content += given + bytes(-len(given) % 8)
            self.texts[given] = len(given) << 32 | at
        return self.texts[given]

    def sequence(self, values: Sequence[int]) -> int:
        """A sequence that never changes, as its length and address in one; equal ones are laid down once."""
        key = tuple(int(value) for value in values)
        if not key:
            return 0
        if key not in self.known:
            self.known[key] = len(key) << 32 | self.numbers(key)
        return self.known[key]


@cache
def _library(part: str = "") -> dict[str, RunTimeFunction]:
    files = sorted(Path(__file__).with_name("library").joinpath(part).glob("*.py"))
    if not part:
        files += [Path(str(each.__file__)) for each in (shared, graph_queries)]
    found: dict[str, RunTimeFunction] = {}
    for file in files:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                assert node.name not in found, f"there are two functions '{node.name}'"
                found[node.name] = read(node)
    return found


def module_of(game: Game, *, exposed: bool = False, host_api: bool = False) -> Module:
    """Emit a game; raises Unsupported with the name of what cannot be.

    exposed: for tests, each function of the run time can be called from outside; host_api: for other hosts,
    it says in words what it holds.
    """
    data, compiled = _Data(), game.compiled
    run_time = dict[str, RunTimeFunction]()
    of_game = functions_of_game(game) | functions_that_remember(compiled)
    for part in (_library(), blake.functions(), of_game, _library("host_api") if host_api else {}):
        assert not part.keys() & run_time.keys(), f"two functions are called {part.keys() & run_time.keys()}"
        run_time |= part
    target = ModuleContext(compiled, absence_in(compiled), {}, _CELLS, run_time, {}, data.sequence)
    places = _lay_out(game, target, data)
    rows = _lay_tables(game, target, data)
    if host_api:
        target.numbers |= Words(game, data.numbers, data.sequence, data.text).laid()
    exports = HOST_API if host_api else {name: name for name in EXPORTS}
    if exposed:
        exports |= {name: name for name in run_time}
    for name in exports.values():
        target.want(name, game=False)
    functions = _wanted(target)
    text = _assembled(target, data, [*rows, *functions], exports)
    return Module(text, {**places, "WEIGHTS": target.numbers["WEIGHTS"]}, len(ending_of(game)))


def _wanted(target: ModuleContext) -> list[str]:
    """Emit what is called from outside, and what is called from there; the rest is always written out."""
    functions = []
    while target.left:
        name, game = target.left.pop()
        try:
            functions.append(function(target, target.code(name), game=game))
        except RecursionError:
            raise Unsupported(f"{name} is nested too deeply") from None
    return functions


# ---- memory


def _lay_tables(game: Game, target: ModuleContext, data: _Data) -> list[str]:
    """Lay the static tables down; returns the functions that look in the declared ones."""
    rows = []
    for name, static in game.compiled.tables.items():
        kind, table = static.type, static.content
        if kind in (f.KNOWN, f.KEPT):
            continue
        if kind == f.DECLARED:
            assert isinstance(table, Mapping)
            rows.append(_declared(target, name, table, data))
            continue
        entries = list(table)
        if kind == f.NUMBERS:
            target.tables[name] = (data.numbers([int(each) for each in entries]), len(entries))
            continue
        if kind == f.FUNCTIONS:
            pointers = _pointers(target, name)
            target.tables[name] = (data.numbers([NOTHING, *pointers]), len(pointers) + 1)
            continue
        # The entry of `none`, the last, comes first.
        if not isinstance(entries[-1], int | tuple):
            entries.pop()
        laid = [NOTHING, *(_entry(kind, each, data) for each in entries)]
        target.tables[name] = (data.numbers(laid), len(laid))
        if kind == f.ROW and all(0 <= each < len(game.start) for each in laid[1:]):
            target.of_slots.add(name)
    return rows


def _entry(kind: str, entry: object, data: _Data) -> int:
    if isinstance(entry, tuple):
        return data.sequence(entry)
    if isinstance(entry, int):
        return int(entry)
    return 0 if kind == f.CARRIERS else NOTHING


def _pointers(target: ModuleContext, name: str) -> list[int]:
    """For each piece its function; where it has none, one that does nothing, or holds always."""
    effects, functions = target.compiled.effects[name], target.compiled.functions
    arity = next((len(functions[each].parameters) for each in effects if each is not None), None)
    if arity is None:
        arity = _arity_of_calls(target.compiled, name)
    always = runtime.anything in target.compiled.tables[name].content
    stub = f"stub {arity} {int(always)}"
    return [target.pointer(stub if each is None else f"f {each}") for each in effects]


def _arity_of_calls(compiled: ir.Compiled, name: str) -> int:
    for made in compiled.functions.values():
        for node in ir.within(made):
            if isinstance(node, ir.PieceCall) and node.table == name:
                return len(node.arguments)
    return 1


def _declared(target: ModuleContext, name: str, table: Mapping[int, object], data: _Data) -> str:
    """A function that looks a row up; without a row it is a fault."""
    rows = {int(key): _entry("", value, data) for key, value in table.items()}
    keys = sorted(rows)
    size = keys[-1] - keys[0] + 1 if keys else 0
    if size > _MOST_ROWS_AT_ONCE:
        target.want("row_of", game=False)
        known, entries = (data.sequence(each) for each in (keys, [rows[key] for key in keys]))
        found = f"(call $rt_row_of (i64.const {known}) (i64.const {entries}) (local.get $k))"
        return f"(func $row_{name} (param $k i64) (result i64) {found})\n"
    target.want("sure", game=False)
    low = keys[0] if keys else 0
    at = data.numbers([rows.get(key, NOTHING) for key in range(low, low + size)])
    return (
        f"(func $row_{name} (param $k i64) (result i64) (local.set $k (i64.sub (local.get $k) (i64.const {low})))"
        f"(if (i64.ge_u (local.get $k) (i64.const {size})) (then (unreachable)))"
        f"(call $rt_sure (i64.load offset={at} (i32.shl (i32.wrap_i64 (local.get $k)) (i32.const 3)))))\n"
    )


_OF_LAYOUT = (
    "STEP", "FINISHED", "SEED", "UNSEEN", "DRAWS", "RESEEDS", "AGENDA", "PENDING", "ENDING", "DRAWN", "WORK", "DEPTH",
    "SECRET", "WON", "OVER", "CROWD", "LATE",
)  # fmt: skip


def _lay_out(game: Game, target: ModuleContext, data: _Data) -> dict[str, int]:
    """Give everything its place, and the names in capitals their numbers."""
    slots = len(game.start)
    numbers = target.numbers
    numbers.update({name: int(getattr(layout, name)) for name in _OF_LAYOUT})
    numbers.update(
        NOTHING=NOTHING, SPACES=game.layout.all_spaces, SLOTS=slots, PLAYERS=game.players, PATIENCE=len(game.most_operations), TOLD=len(ending_of(game)),
        SCORED=game.scored, SOURCES=len(game.layout.sources), STANDING=STANDING, FINAL=FINAL, LONGEST=LONGEST,
        NUMBERS_OF_ONE=NUMBERS_OF_POSITION + game.scored, MOST_SOLE=ends.MOST_SOLE, MOST_ENDS=ends.MOST_ENDS,
        MAX_NUMBER=MAX_NUMBER, MAX_NUMBERS=MAX_NUMBERS, MAX_WORK=shared.MAX_WORK,
        MAX_FLOW_WORK=runtime.MAX_FLOW_WORK, TRY_WORK=shared.TRY_WORK, MAX_DEPTH=shared.MAX_DEPTH,
        MAX_WAITING=runtime.MAX_WAITING, MAX_DRAWS=chance.MAX_DRAWS, MOST_LATE=chance.MOST_LATE, CORNER_WORK=trails.CORNER_WORK,
        MAX_DECISIONS=MAX_DECISIONS, TIDY_EVERY=_TIDY_EVERY, MAX_POSITIONS=MAX_POSITIONS, FREE=_FREE, MOST_MEMORY=_MOST_MEMORY,
        SET=TEXTS["set"], ROW=TEXTS["row"], STACK=TEXTS["stack"], NONE_RULE=TEXTS["none"],
        SOLE_RULE=TEXTS["sole claimant"], MOST_KEPT=_MOST_KEPT, REMEMBERED=_REMEMBERED,
    )  # fmt: skip
    at = data.start
    for name, size in (
        ("CHECKPOINT", 8 * slots), ("STATE", 8 * slots), *((f"Q_{word}", 8) for word in _QUESTION),
        ("BOTS", 8 * game.players), ("THOUGHTS", 16 * game.players), ("IN", 8 * _BATCH * (game.players + 1)), ("CHANCES", 16 * game.players),
        ("DONE", 16), ("MARKS", 32 * game.layout.all_spaces), ("CHOICES", 4 * MAX_DECISIONS), ("OUT", _OUT), ("RECORDED", LONGEST + 8 * game.scored * (1 + len(game.layout.sources))),
    ):  # fmt: skip
        numbers[name] = at
        at += size
    at = _lay_remembered(game, numbers, at)
    numbers["RECORD"] = 2 * slots + len(_QUESTION)
    numbers.update({f"OF_{word}": 8 * (2 * slots + place) for place, word in enumerate(_QUESTION)})
    numbers["OUT_END"] = numbers["OUT"] + _OUT
    _lay_cells(game, target, data, at)
    numbers["HOLDS"] = data.numbers([int(isinstance(each, tuple)) for each in game.start])
    numbers["START"] = data.numbers([_entry("", each, data) for each in list(game.start)])
    holds = [int(isinstance(each, tuple)) for each in game.start]
    inside = [int(word in ("LOG", "OPTIONS", "ORDER", "POOL", "PICKED", "GOOD")) for word in _QUESTION]
    numbers["SEQUENCES_IN"] = data.numbers([*holds, *holds, *inside])
    numbers["LATE_SLOTS"] = data.sequence(game.layout.late)
    numbers["BLAKE_START"] = data.sequence(blake.START)
    _lay_flow(game, target, data)
    _lay_hidden(game, target, data)
    return {
        **{
            name: numbers[name]
            for name in ("STATE", "IN", "DONE", "CHOICES", "OUT", "BOTS", "THOUGHTS", "SLOTS", "HOLDS")
        },
        **{name: value for name, value in numbers.items() if name.startswith("OF_")},
        "BATCH": _BATCH,
    }


def _lay_remembered(game: Game, numbers: dict[str, int], at: int) -> int:
    """Leave room for the results of values that are remembered, and for the sequences among them; the end."""
    for _, table in remembered_in(game.compiled):
        numbers[table.name] = at
        at += 8 * places_of(table)
    numbers["LASTING"] = at
    numbers["LASTING_END"] = at + 8 * _MOST_LASTING
    return numbers["LASTING_END"]


def _lay_cells(game: Game, target: ModuleContext, data: _Data, at: int) -> None:
    """Leave room for the cells of kept values before the data; see library/kept.py for a cell."""
    laid, room = [], _MOST_CELLS
    for name, static in game.compiled.tables.items():
        table = static.content
        if not isinstance(table, runtime.Kept):
            continue
        slots = [slot for span in table.spans for slot in range(*span)]
        width = 3 + _MOST_KEPT + len(slots)
        # In a slot that holds a sequence another one may lie later at the same address.
        if len(table.cells) * width <= room and not any(
            isinstance(game.start[slot], tuple) for slot in slots
        ):
            laid.append((name, at, width, [number for span in table.spans for number in span]))
            target.watched.update(slots)
            room -= len(table.cells) * width
            at += 8 * width * len(table.cells)
    data.start = at
    target.cells_of.update({name: (first, width, data.sequence(spans)) for name, first, width, spans in laid})


def _lay_flow(game: Game, target: ModuleContext, data: _Data) -> None:
    """The operations of the flow as tables of functions."""

    def pointer(step: object) -> int:
        return 0 if step is None else target.pointer(f"f {step.__name__}")  # type: ignore[attr-defined]

    operations, numbers = game.operations, target.numbers
    numbers["UNASKED"] = data.numbers([pointer(each) for each in game.unasked])
    numbers["DESTINATIONS"] = data.numbers(game.destinations)
    numbers["RUNS"] = data.numbers([pointer(each.run) for each in operations])
    numbers["AGENDA_RUNS"] = data.numbers([pointer(each.agenda) for each in operations])
    numbers["ME_SLOTS"] = data.numbers([max(each.me_slot, 0) for each in operations])
    numbers["OPEN_OPTIONS"] = data.numbers([pointer(each.open_options) for each in operations])
    numbers["DOES_SOLE"] = data.numbers([pointer(each.does_sole) for each in operations])
    numbers["NOBODYS"] = data.numbers([int(game.me_slots.get(each.step, -1) < 0) for each in operations])
    numbers["RUN_AGENDA"] = target.pointer("rt run_agenda")


# ---- what is hidden

_COVER = ("SLOT", "STACKED", "SEEN", "OWNER", "POOL", "ORDERED", "PIECES", "VALUES", "FORCE")
# What a difference in a slot shows: nothing, or something to all but (from here down) the seats from 0.
_SIGHT_NONE, _SIGHT_OPEN, _SIGHT_COUNTER = -1, -2, -3


def _lay_hidden(game: Game, target: ModuleContext, data: _Data) -> None:
    """What is needed to deal again what a seat does not see."""
    numbers, where = target.numbers, game.layout
    backs = {back: number for number, back in enumerate(sorted({"", *game.backs}))}
    pools = {
        pool: number for number, pool in enumerate(dict.fromkeys(each.pool for each in game.hidden_locations))
    }
    rows = [number for each in game.hidden_locations for number in _cover(game, each, backs, pools, data)]
    sight = [_SIGHT_OPEN] * len(game.start)
    for number, cover in enumerate(game.hidden_locations):
        sight[cover.slot] = number
    unseen = [layout.SEED, layout.UNSEEN, layout.DRAWS, layout.RESEEDS, layout.DRAWN, layout.WORK]
    # What is counted, such as cards that were drawn, nobody sees.
    unseen += game.counted.values()
    if any(cover.in_force for cover in game.hidden_locations):
        for first, many in where.slots_of_rules():
            unseen += range(first, first + many)
    for slot in unseen:
        sight[slot] = _SIGHT_NONE
    for counter in game.hidden_counters:
        sight[counter.slot] = _SIGHT_COUNTER - counter.owner if counter.owner >= 0 else _SIGHT_NONE
    shares = {
        share: number
        for number, share in enumerate(dict.fromkeys(c.share for c in game.hidden_counters if c.share))
    }
    numbers.update(
        COVERS=data.numbers(rows), COVER_COUNT=len(game.hidden_locations), COVER_PARTS=len(_COVER), SIGHT=data.numbers(sight),
        SIGHT_NONE=_SIGHT_NONE, SIGHT_OPEN=_SIGHT_OPEN, SIGHT_COUNTER=_SIGHT_COUNTER,
        BACKS=data.numbers([backs[each] for each in game.backs]), BACK_COUNT=len(backs),
        RULES_OF_PIECES=data.numbers([_entry(f.CARRIERS, each, data) for each in where.rule_table]),
        MASKS=where.masks, OWNERS=where.owners, EVERYBODY=(1 << game.players) - 1,
        WEIGHTS=data.numbers(game.weights),
        SECRET_STEPS=data.numbers([int(each.secret) for each in game.operations]),
        SITE_ZONES=data.numbers([_zones_behind(game, each, data) for each in game.sites]),
        SITE_PIECES=data.numbers([int(each.type is not None and each.type.kind == "component") for each in game.sites]),
        HIDDEN_COUNT=len(game.hidden_counters),
        HIDDEN_COUNTERS=data.numbers([
            number for each in game.hidden_counters for number in (
                each.slot, each.owner, -1 if each.share is None else shares[each.share], data.sequence(each.values or ()),
            )
        ]),
        MAX_DEALS=MAX_DEALS, UNSEEN_DEALS=UNSEEN_DEALS, BOLD_DEALS=BOLD_DEALS, LATE_DEALS=LATE_DEALS,
        MAX_WAYS=ends.MAX_WAYS, MAX_ENDS=ends.MAX_ENDS, RANDOM=BOTS["random"], NEVER=1 << 62,
        **{f"C_{word}": place for place, word in enumerate(_COVER)},
        **{word: place for place, word in enumerate(_MODES)},
    )  # fmt: skip


def _cover(
    game: Game,
    cover: HiddenLocation,
    backs: Mapping[str, int],
    pools: Mapping[tuple[str, str], int],
    data: _Data,
) -> list[int]:
    """A place that not everybody sees, as the numbers of `_COVER`."""
    seen, owner = -1, -1
    if cover.zone is not None:
        seen, owner = _seen_by(game, cover.zone, cover.place)
    values = 0
    if cover.values is not None:
        values = data.sequence([data.sequence(cover.values.get(back, ())) for back in backs])
    return [
        cover.slot, int(cover.zone is None), seen, owner, pools[cover.pool], int(cover.ordered), int(cover.pieces), values,
        data.sequence(cover.in_force),
    ]  # fmt: skip


def _seen_by(game: Game, zone: ZoneDecl, place: int) -> tuple[int, int]:
    """The slot that tells who sees a zone, and the player who always does; -1: none."""
    first = game.layout.seen.get(zone.name)
    owner = owner_of(game, zone.per, place) if zone.visible == "owner" else -1
    return (-1 if first is None else first + place), owner


def _zones_behind(game: Game, site: Site, data: _Data) -> int:
    """Slots and owners that tell who may know what is asked somewhere; NOTHING where nobody may."""
    behind = game.origins.behind(site.position)
    zones = [each.declared for each in behind if isinstance(each, ZoneEx)]
    if len(zones) < len(behind):
        return NOTHING
    return data.sequence(
        [
            number
            for zone in zones
            if zone.visible != "everyone"
            for place in range(game.model.family_size(zone.per))
            for number in _seen_by(game, zone, place)
        ]
    )


# ---- the text


def _assembled(
    target: ModuleContext, data: _Data, functions: Sequence[str], exported: Mapping[str, str]
) -> str:
    positions = data.start + len(data.content)
    heap = positions + MAX_POSITIONS * 8 * target.numbers["RECORD"]
    pages = heap // 65536 + 16
    thunks, elements = [], []
    for key, number in list(target.pointers.items()):
        word, made = _thunk(target, key, number)
        thunks.append(made)
        elements.append(f"(elem (i32.const {number}) {word})")
    most = max((len(each.parameters) for each in target.compiled.functions.values()), default=0)
    types = "".join(f"(type $F{n} (func {'(param i64)' * n} (result i64)))" for n in range(max(most, 2) + 1))
    cells = "".join(
        f"(global ${name} (mut i64) (i64.const {_first(name, positions, heap, pages)}))" for name in _CELLS
    )
    laid = data.content.hex("\\", 1)
    exports = "".join(f'(export "{name}" (func $rt_{made}))' for name, made in exported.items())
    exports += '(export "memory" (memory 0))'
    return (
        f"(module {types}(memory {pages})(table {len(target.pointers) + 1} funcref){cells}\n"
        f'{"".join(functions)}{"".join(thunks)}{"".join(elements)}{exports}(data (i32.const {data.start}) "\\{laid}"))'
    )


def _first(name: str, positions: int, heap: int, pages: int) -> int:
    """What a global variable begins with."""
    found = dict.fromkeys(("top", "heap_start", "floor"), heap)
    found |= {
        "positions": positions,
        "held_limit": heap + 16_000_000,
        "reach_of_memory": pages * 65536,
        "version": 1,
    }
    found |= {"members": -1, "members_stamp": 1, "members_before": -1, "members_stamp_before": 2}
    return found.get(name, 0)


def _thunk(target: ModuleContext, key: str, number: int) -> tuple[str, str]:
    """The function behind a pointer, and its text if it is made for that."""
    kind, _, name = key.partition(" ")
    if kind in ("f", "rt"):
        return f"${kind}_{name}", ""
    word = f"$thunk_{number}"
    if kind == "stub":
        arity, found = name.split()
        return word, f"(func {word} {'(param i64)' * int(arity)} (result i64) (i64.const {found}))"
    loads = count(8 if kind == "told" else 0, 8)
    parameters = list(target.compiled.functions[name].parameters)
    if kind == "told":
        parameters.pop()
    given = " ".join(
        f"(i64.load offset={at} (i32.wrap_i64 (local.get $a)))"
        for _, at in zip(parameters, loads, strict=False)
    )
    if kind == "told":
        return (
            word,
            f"(func {word} (param $a i64)(param $g i64)(result i64) (call $f_{name} {given} (local.get $g)))",
        )
    return word, f"(func {word} (param $a i64)(result i64) (call $f_{name} {given}))"
