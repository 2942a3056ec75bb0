"""Questions, and how bots that take anything answer them."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0602, PLW0603, PLR0917, RET503, D103


def draw_of(seat):
    """The next 64 bits of a seat's own chance."""
    cell = CHANCES + seat * 16
    store(cell + 8, load(cell + 8) + 1)
    return finalised(load(cell) * -7046029254386353131 + load(cell + 8) * -3372029247567499371)


def chance_of(seat):
    """The next 53 bits of a seat's own chance."""
    return shift(draw_of(seat), 11)


def decide(seat, first_one, end, count):
    """Which option a bot takes, of those from a place up to another."""
    if decisions >= MAX_DECISIONS:
        fail()
    place = first_one
    if end - first_one > 1 or count == 1:
        place = first_one + scaled(chance_of(seat), end - first_one)
    return note_choice(place)


def note_choice(place):
    """Keep which option was taken."""
    global decisions
    store_small(CHOICES + decisions * 4, place)
    decisions = decisions + 1
    return place


def given_answer():
    global given, given_place
    if given_place >= len(given):
        fail()
    given_place = given_place + 1
    return given[given_place - 1]


def answered(s, value):
    """Something was answered: the work and what was drawn are counted anew; in secret, answers are kept."""
    global collected, asked
    asked = 1
    if collecting:
        collected = push(collected, value)
    else:
        s[DRAWN] = 0
        s[WORK] = 0
    return value


def ask(s, by, site, options):
    if len(options) == 0:
        fail()
    if replaying:
        return given_answer()
    if keeping:
        return asks(by, site, options)
    return answered(s, options[decide(by, 0, len(options), len(options))])


def left_of(order, pool, taken):
    """How many of each value are left of a pool."""
    start = make(len(order))
    fill(start, len(order))
    add_each(order, start, pool, 1)
    add_each(order, start, taken, -1)
    return pack(len(order), start)


def add_each(order, start, values, amount):
    """Add to the number of each value; equal ones mostly follow each other, as in the order."""
    place = 0
    for value in values:
        if order[place] != value:
            place = place + 1
            if place >= len(order) or order[place] != value:
                place = there(place_in(order, value) - 1)
        store(start + place * 8, load(start + place * 8) + amount)


def in_order_of(order, values):
    """Values in the order of a pool."""
    start = make(len(values))
    to = start
    for value in order:
        left = count(values, value)
        while left > 0:
            store(to, value)
            to = to + 8
            left = left - 1
    return pack((to - start) / 8, start)


def one_more(order, taken, value):
    """What is picked, in the order of its pool, and one thing more."""
    place = 0
    for one in order:
        while place < len(taken) and taken[place] == one:
            place = place + 1
        if one == value:
            return spliced(taken, place, 0, 1, value)
    fail()


def kinds_in(left):
    found = 0
    for amount in left:
        if amount:
            found = found + 1
    return found


def filled(order, pool, least_many, secret, taken):
    """What is picked with all that must be picked besides."""
    if load(Q_GOOD):
        return filled_fitting(order, secret, taken)
    if secret or len(taken) >= least_many:
        return taken
    return filled_from(order, pool, left_of(order, pool, taken), least_many, taken)


def filled_from(order, pool, left, least_many, taken):
    missing = least_many - len(taken)
    if kinds_in(left) > 1 and len(pool) - len(taken) > missing:
        return taken
    place = 0
    while missing > 0:
        amount = least_of(left[place], missing)
        taken = joined(taken, times_all(push(0, order[place]), amount))
        missing = missing - amount
        place = place + 1
    return in_order_of(order, taken)


def not_taken(order, left):
    found = 0
    place = 0
    while place < len(order):
        if left[place]:
            found = push(found, order[place])
        place = place + 1
    return found


def subset_options(order, pool, least_many, most, secret, taken):
    if len(taken) >= most:
        return 0
    if load(Q_GOOD):
        return fitting_options(order, secret, taken)
    return options_of(order, left_of(order, pool, taken), least_many, secret, taken)


def options_of(order, left, least_many, secret, taken):
    found = not_taken(order, left)
    if len(taken) >= least_many and (len(found) > 0 or secret):
        found = push(found, NOTHING)
    return found


def first_way(order, taken, options):
    if load(Q_GOOD):
        return first_straight(taken, options)
    if len(taken) == 0:
        return 0
    before = cut(order, 0, place_in(order, last(taken)) - 1)
    found = 0
    for value in options:
        if has(before, value):
            found = found + 1
    return found


def end_of_ways(order, pool, least_many, taken, options, first_one):
    if load(Q_GOOD):
        return len(options)
    if least_many - len(taken) <= 1:
        return len(options)
    return end_within(order, left_of(order, pool, taken), least_many - len(taken), options, first_one)


