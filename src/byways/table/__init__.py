"""The web table: a person against bots in the browser. Games live in memory; whoever holds a seat's cookie plays it, all others watch.

A choice is answered 204 and every drawing comes by the stream, one whole snapshot a message. Pages, streams and errors are made from views.
"""

from __future__ import annotations

import asyncio
import errno
import secrets
import socket
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Annotated, NoReturn
from urllib.parse import parse_qsl
from xml.etree import ElementTree as ET

import msgspec
import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways.game import Choice, Complaint, Event, Game, Illegal, Malformed, Part, Player, Refused, View, stream
from byways.record import opened
from byways.referee import Referee, ask
from byways.terminal import result

FOLDER = Path(__file__).parent
FACES = {"regular": "SourceSansPro", "semibold": "SourceSansProSemibold"}
PAUSE = 0.8  # seconds from one act to a bot's next: people should see what happened
LINES = 100  # of the log that a page shows
TABLES = 500  # kept at once; the oldest goes first
LONGEST = 4096  # bytes that anybody may send at once
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

pages = Environment(loader=PackageLoader("byways.table"), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


class Stale(Complaint):
    """A choice made on a drawing that is no longer the newest of its seat."""


class Screen(msgspec.Struct):
    """What one seat (None: everybody who watches) has on its screen. The number counts what that seat has seen, nothing else."""

    view: View
    number: int = 0
    log: list[str] = []
    html: str = ""  # made when first asked for


class Thought(Player):
    """What a bot's thread came to, handed to the referee: its answer, or what it raised."""

    def __init__(self, done: asyncio.Future[Choice | Sequence[Choice]]) -> None:
        self.done = done

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        return self.done.result()


class Table:
    """One game: its referee, its bots, who may play the other seats, and what everybody has on screen."""

    def __init__(self, game: Game, referee: Referee, bots: Mapping[int, str], seed: int | str, pause: float = PAUSE) -> None:
        self.game, self.referee, self.bot_names, self.pause = game, referee, bots, pause
        self.name = secrets.token_urlsafe(9)
        self.bots = {seat: game.bots[bot](stream(seed, f"seat {seat}")) for seat, bot in bots.items()}
        people = [seat for seat in range(len(referee.position.acts)) if seat not in bots]
        self.keys = {seat: secrets.token_urlsafe(24) for seat in people}
        self.told: list[Event] = []
        self.screens = {seat: Screen(referee.position.view(seat)) for seat in (*people, None)}
        self.policy = policy_for(game.draw(referee.position.view(None)))
        self.moved = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None
        referee.tell = self.told

    def seat_of(self, key: str) -> int | None:
        return next((seat for seat, held in self.keys.items() if secrets.compare_digest(held, key)), None)

    def choose(self, seat: int, seen: int, text: str) -> None:
        view = self._newest(seat, seen)
        choice = self.game.parse(text)
        if choice not in view.choices:
            self._explain(view, seat, choice)
        self.referee.answer(seat, choice)
        self.proceed()

    def undo(self, seat: int, seen: int) -> None:
        self._newest(seat, seen)
        self.referee.undo(seat)
        self.proceed()

    def _newest(self, seat: int, seen: int) -> View:
        if seen != self.screens[seat].number:
            raise Stale("Nothing was played: the board had changed meanwhile. Look again, then choose.")
        return self.screens[seat].view

    def _explain(self, view: View, seat: int, choice: Choice) -> NoReturn:
        """Why a choice is not possible, found in an imagined world: so the sentence can only tell what this seat knows."""
        if seat in view.awaited:
            view.imagine(Random(0)).choose(seat, choice)
        raise Illegal(f"Nothing was played. {view.prompt.format(*self.game.seat_names)}")

    def proceed(self) -> None:
        """Show what has changed, and let the bots think."""
        self.look()
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        """One bot after another, each in a thread of its own."""
        while requests := [request for request in self.referee.requests() if request.seat in self.bots]:
            seat, view = requests[0].seat, requests[0].view
            done = asyncio.ensure_future(asyncio.to_thread(self.bots[seat].choose, view, float("inf")))
            await asyncio.wait((done, asyncio.ensure_future(asyncio.sleep(self.pause))))
            if seat in self.referee.position.awaited:
                ask(self.referee, requests[0], Thought(done))
            self.look()

    def look(self) -> None:
        """Bring every screen up to date; the number of one that changes rises."""
        for seat, screen in self.screens.items():
            lines = [mine.say(self.game.seat_names) for event in self.told if (mine := event.told(seat))]
            view = self.referee.position.view(seat)
            if lines or view != screen.view:
                screen.view, screen.number, screen.log, screen.html = view, screen.number + 1, screen.log + lines, ""
        self.told.clear()
        self.wake()

    def wake(self) -> None:
        self.moved.set()
        self.moved = asyncio.Event()

    def snapshot(self, seat: int | None) -> str:
        """All of a seat's page that changes."""
        screen = self.screens[seat]
        screen.html = screen.html or self._render(screen, screen.view)
        return screen.html

    def _render(self, screen: Screen, view: View) -> str:
        prompt = result(self.game, view.outcome) if view.outcome else view.prompt.format(*self.game.seat_names)
        lines = list(enumerate(screen.log))[-LINES:]
        board = Markup(self.game.draw(view))
        return pages.get_template("snapshot.html").render(table=self, screen=screen, view=view, prompt=prompt, lines=lines, board=board)

    def page(self, seat: int | None) -> str:
        names, bots = self.game.seat_names, self.bot_names
        others = [f"{names[other]} is the bot {bots[other]}" for other in sorted(bots)]
        who = ", ".join([f"You are {names[seat]}" if seat is not None else "You are watching", *others])
        return pages.get_template("table.html").render(table=self, game=self.game, seat=seat, who=who, snapshot=Markup(self.snapshot(seat)))


class House:
    """All tables that are open."""

    def __init__(self, games: Sequence[Game], pause: float = PAUSE, seeds: Iterator[int] | None = None) -> None:
        self.games = {game.name: game for game in games}
        self.pause, self.seeds = pause, seeds or iter(lambda: secrets.randbelow(1 << 60), -1)
        self.tables: dict[str, Table] = {}
        self.closed = False

    def open(self, name: str, bot: str) -> Table:
        """A new game of a person against as many bots as it takes."""
        if name not in self.games:
            raise Refused(f"There is no game '{name}' on this table.")
        game, seed = self.games[name], next(self.seeds)
        if bot not in game.bots:
            raise Refused(f"{game.title} has no bot '{bot}'; it has {', '.join(game.bots)}.")
        seats, options, chance = max(2, game.seats[0]), game.options(), stream(seed, "chance")
        setup = game.deal(seats, stream(seed, "set-up"), options)
        record = opened(game, setup, options, ("person", *[f"bot:{bot}"] * (seats - 1)))
        referee = Referee(game, record, lambda due: due.draw(chance))
        return self.add(Table(game, referee, dict.fromkeys(range(1, seats), bot), seed, self.pause))

    def add(self, table: Table) -> Table:
        self.tables[table.name] = table
        while len(self.tables) > TABLES:
            del self.tables[next(iter(self.tables))]
        return table

    async def watch(self, table: Table, seat: int | None) -> AsyncIterator[Screen]:
        """A seat's screen now and whenever it has changed."""
        seen = -1
        while not self.closed:
            moved, screen = table.moved, table.screens[seat]
            if screen.number != seen:
                seen = screen.number
                yield screen
            else:
                await moved.wait()

    def close(self) -> None:
        """Let every stream end: browsers come back by themselves when there is a server again."""
        self.closed = True
        for table in self.tables.values():
            table.wake()


def policy_for(drawing: str) -> str:
    """The content policy of a game's pages: the style of a drawing is the same for all drawings of a game, and allowed by its hash."""
    style = ET.fromstring(drawing).findtext("{http://www.w3.org/2000/svg}style")
    return POLICY.format(style=f" 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" if style else "")


def reconstructed(game: Game) -> list[str]:
    """The parts of a game that were made for Byways because the printed ones are not published."""
    parts = {field: getattr(game.components, field) for field in game.components.__struct_fields__}
    return [name.replace("_", " ") for name, part in parts.items() if isinstance(part, Part) and part.provenance == "reconstruction"]


class Headers:
    """What every answer says: a strict content policy unless the page has its own, and that nothing of a seat is stored."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", POLICY.format(style=""))
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "same-origin"
                if scope["path"].startswith("/play/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self.app(scope, receive, send_with_headers)


class Visit(msgspec.Struct):
    """Who came to which table; `fields` are what a form sent."""

    table: Table
    seat: int | None
    fields: dict[str, str]

    def play(self, step: Callable[[int, int], None]) -> Response:
        """Take a step of a seat that names what it saw last."""
        if self.seat is None:
            raise HTTPException(403, "Nothing was played: you are watching this game.")
        seen = self.fields.get("seen", "")
        step(self.seat, int(seen) if seen.isascii() and seen.isdecimal() else -1)
        return Response(status_code=204)


async def sent(request: Request) -> dict[str, str]:
    """The fields of a form."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > LONGEST:
            raise HTTPException(413, "That is too long for a choice.")
    return dict(parse_qsl(data.decode(errors="replace"), keep_blank_values=True))


Fields = Annotated[dict[str, str], Depends(sent)]


async def visit(name: str, request: Request, fields: Fields) -> Visit:
    house: House = request.app.state.house
    table = house.tables.get(name)
    if table is None:
        raise HTTPException(404, "There is no such game here, or no longer.")
    return Visit(table, table.seat_of(request.cookies.get("seat", "")), fields)


AtTable = Annotated[Visit, Depends(visit)]


def answer(request: Request, status: int, sentence: str) -> Response:
    """What is wrong: a sentence for the error line of a page that asks, else a page of its own."""
    template = "sentence.html" if "hx-request" in request.headers else "wrong.html"
    return HTMLResponse(pages.get_template(template).render(sentence=sentence), status)


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, Complaint)
    status = {Malformed: 400, Illegal: 422, Stale: 409}.get(type(error), 400)
    return answer(request, status, str(error))


