"""What an option would do, in words and places: what changes, what moves, which choices follow of themselves.

In: a position as the seat that is asked sees it. Out: an `Outcome` for each option; nothing is in it that the
seat cannot know before it chooses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from cli.seen.beside import beside
from cli.seen.choices import begins_anew, begun_of_itself, choice_words, depth_after, opens
from cli.seen.hints import hints_of, pawns_on, zones_on
from cli.seen.lines import plain
from cli.seen.model import NOTHING, Laid, Outcome, Place
from cli.seen.names import called_once, is_news
from cli.seen.pieces import boxed, called, person_words, piece_look, within
from cli.seen.sight import Sight
from cli.seen.story import Story, without

if TYPE_CHECKING:
    from interpreter import Decision, Event, Foreseen, Game, State

NO_WORDS: Mapping[int, str] = {}
# So many choices are looked ahead for what they have in common, where each has so many answers at most.
_CHOICES, _ANSWERS = 3, 8
# So many answers to so many choices are tried to find what is paid by some of them.
_PATHS, _DEEP = 90, 5
# What differs between one and several.
_AMOUNT = re.compile(r"\d+ ?|s\b")
# What a sentence has that says that something does not happen.
_NOT = re.compile(r"\b(?:no|nothing|none|cannot)\b", re.IGNORECASE)
_NO_HEAD = re.compile(r"^N(?=(?:o|othing|one)\b)")
# A longer text than this is cut at the end of a part.
_LONG = 160


@dataclass(frozen=True, slots=True)
class Foretold:
    """What options would do, by their numbers.

    each: all of it; alike: what is said once because every option does it; apart: each without that.
    """

    each: dict[int, Outcome] = field(default_factory=dict)
    alike: str = ""
    apart: dict[int, Outcome] = field(default_factory=dict)


def outcomes_of(
    sight: Sight,
    options: Iterable[int],
    places: Mapping[int, Sequence[Place]],
    said: Mapping[int, str] = NO_WORDS,
) -> Foretold:
    """Return what options would do; places: where they lie; said: what is asked, and in a second line
    what their texts say already.
    """
    from interpreter import lowered, outcomes

    decision = sight.state.decision
    found = {option: _kept(sight, each) for option, each in outcomes(sight.state, options).items()}
    # Actions are different things: each is said as far as it is known.
    are_actions = decision is not None and bool(decision.site.titles)
    asks_more = not are_actions and any(_asks_more(sight, foreseen) for _, foreseen in found.values())
    later, most = _whatever_follows(sight, found, said) if are_actions else ({}, {})
    changes = {
        option: [
            event
            for event in map(
                _bare,
                [
                    *_compared(sight, kept, asks_more=asks_more),
                    *later.get(option, ()),
                    *_by_the_end(sight, foreseen),
                ],
            )
            if _is_change(event)
            and not _goes_without_saying(sight, event, places.get(option, ()), said.get(option, ""))
            and not _is_laid_so(sight, event, kept)
            and not _is_replaced(event, kept)
        ]
        for option, (kept, foreseen) in found.items()
    }
    if decision is not None and decision.site.yes_or_no:
        # What comes after `no` comes after all that `yes` does too.
        changes |= {option: [] for option in changes if decision.values[option] == 0}
    each = {
        option: _outcome(sight, kept, foreseen, changes[option]) for option, (kept, foreseen) in found.items()
    }
    for option, (kept, _) in found.items():
        changes[option] += map(_bare, _said_in_vain(kept))
    shared, apart = _parted(sight, changes)
    words = {option: _words(sight, events) for option, events in apart.items()}
    words |= {option: "; ".join(filter(None, (words[option], more))) for option, more in most.items()}
    for option, (_, foreseen) in found.items():
        # What else is begun then belongs to what one chooses, but is none of it.
        if begun := [lowered(each) for each in _begun_then(sight, option, foreseen)]:
            words[option] = "; ".join(filter(None, (words[option], f"then, of itself: {', '.join(begun)}")))
    return Foretold(
        each,
        _words(sight, [] if _turned(sight, each.values()) else shared),
        {option: replace(outcome, words=words[option]) for option, outcome in each.items()},
    )


def _whatever_follows(
    sight: Sight, found: Mapping[int, tuple[Sequence[Event], Foreseen]], said: Mapping[int, str]
) -> tuple[dict[int, list[Event]], dict[int, str]]:
    """Return what surely changes by options however their seat answers what they ask for, behind the rest.

    Of those that ask how much, or in what one pays, that comes apart in words.
    """
    from interpreter import after_option, question

    later: dict[int, list[Event]] = {}
    most: dict[int, str] = {}
    asking = [option for option, (_, foreseen) in found.items() if _asks_more(sight, foreseen)]
    guess = sight.state.guess(sight.state.seat, 0) if asking else sight.state
    for option in asking:
        on, _ = after_option(guess, option)
        if on is None or on.decision is None:
            continue
        if on.decision.name in sight.game.counters:
            ways = question(on).titles
            if not any(each.isdigit() for each in ways):
                most[option] = f"pay {' or '.join(ways)}"
        elif asks_how_much(sight.game, on.decision) and (words := _more_and_more(sight, on)):
            most[option] = f"at most {words}"
        else:
            later[option] = _in_all(sight, on, _CHOICES)
            most[option] = _paid_by_some(sight, on, later[option], said.get(option, ""))
    return later, most


def _paid_by_some(sight: Sight, state: State, common: Sequence[Event], said: str) -> str:
    """Return what is paid by some answers to a question, and to those that follow it, and not by others.

    common: what all of them change, which is said already, as is what a text says.
    """
    from interpreter import singular

    left, words = [_PATHS], list[str]()
    ends = list(_what_is_paid(sight, state, _DEEP, left))
    if not ends or left[0] <= 0:
        return ""
    known = {event.get("counter") for event in common}
    names = [name for name in dict.fromkeys(name for end in ends for name in end) if name not in known]
    titles = {name: within(sight.game.counters[name]) for name in names}
    if len(names) > 1 and len(total := {sum(end[name] for name in names) for end in ends}) == 1:
        return f"costs {total.pop()} in {' or '.join(titles.values())}"
    for name, title in titles.items():
        least, most = min(end[name] for end in ends), max(end[name] for end in ends)
        amount = f"{most} {singular(title) if most == 1 else title}"
        if amount in said:
            continue
        if least == most:
            words.append(f"costs {amount}")
        else:
            words.append(f"costs {least} {'or' if most == least + 1 else 'to'} {amount}")
    return ", ".join(words)


def _what_is_paid(sight: Sight, state: State, choices: int, left: list[int]) -> Iterator[Counter[str]]:
    """Yield for all ways to answer questions what of counters is paid, as far as what is chosen is done.

    left: so many answers may still be tried; none are left where it could not be found.
    """
    from interpreter import after_option

    decision = state.decision
    if decision is None or decision.subset is not None or not choices:
        left[0] = 0
        return
    for number in range(len(decision.values)):
        left[0] -= 1
        if left[0] <= 0:
            return
        on, happens = after_option(state, number)
        events = up_to_the_next(sight, happens)
        paid = Counter[str]()
        for event in map(_bare, events):
            if event["kind"] == "count" and _costs(sight, event):
                paid[event["counter"]] += event["before"] - event["after"]
        if on is None or len(events) < len(happens) or is_laid(events):
            yield paid
        else:
            yield from (paid + more for more in _what_is_paid(sight, on, choices - 1, left))


def is_laid(events: Iterable[Event]) -> bool:
    """Whether a piece came to a board: what it brings and asks there is not what one chose it for."""
    return any(each["kind"] == "move" and "board" in each.get("to", {}) for each in events)


def _more_and_more(sight: Sight, state: State) -> str:
    """Return what the last answer to a question does, if the first does the same, but less."""
    from interpreter import after_option

    assert state.decision is not None, "something is asked"
    ends = (0, len(state.decision.values) - 1)
    first, last = (_words(sight, _changes(sight, after_option(state, each)[1])) for each in ends)
    return last if _AMOUNT.sub("", first) == _AMOUNT.sub("", last) else ""


def asks_how_much(game: Game, decision: Decision) -> bool:
    """Whether numbers are asked for that lie nowhere, such as dice do, and so are amounts."""
    kind = decision.site.type
    lie = any(game.zones[zone].holds.kind == "number" for zone in game.zones_offered(decision.site))
    return kind is not None and kind.kind == "number" and not lie


def _is_change(event: Mapping[str, Any]) -> bool:
    """Whether something changes that people see."""
    from interpreter import CHANGES

    return event["kind"] in CHANGES


def _changes(sight: Sight, events: Iterable[Event]) -> list[Event]:
    """Return what changes up to what is another thing than what is chosen."""
    return [each for each in map(_bare, up_to_the_next(sight, events)) if _is_change(each)]


def _in_all(sight: Sight, state: State, choices: int) -> list[Event]:
    """Return the changes that all answers to a question, and to those that follow it, have in common."""
    from interpreter import after_option

    decision = state.decision
    if decision is None or decision.subset is not None or len(decision.values) > _ANSWERS or not choices:
        return []
    common: list[Event] | None = None
    for number in range(len(decision.values)):
        on, happens = after_option(state, number)
        events = _changes(sight, happens)
        if on is not None:
            events += _in_all(sight, on, choices - 1)
        left = Counter(_key(sight, each) for each in events)
        common = events if common is None else [each for each in common if _take(left, _key(sight, each))]
        if not any(each["kind"] != "move" or each.get("to") for each in common):
            return []
    return common or []


def _take(left: Counter[tuple[Any, ...]], key: tuple[Any, ...]) -> bool:
    """Take one away; returns whether there was one."""
    left[key] -= 1
    return left[key] >= 0


def _asks_more(sight: Sight, foreseen: Foreseen) -> bool:
    """Whether the seat is asked something more before what it does by an option is done."""
    return any(each.inside and each.seat == sight.seat for each in foreseen.after)


def _compared(sight: Sight, kept: Sequence[Event], *, asks_more: bool) -> Sequence[Event]:
    """Return what an option does as far as options can be compared, and what it costs.

    Where after some of them more is asked, what the others do behind what is chosen of itself comes after
    these too, and is not said yet.
    """
    if not asks_more:
        return kept
    first = list(takewhile(lambda each: each["kind"] != "choice", kept))
    return first + [each for each in kept[len(first) :] if _is_change(each) and _costs(sight, each)]


def along(sight: Sight, events: Iterable[Event], places: Sequence[Place], said: str) -> tuple[str, int]:
    """Return what happens on the way to a place in words, and how much less who goes there has then.

    said: what is said of it already.
    """
    changes = _changes(sight, events)
    worth_saying = [event for event in changes if not _goes_without_saying(sight, event, places, said)]
    return _words(sight, worth_saying), _paid(sight, changes)


def up_to_the_next(sight: Sight, events: Iterable[Event]) -> list[Event]:
    """Return what happens up to what is another thing than what is chosen, such as a new round.

    Nor is the only action that is left then any of what was chosen; the only way to do it is.
    """
    found: list[Event] = []
    within = 0
    for event in events:
        is_action = event["kind"] == "choice" and begins_anew(event) and within == 0
        if is_action or event.get("counter") in sight.loops:
            break
        within = depth_after(within, event)
        found.append(event)
    return found


def chosen_of_itself(sight: Sight, events: Sequence[Event]) -> Iterator[Place]:
    """Yield where the things lie, and which spaces they are, that are chosen because nothing else can be."""
    sole = {
        option
        for event in events
        if event["kind"] == "choice" and event.get("forced", False)
        for option in _chosen(event)
    }
    for event in events if sole else ():
        if event["kind"] == "choice" and event.get("forced", False):
            yield from spaces_chosen(sight, event)
        if event["kind"] != "move":
            continue
        if "zone" in event["at"]:
            for piece in sole & set(event.get("were", event["pieces"])):
                yield "thing", event["at"]["zone"], event["at"].get("of", ""), piece
                yield from spaces_of_zone(sight, event["at"]["zone"], event["at"].get("of", ""))
        for spot in (event["at"], event.get("to", {})):
            if spot.get("space") in sole:
                yield "space", *_space(spot)
    # What comes of it may be unsure, such as what lies below: then a space is known by its name alone.
    for name in sole & sight.game.once(called_once):
        for board in sight.board_names():
            made = sight.game.boards[board]
            if any(node.name == name for layout in made.layouts for node in layout.nodes):
                yield "space", board, sight.me if made.per is not None else "all", name


def spaces_of_zone(sight: Sight, zone: str, place: str) -> Iterator[Place]:
    """Yield the space of a board on which one of a family of zones lies, if it does."""
    owner, _, rest = place.partition(" ")
    whose, space = (owner, rest) if owner in sight.persons else ("all", place)
    for name in sight.board_names():
        if zone in zones_on(sight.game, name):
            yield "space", name, whose, space


def _kept(sight: Sight, foreseen: Foreseen) -> tuple[list[Event], Foreseen]:
    """Return what surely happens by what is chosen."""
    return up_to_the_next(sight, foreseen.sure), foreseen


def _begun_then(sight: Sight, option: int, foreseen: Foreseen) -> list[str]:
    """Return the titles of the actions that surely begin after an option because nothing else can be done."""
    state, decision = sight.state, sight.state.decision
    own = decision.options[option].id if decision is not None else ""
    events, within = foreseen.sure, int(state.inside)
    begun = [*begun_of_itself(events, sight.game.once(action_names), within, own)]
    # What asks something then one sees.
    asks = any(on.seat == state.seat and on.decision and not on.decision.site.titles for on in foreseen.after)
    asked = begun[-1:] if asks else []
    return [begun_words(each) for each in begun if each.get("seat") == state.seat + 1 and each not in asked]


def begun_words(event: Event) -> str:
    """Return which action begins, in words."""
    title: str = event["title"] if event["kind"] == "begin" else choice_words(event)
    return title


def action_names(game: Game) -> frozenset[str]:
    """Return the names of a game's actions."""
    return frozenset(thing.name for thing in game.things if thing.section == "actions")


