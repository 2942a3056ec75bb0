"""The report as one HTML page, which works without a network and runs no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cli.report import measures
from cli.report.compared import Difference
from cli.report.endings import Ending
from cli.report.gathered import Gathered
from cli.report.plots import heat_maps, plots_of
from cli.report.restricted import Restricted
from cli.report.statistics import CERTAIN, CONFIDENCE, LIKELY, median_of, share_of
from cli.report.summary import SORTS, Never, number, percent
from cli.report.ways import AGREEMENT, Ways, mark_said
from cli.report.whole import Report

_TEMPLATES = Path(__file__).with_name("templates")
_NEVER = (
    "Of games by chance: what happens in none of 300 happens in fewer than one of a hundred (95 %). Never "
    "taken is what the bots of this report were offered and left. Some kinds that are never drawn "
    "may be meant to lie there from the start."
)
# So many rows a table has at most.
_ROWS = 150
NO_CAUSE = (
    "What goes with winning need not be why somebody wins: who is ahead can do other things than who is "
    "behind. Options that are the only one are taken without a question, and are not counted."
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page. rows: a table, its columns named in `head`; wordy: it has sentences."""

    id: str
    title: str
    words: Sequence[str] = ()
    plot: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    boards: Sequence[tuple[str, str]] = field(default_factory=list)
    wordy: bool = False

    @property
    def table(self) -> list[list[str]]:
        """The head and the rows, without columns in which nothing stands."""
        filled = [place for place in range(len(self.head)) if any(row[place] for row in self.rows)]
        return [[str(row[place]) for place in filled] for row in (self.head, *self.rows)]


def page(report: Report) -> str:
    """The whole page."""
    environment = Environment(loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined)
    how_sure = (
        f"“Certain”: if nothing of it were so, a report would say anything like it of at most "
        f"{100 * CERTAIN:.0f} of 100 games (corrected over all that is "
        f"compared). “Seen” describes what was played. "
        f"Intervals hold the true figure with {100 * CONFIDENCE:.0f} %. It holds for these bots; people may "
        f"play otherwise."
    )
    sections = [each for each in _sections(report) if each.words or each.plot or each.rows or each.boards]
    return environment.get_template("report.html").render(
        title=report.found.game.title, said=report.said, sample=report.sample, sections=sections,
        how_sure=how_sure,
    )  # fmt: skip


def _sections(report: Report) -> Iterator[Section]:
    found = report.found
    plots = plots_of(found) if found.games else {}
    if report.targets:
        yield Section("targets", "Targets of the ruleset", [each.sentence for each in report.targets])
    if report.against:
        yield _against(report.against)
    if found.games:
        yield _length(found, plots)
        yield _seats(found, plots)
        yield _points(found, plots)
        yield _course(found, plots)
        yield from _things(found)
    if report.without:
        yield _without(report.without)
    if report.rungs:
        yield Section("ladder", "More thought", [each.sentence for each in report.rungs])
    if found.games:
        yield _ways(report.ways)
    yield _never(report.never)
    yield _endings(found, report.endings, plots)
    if found.games:
        words = ["The larger a disc, the more often its space was chosen."]
        yield Section("boards", "Where on the boards", words, boards=list(heat_maps(found).items()))


def _without(without: Sequence[Restricted]) -> Section:
    rows = [
        (
            each.sort, each.title or each.name,
            number(each.worth) if each.worth is not None else f"not tried: {each.refused}",
            "certain" * each.sure,
        )
        for each in without
    ]  # fmt: skip
    words = [
        "The first seat may not use it, and the same seeds are played again: by how much less it is then "
        "ahead of the others, in points, or in hundredths of a victory where there are none."
    ]
    return Section("restricted", "What a thing is worth", words, "", ["", "without", "worth", ""], rows)


def _never(never: Sequence[Never]) -> Section:
    counts = [f"never {sort}: {sum(each.sort == sort for each in never)}" for sort in SORTS]
    rows = [
        (each.sort, f"{each.message[:1].upper()}{each.message[1:]}", each.place)
        for each in sorted(never, key=lambda each: SORTS.index(each.sort))
    ]
    return Section(
        "never", "What never happened", [f"{'; '.join(counts).capitalize()}.", _NEVER],
        head=["never", "what", "where"], rows=rows, wordy=True,
    )  # fmt: skip


def _endings(found: Gathered, endings: Sequence[Ending], plots: dict[str, str]) -> Section:
    rows = [(each.cause, each.place, f"{each.games}", percent(each.share)) for each in endings]
    games = sum(each.games for each in endings)
    rows += [
        (cause, "", f"{count}", percent(share_of(count, found.played)))
        for cause, count in found.endings.most_common()
        if cause != "finished"
    ]
    words = (
        [f"The rules that ended {games} games of these bots, the first that were played."] if games else []
    )
    head = ["cause", "where", "games", "share"]
    return Section("endings", "How games ended", words, plots.get("endings", ""), head, rows)


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
    rows = [
        (source.replace("_", " "), number(each), *(f"{of:.1f}" for of in measures.of_seats(found, source)))
        for source, each in measures.sources(found).items()
    ]
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
    if measures.ends_at_score(found):
        words.append(
            "The first nearly always ends with the same points, so the games end at a score: whether leads "
            "run away is not measured, for whoever is ahead ends the game before a lead can grow."
        )
    plot = plots.get("leads", "") + plots.get("scores", "") + plots.get("margins", "")
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


def _ways(ways: Ways) -> Section:
    unused = f"No player had a third of the points from {', '.join(ways.unused)}." if ways.unused else ""
    if not ways.found:
        words = [
            "No ways to play are shown: halves of the games do not part players alike (they agree by "
            f"{ways.agreement:.2f} of 1; {AGREEMENT} would be enough).",
            unused,
        ]
        return Section("ways", "Ways to play", [each for each in words if each])
    rows = [
        (
            f"{place}", f"{100 * way.share:.0f} %", percent(way.wins),
            *("" if each is None else percent(each) for each in way.against),
        )
        for place, way in enumerate(ways.found, 1)
    ]  # fmt: skip
    words = [
        "Players grouped by where their points came from and what they chose in the question that is "
        f"asked most; both halves of the games give these groups (they agree by {ways.agreement:.2f} of 1). "
        + (
            "The groups lie apart."
            if ways.parted
            else "They are parts of one cloud: many players are between them, and a way is a leaning."
        ),
        *(f"Way {n}: {', '.join(starmap(mark_said, way.marks))}." for n, way in enumerate(ways.found, 1)),
        "No way is ahead of each other way for certain."
        if ways.best is None
        else f"Way {ways.best + 1} is ahead of each other way for certain: it dominates.",
        unused,
    ]
    head = ["way", "of players", "victories", *(f"ahead of way {n}" for n in range(1, len(ways.found) + 1))]
    return Section("ways", "Ways to play", [each for each in words if each], "", head, rows)
