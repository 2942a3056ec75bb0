"""Checked rules to Python functions that carry the rule files' positions."""
