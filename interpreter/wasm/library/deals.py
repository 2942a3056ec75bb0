"""Guesses: what a seat does not see is dealt again, as `play.deal` and `State.guess` do it."""

from __future__ import annotations

from typing import Any

from interpreter.layout import DRAWS, RESEEDS, SEED, STEP, UNSEEN
from interpreter.play.determinization import BOLD_DEALS, LATE_DEALS, MAX_DEALS, UNSEEN_DEALS
from interpreter.play.shared import gone, last
from interpreter.wasm.dialect import (
    Numbers,
    Rows,
    State,
    address,
    copy,
    fail,
    has_most,
    least_hidden,
    load,
    m,
    most_hidden,
    numbers_at,
    pack,
    shift,
    store,
    value_at,
)
from interpreter.wasm.library.amounts import least_of, most_of, remainder
from interpreter.wasm.library.chance import finalised, high_half, mixed
from interpreter.wasm.library.memory import cut, item, joined, listing, make, push, put_state, times_all
from interpreter.wasm.library.pieces import rule_in, rule_out
from interpreter.wasm.library.positions import again, loaded, saved, set_drawn
from interpreter.wasm.library.sequences import has, place_in, same, sorted_, spliced
from interpreter.wasm.library.subsets import (
    filled,
    fits_all,
    fitting_left,
    left_of,
    not_taken,
    one_more,
    subset_options,
)


def deal_below(n: int) -> int:
    if n <= 0 or n > 2147483647:
        fail()
    m.deal_drawn = m.deal_drawn + 1
    return high_half(finalised(m.deal_seed * -7046029254386353131 + m.deal_drawn * -3372029247567499371), n)


def deal_choice(values: Numbers) -> int:
    return values[deal_below(len(values))]


def deal_between(low: int, high: int) -> int:
    return low + deal_below(high - low + 1)


def deal_shuffled(values: Numbers) -> Numbers:
    start = make(len(values))
    copy(start, address(values), len(values) * 8)
    place = len(values) - 1
    while place > 0:
        other = start + deal_below(place + 1) * 8
        here = start + place * 8
        value = load(here)
        store(here, load(other))
        store(other, value)
        place = place - 1
    return pack(len(values), start)


def cover(number: int, part: int) -> Any:
    """A part of what is told of a place that not everybody sees."""
    return value_at(m.COVERS + (number * m.COVER_PARTS + part) * 8)


def hidden_part(base: int, number: int, seat: int) -> Any:
    """What a seat does not see of such a place, in slots that begin at base; NOTHING where it sees it all."""
    content = numbers_at(base + cover(number, m.C_SLOT) * 8)
    if cover(number, m.C_STACKED):
        return cut(content, 0, most_of(len(content) - 1, 0))
    if sees(base, cover(number, m.C_SEEN), cover(number, m.C_OWNER), seat):
        return None
    return content


def sees(base: int, seen_slot: int, owner: int, seat: int) -> bool:
    if seen_slot >= 0:
        told = load(base + seen_slot * 8)
        if told == m.EVERYBODY:
            return True
        if seat >= 0 and shift(told, seat) & 1:
            return True
    return seat >= 0 and owner == seat


def knows(base: int, checkpoint: int, seat: int, site: int) -> bool:
    """Whether a seat may know what is asked at a place in the rules; base: the slots of now."""
    if load(m.SECRET_STEPS + load(checkpoint + STEP * 8) * 8):
        return False
    zones = value_at(m.SITE_ZONES + site * 8)
    if zones is None:
        return False
    place = 0
    while place < len(zones):
        if not sees(base, zones[place], zones[place + 1], seat):
            return False
        place = place + 2
    return True


def or_none(content: Numbers | None) -> Numbers:
    return () if content is None else content


def revealed(before: int, now: int, seat: int) -> Numbers:
    """The pieces that a seat did not see in some slots and sees in others."""
    was: Numbers = ()
    still: Numbers = ()
    number = 0
    while number < m.COVER_COUNT:
        if cover(number, m.C_PIECES):
            a = or_none(hidden_part(before, number, seat))
            b = or_none(hidden_part(now, number, seat))
            if a != b:
                was = joined(was, a)
                still = joined(still, b)
        number = number + 1
    return more_in(was, still)


def more_in(was: Numbers, still: Numbers) -> Numbers:
    """The pieces that lie in one sequence more often than in another, sorted."""
    found: Numbers = ()
    left = sorted_(still)
    at = 0
    for piece in sorted_(was):
        while at < len(left) and left[at] < piece:
            at = at + 1
        if at < len(left) and left[at] == piece:
            at = at + 1
        else:
            found = push(found, piece)
    return found


