"""What programs send to the table and are sent by it: the shapes of the JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import BaseModel, Field, WithJsonSchema

from byways.game import JsonObject

WRONG = {
    400: "Malformed, or not playable.",
    401: "Malformed secret.",
    403: "This is not yours, or not available yet.",
    404: "There is no such thing here.",
    409: "Nothing was done: the board has changed, or somebody else has the seat.",
    413: "This is too long.",
    422: "This is not what is expected here, or not allowed now.",
    429: "This is too much at once.",
    503: "The database cannot do this now.",
}
Clock = Annotated[float, Field(ge=10, le=259200, description="seconds for an act")]
Json: TypeAlias = Annotated[object, WithJsonSchema({"type": "object"})]  # frozen values, which msgspec writes
Said: TypeAlias = Annotated[Json | None, Field(description="name and values of what the sentence says; null for a sentence only")]
Number = Annotated[int, Field(ge=0, le=10**9)]
Digest = Annotated[str, Field(description="of the components: whatever has the same plays the same")]
Own = Annotated[bool, Field(description="played with somebody's own components instead of the built-in ones")]


class Error(BaseModel):  # described at every address, and pydantic looks at a model of its own only once
    """What was wrong, in a sentence."""

    error: str
    message: Said = None


@dataclass
class GameCard:
    """A game of this house."""

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


class NewTable(BaseModel, strict=True):
    """A new table: for each seat 'me', 'free', 'program' or 'bot:NAME'; without seats it is me against a bot."""

    game: str
    seats: Annotated[list[str], Field(max_length=16)] = []
    options: dict[str, str | int | float | bool] = {}
    names: Annotated[list[str], Field(max_length=16)] = []
    public: bool = False
    clock: Clock | None = None


class Join(BaseModel, strict=True):
    """The key of a seat, or at a public table the number of a free one."""

    key: str | None = None
    seat: Number | None = None
    name: str = ""


class Move(BaseModel, strict=True):
    choice: str
    seen: Number


class Seen(BaseModel, strict=True):
    seen: Number


class Other(BaseModel, strict=True):
    other: Annotated[Number | None, Field(description="the seat that a bot is to play; mine if left out")] = None


class Wish(BaseModel, strict=True):
    agree: Annotated[bool, Field(description="false: play on, and forget what others have asked for")] = True


class Idle(BaseModel, strict=True):
    other: Number


@dataclass
class SeatCard:
    """Who sits where. `key` lets somebody sit down; only the table's maker and the seat's holder see it."""

    seat: int
    name: str
    kind: str
    bot: str | None
    player: str
    mine: bool
    awaited: bool
    deadline: Annotated[float | None, Field(description="when a bot will help, in seconds since 1970")]
    here: Annotated[bool | None, Field(description="whether its player is there; null where no person plays")]
    left: Annotated[float | None, Field(description="when its player was last heard of, in seconds since 1970")]
    why: Annotated[str, Field(description="why a bot stands in: asked, left or late")]
    ends: Annotated[bool, Field(description="whether its player wants to end the game")]
    key: str | None


@dataclass
class TableCard:
    """What the caller may know of a table. `secret` is there if you came without one: send it from now on."""

    table: str
    game: str
    version: int
    options: JsonObject
    public: bool
    clock: float | None
    seats: list[SeatCard]
    outcome: Annotated[Json | None, Field(description="places, reason, title, scores, removed and breakdown; null before the end")]
    rematch: str | None
    closed: Annotated[bool, Field(description="whether it was ended without a result")]
    preparing: Annotated[bool, Field(description="whether it waits for a bot whose code is being compiled, once on the server's machine")]
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
    """A legal choice: its notation, a sentence for people, its named parts."""

    choice: str
    sentence: str
    parts: Json
    message: Said


@dataclass
class Told:
    """Something that happened, as this seat was told."""

    name: str
    sentence: str
    pieces: tuple[str, ...]
    values: JsonObject
    message: Said


@dataclass
class Shown:
    """What a seat sees now. `events` are those since the previous message, or since `Last-Event-ID`."""

    seat: int | None
    number: int
    expected: str
    message: Said
    choices: list[Offered]
    events: list[Told]
    view: Annotated[Json, Field(description="as the schema of the game says")]


@dataclass
class Moment:
    """A moment of a story: the entries that a seat saw, in the form it may see them, and what it was told."""

    number: int
    entries: tuple[str, ...]
    events: list[Told]


@dataclass
class WeighedAct:
    """An act as far as it is still to be chosen: in notation, in few words, and what speaks for or against it."""

    act: tuple[str, ...]
    sentence: str
    reasons: list[str]
    worth: Annotated[float, Field(description="the chance to win that it leaves, from 0 to 1; for who plays alone, the score expected")]
    doubt: Annotated[float, Field(description="the standard error of how far it is behind the best")]


@dataclass
class Advice:
    """`acts` are the best ones that begin with different choices, best first; none if the bot does not say what it thinks."""

    choice: str
    sentence: str
    acts: list[WeighedAct]


def wrong(*statuses: int) -> dict[int | str, JsonObject]:
    return {status: {"model": Error, "description": WRONG[status]} for status in (401, 422, 503, *statuses)}
