"""The web side of the table: who comes, what is asked for, and what every answer says.

A choice is answered 204 and every drawing comes by the stream, one whole snapshot a message. Whoever made a table or sat down at one has
a cookie with a secret of its own; a seat belongs to the browser whose secret it knows the hash of, or to whoever has its link.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

import msgspec
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers as GivenHeaders
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways.game import Complaint, Game, Illegal, Refused
from byways.table import pages, pictures
from byways.table.course import Stale
from byways.table.live import House, Plan, Table, hash_of

FOLDER = Path(__file__).parent
FACES = {"regular": "SourceSansPro", "semibold": "SourceSansProSemibold"}
LONGEST = 4096  # bytes that anybody may send at once
YEAR = 365 * 86400
CLOCKS = {"": None, "30": 30.0, "120": 120.0, "600": 600.0, "86400": 86400.0, "259200": 259200.0}
FOREIGN = "Nothing was done: this came from a page of another site."
UNSEEN = "You have not seen so much of this game."
WATCHING = "Nothing was played: you are watching this game."


class Pace:
    """How often one address may do something: some at once, then so many a second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left: dict[str, tuple[float, float]] = {}

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        left, since = self.left.get(who, (self.at_once, now))
        left = min(self.at_once, left + (now - since) * self.a_second)
        if len(self.left) > 10_000:
            self.left.clear()
        self.left[who] = (max(0.0, left - 1), now)
        return left >= 1


class Door:
    """What every answer says: a strict content policy unless the page has its own, and that nothing of a seat is stored.

    Forms of other sites are turned away, and whoever sends too many.
    """

    def __init__(self, app: ASGIApp, pace: Pace) -> None:
        self.app, self.pace = app, pace

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", pages.POLICY.format(style=""))
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                if not scope["path"].startswith(("/static/", "/font/", "/picture/")):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if scope["type"] == "http" and scope["method"] == "POST" and (wrong := self._wrong(scope)):
            await answer(Request(scope), *wrong)(scope, receive, send_with_headers)
        else:
            await self.app(scope, receive, send_with_headers)

    def _wrong(self, scope: Scope) -> tuple[int, str] | None:
        if is_foreign(GivenHeaders(scope=scope)):
            return 403, FOREIGN
        if not self.pace.allows(client_of(scope)):
            return 429, "Nothing was done: that was too much at once. Wait a moment."
        return None


