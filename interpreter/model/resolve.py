"""Placed data to declarations: a merged ruleset becomes the Model of one choice of players and options.

Names of types, fields, members and kinds are resolved here; what stands in effect texts is parsed here and
checked by language/check.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.types import NUMBER, PLAYER, TEAM, TEXT, TRUTH, Type, component, enum, space
from interpreter.model.boards import build_layout
from interpreter.model.declarations import (
    NONE,
    About,
    BoardDecl,
    ComponentDecl,
    CounterDecl,
    EffectDecl,
    EnumDecl,
    FieldDecl,
    GrantDecl,
    KindDecl,
    LayoutDecl,
    Model,
    ModifierDecl,
    NodeDecl,
    OptionDecl,
    ReplacementDecl,
    ScoreLine,
    StepDecl,
    TableDecl,
    TriggerDecl,
    ValueDecl,
    ZoneDecl,
)
from interpreter.problems.nearest_name import hint_for
from interpreter.problems.problem import Problems
from interpreter.reading.placed_value import Placed

Carrier = tuple[str, str] | None
BUILT_IN_FIELDS = ("index", "row", "column", "owner", "name")


def resolve(
    root: Placed, players: int, overlays: tuple[str, ...], options: Mapping[str, str], problems: Problems
) -> Model:
    """Build the model; faults become problems and the part concerned is left out."""
    return _Resolver(root, players, overlays, options, problems).run()


class _Resolver:
    def __init__(
        self,
        root: Placed,
        players: int,
        overlays: tuple[str, ...],
        options: Mapping[str, str],
        problems: Problems,
    ) -> None:
        self.root = root
        self.problems = problems
        self.chosen = options
        low, high = player_range(root)
        team_size = _int(_get(_get(root, "teams"), "size"), 1)
        self.model = Model(
            id=_text(root.get("id")),
            title=_text(root.get("title")) or _text(root.get("id")),
            players=players,
            min_players=low,
            max_players=high,
            team_size=team_size,
            prefix=_text(root.get("prefix")),
            about=self.about(root),
            overlays=overlays,
        )
        self.next_token = 0
        self.next_space = 0
        self.unfilled: list[Callable[[], None]] = []

    def run(self) -> Model:
        model = self.model
        self.section(
            "automata", lambda name, definition: model.automata.update({name: self.about(definition)})
        )
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
        self.section("tables", self.table)
        self.signed_section("values", self.value)
        self.signed_section("effects", lambda s, d: self.effect(s, d, action=False))
        self.signed_section("actions", lambda s, d: self.effect(s, d, action=True))
        model.flow = [step for step in map(self.step, self.list_of("flow")) if step is not None]
        for owner in (self.root,):
            self.rules(owner, None)
        self.scoring()
        return model

    # -- helpers
    def section(self, name: str, read: Callable[[str, Placed], None]) -> None:
        found = self.root.get(name)
        if found is not None:
            for key, definition in found.items():
                read(key, definition)

    def signed_section(self, name: str, read: Callable[[t.Signature, Placed], None]) -> None:
        found = self.root.get(name)
        if found is None:
            return
        for key, definition in found.items():
            place = found.key_position(key)
            signature = parser.parse_signature(
                Placed(place, key, text_lines=(place.line, place.column)), self.problems
            )
            if signature is not None:
                read(signature, definition)

    def list_of(self, name: str) -> list[Placed]:
        found = self.root.get(name)
        return found.entries() if found is not None else []

    def about(self, definition: Placed) -> About:
        rule = definition.get("rule")
        rules: tuple[str, ...] = ()
        if rule is not None:
            rules = tuple(str(r.value) for r in rule.entries()) if rule.kind == "list" else (str(rule.value),)
        return About(
            definition.position,
            _text(definition.get("title")),
            _text(definition.get("about")),
            rules,
            _text(definition.get("source")),
        )

    def expression(self, placed: Placed | None) -> t.Expression | None:
        return None if placed is None else parser.parse_expression(placed, self.problems)

    def block(self, placed: Placed | None) -> t.Block:
        if placed is None or placed.kind == "null":
            return ()
        return parser.parse_block(placed, self.problems) or ()

    def type_named(self, placed: Placed | None, what: str = "type") -> Type | None:
        if placed is None:
            return None
        return self.type_of_name(str(placed.value), placed, what)

    def type_of_name(self, name: str, placed: Placed, what: str = "type") -> Type | None:
        model = self.model
        simple = {"number": NUMBER, "truth": TRUTH, "player": PLAYER, "team": TEAM, "text": TEXT}
        if name in simple:
            return simple[name]
        if name in model.enums:
            return enum(name)
        if name in model.components:
            return component(name)
        if name in model.node_boards or name in self.board_node_types():
            return space(name)
        names = [*simple, *model.enums, *model.components, *self.board_node_types()]
        self.problems.error(
            "unknown-name", f"there is no {what} '{name}'", placed.position, hint=hint_for(name, names)
        )
        return None

    def board_node_types(self) -> list[str]:
        boards = self.root.get("boards")
        names: list[str] = []
        for name, definition in boards.items() if boards is not None else ():
            names.append(name)
            names.extend(
                _text(definition.get(key)) for key in ("corners", "sides") if definition.get(key) is not None
            )
        return names

    # -- sections
    def enum(self, name: str, definition: Placed) -> None:
        members = definition if definition.kind == "list" else definition.get("members")
        names = tuple(str(m.value) for m in members.entries()) if members is not None else ()
        self.model.enums[name] = EnumDecl(name, names, self.about(definition))

    def layout_enums(self) -> None:
        boards = self.root.get("boards")
        for name, definition in boards.items() if boards is not None else ():
            layouts = definition.get("layouts")
            if layouts is not None:
                members = tuple(key for key, _ in layouts.items())
                self.model.enums[f"{name}_layout"] = EnumDecl(f"{name}_layout", members, self.about(layouts))

    def declare_components(self) -> None:
        """First the names of all component types and kinds, then (fill_components) what needs other names."""
        found = self.root.get("components")
        for name, definition in found.items() if found is not None else ():
            per = self.type_named(definition.get("per"))
            states, state_types = self.states(name, definition, per)
            parameters: tuple[t.Parameter, ...] = ()
            needs = definition.get("effect_with")
            if needs is not None:
                parameters = parser.parse_parameters(needs, self.problems) or ()
            made = ComponentDecl(
                name, {}, states, state_types, per, [], parameters, self.next_token, self.about(definition)
            )
            kinds = definition.get("kinds")
            for index, (kind_name, kind) in enumerate(kinds.items() if kinds is not None else ()):
                copies = _int(kind.get("copies"), 1)
                about = self.about(kind)
                if not about.title:
                    about = About(
                        about.position, kind_name.replace("_", " "), about.about, about.rules, about.source
                    )
                made.kinds.append(
                    KindDecl(
                        kind_name,
                        index,
                        copies,
                        {},
                        None,
                        about,
                        glyph=_text(kind.get("glyph")),
                        color=_text(kind.get("color")),
                    )
                )
            self.next_token += len(made.kinds) * made.combinations
            self.model.components[name] = made

    def states(
        self, name: str, definition: Placed, per: Type | None
    ) -> tuple[dict[str, tuple[str, ...]], dict[str, Type]]:
        """The states of a component type: listed members, an enum by its name, or truth; the owner first."""
        states: dict[str, tuple[str, ...]] = {}
        types: dict[str, Type] = {}
        if per is not None:
            count = self.model.persons if per == PLAYER else self.model.teams
            states["owner"], types["owner"] = tuple(f"p{n + 1}" for n in range(count)), per
        found = definition.get("states")
        for state, members in found.items() if found is not None else ():
            if members.kind == "list":
                states[state], types[state] = (
                    tuple(str(m.value) for m in members.entries()),
                    enum(f"{name}.{state}"),
                )
            elif members.value == "truth":
                states[state], types[state] = ("no", "yes"), TRUTH
            elif str(members.value) in self.model.enums:
                states[state], types[state] = (
                    self.model.enums[str(members.value)].members,
                    enum(str(members.value)),
                )
            else:
                self.problems.error(
                    "unknown-name",
                    f"there is no enum '{members.value}'",
                    members.position,
                    hint=hint_for(str(members.value), list(self.model.enums)),
                )
        return states, types

    def fields(self, definition: Placed) -> dict[str, FieldDecl]:
        found = definition.get("fields")
        fields: dict[str, FieldDecl] = {}
        for name, type_name in found.items() if found is not None else ():
            words = str(type_name.value).split()
            many = words[:2] == ["list", "of"]
            text = words[2] if many and len(words) == 3 else str(type_name.value)
            field_type = self.type_of_name(text.removesuffix("?"), type_name)
            if field_type is not None:
                fields[name] = FieldDecl(name, field_type, text.endswith("?"), many)
        return fields

    def fill_components(self) -> None:
        found = self.root.get("components")
        for name, definition in found.items() if found is not None else ():
            made = self.model.components[name]
            made.fields = self.fields(definition)
            defaults, kinds = definition.get("defaults"), definition.get("kinds")
            for kind in made.kinds:
                assert kinds is not None
                placed = kinds.get(kind.name)
                assert placed is not None
                self.fill_kind(made, kind, placed, defaults)

    def fill_kind(self, made: ComponentDecl, kind: KindDecl, placed: Placed, defaults: Placed | None) -> None:
        for field in made.fields.values():
            value = placed.get(field.name) or (defaults.get(field.name) if defaults is not None else None)
            if value is None:
                if not field.optional:
                    self.problems.error(
                        "missing-key", f"'{kind.name}' does not say its {field.name}", placed.position
                    )
                kind.values[field.name] = "" if field.type == TEXT else NONE
            else:
                kind.values[field.name] = self.field_value(field, value)
        known = {*made.fields, *KIND_KEYS}
        for key, _ in placed.items():
            if key not in known:
                self.problems.error(
                    "unknown-key",
                    f"'{made.name}' has no field '{key}'",
                    placed.key_position(key),
                    hint=hint_for(key, sorted(known)),
                )
        effect = placed.get("effect")
        kind.effect = self.block(effect) if effect is not None else None
        carrier = (made.name, kind.name)
        before = self.rule_count()
        self.rules(placed, carrier)
        kind.has_rules = self.rule_count() != before
        scoring = placed.get("scoring")
        kind.scoring = self.score_lines(scoring) if scoring is not None else ()
        kind.has_rules = kind.has_rules or bool(kind.scoring)

    def rule_count(self) -> int:
        m = self.model
        return len(m.triggers) + len(m.modifiers) + len(m.grants) + len(m.replacements)

    def field_value(self, field: FieldDecl, value: Placed) -> int | tuple[int, ...] | str:
        if field.list:
            if value.kind != "list":
                self.problems.error("wrong-type", f"'{field.name}' is a list", value.position)
                return ()
            return tuple(self.scalar(field.type, entry) for entry in value.entries())
        if field.type == TEXT:
            return str(value.value)
        return self.scalar(field.type, value)

    def scalar(self, wanted: Type, value: Placed) -> int:
        """Read a number, truth, member or kind as the number that stands for it."""
        content = value.value
        if wanted.kind == "number":
            if isinstance(content, int) and not isinstance(content, bool):
                return content
            if isinstance(content, str) and content.lstrip("-").isdigit():
                return int(content)
            return self.not_a(wanted, value)
        if wanted.kind == "truth":
            return int(content) if isinstance(content, bool) else self.not_a(wanted, value)
        if content is None or content == "none":
            return NONE
        name = str(content)
        if wanted.kind == "enum":
            members = self.model.enums[wanted.name].members
            return members.index(name) if name in members else self.not_a(wanted, value, members)
        if wanted.kind == "component":
            made = self.model.components[wanted.name]
            return (
                made.token(made.by_name[name])
                if name in made.by_name
                else self.not_a(wanted, value, list(made.by_name))
            )
        if wanted.kind == "space":
            return self.space_named(wanted, name, value)
        return self.not_a(wanted, value)

    def space_named(self, wanted: Type, name: str, value: Placed) -> int:
        board = self.model.node_boards.get(wanted.name)
        if board is None or board.owners > 1:
            return self.not_a(wanted, value)
        for place, node in enumerate(board.layouts[0].nodes):
            if node.name == name and node.type == wanted.name:
                return board.space(0, 0, place)
        return self.not_a(wanted, value, [n.name for n in board.layouts[0].nodes])

    def not_a(self, wanted: Type, value: Placed, names: Any = ()) -> int:
        self.problems.error(
            "wrong-kind-of-name" if names else "wrong-type",
            f"'{value.value}' is not a {wanted}",
            value.position,
            hint=hint_for(str(value.value), list(names)),
        )
        return NONE

    def board(self, name: str, definition: Placed) -> None:
        shape = _text(definition.get("shape")) or "graph"
        per = self.type_named(definition.get("per"))
        owners = 1 if per is None else (self.model.persons if per == PLAYER else self.model.teams)
        corner, side = (_text(definition.get(key)) for key in ("corners", "sides"))
        node_types = tuple(x for x in (name, corner, side) if x)
        holds, stacked = self.holds(name, definition)
        board = BoardDecl(
            name, shape, per, owners, holds, stacked, _true(definition.get("active")), {}, node_types,
            [], definition.get("layouts") is not None, self.next_space, self.about(definition),
            _plain_map(definition.get("draw")),
        )  # fmt: skip
        layouts = definition.get("layouts")
        several = (
            dict(layouts.items()) if layouts is not None else {name: definition.get("layout") or definition}
        )
        legend = definition.get("legend")
        self.model.boards[name] = board
        raws: list[dict[str, dict[str, Placed]]] = []
        for layout_name, layout in several.items():
            nodes, raw = build_layout(name, shape, layout, definition, self.problems)
            raws.append(raw)
            board.layouts.append(LayoutDecl(layout_name, nodes, self.about(layout)))

        def fill() -> None:
            board.fields.update(self.fields(definition))
            for made, raw in zip(board.layouts, raws, strict=True):
                self.node_fields(board, made.nodes, raw, legend)

        # The fields of spaces may name spaces of boards that come later.
        self.unfilled.append(fill)
        self.next_space += board.owners * len(board.layouts) * board.size

    def holds(self, name: str, definition: Placed) -> tuple[dict[str, str], frozenset[str]]:
        found = definition.get("holds")
        if found is None:
            return {}, frozenset()
        entries = dict(found.items()) if found.kind == "map" else {name: found}
        holds, stacked = {}, set()
        for node_type, placed in entries.items():
            words = str(placed.value)
            held = words.removeprefix("stack of ")
            if held not in self.model.components:
                self.problems.error(
                    "unknown-name",
                    f"there is no component type '{held}'",
                    placed.position,
                    hint=hint_for(held, list(self.model.components)),
                )
                continue
            holds[node_type] = held
            if held != words:
                stacked.add(node_type)
        return holds, frozenset(stacked)

    def node_fields(
        self,
        board: BoardDecl,
        nodes: list[NodeDecl],
        raw: dict[str, dict[str, Placed]],
        legend: Placed | None,
    ) -> None:
        for node in nodes:
            given = raw.get(node.name, {})
            for key, value in given.items():
                if key not in board.fields:
                    self.problems.error(
                        "unknown-key",
                        f"the spaces of '{board.name}' have no field '{key}'",
                        value.position,
                        hint=hint_for(key, list(board.fields)),
                    )
            for field in board.fields.values():
                placed = given.get(field.name)
                if placed is None:
                    if not field.optional and node.type == board.name:
                        self.problems.error(
                            "missing-key",
                            f"space '{node.name}' does not say its {field.name}",
                            board.about.position,
                        )
                    node.values[field.name] = "" if field.type == TEXT else NONE
                    continue
                node.values[field.name] = self.field_value(
                    field, self.through_legend(field.name, placed, legend)
                )

    def through_legend(self, field: str, placed: Placed, legend: Placed | None) -> Placed:
        own = legend.get(field) if legend is not None else None
        meant = own.get(str(placed.value)) if own is not None and placed.kind in ("text", "number") else None
        return placed if meant is None else Placed(placed.position, meant.value)

    def option(self, name: str, definition: Placed) -> None:
        option_type = self.type_named(definition.get("type"))
        if option_type is None:
            return
        default = definition.get("default")
        default_value = self.scalar(option_type, default) if default is not None else 0
        listed = definition.get("choices")
        choices = (
            tuple(self.scalar(option_type, c) for c in listed.entries())
            if listed is not None
            else self.all_of(option_type, definition)
        )
        chosen = self.chosen.get(name, "")
        random_ok, ask_ok = _true(definition.get("random")), _true(definition.get("ask"))
        value: int | None = default_value
        if (chosen == "random" and random_ok) or (chosen == "ask" and ask_ok):
            value = None
        elif chosen:
            value = self.chosen_value(
                name, option_type, Placed(definition.position, chosen), choices, (random_ok, ask_ok)
            )
        self.model.options[name] = OptionDecl(
            name, option_type, default_value, choices, value, chosen, chosen == "ask", self.about(definition)
        )

    def all_of(self, option_type: Type, definition: Placed) -> tuple[int, ...]:
        if option_type.kind == "truth":
            return (0, 1)
        if option_type.kind == "enum":
            return tuple(range(len(self.model.enums[option_type.name].members)))
        if option_type.kind == "component":
            made = self.model.components[option_type.name]
            return tuple(made.token(kind) for kind in made.kinds)
        low, high = (_int(definition.get(key), 0) for key in ("min", "max"))
        return tuple(range(low, min(high, low + 1000) + 1))

    def chosen_value(
        self,
        name: str,
        option_type: Type,
        given: Placed,
        choices: tuple[int, ...],
        extra: tuple[bool, bool],
    ) -> int:
        """The number of an option's word; extra: whether `random` and `ask` may be named as further words."""
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
            names = [self.named(option_type, c) for c in choices[:40]]
            names += [word for word, allowed in zip(("random", "ask"), extra, strict=True) if allowed]
            self.problems.error(
                "option-value",
                f"option '{name}' cannot be '{chosen}'; it can be {', '.join(names)}",
                given.position,
                hint=hint_for(chosen, names),
            )
            return choices[0] if choices else 0
        return value

    def named(self, value_type: Type, value: int) -> str:
        if value_type.kind == "enum":
            return self.model.enums[value_type.name].members[value]
        if value_type.kind == "truth":
            return "true" if value else "false"
        if value_type.kind == "component":
            return self.model.components[value_type.name].kind_of(value).name
        return str(value)

    def per(self, definition: Placed) -> tuple[Type, ...]:
        found = definition.get("per")
        if found is None:
            return ()
        entries = found.entries() if found.kind == "list" else [found]
        types = [self.type_named(entry) for entry in entries]
        return tuple(x for x in types if x is not None and x.kind not in ("number", "truth", "text"))

    def zone(self, name: str, definition: Placed) -> None:
        holds = self.type_named(definition.get("holds"))
        if holds is None:
            return
        self.model.zones[name] = ZoneDecl(
            name, self.per(definition), holds,
            _text(definition.get("order")) or "set", _text(definition.get("visible")) or "everyone",
            _true(definition.get("active")), _text(definition.get("pool")), _int(definition.get("max"), 0),
            self.faces(holds, definition), self.about(definition),
        )  # fmt: skip

    def faces(self, holds: Type, definition: Placed) -> tuple[int, ...]:
        found = definition.get("faces")
        if found is None:
            return ()
        if found.kind == "list":
            return tuple(self.scalar(holds, face) for face in found.entries())
        return tuple(range(1, min(_int(found, 0), 1000) + 1))

    def counter(self, name: str, definition: Placed) -> None:
        counter_type = self.type_named(definition.get("type")) or NUMBER
        self.model.counters[name] = CounterDecl(
            name, self.per(definition), counter_type,
            self.expression(definition.get("start")), self.expression(definition.get("min")),
            self.expression(definition.get("max")), self.expression(definition.get("supply")),
            _text(definition.get("visible")) or "everyone", _text(definition.get("reset")),
            self.about(definition),
        )  # fmt: skip

    def table(self, name: str, definition: Placed) -> None:
        rows = definition.get("rows") if definition.get("rows") is not None else definition
        assert rows is not None
        entries = [
            (key, value)
            for key, value in rows.items()
            if key not in ("title", "about", "rule", "source", "rows")
        ]
        if not entries:
            self.problems.error("board", "this table has no rows", definition.position)
            return
        key_type = (
            NUMBER
            if entries[0][0].lstrip("-").isdigit()
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
            name, key_type or NUMBER, value_type or NUMBER, table, self.about(definition)
        )

    def guess_type(self, value: Placed) -> Type | None:
        if value.kind == "number":
            return NUMBER
        if value.kind == "truth":
            return TRUTH
        name = str(value.value)
        for declared in self.model.enums.values():
            if name in declared.members:
                return enum(declared.name)
        if name in self.model.kinds:
            return component(self.model.kinds[name][0].name)
        self.problems.error(
            "unknown-name",
            f"there is no member or kind '{name}'",
            value.position,
            hint=hint_for(name, [*self.model.members, *self.model.kinds]),
        )
        return None

    def value(self, signature: t.Signature, definition: Placed) -> None:
        body = definition.get("is") if definition.kind == "map" else definition
        if body is None:
            self.problems.error(
                "missing-key", f"value '{signature.name}' does not say what it `is`", definition.position
            )
            return
        expression = self.expression(body)
        if expression is not None:
            self.model.values[signature.name] = ValueDecl(
                signature.name, signature.parameters, expression, self.about(definition)
            )

    def effect(self, signature: t.Signature, definition: Placed, *, action: bool) -> None:
        body = definition.get("do") if definition.kind == "map" else definition
        twin = self.model.effects.get(signature.name)
        if twin is not None:
            self.problems.error(
                "defined-twice",
                f"'{signature.name}' is both an effect and an action",
                definition.position,
                also=[twin.about.position],
            )
        self.model.effects[signature.name] = EffectDecl(
            signature.name,
            signature.parameters,
            self.block(body),
            action,
            _true(definition.get("anytime")),
            self.about(definition),
        )

    def step(self, definition: Placed) -> StepDecl | None:
        name = _text(definition.get("step"))
        kinds = [key for key in ("do", "steps", "actions") if definition.get(key) is not None]
        if len(kinds) != 1:
            self.problems.error(
                "flow", f"step '{name}' needs exactly one of `do`, `steps`, `actions`", definition.position
            )
            return None
        loop, actions, steps = definition.get("for"), definition.get("actions"), definition.get("steps")
        inner = [self.step(s) for s in steps.entries()] if steps is not None else []
        step = StepDecl(
            name, kinds[0], self.block(definition.get("do")), [s for s in inner if s is not None],
            tuple(str(a.value) for a in actions.entries()) if actions is not None else (),
            parser.parse_loop_head(loop, self.problems) if loop is not None else None,
            self.expression(definition.get("players")),
            _true(definition.get("secretly")) or _true(definition.get("secret")),
            self.expression(definition.get("while")), self.expression(definition.get("when")),
            self.expression(definition.get("pass")), self.about(definition),
        )  # fmt: skip
        if name in self.model.steps:
            self.problems.error(
                "defined-twice",
                f"two steps are called '{name}'",
                definition.position,
                also=[self.model.steps[name].about.position],
            )
        self.model.steps[name] = step
        return step

    def rules(self, owner: Placed, carrier: Carrier) -> None:
        model = self.model
        for definition in _entries(owner, "triggers"):
            pattern = self.pattern(definition, "on")
            if pattern is not None:
                before = _text(definition.get("when")) == "before"
                model.triggers.append(
                    TriggerDecl(
                        pattern,
                        before,
                        self.expression(definition.get("where")),
                        self.block(definition.get("do")),
                        self.about(definition),
                        carrier,
                    )
                )
        for definition in _entries(owner, "modifiers"):
            pattern = self.pattern(definition, "value")
            changes = [key for key in ("plus", "times", "instead") if definition.get(key) is not None]
            value = self.expression(definition.get(changes[0])) if len(changes) == 1 else None
            if len(changes) != 1:
                self.problems.error(
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
                        self.expression(definition.get("where")),
                        _int(definition.get("rank"), 0),
                        self.about(definition),
                        carrier,
                    )
                )
        for definition in _entries(owner, "grants"):
            model.grants.append(
                GrantDecl(
                    _text(definition.get("action")),
                    _text(definition.get("in")),
                    self.expression(definition.get("where")),
                    self.about(definition),
                    carrier,
                )
            )
        for definition in _entries(owner, "replacements"):
            pattern = self.pattern(definition, "of")
            if pattern is not None:
                model.replacements.append(
                    ReplacementDecl(
                        pattern,
                        self.expression(definition.get("where")),
                        _int(definition.get("rank"), 0),
                        self.block(definition.get("do")),
                        self.about(definition),
                        carrier,
                    )
                )

    def pattern(self, definition: Placed, key: str) -> t.Pattern | None:
        found = definition.get(key)
        if found is None:
            self.problems.error("missing-key", f"this rule does not say `{key}`", definition.position)
            return None
        return parser.parse_pattern(found, self.problems)

    def score_lines(self, lines: Placed) -> tuple[ScoreLine, ...]:
        found = []
        for definition in lines.entries():
            points = self.expression(definition.get("points"))
            if points is not None:
                found.append(ScoreLine(_text(definition.get("source")), points, self.about(definition)))
        return tuple(found)

    def scoring(self) -> None:
        scoring = self.root.get("scoring")
        if scoring is None:
            return
        final = scoring.get("final")
        if final is not None:
            self.model.final.extend(self.score_lines(final))
        for tie in _entries(scoring, "ties"):
            for key in ("most", "least"):
                expression = self.expression(tie.get(key))
                if expression is not None:
                    self.model.ties.append((key, expression))
        self.model.winner = self.expression(scoring.get("winner"))


