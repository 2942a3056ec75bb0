"""The run-time functions in the small Python that `printer` understands, so that both engines run one text.

He run-time functions in the small Python that `printer` understands, so that both engines run one text.

A sequence of numbers is one number: how many (the upper 32 bits) and where the first lies (the lower).
Sequences never change; what is made lies above `top`, in a heap that is tidied between steps. `fail` ends
the play: the host then plays the game again in Python, which says what is wrong and where. What is written
in capitals is the layout of the module, see `module`. Each function does what the one of its name in `play`
does.
"""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0602, PLW0603, SIM102, SIM108, PLR0917, D103, RET503


# ---- the heap


def make(count):
    """Room for so many numbers: where it begins."""
    global top
    start = top
    top = top + count * 8
    if top > reach_of_memory:
        more_memory()
    return start


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
            if len(values) > 0 and address(values) >= HEAP:
                to = make(len(values))
                copy(to, address(values), len(values) * 8)
                s[slot] = pack(len(values), to - start + HEAP)
        slot = slot + 1
    copy(HEAP, start, top - start)
    top = HEAP + top - start
    tidy_at = top + TIDY_EVERY


def push(values, value):
    """Values with one more at the end."""
    count = len(values)
    start = address(values)
    if count == 0:
        start = make(1)
    elif start + count * 8 == top:
        make(1)
    else:
        start = make(count + 1)
        copy(start, address(values), count * 8)
    store(start + count * 8, value)
    return pack(count + 1, start)


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
    if found / b != a or found > 4611686018427387904 or found < -4611686018427387904:
        fail()
    return found


def joined(a, b):
    """One sequence after another."""
    if len(b) == 0:
        return a
    if len(a) == 0:
        return b
    start = make(len(a) + len(b))
    copy(start, address(a), len(a) * 8)
    copy(start + len(a) * 8, address(b), len(b) * 8)
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


# ---- numbers


def measured(number):
    if number > MAX_NUMBER or number < -MAX_NUMBER:
        fail()
    return number


def divided(number, by):
    if by == 0:
        fail()
    found = number / by
    if found * by != number and (number < 0) != (by < 0):
        found = found - 1
    return found


def remainder(number, by):
    return number - divided(number, by) * by


def least_of(a, b):
    if b < a:
        return b
    return a


def most_of(a, b):
    if b > a:
        return b
    return a


def size_of(number):
    if number < 0:
        return -number
    return number


def there(value):
    if value < 0:
        fail()
    return value


def kept(value):
    return sure(value)


def step_within(members, value, steps):
    if value + steps >= 0 and value + steps < members:
        return value + steps
    return -1


def within_limit(zone, most):
    if len(zone) >= most:
        fail()


# ---- work


def worked(s, steps):
    s[WORK] = s[WORK] + steps
    if s[WORK] > MAX_WORK:
        fail()


def counted(s, values, steps):
    worked(s, len(values) * steps + 1)
    return values


def tried(s, steps):
    s[WORK] = s[WORK] + TRY_WORK + steps
    if s[WORK] > MAX_WORK:
        fail()


def deeper(s, steps):
    worked(s, steps)
    s[DEPTH] = s[DEPTH] + 1
    if s[DEPTH] > MAX_DEPTH:
        fail()


# ---- sequences


def has(values, value):
    at_ = address(values)
    end = at_ + len(values) * 8
    while at_ < end:
        if load(at_) == value:
            return 1
        at_ = at_ + 8
    return 0


def count(values, value):
    found = 0
    for one in values:
        if one == value:
            found = found + 1
    return found


def place_in(values, value):
    place = 0
    while place < len(values):
        if values[place] == value:
            return place + 1
        place = place + 1
    return 0


def first(values):
    if len(values) == 0:
        return -1
    return values[0]


def last(values):
    if len(values) == 0:
        return -1
    return values[len(values) - 1]


def at(values, number):
    if number > 0 and number <= len(values):
        return values[number - 1]
    return -1


def nth(values, number):
    if number > 0 and number <= len(values):
        return values[number - 1]
    fail()


def before_of(a, b, deep):
    """Whether a key comes before another; deep: they are sequences."""
    if deep == 0:
        return a < b
    place = 0
    while place < len(a) and place < len(b):
        if a[place] != b[place]:
            return a[place] < b[place]
        place = place + 1
    return len(a) < len(b)


def sort_run(start, end, width, deep):
    """Sort a few entries in place, by insertion."""
    one = start + width
    while one < end:
        key = load(one)
        value = load(one + width - 8)
        to = one
        while to > start and before_of(key, load(to - width), deep):
            copy(to, to - width, width)
            to = to - width
        store(to + width - 8, value)
        store(to, key)
        one = one + width


