"""Spaces, counters, rules in play, and claims that are settled."""

# mypy: ignore-errors
# ruff: noqa: F821, SIM108, D103


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


def settle(s, claims, rule):
    """Claims lie six values each: target, source, piece or -1, amount, who moves pieces, whom to tell."""
    given = 0
    place = 0
    while place < len(claims):
        given = push(given, share(s, claims, rule, place, given))
        place = place + 6
    heard = 0
    place = 0
    while place < len(claims):
        got = given[place / 6]
        if got > 0:
            hand_out(s, claims, place, got)
            if claims[place + 5] != NOTHING:
                heard = push(push(heard, claims[place + 5]), got)
        place = place + 6
    return heard


def share(s, claims, rule, place, given):
    """How much comes of a claim, given what comes of those before it."""
    source = claims[place + 1]
    piece = claims[place + 2]
    amount = claims[place + 3]
    if amount <= 0:
        return 0
    left = s[source] if piece < 0 else count(s[source], piece)
    wanted = 0
    others = 0
    before = 0
    at = 0
    while at < len(claims):
        if claims[at + 1] == source and claims[at + 2] == piece and claims[at + 3] > 0:
            wanted = wanted + claims[at + 3]
            if claims[at] != claims[place]:
                others = 1
            if at < place:
                before = before + given[at / 6]
        at = at + 6
    if wanted > left and (rule == NONE_RULE or (rule == SOLE_RULE and others)):
        return 0
    return least_of(amount, left - before)


def hand_out(s, claims, place, got):
    """Give what comes of a claim."""
    source = claims[place + 1]
    piece = claims[place + 2]
    way = claims[place + 4]
    if piece < 0:
        s[source] = s[source] - got
        s[claims[place]] = s[claims[place]] + got
    elif way != NOTHING:
        tell(way, got)
    else:
        s[source] = removed_some(s[source], got, piece)
        s[claims[place]] = added_some(s[claims[place]], got, piece)
