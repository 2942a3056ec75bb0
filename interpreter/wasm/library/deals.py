"""Guesses: what a seat does not see is dealt again, as `play.deal` and `State.guess` do it."""

# mypy: ignore-errors
# ruff: noqa


# ---- chance of a deal


def mixed(seed):
    return shift(finalised(seed * -7046029254386353131 + 7146057691288625177), 11)


def deal_below(n):
    global deal_drawn
    if n <= 0 or n > 2147483647:
        fail()
    deal_drawn = deal_drawn + 1
    return high_half(finalised(deal_seed * -7046029254386353131 + deal_drawn * -3372029247567499371), n)


def deal_choice(values):
    return values[deal_below(len(values))]


def deal_between(low, high):
    return low + deal_below(high - low + 1)


def deal_shuffled(values):
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


# ---- what is hidden


def cover(number, part):
    """A part of what is told of a place that not everybody sees."""
    return load(COVERS + (number * COVER_PARTS + part) * 8)


def hidden_part(base, number, seat):
    """What a seat does not see of such a place, in slots that begin at base; NOTHING where it sees it all."""
    content = load(base + cover(number, C_SLOT) * 8)
    if cover(number, C_STACKED):
        return cut(content, 0, most_of(len(content) - 1, 0))
    if sees(base, cover(number, C_SEEN), cover(number, C_OWNER), seat):
        return NOTHING
    return content


def sees(base, seen_slot, owner, seat):
    if seen_slot >= 0:
        told = load(base + seen_slot * 8)
        if told == EVERYBODY:
            return 1
        if seat >= 0 and shift(told, seat) & 1:
            return 1
    return seat >= 0 and owner == seat


def knows(base, checkpoint, seat, site):
    """Whether a seat may know what is asked at a place in the rules; base: the slots of now."""
    if load(SECRET_STEPS + load(checkpoint + STEP * 8) * 8):
        return 0
    zones = load(SITE_ZONES + site * 8)
    if zones == NOTHING:
        return 0
    place = 0
    while place < len(zones):
        if sees(base, zones[place], zones[place + 1], seat) == 0:
            return 0
        place = place + 2
    return 1


def or_none(content):
    return 0 if content == NOTHING else content


def revealed(before, now, seat):
    """The pieces that a seat did not see in some slots and sees in others."""
    was = 0
    still = 0
    number = 0
    while number < COVER_COUNT:
        if cover(number, C_PIECES):
            a = or_none(hidden_part(before, number, seat))
            b = or_none(hidden_part(now, number, seat))
            if a != b:
                was = joined(was, a)
                still = joined(still, b)
        number = number + 1
    return more_in(was, still)


def more_in(was, still):
    """The pieces that lie in one sequence more often than in another."""
    found = 0
    left = still
    for piece in was:
        place = place_in(left, piece)
        if place:
            left = spliced(left, place - 1, 1, 0, 0)
        else:
            found = push(found, piece)
    return found


def gone(before, now, ordered):
    """For each piece whether it has left; in an order, all between what is still at both ends."""
    flags = 0
    if ordered:
        most = least_of(len(before), len(now))
        head = 0
        while head < most and before[head] == now[head]:
            head = head + 1
        tail = 0
        while tail < most - head and before[len(before) - 1 - tail] == now[len(now) - 1 - tail]:
            tail = tail + 1
        place = 0
        while place < len(before):
            flags = push(flags, place >= head and place < len(before) - tail)
            place = place + 1
        return flags
    left = now
    for piece in before:
        place = place_in(left, piece)
        if place:
            left = spliced(left, place - 1, 1, 0, 0)
        flags = push(flags, place == 0)
    return flags


# ---- dealing


def deal_hidden(s, now, seat, cautious, chosen):
    """Deal what a seat does not see in the slots in play; now: the slots that must still come of them."""
    global deal_known
    deal_known = revealed(STATE, now, seat)
    open_places = 0
    lots = 0
    packs = 0
    number = 0
    while number < COVER_COUNT:
        content = hidden_part(STATE, number, seat)
        fixed = 0
        open_now = content != NOTHING and (cover(number, C_VALUES) != 0 or cover(number, C_PIECES))
        if open_now and cautious:
            slot = cover(number, C_SLOT)
            if same(s[slot], load(now + slot * 8)) == 0 or meets(content, chosen):
                open_now = 0
        if open_now:
            fixed = still_there(number, content, now, seat)
            open_places = push(push(push(open_places, number), content), fixed)
            if cover(number, C_VALUES) == 0:
                place = 0
                while place < len(content):
                    if fixed[place] == 0:
                        lot = lot_of(number, content[place])
                        known = place_in(lots, lot)
                        if known == 0:
                            lots = push(lots, lot)
                            packs = push(packs, push(0, content[place]))
                        else:
                            cell = address(packs) + (known - 1) * 8
                            store(cell, push(load(cell), content[place]))
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


