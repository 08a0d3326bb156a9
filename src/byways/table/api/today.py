"""The deals of the day in the JSON API."""

from __future__ import annotations

from functools import partial

import msgspec
from fastapi import FastAPI
from fastapi.responses import Response

from byways.daily import daily_of, featured, fingerprint
from byways.game import Game
from byways.table.api.models import Today, TodaysDeal, wrong
from byways.table.http.visitors import Visitor
from byways.table.play import dailies
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.store import deals


async def todays_deal(tables: Tables, me: Me, game: Game) -> TodaysDeal:
    daily, day = dailies.format_of(game), dailies.current_day(tables, game)
    deal, mine = await dailies.find_deal(tables, game, day), await dailies.try_of(tables, me, game, day.isoformat())
    told = TodaysDeal(
        game=game.name,
        day=deal.day,
        weekly=daily.is_weekly,
        featured=featured(tables.games.values(), dailies.today(tables)) == game,
        medals=daily.medals,
        par=None if mine is None else deal.par,
        state="open" if mine is None else mine.state(tables.now()),
        table="" if mine is None else mine.table,
        score=None if mine is None else mine.score,
        medal="" if mine is None else daily.medal(mine.score, deal.par),
        signs="" if mine is None else mine.signs,
        tries=None,
        better=None,
    )
    if mine is not None and mine.score is not None:
        others = await dailies.others_of(tables, mine)
        told.tries, told.better = len(others), dailies.share_beaten(daily, mine.score, [one.score or 0.0 for one in others])
    return told


def add_today(app: FastAPI, tables: Tables) -> None:
    @app.get("/today", response_model=Today, responses=wrong(), openapi_extra={"security": [{}]})
    async def today(me: Visitor) -> Response:
        """The deals of the day, and how your tries went. A try is begun on its page, `/daily/GAME`."""
        tries = [] if me.is_new else await tables.store.transaction(partial(deals.tries_of, holder=me.holder))
        row = dailies.streak(dailies.days_played(tables.games.values(), tries), dailies.today(tables))
        found = [await todays_deal(tables, me, game) for game in tables.games.values() if daily_of(game)]
        key = fingerprint(dailies.key_of(tables))
        told = Today(dailies.today(tables).isoformat(), key, row.length, row.longest, found)
        return Response(msgspec.json.encode(told), media_type="application/json")
