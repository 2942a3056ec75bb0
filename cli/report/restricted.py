"""What a thing is worth to a bot that may not use it, and whether more thought wins: a ladder of bots.

Each action, kind and module is forbidden to the first seat by an overlay made for it, and the same seeds are
played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from cli.report.gathered import Gathered, gather
from cli.report.measures import UNIT_WITHOUT_POINTS, ahead_of_others
from cli.report.statistics import CERTAIN, Estimate, holm, mean_of
from interpreter import Arena, Seeds

if TYPE_CHECKING:
    from interpreter import Game, Workers

# The bots of the ladder, each against the next.
RUNGS = ("random", "greedy", "search:250", "search:1000", "search:4000")
# Kinds that are taken in a smaller share of games are left out; of fewer pairs of games nothing is said.
_LEAST_SHARE, _FEWEST = 0.05, 30
_OVERLAY = """\
id: without
title: Without something for the first seat
base: {game}
add:
  forbids:
{forbids}
"""
_ACTION = "{{of: {effect}(player p), where: p == p1, because: it is tried without}}"
_KIND = (
    '{{of: {effect}(player p), option: "{type} {name}", '
    'where: "p == p1 and {name}.index == {kind}.index", because: it is tried without}}'
)


@dataclass(frozen=True, slots=True)
class Restricted:
    """An action, kind or module. worth: by how much further the first seat is ahead where it may use it.

    In points, without points in hundredths of a victory; refused: why it could not be tried without.
    """

    sort: str
    name: str
    title: str
    games: int
    worth: Estimate | None
    sure: bool
    refused: str = ""
    unit: str = "points"

    @property
    def sentence(self) -> str:
        """What it is worth, in words."""
        name = f"“{self.title or self.name}” ({self.sort})"
        if self.worth is None:
            return f"{name} cannot be tried without: {self.refused}."
        side = 1 if self.worth.value >= 0 else -1
        low, high = sorted((side * self.worth.low, side * self.worth.high))
        interval = f"{abs(self.worth.value):.1f} {self.unit} (95 %: {low:.1f} to {high:.1f})"
        whose = "further behind" if side > 0 else "further ahead"
        return f"Without {name} a bot is {interval} {whose}, in {self.games} games."


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot against the one below it; share: of victories; even: that of equals."""

    bot: str
    against: str
    games: int
    share: float
    low: float
    high: float
    even: float

    @property
    def sentence(self) -> str:
        """How often it wins, in words."""
        share = f"{100 * self.share:.0f} % (95 %: {100 * self.low:.0f} to {100 * self.high:.0f})"
        even = f"equals would win {100 * self.even:.0f} %"
        return f"{self.bot} wins {share} of {self.games} games against {self.against}; {even}."


@dataclass(frozen=True, slots=True)
class _Use:
    """Something that can be forbidden, and what the overlay says for it."""

    sort: str
    name: str
    title: str
    forbids: tuple[str, ...]


# Loads the game: with an overlay of a folder, or none, and without one of its own overlays.
Loader = Callable[[Path | None, str | None], "Game"]


def restricted(
    load: Loader,
    bots: Sequence[str],
    seeds: Seeds,
    workers: Workers | None,
    *,
    note: Callable[[int, int, str], None] = lambda _done, _all, _title: None,
) -> list[Restricted]:
    """Each action, kind and module of a game, what is worth most first; note: hears what is tried now."""
    usual = load(None, None)
    base = gather(usual, bots, seeds, workers=workers)
    uses = [*_actions(usual), *_kinds(usual, base), *_modules(usual, load)]
    made = []
    for done, use in enumerate(uses):
        note(done, len(uses), use.title or use.name)
        made.append(_without(use, base, load, seeds, workers))
    chances = holm([each.worth.p if each.worth is not None else 1.0 for each in made])
    judged = [replace(each, sure=p < CERTAIN) for each, p in zip(made, chances, strict=True)]
    return sorted(judged, key=lambda each: -(each.worth.value if each.worth is not None else -1e9))


