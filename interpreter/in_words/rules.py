"""What a piece, action, effect or value does, in sentences: its effect, and the rules that it brings along.

In: a game and the name of a thing. Out: passages, each with its lines and the place and numbers of its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.in_words.expressions import PHRASES, SAID, Lines, Phrases, in_words, lowered, says
from interpreter.in_words.statements import headed, sentences
from interpreter.language.checked import (
    CallSt,
    ConstEx,
    Ex,
    LastingSt,
    MeEx,
    PatternEx,
    PerformSt,
    St,
    StBlock,
)
from interpreter.language.program import RuleEx, StepEx
from interpreter.language.types import TRUTH
from interpreter.model.about import About
from interpreter.model.declarations import FORBIDDEN
from interpreter.play.game import Game
from interpreter.problems.position import Position


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of what a thing does; lines: each with how deep it is set in, from 0."""

    lines: tuple[tuple[int, str], ...]
    position: Position
    rules: tuple[str, ...] = ()


def in_sentences(game: Game, section: str, name: str) -> list[Passage]:
    """Return what a thing does in words, by its section and name (of `Thing`); empty: it has no rules.

    Of a kind of piece these are its effect, the rules it brings, and its points at the end. `flow` is
    all that happens in a game, whatever the name: a passage for each step, with the steps within it.
    """
    say = Phrases(game)
    if section == "flow":
        steps = game.program.flow
        return [each for step in steps for each in _passages(_step_lines(say, step), step.position)]
    if section == "kinds":
        return list(_of_kind(say, name))
    if section in ("actions", "effects") and name in game.program.effects:
        effect = game.program.effects[name]
        return _passages(sentences(say, effect.body), effect.position)
    if section == "values" and name in game.program.values:
        value = game.program.values[name]
        return _passages([(0, say.of(value.body))], value.position)
    return []


def _passages(lines: Lines, position: Position, about: About | None = None) -> list[Passage]:
    shown = tuple((depth, line[:1].upper() + line[1:]) for depth, line in lines)
    return [Passage(shown, position, about.rules if about is not None else ())] if lines else []


def _step_lines(say: Phrases, step: StepEx) -> Lines:
    """A step: when and for whom, then what it does or offers, and the steps within it."""
    head = step.title[:1].upper() + step.title[1:]
    if step.when is not None:
        head += f", if {say.of(step.when)}"
    if step.loop is not None:
        head += f", for each {step.loop[0].replace('_', ' ')} of {say.of(step.loop[1])}"
    if step.condition is not None:
        always = isinstance(step.condition, ConstEx)
        head += ", until the game ends" if always else f", as long as {say.of(step.condition)}"
    if step.players is not None:
        head += f", for {say.of(step.players)}" + (" at once, in secret" if step.secretly else " in turn")
    lines = sentences(say, step.body)
    if step.actions:
        offered = " or ".join(lowered(say.effect(name)) for name in step.actions)
        lines.append((0, f"{offered}{'' if step.once else ', again and again'}"))
    inner = [_step_lines(say, each) for each in step.steps]
    if len(inner) == 1 and step.kind == "steps":
        # Round a single step there is nothing to list.
        return [(0, f"{head}:"), *((depth + 1, line) for depth, line in inner[0])]
    return headed(head, [*lines, *(line for each in inner for line in each)]) or [(0, head)]


def _of_kind(say: Phrases, name: str) -> Iterator[Passage]:
    game = say.game
    made, kind = game.model.kinds[name]
    carrier = (made.name, name)
    if carrier in game.program.kind_effects and kind.effect is not None:
        _, block = game.program.kind_effects[carrier]
        yield from _passages(_effect_lines(say, block), kind.about.position)
    abouts = {rule.about.position: rule.about for rule in game.rules if rule.carrier == name}
    for rule in game.program.rules:
        if rule.carrier == carrier:
            yield from _passages(rule_lines(say, rule), rule.position, abouts.get(rule.position))
    for line in game.program.final:
        if line.carrier == carrier:
            yield from _passages([(0, f"points at the end: {say.of(line.points)}")], line.position)


def _effect_lines(say: Phrases, block: StBlock) -> Lines:
    """The effect of a kind; where that is no more than a call, what the called effect does."""
    call = block[0] if len(block) == 1 else None
    if not isinstance(call, CallSt | PerformSt) or not isinstance(call.whom, MeEx):
        return sentences(say, block)
    effect = say.game.program.effects[call.effect]
    given = {each.python: known for each, known in zip(effect.parameters, call.arguments, strict=True)}
    return headed(lowered(say.effect(call.effect)), sentences(Phrases(say.game, given), effect.body))


