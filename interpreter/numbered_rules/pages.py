"""Where the page of a ruleset's numbered rules lies, which ids it has, and what cites an id that none has.

The page is `rules.md` beside the rules, or `seeds/ID.md` for our own rulesets. A rule is a line
`- **ABC-12** text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from interpreter.problems import Problem, Problems
from interpreter.reading import Located, RulesetSource, TextFiles, data_folder
from interpreter.reading.search_path import lies_inside
from interpreter.reading.yaml_reader import split_lines

RULE_LINE = re.compile(r"[-*] \*\*(?P<id>[^*\s]+)\*\* +(?P<text>.*)")
_CITED = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-[0-9]+[a-z]?\Z")
PAGE_FORM = "a page is `rules.md` beside the rules, with lines such as `- **ABC-12** ...`: see docs/format.md"


def page_of(folder: Path, name: str) -> Path | None:
    """Return the page of the ruleset or overlay in a folder, by its id; None where it has none."""
    own = folder / "rules.md"
    if own.is_file() and lies_inside(own, folder):
        return own
    # A stranger's ruleset of the same id has nothing to do with our page.
    ships = folder.resolve().is_relative_to((data_folder() / "rulesets").resolve())
    shipped = data_folder() / "seeds" / f"{name}.md"
    return shipped if ships and shipped.is_file() else None


def unknown_rules(sources: Iterable[RulesetSource], pages: Iterable[Path]) -> list[Problem]:
    """Return a warning for each id that the files of the sources cite and no page has.

    Where there is no page at all, it is one warning for each source, at its head. Where one cannot be read
    it is the errors that say why, and nothing of what may be on it.
    """
    files, unreadable = TextFiles(), Problems()
    texts = [files.text(page, unreadable) or "" for page in pages]
    if not unreadable.ok:
        return list(unreadable)
    lines = (RULE_LINE.match(line) for text in texts for line in split_lines(text))
    known = {found.group("id") for found in lines if found is not None}
    problems = []
    for source in sources:
        unknown = [cited for file in (source.main, *source.parts) for cited in citations(file)]
        unknown = [cited for cited in unknown if cited.value not in known]
        if unknown and not texts:
            message = f"numbered rules are cited, {unknown[0].value} first, but there is no page of them"
            place = source.main.key_position("id")
            problems.append(Problem("unknown-rule", message, place, "warning", PAGE_FORM))
            continue
        for cited in unknown:
            message = f"no page of rules has {cited.value}"
            problems.append(Problem("unknown-rule", message, cited.position, "warning", PAGE_FORM))
    return problems


def cited_by(thing: Located) -> list[Located]:
    """Return the ids of rules that a thing itself cites."""
    cited = thing.get("rule")
    if cited is None:
        return []
    entries = cited.entries() if cited.kind == "list" else [cited]
    return [each for each in entries if isinstance(each.value, str) and _CITED.match(each.value)]


def citations(thing: Located) -> Iterator[Located]:
    """Yield the ids of rules that a tree of located values cites, at their places."""
    yield from cited_by(thing)
    for _, value in thing.items():
        if value.kind in ("map", "list"):
            yield from citations(value)
    for entry in thing.entries():
        yield from citations(entry)
