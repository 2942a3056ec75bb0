"""A ruleset that was checked, in code that counts what happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial

from interpreter.compiler.compile_game import compile_counting
from interpreter.loading.making import compiled_for
from interpreter.loading.sources import Sources
from interpreter.model.drawn_options import with_options_drawn
from interpreter.play.compiled import Beginning
from interpreter.play.game import Game
from interpreter.problems.problem import Problems
from interpreter.reading import SourceTexts, fingerprint


class Counting:
    """By numbers of players: games in code that counts (`Game.counted`), and their sources.

    options: those that were given; rules: what was checked, for the greatest number of players.
    """

    def __init__(
        self, read: Callable[[int], Sources], options: Mapping[str, str], rules: Game | Beginning
    ) -> None:
        """Begin with what reads the sources for a number of players."""
        self._read, self.options, self.rules = read, options, rules

    def read_from(self, players: int) -> tuple[SourceTexts, ...]:
        """The texts of all that was read."""
        return self._read(players).read_from

    @cached_property
    def drawn(self) -> frozenset[str]:
        """The options that are drawn in games that draw what is not given, and not in others."""
        model = self.rules.model
        others = with_options_drawn(model, {*self.options}).options
        return frozenset(name for name, option in model.options.items() if others[name] != option)

    def game(self, players: int, *, drawing: bool) -> Game | None:
        """Make the game; None where loading meets a bound that checking has not.

        drawing: options that are not given are drawn.
        """
        sources = self._read(players)
        assert sources.merged is not None, "it was checked"
        compiled = partial(compile_counting, fingerprint=fingerprint(sources.merged))
        game = compiled_for(sources, players, self.options, Problems(), compiled, drawing=drawing)
        return game and replace(game, read_from=sources.read_from)
