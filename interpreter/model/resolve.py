"""Located data to declarations: a merged ruleset becomes the Model of one choice of players and options.

In: the merged ruleset, the number of players and what was chosen. Out: the Model, or problems. Names of
types, fields, members and kinds are resolved on the way; effect texts are parsed, and checked by
language/check.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from interpreter.language.types import MAX_NUMBERS, NUMBER, Type, set_of
from interpreter.model.declarations import NONE, Model, OptionDecl, TableDecl
from interpreter.model.limits import check_holders, check_steps
from interpreter.model.located_data import (
    FIRST_CHOICE,
    about_of,
    credits_of,
    is_whole,
    rows_of,
    text_of,
    whole_of,
    word_for_drawing,
)
from interpreter.model.resolve_components import declare_components, fill_components, resolve_enum
from interpreter.model.resolve_drawing import check_page
from interpreter.model.resolve_names import (
    guess_type,
    list_of,
    named,
    scalar,
    section,
    signed_section,
    type_named,
    type_of_name,
)
from interpreter.model.resolve_places import (
    layout_enums,
    own_counters,
    resolve_board,
    resolve_counter,
    resolve_zone,
)
from interpreter.model.resolve_rules import (
    effect,
    for_bots,
    resolve_step,
    resolve_value,
    rules,
    scoring,
    targets,
)
from interpreter.model.resolving import Resolving
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import Located

# So much is told again of what a user gave for an option.
MOST_SHOWN = 60
# What can be written for an option that is true or false.
TRUTHS = {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}


def resolve(
    root: Located, players: int, overlays: tuple[str, ...], options: Mapping[str, str], problems: Problems
) -> Model:
    """Build the model; faults become problems and the part concerned is left out."""
    low, high = player_range(root)
    teams = root.get("teams")
    model = Model(
        id=text_of(root.get("id")),
        title=text_of(root.get("title")) or text_of(root.get("id")),
        players=players,
        min_players=low,
        max_players=high,
        team_size=whole_of(teams.get("size") if teams is not None else None, 1),
        prefix=text_of(root.get("prefix")),
        about=about_of(root),
        credits=credits_of(root.get),
        overlays=overlays,
    )
    ctx = Resolving(root, model, problems, options)
    section(ctx, "automata", _automaton)
    section(ctx, "enums", resolve_enum)
    layout_enums(ctx)
    declare_components(ctx)
    section(ctx, "boards", resolve_board)
    model.__dict__.pop("node_boards", None)  # looked at while boards were still being added
    for fill in ctx.unfilled:
        fill()
    section(ctx, "options", _resolve_option)
    fill_components(ctx)
    section(ctx, "zones", resolve_zone)
    section(ctx, "counters", resolve_counter)
    check_holders(model, ctx.problems)
    ctx.later.append(lambda: check_page(model, root.get("page"), problems))
    section(ctx, "tables", _resolve_table)
    signed_section(ctx, "values", resolve_value)
    signed_section(ctx, "effects", partial(effect, action=False))
    signed_section(ctx, "actions", partial(effect, action=True))
    found = (resolve_step(ctx, each) for each in list_of(ctx, "flow"))
    model.flow = [step for step in found if step is not None]
    check_steps(model, ctx.problems)
    rules(ctx, ctx.root, None)
    scoring(ctx)
    for_bots(ctx)
    targets(ctx)
    for look in ctx.later:
        look()
    own_counters(model)
    return model


def _automaton(ctx: Resolving, name: str, definition: Located) -> None:
    ctx.model.automata[name] = about_of(definition)


# -- options and tables
# What is written to have an option asked for at set-up.
ASK = "ask"


def _resolve_option(ctx: Resolving, name: str, definition: Located) -> None:
    said = definition.get("type")
    several = said is not None and str(said.value).startswith("set of ")
    element = (
        type_of_name(ctx, str(said.value).removeprefix("set of "), said)
        if several and said is not None
        else type_named(ctx, said)
    )
    if element is None:
        return
    if element.kind not in ("truth", "number", "player", "enum", "component"):
        ctx.problems.error(
            "wrong-kind-of-name",
            f"an option cannot be a {element}, only a truth, number, player, member or kind",
            definition.key_position("type"),
        )
        return
    listed = definition.get("choices")
    choices = (
        tuple(scalar(ctx, element, c) for c in listed.entries())
        if listed is not None
        else _all_of(ctx, element, definition)
    )
    _check_words(ctx, name, element, choices, definition)
    read = _set_option if several else _single_option
    ctx.model.options[name] = read(ctx, name, element, choices, definition)


def _check_words(
    ctx: Resolving, name: str, element: Type, choices: tuple[int, ...], definition: Located
) -> None:
    """Refuse a choice that is called as what is written to have the option drawn, or asked for at set-up."""
    called = {*TRUTHS} if element.kind == "truth" else {named(ctx, element, choice) for choice in choices}
    draw = word_for_drawing(definition)
    hints = {"random": "`random: drawn` has `drawn` written instead", "ask": "give the choice another name"}
    for key, word, means in (("random", draw, "is drawn"), ("ask", ASK, "is asked for at set-up")):
        if word in called:
            message = f"'{word}' would mean both one of the choices of '{name}' and that it {means}"
            ctx.problems.error("option-word", message, definition.key_position(key), hint=hints[key])


def _single_option(
    ctx: Resolving, name: str, option_type: Type, choices: tuple[int, ...], definition: Located
) -> OptionDecl:
    draw = word_for_drawing(definition)
    default = _default_of(ctx, definition)
    drawn = default is not None and default.value == draw
    default_value = choices[0] if choices else NONE
    if default is not None and not drawn:
        default_value = _default_choice(ctx, name, option_type, default, choices)
    chosen = ctx.chosen.get(name, "")
    if chosen == FIRST_CHOICE:
        chosen = named(ctx, option_type, default_value) if drawn and choices else ""
    value: int | None = default_value if not drawn else None
    extra = [word for word in (draw, ASK) if word is not None]
    if chosen in extra:
        value = None
    elif chosen:
        value = _chosen_value(ctx, name, option_type, Located(definition.position, chosen), choices, extra)
    word = chosen or (draw if drawn and draw is not None else "")
    return OptionDecl(
        name, option_type, default_value, choices, value, 1, word, chosen == ASK, about_of(definition)
    )


# The words that have an option drawn, and what lets them.
_DRAWING = {"random": "random: true", "drawn": "random: drawn"}


def _default_of(ctx: Resolving, definition: Located) -> Located | None:
    """The default of an option; a map tells it by number of players."""
    default = definition.get("default")
    if default is not None and default.kind == "map":
        found = default.get(str(ctx.model.players))
        if found is None:
            message = f"there is no default for {ctx.model.players} players"
            ctx.problems.error("missing-key", message, default.position)
        default = found
    word = str(default.value).partition(":")[0] if default is not None else ""
    known = any(each.name == word for made in ctx.model.components.values() for each in made.kinds) or any(
        word in made.members for made in ctx.model.enums.values()
    )
    if word in _DRAWING and word_for_drawing(definition) is None and not known:
        assert default is not None
        message = f"the default is '{word}', but `{_DRAWING[word]}` is missing: without it nothing is drawn"
        hint = f"put `{_DRAWING[word]}` beside the default"
        ctx.problems.error("missing-key", message, default.position, hint=hint)
        return None
    return default


def _set_option(
    ctx: Resolving, name: str, element: Type, choices: tuple[int, ...], definition: Located
) -> OptionDecl:
    """An option of several: `a,b`, `none`, or drawn: `random` (as many as the default), `random:3`."""
    given, draw = _default_of(ctx, definition), word_for_drawing(definition)
    default = tuple(
        _default_choice(ctx, name, element, each, choices)
        for each in (given.entries() if given is not None else ())
    )
    said = str(given.value) if given is not None and given.kind == "text" else ""
    chosen = ctx.chosen.get(name, said)
    low, high = whole_of(definition.get("min"), 0), whole_of(definition.get("max"), len(choices))
    value: tuple[int, ...] | None = default
    word, _, number = chosen.partition(":")
    drawn = max(len(default), 1)
    if word == draw and (not number or is_whole(number)):
        value, drawn = None, int(number) if number else drawn
    elif chosen:
        words = [] if chosen == "none" else chosen.split(",")
        place = definition if given is None or name in ctx.chosen else given
        each = (Located(place.position, word.strip()) for word in words)
        found = {_chosen_value(ctx, name, element, one, choices, [draw] if draw else []) for one in each}
        value = tuple(choice for choice in choices if choice in found)
    if not low <= (drawn if value is None else len(value)) <= high:
        code = "option-choice" if name in ctx.chosen else "option-value"
        message = f"option '{name}' takes {low} to {high} values"
        ctx.problems.error(code, message, definition.position)
        drawn = 0
    return OptionDecl(
        name, set_of(element), default, choices, value, drawn, chosen, False, about_of(definition)
    )


def _default_choice(
    ctx: Resolving, name: str, option_type: Type, given: Located, choices: tuple[int, ...]
) -> int:
    """The number of a default, which must be one of what can be chosen."""
    errors_before = len(ctx.problems.errors)
    value = scalar(ctx, option_type, given)
    if value not in choices and len(ctx.problems.errors) == errors_before:
        bare = option_type.kind == "number" and len(choices) < 2
        names = ", ".join(named(ctx, option_type, choice) for choice in choices[:12])
        ctx.problems.error(
            "option-value",
            f"option '{name}' begins as '{given.value}', which cannot be chosen",
            given.position,
            hint="a number needs `choices`, or `min` and `max`" if bare else f"one of: {names}",
        )
    return value


def _all_of(ctx: Resolving, option_type: Type, definition: Located) -> tuple[int, ...]:
    if option_type.kind == "truth":
        return (0, 1)
    if option_type.kind == "player":
        return tuple(range(ctx.model.players))
    if option_type.kind == "enum":
        return tuple(range(len(ctx.model.enums[option_type.name].members)))
    if option_type.kind == "component":
        made = ctx.model.components[option_type.name]
        return tuple(made.token(kind) for kind in made.kinds)
    low, high = (whole_of(definition.get(key), 0) for key in ("min", "max"))
    if not low <= high < low + MAX_NUMBERS:
        message = f"the numbers of an option go up from `min` to `max`, and are at most {MAX_NUMBERS}"
        ctx.problems.error("out-of-range", message, definition.position)
        return (low,)
    return tuple(range(low, high + 1))


def _chosen_value(  # noqa: PLR0917 - all of them are what is said of one option
    ctx: Resolving,
    name: str,
    option_type: Type,
    given: Located,
    choices: tuple[int, ...],
    extra: Sequence[str],
) -> int:
    """The number of an option's word; extra: the further words that may stand in its place."""
    chosen = str(given.value)
    if option_type.kind == "truth":
        value = TRUTHS.get(chosen, NONE)
    else:
        quiet = Problems()
        kept, ctx.problems = ctx.problems, quiet
        value = scalar(ctx, option_type, given)
        ctx.problems = kept
        value = value if quiet.ok else NONE
    if value not in choices:
        chosen = chosen if len(chosen) <= MOST_SHOWN else chosen[:MOST_SHOWN] + "..."
        names = [named(ctx, option_type, c) for c in choices[:40]]
        names += extra
        ctx.problems.error(
            "option-choice" if name in ctx.chosen else "option-value",
            f"option '{name}' cannot be '{chosen}'; it can be {', '.join(dict.fromkeys(names))}",
            given.position,
            hint=hint_for(chosen, names),
        )
        return choices[0] if choices else 0
    return value


def _resolve_table(ctx: Resolving, name: str, definition: Located) -> None:
    rows = rows_of(definition)
    if not rows:
        ctx.problems.error("board", "this table has no rows", definition.position)
        return
    first, value = rows[0]
    key_type = NUMBER if is_whole(str(first.value)) else guess_type(ctx, first)
    value_type = guess_type(ctx, value)
    table: dict[int, int] = {}
    for key, value in rows:
        if key_type is not None and value_type is not None:
            table[scalar(ctx, key_type, key)] = scalar(ctx, value_type, value)
    ctx.model.tables[name] = TableDecl(
        name, key_type or NUMBER, value_type or NUMBER, table, about_of(definition)
    )


def player_range(root: Located) -> tuple[int, int]:
    """Return the least and greatest number of players."""
    players = root.get("players")
    if players is None:
        return 1, 1
    if players.kind == "number":
        return whole_of(players, 1), whole_of(players, 1)
    return whole_of(players.get("min"), 1), whole_of(players.get("max"), 1)
