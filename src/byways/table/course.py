"""One game as it goes: its position, its log, its clocks, and what everybody has on screen. Nothing here waits for anybody."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable
from operator import itemgetter
from random import Random
from typing import NoReturn

import msgspec

from byways.game import Chance, Choice, Complaint, Event, Game, Illegal, Position, View
from byways.record import Choose, Entry, Happen, Hint, Record, Step, Story, Undo
from byways.record import start as start_of
from byways.referee import Clock
from byways.table.store import Folded, Kept

STEPS = 400  # steps and undos of one seat's act after which it can take nothing back
GRACE = 60.0  # seconds that a seat has at least when its table is opened again


class Stale(Complaint):
    """A choice made on a drawing that is no longer the newest of its seat."""


class Screen:
    """What one seat (None: everybody who watches) has on its screen. The number counts what that seat has seen, nothing else."""

    def __init__(self, view: View) -> None:
        self.story = Story(view.seat)
        self.view = view
        self.number = 0
        self.same_since = 0  # the first number from which a choice means the same as now
        self.log: list[str] = []  # as sentences for `Game.say`: whoever looks has a language of its own
        self.entries = [0]  # how many entries the game had at each number
        self.events: list[tuple[int, Event]] = []  # with the number of the moment at which each was told

    def events_since(self, number: int) -> list[Event]:
        return [event for _, event in self.events[bisect_right(self.events, number, key=itemgetter(0)) :]]

    def skip(self, entries: int) -> None:
        """What stood at this number was taken back."""
        self.number += 1
        self.entries.append(entries)

    def see(self, step: Step, entries: int) -> None:
        lines = [event.sentence for event in step.events]
        self.number += 1
        self.entries.append(entries)
        if lines or not is_same_choice(self.view, step.view):
            self.same_since = self.number
        self.view = step.view
        self.log += lines
        self.events += [(self.number, event) for event in step.events]


def is_same_choice(before: View, after: View) -> bool:
    """Where everybody acts at once, a seat that is done changes nothing for those who are not, but who is waited for."""
    turns = (before.seat in before.awaited) == (before.seat in after.awaited)
    return turns and msgspec.structs.replace(before, awaited=after.awaited) == after


def is_frame(due: Chance) -> bool:
    """Whether a chance is none, but a step that games put between others for people to see them one by one."""
    return due.seen_by is None and due.weights == (1,)


class Act:
    """The present act of a seat, as the log has it: entries by number, with the screens that have shown them."""

    def __init__(self) -> None:
        self.standing: list[tuple[int, Folded]] = []
        self.undone: dict[int, Folded] = {}

    @property
    def length(self) -> int:
        return len(self.standing) + len(self.undone)

    def take(self, number: int, entry: Entry, seen_by: tuple[int | None, ...]) -> None:
        if isinstance(entry, Choose):
            self.standing.append((number, Folded(seen_by)))
        elif isinstance(entry, Undo):
            self.undone |= {number: Folded(seen_by), **dict([self.standing.pop()])}


class Next(msgspec.Struct, frozen=True):
    """What an entry would lead to."""

    entry: Entry
    position: Position
    told: list[Event]


def finished(before: Position, step: Next) -> list[int]:
    """The seats whose acts are final with this step."""
    if isinstance(step.entry, (Undo, Hint)):
        return []
    mover = getattr(step.entry, "seat", None)
    return [seat for seat, act in enumerate(step.position.acts) if not act and (before.acts[seat] or mover == seat)]


class Course:
    """The entries of a table are tried with `follow`, kept by somebody, then gone along with by `go`."""

    def __init__(self, game: Game, kept: Kept) -> None:
        self.game, self.head = game, kept.head
        self.position = kept.head.start(game)
        self.entries: list[Entry] = []
        self.clocks = [Clock(kept.clock) for _ in self.position.acts]
        self.acts = [Act() for _ in self.clocks]
        self.standings: list[Hashable] = []
        self.screens = {seat: Screen(self.position.view(seat)) for seat in (*range(len(self.clocks)), None)}
        self._note_standing()
        self._run_clocks(kept.created)
        for number, timed in enumerate(kept.entries):
            try:
                self.go(self.attempt(self.position, timed.entry), timed.at)
            except Complaint as error:  # its words, and those of the entry, could tell a secret
                raise kept.head.unplayable(game, f"This table cannot go on: entry {number} of its log cannot be played.") from error

    @property
    def record(self) -> Record:
        return self.record_until(len(self.entries))

    def record_until(self, number: int) -> Record:
        """What was played up to an entry, without what is folded."""
        return msgspec.structs.replace(self.head, entries=tuple(entry for entry in self.entries[:number] if not isinstance(entry, Folded)))

    def story(self, seat: int | None) -> list[Step]:
        """All that a seat has seen, by the numbers of its screen; in the place of what is folded stands what was there before."""
        position, story, told = start_of(self.game, self.head.setup), Story(seat), list[Event]()
        steps = [Step((), (), position.view(seat))]
        for entry in self.entries:
            if isinstance(entry, Folded):
                steps += [Step((), (), steps[-1].view)] * (seat in entry.seen_by)
                continue
            before, position = position, entry.apply(self.game, position, told)
            if step := story.see(entry, self.game, before, position, told):
                steps.append(step)
            told.clear()
        return steps

    @property
    def repeated(self) -> int:
        """As `Record.repeated`, without replaying the game."""
        return self.standings.count(self.standings[-1]) - 1 if self.standings else 0

    def _note_standing(self) -> None:
        if self.game.repeats and self.standings[-1:] != [now := self.game.standing(self.position)]:
            self.standings.append(now)

    def attempt(self, position: Position, entry: Entry) -> Next:
        told: list[Event] = []
        return Next(entry, entry.apply(self.game, position, told), told)

    def follow(self, entry: Entry, draw: Callable[[Chance, int], str]) -> list[Next]:
        """An entry, and all dice and cards that come at once after it."""
        steps = [self.attempt(self.position, entry)]
        while (due := steps[-1].position.chance) and not is_frame(due):
            steps.append(self.attempt(steps[-1].position, Happen(draw(due, len(self.entries) + len(steps)))))
        return steps

    def folds(self, steps: list[Next]) -> dict[int, Folded]:
        """What was taken back in the acts that these steps make final, by its numbers in the log."""
        positions = [self.position, *(step.position for step in steps)]
        seats = {seat for before, step in zip(positions, steps, strict=False) for seat in finished(before, step)}
        return {number: folded for seat in seats for number, folded in self.acts[seat].undone.items()}

    def go(self, step: Next, at: float) -> None:
        before, self.position = self.position, step.position
        self.entries.append(step.entry)
        if isinstance(step.entry, Folded):
            for seat in step.entry.seen_by:
                self.screens[seat].skip(len(self.entries))
            return
        seen_by = tuple(seat for seat, screen in self.screens.items() if self._show(screen, before, step))
        self._note_standing()
        if isinstance(step.entry, (Choose, Undo)):
            self.acts[step.entry.seat].take(len(self.entries) - 1, step.entry, seen_by)
        for seat in finished(before, step):
            self.clocks[seat].reset()
            for number, folded in self.acts[seat].undone.items():
                self.entries[number] = folded
            self.acts[seat] = Act()
        self._run_clocks(at)

    def _show(self, screen: Screen, before: Position, step: Next) -> bool:
        seen = screen.story.see(step.entry, self.game, before, step.position, step.told)
        if seen:
            screen.see(seen, len(self.entries))
        return seen is not None

    def _run_clocks(self, now: float) -> None:
        for seat, clock in enumerate(self.clocks):
            if seat in self.position.awaited:
                clock.run(now)
            else:
                clock.stop(now)

    def allow(self, seat: int, now: float, seconds: float = GRACE) -> None:
        """Whatever was on its clock, a seat has some time from now on."""
        clock = self.clocks[seat]
        if clock.limit is not None and clock.left is not None and clock.since is not None:
            clock.left = max(clock.left - (now - clock.since), min(clock.limit, seconds))
            clock.since = now

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

    def same_moment(self, seat: int | None, number: int, other: int | None) -> int:
        """The number on another's screen when a seat's had this one."""
        return bisect_right(self.screens[other].entries, self.screens[seat].entries[number]) - 1

    def check_undo(self, seat: int, seen: int) -> None:
        """Without undo every act comes to its end, so limiting undo limits the log."""
        self.newest(seat, seen)
        if self.acts[seat].length >= STEPS:
            raise Illegal("Nothing was taken back: that was enough of it for one act. Go on from here.")

    def _explain(self, view: View, seat: int, choice: Choice) -> NoReturn:
        if seat in view.awaited:
            view.imagine(Random(0)).choose(seat, choice)
        raise Illegal(f"Nothing was played. {self.game.say(view.prompt)}")
