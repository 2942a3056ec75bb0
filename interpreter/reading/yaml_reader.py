"""Text of a YAML file in, a tree of located values out; whatever is wrong becomes a problem.

Scalars follow the core schema of YAML 1.2 narrowed to what rules need: `on`, `yes` and `no` are words,
numbers are decimal and whole, dates are texts. The reader works on the parser's flat stream of events, not
on its composed nodes: so a deeply nested file cannot exhaust the stack, an alias is seen before it is
expanded, and an explicit tag is told from a resolved one.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from interpreter.problems import Position, Problems
from interpreter.reading.located_value import Located, PlacedContent
from interpreter.reading.yaml_faults import QUOTES_NEEDED, report_syntax

MAX_DEPTH = 40
MAX_BYTES = 5_000_000
# Files of five million bytes may hold two million values; their places would take a gigabyte.
MAX_VALUES = 100_000
# What groups of kinds and layouts make, each hundred letters of their texts counting as a value too.
MAX_MADE = 200_000
MAX_NUMBER = 2**53

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
# Besides what YAML forbids: the three line breaks that only YAML 1.1 knows, for with them the parser's
# line numbers and those of every editor would differ. (A list of what is allowed takes ten times as long.)
_BAD_CHARACTER = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)
_WHOLE = re.compile(r"[-+]?[0-9]+\Z")
_OTHER_NUMBER = re.compile(
    r"(?:[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+"
    r"|0x[0-9a-fA-F]+|0o[0-7]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z"
)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_MAX_DIGITS = 17
# What may stand as a key alone: a name, or an effect's signature, which holds no loose bracket.
_WORD = re.compile(r"-?[\w -]*(?:\([^()]*\))?\Z")
_INSTEAD_OF_ALIAS = "rules are written out, or named and referred to"


class Allowance:
    """How many values may still be read, and made by groups: one allowance is for all files of a ruleset."""

    __slots__ = ("left", "to_make")

    def __init__(self) -> None:
        self.left = MAX_VALUES
        self.to_make = MAX_MADE


def read_yaml(text: str, file: str, problems: Problems, allowance: Allowance | None = None) -> Located | None:
    """Read one YAML document; return None when the file cannot be read to its end.

    A fault that leaves the rest readable (a duplicate key, an alias) is a problem, and reading goes on.
    `file` is the name that positions bear.
    """
    text = text.removeprefix("\ufeff")
    if not _is_sound_text(text, file, problems):
        return None
    builder = _TreeBuilder(text, file, problems, allowance or Allowance())
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if not builder.take(event) or problems.full:
                return None
    except yaml.MarkedYAMLError as error:
        if "maximum nesting depth" in (error.problem or ""):
            # Newer parsers look so far ahead that they stop before the builder sees the first bracket.
            mark = error.problem_mark
            _report_depth(
                Position(file, mark.line + 1, mark.column + 1) if mark else Position(file, 1, 1), problems
            )
            return None
        report_syntax(error, split_lines(text), file, problems)
        return None
    except (yaml.YAMLError, RecursionError) as error:
        problems.error("yaml-syntax", str(error), Position(file, 1, 1))
        return None
    return builder.root or Located(Position(file, 1, 1), None)


def _report_depth(place: Position, problems: Problems) -> None:
    problems.error("too-deep", f"this is nested more than {MAX_DEPTH} levels deep", place)


def split_lines(text: str) -> list[str]:
    """Split a text into lines as the YAML parser counts them, without their line breaks."""
    return _LINE_BREAK.split(text)


def _is_sound_text(text: str, file: str, problems: Problems) -> bool:
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "replace")) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES // 1_000_000} MB"
        problems.error("file-too-large", message, Position(file, 1, 1))
        return False
    bad = _BAD_CHARACTER.search(text)
    if bad is None:
        return True
    before = split_lines(text[: bad.start()])
    place = Position(file, len(before), len(before[-1]) + 1)
    message = f"the character U+{ord(bad.group()):04X} is not allowed in a file of rules"
    problems.error("bad-character", message, place)
    return False


class _Open:
    """A map or list whose end has not come yet."""

    __slots__ = ("key", "placed", "skip")

    def __init__(self, placed: Located) -> None:
        self.placed = placed
        self.key: str | None = None  # the key that waits for its value
        self.skip = False  # the key was faulty: its value is read and dropped


class _TreeBuilder:
    """Takes the parser's events one by one and grows the tree of located values."""

    __slots__ = ("_allowance", "_file", "_lines", "_open", "_problems", "root")

    def __init__(self, text: str, file: str, problems: Problems, allowance: Allowance) -> None:
        self.root: Located | None = None
        self._lines = split_lines(text)
        self._file = file
        self._problems = problems
        self._open: list[_Open] = []
        self._allowance = allowance

    def take(self, event: Any) -> bool:
        """Take one event; return False where reading must stop, the reason being reported."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self._refuse_extras(event)
            if self._awaits_key():
                self._take_key(event)
                return True
            return self._put(self._scalar(event))
        if kind is yaml.MappingStartEvent:
            self._refuse_extras(event)
            return self._open_collection(event, Located(self._start(event), {}, {}))
        if kind is yaml.SequenceStartEvent:
            self._refuse_extras(event)
            return self._open_collection(event, Located(self._start(event), []))
        if kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            placed = self._open.pop().placed
            if event.end_mark.line == placed.position.line - 1:
                placed.end_column = event.end_mark.column + 1
            return self._put(placed)
        if kind is yaml.AliasEvent:
            return self._take_alias(event)
        if kind is yaml.DocumentStartEvent and self.root is not None:
            self._problems.error("yaml-syntax", "a file holds one YAML document", self._start(event))
            return False
        return True

    def _start(self, event: Any) -> Position:
        start, end = event.start_mark, event.end_mark
        end_column = end.column + 1 if end.line == start.line and end.column > start.column else None
        return Position(self._file, start.line + 1, start.column + 1, end_column)

    def _refuse_extras(self, event: Any) -> None:
        if event.anchor is not None:
            message = f"the anchor '&{event.anchor}' is not allowed: {_INSTEAD_OF_ALIAS}"
            self._problems.error("alias", message, self._start(event))
        if event.tag is not None and not event.tag.startswith("tag:yaml.org,2002:"):
            self._problems.error("tag", f"the tag '{event.tag}' is not allowed", self._start(event))
        elif event.tag is not None:
            # Even a core tag is refused: `!!str 3` says in YAML's own words what quotes say in everybody's.
            message = f"the tag '!!{event.tag.rpartition(':')[2]}' is not allowed"
            self._problems.error("tag", message, self._start(event), hint="put it in quotes, and it is text")

    def _take_alias(self, event: Any) -> bool:
        place = self._start(event)
        message = f"the alias '*{event.anchor}' is not allowed: {_INSTEAD_OF_ALIAS}"
        self._problems.error("alias", message, place)
        if self._awaits_key():
            self._open[-1].skip = True
            self._open[-1].key = ""
            return True
        return self._put(Located(place, None))

    def _awaits_key(self) -> bool:
        if not self._open:
            return False
        owner = self._open[-1]
        return owner.key is None and isinstance(owner.placed.value, dict)

    def _take_key(self, event: Any) -> None:
        owner = self._open[-1]
        place = self._start(event)
        key = self._key_text(event, place)
        owner.key = "" if key is None else key
        owner.skip = key is None
        if key is None:
            return
        earlier = owner.placed.key_positions.get(key)
        if earlier is not None:
            message = f"the key '{key}' is already in this map, at line {earlier.line}"
            self._problems.error("duplicate-key", message, place, also=[earlier], hint="keep one of the two")
            owner.skip = True
            return
        owner.placed.key_positions[key] = place

    def _key_text(self, event: Any, place: Position) -> str | None:
        """Return a key as text, a number in its shortest form; None when it cannot be a key."""
        text: str = event.value
        if event.style:
            return text
        if text == "<<":
            message = f"the merge key '<<' is not allowed: {_INSTEAD_OF_ALIAS}"
            self._problems.error("alias", message, place)
            return None
        value = self._plain_value(text, place)
        if value is None or isinstance(value, bool):
            shown = f"'{text}'" if text else "nothing"
            message = f"a key must be a word, a text or a whole number, not {shown}"
            self._problems.error("bad-key", message, place, hint="put it in quotes, and it is text")
            return None
        return str(value)

    def _open_collection(self, event: Any, placed: Located) -> bool:
        if self._awaits_key():
            message = "a key must be a word, a text or a whole number, not a list or map"
            hint = "a text that begins with { or [ needs quotes"
            self._problems.error("bad-key", message, self._start(event), hint=hint)
            return False
        if len(self._open) == MAX_DEPTH:
            _report_depth(placed.position, self._problems)
            return False
        # A list or map has a place, not a width: its start event ends where its first bracket does.
        start = placed.position
        placed.position = Position(start.file, start.line, start.column)
        self._open.append(_Open(placed))
        return True

    def _put(self, placed: Located) -> bool:
        """Hand a finished value to the map, list or document that holds it."""
        self._allowance.left -= 1
        if self._allowance.left < 0:
            message = f"the files hold more than {MAX_VALUES} values"
            self._problems.error("too-many-values", message, placed.position)
            return False
        if not self._open:
            self.root = placed
            return True
        owner = self._open[-1]
        content = owner.placed.value
        if isinstance(content, list):
            self._refuse_cut(placed)
            content.append(placed)
        elif isinstance(content, dict) and owner.key is not None:
            if placed.value is None and not placed.position.end_column:
                self._refuse_torn(owner)
            if not owner.skip:
                content[owner.key] = placed
            owner.key = None
        return True

    def _refuse_torn(self, owner: _Open) -> None:
        """Report a key without a value that is no word: the rest of a text that a comma has cut in two."""
        assert owner.key is not None
        if owner.skip or _WORD.match(owner.key):
            return
        message = f"'{owner.key}' is a key without a value: a text ends at the comma before it"
        place = owner.placed.key_position(owner.key)
        self._problems.error("yaml-syntax", message, place, hint=QUOTES_NEEDED)
        owner.skip = True

    def _refuse_cut(self, placed: Located) -> None:
        """Report an entry that a comma ends inside its brackets: `[min(a, b)]` has two of them."""
        text, place = placed.value, placed.position
        if placed.style != "plain" or not isinstance(text, str) or text.count("(") <= text.count(")"):
            return
        behind = self._lines[place.last_line - 1][(place.end_column or 1) - 1 :]
        if behind.lstrip().startswith(","):
            message = f"'{text}' is the beginning of a text: it ends at the comma behind it"
            self._problems.error("yaml-syntax", message, place, hint=QUOTES_NEEDED)

    def _scalar(self, event: Any) -> Located:
        place = self._start(event)
        text: str = event.value
        style = event.style
        if not style:
            # The 0.10 of a version is no number: it comes after 0.9.
            is_version = len(self._open) == 1 and self._open[0].key == "version" and text not in _WORDS
            value = text if is_version else self._plain_value(text, place)
            one_line = place.ends_on_its_line
            return Located(place, value, text_lines=(place.line, place.column) if one_line else None)
        if style == "|":
            bar = Position(place.file, place.line, place.column)
            return Located(bar, text, style="literal", text_lines=self._block_start(place, text))
        if style == ">":
            return Located(Position(place.file, place.line, place.column), text, style="folded")
        bad = _BAD_CHARACTER.search(text)
        if bad is not None:
            message = f"the escaped character U+{ord(bad.group()):04X} is not allowed in a file of rules"
            self._problems.error("bad-character", message, place)
        return Located(place, text, style="quoted", text_lines=self._inside_quotes(place, text))

    def _plain_value(self, text: str, place: Position) -> PlacedContent:
        if text in _WORDS:
            return _WORDS[text]
        first = text[0]
        if not (first.isascii() and (first.isdigit() or first in "+-.")):
            return text
        if _WHOLE.match(text):
            if len(text.lstrip("+-").lstrip("0")) <= _MAX_DIGITS and abs(int(text)) <= MAX_NUMBER:
                return int(text)
            message = f"the number {text[:30]} is beyond 2^53"
            self._problems.error("number-too-large", message, place)
            return 0
        if _OTHER_NUMBER.match(text):
            message = f"'{text}' is not a decimal whole number"
            hint = "there are no fractions; a text that looks like a number needs quotes"
            self._problems.error("number-not-whole", message, place, hint=hint)
        return text

    def _block_start(self, place: Position, text: str) -> tuple[int, int]:
        """Return where the first letter of a `|` block stands: the line after the bar, past the indentation.

        The indentation is measured, not computed: it may be given by a digit after the bar, and lines of
        the text may be indented deeper than the block.
        """
        for number, line in enumerate(text.split("\n")):
            if line.strip(" "):
                source = self._lines[place.line + number]
                indentation = (len(source) - len(source.lstrip(" "))) - (len(line) - len(line.lstrip(" ")))
                return place.line + 1, indentation + 1
        return place.line + 1, 1

    def _inside_quotes(self, place: Position, text: str) -> tuple[int, int] | None:
        if place.end_column is None:
            return None
        source = self._lines[place.line - 1][place.column : place.end_column - 2]
        # With an escape inside, letters of the text and of the file no longer go in step.
        return (place.line, place.column + 1) if source == text else None


__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_MADE",
    "MAX_NUMBER",
    "MAX_VALUES",
    "Allowance",
    "read_yaml",
    "split_lines",
]
