"""What is asked of boards: groups, ways, distances."""

# mypy: ignore-errors
# ruff: noqa: F821, PLW0603, SIM102, D103


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


def longest_in(s, ends, nets):
    """Nets are looked at by their sizes, larger ones first, then by their corners, falling."""
    longest = 0
    sizes = 0
    for net in nets:
        sizes = push(sizes, net_size(ends, net))
    left = len(nets)
    while left > 0:
        chosen = 0
        place = 1
        while place < len(nets):
            if sizes[place] > sizes[chosen] or (
                sizes[place] == sizes[chosen] and before_of(nets[chosen], nets[place], 1)
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
