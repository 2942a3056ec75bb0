"""A numbered rule in words: what it says, and what implements and shows it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import NumberedRule, RulesReport


def reconstructed_text(report: RulesReport) -> str:
    """Return how many rules, and things of the data, no source gives."""
    rules = sum(rule.reconstructed for rule in report)
    things = len(report.reconstructed) - rules
    return f"reconstructed, as no source gives them: {rules} of {len(report)} rules, {things} things"


def rule_text(rule: NumberedRule) -> str:
    """Return the rule, its marks, the grounds of a reading, and the places of its elements and scenarios."""
    marks = [f"overlay {rule.overlay}"] if rule.overlay else []
    marks += ["a reading"] if rule.reading else []
    marks += ["reconstructed"] if rule.reconstructed else []
    lines = [f"{rule.id}  {rule.text}" + (f" ({', '.join(marks)})" if marks else "")]
    if rule.grounds is not None:
        lines += [f"    {part:<10}{text}" for part, text in asdict(rule.grounds).items()]
    lines += [f"    element   {place}" for place in rule.elements] or ["    no element"]
    lines += [f"    scenario  {place}" for place in rule.scenarios] or ["    no scenario"]
    return "\n".join(lines)
