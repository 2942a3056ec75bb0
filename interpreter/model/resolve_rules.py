"""What a ruleset says under values, effects, actions, flow, rules and scoring, with its texts parsed.

In: located definitions. Out: declarations in the model; rules of the table and of kinds alike.
"""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.node import Node, find
from interpreter.model.declarations import (
    POINTS,
    EffectDecl,
    GrantDecl,
    ModifierDecl,
    ReplacementDecl,
    ScoreLine,
    StepDecl,
    Target,
    TriggerDecl,
    ValueDecl,
)
from interpreter.model.located_data import about_of, entries_of, is_true, number_of, text_of, whole_of
from interpreter.model.resolve_forbids import resolve_forbid
from interpreter.model.resolve_names import block, parse
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.position import Position
from interpreter.reading.located_value import Located

Carrier = tuple[str, str] | None
# What changes something by itself.
_CHANGES = t.Roll | t.Fill | t.Draw | t.Move | t.Gain | t.Lose | t.Assign | t.Swap


def resolve_value(ctx: Resolving, signature: t.Signature, definition: Located) -> None:
    """Declare a rule value."""
    body = definition.get("is") if definition.kind == "map" else definition
    if body is None:
        ctx.problems.error(
            "missing-key", f"value '{signature.name}' does not say what it `is`", definition.position
        )
        return
    expression, kept, shown = parse(ctx, body), definition.get("kept"), definition.get("shown")
    if expression is None:
        ctx.model.faulty.add(signature.name)
        expression = t.Number(body.position, 0)
    ctx.model.values[signature.name] = ValueDecl(
        signature.name, signature.parameters, expression, about_of(definition), is_true(kept), is_true(shown)
    )
    if is_true(shown):
        ctx.later.append(partial(_check_shown, ctx, signature))


def _check_shown(ctx: Resolving, signature: t.Signature) -> None:
    """A value that people see has a line for each of what its parameters can be, so these must be few.

    One of spaces is seen by who looks at a space; the players before that are its owner, or who looks.
    """
    kinds = [ctx.model.type_named(parameter.type) for parameter in signature.parameters]
    of_spaces = bool(kinds) and kinds[-1] is not None and kinds[-1].kind == "space"
    for parameter, kind in zip(signature.parameters, kinds, strict=True):
        listed = kind is None or kind.kind in ("player", "team", "enum", "component")
        if of_spaces:
            listed = kind is None or kind.kind == "player" or parameter is signature.parameters[-1]
        if parameter.set_of or not listed:
            message = f"a {parameter.type} cannot be listed: a value that is shown has a line for each"
            hint = "its parameters are players, teams, members of enums or kinds, or one space"
            ctx.problems.error("type", message, parameter.position, hint=hint)


def effect(ctx: Resolving, signature: t.Signature, definition: Located, *, action: bool) -> None:
    """Declare an effect or an action."""
    body = definition.get("do") if definition.kind == "map" else definition
    twin = ctx.model.effects.get(signature.name)
    if twin is not None:
        ctx.problems.error(
            "defined-twice",
            f"'{signature.name}' is both an effect and an action",
            definition.position,
            also=[twin.about.position],
        )
    once = definition.get("once")
    first = (first_time(signature.name, once, definition.key_position("once")),) if once is not None else ()
    ctx.model.effects[signature.name] = EffectDecl(
        signature.name,
        signature.parameters,
        (*first, *_with_log(ctx, definition, block(ctx, body))),
        action,
        is_true(definition.get("anytime")),
        about_of(definition),
        is_said(definition),
    )


def is_said(definition: Located) -> bool | None:
    """Whether the log says in a sentence, not by what changes, what this does; None: the rules tell."""
    log = definition.get("log") if definition.kind == "map" else None
    return None if log is None else not is_true(log)


def _question_of(ctx: Resolving, definition: Located) -> t.Text | None:
    """What a step asks."""
    asked = definition.get("question")
    return parser.parse_text(asked, ctx.problems) if asked is not None and asked.kind == "text" else None


