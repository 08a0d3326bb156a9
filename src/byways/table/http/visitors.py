"""FastAPI dependencies that identify a visitor, and a request's table and seat.

A visitor is identified by a secret: a cookie in browsers, the `Authorization` header for programs. A seat stores the hash of its holder's
secret. Programs choose their own secrets. A cookie must carry the server's signature, because another port or a sister site could plant one
with a secret it knows.
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated
from urllib.parse import parse_qsl, quote, unquote

from fastapi import Depends, Request
from fastapi.responses import Response

from byways.i18n import best_language, languages_of
from byways.table.errors import Away, Unidentified
from byways.table.http.limits import client_of
from byways.table.i18n import TABLE_WORDS, Voice
from byways.table.pages.phrases import voice_of
from byways.table.play.dailies import check_peek
from byways.table.play.puzzling import check_puzzle
from byways.table.play.table import Table
from byways.table.play.tables import Tables, retry_while_away
from byways.table.play.visits import Me, Visit, open_table, visit_seat
from byways.table.seats import clean_name, hash_of
from byways.table.store import store
from byways.table.store.schema import ServerKey

YEAR = 365 * 86400
SECRET = re.compile(r"[\w-]{32,64}", re.ASCII)


def cookie_of(request: Request) -> str:
    """The cookie's name. With https, browsers accept this name only from this site."""
    return "__Host-me" if request.url.scheme == "https" else "me"


def set_secret(me: Me, request: Request, response: Response) -> Response:
    """Store the visitor's secret in the browser."""
    response.set_cookie(cookie_of(request), me.secret, max_age=YEAR, path="/", httponly=True, samesite="lax")
    return response


def signature(server: ServerKey, nonce: bytes) -> bytes:
    return hmac.digest(server.key.encode(), nonce, "sha256")[:16]


def new_secret(server: ServerKey) -> str:
    """Return random bytes with this server's signature of them."""
    nonce = secrets.token_bytes(16)
    return base64.urlsafe_b64encode(nonce + signature(server, nonce)).decode().rstrip("=")


def is_signed(server: ServerKey, secret: str) -> bool:
    # 32 bytes in base64, without the one character of padding.
    if len(secret) != 43:
        return False
    made = base64.urlsafe_b64decode(secret + "=")
    return hmac.compare_digest(made[16:], signature(server, made[:16]))


async def is_ours(tables: Tables, request: Request, name: str) -> bool:
    """Whether a cookie's secret comes from this server. Secrets older than the server's key have no signature, but then hold a seat."""
    given = request.cookies.get(name, "")
    if not SECRET.fullmatch(given):
        return False
    signed = name == cookie_of(request) and is_signed(tables.server_key, given)
    return signed or await tables.store.has_held(hash_of(given), tables.server_key.since)


async def identify(request: Request) -> Me:
    """Identify the visitor by header or cookie, or give them a new secret."""
    tables: Tables = request.app.state.tables
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and SECRET.fullmatch(token.strip()):
        return Me(token.strip(), False)
    for name in (cookie_of(request), "me"):
        if scheme.lower() != "bearer" and await is_ours(tables, request, name):
            return Me(request.cookies[name], False)
    if scheme:
        raise Unidentified("wrong.secret")
    return Me(new_secret(tables.server_key), True)


Visitor = Annotated[Me, Depends(identify)]


def language_of(request: Request) -> str:
    """The language that the visitor chose here, or the first one offered that the browser accepts."""
    offered, chosen = languages_of(TABLE_WORDS), request.cookies.get("language", "")
    return chosen if chosen in offered else best_language(accepted_languages(request.headers.get("accept-language", "")), offered)


def accepted_languages(header: str) -> list[str]:
    """The languages in an Accept-Language header, best first: de-AT, it and fr for `fr;q=0.5, de-AT, it;q=0.8`."""
    found = [one.partition(";q=") for one in header.replace(" ", "").split(",")]
    weighed = [(weight_in(weight), code) for code, _, weight in found]
    return [code for weight, code in sorted(weighed, key=lambda one: -one[0]) if weight > 0]


def weight_in(text: str) -> float:
    return float(text or 1) if re.fullmatch(r"([01](\.\d{0,3})?)?", text) else 0


async def language_of_visitor(request: Request) -> str:
    """`language_of` as a coroutine: FastAPI runs plain functions in a thread."""
    return language_of(request)


Language = Annotated[str, Depends(language_of_visitor)]


async def name_of(request: Request) -> str:
    """The name that the visitor entered in this browser, or an empty string."""
    return clean_name(unquote(request.cookies.get("name", "")))


MyName = Annotated[str, Depends(name_of)]


def set_name(response: Response, name: str) -> Response:
    """Store the visitor's name in the browser; an empty name deletes the cookie."""
    response.set_cookie("name", quote(name), max_age=YEAR if name else 0, path="/", httponly=True, samesite="lax")
    return response


def number_in(text: str | None) -> int:
    """Parse a number sent by a client; -1 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else -1


async def find_table(name: str, request: Request, me: Visitor) -> Table:
    """Find a request's table, unless its deal of the day or its puzzle is still secret to the visitor.

    Requests that change something wait for an unreachable database, and say so if they give up.
    """
    find = partial(open_table, request.app.state.tables, name, client_of(request.scope))
    try:
        table = await (find() if request.method in ("GET", "HEAD") else retry_while_away(find, store.PATIENCE))
    except Away as away:
        raise away if request.method in ("GET", "HEAD") else Away("wrong.not-kept", why=away.sentence) from None
    key = request.path_params.get("key", "")
    await check_peek(request.app.state.tables, table, me, key)
    await check_puzzle(request.app.state.tables, table, me, request.method, request.url.path, key)
    request.state.table = table
    return table


AtTable = Annotated[Table, Depends(find_table)]


async def form_fields(request: Request) -> dict[str, str]:
    return dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))


Fields = Annotated[dict[str, str], Depends(form_fields)]


class PageVisit(Visit):
    """A browser's visit. `fields` come from a form; `tall` means that the window is taller than wide."""

    fields: dict[str, str]
    language: str
    tall: bool = False

    @property
    def voice(self) -> Voice:
        return voice_of(self.table, self.language)

    async def play(self, step: Callable[[int, int], Awaitable[None]]) -> Response:
        """Make a move for the visitor's seat, based on the moment in the form field `seen`."""
        await step(self.player(), number_in(self.fields.get("seen")))
        return Response(status_code=204)

    def links(self, base: str) -> dict[int, str]:
        """Links with which friends and programs take their seats. The last one moves all of the visitor's own seats to another device."""
        ways, seats, held = {"program": f"ws{base.removeprefix('http')}program"}, self.table.seats, self.held
        keys = {number: key for number, key in self.me.keys(self.table).items() if number not in held[1:]}
        order = sorted(keys, key=lambda number: number in held)
        return {number: f"{ways.get(seats[number].kind, f'{base}join')}/{self.table.id}/{keys[number]}" for number in order}


def is_tall(request: Request) -> bool:
    """Whether the window is taller than wide, according to the cookie set by the page's script."""
    return request.cookies.get("tall") == "1"


async def visit(table: AtTable, request: Request, me: Visitor, fields: Fields, language: Language) -> PageVisit:
    wanted = request.query_params.get("seat")
    return PageVisit(table, me, visit_seat(table, me, None if wanted is None else number_in(wanted)), fields, language, is_tall(request))


Visiting = Annotated[PageVisit, Depends(visit)]
