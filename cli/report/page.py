"""The report as one HTML page, which works without a network and runs no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cli.report import measures
from cli.report.compared import Difference
from cli.report.gathered import Gathered
from cli.report.plots import heat_maps, plots_of
from cli.report.statistics import CERTAIN, CONFIDENCE, LIKELY, median_of
from cli.report.summary import Never, Said, number, percent
from cli.report.targets import Judged
from cli.report.ways import ways

_TEMPLATES = Path(__file__).with_name("templates")
_NEVER = "In games by chance; what never happened has less than one in a hundred games (95 %)."
# So many rows a table has at most.
_ROWS = 150
NO_CAUSE = (
    "What goes with winning need not be why somebody wins: who is ahead can do other things than who is "
    "behind. Options that are the only one are taken without a question, and are not counted."
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page. rows: a table, with the words over its columns in `head`."""

    id: str
    title: str
    words: Sequence[str] = ()
    plot: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    boards: Sequence[tuple[str, str]] = field(default_factory=list)


def page(
    found: Gathered,
    said: Sequence[Said],
    never: Sequence[Never],
    sample: str,
    *,
    against: Sequence[Difference] = (),
    targets: Sequence[Judged] = (),
    more: Sequence[str] = (),
) -> str:
    """The whole page."""
    environment = Environment(loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined)
    how_sure = (
        f"“Certain”: if nothing of it were so, a report would say anything like it of at most "
        f"{100 * CERTAIN:.0f} of 100 games (corrected over all that is "
        f"compared). “Seen” describes what was played. "
        f"Intervals hold the true figure with {100 * CONFIDENCE:.0f} %. It holds for these bots; people may "
        f"play otherwise."
    )
    sections = [
        each
        for each in _sections(found, never, against, targets, more)
        if each.words or each.plot or each.rows or each.boards
    ]
    return environment.get_template("report.html").render(
        title=found.game.title, said=said, sample=sample, sections=sections, how_sure=how_sure
    )


def _sections(
    found: Gathered,
    never: Sequence[Never],
    against: Sequence[Difference],
    targets: Sequence[Judged],
    more: Sequence[str],
) -> Iterator[Section]:
    plots = plots_of(found) if found.games else {}
    if targets:
        yield Section("targets", "Targets of the ruleset", [each.sentence for each in targets])
    if more:
        yield Section("more", "Without an action, with more thought", more)
    if against:
        yield _against(against)
    if found.games:
        yield _length(found, plots)
        yield _seats(found, plots)
        yield _points(found, plots)
        yield _course(found, plots)
        yield from _things(found)
        yield _ways(found)
    yield Section(
        "never", "What never happened",
        [_NEVER if never else "Everything in the rules happened."],
        head=["what", "where"], rows=[(each.message, each.place) for each in never],
    )  # fmt: skip
    causes = [(cause, f"{count}") for cause, count in found.endings.most_common()]
    yield Section("endings", "How games ended", [], plots.get("endings", ""), ["cause", "games"], causes)
    if found.games:
        words = ["The larger a disc, the more often its space was chosen."]
        yield Section("boards", "Where on the boards", words, boards=list(heat_maps(found).items()))


def _against(differences: Sequence[Difference]) -> Section:
    rows = [
        (each.name, f"{each.before:.2f}", f"{each.after:.2f}", number(each.change, 2), "certain" * each.sure)
        for each in differences
    ]
    words = [
        "The same seeds were played with both; a difference is that of each seed, with its 95 % interval."
    ]
    return Section(
        "against",
        "Beside the other rules",
        words,
        head=["what", "here", "there", "difference", ""],
        rows=rows,
    )


def _length(found: Gathered, plots: dict[str, str]) -> Section:
    rows = [(name, number(each)) for name, each in measures.lengths(found).items()]
    return Section(
        "length", "Length and branching", [], plots.get("lengths", ""), ["of a game", "median"], rows
    )


