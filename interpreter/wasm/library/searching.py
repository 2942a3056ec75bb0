"""What a search asks of positions, much in one call: all that comes of one, and what is told of each."""

# mypy: ignore-errors
# ruff: noqa


def ends(block):
    """The positions where the actions are over that the options of a position begin, as `State.ends`.

    OUT: of each its address, the option, how many values were chosen, what is told of it, and these values. How
    many there are is in DONE, and behind it how many options that took.
    """
    global end_option, written
    ready()
    tidy_held()
    written = OUT
    store(DONE, 0)
    store(DONE + 8, 0)
    loaded(block)
    way = ways_first()
    count_of = ways_end() - way
    by = asked_of()
    turn = turn_of(0)
    whose = whose_turn()
    end_option = way
    while end_option < way + count_of:
        loaded(block)
        share = most_of(1, least_of(MAX_ENDS, MOST_ENDS / count_of))
        value = item(load(Q_OPTIONS), end_option)
        take(end_option)
        ends_from(by, turn, whose, push(0, value), share)
        end_option = end_option + 1
    return load(DONE)


def ends_from(by, turn, whose, values, share):
    """Look at so many ends from the position in play, which is within the action."""
    steps = 1
    while steps < MOST_SOLE and (
        (
            asked_of() == by
            and ways_end() - ways_first() == 1
            and (inside() or (turn_of(0) == turn and whose_turn() == whose))
        )
        or (asked_of() != by and inside() and secret_now())
    ):
        take(ways_first())
        steps = steps + 1
    store(DONE + 8, load(DONE + 8) + steps)
    if asked_of() != by or inside() == 0:
        write_end(values)
        return 0
    here = saved()
    way = ways_first()
    count_of = ways_end() - way
    tried_ways = least_of(count_of, least_of(MAX_WAYS, share))
    one = 0
    while one < tried_ways:
        loaded(here)
        place = way + one * count_of / tried_ways
        value = item(load(Q_OPTIONS), place)
        take(place)
        ends_from(by, turn, whose, push(values, value), (share + one) / tried_ways)
        one = one + 1
    return 0


def write_end(values):
    global written
    if written > OUT_END - 100000:
        fail()
    store(written, kept_in(new_block()))
    store(written + 8, end_option)
    store(written + 16, len(values))
    tell_position(written + 24)
    written = written + (3 + NUMBERS_OF_ONE) * 8
    copy(written, address(values), len(values) * 8)
    written = written + len(values) * 8
    store(DONE, load(DONE) + 1)


def numbers_of(block):
    """What is told of one position, at OUT."""
    ready()
    tidy_held()
    loaded(block)
    tell_position(OUT)
    return 0


def tell_position(to):
    """Write what is told of the position in play."""
    global top
    store(to, asked_of())
    store(to + 8, inside() + 2 * secret_now())
    store(to + 16, turn_of(0))
    store(to + 24, whose_turn())
    store(to + 32, ways_first())
    store(to + 40, ways_end())
    store(to + 48, key_of())
    base = top
    one = 0
    while one < SCORED:
        store(to + 56 + one * 8, outlook(0, one))
        top = base
        one = one + 1


def whose_turn():
    """As the second part of `State.turn`."""
    if load(Q_BY) < 0 or load(NOBODYS + load(CHECKPOINT + STEP * 8) * 8):
        return load(Q_BY)
    return PLAYERS


def ending_at(block):
    """What is told of the end of a play that is over, at OUT."""
    ready()
    loaded(block)
    ending(OUT)
    return 0


# ---- a number that stands for a position


def key_of():
    """A number for the position in play: equal for equal ones, and hardly ever for others."""
    found = 0
    slot = 0
    while slot < SLOTS:
        if slot != DRAWN:
            found = blended_slot(found, CHECKPOINT, slot)
        slot = slot + 1
    return blended_answers(found)


def look_of(block, seat):
    """A number for what a seat sees of a position and its question, as `State.appearance`."""
    ready()
    loaded(block)
    found = blended(blended(0, load(Q_BY)), load(Q_SITE))
    slot = 0
    while slot < SLOTS:
        kind = load(SIGHT + slot * 8)
        if kind == SIGHT_OPEN:
            found = blended_slot(found, STATE, slot)
        elif kind >= 0:
            found = blended_cover(found, kind, slot, seat)
        elif kind <= SIGHT_COUNTER and SIGHT_COUNTER - kind == seat:
            found = blended(found, load(STATE + slot * 8))
        slot = slot + 1
    return blended_answers(found)


def blended_cover(found, number, slot, seat):
    """A place that not everybody sees."""
    content = load(STATE + slot * 8)
    hidden = hidden_part(STATE, number, seat)
    if hidden == NOTHING:
        return blended_all(found, content)
    found = blended_all(blended(found, 1), shown_backs(number, hidden))
    return blended_all(found, cut(content, len(hidden), len(content)))


def blended_answers(found):
    """The answers of the step, and what is picked."""
    log = load(Q_LOG)
    place = 0
    while place < len(log):
        if log[place + 1]:
            found = blended_all(found, log[place])
        else:
            found = blended(found, log[place])
        place = place + 3
    return blended_all(found, load(Q_PICKED))


def blended_slot(found, base, slot):
    if load(HOLDS + slot * 8):
        return blended_all(found, load(base + slot * 8))
    return blended(found, load(base + slot * 8))


def blended_all(found, values):
    found = blended(found, len(values))
    for value in values:
        found = blended(found, value)
    return found


def blended(found, value):
    found = (found ^ value) * -7046029254386353131 + 7146057691288625177
    return found ^ shift(found, 29)
