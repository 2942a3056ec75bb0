"""Expressions of the rules as phrases: `count(x.colour == red for x in field(me))` as people say it.

In: a checked expression. Out: words. Names that the ruleset declares go by their titles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from interpreter.language.check_calls import MEMBER
from interpreter.language.checked import (
    AfterEx,
    ArithmeticEx,
    BuiltInEx,
    CompareEx,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    CounterEx,
    Ex,
    FieldEx,
    GatherEx,
    InEx,
    ListingEx,
    LocalEx,
    LogicEx,
    MeEx,
    NegativeEx,
    NotEx,
    OptionEx,
    PieceOfEx,
    PlayersEx,
    RangeEx,
    RepeatsEx,
    SameKindEx,
    SpaceEx,
    SpacesEx,
    St,
    StateEx,
    TableEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.nouns import article, is_plural, singular
from interpreter.language.types import Type
from interpreter.model.declarations import FORBIDDEN
from interpreter.model.public import Declaration
from interpreter.play.game import Game
from interpreter.problems.position import Position

F = TypeVar("F", bound=Callable[..., Any])
# A line and how deep it is set in.
Lines = list[tuple[int, str]]
PHRASES: dict[type[Ex], Callable[[Any, Any], str]] = {}
SAID: dict[type[St], Callable[[Any, Any], Lines]] = {}
# A variable with a longer name is called by it alone, a shorter one by its type too: `tile t`.
SHORT = 2
_COMPARED = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_DENIED = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
# So begin titles of what is so or not.
_WHETHER = "Whether "
# What is so of a place is said of several: "a house stands here", "a house stands at none of the fields".
_HERE, _AT = " here", {"for some": "one", "for no": "none", "for every": "each"}
# Whoever is `me` in the rules.
_YOU = "you"
# That there is something of it.
_SOME = ((">", 0), (">=", 1), ("!=", 0))
_OWNER = "owner"
_OPPOSITE = {"empty": "occupied", "occupied": "empty"}
# A title that ends like this leads to what it is about.
_LEADING = (" at", " by", " for", " from", " in", " into", " of", " on", " that", " to", " with", " are")
# So many keys of a table are named.
_FEW = 6
_OPERATORS = {"*": "×", "mod": "modulo"}


def says(kind: type[Ex] | type[St]) -> Callable[[F], F]:
    """Enter a function that puts a kind of expression or statement into words."""

    def enter(function: F) -> F:
        if issubclass(kind, Ex):
            PHRASES[kind] = function
        else:
            SAID[kind] = function
        return function

    return enter


class Phrases:
    """Puts expressions of one game into words; whoever is `me` in the rules is "you"."""

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Ex] = MappingProxyType({}),
        named: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """given: what some variables are, by their Python names; named: what some are called."""
        self.game, self.given, self.named = game, given, named

    def known(self, ex: Ex) -> Ex:
        """What a variable stands for, where that is known."""
        return self.given.get(ex.name, ex) if isinstance(ex, LocalEx) else ex

    def of(self, ex: Ex | str) -> str:
        """An expression in words; a word, such as a field, as it is called."""
        return in_words(ex) if isinstance(ex, str) else PHRASES[type(ex)](self, ex)

    def value(self, kind: Type, value: int) -> str:
        """A value that is known, by its title."""
        word = in_words(self.game.label(kind, value)[1]) if kind.kind != "nothing" else "none"
        return "nothing" if word == "none" and value < 0 and kind.kind != "number" else word

    def amount(self, ex: Ex) -> str:
        """A number in words, in brackets if it is worked out."""
        return f"({self.of(ex)})" if isinstance(ex, ArithmeticEx | ConditionalEx) else self.of(ex)

    def keys(self, keys: Sequence[Ex]) -> str:
        """The numbers by which something is put in order."""
        said = [
            f"the most {self.of(each.operand)}" if isinstance(each, NegativeEx) else self.of(each)
            for each in keys
        ]
        return listed(said, "then")

    def declared(self, declared: Declaration, indexes: Sequence[Ex] = ()) -> str:
        """A counter, zone or the like by its title, with whose it is."""
        named = lowered(in_words(declared.about.title or declared.name))
        named += self.bracketed(named, [self.of(each) for each in indexes if each.type.kind != "player"])
        owner = next((each for each in indexes if each.type.kind == "player"), None)
        if owner is None:
            return named
        whose = self.of(owner)
        return f"your {named}" if whose == _YOU else f"{named} of {whose}"

    def variable(self, name: str, kind: Type) -> str:
        """A variable of the rules, by its name and, where that is short, what it is."""
        if len(name) > SHORT or kind.kind in ("number", "truth", "set", "text", "any", "nothing"):
            return in_words(name)
        board = self.game.board_with(kind)
        return f"{'space' if board is not None and board.name == kind.name else in_words(str(kind))} {name}"

    def condition(self, *parts: Ex | None) -> str:
        """Conditions that must all hold; empty where there is none."""
        return " and ".join(self.of(part) for part in parts if part is not None)

    def arguments(self, arguments: Iterable[Ex], title: str = "") -> str:
        """What is handed to a rule, in brackets; that it is you goes without saying."""
        said = [self.of(each) for each in arguments if not isinstance(each, MeEx)]
        return self.bracketed(title, [each for each in said if each != _YOU])

    def bracketed(self, title: str, rest: Sequence[str]) -> str:
        """What a title is about, behind it: in brackets unless the title leads to it, as `steps from`."""
        if len(rest) == 1 and (title.endswith(_LEADING) or rest[0].isdecimal()):
            return f" {rest[0]}"
        return f" ({', '.join(rest)})" if rest else ""

    def forbidden(self, ex: Ex) -> str:
        """What a condition says that no rule forbids something; empty where it is another condition."""
        inner = ex.operand if isinstance(ex, NotEx) else ex
        if not isinstance(inner, ValueCallEx) or not inner.name.startswith(FORBIDDEN):
            return ""
        return lowered(self.game.model.values[inner.name].about.title)

    def fact(self, ex: Ex) -> str:
        """What is so where a condition does not hold; empty where the condition itself says more."""
        if isinstance(ex, NotEx) and not self.forbidden(ex):
            return self.of(ex.operand)
        if isinstance(ex, InEx):
            return self.of(replace(ex, negated=not ex.negated))
        if isinstance(ex, BuiltInEx) and ex.name in _OPPOSITE:
            place = ex.argument(0)
            of_space = place.type.kind == "space"
            return f"{self.of(place)} is {_OPPOSITE[ex.name]}" if of_space else self.of(_not_so(ex))
        if isinstance(ex, CompareEx) and (ex.operator, getattr(ex.right, "value", None)) in _SOME:
            counted = self.of(ex.left).removeprefix("the number of ")
            return f"there are no {counted}" if is_plural(counted.partition(" (")[0]) else ""
        if isinstance(ex, CompareEx) and ex.operator in ("==", "!="):
            said = self.of(replace(ex, operator=_DENIED[ex.operator]))
            one, _, other = said.partition(" is ")
            again = (
                "chosen already" if isinstance(ex.left, LocalEx) and isinstance(ex.right, LocalEx) else one
            )
            return f"it is {again}" if one == other else said
        return ""

    def is_known(self, player: Ex) -> bool:
        """Whether a player is one that can be named."""
        return isinstance(player, MeEx) or (isinstance(player, LocalEx) and player.name in self.named)

    def of_player(self, said: str, player: Ex) -> tuple[str, bool]:
        """A title that speaks of `this player`, said of somebody, and whether it does speak of one."""
        name = self.of(player)
        for words, one in (
            ("of this player", f"of {'yours' if name == _YOU else name}"),
            ("this player", name),
        ):
            if re.search(rf"\b{words}\b(?! (?:is|has|can|may))", said):
                return re.sub(rf"\b{words}\b", one, said), True
        return said, False

    def effect(self, name: str) -> str:
        """An effect or action by its title."""
        return self.game.program.effects[name].title or in_words(name).capitalize()

    def step(self, name: str) -> str:
        """A step of the flow by its title."""
        return lowered(self.game.model.steps[name].about.title or in_words(name))


def _not_so(ex: Ex) -> Ex:
    return NotEx(ex.position, ex.type, ex)


def variable_name(python: str) -> str:
    """A variable's name as the rule has it, from its name in Python."""
    return re.sub(r"_\d+$", "", python)