def _said_in_vain(events: Sequence[Event]) -> Iterator[Event]:
    """Yield sentences that something does not come of it: of effects in which nothing changes."""
    for at, event in enumerate(events):
        if event["kind"] != "say" or not _NOT.search(event["text"]):
            continue
        begun = [each for each in events[:at] if each["kind"] in ("begin", "end")]
        within = 0
        for each in events[at:]:
            if _is_change(each):
                break
            within += {"begin": 1, "end": -1}.get(each["kind"], 0)
            if within < 0 and begun and begun[-1]["kind"] == "begin":
                yield {**event, "text": _NO_HEAD.sub("n", event["text"]).removesuffix(".")}
                break


def _by_the_end(sight: Sight, foreseen: Foreseen) -> Iterator[Event]:
    """Yield what the end of a turn that an option ends surely brings to who chooses, or takes."""
    if any(event["kind"] == "choice" and begins_anew(event) for event in foreseen.sure):
        return  # something else is begun of itself first
    for event in foreseen.ending:
        if event["kind"] == "points" and event["seat"] == sight.state.seat + 1:
            yield event
        elif event["kind"] == "count" and type(event["before"]) is type(event["after"]) is int:
            declared = sight.game.counters[event["counter"]]
            if is_news(declared) and event["of"] == sight.me:
                yield event


