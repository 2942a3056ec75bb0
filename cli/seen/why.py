"""Why an action or option is not offered: the first condition that fails, and what made it so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Candidate, Loaded, Reason, State

# So many conditions are named of each candidate, those that came furthest first.
_MOST = 3
# So many candidates that fail alike are named.
_NAMED = 3


def why_text(
    state: State, word: str, loaded: Loaded | None = None, seat: int | None = None, *, places: bool = True
) -> str:
    """Return why what the word names is not offered now: an action, or an option as `name=value`."""
    from interpreter import UnknownOption, why_not

    try:
        reason = why_not(state, word, seat=seat, loaded=loaded)
    except UnknownOption as fault:
        return f"{fault.message}; {fault.hint}" if fault.hint else fault.message
    return reason_text(word, reason, places=places)


def reason_text(word: str, reason: Reason | None, *, places: bool = True) -> str:
    """Return a reason as lines; None: it can be chosen now or on the way.

    places: say where rules lie, and how they put it.
    """
    if reason is None:
        return f"'{word}' can be chosen: now, or in an action that is offered now."
    lines = [f"{reason.sentence}."]
    alike: dict[Any, list[Candidate]] = {}
    for candidate in reason.candidates:
        failures = tuple((each.count, each.sentence, each.position) for each in candidate.failures)
        alike.setdefault(failures, []).append(candidate)
    # Where all fail alike, the sentence has said it.
    sentences = {sentence for failures in alike for _, sentence, _ in failures}
    one = len(sentences) == 1 and reason.sentence.endswith(min(sentences))
    several = not one and (len(alike) > 1 or any(len(failures) > 1 for failures in alike))
    if several:
        lines.append(f"  closest to working: {', '.join(reason.chosen)}")
    elif any(each not in reason.sentence for each in reason.chosen) and not reason.candidates:
        lines.append(f"  with {', '.join(reason.chosen)}")
    values = [
        each
        for each in reason.values
        if (each.words or places) and not _is_said(each.words, each.value, reason.sentence)
    ]
    lines += [f"    {each.words or each.text}: {each.value}" for each in values]
    causes: dict[str, str] = {}
    for each in reason.causes:
        # Where a rule was changed is of no use without its place.
        if places or not each.text.startswith("overlay "):
            causes.setdefault(each.text, f" ({each.position})" if places else "")
    lines += [f"  because of {text}{place}" for text, place in causes.items()]
    for candidates in alike.values() if several else ():
        lines += _candidate_lines(candidates, places)
    if places:
        condition = f": {reason.condition}" if reason.condition else ""
        lines.append(f"  in the rules{condition} at {reason.position}")
    return "\n".join(lines)


def _is_said(words: str, value: str, sentence: str) -> bool:
    """Tell whether a sentence says already that there is nothing of something."""
    return value == "nothing" and sentence.endswith(f" no {words.removeprefix('your ')}")


def _candidate_lines(candidates: Sequence[Candidate], places: bool) -> list[str]:
    """Return candidates and, below them, where they all fail with what could be chosen after them."""
    candidate, more = candidates[0], len(candidates) - _NAMED
    named = ", ".join(each.text for each in candidates[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    lines = [f"  {named}:"]
    for failure in candidate.failures[:_MOST]:
        count = f"{failure.count} × " if failure.count > 1 else ""
        where = f" ({failure.position.file}:{failure.position.line})" if places else ""
        lines.append(f"    {count}{failure.sentence}{where}")
    more = len(candidate.failures) - _MOST
    return [*lines, f"    and at {more} more"] if more > 0 else lines
