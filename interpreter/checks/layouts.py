"""The checks that boards make of their layouts. In: a game. Out: problems, at the layouts concerned."""

from __future__ import annotations

from interpreter.play.compiled import Beginning
from interpreter.play.faults import FAULTS, message_of
from interpreter.play.game import Game
from interpreter.problems.problem import Problem


def check_layouts(game: Game | Beginning, *, every: bool) -> list[Problem]:
    """Return what the boards' checks have against the layouts that options chose, or against every layout."""
    found = []
    for name, check, holds in game.layout_checks:
        board = game.model.boards[name]
        option = game.model.options.get(board.option)
        chosen = option.value if option is not None else None
        slots = list(game.start)
        first = game.layout.counters.get(f"{name}_layout", -1)
        for number, layout in enumerate(board.layouts):
            if not every and number != chosen:
                continue
            if first >= 0:
                slots[first : first + board.owners] = [number] * board.owners
            try:
                passed = holds(slots)
            except FAULTS as fault:
                found.append(Problem("rule-fault", message_of(fault), check.about.position))
                return found
            if not passed:
                found.append(
                    Problem(
                        "layout-check" if check.error else "layout-advice",
                        f"{board.name} '{layout.name}': {check.says}",
                        layout.about.position,
                        "error" if check.error else "warning",
                        also=(check.about.position,),
                    )
                )
    return found


__all__ = ["check_layouts"]
