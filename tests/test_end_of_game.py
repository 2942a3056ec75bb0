"""How a game ends, for people and programs: who won by how much, for what, and what was hidden."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from cli.seen.as_json import seen_json
from cli.seen.doings import doings_of
from cli.seen.log import Log
from cli.seen.score import scores_of
from cli.seen.seeing import ended, see
from cli.session.beginning import begin
from cli.show.score import outcome_text
from cli.table.hosted import Hosted
from cli.table.limits import Refused
from cli.table.links import tokens_of
from cli.table.page import parts_of
from interpreter import State, load

GAME = """\
format: 1
id: stones
title: Stones
players: 2
components:
  stone: {fields: {worth: number}, kinds: {pearl: {worth: 5, copies: 4}, pebble: {worth: 1, copies: 4}}}
zones:
  secret: {per: player, holds: stone, visible: owner}
  nowhere: {holds: stone, visible: nobody}
actions:
  polish: {do: score 2 as polish}
  rest: {do: score 1 as rest}
scoring:
  final:
    - {source: hidden_stones, points: sum(x.worth for x in secret(me))}
flow:
  - step: deal
    do: |
      for p in players:
        move pearl from box(stone) to secret(p)
        if p.index == 2: move pebble from box(stone) to secret(p)
      move pebble from box(stone) to nowhere
  - {step: turn, players: players, one_of: [polish, rest]}
"""


def ended_game(folder: Path, text: str = GAME, *, second: str = "polish") -> tuple[State, Log]:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded = load(str(folder), players=2)
    assert loaded.game is not None, loaded.problems
    log, state = Log.of(loaded.game, 1, ["polish", second])
    assert state.finished
    return state, log


def test_who_wins_a_tie_is_said_with_who_loses_it(tmp_path: Path) -> None:
    text = GAME.replace("scoring:\n", "scoring:\n  ties: [{most: size(secret(me))}]\n")
    state, log = ended_game(tmp_path, text, second="rest")
    verdict = seen_json(see(state, 0, log))["scores"]["verdict"]
    assert verdict == ["Player 2 wins with 7 points; Player 1 has as many and loses the tie."]


def test_the_end_says_totals_ranking_and_the_final_scoring(tmp_path: Path) -> None:
    state, log = ended_game(tmp_path)
    seen = seen_json(see(state, 0, log))
    assert seen["scores"]["verdict"] == ["Player 2 wins with 8 points; Player 1 has 7."]
    assert [(each["place"], each["who"], each["points"]) for each in seen["scores"]["ranking"]] == [
        (1, "p2", 8),
        (2, "p1", 7),
    ]
    assert seen["scores"]["final"] == [{"source": "hidden stones", "points": [5, 6]}]
    assert outcome_text(scores_of(state)).startswith("Player 1 gets 5 points in the final scoring")
    points = next(each for each in seen["counters"] if each["name"] == "counters/points")
    assert [value["value"] for value in points["values"]] == [7, 8]
    assert seen["log"][-1]["came"] == [
        "Player 1 gets 5 points in the final scoring, for hidden stones.",
        "Player 2 gets 6 points in the final scoring, for hidden stones.",
    ]


def test_at_the_end_hands_lie_open_and_what_nobody_saw_stays_hidden(tmp_path: Path) -> None:
    state, log = ended_game(tmp_path)
    for seat in (0, None):
        seen = see(state, seat, log)
        hands = {zone.owner: zone for zone in seen.zones if zone.declared.name == "secret"}
        assert sorted(hands["p2"].things) == ["pearl", "pebble"]
        assert not any(zone.things for zone in seen.supplies if zone.declared.name == "nowhere")
    before = see(state.game.new(1), 0)
    assert [zone.hidden for zone in before.zones if zone.declared.name == "secret"] == [0, 2]


def test_nothing_is_said_of_an_end_before_it(tmp_path: Path) -> None:
    state, _ = ended_game(tmp_path)
    before = see(state.game.new(1), 0)
    assert (list(before.scores.verdict), list(before.scores.ranking), ended(before.scores)) == ([], [], [])


def test_a_page_shows_the_end_and_begins_again(tmp_path: Path) -> None:
    ended_game(tmp_path)
    loaded, first = load(str(tmp_path), players=2), tmp_path / "a.jsonl"
    session = begin(loaded, ["human", "human"], seed=1, save=first, notice=lambda _: None)

    async def play() -> None:
        table = Hosted(session, tokens_of(session), report=lambda _: None)
        with pytest.raises(Refused):
            await table.again(0)
        for seat in (0, 1):
            await table.choose(seat, session.state.decisions, 0)
        parts = parts_of(session, 1)
        assert "Player 2 wins with 8 points" in parts["ask"]
        assert parts["ask"].count('class="bar"') == 2
        assert "final scoring" in parts["log-3-0"]
        assert next(name for name in parts if name.startswith("log-")) == "log-3-0"
        with pytest.raises(Refused):
            await table.again(None)
        before = session.journal
        await table.again(1)
        assert (session.state.decisions, session.state.finished) == (0, False)
        assert session.journal.path != before.path
        assert list(session.seats) == ["human", "human"]
        assert "log-3-0" not in parts_of(session, 1)
        await table.choose(0, 0, 0)
        assert (len(before.entries), len(session.journal.entries)) == (2, 1)

    asyncio.run(play())


def test_what_was_done_is_counted_also_what_nobody_chose() -> None:
    """In Catan dice are rolled as often as turns ended, and once more by who has won in their turn."""
    game = load("catan", players=3).game
    assert game is not None
    state, chance, choices = game.new(1), Random(1), list[str]()
    while len(choices) < 400 and state.decision is not None:
        choices.append(chance.choice(state.decision.options).id)
        state.choose(choices[-1])
    log, state = Log.of(game, 1, choices)
    done = doings_of(game, log)
    taken = dict(done.actions)
    rolled, ended = taken["Roll the dice"], taken["End your turn"]
    assert sum(rolled) - sum(ended) in (0, 1)
    assert sum(times for _, times in done.rolls) == sum(rolled)
    view = state.view(None)["boards"]["hex"]["all"].values()
    roads = [sum(f"p{seat + 1}-road" in (each or ()) for each in view) for seat in range(3)]
    built = taken.get("Build a road", [0, 0, 0])
    assert all(on_board >= 2 + of_deeds for on_board, of_deeds in zip(roads, built, strict=True))
