"""Pictures of a ruleset's own: PNG, JPEG and SVG files in its folder, for boards, kinds and areas of pieces.

In: the merged data and the folder of each file. Out: the pictures by what they show, and problems. Of a file
no more is looked at than its parts and its size in pixels; browsers decode it. An SVG file is XML: it holds
nothing that runs, and nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter.problems import Problems
from interpreter.reading.located_value import Located
from interpreter.reading.ruleset_folder import path_inside
from interpreter.reading.side_areas import BY_DEFAULT, FIELD, SIDES, placed_areas, side_of

# What a picture shows: ("kind", component, kind), (component, side, area, kind) or ("board", board).
Shown = tuple[str, ...]
# Of one file, in bytes and pixels; of all together, in bytes.
MAX_PICTURE, MAX_PIXELS, MAX_PICTURES = 2_000_000, 4_000_000, 50_000_000
_MAX_SIDE = 2_000
_PNG = b"\x89PNG\r\n\x1a\n"
# What an SVG file may not hold: documents of others, entities, what runs, styles and files from elsewhere.
_FOREIGN = re.compile(
    rb"<!DOCTYPE|<!ENTITY|encoding\s*=\s*[\"'](?!utf-8)|<\?xml-stylesheet|<\s*(?:\w+:)?(?:script|foreignObject|iframe|object|embed|handler|set|animate\w*)\b"
    rb"|\son\w+\s*=|@import|javascript:|href\s*=\s*[\"'](?!#|data:image/(?:png|jpeg);)|url\(\s*[\"']?(?!#)",
    re.IGNORECASE,
)
# An SVG picture of which nothing says how large it is.
_SVG_SIZE = (300, 150)
# Parts of JPEG that begin with the size: all frames but three that are none.
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that was found to be a picture; digest: of its bytes; media: its type, such as `image/png`."""

    path: Path
    digest: str
    media: str
    width: int
    height: int

    def data(self) -> bytes:
        """Return the bytes; raises OSError where there are none any more, or others."""
        with self.path.open("rb") as file:
            data = file.read(MAX_PICTURE + 1)
        if _digest(data) != self.digest:
            raise OSError(f"{self.path} is not what it was")
        return data


def read_pictures(
    merged: Located, folder_of: Mapping[str, Path], problems: Problems
) -> Mapping[Shown, Picture]:
    """Return the pictures that a ruleset names; folder_of: by the file names that positions bear."""
    found: dict[Shown, Picture] = {}
    read: dict[Path, Picture | None] = {}
    total = 0
    for shown, named in _named(merged):
        folder = folder_of.get(named.position.file) if named is not None else None
        if named is None or folder is None:
            continue
        path = path_inside(folder, str(named.value), named.position, problems, beside="*.[pjs]*g")
        if path is None:
            continue
        if path not in read:
            data = _bytes_of(path, named, problems)
            total += len(data)
            if total > MAX_PICTURES:
                message = f"the pictures are larger than {MAX_PICTURES // 1_000_000} MB together"
                problems.error("file-too-large", message, named.position)
                break
            read[path] = _picture(path, data, named, problems) if data else None
        picture = read[path]
        if picture is not None:
            found[shown] = picture
    return found


def _named(merged: Located) -> Iterator[tuple[Shown, Located | None]]:
    """Yield what may have a picture, with the name of its file."""
    for name, made in _items(merged.get("components")):
        for kind, said in _items(made.get("kinds")):
            yield ("kind", name, kind), _inside(said, "image")
        yield from _in_areas(merged, name, made)
    for name, board in _items(merged.get("boards")):
        yield ("board", name), _inside(board.get("draw"), "image")


def _in_areas(merged: Located, name: str, made: Located) -> Iterator[tuple[Shown, Located | None]]:
    """Yield the areas of a type with the files that their pictures are in, for each kind."""
    components = merged.get("components")
    assert components is not None
    for side in SIDES:
        said = side_of(components, name, side)
        areas = {area: of.get("picture") for area, (of, _) in placed_areas(components, name, side).items()}
        if said is not None and said.kind == "text":
            areas = {"picture": said}
        if said is None and side == "face":
            areas = {BY_DEFAULT: _inside(made.get("draw"), "picture")}
        for area, pattern in areas.items():
            for kind, of in _items(made.get("kinds")) if pattern is not None else ():
                assert pattern is not None
                yield (name, side, area, kind), _file_of(pattern, kind, of, made.get("defaults"))


