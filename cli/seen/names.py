"""What things, places and people are called in a sentence about what happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.seen.lines import Line, Run, joined, plain
from cli.seen.pieces import boxed, called, person_words, piece_look, within

if TYPE_CHECKING:
    from interpreter import Board, Game, Zone
    from interpreter import Counter as DeclaredCounter

# So many moves of one cause within a board are named one by one.
WITHIN = 3
# A title that has an article, or is a name.
_BEGUN = re.compile(r"(?:the|an?) |[A-Z]")
# A space of a grid by its row and column, or a corner by its number.
_COORDINATES = re.compile(r"[A-Za-z]{1,2}\d+")
Spot = tuple[tuple[str, str], ...]


class Names:
    """The words for things, places and people, to a reader.

    me: the reader, by id, or empty; actor: who does it, by id, where that goes without saying; ahead: it is
    what could be done, not what was done; it returns what a corner or side lies at, in words.
    """

    def __init__(
        self, game: Game, me: str, actor: str, ahead: Callable[[Mapping[str, Any]], str] | None
    ) -> None:
        self.game, self.me, self.actor, self.ahead = game, me, actor, ahead
        self.kinds = {thing.name: thing.about.title for thing in game.things if thing.section == "kinds"}

    def _everybodys(self, target: Spot) -> str:
        return f"everybody's {within(self.game.zones[dict(target)['zone']])}"

    def _from_several(self, sources: Sequence[Spot]) -> str:
        """Return where things came from that lay in several places of a family or board."""
        where = [dict(each) for each in sources]
        if "zone" in where[0]:
            return within(self.game.zones[where[0]["zone"]])
        first, *others = (self._place(each) for each in sources)
        spaces = [each["space"].replace("_", " ") for each in where[1:]]
        return in_words([first, *spaces]) if len(others) < WITHIN else self._board_title(sources[0])

    def _board_title(self, spot: Spot) -> str:
        return called(self.game.boards[dict(spot)["board"]]) if "board" in dict(spot) else ""

    def _things(self, spot: Spot, pieces: Sequence[str], verb: str = "") -> list[Line]:
        """Return things in words, each kind once with how many; of those that are not seen how many.

        verb: what is done with them; things that somebody gets are counted, others have an article.
        """
        where = dict(spot)
        if "zone" in where and self.game.zones[where["zone"]].holds.kind == "number":
            return [[Run(each if each == "?" else f"[{each}]", "bold")] for each in sorted(pieces)]
        holds = self._holds(spot)
        return [self._counted(holds, each, times, verb) for each, times in Counter(sorted(pieces)).items()]

    def _holds(self, spot: Spot) -> str:
        """Return the name of what may lie in a place."""
        where = dict(spot)
        if "zone" in where:
            return self.game.zones[where["zone"]].holds.name
        board = self.game.boards[where["board"]]
        nodes = (node for layout in board.layouts for node in layout.nodes)
        return board.holds[next(node.type for node in nodes if node.name == where["space"])]

    def _counted(self, holds: str, piece: str, times: int, verb: str) -> Line:
        """Return a thing in words, with how many there are, or the article it has with a verb."""
        from interpreter import article

        thing = self._thing(holds, piece, times)
        if times > 1 or piece == "?":
            return [Run(f"{times} "), thing]
        look, made = piece_look(self.game, holds, piece), self.game.components.get(holds)
        if not verb or self.ahead or look.kind is None or made is None:
            return [thing]
        if thing.text[:1].isupper():
            return [thing]
        if look.kind.copies == 1 or verb in ("move", "play", "take", "remove"):
            return [Run("the "), thing]
        if verb in ("get", "lose", "pay"):
            return [Run("1 "), thing]
        return [Run(article(thing.text)), thing]

    def _thing(self, holds: str, piece: str, times: int) -> Run:
        """Return a thing in words; whose it is, unless that goes without saying."""
        from interpreter import lowered, several

        if piece == "?" and holds in self.game.components:
            title = lowered(called(self.game.components[holds]))
            return Run(several(title) if times > 1 else title)
        look = piece_look(self.game, holds, piece)
        whose = f" of {person_words(look.owner)}" if look.owner else ""
        words = look.words.replace(whose, "", 1)
        if times > 1 and look.kind is not None:
            words = words.replace(look.kind.about.title, look.kind.plural, 1)
        return Run(words + (whose if look.owner != self.actor else ""), look.colour)

    def _place(self, spot: Spot) -> str:
        """Return where something is; empty for a box, and for what a ruleset does not have drawn."""
        from interpreter import lowered

        where = dict(spot)
        if "board" in where:
            owner = "" if where["owner"] == "all" else self._whose(where["owner"])
            # A space that is called as no other board's goes without the name of its own.
            alone = len(self.game.boards) == 1 or where["space"] in self.game.once(called_once)
            title = "" if alone else f"{lowered(self._board_title(spot))} "
            if self.ahead and (beside := self.ahead(where)):
                return f"{owner}the place beside {beside}"
            if where["space"].isdigit() and not owner and len(self.game.boards) > 1:
                return numbered(self.game.boards[where["board"]], where["space"])
            return f"{owner}{title}{where['space'].replace('_', ' ')}"
        name = where.get("zone", "")
        if not name or boxed(self.game, name) is not None or not is_news(self.game.zones[name]):
            return ""
        named = self._named(title := within(self.game.zones[name]), where["of"])
        # What is everybody's is one thing that all know.
        shared = named == title and not where["of"] and not _BEGUN.match(title)
        return f"the {named}" if shared and not self.ahead else named

    def place(self, spot: Any) -> str:
        """Return where something is, as an event says it."""
        return self._place(spot_of(spot))

    def _named(self, title: str, of: str) -> str:
        """Return a counter or zone with which of its family; whose it is, unless that goes without saying."""
        owner, words = self._parted(title, of)
        return f"{self._whose(owner)}{words}"

    def _parted(self, title: str, of: str) -> tuple[str, str]:
        """Return whose a counter or zone is, and the title with which else of its family."""
        owner, _, rest = of.partition(" ")
        if not self._is_owner(owner):
            owner, rest = "", of
        words = " ".join(
            self.kinds.get(word) or person_words(word).replace("_", " ") for word in rest.split(" ")
        )
        return owner, f"{title} {words}".strip()

    def _is_owner(self, word: str) -> bool:
        return re.fullmatch(r"(p|team)\d+", word) is not None or word in self.game.automata

    def _who(self, owner: str) -> str:
        """Return whom something is about, unless that goes without saying."""
        if not owner or owner == self.actor:
            return ""
        return "you " if owner == self.me else f"{person_words(owner)} "

    def _whose(self, owner: str) -> str:
        if not owner or owner == self.actor:
            return ""
        return "your " if owner == self.me else f"{self._person(owner)}'s "

    def _person(self, owner: str) -> str:
        """Return a player, team or automaton by name."""
        about = self.game.automata.get(owner)
        return (about.title if about is not None else "") or person_words(owner)


def is_news(declared: DeclaredCounter | Zone) -> bool:
    """Whether people want to read how something changes."""
    return declared.drawn and declared.logged


def called_once(game: Game) -> frozenset[str]:
    """Return the names of spaces by row and column that only one board has, of all that are drawn."""
    names = Counter(
        name
        for board in game.boards.values()
        if not board.draw.get("hidden")
        for name in {node.name for layout in board.layouts for node in layout.nodes}
    )
    return frozenset(name for name, boards in names.items() if boards == 1 and _COORDINATES.fullmatch(name))


def in_words(places: Sequence[str]) -> str:
    """Return places as a list in a sentence."""
    return plain([listed([[Run(each)] for each in places])])


def listed(parts: Sequence[Line]) -> Line:
    """Return parts as a list in a sentence."""
    if len(parts) < 2:
        return joined(parts)
    return [*joined(parts[:-1]), Run(" and "), *parts[-1]]


def spot_of(spot: Any) -> Spot:
    return tuple(sorted(spot.items()))


def numbered(board: Board, space: str) -> str:
    """Return what a space is called; of a number one must know what it is a number of."""
    from interpreter import lowered

    title = lowered(called(board))
    return (
        f"space {space} of {'' if title.startswith('the ') else 'the '}{title}" if space.isdigit() else space
    )