def _outcome(sight: Sight, kept: Sequence[Event], foreseen: Foreseen, worth_saying: list[Event]) -> Outcome:
    """Return what follows an option as what it does."""
    changes = [_bare(event) for event in kept if _is_change(event)]
    # How a payment is split is no choice that people think of.
    moved = {piece for each in kept if each["kind"] == "move" for piece in each["pieces"]}
    sole = [event for event in kept if event["kind"] == "choice" and not _is_no_choice(sight, event, moved)]
    # Nor is a choice that leaves on the board what is there.
    on_board = {piece for each in kept for piece in _goes_on(each)}
    sole = [event for event in sole if not on_board.issuperset(_chosen(event))]
    # Nor is a corner or side said twice to which something comes.
    reached = {each["to"]["space"] for each in kept if each["kind"] == "move" and _beside_of(sight, each)}
    sole = [event for event in sole if not reached.issuperset(_chosen(event))]
    return Outcome(
        words=_words(sight, worth_saying),
        sole=tuple(choice_words(_as_the_one(sight, event, changes)) for event in sole),
        paid=_paid(sight, changes),
        taken=_taken(sole, changes),
        laid=tuple(_with_marks(sight, each, foreseen) for each in _laid(sight, [*changes, *foreseen.moved])),
        left=frozenset(_left(changes)),
        reached=tuple(dict.fromkeys(_reached(sight, changes))),
    )


