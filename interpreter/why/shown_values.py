"""What the values of a ruleset that are `shown` come to, for those who show a position.

In: a state and who looks. Out: words and numbers, in the form of the counters of a view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from interpreter.compiler.snippets import snippets_of
from interpreter.language.checked import Ex, ValueCallEx
from interpreter.language.facts import within
from interpreter.language.origins import is_hidden_place
from interpreter.language.types import Type
from interpreter.layout import DEPTH, WORK
from interpreter.play.faults import FAULTS
from interpreter.play.game import Game, State
from interpreter.play.view import layout_in_use
from interpreter.why.refusals import Situation
from interpreter.why.values_read import Readings


def shown_values(state: State, seat: int | None) -> dict[str, Any]:
    """Return each value that is `shown`, as a seat may know it (None: a spectator).

    A value with parameters has an entry for each of what they can be, in words of a view: `p1`, `p2 red`.
    A number is a number, anything else its title, of a set the titles; None is hidden, or cannot be worked
    out. In a secret step the position is that of the step's start.
    """
    game = state.game
    readings = Readings(game, snippets_of(game), -1 if seat is None else seat)
    # A copy: what looking costs is not to be left on the position that is played.
    slots = state.seen_slots[:]
    found: dict[str, Any] = {}
    for name in game.once(_shown):
        kinds = [parameter.type for parameter in game.program.values[name].parameters]
        if not _is_of_spaces(kinds):
            places = _places(game, kinds)
            entries = {words: _worked_out(readings, name, given, slots) for words, given in places}
            found[name] = entries if kinds else entries[""]
    return found


def space_values(state: State, seat: int | None, board: str, owner: int, space: str) -> dict[str, Any]:
    """Return what each value that is `shown` for spaces says of one, as `shown_values`.

    owner: whose board it is, from 0. The players among the parameters are the owner of a board that each
    player has, else who looks.
    """
    game = state.game
    readings, slots = Readings(game, snippets_of(game), -1 if seat is None else seat), state.seen_slots[:]
    declared = game.model.boards[board]
    whose = owner if declared.per is not None else seat or 0
    layout = layout_in_use(game, slots, declared, owner)
    place, node = next(
        (at, each) for at, each in enumerate(declared.layouts[layout].nodes) if each.name == space
    )
    found: dict[str, Any] = {}
    for name in game.once(_shown):
        kinds = [parameter.type for parameter in game.program.values[name].parameters]
        if _is_of_spaces(kinds) and kinds[-1].name == node.type:
            given = (*(whose for _ in kinds[1:]), declared.space(owner, layout, place))
            found[name] = _worked_out(readings, name, given, slots)
    return found


def _shown(game: Game) -> tuple[str, ...]:
    return tuple(name for name, declared in game.model.values.items() if declared.shown)


def _is_of_spaces(kinds: Sequence[Type]) -> bool:
    return bool(kinds) and kinds[-1].kind == "space"


def _places(game: Game, kinds: list[Type]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """What the parameters of a value can be, each in the words of a view."""
    for arguments in product(*(_members(game, kind) for kind in kinds)):
        words = (game.value_id(kind, each) for kind, each in zip(kinds, arguments, strict=True))
        yield " ".join(words), arguments


def _members(game: Game, kind: Type) -> list[int]:
    if kind.kind == "component":
        made = game.model.components[kind.name]
        return [made.token(each) for each in made.kinds]
    return list(range(game.model.index_size(kind)))


def _worked_out(readings: Readings, name: str, arguments: tuple[int, ...], slots: list[Any]) -> Any:
    """A value for its arguments; None where it is hidden or cannot be worked out."""
    game, value = readings.game, readings.game.program.values[name]
    names = [parameter.python for parameter in value.parameters]
    situation = Situation(slots, -1, dict(zip(names, arguments, strict=True)), f"values/{name}")
    slots[WORK] = slots[DEPTH] = 0
    try:
        # Most values read nothing hidden: then whose it is need not be looked for each time.
        hidden = game.origins.is_hidden_value(name) and readings.is_unseen(value.body, situation)
        if hidden or game.once(_changed_by_hidden, name):
            return None
        result = game.namespace[f"value_{name}"](slots, *arguments)
    except FAULTS:
        return None
    if value.type.kind == "number":
        return result
    return game.shown(value.type, result) or "none"


def _changed_by_hidden(game: Game, name: str) -> bool:
    """Whether a rule that changes a value, or one that this reads, reads a hidden place."""
    waiting, seen = [name], {name}
    while waiting:
        one = waiting.pop()
        changed: list[Ex] = [
            ex
            for rule in game.program.rules
            if rule.kind == "modifier" and rule.pattern is not None and rule.pattern.event == f"value {one}"
            for ex in (rule.value, rule.where)
            if ex is not None
        ]
        if any(is_hidden_place(game.model, part) for ex in changed for part in within(ex)):
            return True
        read = [part for ex in (game.program.values[one].body, *changed) for part in within(ex)]
        calls = {part.name for part in read if isinstance(part, ValueCallEx)} - seen
        seen |= calls
        waiting += calls
    return False
