"""A game that can be played, and a play of it: all that others ask of either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.layout import UNDECIDED, WON, Counted
from interpreter.play import determinization, standings
from interpreter.play.compiled import CompiledGame, FinalLine
from interpreter.play.ends import End, ends_of, spread
from interpreter.play.running import Running
from interpreter.play.view import View, view, whose_turn


class State(Running):
    """One play of a game."""

    __slots__ = ()
    game: Game

    def children(self, most: int = 0) -> Iterator[State]:
        """Yield the position after each option of `ways`, in order; `most`: after so many, spread over them.

        Raises RuleFault as `choose` does.
        """
        for option in spread(self.ways, most):
            child = self.fork()
            child.choose(option)
            yield child

    def ends(self) -> tuple[list[End[State]], int]:
        """The positions where an action is over that begins now, and how many options that took in all.

        What is asked within the action is answered in so many ways, spread over all; what the seat need not
        choose, up to the end of its turn, is done. What goes wrong on the way has no end; RuleFault is raised
        where all does.
        """
        return ends_of(self)

    # -- scores
    def scores(self) -> list[int]:
        """Points by seat: with the final scoring when the game is over, else what is scored so far.

        Behind the seats stand automata that are scored.
        """
        return standings.scores(self.game, self.slots)

    def preview(self, person: int) -> int:
        """Points so far plus the final scoring as if the game ended now."""
        return standings.preview(self.game, self.slots, person)

    def outlook(self, seat: int) -> int:
        """What bots hold a position to be worth: the preview, and what the ruleset's `outlook` adds.

        Where the game was broken off, as after too many turns, it is worth less than any other.
        """
        return standings.outlook(self.game, self.slots, seat)

    def standings(self) -> list[int]:
        """What a position is worth to each seat, and behind them to automata that are scored.

        The outlook, with that of team mates; when the game is over, a victory counts more than all else.
        """
        return standings.standings(self.game, self.slots)

    def final_points(self, person: int) -> list[tuple[FinalLine, int]]:
        """The lines of the final scoring that count for a player or automaton now, with their points."""
        return standings.final_points(self.game, self.slots, person)

    def breakdown(self) -> list[dict[str, Any]]:
        """Points by seat (from 1; of an automaton that is scored: its name) and source, as the rules lie.

        With the final scoring when the game is over; what is 0 is left out. `shows` tells what the points are
        for, where the ruleset says it.
        """
        return standings.breakdown(self.game, self.slots)

    @property
    def broken_off(self) -> bool:
        """Whether the game has ended in a way that is no end to the ruleset, such as a limit of turns."""
        return self.finished and self.slots[WON] == UNDECIDED

    def winners(self) -> list[int]:
        """The seats that have won: those that `end game won by` names, with their mates.

        Else those with most points, then the tie-breaks in order; what is still tied shares.

        An automaton that is scored and best leaves nobody else to win; nor has a game that was broken off
        winners, nor one of a sole player whose points are judged.
        """
        return standings.winners(self.game, self.slots)

    def judgement(self, seat: int) -> str:
        """What the ruleset says of a seat's points, empty if nothing: of those that hold, the highest."""
        points = self.scores()[seat]
        return max((found for found in self.game.model.judgement if found[0] <= points), default=(0, ""))[1]

    def team_totals(self) -> list[int]:
        """Points by seat, those of team mates added; behind them those of automata that are scored."""
        return standings.with_mates(self.game, self.scores())

    def view(self, seat: int | None) -> View:
        """What a seat (from 0) sees; None: a spectator.

        In a secret step the position is that of the step's start.
        """
        return view(self.game, self.seen_slots, seat)

    @property
    def seen_slots(self) -> list[Any]:
        """The slots that views are of: those of a secret step's start until it is over."""
        return self.checkpoint if self.secret else self.slots

    @property
    def whose_turn(self) -> int | None:
        """Whose turn it is (from 0), whoever is asked: who is at the outermost step with players in turn.

        None: it is nobody's, or the game is over.
        """
        return whose_turn(self.game, self.seen_slots)

    def counted(self) -> dict[Counted, int]:
        """How often each thing has happened in a game whose code counts, by what is counted; else empty."""
        times = self.game.course([self.slots[slot] for slot in self.game.course_slots]).counted
        return dict(zip(self.game.counted, times, strict=True))

    # -- what a bot may play on
    def guess(self, seat: int, seed: int) -> State:
        """A state that looks the same to a seat: what it does not see is dealt anew, future chance is new.

        What it has seen of chance in the current step is kept, and so is what others chose openly. Nothing
        counts but what the seat knows. Where no deal fits all of that, it is the nearest of some, and
        `contradicts` counts what is otherwise. Raises RuleFault where the rules go wrong in each.
        """
        return determinization.guess(self, seat, seed)

    def reseeded(self, seed: int) -> State:
        """The same position with another future chance."""
        return determinization.reseeded(self, seed)


class Game(CompiledGame):
    """What `load` makes."""

    def new(self, seed: int, *, listen: bool = False) -> State:
        """Begin a play; listen: what happens is kept, from the set-up on."""
        return State.begin(self, seed, listen=listen)
