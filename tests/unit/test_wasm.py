"""The WebAssembly engine: its run time does what Python's does, and games go the same way in both."""

from __future__ import annotations

import ast
import struct
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import EngineStopped, Game, NoEngine, fast_states, layout, load, simulate
from interpreter.bots import bot_for
from interpreter.play import chance as play_chance
from interpreter.play import runtime
from interpreter.play.chance import Chance
from interpreter.play.faults import RuleFault
from interpreter.play.trails import longest_trail
from interpreter.simulation import derived_seed, play_one
from interpreter.wasm.absence import Absence
from interpreter.wasm.body import TEXTS, ModuleContext, Unsupported
from interpreter.wasm.emitter import function
from interpreter.wasm.engine import Engine, engine_for
from interpreter.wasm.machine import UnknownName, read
from interpreter.wasm.module import module_of
from interpreter.wasm.remembered import remembered_in
from tests.language.small_rulesets import game_of
from tests.playing import (
    CLASSICS,
    ROOT,
    SHIPPED,
    TOYS,
    Company,
    counts_of,
    everything,
    game_with,
    overlays_of,
    sampled,
)

wasmtime = pytest.importorskip("wasmtime")

# ---- the run time, function by function

# Any game will do that has some spaces.
SMALL = ROOT / "rulesets" / "classics" / "tic_tac_toe"


class RunTime:
    """The run time of one module, called from outside with Python's values."""

    def __init__(self, game: Game) -> None:
        engine = wasmtime.Engine()
        made = module_of(game, exposed=True)
        self.store = wasmtime.Store(engine)
        compiled = wasmtime.Module(engine, bytes(wasmtime.wat2wasm(made.text)))
        self.exports = wasmtime.Instance(self.store, compiled, []).exports(self.store)
        self.state = made.places["STATE"]

    def write(self, at: int, numbers: Sequence[int]) -> None:
        self.exports["memory"].write(self.store, struct.pack(f"<{len(numbers)}q", *numbers), at)

    def packed(self, value: Any) -> int:
        """A value as one number; sequences are laid down."""
        if isinstance(value, str):
            return TEXTS[value]
        if not isinstance(value, tuple | list | range):
            return int(value)
        at: int = self.exports["make"](self.store, len(value))
        self.write(at, [self.packed(each) for each in value])
        return len(value) << 32 | at

    def sequence(self, packed: int) -> tuple[int, ...]:
        size, at = packed >> 32, packed & 0xFFFFFFFF
        return struct.unpack(f"<{size}q", self.exports["memory"].read(self.store, at, at + 8 * size))

    def call(self, name: str, *given: Any) -> int:
        """Call a function; where it fails there, RuleFault as in Python."""
        try:
            found: int = self.exports[name](self.store, *map(self.packed, given))
        except wasmtime.Trap:
            raise RuleFault("trap") from None
        return found


@pytest.fixture(scope="module")
def native() -> RunTime:
    game = load(SMALL).game
    assert game is not None
    return RunTime(game)


def numbers(chance: Random, most: int = 8, low: int = -1, high: int = 6) -> tuple[int, ...]:
    return tuple(chance.randint(low, high) for _ in range(chance.randint(0, most)))


def table(chance: Random) -> tuple[tuple[int, ...], ...]:
    """Neighbours of seven spaces."""
    return tuple(tuple(sorted({chance.randrange(7) for _ in range(chance.randint(0, 4))})) for _ in range(7))


def rising(chance: Random) -> tuple[tuple[int, ...], ...]:
    """Spaces in three directions, on which nobody comes back."""
    return tuple(tuple(chance.choice([-1, *range(one + 1, 7)]) for _ in range(3)) for one in range(7))


def pairs(chance: Random) -> list[tuple[int, int]]:
    return [(chance.randint(0, 3), chance.randint(0, 9)) for _ in range(chance.randint(0, 7))]


def zone(chance: Random) -> tuple[int, ...]:
    return tuple(sorted(numbers(chance)))


def spaces(chance: Random) -> tuple[int, ...]:
    return numbers(chance, low=0)


