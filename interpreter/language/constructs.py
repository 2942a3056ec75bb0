"""The statements, expression forms, names, types and events of the effect language: one entry for each form.

docs/language.md is written from this table and from built_ins.py; tests/test_docs.py runs every example in
tests/cases/reference/ and fails where the grammar knows a form that no example uses.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Construct:
    """One form: its word, the group of the reference it is in, how it is written, what it says, an example.

    An example of a statement is a block, of an expression an expression, of an event a pattern; `signature`
    and `loop` are examples of themselves.
    """

    name: str
    group: str
    syntax: str
    sentence: str
    example: str


# The groups in the order of the reference page, by what their examples are.
STATEMENT_GROUPS = (
    "Leading statements",
    "Choices after a change",
    "Counters and points",
    "Pieces",
    "Chance",
    "Hidden things",
    "Calls",
    "Order of work",
    "Rules for a time",
)
EXPRESSION_GROUPS = ("Literals and operators", "Names", "Things of the ruleset")
TYPE_GROUP = "Types"
EVENT_GROUP = "Events"
HEAD_GROUP = "Signatures and loops"


def _of(group: str, *entries: tuple[str, str, str, str]) -> tuple[Construct, ...]:
    return tuple(
        Construct(name, group, syntax, sentence, example.strip("\n"))
        for name, syntax, sentence, example in entries
    )


_LEADING = _of(
    "Leading statements",
    (
        "require",
        "require CONDITION",
        "What follows is offered only if the condition is true.",
        """
require coins(me) >= 2
lose 1 coins
""",
    ),
    (
        "pay",
        "pay AMOUNT COUNTER [or COUNTER]",
        (
            "A cost. It is offered only if it can be paid in full; between two counters the player is asked "
            "for the split."
        ),
        """
pay 2 coins or twigs
score 1 as plans
""",
    ),
    (
        "pay piece",
        "pay PIECE [from PLACE] [to PLACE]",
        "A chosen piece is the cost; it goes to the place named, or to the box.",
        """
choose c in hand(me)
pay c to discard
gain c.worth coins
""",
    ),
    (
        "pay pieces",
        "pay AMOUNT KIND from ZONE [to PLACE]",
        "So many equal pieces of a zone are the cost; they go to the place named, or to the box.",
        """
pay 2 rose from hand(me) to discard
gain 5 coins
""",
    ),
    (
        "choose",
        "choose NAME in SET [where CONDITION] [by PLAYER]",
        (
            "The player picks one. Each option is offered only if the rest of the leading part can be done "
            "with it."
        ),
        """
choose x in field where empty(x) and x.colour == red
choose p in reserve(me)
move p to x
""",
    ),
    (
        "choose exactly",
        "choose exactly NUMBER NAME in SET [where CONDITION] [by PLAYER]",
        "So many are picked, one at a time and in any order; the name is then the set of them, in "
        "the order of what they are picked from. What must be taken anyway is not asked.",
        """
choose exactly 2 cards in hand(me)
move cards from hand(me) to discard
""",
    ),
    (
        "choose up to",
        "choose up to NUMBER NAME in SET",
        "None, or as many as the number says.",
        """
choose up to 2 hues in colour where favour(me, hues) > 0
for c in hues: lose 1 favour(c)
""",
    ),
    (
        "choose from to",
        "choose from NUMBER to NUMBER NAME in SET",
        "At least the first number, at most the second.",
        """
choose from 1 to 2 cards in hand(me)
move cards from hand(me) to discard
""",
    ),
    (
        "choose with repeats",
        "choose exactly | up to NUMBER with repeats NAME in SET",
        "The same one may be taken several times, in any order, which makes no difference.",
        """
choose exactly 2 with repeats hues in colour
for c in hues: gain 1 favour(c)
""",
    ),
    (
        "choose as many as possible",
        "choose as many as possible [up to NUMBER] NAME in SET",
        "All that can be had; the player is asked which ones only if the number leaves some over.",
        """
