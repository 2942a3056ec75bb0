"""A refusal in words: the sentence, the condition as it stands in the file, what it read, what made it so.

In: a refusal. Out: a Reason.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.in_words.expressions import Phrases, in_words, listed, noun, variable_name
from interpreter.language.checked import (
    BuiltInEx,
    ChooseSt,
    CompareEx,
    ConditionalEx,
    ConstEx,
    ConstSetEx,
    CounterEx,
    Ex,
    InEx,
    LocalEx,
    MeEx,
    NotEx,
    SpacesEx,
    TimesEx,
    ValueCallEx,
    ZoneEx,
)
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.language.nouns import is_plural, several, singular
from interpreter.language.program import RuleEx
from interpreter.language.types import Type
from interpreter.loading import Sources
from interpreter.model.declarations import FORBIDDEN, BoardDecl
from interpreter.play.game import Game
from interpreter.problems.position import Position
from interpreter.why.refusals import Refusal, Situation
from interpreter.why.values_read import Readings


@dataclass(frozen=True, slots=True)
class Value:
    """A part of a condition, as it is in the file and in words, and its value."""

    text: str
    value: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """A component or overlay that made it so, in words, and where that is written."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Failure:
    """A condition at which so many candidates fail."""

    count: int
    sentence: str
    condition: str
    position: Position


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate of the first choice, and where it fails, with all that could be chosen after it."""

    text: str
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not offered.

    condition: the source of the first condition that fails; with several candidates, of the one that came
    furthest, which `chosen` names. candidates: all of the first choice, where there are several.
    """

    name: str
    sentence: str
    condition: str
    position: Position
    values: tuple[Value, ...] = ()
    causes: tuple[Cause, ...] = ()
    chosen: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    refusal: Refusal | None = field(default=None, repr=False, compare=False)

    @property
    def waits(self) -> bool:
        """Whether nothing is refused yet: another question comes first."""
        return self.refusal is not None and self.refusal.what == "later"


# What only is not there with what was chosen before.
_AFTER_CHOICES = ("pay", "piece", "few")
# So many ways are said each with why it will not do, in so many letters.
_WAYS, _LONG = 3, 200
# So many letters have the reasons of the pieces that one chooses from.
_LONG_LIST = 300
# That no space is such, in fewer words.
_NONE = re.compile(r"^an? (\w+) can be chosen only if the \1 (?!.*\b(?:no[tr]?|the)\b)")
# How a condition of what can be chosen is introduced.
_CONDITION = re.compile(r"^.*? can be chosen only if |^it is possible only if ")
# Refusals that are no condition of the rules: a sentence is at hand.
_SAID = ("given", "later")
# What is said of a condition that failed; of what is not here, that it does not hold.
_SENTENCES = {
    "veiled": "it depends on something you cannot see",
    "pay": "it costs {0} {one}, and {have}",
    "much": "{0} {name} would be paid, and only {1} is due",
    "rest": "{0} {name} would be left to pay, and {have}",
    "piece": "{has} no {name} to pay with",
    "none": "there is no {name} to choose",
    "fit": "no choice of {several} satisfies what follows",
    "few": "you must choose {0} {one}, and there {have}",
    "absent": "it cannot be chosen here",
    "pass": "you cannot pass yet",
    "grant": "the rule that would grant it asks for more",
    "when": "it belongs to '{name}', which is skipped now",
    "grants": "no rule that could grant it is in force for you",
    "actions": "no action that is offered now leads to it",
}


