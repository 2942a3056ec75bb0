"""The last stage: a checked program becomes a Game. The one place that knows the order of compilation.

Functions are grouped by the rule file they come from and compiled with that file's name, so that tracebacks,
debuggers and coverage speak of the rule files.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import asking_units
from interpreter.compiler.flow import FlowCompiler
from interpreter.compiler.leading import leading_part
from interpreter.compiler.origins import Origins, most_chosen
from interpreter.compiler.python_ast import Expr
from interpreter.compiler.rules import place_of
from interpreter.compiler.slots import guarded
from interpreter.compiler.work import ROOT
from interpreter.language.checked import Ex, Program, ValueCallEx, within
from interpreter.layout import AGENDA, DRAWN, ENDING, PENDING, RESEEDS, WORK, Layout, lay_out
from interpreter.model.declarations import NONE, ComponentDecl, CounterDecl, Model
from interpreter.play.covers import HiddenCounter, Limit, counter_values
from interpreter.play.faults import FAULTS, RuleFault, message_of
from interpreter.play.game import FinalLine, Game, OperationInfo
from interpreter.play.runtime import measured, worked
from interpreter.play.state import State


def compile_game(model: Model, program: Program, fingerprint: str) -> Game:
    """Compile everything and return the game."""
    layout = lay_out(model, program)
    return _GameCompiler(model, program, layout).game(fingerprint)


def _nothing(*_: object) -> None:
    """The effect of a kind that has none."""


def _nothing_less(_: list[Any]) -> int:
    """The least that a counter without a `min` can be."""
    return 0


def _always(*_: object) -> bool:
    """The guard of an effect that can always be done."""
    return True


class _GameCompiler(FlowCompiler):
    def __init__(self, model: Model, program: Program, layout: Layout) -> None:
        super().__init__(model, program, layout, asking_units(program))

    def game(self, fingerprint: str) -> Game:
        program = self.program
        self.lay_out_flow()
        self.remembering = False  # nothing is compiled yet that could be remembered
        self.start_list = self.first_list()
        self.remembering = True
        self.guards_of_effects()
        for value in program.values.values():
            self.value(value)
        for effect in program.effects.values():
            self.effect(effect)
        self.kind_effects()
        self.listeners_of_automatic_events()
        self.compile_flow()
        self.final_lines()
        self.ties()
        self.layout_checks()
        self.limits_of_hidden()
        self.load()
        self.start_list = self.grown(self.start_list)
        return self.assembled(fingerprint)

    # -- parts
    def guards_of_effects(self) -> None:
        """Guards first: effects that call each other need to know whose guard always holds."""
        for effect in self.program.effects.values():
            self.guarded[effect.name] = bool(leading_part(effect.body))
        self.guarded_kinds = {
            key for key, (_, body) in self.program.kind_effects.items() if leading_part(body)
        }
        always: list[str] = []
        for effect in self.program.effects.values():
            if (
                self.guarded[effect.name]
                and self.guard(effect.name, effect.body, [v.python for v in effect.parameters]) is None
            ):
                always.append(effect.name)
        for key in sorted(self.guarded_kinds):
            variables, body = self.program.kind_effects[key]
            self.guard(f"effect_of_{key[1]}", body, [v.python for v in variables])
        for name in always:
            self.guarded[name] = False
            effect = self.program.effects[name]
            names = ["s", "me", *(v.python for v in effect.parameters)]
            self.emit(
                effect.position.file,
                py.function(f"can_{name}", names, [py.give(py.const(True))], effect.position.line),
            )

    def kind_effects(self) -> None:
        for made in self.model.components.values():
            for kind in made.kinds:
                key = (made.name, kind.name)
                if key not in self.program.kind_effects:
                    continue
                variables, block = self.program.kind_effects[key]
                self.unit_title = kind.about.title
                names = [v.python for v in variables]
                body = self.counted(("kind", *key), self.body(f"effect_of_{kind.name}", block, names))
                asks = ("kind", *key) in self.asking
                word, place = f"effect_of_{kind.name}", place_of(block, kind.about.position)
                self.emit(place.file, py.function(word, ["s", "me", *names], body, place.line, asks=asks))

    def listeners_of_automatic_events(self) -> None:
        for event in self.listeners:
            kind, name = event.split(" ", 1)
            if kind == "effect":
                continue
            count = {"gained": 1, "lost": 1}.get(kind)
            if count is not None:
                parameters = [f"a{n}" for n in range(len(self.model.counters[name].per) + 1)]
            elif kind in ("began", "ended"):
                parameters = ["a0"]
            elif name in self.model.zones:
                parameters = [f"a{n}" for n in range(len(self.model.zones[name].per) + 1)]
            else:
                parameters = ["a0", "a1"]
            self.listener(event, None, f"hear_{event.replace(' ', '_')}", parameters)

    def final_lines(self) -> None:
        for number, line in enumerate(self.program.final):
            self.plain_function(f"final_{number}", ["s", "me"], line.points, self.measured(line.points))
            if line.shows is not None:
                self.plain_function(f"final_shows_{number}", ["s", "me"], line.shows)
        for number, points in enumerate(self.program.outlook):
            self.plain_function(f"outlook_{number}", ["s", "me"], points)

    def ties(self) -> None:
        for number, (_, expression) in enumerate(self.program.ties):
            self.plain_function(f"tie_{number}", ["s", "me"], expression)
        if self.program.winner is not None:
            self.plain_function("winner", ["s", "me"], self.program.winner)
        if self.program.broken_off is not None:
            self.plain_function("broken_off", ["s"], self.program.broken_off)

    def layout_checks(self) -> None:
        for number, (_, _, expression) in enumerate(self.program.layout_checks):
            self.plain_function(f"layout_check_{number}", ["s"], expression)

    def plain_function(
        self, word: str, names: Sequence[str], expression: Ex, code: Expr | None = None
    ) -> None:
        """Make a function of an expression, or of code that was made of it."""
        place, made = expression.position, [py.give(code or self.expr(expression))]
        lines = self.charged(self.work.of(expression), made, ROOT)
        self.emit(place.file, py.function(word, names, lines, place.line))

    def limits_of_hidden(self) -> None:
        """What a hidden counter can hold is asked in play, where it is dealt anew."""
        for (name, word), expression in self.program.limits.items():
            counter = self.model.counters[name]
            if counter.visible != "everyone" and word != "supply":
                names = [f"{index.name or index.kind}_{n}" for n, index in enumerate(counter.per, 1)]
                self.plain_function(f"{word}_of_{name}", ["s", *names], expression)

    # -- loading
    def load(self) -> None:
        """Compile each file's functions and put them into the namespace."""
        for file, functions in self.functions.items():
            module = ast.Module(list(functions), [])
            py.place_all(module)
            exec(compile(module, file, "exec"), self.namespace)
        for made in self.model.components.values():
            self.namespace[f"EFFECTS_{made.name}"] = self.by_token(made, "effect_of_", _nothing)
            self.namespace[f"CANS_{made.name}"] = self.by_token(made, "can_effect_of_", _always)
        self.namespace["final_points"] = self.points_of_pieces()
        self.namespace["run_agenda"] = self.agenda_runner()

    def by_token(self, made: ComponentDecl, prefix: str, missing: Callable[..., Any]) -> tuple[Any, ...]:
        """For each token of a component type the compiled function of its kind."""

        def entry(component: ComponentDecl, token: int) -> object:
            if component is not made:
                return None
            kind = component.kind_of(token).name
            has = (made.name, kind) in self.program.kind_effects
            return self.namespace.get(prefix + kind, missing) if has else missing

        made_for: tuple[Any, ...] = guarded(self.layout.over_components(entry))
        return made_for

    def points_of_pieces(self) -> Callable[[list[Any], int, int], int]:
        """A function that sums what the scoring lines of a piece give a player."""
        lines: dict[tuple[str, str], list[Callable[[list[Any], int], int]]] = {}
        for number, line in enumerate(self.program.final):
            if line.carrier is not None:
                lines.setdefault(line.carrier, []).append(self.namespace[f"final_{number}"])
        table: Any = guarded(
            self.layout.over_components(
                lambda made, token: lines.get((made.name, made.kind_of(token).name), ())
            )
        )

        def final_points(s: list[Any], piece: int, player: int) -> int:
            return sum(points(s, player) for points in table[piece])

        return final_points

    def agenda_runner(self) -> Callable[[list[Any]], Any]:
        """A function that takes the first entry off the agenda and runs it, if it can be done."""
        width = self.agenda_width
        effects = [
            (
                self.namespace[f"do_{e.name}"],
                self.namespace.get(f"can_{e.name}"),
                len(e.parameters),
                self.work.guard(e.name) + self.work.unit(("effect", e.name)),
            )
            for e in self.program.effects.values()
        ]

        def run_agenda(s: list[Any]) -> Any:
            agenda = s[AGENDA]
            entry = agenda[:width]
            s[AGENDA] = agenda[width:]
            do, can, count, steps = effects[entry[0]]
            arguments = entry[1 : 2 + count]
            worked(s, steps)
            if can is not None and not can(s, *arguments):
                return
            result = do(s, *arguments)
            if result is not None:
                yield from result

        return run_agenda

    # -- the first list
    def first_list(self) -> list[object]:
        """The list before set-up: everything at its start, all pieces in their boxes."""
        layout, model = self.layout, self.model
        start: list[object] = [0] * layout.slots
        start[AGENDA] = start[PENDING] = start[DRAWN] = start[RESEEDS] = ()
        start[ENDING] = NONE
        for name, first, count in layout.names:
            kind = name.split(" ", 1)[0]
            if kind in ("zone", "lasting"):
                start[first : first + count] = [()] * count
            elif kind == "loop":
                start[first] = start[first + 2] = ()
        for name, first in layout.spaces.items():
            self.empty_board(start, name, first)
        for made in model.components.values():
            owners = len(made.states["owner"]) if made.per is not None else 1
            share = made.combinations // owners
            pieces = [
                made.token(kind) + owner * share
                for kind in made.kinds
                for owner in range(owners)
                for _ in range(kind.copies)
            ]
            start[layout.zones[f"box_{made.name}"]] = tuple(sorted(pieces))
        for counter in model.counters.values():
            self.counter_start(start, counter)
        start[WORK] = 0
        for option in model.options.values():
            if option.value is None:
                start[layout.options[option.name]] = option.default
        for board in model.boards.values():
            if board.option and isinstance(chosen := model.options[board.option].value, int):
                first = layout.counters[f"{board.name}_layout"]
                start[first : first + board.owners] = [chosen] * board.owners
        return start

    def grown(self, start: list[object]) -> list[object]:
        """Compiling may have reserved slots for zones that are revealed."""
        return start + [0] * (self.layout.slots - len(start))

    def empty_board(self, start: list[object], name: str, first: int) -> None:
        board = self.model.boards[name]
        for owner in range(board.owners):
            for place in range(board.size):
                nodes = [layout.nodes[place].type for layout in board.layouts if place < len(layout.nodes)]
                start[first + owner * board.size + place] = (
                    () if nodes and nodes[0] in board.stacked else NONE
                )

    def counter_start(self, start: list[object], counter: CounterDecl) -> None:
        first = self.layout.counters[counter.name]
        missing = NONE if counter.type.kind in ("player", "team", "component", "space") else 0
        sizes = [range(self.model.index_size(index)) for index in counter.per]
        value = self.constant_function(counter, self.program.starts.get(counter.name))
        for place, indexes in enumerate(itertools.product(*sizes)):
            values = [
                self.index_value(index, number) for index, number in zip(counter.per, indexes, strict=True)
            ]
            start[first + place] = int(value(start, *values)) if value is not None else missing
        supply = self.constant_function(counter, self.program.limits.get((counter.name, "supply")))
        if supply is not None:
            slot = self.layout.supplies[counter.name]
            pairs = [
                (i, s) for i, s in zip(counter.per, sizes, strict=True) if i.kind not in ("player", "team")
            ]
            for place, indexes in enumerate(itertools.product(*(s for _, s in pairs))):
                chosen = dict(zip([i for i, _ in pairs], indexes, strict=True))
                arguments = [self.index_value(i, chosen.get(i, 0)) for i in counter.per]
                held = sum(
                    int(str(start[first + number]))
                    for number, holder in enumerate(itertools.product(*sizes))
                    if all(chosen.get(i, n) == n for i, n in zip(counter.per, holder, strict=True))
                )
                start[slot + place] = int(supply(start, *arguments)) - held

    def index_value(self, index: Any, number: int) -> int:
        """The value of an index type that stands at a place."""
        if index.kind == "component":
            made = self.model.components[index.name]
            return made.token(made.kinds[number])
        if index.kind == "space":
            board = self.model.node_boards[index.name]
            owner, rank = divmod(number, board.count(index.name))
            return board.space(owner, *board.ranked(index.name, rank))
        return number

    def hidden_counters(self) -> Iterator[HiddenCounter]:
        """The counters that their owner alone sees, with what they can hold."""
        chosen = most_chosen(self.program, self.model)
        for counter in self.model.counters.values():
            if counter.visible == "everyone":
                continue
            sizes = [range(self.model.index_size(index)) for index in counter.per]
            values = counter_values(self.model, counter)
            for place, indexes in enumerate(itertools.product(*sizes)):
                of = list(zip(counter.per, indexes, strict=True))
                arguments = [self.index_value(index, number) for index, number in of]
                rest = tuple(number for index, number in of if index.kind not in ("player", "team"))
                yield HiddenCounter(
                    self.layout.counters[counter.name] + place,
                    next((number for index, number in of if index.kind == "player"), NONE),
                    (counter.name, *rest) if counter.supply is not None else None,
                    values,
                    self.limit_of_hidden(counter, "min", arguments, None) or _nothing_less,
                    self.limit_of_hidden(counter, "max", arguments, chosen.get(counter.name)),
                )

    def limit_of_hidden(
        self, counter: CounterDecl, word: str, arguments: Sequence[int], otherwise: int | None
    ) -> Limit | None:
        limit = self.namespace.get(f"{word}_of_{counter.name}")
        if limit is not None:
            return lambda s: int(limit(s, *arguments))
        return None if otherwise is None else lambda s: otherwise

    def constant_function(self, counter: CounterDecl, expression: Ex | None) -> Callable[..., int] | None:
        if expression is None:
            return None
        code = self.expr(expression)
        if isinstance(code, ast.Constant):
            fixed: Any = code.value
            return lambda *_: fixed
        names = [f"{index.name or index.kind}_{place}" for place, index in enumerate(counter.per, 1)]
        steps = self.work.of(expression)
        start = self.early_function("start", names, expression)

        def worked_out(slots: list[Any], *indexes: int) -> int:
            try:
                worked(slots, steps)
                found = measured(int(start(slots, *indexes)))
            except FAULTS as fault:
                raise RuleFault(message_of(fault), expression.position) from fault
            return found

        return worked_out

    def early_function(
        self, word: str, names: Sequence[str], expression: Ex, steps: int = 0
    ) -> Callable[..., Any]:
        """Compile a function before all others, and first the values that it reads and nothing modifies.

        steps: what one call of it may take.
        """
        for part in within(expression):
            if isinstance(part, ValueCallEx) and f"value {part.name}" not in self.modified:
                value = self.program.values[part.name]
                early = f"value_{value.name}"
                if early not in self.early_names:
                    self.early_names[early] = None
                    names_of = [v.python for v in value.parameters]
                    self.early_function(early, names_of, value.body, self.work.value(value.name))
        code, place = self.expr(expression), expression.position
        lines = self.charged(steps, [py.give(code)])
        module = ast.Module([py.function(word, ["s", *names], lines, place.line)], [])
        py.place_all(module)
        self.early_names.update(self.namespace)  # tables that the code needs among them
        exec(compile(module, place.file, "exec"), self.early_names)
        return self.early_names[word]  # type: ignore[no-any-return]

    @cached_property
    def early_names(self) -> dict[str, Any]:
        """What can be used before all is compiled."""
        return {}

    # -- assembly
    def assembled(self, fingerprint: str) -> Game:
        names = self.namespace
        operations = tuple(
            OperationInfo(
                names[o.word],
                o.asks,
                o.secret,
                o.step,
                o.me_slot,
                names.get(o.agenda),
                names.get(o.offers),
                names.get(o.alone),
            )
            for o in self.operations
        )
        threads = []
        for number, operation in enumerate(self.operations):
            place = number
            while (target := self.operations[place].target) is not None:
                place = target
            threads.append(place)
            del operation
        final = tuple(
            FinalLine(
                line.source,
                names[f"final_{n}"],
                self.layout.bits.get(line.carrier) if line.carrier is not None else None,
                self.layout.copies_in_play.get(line.carrier, NONE) if line.carrier is not None else NONE,
                line.carrier is not None and self.on_table(line.carrier),
                names.get(f"final_shows_{n}"),
                line.shows.type if line.shows is not None else None,
            )
            for n, line in enumerate(self.program.final)
            if line.carrier is None or self.model.pieces_scored
        )
        ties = tuple((word == "most", names[f"tie_{n}"]) for n, (word, _) in enumerate(self.program.ties))
        return Game(
            model=self.model,
            program=self.program,
            layout=self.layout,
            fingerprint=fingerprint,
            start=tuple(self.start_list),
            operations=operations,
            plain=tuple(None if operations[at].asks else operations[at].run for at in threads),
            threads=tuple(threads),
            run_agenda=names["run_agenda"],
            agenda_width=self.agenda_width,
            sites=tuple(self.sites),
            final=final,
            outlook=tuple(names[f"outlook_{n}"] for n in range(len(self.program.outlook))),
            ties=ties,
            winner=names.get("winner"),
            broken_off=names.get("broken_off"),
            layout_checks=tuple(
                (board, made, names[f"layout_check_{n}"])
                for n, (board, made, _) in enumerate(self.program.layout_checks)
            ),
            hidden_counters=tuple(self.hidden_counters()),
            step_starts={name: marks.begin for name, marks in self.marks.items()},
            me_slots=dict(self.me_slots),
            namespace=names,
            begin=State.begin,
            trace_origins=partial(Origins, self.program, self.model),
        )
