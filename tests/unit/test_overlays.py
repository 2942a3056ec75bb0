"""Overlays: every operation does what it says, or is an error that shows all places concerned."""

from __future__ import annotations

from itertools import permutations

import pytest

from interpreter.overlays import MergedRuleset, apply_overlays
from interpreter.problems import Problem, Problems
from interpreter.reading import Located, Plain, read_yaml

BASE = """\
id: base
players: {min: 2, max: 4}
enums: {hue: [red, blue]}
components:
  card:
    fields: {hue: hue}
    kinds:
      one: {copies: 1, hue: red}
      two: {copies: 2, hue: blue, triggers: [{on: a, do: b}]}
  coin:
    kinds: {gold: {copies: 9}}
boards:
  map: {shape: hex, layouts: {small: {without: [a1]}}}
counters:
  points: {per: player, max: 9}
  money: {per: player}
values:
  limit(player p): 3
  price: {is: 2, title: Price}
effects: {spend(number n): "lose n money"}
flow:
  - step: set_up
    do: shuffle
  - step: round
    steps:
      - {step: turn, actions: [take]}
      - {step: clean, do: sweep}
scoring:
  final: [{source: coins, points: 1}, {source: cards, points: 2}]
"""


def read(text: str, file: str) -> Located:
    problems = Problems()
    placed = read_yaml(text, file, problems)
    assert placed is not None, problems
    assert problems.ok, problems
    return placed


def merge(*overlays: str) -> tuple[MergedRuleset, list[Problem]]:
    """Merge overlays a, b, c... in the order given; each is the text of its operations."""
    named = [(name, read(text, f"{name}.yaml")) for name, text in zip("abcdefgh", overlays, strict=False)]
    problems = Problems()
    merged = apply_overlays(read(BASE, "base.yaml"), named, problems)
    return merged, problems.sorted()


def merged_well(*overlays: str) -> MergedRuleset:
    merged, problems = merge(*overlays)
    assert not problems, problems
    return merged


def placed_at(root: Located, *path: str) -> Located:
    for key in path:
        found = root.get(key)
        assert found is not None, key
        root = found
    return root


def plain_at(root: Located, *path: str) -> Plain:
    return placed_at(root, *path).plain()


def keys_at(root: Located, *path: str) -> list[str]:
    return [key for key, _ in placed_at(root, *path).items()]


def entries_at(root: Located, *path: str) -> list[Plain]:
    return [entry.plain() for entry in placed_at(root, *path).entries()]


def only(problems: list[Problem]) -> Problem:
    assert len(problems) == 1, problems
    return problems[0]


def places(problem: Problem) -> list[str]:
    shown = [problem.position, *problem.also]
    return [f"{place.file}:{place.line}" for place in shown]


def step_names(merged: Located, *path: str) -> list[str]:
    flow = merged.get("flow")
    assert flow is not None
    for name in path:
        found = next(step for step in flow.entries() if plain_at(step, "step") == name).get("steps")
        assert found is not None
        flow = found
    return [str(plain_at(step, "step")) for step in flow.entries()]


# --- Each operation


def test_without_overlays_the_base_is_unchanged() -> None:
    assert merged_well().plain() == read(BASE, "base.yaml").plain()


def test_add() -> None:
    merged = merged_well(
        "add:\n  counters: {wood: {start: 1}}\n  zones: {hand: {}}\n  triggers: [{on: x, do: y}]\n"
        "  effects: {f(number n): z}\n  kinds: {three: {component: card, copies: 3}}\n"
        "  layouts: {big: {board: map}}\n  final: {wood: {points: 3}}\n"
    )
    assert plain_at(merged, "counters", "wood") == {"start": 1}
    assert plain_at(merged, "zones") == {"hand": {}}
    assert plain_at(merged, "triggers") == [{"on": "x", "do": "y"}]
    assert plain_at(merged, "effects", "f(number n)") == "z"
    assert plain_at(merged, "components", "card", "kinds", "three") == {"copies": 3}
    assert plain_at(merged, "boards", "map", "layouts", "big") == {}
    final = entries_at(merged, "scoring", "final")
    assert final[2] == {"source": "wood", "points": 3}


