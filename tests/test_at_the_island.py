"""What people read at the table of Catan and Cities & Knights: where things are, and what came of what."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cli.opening import begin
from cli.options import GameChoice
from cli.seen.beside import Known
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.model import Held, Outcome
from cli.seen.questions import confirming, question_for
from cli.seen.seeing import see
from cli.seen.sight import Sight
from cli.show.log import passages_lines
from cli.table.page import parts_of
from interpreter import Game, State, load, scenario_state
from tests.playing import ROOT

FOUNDED = ["home=V40", "way=E51"]


@cache
def island(overlay: str = "", players: int = 2) -> Game:
    overlays = [overlay] if overlay else []
    game = load(ROOT / "rulesets" / "catan", players=players, overlays=overlays).game
    assert game is not None
    return game


def played(choices: list[str], *, overlay: str = "") -> tuple[Log, State]:
    return Log.of(island(overlay), 3, choices)


def in_log(log: Log, state: State, reader: int) -> str:
    return plain(passages_lines(state.game, log.passages([reader]), [reader], (), 300, state=state))


def test_a_corner_goes_by_the_lands_beside_it_each_with_its_number() -> None:
    log, state = played(FOUNDED)
    said = in_log(log, state, 0)
    assert "builds a settlement beside forest 8, mountains 3 and hills 5 (V40)" in said
    assert "builds a road beside forest 8 and mountains 3 (E51)" in said
    on_page = Known(Sight(state, 0), named=False)
    assert on_page.sentence("A road (E51).") == "A road beside forest 8 and mountains 3."
    assert on_page.sentence("From V40, to c3.").startswith("From the place beside forest 8, mountains 3")
    assert on_page.sentence("Nothing of A5 (X1).") == "Nothing of A5 (X1)."


def test_what_lies_at_the_same_is_told_apart_by_where_it_is_there() -> None:
    """At a corner of one hex two sides begin, both on the coast."""
    _, state = played(["home=V52"])
    question = question_for(Sight(state, 0))
    assert question is not None
    words = [option.beside[1] for option in question.options]
    assert words == ["hills 5 (lower left)", "hills 5 (lower right)"]
    _, state = played([])
    question = question_for(Sight(state, 0))
    assert question is not None
    words = [option.beside[1] for option in question.options]
    assert len(set(words)) == len(words)
    assert "hills 5 (lower left)" in words


SCENE = """
game: catan
players: {players}
seed: {seed}
{overlay}
scenarios:
  - name: scene
    given: |
      set on_turn to me
      {given}
    at: {{step: act, player: p1}}
    when: [finish]
