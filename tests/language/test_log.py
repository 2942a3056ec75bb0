"""The sentences of the log: what `log` and `say` say, when, to whom, and what they are shown instead of."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from cli.seen.lines import plain
from cli.seen.log import Log
from cli.seen.seeing import see
from cli.seen.story import Story
from cli.show.log import passages_lines
from cli.show.position import position_lines
from interpreter import State
from tests.language.small_rulesets import TURNS, faults_of, game_of

BASE = """\
components:
  card: {kinds: {ace: {copies: 3, title: Golden ace}, king: {copies: 2}}}
zones:
  deck: {holds: card, order: stack, visible: nobody}
  hand: {per: player, holds: card, visible: owner}
  open: {holds: card}
  dice: {holds: number, faces: 6}
counters:
  coins: {per: player, start: 3}
  ticks: {log: false}
"""


def read(state: State, seat: int | None = None) -> str:
    """What a seat, or a spectator, reads of the last choice."""
    seats = [] if seat is None else [seat]
    passages = Log([(0, state.happened)], state.game.loops).passages(seats)
    return plain(passages_lines(state.game, passages, seats, (), 200))


def begun(folder: Path, text: str) -> State:
    """A game of some lines of its own, in which player 1 has done `act`."""
    base = BASE + TURNS.replace("actions:\n  rest: {do: end turn}\n", "")
    state = game_of(folder, dedent(text) + "  rest: {do: end turn}\n", base=base).new(1, listen=True)
    state.choose("act")
    return state


@pytest.mark.parametrize(
    ("log", "do", "said"),
    [
        ("{me} gets {2 + 3} coins.", "gain 5 coins", "Player 1 gets 5 coins."),
        # Names of the precondition are known when it is over, what is let when it is let.
        ("{n} and {m}", "choose n in {4}\n  let m = n + 1\n  gain n coins\n  gain m ticks", "4 and 5."),
        # What the body does with a place itself is done.
        ("{size(open)} lie there.", "gain 1 coins\n  move ace from box(card) to open", "1 lie there."),
        ("{me} has {open}.", "move 2 ace from box(card) to open", "Player 1 has 2 Golden aces."),
        ("Coins: {coins(me)}[, ticks: {ticks}].", "gain 1 coins", "Coins: 4."),
        # What is not there is a question mark, and no fault.
        ("The top is {top(open)}, {1 / ticks}.", "gain 1 coins", "The top is ?, ?."),
    ],
)
def test_a_sentence_is_said_instead_of_what_changes(tmp_path: Path, log: str, do: str, said: str) -> None:
    """Its values are those at the time when all that it names is known."""
    body = do.replace("\n  ", "\n      ")
    assert read(begun(tmp_path, f'actions:\n  act:\n    log: "{log}"\n    do: |\n      {body}\n')) == said


@pytest.mark.parametrize(
    ("do", "choices", "said"),
    [
        # What comes of a choice says what was chosen; what is left open is named.
        ("choose c in hand(me)\n  move c to open", [], "Player 1: act: plays the king to the open."),
        ("choose n in 1..3\n  gain n coins", ["2"], "Player 1: act: gets 2 coins (now 5)."),
        ("choose n in 1..3\n  set ticks to 0", ["2"], "Player 1: act, n 2."),
        # A price is paid, anything else is lost; of one thing there is one.
        ("pay 1 coins\n  gain 3 ticks", [], "Player 1: act: pays 1 coin (now 2)."),
        (
            "lose 2 coins\n  score 1 as deeds",
            [],
            "Player 1: act: loses 2 coins (now 1) and gets 1 point for deeds.",
        ),
        # What everybody gets alike is said once; what comes from several hands together.
        (
            "for p in players: draw 1 from deck to hand(p)",
            [],
            "Player 1: act: everybody gets 1 card from the deck.",
        ),
        ("for p in players: move all from hand(p) to open", [], "Player 1: act: plays 2 kings to the open."),
    ],
)
def test_without_a_sentence_it_is_one_clause(tmp_path: Path, do: str, choices: list[str], said: str) -> None:
    """What was chosen and what came of it are one line, in which nothing is said twice."""
    body = do.replace("\n  ", "\n      ")
    text = f"""\
triggers:
  - on: began round
    where: number == 1
    do: |
      for p in players: move 1 king from box(card) to hand(p)
      move all from box(card) to deck
actions:
  act:
    do: |
      {body}
