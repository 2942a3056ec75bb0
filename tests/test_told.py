"""What people read of a play: all that is open to them by name, nothing that is hidden from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.main import rulewright
from cli.seen.lines import Run, plain
from cli.seen.log import Log
from cli.seen.pieces import piece_look
from cli.show.ink import wrapped_line
from cli.show.log import passages_lines
from interpreter import Event, Game, Happening, RuleFault, State, seen_by, several
from tests.playing import (
    CLASSICS,
    ROOT,
    SHIPPED,
    TOYS,
    counts_of,
    everything,
    game_of,
    game_with,
    overlays_of,
)

HARD = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "hard").glob("*/ruleset.yaml")))
GAMES = (*SHIPPED, *TOYS, *HARD, *CLASSICS)
WIDE = 10_000
# Of more moves than these, or of more pieces of one move, only the number is told.
FEW = 3
# Each example looks at so many choices, after so many others at most.
LOOKED_AT, BEFORE = 25, 150


def loaded(path: Path, company: tuple[str, ...], players: int | None) -> Game | None:
    return game_with(path, company, players) if players else game_of(path)


@st.composite
def games(draw: st.DrawFn) -> tuple[Path, tuple[str, ...], int | None]:
    """Any ruleset, with any of its overlays, or all that go together, and any number of players."""
    path = draw(st.sampled_from(GAMES))
    if path not in SHIPPED:
        return path, (), None
    players = draw(st.sampled_from(sorted(counts_of(path))))
    companies = [(), everything(path, players), *((name,) for name in overlays_of(path))]
    return path, draw(st.sampled_from(companies)), players


def heard(game: Game, seed: int, before: int) -> Iterator[State]:
    """Some choices of a random play, after some others that nobody listens to."""
    state, chance = game.new(seed), Random(seed)
    for number in range(before + LOOKED_AT):
        if state.finished:
            return
        if number == before:
            state.listen()
        try:
            state.choose(int(chance.random() * state.option_count))
        except RuleFault:  # of rules that go wrong other tests speak
            return
        if number >= before:
            yield state


def told(state: State, by: int, seat: int | None) -> str:
    """What one seat, or a spectator, reads of the last choice."""
    seats = [] if seat is None else [seat]
    passages = Log([(by, state.happened)], state.game.loops).passages(seats)
    return plain(passages_lines(state.game, passages, seats, (), WIDE))


def titles(game: Game, event: Event) -> dict[str, str]:
    """What people call the pieces of an event, by name, without their states, which may change again."""
    place = event["at"]
    if "board" in place:
        board = game.boards[place["board"]]
        nodes = (node for layout in board.layouts for node in layout.nodes)
        holds = next(board.holds[node.type] for node in nodes if node.name == place["space"])
    elif game.zones[place["zone"]].drawn:
        holds = game.zones[place["zone"]].holds.name
    else:
        return {}
    drawn = [piece_look(game, holds, piece) for piece in event["pieces"] if not piece.startswith("?")]
    kinds = [each.kind for each in drawn if each.kind is not None]
    return {kind.name: kind.about.title or kind.name.replace("_", " ") for kind in kinds}


def open_things(game: Game, events: list[Event]) -> list[tuple[str, ...]]:
    """What must be read by one of some names: what was chosen, and pieces that moved to where people look.

    What a ruleset has a sentence for is said as the ruleset says it.
    """
    sentences = any(event["kind"] == "say" for event in events)
    events = [event for event in events if not event.get("said")]
    moves = [event for event in events if event["kind"] == "move"]
    words = list[tuple[str, ...]]()
    if len(moves) <= FEW:
        for event in moves:
            end = event.get("to", {})
            seen = "board" in end or (end.get("zone", "") and shown(game, end["zone"]))
            if seen and len(event["pieces"]) <= FEW and event["at"] != end:
                words += [(title, several(title)) for title in titles(game, event).values()]
    for event in events:
        # What was not asked, and what was refused, is no deed.
        asked = event["kind"] == "choice" and not event["secret"] and not event["forced"]
        if asked and not sentences and event["options"] not in (["done"], ["no"]):
            chosen = zip(event["options"], event["titles"], strict=True)
            words += [names(event, option, title) for option, title in chosen if title and option != "?"]
    return words


def names(event: Event, option: str, title: str) -> tuple[str, ...]:
    """By which names what was chosen may be read: of what is done, what comes of it says enough."""
    value = option.partition("=")[2].partition("-")[2] or option.partition("=")[2]
    return title, event["title"] if title == "yes" else title, value.replace("_", " ") or title


def shown(game: Game, zone: str) -> bool:
    """Whether people are told of a zone: it is no box, and the ruleset does not keep it off the screen."""
    return game.zones[zone].drawn and zone.removeprefix("box_") not in game.components


def law(game: Game, seed: int, before: int) -> int:
    """Both directions at some choices of a play, for every seat and a spectator; returns how many."""
    looked = 0
    for state in heard(game, seed, before):
        for seat in (None, *range(game.players)):
            events = seen_by(state.happened, seat)
            text = told(state, 0, seat)
            for words in open_things(game, events):
                assert any(each.lower().rstrip("?") in text.lower() for each in words), (seat, words, text)
            if all(each.seen_by(seat) == each.event for each in state.happened):
                assert not re.search(r": hidden(?![\w ])", text), (seat, text)
            known = json.dumps(events, ensure_ascii=False)
            for name, title in hidden_names(game, state.happened, seat).items():
                if not any(is_word(each, known) for each in (name, title)):
                    assert not is_word(title, text), (seat, title, text)
            looked += 1
    return looked


def is_word(word: str, text: str) -> bool:
    """Whether a text has a word that is no part of another."""
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text) is not None


def hidden_names(game: Game, happened: Sequence[Happening], seat: int | None) -> dict[str, str]:
    """What a seat must not read, by id: pieces and answers of events that it does not see as they are."""
    found: dict[str, str] = {}
    for each in happened:
        event = each.event
        if each.seen_by(seat) != event:
            found |= titles(game, event) if "pieces" in event else {}
            ids = [option.rpartition("=")[2] for option in event.get("options", [])]
            # What chance picks has no title beside its name.
            words = event.get("titles") or [name.replace("_", " ") for name in ids]
            found |= dict(zip(ids, words, strict=True))
    return {name: title for name, title in found.items() if len(title) > 1}


some = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


def obeyed(of: tuple[Path, tuple[str, ...], int | None], seed: int, before: int) -> None:
    """Where so many do not play with these overlays, there is nothing to look at."""
    game = loaded(*of)
    if game is not None:
        law(game, seed, before)


@some
@given(games(), st.integers(0, 10**6), st.integers(0, BEFORE))
def test_open_things_are_read_by_name_and_hidden_ones_by_nobody(
    of: tuple[Path, tuple[str, ...], int | None], seed: int, before: int
) -> None:
    obeyed(of, seed, before)


@pytest.mark.slow
@settings(some, max_examples=600)
@given(games(), st.integers(0, 10**6), st.integers(0, 4 * BEFORE))
def test_so_it_is_in_many_more_games(
    of: tuple[Path, tuple[str, ...], int | None], seed: int, before: int
) -> None:
    obeyed(of, seed, before)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[] if path in SHIPPED else pytest.mark.slow, id=path.name) for path in GAMES],
)
def test_each_ruleset_is_looked_at(path: Path) -> None:
    game = loaded(path, (), None)
    assert game is not None
    assert law(game, 5, 0)


def test_a_bracket_and_a_full_stop_begin_no_line() -> None:
    """Each is a run of its own behind a word that just fits."""
    runs = [Run("Player 1 builds a settlement (1 point for "), Run("settlements"), Run(")"), Run(".")]
    for width in range(46, 62):
        for line in plain(wrapped_line(runs, width=width)).split("\n"):
            assert line.strip()[:1] not in (")", "."), (width, line)


DRAWS = """\
id: draws
title: Draws
players: 3
counters: {coins: {per: player}}
actions:
  one: {do: gain 1 coins}
  two: {do: gain 2 coins}
