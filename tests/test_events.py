"""What happens is told: all that a seat's view shows, and nothing that it does not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter import Event, Game, Happening, RuleFault, State
from interpreter.language.checked import IfSt, RollSt
from interpreter.language.statement_facts import FACTS, Facts, unknown
from interpreter.play.deal import seen
from interpreter.play.event import seen_by
from interpreter.play.events import TELLERS, LoggedSlots
from interpreter.play.view import HIDDEN, view
from tests import playing
from tests.language.small_rulesets import TURNS, game_of
from tests.playing import CLASSICS, ROOT, SHIPPED, TOYS, everything, game_with, random_play, sampled

HARD = tuple(sorted(path.parent for path in (ROOT / "tests" / "cases" / "hard").glob("*/ruleset.yaml")))
REFERENCE = ROOT / "tests" / "cases" / "reference"


def heard_play(game: Game, seed: int, most: int) -> Iterator[State]:
    """A random play that is listened to, from before its first choice."""
    state, chance = game.new(seed, listen=True), Random(seed)
    for _ in range(most):
        yield state
        if state.finished:
            return
        try:
            state.choose(int(chance.random() * state.option_count))
        except RuleFault:  # of rules that go wrong other tests speak
            return


# -- nothing is left out
def test_every_statement_says_what_is_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind of statement that is forgotten is named, and one that shows nothing and says not why."""
    monkeypatch.delitem(FACTS, RollSt)
    monkeypatch.setitem(FACTS, IfSt, Facts())
    assert unknown() == ["IfSt", "RollSt"]
    monkeypatch.undo()
    assert unknown() == []


