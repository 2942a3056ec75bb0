"""What an action is said to cost and bring before it is chosen, and what the log says once."""

from __future__ import annotations

from pathlib import Path

from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.sight import Sight
from cli.session.session import others_in
from interpreter import State
from tests.language.small_rulesets import BASE, loaded

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
    found = loaded(folder, ACTIONS, base=BASE)
    assert found.game is not None, found.problems
    return found.game.new(1, listen=True)


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


def test_what_is_done_twice_is_said_once_and_what_was_performed_goes_on(tmp_path: Path) -> None:
    state = begun(tmp_path)
    log, state = Log.of(state.game, 1, ["dance", "n=2", "bow", "deep=3"])
    happened = [log.in_words(state.game, each, -1) for each in log.passages([])]
    assert "Player 1 turns round, twice." in plain([line for each in happened for line in each.came])
    choices = [each for events in log.seen([]) for each in events if each["kind"] == "choice"]
    assert [each["options"] for each in choices if each.get("performed")] == [["bow"]]


def test_of_choices_that_are_taken_back_with_an_own_one_their_seats_are_named() -> None:
    assert others_in([0, 2, 1, 2], 0) == ["Player 2", "Player 3"]
