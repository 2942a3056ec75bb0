"""Spaces, counters, rules in play, and claims that are settled."""

from __future__ import annotations

from interpreter.layout import AGENDA, CROWD, ENDING, OVER, PENDING
from interpreter.play.runtime import MAX_WAITING
from interpreter.wasm.dialect import Numbers, Rows, State, call2, fail, m
from interpreter.wasm.library.amounts import least_of
from interpreter.wasm.library.memory import joined, push, sure
from interpreter.wasm.library.sequences import added, added_some, count, removed, removed_some


def rule_in(s: State, masks: int, owners: int, entry: Numbers, owner: int) -> None:
    if len(sure(entry)) > 0:
        if entry[2] == CROWD:
            s[entry[0] + owner] = added(s[entry[0] + owner], entry[1])
            return
        if entry[2] >= 0:
            s[entry[2] + owner] = s[entry[2] + owner] + 1
        mask = masks + entry[0] * owners + owner
        s[mask] = s[mask] | entry[1]


def rule_out(s: State, masks: int, owners: int, entry: Numbers, owner: int) -> None:
    if len(sure(entry)) > 0:
        if entry[2] == CROWD:
            s[entry[0] + owner] = removed(s[entry[0] + owner], entry[1])
            return
        if entry[2] >= 0:
            s[entry[2] + owner] = s[entry[2] + owner] - 1
            if s[entry[2] + owner]:
                return
        mask = masks + entry[0] * owners + owner
        s[mask] = s[mask] & (entry[1] ^ -1)


def wait(s: State, entry: Numbers) -> None:
    if s[ENDING] == OVER:
        return
    for value in entry:
        sure(value)
    if len(s[PENDING]) + len(s[AGENDA]) > MAX_WAITING:
        fail()
    s[PENDING] = joined(s[PENDING], entry)


def settle(s: State, claims: Rows, rule: int) -> Rows:
    """Claims lie six values each: target, source, piece or -1, amount, who moves pieces, whom to tell."""
    given: Numbers = ()
    place = 0
    while place < len(claims):
        given = push(given, share(s, claims, rule, place, given))
        place = place + 6
    heard: Numbers = ()
    place = 0
    while place < len(claims):
        got = given[place // 6]
        if got > 0:
            hand_out(s, claims, place, got)
            if claims[place + 5] is not None:
                heard = push(push(heard, claims[place + 5]), got)
        place = place + 6
    return heard


def share(s: State, claims: Rows, rule: int, place: int, given: Rows) -> int:
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
                before = before + given[at // 6]
        at = at + 6
    if wanted > left and (rule == m.NONE_RULE or (rule == m.SOLE_RULE and others)):
        return 0
    return least_of(amount, left - before)


def hand_out(s: State, claims: Rows, place: int, got: int) -> None:
    """Give what comes of a claim."""
    source = claims[place + 1]
    piece = claims[place + 2]
    way = claims[place + 4]
    if piece < 0:
        s[source] = s[source] - got
        s[claims[place]] = s[claims[place]] + got
    elif way is not None:
        tell(way, got)
    else:
        s[source] = removed_some(s[source], got, piece)
        s[claims[place]] = added_some(s[claims[place]], got, piece)


def tell(told: Rows, got: int) -> None:
    """A listener hears of what was settled."""
    call2(told[0], told, got)
