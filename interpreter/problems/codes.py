"""The one table of problem codes: sentence, severity, the smallest faulty example and the mended one.

`rulewright explain CODE`, docs/errors.md and tests/test_error_codes.py all come from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

# What marks the faulty line of an example, and what stands for many of the same.
MARK = "# <-- here"
MUCH = "…"
# What stands in the header of a journal for the fingerprint of the rules beside it.
FINGERPRINT = "FINGERPRINT"
# A file with this ending holds what another program adds to a journal.
ADDED = ".added"
MAIN = "ruleset.yaml"

READING = "Files and YAML"
SHAPE = "The shape of a file"
NAMES = "Names"
MODEL = "Boards, flow and options"
LANGUAGE = "Rule texts"
PROGRAM = "The whole program"
OVERLAYS = "Overlays"
SCENARIOS = "Scenarios"
RULES = "Numbered rules"
JOURNALS = "Journals"
GROUPS = (READING, SHAPE, NAMES, MODEL, LANGUAGE, PROGRAM, OVERLAYS, SCENARIOS, RULES, JOURNALS)


@dataclass(frozen=True, slots=True)
class Example:
    """Files of a whole tiny ruleset with one fault, and the replacements that mend it."""

    files: Mapping[str, str]
    mending: tuple[tuple[str, str], ...]
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
        for wrong, right in self.mending:
            text = text.replace(wrong, right)
        return _without_mark(text)


def _without_mark(text: str) -> str:
    return "\n".join(line.replace(MARK, "").rstrip(" ") for line in text.split("\n"))


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: its stable code, what it says in one sentence, how grave it is, an example."""

    code: str
    group: str
    sentence: str
    example: Example
    severity: Literal["error", "warning"] = "error"


_HEAD = "id: tiny\ntitle: Tiny\nplayers: 2\n"
_COINS = "counters:\n  coins: {per: player}\n"
_CARDS = (
    "components:\n  card: {kinds: {rose: {copies: 2}, fern: {}}}\n"
    "zones:\n  hand: {per: player, holds: card}\n"
)
_FLOW = "flow:\n  - {step: turn, players: players, do: gain 1 coins}\n"


def _ruleset(text: str, *mending: tuple[str, str]) -> Example:
    """Make an example of sections: the head, and the usual counter and flow where it has none."""
    return Example({MAIN: _completed(text)}, mending)


def _completed(text: str) -> str:
    usual = {"counters:": _COINS, "flow:": _FLOW}
    return _HEAD + text + "".join(section for key, section in usual.items() if key not in text)


def _turn(do: str, *mending: tuple[str, str], more: str = "") -> Example:
    """Make an example of statements that each player does in their turn."""
    lines = "".join(f"      {line}\n" for line in do.splitlines())
    return _ruleset(f"{more}flow:\n  - step: turn\n    players: players\n    do: |\n{lines}", *mending)


def _overlays(overlays: Mapping[str, str], *mending: tuple[str, str], at: str | None = None) -> Example:
    """Make an example of a ruleset with expansions; each text follows on id, title and base."""
    files = {MAIN: _completed("")}
    for name, text in overlays.items():
        base = "" if text.startswith("base:") else "base: tiny\n"
        files[f"expansions/{name}/overlay.yaml"] = f"id: {name}\ntitle: {name.title()}\n{base}{text}"
    return Example(files, mending, at)


def _main(text: str, *mending: tuple[str, str], **more: str) -> Example:
    """Make an example of a whole main file and perhaps further files, `more` for more.yaml."""
    files = {MAIN: text, **{f"{name}.yaml": content for name, content in more.items()}}
    return Example(files, mending)


_JOURNAL_HEAD = (
    '{"rulewright": 2, "game": "tiny", "path": "", "with": [], "players": 2, "options": {}, '
    f'"seats": ["human", "human"], "seed": 1, "fingerprint": "{FINGERPRINT}"}}\n'
)
# Two players, each with one turn and four things to do in it.
_TABLE = (
    "zones:\n  dice: {holds: number, faces: 6}\nactions:\n  work:\n    do: |\n      gain 1 coins\n"
    "      end turn\n  rest: {do: end turn}\n  gamble:\n    do: |\n      roll 1 into dice\n      end turn\n"
    "  share:\n    do: |\n      gain 6 / coins(me) coins\n      end turn\n"
    "flow:\n  - {step: turn, players: players, actions: [work, rest, gamble, share]}\n"
)

