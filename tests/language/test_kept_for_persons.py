"""Kept values of one person stay as they are when things of others change; lines of worth are kept too."""

from __future__ import annotations

from operator import mul
from pathlib import Path

import pytest

from interpreter import State
from interpreter.play.standings import scores
from tests.language.small_rulesets import TURNS, game_of, in_step, kept_of, play, value
from tests.playing import sampled

# A garden for each player with things on, around and counted for its beds; values that look at own gardens,
# at those of others, at that of a bed's owner, and at both by way of another value.
GARDENS = (
    TURNS
    + """\
components:
  plant: {kinds: {rose: {copies: 99}, fern: {copies: 99}}}
  gnome: {kinds: {gnome: {copies: 99, scoring: [{source: gnomes, points: size(full(me))}]}}}
boards:
  garden: {shape: square, per: player, holds: stack of plant, size: [2, 2]}
zones:
  shed: {per: player, holds: plant}
  porch: {per: player, holds: gnome, active: true}
counters:
  coins: {per: player, start: 2}
  water: {per: garden}
  weather: {start: 1}
values:
  full(player p): {is: set(x for x in garden(p) where occupied(x)), kept: true}
  beds_of(player p, plant k): {is: "set(x for x in full(p) where top(x) == k)", kept: true}
  watered(player p): {is: sum(water(x) for x in garden(p)) + size(shed(p)), kept: true}
  around(garden x): {is: "sum(size(n) for n in neighbours(x)) + coins(x.owner)", kept: true}
  envied(player p): {is: max(size(x) for x in garden(next(p))) * weather, kept: true}
  ahead(player p): {is: watered(p) - watered(next(p)), kept: true}
  first_bed(player p): {is: first(x for x in garden(p) where occupied(x)), kept: true}
  joined(player p): {is: "max(size(group(x, full(p))) for x in groups(full(p)))", kept: true}
  next_bed(player p): {is: size(top_beds(if weather > 2 then next(p) else p)), kept: true}
  top_beds(player p): set(x for x in garden(p) where size(x) > 1)
effects:
  everything: |
      one of:
        plant:
          choose x in garden(me) where true
          choose k in {rose, fern}
          move k from box(plant) to x
        give:
          choose x in garden(next(me)) where true
          move rose from box(plant) to x
        water:
          choose x in garden(me) where true
          gain 1 water(x)
        store: move fern from box(plant) to shed(me)
        gnome: move gnome from box(gnome) to porch(me)
        rain: gain 1 weather
        earn: gain 1 coins
scoring:
  final:
    - {source: beds, points: sum(size(x) for x in garden(me))}
    - {source: money, points: coins(me)}
bots:
  outlook:
    wide: joined(me)
    roses: size(beds_of(me, rose)) - size(beds_of(next(me), rose))
    wet: count(water(x) > 0 for x in garden(me))
    sheds: sum(size(shed(p)) for p in players)
    weathered: "if weather > 3 then max(size(x) for x in garden(next(me)))"
  weights: {points: 10, wide: 3, wet: 2}
"""
)
ACT = 'actions: {act: {do: "must call everything()\\nend turn"}}\n'
PERSONS = ["p1", "p2"]
BEDS = [f"garden({owner}, {bed})" for owner in PERSONS for bed in ("a1", "a2", "b1", "b2")]
ARGUMENTS = {"beds_of": [f"{p}, {kind}" for p in PERSONS for kind in ("rose", "fern")], "around": BEDS}


def worth_line_by_line(state: State, person: int) -> int:
    """What a position is worth, each line worked out."""
    game, slots = state.game, state.slots
    final = scores(game, slots)[person] + sum(points for _, points in state.final_points(person))
    return sum(map(mul, game.weights, [final, *(line(slots, person) for line in game.outlook)]))


@pytest.mark.parametrize("seed", sampled(range(8), 4))
def test_what_is_kept_for_a_person_equals_its_text(tmp_path: Path, seed: int) -> None:
    game = game_of(tmp_path, ACT, base=GARDENS)
    plain = game_of(tmp_path, ACT, base=GARDENS.replace(", kept: true", ""))
    for one, two in in_step(game, plain, seed, 40):
        for name in kept_of(game):
            for given in ARGUMENTS.get(name, PERSONS):
                text = f"{name}({given})"
                assert value(one, text) == value(two, text), text
        for person in range(2):
            assert one.outlook(person) == two.outlook(person) == worth_line_by_line(one, person)


def test_what_others_do_to_their_own_leaves_it_alone(tmp_path: Path) -> None:
    """What a value reads is told apart by person where it surely is theirs alone."""
    found = kept_of(game_of(tmp_path, ACT, base=GARDENS))
    apart = {name for name, table in found.items() if len({id(reading) for reading, _ in table.cells}) == 2}
    assert apart == {"full", "beds_of", "watered", "around", "first_bed", "joined"}


def test_lines_that_read_the_same_are_kept_together(tmp_path: Path) -> None:
    game = game_of(tmp_path, ACT, base=GARDENS)
    kept = [lines for lines in game.worth if lines.kept is not None]
    looped = [
        place for place, line in enumerate(game.model.outlook, 1) if line in {"wet", "sheds", "weathered"}
    ]
    assert sorted(place for lines in kept for place in lines.places) == looped
    state = play(game.new(1), ["act"])
    assert state.outlook(0) == worth_line_by_line(state, 0)