def spaces_chosen(sight: Sight, choice: Mapping[str, Any]) -> Iterator[Place]:
    """Yield the spaces, corners and sides that were chosen by a choice, as the event of it says."""
    kind = str(choice.get("type", ""))
    boards = (each for each in sight.game.boards.values() if kind == each.name or kind in each.node_types)
    if (board := next(boards, None)) is None:
        return
    chooser = f"p{choice['seat']}" if "seat" in choice else sight.me
    for option in choice["options"]:
        owner, _, space = option.partition("=")[2].rpartition("-")
        yield "space", board.name, (owner or chooser) if board.per is not None else "all", space


def spaces_of(sight: Sight, events: Iterable[Event]) -> Iterator[Place]:
    """Yield the spaces, corners and sides that events are about, by choice or by what moves."""
    for event in events:
        if event["kind"] == "choice":
            yield from spaces_chosen(sight, event)
        for spot in (event.get(end) for end in ("at", "to")):
            if isinstance(spot, dict) and "space" in spot:
                yield "space", *_space(spot)
            elif isinstance(spot, dict) and "zone" in spot:
                yield from spaces_of_zone(sight, spot["zone"], spot.get("of", ""))


def by_what_it_lies_at(sight: Sight, choice: Event, places: Iterable[Place], called: str = "beside") -> Event:
    """Return a choice whose corners and sides, of the places that it means, go by what they lie beside."""
    lies = [
        beside(sight, {"board": place[1], "owner": place[2], "space": place[3]})
        for place in places
        if place[0] == "space"
    ]
    return {**choice, "titles": [f"{called} {each}" for each in lies]} if lies and all(lies) else choice


