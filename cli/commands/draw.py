"""`rulewright draw`: the boards of a position as files, and sheets to print and cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.opening import position_at
from cli.options import GameChoice, game_options, json_option, quiet_option, seed_option
from cli.session.seats import drawn_seed
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

    Boards are drawn as a spectator sees them.

    \b
    Example: rulewright draw burgundy --at game.jsonl:12 --svg pictures
    """
    from cli.draw.images import write_images, write_pdf
    from cli.draw.sheets import sheets_html

    if folder is None and sheets is None and pdf is None and images is None:
        raise click.UsageError("Nothing to write: --svg DIR, --sheets FILE, --pdf FILE or --images DIR.")
    state = _start(choice, seed) if at is None else position_at(choice, at, seed, quiet=quiet)
    files = _boards(state, folder) if folder is not None else []
    if folder is not None and not files:
        say(f"{state.game.title} has no boards to draw; --sheets writes its cards and pieces.", err=True)
    if sheets is not None:
        sheets.write_text(sheets_html(state.game), encoding="utf-8")
        files.append(str(sheets))
    files += write_pdf(state.game, pdf) if pdf is not None else []
    files += write_images(state.game, images) if images is not None else []
    found = json.dumps({"game": state.game.id, "decisions": state.decisions, "files": files})
    if as_json or files:
        say(found if as_json else "\n".join(files))
    return 0


def _boards(state: State, folder: Path) -> list[str]:
    """Write each board to a file; return the files."""
    from cli.draw.board import board_svg
    from cli.draw.pictures import embedded
    from cli.seen.sight import Sight

    files = []
    for seen in Sight(state, None).boards():
        folder.mkdir(parents=True, exist_ok=True)
        name, owner = seen.board.name, seen.owner
        file = folder / (f"{name}.svg" if owner == "all" else f"{name}-{owner}.svg")
        file.write_text(embedded(state.game, board_svg(state.game, seen)) + "\n", encoding="utf-8")
        files.append(str(file))
    return files


def _start(choice: GameChoice, seed: int | None) -> State:
    return choice.load_game().new(drawn_seed() if seed is None else seed)
