"""The JSON API for programs, described at /api/openapi.json.

A program identifies itself by a secret (`Authorization: Bearer SECRET`), which holds its seats. The key of a seat is only for taking it. As
on the pages, a choice names the number of the view it was made in, and only views leave the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, NamedTuple

import msgspec
from fastapi import Depends, FastAPI, Header, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from byways import __version__
from byways.bots.roster import all_bots
from byways.game import Choice, Event, Game, JsonObject
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
    SeatView,
    Seen,
    SeenEvent,
    TableCard,
    WeighedAct,
    Wish,
    wrong,
)
from byways.table.api.today import add_today
from byways.table.errors import Unreadable
from byways.table.http.error_handlers import HANDLERS, answer
from byways.table.http.limits import Limits
from byways.table.http.streams import EventStream, Place, event_stream, screens
from byways.table.http.visitors import AtTable, Visitor, number_in
from byways.table.i18n import Voice
from byways.table.pages.cache import Memo
from byways.table.pages.phrases import advice, idea, listed, people, prompt, voice_of
from byways.table.play import leaving
from byways.table.play.new_table import TablePlan, default_seats
from byways.table.play.screens import Screen
from byways.table.play.seating import record_of, rematch, set_table, sit_down, stand_in, take_back, take_seat
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, Visit, visit_seat
from byways.table.sse import SentEvent, sent_event
from byways.table.store.listings import Listing
from byways.wire.conversation import STEPS, act
from byways.wire.messages import message_of, plain_view, spoken, view_schema

ABOUT = """Tables of Byways for programs.

Choose a secret of 32 to 64 letters, digits, `-` or `_`, and send it as `Authorization: Bearer SECRET` with every request: it
holds your seats. Without a secret you are a spectator, and you get one with the first seat you take. `seen` in a choice is the number of
the view that it was made in. If the choice no longer means the same, nothing is played and the status is 409."""


def said(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def card(game: Game) -> GameCard:
    own = {name: getattr(game, name) for name in ("name", "title", "summary", "credit", "seats", "minutes", "version", "seat_names")}
    options, view = msgspec.json.schema(game.options), view_schema(game)
    return GameCard(**own, bots=all_bots(game), options=options, view=view, components=game.digest, own_components=game.own is not None)


def state(table: Table, me: Me, secret: str | None = None) -> TableCard:
    held, keys = me.seats(table), me.keys(table)
    view, head = table.match.screens[visit_seat(table, me, None)].view, table.match.referee.head
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
        hints=table.hints.are_allowed,
        seats=seats,
        outcome=outcome,
        rematch=table.rematch,
        closed=table.is_closed,
        preparing=any(map(table.is_preparing_bot, view.awaited)),
        secret=secret,
    )


def rows(games: Mapping[str, Game], listings: list[Listing], me: str | None = None) -> list[Listed]:
    return [Listed(one.id, one.game, one.created, one.ended, listed(games.get(one.game), one.seats, me)) for one in listings]


def seen_events(table: Table, events: list[Event]) -> list[SeenEvent]:
    tell = voice_of(table).tell
    return [SeenEvent(event.name, tell(event.wording), event.pieces, event.values, message_of(event.wording)) for event in events]


@lru_cache(4096)
def offered(speaking: Voice, choice: Choice) -> Offered:
    notation = str(choice)
    return Offered(notation, speaking.tell(choice.sentence), choice, message_of(choice.sentence), notation)


def seat_view(table: Table, screen: Screen, since: int) -> SeatView:
    view, speaking = screen.view, voice_of(table)
    choices = [offered(speaking, choice) for choice in view.choices]
    events = seen_events(table, screen.events_since(since))
    shown = view if view.outcome is None else plain_view(view, speaking.tell)
    return SeatView(view.seat, screen.number, prompt(table, view), message_of(view.prompt), choices, events, shown)


def refers(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


ITEM = {"id": {"type": "string"}, "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": refers("SeatView")}}
STREAM: dict[int | str, JsonObject] = {  # FastAPI would describe errors as streams too
    **{
        status: {"description": WRONG[status], "content": {"application/json": {"schema": refers("Error")}}}
        for status in (400, 401, 403, 404, 422, 429, 503)
    },
    200: {
        "description": "A stream of messages with the view as `data` and its number as `id`.",
        "content": {EventStream.media_type: {"itemSchema": {"type": "object", "properties": ITEM}}},
    },
}


class Encoded(NamedTuple):
    """A view as JSON, on its own and as a stream message."""

    data: bytes
    event: SentEvent


MESSAGES: Memo[Encoded] = Memo()


def written(table: Table, screen: Screen, since: int) -> Encoded:
    """Encode a view once for all viewers who previously saw the same."""

    def write() -> Encoded:
        data = msgspec.json.encode(seat_view(table, screen, since))
        return Encoded(data, sent_event(data, number=screen.number))

    return MESSAGES.get(table, screen.view.seat, (since, screen.number, table.seats.changes), write)


async def visit(table: AtTable, me: Visitor, seat: Number | None = None) -> Visit:
    return Visit(table, me, visit_seat(table, me, seat))


AtSeat = Annotated[Visit, Depends(visit)]


async def play(at: Visit, step: Callable[[int], Awaitable[None]]) -> Response:
    """Make a move, and return what the seat sees after it, with the move's events."""
    before = at.screen.number
    await step(at.player())
    return Response(written(at.table, at.screen, before).data, media_type="application/json")


