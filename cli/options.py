"""Options that several commands share, and what they mean: the places to look in, and the game chosen."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import FAULTS
from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Game, Loaded, Problem, Thing

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
quiet_option = click.option("--quiet", "-q", is_flag=True, help="Print only results and errors.")
rulesets_option = click.option(
    "--rulesets",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look for rulesets in this folder too; may be repeated.",
)
overlays_option = click.option(
    "--with",
    "overlays",
    multiple=True,
    metavar="ID|PATH[,...]",
    help="Add expansions, variants or modes.",
)
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", help="Random seed; drawn by default."
)
seats_option = click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="WHO",
    help="Who plays, once for each seat: easy, normal, hard; random, greedy (takes what pays best now), "
    "search[:STEPS|:MSms|:Ss][:JOBS] (looks ahead, that many steps or that long a decision, in so many "
    "threads); in play and table also human.",
)
engine_option = click.option(
    "--engine",
    type=click.Choice(["auto", "python", "wasm"]),
    default="auto",
    show_default=True,
    help="Play in Python, in WebAssembly, or in whichever finishes first; the figures are the same.",
)
_players = click.option("--players", type=click.IntRange(min=1), metavar="N", help="Number of players.")
settings_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the ruleset; may be repeated.",
)


@dataclass(frozen=True, slots=True)
class GameChoice:
    """Which game the user means: the ruleset, with what, for how many, and where to look for it."""

    target: str
    players: int | None = None
    overlays: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    search: tuple[Path, ...] = ()

    def for_seats(self, seats: Sequence[str]) -> GameChoice:
        """Return the choice with as many players as seats are named, unless their number is given.

        One name alone says who plays, not how many.
        """
        return self if self.players or len(seats) < 2 else replace(self, players=len(seats))

    def load(self) -> Loaded:
        """Load the game; a faulty ruleset is reported and ends the command."""
        from cli.show.problems import problems_text
        from interpreter import PACK_SUFFIX, load

        loaded = load(
            self.target,
            players=self.players,
            overlays=self.overlays,
            options=self.settings,
            search=self.search,
        )
        refuse_choices(loaded.problems)
        if loaded.game is None:
            say(problems_text(loaded), err=True)
            raise click.exceptions.Exit(FAULTS)
        if loaded.problems:  # warnings: the game can be played all the same
            say(problems_text(loaded), err=True)
        if any(name.endswith(PACK_SUFFIX) for name in (self.target, *self.overlays)):
            say(loaded.game.rules_in_use, err=True)
        return loaded

    def load_game(self) -> Game:
        """Load the game where nothing but the game is needed."""
        game = self.load().game
        assert game is not None, "a game is loaded, or the command has ended"
        return game


def game_options(*, required: bool = True) -> Callable[[Command], Command]:
    """Add GAME and the options that choose a game; the command receives them as one `choice`.

    Where GAME is not required and not given, `choice` has an empty target.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_choice(
            *,
            game: str | None,
            players: int | None,
            overlays: Sequence[str],
            settings: Sequence[str],
            rulesets: Sequence[Path],
            **others: Any,
        ) -> Any:
            choice = GameChoice(
                game or "", players, split_list(overlays), settings_of(settings), tuple(rulesets)
            )
            return command(choice=choice, **others)

        decorated = click.argument("game", metavar="GAME" if required else "[GAME]", required=required)(
            with_choice
        )
        # The one added last comes first on the help page.
        for option in (rulesets_option, settings_option, overlays_option, _players):
            decorated = option(decorated)
        return decorated

    return decorate


def split_list(given: Sequence[str]) -> tuple[str, ...]:
    """Split `a,b` and repeated options into single names."""
    return tuple(name for part in given for name in part.split(",") if name)


def settings_of(given: Sequence[str]) -> dict[str, str]:
    """Read `NAME=VALUE` pairs; a value may be a file with a layout or kind of one's own."""
    settings: dict[str, str] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not (name and equals):
            raise click.BadParameter(f"'{setting}' should read NAME=VALUE", param_hint="'--set'")
        settings[name] = value
    return settings


def refuse_choices(problems: Iterable[Problem]) -> None:
    """End the command where --set chooses what an option cannot be: that is no fault of the ruleset."""
    for problem in problems:
        if problem.code == "option-choice":
            hint = f"; {problem.hint}" if problem.hint else ""
            raise click.BadParameter(problem.message + hint, param_hint="'--set'")


def find_named(loaded: Loaded, name: str) -> list[Thing]:
    """Return the things of this name; one that is not there is a fault of the user's."""
    from difflib import get_close_matches

    assert loaded.game is not None, "load() has ended the command where there is no game"
    things = loaded.game.things
    found = [thing for thing in things if thing.name == name]
    if found:
        return found
    message = f"{loaded.game.id} has nothing of the name '{name}'"
    removal = loaded.removal(name)
    near = get_close_matches(name, [thing.name for thing in things], 1)
    if removal is not None:
        message += f": the overlay '{removal.overlay}' removes it ({removal.position})"
    elif near:
        message += f"; did you mean '{near[0]}'?"
    raise click.BadParameter(message, param_hint="'NAME'")
