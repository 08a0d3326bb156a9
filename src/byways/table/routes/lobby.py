"""The lobby, setting up a table, and a browser's language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.game import Game
from byways.i18n import best_language, languages_of
from byways.table.errors import Declined
from byways.table.http.error_handlers import came_from
from byways.table.http.visitors import YEAR, Fields, Language, MyName, Visitor, number_in, set_name, set_secret
from byways.table.i18n import TABLE_WORDS
from byways.table.pages.lobby import CLOCKS, Lobby, lobby_card, lobby_page, set_page
from byways.table.play import seating
from byways.table.play.new_table import TablePlan, default_seats
from byways.table.play.progress import usual_players
from byways.table.play.seating import set_table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, progress_of
from byways.table.routes import my_tables
from byways.table.routes.daily import strip
from byways.table.seats import clean_name

SECONDS = {"": None, **{seconds: float(seconds) for seconds in CLOCKS}}  # seconds per act, by form value
HINTS = {"": None, "yes": True, "no": False}  # by form value
SHOWN = 3  # number of the visitor's tables


def add_lobby(app: FastAPI, tables: Tables) -> None:
    @app.get("/")
    async def lobby(request: Request, me: Visitor, name: MyName, language: Language, saved: str = "") -> Response:
        holder, done = me.holder, await progress_of(tables, me)
        held = [] if me.is_new else await tables.store.held(holder)
        playing = [one for one in held if one.ended is None and not one.lesson]
        latest = max((one for one in held if one.game in tables.games), key=lambda one: one.created, default=None)
        public = [one for one in await tables.store.public() if one.game in tables.games and not one.held_by(holder)]
        others = sorted((my_tables.row(tables.games, one, None, language) for one in public), key=lambda line: line.free is None)
        today = await strip(tables, me, language)
        seen = Lobby(
            today=today,
            cards=[lobby_card(game, done.get(game.name, ()), language) for game in tables.games.values()],
            name=name,
            is_first=me.is_new,
            # The strip has a card for a deal in progress.
            mine=[my_tables.row(tables.games, one, holder, language) for one in playing[:SHOWN] if not today or one.id != today.deal.table],
            more=len(playing[SHOWN:]),
            public=others,
            chosen=latest.game if latest else next(iter(tables.games)),
            is_saved=bool(saved),
            is_documented=request.app.state.is_documented,
        )
        return HTMLResponse(lobby_page(seen, language))

    @app.post("/name")
    async def rename(me: Visitor, before: MyName, fields: Fields) -> Response:
        name = clean_name(fields.get("name", ""))
        await seating.rename_everywhere(tables, me, before, name)
        return set_name(RedirectResponse("/?saved=yes", 303), name)


def read_plan(game: Game, fields: dict[str, str], name: str) -> TablePlan:
    """Read a table plan from a form. The form lists every seat, or gives the number of players and who plays the others.

    The visitor's first seat gets the visitor's name.
    """
    given = [fields[f"seat-{number}"] for number in range(game.seats[1]) if fields.get(f"seat-{number}", "none") != "none"]
    seats = given or default_seats(game, fields.get("others", ""), number_in(fields["players"]) if "players" in fields else None)
    if fields.get("clock", "") not in SECONDS:
        raise Declined("wrong.clock")
    if fields.get("hints", "") not in HINTS:
        raise Declined("wrong.hints")
    given_names = [fields.get(f"name-{number}", "") for number in range(len(seats))]
    names = tuple(one or (name if number == first_of_mine(seats) else "") for number, one in enumerate(given_names))
    chosen = {name.removeprefix("option-"): value for name, value in fields.items() if name.startswith("option-")}
    options = preset_options(game, fields.get("preset")) | chosen
    clock, hints = SECONDS[fields.get("clock", "")], HINTS[fields.get("hints", "")]
    return TablePlan(game, tuple(seats), options, names, fields.get("public") == "yes", clock, hints=hints)


def first_of_mine(seats: Sequence[str]) -> int | None:
    return seats.index("me") if "me" in seats else None


def preset_options(game: Game, name: str | None) -> dict[str, object]:
    """The options of a preset; empty without one."""
    known = {preset.name: preset.options for preset in game.presets}
    if name is not None and name not in known:
        raise Declined("wrong.preset", game, title=game.title)
    return msgspec.structs.asdict(known[name]) if name is not None else {}


async def set_and_go(tables: Tables, request: Request, me: Me, plan: TablePlan) -> Response:
    table, mine = await set_table(tables, request.app.state.limits.check_new_table(request.scope), me, plan), first_of_mine(plan.seats)
    response, name = RedirectResponse(f"/play/{table.id}", 303), "" if mine is None else table.seats[mine].name
    return set_secret(me, request, set_name(response, name) if name else response)


def add_new(app: FastAPI, tables: Tables) -> None:
    @app.get("/set/{game}")
    async def form(game: str, name: MyName, language: Language) -> Response:
        return HTMLResponse(set_page(tables.game(game), name, language))

    @app.post("/invite")
    async def invite(request: Request, me: Visitor, fields: Fields, name: MyName) -> Response:
        """Create a table with free seats for friends, who all use the same link."""
        game = tables.game(fields.get("game", ""))
        players = str(max(usual_players(game), number_in(fields.get("players"))))
        plan = read_plan(game, {**fields, "players": players, "others": "free"}, name)
        return await set_and_go(tables, request, me, msgspec.structs.replace(plan, one_link=True))

    @app.post("/new")
    async def new(request: Request, me: Visitor, fields: Fields, name: MyName) -> Response:
        return await set_and_go(tables, request, me, read_plan(tables.game(fields.get("game", "")), fields, name))


def add_language(app: FastAPI) -> None:
    @app.post("/language")
    async def language(request: Request, fields: Fields) -> Response:
        """Store the chosen language in the browser."""
        response = RedirectResponse(came_from(request) or "/", 303)
        chosen = best_language([fields.get("language", "")], languages_of(TABLE_WORDS))
        response.set_cookie("language", chosen, max_age=YEAR, path="/", httponly=True, samesite="lax")
        return response