_READING = (
    Code(
        "file-not-found", READING, "A file that is named does not exist, or is not an ordinary file.",
        _main(
            _HEAD + "files: [mroe.yaml]  # <-- here\n" + _COINS, ("mroe", "more"), more=_FLOW
        ),
    ),
    Code(
        "file-unreadable", READING, "A file is there but cannot be read.",
        Example(
            {MAIN: _completed(""), "scenarios/first.yaml/notes.txt": "A folder cannot be read as a file.\n"},
            (("first.yaml", "first"),), at="scenarios/first.yaml:1:1",
        ),
    ),
    Code(
        "file-too-large", READING,
        "A file, or all files of a ruleset together, are larger than allowed (5 MB), or there are too many.",
        Example(
            {MAIN: _HEAD + "files: [more.yaml]  # <-- here\n" + _COINS, "more.yaml": _FLOW + "# …\n"},
            (("# …", "# short"),), much=("x", 5_000_000),
        ),
    ),
    Code(
        "outside-folder", READING, "A ruleset may only read files inside its own folder.",
        _main(
            _HEAD + "files: [../more.yaml]  # <-- here\n" + _COINS, ("../more", "more"), more=_FLOW
        ),
    ),
    Code(
        "not-utf-8", READING, "A file must be text in UTF-8.",
        Example(
            {MAIN: "id: tiny\ntitle: Café  # <-- here\nplayers: 2\n" + _COINS + _FLOW},
            (("é", "e"),), encoding="latin-1",
        ),
    ),
    Code(
        "bad-character", READING, "A file contains a character that is not allowed.",
        _main('id: tiny\ntitle: "Ti\\u0007ny"  # <-- here\nplayers: 2\n' + _COINS + _FLOW, ("\\u0007", "")),
    ),
    Code(
        "yaml-syntax", READING, "The file is not well-formed YAML.",
        _main(
            "id: tiny\ntitle: Tiny: a game  # <-- here\nplayers: 2\n" + _COINS + _FLOW,
            ("Tiny: a game", '"Tiny: a game"'),
        ),
    ),
    Code(
        "duplicate-key", READING, "A key is in one map twice.",
        _main(
            "id: tiny\ntitle: Tiny\nplayers: 2\ntitle: Small  # <-- here\n" + _COINS + _FLOW,
            ("title: Small", "about: Small"),
        ),
    ),
    Code(
        "bad-key", READING, "A key of a map must be a word, a text or a whole number.",
        _ruleset(
            "counters:\n  coins: {per: player}\n  true: {}  # <-- here\n", ("true: {}", "truths: {}")
        ),
    ),
    Code(
        "alias", READING, "YAML anchors, aliases and merge keys are not allowed in a ruleset.",
        _ruleset("counters:\n  coins: &each {per: player}  # <-- here\n", ("&each ", "")),
    ),
    Code(
        "tag", READING, "YAML tags are not allowed in a ruleset.",
        _main("id: tiny\ntitle: !!str Tiny  # <-- here\nplayers: 2\n" + _COINS + _FLOW, ("!!str ", "")),
    ),
    Code(
        "too-deep", READING, "The YAML is nested more deeply than allowed.",
        Example(
            {MAIN: _HEAD + "about: …  # <-- here\n" + _COINS + _FLOW}, (("about: …", "about: Small"),),
            much=("[", 41),
        ),
    ),
    Code(
        "too-many-values", READING, "The files of a ruleset hold more values than allowed.",
        Example(
            {MAIN: _HEAD + "about: […0]  # <-- here\n" + _COINS + _FLOW}, (("[…0]", "Small"),),
            much=("0,", 100_000),
        ),
    ),
    Code(
        "number-not-whole", READING, "Numbers must be decimal whole numbers; anything else needs quotes.",
        _ruleset("tables:\n  prize:\n    1: 2.5  # <-- here\n", ("2.5", "2")),
    ),
    Code(
        "number-too-large", READING, "A number must lie between -2^53 and 2^53.",
        _ruleset("tables:\n  prize:\n    1: 9007199254740993  # <-- here\n", ("9007199254740993", "9")),
    ),
    Code(
        "defined-twice", READING, "A name is defined twice in one section.",
        _main(
            _HEAD + "files: [more.yaml]\n" + _COINS + _FLOW,
            ("coins: {}", "twigs: {}"),
            more="counters:\n  coins: {}  # <-- here\n",
        ),
    ),
)  # fmt: skip

