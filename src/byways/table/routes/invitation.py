"""Invitations: a friend sits down, learns the game first, or watches."""

from __future__ import annotations

import re

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.table.errors import Missing
from byways.table.http.visitors import AtTable, Fields, Language, MyName, Visiting, Visitor, number_in, set_name, set_secret
from byways.table.pages.invitation import invitation_page
from byways.table.pages.lessons import lesson_plan
from byways.table.pages.render import Address
from byways.table.pages.table import qr_code
from byways.table.play.seating import note_guest, sit_down
from byways.table.play.tables import Tables
from byways.table.routes.lobby import set_and_go
from byways.table.seats import clean_name
from byways.teaching.lesson import lessons

COOKIE = "invitation"  # cookie of a guest who learns the game first
DAY = 86400
JOIN = re.compile(r"/join/[\w-]{1,32}/[\w-]{1,64}", re.ASCII)


def invitation_of(request: Request) -> str:
    """The address of the invitation that a learner came from, or an empty string."""
    found = request.cookies.get(COOKIE, "")
    return found if JOIN.fullmatch(found) else ""


def add_codes(app: FastAPI) -> None:
    @app.get("/play/{name}/qr/{number}.svg")
    async def code(at: Visiting, number: str, request: Request) -> Response:
        """The QR code of a seat's link, for those who may see the link."""
        link = at.links(str(request.base_url)).get(number_in(number))
        if link is None:
            raise Missing("wrong.no-seat")
        return Response(qr_code(link), media_type="image/svg+xml")


def add_invitations(app: FastAPI, tables: Tables) -> None:
    @app.get("/join/{name}/{key}")
    async def join(table: AtTable, key: str, me: Visitor, name: MyName, language: Language) -> Response:
        """Show an invitation. The seat's holder is redirected to it, and a latecomer to watching."""
        seat, held = table.seats.with_key(key), me.seats(table)
        if seat is None or seat in held:
            return RedirectResponse(Address(table.id, seat if seat in held else None).to(), 303)
        await tables.read_presence([table])
        return HTMLResponse(invitation_page(table, seat, key, name, language))

    @app.post("/join/{name}/{key}")
    async def sit(table: AtTable, key: str, request: Request, me: Visitor, fields: Fields) -> Response:
        seat, name = await sit_down(table, me, key, fields.get("name", "")), clean_name(fields.get("name", ""))
        response = set_name(RedirectResponse(f"/play/{table.id}?seat={seat}", 303), name)
        response.delete_cookie(COOKIE, path="/")
        return set_secret(me, request, response)

    @app.post("/join/{name}/{key}/learn")
    async def learn(table: AtTable, key: str, request: Request, me: Visitor, fields: Fields) -> Response:
        """Start the first lesson, whose table leads back to the invitation."""
        game, name = table.game.built_in, clean_name(fields.get("name", ""))
        first = next(iter(lessons(game).values()), None)
        if first is None:
            raise Missing("wrong.no-lesson", game, title=game.title)
        await note_guest(table, key, name, "learns")
        response = await set_and_go(tables, request, me, lesson_plan(game, first, name))
        response.set_cookie(COOKIE, f"/join/{table.id}/{key}", max_age=DAY, path="/", httponly=True, samesite="lax")
        return response

    @app.post("/join/{name}/{key}/watch")
    async def watch(table: AtTable, key: str, fields: Fields) -> Response:
        name = clean_name(fields.get("name", ""))
        await note_guest(table, key, name, "watches")
        response = RedirectResponse(f"/play/{table.id}", 303)
        return set_name(response, name) if name else response
