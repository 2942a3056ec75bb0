"""Placed data to declarations: a merged ruleset becomes the Model of one choice of players and options.

In: the merged ruleset, the number of players and what was chosen. Out: the Model, or problems. Names of
types, fields, members and kinds are resolved on the way; effect texts are parsed, and checked by
language/check.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.language.types import MAX_NUMBERS, NUMBER, Type, set_of
from interpreter.model.declarations import NONE, Model, OptionDecl, TableDecl
from interpreter.model.limits import check_holders
from interpreter.model.placed_data import (
    TABLE_KEYS,
    about_of,
    is_true,
    is_whole,
    text_of,
    whole_of,
    word_for_drawing,
)
from interpreter.model.resolve_places import PlaceResolver
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed

# So much is told again of what a user gave for an option.
MOST_SHOWN = 60


def resolve(
    root: Placed, players: int, overlays: tuple[str, ...], options: Mapping[str, str], problems: Problems
) -> Model:
    """Build the model; faults become problems and the part concerned is left out."""
    return _Resolver(root, players, overlays, options, problems).run()


class _Resolver(PlaceResolver):
    def __init__(
        self,
        root: Placed,
        players: int,
        overlays: tuple[str, ...],
        options: Mapping[str, str],
        problems: Problems,
    ) -> None:
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
            overlays=overlays,
        )
        super().__init__(root, model, problems)
        self.chosen = options

    def run(self) -> Model:
        model = self.model
        self.section("automata", lambda name, definition: model.automata.update({name: about_of(definition)}))
        self.section("enums", self.enum)
        self.layout_enums()
        self.declare_components()
        self.section("boards", self.board)
        model.__dict__.pop("node_boards", None)  # looked at while boards were still being added
        for fill in self.unfilled:
            fill()
        self.section("options", self.option)
        self.fill_components()
        self.section("zones", self.zone)
        self.section("counters", self.counter)
        check_holders(model, self.problems)
        self.section("tables", self.table)
        self.signed_section("values", self.value)
        self.signed_section("effects", lambda s, d: self.effect(s, d, action=False))
        self.signed_section("actions", lambda s, d: self.effect(s, d, action=True))
        model.flow = [step for step in map(self.step, self.list_of("flow")) if step is not None]
        self.rules(self.root, None)
        self.scoring()
        for look in self.later:
            look()
        return model

    # -- options and tables
    def option(self, name: str, definition: Placed) -> None:
        said = definition.get("type")
        several = said is not None and str(said.value).startswith("set of ")
        element = (
            self.type_of_name(str(said.value).removeprefix("set of "), said)
            if several and said is not None
            else self.type_named(said)
        )
        if element is None:
            return
        if element.kind not in ("truth", "number", "player", "enum", "component"):
            self.problems.error(
                "wrong-kind-of-name",
                f"an option cannot be a {element}, only a truth, number, player, member or kind",
                definition.key_position("type"),
            )
            return
        listed = definition.get("choices")
        choices = (
            tuple(self.scalar(element, c) for c in listed.entries())
            if listed is not None
            else self.all_of(element, definition)
        )
        read = self.set_option if several else self.single_option
        self.model.options[name] = read(name, element, choices, definition)

    def single_option(
        self, name: str, option_type: Type, choices: tuple[int, ...], definition: Placed
    ) -> OptionDecl:
        draw = word_for_drawing(definition)
        ask_ok = is_true(definition.get("ask"))
        default = self.default_of(definition)
        drawn = default is not None and default.value == draw
        default_value = choices[0] if choices else NONE
        if default is not None and not drawn:
            default_value = self.default_value(name, option_type, default, choices)
        tested = definition.get("in_scenarios")
        if tested is not None and tested.value != draw:
            self.default_value(name, option_type, tested, choices)
        chosen = self.chosen.get(name, "")
        value: int | None = default_value if not drawn else None
        extra = [word for word in (draw, "ask" if ask_ok else None) if word is not None]
        if chosen in extra:
            value = None
        elif chosen:
            value = self.chosen_value(name, option_type, Placed(definition.position, chosen), choices, extra)
        word = chosen or (draw if drawn and draw is not None else "")
        return OptionDecl(
            name, option_type, default_value, choices, value, 1, word, chosen == "ask", about_of(definition)
        )

    def default_of(self, definition: Placed) -> Placed | None:
        """The default of an option; a map tells it by number of players."""
        default = definition.get("default")
        if default is None or default.kind != "map":
            return default
        found = default.get(str(self.model.players))
        if found is None:
            message = f"there is no default for {self.model.players} players"
            self.problems.error("missing-key", message, default.position)
        return found

    def set_option(
        self, name: str, element: Type, choices: tuple[int, ...], definition: Placed
    ) -> OptionDecl:
        """An option of several: `a,b`, `none`, or drawn: `random` (as many as the default), `random:3`."""
        given, draw = self.default_of(definition), word_for_drawing(definition)
        default = tuple(
            self.default_value(name, element, each, choices)
            for each in (given.entries() if given is not None else ())
        )
        said = str(given.value) if given is not None and given.kind == "text" else ""
        chosen = self.chosen.get(name, said)
        low, high = whole_of(definition.get("min"), 0), whole_of(definition.get("max"), len(choices))
        value: tuple[int, ...] | None = default
        word, _, number = chosen.partition(":")
        drawn = max(len(default), 1)
        if word == draw and (not number or is_whole(number)):
            value, drawn = None, int(number) if number else drawn
        elif chosen:
            words = [] if chosen == "none" else chosen.split(",")
            place = definition if given is None or name in self.chosen else given
            each = (Placed(place.position, word.strip()) for word in words)
            found = {self.chosen_value(name, element, one, choices, [draw] if draw else []) for one in each}
            value = tuple(choice for choice in choices if choice in found)
        if not low <= (drawn if value is None else len(value)) <= high:
            self.problems.error(
                "option-value", f"option '{name}' takes {low} to {high} values", definition.position
            )
            drawn = 0
        return OptionDecl(
            name, set_of(element), default, choices, value, drawn, chosen, False, about_of(definition)
        )

    def default_value(self, name: str, option_type: Type, given: Placed, choices: tuple[int, ...]) -> int:
        """The number of a default, which must be one of what can be chosen."""
        told = len(self.problems.errors)
        value = self.scalar(option_type, given)
        if value not in choices and len(self.problems.errors) == told:
            bare = option_type.kind == "number" and len(choices) < 2
            names = ", ".join(self.named(option_type, choice) for choice in choices[:12])
            self.problems.error(
                "option-value",
                f"option '{name}' begins as '{given.value}', which cannot be chosen",
                given.position,
                hint="a number needs `choices`, or `min` and `max`" if bare else f"one of: {names}",
            )
        return value

    def all_of(self, option_type: Type, definition: Placed) -> tuple[int, ...]:
        if option_type.kind == "truth":
            return (0, 1)
        if option_type.kind == "player":
            return tuple(range(self.model.players))
        if option_type.kind == "enum":
            return tuple(range(len(self.model.enums[option_type.name].members)))
        if option_type.kind == "component":
            made = self.model.components[option_type.name]
            return tuple(made.token(kind) for kind in made.kinds)
        low, high = (whole_of(definition.get(key), 0) for key in ("min", "max"))
        if not low <= high < low + MAX_NUMBERS:
            message = f"the numbers of an option go up from `min` to `max`, and are at most {MAX_NUMBERS}"
            self.problems.error("out-of-range", message, definition.position)
            return (low,)
        return tuple(range(low, high + 1))

    def chosen_value(
        self,
        name: str,
        option_type: Type,
        given: Placed,
        choices: tuple[int, ...],
        extra: Sequence[str],
    ) -> int:
        """The number of an option's word; extra: the further words that may stand in its place."""
        chosen = str(given.value)
        if option_type.kind == "truth":
            words = {"true": 1, "yes": 1, "on": 1, "false": 0, "no": 0, "off": 0}
            value = words.get(chosen, NONE)
        else:
            quiet = Problems()
            kept, self.problems = self.problems, quiet
            value = self.scalar(option_type, given)
            self.problems = kept
            value = value if quiet.ok else NONE
        if value not in choices:
            chosen = chosen if len(chosen) <= MOST_SHOWN else chosen[:MOST_SHOWN] + "..."
            names = [self.named(option_type, c) for c in choices[:40]]
            names += extra
            self.problems.error(
                "option-value",
                f"option '{name}' cannot be '{chosen}'; it can be {', '.join(dict.fromkeys(names))}",
                given.position,
                hint=hint_for(chosen, names),
            )
            return choices[0] if choices else 0
        return value

    def table(self, name: str, definition: Placed) -> None:
        rows = definition.get("rows") if definition.get("rows") is not None else definition
        assert rows is not None
        entries = [(key, value) for key, value in rows.items() if key not in TABLE_KEYS]
        if not entries:
            self.problems.error("board", "this table has no rows", definition.position)
            return
        key_type = (
            NUMBER
            if is_whole(entries[0][0])
            else self.guess_type(Placed(rows.key_position(entries[0][0]), entries[0][0]))
        )
        value_type = self.guess_type(entries[0][1])
        table: dict[int, int] = {}
        for key, value in entries:
            if key_type is not None and value_type is not None:
                table[self.scalar(key_type, Placed(rows.key_position(key), key))] = self.scalar(
                    value_type, value
                )
        self.model.tables[name] = TableDecl(
            name, key_type or NUMBER, value_type or NUMBER, table, about_of(definition)
        )


def player_range(root: Placed) -> tuple[int, int]:
    """Return the least and greatest number of players."""
    players = root.get("players")
    if players is None:
        return 1, 1
    if players.kind == "number":
        return whole_of(players, 1), whole_of(players, 1)
    return whole_of(players.get("min"), 1), whole_of(players.get("max"), 1)