def merge_sort(start, end, width, deep):
    """Sort entries (a key, or a key and a value) in place; equal ones keep their order."""
    if end - start <= 16 * width:
        sort_run(start, end, width, deep)
        return
    half = start + (end - start) / width / 2 * width
    merge_sort(start, half, width, deep)
    merge_sort(half, end, width, deep)
    before = top
    left = make((half - start) / 8)
    copy(left, start, half - start)
    left_end = left + half - start
    to = start
    while left < left_end:
        if half < end and before_of(load(half), load(left), deep):
            copy(to, half, width)
            half = half + width
        else:
            copy(to, left, width)
            left = left + width
        to = to + width
    release(before)


def release(before):
    global top
    top = before


def sorted_(values):
    start = make(len(values))
    copy(start, address(values), len(values) * 8)
    merge_sort(start, start + len(values) * 8, 8, 0)
    return pack(len(values), start)


def distinct(values):
    if len(values) == 0:
        return 0
    ordered = sorted_(values)
    read = address(ordered) + 8
    end = address(ordered) + len(ordered) * 8
    write = read
    while read < end:
        if load(read) != load(write - 8):
            store(write, load(read))
            write = write + 8
        read = read + 8
    return pack((write - address(ordered)) / 8, address(ordered))


def fromkeys(values):
    """The different values in their order."""
    if len(values) < 2:
        return values
    start = make(len(values))
    found = 0
    rising = 1
    for value in values:
        if found == 0:
            store(start, value)
            found = 1
        else:
            before = load(start + found * 8 - 8)
            if value != before:
                if value < before:
                    rising = 0
                new = 1
                if rising == 0:
                    if has(pack(found, start), value):
                        new = 0
                if new:
                    store(start + found * 8, value)
                    found = found + 1
    return pack(found, start)


def sorted_pairs(pairs, deep):
    start = make(len(pairs))
    copy(start, address(pairs), len(pairs) * 8)
    merge_sort(start, start + len(pairs) * 8, 16, deep)
    return start


def in_order(pairs, deep):
    start = sorted_pairs(pairs, deep)
    many = len(pairs) / 2
    place = 0
    while place < many:
        store(start + place * 8, load(start + place * 16 + 8))
        place = place + 1
    return pack(many, start)


def least(pairs, deep):
    if len(pairs) == 0:
        return -1
    best = pairs[0]
    found = pairs[1]
    place = 2
    while place < len(pairs):
        if before_of(pairs[place], best, deep):
            best = pairs[place]
            found = pairs[place + 1]
        place = place + 2
    return found


def leaders(pairs, deep):
    if len(pairs) == 0:
        return 0
    best = pairs[0]
    place = 2
    while place < len(pairs):
        if before_of(pairs[place], best, deep):
            best = pairs[place]
        place = place + 2
    found = 0
    place = 0
    while place < len(pairs):
        if before_of(best, pairs[place], deep) == 0:
            found = push(found, pairs[place + 1])
        place = place + 2
    return found


def union(a, b):
    return distinct(joined(a, b))


def both(a, b):
    found = 0
    for value in a:
        if has(b, value):
            found = push(found, value)
    return found


def without(a, b):
    found = 0
    for value in a:
        if has(b, value) == 0:
            found = push(found, value)
    return found


def spliced(zone, place, gone, amount, piece):
    """A sequence in which some values from a place on give way to equal pieces."""
    size = len(zone) - gone + amount
    if size == 0:
        return 0
    start = make(size)
    copy(start, address(zone), place * 8)
    to = start + place * 8
    end = to + amount * 8
    while to < end:
        store(to, piece)
        to = to + 8
    rest = place + gone
    copy(to, address(zone) + rest * 8, (len(zone) - rest) * 8)
    return pack(size, start)


