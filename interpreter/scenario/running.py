"""Scenarios run as tests, or only checked.

In: a ruleset, an overlay or a scenario file. Out: a result for each scenario, or the problems of the files.
Every text is compiled against the game before anything is played, so that a misspelt name is told as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.collecting import nothing_collected
from interpreter.compiler.snippets import SnippetError, Snippets, snippets_of
from interpreter.loading import Loaded, UsageFault
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game, State
from interpreter.problems import Fix, Problem, Problems, hint_for
from interpreter.scenario.checking import FAULTY, Games, loaded_for
from interpreter.scenario.context import Led, ScenarioContext
from interpreter.scenario.files import Scenario, read_all, scenario_files
from interpreter.scenario.mismatches import Failed
from interpreter.scenario.patterns import fits
from interpreter.scenario.playing import choose_all, into_position, play_scenario

# So many names are told where none is meant for certain.
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went; line: where it stands, or, of a failed one, the line that does not hold.

    told: the values of `show` entries. fix: what to write into the file, where that is certain. Of a failed
    one: set_aside, whether it passes without the overlays that were added, which change what it is about;
    entry is the choice or step that `when` named last; happened, who chose for it (from 0), each with
    the events that this led to, whoever may see them; game, what they are of.
    """

    name: str
    file: str
    line: int
    passed: bool
    message: str
    rules: tuple[str, ...]
    shows: tuple[str, ...]
    told: tuple[str, ...] = ()
    fix: Fix | None = None
    entry: str = ""
    happened: tuple[Led, ...] = ()
    game: Game | None = None
    set_aside: bool = False


@nothing_collected()
def run_scenarios(
    target: str | Path,
    search: Sequence[Path] = (),
    *,
    only: str | None = None,
    overlays: Sequence[str] = (),
) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset and its expansions, of an overlay, or of one scenario file.

    only: a part of the name, or a pattern of it with *. overlays: others that are in each game
    too; a scenario that passes without these and not with them is set aside, unless a rule goes wrong.
    A faulty file or ruleset gives failed results.
    Raises UsageFault when there is no such target.
    """
    games = Games(search)
    results = []
    for file, found, problems in read_all(scenario_files(target, search)):
        results += [_failed_file(file, problem) for problem in problems.errors]
        for scenario in found if problems.ok else ():
            if only is None or _is_named(scenario.name, only):
                added = [name for name in overlays if name not in scenario.overlays]
                company = replace(scenario, overlays=(*scenario.overlays, *added))
                result = _result(company, games)
                aside = bool(added) and not result.passed and not _goes_wrong(company, games)
                if aside and _result(scenario, games).passed:
                    result = replace(result, set_aside=True)
                results.append(result)
    return results


def _goes_wrong(scenario: Scenario, games: Games) -> bool:
    """Whether a scenario fails by a fault of rules: in play, or because they do not even load."""
    found = games.game_of(scenario)
    if isinstance(found, Problem):
        return not games.is_refused(scenario)
    try:
        play_scenario(ScenarioContext(scenario, *found))
    except Failed as failed:
        fault = failed.__cause__
        where = fault.position if isinstance(fault, RuleFault) else None
        return where is not None and where.file != scenario.position.file
    except SnippetError:
        # What the scenario itself says means nothing there.
        return False
    return False


def scenario_state(
    target: str | Path, name: str, search: Sequence[Path] = (), *, after: bool = False
) -> tuple[Loaded, State]:
    """Return a scenario's game and its state where `when` begins, or after it.

    name: a part of the scenario's name that no other of the target has, or all of it. Raises UsageFault.
    """
    found = [each for _, all_of, _ in read_all(scenario_files(target, search)) for each in all_of]
    named = [each for each in found if _is_named(each.name, name)]
    named = [each for each in named if each.name == name] or named
    if len(named) != 1:
        names = [each.name for each in named or found]
        few = "no scenario" if not named else f"{len(named)} scenarios"
        hint = hint_for(name, names) or f"there are: {'; '.join(names[:_NAMED])}"
        raise UsageFault(f"{target} has {few} '{name}'", hint)
    loaded = loaded_for(named[0], search)
    if loaded.game is None:
        raise UsageFault(f"{FAULTY}: {loaded.problems[0].message}", "rulewright validate reports them all")
    stage = ScenarioContext(named[0], loaded.game, snippets_of(loaded.game))
    try:
        into_position(stage)
        if after:
            choose_all(stage)
    except Failed as failed:
        raise UsageFault(f"the scenario fails: {failed.position}: {failed.message}") from failed
    return loaded, stage.state


def check_scenarios(target: str | Path, search: Sequence[Path] = ()) -> list[Problem]:
    """Check the same scenarios without playing: the files' shape, and every name and text in them.

    Faults of the ruleset itself are reported at the first scenario that plays by it.
    """
    games = Games(search)
    problems = Problems()
    for _, scenarios, of_file in read_all(scenario_files(target, search)):
        for scenario in scenarios:
            if of_file.ok:
                found = games.game_of(scenario)
                # One fault of the rules is one problem, however many scenarios play by them.
                if not isinstance(found, Problem) or not games.is_repeated(scenario):
                    problems.extend(_problems(scenario, found, games))
        problems.extend(of_file)
    return problems.sorted()


def _is_named(name: str, only: str) -> bool:
    return only.casefold() in name.casefold() or fits(name, only)


def _problems(scenario: Scenario, found: tuple[Game, Snippets] | Problem, games: Games) -> list[Problem]:
    if isinstance(found, Problem):
        return [found]
    return games.problems_of(scenario, *found)


def _result(scenario: Scenario, games: Games) -> ScenarioResult:
    position, message, fix = scenario.position, "", None
    told: list[str] = []
    again: ScenarioContext | None = None
    found = games.game_of(scenario)
    problems = _problems(scenario, found, games)
    # Of an option that is never offered the play tells more: what is offered instead.
    problems = [p for p in problems if p.severity == "error" and (p.code != "never-offered" or p.fix)]
    if problems:
        hint = f"\n{problems[0].hint}" if problems[0].hint is not None else ""
        position, message, fix = problems[0].position, problems[0].message + hint, problems[0].fix
    elif not isinstance(found, Problem):
        stage = ScenarioContext(scenario, *found)
        told = stage.told
        try:
            play_scenario(stage)
        except Failed as failed:
            position, message, fix = failed.position, failed.message, failed.fix
            again = _heard(stage)
    passed = not message
    return ScenarioResult(
        scenario.name,
        position.file,
        position.line,
        passed,
        message,
        scenario.rules,
        scenario.shows,
        tuple(told),
        fix,
        *((again.entry, tuple(again.heard or ()), again.game) if again is not None else ()),
    )


def _heard(failed: ScenarioContext) -> ScenarioContext:
    """Play a scenario that fails once more, and listen: what passes need not be listened to."""
    again = ScenarioContext(failed.scenario, failed.game, failed.snippets, heard=[])
    with suppress(Failed):
        play_scenario(again)
    return again


def _failed_file(file: Path, problem: Problem) -> ScenarioResult:
    hint = f"\n{problem.hint}" if problem.hint is not None else ""
    place = problem.position
    return ScenarioResult(file.stem, place.file, place.line, False, problem.message + hint, (), ())