def deal_hidden(s: State, now: int, seat: int, cautious: int, chosen: Numbers) -> None:
    """Deal what a seat does not see in the slots in play; now: the slots that must still come of them."""
    m.deal_known = revealed(m.STATE, now, seat)
    open_places: Rows = ()
    lots: Numbers = ()
    packs: Rows = ()
    number = 0
    while number < m.COVER_COUNT:
        content = hidden_part(m.STATE, number, seat)
        fixed: Numbers = ()
        open_now = content is not None and (cover(number, m.C_VALUES) != 0 or cover(number, m.C_PIECES))
        if open_now and cautious:
            slot = cover(number, m.C_SLOT)
            if not same(s[slot], numbers_at(now + slot * 8)) or meets(content, chosen):
                open_now = False
        if open_now:
            fixed = still_there(number, content, now, seat)
            open_places = push(push(push(open_places, number), content), fixed)
            if cover(number, m.C_VALUES) == 0:
                place = 0
                while place < len(content):
                    if fixed[place] == 0:
                        lot = lot_of(number, content[place])
                        known = place_in(lots, lot)
                        if known == 0:
                            lots = push(lots, lot)
                            packs = push(packs, (content[place],))
                        else:
                            cell = address(packs) + (known - 1) * 8
                            store(cell, push(numbers_at(cell), content[place]))
                    place = place + 1
        number = number + 1
    place = 0
    while place < len(packs):
        store(address(packs) + place * 8, deal_shuffled(sorted_(packs[place])))
        place = place + 1
    place = 0
    while place < len(open_places):
        deal_place(s, open_places[place], open_places[place + 1], open_places[place + 2], lots, packs)
        place = place + 3
    deal_counters(s, seat)


def meets(content: Numbers, chosen: Numbers) -> bool:
    return any(has(chosen, piece) for piece in content)


def lot_of(number: int, piece: int) -> int:
    pool: int = cover(number, m.C_POOL)
    return pool * m.BACK_COUNT + load(m.BACKS + piece * 8)


def still_there(number: int, content: Numbers, now: int, seat: int) -> Numbers:
    """For each piece of a place whether it must stay: it has left since, and is known."""
    later = or_none(hidden_part(now, number, seat))
    if later == content:
        return times_all((0,), len(content))
    fixed = gone(content, later, cover(number, m.C_ORDERED))
    if cover(number, m.C_PIECES):
        kept_flags: Numbers = ()
        place = 0
        while place < len(content):
            flag = fixed[place]
            if flag:
                flag = take_known(content[place])
            kept_flags = push(kept_flags, flag)
            place = place + 1
        return kept_flags
    return fixed


def take_known(piece: int) -> bool:
    place = place_in(m.deal_known, piece)
    if place == 0:
        return False
    m.deal_known = spliced(m.deal_known, place - 1, 1, 0, 0)
    return True


def deal_place(s: State, number: int, content: Numbers, fixed: Numbers, lots: Numbers, packs: Rows) -> None:
    """Put what is dealt into its place, and the rules of the pieces into force."""
    dealt = make(len(content))
    values = cover(number, m.C_VALUES)
    place = 0
    while place < len(content):
        piece = content[place]
        if fixed[place] == 0:
            if values:
                back = 0
                if cover(number, m.C_PIECES):
                    back = load(m.BACKS + piece * 8)
                piece = deal_choice(item(values, back))
            else:
                cell = address(packs) + (place_in(lots, lot_of(number, piece)) - 1) * 8
                lot = numbers_at(cell)
                piece = last(lot)
                store(cell, cut(lot, 0, len(lot) - 1))
        store(dealt + place * 8, piece)
        place = place + 1
    found = pack(len(content), dealt) if len(content) else ()
    for owner in cover(number, m.C_FORCE):
        for piece in content:
            rule_out(m.state, m.MASKS, m.OWNERS, numbers_at(m.RULES_OF_PIECES + piece * 8), owner)
        for piece in found:
            rule_in(m.state, m.MASKS, m.OWNERS, numbers_at(m.RULES_OF_PIECES + piece * 8), owner)
    slot = cover(number, m.C_SLOT)
    if cover(number, m.C_ORDERED) == 0:
        found = sorted_(found)
    s[slot] = joined(found, cut(s[slot], len(content), len(s[slot])))


def hidden_counter(number: int, part: int) -> Any:
    return load(m.HIDDEN_COUNTERS + (number * 4 + part) * 8)


def deal_counters(s: State, seat: int) -> None:
    """Give the counters that a seat does not see other values; those that share a supply keep their sum."""
    shares: Numbers = ()
    number = 0
    while number < m.HIDDEN_COUNT:
        if hidden_counter(number, 1) != seat:
            values = hidden_counter(number, 3)
            if hidden_counter(number, 2) >= 0:
                if not has(shares, hidden_counter(number, 2)):
                    shares = push(shares, hidden_counter(number, 2))
            elif len(values) > 0:
                s[hidden_counter(number, 0)] = deal_choice(values)
            elif has_most(number):
                low = least_hidden(m.state, number)
                s[hidden_counter(number, 0)] = deal_between(low, most_of(low, most_hidden(m.state, number)))
        number = number + 1
    for share in shares:
        deal_share(s, share, seat)


