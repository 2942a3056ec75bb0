"""Why not? The first condition that keeps an action or option from being offered, and what made it so.

In: a state and the name of an action or the id of an option. Out: a Reason, or None where it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import FrameType, GeneratorType
from typing import Any

from interpreter.compiler.asking import units
from interpreter.compiler.snippets import Snippets
from interpreter.language.checked import ChooseSt, Ex, OneOfSt, RuleEx, StBlock, StepEx
from interpreter.language.subexpressions import children
from interpreter.language.types import TRUTH
from interpreter.layout import AGENDA
from interpreter.loading import Loaded, Sources, UsageFault, read_sources
from interpreter.play.decision import Decision
from interpreter.play.faults import UnknownOption
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.reading import fingerprint
from interpreter.readings import Readings, in_force
from interpreter.refusals import Elsewhere, Guards, Refusal, Scene, find_choice

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Value:
    """A part of a condition, as it stands in the file, and what it came to."""

    text: str
    value: str


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


@lru_cache(maxsize=4)
def _snippets(game: Game) -> Snippets:
    return Snippets(game)


@lru_cache(maxsize=4)
def _sources(game: Game) -> Sources | None:
    """The rule files of a game read again; None where they are not there any more or have changed."""
    try:
        found = read_sources(game.path, game.overlays, (), game.players)
    except (UsageFault, OSError):
        return None
    same = found.merged is not None and fingerprint(found.merged) == game.fingerprint
    return found if same else None


class _Inquiry:
    """One question about one position."""

    def __init__(self, state: State, decision: Decision, name: str, seat: int, loaded: Loaded | None) -> None:
        self.state, self.decision, self.name, self.seat = state, decision, name, seat
        self.game = state.game
        self.snippets = _snippets(self.game)
        self.sources = loaded.sources if loaded is not None else _sources(self.game)
        self.readings = Readings(self.game, self.snippets, seat)
        self.guards = self.guards_for(name)

    # -- which case is it?
    def answer(self) -> Reason | None:
        """Find the case, and the reason."""
        step = self.step_of_actions()
        if self.seat != self.decision.seat:
            self.known(step)
            turn = self.game.person(self.decision.seat)[1]
            return self.told(
                f"it is not your turn: {turn} is to choose ({self.decision.prompt})",
                self.decision.site.position,
            )
        if self.name in [option.id for option in self.decision.options]:
            return None
        try:
            refusal = self.action(step) if step is not None else self.choice()
        except KeyError as unknown:
            word, ids = unknown.args
            raise UnknownOption(f"'{word}' is nothing that can be chosen here", hint_for(word, ids)) from None
        if refusal is None or isinstance(refusal, Elsewhere):
            return None
        return self.reason(refusal)

    def step_of_actions(self) -> StepEx | None:
        """The step whose actions are asked for now; None while something else is asked."""
        step = next((s for s in steps(self.game.program.flow) if s.name == self.state.step), None)
        if step is None or step.kind != "actions" or step.position != self.decision.site.position:
            return None
        return step

    def scene(self, me: int, owner: str) -> Scene:
        """The position as it is now."""
        return Scene(self.state.slots, me, {}, owner)

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
        scene = self.scene(me, f"steps/{step.name}")
        open_here = dict(self.snippets.actions_of(step))
        if self.name == PASS:
            return self.passing(step, scene)
        effect = program.effects.get(self.name)
        if effect is None or not effect.action:
            return self.later(step)
        if self.state.checkpoint[AGENDA] and not (effect.anytime and self.name in open_here):
            waiting = list(program.effects.values())[self.state.checkpoint[AGENDA][0]]
            text = f"{self.title(waiting.name)} comes first, and this is not an action for any time"
            return given(text, effect.position, replace(scene, owner=f"actions/{self.name}"))
        if self.name not in open_here:
            return self.not_here(step, scene)
        return self.not_granted(open_here[self.name], scene) or self.guard_of(self.name, me)

    def guards_for(self, target: str) -> Guards:
        """What looks through leading parts for the seat that asks, on the way to an option."""
        return Guards(self.game, self.snippets, self.readings.is_unseen, target)

    def guard_of(self, name: str, me: int, target: str = "") -> Refusal | None:
        """Why the leading part of an action cannot be done."""
        body = self.game.program.effects[name].body
        return self.guards_for(target).body(body, self.scene(me, f"actions/{name}"))

    def passing(self, step: StepEx, scene: Scene) -> Refusal | None:
        """Why a step cannot be passed."""
        if step.passing is None:
            return given("this step has no pass", step.position, scene)
        if self.state.checkpoint[AGENDA]:
            return given("what waits has to be done first", step.position, scene)
        return self.guards.fails("pass", step.passing, scene)

    def not_here(self, step: StepEx, scene: Scene) -> Refusal:
        """Why an action is not one of a step's: where it is one, and whether that step would be open."""
        homes = [s for s in steps(self.game.program.flow) if self.name in dict(self.snippets.actions_of(s))]
        if not homes:
            return given("no step offers it: it is only done where a rule says so", step.position, scene)
        for home in homes:
            for condition in (home.when, home.condition):
                if condition is not None and not self.guards.value(condition, scene):
                    found = self.guards.fails("when", condition, replace(scene, owner=f"steps/{home.name}"))
                    assert found is not None
                    return replace(found, name=home.name)
        names = " or ".join(home.name.replace("_", " ") for home in homes)
        here = step.name.replace("_", " ")
        return given(f"it belongs to the step {names}, and this is the step {here}", step.position, scene)

    def not_granted(self, grants: Sequence[RuleEx], scene: Scene) -> Refusal | None:
        """Why an action that must be granted is not."""
        found = []
        for rule in grants:
            owner = f"kinds/{rule.carrier[1]}" if rule.carrier is not None else scene.owner
            at = replace(scene, owner=owner)
            words = self.carrier(rule)
            if not in_force(self.game, rule, scene.me, scene.slots):
                found.append(
                    (
                        words,
                        given(f"only {words} grants it, and that is not in force for you", rule.position, at),
                    )
                )
                continue
            refused = self.guards.fails("grant", rule.where, at) if rule.where is not None else None
            if refused is None:
                return None
            found.append((words, refused))
        if len(found) <= 1:
            return found[0][1] if found else None
        return Refusal("grants", found[0][1].position, scene, None, "", tuple(found))

    def carrier(self, rule: RuleEx) -> str:
        """What carries a rule, in words."""
        if rule.carrier is not None:
            made = self.game.model.components[rule.carrier[0]]
            return made.by_name[rule.carrier[1]].about.title or rule.carrier[1].replace("_", " ")
        return rule.title or ("a rule for a time" if rule.lasting is not None else "a rule of the table")

    # -- options on the way of an action
    def leading_actions(self, step: StepEx) -> list[str]:
        """The actions of a step that ask for the option on their way."""
        return [
            name
            for name, _ in self.snippets.actions_of(step)
            if self.guards.leads_to(self.game.program.effects[name].body)
        ]

    def later(self, step: StepEx) -> Refusal | None:
        """Why an option cannot be reached through any action of a step."""
        self.known(step)
        scene = self.scene(self.decision.seat, f"steps/{step.name}")
        grants = dict(self.snippets.actions_of(step))
        found = []
        for name in self.leading_actions(step):
            why = self.not_granted(grants[name], scene) or self.guard_of(name, self.decision.seat, self.name)
            if why is None:
                return None
            if not isinstance(why, Elsewhere):
                found.append((self.title(name), why))
        if len(found) <= 1:
            return found[0][1] if found else None
        return Refusal("actions", step.position, scene, None, self.name, tuple(found))

    # -- options of the choice that is asked now
    def choice(self) -> Refusal | None:
        """Why an option of the present choice is not offered, with the variables of the rule that asks."""
        site = self.decision.site
        frame = self.asking_frame()
        effect = self.game.program.effects.get(self.name)
        branch = self.name in site.labels
        if not branch and (self.name == PASS or (effect is not None and effect.action)):
            return given(
                f"another choice is open first ({self.decision.prompt})", site.position, self.scene(-1, "")
            )
        if frame is None or not (branch or (site.name and self.name.partition("=")[0] == site.name)):
            self.known(None)
            return given(
                f"another choice is open first ({self.decision.prompt})", site.position, self.scene(-1, "")
            )
        local = frame.f_locals
        scene = Scene(local["s"], local.get("me", -1), variables_of(local), "", met=False)
        refusal = self.asked(scene)
        return refusal or given("it is not among what can be chosen here", site.position, scene)

    def asked(self, scene: Scene) -> Refusal | None:
        """Look the choice through that is asked now."""
        position = self.decision.site.position
        for owner, block in bodies(self.game):
            found = find_choice(block, position)
            if found is None:
                continue
            s, rest = found
            scene = replace(scene, owner=owner)
            if isinstance(s, OneOfSt):
                return self.guards.branches(s, scene)
            if isinstance(s, ChooseSt):
                return self.guards.enough(s, scene) if s.many else self.guards.choose(s, rest, scene)
        return None

    def asking_frame(self) -> FrameType | None:
        """The frame of the compiled rule that asks, on a copy of the state that ran up to here."""
        copy = State.restore(self.game, self.state.snapshot())
        running: Any = copy._generator
        found = None
        while isinstance(running, GeneratorType):
            frame = running.gi_frame
            if frame is not None and frame.f_globals is self.game.namespace:
                found = frame
            running = running.gi_yieldfrom
        return found

    # -- in words
    def title(self, name: str) -> str:
        """An action's name for people."""
        return self.game.program.effects[name].title or name.replace("_", " ")

    def told(self, sentence: str, position: Position) -> Reason:
        """A reason that is no condition."""
        return Reason(self.name, f"{self.name} is not offered: {sentence}", self.line_of(position), position)

    def reason(self, refusal: Refusal) -> Reason:
        """Put a refusal into words: the candidate that came furthest, and all of the first choice."""
        nearest = max(refusal.leaves(), key=lambda leaf: leaf.scene.held)
        scene = nearest.scene
        alone = len(refusal.candidates) <= 1
        sentence = self.sentence(nearest) if alone else self.choices(refusal)
        values: tuple[Value, ...] = ()
        if nearest.condition is not None:
            values = tuple(
                Value(self.text(read.expression), read.value)
                for read in self.readings.reads(nearest.condition, scene)
            )
        return Reason(
            self.name,
            f"{self.name} is not offered: {sentence}",
            self.condition(nearest),
            nearest.position,
            values,
            tuple(self.causes(nearest)),
            scene.chosen,
            () if alone else tuple(self.candidate(words, why) for words, why in refusal.candidates),
            refusal,
        )

    def candidate(self, words: str, refusal: Refusal) -> Candidate:
        """A candidate, with how many that follow it fail at which condition."""
        counted: dict[Position, list[Refusal]] = {}
        for leaf in refusal.leaves():
            counted.setdefault(leaf.position, []).append(leaf)
        failures = sorted(counted.values(), key=lambda leaves: -max(leaf.scene.held for leaf in leaves))
        return Candidate(
            words,
            tuple(
                Failure(
                    len(leaves),
                    self.sentence(leaves[0], len(leaves) == 1),
                    self.condition(leaves[0]),
                    leaves[0].position,
                )
                for leaves in failures
            ),
        )

    def choices(self, refusal: Refusal) -> str:
        """The sentence of a choice of which no candidate will do."""
        count = len(refusal.candidates)
        if refusal.what == "choose":
            return f"none of {count} will do for {refusal.name.replace('_', ' ')}"
        if refusal.what == "grants":
            return f"none of {count} rules that could grant it is in force for you"
        if refusal.what == "actions":
            return f"none of {count} actions that ask for it leads there"
        return f"none of {count} ways can be taken"

    def sentence(self, leaf: Refusal, alone: bool = True) -> str:
        """One condition that failed, in a few words; not alone: for all candidates that fail there."""
        name = leaf.name.replace("_", " ")
        if leaf.what == "given":
            return leaf.name
        if leaf.what == "veiled":
            return "it rests with what you cannot see"
        if leaf.what == "pay" and not alone:
            return f"it costs more {name} than there is"
        if leaf.what == "pay":
            return f"it costs {leaf.numbers[0]} {name}, and there is {leaf.numbers[1]}"
        if leaf.what == "piece":
            return "the piece to be paid is not there"
        if leaf.what == "none":
            return f"there is no {name} to choose"
        if leaf.what == "few":
            return f"{leaf.numbers[0]} are to be chosen for {name}, and {leaf.numbers[1]} can be"
        if leaf.what == "absent":
            return f"{name} is not among what there is to choose from"
        if leaf.what == "where":
            return f"{leaf.scene.chosen[-1] if alone else name} does not fit"
        words = {
            "pass": "the step cannot be passed yet",
            "grant": "the rule that would grant it asks for more",
            "when": f"the step {name} is not open",
        }
        return words.get(leaf.what, "what it requires does not hold")

    def causes(self, leaf: Refusal) -> Iterator[Cause]:
        """The components whose rules changed a value that was read, then the overlays behind it."""
        things = {leaf.scene.owner: None} if leaf.scene.owner else {}
        if leaf.condition is not None:
            for each in self.readings.modifiers(leaf.condition, leaf.scene):
                whose = f" of {self.game.person(each.owner)[1]}" if each.owner >= 0 else ""
                amount = self.text(each.rule.value) if each.rule.value is not None else ""
                change = f"{each.rule.change} {amount}"
                yield Cause(f"{self.carrier(each.rule)}{whose}: {each.value} {change}", each.rule.position)
                if each.rule.carrier is not None:
                    things[f"kinds/{each.rule.carrier[1]}"] = None
            things |= self.readings.things(leaf.condition, leaf.scene)
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
        return self.line_of(leaf.position)

    def line_of(self, position: Position) -> str:
        """What stands at a place, as far as it is known to go, else to the end of its line."""
        lines = self.sources.lines_of(position.file) if self.sources is not None else None
        if lines is None or not 1 <= position.line <= len(lines):
            return ""
        end = position.end_column - 1 if position.end_column is not None else None
        return lines[position.line - 1][position.column - 1 : end].strip()

    def text(self, ex: Ex) -> str:
        """The source of an expression; one of several lines is put on one."""
        lines = self.sources.lines_of(ex.position.file) if self.sources is not None else None
        if lines is None or ex.position.end_column is not None:
            return self.line_of(ex.position) or ex.op
        ends = [p for p in places(ex) if p.end_column is not None and p.file == ex.position.file]
        last = max(ends, key=lambda p: (p.line, p.end_column or 0), default=ex.position)
        found = lines[ex.position.line - 1 : last.line]
        if not found:
            return ex.op
        found[-1] = found[-1][: (last.end_column or len(found[-1]) + 1) - 1]
        found[0] = found[0][ex.position.column - 1 :]
        joined = " ".join(line.strip() for line in found)
        return joined + ")" * (joined.count("(") - joined.count(")"))


