"""The arena: every seed in all rotations, figures, ratings, and going on from a file of results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import rulewright
from interpreter import Arena, load
from interpreter.arena.ratings import ratings, skills

RACE = Path(__file__).parents[2] / "tests" / "cases" / "toy" / "race"
ENTRANTS = ["--seat", "greedy", "--seat", "random"]


def run(*arguments: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(rulewright, ["arena", str(RACE), *arguments, "--quiet"])
    return outcome.exit_code, outcome.output


def test_every_seed_is_played_in_all_rotations() -> None:
    game = load(RACE, players=3).game
    assert game is not None
    arena = Arena(game, ["greedy", "random"], 4, 1)
    assert (arena.total, arena.pairs) == (12, ((0, 1), (1, 0)))
    assert arena.play(1, lambda _meeting, _met: None) is None
    for pair in arena.pairs:
        sat = {(m.rotation, m.number) for m in arena.met if m.pair == pair}
        assert sat == {(rotation, number) for rotation in range(3) for number in range(2)}
    assert arena.seats((0, 1), 2) == ["random", "random", "greedy"]


def test_figures_are_those_of_the_contract_for_any_number_of_processes() -> None:
    arguments = [*ENTRANTS, "--games", "9", "--seed", "3", "--json"]
    figures = [json.loads(run(*arguments, "--jobs", jobs)[1]) for jobs in ("1", "2")]
    for each in figures:
        for bot in each["bots"]:
            del bot["ms"]
    assert figures[0] == figures[1]
    found = figures[0]
    assert (found["game"], found["players"], found["seed"], found["games"]) == ("race", 2, 3, 10)
    keys = {"bot", "wins", "games", "share", "low", "high", "rating", "rating_low", "rating_high", "steps"}
    assert all(set(bot) == keys for bot in found["bots"])
    assert {"a", "b", "share", "low", "high", "score_difference"} <= set(found["pairs"][0])
    assert found["bots"][0]["rating"] == 1000
    assert found["bots"][0]["wins"] + found["bots"][1]["wins"] == 10


def test_it_goes_on_from_its_results(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(*ENTRANTS, "--games", "4", "--seed", "3", "--results", str(file))
    first = file.read_text(encoding="utf-8")
    # The last line was being written when the process was ended.
    file.write_text(first[:-20], encoding="utf-8")
    _, again = run(*ENTRANTS, "--games", "8", "--results", str(file), "--json")
    _, whole = run(*ENTRANTS, "--games", "8", "--seed", "3", "--json")
    assert json.loads(again)["pairs"] == json.loads(whole)["pairs"]
    assert file.read_text(encoding="utf-8").startswith(first.rsplit("\n", 2)[0])


def test_results_of_something_else_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    run(*ENTRANTS, "--games", "2", "--seed", "3", "--results", str(file))
    status, text = run(*ENTRANTS, "--games", "2", "--seed", "4", "--results", str(file))
    assert (status, "seed differ" in text) == (2, True)
    file.write_text("nonsense\n", encoding="utf-8")
    assert run(*ENTRANTS, "--results", str(file))[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seat", "greedy"], "two different entrants"),
        (["--seat", "greedy", "--seat", "greedy"], "two different entrants"),
        (["--seat", "greedy", "--seat", "human"], "cannot take a seat"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    status, text = run(*arguments)
    assert status == 2
    assert said in text


def test_who_is_not_told_apart_and_whose_games_do_not_repeat_is_said() -> None:
    status, text = run("--seat", "search:2ms", "--seat", "greedy", "--games", "2", "--seed", "1")
    assert status == 0
    assert "too close to call" in text
    assert "other runs differ" in text


def test_skills() -> None:
    """Three wins to one are three times the skill, but for the game that is added."""
    found = skills(2, 1, {(0, 1): (399, 299.5)})
    assert found[1] / found[0] == pytest.approx(1 / 3, abs=1e-6)
    # One in four is as likely to win as each of three others: equals.
    assert skills(2, 3, {(0, 1): (100, 25)})[1] == pytest.approx(1)


def test_ratings_have_intervals_and_an_anchor() -> None:
    results = {(0, 1): [(2, 2.0)] * 15 + [(2, 0.0)] * 5}
    (own, low, high), other = ratings(2, 1, 0, results)
    assert (own, low, high) == (1000, 1000, 1000)
    assert other[1] < other[0] < other[2] < 1000
