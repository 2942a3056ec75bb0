"""A game that is being played, without a screen: its position, journal, log and seats.

`play` shows one at the terminal, `table` in the browser.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from cli.seen.choices import PASS, begun_of_itself
from cli.seen.log import Log
from cli.seen.model import Held, Outcome
from cli.seen.outcomes import action_names, begun_words, outcomes_of
from cli.seen.pieces import called, seat_name
from cli.seen.questions import TRIED
from cli.seen.sight import Sight
from cli.seen.why import reason_text, why_text
from cli.session.seats import HUMAN, OPPONENT, Thinking

if TYPE_CHECKING:
    from interpreter import Event, Game, Journal, Loaded, Reason, State

# When a person is asked before what is chosen of itself: each time, where it costs something, not at all.
ALWAYS, COSTS, NEVER = ASKS_SOLE = ("always", "costs", "never")

# On these guesses too a choice with chance in it must end the turn, to be held as one that does.
_GUESSES = range(1, 5)

# So many options a question of others has at most that is looked into for what may end a turn.
_ANSWERS = 8

# Why a choice cannot be taken back, which its title need not say.
_REVEALS = "something is revealed"

# So many answers are given of those that a word of players may mean.
_MEANT = 2


@dataclass
class Session:
    """A game being played, and who sits where; `loaded` is what it was made of.

    undone: what was taken back last and can be made again, the next choice last; begun: the state that a copy
    began at; stand_ins: the bots that choose for people who have gone, by seat; asks_sole: when a person is
    asked before an option with which a sole possibility is chosen too; held: a choice of which it is asked
    whether it is meant, while it is; together: the first and the last choice of those made at once, which are
    taken back at once.
    """

    state: State
    journal: Journal
    seats: Sequence[str]
    log: Log
    loaded: Loaded
    undone: list[str] = field(default_factory=list)
    begun: State | None = None
    stand_ins: dict[int, str] = field(default_factory=dict)
    asks_sole: str = NEVER
    held: Held | None = None
    together: list[tuple[int, int]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def people(self) -> list[int]:
        """The seats of people, from 0."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def name(self) -> str:
        """Who decides now: a person, a bot by its name, or nobody any more (empty)."""
        if self.state.decision is None:
            return ""
        return self.stand_ins.get(self.state.seat) or self.seats[self.state.seat]

    def take(self, *indexes: int) -> None:
        """Make choices one after the other, which the journal then holds, and the log."""
        for index in indexes:
            seat, self.held = self.state.seat, None
            chosen = self.journal.play(self.state, index)
            self.log.done.append((seat, self.state.happened))
            # Whoever goes another way than before cannot go on with what was taken back.
            if self.undone and self.undone.pop() != chosen:
                self.undone.clear()
                made = len(self.journal.entries)
                self.together = [(first, last) for first, last in self.together if last < made - 1]

    def hold(
        self,
        index: int,
        then: Sequence[str] = (),
        *,
        read: bool = False,
        ends: bool = False,
        alone: bool = False,
        costs: bool = False,
        final: bool = False,
    ) -> Held | None:
        """Hold a choice that a person is to be asked about first; return it, or nothing if it can be made.

        That is one with which a sole possibility is chosen, several of which one pays (costs), or, where
        one wants to be asked, one that ends the turn or lets others end it (ends), or cannot be taken back
        (final); who chose dice or chance from the list has read so.
        then: the ids of what is chosen after it in one go; read: it was chosen from the list of options,
        where that says what each does; alone: what can be chosen alone was clicked itself.
        """
        self.held = None
        if self.name != HUMAN:
            return None
        decision = self.state.decision
        if decision is None:
            return None
        chosen = (decision.options[index].id, *then) if index < len(decision.options) else ()
        after, chance = self._at_the_end(chosen) if ends else (None, False)
        may_end = ends and after is None and self._may_end(chosen)
        sole = self.asks_sole != NEVER and not then
        if self.asks_sole == COSTS and (alone or (read and self.state.option_count <= TRIED)):
            sole = False
        costs = costs and not read and self.asks_sole != NEVER
        why_final = self.why_final(chosen) if final else ""
        if read and why_final != _REVEALS:
            why_final = ""  # who chose to roll dice means it
        if not (sole or costs or why_final or may_end) and after is None:
            return None
        outcome = self._at_the_last(chosen) if then else self._outcome(index)
        # Where a turn is one choice, asking twice would be all that one does.
        one = self.log.done[-1][0] != self.state.seat
        if one and not (then or outcome.sole or after):
            after = None
        # An action that does nothing else is there to end the turn.
        bare = not then and outcome == Outcome() and "=" not in decision.options[index].id
        if after == [] and bare and not chance:
            return None
        sole = sole and bool(outcome.sole) and (outcome.costs or self.asks_sole == ALWAYS)
        if after is not None or may_end or costs or sole or why_final:
            self.held = Held(
                index, tuple(then), outcome, after is not None, may_end, tuple(after or ()), why_final
            )
        return self.held

    def why_final(self, chosen: Sequence[str]) -> str:
        """Return why choices cannot be taken back, as they show their seat something or take chance."""
        from interpreter import RuleFault, UnknownOption

        seat, guess = self.state.seat, self.state.guess(self.state.seat, 0)
        guess.listen()
        with suppress(RuleFault, UnknownOption):
            for each in chosen:
                guess.choose(each)
                # What chance does in the next turn is no part of it.
                if guess.turn != self.state.turn:
                    break
                if any(seat in one.uncovers for one in guess.happened):
                    return _REVEALS
                if guess.drawn:
                    rolls = any(one.event["kind"] == "roll" for one in guess.happened)
                    return "dice are rolled" if rolls else "chance decides"
                if guess.seat != seat:
                    break
        return ""

    def _at_the_last(self, chosen: Sequence[str]) -> Outcome:
        """Return what would lie where by the last of several choices: the rest is said of them together."""
        from interpreter import RuleFault, UnknownOption

        guess = self.state.guess(self.state.seat, 0)
        with suppress(RuleFault, UnknownOption):
            for each in chosen[:-1]:
                guess.choose(each)
            if guess.decision is not None and guess.seat == self.state.seat:
                last = guess.decision.index(chosen[-1])
                found = outcomes_of(Sight(guess, guess.seat), [last], {}).each.get(last, Outcome())
                return Outcome(laid=found.laid)
        return Outcome()

    def _outcome(self, index: int) -> Outcome:
        """Return what an option would do, in words without what a picture of it shows."""
        sight = Sight(self.state, self.state.seat)
        whole = outcomes_of(sight, [index], {}).each.get(index, Outcome())
        drawn = [("space", each.board, each.owner, each.space) for each in whole.laid]
        return outcomes_of(sight, [index], {index: drawn}).each.get(index, whole) if drawn else whole

    def _at_the_end(self, chosen: Sequence[str]) -> tuple[Sequence[str] | None, bool]:
        """Return what is begun of itself after choices that end a turn, and if they take chance.

        None: they end no turn, not for certain, or are there to end it. It is looked for on guesses, so it
        shows nothing that the seat cannot know.
        """
        if self.state.seat != self.state.whose_turn or not chosen or chosen[0] == PASS:
            return None, False
        after, chance = self._after_the_end(chosen, 0)
        if after is not None and chance and any(self._after_the_end(chosen, n)[0] is None for n in _GUESSES):
            return None, True
        return after, chance

    def _after_the_end(self, chosen: Sequence[str], guessed: int) -> tuple[Sequence[str] | None, bool]:
        """Return the same of what is chosen, on one guess."""
        from interpreter import RuleFault, UnknownOption

        seat, after, chance = self.state.seat, list[str](), False
        actions = self.game.once(action_names)
        try:
            guess = self.state.guess(seat, guessed)
            guess.listen()
            for each in chosen:
                if guess.seat == seat:
                    within = int(guess.inside)
                    guess.choose(each)
                    events = [one.event for one in guess.happened]
                    # The only way to go on with what is begun already belongs to it.
                    for event in begun_of_itself(events, actions, within):
                        if event.get("seat") == seat + 1:
                            after.append(begun_words(event))
                    chance = chance or _has_chance(events)
        except (RuleFault, UnknownOption):
            return None, False
        # The next turn may be the same seat's.
        return (None if guess.whose_turn == seat and guess.turn == self.state.turn else after), chance

    def _may_end(self, chosen: Sequence[str]) -> bool:
        """Return whether others can end the turn by how they answer choices, as far as one guess shows."""
        from interpreter import RuleFault, UnknownOption

        seat, turn = self.state.seat, self.state.turn
        if seat != self.state.whose_turn:
            return False
        guess = self.state.guess(seat, 0)
        with suppress(RuleFault, UnknownOption):
            for each in chosen:
                guess.choose(each)
            return guess.turn == turn and _ends_by_answers(guess, seat, turn, self.game.players)
        return False

    def take_as_bot(self) -> None:
        """Make the choice of the bot that decides now."""
        self.take(Thinking(self.name, self.state, self.journal.header.seed).choose())

    def undo(self, seat: int, times: int = 1) -> int:
        """Take a person's last choices back, by playing the game again up to there; returns how many."""
        taken, self.held = 0, None
        while (taken < times or self._is_amid()) and (count := self.journal.undoable(seat)):
            self.undone += [entry.choice for entry in reversed(self.journal.entries[-count:])]
            self.journal.undo(count)
            taken += 1
        if taken:
            self.log, self.state = self.played(len(self.journal.entries))
        return taken

    def undo_takes(self, seat: int) -> list[str]:
        """Return whose choices else a person's undo takes back, by name: those since the last own one."""
        kept = len(self.journal.entries) - self.journal.undoable(seat)
        return others_in([entry.seat for entry in self.journal.entries[kept:]], seat)

    def why_no_undo(self, seat: int) -> str:
        """Return in words why a person cannot take the last own choice back; empty: nothing keeps them."""
        entry = self.journal.bar_of_undo(seat)
        if entry is None:
            return ""
        if entry.seat != seat and entry.seat in self.journal.people():
            return f"{seat_name(entry.seat)} has answered since"
        if entry.revealed:
            return "something was revealed"
        happened = self.log.done[self.journal.entries.index(entry) + 1][1]
        kinds = {each.event["kind"] for each in happened}
        return "dice were rolled" if "roll" in kinds else "chance has decided something"

    def tie(self, first: int, last: int) -> None:
        """Note that choices were made at once, so that they are taken back and made again at once."""
        self.together = [*(each for each in self.together if each[1] < first), (first, last)]

    def _is_amid(self) -> bool:
        """Whether some of the choices that were made at once are taken back, and others not yet."""
        return any(first < len(self.journal.entries) <= last for first, last in self.together)

    def played(self, number: int) -> tuple[Log, State]:
        """Return the log and the state after so many choices, played again from the start."""
        choices = [entry.choice for entry in self.journal.entries[:number]]
        return Log.of(self.game, self.journal.header.seed, choices, self.begun)

    def copy_for(self, seat: int, number: int, seed: int) -> Session:
        """Return a copy to try things out from the position after so many choices, against bots.

        What the seat could not see there is dealt again, and future chance is new; no file keeps it.
        """
        from interpreter import Journal

        _, state = self.played(number)
        begun = state.guess(seat, seed)
        seats = [HUMAN if each == seat else OPPONENT for each in range(self.game.players)]
        log, state = Log.of(self.game, seed, (), begun)
        journal = Journal.unwritten(self.game, seed, seats)
        return Session(state, journal, seats, log, self.loaded, begun=begun)

    def redo(self, seat: int) -> int:
        """Make again what was taken back, up to a person's next question; returns how many choices."""
        made = 0
        while self.undone and self.state.decision is not None:
            if made and self.state.seat == seat and not self._is_amid():
                break
            self.take(self.state.decision.index(self.undone[-1]))
            made += 1
        return made

    def why_not(self, seat: int, word: str, *, places: bool = True) -> str:
        """Return why something is not offered; inside an action also what it was before its choices.

        places: say where rules lie.
        """
        from interpreter import UnknownOption, why_not

        if (meant := self._option_meant(seat, word)) != word:
            return why_text(self.state, meant, self.loaded, seat, places=places)
        asked, state, back = self.state.decision, self.state, 0
        named = (asked.site.name, *asked.site.labels) if asked is not None else ()
        while state.inside and word.partition("=")[0] not in named:
            back += 1
            _, state = self.played(len(self.journal.entries) - back)
            if state.decision is None or state.seat != seat:
                break
            chosen = state.decision.index(self.journal.entries[-back].choice)
            taken = state.decision.options[chosen].title
            if word in [option.id for option in state.decision.options]:
                undo = "undo" if back == 1 else f"undo {back}"
                return f"{word} was offered before you chose '{taken}'; `{undo}` goes back to that point."
            with suppress(UnknownOption):
                reason = why_not(state, word, seat=seat, loaded=self.loaded)
                if reason is not None and not reason.waits and not state.inside:
                    text = reason_text(word, reason, places=places)
                    return f"{text}\nNor was it offered before you chose '{taken}'."
        return self._why_as_said(seat, word, places=places)

    def _why_as_said(self, seat: int, word: str, *, places: bool) -> str:
        """Return why something is not offered that may go by a word of players."""
        from interpreter import UnknownOption, meant_by, why_not

        with suppress(UnknownOption):
            return reason_text(word, why_not(self.state, word, seat=seat, loaded=self.loaded), places=places)
        reasons: list[Reason | None] = []
        for meant in meant_by(self.state, word):
            with suppress(UnknownOption):
                reasons.append(why_not(self.state, meant, seat=seat, loaded=self.loaded))
        # What can be chosen, and what a condition keeps from it, says more than what only rules do.
        said = [each for each in reasons if each is None or each.condition] or reasons[:1]
        texts = dict.fromkeys(reason_text(word, each, places=places) for each in said)
        named = {thing.name: called(thing) for thing in self.state.game.things}
        thing = named.get(word.lower().replace(" ", "_"), "")
        if not texts and thing:
            return f"'{thing}' is nothing that is chosen here; `? {word}` says what it is."
        return "\n".join(list(texts)[:_MEANT]) or why_text(self.state, word, self.loaded, seat, places=places)

    def _option_meant(self, seat: int, word: str) -> str:
        """Return the id of an option that a person calls by its value alone; else the word as it is."""
        from interpreter import UnknownOption, why_not

        decision = self.state.decision
        name, equals, _ = decision.options[0].id.partition("=") if decision is not None else ("", "", "")
        known = {thing.name for thing in self.state.game.things if thing.section == "actions"}
        if not equals or "=" in word or word in known:
            return word
        try:
            why_not(self.state, f"{name}={word}", seat=seat, loaded=self.loaded)
        except UnknownOption:
            return word
        return f"{name}={word}"

    def where(self, command: str) -> str:
        """Return what is kept of a game that stops here, and how it goes on; the file itself is asked."""
        from interpreter import Journal, JournalFault

        path = self.journal.path
        if not self.journal.written:
            return "a game from a scenario is not kept"
        try:
            found = Journal.open(path)
        except (OSError, JournalFault):
            return f"nothing of this game is kept: there is no journal at {path} any more"
        kept = "the journal is safe"
        # One of an older format leaves choices out, until it is written again with the next.
        if found.header.format == self.journal.header.format and len(found.entries) < self.state.decisions:
            kept = f"the journal holds the game up to choice {len(found.entries)}, the last one is lost"
        return f"{kept}; go on with: rulewright {command} --resume {shlex.quote(str(path))}"


def _ends_by_answers(state: State, seat: int, turn: tuple[int, int], depth: int) -> bool:
    """Whether some of so many answers of others end a seat's turn: then it is not asked again."""
    if state.turn != turn or state.whose_turn != seat:
        return True
    if state.seat in (seat, -1) or not depth or state.option_count > _ANSWERS:
        return False
    for option in range(state.option_count):
        on = state.fork()
        on.choose(option)
        if _ends_by_answers(on, seat, turn, depth - 1):
            return True
    return False


def _has_chance(events: Sequence[Event]) -> bool:
    """Whether chance has a part in what was chosen, before the step that asked for it ends."""
    own = takewhile(lambda event: event["kind"] != "end" or event["what"] != "step", events)
    return any(event["kind"] in ("pick", "roll", "shuffle") for event in own)


def others_in(seats: Iterable[int], seat: int) -> list[str]:
    """Return by name, each once, who but a seat is among seats, such as those that made some choices."""
    return [seat_name(each) for each in sorted({*seats} - {seat})]
