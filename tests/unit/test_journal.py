"""The journal: what is written, what a torn or altered one does, and how far a person's undo reaches."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Journal, JournalFault, State, load, replay
from interpreter.journal import FORMAT

RULES = """
id: cards
title: Cards
players: 2
components:
  card:
    kinds: {red: {copies: 6}, blue: {copies: 6}}
zones:
  deck: {holds: card, order: stack, visible: nobody}
  hand: {per: player, holds: card, visible: owner}
counters:
  coins: {per: player}
actions:
  save: {do: gain 1 coins}
  spend: {do: "pay 1 coins\\nscore 2 as spent"}
  take: {do: draw 1 from deck to hand(me)}
  gamble: {do: "pick n at random in 1..6\\ngain n coins"}
flow:
  - step: set_up
    do: |
      move all from box(card) to deck
      shuffle deck
  - step: round
    for: round in 1..6
    steps:
      - step: turn
        players: players
        actions: [save, spend, take, gamble]
        pass: true
        while: times(save, turn) + times(spend, turn) + times(take, turn) + times(gamble, turn) < 2
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A small game of chance and hidden cards."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "ruleset.yaml").write_text(RULES, encoding="utf-8")
    loaded = load(tmp_path / "cards")
    assert loaded.game is not None, loaded.problems
    return loaded.game


def begun(game: Game, tmp_path: Path, *seats: str) -> tuple[Journal, State]:
    return Journal.create(tmp_path / "game.jsonl", game, 5, seats or ("human", "random")), game.new(5)


def played(game: Game, tmp_path: Path, choices: list[str], *seats: str) -> tuple[Journal, State]:
    journal, state = begun(game, tmp_path, *seats)
    for choice in choices:
        journal.play(state, choice)
    return journal, state


def test_a_whole_game_is_played_again_from_its_journal(game: Game, tmp_path: Path) -> None:
    """Every choice and every draw: the replay reaches the same state."""
    journal, state = begun(game, tmp_path)
    chance = Random(1)
    while state.seat >= 0:
        journal.play(state, int(chance.random() * state.option_count))
    again = replay(journal.path)
    assert (again.departed, again.notices) == (None, [])
    assert again.state.hash() == state.hash()
    assert replay(journal.path, to=3).state.decisions == 3


def test_a_torn_last_line_is_dropped_with_a_notice_and_cut_off_only_when_written_after(
    game: Game, tmp_path: Path
) -> None:
    """Reading changes nothing on disk; going on writes after the last whole line."""
    journal, _ = played(game, tmp_path, ["save", "pass"])
    whole = journal.path.read_bytes()
    journal.path.write_bytes(whole + b'{"by": 2, "cho')
    again = replay(journal.path)
    assert [entry.choice for entry in again.journal.entries] == ["save", "pass"]
    assert len(again.notices) == 1
    assert (again.notices[0].code, again.notices[0].position.line) == ("journal-torn", 4)
    assert journal.path.read_bytes() != whole
    again.journal.play(again.state, "save")
    assert [entry.choice for entry in Journal.open(journal.path).entries] == ["save", "pass", "save"]


def changed(path: Path, line: int, change: Callable[[dict[str, object]], object]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[line - 1])
    change(record)
    lines[line - 1] = json.dumps(record)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "change", "word"),
    [
        (3, {"drew": [5]}, "chance gave"),
        (2, {"choice": "spend"}, "not offered"),
        (4, {"by": 1}, "seat 2 is to choose"),
    ],
)
def test_the_first_line_that_departs_is_named(
    game: Game, tmp_path: Path, line: int, change: dict[str, object], word: str
) -> None:
    """An altered draw, an illegal choice, the wrong seat."""
    journal, _ = played(game, tmp_path, ["save", "gamble", "save", "save"])
    changed(journal.path, line, lambda record: record.update(change))
    outcome = replay(journal.path)
    assert outcome.departed == line
    assert word in outcome.notices[-1].message
    assert outcome.notices[-1].position.line == line


def test_other_rules_are_a_notice_and_followed_as_far_as_legal(game: Game, tmp_path: Path) -> None:
    """The fingerprint of the merged data tells."""
    journal, _ = played(game, tmp_path, ["save", "spend"])
    file = tmp_path / "cards" / "ruleset.yaml"
    file.write_text(RULES.replace("pay 1 coins", "pay 2 coins"), encoding="utf-8")
    outcome = replay(journal.path)
    assert outcome.notices[0].code == "journal-rules"
    assert outcome.departed == 3
    assert outcome.state.decisions == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense\n",
        "{}\n",
        '{"rulewright": 99}\n',
        '{"rulewright": 1, "game": "cards"}\n',
        "[" * 5000 + "\n",
    ],
)
def test_what_is_no_journal_is_refused_at_its_first_line(tmp_path: Path, text: str) -> None:
    """Never a traceback of another kind."""
    file = tmp_path / "x.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(JournalFault, match=r"x\.jsonl:1:1"):
        Journal.open(file)


