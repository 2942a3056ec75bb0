"""Guards looked through one statement at a time: which condition fails first, for which candidates.

In: the leading part of a body and the position. Out: a Refusal, a tree with a branch for each candidate of a
choice, or None where all of it can be done. It looks in the order of compiler/guards, and what a guard makes
in place and undoes is made here on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.compiler.leading import leading_part
from interpreter.compiler.snippets import Snippets
from interpreter.language.checked import (
    ArithmeticEx,
    BuiltInEx,
    CallSt,
    ChooseSt,
    ClauseEx,
    CompareEx,
    ConstEx,
    DoEffectSt,
    Ex,
    GatherEx,
    InEx,
    LetSt,
    LocalEx,
    LogicEx,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RequireSt,
    St,
    StBlock,
    Variable,
    ZoneEx,
    blocks_in,
    different_needed,
)
from interpreter.language.types import NUMBER, TRUTH, Type, set_of
from interpreter.play.faults import RuleFault
from interpreter.play.game import Game
from interpreter.play.runtime import removed, removed_last, removed_some
from interpreter.problems.position import Position

MAX_TRIED = 50_000


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a condition is looked at: the slots, who is at turn, what the variables are.

    owner: the thing whose rule it is (`section/name`); chosen: what was chosen on the way, in words; held:
    how many conditions have held so far; met: whether the option asked for was chosen on the way; lets: what
    variables stand for that were bound by `let`.
    """

    slots: list[Any]
    me: int
    variables: Mapping[str, Any]
    owner: str
    chosen: tuple[str, ...] = ()
    held: int = 0
    met: bool = False
    lets: Mapping[str, Ex] = field(default_factory=dict)

    def further(self) -> Scene:
        """The same, one condition further on."""
        return replace(self, held=self.held + 1)

    def bound(self, variable: Variable, value: Any) -> Scene:
        """The same with one variable more."""
        return replace(self, variables={**self.variables, variable.python: value})

    def changed(self, slot: int, value: Any) -> Scene:
        """The same with another value in a slot."""
        slots = self.slots[:]
        slots[slot] = value
        return replace(self, slots=slots)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done: a condition that is false, or one refusal for each candidate.

    what: require, where, pay, piece, none (nothing to choose from), few, absent (the option asked for is not
    among the candidates), much and rest (of a split payment: more than is due, too little for the others),
    given (told by the caller), veiled (it rests with what the seat cannot see, or
    comes after that), choose or branch (with candidates). A refusal with candidates has no condition of its
    own.
    """

    what: str
    position: Position
    scene: Scene
    condition: Ex | None = None
    name: str = ""
    candidates: tuple[tuple[str, Refusal], ...] = ()
    numbers: tuple[int, int] = (0, 0)

    def leaves(self) -> Iterator[Refusal]:
        """Go through all conditions that failed, candidate by candidate."""
        if not self.candidates:
            yield self
        for _, refusal in self.candidates:
            yield from refusal.leaves()


class Elsewhere(Refusal):
    """Not a refusal of the option asked for: on this way it is never met."""


class Guards:
    """Looks through leading parts for somebody.

    unseen: whether an expression reads what that person cannot see; target: the id of an option of a choice
    on the way that is asked for.
    """

    def __init__(
        self,
        game: Game,
        snippets: Snippets,
        unseen: Callable[[Ex, Scene], bool],
        target: str = "",
    ) -> None:
        self.game = game
        self.snippets = snippets
        self.unseen = unseen
        self.target = target
        self.tried = 0

    # -- values
    def value(self, ex: Ex, scene: Scene) -> Any:
        """The value of an expression."""
        return self.snippets.value_with(ex, scene.slots, scene.me, scene.variables)

    def slot(self, place: Ex, scene: Scene) -> int:
        """The slot of a counter, zone or space."""
        return self.snippets.slot_with(place, scene.slots, scene.me, scene.variables)

    def fails(self, what: str, condition: Ex, scene: Scene, name: str = "") -> Refusal | None:
        """A refusal if a condition does not hold; of several joined by `and`, for the first that does not."""
        if self.value(condition, scene):
            return None
        if self.unseen(condition, scene):
            return veiled(condition.position, scene)
        while isinstance(condition, LogicEx) and condition.operator == "and":
            condition = next(part for part in condition.operands if not self.value(part, scene))
            scene = scene.further()
        return Refusal(what, condition.position, scene, condition, name)

    # -- bodies
    def body(self, block: StBlock, scene: Scene) -> Refusal | None:
        """Why the leading part of a body cannot be done."""
        return self.lead(leading_part(block), scene)

    def lead(self, lead: Sequence[St], scene: Scene) -> Refusal | None:
        """Why the statements of a leading part cannot be done, one after the other."""
        for place, s in enumerate(lead):
            if isinstance(s, RequireSt):
                found = self.fails("require", s.condition, scene)
                if found is not None:
                    return found
                if self.unseen(s.condition, scene):
                    # That it holds is as hidden as that it does not: what follows is told as if it did not.
                    return behind(self.lead(lead[place + 1 :], scene.further()), s.condition.position, scene)
                scene = scene.further()
            elif isinstance(s, LetSt):
                scene = scene.bound(s.variable, self.value(s.value, scene))
                scene = replace(scene, lets={**scene.lets, s.variable.python: s.value})
            else:
                return self.last(s, lead[place + 1 :], scene)
        if self.target and not scene.met:
            position = lead[-1].position if lead else Position("", 1, 1)
            return Elsewhere("given", position, scene)
        return None

    def last(self, s: St, rest: Sequence[St], scene: Scene) -> Refusal | None:
        """Why a statement that looks at all that follows it cannot be done."""
        if isinstance(s, PaySt):
            return self.pay(s, rest, scene)
        if isinstance(s, PayPieceSt):
            return self.pay_piece(s, rest, scene)
        if isinstance(s, ChooseSt):
            return self.enough(s, scene) if s.many else self.choose(s, rest, scene)
        if isinstance(s, CallSt):
            return self.call(s, scene)
        if isinstance(s, DoEffectSt):
            return self.kind_effect(s, scene)
        assert isinstance(s, OneOfSt)
        return self.branches(s, scene)

    # -- payments
    def pay(self, s: PaySt, rest: Sequence[St], scene: Scene) -> Refusal | None:
        """Why something cannot be paid, or what follows cannot be done once it is paid."""
        price = self.value(s.amount, scene)
        slots = [self.slot(counter, scene) for counter in s.counters]
        have = sum(scene.slots[slot] for slot in slots)
        if have < price:
            affordable = CompareEx(s.position, TRUTH, ">=", total(s.counters), s.amount)
            words = " or ".join(counter.declared.name for counter in s.counters)
            return Refusal("pay", s.position, scene, affordable, words, numbers=(price, have))
        scene = scene.further()
        return self.paid(slots, price, rest, scene)

    def paid(self, slots: Sequence[int], amount: int, rest: Sequence[St], scene: Scene) -> Refusal | None:
        """Why what follows cannot be done, whichever way so much is paid with some counters."""
        found: Refusal | None = None
        for after in payments(slots, amount, scene):
            refused = self.lead(rest, after)
            if refused is None:
                return None
            found = found or refused
        return found

    def split(
        self, s: PaySt, place: int, left: int, rest_of_lead: Sequence[St], scene: Scene
    ) -> Refusal | None:
        """Why so much cannot be paid with one counter of several, when that is asked; left: what is due.

        The target is the id of an option of that choice. Counters named earlier have paid already.
        """
        part = value_of(self.game, NUMBER, self.target.partition("=")[2])
        counter, others = s.counters[place], s.counters[place + 1 :]
        have, rest = (self.value(total(each), scene) for each in ([counter], others))

        def at_least(size: Ex, wanted: int) -> Ex:
            return CompareEx(s.position, TRUTH, ">=", size, constant(wanted, NUMBER, s))

        if part > left:
            due = s.amount if self.value(s.amount, scene) == left else constant(left, NUMBER, s)
            return Refusal(
                "much", s.position, scene, at_least(due, part), s.names[place], numbers=(part, left)
            )
        if part > have:
            enough = at_least(counter, part)
            return Refusal("pay", s.position, scene, enough, s.names[place], numbers=(part, have))
        if left - part > rest:
            enough, words = at_least(total(others), left - part), " or ".join(s.names[place + 1 :])
            return Refusal("rest", s.position, scene, enough, words, numbers=(left - part, rest))
        slot, *further = (self.slot(each, scene) for each in s.counters[place:])
        after = replace(scene.changed(slot, have - part), met=True)
        return self.paid(further, left - part, rest_of_lead, after)

    def pay_piece(self, s: PayPieceSt, rest: Sequence[St], scene: Scene) -> Refusal | None:
        """Why a piece cannot be paid, or what follows cannot be done once it is gone."""
        slot = self.slot(s.source, scene)
        held = scene.slots[slot]
        single = not isinstance(held, tuple)
        if s.amount is not None:
            each = LocalEx(s.position, s.piece.type, "each")
            same = CompareEx(s.position, TRUTH, "==", each, s.piece)
            held_there = GatherEx(
                s.source.position,
                NUMBER,
                "count",
                same,
                (ClauseEx(s.source.position, "each", s.source),),
                None,
                (),
            )
            enough = CompareEx(s.position, TRUTH, ">=", held_there, s.amount)
            missing = self.fails("require", enough, scene)
            if missing is not None:
                return missing
        elif not isinstance(s.piece, LocalEx):
            inside = BuiltInEx(s.source.position, s.piece.type, "on", (s.source,)) if single else (
                s.source if isinstance(s.source, ZoneEx)
                else BuiltInEx(s.source.position, set_of(s.piece.type), "stack", (s.source,))
            )  # fmt: skip
            there = (
                CompareEx(s.position, TRUTH, "==", inside, s.piece)
                if single
                else InEx(s.position, TRUTH, s.piece, inside, False)
            )
            missing = self.fails("piece", there, scene)
            if missing is not None:
                return missing
        scene = scene.further()
        if not rest:
            return self.lead(rest, scene)
        piece = self.value(s.piece, scene)
        stacked = not isinstance(s.source, ZoneEx) or s.source.declared.order == "stack"
        left = -1 if single else (removed_last if stacked else removed)(held, piece)
        if s.amount is not None:
            left = removed_some(held, self.value(s.amount, scene), piece)
        return self.lead(rest, scene.changed(slot, left))

    # -- choices
    def pool(self, source: Ex, scene: Scene) -> list[Any]:
        """What there is to choose from, equal pieces once."""
        return list(dict.fromkeys(self.value(source, scene)))

    def option_id(self, variable: Variable, value: Any) -> str:
        """The id of the option that stands for a value."""
        return f"{variable.name}={self.game.value_id(self.element(variable), value)}"

    def element(self, variable: Variable) -> Type:
        """The type of one thing chosen."""
        return variable.type.of if variable.type.kind == "set" and variable.type.of else variable.type

    def words(self, variable: Variable, value: Any) -> str:
        """A value with the name it is chosen for, for people."""
        title = self.game.label(self.element(variable), value)[1]
        return f"{variable.name.replace('_', ' ')} {title}"

    def choose(self, s: ChooseSt, rest: Sequence[St], scene: Scene) -> Refusal | None:
        """Why nothing can be chosen, told for each candidate; rest: what follows in the leading part."""

        def further(scene: Scene) -> Refusal | None:
            return self.lead(rest, scene) if s.body is None else self.body(s.body, scene)

        pool = self.pool(s.source, scene)
        found = self.each(s, pool, scene, lambda value: self.candidate(s, value, scene, further))
        return behind(found, s.position, scene) if self.unseen(s.source, scene) else found

    def each(
        self, s: ChooseSt, pool: list[Any], scene: Scene, refused: Callable[[Any], Refusal | None]
    ) -> Refusal | None:
        """Why no candidate of a choice will do."""
        if not pool:
            size = BuiltInEx(s.source.position, NUMBER, "size", (s.source,))
            some = CompareEx(s.source.position, TRUTH, ">", size, constant(0, NUMBER, s))
            return Refusal("none", s.source.position, scene, some, s.variable.name)
        asked = self.target.partition("=")[0] == s.variable.name
        if asked:
            pool = [value for value in pool if self.option_id(s.variable, value) == self.target]
            if not pool:
                return self.absent(s, scene)
        found = []
        for value in pool:
            self.tried += 1
            if self.tried > MAX_TRIED:
                raise RuleFault("too many combinations of choices must be tried here", s.position)
            why = refused(value)
            if why is None:
                return None
            found.append((self.words(s.variable, value), why))
        return gathered("choose", s, scene, s.variable.name, found)

    def candidate(
        self, s: ChooseSt, value: Any, scene: Scene, further: Callable[[Scene], Refusal | None]
    ) -> Refusal | None:
        """Why one candidate will not do: its `where`, or what follows."""
        inner = replace(
            scene.bound(s.variable, value),
            chosen=(*scene.chosen, self.words(s.variable, value)),
            met=scene.met or self.option_id(s.variable, value) == self.target,
        ).further()
        if s.where is not None:
            refused = self.fails("where", s.where, inner, s.variable.name)
            if refused is not None:
                return refused
            if self.unseen(s.where, inner):
                return behind(further(inner.further()), s.where.position, inner)
            inner = inner.further()
        return further(inner)

    def absent(self, s: ChooseSt, scene: Scene) -> Refusal:
        """The refusal of an option that is not among the candidates of a choice."""
        kind = self.element(s.variable)
        value = value_of(self.game, kind, self.target.partition("=")[2])
        member = constant(value, kind, s)
        among = InEx(s.source.position, TRUTH, member, s.source, False)
        return Refusal("absent", s.source.position, scene, among, self.words(s.variable, value))

    def enough(self, s: ChooseSt, scene: Scene) -> Refusal | None:
        """Why so many cannot be chosen; what follows is not looked at, as in the guard."""
        if self.target.partition("=")[0] == s.variable.name:
            return self.each(
                s,
                self.pool(s.source, scene),
                scene,
                lambda value: self.candidate(s, value, scene, lambda _: None),
            )
        if self.target and not scene.met:
            return Elsewhere("given", s.position, scene)
        least = different_needed(s)
        if least is None:
            return None
        clauses = (ClauseEx(s.source.position, s.variable.python, s.source),)
        true = constant(1, TRUTH, s)
        count = GatherEx(s.source.position, NUMBER, "count", true, clauses, s.where, ())
        enough = CompareEx(s.position, TRUTH, ">=", count, least)
        if self.value(enough, scene):
            return None
        if self.unseen(enough, scene):
            return veiled(s.position, scene)
        numbers = (self.value(least, scene), self.value(count, scene))
        return Refusal("few", s.position, scene, enough, s.variable.name, numbers=numbers)

    # -- calls and branches
    def call(self, s: CallSt, scene: Scene) -> Refusal | None:
        """Why a called effect cannot be done."""
        called = self.game.program.effects[s.effect]
        scene = replace(scene, owner=f"{'actions' if called.action else 'effects'}/{s.effect}")
        return self.inner(called.body, called.parameters, s, scene)

    def kind_effect(self, s: DoEffectSt, scene: Scene) -> Refusal | None:
        """Why the effect of a piece cannot be done."""
        piece = self.value(s.piece, scene)
        kind = self.game.model.components[s.component].kind_of(piece).name
        parameters, block = self.game.program.kind_effects.get((s.component, kind), ((), ()))
        return self.inner(block, parameters, s, replace(scene, owner=f"kinds/{kind}"))

    def inner(
        self, block: StBlock, parameters: Sequence[Variable], s: CallSt | DoEffectSt, scene: Scene
    ) -> Refusal | None:
        """Why a body that is called cannot be done."""
        names = [v.python for v in parameters]
        arguments = [self.value(a, scene) for a in s.arguments]
        variables = dict(zip(names, arguments, strict=False))
        return self.body(block, replace(scene, me=self.value(s.whom, scene), variables=variables, lets={}))

    def branches(self, s: OneOfSt, scene: Scene) -> Refusal | None:
        """Why no branch can be done, told for each."""
        named = {name for name, _ in s.branches}
        found = []
        for name, body in s.branches:
            if self.target in named and name != self.target:
                continue
            words = name.replace("_", " ")
            inner = replace(scene, chosen=(*scene.chosen, words), met=scene.met or name == self.target)
            refused = self.body(body, inner)
            if refused is None:
                return None
            found.append((words, refused))
        return gathered("branch", s, scene, "", found)

    # -- which choices lie on the way
    def leads_to(self, block: StBlock, seen: frozenset[str] = frozenset()) -> bool:
        """Tell whether the option asked for may be met in a leading part."""
        return any(self._offers(s, seen) for s in leading_part(block))

    def _offers(self, s: St, seen: frozenset[str]) -> bool:
        if isinstance(s, ChooseSt):
            return s.variable.name == self.target.partition("=")[0] and "=" in self.target
        if isinstance(s, OneOfSt):
            return any(name == self.target or self.leads_to(body, seen) for name, body in s.branches)
        if isinstance(s, CallSt) and s.effect not in seen:
            return self.leads_to(self.game.program.effects[s.effect].body, seen | {s.effect})
        if isinstance(s, DoEffectSt) and s.component not in seen:
            effects = self.game.program.kind_effects.items()
            bodies = [body for (made, _), (_, body) in effects if made == s.component]
            return any(self.leads_to(body, seen | {s.component}) for body in bodies)
        return False


def gathered(what: str, s: St, scene: Scene, name: str, found: Sequence[tuple[str, Refusal]]) -> Refusal:
    """One refusal out of those of all candidates; ways on which the option is not met do not count."""
    counted = tuple((words, why) for words, why in found if not isinstance(why, Elsewhere))
    if not counted:
        return Elsewhere("given", s.position, scene)
    return Refusal(what, s.position, scene, None, name, counted)


def veiled(position: Position, scene: Scene) -> Refusal:
    """The refusal by what cannot be seen: it tells nothing but where that is asked for."""
    never = ConstEx(position, TRUTH, 0)
    return Refusal("veiled", position, scene, never)


def behind(found: Refusal | None, position: Position, scene: Scene) -> Refusal | None:
    """A refusal that comes after something hidden was read: it is told as that."""
    return found if found is None or isinstance(found, Elsewhere) else veiled(position, scene)


def payments(slots: Sequence[int], amount: int, scene: Scene) -> Iterator[Scene]:
    """The position after each way of paying so much with some counters."""
    slot, *others = slots
    have = scene.slots[slot]
    for part in range(max(0, amount - sum(scene.slots[other] for other in others)), min(amount, have) + 1):
        after = scene.changed(slot, have - part)
        if others:
            yield from payments(others, amount - part, after)
        else:
            yield after


def total(counters: Sequence[Ex]) -> Ex:
    """The sum of some counters."""
    found = counters[0]
    for other in counters[1:]:
        found = ArithmeticEx(found.position, NUMBER, "+", found, other)
    return found


def constant(value: Any, kind: Type, s: St) -> Ex:
    """A checked expression of a fixed value."""
    return ConstEx(s.position, kind, value)


def value_of(game: Game, kind: Type, word: str) -> int:
    """The value of a type that has an id; raises KeyError with all ids where none has."""
    if kind.kind == "number" and word.lstrip("-").isdecimal() and len(word) < 16:
        return int(word)
    ids = {game.value_id(kind, value): value for value in values_of(game, kind)}
    if word not in ids:
        raise KeyError(word, tuple(ids))
    return ids[word]


def values_of(game: Game, kind: Type) -> Iterable[int]:
    """All values of a type; of numbers none."""
    model = game.model
    if kind.kind == "truth":
        return (0, 1)
    if kind.kind == "player":
        return range(model.persons)
    if kind.kind == "team":
        return range(model.teams)
    if kind.kind == "component":
        return model.components[kind.name].tokens
    if kind.kind == "space":
        nodes = (n for board in model.boards.values() for n in spaces_in(board))
        return tuple(nodes)
    if kind.kind == "enum" and kind.name in model.enums:
        return range(len(model.enums[kind.name].members))
    if kind.kind == "enum":
        made, state = kind.name.split(".")
        return range(len(model.components[made].states[state]))
    return ()


def spaces_in(board: Any) -> Iterator[int]:
    """The numbers of the spaces that a board really has, the first owner's last, so that names mean those."""
    for owner in reversed(range(board.owners)):
        for number, layout in enumerate(board.layouts):
            yield from (board.space(owner, number, place) for place in range(len(layout.nodes)))


def find_choice(block: StBlock, position: Position) -> tuple[St, list[St]] | None:
    """The statement that asks at a place, with what follows it in its leading part."""
    lead = leading_part(block)
    for place, s in enumerate(lead):
        if s.position == position:
            return s, lead[place + 1 :]
    for s in block:
        if s.position == position:
            return s, []
        for inner in blocks_in(s):
            found = find_choice(inner, position)
            if found is not None:
                return found
    return None
