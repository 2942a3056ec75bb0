"""Why not? The first condition that keeps an action or option from being offered, and what made it so.

In: a state and the name of an action or the id of an option. Out: a Reason, or None where it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from interpreter.compiler.snippets import snippets_of
from interpreter.in_words.expressions import in_words, variable_name
from interpreter.language.checked import CallSt, ChooseSt, ConstEx, ConstSetEx, Ex, InEx, PaySt
from interpreter.language.index import index_of
from interpreter.language.node import find
from interpreter.language.plan import Plan, Stage
from interpreter.language.program import RuleEx, StepEx
from interpreter.language.types import TRUTH, set_of
from interpreter.layout import AGENDA
from interpreter.loading import Loaded, Sources, UsageFault, find_target, read_sources
from interpreter.model.declarations import OptionDecl
from interpreter.play.decision import Decision
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game, State
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.reading import fingerprint
from interpreter.why.reasons import Reason, Wording, carrier_words
from interpreter.why.refusals import Refusal, Situation, Tracer, element, owner_of, value_of, values_of
from interpreter.why.values_read import Readings

PASS = "pass"


def why_not(
    state: State, name: str, *, seat: int | None = None, loaded: Loaded | None = None
) -> Reason | None:
    """Tell why an action or option is not offered now; None where it is offered.

    A name is that of an action or branch, or the id of an option of the choice that is asked now or of one
    that an action asks later. seat: who wants to know, if not the one who is asked. loaded: what the game was
    loaded with; without it the rule files are read again. Raises UnknownOption for a name that means nothing
    here.
    """
    decision = state.decision
    if decision is None:
        raise UnknownOption("the game is over: nothing is offered any more")
    return _Inquiry(state, decision, name, decision.seat if seat is None else seat, loaded).answer()


def meant_by(state: State, word: str) -> tuple[str, ...]:
    """Tell what `why_not` can be asked with a word of players that is neither an action nor an option's id.

    Actions that have the word in their title, then options of the choices that actions ask, by their value's
    id or title.
    """
    game, low = state.game, in_words(word).lower().strip()
    actions = {name: effect for name, effect in game.program.effects.items() if effect.action}
    pattern = re.compile(rf"\b{re.escape(low)}s?\b")
    names = {name: None for name, each in actions.items() if low and pattern.search(each.title.lower())}
    own = [s for each in actions.values() for s in each.body]
    called = dict.fromkeys(each.effect for each in find(own, CallSt))
    for s in find([*own, *(s for name in called for s in game.program.effects[name].body)], ChooseSt):
        kind, name = element(s.variable), variable_name(s.variable.python)
        for value in values_of(game, kind):
            id_, title = game.label(kind, value)
            if low in (in_words(id_).lower(), title.lower()):
                names[f"{name}={id_}"] = None
    return tuple(names)


def _sources(game: Game) -> Sources | None:
    """The rule files of a game read again; None where they are not there any more or have changed."""
    try:
        found = read_sources(find_target(game.path, game.overlays), game.players)
    except (UsageFault, OSError):
        return None
    same = found.merged is not None and fingerprint(found.merged) == game.fingerprint
    return found if same else None


class _Inquiry:
    """One question about one position."""

    def __init__(self, state: State, decision: Decision, name: str, seat: int, loaded: Loaded | None) -> None:
        self.state, self.decision, self.name, self.seat = state, decision, name, seat
        self.game = state.game
        self.snippets = snippets_of(self.game)
        self.sources = loaded.sources if loaded is not None else self.game.once(_sources)
        self.readings = Readings(self.game, self.snippets, seat)
        self.wording = Wording(self.game, self.readings, self.sources, name)
        self.guards = self.tracer()

    # -- which case is it?
    def answer(self) -> Reason | None:
        """Find the case, and the reason."""
        step = self.step_of_actions()
        if self.seat != self.decision.seat:
            return self.not_asked(step)
        if self.name in [option.id for option in self.decision.options]:
            return None
        try:
            refusal = self.action(step) if step is not None else self.choice()
        except KeyError as unknown:
            word, ids = unknown.args
            raise UnknownOption(f"'{word}' is nothing that can be chosen here", hint_for(word, ids)) from None
        return self.wording.reason(refusal) if refusal is not None else None

    def not_asked(self, step: StepEx | None) -> Reason:
        """Why nothing is offered to another than the seat that is asked.

        Where that one chooses out of this one's sight, nothing depends on what it is asked.
        """
        site, turn = self.decision.site, self.game.person(self.decision.seat)[1]
        sentence, place = f"it is not your turn: {turn} is to choose", site.position
        if self.state.tells(self.seat):
            self.known(step)
            return self.wording.without_condition(f"{sentence} ({self.decision.prompt})", place)
        name, _, option = self.name.partition("=")
        actions = [name for name, effect in self.game.program.effects.items() if effect.action]
        if not option and name not in (*actions, PASS):
            raise UnknownOption(f"'{name}' is no action", hint_for(name, actions))
        home = self.game.model.steps.get(self.state.step)
        return self.wording.without_condition(sentence, home.about.position if home is not None else place)

    def step_of_actions(self) -> StepEx | None:
        """The step whose actions are asked for now; None while something else is asked."""
        step = next((s for s in index_of(self.game.program).steps if s.name == self.state.step), None)
        if step is None or step.kind != "actions" or step.position != self.decision.site.position:
            return None
        return step

    def situation(self, me: int, owner: str) -> Situation:
        """The position as it is now."""
        return Situation(self.state.slots, me, {}, owner)

    def known(self, step: StepEx | None) -> None:
        """Refuse a name that is neither an action nor an option's id."""
        offered = [option.id for option in self.decision.options]
        actions = [name for name, effect in self.game.program.effects.items() if effect.action]
        if self.name in (*offered, *actions, PASS):
            return
        if step is not None and self.leading_actions(step):
            return
        raise UnknownOption(
            f"'{self.name}' is neither an action nor an option here",
            hint_for(self.name, [*offered, *actions]),
        )

    # -- actions
    def action(self, step: StepEx) -> Refusal | None:
        """Why an action is not offered in a step of actions, or an option not on the way of any."""
        program, me = self.game.program, self.decision.seat
        situation = self.situation(me, f"steps/{step.name}")
        open_here = dict(self.snippets.actions_of(step))
        if self.name == PASS:
            return self.passing(step, situation)
        effect = program.effects.get(self.name)
        if effect is None or not effect.action:
            return self.later(step)
        if self.state.checkpoint[AGENDA] and not (effect.anytime and self.name in open_here):
            waiting = list(program.effects.values())[self.state.checkpoint[AGENDA][0]]
            text = f"'{self.title(waiting.name)}' comes first"
            return given(text, effect.position, replace(situation, owner=f"actions/{self.name}"))
        if self.name not in open_here:
            return self.not_here(step, situation)
        refusal = self.not_granted(open_here[self.name], situation)
        if refusal is not None or self.guards.done(
            self.plan(self.name), replace(situation, owner=f"actions/{self.name}")
        ):
            return refusal
        return self.guards.way.refusal

    def tracer(self, target: str = "") -> Tracer:
        """What sees guards run for the seat that asks, on the way to an option."""
        return Tracer(self.game, self.snippets, self.readings.is_unseen, target)

    def plan(self, name: str) -> Plan:
        """The plan of an action's precondition."""
        return index_of(self.game.program).plan(self.game.program.effects[name].body)

    def passing(self, step: StepEx, situation: Situation) -> Refusal | None:
        """Why a step cannot be passed."""
        if step.passing is None:
            return given("you cannot pass here", step.position, situation)
        if self.state.checkpoint[AGENDA]:
            waiting = list(self.game.program.effects.values())[self.state.checkpoint[AGENDA][0]]
            return given(f"'{self.title(waiting.name)}' comes first", step.position, situation)
        return self.failing("pass", step.passing, situation)

    def failing(self, what: str, condition: Ex, situation: Situation) -> Refusal | None:
        """Why a condition does not hold; None: it holds."""
        if self.guards.value(condition, situation):
            return None
        return self.guards.fails(what, condition, situation)

    def not_here(self, step: StepEx, situation: Situation) -> Refusal:
        """Why an action is not one of a step's: where it is one, and whether that step would be open."""
        homes = [
            s for s in index_of(self.game.program).steps if self.name in dict(self.snippets.actions_of(s))
        ]
        if not homes:
            said = "a rule says when it is done; it cannot be chosen by itself"
            return given(said, step.position, situation)
        titles = {
            each.name: self.game.model.steps[each.name].about.title or each.name.replace("_", " ")
            for each in (step, *homes)
        }
        closed = {home.name: refusal for home in homes if (refusal := self.skipped(home, situation))}
        if len(closed) == len(homes):
            first, refusal = next(iter(closed.items()))
            return replace(refusal, name=titles[first])
        names = " or ".join(f"'{titles[home.name]}'" for home in homes if home.name not in closed)
        said = f"it belongs to {names}, and this is '{titles[step.name]}'"
        return given(said, step.position, situation)

    def skipped(self, step: StepEx, situation: Situation) -> Refusal | None:
        """The condition of a step that does not hold; one that cannot be worked out now counts as held."""
        at = replace(situation, owner=f"steps/{step.name}")
        for condition in (step.when, step.condition):
            with suppress(RuleFault):
                if condition is not None and not self.guards.value(condition, at):
                    return self.guards.fails("when", condition, at)
        return None

    def not_granted(self, grants: Sequence[RuleEx], situation: Situation) -> Refusal | None:
        """Why an action that must be granted is not."""
        found = []
        for rule in grants:
            owner = f"kinds/{rule.carrier[1]}" if rule.carrier is not None else situation.owner
            at = replace(situation, owner=owner)
            words = carrier_words(self.game, rule)
            if not self.snippets.in_force(rule, situation.slots, situation.me):
                found.append(
                    (
                        words,
                        given(f"only {words} allows it, and that is not in force for you", rule.position, at),
                    )
                )
                continue
            refused = self.failing("grant", rule.where, at) if rule.where is not None else None
            if refused is None:
                return None
            found.append((words, refused))
        if len(found) <= 1:
            return found[0][1] if found else None
        return Refusal("grants", found[0][1].position, situation, None, "", tuple(found))

    # -- options on the way of an action
    def leading_actions(self, step: StepEx) -> list[str]:
        """The actions of a step that ask for the option on their way."""
        return [
            name
            for name, _ in self.snippets.actions_of(step)
            if self.tracer(self.name).leads_to(self.plan(name))
        ]

    def later(self, step: StepEx) -> Refusal | None:
        """Why an option cannot be reached through any action of a step."""
        self.known(step)
        situation = self.situation(self.decision.seat, f"steps/{step.name}")
        grants = dict(self.snippets.actions_of(step))
        found = []
        for name in self.leading_actions(step):
            why, tracer = self.not_granted(grants[name], situation), self.tracer(self.name)
            if why is None and tracer.done(self.plan(name), replace(situation, owner=f"actions/{name}")):
                return None
            why = why or tracer.way.refusal
            if why is not None:
                found.append((self.title(name), why))
        if len(found) <= 1:
            return found[0][1] if found else None
        return Refusal("actions", step.position, situation, None, self.name, tuple(found))

    # -- options of the choice that is asked now
    def choice(self) -> Refusal | None:
        """Why an option of the present choice is not offered, with the variables of the rule that asks."""
        site = self.decision.site
        effect = self.game.program.effects.get(self.name)
        branch = self.name in site.labels
        option = self.game.model.options.get(site.name)
        if option is not None and option.about.position == site.position:
            return self.option_of_rules(option)
        if not branch and (self.name == PASS or (effect is not None and effect.action)):
            step = self.step_left_out()
            refusal = self.action(step) if step is not None else None
            return refusal or self.first_answer(site.position)
        if not (branch or (site.name and self.name.partition("=")[0] == site.name)):
            self.known(None)
            return self.first_answer(site.position)
        at, slots, left = self.scope()
        if self.name in [option.id for option in self.decision.picked]:
            return given("it is picked already", site.position, at)
        refusal = self.asked(site.stage, at, slots, left) if site.stage is not None else None
        return refusal or given("it is not among what can be chosen here", site.position, at)

    def first_answer(self, position: Position) -> Refusal:
        """The refusal of what can be thought of only when the present question is answered."""
        said = f"first answer '{self.decision.prompt}'"
        return replace(given(said, position, self.situation(-1, "")), what="later")

    def step_left_out(self) -> StepEx | None:
        """The step whose one possible action was taken without a question, while nothing has changed yet."""
        unit, asks = self.decision.site.unit, self.decision.site.stage
        step = next((s for s in index_of(self.game.program).steps if s.name == self.state.step), None)
        if step is None or self.state.inside or asks is None or unit[:1] != ("effect",):
            return None
        lead = self.plan(unit[1]) if unit[1] in dict(self.snippets.actions_of(step)) else None
        return step if lead is not None and asks in lead.stages() else None

    def asked(self, stage: Stage, situation: Situation, slots: Sequence[int], left: int) -> Refusal | None:
        """Look the choice through that is asked now; slots, left: of a split payment, what is to pay what."""
        tracer = self.tracer(self.name)
        if isinstance(stage.s, PaySt):
            return tracer.part(stage, stage.s.names.index(self.decision.site.name), situation, slots, left)
        tracer.done(stage, situation)
        return tracer.way.refusal

    def option_of_rules(self, option: OptionDecl) -> Refusal | None:
        """Why an option of the ruleset, which is asked at set-up, cannot have a value."""
        name, _, word = self.name.partition("=")
        if name != option.name:
            self.known(None)
            return self.first_answer(option.about.position)
        value = value_of(self.game, option.type, word)
        here = option.about.position
        member = ConstEx(here, option.type, value)
        choices = ConstSetEx(here, set_of(option.type), tuple(option.choices))
        among = InEx(here, TRUTH, member, choices, False)
        words = f"{name.replace('_', ' ')} {self.game.label(option.type, value)[1]}"
        return Refusal("absent", here, self.situation(-1, f"options/{name}"), among, words)

    def scope(self) -> tuple[Situation, Sequence[int], int]:
        """What the rule that asks has at hand; of a split payment, also what is to pay, and how much."""
        site = self.decision.site
        slots, me, *rest = self.state.scope
        values, payment = rest[: len(site.scope)], rest[len(site.scope) :]
        variables = dict(zip(site.scope, values, strict=True))
        situation = Situation(slots, me, variables, owner_of(self.game, site.unit))
        return (situation, *payment) if payment else (situation, (), 0)

    # -- in words
    def title(self, name: str) -> str:
        """An action's name for people."""
        return self.game.program.effects[name].title or name.replace("_", " ")


def given(sentence: str, position: Position, situation: Situation) -> Refusal:
    """A refusal that is no condition of the rules, told in a sentence."""
    never = ConstEx(position, TRUTH, 0)
    return Refusal("given", position, situation, never, sentence)