def test_a_faulty_line_is_named(game: Game, tmp_path: Path) -> None:
    """A line in the middle that is no choice."""
    journal, _ = played(game, tmp_path, ["save", "save"])
    changed(journal.path, 3, lambda record: record.pop("choice"))
    with pytest.raises(JournalFault, match=r"game\.jsonl:3:1"):
        Journal.open(journal.path)


@pytest.mark.parametrize(
    ("choices", "seats", "reach"),
    [
        (["save"], ("human", "human"), 1),
        (["gamble"], ("human", "human"), 0),
        (["take"], ("human", "human"), 0),
        (["save", "pass", "save", "pass"], ("human", "random"), 3),
        (["save", "pass", "save", "pass"], ("human", "human"), 0),
        ([], ("human", "human"), 0),
    ],
)
def test_undo_stops_at_chance_at_what_was_hidden_and_at_another_persons_choice(
    game: Game, tmp_path: Path, choices: list[str], seats: tuple[str, str], reach: int
) -> None:
    """How many choices the first seat may take back."""
    journal, _ = played(game, tmp_path, choices, *seats)
    assert journal.undoable(0) == reach


def test_an_undo_is_a_line_of_its_own(game: Game, tmp_path: Path) -> None:
    """What was taken back stays on the page, and is not played again."""
    journal, _ = played(game, tmp_path, ["save", "save"])
    lines = len(journal.path.read_text(encoding="utf-8").splitlines())
    journal.undo(1)
    again = replay(journal.path)
    assert [entry.choice for entry in again.journal.entries] == ["save"]
    assert again.state.decisions == 1
    assert len(journal.path.read_text(encoding="utf-8").splitlines()) == lines + 1


def test_a_journal_is_never_written_over(game: Game, tmp_path: Path) -> None:
    """A file that is there already is refused."""
    journal, _ = begun(game, tmp_path)
    with pytest.raises(FileExistsError):
        Journal.create(journal.path, game, 6, ("human", "random"))


PICKS = """
id: picks
title: Picks
players: 2
components: {card: {kinds: {ace: {copies: 2}, king: {copies: 2}, jack: {copies: 3}}}}
zones: {hand: {per: player, holds: card}}
counters: {coins: {per: player}}
effects:
  bid: |
    choose n in 1..size(hand(me))
    gain n coins
flow:
  - step: begin
    do: |
      move all from box(card) to hand(p1)
      move 2 jack from hand(p1) to hand(p2)
  - step: discard
    for: p in {p1}
    do: |
      choose exactly 4 cards in hand(p) by p:
        move cards from hand(p) to box(card)
        pick n at random in 1..6
        gain n coins for p
  - {step: bidding, players: players, secretly: true, do: call bid()}
  - {step: turn, players: players, actions: [stop, rest]}
actions: {stop: {do: end turn}, rest: {do: end turn}}
"""


def test_a_journal_of_the_old_format_is_followed_and_renewed_when_played_on(tmp_path: Path) -> None:
    """It left out what alone was left in the order of the pool, and a sole option in a called effect."""
    (tmp_path / "picks").mkdir()
    (tmp_path / "picks" / "ruleset.yaml").write_text(PICKS, encoding="utf-8")
    game = load(tmp_path / "picks").game
    assert game is not None
    journal = Journal.create(tmp_path / "old.jsonl", game, 1, ["human", "human"])
    probe = game.new(1)
    for card in ("ace", "king", "king", "jack"):
        probe.choose(f"cards={card}")
    drew = list(probe.drawn)
    assert drew, "chance follows the discard"
    lines = [{"by": 1, "choice": "cards=king", "drew": drew}, {"by": 2, "choice": "n=2"}]
    with journal.path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    changed(journal.path, 1, lambda head: head.update(rulewright=1))
    before = journal.path.read_bytes()
    again = replay(journal.path)
    assert (again.departed, again.notices, again.state.step) == (None, [], "turn")
    chosen = [entry.choice for entry in again.journal.entries]
    assert chosen == ["cards=ace", "cards=king", "cards=king", "cards=jack", "n=1", "n=2"]
    assert journal.path.read_bytes() == before
    again.journal.play(again.state, "stop")
    renewed = replay(journal.path)
    assert [entry.choice for entry in renewed.journal.entries] == [*chosen, "stop"]
    assert (renewed.departed, renewed.journal.header.format, renewed.state.hash()) == (
        None,
        FORMAT,
        again.state.hash(),
    )


def test_a_journal_holds_the_picks_of_a_subset_in_any_order(tmp_path: Path) -> None:
    """Each pick is a line, and can be undone by itself."""
    (tmp_path / "picks").mkdir()
    (tmp_path / "picks" / "ruleset.yaml").write_text(PICKS, encoding="utf-8")
    game = load(tmp_path / "picks").game
    assert game is not None
    journal, state = played(game, tmp_path, ["cards=jack", "cards=king", "cards=ace"], "human", "human")
    assert journal.undoable(0) == 1
    outcome = replay(journal.path)
    assert (outcome.departed, outcome.state.key()) == (None, state.key())