def _actions(game: Game) -> list[_Use]:
    return [
        _Use("action", each.name, each.about.title, (_ACTION.format(effect=each.name),))
        for each in game.things
        if each.section == "actions"
    ]


def _kinds(game: Game, base: Gathered | None) -> list[_Use]:
    """Kinds that are chosen in effects and actions; base: leave out what is taken in few of these games."""
    sites: dict[str, list[tuple[str, str]]] = {}
    for site in game.sites:
        if site.type is not None and site.type.kind == "component" and site.unit[:1] == ("effect",):
            sites.setdefault(site.type.name, []).append((str(site.unit[1]), site.name))
    often: dict[str, int] = {}
    for number, thing in enumerate(base.things if base is not None else ()):
        assert base is not None
        if thing.sort == "kind":
            games = int(base.taken(number).any(axis=1).sum())
            often[thing.name] = max(often.get(thing.name, 0), games)
    made = []
    for of_type, places in sites.items():
        for kind in game.components[of_type].kinds:
            name = f"{of_type}.{kind.name}"
            forbids = tuple(
                _KIND.format(effect=effect, type=of_type, name=variable, kind=kind.name)
                for effect, variable in dict.fromkeys(places)
            )
            if base is None or often.get(name, 0) >= _LEAST_SHARE * len(base.games):
                made.append(_Use("kind", name, kind.about.title, forbids))
    return made


def _modules(game: Game, load: Loader) -> list[_Use]:
    """Of each overlay the actions and kinds that the game does not have without it."""
    made = []
    for overlay in game.overlays:
        try:
            less = load(None, overlay)
        except ValueError:
            # Another overlay needs it.
            continue
        left = {each.name for each in (*_actions(less), *_kinds(less, None))}
        added = [each for each in (*_actions(game), *_kinds(game, None)) if each.name not in left]
        forbids = tuple(line for each in added for line in each.forbids)
        if forbids:
            made.append(_Use("module", overlay, overlay.replace("_", " "), forbids))
    return made


def _without(use: _Use, base: Gathered, load: Loader, seeds: Seeds, workers: Workers | None) -> Restricted:
    """Play the same seeds without it."""
    text = _OVERLAY.format(game=base.game.id, forbids="\n".join(f"    - {line}" for line in use.forbids))
    with TemporaryDirectory() as folder:
        overlay = Path(folder, "without")
        overlay.mkdir()
        (overlay / "overlay.yaml").write_text(text, encoding="utf-8")
        try:
            there = gather(load(overlay, None), base.bots, seeds, workers=workers)
        except ValueError as why:
            return Restricted(use.sort, use.name, use.title, 0, None, False, str(why))
    others = {each.number: each for each in there.games}
    both = [(each, others[each.number]) for each in base.games if each.number in others]
    if len(both) < max(_FEWEST, 0.9 * len(base.games)):
        others_ended = [cause for cause, _ in there.endings.most_common() if cause != "finished"]
        how = f" ({others_ended[0]})" if others_ended else ""
        refused = f"of {len(base.games)} games that end with it {len(both)} end without it{how}"
        return Restricted(use.sort, use.name, use.title, 0, None, False, refused)
    points = base.game.has_points
    with_it, less = (ahead_of_others(side, points=points)[:, 0] for side in zip(*both, strict=True))
    worth = mean_of(np.subtract(with_it, less))
    unit = "points" if points else UNIT_WITHOUT_POINTS
    return Restricted(use.sort, use.name, use.title, len(both), worth, sure=False, unit=unit)


def ladder(game: Game, seed: int, games: int, workers: Workers | None) -> Iterator[Rung]:
    """Each bot of the ladder against the one below it."""
    for below, bot in pairwise(RUNGS):
        arena = Arena(game, [bot, below], games, seed)
        arena.play(1, lambda _meeting, _met: None, workers=workers)
        pair = arena.pair_figures(arena.pairs[0])
        yield Rung(bot, below, pair.games, pair.share, pair.low, pair.high, pair.even)
