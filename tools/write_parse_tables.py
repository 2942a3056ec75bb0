"""Writes the parse tables of the effect language that ship with its grammar.

.venv/bin/python -m tools.write_parse_tables
"""

from __future__ import annotations

import json
from typing import Any

from lark.grammar import Rule
from lark.lexer import TerminalDef

from interpreter.language.parse_tables import GRAMMAR, TABLES, build, made_for

SHIFT = 0


def tables() -> str:
    """The tables as JSON, the same however Python's sets are ordered when they are built."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    data, memo = build(grammar).memo_serialize([TerminalDef, Rule])
    del data["options"]["postlex"]
    data["parser"]["parser"] = ordered(data["parser"]["parser"])
    kept = {"made_for": made_for(grammar), "data": data, "memo": memo}
    return json.dumps(kept, separators=(",", ":")) + "\n"


def ordered(table: dict[str, Any]) -> dict[str, Any]:
    """Number terminals by their names, and states in the order in which they are met from the starts."""
    names = table["tokens"]
    tokens = {name: number for number, name in enumerate(sorted(names.values()))}
    named = {
        state: {names[token]: action for token, action in actions.items()}
        for state, actions in table["states"].items()
    }
    numbers: dict[int, int] = {}
    met = [state for _, state in sorted(table["start_states"].items())]
    for state in met:  # which grows on the way
        if state not in numbers:
            numbers[state] = len(numbers)
            met += [goal for _, (kind, goal) in sorted(named[state].items()) if kind == SHIFT]

    def action(kind: int, goal: Any) -> tuple[int, Any]:
        return (kind, numbers[goal] if kind == SHIFT else goal)

    return {
        **table,
        "tokens": {number: name for name, number in tokens.items()},
        "states": {
            number: {tokens[name]: action(*found) for name, found in sorted(named[state].items())}
            for state, number in numbers.items()
        },
        **{
            key: {start: numbers[state] for start, state in sorted(table[key].items())}
            for key in ("start_states", "end_states")
        },
    }


if __name__ == "__main__":
    TABLES.write_text(tables(), encoding="utf-8")
