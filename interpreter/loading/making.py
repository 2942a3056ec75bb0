"""From what was read to a game for a number of players: resolve, check, compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from interpreter.checks.hidden_asked import hidden_asked
from interpreter.checks.soundness import check_hidden, check_soundness, kept_values
from interpreter.checks.unseen_asked import unseen_asked
from interpreter.compiler.compile_game import compile_game
from interpreter.language.check import check_model
from interpreter.language.program import Program
from interpreter.loading.sources import Sources
from interpreter.model.declarations import Model
from interpreter.model.drawn_options import with_options_drawn
from interpreter.model.limits import TooLarge
from interpreter.model.resolve import resolve
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import fingerprint
from interpreter.reading.pictures import Picture, read_pictures

Made = TypeVar("Made")


def game_of(sources: Sources, players: int, options: Mapping[str, str], problems: Problems) -> Game | None:
    """Make the game of what was read, with its pictures and where it came from; None where it has faults."""
    if sources.merged is None:
        return None
    pictures = read_pictures(sources.merged, sources.folders, problems)

    def compiled(model: Model, program: Program) -> Game:
        return compiled_game(model, program, sources, pictures, options)

    return compiled_for(sources, players, options, problems, compiled)


def compiled_game(
    model: Model,
    program: Program,
    sources: Sources,
    pictures: Mapping[tuple[str, ...], Picture],
    options: Mapping[str, str],
) -> Game:
    """Compile checked rules, and tell the game where they came from."""
    assert sources.merged is not None
    revision = fingerprint(sources.merged)
    return replace(
        compile_game(model, program, revision),
        pictures=pictures,
        path=str(sources.path.resolve()),
        read_from=sources.read_from,
        made_of=sources.made_of(revision),
        own_files={name: str(Path(options[name]).resolve()) for name in sources.own_values},
    )


def compiled_for(
    sources: Sources,
    players: int,
    options: Mapping[str, str],
    problems: Problems,
    compiled: Callable[[Model, Program], Made],
    *,
    drawing: bool = False,
) -> Made | None:
    """Resolve, check and compile for a number of players; None where something is wrong.

    drawing: options are drawn, as far as that is possible, and none is given.
    """
    if sources.merged is None:
        return None
    start, faults = sources.merged.position, Problems(sources.problems)
    try:
        model, program = model_of(sources, players, options, faults, drawing=drawing)
        if faults.ok:
            return compiled(model, program)
    except RuleFault as fault:
        faults.error("rule-fault", fault.message, fault.position or start)
    except TooLarge as fault:
        faults.error("too-large", str(fault), start)
    except RecursionError:
        message = "these rules are nested, or lead to one another, more deeply than can be compiled"
        faults.error("too-large", message, start)
    finally:
        problems.extend(faults)
    return None


def model_of(
    sources: Sources,
    players: int,
    options: Mapping[str, str],
    problems: Problems,
    *,
    drawing: bool = False,
) -> tuple[Model, Program]:
    """Resolve and check one choice of players and options; after faults neither is whole.

    drawing: as in `compiled_for`. Raises UsageFault for an option that does not exist, TooLarge for what has
    no bounds.
    """
    assert sources.merged is not None
    known = sources.merged.get("options")
    names = [name for name, _ in known.items()] if known is not None else []
    for name in options:
        if name not in names:
            raise UsageFault(f"{sources.base.id} has no option '{name}'", hint_for(name, names))
    chosen = {**options, **sources.own_values}
    model = resolve(sources.merged, players, sources.overlay_ids, chosen, problems)
    if drawing:
        model = with_options_drawn(model, chosen)
    model, program = check_model(model, problems)
    if problems.ok:
        check_soundness(program, problems)
        check_hidden(model, program, problems)
        hidden_asked(model, program, problems)
        unseen_asked(model, program, problems)
        kept_values(model, program, problems)
    return model, program