choose as many as possible up to 2 cards in offer
move cards from offer to hand(me)
""",
    ),
    (
        "one of",
        "one of [by PLAYER]: NAME: BLOCK ... [otherwise: BLOCK]",
        "One of several named branches. A branch is offered only if its own leading part can be done. "
        "It closes a leading part.",
        """
one of:
  buy:
    pay 3 coins
    draw 1 from deck to hand(me)
  work: gain 1 coins
""",
    ),
    (
        "let",
        "let NAME = EXPRESSION",
        "Gives a value a name. It is allowed anywhere, in a leading part too.",
        """
let cost = 2 * size(hand(me))
require cost <= 9
score cost as plans
""",
    ),
    (
        "must call",
        "must call EFFECT(ARGUMENTS) [for PLAYER]",
        (
            "At the end of a leading part the guard of the called effect counts as well. After a change it "
            "is a fault of the rules if the effect cannot be done."
        ),
        """
choose c in hand(me)
must call plant(c)
""",
    ),
    (
        "must do effect",
        "must do effect of PIECE [with ARGUMENTS] [for PLAYER]",
        "As `must call`, for the effect of a piece.",
        """
choose c in offer
must do effect of c with 2
""",
    ),
)

_CHOICES = _of(
    "Choices after a change",
    (
        "choose block",
        "choose NAME in SET [where CONDITION] [by PLAYER]: BLOCK [otherwise: BLOCK]",
        (
            "A choice after a change. What can be chosen must satisfy the block's own leading part; with "
            "nothing to choose the block is skipped and `otherwise` is done."
        ),
        """
gain 1 coins
choose c in hand(me) where c.worth > 1:
  move c to discard
otherwise:
  gain 1 twigs
""",
    ),
    (
        "may",
        "may [by PLAYER]: BLOCK [otherwise: BLOCK]",
        "Yes or no. It is asked only if the block can be done; `otherwise` is done in every other case.",
        """
gain 1 twigs
may:
  pay 2 coins
  score 3 as plans
otherwise:
  gain 1 coins
""",
    ),
    (
        "one of, after a change",
        "one of [by PLAYER]: NAME: BLOCK ... otherwise: BLOCK",
        "After a change, `otherwise` is done when no branch can be.",
        """
lose 5 coins
one of by next(me):
  tax:
    pay 1 coins
    score 1 as plans
otherwise: gain 1 coins
""",
    ),
)

_COUNTERS = _of(
    "Counters and points",
    (
        "gain",
        "gain AMOUNT COUNTER [for PLAYER] [as available | all or none]",
        (
            "A counter goes up, as far as its maximum. Of a limited supply as much comes as there is, or "
            "with `all or none` nothing if there is too little. The player whose counter it is is left out: "
            "`for` says who, else it is `me`."
        ),
        """
gain 2 coins
gain 1 favour(red) for next(me)
gain 3 twigs as available
gain 99 twigs all or none
""",
    ),
    (
        "lose",
        "lose AMOUNT COUNTER [for PLAYER]",
        "A counter goes down, as far as its minimum (0 if none is declared).",
        """
for p in others(me): lose 1 coins for p
""",
    ),
    (
        "set",
        "set COUNTER to EXPRESSION",
        "A counter gets a value; a limited supply gives or takes the difference. Here the player is written "
        "out where it is not `me`.",
        """
set weather to frost
set leader to next(me)
set coins(next(me)) to 4
""",
    ),
    (
        "set state",
        "set PIECE.STATE to EXPRESSION",
        "A piece changes one of its states where it lies.",
        """
set on(field(a1)).side to down
""",
    ),
    (
        "swap",
        "swap A with B",
        "Two counters change their values, or two spaces what lies on them.",
        """
swap field(a1) with field(b2)
swap coins(p1) with coins(p2)
""",
    ),
    (
        "score",
        "score NUMBER as SOURCE [for PLAYER]",
        "Points, and their name in the breakdown.",
        """
