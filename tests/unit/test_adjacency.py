"""Tables for play against NetworkX's own answers, on random pieces of hex and square boards."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Game, load
from interpreter.play.faults import RuleFault
from interpreter.play.graph_queries import distance, group, groups

RULESET = """
id: meadow
title: Meadow
players: {min: 2, max: 2}
enums: {soil: [c, s]}
boards:
  field:
    shape: %s
    accept: [apart]
    fields: {soil: soil}
    picture: {soil: "%s"}
flow:
  - {step: start, do: "end game"}
"""

Rows = list[list[str]]
cells = st.lists(st.lists(st.sampled_from("cs."), min_size=4, max_size=6), min_size=2, max_size=5)


def drawn(shape: str, rows: Rows) -> str:
    """The picture of a board: on a hex board each second row stands half a space further right."""
    gap = "   " if shape == "hex" else " "
    indented = ("  " if shape == "hex" and number % 2 else "" for number in range(len(rows)))
    return "\\n".join(indent + gap.join(row) for indent, row in zip(indented, rows, strict=True))


def board(folder: Path, shape: str, rows: Rows) -> Game:
    """A game with such a board."""
    (folder / "ruleset.yaml").write_text(RULESET % (shape, drawn(shape, rows)), encoding="utf-8")
    loaded = load(folder)
    assert loaded.game is not None, loaded.problems
    return loaded.game


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(shape=st.sampled_from(["hex", "square"]), rows=cells, chance=st.randoms(use_true_random=False))
def test_tables_give_the_answers_of_networkx(tmp_path: Path, shape: str, rows: Rows, chance: Random) -> None:
    rows[0][0], rows[-1][-1] = "c", "s"  # neither empty nor all alike
    game = board(tmp_path, shape, rows)
    layout = game.model.boards["field"].layouts[0]
    graph: nx.Graph[int] = nx.Graph(
        (layout.places[one], layout.places[other]) for one, other in layout.graph.edges
    )
    graph.add_nodes_from(layout.places.values())
    soil = [space.values["soil"] for space in layout.nodes]
    beside: Any = game.layout.neighbours("field")

    ways = dict(nx.all_pairs_shortest_path_length(graph))
    for one in graph:
        assert set(beside[one]) == set(graph[one])
        for other in graph:
            if other in ways[one]:
                assert distance(beside, one, other) == ways[one][other]
            else:
                with pytest.raises(RuleFault, match="no way"):
                    distance(beside, one, other)

    alike: nx.Graph[int] = nx.Graph(edge for edge in graph.edges if soil[edge[0]] == soil[edge[1]])
    alike.add_nodes_from(graph)
    for joined in nx.connected_components(alike):
        assert {game.layout.regions("soil")[place] for place in joined} == {tuple(sorted(joined))}

    some = [place for place in graph if chance.random() < 0.6]
    parts = list(nx.connected_components(graph.subgraph(some)))
    assert groups(beside, some) == tuple(sorted(min(part) for part in parts))
    for part in parts:
        assert group(beside, min(part), some) == tuple(sorted(part))


def test_a_board_is_written_as_graphml_and_dot(tmp_path: Path) -> None:
    game = board(tmp_path, "hex", [["c", "s"], ["s", "."]])
    read = nx.parse_graphml(game.board_graph("field", form="graphml"))
    assert set(read) == {"a1", "a2", "b1"}
    assert read.nodes["a2"]["soil"] == "s"
    assert read.edges["a1", "a2"]["relation"] == "grid"
    assert '"a1" -- "a2" ["relation"="grid"];' in game.board_graph("field", form="dot")


@pytest.mark.parametrize(("shape", "neighbours"), [("square", "b1 a2"), ("hex", "b1 a2")])
def test_a_size_is_the_picture_of_a_whole_grid(tmp_path: Path, shape: str, neighbours: str) -> None:
    drawn_text = "\\n".join(" " * (row if shape == "hex" else 0) + "c c c s" for row in range(3))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "ruleset.yaml").write_text(RULESET % (shape, drawn_text), encoding="utf-8")
    sized = RULESET.replace('picture: {soil: "%s"}', "size: [3, 4]").replace("    fields: {soil: soil}\n", "")
    sized = sized.replace("enums: {soil: [c, s]}\n", "")
    (tmp_path / "b" / "ruleset.yaml").write_text(sized % shape, encoding="utf-8")
    found = [load(tmp_path / each) for each in "ab"]
    graphs = [one.game.model.boards["field"].layouts[0].graph for one in found if one.game is not None]
    assert len(graphs) == 2
    assert {frozenset(edge) for edge in graphs[0].edges} == {frozenset(edge) for edge in graphs[1].edges}
    assert sorted(graphs[1].neighbors("a1")) == sorted(neighbours.split())


def test_a_size_beyond_the_limit_is_told(tmp_path: Path) -> None:
    sized = RULESET.replace('picture: {soil: "%s"}', "size: [9000, 9000]").replace(
        "    fields: {soil: soil}\n", ""
    )
    (tmp_path / "ruleset.yaml").write_text(sized % "square", encoding="utf-8")
    assert "too-large" in {problem.code for problem in load(tmp_path).problems}


@pytest.mark.parametrize(
    ("names", "called"),
    [
        ("", "a1 a2 a3 b1 b2 b3"),
        ("names: {letters: columns}", "a1 b1 c1 a2 b2 c2"),
        ("names: {letters: columns, up: true}", "a2 b2 c2 a1 b1 c1"),
        ("names: {up: true}", "b1 b2 b3 a1 a2 a3"),
        ("names: {letters: columns, without: b}", "a1 c1 d1 a2 c2 d2"),
    ],
)
def test_squares_are_called_as_the_board_says(tmp_path: Path, names: str, called: str) -> None:
    """The order of the spaces, by which all else goes, is that of the picture all the same."""
    (tmp_path / "ruleset.yaml").write_text(
        "id: t\ntitle: T\nplayers: 2\n"
        f"boards:\n  field:\n    shape: square\n    size: [2, 3]\n    {names}\n"
        "flow: [{step: a, do: end game}]\n",
        encoding="utf-8",
    )
    game = load(tmp_path).game
    assert game is not None
    assert [space.name for space in game.boards["field"].layouts[0].nodes] == called.split()
