"""Answers to `?` and `reconstructed`: what is asked or offered, the rules behind it, what has no source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from cli.seen.lines import Line, Run
from cli.seen.pieces import field_words
from cli.seen.questions import picked_text
from cli.show.ink import lines_of, wrapped, wrapped_line

if TYPE_CHECKING:
    from interpreter import Decision, Game, Loaded, NumberedRule, Option, Position, Thing

# Of what is written of a table or enumeration that which is not its rows; and what is no row by itself.
_SAID_ELSEWHERE = re.compile(
    r"\b(title|about|rule|source|accept): *(\[[^\]]*\]|\"[^\"]*\"|[^,}\n]*),? *|#.*|\b(rows|members):"
)
# What a ruleset says of a thing that no source gives.
RECONSTRUCTED = "reconstructed"
# What a numbered rule calls by its name in the ruleset.
_NAMED = re.compile(r"`(\w+)`")
# So many numbered rules are shown of a thing that somebody only points at.
_POINTED_AT = 2


class Rulebook:
    """Explains the choices of one game; the numbered rules are read when first asked for."""

    def __init__(
        self, game: Game, loaded: Loaded | None = None, *, places: bool = True, brief: bool = False
    ) -> None:
        """loaded: what the game was loaded from; without it the files are read when first asked for.

        places: whether files and lines are named; brief: for who only points at things: the rules that are of
        few things, and no fields or sources.
        """
        self.game, self.places, self.brief = game, places, brief
        self._given = loaded
        self._rules: dict[str, NumberedRule] | None = None

    @property
    def _loaded(self) -> Loaded | None:
        return self._given or self.game.once(_loaded_again)

    def question(self, decision: Decision, width: int, prompt: str = "") -> list[Line]:
        """Explain what is asked, and where that comes from; prompt: the question with its values."""
        lines = wrapped(prompt or decision.prompt, width=width, style="bold")
        thing = self._thing_at(decision.site.position)
        if thing is not None:
            lines += self.explained(thing, width)
        lines += self._actions(decision, width)
        if decision.subset is not None:
            lines += wrapped(
                "Picked one at a time, in any order; so far: " + picked_text(decision), "  ", width
            )
        place = decision.site.position
        asked = f"{place.file}:{place.line}"
        known = thing is not None and asked == f"{thing.about.position.file}:{thing.about.position.line}"
        return lines if known else lines + self._placed(f"asked at {asked}", "  ", width)

    def _actions(self, decision: Decision, width: int) -> list[Line]:
        """Return what the actions do that can be chosen, in the words of the ruleset."""
        named = (self._named(option.id, "actions") for option in decision.options if "=" not in option.id)
        abouts = [thing.about for thing in named if thing is not None and thing.about.about]
        return [line for each in abouts for line in wrapped(f"{each.title}: {each.about}", "  ", width)]

    def option(
        self, decision: Decision, option: Option, width: int, prompt: str = "", title: str = ""
    ) -> list[Line]:
        """Explain an option: the action, kind or space that it is, with its rules; else what is asked.

        prompt, title: the question and the option with their values.
        """
        words = title or option.title or option.id
        lines = wrapped_line([Run(words, "bold"), Run(f"  {option.id}", "dim")], "", width)
        thing = self._of_option(decision, option)
        if thing is None:
            return [*lines, *self.question(decision, width, prompt)]
        return [*lines, *self.explained(thing, width)]

    def rule(self, name: str, width: int) -> list[Line]:
        """Return a numbered rule in words; nothing if the game has none of this number."""
        rule = self._rule(name.upper()) if "-" in name else None
        return _headed(rule.id, rule.text, width) if rule is not None else []

    def written(self, thing: Thing, width: int) -> list[Line]:
        """Return the rows of a table or the members of an enumeration, as they are written."""
        from cli.show.declaration import source_text

        text = source_text(self._loaded, thing) if self._loaded is not None else ""
        rows = _SAID_ELSEWHERE.sub("", text.partition(":")[2])
        lines = (line.strip(" {}[],") for line in rows.splitlines())
        return wrapped(", ".join(filter(None, lines)), "  ", width)

    def has_reconstructed(self) -> bool:
        """Whether anything in the game's data is marked as reconstructed; reads no page of rules."""
        return any(map(_is_reconstructed, self._things()))

    def reconstructed(self, width: int) -> list[Line]:
        """List what is in no source that the ruleset has: numbered rules in words, things by name."""
        lines: list[Line] = []
        for rule in self._all_rules().values():
            if rule.reconstructed:
                lines += _headed(rule.id, rule.text, width)
        # The box of a type of pieces, and the like, is declared with it.
        things = {thing.about.position: thing for thing in reversed(list(self._things()))}
        names: dict[str, list[str]] = {}
        for thing in reversed(things.values()):
            if _is_reconstructed(thing):
                names.setdefault(thing.word, []).append(thing.name)
        for word, found in names.items():
            lines += _headed(word, ", ".join(found), width)
        if not lines:
            return lines_of("Nothing in this game is marked as reconstructed.")
        return [*lines_of("No source that we have gives these; they are reconstructed:"), *lines]

    # -- which thing
    def _of_option(self, decision: Decision, option: Option) -> Thing | None:
        game, asked = self.game, decision.site.type
        if decision.site.labels:
            return self._named(option.id, "actions", "effects")
        if asked is not None and asked.kind == "component" and option.value is not None:
            return self._named(game.components[asked.name].kind_of(option.value).name, "kinds")
        board = game.board_with(asked)
        return self._named(board.name, "boards") if board is not None else None

    def _named(self, name: str, *sections: str) -> Thing | None:
        found = (thing for thing in self.game.things if thing.section in sections and thing.name == name)
        return next(found, None)

    def _thing_at(self, position: Position) -> Thing | None:
        """Return the innermost thing that a place in a file belongs to, as overlays have put it together."""
        loaded = self._loaded
        by_place = {thing.about.position: thing for thing in self._things()}
        return loaded.innermost(position, by_place) if loaded is not None else None

    def _things(self) -> Iterator[Thing]:
        """Go through all that has a name, then the rules, which go by what carries them."""
        from interpreter import Thing

        yield from self.game.things
        yield from (Thing("rules", rule.word, rule.carrier, rule.about) for rule in self.game.rules)

    # -- its words
    def explained(self, thing: Thing, width: int) -> list[Line]:
        """Return what a thing is: its description and numbered rules; then where that is.

        What a piece does is put into words from the data only where no numbered rule says it.
        """
        about = thing.about
        place = f"{about.position.file}:{about.position.line}"
        lines = wrapped(about.about, "  ", width) if about.about else []
        if self.brief:
            return lines + self._briefly(thing, width)
        if thing.section == "kinds":
            made = self.game.components[thing.word]
            fields = ", ".join(field_words(self.game, made.fields, made.by_name[thing.name].values))
            lines += wrapped(fields, "  ", width) if fields else []
        pages: dict[str, list[str]] = {}
        for name in about.rules or self._rules_of_carrier(thing):
            rule = self._rule(name)
            if rule is not None:  # else it is of an overlay that does not play
                # Where files are named, so are things by their names there.
                lines += _headed(name, rule.text if self.places else self._in_words(rule.text), width)
                pages.setdefault(rule.file, []).append(str(rule.line))
        if thing.section == "kinds" and not pages:
            lines += self.does(thing, width)
        if about.source:
            lines += wrapped(f"source: {about.source}", "  ", width)
        called = " ".join(filter(None, [thing.word, thing.name]))
        if about.position.line:  # what every game has is in no file
            lines += self._placed(f"{called} at {place}", "  ", width)
        for page, numbers in pages.items():
            lines += self._placed(f"rules at {page}:{', '.join(numbers)}", "  ", width)
        return lines

    def _briefly(self, thing: Thing, width: int) -> list[Line]:
        """Return the rules of a thing that fewest others share, else what it does, or its type's rules."""
        found = map(self._rule, thing.about.rules or self._rules_of_carrier(thing))
        rules, kind = [rule for rule in found if rule is not None], thing.section == "kinds"
        fewest = min((self._shared[rule.id] for rule in rules), default=0)
        component = self._named(thing.word, "components") if kind else None
        # What the author says of it is enough; what is said of all such pieces comes before others' rules.
        if thing.about.about or (fewest > 1 and component is not None and component.about.about):
            rules = []
        if rules or not kind:
            own = [rule for rule in rules if self._shared[rule.id] == fewest]
            # What a piece does stands behind how many there are.
            few = own[-_POINTED_AT:] if kind else rules[:_POINTED_AT]
            return [line for rule in few for line in wrapped(self._in_words(rule.text), "  ", width)]
        if component is None or thing.about.about:
            return []
        does = self.does(thing, width)
        # Longer ones are for who reads them.
        if 0 < len(does) <= _POINTED_AT:
            return does
        said = wrapped(component.about.about, "  ", width) if component.about.about else []
        return said or self._briefly(component, width)[:1]

    def _in_words(self, text: str) -> str:
        """Return a rule with the titles of what it calls by name."""
        titles = {thing.name: thing.about.title for thing in self.game.things}

        def titled(found: re.Match[str]) -> str:
            return lowered(titles.get(found[1]) or found[1].replace("_", " "))

        from interpreter import lowered

        return _NAMED.sub(titled, text)

    @cached_property
    def _shared(self) -> Counter[str]:
        """How many things each numbered rule is of."""
        return Counter(name for thing in self._things() for name in thing.about.rules)

    def does(self, thing: Thing, width: int) -> list[Line]:
        """Return what a thing does, in sentences made from the data."""
        from interpreter import in_sentences

        lines: list[Line] = []
        for passage in in_sentences(self.game, thing.section, thing.name):
            cited = f" [{', '.join(passage.rules)}]" if passage.rules not in ((), thing.about.rules) else ""
            *first, (depth, last) = passage.lines
            for deep, line in (*first, (depth, last + cited)):
                lines += wrapped(line, "  " * (1 + deep), width)
        return lines

    def _placed(self, words: str, indent: str, width: int) -> list[Line]:
        return wrapped(words, indent, width, "dim") if self.places else []

    def _rules_of_carrier(self, thing: Thing) -> Sequence[str]:
        kind = self._named(thing.name, "kinds")
        return kind.about.rules if kind is not None else ()

    def _rule(self, name: str) -> NumberedRule | None:
        return self._all_rules().get(name)

    def _all_rules(self) -> dict[str, NumberedRule]:
        if self._rules is None:
            from interpreter import read_rules

            self._rules = {}
            with suppress(OSError):
                rules = read_rules(self._loaded) if self._loaded is not None else ()
                self._rules = {rule.id: rule for rule in rules}
        return self._rules


def _is_reconstructed(thing: Thing) -> bool:
    return bool(thing.about.source == RECONSTRUCTED)


def _headed(head: str, words: str, width: int) -> list[Line]:
    """Return words behind a head in colour."""
    lines = wrapped(words, f"  {head}  ", width)
    lines[0][0] = Run(lines[0][0].text, "bold cyan")
    return lines


def _loaded_again(game: Game) -> Loaded | None:
    """Read the files of a game; None where they have moved since, for it can be played all the same."""
    from interpreter import UsageFault, load

    with suppress(UsageFault, OSError):
        return load(game.path, players=game.players, overlays=game.overlays, options=game.chosen)
    return None