class Wording:
    """Puts refusals of one name into words; sources: the rule files, if they are there."""

    def __init__(self, game: Game, readings: Readings, sources: Sources | None, name: str) -> None:
        self.game = game
        self.readings = readings
        self.sources = sources
        self.name = name

    def without_condition(self, sentence: str, position: Position) -> Reason:
        """A reason that is no condition."""
        return Reason(self.name, f"{self.head()} is not offered: {sentence}", "", position)

    def head(self) -> str:
        """What is asked about, as people call it."""
        name, equals, value = self.name.partition("=")
        if not equals:
            effect = self.game.program.effects.get(name)
            return f"'{effect.title}'" if effect is not None and effect.title else in_words(name)
        kinds = (made.by_name.get(value) for made in self.game.model.components.values())
        title = next((kind.about.title for kind in kinds if kind is not None), in_words(value))
        return f"{in_words(name)} {title}" if value.lstrip("-").isdecimal() else title

    def reason(self, refusal: Refusal) -> Reason:
        """Put a refusal into words: the candidate that came furthest, and all of the first choice."""
        nearest = _furthest(refusal)
        situation = nearest.situation
        alone = len(refusal.candidates) <= 1
        by_piece = self.by_piece(refusal)
        sentence = by_piece or (self.alone(refusal, nearest) if alone else self.choices(refusal))
        chosen = [each for each in situation.chosen if each != in_words(self.name)]
        if not by_piece and alone and nearest.what in _AFTER_CHOICES and chosen and "=" not in self.name:
            sentence = f"with {listed(chosen, 'and')}, {sentence}"
        values: tuple[Value, ...] = ()
        if nearest.condition is not None and not forbids(nearest.condition):
            values = tuple(self.values(nearest.condition, situation, because=bool(nearest.because)))
            among = nearest.condition.source if isinstance(nearest.condition, InEx) else None
            if nearest.what == "absent" and isinstance(among, ConstSetEx):
                there = self.readings.words(among, among.values, situation)
                values = (Value("what there is", there), *values)
        return Reason(
            self.name,
            f"{self.head()} is not offered: {sentence}",
            self.condition(nearest),
            nearest.position,
            values,
            tuple(self.causes(nearest)),
            situation.chosen,
            () if alone else tuple(self.candidate(words, why) for words, why in refusal.candidates),
            refusal,
        )

    def values(self, condition: Ex, situation: Situation, *, because: bool = False) -> Iterator[Value]:
        """What a condition read, each thing once; not what has been chosen, which is named already.

        because: a reason is given, which says better what no board shows, or how often something was done.
        """
        said: set[tuple[str, str]] = set()
        for read in self.readings.reads(condition, situation):
            bookkeeping = isinstance(read.expression, CounterEx) and not read.expression.declared.drawn
            if because and (bookkeeping or isinstance(read.expression, TimesEx)):
                continue
            words = self.phrases(read.expression, situation).of(read.expression)
            chosen = isinstance(read.expression, LocalEx) and read.expression.name not in situation.lets
            if not chosen and words != read.value and (words, read.value) not in said:
                said.add((words, read.value))
                yield Value(self.text(read.expression), read.value, words)

    def phrases(self, ex: Ex, situation: Situation, *, alone: bool = True) -> Phrases:
        """Phrases that name what the variables are; not alone: that speak of any candidate."""
        named: dict[str, str] = {}
        for each in find(ex, LocalEx):
            value, name = situation.variables.get(each.name), variable_name(each.name)
            if each.name in situation.lets or each.type.kind == "truth" or not isinstance(value, int):
                continue
            if each.type.kind == "number":
                named[each.name] = f"{in_words(name)} {value}" if alone else in_words(name)
            else:
                title = (
                    "you"
                    if (each.type.kind, value) == ("player", self.readings.seat)
                    else self.game.label(each.type, value)[1]
                )
                named[each.name] = title if alone else f"the {noun(name, each.type)}"
        return Phrases(self.game, named=named)

    def candidate(self, words: str, refusal: Refusal) -> Candidate:
        """A candidate, with how many that follow it fail at which condition."""
        counted: dict[Position, list[Refusal]] = {}
        for leaf in refusal.leaves():
            counted.setdefault(leaf.position, []).append(leaf)
        failures = sorted(counted.values(), key=lambda leaves: -max(leaf.situation.held for leaf in leaves))
        return Candidate(
            words,
            tuple(
                Failure(
                    len(leaves),
                    self.sentence(leaves[0], len(leaves) == 1 and leaves[0].what != "where"),
                    self.condition(leaves[0]),
                    leaves[0].position,
                )
                for leaves in failures
            ),
        )

    def choices(self, refusal: Refusal) -> str:
        """The sentence of a choice of which no candidate will do."""
        sentences = {(leaf.what, self.sentence(leaf, alone=False)) for leaf in refusal.leaves()}
        if refusal.what == "choose" and len(sentences) == 1:
            what, said = sentences.pop()
            said = _NONE.sub(r"no \1 ", said)
            conditions = [leaf.condition for leaf in refusal.leaves() if leaf.condition is not None]
            depends = any(True for condition in conditions for _ in find(condition, LocalEx))
            return (
                said
                if what == "where" or (what != "given" and not depends)
                else f"{said}, whichever {refusal.name} is chosen"
            )
        if refusal.what in ("grants", "actions"):
            return _SENTENCES[refusal.what]
        return self.each_way(refusal)

    def alone(self, refusal: Refusal, nearest: Refusal) -> str:
        """The sentence of what fails with all that can be chosen, where nothing else is chosen first."""
        several = sum(1 for each in refusal.leaves() if each.position == nearest.position) > 1
        general = self.sentence(nearest, alone=False) if several and nearest.what == "where" else ""
        return _NONE.sub(r"no \1 ", general) if _NONE.match(general) else self.sentence(nearest)

    def by_piece(self, refusal: Refusal) -> str:
        """Why each of the pieces will not do that one chooses from after something else.

        Empty: there are none, or it is one reason.

        Of the ways with a piece it is the one that comes furthest.
        """
        found: dict[str, list[Refusal]] = {}
        for each in (each for each in self.of_pieces(refusal) if each is not refusal):
            for words, why in each.candidates:
                found.setdefault(words.removeprefix(f"{in_words(each.name)} "), []).append(why)
        said: dict[str, list[str]] = {}
        for words, whys in found.items():
            leaf = max(map(_furthest, whys), key=_how_far)
            alone = sum(1 for why in whys for each in why.leaves() if each.position == leaf.position) == 1
            sentence = self.sentence(leaf, alone or leaf.what in _AFTER_CHOICES)
            if leaf.what in _AFTER_CHOICES and len(whys) > 1 and leaf.situation.chosen:
                sentence = f"with {leaf.situation.chosen[0]} {sentence}"
            said.setdefault(_NONE.sub(r"no \1 ", sentence), []).append(words)
        ways = "; ".join(f"{listed(each, 'and')}: {why}" for why, each in said.items())
        return ways if len(said) > 1 and len(ways) <= _LONG_LIST else ""

    def of_pieces(self, refusal: Refusal) -> Iterator[Refusal]:
        """The choices of pieces, the first on each way."""
        statements = index_of(self.game.program).statements.get(refusal.position, ())
        named = (s for s in statements if isinstance(s, ChooseSt) and s.variable.name == refusal.name)
        if refusal.what == "choose" and any(s.variable.type.kind == "component" for s in named):
            yield refusal
            return
        for _, inner in refusal.candidates:
            yield from self.of_pieces(inner)

    def each_way(self, refusal: Refusal) -> str:
        """Why each candidate will not do, where they are few; else why the nearest one will not."""
        said: dict[str, list[str]] = {}
        for words, inner in refusal.candidates:
            said.setdefault(self.nearest(inner), []).append(words)
        if len(said) == 1:
            return next(iter(said))
        names = _without_noun([words for words, _ in refusal.candidates])
        ways = "; ".join(
            f"{listed([names[each] for each in words], 'and')}: {why}" for why, words in said.items()
        )
        if len(said) <= _WAYS and len(ways) <= _LONG:
            return ways
        words, inner = max(refusal.candidates, key=lambda each: _furthest(each[1]).situation.held)
        what = several(refusal.name) if refusal.name else "ways"
        count = len(refusal.candidates)
        none = f"neither {refusal.name or 'way'}" if count == 2 else f"none of the {count} {what}"
        return f"{none} will do: with {names[words]}, {self.nearest(inner)}"

    def nearest(self, refusal: Refusal) -> str:
        """The sentence of the way that came furthest, in short."""
        return _CONDITION.sub("only if ", self.sentence(_furthest(refusal)))

    def sentence(self, leaf: Refusal, alone: bool = True) -> str:
        """One condition that failed, in a few words; not alone: for all candidates that fail there."""
        if leaf.what in _SAID or leaf.because:
            return leaf.because or leaf.name
        if leaf.condition is None:
            return self.counted(leaf, [], alone)
        if forbids(leaf.condition):
            return f"it is forbidden: {self.text(leaf.condition)}"
        if leaf.what == "none":
            return self.nothing(leaf, alone)
        if leaf.what == "absent":
            return self.elsewhere(leaf)
        say, zones = self.phrases(leaf.condition, leaf.situation, alone=alone), find(leaf.condition, ZoneEx)
        if leaf.what in ("require", "where"):
            if alone and (fact := say.fact(leaf.condition)):
                return fact
            chosen = leaf.situation.chosen[-1] if alone and leaf.what == "where" else _one(leaf.name)
            possible = f"{chosen} can be chosen" if leaf.what == "where" else "it is possible"
            return f"{possible} only if {say.of(leaf.condition)}"
        return self.counted(leaf, [*zones, *find(leaf.condition, CounterEx)], alone)

    def nothing(self, leaf: Refusal, alone: bool) -> str:
        """That there is nothing to choose from: of what one has, that one has none."""
        assert isinstance(leaf.condition, CompareEx) and isinstance(leaf.condition.left, BuiltInEx)
        source = leaf.condition.left.arguments[0]
        while isinstance(source, ConditionalEx):
            at, read = leaf.situation, self.readings.snippets
            is_so = read.value_with(source.condition, at.slots, at.me, at.variables)
            source = source.then if is_so else source.otherwise
        assert isinstance(source, Ex)
        name, words = leaf.name, self.phrases(source, leaf.situation, alone=alone).of(source)
        place = words.removeprefix("where ")
        if isinstance(source, ValueCallEx) and place != words:
            return f"there is no place where {place}"
        if not isinstance(source, CounterEx | ZoneEx | ValueCallEx):
            return f"there is no {name} to choose{' after it' if '=' in self.name else ''}"
        if isinstance(source.type.of, Type) and source.type.of.name:
            name = in_words(source.type.of.name)
        noun = words.removeprefix("your ").partition(" (")[0]
        yours = noun != words and words.startswith("your ")
        if isinstance(source, ValueCallEx):
            yours = any(isinstance(each, MeEx) for each in source.arguments)
        if is_plural(noun):
            return f"you have no {noun}" if yours else f"there are no {words}"
        if isinstance(source, ZoneEx):
            return f"there is no {name} in {words}"
        return f"there is no {name} to choose{' after it' if '=' in self.name else ''}"

    def elsewhere(self, leaf: Refusal) -> str:
        """That something is not where one chooses from, as far as that has a name."""
        assert isinstance(leaf.condition, InEx)
        source, negated = leaf.condition.source, leaf.condition.negated
        say = self.phrases(source, leaf.situation)
        words = say.of(source)
        if isinstance(source, SpacesEx):
            return self.another_space(leaf, source, words)
        if isinstance(source, BuiltInEx) and source.name == "neighbours":
            chosen = isinstance(source.arguments[0], LocalEx)
            of = "the place chosen before" if chosen else say.of(source.arguments[0])
            return f"it does not lie next to {of}"
        if isinstance(source, ConstSetEx) and len(words) <= _LONG:
            return f"only {words} can be chosen"
        if isinstance(source, ValueCallEx) and words.startswith("where "):
            return f"it is {'' if negated else 'not '}{words}"
        if isinstance(source, CounterEx | ZoneEx | ValueCallEx | BuiltInEx):
            among = "among" if is_plural(words.partition(" (")[0]) or not isinstance(source, ZoneEx) else "in"
            return f"it is {'' if negated else 'not '}{among} {words}"
        return _SENTENCES["absent"]

    def another_space(self, leaf: Refusal, source: SpacesEx, words: str) -> str:
        """That a space is not of the kind, or on the board, from which one chooses."""
        if source.node_type != source.board.name:
            return f"only {several(in_words(source.node_type))} can be chosen here"
        assert isinstance(leaf.condition, InEx) and isinstance(leaf.condition.item, ConstEx)
        kind = _kind_of_space(source.board, leaf.condition.item.value)
        if kind is not None:
            return f"{_one(in_words(kind))} cannot be chosen here"
        the = "" if words.startswith(("the ", "your ")) else "the "
        return f"only spaces of {the}{words} can be chosen here"

    def counted(self, leaf: Refusal, places: Sequence[CounterEx | ZoneEx], alone: bool) -> str:
        """What is not there in the number that is wanted; places: where it would be."""
        name, (wanted, last) = leaf.name.replace("_", " "), leaf.numbers
        if alone and len(leaf.short) > 1:
            return f"you need {listed([_so_many(count, each) for count, each in leaf.short], 'and')} more"
        yours = any(isinstance(index, MeEx) for each in places for index in each.indexes)
        if leaf.what == "pay" and not alone:
            there = "you have" if yours else f"there {'is' if singular(name) == name else 'are'}"
            return f"it costs more {name} than {there}"
        words = _SENTENCES.get(leaf.what, "what it requires does not hold")
        one = " or ".join(map(singular, name.split(" or "))) if wanted == 1 else name
        has = "you have" if yours else "there is" if last < 2 else "there are"
        have = f"{has} {last or 'none'}"
        if leaf.what == "few":
            one, have = (
                singular(name) if wanted == 1 else several(name),
                f"{'is' if last < 2 else 'are'} {f'only {last}' if last else 'none'}",
            )
        return words.format(wanted, last, name=name, several=several(name), one=one, has=has, have=have)

    def causes(self, leaf: Refusal) -> Iterator[Cause]:
        """The components whose rules changed a value that was read, then the overlays behind it."""
        things = {leaf.situation.owner: None} if leaf.situation.owner else {}
        if leaf.condition is not None:
            for each in self.readings.modifiers(leaf.condition, leaf.situation):
                whose = f" of {self.game.person(each.owner)[1]}" if each.owner >= 0 else ""
                amount = self.text(each.rule.value) if each.rule.value is not None else ""
                change = (
                    "" if each.value.startswith(FORBIDDEN) else f": {each.value} {each.rule.change} {amount}"
                )
                yield Cause(f"{carrier_words(self.game, each.rule)}{whose}{change}", each.rule.position)
                if each.rule.carrier is not None:
                    things[f"kinds/{each.rule.carrier[1]}"] = None
            things |= self.readings.things(leaf.condition, leaf.situation)
        merged = self.sources.merged if self.sources is not None else None
        for thing in things if merged is not None else ():
            assert merged is not None
            for origin in merged.origin.get(thing, ()):
                name = thing.partition("/")[2]
                yield Cause(f"overlay {origin.overlay}: {origin.operation} {name}", origin.position)

    # -- source text
    def condition(self, leaf: Refusal) -> str:
        """The source of the condition that failed, as it stands in the file."""
        if leaf.what in ("require", "where", "pass", "grant", "when") and leaf.condition is not None:
            return self.text(leaf.condition)
        return "" if leaf.what in _SAID else self.line_of(leaf.position)

    def line_of(self, position: Position) -> str:
        """What the file holds at a place, as far as its first line goes."""
        if not position.ends_on_its_line:
            position = Position(position.file, position.line, position.column)
        return position.excerpt(self.lines(position))

    def text(self, ex: Ex) -> str:
        """The source of an expression, on one line."""
        return ex.position.excerpt(self.lines(ex.position)) or "this"

    def lines(self, position: Position) -> Sequence[str] | None:
        """The lines of the file that a place is in, if they are known."""
        return self.sources.lines_of(position.file) if self.sources is not None else None


