"""The `rulewright` command: people play, check and write rulesets with it; it knows no game and no rule."""
