"""The table of problem codes: each stable code with its one sentence and its usual severity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: its stable code, what it says in one sentence, and how grave it is."""

    code: str
    sentence: str
    severity: Literal["error", "warning"] = "error"


_ALL = (
    # reading: files and YAML
    Code("file-not-found", "A file that is named does not exist, or is not an ordinary file."),
    Code("file-unreadable", "A file is there but cannot be read."),
    Code("file-too-large", "A file, or all files of a ruleset together, are larger than allowed."),
    Code("outside-folder", "A ruleset may only read files inside its own folder."),
    Code("not-utf-8", "A file must be text in UTF-8."),
    Code("bad-character", "A file contains a character that YAML does not allow."),
    Code("yaml-syntax", "The file is not well-formed YAML."),
    Code("duplicate-key", "A key stands twice in one map."),
    Code("bad-key", "A key of a map must be a word, a text or a whole number."),
    Code("alias", "YAML anchors, aliases and merge keys are not allowed in a ruleset."),
    Code("tag", "YAML tags are not allowed in a ruleset."),
    Code("too-deep", "The YAML is nested more deeply than allowed."),
    Code("too-many-values", "A file holds more values than allowed."),
    Code("number-not-whole", "Numbers must be decimal whole numbers; anything else needs quotes."),
    Code("number-too-large", "A number must lie between -2^53 and 2^53."),
    Code("defined-twice", "A name is defined twice in one section."),
    # schema check: shape
    Code("unknown-key", "A key is not known here."),
    Code("missing-key", "A key that is required here is missing."),
    Code("wrong-type", "A value has the wrong type."),
    Code("not-one-of", "A value is not one of the values allowed here."),
    Code("bad-name", "A name or id is not written as it must be."),
    Code("out-of-range", "A number is smaller or larger than allowed here."),
    Code("wrong-length", "A list, map or text has too few or too many entries."),
    Code("wrong-shape", "A value does not have the shape required here."),
    # names
    Code("unknown-name", "A name is used that is not defined anywhere."),
    Code("wrong-kind-of-name", "A name is defined, but as something else than is needed here."),
    # model and language
    Code("syntax", "An effect text is not well formed."),
    Code("board", "A board or table is not built as it must be."),
    Code("flow", "A step of the flow is not built as it must be."),
    Code("option-value", "An option cannot have the value that was chosen."),
    Code("too-large", "Something is larger than the limits allow."),
    # the effect language: types and places
    Code("type", "A value has the wrong type for its place."),
    Code("arguments", "There are too many, too few or unfitting arguments."),
    Code("missing-arguments", "A name needs arguments in brackets."),
    Code("ambiguous", "A name means several things here and nothing tells which."),
    Code("no-me", "Nobody is at turn here, so there is no `me`."),
    Code("where-from", "Nothing tells where a piece lies that is to be moved or changed."),
    Code("after-change", "A condition, payment or bare choice stands after a change: it comes too late."),
    Code("division", "A division by zero."),
    # the whole program
    Code("circle", "A value reads itself, directly or through others."),
    Code("endless", "Effects call each other in a circle that cannot end."),
    Code(
        "lookahead", "Very many combinations of choices must be tried to know what can be offered.", "warning"
    ),
    Code("hidden-choice", "Somebody chooses among things that are hidden from them.", "warning"),
    # overlays
    Code("no-effect", "An operation of an overlay changes nothing."),
    Code("overlay-target", "An overlay changes something that the ruleset does not have."),
    Code("already-defined", "An overlay adds something that is already there."),
    Code("overlay-conflict", "Two overlays make changes that cannot both hold."),
    Code("removed-by-overlay", "Something is needed that an overlay removed."),
    Code("overlay-base", "An overlay is written for another ruleset than the one it is used with."),
    Code("overlay-needs", "An overlay needs another overlay that is not there."),
    Code("overlay-excludes", "Two overlays cannot be used together."),
    Code("overlay-cycle", "Overlays need each other in a circle."),
)

CODES: Mapping[str, Code] = MappingProxyType({code.code: code for code in _ALL})
