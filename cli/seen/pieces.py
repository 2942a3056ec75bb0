"""How pieces, players and values are drawn: a short sign, a colour, and their words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from cli.colours import PALETTE, named_colour, owner_colour
from cli.seen.lines import Line, Run

if TYPE_CHECKING:
    from interpreter import Component, Declaration, Field, Game, Kind, Thing

# A field that holds one of these says nothing of its kind.
NOTHING_HELD = ("0", "none", "false")
NO_GLYPHS: Mapping[str, str] = {}
# So many letters a sign has at most that nobody chose.
_SIGN = 3


@dataclass(frozen=True, slots=True)
class PieceLook:
    """A piece as it is drawn: its sign, its colour, and what it is in words.

    kind: what it is (None: it lies face down, or is no piece); owner: whose, by id; states: those it is in.
    """

    sign: str
    colour: str
    words: str
    kind: Kind | None = None
    owner: str = ""
    states: Sequence[str] = ()


def beginnings(names: Sequence[str]) -> dict[str, str]:
    """Return the shortest beginning of each name that no other name has, capitalised."""
    forms = {}
    for name in names:
        begun = (name[:size] for size in range(1, len(name)))
        alone = (start for start in begun if sum(other.startswith(start) for other in names) == 1)
        forms[name] = next(alone, name).rstrip("_").capitalize()
    return forms


def signs(names: Sequence[str]) -> dict[str, str]:
    """Return a short sign for each name: a beginning, or the first letters of its words."""
    found: dict[str, str] = {}
    for name, begun in beginnings(names).items():
        initials = "".join(
            word if word.isdigit() else word[0] for word in re.findall(r"[a-z]+|\d+", name.lower())
        )
        forms = [begun.lower(), initials, *(f"{name[0]}{number}" for number in range(1, len(names) + 1))]
        found[name] = next(
            form for form in forms if form not in found.values() and (len(form) <= _SIGN or form == initials)
        )
    return found


def _signs_of(game: Game, component: str) -> dict[str, str]:
    kinds = game.components[component].kinds
    made = signs([kind.name for kind in kinds])
    return {kind.name: kind.glyph or made[kind.name] for kind in kinds}


def _state_signs(game: Game, component: str) -> list[dict[str, str]]:
    """Return the signs of the members of each state that pieces of a type have, in the order of their ids."""
    made = game.components[component]
    return [signs(members) for state, members in made.states.items() if made.per is None or state != "owner"]


def piece_look(game: Game, component: str, piece: str, glyphs: Mapping[str, str] = NO_GLYPHS) -> PieceLook:
    """Return how a piece is drawn that a view calls by its id: `pawn`, `p1-house-down`.

    glyphs: the sign of every piece that is in a state, such as one that lies face down.
    """
    made = game.components.get(component)
    if made is None:
        return PieceLook(piece, "", piece)
    if piece.startswith("? "):
        return PieceLook("?", "", f"{piece[2:]} face down".replace("_", " "))
    owner, _, rest = piece.partition("-") if made.per is not None else ("", "", piece)
    name, *states = rest.split("-")
    kind = made.by_name.get(name)
    if kind is None:
        return PieceLook(piece, "", piece)
    sign, words = game.once(_signs_of, component)[name], kind.about.title or name.replace("_", " ")
    colour = kind.color or named_colour(name)
    if owner:
        number = re.sub(r"\D", "", owner)
        sign, words = f"{sign}{number or owner[:1]}", f"{words} of {person_words(owner)}"
        colour = kind.color or owner_colour(owner)
    alone = next((glyphs[state] for state in states if state in glyphs), None)
    if alone is not None:
        return PieceLook(alone, colour, ", ".join(states), kind, owner, states)
    if states:
        known = game.once(_state_signs, component)
        signs = [each.get(state) for each, state in zip(known, states, strict=False)]
        # A word that somebody wrote, not a piece.
        if len(known) != len(states) or None in signs:
            return PieceLook(piece, "", piece)
        sign += "." + "".join(map(str, signs))
    said = _state_words(game, component, kind, states)
    words += f" ({', '.join(said)})".replace("_", " ") if said else ""
    return PieceLook(sign, colour or PALETTE[kind.index % len(PALETTE)], words, kind, owner, states)


@dataclass(frozen=True, slots=True)
class StateLook:
    """What a ruleset says of a state that a piece is in: its words, a sentence, and whether it is hollow."""

    state: str
    title: str
    about: str
    hollow: bool


def state_looks(game: Game, component: str, kind: Kind, states: Sequence[str]) -> list[StateLook]:
    """Return what is said of the states that a piece is in; one whose id names none is as it was at first."""
    made = game.components[component]
    members = [each for state, each in made.states.items() if made.per is None or state != "owner"]
    said = cast("Mapping[str, Any]", made.draw.get("states", {}))
    found = []
    for member in states or [each[0] for each in members]:
        look = said.get(member)
        if not isinstance(look, dict):
            continue
        field = made.fields.get(str(look.get("when", "")))
        if field is None or game.field_id(field, kind) not in ("", *NOTHING_HELD):
            words = str(look.get("title", member.replace("_", " ")))
            found.append(StateLook(member, words, str(look.get("about", "")), look.get("form") == "hollow"))
    return found


def called(declared: Declaration | Thing) -> str:
    """Return what people call a thing: its title, or its name in words."""
    return declared.about.title or declared.name.replace("_", " ")


def boxed(game: Game, zone: str) -> Component | None:
    """The component type whose box a zone is; None for any other zone, whatever its name."""
    return game.components.get(zone[len("box_") :]) if zone.startswith("box_") else None


def within(declared: Declaration) -> str:
    """Return what people call a thing, as it is written within a sentence."""
    from interpreter import lowered

    return lowered(called(declared))


def _state_words(game: Game, component: str, kind: Kind, states: Sequence[str]) -> list[str]:
    """Return what is said of the states of a piece: their titles, else names; of what is true its own."""
    made = game.components[component]
    titles = {look.state: look.title for look in state_looks(game, component, kind, states)}
    if not states:
        return list(titles.values())
    declared = cast("Mapping[str, Any]", made.draw.get("states", {}))
    named = [state for state in made.states if made.per is None or state != "owner"]
    return [
        titles.get(state, name if state == "yes" else state)
        for name, state in zip(named, states, strict=True)
        if state in titles or not isinstance(declared.get(state), dict)
    ]


def person_words(owner: str) -> str:
    """Return a player's or team's id in words: `Player 1` for `p1`."""
    number = re.fullmatch(r"(p|team)(\d+)", owner)
    return f"{'Team' if number[1] == 'team' else 'Player'} {number[2]}" if number else owner.replace("_", " ")


def seat_name(seat: int) -> str:
    """Name a seat (from 0) as people count: from 1."""
    return f"Player {seat + 1}"


def things_line(game: Game, holds: Any, things: Sequence[str] | int) -> list[Line]:
    """Return what lies in a place, in its order, equal neighbours counted; of hidden things only how many."""
    if isinstance(things, int):
        return [[Run(f"{things} hidden", "dim")]]
    found = []
    for thing, run in groupby(things):
        count = len(list(run))
        if holds.kind == "number":
            found += [[Run(f"[{thing}]", "bold")]] * count
            continue
        drawn = piece_look(game, holds.name, thing)
        words = drawn.words
        if count > 1 and drawn.kind is not None:
            words = f"{count} {words.replace(drawn.kind.about.title, drawn.kind.plural, 1)}"
        found.append([Run(words, drawn.colour)])
    return found


def value_in(game: Game, field: Field, value: int | str) -> str:
    """Return a value of a field in words; `none` where it is missing, of numbers too."""
    if isinstance(value, str):
        return value
    return "none" if field.optional and value == -1 else game.shown(field.type, value)


def field_words(
    game: Game, fields: Mapping[str, Field], values: Mapping[str, int | tuple[int, ...] | str]
) -> list[str]:
    """Return what fields of a kind or space say, each with its name; those that say nothing are left out."""
    found = []
    for name, field in fields.items():
        value, called = values.get(name, ()), name.replace("_", " ")
        if field.type.kind == "truth" and not field.list:
            found += [called] if value == 1 else []
            continue
        each = value if isinstance(value, tuple) else (value,)
        words = [value_in(game, field, one) for one in each]
        words = [one for one in words if one not in ("", "none", "0") or field.list]
        # Where a name is of several words, spaces alone would not part it from the next.
        between = ", " if any(" " in one for one in words) else " "
        found += [f"{called} {between.join(words)}"] if words else []
    return found
