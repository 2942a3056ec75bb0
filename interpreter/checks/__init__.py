"""Checks of a whole ruleset: what no single text shows, what is doubtful, and what authors accept."""
