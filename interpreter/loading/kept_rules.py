"""Rules that were read and checked once, kept on disk, so that the next process only compiles them.

They are kept under a hash of what was asked for, with a hash of every file of the ruleset's folder: where one
differs, or there is one more, they are read again. Kept are only rules without errors, and only where all of
them lie in one folder. Like compiled modules they are trusted, since no other user can put anything there.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from stat import S_ISREG
from time import process_time

from interpreter.kept_files import cache_folder, changed_meanwhile, hash_of_program, keep, kept
from interpreter.language.program import Program
from interpreter.loading.sources import Sources
from interpreter.model.declarations import Model
from interpreter.problems.problem import Problem
from interpreter.reading.pictures import Picture

# So many are kept, those that were used last; each has some hundred kilobytes.
MOST = 60
# What is read in fewer seconds is not worth it, nor is a folder with more files or bytes.
_QUICK, _MANY_FILES, _MANY_BYTES = 0.15, 400, 4_000_000
_DIGEST = 16


@dataclass(frozen=True, slots=True)
class KeptRules:
    """What a game is compiled from, where it was read from, and the warnings about it."""

    model: Model
    program: Program
    pictures: Mapping[tuple[str, ...], Picture]
    sources: Sources
    problems: list[Problem]


class RulesToKeep:
    """Where the rules of one request are kept, as its folder is now."""

    def __init__(self, folder: Path, *asked: object) -> None:
        """Begin to read; asked: what else the rules depend on, in words that are equal in every process."""
        self._folder = folder.resolve()
        words = repr((str(self._folder), str(Path.cwd()), *asked))
        name = blake2b(f"{hash_of_program()} {words}".encode(), digest_size=_DIGEST).hexdigest()
        self._file = cache_folder("rules") / f"{name}.rules"
        self._contents = b""
        with suppress(OSError):
            self._contents = _hash_of_folder(self._folder)
        self._begun = process_time()

    def kept(self) -> KeptRules | None:
        """What was kept; None where there is nothing, or the files were others."""
        content = kept(self._file)
        if content is None or content[:_DIGEST] != self._contents:
            return None
        found = pickle.loads(content[_DIGEST:])
        assert isinstance(found, KeptRules)
        return found

    def keep(self, rules: KeptRules) -> None:
        """Keep what was read, where that pays and can be."""
        sources = rules.sources
        apart = any(not each.path.resolve().is_relative_to(self._folder) for each in sources.overlays)
        if process_time() - self._begun < _QUICK or not self._contents or apart or sources.own_files:
            return
        if sources.base.main.get("extends") is not None or changed_meanwhile():
            return
        with suppress(OSError, RecursionError):
            keep(self._file, self._contents + pickle.dumps(rules, 5), MOST)


def _hash_of_folder(folder: Path) -> bytes:
    """A hash of all files of a folder, by their names; nothing with links or pipes, too many or too large."""
    found, files, room = blake2b(digest_size=_DIGEST), 0, _MANY_BYTES
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            file = Path(place, name)
            about = file.lstat()
            files, room = files + 1, room - about.st_size
            # A pipe or device might never end.
            if files > _MANY_FILES or room < 0 or not S_ISREG(about.st_mode):
                return b""
            content = file.read_bytes()
            found.update(f"{file.relative_to(folder)} {len(content)} ".encode() + content)
    return found.digest()