def _with_log(ctx: Resolving, definition: Located, body: t.Block) -> t.Block:
    """A body that says the sentence of its `log` as soon as all that it names is known.

    That is when the precondition is over, the last of these names has a value, and what the body itself does
    with them is done.
    """
    log = definition.get("log") if definition.kind == "map" else None
    text = parser.parse_text(log, ctx.problems) if log is not None and log.kind == "text" else None
    if text is None:
        return body
    read = {name for part in text.parts if not isinstance(part, str) for name in _names_in(part)}
    at = len(list(takewhile(_leads, body)))
    places = read & {*ctx.model.zones, *ctx.model.counters}
    for place, s in enumerate(body):
        binds = isinstance(s, t.Let | t.Pick | t.Choose) and s.name in read
        if binds or (isinstance(s, _CHANGES) and not places.isdisjoint(_names_in(s))):
            at = max(at, place + 1)
    # What lies open after a move can be named.
    named = {part.name for part in text.parts if isinstance(part, t.Name)}
    named -= {name for part in text.parts if isinstance(part, t.Call) for name in _names_in(part)}
    at += len(list(takewhile(lambda s: _lays_open(ctx, s, named), body[at:])))
    return (*body[:at], t.Say(text.position, text), *body[at:])


def _lays_open(ctx: Resolving, s: t.Statement, names: set[str]) -> bool:
    """Whether a statement moves something that has one of some names to a zone that everybody sees."""
    if not isinstance(s, t.Move) or not isinstance(s.piece, t.Name) or s.piece.name not in names:
        return False
    zones = [ctx.model.zones[name] for name in _names_in(s.target) if name in ctx.model.zones]
    return bool(zones) and zones[0].visible == "everyone"


def _names_in(node: Node) -> set[str]:
    """All names in a tree, but `me`."""
    called = (each.name for each in find(node, t.Call))
    return {*(each.name for each in find(node, t.Name)), *called} - {"me"}


def _leads(s: t.Statement) -> bool:
    """Whether a statement is of a precondition, and does not close it."""
    return isinstance(s, t.Require | t.Pay | t.PayPiece | t.PayLots | t.Let) or (
        isinstance(s, t.Choose) and s.body is None
    )


def first_time(name: str, step: Located, key: Position) -> t.Require:
    """The condition that an action has not been done since a step began; it stands where `once` does."""
    place = step.position
    whole = Position(place.file, key.line, key.column, place.end_column, place.end_line)
    done = t.Call(whole, "times", (t.Name(place, name), t.Name(place, str(step.value))))
    said = f"it can be done only once in each {str(step.value).replace('_', ' ')}, and has been"
    return t.Require(whole, t.Comparison(whole, "==", done, t.Number(whole, 0)), t.Text(whole, (said,)))


# What a step can consist of.
STEP_HOLDS = ("do", "steps", "actions", "one_of")


def resolve_step(ctx: Resolving, definition: Located) -> StepDecl | None:
    """Declare a step of the flow, and those in it."""
    name = text_of(definition.get("step"))
    kinds = [key for key in STEP_HOLDS if definition.get(key) is not None]
    if len(kinds) != 1:
        ctx.problems.error(
            "wrong-shape",
            f"step '{name}' needs exactly one of {', '.join(f'`{key}`' for key in STEP_HOLDS)}",
            definition.position,
        )
        return None
    loop, steps = definition.get("for"), definition.get("steps")
    actions = definition.get("actions") or definition.get("one_of")
    inner = [resolve_step(ctx, s) for s in steps.entries()] if steps is not None else []
    whose, players = players_of(ctx, definition.get("players"))
    passing, pass_title = _passing_of(definition.get("pass"))
    for action in actions.entries() if actions is not None else ():
        offered(ctx, action)
    step = StepDecl(
        name, "actions" if actions is not None else kinds[0],
        _with_log(ctx, definition, block(ctx, definition.get("do"))),
        [s for s in inner if s is not None],
        tuple(str(a.value) for a in actions.entries()) if actions is not None else (),
        parser.parse_loop_head(loop, ctx.problems) if loop is not None else None,
        players,
        is_true(definition.get("secretly")) or is_true(definition.get("secret")),
        parse(ctx, definition.get("while")), parse(ctx, definition.get("when")),
        parse(ctx, passing), default_of(ctx, definition), about_of(definition),
        is_said(definition), definition.get("one_of") is not None,
        tuple(shown for each in entries_of(definition, "showing") if (shown := parse(ctx, each)) is not None),
        _question_of(ctx, definition), pass_title, whose,
    )  # fmt: skip
    if name in ctx.model.steps:
        ctx.problems.error(
            "defined-twice",
            f"two steps are called '{name}'",
            definition.position,
            also=[ctx.model.steps[name].about.position],
        )
    ctx.model.steps[name] = step
    return step


