"""The games with chance and hidden things that OpenSpiel has too: its moves and its luck, as ours has."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from interpreter import State
from tools.oracle.in_step import Luck, Twin


def scores(state: State) -> Sequence[float]:
    return [float(points) for points in state.scores()]


def margin(state: State) -> Sequence[float]:
    """What each has more than the other."""
    mine, other = state.scores()
    return [float(mine - other), float(other - mine)]


def chances(theirs: Any) -> int:
    """How many of their moves were chance."""
    return sum(item.player == -1 for item in theirs.full_history())


def lying(ours: State, zone: str, seat: int = 0) -> list[str]:
    """What lies in a zone of ours, or in that of a seat."""
    game = ours.game
    return [game.value_id(game.zones[zone].holds, n) for n in ours.slots[game.layout.zones[zone] + seat]]


def outcomes(theirs: Any) -> list[str]:
    return [theirs.action_to_string(-1, action) for action in theirs.legal_actions()]


def dice(name: str) -> Luck:
    """Each die of ours is an outcome of theirs."""
    return lambda ours, drawn, theirs: name.format(drawn.pop(0) + 1)


def dealt(card: Callable[[str], str], zones: Callable[[State, int], Sequence[str]]) -> Luck:
    """Of each card that they deal: the first of those left that lies where ours has it.

    card: the id of ours for their outcome; zones: where their nth card lies in ours, from 0.
    """

    def luck(ours: State, drawn: list[int], theirs: Any) -> str:
        there = zones(ours, chances(theirs))
        return next(name for name in outcomes(theirs) if card(name) in there)

    return luck


def called(**names: str) -> Callable[[str], list[str]]:
    """Moves of theirs that are named otherwise here; several names where the position says which."""
    return lambda move: names.get(move, move.lower()).split()


def court(per_rank: int) -> Callable[[str], str]:
    return lambda move: ("jack", "queen", "king")[int(move.partition(":")[2]) // per_rank]


def poker_card(ours: State, n: int) -> Sequence[str]:
    return lying(ours, "hand", n) if n < 2 else lying(ours, "table")


LOW = ["ace", "two", "three", "four", "five", "six", "seven"]
HIGH = ["eight", "nine", "ten", "jack", "queen", "king"]
RANKS = dict(zip("A23456789TJQK", LOW + HIGH, strict=True))
SUITS = {suit[0]: suit for suit in ("clubs", "diamonds", "hearts", "spades")}


def card(move: str) -> str:
    """Their QS or SQ, or whatever ends in one, is queen_spades."""
    one, other = move[-2].upper(), move[-1].upper()
    rank, suit = (one, other) if other.lower() in SUITS else (other, one)
    return f"{RANKS[rank]}_{SUITS[suit.lower()]}"


def bid_or_card(move: str) -> list[str]:
    return (
        [f"bid={0 if move == 'Nil' else move}"] if move == "Nil" or move.isdigit() else [f"card={card(move)}"]
    )


def pairs(state: State) -> Sequence[float]:
    """What the pair has together."""
    points = state.scores()
    return [float(points[seat] + points[(seat + 2) % 4]) for seat in range(4)]


def in_hand(seats: int) -> Luck:
    """The nth card goes to the hand of the nth seat."""
    return dealt(card, lambda ours, n: lying(ours, "hand", n % seats))


def hearts(way: str) -> Luck:
    """First they draw which way cards are passed; the two of clubs may have been led already."""

    def zones(ours: State, n: int) -> list[str]:
        seat = (n - 1) % 4
        return lying(ours, "hand", seat) + lying(ours, "tabled", seat)

    cards = dealt(card, zones)
    return lambda ours, drawn, theirs: cards(ours, drawn, theirs) if theirs.history() else way


def two_dice(ours: State, drawn: list[int], theirs: Any) -> str:
    """The opening throw differs, and says who begins."""
    first, second, *drawn[:] = drawn
    opening = not theirs.history()
    while opening and first == second:
        first, second, *drawn[:] = drawn
    begins = "XO"[drawn.pop(0)] if opening else ""
    rolls = [f"(roll: {first + 1}{second + 1})", f"(roll: {second + 1}{first + 1})"]
    return next(name for name in outcomes(theirs) if begins in name and name[-10:] in rolls)


def two_men(move: str, ours: State, theirs: Any) -> tuple[str, bool] | None:
    """Their number says which die is first and where two men are; of doubles it is half of the turn."""
    number, player = int(move.split(maxsplit=1)[0]), theirs.current_player()
    past = theirs.full_history()
    throw = next(item for item in reversed(past) if item.player == -1)
    double = theirs.action_to_string(-1, throw.action)[-3] == theirs.action_to_string(-1, throw.action)[-2]
    done = (4 if double else 2) - len(lying(ours, "dice")) - (2 if past[-1].player == player else 0)
    if done > 1:
        return None
    offers = [option.id for option in ours.decision.options] if ours.decision is not None else []
    if offers[0].startswith("die"):
        return (max if number < 676 else min)(offers), False
    place = number % 676 // 26**done % 26
    start = 25 if place == 24 else 24 - place if player == 0 else place + 1
    return f"start={start}", done == 1


WAYS = {"to_left": "Left", "across": "Across", "to_right": "Right", "to_nobody": "No Pass"}


def trumps_turned_up(players: int, cards: int) -> Luck:
    """First they draw how many cards there are and who deals."""
    deals = dealt(
        card,
        lambda ours, n: (
            lying(ours, "hand", (n - 2) % players) if n < 2 + players * cards else lying(ours, "turned_up")
        ),
    )
    before = [str(cards), str(players - 1)]
    return lambda ours, drawn, theirs: (before[chances(theirs) :] or [deals(ours, drawn, theirs)])[0]


def cards_at(ours: State, n: int) -> Sequence[str]:
    """The cards at a table, in the order in which they came: two each, then what the player took."""
    hand, hole, dealer = lying(ours, "hand"), lying(ours, "hole"), lying(ours, "dealer")
    return [([*hand[:2], *hole, *dealer[: 2 - len(hole)], *hand[2:], *dealer[2 - len(hole) :]])[n]]


def first_alone(state: State) -> Sequence[float]:
    """The winner gets one from each of the others."""
    seats = range(state.game.players)
    return [float(len(seats) - 1 if seat in state.winners() else -1) for seat in seats]


def two_laid_away(move: str) -> list[str]:
    """Their Choose 2C TS lays two cards away, one alone is played."""
    order = "CDHS", "A23456789TJQK"
    found = sorted(move.split()[1:], key=lambda c: (order[0].index(c[1]), order[1].index(c[0])))
    return [f"{'card' if len(found) == 1 else 'cards'}={card(c)}" for c in found]


def six_each(ours: State, n: int) -> Sequence[str]:
    """Six cards each, and the starter."""
    return lying(ours, "starter") if n % 13 == 12 else lying(ours, "hand", n % 13 // 6)


def to_121(state: State) -> Sequence[float]:
    """A thousand more and less for who has won."""
    first = next(seat for seat, points in enumerate(state.scores()) if points >= 121)
    return [points + (1000.0 if seat == first else -1000.0) for seat, points in enumerate(state.scores())]


def hidden_square(move: str) -> list[str]:
    """Their o(0,2) is the square a3 of player 2."""
    return [f"x=p{'xo'.index(move[0]) + 1}-{'abc'[int(move[2])]}{int(move[4]) + 1}"]


def dice_at_once(ours: State, drawn: list[int], theirs: Any) -> str:
    """Their one outcome for several dice."""
    size = len(theirs.action_to_string(-1, 0).split(","))
    return f"Roll: {','.join(str(drawn.pop(0) + 1) for _ in range(size))}"


def dice_or_line(move: str) -> list[str]:
    """Their Reroll dice: 0,2 throws again the first and the third; Score in Four of a Kind fills a line."""
    lines = {"chance": "any_dice", "four_of_a_kind": "four_alike", "yacht": "five_alike"}
    if move.startswith("Score in "):
        name = move.removeprefix("Score in ").lower().replace(" ", "_")
        return [f"entry={lines.get(name, name)}", f"entry=all_{name}"]
    again = [f"again={int(place) + 1}" for place in re.findall(r"[0-9]+", move)]
    return again if len(again) == 5 else [*again, "done"]


def cubes(ours: State, drawn: list[int], theirs: Any) -> str:
    """Chance places six cubes of each, the last one without a draw, and then throws a die."""
    placed = chances(theirs)
    if placed > 1:
        return f"roll {drawn.pop(0) + 1}"
    del drawn[:5]
    sign, board = "bw"[placed], ours.view(0)["boards"]["field"]["all"]
    there = {space: piece[-1] for space, piece in board.items() if piece[:2] == f"p{placed + 1}"}
    for action in theirs.legal_actions():
        rows = [re.findall(r"[bw_][0-9_]", line) for line in str(theirs.child(action)).splitlines()]
        cells = {f"{'abcde'[r]}{c + 1}": cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
        if {space: cell[1] for space, cell in cells.items() if cell[0] == sign} == there:
            return str(theirs.action_to_string(-1, action))
    raise AssertionError("no outcome of theirs places the cubes so")


def cube_move(move: str) -> list[str]:
    """Their W3-left* moves a cube across."""
    ways = {"up": "ahead", "down": "ahead", "diag": "slant", "left": "across", "right": "across"}
    return [f"number={move[1]}", f"w={ways[move[3:].rstrip('*')]}"]


def gin_card(ours: State, n: int) -> Sequence[str]:
    """Ten cards each and one turned up; later on a card goes to the hand of who is to lay one away."""
    return lying(ours, "pile") if n == 20 else lying(ours, "hand", n // 10 if n < 20 else ours.seat)


def gin(move: str) -> list[str]:
    """Their Ks is a card to lay away or off, 5s6s7s a run from the five, 5s5c5d all fives but one."""
    called = {
        "Draw upcard": ["take_upcard"],
        "Draw stock": ["take_unseen"],
        "Knock": ["knock", "knock_with_last"],
        "Pass": ["leave_upcard", "pass"],
    }
    word = move.partition("Action: ")[2]
    if word in called:
        return called[word]
    names = [card(name) for name in re.findall("[A-Z0-9][a-z]", word)]
    if len(names) == 1:
        return ["discard", "lay_off", f"card={names[0]}"]
    ranks, suits = zip(*(name.split("_") for name in names), strict=True)
    if ranks[0] != ranks[1]:
        return ["lay", f"m={min(ranks, key=[*RANKS.values()].index)}_{suits[0]}_{len(names)}"]
    without = {*SUITS.values()} - {*suits}
    return ["lay", f"m={ranks[0]}_not_{without.pop()}" if without else f"m={ranks[0]}_all"]


def less_left_over(theirs: Any, action: int) -> float:
    """At random hardly anybody ever knocks: less left over is better, and a knock is best."""
    player = theirs.current_player()
    if "Knock" in theirs.action_to_string(action):
        return 0.0
    return -float(str(theirs.child(action)).partition(f"Player{player}: Deadwood=")[2].partition("\n")[0])


def two_of_a_suit_laid_off(theirs: Any) -> bool:
    """Theirs forgets that a run on which two cards in a row were laid off goes on behind them."""
    laid = str(theirs).partition("Layoffs: ")[2].partition("\n")[0]
    return max(map(laid.count, "cdhs")) > 1


def ship_or_shot(move: str) -> list[str]:
    """Their ships have an upper left end and a way; the last number is how far they reach."""
    row, column, *squares = (int(number) for number in re.findall(r"[0-9]+", move.partition(": ")[2]))
    if "shoot" in move:
        return [f"x={'abcdefghij'[row]}{column + 1}"]
    end = (row, column + squares[0]) if "horizontally" in move else (row + squares[0], column)
    return [f"bow={'abcdefghij'[row]}{column + 1}", f"stern={'abcdefghij'[end[0]]}{end[1] + 1}"]


def with_its_size(theirs: Any, action: int) -> str:
    """The name of a move, and of a ship how many squares it has besides the first."""
    name = str(theirs.action_to_string(action))
    return name if "shoot" in name else f"{name} {(1, 2, 2, 3, 4)[theirs.move_number() // 2]}"


POKER = called(Pass="check give_up", Bet="bet call", Fold="give_up")
TWINS_OF_CHANCE = [
    Twin("pig", "pig", called(stop="bank"), luck=dice("Roll {}")),
    Twin("kuhn_poker", "kuhn_poker", POKER, luck=dealt(court(1), poker_card), returns=scores),
    Twin("leduc_poker", "leduc_poker", POKER, luck=dealt(court(2), poker_card), returns=scores),
    *(
        Twin(
            "hearts",
            "hearts",
            lambda m: [f"cards={card(m)}", f"card={card(m)}"],
            set={"goal": "1", "first_pass": way},
            players=4,
            luck=hearts(theirs),
            returns=lambda state: [26.0 + points for points in state.scores()],
        )
        for way, theirs in {
            "to_left": "Left",
            "across": "Across",
            "to_right": "Right",
            "to_nobody": "No Pass",
        }.items()
    ),
    Twin(
        "backgammon",
        "backgammon(scoring_type=full_scoring)",
        str.split,
        luck=two_dice,
        part=two_men,
        returns=margin,
    ),
    Twin(
        "liars_dice",
        "liars_dice(numdice=3)",
        lambda m: ["liar"] if m == "Liar" else ["bid", f"count={m[0]}", f"face={m[2]}"],
        set={"dice_each": "3"},
        luck=dice("Roll {}"),
        returns=scores,
    ),
    Twin(
        "spades",
        "spades",
        bid_or_card,
        set={"deal_count": "1", "breaking": "false"},
        players=4,
        luck=in_hand(4),
        returns=pairs,
    ),
    *(
        Twin(
            "oh_hell",
            f"oh_hell(players={players})",
            bid_or_card,
            set={"first_size": str(cards), "last_size": str(cards)},
            players=players,
            luck=trumps_turned_up(players, cards),
            returns=scores,
        )
        for players, cards in ((3, 4), (4, 12), (5, 2))
    ),
    Twin(
        "goofspiel",
        "turn_based_simultaneous_game(game=goofspiel())",
        lambda m: [f"card={m.partition(': ')[2]}"],
        luck=lambda ours, drawn, theirs: f"Deal {ours.view(0)['counters']['prize']}",
    ),
    Twin(
        "blackjack",
        "blackjack",
        called(Stand="stand_pat"),
        players=1,
        luck=dealt(card, cards_at),
        returns=scores,
    ),
    *(
        Twin(
            "way_home",
            f"maedn(players={players})",
            lambda m: [f"start={int(m.split(maxsplit=1)[0]) - 2}"],
            players=players,
            luck=lambda ours, drawn, theirs: outcomes(theirs)[drawn.pop(0)],
            returns=first_alone,
        )
        for players in (2, 3, 4)
    ),
    Twin(
        "cribbage",
        "cribbage",
        two_laid_away,
        set={"at_once": "false", "crib_flush": "true"},
        luck=dealt(card, six_each),
        returns=to_121,
        one_order=True,
    ),
    Twin(
        "gin_rummy",
        "gin_rummy",
        gin,
        set={"deal_count": "1", "equal_undercuts": "false", "back_at_once": "true"},
        luck=dealt(card, gin_card),
        returns=margin,
        favours=less_left_over,
        at_fault=two_of_a_suit_laid_off,
    ),
    Twin(
        "sea_battle",
        "battleship(num_shots=100,allow_repeated_shots=false)",
        ship_or_shot,
        returns=margin,
        called=with_its_size,
        few=1,
    ),
    Twin("phantom_tic_tac_toe", "phantom_ttt", hidden_square),
    Twin("yacht", "yacht", dice_or_line, luck=dice_at_once, one_order=True),
    Twin("nearest_number", "einstein_wurfelt_nicht", cube_move, luck=cubes),
]
