"""What values of the ruleset say of the spaces of a board, for those who look at it."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from interpreter.layout import DEPTH, WORK
from interpreter.play.compiled import CompiledGame
from interpreter.play.faults import FAULTS
from interpreter.play.game import State
from interpreter.play.view import layout_in_use


class _Looked(list[Any]):
    """The slots of a position; `at` holds which of them were looked at."""

    def __init__(self, slots: list[Any]) -> None:
        super().__init__(slots)
        self.at: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            self.at.update(range(*at.indices(len(self))))
        else:
            self.at.add(at)
        return super().__getitem__(at)


@dataclass(slots=True)
class _Found:
    """The spaces that were found last, which slots were looked at for that, and what was in them."""

    places: tuple[int, ...] = ()
    contents: list[Any] | None = None
    names: list[str] = field(default_factory=list)


def marked_spaces(
    state: State, board: str, owner: int, value: str, among: Collection[str] | None = None
) -> list[str]:
    """The names of the spaces of an owner's board, in the layout in use, of which a value is true.

    owner counts from 0. A value that reads anything hidden marks nothing, for all see the board; neither does
    it a space where it cannot be worked out. In a secret step the position is that of the step's start.
    among: only these are asked, of a position that is looked at once.
    """
    game, slots = state.game, state.seen_slots
    if game.origins.is_hidden_value(value):
        return []
    if among is not None:
        return _look(game, slots[:], board, owner, value, among=among)
    found = game.once(_found, board, owner, value)
    # While nothing that was looked at has changed, the answer is the same.
    if found.contents != [slots[place] for place in found.places]:
        looked = _Looked(slots)
        found.names = _look(game, looked, board, owner, value)
        found.places = tuple(looked.at - {WORK, DEPTH})
        found.contents = [slots[place] for place in found.places]
    return list(found.names)


def _found(_game: CompiledGame, _board: str, _owner: int, _value: str) -> _Found:
    return _Found()


def _look(
    game: CompiledGame,
    slots: list[Any],
    board: str,
    owner: int,
    value: str,
    *,
    among: Collection[str] | None = None,
) -> list[str]:
    """Ask the value of each space; the slots are a copy, so what looking costs is not left on a position."""
    declared, rule = game.model.boards[board], game.program.values[value]
    number = layout_in_use(game, slots, declared, owner)
    found = []
    for place, node in enumerate(declared.layouts[number].nodes):
        if node.type != rule.parameters[0].type.name or (among is not None and node.name not in among):
            continue
        slots[WORK] = slots[DEPTH] = 0
        with suppress(*FAULTS):
            if game.namespace[f"value_{value}"](slots, declared.space(owner, number, place)):
                found.append(node.name)
    return found


def related_spaces(state: State, board: str, owner: int, space: str) -> dict[str, list[str]]:
    """What the titled values give that say which spaces belong to one: by title, the names of these spaces.

    owner counts from 0. What reads anything hidden, or cannot be worked out, is left out.
    """
    game, slots = state.game, state.seen_slots[:]
    declared = game.model.boards[board]
    number = layout_in_use(game, slots, declared, owner)
    nodes = declared.layouts[number].nodes
    place = next(place for place, node in enumerate(nodes) if node.name == space)
    found = dict[str, list[str]]()
    for name, rule in game.program.values.items():
        title, kinds = game.model.values[name].about.title, [each.type for each in rule.parameters]
        gives = rule.type.of if rule.type.kind == "set" else None
        if not title or gives not in kinds or [each.name for each in kinds] != [nodes[place].type]:
            continue
        slots[WORK] = slots[DEPTH] = 0
        with suppress(*FAULTS):
            if not game.origins.is_hidden_value(name):
                others = game.namespace[f"value_{name}"](slots, declared.space(owner, number, place))
                found[title] = [nodes[declared.locate(other)[2]].name for other in others]
    return {title: names for title, names in found.items() if names}