_SHAPE = (
    Code(
        "unknown-key", SHAPE, "A key is not known here.",
        _ruleset("counters:\n  coins: {pre: player}  # <-- here\n", ("pre:", "per:")),
    ),
    Code(
        "missing-key", SHAPE, "A key that is required here is missing.",
        _ruleset(
            "components:\n  card: {kinds: {rose: {}}}\nzones:\n  hand: {per: player}  # <-- here\n",
            ("{per: player}  #", "{per: player, holds: card}  #"),
        ),
    ),
    Code(
        "wrong-type", SHAPE, "A value has the wrong type, such as a number where a text belongs.",
        _main("id: tiny\ntitle: 7  # <-- here\nplayers: 2\n" + _COINS + _FLOW, ("title: 7", 'title: "7"')),
    ),
    Code(
        "not-one-of", SHAPE, "A value is not one of the values allowed here.",
        _ruleset(
            "counters:\n  coins: {per: player, visible: everybody}  # <-- here\n", ("everybody", "everyone")
        ),
    ),
    Code(
        "bad-name", SHAPE, "A name or id is not written as it must be.",
        _ruleset(
            "counters:\n  coins: {per: player}\n  Twigs: {}  # <-- here\n", ("Twigs", "twigs")
        ),
    ),
    Code(
        "out-of-range", SHAPE, "A number is smaller or larger than allowed here.",
        _main(
            "id: tiny\ntitle: Tiny\nplayers: 0  # <-- here\n" + _COINS + _FLOW, ("players: 0", "players: 2")
        ),
    ),
    Code(
        "wrong-length", SHAPE, "A list, map or text has too few or too many entries.",
        _ruleset(
            "boards:\n  field:\n    shape: graph\n    spaces: [inn, mill]\n"
            "    edges:\n      - [inn]  # <-- here\n",
            ("[inn]", "[inn, mill]"),
        ),
    ),
    Code(
        "quoted-number", SHAPE, "A number is in quotes.",
        _ruleset('tables:\n  prize:\n    1: 5\n    2: "3"  # <-- here\nflow:\n'
                 "  - {step: turn, players: players, do: gain prize(2) coins}\n", ('"3"', "3")),
        "warning",
    ),
    Code(
        "wrong-shape", SHAPE, "A value does not have the shape required here.",
        _ruleset(
            "flow:\n  - step: turn\n    for: number of 1..3  # <-- here\n    do: gain 1 coins(p1)\n",
            ("number of", "number in"),
        ),
    ),
)  # fmt: skip

_NAMES = (
    Code(
        "unknown-name",
        NAMES,
        "A name is used that is not defined anywhere.",
        _turn("gain 1 cions  # <-- here", ("cions", "coins")),
    ),
    Code(
        "wrong-kind-of-name",
        NAMES,
        "A name is defined, but as something else than is needed here.",
        _turn("gain 1 hand  # <-- here", ("1 hand ", "1 coins "), more=_CARDS),
    ),
)

_PLOTS = """\
options: {shape: {type: plot_layout, default: row}}
boards:
  plot:
    shape: square
    fields: {worth: number}
    option: shape
    checks: [{require: size(plot) < 5, says: a plot has at most four spaces}]
layouts:
  row: {board: plot, picture: {worth: 1 2}}
"""

