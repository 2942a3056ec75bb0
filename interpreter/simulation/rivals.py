"""Games in which two sets of weights of an outlook meet; all else is the same for both."""

from __future__ import annotations

from statistics import fmean

from interpreter.bots import bot_for
from interpreter.play.chance import Chance
from interpreter.play.game import Game
from interpreter.simulation.played import derived_seed
from interpreter.wasm.position import FastStates, fast_states

Weights = tuple[int, ...]
# Of a game the share of the victory, and by how many points it was won.
Outcome = tuple[float, float]


class Rivals:
    """Where two sets of weights meet, with one bot in all seats; not for two threads at a time."""

    def __init__(self, game: Game, bot: str) -> None:
        """Make room for positions; raises NoEngine. The game must have other weights than ones."""
        self.game, self.bot = game, bot
        self.sides = game.model.teams
        self.states: FastStates = fast_states(game)

    def play(self, own: Weights, others: Weights, seed: int, rotation: int) -> Outcome:
        """One game; the weights on trial sit in one place, or in all of one team."""
        seats = range(self.game.players)
        bots = [bot_for(self.game, self.bot) for _ in seats]
        chances = [Chance(derived_seed(seed, seat)) for seat in seats]
        position = self.states.new(seed)
        while not position.finished:
            seat = position.seat
            self.states.weigh(own if seat % self.sides == rotation else others)
            position.choose(bots[seat].choose(position, chances[seat]))
        state = position.state()
        points, winners = state.scores(), state.winners()
        share = sum(seat % self.sides == rotation for seat in winners) / max(1, len(winners))
        own_points = [points[seat] for seat in seats if seat % self.sides == rotation]
        other_points = [points[seat] for seat in seats if seat % self.sides != rotation]
        return share, fmean(own_points) - fmean(other_points)
