"""JSON models of requests and responses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, WithJsonSchema

from byways.daily import Medal
from byways.game import JsonObject
from byways.table.seats import Kind, Why
from byways.table.store.deals import TryState
from byways.wire.conversation import STEPS

WRONG = {
    400: "Malformed, or not playable.",
    401: "Malformed secret.",
    403: "This is not yours, or not available yet.",
    404: "There is no such thing here.",
    409: "Nothing was done: the board has changed, or another player has the seat.",
    413: "This is too long.",
    422: "This is not what is expected here, or not allowed now.",
    429: "Too many requests. `Retry-After` says how many seconds to wait.",
    503: "The database cannot do this now.",
}
ONE_OR_SEVERAL = "a notation, or those of several steps of one act, which are played together or not at all"
Clock = Annotated[float, Field(ge=10, le=259200, description="seconds for an act")]
Json: TypeAlias = Annotated[object, WithJsonSchema({"type": "object"})]  # encoded by msgspec
Said: TypeAlias = Annotated[Json | None, Field(description="name and values of the message; null if there is only a sentence")]
Number = Annotated[int, Field(ge=0, le=10**9)]
Digest = Annotated[str, Field(description="digest of the components; games with equal digests play alike")]
Own = Annotated[bool, Field(description="true if the game does not use its built-in components")]


class Error(BaseModel):  # every route describes it, and pydantic builds a BaseModel only once
    """What was wrong."""

    error: str
    message: Said = None


@dataclass
class GameCard:
    """A game on this server."""

    name: str
    title: str
    summary: str
    credit: str
    seats: tuple[int, int]
    minutes: tuple[int, int]
    version: int
    seat_names: tuple[str, ...]
    bots: tuple[str, ...]
    options: Annotated[JsonObject, Field(description="a JSON schema")]
    view: Annotated[JsonObject, Field(description="a JSON schema")]
    components: Digest
    own_components: Own


@dataclass
class TodaysDeal:
    """A deal that can be tried now. What others did is only told after your own try."""

    game: str
    day: Annotated[str, Field(description="the day of the deal, or the Monday of its week")]
    weekly: bool
    featured: bool
    medals: Annotated[tuple[int, int, int], Field(description="for bronze, silver and gold; if `par` is in play, what is added to it")]
    par: Annotated[float | None, Field(description="the solver's turns; null before your try, and in games without")]
    state: Literal["open"] | TryState
    table: Annotated[str, Field(description="the table of your try; empty before it")]
    score: float | None
    medal: Medal
    signs: str
    tries: Annotated[int | None, Field(description="finished tries of others; null before your own is over")]
    better: Annotated[int | None, Field(description="the per cent of them with a worse score")]


@dataclass
class Today:
    """The deals of this day in UTC, and your streak."""

    day: str
    key: Annotated[str, Field(description="fingerprint of the key of the deals: servers with equal keys deal the same")]
    streak: int
    longest: int
    deals: list[TodaysDeal]


class NewTable(BaseModel, strict=True, extra="forbid"):
    """A new table. Each seat is 'me', 'free', 'program' or 'bot:NAME'; without seats it is you against a bot."""

    game: str
    seats: Annotated[list[str], Field(max_length=16)] = []
    options: dict[str, str | int | float | bool] = {}
    names: Annotated[list[str], Field(max_length=16)] = []
    public: bool = False
    clock: Clock | None = None
    hints: Annotated[bool | None, Field(description="whether players may take hints; by default only where one person plays")] = None


class Join(BaseModel, strict=True, extra="forbid"):
    """The key of a seat, or the number of a free seat at a public table."""

    key: str | None = None
    seat: Number | None = None
    name: str = ""


class Move(BaseModel, strict=True, extra="forbid"):
    choice: Annotated[str | Annotated[list[str], Field(min_length=1, max_length=STEPS)], Field(description=ONE_OR_SEVERAL)]
    seen: Number


class Seen(BaseModel, strict=True, extra="forbid"):
    seen: Number


class Other(BaseModel, strict=True, extra="forbid"):
    other: Annotated[Number | None, Field(description="the seat for the bot; yours by default")] = None


class Wish(BaseModel, strict=True, extra="forbid"):
    agree: Annotated[bool, Field(description="false declines, and withdraws the requests of others")] = True


class Idle(BaseModel, strict=True, extra="forbid"):
    other: Number


@dataclass
class SeatCard:
    """A seat and its player. `key` is for taking the seat; only the table's host and the seat's holder see it."""

    seat: int
    name: str
    kind: Kind
    bot: str | None
    player: str
    mine: bool
    awaited: bool
    deadline: Annotated[float | None, Field(description="when a bot takes over, in seconds since 1970")]
    here: Annotated[bool | None, Field(description="whether the player is present; null where no person plays")]
    left: Annotated[float | None, Field(description="when the player was last heard of, in seconds since 1970")]
    why: Annotated[Why, Field(description="why a bot stands in: asked, left or late; resigned if the player has resigned")]
    ends: Annotated[bool, Field(description="whether the player wants to end the game")]
    key: str | None


@dataclass
class TableCard:
    """A table as its caller may see it. `secret` is set if you sent none: use it from now on."""

    table: str
    game: str
    version: int
    options: JsonObject
    public: bool
    clock: float | None
    hints: Annotated[bool, Field(description="whether players may take hints")]
    seats: list[SeatCard]
    outcome: Annotated[Json | None, Field(description="places, reason, title, scores, removed, breakdown and message; null before the end")]
    rematch: str | None
    closed: Annotated[bool, Field(description="whether it ended without a result")]
    preparing: Annotated[bool, Field(description="whether it waits for a bot whose code is being compiled, once on each machine")]
    components: Digest
    own_components: Own
    secret: str | None = None


@dataclass
class Listed:
    table: str
    game: str
    created: float
    ended: float | None
    players: tuple[str, ...]


@dataclass
class Lists:
    mine: list[Listed]
    public: list[Listed]


@dataclass
class Offered:
    """A legal choice: its notation, a sentence, and its named parts."""

    notation: str
    sentence: str
    parts: Json
    message: Said
    choice: Annotated[str, Field(description="the same as `notation`, which it was called before", deprecated=True)]


@dataclass
class SeenEvent:
    """An event as this seat saw it."""

    name: str
    sentence: str
    pieces: tuple[str, ...]
    values: JsonObject
    message: Said


@dataclass
class SeatView:
    """What a seat sees now. `events` are those since the previous message, or since `Last-Event-ID`."""

    seat: int | None
    number: int
    expected: str
    message: Said
    choices: list[Offered]
    events: list[SeenEvent]
    view: Annotated[Json, Field(description="see the game's schema")]


@dataclass
class Moment:
    """A moment of a seat's story: the record's entries in the form that the seat may see, and its events."""

    number: int
    entries: tuple[str, ...]
    events: list[SeenEvent]


@dataclass
class WeighedAct:
    """The rest of an act: in notation, in a few words, and with reasons for or against it."""

    act: tuple[str, ...]
    sentence: str
    reasons: list[str]
    worth: Annotated[float, Field(description="the chance of winning from 0 to 1; in a solo game, the expected score")]
    doubt: Annotated[float, Field(description="the standard error of its distance from the best act")]


@dataclass
class Advice:
    """`acts` are the best acts that begin with different choices, best first; empty if the bot does not weigh acts."""

    choice: str
    sentence: str
    acts: list[WeighedAct]


def wrong(*statuses: int) -> dict[int | str, JsonObject]:
    return {status: {"model": Error, "description": WRONG[status]} for status in (401, 422, 503, *statuses)}
