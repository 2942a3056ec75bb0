"""What a browser makes of drawn pages: pictures of parts of them, and PDF; of PDF pictures of its pages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.draw.paper import A4, Paper
from cli.draw.sheets import sheets_html

if TYPE_CHECKING:
    from interpreter import Game

# Dots in an inch of what is printed, and of a pixel of CSS.
SHARP, CSS_PIXELS = 300, 96
_POINTS = 72
_FLAGS = ["--headless", "--disable-gpu", "--hide-scrollbars"]


def write_pdf(game: Game, file: Path, paper: Paper = A4) -> None:
    """Write the sheets of a game as PDF."""
    with chromium() as browser:
        page = browser.new_page()
        page.set_content(sheets_html(game, paper))
        page.pdf(path=file, prefer_css_page_size=True, print_background=True)


def write_pages(pdf: Path, folder: Path) -> None:
    """Write the pages of a PDF file as PNG: `page-01.png` and so on."""
    try:
        import pypdfium2
    except ModuleNotFoundError:
        raise click.UsageError(f"this needs pypdfium2: {_to_install()}") from None
    document = pypdfium2.PdfDocument(pdf)
    try:
        digits = max(2, len(str(len(document))))
        for number, page in enumerate(document, 1):
            page.render(scale=SHARP / _POINTS).to_pil().save(
                folder / f"page-{number:0{digits}}.png", dpi=(SHARP, SHARP)
            )
    finally:
        document.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; without one, or without what drives it, a wrong use that names what is missing."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError:
        raise click.UsageError(f"this needs a browser: {_to_install()}") from None
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        raise click.UsageError("this needs Chromium: on Debian, apt install chromium")
    with sync_playwright() as started:
        try:
            # Chromium keeps pages in a sandbox, which it has not for root.
            boxed = not hasattr(os, "geteuid") or os.geteuid() != 0
            browser = started.chromium.launch(executable_path=program, args=_FLAGS, chromium_sandbox=boxed)
        except Error as error:
            raise click.UsageError(f"Chromium does not start: {error.message.splitlines()[0]}") from None
        yield browser
        browser.close()


def _to_install() -> str:
    from interpreter import to_install

    return to_install("browser")
