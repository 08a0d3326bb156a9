"""The table for programs: JSON in and out, described at /api/openapi.json.

A program identifies itself by a secret (`Authorization: Bearer SECRET`), which holds its seats from one request to the next. A seat's key
is for sitting down only. As on the pages, a choice names the number of what its seat saw last, and only views are sent.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import cache, lru_cache
from typing import Annotated, NamedTuple

import msgspec
from fastapi import Depends, FastAPI, Header, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect

from byways import __version__
from byways.bots.roster import all_bots
from byways.game import Choice, Complaint, Event, Game, JsonObject
from byways.table.api.models import (
    WRONG,
    Advice,
    GameCard,
    Idle,
    Join,
    Listed,
    Lists,
    Moment,
    Move,
    NewTable,
    Number,
    Offered,
    Other,
    SeatCard,
    Seen,
    Shown,
    TableCard,
    Told,
    WeighedAct,
    Wish,
    wrong,
)
from byways.table.errors import Unreadable
from byways.table.http.error_handlers import answer, apologise, cut_off, miss, refuse
from byways.table.http.limits import Limits
from byways.table.http.streams import EventStream, Place, event_stream, screens
from byways.table.http.visitors import AtTable, Visitor, number_in
from byways.table.i18n import Voice
from byways.table.pages.cache import Memo
from byways.table.pages.phrases import advice, idea, listed, people, prompt, voice_of
from byways.table.play import leaving
from byways.table.play.new_table import TablePlan, usual_seats
from byways.table.play.screens import Screen
from byways.table.play.seating import record_of, rematch, set_table, sit_down, stand_in, take_back, take_seat
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit, arrive
from byways.table.sse import SentEvent, sent_event
from byways.table.store.listings import Listing
from byways.wire.messages import meant, spoken

ABOUT = """Tables of Byways for programs.

