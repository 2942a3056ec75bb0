"""Positions that the host holds: each is a block of memory, and what it is called by is its address.

What all of them hold lies in one heap, which is tidied between calls. Where a call fails, no position has changed.
"""

# mypy: ignore-errors
# ruff: noqa


def ready():
    """Nothing runs, and what runs next stops at a question that nobody answers."""
    global mode, stopped, keeping, given_log, log_place, collecting, replaying, outer, tidy_at, decisions
    mode = AS_GIVEN
    keeping = 1
    stopped = 0
    given_log = 0
    log_place = 0
    collecting = 0
    replaying = 0
    outer = 0
    tidy_at = NEVER
    decisions = 0


def new_block():
    """Room for one more position."""
    global free_block, used_blocks
    if free_block:
        block = free_block
        free_block = load(block)
        return block
    if used_blocks >= MAX_POSITIONS:
        fail()
    used_blocks = used_blocks + 1
    return POSITIONS + (used_blocks - 1) * RECORD * 8


def kept_in(block):
    copy(block, CHECKPOINT, RECORD * 8)
    return block


def new(seed):
    """A position: a new play at its first question."""
    ready()
    tidy_held()
    copy(STATE, START, SLOTS * 8)
    store(Q_DECISIONS, 0)
    start(mixed(seed))
    if stopped == 0:
        over()
    return kept_in(new_block())


def choose(block, place):
    """Take an option of a position by its place; how many options there are then."""
    taken_in(block, place)
    kept_in(block)
    return len(load(Q_OPTIONS))


def branch(block, place, to):
    """The position after an option of another, which stays as it is; to: where, 0 for a new block."""
    taken_in(block, place)
    if to == 0:
        to = new_block()
    return kept_in(to)


def taken_in(block, place):
    """Put a position into play and take an option of it by its place."""
    if place < 0:
        fail()
    ready()
    tidy_held()
    loaded(block)
    take(place)


def fork(block):
    to = new_block()
    copy(to, block, RECORD * 8)
    return to


def room(many):
    """Room for so many numbers of a position that is about to be restored: where."""
    tidy_held()
    return make(many)


def restored(size, picked_before, decisions_before):
    """The position whose slots lie at OUT, and behind them its answers."""
    ready()
    copy(CHECKPOINT, OUT, SLOTS * 8)
    log = make(size)
    copy(log, OUT + SLOTS * 8, size * 8)
    run_again(0, pack(size, log))
    if len(picked_before) > 0:
        resume(picked_before)
        put_picks()
    store(Q_DECISIONS, decisions_before)
    return kept_in(new_block())


def run_again(s, log):
    """Come to the question behind some answers, if the game is not over."""
    copy(STATE, CHECKPOINT, SLOTS * 8)
    if s[FINISHED]:
        over()
        return
    again(log, AS_GIVEN)
    if stopped == 0 or log_place < len(log):
        fail()


def drop(block):
    """A position that is not needed any more."""
    global free_block
    store(block, free_block)
    store(block + OF_BY, FREE)
    free_block = block


def drop_all(count_of):
    """Positions that are not needed any more; OUT: which."""
    place = 0
    while place < count_of:
        drop(load(OUT + place * 8))
        place = place + 1
    return 0


def guessed(block, seat, seed):
    """A position that looks the same to a seat: what it does not see is dealt again, coming chance is new."""
    ready()
    tidy_held()
    loaded(block)
    guess(seat, seed)
    return kept_in(new_block())


def reseeded(block, seed):
    """The same position with another future chance."""
    ready()
    tidy_held()
    loaded(block)
    reseed_all(0, seed)
    return kept_in(new_block())


def seat_of(block):
    """Who decides, counted from 0; -1 when the game is over."""
    return load(block + OF_BY)


def count_of_options(block):
    return len(load(block + OF_OPTIONS))


def way_range(block):
    """The places of the options in canonical order: the first, and behind the last, in one."""
    loaded(block)
    return ways_end() << 32 | ways_first()


def outlook_of(block, seat):
    ready()
    loaded(block)
    return outlook(0, seat)


def choose_all(count_of):
    """Take an option in each of many positions; IN_MANY: each with a place. How many were done is in DONE."""
    done = 0
    while done < count_of:
        choose(load(OUT + done * 16), load(OUT + done * 16 + 8))
        done = done + 1
        store(DONE, done)
    return done


def branch_all(count_of):
    """As `choose_all`, but each position stays as it is; its place gives way to the position that comes of it."""
    done = 0
    while done < count_of:
        block = fork(load(OUT + done * 16))
        choose(block, load(OUT + done * 16 + 8))
        store(OUT + done * 16 + 8, block)
        done = done + 1
        store(DONE, done)
    return done


def playouts(block, plays, seed):
    """Play on from a position to the end, many times with other chance; OUT: for each what is told of the end.

    The bots are those in BOTS. Playout number n has the chance of the seed and n.
    """
    global top, floor
    ready()
    tidy_held()
    floor_before = floor
    done = 0
    while done < plays:
        floor = top
        play_on(block, seed + done, OUT + done * TOLD * 8)
        top = floor
        floor = floor_before
        done = done + 1
        store(DONE, done)
    return done


