"""Laws that hold for every ruleset and every game, told by no ruleset's name.

`make test` plays a part of the games; the long target plays thousands.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Game, State, UnknownOption, simulate
from interpreter.bots import bot_for
from interpreter.compiler.snippets import Snippets
from interpreter.language.index import index_of
from tests.playing import (
    ROOT,
    SHIPPED,
    Company,
    all_games,
    counts_of,
    everything,
    game_with,
    games_of,
    must_be_asked,
    overlays_of,
    pieces,
    random_play,
    sampled,
)  # fmt: skip

# Each ruleset alone, and those that have overlays with all of them that go together.
GAMES = [(path, False, players) for path, players in all_games()]
GAMES += [(path, True, 3) for path in SHIPPED if overlays_of(path)]
seeds = st.integers(min_value=0, max_value=2**40)
few = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))

WORDS = {False: "alone", True: "whole"}
# Of so many games `make test` takes one for a law, and others for the next law.
SHARE = 9
turns = count()


def each_game(law: Callable[..., None]) -> Any:
    """Try a law with every game."""
    cases = sampled(GAMES, SHARE, next(turns))
    return pytest.mark.parametrize(("path", "whole", "players"), cases, ids=word_of)(law)


def word_of(value: Any) -> str:
    """What a parameter is called in the name of a test."""
    return WORDS.get(value, "") if isinstance(value, bool) else getattr(value, "name", str(value))


def game_of(path: Path, whole: bool, players: int) -> Game:
    """The game alone or with all its overlays."""
    company = everything(path, players) if whole else ()
    if whole and not company:
        pytest.skip("no overlays for so many")
    found = game_with(path, company, players)
    assert found is not None
    return found


@each_game
@few
@given(seed=seeds)
def test_every_game_ends_and_never_offers_nothing_or_the_same_twice(
    path: Path, whole: bool, players: int, seed: int
) -> None:
    """A decision has two different options at least, but where it would tell a secret or is always asked."""
    for state in random_play(game_of(path, whole, players), seed):
        decision = state.decision
        if decision is not None:
            ids = [option.id for option in decision.options]
            assert len(set(ids)) == len(ids), ids
            always = decision.site.asking is not None and decision.site.asking.always
            assert len(ids) > 1 or always or state.game.operations[state.checkpoint[0]].secret
            assert 0 <= decision.seat < players
    assert state.finished
    # Of a game for one, of one that automata win, and of one that was broken off nobody may be the winner.
    assert state.winners() or players == 1 or state.broken_off or state.game.model.automata_scored


@each_game
@few
@given(seed=seeds)
def test_pieces_are_conserved_after_every_decision(path: Path, whole: bool, players: int, seed: int) -> None:
    """Pieces move; none is made or lost."""
    game = game_of(path, whole, players)
    at_start = pieces(State(game, list(game.start)))
    for state in random_play(game, seed):
        assert pieces(state) == at_start


@each_game
@few
@given(seed=seeds, at=st.integers(min_value=0, max_value=400))
def test_a_fork_goes_as_the_original_and_leaves_it_alone(
    path: Path, whole: bool, players: int, seed: int, at: int
) -> None:
    """A fork given the same choices reaches the same states; given others it does not touch the original."""
    for state in random_play(game_of(path, whole, players), seed):
        if state.decisions == at or state.finished:
            break
    if state.finished:
        return
    before, twin, stranger = state.key(), state.fork(), state.fork()
    assert twin == state
    chance = Random(seed + 1)
    for _ in range(30):
        if stranger.seat >= 0:
            stranger.choose(int(chance.random() * stranger.option_count))
    assert state.key() == before
    for _ in range(30):
        if state.seat < 0:
            break
        option = int(chance.random() * state.option_count)
        state.choose(option)
        twin.choose(option)
        assert twin == state
        assert twin.hash() == state.hash()


def offered(state: State) -> list[str]:
    """The ids of what is offered."""
    return [option.id for option in state.decision.options] if state.decision is not None else []


@each_game
@few
@given(seed=seeds)
def test_a_snapshot_is_plain_json_and_brings_the_state_back(
    path: Path, whole: bool, players: int, seed: int
) -> None:
    """Through text and back: equal state, equal options."""
    chance = Random(seed)
    for state in random_play(game_of(path, whole, players), seed):
        if chance.random() < 0.03:
            again = State.restore(state.game, json.loads(json.dumps(state.snapshot())))
            assert again == state
            assert offered(again) == offered(state)


@each_game
@few
@given(seed=seeds)
def test_the_ids_chosen_play_the_same_game_again(path: Path, whole: bool, players: int, seed: int) -> None:
    """Seed and ids are the whole game."""
    game = game_of(path, whole, players)
    state, chance, ids = game.new(seed), Random(seed), []
    while (decision := state.decision) is not None:
        option = decision.options[int(chance.random() * len(decision.options))]
        ids.append(option.id)
        state.choose(option.id)
    again = game.new(seed)
    for chosen in ids:
        again.choose(chosen)
    assert again.hash() == state.hash()
    assert again.breakdown() == state.breakdown()


# -- laws of choices, each of a game and a seed; dense: at which share of its decisions it is looked at


def every_option_can_be_taken(game: Game, seed: int, dense: float) -> None:
    """Whatever must be chosen and paid after it."""
    chance = Random(seed)
    for state in random_play(game, seed):
        for option in range(state.option_count if chance.random() < dense else 0):
            state.fork().choose(option)


def a_secret_step_asks_all_whom_it_is_for(game: Game, seed: int, dense: float) -> None:
    """Also one who has no choice, for that they are not asked would tell the others something."""
    secret = {
        inner.name: (inner, game.me_slots[outer.name])
        for outer in index_of(game.program).steps
        for inner in outer.steps
        if inner.secretly
    }
    snippets, asked, wanted = Snippets(game), set[int](), set[int]()
    begun: list[Any] = []
    for state in random_play(game, seed) if secret else ():
        if state.checkpoint is not begun:  # one secret step may follow another
            assert asked == wanted
            asked, wanted, begun = set(), set(), state.checkpoint
        if state.decision is None or not game.operations[begun[0]].secret:
            continue
        if not asked:
            step, turn = secret[state.step]
            assert step.players is not None
            me = begun[turn] if turn >= 0 else -1
            wanted = set(snippets.value(step.players, begun[:], me))
        asked.add(state.decision.seat)


def the_order_of_picks_makes_no_difference(game: Game, seed: int, dense: float) -> None:
    """Whatever is picked one after the other: two orders lead to one position."""
    chance = Random(seed)
    for state in random_play(game, seed):
        decision = state.decision
        if decision is None or decision.subset is None or decision.so_far or chance.random() > dense:
            continue
        subset, one = decision.subset, state.fork()
        picked: tuple[int, ...] = ()
        while one.decision is not None and one.decision.subset is subset:
            option = chance.choice(one.decision.options)
            so_far = one.decision.so_far
            picked = so_far if option.value is None else subset.with_one(so_far, option.value)
            one.play(option.value)
        other, order = state.fork(), list(picked)
        chance.shuffle(order)
        while other.decision is not None and other.decision.subset is subset:
            so_far = other.decision.so_far
            left = [value for value in order if so_far.count(value) < picked.count(value)]
            other.play(left[0] if left else None)
        assert (other.key(), other.hash(), offered(other)) == (one.key(), one.hash(), offered(one))


Law = Callable[[Game, int, float], None]
# The share of decisions in `make test`, and in the long target.
LAWS: dict[Law, tuple[float, float]] = {
    every_option_can_be_taken: (0.02, 0.1),
    a_secret_step_asks_all_whom_it_is_for: (1, 1),
    the_order_of_picks_makes_no_difference: (0.2, 1),
}
each_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@each_law
@each_game
@few
@given(seed=seeds)
def test_a_law_of_choices(path: Path, whole: bool, players: int, law: Law, seed: int) -> None:
    """In a few games; the long target plays more, with each overlay, and looks more often."""
    law(game_of(path, whole, players), seed, LAWS[law][0])


@each_game
@few
@given(seed=seeds, luck=seeds)
def test_a_view_and_a_bots_choice_are_equal_over_what_is_hidden(
    path: Path, whole: bool, players: int, seed: int, luck: int
) -> None:
    """Deal what a seat cannot see again: its view is the same, and so is what its bot does.

    At two decisions of a game, for a bot that looks ahead takes its time.
    """
    chance = Random(seed)
    looked_at = (s for s in random_play(game_of(path, whole, players), seed) if chance.random() < 0.005)
    for state in islice((s for s in looked_at if not s.finished), 2):
        seat = state.seat
        other = state.guess(seat, luck)
        assert other.view(seat) == state.view(seat)
        assert "seed" not in json.dumps(state.view(seat)).lower()
        for name in ("greedy", "search:40"):
            one, two = (bot_for(state.game, name).choose(each, Random(luck)) for each in (state, other))
            assert one == two, name


@each_game
@few
@given(seed=seeds, word=st.text(max_size=12))
def test_a_refused_choice_leaves_the_state_as_it_was(
    path: Path, whole: bool, players: int, seed: int, word: str
) -> None:
    """Asking for what is not offered changes nothing."""
    state = game_of(path, whole, players).new(seed)
    decision, before = state.decision, state.key()
    assert decision is not None
    if word not in [option.id for option in decision.options]:
        with pytest.raises(UnknownOption):
            state.choose(word)
    assert state.key() == before


@pytest.mark.parametrize(("path", "whole", "players"), sampled(GAMES, 3 * SHARE, 1), ids=word_of)
def test_jobs_change_nothing(path: Path, whole: bool, players: int) -> None:
    """On one process and on two; of few games, as processes take long to start."""
    game = game_of(path, whole, players)
    bots = ["random"] * players
    assert simulate(game, bots, 4, 5, jobs=2).hashes == simulate(game, bots, 4, 5).hashes


def test_hash_seeds_and_processes_change_nothing() -> None:
    """Python's own hashing is random from process to process; no result may depend on it."""
    path, _, players = GAMES[0]
    script = (
        "from interpreter import load, simulate\n"
        f"game = load({str(path)!r}, players={players}).game\n"
        f"print(game.fingerprint, *simulate(game, ['random'] * {players}, 2, 7).hashes)\n"
    )
    outputs = set()
    for hash_seed in ("0", "424242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", script]
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        outputs.add(run.stdout)
    assert len(outputs) == 1


