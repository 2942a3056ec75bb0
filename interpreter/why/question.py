"""What is asked now, in the words of the rules with their values: for people, and worked out only for them.

In: a state. Out: the question, the title and a note for each option, and the option that Enter takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from interpreter.compiler.snippets import Snippets, snippets_of
from interpreter.in_words.expressions import Phrases
from interpreter.in_words.statements import sentences
from interpreter.language.checked import (
    Asking,
    CallSt,
    ChooseSt,
    ConstEx,
    Ex,
    LetSt,
    LocalEx,
    MaySt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    RangeEx,
    RequireSt,
    St,
    StBlock,
    Text,
)
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.language.nouns import article, singular
from interpreter.play.decision import Decision, Option
from interpreter.play.event import CHANGES
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import State
from interpreter.play.subset import DONE
from interpreter.play.texts import filled, words_of
from interpreter.problems.position import Position
from interpreter.why.outcome import after_option
from interpreter.why.refusals import Situation, owner_of
from interpreter.why.shown_with import Shown, shown_with
from interpreter.why.values_read import Readings

# So many things are named that an action can be done with, in so many letters.
_FEW, _SHORT = 4, 60
# Two things may have more.
_PAIR = 90
# Longer sentences are no question.
_LONG = 120
# Longer ones are no title.
_LONG_TITLE = 60
# What would have to be said before what comes next is.
_SAID_BEFORE = (*CHANGES, "say")
# On so many guesses is looked for them.
GUESSES = 2


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; of each option its title and what else is to be said of it.

    default: the place of the option that the rules mark; None: there is none; shown: what belongs to it;
    made: the places of options whose titles are made from what they do.
    """

    prompt: str
    titles: tuple[str, ...]
    notes: tuple[str, ...]
    default: int | None = None
    shown: tuple[Shown, ...] = ()
    made: frozenset[int] = frozenset()


def question(state: State) -> Question:
    """Return what is asked now, as the seat that is asked may read it.

    Raises UnknownOption when the game is over.
    """
    decision = state.decision
    if decision is None:
        raise UnknownOption("the game is over: nothing is asked any more")
    return _Asked(state, decision).question()


def choices_after(guess: State, option: str, place: Position, *, sole: bool = False) -> tuple[str, ...]:
    """The titles of what can be chosen at a place of the rules, if that comes first after an option.

    sole: there only one thing can be; then which ways it has, if that comes next.
    """
    tried, sure = after_option(guess, option)
    if sole:
        further = tried.decision if tried is not None else None
        if further is None or not further.site.labels or any(each["kind"] in _SAID_BEFORE for each in sure):
            return ()
        return tuple(each.title or each.id for each in further.options)
    first = next((each for each in sure if each["kind"] != "begin"), None)
    if first is not None:
        of_itself = first.get("forced", False) and (first["file"], first["line"]) == (place.file, place.line)
        return tuple(first["titles"]) if of_itself else ()
    asked = tried.decision if tried is not None else None
    if asked is None or asked.site.position != place:
        return ()
    return tuple(each.title or each.id for each in asked.options)


def _titled(name: str, said: str) -> str:
    """The title of a branch that has no text: what it does, behind its name unless that says the same."""
    if not said or len(said) > _LONG_TITLE:
        return name
    return said if all(word in said for word in name.lower().split()) else f"{name}: {said}"


def _so_many(many: int, name: str) -> str:
    return f"{many} {singular(name) if many == 1 else name}"


def _is_given(body: StBlock, choice: ChooseSt | OneOfSt) -> bool:
    """Whether pieces are paid of the kind that is chosen first."""
    pays = next((s for s in body if isinstance(s, PayPieceSt)), None)
    chosen = choice.variable.python if isinstance(choice, ChooseSt) else ""
    return pays is not None and isinstance(pays.piece, LocalEx) and pays.piece.name == chosen


