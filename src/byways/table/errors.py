"""How people and programs are told of errors."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

import msgspec
from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException

from byways.game import Illegal
from byways.table import pages
from byways.table.match import Stale


def answer(request: Request, status: int, sentence: str) -> Response:
    """What is wrong: JSON for programs, a sentence for the error line of a page that asks, else a whole page."""
    if request.url.path.startswith("/api/"):
        return Response(msgspec.json.encode({"error": sentence}), status, media_type="application/json")
    if "hx-request" in request.headers:
        return HTMLResponse(pages.render("sentence.html", sentence=sentence), status)
    return HTMLResponse(pages.render("wrong.html", sentence=sentence, back=came_from(request)), status)


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


async def refuse(request: Request, error: Exception) -> Response:
    status = 422 if isinstance(error, Illegal) else 409 if isinstance(error, Stale) else 400
    return answer(request, status, str(error))


async def miss(request: Request, error: Exception) -> Response:
    assert isinstance(error, AnyHTTPException)
    plain = {"Not Found": "There is nothing here.", "Method Not Allowed": "That cannot be done here."}
    return answer(request, error.status_code, plain.get(error.detail, error.detail))


async def cut_off(request: Request, error: Exception) -> Response:
    """Who leaves while sending hears no answer; it is nobody's fault here."""
    return answer(request, 400, "Nothing was done: the request was cut off.")


async def apologise(request: Request, error: Exception) -> Response:
    said = answer(request, 500, "Something went wrong in the house itself; nothing of your game is lost. Load the page again.")
    said.headers["Connection"] = "close"  # as the server does after an exception
    return said
