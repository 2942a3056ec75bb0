"""What a seat sees as data: it fits its schema, and says what the decision and the view of the seat say."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from cli.seen.as_json import FORMAT, seen_json
from cli.seen.log import Log
from cli.seen.seeing import _at_chosen, see
from interpreter import State
from tests.playing import CLASSICS, ROOT, SHIPPED, TOYS, game_of, random_play, sampled

SCHEMA = json.loads((ROOT / "schemas" / "seen" / "seen.schema.json").read_text(encoding="utf-8"))


def test_the_schema_is_of_the_format_that_is_printed() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["format"]["const"] == FORMAT


@pytest.mark.parametrize("path", [*SHIPPED, *sampled([*TOYS, *CLASSICS], 20)], ids=str)
def test_positions_of_random_games_fit_the_schema(path: Path) -> None:
    validator, compared = Draft202012Validator(SCHEMA), 0
    game = game_of(path)
    for state in islice(random_play(game, 3), 0, 200, 36):
        for seat in (None, 0, max(state.seat, 0)):
            printed = json.loads(json.dumps(seen_json(see(state, seat))))
            error = best_match(validator.iter_errors(printed))
            assert error is None, f"{error.json_path}: {error.message}"
            check(state, seat, printed)
            compared += printed["question"] is not None
    assert compared


def check(state: State, seat: int | None, printed: dict[str, Any]) -> None:
    """Options are those of the decision, places are there, and things are as many as in the view."""
    decision, view = state.decision, state.view(seat)
    assert (printed["question"] is not None) == (decision is not None and decision.seat == seat)
    spaces = {
        (board["name"], board["owner"], space["name"])
        for board in printed["boards"]
        for space in board["spaces"]
    }
    zones = {(zone["name"], zone["place"]): zone for zone in (*printed["zones"], *printed["supplies"])}
    for option in printed["question"]["options"] if printed["question"] else ():
        for target in [
            *option["targets"],
            *(each for then in option["following"] for each in then["targets"]),
        ]:
            if "space" in target:
                board = state.game.boards[target["board"]]
                hidden = bool(board.draw.get("hidden"))
                assert hidden or (target["board"], target["owner"], target["space"]) in spaces
    if printed["question"]:
        assert decision is not None
        assert [each["id"] for each in printed["question"]["options"]] == [
            each.id for each in decision.options
        ]
    for (name, place), zone in zones.items():
        seen = view["zones"][name][place] if isinstance(view["zones"][name], dict) else view["zones"][name]
        many = seen if isinstance(seen, int) else len(seen)
        assert len(zone["things"]) + zone["hidden"] == many, (name, place)
    rows = printed["scores"]["rows"]
    assert bool(rows) or not state.game.has_points
    assert not rows or int(rows[-1]["points"][0].split()[0]) == state.scores()[0]


def test_what_happened_since_the_last_choice_is_there() -> None:
    """What the other seat did, and where it is new; not one's own choice, which one knows."""
    burgundy = next(path for path in SHIPPED if path.name == "burgundy")
    game = game_of(burgundy, 2, ("first_player", "p1"))
    log, state = Log.of(game, 3, ["gain_workers", "die=5", "gain_workers", "gain_workers", "die=3"])
    seen = seen_json(see(state, 0, log))
    assert [each["came"] for each in seen["log"]][-1] == ["Player 2 takes 2 workers with a 3."]
    workers = next(each for each in seen["counters"] if each["name"] == "counters/workers")
    assert [value["owner"] for value in workers["values"]] == ["p1", "p2"]
    assert "new" in seen["zones"][0]
    assert any(zone["new"] for zone in seen["zones"])
    assert seen_json(see(state, None, log))["log"] == []


def test_of_equal_things_those_on_the_chosen_space_are_meant() -> None:
    """Two rows hold the same thing; who has chosen a row is not shown the other's."""
    rows = [("space", "ring", "all", row) for row in ("4", "1")]
    things = [("thing", "row", row, "round") for row in ("4", "1")]
    assert _at_chosen([*rows, *things], [rows[0]]) == [rows[0], things[0]]
    assert _at_chosen(things, []) == things
