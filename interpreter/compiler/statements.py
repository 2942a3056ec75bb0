"""Checked statements to Python statements. A body that may ask becomes a generator that yields requests."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import Unit, block_asks, events_of, listeners_by_event, recursive_units
from interpreter.compiler.guards import GuardCompiler, leading_part
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.language.checked import (
    AssignSt,
    CallSt,
    ChooseSt,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    IfSt,
    LastingSt,
    LetSt,
    MaySt,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    Program,
    RepeatSt,
    RequireSt,
    RevealSt,
    RollSt,
    ScoreSt,
    SettleSt,
    ShuffleSt,
    St,
    StBlock,
    SwapSt,
)
from interpreter.language.types import NUMBER, Type
from interpreter.layout import AGENDA, ENDING, Layout
from interpreter.layout import STEP as STEP_SLOT
from interpreter.model.declarations import NONE, Model
from interpreter.play.decision import Site


class StatementCompiler(GuardCompiler):
    """Compiles blocks.

    What a statement does to rules in play and to listeners is compiled in where it can matter. Methods for
    statements return the code that carries them out; `word` names the body they stand in, `names` its
    variables.
    """

    def __init__(self, model: Model, program: Program, layout: Layout, asking: set[Unit]) -> None:
        super().__init__(model, program, layout)
        self.functions = {}
        self.guarded = {}
        self.guarded_kinds = set()
        self.stretches = {}
        self.asking = asking
        self.listeners = listeners_by_event(program)
        self.recursive = recursive_units(program)
        self.sites: list[Site] = []
        self.step_ends: dict[str, int] = {}
        self.finish_at = 0
        self.effect_numbers = {name: number for number, name in enumerate(program.effects)}
        self.agenda_width = 2 + max((len(e.parameters) for e in program.effects.values()), default=0)
        self.names = 0
        self.unit_title = ""
        self.settling = False

    def fresh(self, word: str) -> str:
        """A local variable's name that no other has."""
        self.names += 1
        return f"{word}__{self.names}"

    def site(self, name: str, shown: Type | None, s: St, labels: Sequence[str] = ()) -> Expr:
        """Register a place where something is asked; returns its number."""
        self.sites.append(Site(name, shown, tuple(labels), self.unit_title, s.position))
        return py.const(len(self.sites) - 1)

    # -- bodies
    def body(self, word: str, block: StBlock, variables: Sequence[str]) -> list[Stmt]:
        """Compile a body that has a leading part of its own."""
        code: list[Stmt] = []
        lead = leading_part(block)
        names = ["s", "me", *variables]
        stretch, place = word, 0
        tells: list[Stmt] = []
        for number, s in enumerate(lead):
            rest = lead[number + 1 :]
            if isinstance(s, ChooseSt) and not s.many:
                inner = f"{stretch}_{place}"
                further = self.stretch(inner, rest, [*names, s.variable.python]) if rest else None
                code += self.at(s, self.ask_one(s, further))
                names.append(s.variable.python)
                stretch, place = inner, -1
            elif isinstance(s, DoEffectSt):
                code += self.at(s, self._doeffectst(s, stretch, names))
            elif isinstance(s, OneOfSt):
                code += self.at(s, self.one_of(f"{stretch}_{place}", s, names))
            else:
                done, told = self.told(s, self.statement(s, stretch, names))
                code += done
                tells += told
                if (isinstance(s, PaySt) and rest and self.may_read_counters(rest, s)) or (
                    isinstance(s, PayPieceSt) and rest and self.may_read_zone(rest)
                ):
                    stretch, place = f"{stretch}_{place}", -1
            if isinstance(s, LetSt):
                names.append(s.variable.python)
            place += 1
        return code + tells + self.block(block[len(lead) :], names, word)

    def block(self, block: StBlock, names: list[str], word: str) -> list[Stmt]:
        """Compile statements that stand after a change."""
        code: list[Stmt] = []
        names = list(names)
        for s in block:
            done, tells = self.told(s, self.statement(s, word, names))
            code += [*done, *tells]
            if isinstance(s, (LetSt, PickSt)) or (isinstance(s, ChooseSt) and s.body is None):
                names.append(s.variable.python)
        return code

    def statement(self, s: St, word: str, names: list[str]) -> list[Stmt]:
        """Compile one statement, without telling listeners."""
        return self.at(s, getattr(self, "_" + type(s).__name__.lower())(s, word, names))

    def at(self, s: St, code: list[Stmt]) -> list[Stmt]:
        """Give code that has no place yet the place of a statement."""
        return self.marked(code, s)

    def told(self, s: St, code: list[Stmt]) -> tuple[list[Stmt], list[Stmt]]:
        """A statement's code with what its listeners need to know, and the calls that tell them.

        Of a counter they are told how much it really changed; a change of nothing causes no event.
        """
        events = [event for event in events_of(s) if event in self.listeners]
        if not events:
            return code, []
        if self.settling and isinstance(s, GainSt) and s.counter.parts[0].name in self.layout.supplies:
            return code, []  # told when it is settled
        if not isinstance(s, (GainSt, PaySt, ScoreSt)):
            if self.settling:  # nothing has moved yet, and what will is not told
                return code, []
            moved = self.fresh("moved")
            tells = self.at(s, [line for event in events for line in self.tell_moved(event, s, moved)])
            return [*code, *self.at(s, [py.let(moved, py.name("moved"))])], tells
        before: list[Stmt] = []
        after: list[Stmt] = []
        tells = []
        for event in events:
            slot, indexes = self.told_counter(event, s)
            kept, change = self.fresh("kept"), self.fresh("change")
            before.append(py.let(kept, py.slot(slot)))
            now, then = py.slot(self.told_counter(event, s)[0]), py.name(kept)
            pair = (then, now) if event.startswith("lost") else (now, then)
            after.append(py.let(change, py.binary(pair[0], ast.Sub(), pair[1])))
            call = self.invoke(f"hear_{event.replace(' ', '_')}", event, [*indexes, py.name(change)])
            tells.append(py.when(py.compare(py.name(change), ast.Gt(), py.const(0)), [call]))
        return [*self.at(s, before), *code, *self.at(s, after)], self.at(s, tells)

    def told_counter(self, event: str, s: GainSt | PaySt | ScoreSt) -> tuple[Expr, list[Expr]]:
        """The slot that an event speaks of, and the event's arguments but the amount."""
        if isinstance(s, ScoreSt):
            return py.plus(self.expr(s.whom), py.const(self.layout.counters["points"])), [self.expr(s.whom)]
        counters = [s.counter] if isinstance(s, GainSt) else list(s.counters)
        found = next(c for c in counters if c.parts[0].name == event.split()[1])
        return self.counter_slot(found), [self.expr(p) for p in found.parts[1:]]

    def tell_moved(self, event: str, s: St, moved: str) -> list[Stmt]:
        """Code that tells listeners that pieces entered or left, once for each piece."""
        assert isinstance(s, (MoveSt, DrawSt, PayPieceSt))
        place = s.source if event.startswith("left") else s.target
        assert place is not None
        where = [self.expr(p) for p in place.parts[1:]] if place.op == "zone" else [self.expr(place)]
        each = self.fresh("each")
        call = self.invoke(f"hear_{event.replace(' ', '_')}", event, [*where, py.name(each)])
        return [py.loop(each, py.name(moved), [call])]

    def invoke(self, function: str, event: str, arguments: list[Expr]) -> Stmt:
        """Call the function that runs an event's listeners."""
        value = py.call(function, py.name("s"), *arguments)
        return (
            py.delegate(value)
            if any(u in self.asking for u in self.listeners.get(event, ()))
            else py.run(value)
        )

    def asks(self, block: StBlock) -> bool:
        """Whether a block may ask, what listens to it included."""
        return block_asks(block, self.asking, self.listeners)

    # -- leading statements, when carried out
    def _requirest(self, s: RequireSt, word: str, names: list[str]) -> list[Stmt]:
        return []

    def _letst(self, s: LetSt, word: str, names: list[str]) -> list[Stmt]:
        return [py.let(s.variable.python, self.expr(s.value))]

    def _payst(self, s: PaySt, word: str, names: list[str]) -> list[Stmt]:
        slots = [self.counter_slot(c) for c in s.counters]
        if len(slots) == 1:
            return [
                py.run(py.call("spent", py.name("s"), slots[0], self.expr(s.amount))),
                *self.returned(s.counters[0], self.expr(s.amount)),
            ]
        sites = [self.site(name, NUMBER, s) for name in s.names[:-1]]
        kept = {
            n: self.fresh("kept") for n, c in enumerate(s.counters) if c.parts[0].name in self.layout.supplies
        }
        split = py.call(
            "pay_split",
            py.name("s"),
            py.name("me"),
            self.expr(s.amount),
            py.tuple_of(sites),
            py.tuple_of(slots),
        )
        code: list[Stmt] = [
            py.let(before, py.slot(self.counter_slot(s.counters[n]))) for n, before in kept.items()
        ]
        code.append(py.delegate(split))
        for n, before in kept.items():
            gone = py.binary(py.name(before), ast.Sub(), py.slot(self.counter_slot(s.counters[n])))
            code += self.returned(s.counters[n], gone)
        return code

    def returned(self, counter: Ex, amount: Expr) -> list[Stmt]:
        """What is paid of a limited supply goes back to it."""
        if counter.parts[0].name not in self.layout.supplies:
            return []
        return [py.add_to(self.supply_slot(counter), ast.Add(), amount)]

    def _paypiecest(self, s: PayPieceSt, word: str, names: list[str]) -> list[Stmt]:
        if s.target is None:
            slot = self.zone_slot(s.source)
            return [py.put(slot, py.call("removed", py.slot(self.zone_slot(s.source)), self.expr(s.piece)))]
        return self._movest(MoveSt(s.position, None, s.piece, s.source, s.target, None, None), word, names)

    def one_or_ask(self, by: Expr, site: Expr, options: str) -> Expr:
        """The sole option, or what the player answers."""
        many = ast.Yield(py.call("ask", by, site, py.name(options)))
        if self.secret:
            return many
        one = py.item(options, py.const(0))
        return py.if_else(py.compare(py.call("len", py.name(options)), ast.Eq(), py.const(1)), one, many)

    secret = False

    def ask_one(self, s: ChooseSt, further: Expr | None) -> list[Stmt]:
        """Choose one; further: a test that the rest of the leading part can be done with an option."""
        source, conditions = self.options(s, further)
        options = self.fresh("options")
        return [
            py.let(options, self.option_list(s, source, conditions)),
            py.let(
                s.variable.python,
                self.one_or_ask(self.expr(s.by), self.site(s.variable.name, s.variable.type, s), options),
            ),
        ]

    def option_list(self, s: ChooseSt, source: Expr, conditions: list[Expr]) -> Expr:
        """The list of what can be chosen."""
        if not conditions:
            return py.call("list", source)
        return py.listed(py.name(s.variable.python), [(s.variable.python, source)], conditions)

    def _choosest(self, s: ChooseSt, word: str, names: list[str]) -> list[Stmt]:
        if s.many:
            return self.choose_many(s, word, names)
        assert s.body is not None
        inner = f"{word}_c{self.fresh('b')}"
        further = self.guard(inner, s.body, [*names[2:], s.variable.python])
        source, conditions = self.options(s, further)
        options = self.fresh("options")
        chosen = py.let(
            s.variable.python,
            self.one_or_ask(self.expr(s.by), self.site(s.variable.name, s.variable.type, s), options),
        )
        return [
            py.let(options, self.option_list(s, source, conditions)),
            py.when(
                py.name(options),
                [chosen, *self.body(inner, s.body, [*names[2:], s.variable.python])],
                self.block(s.otherwise, names, word),
            ),
        ]

    def choose_many(self, s: ChooseSt, word: str, names: list[str]) -> list[Stmt]:
        """Choose a subset; the block form is skipped when there are not enough."""
        source, conditions = self.filtered(s.variable.python, s.source, s.where)
        pool = self.option_list(s, source, conditions)
        limits = [self.expr(e) if e is not None else py.const(None) for e in (s.low, s.high)]
        assert s.variable.type.of is not None
        site = self.site(s.variable.name, s.variable.type.of, s)
        pool_name = self.fresh("pool")
        ask = py.call("choose_many", self.expr(s.by), site, py.name(pool_name), *limits, py.const(s.greedy))
        chosen = py.let(s.variable.python, ast.YieldFrom(ask))
        code: list[Stmt] = [py.let(pool_name, pool)]
        if s.body is None:
            return [*code, chosen]
        enough = (
            py.compare(py.call("len", py.name(pool_name)), ast.GtE(), limits[0])
            if s.low is not None
            else py.name(pool_name)
        )
        return [
            *code,
            py.when(
                enough,
                [chosen, *self.block(s.body, [*names, s.variable.python], word)],
                self.block(s.otherwise, names, word),
            ),
        ]

    # -- counters
    def _gainst(self, s: GainSt, word: str, names: list[str]) -> list[Stmt]:
        name = s.counter.parts[0].name
        slot = self.counter_slot(s.counter)
        amount = self.measured(s.amount)
        if name in self.layout.supplies:
            return self.supplied(s, slot, amount)
        limit = self.limit(s.counter, "max" if s.sign > 0 else "min")
        if s.sign > 0:
            if limit is None:
                return [py.add_to(slot, ast.Add(), amount)]
            return [
                py.put(slot, py.call("min", limit, py.plus(py.slot(self.counter_slot(s.counter)), amount)))
            ]
        less = py.binary(py.slot(self.counter_slot(s.counter)), ast.Sub(), amount)
        return [py.put(slot, py.call("max", limit or py.const(0), less))]

    def measured(self, ex: Ex) -> Expr:
        """A number that is worked out, refused where it grows beyond all measure."""
        value = self.expr(ex)
        grows = ex.type == NUMBER and ex.op in ("arithmetic", "value", "counter", "choice")
        return py.call("measured", value) if grows and not isinstance(value, ast.Constant) else value

    def supplied(self, s: GainSt, slot: Expr, amount: Expr) -> list[Stmt]:
        """Gain out of a limited supply or lose into it; inside `settle` a gain is only a claim."""
        supply = self.supply_slot(s.counter)
        if s.sign < 0:
            lost = self.fresh("lost")
            return [
                py.let(lost, py.call("min", amount, py.slot(slot))),
                py.add_to(self.counter_slot(s.counter), ast.Sub(), py.name(lost)),
                py.add_to(supply, ast.Add(), py.name(lost)),
            ]
        if self.settling:
            claim = py.tuple_of([slot, supply, py.const(NONE), amount, py.const(""), self.whom_to_tell(s)])
            return [py.run(py.call(ast.Attribute(py.name("claims"), "append", ast.Load()), claim))]
        return [py.run(py.call("granted", py.name("s"), slot, supply, amount, py.const(s.all_or_none)))]

    def whom_to_tell(self, s: GainSt) -> Expr:
        """For a claim: the function that hears of what is gained, and its first arguments; None: nobody."""
        event = f"gained {s.counter.parts[0].name}"
        if event not in self.listeners:
            return py.const(None)
        indexes = py.tuple_of([self.expr(p) for p in s.counter.parts[1:]])
        return py.tuple_of([py.name(f"hear_{event.replace(' ', '_')}"), indexes])

    def limit(self, counter: Ex, word: str) -> Expr | None:
        """A counter's declared min or max, None where it has none."""
        declared = counter.parts[0]
        found = self.program.limits.get((declared.name, word))
        return self.expr(found) if found is not None else None

    def _assignst(self, s: AssignSt, word: str, names: list[str]) -> list[Stmt]:
        if s.target.op == "counter":
            value = self.measured(s.value)
            if s.target.type.kind == "truth" and not isinstance(value, ast.Constant):
                value = py.call("int", value)
            elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
                value = py.const(int(value.value))
            return [py.put(self.counter_slot(s.target), value)]
        assert s.where is not None
        owner, made, state = s.target.parts
        table = self.table(f"TURNED_{made.name}_{state}", lambda: self.layout.turned_table(made, state))
        old, new = self.fresh("old"), self.fresh("new")
        code: list[Stmt] = [
            py.let(old, self.expr(owner)),
            py.let(new, py.item(py.item(table, py.name(old)), self.expr(s.value))),
        ]
        code += self.exchanged(s.where, owner, py.name(old), py.name(new))
        if owner.op == "var":
            code.append(py.let(owner.parts[0], py.name(new)))
        return code

    def exchanged(self, place: Ex, owner: Ex, old: Expr, new: Expr) -> list[Stmt]:
        """A piece in another state, where it lies; its rules stay as they are, for its kind does."""
        slot, kind = self.holder(place)
        if kind == "one":
            return [py.put(slot, new)]
        now = py.slot(self.holder(place)[0])
        if kind == "set":
            return [py.put(slot, py.call("added", py.call("removed", now, old), new))]
        if owner.op == "built_in" and owner.parts[0] == "at":
            return [
                py.put(
                    slot,
                    py.call(
                        "exchanged", now, py.binary(self.expr(owner.parts[2]), ast.Sub(), py.const(1)), new
                    ),
                )
            ]
        first = kind == "row" if owner.op == "var" else owner.parts[0] == "front"
        return [py.put(slot, py.call("exchanged", now, py.call("place_of", now, old, py.const(first)), new))]

    def _scorest(self, s: ScoreSt, word: str, names: list[str]) -> list[Stmt]:
        whom, amount = self.fresh("whom"), self.fresh("amount")
        points = py.plus(py.name(whom), py.const(self.layout.counters["points"]))
        source = py.plus(py.name(whom), py.const(self.layout.sources[s.source]))
        return [
            py.let(
                whom,
                self.expr(s.whom) if s.whom.op in ("me", "const") else py.call("there", self.expr(s.whom)),
            ),
            py.let(amount, self.expr(s.amount)),
            py.add_to(points, ast.Add(), py.name(amount)),
            py.add_to(source, ast.Add(), py.name(amount)),
        ]

    # -- pieces
    def holder(self, place: Ex) -> tuple[Expr, str]:
        """The slot of a zone or space, and how it holds pieces: set, row, stack or one."""
        if place.op == "zone":
            return self.zone_slot(place), place.parts[0].order
        return self.space_slot(self.expr(place)), "stack" if self.is_stack(place.type) else "one"

    def active(self, place: Ex) -> bool:
        """Whether the rules of components that lie in a place are in force."""
        if place.op == "zone":
            return bool(place.parts[0].active)
        return self.model.node_boards[place.type.name].active

    def held(self, place: Ex) -> Type:
        """The type of what lies in a place."""
        if place.op == "zone":
            return place.type.of or NUMBER
        return Type("component", self.model.node_boards[place.type.name].holds[place.type.name])

    def rules_change(self, function: str, place: Ex, piece: Expr) -> list[Stmt]:
        """Rules of a component come into force or end when it enters or leaves an active place."""
        held = self.held(place)
        if held.kind != "component" or not self.layout.carries_rules(held.name) or not self.active(place):
            return []
        table = self.table("RULES_OF", lambda: self.layout.rule_table)
        entry = py.item(table, piece)
        return [
            py.run(
                py.call(
                    function,
                    py.name("s"),
                    py.const(self.layout.masks),
                    py.const(self.layout.owners),
                    entry,
                    self.place_owner(place),
                )
            )
        ]

    def place_owner(self, place: Ex) -> Expr:
        """For whom rules in a place count: its player or team, else the table (the last owner)."""
        table_owner = py.const(self.model.persons)
        if place.op == "zone":
            for index, part in zip(place.parts[0].per, place.parts[1:], strict=True):
                if index.kind in ("player", "team"):
                    return self.expr(part)
            return table_owner
        board = self.model.node_boards[place.type.name]
        if board.per is None:
            return table_owner
        return py.item(self.table("OWNER", lambda: self.layout.owner_of_space), self.expr(place))

    def taken_out(self, place: Ex, piece: Expr, end: str | None) -> list[Stmt]:
        """Take a piece out of a place; of a stack the uppermost such piece."""
        slot, kind = self.holder(place)
        if kind == "one":
            code: list[Stmt] = [py.run(py.call("lift_from", py.name("s"), slot, piece))]
        else:
            code = [
                py.put(
                    slot,
                    py.call(
                        "removed_last" if kind == "stack" else "removed",
                        py.slot(self.holder(place)[0]),
                        piece,
                    ),
                )
            ]
        return code + self.rules_change("rule_out", place, piece)

    def put_in(self, place: Ex, piece: Expr, end: str | None) -> list[Stmt]:
        """Put a piece into a place, at an end of it where its order counts."""
        piece = self.at_start(place, piece)
        slot, kind = self.holder(place)
        if kind == "one":
            code: list[Stmt] = [py.run(py.call("settle_on", py.name("s"), slot, piece))]
        elif kind == "set":
            code = [py.put(slot, py.call("added", py.slot(self.holder(place)[0]), piece))]
        elif self.goes_first(kind, end):
            code = [py.put(slot, py.binary(py.tuple_of([piece]), ast.Add(), py.slot(self.holder(place)[0])))]
        else:
            code = [py.put(slot, py.binary(py.slot(self.holder(place)[0]), ast.Add(), py.tuple_of([piece])))]
        if place.op == "zone" and place.parts[0].max:
            full = py.call("within_limit", py.slot(self.zone_slot(place)), py.const(place.parts[0].max))
            code.insert(0, py.run(full))
        return code + self.rules_change("rule_in", place, piece)

    def at_start(self, place: Ex, piece: Expr) -> Expr:
        """A piece that goes back to its box takes its start states."""
        held = self.held(place)
        if place.op != "zone" or held.kind != "component" or place.parts[0].name != f"box_{held.name}":
            return piece
        made = self.model.components[held.name]
        owners = len(made.states["owner"]) if made.per is not None else 1
        if made.combinations == owners:
            return piece
        return py.item(self.table("AT_START", lambda: self.layout.start_table), piece)

    def goes_first(self, kind: str, end: str | None) -> bool:
        """Whether an end of a row or stack is the beginning of its tuple."""
        return end in ("bottom", "front")

    def claim_pieces(self, s: MoveSt) -> list[Stmt]:
        """A move inside `settle`: what a zone is asked for, given out when the block is over."""
        assert s.piece is not None
        source, target = self.holder(s.source), self.holder(s.target)
        amount = self.expr(s.amount) if s.amount is not None else py.const(1)
        claim = py.tuple_of(
            [target[0], source[0], self.expr(s.piece), amount, py.const(target[1]), py.const(None)]
        )
        return [py.run(py.call(ast.Attribute(py.name("claims"), "append", ast.Load()), claim))]

    def _movest(self, s: MoveSt, word: str, names: list[str]) -> list[Stmt]:
        if self.settling and s.piece is not None and s.source.op == "zone" and s.target.op == "zone":
            return self.claim_pieces(s)
        if s.piece is None:
            return self.move_all(s)
        if s.amount is None:
            piece = self.fresh("piece")
            code = [py.let(piece, self.expr(s.piece)), *self.moved(s, py.name(piece))]
            if any(event in self.listeners for event in events_of(s)):
                code.append(py.let("moved", py.tuple_of([py.name(piece)])))
            return code
        piece = self.fresh("piece")
        body = self.moved(s, py.name(piece))
        return [
            py.let(piece, self.expr(s.piece)),
            py.loop("_", py.call("range", self.expr(s.amount)), body),
            py.let("moved", py.binary(py.tuple_of([py.name(piece)]), ast.Mult(), self.expr(s.amount))),
        ]

    def moved(self, s: MoveSt, piece: Expr) -> list[Stmt]:
        """Take a piece out, turn it if `facing` says so, and put it in."""
        code = self.taken_out(s.source, piece, None)
        if s.facing is not None:
            assert s.piece is not None
            made = self.model.components[s.piece.type.name]
            table = self.table(f"TURNED_{made.name}_facing", lambda: self.layout.turned_table(made, "facing"))
            turned = self.fresh("turned")
            code.append(
                py.let(
                    turned,
                    py.item(py.item(table, piece), py.binary(self.expr(s.facing), ast.Sub(), py.const(1))),
                )
            )
            piece = py.name(turned)
        return code + self.put_in(s.target, piece, s.place)

    def move_all(self, s: MoveSt) -> list[Stmt]:
        """Move everything; `moved` then holds the pieces, for listeners."""
        slot, kind = self.holder(s.source)
        if kind == "one":
            piece = self.fresh("piece")
            body = [*self.moved(s, py.name(piece)), py.let("moved", py.tuple_of([py.name(piece)]))]
            return [
                py.let("moved", py.const(())),
                py.let(piece, py.slot(slot)),
                py.when(py.compare(py.name(piece), ast.GtE(), py.const(0)), body),
            ]
        each = self.fresh("each")
        code: list[Stmt] = [py.let("moved", py.slot(slot)), py.put(self.holder(s.source)[0], py.const(()))]
        gone = self.rules_change("rule_out", s.source, py.name(each))
        target, target_kind = self.holder(s.target)
        resets = self.at_start(s.target, py.name(each))
        if gone or target_kind == "one" or not isinstance(resets, ast.Name):
            code.append(
                py.loop(each, py.name("moved"), [*gone, *self.put_in(s.target, py.name(each), s.place)])
            )
            return code
        code.append(py.put(target, self.joined(s.target, target_kind, s.place)))
        came = self.rules_change("rule_in", s.target, py.name(each))
        return [*code, py.loop(each, py.name("moved"), came)] if came else code

    def joined(self, target: Ex, kind: str, end: str | None) -> Expr:
        """A zone with the pieces of `moved` added."""
        now = py.slot(self.holder(target)[0])
        if kind == "set":
            return py.call("merged", now, py.name("moved"))
        if self.goes_first(kind, end):
            return py.binary(py.call("tuple", py.name("moved")), ast.Add(), now)
        return py.binary(now, ast.Add(), py.call("tuple", py.name("moved")))

    def _drawst(self, s: DrawSt, word: str, names: list[str]) -> list[Stmt]:
        slot, kind = self.holder(s.source)
        each = self.fresh("each")
        code: list[Stmt] = [
            py.let("moved", py.call("drawn_from", py.name("s"), slot, py.const(kind), self.expr(s.amount)))
        ]
        body = [
            *self.rules_change("rule_out", s.source, py.name(each)),
            *self.put_in(s.target, py.name(each), s.place),
        ]
        return [*code, py.loop(each, py.name("moved"), body)]

    def _rollst(self, s: RollSt, word: str, names: list[str]) -> list[Stmt]:
        slot, kind = self.holder(s.target)
        faces = s.target.parts[0].faces
        return [
            py.put(
                slot,
                py.call(
                    "rolled", py.name("s"), self.expr(s.amount), self.constant(faces), py.const(kind != "set")
                ),
            )
        ]

    def _fillst(self, s: FillSt, word: str, names: list[str]) -> list[Stmt]:
        slot, kind = self.holder(s.zone)
        values = py.tuple_of([self.expr(v) for v in s.values])
        return [py.put(slot, py.call("tuple", py.call("sorted", values)) if kind == "set" else values)]

    def _pickst(self, s: PickSt, word: str, names: list[str]) -> list[Stmt]:
        source, conditions = self.filtered(s.variable.python, s.source, s.where)
        options = (
            py.listed(py.name(s.variable.python), [(s.variable.python, source)], conditions)
            if conditions
            else source
        )
        return [py.let(s.variable.python, py.call("picked", py.name("s"), options))]

    def _shufflest(self, s: ShuffleSt, word: str, names: list[str]) -> list[Stmt]:
        if s.zone.op == "zone" and s.zone.parts[0].order == "set":
            return []  # a set has no order
        if s.zone.op == "zone":
            slot = self.zone_slot(s.zone)
            once: list[Stmt] = [
                py.put(slot, py.call("shuffled", py.name("s"), py.slot(self.zone_slot(s.zone))))
            ]
        else:
            once = self.shuffle_spaces(s)
        if s.until is None:
            return once
        tries = self.fresh("tries")
        stop = py.when(self.expr(s.until), [ast.Break()])
        fault = ast.Raise(py.call("RuleFault", py.const("no order was found that satisfies `until`")), None)
        made = ast.For(
            ast.Name(tries, ast.Store()), py.call("range", py.const(10_000)), [*once, stop], [fault]
        )
        return [made]

    def shuffle_spaces(self, s: ShuffleSt) -> list[Stmt]:
        """The pieces on the spaces of a board change places."""
        spaces, values, place = self.fresh("spaces"), self.fresh("values"), self.fresh("place")
        slots = py.listed(self.space_slot(py.name(place)), [(place, self.expr(s.zone))], [])
        index = self.fresh("index")
        return [
            py.let(spaces, slots),
            py.let(
                values,
                py.call(
                    "shuffled",
                    py.name("s"),
                    py.listed(py.slot(py.name(place)), [(place, py.name(spaces))], []),
                ),
            ),
            py.loop(
                index,
                py.call("range", py.call("len", py.name(spaces))),
                [py.put(py.item(spaces, py.name(index)), py.item(values, py.name(index)))],
            ),
        ]

    def _revealst(self, s: RevealSt, word: str, names: list[str]) -> list[Stmt]:
        if s.zone.op != "zone":
            return []
        zone = s.zone.parts[0]
        if zone.name not in self.layout.seen:
            self.layout.seen[zone.name] = self.layout.reserve(f"seen {zone.name}", self.zone_count(zone.per))
        slot = py.plus(
            self.index(zone.per, [self.expr(p) for p in s.zone.parts[1:]]),
            py.const(self.layout.seen[zone.name]),
        )
        if s.hide:
            return [py.put(slot, py.const(0))]
        who = (
            py.const((1 << self.model.players) - 1)
            if s.whom is None
            else ast.BinOp(py.const(1), ast.LShift(), self.expr(s.whom))
        )
        return [py.put(slot, ast.BinOp(py.slot(slot), ast.BitOr(), who))]

    def zone_count(self, per: tuple[Type, ...]) -> int:
        """How many zones a family has: the product of what it is per."""
        count = 1
        for index in per:
            count *= self.model.index_size(index)
        return count

    def _swapst(self, s: SwapSt, word: str, names: list[str]) -> list[Stmt]:
        slots = [
            self.counter_slot(e) if e.op == "counter" else self.space_slot(self.expr(e))
            for e in (s.left, s.right)
        ]
        kept, one, two = self.fresh("kept"), self.fresh("one"), self.fresh("two")
        return [
            py.let(one, slots[0]),
            py.let(two, slots[1]),
            py.let(kept, py.slot(py.name(one))),
            py.put(py.name(one), py.slot(py.name(two))),
            py.put(py.name(two), py.name(kept)),
            *self.swapped_rules(s, one, two),
        ]

    def swapped_rules(self, s: SwapSt, one: str, two: str) -> list[Stmt]:
        """Rules go where their carriers go."""
        if s.left.op == "counter" or self.is_stack(s.left.type) or self.is_stack(s.right.type):
            return []
        code: list[Stmt] = []
        for slot, left, came in ((one, s.right, s.left), (two, s.left, s.right)):
            piece = py.slot(py.name(slot))
            change = [*self.rules_change("rule_out", left, piece), *self.rules_change("rule_in", came, piece)]
            if change:
                code.append(py.when(py.compare(piece, ast.GtE(), py.const(0)), change))
        return code

    # -- calls
    def effect_call(self, effect: str, whom: Expr, arguments: list[Expr]) -> Stmt:
        """Call an effect for somebody, through `yield from` if it may ask."""
        value = py.call(f"do_{effect}", py.name("s"), whom, *arguments)
        return py.delegate(value) if ("effect", effect) in self.asking else py.run(value)

    def _callst(self, s: CallSt, word: str, names: list[str]) -> list[Stmt]:
        call = self.effect_call(s.effect, self.expr(s.whom), [self.expr(a) for a in s.arguments])
        guard = self.callee_guard(s)
        if guard is None:
            return [call]
        if s.must:
            fault = ast.Raise(
                py.call("RuleFault", py.const(f"'{s.effect}' must be done, but cannot be")), None
            )
            return [py.when(guard, [call], [fault])]
        return [py.when(guard, [call])]

    def _performst(self, s: PerformSt, word: str, names: list[str]) -> list[Stmt]:
        parts = [
            py.const(self.effect_numbers[s.effect]),
            self.expr(s.whom),
            *(self.expr(a) for a in s.arguments),
        ]
        parts += [py.const(0)] * (self.agenda_width - len(parts))
        return [py.run(py.call("wait", py.name("s"), py.tuple_of(parts)))]

    def _doeffectst(self, s: DoEffectSt, word: str, names: list[str]) -> list[Stmt]:
        table = f"EFFECTS_{s.component}"
        arguments = [py.name("s"), self.expr(s.whom), *(self.expr(a) for a in s.arguments)]
        value = py.call(py.item(table, self.expr(s.piece)), *arguments)
        if any(u[0] == "kind" and u[1] == s.component for u in self.asking):
            result = self.fresh("result")
            run: list[Stmt] = [
                py.let(result, value),
                py.when(
                    py.compare(py.name(result), ast.IsNot(), py.const(None)), [py.delegate(py.name(result))]
                ),
            ]
        else:
            run = [py.run(value)]
        guard = self.kind_guard(s)
        if guard is None:
            return run
        fault = ast.Raise(py.call("RuleFault", py.const("this effect must be done, but cannot be")), None)
        return [py.when(guard, run, [fault] if s.must else [])]

    def _endst(self, s: EndSt, word: str, names: list[str]) -> list[Stmt]:
        if s.what != "game":
            return [py.put(py.const(STEP_SLOT), py.const(self.step_ends[s.what]))]
        if s.after is not None:
            return [py.put(py.const(ENDING), py.const(list(self.model.steps).index(s.after)))]
        return [py.put(py.const(STEP_SLOT), py.const(self.finish_at)), py.put(py.const(AGENDA), py.const(()))]

    # -- structure
    def one_of(self, word: str, s: OneOfSt, names: list[str]) -> list[Stmt]:
        """Choose a branch among those that can be done; none: `otherwise`, or nothing."""
        options, chosen = self.fresh("options"), self.fresh("branch")
        code: list[Stmt] = [py.let(options, ast.List([], ast.Load()))]
        for number, (branch, body) in enumerate(s.branches):
            guard = self.guard(f"{word}_{branch}", body, names[2:])
            offer = py.run(py.call(ast.Attribute(py.name(options), "append", ast.Load()), py.const(number)))
            code.append(offer if guard is None else py.when(guard, [offer]))
        site = self.site("", None, s, [branch for branch, _ in s.branches])
        act: list[Stmt] = []
        for number, (branch, body) in reversed(list(enumerate(s.branches))):
            act = [
                py.when(
                    py.compare(py.name(chosen), ast.Eq(), py.const(number)),
                    self.body(f"{word}_{branch}", body, names[2:]),
                    act,
                )
            ]
        picked = [py.let(chosen, self.one_or_ask(self.expr(s.by), site, options)), *act]
        if s.otherwise:
            return [*code, py.when(py.name(options), picked, self.block(s.otherwise, names, word))]
        return [*code, py.when(py.name(options), picked)]

    def _oneofst(self, s: OneOfSt, word: str, names: list[str]) -> list[Stmt]:
        return self.one_of(f"{word}_o{self.fresh('b')}", s, names)

    def _mayst(self, s: MaySt, word: str, names: list[str]) -> list[Stmt]:
        inner = f"{word}_m{self.fresh('b')}"
        guard = self.guard(inner, s.body, names[2:])
        site = self.site("", None, s, ["no", "yes"])
        answer = ast.Yield(py.call("ask", self.expr(s.by), site, py.const((1, 0))))
        condition = answer if guard is None else py.both([guard, answer])
        return [py.when(condition, self.body(inner, s.body, names[2:]), self.block(s.otherwise, names, word))]

    def _ifst(self, s: IfSt, word: str, names: list[str]) -> list[Stmt]:
        code = self.block(s.otherwise, names, word)
        for condition, block in reversed(s.tests):
            code = [py.when(self.expr(condition), self.block(block, names, word), code)]
        return code

    def _forst(self, s: ForSt, word: str, names: list[str]) -> list[Stmt]:
        source, conditions = self.filtered(s.variable.python, s.source, s.where)
        variable = s.variable.python
        if s.by is not None:
            keyed = py.listed(
                py.tuple_of([self.expr(s.by), py.name(variable)]), [(variable, source)], conditions
            )
            source = py.call("in_order", keyed)
        elif conditions:
            source = py.listed(py.name(variable), [(variable, source)], conditions)
        return [py.loop(variable, source, self.block(s.body, [*names, variable], word))]

    def _repeatst(self, s: RepeatSt, word: str, names: list[str]) -> list[Stmt]:
        body = self.block(s.body, names, word)
        if s.condition is not None:
            body = [py.when(py.negated(self.expr(s.condition)), [ast.Break()]), *body]
        return [py.loop(self.fresh("round"), py.call("times_over", self.expr(s.amount)), body)]

    def _settlest(self, s: SettleSt, word: str, names: list[str]) -> list[Stmt]:
        self.settling = True
        body = self.block(s.body, names, word)
        self.settling = False
        told, got, result = self.fresh("told"), self.fresh("got"), self.fresh("result")
        hear = py.let(
            result,
            py.call(
                py.item(told, py.const(0)),
                py.name("s"),
                ast.Starred(py.item(told, py.const(1)), ast.Load()),
                py.name(got),
            ),
        )
        lines: list[Stmt] = [hear]
        if self.asks((s,)):
            lines.append(
                py.when(
                    py.compare(py.name(result), ast.IsNot(), py.const(None)), [py.delegate(py.name(result))]
                )
            )
        pair = ast.Tuple([ast.Name(told, ast.Store()), ast.Name(got, ast.Store())], ast.Store())
        give = ast.For(pair, py.call("settle", py.name("s"), py.name("claims"), py.const(s.rule)), lines, [])
        return [py.let("claims", ast.List([], ast.Load())), *body, give]

    def _lastingst(self, s: LastingSt, word: str, names: list[str]) -> list[Stmt]:
        slot = py.plus(py.name("me"), py.const(self.layout.lasting[s.number]))
        kept = py.tuple_of([py.const(1), *(py.name(v.python) for v in s.kept)])
        return [py.put(slot, py.binary(py.slot(slot), ast.Add(), kept))]