class _Asked:
    """One question of one position; the position of the rule that asks is made when a text needs it."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state, self.decision, self.site = state, decision, decision.site
        self.snippets: Snippets = snippets_of(state.game)
        self.readings = Readings(state.game, self.snippets, decision.seat)
        self.guesses: Sequence[State] = ()
        self._scene: tuple[Situation, tuple[Any, ...]] | None = None

    def question(self) -> Question:
        """Put it together."""
        made = enumerate(self.decision.values if (branches := self.branches()) else ())
        asking = self.site.asking
        bare = asking is None or not asking.titles
        places = frozenset(at for at, value in made if bare or not asking or asking.titles[value] is None)
        return replace(self.worded(), shown=tuple(self.shown()), made=places if branches else frozenset())

    def shown(self) -> list[Shown]:
        """What belongs to the question; an action is chosen before there is a rule with variables."""
        state = self.state
        return shown_with(self.readings, self.site, state.step, self.situation()[0])

    def worded(self) -> Question:
        """The question in words, with its options."""
        decision, asking = self.decision, self.site.asking
        titles = [option.title for option in decision.options]
        notes = [""] * len(titles)
        branches = self.branches()
        for place, value in enumerate(decision.values if branches else ()):
            name, (_, body) = titles[place], branches[value]
            if asking is None or not asking.titles or asking.titles[value] is None:
                titles[place] = _titled(name, self.done(body))
        if (asking is None or not asking.titles) and self.site.labels and not branches:
            notes = [self.objects(option) or self.said_of_sole(option) for option in decision.options]
        if (split := self.split()) is not None and len(split[2]) == 1:
            left, first, (other,) = split
            paid = [((value, first), (left - value, other)) for value in decision.values]
            titles = [" and ".join(_so_many(*each) for each in pair if each[0]) for pair in paid]
        if asking is None:
            return Question(self.prompt(None), tuple(titles), tuple(notes), self.default(None))
        for place, value in enumerate(decision.values):
            if value is DONE:
                continue
            if self.site.labels and asking.titles and (named := asking.titles[value]) is not None:
                titles[place] = self.text(named) or titles[place]
            texts = (self.note(note, value) for note in asking.notes)
            notes[place] = ", ".join(filter(None, (notes[place], *texts)))
        return Question(self.prompt(asking), tuple(titles), tuple(notes), self.default(asking))

    def objects(self, option: Option) -> str:
        """Of an action that begins with a choice: what can be chosen, if that is little; else nothing.

        It is looked for on guesses, and said where they agree; so it shows nothing that the seat cannot know.
        """
        action = self.state.game.program.effects.get(option.id)
        first = (
            next((s for s in action.body if not isinstance(s, LetSt | RequireSt)), None) if action else None
        )
        if not isinstance(first, ChooseSt | OneOfSt) or (isinstance(first, ChooseSt) and first.many):
            return ""
        # The name of a sole branch says nothing that the action's does not.
        sole = isinstance(first, OneOfSt) and len(first.branches) == 1
        if not self.guessed():
            return ""
        found = {choices_after(guess, option.id, first.position, sole=sole) for guess in self.guesses}
        titles = found.pop() if len(found) == 1 else ()
        name = first.variable.name.replace("_", " ") if isinstance(first, ChooseSt) else ""
        # One of two that are long may itself have an "or".
        if is_pair := len(titles) == 2:
            said = f"{titles[0]}{', or ' if ' or ' in ''.join(titles) else ' or '}{titles[1]}"
        else:
            said = " or ".join(filter(None, (", ".join(titles[:-1]), *titles[-1:])))
        if isinstance(first, ChooseSt) and isinstance(first.source, RangeEx) and titles:
            if len(titles) == 1:
                return ""  # how much it is one reads in what it does
            numbers = list(map(str, range(int(titles[0]), int(titles[0]) + len(titles))))
            if len(titles) > 1 and list(titles) == numbers:
                return f"{titles[0]} to {titles[-1]}"
        if len(titles) > _FEW or len(said) > (_PAIR if is_pair else _SHORT):
            return ""
        if not said or not all(title.isdigit() for title in titles):
            # What one gives is not to be read as what one gets.
            return f"pay {said}" if said and action and _is_given(action.body, first) else said
        # What is used is a number of something: with a die of 5 or 6.
        return f"with {article(name)}{name} of {said}"

    def guessed(self) -> bool:
        """Whether there are guesses on which one can look ahead; they are made when first asked for."""
        with suppress(RuleFault):
            seeds = range(GUESSES)
            self.guesses = self.guesses or [self.state.guess(self.decision.seat, seed) for seed in seeds]
        return not any(guess.contradicts for guess in self.guesses)

    def said_of_sole(self, option: Option) -> str:
        """Of an action that begins with a choice of a single thing, wherever that is: it, with its notes."""
        if option.id not in self.state.game.program.effects or not self.guessed():
            return ""
        found = {self.of_itself(guess, option) for guess in self.guesses}
        return found.pop() if len(found) == 1 else ""

    def of_itself(self, guess: State, option: Option) -> str:
        """What a choice that is made of itself is of, if that is the first that happens by an option."""
        _, sure = after_option(guess, option.id)
        event = next((each for each in sure if each["kind"] != "begin"), None)
        if event is None or not event.get("forced", False) or len(event["options"]) != 1:
            return ""
        asks = (
            s
            for place, several in index_of(guess.game.program).statements.items()
            if (place.file, place.line) == (event["file"], event["line"])
            for s in several
            if isinstance(s, ChooseSt) and s.variable.name == event["asked"] and s.asking
        )
        s, word = next(asks, None), event["options"][0].partition("=")[2]
        if s is None or s.asking is None:
            return ""
        slots, seat, kind = guess.slots, self.decision.seat, s.variable.type
        with suppress(RuleFault, NameError):
            values = self.snippets.value_with(s.source, slots, seat, {})
            value = next((each for each in values if guess.game.value_id(kind, each) == word), None)
            if value is None:
                return ""
            situation = Situation(slots, seat, {s.variable.python: value}, "")
            notes = [filled(text, lambda part: self.words_alone(part, situation)) for text in s.asking.notes]
            said = "; ".join(filter(None, notes))
            return f"{event['titles'][0]} ({said})" if said else ""
        return ""

    def words_alone(self, ex: Ex, situation: Situation) -> str:
        """A value in words; empty where it reads what an effect was called with, which is not known."""
        if isinstance(ex, ConstEx):
            return self.named(ex, ex.value)
        with suppress(NameError):
            return self.words_at(ex, situation)
        return ""

    def split(self) -> tuple[int, str, list[str]] | None:
        """How much is left to pay, in what it is asked, and in what else it can be paid; None: no payment."""
        stage = self.site.stage
        if stage is None or not isinstance(stage.s, PaySt):
            return None
        first, *others = [
            name.replace("_", " ") for name in stage.s.names[stage.s.names.index(self.site.name) :]
        ]
        return self.situation()[1][-1], first, others

    def prompt(self, asking: Asking | None) -> str:
        """The question; how a payment is split is asked with what is left to pay."""
        if (split := self.split()) is not None:
            left, first, others = split
            how = "in what?" if len(others) == 1 else f"how much in {first}?"
            return self.decision.headed(f"you pay {left} in {first} or {' or '.join(others)}; {how}")
        if asking is None or asking.question is None:
            return self.done_by_yes() or self.decision.prompt
        return self.decision.headed(filled(asking.question, lambda part: self.words(part, None), missing="?"))

    def done_by_yes(self) -> str:
        """What `yes` does, where a `may` has no words of its own: its sentences, with their values."""
        may = next((s for s in self.statements() if isinstance(s, MaySt)), None)
        if may is None or not self.site.yes_or_no:
            return ""
        said = self.done(may.body)
        return self.decision.headed(f"{said}?") if said else ""

    def statements(self) -> Sequence[St]:
        """What stands at the place of the rules that asks."""
        return index_of(self.state.game.program).statements.get(self.site.position, ())

    def branches(self) -> Sequence[tuple[str, StBlock]]:
        """The branches of a `one of` that asks; none where something else does."""
        found = (s.branches for s in self.statements() if isinstance(s, OneOfSt))
        return next((each for each in found if [name for name, _ in each] == list(self.site.labels)), ())

    def done(self, body: StBlock) -> str:
        """What some statements do, with their values; empty where that is long."""
        effects = self.state.game.program.effects
        done = [
            replace(s, arguments=())
            if isinstance(s, CallSt)
            else replace(s, where=None)
            if isinstance(s, ChooseSt)
            else s
            for s in body
            # What is called has a name for people where it has a title.
            if not isinstance(s, RequireSt | LetSt)
            and not (isinstance(s, CallSt) and not effects[s.effect].title)
        ]
        variables = self.situation()[0].variables
        given: dict[str, Ex] = {
            each.name: ConstEx(each.position, each.type, variables[each.name])
            for each in find(body, LocalEx)
            if isinstance(variables.get(each.name), int)
        }
        lines = sentences(Phrases(self.state.game, given), done)
        said = ", then ".join(line.rstrip(":") for depth, line in lines if depth == 0)
        return said if len(said) <= _LONG else ""

    def default(self, asking: Asking | None) -> int | None:
        """The place of the option that the rules mark, if it is offered."""
        default: Ex | str | None = asking.default if asking is not None else self.site.default
        if isinstance(default, str):
            ids = [option.id for option in self.decision.options]
            return ids.index(default) if default in ids else None
        if default is None:
            return None
        with suppress(RuleFault, ValueError):
            return list(self.decision.values).index(self.value(default, self.situation()[0]))
        return None

    def situation(self) -> tuple[Situation, tuple[Any, ...]]:
        """What the rule that asks has at hand, and what it hands over besides its variables."""
        if self._scene is None:
            # An action is chosen before there is a rule with variables.
            slots, me, *rest = self.state.scope or (self.state.slots[:], self.decision.seat)
            variables = dict(zip(self.site.scope, rest, strict=False))
            owner = owner_of(self.state.game, self.site.unit)
            self._scene = Situation(slots, me, variables, owner), tuple(rest[len(variables) :])
        return self._scene

    def value(self, ex: Ex, situation: Situation) -> Any:
        """The value of an expression."""
        return self.snippets.value_with(ex, situation.slots, situation.me, situation.variables)

    def text(self, text: Text) -> str:
        """A text with its values; empty where there is none, or the seat may not see it."""
        words = [said for _, said in text.worded(lambda part: self.words(part, None))]
        return "".join(words) if all(words) else ""

    def note(self, text: Text, option: Any) -> str:
        """A text about an option."""
        return filled(text, lambda part: self.words(part, option))

    def words(self, ex: Ex, option: Any) -> str:
        """A value in words; empty for none, and for what the seat cannot see."""
        if isinstance(ex, ConstEx):
            return self.named(ex, ex.value)
        situation, stage = self.situation()[0], self.site.stage
        if option is not None and stage is not None and isinstance(stage.s, ChooseSt):
            situation = replace(situation, variables={**situation.variables, stage.s.variable.python: option})
        return self.words_at(ex, situation)

    def words_at(self, ex: Ex, situation: Situation) -> str:
        """A value in words, with the variables of a situation."""
        with suppress(RuleFault):
            return "" if self.readings.is_unseen(ex, situation) else self.named(ex, self.value(ex, situation))
        return ""

    def named(self, ex: Ex, value: Any) -> str:
        """A value for people; of several each once, with how many."""
        return words_of(self.state.game.label, ex.type, value, self.state.game.plural)