def bisect(zone, piece):
    low = 0
    high = len(zone)
    while low < high:
        middle = (low + high) / 2
        if piece < zone[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def added(zone, piece):
    return spliced(zone, bisect(zone, sure(piece)), 0, 1, piece)


def added_some(zone, amount, piece):
    return spliced(zone, bisect(zone, sure(piece)), 0, most_of(amount, 0), piece)


def removed(zone, piece):
    place = place_in(zone, piece)
    if place == 0:
        fail()
    return spliced(zone, place - 1, 1, 0, 0)


def removed_some(zone, amount, piece):
    if amount <= 0:
        return zone
    place = place_in(zone, piece)
    if place == 0:
        fail()
    found = spliced(zone, place - 1, 1, 0, 0)
    if amount == 1:
        return found
    return removed_some(found, amount - 1, piece)


def removed_last(zone, piece):
    place = len(zone) - 1
    while place >= 0:
        if zone[place] == piece:
            return spliced(zone, place, 1, 0, 0)
        place = place - 1
    fail()


def place_of(zone, piece, lowest):
    found = place_in(zone, piece) - 1
    if found < 0:
        fail()
    if lowest == 0:
        found = len(zone) - 1
        while zone[found] != piece:
            found = found - 1
    return found


def exchanged(zone, place, piece):
    if place < 0 or place >= len(zone):
        fail()
    return spliced(zone, place, 1, 1, piece)


def merged(zone, pieces):
    return sorted_(joined(zone, pieces))


def repeated(candidates, times):
    if len(candidates) * times - 1 >= MAX_NUMBERS:
        fail()
    found = 0
    for candidate in candidates:
        found = joined(found, times_all(push(0, candidate), times))
    return found


def span(low, high):
    if high - low >= MAX_NUMBERS:
        fail()
    return listing(low, high + 1, 1)


def times_over(amount):
    return span(1, amount)


def piled(entries, values):
    if len(entries) > MAX_WAITING:
        fail()
    for value in values:
        sure(value)
    return joined(entries, values)


def kept_state(s, steps):
    """A copy of the state, made before something is only tried."""
    before = make(SLOTS)
    copy(before, STATE, SLOTS * 8)
    deeper(s, steps)
    return before


def put_back(s, before):
    """The state as it was; the work that was done counts."""
    work = s[WORK]
    copy(STATE, before, SLOTS * 8)
    s[WORK] = work


def players_mask(players):
    found = 0
    for player in players:
        if player >= 0:
            found = found | (1 << player)
    return found


# ---- chance


def finalised(z):
    z = (z ^ shift(z, 30)) * -4658895280553007687
    z = (z ^ shift(z, 27)) * -7723592293110705685
    return z ^ shift(z, 31)


def below(s, n, stream=SEED):
    draw = s[DRAWS]
    s[DRAWS] = draw + 1
    changes = s[RESEEDS]
    while len(changes) > 0 and first(changes) <= draw:
        s[SEED] = changes[1]
        s[UNSEEN] = changes[2]
        changes = cut(changes, 3, len(changes))
        s[RESEEDS] = changes
    z = finalised(s[stream] * -7046029254386353131 + (draw + 1) * -3372029247567499371)
    drawn = len(s[DRAWN])
    if drawn >= MAX_DRAWS:
        fail()
    # What was drawn is not kept, for only a journal asks for it; how much is.
    s[DRAWN] = pack(drawn + 1, 0)
    return high_half(z, n)


def high_half(z, n):
    """The upper 64 bits of a product; n is less than 2 ** 31."""
    return shift(shift(z, 32) * n + shift((z & 4294967295) * n, 32), 32)


def rolled(s, amount, faces, ordered, stream=SEED):
    found = 0
    while amount > 0:
        found = push(found, faces[below(s, len(faces), stream)])
        amount = amount - 1
    if ordered:
        return found
    return sorted_(found)


def picked(s, options):
    if len(options) == 0:
        fail()
    if len(options) == 1:
        return options[0]
    return options[below(s, len(options), SEED)]


def shuffled(s, values, stream=SEED):
    start = make(len(values))
    copy(start, address(values), len(values) * 8)
    place = len(values) - 1
    while place > 0:
        other = start + below(s, place + 1, stream) * 8
        here = start + place * 8
        value = load(here)
        store(here, load(other))
        store(other, value)
        place = place - 1
    return pack(len(values), start)


def drawn_from(s, slot, order, amount, stream):
    zone = s[slot]
    amount = least_of(most_of(amount, 0), len(zone))
    if order == ROW:
        s[slot] = cut(zone, amount, len(zone))
        return cut(zone, 0, amount)
    found = 0
    if order == STACK:
        place = len(zone) - 1
        while place >= len(zone) - amount:
            found = push(found, zone[place])
            place = place - 1
        s[slot] = cut(zone, 0, len(zone) - amount)
        return found
    while amount > 0:
        place = below(s, len(zone), stream)
        found = push(found, zone[place])
        zone = spliced(zone, place, 1, 0, 0)
        amount = amount - 1
    s[slot] = zone
    return found


# ---- spaces, counters, rules in play


def settle_on(s, slot, piece):
    if s[slot] >= 0:
        fail()
    s[slot] = sure(piece)


def lift_from(s, slot, piece):
    if s[slot] != piece or piece < 0:
        fail()
    s[slot] = -1


def spent(s, slot, amount):
    if s[slot] < amount:
        fail()
    s[slot] = measured(s[slot] - amount)


def allotted(s, slot, supply, amount):
    more = amount - s[slot]
    if more > s[supply]:
        fail()
    s[supply] = s[supply] - more
    s[slot] = amount


def granted(s, slot, supply, amount, all_or_none):
    amount = most_of(amount, 0)
    if s[supply] < amount:
        if all_or_none:
            amount = 0
        else:
            amount = s[supply]
    s[supply] = s[supply] - amount
    s[slot] = s[slot] + amount
    return amount


def rule_in(s, masks, owners, entry, owner):
    if len(sure(entry)) > 0:
        if entry[2] >= 0:
            s[entry[2] + owner] = s[entry[2] + owner] + 1
        mask = masks + entry[0] * owners + owner
        s[mask] = s[mask] | entry[1]


def rule_out(s, masks, owners, entry, owner):
    if len(sure(entry)) > 0:
        if entry[2] >= 0:
            s[entry[2] + owner] = s[entry[2] + owner] - 1
            if s[entry[2] + owner]:
                return
        mask = masks + entry[0] * owners + owner
        s[mask] = s[mask] & (entry[1] ^ -1)


def game_over(s, finish, won):
    if s[ENDING] != OVER:
        s[WON] = won
    s[STEP] = finish
    s[ENDING] = OVER
    s[AGENDA] = 0
    s[PENDING] = 0


def wait(s, entry):
    if s[ENDING] == OVER:
        return
    for value in entry:
        sure(value)
    if len(s[PENDING]) + len(s[AGENDA]) > MAX_WAITING:
        fail()
    s[PENDING] = joined(s[PENDING], entry)


def same_claims(claims, place, source, piece):
    return claims[place + 1] == source and claims[place + 2] == piece


def settle(s, claims, rule):
    """Claims lie six values each: target, source, piece or -1, amount, order of the target, whom to tell."""
    heard = 0
    if len(claims) == 6 and claims[2] >= 0 and claims[5] == NOTHING:
        there_are = count(s[claims[1]], claims[2])
        if claims[3] <= there_are or rule != NONE_RULE:
            give(s, claims[1], claims[2], claims[0], claims[4], least_of(claims[3], there_are))
        return 0
    size = len(claims)
    place = 0
    while place < size:
        source = claims[place + 1]
        piece = claims[place + 2]
        # The first claim to a source and piece settles all of them.
        earlier = 0
        while earlier < place and same_claims(claims, earlier, source, piece) == 0:
            earlier = earlier + 6
        if earlier == place:
            heard = settle_source(s, claims, rule, source, piece, heard)
        place = place + 6
    return heard


def settle_source(s, claims, rule, source, piece, heard):
    """Give out what is claimed of one source: (target, order) in the order of first claims, amounts added."""
    size = len(claims)
    targets = 0
    wanted = 0
    place = 0
    while place < size:
        if same_claims(claims, place, source, piece):
            wanted = wanted + claims[place + 3]
            known = 0
            while known < len(targets) and (
                targets[known] != claims[place] or targets[known + 1] != claims[place + 4]
            ):
                known = known + 3
            if known < len(targets):
                store(address(targets) + (known + 2) * 8, targets[known + 2] + claims[place + 3])
            else:
                targets = push(push(push(targets, claims[place]), claims[place + 4]), claims[place + 3])
        place = place + 6
    supply = s[source] if piece < 0 else count(s[source], piece)
    short = wanted > supply
    if short and (rule == NONE_RULE or (rule == SOLE_RULE and len(targets) > 3)):
        return heard
    place = 0
    while place < len(targets):
        target = targets[place]
        amount = targets[place + 2]
        if piece < 0:
            got = granted(s, target, source, amount, 0)
            tell = listener_of(claims, target)
            if got and tell != NOTHING:
                heard = push(push(heard, tell), got)
        else:
            if short:
                amount = least_of(amount, count(s[source], piece))
            give(s, source, piece, target, targets[place + 1], amount)
        place = place + 3
    return heard


def listener_of(claims, target):
    """Whom the last claim for a target that has one names."""
    found = NOTHING
    place = 0
    while place < len(claims):
        if claims[place] == target and claims[place + 5] != NOTHING:
            found = claims[place + 5]
        place = place + 6
    return found


def give(s, source, piece, target, order, amount):
    s[source] = removed_some(s[source], amount, piece)
    if order == SET:
        s[target] = added_some(s[target], amount, piece)
    else:
        s[target] = joined(s[target], times_all(push(0, piece), amount))


# ---- boards


def mark(spaces):
    """Write a new stamp at each of some spaces; the stamp."""
    global stamp
    stamp = stamp + 2
    for space in spaces:
        store(marked(space), stamp)
    return stamp


def marked(space):
    """Where the stamp of a space lies."""
    if space < 0 or space >= SPACES:
        fail()
    return MARKS + space * 8


def group(next_to, space, spaces):
    """The second stamp is for what is found."""
    allowed = mark(spaces)
    if space < 0:
        return 0
    if load(marked(space)) != allowed:
        return 0
    start = make(len(spaces))
    store(start, space)
    store(marked(space), allowed + 1)
    found = 1
    one = 0
    while one < found:
        for other in near(next_to, load(start + one * 8)):
            if load(marked(other)) == allowed:
                store(marked(other), allowed + 1)
                store(start + found * 8, other)
                found = found + 1
        one = one + 1
    return sorted_(pack(found, start))


def near(next_to, space):
    """What a table of sequences holds for a space; the entry of `none` comes first."""
    if space < -1 or space + 1 >= len(next_to):
        fail()
    return sure(next_to[space + 1])


def border(next_to, spaces):
    inside = mark(spaces)
    found = 0
    for space in spaces:
        for other in near(next_to, space):
            if load(marked(other)) < inside:
                store(marked(other), inside + 1)
                found = push(found, other)
    return distinct(found)


def groups(next_to, spaces):
    left = distinct(spaces)
    firsts = 0
    while len(left) > 0:
        firsts = push(firsts, left[0])
        left = without(left, group(next_to, left[0], left))
    return firsts


def region_firsts(regions, spaces):
    found = 0
    for space in spaces:
        found = push(found, item(near(regions, space), 0))
    return distinct(found)


def distance(next_to, start, end):
    steps = 0
    edge = push(0, start)
    seen = mark(edge)
    while len(edge) > 0:
        if has(edge, end):
            return steps
        steps = steps + 1
        fresh = 0
        for space in edge:
            for other in near(next_to, space):
                if load(marked(other)) < seen:
                    store(marked(other), seen)
                    fresh = push(fresh, other)
        edge = fresh
    return -1


def ray(directions, space, direction, spaces):
    found = 0
    if direction >= 1 and direction <= len(near(directions, space)):
        space = near(directions, space)[direction - 1]
        while has(spaces, space):
            found = push(found, space)
            space = item(near(directions, space), direction - 1)
    return found


def reach(sides_of, corner, sides, blocked):
    found = push(0, corner)
    one = 0
    for side in sides:
        if len(near(sides_of, side)) != 2:
            fail()
    while one < len(found):
        here = found[one]
        if one == 0 or has(blocked, here) == 0:
            for side in sides:
                ends = near(sides_of, side)
                other = -1
                if ends[0] == here:
                    other = ends[1]
                elif ends[1] == here:
                    other = ends[0]
                if other >= 0:
                    if has(found, other) == 0:
                        found = push(found, other)
        one = one + 1
    return sorted_(cut(found, 1, len(found)))


def walk(forward, back, space, steps):
    table = forward if steps >= 0 else back
    left = size_of(steps)
    start = space
    gone = 0
    while left and space >= 0:
        if space + 1 >= len(table):
            fail()
        space = sure(table[space + 1])
        left = left - 1
        gone = gone + 1
        if space == start:
            left = remainder(left, gone)
    return space


def longest_trail_of(s, corners_of, sides, blocked):
    """Nets of sides are looked at one by one; a corner that is blocked is another one for each side."""
    sides = fromkeys(sides)
    if len(sides) > 62:
        fail()
    ends = 0
    number = 0
    for side in sides:
        corners = near(corners_of, side)
        if len(corners) != 2:
            fail()
        a = corners[0]
        b = corners[1]
        if has(blocked, a):
            a = -2 * number - 1
        if has(blocked, b):
            b = -2 * number - 2
        ends = push(push(ends, a), b)
        number = number + 1
    return longest_of_nets(s, ends)


def longest_of_nets(s, ends):
    corners = fromkeys(ends)
    nets = 0
    seen = 0
    for corner in corners:
        if has(seen, corner) == 0:
            net = push(0, corner)
            seen = push(seen, corner)
            one = 0
            while one < len(net):
                worked(s, CORNER_WORK)
                place = 0
                while place < len(ends):
                    if ends[place] == net[one]:
                        other = ends[place ^ 1]
                        if has(seen, other) == 0:
                            seen = push(seen, other)
                            net = push(net, other)
                    place = place + 1
                one = one + 1
            nets = push(nets, net)
    return longest_in(s, ends, nets)


def sides_at(ends, corner):
    return count(ends, corner)


def net_size(ends, net):
    found = 0
    for corner in net:
        found = found + sides_at(ends, corner)
    return found / 2


def after_in_order(ends, one, other):
    """Whether a net comes before another: larger first, then by their corners, falling."""
    a = net_size(ends, one)
    b = net_size(ends, other)
    if a != b:
        return a > b
    return before_of(other, one, 1)


def longest_in(s, ends, nets):
    longest = 0
    left = nets
    while len(left) > 0:
        best = left[0]
        for net in left:
            if after_in_order(ends, net, best):
                best = net
        left = without(left, push(0, best))
        size = net_size(ends, best)
        if size <= longest:
            return longest
        odd = 0
        for corner in best:
            if sides_at(ends, corner) & 1:
                odd = push(odd, corner)
        most = size - most_of(len(odd) / 2 - 1, 0)
        if most == size:
            longest = size
        else:
            longest = most_of(longest, longest_from(s, cut(odd, 0, len(odd) - 1), ends, most))
    return longest


def longest_from(s, starts, ends, most):
    longest = 0
    for start in starts:
        longest = most_of(longest, trail(s, start, 0, ends))
        if longest >= most:
            return longest
    return longest


def trail(s, corner, used, ends):
    worked(s, CORNER_WORK)
    longest = 0
    place = 0
    while place < len(ends):
        bit = 1 << (place / 2)
        if ends[place] == corner and used & bit == 0:
            longest = most_of(longest, trail(s, ends[place ^ 1], used | bit, ends) + 1)
        place = place + 1
    return longest


# ---- asking


def chance_of(seat):
    """The next 53 bits of a seat's own chance."""
    cell = CHANCES + seat * 16
    store(cell + 8, load(cell + 8) + 1)
    return shift(finalised(load(cell) * -7046029254386353131 + load(cell + 8) * -3372029247567499371), 11)


def decide(seat, first_way, end, count):
    """Which option a bot takes, of those from a place up to another."""
    global decisions
    if decisions >= MAX_DECISIONS:
        fail()
    place = first_way
    if end - first_way > 1 or count == 1:
        place = first_way + scaled(chance_of(seat), end - first_way)
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
    return answered(s, options[decide(by, 0, len(options), len(options))])


def left_of(order, pool, taken):
    """How many of each value are left of a pool."""
    found = 0
    for value in order:
        found = push(found, count(pool, value) - count(taken, value))
    return found


def in_order_of(order, values):
    """Values in the order of a pool."""
    found = 0
    for value in order:
        found = joined(found, times_all(push(0, value), count(values, value)))
    return found


def kinds_in(left):
    found = 0
    for amount in left:
        if amount:
            found = found + 1
    return found


def filled(order, pool, least_many, secret, taken):
    """What is picked with all that must be picked besides."""
    missing = least_many - len(taken)
    if secret or missing <= 0:
        return taken
    left = left_of(order, pool, taken)
    if kinds_in(left) > 1 and len(pool) - len(taken) > missing:
        return taken
    place = 0
    while missing > 0:
        amount = least_of(left[place], missing)
        taken = joined(taken, times_all(push(0, order[place]), amount))
        missing = missing - amount
        place = place + 1
    return in_order_of(order, taken)


def subset_options(order, pool, least_many, most, secret, taken):
    if len(taken) >= most:
        return 0
    left = left_of(order, pool, taken)
    found = 0
    place = 0
    while place < len(order):
        if left[place]:
            found = push(found, order[place])
        place = place + 1
    if len(taken) >= least_many and (len(found) > 0 or secret):
        found = push(found, NOTHING)
    return found


def first_way(order, taken, options):
    if len(taken) == 0:
        return 0
    before = cut(order, 0, place_in(order, last(taken)) - 1)
    found = 0
    for value in options:
        if has(before, value):
            found = found + 1
    return found


def end_of_ways(order, pool, least_many, taken, options, first_one):
    end = len(options)
    missing = least_many - len(taken)
    if missing > 1:
        left = left_of(order, pool, taken)
        behind = 0
        while end > first_one and behind + left[place_in(order, options[end - 1]) - 1] < missing:
            end = end - 1
            behind = behind + left[place_in(order, options[end]) - 1]
    return end


def choose_many(s, by, site, pool, low, high, greedy):
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
    while len(options) > 0:
        way = first_way(order, taken, options)
        end = end_of_ways(order, pool, least_many, taken, options, way)
        if end <= way:
            way = 0
            end = len(options)
        value = options[decide(by, way, end, len(options))]
        if value == NOTHING:
            return answered(s, taken)
        taken = filled(order, pool, least_many, secret, in_order_of(order, push(taken, value)))
        options = subset_options(order, pool, least_many, most, secret, taken)
    return answered(s, taken)


def sum_of_slots(s, slots):
    found = 0
    for slot in slots:
        found = found + s[slot]
    return found


def payable(s, amount, slots, rest, arguments, steps):
    slot = slots[0]
    others = cut(slots, 1, len(slots))
    most = least_of(amount, s[slot])
    part = most_of(0, amount - sum_of_slots(s, others))
    while part <= most:
        worked(s, steps)
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
    left = amount
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
        spent(s, slot, part)
        left = left - part
        place = place + 1
    spent(s, last(slots), left)


def secretly(s, players, body):
    global collecting, collected, replaying, given, given_place
    s[SECRET] = 1
    before = make(SLOTS)
    answers = 0
    for player in players:
        copy(before, STATE, SLOTS * 8)
        collected = 0
        collecting = 1
        call1(body, player)
        collecting = 0
        copy(STATE, before, SLOTS * 8)
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


# ---- the flow


def advance(s):
    """Run the flow to its end."""
    global asked
    work = 0
    patience = PATIENCE
    while patience > 0:
        if top > tidy_at:
            tidy(s)
        if len(s[PENDING]) > 0:
            s[AGENDA] = joined(s[PENDING], s[AGENDA])
            s[PENDING] = 0
        if s[FINISHED]:
            s[WORK] = 0
            return
        work = work + s[WORK]
        if work > MAX_FLOW_WORK:
            fail()
        s[WORK] = 0
        patience = patience - 1
        run = load(PLAIN + s[STEP] * 8)
        if run and len(s[AGENDA]) == 0:
            call0(run)
        else:
            place = load(THREADS + s[STEP] * 8) * 8
            s[STEP] = place / 8
            asked = 0
            if len(s[AGENDA]) > 0:
                run = load(AGENDA_RUNS + place)
                if run == 0 or s[load(ME_SLOTS + place)] != item(s[AGENDA], 1):
                    run = RUN_AGENDA
                call0(run)
            else:
                offers = load(OFFERS + place)
                if offers:
                    options = call0(offers)
                    done = 0
                    if len(options) < 2:
                        done = call1(load(ALONE + place), options)
                    if done == 0:
                        work = work + s[WORK]
                        s[WORK] = 0
                        call1(load(RUNS + place), options)
                else:
                    call0(load(RUNS + place))
            if asked:
                work = 0
                patience = PATIENCE
    fail()


# ---- fingerprints: BLAKE2b (RFC 7693) of what Python's `repr` writes


def fingerprint(s, spans, player):
    """The upper 52 bits of a hash of the slots between pairs of places, and of a player."""
    global written
    size = 0
    place = 0
    while place < len(spans):
        size = size + 30 + spans[place + 1] - spans[place]
        place = place + 2
    worked(s, size)
    before = written
    base = top
    written = OUT_END - 3000000
    start = written
    write_byte(40)
    write_byte(91)
    place = 0
    while place < len(spans):
        if place:
            write_comma()
        write_byte(91)
        slot = spans[place]
        while slot < spans[place + 1]:
            if slot > spans[place]:
                write_comma()
            if load(HOLDS + slot * 8):
                write_tuple(s[slot])
            else:
                write_number(s[slot])
            slot = slot + 1
        write_byte(93)
        place = place + 2
    write_byte(93)
    write_comma()
    write_number(player)
    write_byte(41)
    found = blake(start, written - start)
    written = before
    release(base)
    return found


def write_byte(byte):
    global written
    store_byte(written, byte)
    written = written + 1


def write_comma():
    write_byte(44)
    write_byte(32)


def write_tuple(values):
    write_byte(40)
    place = 0
    while place < len(values):
        if place:
            write_comma()
        if written > OUT_END - 100:
            fail()
        write_number(values[place])
        place = place + 1
    if len(values) == 1:
        write_byte(44)
    write_byte(41)


def turned(value, bits):
    """Bits turned to the right."""
    return shift(value, bits) | (value << (64 - bits))


def stirred(v, a, b, c, d, x, y):
    """The mixing of four of the sixteen words."""
    a = v + a * 8
    b = v + b * 8
    c = v + c * 8
    d = v + d * 8
    store(a, load(a) + load(b) + x)
    store(d, turned(load(d) ^ load(a), 32))
    store(c, load(c) + load(d))
    store(b, turned(load(b) ^ load(c), 24))
    store(a, load(a) + load(b) + y)
    store(d, turned(load(d) ^ load(a), 16))
    store(c, load(c) + load(d))
    store(b, turned(load(b) ^ load(c), 63))


def word_of(block, round_of, place):
    return load(block + SIGMA[round_of * 16 + place] * 8)


def blake_block(h, block, done, final):
    v = make(16)
    place = 0
    while place < 8:
        store(v + place * 8, load(h + place * 8))
        store(v + 64 + place * 8, BLAKE_START[place])
        place = place + 1
    store(v + 96, load(v + 96) ^ done)
    if final:
        store(v + 112, load(v + 112) ^ -1)
    r = 0
    while r < 12:
        k = r - r / 10 * 10
        stirred(v, 0, 4, 8, 12, word_of(block, k, 0), word_of(block, k, 1))
        stirred(v, 1, 5, 9, 13, word_of(block, k, 2), word_of(block, k, 3))
        stirred(v, 2, 6, 10, 14, word_of(block, k, 4), word_of(block, k, 5))
        stirred(v, 3, 7, 11, 15, word_of(block, k, 6), word_of(block, k, 7))
        stirred(v, 0, 5, 10, 15, word_of(block, k, 8), word_of(block, k, 9))
        stirred(v, 1, 6, 11, 12, word_of(block, k, 10), word_of(block, k, 11))
        stirred(v, 2, 7, 8, 13, word_of(block, k, 12), word_of(block, k, 13))
        stirred(v, 3, 4, 9, 14, word_of(block, k, 14), word_of(block, k, 15))
        r = r + 1
    place = 0
    while place < 8:
        store(h + place * 8, load(h + place * 8) ^ load(v + place * 8) ^ load(v + 64 + place * 8))
        place = place + 1


def blake(start, size):
    """The first eight bytes of the hash, as the upper end comes first, without their last 12 bits."""
    h = make(8)
    place = 0
    while place < 8:
        store(h + place * 8, BLAKE_START[place])
        place = place + 1
    # Eight bytes of hash, no key.
    store(h, load(h) ^ 16842760)
    end = start + size
    # What comes after the end counts as zeros.
    place = 0
    while place < 16:
        store(end + place * 8, 0)
        place = place + 1
    done = 0
    while size - done > 128:
        blake_block(h, start + done, done + 128, 0)
        done = done + 128
    blake_block(h, start + done, size, 1)
    word = load(h)
    found = 0
    place = 0
    while place < 8:
        found = (found << 8) | (shift(word, place * 8) & 255)
        place = place + 1
    return shift(found, 12)


# ---- what the host is told


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


def write_state(s):
    """The JSON of a finished state's key, of which its hash is made."""
    global written
    slot = 0
    store_byte(written, 91)
    written = written + 1
    while slot < SLOTS:
        if written > OUT_END - 100000:
            fail()
        if load(HOLDS + slot * 8):
            write_numbers(s[slot] if slot != DRAWN else 0)
        else:
            write_number(s[slot])
        store_byte(written, 44)
        written = written + 1
        slot = slot + 1
    write_numbers(0)
    store_byte(written, 44)
    written = written + 1
    write_numbers(0)
    store_byte(written, 93)
    written = written + 1


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


def begin(seed):
    """A new play; seed: mixed already."""
    global top, tidy_at, decisions, collecting, replaying
    copy(STATE, START, SLOTS * 8)
    top = HEAP
    tidy_at = HEAP + TIDY_EVERY
    decisions = 0
    collecting = 0
    replaying = 0


def play_many(games):
    """Play games between random bots; IN: for each game its seed and those of the seats.

    How many were done.
    """
    global written, written_from
    written = OUT
    done = 0
    while done < games and written < OUT_END - 4000000:
        play_next(IN + done * (PLAYERS + 1) * 8)
        done = done + 1
        store(DONE, done)
        store(DONE + 8, written)
    return done


def play_next(seeds):
    """Play one game; OUT: decisions, the length of the state's text, what is told of the end, the text."""
    global written
    seat = 0
    while seat < PLAYERS:
        store(CHANCES + seat * 16, load(seeds + 8 + seat * 8))
        store(CHANCES + seat * 16 + 8, 0)
        seat = seat + 1
    begin(load(seeds))
    start(load(seeds))
    head = written
    written = head + (2 + TOLD) * 8
    write_state(0)
    store(head, decisions)
    store(head + 8, written - head - (2 + TOLD) * 8)
    written = (written + 7) & -8
    ending(head + 16)


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
    if found > 4611686018427387904 or found < -4611686018427387904:
        fail()
    return found


def tell(told, got):
    """A listener hears of what was settled."""
    return call2(told[0], told, got)
