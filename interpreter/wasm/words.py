"""Tables of words for a module that other hosts play: what options are called, and what a view shows.

In: a game, and ways to lay numbers and texts down. Out: the numbers that `library.host_api` needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from interpreter.language.types import Type, component
from interpreter.model.declarations import BoardDecl, CounterDecl, ZoneDecl
from interpreter.play.decision import Site
from interpreter.play.game import Game
from interpreter.play.view import HIDDEN, owner_of

# The parts of a view, as they lie in a row of six numbers; everybody may see what has this owner.
_KINDS = ("OPEN", "CLOSE", "KEY", "ONLY", "SEAT", "COUNTER", "ZONE", "SPACE")
_OPEN, _CLOSE, _KEY, _ONLY, _SEAT, _COUNTER, _ZONE, _SPACE = range(8)
_ALL = -2
_WIDTH = 6

# Whose words are there only where a board has a certain layout: the slot that tells it, and the layout.
Condition = tuple[int, int] | None


@dataclass
class Words:
    """numbers: lays numbers down, and says where; sequence: a sequence; text: bytes."""

    game: Game
    numbers: Callable[[Sequence[int]], int]
    sequence: Callable[[Sequence[int]], int]
    text: Callable[[bytes], int]

    def laid(self) -> dict[str, int]:
        """Lay all words down; the names in capitals that stand for them."""
        game = self.game
        sites = [number for site in game.sites for number in self._site(site)]
        rows = [number for row in self._view() for number in (*row, *[0] * (_WIDTH - len(row)))]
        slots = game.layout.slot_of_space
        backs = sorted({"", *game.backs})
        return {
            "ABOUT": self.text(json.dumps(about(game), ensure_ascii=False).encode()),
            "NULL": self.text(b"null"),
            "OPTION_ID": self.text(b'{"id":"'),
            "OPTION_TITLE": self.text(b'","title":"'),
            "OPTION_DONE": self.text(b'done","title":"done"'),
            "SITE_WORDS": self.numbers(sites),
            "SLOTS_OF_SPACES": self.numbers([each if isinstance(each, int) else -1 for each in slots]),
            "BACK_WORDS": self._words(["", *(f"{HIDDEN} {back}".strip() for back in backs)]),
            "VIEW": self.numbers(rows),
            "VIEW_SIZE": len(rows) // _WIDTH,
            "VIEW_ALL": _ALL,
            **{f"VIEW_{word}": number for number, word in enumerate(_KINDS)},
        }

    # -- words for values
    def _words(self, words: Sequence[str]) -> int:
        """Words that stand between quotation marks; 0 for an empty one."""
        return self.sequence([self._inner(word) if word else 0 for word in words])

    def _inner(self, word: str) -> int:
        return self.text(json.dumps(word, ensure_ascii=False)[1:-1].encode())

    def _of_type(self, value_type: Type | None, part: int) -> int:
        """The ids (0) or titles (1) of all values of a type, that of none first; 0 for numbers."""
        if value_type is None or value_type.kind in ("number", "any"):
            return 0
        key = (str(value_type), part)
        if key not in self._known:
            named = dict(self._labels(value_type))
            words = [named.get(value, ("", ""))[part] for value in range(-1, max(named) + 1)]
            self._known[key] = self._words(words)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[str, int], int]:
        return {}

    def _labels(self, value_type: Type) -> Iterator[tuple[int, tuple[str, str]]]:
        game = self.game
        values: Sequence[int]
        if value_type.kind == "truth":
            values = range(2)
        elif value_type.kind == "component":
            values = tuple(game.model.components[value_type.name].tokens)
        elif value_type.kind == "space":
            values = [
                board.space(owner, number, node)
                for board in game.model.boards.values()
                for owner in range(board.owners)
                for number, layout in enumerate(board.layouts)
                for node in range(len(layout.nodes))
            ]
        else:
            values = range(game.model.index_size(value_type))
        for value in (-1, *values):
            yield value, game.label(value_type, value)

    # -- options
    def _site(self, site: Site) -> tuple[int, int, int, int]:
        if site.labels:
            titles = [site.title_of(branch) for branch in range(len(site.labels))]
            return 0, self._words(["", *site.labels]), self._words(["", *titles]), 0
        held = 0
        if site.type is not None and site.type.kind == "space":
            board = self.game.model.node_boards[site.type.name]
            if site.type.name in board.holds:
                held = self._of_type(component(board.holds[site.type.name]), 1)
        return self._inner(f"{site.name}="), self._of_type(site.type, 0), self._of_type(site.type, 1), held

    # -- the view
    def _view(self) -> Iterator[tuple[int, ...]]:
        yield (_OPEN,)
        yield self._key("seat")
        yield (_SEAT,)
        for section, rows in (
            ("counters", self._counters()), ("zones", self._zones()), ("boards", self._boards()),
        ):  # fmt: skip
            yield self._key(section)
            yield (_OPEN,)
            yield from rows
            yield (_CLOSE,)
        yield (_CLOSE,)

    def _key(self, word: str) -> tuple[int, int]:
        return _KEY, self.text((json.dumps(word, ensure_ascii=False) + ":").encode())

    def _counters(self) -> Iterator[tuple[int, ...]]:
        for name, counter in self.game.model.counters.items():
            first, words = self.game.layout.counters[name], self._of_type(counter.type, 0)
            rows = [
                (_COUNTER, first + place, self._owner(counter, place), words)
                for place in range(self.game.model.family_size(counter.per))
            ]
            yield from self._family(name, counter.per, rows)

    def _zones(self) -> Iterator[tuple[int, ...]]:
        for name, zone in self.game.model.zones.items():
            first, words = self.game.layout.zones[name], self._of_type(zone.holds, 0)
            backs = zone.holds.kind == "component" and bool(self.game.model.components[zone.holds.name].back)
            covered = (2 if zone.order == "set" else 1) if backs else 0
            places = range(self.game.model.family_size(zone.per))
            seen = self.game.layout.seen.get(name)
            slots = [-1 if seen is None else seen + place for place in places]
            rows = [
                (_ZONE, first + place, slots[place], self._owner(zone, place), words, covered)
                for place in places
            ]
            yield from self._family(name, zone.per, rows)

    def _owner(self, declared: CounterDecl | ZoneDecl, place: int) -> int:
        """Who alone sees a counter or zone by what is declared: a seat, nobody (-1), or all."""
        if declared.visible == "everyone":
            return _ALL
        if isinstance(declared, ZoneDecl) and declared.visible != "owner":
            return -1
        return owner_of(self.game, declared.per, place)

    def _family(
        self, name: str, per: Sequence[Type], rows: Sequence[tuple[int, ...]]
    ) -> Iterator[tuple[int, ...]]:
        """A counter or zone, or those of a family with their words."""
        yield self._key(name)
        if not per:
            yield rows[0]
            return
        yield (_OPEN,)
        indexes = [self._index_words(index) for index in per]
        for place, parts in enumerate(product(*indexes)):
            for words in product(*parts):
                conditions = [condition for condition, _ in words if condition is not None]
                for number, condition in enumerate(conditions):
                    yield _ONLY, *condition, 2 + len(conditions) - number - 1
                yield self._key(" ".join(filter(None, (word for _, word in words))))
                yield rows[place]
        yield (_CLOSE,)

    def _index_words(self, index: Type) -> list[list[tuple[Condition, str]]]:
        """For each value of an index its words, with the layout in which it has them."""
        game = self.game
        if index.kind == "component":
            return [[(None, kind.name)] for kind in game.model.components[index.name].kinds]
        if index.kind != "space":
            return [[(None, game.value_id(index, value))] for value in range(game.model.index_size(index))]
        board = game.model.node_boards[index.name]
        found: list[list[tuple[Condition, str]]] = []
        for owner in range(board.owners):
            places: list[list[tuple[Condition, str]]] = [[] for _ in range(board.count(index.name))]
            for number, layout in enumerate(board.layouts):
                names = [node.name for node in layout.nodes if node.type == index.name]
                for place, name in enumerate(names):
                    word = f"p{owner + 1} {name}" if board.per is not None else name
                    places[place].append((self._in_layout(board, owner, number), word))
            found += places
        return found

    def _in_layout(self, board: BoardDecl, owner: int, number: int) -> Condition:
        if not board.several:
            return None
        return self.game.layout.counters[f"{board.name}_layout"] + owner, number

    def _boards(self) -> Iterator[tuple[int, ...]]:
        for name, board in self.game.model.boards.items():
            if board.holds:
                yield self._key(name)
                yield (_OPEN,)
                for owner in range(board.owners):
                    yield self._key(f"p{owner + 1}" if board.per is not None else "all")
                    yield (_OPEN,)
                    yield from self._spaces(board, owner)
                    yield (_CLOSE,)
                yield (_CLOSE,)

    def _spaces(self, board: BoardDecl, owner: int) -> Iterator[tuple[int, ...]]:
        first = self.game.layout.spaces[board.name] + owner * board.size
        for number, layout in enumerate(board.layouts):
            condition = self._in_layout(board, owner, number)
            for place, node in enumerate(layout.nodes):
                if node.type in board.holds:
                    if condition is not None:
                        yield _ONLY, *condition, 1
                    words = self._of_type(component(board.holds[node.type]), 0)
                    key = self._key(node.name)[1]
                    yield _SPACE, first + place, key, words, int(board.covered)


def about(game: Game) -> dict[str, object]:
    """What a module says of itself."""
    return {
        "game": game.id,
        "title": game.title,
        "fingerprint": game.fingerprint,
        "players": game.players,
        "with": list(game.overlays),
        "options": game.options,
    }