flow:
  - step: round
    for: number in 1..3
    steps:
      - {step: turn, players: players, one_of: [one, two]}
      - {step: income, players: players, do: gain 1 coins}
"""


def test_a_turn_that_goes_by_of_itself_is_told() -> None:
    """In Reversi whoever is not asked between two choices of the other could choose nothing."""
    game = game_of(next(path for path in CLASSICS if path.name == "reversi"))
    assert game is not None
    state, chance, choices = game.new(0), Random(0), list[str]()
    while state.decision is not None:
        choices.append(chance.choice(state.decision.options).id)
        state.choose(choices[-1])
    log, _ = Log.of(game, 0, choices)
    pairs = enumerate(pairwise(seat for seat, _ in log.done))
    alone = {(at, 1 - seat) for at, (seat, after) in pairs if seat == after}
    told = {(each.first, seat) for seat in (0, 1) for each in log.passages([seat]) if each.ends_unasked(seat)}
    assert alone
    assert alone <= told
    # To others it could tell what somebody hides.
    for seat in (-1, 0, 1):
        lines = plain([line for each in log.passages([seat]) for line in log.in_words(game, each, seat).came])
        assert set(re.findall(r"Player (\d) had no choice", lines)) <= {str(seat + 1)}


def test_a_step_in_which_nothing_is_chosen_is_no_turn(tmp_path: Path) -> None:
    """Whoever draws a card could not have done anything else there."""
    (tmp_path / "ruleset.yaml").write_text(DRAWS, encoding="utf-8")
    game = game_of(tmp_path, 3)
    log, _ = Log.of(game, 1, ["one"] * 6)
    assert not [each for each in log.passages([1]) if each.ends_unasked(1)]


TRICKS = """
id: tricks
title: Tricks
players: 2
components:
  card:
    fields: {n: number}
    kinds: [{over: {n: 1..8}, name: "card_{n}", each: {title: "card {n}"}}]
zones:
  hand: {per: player, holds: card, visible: owner}
  played: {per: player, holds: card}
actions:
  play:
    log: "{me} plays {top(played(me))}."
    do: |
      choose card in hand(me)
      move card to played(me)
flow:
  - {step: deal, log: "Three cards each.", do: "for p in players: draw 3 from box(card) to hand(p)"}
  - step: trick
    for: number in 1..3
    steps:
      - {step: turn, players: players, one_of: [play]}
      - {step: clear, players: players, do: move all from played(me) to box(card)}
"""


def test_lines_that_are_read_tell_all_that_was_done(tmp_path: Path) -> None:
    """Without a terminal: the set-up first, then each play once, a person's own as well."""
    (tmp_path / "ruleset.yaml").write_text(TRICKS, encoding="utf-8")
    arguments = ["play", str(tmp_path), "--seat", "human", "--seat", "random", "--seed", "1"]
    shown = CliRunner().invoke(rulewright, arguments, "1\n1\n").stdout
    assert shown.index("Three cards each.") < shown.index("card?")
    assert [shown.count(f"Player {seat} plays card ") for seat in (1, 2)] == [3, 3]
