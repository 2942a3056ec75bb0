"""Where things have their place on the page: as a ruleset says, else by what rules read that ask people.

The words are those of `page:` in a ruleset. `first`: in front; `board`: a zone drawn among the boards;
`in BOARD`: in the middle of a board; `track`: a counter as a picture too; `places`: a zone
in front with its empty places; `last`: behind the others;
`folded`: to be opened; `never`: not shown; `banner`: an effect is read over the page when it happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cli.seen.pieces import boxed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Event, Game


def place_on_page(game: Game, section: str, name: str) -> str:
    """Return the place of a thing of a section (`zones`, `counters`, `values`, `boards`) on the page."""
    said = game.page.get(name, "")
    if said.startswith(("track ", "places ")):
        return "first"  # beside its picture people read a track as a number
    return said or game.once(_derived, section, name)


def banner_of(game: Game, events: Sequence[Event]) -> str:
    """Return what is read over the page of what happened: what such effects say, else their titles."""
    found, within = list[list[str]](), list[bool]()
    for event in events:
        if event["kind"] == "begin":
            within.append(event["what"] == "effect" and game.page.get(event["name"]) == "banner")
            found += [[event["title"]]] if within[-1] else []
        elif event["kind"] == "end":
            within = within[:-1]
        elif event["kind"] == "say" and within and within[-1]:
            found[-1].append(event["text"])
    return "\n".join(line for title, *said in found for line in said or [title])


def counts_places(game: Game, zone: str) -> str:
    """Return the name of the counter or value that says how many places a zone has; empty: nothing does."""
    said = game.page.get(zone, "")
    return said.removeprefix("places ") if said.startswith("places ") else ""


def as_track(game: Game, name: str) -> tuple[int, Mapping[int, str]] | None:
    """Return the last space of the track that a counter or value is, and what is written at its marks."""
    said = game.page.get(name, "").split()
    if not said or said[0] != "track":
        return None
    table = game.tables[said[2]] if len(said) > 2 else None
    rows = table.rows.items() if table is not None else ()
    return int(said[1]), {space: game.shown(table.key, key) for key, space in rows} if table else {}


def _derived(game: Game, section: str, name: str) -> str:
    """Return the place of what a ruleset says nothing of."""
    read = name in game.read_when_asked
    if section == "zones":
        return _of_zone(game, name, read=read)
    if section == "boards":
        return ""
    declared = game.counters.get(name) if section == "counters" else None
    # What belongs to nobody and no question is about is bookkeeping.
    of_nobody = declared is not None and not declared.per
    return "first" if read or name == "points" else "folded" if of_nobody else "last"


def _of_zone(game: Game, name: str, *, read: bool) -> str:
    zone = game.zones[name]
    if zone.holds.kind == "number":
        return "first"
    of_person = any(index.kind in ("player", "team") for index in zone.per)
    box = boxed(game, name)
    if box is not None and box.per is not None:
        # What everybody has left goes by the name of the pieces.
        return game.page.get(box.name, "folded")
    if of_person or box is not None:
        return "first" if read else "last"
    return "board" if name in game.zones_chosen_from and zone.visible == "everyone" else "last"
