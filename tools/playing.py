"""What tests and tools of whole games share: which rulesets there are, random play, counting of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from interpreter import Game, Problem, RulesetInfo, State, UsageFault, load
from interpreter.catalogue import ruleset_info
from interpreter.loading import Reading, find_target, read_sources
from interpreter.model.resolve import player_range
from interpreter.reading import RulesetFolder

ROOT = Path(__file__).parent.parent
SHIPPED = tuple(sorted(path.parent for path in (ROOT / "rulesets").glob("*/ruleset.yaml")))
CLASSICS = tuple(sorted(path.parent for path in (ROOT / "rulesets" / "classics").glob("*/ruleset.yaml")))
TOYS = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "toy").glob("*/ruleset.yaml")))

# What several games are made from is read once for all tests of a process.
READING = Reading()


def _load(
    path: Path, company: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...] = ()
) -> tuple[Game | None, list[Problem]]:
    loaded = load(path, players=players, overlays=company, options=dict(options), reading=READING)
    return loaded.game, loaded.problems


# Each game is loaded once for all tests of a process.
_kept = cache(_load)


def game_of(path: Path, players: int | None = None, *options: tuple[str, str]) -> Game:
    """The game without overlays, for as many players as it is loaded for if nothing is said."""
    info = _info(path)
    game, problems = _kept(path, (), players or min(max(info.min_players, 2), info.max_players), options)
    assert game is not None, problems
    return game


def all_games() -> list[tuple[Path, int]]:
    """Every ruleset with every number of players."""
    return [
        (path, players)
        for path in (*SHIPPED, *TOYS, *CLASSICS)
        for players in range(_info(path).min_players, _info(path).max_players + 1)
    ]


@cache
def _info(path: Path) -> RulesetInfo:
    """What the head of a ruleset says: nothing is loaded while tests are collected."""
    return ruleset_info(RulesetFolder(path))


REFUSALS = {"overlay-excludes", "overlay-needs"}
Company = tuple[str, ...]


def overlays_of(path: Path) -> list[str]:
    """The overlays that come with a ruleset."""
    return [folder.id for folder in RulesetFolder(path).overlays()]


def game_with(path: Path, company: Company, players: int, *, keep: bool = True) -> Game | None:
    """The game with overlays; None where they do not go together, or not with so many players."""
    try:
        game, problems = (_kept if keep else _load)(path, company, players)
    except UsageFault:
        return None
    if {problem.code for problem in problems} & REFUSALS:
        return None
    assert game is not None and not problems, problems
    return game


def counts_of(path: Path) -> range:
    """The numbers of players that a ruleset or any of its overlays may allow."""
    return range(1, _info(path).max_players + 1)


def counts_with(path: Path, company: Company) -> list[int]:
    """The numbers of players for which overlays go together: found without compiling any game."""
    return [players for players in counts_of(path) if _go_together(path, company, players)]


def _go_together(path: Path, company: Company, players: int) -> bool:
    read = read_sources(find_target(path, company), players, reading=READING)
    if read.merged is None or {problem.code for problem in read.problems} & REFUSALS:
        return False
    low, high = player_range(read.merged)
    return low <= players <= high


@cache
def everything(path: Path, players: int) -> Company:
    """As many overlays as go together, taken in order."""
    company: Company = ()
    for name in overlays_of(path):
        company = (*company, name) if _go_together(path, (*company, name), players) else company
    return company


def drawn_options(game: Game, chance: Random) -> dict[str, str]:
    """A value for each option, numbers left out."""
    found = {}
    for option in game.model.options.values():
        of = option.type.of or option.type
        words = [game.value_id(of, value) for value in option.choices]
        if option.type.kind == "set":
            found[option.name] = chance.choice(["none", "random", ",".join(chance.sample(words, 2))])
        elif option.type.kind == "truth":
            found[option.name] = chance.choice(["true", "false"])
        elif words and option.type.kind != "number":
            found[option.name] = chance.choice(words)
    return found


def games_of(path: Path, company: Company, players: int, settings: int) -> Iterator[Game]:
    """The game as it is by default, and with options drawn at random where these go together."""
    game = game_with(path, company, players)
    assert game is not None
    yield game
    chance = Random(players)
    while settings > 1:
        loaded = load(path, players=players, overlays=company, options=drawn_options(game, chance))
        if loaded.game is not None:
            yield loaded.game
            settings -= 1


def random_play(game: Game, seed: int, limit: int = 20_000) -> Iterator[State]:
    """Play at random; yields the state at each decision, and once more when the game is over."""
    state, chance = game.new(seed), Random(seed)
    while state.seat >= 0:
        assert state.decisions < limit, "this game does not end"
        yield state
        state.choose(int(chance.random() * state.option_count))
    yield state


def must_be_asked(state: State) -> bool:
    """Whether a question has several answers, or is one that is asked with a sole answer too."""
    decision = state.decision
    assert decision is not None
    asking = decision.site.asking
    always = asking is not None and asking.always
    return state.option_count > 1 or always or state.game.operations[state.checkpoint[0]].secret


def pieces(state: State) -> Counter[tuple[str, int, str]]:
    """Count the pieces of each kind and owner, wherever they lie."""
    game, found = state.game, Counter[tuple[str, int, str]]()
    layout, model = game.layout, game.model
    tokens: list[int] = []
    for name, zone in model.zones.items():
        if zone.holds.kind == "component" and not zone.copies:
            count = next(count for word, _, count in layout.names if word == f"zone {name}")
            for slot in range(layout.zones[name], layout.zones[name] + count):
                tokens += state.slots[slot]
    for name, board in model.boards.items():
        if board.holds:
            for slot in range(layout.spaces[name], layout.spaces[name] + board.owners * board.size):
                content = state.slots[slot]
                tokens += content if isinstance(content, tuple) else [content] if content >= 0 else []
    for token, number in Counter(tokens).items():
        found[identity(game, token)] += number
    return found


@cache
def identity(game: Game, token: int) -> tuple[str, int, str]:
    """Component type, owner and kind of a piece, which never change."""
    made = next(c for c in game.model.components.values() if token in c.tokens)
    owner = made.state_of(token, "owner") if made.per is not None else -1
    return made.name, owner, made.kind_of(token).name
