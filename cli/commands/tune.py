"""`rulewright tune`: the weights of a game's outlook, fitted by self-play."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.exit_status import DONE, INTERRUPTED
from cli.options import GameChoice, game_options, json_option, quiet_option, seed_option
from cli.session.seats import drawn_seed
from cli.show.score import table_text
from cli.show.screen import say
from cli.workers import chosen_workers, cluster_option, jobs_option

if TYPE_CHECKING:
    from interpreter import Trials, Tuned

_FILE = click.Path(dir_okay=False, writable=True, path_type=Path)
_NEXT = "written to {out}; a ruleset has these weights once it names the file under `files`"
_NO_TUNER = "tune needs an optimizer and WebAssembly"


@click.command("tune")
@game_options()
@seed_option
@click.option(
    "--seat", "bot", metavar="BOT", default="greedy", help="The bot in all seats; greedy by default."
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    default=20,
    show_default=True,
    help="Number of rounds of trials.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    default=24,
    show_default=True,
    help="Games for each set of weights on trial, rounded up so that it plays every seat.",
)
@click.option(
    "--held-out",
    type=click.IntRange(min=1),
    metavar="N",
    default=200,
    show_default=True,
    help="Games at the end between new and old weights, on fresh seeds.",
)
@click.option(
    "--keep",
    multiple=True,
    metavar="SOURCE",
    help="Leave the weight of this line as it is; may be repeated.",
)
@jobs_option(0)
@cluster_option
@click.option("--out", type=_FILE, default="weights.yaml", show_default=True, help="The file to write.")
@json_option
@quiet_option
def command(
    *,
    choice: GameChoice,
    seed: int | None,
    bot: str,
    rounds: int,
    games: int,
    held_out: int,
    keep: tuple[str, ...],
    jobs: int,
    cluster: str | None,
    out: Path,
    as_json: bool,
    quiet: bool,
) -> int:
    """Fit the weights of a game's outlook by self-play.

    New weights play against those that the ruleset has. The best then play them once more, on fresh seeds; if
    they are clearly better, they are written to a file, which the ruleset includes under `files`. The same
    seed finds the same weights. If interrupted, it goes on to the last match with what it has found so far.

    \b
    Example: rulewright tune burgundy --rounds 30
    """
    from interpreter import NoEngine, NothingToTune, Refused, WorkersLost, is_bot, tune

    if not is_bot(bot):
        raise click.UsageError(f"--seat {bot}: there is no such bot")
    if not out.parent.is_dir():
        raise click.UsageError(f"--out {out}: there is no folder '{out.parent}'")
    seed = drawn_seed() if seed is None else seed

    def note(trials: Trials) -> None:
        if not as_json and not quiet:
            say(_progress(trials, rounds, held_out), err=True)

    with chosen_workers(jobs, cluster, games, quiet=quiet) as workers:
        game = choice.load_game()
        wanted: dict[str, Any] = {"rounds": rounds, "games": games, "held_out": held_out, "keep": keep}
        try:
            tuned = tune(game, bot=bot, seed=seed, note=note, workers=workers, **wanted)
        except NothingToTune as why:
            raise click.UsageError(f"{game.title}: {why}") from None
        except (Refused, WorkersLost) as why:
            raise click.ClickException(str(why)) from None
        except (ImportError, NoEngine) as why:
            from interpreter import to_install

            raise click.UsageError(f"{_NO_TUNER}: {to_install('tune')} ({why})") from None
    file = str(out) if tuned.better else None
    if as_json:
        figures: dict[str, Any] = {"game": game.id, "players": game.players, "seed": seed, "bot": bot}
        say(json.dumps({**figures, **asdict(tuned), "better": tuned.better, "file": file}))
    else:
        say(_text(tuned, seed))
        say(_NEXT.format(out=out) if file else "not surely better: nothing is written")
    if tuned.better:
        command = f"tune {choice.target} --players {game.players} --seat {bot} --seed {seed} --games {games}"
        kept = [f"--keep {source}" for source in keep]
        _write(out, tuned, " ".join([command, f"--rounds {tuned.rounds}", *kept, *_changes(choice)]))
    return DONE if tuned.rounds == rounds else INTERRUPTED


def _progress(trials: Trials, rounds: int, held_out: int) -> str:
    done = f"round {trials.rounds} of {rounds}"
    if not trials.judged:
        return f"{done}: the trials won {_percent(trials.share)}, the best {_percent(trials.best)}"
    stopped = f"interrupted after {done}; " if trials.rounds < rounds else ""
    return f"{stopped}new weights against old ones, {held_out} games"


def _changes(choice: GameChoice) -> list[str]:
    """The options that make the game another than its ruleset has it."""
    overlays = [f"--with {','.join(choice.overlays)}"] if choice.overlays else []
    return [*overlays, *(f"--set {name}={value}" for name, value in choice.settings.items())]


def _write(out: Path, tuned: Tuned, call: str) -> None:
    """Write the weights as a part of a ruleset; call: how they were found."""
    lines = "".join(f"    {name}: {weight}\n" for name, weight in tuned.after.items())
    head = (
        f"# Found by this command; they won {_percent(tuned.share)} of {tuned.games} games against the "
        f"weights before (95 %: {_percent(tuned.low)} to {_percent(tuned.high)}):\n"
        f"#     rulewright {call}\n"
    )
    out.write_text(f"{head}\nbots:\n  weights:\n{lines}", encoding="utf-8")


def _text(tuned: Tuned, seed: int) -> str:
    rows = [["", "before", "after"]]
    rows += [[name, str(weight), str(tuned.after[name])] for name, weight in tuned.before.items()]
    return (
        f"{table_text(rows)}\n\n"
        f"the new weights won {_percent(tuned.share)} of {tuned.games} other games "
        f"(95 %: {_percent(tuned.low)} to {_percent(tuned.high)}; equals would have {_percent(tuned.even)}); "
        f"seed {seed}"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
