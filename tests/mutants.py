"""Makes mutants of a ruleset, each with one slip of an author, and tells what is found wrong with them.

Mutants are made on placed trees, so every key and value keeps its place: a slip is found if a problem is told
at the line of the key or value that was changed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from interpreter.checks.acceptance import without_accepted
from interpreter.checks.lints import lints
from interpreter.language.built_ins import BUILT_INS, GATHERINGS
from interpreter.loading import Sources, model_of
from interpreter.numbered_rules.pages import page_of, unknown_rules
from interpreter.overlays import apply_overlays
from interpreter.problems import Problem, Problems
from interpreter.reading import Located, RulesetSource, read_ruleset
from interpreter.reading.part_merge import merge_ruleset_parts
from interpreter.schema_check import Sound, check_source

Path_ = tuple[str | int, ...]
KINDS = (
    "misspelt key",
    "moved key",
    "number for a name",
    "name of a wrong kind",
    "misspelt word",
    "thing without a use",
    "misspelt label",
    "quoted number",
    "unknown rule",
)

SECTIONS = frozenset(
    [
        "enums",
        "automata",
        "options",
        "components",
        "boards",
        "zones",
        "counters",
        "tables",
        "values",
        "effects",
        "actions",
    ]
)
# Maps whose keys are names that the ruleset declares, not keys of the format.
DECLARING = frozenset({"kinds", "fields", "states", "spaces", "layouts", "draw", "renamed"})
COMMON = frozenset({"title", "about", "rule", "source", "accept"})
PROSE = frozenset({*COMMON, "id", "prefix", "glyph", "color", "files", "pool", "picture", "draw"})
# Keys under which a rule text stands; and sections whose entries may be one.
RULE_KEYS = frozenset(
    [
        "do",
        "effect",
        "is",
        "start",
        "where",
        "points",
        "on",
        "of",
        "value",
        "plus",
        "times",
        "instead",
        "pass",
        "while",
        "players",
        "for",
        "most",
        "least",
        "winner",
        "effect_with",
        "supply",
    ]
)
TEXT_SECTIONS = frozenset({"effects", "values"})
# Keys and maps whose texts name things.
NAME_KEYS = frozenset({"per", "holds", "type", "default", "action", "in", "reset", "actions", "component"})
NAME_MAPS = frozenset({"fields", "defaults", "legend"})
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Before these stands, or after these comes, a name that the text itself makes.
MAKING = r"\b(?:let|for|pick|as)\s+(\w+)|\b(\w+)\s+in\b|\b(?:%s)\s+(\w+)\b(?=\s*[,)])"


@dataclass(frozen=True)
class Mutant:
    """One slip: which file, what was done to which key, and the lines at which it may be told."""

    kind: str
    file: int
    path: Path_
    told: str
    lines: tuple[str, int, int]
    edit: Callable[[Located], Located]


class Subject:
    """A ruleset of which mutants are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        problems = Problems()
        source = read_ruleset(folder, problems)
        assert problems.ok
        self.source = source
        self.files = [source.main, *source.parts]
        self.pages = [page for page in (page_of(folder, source.id),) if page is not None]
        # Of a mutant the schemas look at what is not as it was.
        self.sound = Sound()
        assert self.problems_of(self.files, self.sound) == []
        self.names = {word for file in self.files for text in _texts(file) for word in WORD.findall(text)}
        self.names |= {*BUILT_INS, *GATHERINGS}

    def problems_of(self, files: list[Located], sound: Sound) -> list[Problem]:
        """All that is wrong with these files, by the way that loading goes, without compiling."""
        problems = Problems()
        merged = merge_ruleset_parts(files[0], files[1:], problems)
        source = RulesetSource("ruleset", self.folder, files[0], tuple(files[1:]), merged)
        check_source(source, problems, sound)
        if problems.ok:
            merged_ruleset = apply_overlays(merged, [], problems)
            sources = Sources(self.folder, source, [], merged_ruleset, problems)
            made = model_of(sources, 2, {}, problems)
            if problems.ok:
                problems.extend(lints(merged_ruleset, *made, lambda _: True))
                problems.extend(unknown_rules([source], self.pages))
        return without_accepted(problems.sorted(), [source])

    def finds(self, mutant: Mutant) -> bool:
        """Tell whether a mutant is told at its own line."""
        files = list(self.files)
        files[mutant.file] = mutant.edit(files[mutant.file])
        name, first, last = mutant.lines
        try:
            problems = self.problems_of(files, Sound(self.sound))
        except Exception:
            # A mutant that brings the interpreter down is not found.
            return False
        return any(p.position.file == name and first <= p.position.line <= last for p in problems)

    def mutants(self, kind: str, rng: Random) -> list[Mutant]:
        """All mutants of a kind, in the order of the files; the generator chooses how a word is misspelt."""
        makers = (
            _misspelt_keys, _moved_keys, _numbers, _wrong_kinds, _misspelt_words,
            _idle_things, _misspelt_labels, _quoted_numbers, _unknown_rules,
        )  # fmt: skip
        make = makers[KINDS.index(kind)]
        return [mutant for number in range(len(self.files)) for mutant in make(self, number, rng)]


