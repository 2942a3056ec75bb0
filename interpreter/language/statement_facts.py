"""What is known of each kind of statement, each fact once: what it changes, asks, binds, and what it causes.

In: a checked statement. Out: places, events, variables. What statements read is what their expressions name
(facts.py); what they cost is in compiler/work.py. A kind without a row stops the import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.language.checked import (
    AssignSt,
    CallSt,
    ChooseSt,
    CounterEx,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    IfSt,
    LastingSt,
    LetSt,
    MaySt,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    RevealSt,
    RollSt,
    SaySt,
    ScoreSt,
    SettleSt,
    ShuffleSt,
    St,
    SwapSt,
    Variable,
    ZoneEx,
)


def _none(_s: St) -> tuple[()]:
    return ()


def _nothing_shown(_s: St) -> str:
    return ""


def _never(_s: St) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a kind of statement, all but what statements inside it do.

    changes: the counters, zones and spaces that it may change; shows: the kind of event by which listeners
    of a play learn of that ("" where one changes nothing), or else `silent`: why there is none; causes: the
    automatic events that triggers hear; asks: whether it asks a player; chance: whether it is left to
    chance; binds: variables, with what each is or is chosen from.
    """

    changes: Callable[[Any], Iterable[Ex]] = _none
    shows: Callable[[Any], str] = _nothing_shown
    silent: str = ""
    causes: Callable[[Any], Iterable[str]] = _none
    asks: Callable[[Any], bool] = _never
    chance: bool = False
    binds: Callable[[Any], Iterable[tuple[Variable, Ex]]] = _none


def facts_of(s: St) -> Facts:
    """Return what is known of a statement's kind."""
    return FACTS[type(s)]


def events_of(s: St) -> Iterable[str]:
    """Return the automatic events that a statement causes by itself."""
    return facts_of(s).causes(s)


def has_points(s: St) -> bool:
    """Whether a statement gives somebody a counter that is worth points."""
    return isinstance(s, AssignSt) and isinstance(s.target, CounterEx) and s.target.declared.points != 0


def place_name(place: Ex) -> str:
    """The name of a zone, or of the kind of space, as events have it."""
    return str(place.declared.name) if isinstance(place, ZoneEx) else place.type.name


def _shown_as(kind: str) -> Callable[[St], str]:
    return lambda _s: kind


def _always(_s: St) -> bool:
    return True


def _moves(s: MoveSt | DrawSt | PayPieceSt) -> tuple[Ex, ...]:
    return (s.source,) if s.target is None else (s.source, s.target)


def _moved(s: MoveSt | DrawSt | PayPieceSt) -> tuple[str, ...]:
    left = f"left {place_name(s.source)}"
    return (left,) if s.target is None else (left, f"entered {place_name(s.target)}")


def _counted(s: GainSt) -> tuple[str]:
    return (f"{'gained' if s.sign > 0 else 'lost'} {s.counter.declared.name}",)


def _assigned(s: AssignSt) -> tuple[str, ...]:
    # One player loses the points, another gets them.
    return ("gained points", "gained points") if has_points(s) else ()


def _shuffles(s: ShuffleSt) -> str:
    return "" if isinstance(s.zone, ZoneEx) and s.zone.declared.order == "set" else "shuffle"


def _reveals(s: RevealSt) -> str:
    return ("hide" if s.hide else "reveal") if isinstance(s.zone, ZoneEx) else ""


def _chosen(s: ChooseSt | PickSt | ForSt) -> tuple[tuple[Variable, Ex]]:
    return ((s.variable, s.source),)


FACTS: dict[type[St], Facts] = {
    RequireSt: Facts(silent="it only asks"),
    LetSt: Facts(silent="it only looks", binds=lambda s: ((s.variable, s.value),)),
    SaySt: Facts(silent="its lowering says it"),
    PaySt: Facts(
        changes=lambda s: s.counters,
        shows=_shown_as("count"),
        causes=lambda s: tuple(f"lost {counter.declared.name}" for counter in s.counters),
        asks=lambda s: len(s.counters) > 1,
    ),
    GainSt: Facts(changes=lambda s: (s.counter,), shows=_shown_as("count"), causes=_counted),
    AssignSt: Facts(
        changes=lambda s: (s.where or s.target,),
        shows=lambda s: "count" if isinstance(s.target, CounterEx) else "turn",
        causes=_assigned,
    ),
    ScoreSt: Facts(shows=_shown_as("points"), causes=lambda _s: ("gained points",)),
    PayPieceSt: Facts(changes=_moves, shows=_shown_as("move"), causes=_moved),
    MoveSt: Facts(changes=_moves, shows=_shown_as("move"), causes=_moved),
    DrawSt: Facts(changes=_moves, shows=_shown_as("move"), causes=_moved, chance=True),
    RollSt: Facts(changes=lambda s: (s.target,), shows=_shown_as("roll"), chance=True),
    FillSt: Facts(changes=lambda s: (s.zone,), shows=_shown_as("fill")),
    ShuffleSt: Facts(changes=lambda s: (s.zone,), shows=_shuffles, chance=True),
    SwapSt: Facts(
        changes=lambda s: (s.left, s.right),
        shows=lambda s: "count" if isinstance(s.left, CounterEx) else "swap",
    ),
    # Who sees a zone is none of its content.
    RevealSt: Facts(shows=_reveals),
    PickSt: Facts(silent="the draw is shown by itself, without slots", chance=True, binds=_chosen),
    ChooseSt: Facts(silent="a choice is shown by who makes it", asks=_always, binds=_chosen),
    OneOfSt: Facts(silent="a choice is shown by who makes it", asks=_always),
    MaySt: Facts(silent="a choice is shown by who makes it", asks=_always),
    CallSt: Facts(silent="the effect shows itself"),
    PerformSt: Facts(silent="the effect shows itself when it is done"),
    DoEffectSt: Facts(silent="the effect of the kind shows itself"),
    LastingSt: Facts(silent="the effect that lasts shows itself when it is done"),
    IfSt: Facts(silent="the statements inside it show what they do"),
    ForSt: Facts(silent="the statements inside it show what they do", binds=_chosen),
    RepeatSt: Facts(silent="the statements inside it show what they do"),
    SettleSt: Facts(silent="its lowering shows what was settled"),
    EndSt: Facts(silent="the flow shows that the game is over"),
}


def unknown() -> list[str]:
    """Name the kinds of statements without a row, or whose row says not what they show, nor why nothing."""
    shown = {
        kind.__name__
        for kind, facts in FACTS.items()
        if (facts.silent == "") == (facts.shows is not _nothing_shown)
    }
    return sorted({kind.__name__ for kind in St.__subclasses__()} - shown)


if unknown():
    raise LookupError(f"it is not known what these do: {', '.join(unknown())}")
