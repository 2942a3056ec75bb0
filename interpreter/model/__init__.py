"""The typed model: what a ruleset declares, resolved for one choice of players, overlays and options."""
