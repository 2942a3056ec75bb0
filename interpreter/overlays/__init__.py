"""Expansions, variants and modes: changes merged onto a ruleset by name, where nothing is silent."""

from interpreter.overlays.merge import MergedRuleset, Origin, apply_overlays

__all__ = ["MergedRuleset", "Origin", "apply_overlays"]
