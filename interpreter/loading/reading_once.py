"""What was read in one run: each ruleset and overlay once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from interpreter.loading.finding import MAX_CHAIN
from interpreter.problems.problem import Problems
from interpreter.reading import RulesetSource, find_ruleset, read_ruleset
from interpreter.schema_check import Sound, check_source


class Reading:
    """What was read in one run: a ruleset or overlay that several checks need is read and looked at once."""

    def __init__(self) -> None:
        """Begin with nothing; files that change afterwards are not read again."""
        self._read: dict[tuple[object, Path], tuple[RulesetSource, Problems]] = {}
        self._checked: dict[int, tuple[bool, Problems]] = {}
        self.sound = Sound()

    def source(
        self, read: Callable[[Path, Problems], RulesetSource], path: Path, problems: Problems
    ) -> RulesetSource:
        """Read a folder; what is wrong with it is a problem of each who reads it."""
        key = (read, path)
        if key not in self._read:
            found = Problems()
            self._read[key] = (read(path, found), found)
        source, faults = self._read[key]
        problems.extend(faults)
        return source

    def check(self, source: RulesetSource, problems: Problems) -> bool:
        """Check a source that was read here against its schemas; returns whether later stages can go on."""
        if id(source) not in self._checked:
            found = Problems()
            self._checked[id(source)] = (check_source(source, found, self.sound), found)
        goes_on, faults = self._checked[id(source)]
        problems.extend(faults)
        return goes_on


def chain_of(path: Path, search: Sequence[Path], reading: Reading, problems: Problems) -> list[RulesetSource]:
    """Read a ruleset and all that it extends, the base first."""
    chain = [reading.source(read_ruleset, path, problems)]
    while (extends := chain[0].main.get("extends")) is not None and len(chain) <= MAX_CHAIN:
        found = find_ruleset(str(extends.value), [path.parent, *search])
        if found is None or any(found == other.path for other in chain):
            problems.error(
                "unknown-name", f"there is no ruleset '{extends.value}' to extend", extends.position
            )
            break
        chain.insert(0, reading.source(read_ruleset, found, problems))
    return chain
