"""What a seat sees and can choose, as parts of a page; all words are escaped by the templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cli.draw.board import board_svg, legend
from cli.draw.pieces import card_picture, die, form_of, piece, shown_in_frame
from cli.session import Session
from cli.show.decision import picked_text, seat_name
from cli.show.hints import hints_of
from cli.show.ink import plain
from cli.show.pieces import called, drawn_piece, joined, person_words, things_line
from cli.show.position import space_notes
from cli.show.score import ending, score_rows
from cli.show.sight import NOTHING, BoardSeen, Sight, is_of_person, things_in
from cli.show.story import Story
from cli.table.targets import Targets, is_ahead, targets_of

if TYPE_CHECKING:
    from cli.show.log import Passage
    from interpreter import Decision, Game, Question, Type

# So many passages of the log are shown, out of so many choices; so many may lead up to a question.
_LOG, _READ, _PATH = 40, 200, 12
# More options than these, all of them on the table, fold into a list.
_MANY = 14
# How large others' boards are beside one's own.
_OTHERS = 2 / 3
# How large a board is beside one that is the main thing.
_SHARES = {"main": 1.0, "side": 0.75, "small": 0.5}
# How wide a card with its own picture is.
_CARD = 74


@dataclass(frozen=True, slots=True)
class Company:
    """Who is at a table: the seats whose people have gone, and for each who wants a bot to play for it.

    stopped: what is said where the game cannot go on.
    """

    gone: frozenset[int] = frozenset()
    consent: Mapping[int, frozenset[int]] = field(default_factory=dict)
    stopped: str = ""


NOBODY_GONE = Company()


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def whole_page(
    session: Session,
    seat: int | None,
    revision: str,
    *,
    past: bool = False,
    company: Company = NOBODY_GONE,
    note: str = "",
    parts: Mapping[str, str] | None = None,
) -> str:
    """Return the page of a seat (None: an onlooker), complete without any script.

    past: nothing is asked; note: what is said of a copy; parts: those of the page, if they are made already.
    """
    parts = parts or parts_of(session, seat, past=past, company=company)
    template = _environment().get_template("page.html")
    return template.render(
        title=session.game.title,
        parts={name: Markup(part) for name, part in parts.items()},
        note=note,
        revision=revision,
        seat=seat,
        past=past,
        at=len(session.log.done) - 1,
        choices=len(session.journal.entries),
    )


def parts_of(
    session: Session, seat: int | None, *, past: bool = False, company: Company = NOBODY_GONE
) -> dict[str, str]:
    """Return the parts of a seat's page by name; a part is the same text while nothing in it changes."""
    page = _Page(session, seat, past, company)
    made: Any = _environment().get_template("parts.html").module
    return {
        "status": page.status(),
        "ask": str(made.ask(page.asked())),
        **{board["id"]: str(made.board(board)) for board in page.boards()},
        **{f"player-{each['id']}": str(made.player(each)) for each in page.players()},
        "common": str(made.common(page.common())),
        **page.common_zones(),
        "supplies": str(made.supplies(page.supplies())),
        "score": str(made.score(score_rows(session.state))),
        **page.log(),
    }