score 3 as plans
""",
    ),
)

_PIECES = _of(
    "Pieces",
    (
        "move",
        "move PIECE [from PLACE] to PLACE [top | bottom | front | back] [facing NUMBER]",
        (
            "A piece goes from where it was chosen, or from the place named, to a zone or space. `facing` "
            "turns a piece that has states called `facing`, counted from 1."
        ),
        """
choose p in reserve(me)
move p to field(c1) facing 2
""",
    ),
    (
        "move many",
        "move NUMBER PIECE from PLACE to PLACE [top | bottom | front | back]",
        "So many equal pieces.",
        """
move 2 rose from hand(me) to garden(me)
""",
    ),
    (
        "move all",
        "move all from PLACE to PLACE [top | bottom | front | back]",
        "All that lies there.",
        """
move all from offer to deck bottom
""",
    ),
    (
        "fill",
        "fill ZONE with VALUES",
        "A zone of numbers, members or copies gets these, or those of a set, and only these.",
        """
fill dice(me) with 6, 6
""",
    ),
)

_CHANCE = _of(
    "Chance",
    (
        "draw",
        "draw NUMBER from PLACE to PLACE [top | bottom | front | back]",
        "Pieces at random out of a set, the front of a row, or the top of a stack; fewer if there are fewer.",
        """
draw 2 from bag to tower(c3)
draw 1 from deck to offer front
draw 1 from deck to offer back
""",
    ),
    (
        "roll",
        "roll NUMBER into ZONE",
        "So many dice are rolled into a zone with `faces`; what lay there is gone.",
        """
roll 2 into dice(me)
""",
    ),
    (
        "pick",
        "pick NAME at random in SET [where CONDITION]",
        "Chance picks one; the name means it from then on.",
        """
pick c at random in colour where c != red
gain 1 favour(c)
""",
    ),
    (
        "shuffle",
        "shuffle ZONE [until CONDITION]",
        (
            "The order of a zone, or the pieces on the spaces of a board, become random: again and again "
            "until the condition is true, at most 10 000 times."
        ),
        """
move all from offer to deck
shuffle deck until top(deck) != mill
""",
    ),
)

_HIDDEN = _of(
    "Hidden things",
    (
        "reveal",
        "reveal ZONE [to PLAYER]",
        "Everybody, or the player named, sees from now on what is in a zone.",
        """
reveal hand(me) to next(me)
""",
    ),
    (
        "hide",
        "hide ZONE",
        "What was revealed is hidden again, from all but those who see the zone anyway.",
        """
hide hand(me)
""",
    ),
)

_CALLS = _of(
    "Calls",
    (
        "call",
        "call EFFECT(ARGUMENTS) [for PLAYER]",
        (
            "Another effect is done, with the player named as its `me`. If its leading part cannot be done "
            "it is skipped. In a replacement `call original(ARGUMENTS)` does the original."
        ),
        """
call earn(2) for next(me)
""",
    ),
    (
        "perform",
        "perform ACTION [for PLAYER]",
        "An extra action, after everything that the current action causes.",
        """
perform dance
""",
    ),
    (
        "perform at once",
        "perform ACTION [for PLAYER] at once",
        "An extra action in the middle of the current one.",
        """
perform dance for next(me) at once
""",
    ),
    (
        "do effect",
        "do effect of PIECE [with ARGUMENTS] [for PLAYER]",
        "The effect that a kind of piece declares. It is skipped where its leading part cannot be done.",
        """
choose c in offer
move c to hand(me)
do effect of c with 1
""",
    ),
)

_ORDER = _of(
    "Order of work",
    (
        "if",
        "if CONDITION: BLOCK [elif CONDITION: BLOCK] [else: BLOCK]",
        "One of the blocks, by the first condition that is true.",
        """
if coins(me) > 9: lose 1 coins
elif coins(me) > 4: gain 1 twigs
else: gain 1 coins
""",
    ),
    (
        "for",
        "for NAME in SET [where CONDITION] [by NUMBER, NUMBER]: BLOCK",
        (
            "The block once for each, in the order of the set or of the number after `by`; where it is "
            "equal, of the next number. What the block does to the set does not change the round."
        ),
        """