LONG = [
    (path, company, players)
    for path in SHIPPED
    for company in ((), *((name,) for name in overlays_of(path)))
    for players in counts_of(path)
]


each_long = pytest.mark.parametrize(
    ("path", "company", "players"),
    LONG,
    ids=lambda value: getattr(value, "name", "+".join(value) if isinstance(value, tuple) else str(value)),
)


@pytest.mark.slow
@each_law
@each_long
def test_a_law_of_choices_in_many_games(path: Path, company: Company, players: int, law: Law) -> None:
    """Ten games; in half of them the options of the ruleset are drawn at random."""
    if game_with(path, company, players) is None:
        pytest.skip("not for so many")
    for number, game in enumerate(games_of(path, company, players, 2)):
        for seed in range(5 * number, 5 * number + 5):
            law(game, seed, LAWS[law][1])


@pytest.mark.slow
@each_long
def test_two_thousand_games(path: Path, company: Company, players: int) -> None:
    """Every random game ends, conserves its pieces, forks and replays exactly; of overlays a thousand."""
    if game_with(path, company, players) is None:
        pytest.skip("not for so many")
    for number, game in enumerate(games_of(path, company, players, 2 if company else 4)):
        at_start = pieces(State(game, list(game.start)))
        for seed in range(500 * number, 500 * number + 500):
            chance, chosen = Random(seed), Random(seed + 1)
            state, taken = game.new(seed), []
            while state.seat >= 0:
                assert state.decisions < 20_000, "this game does not end"
                assert must_be_asked(state)
                assert seed % 50 or pieces(state) == at_start
                assert chosen.random() > 0.01 or state.fork() == state
                taken.append(int(chance.random() * state.option_count))
                state.choose(taken[-1])
            assert pieces(state) == at_start
            if seed % 25 == 0:
                again = game.new(seed)
                for option in taken:
                    again.choose(option)
                assert again.hash() == state.hash()
