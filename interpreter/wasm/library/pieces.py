"""Spaces, counters, rules in play, and claims that are settled."""

# mypy: ignore-errors
# ruff: noqa: F821, SIM108, PLR0917, D103


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
