"""Who comes to which table, by which secret, and for which seat.

Everyone who made a table or sat down at one has a secret: browsers in a cookie, programs in the `Authorization` header. A seat stores the
hash of a secret and belongs to the visitor who has it. Programs choose their own. What a browser has in its cookie must come from this
server: others, on another port or a sister site, can plant cookies whose secret they know.
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

from byways.i18n import languages_of, understood
from byways.table.errors import Away, Unidentified
from byways.table.http.limits import client_of
from byways.table.i18n import TABLE_WORDS, Voice
from byways.table.pages.phrases import voice_of
from byways.table.play.table import Table
from byways.table.play.tables import Tables, persistent
from byways.table.play.visits import Me, Visit, arrive, table_named
from byways.table.seats import called, hash_of
from byways.table.store import store
from byways.table.store.schema import ServerKey

YEAR = 365 * 86400
SECRET = re.compile(r"[\w-]{32,64}", re.ASCII)


def cookie_of(request: Request) -> str:
    """By https, a name that browsers let nobody but this site use."""
    return "__Host-me" if request.url.scheme == "https" else "me"


def keep(me: Me, request: Request, response: Response) -> Response:
    """Leave a browser its secret."""
    response.set_cookie(cookie_of(request), me.secret, max_age=YEAR, path="/", httponly=True, samesite="lax")
    return response


def mark(ours: ServerKey, chance: bytes) -> bytes:
    return hmac.digest(ours.key.encode(), chance, "sha256")[:16]


def new_secret(ours: ServerKey) -> str:
    """Half of it is chance, half the mark of this server."""
    chance = secrets.token_bytes(16)
    return base64.urlsafe_b64encode(chance + mark(ours, chance)).decode().rstrip("=")


def is_marked(ours: ServerKey, secret: str) -> bool:
    if len(secret) != 43:
        return False
    made = base64.urlsafe_b64decode(secret + "=")
    return hmac.compare_digest(made[16:], mark(ours, made[:16]))


async def is_ours(tables: Tables, request: Request, name: str) -> bool:
    """Whether a cookie's secret comes from this server: it is marked or, from the time before there were marks, holds a seat."""
    given = request.cookies.get(name, "")
    if not SECRET.fullmatch(given):
        return False
    marked = name == cookie_of(request) and is_marked(tables.server_key, given)
    return marked or await tables.store.has_held(hash_of(given), tables.server_key.since)


async def who_comes(request: Request) -> Me:
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


Visitor = Annotated[Me, Depends(who_comes)]


def language_of(request: Request) -> str:
    """The language in which somebody reads: the one they have chosen here, else the first that their browser asks for and we have."""
    offered, chosen = languages_of(TABLE_WORDS), request.cookies.get("language", "")
    return chosen if chosen in offered else understood(wishes(request.headers.get("accept-language", "")), offered)


def wishes(header: str) -> list[str]:
    """`fr;q=0.5, de-AT, it;q=0.8` are German, Italian and French, in this order; what is not wanted at all has a weight of 0."""
    found = [one.partition(";q=") for one in header.replace(" ", "").split(",")]
    weighed = [(weight_in(weight), code) for code, _, weight in found]
    return [code for weight, code in sorted(weighed, key=lambda one: -one[0]) if weight > 0]


def weight_in(text: str) -> float:
    return float(text or 1) if re.fullmatch(r"([01](\.\d{0,3})?)?", text) else 0


async def language_of_visitor(request: Request) -> str:
    """The same; FastAPI would call what does not wait in a thread."""
    return language_of(request)


Language = Annotated[str, Depends(language_of_visitor)]


async def name_of(request: Request) -> str:
    """The name that somebody has given in this browser; empty if none."""
    return called(unquote(request.cookies.get("name", "")))


MyName = Annotated[str, Depends(name_of)]


def keep_name(response: Response, name: str) -> Response:
    """An empty name is forgotten."""
    response.set_cookie("name", quote(name), max_age=YEAR if name else 0, path="/", httponly=True, samesite="lax")
    return response


def number_in(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else -1


async def find_table(name: str, request: Request) -> Table:
    """Whoever wants to do something there waits for a database that is away, and is told if it was in vain."""
    find = partial(table_named, request.app.state.tables, name, client_of(request.scope))
    try:
        table = await (find() if request.method in ("GET", "HEAD") else persistent(find, store.PATIENCE))
    except Away as away:
        raise away if request.method in ("GET", "HEAD") else Away("wrong.not-kept", why=away.sentence) from None
    request.state.table = table
    return table


AtTable = Annotated[Table, Depends(find_table)]


async def sent(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return dict(parse_qsl((await request.body()).decode(errors="replace"), keep_blank_values=True))


Fields = Annotated[dict[str, str], Depends(sent)]


class PageVisit(Visit):
    """A visit by a browser: `fields` are what a form sent; `tall` is a window that is higher than wide."""

    fields: dict[str, str]
    language: str
    tall: bool = False

    @property
    def voice(self) -> Voice:
        return voice_of(self.table, self.language)

    async def play(self, step: Callable[[int, int], Awaitable[None]]) -> Response:
        """Take a step for a seat, which names what it saw last."""
        await step(self.player(), number_in(self.fields.get("seen")))
        return Response(status_code=204)

    def links(self, base: str) -> dict[int, str]:
        """The addresses where friends sit down and programs connect; the last is my own, which takes all my seats to another device."""
        ways, seats, held = {"program": f"ws{base.removeprefix('http')}program"}, self.table.seats, self.held
        keys = {number: key for number, key in self.me.keys(self.table).items() if number not in held[1:]}
        order = sorted(keys, key=lambda number: number in held)
        return {number: f"{ways.get(seats[number].kind, f'{base}join')}/{self.table.id}/{keys[number]}" for number in order}


def is_tall(request: Request) -> bool:
    """Whether a page is higher than wide, as its script has told."""
    return request.cookies.get("tall") == "1"


async def visit(table: AtTable, request: Request, me: Visitor, fields: Fields, language: Language) -> PageVisit:
    wanted = request.query_params.get("seat")
    return PageVisit(table, me, arrive(table, me, None if wanted is None else number_in(wanted)), fields, language, is_tall(request))


Visiting = Annotated[PageVisit, Depends(visit)]
