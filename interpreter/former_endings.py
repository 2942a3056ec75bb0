"""Games that said under `scoring` who has won, or that play was broken off: written as ends of the game.

In: a ruleset of before, with `winner` or `broken_off`, and its overlays. Out: the fixes after which it means
the same. Each `end game` becomes the call of one effect, which ends the game with what these keys said; where
the steps can run out, a last step calls it too. What is written in braces is left to the author.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from interpreter.problems import Fix, Position
from interpreter.reading import Placed, RulesetSource

_KEYS = ("winner", "broken_off")
_PROSE = {"title", "about", "rule", "source", "says", "because", "name"}
_END = re.compile(r"\bend\s+game\b(?!\s+(?:won|undecided)\b)(?:\s+after\s+(?P<step>\w+))?")
# Beyond the end of any line: what stands between goes, the line's end too.
_WHOLE = 1_000_000


class _File(NamedTuple):
    """One file: its map, its lines without their ends, and how its positions name it."""

    root: Placed
    lines: Sequence[str]
    name: str

    def indent(self, line: int) -> int:
        """How far a line is indented; none at all where nothing is on it."""
        text = self.lines[line - 1]
        return len(text) - len(text.lstrip()) if text.strip() else _WHOLE

    def end_of(self, first: int, indent: int) -> int:
        """Return the last line of what begins on a line, whose further lines are indented more than this."""
        last = line = first
        while line < len(self.lines) and self.indent(line + 1) > indent:
            line += 1
            if self.lines[line - 1].strip():
                last = line
        return last


def endings(source: RulesetSource, overlays: Sequence[RulesetSource]) -> list[Fix]:
    """Return the fixes that say in rules what `scoring` said of the end; none where it says nothing of it."""
    files = list(_files(source))
    home = next((file for file in files if file.root.get("scoring") is not None), None)
    flow = next((file for file in files if file.root.get("flow") is not None), None)
    scoring = home.root.get("scoring") if home is not None else None
    if home is None or flow is None or scoring is None:
        return []
    said = {key: _on_one_line(value) for key in _KEYS if (value := scoring.get(key)) is not None}
    in_lines = _in_lines(home, home.root, "scoring") and all(_in_lines(home, scoring, key) for key in said)
    if not said or not in_lines:
        return []
    words = {word for file in files for line in file.lines for word in re.findall(r"\w+", line)}
    name = _free("game_over", words)
    calls = [fix for each in (source, *overlays) for file in _files(each) for fix in _calls(file, name)]
    after = sorted(
        {found["step"] for fix in calls if (found := re.search(r"_after_(?P<step>\w+)\(", fix.text))}
    )
    return [
        *_without_keys(home, scoring, set(said)),
        _effects(files, flow, _effect(name, said, words) + "".join(_delayed(name, step) for step in after)),
        *_last_step(flow, name, words),
        *calls,
    ]


def _files(source: RulesetSource) -> Iterator[_File]:
    for root in (source.main, *source.parts):
        name = root.position.file
        yield _File(root, source.texts[name].splitlines(), name)


def _in_lines(file: _File, parent: Placed, key: str) -> bool:
    """Whether a key begins its line, so that it can be taken away with its lines."""
    place = parent.key_position(key)
    return not file.lines[place.line - 1][: place.column - 1].strip("\ufeff ")


def _on_one_line(value: Placed) -> str:
    """Return an expression without comments and line ends."""
    text = str(value.plain()).replace("True", "true").replace("False", "false")
    return " ".join(" ".join(line.partition("#")[0] for line in text.splitlines()).split())


def _free(name: str, words: set[str]) -> str:
    """Return a name that no file holds as a word yet, made from this one."""
    return name if name not in words else _free(f"{name}_2", words)


def _effect(name: str, said: dict[str, str], words: set[str]) -> str:
    """Return the effect that ends the game as the keys said."""
    lines = [f"  {name}:", "    do: |"]
    if "broken_off" in said:
        broken_off = said["broken_off"]
        condition = f"({broken_off})" if broken_off.startswith("if ") else broken_off
        lines.append(f"      if {condition}: end game undecided")
    if "winner" in said:
        who = "p" if "p" not in re.findall(r"\w+", said["winner"]) else _free("who", words)
        won = re.sub(r"\bme\b", who, said["winner"])
        lines.append(f"      end game won by set({who} for {who} in players where {won})")
    else:
        lines.append("      end game")
    return "\n".join(lines) + "\n"


def _delayed(name: str, step: str) -> str:
    """Return the effect that ends the game when a step is over."""
    rule = f"      until end of {step}:\n        on ended {step}: call {name}()\n"
    return f"  {name}_after_{step}:\n    do: |\n{rule}"


def _without_keys(file: _File, scoring: Placed, gone: set[str]) -> Iterator[Fix]:
    """Take the keys away, and `scoring` itself where nothing else is in it."""
    empty = set(scoring.key_positions) <= gone
    for parent, keys in ((file.root, {"scoring"}),) if empty else ((scoring, gone),):
        for key in sorted(keys):
            place = parent.key_position(key)
            for line in range(place.line, file.end_of(place.line, place.column - 1) + 1):
                yield Fix(Position(file.name, line, 1, _WHOLE), "")


def _effects(files: Sequence[_File], flow: _File, text: str) -> Fix:
    """Put effects before the first of those that there are, or in their own section before the steps."""
    for file in files:
        section = file.root.get("effects")
        first = next(iter(section.key_positions.values()), None) if section is not None else None
        if first is not None and not file.lines[first.line - 1][: first.column - 1].strip():
            deeper = " " * (first.column - 1)
            placed = "".join(deeper + line[2:] + "\n" for line in text.splitlines())
            return Fix(Position(file.name, first.line, 1, 1), placed)
    line = flow.root.key_position("flow").line
    while line > 1 and flow.lines[line - 2].startswith("#"):
        line -= 1
    return Fix(Position(flow.name, line, 1, 1), f"effects:\n{text}\n")


def _last_step(file: _File, name: str, words: set[str]) -> Iterator[Fix]:
    """Call it in a last step, unless the last of the steps goes on for ever."""
    flow = file.root.get("flow")
    last = flow.entries()[-1] if flow is not None and flow.entries() else None
    if last is None or ((goes_on := last.get("while")) is not None and goes_on.value in (True, "true")):
        return
    dash = file.lines[last.position.line - 1].find("-")
    if dash < 0 or file.lines[last.position.line - 1][:dash].strip():
        return
    step = _free("the_end", words)
    lines = [f"- step: {step}", f"  do: call {name}()"]
    line = file.end_of(last.position.line, dash)
    end = len(file.lines[line - 1]) + 1
    yield Fix(Position(file.name, line, end, end), "".join("\n" + " " * dash + line for line in lines))


def _calls(file: _File, name: str) -> Iterator[Fix]:
    """Replace each `end game` of the rule texts of a file."""
    for text in _rule_texts(file.root):
        for number, line in enumerate(str(text.value).split("\n"), 1):
            for found in _END.finditer(line.partition("#")[0]):
                start = text.position_in_text(number, found.start() + 1)
                raw = file.lines[start.line - 1] if start.file == file.name else ""
                here = _END.search(raw, start.column - 1)
                if here is not None:
                    called = f"{name}_after_{found['step']}" if found["step"] else name
                    place = Position(file.name, start.line, here.start() + 1, here.end() + 1)
                    yield Fix(place, f"call {called}()")


def _rule_texts(placed: Placed, key: str = "") -> Iterator[Placed]:
    """All texts below a value that are not for people."""
    if isinstance(placed.value, str) and key not in _PROSE:
        yield placed
    for name, value in placed.items():
        yield from _rule_texts(value, name)
    for entry in placed.entries():
        yield from _rule_texts(entry, key)
