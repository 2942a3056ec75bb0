"""`search` against catanatron's bots in base Catan without trade between players.

    .venv/bin/python -m tools.play_beside_catanatron [--games N] [--seconds N] [--ours BOT] [SEATS:BOT...]

Our rules run the game and our chance deals, so map, dice, thefts and cards are the same for all. When a seat
of theirs is asked, catanatron gets the same position as a game of its own and lists by its own rules what can
be done; its bot takes one of those, and that is done in ours. What only one of the two allows is counted.
A bot of ours has one seat, each in turn, and copies of one of theirs have all others.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from interpreter import FastState, Game, State, View, bot_for, fast_states, load
from interpreter.play.chance import Chance
from interpreter.simulation import share_interval
from tools.oracle.in_step import Asked

try:
    theirs_game: Any = import_module("catanatron.game")
    theirs_board: Any = import_module("catanatron.models.board")
    theirs_map: Any = import_module("catanatron.models.map")
    theirs_player: Any = import_module("catanatron.models.player")
    theirs_actions: Any = import_module("catanatron.models.actions")
    KINDS: dict[str, Any] = {
        "Random": theirs_player.RandomPlayer,
        "WeightedRandom": import_module("catanatron.players.weighted_random").WeightedRandomPlayer,
        "VictoryPoint": import_module("catanatron.players.search").VictoryPointPlayer,
    }
except ImportError:
    raise SystemExit("This needs catanatron: pip install 'catanatron>=3.2,<4'.") from None

CATAN = Path(__file__).parent.parent / "rulesets" / "catan"
OPTIONS = {"trading": "off", "island": "spiral"}
RESOURCES = {"lumber": "WOOD", "brick": "BRICK", "wool": "SHEEP", "grain": "WHEAT", "ore": "ORE"}
CARDS = {theirs: ours for ours, theirs in RESOURCES.items()}
LANDS = {"forest": "WOOD", "hills": "BRICK", "pasture": "SHEEP", "fields": "WHEAT", "mountains": "ORE"}
# What one of ours asks for after the first id of these, theirs answers in actions of their own.
IN_PARTS = ("PLAY_KNIGHT_CARD", "PLAY_ROAD_BUILDING")
# Not compared: theirs plays only knights before the roll, and road building only with the cards for a road.
CARD_PLAY = "play_development"
Way = Sequence[str]


@dataclass
class Tally:
    """What was counted over games of one pairing; seconds and decisions: ours, theirs."""

    won: float = 0.0
    games: int = 0
    asked: int = 0
    only_ours: int = 0
    only_theirs: int = 0
    stopped: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    decisions: list[int] = field(default_factory=lambda: [0, 0])


class Different(Exception):
    """Ours does not take what theirs has chosen."""


class Island:
    """The map of a play in both: where each hex, corner and side of ours is in theirs."""

    def __init__(self, state: State) -> None:
        layout = state.game.boards["hex"].layouts[0]
        nodes = {node.name: node for node in layout.nodes}
        rows = sorted({node.y for node in layout.nodes if node.part == "space"})
        self.hexes: dict[str, tuple[int, int, int]] = {}
        for row, y in enumerate(rows, -2):
            inside = sorted((n.x, n.name) for n in layout.nodes if n.part == "space" and n.y == y)
            for x, (_, name) in enumerate(inside, max(-2, -2 - row)):
                self.hexes[name] = (x, -x - row, row)
        counters = state.view(None)["counters"]
        self.map = self._map(counters["land"], counters["number_on"])
        self.corners = {
            corner.name: self.map.tiles[place].nodes[_towards(nodes[name], corner)]
            for name, place in self.hexes.items()
            for corner in layout.beside(nodes[name])
            if corner.part == "corner"
        }
        self.sides: dict[str, tuple[int, int]] = {}
        for side in (node for node in layout.nodes if node.part == "side"):
            one, other = sorted(self.corners[n.name] for n in layout.beside(side) if n.part == "corner")
            self.sides[side.name] = (one, other)
        self.hex_of = {place: name for name, place in self.hexes.items()}
        self.corner_of = {place: name for name, place in self.corners.items()}
        self.side_of = {place: name for name, place in self.sides.items()}
        ports: dict[str | None, set[int]] = {}
        for side_name, harbour in counters["harbour_at"].items():
            if harbour != "none":
                ports.setdefault(RESOURCES.get(harbour.split("_")[0]), set()).update(self.sides[side_name])
        self.map.port_nodes = ports

    def _map(self, land: dict[str, str], numbers: dict[str, int]) -> Any:
        """Their map with our land and numbers, which they take from the end of lists."""
        template = theirs_map.BASE_MAP_TEMPLATE
        names = {place: name for name, place in self.hexes.items()}
        ordered = [names[place] for place in reversed(template.topology) if place in names]
        yields = [LANDS.get(land[name]) for name in ordered]
        numbered = [numbers[name] for name in ordered if numbers[name]]
        harbours = list(template.port_resources)
        return theirs_map.CatanMap.from_tiles(
            theirs_map.initialize_tiles(template, numbered, harbours, yields)
        )


def _towards(middle: Any, corner: Any) -> Any:
    """In which direction of theirs a corner lies from the middle of its hex."""
    upright = "NORTH" if corner.y < middle.y else "SOUTH"
    sideways = "" if corner.x == middle.x else "EAST" if corner.x > middle.x else "WEST"
    return theirs_map.NodeRef[upright + sideways]


class Table:
    """One play in ours, and positions of it in theirs."""

    def __init__(self, game: Game, kind: str, ours: str, tally: Tally, *, seat: int, seed: int) -> None:
        self.tally, self.seat = tally, seat
        self.fast: FastState = fast_states(game).new(seed)
        self.island = Island(self.fast.state())
        self.colors = list(theirs_player.Color)[: game.players]
        self.bots = [KINDS[kind](color) for color in self.colors]
        self.bot, self.chance = bot_for(game, ours), Chance(seed)
        random.seed(seed)

    def play(self) -> float:
        """Play to the end; returns the share of the victory that ours has. Raises Different."""
        while not self.fast.finished:
            begun, side = process_time(), int(self.fast.seat != self.seat)
            if side == 0:
                self.fast.choose(self.bot.choose(self.fast, self.chance))
            else:
                self._ask_theirs(self.fast.state())
            self.tally.seconds[side] += process_time() - begun
            self.tally.decisions[side] += 1
        winners = self.fast.state().winners()
        return (self.seat in winners) / max(1, len(winners))

    def _ask_theirs(self, state: State) -> None:
        """Let a bot of theirs decide, and do it in ours."""
        seat = state.seat
        if state.step == "discard":
            # Theirs, too, discards at random.
            hand = state.view(seat)["zones"]["hand"][f"p{seat + 1}"]
            chosen = sorted(random.sample(range(len(hand)), len(hand) // 2))
            self._take(state, [f"cards={hand[place]}" for place in chosen])
            return
        game = self._position(state)
        playable = self._compared(state, game.state)
        if not playable:
            raise Different("theirs has nothing that ours allows")
        bot, way, theirs = self.bots[seat], list[str](), game.state
        while playable:
            action = bot.decide(game, playable)
            way += self._ids(action, theirs.is_initial_build_phase)
            kind, roads = action.action_type.value, theirs.is_road_building
            founds = theirs.is_initial_build_phase and kind == "BUILD_SETTLEMENT"
            if not (founds or roads or kind in IN_PARTS):
                break
            game.execute(action)
            playable = theirs.playable_actions if theirs.is_road_building or not roads else []
        self._take(state, way)

    def _take(self, state: State, way: Way) -> None:
        """Choose in ours what is asked of it; what has no choice is not asked."""
        seat, step, done = state.seat, state.step, 0
        for name in way:
            if done and not _goes_on(state, seat, step):
                break
            if name in _offered(state):
                assert state.decision is not None
                place = state.decision.index(name)
                state.choose(place)
                self.fast.choose(place)
                done += 1
        if not done or _goes_on(state, seat, step):
            raise Different(f"{step}: {', '.join(way)} of {', '.join(sorted(_offered(state)))}")

    def _compared(self, state: State, theirs: Any) -> list[Any]:
        """Their actions that ours allows, too; what only one of the two has is counted."""
        asked, allowed = Asked(state, one_order=False), []
        for action in theirs.playable_actions:
            taken: tuple[str, ...] = ()
            for name in self._ids(action, theirs.is_initial_build_phase):
                taken = asked.after(taken, name)
            asked.goes_on(taken)
            in_parts = theirs.is_initial_build_phase or action.action_type.value in IN_PARTS
            if taken and (in_parts or not asked.states[taken].inside):
                allowed.append(action)
        self.tally.asked += 1
        self.tally.only_theirs += len(theirs.playable_actions) - len(allowed)
        for begun, names in asked.left.items():
            if begun[:1] != (CARD_PLAY,):
                self.tally.only_ours += len(names - {CARD_PLAY})
        return allowed

    def _ids(self, action: Any, founding: bool) -> Way:
        """What ours asks for an action of theirs."""
        value = action.value
        match action.action_type.value:
            case "ROLL":
                return ["roll_dice"]
            case "END_TURN":
                return ["finish"]
            case "BUILD_ROAD":
                way = f"way={self.island.side_of[tuple(sorted(value))]}"
                return [way] if founding else ["build_road", way]
            case "BUILD_SETTLEMENT":
                home = f"home={self.island.corner_of[value]}"
                return [home] if founding else ["build_settlement", home]
            case "BUILD_CITY":
                return ["build_city", f"home={self.island.corner_of[value]}"]
            case "BUY_DEVELOPMENT_CARD":
                return ["buy_development"]
            case "MARITIME_TRADE":
                return ["trade_with_bank", f"given={CARDS[value[0]]}", f"wanted={CARDS[value[-1]]}"]
            case "MOVE_ROBBER":
                place = f"place={self.island.hex_of[value[0]]}"
                return [place] if value[1] is None else [place, f"victim=p{self.colors.index(value[1]) + 1}"]
            case "PLAY_KNIGHT_CARD":
                return ["play_development", "played=knight"]
            case "PLAY_ROAD_BUILDING":
                return ["play_development", "played=road_building"]
            case "PLAY_YEAR_OF_PLENTY":
                return [
                    "play_development",
                    "played=year_of_plenty",
                    *(f"cards={CARDS[card]}" for card in value),
                ]
            case "PLAY_MONOPOLY":
                return ["play_development", "played=monopoly", f"named={CARDS[value]}"]
        raise Different(f"{action} has no counterpart")

    # -- our position as a game of theirs
    def _position(self, state: State) -> Any:
        """A game of theirs that stands as ours does, with the seat to move and what it can do."""
        game = theirs_game.Game(self.bots, catan_map=self.island.map)
        new = game.state
        new.players, new.colors = self.bots, tuple(self.colors)
        new.color_to_index = {color: seat for seat, color in enumerate(self.colors)}
        views = [state.view(seat) for seat in range(len(self.colors))]
        self._lay_board(new, views[0])
        for seat, view in enumerate(views):
            self._deal(new, seat, view)
        self._deal_bank(new, state, views[0])
        new.current_player_index = new.current_turn_index = state.seat
        new.is_initial_build_phase = state.step.endswith("founding")
        names, prompts = _offered(state), theirs_actions.ActionPrompt
        new.current_prompt = prompts.PLAY_TURN
        if new.is_initial_build_phase:
            new.current_prompt = prompts.BUILD_INITIAL_SETTLEMENT
        elif any(name.startswith("place=") for name in names):
            new.current_prompt = prompts.MOVE_ROBBER
        new.player_state[f"P{state.seat}_HAS_ROLLED"] = state.step != "before_roll"
        new.player_state[f"P{state.seat}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"] = CARD_PLAY not in names
        new.num_turns = 2 * state.decisions
        new.playable_actions = theirs_actions.generate_playable_actions(new)
        return game

    def _lay_board(self, new: Any, view: View) -> None:
        """Buildings, roads and robber, and what theirs works out from them."""
        board = new.board
        board.robber_coordinate = self.island.hexes[view["counters"]["robber"]]
        for space, pieces in view["boards"]["hex"]["all"].items():
            owner, kind = str(pieces if isinstance(pieces, str) else pieces[-1]).split("-")
            color = self.colors[int(owner[1:]) - 1]
            if kind == "road":
                one, other = self.island.sides[space]
                board.roads[one, other] = board.roads[other, one] = color
                new.buildings_by_color[color]["ROAD"].append((one, other))
                continue
            corner = self.island.corners[space]
            board.buildings[corner] = (color, kind.upper())
            new.buildings_by_color[color][kind.upper()].append(corner)
            board.board_buildable_ids -= {corner, *theirs_board.STATIC_GRAPH.neighbors(corner)}
        for seat, color in enumerate(self.colors):
            self._join_roads(board, color)
            board.road_lengths[color] = view["counters"]["road_length"][f"p{seat + 1}"]
        longest = view["counters"]["longest_road"]
        if longest != "none":
            board.road_color = self.colors[int(longest[1:]) - 1]
            board.road_length = board.road_lengths[board.road_color]

    def _join_roads(self, board: Any, color: Any) -> None:
        """What hangs together of a player's roads and buildings."""
        corners = {corner for edge, owner in board.roads.items() if owner == color for corner in edge}
        corners |= {corner for corner, (owner, _) in board.buildings.items() if owner == color}
        joined: list[set[int]] = []
        for corner in sorted(corners):
            if not board.is_enemy_node(corner, color) and not any(corner in each for each in joined):
                joined.append(board.bfs_walk(corner, color))
        board.connected_components[color] = joined

    def _deal(self, new: Any, seat: int, view: View) -> None:
        """What a player holds, has played and has won."""
        me, has, counters = f"p{seat + 1}", new.player_state, view["counters"]
        hand, ready = Counter(view["zones"]["hand"][me]), Counter(view["zones"]["developments"][me])
        bought = Counter(view["zones"]["new_developments"][me])
        for ours, theirs in RESOURCES.items():
            has[f"P{seat}_{theirs}_IN_HAND"] = hand[ours]
        # Theirs lets a card be played in the turn in which it was bought: it is shown none of those.
        for kind in ("knight", "year_of_plenty", "monopoly", "road_building"):
            has[f"P{seat}_{kind.upper()}_IN_HAND"] = ready[kind]
        secret = ready["victory_point"] + bought["victory_point"]
        has[f"P{seat}_VICTORY_POINT_IN_HAND"] = secret
        has[f"P{seat}_PLAYED_KNIGHT"] = counters["knights"][me]
        has[f"P{seat}_LONGEST_ROAD_LENGTH"] = counters["road_length"][me]
        road, army = counters["longest_road"] == me, counters["largest_army"] == me
        has[f"P{seat}_HAS_ROAD"], has[f"P{seat}_HAS_ARMY"] = road, army
        built = {
            kind: len(new.buildings_by_color[self.colors[seat]][kind])
            for kind in ("SETTLEMENT", "CITY", "ROAD")
        }
        points = built["SETTLEMENT"] + 2 * built["CITY"] + 2 * road + 2 * army
        has[f"P{seat}_VICTORY_POINTS"], has[f"P{seat}_ACTUAL_VICTORY_POINTS"] = points, points + secret
        has[f"P{seat}_SETTLEMENTS_AVAILABLE"] = 5 - built["SETTLEMENT"]
        has[f"P{seat}_CITIES_AVAILABLE"] = 4 - built["CITY"]
        has[f"P{seat}_ROADS_AVAILABLE"] = 15 - built["ROAD"]

    def _deal_bank(self, new: Any, state: State, view: View) -> None:
        """What the bank has; a bot of theirs that tries a purchase gets the very card that comes next."""
        bank = Counter(view["zones"]["box_card"])
        new.resource_freqdeck = [bank[card] for card in RESOURCES]
        game = state.game
        pile = state.slots[game.layout.zones["development_pile"]]
        holds = game.model.zones["development_pile"].holds
        new.development_listdeck = [game.value_id(holds, card).upper() for card in pile]


