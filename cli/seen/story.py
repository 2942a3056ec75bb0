"""What happened, in few words: the events of a play for people.

In: the events that somebody may see. Out: what was chosen, and what came of it: dice, counters with their
difference, points with their source, pieces with where from and where to, under the title of what did it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cli.colours import owner_colour
from cli.seen.hints import hints_of
from cli.seen.lines import Line, Run, joined, plain
from cli.seen.pieces import boxed, called, person_words, piece_look, things_line, within

if TYPE_CHECKING:
    from interpreter import Counter as DeclaredCounter
    from interpreter import Event, Game, Zone

# So many things of one move are named, and so many changes of one cause.
_NAMED, _MOST = 6, 12
# So many moves of one cause within a board are named one by one.
_WITHIN = 3
_PLAYER = re.compile(r"\b(?:[Pp]layer |p)(\d+)\b")
Spot = tuple[tuple[str, str], ...]


def choice_words(event: Event) -> str:
    """Return what was chosen, so that it can be understood without the question."""
    titles = ", ".join(event["titles"]) or "nothing"
    if event["options"] == ["done"] and event["asked"] != "action":
        return ""  # no more is picked: what was picked is said
    if event["secret"] and "?" in event["options"]:
        return "something secret"
    if event["asked"] != "action":
        return f"{event['asked'].replace('_', ' ')}: {titles}"
    return f"{event['title']}? {titles}" if titles in ("yes", "no") and event["title"] else titles


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


def opens(event: Event) -> bool:
    """Whether a choice begins something: one of several ways is gone."""
    return event["asked"] == "action"


def disclosed(events: Sequence[Event]) -> Iterator[Event]:
    """Yield events without those choices in secret that come again when all may know them."""
    later = Counter(_asked(event) for event in events if event["kind"] == "choice" and not event["secret"])
    for event in events:
        if event["kind"] == "choice" and event["secret"] and later[_asked(event)]:
            later[_asked(event)] -= 1
        else:
            yield event


def _asked(event: Event) -> tuple[Any, ...]:
    return event["seat"], event["asked"], event["file"], event["line"]


@dataclass
class _Group:
    """What came of one cause: a sentence, places with what lies there, counters, points, moves.

    title: of the cause; sentence: what the ruleset says of it.
    """

    title: str = ""
    sentence: str = ""
    lies: list[Line] = field(default_factory=list)
    counts: dict[tuple[str, str], tuple[Any, Any]] = field(default_factory=dict)
    points: Counter[tuple[int | str, str]] = field(default_factory=Counter)
    moves: dict[tuple[Spot, Spot], list[str]] = field(default_factory=dict)


class Story:
    """The words for what happened.

    me: the reader, by id, or empty; actor: who is named already, so need not be again.
    """

    def __init__(self, game: Game, me: str = "", actor: str = "") -> None:
        self.game, self.me, self.actor = game, me, actor or me
        self.kinds = {thing.name: thing.about.title for thing in game.things if thing.section == "kinds"}

    def came(self, events: Iterable[Event]) -> list[Line]:
        """Return what came of a choice and of what followed: one line for each sentence and each cause."""
        events, within, steps = list(events), list[str](), list[str]()
        groups = [_Group()]
        chosen = {option for event in events if event["kind"] == "choice" for option in event["options"]}
        for event in events:
            if event["kind"] == "begin":
                # What was chosen is said already, and what it calls belongs to it.
                own = event["what"] != "effect" or (not within and event["name"] not in chosen)
                if event.get("said"):
                    own = False
                    groups.append(_Group())
                within.append(event["title"] if own else within[-1] if within else "")
                steps.append(event["name"] if event["what"] == "step" else "")
            elif event["kind"] == "end":
                within, steps = within[:-1], steps[:-1]
            elif event["kind"] == "say":
                if groups[-1].sentence or groups[-1].title or not event.get("said"):
                    groups.append(_Group())
                groups[-1].sentence = event["text"]
            elif event.get("counter") in self.game.loops:
                counter = self.game.counters[event["counter"]]
                groups.append(_Group(sentence=f"{called(counter)} {event['after']}"))
            elif event.get("said"):
                self._note_said(groups[-1], event)
            elif not self._is_reset(event, steps[-1] if steps else ""):
                title = within[-1] if within else ""
                if groups[-1].sentence or groups[-1].title != title:
                    groups.append(_Group(title))
                self._note(groups[-1], event)
        return [line for group in groups if (line := self._line(group))]

    def _note_said(self, group: _Group, event: Event) -> None:
        """Note what a sentence leaves out: points, and pieces that only some see."""
        if event["kind"] == "points":
            self._note(group, event)
        elif event["kind"] == "move" and event.get("secret") and "?" not in "".join(event["pieces"]):
            things = joined(self._things(_spot(event["at"]), event["pieces"]))
            group.lies.append([Run("you see: ", "dim"), *things])

    def _line(self, group: _Group) -> Line:
        """Return one cause in a line: its sentence or title, and what came of it."""
        words = joined(self._words(group), "; ")
        if group.sentence:
            return [*self._sentence(group.sentence), *([Run(" ("), *words, Run(")")] if words else [])]
        return [Run(f"{group.title}: ", "italic"), *words] if group.title and words else words

    def _sentence(self, text: str) -> Line:
        """Return a sentence with the players in it in their colours."""
        runs: Line = []
        for place, part in enumerate(_PLAYER.split(text[:1].upper() + text[1:])):
            # Between the words are the numbers of players.
            player = f"p{part}"
            runs.append(Run(person_words(player), owner_colour(player)) if place % 2 else Run(part))
        return [run for run in runs if run.text]

    def _is_reset(self, event: Event, step: str) -> bool:
        """Whether a counter goes back to its start with a step, as it always does: that is no news."""
        if event["kind"] != "count" or not step:
            return False
        counter = self.game.counters[event["counter"]]
        return counter.reset == step and str(event["after"]) == self.game.start_id(counter.name)

    def _note(self, group: _Group, event: Event) -> None:
        kind = event["kind"]
        if kind == "count" and _is_news(self.game.counters[event["counter"]]):
            key = (event["counter"], event["of"])
            group.counts[key] = (group.counts.get(key, (event["before"],))[0], event["after"])
        elif kind == "points":
            group.points[event["seat"], event["source"]] += event["points"]
        elif kind == "move":
            source = _begun(group.moves, _spot(event["at"]), event.get("were", event["pieces"]))
            group.moves.setdefault((source, _spot(event.get("to", {}))), []).extend(event["pieces"])
        elif kind == "say":
            group.lies.append([Run(event["text"])])
        elif kind == "turn" and (came := _came_to(group.moves, _spot(event["at"]), event["were"])):
            came[:] = [*_without(came, event["were"]), *event["pieces"]]
        elif kind in ("roll", "fill", "swap", "reveal", "turn") and (
            place := self._place(_spot(event["at"]))
        ):
            things = joined(
                self._things(_spot(event["at"]), event["pieces"]), " " if kind == "roll" else ", "
            )
            words = "rolled " if kind == "roll" else ""
            group.lies.append([Run(f"{words}{place}: "), *(things or [Run("nothing", "dim")])])

    def _words(self, group: _Group) -> list[Line]:
        words = [*group.lies, *self._moves(group.moves)]
        changed = {key: each for key, each in group.counts.items() if each[0] != each[1]}
        often = Counter(name for name, _ in changed)
        words += [
            [Run(f"{within(self.game.counters[name])} in {times} places")]
            for name, times in often.items()
            # What is of spaces a board shows.
            if times > _NAMED and all(index.kind != "space" for index in self.game.counters[name].per)
        ]
        for (name, of), (before, after) in changed.items():
            if often[name] <= _NAMED:
                words += self._change(self.game.counters[name], of, before, after)
        for (who, source), points in group.points.items():
            whose = self._who(f"p{who}" if isinstance(who, int) else who)
            plural = "" if abs(points) == 1 else "s"
            scored = Run(f"{points:+} point{plural}", "bold")
            words.append([Run(whose), scored, Run(f" for {source.replace('_', ' ')}", "dim")])
        return words

    def _change(self, counter: DeclaredCounter, of: str, before: Any, after: Any) -> list[Line]:
        """Return how a counter changed: of a number by how much, of a mark whether it is there now."""
        if type(before) is int and type(after) is int:
            whose, title = self._parted(f"{after - before:+} {within(counter)}", of)
            title = f"{self._who(whose)}{title}"
            return [[Run(title, "bold"), Run(f" (now {after})", "dim")]]
        title = self._named(within(counter), of)
        if counter.type.kind == "truth":
            return [[Run(title if after == "true" else f"no longer: {title}")]]
        now = person_words(after) if counter.type.kind == "player" else f"{after}".replace("_", " ")
        return [[Run(f"{title}: "), Run(now, "bold")]] if after != "none" else []

    def _moves(self, moves: dict[tuple[Spot, Spot], list[str]]) -> list[Line]:
        """Return moves; where they are many, only how much came where."""
        shown = {way: pieces for way, pieces in moves.items() if pieces and way[0] != way[1]}
        shown = {way: pieces for way, pieces in shown.items() if self._place(way[0]) or self._place(way[1])}
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
        for (source, target), pieces in shown.items():
            things = self._things(source, pieces)
            line = joined(things) if len(things) <= _NAMED else [Run(f"{len(pieces)} pieces")]
            left, came = self._place(source), self._place(target)
            way = (
                f" from {left} to {came}"
                if left and came
                else f" to {came}"
                if came
                else f" out of {left}"
            )
            words.append([*line, Run(way, "dim")])
        return words

    def _within(self, moves: dict[tuple[Spot, Spot], list[str]]) -> list[Line]:
        """Take out of some moves those within a board where they are many; say how many there were."""
        boards: dict[tuple[str, str], list[tuple[Spot, Spot]]] = {}
        for way in moves:
            source, target = dict(way[0]), dict(way[1])
            if source.get("board") and source.get("board") == target.get("board"):
                boards.setdefault((source["board"], target["owner"]), []).append(way)
        words: list[Line] = []
        for (name, owner), ways in boards.items():
            if len(ways) > _WITHIN:
                count = sum(len(moves.pop(way)) for way in ways)
                whose = "" if owner == "all" else self._whose(owner)
                words.append([Run(f"{count} pieces move on {whose}{called(self.game.boards[name])}")])
        return words

    def _things(self, spot: Spot, pieces: Sequence[str]) -> list[Line]:
        where = dict(spot)
        if "zone" in where:
            return things_line(self.game, self.game.zones[where["zone"]].holds, sorted(pieces))
        board = self.game.boards[where["board"]]
        holds = next(
            board.holds[node.type]
            for layout in board.layouts
            for node in layout.nodes
            if node.name == where["space"]
        )
        glyphs = hints_of(self.game, where["board"]).glyphs
        drawn = [piece_look(self.game, holds, piece, glyphs) for piece in pieces]
        return [[Run(each.words, each.colour)] for each in drawn]

    def _place(self, spot: Spot) -> str:
        """Return where something is; empty for a box, and for what a ruleset does not have drawn."""
        where = dict(spot)
        if "board" in where:
            board = self.game.boards[where["board"]]
            owner = "" if where["owner"] == "all" else self._whose(where["owner"])
            return f"{owner}{called(board)} {where['space']}"
        name = where.get("zone", "")
        if not name or boxed(self.game, name) is not None or not _is_news(self.game.zones[name]):
            return ""
        return self._named(within(self.game.zones[name]), where["of"])

    def place(self, spot: Any) -> str:
        """Return where something is, as an event says it."""
        return self._place(_spot(spot))

    def _named(self, title: str, of: str) -> str:
        """Return a counter or zone with which of its family; whose it is, unless that goes without saying."""
        owner, words = self._parted(title, of)
        return f"{self._whose(owner)}{words}"

    def _parted(self, title: str, of: str) -> tuple[str, str]:
        """Return whose a counter or zone is, and the title with which else of its family."""
        owner, _, rest = of.partition(" ")
        if not self._is_owner(owner):
            owner, rest = "", of
        words = " ".join(self.kinds.get(word) or word.replace("_", " ") for word in rest.split(" "))
        return owner, f"{title} {words}".strip()

    def _is_owner(self, word: str) -> bool:
        return word in (*(f"p{seat + 1}" for seat in range(self.game.players)), *self.game.automata)

    def _who(self, owner: str) -> str:
        """Return whom something is about, unless that goes without saying."""
        if not owner or owner == self.actor:
            return ""
        return "you " if owner == self.me else f"{person_words(owner)} "

    def _whose(self, owner: str) -> str:
        if not owner or owner == self.actor:
            return ""
        return "your " if owner == self.me else f"{person_words(owner)}'s "


def _is_news(declared: DeclaredCounter | Zone) -> bool:
    """Whether people want to read how something changes."""
    return declared.drawn and declared.logged


def _spot(spot: Any) -> Spot:
    return tuple(sorted(spot.items()))


def _begun(moves: dict[tuple[Spot, Spot], list[str]], source: Spot, were: Sequence[str]) -> Spot:
    """Return where pieces came from that move on: what they passed through is no news."""
    came = _came_to(moves, source, were)
    if came is None:
        return source
    came[:] = _without(came, were)
    return next(way[0] for way, pieces in moves.items() if pieces is came)


def _came_to(moves: dict[tuple[Spot, Spot], list[str]], place: Spot, were: Sequence[str]) -> list[str] | None:
    """Return the pieces of the move that brought some to a place; None: none did."""
    wanted = Counter(were)
    found = (
        pieces for way, pieces in reversed(moves.items()) if way[1] == place and not wanted - Counter(pieces)
    )
    return next(found, None) if were else None


def _without(pieces: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Return pieces without some of them."""
    return list((Counter(pieces) - Counter(gone)).elements())
