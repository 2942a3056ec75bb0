"""What the host of a game does in Python, as text for the printer: agenda, scoring, the end, hidden counters.

In: a game. Out: functions in the dialect of `library`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import layout
from interpreter.play.game import FinalLine, Game


def text_of_game(game: Game) -> str:
    """The functions of a game that its form does not have."""
    parts = [
        _drawing(game),
        _limits(game),
        _agenda(game),
        _points_of_pieces(game),
        _scoring(game),
        _ending(game),
    ]
    return "\n".join(parts)


def _drawing(game: Game) -> str:
    """Options that are drawn, before anything else."""
    lines = ["def draw_options(s):", "    return 0"]
    for number, option in enumerate(game.model.options.values()):
        if option.value is not None or option.ask:
            continue
        slot, choices = game.layout.options[option.name], tuple(int(each) for each in option.choices)
        if option.type.kind != "set":
            drawn = f"item({choices}, below(s, {len(choices)}, SEED))"
        else:
            drawn = (
                f"both({choices}, cut(shuffled(s, {choices}), 0, least_of({option.drawn}, {len(choices)})))"
            )
        lines.insert(-1, f"    s[{slot}] = {drawn}")
        del number
    return "\n".join(lines)


def _agenda(game: Game) -> str:
    """The first entry of the agenda, and what each number on it means."""
    width = game.agenda_width
    lines = [
        "def run_agenda(s):",
        f"    entry = cut(s[{layout.AGENDA}], 0, {width})",
        f"    s[{layout.AGENDA}] = cut(s[{layout.AGENDA}], {width}, len(s[{layout.AGENDA}]))",
        "    number = item(entry, 0)",
    ]
    for number, waiting in enumerate(game.form.agenda):
        if waiting.parameters + 2 > width:
            continue
        given = ", ".join(["s", *(f"entry[{place + 1}]" for place in range(waiting.parameters + 1))])
        call = f"{waiting.do}({given})"
        lines += [f"    if number == {number}:", f"        count_work(s, {waiting.work})"]
        if waiting.can is not None:
            lines += [f"        if {waiting.can}({given}):", f"            {call}", "        return 0"]
        else:
            lines += [f"        {call}", "        return 0"]
    return "\n".join([*lines, "    fail()"])


def _points_of_pieces(game: Game) -> str:
    """What the scoring lines of a piece give a player."""
    by_lines: dict[tuple[str, ...], list[int]] = {}
    for piece, lines in enumerate(game.form.points):
        by_lines.setdefault(lines, []).append(piece)
    text = [
        "def final_points(s, piece, player):",
        f"    if piece < 0 or piece >= {len(game.form.points)}:",
        "        fail()",
    ]
    for names, pieces in by_lines.items():
        if names:
            text += [f"    if has({tuple(pieces)}, piece):", f"        return {_sum(names, 'player')}"]
    return "\n".join([*text, "    return 0"])


def _sum(names: Sequence[str], person: str) -> str:
    return " + ".join(f"{name}(s, {person})" for name in names)


def _scoring(game: Game) -> str:
    """Points so far with the final scoring, as `State.preview` counts them."""
    where, persons = game.layout, game.model.persons
    lines = ["def preview(s, person):", f"    points = s[{where.counters['points']} + person]"]
    for line in game.final:
        lines += _line(line, where, persons)
    return "\n".join([*lines, "    s[WORK] = 0", "    return measured(points)"])


def _line(line: FinalLine, where: layout.Layout, persons: int) -> list[str]:
    points = f"{line.points.__name__}(s, person)"
    if line.rule is None:
        return [f"    points = points + {points}"]
    word, bit = line.rule
    first = where.masks + word * where.owners
    shared = f" | s[{first + persons}]" if line.on_table else ""
    copies = ""
    if line.copies >= 0:
        more = f" + s[{line.copies + persons}]" if line.on_table else ""
        copies = f"(s[{line.copies} + person]{more}) * "
    return [f"    if (s[{first} + person]{shared}) & {bit}:", f"        points = points + {copies}{points}"]


def ending_of(game: Game) -> list[str]:
    """What is told of the end of a game: who has won, if that was said; turns of each step that gives some.

    Then points, and each tie-break of each who is scored.
    """
    numbers = ["s[WON]", *(f"s[{slot}]" for slot in game.turn_slots)]
    numbers += [f"preview(s, {person})" for person in range(game.scored)]
    numbers += [f"{measure.__name__}(s, {one})" for _, measure in game.ties for one in range(game.scored)]
    return numbers


def _ending(game: Game) -> str:
    lines = ["def ending(to):"]
    for place, each in enumerate(ending_of(game)):
        lines += [f"    store(to + {8 * place}, {each})", "    set_work(0)"]
    return "\n".join(
        [
            *lines,
            "def set_work(s):",
            "    s[WORK] = 0",
            "def outlook(s, person):",
            _outlook(game),
            _turns(game),
        ]
    )


def _turns(game: Game) -> str:
    """The first part of `State.turn`."""
    slots = " + ".join(f"s[{slot}]" for slot in game.turn_slots)
    return f"def turn_of(s):\n    return {slots or 0}"


def _outlook(game: Game) -> str:
    counted = [f"load(WEIGHTS + {8 * place}) * " for place in range(len(game.weights))]
    if set(game.weights) == {1}:
        counted = [""] * len(counted)
    names = ["preview", *(points.__name__ for points in game.outlook)]
    total = " + ".join(f"{weight}{name}(s, person)" for weight, name in zip(counted, names, strict=True))
    return f"    found = {total}\n    s[WORK] = 0\n    return found"


def _limits(game: Game) -> str:
    """What hidden counters can hold at least and at most, as functions."""
    lines = []
    for word in ("least", "most"):
        lines.append(f"def {word}_hidden(s, number):")
        for number, counter in enumerate(game.hidden_counters):
            limit = counter.least if word == "least" else counter.most
            if limit is not None:
                given = ", ".join(["s", *map(str, limit.arguments)])
                found = str(limit.value) if limit.function is None else f"{limit.function.__name__}({given})"
                lines += [f"    if number == {number}:", f"        return {found}"]
        lines.append("    fail()")
    limited = tuple(number for number, each in enumerate(game.hidden_counters) if each.most is not None)
    return "\n".join([*lines, "def has_most(number):", f"    return has({limited}, number)"])
