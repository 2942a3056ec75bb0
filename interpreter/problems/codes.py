"""The kinds of problems: codes.yaml has each with a sentence, a smallest faulty example and its mending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import yaml

# What marks the faulty line of an example, and what stands for many of the same.
MARK = "# <-- here"
MUCH = "…"
# What stands in the header of a journal for the fingerprint of the rules beside it.
FINGERPRINT = "FINGERPRINT"
# A file with this ending holds what another program adds to a journal.
ADDED = ".added"
MAIN = "ruleset.yaml"


@dataclass(frozen=True, slots=True)
class Example:
    """Files of a whole tiny ruleset with one fault, and the replacements that mend it."""

    files: Mapping[str, str]
    mending: Mapping[str, str]
    # Where no comment can stand: the place as `file:line:column`.
    at: str | None = None
    # What the sign `…` stands for, and how often.
    much: tuple[str, int] = ("", 0)
    encoding: str = "utf-8"
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def mended(self) -> dict[str, str]:
        """The files without the fault."""
        return {self._mend(name): self._mend(text) for name, text in self.files.items()}

    @property
    def changed(self) -> dict[str, str]:
        """The mended files that differ by more than the mark."""
        before = {name: _without_mark(text) for name, text in self.files.items()}
        return {name: text for name, text in self.mended.items() if before.get(name) != text}

    @property
    def notes(self) -> list[str]:
        """What the text of the files cannot show, in sentences."""
        found = []
        if self.at is not None:
            found.append(f"The problem is reported at {self.at}.")
        if self.much[1]:
            found.append(f"`{MUCH}` stands for `{self.much[0]}`, {self.much[1]} times.")
        if self.encoding != "utf-8":
            found.append(f"The faulty file is saved as {self.encoding}.")
        if self.chosen:
            chosen = " ".join(f"--set {name}={value}" for name, value in self.chosen.items())
            found.append(f"The game is chosen with `{chosen}`.")
        if any(FINGERPRINT in text for text in self.files.values()):
            found.append(f"`{FINGERPRINT}` is the fingerprint of these rules.")
        if any(name.endswith(ADDED) for name in self.files):
            found.append(f"What is in the file `{ADDED}` another program adds while the game is played.")
        return found

    @property
    def place(self) -> tuple[str, int]:
        """The file and line at which the fault is told."""
        if self.at is not None:
            name, line, _ = self.at.rsplit(":", 2)
            return name, int(line)
        marked = [
            (name, number)
            for name, text in self.files.items()
            for number, line in enumerate(text.splitlines(), 1)
            if MARK in line
        ]
        assert len(marked) == 1, f"an example has one mark: {marked}"
        return marked[0]

    def written(self, text: str) -> str:
        """Return a text as it is in the file, with all that the sign for many stands for."""
        return text.replace(MUCH, self.much[0] * self.much[1]) if self.much[1] else text

    def _mend(self, text: str) -> str:
        for wrong, right in self.mending.items():
            text = text.replace(wrong, right)
        return _without_mark(text)


def _without_mark(text: str) -> str:
    return "\n".join(line.replace(MARK, "").rstrip(" ") for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: its stable code, what it says in one sentence, how grave it is, an example.

    hint: what a problem of this kind says where nothing better is known of it.
    """

    code: str
    group: str
    sentence: str
    example: Example
    severity: Literal["error", "warning"] = "error"
    hint: str | None = None


@cache
def codes() -> Mapping[str, Code]:
    """All codes by name, in the order and the groups of the table; read when it is first asked for."""
    text = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    table = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    shared = {f"@{name}": part.rstrip("\n") for name, part in table["shared"].items()}
    return MappingProxyType(
        {
            name: Code(
                name,
                group,
                entry["says"],
                _example(entry, shared),
                entry.get("severity", "error"),
                entry.get("hint"),
            )
            for group, entries in table["groups"].items()
            for name, entry in entries.items()
        }
    )


def _example(entry: Mapping[str, Any], shared: Mapping[str, str]) -> Example:
    files = {
        name: "\n".join(shared.get(line, line) for line in text.split("\n"))
        for name, text in entry["files"].items()
    }
    details = {key: entry[key] for key in ("at", "encoding", "chosen") if key in entry}
    return Example(files, entry["mend"], much=tuple(entry.get("much", ("", 0))), **details)
