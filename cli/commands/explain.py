"""`rulewright explain`: where a thing comes from, what changed it, and who listens to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE
from cli.opening import position_at
from cli.options import GameChoice, find_named, game_options, json_option
from cli.seen.lines import plain
from cli.seen.why import reason_text
from cli.show.code import show_code
from cli.show.explained import Rulebook
from cli.show.ink import WIDTH
from cli.show.problems import place_json
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import DeclaredRule, Loaded, Reason, Thing


@click.command("explain")
@game_options()
@click.argument("name", required=False)
@click.option(
    "--at", metavar="JOURNAL[:N]", help="Show why NAME is not offered after N choices of a journal."
)
@click.option(
    "--for", "seat", type=click.IntRange(min=1), metavar="SEAT", help="With --at: the seat that asks."
)
@json_option
def command(choice: GameChoice, name: str | None, at: str | None, seat: int | None, as_json: bool) -> int:
    """Explain a thing of a game, or the code of an error.

    For a thing: its file and line, the overlays that changed it, and the rules that listen to it.

    `explain CODE`, with the code of an error alone, shows what it means and how to fix it. With --at, it
    shows why an action, or an option such as die=3, is not offered at a position of a journal.

    \b
    Example: rulewright explain burgundy workers --with shields
    Example: rulewright explain burgundy sell --at game.jsonl:12
    """
    if at is not None:
        return _why(choice, name, at, seat, as_json)
    if seat is not None:
        raise click.UsageError("--for needs --at JOURNAL.")
    if name is None:
        return show_code(choice.target, as_json)
    loaded = choice.load()
    found = find_named(loaded, name)
    things = [_explained(thing, loaded) for thing in found]
    if as_json:
        say(json.dumps({"name": name, "found": things}))
    else:
        assert loaded.game is not None
        book = Rulebook(loaded.game, loaded, places=False)
        words = [plain(book.explained(thing, WIDTH)) for thing in found]
        say("\n\n".join(_explained_text(each, said) for each, said in zip(things, words, strict=True)))
    return DONE


def _why(choice: GameChoice, name: str | None, at: str, seat: int | None, as_json: bool) -> int:
    """Tell why something is not offered in a position of a journal."""
    from interpreter import UnknownOption, why_not

    if name is None:
        raise click.UsageError("--at needs the name of an action or option.")
    state = position_at(choice, at)
    if seat is not None and seat > state.game.players:
        raise click.BadParameter(f"{state.game.players} play", param_hint="'--for'")
    try:
        reason = why_not(state, name, seat=None if seat is None else seat - 1)
    except UnknownOption as fault:
        message = f"{fault.message}; {fault.hint}" if fault.hint else fault.message
        raise click.BadParameter(message, param_hint="'NAME'") from None
    say(json.dumps(_reason_json(name, reason)) if as_json else reason_text(name, reason))
    return DONE


def _explained(thing: Thing, loaded: Loaded) -> dict[str, Any]:
    game = loaded.game
    assert game is not None
    return {
        "kind": thing.word,
        "name": thing.name,
        **place_json(thing.about.position),
        "rules": list(thing.about.rules),
        "changes": [
            {"overlay": change.overlay, "operation": change.operation, **place_json(change.position)}
            for change in loaded.changes(thing.section, thing.name)
        ],
        "listeners": [_rule_json(rule) for rule in game.rules if rule.hears == thing.name],
        "carries": [_rule_json(rule) for rule in game.rules if rule.carrier == thing.name],
    }


def _rule_json(rule: DeclaredRule) -> dict[str, Any]:
    return {"kind": rule.word, "carrier": rule.carrier or "the table", **place_json(rule.about.position)}


def _explained_text(thing: dict[str, Any], words: str) -> str:
    """Return where a thing is and what touches it, below what the prompt says of it."""
    lines = [f"{thing['kind']} {thing['name']}", *([words] if words else [])]
    lines.append(f"  defined at {_place_text(thing)}")
    lines += [f"  implements {', '.join(thing['rules'])}"] if thing["rules"] else []
    lines += [
        f"  overlay {each['overlay']}: {each['operation']} at {_place_text(each)}"
        for each in thing["changes"]
    ]
    lines += [
        f"  {_hears(each['kind'])} of {each['carrier']} at {_place_text(each)}" for each in thing["listeners"]
    ]
    lines += [f"  carries a {each['kind']} at {_place_text(each)}" for each in thing["carries"]]
    return "\n".join(lines)


def _hears(kind: str) -> str:
    return "forbidden by a rule" if kind == "prohibition" else f"heard by a {kind}"


def _place_text(place: dict[str, Any]) -> str:
    return f"{place['file']}:{place['line']}"


def _reason_json(word: str, reason: Reason | None) -> dict[str, Any]:
    """Return a reason for programs."""
    if reason is None:
        return {"name": word, "offered": True}
    return {
        "name": word,
        "offered": False,
        "sentence": reason.sentence,
        "condition": reason.condition,
        **place_json(reason.position),
        "values": [{"text": each.text, "value": each.value} for each in reason.values],
        "causes": [{"text": each.text, **place_json(each.position)} for each in reason.causes],
        "chosen": list(reason.chosen),
        "candidates": [
            {
                "text": candidate.text,
                "failures": [
                    {
                        "count": each.count,
                        "sentence": each.sentence,
                        "condition": each.condition,
                        **place_json(each.position),
                    }
                    for each in candidate.failures
                ],
            }
            for candidate in reason.candidates
        ],
    }
