"""A code of a problem in words: what it says, its smallest faulty example, and the mended one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from cli.show.screen import say

if TYPE_CHECKING:
    from interpreter import Code


def show_code(name: str, as_json: bool) -> int:
    """Print what the table says of a code; one that is not there is a fault of the user's."""
    from interpreter import codes, nearest

    code = codes().get(name)
    if code is None:
        near = nearest(name, codes())
        hint = f"; did you mean '{near}'?" if near else "; of a game, say the NAME of a thing too"
        raise click.BadParameter(f"there is no code '{name}'{hint}", param_hint="'CODE'")
    say(json.dumps(code_json(code)) if as_json else code_text(code))
    return 0


def code_text(code: Code) -> str:
    """Return the sentence and both examples; of the mended one only the files that differ."""
    lines = [f"{code.code} ({code.severity})", f"  {code.sentence}"]
    for word, files in (("faulty", code.example.files), ("mended", code.example.changed)):
        for name, text in files.items():
            lines += ["", f"  {word}: {name}", *(f"    {line}" for line in text.splitlines())]
    return "\n".join([*lines, *(f"  {note}" for note in code.example.notes)])


def code_json(code: Code) -> dict[str, Any]:
    """Return all that the table says of a code."""
    file, line = code.example.place
    return {
        "code": code.code,
        "severity": code.severity,
        "group": code.group,
        "sentence": code.sentence,
        "faulty": dict(code.example.files),
        "place": {"file": file, "line": line},
        "mended": code.example.mended,
        "notes": list(code.example.notes),
    }