def test_replace_keeps_the_order_of_definitions() -> None:
    merged = merged_well(
        "replace:\n  counters: {points: {min: 1}}\n  values: {limit(player q): 4}\n"
        "  kinds: {one: {copies: 7}}\n"
        "  steps: {turn: {do: nothing}}\n  final: {coins: {points: 9}}\n  effects: {spend: x}\n"
    )
    assert keys_at(merged, "counters") == ["points", "money"]
    assert plain_at(merged, "counters", "points") == {"min": 1}
    assert keys_at(merged, "values") == ["limit(player q)", "price"]
    assert plain_at(merged, "effects") == {"spend(number n)": "x"}
    assert plain_at(merged, "components", "card", "kinds", "one") == {"copies": 7}
    assert step_names(merged, "round") == ["turn", "clean"]
    final = entries_at(merged, "scoring", "final")
    assert final[0] == {"source": "coins", "points": 9}


def test_remove() -> None:
    merged = merged_well(
        "remove: {counters: [money], values: [limit], kinds: [one, gold], layouts: [small],\n"
        "  steps: [clean], final: [cards]}"
    )
    assert plain_at(merged, "counters") == {"points": {"per": "player", "max": 9}}
    assert plain_at(merged, "values") == {"price": {"is": 2, "title": "Price"}}
    assert keys_at(merged, "components", "card", "kinds") == ["two"]
    assert plain_at(merged, "components", "coin", "kinds") == {}
    assert plain_at(merged, "boards", "map", "layouts") == {}
    assert step_names(merged, "round") == ["turn"]
    assert plain_at(merged, "scoring", "final") == [{"source": "coins", "points": 1}]
    removal = merged.removed_by("money")
    assert removal is not None
    assert (removal.overlay, str(removal.position)) == ("a", "a.yaml:1:21")
    assert merged.removed_by("points") is None


def test_extend() -> None:
    merged = merged_well(
        "extend:\n  enums: {hue: [green]}\n  counters: {points: {min: 0}}\n"
        "  values: {limit: {title: Limit}}\n"
        "  kinds: {two: {triggers: [{on: c, do: d}]}}\n  steps: {turn: {actions: [pass_on], title: T}}\n"
        "  components: {card: {fields: {size: number}}}\n  scoring: {final: [{source: wood, points: 1}]}\n"
    )
    assert plain_at(merged, "enums", "hue") == {"members": ["red", "blue", "green"]}
    assert plain_at(merged, "counters", "points") == {"per": "player", "max": 9, "min": 0}
    assert plain_at(merged, "values", "limit(player p)") == {"is": 3, "title": "Limit"}
    triggers = plain_at(merged, "components", "card", "kinds", "two", "triggers")
    assert triggers == [{"on": "a", "do": "b"}, {"on": "c", "do": "d"}]
    assert plain_at(merged, "components", "card", "fields") == {"hue": "hue", "size": "number"}
    final = entries_at(merged, "scoring", "final")
    assert len(final) == 3


def test_change() -> None:
    merged = merged_well(
        "change:\n  counters: {points: {max: 5}}\n  values: {limit: 4, price: {is: 7}}\n"
        "  enums: {hue: [black]}\n"
        "  kinds: {two: {triggers: []}}\n  steps: {turn: {actions: [give]}}\n  final: {cards: {points: 0}}\n"
        "players: 3\n"
    )
    assert plain_at(merged, "counters", "points") == {"per": "player", "max": 5}
    assert plain_at(merged, "values") == {"limit(player p)": {"is": 4}, "price": {"is": 7, "title": "Price"}}
    assert plain_at(merged, "enums", "hue") == {"members": ["black"]}
    assert plain_at(merged, "components", "card", "kinds", "two", "triggers") == []
    assert plain_at(merged, "players") == 3


