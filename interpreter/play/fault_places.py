"""Where in the rule files a fault happened, with which piece, and where the flow was then."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from interpreter.language.check_calls import box_zone
from interpreter.language.checked import AssignSt, Ex, MoveSt, PayPieceSt, St, ZoneEx
from interpreter.language.index import index_of
from interpreter.language.statement_facts import place_name
from interpreter.language.types import Type, component
from interpreter.layout import STEP
from interpreter.play.compiled import CompiledGame
from interpreter.play.faults import RuleFault, message_of
from interpreter.problems.position import Position


def placed(fault: Exception, game: CompiledGame, slots: list[Any] | None = None) -> RuleFault:
    """A fault with the place in the rule files where it happened; with slots, also where the flow was.

    The place is that of the innermost frame that is not ours.
    """
    position = fault.position if isinstance(fault, RuleFault) else None
    if isinstance(fault, RuleFault) and fault.during:
        return fault
    trace = fault.__traceback__ if position is None else None
    while trace is not None:
        if game.runs(trace.tb_frame):
            position = _place_of(trace.tb_frame.f_code.co_filename, trace)
        trace = trace.tb_next
    message = message_of(fault)
    if isinstance(fault, RuleFault) and fault.piece is not None and position is not None:
        message += _what_and_where(game, fault.piece, position)
    return RuleFault(message, position, _whereabouts(game, slots) if slots is not None else "")


def _what_and_where(game: CompiledGame, piece: int, position: Position) -> str:
    """Which piece a statement looked for and where; nothing if kinds that share it differ in that."""
    twins = index_of(game.program).statements.get(position, ())
    said = {_words(game, piece, s) for s in twins}
    return said.pop() if len(said) == 1 else ""


def _words(game: CompiledGame, piece: int, s: St) -> str:
    """Which piece a statement looked for, and in which zone or on what kind of space."""
    source = s.source if isinstance(s, MoveSt | PayPieceSt) else s.where if isinstance(s, AssignSt) else None
    if source is None:
        return ""
    held = source.declared.holds if isinstance(source, ZoneEx) else _held_on(game, source)
    box = isinstance(source, ZoneEx) and source.declared is box_zone(game.model, held.name)
    where = f"box({held.name})" if box else f"'{place_name(source)}'"
    return f": {game.label(held, piece)[0]} in {where}"


def _held_on(game: CompiledGame, space: Ex) -> Type:
    return component(game.model.node_boards[space.type.name].holds[space.type.name])


def _whereabouts(game: CompiledGame, slots: list[Any]) -> str:
    """Where the flow is: the step, each loop around it with its value, and whose turn it is."""
    name = game.operations[slots[STEP]].step
    path = index_of(game.program).paths.get(name, ())
    if not path:
        return ""
    words = [f"step '{name}'"]
    for loop in (step.loop for step in path if step.loop is not None):
        kind, value = loop[1].type.of, slots[game.layout.counters[loop[0]]]
        words.append(f"{loop[0].replace('_', ' ')} {game.label(kind, value)[0]}")
    slot = game.me_slots.get(name, -1)
    if slot >= 0:
        words.append(f"turn of {game.person(slots[slot])[0]}")
    return ", ".join(words)


def _place_of(file: str, trace: TracebackType) -> Position:
    """The rule file's line and column that a frame had reached."""
    places = list(trace.tb_frame.f_code.co_positions())
    at = trace.tb_lasti // 2
    line, last, column, end = places[at] if at < len(places) else (None,) * 4
    if line is None or column is None:
        return Position(file, trace.tb_lineno, 1)
    return Position(
        file, line, column + 1, end + 1 if end is not None else None, last if last != line else None
    )
