"""Positions that wait for an answer, and how one goes on.

A position is one block: the slots at the start of the step (CHECKPOINT), those of now (STATE), and the question
with the answers since (QUESTION). The one in play lies in three places of these names that follow each other;
others are copies of them. To go on, the step runs again from its start with the answers, and one more.
"""

# mypy: ignore-errors
# ruff: noqa


def saved():
    """A copy of the position in play, in the heap."""
    at_ = make(RECORD)
    copy(at_, CHECKPOINT, RECORD * 8)
    return at_


def loaded(record):
    copy(CHECKPOINT, record, RECORD * 8)


def asked_of():
    """Who decides now; -1 when the game is over."""
    return load(Q_BY)


def ways_first():
    if load(Q_SUBSET) == 0:
        return 0
    first_one = first_way(load(Q_ORDER), load(Q_PICKED), load(Q_OPTIONS))
    if ways_end_from(first_one) <= first_one:
        return 0
    return first_one


def ways_end():
    if load(Q_SUBSET) == 0:
        return len(load(Q_OPTIONS))
    first_one = first_way(load(Q_ORDER), load(Q_PICKED), load(Q_OPTIONS))
    end = ways_end_from(first_one)
    if end <= first_one:
        return len(load(Q_OPTIONS))
    return end


def ways_end_from(first_one):
    return end_of_ways(load(Q_ORDER), load(Q_POOL), load(Q_LEAST), load(Q_PICKED), load(Q_OPTIONS), first_one)


def inside():
    """Whether the question comes after other choices of its step."""
    if len(load(Q_LOG)) > 0:
        return 1
    if load(Q_SUBSET) == 0:
        return 0
    return same(load(Q_PICKED), filled(load(Q_ORDER), load(Q_POOL), load(Q_LEAST), load(Q_SECRETLY), 0)) == 0


def secret_now():
    """Whether the question is one of a secret step."""
    if load(Q_BY) < 0:
        return 0
    return load(SECRET_STEPS + load(CHECKPOINT + STEP * 8) * 8)


def same(a, b):
    """Whether two sequences are equal."""
    if a == b:
        return 1
    if len(a) != len(b):
        return 0
    place = 0
    while place < len(a):
        if a[place] != b[place]:
            return 0
        place = place + 1
    return 1


def take(place):
    """Take an option of the position in play and run to its next question."""
    value = item(load(Q_OPTIONS), place)
    store(Q_DECISIONS, load(Q_DECISIONS) + 1)
    if load(Q_SUBSET):
        if pick(value) == 0:
            set_drawn(0, 0)
            return
        value = load(Q_PICKED)
    go_on(noted(load(Q_LOG), value, load(Q_SUBSET), load(Q_BY)))


def pick(value):
    """Pick one more thing of a subset, or no more; whether that is all."""
    if value == NOTHING:
        return 1
    picked_now = one_more(load(Q_ORDER), load(Q_PICKED), value)
    picked_now = filled(load(Q_ORDER), load(Q_POOL), load(Q_LEAST), load(Q_SECRETLY), picked_now)
    store(Q_PICKED, picked_now)
    options = subset_options(
        load(Q_ORDER), load(Q_POOL), load(Q_LEAST), load(Q_MOST), load(Q_SECRETLY), picked_now
    )
    if len(options) == 0:
        return 1
    store(Q_OPTIONS, options)
    return 0


def noted(log, value, subset, by):
    """Answers with one more: each is its value, whether that is a sequence, and whose it is."""
    return push(push(push(log, value), subset), by)


def go_on(log):
    """Run the step again from its start with these answers, and on to the next question."""
    again(log, AS_GIVEN)
    if stopped == 0:
        if log_place < len(log):
            fail()
        advance(0)
    if stopped == 0:
        over()


def again(log, how):
    """Run the step in play again from its start; how: what comes of the answers."""
    global mode, stopped, given_log, log_place, collecting, replaying, outer, tidy_at
    copy(STATE, CHECKPOINT, SLOTS * 8)
    mode = how
    stopped = 0
    given_log = log
    log_place = 0
    collecting = 0
    replaying = 0
    outer = 0
    tidy_at = NEVER
    store(Q_LOG, 0)
    run_step(0, NOTHING)


def over():
    """The game is over: nobody is asked."""
    store(Q_BY, -1)
    store(Q_LOG, 0)
    store(Q_OPTIONS, 0)
    store(Q_SUBSET, 0)
    store(Q_ORDER, 0)
    store(Q_POOL, 0)
    store(Q_PICKED, 0)
    copy(CHECKPOINT, STATE, SLOTS * 8)


def set_drawn(s, drawn):
    s[DRAWN] = drawn


# ---- questions


def asks(by, site, options):
    """A question for one value; the answer."""
    store(Q_BY, by)
    store(Q_SITE, site)
    store(Q_OPTIONS, options)
    store(Q_SUBSET, 0)
    store(Q_ORDER, 0)
    store(Q_POOL, 0)
    store(Q_PICKED, 0)
    return answer(by)


