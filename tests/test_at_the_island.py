"""What people read at the table of Catan and Cities & Knights: where things are, and what came of what."""

from __future__ import annotations

from functools import cache

from cli.seen.beside import Known
from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.questions import question_for
from cli.seen.sight import Sight
from cli.show.log import passages_lines
from interpreter import Game, State, load
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
