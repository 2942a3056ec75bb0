"""What lies beside what, asked of a layout's graph: the tables for play are made from these answers.

In: a layout, whose places are the numbers of its spaces. Out: tuples of places, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from interpreter.model.declarations import NONE, LayoutDecl, SpaceDecl

if TYPE_CHECKING:
    from interpreter.model.declarations import Graph


def neighbours(layout: LayoutDecl, place: int) -> tuple[int, ...]:
    """The places of all that a space touches or is linked with."""
    return tuple(layout.places[other.name] for other in layout.beside(layout.nodes[place]))


def directions(layout: LayoutDecl, place: int, kind: str) -> tuple[int, ...]:
    """What a space of a grid touches of a type, by direction; NONE at an edge, empty on other boards."""
    found = [NONE] * layout.graph.graph.get("directions", 0)
    if not found:
        return ()
    name = layout.nodes[place].name
    for other, joint in layout.graph[name].items():
        if name in joint.get("directions", ()) and layout.graph.nodes[other]["space"].type == kind:
            found[joint["directions"][name]] = layout.places[other]
    return tuple(found)


def regions(layout: LayoutDecl, value: Callable[[SpaceDecl], object]) -> dict[int, tuple[int, ...]]:
    """For each place the spaces of its type that are joined to it by spaces of the same value."""
    import networkx as nx  # noqa: PLC0415 - it is slow to load, and not all that load this need it

    def alike(one: str, other: str) -> bool:
        a, b = (layout.graph.nodes[name]["space"] for name in (one, other))
        return bool(a.type == b.type and value(a) == value(b))

    found = {}
    for joined in nx.connected_components(nx.subgraph_view(layout.graph, filter_edge=alike)):
        region = tuple(sorted(layout.places[name] for name in joined))
        found.update(dict.fromkeys(region, region))
    return found


def most_neighbours(layout: LayoutDecl, kind: str, other: str) -> int:
    """How many neighbours of one type of space a space of another has at most."""
    return max(
        (
            sum(beside.type == other for beside in layout.beside(space))
            for space in layout.nodes
            if space.type == kind
        ),
        default=0,
    )


def _attributes(space: SpaceDecl, shown: Callable[[str, Any], str]) -> dict[str, str | int]:
    fixed: dict[str, str | int] = {
        "type": space.type,
        "part": space.part,
        "row": space.row,
        "column": space.column,
    }
    return {**fixed, "x": space.x, "y": space.y, **{n: shown(n, value) for n, value in space.values.items()}}


def _graphml(layout: LayoutDecl, shown: Callable[[str, Any], str]) -> str:
    import networkx as nx  # noqa: PLC0415 - slow to load, and only an export needs it

    plain: Graph = nx.Graph(name=layout.name)
    for space in layout.nodes:
        plain.add_node(space.name, **_attributes(space, shown))
    plain.add_edges_from((*ends, {"relation": data["relation"]}) for ends, data in layout.graph.edges.items())
    return "\n".join(nx.generate_graphml(plain))


def _dot(layout: LayoutDecl, shown: Callable[[str, Any], str]) -> str:
    """Graphviz's own text: so few lines that a library for them would be one more thing to install."""

    def listed(attributes: dict[str, Any]) -> Iterator[str]:
        return (f"{_quoted(name)}={_quoted(value)}" for name, value in attributes.items())

    lines = [f"graph {_quoted(layout.name)} {{"]
    lines += [
        f"  {_quoted(space.name)} [{', '.join(listed(_attributes(space, shown)))}];" for space in layout.nodes
    ]
    lines += [
        f"  {_quoted(one)} -- {_quoted(other)} [{', '.join(listed({'relation': data['relation']}))}];"
        for (one, other), data in layout.graph.edges.items()
    ]
    return "\n".join([*lines, "}"])


def _quoted(value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


# How a layout's graph can be written; each is given the values of fields in words.
FORMATS = {"graphml": _graphml, "dot": _dot}
