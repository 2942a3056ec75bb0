"""A model in which chance chooses what whoever starts a game may: so games by chance meet every value."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from interpreter.model.declarations import Model, OptionDecl

# An option that goes through more numbers than this stays as it is: it may make games as long as it likes.
_MOST_NUMBERS = 12


def with_options_drawn(model: Model, given: Container[str]) -> Model:
    """Return the same model with every option drawn that can be and is not given."""
    options = {
        name: option if name in given or not _can_be_drawn(model, option) else replace(option, value=None)
        for name, option in model.options.items()
    }
    return replace(model, options=options)


def _can_be_drawn(model: Model, option: OptionDecl) -> bool:
    """Whether any of its values will do: not of those that take several, or of layouts that are checked."""
    if isinstance(option.value, tuple) or option.value is None:
        return False
    if option.type.kind == "number":
        return len(option.choices) <= _MOST_NUMBERS
    return not any(board.option == option.name and board.checks for board in model.boards.values())