def noun(name: str, kind: Type) -> str:
    """What one of the things is that a variable can be: `card`; of spaces and numbers the variable's name."""
    if kind.kind in ("component", "enum", "player", "team"):
        return in_words(str(kind).rpartition(".")[2])
    if kind.kind == "space" and (len(name) <= SHORT or "_" in name):
        return "space"
    return in_words(name)


def of_one(amount: Ex, noun: str) -> str:
    """A title as it is said of so many: of one without the ending of several."""
    return singular(noun) if isinstance(amount, ConstEx) and amount.value == 1 else noun


def in_words(name: str) -> str:
    """A name without its underscores."""
    return name.replace("_", " ")


def lowered(title: str) -> str:
    """A title as it is written within a sentence: a capital at its head goes, unless it is a proper name."""
    first = title.partition(" ")[0]
    plain = re.fullmatch(r"[A-Z][a-z]*(?:[^A-Za-z'][^A-Z]*)?", title)
    is_word = len(first) > 1 or first == "A"
    return title[:1].lower() + title[1:] if plain and is_word else title


def denied(said: str) -> str:
    """What a title says, as it is said of what is not so; empty where that takes more than a word."""
    if re.search(r" (?:and|or|where|that|if|none|no|not) |, ", f"{said} "):
        return ""
    if said.startswith("there is a"):
        return re.sub(r"^there is an? ", "there is no ", said)
    found = re.search(r" (is|are|was|were|can|may|must|has been|have been)\b", said)
    if found is not None:
        word = found[1].replace(" been", "")
        word = {"can": "cannot"}.get(word, f"{word} not") + (" been" if " been" in found[1] else "")
        return f"{said[: found.start()]} {word}{said[found.end() :]}"
    return re.sub(r"^an? ", "no ", said) if re.match(r"an? ", said) else ""