Send a secret of your own, 32 to 64 letters, digits, `-` or `_`, as `Authorization: Bearer SECRET` with every request: it
holds the seats that you took with it. Without one you watch, and you get one with the first seat you take. A choice names in `seen` the
number of the state it was made in. If it no longer means the same, nothing is played and the answer is 409."""


def said(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def card(game: Game) -> GameCard:
    own = {name: getattr(game, name) for name in ("name", "title", "summary", "credit", "seats", "minutes", "version", "seat_names")}
    options, view = msgspec.json.schema(game.options), msgspec.json.schema(game.view_type)
    return GameCard(**own, bots=all_bots(game), options=options, view=view, components=game.digest, own_components=game.own is not None)


def state(table: Table, me: Me, secret: str | None = None) -> TableCard:
    held, keys = me.seats(table), me.keys(table)
    view, head = table.match.screens[arrive(table, me, None)].view, table.match.referee.head
    seats = [
        SeatCard(
            seat=person.number,
            name=person.colour,
            kind=person.kind,
            bot=seat.bot,
            player=seat.name,
            mine=person.number in held,
            awaited=person.is_awaited,
            deadline=person.deadline,
            here=person.is_here,
            left=person.left,
            why=seat.why,
            ends=seat.ends,
            key=keys.get(person.number),
        )
        for seat, person in zip(table.seats, people(table, view), strict=True)
    ]
    outcome = view.outcome and spoken(view.outcome, voice_of(table).tell)
    return TableCard(
        table.id,
        head.game,
        head.version,
        head.options,
        components=table.game.digest,
        own_components=table.game.own is not None,
        public=table.public,
        clock=table.clock,
        seats=seats,
        outcome=outcome,
        rematch=table.rematch,
        closed=table.is_closed,
        preparing=any(map(table.is_preparing_bot, view.awaited)),
        secret=secret,
    )


def rows(games: Mapping[str, Game], listings: list[Listing], me: str | None = None) -> list[Listed]:
    return [Listed(one.id, one.game, one.created, one.ended, listed(games.get(one.game), one.seats, me)) for one in listings]


def told(table: Table, events: list[Event]) -> list[Told]:
    tell = voice_of(table).tell
    return [Told(event.name, tell(event.said), event.pieces, event.values, meant(event.said)) for event in events]


@lru_cache(4096)
def offered(speaking: Voice, choice: Choice) -> Offered:
    return Offered(str(choice), speaking.tell(choice.sentence), choice, meant(choice.sentence))


def shown(table: Table, screen: Screen, since: int) -> Shown:
    view, speaking = screen.view, voice_of(table)
    choices = [offered(speaking, choice) for choice in view.choices]
    return Shown(view.seat, screen.number, prompt(table, view), meant(view.prompt), choices, told(table, screen.events_since(since)), view)


def refers(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


ITEM = {"id": {"type": "string"}, "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": refers("Shown")}}
STREAM: dict[int | str, JsonObject] = {  # FastAPI would describe its errors as streams too
    **{
        status: {"description": WRONG[status], "content": {"application/json": {"schema": refers("Error")}}}
        for status in (400, 401, 403, 404, 422, 429, 503)
    },
    200: {
        "description": "A stream whose messages have the number as `id` and what is shown as `data`.",
        "content": {EventStream.media_type: {"itemSchema": {"type": "object", "properties": ITEM}}},
    },
}


class Written(NamedTuple):
    """What is shown as JSON, alone and as a message of a stream."""

    data: bytes
    event: SentEvent


MESSAGES: Memo[Written] = Memo()


def written(table: Table, screen: Screen, since: int) -> Written:
    """Made once for all viewers who saw the same before."""

    def write() -> Written:
        data = msgspec.json.encode(shown(table, screen, since))
        return Written(data, sent_event(data, number=screen.number))

    return MESSAGES.get(table, screen.view.seat, (since, screen.number, table.seats.changes), write)


async def visit(table: AtTable, me: Visitor, seat: Number | None = None) -> Visit:
    return Visit(table, me, arrive(table, me, seat))


AtSeat = Annotated[Visit, Depends(visit)]


async def play(at: Visit, step: Callable[[int], Awaitable[None]]) -> Response:
    """What a seat sees after a step, with what the step told it."""
    before = at.screen.number
    await step(at.player())
    return Response(written(at.table, at.screen, before).data, media_type="application/json")


async def mistake(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    problem = first["msg"]
    return answer(request, Unreadable("wrong.field", where=where, problem=problem) if where else Unreadable("wrong.body", problem=problem))


class Sent(Request):
    """Read by the rules of JSON: a text that has no UTF-8, such as half a surrogate pair, could not be kept, sent back or hashed."""

    async def json(self) -> object:
        try:
            return msgspec.json.decode(await self.body())
        except (ValueError, RecursionError):
            raise Unreadable("wrong.not-json") from None


class Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[object, None, Response]]:
        handle = super().get_route_handler()

        async def handle_sent(request: Request) -> Response:
            return await handle(Sent(request.scope, request.receive))

        return handle_sent


def make_api(tables: Tables, limits: Limits) -> FastAPI:
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
    app.router.route_class = Route
    app.state.tables, app.state.limits = tables, limits
    app.exception_handler(Complaint)(refuse)
    app.exception_handler(AnyHTTPException)(miss)
    app.exception_handler(RequestValidationError)(mistake)
    app.exception_handler(ClientDisconnect)(cut_off)
    app.exception_handler(Exception)(apologise)
    add_lists(app, tables)
    add_tables(app, tables, limits)
    add_looks(app)
    add_play(app)
    add_seats(app, tables)
    add_leaving(app)
    return app


OPEN: JsonObject = {"security": [{}]}  # callers without a secret may ask too


def add_lists(app: FastAPI, tables: Tables) -> None:
    @cache
    def cards() -> bytes:
        return msgspec.json.encode([card(game) for game in tables.games.values()])

    @app.get("/games", response_model=list[GameCard], responses=wrong(), openapi_extra=OPEN)
    async def games() -> Response:
        """The games of this house, with schemas of their options and views."""
        return Response(cards(), media_type="application/json")

    @app.get("/tables", response_model=Lists, responses=wrong(), openapi_extra=OPEN)
    async def lists(me: Visitor) -> Response:
        """The tables where I hold a seat, and the public ones in progress."""
        holder = me.holder
        mine = [] if me.is_new else [one for one in await tables.store.held(holder) if one.held_by(holder)]
        return said(Lists(rows(tables.games, mine, holder), rows(tables.games, await tables.store.public())))


def add_tables(app: FastAPI, tables: Tables, limits: Limits) -> None:
    @app.post("/tables", status_code=201, response_model=TableCard, responses=wrong(400, 403, 413, 429), openapi_extra=OPEN)
    async def new_table(new: NewTable, me: Visitor, request: Request) -> Response:
        """Set a table."""
        game = tables.game(new.game)
        plan = TablePlan(game, tuple(new.seats) or usual_seats(game), new.options, tuple(new.names), new.public, new.clock)
        table = await set_table(tables, limits.for_a_table(request.scope), me, plan)
        return said(state(table, kept(me), me.secret if me.is_new else None), 201)

    @app.get("/tables/{name}", response_model=TableCard, responses=wrong(400, 404), openapi_extra=OPEN)
    async def table_state(table: AtTable, me: Visitor) -> Response:
        """Who sits where, and how it ended."""
        return said(state(table, me))

    @app.post("/tables/{name}/join", response_model=TableCard, responses=wrong(400, 403, 404, 409, 413, 429), openapi_extra=OPEN)
    async def join(table: AtTable, join: Join, me: Visitor) -> Response:
        """Sit down with the key of a seat, or in a free one of a public table. The key is then void, and you get a new one; all other
        seats of its holder come along. If two come at once, one is answered 409."""
        if join.seat is not None and join.key is None:
            await take_seat(table, me, join.seat, join.name)
        else:
            await sit_down(table, me, join.key or "", join.name)
        return said(state(table, kept(me), me.secret if me.is_new else None))

    @app.get("/tables/{name}/record", response_model=JsonObject, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def record(table: AtTable) -> Response:
        """The whole game, when it is over."""
        return Response(record_of(table), media_type="application/json")

    @app.get("/tables/{name}/review", response_model=JsonObject, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def review(table: AtTable) -> Response:
        """What each unforced act was worth by what its seat saw, when the game is over. The first request begins it; `progress` says how
        far it has come, from 0 to 1."""
        return said(await tables.reviews.look(table))


def kept(me: Me) -> Me:
    """A caller who has just been given a secret."""
    return Me(me.secret, False)


def add_looks(app: FastAPI) -> None:
    @app.get("/tables/{name}/view", response_model=Shown, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def view(at: AtSeat) -> Response:
        """What a seat or a spectator sees now: the view, what is expected, and the choices."""
        return said(shown(at.table, at.screen, at.screen.number))

    @app.get("/tables/{name}/story", response_model=list[Moment], responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def story(at: AtSeat) -> Response:
        """The game so far as a seat has seen it."""
        moments = enumerate(await at.table.story(at.seat))
        return said(
            [Moment(number, step.entries, told(at.table, [*step.events])) for number, step in moments if step.entries or step.events]
        )

    @app.get("/tables/{name}/stream", response_class=EventStream, responses=STREAM, openapi_extra=OPEN)
    async def messages(at: AtSeat, _: Place, last_event_id: Annotated[str | None, Header()] = None) -> Response:
        """Server-sent events: what a seat sees, now and whenever it changes. A message's id is its number."""
        since = number_in(last_event_id) if last_event_id else at.screen.number

        def write(screen: Screen) -> SentEvent:
            nonlocal since
            before, since = since, screen.number
            return written(at.table, screen, before).event

        return event_stream(screens(at.table, at.seat, write))


