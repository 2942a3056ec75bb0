"""Rule texts that an overlay copies to change a line of them: such a copy falls behind its base.

In: the merged ruleset. Out: a warning for each copy, and one for each line by another overlay that it drops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from interpreter.overlays.locations import label_of
from interpreter.overlays.merge import MergedRuleset, Version
from interpreter.overlays.rule_text import plain_lines, shown_line
from interpreter.problems import Position, Problem

# A text is a copy from so many equal lines on, if they are half of it.
LEAST_EQUAL = 2
_HINT = "below `change` a text may be a list of edits such as `- {after: PATTERN, do: STATEMENT}`"


def copied_texts(merged: MergedRuleset, is_ours: Callable[[Position], bool]) -> list[Problem]:
    """Return the warnings about copied rule texts whose places are ours."""
    return [
        problem
        for path, versions in merged.versions.items()
        for at, version in enumerate(versions)
        if at and not version.edited and is_ours(version.text.position)
        for problem in _of_version(label_of(path), versions[:at], version)
    ]


def _of_version(label: str, before: Sequence[Version], copy: Version) -> Iterator[Problem]:
    old, new = plain_lines(str(before[-1].text.value)), plain_lines(str(copy.text.value))
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    equal = sum(block.size for block in blocks)
    if equal < LEAST_EQUAL or 2 * equal < len(new):
        return
    whose = f"those of '{before[-1].overlay}'" if before[-1].overlay is not None else "the base's"
    message = f"{equal} of {len(new)} lines equal {whose}: change the others where they are"
    also = (before[-1].text.position,)
    yield Problem("copied-text", message, copy.text.position, "warning", _HINT, also)
    for line in dict.fromkeys(old):
        source = next(each for each in before if line in plain_lines(str(each.text.value)))
        if source.overlay is not None and line not in new:
            message = f"this copy of {label} leaves out {shown_line(line)}, which '{source.overlay}' adds"
            also = (source.text.position,)
            yield Problem("dropped-line", message, copy.text.position, "warning", _HINT, also)