# -- what is there
@says(ConstEx)
def _constant(say: Phrases, ex: ConstEx) -> str:
    return say.value(ex.type, ex.value)


@says(ConstSetEx)
def _constants(say: Phrases, ex: ConstSetEx) -> str:
    of = ex.type.of
    known = say.game.enums.get(of.name) if of is not None else None
    made = say.game.components.get(of.name) if of is not None else None
    if of is not None and len(ex.values) == len(known.members if known else made.kinds if made else ()):
        return f"every {in_words(of.name)}"
    return listed([say.game.label(of, each)[1] for each in ex.values], "or") or "nothing"


@says(MeEx)
def _me(_say: Phrases, _ex: MeEx) -> str:
    return _YOU


@says(LocalEx)
def _local(say: Phrases, ex: LocalEx) -> str:
    known = say.known(ex)
    if known is not ex:
        return say.of(known)
    return say.named.get(ex.name) or say.variable(variable_name(ex.name), ex.type)


@says(PlayersEx)
def _players(_say: Phrases, _ex: PlayersEx) -> str:
    return "all players"


@says(CounterEx)
def _counter(say: Phrases, ex: CounterEx) -> str:
    title = ex.declared.about.title
    if title.startswith(_WHETHER) and all(isinstance(each, LocalEx | MeEx) for each in ex.indexes):
        return title.removeprefix(_WHETHER)
    return say.declared(ex.declared, ex.indexes)


