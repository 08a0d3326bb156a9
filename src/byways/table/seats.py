"""Who sits where at a table, and who looks at it."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf

import msgspec

AWAY = 60.0  # a person who has not looked for so many seconds has left
SIGNED = 10.0  # seconds between signs of life of a seat that other servers are told of
LONGEST_NAME = 24
TIMED = ("person", "program")  # kinds of seats that have a clock


class Seat(msgspec.Struct, frozen=True):
    """Who plays a seat. A bot may stand in for a person, who then still holds the seat and can take it back.

    `key` is the hash of the secret in the seat's link, `holder` the hash of the one in its player's browser.
    """

    kind: str  # person, bot, program or free
    bot: str | None = None
    key: str | None = None
    holder: str | None = None
    name: str = ""

    @property
    def player(self) -> str | None:
        """Whose seat this is, whoever plays for them; programs are known by their key."""
        return self.holder or self.key


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def called(name: str) -> str:
    """A person's name, fit to store and show."""
    return "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME]


class Seats(list[Seat]):
    """The seats of a table. `changes` counts how often somebody has sat down or left; `looking` counts open pages and streams.

    `left` is when a seat was last heard of, and nobody is known to have looked before the moment `since`. `signed` is the last sign of
    life that other servers know of, from here or there.
    """

    def __init__(self, seats: Sequence[Seat], changes: int, since: float) -> None:
        super().__init__(seats)
        self.changes, self.since = changes, since
        self.looking: Counter[int | None] = Counter()
        self.left: dict[int | None, float] = {}
        self.signed: dict[int, float] = {}

    def held_by(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self) if seat.holder is not None and secrets.compare_digest(seat.holder, holder)]

    def with_key(self, key: str) -> int | None:
        """The seat that a link is for."""
        return next((number for number, seat in enumerate(self) if seat.key and secrets.compare_digest(seat.key, hash_of(key))), None)

    def player(self, seat: int | None) -> str | None:
        return None if seat is None else self[seat].player

    def note(self, seats: Iterable[int]) -> None:
        """Somebody does or asks something for these seats: they are not away."""
        self.left.update(dict.fromkeys(seats, time.monotonic()))

    def enter(self, seat: int | None) -> None:
        self.looking[seat] += 1

    def leave(self, seat: int | None) -> None:
        self.looking[seat] -= 1
        self.left[seat] = time.monotonic()

    def signs(self) -> dict[int, float]:
        """Signs of life that other servers should be told of: when each seat was heard of."""
        now = time.monotonic()
        heard = {seat: now if self.looking[seat] else self.left.get(seat) for seat, sitting in enumerate(self) if sitting.kind in TIMED}
        return {seat: at for seat, at in heard.items() if at is not None and at > self.signed.get(seat, -inf) + SIGNED}

    @property
    def is_watched(self) -> bool:
        return any(count > 0 for count in self.looking.values())

    def is_away(self, seat: int) -> bool:
        """Whether the player of a seat has not looked for a while."""
        here, elsewhere = self.left.get(seat, self.since), self.signed.get(seat, -inf) + SIGNED
        return not self.looking[seat] and time.monotonic() - max(here, elsewhere) > AWAY

    def is_company(self, seat: int) -> bool:
        """Whether a person sits there, and somebody else at another seat: people who share a browser need no messages."""
        holders = {one.holder for one in self if one.holder is not None}
        return self[seat].holder in holders and len(holders) > 1

    def people_of(self, holder: str | None) -> list[int]:
        """The seats that people play in one browser."""
        return [] if holder is None else [number for number, seat in enumerate(self) if seat.holder == holder and seat.kind == "person"]