def _seats(found: Gathered, plots: dict[str, str]) -> Section:
    made = [*measures.seats(found), *measures.places(found)]
    rows = [(each.name, percent(each.wins), number(each.points), number(each.ahead)) for each in made]
    words = ["A seat is a place at the table; a turn is a place in turn order, the first for whoever begins."]
    head = ["", "victories, of games with one winner", "points", "points ahead of the mean of the others"]
    return Section("seats", "Seats and who begins", words, plots.get("seats", ""), head, rows)


def _points(found: Gathered, plots: dict[str, str]) -> Section:
    rows = []
    for source, each in measures.sources(found).items():
        place = found.game.sources.index(source)
        by_seat = [
            f"{sum(game.sources[place][seat] for game in found.games if game.sources) / len(found.games):.1f}"
            for seat in range(found.game.players)
        ]
        rows.append((source.replace("_", " "), number(each), *by_seat))
    seats = [f"player {seat + 1}" for seat in range(found.game.players)]
    return Section(
        "points", "Where points come from", [], plots.get("sources", ""), ["source", "a player", *seats], rows
    )


def _course(found: Gathered, plots: dict[str, str]) -> Section:
    if not found.game.has_points or found.game.players < 2:
        return Section("course", "The course of a game")
    turns, behind = measures.changes(found)
    margin = median_of(measures.margins(found))
    words = [
        f"The first is {number(margin)} points ahead of the second in the median. "
        f"The lead changes {number(turns)} times; "
        f"{percent(behind)} of the winners were not first half way. "
        "Who leads counts by the points as if the game ended."
    ]
    rows = [(f"{10 * place} %", percent(each)) for place, each in enumerate(measures.leads(found), 1)]
    plot = plots.get("leads", "") + plots.get("scores", "")
    return Section(
        "course", "The course of a game", words, plot, ["of the game is over", "who leads then wins"], rows
    )


def _things(found: Gathered) -> Iterator[Section]:
    made = sorted(measures.things(found), key=lambda each: each.q)
    head = ["question: what", "offered in", "taken in", "a game", "of its offers", "first at"]
    head += ["by a winner", "by another", "difference", ""]
    for sort, title in (("option", "Actions and options"), ("kind", "Kinds of components")):
        rows = [_row(each) for each in made if each.thing.sort == sort]
        words = [NO_CAUSE] if rows else []
        if len(rows) > _ROWS:
            words.append(
                f"The {_ROWS} that go with winning or losing most clearly, of {len(rows)}; --json has all."
            )
        yield Section(f"{sort}s", title, words, "", head, rows[:_ROWS])


def _row(of: measures.ThingMeasures) -> list[str]:
    shares = [f"{100 * each:.0f} %" for each in (of.offers, of.games)]
    figures = [f"{of.often:.2f}", f"{100 * of.rate:.0f} %", f"{100 * of.first:.0f} %" if of.games else ""]
    sides = [f"{of.winners:.2f}", f"{of.others:.2f}", number(of.ahead, 2), "likely" if of.q < LIKELY else ""]
    return [f"{of.thing.group}: {of.thing.title}", *shares, *figures, *sides]


def _ways(found: Gathered) -> Section:
    made = ways(found) if found.game.players > 1 else []
    if not made:
        words = ["No ways to play are shown: halves of the games do not part players alike."]
        return Section("ways", "Ways to play", words)
    rows = [
        (
            f"{place}: " + ", ".join(f"{'more' if off > 0 else 'less'} {name}" for name, off in way.marks),
            f"{100 * way.share:.0f} %", percent(way.wins),
        )
        for place, way in enumerate(made, 1)
    ]  # fmt: skip
    words = [
        "Players grouped by what they took and where their points came from; "
        "both halves of the games give these groups."
    ]
    return Section("ways", "Ways to play", words, "", ["way", "of players", "victories"], rows)