def deal_share(s: State, share: int, seat: int) -> None:
    """Deal the sum of some counters among them."""
    members: Numbers = ()
    total = 0
    number = 0
    while number < m.HIDDEN_COUNT:
        if hidden_counter(number, 2) == share and hidden_counter(number, 1) != seat:
            members = push(members, number)
            total = total + s[hidden_counter(number, 0)]
        number = number + 1
    low: Numbers = ()
    high: Numbers = ()
    for number in members:
        low = push(low, least_hidden(m.state, number))
    for number in members:
        high = push(high, most_hidden(m.state, number) if has_most(number) else total)
    order = deal_shuffled(listing(0, len(members), 1))
    one = 0
    while one < len(order):
        place = order[one]
        least_now = total
        most_now = total
        rest = one + 1
        while rest < len(order):
            least_now = least_now - high[order[rest]]
            most_now = most_now - low[order[rest]]
            rest = rest + 1
        least_now = most_of(low[place], least_now)
        most_now = least_of(high[place], most_now)
        value = deal_between(least_now, most_of(least_now, most_now))
        s[hidden_counter(members[place], 0)] = value
        total = total - value
        one = one + 1


def guess(seat: int, seed: int) -> None:
    """Make the position in play one that looks the same to a seat, with other hidden things and chance."""
    truth = saved()
    deal = 0
    found = 0
    while deal < MAX_DEALS and found == 0:
        found = dealt_anew(m.state, truth, seat, seed, deal)
        if found == 0:
            loaded(truth)
        deal = deal + 1
    if found == 0:
        # Python looks for the nearest.
        fail()
    reseed_all(m.state, seed)


def reseed_all(s: State, seed: int) -> None:
    """Make all draws from now on new; those of the current step can still be made as they were."""
    draw = s[DRAWS]
    new = mixed(seed)
    if load(m.CHECKPOINT + DRAWS * 8) == draw:
        store(m.CHECKPOINT + SEED * 8, new)
        store(m.CHECKPOINT + UNSEEN * 8, new)
        store(m.CHECKPOINT + RESEEDS * 8, 0)
    else:
        earlier: Numbers = ()
        changes = numbers_at(m.CHECKPOINT + RESEEDS * 8)
        while len(changes) > 0:
            if changes[0] < draw:
                earlier = joined(earlier, cut(changes, 0, 3))
            changes = cut(changes, 3, len(changes))
        store(m.CHECKPOINT + RESEEDS * 8, push(push(push(earlier, draw), new), new))
    s[SEED] = new
    s[UNSEEN] = new
    s[RESEEDS] = 0


def reseed_unseen(s: State, seed: int) -> None:
    """Make the chance of what happens out of sight another, whenever else the chance changes."""
    s[UNSEEN] = mixed(seed)
    changes: Numbers = s[RESEEDS]
    found: Numbers = ()
    place = 0
    while place < len(changes):
        found = push(found, s[UNSEEN] if remainder(place, 3) == 2 else changes[place])
        place = place + 1
    s[RESEEDS] = found


def dealt_anew(s: State, truth: int, seat: int, seed: int, deal: int) -> bool:
    """Deal the position in play; whether it asks and shows a seat what the true one does."""
    m.deal_seed = mixed(seed + deal)
    m.deal_drawn = 0
    m.deal_truth = truth
    m.deal_seat = seat
    m.deal_cautious = deal >= BOLD_DEALS and deal < LATE_DEALS
    m.deal_missed = 0
    now = truth + m.SLOTS * 8
    chosen: Numbers = ()
    if m.deal_cautious:
        chosen = chosen_in(truth)
    put_state(m.CHECKPOINT)
    deal_hidden(m.state, now, seat, m.deal_cautious, chosen)
    if deal < UNSEEN_DEALS and load(now + DRAWS * 8) != s[DRAWS]:
        reseed_unseen(m.state, seed + deal)
    copy(m.CHECKPOINT, m.STATE, m.SLOTS * 8)
    by = load(truth + m.OF_BY)
    if by < 0:
        return True
    log = numbers_at(truth + m.OF_LOG)
    if load(m.SECRET_STEPS + s[STEP] * 8) and m.deal_cautious == 0:
        m.deal_own = own_answers(log, seat)
        m.deal_left = 0
        again(log, m.ANEW)
    else:
        m.deal_came = revealed(truth, now, seat)
        again(log, m.ALIKE)
    if m.stopped == 0 or m.deal_missed:
        return False
    if not picked_again(by, seat, now):
        return False
    store(m.Q_DECISIONS, load(truth + m.OF_DECISIONS))
    return looks_alike(by, now, seat)


