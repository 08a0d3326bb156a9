"""Who has left and who is back, for the log of a table, as long as it is open here."""

from __future__ import annotations

import time

from byways.table.seats import Notice, Seats

MOST = 20  # lines of the log


class Absences:
    def __init__(self) -> None:
        self.told: list[Notice] = []
        self.absent: set[int] = set()

    def notice(self, seats: Seats, entries: int) -> bool:
        """Whether there is something new to tell; nobody has left who never came."""
        people = [number for number, seat in enumerate(seats) if seat.kind == "person" and seats.gone_since(number) is not None]
        left = {number for number in people if seats.is_away(number) and number not in self.absent}
        back = {number for number in people if seats.is_here(number) and number in self.absent}
        self.absent = (self.absent | left) - back
        new = [
            Notice(name, seat, seats[seat].name, entries, time.time()) for name, who in (("gone", left), ("returned", back)) for seat in who
        ]
        self.told = [*self.told, *new][-MOST:]
        seats.presence += bool(new)
        return bool(new)