async def mistake(request: Request, error: RequestValidationError) -> Response:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    if not where:
        return answer(request, Unreadable("wrong.no-object"))
    if first["type"] == "extra_forbidden":
        return answer(request, Unreadable("wrong.unknown-field", where=where))
    if first["type"] == "missing":
        return answer(request, Unreadable("wrong.missing-field", where=where))
    if where.startswith("choice."):
        return answer(request, Unreadable("wrong.choices", most=STEPS))
    return answer(request, Unreadable("wrong.field", where=where, problem=first["msg"]))


class JsonRequest(Request):
    """A request whose body msgspec decodes, because it refuses half surrogate pairs, which could not be stored, sent back or hashed."""

    async def json(self) -> object:
        try:
            return msgspec.json.decode(await self.body())
        except (ValueError, RecursionError):
            raise Unreadable("wrong.not-json") from None


def check_content_type(request: Request) -> None:
    """Refuse a body that is not declared as JSON. Forms on other sites cannot declare it."""
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and request.method != "GET" and kind != "application/json":
        raise Unreadable("wrong.content-type")


def check_query(request: Request) -> None:
    for name in request.query_params.keys() - {"seat"}:
        raise Unreadable("wrong.unknown-field", where=name)


class Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[object, None, Response]]:
        handle = super().get_route_handler()

        async def handle_sent(request: Request) -> Response:
            check_content_type(request)
            check_query(request)
            return await handle(JsonRequest(request.scope, request.receive))

        return handle_sent


def make_api(tables: Tables, limits: Limits) -> FastAPI:
    secret = Depends(HTTPBearer(auto_error=False, description="Your secret. Without one you are a spectator."))
    app = FastAPI(
        title="Byways",
        version=__version__,
        description=ABOUT,
        docs_url=None,
        redoc_url=None,
        dependencies=[secret],
        separate_input_output_schemas=False,
        exception_handlers={**HANDLERS, RequestValidationError: mistake},
    )
    app.router.route_class = Route
    app.state.tables, app.state.limits = tables, limits
    add_lists(app, tables)
    add_today(app, tables)
    add_tables(app, tables, limits)
    add_looks(app)
    add_play(app)
    add_seats(app, tables)
    add_leaving(app)
    return app


OPEN: JsonObject = {"security": [{}]}  # callers need no secret