def _as_the_one(sight: Sight, choice: Event, changes: Iterable[Event]) -> Event:
    """Return a sole choice as it is named: a corner by what it lies at, a space by what lies there.

    Of what lies there nothing is said where it is among what changes.
    """
    spaces = list(spaces_chosen(sight, choice))
    moved = {event["at"].get("space") for event in changes if event["kind"] == "move"}
    lies = [_top_of(sight, *space[1:]) for space in spaces]
    if not all(lies) or moved.intersection(space[3] for space in spaces):
        return by_what_it_lies_at(sight, choice, spaces, "the one beside")
    at = by_what_it_lies_at(sight, choice, spaces)
    on = "" if at is not choice else "on "
    named = zip(lies, at["titles"], strict=True)
    return {**choice, "titles": [f"{thing} {on}{title}" for thing, title in named]} if spaces else choice


def _top_of(sight: Sight, board: str, owner: str, space: str) -> str:
    """Return what lies on top on a space, if anything does that the seat can see and that goes by a name."""
    lies, made = _on_space(sight, board, owner, space), sight.game.boards[board]
    node = next(each for each in sight.layout(made, owner).nodes if each.name == space)
    looks = [piece_look(sight.game, made.holds.get(node.type, ""), each) for each in lies[-1:]]
    # What is called by what it costs and brings, such as a plan, is no name.
    if not looks or looks[0].kind is None or "," in looks[0].words:
        return ""
    whose = f" of {person_words(looks[0].owner)}" if looks[0].owner == sight.me else ""
    return looks[0].words.replace(whose, "", 1) if whose else looks[0].words


def _left(changes: Iterable[Event]) -> Iterator[tuple[str, str]]:
    """Yield the zones, each with which of a family, that things leave."""
    for event in changes:
        if event["kind"] == "move" and "zone" in event["at"]:
            yield event["at"]["zone"], event["at"].get("of", "")