async def miss(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    return answer(request, error.status_code, "There is nothing here." if error.detail == "Not Found" else error.detail)


def make_app(house: House) -> FastAPI:
    app = FastAPI(title="Byways", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.house = house
    app.add_middleware(Headers)
    app.add_exception_handler(Complaint, refuse)
    app.add_exception_handler(AnyHTTPException, miss)
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")
    app.get("/font/{face}.ttf")(font)
    add_lobby(app, house)
    add_play(app, house)
    return app


async def font(face: str) -> Response:
    """The letters of all drawings, from the package that has them."""
    if face not in FACES:
        raise HTTPException(404)
    import font_source_sans_pro  # type: ignore[import-untyped]

    file = font_source_sans_pro.font_files_ttf[FACES[face]]
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": "public, max-age=31536000"})


def add_lobby(app: FastAPI, house: House) -> None:
    @app.get("/")
    async def lobby() -> Response:
        cards = [(game, list(game.bots), reconstructed(game)) for game in house.games.values()]
        return HTMLResponse(pages.get_template("lobby.html").render(cards=cards))

    @app.post("/new")
    async def new(fields: Fields) -> Response:
        table = house.open(fields.get("game", ""), fields.get("bot", ""))
        table.proceed()
        response = RedirectResponse(f"/play/{table.name}", 303)
        response.set_cookie("seat", table.keys[0], max_age=30 * 86400, path=f"/play/{table.name}", httponly=True, samesite="lax")
        return response


def add_play(app: FastAPI, house: House) -> None:
    @app.get("/play/{name}")
    async def page(at: AtTable) -> Response:
        return HTMLResponse(at.table.page(at.seat), headers={"Content-Security-Policy": at.table.policy})

    @app.get("/play/{name}/stream", response_class=EventSourceResponse)
    async def snapshots(at: AtTable) -> AsyncIterator[ServerSentEvent]:
        async for screen in house.watch(at.table, at.seat):
            yield ServerSentEvent(raw_data=at.table.snapshot(at.seat), id=str(screen.number))

    @app.post("/play/{name}/choose")
    async def choose(at: AtTable) -> Response:
        return at.play(lambda seat, seen: at.table.choose(seat, seen, at.fields.get("choice", "").strip()))

    @app.post("/play/{name}/undo")
    async def undo(at: AtTable) -> Response:
        return at.play(at.table.undo)


class Server(uvicorn.Server):
    """Ends its streams before it waits for open connections to end."""

    def __init__(self, house: House) -> None:
        super().__init__(uvicorn.Config(make_app(house), log_level="warning", timeout_graceful_shutdown=5))
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Refused(f"Port {port} on {host} is taken by another program; choose another with --port.") from None
        raise Refused(f"There is no way to serve on {host}, port {port}: {error.strerror or error}.") from None


def serve(games: Sequence[Game], host: str, port: int, say: Callable[[str], object]) -> None:
    """Until it is stopped."""
    door = listen(host, port)
    say(f"Byways is open at http://{f'[{host}]' if ':' in host else host}:{door.getsockname()[1]} (Ctrl-C closes it).")
    with suppress(KeyboardInterrupt):
        Server(House(games)).run([door])
