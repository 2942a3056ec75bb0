"""A board as a picture: its spaces, what lies, is written and is on them, and what can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.colours import hex_of
from cli.draw.canvas import Canvas, Lying, line, mark_sign
from cli.draw.colours import INK
from cli.draw.contents import above_targets, contained
from cli.draw.geometry import Place
from cli.draw.grounds import HALO, around_bar, around_piece, ground, is_plain, outlined, plain, ringed
from cli.draw.margins import over, with_margins
from cli.draw.pictures import image
from cli.draw.pieces import piece, shown_in_frame
from cli.draw.signs import sign_named
from cli.draw.svg import element, number
from cli.seen.boards import BoardSeen
from cli.seen.hints import hints_of
from cli.seen.pieces import called, piece_look, state_looks

if TYPE_CHECKING:
    from interpreter import Game


_GROUND, _LINE = "#e9e0cb", "#b9ad90"
_HOT = "#c2187f"
# What is filled so can be clicked, and hides nothing.
_CLEAR: Mapping[str, Any] = {"fill": "#ffffff", "fill_opacity": 0}
# Boxes, discs and things lie over what is below them, in this order.
_LAYERS = ("hex", "box", "sector", "side", "corner")


@dataclass(frozen=True, slots=True)
class ClickTarget:
    """What a click on a place would send, in words too; ahead: it takes two choices.

    ghost: what would lie there then, as markup; things: where all clicks name things that lie on a space,
    what a click on each of these would send, by their names.
    """

    clicks: Sequence[str]
    words: str
    ahead: bool = False
    ghost: str = ""
    things: Mapping[str, ClickTarget] = field(default_factory=dict)


NO_TARGETS: Mapping[str, ClickTarget] = {}


def board_svg(
    game: Game,
    seen: BoardSeen,
    targets: Mapping[str, ClickTarget] = NO_TARGETS,
    *,
    scale: float = 1.0,
    brief: bool = False,
    foretold: Sequence[str] = (),
    chosen: Collection[str] = (),
) -> str:
    """Return a board as a whole SVG picture.

    targets: of spaces by name; scale: how large it is shown; brief: while nothing can be chosen, sides and
    corners go without their names; foretold: what will lie there whatever is chosen, as SVG; chosen: the
    spaces that were chosen already for what is being done.
    """
    canvas = Canvas(game, seen, brief=brief and not targets, chosen=chosen)
    return _picture(canvas, targets, scale, foretold)


def legend(game: Game, seen: BoardSeen) -> list[tuple[str, str]]:
    """Return the marks on a board, and its pieces in states with titles: each as a picture and in words."""
    hints = hints_of(game, seen.board.name)
    shown = [
        (mark, sign_named(hints.icons.get(name, "")))
        for name, mark in hints.marks.items()
        if seen.content.marked.get(name) and not mark.printed
    ]
    marks = [
        (shown_in_frame(mark_sign(mark, (0, 0), path, owner=seen.owner), 5, size=16), mark.title)
        for mark, path in shown
    ]
    return [*marks, *_states_on(game, seen)]


def _states_on(game: Game, seen: BoardSeen) -> list[tuple[str, str]]:
    """Return the pieces on a board in a state with a title, one of each kind and state, by their kinds."""
    found: dict[tuple[int, str], str] = {}
    for space in seen.layout.nodes:
        component = seen.board.holds.get(space.type, "")
        for one in seen.pieces(space.name) if component in game.components else ():
            drawn = piece_look(game, component, one)
            looks = state_looks(game, component, drawn.kind, drawn.states) if drawn.kind is not None else ()
            if looks and drawn.kind is not None:
                words = f"{called(drawn.kind)}, {', '.join(look.title for look in looks)}"
                shown = shown_in_frame(piece(game, component, one, (0, 0), 10), 13, size=22)
                found.setdefault((drawn.kind.index, words), shown)
    return [(found[key], key[1]) for key in sorted(found)]


def _picture(
    canvas: Canvas, targets: Mapping[str, ClickTarget], scale: float, foretold: Sequence[str] = ()
) -> str:
    """Return the whole picture, things above grounds and what can be clicked above these."""
    places = sorted(canvas.geometry.places, key=lambda place: _LAYERS.index(place.form))
    lines = [
        element("path", d=line(*ends), stroke=_LINE, stroke_width=5, fill="none")
        for ends in canvas.geometry.lines
    ]
    frame = with_margins(canvas)
    left, top, width, height = frame
    fill = hex_of(canvas.hints.ground, _GROUND)
    below = element("rect", x=left, y=top, width=width, height=height, rx=14, fill=fill, stroke="none")
    if canvas.own is not None:
        below += image(canvas.own, (left, top), (width, height))
    parts = [
        plain([place for place in places if is_plain(canvas, place)]),
        *(ground(canvas, place) for place in places if not is_plain(canvas, place)),
        *(
            drawn
            for _, layer in groupby(places, key=lambda place: place.form)
            for drawn in _layer(canvas, list(layer), targets)
        ),
    ]
    return element(
        "svg",
        below,
        *lines,
        *parts,
        *over(canvas),
        *(element("g", each, opacity=0.7, aria_hidden="true", class_="foretold") for each in foretold),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, frame)),
        width=width * scale,
        height=height * scale,
        role="group",
        aria_label=canvas.seen.heading,
        class_="board",
        font_family="system-ui, sans-serif",
    )


def _layer(canvas: Canvas, places: Sequence[Place], targets: Mapping[str, ClickTarget]) -> Iterator[str]:
    """Yield what is on places of one form, then what can be clicked there.

    What is on sides and corners comes later, so it lies above the targets of spaces.
    """
    new = [place for place in places if place.space.name in canvas.seen.news]
    # Where most is new none of it need be looked for.
    new = [] if len(new) > max(1, len(places) // 2) else new
    thin = [place for place in new if place.form in ("side", "corner")]
    # A small piece is new by a rim around it, so that its own colour stays; a space by its edge.
    yield from (
        element("g", around_piece(place, INK, 5), around_piece(place, HALO, 3.5), class_="news")
        for place in thin
    )
    yield from map(partial(contained, canvas), places)
    for place in new:
        if place not in thin:
            look: dict[str, object] = {"fill": "none"}
            yield element(
                "g",
                outlined(place, stroke=HALO, stroke_width=6, **look),
                outlined(place, stroke=INK, stroke_width=2.6, stroke_dasharray="7 4", **look),
                class_="news",
            )
    yield from (_chosen(place) for place in places if place.space.name in canvas.chosen)
    asked = [place for place in places if place.space.name in targets]
    for place in asked:
        yield from _targets(canvas, place, targets[place.space.name])
    # A target's edge reaches over what lies at the edge of the space beside it.
    yield from (above_targets(canvas, place) for place in asked)


def _targets(canvas: Canvas, place: Place, target: ClickTarget) -> Iterator[str]:
    """Yield what can be clicked on a space: each of the things that are meant, else the space itself."""
    lying = canvas.lying.get(place.space.name, [])
    if target.things and target.things.keys() <= {each.thing for each in lying}:
        yield from (
            _target(place, target.things[each.thing], _edge(partial(ringed, each), 5.0, 3.0), each)
            for each in lying
            if each.thing in target.things
        )
        return
    # Many corners glow at once: where nothing lies a dot is enough.
    dot = place.form == "corner" and not lying and not canvas.seen.pieces(place.space.name)
    bar = place.form == "side" and bool(canvas.seen.pieces(place.space.name))
    rim = _edge(partial(around_bar if bar else outlined, place), 5.4, 3.4)
    yield _target(place, target, _dot(place) if dot else rim)


def _chosen(place: Place) -> str:
    """Return the mark of a space that was chosen already: a dark edge, and a tick at the corner of a box."""
    edge = [
        outlined(place, stroke=HALO, stroke_width=8, fill="none"),
        outlined(place, stroke=INK, stroke_width=4.5, fill="none"),
    ]
    x, y = place.x - place.room * 0.95, place.y - place.room * 0.95
    disc = element("circle", cx=x, cy=y, r=9.5, fill=INK, stroke=HALO, stroke_width=2)
    way = f"M{number(x - 4.5)} {number(y)}l3.2 3.6 5.8 -7"
    tick = element("path", d=way, stroke=HALO, stroke_width=2.6, fill="none")
    parts = [*edge, disc, tick] if place.form == "box" else edge
    return element("g", *parts, class_="chosen", aria_hidden="true")


def _edge(drawn: Callable[..., str], halo: float, hot: float) -> list[str]:
    """Return the edge of what can be clicked, by what draws its outline, so wide."""
    return [
        drawn(stroke=HALO, stroke_width=halo, stroke_opacity=0.9, fill="none", class_="halo"),
        drawn(stroke=_HOT, stroke_width=hot, class_="hit", **_CLEAR),
    ]


def _dot(place: Place) -> list[str]:
    middle = {"cx": place.x, "cy": place.y}
    return [element("circle", **middle, r=6, fill=HALO, stroke=_HOT, stroke_width=3, class_="hit")]


def _target(place: Place, target: ClickTarget, shapes: list[str], lying: Lying | None = None) -> str:
    """Return what can be clicked: a space, or a thing that lies there."""
    x, y = lying.at if lying is not None else (place.x, place.y)
    if place.form in ("corner", "side") and lying is None:
        shapes.append(element("circle", cx=x, cy=y, r=16, stroke="none", **_CLEAR))
    return element(
        "g",
        element("g", target.ghost, class_="ghost", aria_hidden="true") if target.ghost else "",
        *shapes,
        class_="opt ahead" if target.ahead else "opt",
        data_o="|".join(target.clicks),
        data_n=place.space.name,
        data_thing=lying.thing if lying is not None else None,
        data_x=x,
        data_y=y,
        role="button",
        tabindex="-1",
        aria_label=target.words,
    )
