"""Rules, lessons, and explanations of a point on the board."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.table.errors import Missing
from byways.table.http.visitors import Language, MyName, Visiting, Visitor
from byways.table.pages.assets import Asset
from byways.table.pages.lessons import explained, lesson_plan, row_shown
from byways.table.pages.lobby import learn_page, rules_page
from byways.table.pages.render import render
from byways.table.play.tables import Tables
from byways.table.play.visits import progress_of
from byways.table.routes.lobby import set_and_go
from byways.table.routes.my_tables import clear_tables
from byways.table.store.schema import tables as stored
from byways.teaching.lesson import lessons

REVALIDATED = {"Cache-Control": "no-cache"}
VARY = "Accept-Encoding, Accept-Language, Cookie"  # a cookie holds the chosen language


class RulesPages:
    """Makes each rules page once, in a thread, one at a time."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.made: dict[tuple[str, bool, str], Asset] = {}
        self.busy = asyncio.Lock()

    async def get(self, game: str, is_fine_print: bool, language: str) -> Asset:
        found, wanted = self.tables.game(game), (game, is_fine_print, language)
        if wanted not in self.made:
            async with self.busy:
                if wanted not in self.made:
                    self.made[wanted] = await asyncio.to_thread(rules_page, found, is_fine_print, language)
        return self.made[wanted]


def add_learning(app: FastAPI, tables: Tables) -> None:
    pages = RulesPages(tables)

    @app.get("/rules/{game}")
    async def rules(game: str, request: Request, language: Language) -> Response:
        return (await pages.get(game, False, language)).response(request, REVALIDATED, VARY)

    @app.get("/rules/{game}/fine-print")
    async def fine(game: str, request: Request, language: Language) -> Response:
        return (await pages.get(game, True, language)).response(request, REVALIDATED, VARY)

    @app.get("/learn/{game}")
    async def learn(game: str, me: Visitor, language: Language) -> Response:
        found = tables.game(game)
        mine = [] if me.is_new else await tables.store.held(me.holder)
        begun = {one.lesson: one.id for one in reversed(mine) if one.game == game and one.lesson and one.ended is None}
        return HTMLResponse(learn_page(found, begun, (await progress_of(tables, me)).get(game, frozenset()), language))

    @app.post("/learn/{game}/{lesson}")
    async def begin(game: str, lesson: str, request: Request, me: Visitor, name: MyName) -> Response:
        found = tables.game(game)
        if lesson not in lessons(found):
            raise Missing("wrong.no-lesson", found, title=found.title)
        # Clear earlier attempts at this lesson from the visitor's list.
        await clear_tables(tables, me, (stored.c.game == game) & (stored.c.lesson == lesson))
        return await set_and_go(tables, request, me, lesson_plan(found, lessons(found)[lesson], name))

    @app.get("/play/{name}/about")
    async def about(at: Visiting, piece: str = "", x: str = "", y: str = "", tap: str = "") -> Response:
        """Explain what is at this point of the board and why it cannot be chosen; for a tap, also list the choices it may mean."""
        sentences, choices = explained(at.table, at.seat, piece, x, y, at.tall)
        found = [at.voice.tell(sentence) for sentence in sentences]
        rows = [row_shown(at.table, at.seat, choice, at.voice) for choice in choices]
        can_look_back = not at.table.solving.is_running
        came = can_look_back and any(piece in event.pieces for _, event in at.table.match.screens[at.seat].events) and piece
        return HTMLResponse(render("about.html", at.voice, sentences=found, rows=rows, is_tap=tap, came=came))
