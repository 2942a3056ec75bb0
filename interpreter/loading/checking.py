"""A ruleset checked whole, for every number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from interpreter.checks.acceptance import vain_acceptances
from interpreter.checks.layouts import check_layouts
from interpreter.checks.lints import lints, missing_rows
from interpreter.checks.proofs import proofs
from interpreter.collecting import nothing_collected
from interpreter.compiler.compile_game import compile_beginning, compile_checked
from interpreter.loading.counting import Counting
from interpreter.loading.finding import find_target, unknown_companions
from interpreter.loading.joining import may_join
from interpreter.loading.loaded import Loaded
from interpreter.loading.making import compiled_for, game_of
from interpreter.loading.reading_once import Reading
from interpreter.loading.sources import Sources, read_sources
from interpreter.model.resolve import player_range
from interpreter.numbered_rules.pages import page_of, unknown_rules
from interpreter.overlays.copies import copied_texts
from interpreter.play.compiled import Beginning
from interpreter.play.game import Game
from interpreter.problems.problem import Problem, Problems
from interpreter.reading import RulesetFolder
from interpreter.reading.pictures import read_pictures


@nothing_collected()
def check(
    target: str | Path,
    *,
    overlays: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    search: Sequence[Path] = (),
    reading: Reading | None = None,
    with_game: bool = False,
    counting: bool = False,
) -> Loaded:
    """Check a ruleset whole, for every number of players.

    A layout must pass its board's checks for one number of players at least. reading: what other checks of
    the same run have read. with_game: return the game of the greatest number of players as well. counting:
    and what makes it in code that counts.
    """
    reading, options = reading or Reading(), options or {}
    chosen = find_target(target, overlays, search)
    usual = read_sources(chosen, None, options, reading=reading)
    if usual.merged is None:
        return Loaded(None, usual.by_place(usual.problems), usual)
    low, high = player_range(usual.merged)
    varying = bool(may_join(usual.path, usual.overlays, reading))

    def read(players: int) -> Sources:
        return read_sources(chosen, players, options, reading=reading) if varying else usual

    problems, common = Problems(usual.problems), _Common()
    greatest = min(high, low + 11)
    for players in range(low, greatest):
        sources = read(players)
        common.note(compiled_for(sources, players, options, problems, compile_beginning), sources)
    # Of what is compiled besides, only the tables differ, which are largest for the greatest number.
    sources = read(greatest)
    made = _made_whole(sources, greatest, options, problems, with_game=with_game)
    common.note(made, sources)
    problems.extend(common.of_layouts or ())
    if problems.ok:
        problems.extend(common.lints or ())
        problems.extend(missing_rows(sources.base.merged, [each.merged for each in sources.checked]))
        problems.extend(unknown_rules(sources.checked, _pages_for(sources)))
        for source in sources.checked:
            problems.extend(unknown_companions(source, sources.path, search))
        problems.extend(vain_acceptances(problems.warnings, sources.checked))
    game = made if isinstance(made, Game) and problems.ok else None
    counts = Counting(read, options, made) if counting and made is not None and problems.ok else None
    return Loaded(game, sources.not_accepted(problems), sources, counts)


def _made_whole(
    sources: Sources,
    players: int,
    options: Mapping[str, str],
    problems: Problems,
    *,
    with_game: bool,
) -> Game | Beginning | None:
    """Compile all there is: a game, or only what runs before play."""
    if with_game:
        return game_of(sources, players, options, problems)
    if sources.merged is not None:
        read_pictures(sources.merged, sources.folders, problems)
    return compiled_for(sources, players, options, problems, compile_checked)


class _Common:
    """What every number of players finds: what one of them has no use for another may need."""

    def __init__(self) -> None:
        """Begin before the first number."""
        self.of_layouts: dict[Problem, None] | None = None
        self.lints: list[Problem] | None = None

    def note(self, made: Game | Beginning | None, sources: Sources) -> None:
        """Take in what one number of players finds; None: it has other faults."""
        if made is None:
            return
        faults = dict.fromkeys(check_layouts(made, every=True))
        known = faults if self.of_layouts is None else self.of_layouts
        self.of_layouts = {problem: None for problem in known if problem in faults}
        if self.lints is None:
            self.lints = _lints(made, sources)
        elif self.lints:
            found = _lints(made, sources)
            self.lints = [problem for problem in self.lints if problem in found]


def _lints(game: Game | Beginning, sources: Sources) -> list[Problem]:
    """What is doubtful in what is checked."""
    files = {file for source in sources.checked for file in source.texts}
    assert sources.merged is not None
    proved = proofs(sources.merged, game.model, game.program)
    found = [problem for problem in proved if problem.position.file in files]
    found += copied_texts(sources.merged, lambda place: place.file in files)
    return found + lints(sources.merged, game.model, game.program, lambda place: place.file in files)


def _pages_for(sources: Sources) -> list[Path]:
    """The pages on which a rule that is cited may be: those of all overlays, chosen or not."""
    folders = {source.path: source.id for source in (sources.base, *sources.overlays)}
    folders |= {folder.path: folder.id for folder in RulesetFolder(sources.path).overlays()}
    pages = (page_of(folder, name) for folder, name in folders.items())
    return [page for page in pages if page is not None]
