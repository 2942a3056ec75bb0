"""Statements that change where pieces lie, and their states, to Python; rules in play follow their carriers.

In: a checked statement. Out: the Python code that carries it out. What was moved is left in the variable
`moved`, of which listeners are told.
"""

from __future__ import annotations

import ast

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import events_of
from interpreter.compiler.counters import CounterCompiler
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.language.checked import (
    AssignSt,
    BuiltInEx,
    CounterEx,
    DrawSt,
    Ex,
    FillSt,
    LocalEx,
    MoveSt,
    PayPieceSt,
    RevealSt,
    RollSt,
    ShuffleSt,
    SwapSt,
    ZoneEx,
)
from interpreter.language.types import MAX_NUMBERS, NUMBER, Type
from interpreter.layout import SEED, UNSEEN


class PieceCompiler(CounterCompiler):
    """Compiles moves, draws, rolls and whatever else changes zones and spaces."""

    # -- places
    def holder(self, place: Ex) -> tuple[Expr, str]:
        """The slot of a zone or space, and how it holds pieces: set, row, stack or one."""
        if isinstance(place, ZoneEx):
            return self.zone_slot(place), place.declared.order
        return self.space_slot(self.expr(place)), "stack" if self.is_stack(place.type) else "one"

    def active(self, place: Ex) -> bool:
        """Whether the rules of components that lie in a place are in force."""
        if isinstance(place, ZoneEx):
            return bool(place.declared.active)
        return self.model.node_boards[place.type.name].active

    def held(self, place: Ex) -> Type:
        """The type of what lies in a place."""
        if isinstance(place, ZoneEx):
            return place.type.of or NUMBER
        return Type("component", self.model.node_boards[place.type.name].holds[place.type.name])

    def rules_change(self, function: str, place: Ex, piece: Expr) -> list[Stmt]:
        """Rules of a component come into force or end when it enters or leaves an active place."""
        held = self.held(place)
        if held.kind != "component" or not self.layout.carries_rules(held.name) or not self.active(place):
            return []
        table = self.table("RULES_OF", lambda: self.layout.rule_table)
        owner, kind = self.place_owner(place)
        member = self.fresh("member") if kind == "team" else ""
        change = py.run(
            py.call(
                function,
                py.name("s"),
                py.const(self.layout.masks),
                py.const(self.layout.owners),
                py.item(table, piece),
                py.name(member) if member else owner,
            )
        )
        members = self.table("MEMBERS", self.members_of_teams)
        return [py.loop(member, py.item(members, owner), [change])] if member else [change]

    def members_of_teams(self) -> tuple[tuple[int, ...], ...]:
        """The players of each team."""
        teams = self.model.teams
        return tuple(tuple(range(team, self.model.players, teams)) for team in range(teams))

    def place_owner(self, place: Ex) -> tuple[Expr, str]:
        """For whom rules in a place count; whether that is a player, a team or the table (the last owner)."""
        if isinstance(place, ZoneEx):
            for index, part in zip(place.declared.per, place.indexes, strict=True):
                if index.kind in ("player", "team"):
                    return self.expr(part), index.kind
            return py.const(self.model.persons), "table"
        board = self.model.node_boards[place.type.name]
        if board.per is None:
            return py.const(self.model.persons), "table"
        owners = self.table("OWNER", lambda: self.layout.owner_of_space)
        return py.item(owners, self.expr(place)), board.per.kind

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
        if isinstance(place, ZoneEx) and place.declared.max:
            full = py.call("within_limit", py.slot(self.zone_slot(place)), py.const(place.declared.max))
            code.insert(0, py.run(full))
        return code + self.rules_change("rule_in", place, piece)

    def at_start(self, place: Ex, piece: Expr) -> Expr:
        """A piece that goes back to its box takes its start states."""
        held = self.held(place)
        if (
            not isinstance(place, ZoneEx)
            or held.kind != "component"
            or place.declared.name != f"box_{held.name}"
        ):
            return piece
        made = self.model.components[held.name]
        owners = len(made.states["owner"]) if made.per is not None else 1
        if made.combinations == owners:
            return piece
        return py.item(self.table("AT_START", lambda: self.layout.start_table), piece)

    def goes_first(self, kind: str, end: str | None) -> bool:
        """Whether an end of a row or stack is the beginning of its tuple."""
        return end in ("bottom", "front")

    # -- states
    def _assignst(self, s: AssignSt, word: str, names: list[str]) -> list[Stmt]:
        if isinstance(s.target, CounterEx):
            return self.assigned(s, s.target)
        assert s.where is not None
        owner, made, state = s.target.owner, s.target.component, s.target.state
        table = self.table(f"TURNED_{made.name}_{state}", lambda: self.layout.turned_table(made, state))
        old, new = self.fresh("old"), self.fresh("new")
        code: list[Stmt] = [
            py.let(old, self.expr(owner)),
            py.let(new, py.item(py.item(table, py.name(old)), self.expr(s.value))),
        ]
        code += self.exchanged(s.where, owner, py.name(old), py.name(new))
        if isinstance(owner, LocalEx):
            code.append(py.let(owner.name, py.name(new)))
        return code

    def exchanged(self, place: Ex, owner: Ex, old: Expr, new: Expr) -> list[Stmt]:
        """A piece in another state, where it lies; its rules stay as they are, for its kind does."""
        slot, kind = self.holder(place)
        if kind == "one":
            return [py.put(slot, new)]
        now = py.slot(self.holder(place)[0])
        if kind == "set":
            return [py.put(slot, py.call("added", py.call("removed", now, old), new))]
        if isinstance(owner, BuiltInEx) and owner.name == "at":
            return [
                py.put(
                    slot,
                    py.call(
                        "exchanged", now, py.binary(self.expr(owner.argument(1)), ast.Sub(), py.const(1)), new
                    ),
                )
            ]
        front = isinstance(owner, BuiltInEx) and owner.name == "front"
        first = kind == "row" if isinstance(owner, LocalEx) else front
        return [py.put(slot, py.call("exchanged", now, py.call("place_of", now, old, py.const(first)), new))]

    # -- moves
    def _paypiecest(self, s: PayPieceSt, word: str, names: list[str]) -> list[Stmt]:
        if s.target is None:
            assert isinstance(s.source, ZoneEx)
            slot = self.zone_slot(s.source)
            amount = self.expr(s.amount) if s.amount is not None else py.const(1)
            left = py.call("removed_some", py.slot(self.zone_slot(s.source)), amount, self.expr(s.piece))
            return [py.put(slot, left)]
        return self._movest(
            MoveSt(s.position, s.amount, s.piece, s.source, s.target, None, None), word, names
        )

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
        if (
            self.settling
            and s.piece is not None
            and isinstance(s.source, ZoneEx)
            and isinstance(s.target, ZoneEx)
        ):
            return self.claim_pieces(s)
        if s.piece is None:
            return self.move_all(s)
        piece = self.fresh("piece")
        code: list[Stmt] = [py.let(piece, self.expr(s.piece))]
        told = any(event in self.listeners for event in events_of(s))
        if s.amount is None:
            code += self.moved(s, py.name(piece))
            return [*code, py.let("moved", py.tuple_of([py.name(piece)]))] if told else code
        amount = self.expr(s.amount)
        if not isinstance(amount, ast.Constant):
            code.append(py.let(f"{piece}_amount", amount))
            amount = py.name(f"{piece}_amount")
        code += self.moved_at_once(s, piece, amount) or [
            py.loop("_", py.call("range", amount), self.moved(s, py.name(piece)))
        ]
        if told:
            code.append(py.let("moved", py.binary(py.tuple_of([py.name(piece)]), ast.Mult(), amount)))
        return code

    def moved_at_once(self, s: MoveSt, piece: str, amount: Expr) -> list[Stmt]:
        """Move equal pieces from one zone to another that is sorted, where nothing else happens to them."""
        places = (s.source, s.target)
        if s.facing is not None or any(
            not isinstance(place, ZoneEx) or place.declared.max for place in places
        ):
            return []
        source, kind = self.holder(s.source)
        target, target_kind = self.holder(s.target)
        changes = [
            change
            for word, place in zip(("rule_out", "rule_in"), places, strict=True)
            for change in self.rules_change(word, place, py.name(piece))
        ]
        same_piece = isinstance(self.at_start(s.target, py.name(piece)), ast.Name)
        if changes or kind == "stack" or target_kind != "set" or not same_piece:
            return []
        now = [py.slot(self.holder(place)[0]) for place in places]
        return [
            py.put(slot, py.call(word, zone, amount, py.name(piece)))
            for word, slot, zone in zip(("removed_some", "added_some"), (source, target), now, strict=True)
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
            py.let(
                "moved",
                py.call(
                    "drawn_from",
                    py.name("s"),
                    slot,
                    py.const(kind),
                    self.expr(s.amount),
                    self.stream(s.source),
                ),
            )
        ]
        body = [
            *self.rules_change("rule_out", s.source, py.name(each)),
            *self.put_in(s.target, py.name(each), s.place),
        ]
        return [*code, py.loop(each, py.name("moved"), body)]

    def stream(self, place: Ex) -> Expr:
        """The chance by which things are drawn from a place, rolled into it or shuffled there."""
        unseen = isinstance(place, ZoneEx) and place.declared.visible != "everyone"
        return py.const(UNSEEN if unseen else SEED)

    def rolls(self, s: RollSt) -> Expr:
        """How many dice a roll rolls: there may be no more than numbers in a range."""
        amount = self.expr(s.amount)
        if isinstance(amount, ast.Constant) and self.work.rolled(s) < MAX_NUMBERS:
            return amount
        return py.call("len", py.call("times_over", amount))

    def _rollst(self, s: RollSt, word: str, names: list[str]) -> list[Stmt]:
        slot, kind = self.holder(s.target)
        faces = s.target.declared.faces
        return [
            py.put(
                slot,
                py.call(
                    "rolled",
                    py.name("s"),
                    self.rolls(s),
                    self.constant(faces),
                    py.const(kind != "set"),
                    self.stream(s.target),
                ),
            )
        ]

    def _fillst(self, s: FillSt, word: str, names: list[str]) -> list[Stmt]:
        slot, kind = self.holder(s.zone)
        values: Expr = py.tuple_of([self.expr(v) for v in s.values])
        if len(s.values) == 1 and s.values[0].type.kind == "set":
            values = py.call("tuple", self.expr(s.values[0]))
        values = py.call("tuple", py.call("sorted", values)) if kind == "set" else values
        each = self.fresh("each")
        gone = self.rules_change("rule_out", s.zone, py.name(each))
        came = self.rules_change("rule_in", s.zone, py.name(each))
        if not gone:
            return [py.put(slot, values)]
        return [
            py.loop(each, py.slot(self.holder(s.zone)[0]), gone),
            py.put(slot, values),
            py.loop(each, py.slot(self.holder(s.zone)[0]), came),
        ]

    def _shufflest(self, s: ShuffleSt, word: str, names: list[str]) -> list[Stmt]:
        if isinstance(s.zone, ZoneEx) and s.zone.declared.order == "set":
            return []  # a set has no order
        if isinstance(s.zone, ZoneEx):
            slot = self.zone_slot(s.zone)
            once: list[Stmt] = [
                py.put(
                    slot,
                    py.call("shuffled", py.name("s"), py.slot(self.zone_slot(s.zone)), self.stream(s.zone)),
                )
            ]
        else:
            once = self.shuffle_spaces(s)
        if s.until is None:
            return once
        tries = self.fresh("tries")
        stop = py.when(self.expr(s.until), [ast.Break()])
        once = [py.run(py.call("worked", py.name("s"), py.const(self.work.try_of(s)))), *once]
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
        if not isinstance(s.zone, ZoneEx):
            return []
        zone = s.zone.declared
        if zone.name not in self.layout.seen:
            self.layout.seen[zone.name] = self.layout.reserve(f"seen {zone.name}", self.zone_count(zone.per))
        slot = py.plus(
            self.index(zone.per, [self.expr(p) for p in s.zone.indexes]),
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
            self.counter_slot(e) if isinstance(e, CounterEx) else self.space_slot(self.expr(e))
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
        if isinstance(s.left, CounterEx) or self.is_stack(s.left.type) or self.is_stack(s.right.type):
            return []
        code: list[Stmt] = []
        for slot, left, came in ((one, s.right, s.left), (two, s.left, s.right)):
            piece = py.slot(py.name(slot))
            change = [*self.rules_change("rule_out", left, piece), *self.rules_change("rule_in", came, piece)]
            if change:
                code.append(py.when(py.compare(piece, ast.GtE(), py.const(0)), change))
        return code