_MODEL = (
    Code(
        "board", MODEL, "A board or table is not built as it must be.",
        _ruleset(
            "boards:\n  field:\n    {shape: hex, fields: {worth: number}, picture: {worth: . .}}  # <-- here\n",  # noqa: E501
            ("{worth: . .}", "{worth: 3 4}"),
        ),
    ),
    Code(
        "option-value", MODEL, "An option cannot have the value that was chosen.",
        Example(
            {
                MAIN: _HEAD + "options:\n  prize:  # chosen with --set prize=9\n"
                "    {type: number, default: 3, min: 1, max: 5}  # <-- here\n" + _COINS + _FLOW
            },
            (("max: 5", "max: 9"),), chosen=MappingProxyType({"prize": "9"}),
        ),
    ),
    Code(
        "own-value", MODEL, "A file given for an option holds something else than one layout or one kind.",
        Example(
            {
                MAIN: _completed(_PLOTS),
                "own.yaml": "layouts:\n  wide: {board: plot, picture: {worth: 1 2 3}}\n"
                "  high: {board: plot, picture: {worth: 1 1}}\n",
            },
            (("  high: {board: plot, picture: {worth: 1 1}}\n", ""),), at="own.yaml:1:1",
            chosen=MappingProxyType({"shape": "own.yaml"}),
        ),
    ),
    Code(
        "layout-check", MODEL, "A layout of a board is not as the board's checks require.",
        _ruleset(
            _PLOTS + "  big:\n    {board: plot, picture: {worth: 1 2 3 4 5}}  # <-- here\n", ("3 4 5", "3"),
        ),
    ),
    Code(
        "layout-advice", MODEL, "A layout of a board is not as its checks advise; it can be played.",
        _ruleset(
            _PLOTS.replace("require: size(plot) < 5", "severity: warning, require: size(plot) < 5")
            + "  big:\n    {board: plot, picture: {worth: 1 2 3 4 5}}  # <-- here\n", ("3 4 5", "3"),
        ),
        "warning",
    ),
    Code(
        "drawing", MODEL, "What a ruleset says for people to see is drawn nowhere.",
        _ruleset(
            "boards:\n  field:\n    shape: ring\n    fields: {worth: number}\n"
            "    spaces: {inn: {worth: 2}, mill: {worth: 3}}\n    draw: {beside: worth}  # <-- here\n",
            ("beside:", "label:"),
        ),
        "warning",
    ),
    Code(
        "too-large", MODEL, "Something is larger than the limits allow.",
        _ruleset(
            "values:\n  most: size(1..2000000)  # <-- here\n", ("2000000", "20")
        ),
    ),
)  # fmt: skip

_LANGUAGE = (
    Code(
        "syntax", LANGUAGE, "A rule text is not well formed.",
        _turn("gian 1 coins  # <-- here", ("gian", "gain")),
    ),
    Code(
        "type", LANGUAGE, "A value has the wrong type for its place.",
        _turn("gain true coins  # <-- here", ("true", "1")),
    ),
    Code(
        "arguments", LANGUAGE, "There are too many, too few or unfitting arguments.",
        _turn("gain size() coins  # <-- here", ("size()", "size(1..3)")),
    ),
    Code(
        "missing-arguments", LANGUAGE, "A name needs arguments in brackets.",
        _turn("score coins as wealth  # <-- here", ("score coins", "score coins(me)")),
    ),
    Code(
        "ambiguous", LANGUAGE, "A name means several things here and nothing says which.",
        _turn(
            "let c = red  # <-- here\ngain 1 coins",
            ("let c = red", "let c = rose"),
            more="enums:\n  colour: [red, rose]\n  weather: [red, calm]\n",
        ),
    ),
    Code(
        "no-me", LANGUAGE, "Nobody is at turn here, so there is no `me`.",
        _ruleset(
            "flow:\n  - step: begin\n    do: gain 1 coins  # <-- here\n", ("1 coins ", "1 coins(p1) ")
        ),
    ),
    Code(
        "where-from", LANGUAGE, "Nothing says where the piece is that is to be moved or changed.",
        _turn("move rose to hand(me)  # <-- here", ("rose to", "rose from box(card) to"), more=_CARDS),
    ),
    Code(
        "after-change", LANGUAGE,
        "A condition, payment or bare choice comes after a change: too late.",
        _ruleset(
            "actions:\n  earn:\n    do: |\n      gain 1 coins\n      require coins(me) < 9  # <-- here\n"
            "flow:\n  - {step: turn, players: players, actions: [earn]}\n",
            ("      gain 1 coins\n      require coins(me) < 9", "      require coins(me) < 9"),
            ("# <-- here\n", "\n      gain 1 coins\n"),
        ),
    ),
    Code(
        "division", LANGUAGE, "A division by zero.",
        _turn("gain 4 / 0 coins  # <-- here", ("4 / 0", "4 / 2")),
    ),
)  # fmt: skip