# --- Trees ------------------------------------------------------------------------------------


def _texts(placed: Located) -> Iterator[str]:
    for _, value in walk(placed):
        if isinstance(value.value, str):
            yield value.value
        yield from (key for key, _ in value.items())


def walk(placed: Located, path: Path_ = ()) -> Iterator[tuple[Path_, Located]]:
    """Go through a tree; every value with the keys and numbers that lead to it."""
    yield path, placed
    for key, value in placed.items():
        yield from walk(value, (*path, key))
    for number, value in enumerate(placed.entries()):
        yield from walk(value, (*path, number))


def edited(placed: Located, path: Path_, change: Callable[[Located], Located]) -> Located:
    """Return a tree in which the value at a path is another; the given one stays as it is."""
    if not path:
        return change(placed)
    content = placed.value
    if isinstance(content, dict):
        key = str(path[0])
        inner: dict[str, Located] = {**content, key: edited(content[key], path[1:], change)}
        return Located(placed.position, inner, placed.key_positions)
    assert isinstance(content, list)
    place = int(path[0])
    entries = [edited(v, path[1:], change) if n == place else v for n, v in enumerate(content)]
    return Located(placed.position, entries)


def with_key(owner: Located, key: str, value: Located | None, at: Located, old: str | None = None) -> Located:
    """Return a map with a key put in place of `old`, added, or (value None) taken out."""
    place = at.key_positions.get(old or key, at.position)
    items = [(k, v) for k, v in owner.items() if k != (old or key)]
    positions = {k: p for k, p in owner.key_positions.items() if k != (old or key)}
    if value is not None:
        items.append((key, value))
        positions[key] = place
    return Located(owner.position, dict(items), positions)


def _at(root: Located, path: Path_) -> Located:
    for step in path:
        root = root.value[step]  # type: ignore[index, assignment]
    return root


# --- What a key is ----------------------------------------------------------------------------


def is_declared(path: Path_) -> bool:
    """Tell whether the last key of a path is a name that the ruleset gives, not a key of the format."""
    if len(path) < 2:
        return False
    owner = path[-2]
    if len(path) == 2 and owner in SECTIONS:
        return True
    if owner in DECLARING or "draw" in path[:-1]:
        return owner not in ("spaces", "fields") or len(path) > 2
    # legend: {field: {letter: value}}
    return len(path) > 2 and path[-3] == "legend"


def _keys(root: Located) -> Iterator[tuple[Path_, Located, str]]:
    """Each key that is no declared name, with the path of its map and the map."""
    for path, owner in walk(root):
        for key, _ in owner.items():
            if not is_declared((*path, key)):
                yield path, owner, key


def _lines(owner: Located, key: str) -> tuple[str, int, int]:
    place = owner.key_position(key)
    value = owner.get(key)
    last = value.position.line if value is not None else place.line
    return place.file, place.line, max(place.line, last)


def _line(value: Located) -> tuple[str, int, int]:
    return value.position.file, value.position.line, value.position.line


def misspelt(word: str, rng: Random, known: set[str]) -> str:
    """Return a word with a letter doubled, left out, swapped or put in, that is not another known word."""
    while True:
        at = rng.randrange(len(word))
        way = rng.randrange(4)
        made = (
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1 :],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
            word[: at + 1] + rng.choice("aeinrst") + word[at + 1 :],
        )[way]
        if made not in known and WORD.fullmatch(made):
            return made


# --- Mutants ----------------------------------------------------------------------------------