def _reached(sight: Sight, changes: Iterable[Event]) -> Iterator[Place]:
    """Yield the spaces to which counters put pawns."""
    for event in changes:
        for name in sight.board_names() if event["kind"] == "count" else ():
            board = sight.game.boards[name]
            owner = event["of"].partition(" ")[0] if board.per is not None else "all"
            if event["counter"] in pawns_on(sight.game, name) and event["after"] not in NOTHING:
                yield "space", name, owner, str(event["after"])


def _beside_of(sight: Sight, event: Event) -> bool:
    """Whether something comes to a corner or side, which is said by what it lies at."""
    return "space" in event.get("to", {}) and bool(beside(sight, event["to"]))


def _words(sight: Sight, events: Sequence[Event]) -> str:
    shared = (board for board in sight.game.boards.values() if board.several and board.per is None)
    layouts = {board.name: sight.layout(board, "all").name for board in shared}
    story = Story(sight.game, sight.me, sight.me, ahead=partial(beside, sight), layouts=layouts)
    return _cut(plain(story.came(events)).replace("\n", "; "))


def _parted(
    sight: Sight, changes: Mapping[int, Sequence[Event]]
) -> tuple[list[Event], dict[int, list[Event]]]:
    """Return what every option changes, and of each what it changes besides; of a sole option all is its own.

    A piece that is turned another way is the same piece.
    """
    if len(changes) < 2:
        return [], {option: list(events) for option, events in changes.items()}
    keyed = {option: [(_key(sight, each), each) for each in events] for option, events in changes.items()}
    first, *others = (Counter(key for key, _ in events) for events in keyed.values())
    common = first
    for each in others:
        common &= each
    shared: list[Event] = []
    apart: dict[int, list[Event]] = {}
    for number, (option, events) in enumerate(keyed.items()):
        left = common.copy()
        for key, event in events:
            if left[key]:
                left[key] -= 1
                shared += [] if number else [event]
            else:
                apart.setdefault(option, []).append(event)
    return shared, {option: apart.get(option, []) for option in changes}


def _key(sight: Sight, event: Event) -> tuple[Any, ...]:
    """Return what makes a change the same as another: all but the place of the rule and how a piece lies."""
    known = {
        name: str(value) for name, value in event.items() if name not in ("file", "line", "pieces", "were")
    }
    pieces: list[str] = event.get("pieces", [])
    ends: list[list[str]] = [pieces, event.get("were", pieces)]
    lies = [tuple(_unturned(sight, piece) for piece in pieces) for pieces in ends]
    # What is only turned differs by how it lies.
    return (*sorted(known.items()), *(lies if event["kind"] == "move" else map(tuple, ends)))


def _unturned(sight: Sight, piece: str) -> str:
    """Return the id of a piece without the states that it is in."""
    parts = piece.split("-")
    named = next((at for at, part in enumerate(parts) if part in sight.kinds), len(parts) - 1)
    return "-".join(parts[: named + 1])


def _turned(sight: Sight, outcomes: Iterable[Outcome]) -> bool:
    """Whether options differ in how the same pieces lie on the same spaces, which their pictures show."""
    lies = [[(each.board, each.owner, each.space, each.pieces) for each in one.laid] for one in outcomes]
    unturned = [
        [
            (board, owner, space, [_unturned(sight, piece) for piece in pieces])
            for board, owner, space, pieces in each
        ]
        for each in lies
    ]
    return bool(lies and lies[0]) and all(each == unturned[0] for each in unturned) and lies[0] != lies[-1]


def _goes_without_saying(sight: Sight, event: Event, places: Sequence[Place], said: str) -> bool:
    """Whether one sees without more words what moves: it comes to where the option lies, or is what one
    chooses, or what the text of the option says.

    Numbers, such as dice, are there to be used.
    """
    if event["kind"] in ("count", "points"):
        return _is_gain_said(sight, event, said)
    if event["kind"] != "move":
        return False
    at, to = event["at"], event.get("to", {})
    zone = sight.game.zones.get(at.get("zone", ""))
    if zone is not None and zone.holds.kind == "number" and not to:
        return True
    if ("space", to.get("board"), to.get("owner"), to.get("space")) in places:
        return True
    if any(each[0] == "space" and _lies_there(sight, to, each) for each in places):
        return True
    away = any(boxed(sight.game, spot.get("zone", "")) for spot in (at, to))
    if not to or away:
        return False  # that something comes to the table or leaves it is to be said
    if _is_said(sight, event, said):
        return True
    if len(event["pieces"]) != 1:
        return False
    piece = event.get("were", event["pieces"])[0]
    space = "space", at.get("board"), at.get("owner"), at.get("space")
    return space in places or ("thing", at.get("zone"), at.get("of"), piece) in places