def client_of(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def is_foreign(headers: GivenHeaders) -> bool:
    """Whether a browser says that a form was sent by a page of another site. What is no browser says nothing and has no cookies."""
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


async def sent(request: Request) -> dict[str, str]:
    """The fields of a form."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > LONGEST:
            raise HTTPException(413, "That is too long for a table.")
    return dict(parse_qsl(data.decode(errors="replace"), keep_blank_values=True))


Fields = Annotated[dict[str, str], Depends(sent)]


class Me(msgspec.Struct, frozen=True):
    """A browser, by the secret in its cookie; one that has none gets one with the first seat it takes."""

    secret: str
    is_new: bool

    def key(self, table: str, seat: int) -> str:
        """What the link of a seat holds: it can be made again by this browser only."""
        made = hmac.digest(self.secret.encode(), f"{table} {seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def keep(self, request: Request, response: Response) -> Response:
        secure = request.url.scheme == "https"
        response.set_cookie("me", self.secret, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
        return response


def browser(request: Request) -> Me:
    given = request.cookies.get("me", "")
    known = re.fullmatch(r"[\w-]{32,64}", given, re.ASCII)
    return Me(given, False) if known else Me(secrets.token_urlsafe(32), True)


Browser = Annotated[Me, Depends(browser)]


def number_in(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else -1


class Visit(msgspec.Struct):
    """Who came to which table, in which of the seats that it holds; `fields` are what a form sent."""

    table: Table
    me: Me
    held: list[int]
    seat: int | None
    fields: dict[str, str]

    async def play(self, step: Callable[[int, int], Awaitable[None]]) -> Response:
        """Take a step of a seat that names what it saw last."""
        if self.seat is None:
            raise HTTPException(403, WATCHING)
        await step(self.seat, number_in(self.fields.get("seen")))
        return Response(status_code=204)

    def links(self, base: str) -> dict[int, str]:
        """The links that this browser may give away: of free seats that it made, and of its own."""
        shown = [number for number, seat in enumerate(self.table.seats) if seat.kind == "free" or number in self.held]
        keys = {number: self.me.key(self.table.id, number) for number in shown}
        return {number: f"{base}join/{self.table.id}/{key}" for number, key in keys.items() if self.table.seats[number].key == hash_of(key)}


async def find_table(name: str, request: Request) -> Table:
    house: House = request.app.state.house
    table = await house.find(name)
    if table is None:
        raise HTTPException(404, "There is no such game here, or no longer.")
    return table


AtTable = Annotated[Table, Depends(find_table)]


async def visit(table: AtTable, request: Request, me: Browser, fields: Fields) -> Visit:
    held = [] if me.is_new else table.held_by(hash_of(me.secret))
    wanted = request.query_params.get("seat")
    if wanted is not None and number_in(wanted) not in held:
        raise HTTPException(403, "This seat is somebody else's. You can watch at the address without a seat.")
    awaited = [seat for seat in held if seat in table.course.position.awaited]
    seat = number_in(wanted) if wanted is not None else next(iter([*awaited, *held]), None)
    return Visit(table, me, held, seat, fields)


Visiting = Annotated[Visit, Depends(visit)]


def answer(request: Request, status: int, sentence: str) -> Response:
    """What is wrong: a sentence for the error line of a page that asks, else a page of its own."""
    if "hx-request" in request.headers:
        return HTMLResponse(pages.render("sentence.html", sentence=sentence), status)
    return HTMLResponse(pages.render("wrong.html", sentence=sentence, back=came_from(request)), status)


def came_from(request: Request) -> str | None:
    """The page of this house that somebody came from, to go back to."""
    page = urlsplit(request.headers.get("referer", ""))
    here = page.netloc == request.headers.get("host") and page.path.startswith("/") and not page.path.startswith("//")
    return f"{page.path}{'?' + page.query if page.query else ''}" if here and page.path not in ("/", request.url.path) else None


async def refuse(request: Request, error: Exception) -> Response:
    status = 422 if isinstance(error, Illegal) else 409 if isinstance(error, Stale) else 400
    return answer(request, status, str(error))


async def miss(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    plain = {"Not Found": "There is nothing here.", "Method Not Allowed": "That cannot be done here."}
    return answer(request, error.status_code, plain.get(error.detail, error.detail))


async def apologise(request: Request, error: Exception) -> Response:
    return answer(request, 500, "Something went wrong in the house itself; nothing of your game is lost. Load the page again.")


def make_app(house: House, pace: Pace | None = None, new_pace: Pace | None = None) -> FastAPI:
    app = FastAPI(title="Byways", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.house = house
    app.state.new_pace = new_pace or Pace(40, 0.5)
    app.add_middleware(Door, pace=pace or Pace(200, 40))
    app.add_exception_handler(Complaint, refuse)
    app.add_exception_handler(AnyHTTPException, miss)
    app.add_exception_handler(Exception, apologise)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")
    app.get("/font/{face}.ttf")(font)
    add_lobby(app, house)
    add_new(app, house)
    add_seats(app)
    add_play(app, house)
    add_past(app, house)
    return app


async def font(face: str) -> Response:
    """The letters of all drawings, from the package that has them."""
    if face not in FACES:
        raise HTTPException(404)
    import font_source_sans_pro  # type: ignore[import-untyped]

    file = font_source_sans_pro.font_files_ttf[FACES[face]]
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": f"public, max-age={YEAR}"})


def add_lobby(app: FastAPI, house: House) -> None:
    @app.get("/")
    async def lobby(me: Browser) -> Response:
        mine = [] if me.is_new else await house.store.held(hash_of(me.secret))
        cards = [(game, pages.bots(game), pages.usual_bot(game), pages.reconstructed(game)) for game in house.games.values()]
        public = [line for line in await house.store.public() if line.game in house.games]
        return HTMLResponse(pages.render("lobby.html", cards=cards, mine=mine, public=public, games=house.games))

    @app.get("/picture/{game}/{moment}.svg")
    async def picture(game: str, moment: str) -> Response:
        found = house.game(game)
        headers = {"Content-Security-Policy": pages.policy_for(found), "Cache-Control": "public, max-age=3600"}
        return Response(pictures.picture(found, moment), media_type="image/svg+xml", headers=headers)

    @app.get("/rules/{game}")
    async def rules(game: str) -> Response:
        found = house.game(game)
        text = pages.rules(found)
        if text is None:
            raise HTTPException(404, f"The rules of {found.title} are not written down here yet.")
        return HTMLResponse(pages.render("rules.html", game=found, text=text))


def read_plan(game: Game, fields: dict[str, str]) -> Plan:
    """A table as a form describes it: whole, or just 'so many of us, with friends or against this bot'."""
    given = [fields[f"seat-{number}"] for number in range(game.seats[1]) if fields.get(f"seat-{number}", "none") != "none"]
    seats = given or usual_seats(game, fields)
    if fields.get("clock", "") not in CLOCKS:
        raise Refused("There is no such clock.")
    names = tuple(fields.get(f"name-{number}", "") for number in range(len(seats)))
    options = {name.removeprefix("option-"): value for name, value in fields.items() if name.startswith("option-")}
    return Plan(game, tuple(seats), options, names, fields.get("public") == "yes", CLOCKS[fields.get("clock", "")])


def usual_seats(game: Game, fields: dict[str, str]) -> list[str]:
    other = "free" if fields.get("with") == "friends" else f"bot:{fields.get('bot', pages.usual_bot(game))}"
    players = number_in(fields["players"]) if "players" in fields else max(2, game.seats[0])
    if not game.seats[0] <= players <= game.seats[1]:
        raise Refused(f"{game.title} is for {game.seats[0]} to {game.seats[1]} players.")
    return ["me", *[other] * (players - 1)]


async def set_table(house: House, request: Request, me: Me, plan: Plan) -> Response:
    if not request.app.state.new_pace.allows(client_of(request.scope)):
        raise HTTPException(429, "No table was set: these are too many at once. Wait a moment.")
    table = await house.set(plan, me.secret, me.key)
    return me.keep(request, RedirectResponse(f"/play/{table.id}", 303))


def add_new(app: FastAPI, house: House) -> None:
    @app.get("/set/{game}")
    async def form(game: str) -> Response:
        return HTMLResponse(pages.set_page(house.game(game)))

    @app.post("/new")
    async def new(request: Request, me: Browser, fields: Fields) -> Response:
        return await set_table(house, request, me, read_plan(house.game(fields.get("game", "")), fields))

    @app.post("/play/{name}/rematch")
    async def rematch(at: Visiting) -> Response:
        if at.seat is None or at.table.course.position.outcome is None:
            raise HTTPException(403, "A rematch is for those who have played, when the game is over.")
        table = await house.rematch(at.table, at.me.key)
        return RedirectResponse(f"/play/{table.id}", 303)


def add_seats(app: FastAPI) -> None:
    @app.get("/join/{name}/{key}")
    async def join(table: AtTable, key: str) -> Response:
        return HTMLResponse(pages.render("join.html", table=table, key=key, colour=table.game.seat_names[linked(table, key)]))

    @app.post("/join/{name}/{key}")
    async def sit(table: AtTable, key: str, request: Request, me: Browser, fields: Fields) -> Response:
        seat = linked(table, key)
        await table.sit(seat, hash_of(me.secret), hash_of(me.key(table.id, seat)), fields.get("name", "") or table.seats[seat].name)
        return me.keep(request, RedirectResponse(f"/play/{table.id}?seat={seat}", 303))

    @app.post("/play/{name}/stand-in")
    async def stand_in(at: Visiting) -> Response:
        """A bot for my own seat, a free one, or one whose player has left."""
        seat = number_in(at.fields.get("other"))
        if at.seat is None or not 0 <= seat < len(at.table.seats):
            raise HTTPException(403, WATCHING)
        if seat not in at.held and at.table.seats[seat].kind == "person" and not at.table.is_away(seat):
            raise HTTPException(403, f"{at.table.game.seat_names[seat]} is here, or was a minute ago.")
        await at.table.stand_in(seat)
        return Response(status_code=204)

    @app.post("/play/{name}/take-back")
    async def take_back(at: Visiting) -> Response:
        if at.seat is None:
            raise HTTPException(403, WATCHING)
        await at.table.take_back(at.seat)
        return Response(status_code=204)


def linked(table: Table, key: str) -> int:
    seat = table.seat_with(key)
    if seat is None:
        raise HTTPException(404, "This link is for no seat, or no longer: somebody has sat down with it. You can still watch the game.")
    return seat


def add_play(app: FastAPI, house: House) -> None:
    @app.get("/play/{name}")
    async def page(at: Visiting, request: Request) -> Response:
        names, headers = at.table.game.seat_names, {"Content-Security-Policy": pages.policy_for(at.table.game)}
        shared = len(at.held) > 1 and at.table.course.position.outcome is None and pages.has_secrets(at.table.game)
        if shared and "seat" not in request.query_params and at.seat is not None:
            return HTMLResponse(pages.render("curtain.html", table=at.table, seat=at.seat, colour=names[at.seat]))
        looking_at = number_in(request.query_params["at"]) if "at" in request.query_params else None
        if looking_at is not None and looking_at >= len(at.table.course.screens[None].entries):
            raise HTTPException(404, UNSEEN)
        return HTMLResponse(pages.table_page(at.table, at.seat, at.links(str(request.base_url)), looking_at), headers=headers)

    @app.get("/play/{name}/stream", response_class=EventSourceResponse)
    async def snapshots(at: Visiting) -> AsyncIterator[ServerSentEvent]:
        async for screen in house.watch(at.table, at.seat):
            yield ServerSentEvent(raw_data=pages.snapshot(at.table, at.seat), id=str(screen.number))

    @app.post("/play/{name}/choose")
    async def choose(at: Visiting) -> Response:
        return await at.play(lambda seat, seen: at.table.choose(seat, seen, at.fields.get("choice", "").strip()))

    @app.post("/play/{name}/undo")
    async def undo(at: Visiting) -> Response:
        return await at.play(at.table.undo)

    @app.post("/play/{name}/hint")
    async def hint(at: Visiting) -> Response:
        if at.seat is None:
            raise HTTPException(403, WATCHING)
        sentence = await at.table.hint(at.seat, number_in(at.fields.get("seen")))
        return HTMLResponse(pages.render("sentence.html", sentence=sentence))


def add_past(app: FastAPI, house: House) -> None:
    @app.get("/play/{name}/past/{number}")
    async def past(at: Visiting, number: str) -> Response:
        drawn = pages.past(at.table, at.seat, number_in(number))
        if drawn is None:
            raise HTTPException(404, UNSEEN)
        return HTMLResponse(drawn)

    @app.get("/play/{name}/on/{number}")
    async def on_form(at: Visiting, number: str) -> Response:
        return HTMLResponse(pages.on_page(at.table, at.seat, number_in(number)))

    @app.post("/play/{name}/on/{number}")
    async def on(at: Visiting, number: str, request: Request) -> Response:
        plan = read_plan(at.table.game, at.fields)
        if len(plan.seats) != len(at.table.seats):
            raise Refused("No table was set: whoever plays on needs as many seats as there were.")
        begun = at.table.until(at.seat, number_in(number))
        return await set_table(house, request, at.me, msgspec.structs.replace(plan, options=begun.options, begun=begun))

    @app.get("/play/{name}/record.json")
    async def record(table: AtTable) -> Response:
        if table.course.position.outcome is None:
            raise HTTPException(403, "The record tells everything, so it can be had when the game is over.")
        file = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.json"'}
        return Response(table.course.record.to_json(), media_type="application/json", headers=file)
