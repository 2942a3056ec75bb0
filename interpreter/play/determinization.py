"""States that look the same to a seat: what it does not see is dealt anew, what others chose unseen is too.

In: a state that waits, or one that is over, and a seat. Out: forks of it that
ask and show that seat the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeVar

from interpreter.layout import DRAWN, DRAWS, WORK
from interpreter.play.chance import Dealing, reseed, reseed_unseen
from interpreter.play.deal import redeal, revealed, seen
from interpreter.play.faults import FAULTS, RuleFault
from interpreter.play.running import Running
from interpreter.play.runtime import Request
from interpreter.play.subset import Picked, Subset

Play = TypeVar("Play", bound=Running)
# So many deals are tried for a guess: at first with other chance for what has happened out of sight in the
# current step, from BOLD_DEALS to LATE_DEALS with everything kept that the step has touched. Few need more.
MAX_DEALS, UNSEEN_DEALS, BOLD_DEALS, LATE_DEALS = 120, 8, 20, 24
# Where none fits, the nearest of so many is taken.
NEAR_DEALS = 24


def guess(state: Play, seat: int, seed: int) -> Play:
    """What `State.guess` returns."""
    for deal in range(MAX_DEALS):
        found = _dealt_anew(state, seat, seed, deal)
        if found is not None:
            return _reseeded(found, seed)
    near = [found for deal in range(NEAR_DEALS) if (found := _near(state, seat, seed, deal)) is not None]
    if not near:
        raise RuleFault("nothing can be guessed of what is hidden: in every deal the rules go wrong")
    return _reseeded(min(near, key=lambda each: each.contradicts), seed)


def _near(state: Play, seat: int, seed: int, deal: int) -> Play | None:
    """A state with other hidden things, as far in the step as it goes, that counts what contradicts a seat.

    None where the rules go wrong in it.
    """
    copy, chance = state.fork(), Dealing(seed + deal)
    slots, copy.picked = state.checkpoint[:], ()
    redeal(state.game, slots, state.slots, seat, chance)
    copy.slots, copy.checkpoint, copy.answers = slots[:], slots, []
    try:
        copy.answers = _answers_as_far(copy, state, seat, chance)
        copy.rerun()
    except StopIteration:  # nobody is asked anything in this step
        copy.slots, copy.answers, copy.request, copy.subset = slots[:], [], None, None
        try:
            copy.advance()
        except RuleFault:
            return None
    except FAULTS:
        return None
    shown = zip(seen(state.game, state.slots, seat), seen(copy.game, copy.slots, seat), strict=True)
    copy.contradicts = len(state.answers) - len(copy.answers) + sum(one != other for one, other in shown)
    copy.contradicts += not _asks_alike(state, copy, seat)
    return copy


def _answers_as_far(copy: Running, truth: Running, seat: int, chance: Dealing) -> list[Any]:
    """Answers as those of a step, up to the first that cannot be given; StopIteration: none is asked for."""
    came = revealed(copy.game, truth.checkpoint, truth.slots, seat)
    slots, answers = copy.checkpoint[:], list[Any]()
    generator = copy.begun(slots)
    request = next(generator)
    with suppress(*FAULTS, StopIteration):
        for value in truth.answers:
            answer = _answer(truth, seat, request, value, came, chance)
            if answer not in request[2]:
                break
            slots[DRAWN], slots[WORK] = (), 0
            request = generator.send(answer)
            answers.append(answer)
    return answers


def reseeded(state: Play, seed: int) -> Play:
    """What `State.reseeded` returns."""
    return _reseeded(state.fork(), seed)


def _reseeded(copy: Play, seed: int) -> Play:
    """Make all draws from now on new; those of the current step can still be made as they were."""
    copy.checkpoint = copy.checkpoint[:]
    reseed(copy.checkpoint, copy.slots[DRAWS], seed)
    reseed(copy.slots, copy.slots[DRAWS], seed)
    return copy


def _dealt_anew(state: Play, seat: int, seed: int, deal: int) -> Play | None:
    """A state with other hidden things that asks and shows a seat the same; None: this deal does not."""
    slots, chance = state.checkpoint[:], Dealing(seed + deal)
    cautious = BOLD_DEALS <= deal < LATE_DEALS
    kept = _chosen(state) if cautious else None
    redeal(state.game, slots, state.slots, seat, chance, kept)
    if deal < UNSEEN_DEALS and state.slots[DRAWS] != slots[DRAWS]:
        reseed_unseen(slots, seed + deal)
    copy = state.fork()
    copy.slots, copy.checkpoint = slots[:], slots
    if state.request is None:
        return copy
    try:
        if state.operation(slots).secret and not cautious:
            copy.answers = _answered_anew(copy, seat, state.seat, _own_answers(state, seat), chance)
        else:
            copy.answers = _answers_alike(copy, state, seat, None if cautious else chance)
        known = cautious or state.seat == seat or state.knows(seat, state.request[1])
        copy.picked = state.picked if known else ()
        copy.rerun()
        if state.picked and not known:
            _pick_anew(copy, len(state.picked), chance)
    except (*FAULTS, StopIteration):
        # What somebody has chosen in this step cannot be chosen in such a deal.
        return None
    return copy if _look_alike(state, copy, seat) else None


def _look_alike(state: Running, other: Running, seat: int) -> bool:
    """Whether two states that wait ask and show a seat the same."""
    if not _asks_alike(state, other, seat):
        return False
    return seen(state.game, state.slots, seat) == seen(state.game, other.slots, seat)


def _asks_alike(state: Running, other: Running, seat: int) -> bool:
    """Whether two states ask the same, as far as a seat knows."""
    asked, others = state.request, other.request
    if asked is None or others is None or asked[0] != others[0]:
        return False
    # Among what options another may choose a seat need not know.
    if asked[0] == seat and (asked[1] != others[1] or list(asked[2]) != list(others[2])):
        return False
    return not (state.knows(seat, asked[1]) and asked[1] != others[1])


def _answers_alike(copy: Running, truth: Running, seat: int, chance: Dealing | None) -> list[Any]:
    """Answers that would show a seat what those of a step have shown it.

    Its own and those that it knows; where others chose among hidden pieces, what has come into sight, or
    any other; without chance, the same. Raises StopIteration where one of them is not offered.
    """
    came = revealed(copy.game, truth.checkpoint, truth.slots, seat)
    slots, answers = copy.checkpoint[:], list[Any]()
    generator = copy.begun(slots)
    request = next(generator)
    for value in truth.answers:
        answer = _answer(truth, seat, request, value, came, chance)
        if answer not in request[2]:
            raise StopIteration
        answers.append(answer)
        slots[DRAWN], slots[WORK] = (), 0
        request = generator.send(answer)
    return answers


def _answer(  # noqa: PLR0917 - as `redeal`
    truth: Running, seat: int, request: Request, value: Any, came: Counter[int], chance: Dealing | None
) -> Any:
    """An answer to what is asked in a deal, where in truth a value was given; without chance, that."""
    site = truth.game.sites[request[1]]
    known = chance is None or request[0] == seat or truth.knows(seat, request[1])
    if not known and site.type is not None and site.type.kind == "component":
        known = all(piece in came for piece in (value if isinstance(value, tuple) else (value,)))
    return value if known or chance is None else _by_chance(request[2], chance)


def _answered_anew(copy: Running, seat: int, asked: int, own: list[Any], chance: Dealing) -> list[Any]:
    """Answers to a secret step up to one who is asked: a seat's own, and those of others at random."""
    slots, answers, own = copy.checkpoint[:], list[Any](), own[:]
    generator = copy.begun(slots)
    request = next(generator)
    while request[0] != asked or (asked == seat and own):
        if request[0] == seat and not own:
            raise StopIteration
        value = own.pop(0) if request[0] == seat else _by_chance(request[2], chance)
        if value not in request[2]:
            raise StopIteration
        answers.append(value)
        request = generator.send(value)
    return answers


