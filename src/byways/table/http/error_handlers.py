"""How people and programs are told of errors."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException

from byways.game import Complaint, Illegal
from byways.i18n import ENGLISH, Message
from byways.table.errors import Declined, Fault, Missing, Unsuited
from byways.table.http.visitors import language_of
from byways.table.i18n import voice
from byways.table.pages.phrases import voice_of
from byways.table.pages.render import render
from byways.table.play.table import Table
from byways.wire.messages import meant

PLAIN = {"Not Found": Missing("wrong.nothing"), "Method Not Allowed": Unsuited("wrong.method")}


def status_of(error: Complaint) -> int:
    return error.status if isinstance(error, Declined) else 422 if isinstance(error, Illegal) else 400


def answer(request: Request, error: Complaint, status: int | None = None) -> Response:
    """What is wrong: JSON for programs, in English; a sentence for the error line of a page that asks, else a whole page."""
    status = status or status_of(error)
    if request.url.path.startswith("/api/"):
        said = {"error": said_at(error, getattr(request.state, "table", None), ENGLISH), "message": meant(error.sentence)}
        return Response(msgspec.json.encode(said), status, media_type="application/json")
    language = language_of(request)
    sentence, speaking = said_at(error, getattr(request.state, "table", None), language), voice(language)
    if "hx-request" in request.headers:
        return HTMLResponse(render("sentence.html", speaking, sentence=sentence), status)
    return HTMLResponse(render("wrong.html", speaking, sentence=sentence, back=came_from(request)), status)


def said_at(error: Complaint, table: Table | None, language: str) -> str:
    """With the names of those who sit at the table that it is about."""
    if table is None or not isinstance(error.sentence, Message):
        return error.said(language)
    try:
        return voice_of(table, language).word(error.sentence)
    except LookupError:
        return error.said(language)


def parted(address: str) -> SplitResult:
    """The parts of an address that somebody sent; empty ones if it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def came_from(request: Request) -> str | None:
    """The page of this site that the visitor came from, to go back to."""
    page = parted(request.headers.get("referer", ""))
    here = page.netloc == request.headers.get("host") and page.path.startswith("/") and not page.path.startswith("//")
    return f"{page.path}{'?' + page.query if page.query else ''}" if here and page.path not in ("/", request.url.path) else None


async def refuse(request: Request, error: Complaint) -> Response:
    return answer(request, error)


async def miss(request: Request, error: AnyHTTPException) -> Response:
    """What Starlette and FastAPI do not find or take; FastAPI wraps our own complaints while it reads what was sent."""
    if isinstance(error.__cause__, Complaint):
        return answer(request, error.__cause__)
    return answer(request, PLAIN.get(error.detail) or Complaint(error.detail), error.status_code)


async def cut_off(request: Request, error: Exception) -> Response:
    """Who leaves while sending hears no answer; it is nobody's fault here."""
    return answer(request, Declined("wrong.cut-off"))


async def apologise(request: Request, error: Exception) -> Response:
    said = answer(request, Fault("wrong.fault"))
    said.headers["Connection"] = "close"  # as the server does after an exception
    return said
