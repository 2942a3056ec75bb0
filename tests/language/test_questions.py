"""What people are asked: questions with values, notes of options, what Enter takes, sole options."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.seats import Choice, Mistake, read_answer
from interpreter import Question, State, question
from tests.language.small_rulesets import BASE, faults_of, game_of, ids, loaded, play


def asked(folder: Path, body: str) -> tuple[State, Question]:
    """The first player has three coins and does the body."""
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    text = (
        f"actions:\n  act:\n    title: Deal\n    do: |\n{lines}\n  rest: {{do: end turn}}\n"
        "flow:\n"
        "  - step: begin\n    do: |\n"
        "      for p in players:\n        set coins(p) to 3\n        set wood(p) to 2\n"
        "  - {step: turn, players: players, actions: [act, rest], default: rest}\n"
    )
    state = game_of(folder, text).new(1)
    play(state, ["act"])
    return state, question(state)


def test_a_question_and_its_notes_have_values(tmp_path: Path) -> None:
    """Variables that were bound before are known, and the option itself in its note."""
    body = (
        "let left = coins(me) - 1\n"
        "choose n in 0..2\n"
        'choose m in 1..2 as "{n} and {left}: how many of {coins(me)}?" each "leaves {left - m}"\n'
        "lose m coins"
    )
    state, _ = asked(tmp_path, body)
    state.choose("n=1")
    found = question(state)
    assert found.prompt == "Deal: 1 and 2: how many of 3?"
    assert found.notes == ("leaves 1", "leaves 0")
    assert found.default is None
    assert state.decision is not None
    assert state.decision.prompt == "Deal: ... and ...: how many of ...?"


def test_a_note_without_its_value_is_left_out(tmp_path: Path) -> None:
    body = 'choose n in 0..2 each "with {if n == 2 then p2 else none}" each "{top(hand(me))}"\ngain n wood'
    _, found = asked(tmp_path, body)
    assert found.notes == ("", "", "with Player 2"), "nothing lies on an empty hand"


def test_only_what_is_in_brackets_is_left_out_where_it_is_nothing(tmp_path: Path) -> None:
    note = "{n} ore, {1 - n} grain[, {n} of {2 * n} more][ for {if n == 1 then p2 else none}]"
    body = f'choose n in 0..1 each "{note}" each "[costs {{n}}]" each "[no]"\ngain n wood'
    _, found = asked(tmp_path, body)
    assert found.notes == ("0 ore, 1 grain, [no]", "1 ore, 0 grain, 1 of 2 more for Player 2, costs 1, [no]")


def test_a_word_in_two_forms_agrees_with_the_number_before_it(tmp_path: Path) -> None:
    """A value that is no number leaves it alone, and so do brackets without a bar."""
    body = (
        'choose n in 0..2 as "{n_of(me)} of {me}\'s cit(y|ies) (of late)?" each "[costs {n} coin(|s)]" '
        'each "{me} ha(s|ve) {n - 2}"\ngain n wood'
    ).replace("n_of(me)", "coins(me) - 2")
    _, found = asked(tmp_path, body)
    assert found.prompt == "Deal: 1 of Player 1's city (of late)?"
    assert found.notes == (
        "Player 1 have -2",
        "costs 1 coin, Player 1 have -1",
        "costs 2 coins, Player 1 have 0",
    )


def test_an_article_agrees_with_what_comes_behind_it(tmp_path: Path) -> None:
    """Several things, and those with a number in their name, have none; nothing may follow it."""
    body = (
        "move 2 ace from box(card) to hand(me)\nmove 1 king from box(card) to hand(me)\n"
        'choose n in 0..1 each "(a) {if n == 0 then ace else jack}, (a) {n} (a)" each "(a) {hand(me)}"\n'
        "gain n wood"
    )
    _, found = asked(tmp_path, body)
    both = "2 aces and king"
    assert found.notes == (f"an ace, 0 (a), {both}", f"a jack, 1 (a), {both}")


def test_what_the_seat_cannot_see_is_not_told(tmp_path: Path) -> None:
    """Another's hand is hidden in the question and in the notes; one's own is not."""
    base = BASE.replace("hand: {per: player", "hand: {visible: owner, per: player")
    text = (
        "actions:\n  act:\n    do: |\n"
        '      choose q in players as "Yours: {hand(me)}. Theirs: {hand(p2)}?" each "holds {hand(q)}"\n'
        "      gain 1 coins\n"
        "flow:\n"
        "  - {step: deal, do: 'for p in players: move 1 king from box(card) to hand(p)'}\n"
        "  - {step: turn, players: players, actions: [act]}\n"
    )
    state = game_of(tmp_path, text, base=base).new(1)
    found = question(state)
    assert found.prompt == "Yours: king. Theirs: ??"
    assert found.notes == ("holds king", "")


def test_branches_have_titles_and_a_default(tmp_path: Path) -> None:
    head = 'one of as "What now?" default keep:'
    body = f'{head}\n  keep as "Keep your {{coins(me)}}": gain 1 wood\n  drop: lose 1 coins'
    state, found = asked(tmp_path, body)
    assert (found.prompt, found.titles) == ("Deal: What now?", ("Keep your 3", "drop: lose 1 coin"))
    assert (found.notes, found.default) == (("", ""), 0)
    assert ids(state) == ["keep", "drop"]


def test_a_may_without_words_says_what_it_does(tmp_path: Path) -> None:
    body = "let n = 2\nmay:\n  require wood(me) > 0\n  pay n coins\n  gain 1 wood"
    _, found = asked(tmp_path, body)
    assert found.prompt == "Deal: pay 2 coins, then gain 1 wood?"


def facts(found: Question) -> list[tuple[str, str, str]]:
    """What belongs to a question: its name, which of a family, its words."""
    return [(each.name, each.of, each.words) for each in found.shown]


def test_a_question_shows_what_the_ruleset_names(tmp_path: Path) -> None:
    body = 'let left = coins(me) - 1\nmay as "Sell?" default no showing wood(p2), left:\n  lose 1 coins'
    _, found = asked(tmp_path, body)
    assert facts(found) == [("wood", "p2", "2"), ("left", "", "2")]
    assert all(each.named for each in found.shown)


@pytest.mark.parametrize(
    "body",
    [
        "do: |\n      may showing set(coins(p) for p in players):\n        lose 1 coins",
        "showing: [max(coins(p) for p in players)]\n    do: gain 1 coins",
    ],
)
def test_a_gathered_set_is_shown_as_a_value_only(tmp_path: Path, body: str) -> None:
    """It has no name, so it validated and was not shown."""
    text = f"flow:\n  - step: ask\n    players: players\n    {body}\n"
    assert [code for code, _ in faults_of(tmp_path, text)] == ["wrong-shape"]


def test_a_question_that_names_nothing_shows_what_it_costs_and_reads(tmp_path: Path) -> None:
    body = 'may as "Sell?":\n  require size(hand(p2)) < wood(me)\n  pay 1 coins\n  gain 1 wood'
    _, found = asked(tmp_path, body)
    assert facts(found) == [("coins", "p1", "3"), ("hand", "p2", "none"), ("wood", "p1", "2")]
    assert not any(each.named for each in found.shown)


def test_what_values_read_is_named_where_it_is_asked(tmp_path: Path) -> None:
    """Inside a value it is somebody's; here it is mine."""
    base = BASE + "\nvalues:\n  rich(player p): coins(p) + wood(p) > 2\n"
    text = (
        "actions:\n  act:\n    do: |\n      choose n in 1..2 where rich(me)\n      gain n coins\n"
        "  rest: {do: gain 1 wood}\n"
        "flow:\n  - {step: turn, players: players, actions: [act, rest], showing: [wood(p2)], while: true}\n"
    )
    state = game_of(tmp_path, text, base=base).new(1)
    assert facts(question(state)) == [("wood", "p2", "0")], "a step shows it with its actions"


