"""Games by chance: what they count is the same in both engines, and what they show is at its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter import Trial, check, load, simulate, try_out_ruleset
from interpreter.simulation.by_chance import try_out
from interpreter.simulation.played import CUT, Seeds
from interpreter.simulation.runner import Runner

GAME = """\
id: small
title: Small
players: {min: 2, max: 3}
options:
  long: {type: truth, default: false}
  grim: {type: truth, default: false}
components:
  card:
    fields: {price: number}
    kinds: {ruby: {price: 1, copies: 9}, opal: {price: 900, copies: 9}}
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
  - {on: gained coins, where: long and grim and coins(p1) > 900, do: gain 1 lucky(p1)}
  - {on: gained coins, where: coins(p1) > 900, do: gain 1 lucky(p1)}
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


def findings(folder: Path, text: str = GAME, games: int = 60) -> tuple[list[tuple[str, int]], list[Trial]]:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    found, trials = try_out_ruleset(check(folder, counting=True), games)
    return [(each.code, each.position.line) for each in found], trials


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(GAME.split("\n"), 1) if text in line)


def test_what_never_happens_is_named_where_it_is(tmp_path: Path) -> None:
    """What an option brings about is none of it, nor what two would together."""
    assert findings(tmp_path)[0] == [
        ("not-offered", line_of("opal")),
        ("not-reached", line_of("work: {do")),
        ("not-offered", line_of("pay 30 coins")),
        ("not-reached", line_of("where: coins(p1)")),
        ("not-reached", line_of("source: rich")),
    ]


def test_what_happens_to_one_player_alone_happens(tmp_path: Path) -> None:
    """The least number is tried last."""
    alone = GAME.replace("min: 2", "min: 1").replace("when: long", "when: size(players) == 1")
    found, trials = findings(tmp_path, alone)
    assert len(trials) == 4
    assert ("not-reached", line_of("step: spoil")) not in found


def test_what_goes_wrong_with_an_option_is_found(tmp_path: Path) -> None:
    """It is said with which; where the option has the other value it is not found."""
    wrong = GAME.replace("do: lose 1 lucky", "do: gain 9 / (round - round) lucky")
    (tmp_path / "ruleset.yaml").write_text(wrong, encoding="utf-8")
    drawn, _ = try_out_ruleset(check(tmp_path, counting=True), 60)
    [message] = [each.message for each in drawn if each.code == "play-fault"]
    assert message.startswith("division by zero, in a game played by chance with long=true")
    given, _ = try_out_ruleset(check(tmp_path, options={"long": "false"}, counting=True), 60)
    assert "play-fault" not in {each.code for each in given}


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_both_engines_count_alike(bot: str, tmp_path: Path) -> None:
    """Whoever looks ahead guesses what is hidden: what was counted of it tells no guess from the truth."""
    pytest.importorskip("wasmtime")
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    counting = check(tmp_path, counting=True).counting
    game = counting.game(3, drawing=False) if counting is not None else None
    assert game is not None
    bots, seeds = (bot,) * 3, Seeds(1, 5)
    fast, slow = (list(Runner(game, engine).games(bots, seeds, 0)) for engine in ("wasm", "python"))
    assert [each.counted for each in fast] == [each.counted for each in slow]
    assert any(map(sum, zip(*(each.counted for each in slow), strict=True)))


def test_a_game_without_end_is_given_up(tmp_path: Path) -> None:
    text = GAME.replace("for: round in 1..5", "while: coins(p1) >= 0")
    text = text.replace("round > 9", "coins(me) > 9999")
    text = text.replace("[work, buy]", "[work, rest]").replace("  buy:", "  rest: {do: end turn}\n  buy:")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    counting = check(tmp_path, counting=True).counting
    game = counting.game(2, drawing=False) if counting is not None else None
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
        played_again = "interpreter.loading.counting.Counting.game"
        patched.setattr(played_again, lambda *_, **__: pytest.fail("it was played again"))
        assert codes_and_games(tmp_path) == first
    for file in kept.iterdir():
        file.write_bytes(file.read_bytes()[:-9])
    assert codes_and_games(tmp_path) == first


SHOP = """\
id: shop
title: Shop
players: {min: 2, max: 2}
enums: {ware: [tea, gold, silk]}
components:
  sign:
    kinds:
      lamp: {copies: 6, scoring: [{source: lamps, points: 2}]}
      flag: {copies: 6, scoring: [{source: flags, points: if coins(me) > 900 then 1 else 0}]}
zones:
  front: {per: player, holds: sign, active: true}
counters:
  coins: {per: player, start: 3, min: 0, max: 160}
  height: {per: player, min: 0, max: 3}
actions:
  buy:
    do: |
      choose w in ware as "Which?"
      pay (if w == gold then 150 else 0) coins
      gain 1 coins
      set height(me) to height(me) + 1
      end turn
flow:
  - {step: begin, players: players, do: "draw 6 from box(sign) to front(me)"}
  - {step: round, for: round in 1..9, steps: [{step: turn, players: players, actions: [buy]}]}
scoring:
  final: [{source: coins, points: coins(me)}]
"""


def test_members_and_what_kinds_carry_are_looked_at_too(tmp_path: Path) -> None:
    """With how often it was so."""
    (tmp_path / "ruleset.yaml").write_text(SHOP, encoding="utf-8")
    checked = check(tmp_path, counting=True)
    assert checked.problems == []
    found, _ = try_out_ruleset(checked, 60)
    shares = [re.sub("[0-9,]+[0-9]", "N", each.message) for each in found]
    assert shares == [
        "nobody had any of these points, though 'flag' was there N times at the end, in N games by chance",
        "nobody could ever choose 'gold' here, in N choices, in N games by chance",
        "`set` would have passed a bound of its counter N times, N % of all, in N games by chance",
    ]


def test_a_member_that_is_asked_for_equally_often_in_two_places_is_told_once(tmp_path: Path) -> None:
    buy = SHOP[SHOP.index("  buy:") : SHOP.index("flow:")].replace("      end turn\n", "      end later\n")
    later = "actions: [buy]}, {step: later, players: players, actions: [buy_later]}"
    twice = SHOP.replace("flow:", buy.replace("  buy:", "  buy_later:") + "flow:")
    (tmp_path / "ruleset.yaml").write_text(twice.replace("actions: [buy]}", later), encoding="utf-8")
    found, _ = try_out_ruleset(check(tmp_path, counting=True), 60)
    assert sum("nobody could ever choose 'gold'" in each.message for each in found) == 1


@pytest.mark.parametrize("drawing", [False, True])
def test_whoever_simulates_a_game_that_counts_has_the_same_counts(drawing: bool, tmp_path: Path) -> None:
    """One process, two, and Python alone; they are of all games together."""
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    counting = check(tmp_path, counting=True).counting
    game = counting.game(2, drawing=drawing) if counting is not None else None
    assert game is not None
    slow = simulate(game, ["random"] * 2, 60, 1, engine="python")
    offered = {of.name: times for of, times in slow.counted.items() if of.what == "action"}
    assert offered["work"] > offered["buy"] > 0
    for jobs in (1, 2):
        assert simulate(game, ["random"] * 2, 60, 1, jobs=jobs).counted == slow.counted
