"""`rulewright validate`: what can be proved to be wrong with a ruleset, and what games by chance show."""

from __future__ import annotations

import gc
import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cli.exit_status import DONE, FAULTS
from cli.options import (
    json_option,
    overlays_option,
    quiet_option,
    refuse_choices,
    rulesets_option,
    settings_of,
    settings_option,
    split_list,
)
from cli.show.problems import count_text, gathered, problem_json
from cli.show.screen import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from interpreter import Loaded, Problem, Reading

    LinesOf = Callable[[str], list[str] | None]

# So many games are played if nothing is said.
_GAMES = 200
# Of rulesets that nobody named, so many are named in what is said of them.
_MOST_NAMED = 6
# An overlay that needs others cannot be checked without them.
_NEEDS_OTHERS = "overlay-needs"


@dataclass(frozen=True, slots=True)
class _Checked:
    """What came of a check; played: of games; lines: those of the files that problems are in.

    notices: what is to be said of the games themselves.
    """

    problems: Sequence[Problem]
    played: Sequence[Problem]
    ok: bool
    lines: Mapping[str, list[str] | None]
    notices: Sequence[str] = ()


@click.command("validate")
@click.argument("targets", nargs=-1, metavar="[TARGET]...")
@overlays_option
@settings_option
@click.option("--alone", is_flag=True, help="Check only the ruleset, not its overlays: faster.")
@click.option("--scenarios", is_flag=True, help="Check the scenario files too; `rulewright test` runs them.")
@click.option("--deep", is_flag=True, help="Also look for many ways of choosing that end alike.")
@click.option(
    "--games",
    type=click.IntRange(0, 100_000),
    metavar="N",
    help="Play so many games by chance of what has no error: 200, or with --alone none.",
)
@rulesets_option
@json_option
@quiet_option
def command(
    *,
    targets: Sequence[str],
    overlays: Sequence[str],
    settings: Sequence[str],
    alone: bool,
    scenarios: bool,
    deep: bool,
    games: int | None,
    rulesets: Sequence[Path],
    as_json: bool,
    quiet: bool,
) -> int:
    """Check rulesets and report all problems in one run.

    TARGET is the id or the folder of a ruleset, or a group of games such as classics; by default the ruleset
    whose folder this is, or those in this folder, or else all that are found. Each
    overlay of a ruleset is checked too, one at a time, unless --with or --alone is given.

    What can be proved is said first. Then 200 games are played by chance, the same each time, with options
    drawn that are not given: a rule that fails in one is an error; what never happens, a step with nothing
    to do and a game without an end are warnings. --games 0 plays none.

    --deep takes longer: it warns where many ways of choosing end in the same position, for example if a
    number is asked for that only one branch needs.

    \b
    Example: rulewright validate ./my-game
    """
    from interpreter import MAX_PROBLEMS, Reading, check, named_rulesets, render, rulesets_here

    search = tuple(rulesets)
    chosen = named_rulesets(targets or rulesets_here(), search)
    checked: list[_Checked] = []
    wanted = games if games is not None else 0 if alone else _GAMES
    left: list[Loaded] = []
    for target in chosen:
        options, reading = settings_of(settings), Reading()
        names = split_list(overlays)
        sole = check(
            target,
            overlays=names,
            options=options,
            search=search,
            reading=reading,
            with_game=deep,
            counting=wanted > 0,
        )
        refuse_choices(sole.problems)
        checked.append(_outcome(sole, deep))
        left.append(sole)
        if not overlays and not alone:
            checked += _check_overlays(_Work(target, search, reading, deep, wanted), quiet)
    # A process in which games were played fast cannot be forked for helpers any more.
    checked += [_outcome(sole, deep=False, games=wanted) for sole in left if sole.counting is not None]
    # What is wrong with a ruleset is wrong with each of its overlays again, and shown once.
    found: dict[Problem, LinesOf] = {
        problem: each.lines.get for each in reversed(checked) for problem in each.problems
    }
    problems = list(dict.fromkeys(problem for each in checked for problem in each.problems))
    # Of scenarios of faulty rules nothing can be said but that.
    if scenarios and all(each.ok for each in checked):
        from interpreter import check_scenarios, lines_reader

        lines_of = lines_reader()
        of_scenarios: dict[Problem, LinesOf] = {
            problem: lines_of for target in chosen for problem in check_scenarios(target, search)
        }
        problems += of_scenarios
        found |= of_scenarios
    for notice in dict.fromkeys(notice for each in checked for notice in each.notices):
        if not quiet:
            say(notice, err=True)
    # Of one place the same is said once, though it was so in other games too.
    said = {(problem.code, problem.position) for problem in found}
    for each in checked:
        for problem in each.played:
            if (problem.code, problem.position) not in said:
                said.add((problem.code, problem.position))
                problems.append(problem)
                found[problem] = each.lines.get
    errors = [problem for problem in problems if problem.severity == "error"]
    warnings = [problem for problem in problems if problem.severity != "error"]
    if as_json:
        answer = {"errors": list(map(problem_json, errors)), "warnings": list(map(problem_json, warnings))}
        say(json.dumps({"ok": not errors, **answer}))
    elif problems:
        say("\n\n".join(render(shown, found[problem]) for problem, shown in gathered(problems).items()))
    if len(problems) >= MAX_PROBLEMS:
        say(f"there may be more problems than these; each check reports the first {MAX_PROBLEMS}", err=True)
    if not quiet:
        counts = f"{count_text(len(errors), 'error')}, {count_text(len(warnings), 'warning')}"
        which = "" if targets else ", ".join(os.path.basename(os.path.abspath(each)) for each in chosen)  # noqa: PTH100, PTH119 - Path is for types alone here
        named = f" ({which})" if which and len(chosen) <= _MOST_NAMED else ""
        say(f"{count_text(len(chosen), 'ruleset')} checked{named}: {counts}", err=True)
    return FAULTS if errors else DONE


