"""What everybody at a table has on screen: a view, what was told, and a number that counts only what was seen there."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import itemgetter

import msgspec

from byways.game import Event, Position, View
from byways.i18n import Sentence
from byways.record import Choose, Played, Step, Story, Undo

LATELY = 40  # moments that are kept for those who want to see what happened


class Recent(msgspec.Struct, frozen=True, eq=False, weakref=True):
    """A moment of a screen by its number."""

    number: int
    step: Step


class Screen:
    """What one seat (None: spectators) has on its screen."""

    def __init__(self, view: View) -> None:
        self.story = Story(view.seat)
        self.view = view
        self.number = 0
        self.same_since = 0  # the first number from which a choice means the same as now
        self.awaited_since = 0  # the first number of this turn, if the seat is awaited
        self.entries = [0]  # how many entries the game had at each number
        self.events: list[tuple[int, Event]] = []  # each with the number of its moment
        self.lately: list[Recent] = []  # what was told since this seat last took a step, that step included

    @property
    def log(self) -> list[Sentence]:
        """What was told here, to be said by `Game.say`: each viewer has a language."""
        return [event.said for _, event in self.events]

    def events_since(self, number: int) -> list[Event]:
        return [event for _, event in self.events[bisect_right(self.events, number, key=itemgetter(0)) :]]

    def show(self, step: Played, entries: int) -> None:
        """Show what this screen may show of a step, the last of so many entries."""
        seen = self.story.see(step)
        if seen is None:
            return
        self.number += 1
        self.entries.append(entries)
        if seen.events or not is_same_choice(self.view, seen.view):
            self.same_since = self.number
        if self.view.seat in seen.view.awaited and self.view.seat not in self.view.awaited:
            self.awaited_since = self.number
        self.view = seen.view
        self.events += [(self.number, event) for event in seen.events]
        if isinstance(step.entry, Choose | Undo) and step.entry.seat == self.view.seat:
            self.lately.clear()
        if seen.events:
            self.lately = [*self.lately[1 - LATELY :], Recent(self.number, seen)]

    def moment(self, entries: int) -> int:
        """The number on this screen when the game had so many entries."""
        return bisect_right(self.entries, entries) - 1

    def has_shown(self, number: int) -> bool:
        """Whether an entry, by its number in the log, was something to see here."""
        at = bisect_left(self.entries, number + 1)
        return at < len(self.entries) and self.entries[at] == number + 1


def is_same_choice(before: View, after: View) -> bool:
    """Where everybody acts at once, a seat that is done changes nothing for the others except who is waited for."""
    turns = (before.seat in before.awaited) == (before.seat in after.awaited)
    return turns and msgspec.structs.replace(before, awaited=after.awaited) == after


class Screens(dict[int | None, Screen]):
    """The screens of all seats, and under None that of spectators."""

    def __init__(self, position: Position) -> None:
        super().__init__({seat: Screen(position.view(seat)) for seat in (*range(len(position.acts)), None)})

    def show(self, step: Played, entries: int) -> None:
        for screen in self.values():
            screen.show(step, entries)

    def seen_by(self, number: int) -> tuple[int | None, ...]:
        """The seats whose screens have shown an entry, by its number in the log."""
        return tuple(seat for seat, screen in self.items() if screen.has_shown(number))

    def same_moment(self, seat: int | None, number: int, other: int | None) -> int:
        """The number on another screen when a seat's screen had this one."""
        return self[other].moment(self[seat].entries[number])