def small(chance: Random) -> int:
    return chance.randint(-2, 7)


def space(chance: Random) -> int:
    return chance.randrange(7)


def track(chance: Random) -> tuple[int, ...]:
    """For each of seven spaces the next, or none."""
    return tuple(chance.randint(-1, 6) for _ in range(7))


def ends(chance: Random) -> tuple[tuple[int, ...], ...]:
    """The two corners of each of seven sides."""
    return tuple(tuple(chance.sample(range(7), 2)) for _ in range(7))


def truth(chance: Random) -> bool:
    return chance.random() < 0.5


# What each function is called with; those that need a state or ask are seen in whole games.
NUMBER_GIVERS: dict[str, list[Callable[[Random], Any]]] = {
    "first": [numbers], "last": [numbers], "at": [numbers, small], "nth": [numbers, small],
    "divided": [small, small], "remainder": [small, small],
    "step_within": [small, small, small], "place_in": [numbers, small], "place_of": [numbers, small, truth],
    "players_mask": [spaces], "measured": [lambda c: c.randint(-(2**54), 2**54)], "least": [pairs],
    "distance": [table, space, space], "kept": [small], "within_limit": [numbers, small],
    "walk": [track, track, space, small], "ray_size": [rising, space, small, spaces],
}  # fmt: skip
SEQUENCE_GIVERS: dict[str, list[Callable[[Random], Any]]] = {
    "distinct": [numbers], "union": [numbers, numbers], "both": [numbers, numbers],
    "without": [numbers, numbers],
    "added": [zone, small], "added_some": [zone, small, small], "removed": [numbers, small],
    "removed_some": [numbers, small, small], "removed_last": [numbers, small],
    "exchanged": [numbers, small, small],
    "merged": [zone, numbers], "span": [small, small], "times_over": [small], "in_order": [pairs],
    "leaders": [pairs], "repeated": [numbers, space], "group": [table, space, spaces],
    "groups": [table, spaces], "border": [table, spaces], "ray": [rising, space, small, spaces],
    "piled": [numbers, numbers],
    "reach": [ends, space, spaces, spaces],
}  # fmt: skip
# Their first parameters are static tables: the entry of `none` lies before the others there.
TABLES = {"walk": 2} | dict.fromkeys(("distance", "group", "groups", "border", "ray", "ray_size", "reach"), 1)
NOTHING = -(1 << 63)


def outcome(function: Callable[..., Any], given: Sequence[Any]) -> Any:
    try:
        return function(*given)
    except (RuleFault, IndexError):
        return RuleFault


@pytest.mark.parametrize("name", [*NUMBER_GIVERS, *SEQUENCE_GIVERS])
def test_each_function_does_what_its_twin_does(native: RunTime, name: str) -> None:
    chance, twin = Random(name), runtime.NAMES[name]
    givers = NUMBER_GIVERS.get(name) or SEQUENCE_GIVERS[name]
    for _ in range(200):
        given = [giver(chance) for giver in givers]
        expected = outcome(twin, given)
        there = [
            (NOTHING, *each) if place < TABLES.get(name, 0) else each for place, each in enumerate(given)
        ]
        if givers == [pairs]:
            there = [[each for pair in given[0] for each in pair], 0]
        found = outcome(lambda *a: native.call(name, *a), there)
        if isinstance(found, int) and name in SEQUENCE_GIVERS:
            found, expected = native.sequence(found), tuple(expected)
        assert (found or 0) == (expected or 0) or (found == () and not expected), (name, given)


