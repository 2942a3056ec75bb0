"""What happened, in few words: the events of a play for people.

In: the events that somebody may see. Out: what was chosen, and what came of it: dice, counters with their
difference, points with their source, pieces with where from and where to, under the title of what did it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.colours import owner_colour
from cli.seen.boards import words_of_space
from cli.seen.choices import choice_words
from cli.seen.lines import Line, Run, joined, plain
from cli.seen.names import WITHIN, Names, Spot, in_words, is_news, listed, numbered, spot_of
from cli.seen.pieces import boxed, called, person_words, piece_look, within

if TYPE_CHECKING:
    from cli.seen.beside import Known
    from interpreter import Counter as DeclaredCounter
    from interpreter import Event, Game

# So many things of one move are named, and so many changes of one cause.
_NAMED, _MOST = 6, 12
_PLAYER = re.compile(r"\b(?:[Pp]layer |p)(\d+)\b")
# Who gets what each person gets.
_EVERYBODY = "everybody"
NO_LAYOUTS: Mapping[str, str] = {}
# How what heads the lines below it is written, such as a round.
HEADS = "bold"
# What ends a sentence.
_STOPS = (".", "!", "?", ":", '."')


def event_words(game: Game, event: Event) -> str:
    """Return one event in words, on its own; empty where a ruleset has it not drawn."""
    if event["kind"] == "choice":
        return choice_words(event)
    if event["kind"] in ("begin", "end"):
        return f"{event['title']}: {event['kind']}s"
    if event["kind"] in ("shuffle", "hide"):
        return f"{event['kind']} {Story(game).place(event['at'])}".strip()
    if event["kind"] in ("pick", "over"):
        return "; ".join(
            [*event.get("options", []), *(["the game is over"] if event["kind"] == "over" else [])]
        )
    return plain(Story(game).came([event]))


@dataclass
class _Group:
    """What came of one cause: a sentence, places with what lies there, counters, points, moves.

    title: of the cause; sentence: what the ruleset says of it; heading: it heads what follows; heard: a rule
    says it that heard of what happened; turned: pieces as they would be then; acts: who did what with what;
    counts: of counters, what was paid apart; paid_in: which moves were paid; spent: what was paid for what
    the sentence says, by counters.
    """

    title: str = ""
    sentence: str = ""
    heading: bool = False
    heard: bool = False
    lies: list[Line] = field(default_factory=list)
    turned: list[Run] = field(default_factory=list)
    acts: list[tuple[str, str, Line]] = field(default_factory=list)
    counts: dict[tuple[str, str, bool], tuple[Any, Any]] = field(default_factory=dict)
    points: Counter[tuple[int | str, str]] = field(default_factory=Counter)
    moves: dict[tuple[Spot, Spot], list[str]] = field(default_factory=dict)
    paid_in: set[tuple[Spot, Spot]] = field(default_factory=set)
    spent: Counter[tuple[str, str]] = field(default_factory=Counter)


class Story(Names):
    """The words for what happened.

    me: the reader, by id, or empty; doer: who chose, by id; ahead: it is what the doer, who is named already,
    could do, not what was done; it returns what a corner or side lies at, in words. known: what the reader
    knows corners and sides by in sentences of the ruleset; layouts: which of its layouts a board has, where
    that is known.
    """

    def __init__(
        self,
        game: Game,
        me: str = "",
        doer: str = "",
        *,
        named: bool = False,
        ahead: Callable[[Mapping[str, Any]], str] | None = None,
        known: Known | None = None,
        layouts: Mapping[str, str] = NO_LAYOUTS,
    ) -> None:
        super().__init__(game, me, doer if named or ahead else "", ahead)
        self.doer, self.known, self.layouts = doer, known, layouts

    def came(self, events: Iterable[Event], depth: int = 0) -> list[Line]:
        """Return what came of a choice and of what followed: one line for each sentence and each cause.

        depth: how many effects had begun before and not ended, whose parts need no titles.
        """
        found: list[Line] = []
        for group in self._groups(list(events), depth):
            if line := self._line(group):
                found.append(line)
                self.actor = self.actor if self.ahead else ""  # only in the first line it goes without saying
        return list(_said_once(found))

    def is_said(self, events: Iterable[Event], depth: int = 0) -> bool:
        """Whether the first of what came of a choice is a sentence of the ruleset, or nothing came."""
        groups = [group for group in self._groups(list(events), depth) if self._line(group)]
        return not groups or (bool(groups[0].sentence) and not groups[0].heard)

    def _groups(self, events: Sequence[Event], depth: int = 0) -> list[_Group]:
        within, steps, saying = [""] * depth, [""] * depth, [True] * depth
        groups = [_Group()]
        spent = _spent(events)
        chosen = {option for event in events if event["kind"] == "choice" for option in event["options"]}
        for event in events:
            if event["kind"] == "begin":
                # What was chosen is said already, and what it calls belongs to it.
                own = event["what"] != "effect" or (not within and event["name"] not in chosen)
                if event.get("said"):
                    own = False
                    groups.append(_Group())
                above = within[-1] if within and not event.get("said") else ""
                within.append(event["title"] if own else above)
                steps.append(event["name"] if event["what"] == "step" else "")
                saying.append(bool(event.get("said")) and event["what"] != "rule")
            elif event["kind"] == "end":
                within, steps, saying = within[:-1], steps[:-1], saying[:-1]
            elif event["kind"] == "say":
                last = groups[-1]
                if last.sentence or last.title or last.counts or last.moves or not event.get("said"):
                    groups.append(_Group())
                groups[-1].sentence = event["text"]
                groups[-1].spent = spent.get(id(event), groups[-1].spent)
                # What says its own sentence has begun with it; a rule that heard of something has not.
                groups[-1].heard = bool(event.get("said") and saying and not saying[-1])
            elif event.get("counter") in self.game.loops:
                counter = self.game.counters[event["counter"]]
                head = f"{called(counter)} {event['after']}".replace("_", " ")
                groups.append(_Group(sentence=head, heading=True))
            elif event.get("said"):
                self._note_said(groups[-1], event)
            elif not self._is_reset(event, steps[-1] if steps else ""):
                title = within[-1] if within else ""
                if groups[-1].sentence or groups[-1].title != title:
                    groups.append(_Group(title))
                self._note(groups[-1], event)
        return groups

    def _note_said(self, group: _Group, event: Event) -> None:
        """Note what a sentence leaves out: points, and pieces that only some see."""
        if event["kind"] == "points":
            self._note(group, event)
        elif event["kind"] == "move" and event.get("secret") and "?" not in "".join(event["pieces"]):
            things = self._things(spot_of(event["at"]), event["pieces"])
            said = (re.search(rf"\b{re.escape(plain([each]))}\b", group.sentence) for each in things)
            group.lies += [] if all(said) else [joined(things)]

    def _line(self, group: _Group) -> Line:
        """Return one cause in a line: its sentence or title, and what came of it."""
        if group.sentence:
            words, sentence = joined(self._words(group, self.doer), "; "), self._with_payment(group)
            if not words and group.heading:
                return [Run(run.text, HEADS) for run in self._sentence(sentence, stopped=False)]
            if not words:
                return self._sentence(sentence)
            bare, stop = sentence.removesuffix("."), "" if self.ahead else "."
            return [*self._sentence(bare, stopped=False), Run(" ("), *words, Run(f"){stop}")]
        words = self._stopped(joined(self._words(group), "; "))
        if group.title and words:
            return [Run(f"{_at_the_head(group.title)}: ", "italic"), *words]
        if not words or self.actor:
            return words
        return [Run(_at_the_head(words[0].text), words[0].style), *words[1:]]

    def _with_payment(self, group: _Group) -> str:
        """Return a sentence with what was paid by who did it, unless it says what for, or names it."""
        from interpreter import singular

        text, paid = group.sentence, list[Line]()
        for (name, of), amount in group.spent.items():
            counter = self.game.counters[name]
            title = within(counter)
            forms = "|".join(map(re.escape, {title, singular(title)}))
            known = re.search(rf" for \d|\b({forms})\b", text, re.IGNORECASE)
            if amount > 0 and is_news(counter) and not known and text.startswith(person_words(of)):
                paid.append(self._amount(amount, title))
        if not paid:
            return text
        bare, stop = (text[:-1], text[-1]) if text.endswith(".") else (text, "")
        return f"{bare} for {plain([listed(paid)])}{stop}"

    def _stopped(self, words: Line) -> Line:
        """Return words with a full stop, where they tell what was done."""
        if not words or self.ahead or words[-1].text.endswith("."):
            return words
        return [*words, Run(".")]

    def _sentence(self, text: str, *, stopped: bool = True) -> Line:
        """Return a sentence with the players and pieces in it in their colours."""
        text += "." if stopped and not self.ahead and not text.rstrip().endswith(_STOPS) else ""
        text = self.known.sentence(text) if self.known is not None else text
        runs: Line = []
        for place, part in enumerate(_PLAYER.split(text if self.ahead else _at_the_head(text))):
            # Between the words are the numbers of players.
            player = f"p{part}"
            runs += (
                [Run(person_words(player), owner_colour(player))] if place % 2 else self._with_pieces(part)
            )
        return [run for run in runs if run.text]

    def _with_pieces(self, text: str) -> Line:
        pieces, colours = self.game.once(_pieces_named)
        return (
            [Run(part, colours.get(part.lower(), "")) for part in pieces.split(text)]
            if colours
            else [Run(text)]
        )

    def _is_reset(self, event: Event, step: str) -> bool:
        """Whether a counter goes back to its start with a step, as it always does: that is no news."""
        if event["kind"] != "count" or not step:
            return False
        counter = self.game.counters[event["counter"]]
        return counter.reset == step and str(event["after"]) == self.game.start_id(counter.name)

    def _note(self, group: _Group, event: Event) -> None:
        kind = event["kind"]
        if kind == "count" and is_news(self.game.counters[event["counter"]]):
            key = (event["counter"], event["of"], bool(event.get("paid")))
            group.counts[key] = (group.counts.get(key, (event["before"],))[0], event["after"])
        elif kind == "points":
            group.points[event["seat"], event["source"]] += event["points"]
        elif kind == "move":
            source = _begun(group.moves, spot_of(event["at"]), event.get("were", event["pieces"]))
            way = source, spot_of(event.get("to", {}))
            group.moves.setdefault(way, []).extend(event["pieces"])
            group.paid_in |= {way} if event.get("paid") else set()
        elif kind == "say":
            group.lies.append([Run(event["text"])])
        elif kind == "turn" and (came := _came_to(group.moves, spot_of(event["at"]), event["were"])):
            came[:] = [*without(came, event["were"]), *event["pieces"]]
        elif kind == "turn" and self.ahead:
            holds = self._holds(spot_of(event["at"]))
            group.turned += [self._thing(holds, each, 1) for each in event["pieces"]]
        elif kind in ("roll", "fill", "swap", "reveal", "turn"):
            self._note_lying(group, event)

    def _note_lying(self, group: _Group, event: Event) -> None:
        """Note what lies somewhere now: what was rolled, came there, was shown or turned."""
        spot, rolled = spot_of(event["at"]), event["kind"] == "roll"
        verb = "take" if event["kind"] == "reveal" else ""
        place, things = self._place(spot), self._things(spot, event["pieces"], verb)
        owner = dict(spot).get("of", "").partition(" ")[0]
        roller = owner if self._is_owner(owner) else "" if group.title or self.ahead else self.doer
        if rolled and place and things and roller:
            group.acts.append((roller, "roll", joined(things, " ")))
        elif event["kind"] == "reveal" and place and things and self._is_owner(owner):
            group.lies.append([*self._does(owner, "show"), *listed(things)])
        elif place and things:
            where = "" if rolled and group.title and not group.lies else f"{place.removeprefix('the ')}: "
            group.lies.append([Run(where), *joined(things, " " if rolled else ", ")])

    def _words(self, group: _Group, scorer: str = "") -> list[Line]:
        """Return what came of a cause, each in a clause; scorer: of whom only the points are said."""
        on_spaces: dict[str, dict[Any, list[str]]] = {}
        got: dict[str, dict[str, list[Line]]] = {}  # for each person what they get, pay and lose
        for owner, verb, things in group.acts:
            got.setdefault(owner, {}).setdefault(verb, []).append(things)
        words = [*group.lies, *_turned(group.turned), *self._moves(group, got)]
        changed = {key: each for key, each in group.counts.items() if each[0] != each[1]}
        often = Counter(name for name, _, _ in changed)
        words += [
            [Run(f"{within(self.game.counters[name])} in {times} places")]
            for name, times in often.items()
            # What is of spaces a board shows.
            if times > _NAMED and all(index.kind != "space" for index in self.game.counters[name].per)
        ]
        for (name, of, paid), (before, after) in changed.items():
            if often[name] > _NAMED:
                continue
            counter, owner = self.game.counters[name], of.partition(" ")[0]
            if type(before) is int and type(after) is int and self._is_owner(owner):
                verb = "get" if after > before else "pay" if paid else "lose"
                which = self._which(counter, of)
                amount = self._amount(abs(after - before), within(counter), which)
                got.setdefault(owner, {}).setdefault(verb, []).append(
                    [*amount, Run(f" ({'then' if self.ahead else 'now'} {after})", "dim")]
                )
            elif counter.type.kind == "number" and any(index.kind == "space" for index in counter.per):
                on_spaces.setdefault(name, {}).setdefault(after, []).append(self._parted("", of)[1])
            else:
                words += self._change(counter, of, after)
        for name, values in on_spaces.items():
            said = [
                [Run(f"{value}", "bold"), Run(f" on {in_words(places)}")] for value, places in values.items()
            ]
            words.append([Run(f"{within(self.game.counters[name])}: "), *listed(said)])
        for (who, source), points in group.points.items():
            verb = "get" if points > 0 else "lose"
            reason = f" ({self._source(source)})" if self.ahead else f" for {self._source(source)}"
            why = Run(reason, "dim")
            owner = f"p{who}" if isinstance(who, int) else who
            got.setdefault(owner, {}).setdefault(verb, []).append([*self._amount(abs(points), "points"), why])
        clauses = {
            owner: listed(verbs["get"])
            if owner == scorer and list(verbs) == ["get"]
            else self._getting(owner if owner != scorer else "", verbs)
            for owner, verbs in got.items()
        }
        # Who did something with pieces begins the sentence; what is gained by it ends it.
        acts = set(got.get(self.doer, ())) - {"get", "lose", "pay"}
        first = [clauses.pop(self.doer)] if acts and not group.title and not self.ahead else []
        # Before one chooses, what it costs and brings comes first: a long text is cut at its end.
        return [*clauses.values(), *words] if self.ahead else [*first, *words, *clauses.values()]

    def _source(self, source: str) -> str:
        """Return what points are for, in a sentence: a board by its title."""
        from interpreter import lowered

        board = self.game.boards.get(source)
        return f"the {within(board)}" if board is not None else lowered(self.game.source_title(source))

    def _amount(self, number: int, title: str, which: str = "") -> Line:
        from interpreter import singular

        return [Run(f"{number} {singular(title) if number == 1 else title}{which}", "bold")]

    def _getting(self, owner: str, verbs: Mapping[str, Sequence[Line]]) -> Line:
        """Return what somebody gets, pays and loses, as a sentence."""
        yours = bool(owner) and owner == self.me and owner != self.actor
        parts = [
            [
                *([Run(f"{verb} ")] if done and yours else self._does("" if done else owner, verb)),
                *listed(things),
            ]
            for done, (verb, things) in enumerate(verbs.items())
        ]
        return listed(parts)

    def _does(self, owner: str, verb: str) -> Line:
        """Return who does something, unless that goes without saying, and the verb."""
        if owner and owner == self.me and owner != self.actor:
            return [Run("you", owner_colour(owner)), Run(f" {verb} ")]
        if not owner or owner == self.actor:
            return [Run(f"{verb}{'s' * (not self.ahead)} ")]
        if owner == _EVERYBODY:
            return [Run(f"everybody {verb}s ")]
        return [Run(self._person(owner), owner_colour(owner)), Run(f" {verb}s ")]

    def _change(self, counter: DeclaredCounter, of: str, after: Any) -> list[Line]:
        """Return what a counter says now: a number, whether a mark is there, or where something is."""
        owner = self._parted("", of)[0]
        title = f"{self._whose(owner)}{within(counter)}{self._which(counter, of)}"
        if counter.type.kind == "truth":
            # Before one chooses the option says which space is meant.
            at_space = not self.ahead and any(index.kind == "space" for index in counter.per)
            where = f"{self._parted('', of)[1]}: " if at_space else ""
            title = f"{where}{within(counter)}" if where else title
            return [[Run(title if after == "true" else f"no longer: {title}")]]
        if after == "none":
            return []
        now = person_words(after) if counter.type.kind == "player" else f"{after}".replace("_", " ")
        board = self.game.board_with(counter.type)
        if board is not None and len(self.game.boards) > 1:
            layout = self.layouts.get(board.name, "")
            now = self.game.once(words_of_space, board.name, after, layout) or numbered(board, now)
        goes = counter.type.kind == "space" and self._is_owner(of.partition(" ")[0])
        leads = " goes to " if counter.points else " to " if goes else ": "
        return [[Run(f"{title}{leads}"), Run(now, "bold")]]

    def _which(self, counter: DeclaredCounter, of: str) -> str:
        """Return which of its family a counter is, behind its title."""
        which = self._parted("", of)[1]
        on = any(index.kind == "space" for index in counter.per)
        if on and self.ahead:
            return ""  # the option says which
        return f" on {which}" if which and on else f" ({which})" if which else ""

    def _moves(self, group: _Group, got: dict[str, dict[str, list[Line]]]) -> list[Line]:
        """Return moves; where they are many, only how much came where; note who got or lost what."""
        shown = {way: pieces for way, pieces in group.moves.items() if pieces and way[0] != way[1]}
        shown = {
            way: pieces
            for way, pieces in shown.items()
            if (self._place(way[0]) or self._place(way[1])) and not self._is_put_by(*way)
        }
        words = self._within(shown)
        if len(shown) > _MOST:
            counts = Counter[str]()
            for (_, target), pieces in shown.items():
                where = dict(target)
                zone, board = (
                    self.game.zones.get(where.get("zone", "")),
                    self.game.boards.get(where.get("board", "")),
                )
                counts[within(zone) if zone else called(board) if board else "away"] += len(pieces)
            return [*words, *([Run(f"{count} to {title}")] for title, count in counts.items())]
        acts: dict[tuple[str, str, str, str], tuple[list[Line], list[str]]] = {}
        for ways, pieces in self._alike(shown):
            owner, verb = self._receiver(ways, group) if len(pieces) <= _NAMED else ("", "")
            act = ("", "", "", "") if owner else self._act(ways, pieces, group)
            if self.ahead and act[1] == "play":
                act = (*act[:2], "", act[3])
            elif self.ahead and act[1] != "take":
                act = ("", "", "", "")  # what one does with a piece that is chosen goes without saying
            actor, self.actor = self.actor, owner or act[0] or self.actor  # whose they are is said
            things = self._things(ways[0][0] or ways[0][1], pieces, act[1] or verb)
            if owner:
                got.setdefault(owner, {}).setdefault(verb, []).extend(things)
            elif act[0]:
                doer, verb, how, place = act
                key = doer, verb, how, plain([listed(things)])
                acts.setdefault(key, (things, []))[1].append(place)
            self.actor = actor
            if not owner and not act[0]:
                words.append(self._move(ways, pieces, bare=bool(group.title or self.actor or self.ahead)))
        for (doer, verb, how, _), (things, places) in acts.items():
            spoken = f"{how}{in_words(places)}" if how else ""
            got.setdefault(doer, {}).setdefault(verb, []).append([*listed(things), Run(spoken, "dim")])
        return words

    def _is_put_by(self, source: Spot, target: Spot) -> bool:
        """Whether a piece goes to another place of the same person, of which nobody wants to read."""
        here, there = dict(source), dict(target)
        owner, name = here.get("of", "").partition(" ")[0], there.get("zone", "")
        if not self._is_owner(owner) or there.get("of", "").partition(" ")[0] != owner:
            return False
        return bool(name) and boxed(self.game, name) is None and not is_news(self.game.zones[name])

    def _act(
        self, ways: Sequence[tuple[Spot, Spot]], pieces: Sequence[str], group: _Group
    ) -> tuple[str, str, str, str]:
        """Return whose act a move is: who, the verb, the word before the place, and the place; else nobody.

        What a step does by itself is nobody's act, but what comes to a person from elsewhere is taken.
        """
        source, target = ways[0]
        doer = "" if group.title else self.doer
        ends = [dict(each).get("of", "").partition(" ")[0] for each in (source, target)]
        giver, taker = (end if self._is_owner(end) else "" for end in ends)
        actor, self.actor = self.actor, doer or taker
        sources = [way[0] for way in ways]
        left = self._place(source) if len(set(sources)) == 1 else self._from_several(sources)
        came = self._place(target)
        self.actor = actor
        nobody = ("", "", "", "")
        if pieces and pieces[0].isdigit():
            return (doer, "use", " of ", left) if doer and left and not came and giver == doer else nobody
        if len(pieces) > _NAMED:
            return nobody
        if len({way[1] for way in ways}) > 1:
            return (_EVERYBODY, "get", " from ", left) if left else nobody
        if taker and left and giver != taker:
            return taker, "take", " from " * (not giver), left
        boards = ["board" in dict(each) for each in (source, target)]
        if not doer or (giver and giver != doer):
            return nobody
        if left and came and all(boards):
            came = came.removeprefix(f"{self._board_title(target)} ") if _on_one(source, target) else came
            return doer, "move", " from ", f"{left} to {came}"
        if came and boards[1]:
            return doer, "put", " on ", came
        if left and boards[0] and not came:
            others = not any(each.startswith(f"{doer}-") for each in pieces)
            return (doer, "take", " on ", left) if others else (doer, "remove", " from ", left)
        if left and came and giver:
            hidden = self.game.zones[dict(source)["zone"]].visible == "owner"
            shown = self.game.zones[dict(target)["zone"]].visible == "everyone"
            if hidden and shown:
                return doer, "play", " to " * (not taker), came
            return doer, "move", " from ", f"{left} to {came}"
        return nobody

    def _receiver(self, ways: Sequence[tuple[Spot, Spot]], group: _Group) -> tuple[str, str]:
        """Return who gets something out of a box, or gives it back there, and the verb; else nobody."""
        (source, target), places = ways[0], [self._place(end) for end in ways[0]]
        if len({way[1] for way in ways}) > 1 and places[1] and not places[0]:
            return _EVERYBODY, "get"  # moves that are alike go from one place to each person
        for end, place, beyond in ((target, places[1], places[0]), (source, places[0], places[1])):
            where = dict(end)
            owner = where.get("of", "").partition(" ")[0]
            if len(ways) > 1 or not place or beyond or not self._is_owner(owner):
                continue
            if self.game.zones[where["zone"]].holds.kind == "component":
                verb = "get" if end is target else "pay" if (source, target) in group.paid_in else "lose"
                return owner, verb
        return "", ""

    def _alike(
        self, moves: dict[tuple[Spot, Spot], list[str]]
    ) -> Iterator[tuple[list[tuple[Spot, Spot]], list[str]]]:
        """Yield moves; as one those from places of one kind to one place, or from one to each person."""
        groups: dict[Any, list[tuple[tuple[Spot, Spot], list[str]]]] = {}
        people = {f"p{seat + 1}" for seat in range(self.game.players)}
        for way, pieces in moves.items():
            target, kind = way[1], _family(way[0])
            groups.setdefault(("to", kind, target), []).append((way, pieces))
        for (_, kind, target), several in list(groups.items()):
            if len(several) == 1 and dict(target).get("of") in people:
                way, pieces = several[0]
                del groups["to", kind, target]
                groups.setdefault(("each", way[0], _family(target), tuple(pieces)), []).append((way, pieces))
        for key, several in groups.items():
            if key[0] == "to" or {dict(way[1])["of"] for way, _ in several} == people:
                each = [piece for _, pieces in several for piece in pieces]
                yield [way for way, _ in several], each if key[0] == "to" else several[0][1]
            else:
                yield from (([way], pieces) for way, pieces in several)

    def _move(self, ways: Sequence[tuple[Spot, Spot]], pieces: Sequence[str], *, bare: bool) -> Line:
        """Return one move, or those that are alike, as a clause; bare: who or what did it goes before it."""
        (source, target), sources = ways[0], [way[0] for way in ways]
        things = self._things(source, pieces)
        line = listed(things) if len(things) <= _NAMED else [Run(f"{len(pieces)} pieces")]
        came = self._place(target) if len({way[1] for way in ways}) == 1 else self._everybodys(target)
        # Where one's own things are one sees.
        own = came and self.ahead and dict(source).get("of") == self.doer
        left = "" if own else self._place(source)
        if left and len(set(sources)) > 1:
            left = self._from_several(sources)
        go = "" if bare else f" go{'es' * (len(pieces) == 1)}"
        if left and came:
            came = came.removeprefix(f"{self._board_title(target)} ") if _on_one(source, target) else came
            return [*line, Run(f"{go} from {left} to {came}", "dim")]
        if came:
            # What comes to a corner or side is beside what that lies at.
            beside = came.removeprefix("the place ") if bare and self.ahead else came
            return [*line, Run(f" {beside}" if beside != came else f"{go} to {came}", "dim")]
        if not pieces or pieces[0].isdigit():
            return [Run("uses "), *line, Run(f" of {left}", "dim")]
        return [*line, Run(f" leave{'s' * (len(pieces) == 1)} {left}", "dim")]

    def _within(self, moves: dict[tuple[Spot, Spot], list[str]]) -> list[Line]:
        """Take out of some moves those within a board where they are many; say how many there were."""
        boards: dict[tuple[str, str], list[tuple[Spot, Spot]]] = {}
        for way in moves:
            source, target = dict(way[0]), dict(way[1])
            if source.get("board") and source.get("board") == target.get("board"):
                boards.setdefault((source["board"], target["owner"]), []).append(way)
        words: list[Line] = []
        for (name, owner), ways in boards.items():
            if len(ways) > WITHIN:
                count = sum(len(moves.pop(way)) for way in ways)
                whose = "" if owner == "all" else self._whose(owner)
                words.append([Run(f"{count} pieces move on {whose}{called(self.game.boards[name])}")])
        return words


def _turned(pieces: Sequence[Run]) -> list[Line]:
    """Return in which state pieces would be then: one by its name, of several how many."""
    words: list[Line] = []
    for state, alike in groupby(sorted(pieces, key=_state_of), key=_state_of):
        first, *others = alike
        name = first.text.removesuffix(f" ({state})")
        what = Run(f"{1 + len(others)} pieces") if others else replace(first, text=name)
        words.append([what, Run(f": {state}")])
    return words


def _state_of(piece: Run) -> str:
    """Return the states of a piece in words."""
    return piece.text.rpartition(" (")[2].removesuffix(")") if piece.text.endswith(")") else ""


def _said_once(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines, of those that say the same after one another the first, with how often."""
    for words, several in groupby(lines, lambda line: plain([line])):
        line, *others = several
        stop = "." if words.endswith(".") else ""
        if not others or "(" in words:  # what follows then counts on
            yield from (line, *others)
            continue
        often = ", twice" if len(others) == 1 else f", {len(others) + 1} times"
        yield [*line[:-1], replace(line[-1], text=line[-1].text.removesuffix(".")), Run(f"{often}{stop}")]