def _is_laid_so(sight: Sight, event: Event, events: Sequence[Event]) -> bool:
    """Whether a piece is turned where it has just come to: its option says how it is laid."""
    if event["kind"] != "turn":
        return False
    turned = [_unturned(sight, piece) for piece in event["were"]]
    came = (each for each in events if each["kind"] == "move" and each.get("to") == event["at"])
    return any([_unturned(sight, piece) for piece in each["pieces"]] == turned for each in came)


def _is_replaced(event: Event, events: Sequence[Event]) -> bool:
    """Whether a piece leaves a space to which another comes."""
    gone = event["kind"] == "move" and "board" in event["at"] and "board" not in event.get("to", {})
    return gone and any(each["kind"] == "move" and each.get("to") == event["at"] for each in events)


def _lies_there(sight: Sight, spot: Mapping[str, Any], space: Place) -> bool:
    """Whether a spot is a zone of a space."""
    zone, which = spot.get("zone", ""), spot.get("of", "").split(" ")
    return which[-1] == space[3] and zone in zones_on(sight.game, space[1]) and space[2] in ("all", which[0])


def _is_said(sight: Sight, event: Event, said: str) -> bool:
    """Whether a text names every piece that moves."""
    names = [_unturned(sight, piece).rpartition("-")[2] for piece in event["pieces"]]
    titles = [called(sight.kinds[name]).lower() if name in sight.kinds else "" for name in names]
    return all(title and title in said.lower() for title in titles)


def _is_gain_said(sight: Sight, event: Event, said: str) -> bool:
    """Whether a text says how much somebody gets: what it costs is said with what is left.

    What is asked may have the amounts of all options.
    """
    from interpreter import singular

    own = said.rpartition("\n")[2]
    many, title = event.get("points", 0), "points"
    if event["kind"] == "count":
        known = type(event["before"]) is type(event["after"]) is int
        many = event["after"] - event["before"] if known else 0
        title = within(sight.game.counters[event["counter"]])
    words = f"(?:1 )?{re.escape(singular(title))}" if many == 1 else re.escape(f"{many} {title}")
    # What a title says that it costs is none.
    gain = rf"(?<![\w-])(?<!for )(?<!pay ){words}(?!\w)"
    return many > 0 and re.search(gain, own, re.IGNORECASE) is not None


def _is_no_choice(sight: Sight, event: Event, moved: Collection[str]) -> bool:
    """Whether a choice is how a payment is split, or how much, or that nothing is taken.

    moved: what goes anywhere, such as a die with its number.
    """
    amount = all(each.isdigit() for each in event["titles"]) and not _chosen(event) & set(moved)
    # A way that has no words of its own is none of several.
    names = [each.lower().replace(" ", "_") for each in event["titles"]]
    bare = event.get("performed") or (opens(event) and names == event["options"])
    return event["asked"] in sight.game.counters or amount or bare


def _bare(event: Event) -> Event:
    """Return an event that no sentence of the ruleset says in its place."""
    bare = event.copy()
    bare.pop("said", None)
    return bare


def _cut(words: str) -> str:
    if len(words) <= _LONG:
        return words
    return f"{words[:_LONG].rpartition(';')[0] or words[:_LONG]}; ..."


def _costs(sight: Sight, event: Event) -> bool:
    """Whether the one who chooses has less of something afterwards."""
    if event["kind"] == "count":
        counter = sight.game.counters[event["counter"]]
        less = type(event["after"]) is int and event["after"] < event["before"]
        return less and counter.drawn and counter.logged and event["of"].partition(" ")[0] == sight.me
    # Numbers, such as dice, are there to be used.
    zone = sight.game.zones.get(event["at"].get("zone", "")) if event["kind"] == "move" else None
    # What one puts on a board is there for it.
    if zone is None or zone.holds.kind != "component" or "board" in event.get("to", {}):
        return False
    return _whose(event["at"]) == sight.me != _whose(event.get("to", {}))