def _played(loaded: Loaded) -> list[Problem]:
    """Return what random games show of rules that go wrong, and of choices that make no difference."""
    from interpreter import played_findings

    return loaded.not_accepted(played_findings(loaded.game)) if loaded.game is not None else []


@dataclass(frozen=True, slots=True)
class _Work:
    """What the checks of a ruleset with its overlays have in common."""

    target: str
    search: Sequence[Path]
    reading: Reading
    deep: bool
    games: int

    def outcome(self, company: Sequence[str]) -> _Checked:
        """Check the ruleset with overlays."""
        from interpreter import check

        loaded = check(
            self.target,
            overlays=company,
            search=self.search,
            reading=self.reading,
            with_game=self.deep,
            counting=self.games > 0,
        )
        return _outcome(loaded, self.deep, self.games)


def _outcome(loaded: Loaded, deep: bool, games: int = 0) -> _Checked:
    """Return what is to be said of a check."""
    played, notices = _played(loaded) if deep else [], list[str]()
    if games:
        from interpreter import try_out_ruleset

        found, trials = try_out_ruleset(loaded, games)
        played += found
        notices = [
            f"{trial.games} games by chance instead of {games}: {trial.reason or 'they take long'}"
            for trial in trials
            if trial.games < games and (trial.reason or not trial.games)
        ]
    places = [place for each in (*loaded.problems, *played) for place in (each.position, *each.also)]
    lines = {file: loaded.lines_of(file) for file in {place.file for place in places}}
    return _Checked(loaded.problems, played, loaded.ok, lines, notices)


def _check_overlays(work: _Work, quiet: bool) -> list[_Checked]:
    """Check a ruleset with each of its overlays alone, and with those that they have parts for."""
    from interpreter import companies_of

    companies = companies_of(work.target, work.search)
    checked = []
    for (name, *_), outcome in zip(companies, _outcomes(work, companies), strict=True):
        if not any(problem.code == _NEEDS_OTHERS for problem in outcome.problems):
            checked.append(outcome)
        elif not quiet:
            say(f"{name} needs other overlays: check it with --with", err=True)
    return checked


def _outcomes(work: _Work, companies: Sequence[Sequence[str]]) -> Iterator[_Checked]:
    """Check in each company, in helpers, which know what was read.

    A single one has a helper too: what is played fast here would keep the helpers of the next ruleset.
    """
    jobs = min(os.cpu_count() or 1, len(companies))
    if not jobs:
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    if work.games:
        from interpreter import try_out_ruleset  # noqa: F401 - once, and not in each helper

    with ProcessPoolExecutor(jobs, get_context("fork"), _begin, (work,)) as pool:
        yield from pool.map(_help, companies)


def _begin(work: _Work) -> None:
    """Begin a helper: it is not the one to be interrupted, and has the work, which cannot be sent to it."""
    global _work  # noqa: PLW0603 - what a helper is forked with
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()  # it ends soon, and looking for garbage is a fifth of its work
    _work = work


def _help(company: Sequence[str]) -> _Checked:
    assert _work is not None
    return _work.outcome(company)


_work: _Work | None = None
