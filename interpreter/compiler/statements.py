"""Checked statements to Python statements: bodies, choices, calls, structure.

In: a checked body. Out: the Python code of its function, whose statements have their places in the rule file.
A body that may ask becomes a generator that yields requests.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.compiler import python_ast as py
from interpreter.compiler.asking import ends_game
from interpreter.compiler.leading import leading_part
from interpreter.compiler.pieces import PieceCompiler
from interpreter.compiler.python_ast import Expr, Stmt
from interpreter.language.checked import (
    CallSt,
    ChooseSt,
    DoEffectSt,
    EndSt,
    ForSt,
    IfSt,
    LastingSt,
    LetSt,
    MaySt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    SettleSt,
    St,
    StBlock,
)
from interpreter.layout import ENDING, OVER, SECRET
from interpreter.layout import STEP as STEP_SLOT


class StatementCompiler(PieceCompiler):
    """Compiles blocks.

    What a statement does to rules in play and to listeners is compiled in where it can matter. Methods for
    statements return the code that carries them out; `word` names the body they stand in, `names` its
    variables.
    """

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
                code += self.at(s, self.ask_one(s, rest, further))
                names.append(s.variable.python)
                stretch, place = inner, -1
            elif isinstance(s, DoEffectSt):
                code += self.at(s, self._doeffectst(s, stretch, names))
            elif isinstance(s, OneOfSt):
                code += self.at(s, self.one_of(f"{stretch}_{place}", s, names))
            elif isinstance(s, PaySt):
                inner, further = f"{stretch}_{place}", None
                if rest and self.may_read_counters(rest, s):
                    further = self.stretch(inner, rest, names)
                    stretch, place = inner, -1
                done, told = self.told(s, self.at(s, self.pay(s, further)))
                code += done
                tells += told
            else:
                done, told = self.told(s, self.statement(s, stretch, names))
                code += done
                tells += told
                if isinstance(s, PayPieceSt) and rest and self.may_read_pieces(rest, s):
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
            if ends_game(s):
                break
            if isinstance(s, (LetSt, PickSt)) or (isinstance(s, ChooseSt) and s.body is None):
                names.append(s.variable.python)
        return code

    def statement(self, s: St, word: str, names: list[str]) -> list[Stmt]:
        """Compile one statement, without telling listeners."""
        return self.at(s, getattr(self, "_" + type(s).__name__.lower())(s, word, names))

    # -- leading statements, when carried out
    def _requirest(self, s: RequireSt, word: str, names: list[str]) -> list[Stmt]:
        return []

    def _letst(self, s: LetSt, word: str, names: list[str]) -> list[Stmt]:
        return [py.let(s.variable.python, self.expr(s.value))]

    def _pickst(self, s: PickSt, word: str, names: list[str]) -> list[Stmt]:
        source, conditions = self.filtered(s.source, s.where)
        each = self.work.candidate(s)
        source = self.counted_values(source, each, self.work.size(s.source) * each)
        options = (
            py.listed(py.name(s.variable.python), [(s.variable.python, source)], conditions)
            if conditions
            else source
        )
        return [py.let(s.variable.python, py.call("picked", py.name("s"), options))]

    def one_or_ask(self, by: Expr, site: Expr, options: str) -> Expr:
        """The sole option, or what the player answers; in secret that is asked too."""
        many = ast.Yield(py.call("ask", by, site, py.name(options)))
        one = py.item(options, py.const(0))
        sole = py.compare(py.call("len", py.name(options)), ast.Eq(), py.const(1))
        return py.if_else(py.both([sole, py.negated(py.slot(py.const(SECRET)))]), one, many)

    def ask_one(self, s: ChooseSt, rest: Sequence[St], further: Expr | None) -> list[Stmt]:
        """Choose one; further: a test that the rest of the leading part can be done with an option."""
        source, conditions = self.options(s, further)
        options = self.fresh("options")
        return [
            py.let(options, self.option_list(s, self.counted_options(s, source, rest), conditions)),
            py.let(
                s.variable.python,
                self.one_or_ask(self.expr(s.by), self.site(s.variable.name, s.variable.type, s), options),
            ),
        ]

    def counted_options(self, s: ChooseSt, source: Expr, rest: Sequence[St]) -> Expr:
        """What a choice is made from, counted where looking through it can be much work."""
        each = self.work.option(s, rest)
        return self.counted_values(source, each, self.work.size(s.source) * each)

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
        source = self.counted_options(s, source, leading_part(s.body))
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
        source, conditions = self.filtered(s.source, s.where)
        source = self.counted_options(s, source, ())
        pool = self.option_list(s, source, conditions)
        limits = [self.expr(e) if e is not None else py.const(None) for e in (s.low, s.high)]
        assert s.variable.type.of is not None
        site = self.site(s.variable.name, s.variable.type.of, s)
        pool_name = self.fresh("pool")
        ask = py.call(
            "choose_many",
            py.name("s"),
            self.expr(s.by),
            site,
            py.name(pool_name),
            *limits,
            py.const(s.greedy),
        )
        chosen = py.let(s.variable.python, ast.YieldFrom(ask))
        if s.repeats:
            pool = py.call("repeated", pool, limits[1])
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
        if s.after is not None:
            ends = py.put(py.const(ENDING), py.const(list(self.model.steps).index(s.after)))
        elif s.what == "game":
            return [py.run(py.call("game_over", py.name("s"), py.const(self.finish_at)))]
        else:
            ends = py.put(py.const(STEP_SLOT), py.const(self.step_ends[s.what]))
        # The end of the game is final.
        return [py.when(py.compare(py.slot(py.const(ENDING)), ast.NotEq(), py.const(OVER)), [ends])]

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
        source, conditions = self.filtered(s.source, s.where)
        each = self.work.round(s)
        source = self.counted_values(source, each, self.work.rounds(s) * each)
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
        each = self.work.round(s)
        if self.work.is_heavy(self.work.rounds(s) * each):
            body = [py.run(py.call("worked", py.name("s"), py.const(each))), *body]
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
        return [py.let("claims", ast.List([], ast.Load())), *body, py.when(py.name("claims"), [give])]

    def _lastingst(self, s: LastingSt, word: str, names: list[str]) -> list[Stmt]:
        slot = py.plus(py.name("me"), py.const(self.layout.lasting[s.number]))
        kept = py.tuple_of([py.const(1), *(py.name(v.python) for v in s.kept)])
        return [py.put(slot, py.call("piled", py.slot(slot), kept))]