def end_within(order, left, missing, options, first_one):
    """Behind the last option that still leaves enough behind it for what is missing."""
    end = len(options)
    behind = 0
    while end > first_one and behind + left[place_in(order, options[end - 1]) - 1] < missing:
        end = end - 1
        behind = behind + left[place_in(order, options[end]) - 1]
    return end


def choose_many(s, by, site, pool, low, high, greedy):
    store(Q_GOOD, 0)
    size = len(pool)
    most = size if high == NOTHING else high
    least_many = 0 if low == NOTHING else low
    if greedy:
        least_many = least_of(most, size)
    if least_many > size or least_many > most:
        fail()
    if greedy:
        most = least_many
    secret = s[SECRET] != 0
    order = fromkeys(pool)
    taken = filled(order, pool, least_many, secret, 0)
    options = subset_options(order, pool, least_many, most, secret, taken)
    if len(options) == 0:
        return taken
    if replaying:
        return given_answer()
    if keeping:
        return asks_many(by, site, order, pool, least_many, most, secret, taken, options)
    return answered(s, decide_many(by, order, pool, least_many, most, secret, taken, options))


def choose_fitting(s, by, site, pool, low, high, greedy, scope, rest, steps):
    """As `choose_many`, but only for a subset with which the rest of a leading part can be done."""
    good = fitting(s, pool, low, high, greedy, rest, scope, steps, 0)
    if len(good) == 0:
        fail()
    store(Q_GOOD, good)
    most = len(pool) if high == NOTHING else high
    secret = s[SECRET] != 0
    order = fromkeys(pool)
    taken = filled(order, pool, 0, secret, 0)
    options = subset_options(order, pool, 0, most, secret, taken)
    if len(options) == 0:
        return taken
    if replaying:
        return given_answer()
    if keeping:
        return asks_many(by, site, order, pool, 0, most, secret, taken, options)
    while len(options) > 0:
        way = first_way(order, taken, options)
        if way >= len(options):
            way = 0
        value = options[decide(by, way, len(options), len(options))]
        if value == NOTHING:
            return answered(s, taken)
        taken = filled(order, pool, 0, secret, one_more(order, taken, value))
        options = subset_options(order, pool, 0, most, secret, taken)
    return answered(s, taken)


def some_fitting(s, pool, low, high, greedy, rest, arguments, steps):
    return len(fitting(s, pool, low, high, greedy, rest, arguments, steps, 1)) > 0


def fitting(s, pool, low, high, greedy, rest, arguments, steps, one):
    """The subsets with which a rest can be done, or one: for each how many it holds, and these."""
    size = len(pool)
    most = size if high == NOTHING else high
    least_many = 0 if low == NOTHING else low
    if greedy:
        least_many = least_of(most, size)
        most = least_many
    if least_many > size or least_many > most:
        return 0
    return fitting_from(s, fromkeys(pool), pool, 0, least_many, most, 0, rest, arguments, steps, one, 0)


def fitting_from(s, order, pool, place, least_many, most, taken, rest, arguments, steps, one, found):
    tried(s, steps)
    if len(taken) >= least_many and call1(rest, push(arguments, taken)):
        found = joined(push(found, len(taken)), taken)
    if len(taken) >= most or (one and len(found) > 0):
        return found
    behind = 0
    at = place
    while at < len(order):
        behind = behind + count(pool, order[at]) - count(taken, order[at])
        at = at + 1
    at = place
    while at < len(order) and len(taken) + behind >= least_many:
        there_are = count(pool, order[at]) - count(taken, order[at])
        if there_are > 0:
            more = joined(taken, push(0, order[at]))
            found = fitting_from(
                s, order, pool, at, least_many, most, more, rest, arguments, steps, one, found
            )
            if one and len(found) > 0:
                return found
        behind = behind - there_are
        at = at + 1
    return found


def holds_all(answer, taken):
    """Whether a subset holds all of another; both are in the order of their pool."""
    place = 0
    for value in answer:
        if place < len(taken) and taken[place] == value:
            place = place + 1
    return place == len(taken)


def begins_with(answer, taken):
    return len(answer) > len(taken) and same(cut(answer, 0, len(taken)), taken)


def fits_all(taken):
    """How many subsets hold all that is picked."""
    good = load(Q_GOOD)
    found = 0
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        if holds_all(cut(good, place + 1, end), taken):
            found = found + 1
        place = end
    return found


def is_good(taken):
    good = load(Q_GOOD)
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        if same(cut(good, place + 1, end), taken):
            return 1
        place = end
    return 0


def goes_on(taken, value, straight):
    """Whether a thing can be picked next; straight: in the order of the pool."""
    good = load(Q_GOOD)
    place = 0
    while place < len(good):
        end = place + 1 + good[place]
        answer = cut(good, place + 1, end)
        if straight:
            if begins_with(answer, taken) and answer[len(taken)] == value:
                return 1
        elif count(answer, value) > count(taken, value) and holds_all(answer, taken):
            return 1
        place = end
    return 0