def test_insert_before_and_after_in_the_order_of_overlays() -> None:
    merged = merged_well(
        "insert:\n  - {before: clean, steps: [{step: a1, do: x}, {step: a2, do: x}]}\n"
        "  - {after: round, steps: [{step: a3, do: x}]}\n",
        "insert:\n  - {before: clean, steps: [{step: b1, do: x}]}\n"
        "  - {after: round, steps: [{step: b2, do: x}, {step: b3, do: x}]}\n",
    )
    assert step_names(merged, "round") == ["turn", "a1", "a2", "b1", "clean"]
    assert step_names(merged) == ["set_up", "round", "a3", "b2", "b3"]


def test_pieces_keep_their_positions_and_tell_their_origin() -> None:
    merged = merged_well(
        "extend:\n  counters:\n    points: {min: 0}\nadd: {kinds: {three: {component: card}}}",
        "change:\n  counters: {points: {max: 5}}\ninsert: [{after: turn, steps: [{step: more, do: x}]}]",
    )
    points = placed_at(merged, "counters", "points")
    assert str(points.key_positions["per"]) == "base.yaml:15:12"
    assert str(points.key_positions["min"]) == "a.yaml:3:14"
    assert str(points.key_positions["max"]) == "b.yaml:2:23"
    told = {label: [(o.overlay, o.operation) for o in origins] for label, origins in merged.origin.items()}
    assert told == {
        "counters/points": [("a", "extend"), ("b", "change")],
        "kinds/three": [("a", "add")],
        "steps/more": [("b", "insert")],
    }


def test_the_base_and_the_overlays_are_left_as_they_were() -> None:
    base = read(BASE, "base.yaml")
    one = read("add: {zones: {z: {per: [player]}}}", "a.yaml")
    two = read("needs: [a]\nextend: {zones: {z: {per: [hue]}}, enums: {hue: [green]}}", "b.yaml")
    problems = Problems()
    merged = apply_overlays(base, [("a", one), ("b", two)], problems)
    assert problems.ok, problems
    assert plain_at(merged, "zones", "z", "per") == ["player", "hue"]
    assert base.plain() == read(BASE, "base.yaml").plain()
    assert plain_at(one, "add", "zones", "z", "per") == ["player"]


# --- Operations that cannot be done


@pytest.mark.parametrize(
    ("overlay", "code", "found"),
    [
        ("add: {counters: {points: {}}}", "already-defined", ["a.yaml:1", "base.yaml:15"]),
        ("add: {effects: {'spend(player p)': x}}", "already-defined", ["a.yaml:1", "base.yaml:20"]),
        ("add: {kinds: {one: {component: card}}}", "already-defined", ["a.yaml:1", "base.yaml:8"]),
        ("add: {kinds: {x: {component: cart}}}", "overlay-target", ["a.yaml:1"]),
        ("add: {kinds: {x: {}}}", "missing-key", ["a.yaml:1"]),
        ("add: {triggers: []}", "no-effect", ["a.yaml:1"]),
        ("replace: {counters: {pints: {}}}", "overlay-target", ["a.yaml:1"]),
        ("replace: {counters: {money: {per: player}}}", "no-effect", ["a.yaml:1", "base.yaml:16"]),
        ("replace: {steps: {turn: {step: tour, do: x}}}", "wrong-shape", ["a.yaml:1"]),
        ("remove: {counters: [pints]}", "overlay-target", ["a.yaml:1"]),
        ("remove: {counters: [money, money]}", "overlay-target", ["a.yaml:1", "a.yaml:1"]),
        ("extend: {counters: {points: {max: 8}}}", "already-defined", ["a.yaml:1", "base.yaml:15"]),
        ("extend: {counters: {points: {max: 9}}}", "no-effect", ["a.yaml:1", "base.yaml:15"]),
        ("extend: {counters: {points: {}}}", "no-effect", ["a.yaml:1"]),
        ("extend: {counters: {points: [1]}}", "wrong-shape", ["a.yaml:1", "base.yaml:15"]),
        ("extend: {enums: {hue: [red]}}", "no-effect", ["a.yaml:1", "base.yaml:3"]),
        ("change: {counters: {points: {mix: 8}}}", "overlay-target", ["a.yaml:1"]),
        ("change: {counters: {points: {max: 9}}}", "no-effect", ["a.yaml:1", "base.yaml:15"]),
        ("change: {values: {limit: 3}}", "no-effect", ["a.yaml:1", "base.yaml:18"]),
        ("insert: [{after: tern, steps: [{step: x, do: y}]}]", "overlay-target", ["a.yaml:1"]),
        (
            "insert: [{after: turn, steps: [{step: clean, do: y}]}]",
            "already-defined",
            ["a.yaml:1", "base.yaml:27"],
        ),
        ("insert: [{after: turn, steps: []}]", "no-effect", ["a.yaml:1"]),
        ("players: {min: 2, max: 4}", "no-effect", ["a.yaml:1", "base.yaml:2"]),
        ("title: nothing else", "no-effect", ["a.yaml:1"]),
    ],
)
def test_what_cannot_be_done_is_an_error(overlay: str, code: str, found: list[str]) -> None:
    problem = only(merge(overlay)[1])
    assert (problem.code, places(problem)) == (code, found)