def meets(content, chosen):
    for piece in content:
        if has(chosen, piece):
            return 1
    return 0


def lot_of(number, piece):
    return cover(number, C_POOL) * BACK_COUNT + load(BACKS + piece * 8)


def still_there(number, content, now, seat):
    """For each piece of a place whether it must stay: it has left since, and is known."""
    later = or_none(hidden_part(now, number, seat))
    if later == content:
        return times_all(push(0, 0), len(content))
    fixed = gone(content, later, cover(number, C_ORDERED))
    if cover(number, C_PIECES):
        kept_flags = 0
        place = 0
        while place < len(content):
            flag = fixed[place]
            if flag:
                flag = take_known(content[place])
            kept_flags = push(kept_flags, flag)
            place = place + 1
        return kept_flags
    return fixed


def take_known(piece):
    global deal_known
    place = place_in(deal_known, piece)
    if place == 0:
        return 0
    deal_known = spliced(deal_known, place - 1, 1, 0, 0)
    return 1


def deal_place(s, number, content, fixed, lots, packs):
    """Put what is dealt into its place, and the rules of the pieces into force."""
    dealt = make(len(content))
    values = cover(number, C_VALUES)
    place = 0
    while place < len(content):
        piece = content[place]
        if fixed[place] == 0:
            if values:
                back = 0
                if cover(number, C_PIECES):
                    back = load(BACKS + piece * 8)
                piece = deal_choice(item(values, back))
            else:
                cell = address(packs) + (place_in(lots, lot_of(number, piece)) - 1) * 8
                lot = load(cell)
                piece = last(lot)
                store(cell, cut(lot, 0, len(lot) - 1))
        store(dealt + place * 8, piece)
        place = place + 1
    found = pack(len(content), dealt) if len(content) else 0
    for owner in cover(number, C_FORCE):
        for piece in content:
            rule_out(0, MASKS, OWNERS, load(RULES_OF_PIECES + piece * 8), owner)
        for piece in found:
            rule_in(0, MASKS, OWNERS, load(RULES_OF_PIECES + piece * 8), owner)
    slot = cover(number, C_SLOT)
    if cover(number, C_ORDERED) == 0:
        found = sorted_(found)
    s[slot] = joined(found, cut(s[slot], len(content), len(s[slot])))


def hidden_counter(number, part):
    return load(HIDDEN_COUNTERS + (number * 4 + part) * 8)


def deal_counters(s, seat):
    """Give the counters that a seat does not see other values; those that share a supply keep their sum."""
    shares = 0
    number = 0
    while number < HIDDEN_COUNT:
        if hidden_counter(number, 1) != seat:
            values = hidden_counter(number, 3)
            if hidden_counter(number, 2) >= 0:
                if has(shares, hidden_counter(number, 2)) == 0:
                    shares = push(shares, hidden_counter(number, 2))
            elif len(values) > 0:
                s[hidden_counter(number, 0)] = deal_choice(values)
            elif has_most(number):
                low = least_hidden(0, number)
                s[hidden_counter(number, 0)] = deal_between(low, most_of(low, most_hidden(0, number)))
        number = number + 1
    for share in shares:
        deal_share(s, share, seat)


def deal_share(s, share, seat):
    """Deal the sum of some counters among them."""
    members = 0
    total = 0
    number = 0
    while number < HIDDEN_COUNT:
        if hidden_counter(number, 2) == share and hidden_counter(number, 1) != seat:
            members = push(members, number)
            total = total + s[hidden_counter(number, 0)]
        number = number + 1
    low = 0
    high = 0
    for number in members:
        low = push(low, least_hidden(0, number))
    for number in members:
        high = push(high, most_hidden(0, number) if has_most(number) else total)
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


# ---- guesses


def guess(seat, seed):
    """Make the position in play one that looks the same to a seat, with other hidden things and chance."""
    truth = saved()
    deal = 0
    found = 0
    while deal < MAX_DEALS and found == 0:
        found = dealt_anew(0, truth, seat, seed, deal)
        if found == 0:
            loaded(truth)
        deal = deal + 1
    if found == 0:
        # Python looks for the nearest.
        fail()
    reseed_all(0, seed)


