"""Taking a seat, bots that stand in, rematches, and leaving a game."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.table.http.visitors import AtTable, Fields, MyName, PageVisit, Visiting, Visitor, number_in, set_name, set_secret
from byways.table.pages.render import address
from byways.table.pages.table import leave_page
from byways.table.play import leaving, seating
from byways.table.play.new_table import TablePlan, default_bot
from byways.table.play.tables import Tables
from byways.table.routes.lobby import set_and_go
from byways.table.seats import clean_name


def add_seats(app: FastAPI, tables: Tables) -> None:
    @app.post("/play/{name}/sit")
    async def take(table: AtTable, request: Request, me: Visitor, my_name: MyName, fields: Fields) -> Response:
        seat = number_in(fields.get("seat"))
        await seating.take_seat(table, me, seat, my_name)
        return set_secret(me, request, RedirectResponse(f"/play/{table.id}?seat={seat}", 303))

    @app.post("/play/{name}/name")
    async def rename(at: Visiting, my_name: MyName) -> Response:
        """Rename the visitor at all tables, or only the seat if it is another player's at a shared screen."""
        name, seat = clean_name(at.fields.get("name", "")), at.player()
        before, here = at.table.seats[seat].name or my_name, address(at.table, seat)
        is_own = seat == seating.own_seat(at.table.seats, at.held, my_name)
        await seating.rename(at, name)
        if not is_own:
            return RedirectResponse(here.to(), 303)
        await seating.rename_everywhere(tables, at.me, before, name)
        return set_name(RedirectResponse(f"{here.to()}&saved=yes", 303), name)

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


def add_leaving(app: FastAPI, tables: Tables) -> None:
    @app.get("/play/{name}/leave")
    async def leave(at: Visiting) -> Response:
        at.player()
        leaving.check_game(at)
        await at.table.registry.read_presence([at.table])
        return HTMLResponse(leave_page(at, at.language))

    def back(at: PageVisit) -> Response:
        return RedirectResponse(address(at.table, at.seat if at.seat in at.held else None).to(), 303)

    @app.post("/play/{name}/resign")
    async def resign(at: Visiting) -> Response:
        await leaving.resign(at)
        return back(at)

    @app.post("/play/{name}/alone")
    async def alone(at: Visiting, request: Request) -> Response:
        """Create a table where the winner plays on alone after the others have resigned."""
        begun, names = leaving.record_for_one(at), tuple(seat.name for seat in at.table.seats)
        seats = tuple("me" if number == at.seat else f"bot:{default_bot(at.table.game)}" for number in range(len(names)))
        return await set_and_go(tables, request, at.me, TablePlan(at.table.game, seats, begun.options, names, begun=begun))

    @app.post("/play/{name}/end")
    async def end(at: Visiting) -> Response:
        await leaving.end(at, agree=at.fields.get("agree") != "no")
        return back(at)

    @app.post("/play/{name}/put-out")
    async def replace_absent(at: Visiting) -> Response:
        await leaving.replace_absent(at, number_in(at.fields.get("other")))
        return back(at)