_PROGRAM = (
    Code(
        "circle", PROGRAM, "A value reads itself, directly or through others.",
        _ruleset("values:\n  one: two + 1  # <-- here\n  two: one + 1\n", ("one + 1", "2")),
    ),
    Code(
        "rule-fault", PROGRAM,
        "What is worked out before a game begins, such as the start of a counter, goes wrong.",
        _ruleset(
            "counters:\n  coins: {per: player}\n  days:\n    start: 7 / size(2..1)  # <-- here\n",
            ("2..1", "1..2"),
        ),
    ),
    Code(
        "endless", PROGRAM, "Effects call each other in a circle that cannot end.",
        _turn(
            "call earn()",
            ("earn: call earn()", "earn: gain 1 coins"),
            more="effects:\n  earn: call earn()  # <-- here\n",
        ),
    ),
    Code(
        "unreachable", PROGRAM, "A statement that can never run.",
        _turn(
            "call close()",
            ("end game\n      score 1 as last  # <-- here\n", "score 1 as last\n      end game\n"),
            more="effects:\n  close: |\n      end game\n      score 1 as last  # <-- here\n",
        ),
        "warning",
    ),
    Code(
        "lookahead", PROGRAM,
        "Very many combinations of choices must be tried to know what can be offered.",
        _turn(
            "call plan()",
            ("choose d in 1..9", "let d = 9"),
            more="effects:\n  plan: |\n      choose a in 1..9\n      choose b in 1..9\n"
            "      choose c in 1..9\n      choose d in 1..9\n      require a + b + c + d > 30  # <-- here\n"
            "      gain 100 * a + 10 * b + c coins\n",
        ),
        "warning",
    ),
    Code(
        "hidden-choice", PROGRAM, "Somebody chooses among things that are hidden from them.",
        _turn(
            "call take()",
            ("visible: nobody", "visible: everyone"),
            more=_CARDS + "  deck: {holds: card, visible: nobody}\n"
            "effects:\n  take: |\n      choose c in deck  # <-- here\n      move c to hand(me)\n",
        ),
        "warning",
    ),
    Code(
        "hidden-read", PROGRAM,
        "A choice among another player's hidden pieces asks for more than their backs show.",
        _turn(
            "call take(next(me))",
            ("visible: owner", "visible: everyone"),
            more="components:\n  card: {fields: {worth: number}, kinds: {rose: {copies: 9, worth: 1}}}\n"
            "zones:\n  hand: {per: player, holds: card, visible: owner}\n"
            "effects:\n  take(player p): |\n"
            "      choose c in hand(p) where c.worth > 0  # <-- here\n      move c to hand(me)\n",
        ),
    ),
    Code(
        "unbounded-hidden", PROGRAM,
        "A hidden counter has no bounds, so a bot's guess cannot give it another value: bots see it.",
        _turn(
            "gain 1 secret",
            ("visible: owner}", "visible: owner, max: 9}"),
            more="counters:\n  secret: {per: player, visible: owner}  # <-- here\n",
        ),
        "warning",
    ),
    Code(
        "unused", PROGRAM, "Nothing reads, fills, calls or raises what is declared.",
        _ruleset(
            "counters:\n  coins: {per: player}\n  days: {}  # <-- here\n"
            "scoring:\n  final: [{source: wealth, points: coins(me)}]\n",
            ("  days: {}  # <-- here\n", ""),
        ),
        "warning",
    ),
    Code(
        "fixed-hidden", PROGRAM,
        "Numbers are hidden, and nothing says what else could be there: bots see them.",
        _turn(
            "fill secret with 3",
            ("visible: nobody}", "visible: nobody, faces: 6}"),
            more="zones:\n  secret: {holds: number, visible: nobody}  # <-- here\n",
        ),
        "warning",
    ),
    Code(
        "vain-accept", PROGRAM, "An `accept` silences no warning.",
        _ruleset(
            "counters:\n  coins: {per: player}\n  days: {start: 7, accept: [unused]}  # <-- here\n"
            "flow:\n  - {step: turn, players: players, do: gain days coins}\n", (", accept: [unused]", "")
        ),
        "warning",
    ),
    Code(
        "lone-label", PROGRAM, "A name that its use declares occurs once, beside one almost the same.",
        _turn(
            "score 1 as travel\nscore 2 as travle  # <-- here\nscore 3 as travel", ("travle", "travel")
        ),
        "warning",
    ),
    Code(
        "no-outlook", PROGRAM, "Only the end says who has won: bots cannot know what a position is worth.",
        _ruleset(
            "scoring:\n  winner: coins(me) > 3  # <-- here\n",
            ("winner: ", "outlook: [{source: coins, points: coins(me)}]\n  winner: "),
        ),
        "warning",
    ),
    Code(
        "unknown-rule", PROGRAM, "A numbered rule is cited that no page of rules has.",
        Example(
            {
                MAIN: _completed("counters:\n  coins: {per: player, rule: TNY-2}  # <-- here\n"),
                "rules.md": "- **TNY-1** All begin without coins.\n",
            },
            (("TNY-2", "TNY-1"),),
        ),
        "warning",
    ),
    Code(
        "play-fault", PROGRAM,
        "A rule goes wrong in a game that was played at random; reported by `rulewright validate --deep`.",
        _turn("gain 6 / coins(me) coins  # <-- here", ("coins(me) coins", "2 coins")),
    ),
    Code(
        "alike-plans", PROGRAM,
        "Many ways of choosing in a step end alike; reported by `rulewright validate --deep`.",
        _ruleset(
            "counters:\n  coins: {per: player, start: 9}\nactions:\n  act:\n    do: |\n"
            "      choose n in 1..3\n      one of:\n        fee: pay 1 coins\n        gift: pay n coins\n"
            "flow:\n  - step: turn  # <-- here\n    players: players\n    actions: [act]\n"
            "    while: coins(me) == 9\n",
            ("pay 1 coins", "pay n + 3 coins"),
        ),
        "warning",
    ),
)  # fmt: skip