def given(sentence: str, position: Position, scene: Scene) -> Refusal:
    """A refusal that is no condition of the rules, told in a sentence."""
    never = Ex("const", TRUTH, position, (0,))
    return Refusal("given", position, scene, never, sentence)


def steps(flow: Sequence[StepEx]) -> Iterator[StepEx]:
    """All steps of a flow, outer ones first."""
    for step in flow:
        yield step
        yield from steps(step.steps)


def bodies(game: Game) -> Iterator[tuple[str, StBlock]]:
    """Every body of the rules, with the thing it belongs to: `section/name`."""
    for unit, block in units(game.program).items():
        effect = game.program.effects.get(unit[1]) if unit[0] == "effect" else None
        section = "actions" if effect is not None and effect.action else "effects"
        yield (f"{section}/{unit[1]}" if effect is not None else f"kinds/{unit[-1]}"), block
    for step in steps(game.program.flow):
        yield f"steps/{step.name}", step.body


def variables_of(local: Mapping[str, Any]) -> dict[str, Any]:
    """The variables of a rule among the locals of its frame."""
    return {name: value for name, value in local.items() if name not in ("s", "me")}


def places(ex: Ex) -> Iterator[Position]:
    """The places of an expression and all inside it."""
    yield ex.position
    for inner in children(ex):
        yield from places(inner)