def add_lists(app: FastAPI, tables: Tables) -> None:
    @cache
    def cards() -> bytes:
        return msgspec.json.encode([card(game) for game in tables.games.values()])

    @app.get("/games", response_model=list[GameCard], responses=wrong(), openapi_extra=OPEN)
    async def games() -> Response:
        """The games on this server, with schemas of their options and views."""
        return Response(await asyncio.to_thread(cards), media_type="application/json")

    @app.get("/tables", response_model=Lists, responses=wrong(), openapi_extra=OPEN)
    async def lists(me: Visitor) -> Response:
        """The tables where you hold a seat, and public tables in progress."""
        holder = me.holder
        mine = [] if me.is_new else [one for one in await tables.store.held(holder) if one.held_by(holder)]
        return said(Lists(rows(tables.games, mine, holder), rows(tables.games, await tables.store.public())))


def add_tables(app: FastAPI, tables: Tables, limits: Limits) -> None:
    @app.post("/tables", status_code=201, response_model=TableCard, responses=wrong(400, 403, 413, 429), openapi_extra=OPEN)
    async def new_table(new: NewTable, me: Visitor, request: Request) -> Response:
        """Set up a table."""
        game = tables.game(new.game)
        plan = TablePlan(
            game, tuple(new.seats) or default_seats(game), new.options, tuple(new.names), new.public, new.clock, hints=new.hints
        )
        table = await set_table(tables, limits.check_new_table(request.scope), me, plan)
        return said(state(table, kept(me), me.secret if me.is_new else None), 201)

    @app.get("/tables/{name}", response_model=TableCard, responses=wrong(400, 404), openapi_extra=OPEN)
    async def table_state(table: AtTable, me: Visitor) -> Response:
        """The players of a table, and its outcome."""
        return said(state(table, me))

    @app.post("/tables/{name}/join", response_model=TableCard, responses=wrong(400, 403, 404, 409, 413, 429), openapi_extra=OPEN)
    async def join(table: AtTable, join: Join, me: Visitor) -> Response:
        """Take a seat with its key, or a free seat of a public table. The key is replaced by a new one, and all other seats of its former
        holder become yours too. If two callers take a seat at once, one gets 409."""
        if join.seat is not None and join.key is None:
            await take_seat(table, me, join.seat, join.name)
        else:
            await sit_down(table, me, join.key or "", join.name)
        return said(state(table, kept(me), me.secret if me.is_new else None))

    @app.get("/tables/{name}/record", response_model=JsonObject, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def record(table: AtTable) -> Response:
        """The record of a finished game."""
        return Response(record_of(table), media_type="application/json")

    @app.get("/tables/{name}/review", response_model=JsonObject, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def review(table: AtTable) -> Response:
        """The worth of each unforced act of a finished game, judged from its seat's view. The first request starts the review; `progress`
        goes from 0 to 1."""
        return said(await tables.reviews.find(table))


def kept(me: Me) -> Me:
    """A caller whose new secret now counts as known."""
    return Me(me.secret, False)


def add_looks(app: FastAPI) -> None:
    @app.get("/tables/{name}/view", response_model=SeatView, responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def view(at: AtSeat) -> Response:
        """What a seat or a spectator sees now: the view, the prompt, and the choices."""
        return said(seat_view(at.table, at.screen, at.screen.number))

    @app.get("/tables/{name}/story", response_model=list[Moment], responses=wrong(400, 403, 404), openapi_extra=OPEN)
    async def story(at: AtSeat) -> Response:
        """The game so far, as a seat has seen it."""
        seen = enumerate([*(await at.table.story(at.seat)).steps])
        moments = (
            Moment(number, step.entries, seen_events(at.table, [*step.events])) for number, step in seen if step.entries or step.events
        )
        return said(await at.table.registry.slices.run(moments))

    @app.get("/tables/{name}/stream", response_class=EventStream, responses=STREAM, openapi_extra=OPEN)
    async def messages(at: AtSeat, _: Place, last_event_id: Annotated[str | None, Header()] = None) -> Response:
        """Server-sent events: what a seat sees, now and after every change. The id of a message is its number."""
        since = number_in(last_event_id) if last_event_id else at.screen.number

        def write(screen: Screen) -> SentEvent:
            nonlocal since
            before, since = since, screen.number
            return written(at.table, screen, before).event

        return event_stream(screens(at.table, at.seat, write))


async def choose_steps(table: Table, seat: int, seen: int, texts: Sequence[str]) -> None:
    if len(texts) > 1:
        act(table.game, table.match.current_view(seat, seen), texts)  # complains about any of them before the first is played
    for text in texts:
        await table.choose(seat, seen, text)
        seen = table.match.screens[seat].number


def add_play(app: FastAPI) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/choose", response_model=SeatView, responses=wrongs)
    async def choose(at: AtSeat, move: Move) -> Response:
        """Choose, in notation: one step, or several of one act if nothing new is revealed in between. If one is wrong, none is played.

        Before the game begins, while a seat is free, no choice is accepted."""
        texts = [move.choice] if isinstance(move.choice, str) else move.choice
        return await play(at, lambda seat: choose_steps(at.table, seat, move.seen, [text.strip() for text in texts]))

    @app.post("/tables/{name}/undo", response_model=SeatView, responses=wrongs)
    async def undo(at: AtSeat, move: Seen) -> Response:
        """Take back the latest step of an act that is not final."""
        return await play(at, lambda seat: at.table.undo(seat, move.seen))

    @app.post("/tables/{name}/hint", response_model=Advice, responses=wrongs)
    async def hint(at: AtSeat, move: Seen) -> Response:
        """What the best bot would choose, and how it weighs that and other acts. The record notes that you asked."""
        advised = await at.table.hints.ask(at.player(), move.seen)
        acts = [WeighedAct(one.act, *idea(at.table, one)[::2], one.worth, one.doubt) for one in advised.ideas]
        return said(Advice(advised.choice, advice(at.table, advised.choice), acts))


def add_seats(app: FastAPI, tables: Tables) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/stand-in", response_model=TableCard, responses=wrongs)
    async def let_bot_play(at: AtSeat, to: Other) -> Response:
        """Let a bot play: for you, in a free seat, or for a player who has been away for a minute."""
        await stand_in(at, at.player() if to.other is None else to.other)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/take-back", response_model=TableCard, responses=wrongs)
    async def play_again(at: AtSeat) -> Response:
        """Take your seat back from the bot that stands in for you."""
        await take_back(at)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/rematch", response_model=TableCard, responses=wrongs)
    async def play_on(at: AtSeat) -> Response:
        """Play again after the end: a new table for the same players, each one seat further. All who ask get the same table."""
        return said(state(await rematch(tables, at), at.me))


def add_leaving(app: FastAPI) -> None:
    wrongs = wrong(400, 403, 404, 409, 413, 429)

    @app.post("/tables/{name}/resign", response_model=TableCard, responses=wrongs)
    async def leave_for_good(at: AtSeat) -> Response:
        """Leave the game for good. If one seat is left, it has won; otherwise the others play on."""
        await leaving.resign(at)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/end", response_model=TableCard, responses=wrongs)
    async def end_game(at: AtSeat, wish: Wish) -> Response:
        """End the game without a result: at once if you play alone, or are the host before the first move; otherwise when all
        players present have agreed."""
        await leaving.end(at, wish.agree)
        return said(state(at.table, at.me))

    @app.post("/tables/{name}/put-out", response_model=TableCard, responses=wrongs)
    async def give_seat_away(at: AtSeat, to: Idle) -> Response:
        """As the host, give the seat of a player who has been away for ten minutes to a bot, for good."""
        await leaving.replace_absent(at, to.other)
        return said(state(at.table, at.me))
