"""Weights fitted by self-play: one seed finds the same again, and an interrupt loses nothing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import rulewright
from interpreter import Game, NothingToTune, Trials, load, tune
from interpreter.tuning import Matchmaker, merit, weights_at

PIG = Path(__file__).parents[2] / "rulesets" / "classics" / "pig"


@pytest.fixture(scope="module")
def pig() -> Game:
    game = load(PIG, options={"goal": "30"}).game
    assert game is not None
    return game


def test_interrupted_it_judges_what_the_rounds_so_far_have_found(pig: Game) -> None:
    told: list[Trials] = []

    def interrupt(trials: Trials) -> None:
        told.append(trials)
        if trials.rounds == 2 and not trials.judged:
            raise KeyboardInterrupt

    stopped = tune(pig, rounds=9, games=4, held_out=10, seed=5, note=interrupt)
    assert stopped == tune(pig, rounds=2, games=4, held_out=10, seed=5)
    assert [(trials.rounds, trials.judged) for trials in told] == [(1, False), (2, False), (2, True)]
    assert stopped != tune(pig, rounds=2, games=4, held_out=10, seed=6)


def test_before_the_first_round_is_done_there_is_nothing_to_judge(
    pig: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Matchmaker, "matches", interrupt)
    with pytest.raises(KeyboardInterrupt):
        tune(pig, rounds=1, games=2)


def test_weights_keep_their_sign_and_a_line_that_is_left_out_stays_out() -> None:
    assert weights_at((100, -8, 0, 3), [1, 3], [1.0, -20.0]) == (100, -16, 0, 0)


def test_a_match_is_seen_from_one_side_and_the_points_count_besides_the_victories(pig: Game) -> None:
    table = Matchmaker(replace(pig, weights=(100, 100)), "greedy")
    never, often = (100, 0), (100, 100)
    [met] = table.matches([often], never, [1, 2, 3])
    assert len(met) == 6
    assert merit(met) > merit(table.matches([never], often, [1, 2, 3])[0])
    assert merit([(1.0, 9.0), (1.0, 9.0)]) > merit([(1.0, 1.0), (1.0, -1.0)])


def test_a_line_can_be_kept_as_it_is() -> None:
    game = load("breakthrough").game
    assert game is not None
    kept, fitted = game.model.outlook
    tuned = tune(game, rounds=2, games=2, held_out=2, seed=1, keep=[kept])
    assert tuned.after[kept] == tuned.before[kept]
    assert tuned.after[fitted] != tuned.before[fitted]
    with pytest.raises(NothingToTune, match="left"):
        tune(game, rounds=1, keep=[kept, fitted])


def test_a_bot_without_use_for_an_outlook_is_refused(pig: Game) -> None:
    with pytest.raises(NothingToTune, match="at random"):
        tune(pig, bot="random", rounds=1)


def test_a_ruleset_can_name_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "pig"
    shutil.copytree(PIG, folder)
    ruleset = folder / "ruleset.yaml"
    ruleset.write_text(
        ruleset.read_text("utf-8").replace("id: pig\n", "id: pig\nfiles: [weights.yaml]\n"), encoding="utf-8"
    )
    file = folder / "weights.yaml"
    # So the bot would rather have points than risk them; others are surely better.
    file.write_text("bots: {weights: {points: 10, at_stake: 6}}\n", encoding="utf-8")
    call = f"tune {folder} --players 2 --seat greedy --seed 2 --games 24 --rounds 4 --set goal=30"
    arguments = [*call.split(), "--out", str(file), "--quiet"]
    outcome = CliRunner().invoke(rulewright, arguments)
    assert outcome.exit_code == 0, outcome.output
    assert "written to" in outcome.output
    assert f"#     rulewright {call}\n" in file.read_text("utf-8")
    game = load(folder).game
    assert game is not None
    assert game.weights[0] == 10
    assert game.weights[1] > 6