def test_sorting_and_different_values(native: RunTime) -> None:
    chance = Random(5)
    for size in (0, 1, 2, 15, 16, 17, 100, 500):
        values = [chance.randint(-50, 50) for _ in range(size)]
        assert native.sequence(native.call("sorted_", values)) == tuple(sorted(values))
        assert native.sequence(native.call("fromkeys", values)) == tuple(dict.fromkeys(values))
        keyed = [(value // 9, place) for place, value in enumerate(values)]
        flat = [each for pair in keyed for each in pair]
        assert native.sequence(native.call("in_order", flat, 0)) == runtime.in_order(keyed)


def test_the_longest_trail_and_the_work_of_finding_it(native: RunTime) -> None:
    """The nine spaces are the corners here."""
    chance = Random(11)
    for _ in range(300):
        pairs = [chance.sample(range(9), 2) for _ in range(chance.randint(0, 12))]
        sides = [chance.randrange(len(pairs)) for _ in range(14)] if pairs else []
        blocked = chance.sample(range(9), chance.randint(0, 3))
        weights = [(7 * side) % 5 for side in sides] if chance.random() < 0.5 else []
        work = list[int]()
        expected = longest_trail(pairs, sides, blocked, work.append, weights)
        native.write(native.state + 8 * layout.WORK, [0])
        found = native.call("longest_trail_of", [NOTHING, *pairs], sides, blocked, weights)
        (worked,) = native.sequence(1 << 32 | native.state + 8 * layout.WORK)
        assert (found, worked) == (expected, sum(work)), (pairs, sides, blocked, weights)


@pytest.mark.parametrize("rule", ["none", "sole claimant", "in order"])
def test_what_is_claimed_is_given_out_as_in_python(native: RunTime, rule: str) -> None:
    """Three players claim from two supplies, some of them several times."""
    chance = Random(rule)
    for _ in range(200):
        slots = [0, 0, 0, *(chance.randint(0, 6) for _ in range(2))]
        claims = [
            (chance.randrange(3), chance.randrange(3, 5), -1, chance.randint(0, 4), None, None)
            for _ in range(chance.randint(1, 6))
        ]
        native.write(native.state, slots)
        flat = [NOTHING if each is None else each for claim in claims for each in claim]
        native.call("settle", flat, rule)
        runtime.settle(slots, claims, rule)
        assert native.sequence(5 << 32 | native.state) == tuple(slots), claims


@pytest.mark.parametrize("word", ["UNKNOWN", "unknown"])
def test_a_name_that_nothing_gives_a_value_is_refused(word: str) -> None:
    game = game_with(TOYS[0], (), 2)
    assert game is not None
    (node,) = ast.parse(f"def wrong(a):\n    b = a\n    return b + {word}").body
    assert isinstance(node, ast.FunctionDef)
    with pytest.raises((Unsupported, UnknownName), match=f"wrong: there is no '{word}'"):
        code = read(node)
        target = ModuleContext(game.compiled, Absence(), {"STATE": 0}, (), {"wrong": code}, {}, len)
        function(target, code.code, game=False)


def test_hash_of_positions_is_that_of_the_library(native: RunTime) -> None:
    """BLAKE2b over texts of all lengths around its blocks."""
    chance = Random(3)
    for size in (0, 1, 7, 127, 128, 129, 255, 256, 257, 1000):
        text = bytes(chance.randrange(256) for _ in range(size))
        at = native.exports["make"](native.store, size // 8 + 40)
        native.exports["memory"].write(native.store, text, at)
        expected = int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 12
        assert native.call("blake", at, size) == expected


def test_a_set_that_is_asked_for_again_is_still_marked(native: RunTime) -> None:
    """Two are at a time, and another one that grows between."""
    chance = Random(8)
    sets = [spaces(chance) for _ in range(4)]
    laid = [native.packed(each) for each in sets]
    for _ in range(300):
        number = chance.randrange(4)
        stamp = native.call("members", laid[number])
        native.call("mark", spaces(chance))
        found = {space for space in range(-1, 10) if native.call("is_marked", stamp, space)}
        assert found == set(sets[number])


def test_what_is_remembered_is_what_is_worked_out() -> None:
    """Twice: the first time it is put where it is found the second time, if its arguments have a place."""
    game = game_with(ROOT / "rulesets" / "classics" / "chess", (), 2)
    assert game is not None
    module = RunTime(game)
    names = {name for name, _ in remembered_in(game.compiled)}
    assert {"value_line_up_to", "value_leaps", "value_square"} <= names and "value_steps" not in names
    for _ in range(2):
        for space, way, many in (
            (0, 3, 2),
            (27, 1, 8),
            (27, 1, 15),
            (27, 1, 16),
            (27, 1, 99),
            (63, 5, 1),
            (9, 0, 9),
        ):
            expected = game.namespace["value_line_up_to"](None, space, way, many)
            found = module.sequence(module.call("known_value_line_up_to", space, way, many))
            assert found == tuple(expected)
        for row, column in ((1, 1), (8, 8), (0, 4), (-1, 2), (40, 3)):
            expected = game.namespace["value_square"](None, row, column)
            assert module.call("known_value_square", row, column) == expected


def test_the_chance_of_seats_is_pythons(native: RunTime) -> None:
    for seed in (0, 1, 2**50):
        chance = Chance(seed)
        drawn = [int(chance.random() * n) for n in range(1, 40)]
        z = play_chance.mixed(seed)
        for place, n in enumerate(range(1, 40)):
            mixed = native.call(
                "finalised", _wrapped(z * 0x9E3779B97F4A7C15 + (place + 1) * 0xD1342543DE82EF95)
            )
            assert int(((mixed % 2**64) >> 11) * 2.0**-53 * n) == drawn[place]


def _wrapped(number: int) -> int:
    number %= 1 << 64
    return number - (number >> 63 << 64)


# ---- whole games


def same(game: Game, seeds: Sequence[int], kinds: Sequence[str] = ("random",)) -> None:
    """Games of some seeds go the same way in both engines: options taken, last positions, points, winners.

    kinds: the bots that take the seats in turn.
    """
    bots = [kinds[seat % len(kinds)] for seat in range(game.players)]
    engine = Engine(game)
    for seed in seeds:
        expected = play_one(game, bots, seed)
        seats = (seed, [derived_seed(seed, seat) for seat in range(game.players)])
        (ended,) = engine.play([seats], bots)
        if expected.failed:
            assert ended is None, expected.ending
            continue
        assert ended is not None, f"seed {seed} does not end there"
        if set(kinds) == {"random"}:
            assert engine.choices(seats) == played_choices(game, seed)
        assert (ended.decisions, ended.hash) == (expected.decisions, expected.hash)
        assert [each[:2] for each in ended.thoughts] == [each[:2] for each in expected.thoughts]


def played_choices(game: Game, seed: int) -> list[int]:
    state, found = game.new(seed), list[int]()
    chances = [Chance(derived_seed(seed, seat)) for seat in range(game.players)]
    bots = [bot_for(game, "random") for _ in chances]
    while state.seat >= 0:
        found.append(bots[state.seat].choose(state, chances[state.seat]))
        state.choose(found[-1])
    return found


@pytest.mark.parametrize("path", (*TOYS, *sampled(CLASSICS, 10)), ids=lambda path: path.name)
def test_small_games_are_equal(path: Path) -> None:
    game = load(path).game
    assert game is not None
    same(game, range(3))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_games_are_equal(path: Path) -> None:
    players = 3
    game = game_with(path, everything(path, players), players)
    assert game is not None
    same(game, range(2))


# Bots look ahead on what they cannot see in the second, in turns of several decisions in the third.
@pytest.mark.parametrize(
    ("path", "players", "kinds"),
    [
        (TOYS[0], 2, ("greedy",)),
        (next(path for path in TOYS if path.name == "whispers"), 3, ("greedy", "random")),
        (next(path for path in SHIPPED if path.name == "burgundy"), 2, ("random", "greedy")),
        *(pytest.param(path, 2, ("greedy",), marks=pytest.mark.slow) for path in (*SHIPPED, *CLASSICS)),
    ],
    ids=lambda value: value.name if isinstance(value, Path) else None,
)
def test_bots_that_look_ahead_are_equal(path: Path, players: int, kinds: Sequence[str]) -> None:
    game = game_with(path, (), players) or game_with(path, (), counts_of(path)[-1])
    assert game is not None
    same(game, range(2), kinds)


def every_company() -> Iterator[tuple[Path, Company]]:
    for path in (*SHIPPED, *CLASSICS):
        names = overlays_of(path)
        for size in range(len(names) + 1):
            for company in combinations(names, size):
                yield path, company


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "company"), [*every_company()], ids=lambda v: v.name if isinstance(v, Path) else "+".join(v)
)
def test_every_company_is_equal(path: Path, company: Company) -> None:
    for players in counts_of(path):
        game = game_with(path, company, players, keep=False)
        if game is not None:
            same(game, range(20))


def test_figures_are_equal_for_any_engine_and_number_of_jobs() -> None:
    game = game_with(SHIPPED[0], (), 2)
    assert game is not None
    first, *others = (
        simulate(game, ["random", "random"], 60, 7, jobs, engine=engine)
        for engine, jobs in (("python", 1), ("wasm", 1), ("wasm", 2))
    )
    for other in others:
        assert other.engine == "wasm"
        assert (other.scores, other.hashes, other.endings) == (first.scores, first.hashes, first.endings)


IN_TURN = """\
id: turns
title: Turns
players: 2
enums: {colour: [red, green, blue]}
counters: {coins: {per: player, start: 3}, goods: {per: [player, colour]}}
flow:
  - step: shop
    players: players
    while: coins(me) > 0 and goods(me, red) < 4
    do: |
      for up to 2 c in colour where coins(me) > 0:
        gain coins(me) goods(c)
        score goods(me, c) as goods
        may: lose 1 coins
      for c in colour where goods(me, c) > 0 in any order by next(me):
        lose 1 goods(c)
        score coins(me) as rest
      for from 1 to 3 with repeats n in 1..coins(me): lose n coins
"""


def test_what_is_taken_one_after_the_other_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(IN_TURN)
    game = load(tmp_path).game
    assert game is not None
    found = [simulate(game, ["random", "random"], 80, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[1].engine == "wasm"
    assert (found[0].scores, found[0].hashes) == (found[1].scores, found[1].hashes)


FAULTY = """\
id: brittle
title: Brittle
players: 2
flow:
  - step: risk
    players: players
    do: |
      pick n at random in 0..3
      score 20 / n as luck
"""


def test_a_game_that_goes_wrong_says_the_same(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(FAULTY)
    game = load(tmp_path).game
    assert game is not None
    found = [simulate(game, ["random", "random"], 80, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[0].endings == found[1].endings
    assert any("division by zero" in ending for ending in found[0].endings)
    assert found[0].hashes == found[1].hashes


# Numbers that grow: Python's have no end, and a module must not go on with what is left of them.
GROWING = {
    "a product with a small number": ("v{n}(number x): v{next}(x * 3)", 50),
    "a sum of two": ("v{n}(number x): v{next}(x + x)", 58),
    "a difference": ("v{n}(number x): v{next}(0 - x - x - x)", 58),
    "a sum of many": ("v{n}(number x): v{next}(sum(x for p in players))", 58),
}


@pytest.mark.parametrize("text, steps", GROWING.values(), ids=GROWING)
def test_what_grows_beyond_a_number_of_the_machine_is_pythons(tmp_path: Path, text: str, steps: int) -> None:
    values = "\n".join("  " + text.format(n=n, next=n + 1) for n in range(steps))
    game = game_of(
        tmp_path,
        f"""
values:
{values}
  v{steps}(number x): if x mod 1000 > 500 then 1 else 0
counters: {{ore: {{per: player}}}}
flow:
  - step: turn
    players: players
    do: |
      choose n in 1..2:
        if v0(n + 1000) == 1: gain 1 ore
        else: gain 2 ore
""",
    )
    found = [simulate(game, ["random", "random"], 60, 1, engine=engine) for engine in ("python", "auto")]
    assert found[0].hashes == found[1].hashes
    with pytest.raises(NoEngine, match="too large"):
        simulate(game, ["random", "random"], 1, 1, engine="wasm")
    with pytest.raises(EngineStopped):
        fast_states(game).new(1).choose(0)
    search = [simulate(game, ["search:5"] * 2, 12, 1, engine=engine).hashes for engine in ("python", "wasm")]
    assert search[0] == search[1]


@pytest.mark.parametrize(
    "text",
    [
        "if ore(me) > big * 4096 or big + big + big - ore(me) < 0: gain 1 ore",
        "gain 2 * far(ore(me) mod 3 * 30000000001 + 1) ore",
        "if ore(me) == 9: gain 1 ore\n"
        + "\n".join(f"          elif ore(me) == {n}: gain {n} ore" for n in range(200)),
    ],
    ids=["constants beyond bounds", "a table of few rows", "two hundred branches"],
)
def test_what_is_large_or_deep_is_played_in_both_engines(tmp_path: Path, text: str) -> None:
    game = game_of(
        tmp_path,
        f"""
values: {{big: 9007199254740992}}
tables: {{far: {{1: 5, 2: 7, 30000000002: 9, 60000000003: 4}}}}
counters: {{ore: {{per: player}}}}
flow:
  - step: round
    for: number in 1..3
    steps:
    - step: turn
      players: players
      do: |
        choose n in 1..2:
          gain n ore
          {text}
""",
    )
    found = [simulate(game, ["random", "random"], 60, 1, engine=engine) for engine in ("python", "auto")]
    assert found[1].engine == "wasm"
    assert found[0].hashes == found[1].hashes


def test_as_many_players_as_may_be_play_in_both_engines(tmp_path: Path) -> None:
    text = """
id: many
title: Many
players: 60
components: {card: {kinds: {rose: {copies: 120}}}}
zones:
  deck: {holds: card, visible: nobody}
  hand: {per: player, holds: card, visible: owner}
flow:
  - step: deal
    do: |
      move all from box(card) to deck
      for p in players: draw 2 from deck to hand(p)
  - step: turn
    players: players
    do: |
      choose n in 1..2: score n as luck
      reveal hand(me)
  - {step: last, do: end game won by first(p for p in players where p.index == 60)}
"""
    (tmp_path / "ruleset.yaml").write_text(text)
    game = load(tmp_path).game
    assert game is not None
    found = [simulate(game, ["greedy"] * 60, 2, 1, engine=engine) for engine in ("python", "wasm")]
    assert found[0].hashes == found[1].hashes
    assert found[0].scores[-1].wins == found[1].scores[-1].wins == 2


def test_a_game_too_large_for_a_module_is_pythons_unless_it_must_not_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_with(TOYS[0], (), 2)
    assert game is not None
    bots = ["random", "random"]
    expected = simulate(game, bots, 60, 1, engine="python").hashes
    monkeypatch.setattr(Engine, "play", lambda _engine, seeds, *_, **_more: (None for _ in seeds))
    assert simulate(game, bots, 60, 1).hashes == expected
    with pytest.raises(NoEngine, match="too large"):
        simulate(game, bots, 60, 1, engine="wasm")


def test_what_cannot_be_played_there_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_with(SHIPPED[0], (), 2)
    assert game is not None
    monkeypatch.setattr("interpreter.wasm.engine.find_spec", lambda _name: None)
    with pytest.raises(NoEngine, match="not installed"):
        engine_for(game)
    with pytest.raises(NoEngine):
        simulate(game, ["random", "search:9"], 1, 1, engine="wasm")
    assert simulate(game, ["random", "random"], 1, 1).engine == "python"


def test_hashes_are_told_of_as_many_games_as_were_asked_for() -> None:
    game = game_with(TOYS[0], (), 2)
    assert game is not None
    bots = ["random", "random"]
    every = simulate(game, bots, 60, 1, engine="python", hashes=60).hashes
    assert len(set(every)) > 1
    for engine in ("python", "wasm"):
        told: list[str] = []
        found = simulate(
            game,
            bots,
            60,
            1,
            listener=lambda *one, told=told: told.append(one[2].hash),
            engine=engine,
            hashes=20,
        )
        assert found.hashes == every[:20]
        assert told == [*every[:20], *[""] * 40]