_OVERLAYS = (
    Code(
        "no-effect", OVERLAYS, "An operation of an overlay changes nothing.",
        _overlays(
            {"wealth": "change:\n  counters:\n    coins: {per: player}  # <-- here\n"},
            ("change:", "extend:"), ("    coins: {per: player}  #", "    coins: {start: 3}  #"),
        ),
    ),
    Code(
        "overlay-target", OVERLAYS, "An overlay changes something that the ruleset does not have.",
        _overlays(
            {"wealth": "extend:\n  counters:\n    cions: {start: 3}  # <-- here\n"}, ("cions:", "coins:")
        ),
    ),
    Code(
        "already-defined", OVERLAYS, "An overlay adds something that is already there.",
        _overlays(
            {"wealth": "add:\n  counters:\n    coins: {start: 3}  # <-- here\n"},
            ("coins: {start", "twigs: {start"),
        ),
    ),
    Code(
        "overlay-conflict", OVERLAYS, "Two overlays make changes that cannot both hold.",
        _overlays(
            {
                "poverty": "extend:\n  counters:\n    coins: {start: 0}\n",
                "wealth": "extend:\n  counters:\n    coins: {start: 9}  # <-- here\n",
            },
            ("start: 9", "max: 9"),
        ),
    ),
    Code(
        "missing-rows", OVERLAYS, "A table that replaces another lacks rows that this one has.",
        Example(
            {
                MAIN: _completed(
                    "tables:\n  prize: {1: 5, 2: 3}\n"
                    "flow:\n  - {step: turn, players: players, do: gain prize(2) coins}\n"
                ),
                "expansions/wealth/overlay.yaml": "id: wealth\ntitle: Wealth\nbase: tiny\n"
                "replace:\n  tables:\n    prize: {1: 9}  # <-- here\n",
            },
            (("{1: 9}", "{1: 9, 2: 7}"),),
        ),
        "warning",
    ),
    Code(
        "overlay-base", OVERLAYS, "An overlay is written for another ruleset than the one it is used with.",
        _overlays(
            {"wealth": "base: tinny  # <-- here\nextend:\n  counters:\n    coins: {start: 3}\n"},
            ("tinny", "tiny"),
        ),
    ),
    Code(
        "overlay-needs", OVERLAYS, "An overlay needs another overlay that is not there.",
        _overlays(
            {
                "wealth": "extend:\n  counters:\n    coins: {start: 3}\n",
                "luxury": "needs: [welth]  # <-- here\nextend:\n  counters:\n    coins: {max: 9}\n",
            },
            ("welth", "wealth"),
        ),
    ),
    Code(
        "overlay-excludes", OVERLAYS, "An overlay is used together with one that it excludes.",
        _overlays(
            {
                "wealth": "excludes: [{id: poverty}]  # <-- here\nextend: {counters: {coins: {start: 3}}}\n",
                "poverty": "extend: {counters: {coins: {max: 9}}}\n",
            },
            ("excludes: [{id: poverty}]  # <-- here\n", ""),
        ),
    ),
    Code(
        "overlay-cycle", OVERLAYS, "Overlays need each other in a circle.",
        _overlays(
            {
                "poverty": "needs: [wealth]\nextend:\n  counters:\n    coins: {max: 9}\n",
                "wealth": "needs: [poverty]\nextend:\n  counters:\n    coins: {start: 3}\n",
            },
            ("needs: [poverty]\n", ""),
            at="expansions/poverty/overlay.yaml:1:5",
        ),
    ),
)  # fmt: skip