def fitting_left(order, taken):
    """What can be picked next; what follows in the order of the pool comes last."""
    found = 0
    straight = 0
    while straight < 2:
        for value in order:
            if goes_on(taken, value, 0) and goes_on(taken, value, 1) == straight:
                found = push(found, value)
        straight = straight + 1
    return found


def fitting_options(order, secret, taken):
    found = fitting_left(order, taken)
    if (len(found) > 0 or secret) and is_good(taken):
        found = push(found, NOTHING)
    return found


def first_straight(taken, options):
    found = 0
    for value in options:
        if value != NOTHING and goes_on(taken, value, 1) == 0:
            found = found + 1
    return found


def only_fitting(taken):
    good = load(Q_GOOD)
    place = 0
    while 1:
        end = place + 1 + good[place]
        if holds_all(cut(good, place + 1, end), taken):
            return cut(good, place + 1, end)
        place = end


def filled_fitting(order, secret, taken):
    while secret == 0:
        if fits_all(taken) == 1:
            return only_fitting(taken)
        options = fitting_options(order, 0, taken)
        if len(options) != 1 or options[0] == NOTHING:
            return taken
        taken = one_more(order, taken, options[0])
    return taken


def decide_many(by, order, pool, least_many, most, secret, taken, options):
    """What a bot takes that takes anything; what is left of the pool is counted once."""
    left = left_of(order, pool, taken)
    while len(options) > 0:
        way = first_way(order, taken, options)
        end = len(options)
        if least_many - len(taken) > 1:
            end = end_within(order, left, least_many - len(taken), options, way)
        if end <= way:
            way = 0
            end = len(options)
        value = options[decide(by, way, end, len(options))]
        if value == NOTHING:
            return taken
        taken = one_more(order, taken, value)
        cell = address(left) + (place_in(order, value) - 1) * 8
        store(cell, load(cell) - 1)
        if secret == 0 and len(taken) < least_many:
            more = filled_from(order, pool, left, least_many, taken)
            if more != taken:
                taken = more
                left = left_of(order, pool, taken)
        options = 0
        if len(taken) < most:
            options = options_of(order, left, least_many, secret, taken)
    return taken


def sum_of_slots(s, slots):
    found = 0
    for slot in slots:
        found = found + s[slot]
    return found


def payable(s, wanted, slots, rest, arguments, steps):
    amount = most_of(0, wanted)
    slot = slots[0]
    others = cut(slots, 1, len(slots))
    most = least_of(amount, s[slot])
    part = most_of(0, amount - sum_of_slots(s, others))
    while part <= most:
        count_work(s, steps)
        s[slot] = s[slot] - part
        fine = 0
        if len(others) > 0:
            fine = payable(s, amount - part, others, rest, arguments, steps)
        else:
            fine = call1(rest, arguments)
        s[slot] = s[slot] + part
        if fine:
            return 1
        part = part + 1
    return 0


def pay_split(s, by, amount, sites, slots, arguments=0, rest=0, steps=0):
    left = most_of(0, amount)
    place = 0
    while place < len(slots) - 1:
        slot = slots[place]
        others = cut(slots, place + 1, len(slots))
        part = most_of(0, left - sum_of_slots(s, others))
        most = least_of(left, s[slot])
        if most - part >= MAX_NUMBERS:
            fail()
        options = 0
        while part <= most:
            s[slot] = s[slot] - part
            fine = 1
            if rest:
                fine = payable(s, left - part, others, rest, arguments, steps)
            if fine:
                options = push(options, part)
            s[slot] = s[slot] + part
            part = part + 1
        if len(options) == 1 and s[SECRET] == 0:
            part = options[0]
        else:
            part = ask(s, by, sites[place], options)
            if stopped:
                return
        spent(s, slot, part)
        left = left - part
        place = place + 1
    spent(s, last(slots), left)


def secretly(s, players, body):
    global collecting, collected, replaying, given, given_place, outer
    s[SECRET] = 1
    before = make(SLOTS)
    answers = 0
    for player in players:
        copy(before, STATE, SLOTS * 8)
        collected = 0
        collecting = 1
        outer = before
        call1(body, player)
        collecting = 0
        outer = 0
        copy(STATE, before, SLOTS * 8)
        if stopped:
            return
        if len(collected) > 0:
            s[DRAWN] = 0
            s[WORK] = 0
        answers = push(answers, collected)
    place = 0
    for player in players:
        given = answers[place]
        given_place = 0
        replaying = 1
        call1(body, player)
        replaying = 0
        if given_place < len(given):
            fail()
        if s[ENDING] == OVER:
            break
        place = place + 1
    s[SECRET] = 0
