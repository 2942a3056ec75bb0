"""`rulewright show`: a game at a glance, or one thing of it as it is written."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE
from cli.options import GameChoice, find_named, game_options, json_option
from cli.seen.lines import plain
from cli.show.board import board_text
from cli.show.decision import credits_text, mates_text, players_text
from cli.show.declaration import listing_text, source_text, title_of
from cli.show.explained import Rulebook
from cli.show.ink import WIDTH, wrapped
from cli.show.rule import rule_text
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Game, Loaded, Thing


@click.command("show")
@game_options()
@click.argument("name", required=False)
@click.option("--names", is_flag=True, help="Draw boards with the names of their corners and sides.")
@click.option(
    "--graph",
    type=click.Choice(["graphml", "dot"]),
    help="Print the board NAME, or one layout of it (NAME/LAYOUT), as a graph.",
)
@json_option
def command(choice: GameChoice, name: str | None, names: bool, graph: str | None, as_json: bool) -> int:
    """Show a game at a glance, or one part of it as it is written.

    Without NAME: players, options, actions, components and boards. NAME is a component, an action, a
    numbered rule or anything else that has a name in the ruleset.

    \b
    Example: rulewright show burgundy
    """
    from interpreter import overlays_said, read_rules

    loaded = choice.load()
    assert loaded.game is not None
    if graph is not None:
        say(_graph(loaded.game, name or "", graph))
        return DONE
    if name is None:
        say(json.dumps(_game_json(loaded.game)) if as_json else _game_text(loaded))
        return DONE
    if (said := overlays_said(loaded.game.path).get(name)) and not any(
        thing.name == name for thing in loaded.game.things
    ):
        say(plain(wrapped(f"overlay {name}: {said}", "", WIDTH)))
        say(f"rulewright show {loaded.game.id} --with {name} shows the game with it")
        return DONE
    # Names of things have no hyphen, numbers of rules have.
    rules = [rule for rule in read_rules(loaded) if rule.id == name.upper()] if "-" in name else []
    if rules:
        say(json.dumps(asdict(rules[0])) if as_json else rule_text(rules[0]))
        return DONE
    if re.fullmatch(r"[A-Z][A-Z0-9-]*-[0-9]+[a-z]?", name.upper()):
        raise click.BadParameter(
            f"{loaded.game.id} has no rule {name.upper()}: a number that is gone is not used again, "
            "and those of overlays need --with",
            param_hint="'NAME'",
        )
    things = find_named(loaded, name)
    if as_json:
        say(json.dumps({"name": name, "found": [_thing_json(thing, loaded) for thing in things]}))
    else:
        say("\n\n".join(_thing_text(thing, loaded, names) for thing in things))
    return DONE


def _graph(game: Game, name: str, form: str) -> str:
    board, _, layout = name.partition("/")
    try:
        return game.board_graph(board, layout or None, form)
    except KeyError as unknown:
        word, names = unknown.args
        raise click.UsageError(
            f"--graph: there is no '{word}' among {', '.join(names) or 'no boards'}"
        ) from None


def _game_json(game: Game) -> dict[str, Any]:
    things = [{"kind": each.word, "name": each.name, "title": title_of(each)} for each in game.things]
    return {
        "id": game.id,
        "title": game.title,
        "about": game.about.about,
        **game.credits.as_json(),
        "players": [game.min_players, game.max_players],
        "with": list(game.overlays),
        "options": dict(game.options),
        "fingerprint": game.fingerprint,
        "things": things,
    }


def _game_text(loaded: Loaded) -> str:
    from interpreter import overlays_said

    game = loaded.game
    assert game is not None
    overlays = overlays_said(game.path)
    credit = credits_text(game.credits)
    about = plain(wrapped(game.about.about, "", WIDTH)) if game.about.about else ""
    parts = [f"{game.title} ({game.id})" + (f"\n{credit}" if credit else ""), about]
    shown = f"; shown for {game.players}" if game.min_players != game.max_players else ""
    mates = mates_text(game.players, game.teams)
    teams = f"; teams: {mates}" if mates else ""
    parts.append(players_text(game.min_players, game.max_players) + shown + teams)
    if game.overlays:
        said = [wrapped(overlays.get(name, ""), f"  {name}  ", WIDTH) for name in game.overlays]
        parts.append("With:\n" + "\n".join(map(plain, said)))
    if game.options:
        parts.append("Options:\n" + "\n".join(f"  {name} = {value}" for name, value in game.options.items()))
    for word in ("action", "component", "counter"):
        named = [thing for thing in game.things if thing.word == word]
        if named:
            parts.append(f"{word.capitalize()}s:\n{listing_text(named)}")
    figures = [thing for thing in game.things if thing.section == "values" and _is_figure(thing, loaded)]
    if figures:
        parts.append(f"Figures that an overlay may change:\n{listing_text(figures)}")
    others = {name: said for name, said in overlays.items() if name not in game.overlays}
    if others:
        lines = [plain(wrapped(said, f"  {name}  ", WIDTH)) for name, said in others.items()]
        parts.append("Overlays (--with ID):\n" + "\n".join(lines))
    parts += [f"Board {name}:\n{board_text(game, name)}" for name in game.boards]
    if Rulebook(game).has_reconstructed():
        parts.insert(
            2,
            f"Some figures are reconstructed: `rulewright rules {game.id}` lists them.",
        )
    return "\n\n".join(part for part in parts if part)


def _is_figure(thing: Thing, loaded: Loaded) -> bool:
    """Whether a value of the rules is a number as it is written."""
    written = r"\w+:\s*(?:\{?[^{}]*?\bis:\s*)?-?\d+\b(?!\s*[-+*/(.])"
    return re.match(written, source_text(loaded, thing) or "") is not None


def _thing_text(thing: Thing, loaded: Loaded, names: bool) -> str:
    about = thing.about
    lines = [f"{thing.word} {thing.name}" + (f": {title_of(thing)}" if title_of(thing) else "")]
    lines += [about.about] if about.about else []
    lines += [f"implements {', '.join(about.rules)}"] if about.rules else []
    lines += [f"source: {about.source}"] if about.source else []
    changes = loaded.changes(thing.section, thing.name)
    lines += [f"changed by {each.overlay} at {each.position.file}:{each.position.line}" for each in changes]
    text = source_text(loaded, thing)
    lines += ["", *(f"    {line}".rstrip() for line in text.splitlines())] if text else []
    if thing.section == "kinds" and f"{thing.name}:" not in text and loaded.game is not None:
        lines += ["", *_fields(thing, loaded.game)]
    if loaded.game is not None:
        lines += _drawn(thing, loaded.game, names)
    return "\n".join(lines)


def _fields(thing: Thing, game: Game) -> list[str]:
    """What a kind has in its fields, which no line of its own says: it is a row, or made with others."""
    made = game.components[thing.word]
    kind = made.by_name[thing.name]
    return [
        f"    {name}: {game.field_id(field, kind)}"
        for name, field in made.fields.items()
        if name in kind.values
    ]


def _drawn(thing: Thing, game: Game, names: bool) -> list[str]:
    """A board in each of its layouts, or a layout alone."""
    lines: list[str] = []
    for name, board in game.boards.items():
        whole = (thing.section, thing.name) == ("boards", name)
        for layout in board.layouts:
            if whole or (thing.section, thing.name) == ("layouts", layout.name):
                title = f": {layout.about.title}" if board.several and layout.about.title else ""
                lines += ["", *([f"{layout.name}{title}"] if whole else [])]
                lines.append(board_text(game, name, layout.name, names=names))
    return lines


def _thing_json(thing: Thing, loaded: Loaded) -> dict[str, Any]:
    about = thing.about
    return {
        "kind": thing.word,
        "name": thing.name,
        "title": title_of(thing),
        "about": about.about,
        "rules": list(about.rules),
        "source": about.source,
        "file": about.position.file,
        "line": about.position.line,
        "text": source_text(loaded, thing),
    }
