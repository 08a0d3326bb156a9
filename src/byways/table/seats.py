"""A table's seats: who plays them, and which players are present."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Literal, TypeAlias

import msgspec

AWAY = 60.0  # seconds without a sign of life after which a player has left
BLINK = 10.0  # seconds without a stream that reloading a page may take
PUBLISHED = 10.0  # seconds between publications of a seat's presence to other servers
LONGEST_NAME = 24
FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # invisible, although Unicode counts them as letters or symbols
KEPT_ABSENCES = 20  # notices about players who left and returned
Kind: TypeAlias = Literal["person", "bot", "program", "free"]
Why: TypeAlias = Literal["", "asked", "left", "late", "resigned"]
NoticeName: TypeAlias = Literal[
    "sat",
    "asked",
    "left",
    "late",
    "back",
    "filled",
    "lost",
    "put-out",
    "withdrawn",
    "asks-end",
    "plays-on",
    "agreed",
    "closed",
    "gone",
    "returned",
    "hint",
    "learns",
    "watches",
    "rematch",
]  # each is the name of a message, such as `notice.sat`

TIMED: tuple[Kind, ...] = ("person", "program")  # kinds of seats that have a clock


class Seat(msgspec.Struct, frozen=True):
    """Who plays a seat. A bot may stand in for a person, who still holds the seat and can take it back.

    `key` is the hash of the secret in the seat's link, `holder` the hash of the secret in its player's browser. `why` says why a bot stands
    in, or that the player has resigned. `ends` means that the player wants to end the game. `former` is the holder whom the host has
    removed. `line` names a program's connection, on whichever server it is.
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
        """Identifies the player, even while a bot stands in. Programs are identified by their key."""
        return self.holder or self.key

    @property
    def is_playing(self) -> bool:
        """Whether this seat is played by a person who has not resigned."""
        return self.kind == "person" and self.why != "resigned"


class Notice(msgspec.Struct, frozen=True):
    """A log line about a seat, where `who` sat after `after` entries. It is read from the database without validation."""

    name: NoticeName
    seat: int
    who: str
    after: int
    at: float


def with_bot(seat: Seat, bot: str, why: Why) -> Seat:
    """The seat with a bot standing in for its holder."""
    return msgspec.structs.replace(seat, kind="bot", bot=bot, why=why if seat.holder else "")


def notice_for(before: Seat, now: Seat) -> NoticeName | None:
    """The notice for a change of a seat, if it deserves one."""
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
        case "person", "bot" if now.why != "resigned":
            return now.why or None
        case "person", "person" if before.holder != now.holder and before.name != now.name:
            return "sat"
    return None


def hash_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A person's name without unprintable characters, truncated; empty if nothing in it is visible."""
    shown = "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME]
    return shown if any(unicodedata.category(letter)[0] not in "MZ" and letter not in FILLERS for letter in shown) else ""