"""
    state = begun(tmp_path, text)
    log = [(0, state.happened)]
    for choice in choices:
        decision = state.decision
        assert decision is not None
        state.choose(next(each.id for each in decision.options if each.id.endswith(choice)))
        log.append((0, state.happened))
    passages = Log(log, state.game.loops).passages([])
    assert plain(passages_lines(state.game, passages, [], (), 200)).splitlines()[0] == said


def test_it_covers_what_only_it_calls(tmp_path: Path) -> None:
    """What has a title, or is called from elsewhere too, is shown as before; points always."""
    state = begun(
        tmp_path,
        """
        effects:
          own: {do: gain 1 coins}
          titled: {title: A tick, do: gain 2 coins}
          shared: {do: gain 4 coins}
        triggers:
          - {on: act(me), do: call shared()}
        actions:
          act:
            log: "{me} acts."
            do: |
              call own()
              call titled()
              call shared()
              score 2 as deeds
              gain 1 ticks
        """,
    )
    assert read(state).splitlines() == [
        "Player 1 acts.",
        "A tick: Player 1 gets 2 coins (now 6).",
        "Player 1 gets 8 coins (now 14) and 2 points for deeds.",
    ]


def test_a_rule_that_heard_of_a_deed_does_not_swallow_it(tmp_path: Path) -> None:
    """What was done before its sentence comes before it, with who did it."""
    bell = '{on: "entered open(card c)", log: "The bell rings.", do: gain 1 ticks}'
    act = "actions:\n  act:\n    title: Ring\n    do: |\n      move 1 ace from box(card) to open\n"
    state = begun(tmp_path, f"triggers:\n  - {bell}\n{act}      gain 2 coins\n")
    assert read(state).splitlines() == [
        "Player 1: Ring: Golden ace to the open.",
        "  The bell rings.",
        "  Player 1 gets 2 coins (now 5).",
    ]
    quiet = act.replace("move 1 ace from box(card) to open", "gain 1 ticks")
    state = begun(tmp_path, f"triggers:\n  - {bell.replace('entered open(card c)', 'act(me)')}\n{quiet}")
    assert read(state) == "Player 1: Ring: The bell rings."


def test_a_rule_names_its_piece_where_a_sentence_says_the_deed(tmp_path: Path) -> None:
    base = BASE.replace(
        "king: {copies: 2}",
        "king: {title: The king, triggers: [{on: act(me), where: king in open, do: gain 1 coins}]}",
    ).replace("open: {holds: card}", "open: {holds: card, active: true}")
    text = (
        'actions:\n  act:\n    log: "{me} acts."\n    do: |\n      move 1 king from box(card) to open\n'
        "      gain 2 coins\n  rest: {do: end turn}\n"
    )
    turns = TURNS.replace("actions:\n  rest: {do: end turn}\n", "")
    state = game_of(tmp_path, text, base=base + turns).new(1, listen=True)
    state.choose("act")
    assert read(state).splitlines() == ["Player 1 acts.", "The king: Player 1 gets 1 coin (now 6)."]


def test_what_a_kind_does_is_said_by_itself(tmp_path: Path) -> None:
    """Where its effect says something, this is shown instead of what it changes; else that is."""
    body = "do effect of king\n      do effect of ace"
    hail = 'effect: "say \\"Hail!\\"\\ngain 1 coins"'
    base = BASE.replace("king: {copies: 2}", f"king: {{{hail}}}").replace(
        "3, title", "3, effect: gain 2 coins, title"
    )
    text = f"actions:\n  act:\n    log: false\n    do: |\n      {body}\n  rest: {{do: end turn}}\n"
    turns = TURNS.replace("actions:\n  rest: {do: end turn}\n", "")
    state = game_of(tmp_path, text, base=base + turns).new(1, listen=True)
    state.choose("act")
    assert read(state).splitlines() == ["Hail!", "Golden ace: Player 1 gets 2 coins (now 6)."]


def test_a_prize_goes_to_somebody_and_a_hand_is_shown(tmp_path: Path) -> None:
    crown = (
        "counters:\n  crown: {type: player, points: 2, goes_to: set(p for p in players where coins(p) > 3)}\n"
    )
    state = begun(
        tmp_path,
        f"{crown}actions:\n  act:\n    do: |\n      move 2 ace from box(card) to hand(me)\n"
        "      gain 1 coins\n      reveal hand(me)\n",
    )
    said = read(state, 1)
    assert "crown goes to Player 1" in said
    assert "shows 2 Golden ace" in said


def test_what_is_hidden_is_not_said(tmp_path: Path) -> None:
    """All read the same sentence, and whoever sees the pieces reads them behind it."""
    state = begun(
        tmp_path,
        """
        triggers:
          - {on: "left deck(card c)", log: "Gone: {c}.", do: gain 1 ticks}
        actions:
          act:
            log: "{me} draws[: {c}]."
            do: |
              gain 1 coins
              move 1 ace from box(card) to deck
              pick c at random in deck
              move c from deck to hand(me)
        """,
    )
    assert read(state, 1).splitlines() == ["Player 1 draws.", "Gone: ?."]
    assert read(state, 0).splitlines() == ["Player 1 draws (Golden ace).", "Gone: ?."]


def test_log_false_leaves_what_is_said(tmp_path: Path) -> None:
    """Bookkeeping is left out, what `say` says under a condition is not."""
    state = begun(
        tmp_path,
        """
        actions:
          act:
            log: false
            do: |
              gain 1 coins
              if coins(me) == 4: say "{me} has {coins(me)} coins."
              else: say "Never."
        """,
    )
    assert read(state) == "Player 1 has 4 coins."


@pytest.mark.parametrize(
    ("do", "said"),
    [
        # It is left to effects that say what they do, whatever is asked and paid before.
        ("pay 1 coins\ncall praise(2)\ncall praise(3)", "Praise of 2.\nPraise of 3."),
        ("choose n in {1, 2, 4}\nif n > 2: call praise(n)\ngain 1 ticks", "Praise of 4."),
        ("one of:\n  x as 'so':\n    pay 1 coins\n    call repeated(6)", "Praise of 5.\nPraise of 6."),
        # Here something of it shows.
        ("call praise(2)\ngain 1 coins", "Praise of 2.\nPlayer 1 gets 1 coin (now 4)."),
        (
            "pay 1 coins\ncall silent(2)",
            "Player 1: act: pays 1 coin (now 2).\n  Silence: Player 1 gets 2 coins (now 4).",
        ),
    ],
)
def test_what_only_asks_pays_and_calls_needs_no_sentence(tmp_path: Path, do: str, said: str) -> None:
    """Also where effects call each other in a circle."""
    effects = """\
