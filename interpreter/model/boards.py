"""Boards: grids, rings, tracks and graphs, each layout built, checked and asked as a NetworkX graph.

Only this module and adjacency.py import NetworkX. In: the located definition of one layout. Out: its graph. A
node is the name of a space and carries its `space`, a SpaceDecl; an edge carries its `relation` (RELATIONS)
and, on a grid, the `directions` in which each end sees the other.

Hex grids are drawn with pointy tops: a hex at half-column x of row y touches x-2 and x+2 in its row and x-1
and x+1 in the rows above and below. Directions count clockwise from the upper right (hex) or from above
(square).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, pairwise
from typing import TYPE_CHECKING

from interpreter.model.declarations import Part, SpaceDecl
from interpreter.model.limits import MAX_SPACES
from interpreter.model.located_data import is_true, text_of
from interpreter.problems.position import Position
from interpreter.problems.problem import Problems
from interpreter.reading.located_value import Located

if TYPE_CHECKING:
    from interpreter.model.declarations import Graph

Spot = tuple[float, float]

# Letters of a picture, spaces between them among them.
MAX_PICTURE = 50_000

RELATIONS = {
    "grid": "two spaces of a grid side by side",
    "next": "one after the other on a ring or track",
    "link": "joined by `links`",
    "corner of": "a corner and a hex that it touches",
    "side of": "a side and a hex that it bounds",
    "ends at": "a side and a corner at its end",
    "one side apart": "two corners at the ends of one side",
    "meet": "two sides with a corner in common",
}

HEX_STEPS = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
SQUARE_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
DIAGONAL_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
HEX_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A layout being built: what the file says of it and of all layouts alike, and what it has so far."""

    board: str
    shape: str
    definition: Located
    shared: Located
    graph: Graph
    raw: dict[str, dict[str, Located]]
    problems: Problems


def build_layout(
    board: str, shape: str, definition: Located, shared: Located, problems: Problems
) -> tuple[Graph, dict[str, dict[str, Located]]]:
    """Return the graph of a layout and, by name of a space, the field values that the file gives it.

    The letters of a picture count as one-word texts. A faulty layout becomes problems and may have no spaces.
    """
    graph, raw, faults = _built_layout(board, shape, definition, shared)
    problems.extend(faults)
    made = graph.copy()
    for data in made.nodes.values():
        old: SpaceDecl = data["space"]
        data["space"] = SpaceDecl(
            old.name, old.type, old.part, old.index, old.row, old.column, old.x, old.y
        )  # its values are this model's own
    return made, raw


@lru_cache(maxsize=256)
def _built_layout(
    board: str, shape: str, definition: Located, shared: Located
) -> tuple[Graph, dict[str, dict[str, Located]], Problems]:
    """Build what the same two definitions give for each number of players, and beside each overlay."""
    import networkx as nx  # noqa: PLC0415 - takes longer than all else a command loads; not all need it

    problems = Problems()
    graph: Graph = nx.Graph()
    raw: dict[str, dict[str, Located]] = {}
    drawing = _Drawing(board, shape, definition, shared, graph, raw, problems)
    if shape in ("hex", "square"):
        _draw_grid(drawing)
    elif shape in ("ring", "track"):
        _lay_track(drawing)
    else:
        _list_spaces(drawing)
    if graph.number_of_nodes():
        if shape not in ("hex", "square"):
            _fill_in_order(drawing)
        _own_fields(drawing)
        if shape == "hex":
            _add_corners_and_sides(shared, graph)
        _add_links(definition, shared, graph, problems)
    if graph.number_of_nodes() > MAX_SPACES:
        problems.error("too-large", f"a board may have at most {MAX_SPACES} spaces", definition.position)
        return nx.Graph(), {}, problems
    if graph.number_of_nodes() == 0:
        if not problems:
            problems.error("board", "this board has no spaces", definition.position)
    elif shape != "graph" and not nx.is_connected(graph):
        problems.warning("apart", "this board is in several pieces that do not touch", definition.position)
    _number(graph)
    return graph, raw, problems


def _tokens(text: Located) -> Iterator[tuple[int, int, str, Position]]:
    """Yield (line from 0, column from 0, token, position) of a picture."""
    for line_number, line in enumerate(str(text.value).split("\n")):
        column = 0
        while column < len(line):
            if line[column] == " ":
                column += 1
                continue
            end = column
            while end < len(line) and line[end] != " ":
                end += 1
            yield line_number, column, line[column:end], text.position_in_text(line_number + 1, column + 1)
            column = end


