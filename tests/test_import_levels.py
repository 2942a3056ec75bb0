"""Imports go one way: a module may use those that stand before it in this list, and no others of the project.

A new module is put where it belongs; one that is not in the list is a failure. Imports inside functions
count, and so do those for types alone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[1]

# By level, the lowest first; docs/architecture.md tells what each level is for.
LEVELS: dict[str, str] = {
    "problems": (
        "extras collecting processes kept_files problems.position problems.codes problems.nearest_name "
        "problems.problem problems.former_names problems.usage_fault problems.show problems"
    ),
    "reading": (
        "reading.located_value reading.indentation reading.yaml_faults reading.yaml_reader "
        "reading.table_rows reading.workbook reading.sheet "
        "reading.part_merge reading.groups reading.rounds reading.pack_file reading.search_path "
        "reading.ruleset_folder reading.own_value reading.side_areas reading.pictures reading"
    ),
    "schema_check": "former_keys schema_check",
    "overlays": (
        "overlays.locations overlays.changes overlays.conflicts overlays.rule_text overlays.findings "
        "overlays.tree_edits overlays.application_order overlays.merge overlays.copies overlays"
    ),
    "language: words and trees": (
        "language.types language.node language.built_ins language.constructs language.tree "
        "language.parse_tables language.syntax_hints language.syntax_faults language.parser "
        "language.constant_value language.nouns"
    ),
    "model": (
        "model model.about model.public model.declarations model.drawn_options model.limits "
        "model.located_data model.boards model.adjacency "
        "model.resolving model.resolve_names model.resolve_forbids model.resolve_rules "
        "model.resolve_drawing model.resolve_faces model.resolve_components model.resolve_places "
        "model.resolve"
    ),
    "language: checking": (
        "language language.checked language.facts language.statement_facts "
        "language.program language.plan language.index "
        "language.reads language.own_reads language.asked_about language.scope "
        "language.origins "
        "language.checking language.check_names language.check_calls language.check_expressions "
        "language.check_blocks language.check_rules language.check_pieces "
        "language.check_statements language.title_counters language.check"
    ),
    "layout": "layout",
    "compiler: typed form": "compiler.signatures compiler.ir",
    "play": (
        "play play.faults play.chance play.shared play.subset play.texts play.decision "
        "play.members play.graph_queries play.trails play.runtime play.hidden_locations play.event "
        "play.compiled "
        "play.fault_places play.view play.events play.dictated play.deal play.standings "
        "play.running play.ends play.determinization play.game play.record play.marked_spaces"
    ),
    "compiler": (
        "compiler compiler.type_check compiler.emit_python compiler.leaving "
        "compiler.work compiler.operations compiler.context compiler.slots compiler.events "
        "compiler.built_in_code compiler.expressions "
        "compiler.guards compiler.tallies compiler.listeners compiler.counters compiler.crowds "
        "compiler.pieces compiler.statements compiler.lowerings compiler.readings compiler.rules "
        "compiler.flow compiler.initial_state compiler.namespace compiler.kept_lines compiler.compile_game "
        "compiler.snippets"
    ),
    "bots": (
        "bots.budget bots.position bots.standing bots.temperature bots.shape bots.simple "
        "bots.rollouts bots.turn_beam bots.play_off bots.turn_search bots.tree_search bots"
    ),
    "wasm": (
        "wasm wasm.dialect wasm.machine wasm.absence wasm.body wasm.emitting wasm.memory wasm.truths "
        "wasm.loops wasm.expressions wasm.remembered wasm.calls wasm.gathering wasm.statements wasm.emitter "
        "wasm.words wasm.blake wasm.game_functions wasm.module wasm.cache wasm.outcome wasm.engine "
        "wasm.position "
        "wasm.library wasm.library.memory wasm.library.amounts wasm.library.sequences wasm.library.chance "
        "wasm.library.pieces wasm.library.boards wasm.library.kept wasm.library.writing wasm.library.hashing "
        "wasm.library.flow wasm.library.subsets wasm.library.positions wasm.library.deals "
        "wasm.library.recording wasm.library.answering wasm.library.asking wasm.library.held "
        "wasm.library.batches "
        "wasm.library.hosted wasm.library.searching wasm.library.host_api wasm.library.host_api.words"
    ),
    "checks": (
        "numbered_rules numbered_rules.pages checks checks.soundness checks.hidden_asked checks.unseen_asked "
        "checks.lints checks.bounds checks.proofs checks.layouts checks.acceptance checks.plans"
    ),
    "loading": (
        "loading.finding loading.reading_once loading.joining loading.sources loading.kept_rules "
        "loading.making loading.counting loading.loaded loading.checking loading packing"
    ),
    "journals": (
        "journal simulation.played simulation.figures simulation.runner simulation.parcel simulation.rivals "
        "simulation.tasks simulation.guarded simulation.second_try simulation.playing simulation.preloaded "
        "simulation.workers simulation.ranges simulation.batches simulation simulation.trials "
        "simulation.by_chance arena arena.ratings arena.matches arena.results tuning"
    ),
    "catalogue, scenarios, rules": (
        "catalogue scenario.patterns scenario.files scenario.context scenario.offers scenario.checking "
        "scenario.mismatches scenario.chance scenario.claims scenario.position scenario.playing "
        "scenario.running scenario upgrade numbered_rules.coverage"
    ),
    "in words": "in_words in_words.expressions in_words.statements in_words.rules",
    "why": "why why.refusals why.values_read why.reasons why.why_not why.shown_with why.outcome why.payments "
    "why.question why.shown_values",
    "interpreter": "",
}
CLI_LEVELS: dict[str, str] = {
    "cli: seeing": (
        "colours seen seen.lines seen.pieces seen.sides seen.page_places seen.hints seen.boards seen.model "
        "seen.sight seen.stocks seen.beside seen.names seen.choices seen.story seen.outcomes seen.questions "
        "seen.score seen.log seen.doings seen.ways seen.seeing seen.as_json seen.why"
    ),
    "cli: showing": (
        "show show.ink show.screen show.picture show.cards show.decision show.score "
        "show.declaration show.rule show.code show.board show.log show.position "
        "show.explained show.look show.problems"
    ),
    "cli: drawing": (
        "draw draw.colours draw.svg draw.bars draw.signs draw.figures draw.letters draw.pictures "
        "draw.geometry draw.faces draw.sides draw.pieces draw.counters draw.payments draw.default_sides "
        "draw.cards draw.canvas draw.grounds draw.writing draw.contents draw.cutout draw.track draw.margins "
        "draw.board draw.paper draw.mats draw.rules_page draw.sheets draw.browser draw.images draw.tabletop "
        "draw.written"
    ),
    "cli: playing": "journals session session.seats session.session session.beginning",
    "cli: choosing": "exit_status options workers seats opening endings",
    "cli: table": (
        "table table.names table.signs table.clicks table.page table.links table.limits table.feed "
        "table.presence table.explaining table.hosted table.server"
    ),
    "cli: report": (
        "report report.gathered report.statistics report.measures report.restricted report.ways "
        "report.summary report.endings report.never report.compared report.targets report.whole report.plots "
        "report.as_json report.page report.revision"
    ),
    "cli: commands": " ".join(("commands", *(f"commands.{name}" for name in COMMANDS))),
    "cli": "main __main__",
}


@cache
def order() -> list[str]:
    """All modules, the lowest first."""
    found = [f"interpreter.{name}" for names in LEVELS.values() for name in names.split()]
    return [
        *found,
        "interpreter",
        "cli",
        *(f"cli.{name}" for names in CLI_LEVELS.values() for name in names.split()),
    ]


@cache
def modules() -> dict[str, Path]:
    """Every module of the two packages with its file."""
    found = {}
    for package in ("interpreter", "cli"):
        for file in sorted((ROOT / package).rglob("*.py")):
            if "data" not in file.relative_to(ROOT).parts:
                found[".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")] = file
    return found


def imports_of(file: Path, known: dict[str, Path]) -> Iterator[tuple[str, int]]:
    """Yield the modules of the project that a file imports, each with its line."""
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(parsed):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            assert node.level == 0, f"{file.name}:{node.lineno}: imports are written out in full"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner if inner in known else node.module), node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            # The command line loads commands by name, and the public face names: from levels below.
            assert file in (ROOT / "cli" / "main.py", ROOT / "interpreter" / "__init__.py"), (
                f"{file.name}:{node.lineno}: an import that nobody can read"
            )


def test_every_module_has_its_place() -> None:
    """The list names each module once, and nothing that is not there."""
    listed = order()
    assert len(listed) == len(set(listed))
    assert set(modules()) - set(listed) == set(), "put these modules where they belong"
    assert set(listed) - set(modules()) == set(), "these modules are gone"


@pytest.mark.parametrize("module", sorted(modules()))
def test_imports_go_down(module: str) -> None:
    """A module imports only modules that stand before it."""
    place = {name: number for number, name in enumerate(order())}
    known = modules()
    upwards = [
        f"{known[module].relative_to(ROOT)}:{line} imports {other}"
        for other, line in imports_of(known[module], known)
        if other != module and place.get(other, -1) >= place.get(module, len(place))
    ]
    assert not upwards


def test_tools_need_no_tests() -> None:
    """Tests may use tools, and never the other way round."""
    files = list((ROOT / "tools").rglob("*.py"))
    assert len(files) > 10
    names = re.compile(r"^ *(?:from|import) tests\b", re.MULTILINE)
    assert [file.name for file in files if names.search(file.read_text(encoding="utf-8"))] == []


def test_what_is_seen_needs_no_screen() -> None:
    """cli/seen is data: no command line, no styles, no server, no files."""
    screens = "click|rich|starlette|jinja2|markupsafe|pathlib|os|sys"
    foreign = re.compile(rf"^ *(?:from|import) (?:{screens})\b", re.MULTILINE)
    files = list((ROOT / "cli" / "seen").glob("*.py"))
    assert len(files) > 5
    assert [file.name for file in files if foreign.search(file.read_text(encoding="utf-8"))] == []


def test_the_architecture_page_names_the_levels() -> None:
    """docs/architecture.md speaks of the same levels in the same order."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = [line.split("|")[1].strip().strip("`") for line in text.splitlines() if line.startswith("| `")]
    assert named == [*LEVELS, *CLI_LEVELS]


def test_no_class_of_the_command_line_does_everything() -> None:
    """A class has at most 15 public methods; properties and fields do not count."""
    found = {}
    for name, file in modules().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if name.startswith("cli.") and isinstance(node, ast.ClassDef):
                found[f"{name}.{node.name}"] = [
                    each.name
                    for each in node.body
                    if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
                    and not each.name.startswith("_")
                    and not any("property" in ast.unparse(mark) for mark in each.decorator_list)
                ]
    assert len(found) > 40
    assert {name: methods for name, methods in found.items() if len(methods) > 15} == {}
