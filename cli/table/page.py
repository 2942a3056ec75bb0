"""What a seat sees and can choose, as parts of a page; all words are escaped by the templates."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cli.colours import hex_of, seat_of
from cli.draw.bars import bar, bar_key
from cli.draw.board import ClickTarget, board_svg, legend
from cli.draw.cards import gist_svg
from cli.draw.counters import counter_signs
from cli.draw.cutout import cutout, ghost
from cli.draw.payments import payment_row
from cli.draw.pieces import die, form_of, piece_picture, shown_in_frame
from cli.draw.signs import sign_at
from cli.draw.track import track_svg
from cli.seen.beside import Known
from cli.seen.boards import BoardSeen
from cli.seen.doings import doings_of
from cli.seen.hints import hints_of
from cli.seen.lines import Line, joined, plain
from cli.seen.model import Counter, Zone
from cli.seen.outcomes import spaces_of
from cli.seen.page_places import as_track, banner_of, counts_places, place_on_page
from cli.seen.pieces import piece_look, seat_name, things_line
from cli.seen.questions import confirming
from cli.seen.seeing import ended, see
from cli.seen.sight import Sight
from cli.seen.story import HEADS
from cli.session.session import Session
from cli.table.clicks import Clicks, note_of, without_payment
from cli.table.names import with_names
from cli.table.signs import signs_of

if TYPE_CHECKING:
    from cli.seen.log import Passage
    from cli.seen.model import Amounts, Fact, Happened, Option, Way
    from interpreter import Game, Type

# So many passages of the log are shown, out of so many choices.
_LOG, _READ = 40, 200
# More options than these, all on the table, fold into a list where it is not in view; than those, always.
_FEW, _MANY = 3, 9
# How large others' boards are beside one's own.
_OTHERS = 2 / 3
# How large a board is beside one that is the main thing.
_SHARES = {"large": 1.5, "main": 1.0, "side": 0.75, "small": 0.5}
# What comes before and behind other boards; others' come behind all.
_BOARD_RANKS = {"first": 0, "last": 2}
# How wide a picture of what an option would change is.
_CUTOUT = 110
# Options with longer titles lie below each other.
_LONG = 44
# Options with no longer titles and notes have room for three in a row.
_SHORT = 8
# What has buttons for more and less beside it has less room for its title.
_LONG_AMOUNT = 16
# Of a zone with more places than these, empty ones are not drawn.
_PLACES = 12
# So many things of others are shown in the line of them.
_BRIEFLY = 6
# How wide the piece is that an option is, and one with much on it.
_SIGN, _DETAILED = 30, 54
# What was made last for a place of somebody's page, with all that it shows.
Kept = dict[tuple[str, ...], tuple[Any, Markup]]


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


@cache
def _parts() -> Any:
    """The templates of the parts."""
    return _environment().get_template("parts.html").module


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
    """Return the page of a seat (None: a spectator), complete without any script.

    past: nothing is asked; note: what is said of a copy; parts: those of the page, if they are made already.
    """
    parts = parts or parts_of(session, seat, past=past, company=company)
    template = _environment().get_template("page.html")
    return template.render(
        title=session.game.title,
        rules=session.game.rules_in_use,
        parts={name: Markup(part) for name, part in parts.items()},
        note=note,
        revision=revision,
        seat=seat,
        past=past,
        at=len(session.log.done) - 1,
        choices=len(session.journal.entries),
    )


def signs_page(game: Game) -> str:
    """Return the page that says what every sign of a game means; it is made once."""
    return game.once(_signs_page)


def _signs_page(game: Game) -> str:
    return _environment().get_template("signs.html").render(title=game.title, groups=signs_of(game))


def parts_of(
    session: Session,
    seat: int | None,
    *,
    past: bool = False,
    company: Company = NOBODY_GONE,
    kept: Kept | None = None,
    ways: Sequence[Way] = (),
) -> dict[str, str]:
    """Return the parts of a seat's page by name; a part is the same text while nothing in it changes.

    kept: what was made for the pages of a table before; much of it stays the same. ways: what the seat can
    reach by several choices, as far as that was looked for.
    """
    page = _Page(session, seat, {} if kept is None else kept, past=past, company=company, ways=ways)
    made = _parts()
    return {
        "status": page.status(),
        "turn": str(made.turn(page.turn())),
        "ask": str(made.ask(page.asked(), page.question)),
        "ways": str(made.ways(page.clicks.ways)),
        **page.drawn(),
        **{f"player-{each['id']}": str(made.player(each)) for each in page.players()},
        "common": str(made.common(page.common("last"), page.lying("last"))),
        "rivals": str(made.rivals(page.rivals())),
        "folded": str(made.folded(page.common("folded"), page.lying("folded"))),
        "supplies": str(made.supplies(page.supplies())),
        "score": str(made.score(page.seen.scores)),
        "since": str(page.seen.since),
        **page.log(),
    }


class _Page:
    """The page of one seat at one position."""

    def __init__(
        self,
        session: Session,
        seat: int | None,
        kept: Kept,
        *,
        past: bool,
        company: Company,
        ways: Sequence[Way],
    ) -> None:
        self.kept = kept
        self.session, self.state, self.seat, self.past = session, session.state, seat, past
        self.game, self.company = session.game, company
        here = seat not in session.stand_ins and not company.stopped
        self.seen = see(session.state, seat, session.log, asks=here and not past, ways=ways)
        self.question = self.seen.question
        self.held = session.held is not None and self.question is not None
        if self.question is not None and session.held is not None:
            self.question = confirming(self.question, session.held)
        self.clicks = Clicks(self.question)

    @cached_property
    def _sight(self) -> Sight:
        """What the seat sees, for lines of the log that are new: once for all of them."""
        return Sight(self.session.state, self.seat)

    def status(self) -> str:
        """Return who is asked, in a few words."""
        if self.seen.decides < 0:
            return "The game is over"
        if self.company.stopped:
            return "The game has stopped"
        if self.question is None:
            return f"{seat_name(self.seen.decides)} is choosing"
        return "Your turn" if self.seen.turn in ("", self.seen.me) else "You are asked"

    # -- the question
    def asked(self) -> dict[str, Any]:
        """Return what goes with the question: how it is answered, whom all wait for, how the game ended."""
        question, mapped, paid = self.question, self.clicks.mapped, self._payments()
        amounts = self._amounts()
        options = question.options if question is not None else ()
        notes = [self._noted(each) for each in options]
        does = [without_payment(each.does) if paid.get(each.id) else each.does for each in options]
        cutouts = self._cutouts(options)
        # What a note says of some spaces only is not what these are.
        on_spaces = [each for each in options if any(place[0] == "space" for place in each.places)]
        bare = (
            [each for each in on_spaces if _is_bare_space(each)]
            if all(each.note for each in on_spaces)
            else []
        )
        if len(options) > 2 and all(cutouts):
            # Of ways to turn a piece those that bring nothing say so.
            does = [
                each or ("" if note else "brings nothing") for each, note in zip(does, notes, strict=True)
            ]
        return {
            "status": self.status(),
            "undo": self._can_undo() and not self.seen.scores.verdict,
            "undo_takes": " and ".join(self.session.undo_takes(self.seat) if self.seat is not None else ()),
            "no_undo": self._why_no_undo() if question is not None else "",
            # It is of use to know right after what one has chosen.
            "just_chosen": any(who == self.seat for who, _ in self.session.log.done[-1:]),
            "redo": question is not None and bool(self.session.undone),
            "back": self.seat in self.session.stand_ins and not self.company.stopped,
            "seat": self.seat,
            "at": self.seen.decisions,
            "over": self._verdict(),
            "end": self._end(),
            "scores": self.seen.scores,
            "stopped": self.company.stopped,
            "decides": self.seen.decides + 1,
            "above": question.steps if question is not None else [],
            "titles": [each.note if each in bare else each.named for each in options],
            "notes": [
                each.title if each in bare else note for each, note in zip(options, notes, strict=True)
            ],
            "signs": [self._sign(each.piece or self._lying_at(each)) for each in options],
            "shown": [
                (fact, self._pieces(fact))
                for fact in (question.shown if question is not None else ())
                if not self._is_beside(fact) and not self._is_counted(fact)
            ],
            "does": does,
            "cutouts": cutouts,
            "looks": [self._look_of(each) for each in options],
            "payments": paid,
            "long": any(len(each.named) > (_LONG if amounts is None else _LONG_AMOUNT) for each in options),
            "short": all(
                len(words) <= _SHORT
                for each, note in zip(options, notes, strict=True)
                for words in (each.named, each.does, note)
            ),
            "held": self.held,
            "amounts": amounts,
            "mapped": len(mapped),
            "ahead": bool(self.clicks.ways),
            "folded": len(options) > _FEW and len(mapped) == len(options) and amounts is None,
            "many": len(options) > _MANY,
        }

    def _amounts(self) -> Amounts | None:
        """Return how many things are put together for one answer; spaces of boards are chosen one by one."""
        amounts = self.question.amounts if self.question is not None else None
        on_boards = any(place[0] == "space" for place in self.clicks.at)
        # What began as a form goes on as one: with something picked already a single thing can be left.
        picked = self.question is not None and not self.question.picked.startswith("nothing")
        alone = amounts is not None and amounts.most < (1 if picked else 2)
        return None if alone or on_boards else amounts

    def _is_counted(self, fact: Fact) -> bool:
        """Whether a fact holds pieces of which the options are some: each says how many of it there are."""
        options = self.question.options if self.question is not None else ()
        held = {(fact.holds.name, each) for each in fact.things}
        return len(options) > 1 and {each.piece for each in options} <= held

    def _noted(self, option: Option) -> str:
        """Return the note of an option, with how many of it there are where the question shows that."""
        facts = self.question.shown if self.question is not None else ()
        counted = {
            fact.title: fact.things.count(option.piece[1])
            for fact in facts
            if option.piece and not self._is_beside(fact) and self._is_counted(fact)
        }
        # Of a single place it goes without saying which.
        alone = len(counted) == 1
        counts = [f"{count} left" if alone else f"{title}: {count}" for title, count in counted.items()]
        return ", ".join(filter(None, (note_of(option), *counts)))

    def _is_beside(self, fact: Fact) -> bool:
        """Whether what belongs to the question is in the bar, or one's own and below the question anyway."""
        section, _, name = fact.name.partition("/")
        place = place_on_page(self.game, section, name) if name else ""
        if name and self.seen.turn and fact.words == self.seen.persons[self.seen.turn]:
            return True  # the bar says whose turn it is
        if place == "board":
            return True  # large among the boards
        if place not in ("first", "last"):
            return False
        in_bar = [*self.common("first"), *(each for each in self.seen.zones if not each.owner)]
        if place == "first" and any(self._name_of(each) == fact.name for each in in_bar):
            return True
        own = (each for each in self.seen.zones if self._is_own(each))
        zones = ((f"zones/{each.declared.name}", each.things) for each in own)
        values = ((each.name, said.words) for each in self.seen.counters for said in each.of(self.seen.me))
        things = fact.things or tuple(fact.words.replace(" and ", ", ").split(", "))
        return (fact.name, things) in zones or (fact.name, fact.words) in values

    @staticmethod
    def _name_of(each: Zone | Counter) -> str:
        """Return the section and name of a zone or counter."""
        return f"zones/{each.declared.name}" if isinstance(each, Zone) else each.name

    def _is_own(self, zone: Zone) -> bool:
        return zone.owner == self.seen.me != ""

    def _pieces(self, fact: Fact) -> list[dict[str, Any]]:
        """Return the pieces of what belongs to the question, equal ones once with their number."""
        return [
            _piled(self.game.once(_thing, fact.holds, thing, ""), thing, count)
            for thing, count in Counted(fact.things).items()
        ]

    def _cutouts(self, options: Sequence[Option]) -> list[Markup]:
        """Return for each option the place on a board that it would change, if it is not that place."""
        boards = {(each.board.name, each.owner): each for each in self.seen.boards}
        on_boards = all(any(place[0] == "space" for place in option.places) for option in options)
        found = []
        for option in options:
            laid = [
                each
                for each in option.outcome.laid
                if (each.board, each.owner) in boards
                and ("space", each.board, each.owner, each.space) not in option.places
            ]
            drawn = [cutout(self.game, boards[each.board, each.owner], each, _CUTOUT) for each in laid[:1]]
            found.append(Markup("".join(drawn)))
        # What is the same whatever one chooses helps nobody to choose.
        return found if len(set(found)) > 1 and not on_boards else [Markup("")] * len(found)

    def _verdict(self) -> Sequence[str]:
        """Return how a game that is over ended, with what that means for who looks."""
        first, *more = self.seen.scores.verdict or [""]
        winners = self.session.state.winners() if first and self.seat is not None else ()
        if not winners or self.game.players == 1:
            return self.seen.scores.verdict
        return [f"{'You have won' if self.seat in winners else 'You have lost'}: {first}", *more]

    def _end(self) -> dict[str, Any]:
        """Return how a game that is over ended: the ranking, with the points of each source as a bar."""
        scores = self.seen.scores
        totals = [sum(each) for each in zip(*(points for _, points in scores.counted), strict=True)]
        bars = {
            name: Markup(bar(points, max(totals)))
            for name, points in zip(
                scores.heads, zip(*(each for _, each in scores.counted), strict=True), strict=False
            )
        }
        return {
            "ranking": [
                (each, _seat_sign(each.who), bars.get(each.name, Markup(""))) for each in scores.ranking
            ],
            "signs": {source: Markup(bar_key(place)) for place, (source, _) in enumerate(scores.counted)},
            "doings": doings_of(self.game, self.session.log) if scores.verdict else None,
            "again": self.seat in self.session.people and not self.past and self.session.journal.written,
        }

    def _can_undo(self) -> bool:
        if self.seat is None or self.past or self.company.stopped:
            return False
        return bool(self.session.journal.undoable(self.seat))

    def _why_no_undo(self) -> str:
        if self.seat is None or self.past or self.company.stopped or self.seen.scores.verdict:
            return ""
        return self.session.why_no_undo(self.seat)

    def _look_of(self, option: Option) -> str:
        """Return the section and name of what an option is, an action or a kind; of others nothing."""
        if option.piece is not None:
            kind = piece_look(self.game, *option.piece).kind
            return f"kinds/{kind.name}" if kind is not None else ""
        name = "" if "=" in option.id else option.id
        return f"actions/{name}" if ("actions", name) in self.game.once(_things_named) else ""

    def _payments(self) -> dict[str, Markup]:
        """Return what actions pay, by name: those that are offered, and those that are not."""
        from interpreter import payments

        if self.question is None or self.question.name or self.held:
            return {}
        names = [*(each.id for each in self.question.options), *self.question.refused]
        return {name: Markup(payment_row(self.game, payments(self.state, name))) for name in names}

    def _sign(self, drawn: tuple[str, str] | None) -> Markup:
        """Return the piece that an option is, if it is one."""
        if drawn is None:
            return Markup("")
        # What is at the sides of a tile wants to be read too.
        size = _DETAILED if self.game.components[drawn[0]].draw.get("sides") else _SIGN
        return Markup(piece_picture(self.game, *drawn, size))

    def _lying_at(self, option: Option) -> tuple[str, str] | None:
        """Return the type and id of the piece that an option is named by, where it is a space with one."""
        space = option.places[0] if len(option.places) == 1 else ("",)
        if space[0] != "space" or option.title in (space[3], option.id.partition("=")[2]):
            return None
        board = next(each for each in self.seen.boards if (each.board.name, each.owner) == space[1:3])
        node = next(each for each in board.layout.nodes if each.name == space[3])
        lies = board.pieces(space[3])
        return (board.board.holds[node.type], lies[-1]) if lies and node.type in board.board.holds else None

    # -- boards
    def boards(self) -> list[dict[str, Any]]:
        """Return the boards: first those of all and one's own, then the others', smaller."""
        own = ("all", self.seen.me or "p1")
        return [
            {
                "id": f"board-{board.board.name}-{board.owner}",
                "seen": board,
                "other": board.owner not in own,
                "tables": hints_of(self.game, board.board.name).tables if board.owner in own else {},
                "sign": _seat_sign(board.owner) if board.whose else "",
                "legend": [(Markup(sign), words) for sign, words in legend(self.game, board)],
                "asked": bool(self.clicks.on_board(board.board.name, board.owner)),
                "about": self._is_about(board),
                "picture": self._picture(board, 1.0 if board.owner in own else _OTHERS),
                "within": self.lying(f"in {board.board.name}") if board.owner in own else [],
            }
            for board in sorted(self.seen.boards, key=lambda board: board.owner not in own)
            if self._place_of(board) != "never"
        ]

    def _is_about(self, board: BoardSeen) -> bool:
        """Whether a question is about a board: all its options lay something there, but for one at most."""
        options = self.question.options if self.question is not None else ()
        laying = [each.outcome.laid for each in options if each.outcome.laid]
        place = (board.board.name, board.owner)
        here = (any((laid.board, laid.owner) == place for laid in each) for each in laying)
        return bool(laying) and len(laying) + 1 >= len(options) and all(here)

    def _place_of(self, board: BoardSeen) -> str:
        """Return the place of a board on the page."""
        return place_on_page(self.game, "boards", board.board.name)

    def drawn(self) -> dict[str, str]:
        """Return boards and zones among them in their order, each a part of the page; others' come last."""
        made, parts = _parts(), list[tuple[int, str, str]]()
        for each in self.boards():
            rank = 3 if each["other"] else _BOARD_RANKS.get(self._place_of(each["seen"]), 1)
            parts.append((rank, each["id"], str(made.board(each))))
        parts += [(1, name, part) for name, part in self.laid_open().items()]
        parts += [(2, name, part) for name, part in self.tracks().items()]
        order = {name: place for place, name in enumerate(self.game.page)}

        def rank_of(part: tuple[int, str, str]) -> tuple[int, int]:
            """Return the rank of a part, and where the ruleset names it; boards without a word come first."""
            kind, name = part[1].split("-")[:2]
            return part[0], order.get(name, -1 if kind == "board" else len(order))

        return {name: part for _, name, part in sorted(parts, key=rank_of)}

    def laid_open(self) -> dict[str, str]:
        """Return the zones that are drawn among the boards, each a part of the page."""
        zones = (zone for zone in self.seen.zones if self._place(zone) == "board" and not zone.owner)
        families = groupby(zones, key=lambda zone: zone.declared.name)
        return {
            f"laid-{name}": str(_parts().laid_open(name, [self._zone(each) for each in family]))
            for name, family in families
        }

    def tracks(self) -> dict[str, str]:
        """Return the counters and values that are drawn as tracks, each a part of the page."""
        named = ((each, each.name.partition("/")[2]) for each in self.seen.counters)
        return {
            f"laid-{name}-track": str(_parts().track(counter, self._track(counter, *track)))
            for counter, name in named
            if (track := as_track(self.game, name)) is not None
        }

    def _track(self, counter: Counter, last: int, marks: Mapping[int, str]) -> Markup:
        """Return a counter as a track."""
        standing = [
            (each.owner, self.seen.persons.get(each.owner, counter.title), each.value)
            for each in counter.values
            if type(each.value) is int
        ]
        return self._kept(
            ("track", counter.name), standing, lambda: track_svg(standing, last, marks, label=counter.title)
        )

    def _place(self, zone: Zone) -> str:
        """Return the place of a zone on the page."""
        return place_on_page(self.game, "zones", zone.declared.name)

    def lying(self, place: str) -> list[Markup]:
        """Return the zones of nobody that have a place on the page and hold anything."""
        found = (zone for zone in self.seen.zones if not zone.owner and zone.count)
        return [self._zone(zone) for zone in found if self._place(zone) == place]

    def common(self, place: str) -> list[Any]:
        """Return the counters of nobody that have a place on the page."""
        return [
            each
            for each in self.seen.counters
            if not each.by_person and place_on_page(self.game, *each.name.split("/")) == place
        ]

    def turn(self) -> dict[str, Any]:
        """Return whose turn it is, where the game is, and what was rolled and counts for all."""
        turn = self.seen.turn
        return {
            "over": bool(self.seen.scores.verdict),
            "whose": "Your turn" if turn and turn == self.seen.me else "",
            "who": self.seen.persons[turn] if turn else "",
            "asked": self.question is not None and turn not in ("", self.seen.me),
            "id": turn,
            "sign": _seat_sign(turn) if turn else "",
            "where": self.seen.where,
            # What everybody has together is read from its track.
            "counters": [
                each
                for each in self.common("first")
                if as_track(self.game, each.name.partition("/")[2]) is None
            ],
            "zones": self.lying("first"),
        }

    def _picture(self, board: BoardSeen, scale: float) -> Markup:
        name, owner = board.board.name, board.owner
        targets = self._with_ghosts(board, self.clicks.on_board(name, owner))
        foretold = self._foretold(board, targets)
        chosen = self._chosen("space", name, owner)
        scale *= _SHARES[hints_of(self.game, name).place]
        return self._kept(
            ("board", name, owner),
            (board, targets, scale, foretold, chosen),
            lambda: board_svg(
                self.game, board, targets, scale=scale, brief=True, foretold=foretold, chosen=chosen
            ),
        )

    def _chosen(self, *place: str) -> frozenset[str]:
        """Return what was chosen already for what is being done: spaces of a board, or things of a zone."""
        chosen = self.question.chosen if self.question is not None else frozenset()
        return frozenset(each[len(place)] for each in chosen if each[: len(place)] == place)

    def _foretold(self, board: BoardSeen, targets: Mapping[str, ClickTarget]) -> list[str]:
        """Return what will lie on a board whatever is chosen, or by what is held, as pictures."""
        options = self.question.options if self.question is not None else ()
        options = options[:1] if self.held else options
        first, *others = [{each.space: each for each in option.outcome.laid} for option in options] or [{}]
        here = (board.board.name, board.owner)
        return [
            ghost(self.game, board, laid)
            for space, laid in first.items()
            if (others or self.held)
            and (laid.board, laid.owner) == here
            and (self.held or space not in targets)
            and all(space in each and each[space].pieces == laid.pieces for each in others)
        ]

    def _with_ghosts(self, board: BoardSeen, targets: dict[str, ClickTarget]) -> dict[str, ClickTarget]:
        """Return the targets on a board, each with what would lie there; what is held is drawn anyway."""
        for option in self.question.options if self.question is not None and not self.held else ():
            for laid in option.outcome.laid:
                place = ("space", laid.board, laid.owner, laid.space)
                if place in option.places and place[1:3] == (board.board.name, board.owner):
                    drawn = ghost(self.game, board, laid)
                    targets[laid.space] = replace(targets[laid.space], ghost=drawn)
        return targets

    def _kept(self, place: tuple[str, ...], showing: Any, make: Callable[[], str]) -> Markup:
        """Return markup, which is made again where it shows something else than before."""
        key = (self.seen.me, *place)
        kept = self.kept.get(key)
        if kept is None or kept[0] != showing:
            kept = self.kept[key] = showing, Markup(make())
        return kept[1]

    # -- players and zones
    def players(self) -> list[dict[str, Any]]:
        """Return what each person has, the one who looks first."""
        return [
            {
                "id": person,
                "name": self.seen.persons[person],
                "you": person == self.seen.me,
                "sign": _seat_sign(person),
                "who": self._who_sits(person),
                "said": self._said_of(person, gone=where["gone"]),
                "turn": person == self.seen.turn,
                **{place: self._owned(person, place) for place in ("first", "last", "folded")},
                "clicks": self.clicks.at.get(("player", person), []),
                **where,
            }
            for person in self.seen.by_person()
            for where in [self._where_is(person)]
        ]

    def rivals(self) -> list[dict[str, Any]]:
        """Return what others have with a sign, and how much they hide: while their panels are not in view.

        Their points come first: on a phone there may be room for one counter of each.
        """
        return [
            {
                "id": person,
                "name": self.seen.persons[person],
                "sign": _seat_sign(person),
                "counters": sorted(
                    (each for each in self._counters_of(person, "first") if each[2]),
                    key=lambda each: each[0].name != "counters/points",
                ),
                "held": [zone for zone in self.seen.zones if zone.owner == person and zone.hidden],
                "open": [
                    (zone, [self._small(zone, thing) for thing in zone.things[:_BRIEFLY]])
                    for zone in self.seen.zones
                    if zone.owner == person and zone.things and self._place(zone) == "first"
                ],
            }
            for person in self.seen.by_person()[1:]
        ]

    def _small(self, zone: Zone, thing: str) -> Markup:
        """Return a thing as a small picture, or in words."""
        made = self.game.once(_thing, zone.declared.holds, thing, zone.declared.shown_as, zone.owner)
        return made["picture"] or Markup.escape(made["words"])

    def _owned(self, person: str, place: str) -> dict[str, Any]:
        """Return the counters and zones of a person that have a place on the page."""
        return {
            "counters": self._counters_of(person, place),
            "zones": [
                self._zone(zone)
                for zone in [*self.seen.zones, *self.seen.stocks]
                if zone.owner == person and self._place(zone) == place
                if zone.count or self._empty(zone) or self._keeps_its_place(zone)
            ],
        }

    def _keeps_its_place(self, zone: Zone) -> bool:
        """Whether an empty zone of one's own is drawn: in front, so that what follows stays there."""
        return zone.owner == self.seen.me and self.game.page.get(zone.declared.name) == "first"

    def _empty(self, zone: Zone) -> int:
        """Return how many empty places of a zone are drawn; of more than one can see at once none are."""
        name = counts_places(self.game, zone.declared.name)
        counted = (each for each in self.seen.counters if name and each.name.partition("/")[2] == name)
        values = [value for each in counted for value in each.values if value.owner in ("", zone.owner)]
        places = values[0].value if values and isinstance(values[0].value, int) else 0
        return max(places - zone.count, 0) if places <= _PLACES else 0

    def _counters_of(self, person: str, place: str) -> list[tuple[Counter, str, Markup]]:
        """Return the counters of a person that have a place on the page, in words, each with its sign."""
        signs = counter_signs(self.game)
        return [
            (each, each.said_of(person), Markup(signs.get(each.name.partition("/")[2], "")))
            for each in self.seen.counters
            if each.of(person) and place_on_page(self.game, *each.name.split("/")) == place
        ]

    def _said_of(self, person: str, *, gone: bool) -> str:
        """Return who plays for a person, unless it is the one who looks, and what is waited for."""
        seat, me = list(self.seen.persons).index(person), person == self.seen.me
        said = {
            self._who_sits(person): not me or seat in self.session.stand_ins,
            "not here": gone,
            "on turn": person == self.seen.turn and not me,
            "is asked": seat == self.seen.decides and not me,
        }
        return ", ".join(words for words, holds in said.items() if holds)

    def _where_is(self, person: str) -> dict[str, Any]:
        """Return whether a person has gone, and whether one who is here may want a bot to play meanwhile."""
        seat, people = list(self.seen.persons).index(person), self.session.people
        gone = seat in people and seat in self.company.gone and not self.past and seat != self.seat
        consent = self.company.consent.get(seat, frozenset())
        goes_on = self.seen.decides >= 0 and not self.company.stopped
        wanted = gone and seat not in self.session.stand_ins and goes_on
        waiting = len({each for each in people if each not in self.company.gone} - consent)
        return {
            "gone": gone,
            "seat": seat,
            "may_consent": wanted and self.seat in people,
            "consented": self.seat in consent,
            "waiting": waiting,
            "levels": self._levels(seat) if goes_on and self.seat in people and not self.past else (),
        }

    def _levels(self, seat: int) -> Sequence[str]:
        """Return the levels that a bot can be given, if it is one that has a level."""
        from interpreter import LEVELS

        seats = self.session.seats
        return tuple(LEVELS) if seat < len(seats) and seats[seat] in LEVELS else ()

    def _who_sits(self, person: str) -> str:
        seat = list(self.seen.persons).index(person)
        if seat in self.session.stand_ins:
            return f"{self.session.stand_ins[seat]} plays for them"
        return self.session.seats[seat] if seat < len(self.session.seats) else "automaton"

    def _zone(self, zone: Zone) -> Markup:
        """Return what lies in a zone, equal things once with their number."""
        name, shown_as = zone.declared.name, zone.declared.shown_as
        drawn = () if shown_as == "count" else zone.things[-1:] if shown_as == "stack" else zone.things
        clicks = {thing: self.clicks.at.get(("thing", name, zone.place, thing), []) for thing in drawn}
        empty, chosen = self._empty(zone), self._chosen("thing", name, zone.place)
        return self._kept(
            ("zone", name, zone.place),
            (zone, clicks, empty, chosen),
            lambda: _parts().zone(zone, self._things(zone, drawn, clicks), empty, chosen),
        )

    def _things(
        self, zone: Zone, drawn: Sequence[str], clicks: Mapping[str, list[str]]
    ) -> list[dict[str, Any]]:
        """Return the things of a zone that are drawn, each with its clicks."""
        holds, shown_as, name = zone.declared.holds, zone.declared.shown_as, zone.declared.name
        # Dice lie side by side, as does what has its place in a row; of other equal things one is shown with
        # their number.
        apart = (
            holds.kind == "number"
            or "row" in (shown_as, zone.declared.order)
            or bool(counts_places(self.game, name))
        )
        things = [(each, 1) for each in drawn] if apart else list(Counted(drawn).items())
        # Dice that differ are each what the ruleset says of it.
        dice = zone.declared.dice if len(zone.declared.dice) == len(things) else [None] * len(things)
        return [
            _piled(
                self.game.once(_thing, holds, thing, shown_as, zone.owner)
                if die is None
                else _die_of(thing, *die),
                thing,
                count,
                clicks[thing],
                counted=zone.left,
            )
            for (thing, count), die in zip(things, dice, strict=True)
        ]

    def supplies(self) -> list[tuple[str, str]]:
        """Return what lies in supplies: how much, and of a box with few kinds how many of each.

        What is in the box, and not in the game, nobody needs.
        """
        stocks = {zone.declared.name for zone in self.seen.stocks}
        return [
            (
                zone.heading,
                plain([joined(things_line(self.game, zone.declared.holds, zone.things))]) or str(zone.count),
            )
            for zone in self.seen.supplies
            if not zone.away and zone.declared.name not in stocks
        ]

    def log(self) -> dict[str, str]:
        """Return what was done last, the latest first, as far as the seat may know.

        Each passage is a part of the page, named by the choice that it begins with and its place in it.
        """
        seats = [self.seat] if self.seat is not None else list(range(self.game.players))
        log, reader = self.session.log, self.seat if self.seat is not None else -1
        named: dict[str, str] = {}
        first = max(len(log.done) - _READ, 1)
        known = Known(self._sight, named=False)
        passages = [*(log.opening(seats) if first == 1 else []), *log.passages(seats, first)]
        for each in passages[-_LOG:]:
            place = sum(name.startswith(f"log-{each.first}-") for name in named)
            happened = log.in_words(self.game, each, reader, known=known)
            if happened.chosen or happened.came:
                passed = self.seat is not None and each.ends_unasked(self.seat)
                named[f"log-{each.first}-{place}"] = self._passage(each, happened, passed=passed)
        for end in ended(self.seen.scores):
            # After all that was chosen, so its number is higher.
            lines = [with_names(self.game, each) for each in plain(end.came).splitlines()]
            named[f"log-{len(log.done)}-0"] = str(_parts().passage(0, "", "", lines, apart=True))
        return dict(reversed(named.items()))

    def _logged(self, line: Line) -> Markup:
        """Return a line of the log; what heads others is a line of its own."""
        text = with_names(self.game, plain([line]))
        heads = bool(line) and all(run.style == HEADS for run in line)
        return Markup('<span class="heads">{}</span>').format(text) if heads else text

    def _passage(self, passage: Passage, happened: Happened, *, passed: bool = False) -> str:
        """Return a line of the log, which is made once; passed: the reader could choose nothing in it."""
        kept = self.session.log.kept
        # The log keeps what it has put into words, so each has its own id.
        key = ("markup", id(happened))
        if key not in kept:
            name = seat_name(happened.seat) if happened.seat >= 0 else ""
            said = with_names(self.game, happened.said)
            lines = [self._logged(each) for each in happened.came]
            spaces = dict.fromkeys(spaces_of(self._sight, [*passage.choices, *passage.events]))
            lit = " ".join(f"{'-'.join(space[1:3])}/{space[3]}" for space in spaces)
            banner = banner_of(self.game, passage.events)
            kept[key] = str(
                _parts().passage(happened.seat + 1, name, said, lines, passed, lit=lit, banner=banner)
            )
        return str(kept[key])


