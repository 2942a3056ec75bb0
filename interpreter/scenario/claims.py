"""What must hold in a scenario.

In: entries of `then`, and those of `when` that only look. Out: nothing, or Failed where something does not.
"""

from __future__ import annotations

from typing import Any

from interpreter.language.checked import Ex, LogicEx
from interpreter.language.types import TRUTH
from interpreter.reading import Placed
from interpreter.scenario.patterns import fits
from interpreter.scenario.telling import Failed, ScenarioTeller


class ClaimChecker(ScenarioTeller):
    """Checks what a scenario claims of its game."""

    def claim(self, entry: Placed) -> None:
        """Check one entry of `then`."""
        if entry.kind != "map":
            self.holds(entry)
            return
        for key, value in entry.items():
            if key in ("offered", "not_offered"):
                self.offered(value, wanted=key == "offered")
            elif key == "winner":
                self.winner(value)
            elif key in ("scores", "preview"):
                self.points(key, value)
            elif key == "source":
                self.sources(value)

    def holds(self, text: Placed) -> None:
        """Check that an expression is true; say which part is not, and what its sides are."""
        if text.kind == "truth":
            if not text.value:
                raise Failed(text.position, "expected: true\nactual: false")
            return
        expression = self.snippets.expression(text, TRUTH)
        self.guarded(text.position, lambda: self.is_true(expression, text))

    def is_true(self, expression: Ex, text: Placed) -> None:
        """Check an expression that stands in the file at `text`."""
        slots, me = self.state.slots, self.me
        if self.snippets.value(expression, slots, me):
            return
        part = expression
        while isinstance(part, LogicEx) and part.operator == "and":
            part = next(inner for inner in part.operands if not self.snippets.value(inner, slots, me))
        words = self.words(part, text) if part is not expression else " ".join(str(text.value).split())
        expected, actual = self.sides(part)
        raise Failed(part.position, f"this does not hold: {words}\nexpected: {expected}\nactual: {actual}")

    def offered(self, patterns: Placed, *, wanted: bool) -> None:
        """Check that options are offered, or that they are not."""
        ids = self.ids()
        for pattern in patterns.entries():
            found = [name for name in ids if fits(name, str(pattern.value))]
            if bool(found) != wanted:
                words = "is offered" if wanted else "is not offered"
                message = f"expected: '{pattern.value}' {words}\nactual: {self.offer_text()}"
                raise Failed(pattern.position, message)

    def winner(self, wanted: Placed) -> None:
        """Check who has won."""
        expected = ", ".join(sorted(str(entry.value) for entry in wanted.entries())) or "nobody"
        if not self.state.finished:
            raise Failed(wanted.position, f"expected: {expected} won\nactual: the game is not over")
        found: list[int] = []
        self.guarded(wanted.position, lambda: found.extend(self.state.winners()))
        actual = ", ".join(f"p{seat + 1}" for seat in sorted(found)) or "nobody"
        if actual != expected:
            raise Failed(wanted.position, f"expected: {expected} won\nactual: {actual} won")

    @property
    def persons(self) -> dict[str, int]:
        """The players, and automata that are scored, by name."""
        return {self.game.person(person)[0]: person for person in range(self.game.scored)}

    def points(self, what: str, wanted: Placed) -> None:
        """Check points by seat: those scored (all, when the game is over), or as if it ended now."""
        found: list[int] = []

        def count() -> None:
            state = self.state
            persons = range(self.game.scored)
            found.extend(state.scores() if what == "scores" else [state.preview(one) for one in persons])

        self.guarded(wanted.position, count)
        for name, points in wanted.items():
            actual = found[self.persons[name]]
            if actual != points.value:
                message = f"expected: {name} has {points.value} points\nactual: {actual}"
                raise Failed(points.position, message)

    def sources(self, wanted: Placed) -> None:
        """Check points by seat and source; before the end the final scoring does not count."""
        found: list[dict[str, Any]] = []
        self.guarded(wanted.position, lambda: found.extend(self.state.breakdown()))
        for name, sources in wanted.items():
            who: int | str = self.persons[name] + 1 if self.persons[name] < self.game.players else name
            actual = {line["source"]: line["points"] for line in found if line["seat"] == who}
            for source, points in sources.items():
                if actual.get(source, 0) != points.value:
                    lines = ", ".join(f"{word} {value}" for word, value in actual.items()) or "nothing"
                    message = (
                        f"expected: {name} has {points.value} points from {source}\n"
                        f"actual: {actual.get(source, 0)} (of all: {lines})"
                    )
                    raise Failed(points.position, message)