def play_on(block, seed, to):
    """Play on to the end with bots."""
    global mode, keeping, log_place, given_log, tidy_at
    ready()
    loaded(block)
    reseed_all(0, seed)
    seat = 0
    while seat < PLAYERS:
        store(CHANCES + seat * 16, mixed(mixed(seed) + seat))
        store(CHANCES + seat * 16 + 8, 0)
        seat = seat + 1
    if load(Q_BY) >= 0:
        log = load(Q_LOG)
        resume(load(Q_PICKED))
        again(log, GOING_ON)
        tidy_at = top + TIDY_EVERY
        mode = DECIDING
        keeping = bots_think()
        advance(0)
    ending(to)


def resume(picked_before):
    """What is picked of the subset that is asked for where bots take over."""
    global picks
    picks = picked_before


def taken_over(by):
    """The answers that were given are used up: a bot goes on, with what is picked already."""
    global mode, keeping
    mode = DECIDING
    if load(Q_SUBSET) and len(picks) > 0:
        put_picks()
    return decided(by)


def put_picks():
    """Pick what was picked already."""
    store(Q_PICKED, picks)
    options = subset_options(
        load(Q_ORDER), load(Q_POOL), load(Q_LEAST), load(Q_MOST), load(Q_SECRETLY), picks
    )
    store(Q_OPTIONS, options)


def bots_think():
    """Whether a bot looks ahead, so that what it needs for it must be kept."""
    seat = 0
    while seat < PLAYERS:
        if load(BOTS + seat * 8):
            return 1
        seat = seat + 1
    return 0


# ---- the heap that they share


def tidy_held():
    """Keep what the positions hold and nothing else, where the heap has grown much since the last time.

    What lies in the same place of the position before, or of this one, is copied once.
    """
    global top, held_limit
    if top < held_limit:
        return
    start_of = top
    earlier = make(RECORD)
    now_at = make(RECORD)
    first_free = top
    number = 0
    fill(earlier, RECORD)
    fill(now_at, RECORD)
    while number < used_blocks:
        block = POSITIONS + number * RECORD * 8
        if load(block + OF_BY) != FREE:
            move_block(block, earlier, now_at, first_free)
        number = number + 1
    size = top - first_free
    copy(HEAP_START, first_free, size)
    top = HEAP_START + size
    held_limit = top + most_of(size, 16000000)


def fill(at_, many):
    while many > 0:
        store(at_, 0)
        at_ = at_ + 8
        many = many - 1


def move_block(block, earlier, now_at, first_free):
    place = 0
    while place < RECORD:
        if load(SEQUENCES_IN + place * 8):
            old = load(block + place * 8)
            fresh = old
            if len(old) > 0 and old != NOTHING and address(old) >= HEAP_START:
                if load(earlier + place * 8) == old:
                    fresh = load(now_at + place * 8)
                elif place >= SLOTS and place < 2 * SLOTS and load(earlier + (place - SLOTS) * 8) == old:
                    fresh = load(now_at + (place - SLOTS) * 8)
                else:
                    fresh = moved(old, first_free)
                    if place == 2 * SLOTS:
                        move_answers(fresh, first_free)
            store(earlier + place * 8, old)
            store(now_at + place * 8, fresh)
            store(block + place * 8, fresh)
        place = place + 1


def move_answers(log, first_free):
    """Of the answers of a step, which have just been moved, some are sequences themselves."""
    place = 0
    while place < len(log):
        value = load(address(log) + first_free - HEAP_START + place * 8)
        if (
            load(address(log) + first_free - HEAP_START + place * 8 + 8)
            and len(value) > 0
            and address(value) >= HEAP_START
        ):
            store(address(log) + first_free - HEAP_START + place * 8, moved(value, first_free))
        place = place + 3


def moved(values, first_free):
    """A copy of a sequence behind the others, as it is called when all are put where the heap begins."""
    to = make(len(values))
    copy(to, address(values), len(values) * 8)
    return pack(len(values), to - first_free + HEAP_START)


# ---- what is told of a position


def text_of(block):
    """The JSON of a position's key, of which its hash is made, at OUT: how long it is."""
    global written
    written = OUT
    write_key(block, load(block + OF_LOG), load(block + OF_PICKED))
    return written - OUT


def hash_of(block):
    """The hash of a position, as letters at OUT: how many."""
    size = text_of(block)
    words = blake_words(OUT, size, 16)
    place = 0
    while place < 16:
        byte = load_byte(words + place)
        store_byte(OUT + place * 2, hex_letter(byte / 16))
        store_byte(OUT + place * 2 + 1, hex_letter(byte & 15))
        place = place + 1
    return 32


def hex_letter(number):
    if number < 10:
        return 48 + number
    return 87 + number
