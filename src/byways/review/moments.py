"""Find the acts in a game that had alternatives, each with its seat's view when it began."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from byways.game import Choice, Position, View
from byways.record import Choose, Happen, Leave, Played, Undo


class Moment(msgspec.Struct, frozen=True):
    """An unforced act, without undone steps. `begin` and `end` are the record lengths before and after it.

    `view` is the seat's view before the first step. `unrolled` is its view before the dice or cards just before the act, unless another act
    came between them; otherwise None.
    """

    seat: int
    begin: int
    end: int
    view: View
    act: tuple[Choice, ...]
    unrolled: View | None = None


class SeatHistory:
    """Follows a game for one seat, and finds its unforced acts."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.standing: list[tuple[int, Played]] = []  # steps of the open act not taken back, with the numbers of their entries
        self.unrolled: Position | None = None

    def follow(self, number: int, step: Played) -> Moment | None:
        """Return the unforced act that this step makes final, if any."""
        match step.entry:
            case Choose(self.seat):
                self.standing.append((number, step))
            case Undo(self.seat):
                self.standing.pop()
            case Leave(self.seat):
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
        """Remember the position before visible dice or cards. A forced act does not clear it, because bad dice often leave no choice."""
        due = step.before.chance
        if made or any(seat != self.seat for seat in step.finished):
            self.unrolled = None
        elif isinstance(step.entry, Happen) and not self.standing and due and due.seen(self.seat) and not due.is_frame:
            self.unrolled = self.unrolled or step.before


def moments(played: Iterable[Played]) -> list[Moment]:
    """Return all unforced acts of a game in the order in which they became final."""
    seats: list[SeatHistory] = []
    found: list[Moment] = []
    for number, step in enumerate(played):
        seats = seats or [SeatHistory(seat) for seat in range(len(step.before.acts))]
        found += filter(None, (seat.follow(number, step) for seat in seats))
    return found