def _scenario(lines: str, *mending: tuple[str, str]) -> Example:
    """Make an example of a scenario; `lines` stand under its name."""
    text = "".join(f"    {line}\n" for line in lines.splitlines())
    scenarios = f"scenarios:\n  - name: each has a turn\n{text}"
    return Example({MAIN: _completed(_TABLE), "scenarios/turns.yaml": scenarios}, mending)


_SCENARIOS = (
    Code(
        "scenario-game", SCENARIOS, "The game of a scenario cannot be set up as it says.",
        _scenario("players: 3  # <-- here\nwhen: [work]", ("players: 3", "players: 2")),
    ),
    Code(
        "never-offered", SCENARIOS, "A scenario wants an option that no rule of the game ever offers.",
        _scenario("when:\n  - wrok  # <-- here\nthen: [coins(p1) == 1]", ("wrok", "work")),
    ),
    Code(
        "vain-claim", SCENARIOS, "A scenario says that something is not offered which no rule ever offers.",
        _scenario("then:\n  - not_offered: [wrok]  # <-- here", ("not_offered: [wrok]", "offered: [work]")),
        "warning",
    ),
)  # fmt: skip

_SAVED = '{"by": 1, "choice": "work"}\n'


_RULES = (
    Code(
        "reading-grounds", RULES,
        "The grounds of a reading are incomplete, or below a rule that is not a reading.",
        Example(
            {
                MAIN: _completed(""),
                "rules.md": (
                    "- **TINY-1** Whoever is late goes last. (reading)\n"
                    "  *Rulebook:* silent on who is late. *We:* keep the game going.\n"
                ),
            },
            (("the game going.", "the game going. *Because:* nobody likes to wait."),),
            "rules.md:2:3",
        ),
    ),
)  # fmt: skip


def _journal(
    lines: str,
    *mending: tuple[str, str],
    at: str,
    head: str = _JOURNAL_HEAD,
    much: tuple[str, int] = ("", 0),
    table: str = _TABLE,
    added: str | None = None,
) -> Example:
    """Make an example of a journal: its header and lines of choices, at `line:column` of it a fault."""
    files = {MAIN: _completed(table), "saved.jsonl": head + lines}
    if added is not None:
        files["saved.jsonl" + ADDED] = added
    return Example(files, mending, f"saved.jsonl:{at}", much)


