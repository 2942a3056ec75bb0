"""Rulewright's interpreter: rulesets in, games out.

This is the public face; nothing else is for other packages.
"""

from interpreter.arena.matches import Arena, BotFigures, Meeting, Met, PairFigures
from interpreter.bots import KINDS as BOTS
from interpreter.bots import Bot, bot_for, is_bot
from interpreter.catalogue import RulesetInfo, find_rulesets, named_rulesets
from interpreter.checks.plans import played_findings
from interpreter.in_words.expressions import lowered
from interpreter.in_words.rules import Passage, in_sentences
from interpreter.journal import Journal, JournalFault, Replay, journal_lines, replay
from interpreter.language.types import Type
from interpreter.loading import Loaded, Reading, UsageFault, check, load
from interpreter.model.declarations import About, Credits
from interpreter.model.public import (
    Board,
    BoardLayout,
    Component,
    Counter,
    Declaration,
    DeclaredRule,
    Enum,
    Field,
    Kind,
    Space,
    Step,
    Thing,
    Zone,
)
from interpreter.numbered_rules.coverage import Grounds, NumberedRule, Place, RulesReport, read_rules
from interpreter.numbered_rules.pages import PAGE_FORM
from interpreter.overlays.merge import Origin
from interpreter.play.decision import Decision, Option, Site
from interpreter.play.events import Event, Happening, seen_by
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game
from interpreter.play.marked_spaces import marked_spaces
from interpreter.play.state import State
from interpreter.play.subset import Subset
from interpreter.play.view import View
from interpreter.problems import MAX_PROBLEMS, Fix, Position, Problem, Problems, render
from interpreter.problems.codes import Code, codes
from interpreter.problems.nearest_name import nearest
from interpreter.reading.pictures import Picture
from interpreter.scenario import ScenarioResult, check_scenarios, run_scenarios, scenario_state
from interpreter.schema_check import SCHEMA_NAMES, schema_file
from interpreter.simulation import (
    Listener,
    Played,
    Rounds,
    SeatFigures,
    Seeds,
    Simulation,
    keep_journal,
    play_one,
    simulate,
    simulate_seeds,
)
from interpreter.tuning import NothingToTune, Trials, Tuned, tune
from interpreter.upgrade import Edit, Upgrade, upgraded
from interpreter.wasm.engine import NoEngine, built_module, fast_states
from interpreter.wasm.outcome import Outcome
from interpreter.wasm.position import EngineStopped, FastState, FastStates, TooManyStates
from interpreter.why.question import Question, question
from interpreter.why.reasons import Candidate, Cause, Failure, Reason, Value
from interpreter.why.shown_values import shown_values
from interpreter.why.why_not import why_not

__all__ = [
    "BOTS",
    "MAX_PROBLEMS",
    "PAGE_FORM",
    "SCHEMA_NAMES",
    "About",
    "Arena",
    "Board",
    "BoardLayout",
    "Bot",
    "BotFigures",
    "Candidate",
    "Cause",
    "Code",
    "Component",
    "Counter",
    "Credits",
    "Decision",
    "Declaration",
    "DeclaredRule",
    "Edit",
    "EngineStopped",
    "Enum",
    "Event",
    "Failure",
    "FastState",
    "FastStates",
    "Field",
    "Fix",
    "Game",
    "Grounds",
    "Happening",
    "Journal",
    "JournalFault",
    "Kind",
    "Listener",
    "Loaded",
    "Meeting",
    "Met",
    "NoEngine",
    "NothingToTune",
    "NumberedRule",
    "Option",
    "Origin",
    "Outcome",
    "PairFigures",
    "Passage",
    "Picture",
    "Place",
    "Played",
    "Position",
    "Problem",
    "Problems",
    "Question",
    "Reading",
    "Reason",
    "Replay",
    "Rounds",
    "RuleFault",
    "RulesReport",
    "RulesetInfo",
    "ScenarioResult",
    "SeatFigures",
    "Seeds",
    "Simulation",
    "Site",
    "Space",
    "State",
    "Step",
    "Subset",
    "Thing",
    "TooManyStates",
    "Trials",
    "Tuned",
    "Type",
    "UnknownOption",
    "Upgrade",
    "UsageFault",
    "Value",
    "View",
    "Zone",
    "bot_for",
    "built_module",
    "check",
    "check_scenarios",
    "codes",
    "fast_states",
    "find_rulesets",
    "in_sentences",
    "is_bot",
    "journal_lines",
    "keep_journal",
    "load",
    "lowered",
    "marked_spaces",
    "named_rulesets",
    "nearest",
    "play_one",
    "played_findings",
    "question",
    "read_rules",
    "render",
    "replay",
    "run_scenarios",
    "scenario_state",
    "schema_file",
    "seen_by",
    "shown_values",
    "simulate",
    "simulate_seeds",
    "tune",
    "upgraded",
    "why_not",
]