class _Page:
    """The page of one seat at one position."""

    def __init__(self, session: Session, seat: int | None, past: bool, company: Company) -> None:
        from interpreter import question

        self.session, self.state, self.seat, self.past = session, session.state, seat, past
        self.sight, self.company = Sight(session.state, seat), company
        decision = self.state.decision
        here = seat not in session.stand_ins and not company.stopped
        asked = decision is not None and decision.seat == seat and not past and here
        self.decision = decision if asked else None
        self.question = question(self.state) if self.decision is not None else None
        words = self._words(self.decision, self.question) if self.decision and self.question else []
        self.targets = targets_of(self.sight, words) if self.decision is not None else Targets()
        self.news = session.log.places(seat)

    def _words(self, decision: Decision, asked: Question) -> list[str]:
        """Return each option in words, with what the rules say of it and what is told of its place."""
        words = []
        places = space_notes(self.state, self.seat)
        for option, title, *notes in zip(decision.options, asked.titles, places, asked.notes, strict=True):
            called = title or option.id
            called = f"{decision.name.replace('_', ' ')} {called}" if called.isdigit() else called
            said = ", ".join(filter(None, notes))
            words.append(f"{called} ({said})" if said else called)
        return words

    def status(self) -> str:
        """Return whose turn it is, in a few words."""
        if self.state.decision is None:
            return "The game is over"
        if self.company.stopped:
            return "The game has stopped"
        return "Your turn" if self.decision is not None else f"{seat_name(self.state.seat)} is choosing"

    # -- the question
    def asked(self) -> dict[str, Any]:
        """Return the question with its options, or whom everybody waits for, or how the game ended."""
        told = {
            "where": self._whereabouts(),
            "status": self.status(),
            "undo": self._can_undo(),
            "redo": self.decision is not None and bool(self.session.undone),
            "back": self.seat in self.session.stand_ins and not self.company.stopped,
            "seat": self.seat,
            "at": self.state.decisions,
            "over": ending(self.state) if self.state.decision is None else [],
            "stopped": self.company.stopped,
            "decides": self.state.seat + 1,
            "actions": {},
        }
        decision = self.decision
        if decision is None or self.question is None:
            return {**told, "asked": False}
        mapped = self.targets.mapped
        options = [
            {
                "place": place,
                "words": self.targets.words[str(place)],
                "sign": self._sign(decision, place) if place not in mapped else "",
            }
            for place in range(len(decision.options))
        ]
        return {
            **told,
            "asked": True,
            "prompt": self.question.prompt,
            "path": self._path(decision.seat),
            "picked": picked_text(decision) if decision.subset is not None else "",
            "options": options,
            "mapped": len(mapped),
            "shared": self.targets.shared,
            "about": "" if decision.site.labels else decision.options[0].id.partition("=")[0],
            "actions": self._not_offered(decision),
            "ahead": any(map(is_ahead, self.targets.found.values())),
            "folded": len(options) > _MANY and len(mapped) == len(options),
        }

    def _whereabouts(self) -> str:
        """Return where the game is, unless the question says it too."""
        where = self.sight.whereabouts()
        return "" if self.decision is not None and self.decision.prompt.startswith(where) else where

    def _not_offered(self, decision: Decision) -> dict[str, str]:
        """Return the actions that are not offered where actions are, by name with their titles."""
        if not decision.site.labels or self.state.inside:
            return {}
        offered = {option.id for option in decision.options}
        return {
            thing.name: thing.about.title or thing.name.replace("_", " ")
            for thing in self.sight.game.things
            if thing.section == "actions" and thing.name not in offered
        }

    def _can_undo(self) -> bool:
        if self.seat is None or self.past or self.company.stopped:
            return False
        return bool(self.session.journal.undoable(self.seat))

    def _sign(self, decision: Decision, place: int) -> Markup:
        """Return the piece that an option is, if it is one and lies nowhere."""
        kind, option = decision.site.type, decision.options[place]
        if kind is None or kind.kind != "component" or decision.site.labels or option.value is None:
            return Markup("")
        called = option.id.partition("=")[2]
        return Markup(shown_in_frame(piece(self.sight.game, kind.name, called, (0, 0), 20), 20, size=30))

    def _path(self, seat: int) -> str:
        """Return what was chosen already for what is being done."""
        passages = self.session.log.passages([seat], -_PATH) if self.state.inside else []
        own = passages[-1:] if passages and passages[-1].seat == seat else []
        return " > ".join(words for passage in own for words in passage.chosen)

    # -- boards
    def boards(self) -> list[dict[str, Any]]:
        """Return the boards: first those of all and one's own, then the others', smaller."""
        seen = [
            self.sight.board(name, owner)
            for name in self.sight.board_names()
            for owner in self.sight.owners(self.sight.game.boards[name])
        ]
        own = ("all", self.sight.me or "p1")
        seen.sort(key=lambda board: board.owner not in own)
        return [
            {
                "id": f"board-{board.board.name}-{board.owner}",
                "name": board.board.name,
                "title": board.title,
                "about": board.board.about.about,
                "whose": board.whose,
                "owner": board.owner,
                "layout": board.layout_title,
                "other": board.owner not in own,
                "legend": [(Markup(sign), words) for sign, words in legend(self.sight.game, board)],
                "asked": bool(self.targets.on_board(board.board.name, board.owner)),
                "picture": Markup(self._picture(board, 1.0 if board.owner in own else _OTHERS)),
            }
            for board in seen
        ]

    def _picture(self, board: BoardSeen, scale: float) -> str:
        targets = self.targets.on_board(board.board.name, board.owner)
        scale *= _SHARES[hints_of(self.sight.game, board.board.name).place]
        news = {place[2] for place in self.news if place[:2] == (board.board.name, board.owner) and place[2:]}
        place = (self.sight.me, board.board.name, board.owner)
        showing = (board, targets, scale, news)
        kept = self.session.drawn.get(place)
        if kept is None or kept[0] != showing:
            kept = showing, board_svg(self.sight.game, board, targets, scale=scale, news=news, brief=True)
            self.session.drawn[place] = kept
        return kept[1]

    # -- players and zones
    def players(self) -> list[dict[str, Any]]:
        """Return what each person has, the one who looks first."""
        counters: dict[str, list[tuple[str, str, str]]] = {person: [] for person in self.sight.persons}
        for told in self.sight.told_counters():
            rests = self.sight.by_person(told.value) if isinstance(told.value, dict) else None
            for rest, cells in (rests or {}).items():
                for person, cell in zip(self.sight.persons, cells, strict=True):
                    if cell == "false" or (rest and cell in NOTHING):
                        continue
                    words = f"{told.called} {self.sight.place_words(rest)}".strip()
                    counters[person].append((told.name, words, _shown(cell)))
        persons = sorted(self.sight.persons, key=lambda person: person != self.sight.me)
        return [
            {
                "id": person,
                "name": person_words(person),
                "you": person == self.sight.me,
                "who": self._who_sits(person),
                "decides": person == f"p{self.state.seat + 1}",
                "counters": counters[person],
                "zones": self._zones_of(person),
                "clicks": self.targets.at("player", person),
                **self._where_is(person),
            }
            for person in persons
        ]

    def _where_is(self, person: str) -> dict[str, Any]:
        """Return whether a person has gone, and whether one who is here may want a bot to play meanwhile."""
        seat, people = self.sight.persons.index(person), self.session.people
        gone = seat in people and seat in self.company.gone and not self.past and seat != self.seat
        consent = self.company.consent.get(seat, frozenset())
        wanted = gone and seat not in self.session.stand_ins and not self.company.stopped
        waiting = len({each for each in people if each not in self.company.gone} - consent)
        return {
            "gone": gone,
            "seat": seat,
            "may_consent": wanted and self.seat in people,
            "consented": self.seat in consent,
            "waiting": waiting,
        }

    def _who_sits(self, person: str) -> str:
        seat = self.sight.persons.index(person)
        if seat in self.session.stand_ins:
            return f"{self.session.stand_ins[seat]} plays for them"
        return self.session.seats[seat] if seat < len(self.session.seats) else "automaton"

    def _zones_of(self, person: str) -> list[Markup]:
        return [
            self._zone(name, place, things, which=place.partition(" ")[2])
            for name, value in self.sight.shown_zones(is_of_person)
            for place, things in things_in(value)
            if place.partition(" ")[0] == person
        ]

    def _zone(self, name: str, place: str, things: Any, *, which: str) -> Markup:
        """Return what lies in a place, equal things once with their number; made again where that changes.

        which: of the zones that go by one name, or of those of one player.
        """
        zone = self.sight.game.zones[name]
        many = len(things) if isinstance(things, list) else things
        seen = things if isinstance(things, list) and zone.shown_as != "count" else []
        if zone.shown_as == "stack":
            seen = seen[-1:]
        shown = Counter(seen)
        new = ((name, place) if place else (name,)) in self.news
        clicks = {thing: self.targets.at("thing", name, place, thing) for thing in shown}
        place_kept, showing = (self.sight.me, "zone", name, place), (things, new, clicks)
        kept = self.session.drawn.get(place_kept)
        if kept is not None and kept[0] == showing:
            return Markup(kept[1])
        told = {
            "zone": name,
            "name": f"{called(zone)} {self.sight.place_words(which)}".strip(),
            "new": new,
            "hidden": things if isinstance(things, int) else 0,
            "many": many if zone.shown_as in ("stack", "count") and isinstance(things, list) else 0,
            "things": [
                {
                    **self.sight.game.once(_thing, zone.holds, thing, zone.shown_as),
                    "called": thing,
                    "count": count,
                    "clicks": clicks[thing],
                }
                for thing, many in shown.items()
                # Dice lie side by side, of other equal things one is shown with their number.
                for count in ([1] * many if zone.holds.kind == "number" or zone.shown_as == "row" else [many])
            ],
        }
        made: Any = _environment().get_template("parts.html").module
        markup = str(made.zone(told))
        self.session.drawn[place_kept] = showing, markup
        return Markup(markup)

    def common(self) -> list[tuple[str, str, str]]:
        """Return the counters that belong to nobody: where they are declared, and in words."""
        counters = []
        for told in self.sight.told_counters():
            value = told.value
            if value in ("none", "false"):
                continue
            if not isinstance(value, dict):
                said = _shown(value)
                counters.append((told.name, told.called, person_words(said) if told.person else said))
            elif self.sight.by_person(value) is None:
                each = [
                    f"{self.sight.place_words(place)} {_shown(one)}"
                    for place, one in value.items()
                    if one not in NOTHING
                ]
                counters += [(told.name, told.called, ", ".join(each))] if each else []
        return counters

    def common_zones(self) -> dict[str, str]:
        """Return the zones that belong to nobody, each a part of the page."""
        return {
            f"zone-{name}": "".join(
                self._zone(name, place, things, which=place) for place, things in things_in(value)
            )
            for name, value in self.sight.shown_zones(lambda zone: not is_of_person(zone))
        }

    def supplies(self) -> list[tuple[str, str]]:
        """Return what lies in supplies: how much, and of a box with few kinds how many of each."""
        game, zones = self.sight.game, self.sight.game.zones
        return [
            (
                f"{called(zones[name])} {self.sight.place_words(place)}".strip(),
                plain([joined(things_line(game, zones[name].holds, things))])
                if isinstance(things, list) and self.sight.has_plenty(name)
                else str(things if isinstance(things, int) else len(things)),
            )
            for name in zones
            if self.sight.is_supply(name) and zones[name].drawn
            for place, things in things_in(self.sight.view["zones"][name])
        ]

    def log(self) -> dict[str, str]:
        """Return what was done last, the latest first, as far as the seat may know.

        Each passage is a part of the page, named by the choice that it begins with and its place in it.
        """
        seats = [self.seat] if self.seat is not None else list(range(self.sight.game.players))
        log = self.session.log
        passages = log.passages(seats, max(len(log.done) - _READ, 1))[-_LOG:]
        named: dict[str, str] = {}
        for each in passages:
            place = sum(name.startswith(f"log-{each.first}-") for name in named)
            named[f"log-{each.first}-{place}"] = self._passage(each)
        return dict(reversed(named.items()))

    def _passage(self, told: Passage) -> str:
        """Return a line of the log, which is made once; the log keeps the events, so each has its own id."""
        kept = self.session.log.kept
        key = (self.seat, told.seat, tuple(told.chosen), *map(id, told.events))
        if key not in kept:
            me = f"p{self.seat + 1}" if self.seat is not None else ""
            made: Any = _environment().get_template("parts.html").module
            story = Story(self.sight.game, me, f"p{told.seat + 1}").came(told.events)
            name = seat_name(told.seat) if told.chosen else ""
            kept[key] = str(
                made.passage(told.seat + 1, name, ", ".join(told.chosen), plain(story).splitlines())
            )
        return str(kept[key])


def _thing(game: Game, holds: Type, called: str, shown_as: str) -> dict[str, Any]:
    """Return a thing in words and as a picture, with its words below it where it is a card."""
    if holds.kind == "number":
        return {"words": called, "picture": Markup(shown_in_frame(die(called, 0, 0, 16), 16)), "card": ""}
    if holds.kind != "component":
        return {"words": called.replace("_", " "), "picture": "", "card": called.replace("_", " ")}
    drawn = drawn_piece(game, holds.name, called)
    picture = shown_in_frame(piece(game, holds.name, called, (0, 0), 20), 20, size=38)
    as_card = shown_as == "cards" or (not shown_as and form_of(game, holds.name) == "card")
    card = drawn.words if as_card and drawn.kind is not None else ""
    picture = Markup((as_card and card_picture(game, holds.name, drawn, _CARD)) or picture)
    about = drawn.kind.about.about if drawn.kind is not None else ""
    return {
        "words": f"{drawn.words}: {about}" if about else drawn.words,
        "picture": picture,
        "card": card,
    }


def _shown(value: Any) -> str:
    return "?" if value is None else "yes" if value == "true" else str(value).replace("_", " ")
