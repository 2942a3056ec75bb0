"""Scenarios against their games, before anything is played: every name and every text.

In: a scenario. Out: the game it is of, loaded once for all scenarios that play it, and problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from interpreter.compiler.snippets import SnippetError, Snippets
from interpreter.language.types import TRUTH
from interpreter.loading import Loaded, Reading, UsageFault, load
from interpreter.model.located_data import entries_of
from interpreter.play.game import Game
from interpreter.problems import Position, Problem, Problems, with_new_names
from interpreter.reading import Located
from interpreter.scenario.context import wishes_of
from interpreter.scenario.files import Scenario
from interpreter.scenario.offers import Offers

FAULTY = "the ruleset has faults"
# Faults of overlays that do not go together.
_COMPANY = frozenset({"overlay-excludes", "overlay-conflict", "overlay-needs", "overlay-version"})
# Different choices of players, overlays and options; each is a game that is kept.
MAX_GAMES = 100


class FaultyRules(UsageFault):
    """The rules that a scenario plays by have faults: what is wrong is not the scenario.

    of_company: whether it is only that its overlays do not go together.
    """

    of_company = False


_TOO_MANY = UsageFault(f"all scenarios together may play {MAX_GAMES} different games; this is one more")


class Games:
    """The games that scenarios play, each loaded once."""

    def __init__(self, search: Sequence[Path]) -> None:
        self.search = search
        self.reading = Reading()
        # Of rules with faults, by what is wrong with them: the scenario where this was reported.
        self.reported: dict[str, Scenario] = {}
        self.known: dict[tuple[object, ...], tuple[Game, Snippets] | UsageFault] = {}
        self.offers: dict[int, Offers] = {}
        # By game, the new name of each former one.
        self.renamed: dict[int, Mapping[str, str]] = {}

    def offers_of(self, game: Game) -> Offers:
        """What a game can ever offer, found once."""
        if id(game) not in self.offers:
            self.offers[id(game)] = Offers(game)
        return self.offers[id(game)]

    def game_of(self, scenario: Scenario) -> tuple[Game, Snippets] | Problem:
        """Return the scenario's game, or what is wrong with it, at the scenario's place."""
        key = _key(scenario)
        if key not in self.known:
            self.known[key] = self.loaded(scenario) if len(self.known) < MAX_GAMES else _TOO_MANY
        found = self.known[key]
        if isinstance(found, FaultyRules):
            first = self.reported.setdefault(found.message, scenario)
            again = first is not scenario
            message = f"{FAULTY}, as reported for '{first.name}'" if again else found.message
            place = _place_of_fault(scenario, found.message)
            return Problem("scenario-game", message, place, hint=None if again else found.hint)
        if isinstance(found, UsageFault):
            place = _place_of_fault(scenario, found.message)
            return Problem("scenario-game", found.message, place, hint=found.hint)
        return found

    def is_refused(self, scenario: Scenario) -> bool:
        """Whether a scenario has no game as its overlays, or its players, do not go together."""
        found = self.known.get(_key(scenario))
        return found.of_company if isinstance(found, FaultyRules) else isinstance(found, UsageFault)

    def is_repeated(self, scenario: Scenario) -> bool:
        """Whether a scenario's rules have faults that are reported at one before."""
        found = self.known.get(_key(scenario))
        return isinstance(found, FaultyRules) and self.reported.get(found.message) is not scenario

    def loaded(self, scenario: Scenario) -> tuple[Game, Snippets] | UsageFault:
        """Load the scenario's game; a fault where it cannot be."""
        if not scenario.game:
            return UsageFault("this file lies in no ruleset, and does not say its `game`")
        try:
            loaded = loaded_for(scenario, self.search, self.reading)
        except UsageFault as fault:
            return fault
        if loaded.game is None:
            errors = [problem for problem in loaded.problems if problem.severity == "error"]
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            message = f"{FAULTY}: {errors[0].position}: {errors[0].message}{more}"
            faulty = FaultyRules(message, errors[0].hint)
            faulty.of_company = all(problem.code in _COMPANY for problem in errors)
            return faulty
        self.renamed[id(loaded.game)] = loaded.sources.renamed if loaded.sources is not None else {}
        return loaded.game, Snippets(loaded.game)

    def problems_of(self, scenario: Scenario, game: Game, snippets: Snippets) -> list[Problem]:
        """Everything in a scenario's texts and names that does not fit its game."""
        found = text_problems(scenario, game, snippets, self.offers_of(game))
        return with_new_names(found, self.renamed[id(game)], scenario.lines_of)


def loaded_for(scenario: Scenario, search: Sequence[Path], reading: Reading | None = None) -> Loaded:
    """Load what a scenario plays; raises UsageFault. reading: what others of the same run have read."""
    return load(
        scenario.game,
        players=scenario.players,
        overlays=scenario.overlays,
        options=scenario.options,
        search=(*search, *scenario.beside),
        for_scenario=True,
        reading=reading,
    )