class Shown:
    """What a seat knows of a position by the events alone, from the view of an empty table on."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.view: Any = deepcopy(view(game, list(game.start), seat))

    def hear(self, event: Event) -> None:
        """Change what is known as an event says."""
        kind = event["kind"]
        if kind == "count":
            self._put("counters", event["counter"], event["of"], event["after"])
        elif kind == "points":
            who = event["seat"]
            place = f"p{who}" if isinstance(who, int) else who
            points = self.view["counters"]["points"]
            points[place] += event["points"]
        elif kind == "move":
            self._change(event["at"], event.get("were", event["pieces"]), -1)
            if "to" in event:
                self._change(event["to"], event["pieces"], 1)
        elif kind == "turn":
            self._change(event["at"], event["were"], -1)
            self._change(event["at"], event["pieces"], 1)
        elif kind in ("roll", "fill", "shuffle", "swap", "reveal", "hide"):
            self._lay(event["at"], event["pieces"])

    def _put(self, section: str, name: str, of: str, value: Any) -> None:
        if of:
            self.view[section][name][of] = value
        else:
            self.view[section][name] = value

    def _there(self, spot: Any) -> Any:
        if "board" in spot:
            return self.view["boards"].get(spot["board"], {}).get(spot["owner"], {}).get(spot["space"], [])
        found = self.view["zones"][spot["zone"]]
        return found.get(spot["of"]) if spot["of"] else found

    def _lay(self, spot: Any, things: Any) -> None:
        if "board" in spot:
            self.view["boards"][spot["board"]][spot["owner"]][spot["space"]] = things
        else:
            self._put("zones", spot["zone"], spot["of"], things)

    def _change(self, spot: Any, things: list[str], sign: int) -> None:
        now = self._there(spot)
        if isinstance(now, int):
            self._lay(spot, now + sign * len(things))
            return
        held = Counter([now] if isinstance(now, str) else now)
        for thing in things:
            # Of what is covered only the back was known; of what goes covered, not which of those there.
            backs = [back for back in held if back.startswith(HIDDEN)]
            known = [*backs, *held] if thing.startswith(HIDDEN) else backs
            held[thing if sign > 0 or held[thing] or not known else known[0]] += sign
            held = +held
        self._lay(spot, sorted(held.elements()))

    def like(self, told: Any) -> list[str]:
        """Where this differs from a view."""
        differ = [
            f"{name} {of}: {mine} is not {theirs}"
            for section in ("counters", "zones")
            for name, entries in told[section].items()
            for of, theirs in (entries.items() if isinstance(entries, dict) else [("", entries)])
            if (mine := self._of(section, name, of)) is not None and not _alike(mine, theirs)
        ]
        for name, owners in told["boards"].items():
            for owner, spaces in owners.items():
                known = self.view["boards"][name][owner]
                differ += [
                    f"{name} {owner} {space}: {known.get(space)} is not {spaces.get(space)}"
                    for space in {*known, *spaces}
                    if not _alike(known.get(space, []), spaces.get(space, []))
                ]
        return differ

    def _of(self, section: str, name: str, of: str) -> Any:
        found = self.view[section][name]
        return found.get(of) if of else found


def _alike(mine: Any, theirs: Any) -> bool:
    """Whether two tell of the same things, in whatever order; a number tells of so many."""
    if isinstance(mine, list) != isinstance(theirs, list):
        if isinstance(theirs, str) and isinstance(mine, list):
            return mine == [theirs]
        if isinstance(theirs, list) and isinstance(mine, str):
            return theirs == [mine]
        return (len(mine) if isinstance(mine, list) else mine) == (
            len(theirs) if isinstance(theirs, list) else theirs
        )
    if isinstance(mine, list):
        # What was seen before it was covered is known still.
        return len(mine) == len(theirs) and not Counter(t for t in theirs if t[0] != HIDDEN) - Counter(mine)
    return bool(mine == theirs)


def all_told(game: Game, seed: int, most: int) -> None:
    shown = [Shown(game, seat) for seat in [None, *range(game.players)]]
    for state in heard_play(game, seed, most):
        for each in shown:
            for event in state.events(each.seat):
                each.hear(event)
            assert each.like(state.view(each.seat)) == [], (state.decisions, each.seat)


# So many choices of a play are looked at.
looked_at = pytest.mark.parametrize("most", [50, pytest.param(400, marks=pytest.mark.slow)])


@looked_at
@pytest.mark.parametrize("path", [*SHIPPED, *sampled([*TOYS, *HARD, *CLASSICS], 6), REFERENCE], ids=str)
def test_whoever_knows_the_events_knows_the_view(path: Path, most: int) -> None:
    all_told(playing.game_of(path), 3, most)


@looked_at
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_with_all_that_goes_with_it_too(path: Path, most: int) -> None:
    players = 3
    game = game_with(path, everything(path, players), players)
    assert game is not None
    all_told(game, 4, most)


@pytest.mark.parametrize("path", [*SHIPPED, *TOYS, *HARD, REFERENCE], ids=str)
def test_a_play_that_is_listened_to_is_the_same_play(path: Path) -> None:
    """Each position, that before a step asks included; forks and what is played again too."""
    game = playing.game_of(path)
    for quiet, heard in islice(zip(random_play(game, 5), heard_play(game, 5, 120), strict=False), 120):
        assert quiet.key() == heard.key()
        assert quiet.slots == heard.slots
        if quiet.decisions % 20 == 0 and not quiet.finished:
            fork, late = heard.fork(), quiet.fork()
            late.listen()
            again = State.restore(game, quiet.snapshot())
            again.listen()
            for state in (fork, late, again):
                state.choose(0)
            assert not fork.happened
            assert late.happened == again.happened != []
            assert fork.key() == late.key() == again.key()


# -- nothing more is told
Heeded = list[tuple[Happening, list[Any]]]


@pytest.fixture
def heeded(monkeypatch: pytest.MonkeyPatch) -> Heeded:
    """What happens, each with all that each seat sees of the position just then."""
    found: Heeded = []

    def note(s: LoggedSlots, happening: Happening) -> None:
        found.append((happening, [seen(s.game, s, seat) for seat in range(s.game.players)]))

    for kind, tell in list(TELLERS.items()):

        def noting(s: LoggedSlots, *of: Any, tell: Any = tell) -> Iterator[Happening]:
            for happening in tell(s, *of):
                note(s, happening)
                yield happening

        monkeypatch.setitem(TELLERS, kind, noting)
    choose = LoggedSlots.chose

    def chose(s: LoggedSlots, *of: Any, **more: Any) -> None:
        choose(s, *of, **more)
        note(s, s.happened[-1])

    monkeypatch.setattr(LoggedSlots, "chose", chose)
    return found


def heard_by(state: State, option: int, seat: int, heeded: Heeded) -> list[tuple[Event, Any]]:
    """What a seat is told of a choice, each with what it sees of the position just then."""
    state = state.fork()
    state.listen()
    heeded.clear()
    state.choose(option)
    told = {id(each): views[seat] for each, views in heeded}
    by_event = {
        id(event): told[id(each)] for each in state.happened if (event := each.seen_by(seat)) is not None
    }
    return [(event, by_event[id(event)]) for event in seen_by(state.happened, seat)]


def is_open(event: Event) -> bool:
    """Whether it tells by itself what nobody hides: which way was gone, or what chance picked."""
    return event["kind"] == "pick" or (event["kind"] == "choice" and event["asked"] == "action")


def told_alike(game: Game, every: int, heeded: Heeded) -> int:
    """A seat is told the same as long as it sees the same, whatever is hidden from it."""
    compared = 0
    for state in islice(random_play(game, 6), 0, 150, every):
        if state.decision is None:
            break
        secret = game.steps[state.step].secretly  # what others have chosen is told when it is over
        ids = [option.id for option in state.decision.options]
        for seat, seed in ((seat, seed) for seat in range(game.players) for seed in (7, 8)):
            other = state.guess(seat, seed)
            assert other.decision is not None
            if ids != [option.id for option in other.decision.options]:
                continue
            option = (state.decisions * 7) % len(ids)
            try:
                mine, theirs = (heard_by(each, option, seat, heeded) for each in (state, other))
            except RuleFault:
                continue
            for (event, sees), (another, too) in zip(mine, theirs, strict=False):
                if sees != too or (event != another and (secret or is_open(event))):
                    break
                assert event == another, (state.decisions, seat)
                compared += 1
            else:
                assert len(mine) == len(theirs) or mine[: len(theirs)] != theirs[: len(mine)]
    return compared


@pytest.mark.parametrize("path", [*SHIPPED, *TOYS, *HARD, REFERENCE], ids=str)
def test_what_is_hidden_from_a_seat_is_not_told_it(path: Path, heeded: Heeded) -> None:
    assert told_alike(playing.game_of(path), 15, heeded)


# -- the kinds
SCHEMA = json.loads((ROOT / "schemas" / "events" / "event.schema.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


# What random play of the rulesets rarely comes to.
RARE = (
    TURNS
    + """\
