"""Pictures for the page, as SVG text: Matplotlib draws them, so none needs a script or a network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure

from cli.draw.board import board_svg
from cli.draw.canvas import Canvas
from cli.report import measures
from cli.report.gathered import Gathered
from cli.report.statistics import Estimate
from cli.seen.boards import empty_board

if TYPE_CHECKING:
    from interpreter import Board

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "report", "font.family": "sans-serif", "font.size": 9.0,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e2e2e2",
    "axes.axisbelow": True, "axes.prop_cycle": cycler(color=["#1b5e7d", "#b4541a"]),
}  # fmt: skip
_CALLED = {
    "lengths": "How long games are", "seats": "Victories by seat and turn order",
    "sources": "Points by source", "leads": "How often who leads wins", "endings": "How games ended",
    "scores": "Points of the first and the others", "margins": "How far the first is ahead",
}  # fmt: skip
_BLUE, _GRAY = "#1b5e7d", "#767676"
# Boards with more layouts than this are drawn for the first ones.
_LAYOUTS = 3


def _svg(figure: Figure, name: str) -> str:
    """The picture as text; its size follows the page, and what it shows is named for who does not see it."""
    out = StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    text = out.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    # The names that pictures use within them differ from one to the next.
    text = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{name}-", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{_CALLED[name]}" ', 1)


def _figure(height: float = 2.6, width: float = 7.0) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height))
    return figure, figure.subplots()


def plots_of(found: Gathered) -> dict[str, str]:
    """All pictures by name; those for which there is nothing are left out."""
    with mpl.rc_context(_STYLE):
        made = {
            "lengths": _lengths(found),
            "seats": _intervals(
                "seats", [*measures.seats(found), *measures.places(found)], found.game.players
            ),
            "leads": _leads(found),
            "sources": _bars("sources", measures.sources(found)),
            "scores": _scores(found),
            "margins": _margins(found),
            "endings": _endings(found),
        }
    return {name: text for name, text in made.items() if text}


def _lengths(found: Gathered) -> str:
    rounds = [game.rounds for game in found.games]
    figure, axes = _figure()
    values = rounds if len(set(rounds)) > 1 else [game.decisions for game in found.games]
    axes.hist(values, bins=min(40, max(1, len(set(values)))), color=_BLUE)
    axes.set_xlabel("rounds of a game" if values is rounds else "decisions of a game")
    axes.set_ylabel("games")
    return _svg(figure, "lengths")


def _intervals(name: str, rows: Sequence[measures.SeatMeasures], players: int) -> str:
    if players < 2:
        return ""
    figure, axes = _figure(0.7 + 0.32 * len(rows))
    for place, row in enumerate(reversed(rows)):
        of = row.wins
        axes.errorbar(
            100 * of.value, place, xerr=[[100 * (of.value - of.low)], [100 * (of.high - of.value)]],
            fmt="o", color=_BLUE, capsize=3,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [row.name for row in reversed(rows)])
    axes.axvline(100 / players, color=_GRAY, linestyle="--")
    axes.set_xlabel("share of victories in %, with 95 % intervals; dashed: all alike")
    return _svg(figure, name)


def _leads(found: Gathered) -> str:
    shares = measures.leads(found)
    if not found.game.has_points or found.game.players < 2 or not any(each.high < 1 for each in shares):
        return ""
    figure, axes = _figure()
    at = [10 * place for place in range(1, len(shares) + 1)]
    axes.plot(at, [100 * each.value for each in shares], marker="o")
    axes.fill_between(at, [100 * e.low for e in shares], [100 * e.high for e in shares], alpha=0.2)
    axes.set_ylim(0, 100)
    axes.set_xlabel("share of the game that is over, in %")
    axes.set_ylabel("who leads then wins, %")
    return _svg(figure, "leads")


def _bars(name: str, estimates: Mapping[str, Estimate]) -> str:
    if not estimates:
        return ""
    shown = list(estimates.items())[:25]
    figure, axes = _figure(0.6 + 0.24 * len(shown))
    names = [each.replace("_", " ") for each, _ in shown]
    values = [each.value for _, each in shown]
    axes.barh(names[::-1], values[::-1], color=_BLUE)
    axes.set_xlabel("points of a player in a game, in the mean")
    return _svg(figure, name)


def _scores(found: Gathered) -> str:
    if not found.game.has_points:
        return ""
    figure, axes = _figure()
    winners, losers = measures.scores(found)
    axes.hist(
        [winners, losers] if losers else [winners],
        bins=30,
        label=["the first", "the others"][: 1 + bool(losers)],
    )
    axes.set_xlabel("points")
    axes.set_ylabel("players")
    axes.legend(frameon=False)
    return _svg(figure, "scores")


def _margins(found: Gathered) -> str:
    if not found.game.has_points or found.game.players < 2:
        return ""
    figure, axes = _figure()
    axes.hist(measures.margins(found), bins=30, color=_BLUE)
    axes.set_xlabel("points of the first ahead of the second")
    axes.set_ylabel("games")
    return _svg(figure, "margins")


def _endings(found: Gathered) -> str:
    if len(found.endings) < 2:
        return ""
    figure, axes = _figure(0.6 + 0.3 * len(found.endings))
    causes = [cause if len(cause) < 70 else cause[:67] + "..." for cause in found.endings]
    axes.barh(causes, list(found.endings.values()), color=_BLUE)
    axes.set_xlabel("games")
    return _svg(figure, "endings")


# ---- boards


def heat_maps(found: Gathered) -> dict[str, str]:
    """By heading: boards on which the spaces that were chosen bear a disc, the larger the more often."""
    counts: dict[str, dict[str, int]] = {}
    for number, thing in enumerate(found.things):
        if thing.sort == "space":
            total = int(found.taken(number).sum())
            counts.setdefault(thing.group, {})[thing.name] = total
    made: dict[str, str] = {}
    for board in found.game.boards.values():
        chosen: dict[str, int] = {}
        for node_type in board.node_types:
            for name, total in counts.get(node_type, {}).items():
                chosen[name] = chosen.get(name, 0) + total
        # Of several layouts those that were in play.
        several = len(board.layouts) > 1
        used = [
            place
            for place, layout in enumerate(board.layouts)
            if any(
                times for name, times in chosen.items() if not several or name.startswith(f"{layout.name}/")
            )
        ]
        made |= dict(_board(found, board, chosen, place) for place in used[:_LAYOUTS])
    return made


def _board(found: Gathered, board: Board, chosen: Mapping[str, int], place: int) -> tuple[str, str]:
    """A drawn board with discs on it."""
    seen = empty_board(found.game, board.name, board.layouts[place].name)
    most = max(chosen.values())
    discs = []
    before = f"{board.layouts[place].name}/" if len(board.layouts) > 1 else ""
    for spot in Canvas(found.game, seen, brief=True).geometry.places:
        times = chosen.get(before + spot.space.name, 0)
        if times:
            radius = max(2.0, 0.9 * spot.room * (times / most) ** 0.5)
            often = times / len(found.games)
            discs.append(
                f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{radius:.1f}" fill="#b4341a" '
                f'fill-opacity="0.55" stroke="#fff" stroke-width="1.5">'
                f"<title>{spot.space.name}: {often:.2f} times a game</title></circle>"
            )
    drawn = board_svg(found.game, seen, brief=True)
    heading = board.layouts[place].about.title if board.several else seen.heading
    return heading, drawn[: drawn.rindex("</svg>")] + "".join(discs) + "</svg>"
