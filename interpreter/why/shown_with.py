"""What belongs to a question: the zones, counters and values that it is about.

In: a decision and the position of its rule. Out: what the ruleset names with `showing`, else what the
question's texts and rules read, each with its value in the words of a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from interpreter.compiler.snippets import variables_in
from interpreter.language.asked_about import asked_about
from interpreter.language.checked import CounterEx, Ex, LocalEx, ValueCallEx, ZoneEx
from interpreter.language.index import Unit
from interpreter.language.types import Type
from interpreter.play.decision import Site
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.texts import words_of
from interpreter.play.view import words_at
from interpreter.problems.position import Position
from interpreter.why.refusals import Situation
from interpreter.why.values_read import Readings


@dataclass(frozen=True, slots=True)
class Shown:
    """A thing that belongs to a question.

    section: `zones`, `counters` or `values`; empty: any other value; name: its name there; of: which of its
    family, in the words of a view; type: of the value, or of what a set holds; ids: the value, of several
    things each, as views have them; words: the same for people; named: whether the ruleset names it.
    """

    section: str
    name: str
    of: str
    type: Type
    ids: tuple[str, ...]
    words: str
    named: bool


def shown_with(readings: Readings, site: Site, step: str, situation: Situation) -> list[Shown]:
    """Return what belongs to a question that the seat of the readings may see; step: where it is asked."""
    game = readings.game
    expressions, named = game.once(_about, site.position, site.unit, site.labels, step)
    found: dict[tuple[str, str, str], Shown] = {}
    known = situation.variables.keys()
    for ex in (each for each in expressions if variables_in(each) <= known):
        with suppress(RuleFault):
            shown = _shown(readings, ex, situation, named=named)
            if shown is not None:
                found.setdefault((shown.section, shown.name, shown.of), shown)
    return list(found.values())


def _shown(readings: Readings, ex: Ex, situation: Situation, *, named: bool) -> Shown | None:
    """Return an expression with its value; nothing where the seat does not see it, or it has none here."""
    game = readings.game
    if isinstance(ex, CounterEx | ZoneEx):
        place = readings.place(ex, situation)
        if place is None or readings.is_hidden(ex, situation):
            return None
        of, section, name = (
            words_at(game, situation.slots, ex.declared.per, place),
            "counters",
            ex.declared.name,
        )
        section = "zones" if isinstance(ex, ZoneEx) else section
    else:
        # A value that is not shown is a step on the way: said where a ruleset names it, or if it is pieces.
        pieces = (ex.type.of or ex.type).kind == "component"
        if isinstance(ex, ValueCallEx) and not (named or pieces or game.model.values[ex.name].shown):
            return None
        if readings.is_unseen(ex, situation):
            return None
        section, of = ("values", _given(readings, ex, situation)) if isinstance(ex, ValueCallEx) else ("", "")
        name = ex.name if isinstance(ex, ValueCallEx) else ""
        if isinstance(ex, LocalEx):
            name = ex.name.rpartition("_")[0]
    value = readings.snippets.value_with(ex, situation.slots, situation.me, situation.variables)
    kind = ex.type.of or ex.type
    values = value if ex.type.kind == "set" else (value,)
    ids = tuple(game.value_id(kind, each) if kind.kind != "number" else str(each) for each in values)
    words = words_of(game.label, ex.type, value, game.plural) or "none"
    return Shown(section, name, of, kind, ids, words, named)


def _given(readings: Readings, ex: ValueCallEx, situation: Situation) -> str:
    """Return the arguments of a value in the words of a view."""
    values = readings.arguments(ex.arguments, situation) or ()
    pairs = zip(ex.arguments, values, strict=True)
    return " ".join(
        readings.game.value_id(each.type, value) for each, value in pairs if each.type.kind != "set"
    )


def _about(
    game: Game, position: Position, unit: Unit, labels: Sequence[str], step: str
) -> tuple[tuple[Ex, ...], bool]:
    """Return what a place that asks is about, and whether the ruleset says it."""
    return asked_about(game.program, game.model, position, unit, labels=labels, step=step)
