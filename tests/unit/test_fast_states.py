"""Positions held in WebAssembly are those of Python: what is asked, hashes, guesses, playouts, faults."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from random import Random

import pytest

from interpreter import EngineStopped, FastState, Game, RuleFault, State, UnknownOption, fast_states, load
from interpreter.bots import bot_for
from interpreter.bots.rollouts import chances
from interpreter.play.chance import Chance, mixed
from tests.language.small_rulesets import game_of
from tests.playing import CLASSICS, SHIPPED, TOYS, Company, counts_of, everything, game_with

pytest.importorskip("wasmtime")


def alike(state: State, fast: FastState) -> None:
    """Both ask the same, after the same."""
    assert fast.seat == state.seat
    decision = state.decision
    assert fast.values == ([*decision.values] if decision is not None else [])
    assert fast.ways == state.ways
    assert (fast.decisions, fast.hash()) == (state.decisions, state.hash())
    assert (fast.finished, fast.inside, fast.secret) == (state.finished, state.inside, state.secret)
    assert fast.turn == state.turn
    assert fast.standings() == state.standings()


def searched_alike(state: State, fast: FastState) -> None:
    """Both find the same ends of actions, and hold the same of them to be equal, or alike to a seat."""
    (ends, steps), (twins, same_steps) = state.ends(), fast.ends()
    assert [end[:2] for end in ends] == [end[:2] for end in twins]
    assert steps == same_steps
    for end, twin in zip(ends, twins, strict=True):
        alike(end.position, twin.position)
    looks: list[tuple[Sequence[Hashable], Sequence[Hashable]]] = [
        ([end.position.appearance(seat) for end in ends], [twin.position.appearance(seat) for twin in twins])
        for seat in range(state.game.players)
    ]
    looks.append(([end.position.key() for end in ends], [twin.position.key() for twin in twins]))
    for one, other in looks:
        assert list(map(one.index, one)) == list(map(other.index, other))


def walk(game: Game, seed: int, most: int) -> None:
    """Play in both, in any order of subsets; look at guesses, forks and copies on the way."""
    chance = Random(seed)
    plays = fast_states(game)
    state, fast = game.new(seed), plays.new(seed)
    kept = []
    while state.seat >= 0 and state.decisions < most:
        alike(state, fast)
        if state.decisions % 5 == 0:
            for seat in range(game.players):
                guess, twin = state.guess(seat, state.decisions), fast.guess(seat, state.decisions)
                alike(guess, twin)
                way = chance.choice(guess.ways)
                guess.choose(way)
                twin.choose(way)
                alike(guess, twin)
            assert fast.outlook(0) == state.outlook(0)
            searched_alike(state, fast)
            alike(state.reseeded(seed), fast.reseeded(seed))
        if state.decisions % 7 == 0:
            assert fast.state() == state
            kept += [(state.fork(), fast.fork()), (state.fork(), plays.restore(state))]
        option = chance.randrange(state.option_count)
        state.choose(option)
        fast.choose(option)
    alike(state, fast)
    # What came after has changed none of them.
    for state, fast in kept:
        alike(state, fast)
    state, fast = chance.choice(kept)
    assert chances(state, 2, seed) == chances(fast, 2, seed)
    for number, outcome in enumerate(fast.playouts(2, seed)):
        played_on(end := state.reseeded(seed + number), seed + number)
        assert (tuple(end.scores()), tuple(end.winners())) == outcome[:2]


def played_on(state: State, seed: int) -> None:
    """Play to the end with the chance that a playout has."""
    chances = [Chance(mixed(seed) + seat) for seat in range(state.game.players)]
    bots = [bot_for(state.game, "random") for _ in chances]
    while state.seat >= 0:
        state.choose(bots[state.seat].choose(state, chances[state.seat]))


SAMPLE = {"red_cathedral": 40}


@pytest.mark.parametrize("path", TOYS, ids=lambda path: path.name)
def test_small_games_go_alike(path: Path) -> None:
    game = load(path).game
    assert game is not None
    walk(game, 5, 60)


# The answer that ends a loop of choices, and then other questions of the same action.
UNTIL_DONE = """
zones: {pile: {per: player, holds: card}}
actions:
  sell:
    do: |
      gain 1 coins
      for up to 2 c in hand(me): move c from hand(me) to pile(me)
      choose n in 1..2:
        score n as luck
      for up to 2 c in hand(me): move c from hand(me) to pile(me)
      if coins(me) mod 2 == 0: end turn