def chosen_in(truth: int) -> Numbers:
    """All values that were chosen in the current step."""
    found = numbers_at(truth + m.OF_PICKED)
    log = numbers_at(truth + m.OF_LOG)
    place = 0
    while place < len(log):
        found = joined(found, log[place] if log[place + 1] else (log[place],))
        place = place + 3
    return found


def own_answers(log: Rows, seat: int) -> Rows:
    found: Numbers = ()
    place = 0
    while place < len(log):
        if log[place + 2] == seat:
            found = push(push(found, log[place]), log[place + 1])
        place = place + 3
    return found


def held(value: Numbers) -> bool:
    """Whether all of a sequence lies in the pool of the question, and can become an answer."""
    if load(m.Q_GOOD):
        return fits_all(value) > 0
    return len(more_in(value, numbers_at(m.Q_POOL))) == 0


def picked_again(by: int, seat: int, now: int) -> bool:
    """Pick what is picked of a subset already, or as many other things; whether that can be."""
    before = numbers_at(m.deal_truth + m.OF_PICKED)
    if len(before) == 0:
        return True
    order = numbers_at(m.Q_ORDER)
    pool = numbers_at(m.Q_POOL)
    if load(m.Q_SUBSET) == 0:
        return False
    if m.deal_cautious or by == seat or knows(now, m.deal_truth, seat, load(m.deal_truth + m.OF_SITE)):
        if not held(before):
            return False
        store(m.Q_PICKED, before)
        store(
            m.Q_OPTIONS,
            subset_options(order, pool, load(m.Q_LEAST), load(m.Q_MOST), load(m.Q_SECRETLY), before),
        )
        set_drawn(m.state, 0)
        return True
    picked_now = filled(order, pool, load(m.Q_LEAST), load(m.Q_SECRETLY), ())
    open_values = open_of(order, pool, picked_now)
    while len(picked_now) < least_of(len(before), len(pool)) and len(open_values) > 0:
        picked_now = one_more(order, picked_now, deal_choice(open_values))
        picked_now = filled(order, pool, load(m.Q_LEAST), load(m.Q_SECRETLY), picked_now)
        open_values = open_of(order, pool, picked_now)
    options = subset_options(order, pool, load(m.Q_LEAST), load(m.Q_MOST), load(m.Q_SECRETLY), picked_now)
    store(m.Q_PICKED, picked_now)
    store(m.Q_OPTIONS, options)
    return len(options) > 0


def open_of(order: Numbers, pool: Numbers, taken: Numbers) -> Numbers:
    """What can be picked next."""
    if load(m.Q_GOOD):
        return fitting_left(order, taken)
    return not_taken(order, left_of(order, pool, taken))


def looks_alike(by: int, now: int, seat: int) -> bool:
    """Whether the position in play and the true one, which wait, ask and show a seat the same."""
    site = load(m.deal_truth + m.OF_SITE)
    if by != load(m.Q_BY):
        return False
    if by == seat and (
        site != load(m.Q_SITE) or not same(numbers_at(m.deal_truth + m.OF_OPTIONS), numbers_at(m.Q_OPTIONS))
    ):
        return False
    if site != load(m.Q_SITE) and knows(now, m.deal_truth, seat, site):
        return False
    slot = 0
    while slot < m.SLOTS:
        if load(m.STATE + slot * 8) != load(now + slot * 8) and shows_other(slot, now, seat):
            return False
        slot = slot + 1
    return True


def shows_other(slot: int, now: int, seat: int) -> bool:
    """Whether a seat sees a difference between what slots of now hold and those in play, which differ."""
    kind = load(m.SIGHT + slot * 8)
    if kind == m.SIGHT_NONE:
        return False
    if kind <= m.SIGHT_COUNTER:
        return m.SIGHT_COUNTER - kind == seat
    if load(m.HOLDS + slot * 8) == 0:
        return True
    a = numbers_at(m.STATE + slot * 8)
    b = numbers_at(now + slot * 8)
    if kind == m.SIGHT_OPEN:
        return not same(a, b)
    hidden_a = hidden_part(m.STATE, kind, seat)
    hidden_b = hidden_part(now, kind, seat)
    if hidden_a is None or hidden_b is None:
        return hidden_a != hidden_b or not same(a, b)
    if not same(cut(a, len(hidden_a), len(a)), cut(b, len(hidden_b), len(b))):
        return True
    return not same(shown_backs(kind, hidden_a), shown_backs(kind, hidden_b))


def shown_backs(number: int, content: Numbers) -> Numbers:
    found: Numbers = ()
    for piece in content:
        found = push(found, load(m.BACKS + piece * 8) if cover(number, m.C_PIECES) else 0)
    if cover(number, m.C_ORDERED):
        return found
    return sorted_(found)
