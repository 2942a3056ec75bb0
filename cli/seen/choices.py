"""What was chosen, in words, and which choices begin something new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Event

# The option that ends a turn, and nothing else.
PASS = "pass"


def choice_words(event: Event) -> str:
    """Return what was chosen, so that it can be understood without the question."""
    titles = ", ".join(event["titles"]) or "nothing"
    if event["options"] == ["done"] and event["asked"] != "action":
        return ""  # no more is picked: what was picked is said
    if event["secret"] and "?" in event["options"]:
        return "something secret"
    if event["asked"] != "action":
        # What has a name of its own needs none of what it was asked as.
        return titles if _has_name(event) else f"{event['asked'].replace('_', ' ')}: {titles}"
    return f"{event['title']}? {titles}" if titles in ("yes", "no") and event["title"] else titles


def _has_name(choice: Event) -> bool:
    """Whether what was chosen goes by words: no numbers, letters or ids of spaces."""
    return bool(choice["titles"]) and all(re.search(r"[^\W\d_]{3}", title) for title in choice["titles"])


def left_open(choices: Sequence[Event], came: str) -> Iterator[str]:
    """Yield what was chosen, without what was forced or refused, and what one reads of what came of it."""
    for event in choices:
        chosen = dict(zip(event["options"], event["titles"], strict=True))
        if event["secret"] and "?" in chosen:
            yield "something secret"
        elif event["forced"] or event["options"] == ["no"]:
            continue
        elif opens(event):
            yield (
                event["title"].rstrip("?")
                if "yes" in chosen and event["title"]
                else ", ".join(event["titles"])
            )
        elif "?" in chosen:
            if not came:
                yield "something hidden"
        elif left := [
            title
            for option, title in chosen.items()
            if option != "done" and title and not _is_named(option, title, came)
        ]:
            number = left[0].lstrip("-").isdigit()
            yield (f"{event['asked'].replace('_', ' ')} " if number else "") + ", ".join(left)


def _is_named(option: str, title: str, came: str) -> bool:
    """Whether one reads in what came of a choice what was chosen."""
    value = option.partition("=")[2]
    if re.match(r"p\d+-", value):
        value = value.partition("-")[2]
    words = [re.escape(each.lower()) for each in {title, value, value.replace("_", " ")} if each]
    return any(re.search(rf"(?<!\w){each}(?!\w)", came.lower()) for each in words)


def opens(event: Event) -> bool:
    """Whether a choice begins something: one of several ways is gone."""
    return event["asked"] == "action"


def begins_anew(event: Event) -> bool:
    """Whether a choice begins an action that does not go on with what was chosen before."""
    return opens(event) and not event.get("performed")


def begun_of_itself(
    events: Sequence[Event], actions: Collection[str], within: int = 0, own: str = ""
) -> Iterator[Event]:
    """Yield what begins an action because nothing else can be done, other than to end a turn.

    That is a choice, or of an action that asks nothing its begin alone, where anything happens by it. within:
    how many effects have begun before; own: what was chosen before, by its id.
    """
    chosen = {own}
    for at, event in enumerate(events):
        if event["kind"] == "choice" and opens(event):
            chosen = {*event["options"]}
            if within == 0 and event["forced"] and begins_anew(event) and chosen != {PASS}:
                yield event
        elif event["kind"] == "begin" and event["what"] == "effect" and event["name"] in actions:
            if within == 0 and event["name"] not in chosen and not _is_idle(event, events[at + 1 :]):
                yield event
            chosen = set()
        within = depth_after(within, event)


def _is_idle(begin: Event, after: Sequence[Event]) -> bool:
    """Whether an effect ends and has only said something, or noted something that is no number."""
    for event in after:
        noted = event["kind"] == "count" and type(event["after"]) is not int
        if event["kind"] not in ("begin", "end", "say") and not noted:
            return False
        if event["kind"] == "end" and event["what"] == "effect" and event["name"] == begin["name"]:
            return True
    return False


def depth_after(within: int, event: Event) -> int:
    """Return how many effects have begun and not ended after an event; of a step that ends all have."""
    if event["kind"] not in ("begin", "end"):
        return within
    if event["what"] == "step":
        return 0
    return within + 1 if event["kind"] == "begin" else max(within - 1, 0)


def disclosed(events: Sequence[Event]) -> Iterator[Event]:
    """Yield events without those choices in secret that come again when all may know them."""
    later = Counter(_asked(event) for event in events if event["kind"] == "choice" and not event["secret"])
    for event in events:
        if event["kind"] == "choice" and event["secret"] and later[_asked(event)]:
            later[_asked(event)] -= 1
        else:
            yield event


def _asked(event: Event) -> tuple[Any, ...]:
    return event["seat"], event["asked"], event["file"], event["line"]