flow:
  - {step: deal, do: "for p in players: move all from box(card) to hand(p)"}
  - step: round
    for: number in 1..4
    steps:
      - {step: turn, players: players, actions: [sell]}
"""


def test_what_ends_a_loop_of_choices_is_kept_alike(tmp_path: Path) -> None:
    game = game_of(tmp_path, UNTIL_DONE)
    for seed in range(4):
        walk(game, seed, 60)


@pytest.mark.parametrize(("name", "most"), SAMPLE.items())
def test_games_go_alike(name: str, most: int) -> None:
    path = next(path for path in SHIPPED if path.name == name)
    game = game_with(path, everything(path, 3), 3)
    assert game is not None
    walk(game, 5, most)


@pytest.mark.slow
@pytest.mark.parametrize("path", (*SHIPPED, *CLASSICS), ids=lambda path: path.name)
def test_all_games_go_alike(path: Path) -> None:
    companies: list[Company] = [()]
    for players in counts_of(path):
        more = [everything(path, players)] if path in SHIPPED else []
        for company in (*companies, *more):
            game = game_with(path, company, players, keep=False)
            if game is not None:
                walk(game, players, 200)


@pytest.mark.parametrize(
    ("name", "steps"),
    [("race", 60), ("whispers", 40), ("breakthrough", 60), ("ten_thousand", 25), ("catan", 25)],
)
def test_search_chooses_the_same_on_both_engines(name: str, steps: int) -> None:
    path = next(path for path in (*TOYS, *SHIPPED, *CLASSICS) if path.name == name)
    game = load(path).game
    assert game is not None
    bots = [f"search:{steps}", *["greedy"] * (game.players - 1)]
    held, chances = fast_states(game), [Chance(seat) for seat in (*range(game.players), *range(game.players))]
    state, fast = game.new(3), held.new(3)
    players = [bot_for(game, bot) for bot in 2 * bots]
    while state.seat >= 0 and state.decisions < 40:
        twin = state.seat + game.players
        option = players[state.seat].choose(state, chances[state.seat])
        assert players[twin].choose(fast, chances[twin]) == option
        state.choose(option)
        fast.choose(option)
    assert [bot.thought.steps for bot in players[: game.players]] == [
        bot.thought.steps for bot in players[game.players :]
    ]


def test_many_choices_in_one_call() -> None:
    game = load(TOYS[0]).game
    assert game is not None
    plays = fast_states(game)
    positions = [plays.new(seed) for seed in range(40)]
    after = plays.after_all([(position, 0) for position in positions])
    plays.choose_all([(position, 0) for position in positions])
    for seed, (one, other) in enumerate(zip(positions, after, strict=True)):
        state = game.new(seed)
        state.choose(0)
        assert one.hash() == other.hash() == state.hash()


def test_no_option_has_this_place() -> None:
    game = load(TOYS[0]).game
    assert game is not None
    fast = fast_states(game).new(1)
    for place in (-1, len(fast.values)):
        with pytest.raises(UnknownOption):
            fast.choose(place)


BRITTLE = """\
id: brittle
title: Brittle
players: 2
flow:
  - step: risk
    players: players
    do: |
      choose n in 0..3:
        score 20 / n as luck
"""


def test_a_fault_is_pythons_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(BRITTLE)
    game = load(tmp_path).game
    assert game is not None
    state, fast = game.new(1), fast_states(game).new(1)
    faults = []
    for play in (state, fast):
        with pytest.raises(RuleFault) as fault:
            play.choose(0)
        faults.append(fault.value.cause)
    assert faults[0] == faults[1]
    alike(state, fast)
    fast.choose(1)
    with pytest.raises(EngineStopped):
        fast.playouts(40, 1)
    fast.choose(1)
    assert fast.finished


def test_a_fork_and_what_it_was_made_from_go_their_own_ways() -> None:
    game = game_with(TOYS[0], (), 2)
    assert game is not None
    plays = fast_states(game)
    first = plays.new(3)
    before = first.hash()
    second, third = first.fork(), first.fork()
    second.choose(second.ways[-1])
    assert (first.hash(), third.hash()) == (before, before)
    expected = second.hash()
    del second
    plays.choose_all([(first, first.ways[-1])])
    assert (first.hash(), third.hash()) == (expected, before)
    fourth = third.fork()
    del third
    fourth.choose(fourth.ways[-1])
    assert fourth.hash() == expected
