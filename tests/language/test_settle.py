"""`settle` against a small model written apart: random bodies, one within the other and through calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import simulate
from tests.language.small_rulesets import game_of, play, value

MOST = 1_000_003
# Every event leaves its mark in `trace`, together with what lies where at that time.
MARK = "set trace to (trace * 31 + {} + size(hand(p1)) * 3 + twigs(p1) * 5 + power(p2) * 11) mod 1000003"
BASE = """\
components:
  card:
    kinds:
      a: {copies: 5, modifiers: [{value: power(me), plus: 1}]}
      b: {copies: 4}
zones:
  bag: {holds: card}
  line: {holds: card, order: row}
  pile: {holds: card, order: stack}
  hand: {per: player, holds: card, active: true}
counters:
  trace: {}
  twigs: {per: player, supply: 7}
values:
  power(player p): 10
"""
PLACES = ("bag", "line", "pile", "hand(p1)", "hand(p2)")
RULES = ("none", "sole claimant", "in order")


def trigger(event: str, mark: str) -> dict[str, str]:
    return {"on": event, "do": MARK.format(mark)}


TRIGGERS = [
    trigger("gained twigs(player p, number n)", "100 + n * 10 + p.index"),
    trigger("lost twigs(player p, number n)", "200 + n * 10 + p.index"),
    *(
        trigger(f"{word} {name}(card c)", f"{number + place * 10} + c.index")
        for word, number in (("entered", 300), ("left", 400))
        for place, name in enumerate(PLACES[:3])
    ),
    trigger("entered hand(player p, card c)", "500 + p.index * 10 + c.index"),
    trigger("left hand(player p, card c)", "600 + p.index * 10 + c.index"),
]


@dataclass
class Table:
    """What lies where, as the model has it; effects: the bodies that can be called."""

    effects: list[list[Act]]
    places: dict[str, list[str]] = field(default_factory=lambda: {place: [] for place in PLACES})
    twigs: list[int] = field(default_factory=lambda: [0, 0])
    trace: int = 0

    @property
    def supply(self) -> int:
        return 7 - sum(self.twigs)

    def mark(self, number: int) -> None:
        power = 10 + self.places["hand(p2)"].count("a")
        about = len(self.places["hand(p1)"]) * 3 + self.twigs[0] * 5 + power * 11
        self.trace = (self.trace * 31 + number + about) % MOST

    def went(self, word: str, place: str, card: str) -> None:
        if place.startswith("hand"):
            self.mark((500 if word == "entered" else 600) + int(place[6]) * 10 + "ab".index(card) + 1)
        else:
            self.mark((300 if word == "entered" else 400) + PLACES.index(place) * 10 + "ab".index(card) + 1)

    def take(self, place: str, card: str) -> None:
        held = self.places[place]
        last = len(held) - 1 - held[::-1].index(card)
        del held[last if place == "pile" else held.index(card)]

    def put(self, place: str, card: str, end: str) -> None:
        held = self.places[place]
        held.insert(0 if end in ("front", "bottom") else len(held), card)
        if place not in ("line", "pile"):
            held.sort()

    def tell(self, source: str, target: str, cards: list[str]) -> None:
        for card in cards:
            self.went("left", source, card)
        for card in cards:
            self.went("entered", target, card)


# Something that is claimed: of what (None: twigs) and whence, how many, for whom or where to; then how it is
# given, and how that is told.
Claim = tuple[str | None, str, int, str, Callable[[int], None], Callable[[int], None]]


@dataclass(frozen=True)
class Act:
    """A statement: its text, which may differ within a `settle`, and what it does in the model."""

    text: Callable[[bool], str]
    run: Callable[[Table, list[Claim] | None], None]


def gain(amount: int, seat: int) -> Act:
    def run(table: Table, claims: list[Claim] | None) -> None:
        def give(got: int) -> None:
            table.twigs[seat - 1] += got

        def tell(got: int) -> None:
            table.mark(100 + got * 10 + seat)

        if claims is not None:
            claims.append((None, "", amount, f"p{seat}", give, tell))
        elif got := min(amount, table.supply):
            give(got)
            tell(got)

    return Act(lambda inside: f"gain {amount} twigs for p{seat}", run)


def lose(amount: int, seat: int) -> Act:
    def run(table: Table, claims: list[Claim] | None) -> None:
        if gone := min(amount, table.twigs[seat - 1]):
            table.twigs[seat - 1] -= gone
            table.mark(200 + gone * 10 + seat)

    return Act(lambda inside: f"lose {amount} twigs for p{seat}", run)


def end_of(target: str, first: bool) -> str:
    return {"line": "front" if first else "back", "pile": "bottom" if first else "top"}.get(target, "")


def move(amount: int, card: str, places: tuple[str, str], first: bool) -> Act:
    source, target = places
    end = end_of(target, first)

    def run(table: Table, claims: list[Claim] | None) -> None:
        def give(got: int) -> None:
            for _ in range(got):
                table.take(source, card)
                table.put(target, card, end)

        def tell(got: int) -> None:
            table.tell(source, target, [card] * got)

        if claims is not None:
            claims.append((card, source, amount, target, give, tell))
        elif table.places[source].count(card) >= amount:
            give(amount)
            tell(amount)

    def text(inside: bool) -> str:
        plain = f"move {amount} {card} from {source} to {target} {end}".strip()
        return plain if inside else f"if copies({card}, {source}) >= {amount}: {plain}"

    return Act(text, run)


def draw(amount: int, source: str, target: str, first: bool) -> Act:
    end = end_of(target, first)

    def run(table: Table, claims: list[Claim] | None) -> None:
        held = table.places[source]
        drawn = []
        for _ in range(min(amount, len(held))):
            drawn.append(held.pop(0 if source == "line" else -1))
        for card in drawn:
            table.put(target, card, end)
        table.tell(source, target, drawn)

    return Act(lambda inside: f"draw {amount} from {source} to {target} {end}".strip(), run)


def move_all(places: tuple[str, str]) -> Act:
    source, target = places

    def run(table: Table, claims: list[Claim] | None) -> None:
        moved, table.places[source] = table.places[source], []
        for card in moved:
            table.put(target, card, "")
        table.tell(source, target, moved)

    return Act(lambda inside: f"move all from {source} to {target}", run)


def call(number: int) -> Act:
    def run(table: Table, claims: list[Claim] | None) -> None:
        for act in table.effects[number]:
            act.run(table, None)

    return Act(lambda inside: f"call extra_{number}()", run)


def settle(rule: str, body: list[Act]) -> Act:
    def run(table: Table, claims: list[Claim] | None) -> None:
        made: list[Claim] = []
        for act in body:
            act.run(table, made)
        left = {}
        for what, source, *_ in made:
            alike = [c for c in made if c[:2] == (what, source)]
            there = table.places[source].count(what) if what is not None else table.supply
            nothing = rule == "none" or (rule == "sole claimant" and len({c[3] for c in alike}) > 1)
            left[what, source] = 0 if sum(c[2] for c in alike) > there and nothing else there
        told = []
        for what, source, amount, _, give, tell in made:
            got = min(amount, left[what, source])
            left[what, source] -= got
            give(got)
            told += [(tell, got)] * bool(got)
        for tell, got in told:
            tell(got)

    return Act(lambda inside: f"settle {rule}:\n" + indent(written(body, True), "  "), run)


def written(body: list[Act], inside: bool) -> str:
    return "\n".join(act.text(inside) for act in body)


amounts, seats, flags = st.integers(1, 5), st.integers(1, 2), st.booleans()
ways = st.permutations(PLACES).map(lambda p: (p[0], p[1]))
simple = st.one_of(
    st.builds(gain, amounts, seats), st.builds(gain, amounts, seats), st.builds(lose, amounts, seats),
    st.builds(move, amounts, st.sampled_from("ab"), ways, flags),
    st.builds(move, amounts, st.sampled_from("ab"), ways, flags),
    st.builds(draw, amounts, st.sampled_from(["line", "pile"]), st.sampled_from(["bag", *PLACES[3:]]), flags),
    st.builds(move_all, ways),
)  # fmt: skip


def bodies(called: int) -> st.SearchStrategy[list[Act]]:
    """Bodies that may call the effects with a number below the one given."""
    parts = st.one_of(simple, st.integers(0, called - 1).map(call)) if called else simple

    def wider(inner: st.SearchStrategy[Act]) -> st.SearchStrategy[Act]:
        return st.builds(
            settle, st.sampled_from(RULES), st.lists(st.one_of(inner, parts), min_size=1, max_size=5)
        )

    settled = st.recursive(wider(parts), wider, max_leaves=4)
    return st.lists(st.one_of(settled, settled, parts), min_size=1, max_size=4)


programs = st.tuples(bodies(0), bodies(1), bodies(2))


def ruleset(program: tuple[list[Act], ...]) -> str:
    deal = (
        "move all from box(card) to bag\nmove 2 a from bag to line\nmove 1 b from bag to line\n"
        "move 2 b from bag to pile\nmove 1 a from bag to pile\n"
        "move 1 a from bag to hand(p2)\nset trace to 0\n"
    )
    effects = {f"extra_{n}": {"do": written(body, False)} for n, body in enumerate(program[:2])}
    flow = [
        {"step": "deal", "do": deal},
        {
            "step": "turn",
            "players": "{p1}",
            "do": "choose n in 1..2:\n" + indent(written(program[2], False), "  "),
        },
        {"step": "last", "players": "players", "do": "choose n in 1..2: gain 0 twigs"},
    ]
    return yaml.safe_dump({"effects": effects, "triggers": TRIGGERS, "flow": flow}, sort_keys=False)


def model(program: tuple[list[Act], ...]) -> Table:
    table = Table(list(program[:2]))
    table.places |= {"bag": ["a", "b"], "line": ["a", "a", "b"], "pile": ["b", "b", "a"], "hand(p2)": ["a"]}
    for act in program[2]:
        act.run(table, None)
    return table


def comes_to_the_same(program: tuple[list[Act], ...], *, both_engines: bool) -> None:
    with TemporaryDirectory() as folder:
        game = game_of(Path(folder), ruleset(program), base=BASE)
        state = play(game.new(1), ["n=1"])
        found = model(program)
        for place in PLACES:
            assert value(state, place) == found.places[place], place
        assert [value(state, f"twigs(p{seat})") for seat in (1, 2)] == found.twigs
        assert value(state, "trace") == found.trace
        if both_engines:
            pytest.importorskip("wasmtime")
            python, wasm = (simulate(game, ["random", "random"], 2, 1, engine=e) for e in ("python", "wasm"))
            assert (python.hashes, python.endings) == (wasm.hashes, wasm.endings)


some = settings(
    max_examples=40, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@some
@given(programs)
def test_settle_does_what_the_model_does(program: tuple[list[Act], ...]) -> None:
    comes_to_the_same(program, both_engines=False)


@settings(some, max_examples=4)
@given(programs)
def test_settle_does_the_same_in_both_engines(program: tuple[list[Act], ...]) -> None:
    comes_to_the_same(program, both_engines=True)


@pytest.mark.slow
@settings(some, max_examples=600, derandomize=False)
@given(programs)
def test_settle_does_what_the_model_does_in_many_programs(program: tuple[list[Act], ...]) -> None:
    comes_to_the_same(program, both_engines=True)
