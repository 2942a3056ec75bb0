"""The heap: room for sequences, and what is done with any of them."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0603, PLR0917, D103


def make(count):
    """Room for so many numbers: where it begins."""
    global top
    start = top
    top = top + count * 8
    if top > reach_of_memory:
        more_memory()
    return start


def carry(to, values, size):
    """Copy so many bytes of numbers to where none of them lies; a few without a call, which takes as long."""
    if size > 96:
        copy(to, values, size)
    else:
        end = to + size
        while to < end:
            store(to, load(values))
            to = to + 8
            values = values + 8


def more_memory():
    global reach_of_memory
    while top > reach_of_memory:
        if reach_of_memory >= MOST_MEMORY:
            fail()
        if grow(64) < 0:
            fail()
        reach_of_memory = reach_of_memory + 64 * 65536


def tidy(s):
    """Keep what the state holds and nothing else; only between steps."""
    global top, tidy_at
    start = top
    slot = 0
    while slot < SLOTS:
        if load(HOLDS + slot * 8):
            values = s[slot]
            if len(values) > 0 and address(values) >= floor:
                to = make(len(values))
                copy(to, address(values), len(values) * 8)
                s[slot] = pack(len(values), to - start + floor)
        slot = slot + 1
    copy(floor, start, top - start)
    top = floor + top - start
    tidy_at = top + TIDY_EVERY


def push(values, value):
    """Values with one more at the end, which mostly is where free memory begins."""
    end = address(values) + len(values) * 8
    if end != top or len(values) == 0:
        return moved_and_pushed(values, value)
    store(make(1), value)
    return values + 4294967296


def moved_and_pushed(values, value):
    count = len(values)
    start = make(count + 1)
    carry(start, address(values), count * 8)
    store(start + count * 8, value)
    return pack(count + 1, start)


def push_claim(claims, target, source, piece, amount, way, whom):
    """One claim more, of six values."""
    if len(claims) == 0 or address(claims) + len(claims) * 8 != top:
        start = make(len(claims))
        carry(start, address(claims), len(claims) * 8)
        claims = pack(len(claims), start)
    to = make(6)
    store(to, target)
    store(to + 8, source)
    store(to + 16, piece)
    store(to + 24, amount)
    store(to + 32, way)
    store(to + 40, whom)
    return claims + 25769803776


def cut(values, first, end):
    """Values from a place up to another; they stay where they are."""
    if end <= first:
        return 0
    return pack(end - first, address(values) + first * 8)


def item(values, place):
    """One of some values; a place below 0 counts from the end."""
    if place < 0:
        place = place + len(values)
    if place < 0 or place >= len(values):
        fail()
    return values[place]


def sure(value):
    """A value that is not NOTHING."""
    if value == NOTHING:
        fail()
    return value


def product(a, b):
    """A product that fits."""
    if a < 2147483648 and a > -2147483648 and b < 2147483648 and b > -2147483648:
        return a * b
    if a == 0 or b == 0:
        return 0
    found = a * b
    if found / b != a or found > 2305843009213693952 or found < -2305843009213693952:
        fail()
    return found


def difference(a, b):
    """A difference that fits."""
    return sum_of(a, 0 - b)


def joined(a, b):
    """One sequence after another."""
    if len(b) == 0:
        return a
    if len(a) == 0:
        return b
    start = make(len(a) + len(b))
    carry(start, address(a), len(a) * 8)
    carry(start + len(a) * 8, address(b), len(b) * 8)
    return pack(len(a) + len(b), start)


def times_all(values, times):
    """A sequence so many times."""
    found = 0
    while times > 0:
        found = joined(found, values)
        times = times - 1
    return found


def listing(first, end, step):
    """What `range` gives."""
    found = 0
    if step > 0 and end > first:
        count = (end - first + step - 1) / step
        start = make(count)
        found = pack(count, start)
        while first < end:
            store(start, first)
            start = start + 8
            first = first + step
    return found