def _passing_of(said: Located | None) -> tuple[Located | None, str]:
    """When `pass` is offered, and what people read for it."""
    if said is None or said.kind != "map":
        return said, ""
    return said.get("when") or Located(said.position, True), text_of(said.get("title"))


def players_of(ctx: Resolving, placed: Located | None) -> tuple[str, t.Expression | None]:
    """Whose step it is, and the name for whose turn it is, as in `NAME in players`.

    What cannot be read stands for all, so that only its own fault is told.
    """
    expression = parse(ctx, placed)
    if placed is not None and expression is None:
        return "", t.Name(placed.position, "players")
    match expression:
        case t.Inside(item=t.Name(name=name), source=players, negated=False):
            return name, players
    return "", expression


def rules(ctx: Resolving, owner: Located, carrier: Carrier) -> None:
    """Declare the triggers, modifiers, grants, replacements and prohibitions of the table or of a kind."""
    model = ctx.model
    for definition in entries_of(owner, "triggers"):
        pattern = pattern_of(ctx, definition, "on")
        if pattern is not None:
            before, once = text_of(definition.get("when")) == "before", definition.get("once")
            model.triggers.append(
                TriggerDecl(
                    pattern,
                    before,
                    parse(ctx, definition.get("where")),
                    _with_log(ctx, definition, block(ctx, definition.get("do"))),
                    about_of(definition),
                    carrier,
                    (text_of(once), once.position) if once is not None else None,
                    is_said(definition),
                    str(definition.plain()),
                )
            )
    for definition in entries_of(owner, "modifiers"):
        pattern = pattern_of(ctx, definition, "value")
        changes = [key for key in ("plus", "times", "instead") if definition.get(key) is not None]
        value = parse(ctx, definition.get(changes[0])) if len(changes) == 1 else None
        if len(changes) != 1:
            ctx.problems.error(
                "missing-key",
                "a modifier needs exactly one of `plus`, `times`, `instead`",
                definition.position,
            )
        if pattern is not None and value is not None:
            model.modifiers.append(
                ModifierDecl(
                    pattern,
                    changes[0],
                    value,
                    parse(ctx, definition.get("where")),
                    whole_of(definition.get("rank"), 0),
                    about_of(definition),
                    carrier,
                    str(definition.plain()),
                )
            )
    for definition in entries_of(owner, "grants"):
        action, step = definition.get("action"), definition.get("in")
        if action is not None:
            offered(ctx, action)
        if step is not None:
            step_named(ctx, step, "with actions")
        model.grants.append(
            GrantDecl(
                text_of(action),
                text_of(step),
                parse(ctx, definition.get("where")),
                about_of(definition),
                carrier,
            )
        )
    for definition in entries_of(owner, "forbids"):
        resolve_forbid(ctx, definition, carrier)
    for definition in entries_of(owner, "replacements"):
        pattern = pattern_of(ctx, definition, "of")
        if pattern is not None:
            model.replacements.append(
                ReplacementDecl(
                    pattern,
                    parse(ctx, definition.get("where")),
                    whole_of(definition.get("rank"), 0),
                    block(ctx, definition.get("do")),
                    about_of(definition),
                    carrier,
                )
            )


def default_of(ctx: Resolving, step: Located) -> str:
    """The option of a step of actions that Enter takes at a prompt, or nothing."""
    name = step.get("default")
    if name is not None and str(name.value) != "pass":
        offered(ctx, name)
    return text_of(name)


def offered(ctx: Resolving, name: Located) -> None:
    """Look later whether a name that is to be offered is an action, and one that needs no arguments."""

    def look() -> None:
        effects, word = ctx.model.effects, str(name.value)
        actions = [effect.name for effect in effects.values() if effect.action]
        found = effects.get(word)
        if found is None:
            ctx.problems.unknown(f"there is no action '{word}'", name.position, word, actions)
        elif not found.action:
            ctx.problems.error(
                "wrong-kind-of-name",
                f"'{word}' is an effect; only actions can be offered",
                name.position,
                hint=hint_for(word, actions),
                also=[found.about.position],
            )
        elif found.parameters:
            ctx.problems.error(
                "arguments",
                f"action '{word}' takes arguments; only actions without can be offered",
                name.position,
                also=[found.about.position],
            )

    ctx.later.append(look)