def _paid(sight: Sight, changes: Iterable[Event]) -> int:
    """Return how much less the one who chooses has afterwards, of all things together."""
    return sum(
        event["before"] - event["after"] if event["kind"] == "count" else len(event["pieces"])
        for event in changes
        if _costs(sight, event)
    )


def _whose(spot: Mapping[str, object]) -> str:
    """Return the first word of which of a family a place is: its owner, if it has one."""
    return str(spot.get("owner") or spot.get("of", "")).partition(" ")[0]


def _chosen(event: Event) -> set[str]:
    """Return the ids of what is chosen."""
    return {option.partition("=")[2] for option in event["options"]}


def _goes_on(event: Event) -> Sequence[str]:
    """Return the pieces that go from a space to another."""
    moves = event["kind"] == "move" and "board" in event["at"] and "board" in event.get("to", {})
    return event.get("were", event["pieces"]) if moves else ()


def _taken(sole: Sequence[Event], changes: Sequence[Event]) -> tuple[Place, ...]:
    """Return where the things lie that are chosen because nothing else can be."""
    chosen = {option for event in sole for option in _chosen(event)}
    found: dict[Place, None] = {}
    for event in changes:
        for piece in event.get("were", event.get("pieces", ())) if event["kind"] == "move" else ():
            if piece in chosen and "zone" in event["at"]:
                found.setdefault(("thing", event["at"]["zone"], event["at"]["of"], piece))
    return tuple(found)


def _laid(sight: Sight, changes: Iterable[Event]) -> Iterator[Laid]:
    """Yield what lies on spaces afterwards that something was laid on, or turned."""
    held: dict[tuple[str, str, str], list[str]] = {}
    for event in changes:
        if event["kind"] not in ("move", "turn"):
            continue
        new = event["pieces"]
        ends = [(event["at"], event.get("were", new), new if event["kind"] == "turn" else [])]
        ends += [(event["to"], [], new)] if "to" in event else []
        for spot, gone, come in ends:
            if "board" in spot and (come or _space(spot) in held):
                lies = held.setdefault(_space(spot), _on_space(sight, *_space(spot)))
                lies[:] = [*without(lies, gone), *come]
    for space, lies in held.items():
        if lies:
            yield Laid(*space, tuple(lies))


def _with_marks(sight: Sight, laid: Laid, foreseen: Foreseen) -> Laid:
    """Return what would lie on a space with the marks there and at its sides and corners then.

    So one sees what it matches. A mark counts where all guesses have it.
    """
    from interpreter import marked_spaces

    board, hints = sight.game.boards[laid.board], hints_of(sight.game, laid.board)
    number, layout = sight.owners(board).index(laid.owner), sight.layout(board, laid.owner)
    around = sight.game.once(_around, laid.board, board.layouts.index(layout), laid.space)
    marked = []
    for value in hints.marks:
        on_all = [set(marked_spaces(each, laid.board, number, value, around)) for each in foreseen.after]
        marked.append((value, frozenset(set.intersection(*on_all)) if on_all else frozenset()))
    return replace(laid, around=around, marked=tuple(marked))


def _around(game: Game, name: str, layout: int, space: str) -> frozenset[str]:
    """Return the names of a space and of its sides and corners."""
    made = game.boards[name].layouts[layout]
    return frozenset(
        node.name
        for node in made.nodes
        if node.name == space
        or (node.part != "space" and any(each.name == space for each in made.beside(node)))
    )


def _on_space(sight: Sight, board: str, owner: str, space: str) -> list[str]:
    """Return what lies on a space of an owner's board, from the lowest to the highest."""
    held = sight.view["boards"].get(board, {}).get(owner, {}).get(space, [])
    return [held] if isinstance(held, str) else list(held)


def _space(spot: Mapping[str, Any]) -> tuple[str, str, str]:
    return spot["board"], spot["owner"], spot["space"]