def asks_many(by, site, order, pool, least_many, most, secret, taken, options):
    """A question for several things; the answer."""
    store(Q_BY, by)
    store(Q_SITE, site)
    store(Q_OPTIONS, options)
    store(Q_SUBSET, 1)
    store(Q_ORDER, order)
    store(Q_POOL, pool)
    store(Q_LEAST, least_many)
    store(Q_MOST, most)
    store(Q_SECRETLY, secret)
    store(Q_PICKED, taken)
    return answer(by)


def answer(by):
    """The answer to the question in play: a bot's, or one that was given; without it all stops here."""
    global stopped, log_place
    value = 0
    if mode == DECIDING:
        value = decided(by)
    elif mode == ANEW:
        value = answer_anew(by)
    elif log_place >= len(given_log):
        if mode == GOING_ON:
            value = taken_over(by)
        else:
            stopped = 1
    elif mode == ALIKE:
        value = answer_alike(by)
    else:
        value = given_log[log_place]
        log_place = log_place + 3
    if stopped:
        return 0
    subset = load(Q_SUBSET)
    store(Q_LOG, noted(load(Q_LOG), value, subset, by))
    return answered(0, value)


def decided(by):
    """What the bot of a seat answers."""
    while 1:
        way = ways_first()
        end = ways_end()
        place = 0
        if load(BOTS + by * 8) == GREEDY:
            if decisions >= MAX_DECISIONS:
                fail()
            place = note_choice(greedy(by, way, end))
        else:
            place = decide(by, way, end, len(load(Q_OPTIONS)))
        value = item(load(Q_OPTIONS), place)
        if load(Q_SUBSET) == 0:
            return value
        if pick(value):
            return load(Q_PICKED)


# ---- bots


def greedy(by, way, end):
    """The option after which one's own points are most, as `GreedyBot` finds it."""
    global top
    if end - way == 1:
        return way
    base = top
    before = kept_registers()
    truth = saved()
    if outer:
        copy(STATE, outer, SLOTS * 8)
    thoughts(by, 1, end - way)
    guess(by, shift(draw_of(by), 16))
    start = saved()
    best = 0
    most = 0
    inner = top
    best = make(end - way)
    many = 0
    inner = top
    one = way
    while one < end:
        loaded(start)
        take(one)
        worth = best_within(by, MAX_ENDS)
        top = inner
        if many == 0 or worth > most:
            most = worth
            many = 0
        if worth == most:
            store(best + many * 8, one)
            many = many + 1
        one = one + 1
    place = load(best + scaled(chance_of(by), many) * 8)
    loaded(truth)
    restore_registers(before)
    top = base
    return place


def best_within(by, share):
    """The best that a seat can reach within its action, of so many ends."""
    global top
    while inside() and (ways_end() - ways_first() == 1 if asked_of() == by else secret_now()):
        thoughts(by, 0, 1)
        take(ways_first())
    if asked_of() != by or inside() == 0:
        return outlook(0, by)
    here = saved()
    base = top
    way = ways_first()
    count_of = ways_end() - way
    tried_ways = least_of(count_of, least_of(MAX_WAYS, share))
    most = 0
    one = 0
    while one < tried_ways:
        loaded(here)
        thoughts(by, 0, 1)
        take(way + one * count_of / tried_ways)
        worth = best_within(by, (share + one) / tried_ways)
        if one == 0 or worth > most:
            most = worth
        top = base
        one = one + 1
    return most


def thoughts(by, decided_now, steps):
    """Count what a seat's bot thinks about."""
    cell = THOUGHTS + by * 16
    store(cell, load(cell) + decided_now)
    store(cell + 8, load(cell + 8) + steps)


def kept_registers():
    """What else belongs to the play in progress, while others are tried."""
    at_ = make(11)
    store(at_, mode)
    store(at_ + 8, collecting)
    store(at_ + 16, collected)
    store(at_ + 24, replaying)
    store(at_ + 32, given)
    store(at_ + 40, given_place)
    store(at_ + 48, asked)
    store(at_ + 56, tidy_at)
    store(at_ + 64, outer)
    store(at_ + 72, given_log)
    store(at_ + 80, log_place)
    return at_


def restore_registers(at_):
    global mode, collecting, collected, replaying, given, given_place, asked, tidy_at, outer
    global given_log, log_place, stopped
    mode = load(at_)
    collecting = load(at_ + 8)
    collected = load(at_ + 16)
    replaying = load(at_ + 24)
    given = load(at_ + 32)
    given_place = load(at_ + 40)
    asked = load(at_ + 48)
    tidy_at = load(at_ + 56)
    outer = load(at_ + 64)
    given_log = load(at_ + 72)
    log_place = load(at_ + 80)
    stopped = 0