def test_what_a_seat_cannot_see_is_not_shown(tmp_path: Path) -> None:
    base = BASE.replace("hand: {per: player", "hand: {visible: owner, per: player")
    text = (
        "flow:\n  - step: ask\n    players: players\n    while: true\n    do: |\n"
        "      choose n in 1..2 showing hand(p2), hand(me)\n      gain n coins\n"
    )
    state = game_of(tmp_path, text, base=base).new(1)
    assert facts(question(state)) == [("hand", "p1", "none")]


def test_enter_takes_the_default_and_nothing_else(tmp_path: Path) -> None:
    state, found = asked(tmp_path, "choose n in 1..3 default coins(me) - 1\ngain n wood")
    decision = state.decision
    assert decision is not None
    assert read_answer("", decision, found.default) == Choice(1)
    assert isinstance(read_answer("", decision), Mistake)
    state.choose("n=1")
    assert state.decision is not None, "a step of actions has one too"
    menu = question(state)
    assert [ids(state)[menu.default or 0], menu.default] == ["rest", 1]


def test_a_default_that_is_not_offered_is_none(tmp_path: Path) -> None:
    _, found = asked(tmp_path, "choose n in 1..2 default coins(me)\ngain n wood")
    assert found.default is None


@pytest.mark.parametrize(
    ("body", "option"),
    [
        ("choose n in {3} always asked\nlose n coins", "n=3"),
        ("one of always asked:\n  give: lose 1 coins", "give"),
        ("choose n in {3} always asked: lose n coins", "n=3"),
    ],
    ids=["choose", "one of", "block"],
)
def test_a_sole_option_is_asked_where_the_rules_say_so(body: str, option: str, tmp_path: Path) -> None:
    state, _ = asked(tmp_path, body)
    assert ids(state) == [option]
    before = state.decisions
    state.choose(option)
    assert state.decisions == before + 1
    assert ids(state) == ["act", "rest"]


