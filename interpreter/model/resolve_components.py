"""Enums, component types and their kinds, states and fields.

In: placed definitions. Out: declarations in the model, with the rules that kinds carry. Names of types and
kinds come first, what needs other names later.
"""

from __future__ import annotations

from interpreter.language import parser
from interpreter.language import tree as t
from interpreter.language.types import PLAYER, TRUTH, Type, enum
from interpreter.model.declarations import About, ComponentDecl, EnumDecl, KindDecl
from interpreter.model.limits import check_components
from interpreter.model.placed_data import about_of, text_of, whole_of
from interpreter.model.resolve_rules import RuleResolver
from interpreter.problems.nearest_name import hint_for, hint_or_list
from interpreter.reading.placed_value import Placed

KIND_KEYS = (
    "copies", "title", "about", "rule", "source", "accept", "effect", "triggers", "modifiers", "grants",
    "replacements", "scoring", "glyph", "color",
)  # fmt: skip


class ComponentResolver(RuleResolver):
    """Reads what a game is made of."""

    next_token = 0

    def enum(self, name: str, definition: Placed) -> None:
        """Declare an enum."""
        members = definition if definition.kind == "list" else definition.get("members")
        names = tuple(str(m.value) for m in members.entries()) if members is not None else ()
        self.model.enums[name] = EnumDecl(name, names, about_of(definition))

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
                name, {}, states, state_types, per, [], parameters, self.next_token, about_of(definition)
            )
            kinds = definition.get("kinds")
            for index, (kind_name, kind) in enumerate(kinds.items() if kinds is not None else ()):
                copies = whole_of(kind.get("copies"), 1)
                about = about_of(kind)
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
                        glyph=text_of(kind.get("glyph")),
                        color=text_of(kind.get("color")),
                    )
                )
            self.next_token += len(made.kinds) * made.combinations
            self.model.components[name] = made
            check_components(made, self.next_token, self.model, self.problems)

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

    def fill_components(self) -> None:
        """Give all component types their fields and rules."""
        found = self.root.get("components")
        for name, definition in found.items() if found is not None else ():
            made = self.model.components[name]
            made.fields = self.fields(definition)
            made.back = self.back(made, definition.get("back"))
            defaults, kinds = definition.get("defaults"), definition.get("kinds")
            self.keys_known(made, defaults, list(made.fields))
            for kind in made.kinds:
                assert kinds is not None
                placed = kinds.get(kind.name)
                assert placed is not None
                self.fill_kind(made, kind, placed, defaults)

    def back(self, made: ComponentDecl, placed: Placed | None) -> tuple[str, ...]:
        """The fields that the back of a component type shows."""
        named = [] if placed is None else placed.entries() if placed.kind == "list" else [placed]
        for each in named:
            if each.value not in made.fields:
                self.problems.error(
                    "unknown-name",
                    f"'{made.name}' has no field '{each.value}'",
                    each.position,
                    hint=hint_for(str(each.value), list(made.fields)),
                )
        return tuple(str(each.value) for each in named if each.value in made.fields)

    def fill_kind(self, made: ComponentDecl, kind: KindDecl, placed: Placed, defaults: Placed | None) -> None:
        """Give a kind its values, its effect and its rules."""
        for field in made.fields.values():
            value = placed.get(field.name) or (defaults.get(field.name) if defaults is not None else None)
            if value is None:
                if not field.optional:
                    self.problems.error(
                        "missing-key", f"'{kind.name}' does not say its {field.name}", placed.position
                    )
                kind.values[field.name] = self.nothing_said(field)
            else:
                kind.values[field.name] = self.field_value(field, value)
        self.keys_known(made, placed, [*made.fields, *KIND_KEYS])
        effect = placed.get("effect")
        kind.effect = self.block(effect) if effect is not None else None
        carrier = (made.name, kind.name)
        before = self.rule_count()
        self.rules(placed, carrier)
        kind.has_rules = self.rule_count() != before
        scoring = placed.get("scoring")
        kind.scoring = self.score_lines(scoring) if scoring is not None else ()
        kind.has_rules = kind.has_rules or bool(kind.scoring)

    def keys_known(self, made: ComponentDecl, owner: Placed | None, known: list[str]) -> None:
        """Tell of keys of a kind, or of the defaults of all kinds, that are none."""
        for key, _ in owner.items() if owner is not None else ():
            if key not in known:
                assert owner is not None
                self.problems.error(
                    "unknown-key",
                    f"'{made.name}' has no field '{key}'",
                    owner.key_position(key),
                    hint=hint_or_list(key, list(made.fields), "its fields") or hint_for(key, known),
                )