"""
# The first card that is given is a matter of course.
OFFER = ["offer_trade", "done", "wishes=ore", "done"]


def played_on(folder: Path, text: str, choices: list[str]) -> tuple[Log, State]:
    """What came of choices in the scene of a file, and where it led."""
    file = folder / "scene.yaml"
    file.write_text(text, encoding="utf-8")
    _, state = scenario_state(file, "scene")
    state.listen()
    log = Log([(-1, [])], state.game.loops, state.game.turns)
    for choice in choices:
        seat = state.seat
        state.choose(choice)
        log.done.append((seat, state.happened))
    return log, state


def read(
    folder: Path, given: str, choices: list[str], *, overlay: str = "", players: int = 2, seed: int = 1
) -> dict[int, list[str]]:
    """What each reader, and a spectator (-1), reads of choices in a position, in lines."""
    with_overlay = f"with: [{overlay}]" if overlay else ""
    given = given.replace("\n", "\n      ")
    text = SCENE.format(players=players, overlay=with_overlay, given=given, seed=seed)
    log, state = played_on(folder, text, choices)
    found = dict[int, list[str]]()
    for reader in range(-1, players):
        seats = [reader] if reader >= 0 else []
        passages = log.passages(seats, 1)
        found[reader] = plain(passages_lines(state.game, passages, seats, (), 300, state=state)).splitlines()
    return found


def test_a_roll_that_brings_nothing_says_so(tmp_path: Path) -> None:
    """On the seed of the scene a 9 is rolled next; nobody has built anything, or somebody beside a 9."""
    nothing = "The land yields nothing to anybody."
    given = "move 1 ore from box(card) to hand(me)"
    assert read(tmp_path, given, ["finish"])[0][-1] == nothing
    beside = f"{given}\ncall build(settlement(p2), corner(V6)) for p2"
    assert read(tmp_path, beside, ["finish"])[0][-1] == "The land yields: Player 2 gets 1 lumber."
    # What gold brings is chosen after it.
    gold = f"{given}\nset land(hex(a3)) to gold\ncall build(settlement(p2), corner(V6)) for p2"
    said = read(tmp_path, gold, ["finish", "dug=ore"], overlay="gold_fields")[0]
    assert nothing not in said
    assert said[-1] == "Player 2 takes ore for gold."


def test_what_all_others_give_is_said_to_all(tmp_path: Path) -> None:
    given = "move 1 monopoly from box(development) to developments(me)\nmove 3 ore from box(card) to hand(p2)"
    for lines in read(tmp_path, given, ["play_development", "named=ore"]).values():
        assert lines == [
            "Player 1 plays a monopoly: all others give ore.",
            "Player 1 gets 3 ore from Player 2.",
        ]
    for lines in read(tmp_path, given, ["play_development", "named=wool"]).values():
        assert lines[:2] == ["Player 1 plays a monopoly: all others give wool.", "Nobody has any wool."]
    card = "move 1 resource_monopoly from deck(trade) to progress_hand(me)"
    given = f"{card}\nmove 3 ore from box(card) to hand(p2)"
    played = ["play_progress", "named=ore"]
    for lines in read(tmp_path, given, played, overlay="cities_and_knights").values():
        assert lines[-1] == "Player 1 gets 2 ore from Player 2."


def test_a_trade_is_said_once(tmp_path: Path) -> None:
    """Who gives what for what; a refusal by the only other player; what a counter-offer names, all know."""
    given = "move 2 lumber from box(card) to hand(me)\nmove 2 ore from box(card) to hand(p2)"
    assert read(tmp_path, given, [*OFFER, "refuse"])[0] == [
        "Player 1 offers lumber for ore.",
        "Player 2 refuses.",
    ]
    said = read(tmp_path, given, [*OFFER, "refuse", "refuse"], players=3)[0]
    assert said[-1] == "Nobody takes the offer."
    counter = ["counter", "returns=ore", "done", "demands=lumber", "done", "agree_to_counter"]
    for lines in read(tmp_path, given, [*OFFER, *counter]).values():
        assert lines[-1] == "Player 1 gives lumber to Player 2 for ore."


def test_who_goes_on_with_an_offer_reads_what_is_given(tmp_path: Path) -> None:
    given = "move 2 lumber from box(card) to hand(me)"
    text = SCENE.format(players=2, overlay="", given=given, seed=1)
    log, state = played_on(tmp_path, text, OFFER[:2])
    question = see(state, 0, log).question
    assert question is not None
    assert question.prompt.endswith("What do you want for lumber?")
    asked = confirming(question, Held(0, (), Outcome(), ends=False, may_end=True))
    assert asked.about[-1] == "What do you want for lumber? 1 brick"


# With it the event die shows a ship next.
SHIP = 3
ATTACKED = """move 1 lumber from box(card) to hand(me)
set barbarians to 6
call build(city(me), corner(V9))
call build(city(p2), corner(V20)) for p2
call lay_road(side(E14))
call post_knight(basic_knight(me), corner(V14), true)"""


def test_an_attack_says_who_was_how_strong_and_what_came_of_it(tmp_path: Path) -> None:
    """The event die of the scene shows a ship; of two cities one is guarded, or none has to be."""
    said = read(tmp_path, ATTACKED, ["finish"], overlay="cities_and_knights", seed=SHIP)[-1]
    at = said.index("The barbarians attack with strength 2 against 1 of the knights.")
    assert said[at + 1] == "The barbarians win. Player 2 defended least, with 0."
    assert said[at + 2].startswith("Player 2 loses the city beside pasture 4, hills 10 and forest 3 (V20)")
    guarded = f"{ATTACKED}\ncall lay_road(side(E22)) for p2"
    guarded += "\ncall post_knight(strong_knight(p2), corner(V15), true) for p2"
    said = read(tmp_path, guarded, ["finish"], overlay="cities_and_knights", seed=SHIP)[-1]
    at = said.index("The barbarians attack with strength 2 against 3 of the knights.")
    assert said[at + 1].startswith(
        "The island holds. Player 2 defended most, with 2, and is a Defender of Catan"
    )


def test_an_attack_is_read_over_the_page() -> None:
    assert island("cities_and_knights").page["attack"] == "banner"


def bar_of(folder: Path, *overlays: str) -> str:
    """The bar of the page when dice have been rolled."""
    choice, save = GameChoice("catan", players=2, overlays=overlays), folder / "game.jsonl"
    folder.mkdir()
    session = begin(choice, (), ["human"], seed=4, save=save, notice=lambda _: None)
    while "dice" not in (bar := parts_of(session, 0)["turn"]).lower():
        session.take(0)
    return bar


def test_the_red_die_is_another_than_the_white_one(tmp_path: Path) -> None:
    """Each has its name, and one has light pips on a dark ground; without the expansion both are alike."""
    bar = bar_of(tmp_path / "knights", "cities_and_knights")
    assert 'title="red die: ' in bar
    assert 'title="white die: ' in bar
    assert 'fill="#b5302a"' in bar
    assert "die: " not in bar_of(tmp_path / "base")