def _key(scenario: Scenario) -> tuple[object, ...]:
    """What decides which game a scenario plays."""
    options = tuple(sorted(scenario.options.items()))
    return (scenario.game, scenario.players, scenario.overlays, options, scenario.beside)


def _place_of_fault(scenario: Scenario, message: str) -> Position:
    """The place of what a scenario says of its game that a message speaks of; else that of the scenario."""
    for owner in (scenario.body, scenario.head):
        for key in ("game", "with"):
            named = owner.get(key)
            for entry in (named.entries() or [named]) if named is not None else ():
                if f"'{entry.value}'" in message:
                    return entry.position
        options, players = owner.get("set"), owner.get("players")
        for name, _ in options.items() if options is not None else ():
            if f"'{name}'" in message:
                assert options is not None
                return options.key_position(name)
        if players is not None and message.endswith(f"players, not {players.value}"):
            return players.position
    return scenario.position


def text_problems(scenario: Scenario, game: Game, snippets: Snippets, offers: Offers) -> list[Problem]:
    """Everything in a scenario's texts and names that does not fit its game."""
    found, body = _Texts(game, snippets, offers), scenario.body
    found.chance(body)
    for block in scenario.given:
        found.compile(partial(snippets.block, block))
    at = body.get("at")
    if at is not None:
        found.step(at.get("step") if at.kind == "map" else at)
        found.seat(at.get("player"))
    for entry in entries_of(body, "when"):
        found.done(entry)
    for entry in entries_of(body, "then"):
        found.claimed(entry)
    return found.problems.sorted()


class _Texts:
    """What does not fit a game in the texts and names of a scenario, entry by entry."""

    def __init__(self, game: Game, snippets: Snippets, offers: Offers) -> None:
        self.game, self.snippets, self.offers = game, snippets, offers
        self.problems = Problems()
        self.seats = [f"p{seat + 1}" for seat in range(game.players)]
        self.scored = [game.person(person)[0] for person in range(game.scored)]

    def done(self, entry: Located) -> None:
        """One of `when`: what is chosen, done or looked at."""
        self.step(entry.get("until"))
        self.chance(entry)
        self.expression(entry.get("now"))
        self.seat(entry.get("by"))
        self.expression(entry.get("check"))
        self.value(entry.get("show"))
        self.offered(entry.get("choose"))
        self.options(entry)
        if entry.kind != "map":
            self.offered(entry)

    def claimed(self, entry: Located) -> None:
        """One of `then`: what must hold."""
        if entry.kind != "map":
            self.expression(entry)
        self.value(entry.get("show"))
        self.options(entry)
        for winner in entries_of(entry, "winner"):
            self.seat(winner)
        for name in ("scores", "preview", "source"):
            self.seats_of(entry.get(name))
        self.source_names(entry.get("source"))

    def options(self, entry: Located) -> None:
        self.offered(entry.get("offered"))
        self.offered(entry.get("not_offered"), wanted=False)

    def compile(self, compiling: Callable[[], object]) -> None:
        try:
            compiling()
        except SnippetError as error:
            self.problems.extend(error.problems)

    def expression(self, text: Located | None) -> None:
        if text is not None and text.kind != "truth":
            self.compile(partial(self.snippets.expression, text, TRUTH))

    def value(self, text: Located | None) -> None:
        if text is not None:
            self.compile(partial(self.snippets.expression, text))

    def known(self, what: str, name: str, names: Iterable[str], position: Position) -> None:
        if name not in names:
            self.problems.unknown(f"there is no {what} '{name}'", position, name, names)

    def step(self, name: Located | None) -> None:
        if name is not None:
            self.known("step", str(name.value), self.game.step_starts, name.position)

    def seat(self, name: Located | None) -> None:
        if name is not None:
            self.known("player", str(name.value), self.seats, name.position)

    def seats_of(self, points: Located | None) -> None:
        if points is not None:
            for name, _ in points.items():
                self.known("player", name, self.scored, points.key_position(name))

    def source_names(self, points: Located | None) -> None:
        for _, sources in points.items() if points is not None else ():
            for name, _ in sources.items():
                self.known("source of points", name, self.game.layout.sources, sources.key_position(name))

    def offered(self, named: Located | None, *, wanted: bool = True) -> None:
        for entry in (named.entries() or [named]) if named is not None else ():
            fault = self.offers.fault(str(entry.value))
            if fault is not None and wanted:
                self.problems.error("never-offered", fault[0], entry.position, hint=fault[1])
            elif fault is not None:
                self.problems.warning("vain-claim", fault[0], entry.position, hint=fault[1])

    def chance(self, owner: Located) -> None:
        names = {*self.game.step_starts, *self.game.model.effects}
        for wish in wishes_of(owner):
            self.value(wish.text)
            if wish.inside is not None:
                self.known("step or effect", str(wish.inside.value), names, wish.inside.position)
