"""Error responses: JSON for programs, HTML for people."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect

from byways.game import Complaint, Illegal
from byways.i18n import ENGLISH, Message
from byways.table.errors import Declined, InternalError, Missing, TooMuch, Unsuited
from byways.table.http.visitors import language_of
from byways.table.i18n import voice
from byways.table.pages.phrases import voice_of
from byways.table.pages.render import render
from byways.table.play.table import Table
from byways.wire.messages import message_of

STARLETTE = {"Not Found": Missing("wrong.nothing"), "Method Not Allowed": Unsuited("wrong.method")}


def status_of(error: Complaint) -> int:
    return error.status if isinstance(error, Declined) else 422 if isinstance(error, Illegal) else 400


def headers_of(error: Complaint) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if isinstance(error, TooMuch) and error.retry_after else {}


def answer(request: Request, error: Complaint, status: int | None = None) -> Response:
    """Respond to an error: English JSON under /api, one sentence for htmx, a whole page otherwise."""
    status, headers = status or status_of(error), headers_of(error)
    if request.url.path.startswith("/api/"):
        said = {"error": said_at(error, getattr(request.state, "table", None), ENGLISH), "message": message_of(error.sentence)}
        return Response(msgspec.json.encode(said), status, headers, media_type="application/json")
    language = language_of(request)
    sentence, speaking = said_at(error, getattr(request.state, "table", None), language), voice(language)
    if "hx-request" in request.headers:
        return HTMLResponse(render("sentence.html", speaking, sentence=sentence), status, headers)
    return HTMLResponse(render("wrong.html", speaking, sentence=sentence, back=came_from(request)), status, headers)


def said_at(error: Complaint, table: Table | None, language: str) -> str:
    """The error in words, with the names of the players at its table."""
    if table is None or not isinstance(error.sentence, Message):
        return error.in_language(language)
    try:
        return voice_of(table, language).word(error.sentence)
    except LookupError:
        return error.in_language(language)


def parted(address: str) -> SplitResult:
    """Split a URL sent by a client; an invalid one yields empty parts."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def came_from(request: Request) -> str | None:
    """The page on this site that the visitor came from, for a link back."""
    page = parted(request.headers.get("referer", ""))
    # A path that begins with two slashes would point to another host.
    here = page.netloc == request.headers.get("host") and page.path.startswith("/") and not page.path.startswith("//")
    return f"{page.path}{'?' + page.query if page.query else ''}" if here and page.path not in ("/", request.url.path) else None


async def refuse(request: Request, error: Complaint) -> Response:
    return answer(request, error)


async def miss(request: Request, error: AnyHTTPException) -> Response:
    """Answer an HTTP exception from Starlette or FastAPI, which wraps our own errors while reading a body."""
    if isinstance(error.__cause__, Complaint):
        return answer(request, error.__cause__)
    return answer(request, STARLETTE.get(error.detail) or Complaint(error.detail), error.status_code)


async def cut_off(request: Request, error: Exception) -> Response:
    """Answer a client that disconnected while sending, so that it is not logged as an error."""
    return answer(request, Declined("wrong.cut-off"))


async def apologise(request: Request, error: Exception) -> Response:
    said = answer(request, InternalError("wrong.fault"))
    said.headers["Connection"] = "close"  # uvicorn closes the connection after an exception
    return said


HANDLERS: dict[int | type[Exception], Any] = {
    Complaint: refuse,
    AnyHTTPException: miss,
    ClientDisconnect: cut_off,
    Exception: apologise,
}
