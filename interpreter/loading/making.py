"""From what was read to a game for a number of players: resolve, check, compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from interpreter.checks.hidden_asked import hidden_asked
from interpreter.checks.layouts import check_layouts
from interpreter.checks.soundness import check_hidden, check_soundness, kept_values
from interpreter.collecting import nothing_collected
from interpreter.compiler.compile_game import compile_game
from interpreter.language.check import check_model
from interpreter.language.program import Program
from interpreter.loading.finding import find_target
from interpreter.loading.loaded import Loaded
from interpreter.loading.reading_once import Reading
from interpreter.loading.sources import Sources, read_sources, usual_players
from interpreter.model.declarations import Model
from interpreter.model.limits import TooLarge
from interpreter.model.placed_data import word_of
from interpreter.model.resolve import player_range, resolve
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import Placed, fingerprint
from interpreter.reading.pictures import read_pictures

Made = TypeVar("Made")


@nothing_collected()
def load(
    target: str | Path,
    *,
    players: int | None = None,
    overlays: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    search: Sequence[Path] = (),
    for_scenario: bool = False,
    reading: Reading | None = None,
) -> Loaded:
    """Load a ruleset by id or path for a number of players (default: the least above one that it allows).

    for_scenario: options that are not given are as the ruleset has them in scenarios. reading: what was read
    before in the same run. Raises UsageFault when the target, an overlay or an option does not exist or the
    players do not fit.
    """
    sources = read_sources(find_target(target, overlays, search), players, options, reading=reading)
    if sources.merged is None:
        return Loaded(None, sources.by_place(sources.problems), sources)
    low, high = player_range(sources.merged)
    count = players if players is not None else usual_players(low, high)
    if not low <= count <= high:
        allowed = f"{low} to {high}" if low < high else f"{low}"
        raise UsageFault(f"{sources.base.id} is for {allowed} players, not {count}")
    usual = _options_in_scenarios(sources.merged) if for_scenario else {}
    problems = Problems(sources.problems)
    game = game_of(sources, count, {**usual, **(options or {})}, problems)
    if game is None:
        return Loaded(None, sources.by_place(problems), sources)
    problems.extend(check_layouts(game, every=False))
    return Loaded(game if problems.ok else None, sources.not_accepted(problems), sources)


def game_of(sources: Sources, players: int, options: Mapping[str, str], problems: Problems) -> Game | None:
    """Make the game of what was read, with its pictures and where it came from; None where it has faults."""
    if sources.merged is None:
        return None
    pictures, revision = read_pictures(sources.merged, sources.folders, problems), fingerprint(sources.merged)
    game = compiled_for(
        sources, players, options, problems, lambda model, program: compile_game(model, program, revision)
    )
    return game and replace(
        game,
        pictures=pictures,
        path=str(sources.path.resolve()),
        read_from=sources.read_from,
        own_files={name: str(Path(options[name]).resolve()) for name in sources.own_values},
    )


def compiled_for(
    sources: Sources,
    players: int,
    options: Mapping[str, str],
    problems: Problems,
    compiled: Callable[[Model, Program], Made],
) -> Made | None:
    """Resolve, check and compile for a number of players; None where something is wrong."""
    if sources.merged is None:
        return None
    start, faults = sources.merged.position, Problems(sources.problems)
    try:
        model, program = model_of(sources, players, options, faults)
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
    sources: Sources, players: int, options: Mapping[str, str], problems: Problems
) -> tuple[Model, Program]:
    """Resolve and check one choice of players and options; after faults neither is whole.

    Raises UsageFault for an option that does not exist, TooLarge for what has no bounds.
    """
    assert sources.merged is not None
    known = sources.merged.get("options")
    names = [name for name, _ in known.items()] if known is not None else []
    for name in options:
        if name not in names:
            raise UsageFault(f"{sources.base.id} has no option '{name}'", hint_for(name, names))
    chosen = {**options, **sources.own_values}
    model = resolve(sources.merged, players, sources.overlay_ids, chosen, problems)
    model, program = check_model(model, problems)
    if problems.ok:
        check_soundness(program, problems)
        check_hidden(model, program, problems)
        hidden_asked(model, program, problems)
        kept_values(model, program, problems)
    return model, program


def _options_in_scenarios(root: Placed) -> dict[str, str]:
    """The options that scenarios have otherwise than plays, as words."""
    options = root.get("options")
    found = {name: option.get("in_scenarios") for name, option in (options.items() if options else ())}
    return {name: word_of(said) for name, said in found.items() if said is not None}
