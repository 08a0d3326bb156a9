"""The pages of the table: what is asked for and answered.

A choice is answered with 204, and every drawing comes by the stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from byways.game import Complaint, Game
from byways.lesson import lessons
from byways.room import find_room
from byways.speech import ENGLISH, languages_of, understood
from byways.sprite import sprite_file
from byways.table import api, manners, my_tables, pages, pictures, service, talking
from byways.table.callers import Fields, PageVisit, Visiting
from byways.table.complaints import Declined, Missing, Unavailable
from byways.table.curtain import add_curtain, curtain, has_curtain, is_behind_curtain
from byways.table.errors import apologise, came_from, cut_off, miss, refuse
from byways.table.events import SentEvent, Snapshot, sent_event
from byways.table.feed import add_feed, address_of
from byways.table.files import FOLDER, KEPT, Compressed, Files
from byways.table.health import add_health
from byways.table.installed import add_app
from byways.table.learning import explained, lesson_plan
from byways.table.limits import Limits
from byways.table.middleware import Guard
from byways.table.plan import TablePlan, usual_seats
from byways.table.programs import add_programs
from byways.table.reading import fine_print, guide_page
from byways.table.review_page import add_reviews
from byways.table.screens import Screen
from byways.table.seats import called
from byways.table.service import record_of, set_table, sit_down
from byways.table.streams import Place, company, event_stream, takes_gzip
from byways.table.tables import Tables
from byways.table.talk import Talk
from byways.table.visitors import YEAR, AtTable, Language, Me, MyName, Visitor, keep_name, number_in
from byways.table.voice import TABLE_WORDS, language_in, voice
from byways.table.words import in_full, listed

FACES = {"regular": "SourceSansPro", "semibold": "SourceSansProSemibold"}
CLOCKS = {"": None, **{seconds: float(seconds) for seconds in pages.CLOCKS}}
SHOWN = 4  # of somebody's tables in the lobby


class GuardedApp(FastAPI):
    """The guard stands outside of everything, so answers to errors pass it as well."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(title="Byways", docs_url=None, redoc_url=None, openapi_url=None)
        self.state.limits, self.guard = limits, Guard(Compressed(super().__call__), limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.guard(scope, receive, send)


def make_app(tables: Tables, limits: Limits | None = None, monitors: Sequence[str] = ()) -> FastAPI:
    app = GuardedApp(limits or Limits())
    app.state.tables = tables
    app.exception_handler(Complaint)(refuse)
    app.exception_handler(AnyHTTPException)(miss)
    app.exception_handler(ClientDisconnect)(cut_off)
    app.exception_handler(Exception)(apologise)
    app.mount("/static/{version}", Files(directory=FOLDER))
    app.mount("/api", api.make_api(tables, app.state.limits))
    app.get("/font/{face}.ttf")(font)
    add_app(app)
    add_feed(app, tables)
    add_reviews(app)
    add_lobby(app, tables)
    my_tables.add_my_tables(app, tables)
    add_learning(app, tables)
    add_new(app, tables)
    add_seats(app)
    add_curtain(app)
    add_leaving(app)
    add_play(app)
    add_talk(app)
    add_language(app)
    add_past(app, tables)
    add_programs(app, tables)
    add_health(app, tables, monitors)
    return app


async def font(face: str) -> Response:
    """The font of all drawings, from the package that has it."""
    if face not in FACES:
        raise Missing("wrong.nothing")
    import font_source_sans_pro  # type: ignore[import-untyped]

    file = font_source_sans_pro.font_files_ttf[FACES[face]]
    return FileResponse(file, media_type="font/ttf", headers={"Cache-Control": f"public, max-age={YEAR}"})


def add_lobby(app: FastAPI, tables: Tables) -> None:
    @app.get("/")
    async def lobby(me: Visitor, name: MyName, language: Language) -> Response:
        holder = me.holder
        held = [] if me.is_new else await tables.store.held(holder, SHOWN)
        mine = [my_tables.row(tables.games, one, holder, language) for one in held if one.ended is None]
        public = [one for one in await tables.store.public() if one.game in tables.games and not one.held_by(holder)]
        others = sorted((my_tables.row(tables.games, one, None, language) for one in public), key=lambda line: line.free is None)
        return HTMLResponse(pages.lobby(tables.games, mine, others, name, not held, language))

    @app.post("/name")
    async def rename(me: Visitor, before: MyName, fields: Fields) -> Response:
        name = called(fields.get("name", ""))
        await service.rename_everywhere(tables, me, before, name)
        return keep_name(RedirectResponse("/", 303), name)

    @app.get("/picture/{game}/{moment}.svg")
    async def picture(game: str, moment: str, language: str = ENGLISH) -> Response:
        found = tables.game(game)
        headers = {"Content-Security-Policy": pages.policy_for(found), "Cache-Control": "public, max-age=3600"}
        return Response(pictures.picture(found, moment, language_in(found, language)), media_type="image/svg+xml", headers=headers)

    @app.get("/art/{game}-{digest}.svg")
    async def art(game: str, digest: str, request: Request) -> Response:
        """The art of a game, which browsers keep for good."""
        found = tables.game(game)
        if pictures.sprite(found) != request.url.path:
            raise Missing("wrong.nothing")
        return Response(sprite_file(find_room(found.room).art), media_type="image/svg+xml", headers=KEPT)

    @app.get("/style/{game}-{digest}.css")
    async def style(game: str, digest: str, request: Request) -> Response:
        """The looks of a game's drawings on pages."""
        found = tables.game(game)
        if pictures.style_address(found) != request.url.path:
            raise Missing("wrong.nothing")
        return Response(pictures.style(found), media_type="text/css", headers=KEPT)


def add_learning(app: FastAPI, tables: Tables) -> None:
    @app.get("/rules/{game}")
    async def rules(game: str, language: Language) -> Response:
        """How to play; of a game without such a page, what else is written down."""
        found = tables.game(game)
        return HTMLResponse(pages.rules_page(found, guide_page(found, language_in(found, language)) or fine_print(found), language))

    @app.get("/rules/{game}/fine-print")
    async def fine(game: str, language: Language) -> Response:
        found = tables.game(game)
        return HTMLResponse(pages.rules_page(found, fine_print(found), language))

    @app.get("/learn/{game}")
    async def learn(game: str, me: Visitor, language: Language) -> Response:
        found = tables.game(game)
        mine = [] if me.is_new else await tables.store.held(me.holder)
        begun = {one.lesson: one.id for one in reversed(mine) if one.game == game and one.lesson and one.ended is None}
        return HTMLResponse(pages.learn_page(found, begun, language))

    @app.post("/learn/{game}/{lesson}")
    async def begin(game: str, lesson: str, request: Request, me: Visitor) -> Response:
        found = tables.game(game)
        if lesson not in lessons(found):
            raise Missing("wrong.no-lesson", found, title=found.title)
        return await set_and_go(tables, request, me, lesson_plan(found, lessons(found)[lesson]))

    @app.get("/play/{name}/about")
    async def about(at: Visiting, piece: str = "", x: str = "", y: str = "") -> Response:
        """What somebody points at, and why it cannot be chosen."""
        found = [at.voice.tell(sentence) for sentence in explained(at.table, at.seat, piece, x, y, at.tall)]
        came = any(piece in event.pieces for _, event in at.table.match.screens[at.seat].events) and piece
        return HTMLResponse(pages.render("about.html", at.voice, sentences=found, came=came))


def read_plan(game: Game, fields: dict[str, str], name: str) -> TablePlan:
    """A table as a form describes it: whole, or just 'so many of us, and in every other seat this'. The first of my seats has my name."""
    given = [fields[f"seat-{number}"] for number in range(game.seats[1]) if fields.get(f"seat-{number}", "none") != "none"]
    seats = given or usual_seats(game, fields.get("others", ""), number_in(fields["players"]) if "players" in fields else None)
    if fields.get("clock", "") not in CLOCKS:
        raise Declined("wrong.clock")
    given_names = [fields.get(f"name-{number}", "") for number in range(len(seats))]
    names = tuple(one or (name if number == first_of_mine(seats) else "") for number, one in enumerate(given_names))
    chosen = {name.removeprefix("option-"): value for name, value in fields.items() if name.startswith("option-")}
    options = preset_options(game, fields.get("preset")) | chosen
    return TablePlan(game, tuple(seats), options, names, fields.get("public") == "yes", CLOCKS[fields.get("clock", "")])


def first_of_mine(seats: Sequence[str]) -> int | None:
    return seats.index("me") if "me" in seats else None


def preset_options(game: Game, name: str | None) -> dict[str, object]:
    """The options of a preset; none without one."""
    known = {preset.name: preset.options for preset in game.presets}
    if name is not None and name not in known:
        raise Declined("wrong.preset", game, title=game.title)
    return msgspec.structs.asdict(known[name]) if name is not None else {}


async def set_and_go(tables: Tables, request: Request, me: Me, plan: TablePlan) -> Response:
    table, mine = await set_table(tables, request.app.state.limits, request.scope, me, plan), first_of_mine(plan.seats)
    response, name = RedirectResponse(f"/play/{table.id}", 303), "" if mine is None else table.seats[mine].name
    return me.keep(request, keep_name(response, name) if name else response)


def add_new(app: FastAPI, tables: Tables) -> None:
    @app.get("/set/{game}")
    async def form(game: str, name: MyName, language: Language) -> Response:
        return HTMLResponse(pages.set_page(tables.game(game), name, language))

    @app.post("/new")
    async def new(request: Request, me: Visitor, fields: Fields, name: MyName) -> Response:
        return await set_and_go(tables, request, me, read_plan(tables.game(fields.get("game", "")), fields, name))

    @app.post("/play/{name}/rematch")
    async def rematch(at: Visiting) -> Response:
        table = await service.rematch(at)
        return RedirectResponse(f"/play/{table.id}", 303)


def add_seats(app: FastAPI) -> None:
    @app.get("/join/{name}/{key}")
    async def join(table: AtTable, key: str, me: Visitor, name: MyName, language: Language) -> Response:
        """Who has sat down already is led to the seat, and who comes too late to watch."""
        seat, held = table.seats.with_key(key), me.seats(table)
        if seat is None or seat in held:
            return RedirectResponse(pages.Address(table.id, seat if seat in held else None).to(), 303)
        values = {
            "table": table,
            "key": key,
            "who": in_full(table, seat, language),
            "name": name,
            "people": ", ".join(listed(table.game, tuple(table.seats), None, language)),
            "moves": table.seats[seat].holder is not None,
        }
        return HTMLResponse(pages.render("join.html", voice(language, table.game), **values))

    @app.post("/play/{name}/sit")
    async def take(table: AtTable, request: Request, me: Visitor, my_name: MyName, fields: Fields) -> Response:
        seat = number_in(fields.get("seat"))
        await service.take_seat(table, me, seat, my_name)
        return me.keep(request, RedirectResponse(f"/play/{table.id}?seat={seat}", 303))

    @app.post("/join/{name}/{key}")
    async def sit(table: AtTable, key: str, request: Request, me: Visitor, fields: Fields) -> Response:
        seat = await sit_down(table, me, key, fields.get("name", ""))
        return me.keep(request, keep_name(RedirectResponse(f"/play/{table.id}?seat={seat}", 303), called(fields.get("name", ""))))

    @app.post("/play/{name}/name")
    async def rename(at: Visiting) -> Response:
        await service.rename(at, at.fields.get("name", ""))
        return keep_name(RedirectResponse(pages.address(at.table, at.seat).to(), 303), called(at.fields.get("name", "")))

    @app.post("/play/{name}/stand-in")
    async def stand_in(at: Visiting) -> Response:
        await service.stand_in(at, number_in(at.fields.get("other")))
        return Response(status_code=204)

    @app.post("/play/{name}/take-back")
    async def take_back(at: Visiting) -> Response:
        await service.take_back(at)
        return Response(status_code=204)


def add_leaving(app: FastAPI) -> None:
    @app.get("/play/{name}/leave")
    async def leave(at: Visiting) -> Response:
        at.player()
        manners.check_game(at.table)
        await at.table.hear_signs()
        return HTMLResponse(pages.leave_page(at, at.language))

    def back(at: PageVisit) -> Response:
        return RedirectResponse(pages.address(at.table, at.seat if at.seat in at.held else None).to(), 303)

    @app.post("/play/{name}/resign")
    async def resign(at: Visiting) -> Response:
        await manners.resign(at)
        return back(at)

    @app.post("/play/{name}/end")
    async def end(at: Visiting) -> Response:
        await manners.end(at, agree=at.fields.get("agree") != "no")
        return back(at)

    @app.post("/play/{name}/put-out")
    async def put_out(at: Visiting) -> Response:
        await manners.put_out(at, number_in(at.fields.get("other")))
        return back(at)


def add_play(app: FastAPI) -> None:
    @app.get("/play/{name}")
    async def page(at: Visiting, request: Request) -> Response:
        if is_behind_curtain(at, request):
            return curtain(at)
        looking_at = number_in(request.query_params["at"]) if "at" in request.query_params else None
        if looking_at is not None and not 0 <= looking_at < len(at.table.match.screens[None].entries):
            raise Missing("wrong.unseen")
        with suppress(Unavailable):  # it is not needed to play
            await service.keep_link(at)
        links = at.links(str(request.base_url))
        feed = address_of(str(request.base_url), at.table.tables.server_key, at.me)
        own = {"is_host": talking.is_host(at.table, at.me), "feed": feed, "has_curtain": has_curtain(at, request)}
        return HTMLResponse(pages.table_page(at.table, at.seat, links, at.language, at.tall, looking_at, own))

    @app.get("/play/{name}/stream")
    async def snapshots(at: Visiting, request: Request, _: Place) -> Response:
        """Everything at first, then what has changed."""
        last: Snapshot | None = None

        def draw(screen: Screen) -> SentEvent:
            nonlocal last
            before, last = last, pages.snapshot(at.table, screen.view.seat, at.language, at.tall)
            return last.whole if before is None else last.since(before)

        def say(talk: Talk, since: int) -> SentEvent:
            return sent_event(pages.said(at.table, at.seat, talk, since, at.language).encode(), "talk")

        return event_stream(company(at.table, at.seat, draw, say), compressed=takes_gzip(request))

    @app.post("/play/{name}/choose")
    async def choose(at: Visiting) -> Response:
        return await at.play(lambda seat, seen: at.table.choose(seat, seen, at.fields.get("choice", "").strip()))

    @app.post("/play/{name}/undo")
    async def undo(at: Visiting) -> Response:
        return await at.play(at.table.undo)

    @app.post("/play/{name}/hint")
    async def hint(at: Visiting) -> Response:
        advised = await at.table.hints.ask(at.player(), number_in(at.fields.get("seen")))
        return HTMLResponse(pages.advised(at.table, advised, at.language))


def add_talk(app: FastAPI) -> None:
    @app.post("/play/{name}/talk")
    async def speak(at: Visiting) -> Response:
        await talking.speak(at, at.fields.get("text", ""), at.fields.get("reaction", ""))
        return Response(status_code=204)

    @app.post("/play/{name}/talk/closed")
    async def close(at: Visiting) -> Response:
        await talking.close(at, bool(at.fields.get("closed")))
        return Response(status_code=204)


def add_language(app: FastAPI) -> None:
    @app.post("/language")
    async def language(request: Request, fields: Fields) -> Response:
        """The language in which this browser reads, whatever it asks for."""
        response = RedirectResponse(came_from(request) or "/", 303)
        chosen = understood([fields.get("language", "")], languages_of(TABLE_WORDS))
        response.set_cookie("language", chosen, max_age=YEAR, path="/", httponly=True, samesite="lax")
        return response


def add_past(app: FastAPI, tables: Tables) -> None:
    @app.get("/play/{name}/past/{number}")
    async def past(at: Visiting, number: str, since: str | None = None) -> Response:
        after = None if since is None else number_in(since)
        drawn = await pages.past(at.table, at.seat, number_in(number), after, at.language, at.tall)
        if drawn is None:
            raise Missing("wrong.unseen")
        return HTMLResponse(drawn)

    @app.get("/play/{name}/acts")
    async def acts(at: Visiting) -> Response:
        return HTMLResponse(await pages.history(at.table, at.seat, at.language))

    @app.get("/play/{name}/missed/{number}")
    async def missed(at: Visiting, number: str) -> Response:
        return HTMLResponse(await pages.missed(at.table, at.seat, number_in(number), at.language))

    @app.get("/play/{name}/on/{number}")
    async def on_form(at: Visiting, number: str, name: MyName) -> Response:
        return HTMLResponse(pages.on_page(at.table, at.seat, number_in(number), name, at.language))

    @app.post("/play/{name}/on/{number}")
    async def on(at: Visiting, number: str, request: Request, name: MyName) -> Response:
        plan = read_plan(at.table.game, at.fields, name)
        if len(plan.seats) != len(at.table.seats):
            raise Declined("wrong.number-of-seats")
        begun = at.table.until(at.seat, number_in(number))
        return await set_and_go(tables, request, at.me, msgspec.structs.replace(plan, options=begun.options, begun=begun))

    @app.get("/play/{name}/record.json")
    async def record(table: AtTable) -> Response:
        file = {"Content-Disposition": f'attachment; filename="{table.game.name}-{table.id}.json"'}
        return Response(record_of(table), media_type="application/json", headers=file)
