"""All that is read for one choice of overlays, and its merging."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.checks.acceptance import without_accepted
from interpreter.language.built_ins import FORMER
from interpreter.loading.finding import Target, overlay_folders
from interpreter.loading.joining import applies_by_itself, automatic_overlays
from interpreter.loading.reading_once import Reading, chain_of
from interpreter.model.resolve import player_range
from interpreter.overlays import apply_overlays
from interpreter.overlays.merge import MergedRuleset, Origin
from interpreter.play.compiled import MadeOf
from interpreter.problems.former_names import with_new_names
from interpreter.problems.problem import Problem, Problems
from interpreter.problems.usage_fault import UsageFault
from interpreter.reading import RulesetSource, SourceTexts, fingerprint, read_overlay
from interpreter.reading.own_value import is_file_name, read_own_value
from interpreter.schema_check import Sound, check_against

_QUOTED = re.compile(r"'(\w+)'")


@dataclass(frozen=True)
class Sources:
    """All that was read for one choice of overlays; texts by the file names that positions bear."""

    path: Path
    base: RulesetSource
    overlays: list[RulesetSource]
    merged: MergedRuleset | None
    problems: Problems
    # Files given as values of options: by option the name of the value that the file adds.
    own_values: dict[str, str] = field(default_factory=dict)
    own_files: list[RulesetSource] = field(default_factory=list)
    # What is checked: the overlays that were named or, without any, the ruleset.
    checked: list[RulesetSource] = field(default_factory=list)

    @property
    def folders(self) -> dict[str, Path]:
        """The folder of each file that was read, by the name that positions bear."""
        read = (self.base, *self.overlays, *self.own_files)
        return {
            file: source.path.parent if source.path.is_file() else source.path
            for source in read
            for file in source.texts
        }

    def lines_of(self, file: str) -> list[str] | None:
        """The lines of a file, for showing problems."""
        for source in (self.base, *self.overlays, *self.own_files):
            lines = source.lines_of(file)
            if lines is not None:
                return lines
        return None

    @property
    def renamed(self) -> dict[str, str]:
        """The new name of each former one, by what the language, the ruleset and its overlays say."""
        found = dict(FORMER)
        for source in (self.base, *self.overlays):
            renamed = source.main.get("renamed")
            found |= {old: str(new.value) for old, new in (renamed.items() if renamed else ())}
        return found

    def by_place(self, problems: Problems) -> list[Problem]:
        """Return problems by their places; those about former names say the new ones."""
        removed = self.merged.removed_by if self.merged is not None else lambda _: None
        found = [_with_removal(problem, removed) for problem in problems.sorted()]
        return with_new_names(found, self.renamed, self.lines_of)

    def not_accepted(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return problems by their places, without the warnings that are meant."""
        return without_accepted(self.by_place(Problems(problems)), (self.base, *self.overlays))

    @property
    def read_from(self) -> tuple[SourceTexts, ...]:
        """The texts of all that was read, the ruleset first."""
        own = [SourceTexts("value", source.path.name, source.files) for source in self.own_files]
        read = (self.base, *self.overlays)
        return (*(SourceTexts(source.kind, source.path.name, source.files) for source in read), *own)

    def made_of(self, revision: str) -> tuple[MadeOf, ...]:
        """What was read of the ruleset and its overlays, as a journal names them.

        revision: the fingerprint of all together, which is that of a ruleset without overlays.
        """
        return tuple(
            MadeOf(
                source.id,
                source.version,
                fingerprint(source.merged) if self.overlays else revision,
                str(source.path.resolve()),
            )
            for source in (self.base, *self.overlays)
        )

    @property
    def overlay_ids(self) -> tuple[str, ...]:
        """The ids of the overlays, sorted: what a Game tells and the model is resolved with."""
        return tuple(sorted(source.id for source in self.overlays))


def read_sources(
    target: Target,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    reading: Reading | None = None,
) -> Sources:
    """Read a ruleset, what it extends, its overlays, and files given for options; merge them.

    players: for whom; those of `usual_players` without. Raises UsageFault where an overlay or a file does not
    exist.
    """
    problems, misspelt, reading = Problems(), Problems(), reading or Reading()
    chain = chain_of(target.path, target.search, reading, problems)
    folders = overlay_folders(target, problems)
    read = [reading.source(read_overlay, folder, problems) for folder in reversed(folders)]
    named = list({source.id: source for source in read}.values())[::-1]
    base, *overlays = *chain, *named
    for source in (base, *overlays):
        faults = Problems()
        (misspelt if reading.check(source, faults) else problems).extend(faults)
    count = players if players is not None else usual_players(*player_range(base.merged))
    for source in named:  # of others it is asked when they may join
        applies_by_itself(source, {other.id for other in overlays}, count, problems)
    overlays += automatic_overlays(target.path, overlays, count, reading, problems)
    own = _own_values(options or {}, problems)
    merged = None if problems.errors else _merged(base, [*overlays, *own.values()], problems, reading.sound)
    problems.extend(misspelt)
    return Sources(
        target.path,
        base,
        overlays,
        merged,
        problems,
        dict(own.keys()),
        list(own.values()),
        named or chain[-1:],
    )


def _with_removal(problem: Problem, removed_by: Callable[[str], Origin | None]) -> Problem:
    """Return a problem; one about a name that an overlay has removed says so."""
    if problem.code != "unknown-name":
        return problem
    for name in _QUOTED.findall(problem.message):
        removal = removed_by(name)
        if removal is not None:
            hint = f"'{name}' is removed by '{removal.overlay}'"
            return replace(problem, hint=hint, also=(*problem.also, removal.position))
    return problem


def usual_players(least: int, most: int) -> int:
    """For how many a game is where nobody says: two, or as near to that as it allows."""
    return min(max(least, 2), most)


def _own_values(options: Mapping[str, str], problems: Problems) -> dict[tuple[str, str], RulesetSource]:
    """Read the files given as values of options, each by its option and the name of the value it adds."""
    found: dict[tuple[str, str], RulesetSource] = {}
    for option, value in options.items():
        if not is_file_name(value):
            continue
        if not Path(value).is_file():
            raise UsageFault(f"there is no file '{value}' for the option '{option}'")
        source, word = read_own_value(Path(value), problems)
        check_against(source.main, "part", problems)
        found[option, word] = source
    return found


def _merged(
    base: RulesetSource, added: Sequence[RulesetSource], problems: Problems, sound: Sound
) -> MergedRuleset | None:
    """A ruleset with its overlays applied, checked once more; None where something is wrong."""
    merged = apply_overlays(base.merged, [(source.id, source.merged) for source in added], problems)
    if problems.ok and added:
        check_against(merged, "ruleset", problems, sound)
    low, high = player_range(merged)
    if problems.ok and low > high:
        place = merged.get("players") or merged
        problems.error("out-of-range", f"`min` is {low}, which is more than `max`, {high}", place.position)
    return merged if problems.ok else None
