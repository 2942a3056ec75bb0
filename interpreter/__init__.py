"""Rulewright's interpreter: rulesets in, games out. This is the public face; nothing else is for other packages."""

from interpreter.journal import Journal, JournalFault, Replay, replay
from interpreter.loading import Loaded, UsageFault, check, load
from interpreter.play.decision import Decision, Option
from interpreter.play.faults import RuleFault, UnknownOption
from interpreter.play.game import Game
from interpreter.play.state import State
from interpreter.problems import Position, Problem, Problems, render
from interpreter.simulation import SeatFigures, Simulation, simulate

__all__ = [
    "Decision",
    "Journal",
    "JournalFault",
    "Replay",
    "SeatFigures",
    "Simulation",
    "replay",
    "simulate",
    "Game",
    "Loaded",
    "Option",
    "Position",
    "Problem",
    "Problems",
    "RuleFault",
    "State",
    "UnknownOption",
    "UsageFault",
    "check",
    "load",
    "render",
]
