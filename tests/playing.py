"""What the tests of whole games share: which rulesets there are, random play, and counting of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from interpreter import Game, State, load

ROOT = Path(__file__).parent.parent
SHIPPED = tuple(sorted(path.parent for path in (ROOT / "rulesets").glob("*/ruleset.yaml")))
TOYS = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "toy").glob("*/ruleset.yaml")))


@cache
def game_of(path: Path, players: int, *options: tuple[str, str]) -> Game:
    """Load a game once for all tests of a process."""
    loaded = load(path, players=players, options=dict(options))
    assert loaded.game is not None, loaded.problems
    return loaded.game


def all_games() -> list[tuple[Path, int]]:
    """Every ruleset with every number of players."""
    found = []
    for path in (*SHIPPED, *TOYS):
        loaded = load(path)
        assert loaded.game is not None, loaded.problems
        model = loaded.game.model
        found += [(path, players) for players in range(model.min_players, model.max_players + 1)]
    return found


def random_play(game: Game, seed: int, limit: int = 20_000) -> Iterator[State]:
    """Play at random; yields the state at each decision, and once more when the game is over."""
    state, chance = game.new(seed), Random(seed)
    while state.seat >= 0:
        assert state.decisions < limit, "this game does not end"
        yield state
        state.choose(int(chance.random() * state.option_count))
    yield state


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
    for token in tokens:
        made = next(c for c in model.components.values() if token in c.tokens)
        owner = made.state_of(token, "owner") if made.per is not None else -1
        found[made.name, owner, made.kind_of(token).name] += 1
    return found
