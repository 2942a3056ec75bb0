"""`rulewright draw`: the boards of a position as files, and sheets to print and cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options import GameChoice, drawn_seed, game_options, json_option, quiet_option, seed_option
from cli.show.problems import journal_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import State


@click.command("draw")
@game_options()
@click.option(
    "--at",
    metavar="JOURNAL[:N]",
    help="The position after N choices of a journal, or at its end; by default the start of a new game.",
)
@seed_option
@click.option(
    "--svg",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write an SVG file of each board into this folder.",
)
@click.option(
    "--sheets",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write boards, cards and pieces to print and cut out, true to size, into this HTML file.",
)
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the same sheets as PDF into this file; needs Chromium.",
)
@click.option(
    "--images",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write PNGs of cards and tiles, and decks for Tabletop Simulator, into this folder; needs Chromium.",
)
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    at: str | None,
    seed: int | None,
    folder: Path | None,
    sheets: Path | None,
    pdf: Path | None,
    images: Path | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Write pictures of the boards, or sheets to print and cut out.

    Boards are drawn as an onlooker sees them.

    \b
    Example: rulewright draw burgundy --at game.jsonl:12 --svg pictures
    """
    from cli.draw.images import write_images, write_pdf
    from cli.draw.sheets import sheets_html

    if folder is None and sheets is None and pdf is None and images is None:
        raise click.UsageError("Nothing to write: --svg DIR, --sheets FILE, --pdf FILE or --images DIR.")
    state = _start(choice, seed) if at is None else _position(choice, at, seed, quiet=quiet)
    files = _boards(state, folder) if folder is not None else []
    if folder is not None and not files:
        say(f"{state.game.title} has no boards to draw; --sheets writes its cards and pieces.", err=True)
    if sheets is not None:
        sheets.write_text(sheets_html(state.game), encoding="utf-8")
        files.append(str(sheets))
    files += write_pdf(state.game, pdf) if pdf is not None else []
    files += write_images(state.game, images) if images is not None else []
    told = json.dumps({"game": state.game.id, "decisions": state.decisions, "files": files})
    if as_json or files:
        say(told if as_json else "\n".join(files))
    return 0


def _boards(state: State, folder: Path) -> list[str]:
    """Write each board to a file; return the files."""
    from cli.draw.board import board_svg
    from cli.draw.pictures import embedded
    from cli.show.sight import Sight

    sight = Sight(state, None)
    files = []
    for name in sight.board_names():
        for owner in sight.owners(state.game.boards[name]):
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / (f"{name}.svg" if owner == "all" else f"{name}-{owner}.svg")
            picture = embedded(state.game, board_svg(state.game, sight.board(name, owner)))
            file.write_text(picture + "\n", encoding="utf-8")
            files.append(str(file))
    return files


def _start(choice: GameChoice, seed: int | None) -> State:
    return choice.load_game().new(drawn_seed() if seed is None else seed)


def _position(choice: GameChoice, at: str, seed: int | None, *, quiet: bool) -> State:
    """Return the position of a journal, which must be one of the game that is named."""
    from interpreter import replay

    name, colon, number = at.rpartition(":")
    counted = bool(colon) and number.isascii() and number.isdigit()
    file = Path(name if counted else at)
    if not file.is_file():
        raise click.BadParameter(f"there is no journal {file}", param_hint="'--at'")
    given = {"--players": choice.players, "--with": choice.overlays, "--set": choice.settings, "--seed": seed}
    settled = [option for option, value in given.items() if value not in (None, (), {})]
    if settled:
        raise click.UsageError(f"{', '.join(settled)} cannot be used with --at: the journal settles it.")
    outcome = replay(file, choice.search, int(number) if counted else None)
    for notice in outcome.notices:
        if outcome.departed is not None or not quiet:
            say(journal_text(notice), err=True)
    if outcome.departed is not None:
        raise click.exceptions.Exit(1)
    if choice.target not in (outcome.game.id, outcome.journal.header.game, outcome.journal.header.path):
        message = f"{file} is a journal of '{outcome.game.id}', not of '{choice.target}'"
        raise click.BadParameter(message, param_hint="'--at'")
    return outcome.state