def test_a_name_that_two_things_have_is_not_guessed() -> None:
    _, problems = merge("add: {kinds: {one: {component: coin}}}", "needs: [a]\nremove: {kinds: [one]}")
    problem = only(problems)
    assert problem.code == "overlay-target"
    assert places(problem) == ["b.yaml:2", "base.yaml:8", "a.yaml:1"]


def test_the_nearest_name_is_the_hint() -> None:
    _, problems = merge("change: {counters: {pionts: {max: 8}, money: {pre: x}}, steps: {tern: {do: x}}}")
    assert [p.hint for p in problems] == [
        "did you mean 'points'?",
        "did you mean 'per'?",
        "did you mean 'turn'?",
    ]


# --- Two overlays


CONFLICTS = [
    ("change: {counters: {points: {max: 5}}}", "change: {counters: {points: {max: 6}}}"),
    ("change: {counters: {points: {max: 5}}}", "replace: {counters: {points: {max: 6}}}"),
    ("replace: {counters: {points: {}}}", "replace: {counters: {points: {max: 6}}}"),
    ("remove: {counters: [points]}", "change: {counters: {points: {max: 6}}}"),
    ("remove: {counters: [points]}", "extend: {counters: {points: {min: 6}}}"),
    ("remove: {counters: [points]}", "replace: {counters: {points: {min: 6}}}"),
    ("remove: {kinds: [one]}", "change: {kinds: {one: {copies: 3}}}"),
    ("remove: {components: [card]}", "change: {kinds: {one: {copies: 3}}}"),
    ("remove: {components: [card]}", "add: {kinds: {x: {component: card}}}"),
    ("remove: {steps: [round]}", "change: {steps: {turn: {actions: [x]}}}"),
    ("remove: {steps: [turn]}", "insert: [{after: turn, steps: [{step: x, do: y}]}]"),
    ("replace: {steps: {round: {do: x}}}", "insert: [{after: turn, steps: [{step: x, do: y}]}]"),
    ("add: {counters: {x: {min: 1}}}", "add: {counters: {x: {min: 2}}}"),
    ("add: {effects: {'f(number n)': a}}", "add: {effects: {f: b}}"),
    ("extend: {counters: {points: {min: 1}}}", "extend: {counters: {points: {min: 2}}}"),
    ("add: {final: {x: {points: 1}}}", "extend: {scoring: {final: [{source: x, points: 2}]}}"),
    ("change: {values: {limit: 4}}", "replace: {values: {limit: {is: 5}}}"),
    ("players: 3", "players: 4"),
]


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_what_cannot_both_hold_is_a_conflict_in_either_order(one: str, other: str) -> None:
    for texts in ((one, other), (other, one)):
        problem = only(merge(*texts)[1])
        assert problem.code == "overlay-conflict"
        assert [place.split(":")[0] for place in places(problem)] == ["b.yaml", "a.yaml"]
        assert problem.hint == "if 'b' is made to go with 'a', it says `needs: [a]`"


