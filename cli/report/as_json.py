"""The report as `rulewright report --json` prints it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from cli.report import measures
from cli.report.compared import Difference
from cli.report.gathered import Gathered
from cli.report.restricted import Restricted
from cli.report.statistics import Estimate, median_of
from cli.report.ways import Way
from cli.report.whole import Report

_DIGITS = 4


def as_json(report: Report) -> dict[str, Any]:
    """All figures."""
    found = report.found
    game = found.game
    growth = measures.growth(found) if found.games else None
    things = [_thing(each) for each in measures.things(found)]
    return {
        "game": game.id, "fingerprint": game.fingerprint, "players": game.players,
        "with": list(game.overlays),
        "options": dict(game.options), "seed": found.seed, "bots": list(found.bots), "games": found.played,
        "finished": len(found.games), "engine": found.engine, "endings": dict(found.endings),
        "summary": [_rounded(asdict(each)) for each in report.said],
        "seats": [_place(each) for each in measures.seats(found)] if found.games else [],
        "turn_order": [_place(each) for each in measures.places(found)] if found.games else [],
        "lengths": {name: _estimate(each) for name, each in measures.lengths(found).items()},
        "scores": _scores(found),
        "sources": [_source(found, name, each) for name, each in measures.sources(found).items()],
        "leads": [_estimate(each) for each in measures.leads(found)] if found.games else [],
        **_course(found),
        "growth": _estimate(growth) if growth is not None else None,
        "components": [each for each in things if each["sort"] == "kind"],
        "actions": [each for each in things if each["sort"] == "option"],
        "spaces": [each for each in things if each["sort"] == "space"],
        "never": [asdict(each) for each in report.never],
        "causes": [{**asdict(each), "share": _estimate(each.share)} for each in report.endings],
        "ways": [_way(each, place == report.ways.best) for place, each in enumerate(report.ways.found)],
        "unused_sources": list(report.ways.unused),
        "restricted": [_without(each) for each in report.without],
        "ladder": [asdict(each) for each in report.rungs],
        "against": [_difference(each) for each in report.against],
        "targets": [each.as_json for each in report.targets],
    }  # fmt: skip


def _course(found: Gathered) -> dict[str, Any]:
    """How far the first is ahead, with each tenth of the games; how leads go; when a game is decided."""
    if not found.games or not found.game.has_points or found.game.players < 2:
        return {"margin": None, "lead_changes": None, "comebacks": None, "decided": None}
    margins = measures.margins(found)
    changes, behind = measures.changes(found)
    return {
        "margin": {**_estimate(median_of(margins)), "tenths": _tenths(margins)},
        "lead_changes": _estimate(changes),
        "comebacks": _estimate(behind),
        "decided": measures.decided(found),
    }


def _scores(found: Gathered) -> dict[str, Any] | None:
    """How the points of the first and of the others are spread."""
    if not found.games or not found.game.has_points:
        return None
    first, others = measures.scores(found)
    return {"first": _tenths(first), "others": _tenths(others) if others else []}


def _tenths(of: Sequence[float]) -> list[float]:
    return [round(float(each), 1) for each in np.quantile(of, np.linspace(0, 1, measures.TENTHS + 1))]


def _source(found: Gathered, name: str, of: Estimate) -> dict[str, Any]:
    seats = [round(each, _DIGITS) for each in measures.of_seats(found, name)]
    return {"source": name, **_estimate(of), "seats": seats}


def _way(of: Way, dominates: bool) -> dict[str, Any]:
    marks = [{"what": name, "off": round(off, _DIGITS)} for name, off in of.marks]
    against = [_estimate(each) if each is not None else None for each in of.against]
    return {
        "share": round(of.share, _DIGITS), "wins": _estimate(of.wins), "marks": marks, "against": against,
        "dominates": dominates,
    }  # fmt: skip


def _without(of: Restricted) -> dict[str, Any]:
    return {**asdict(of), "worth": _estimate(of.worth) if of.worth is not None else None}


def _rounded(of: dict[str, Any]) -> dict[str, Any]:
    return {name: float(f"{each:.5g}") if isinstance(each, float) else each for name, each in of.items()}


def _estimate(of: Estimate) -> dict[str, float]:
    return _rounded(asdict(of))


def _difference(of: Difference) -> dict[str, Any]:
    sides = {"here": round(of.before, _DIGITS), "there": round(of.after, _DIGITS)}
    return {"name": of.name, **sides, **_estimate(of.change), "certain": of.sure}


def _place(of: measures.SeatMeasures) -> dict[str, Any]:
    return {
        "name": of.name,
        "wins": _estimate(of.wins),
        "points": _estimate(of.points),
        "ahead": _estimate(of.ahead),
    }


def _thing(of: measures.ThingMeasures) -> dict[str, Any]:
    named = {
        "name": of.thing.name,
        "title": of.thing.title,
        "question": of.thing.group,
        "sort": of.thing.sort,
    }
    figures = {
        "offered_in": of.offers,
        "taken_in": of.games,
        "often": of.often,
        "rate": of.rate,
        "first": of.first,
    }
    sides = {"winners": of.winners, "others": of.others, "q": of.q}
    return {**named, **_rounded({**figures, **sides}), "difference": _estimate(of.ahead)}
