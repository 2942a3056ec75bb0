"""Which effects can ask a player, triggers included: those become generators, the others plain functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    GainSt,
    IfSt,
    MaySt,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    Program,
    ScoreSt,
    St,
    StBlock,
    ZoneEx,
    statements_in,
)

Unit = tuple[str, ...]


def units(program: Program) -> dict[Unit, StBlock]:
    """Everything with a body: effects, effects of kinds, and the bodies of rules (by their order number)."""
    found: dict[Unit, StBlock] = {("effect", name): effect.body for name, effect in program.effects.items()}
    found |= {("kind", *key): body for key, (_, body) in program.kind_effects.items()}
    found |= {
        ("rule", str(rule.order)): rule.body
        for rule in program.rules
        if rule.kind in ("trigger", "replacement")
    }
    return found


def asking_units(program: Program) -> set[Unit]:
    """Grow the set of units that ask until nothing changes."""
    bodies = units(program)
    listeners = listeners_by_event(program)
    asking: set[Unit] = set()
    grown = True
    while grown:
        grown = False
        for unit, body in bodies.items():
            if unit in asking:
                continue
            events = [f"effect {unit[1]}"] if unit[0] == "effect" else []
            if block_asks(body, asking, listeners) or any(
                u in asking for e in events for u in listeners.get(e, ())
            ):
                asking.add(unit)
                grown = True
    return asking


def recursive_units(program: Program) -> set[Unit]:
    """The units that can come to call themselves, however conditionally."""
    calls = called_units(program)
    return {unit for unit in calls if unit in _reached(calls, unit)}


def called_units(program: Program) -> dict[Unit, set[Unit]]:
    """What each unit may call, however conditionally, and what listens to it."""
    bodies = units(program)
    listeners = listeners_by_event(program)
    calls: dict[Unit, set[Unit]] = {}
    for unit, body in bodies.items():
        called = set(listeners.get(f"effect {unit[1]}", ())) if unit[0] == "effect" else set()
        for s in statements_in(body):
            if isinstance(s, CallSt):
                called.add(("effect", s.effect))
            elif isinstance(s, DoEffectSt):
                called |= {u for u in bodies if u[0] == "kind" and u[1] == s.component}
            called |= {u for event in events_of(s) for u in listeners.get(event, ())}
        calls[unit] = called
    return calls


def _reached(calls: dict[Unit, set[Unit]], start: Unit) -> set[Unit]:
    found: set[Unit] = set()
    queue = list(calls[start])
    while queue:
        unit = queue.pop()
        if unit not in found:
            found.add(unit)
            queue += calls.get(unit, ())
    return found


def listeners_by_event(program: Program) -> dict[str, list[Unit]]:
    """The rule bodies that an event may run."""
    found: dict[str, list[Unit]] = {}
    for rule in program.rules:
        if rule.kind in ("trigger", "replacement") and rule.pattern is not None:
            found.setdefault(rule.pattern.event, []).append(("rule", str(rule.order)))
    return found


def block_asks(body: Iterable[St], asking: set[Unit], listeners: dict[str, list[Unit]]) -> bool:
    """Tell whether a block may ask, given what is known to ask so far."""
    return any(_asks(statement, asking, listeners) for statement in statements_in(body))


def _asks(s: St, asking: set[Unit], listeners: dict[str, list[Unit]]) -> bool:
    if isinstance(s, (ChooseSt, OneOfSt, MaySt)):
        return True
    if isinstance(s, PaySt) and len(s.counters) > 1:
        return True
    if isinstance(s, CallSt) and ("effect", s.effect) in asking:
        return True
    if isinstance(s, DoEffectSt) and any(u[0] == "kind" and u[1] == s.component for u in asking):
        return True
    return any(u in asking for event in events_of(s) for u in listeners.get(event, ()))


def events_of(s: St) -> Iterator[str]:
    """The automatic events that a statement causes by itself."""
    if isinstance(s, GainSt):
        yield f"{'gained' if s.sign > 0 else 'lost'} {s.counter.declared.name}"
    if isinstance(s, ScoreSt):
        yield "gained points"
    if isinstance(s, PaySt):
        for counter in s.counters:
            yield f"lost {counter.declared.name}"
    if isinstance(s, (MoveSt, DrawSt)):
        yield f"left {place_name(s.source)}"
        yield f"entered {place_name(s.target)}"
    if isinstance(s, PayPieceSt):
        yield f"left {place_name(s.source)}"
        if s.target is not None:
            yield f"entered {place_name(s.target)}"


def place_name(place: Ex) -> str:
    """The name of a zone, or of the kind of space, as events have it."""
    return str(place.declared.name) if isinstance(place, ZoneEx) else place.type.name


def ends_game(s: St) -> bool:
    """Whether a statement ends the game in any case: nothing behind it in its block is ever carried out."""
    if isinstance(s, EndSt):
        return s.what == "game" and s.after is None
    if isinstance(s, IfSt):
        return all(any(map(ends_game, block)) for block in (*(block for _, block in s.tests), s.otherwise))
    return False
