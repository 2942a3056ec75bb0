"""What an action is said to cost and bring before it is chosen, and what the log says once."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.model import Question
from cli.seen.questions import question_for
from cli.seen.sight import Sight
from cli.session.session import others_in
from interpreter import State
from tests.language.small_rulesets import game_of

ACTIONS = r"""
actions:
  toil:
    title: Toil
    do: |
      choose n in {2, 4} as "How long?"
      gain 2 coins
      if n == 4: gain 1 wood
  fetch:
    title: Fetch
    do: |
      choose n in 1..3 as "How much?"
      gain n wood
  idle: {title: Get 1 wood, do: "gain 1 wood\nend turn"}
  dance:
    title: Dance
    do: |
      choose n in {1, 2} as "How often?"
      for i in 1..2: call turn_round(n)
      perform bow(n)
  nap: {title: Nap, anytime: true, do: gain 1 coins}
  read:
    title: Read
    do: |
      choose note in box(note) as "What do you read?"
      move note to shelf(me)
      call turn_round(1)
  bow(number n): {title: Bow, do: "choose deep in {n, 3} as \"How deep?\"\nend turn"}
zones:
  shelf: {per: player, holds: note}
components:
  note: {kinds: {poem: {about: "It rhymes. Few do."}, letter: {}}}
effects:
  turn_round(number n): {title: A turn, log: "{me} turns round.", do: gain n coins}
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [toil, fetch, idle, dance, nap, read]}
"""


def begun(folder: Path) -> State:
    return game_of(folder, ACTIONS).new(1, listen=True)


def asked_of(folder: Path, text: str) -> Question:
    """What the first seat is asked at the beginning of a game of some lines."""
    asked = question_for(Sight(game_of(folder, text).new(1, listen=True), 0), ahead=True)
    assert asked is not None
    return asked


def test_an_action_says_what_all_its_ways_bring_and_what_it_brings_at_most(tmp_path: Path) -> None:
    state = begun(tmp_path)
    asked = question_for(Sight(state, 0), ahead=True)
    assert asked is not None
    does = {option.id: option.does for option in asked.options}
    assert does["toil"] == "get 2 coins (then 2)"
    assert does["fetch"] == "at most get 3 wood (then 3)"
    assert does["idle"] == ""  # its title says it


def test_an_action_is_done_with_one_or_the_other_and_pieces_say_what_they_are(tmp_path: Path) -> None:
    """Of pieces that do alike the first sentence of what they are about is said."""
    state = begun(tmp_path)
    asked = question_for(Sight(state, 0), ahead=True)
    assert asked is not None
    assert {option.id: option.note for option in asked.options}["read"] == "poem or letter"
    state.choose("read")
    asked = question_for(Sight(state, 0), ahead=True)
    assert asked is not None
    notes = {option.title: option.note for option in asked.options}
    assert notes == {"poem": "it rhymes", "letter": ""}, [option.does for option in asked.options]


SOLE = r"""
actions:
  sow: {title: Sow, do: must call plant(1)}
  idle: {title: Idle, do: end turn}
effects:
  plant(number deep):
    do: |
      choose rows in set(m for m in 1..3 where m > 2 + coins(me)) as "How many rows?"
          each "{deep} deep" each "{rows * 3} ears in summer" each "[{rows - 3} for the birds]"
      gain rows wood
      end turn
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [sow, idle]}
"""


def test_what_is_chosen_of_itself_is_said_with_its_notes(tmp_path: Path) -> None:
    """As far as they are known where the action is chosen."""
    asked = asked_of(tmp_path, SOLE)
    assert {option.id: option.note for option in asked.options}["sow"] == "3 (9 ears in summer)"


PAIR = r"""
components:
  note:
    kinds:
      poem: {title: a long poem of the old king or of his daughter}
      letter: {title: a letter to a friend who lives far away}
zones:
  shelf: {per: player, holds: note}
actions:
  read: {title: Read, do: "choose note in box(note)\nmove note to shelf(me)"}
  idle: {title: Idle, do: end turn}
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [read, idle]}
"""


def test_both_of_two_are_named_also_where_they_are_long(tmp_path: Path) -> None:
    asked = asked_of(tmp_path, PAIR)
    said = "a long poem of the old king or of his daughter, or a letter to a friend who lives far away"
    assert {option.id: option.note for option in asked.options}["read"] == said


LADDERS = """
boards:
  ladder:
    title: Ladder
    shape: square
    fields: {points: number, snake: truth}
    option: kind
    layouts:
      old: {picture: {points: "0 2 3", snake: "false true false"}}
      new: {picture: {points: "0 2 4", snake: "false true false"}}
    draw: {label: [points], text: "{points} point(|s)[, a {snake}]"}
  hole: {shape: square, picture: "o o"}
options:
  kind: {type: ladder_layout, default: FIRST}
counters:
  pawn: {title: Pawn, per: player, type: ladder, start: ladder(a1)}
actions:
  climb: {title: Climb, do: "set pawn(me) to ladder(a2)\\nend turn"}
  leap: {title: Leap, do: "set pawn(me) to ladder(a3)\\nend turn"}
flow:
  - step: round
    for: number in 1..9
    steps:
      - {step: turn, players: players, actions: [climb, leap]}
