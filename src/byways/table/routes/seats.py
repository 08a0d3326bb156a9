"""Sitting down, bots that stand in, rematches, and leaving a game."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.table.http.visitors import AtTable, Fields, Language, MyName, PageVisit, Visiting, Visitor, keep, keep_name, number_in
from byways.table.i18n import voice
from byways.table.pages.phrases import in_full, listed
from byways.table.pages.render import Address, address, render
from byways.table.pages.table import leave_page
from byways.table.play import leaving, seating
from byways.table.play.seating import sit_down
from byways.table.play.tables import Tables
from byways.table.seats import called


def add_seats(app: FastAPI, tables: Tables) -> None:
    @app.get("/join/{name}/{key}")
    async def join(table: AtTable, key: str, me: Visitor, name: MyName, language: Language) -> Response:
        """Who has sat down already is led to the seat, and who comes too late to watch."""
        seat, held = table.seats.with_key(key), me.seats(table)
        if seat is None or seat in held:
            return RedirectResponse(Address(table.id, seat if seat in held else None).to(), 303)
        values = {
            "table": table,
            "key": key,
            "who": in_full(table, seat, language),
            "name": name,
            "people": ", ".join(listed(table.game, tuple(table.seats), None, language)),
            "moves": table.seats[seat].holder is not None,
        }
        return HTMLResponse(render("join.html", voice(language, table.game), **values))

    @app.post("/play/{name}/sit")
    async def take(table: AtTable, request: Request, me: Visitor, my_name: MyName, fields: Fields) -> Response:
        seat = number_in(fields.get("seat"))
        await seating.take_seat(table, me, seat, my_name)
        return keep(me, request, RedirectResponse(f"/play/{table.id}?seat={seat}", 303))

    @app.post("/join/{name}/{key}")
    async def sit(table: AtTable, key: str, request: Request, me: Visitor, fields: Fields) -> Response:
        seat = await sit_down(table, me, key, fields.get("name", ""))
        return keep(me, request, keep_name(RedirectResponse(f"/play/{table.id}?seat={seat}", 303), called(fields.get("name", ""))))

    @app.post("/play/{name}/name")
    async def rename(at: Visiting) -> Response:
        await seating.rename(at, at.fields.get("name", ""))
        return keep_name(RedirectResponse(address(at.table, at.seat).to(), 303), called(at.fields.get("name", "")))

    @app.post("/play/{name}/stand-in")
    async def stand_in(at: Visiting) -> Response:
        await seating.stand_in(at, number_in(at.fields.get("other")))
        return Response(status_code=204)

    @app.post("/play/{name}/take-back")
    async def take_back(at: Visiting) -> Response:
        await seating.take_back(at)
        return Response(status_code=204)

    @app.post("/play/{name}/rematch")
    async def rematch(at: Visiting) -> Response:
        table = await seating.rematch(tables, at)
        return RedirectResponse(f"/play/{table.id}", 303)


def add_leaving(app: FastAPI) -> None:
    @app.get("/play/{name}/leave")
    async def leave(at: Visiting) -> Response:
        at.player()
        leaving.check_game(at.table)
        await at.table.hear_signs()
        return HTMLResponse(leave_page(at, at.language))

    def back(at: PageVisit) -> Response:
        return RedirectResponse(address(at.table, at.seat if at.seat in at.held else None).to(), 303)

    @app.post("/play/{name}/resign")
    async def resign(at: Visiting) -> Response:
        await leaving.resign(at)
        return back(at)

    @app.post("/play/{name}/end")
    async def end(at: Visiting) -> Response:
        await leaving.end(at, agree=at.fields.get("agree") != "no")
        return back(at)

    @app.post("/play/{name}/put-out")
    async def put_out(at: Visiting) -> Response:
        await leaving.put_out(at, number_in(at.fields.get("other")))
        return back(at)
