"""What the host is told, and what it calls."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0603, D103


def write_number(number):
    """A number in decimal, at the end of what is written."""
    global written
    if number < 0:
        store_byte(written, 45)
        written = written + 1
        number = -number
    digits = 1
    left = number
    while left > 9:
        left = left / 10
        digits = digits + 1
    place = written + digits
    written = place
    while digits > 0:
        place = place - 1
        store_byte(place, 48 + number - number / 10 * 10)
        number = number / 10
        digits = digits - 1


def write_key(base, log, picks_of):
    """The JSON of what makes a position what it is: its slots, the answers, what is picked."""
    slot = 0
    write_byte(91)
    while slot < SLOTS:
        if written > OUT_END - 100000:
            fail()
        if load(HOLDS + slot * 8):
            write_numbers(load(base + slot * 8) if slot != DRAWN else 0)
        else:
            write_number(load(base + slot * 8))
        write_byte(44)
        slot = slot + 1
    write_byte(91)
    place = 0
    while place < len(log):
        if place:
            write_byte(44)
        if log[place + 1]:
            write_numbers(log[place])
        elif log[place] == NOTHING:
            write_null()
        else:
            write_number(log[place])
        place = place + 3
    write_byte(93)
    write_byte(44)
    write_numbers(picks_of)
    write_byte(93)


def write_null():
    """What ends a choice, in JSON."""
    write_byte(110)
    write_byte(117)
    write_byte(108)
    write_byte(108)


def write_numbers(values):
    global written
    store_byte(written, 91)
    written = written + 1
    place = 0
    while place < len(values):
        if place:
            store_byte(written, 44)
            written = written + 1
        if written > OUT_END - 100:
            fail()
        write_number(values[place])
        place = place + 1
    store_byte(written, 93)
    written = written + 1


def begin():
    """A new play."""
    global top, tidy_at, decisions, collecting, replaying, mode, stopped, outer
    mode = DECIDING
    stopped = 0
    outer = 0
    copy(STATE, START, SLOTS * 8)
    top = floor
    tidy_at = floor + TIDY_EVERY
    decisions = 0
    collecting = 0
    replaying = 0


def play_many(games, hashed):
    """Play games between bots; IN: for each game its seed and those of the seats.

    hashed: of how many of them, the first ones, the last position is told. How many were done.
    """
    global written, keeping, top, floor
    tidy_held()
    floor = top
    keeping = bots_think()
    written = OUT
    done = 0
    while done < games and written < OUT_END - 4000000:
        play_next(IN + done * (PLAYERS + 1) * 8, done < hashed)
        done = done + 1
        store(DONE, done)
        store(DONE + 8, written)
    top = floor
    return done


def play_next(seeds, hashed):
    """Play one game; OUT: decisions, the length of the text, what is told of the end, thoughts, the text."""
    global written
    seat = 0
    while seat < PLAYERS:
        store(CHANCES + seat * 16, mixed(load(seeds + 8 + seat * 8)))
        store(CHANCES + seat * 16 + 8, 0)
        store(THOUGHTS + seat * 16, 0)
        store(THOUGHTS + seat * 16 + 8, 0)
        seat = seat + 1
    begin()
    start(mixed(load(seeds)))
    head = written
    written = head + (2 + TOLD + 2 * PLAYERS) * 8
    if hashed:
        write_key(STATE, 0, 0)
    store(head, decisions)
    store(head + 8, written - head - (2 + TOLD + 2 * PLAYERS) * 8)
    written = (written + 7) & -8
    ending(head + 16)
    copy(head + (2 + TOLD) * 8, THOUGHTS, 16 * PLAYERS)


def start(seed):
    set_seed(0, seed)
    draw_options(0)
    advance(0)


def set_seed(s, seed):
    s[SEED] = seed
    s[UNSEEN] = seed


def sum_of(now, one):
    """A sum that fits."""
    found = now + one
    if found > 2305843009213693952 or found < -2305843009213693952:
        fail()
    return found


def tell(told, got):
    """A listener hears of what was settled."""
    return call2(told[0], told, got)