KIND_KEYS = (
    "copies", "title", "about", "rule", "source", "effect", "triggers", "modifiers", "grants", "replacements",
    "scoring", "glyph", "color",
)  # fmt: skip


def player_range(root: Placed) -> tuple[int, int]:
    """Return the least and greatest number of players."""
    players = root.get("players")
    if players is None:
        return 1, 1
    if players.kind == "number":
        return _int(players, 1), _int(players, 1)
    return _int(players.get("min"), 1), _int(players.get("max"), 1)


def _get(placed: Placed | None, key: str) -> Placed | None:
    return placed.get(key) if placed is not None else None


def _int(placed: Placed | None, default: int) -> int:
    if placed is None or not isinstance(placed.value, int) or isinstance(placed.value, bool):
        return default
    return placed.value


def _text(placed: Placed | None) -> str:
    return "" if placed is None or placed.value is None else str(placed.value)


def _true(placed: Placed | None) -> bool:
    return placed is not None and placed.value is True


def _entries(owner: Placed, key: str) -> list[Placed]:
    found = owner.get(key)
    return found.entries() if found is not None else []


def _plain_map(placed: Placed | None) -> dict[str, object]:
    plain = placed.plain() if placed is not None else None
    return dict(plain) if isinstance(plain, dict) else {}
