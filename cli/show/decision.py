"""A decision as numbered lines: who is asked, what, and the options with their titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Decision, Option


def decision_text(decision: Decision) -> str:
    """Return who is asked what, and the options, one a line: number, title, id."""
    number_width = len(str(len(decision.options)))
    titles = [option.title or option.id for option in decision.options]
    title_width = max(map(len, titles))
    lines = [f"{seat_name(decision.seat)}: {decision.prompt}"]
    for number, (title, option) in enumerate(zip(titles, decision.options, strict=True), 1):
        line = f"  {number:>{number_width}}  {title:<{title_width}}  {option.id}"
        lines.append(line.rstrip())
    return "\n".join(lines)


def choice_text(decision: Decision, option: Option) -> str:
    """Return what was chosen, so that it can be understood without the question."""
    title = option.title or option.id
    if decision.site.name:
        return f"{decision.name.replace('_', ' ')}: {title}"
    return f"{decision.prompt} {title}" if decision.prompt.endswith("?") and title in ("yes", "no") else title


def seat_name(seat: int) -> str:
    """Name a seat as people count: from 1."""
    return f"Player {seat + 1}"


def players_text(least: int, most: int) -> str:
    """Return for how many a game is."""
    return f"{least} to {most} players" if least != most else f"{least} player{'s' * (least > 1)}"


def words_text(words: Mapping[str, str]) -> str:
    """Return what can be typed at a prompt: a choice, or one of the words."""
    rows = {"3": "the option with that number", "ID": "an option by its id, or the beginning of it", **words}
    width = max(len(word) for word in rows)
    return "\n".join(f"  {word:<{width}}  {meaning}" for word, meaning in rows.items())