def _own_answers(state: Running, seat: int) -> list[Any]:
    """What a seat has answered in the current step."""
    generator = state.begun(state.checkpoint[:])
    request, found = next(generator), []
    for value in state.answers:
        if request[0] == seat:
            found.append(value)
        request = generator.send(value)
    return found


def _chosen(state: Running) -> list[Any]:
    """All values that were chosen in the current step."""
    found = list(state.picked)
    for value in state.answers:
        found += value if isinstance(value, tuple) else () if value is None else (value,)
    return found


def _pick_anew(copy: Running, count: int, chance: Dealing) -> None:
    """Pick so many things at random of the subset that is asked for."""
    request, subset = copy.request, copy.subset
    picked: Picked = subset.first if subset is not None else ()
    while request is not None and subset is not None and len(picked) < min(count, subset.size):
        left = list(subset.left(picked))
        if not left:
            break
        picked = subset.with_one(picked, chance.choice(left))
    options: Sequence[Any] = subset.options(picked) if subset is not None else []
    if request is None or not options:
        raise RuleFault("not so many can be picked")
    copy.picked, copy.request = picked, (*request[:2], options, request[3])


def _by_chance(asked: Any, chance: Dealing) -> Any:
    """An answer to what the rules ask."""
    return asked.some(chance) if isinstance(asked, Subset) else chance.choice(asked)