@says(ZoneEx)
def _zone(say: Phrases, ex: ZoneEx) -> str:
    return say.declared(ex.declared, ex.indexes)


@says(SpacesEx)
def _spaces(say: Phrases, ex: SpacesEx) -> str:
    board = say.declared(ex.board, [ex.owner] if ex.owner is not None else [])
    return board if ex.node_type == ex.board.name else f"every {in_words(ex.node_type)} of {board}"


@says(SpaceEx)
def _space(say: Phrases, ex: SpaceEx) -> str:
    key = ex.key if isinstance(ex.key, str) else f"space {say.of(ex.key)}"
    return f"{key} of {say.declared(ex.board, [ex.owner] if ex.owner is not None else [])}"


@says(OptionEx)
def _option(say: Phrases, ex: OptionEx) -> str:
    return say.declared(ex.declared)


@says(FieldEx)
def _field(say: Phrases, ex: FieldEx) -> str:
    owner = say.known(ex.owner)
    if isinstance(owner, ConstEx) and owner.type.kind == "component":
        made = say.game.model.components[owner.type.name]
        value, of = made.kind_of(owner.value).values.get(ex.name), ex.type.of or ex.type
        if value is not None and not isinstance(value, str):
            return listed(
                [say.value(of, each) for each in (value if isinstance(value, tuple) else (value,))], "or"
            )
    if ex.type.kind == "truth":
        return f"{say.of(ex.owner)} is {in_words(ex.name)}"
    return f"the {in_words(ex.name)} of {say.of(ex.owner)}"


@says(StateEx)
def _state(say: Phrases, ex: StateEx) -> str:
    return f"the {in_words(ex.state)} of {say.of(ex.owner)}"


@says(ValueCallEx)
def _value(say: Phrases, ex: ValueCallEx) -> str:
    if forbidden := say.forbidden(ex):
        return f"it is forbidden ({forbidden})"
    title = say.game.model.values[ex.name].about.title
    whom = [each for each in ex.arguments if not isinstance(each, MeEx)]
    # A title that says whether something is so is a sentence, and it is clear of which variables.
    clear = title and ex.type.kind == "truth" and all(isinstance(each, LocalEx) for each in whom)
    said = lowered((title or in_words(ex.name)).removeprefix(_WHETHER))
    player = next((each for each in ex.arguments if each.type.kind == "player"), None)
    if title and player is not None and say.is_known(player):
        said, player_said = say.of_player(said, player)
        whom = [each for each in whom if each is not player] if player_said else whom
    return said if clear else said + say.arguments(whom, said)


@says(TableEx)
def _table(say: Phrases, ex: TableEx) -> str:
    return _by_keys(say, ex, so=True) or f"{say.declared(ex.declared)} ({say.of(ex.key)})"


def _by_keys(say: Phrases, ex: TableEx, *, so: bool) -> str:
    """That a key is one for which a table says that something is so, or is not; empty where these are many.

    A table with a title says more by that.
    """
    rows = [key for key, value in ex.declared.rows.items() if bool(value) == so]
    few = ex.type.kind == "truth" and not ex.declared.about.title and 0 < len(rows) <= _FEW
    return f"{say.of(ex.key)} is {listed([say.value(ex.key.type, key) for key in rows], 'or')}" if few else ""


@says(PieceOfEx)
def _piece(say: Phrases, ex: PieceOfEx) -> str:
    kind = ex.kind.about.title or in_words(ex.kind.name)
    whose = say.of(ex.player)
    return f"your {kind}" if whose == _YOU else f"{kind} of {whose}"


@says(TimesEx)
def _times(say: Phrases, ex: TimesEx) -> str:
    return f"how often '{say.effect(ex.effect)}' was done since '{say.step(ex.step)}' began"


