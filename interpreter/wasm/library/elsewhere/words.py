"""What a module that is built for other hosts says of a position: options and views as JSON.

Only such a module has these functions. A text is one number: how many bytes (the upper 32 bits), and where they lie.
"""

# mypy: ignore-errors
# ruff: noqa


def out():
    """Where texts lie that are told."""
    return OUT


def about():
    """What the module is, at OUT: how many bytes."""
    began()
    write_text(ABOUT)
    return written - OUT


def began():
    global written
    written = OUT


def write_text(text):
    global written
    if written + len(text) > OUT_END:
        fail()
    copy(written, address(text), len(text))
    written = written + len(text)


def write_word(words, value):
    """The word for a value: of those that begin with the one for none; without words, the number."""
    place = value + 1
    if words and place >= 0 and place < len(words):
        if words[place]:
            write_text(words[place])
            return
    write_number(value)


def quoted(words, value):
    write_byte(34)
    write_word(words, value)
    write_byte(34)


# ---- options


def site_part(site, part):
    return load(SITE_WORDS + (site * 4 + part) * 8)


def options(block):
    """The options of a position, at OUT: how many bytes."""
    began()
    site = load(block + OF_SITE)
    place = 0
    write_byte(91)
    for value in load(block + OF_OPTIONS):
        if place:
            write_byte(44)
        write_text(OPTION_ID)
        if value == NOTHING:
            write_text(OPTION_DONE)
        else:
            write_text(site_part(site, 0))
            write_word(site_part(site, 1), value)
            write_text(OPTION_TITLE)
            write_word(site_part(site, 2), value)
            write_lying(block + SLOTS * 8, site_part(site, 3), value)
            write_byte(34)
        write_byte(125)
        place = place + 1
    write_byte(93)
    return written - OUT


def write_lying(base, words, value):
    """What lies on a space that is an option."""
    if words == 0 or value < 0:
        return
    slot = load(SLOTS_OF_SPACES + value * 8)
    if slot < 0:
        return
    piece = load(base + slot * 8)
    if load(HOLDS + slot * 8):
        piece = last(piece)
    if piece >= 0:
        write_byte(58)
        write_byte(32)
        write_word(words, piece)


# ---- views


def view(block, seat):
    """What a seat (from 0; -1: an onlooker) sees of a position, at OUT: how many bytes."""
    base = block + SLOTS * 8
    if load(block + OF_BY) >= 0 and load(SECRET_STEPS + load(block + STEP * 8) * 8):
        base = block
    began()
    first_one = 1
    place = 0
    while place < VIEW_SIZE:
        at_ = VIEW + place * 48
        kind = load(at_)
        place = place + 1
        if kind == VIEW_OPEN:
            write_byte(123)
            first_one = 1
        elif kind == VIEW_CLOSE:
            write_byte(125)
            first_one = 0
        elif kind == VIEW_KEY:
            if first_one == 0:
                write_byte(44)
            first_one = 0
            write_text(load(at_ + 8))
        elif kind == VIEW_ONLY:
            if load(base + load(at_ + 8) * 8) != load(at_ + 16):
                place = place + load(at_ + 24)
        elif kind == VIEW_SEAT:
            if seat < 0:
                write_text(NULL)
            else:
                write_number(seat + 1)
        elif kind == VIEW_COUNTER:
            view_counter(base, at_, seat)
        elif kind == VIEW_ZONE:
            view_zone(base, at_, seat)
        else:
            first_one = view_space(base, at_, first_one)
    return written - OUT


def view_counter(base, at_, seat):
    owner = load(at_ + 16)
    value = load(base + load(at_ + 8) * 8)
    if owner != VIEW_ALL and owner != seat:
        write_text(NULL)
    elif load(at_ + 24):
        quoted(load(at_ + 24), value)
    else:
        write_number(value)


def view_zone(base, at_, seat):
    content = load(base + load(at_ + 8) * 8)
    owner = load(at_ + 24)
    if owner == VIEW_ALL or sees(base, load(at_ + 16), owner, seat):
        write_list(content, load(at_ + 32))
    elif load(at_ + 40) == 0:
        write_number(len(content))
    else:
        found = 0
        for piece in content:
            found = push(found, load(BACKS + piece * 8))
        if load(at_ + 40) == 2:
            found = sorted_(found)
        write_list(found, BACK_WORDS)


def write_list(values, words):
    place = 0
    write_byte(91)
    for value in values:
        if place:
            write_byte(44)
        quoted(words, value)
        place = place + 1
    write_byte(93)


def view_space(base, at_, first_one):
    """A space, if something lies there."""
    slot = load(at_ + 8)
    content = load(base + slot * 8)
    stack = load(HOLDS + slot * 8)
    if stack:
        if len(content) == 0:
            return first_one
    elif content < 0:
        return first_one
    if first_one == 0:
        write_byte(44)
    write_text(load(at_ + 16))
    if stack == 0:
        quoted(load(at_ + 24), content)
        return 0
    place = 0
    write_byte(91)
    while place < len(content):
        if place:
            write_byte(44)
        if load(at_ + 32) and place < len(content) - 1:
            quoted(BACK_WORDS, load(BACKS + content[place] * 8))
        else:
            quoted(load(at_ + 24), content[place])
        place = place + 1
    write_byte(93)
    return 0