def _misspelt_keys(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    for path, owner, key in _keys(subject.files[file]):
        if WORD.fullmatch(key) is None:
            continue
        wrong = misspelt(key, rng, subject.names)
        value = owner.get(key)

        def change(
            found: Located, key: str = key, wrong: str = wrong, value: Located | None = value
        ) -> Located:
            return with_key(found, wrong, value, found, key)

        yield Mutant(
            KINDS[0], file, (*path, key), f"{key} -> {wrong}", _lines(owner, key),
            lambda root, path=path, change=change: edited(root, path, change),  # type: ignore[misc]
        )  # fmt: skip


def pattern(path: Path_) -> Path_:
    """A path with its own names left out: equal for all maps of one sort; steps in steps are steps."""
    if path[:1] == ("flow",):
        while len(path) > 3 and path[2] == "steps" and isinstance(path[3], int):
            path = ("flow", path[3], *path[4:])
    return tuple(
        "*" if isinstance(step, int) or is_declared(path[: number + 1]) else step
        for number, step in enumerate(path)
    )


def _moved_keys(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    root = subject.files[file]
    known: defaultdict[Path_, set[str]] = defaultdict(set)
    for one in subject.files:
        for path, owner in walk(one):
            known[pattern(path)].update(key for key, _ in owner.items())
    # A field of the kinds may have a default.
    known[("components", "*", "defaults")] |= known[("components", "*", "fields")]
    maps = [(path, owner) for path, owner in walk(root) if owner.kind == "map"]
    for path, owner, key in _keys(root):
        # One level up, into a neighbour, or anywhere in the file: but not where this key may stand.
        near = [
            p for p, _ in maps if p[: len(path) - 1] == path[:-1] and len(p) in (len(path) - 1, len(path))
        ]
        near += [p for p, _ in maps if p[:-1] == path]
        places = [
            p for p in near + rng.sample([p for p, _ in maps], min(5, len(maps)))
            if p != path and p[: len(path) + 1] != (*path, key) and _is_wrong(p, key, known)
        ]  # fmt: skip
        if places:
            target = rng.choice(places)
            move = _moving(path, target, key, owner)
            yield Mutant(KINDS[1], file, (*path, key), f"to {target}", _lines(owner, key), move)


def _moving(path: Path_, target: Path_, key: str, owner: Located) -> Callable[[Located], Located]:
    def move(root: Located) -> Located:
        added = edited(root, target, lambda there: with_key(there, key, owner.get(key), owner))
        return edited(added, path, lambda there: with_key(there, key, None, there))

    return move


def _is_wrong(target: Path_, key: str, known: dict[Path_, set[str]]) -> bool:
    shape = pattern(target)
    if key in known.get(shape, ()):
        return False
    return key not in COMMON or not _is_thing(target)


def _is_thing(path: Path_) -> bool:
    """Whether common keys may stand in a map: it is a named thing, a rule, a step or a line of scoring."""
    return bool(path) and (is_declared(path) or isinstance(path[-1], int))


def _named(subject: Subject, file: int) -> Iterator[tuple[Path_, Located]]:
    """Each text that is the name of a thing."""
    fields = {
        key
        for one in subject.files
        for path, owner in walk(one)
        if path and path[-1] in ("fields", "states")
        for key, _ in owner.items()
    }
    for path, value in walk(subject.files[file]):
        if not isinstance(value.value, str) or WORD.fullmatch(value.value) is None:
            continue
        steps = [step for step in path if isinstance(step, str)]
        if not steps or steps[-1] in PROSE or "draw" in steps:
            continue
        inside = set(steps[:-1])
        if (
            steps[-1] in NAME_KEYS
            or inside & NAME_MAPS
            or (inside & {"kinds", "spaces"} and steps[-1] in fields)
        ):
            if steps[-1] == "default" and steps[0] != "options":
                continue
            yield path, value


def _replaced(kind: str, file: int, path: Path_, value: Located, content: str | int) -> Mutant:
    made = Located(value.position, content, None, value.style, value.text_lines)
    return Mutant(
        kind, file, path, f"{value.value!r} -> {content!r}"[:200], _line(value),
        lambda root: edited(root, path, lambda _: made),
    )  # fmt: skip


def _numbers(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    for path, value in _named(subject, file):
        yield _replaced(KINDS[2], file, path, value, rng.randrange(3, 9))


def _wrong_kinds(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    """An effect or an action stands where no name of one can."""
    wrong = sorted(
        key
        for one in subject.files
        for path, owner in walk(one)
        if path == ("effects",)
        for key, _ in owner.items()
        if WORD.fullmatch(key)
    )
    for path, value in _named(subject, file) if wrong else ():
        yield _replaced(KINDS[3], file, path, value, rng.choice(wrong))


def rule_texts(root: Located) -> Iterator[tuple[Path_, Located]]:
    """Each rule text."""
    for path, value in walk(root):
        if not isinstance(value.value, str) or not path:
            continue
        steps = [step for step in path if isinstance(step, str)]
        short = len(path) == 2 and path[0] in TEXT_SECTIONS
        when = steps[-1] == "when" and steps[0] == "flow"
        bounds = steps[-1] in ("min", "max") and steps[0] == "counters"
        ruled = steps[-1] in RULE_KEYS and "kinds" not in steps[-2:-1]
        elsewhere = steps[0] in ("boards", "options") or path == ("players",)
        if (short or when or bounds or ruled) and not elsewhere:
            yield path, value


def _blank(found: re.Match[str]) -> str:
    """Spaces for what is a remark, or said to people."""
    return " " * len(found.group())


def _misspelt_words(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    types = "|".join(sorted(subject.names & _type_names(subject)))
    making = re.compile(MAKING % types)
    for path, value in [*rule_texts(subject.files[file]), *_named(subject, file)]:
        text = str(value.value)
        bare = re.sub(r"#.*", _blank, text)
        bare = re.sub(r'"[^"\n]*"', lambda said: re.sub(r"(?:^|(?<=}))[^{]*", _blank, said.group()), bare)
        made = {m.span(m.lastindex or 0)[0] for m in making.finditer(bare)}
        made |= {m.start(1) for m in re.finditer(r"^\s*(\w+):", bare, re.MULTILINE)} - _keywords(bare)
        for found in WORD.finditer(bare):
            if found.start() in made or (found.start() and bare[found.start() - 1].isdigit()):
                continue
            wrong = misspelt(found.group(), rng, subject.names)
            line = value.position_in_text(bare.count("\n", 0, found.start()) + 1, 1).line
            mutant = _replaced(
                KINDS[4], file, path, value, text[: found.start()] + wrong + text[found.end() :]
            )
            name = value.position.file
            yield Mutant(KINDS[4], file, path, f"{found.group()} -> {wrong}", (name, line, line), mutant.edit)


def _idle_things(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    """A thing is copied under another name, which nothing uses."""
    root = subject.files[file]
    for section in ("options", "zones", "counters", "tables", "values", "effects", "actions"):
        things = root.get(section)
        for key, thing in things.items() if things is not None else ():
            assert things is not None
            # An action that can be taken at any time needs nobody to offer it.
            if thing.get("anytime") is None and thing.get("accept") is None:
                name, bracket, parameters = key.partition("(")
                twin = f"{name}_twin{bracket}{parameters}"

                def change(
                    found: Located, twin: str = twin, key: str = key, thing: Located = thing
                ) -> Located:
                    items, positions = dict(found.items()), dict(found.key_positions)
                    return Located(
                        found.position, {**items, twin: thing}, {**positions, twin: found.key_position(key)}
                    )

                yield Mutant(
                    KINDS[5], file, (section, key), twin, _lines(things, key),
                    lambda root, section=section, change=change: edited(root, (section,), change),  # type: ignore[misc]
                )  # fmt: skip


_LABEL = re.compile(r"\bscore\b.*\bas\s+(?P<name>\w+)")


def _misspelt_labels(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    """A source of points is misspelt where it is used in other places too."""
    texts = [(path, value) for one in subject.files for path, value in rule_texts(one)]
    known = Counter(found["name"] for _, value in texts for found in _LABEL.finditer(str(value.value)))
    for path, value in rule_texts(subject.files[file]):
        text = str(value.value)
        for found in _LABEL.finditer(text):
            name = found["name"]
            wrong = misspelt(name, rng, subject.names)
            if known[name] > 2 and len(name) > 4:
                line = value.position_in_text(text.count("\n", 0, found.start("name")) + 1, 1).line
                made = text[: found.start("name")] + wrong + text[found.end("name") :]
                edit = _replaced(KINDS[6], file, path, value, made).edit
                place = (value.position.file, line, line)
                yield Mutant(KINDS[6], file, path, f"{name} -> {wrong}", place, edit)


def _quoted_numbers(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    """The number in a field of a kind is in quotes."""
    for path, value in walk(subject.files[file]):
        ruled = not RULE_KEYS.isdisjoint(path)
        if (
            value.kind == "number"
            and "kinds" in path[:-2]
            and not ruled
            and path[-1] not in ("copies", "rank")
        ):
            made = Located(value.position, str(value.value), style="quoted")
            yield Mutant(
                KINDS[7], file, path, f"'{value.value}'", _line(value),
                lambda root, path=path, made=made: edited(root, path, lambda _: made),  # type: ignore[misc]
            )  # fmt: skip


def _unknown_rules(subject: Subject, file: int, rng: Random) -> Iterator[Mutant]:
    """A rule's number is one that the page does not have."""
    for path, value in walk(subject.files[file]):
        if path and "rule" in path[-2:] and isinstance(value.value, str):
            yield _replaced(KINDS[8], file, path, value, f"{value.value.rpartition('-')[0]}-6777")


def _type_names(subject: Subject) -> set[str]:
    found = {"number", "truth", "player", "step", "any"}
    for one in subject.files:
        for path, owner in walk(one):
            if path in (("enums",), ("components",), ("boards",)):
                found |= {key for key, _ in owner.items()}
    return found


def _keywords(bare: str) -> set[int]:
    """Where words stand before a colon that are the language's own."""
    return {m.start(1) for m in re.finditer(r"^\s*(else|otherwise|may)\s*:", bare, re.MULTILINE)}


__all__ = ["KINDS", "Mutant", "Subject"]
