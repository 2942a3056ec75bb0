"""Truths planted in games made for it: the report says them as certain, and nothing else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import click
import pytest

from interpreter import Game, Seeds, check, load

pytest.importorskip("scipy")
pytest.importorskip("wasmtime")

from cli.report.compared import compared
from cli.report.endings import played_again
from cli.report.gathered import gather
from cli.report.never import never_happened
from cli.report.page import page
from cli.report.restricted import Restricted, Rung, restricted
from cli.report.revision import at_revision
from cli.report.statistics import Estimate
from cli.report.summary import Said, summary, tried_said
from cli.report.targets import judged
from cli.report.ways import ways
from cli.report.whole import Report

# Two players draft cards, and a die gives points too.
GAME = """\
id: drafted
title: Drafted
players: 2
options:
  first: {type: player, default: random, random: true}
components:
  card:
    fields: {points: number, price: number}
    kinds:
      ruby: {points: 3, price: 0, copies: 8}
      opal: {points: 3, price: 0, copies: 8}
      jade: {points: 3, price: 0, copies: 8}
      onyx: {points: 3, price: 0, copies: 8}
zones:
  hand: {per: player, holds: card}
  die: {holds: number, faces: 6}
counters:
  coins: {per: player, start: 5, min: 0}
  engine: {per: player}
actions:
  draft:
    do: |
      choose c in box(card) as "Which card?"
      pay c.price coins
      move c from box(card) to hand(me)
      score c.points as cards
      end turn
flow:
  - {step: begin, do: gain 1 coins(first)}
  - step: round
    for: round in 1..8
    steps:
      - {step: turn, players: players_from(first), actions: [draft]}
      - step: luck
        players: players
        do: |
          roll 1 into die
          score sum(die) as luck