"""


@pytest.mark.parametrize(("first", "top"), [("old", 3), ("new", 4)])
def test_where_a_pawn_would_come_is_what_the_layout_in_use_says(tmp_path: Path, first: str, top: int) -> None:
    asked = asked_of(tmp_path, LADDERS.replace("FIRST", first))
    does = {option.id: option.does for option in asked.options}
    assert does == {"climb": "pawn to 2 points, a snake", "leap": f"pawn to {top} points"}


def test_what_is_done_twice_is_said_once_and_what_was_performed_goes_on(tmp_path: Path) -> None:
    state = begun(tmp_path)
    log, state = Log.of(state.game, 1, ["dance", "n=2", "bow", "deep=3"])
    happened = [log.in_words(state.game, each, -1) for each in log.passages([])]
    assert "Player 1 turns round, twice." in plain([line for each in happened for line in each.came])
    choices = [each for events in log.seen([]) for each in events if each["kind"] == "choice"]
    assert [each["options"] for each in choices if each.get("performed")] == [["bow"]]


def test_what_was_chosen_is_not_said_twice_above_a_question() -> None:
    about = ("build a wall (pay stone)", "wall for 2 stone")
    asked = Question(0, "Build a wall: where does it go?", "", about, "", (), None)
    assert asked.steps == ["build a wall (pay stone)", "wall for 2 stone"]


def test_of_choices_that_are_taken_back_with_an_own_one_their_seats_are_named() -> None:
    assert others_in([0, 2, 1, 2], 0) == ["Player 2", "Player 3"]


def test_an_option_that_ends_a_turn_says_what_its_end_brings(tmp_path: Path) -> None:
    """That is what later steps of the turn bring to who chooses, not what the next turn does."""
    text = r"""
actions:
  rest: {title: Rest, do: end act}
  work: {title: Work, do: "gain 1 wood"}
counters: {fed: {per: player, type: number, log: false}}
flow:
  - step: round
    for: number in 1..3
    steps:
      - step: turn
        players: players
        steps:
          - {step: rise, do: gain 1 wood}
          - {step: act, actions: [rest, work]}
          - step: dusk
            do: |
              gain 1 fed
              gain 3 coins
              for p in others(me): gain 1 wood for p
"""
    asked = asked_of(tmp_path, text)
    does = {option.id: option.does for option in asked.options}
    assert does["rest"] == "get 3 coins (then 3)", does
    assert does["work"] == "get 1 wood (then 2)"


def test_what_an_action_takes_is_not_read_as_what_it_brings(tmp_path: Path) -> None:
    """Of what is chosen first and then paid it is said that it is paid, once."""
    text = r"""
actions:
  trade:
    title: Trade
    do: |
      choose given in card as "What do you give?" each "2 for 1"
      pay 2 given from hand(me)
      choose wanted in box(card) where wanted != given as "What do you want?"
      move wanted to hand(me)
  rest: {title: Rest, do: end turn}
flow:
  - step: deal
    do: |
      for p in players: move 2 king from box(card) to hand(p)
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [trade, rest]}]
zones: {hand: {per: player, holds: card}}
components:
  card: {kinds: {king: {copies: 9}, fool: {copies: 9}, ace: {copies: 9}}}
"""
    state = game_of(tmp_path, text, base="").new(1, listen=True)
    asked = question_for(Sight(state, 0), ahead=True)
    assert asked is not None
    assert (asked.options[0].note, asked.options[0].does) == ("", "pay 2 kings")


def test_an_option_says_what_does_not_come_of_it(tmp_path: Path) -> None:
    """A sentence that something is not done, of an effect in which nothing changes, is said ahead too."""
    text = r"""
actions:
  dig: {title: Dig, do: "gain 1 coins\ncall find()"}
  rest: {title: Rest, log: "There is nothing to do.", do: end turn}
effects:
  find:
    do: |
      if coins(me) > 1: gain 1 wood
      else: say "No wood is found."
flow:
  - step: round
    for: number in 1..3
    steps: [{step: turn, players: players, actions: [dig, rest]}]
"""
    asked = asked_of(tmp_path, text)
    assert asked.options[0].does == "get 1 coin (then 1); no wood is found"


def test_of_what_lies_on_both_sides_of_a_question_all_is_shown_or_none(tmp_path: Path) -> None:
    """The question names one by the words that its row would have, the other in other words."""
    text = r"""
zones:
  hand: {per: player, holds: card}
  offered: {title: Offered, holds: card}
  wanted: {title: Wanted, holds: card}
components:
  card: {kinds: {king: {copies: 9}, fool: {copies: 9}}}
flow:
  - step: deal
    do: |
      move 2 king from box(card) to offered
      for k in {king, fool}: move 1 k from box(card) to wanted
      for p in players: move 1 king from box(card) to hand(p)
  - step: round
    for: number in 1..3
    steps:
      - step: turn
        players: players
        do: |
          one of as "Of {offered} and another card which do you take?" showing offered, wanted:
            yours: move all from offered to hand(me)
            theirs: move all from wanted to hand(me)
            none: move all from hand(me) to box(card)
"""
    asked = question_for(Sight(game_of(tmp_path, text, base="").new(1, listen=True), 0))
    assert asked is not None and "2 kings" in asked.prompt
    assert {"Offered", "Wanted"} <= {each.title for each in asked.shown}, asked.shown