effects:
  praise(number n): {log: "Praise of {n}.", do: gain n ticks}
  silent(number n): {title: Silence, do: gain n coins}
  repeated(number n): |
    if n > 5: call repeated(n - 1)
    call praise(n)
"""
    text = do.replace("'", '"')
    state = begun(tmp_path, f"{effects}actions:\n  act:\n    do: |\n{indent(text, ' ' * 6)}\n")
    if state.decision is not None and "n=4" in [option.id for option in state.decision.options]:
        state.choose("n=4")
    assert read(state) == said


def test_said_in_a_leading_part(tmp_path: Path) -> None:
    """It is said when that is over, before what closes it, instead of what changes."""
    state = begun(
        tmp_path,
        """
        actions:
          act:
            do: |
              say "Choose."
              pay 1 coins
              one of:
                dear: {pay 9 coins}
                cheap: {pay 1 coins}
        """.replace("{pay", "pay").replace("coins}", "coins"),
    )
    assert read(state).splitlines()[0] == "Choose."
    assert [each.event["kind"] for each in state.happened if each.event["kind"] != "begin"][:4] == [
        "choice",
        "count",
        "say",
        "choice",
    ]


def test_a_fault_in_a_sentence_has_its_place(tmp_path: Path) -> None:
    """The value in braces is checked as any other."""
    text = """
        actions:
          act:
            log: "{me} has {coinz(me)}."
            do: gain 1 coins
          rest:
            log: "{1 +}"
            do: end turn
        """
    base = BASE + TURNS.replace("actions:\n  rest: {do: end turn}\n", "")
    assert faults_of(tmp_path, text, base=base) == [("unknown-name", 4), ("syntax", 7)]


def test_what_lies_open_afterwards_is_named(tmp_path: Path) -> None:
    """A card out of a hand that is laid where everybody sees it; not one that goes to another hand."""
    text = """
        triggers:
          - on: began round
            where: number == 1
            do: |
              for p in players: move 1 king from box(card) to hand(p)
        actions:
          act:
            log: "{me} lays {c} and passes {d} on."
            do: |
              let c = first(x for x in hand(me))
              let d = first(x for x in hand(player_list(2)))
              move c from hand(me) to open
              move d from hand(player_list(2)) to hand(me)
        """
    state = begun(tmp_path, text.replace("player_list(2)", "p2"))
    assert read(state) == "Player 1 lays king and passes ? on."


def test_pieces_in_a_sentence_have_their_colour(tmp_path: Path) -> None:
    """As they have it wherever they are drawn; whole titles only."""
    base = BASE.replace("king: {copies: 2}", "king: {copies: 2, color: red}")
    text = (
        'actions:\n  act:\n    log: "The king, no kingdom."\n    do: gain 1 coins\n  rest: {do: end turn}\n'
    )
    state = game_of(tmp_path, text, base=base + TURNS.replace("actions:\n  rest: {do: end turn}\n", "")).new(
        1, listen=True
    )
    state.choose("act")
    (line,) = Story(state.game).came(state.events(None))
    assert [(run.text, run.style) for run in line if run.style] == [("king", "red")]


def test_whose_turn_it_is_stands_beside_who_is_asked(tmp_path: Path) -> None:
    """Where another than who is at turn is asked."""
    text = "actions:\n  act:\n    do: choose n in 1..2 by p2\n  rest: {do: end turn}\n"
    base = BASE + TURNS.replace("actions:\n  rest: {do: end turn}\n", "")
    state = game_of(tmp_path, text, base=base).new(1)
    state.choose("act")
    heading = plain(position_lines(see(state, 1, ahead=False))).splitlines()[0]
    assert heading == "number 1 - Player 1's turn - Player 2 to choose"