components:
  die: {kinds: {red: {copies: 99}, blue: {copies: 99}}}
zones:
  deck: {holds: die, visible: nobody, order: row}
boards:
  row: {shape: track, spaces: 2, holds: die}
"""
)
ACT = """\
actions:
  act:
    do: |
      move red from box(die) to row(1)
      move blue from box(die) to row(2)
      swap row(1) with row(2)
      move all from row(1) to deck
      reveal deck to me
      hide deck
      say "The lid is shut."
      end game
"""


def test_every_kind_is_raised_and_fits_the_schema(tmp_path: Path) -> None:
    """By the rulesets there are; the page tells of each kind and key."""
    rare = game_of(tmp_path, ACT, base=RARE)
    # Each kind has a schema of its own: it alone is tried, for the whole takes twenty times as long.
    of_kind = {each["properties"]["kind"]["const"]: each for each in SCHEMA["oneOf"]}
    valid = {kind: Draft202012Validator({**SCHEMA, "oneOf": [each]}) for kind, each in of_kind.items()}
    raised, looked_at = Counter[str](), set[str]()
    for game in (rare, *(playing.game_of(path) for path in (*SHIPPED, *TOYS, REFERENCE))):
        for state in heard_play(game, 2, 300):
            for happening in state.happened:
                raised[happening.event["kind"]] += 1
                for event in (happening.event, happening.veiled):
                    if event is not None and repr(event) not in looked_at:
                        looked_at.add(repr(event))
                        assert valid[event["kind"]].is_valid(event), event
    assert set(raised) == set(of_kind) == {*TELLERS, "choice"}
    keys = {key for each in SCHEMA["oneOf"] for key in each["properties"]}
    assert [word for word in (*of_kind, *keys) if f"`{word}`" not in PAGE] == []
    assert keys == set(Event.__annotations__)
