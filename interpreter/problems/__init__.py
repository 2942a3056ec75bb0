"""What is wrong with a ruleset, and where: values that the stages collect and callers show."""

from interpreter.problems.codes import Code, codes
from interpreter.problems.former_names import with_new_names
from interpreter.problems.nearest_name import hint_for, nearest
from interpreter.problems.position import Position
from interpreter.problems.problem import MAX_PROBLEMS, Fix, Problem, Problems, Severity
from interpreter.problems.show import render

__all__ = [
    "MAX_PROBLEMS",
    "Code",
    "Fix",
    "Position",
    "Problem",
    "Problems",
    "Severity",
    "codes",
    "hint_for",
    "nearest",
    "render",
    "with_new_names",
]
