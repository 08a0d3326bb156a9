"""Who sits where at a table, who looks at it, and who has left and is back."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from math import inf
from typing import Literal, TypeAlias

import msgspec

AWAY = 60.0  # a person who has not looked for so many seconds has left
BLINK = 10.0  # seconds without a stream that a page may need to load again
SIGNED = 10.0  # seconds between signs of life of a seat that other servers are told of
LONGEST_NAME = 24
MOST_TOLD = 20  # lines of the log about who has left and is back
Kind: TypeAlias = Literal["person", "bot", "program", "free"]
Why: TypeAlias = Literal["", "asked", "left", "late"]  # why a bot stands in
Told: TypeAlias = Literal[
    "sat", "asked", "left", "late", "back", "filled", "lost", "put-out", "asks-end", "plays-on", "agreed", "closed", "gone", "returned"
]  # of a seat in the log: each is the name of a message, `notice.sat`

TIMED: tuple[Kind, ...] = ("person", "program")  # kinds of seats that have a clock


class Seat(msgspec.Struct, frozen=True):
    """Who plays a seat. A bot may stand in for a person, who then still holds the seat and can take it back.

    `key` is the hash of the secret in the seat's link, `holder` the hash of the one in its player's browser. `why` a bot stands in: asked,
    left or late. `ends`: the player wants to end the game. `former` is the holder whom the host has put out. `line` names the connection
    of a program, at whichever server it is.
    """

    kind: Kind
    bot: str | None = None
    key: str | None = None
    holder: str | None = None
    name: str = ""
    why: Why = ""
    ends: bool = False
    former: str | None = None
    line: str = ""

    @property
    def player(self) -> str | None:
        """Whose seat this is, whoever plays for them; programs are known by their key."""
        return self.holder or self.key


class Notice(msgspec.Struct, frozen=True):
    """Something about a seat that was not played, for the log: what is told, who it was, and after how many entries. Rows of the
    database become notices unchecked."""

    name: Told
    seat: int
    who: str
    after: int
    at: float


def with_bot(seat: Seat, bot: str, why: Why) -> Seat:
    """A bot plays; whose seat it is stays the same."""
    return msgspec.structs.replace(seat, kind="bot", bot=bot, why=why if seat.holder else "")


def change_of(before: Seat, now: Seat) -> Told | None:
    """What is told of a change at a seat."""
    if now.ends and not before.ends:
        return "asks-end"
    match before.kind, now.kind:
        case ("free", "person") | ("free", "program"):
            return "sat"
        case "bot", "person":
            return "back"
        case "free", "bot":
            return "filled"
        case "program", "bot":
            return "lost"
        case ("person", "bot") | ("bot", "bot") if before.holder and not now.holder:
            return "put-out"
        case "person", "bot":
            return now.why or None
        case "person", "person" if before.holder != now.holder and before.name != now.name:
            return "sat"
    return None


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def called(name: str) -> str:
    """A person's name, fit to store and show."""
    return "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME]