def _kind_of_space(board: BoardDecl, value: int) -> str | None:
    """What sort of space a number means on a board; None where it is on another."""
    return next(
        (
            node.type
            for owner in range(board.owners)
            for number, layout in enumerate(board.layouts)
            for place, node in enumerate(layout.nodes)
            if board.space(owner, number, place) == value
        ),
        None,
    )


def _furthest(refusal: Refusal) -> Refusal:
    """What refuses the way that came furthest; of payments that for which least is missing."""
    return max(refusal.leaves(), key=_how_far)


def _how_far(leaf: Refusal) -> tuple[int, int]:
    """How much held on a way, and how little is missing of what it pays; other conditions lack more."""
    wanted, last = leaf.numbers
    return leaf.situation.held, last - wanted if leaf.what == "pay" else -sys.maxsize


def _without_noun(words: Sequence[str]) -> dict[str, str]:
    """What candidates are called among themselves: without what all begin with, if names are left."""
    first, last = min(words), max(words)
    alike = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), 0)
    common = first[:alike].rpartition(" ")[0]
    short = {each: each.removeprefix(common).strip() for each in words}
    is_clear = all(re.match(r"[^\W\d]{2}", each) for each in short.values())
    return short if is_clear else {each: each for each in words}


def _one(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[:1] in 'aeio' else 'a'} {noun}"


def _so_many(count: int, name: str) -> str:
    """So many of a thing."""
    words = in_words(name)
    return f"{count} {' or '.join(map(singular, words.split(' or '))) if count == 1 else words}"


def forbids(condition: Ex) -> bool:
    """Whether a condition is that no rule forbids something."""
    inner = condition.operand if isinstance(condition, NotEx) else condition
    return isinstance(inner, ValueCallEx) and inner.name.startswith(FORBIDDEN)


def carrier_words(game: Game, rule: RuleEx) -> str:
    """What carries a rule, in words."""
    if rule.carrier is not None:
        made = game.model.components[rule.carrier[0]]
        return made.by_name[rule.carrier[1]].about.title or rule.carrier[1].replace("_", " ")
    return rule.title or ("a rule for a time" if rule.lasting is not None else "a rule of the table")