# Where a ruleset has no flow at all.
NO_STEPS = "there are no steps yet: `flow` says what happens in a game, and whose turn it is"


def step_named(ctx: Resolving, name: Located, what: str = "in the flow") -> None:
    """Look later whether a name is that of a step, or of one with actions."""

    def look() -> None:
        steps = ctx.model.steps
        names = [step for step in steps if what == "in the flow" or steps[step].kind == "actions"]
        if name.value not in names:
            hint = hint_for(str(name.value), names) or (None if names else NO_STEPS)
            message = f"there is no step '{name.value}' {what}"
            ctx.problems.error("unknown-name", message, name.position, hint=hint)

    ctx.later.append(look)


def pattern_of(ctx: Resolving, definition: Located, key: str) -> t.Pattern | None:
    """Parse what a rule listens to."""
    found = definition.get(key)
    if found is None:
        ctx.problems.error("missing-key", f"this rule does not say `{key}`", definition.position)
        return None
    return parser.parse_pattern(found, ctx.problems)


def rule_count(ctx: Resolving) -> int:
    """How many rules are declared so far."""
    m = ctx.model
    return len(m.triggers) + len(m.modifiers) + len(m.grants) + len(m.replacements)


def score_lines(ctx: Resolving, lines: Located) -> tuple[ScoreLine, ...]:
    """The lines of a scoring that have points."""
    found = []
    for definition in lines.entries():
        points = parse(ctx, definition.get("points"))
        if points is not None:
            shows = parse(ctx, definition.get("showing"))
            source, text = text_of(definition.get("source")), str(definition.plain())
            found.append(ScoreLine(source, points, shows, about_of(definition), text))
    return tuple(found)


def _weights(ctx: Resolving, given: Located | None) -> list[int]:
    """What a point counts for bots, then each line of the outlook: as much as a point, if nothing is said."""
    names = [POINTS, *ctx.model.outlook]
    known = dict(given.items()) if given is not None else {}
    for name in known:
        if name not in names and given is not None:
            message = f"the outlook has no line '{name}'"
            hint = hint_for(name, names)
            ctx.problems.error("unknown-name", message, given.key_position(name), hint=hint)
    usual = whole_of(known.get(POINTS), 1)
    return [whole_of(known.get(name), usual) for name in names]


def for_bots(ctx: Resolving) -> None:
    """Declare what a position is worth to bots."""
    bots = ctx.root.get("bots")
    if bots is None:
        return
    outlook = bots.get("outlook")
    for name, line in outlook.items() if outlook is not None else ():
        points = parse(ctx, line)
        if points is not None:
            ctx.model.outlook[name] = points
    ctx.model.weights = _weights(ctx, bots.get("weights"))
    ctx.model.by_chance = whole_of(bots.get("by_chance"), 0)


def targets(ctx: Resolving) -> None:
    """Declare what must hold of many games."""
    for target in entries_of(ctx.root, "targets"):
        measure, players = text_of(target.get("measure")), whole_of(target.get("players"), 0) or None
        least, most = number_of(target.get("min")), number_of(target.get("max"))
        ctx.model.targets.append(Target(measure, least, most, players))


def scoring(ctx: Resolving) -> None:
    """Declare the final scoring, ties and verdicts."""
    scoring = ctx.root.get("scoring")
    if scoring is None:
        return
    final = scoring.get("final")
    if final is not None:
        ctx.model.final.extend(score_lines(ctx, final))
    ctx.model.pieces_scored = scoring.get("pieces") is None or is_true(scoring.get("pieces"))
    ctx.model.automata_scored = is_true(scoring.get("automata"))
    for tie in entries_of(scoring, "ties"):
        for key in ("most", "least"):
            expression = parse(ctx, tie.get(key))
            if expression is not None:
                ctx.model.ties.append((key, expression))
    titles = scoring.get("titles")
    for name, title in titles.items() if titles is not None else ():
        assert titles is not None
        ctx.model.source_titles[name] = text_of(title), titles.key_position(name)
    for verdict in entries_of(scoring, "judgement"):
        ctx.model.judgement.append((whole_of(verdict.get("min"), 0), text_of(verdict.get("about"))))