def _plain_picture(shape: str, size: Located) -> Located:
    """Draw a grid of so many rows of so many spaces; on a hex board each row begins half a space later."""
    rows, columns = (int(str(each.value)) for each in size.entries())
    if rows * columns > MAX_SPACES:  # one too many is told, so that no more need be drawn
        rows, columns = 1, MAX_SPACES + 1
    lines = (" " * (row if shape == "hex" else 0) + "o " * columns for row in range(rows))
    return Located(size.position, "\n".join(lines))


def _pictures(shape: str, definition: Located, shared: Located) -> dict[str, Located]:
    """The pictures by field; a text alone is that of the first, and without fields says where spaces are."""
    found: dict[str, Located] = {}
    size = definition.get("size") or shared.get("size")
    if size is not None:
        found[""] = _plain_picture(shape, size)
    for owner in (shared, definition):
        picture = owner.get("picture")
        if picture is None:
            continue
        if picture.kind == "text":
            fields = shared.get("fields")
            first = next((name for name, _ in fields.items()), "") if fields is not None else ""
            found[first] = picture
        else:
            found.update({name: text for name, text in picture.items() if text.kind == "text"})
    return found


def _draw_grid(drawing: _Drawing) -> None:
    shape, graph, problems = drawing.shape, drawing.graph, drawing.problems
    pictures = _pictures(shape, drawing.definition, drawing.shared)
    if not pictures:
        message = f"a {shape} board needs a picture, or `size: [ROWS, COLUMNS]`"
        problems.error("board", message, drawing.definition.position)
        return
    reference: dict[tuple[int, int], str] = {}
    for order, (name, text) in enumerate(pictures.items()):
        if len(str(text.value)) > MAX_PICTURE:
            problems.error("too-large", f"a picture has at most {MAX_PICTURE} letters", text.position)
            return
        cells = _cells(shape, text)
        if order == 0:
            _name_cells(drawing, cells, reference)
        for place, (token, position) in cells.items():
            if place not in reference:
                problems.error(
                    "board", f"the picture of '{name}' has a space where the first picture has none", position
                )
                break
            if name:
                drawing.raw.setdefault(reference[place], {})[name] = Located(position, token)
        else:
            if len(cells) != len(reference):
                problems.error(
                    "board",
                    f"the picture of '{name}' has {len(cells)} spaces, the first one {len(reference)}",
                    text.position,
                )
    steps = HEX_STEPS if shape == "hex" else _square_steps(drawing.shared)
    graph.graph["directions"] = len(steps)
    for (x, y), node in reference.items():
        for direction, (dx, dy) in enumerate(steps):
            other = reference.get((x + dx, y + dy))
            if other is not None:
                _join(graph, node, other, "grid")
                graph[node][other].setdefault("directions", {})[node] = direction


def _square_steps(shared: Located) -> tuple[tuple[int, int], ...]:
    diagonals = shared.get("diagonals")
    return DIAGONAL_STEPS if diagonals is not None and diagonals.value is True else SQUARE_STEPS


def _cells(shape: str, text: Located) -> dict[tuple[int, int], tuple[str, Position]]:
    """Map grid places to tokens; x counts columns, on a hex grid halves of the least gap in a row."""
    tokens = list(_tokens(text))
    real = [token for token in tokens if shape != "hex" or token[2] != "."]
    gaps = [b[1] - a[1] for a, b in pairwise(real) if a[0] == b[0]]
    unit = min(gaps, default=2)
    lines = sorted({line for line, *_ in tokens})
    left = min((column for _, column, _, _ in tokens), default=0)
    cells = {}
    for line, column, token, position in tokens:
        x = round((column - left) * (2 if shape == "hex" else 1) / unit)
        if token != ".":
            cells[x, lines.index(line)] = (token, position)
    return cells