@pytest.mark.parametrize(("one", "other"), CONFLICTS)
def test_an_overlay_that_is_built_on_another_means_what_it_does(one: str, other: str) -> None:
    problems = merge(one, f"needs: [a]\n{other}")[1]
    assert "overlay-conflict" not in [p.code for p in problems]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change: {counters: {points: {max: 5}}}", "change: {counters: {points: {max: 5}}}"),
        ("change: {counters: {points: {max: 5}}}", "extend: {counters: {points: {min: 5}}}"),
        ("replace: {counters: {points: {max: 5}}}", "replace: {counters: {points: {max: 5}}}"),
        ("replace: {counters: {points: {per: player, max: 5}}}", "change: {counters: {points: {max: 5}}}"),
        ("remove: {counters: [points]}", "remove: {counters: [points]}"),
        ("add: {counters: {x: {min: 1}}}", "add: {counters: {x: {min: 1}}}"),
        ("extend: {counters: {points: {min: 1}}}", "extend: {counters: {points: {min: 1}}}"),
        ("extend: {enums: {hue: [green]}}", "extend: {enums: {hue: [green]}}"),
        ("extend: {enums: {hue: [green]}}", "extend: {enums: {hue: [black]}}"),
        ("change: {values: {limit: 4}}", "change: {values: {limit: {is: 4}}}"),
        ("change: {kinds: {one: {copies: 3}}}", "remove: {kinds: [two]}"),
        ("remove: {steps: [clean]}", "insert: [{after: turn, steps: [{step: x, do: y}]}]"),
        (
            "insert: [{after: turn, steps: [{step: x, do: y}]}]",
            "insert: [{after: turn, steps: [{step: x, do: y}]}]",
        ),
    ],
)
def test_what_can_both_hold_is_none_in_either_order(one: str, other: str) -> None:
    assert _content(merged_well(one, other)) == _content(merged_well(other, one))


def _content(merged: Located) -> object:
    """Return plain data in which the order of enumeration members does not count."""
    plain = merged.plain()
    assert isinstance(plain, dict)
    enums = plain.pop("enums")
    assert isinstance(enums, dict)
    hue = enums["hue"]
    members = hue["members"] if isinstance(hue, dict) else hue
    assert isinstance(members, list)
    return plain, sorted(map(str, members))


def test_equal_rules_of_two_overlays_count_twice_equal_names_once() -> None:
    same = "extend: {kinds: {two: {triggers: [{on: c, do: d}]}}, enums: {hue: [green]}}"
    merged = merged_well(same, same)
    triggers = entries_at(merged, "components", "card", "kinds", "two", "triggers")
    assert len(triggers) == 3
    assert plain_at(merged, "enums", "hue", "members") == ["red", "blue", "green"]


def test_two_overlays_that_remove_the_same_are_both_told() -> None:
    merged = merged_well("remove: {counters: [money]}", "remove: {counters: [money]}")
    assert [origin.overlay for origin in merged.origin["counters/money"]] == ["a", "b"]


# --- Order and company


