"""The lobby, setting a table, and the language of this browser."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.game import Game
from byways.i18n import languages_of, understood
from byways.table.errors import Declined
from byways.table.http.error_handlers import came_from
from byways.table.http.visitors import YEAR, Fields, Language, MyName, Visitor, keep, keep_name, number_in
from byways.table.i18n import TABLE_WORDS
from byways.table.pages.lobby import CLOCKS, lobby_page, set_page
from byways.table.play import seating
from byways.table.play.new_table import TablePlan, usual_seats
from byways.table.play.seating import set_table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.routes import my_tables
from byways.table.seats import called

SECONDS = {"": None, **{seconds: float(seconds) for seconds in CLOCKS}}  # for an act, by what a form sends
SHOWN = 4  # of somebody's tables in the lobby


def add_lobby(app: FastAPI, tables: Tables) -> None:
    @app.get("/")
    async def lobby(me: Visitor, name: MyName, language: Language) -> Response:
        holder = me.holder
        held = [] if me.is_new else await tables.store.held(holder, SHOWN)
        mine = [my_tables.row(tables.games, one, holder, language) for one in held if one.ended is None]
        public = [one for one in await tables.store.public() if one.game in tables.games and not one.held_by(holder)]
        others = sorted((my_tables.row(tables.games, one, None, language) for one in public), key=lambda line: line.free is None)
        return HTMLResponse(lobby_page(tables.games, mine, others, name, not held, language))

    @app.post("/name")
    async def rename(me: Visitor, before: MyName, fields: Fields) -> Response:
        name = called(fields.get("name", ""))
        await seating.rename_everywhere(tables, me, before, name)
        return keep_name(RedirectResponse("/", 303), name)


def read_plan(game: Game, fields: dict[str, str], name: str) -> TablePlan:
    """A table as a form describes it: whole, or just 'so many of us, and in every other seat this'. The first of my seats has my name."""
    given = [fields[f"seat-{number}"] for number in range(game.seats[1]) if fields.get(f"seat-{number}", "none") != "none"]
    seats = given or usual_seats(game, fields.get("others", ""), number_in(fields["players"]) if "players" in fields else None)
    if fields.get("clock", "") not in SECONDS:
        raise Declined("wrong.clock")
    given_names = [fields.get(f"name-{number}", "") for number in range(len(seats))]
    names = tuple(one or (name if number == first_of_mine(seats) else "") for number, one in enumerate(given_names))
    chosen = {name.removeprefix("option-"): value for name, value in fields.items() if name.startswith("option-")}
    options = preset_options(game, fields.get("preset")) | chosen
    return TablePlan(game, tuple(seats), options, names, fields.get("public") == "yes", SECONDS[fields.get("clock", "")])


def first_of_mine(seats: Sequence[str]) -> int | None:
    return seats.index("me") if "me" in seats else None


def preset_options(game: Game, name: str | None) -> dict[str, object]:
    """The options of a preset; none without one."""
    known = {preset.name: preset.options for preset in game.presets}
    if name is not None and name not in known:
        raise Declined("wrong.preset", game, title=game.title)
    return msgspec.structs.asdict(known[name]) if name is not None else {}


async def set_and_go(tables: Tables, request: Request, me: Me, plan: TablePlan) -> Response:
    table, mine = await set_table(tables, request.app.state.limits.for_a_table(request.scope), me, plan), first_of_mine(plan.seats)
    response, name = RedirectResponse(f"/play/{table.id}", 303), "" if mine is None else table.seats[mine].name
    return keep(me, request, keep_name(response, name) if name else response)


def add_new(app: FastAPI, tables: Tables) -> None:
    @app.get("/set/{game}")
    async def form(game: str, name: MyName, language: Language) -> Response:
        return HTMLResponse(set_page(tables.game(game), name, language))

    @app.post("/new")
    async def new(request: Request, me: Visitor, fields: Fields, name: MyName) -> Response:
        return await set_and_go(tables, request, me, read_plan(tables.game(fields.get("game", "")), fields, name))


def add_language(app: FastAPI) -> None:
    @app.post("/language")
    async def language(request: Request, fields: Fields) -> Response:
        """The language in which this browser reads, whatever it asks for."""
        response = RedirectResponse(came_from(request) or "/", 303)
        chosen = understood([fields.get("language", "")], languages_of(TABLE_WORDS))
        response.set_cookie("language", chosen, max_age=YEAR, path="/", httponly=True, samesite="lax")
        return response
