"""The page of a table, what is played there, and what people say.

A choice is answered with 204, and every drawing comes by the stream.
"""

from __future__ import annotations

from contextlib import suppress

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.table.chat import Talk
from byways.table.errors import Missing, Unavailable
from byways.table.http.streams import Place, company, event_stream, takes_gzip
from byways.table.http.visitors import Visiting, number_in
from byways.table.pages.board import snapshot
from byways.table.pages.table import advised, said, table_page
from byways.table.play import chatting, seating
from byways.table.play.screens import Screen
from byways.table.play.tables import Tables
from byways.table.routes.curtain import curtain, has_curtain, is_behind_curtain
from byways.table.routes.feed import address_of
from byways.table.sse import SentEvent, Snapshot, sent_event


def add_play(app: FastAPI, tables: Tables) -> None:
    @app.get("/play/{name}")
    async def page(at: Visiting, request: Request) -> Response:
        if is_behind_curtain(at, request):
            return curtain(at)
        looking_at = number_in(request.query_params["at"]) if "at" in request.query_params else None
        if looking_at is not None and not 0 <= looking_at < len(at.table.match.screens[None].entries):
            raise Missing("wrong.unseen")
        with suppress(Unavailable):  # it is not needed to play
            await seating.keep_link(at)
        links = at.links(str(request.base_url))
        feed = address_of(str(request.base_url), tables.server_key, at.me)
        own = {"is_host": chatting.is_host(at.table, at.me), "feed": feed, "has_curtain": has_curtain(at, request)}
        return HTMLResponse(table_page(at.table, at.seat, links, at.language, at.tall, looking_at, own))

    @app.get("/play/{name}/stream")
    async def snapshots(at: Visiting, request: Request, _: Place) -> Response:
        """Everything at first, then what has changed."""
        last: Snapshot | None = None

        def draw(screen: Screen) -> SentEvent:
            nonlocal last
            before, last = last, snapshot(at.table, screen.view.seat, at.language, at.tall)
            return last.whole if before is None else last.since(before)

        def say(talk: Talk, since: int) -> SentEvent:
            return sent_event(said(at.table, at.seat, talk, since, at.language).encode(), "talk")

        return event_stream(company(at.table, at.seat, draw, say), compressed=takes_gzip(request))

    @app.post("/play/{name}/choose")
    async def choose(at: Visiting) -> Response:
        return await at.play(lambda seat, seen: at.table.choose(seat, seen, at.fields.get("choice", "").strip()))

    @app.post("/play/{name}/undo")
    async def undo(at: Visiting) -> Response:
        return await at.play(at.table.undo)

    @app.post("/play/{name}/hint")
    async def advise(at: Visiting) -> Response:
        hint = await at.table.hints.ask(at.player(), number_in(at.fields.get("seen")))
        return HTMLResponse(advised(at.table, hint, at.language))


def add_talk(app: FastAPI) -> None:
    @app.post("/play/{name}/talk")
    async def speak(at: Visiting) -> Response:
        await chatting.speak(at, at.fields.get("text", ""), at.fields.get("reaction", ""))
        return Response(status_code=204)

    @app.post("/play/{name}/talk/closed")
    async def close(at: Visiting) -> Response:
        await chatting.close(at, bool(at.fields.get("closed")))
        return Response(status_code=204)
