"""What can be wrong with an operation of an overlay, as problems with all places concerned."""

from __future__ import annotations

from interpreter.overlays.changes import Change, Operation
from interpreter.overlays.locations import label_of
from interpreter.overlays.rule_text import Edit, Refusal, shown_line
from interpreter.problems import Position, Problems, hint_for
from interpreter.reading.located_value import Located


class Findings:
    """Reports to one collector of problems."""

    __slots__ = ("_problems",)

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def empty_overlay(self, name: str, overlay: Located) -> None:
        """An overlay that asks for nothing."""
        self._problems.error("no-effect", f"the overlay '{name}' changes nothing", overlay.position)

    def no_effect(self, operation: Operation, place: Position, same: Located | None = None) -> None:
        """An operation after which all is as before."""
        of_head = operation.section == operation.name
        message = f"this `{operation.section if of_head else operation.verb}` changes nothing"
        if same is not None:
            message += ": it is so already"
        self._problems.error("no-effect", message, place, also=[] if same is None else [same.position])

    def missing_thing(self, operation: Operation, names: list[str]) -> None:
        """An operation on something that the ruleset does not have."""
        verb = f"insert {operation.key}" if operation.verb == "insert" else operation.verb
        message = f"there is no '{operation.name}' in {operation.section} to {verb}"
        hint = hint_for(operation.name, names)
        self._problems.error("overlay-target", message, operation.position, hint=hint)

    def removed_thing(self, operation: Operation, removal: Change) -> None:
        """An operation on something that this overlay, or one it is built on, has removed."""
        message = f"'{operation.name}' in {operation.section} is removed by '{removal.overlay}'"
        self._problems.error("overlay-target", message, operation.position, also=[removal.position])

    def several_things(self, operation: Operation, found: list[Located | None]) -> None:
        """An operation on a name that more than one thing has."""
        message = f"there is more than one '{operation.name}' in {operation.section}"
        also = [placed.position for placed in found if placed is not None]
        self._problems.error("overlay-target", message, operation.position, also=also)

    def missing_owner(self, section: str, owner: Located, names: list[str]) -> None:
        """A thing added to something that the ruleset does not have."""
        message = f"there is no '{owner.value}' in {section}"
        self._problems.error(
            "overlay-target", message, owner.position, hint=hint_for(str(owner.value), names)
        )

    def unsaid_owner(self, operation: Operation, owner_key: str) -> None:
        """A thing added to something that is not said."""
        message = f"'{operation.name}' does not say its `{owner_key}`: to which it is added"
        self._problems.error("missing-key", message, operation.position)

    def missing_key(self, key: str, label: str, place: Position, existing: Located) -> None:
        """A key to change that is not there."""
        hint = hint_for(key, [name for name, _ in existing.items()]) or "a new key goes with `extend`"
        self._problems.error("overlay-target", f"there is no '{key}' in {label} to change", place, hint=hint)

    def already_there(self, name: str, place: Position, existing: Located | None) -> None:
        """An addition of something that is there."""
        hint = "`replace` puts another in its place, `change` and `extend` alter it"
        also = [] if existing is None else [existing.position]
        self._problems.error("already-defined", f"'{name}' is there already", place, hint=hint, also=also)

    def single_value(self, name: str, place: Position, existing: Located) -> None:
        """An extension of a value that is neither map nor list."""
        message = f"'{name}' is there already, and a single value cannot be extended"
        hint = "`change` gives it a new value"
        self._problems.error("already-defined", message, place, hint=hint, also=[existing.position])

    def wrong_kind(self, name: str, place: Position, existing: Located, addition: Located) -> None:
        """An extension of a map by a list, or the like."""
        message = f"'{name}' is a {existing.kind}, and cannot be extended by a {addition.kind}"
        self._problems.error("wrong-shape", message, place, also=[existing.position])

    def renamed(self, name: str, given: Located) -> None:
        """A definition that gives itself another name than its key."""
        message = f"'{name}' cannot be called '{given.value}' here: its key is its name"
        self._problems.error("wrong-shape", message, given.position)

    def conflict(self, overlay: str, place: Position, earlier: Change) -> None:
        """Two overlays that cannot both have their way."""
        shown, other = label_of(earlier.path), earlier.overlay
        if earlier.act == "remove":
            message = f"'{overlay}' changes {shown}, which '{other}' removes"
        elif earlier.act == "need":
            message = f"'{overlay}' takes {shown} away, beside which '{other}' inserts steps"
        else:
            message = f"'{overlay}' and '{other}' both change {shown}, and not in the same way"
        hint = f"if '{overlay}' is made to go with '{other}', it says `needs: [{other}]`"
        self._problems.error("overlay-conflict", message, place, hint=hint, also=[earlier.position])

    def refused_edit(self, edit: Edit, label: str, refusal: Refusal) -> None:
        """A change of a line that cannot be made: no statement fits, several do, or it is changed already."""
        pattern, place = str(edit.pattern.value), edit.pattern.position
        words = [shown_line(words) for words, _ in refusal.near]
        also = [position for _, position in refusal.near]
        earlier = refusal.earlier
        if refusal.why == "several":
            message = f"`{pattern}` fits {len(words)} statements of {label}"
            hint = "write more of the one that is meant, or name its line there: `NAME: STATEMENT`"
            self._problems.error("overlay-line", message, place, hint=hint, also=also)
        elif refusal.why == "missing":
            named = pattern.isidentifier()
            message = f"no line of {label} " + (f"is called '{pattern}'" if named else f"is `{pattern}`")
            if earlier is not None:
                message += f": '{earlier.overlay}' has changed it"
                also.insert(0, earlier.pattern.position)
            now = f"now there is {', '.join(words)}" if words else None
            if named and not words:
                now = "none there has a name; a statement with `*` for the rest fits too: `pay *`"
            self._problems.error("overlay-line", message, place, hint=now, also=also)
        elif earlier is not None and earlier.overlay == edit.overlay:
            message = f"`{pattern}` is changed here already, by this overlay itself"
            self._problems.error("overlay-line", message, place, also=[earlier.pattern.position])
        elif earlier is not None:
            other = earlier.overlay
            message = (
                f"'{edit.overlay}' and '{other}' both change `{pattern}` of {label}, not in the same way"
            )
            hint = f"if '{edit.overlay}' is made to go with '{other}', it says `needs: [{other}]`"
            also = [earlier.pattern.position]
            self._problems.error("overlay-conflict", message, place, hint=hint, also=also)