def _spent(events: Sequence[Event]) -> dict[int, Counter[tuple[str, str]]]:
    """Return what was paid for what each sentence says, by counters; by the id of the sentence's event.

    What was paid within something without a sentence was paid for what that belongs to.
    """
    found: dict[int, Counter[tuple[str, str]]] = {}
    within: list[tuple[list[Event], list[Event]]] = [([], [])]  # what has begun: its sentences, what was paid

    def close() -> None:
        said, paid = within.pop()
        if said:
            spent = found[id(said[0])] = Counter()
            for each in paid:
                spent[each["counter"], each["of"]] += each["before"] - each["after"]
        elif within:
            within[-1][1].extend(paid)

    for event in events:
        if event["kind"] == "begin":
            within.append(([], []))
        elif event["kind"] == "end" and len(within) > 1:
            close()
        elif event["kind"] == "say":
            within[-1][0].append(event)
        elif event["kind"] == "count" and event.get("said") and event.get("paid"):
            within[-1][1].extend([event] if type(event["before"]) is int else [])
    while within:
        close()
    return found


def _pieces_named(game: Game) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """Return what finds the pieces of nobody by their titles in a sentence, and the colour of each title."""
    colours = {
        look.words.lower(): look.colour
        for made in game.components.values()
        for kind in made.kinds
        if made.per is None and (look := piece_look(game, made.name, kind.name)).colour
    }
    words = sorted(map(re.escape, colours), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(words)})(?!\w)", re.IGNORECASE), colours