def add_play(app: FastAPI) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/choose", response_model=Shown, responses=wrongs)
    async def choose(at: AtSeat, move: Move) -> Response:
        """Make a choice in its notation."""
        return await play(at, lambda seat: at.table.choose(seat, move.seen, move.choice.strip()))

    @app.post("/tables/{name}/undo", response_model=Shown, responses=wrongs)
    async def undo(at: AtSeat, move: Seen) -> Response:
        """Take back the latest step of an act that is not final."""
        return await play(at, lambda seat: at.table.undo(seat, move.seen))

    @app.post("/tables/{name}/hint", response_model=Advice, responses=wrongs)
    async def hint(at: AtSeat, move: Seen) -> Response:
        """What the best bot would choose, and what it thinks of that and of others. The record notes that you asked."""
        advised = await at.table.hints.ask(at.player(), move.seen)
        acts = [WeighedAct(one.act, *idea(at.table, one)[::2], one.worth, one.doubt) for one in advised.ideas]
        return said(Advice(advised.choice, advice(at.table, advised.choice), acts))


def add_seats(app: FastAPI, tables: Tables) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/stand-in", response_model=TableCard, responses=wrongs)
    async def let_bot_play(at: AtSeat, to: Other) -> Response:
        """Let a bot play: for me, in a free seat, or for somebody who has not been heard of for a minute."""
        await stand_in(at, at.player() if to.other is None else to.other)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/take-back", response_model=TableCard, responses=wrongs)
    async def play_again(at: AtSeat) -> Response:
        """Take my seat back from the bot that plays for me."""
        await take_back(at)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/rematch", response_model=TableCard, responses=wrongs)
    async def play_on(at: AtSeat) -> Response:
        """The same players again, when the game is over, with the seats passed on by one: a new table, the same for all who ask."""
        return said(state(await rematch(tables, at), at.me))


def add_leaving(app: FastAPI) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/resign", response_model=TableCard, responses=wrongs)
    async def leave_for_good(at: AtSeat) -> Response:
        """Leave the game for good. Its rules say what that means: the others may win, or play on."""
        await leaving.resign(at)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/end", response_model=TableCard, responses=wrongs)
    async def end_game(at: AtSeat, wish: Wish) -> Response:
        """End the game without a result: at once before anybody has played if you set the table, or where you play alone; else when all
        people who are there have asked for it."""
        await leaving.end(at, wish.agree)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/put-out", response_model=TableCard, responses=wrongs)
    async def give_seat_away(at: AtSeat, to: Idle) -> Response:
        """As the one who set the table: give the seat of somebody who has been away for ten minutes to a bot, for good."""
        await leaving.put_out(at, to.other)
        return said(state(at.table, at.me))