def _file_of(pattern: Located, kind: str, said: Located, defaults: Located | None) -> Located | None:
    """Return the name of the file that is meant for a kind; None where a value in it is nothing."""
    values = {"name": Located(pattern.position, kind)}
    for field in FIELD.findall(str(pattern.value)):
        value = values.get(field) or said.get(field) or _inside(defaults, field)
        if value is None or value.value in (None, ""):
            return None
        values[field] = value
    return Located(pattern.position, FIELD.sub(lambda found: str(values[found[1]].value), str(pattern.value)))


def _items(section: Located | None) -> ItemsView[str, Located]:
    return section.items() if section is not None else {}.items()


def _inside(placed: Located | None, key: str) -> Located | None:
    return placed.get(key) if placed is not None else None


def _bytes_of(path: Path, named: Located, problems: Problems) -> bytes:
    """Return a file, or nothing where it cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_PICTURE + 1)
    except OSError as error:
        problems.error("file-unreadable", f"'{named.value}' cannot be read: {error.strerror}", named.position)
        return b""
    if len(data) <= MAX_PICTURE:
        if not data:
            problems.error("no-picture", f"'{named.value}' is empty", named.position)
        return data
    message = f"'{named.value}' is larger than {MAX_PICTURE // 1_000_000} MB"
    problems.error("file-too-large", message, named.position)
    return b""


def _picture(path: Path, data: bytes, named: Located, problems: Problems) -> Picture | None:
    """Return a file as a picture; what is none, or is cut off, is a problem."""
    readers: tuple[tuple[str, Callable[[bytes], tuple[int, int] | None]], ...] = (
        ("image/png", _png_size),
        ("image/jpeg", _jpeg_size),
        ("image/svg+xml", _svg_size),
    )
    for media, size_of in readers:
        size = size_of(data)
        if size is None:
            continue
        width, height = size
        if 0 < width * height <= MAX_PIXELS:
            return Picture(path, _digest(data), media, width, height)
        message = f"'{named.value}' has {width} x {height} pixels; it may have {MAX_PIXELS:,}"
        problems.error("no-picture", message, named.position)
        return None
    message = f"'{named.value}' is not a PNG, JPEG or SVG file, or not a whole one"
    unsafe = _FOREIGN.search(data) if path.suffix.lower() == ".svg" else None
    if unsafe is not None:
        message = f"'{named.value}' holds '{unsafe[0].decode('ascii').strip()}', which no picture may"
    problems.error("no-picture", message, named.position)
    return None


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG file whose blocks lead from its head to its end."""
    at, size = len(_PNG), None
    if not data.startswith(_PNG):
        return None
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if (size is None) != (kind == b"IHDR"):
            return None
        if size is None and length == 13 and at + 25 <= len(data):
            size = struct.unpack_from(">II", data, at + 8)
        at += 12 + length
        if kind == b"IEND":
            return size if at == len(data) else None
        if size is None:
            return None
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a JPEG file, from its first frame; it must end as such files do."""
    at = 2
    if not data.startswith(b"\xff\xd8\xff") or not data.endswith(b"\xff\xd9"):
        return None
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if kind in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        at += 2 + length
    return None


def _svg_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a safe SVG file in its own units, from its frame or what it says of them."""
    from xml.etree import ElementTree  # noqa: PLC0415 - few rulesets have such files

    if b"<svg" not in data or _FOREIGN.search(data):
        return None
    try:
        root = ElementTree.fromstring(data.decode("utf-8-sig"))
    except (ElementTree.ParseError, UnicodeDecodeError):
        return None
    if root.tag != "{http://www.w3.org/2000/svg}svg":
        return None
    frame = re.findall(r"[\d.]+", root.get("viewBox", ""))[2:4]
    sides = frame if len(frame) == 2 else [root.get("width", ""), root.get("height", "")]
    found = [re.match(r"\d+(\.\d+)?", side) for side in sides]
    wide, high = (
        round(float(side[0])) if side else default for side, default in zip(found, _SVG_SIZE, strict=True)
    )
    return (wide, high) if 0 < wide <= _MAX_SIDE and 0 < high <= _MAX_SIDE else (1, 1)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
