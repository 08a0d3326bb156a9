"""Looking back: moments of a game, playing on from one of them, and the record."""

from __future__ import annotations

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.table.errors import Declined, Missing
from byways.table.http.visitors import AtTable, MyName, Visiting, number_in
from byways.table.pages.past import history, missed, on_page, past_page
from byways.table.pages.shows import show_page
from byways.table.play.dailies import check_closed
from byways.table.play.retrying import retry_plan
from byways.table.play.seating import record_of
from byways.table.play.tables import Tables
from byways.table.routes.lobby import read_plan, set_and_go


def seen(page: str | None) -> Response:
    """Return the page of something that a seat has seen. Raises if there is none."""
    if page is None:
        raise Missing("wrong.unseen")
    return HTMLResponse(page)


def add_past(app: FastAPI, tables: Tables) -> None:
    @app.get("/play/{name}/past/{number}")
    async def past(at: Visiting, number: str) -> Response:
        return seen(await past_page(at.table, at.seat, number_in(number), at.language, at.tall))

    @app.get("/play/{name}/show/{number}")
    async def show(at: Visiting, number: str) -> Response:
        return seen(await show_page(at.table, at.seat, number_in(number), at.language, at.tall))

    @app.get("/play/{name}/acts")
    async def acts(at: Visiting) -> Response:
        return HTMLResponse(await history(at.table, at.seat, at.language))

    @app.get("/play/{name}/missed/{number}")
    async def away(at: Visiting, number: str) -> Response:
        return HTMLResponse(await missed(at.table, at.seat, number_in(number), at.language))

    @app.get("/play/{name}/on/{number}")
    async def on_form(at: Visiting, number: str, name: MyName) -> Response:
        return HTMLResponse(await on_page(at.table, at.seat, number_in(number), name, at.language))

    @app.post("/play/{name}/on/{number}")
    async def on(at: Visiting, number: str, request: Request, name: MyName) -> Response:
        plan = read_plan(at.table.game, at.fields, name)
        if len(plan.seats) != len(at.table.seats):
            raise Declined("wrong.number-of-seats")
        begun = at.table.match.record_before_end(at.seat, number_in(number))
        onward = msgspec.structs.replace(plan, options=begun.options, begun=begun, daily=at.table.daily)
        check_closed(tables, onward)
        return await set_and_go(tables, request, at.me, onward)

    @app.post("/play/{name}/retry")
    async def retry(at: Visiting, request: Request) -> Response:
        return await set_and_go(tables, request, at.me, retry_plan(at))

    @app.get("/play/{name}/record.json")
    async def record(table: AtTable) -> Response:
        file = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.json"'}
        return Response(record_of(table), media_type="application/json", headers=file)
