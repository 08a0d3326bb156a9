"""The pages of puzzles, their boards, and the puzzles of the day. `routes.solving` opens and plays them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from byways.daily import day_at
from byways.game import Game
from byways.i18n import ENGLISH
from byways.puzzles.collection import shipped
from byways.table.errors import Missing
from byways.table.http.visitors import Language, Visitor, number_in
from byways.table.i18n import language_in
from byways.table.pages.assets import Asset
from byways.table.pages.render import policy_for
from byways.table.pages.training import (
    PuzzleCard,
    attempts_by_name,
    board,
    game_page,
    grade_rows,
    kinds_of,
    own_cards,
    puzzle_card,
    puzzles_page,
    shipped_board,
    training,
)
from byways.table.play.tables import OWN, Tables
from byways.table.play.training import attempts_of, todays_puzzle
from byways.table.play.visits import Me, own_link
from byways.table.store import puzzles
from byways.table.store.puzzles import OwnPuzzle
from byways.table.store.schema import Attempted


def with_puzzles(tables: Tables) -> list[Game]:
    return [game for game in tables.games.values() if shipped(game)]


def todays_cards(tables: Tables, attempts: Sequence[Attempted], language: str) -> list[PuzzleCard]:
    """Return the puzzles of the day. The games take turns to come first; solved puzzles come last."""
    games = with_puzzles(tables)
    first = day_at(tables.now()).toordinal() % max(1, len(games))
    cards = []
    for game in (*games[first:], *games[:first]):
        if found := todays_puzzle(tables, game):
            name = str(found.puzzle.number)
            cards.append(puzzle_card(game, name, found.puzzle, attempts_by_name(game, attempts).get(name), language))
    return sorted(cards, key=lambda card: card.is_solved)


async def own_of(tables: Tables, me: Me) -> list[OwnPuzzle]:
    return [] if me.is_new else await tables.store.transaction(partial(puzzles.own_of, holder=me.holder))


async def board_of(tables: Tables, me: Me, game: Game, name: str, language: str) -> Asset:
    """Return the board of a puzzle. Only the player of a game sees the puzzles from it."""
    if not name.startswith(OWN):
        found = await asyncio.to_thread(shipped_board, game, number_in(name), language)
    else:
        own = await tables.find_puzzle(game, name, me.holder)
        found = None if own is None else await asyncio.to_thread(board, game, own, language)
    if found is None:
        raise Missing("wrong.no-puzzle", game, title=game.title)
    return found


def add_training(app: FastAPI, tables: Tables) -> None:
    @app.get("/puzzles")
    async def overview(me: Visitor, language: Language, request: Request) -> Response:
        attempts = await attempts_of(tables, me)
        found = [training(game, attempts, language) for game in with_puzzles(tables)]
        lately = attempts[0].game if attempts else ""
        first = next((one.next for one in sorted(found, key=lambda one: one.game.name != lately) if one.next), None)
        own = own_cards(tables.games, await own_of(tables, me), attempts, language)
        link = await own_link(tables, me, str(request.base_url))
        return HTMLResponse(puzzles_page(found, first, own, link, language))

    @app.get("/puzzles/{game}")
    async def of_game(game: str, me: Visitor, language: Language, kind: str = "") -> Response:
        found = tables.game(game)
        kinds, attempts = kinds_of(found, language), await attempts_of(tables, me)
        if not kinds:
            raise Missing("refuse.no-puzzles", found, title=found.title)
        chosen = kind if kind in kinds else ""
        of = training(found, attempts, language)
        return HTMLResponse(game_page(of, grade_rows(found, attempts, chosen, language), chosen, kinds, language))

    @app.get("/puzzles/{game}/{name}/board.svg")
    async def picture(game: str, name: str, me: Visitor, request: Request, language: str = ENGLISH) -> Response:
        found = tables.game(game)
        drawn = await board_of(tables, me, found, name, language_in(found, language))
        kept = "private, no-cache" if name.startswith(OWN) else "public, max-age=3600"
        return drawn.response(request, {"Content-Security-Policy": policy_for(found), "Cache-Control": kept})