def test_the_order_is_declared_and_not_that_of_the_call() -> None:
    texts = {
        "late": "order: 20\nextend: {enums: {hue: [z]}}",
        "mid": "order: 5\nneeds: [zero]\nextend: {enums: {hue: [y]}}",
        "zero": "order: 9\nextend: {enums: {hue: [x]}}",
        "also": "order: 5\nextend: {enums: {hue: [w]}}",
        "first": "extend: {enums: {hue: [v]}}",
    }
    found = set()
    for names in permutations(texts):
        problems = Problems()
        overlays = [(name, read(texts[name], f"{name}.yaml")) for name in names]
        merged = apply_overlays(read(BASE, "base.yaml"), overlays, problems)
        assert problems.ok, problems
        found.add(str(plain_at(merged, "enums", "hue", "members")))
    assert found == {"['red', 'blue', 'v', 'w', 'x', 'y', 'z']"}


def test_a_ruleset_that_extends_another_takes_its_place() -> None:
    problems = Problems()
    overlays = [
        ("mode", read("base: bigger\nchange: {counters: {wood: {max: 2}}}", "m.yaml")),
        ("old", read("base: base\norder: -5\nextend: {enums: {hue: [x]}}", "o.yaml")),
        ("bigger", read("id: bigger\ntitle: B\nextends: base\nadd: {counters: {wood: {max: 1}}}", "b.yaml")),
    ]
    merged = apply_overlays(read(BASE, "base.yaml"), overlays, problems)
    assert problems.ok, problems
    assert plain_at(merged, "id") == "bigger"
    assert plain_at(merged, "counters", "wood") == {"max": 2}


@pytest.mark.parametrize(
    ("overlays", "code", "found"),
    [
        (["id: a\nbase: other\nremove: {counters: [money]}"], "overlay-base", ["a.yaml:2"]),
        (["id: a\nneeds: [x]\nremove: {counters: [money]}"], "overlay-needs", ["a.yaml:2"]),
        (
            [
                "id: a\nexcludes: [{id: b, because: no}]\nremove: {counters: [money]}",
                "id: b\nremove: {steps: [turn]}",
            ],
            "overlay-excludes",
            ["a.yaml:2", "b.yaml:1"],
        ),
        (
            ["id: a\nneeds: [b]\nremove: {counters: [money]}", "id: b\nneeds: [a]\nremove: {steps: [turn]}"],
            "overlay-cycle",
            ["a.yaml:1", "b.yaml:1"],
        ),
    ],
)
def test_company(overlays: list[str], code: str, found: list[str]) -> None:
    problem = only(merge(*overlays)[1])
    assert (problem.code, places(problem)) == (code, found)


def test_faulty_shapes_do_not_raise() -> None:
    junk = "[1, {a: b}, x, ~, true, {steps: 3, after: turn}, {after: [x], steps: [y, {step: 3}]}]"
    for verb in ("add", "replace", "remove", "extend", "change", "insert"):
        for content in (
            junk,
            "{}",
            "~",
            "x",
            f"{{counters: {junk}, flow: {junk}, scoring: {junk}}}",
            "{counters: {points: ~, money: x}, steps: {turn: 3, round: []}, values: {limit: ~}}",
            f"{{kinds: {{one: {junk}}}, final: {{coins: {junk}}}, triggers: {junk}, enums: {{hue: {junk}}}}}",
            "{kinds: {one: {component: card}, new: {component: [x]}}, nonsense: {x: y}, layouts: x}",
        ):
            head = "needs: {a: b}\nexcludes: [x, {id: [y]}, {id: a}]\nbase: [z]\norder: x\nplayers: ~\n"
            merge(f"{head}{verb}: {content}\n", f"{verb}: {content}\n")
    strange = read("{counters: [1], flow: {a: b}, components: x, scoring: ~, enums: {hue: ~}}", "s.yaml")
    for verb in ("add", "replace", "remove", "extend", "change", "insert"):
        text = f"{verb}:\n  counters: {{a: b}}\n  kinds: {{a: {{component: x}}}}\n  final: {{x: {{}}}}\n"
        text += "  enums: {hue: []}\n"
        apply_overlays(strange, [("a", read(text, "a.yaml"))], Problems())


# --- What both add


MARKS = "extend: {{boards: {{map: {{draw: {{marks: {{{0}: {{glyph: {0}}}}}, label: [{0}]}}}}}}}}"