@says(RepeatsEx)
def _repeats(say: Phrases, ex: RepeatsEx) -> str:
    return f"how often this position was there when {say.step(ex.step)} began"


# -- what is worked out
@says(ArithmeticEx)
def _arithmetic(say: Phrases, ex: ArithmeticEx) -> str:
    tight = ex.operator not in ("+", "-")
    parts = [say.amount(each) if tight else say.of(each) for each in (ex.left, ex.right)]
    return f"{parts[0]} {_OPERATORS.get(ex.operator, ex.operator)} {parts[1]}"


@says(CompareEx)
def _comparison(say: Phrases, ex: CompareEx) -> str:
    left, right = say.of(ex.left), say.of(ex.right)
    if ex.operator in ("==", "!="):
        if isinstance(ex.right, ConstEx) and ex.right.type.kind == "truth":
            return left if (ex.operator == "==") == bool(ex.right.value) else say.of(NotEx(*_at(ex), ex.left))
        if isinstance(ex.left, StateEx | FieldEx) and _OWNER in (
            getattr(ex.left, "state", ""),
            getattr(ex.left, "name", ""),
        ):
            return _owned(say.of(ex.left.owner), right, ex.operator == "==")
        if isinstance(ex.right, PieceOfEx) and right.startswith(in_words(ex.right.kind.name)):
            right = f"{article(right) or 'a '}{right}"
    said = f"{left} {_COMPARED[ex.operator]} {right}"
    return said.replace("you is", "you are", 1) if said.startswith("you is") else said


def _at(ex: Ex) -> tuple[Position, Type]:
    return ex.position, ex.type


def _owned(thing: str, owner: str, is_so: bool) -> str:
    """That a thing is somebody's, or is not."""
    if owner == _YOU:
        return f"{thing} is {'' if is_so else 'not '}yours"
    return f"{thing} {'belongs' if is_so else 'does not belong'} to {owner}"


@says(SameKindEx)
def _same_kind(say: Phrases, ex: SameKindEx) -> str:
    return f"{say.of(ex.left)} {'is not' if ex.negated else 'is'} {say.of(ex.right)}"


@says(AfterEx)
def _after(say: Phrases, ex: AfterEx) -> str:
    return f"{say.of(ex.value)}, once '{say.effect(ex.effect)}' is done{say.arguments(ex.arguments)}"


@says(LogicEx)
def _logic(say: Phrases, ex: LogicEx) -> str:
    said = [f"({say.of(each)})" if isinstance(each, LogicEx) else say.of(each) for each in ex.operands]
    return f" {ex.operator} ".join(said)


@says(NotEx)
def _not(say: Phrases, ex: NotEx) -> str:
    if forbidden := say.forbidden(ex):
        return f"no rule forbids it ({forbidden})"
    operand = ex.operand
    if isinstance(operand, CompareEx):
        return say.of(replace(operand, operator=_DENIED[operand.operator]))
    if isinstance(operand, TableEx) and (said := _by_keys(say, operand, so=False)):
        return said
    if isinstance(operand, SameKindEx):
        return say.of(replace(operand, negated=not operand.negated))
    if isinstance(operand, AfterEx):
        return say.of(replace(operand, value=_not_so(operand.value)))
    if isinstance(operand, BuiltInEx) and (some := _some(say, operand, none=operand.name != "empty")):
        return some
    if isinstance(operand, BuiltInEx) and " is " in operand.declared.phrase:
        # What it is asked of may hold an "is" of its own.
        return _said(say, operand, operand.declared.phrase.replace(" is ", " is not ", 1))
    if isinstance(operand, GatherEx) and " for some " in operand.declared.phrase:
        return _gathered_as(say, operand, operand.declared.phrase.replace(" for some ", " for no "))
    return denied(say.of(operand)) or f"it is not true that {say.of(operand)}"


@says(NegativeEx)
def _negative(say: Phrases, ex: NegativeEx) -> str:
    return f"-{say.amount(ex.operand)}"