for c in hand(me) where c.worth == 1 by -c.worth:
  move c to discard
""",
    ),
    (
        "repeat",
        "repeat [up to] NUMBER [while CONDITION]: BLOCK",
        "The block so many times, or as long as the condition is true.",
        """
repeat up to 3 while coins(me) > 3:
  lose 1 coins
""",
    ),
    (
        "settle",
        "settle none | sole claimant | in order: BLOCK",
        (
            "What the block gains out of limited supplies is collected first and then given out. If a supply "
            "is too small for all, nobody gets any of it, or only one who claims alone, or it is given out "
            "in order."
        ),
        """
settle in order:
  for p in players: gain 2 twigs for p
settle sole claimant:
  gain 40 twigs
settle none: gain 40 twigs
""",
    ),
    (
        "end",
        "end STEP",
        "A step of the flow ends: `end turn`; the rest of the block is still done. `end game` ends the game, "
        "finally: neither the rest of its block nor what waits is done, and no other `end` changes it.",
        """
end turn
""",
    ),
    (
        "end game after",
        "end game after STEP",
        "The game ends when that step is over.",
        """
end game after round
""",
    ),
    (
        "end game won by",
        "end game won by PLAYER | SET",
        "The game ends, and these and their mates have won, whatever the points. An empty set: nobody.",
        """
if coins(me) > 2: end game won by me
""",
    ),
    (
        "end game undecided",
        "end game undecided",
        "The game is broken off, say at a limit of rounds. Nobody has won; it does not count as finished.",
        """
if round == 9: end game undecided
""",
    ),
)

_LASTING = _of(
    "Rules for a time",
    (
        "until",
        "until end of STEP: RULES",
        "The rules below are in force for `me` until the step ends.",
        """
until end of turn:
  modify carry_limit(me) plus 2 where size(hand(me)) > 1
  on earn(me, number n): gain n twigs
  grant dance
""",
    ),
    (
        "modify",
        "modify VALUE(PATTERN) plus | times | instead EXPRESSION [where CONDITION]",
        "A rule value is another as long as this lasts.",
        """
until end of round:
  modify carry_limit(me) times 2
  modify carry_limit(me) instead 7
""",
    ),
    (
        "on",
        "on EVENT: BLOCK",
        "When the event happens, the block is done.",
        """
until end of round:
  on gained coins(me, number n): gain 1 twigs
""",
    ),
    (
        "grant",
        "grant ACTION",
        "The action is offered too, in every step with actions.",
        """
until end of turn:
  grant dance
