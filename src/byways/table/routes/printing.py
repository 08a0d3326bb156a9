"""Games on paper: the page with the options, and the PDF."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import NamedTuple, cast

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.types import Scope

from byways.game import Complaint, Game
from byways.printing.book import check_order, print_game
from byways.printing.grid import PAPERS, PaperName
from byways.printing.ink import INKS, Ink
from byways.printing.typesetting import check_installed
from byways.table.errors import Declined
from byways.table.http.limits import Limits
from byways.table.http.visitors import Language, number_in
from byways.table.i18n import language_in
from byways.table.pages.assets import Asset, asset
from byways.table.pages.lobby import print_page
from byways.table.play.tables import Tables

KEPT = 24  # PDFs in memory, each up to a megabyte
VARY = "Accept-Encoding, Accept-Language, Cookie"  # a cookie holds the chosen language


class Wish(NamedTuple):
    """A request for a PDF. Equal wishes get the same PDF."""

    game: str
    players: int
    paper: PaperName
    ink: Ink
    language: str


class Press:
    """Makes PDFs in a thread, one at a time, and keeps the latest."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables, self.limits = tables, limits
        self.kept: dict[Wish, Asset] = {}
        self.busy = asyncio.Lock()

    async def get(self, wish: Wish, scope: Scope) -> Asset:
        """Return a PDF. Only a PDF that is not kept counts against the client's limit."""
        if wish not in self.kept:
            self.limits.check_print(scope)
            async with self.busy:
                if wish not in self.kept:
                    self.kept[wish] = await asyncio.to_thread(self.make, wish)
        self.kept[wish] = found = self.kept.pop(wish)
        if len(self.kept) > KEPT:
            del self.kept[next(iter(self.kept))]
        return found

    def make(self, wish: Wish) -> Asset:
        game = self.tables.game(wish.game)
        order = check_order(game, wish.players, wish.language, {})
        return asset(print_game(game, order, wish.paper, wish.ink), "application/pdf")


def wish_of(game: Game, asked: Mapping[str, str], language: str) -> Wish:
    """Read a client's request. Raise `Declined` if the paper or the ink is unknown."""
    paper, ink, players = asked.get("paper", "a4"), asked.get("ink", "colour"), asked.get("players")
    if paper not in PAPERS:
        raise Declined("wrong.print", name="paper", value=paper, known=tuple(PAPERS))
    if ink not in INKS:
        raise Declined("wrong.print", name="ink", value=ink, known=INKS)
    order = check_order(game, None if players is None else number_in(players), language_in(game, language), {})
    return Wish(game.name, order.players, cast(PaperName, paper), ink, order.language)


def add_printing(app: FastAPI, tables: Tables) -> None:
    press = Press(tables, app.state.limits)

    @app.get("/print/{game}.pdf")
    async def get_pdf(game: str, request: Request, language: Language) -> Response:
        found = tables.game(game)
        pdf = await press.get(wish_of(found, request.query_params, language), request.scope)
        name = {"Content-Disposition": f'inline; filename="{found.name}.pdf"', "Cache-Control": "no-cache"}
        return pdf.response(request, name, VARY)

    @app.get("/print/{game}")
    async def choose(game: str, language: Language) -> Response:
        found = tables.game(game)
        return HTMLResponse(print_page(found, missing(language), language))


def missing(language: str) -> str:
    """Return a sentence that names a package to install first; empty if none is missing."""
    try:
        check_installed()
    except Complaint as complaint:
        return complaint.in_language(language)
    return ""