def _name_cells(
    drawing: _Drawing,
    cells: dict[tuple[int, int], tuple[str, Position]],
    reference: dict[tuple[int, int], str],
) -> None:
    in_row: dict[int, int] = {}
    names = drawing.shared.get("names")
    last = max((y for _, y in cells), default=0)
    for x, y in sorted(cells, key=lambda place: (place[1], place[0])):
        in_row[y] = in_row.get(y, 0) + 1
        name = grid_name(y, in_row[y]) if names is None else _name_of(names, x, y, last)
        reference[x, y] = name
        column = x + 1 if drawing.shape == "square" else in_row[y]
        _add(drawing.graph, name, drawing.board, middle=(x, 3 * y), at=(y + 1, column))


def grid_name(row: int, place: int) -> str:
    """Return what a space of a grid is called as a rule: its row from 0, its place in the row from 1."""
    return f"{_letters(row)}{place}"


def _name_of(names: Located, x: int, y: int, last: int) -> str:
    """What a square is called where its board says how: its column and row from 0, and the last row."""
    across = text_of(names.get("letters")) == "columns"
    row = last - y if is_true(names.get("up")) else y
    lettered, numbered = (x, row) if across else (row, x)
    alphabet = [chr(97 + each) for each in range(26)]
    used = [letter for letter in alphabet if letter not in text_of(names.get("without"))]
    return f"{used[lettered % len(used)] * (1 + lettered // len(used))}{numbered + 1}"