def rule_lines(say: Phrases, rule: RuleEx) -> Lines:
    """A trigger, modifier, replacement or grant in words."""
    where = f", if {say.of(rule.where)}" if rule.where is not None else ""
    once = f" (once in each {say.step(rule.once)})" if rule.once else ""
    if rule.kind == "grant":
        step = f" in {say.step(rule.step)}" if rule.step else ""
        return [(0, f"you may take the action '{say.effect(rule.action)}'{step}{where}")]
    if rule.pattern is None:
        return []
    if rule.kind == "modifier":
        return [(0, f"{_modified(say, rule, rule.pattern)}{where}")]
    event = _event(say, rule.pattern)
    when = "instead, when" if rule.kind == "replacement" else "before" if rule.before else "when"
    return headed(f"{when} {event}{where}{once}", sentences(say, rule.body))


def _modified(say: Phrases, rule: RuleEx, pattern: PatternEx) -> str:
    """How a rule value is changed."""
    name = pattern.event.removeprefix("value ")
    declared, value = say.game.model.values[name], rule.value
    assert value is not None, "a modifier says what it makes of the value"
    if name.startswith(FORBIDDEN):
        return f"forbidden: {lowered(declared.about.title)}"
    title = lowered(declared.about.title or in_words(name)).removeprefix("whether ")
    equal = [say.of(each) for _, each in pattern.equal if not isinstance(each, MeEx)]
    title += f" ({', '.join(equal)})" if equal else ""
    if value.type == TRUTH:
        return title if say.of(value) == "yes" else f"{title}: {say.of(value)}"
    change = {"plus": "+", "times": "× "}.get(rule.change, "")
    return f"{title}: {change}{say.amount(value) if change else say.of(value)}".replace("+-", "-")


def _event(say: Phrases, pattern: PatternEx) -> str:
    """What a rule listens to."""
    word, _, name = pattern.event.partition(" ")
    given = {place: say.of(each) for place, each in pattern.equal}
    given |= {place: say.variable(each.name, each.type) for place, each in pattern.bind}
    model = say.game.model
    players = _players_at(say, word, name)
    who = "you" if pattern.me is not None else given.pop(players, "a player") if players is not None else ""
    given.pop(pattern.me if pattern.me is not None else -1, None)
    s = "" if who == "you" else "s"
    last = max(given, default=-1)
    if word in ("gained", "lost"):
        amount = given.pop(len(model.counters[name].per), "")
        title = lowered(model.counters[name].about.title or in_words(name))
        rest = f" ({', '.join(given.values())})" if given else ""
        verb = {"gained": "gain", "lost": "lose"}[word]
        return " ".join(filter(None, [who, verb + s if who else f"{verb}ing", amount, title])) + rest
    if word in ("entered", "left"):
        declared = model.zones.get(name) or model.node_boards[name]
        title = lowered(declared.about.title or in_words(name))
        piece = given.pop(last, "") if last > (pattern.me if pattern.me is not None else -1) else ""
        whose = "your " if who == "you" else ""
        return f"{piece or 'something'} {'comes to' if word == 'entered' else 'leaves'} {whose}{title}" + (
            f" ({', '.join(given.values())})" if given else ""
        )
    if word in ("began", "ended"):
        whose = f" for {who}" if who and who != "a player" else ""
        return f"{say.step(name)} {'begins' if word == 'began' else 'ends'}{whose}"
    rest = f" ({', '.join(given.values())})" if given else ""
    return f"{who} do{'es' if s else ''} '{say.effect(name)}'{rest}"


def _players_at(say: Phrases, word: str, name: str) -> int | None:
    """The place of the player among the arguments of an event."""
    model = say.game.model
    if word not in ("gained", "lost", "entered", "left"):
        return 0
    declared = model.counters.get(name) if word in ("gained", "lost") else model.zones.get(name)
    kinds = [index.kind for index in declared.per] if declared is not None else []
    return kinds.index("player") if "player" in kinds else None


@says(LastingSt)
def _lasting(say: Phrases, s: LastingSt) -> Lines:
    lasting = [each for each in say.game.program.rules if each.lasting == s.number]
    until = say.step(lasting[0].until) if lasting else ""
    return headed(f"until {until} ends", [line for each in lasting for line in rule_lines(say, each)])


def unsaid() -> list[str]:
    """Name the kinds of expressions and statements that nothing puts into words."""
    expressions = [kind.__name__ for kind in Ex.__subclasses__() if kind not in PHRASES]
    return [*expressions, *(kind.__name__ for kind in St.__subclasses__() if kind not in SAID)]


if unsaid():
    raise LookupError(f"nothing puts {', '.join(unsaid())} into words")