def _piled(
    made: dict[str, Any], called: str, count: int, clicks: Sequence[str] = (), *, counted: bool = False
) -> dict[str, Any]:
    """Return equal things as one with their number; counted: it is also said of one."""
    return {**made, "called": called, "count": count, "counted": counted, "clicks": clicks}


def _is_bare_space(option: Option) -> bool:
    """Whether an option is called by the id of its space, while its note says what that is."""
    named = any(place[0] == "space" and place[3] == option.named for place in option.places)
    return named and bool(option.note)


def _things_named(game: Game) -> frozenset[tuple[str, str]]:
    return frozenset((thing.section, thing.name) for thing in game.things)


def _seat_sign(person: str) -> Markup:
    """Return the shape that marks a player's pieces."""
    seat = seat_of(person)
    return Markup(shown_in_frame(sign_at(seat.sign, 0, 0, 13, "currentColor"), 4, size=13) if seat else "")


def _die_of(face: str, title: str, colour: str) -> dict[str, Any]:
    """Return a die that differs from others: in its colour, with its name below it for who sees none."""
    drawn = die(face, 0, 0, 16, hex_of(colour)) if colour else die(face, 0, 0, 16)
    return {"words": f"{title}: {face}", "picture": Markup(shown_in_frame(drawn, 16)), "card": "", "gist": ""}


def _thing(game: Game, holds: Type, called: str, shown_as: str, whose: str = "") -> dict[str, Any]:
    """Return a thing in words and as a picture, with its words below it where it is a card.

    whose: the person, by id, with whose things it lies.
    """
    if holds.kind == "number":
        drawn = Markup(shown_in_frame(die(called, 0, 0, 16), 16))
        return {"words": called, "picture": drawn, "card": "", "gist": ""}
    if holds.kind != "component":
        words = called.replace("_", " ")
        return {"words": words, "picture": "", "card": words, "gist": ""}
    look = piece_look(game, holds.name, called)
    picture = piece_picture(game, holds.name, called, 38, whose=whose)
    as_card = shown_as == "cards" or (not shown_as and form_of(game, holds.name) == "card")
    card = look.words if as_card and look.kind is not None else ""
    about = look.kind.about.about if look.kind is not None else ""
    return {
        "words": f"{look.words}: {about}" if about else look.words,
        "picture": Markup(picture),
        "card": card,
        "gist": Markup(gist_svg(game, holds.name, called) if card else ""),
    }