def _letters(number: int) -> str:
    return chr(97 + number) if number < 26 else _letters(number // 26 - 1) + chr(97 + number % 26)


def _lay_track(drawing: _Drawing) -> None:
    graph = drawing.graph
    names = _space_names(drawing)
    for column, name in enumerate(names):
        _add(graph, name, drawing.board, middle=(column, 0), at=(1, column + 1))
    for a, b in pairwise(names):
        _join(graph, a, b, "next")
    if drawing.shape == "ring" and len(names) > 2:
        _join(graph, names[-1], names[0], "next")


def _space_names(drawing: _Drawing) -> list[str]:
    definition, shared, problems = drawing.definition, drawing.shared, drawing.problems
    spaces = definition.get("spaces") or shared.get("spaces")
    if spaces is None:
        first = next(iter(_pictures(drawing.shape, definition, shared).values()), None)
        if first is not None:
            return [str(n) for n, _ in enumerate(islice(_tokens(first), MAX_SPACES + 1), 1)]
        problems.error("board", "this board needs `spaces`, or a picture", definition.position)
        return []
    if isinstance(spaces.value, int) and not isinstance(spaces.value, bool):
        if not 0 < spaces.value <= MAX_SPACES:
            problems.error("out-of-range", f"a board has 1 to {MAX_SPACES} spaces", spaces.position)
            return []
        return [str(number + 1) for number in range(spaces.value)]
    if spaces.kind == "list":
        return [str(entry.value) for entry in spaces.entries()]
    return list(dict(spaces.items()))


def _list_spaces(drawing: _Drawing) -> None:
    for place, name in enumerate(_space_names(drawing)):
        _add(drawing.graph, name, drawing.board, middle=(place, 0), at=(1, place + 1))


def _fill_in_order(drawing: _Drawing) -> None:
    """Give the spaces of a board that is no grid the tokens of its pictures, in order; `.` says nothing."""
    names = list(drawing.graph)
    for field, text in _pictures(drawing.shape, drawing.definition, drawing.shared).items():
        tokens = list(islice(_tokens(text), MAX_SPACES + 1))
        if len(tokens) != len(names):
            message = f"the picture of '{field}' has {len(tokens)} tokens, and there are {len(names)} spaces"
            drawing.problems.error("board", message, text.position)
        for name, (_, _, token, position) in zip(names, tokens, strict=False):
            if field and token != ".":
                drawing.raw.setdefault(name, {})[field] = Located(position, token)


def _own_fields(drawing: _Drawing) -> None:
    for owner in (drawing.shared, drawing.definition):
        spaces = owner.get("spaces")
        if spaces is None or spaces.kind != "map":
            continue
        for name, values in spaces.items():
            if name not in drawing.graph:
                drawing.problems.unknown(
                    f"this board has no space '{name}'", spaces.key_position(name), name, drawing.graph
                )
                continue
            for field, value in values.items():
                drawing.raw.setdefault(name, {})[field] = value


def _add_links(definition: Located, shared: Located, graph: Graph, problems: Problems) -> None:
    for owner in (shared, definition):
        links = owner.get("links")
        if links is not None:
            _connect(links, "link", graph, problems)
        gone = owner.get("without")
        for entry in gone.entries() if gone is not None else ():
            if str(entry.value) in graph:
                graph.remove_node(str(entry.value))
            else:
                problems.unknown(
                    f"this board has no space '{entry.value}'", entry.position, str(entry.value), graph
                )


def _connect(edges: Located, relation: str, graph: Graph, problems: Problems) -> None:
    for edge in edges.entries():
        if problems.full:
            return
        ends = [str(end.value) for end in edge.entries()]
        unknown = [end for end in edge.entries() if str(end.value) not in graph]
        for end in unknown:
            problems.unknown(f"this board has no space '{end.value}'", end.position, str(end.value), graph)
        if len(ends) == 2 and not unknown:
            _join(graph, ends[0], ends[1], relation)


def _add_corners_and_sides(shared: Located, graph: Graph) -> None:
    """Add a node for each corner and side of the hexes, joined to all they touch."""
    corner_type, side_type = (shared.get(key) for key in ("corners", "sides"))
    if corner_type is None and side_type is None:
        return
    corners: dict[tuple[int, int], list[tuple[str, int]]] = {}
    sides: dict[tuple[tuple[int, int], tuple[int, int]], list[tuple[str, int]]] = {}
    for name in list(graph):
        x, y = graph.nodes[name]["space"].x // 2, graph.nodes[name]["space"].y // 2
        places = [(x + dx, y + dy) for dx, dy in HEX_CORNERS]
        for number, (a, b) in enumerate(zip(places, places[1:] + places[:1], strict=True)):
            # A corner follows the side of its number: the uppermost is the last.
            corners.setdefault(a, []).append((name, (number - 1) % len(places)))
            sides.setdefault((min(a, b), max(a, b)), []).append((name, number))
    named: dict[tuple[int, int], str] = {}
    for number, place in enumerate(sorted(corners, key=lambda p: (p[1], p[0])), 1):
        named[place] = f"V{number}"
        if corner_type is not None:
            _add(graph, named[place], str(corner_type.value), "corner", middle=place, at=(place[1], number))
            for hexagon, direction in corners[place]:
                _join(graph, named[place], hexagon, "corner of")
                graph[named[place]][hexagon]["directions"] = {hexagon: direction}
    ordered = sorted(sides, key=lambda s: (s[0][1] + s[1][1], s[0][0] + s[1][0]))
    for number, (a, b) in enumerate(ordered, 1):
        if corner_type is not None:
            _join(graph, named[a], named[b], "one side apart")
        if side_type is None:
            continue
        name = f"E{number}"
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        _add(graph, name, str(side_type.value), "side", middle=middle, at=(a[1], number))
        for hexagon, direction in sides[a, b]:
            _join(graph, name, hexagon, "side of")
            graph[name][hexagon]["directions"] = {hexagon: direction}
        for end in (a, b) if corner_type is not None else ():
            _join(graph, name, named[end], "ends at")
    if side_type is not None:
        _join_sides(ordered, graph)


def _join_sides(ordered: list[tuple[tuple[int, int], tuple[int, int]]], graph: Graph) -> None:
    at_corner: dict[tuple[int, int], list[str]] = {}
    for number, ends in enumerate(ordered, 1):
        for end in ends:
            at_corner.setdefault(end, []).append(f"E{number}")
    for names in at_corner.values():
        for a, b in combinations(names, 2):
            _join(graph, a, b, "meet")


def _add(
    graph: Graph, name: str, kind: str, part: Part = "space", *, middle: Spot, at: tuple[int, int]
) -> None:
    """Add a space in a row and column; x and y are kept doubled, for the middle of a side may be half-way."""
    x, y = (round(2 * part) for part in middle)
    graph.add_node(name, space=SpaceDecl(name, kind, part, 0, *at, x, y))


def _join(graph: Graph, one: str, other: str, relation: str) -> None:
    """Make two spaces neighbours; those that are so already keep what they are to each other."""
    if not graph.has_edge(one, other):
        graph.add_edge(one, other, relation=relation)


def _number(graph: Graph) -> None:
    """Number the spaces of each type from 1, in the order of their names' making."""
    counts: dict[str, int] = {}
    for data in graph.nodes.values():
        space = data["space"]
        counts[space.type] = space.index = counts.get(space.type, 0) + 1