"""
STRONG = ("ruby: {points: 3", "ruby: {points: 6")
STARTER = ("gain 1 coins(first)}", "score 3 as luck for first}")
DEAR = ("jade: {points: 3, price: 0", "jade: {points: 3, price: 900")
CLOSED = (
    "actions:\n",
    'actions:\n  wish: {do: "require coins(me) > 90\\nscore 1 as cards\\nend turn"}\n',
)
OPEN = ("[draft]", "[draft, wish]")
SILENT = ("flow:\n", "triggers:\n  - {on: gained engine(player whom), do: gain 1 coins(whom)}\nflow:\n")
RUNAWAY = (
    "          score sum(die) as luck\n",
    "          score sum(die) + engine(me) as luck\n          if sum(die) >= 5: gain 2 engine\n",
)


def said_of(folder: Path, *changes: tuple[str, str], games: int = 1500, seed: int = 1) -> list[Said]:
    text = GAME
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    loaded, game = check(folder, counting=True), load(folder).game
    assert game is not None, loaded.problems
    found = gather(game, ["random"] * 2, Seeds(seed, games))
    return summary(found, never_happened(loaded, found, played_again(loaded, found)))


@pytest.mark.parametrize(
    ("changes", "about", "words"),
    [
        ((STARTER,), "starter", "Whoever begins wins"),
        ((STRONG,), "worth", "“ruby”"),
        ((DEAR,), "never", "'jade'"),
        ((CLOSED, OPEN), "never", "'wish' was never offered"),
        ((SILENT,), "never", "never ran"),
        ((RUNAWAY,), "runaway", "The leader runs away"),
    ],
    ids=["a starter with points", "a strong card", "a dear card", "closed", "a silent rule", "engine"],
)  # fmt: skip
def test_a_planted_truth_is_said_and_nothing_else(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], about: str, words: str
) -> None:
    said = said_of(tmp_path, *changes)
    certain = [each for each in said if each.sure == "certain"]
    assert [each.about for each in certain] == [about], [each.sentence for each in certain]
    assert words in certain[0].sentence
    assert certain[0] in said[:10]


@pytest.mark.parametrize(
    ("changes", "sort"),
    [((DEAR,), "affordable"), ((CLOSED, OPEN), "offered"), ((SILENT,), "triggered")],
    ids=["a dear card", "closed", "a silent rule"],
)
def test_what_never_happened_is_sorted(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], sort: str
) -> None:
    text = GAME
    for before, after in changes:
        text = text.replace(before, after, 1)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    assert [each.sort for each in never_happened(check(tmp_path, counting=True), games=100)] == [sort]


def test_games_are_counted_by_the_rule_that_ended_them(tmp_path: Path) -> None:
    last = "          score sum(die) as luck\n"
    text = GAME.replace(last, f"{last}          if sum(die) == 1 and me == p1: end game\n", 1)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    again = played_again(check(tmp_path, counting=True), gather(game, ["random"] * 2, Seeds(1, 40)))
    found = {each.cause: each.games for each in again.endings}
    assert set(found) == {"end game", "the flow came to its end"} and sum(found.values()) == 40


def test_rules_as_they_were_at_another_revision(tmp_path: Path) -> None:
    home, before = tmp_path / "games" / "drafted", tmp_path / "before"
    home.mkdir(parents=True)
    before.mkdir()
    (home / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    person = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*person, "commit", "-qm", "first"]):
        subprocess.run(["git", "-C", str(tmp_path / "games"), *words], check=True)
    (home / "ruleset.yaml").write_text(GAME.replace(*STRONG), encoding="utf-8")
    then = at_revision("drafted@HEAD", home, before)
    assert (then / "ruleset.yaml").read_text(encoding="utf-8") == GAME
    with pytest.raises(click.BadParameter, match="no such revision"):
        at_revision("drafted@--help", home, before)


def test_of_an_even_game_nothing_is_said_for_certain(tmp_path: Path) -> None:
    assert [each.sentence for each in said_of(tmp_path) if each.sure == "certain"] == []


@pytest.mark.slow
def test_of_twenty_even_games_at_most_one_gives_a_false_alarm(tmp_path: Path) -> None:
    alarms = [
        [each.sentence for each in said_of(tmp_path, seed=seed) if each.sure == "certain"]
        for seed in range(1, 21)
    ]
    assert sum(map(bool, alarms)) <= 1, alarms


def rung(bot: str, against: str, share: float) -> Rung:
    return Rung(bot, against, 100, share, share - 0.1, share + 0.1, 0.5)


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((0.9, 0.8), ["Skill pays: search wins 80 %", "Luck does not drown it: where it shows most, random"]),
        ((0.9, 0.5), ["Skill pays: greedy wins 90 %", "Luck does not", "Still more thought is not shown to"]),
        ((0.62, 0.61), ["Skill pays: search wins 61 %", "Luck drowns much of it"]),
        ((0.5, 0.55), ["Skill is not shown to pay: search wins 55 %"]),
    ],
)
def test_whether_skill_pays_and_what_luck_leaves(shares: tuple[float, float], words: list[str]) -> None:
    rungs = [rung("greedy", "random", shares[0]), rung("search", "greedy", shares[1])]
    said = [each.sentence for each in tried_said([], rungs)]
    assert all(map(str.startswith, said, words)) and len(said) == len(words), said


def test_what_a_thing_is_worth_is_said_where_it_is_sure() -> None:
    made = [
        Restricted("action", "take", "Take", 60, Estimate(9.0, 8.0, 10.0, 0.0), sure=True),
        Restricted("action", "pray", "Pray", 60, Estimate(-3.0, -4.0, -2.0, 0.0), sure=True),
        Restricted("action", "wait", "Wait", 60, Estimate(0.1, -1.0, 1.2, 0.8), sure=False),
    ]
    assert [each.sentence for each in tried_said(made, [])] == [
        "Without “Take” (action) a bot is 9.0 points (95 %: 8.0 to 10.0) further behind, in 60 games.",
        "Without “Pray” (action) a bot is 3.0 points (95 %: 2.0 to 4.0) further ahead, in 60 games.",
        "2 of 3 actions, kinds and modules that were forbidden made a difference that is shown.",
    ]


@pytest.mark.parametrize(
    ("target", "holds"),
    [
        ("measure: rounds, min: 8, max: 8", True),
        ("measure: rounds, min: 9", False),
        ("measure: seat_share, min: 40, max: 60, players: 2", True),
        ("measure: starter_share, min: 45, max: 55", False),
        ("measure: never_taken, max: 0", True),
        ("measure: ties, max: 90", True),
        ("measure: margin, max: 1", False),
    ],
)
def test_targets_hold_or_do_not(tmp_path: Path, target: str, holds: bool) -> None:
    text = GAME.replace(*STARTER).replace("players: 2\n", f"players: 2\ntargets: [{{{target}}}]\n", 1)
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")
    game = load(tmp_path).game
    assert game is not None
    (found,) = judged(gather(game, ["random"] * 2, Seeds(1, 600)))
    assert found.holds == holds, found.sentence


def test_targets_change_nothing_in_the_game(tmp_path: Path) -> None:
    """Nor do they count for the fingerprint, so journals go on."""
    prints = []
    for more in ("", "targets: [{measure: rounds, max: 9}]\n"):
        (tmp_path / "ruleset.yaml").write_text(GAME + more, encoding="utf-8")
        game = load(tmp_path).game
        assert game is not None
        prints.append(game.fingerprint)
    assert prints[0] == prints[1]


def test_the_page_needs_no_network_and_runs_no_script(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(
        GAME.replace("title: Drafted", "title: <b>Drafted"), encoding="utf-8"
    )
    game = load(tmp_path).game
    assert game is not None
    found = gather(game, ["random"] * 2, Seeds(1, 200))
    text = page(Report(found, summary(found, []), "what was played", ways=ways(found)))
    assert "&lt;b&gt;Drafted" in text and "<b>Drafted" not in text
    assert not re.search(r"<script|<link|src=|href=\"http|@import", text)
    assert len(text) < 3_000_000
    assert text.count("<h2") >= 8


def test_other_rules_on_the_same_seeds(tmp_path: Path) -> None:
    """A card that is worth more there makes more points there; nothing else differs for certain."""
    found = []
    for number, text in enumerate((GAME, GAME.replace(*STRONG))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
        game = load(folder).game
        assert game is not None
        found.append(gather(game, ["random"] * 2, Seeds(1, 400)))
    assert not any(each.sure for each in compared(found[0], found[0]))
    sure = {each.name for each in compared(*found) if each.sure}
    assert {"points from cards", "points of a player"} <= sure
    assert not sure & {"rounds", "decisions", "points from luck"}


def test_what_an_action_is_worth_to_whom_it_is_forbidden(tmp_path: Path) -> None:
    """A wish gives 5 points each turn and a rest nothing; who may not wish misses 40 points."""
    text = GAME.replace(
        "actions:\n", 'actions:\n  wish: {do: "score 5 as cards\\nend turn"}\n  rest: {do: end turn}\n'
    )
    text = text.replace("[draft]", "[wish, rest]")
    (tmp_path / "ruleset.yaml").write_text(text, encoding="utf-8")

    def made(overlay: Path | None, _less: str | None) -> Game:
        game = load(tmp_path, overlays=[str(overlay)] if overlay is not None else []).game
        assert game is not None
        return game

    found = {each.name: each for each in restricted(made, ["greedy"] * 2, Seeds(1, 40), None)}
    wish, rest = found["wish"].worth, found["rest"].worth
    assert wish is not None and rest is not None
    assert found["wish"].sure and wish.value == 40.0
    assert not found["rest"].sure and rest.value == 0.0


@pytest.mark.slow
def test_what_a_kind_and_a_module_are_worth_to_whom_they_are_forbidden(tmp_path: Path) -> None:
    """A garnet is worth 9 points, and a module brings it; a ruby is worth as much as the others."""
    (tmp_path / "ruleset.yaml").write_text(GAME, encoding="utf-8")
    rich = tmp_path / "expansions" / "rich"
    rich.mkdir(parents=True)
    (rich / "overlay.yaml").write_text(
        "id: rich\ntitle: Rich\nbase: drafted\n"
        "add: {kinds: {garnet: {component: card, points: 9, price: 0, copies: 8}}}\n",
        encoding="utf-8",
    )

    def made(overlay: Path | None, less: str | None) -> Game:
        names = [name for name in ("rich", overlay) if name is not None and name != less]
        game = load(tmp_path, overlays=[str(name) for name in names]).game
        assert game is not None
        return game

    found = {(each.sort, each.name): each for each in restricted(made, ["greedy"] * 2, Seeds(1, 40), None)}
    garnet, module = found["kind", "card.garnet"], found["module", "rich"]
    assert garnet.sure and garnet.worth is not None and garnet.worth.value > 20
    assert module.worth is not None and module.worth.value == garnet.worth.value
    kinds = [each for each in found.values() if each.sort == "kind" and each is not garnet]
    assert len(kinds) == 4 and not any(each.sure for each in kinds)