@says(ConditionalEx)
def _conditional(say: Phrases, ex: ConditionalEx) -> str:
    return f"{say.of(ex.then)} if {say.of(ex.condition)}, else {say.of(ex.otherwise)}"


@says(RangeEx)
def _range(say: Phrases, ex: RangeEx) -> str:
    return f"{say.of(ex.low)} to {say.of(ex.high)}"


@says(ListingEx)
def _listing(say: Phrases, ex: ListingEx) -> str:
    return listed([say.of(each) for each in ex.entries], "and")


@says(InEx)
def _inside(say: Phrases, ex: InEx) -> str:
    return f"{say.of(ex.item)} {'is not among' if ex.negated else 'is among'} {say.of(ex.source)}"


@says(GatherEx)
def _gathered(say: Phrases, ex: GatherEx) -> str:
    return _gathered_as(say, ex, ex.declared.phrase)


def _gathered_as(say: Phrases, ex: GatherEx, phrase: str) -> str:
    kinds = [each.source.type.of or each.source.type for each in ex.clauses]
    names = [
        say.variable(variable_name(each.variable), kind) for each, kind in zip(ex.clauses, kinds, strict=True)
    ]
    sources = [say.of(each.source) for each in ex.clauses]
    if ex.clauses[0].variable.startswith(MEMBER):
        return ex.declared.phrase.partition(" for ")[0].format(sources[0])
    among = " and ".join(f"{name} of {source}" for name, source in zip(names, sources, strict=True))
    where = f" where {say.of(ex.where)}" if ex.where is not None else ""
    by = f" by {say.keys(ex.by)}" if ex.by else ""
    itself = isinstance(ex.element, LocalEx) and ex.element.name == ex.clauses[0].variable
    if ex.word == "count":
        # What is counted is what it holds for.
        where = f" where {say.condition(ex.element, ex.where)}"
        itself = True
    form, said = (itself and ex.declared.alone) or phrase, say.of(ex.element)
    quantity = next((each for each in _AT if f" {each} " in form), "")
    if said.endswith(_HERE) and quantity and not where and sources[0].startswith(("the ", "your ")):
        return f"{said.removesuffix(_HERE)} at {_AT[quantity]} of {' and '.join(sources)}"
    return form.format(said, f"{among}{where}{by}")


@says(BuiltInEx)
def _built_in(say: Phrases, ex: BuiltInEx) -> str:
    if some := _some(say, ex, none=ex.name == "empty"):
        return some
    weights = ex.arguments[2] if ex.declared.parameters[-1] == "weights?" and len(ex.arguments) > 2 else None
    counted = f", each counting {say.of(weights.element)}" if isinstance(weights, GatherEx) else ""
    return _said(say, ex, ex.declared.phrase) + counted


def _some(say: Phrases, ex: BuiltInEx, *, none: bool) -> str:
    """That there are things of a title that speaks of several, or that there are none; else empty."""
    place = ex.argument(0) if ex.name in _OPPOSITE else None
    said = say.of(place) if place is not None and place.type.kind != "space" else ""
    if not is_plural(said.partition(" (")[0]):
        return ""
    no = "no " if none else ""
    yours = said.removeprefix(f"{_YOU}r ")
    return f"you have {no}{yours}" if yours != said else f"there are {no}{said.removeprefix('the ')}"


def _said(say: Phrases, ex: BuiltInEx, form: str) -> str:
    if ex.arguments and isinstance(ex.arguments[0], MeEx):
        form = re.sub(r"^the (.+) of \{0?\}$", r"your \1", form)
    return form.format(*[say.of(each) for each in ex.arguments], *[""] * 3)


def listed(words: Sequence[str], last: str) -> str:
    """Words with commas, the last joined by a word."""
    *others, end = words or ("",)
    return f"{', '.join(others)} {last} {end}" if others else end