class Seats(list[Seat]):
    """The seats of a table and the presence of their players.

    `changes` counts changes to the seats themselves, `presence` changes to who is here; pages depend on both. `looking` counts open
    streams. All times are those of `clock`:

    - `last_seen`: the last sign of life on this server. Looks before `since` are not known.
    - `published`: the last sign of life that all servers know of.
    - `seen_elsewhere`: the last sign of life on another server.
    - `here_until`: until when a player without a stream counts as present.
    """

    def __init__(self, seats: Sequence[Seat], changes: int, since: float, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(seats)
        self.changes, self.since, self.clock = changes, since, clock
        self.looking: Counter[int | None] = Counter()
        self.last_seen: dict[int | None, float] = {}
        self.published: dict[int, float] = {}
        self.seen_elsewhere: dict[int, float] = {}
        self.here_until: dict[int | None, float] = {}
        self.presence = 0
        self.here: tuple[bool, ...] = ()

    def held_by(self, holder: str) -> list[int]:
        return [number for number, seat in enumerate(self) if seat.holder is not None and secrets.compare_digest(seat.holder, holder)]

    def with_key(self, key: str) -> int | None:
        """The seat whose link has this key."""
        return next((number for number, seat in enumerate(self) if seat.key and secrets.compare_digest(seat.key, hash_of(key))), None)

    def player(self, seat: int | None) -> str | None:
        return None if seat is None else self[seat].player

    def note_request(self, seats: Iterable[int]) -> None:
        """Count the players of these seats as present, because a request came from them."""
        now = self.clock()
        for seat in seats:
            self.last_seen[seat], self.here_until[seat] = now, now + AWAY

    def enter(self, seat: int | None) -> None:
        """A stream was opened."""
        self.looking[seat] += 1

    def leave(self, seat: int | None) -> None:
        """A stream was closed."""
        self.looking[seat] -= 1
        self.last_seen[seat] = self.clock()
        self.here_until[seat] = self.last_seen[seat] + BLINK

    def unpublished(self) -> dict[int, float]:
        """The signs of life that other servers should hear of, with their times."""
        now = self.clock()
        seen = {seat: now if self.looking[seat] else self.last_seen.get(seat) for seat, one in enumerate(self) if one.kind in TIMED}
        return {seat: at for seat, at in seen.items() if at is not None and at > self.published.get(seat, -inf) + PUBLISHED}

    def note_published(self, seat: int, at: float) -> None:
        """Record a published sign of life. If it is later than our own, it comes from another server."""
        # A second of tolerance, because times are converted between clocks.
        if at > self.published.get(seat, -inf) + 1:
            self.seen_elsewhere[seat] = at
            # Servers publish and read signs of life at intervals, so the next sign may take two intervals.
            self.here_until[seat] = max(self.here_until.get(seat, -inf), at + 2 * PUBLISHED + BLINK)
        self.published[seat] = max(at, self.published.get(seat, -inf))

    @property
    def is_watched(self) -> bool:
        return any(self.looking.values())

    @property
    def is_attended(self) -> bool:
        """Whether a stream is open here, or a player is present on another server."""
        return self.is_watched or any(map(self.is_here, range(len(self))))

    def is_away(self, seat: int, seconds: float = AWAY) -> bool:
        """Whether a seat's player has given no sign of life for some time."""
        same = self.same_player(seat)
        seen = max(self.last_seen.get(number, self.since) for number in same)
        published = max(self.published.get(number, -inf) for number in same) + PUBLISHED
        return not self.is_looked_at(seat) and self.clock() - max(seen, published) > seconds

    def same_player(self, seat: int) -> list[int]:
        """The seats played in the same browser. A player who looks at one of them is present at all of them."""
        player = self[seat].player
        return [seat] if player is None else [number for number, other in enumerate(self) if other.player == player]

    def is_looked_at(self, seat: int) -> bool:
        return any(self.looking[number] for number in self.same_player(seat))

    def is_here(self, seat: int) -> bool:
        """Whether a seat's player is shown as present. Reloading the page does not change this."""
        now = self.clock()
        return self.is_looked_at(seat) or any(now < self.here_until.get(number, -inf) for number in self.same_player(seat))

    def gone_since(self, seat: int) -> float | None:
        """When a seat's player last gave a sign of life; None if never."""
        known = [seen.get(number) for number in self.same_player(seat) for seen in (self.last_seen, self.seen_elsewhere)]
        return max((at for at in known if at is not None), default=None)

    def update_presence(self) -> bool:
        """Determine who is here now, and return whether that has changed."""
        here = tuple(seat.player is not None and self.is_here(number) for number, seat in enumerate(self))
        if here == self.here:
            return False
        self.here, self.presence = here, self.presence + 1
        return True

    def has_company(self, seat: int) -> bool:
        """Whether this seat and another one are held by different people. People who share a browser need no chat."""
        holders = {one.holder for one in self if one.holder is not None}
        return self[seat].holder in holders and len(holders) > 1

    def people_of(self, holder: str | None) -> list[int]:
        """The seats that people play in one browser."""
        return [] if holder is None else [number for number, seat in enumerate(self) if seat.holder == holder and seat.kind == "person"]


class Absences:
    """Notices about players who left and returned, while the table is open here."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.absent: set[int] = set()

    def update(self, seats: Seats, entries: int) -> bool:
        """Add notices about players who left or returned, and return whether there are any. A player who never came has not left."""
        people = [number for number, seat in enumerate(seats) if seat.is_playing and seats.gone_since(number) is not None]
        left = {number for number in people if seats.is_away(number) and number not in self.absent}
        back = {number for number in people if seats.is_here(number) and number in self.absent}
        self.absent = (self.absent | left) - back
        found: dict[NoticeName, set[int]] = {"gone": left, "returned": back}
        new = [Notice(name, seat, seats[seat].name, entries, time.time()) for name, who in found.items() for seat in who]
        self.notices = [*self.notices, *new][-KEPT_ABSENCES:]
        seats.presence += bool(new)
        return bool(new)
