"""Statements of the rules as sentences, those of an inner block set in below the one that begins it.

In: a checked block. Out: lines, each with how deep it is set in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from interpreter.in_words.expressions import SAID, Lines, Phrases, in_words, lowered, of_one, says
from interpreter.language.checked import (
    Asking,
    AssignSt,
    CallSt,
    ChooseSt,
    ConstEx,
    CounterEx,
    DoEffectSt,
    DrawSt,
    EndSt,
    Ex,
    FillSt,
    ForSt,
    GainSt,
    IfSt,
    LetSt,
    LocalEx,
    MaySt,
    MeEx,
    MoveSt,
    OneOfSt,
    PayPieceSt,
    PaySt,
    PerformSt,
    PickSt,
    RepeatSt,
    RequireSt,
    RevealSt,
    RollSt,
    SaySt,
    ScoreSt,
    SettleSt,
    ShuffleSt,
    St,
    StBlock,
    SwapSt,
    Text,
)

# A block of one line goes behind its head if both together are no longer.
_ONE_LINE = 100


def sentences(say: Phrases, block: Iterable[St]) -> Lines:
    """A block in words."""
    return [line for each in block for line in SAID[type(each)](say, each)]


def headed(head: str, lines: Lines) -> Lines:
    """A head and what belongs to it: behind it if that is one short line, else set in below."""
    if len(lines) == 1 and len(head) + len(lines[0][1]) < _ONE_LINE:
        return [(0, f"{head}: {lines[0][1]}")]
    return [(0, f"{head}:"), *((depth + 1, line) for depth, line in lines)] if lines else []


def _block(say: Phrases, head: str, block: StBlock, otherwise: StBlock = ()) -> Lines:
    return [*headed(head, sentences(say, block)), *headed("otherwise", sentences(say, otherwise))]


def _line(words: str) -> Lines:
    return [(0, " ".join(words.split()))]


def _who(say: Phrases, whom: Ex, verb: str) -> str:
    """Who does something, with the verb; you do not say it of yourself."""
    if isinstance(whom, MeEx):
        return verb
    singular = whom.type.kind != "set"
    return f"{say.of(whom)} {verb}{'s' if singular else ''}"


def _asked(say: Phrases, by: Ex) -> str:
    return "" if isinstance(by, MeEx) else f"{say.of(by)}: "


def _place(say: Phrases, place: Ex | None, word: str) -> str:
    return f" {word} {say.of(place)}" if place is not None else ""


def _question(say: Phrases, asking: Asking | None) -> str:
    text = asking.question if asking is not None else None
    return f" ({text_words(say, text)})" if text is not None else ""


def text_words(say: Phrases, text: Text) -> str:
    """A text for people, its values in words."""
    return "".join(said for _, said in text.worded(say.of))


def _many(say: Phrases, low: Ex | None, high: Ex | None) -> str:
    if low is not None and high is not None:
        same = isinstance(low, ConstEx) and isinstance(high, ConstEx) and low.value == high.value
        none = isinstance(low, ConstEx) and low.value == 0
        return (
            say.of(low) if same else f"up to {say.of(high)}" if none else f"{say.of(low)} to {say.of(high)}"
        )
    return f"up to {say.of(high)}" if high is not None else "any number"


@says(RequireSt)
def _require(say: Phrases, s: RequireSt) -> Lines:
    return _line(f"only if {say.of(s.condition)}")


@says(PaySt)
def _pay(say: Phrases, s: PaySt) -> Lines:
    names = " or ".join(of_one(s.amount, _counter(say, each)) for each in s.counters)
    return _line(f"pay {say.amount(s.amount)} {names}")


def _counter(say: Phrases, counter: CounterEx) -> str:
    """A counter whose owner is named already."""
    return say.declared(counter.declared, [each for each in counter.indexes if each.type.kind != "player"])


@says(PayPieceSt)
def _pay_piece(say: Phrases, s: PayPieceSt) -> Lines:
    amount = f"{say.amount(s.amount)} " if s.amount is not None else ""
    return _line(f"pay {amount}{say.of(s.piece)} from {say.of(s.source)}{_place(say, s.target, 'to')}")


@says(ChooseSt)
def _choose(say: Phrases, s: ChooseSt) -> Lines:
    several = s.many or s.low is not None or s.high is not None
    many = f"{_many(say, s.low, s.high)} " if several else ""
    repeats = " (the same again, too)" if s.repeats else ""
    where = f" where {say.of(s.where)}" if s.where is not None else ""
    where = f" where {say.of(s.wished)}, if possible" if s.wished is not None else where
    name = say.variable(s.variable.name, s.variable.type)
    head = f"{_asked(say, s.by)}choose {many}{name} from {say.of(s.source)}{where}{repeats}"
    if s.body is None:
        return _line(head)
    then = " and for each, one after the other" if s.one_by_one else ""
    return _block(say, head + then, s.body, s.otherwise)


@says(GainSt)
def _gain(say: Phrases, s: GainSt) -> Lines:
    owner = next((each for each in s.counter.indexes if each.type.kind == "player"), None)
    verb = "gain" if s.sign > 0 else "lose"
    who = _who(say, owner, verb) if owner is not None else "add" if s.sign > 0 else "take away"
    supply = " (all or none)" if s.all_or_none else ""
    return _line(f"{who} {say.amount(s.amount)} {of_one(s.amount, _counter(say, s.counter))}{supply}")


@says(AssignSt)
def _assign(say: Phrases, s: AssignSt) -> Lines:
    return _line(f"{say.of(s.target)} becomes {say.of(s.value)}")


@says(MoveSt)
def _move(say: Phrases, s: MoveSt) -> Lines:
    amount = f"{say.amount(s.amount)} " if s.amount is not None else ""
    piece = say.of(s.piece) if s.piece is not None else "everything"
    facing = f", facing {say.of(s.facing)}" if s.facing is not None else ""
    place = f" ({s.place})" if s.place is not None else ""
    return _line(f"move {amount}{piece} from {say.of(s.source)} to {say.of(s.target)}{place}{facing}")


@says(DrawSt)
def _draw(say: Phrases, s: DrawSt) -> Lines:
    return _line(f"draw {say.amount(s.amount)} from {say.of(s.source)} to {say.of(s.target)}")


@says(RollSt)
def _roll(say: Phrases, s: RollSt) -> Lines:
    return _line(f"roll {say.amount(s.amount)} for {say.of(s.target)}")


@says(FillSt)
def _fill(say: Phrases, s: FillSt) -> Lines:
    return _line(f"{say.of(s.zone)} becomes {', '.join(say.of(each) for each in s.values)}")


@says(PickSt)
def _pick(say: Phrases, s: PickSt) -> Lines:
    where = f" where {say.of(s.where)}" if s.where is not None else ""
    name = say.variable(s.variable.name, s.variable.type)
    return _line(f"chance picks {name} from {say.of(s.source)}{where}")


@says(ShuffleSt)
def _shuffle(say: Phrases, s: ShuffleSt) -> Lines:
    until = f" until {say.of(s.until)}" if s.until is not None else ""
    return _line(f"shuffle {say.of(s.zone)}{until}")


@says(RevealSt)
def _reveal(say: Phrases, s: RevealSt) -> Lines:
    return _line(f"{'hide' if s.hide else 'reveal'} {say.of(s.zone)}{_place(say, s.whom, 'to')}")


@says(SwapSt)
def _swap(say: Phrases, s: SwapSt) -> Lines:
    return _line(f"swap {say.of(s.left)} with {say.of(s.right)}")


@says(LetSt)
def _let(say: Phrases, s: LetSt) -> Lines:
    named = say.variable(s.variable.name, s.variable.type)
    return _line(f"call it '{named}': {say.of(s.value)}")


@says(CallSt)
def _call(say: Phrases, s: CallSt) -> Lines:
    return _effect(say, s)


@says(PerformSt)
def _perform(say: Phrases, s: PerformSt) -> Lines:
    return _effect(say, s)


def _effect(say: Phrases, s: CallSt | PerformSt) -> Lines:
    title = lowered(say.effect(s.effect))
    return _line(f"{_asked(say, s.whom)}{title}{say.arguments(s.arguments)}")


@says(DoEffectSt)
def _do_effect(say: Phrases, s: DoEffectSt) -> Lines:
    return _line(f"{_asked(say, s.whom)}the effect of {say.of(s.piece)}{say.arguments(s.arguments)}")


@says(ScoreSt)
def _score(say: Phrases, s: ScoreSt) -> Lines:
    plural = "" if isinstance(s.amount, ConstEx) and s.amount.value == 1 else "s"
    return _line(f"{_who(say, s.whom, 'score')} {say.amount(s.amount)} point{plural} ({in_words(s.source)})")


@says(EndSt)
def _end(say: Phrases, s: EndSt) -> Lines:
    what = "the game" if s.what == "game" else say.step(s.what)
    after = f" after {say.step(s.after)}" if s.after is not None else ""
    won = f"; it is won by {say.of(s.won_by)}" if s.won_by is not None else ""
    return _line(f"{what} ends{after}{won}{', undecided' if s.undecided else ''}")


@says(OneOfSt)
def _one_of(say: Phrases, s: OneOfSt) -> Lines:
    lines: Lines = [(0, f"{_asked(say, s.by)}one of:")]
    titles = s.asking.titles if s.asking is not None and s.asking.titles else (None,) * len(s.branches)
    for (name, block), title in zip(s.branches, titles, strict=True):
        called = text_words(say, title) if title is not None else in_words(name)
        lines += [(depth + 1, line) for depth, line in headed(called, sentences(say, block)) or [(0, called)]]
    return [*lines, *headed("otherwise", sentences(say, s.otherwise))]


@says(MaySt)
def _may(say: Phrases, s: MaySt) -> Lines:
    return _block(say, f"{_asked(say, s.by)}you may{_question(say, s.asking)}", s.body, s.otherwise)


@says(SaySt)
def _say(_say: Phrases, _s: SaySt) -> Lines:
    return []


@says(IfSt)
def _if(say: Phrases, s: IfSt) -> Lines:
    lines: Lines = []
    for condition, block in s.tests:
        lines += headed(f"{'otherwise, ' if lines else ''}if {say.of(condition)}", sentences(say, block))
    return [*lines, *headed("otherwise", sentences(say, s.otherwise))]


@says(ForSt)
def _for(say: Phrases, s: ForSt) -> Lines:
    moved = s.body[0] if len(s.body) == 1 and s.where is None and not s.by else None
    if isinstance(moved, MoveSt | PayPieceSt) and moved.amount is None:
        # `move cards to hand` is a loop too.
        piece = moved.piece
        if isinstance(piece, LocalEx) and piece.name == s.variable.python:
            return sentences(say, [replace(moved, piece=s.source)])
    where = f" where {say.of(s.where)}" if s.where is not None else ""
    by = f", by {say.keys(s.by)}" if s.by else ""
    name = say.variable(s.variable.name, s.variable.type)
    return _block(say, f"for each {name} of {say.of(s.source)}{where}{by}", s.body)


@says(RepeatSt)
def _repeat(say: Phrases, s: RepeatSt) -> Lines:
    while_ = f" while {say.of(s.condition)}" if s.condition is not None else ""
    return _block(say, f"{say.of(s.amount)} times{while_}", s.body)


@says(SettleSt)
def _settle(say: Phrases, s: SettleSt) -> Lines:
    return sentences(say, s.body)