""",
    ),
)

_OPERATORS = _of(
    "Literals and operators",
    ("number", "12", "A whole number.", "12"),
    ("truth value", "true, false", "True or false.", "true or false"),
    ("none", "none", "No piece, space, player or member: where one may be missing.", "on(field(c1)) == none"),
    (
        "arithmetic",
        "+ - * / mod",
        "`/` rounds down, `mod` is what is left over.",
        "1 + 2 * (7 - 3) / 3 mod 3",
    ),
    ("negative", "-A", "The number with the other sign.", "-coins(me)"),
    (
        "comparison",
        "== != < <= > >=",
        "Numbers and members of enumerations have an order; everything can be equal.",
        "coins(me) >= 3",
    ),
    (
        "comparison of a piece with a kind",
        "PIECE == KIND",
        "Only the kind counts, whatever the states.",
        "on(field(a1)) == pawn",
    ),
    ("and", "A and B", "Both are true.", "coins(me) > 1 and twigs(me) > 1"),
    ("or", "A or B", "One at least is true.", "weather == frost or round == 1"),
    ("not", "not A", "It is false.", "not empty(field(a1))"),
    ("in", "X in SET", "It is one of them.", "fern in hand(me)"),
    ("not in", "X not in SET", "It is none of them.", "weather not in set(s for s in sky where s > calm)"),
    ("range", "A..B", "The numbers from A to B.", "2..5"),
    ("listing", "{A, B}", "A set named one by one.", "{2, 5, 9}"),
    ("choice", "if CONDITION then A else B", "One of two values.", "if round == 1 then 3 else 5"),
    (
        "brackets",
        "(A)",
        "What is in brackets is worked out first; in brackets a line may end anywhere.",
        "2 * (coins(me) + twigs(me))",
    ),
)

_NAMES = _of(
    "Names",
    ("me", "me", "The player whose effect it is; it never changes within one.", "me"),
    ("players", "players", "All players in seat order.", "players"),
    ("p1", "p1, p2, ...", "A player by seat.", "p2"),
    (
        "automaton",
        "AUTOMATON",
        "An owner without a seat; it is a player, but not one of `players`.",
        "coins(crow)",
    ),
    ("member", "MEMBER", "A member of an enumeration.", "rain"),
    ("kind", "KIND", "A kind of piece, in its start state.", "rose"),
    (
        "kind of a player",
        "KIND(PLAYER)",
        "A player's own piece, of a component type that says `per: player`.",
        "flag(me)",
    ),
    ("option", "OPTION", "What was chosen for an option of the ruleset.", "long_game"),
    ("loop variable", "NAME", "The variable of a `for` in the flow can be read everywhere.", "round"),
    (
        "local name",
        "NAME",
        "Parameters, and what `choose`, `let`, `pick` and `for` name.",
        "set(c.worth for c in offer)",
    ),
    ("all members", "ENUMERATION", "The set of all its members.", "sky"),
    ("all kinds", "COMPONENT TYPE", "The set of all its kinds.", "card"),
    ("teams", "teams", "All teams; without `teams` in the ruleset each player is one.", "teams"),
)

_THINGS = _of(
    "Things of the ruleset",
    ("counter", "COUNTER or COUNTER(INDEXES)", "The value of a counter.", "coins(me)"),
    (
        "counter with two indexes",
        "COUNTER(PLAYER, INDEX)",
        "A counter that is per player and something else.",
        "favour(me, red)",
    ),
    ("zone", "ZONE or ZONE(INDEXES)", "What lies in a zone.", "hand(me)"),
    (
        "box",
        "box(COMPONENT TYPE)",
        "The zone that holds all pieces of a type that are not in play.",
        "size(box(block))",
    ),
    ("board", "BOARD or BOARD(PLAYER)", "All spaces of a board.", "bed(me)"),
    (
        "corners and sides",
        "CORNER TYPE, SIDE TYPE",
        "The corners or sides of a hex board, by the name it gives them.",
        "set(v for v in corner where occupied(v))",
    ),
    (
        "space by name",
        "BOARD(NAME)",
        "One space. Spaces of grids are called a1, a2, b1: row, then place in the row.",
        "field(b2)",
    ),
    (
        "space by number",
        "BOARD(NUMBER)",
        "One space, by its place in the order of the board.",
        "ladder(round + 1)",
    ),
    ("space of a player", "BOARD(PLAYER, SPACE)", "One space of a player's own board.", "bed(me, 2)"),
    ("table", "TABLE(KEY)", "A row of a table.", "prize(2)"),
    ("value", "VALUE(ARGUMENTS)", "A rule value, with all that modifies it.", "carry_limit(me)"),
    ("field of a piece", "PIECE.FIELD", "A declared field.", "fern.worth"),
    ("list field", "PIECE.FIELD", "A field that holds several: a set.", "size(fern.friends)"),
    (
        "field of a space",
        "SPACE.FIELD",
        "A declared field, or `index`, `row`, `column` of any space, `owner` of a player's board.",
        "field(b3).colour",
    ),
    (
        "place of a space",
        "SPACE.index",
        "Its place in the order of the board, counted from 1.",
        "field(b3).index",
    ),
    ("state", "PIECE.STATE", "The state that a piece is in.", "on(field(a1)).side == up"),
    ("owner", "PIECE.owner", "Whose piece it is.", "on(path(E3)).owner"),
    ("seat", "PLAYER.index", "The seat of a player, counted from 1.", "p2.index"),
    (
        "times",
        "times(EFFECT, STEP[, PLAYER])",
        "How often a player (`me` if not said) has done an effect or action since the step began.",
        "times(earn, turn)",
    ),
)

_TYPES = _of(
    TYPE_GROUP,
    ("number", "number", "Whole numbers between -2^53 and 2^53.", "7"),
    ("truth", "truth", "True or false.", "awake(me)"),
    (
        "text",
        "text",
        "Words for people, in fields of components and spaces; rules can only compare them.",
        "fern.motto == lake.motto",
    ),
    ("player", "player", "A player.", "leader"),
    ("team", "team", "A team; where a team is expected, a player means their team.", "team(me)"),
    ("enumeration", "NAME OF THE ENUMERATION", "Its members, in the order declared.", "weather"),
    (
        "component",
        "NAME OF THE COMPONENT TYPE",
        "A piece: its kind and its states. Equal pieces are one and the same value.",
        "front(offer)",
    ),
    (
        "space",
        "NAME OF THE BOARD",
        "A space of the board; corners and sides have types of the same names as theirs.",
        "walker",
    ),
    (
        "set",
        "set of TYPE",
        "Several of a type, in order; a zone may hold equal things more than once.",
        "set(c for c in hand(me))",
    ),
    (
        "none",
        "none",
        "Fits wherever a player, team, piece, space or member is wanted; compare with `== none`.",
        "lake.partner == none",
    ),
)

_EVENTS = _of(
    EVENT_GROUP,
    (
        "effect event",
        "EFFECT(PLAYER, ARGUMENTS)",
        (
            "An effect or action was done (or is about to be, with `when: before`): first whose, then its "
            "arguments."
        ),
        "plant(me, card c)",
    ),
    ("effect event, all", "EFFECT", "Left out, arguments match everything.", "round_over"),
    ("effect event, equal", "EFFECT(PLAYER, VALUE)", "A known name must be equal.", "plant(p1, rose)"),
    (
        "gained",
        "gained COUNTER(INDEXES, NUMBER)",
        "A counter went up by `gain` or `score`.",
        "gained coins(me, number n)",
    ),
    (
        "lost",
        "lost COUNTER(INDEXES, NUMBER)",
        "A counter went down by `lose` or `pay`.",
        "lost favour(me, red)",
    ),
    (
        "entered",
        "entered ZONE(INDEXES, PIECE) or BOARD(SPACE, PIECE)",
        "A piece came to a zone or a space.",
        "entered field(field x, piece p)",
    ),
    (
        "left",
        "left ZONE(INDEXES, PIECE) or BOARD(SPACE, PIECE)",
        "A piece left a zone or a space.",
        "left hand(me, card c)",
    ),
    ("began", "began STEP(PLAYER)", "A step of the flow begins.", "began turn(me)"),
    ("ended", "ended STEP(PLAYER)", "A step of the flow ends.", "ended round"),
)

_HEADS = _of(
    HEAD_GROUP,
    (
        "signature",
        "NAME(TYPE NAME, ...)",
        "The key of a value, effect or action: its name and its parameters.",
        "water(card c, set of field places)",
    ),
    (
        "parameters",
        "TYPE NAME, ...",
        "What the effects of a component's kinds take (`effect_with`).",
        "number vigour, card c",
    ),
    ("loop", "NAME in SET", "The `for:` of a step of the flow.", "sky_now in sky"),
)

CONSTRUCTS: tuple[Construct, ...] = (
    *_LEADING,
    *_CHOICES,
    *_COUNTERS,
    *_PIECES,
    *_CHANCE,
    *_HIDDEN,
    *_CALLS,
    *_ORDER,
    *_LASTING,
    *_OPERATORS,
    *_NAMES,
    *_THINGS,
    *_TYPES,
    *_EVENTS,
    *_HEADS,
)
