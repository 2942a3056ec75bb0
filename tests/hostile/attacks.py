# ruff: noqa: E501 - a table of texts made in code
"""The attacks: for each a folder that a stranger could send, and what a user does with it.

An attack's files are laid out in a folder `game`; `code` must be among what is said. Where `code` is empty
the input is odd but sound, and nothing is said against it.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.journal import FORMAT

Make = Callable[[Path], None]


@dataclass(frozen=True)
class Attack:
    """place: what the message must point to; made: what files cannot say, such as links."""

    name: str
    files: Mapping[str, str | bytes]
    code: str = ""
    command: tuple[str, ...] = ("validate", "game")
    status: int = 1
    place: str = "ruleset.yaml:"
    made: Make | None = None
    typed: str = ""
    never: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


HEAD = "id: trap\ntitle: Trap\nplayers: 2\n"
FLOW = "flow:\n  - step: turn\n    players: players\n    actions: [act, rest]\n"
BASE = """\
components:
  card: {kinds: {ace: {copies: 3}, king: {copies: 2}}}
zones:
  hand: {per: player, holds: card}
  dice: {per: player, holds: number, faces: 6}
counters:
  coins: {per: player}
"""


def rules(more: str = FLOW, base: str = BASE) -> dict[str, str | bytes]:
    """A small ruleset with something in it."""
    if "actions:" not in more.replace("    actions:", ""):
        more += (
            "actions:\n  act: {do: gain 1 coins}\n  rest: {do: end "
            + ("turn" if "step: turn" in more else "a")
            + "}\n"
        )
    return {"ruleset.yaml": HEAD + base + more}


def doing(text: str, more: str = "") -> dict[str, str | bytes]:
    """A small ruleset whose only action does something."""
    lines = "".join(f"      {line}\n" for line in text.strip().split("\n"))
    actions = f"actions:\n  rest: {{do: end turn}}\n  act:\n    do: |\n{lines}"
    return rules(FLOW + actions + more)


def value(text: str, more: str = "") -> dict[str, str | bytes]:
    """A small ruleset with a value."""
    return rules(FLOW + f"values:\n  v: {text}\n{more}")


def types(lines: str, more: str = FLOW) -> dict[str, str | bytes]:
    """A small ruleset with more component types."""
    return rules(more, BASE.replace("components:\n", "components:\n" + lines))


SIMULATE = ("simulate", "game", "--games", "2", "--seed", "1", "--json")
PLAY = ("play", "game", "--seed", "1", "--save", "saved.jsonl", "--seat", "random", "--seat", "random")
DEEP, LONG = 100_000, 3_000_000

YAML = (
    Attack("alias_bomb", {"ruleset.yaml": HEAD + "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(20))}, "alias"),
    Attack("alias_to_itself", {"ruleset.yaml": HEAD + "enums: &a {b: *a}\n"}, "alias"),
    Attack("anchors_alone", {"ruleset.yaml": HEAD + "enums: &a {b: [c]}\n"}, "alias"),
    Attack("merge_key", {"ruleset.yaml": HEAD + "enums: {<<: {a: [b]}}\n"}, "alias"),
    Attack("python_tag", {"ruleset.yaml": HEAD + 'about: !!python/object/apply:os.system ["touch pwned"]\n'}, "tag"),
    Attack("own_tag", {"ruleset.yaml": HEAD + "about: !run {a: b}\n"}, "tag"),
    Attack("deep_lists", {"ruleset.yaml": HEAD + "about: " + "[" * DEEP}, "too-deep"),
    Attack("deep_maps", {"ruleset.yaml": HEAD + "about: " + "{a: " * DEEP}, "too-deep"),
    Attack("deep_entries", {"ruleset.yaml": HEAD + "about:\n  " + "- " * DEEP + "a\n"}, "too-deep"),
    Attack("deep_keys", {"ruleset.yaml": HEAD + "about: " + "? " * DEEP + "a\n"}, "yaml-syntax"),
    Attack("deep_blocks", {"ruleset.yaml": "".join(" " * n + f"a{n}:\n" for n in range(2_000))}, "too-deep"),
    Attack("open_quote", {"ruleset.yaml": HEAD + 'about: "' + "a" * LONG}, "yaml-syntax"),
    Attack("many_values", {"ruleset.yaml": HEAD + "about: [" + "a," * 2_000_000 + "]\n"}, "too-many-values"),
    Attack("many_keys", {"ruleset.yaml": HEAD + "".join(f"k{n}: 1\n" for n in range(50_000))}, "unknown-key"),
    Attack("too_large", {"ruleset.yaml": HEAD + "# " + "a" * 6_000_000}, "file-too-large"),
    Attack("long_text", {"ruleset.yaml": HEAD + "about: " + "a " * (LONG // 2) + "\n" + BASE + FLOW}, ""
           , status=1),
    Attack("long_key", {"ruleset.yaml": HEAD + "? " + "a" * LONG + "\n: 1\n"}, "unknown-key"),
    Attack("many_equal_keys", {"ruleset.yaml": HEAD + "about: a\n" * 100_000}, "duplicate-key"),
    Attack("digits", {"ruleset.yaml": HEAD.replace("2", "9" * 10_000)}, "number-too-large"),
    Attack("minus_digits", {"ruleset.yaml": HEAD.replace("2", "-" + "9" * 10_000)}, "number-too-large"),
    Attack("hexadecimal", {"ruleset.yaml": HEAD.replace("2", "0x2")}, "number-not-whole"),
    Attack("exponent", {"ruleset.yaml": HEAD.replace("2", "1e999")}, "number-not-whole"),
    Attack("infinite", {"ruleset.yaml": HEAD.replace("2", ".inf")}, "number-not-whole"),
    Attack("no_number", {"ruleset.yaml": HEAD.replace("2", ".nan")}, "number-not-whole"),
    Attack("sexagesimal", {"ruleset.yaml": HEAD.replace("2", "1:30:00")}, "wrong-type"),
    Attack("binary", {"ruleset.yaml": bytes(range(256)) * 100}, "not-utf-8"),
    Attack("latin_1", {"ruleset.yaml": (HEAD + "about: Stra\xdfe\n").encode("latin-1")}, "not-utf-8"),
    Attack("utf_16", {"ruleset.yaml": HEAD.encode("utf-16")}, "not-utf-8"),
    Attack("null_character", {"ruleset.yaml": HEAD + "about: a\0b\n"}, "bad-character"),
    Attack("null_escape", {"ruleset.yaml": HEAD + 'about: "a\\0b"\n'}, "bad-character"),
    Attack("surrogate_escape", {"ruleset.yaml": HEAD + 'about: "\\ud800"\n'}, "yaml-syntax"),
    Attack("surrogate_bytes", {"ruleset.yaml": HEAD.encode() + b"about: \xed\xa0\x80\n"}, "not-utf-8"),
    Attack("mark_inside", {"ruleset.yaml": HEAD + "about: a\ufeffb\n"}, "bad-character"),
    Attack("marks_before", {"ruleset.yaml": "\ufeff\ufeff" + HEAD}, "bad-character"),
    Attack("direction_override", {"ruleset.yaml": HEAD + "about: a\u202eb\nx: \u202e\n"}, "unknown-key",
           never=("\u202e",)),
    Attack("empty", {"ruleset.yaml": ""}, "missing-key"),
    Attack("only_comment", {"ruleset.yaml": "# nothing\n"}, "missing-key"),
    Attack("two_documents", {"ruleset.yaml": HEAD + "---\n" + HEAD}, "yaml-syntax"),
    Attack("a_list", {"ruleset.yaml": "- a\n- b\n"}, "wrong-type"),
    Attack("directive", {"ruleset.yaml": "%YAML 9.9\n---\n" + HEAD}, "yaml-syntax"),
    Attack("collection_as_key", {"ruleset.yaml": HEAD + "? {a: b}\n: c\n"}, "bad-key"),
    Attack("carriage_returns", {"ruleset.yaml": HEAD + "about: a\r" * 50_000}, "duplicate-key"),
    Attack("nested_comments", {"ruleset.yaml": "#\n" * 2_000_000}, "missing-key"),
    Attack("many_faults", {"ruleset.yaml": HEAD + BASE + "effects:\n" + "".join(
        f"  e{n}: gian 1 cions\n" for n in range(10_000))}, "syntax"),
    Attack("many_name_faults", {"ruleset.yaml": HEAD + BASE + "effects:\n" + "".join(
        f"  effect_{n}: call efect_{n}()\n" for n in range(10_000))}, "unknown-name"),
    Attack("long_names", {"ruleset.yaml": HEAD + "enums:\n" + "".join(
        f"  {'a' * 3_000}{n}: [{'b' * 3_000}{n}]\n" for n in range(200)) + "effects:\n" + "".join(
        f"  e{n}: gain 1 {'ab' * 1_500}{n}\n" for n in range(200))}, ""),
    Attack("long_wrong_keys", {"ruleset.yaml": HEAD + "".join(
        f"{'players' * 100}{n}: 1\n" for n in range(2_000))}, "unknown-key"),
)  # fmt: skip

TEXTS = (
    Attack("deep_brackets", value("'" + "(" * DEEP + "1" + ")" * DEEP + "'"), "too-large"),
    Attack("some_brackets", value("'" + "(" * 59 + "1" + ")" * 59 + "'"), status=0),
    Attack("deep_braces", value("'" + "{" * 9_000 + "1" + "}" * 9_000 + "'"), "too-large"),
    Attack("deep_nots", value("'" + "not " * 4_900 + "true'"), "too-large"),
    Attack("deep_nots_in_lines", value("|\n" + "    not\n" * 4_000 + "    true"), "too-large"),
    Attack("deep_signs", value("'" + "-" * 9_000 + "1'"), "too-large"),
    Attack("deep_choices", value("'" + "if true then 1 else " * 900 + "1'"), "too-large"),
    Attack("deep_fields", value("'ace" + ".a" * 9_000 + "'"), "too-large"),
    Attack("deep_calls", value("'" + "abs(" * 3_000 + "1" + ")" * 3_000 + "'"), "too-large"),
    Attack("long_sum", value("'1" + " + 1" * 4_900 + "'"), "too-large"),
    Attack("long_product", value("'2" + " * 2" * 4_900 + "'"), "too-large"),
    Attack("long_and", value("'true" + " and true" * 2_000 + "'"), status=0),
    Attack("long_comparison", value("'1" + " == 1" * 3_000 + "'"), "syntax"),
    Attack("deep_blocks_of_rules", doing("\n".join(" " * n + "if true:" for n in range(150))), "too-large"),
    Attack("deep_blocks_in_lines", doing("if true: " * 2_000 + "gain 1 coins"), ""),
    Attack("deep_blocks_some", doing(
        "\n".join(" " * n + "if true:" for n in range(58)) + "\n" + " " * 58 + "gain 1 coins"), ""),
    Attack("deep_mays", doing(
        "\n".join("  " * n + f"for x{n} in 1..2:" for n in range(40)) + "\n" + "  " * 40 + "gain 1 coins"), ""),
    Attack("long_block", doing("gain 1 coins\n" * 1_400), status=0),
    Attack("long_elif", doing("if coins(me) == 0: gain 1 coins\n" + "elif coins(me) == 1: gain 1 coins\n" * 550), status=0),
    Attack("text_of_megabytes", value("'" + "1 + " * 700_000 + "1'"), "too-large"),
    Attack("digits_in_text", value("'" + "9" * 10_000 + "'"), "number-too-large"),
    Attack("odd_characters", value('"\\u0661 + \\u00b2"'), "syntax"),
    Attack("tabs_and_feeds", doing("gain 1 coins\n\tgain 1 coins\n \t gain 1 coins"), "syntax"),
    Attack("dunder_name", value("__class__"), "syntax"),
    Attack("dunder_field", value("'ace.__class__'"), ""),
    Attack("dunder_call", value("\"__import__('os').system('touch pwned')\""), "syntax"),
    Attack("builtin_calls", doing("call eval(1)\ncall exec(1)\nlet x = open(1)\nlet y = s"), "unknown-name"),
    Attack("python_words", rules(FLOW + (
        "effects:\n  def(number lambda): {do: gain lambda coins}\n  import: gain 1 coins\n"
        "  class: call def(1)\n  s: gain 1 coins\n  RuleFault: gain 1 coins\n"
        "values:\n  return(number yield): yield + 1\n  None: 1\n  len: 2\n  span: 3\n  me2: return(1) + len\n"
        "actions:\n  while: {do: gain 1 coins}\n  act: {do: call class()}\n  rest: {do: end turn}\n")), ""),
    Attack("python_words_in_lower_case", rules(FLOW + (
        "effects:\n  def(number lambda): {do: gain lambda coins}\n  import: gain 1 coins\n"
        "  class: call def(1)\n  s: gain 1 coins\n  range: call s()\n  len: call range()\n"
        "values:\n  return(number yield): yield + 1\n  none_: 1\n  span: 3\n  sum_of: return(span) + none_\n"
        "actions:\n  while: {do: gain 1 coins}\n  act:\n    do: |\n      call class()\n      call len()\n      gain sum_of coins\n"
        "  rest: {do: end turn}\n")), command=SIMULATE, status=0),
    Attack("python_words_as_variables", doing(
        "for s in 1..3: gain s coins\nlet range = 3\nlet len = range + 1\nfor tuple in 1..len:\n"
        "  for me2 in set(list for list in 1..tuple): gain me2 coins\nlet sum = len\ngain sum coins"),
        command=SIMULATE, status=0),
    Attack("formats", {"ruleset.yaml": (HEAD + BASE + FLOW).replace("Trap", '"{0.__class__} %s %n ${HOME} {me!r}"')
           + "actions:\n  act: {title: '{0} %s', do: gain 1 coins}\n  rest: {do: end turn}\n"},
           command=SIMULATE, status=0),
)  # fmt: skip

ESCAPES = "\\e[31m\\e]0;owned\\a\\u009b2J"
MARKUP = "[link=http://evil.example]click[/link] [bold red]x[/] [/nothing]"
SHOWN = (
    Attack("escapes_in_title", {"ruleset.yaml": HEAD.replace("Trap", f'"{ESCAPES}"')}, "bad-character",
           never=("\x1b", "\x9b", "\a")),
    *(Attack("markup_" + "_".join(command[:3:2] if command[0] == "show" else command[:1]), {"ruleset.yaml": (HEAD + BASE + FLOW).replace("Trap", f"'{MARKUP}'")
             + f"actions:\n  act: {{title: '{MARKUP}', about: '{MARKUP}', do: gain 1 coins}}\n"
             "  rest: {do: end turn}\n"}, command=command, status=0, never=("\x1b",), typed="?\nact\nwhy act\nrest\n" * 5)
      for command in (("show", "game"), ("show", "game", "act"), ("explain", "game", "act"), SIMULATE,
                      ("play", "game", "--seat", "human", "--save", "saved.jsonl", "--seat", "random"))),
    Attack("escapes_in_path", rules(), command=("validate", "game\x1b[31m"), status=2, place="", code="no game",
           never=("\x1b",)),
    Attack("escapes_in_text", {"ruleset.yaml": HEAD + BASE + "effects:\n  e: \"gain \\e[31m coins\"\n"},
           "bad-character", never=("\x1b",)),
)  # fmt: skip


def png(width: int, height: int) -> bytes:
    """The head and end of a PNG file of a size, with nothing in it."""

    def block(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + block(b"IHDR", head) + block(b"IDAT", b"") + block(b"IEND", b"")


def showing(image: str) -> dict[str, str | bytes]:
    """A small ruleset with a card that has a picture."""
    return rules(base=BASE.replace("{copies: 3}", f"{{copies: 3, image: {json.dumps(image)}}}"))


def link(name: str, target: str) -> Make:
    return lambda folder: (folder / "game" / name).symlink_to(target)


def pipe(name: str) -> Make:
    return lambda folder: os.mkfifo(folder / "game" / name)


def folder_called(name: str) -> Make:
    return lambda folder: (folder / "game" / name).mkdir(parents=True)


def naming(*files: str) -> dict[str, str | bytes]:
    return {"ruleset.yaml": HEAD + f"files: {json.dumps(files)}\n" + BASE}


def outside_ruleset(folder: Path) -> None:
    other = folder.parent / "secret"
    other.mkdir()
    (other / "ruleset.yaml").write_text(HEAD.replace("trap", "secret") + "about: hidden words\n")
    (other / "scenarios").mkdir()
    (other / "scenarios" / "a.yaml").write_text(
        "scenarios:\n  - {name: hidden words, then: [hidden_words]}\n"
    )


def written(name: str, text: str) -> Make:
    def make(folder: Path) -> None:
        path = folder.parent / "secret" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    return make


def all_of(*makes: Make) -> Make:
    def make(folder: Path) -> None:
        for each in makes:
            each(folder)

    return make


SCENARIO = "scenarios:\n  - {name: one, then: [coins(p1) == 0]}\n"
TEST = ("test", "game")
FILES = (
    Attack("picture_above", showing("../../../../etc/passwd.png"), "outside-folder", never=("root:",)),
    Attack("picture_absolute", showing("/etc/passwd.png"), "outside-folder", never=("root:",)),
    Attack("picture_backslash", showing("..\\..\\secret.png"), "outside-folder"),
    Attack("picture_elsewhere", showing("http://evil.example/a.png"), "file-not-found"),
    Attack("picture_data", showing("data:image/svg+xml,<svg onload=alert(1)>.png"), "file-not-found"),
    Attack("picture_svg", showing("a.svg") | {"a.svg": "<svg onload='alert(1)'/>"}, "no-picture"),
    Attack("picture_of_markup", showing("a.png") | {"a.png": "<svg onload='alert(1)'/>"}, "no-picture"),
    Attack("picture_cut_off", showing("a.png") | {"a.png": png(9, 9)[:-6]}, "no-picture"),
    Attack("picture_with_more", showing("a.png") | {"a.png": png(9, 9) + b"<script>alert(1)</script>"}, "no-picture"),
    Attack("picture_empty", showing("a.png") | {"a.png": b""}, "no-picture"),
    Attack("picture_wide", showing("a.png") | {"a.png": png(2**31 - 1, 2**31 - 1)}, "no-picture"),
    Attack("picture_of_nothing", showing("a.png") | {"a.png": png(0, 9)}, "no-picture"),
    Attack("picture_large", showing("a.png") | {"a.png": png(9, 9) + b"a" * 3_000_000}, "file-too-large"),
    Attack("picture_jpeg_loop", showing("a.jpg") | {"a.jpg": b"\xff\xd8\xff\xe0\0\0" + b"\xff\xe0\0\0" * 90_000 + b"\xff\xd9"}, "no-picture"),
    Attack("picture_link_to_passwd", showing("a.png"), "outside-folder", made=link("a.png", "/etc/passwd"),
           never=("root:",)),
    Attack("picture_link_to_zero", showing("a.png"), "outside-folder", made=link("a.png", "/dev/zero")),
    Attack("picture_is_folder", showing("a.png") | {"a.png/b.png": b"a"}, "file-not-found"),
    Attack("file_above", naming("../../../../etc/passwd"), "outside-folder", never=("root:",)),
    Attack("file_absolute", naming("/etc/passwd"), "outside-folder", never=("root:",)),
    Attack("file_of_home", naming("~/x.yaml"), "file-not-found"),
    Attack("file_through_folder", naming("a/../../secret.yaml"), "outside-folder"),
    Attack("file_backslash", naming("..\\..\\secret.yaml"), "outside-folder"),
    Attack("file_null", {"ruleset.yaml": HEAD + 'files: ["a\\0b"]\n'}, "bad-character"),
    Attack("file_long", naming("a" * 5_000), "file-not-found"),
    Attack("file_device", naming("/dev/zero"), "outside-folder"),
    Attack("file_itself", naming("ruleset.yaml", "./ruleset.yaml"), "defined-twice"),
    Attack("file_empty_name", naming(""), "file-not-found"),
    Attack("file_dot", naming("."), "file-not-found"),
    Attack("file_a_folder", naming("part.yaml"), "file-not-found", made=folder_called("part.yaml")),
    Attack("file_a_pipe", naming("part.yaml"), "file-not-found", made=pipe("part.yaml")),
    Attack("file_a_number", {"ruleset.yaml": HEAD + "files: [1, [a], {b: c}]\n"}, "wrong-type"),
    Attack("many_files", naming(*(f"p{n}.yaml" for n in range(10_000))), "file-too-large"),
    Attack("link_to_passwd", naming("part.yaml"), "outside-folder", made=link("part.yaml", "/etc/passwd"),
           never=("root:",)),
    Attack("link_to_zero", naming("part.yaml"), "outside-folder", made=link("part.yaml", "/dev/zero")),
    Attack("link_to_folder", naming("sub/ruleset.yaml"), "outside-folder",
           made=all_of(outside_ruleset, link("sub", "../../secret")),
           never=("hidden words",)),
    Attack("link_to_itself", naming("part.yaml"), "file-not-found", made=link("part.yaml", "part.yaml")),
    Attack("main_link_outside", {}, "outside-folder", made=all_of(
        outside_ruleset, link("ruleset.yaml", "../../secret/ruleset.yaml")),
        never=("hidden words",)),
    Attack("main_link_to_zero", {}, "", made=link("ruleset.yaml", "/dev/zero"), status=2, place=""),
    Attack("main_a_folder", {}, "no ruleset.yaml", made=folder_called("ruleset.yaml"), status=2, place=""),
    Attack("main_a_pipe", {}, "no ruleset.yaml", made=pipe("ruleset.yaml"), status=2, place=""),
    Attack("extends_path", {"ruleset.yaml": "id: trap\ntitle: Trap\nextends: ../../secret\n"}, "",
           made=outside_ruleset, never=("hidden words",)),
    Attack("extends_itself", {"ruleset.yaml": "id: trap\ntitle: Trap\nextends: trap\n"}, "unknown-name"),
    Attack("scenarios_link", rules(), command=TEST, place="", status=0,
           made=all_of(outside_ruleset, link("scenarios", "../../secret/scenarios")),
           never=("hidden words", "hidden_words")),
    Attack("scenario_link_to_zero", {**rules(), "scenarios/a.yaml": SCENARIO}, command=TEST, status=0, place="scenarios/z.yaml",
           made=link("scenarios/z.yaml", "/dev/zero")),
    Attack("scenario_link_to_passwd", {**rules(), "scenarios/a.yaml": SCENARIO}, command=TEST, status=0,
           place="scenarios/z.yaml", made=link("scenarios/z.yaml", "/etc/passwd"), never=("root:",)),
    Attack("scenario_pipe", {**rules(), "scenarios/a.yaml": SCENARIO}, command=TEST, place="scenarios/z.yaml",
           made=pipe("scenarios/z.yaml")),
    Attack("scenario_folder", {**rules(), "scenarios/a.yaml": SCENARIO}, command=TEST, place="scenarios/z.yaml",
           made=folder_called("scenarios/z.yaml")),
    Attack("scenario_game_path", {**rules(), "scenarios/a.yaml": "game: ../../secret\n" + SCENARIO}, command=TEST,
           place="scenarios/a.yaml", made=outside_ruleset),
    Attack("scenario_with_path", {**rules(), "scenarios/a.yaml": "with: [../../secret]\n" + SCENARIO}, command=TEST,
           place="scenarios/a.yaml", made=outside_ruleset),
    Attack("rules_link_to_zero", rules(), command=("rules", "game"), status=0, place="",
           made=link("rules.md", "/dev/zero")),
    Attack("rules_link_to_passwd", rules(), command=("rules", "game"), status=0, place="",
           made=link("rules.md", "/etc/passwd"), never=("root:",)),
    Attack("rules_pipe", rules(), command=("rules", "game"), status=0, place="", made=pipe("rules.md")),
    Attack("expansion_link", rules(), place="", made=all_of(
        outside_ruleset, folder_called("expansions"),
        written("overlay.yaml", "id: hidden_words\ntitle: T\nbase: trap\nhidden_words: 1\n"),
        link("expansions/x", "../../../secret")), never=("hidden_words",), status=0),
    Attack("overlay_pipe", rules(), status=0, place="", made=all_of(
        folder_called("expansions/x"), pipe("expansions/x/overlay.yaml"))),
    Attack("overlay_path_above", rules(), "no overlay", command=("validate", "game", "--with", "../../.."), status=2,
           place=""),
    Attack("target_dev_zero", rules(), command=("validate", "/dev/zero"), status=2, place="", code="no game"),
    Attack("target_long", rules(), command=("validate", "a" * 100_000), status=2, place="", code="no game"),
    Attack("rulesets_link_to_root", rules(), command=("list", "--rulesets", "/proc/self"), status=0, place=""),
)  # fmt: skip

HEX = "\n".join("        " + " ".join("a" * 2000) for _ in range(1000))
BOARDS = (
    Attack("huge_picture", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: square\n    picture:\n      a: |\n" + HEX + "\n"},
           "too-large"),
    Attack("huge_hex_picture", {"ruleset.yaml": HEAD +
           "boards:\n  b:\n    shape: hex\n    corners: c\n    sides: s\n    picture:\n      a: |\n" + HEX + "\n"}, "too-large"),
    Attack("wide_picture", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: square\n    picture:\n      a: |\n        a"
           + " " * 2_000_000 + "a\n"}, ""),
    Attack("huge_ring", {"ruleset.yaml": HEAD + "boards:\n  b: {shape: ring, spaces: 1000000000}\n"}, "out-of-range"),
    Attack("many_boards", {"ruleset.yaml": HEAD + "boards:\n" + "".join(
        f"  b{n}: {{shape: ring, spaces: 2000, per: player}}\n" for n in range(3_000))}, "too-large"),
    Attack("many_layouts", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: ring\n    layouts:\n" + "".join(
        f"      l{n}: {{spaces: {{{', '.join(f's{m}: {{}}' for m in range(200))}}}}}\n" for n in range(300))}, "too-large"),
    Attack("many_listed_spaces", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: graph\n    spaces: ["
           + ",".join(f"a{n}" for n in range(50_000)) + "]\n"}, "too-large"),
    Attack("many_edges", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: graph\n    spaces: 2000\n    links: ["
           + ",".join(f"[{a}, {b}]" for a in range(1, 300) for b in range(a + 1, 300)) + "]\n"}, ""),
    Attack("wrong_edges", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: graph\n    spaces: 2000\n    links: ["
           + ",".join(f"[x{a}, y{a}]" for a in range(1, 20_000)) + "]\n"}, "unknown-name"),
    Attack("minus_spaces", {"ruleset.yaml": HEAD + "boards:\n  b: {shape: ring, spaces: -5}\n"}, "out-of-range"),
    Attack("huge_copies", {"ruleset.yaml": HEAD + "components:\n  c: {kinds: {k: {copies: 1000000000}}}\n"},
           "out-of-range"),
    Attack("minus_copies", {"ruleset.yaml": HEAD + "components:\n  c: {kinds: {k: {copies: -1}}}\n"}, "out-of-range"),
    Attack("copies_in_sum", {"ruleset.yaml": HEAD + "components:\n  c:\n    kinds:\n" + "".join(
        f"      k{n}: {{copies: 10000}}\n" for n in range(5_000))}, "too-large"),
    Attack("huge_players", {"ruleset.yaml": HEAD.replace("2", "{min: 1, max: 1000000000}")}, "out-of-range"),
    Attack("only_huge_players", {"ruleset.yaml": HEAD.replace("2", "1000000000") + BASE}, "out-of-range"),
    Attack("many_players", {"ruleset.yaml": HEAD.replace("2", "{min: 1, max: 60}") + BASE + FLOW
           + "actions: {act: {do: gain 1 coins}, rest: {do: end turn}}\n"}, status=0),
    Attack("too_many_players", {"ruleset.yaml": HEAD.replace("2", "100") + BASE}, "out-of-range"),
    Attack("wrong_players", {"ruleset.yaml": HEAD.replace("2", "{min: 4, max: 2}")}, ""),
    Attack("no_players", {"ruleset.yaml": HEAD.replace("2", "0")}, "out-of-range"),
    Attack("huge_teams", {"ruleset.yaml": HEAD + "teams: {size: 1000000000}\n"}, ""),
    Attack("many_states", {"ruleset.yaml": HEAD + "components:\n  c:\n    states:\n" + "".join(
        f"      s{n}: [{', '.join(f'm{n}_{m}' for m in range(10))}]\n" for n in range(12)) + "    kinds: {k: {}}\n"},
        "too-large"),
    Attack("states_of_states", {"ruleset.yaml": HEAD + "enums:\n  e: [" + ", ".join(f"m{m}" for m in range(1_000))
           + "]\ncomponents:\n  c:\n    states: {a: e, b: e, d: e}\n    kinds: {k: {}}\n"}, "too-large"),
    Attack("many_zones", {"ruleset.yaml": HEAD + "enums:\n  e: [" + ", ".join(f"m{m}" for m in range(1_000))
           + "]\n" + BASE.replace("zones:\n", "zones:\n  z: {per: [e, e, e, e], holds: card}\n")}, "too-large"),
    Attack("many_counters", {"ruleset.yaml": HEAD + "enums:\n  e: [" + ", ".join(f"m{m}" for m in range(1_000))
           + "]\ncounters:\n  z: {per: [e, e, e, player]}\n"}, "too-large"),
    Attack("huge_option", rules(FLOW + "options:\n  n: {type: number, default: 0, min: 0, max: 1000000000000000,"
           " random: true}\n"), command=("play", "game", "--set", "n=ask", "--save", "saved.jsonl"),
           code=""),
    Attack("wrong_option_range", rules(FLOW + "options:\n  n: {type: number, default: 7, min: 9, max: 3}\n"), ""),
    Attack("many_options", rules(FLOW + "options:\n" + "".join(
        f"  n{n}: {{type: number, default: 0, min: 0, max: 900}}\n" for n in range(20_000))), ""),
    Attack("huge_faces", {"ruleset.yaml": HEAD + "zones:\n  z: {holds: number, faces: 1000000000000}\n"}, "at most 1000"),
    Attack("huge_table", rules(FLOW + "tables:\n  t: {" + ", ".join(f"{n}: {n}" for n in range(40_000)) + "}\n"),
           status=0),
    Attack("deep_flow", {"ruleset.yaml": HEAD + BASE + "flow:\n" + "".join(
        "  " * n + f"- step: s{n}\n" + "  " * n + "  steps:\n" for n in range(18)) + "  " * 18 + "- {step: x, do: end game}\n"},
        status=0),
    Attack("many_steps", {"ruleset.yaml": HEAD + BASE + "flow:\n" + "".join(
        f"- {{step: s{n}, do: gain 1 coins(p1)}}\n" for n in range(3_000))}, "too-large"),
    Attack("many_kinds", {"ruleset.yaml": HEAD + "components:\n  c:\n    kinds:\n" + "".join(
        f"      k{n}: {{effect: gain 1 coins}}\n" for n in range(5_000)) + "counters: {coins: {per: player}}\n"}, "too-large"),
)  # fmt: skip

NUMBERED = ("rules", "game")


def page(text: str) -> dict[str, str | bytes]:
    """A small ruleset with a page of numbered rules."""
    return rules() | {"rules.md": text}


def kinds(groups: str, table: str = "") -> dict[str, str | bytes]:
    """A small ruleset with groups of kinds, and a table for them."""
    lines = f"  tile:\n    fields: {{worth: number, cost: number}}\n    kinds:\n{groups}"
    return types(lines) | {"kinds.csv": table}


def grid(each: str = "{}", name: str = "tile") -> str:
    """A group of nine thousand kinds."""
    return (
        f"      - {{each: {each}, over: {{worth: 1..100, cost: 1..90}}, name: '{name}_{{worth}}_{{cost}}'}}\n"
    )


def row_file(text: str) -> dict[str, str | bytes]:
    return kinds("      - {file: kinds.csv}\n", text)


MADE = (
    Attack("page_too_large", page("- **A-1** a\n" * 500_000), "file-too-large", place="rules.md:"),
    Attack("page_of_rules", page("- **A-1** a\n" * 100_000), "10,000 numbered rules", NUMBERED, place="rules.md:"),
    Attack("page_of_lines", page("\n" * 4_900_000), command=NUMBERED, status=0),
    Attack("page_of_marks", page("- **A-1** a" + " (reading) " * 400_000), command=NUMBERED, status=0),
    Attack("page_of_brackets", page("- **A-1** a" + " (source: " * 400_000), command=NUMBERED, status=0),
    Attack("page_of_blanks", page("- **A-1** a" + " " * 4_000_000 + "b"), command=NUMBERED, status=0),
    Attack("page_of_grounds", page("- **A-1** a\n  *Rulebook:* " + "*We:* " * 400_000), "reading-grounds", NUMBERED, place="rules.md:"),
    Attack("page_of_faults", page("*Rulebook:* a\n" * 300_000), "reading-grounds", NUMBERED, place="rules.md:"),
    Attack("page_not_text", rules() | {"rules.md": b"\xff" * 1_000}, "not-utf-8", place="rules.md:"),
    Attack("many_rows", row_file("name,worth\n" + "".join(f"k{n},1\n" for n in range(190_000))), "too-many-values", place="kinds.csv:"),
    Attack("many_sound_rows", row_file("name,worth,cost\n" + "".join(f"k{n},1,1\n" for n in range(19_900))), status=0),
    Attack("equal_rows", row_file("name,worth\n" + "k,1\n" * 1_000_000), "defined-twice", place="kinds.csv:"),
    Attack("long_rows", row_file("name,worth\n" + "".join(f"k{n},1,1\n" for n in range(300_000))), "wrong-length", place="kinds.csv:"),
    Attack("long_row", row_file("name,worth\nk,1" + "," * 4_900_000), "wrong-length", place="kinds.csv:"),
    Attack("many_columns", row_file("name," + "worth," * 800_000 + "\nk,1\n"), "columns", place="kinds.csv:"),
    Attack("open_cell", row_file('name,worth\n"k' + "," * 4_900_000), "", place="kinds.csv:"),
    Attack("many_groups", kinds("".join(grid(name=f"tile_{n}") for n in range(300))), "too-many-values"),
    Attack("large_group", kinds(grid("{triggers: [" + "{on: enter, do: gain 1 coins}, " * 20_000 + "]}")), "too-many-values"),
    Attack("long_title", kinds(grid("{title: '{worth}" + "a" * 1_000_000 + "'}")), "too-many-values"),
    Attack("open_title", kinds(grid("{title: '[" + "{worth}" * 100_000 + "'}")), "too-many-values"),
    Attack("many_members", rules(FLOW + "enums: {hue: [" + ", ".join(f"h{n}" for n in range(50_000)) + "]}\n"), status=0),
)  # fmt: skip

LOOPS = "for a in 1..10000:\n  for b in 1..10000:\n    set coins to a mod 7\n"
ENDLESS = (
    Attack("nested_loops", doing(LOOPS), "too much", SIMULATE),
    Attack("thousands_in_any_order", doing("for n in 1..9000 in any order: gain 1 coins"), "more than 500 things", SIMULATE),
    Attack("nested_repeats", doing("repeat 10000:\n  repeat 10000:\n    repeat 10000: gain 1 coins"), "too much", SIMULATE),
    Attack("loop_of_calls", doing("for a in 1..10000: call e1()", "effects:\n" + "".join(
        f"  e{n}:\n    do: |\n      for a in 1..10000: call e{n + 1}()\n" for n in range(1, 5)) +
        "  e5: gain 1 coins\n"), "too much", SIMULATE),
    Attack("product_of_sets", doing("gain count(a + b + c > 4 for a in 1..10000 for b in 1..10000 for c in 1..10000) coins"),
           "too much", SIMULATE),
    Attack("set_of_sets", doing("let x = set(a * 10000 + b for a in 1..10000 for b in 1..10000)\ngain size(x) coins"),
           "too much", SIMULATE),
    Attack("union_of_unions", doing("gain size(union(union(1..10000, 20001..30000), 40000..49999)) coins\n" * 300), "",
           SIMULATE),
    Attack("values_of_values", value("sum(w1(a) for a in 1..10000)", "".join(
        f"  w{n}(number x): sum(w{n + 1}(a + x) for a in 1..10000)\n" for n in range(1, 6)) + "  w6(number x): x\n"
        "effects:\n  e: gain v coins\nactions:\n  act: {do: call e()}\n  rest: {do: end turn}\n"), "too much", SIMULATE),
    Attack("remembered_values", value("w(1)", "  w(number x): count(a * b > x for a in 1..10000 for b in 1..10000)\n"
           "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "too much", SIMULATE),
    Attack("many_remembered", value("sum(w(x) for x in 1..10000)", "  w(number x): count(a > x for a in 1..10000)\n"
           "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "too much", SIMULATE),
    Attack("remembered_sets", value("sum(size(w(x)) for x in 1..10000)", "  w(number x): set(a + x for a in 1..9999)\n"
           "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "too much", SIMULATE),
    Attack("work_in_a_guard", doing("require count(a * b * c > 5 for a in 1..10000 for b in 1..10000 for c in 1..100) > 0"
           "\ngain 1 coins"), "too much", SIMULATE),
    Attack("work_in_where", doing("choose x in 1..10000 where count(a * b > x for a in 1..1000 for b in 1..1000) == 0\n"
           "gain x coins"), "too much", SIMULATE),
    Attack("hopeless_plans", doing("choose a in 1..10000\nchoose b in 1..10000\nchoose c in 1..10000\n"
           "require a + b + c < 0\ngain a coins"), "too m", SIMULATE),
    Attack("work_in_counter_start", rules(FLOW + "values:\n  v: count(a * b > 5 for a in 1..10000 for b in 1..10000)\n"
           ).copy() | {"ruleset.yaml": HEAD + BASE.replace("coins: {per: player}", "coins: {per: player, start: v}") + FLOW
           + "actions: {act: {do: gain 1 coins}, rest: {do: end turn}}\n"
           "values:\n  v: count(a * b > 5 for a in 1..10000 for b in 1..10000)\n"}, "too much"),
    Attack("work_in_scoring", rules("flow:\n  - {step: turn, do: gain 1 coins(p1)}\nscoring:\n  final:\n    - {source: a, points: "
           "count(a * b > 5 for a in 1..10000 for b in 1..10000)}\n"), "too much", SIMULATE),
    Attack("work_in_flow", rules("flow:\n  - step: turn\n    while: count(a * b > 5 for a in 1..10000 for b in 1..10000) > 1\n"
           "    do: gain 1 coins(p1)\n"), "too much", SIMULATE),
    Attack("endless_flow", rules("flow:\n  - {step: turn, while: true, do: gain 1 coins(p1)}\n"), "without asking", SIMULATE),
    Attack("endless_busy_flow", rules("flow:\n  - {step: turn, while: true, do: \"for x in 1..900: gain 1 coins(p1)\"}\n"),
           "", SIMULATE),
    Attack("long_flow", rules("flow:\n  - {step: a, for: x in 1..10000, steps: [{step: b, for: y in 1..10000, do: gain 1 coins(p1)}]}\n"
           ), "without asking", SIMULATE),
    Attack("endless_game", rules("flow:\n  - {step: turn, while: true, players: players, actions: [act]}\n"),
           command=("play", "game", "--seed", "1", "--save", "saved.jsonl", "--seat", "random", "--seat", "random"), code=""),
    Attack("endless_recursion", doing("call e()", "effects:\n  e: call e()\n"), "endless"),
    Attack("endless_conditional", doing("call e()", "effects:\n  e: \"if coins(me) >= 0: call e()\"\n"), "without end", SIMULATE),
    Attack("mutual_recursion", doing("call e()", "effects:\n  e: call f()\n  f: call e()\n"), "endless"),
    Attack("mutual_conditional", doing("call e(1)", "effects:\n  e(number n): \"if n > 0: call f(n + 1)\"\n"
           "  f(number n): \"if n > 0: call e(n + 1)\"\n"), "without end", SIMULATE),
    Attack("branching_recursion", doing("call e(90)", "effects:\n  e(number n): |\n    if n > 0:\n      call e(n - 1)\n"
           "      call e(n - 1)\n"), "too much", SIMULATE),
    Attack("branching_by_loop", doing("call e(90)", "effects:\n  e(number n): |\n    for x in 1..100 where n > 0: call e(n - 1)\n"),
           "too much", SIMULATE),
    Attack("squaring_recursion", doing("call e(9999999)", "effects:\n  e(number n): \"if n > 0: call e(n * n)\"\n"), "2^53", SIMULATE),
    Attack("squaring_values", value("w1(9007199254740992)", "".join(
        f"  w{n}(number x): w{n + 1}(x * x)\n" for n in range(1, 59)) + "  w59(number x): x\n"
        "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "2^53", SIMULATE),
    Attack("squaring_lets", doing("let a = 9007199254740992\n" + "".join(
        f"let {chr(98 + n)} = {chr(97 + n)} * {chr(97 + n)}\n" for n in range(25)) + "gain z coins"), "2^53", SIMULATE),
    Attack("endless_trigger", doing("gain 1 coins", "triggers:\n  - {on: \"gained coins(me)\", do: gain 1 coins}\n"), "endless"),
    Attack("endless_trigger_hidden", doing("gain 1 coins",
           "triggers:\n  - {on: \"gained coins(me, number n)\", where: n > 0, do: gain 1 coins}\n"), "without end", SIMULATE),
    Attack("trigger_swarm", doing("gain 1 coins", "triggers:\n" +
           "  - {on: \"gained coins(me, number n)\", where: n < 90, do: gain n + 1 coins}\n" * 2), "", SIMULATE),
    Attack("trigger_of_moves", doing("move ace from box(card) to hand(me)", "triggers:\n"
           "  - {on: \"entered hand(me, card c)\", do: move c from hand(me) to box(card)}\n"
           "  - {on: \"entered box_card\", do: gain 1 coins(p1)}\n"), status=0),
    Attack("value_of_itself", value("v + 1"), "circle"),
    Attack("values_in_a_circle", value("w + 1", "  w: v + 1\n"), "circle"),
    Attack("values_in_a_chain", value("w1", "".join(f"  w{n}: w{n + 1} + w{n + 1}\n" for n in range(1, 90)) + "  w90: coins(p1)\n"
           "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "", SIMULATE),
    Attack("long_chain_of_values", value("w1", "".join(f"  w{n}: w{n + 1} + 1\n" for n in range(1, 3_000)) + "  w3000: coins(p1)\n"
           "actions:\n  act: {do: gain v coins}\n  rest: {do: end turn}\n"), "", SIMULATE),
    Attack("long_chain_of_effects", doing("call e1()", "effects:\n" + "".join(f"  e{n}: call e{n + 1}()\n" for n in range(1, 3_000))
           + "  e3000: gain 1 coins\n"), "", SIMULATE),
    Attack("many_types", types("".join(f"  c{n}: {{kinds: {{k{n}: {{}}}}}}\n" for n in range(4_000))), status=0),
    Attack("many_fields_of_many_states", types("  tile:\n    states: {turn: [" + ", ".join(f"t{n}" for n in range(15_000)) + "]}\n    fields: {"
           + ", ".join(f"f{n}: number" for n in range(140)) + "}\n    kinds: {plain: {"
           + ", ".join(f"f{n}: 1" for n in range(140)) + "}}\n", FLOW + "values:\n  v(tile x): " + " + ".join(f"x.f{n}" for n in range(140)) + "\n"),
           "tables of more than"),
    Attack("chain_of_triggers", doing("call e1()", "effects:\n" + "".join(f"  e{n}: gain 1 coins\n" for n in range(1, 600))
           + "triggers:\n" + "".join(f"  - {{on: e{n}(me), do: call e{n + 1}()}}\n" for n in range(1, 599))), "too-large"),
    Attack("sum_of_terms", doing("gain " + " + ".join(["1"] * 4_500) + " coins"), "terms are joined"),
    Attack("scores_beyond_bounds", rules("flow:\n  - step: turn\n    players: players\n    do: |\n"
           "      repeat 9000: score points(me) + 1 as x\n      repeat 9000: score points(me) + 1 as x\n"), "2^53", SIMULATE),
    Attack("gains_beyond_bounds", doing("set coins to 9007199254740992\ngain 5 coins"), "2^53", SIMULATE),
    *(Attack(f"work_in_{name}", doing("for x in 1..10000:\n  for z in 1..100:\n" + act, more), "too much work", SIMULATE)
      for name, act, more in (
        ("if", "    if sum(y for y in 1..6000) == x: gain 1 coins", ""),
        ("elif", "    if x == 0: gain 1 coins\n    elif sum(y for y in 1..6000) == x: gain 1 coins", ""),
        ("where_of_trigger", "    gain 1 coins", "triggers:\n  - {on: \"gained coins(me, number n)\", "
         "where: sum(y for y in 1..6000) == n, do: gain 1 coins(me)}\n"),
        ("pattern", "    call e(x)", "effects:\n  e(number n): gain 1 coins\ntriggers:\n"
         "  - {on: \"e(me, sum(y for y in 1..6000))\", do: lose 1 coins}\n"),
        ("pick", "    pick w at random in 1..6000 where x * w != 0", ""))),
    Attack("dear_flow", rules("flow:\n  - {step: turn, for: x in 1..10000, while: count(a * b > 5 for a in 1..300 for b in 1..300) > x,"
           " do: gain 1 coins(p1)}\n"), "without asking", SIMULATE),
    Attack("modifier_of_itself", value("1", "modifiers:\n  - {value: v, plus: v}\n"), "circle"),
    Attack("lasting_rules_pile_up", doing("repeat 10000:\n  until end of turn:\n    on gained coins(me): gain 1 coins(p1)\n"
           "gain 1 coins"), "", SIMULATE),
    Attack("performs_pile_up", doing("repeat 10000: perform act"), "", SIMULATE),
    Attack("performs_for_ever", rules("flow:\n  - {step: turn, players: players, do: perform act}\nactions: {act: {do: perform act}}\n"), "",
           SIMULATE),
    Attack("rolls", doing("roll 9007199254740992 into dice(me)"), "", SIMULATE),
    Attack("rolls_in_loops", doing("repeat 10000: roll 10000 into dice(me)"), "between two questions", SIMULATE),
    Attack("far_along_a_ring", doing("set where_i_am to next(where_i_am, 9007199254740992)",
           "boards: {ring: {shape: ring, spaces: 7}}\n").copy() | {"ruleset.yaml": HEAD + BASE.replace(
           "coins: {per: player}", "coins: {per: player}\n  at: {type: ring, start: ring(1)}") + FLOW
           + "boards: {ring: {shape: ring, spaces: 7}}\nactions: {act: {do: \"set at to next(at, 9007199254740990)\"}, rest: {do: end turn}}\n"},
           "", SIMULATE, status=0),
    Attack("shuffles", doing("shuffle deck until size(deck) < 0").copy() | {"ruleset.yaml": HEAD + BASE.replace("ace: {copies: 3}", "ace: {copies: 9000}")
           .replace("zones:\n", "zones:\n  deck: {holds: card, order: stack}\n") + FLOW
           + "actions: {act: {do: \"move all from box(card) to deck\\nshuffle deck until size(deck) < 0\"}, rest: {do: end turn}}\n"}, "between two", SIMULATE),
    Attack("subset_of_many", doing("choose up to 30 x in 1..60\ngain size(x) coins"), "", SIMULATE, status=0),
    Attack("subset_of_thousands", doing("choose up to 5000 x in 1..10000\ngain size(x) coins"), "", SIMULATE, status=0),
    Attack("subset_with_repeats", doing("choose up to 9007199254740992 with repeats x in 1..60\ngain size(x) coins"), "more than",
           SIMULATE),
    Attack("subset_huge_number", doing("choose up to 9007199254740992 x in 1..60\ngain size(x) coins"), "", SIMULATE, status=0),
    Attack("split_of_much", doing("pay 900000000000000 coins or gems\nend turn").copy() | {"ruleset.yaml": HEAD + BASE.replace(
           "coins: {per: player}", "coins: {per: player, start: 900000000000000}\n  gems: {per: player, start: 900000000000000}")
           + FLOW + "actions: {act: {do: pay 900000000000000 coins or gems}, rest: {do: end turn}}\n"}, "", SIMULATE),
    *(Attack(f"split_of_much_{name}", {"ruleset.yaml": HEAD + "counters:\n"
           + "".join(f"  {c}: {{per: player, start: 9007199254740990}}\n" for c in ("coins", "gems", "ore")) + FLOW
           + f"actions: {{act: {{do: \"pay 9007199254740990 {price}\\nrequire {rest}\"}}, rest: {{do: end turn}}}}\n"}, "too much work", SIMULATE)
      for name, price, rest in (
        ("looked_through", "coins or gems", "coins(me) == 77"),
        ("three_ways", "coins or gems or ore", "coins(me) == 77"),
        ("with_a_dear_rest", "coins or gems", "sum(x for x in 1..9000) == coins(me)"))),
    Attack("huge_range_from_state", doing("for x in 1..coins(me) * 1000000000 + 100000: gain 1 coins"), "more than", SIMULATE),
    Attack("division_by_zero", doing("gain 1 / coins(me) coins"), "division", SIMULATE),
    Attack("trail_of_a_full_graph", {"ruleset.yaml": HEAD + "boards:\n  b:\n    shape: hex\n    fields: {f: text}\n    corners: c\n    sides: s\n"
           "    picture:\n      f: |\n" + ("        a a a a a a a a\n         a a a a a a a a\n" * 4) +
           "counters: {n: {per: player}}\nflow: [{step: turn, players: players, do: \"gain longest_trail(s, set(v for v in c where v.index == 1)) n\"}]\n"}, "too much",
           SIMULATE),
    Attack("groups_of_groups", {"ruleset.yaml": HEAD + "boards: {b: {shape: ring, spaces: 2000}}\ncounters: {n: {per: player}}\n"
           "flow: [{step: turn, players: players, do: \"gain sum(distance(x, y) for x in b for y in b) n\"}]\n"}, "too much", SIMULATE),
    Attack("groups_in_values", {"ruleset.yaml": HEAD + "boards: {b: {shape: ring, spaces: 2000}}\ncounters: {n: {per: player}}\n"
           "flow: [{step: turn, players: players, do: \"gain sum(size(group(x, b)) for x in b) n\"}]\n"}, "too much", SIMULATE),
)  # fmt: skip


def overlay(name: str, more: str = "") -> dict[str, str | bytes]:
    return {
        f"expansions/{name}/overlay.yaml": f"id: {name}\ntitle: {name}\nbase: trap\nkind: variant\n{more}"
    }


COINS = "change: {counters: {coins: {start: 3}}}\n"
EXTEND = "extend: {counters: {coins: {start: 3}}}\n"
OVERLAYS = (
    Attack("needs_itself", rules() | overlay("x", "needs: [x]\n" + EXTEND), "overlay-cycle", ("validate", "game", "--with", "x"),
           place="overlay.yaml:"),
    Attack("need_each_other", rules() | overlay("x", "needs: [y]\n" + EXTEND) | overlay("y", "needs: [x]\nextend: {counters: {coins: {max: 3}}}\n"),
           "overlay-cycle", ("validate", "game", "--with", "x,y"), place="overlay.yaml:"),
    Attack("base_is_itself", {**rules(), "expansions/x/overlay.yaml": "id: x\ntitle: x\nbase: x\nkind: variant\n" + EXTEND}, "",
           ("validate", "game", "--with", "x"), place="overlay.yaml:"),
    Attack("same_id_as_base", rules() | overlay("trap", EXTEND), "", ("validate", "game", "--with", "trap"), place=""),
    Attack("many_overlays", {**rules(), **{k: v for n in range(50) for k, v in overlay(
        f"x{n}", f"needs: [x{(n + 1) % 50}]\n" + EXTEND).items()}}, "overlay-cycle",
        ("validate", "game", "--with", ",".join(f"x{n}" for n in range(50))), place="overlay.yaml:"),
    Attack("too_many_overlays", {**rules(), **{k: v for n in range(300) for k, v in overlay(f"x{n}", EXTEND).items()}}, "at most 50"),
    Attack("as_many_overlays_as_may_be", {**rules(), **{k: v for n in range(50) for k, v in overlay(f"x{n}", EXTEND).items()}}, status=0),
    Attack("too_many_scenario_files", {**rules(), **{f"scenarios/s{n:04}.yaml": SCENARIO for n in range(3_000)}},
           "more than 200 files", ("test", "game"), place="s0200.yaml"),
    Attack("too_many_scenarios", {**rules(), "scenarios/s.yaml": "scenarios:\n" + SCENARIO.partition("\n")[2] * 2_001},
           "2000 scenarios", ("validate", "game", "--scenarios"), place="s.yaml:"),
    Attack("too_many_games", {**rules(FLOW + "options: {n: {type: number, min: 0, max: 500, default: 0}}\n"),
           "scenarios/s.yaml": "scenarios:\n" + "".join(SCENARIO.partition("\n")[2].replace("{", f"{{set: {{n: {n}}}, ")
           for n in range(101))}, "100 different games", ("validate", "game", "--scenarios"), place="s.yaml:102"),
    Attack("overlay_many_times", rules() | overlay("x", EXTEND), "", ("validate", "game", "--with", ",".join(["x"] * 2_000)), status=0,
           place=""),
    Attack("overlay_paths", rules() | overlay("x", "files: [../../../secret/ruleset.yaml]\n"), "outside-folder", place="overlay.yaml:",
           made=outside_ruleset, never=("hidden words",)),
    Attack("overlay_removes_all", rules() | overlay("x", "remove: {components: [card], zones: [hand, dice], counters: [coins], "
           "actions: [act, rest], steps: [turn]}\n"), "", ("validate", "game", "--with", "x"), place=""),
    Attack("automatic_huge", rules() | overlay("x", "automatic: \"" + "not " * 4_000 + "players == 2\"\n" + EXTEND), "", place="overlay.yaml:"),
    Attack("automatic_odd", rules() | overlay("x", "automatic: \"players + 1 == 2 / 0\"\n" + EXTEND), "type", place="overlay.yaml:"),
    Attack("automatic_text", rules() | overlay("x", "automatic: [a]\n" + EXTEND), "", place="overlay.yaml:"),
    Attack("overlay_is_a_list", {**rules(), "expansions/x/overlay.yaml": "- a\n"}, "", place="overlay.yaml:"),
    Attack("overlay_of_other", {**rules(), "expansions/x/overlay.yaml": "id: x\ntitle: x\nbase: burgundy\n" + EXTEND}, "",
           place="overlay.yaml:"),
    Attack("extends_in_a_circle", {"ruleset.yaml": "id: trap\ntitle: T\nextends: other\n",
           "../other/ruleset.yaml": "id: other\ntitle: O\nextends: trap\n"}, "unknown-name", ("validate", "game", "--rulesets", ".")),
    Attack("insert_many", rules() | overlay("x", "insert:\n" + "".join(
        f"  - {{after: turn, steps: [{{step: s{n}, do: gain 1 coins(p1)}}]}}\n" for n in range(3_000))), "too-large",
        ("validate", "game", "--with", "x"), place="overlay.yaml:"),
)  # fmt: skip


def header(**changed: object) -> str:
    head: dict[str, object] = {
        "rulewright": FORMAT, "game": "game", "path": "game", "with": [], "players": 2, "options": {},
        "seats": ["human", "human"], "seed": 1, "fingerprint": "x",
    }  # fmt: skip
    head.update(changed)
    return json.dumps(head) + "\n"


def journal(*lines: object, **changed: object) -> dict[str, str | bytes]:
    return raw_journal(header(**changed) + "".join(json.dumps(line) + "\n" for line in lines))


def raw_journal(text: str | bytes) -> dict[str, str | bytes]:
    return {**rules(FLOW), "../saved.jsonl": text}


REPLAY = ("replay", "saved.jsonl")


def replayed(name: str, files: Mapping[str, str | bytes], code: str = "", **more: object) -> Attack:
    """An attack with a journal."""
    return Attack(name, files, code, **{"command": REPLAY, "place": "saved.jsonl:", **more})  # type: ignore[arg-type]


ACT = {"by": 1, "choice": "act"}
JOURNALS = (
    replayed("sound", journal(ACT, ACT, {"undo": 1}), status=0, place="other rules"),
    replayed("empty_journal", raw_journal(""), "no header"),
    replayed("not_json", raw_journal("hello\n"), "JSON"),
    replayed("zeros", raw_journal(b"\0" * 1_000_000), ""),
    replayed("huge_journal", raw_journal(b"{}\n" * 6_000_000), ""),
    replayed("long_line", raw_journal(header() + "{" + "a" * 5_000_000 + "\n"), "JSON"),
    replayed("deep_line", raw_journal(header() + "[" * 500_000 + "\n"), "JSON"),
    replayed("deep_header", raw_journal('{"rulewright":' * 100_000 + "\n"), "JSON"),
    replayed("digits_in_line", raw_journal(header() + '{"undo": ' + "9" * 10_000 + "}\n"), ""),
    replayed("digits_in_seed", raw_journal(header().replace('"seed": 1', '"seed": ' + "9" * 10_000)), ""),
    replayed("huge_seed", journal(ACT, seed=10**400), status=0),
    replayed("minus_seed", journal(ACT, seed=-5), status=0),
    replayed("text_seed", journal(ACT, seed="abc"), "header"),
    replayed("infinite_seed", raw_journal(header().replace('"seed": 1', '"seed": Infinity')), "header"),
    replayed("float_seed", raw_journal(header().replace('"seed": 1', '"seed": 1e300')), status=0),
    replayed("wrong_version", journal(rulewright=FORMAT + 1), "version"),
    replayed("huge_version", journal(rulewright=10**100), "version"),
    replayed("list_of_versions", journal(rulewright=[1]), "version"),
    replayed("huge_players_in_header", journal(players=10**12), "", status=2, place=""),
    replayed("minus_players", journal(players=-1), "", status=2, place=""),
    replayed("text_players", journal(players="two"), "header"),
    replayed("options_a_list", journal(options=[1]), "header"),
    replayed("options_odd", journal(options={"__class__": "x"}), "", status=2, place=""),
    replayed("with_a_text", journal(**{"with": "../../secret"}), "by its id"),
    replayed("with_paths", journal(**{"with": ["../secret"]}), "by its id", made=all_of(
        outside_ruleset, written("overlay.yaml", "id: hidden_words\nx: hidden words\n")), never=("hidden words", "hidden_words")),
    replayed("with_escapes", journal(**{"with": ["\x1b[31m"]}), "", never=("\x1b",)),
    replayed("unknown_game", journal(game="nothing", path=""), "no game", status=2, place=""),
    replayed("path_to_zero", journal(path="/dev/zero"), status=0),
    replayed("path_null", journal(path="a\0b"), ""),
    replayed("path_long", journal(path="a" * 100_000), ""),
    replayed("path_a_list", journal(path=["a"]), "", status=0, place=""),
    replayed("wrong_choice", journal({"by": 1, "choice": "fly"}), "fly"),
    replayed("choice_with_escapes", journal({"by": 1, "choice": "\x1b[31m"}), "", never=("\x1b",)),
    replayed("long_choice", journal({"by": 1, "choice": "a" * 900_000}), ""),
    replayed("choice_like_names", journal({"by": 1, "choice": "ac" * 450}), "ac"),
    replayed("choice_a_number", journal({"by": 1, "choice": 7}), "no choice"),
    replayed("seat_out_of_range", journal({"by": 7, "choice": "act"}), "no choice"),
    replayed("seat_wrong", journal({"by": 2, "choice": "act"}), "seat 1"),
    replayed("seat_true", journal({"by": True, "choice": "act"}), "no choice"),
    replayed("draws_wrong", journal({"by": 1, "choice": "act", "drew": [1, 2]}), "chance"),
    replayed("draws_nested", journal({"by": 1, "choice": "act", "drew": [[1]]}), "no choice"),
    replayed("undo_too_much", journal(ACT, {"undo": 10**30}), "undone"),
    replayed("undo_minus", journal(ACT, {"undo": -1}), "undone"),
    replayed("undo_text", journal(ACT, {"undo": "x"}), "undone"),
    replayed("extra_keys", journal({**ACT, "extra": [1] * 1_000}), status=0, place=""),
    replayed("blank_lines", raw_journal(header() + "\n\n\n"), "JSON"),
    replayed("carriage_returns_in_journal", raw_journal((header() + json.dumps(ACT) + "\n").replace("\n", "\r\n")), "", status=0,
             place=""),
    replayed("mark_before_journal", raw_journal("\ufeff" + header()), status=0),
    replayed("surrogates_in_journal", raw_journal(header() + '{"by": 1, "choice": "\\ud800"}\n'), ""),
    replayed("latin_1_journal", raw_journal(header().encode() + b'{"by": 1, "choice": "\xff"}\n'), ""),
    replayed("far_to", journal(ACT), status=0, place="", command=(*REPLAY, "--to", "999999999999999999999999")),
    replayed("minus_to", journal(ACT), "--to", status=2, place="", command=(*REPLAY, "--to", "-1")),
    replayed("text_to", journal(ACT), "--to", status=2, place="", command=(*REPLAY, "--to", "x")),
    replayed("journal_zero", rules(), "", command=("replay", "/dev/zero"), place="", status=1),
    replayed("journal_null", rules(), "", command=("replay", "/dev/null"), place="", status=1),
    replayed("journal_folder", rules(), "", command=("replay", "game"), place="", status=2),
    replayed("journal_pipe", rules(), "", command=("replay", "game/pipe"), place="", status=1, made=pipe("pipe")),
    replayed("journal_missing", rules(), "", command=("replay", "nothing"), place="", status=2),
    replayed("many_undos", raw_journal(header() + f"{json.dumps(ACT)}\n" '{"undo": 1}\n' * 100_000), status=0, place=""),
    replayed("resume_departed", journal({"by": 1, "choice": "fly"}), "", command=("play", "--resume", "saved.jsonl")),
    replayed("snapshot_at_far", journal(ACT), "", command=("explain", "game", "--at", "saved.jsonl:999999999"), place="", status=2),
)  # fmt: skip

SOUND = rules(FLOW)
USAGE = (
    Attack("many_games", SOUND, command=("simulate", "game", "--games", "0"), status=2, place=""),
    Attack("minus_games", SOUND, command=("simulate", "game", "--games", "-7"), status=2, place=""),
    Attack("text_games", SOUND, command=("simulate", "game", "--games", "1e9"), status=2, place=""),
    Attack("many_jobs", SOUND, command=("simulate", "game", "--games", "1000000", "--jobs", "1000000"), status=2, place="",
           code="--jobs"),
    Attack("minus_jobs", SOUND, command=("simulate", "game", "--jobs", "-1"), status=2, place=""),
    Attack("huge_seed_given", SOUND, command=("simulate", "game", "--games", "1", "--seed", "9" * 4_000), status=0, place=""),
    Attack("huger_seed_given", SOUND, command=("simulate", "game", "--games", "1", "--seed", "9" * 5_000), status=2, place=""),
    Attack("minus_seed_given", SOUND, command=("simulate", "game", "--seed", "-1"), status=2, place=""),
    Attack("text_seed_given", SOUND, command=("simulate", "game", "--seed", "x"), status=2, place=""),
    Attack("huge_players_given", SOUND, command=("simulate", "game", "--players", "1000000000000"), status=2, place=""),
    Attack("set_nothing", SOUND, command=("simulate", "game", "--set", "="), status=2, place=""),
    Attack("set_without_value", SOUND, command=("simulate", "game", "--set", "a"), status=2, place=""),
    Attack("set_unknown", SOUND, command=("simulate", "game", "--set", "__class__=x"), status=2, place=""),
    Attack("set_odd", rules(FLOW + "options:\n  n: {type: number, default: 0, min: 0, max: 9}\n"),
           command=("simulate", "game", "--set", "n=" + "9" * 5_000), status=2, place="", code="cannot be"),
    Attack("set_odd_text", rules(FLOW + "options:\n  n: {type: number, default: 0, min: 0, max: 9}\n"),
           command=("simulate", "game", "--set", "n=\x1b[31m\n\u202e"), status=2, place="", code="cannot be", never=("\x1b", "\u202e")),
    Attack("save_on_folder", SOUND, command=("play", "game", "--save", "game", "--seat", "random"), status=2, place=""),
    Attack("save_on_full", SOUND, command=("play", "game", "--save", "/dev/full", "--seat", "random"), status=2, place=""),
    Attack("save_on_link", SOUND, command=("play", "game", "--save", "game/link", "--seat", "random"), status=2, place="",
           made=all_of(written("file", "mine"), link("link", "../../secret/file"))),
    Attack("save_below_file", SOUND, command=("play", "game", "--save", "game/ruleset.yaml/x", "--seat", "random"), status=2, place=""),
    Attack("save_null", SOUND, command=("play", "game", "--save", "a" * 5_000, "--seat", "random"), status=2, place=""),
    Attack("csv_on_folder", SOUND, command=("simulate", "game", "--games", "1", "--csv", "game"), status=2, place=""),
    Attack("csv_on_full", SOUND, command=("simulate", "game", "--games", "2", "--csv", "/dev/full"), status=1, place=""),
    Attack("unknown_seat", SOUND, command=("simulate", "game", "--seat", "__class__"), status=2, place=""),
    Attack("typed_rubbish", SOUND, command=("play", "game", "--seat", "human", "--seat", "random", "--save", "saved.jsonl"), status=2,
           place="", typed="\0\x1b[31m\n" + "9" * 50_000 + "\nboard -1\nboard 99999999999999999999\nwhy " + "a" * 50_000
           + "\nwhy __class__\n?\n? 9999999999\nundo\nundo\n\u202e\nlog\nscore\n", never=("\x1b", "\u202e")),
)  # fmt: skip

ATTACKS = (*YAML, *TEXTS, *SHOWN, *FILES, *MADE, *BOARDS, *ENDLESS, *OVERLAYS, *JOURNALS, *USAGE)


def lay_out(attack: Attack, folder: Path) -> None:
    """Write the attack's files."""
    (folder / "game").mkdir(parents=True)
    for name, content in attack.files.items():
        path = folder / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    if attack.made is not None:
        attack.made(folder)
