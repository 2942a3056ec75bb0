"""Packs: a folder in one file opens as it was, and what strangers put into one is refused."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from interpreter import PackFault, UsageFault, load, packed, replay
from interpreter.journal import Journal, JournalFault
from interpreter.reading import pack_file, search_path
from interpreter.reading.pack_file import MAX_FILE, MAX_FILES, opened, pack_of

RULESET = """\
id: land
version: 1.2
licence: CC0-1.0
title: Land
players: {min: 2, max: 4}
counters: {coins: {per: player, start: 1}}
actions: {rest: {do: "gain 1 coins\\nend turn"}}
flow: [{step: turn, players: players, actions: [rest], while: coins(me) < 4}]
"""
RICH = "id: rich\ntitle: Rich\nversion: 2\nfor: land >=1.2 <2\nextend: {counters: {coins: {max: 9}}}\n"
RICHER = "id: richer\ntitle: Richer\nbase: rich\nchange: {counters: {coins: {max: 8}}}\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def folder(place: Path, text: str) -> Path:
    place.mkdir(parents=True)
    name = "ruleset.yaml" if "\nplayers:" in text else "overlay.yaml"
    (place / name).write_text(text, encoding="utf-8")
    return place


def pack(place: Path, text: str, **files: bytes) -> Path:
    made = packed(folder(place, text))
    assert made.content, made.problems
    file = place.with_suffix(".rulewright")
    file.write_bytes(made.content)
    return file


def test_a_pack_is_the_folder(tmp_path: Path) -> None:
    home = folder(tmp_path / "land", RULESET)
    (home / "scenarios").mkdir()
    (home / "scenarios" / "a.yaml").write_text("scenarios: []\n", encoding="utf-8")
    (home / "notes.docx").write_bytes(b"x")
    (home / ".hidden.yaml").write_bytes(b"x")
    made = packed(home)
    assert (made.id, made.version, made.licence, made.name) == ("land", "1.2", "CC0-1.0", "land-1.2")
    assert made.files == ("ruleset.yaml", "scenarios/a.yaml")
    assert made.left_out == ("notes.docx",)
    assert packed(home).content == made.content
    file = tmp_path / "land.rulewright"
    file.write_bytes(made.content)
    game, same = load(file).game, load(home).game
    assert game is not None
    assert same is not None
    assert game.fingerprint == same.fingerprint == made.fingerprint
    assert [each.version for each in game.made_of] == ["1.2"]


def test_what_is_faulty_is_not_packed(tmp_path: Path) -> None:
    made = packed(folder(tmp_path / "land", RULESET.replace("gain 1", "gian 1")))
    assert made.content == b""
    assert [problem.code for problem in made.problems] == ["syntax"]
    with pytest.raises(UsageFault, match="no folder with"):
        packed(tmp_path)


def test_overlays_in_packs_find_what_they_are_for_beside_them(tmp_path: Path) -> None:
    folder(tmp_path / "land", RULESET)
    folder(tmp_path / "rich", RICH)
    richer = pack(tmp_path / "richer", RICHER)
    for game in (load(richer).game, load(tmp_path / "land", overlays=[str(richer)]).game):
        assert game is not None
        assert game.overlays == ("rich", "richer")


def test_packs_on_the_search_path_are_found_by_id(tmp_path: Path) -> None:
    pack(tmp_path / "shared" / "land", RULESET).rename(tmp_path / "some.rulewright")
    (tmp_path / "bad.rulewright").write_bytes(b"PK\x03\x04")
    assert load("land", search=[tmp_path]).game is not None


@pytest.mark.parametrize(
    ("range_", "fits"), [(">=1.2", True), (">1.2.0", False), ("<1.10", True), ("==2", False)]
)
def test_versions(tmp_path: Path, range_: str, fits: bool) -> None:
    land = folder(tmp_path / "land", RULESET)
    rich = folder(tmp_path / "rich", RICH.replace(">=1.2 <2", range_))
    problems = load(land, overlays=[str(rich)]).problems
    assert [problem.code for problem in problems] == ([] if fits else ["overlay-version"])


# --- Journals


def test_a_journal_names_its_overlays(tmp_path: Path) -> None:
    land, rich = folder(tmp_path / "land", RULESET), folder(tmp_path / "rich", RICH)
    game = load(land, overlays=[str(rich)]).game
    assert game is not None
    file = tmp_path / "journals" / "game.jsonl"
    file.parent.mkdir()
    Journal.create(file, game, 1, ("human", "random"))
    assert replay(file).game.overlays == ("rich",)
    (rich / "overlay.yaml").write_text(RICH.replace("max: 9", "max: 7"), encoding="utf-8")
    notice = replay(file).notices[0]
    assert notice.code == "journal-rules"
    assert notice.hint is not None
    assert notice.hint.startswith("then rich 2, fingerprint")
    rich.rename(tmp_path / "journals" / "elsewhere")
    assert replay(file).game.overlays == ("rich",)
    (tmp_path / "journals" / "elsewhere").rename(tmp_path / "lost")
    with pytest.raises(
        JournalFault, match=r"with the overlay rich 2, fingerprint .* which is not found"
    ) as fault:
        replay(file)
    assert fault.value.hint is not None
    assert "beside the journal" in fault.value.hint


# --- Hostile packs


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            file.writestr(name, data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


MAIN = ("ruleset.yaml", RULESET.encode())
# Made when they are asked for: some are large.
HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no archive": lambda: b"PK\x03\x04" + bytes(100),
    "cut": lambda: archive(MAIN)[:-30],
    "no main file": lambda: archive(("a.yaml", b"")),
    "two main files": lambda: archive(MAIN, ("overlay.yaml", b"")),
    "up": lambda: archive(MAIN, ("../x.yaml", b"")),
    "up inside": lambda: archive(MAIN, ("a/../../x.yaml", b"")),
    "absolute": lambda: archive(MAIN, ("/tmp/x.yaml", b"")),
    "drive": lambda: archive(MAIN, ("c:x.yaml", b"")),
    "backslash": lambda: archive(MAIN, ("..\\x.yaml", b"")),
    "link": lambda: archive(MAIN, (link("x.yaml"), b"/etc/passwd")),
    "link as main file": lambda: archive((link("ruleset.yaml"), b"/etc/passwd")),
    "program": lambda: archive(MAIN, ("x.py", b"")),
    "hidden": lambda: archive(MAIN, (".x.yaml", b"")),
    "control letters": lambda: archive(MAIN, ("x\x1b[2J.yaml", b"")),
    "long name": lambda: archive(MAIN, (f"{'x' * 300}.yaml", b"")),
    "deep": lambda: archive(MAIN, ("/".join("abcdefghij") + ".yaml", b"")),
    "twice": lambda: archive(MAIN, ("A.yaml", b""), ("a.yaml", b"")),
    "a file as a folder": lambda: archive(MAIN, ("a.md", b""), ("a.md/b.md", b"")),
    "bomb": lambda: archive(MAIN, ("x.yaml", bytes(MAX_FILE + 1))),
    "many bombs": lambda: archive(MAIN, *((f"x{n}.yaml", bytes(MAX_FILE)) for n in range(13))),
    "many files": lambda: archive(MAIN, *((f"x{n}.yaml", b"") for n in range(MAX_FILES))),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_hostile_pack_is_refused(name: str, tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "x.rulewright"
    file.write_bytes(HOSTILE[name]())
    with pytest.raises(PackFault):
        opened(file)
    assert not [found for found in cache.rglob("*") if found.is_file()]
    assert not (tmp_path / "x.yaml").exists()


def test_sizes_that_are_lied_about(tmp_path: Path) -> None:
    """What an entry says of its size is not believed: it is measured while it is read."""
    content = archive(MAIN, ("x.yaml", bytes(MAX_FILE + 1)))
    small = content.replace((MAX_FILE + 1).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert small != content
    file = tmp_path / "x.rulewright"
    file.write_bytes(small)
    with pytest.raises(PackFault):
        opened(file)


def test_a_large_pack_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_file, "MAX_PACK", 10)
    file = tmp_path / "x.rulewright"
    file.write_bytes(archive(MAIN))
    with pytest.raises(PackFault, match="larger than"):
        opened(file)


def test_links_are_not_packed(tmp_path: Path) -> None:
    home = folder(tmp_path / "land", RULESET)
    (home / "x.md").symlink_to("/etc/passwd")
    with pytest.raises(PackFault, match="is a link"):
        packed(home)


def test_no_pack_of_what_would_not_open() -> None:
    with pytest.raises(PackFault, match="leads out"):
        pack_of({"../x.yaml": b""})


# --- Python packages that carry rulesets


def test_rulesets_in_a_package_are_found_and_its_code_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "site"
    folder(home / "some_games" / "rules" / "land", RULESET)
    (home / "some_games" / "__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    (home / "some_games-1.dist-info").mkdir()
    (home / "some_games-1.dist-info" / "METADATA").write_text(
        "Name: some-games\nVersion: 1\n", encoding="utf-8"
    )
    points = "[rulewright.rulesets]\nmine = some_games.rules\ngone = no_such_package.x\nodd = os:path\n"
    (home / "some_games-1.dist-info" / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(home))
    search_path._installed.cache_clear()
    try:
        assert load("land").game is not None
    finally:
        search_path._installed.cache_clear()
