"""Counts the lines of rulesets by what they hold, so that words for people are counted apart from rules.

.venv/bin/python -m tools.count_lines [--at COMMIT] [-v] [GAME...]

Without GAME: the five large games with their overlays, and all classics together. --at counts the files as
they were in a commit; -v prints every line with what it is. Lines are those of all YAML and CSV files,
scenarios left out, as in `tools.count_rules`. Of several things in a line the first of these counts: rules,
bots, pictures, records, words. So `title: x` is words, and a row `{points: 3, title: x}` is rules.

Which keys hold words for people the schema says (`words`), which words lead to a text in rules the grammar.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from interpreter.former_keys import new_name
from tools.count_rules import ROOT, SCHEMA, files_of

LARGE = ("burgundy", "catan", "dragon_castle", "praga", "red_cathedral")
# What a line can hold; of several the first counts. Records: numbers of rules, sources, what is accepted,
# former names, and what figures of many games should be.
KINDS = ("rules", "bots", "pictures", "records", "words", "notes")
# Keys below which everything is of a kind, words excepted.
_BELOW = {
    "bots": "bots",
    "outlook": "bots",
    "weights": "bots",
    "draw": "pictures",
    "glyph": "pictures",
    "icon": "pictures",
    "color": "pictures",
    "image": "pictures",
    "page": "pictures",
    "rule": "records",
    "source": "records",
    "accept": "records",
    "renamed": "records",
    "targets": "records",
}
_FOR_PEOPLE = {"#/$defs/words", "#/$defs/log_text"}
_GRAMMAR = ROOT / "interpreter" / "language" / "effects.lark"


def keys_of_words() -> set[str]:
    """The keys whose value, or whose value's values, the schema declares as words for people."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))

    def is_words(part: object) -> bool:
        if not isinstance(part, Mapping):
            return False
        named = part.get("$ref")
        if named in _FOR_PEOPLE or is_words(part.get("additionalProperties")):
            return True
        return isinstance(named, str) and is_words(schema["$defs"].get(named.rpartition("/")[2]))

    return {key for part in _maps(schema) for key, said in _named(part).items() if is_words(said)}


def _maps(part: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(part, Mapping):
        yield part
    for inner in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
        yield from _maps(inner)


def _named(part: Mapping[str, Any]) -> Mapping[str, Any]:
    named = part.get("properties")
    return named if isinstance(named, Mapping) else {}


def _words_in_rules() -> re.Pattern[str]:
    """A text in a rule with the word that leads to it, and a comment."""
    leading = sorted(set(re.findall(r'"(\w+)" TEXT', _GRAMMAR.read_text(encoding="utf-8"))))
    return re.compile(rf'(?:\b(?:{"|".join(leading)})\s+)?"[^"\n]*"|#.*')


class Lines:
    """The lines of a file, and what each holds."""

    def __init__(self, text: str, words: set[str], kind: str = "rules") -> None:
        """Look at a YAML file; kind: what it holds if not words, pictures or records."""
        self.texts = text.splitlines()
        self.holds: list[set[str]] = [set() for _ in self.texts]
        self._words, self._silent = words, _words_in_rules()
        for document in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if document is not None:
                self._walk(document, kind)

    def kinds(self) -> list[str]:
        """What each line counts as; what is empty or a comment is a note."""
        return [next((kind for kind in KINDS if kind in held), "notes") for held in self.holds]

    def _walk(self, node: yaml.Node, kind: str) -> None:
        if isinstance(node, yaml.ScalarNode):
            self._scalar(node, kind)
        elif isinstance(node, yaml.SequenceNode):
            for entry in node.value:
                self._walk(entry, kind)
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                below = self._kind_below(key.value, value, kind)
                self.holds[key.start_mark.line].add(below)
                self._walk(value, below)

    def _kind_below(self, key: str, value: yaml.Node, kind: str) -> str:
        is_truth = value.tag == "tag:yaml.org,2002:bool"  # `log: false`
        if (key in self._words or new_name(key, self._words)) and not is_truth:
            return "words"
        return kind if kind == "words" else _BELOW.get(key, kind)

    def _scalar(self, node: yaml.ScalarNode, kind: str) -> None:
        first, end = node.start_mark.line, node.end_mark
        last = end.line if end.column > 0 or end.line == first else end.line - 1
        self.holds[first].add(kind)
        for number in range(first + 1, min(last + 1, len(self.texts))):
            text = self.texts[number]
            if node.style == "|" and kind == "rules":
                said = '"' in text.partition("#")[0] and not self._silent.sub("", text).strip()
                if said or self._silent.sub("", text).strip():
                    self.holds[number].add("words" if said else kind)
            elif text.strip():
                self.holds[number].add(kind)


def lines_of(file: Path, words: set[str]) -> list[tuple[str, str]]:
    """The lines of a file with what each counts as; a sheet holds rules."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".csv":
        return [("rules", line) for line in text.splitlines()]
    lines = Lines(text, words, "bots" if file.name == "bots.yaml" else "rules")
    return list(zip(lines.kinds(), lines.texts, strict=True))


def counted(folders: Iterable[Path], *, shown: bool = False) -> Counter[str]:
    """How many lines of each kind some rulesets have, with all their overlays."""
    words, count = keys_of_words(), Counter[str]()
    for file in (file for folder in folders for file in files_of(folder)):
        lines = lines_of(file, words)
        count.update(kind for kind, _ in lines)
        if shown:
            print(*(f"{kind:12}{line}" for kind, line in lines), sep="\n")
    return count


def _report(root: Path, games: list[str], *, shown: bool) -> None:
    folders = {name: [root / "rulesets" / name] for name in games or LARGE}
    if not games:
        folders["the five"] = [folder for (folder,) in folders.values()]
        folders["classics"] = [root / "rulesets" / "classics"]
    print(f"{'lines of':16}{'all':>8}" + "".join(f"{kind:>12}" for kind in KINDS))
    for name, made in folders.items():
        count = counted(made, shown=shown and name not in ("the five", "classics"))
        print(f"{name:16}{count.total():8,}" + "".join(f"{count[kind]:12,}" for kind in KINDS))


def main() -> None:
    """Print a line for each game and the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--at", metavar="COMMIT")
    parser.add_argument("-v", action="store_true", dest="shown")
    asked = parser.parse_args()
    if asked.at is None:
        _report(ROOT, asked.games, shown=asked.shown)
        return
    packed = subprocess.run(
        ["git", "archive", asked.at, "rulesets"], cwd=ROOT, check=True, capture_output=True
    ).stdout
    with TemporaryDirectory() as folder, tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
        _report(Path(folder), asked.games, shown=asked.shown)


if __name__ == "__main__":
    main()