class Seats(list[Seat]):
    """The seats of a table. `changes` counts how often somebody has sat down or left, `presence` how often somebody came or went;
    `looking` counts open pages and streams.

    `left` is when a seat was last heard of, and nobody is known to have looked before the moment `since`. `signed` is the last sign of
    life that other servers know of, from here or there; `elsewhere` the last from there. Who has no stream counts as here `until` then.
    """

    def __init__(self, seats: Sequence[Seat], changes: int, since: float) -> None:
        super().__init__(seats)
        self.changes, self.since = changes, since
        self.looking: Counter[int | None] = Counter()
        self.left: dict[int | None, float] = {}
        self.signed: dict[int, float] = {}
        self.elsewhere: dict[int, float] = {}
        self.until: dict[int | None, float] = {}
        self.presence = 0
        self.here: tuple[bool, ...] = ()

    def held_by(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self) if seat.holder is not None and secrets.compare_digest(seat.holder, holder)]

    def with_key(self, key: str) -> int | None:
        """The seat that a link is for."""
        return next((number for number, seat in enumerate(self) if seat.key and secrets.compare_digest(seat.key, hash_of(key))), None)

    def player(self, seat: int | None) -> str | None:
        return None if seat is None else self[seat].player

    def note(self, seats: Iterable[int]) -> None:
        """Somebody does or asks something for these seats: they are not away."""
        now = time.monotonic()
        for seat in seats:
            self.left[seat], self.until[seat] = now, now + AWAY

    def enter(self, seat: int | None) -> None:
        self.looking[seat] += 1

    def leave(self, seat: int | None) -> None:
        self.looking[seat] -= 1
        self.left[seat] = time.monotonic()
        self.until[seat] = self.left[seat] + BLINK

    def signs(self) -> dict[int, float]:
        """Signs of life that other servers should be told of: when each seat was heard of."""
        now = time.monotonic()
        heard = {seat: now if self.looking[seat] else self.left.get(seat) for seat, sitting in enumerate(self) if sitting.kind in TIMED}
        return {seat: at for seat, at in heard.items() if at is not None and at > self.signed.get(seat, -inf) + SIGNED}

    def hear(self, seat: int, at: float) -> None:
        """A sign of life that is kept in the store; what is later than our own comes from elsewhere."""
        if at > self.signed.get(seat, -inf) + 1:
            self.elsewhere[seat] = at
            self.until[seat] = max(self.until.get(seat, -inf), at + 2 * SIGNED + BLINK)
        self.signed[seat] = max(at, self.signed.get(seat, -inf))

    @property
    def is_watched(self) -> bool:
        return any(self.looking.values())

    @property
    def is_attended(self) -> bool:
        """Whether somebody watches here, or plays at another server."""
        return self.is_watched or any(map(self.is_here, range(len(self))))

    def is_away(self, seat: int, seconds: float | None = None) -> bool:
        """Whether the player of a seat has not looked for a while, or for so many seconds."""
        here = max(self.left.get(number, self.since) for number in self.same_player(seat))
        elsewhere = max(self.signed.get(number, -inf) for number in self.same_player(seat)) + SIGNED
        return not self.is_looked_at(seat) and time.monotonic() - max(here, elsewhere) > (AWAY if seconds is None else seconds)

    def same_player(self, seat: int) -> list[int]:
        """The seats that are played in the same browser: who looks at one of them is there for all."""
        player = self[seat].player
        return [seat] if player is None else [number for number, other in enumerate(self) if other.player == player]

    def is_looked_at(self, seat: int) -> bool:
        return any(self.looking[number] for number in self.same_player(seat))

    def is_here(self, seat: int) -> bool:
        """Whether a seat's player is there, as far as others need to know: who loads a page again has not gone."""
        now = time.monotonic()
        return self.is_looked_at(seat) or any(now < self.until.get(number, -inf) for number in self.same_player(seat))

    def gone_since(self, seat: int) -> float | None:
        """When the player of a seat was last heard of; None if never."""
        known = [at for number in self.same_player(seat) for at in (self.left.get(number), self.elsewhere.get(number)) if at is not None]
        return max(known, default=None)

    def look_around(self) -> bool:
        """Whether somebody has come or gone since the last time."""
        here = tuple(seat.player is not None and self.is_here(number) for number, seat in enumerate(self))
        if here == self.here:
            return False
        self.here, self.presence = here, self.presence + 1
        return True

    def is_company(self, seat: int) -> bool:
        """Whether a person sits there, and somebody else at another seat: people who share a browser need no messages."""
        holders = {one.holder for one in self if one.holder is not None}
        return self[seat].holder in holders and len(holders) > 1

    def people_of(self, holder: str | None) -> list[int]:
        """The seats that people play in one browser."""
        return [] if holder is None else [number for number, seat in enumerate(self) if seat.holder == holder and seat.kind == "person"]


class Absences:
    """Who has left and who is back, for the log of a table, as long as it is open here."""

    def __init__(self) -> None:
        self.told: list[Notice] = []
        self.absent: set[int] = set()

    def notice(self, seats: Seats, entries: int) -> bool:
        """Whether there is something new to tell; nobody has left who never came."""
        people = [number for number, seat in enumerate(seats) if seat.kind == "person" and seats.gone_since(number) is not None]
        left = {number for number in people if seats.is_away(number) and number not in self.absent}
        back = {number for number in people if seats.is_here(number) and number in self.absent}
        self.absent = (self.absent | left) - back
        told: dict[Told, set[int]] = {"gone": left, "returned": back}
        new = [Notice(name, seat, seats[seat].name, entries, time.time()) for name, who in told.items() for seat in who]
        self.told = [*self.told, *new][-MOST_TOLD:]
        seats.presence += bool(new)
        return bool(new)
