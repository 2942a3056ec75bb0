"""Games by chance: what they count is the same in both engines, and what they show is at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, load, try_out_ruleset
from interpreter.simulation.by_chance import try_out
from interpreter.simulation.played import CUT, Seeds
from interpreter.simulation.table import Table

GAME = """\
id: small
title: Small
players: {min: 2, max: 3}
options: {long: {type: truth, default: false}}
components:
  card:
    fields: {price: number}
    kinds: {ruby: {price: 1, copies: 9}, opal: {price: 9, copies: 9}}
zones:
  deck: {holds: card, order: stack, visible: nobody}
  hand: {per: player, holds: card}
counters:
  coins: {per: player, start: 3, min: 0}
  lucky: {per: player}
actions:
  work: {do: "gain 1 coins\\nif coins(me) > 40:\\n  gain 1 lucky\\nend turn"}
  buy:
    do: |
      choose c in box(card) as "Which?"
      pay c.price coins
      move c from box(card) to hand(me)
      one of:
        keep: gain 1 lucky
        trade:
          pay 30 coins
          gain 2 lucky
      end turn
triggers:
  - {on: lost lucky, do: gain 1 coins(p1)}
flow:
  - {step: deal, do: "draw 3 from box(card) to deck\\nshuffle deck"}
  - step: round
    for: round in 1..5
    steps:
      - step: turn
        players: players
        actions: [work, buy]
      - step: spoil
        players: players
        when: long
        do: lose 1 lucky
      - {step: fall, players: players, do: "if round > 9: lose 1 coins"}
scoring:
  final:
    - {source: lucky, points: lucky(me)}
    - {source: rich, points: if coins(me) > 90 then 1 else 0}
"""


def played(folder: Path, games: int = 60) -> list[tuple[str, int]]:
    (folder / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    found, _ = try_out_ruleset(check(folder, counting=True), games)
    return [(each.code, each.position.line) for each in found]


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(GAME.split("\n"), 1) if text in line)


def test_what_never_happens_is_named_where_it_is(tmp_path: Path) -> None:
    """What an option would bring about is none of it, nor what lies in what never happens."""
    assert played(tmp_path) == [
        ("not-offered", line_of("opal")),
        ("not-reached", line_of("work: {do")),
        ("not-offered", line_of("pay 30 coins")),
        ("not-reached", line_of("on: lost lucky")),
        ("not-reached", line_of("source: rich")),
    ]


def test_both_engines_count_alike(tmp_path: Path) -> None:
    pytest.importorskip("wasmtime")
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    counting = check(tmp_path, counting=True).counting
    game = counting.game(3) if counting is not None else None
    assert game is not None
    bots, seeds = ("random",) * 3, Seeds(1, 5)
    fast, slow = (list(Table(game, engine).games(bots, seeds, 0)) for engine in ("wasm", "python"))
    assert [each.counted for each in fast] == [each.counted for each in slow]
    assert any(map(sum, zip(*(each.counted for each in slow), strict=True)))


def test_a_game_without_end_is_given_up(tmp_path: Path) -> None:
    text = GAME.replace("for: round in 1..5", "while: coins(p1) >= 0")
    text = text.replace("round > 9", "coins(me) > 9999")
    text = text.replace("[work, buy]", "[work, rest]").replace("  buy:", "  rest: {do: end turn}\n  buy:")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    counting = check(tmp_path, counting=True).counting
    game = counting.game(2) if counting is not None else None
    assert game is not None
    trial = try_out(game, 200)
    assert trial.games < 10
    assert trial.endings == {CUT: trial.games}


def test_the_code_that_is_played_counts_nothing(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    assert not game.counted


@pytest.fixture(name="kept")
def kept_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("wasmtime")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rulewright" / "trials"


def codes_and_games(folder: Path, text: str = GAME, **options: str) -> tuple[list[str], list[int]]:
    """The codes of what 60 games for each number of players show, and how many were played each time."""
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    found, trials = try_out_ruleset(check(folder, options=options, counting=True), 60)
    return [each.code for each in found], [trial.games for trial in trials]


def test_games_are_played_again_only_where_something_is_different(kept: Path, tmp_path: Path) -> None:
    first = codes_and_games(tmp_path)
    files = set(kept.iterdir())
    assert files
    assert codes_and_games(tmp_path) == first
    assert set(kept.iterdir()) == files
    assert codes_and_games(tmp_path, GAME.replace("pay 30 coins", "pay 2 coins")) != first
    more = set(kept.iterdir())
    assert files < more
    codes_and_games(tmp_path, long="true")
    assert more < set(kept.iterdir())


def test_what_is_kept_is_what_is_used(kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is played or loaded where it is known what comes of it; of a damaged file it is not."""
    first = codes_and_games(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr("interpreter.loading.counting.Counting.game", lambda *_: pytest.fail("played again"))
        assert codes_and_games(tmp_path) == first
    for file in kept.iterdir():
        file.write_bytes(file.read_bytes()[:-9])
    assert codes_and_games(tmp_path) == first
