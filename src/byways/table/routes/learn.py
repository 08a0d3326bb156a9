"""Rules, lessons, and what somebody points at."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.table.errors import Missing
from byways.table.http.visitors import Language, Visiting, Visitor
from byways.table.i18n import language_in
from byways.table.pages.articles import fine_print, guide_page
from byways.table.pages.lessons import explained, lesson_plan
from byways.table.pages.lobby import learn_page, rules_page
from byways.table.pages.render import render
from byways.table.play.tables import Tables
from byways.table.routes.lobby import set_and_go
from byways.teaching.lesson import lessons


def add_learning(app: FastAPI, tables: Tables) -> None:
    @app.get("/rules/{game}")
    async def rules(game: str, language: Language) -> Response:
        """How to play; of a game without such a page, what else is written down."""
        found = tables.game(game)
        return HTMLResponse(rules_page(found, guide_page(found, language_in(found, language)) or fine_print(found), language))

    @app.get("/rules/{game}/fine-print")
    async def fine(game: str, language: Language) -> Response:
        found = tables.game(game)
        return HTMLResponse(rules_page(found, fine_print(found), language))

    @app.get("/learn/{game}")
    async def learn(game: str, me: Visitor, language: Language) -> Response:
        found = tables.game(game)
        mine = [] if me.is_new else await tables.store.held(me.holder)
        begun = {one.lesson: one.id for one in reversed(mine) if one.game == game and one.lesson and one.ended is None}
        return HTMLResponse(learn_page(found, begun, language))

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
        return HTMLResponse(render("about.html", at.voice, sentences=found, came=came))