def reseed_all(s, seed):
    """Make all draws from now on new; those of the current step can still be made as they were."""
    draw = s[DRAWS]
    new = mixed(seed)
    if load(CHECKPOINT + DRAWS * 8) == draw:
        store(CHECKPOINT + SEED * 8, new)
        store(CHECKPOINT + UNSEEN * 8, new)
        store(CHECKPOINT + RESEEDS * 8, 0)
    else:
        earlier = 0
        changes = load(CHECKPOINT + RESEEDS * 8)
        while len(changes) > 0:
            if changes[0] < draw:
                earlier = joined(earlier, cut(changes, 0, 3))
            changes = cut(changes, 3, len(changes))
        store(CHECKPOINT + RESEEDS * 8, push(push(push(earlier, draw), new), new))
    s[SEED] = new
    s[UNSEEN] = new
    s[RESEEDS] = 0


def reseed_unseen(s, seed):
    """Make the chance of what happens out of sight another, whenever else the chance changes."""
    s[UNSEEN] = mixed(seed)
    changes = s[RESEEDS]
    found = 0
    place = 0
    while place < len(changes):
        found = push(found, s[UNSEEN] if remainder(place, 3) == 2 else changes[place])
        place = place + 1
    s[RESEEDS] = found


def dealt_anew(s, truth, seat, seed, deal):
    """Deal the position in play; whether it asks and shows a seat what the true one does."""
    global \
        deal_seed, \
        deal_drawn, \
        deal_truth, \
        deal_seat, \
        deal_cautious, \
        deal_missed, \
        deal_came, \
        deal_own, \
        deal_left
    deal_seed = mixed(seed + deal)
    deal_drawn = 0
    deal_truth = truth
    deal_seat = seat
    deal_cautious = deal >= BOLD_DEALS and deal < LATE_DEALS
    deal_missed = 0
    now = truth + SLOTS * 8
    chosen = 0
    if deal_cautious:
        chosen = chosen_in(truth)
    copy(STATE, CHECKPOINT, SLOTS * 8)
    deal_hidden(0, now, seat, deal_cautious, chosen)
    if deal < UNSEEN_DEALS and load(now + DRAWS * 8) != s[DRAWS]:
        reseed_unseen(0, seed + deal)
    copy(CHECKPOINT, STATE, SLOTS * 8)
    by = load(truth + OF_BY)
    if by < 0:
        return 1
    log = load(truth + OF_LOG)
    if load(SECRET_STEPS + s[STEP] * 8) and deal_cautious == 0:
        deal_own = own_answers(log, seat)
        deal_left = 0
        again(log, ANEW)
    else:
        deal_came = revealed(truth, now, seat)
        again(log, ALIKE)
    if stopped == 0 or deal_missed:
        return 0
    if picked_again(by, seat, now) == 0:
        return 0
    store(Q_DECISIONS, load(truth + OF_DECISIONS))
    return looks_alike(by, now, seat)


def chosen_in(truth):
    """All values that were chosen in the current step."""
    found = load(truth + OF_PICKED)
    log = load(truth + OF_LOG)
    place = 0
    while place < len(log):
        found = joined(found, log[place] if log[place + 1] else push(0, log[place]))
        place = place + 3
    return found


def own_answers(log, seat):
    found = 0
    place = 0
    while place < len(log):
        if log[place + 2] == seat:
            found = push(push(found, log[place]), log[place + 1])
        place = place + 3
    return found


def missed():
    """What somebody has chosen cannot be chosen in this deal."""
    global deal_missed, stopped
    deal_missed = 1
    stopped = 1
    return 0


def answer_alike(by):
    """An answer that would show a seat what that of the step has shown it."""
    global log_place
    value = given_log[log_place]
    subset = given_log[log_place + 1]
    log_place = log_place + 3
    site = load(Q_SITE)
    known = deal_cautious or by == deal_seat
    if known == 0:
        known = knows(deal_truth + SLOTS * 8, deal_truth, deal_seat, site)
    if known == 0 and load(SITE_PIECES + site * 8):
        known = all_in(deal_came, value if subset else push(0, value))
    if known == 0:
        return answer_by_chance()
    if fits(value, subset) == 0:
        return missed()
    return value


def all_in(came, values):
    for value in values:
        if has(came, value) == 0:
            return 0
    return 1


def answer_anew(by):
    """In a secret step: the seat's own answers, and those of others at random."""
    global stopped, deal_left
    own_left = deal_left < len(deal_own)
    wanted = load(deal_truth + OF_BY)
    if by == wanted and (wanted != deal_seat or own_left == 0):
        stopped = 1
        return 0
    if by == deal_seat:
        if own_left == 0:
            return missed()
        value = deal_own[deal_left]
        subset = deal_own[deal_left + 1]
        deal_left = deal_left + 2
        if fits(value, subset) == 0:
            return missed()
        return value
    return answer_by_chance()


