"""Scenarios: a position, the choices taken, and what must then hold; YAML beside a ruleset, run as tests."""

from interpreter.scenario.files import read_all, scenario_files
from interpreter.scenario.running import ScenarioResult, check_scenarios, run_scenarios, scenario_state

__all__ = [
    "ScenarioResult",
    "check_scenarios",
    "read_all",
    "run_scenarios",
    "scenario_files",
    "scenario_state",
]
