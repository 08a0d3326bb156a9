"""The table for programs: JSON in and out, described at /api/openapi.json.

A program says who it is with a secret of its own (`Authorization: Bearer SECRET`); the same secret holds its seats from one request to the
next. A seat's key is for sitting down only. As on the pages, a choice names the number of what its seat saw last, and only views leave.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import msgspec
from fastapi import Depends, FastAPI, Header, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel, Field, WithJsonSchema
from starlette.exceptions import HTTPException as AnyHTTPException

from byways import __version__
from byways.game import Complaint, Event, Game, Value
from byways.table import pages
from byways.table.door import WATCHING, AtTable, Me, Visitor, answer, apologise, client_of, linked, miss, number_in, refuse, seat_of
from byways.table.limits import Limits
from byways.table.live import House, Table
from byways.table.plan import Plan, hash_of
from byways.table.screens import Screen
from byways.table.store import Line
from byways.table.streams import EventStream, Place, message, stream

ABOUT = """Tables of Byways for programs.

Send a secret of your own, 32 to 64 letters, digits, `-` or `_`, as `Authorization: Bearer SECRET` with every request: whoever sends it
holds the seats that were taken with it. Without one you watch, and are given one with the first seat you take. A choice names in `seen`
the number of the state it was made in; if it would not mean the same any more, nothing is played and the answer is 409."""
WRONG = {
    400: "This cannot be read, or no game can be played so.",
    401: "The secret cannot be one.",
    403: "This is somebody else's, or not to be had yet.",
    404: "There is no such thing here.",
    409: "Nothing was played: the board had changed meanwhile.",
    413: "This is too long.",
    422: "This is not what is expected here, or not allowed now.",
    429: "This is too much at once.",
}
Clock = Annotated[float, Field(ge=10, le=259200, description="seconds for an act")]
Json: TypeAlias = Annotated[Any, WithJsonSchema({"type": "object"})]  # frozen values, which msgspec writes
Number = Annotated[int, Field(ge=0, le=10**9)]


@dataclass
class Error:
    """What was wrong, in a sentence."""

    error: str


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
    options: Annotated[dict[str, Any], Field(description="a JSON schema")]
    view: Annotated[dict[str, Any], Field(description="a JSON schema")]


class NewTable(BaseModel, strict=True):
    """A table to be set: for each seat 'me', 'free', 'program' or 'bot:NAME'; without seats it is me against a bot."""

    game: str
    seats: Annotated[list[str], Field(max_length=16)] = []
    options: dict[str, Value] = {}
    names: Annotated[list[str], Field(max_length=16)] = []
    public: bool = False
    clock: Clock | None = None


class Join(BaseModel, strict=True):
    key: str
    name: str = ""


class Move(BaseModel, strict=True):
    choice: str
    seen: Number


class Seen(BaseModel, strict=True):
    seen: Number


@dataclass
class SeatCard:
    """Who sits where. `key` lets somebody sit down; it is told to whoever set the table, and to the holder."""

    seat: int
    name: str
    kind: str
    bot: str | None
    player: str
    mine: bool
    awaited: bool
    deadline: Annotated[float | None, Field(description="when a bot will help, in seconds since 1970")]
    key: str | None


@dataclass
class TableCard:
    """A table as whoever asks may know it. `secret` is there when you came without one: send it from now on."""

    table: str
    game: str
    version: int
    options: dict[str, Any]
    public: bool
    clock: float | None
    seats: list[SeatCard]
    outcome: Annotated[Json | None, Field(description="places, reason, title, scores and removed; null before the end")]
    rematch: str | None
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


@dataclass
class Told:
    """Something that happened, as this seat was told."""

    name: str
    sentence: str
    pieces: tuple[str, ...]
    values: dict[str, Value]


@dataclass
class Shown:
    """What a seat has before it. `events` are those since the message before, or since `Last-Event-ID`."""

    seat: int | None
    number: int
    expected: str
    choices: list[Offered]
    events: list[Told]
    view: Annotated[Json, Field(description="as the schema of the game says")]


@dataclass
class Moment:
    """A moment of a story: the entries that a seat came to see, in the form it may see them, and what it was told."""

    number: int
    entries: tuple[str, ...]
    events: list[Told]


@dataclass
class Advice:
    choice: str
    sentence: str


def said(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def wrong(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: {"model": Error, "description": WRONG[status]} for status in (401, 422, *statuses)}


def card(game: Game) -> GameCard:
    own = {name: getattr(game, name) for name in ("name", "title", "summary", "credit", "seats", "minutes", "version", "seat_names")}
    return GameCard(**own, bots=game.bot_names, options=msgspec.json.schema(game.options), view=msgspec.json.schema(game.view_type))


def state(table: Table, me: Me, secret: str | None = None) -> TableCard:
    held, keys = me.seats(table), me.keys(table)
    view, head = table.match.screens[seat_of(table, me, None)].view, table.match.referee.head
    seats = [
        SeatCard(
            seat=person["number"],
            name=person["colour"],
            kind=person["kind"],
            bot=table.seats[number].bot,
            player=table.seats[number].name,
            mine=number in held,
            awaited=person["is_awaited"],
            deadline=person["deadline"],
            key=keys.get(number),
        )
        for number, person in enumerate(pages.people(table, view))
    ]
    outcome = view.outcome and msgspec.structs.replace(view.outcome, reason=table.game.say(view.outcome.reason))
    return TableCard(table.id, head.game, head.version, head.options, table.public, table.clock, seats, outcome, table.rematch, secret)


def listed(lines: list[Line]) -> list[Listed]:
    return [Listed(line.id, line.game, line.created, line.ended, line.players) for line in lines]


def told(table: Table, events: list[Event]) -> list[Told]:
    return [Told(event.name, table.game.say(event.sentence), event.pieces, event.values) for event in events]


def shown(table: Table, screen: Screen, since: int) -> Shown:
    view = screen.view
    choices = [Offered(str(choice), table.game.say(choice.sentence), choice) for choice in view.choices]
    return Shown(view.seat, screen.number, pages.prompt(table, view), choices, told(table, screen.events_since(since)), view)


def refers(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


ITEM = {"id": {"type": "string"}, "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": refers("Shown")}}
STREAM: dict[int | str, dict[str, Any]] = {  # FastAPI would describe its errors as streams too
    **{
        status: {"description": WRONG[status], "content": {"application/json": {"schema": refers("Error")}}}
        for status in (400, 401, 403, 404, 422, 429)
    },
    200: {
        "description": "A stream whose messages have the number as `id` and what is shown as `data`.",
        "content": {EventStream.media_type: {"itemSchema": {"type": "object", "properties": ITEM}}},
    },
}


def written(table: Table, screen: Screen, since: int) -> bytes:
    """A message, made once for all who look and saw the same before."""
    state, made = (since, screen.number), table.written.get(screen.view.seat)
    if made is None or made[0] != state:
        made = table.written[screen.view.seat] = (state, message(screen, msgspec.json.encode(shown(table, screen, since))))
    return made[1]


class At(msgspec.Struct):
    """Who came to which table, and the seat that they came for."""

    table: Table
    me: Me
    seat: int | None

    @property
    def screen(self) -> Screen:
        return self.table.match.screens[self.seat]

    def player(self) -> int:
        if self.seat is None:
            raise HTTPException(403, WATCHING)
        return self.seat

    async def play(self, step: Callable[[int], Awaitable[None]]) -> Response:
        """What a seat has before it after a step, with what it was told by it."""
        before = self.screen.number
        await step(self.player())
        return said(shown(self.table, self.screen, before))


async def at_table(table: AtTable, me: Visitor, seat: Number | None = None) -> At:
    return At(table, me, seat_of(table, me, seat))


AtSeat = Annotated[At, Depends(at_table)]


async def mistake(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "what was sent"
    return answer(request, 422, f"Nothing was done: {where}: {first['msg']}.")


def make_api(house: House, limits: Limits) -> FastAPI:
    secret = Depends(HTTPBearer(auto_error=False, description="A secret of your own. Without one you watch."))
    app = FastAPI(
        title="Byways",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        dependencies=[secret],
        separate_input_output_schemas=False,
    )
    app.state.house, app.state.limits = house, limits
    app.add_exception_handler(Complaint, refuse)
    app.add_exception_handler(AnyHTTPException, miss)
    app.add_exception_handler(RequestValidationError, mistake)
    app.add_exception_handler(Exception, apologise)
    add_lists(app, house)
    add_tables(app, house)
    add_looks(app)
    add_play(app)
    return app


OPEN: dict[str, Any] = {"security": [{}]}  # whoever has no secret may ask too


def add_lists(app: FastAPI, house: House) -> None:
    @app.get("/games", response_model=list[GameCard], responses=wrong(), openapi_extra=OPEN)
    async def games() -> Response:
        """The games of this house, with schemas of their options and views."""
        return said([card(game) for game in house.games.values()])

    @app.get("/tables", response_model=Lists, responses=wrong(), openapi_extra=OPEN)
    async def tables(me: Visitor) -> Response:
        """The tables where I hold a seat, and the public ones that are being played."""
        mine = [] if me.is_new else await house.store.held(hash_of(me.secret))
        return said(Lists(listed(mine), listed(await house.store.public())))


def add_tables(app: FastAPI, house: House) -> None:
    @app.post("/tables", status_code=201, response_model=TableCard, responses=wrong(400, 403, 413, 429), openapi_extra=OPEN)
    async def new_table(new: NewTable, me: Visitor, request: Request) -> Response:
        """Set a table."""
        game = house.game(new.game)
        usual = ("me", *[f"bot:{pages.usual_bot(game)}"] * (max(2, game.seats[0]) - 1))
        plan = Plan(game, tuple(new.seats) or usual, new.options, tuple(new.names), new.public, new.clock)
        if not limits_of(app).tables.allows(client_of(request.scope)):
            raise HTTPException(429, "No table was set: these are too many at once. Wait a moment.")
        table = await house.set(plan, me.secret, me.key)
        return said(state(table, kept(me), me.secret if me.is_new else None), 201)

    @app.get("/tables/{name}", response_model=TableCard, responses=wrong(400, 404), openapi_extra=OPEN)
    async def table_state(table: AtTable, me: Visitor) -> Response:
        """Who sits where, and how it ended."""
        return said(state(table, me))

    @app.post("/tables/{name}/join", response_model=TableCard, responses=wrong(400, 403, 404, 413, 429), openapi_extra=OPEN)
    async def join(table: AtTable, join: Join, me: Visitor) -> Response:
        """Sit down with the key of a seat; the key is void then, and there is a new one for you."""
        await house.listen([table])  # somebody may have sat down at another server
        seat = linked(table, join.key)
        await table.sit(seat, hash_of(me.secret), hash_of(me.key(table.id, seat)), join.name or table.seats[seat].name)
        return said(state(table, kept(me), me.secret if me.is_new else None))

    @app.get("/tables/{name}/record", response_model=dict[str, Any], responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def record(table: AtTable) -> Response:
        """The whole game, when it is over."""
        if table.match.position.outcome is None:
            raise HTTPException(403, "The record tells everything, so it can be had when the game is over.")
        return Response(table.match.referee.record.to_json(), media_type="application/json")


def limits_of(app: FastAPI) -> Limits:
    limits: Limits = app.state.limits
    return limits


def kept(me: Me) -> Me:
    """Somebody who has been given a secret just now."""
    return Me(me.secret, False)


def add_looks(app: FastAPI) -> None:
    @app.get("/tables/{name}/view", response_model=Shown, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def view(at: AtSeat) -> Response:
        """What a seat has before it, or whoever watches: the view, what is expected, and the choices."""
        return said(shown(at.table, at.screen, at.screen.number))

    @app.get("/tables/{name}/story", response_model=list[Moment], responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def story(at: AtSeat) -> Response:
        """The game so far as a seat has seen it."""
        moments = enumerate(at.table.story(at.seat))
        return said(
            [Moment(number, step.entries, told(at.table, [*step.events])) for number, step in moments if step.entries or step.events]
        )

    @app.get("/tables/{name}/stream", response_class=EventStream, responses=STREAM, openapi_extra=OPEN)
    async def messages(at: AtSeat, _: Place, last_event_id: Annotated[str | None, Header()] = None) -> Response:
        """Server-sent events: what a seat has before it, now and whenever it changes. A message's id is its number."""
        since = number_in(last_event_id) if last_event_id else at.screen.number

        def write(screen: Screen) -> bytes:
            nonlocal since
            before, since = since, screen.number
            return written(at.table, screen, before)

        return stream(at.table, at.seat, write)


def add_play(app: FastAPI) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/choose", response_model=Shown, responses=wrongs)
    async def choose(at: AtSeat, move: Move) -> Response:
        """Make a choice in its notation."""
        return await at.play(lambda seat: at.table.choose(seat, move.seen, move.choice.strip()))

    @app.post("/tables/{name}/undo", response_model=Shown, responses=wrongs)
    async def undo(at: AtSeat, move: Seen) -> Response:
        """Take back the latest step of an act that is not final."""
        return await at.play(lambda seat: at.table.undo(seat, move.seen))

    @app.post("/tables/{name}/hint", response_model=Advice, responses=wrongs)
    async def hint(at: AtSeat, move: Seen) -> Response:
        """What the best bot would choose. That it was asked stands in the record."""
        choice = await at.table.hint(at.player(), move.seen)
        return said(Advice(choice, at.table.advice(choice)))
