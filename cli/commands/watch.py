"""`rulewright watch`: a ruleset is checked whenever one of its files is saved, and drawn where it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE
from cli.options import GameChoice, game_options, quiet_option, refuse_choices
from cli.show.problems import count_text, problems_text
from cli.show.screen import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter import Game, Loaded

# What a ruleset is made of, by the ends of the names of its files.
_KINDS = (".yaml", ".yml", ".csv", ".xlsx", ".md", ".png", ".jpg", ".jpeg", ".svg")
# Files that were saved within so many milliseconds of each other are looked at together.
_TOGETHER = 300


@click.command("watch")
@game_options(required=False)
@click.option(
    "--draw",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep pictures of all cards, tiles and boards in this folder, and sheets to print; needs Chromium.",
)
@click.option("--no-tests", is_flag=True, help="Do not run the scenarios.")
@quiet_option
def command(*, choice: GameChoice, draw: Path | None, no_tests: bool, quiet: bool) -> int:
    """Check a game whenever one of its files is saved, and draw it.

    Its scenarios are run too. With --draw, pictures of cards, tiles and boards are kept in a folder, with a
    manifest, and sheets.html to print: what did not change is not drawn again. GAME is by default the ruleset
    whose folder this is. Ctrl-C ends it.

    \b
    Example: rulewright watch ./my-game --draw pictures
    """
    try:
        from watchfiles import watch
    except ModuleNotFoundError:
        from interpreter import to_install

        raise click.UsageError(f"this needs watchfiles: {to_install('watch')}") from None
    with _drawing(draw) as drawn:
        watched = _Watched(choice.target or _here(), choice, drawn, tests=not no_tests)
        folders = watched.look()
        if not quiet:
            say(f"Watching {', '.join(folders)}: save a file, or press Ctrl-C.", err=True)
        skipped = draw.resolve() if draw is not None else None
        with suppress(KeyboardInterrupt):
            for changes in watch(
                *folders, watch_filter=lambda _, name: _counts(Path(name), skipped), debounce=_TOGETHER
            ):
                say(f"\n{', '.join(sorted({Path(name).name for _, name in changes}))}:")
                watched.look()
    return DONE


def _here() -> str:
    from interpreter import rulesets_here

    found = rulesets_here()
    if len(found) != 1:
        raise click.UsageError("which game? name one, or go to its folder")
    return found[0]


def _counts(file: Path, drawn: Path | None) -> bool:
    """Whether a file is one of a ruleset: none that a program keeps for itself, nor one that was drawn."""
    if file.suffix.lower() not in _KINDS or file.name.startswith((".", "~")):
        return False
    return drawn is None or not file.resolve().is_relative_to(drawn)


@contextmanager
def _drawing(folder: Path | None) -> Iterator[Callable[[Game], str] | None]:
    """What draws a game into a folder and says what it drew, with a browser that stays open."""
    if folder is None:
        yield None
        return
    from cli.draw.browser import chromium

    with chromium() as browser:
        yield lambda game: _draw(game, browser, folder)


def _draw(game: Game, browser: Any, folder: Path) -> str:
    from cli.draw.images import write_images
    from cli.draw.sheets import sheets_html
    from cli.draw.written import whole_folder

    page = folder / "sheets.html"
    with whole_folder(folder) as made:
        write_images(game, browser, made, folder)
        drawn = sorted(str(file.relative_to(made)) for file in made.rglob("*.png"))
        html = sheets_html(game)
        if not page.is_file() or page.read_text(encoding="utf-8") != html:
            (made / page.name).write_text(html, encoding="utf-8")
    named = f": {', '.join(drawn)}" if 0 < len(drawn) <= 6 else ""
    return f"{count_text(len(drawn), 'picture')} drawn{named}"


class _Watched:
    """A game that is looked at again and again."""

    def __init__(
        self, target: str, choice: GameChoice, drawn: Callable[[Game], str] | None, *, tests: bool
    ) -> None:
        self.target, self.choice, self.drawn, self.tests = target, choice, drawn, tests

    def look(self) -> Sequence[str]:
        """Check, draw and test the game, and say what came of it; return the folders of its files."""
        from interpreter import load

        begun = perf_counter()
        loaded = load(self.target, players=self.choice.players, **self._chosen())
        refuse_choices(loaded.problems)
        if loaded.game is not None and self.drawn is not None:
            say(f"{self.drawn(loaded.game)} in {perf_counter() - begun:.1f} s")
        checked = self._checked()
        if checked.problems:
            say(problems_text(checked))
        errors = sum(problem.severity == "error" for problem in checked.problems)
        warnings = len(checked.problems) - errors
        tested = self._tested() if self.tests and not errors else ""
        said = f"{count_text(errors, 'error')}, {count_text(warnings, 'warning')}{tested}"
        say(f"{said}; {perf_counter() - begun:.1f} s")
        return sorted(map(str, loaded.folders))

    def _chosen(self) -> dict[str, Any]:
        choice = self.choice
        return {"overlays": choice.overlays, "options": choice.settings, "search": choice.search}

    def _checked(self) -> Loaded:
        """Check the game for every number of players."""
        from interpreter import check

        return check(self.target, **self._chosen())

    def _tested(self) -> str:
        """Run the scenarios, and print those that fail; return how many passed."""
        from interpreter import run_scenarios

        results = run_scenarios(self.target, self.choice.search)
        failed = [each for each in results if not each.passed and not each.set_aside]
        for each in failed:
            say("\n    ".join([f"{each.file}:{each.line}: {each.name}", *each.message.splitlines()]))
        return f", {len(results) - len(failed)} scenarios passed, {len(failed)} failed" if results else ""
