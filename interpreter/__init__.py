"""Rulewright's interpreter: rulesets in, games out.

This is the public face; nothing else is for other packages.
"""

from interpreter.catalogue import RulesetInfo, find_rulesets, named_rulesets
from interpreter.journal import Journal, JournalFault, Replay, journal_lines, replay
from interpreter.loading import Loaded, Reading, UsageFault, check, load
from interpreter.marks import marked_spaces
from interpreter.numbered_rules import Grounds, NumberedRule, Place, RulesReport, read_rules
from interpreter.plans import played_findings
from interpreter.play.decision import Decision, Option
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems import MAX_PROBLEMS, Position, Problem, Problems, render
from interpreter.reasons import Candidate, Cause, Failure, Reason, Value
from interpreter.rolls import rolled_zones
from interpreter.rule_pages import PAGE_FORM
from interpreter.scenario import ScenarioResult, check_scenarios, run_scenarios
from interpreter.simulation import (
    Listener,
    Played,
    SeatFigures,
    Seeds,
    Simulation,
    keep_journal,
    simulate,
    simulate_seeds,
)
from interpreter.why_not import why_not

__all__ = [
    "MAX_PROBLEMS",
    "PAGE_FORM",
    "Candidate",
    "Cause",
    "Decision",
    "Failure",
    "Game",
    "Grounds",
    "Journal",
    "JournalFault",
    "Listener",
    "Loaded",
    "NumberedRule",
    "Option",
    "Place",
    "Played",
    "Position",
    "Problem",
    "Problems",
    "Reading",
    "Reason",
    "Replay",
    "RuleFault",
    "RulesReport",
    "RulesetInfo",
    "ScenarioResult",
    "SeatFigures",
    "Seeds",
    "Simulation",
    "State",
    "UnknownOption",
    "UsageFault",
    "Value",
    "check",
    "check_scenarios",
    "find_rulesets",
    "journal_lines",
    "keep_journal",
    "load",
    "marked_spaces",
    "named_rulesets",
    "played_findings",
    "read_rules",
    "render",
    "replay",
    "rolled_zones",
    "run_scenarios",
    "simulate",
    "simulate_seeds",
    "why_not",
]
