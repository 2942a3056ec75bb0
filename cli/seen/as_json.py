"""What a seat sees as JSON, for programs in other languages; `schemas/seen/seen.schema.json` describes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cli.colours import hex_of
from cli.seen.boards import BoardSeen, Labels
from cli.seen.hints import hints_of
from cli.seen.lines import plain
from cli.seen.model import Happened, Option, Place, Question, Seen, Way, Zone
from cli.seen.pieces import piece_look

if TYPE_CHECKING:
    from interpreter import Game, Space, Type

# The version of the schema; it rises where a key changes its meaning or goes.
FORMAT = 1
_PLACES = {"space": ("board", "owner", "space"), "thing": ("zone", "place", "thing"), "player": ("player",)}


def seen_json(seen: Seen) -> dict[str, Any]:
    """Return what a seat sees and is asked, with the keys that other tools rely on."""
    game = seen.game
    return {
        "format": FORMAT,
        "game": game.id,
        "with": list(game.overlays),
        "options": dict(game.options),
        "decisions": seen.decisions,
        "seat": seen.seat + 1 if seen.seat is not None else None,
        "where": seen.where,
        "decides": seen.decides + 1 if seen.decides >= 0 else None,
        "players": [{"id": person, "name": name} for person, name in seen.persons.items()],
        "question": _question(game, seen.question) if seen.question is not None else None,
        "boards": [_board(game, board) for board in seen.boards],
        "zones": [_zone(game, zone) for zone in seen.zones],
        "supplies": [_zone(game, zone) for zone in seen.supplies],
        "counters": [
            {"name": each.name, "title": each.title, "values": [asdict(value) for value in each.values]}
            for each in seen.counters
        ],
        "log": [_happened(each) for each in seen.log],
        "scores": {
            "columns": list(seen.scores.heads),
            "rows": [{"source": source, "points": list(cells)} for source, cells in seen.scores.rows],
            "verdict": list(seen.scores.verdict),
            "ranking": [asdict(each) for each in seen.scores.ranking],
            "final": [{"source": source, "points": list(points)} for source, points in seen.scores.final],
        },
    }


def _question(game: Game, question: Question) -> dict[str, Any]:
    default = question.default
    return {
        "prompt": question.prompt,
        "about": list(question.about),
        "name": question.name,
        "picked": question.picked,
        "alike": question.alike,
        "default": question.options[default].id if default is not None else None,
        "options": [
            _option(game, option, [way for way in question.ways if way.then and way.first == place])
            for place, option in enumerate(question.options)
        ],
        "shown": [
            {
                "name": each.name,
                "title": each.title,
                "things": _pieces(game, each.holds.name, each.things),
                "words": each.words,
            }
            for each in question.shown
        ],
        "refused": [{"id": name, "title": title} for name, title in question.refused.items()],
    }


def _option(game: Game, option: Option, following: Sequence[Way]) -> dict[str, Any]:
    return {
        "id": option.id,
        "title": option.title,
        "note": option.note,
        "piece": _piece(game, *option.piece) if option.piece is not None else None,
        "targets": _targets(option.places),
        "outcome": {
            "words": option.outcome.words,
            "sole": list(option.outcome.sole),
            "costs": option.outcome.costs,
            "laid": [
                {
                    "board": each.board,
                    "owner": each.owner,
                    "space": each.space,
                    "pieces": list(each.pieces),
                    "marks": {value: sorted(places) for value, places in each.marked},
                }
                for each in option.outcome.laid
            ],
        },
        "following": [
            {"id": way.then[-1], "title": way.titles[-1], "targets": _targets(way.places)}
            for way in following
        ],
    }


def _targets(places: Iterable[Place]) -> list[dict[str, str]]:
    return [dict(zip(_PLACES[kind], where, strict=True)) for kind, *where in places]


def _board(game: Game, seen: BoardSeen) -> dict[str, Any]:
    labels = Labels(game, seen.board, seen.content)
    return {
        "name": seen.board.name,
        "title": seen.title,
        "owner": seen.owner,
        "layout": seen.layout.name,
        "shape": seen.board.shape,
        "spaces": [
            _space(game, seen, labels, node) for node in seen.layout.nodes if node.type not in seen.board.bare
        ],
    }


def _space(game: Game, seen: BoardSeen, labels: Labels, node: Space) -> dict[str, Any]:
    hints, name = hints_of(game, seen.board.name), node.name
    values = {each: labels.value(node, each) for each in hints.shown}
    zones = {zone: places.get(name) for zone, places in seen.content.zones.items()}
    return {
        "name": name,
        "type": node.type,
        "x": node.x,
        "y": node.y,
        "colour": hex_of(labels.label(node)[0]),
        "label": labels.label(node)[1],
        "values": {each: value for each, value in values.items() if value},
        "pieces": _pieces(game, seen.board.holds[node.type], seen.pieces(name)) if seen.pieces(name) else [],
        "zones": [
            {"name": zone, **_contents(game, game.zones[zone].holds, things)}
            for zone, things in zones.items()
            if things
        ],
        "marks": [mark.title for each, mark in hints.marks.items() if name in seen.content.marked[each]],
        "standing": [
            {"counter": each.called, "who": each.who, "words": each.words, "number": each.number}
            for each in seen.standing.get(name, ())
        ],
        "new": name in seen.news,
    }


def _zone(game: Game, zone: Zone) -> dict[str, Any]:
    return {
        "name": zone.declared.name,
        "title": zone.heading,
        "owner": zone.owner,
        "place": zone.place,
        **_contents(game, zone.declared.holds, zone.things or zone.hidden),
        "new": zone.new,
    }


def _contents(game: Game, holds: Type, things: Sequence[str] | int) -> dict[str, Any]:
    """Return the things that are seen, and how many are not."""
    if isinstance(things, int):
        return {"things": [], "hidden": things}
    return {"things": _pieces(game, holds.name, things), "hidden": 0}


def _pieces(game: Game, component: str, things: Iterable[str]) -> list[dict[str, Any]]:
    return [_piece(game, component, thing) for thing in things]


def _piece(game: Game, component: str, thing: str) -> dict[str, Any]:
    """Return a piece, or a number or word, as it is drawn."""
    look = piece_look(game, component, thing)
    return {
        "id": thing,
        "type": component if component in game.components else "",
        "kind": look.kind.name if look.kind is not None else "",
        "words": look.words,
        "sign": look.sign,
        "colour": hex_of(look.colour),
        "owner": look.owner,
        "states": list(look.states),
    }


def _happened(each: Happened) -> dict[str, Any]:
    return {
        "seat": each.seat + 1 if each.seat >= 0 else None,
        "chosen": list(each.chosen),
        "came": plain(each.came).splitlines(),
    }
