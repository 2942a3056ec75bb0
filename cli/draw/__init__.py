"""Boards, pieces and cards drawn as SVG from what rulesets say, for files and for the browser."""
