"""The small Python in which a module's run time is written: what `library` uses that is no function there.

A number has 64 bits. A sequence is one number too: how many (the upper 32 bits) and where the first lies (the
lower); it never changes. None is the least number. `machine` reads this Python, and nothing runs it: what is
declared here has types for whoever writes and checks, and is text where a module is emitted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

Numbers = tuple[int, ...]
# Sequences in which sequences or None lie too.
Rows = tuple[Any, ...]
State = list[Any]

# What is emitted for each primitive; {0} is its first argument.
VALUES: dict[str, str] = {}
EFFECTS: dict[str, str] = {}


def _value(name: str, text: str) -> Any:
    VALUES[name] = text


def _effect(name: str, text: str) -> Any:
    EFFECTS[name] = text


# ---- numbers

# Quotients, //, are rounded towards zero. shift: to the right, without a sign; turned: to the right, and what
# falls out comes back at the left; scaled: 53 bits of chance as a number
# below another.
shift: Callable[[int, int], int] = _value("shift", "(i64.shr_u {0} {1})")
turned: Callable[[int, int], int] = _value("turned", "(i64.rotr {0} {1})")
scaled: Callable[[int, int], int] = _value(
    "scaled",
    "(i64.trunc_f64_s (f64.mul (f64.mul (f64.convert_i64_u {0}) (f64.const 0x1p-53))"
    " (f64.convert_i64_s {1})))",
)

# ---- sequences and memory; an address is in bytes

_value("len", "(i64.shr_u {0} (i64.const 32))")
address: Callable[[Rows], int] = _value("address", "(i64.and {0} (i64.const 4294967295))")
pack: Callable[[int, int], Numbers] = _value("pack", "(i64.or (i64.shl {0} (i64.const 32)) {1})")
longer: Callable[[Rows, int], Numbers] = _value("longer", "(i64.add {0} (i64.shl {1} (i64.const 32)))")
load: Callable[[int], int] = _value("load", "(i64.load (i32.wrap_i64 {0}))")
numbers_at: Callable[[int], Rows] = _value("numbers_at", VALUES["load"])
value_at: Callable[[int], Any] = _value("value_at", VALUES["load"])
load_byte: Callable[[int], int] = _value("load_byte", "(i64.load8_u (i32.wrap_i64 {0}))")
grow: Callable[[int], int] = _value("grow", "(i64.extend_i32_s (memory.grow (i32.wrap_i64 {0})))")
store: Callable[[int, int | Rows | None], None] = _effect("store", "(i64.store (i32.wrap_i64 {0}) {1})")
store_small: Callable[[int, int], None] = _effect("store_small", "(i64.store32 (i32.wrap_i64 {0}) {1})")
store_byte: Callable[[int, int], None] = _effect("store_byte", "(i64.store8 (i32.wrap_i64 {0}) {1})")
copy: Callable[[int, int, int], None] = _effect(
    "copy", "(memory.copy (i32.wrap_i64 {0}) (i32.wrap_i64 {1}) (i32.wrap_i64 {2}))"
)

# ---- calls

# It ends the play: the host plays the game again in Python, which says what is wrong and where.
fail: Callable[[], NoReturn] = _effect("fail", "(unreachable)")
# A function by its number.
call0: Callable[[int], Any] = _value("call0", "(call_indirect (type $F0) (i32.wrap_i64 {0}))")
call1: Callable[[int, Any], Any] = _value("call1", "(call_indirect (type $F1) {1} (i32.wrap_i64 {0}))")
call2: Callable[[int, Any, Any], Any] = _value(
    "call2", "(call_indirect (type $F2) {1} {2} (i32.wrap_i64 {0}))"
)
# What `blake` makes.
blake_block: Callable[[int, int, int, int], None]
# What `game_functions` makes of each game.
draw_options: Callable[[State], None]
ending: Callable[[int], None]
has_most: Callable[[int], bool]
least_hidden: Callable[[State, int], int]
most_hidden: Callable[[State, int], int]
outlook: Callable[[State, int], int]
points_by_source: Callable[[State, int], None]
preview: Callable[[State, int], int]
turn_of: Callable[[State], int]


# ---- what a module holds


class Variables:
    """Global variables."""

    top: int
    reach_of_memory: int
    tidy_at: int
    decisions: int
    collecting: int
    # What lies there changes while other functions are called.
    collected: Any
    asked: int
    replaying: int
    given: Rows
    given_place: int
    written: int
    stamp: int
    heap_start: int
    positions: int
    floor: int
    held_limit: int
    keeping: int
    mode: int
    stopped: int
    given_log: Rows
    log_place: int
    outer: int
    end_option: int
    deal_seed: int
    deal_drawn: int
    deal_known: Numbers
    deal_truth: int
    deal_seat: int
    deal_cautious: bool
    deal_missed: int
    deal_came: Numbers
    deal_own: Rows
    deal_left: int
    free_block: int
    lasting: int
    # The two sets whose members were marked last, and their stamps.
    members: Any
    members_stamp: int
    members_before: Any
    members_stamp_before: int
    used_blocks: int
    version: int
    picks: Numbers
    record: int
    record_round: int


class Module(Variables):
    """Variables, and numbers that `module` lays out.

    state: the only one there is, for whatever takes one.
    """

    state: State
    ABOUT: Numbers
    AGENDA_RUNS: int
    ALIKE: int
    ANEW: int
    AS_GIVEN: int
    BACKS: int
    BACK_COUNT: int
    BACK_WORDS: Rows
    BLAKE_START: Numbers
    BOTS: int
    CHANCES: int
    CHECKPOINT: int
    CHOICES: int
    CORNER_WORK: int
    COVERS: int
    COVER_COUNT: int
    COVER_PARTS: int
    C_FORCE: int
    C_ORDERED: int
    C_OWNER: int
    C_PIECES: int
    C_POOL: int
    C_SEEN: int
    C_SLOT: int
    C_STACKED: int
    C_VALUES: int
    DECIDING: int
    DESTINATIONS: int
    DOES_SOLE: int
    DONE: int
    EVERYBODY: int
    FREE: int
    GOING_ON: int
    HIDDEN_COUNT: int
    HIDDEN_COUNTERS: int
    HOLDS: int
    IN: int
    MARKS: int
    MASKS: int
    MAX_DECISIONS: int
    MAX_POSITIONS: int
    ME_SLOTS: int
    MOST_KEPT: int
    MOST_MEMORY: int
    NEVER: int
    NOBODYS: int
    NONE_RULE: int
    NULL: Numbers
    NUMBERS_OF_ONE: int
    OF_BY: int
    OF_DECISIONS: int
    OF_LOG: int
    OF_OPTIONS: int
    OF_PICKED: int
    OF_SITE: int
    OPEN_OPTIONS: int
    OPTION_DONE: Numbers
    OPTION_ID: Numbers
    OPTION_TITLE: Numbers
    OUT: int
    OUT_END: int
    OWNERS: int
    PATIENCE: int
    PLAYERS: int
    Q_BY: int
    Q_DECISIONS: int
    Q_GOOD: int
    Q_LEAST: int
    Q_LOG: int
    Q_MOST: int
    Q_OPTIONS: int
    Q_ORDER: int
    Q_PICKED: int
    Q_POOL: int
    Q_SECRETLY: int
    Q_SITE: int
    Q_SUBSET: int
    RANDOM: int
    RECORD: int
    RECORDED: int
    REMEMBERED: int
    ROW: int
    RULES_OF_PIECES: int
    RUNS: int
    RUN_AGENDA: int
    SCORED: int
    SECRET_STEPS: int
    LASTING: int
    LASTING_END: int
    LATE_SLOTS: Numbers
    SEQUENCES_IN: int
    SIGHT: int
    SIGHT_COUNTER: int
    SIGHT_NONE: int
    SIGHT_OPEN: int
    SITE_PIECES: int
    SITE_WORDS: int
    SITE_ZONES: int
    SLOTS: int
    SLOTS_OF_SPACES: int
    SOLE_RULE: int
    SOURCES: int
    SPACES: int
    STACK: int
    START: int
    STATE: int
    THOUGHTS: int
    TIDY_EVERY: int
    TOLD: int
    UNASKED: int
    VIEW: int
    VIEW_ALL: int
    VIEW_CLOSE: int
    VIEW_COUNTER: int
    VIEW_KEY: int
    VIEW_ONLY: int
    VIEW_OPEN: int
    VIEW_SEAT: int
    VIEW_SIZE: int
    VIEW_ZONE: int


m = Module()
