"""What the host of a game does in Python, as functions of a module: agenda, scoring, hidden counters.

In: a game. Out: functions of the run time that only this game has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter import layout
from interpreter.compiler import ir
from interpreter.compiler.ir import Const, Expr, Function, GameCall, Let, Put, Return, Run, Slot, Stmt, When
from interpreter.compiler.signatures import NUMBERS
from interpreter.play.compiled import FinalLine
from interpreter.play.game import Game
from interpreter.play.standings import VICTORY
from interpreter.wasm.machine import Machine, NamedNumber, Raw, RunTime, RunTimeFunction

_ME = ir.local("me")
_NUMBER = ir.local("number")
_STATE = ir.local("s")


def functions_of_game(game: Game) -> dict[str, RunTimeFunction]:
    """The functions of a module that are neither compiled rules nor the same for all games, by name."""
    made = [
        _function("draw_options", [], _drawing(game)),
        _function("least_hidden", ["number"], _limits(game, "least")),
        _function("most_hidden", ["number"], _limits(game, "most")),
        _function("has_most", ["number"], [Return(_one_of(_limited(game), _NUMBER))], state=False),
        _function("run_agenda", [], _agenda(game)),
        _function("final_points", ["piece", "me"], _points_of_pieces(game)),
        _function("preview", ["me"], _preview(game)),
        _function("ending", ["to"], _ending(game), state=False),
        _function("points_by_source", ["to"], _points_by_source(game)),
        _function("set_work", [], [_no_work()]),
        _function("outlook", ["me"], _outlook(game)),
        # The first part of `State.turn`.
        _function("turn_of", [], [Return(_sum([_slot(slot) for slot in game.turn_slots]))]),
    ]
    return {each.code.name: each for each in made}


def ending_of(game: Game) -> list[Expr]:
    """How a game has ended: who has won, if that was said; how it went (`Game.course`).

    Then points, and each tie-break of each who is scored.
    """
    numbers = [_slot(layout.WON), *map(_slot, game.course_slots)]
    numbers += [_call("preview", ir.const(person)) for person in range(game.scored)]
    measures = [measure.__name__ for _, measure in game.ties]
    return [*numbers, *(GameCall(name, [ir.const(one)]) for name in measures for one in range(game.scored))]


# ---- short words


def _function(
    name: str, parameters: Sequence[str], body: Iterable[Stmt], *, state: bool = True
) -> RunTimeFunction:
    return RunTimeFunction(Function(name, [*map(ir.local, parameters)], [*body], "", 1), state)


def _slot(number: int) -> Expr:
    return Slot(ir.const(number))


def _call(name: str, *given: Expr) -> Expr:
    """A call of a function of the run time that is given the state."""
    return RunTime(name, [_STATE, *given])


def _fail() -> Stmt:
    return Run(RunTime("fail", []))


def _no_work() -> Stmt:
    return Put(NamedNumber("WORK"), ir.const(0))


def _sum(parts: Sequence[Expr]) -> Expr:
    total: Expr = ir.const(0)
    for number, part in enumerate(parts):
        total = Machine("+", total, part) if number else part
    return total


def _one_of(numbers: Sequence[int], number: Expr) -> Expr:
    return RunTime("has", [Const(tuple(numbers)), number])


def _is(number: Expr, value: int) -> Expr:
    return ir.Compare("==", number, ir.const(value))


# ---- the functions


def _drawing(game: Game) -> Iterator[Stmt]:
    """Options that are drawn, before anything else."""
    for option in game.model.options.values():
        if option.value is not None or option.ask:
            continue
        choices = Const(tuple(int(each) for each in option.choices))
        size = ir.const(len(choices.value))
        if option.type.kind != "set":
            drawn = RunTime("item", [choices, _call("below", size, NamedNumber("SEED"))])
        else:
            many = RunTime("least_of", [ir.const(option.drawn), size])
            taken = RunTime("cut", [_call("shuffled", choices), ir.const(0), many])
            drawn = RunTime("both", [choices, taken])
        yield Put(ir.const(game.layout.options[option.name]), drawn)


def _agenda(game: Game) -> Iterator[Stmt]:
    """The first entry of the agenda, and what each number on it means."""
    width, agenda = ir.const(game.agenda_width), Slot(ir.const(layout.AGENDA), NUMBERS)
    entry = ir.local("entry")
    yield Let("entry", RunTime("cut", [agenda, ir.const(0), width]))
    yield Put(ir.const(layout.AGENDA), RunTime("cut", [agenda, width, RunTime("len", [agenda])]))
    yield Let("number", RunTime("item", [entry, ir.const(0)]))
    for number, waiting in enumerate(game.compiled.agenda):
        if waiting.parameters + 2 > game.agenda_width:
            continue
        given = [Raw(entry, ir.const(place + 1)) for place in range(waiting.parameters + 1)]
        doing: Stmt = Run(GameCall(waiting.do, given))
        if waiting.can is not None:
            doing = When(GameCall(waiting.can, given), [doing])
        count = Run(_call("count_work", ir.const(waiting.work)))
        yield When(_is(_NUMBER, number), [count, doing, Return()])
    yield _fail()


def _points_of_pieces(game: Game) -> Iterator[Stmt]:
    """What the scoring lines of a piece give a player."""
    piece, points = ir.local("piece"), game.compiled.points
    beyond = [ir.Compare("<", piece, ir.const(0)), ir.Compare(">=", piece, ir.const(len(points)))]
    yield When(ir.either(beyond), [_fail()])
    for component in game.layout.crowds:
        of_kind, made = f"points_of_{component}", game.model.components[component]
        if of_kind in game.compiled.functions and made.tokens:
            here = ir.Between(ir.const(made.tokens[0]), piece, ir.const(made.tokens[-1]))
            kind = Machine("//", Machine("-", piece, ir.const(made.first)), ir.const(made.combinations))
            yield When(here, [Return(GameCall(of_kind, [_ME, kind]))])
    by_lines: dict[tuple[str, ...], list[int]] = {}
    for number, lines in enumerate(points):
        by_lines.setdefault(lines, []).append(number)
    for names, pieces in by_lines.items():
        if names:
            yield When(_one_of(pieces, piece), [Return(_sum([GameCall(name, [_ME]) for name in names]))])


def _preview(game: Game) -> Iterator[Stmt]:
    """Points so far with the final scoring, as `State.preview` counts them."""
    points: list[Expr] = [Slot(Machine("+", ir.const(game.layout.counters["points"]), _ME))]
    points += [_line(line, game.layout, game.model.persons) for line in game.final]
    yield Let("points", _sum(points))
    yield _no_work()
    yield Return(RunTime("measured", [ir.local("points")]))


def _line(line: FinalLine, where: layout.SlotLayout, persons: int) -> Expr:
    """What a scoring line gives, where its rule is in force, for each copy of what carries it."""

    def of_owner(first: int, operator: str) -> Expr:
        own = Slot(Machine("+", ir.const(first), _ME))
        return Machine(operator, own, _slot(first + persons)) if line.on_table else own

    points: Expr = GameCall(line.points.__name__, [_ME])
    if line.rule is None:
        return points
    word, bit = line.rule
    if line.copies >= 0:
        points = Machine("*", of_owner(line.copies, "+"), points)
    in_force = Machine("&", of_owner(where.masks + word * where.owners, "|"), ir.const(bit))
    return ir.Choice(in_force, points, ir.const(0))


def _points_by_source(game: Game) -> Iterator[Stmt]:
    """The points of each person from each source, as words, with the final scoring."""
    for place, (source, first) in enumerate(game.layout.sources.items()):
        for person in range(game.scored):
            lines = [line for line in game.final if line.source == source]
            given = [_line(line, game.layout, game.model.persons) for line in lines]
            yield Let("me", ir.const(person))
            at = Machine("+", ir.local("to"), ir.const(4 * (place * game.scored + person)))
            yield Run(RunTime("store_small", [at, _sum([_slot(first + person), *given])]))
            yield _no_work()


def _ending(game: Game) -> Iterator[Stmt]:
    for place, each in enumerate(ending_of(game)):
        yield Run(RunTime("store", [Machine("+", ir.local("to"), ir.const(8 * place)), each]))
        yield Run(_call("set_work"))


def _outlook(game: Game) -> Iterator[Stmt]:
    """The weighed sum of the lines that say how a player stands, as `standings.outlook`."""
    lines: list[Expr] = [_call("preview", _ME)]
    lines += [GameCall(points.__name__, [_ME]) for points in game.outlook]
    if set(game.weights) != {1}:
        lines = [Machine("*", _weight(place), line) for place, line in enumerate(lines)]
    yield Let("found", _sum(lines))
    yield _no_work()
    broken_off = [_slot(layout.FINISHED), _is(_slot(layout.WON), layout.UNDECIDED)]
    lost = Machine("-", ir.local("found"), ir.const(VICTORY))
    yield When(ir.both(broken_off), [Return(lost)])
    if game.model.team_size == 1:
        won = _slot(layout.WON)
        bit = Machine("&", won, Machine("<<", ir.const(1), _ME))
        named = [ir.Compare(">", won, ir.const(0)), ir.Compare("!=", bit, ir.const(0))]
        victory = Machine("+", ir.local("found"), ir.const(VICTORY))
        yield When(ir.both([_slot(layout.FINISHED), *named]), [Return(victory)])
    yield Return(ir.local("found"))


def _weight(place: int) -> Expr:
    return RunTime("load", [Machine("+", NamedNumber("WEIGHTS"), ir.const(8 * place))])


def _limits(game: Game, word: str) -> Iterator[Stmt]:
    """What hidden counters can hold at least or at most."""
    for number, counter in enumerate(game.hidden_counters):
        limit = counter.least if word == "least" else counter.most
        if limit is not None:
            given = [ir.const(each) for each in limit.arguments]
            function = limit.function
            found = ir.const(limit.value) if function is None else GameCall(function.__name__, given)
            yield When(_is(_NUMBER, number), [Return(found)])
    yield _fail()


def _limited(game: Game) -> list[int]:
    return [number for number, each in enumerate(game.hidden_counters) if each.most is not None]
