"""The games that are found, and those of a group apart."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from cli.main import rulewright
from interpreter import Credits, find_rulesets, load, named_rulesets, overlays_of
from tests.playing import CLASSICS, SHIPPED

ROOT = Path(__file__).parents[2]


def test_classics_are_a_group_and_the_other_games_stand_by_themselves() -> None:
    groups = {info.path: info.group for info in find_rulesets()}
    assert groups == dict.fromkeys(SHIPPED) | dict.fromkeys(CLASSICS, "classics")


def test_a_group_names_all_its_games() -> None:
    assert named_rulesets(["burgundy", "classics"]) == ["burgundy", *map(str, CLASSICS)]


def test_the_overlays_of_a_ruleset_are_those_inside_it_and_those_beside_it(tmp_path: Path) -> None:
    """By its id and by its folder; expansions come first. An overlay of another game is none of them."""
    for place, kind, base in (
        ("game/expansions/swift", "variant", "game"),
        ("game/expansions/sea", "expansion", "game"),
        ("beside", "expansion", "game"),
        ("foreign", "expansion", "other"),
    ):
        (tmp_path / place).mkdir(parents=True)
        head = f"id: {Path(place).name}\ntitle: T\nkind: {kind}\nbase: {base}\n"
        (tmp_path / place / "overlay.yaml").write_text(head, encoding="utf-8")
    (tmp_path / "game" / "ruleset.yaml").write_text("id: game\ntitle: G\nplayers: 2\n", encoding="utf-8")
    for target in ("game", tmp_path / "game"):
        assert overlays_of(target, [tmp_path]) == ["sea", "beside", "swift"]
    assert overlays_of("no such game", [tmp_path]) == []


def test_the_list_shows_groups_apart_and_tells_them_in_json() -> None:
    lines = CliRunner().invoke(rulewright, ["list"]).output.splitlines()
    at = lines.index("classics:")
    assert len(lines) == at + 1 + len(CLASSICS)
    told = json.loads(CliRunner().invoke(rulewright, ["list", "--json"]).output)
    assert {game["id"] for game in told if game["group"] is None} == {path.name for path in SHIPPED}


def test_every_game_that_can_be_bought_is_credited_and_noticed() -> None:
    """Its head says whose it is, and NOTICE names the same people."""
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for info in find_rulesets():
        credits = info.credits
        if info.group is None:
            assert info.title in notice
            assert credits.designers and credits.publisher and credits.year
            assert [name for name in (*credits.designers, credits.publisher) if name not in notice] == []


def test_an_extended_ruleset_is_credited_as_its_base_but_for_what_it_says_itself(tmp_path: Path) -> None:
    """In the list, which reads only heads, as in the game that is loaded."""
    head = "id: {}\ntitle: T\nyear: {}\n"
    base = "players: 2\ndesigners: [Ann, Bo]\npublisher: House\nflow: [{step: turn, do: end game}]\n"
    for name, year, rest in (("old", 1990, base), ("new", 2020, "extends: old\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(head.format(name, year) + rest, encoding="utf-8")
    info = next(each for each in find_rulesets([tmp_path]) if each.id == "new")
    game = load(tmp_path / "new", search=[tmp_path]).game
    assert game is not None
    assert info.credits == game.credits == Credits(("Ann", "Bo"), "House", "", 2020)


def test_an_option_lists_the_names_of_its_type_wherever_they_are_declared(tmp_path: Path) -> None:
    """Members, layouts and kinds, in groups or not, of all files; what an option lists itself stays."""
    (tmp_path / "ruleset.yaml").write_text(
        "id: tried\ntitle: Tried\nplayers: 2\nfiles: [more.yaml]\nenums: {tone: [dark, light]}\noptions:\n"
        "  shade: {type: tone, default: dark}\n  some: {type: tone, default: dark, choices: [dark]}\n"
        "  field: {type: field_layout, default: flat}\n  guests: {type: set of guest, default: random}\n"
        "  goal: {type: number, default: 3}\n",
        encoding="utf-8",
    )
    (tmp_path / "more.yaml").write_text(
        "boards: {field: {shape: square, layouts: {flat: {picture: {x: a}}}}}\n"
        "layouts: [{each: {board: field}, layouts: {steep: {picture: {x: a}}}}]\n"
        "components: {guest: {kinds: [{over: {seat: 1..2}, name: 'guest_{seat}'}, {kinds: {b: {}}}]}}\n",
        encoding="utf-8",
    )
    [info] = [each for each in find_rulesets((tmp_path,)) if each.id == "tried"]
    assert {name: option.get("choices") for name, option in info.options.items()} == {
        "shade": ["dark", "light"],
        "some": ["dark"],
        "field": ["flat", "steep"],
        "guests": ["guest_1", "guest_2", "b"],
        "goal": None,
    }