def fits(value, subset):
    """Whether something can be the answer to the question in play."""
    if subset != load(Q_SUBSET):
        return 0
    if subset == 0:
        return has(load(Q_OPTIONS), value)
    if load(Q_GOOD):
        return is_good(value)
    if len(value) < load(Q_LEAST) or len(value) > load(Q_MOST):
        return 0
    return held(value)


def held(value):
    """Whether all of a sequence lies in the pool of the question, and can become an answer."""
    if load(Q_GOOD):
        return fits_all(value) > 0
    return len(more_in(value, load(Q_POOL))) == 0


def answer_by_chance():
    if load(Q_SUBSET) == 0:
        return deal_choice(load(Q_OPTIONS))
    while 1:
        value = deal_choice(load(Q_OPTIONS))
        if pick(value):
            return load(Q_PICKED)


def picked_again(by, seat, now):
    """Pick what is picked of a subset already, or as many other things; whether that can be."""
    before = load(deal_truth + OF_PICKED)
    if len(before) == 0:
        return 1
    order = load(Q_ORDER)
    pool = load(Q_POOL)
    if load(Q_SUBSET) == 0:
        return 0
    if deal_cautious or by == seat or knows(now, deal_truth, seat, load(deal_truth + OF_SITE)):
        if held(before) == 0:
            return 0
        store(Q_PICKED, before)
        store(Q_OPTIONS, subset_options(order, pool, load(Q_LEAST), load(Q_MOST), load(Q_SECRETLY), before))
        set_drawn(0, 0)
        return 1
    picked_now = filled(order, pool, load(Q_LEAST), load(Q_SECRETLY), 0)
    open_values = open_of(order, pool, picked_now)
    while len(picked_now) < least_of(len(before), len(pool)) and len(open_values) > 0:
        picked_now = one_more(order, picked_now, deal_choice(open_values))
        picked_now = filled(order, pool, load(Q_LEAST), load(Q_SECRETLY), picked_now)
        open_values = open_of(order, pool, picked_now)
    options = subset_options(order, pool, load(Q_LEAST), load(Q_MOST), load(Q_SECRETLY), picked_now)
    store(Q_PICKED, picked_now)
    store(Q_OPTIONS, options)
    return len(options) > 0


def open_of(order, pool, taken):
    """What can be picked next."""
    if load(Q_GOOD):
        return fitting_left(order, taken)
    return not_taken(order, left_of(order, pool, taken))


def looks_alike(by, now, seat):
    """Whether the position in play and the true one, which wait, ask and show a seat the same."""
    site = load(deal_truth + OF_SITE)
    if by != load(Q_BY):
        return 0
    if by == seat and (site != load(Q_SITE) or same(load(deal_truth + OF_OPTIONS), load(Q_OPTIONS)) == 0):
        return 0
    if site != load(Q_SITE) and knows(now, deal_truth, seat, site):
        return 0
    slot = 0
    while slot < SLOTS:
        if load(STATE + slot * 8) != load(now + slot * 8) and shows_other(slot, now, seat):
            return 0
        slot = slot + 1
    return 1


def shows_other(slot, now, seat):
    """Whether a seat sees a difference between what slots of now hold and those in play, which differ."""
    kind = load(SIGHT + slot * 8)
    if kind == SIGHT_NONE:
        return 0
    if kind <= SIGHT_COUNTER:
        return SIGHT_COUNTER - kind == seat
    if load(HOLDS + slot * 8) == 0:
        return 1
    a = load(STATE + slot * 8)
    b = load(now + slot * 8)
    if kind == SIGHT_OPEN:
        return same(a, b) == 0
    hidden_a = hidden_part(STATE, kind, seat)
    hidden_b = hidden_part(now, kind, seat)
    if hidden_a == NOTHING or hidden_b == NOTHING:
        return hidden_a != hidden_b or same(a, b) == 0
    if same(cut(a, len(hidden_a), len(a)), cut(b, len(hidden_b), len(b))) == 0:
        return 1
    return same(shown_backs(kind, hidden_a), shown_backs(kind, hidden_b)) == 0


def shown_backs(number, content):
    found = 0
    for piece in content:
        found = push(found, load(BACKS + piece * 8) if cover(number, C_PIECES) else 0)
    if cover(number, C_ORDERED):
        return found
    return sorted_(found)
