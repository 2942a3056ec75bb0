"""On which spaces of a board a truth value of the ruleset holds, for those who draw it."""

from __future__ import annotations

from contextlib import suppress

from interpreter.layout import DEPTH, WORK
from interpreter.play.faults import FAULTS
from interpreter.play.state import State
from interpreter.play.view import layout_in_use


def marked_spaces(state: State, board: str, owner: int, value: str) -> list[str]:
    """The names of the spaces of an owner's board, in the layout in use, of which a value is true.

    owner counts from 0. A value that reads anything hidden marks nothing, for all see the board; neither does
    it a space where it cannot be worked out. In a secret step the position is that of the step's start.
    """
    game = state.game
    declared, rule = game.model.boards[board], game.program.values[value]
    if game.origins.is_hidden_value(value):
        return []
    # A copy: what looking costs is not to be left on the position that is played.
    slots = state.seen_slots[:]
    number = layout_in_use(game, slots, declared, owner)
    found = []
    for place, node in enumerate(declared.layouts[number].nodes):
        if node.type != rule.parameters[0].type.name:
            continue
        slots[WORK] = slots[DEPTH] = 0
        with suppress(*FAULTS):
            if game.namespace[f"value_{value}"](slots, declared.space(owner, number, place)):
                found.append(node.name)
    return found
