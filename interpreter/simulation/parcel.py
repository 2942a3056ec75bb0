"""A game as data: what another process, perhaps on another machine, needs to make the same game itself.

In: a game. Out: bytes with the texts of its ruleset and overlays, its options and players, and the
fingerprint that it must have. Nothing in them is run before the versions are found equal, and then nothing
but rules.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from interpreter.compiler.compile_game import compile_counting, compile_game
from interpreter.loading import Sources, UsageFault, model_of
from interpreter.model.limits import TooLarge
from interpreter.model.resolve import player_range
from interpreter.overlays import apply_overlays
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.problems import Problems
from interpreter.reading import RulesetSource, SourceTexts, fingerprint, read_texts
from interpreter.reading.own_value import read_own_value
from interpreter.reading.ruleset_folder import FileText
from interpreter.schema_check import check_against, check_source

# The form of parcels and of what is sent with them; another number, another form.
FORMAT = 1
# So large a parcel can become when it is unpacked, in bytes; rulesets are bounded themselves.
MAX_UNPACKED = 64_000_000
_TOP = Path(__file__).parents[1]


class Refused(Exception):
    """The reason why a process will not play what it was sent."""


class Version(NamedTuple):
    """Which Rulewright: its version, the form of its parcels, and a hash of its code."""

    number: str
    format: int
    code: str

    def refusal_by(self, own: Version) -> str:
        """A sentence that says why a process of another version plays nothing of this one."""
        if (self.number, self.format) != (own.number, own.format):
            return (
                f"this worker has Rulewright {own.number} (format {own.format}), and the games come from "
                f"Rulewright {self.number} (format {self.format}): install the same version on both"
            )
        return (
            f"this worker has Rulewright {own.number} with other code ({own.code}) than the Rulewright "
            f"{self.number} from which the games come ({self.code}): install the same on both"
        )


@cache
def own_version() -> Version:
    """The version of this process; one that is not installed has the number 0."""
    try:
        number = version("rulewright")
    except PackageNotFoundError:
        number = "0"
    digest = blake2b(digest_size=6)
    for file in sorted(file for file in _TOP.rglob("*") if file.suffix in (".py", ".lark", ".yaml")):
        if "data" not in file.relative_to(_TOP).parts:
            # What is installed has the same code under a longer name (docs/decisions/0011).
            digest.update(file.read_bytes().replace(b"rulewright.interpreter", b"interpreter"))
    return Version(number, FORMAT, digest.hexdigest())


def pack(game: Game) -> bytes:
    """Return a game as data."""
    content = {
        "version": own_version(),
        "fingerprint": game.fingerprint,
        "players": game.players,
        "options": {name: option.chosen for name, option in game.model.options.items() if option.chosen},
        "weights": game.weights,
        "counting": game.counts,
        # Chance chooses what nobody has given.
        "drawing": any(option.value is None and not option.chosen for option in game.model.options.values()),
        "sources": [
            [each.kind, each.name, [[name, *file] for name, file in each.files.items()]]
            for each in game.read_from
        ],
    }
    return zlib.compress(json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass"), 6)


def unpack(parcel: bytes) -> Game:
    """Make the game; raises Refused where the versions differ, or where it would not be that game."""
    content = _content_of(parcel)
    try:
        sent = Version(*content["version"])
        if sent != own_version():
            raise Refused(sent.refusal_by(own_version()))
        read_from = [_texts_of(each) for each in content["sources"]]
        options = {str(name): str(value) for name, value in content["options"].items()}
        variant = {word: bool(content[word]) for word in ("counting", "drawing")}
        game = game_from(read_from, int(content["players"]), options, **variant)
        weights = tuple(int(weight) for weight in content["weights"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise Refused(f"this worker cannot read the ruleset: {type(fault).__name__}: {fault}") from None
    except (RuleFault, TooLarge, UsageFault) as fault:
        raise Refused(f"this worker cannot make the game: {fault}") from None
    if game.fingerprint != content["fingerprint"]:
        raise Refused(
            f"this worker makes another game of the ruleset: {game.fingerprint}, not {content['fingerprint']}"
        )
    if len(weights) != len(game.weights):
        raise Refused("this worker was sent weights for another game")
    return replace(game, weights=weights)


def _content_of(parcel: bytes) -> Mapping[str, Any]:
    unpacked = zlib.decompressobj()
    try:
        text = unpacked.decompress(parcel, MAX_UNPACKED)
        content = json.loads(text.decode("utf-8", "surrogatepass")) if unpacked.eof else None
    except (zlib.error, ValueError, TypeError):
        content = None
    if not isinstance(content, dict):
        raise Refused("this worker was sent something that is no game")
    return content


def game_from(
    read_from: Sequence[SourceTexts],
    players: int,
    options: Mapping[str, str],
    *,
    counting: bool = False,
    drawing: bool = False,
) -> Game:
    """Make a game from the texts that another process has read; raises Refused where they have faults.

    counting: in code that counts what happens; drawing: options are drawn that are not given.
    """
    problems = Problems()
    read = [(texts.kind, _source_of(texts, problems)) for texts in read_from]
    own = [source for kind, source in read if kind == "value"]
    base, *overlays = [source for kind, source in read if kind != "value"]
    added = [(source.id, source.merged) for source in (*overlays, *own)]
    merged = apply_overlays(base.merged, added, problems)
    if problems.ok and added:
        check_against(merged, "ruleset", problems)
    low, high = player_range(merged)
    if problems.ok and not low <= players <= high:
        raise Refused(f"this worker was sent a game that is not for {players} players")
    sources = Sources(base.path, base, overlays, merged, problems, own_files=own)
    made = model_of(sources, players, options, problems, drawing=drawing) if problems.ok else None
    if made is None or not problems.ok:
        faults = [f"{fault.position}: {fault.message}" for fault in problems.errors[:1]]
        raise Refused(f"this worker cannot make the game: {', '.join(faults)}")
    compiled = compile_counting if counting else compile_game
    return replace(compiled(*made, fingerprint(merged)), read_from=tuple(read_from))


def _texts_of(plain: Sequence[Any]) -> SourceTexts:
    kind, folder, listed = plain
    files = {str(name): FileText(str(shown), str(text)) for name, shown, text in listed}
    if kind not in ("ruleset", "overlay", "value"):
        raise Refused("this worker was sent something that is no ruleset")
    return SourceTexts(kind, str(folder), files)


def _source_of(texts: SourceTexts, problems: Problems) -> RulesetSource:
    """Read one source from its texts, and check it against its schemas as a folder would be."""
    if texts.kind == "value":
        source, _ = read_own_value(Path(texts.name), problems, texts.files)
        check_against(source.main, "part", problems)
    else:
        source = read_texts(texts.kind, texts.name, texts.files, problems)
        check_source(source, problems)
    return source