_JOURNALS = (
    Code(
        "journal-header", JOURNALS, "The first line of a journal does not say how the game was set up.",
        _journal(
            _SAVED, ('"players": 2,', '"players": 2, "seed": 1,'), at="1:1",
            head=_JOURNAL_HEAD.replace('"seed": 1, ', ""),
        ),
    ),
    Code(
        "journal-version", JOURNALS, "A journal is of a version that this program does not read.",
        _journal(
            _SAVED, ('"rulewright": 3', '"rulewright": 2'), at="1:1",
            head=_JOURNAL_HEAD.replace('"rulewright": 2', '"rulewright": 3'),
        ),
    ),
    Code(
        "journal-too-long", JOURNALS, "A journal is longer than any game (16 MB).",
        _journal(_SAVED + "…\n", ("…\n", ""), at="1:1", much=('{"undo": 1}\n', 1_400_000)),
    ),
    Code(
        "journal-json", JOURNALS, "A line of a journal is not a JSON object.",
        _journal('{"by": 1, "choice": work}\n{"by": 2, "choice": "rest"}\n', ("work", '"work"'), at="2:20"),
    ),
    Code(
        "journal-choice", JOURNALS, "A line of a journal is neither a choice nor an undo.",
        _journal('{"by": 7, "choice": "work"}\n', ('"by": 7', '"by": 1'), at="2:1"),
    ),
    Code(
        "journal-undo", JOURNALS, "A journal takes more choices back than were made.",
        _journal(_SAVED + '{"undo": 2}\n', ('"undo": 2', '"undo": 1'), at="3:1"),
    ),
    Code(
        "journal-torn", JOURNALS, "The last line of a journal is not whole; it is left out.",
        _journal(_SAVED + '{"by": 2, "cho', ('2, "cho', '2, "choice": "rest"}\n'), at="3:1"),
        "warning",
    ),
    Code(
        "journal-ruleset", JOURNALS, "The rules that a journal was played by have faults.",
        _journal(_SAVED, ("6 / ", "6 / 2 "), at="1:1", table=_TABLE.replace("6 / coins(me)", "6 / ")),
    ),
    Code(
        "journal-rules", JOURNALS, "A journal was played by other rules than there are now.",
        _journal(_SAVED, ("0000", FINGERPRINT), at="1:1", head=_JOURNAL_HEAD.replace(FINGERPRINT, "0000")),
        "warning",
    ),
    Code(
        "journal-over", JOURNALS, "A journal goes on after the end of the game.",
        _journal(
            _SAVED + '{"by": 2, "choice": "rest"}\n{"by": 1, "choice": "rest"}\n',
            ('{"by": 1, "choice": "rest"}\n', ""), at="4:1",
        ),
    ),
    Code(
        "journal-seat", JOURNALS, "A choice of a journal is another seat's than the one to choose.",
        _journal('{"by": 2, "choice": "work"}\n', ('"by": 2', '"by": 1'), at="2:2"),
    ),
    Code(
        "journal-option", JOURNALS, "A choice of a journal was not offered there.",
        _journal('{"by": 1, "choice": "wrok"}\n', ("wrok", "work"), at="2:11"),
    ),
    Code(
        "journal-chance", JOURNALS, "Chance gives something else than the journal says.",
        _journal('{"by": 1, "choice": "gamble", "drew": [9]}\n', ("[9]", "[0]"), at="2:31"),
    ),
    Code(
        "journal-rule", JOURNALS, "A rule goes wrong at a choice of a journal.",
        _journal('{"by": 1, "choice": "share"}\n', ('"share"', '"work"'), at="2:11"),
    ),
    Code(
        "journal-changed", JOURNALS, "Another program has written into a journal while it is played.",
        _journal(
            _SAVED, ('{"by": 2, "choice": "rest"}\n', ""), at="3:1", added='{"by": 2, "choice": "rest"}\n',
        ),
    ),
)  # fmt: skip

CODES: Mapping[str, Code] = MappingProxyType(
    {
        code.code: code
        for part in (
            *(_READING, _SHAPE, _NAMES, _MODEL, _LANGUAGE, _PROGRAM, _OVERLAYS, _SCENARIOS, _RULES),
            _JOURNALS,
        )
        for code in part
    }
)
