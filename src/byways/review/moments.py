"""The acts of a game that could have been others, each as its seat saw it when it began."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from byways.game import Choice, Position, View
from byways.record import Choose, Happen, Played, Remove, Undo


class Moment(msgspec.Struct, frozen=True):
    """An unforced act: `act` are its steps as they stood at its end, `begin` and `end` the numbers of entries before it and up to its end.

    `view` is what the seat knew before the first step. `unrolled` is what it knew before the dice or cards that came just before, with no
    act of anybody in between; None if there were none.
    """

    seat: int
    begin: int
    end: int
    view: View
    act: tuple[Choice, ...]
    unrolled: View | None = None


class Seat:
    """Follows a game for one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.standing: list[tuple[int, Played]] = []  # the steps of its act that were not taken back, by the number of their entry
        self.unrolled: Position | None = None

    def see(self, number: int, step: Played) -> Moment | None:
        """The unforced act that this step makes final, if it does so."""
        match step.entry:
            case Choose(self.seat):
                self.standing.append((number, step))
            case Undo(self.seat):
                self.standing.pop()
            case Remove(self.seat):
                self.standing.clear()
        made = self._made(number + 1) if self.standing and self.seat in step.finished else None
        self._note_chance(step, made)
        if self.seat in step.finished:
            self.standing.clear()
        return made

    def _made(self, end: int) -> Moment | None:
        steps = [step for _, step in self.standing]
        if all(len(step.before.choices(self.seat)) == 1 for step in steps):
            return None
        act = tuple(step.choice for step in steps if step.choice is not None)
        unrolled = None if self.unrolled is None else self.unrolled.view(self.seat)
        return Moment(self.seat, self.standing[0][0], end, steps[0].before.view(self.seat), act, unrolled)

    def _note_chance(self, step: Played, made: Moment | None) -> None:
        """Only a forced act of its own leaves what came before it as it was: bad dice often leave nothing to choose."""
        due = step.before.chance
        if made or any(seat != self.seat for seat in step.finished):
            self.unrolled = None
        elif isinstance(step.entry, Happen) and not self.standing and due and due.seen(self.seat) and not due.is_frame:
            self.unrolled = self.unrolled or step.before


def moments(played: Iterable[Played]) -> list[Moment]:
    """All unforced acts of a game, in the order in which they became final. A seat that was removed has no more."""
    seats: list[Seat] = []
    found: list[Moment] = []
    for number, step in enumerate(played):
        seats = seats or [Seat(seat) for seat in range(len(step.before.acts))]
        found += filter(None, (seat.see(number, step) for seat in seats))
    return found