def _goes_on(state: State, seat: int, step: str) -> bool:
    """Whether an action that a seat has begun in a step asks on."""
    return not state.finished and state.inside and (state.seat, state.step) == (seat, step)


def _offered(state: State) -> set[str]:
    return {option.id for option in state.decision.options} if state.decision is not None else set()


def play_pairing(players: int, kind: str, ours: str, games: int, seconds: float = float("inf")) -> Tally:
    """Games of one of ours against one of theirs in all other seats, in whole rotations."""
    game, begun, tally = load(CATAN, players=players, options=OPTIONS).game, process_time(), Tally()
    assert game is not None
    for number in range(games):
        seed, seat = divmod(number, players)
        if seat == 0 and process_time() - begun > seconds:
            break
        try:
            tally.won += Table(game, kind, ours, tally, seat=seat, seed=seed).play()
            tally.games += 1
        except Different as different:
            tally.stopped[str(different)] += 1
    return tally


def main(wanted: Sequence[str]) -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=200)
    given.add_argument("--seconds", type=float, default=float("inf"), help="processor time for each pairing")
    given.add_argument("--ours", default="search")
    pairings = [f"{seats}:{kind}" for seats in (2, 3, 4) for kind in KINDS]
    given.add_argument("pairing", nargs="*", default=[each for each in pairings if each[0] != "3"])
    asked = given.parse_args(wanted)
    if unknown := {*asked.pairing} - {*pairings}:
        given.error(f"{min(unknown)} is none of {', '.join(pairings)}")
    heads = ["seats", "theirs", "won", "of", "95 %", "ms here", "ms there"]
    heads += ["compared", "only theirs", "only ours", "stopped"]
    print(f"| {' | '.join(heads)} |\n{'| --- ' * len(heads)}|")
    for pairing in asked.pairing:
        seats, _, kind = pairing.partition(":")
        tally = play_pairing(int(seats), kind, asked.ours, asked.games, asked.seconds)
        low, high = share_interval(tally.won, tally.games) or (0.0, 1.0)
        cells: list[object] = [seats, kind, f"{tally.won:g}", tally.games, f"{low:.2f} to {high:.2f}"]
        cells += [
            f"{1000 * spent / max(1, n):.1f}" for spent, n in zip(tally.seconds, tally.decisions, strict=True)
        ]
        cells += [tally.asked, tally.only_theirs, tally.only_ours, tally.stopped.total()]
        print("|", " | ".join(str(cell) for cell in cells), "|", *tally.stopped, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