def _at_the_head(text: str) -> str:
    """Return a text as a line begins with it."""
    return text[:1].upper() + text[1:]


def _family(spot: Spot) -> tuple[str, ...]:
    """What a place is one of: a family of zones, or the spaces of a board."""
    where = dict(spot)
    return (where["zone"],) if "zone" in where else (where.get("board", ""), where.get("owner", ""))


def _on_one(source: Spot, target: Spot) -> bool:
    """Whether two places are spaces of one owner's board."""
    return "board" in dict(source) and _family(source) == _family(target)


def _begun(moves: dict[tuple[Spot, Spot], list[str]], source: Spot, were: Sequence[str]) -> Spot:
    """Return where pieces came from that move on: what they passed through is no news."""
    came = _came_to(moves, source, were)
    if came is None:
        return source
    came[:] = without(came, were)
    return next(way[0] for way, pieces in moves.items() if pieces is came)


def _came_to(moves: dict[tuple[Spot, Spot], list[str]], place: Spot, were: Sequence[str]) -> list[str] | None:
    """Return the pieces of the move that brought some to a place; None: none did."""
    wanted = Counter(were)
    found = (
        pieces for way, pieces in reversed(moves.items()) if way[1] == place and not wanted - Counter(pieces)
    )
    return next(found, None) if were else None


def without(pieces: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Return pieces without some of them."""
    return list((Counter(pieces) - Counter(gone)).elements())
