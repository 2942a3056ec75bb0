"""Rulewright's interpreter: rulesets in, games out.

This is the public face; nothing else is for other packages. A name is fetched from its module when it is
first asked for, so that nobody waits for what is not used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.arena.matches import Arena as Arena
    from interpreter.arena.matches import BotFigures as BotFigures
    from interpreter.arena.matches import Meeting as Meeting
    from interpreter.arena.matches import Met as Met
    from interpreter.arena.matches import PairFigures as PairFigures
    from interpreter.arena.results import ArenaResults as ArenaResults
    from interpreter.bots import BOTS as BOTS
    from interpreter.bots import LEVELS as LEVELS
    from interpreter.bots import Bot as Bot
    from interpreter.bots import bot_for as bot_for
    from interpreter.bots import is_bot as is_bot
    from interpreter.catalogue import RulesetInfo as RulesetInfo
    from interpreter.catalogue import companies_of as companies_of
    from interpreter.catalogue import find_rulesets as find_rulesets
    from interpreter.catalogue import named_rulesets as named_rulesets
    from interpreter.catalogue import overlays_of as overlays_of
    from interpreter.catalogue import overlays_said as overlays_said
    from interpreter.catalogue import rulesets_here as rulesets_here
    from interpreter.checks.plans import played_findings as played_findings
    from interpreter.extras import to_install as to_install
    from interpreter.in_words.expressions import lowered as lowered
    from interpreter.in_words.rules import Passage as Passage
    from interpreter.in_words.rules import in_sentences as in_sentences
    from interpreter.journal import Journal as Journal
    from interpreter.journal import JournalFault as JournalFault
    from interpreter.journal import Replay as Replay
    from interpreter.journal import journal_lines as journal_lines
    from interpreter.journal import replay as replay
    from interpreter.language.nouns import article as article
    from interpreter.language.nouns import several as several
    from interpreter.language.nouns import singular as singular
    from interpreter.language.types import Type as Type
    from interpreter.layout import Counted as Counted
    from interpreter.loading import Loaded as Loaded
    from interpreter.loading import Reading as Reading
    from interpreter.loading import UsageFault as UsageFault
    from interpreter.loading import check as check
    from interpreter.loading import load as load
    from interpreter.model.about import About as About
    from interpreter.model.declarations import Credits as Credits
    from interpreter.model.declarations import Target as Target
    from interpreter.model.public import Area as Area
    from interpreter.model.public import Board as Board
    from interpreter.model.public import BoardLayout as BoardLayout
    from interpreter.model.public import Component as Component
    from interpreter.model.public import Counter as Counter
    from interpreter.model.public import Declaration as Declaration
    from interpreter.model.public import DeclaredRule as DeclaredRule
    from interpreter.model.public import Enum as Enum
    from interpreter.model.public import Field as Field
    from interpreter.model.public import Kind as Kind
    from interpreter.model.public import Space as Space
    from interpreter.model.public import Step as Step
    from interpreter.model.public import Table as Table
    from interpreter.model.public import Thing as Thing
    from interpreter.model.public import Zone as Zone
    from interpreter.numbered_rules.coverage import Grounds as Grounds
    from interpreter.numbered_rules.coverage import NumberedRule as NumberedRule
    from interpreter.numbered_rules.coverage import Place as Place
    from interpreter.numbered_rules.coverage import RulesReport as RulesReport
    from interpreter.numbered_rules.coverage import read_rules as read_rules
    from interpreter.numbered_rules.pages import PAGE_FORM as PAGE_FORM
    from interpreter.overlays.merge import Origin as Origin
    from interpreter.packing import PACK_SUFFIX as PACK_SUFFIX
    from interpreter.packing import Pack as Pack
    from interpreter.packing import packed as packed
    from interpreter.play.compiled import Course as Course
    from interpreter.play.compiled import MadeOf as MadeOf
    from interpreter.play.decision import Decision as Decision
    from interpreter.play.decision import Option as Option
    from interpreter.play.decision import Site as Site
    from interpreter.play.event import CHANGES as CHANGES
    from interpreter.play.event import Event as Event
    from interpreter.play.event import Happening as Happening
    from interpreter.play.event import Spot as Spot
    from interpreter.play.event import seen_by as seen_by
    from interpreter.play.faults import RuleFault as RuleFault
    from interpreter.play.faults import UnknownOption as UnknownOption
    from interpreter.play.game import Game as Game
    from interpreter.play.game import State as State
    from interpreter.play.marked_spaces import marked_spaces as marked_spaces
    from interpreter.play.marked_spaces import related_spaces as related_spaces
    from interpreter.play.record import Decided as Decided
    from interpreter.play.record import PointsBySource as PointsBySource
    from interpreter.play.record import Standing as Standing
    from interpreter.play.record import record_entries as record_entries
    from interpreter.play.record import record_words as record_words
    from interpreter.play.subset import Subset as Subset
    from interpreter.play.view import View as View
    from interpreter.problems import MAX_PROBLEMS as MAX_PROBLEMS
    from interpreter.problems import Fix as Fix
    from interpreter.problems import Position as Position
    from interpreter.problems import Problem as Problem
    from interpreter.problems import Problems as Problems
    from interpreter.problems import render as render
    from interpreter.problems.codes import Code as Code
    from interpreter.problems.codes import codes as codes
    from interpreter.problems.nearest_name import nearest as nearest
    from interpreter.processes import begin_processes as begin_processes
    from interpreter.processes import cores as cores
    from interpreter.reading import lines_reader as lines_reader
    from interpreter.reading.pack_file import PackFault as PackFault
    from interpreter.reading.pictures import Picture as Picture
    from interpreter.scenario import ScenarioResult as ScenarioResult
    from interpreter.scenario import check_scenarios as check_scenarios
    from interpreter.scenario import run_scenarios as run_scenarios
    from interpreter.scenario import scenario_state as scenario_state
    from interpreter.schema_check import SCHEMA_NAMES as SCHEMA_NAMES
    from interpreter.schema_check import schema_file as schema_file
    from interpreter.simulation import HASHES as HASHES
    from interpreter.simulation import FailedGame as FailedGame
    from interpreter.simulation import Length as Length
    from interpreter.simulation import Listener as Listener
    from interpreter.simulation import LocalWorkers as LocalWorkers
    from interpreter.simulation import Played as Played
    from interpreter.simulation import Refused as Refused
    from interpreter.simulation import SeatFigures as SeatFigures
    from interpreter.simulation import Seeds as Seeds
    from interpreter.simulation import Simulation as Simulation
    from interpreter.simulation import StarterFigures as StarterFigures
    from interpreter.simulation import Workers as Workers
    from interpreter.simulation import WorkersLost as WorkersLost
    from interpreter.simulation import keep_journal as keep_journal
    from interpreter.simulation import play_one as play_one
    from interpreter.simulation import play_range as play_range
    from interpreter.simulation import simulate as simulate
    from interpreter.simulation import simulate_seeds as simulate_seeds
    from interpreter.simulation.by_chance import try_out_ruleset as try_out_ruleset
    from interpreter.simulation.trials import Trial as Trial
    from interpreter.tuning import NothingToTune as NothingToTune
    from interpreter.tuning import Trials as Trials
    from interpreter.tuning import Tuned as Tuned
    from interpreter.tuning import tune as tune
    from interpreter.upgrade import Edit as Edit
    from interpreter.upgrade import Upgrade as Upgrade
    from interpreter.upgrade import upgraded as upgraded
    from interpreter.wasm.engine import NoEngine as NoEngine
    from interpreter.wasm.engine import built_module as built_module
    from interpreter.wasm.outcome import Outcome as Outcome
    from interpreter.wasm.position import EngineStopped as EngineStopped
    from interpreter.wasm.position import FastState as FastState
    from interpreter.wasm.position import FastStates as FastStates
    from interpreter.wasm.position import TooManyStates as TooManyStates
    from interpreter.wasm.position import fast_states as fast_states
    from interpreter.why.outcome import Foreseen as Foreseen
    from interpreter.why.outcome import after_option as after_option
    from interpreter.why.outcome import outcomes as outcomes
    from interpreter.why.payments import Payment as Payment
    from interpreter.why.payments import payments as payments
    from interpreter.why.question import Question as Question
    from interpreter.why.question import question as question
    from interpreter.why.reasons import Candidate as Candidate
    from interpreter.why.reasons import Cause as Cause
    from interpreter.why.reasons import Failure as Failure
    from interpreter.why.reasons import Reason as Reason
    from interpreter.why.reasons import Value as Value
    from interpreter.why.shown_values import shown_values as shown_values
    from interpreter.why.shown_values import space_values as space_values
    from interpreter.why.shown_with import Shown as Shown
    from interpreter.why.why_not import meant_by as meant_by
    from interpreter.why.why_not import why_not as why_not
else:
    # The same at run time: the names that come from each module.
    _FROM = {
        "arena.matches": "Arena BotFigures Meeting Met PairFigures",
        "arena.results": "ArenaResults",
        "bots": "BOTS LEVELS Bot bot_for is_bot",
        "catalogue": (
            "RulesetInfo companies_of find_rulesets named_rulesets overlays_of overlays_said rulesets_here"
        ),
        "checks.plans": "played_findings",
        "extras": "to_install",
        "in_words.expressions": "lowered",
        "in_words.rules": "Passage in_sentences",
        "journal": "Journal JournalFault Replay journal_lines replay",
        "language.nouns": "article several singular",
        "language.types": "Type",
        "layout": "Counted",
        "loading": "Loaded Reading UsageFault check load",
        "model.about": "About",
        "model.declarations": "Credits Target",
        "model.public": (
            "Area Board BoardLayout Component Counter Declaration DeclaredRule Enum Field Kind Space "
            "Step Table Thing Zone"
        ),
        "numbered_rules.coverage": "Grounds NumberedRule Place RulesReport read_rules",
        "numbered_rules.pages": "PAGE_FORM",
        "overlays.merge": "Origin",
        "play.compiled": "Course MadeOf",
        "play.decision": "Decision Option Site",
        "play.event": "CHANGES Event Happening Spot seen_by",
        "play.faults": "RuleFault UnknownOption",
        "play.game": "Game State",
        "play.marked_spaces": "marked_spaces related_spaces",
        "play.record": "Decided PointsBySource Standing record_entries record_words",
        "play.subset": "Subset",
        "play.view": "View",
        "packing": "PACK_SUFFIX Pack packed",
        "problems": "MAX_PROBLEMS Fix Position Problem Problems render",
        "problems.codes": "Code codes",
        "problems.nearest_name": "nearest",
        "reading": "lines_reader",
        "reading.pack_file": "PackFault",
        "processes": "begin_processes cores",
        "reading.pictures": "Picture",
        "scenario": "ScenarioResult check_scenarios run_scenarios scenario_state",
        "schema_check": "SCHEMA_NAMES schema_file",
        "simulation.by_chance": "try_out_ruleset",
        "simulation.trials": "Trial",
        "simulation": (
            "HASHES FailedGame Length Listener LocalWorkers Played Refused SeatFigures Seeds Simulation "
            "StarterFigures Workers WorkersLost keep_journal play_one play_range simulate simulate_seeds"
        ),
        "tuning": "NothingToTune Trials Tuned tune",
        "upgrade": "Edit Upgrade upgraded",
        "wasm.engine": "NoEngine built_module",
        "wasm.outcome": "Outcome",
        "wasm.position": "EngineStopped FastState FastStates TooManyStates fast_states",
        "why.outcome": "Foreseen after_option outcomes",
        "why.payments": "Payment payments",
        "why.question": "Question question",
        "why.shown_with": "Shown",
        "why.reasons": "Candidate Cause Failure Reason Value",
        "why.shown_values": "shown_values space_values",
        "why.why_not": "meant_by why_not",
    }
    _HOME = {name: module for module, names in _FROM.items() for name in names.split()}
    __all__ = list(_HOME)

    def __getattr__(name):
        """Fetch a public name from its module."""
        if name not in _HOME:
            raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return found

    def __dir__():
        """Name what there is, for those who ask."""
        return sorted({*globals(), *__all__})
