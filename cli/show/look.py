"""Looking at a thing: what a piece, space, zone, board, counter or action is and does, and what is there now.

In: a position as a seat sees it, and a word. Out: lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cli.seen.boards import Labels, empty_board, words_beside
from cli.seen.hints import hints_of
from cli.seen.lines import Line, Run, joined, plain
from cli.seen.pieces import boxed, called, field_words, piece_look, state_looks, things_line
from cli.seen.score import scores_of
from cli.seen.sight import Sight, things_in
from cli.show.board import draw_board
from cli.show.explained import Rulebook
from cli.show.ink import broken, columns, left, wrapped, wrapped_line
from cli.show.position import draw_boards, spaced

if TYPE_CHECKING:
    from cli.seen.boards import BoardSeen, Standing
    from interpreter import Board, Decision, Kind, Option, Space, State, Thing

# So many things of one name are shown, so many names of several are listed.
_SHOWN, _LISTED = 4, 8
# So many of the places where a piece lies are named; so many pieces of a space that somebody only points at.
_PLACES, _POINTED_AT = 8, 2
# So many things that lie beside each other on a space are each shown with it.
_BESIDE = 4
# A line that is longer than a title by less says no more than that title.
_VERB = 10
# Where something lies is said last, and small: pages know it by how far it is indented.
_LAST = "    "


class Looking:
    """What a seat can look at in a position."""

    def __init__(
        self, state: State, seat: int | None, rulebook: Rulebook, width: int, *, listed: bool
    ) -> None:
        self.state, self.game, self.seat, self.width, self.listed = state, state.game, seat, width, listed
        self.rulebook, self.sight, self.brief = rulebook, Sight(state, seat), rulebook.brief

    def option(self, decision: Decision, option: Option) -> list[Line]:
        """Explain an option; where it is a piece, a space or the layout of a board, show that."""
        asked, value = decision.site.type, option.value
        board = self.game.board_with(asked)
        if board is not None and isinstance(value, int) and value in board.ids:
            owner, layout, place = board.locate(value)
            return self._space(board, self.sight.owners(board)[owner], board.layouts[layout].nodes[place])
        from interpreter import question

        full = question(self.state)
        title = full.titles[decision.options.index(option)]
        lines = self.rulebook.option(decision, option, self.width, full.prompt, title)
        of = asked.name.removesuffix("_layout") if asked is not None and asked.kind == "enum" else ""
        if of in self.game.boards and option.id:
            lines += self._layout(self.game.boards[of], option.id.partition("=")[2])
        return lines

    def at(self, word: str) -> list[Line]:
        """Show what goes by a name or title, by a beginning, or by the number of a rule; empty: nothing."""
        if rule := self.rulebook.rule(word.strip(), self.width):
            return rule
        found = self._found(word.lower().replace("_", " ").strip())
        if len(found) <= _SHOWN:
            return spaced(show() for _, show in found)
        # The same space of several boards is named with its board.
        often = Counter(names[0] for names, _ in found)
        names = [each[0] if often[each[0]] == 1 else each[-1] for each, _ in found]
        more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
        return wrapped(
            f"'{word}' could be {', '.join(names[:_LISTED])}{more}.", width=self.width, style="red"
        )

    # -- what lies somewhere
    def space(self, board: str, owner: str, name: str, pointed: str = "") -> list[Line]:
        """Show a space of an owner's board, then the pieces there and the board; empty: there is none.

        pointed: the one of its pieces that somebody points at, by its id: of those it alone is shown.
        """
        made = self.game.boards.get(board)
        if made is None or owner not in self.sight.owners(made):
            return []
        seen = self.sight.board(board, owner)
        node = next((each for each in seen.layout.nodes if each.name == name), None)
        if node is None:
            return []
        standing = next(
            (each for each in seen.standing.get(name, ()) if pointed and each.who == pointed), None
        )
        if self.brief and standing is not None:
            return self._on_it(seen, node, standing)
        pieces = [(made.holds[node.type], each, "") for each in dict.fromkeys(seen.pieces(name))]
        for zone, places in seen.content.zones.items():
            here, holds = places.get(name), self.game.zones[zone].holds
            pieces += (
                [(holds.name, each, "") for each in dict.fromkeys(here)] if isinstance(here, list) else []
            )
        ground: list[Line] = []  # what is said of what gives the space its colour
        for counter, values in seen.content.values.items():
            kind, title = self.game.counters[counter].type, called(self.game.counters[counter])
            if kind.kind != "component" or name not in values:
                continue
            if self.brief and counter == hints_of(self.game, board).color:
                ground = self.lying(kind.name, str(values[name]))[1:]
            else:
                pieces.append((kind.name, str(values[name]), title))
        pieces = [each for each in pieces if each[1] == pointed] or pieces
        lying = [self.lying(*each) for each in pieces]
        if self.brief:  # first what lies there, of a stack the top; the board only where nothing else is said
            # Who points at none of several things beside each other means the space.
            whole = len(pieces) > 1 and not any(seen.pieces(name))
            shown = self._space_in_brief(made, seen, node, ground, whole=whole)
            known = list(filter(None, lying))
            if whole and known:
                return spaced([shown, *(known if len(known) <= _BESIDE else [])])
            return spaced([*known[-_POINTED_AT:], shown])
        shown = self._space(made, owner, node)
        return spaced([shown, *lying, self.declared("boards", board)])

    def _on_it(self, seen: BoardSeen, node: Space, on: Standing) -> list[Line]:
        """Show who or what is on a space by a counter, with the number that is on it, and last where."""
        counter = self.game.counters[on.called]
        number = hints_of(self.game, seen.board.name).pawns[on.called]
        # What is no person's is one of a sort, such as the red die.
        sort = counter.per[-1].name.replace("_", " ") if counter.per and not on.person else ""
        head = f"{on.words} {sort}" if sort else f"{called(counter)}: {on.words}"
        lines = self._head(head, "")
        if on.number and number:
            said = f"{called(self.game.counters[number])}: {on.number}"
            lines += wrapped(_begun(said), "  ", self.width)
        where = f"{seen.heading}, {node.name.replace('_', ' ')}"
        return spaced([lines, wrapped(where, _LAST, self.width)])

    def lying(self, component: str, piece: str, of: str = "") -> list[Line]:
        """Show what a piece is that a view calls by its id; empty: it is none, or lies face down.

        of: the title of the counter that says it, if one does.
        """
        look = piece_look(self.game, component, piece)
        if look.kind is None:
            return []
        lines = self.declared("kinds", look.kind.name)
        if self.brief:  # whose it is and its state first, then what that state means
            states = state_looks(self.game, component, look.kind, look.states)
            said = [line for each in states for line in wrapped(each.about, "  ", self.width) if each.about]
            title = called(look.kind).lower()
            # That it brings what it is called need not be said.
            more = [
                line
                for line in lines[1:]
                if not (title in (text := plain([line]).lower()) and len(text) < len(title) + _VERB)
            ]
            return [[Run(_begun(f"{of}: {look.words}" if of else look.words), "bold")], *said, *more]
        return lines

    def declared(self, section: str, name: str) -> list[Line]:
        """Show what a ruleset declares by a name in a section; empty: it does not."""
        thing = next(
            (each for each in self.game.things if each.section == section and each.name == name), None
        )
        if thing is None:
            return []
        if thing.section == "kinds":
            return self._kind(thing)
        lines = [*self._head(called(thing), thing.word), *self.rulebook.explained(thing, self.width)]
        return lines + (self._points() if (section, name) == ("counters", "points") else [])

    def _points(self) -> list[Line]:
        """Who has how many points from what, so far."""
        scores = scores_of(self.state)
        lines: list[Line] = []
        for place, who in enumerate(scores.heads):
            parts = [f"{source} {cells[place]}" for source, cells in scores.rows if cells[place] != "0"]
            lines += wrapped(f"{who}: {', '.join(parts) or 'none'}", "  ", self.width)
        return lines

    # -- what goes by a name
    def _found(self, word: str) -> list[tuple[Sequence[str], Any]]:
        """What goes by a word: exactly, else what begins with it, else what has it among its words."""
        for fits in (
            lambda name: name == word,
            lambda name: name.startswith(word),
            lambda name: f" {word}" in name,
        ):
            found = [(names, show) for names, show in self._known if any(map(fits, names))]
            if found:
                return found
        return []

    @cached_property
    def _known(self) -> list[tuple[Sequence[str], Any]]:
        """All that can be looked at, each with its names."""
        return [*self._spaces(), *self._layouts(), *self._things()]

    def _things(self) -> Iterator[tuple[Sequence[str], Any]]:
        order = (
            *("kinds", "zones", "counters", "values", "boards", "actions", "components"),
            *("tables", "enums", "effects", "steps"),
        )
        sections = {section: place for place, section in enumerate(order)}
        things = [thing for thing in self.game.things if thing.section in sections]
        for thing in sorted(things, key=lambda thing: sections[thing.section]):
            if thing.section == "kinds":
                kind = self._kind_named(thing.name)
                yield [*_names(thing), kind.glyph.lower()], lambda thing=thing: self._kind(thing)
            else:
                yield _names(thing), lambda thing=thing: self._thing(thing)

    def _spaces(self) -> Iterator[tuple[Sequence[str], Any]]:
        for name in self.sight.board_names():
            board = self.game.boards[name]
            owner = self.sight.me if board.per is not None else "all"
            if owner in self.sight.owners(board):
                for node in self.sight.board(name, owner).layout.nodes:
                    space = node.name.lower().replace("_", " ")
                    names = [space, f"{called(board).lower()} {space}"]
                    yield names, lambda b=board, o=owner, n=node: self._space(b, o, n)

    def _layouts(self) -> Iterator[tuple[Sequence[str], Any]]:
        for board in self.game.boards.values():
            for layout in board.layouts if board.several else ():
                names = [layout.name.replace("_", " "), layout.about.title.lower()]
                yield names, lambda b=board, n=layout.name: self._layout(b, n)

    def _kind_named(self, name: str) -> Kind:
        return next(made.by_name[name] for made in self.game.components.values() if name in made.by_name)

    # -- one thing
    def _head(self, title: str, name: str) -> list[Line]:
        if self.brief:
            return broken([Run(_begun(title), "bold")], self.width)
        return broken([Run(title, "bold"), Run(f"  {name}", "dim")], self.width)

    def _thing(self, thing: Thing) -> list[Line]:
        lines = self._head(called(thing), f"{thing.word} {thing.name}")
        if thing.section == "boards":
            return draw_boards(self.state, self.seat, thing.name, self.width, listed=self.listed)
        if thing.section == "zones":
            lines += self._contents(thing.name)
        if thing.section == "counters":
            value = self.sight.view["counters"][thing.name]
            places = value if isinstance(value, dict) else {"": value}
            said = [
                f"{self.sight.at_place('', place)}: {self.sight.value_words(thing.name, each)}".lstrip(": ")
                for place, each in places.items()
            ]
            lines += wrapped(", ".join(said), "  ", self.width)
        if thing.section == "components":
            kinds = self.game.components[thing.name].kinds
            lines += self._table(
                thing.name, [(kind.about.title or kind.name, kind) for kind in kinds], self.width // 3
            )
        # Of a value the author's sentence says enough, if there is one.
        if thing.section in ("effects", "steps") or (thing.section == "values" and not thing.about.about):
            lines += self.rulebook.does(thing, self.width)
        if thing.section in ("tables", "enums"):
            lines += self.rulebook.written(thing, self.width)
        return [*lines, *self.rulebook.explained(thing, self.width)]

    def _layout(self, board: Board, name: str) -> list[Line]:
        """A layout of a board, with nothing on it."""
        about = next(layout.about for layout in board.layouts if layout.name == name)
        head = self._head(about.title or name.replace("_", " "), f"of {board.name}")
        said = wrapped(about.about, "  ", self.width) if about.about else []
        return [*head, *said, *draw_board(self.game, empty_board(self.game, board.name, name), self.width)]

    def _kind(self, thing: Thing) -> list[Line]:
        """A kind of piece: its fields, what it does, and where such pieces lie that the seat sees."""
        kind = self._kind_named(thing.name)
        lines = self._head(called(thing), f"{thing.word} {thing.name}")
        lines += self.rulebook.explained(thing, self.width)
        places = [] if self.brief else self._places_of(thing.word, kind)
        if places:
            more = [f"{len(places) - _PLACES} more places"] if len(places) > _PLACES else []
            lines += wrapped(f"now: {', '.join([*places[:_PLACES], *more])}", "  ", self.width)
        return lines

    def _places_of(self, component: str, kind: Kind) -> list[str]:
        """Return where pieces of a kind lie, as far as the seat sees them."""
        found: Counter[str] = Counter()
        for name, zone in self.game.zones.items():
            if zone.holds.name != component or not zone.drawn:
                continue
            title = "the box" if boxed(self.game, name) is not None else called(zone)
            for place, things in things_in(self.sight.view["zones"][name]):
                for piece in things if isinstance(things, list) else ():
                    if piece_look(self.game, component, piece).kind is kind:
                        found[self.sight.at_place(title, place)] += 1
        for name, owners in self.sight.view["boards"].items():
            for owner, spaces in owners.items():
                for space, held in spaces.items():
                    pieces = held if isinstance(held, list) else [held]
                    if any(piece_look(self.game, component, piece).kind is kind for piece in pieces):
                        board = self.game.boards[name]
                        whose = "" if owner == "all" else f" of {self.sight.who(owner)}"
                        found[f"{called(board)}{whose} {space}"] += 1
        return [place if count == 1 else f"{count} in {place}" for place, count in found.items()]

    def _contents(self, name: str) -> list[Line]:
        """What lies in a zone, as a table where the things have fields."""
        holds, lines = self.game.zones[name].holds, list[Line]()
        found = things_in(self.sight.view["zones"][name])
        every = [row for _, things in found for row in self._rows(holds.name, things)]
        widest = min(max((columns(words) for words, _ in every), default=0), self.width // 2)
        for place, things in found:
            where = [Run(f"{self.sight.at_place('', place)}: ".lstrip(": "), "dim")]
            rows = self._rows(holds.name, things)
            if rows:
                lines += [[Run("  "), *where]] if place else []
                lines += self._table(holds.name, rows, widest)
            else:
                lines += wrapped_line(
                    [*where, *joined(things_line(self.game, holds, things))], "  ", self.width
                )
        return lines or wrapped("nothing is there", "  ", self.width, "dim")

    def _rows(self, component: str, things: Any) -> list[tuple[str, Kind]]:
        if component not in self.game.components:
            return []
        drawn = [
            piece_look(self.game, component, thing) for thing in (things if isinstance(things, list) else ())
        ]
        kinds = {each.words: each.kind for each in drawn if each.kind is not None}
        counts = Counter(each.words for each in drawn)
        return [
            (words if counts[words] == 1 else f"{counts[words]}x {words}", kind)
            for words, kind in kinds.items()
        ]

    def _table(self, component: str, rows: Sequence[tuple[str, Kind]], widest: int) -> list[Line]:
        """Kinds with what their fields say, one a line; widest: of their titles."""
        lines: list[Line] = []
        for words, kind in rows:
            fields = self.game.components[component].fields
            said = ", ".join(field_words(self.game, fields, kind.values))
            if said and columns(words) <= widest:
                lines += wrapped(said, f"  {left(words, widest)}  ", self.width)
            else:
                lines += wrapped(words, "  ", self.width)
                lines += wrapped(said, "      ", self.width) if said else []
        return lines

    def _space(self, board: Board, owner: str, node: Space) -> list[Line]:
        """A space: what is written there, what lies there, and what it is next to."""
        seen = self.sight.board(board.name, owner)
        lines = [[Run(f"{node.name} ", "bold"), Run(f"on {seen.heading}", "dim")]]
        named = {name: field for name, field in board.fields.items() if name in board.label_fields}
        of_board = node.values if node.type == board.name else {}
        words = field_words(self.game, named, of_board)
        words += [*self._lies_on(board, seen, node), *self._near(board, owner, seen, node)]
        return [*lines, *(line for each in words for line in wrapped(each, "  ", self.width))]

    def _space_in_brief(
        self, board: Board, seen: BoardSeen, node: Space, ground: Sequence[Line], *, whole: bool = False
    ) -> list[Line]:
        """A space for who only points at it: what it says or lies at, what lies there, and last its board.

        Its name is said only of one that says nothing, and of one that says nothing at all what its board is.
        whole: not what lies there, but the space is meant: then its name and board come first.
        """
        labels, layout = Labels(self.game, board, seen.content), board.layouts.index(seen.layout)
        said = labels.words(node) or words_beside(labels, layout, node)
        facts = self._lies_on(board, seen, node)
        name = node.name.replace("_", " ")
        held = any(places.get(node.name) for places in seen.content.zones.values())
        if not (said or facts or held or any(seen.pieces(node.name))):
            thing = next(
                each for each in self.game.things if (each.section, each.name) == ("boards", board.name)
            )
            about = self.rulebook.explained(thing, self.width)
            return [*wrapped(seen.heading, "", self.width), *about, *wrapped(name, _LAST, self.width)]
        lines = [*(wrapped(_begun(said), "", self.width) if said else []), *ground]
        lines += [line for each in facts for line in wrapped(_begun(each), "  ", self.width)]
        if whole:
            return [*self._head(f"{seen.heading}, {name}", ""), *lines]
        return [*lines, *wrapped(seen.heading if said else f"{seen.heading}, {name}", _LAST, self.width)]

    def _lies_on(self, board: Board, seen: BoardSeen, node: Space) -> list[str]:
        """What lies on a space, and what counters say of it."""
        holds = board.holds.get(node.type, "")
        pieces = [piece_look(self.game, holds, each).words for each in seen.pieces(node.name)]
        known = [each for each in pieces if each != "?"]
        unseen = f"{len(pieces) - len(known)} unseen" if len(known) < len(pieces) else ""
        if self.brief:
            known = [each if times == 1 else f"{times} × {each}" for each, times in Counter(known).items()]
        # To who only points at it what lies there alone is shown by itself.
        shown = self.brief and len(pieces) == len(known) == 1
        words = [f"here: {', '.join(filter(None, [*known, unseen]))}"] if pieces and not shown else []
        for zone, places in seen.content.zones.items():
            here = places.get(node.name)
            if here and not (self.brief and not isinstance(here, int) and len(here) <= _POINTED_AT):
                things = joined(things_line(self.game, self.game.zones[zone].holds, here))
                title = called(self.game.zones[zone])
                words.append(f"{title}: {''.join(run.text for run in things)}")
        for name, values in seen.content.values.items():
            value = values.get(node.name)
            written = self.brief and name in hints_of(self.game, board.name).counters
            if value not in (None, "none", "false") and not written:
                title = called(self.game.counters[name])
                words.append(f"{title}: {self.sight.value_words(name, value)}")
        standing: dict[str, list[str]] = {}
        for each in seen.standing.get(node.name, ()):
            standing.setdefault(called(self.game.counters[each.called]), []).append(each.words)
        # Of what there is one of its title says enough.
        alone = {
            called(self.game.counters[each.called]): not self.game.counters[each.called].per
            for each in seen.standing.get(node.name, ())
        }
        words += [
            title if self.brief and alone[title] else f"{title}: {', '.join(who)}"
            for title, who in standing.items()
        ]
        return [*words, *self._said_of(board, seen, node)]

    def _said_of(self, board: Board, seen: BoardSeen, node: Space) -> Iterator[str]:
        """What values say of a space that are shown for spaces."""
        from interpreter import space_values

        owner = self.sight.owners(board).index(seen.owner)
        titles = {thing.name: thing for thing in self.game.things if thing.section == "values"}
        for name, value in space_values(self.state, self.seat, board.name, owner, node.name).items():
            if value not in (None, 0, "none", "false", "no"):
                yield f"{called(titles[name])}: {self.sight.value_words(name, value)}"

    def _near(self, board: Board, owner: str, seen: BoardSeen, node: Space) -> list[str]:
        """What a space is next to, and what rules relate it to."""
        from interpreter import related_spaces, several

        beside: dict[str, list[str]] = {}
        for other in (each for each in seen.layout.beside(node) if each.type not in seen.board.bare):
            kind = "next to" if other.type == node.type else several(other.type.replace("_", " "))
            beside.setdefault(kind, []).append(other.name)
        words = [f"{kind}: {', '.join(names)}" for kind, names in beside.items()]
        number = self.sight.owners(board).index(owner)
        related = related_spaces(self.sight.state, board.name, number, node.name)
        said = [set(names) for names in beside.values()]
        return words + [
            f"{title}: {', '.join(names)}" for title, names in related.items() if set(names) not in said
        ]


def _begun(words: str) -> str:
    """Return words as they begin a line."""
    return words[:1].upper() + words[1:]


def _names(thing: Thing) -> list[str]:
    return [thing.name.lower().replace("_", " "), thing.about.title.lower()]
