"""What is asked of boards: groups, ways, distances."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0603, SIM102, D103, RET503


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
    fail()


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


def longest_trail_of(s, corners_of, sides, blocked, weights):
    """Nets of sides are looked at one by one; a corner that is blocked is another one for each side.

    Each side has two places in `ends`, one behind the other, for its two corners; one in `lengths`.
    """
    lengths = lengths_of(sides, weights)
    sides = fromkeys(sides)
    if len(sides) > 62:
        fail()
    start = make(2 * len(sides))
    to = start
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
        store(to, a)
        store(to + 8, b)
        to = to + 16
        number = number + 1
    ends = pack(2 * number, start)
    return longest_of_nets(s, ends, rings_of(ends), lengths)


def lengths_of(sides, weights):
    """What each different side counts: 1 where nothing is said."""
    lengths = 0
    seen = 0
    place = 0
    while place < len(sides):
        length = 1
        if len(weights) > 0:
            length = weights[place]
        if length < 0:
            fail()
        if has(seen, sides[place]) == 0:
            seen = push(seen, sides[place])
            lengths = push(lengths, length)
        place = place + 1
    return lengths


def rings_of(ends):
    """For each place the next one of the same corner, the first for the last."""
    global stamp
    base = stamp + 2
    stamp = base + len(ends)
    start = make(len(ends))
    place = 0
    while place < len(ends):
        to = place
        if ends[place] >= 0:
            before = load(marked(ends[place])) - base
            if before >= 0:
                to = load(start + before * 8)
                store(start + before * 8, place)
            store(marked(ends[place]), base + place)
        store(start + place * 8, to)
        place = place + 1
    return pack(len(ends), start)


def longest_of_nets(s, ends, rings, lengths):
    """A net is the first place of each of its corners."""
    nets = 0
    sizes = 0
    seen = make(len(ends))
    fill(seen, len(ends))
    first_one = 0
    while first_one < len(ends):
        if load(seen + first_one * 8) == 0:
            net = push(0, first_one)
            size = see(seen, first_one, rings, lengths)
            one = 0
            while one < len(net):
                count_work(s, CORNER_WORK)
                place = net[one]
                going = 1
                while going:
                    other = first_place(rings, place ^ 1)
                    if load(seen + other * 8) == 0:
                        size = size + see(seen, other, rings, lengths)
                        net = push(net, other)
                    place = rings[place]
                    going = place != net[one]
                one = one + 1
            nets = push(nets, net)
            sizes = push(sizes, size / 2)
        first_one = first_one + 1
    return longest_in(s, ends, rings, lengths, nets, sizes)


def see(seen, place, rings, lengths):
    """Note that a corner is seen; what its sides count."""
    size = 0
    while load(seen + place * 8) == 0:
        store(seen + place * 8, 1)
        size = size + lengths[place / 2]
        place = rings[place]
    return size


def first_place(rings, place):
    """The first place of a corner that is given by another."""
    while rings[place] > place:
        place = rings[place]
    return rings[place]


def sides_at(rings, place):
    size = 1
    one = rings[place]
    while one != place:
        size = size + 1
        one = rings[one]
    return size


def before_net(ends, a, b):
    """Whether the corners of a net come before those of another."""
    place = 0
    while place < len(a) and place < len(b):
        if ends[a[place]] != ends[b[place]]:
            return ends[a[place]] < ends[b[place]]
        place = place + 1
    return len(a) < len(b)


def shortest_in(net, rings, lengths):
    """What the side of a net that counts least counts."""
    least = lengths[net[0] / 2]
    for corner in net:
        place = corner
        going = 1
        while going:
            least = least_of(least, lengths[place / 2])
            place = rings[place]
            going = place != corner
    return least


def longest_in(s, ends, rings, lengths, nets, sizes):  # noqa: PLR0917 - all that is known of the nets
    """Nets are looked at by their sizes, larger ones first, then by their corners, falling."""
    longest = 0
    left = len(nets)
    while left > 0:
        chosen = 0
        place = 1
        while place < len(nets):
            if sizes[place] > sizes[chosen] or (
                sizes[place] == sizes[chosen] and before_net(ends, nets[chosen], nets[place])
            ):
                chosen = place
            place = place + 1
        best = nets[chosen]
        size = sizes[chosen]
        store(address(sizes) + chosen * 8, -1)
        left = left - 1
        if size <= longest:
            return longest
        odd = 0
        for corner in best:
            if sides_at(rings, corner) & 1:
                odd = push(odd, corner)
        if len(odd) <= 2:
            longest = size
        else:
            most = size - (len(odd) / 2 - 1) * shortest_in(best, rings, lengths)
            longest = most_of(longest, longest_from(s, cut(odd, 0, len(odd) - 1), rings, lengths, most))
    return longest


def longest_from(s, starts, rings, lengths, most):
    longest = 0
    for start in starts:
        longest = most_of(longest, trail(s, start, 0, rings, lengths))
        if longest >= most:
            return longest
    return longest


def trail(s, corner, used, rings, lengths):
    """The longest way from a corner, one place of which is given, by sides that are not used yet."""
    count_work(s, CORNER_WORK)
    longest = 0
    place = corner
    going = 1
    while going:
        bit = 1 << (place / 2)
        if used & bit == 0:
            length = lengths[place / 2]
            longest = most_of(longest, trail(s, place ^ 1, used | bit, rings, lengths) + length)
        place = rings[place]
        going = place != corner
    return longest
