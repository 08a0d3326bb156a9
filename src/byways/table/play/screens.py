"""A table's screens. Each numbers only the moments that its viewers have seen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

import msgspec

from byways.daily import without
from byways.game import Event, Position, View
from byways.record import Choose, Played, Step, Story, Undo

LATELY = 40  # recent moments that a screen keeps


class Recent(msgspec.Struct, frozen=True, eq=False, weakref=True):
    """A screen's moment with its number, and the number of the show in progress before it (0: none)."""

    number: int
    step: Step
    show: int = 0


class Screen:
    """What one seat, or all spectators (None), see now.

    `number` counts only moments seen on this screen, so it reveals no hidden step of another seat.
    """

    def __init__(self, view: View, barred: Sequence[str] = ()) -> None:
        self.story, self.barred = Story(view.seat), barred
        self.view = without(view, barred)
        self.number = 0
        self.same_since = 0  # a choice made on this number or a later one still means the same
        self.acted = 0  # the number at which the seat's latest act became final
        self.began = 0  # the number at which the seat's current or latest act began
        self.last_act: int | None = None  # the number at which the seat's latest final act began
        self.entries = [0]  # the length of the log at each number
        self.events: list[tuple[int, Event]] = []  # with the numbers of their moments
        self.show_begun = 0  # the number at which the show in progress began; 0: none
        self.lately: list[Recent] = []  # moments with events from this seat's latest step on

    def events_since(self, number: int) -> list[Event]:
        return [event for _, event in self.events[bisect_right(self.events, number, key=itemgetter(0)) :]]

    def show(self, step: Played, entries: int) -> None:
        """Show what these viewers may see of a step. `entries` is the length of the log including the step."""
        seen = self.story.see(step)
        if seen is None:
            return
        seat = self.view.seat
        if seat is not None and isinstance(step.entry, Choose) and step.entry.seat == seat and not step.before.acts[seat]:
            self.began = self.number
        self.number += 1
        self.entries.append(entries)
        view = without(seen.view, self.barred)
        if seen.events or not is_same_choice(self.view, view):
            self.same_since = self.number
        if seat in step.finished:
            self.acted, self.last_act = self.number, self.began
        self.view = view
        self.events += [(self.number, event) for event in seen.events]
        if isinstance(step.entry, Choose | Undo) and step.entry.seat == self.view.seat:
            self.lately.clear()
        if seen.events:
            self.lately = [*self.lately[1 - LATELY :], Recent(self.number, seen, self.show_begun)]
        for event in seen.events:
            self.show_begun = show_after(event, self.number, self.show_begun)

    def number_after(self, entries: int) -> int:
        """This screen's number when the log had the given length."""
        return bisect_right(self.entries, entries) - 1

    def has_shown(self, entry: int) -> bool:
        """Whether the log entry with this number was a moment on this screen."""
        at = bisect_left(self.entries, entry + 1)
        return at < len(self.entries) and self.entries[at] == entry + 1


def show_after(event: Event, number: int, show: int) -> int:
    """The number of the show in progress after an event."""
    return number if event.show == "begins" else 0 if event.show == "ends" else show


def is_same_choice(before: View, after: View) -> bool:
    """Whether a choice made on the earlier view still means the same on the later one.

    The views may differ in the other seats that are awaited: where all seats act at once, that is all that changes when another finishes.
    """
    turns = (before.seat in before.awaited) == (before.seat in after.awaited)
    return turns and msgspec.structs.replace(before, awaited=after.awaited) == after


class Screens(dict[int | None, Screen]):
    """The screens of all seats, and the spectators' under None. They offer no `barred` choice."""

    def __init__(self, position: Position, barred: Sequence[str] = ()) -> None:
        super().__init__({seat: Screen(position.view(seat), barred) for seat in (*range(len(position.acts)), None)})

    def show(self, step: Played, entries: int) -> None:
        for screen in self.values():
            screen.show(step, entries)

    def wait_for(self, seats: tuple[int, ...], position: Position) -> None:
        """Before the first entry: wait for these seats and offer no choice. With none of them, the position is shown as it is.

        A view in which a chance is due stays so, because it awaits no seat.
        """
        for seat, screen in self.items():
            view = position.view(seat)
            awaited = seats if view.awaited else ()
            screen.view = msgspec.structs.replace(view, awaited=awaited, choices=()) if seats else without(view, screen.barred)

    def seen_by(self, entry: int) -> tuple[int | None, ...]:
        """The seats whose screens have shown the log entry with this number."""
        return tuple(seat for seat, screen in self.items() if screen.has_shown(entry))

    def same_moment(self, seat: int | None, number: int, other: int | None) -> int:
        """Another screen's number at the moment when a seat's screen had the given one."""
        return self[other].number_after(self[seat].entries[number])
