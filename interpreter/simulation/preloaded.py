"""What a worker process has from the process that all of them are forked from: imports, and what they make.

A first game is made there, for parser and schemas are made when they are first needed.
"""

from contextlib import suppress

from interpreter.reading import SourceTexts
from interpreter.reading.ruleset_folder import FileText
from interpreter.simulation import parcel, playing

with suppress(ImportError):
    import wasmtime

__all__ = ["parcel", "playing", "wasmtime"]

_MAIN = """
id: first
format: 1
title: First
players: 2
files: [part.yaml]
zones: {die: {holds: number, faces: 6}}
actions: {roll: {do: roll 1 into die}}
flow: [{step: turn, players: players, actions: [roll]}]
"""
_PART = "boards: {row: {shape: square, layouts: {one: {picture: '. x'}}}}\n"
_FIRST = {"ruleset.yaml": FileText("ruleset.yaml", _MAIN), "part.yaml": FileText("part.yaml", _PART)}

# It must not keep anybody from beginning.
with suppress(parcel.Refused):
    parcel.game_from([SourceTexts("ruleset", "first", _FIRST)], 2, {})
parcel.own_version()
