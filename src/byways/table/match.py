"""One game in progress at a table: what its referee conducts, and what everybody has on screen. Nothing here waits."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NoReturn

import msgspec

from byways.game import Chance, Choice, Complaint, Game, Illegal, Position, View, stream
from byways.record import Entry, Folded, Played, Record, Step
from byways.referee import Referee
from byways.table.screens import Screens
from byways.table.store import StoredTable

STEPS = 400  # steps and undos of one seat's act after which it can take nothing back


class Stale(Complaint):
    """Too late: a choice made on a drawing that is no longer the newest of its seat, or for a seat that somebody else has by now."""


def is_frame(due: Chance) -> bool:
    """Whether a chance is not random at all, but a pause that games put between steps so that people see them one by one."""
    return due.seen_by is None and due.weights == (1,)


class Match:
    """The referee previews an entry, the caller stores it, `take` applies it."""

    def __init__(self, game: Game, stored: StoredTable) -> None:
        self.game, self.seed = game, stored.seed
        self.referee = Referee(game, stored.head, self._draw, stored.clock, stored.created, self._show)
        self.screens = Screens(self.referee.position)
        self._stories: dict[int | None, list[Step]] = {}
        for number, timed in enumerate(stored.entries):
            try:
                self.follow(timed.entry, timed.at)
            except Complaint as error:  # its words, and those of the entry, could tell a secret
                raise stored.head.unplayable(game, f"This table cannot go on: entry {number} of its log cannot be played.") from error

    def _draw(self, due: Chance, number: int) -> str | None:
        """A frame waits for a while: people should see what came before it."""
        return None if is_frame(due) else self.draw(due, number)

    def draw(self, due: Chance, number: int) -> str:
        """The chance outcome for the entry of this number: always the same, so no generator has to survive a restart."""
        return due.draw(stream(self.seed, f"chance {number}"))

    def _show(self, step: Played) -> None:
        self.screens.show(step, len(self.referee.entries))

    @property
    def position(self) -> Position:
        return self.referee.position

    @property
    def entries(self) -> list[Entry]:
        return self.referee.entries

    @property
    def record(self) -> Record:
        return self.referee.record

    @property
    def length(self) -> int:
        """The length of the log, folded entries included."""
        return len(self.referee.entries)

    def follow(self, entry: Entry, at: float) -> None:
        """Apply an entry that is already stored."""
        self.take([self.referee.attempt(self.position, entry)], at)

    def take(self, steps: Sequence[Played], at: float) -> None:
        folds = self.folds(steps)
        self.referee.commit(steps, at)
        for number, folded in folds.items():
            self.referee.entries[number] = folded

    def folds(self, steps: Sequence[Played]) -> dict[int, Folded]:
        """What takes the place of entries that were taken back, once these steps make their acts final."""
        return {number: Folded(self.screens.seen_by(number)) for number in self.referee.taken_back(steps)}

    def story(self, seat: int | None) -> list[Step]:
        """All that a seat has seen, by the numbers of its screen; rebuilt when there is more of it."""
        if len(self._stories.get(seat, ())) <= self.screens[seat].number:
            self._stories[seat] = self._story(seat)
        return self._stories[seat]

    def _story(self, seat: int | None) -> list[Step]:
        """Folded entries are shown as what was there before."""
        begun = self.referee.head.start(self.game).view(seat)
        log = msgspec.structs.replace(self.referee.head, entries=tuple(self.referee.entries))
        return [Step((), (), begun), *log.story(self.game, seat)]

    def until(self, seat: int | None, number: int) -> Record:
        """What was played up to one moment of a seat's story."""
        return self.referee.record_until(self.screens[seat].entries[number])

    # What a seat asks for

    def newest(self, seat: int, seen: int) -> View:
        """The view of a seat, if it is what the seat saw when it chose."""
        screen = self.screens[seat]
        if not screen.same_since <= seen <= screen.number:
            raise Stale("Nothing was played: the board had changed meanwhile. Look again, then choose.")
        return screen.view

    def read(self, seat: int, seen: int, text: str) -> Choice:
        """A choice of a seat. Why one is illegal is found in an imagined world, so the sentence can only tell what this seat knows."""
        view, choice = self.newest(seat, seen), self.game.parse(text)
        if choice not in view.choices:
            self._explain(view, seat, choice)
        return choice

    def _explain(self, view: View, seat: int, choice: Choice) -> NoReturn:
        if seat in view.awaited:
            view.imagine(Random(0)).choose(seat, choice)
        raise Illegal(f"Nothing was played. {self.game.say(view.prompt)}")

    def check_undo(self, seat: int, seen: int) -> None:
        """Without undo every act comes to its end, so limiting undo limits the log."""
        self.newest(seat, seen)
        if len(self.referee.acts[seat]) >= STEPS:
            raise Illegal("Nothing was taken back: that was enough of it for one act. Go on from here.")
