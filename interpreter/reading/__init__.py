"""From files to located values: YAML read strictly, folders that are never left, nothing understood yet."""

from interpreter.reading.located_value import Located, Plain
from interpreter.reading.ruleset_folder import (
    OverlayFolder,
    RulesetFolder,
    RulesetSource,
    SourceTexts,
    TextFiles,
    data_folder,
    find_overlay,
    find_ruleset,
    fingerprint,
    lines_reader,
    list_overlays,
    list_rulesets,
    merged_parts,
    read_overlay,
    read_ruleset,
    read_texts,
    shown_path,
)
from interpreter.reading.yaml_reader import read_yaml

__all__ = [
    "Located",
    "OverlayFolder",
    "Plain",
    "RulesetFolder",
    "RulesetSource",
    "SourceTexts",
    "TextFiles",
    "data_folder",
    "find_overlay",
    "find_ruleset",
    "fingerprint",
    "lines_reader",
    "list_overlays",
    "list_rulesets",
    "merged_parts",
    "read_overlay",
    "read_ruleset",
    "read_texts",
    "read_yaml",
    "shown_path",
]
