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
    from cli.draw.paper import Backs, Paper
    from interpreter import Game, State


def _paper_size(_context: click.Context, _parameter: click.Parameter, said: str) -> tuple[float, float]:
    """Read the size of paper."""
    from cli.draw.paper import LEAST_PAPER, MOST_PAPER, PAPERS, paper_size

    found = paper_size(said)
    if found is None:
        size = f"a size in mm such as 100x150, of {LEAST_PAPER:g} to {MOST_PAPER:g} a side"
        raise click.BadParameter(f"'{said}' is none of {', '.join(PAPERS)}, nor {size}")
    return found


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
    help="Write cards, pieces, boards and rules to print and cut out, true to size, into this HTML file.",
)
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the same sheets as PDF into this file; needs Chromium.",
)
@click.option(
    "--png",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the pages of the same sheets as PNG, 300 dots an inch, into this folder; needs Chromium.",
)
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    metavar="PAPER",
    callback=_paper_size,
    help="The paper of sheets: a3, a4, a5, letter, legal, or width and height in mm, such as 100x150.",
)
@click.option(
    "--backs",
    type=click.Choice(["long", "short", "fold", "none"]),
    default="long",
    show_default=True,
    help="Where backs are: on the next page, for paper turned over its long or short edge; beside their "
    "fronts, at a line to fold along; or nowhere.",
)
@click.option(
    "--bleed",
    type=click.FloatRange(0, 4),
    metavar="MM",
    help="Print so much beyond each cut; by default 2 mm, shared by pieces that lie close where more fit so.",
)
@click.option(
    "--images",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a PNG of each card, tile and board, and a manifest, into this folder; needs Chromium.",
)
@click.option(
    "--tts",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a saved object for Tabletop Simulator, and its pictures, into this folder; needs Chromium.",
)
@click.option("--url", help="With --tts: where the pictures will lie; by default where they are written.")
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
    png: Path | None,
    paper: tuple[float, float],
    backs: Backs,
    bleed: float | None,
    images: Path | None,
    tts: Path | None,
    url: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Write pictures, sheets to print and cut out, or what simulators need.

    Boards are drawn as a spectator sees them. Nothing is half written: files take their places when all of
    them are made.

    \b
    Example: rulewright draw burgundy --at game.jsonl:12 --svg pictures
    Example: rulewright draw ./my-game --pdf cards.pdf --paper letter
    """
    from cli.draw.paper import Paper

    if not any((folder, sheets, pdf, png, images, tts)):
        wanted = "--svg DIR, --sheets FILE, --pdf FILE, --png DIR, --images DIR or --tts DIR"
        raise click.UsageError(f"Nothing to write: {wanted}.")
    if url is not None and tts is None:
        raise click.UsageError("--url is for --tts: nothing else has addresses in it.")
    state = _start(choice, seed) if at is None else position_at(choice, at, seed, quiet=quiet)
    files = _boards(state, folder) if folder is not None else []
    if folder is not None and not files:
        say(f"{state.game.title} has no boards to draw; --sheets writes its cards and pieces.", err=True)
    files += _printed(state.game, Paper(paper, backs, bleed), sheets, pdf, png)
    files += _pictured(state.game, images, tts, url)
    found = json.dumps({"game": state.game.id, "decisions": state.decisions, "files": files})
    if as_json or files:
        say(found if as_json else "\n".join(files))
    return 0


def _printed(game: Game, paper: Paper, sheets: Path | None, pdf: Path | None, png: Path | None) -> list[str]:
    """Write the sheets in each of the forms that are asked for; return the files."""
    from cli.draw.browser import write_pages, write_pdf
    from cli.draw.sheets import sheets_html
    from cli.draw.written import whole_file, whole_folder

    if sheets is not None:
        with whole_file(sheets) as file:
            file.write_text(sheets_html(game, paper), encoding="utf-8")
    if pdf is not None:
        with whole_file(pdf) as file:
            write_pdf(game, file, paper)
    pages: list[str] = []
    if png is not None:
        with whole_folder(png) as made:
            write_pdf(game, made / "pages.pdf", paper)
            write_pages(made / "pages.pdf", made)
            (made / "pages.pdf").unlink()
            pages = [str(png / page.name) for page in sorted(made.iterdir())]
    return [*(str(file) for file in (sheets, pdf) if file is not None), *pages]


def _pictured(game: Game, images: Path | None, tts: Path | None, url: str | None) -> list[str]:
    """Write pictures with their manifest, and with a saved object; return the files."""
    from cli.draw.browser import chromium
    from cli.draw.images import write_images
    from cli.draw.tabletop import write_tabletop
    from cli.draw.written import whole_folder

    files: list[str] = []
    if images is not None:
        with chromium() as browser, whole_folder(images) as made:
            files += [str(images / name) for name in write_images(game, browser, made, images)]
    if tts is not None:
        with chromium() as browser, whole_folder(tts) as made:
            files += [str(tts / name) for name in write_tabletop(game, browser, made, tts, url)]
    return files


def _boards(state: State, folder: Path) -> list[str]:
    """Write each board to a file; return the files."""
    from cli.draw.board import board_svg
    from cli.draw.pictures import embedded
    from cli.draw.written import whole_folder
    from cli.seen.sight import Sight

    boards = {
        seen.board.name if seen.owner == "all" else f"{seen.board.name}-{seen.owner}": seen
        for seen in Sight(state, None).boards()
    }
    if boards:
        with whole_folder(folder) as made:
            for name, seen in boards.items():
                picture = embedded(state.game, board_svg(state.game, seen))
                (made / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")
    return [str(folder / f"{name}.svg") for name in boards]


def _start(choice: GameChoice, seed: int | None) -> State:
    return choice.load_game().new(drawn_seed() if seed is None else seed)
