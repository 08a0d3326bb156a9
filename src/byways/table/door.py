"""Who comes to the table, by which secret, how often, and how they are told what is wrong.

Whoever made a table or sat down at one has a secret of its own: browsers in a cookie, programs in the `Authorization` header. A seat
belongs to whoever has the secret that it knows the hash of.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import Headers as GivenHeaders
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byways.game import Illegal
from byways.table import pages
from byways.table.limits import Pace
from byways.table.live import House, Table
from byways.table.match import Stale
from byways.table.plan import hash_of

LONGEST = 4096  # bytes that anybody may send at once
YEAR = 365 * 86400
FOREIGN = "Nothing was done: this came from a page of another site."
WATCHING = "Nothing was played: you are watching this game."


class Door:
    """What every answer says: a strict content policy unless the page has its own, and that nothing of a seat is stored.

    Forms of other sites are turned away, and whoever sends too many or too much.
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
            await self.app(scope, limited(receive), send_with_headers)

    def _wrong(self, scope: Scope) -> tuple[int, str] | None:
        if is_foreign(GivenHeaders(scope=scope)):
            return 403, FOREIGN
        if not self.pace.allows(client_of(scope)):
            return 429, "Nothing was done: that was too much at once. Wait a moment."
        return None


def limited(receive: Receive) -> Receive:
    came = 0

    async def receive_some() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > LONGEST:
            raise HTTPException(413, "That is too long for a table.")
        return message

    return receive_some


def client_of(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def is_foreign(headers: GivenHeaders) -> bool:
    """Whether a browser says that a form was sent by a page of another site. What is no browser says nothing and has no cookies."""
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Me(msgspec.Struct, frozen=True):
    """A browser or a program, by its secret; one that has none gets one with the first seat it takes."""

    secret: str
    is_new: bool

    def key(self, table: str, seat: int) -> str:
        """What the link of a seat holds: it can be made again by this secret only."""
        made = hmac.digest(self.secret.encode(), f"{table} {seat}".encode(), "sha256")
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    def keep(self, request: Request, response: Response) -> Response:
        secure = request.url.scheme == "https"
        response.set_cookie("me", self.secret, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)
        return response

    def seats(self, table: Table) -> list[int]:
        return [] if self.is_new else table.held_by(hash_of(self.secret))

    def keys(self, table: Table) -> dict[int, str]:
        """The keys that this one may give away: of free and program seats that it made, and of its own."""
        held = self.seats(table)
        shown = [number for number, seat in enumerate(table.seats) if seat.kind in ("free", "program") or number in held]
        keys = {number: self.key(table.id, number) for number in shown}
        return {number: key for number, key in keys.items() if table.seats[number].key == hash_of(key)}


def who_comes(request: Request) -> Me:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    given = token.strip() if scheme.lower() == "bearer" else request.cookies.get("me", "")
    if re.fullmatch(r"[\w-]{32,64}", given, re.ASCII):
        return Me(given, False)
    if scheme:
        raise HTTPException(401, "Send 'Authorization: Bearer SECRET' with a secret of 32 to 64 letters, digits, - or _.")
    return Me(secrets.token_urlsafe(32), True)


Visitor = Annotated[Me, Depends(who_comes)]


def number_in(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else -1


async def find_table(name: str, request: Request) -> Table:
    house: House = request.app.state.house
    table = await house.find(name) if re.fullmatch(r"[\w-]{1,32}", name, re.ASCII) else None
    if table is None:
        raise HTTPException(404, "There is no such game here, or no longer.")
    return table


AtTable = Annotated[Table, Depends(find_table)]


def seat_of(table: Table, me: Me, wanted: int | None) -> int | None:
    """The seat that somebody comes for: the wanted one, else one that is awaited, else any that they hold; None to watch."""
    held = me.seats(table)
    if wanted is not None and wanted not in held:
        raise HTTPException(403, "This seat is somebody else's. You can watch at the address without a seat.")
    awaited = [seat for seat in held if seat in table.match.position.awaited]
    return wanted if wanted is not None else next(iter([*awaited, *held]), None)


def linked(table: Table, key: str) -> int:
    seat = table.seat_with(key)
    if seat is None:
        raise HTTPException(404, "This link is for no seat, or no longer: somebody has sat down with it. You can still watch the game.")
    return seat


def answer(request: Request, status: int, sentence: str) -> Response:
    """What is wrong: JSON for programs, a sentence for the error line of a page that asks, else a page of its own."""
    if request.url.path.startswith("/api/"):
        return Response(msgspec.json.encode({"error": sentence}), status, media_type="application/json")
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
