"""What is wrong with a ruleset, and where: values that the stages collect and callers show."""

from interpreter.problems.codes import Code, codes
from interpreter.problems.nearest_name import hint_for, nearest
from interpreter.problems.position import Position
from interpreter.problems.problem import MAX_PROBLEMS, Problem, Problems, Severity
from interpreter.problems.show import render

__all__ = [
    "MAX_PROBLEMS",
    "Code",
    "Position",
    "Problem",
    "Problems",
    "Severity",
    "codes",
    "hint_for",
    "nearest",
    "render",
]
