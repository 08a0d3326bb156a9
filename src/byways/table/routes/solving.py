"""Solving puzzles: opening one, help, and what comes after it. Acts are judged by the routes for playing."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.game import Game
from byways.puzzles.attempt import Judged
from byways.table.http.visitors import Language, PageVisit, Visiting, Visitor, set_secret
from byways.table.pages.training import puzzle_card, tried_page
from byways.table.pages.verdicts import hint_page, verdict_page
from byways.table.play import puzzling, training
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.routes.lobby import set_and_go


async def verdict(at: PageVisit, judged: Judged) -> Response:
    """Show a verdict, wherever the request came from."""
    page = await asyncio.to_thread(verdict_page, at.table, at.player(), judged, at.language, at.tall)
    return HTMLResponse(page, headers={"HX-Retarget": "#verdict", "HX-Reswap": "innerHTML"})


def add_solving(app: FastAPI, tables: Tables) -> None:
    async def open_puzzle(me: Me, request: Request, game: Game, name: str) -> Response:
        address = request.app.state.limits.check_new_table(request.scope)
        table = await puzzling.begin(tables, me, game, name)
        table.note_visit(address)
        return set_secret(me, request, RedirectResponse(f"/play/{table.id}", 303))

    @app.post("/puzzles/{game}/{name}")
    async def begin(game: str, name: str, me: Visitor, request: Request) -> Response:
        """Begin a puzzle or go on with it."""
        return await open_puzzle(me, request, tables.game(game), name)

    @app.get("/puzzles/{game}/{name}")
    async def look(game: str, name: str, me: Visitor, language: Language) -> Response:
        """Go to the table of a puzzle that was begun, or to the list if it was not. Show the result of one tried on another device."""
        found = tables.game(game)
        mine = await puzzling.attempt_of(tables, me, found, name)
        if mine and await puzzling.is_here(tables, me, mine):
            return RedirectResponse(f"/play/{mine.table}", 303)
        stored = await puzzling.find_puzzle(tables, me, found, name)
        if mine is None:
            return RedirectResponse(f"/puzzles/{found.name}", 303)
        return HTMLResponse(tried_page(puzzle_card(found, name, stored.puzzle, mine, language), language))

    @app.post("/play/{name}/puzzle/hint")
    async def hint(at: Visiting) -> Response:
        screen, advised = at.table.match.screens[at.player()], await puzzling.hint(at.table)
        return HTMLResponse(await asyncio.to_thread(hint_page, at.table, advised, screen.acted, at.language, at.tall))

    @app.post("/play/{name}/puzzle/solution")
    async def solution(at: Visiting) -> Response:
        at.player()
        return await verdict(at, await puzzling.solution(at.table))

    @app.post("/play/{name}/puzzle/on")
    async def play_on(at: Visiting, request: Request) -> Response:
        return await set_and_go(tables, request, at.me, puzzling.plan_on(at))

    @app.post("/play/{name}/puzzle/next")
    async def following(at: Visiting, request: Request) -> Response:
        """Open the next puzzle at the visitor's level; with none left, go to the list."""
        game = at.table.game.built_in
        found = await training.next_name(tables, at.me, game, at.table.puzzle)
        return await open_puzzle(at.me, request, game, found) if found else RedirectResponse("/puzzles", 303)
