"""A table's page, stream, moves and chat.

A move is answered with 204; every drawing comes through the stream.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.puzzles.attempt import Judged
from byways.table.chat import Talk
from byways.table.errors import Missing, Unavailable
from byways.table.http.streams import Place, event_stream, screens_and_chat
from byways.table.http.visitors import PageVisit, Visiting, number_in
from byways.table.pages.assets import accepts_gzip
from byways.table.pages.board import snapshot
from byways.table.pages.table import advised, said, table_page
from byways.table.play import chatting, puzzling, seating
from byways.table.play.screens import Screen
from byways.table.play.tables import Tables
from byways.table.routes.curtain import curtain, has_curtain, is_behind_curtain
from byways.table.routes.feed import address_of
from byways.table.routes.invitation import invitation_of
from byways.table.routes.solving import verdict
from byways.table.sse import SentEvent, Snapshot, sent_event

STEPS = 40  # maximum number of choices and undos per request


async def play_steps(at: PageVisit, seat: int, seen: int) -> Judged | None:
    """Undo as many steps as the field `undo` says, then play the lines of the field `choice` in order. Stops at the first refusal.

    Return the verdict on a wrong act of a puzzle.
    """
    choose = partial(puzzling.choose, at.table) if at.table.puzzle else at.table.choose
    undone = min(number_in(at.fields.get("undo", "0")), STEPS)
    for _ in range(undone):
        await at.table.undo(seat, seen)
        seen = at.table.match.screens[seat].number
    choices = at.fields.get("choice", "").split("\n")[:STEPS]
    for text in choices if any(choices) or not undone else ():
        if judged := await choose(seat, seen, text.strip()):
            return judged
        seen = at.table.match.screens[seat].number
    return None


async def remember(at: PageVisit) -> None:
    """Wait while the table finds out why the latest act of a puzzle was right."""
    if task := at.table.tasks.get("praise"):
        await asyncio.wait([task])


def add_play(app: FastAPI, tables: Tables) -> None:
    @app.get("/play/{name}")
    async def page(at: Visiting, request: Request) -> Response:
        if is_behind_curtain(at, request):
            return curtain(at)
        looking_at = number_in(request.query_params["at"]) if "at" in request.query_params else None
        if looking_at is not None and not 0 <= looking_at < len(at.table.match.screens[None].entries):
            raise Missing("wrong.unseen")
        with suppress(Unavailable):  # not needed to play
            await seating.keep_link(at)
        links = {} if at.table.puzzle else at.links(str(request.base_url))
        feed = address_of(str(request.base_url), tables.server_key, at.me)
        own = {"is_host": chatting.is_host(at.table, at.me), "feed": feed, "has_curtain": has_curtain(at, request)}
        await remember(at)
        own["is_saved"] = "saved" in request.query_params
        own["invitation"] = invitation_of(request) if at.table.match.script.lesson else ""
        return HTMLResponse(table_page(at.table, at.seat, links, at.language, at.tall, looking_at, own))

    @app.get("/play/{name}/stream")
    async def snapshots(at: Visiting, request: Request, _: Place) -> Response:
        """Stream a whole snapshot, then differences."""
        await remember(at)
        last: Snapshot | None = None

        def draw(screen: Screen) -> SentEvent:
            nonlocal last
            before, last = last, snapshot(at.table, screen.view.seat, at.language, at.tall)
            return last.whole if before is None else last.since(before)

        def say(talk: Talk, since: int) -> SentEvent:
            return sent_event(said(at.table, at.seat, talk, since, at.language).encode(), "talk")

        return event_stream(screens_and_chat(at.table, at.seat, draw, say), compressed=accepts_gzip(request))

    @app.post("/play/{name}/choose")
    async def choose(at: Visiting) -> Response:
        judged = await play_steps(at, at.player(), number_in(at.fields.get("seen")))
        return await verdict(at, judged) if judged else Response(status_code=204)

    @app.post("/play/{name}/undo")
    async def undo(at: Visiting) -> Response:
        return await at.play(at.table.undo)

    @app.post("/play/{name}/hint")
    async def advise(at: Visiting) -> Response:
        hint = await at.table.hints.ask(seat := at.player(), number_in(at.fields.get("seen")))
        screen = at.table.match.screens[seat]
        return HTMLResponse(await asyncio.to_thread(advised, at.table, screen.view, screen.acted, hint, at.language, at.tall))


def add_talk(app: FastAPI) -> None:
    @app.post("/play/{name}/talk")
    async def speak(at: Visiting) -> Response:
        await chatting.speak(at, at.fields.get("text", ""), at.fields.get("reaction", ""))
        return Response(status_code=204)

    @app.post("/play/{name}/talk/closed")
    async def close(at: Visiting) -> Response:
        await chatting.close(at, bool(at.fields.get("closed")))
        return Response(status_code=204)
