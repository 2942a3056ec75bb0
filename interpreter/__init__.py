"""Rulewright's interpreter: rulesets in, games out.

This is the public face; nothing else is for other packages.
"""

from interpreter.catalogue import RulesetInfo, find_rulesets
from interpreter.journal import Journal, JournalFault, Replay, replay
from interpreter.loading import Loaded, UsageFault, check, load
from interpreter.numbered_rules import NumberedRule, Place, RulesReport, read_rules
from interpreter.play.decision import Decision, Option
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems import Position, Problem, Problems, render
from interpreter.scenario import ScenarioResult, check_scenarios, run_scenarios
from interpreter.simulation import SeatFigures, Simulation, simulate

__all__ = [
    "Decision",
    "Game",
    "Journal",
    "JournalFault",
    "Loaded",
    "NumberedRule",
    "Option",
    "Place",
    "Position",
    "Problem",
    "Problems",
    "Replay",
    "RuleFault",
    "RulesReport",
    "RulesetInfo",
    "ScenarioResult",
    "SeatFigures",
    "Simulation",
    "State",
    "UnknownOption",
    "UsageFault",
    "check",
    "check_scenarios",
    "find_rulesets",
    "load",
    "read_rules",
    "render",
    "replay",
    "run_scenarios",
    "simulate",
]