def test_two_overlays_extend_what_is_not_there_yet() -> None:
    """Neither has to know that the base says nothing of marks."""
    for texts in ((MARKS.format("x"), MARKS.format("y")), (MARKS.format("y"), MARKS.format("x"))):
        draw = placed_at(merged_well(*texts), "boards", "map", "draw")
        assert plain_at(draw, "marks") == {"x": {"glyph": "x"}, "y": {"glyph": "y"}}
        assert sorted(str(entry.value) for entry in placed_at(draw, "label").entries()) == ["x", "y"]


def test_what_both_say_of_the_same_thing_must_be_the_same() -> None:
    merged_well(MARKS.format("x"), MARKS.format("x"))
    problem = only(merge(MARKS.format("x"), MARKS.format("x").replace("glyph: x", "glyph: z"))[1])
    assert (problem.code, places(problem)) == ("overlay-conflict", ["b.yaml:1", "a.yaml:1"])


def test_a_list_of_numbers_is_one_value() -> None:
    size = "extend: {{components: {{card: {{draw: {{size: [{0}, 90]}}}}}}}}"
    merged = merged_well(size.format(60), size.format(60))
    assert plain_at(merged, "components", "card", "draw", "size") == [60, 90]
    assert only(merge(size.format(60), size.format(70))[1]).code == "overlay-conflict"


def test_a_list_that_one_changes_and_another_extends() -> None:
    change, extend = (
        "change: {steps: {turn: {actions: [build]}}}",
        "extend: {steps: {turn: {actions: [fish]}}}",
    )
    for texts in ((change, extend), (extend, change)):
        flow = merged_well(*texts).get("flow")
        assert flow is not None
        turns = flow.entries()[1].get("steps")
        assert turns is not None
        assert plain_at(turns.entries()[0], "actions") == ["build", "fish"]


def test_lines_of_scoring_are_added() -> None:
    lines = "add: {bots: {outlook: {x: 1}}, scoring: {ties: [{most: points(me)}]}}"
    merged = merged_well(lines, lines.replace("x: 1", "y: 1"))
    assert plain_at(merged, "bots", "outlook") == {"x": 1, "y": 1}
    assert len(entries_at(merged, "scoring", "final")) == 2


# --- Parts for one company


def test_a_part_applies_in_its_company_only() -> None:
    first = "add: {counters: {fish: {start: 1}}}\nwhen: [{with: b, change: {counters: {fish: {start: 2}}}}]"
    assert plain_at(merged_well(first), "counters", "fish") == {"start": 1}
    other = "add: {counters: {wood: {}}}"
    assert plain_at(merged_well(first, other), "counters", "fish") == {"start": 2}


def test_a_part_comes_after_all_of_its_company() -> None:
    first = (
        "when: [{with: [b, c], change: {counters: {wood: {start: 3}}}},\n"
        "  {with: b, without: c, remove: {counters: [wood]}}]"
    )
    second = "base: base\nadd: {counters: {wood: {start: 1}}}"
    third = "needs: [b]\nchange: {counters: {wood: {start: 2}}}"
    assert plain_at(merged_well(first, second, third), "counters", "wood") == {"start": 3}
    assert "wood" not in keys_at(merged_well(first, second), "counters")


def test_an_overlay_of_parts_alone_is_no_error_without_its_company() -> None:
    assert (
        merged_well("when: [{with: b, remove: {counters: [money]}}]").plain()
        == read(BASE, "base.yaml").plain()
    )


def test_two_parts_for_the_same_company() -> None:
    first = "when: [{with: b, add: {counters: {x: {}}}}, {with: b, change: {counters: {wood: {start: 3}}}}]"
    merged = merged_well(first, "add: {counters: {wood: {start: 1}}}")
    assert plain_at(merged, "counters", "wood") == {"start": 3}
    assert [one.overlay for one in merged.origin["counters/wood"]] == ["b", "a with b (2)"]