def test_how_a_price_is_split_is_asked_with_what_is_left(tmp_path: Path) -> None:
    state, found = asked(tmp_path, "pay 3 coins or wood\nscore 1 as plans")
    assert found.prompt == "Deal: you pay 3 in coins or wood; in what?"
    assert ids(state) == ["coins=1", "coins=2", "coins=3"]
    assert found.titles == ("1 coin and 2 wood", "2 coins and 1 wood", "3 coins")


@pytest.mark.parametrize(
    ("body", "code", "column"),
    [
        ('choose n in 1..2 as "How {coins(me} many?"\ngain n wood', "syntax", 38),
        ('choose n in 1..2 each "costs {coin(me)}"\ngain n wood', "unknown-name", 37),
        ("may default perhaps: gain 1 wood", "unknown-name", 19),
        ('may each "is {1}": gain 1 wood', "type", 16),
        ("choose up to 2 n in 1..2 always asked\ngain size(n) wood", "type", 32),
    ],
)
def test_faults_in_texts_have_their_place(body: str, code: str, column: int, tmp_path: Path) -> None:
    flow = "flow: [{step: turn, players: players, actions: [act]}]\n"
    text = "actions:\n  act:\n    do: |\n      " + body.replace("\n", "\n      ") + "\n" + flow
    problems = loaded(tmp_path, text).problems
    assert [(p.code, p.position.line, p.position.column) for p in problems] == [(code, 4, column)]


def test_the_default_of_a_step_is_an_action_or_pass(tmp_path: Path) -> None:
    flow = "flow: [{step: turn, players: players, actions: [act], default: ask}]"
    text = f"actions: {{act: {{do: end turn}}}}\n{flow}\n"
    assert faults_of(tmp_path, text) == [("unknown-name", 2)]


def test_a_step_has_a_question_and_a_name_for_passing(tmp_path: Path) -> None:
    """People read them; what is chosen is called `pass` as before."""
    step = "{step: turn, players: players, actions: [act], pass: {title: home}, question: What now?}"
    text = f"actions:\n  act: {{do: gain 1 coins}}\nflow:\n  - {step}\n"
    state = game_of(tmp_path, text).new(1)
    assert question(state).prompt == "turn: What now?"
    assert question(state).titles == ("act", "home")
    assert ids(state) == ["act", "pass"]


def test_the_question_of_a_step_has_values(tmp_path: Path) -> None:
    """What is in brackets is left out where there is nothing of it; the short prompt has no values."""
    step = 'question: "What now[, with {coins(me)} coin(|s)]?", actions: [act], pass: true}'
    text = f"actions:\n  act: {{do: gain 1 coins}}\nflow:\n  - {{step: turn, players: players, {step}\n"
    state = game_of(tmp_path, text).new(1)
    found = []
    for _ in range(3):
        found.append(question(state).prompt)
        assert state.decision is not None
        assert state.decision.prompt == "turn: What now?"
        state.choose("act")
    assert found == ["turn: What now?", "turn: What now, with 1 coin?", "turn: What now, with 2 coins?"]


def test_a_fault_in_the_question_of_a_step_has_its_place(tmp_path: Path) -> None:
    step = '{step: turn, players: players, actions: [act], question: "What now, {coin(me)}?"}'
    text = f"actions:\n  act: {{do: gain 1 coins}}\nflow:\n  - {step}\n"
    assert faults_of(tmp_path, text) == [("unknown-name", 4)]
