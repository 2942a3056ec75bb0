"""What a seat is asked: options with notes and costs, and where they lie on the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cli.seen.beside import direction, labels_on, told_apart
from cli.seen.boards import Content, Labels, spaces_beside, words_beside
from cli.seen.hints import hints_of, pawns_on, zones_on
from cli.seen.lines import joined, plain
from cli.seen.model import NOTHING, Amounts, Fact, Held, Option, Outcome, Place, Question
from cli.seen.outcomes import asks_how_much, outcomes_of, spaces_chosen, spaces_of_zone
from cli.seen.pieces import called, things_line, within
from cli.seen.sight import Sight, things_in

if TYPE_CHECKING:
    from interpreter import Decision, Game, Kind, Shown, Thing, Type

# So many facts are shown with a question that names none.
_FACTS = 6
# What takes more characters than this is read on the table, not once more beside the question.
_LONG_FACT = 200
# What an action is about is beside it where it is no longer than this.
_SHORT_ABOUT = 75
# So many options of one question are tried out while it is asked; of more, those that somebody points at.
TRIED = 12
# What the question has said already.
_FILLER = re.compile(r"(?:; |^)get what you choose$")


def question_for(sight: Sight, about: Sequence[str] = (), *, ahead: bool = False) -> Question | None:
    """Return what the seat that looks is asked, or nothing.

    about: what it has chosen already; ahead: options say too what they would lead to, on a guess.
    """
    from interpreter import question

    decision = sight.state.decision
    if decision is None or decision.seat != sight.seat:
        return None
    asked, places = question(sight.state), places_of(sight, decision)
    tried = range(len(decision.values)) if ahead and len(decision.values) <= TRIED else ()
    beside = _all_beside(sight, decision)
    lying = [_note(sight, decision, place) for place in range(len(asked.notes))]
    # Where a ruleset names what matters of it, what else lies there is seen on the board.
    if any(_names_some(note, lies) for note, lies in zip(asked.notes, lying, strict=True)):
        lying = [""] * len(lying)
    notes = [
        ", ".join(filter(None, each)) for each in zip(lying, (b for b, _ in beside), asked.notes, strict=True)
    ]
    own = {place: "" if place in asked.made else asked.titles[place] for place in tried}
    said = {place: f"{asked.prompt}\n{own[place]} {notes[place]}" for place in tried}
    if decision.site.titles:
        notes = [_with_about(sight, each) for each in notes]
    foretold = outcomes_of(sight, tried, places, said)
    places |= _where_seen(places, foretold.each)
    outcomes = [foretold.apart.get(place, Outcome()) for place in range(len(notes))]
    notes = [
        _joined(_unless_paid(note, outcome.words), outcome.unsaid(said.get(place, "")))
        for place, (note, outcome) in enumerate(zip(notes, outcomes, strict=True))
    ]
    options = [
        Option(
            id=option.id,
            number=number,
            # What an option leads to says more than a title that is made from its rules.
            title=option_title(
                sight.game,
                decision,
                option.title
                if place in asked.made and place in foretold.each and foretold.each[place].words
                else title or option.id,
            ),
            note=notes[place],
            piece=_piece(decision, place),
            places=places.get(place, ()),
            outcome=outcomes[place],
            beside=beside[place],
        )
        for place, (option, number, title) in enumerate(
            zip(decision.options, option_numbers(decision), asked.titles, strict=True)
        )
    ]
    sole, options = _alike(options)
    for place in tried:
        # What says nothing else says what it is, and a piece that is the only one of its kind does besides.
        note, kind = options[place].note, _kind_of(sight, decision, place)
        if (kind is not None and kind.copies == 1) or not (note or options[place].does):
            what = _what_it_is(sight, decision, place, kind)
            options[place] = replace(options[place], note=_joined(what, [note] if note else []))
    return Question(
        seat=decision.seat,
        prompt=asked.prompt,
        name="" if decision.site.labels else decision.options[0].id.partition("=")[0],
        about=about,
        picked=picked_text(decision) if decision.subset is not None else "",
        options=options,
        default=asked.default,
        refused=_refused(sight, decision),
        shown=_unnamed(_facts(sight, asked.shown), asked.prompt),
        alike="; ".join(filter(None, (foretold.alike, _FILLER.sub("", sole)))),
        amounts=_amounts(decision),
        recalls=sight.state.inside and decision.site.says_values,
    )


def _joined(note: str, unsaid: Sequence[str]) -> str:
    """Return a note with what it leaves out, unless that names it."""
    named = any(re.search(rf"(?<!\w){re.escape(note)}(?!\w)", each) for each in unsaid)
    return ", ".join(filter(None, ("" if named else note, *unsaid)))


def _unless_paid(note: str, does: str) -> str:
    """Return a note, unless it says what is paid and what an option does says how much."""
    from interpreter import several

    given = note.removeprefix("pay ")
    said = "|".join(map(re.escape, (given, several(given))))
    return "" if given != note and re.search(rf"(?<!\w)pay (?:\d+ )?(?:{said})(?!\w)", does) else note


def _with_about(sight: Sight, note: str) -> str:
    """Return a note that is the name of a single thing with what that is about."""
    from interpreter import lowered

    about = sight.game.once(_abouts_of_single).get(note, "")
    return f"{note} ({lowered(about).rstrip('.')})" if about else note


def _abouts_of_single(game: Game) -> dict[str, str]:
    """Return what kinds with one copy are about, by what they are called."""
    kinds = [each for made in game.components.values() for each in made.kinds if each.copies == 1]
    return {called(each): each.about.about for each in reversed(kinds)}


def _kind_of(sight: Sight, decision: Decision, place: int) -> Kind | None:
    """Return the kind of the piece that an option is; None: it is none."""
    piece = _piece(decision, place)
    kinds = sight.game.components[piece[0]].kinds if piece else ()
    return next((each for each in kinds if piece is not None and each.name == piece[1]), None)


def _what_it_is(sight: Sight, decision: Decision, place: int, kind: Kind | None) -> str:
    """Return the first sentence of what an action or a piece is about, where that is short."""
    from interpreter import lowered

    thing = sight.game.once(_things_by_name).get(("actions", decision.options[place].id))
    about = thing.about.about if thing is not None else ""
    # What one picks several of one knows.
    if decision.subset is None and kind is not None:
        about = kind.about.about
    first = about.split(". ")[0].rstrip(".")
    return lowered(first) if len(first) <= _SHORT_ABOUT else ""


def _names_some(note: str, lies: str) -> bool:
    """Whether a note names some of what lies at an option."""
    return any(each.lstrip("0123456789 ") in note for each in lies.split(", ") if each)


def _amounts(decision: Decision) -> Amounts | None:
    """Return how many of what can be picked at once, where several things are asked for."""
    subset, picked = decision.subset, decision.so_far
    if subset is None:
        return None
    left = subset.left(picked)
    most = min(subset.most, subset.size) - len(picked)
    return Amounts(subset.missing(picked), most, [left.get(value, 0) for value in decision.values])


def _alike(options: Sequence[Option]) -> tuple[str, list[Option]]:
    """Return what every option does with what it is; the options without it."""
    if len(options) < 2:
        return "", list(options)
    if len(words := {option.does for option in options}) == 1:
        return words.pop(), [
            replace(each, outcome=replace(each.outcome, words="", sole=())) for each in options
        ]
    if len(words := {_of_what_is_chosen(option) for option in options}) == 1:
        return words.pop(), [replace(each, outcome=replace(each.outcome, words="")) for each in options]
    return "", list(options)


def _of_what_is_chosen(option: Option) -> str:
    """Return what an option does, without the name of the piece that it is."""
    named = re.escape(option.title if option.piece is not None else "")
    return (
        re.sub(rf"\b{named}\b", "what you choose", option.outcome.words, flags=re.IGNORECASE)
        if named
        else option.id
    )


def confirming(question: Question, held: Held) -> Question:
    """Return the question whether a choice is meant that ends a turn, or with which others are made.

    Its first option is to take it, its second to choose again.
    """
    from interpreter import lowered

    option = question.options[held.option]
    way = next((each for each in question.ways if (each.first, each.then) == (held.option, held.then)), None)
    places = way.places if way is not None else (*option.places, *held.outcome.taken)
    said = way.does if way is not None else held.outcome.words
    after = f"then, of itself: {', '.join(held.after)}" if held.after else ""
    does = replace(held.outcome, words="; ".join(filter(None, (said, after))), sole=())
    title = "End turn" if held.ends else "go on"
    first = replace(option, number=1, title=title, note="", beside=("", ""), places=places, outcome=does)
    back = Option("", 2, "Choose again" if held.ends else "choose again", "", None, ())
    named = way.title if way is not None else option.named
    if question.amounts is not None:
        titles = {each.id: each.named for each in question.options}
        several = Counter(titles[each] for each in (option.id, *held.then) if each in titles)
        named = ", ".join(f"{count} {title}" for title, count in several.items())
    # What is being done, above the question, stays there, and so does a question that names what was chosen.
    first_part, _, asked = question.prompt.partition(": ")
    head, asked = (first_part, asked) if asked else ("", first_part)
    answer = f"{asked} {lowered(named)}" if question.recalls else lowered(named)
    ends = "That ends your turn." if held.ends else ""
    if held.may_end:
        ends = "That may end your turn, depending on what the others answer."
    elif held.final and not held.ends:
        ends = f"That cannot be taken back, as {held.final}."
    return replace(
        question,
        about=(*filter(None, [head]), *question.about, answer, *held.outcome.unsaid(named)),
        prompt=f"{ends} Go on?".lstrip(),
        options=[first, back],
        amounts=None,
        ways=(),
        alike="",
        default=0,
        refused={},
        shown=(),
    )


def picked_text(decision: Decision) -> str:
    """Return what of several things is picked already, and how many can be."""
    subset = decision.subset
    assert subset is not None, "one thing is asked for"
    titles = ", ".join(option.title or option.id for option in decision.picked) or "nothing"
    most = min(subset.most, subset.size)
    return f"{titles} ({len(decision.picked)} of {'up to ' if subset.least < most else ''}{most})"


def option_numbers(decision: Decision) -> list[int]:
    """Return the numbers by which options are chosen: where a number is asked for itself, else from 1 on."""
    values = [option.id.partition("=")[2] for option in decision.options]
    if all(value.isascii() and value.isdigit() for value in values):
        return [int(value) for value in values]
    return list(range(1, len(values) + 1))


def option_title(game: Game, decision: Decision, title: str) -> str:
    """Return the title of an option; a bare number says what of, unless it answers how many."""
    said = decision.site.worded or decision.name in game.counters
    # A letter is a name for authors alone.
    named = title.isdigit() and len(decision.name) > 1 and not (said and asks_how_much(game, decision))
    return f"{decision.name.replace('_', ' ')} {title}" if named else title


def _piece(decision: Decision, place: int) -> tuple[str, str] | None:
    """Return the type and id of the piece that an option is; None: it is none."""
    kind, option = decision.site.type, decision.options[place]
    if kind is None or kind.kind != "component" or decision.site.labels or option.value is None:
        return None
    return kind.name, option.id.partition("=")[2]


def _refused(sight: Sight, decision: Decision) -> dict[str, str]:
    """Return the actions or branches that are not offered where such are, by name with their titles."""
    site, offered = decision.site, {option.id for option in decision.options}
    if site.labels and not site.titles and not site.yes_or_no:
        return {each: each.replace("_", " ").capitalize() for each in site.labels if each not in offered}
    if not site.titles or sight.state.inside:
        return {}
    things = sight.game.once(_things_by_name)
    titles = {name: called(things["actions", name]) for name in site.labels if ("actions", name) in things}
    return {name: title for name, title in titles.items() if name not in offered}


def _things_by_name(game: Game) -> dict[tuple[str, str], Thing]:
    return {(each.section, each.name): each for each in game.things}


# -- what belongs to a question
def _facts(sight: Sight, shown: Sequence[Shown]) -> list[Fact]:
    """Return what one must know to answer: what a ruleset names, else the first of what is on no board."""
    if named := [_fact(sight, each) for each in shown if each.named]:
        return named
    found = [
        _fact(sight, each)
        for each in shown
        if each.words not in ("none", "0") and sight.is_beside(each.section, each.name)
    ]
    return [each for each in found if len(each.words) <= _LONG_FACT][:_FACTS]


def _unnamed(facts: Sequence[Fact], prompt: str) -> list[Fact]:
    """Return facts without those that a question names: what is on them need not be below it.

    Of things that have places, such as what is offered and what is asked for, all are there or none.
    """
    left = [each for each in facts if not _is_named(each, prompt)]
    whole = any(each.things and each.name for each in left)
    return [each for each in facts if each in left or (whole and each.things and each.name)]


def _is_named(fact: Fact, prompt: str) -> bool:
    """Whether a question has the words of a fact in it: so many of a thing are not one."""
    words = re.escape(fact.words).replace(r",\ ", r"(?:,| and)\ ")
    return re.search(rf"(?<!\w)(?<!\d ){words}(?!\w)", prompt, re.IGNORECASE) is not None


def _fact(sight: Sight, shown: Shown) -> Fact:
    """Return a fact in words, with its pieces where it is one or has some."""
    declared = sight.game.once(_things_by_name).get((shown.section, shown.name))
    title = called(declared) if declared is not None else shown.name.replace("_", " ")
    pieces = shown.ids if shown.type.kind == "component" else ()
    if shown.section == "counters":
        words = sight.value_words(shown.name, shown.ids[0])
    else:
        words = plain([joined(things_line(sight.game, shown.type, pieces))]) if pieces else shown.words
    return Fact(
        name=f"{shown.section}/{shown.name}" if shown.section else "",
        title=sight.at_place(title, shown.of).removesuffix(f" of {sight.who(sight.me)}"),
        holds=shown.type,
        things=sight.arranged(sight.game.zones[shown.name], pieces) if shown.section == "zones" else pieces,
        words=words,
    )


# -- what is to be said of a space
def _note(sight: Sight, decision: Decision, place: int) -> str:
    """Return what zones and counters say of the space that an option is; the piece on it its title says."""
    board, space = sight.game.board_with(decision.site.type), decision.values[place]
    if board is None or not isinstance(space, int) or space not in board.ids:
        return ""
    number, layout, at = board.locate(space)
    node, owner = board.layouts[layout].nodes[at], sight.owners(board)[number]
    words = list[str]()
    for zone in zones_on(sight.game, board.name):
        things = sight.places("zones", zone, owner).get(node.name)
        if things:
            line = joined(things_line(sight.game, sight.game.zones[zone].holds, things))
            words.append("".join(run.text for run in line))
    hints = hints_of(sight.game, board.name)
    for counter in dict.fromkeys(name for name in (hints.color, *hints.label) if name in hints.counters):
        value = sight.places("counters", counter, owner).get(node.name)
        if value not in (None, *NOTHING):
            said = hints.legend.get(str(value)) or sight.value_words(counter, value)
            # What gives a space its colour says what it is; of a number one must know what it is a number of.
            named = counter == hints.color and sight.game.counters[counter].type.kind != "number"
            words.append(said if named else f"{within(sight.game.counters[counter])} {said}")
    return ", ".join(words)


def _beside(sight: Sight, decision: Decision, place: int) -> tuple[str, str, str]:
    """Return what is written on the hexes of the corner or side that an option is, the same in words, and
    where it is, seen from there.
    """
    board, space = sight.game.board_with(decision.site.type), decision.values[place]
    if board is None or not isinstance(space, int) or space not in board.ids:
        return "", "", ""
    number, layout, at = board.locate(space)
    node = board.layouts[layout].nodes[at]
    if node.type == board.name:
        return "", "", ""
    labels = labels_on(sight, board, sight.owners(board)[number])
    short = [labels.label(each)[1] for each in spaces_beside(board, layout, node)]
    words = words_beside(labels, layout, node)
    return " ".join(filter(None, short)), words, direction(board, layout, node)


def _all_beside(sight: Sight, decision: Decision) -> list[tuple[str, str]]:
    """Return what is written on the hexes of each option, and the same in words that tell options apart."""
    found = [_beside(sight, decision, place) for place in range(len(decision.values))]
    names = [option.id.partition("=")[2] for option in decision.options]
    words = told_apart([each[1] for each in found], [each[2] for each in found], names)
    return [(short, said) for (short, *_), said in zip(found, words, strict=True)]


def beside_words(sight: Sight, decision: Decision, place: int) -> str:
    """Return in words what is beside the corner or side that an option is; of others nothing."""
    return _beside(sight, decision, place)[1]


# -- where options lie
def places_of(sight: Sight, decision: Decision) -> dict[int, list[Place]]:
    """Return the options that lie somewhere on the table, each with its places."""
    if decision.site.labels:
        found = {at: list(_of_this_value(sight, each.id)) for at, each in enumerate(decision.options)}
    else:
        found = {
            option: list(_lies(sight, decision, option, value))
            for option, value in enumerate(decision.values)
            if isinstance(value, int)
        }
    return {option: places for option, places in found.items() if places}


def _where_seen(
    places: Mapping[int, Sequence[Place]], outcomes: Mapping[int, Outcome]
) -> dict[int, list[Place]]:
    """Return the places of options that only what they do tells.

    Of equal things in several zones it is those that would leave theirs; what lies nowhere is where it alone
    would set a counter to.
    """
    found: dict[int, list[Place]] = {}
    zones = {option: {each[1:3] for each in lies if each[0] == "thing"} for option, lies in places.items()}
    # Where all could come from one zone they do.
    common = frozenset.intersection(*map(frozenset, zones.values())) if zones else frozenset()
    for option, several in zones.items():
        left = several & outcomes[option].left if option in outcomes else frozenset[tuple[str, str]]()
        if len(several) > 1 and (left := left or several & common):
            at = {*left, *(of for _, of in left)}
            found[option] = [each for each in places[option] if each[1:3] in at or each[3] in at]
    reached = {option: outcome.reached for option, outcome in outcomes.items()}
    if not any(map(places.get, reached)) and all(len(each) == 1 for each in reached.values()):
        each_its_own = len(set(reached.values())) == len(reached) > 1
        found |= {option: list(each) for option, each in reached.items()} if each_its_own else {}
    return found


def _lies(sight: Sight, decision: Decision, option: int, value: int) -> Iterator[Place]:
    """Yield the places at which an option lies."""
    kind, game = decision.site.type, sight.game
    assert kind is not None
    word = decision.options[option].id.partition("=")[2]
    board = game.board_with(kind)
    if board is not None:
        if value in board.ids:
            owner, layout, place = board.locate(value)
            node = board.layouts[layout].nodes[place]
            yield "space", board.name, sight.owners(board)[owner], node.name
    elif kind.kind == "player":
        yield "player", word
    elif kind.kind == "enum" and not game.zones_offered(decision.site):
        yield from list(_pawns(sight, kind.name, word)) or [
            *_of_this_value(sight, word, kind),
            *_rows(sight, kind, word),
        ]
    else:
        for zone in game.zones_offered(decision.site):
            yield from _in_zone(sight, zone, word)


def _of_this_value(sight: Sight, word: str, kind: Type | None = None) -> Iterator[Place]:
    """Yield the only space of a board that has a value in a field; kind: the enumeration, else any."""
    for name in sight.board_names():
        board, owner = sight.game.boards[name], sight.me if sight.game.boards[name].per is not None else "all"
        fields = [
            field
            for field, each in board.fields.items()
            if each.type.kind == "enum" and not each.list and kind in (None, each.type)
        ]
        labels = Labels(sight.game, board, Content())
        for field in fields if owner else ():
            nodes = sight.layout(board, owner).nodes
            have = [node.name for node in nodes if labels.value(node, field) == word]
            if len(have) == 1:
                yield "space", name, owner, have[0]


def _rows(sight: Sight, kind: Type, word: str) -> Iterator[Place]:
    """Yield the things in open zones of which there is one for each value of an enumeration."""
    for name, zone in sight.game.zones.items():
        things = sight.view["zones"][name].get(word) if [*zone.per] == [kind] and zone.drawn else ()
        for thing in dict.fromkeys(things) if isinstance(things, list) else ():
            yield "thing", name, word, thing


def places_chosen(sight: Sight, event: Mapping[str, Any]) -> Iterator[Place]:
    """Yield where on the table lies what was chosen by a choice, as the event of it says."""
    kind, game = str(event.get("type", "")), sight.game
    spaces = list(spaces_chosen(sight, event))
    yield from spaces
    for option in event["options"] if not spaces else ():
        word = option.partition("=")[2]
        if kind == "player":
            yield "player", word
        elif kind in game.enums:
            yield from _pawns(sight, kind, word)
        else:
            zones = [name for name, zone in game.zones.items() if zone.holds.name == kind and zone.drawn]
            found = [places for zone in zones if (places := _in_zone(sight, zone, word))]
            # What lies in several places could be any of them.
            yield from found[0] if len(found) == 1 else ()


def _pawns(sight: Sight, kind: str, word: str) -> Iterator[Place]:
    """Yield the spaces on which counters put what a word means."""
    for name, board in sight.game.boards.items():
        for counter in pawns_on(sight.game, name):
            per = sight.game.counters[counter].per
            if not per or per[-1].name != kind:
                continue
            place = word if len(per) == 1 else f"{sight.me} {word}"
            space = sight.view["counters"][counter].get(place)
            if space not in (None, "none"):
                yield "space", name, sight.me if board.per is not None else "all", str(space)


def _in_zone(sight: Sight, zone: str, word: str) -> list[Place]:
    """Return the places of a zone or family where a thing lies: one's own, else common ones, else any."""
    found: list[Any] = [
        place
        for place, things in things_in(sight.view["zones"][zone])
        if isinstance(things, list) and word in things
    ]
    own = [place for place in found if place.partition(" ")[0] == sight.me]
    common = [place for place in found if place.partition(" ")[0] not in sight.persons]
    return [
        each
        for place in own or common or found
        for each in [("thing", zone, place, word), *spaces_of_zone(sight, zone, place)]
    ]
