"""Deals of the day: pages, tries, results, and deleting a browser's data."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from msgspec.structs import replace

from byways.daily import DAY, PLAYER, Daily, daily_of, featured, fingerprint
from byways.game import Complaint, Game
from byways.table.errors import Missing
from byways.table.http.visitors import Language, Visitor, cookie_of, is_tall, set_secret
from byways.table.i18n import voice
from byways.table.pages import pictures
from byways.table.pages.daily import (
    BestLine,
    DealCard,
    DealPage,
    TodayStrip,
    Watchable,
    better_text,
    board_of,
    chart,
    day_text,
    deal_card,
    deal_page,
    medals_text,
    rival_text,
    score_text,
    share_picture,
    share_text,
    time_text,
    today_page,
)
from byways.table.pages.lobby import titled
from byways.table.play import dailies, leaving
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.training import attempts_of
from byways.table.play.visits import Me, Visit, open_table
from byways.table.routes.training import todays_cards
from byways.table.seats import Seat
from byways.table.store import deals
from byways.table.store.deals import Deal, Try

PATIENCE = 3.0  # seconds that a result waits for its par
RECORDS = 20  # games of a deal that are listed, best first


async def tries_of(tables: Tables, me: Me) -> list[Try]:
    return [] if me.is_new else await tables.store.transaction(partial(deals.tries_of, holder=me.holder))


def streak_of(tables: Tables, tries: Sequence[Try]) -> dailies.Streak:
    return dailies.streak(dailies.days_played(tables.games.values(), tries), dailies.today(tables))


async def card_of(tables: Tables, game: Game, mine: Try | None, day: str, language: str) -> DealCard:
    """Return the card of a deal. Other players' results appear only after the visitor's own try."""
    par, better = None, ""
    if mine is not None and mine.score is not None:
        par = (await dailies.find_deal(tables, game, date.fromisoformat(day))).par
        others = await dailies.others_of(tables, mine)
        share = dailies.share_beaten(dailies.format_of(game), mine.score, [one.score or 0.0 for one in others])
        better = better_text(share, len(others), language)
    return deal_card(game, day, mine, tables.now(), par, better, language)


async def cards_of(tables: Tables, tries: Sequence[Try], language: str) -> list[DealCard]:
    """Return the deals that can be tried now, the featured one first."""
    first = featured(tables.games.values(), dailies.today(tables))
    games = sorted((game for game in tables.games.values() if daily_of(game)), key=lambda game: game != first)
    found = []
    for game in games:
        day = dailies.current_day(tables, game).isoformat()
        mine = next((one for one in tries if (one.game, one.day) == (game.name, day)), None)
        found.append(await card_of(tables, game, mine, day, language))
    return found


async def strip(tables: Tables, me: Me, language: str) -> TodayStrip | None:
    """Return the lobby's strip, or None until the visitor has finished a game or a lesson."""
    if me.is_new or not await tables.store.transaction(partial(deals.has_finished, holder=me.holder)):
        return None
    tries = await tries_of(tables, me)
    cards = await cards_of(tables, tries, language)
    day = dailies.today(tables).isoformat()
    shown = sorted(cards, key=lambda card: card.state != "running")
    puzzles = todays_cards(tables, await attempts_of(tables, me), language)
    return TodayStrip(day_text(day, language), shown[0], puzzles[0] if puzzles else None, streak_of(tables, tries)) if shown else None


async def watchables(tables: Tables, game: Game, daily: Daily, deal: Deal, language: str) -> list[Watchable]:
    """Return the games of the solver and of the bot, which may still be in progress."""
    speaking, found = voice(language, game), list[Watchable]()
    for name, about in ((deal.best, speaking.tell(daily.solver)), (deal.rival, rival_text(daily, speaking))):
        table = await opened(tables, name) if name else None
        if table is not None:
            score = dailies.score_of(table)
            found.append(Watchable(about, "" if score is None else score_text(game, score, language), table.id))
    return found


async def opened(tables: Tables, name: str) -> Table | None:
    """Return a table, or None if an administrator has deleted it or it cannot be opened here."""
    with suppress(Complaint):
        return await open_table(tables, name, "")
    return None


async def page_of(tables: Tables, me: Me, game: Game, day: date, language: str, tall: bool) -> DealPage:
    daily, text = dailies.format_of(game), day.isoformat()
    mine, is_open = await dailies.try_of(tables, me, game, text), await dailies.may_see(tables, me, game, text)
    deal, is_working = await dailies.find_deal(tables, game, day), False
    if is_open and (task := dailies.prepare(tables, game, deal)):
        await asyncio.wait([task], timeout=PATIENCE)
        deal, is_working = await dailies.find_deal(tables, game, day), not task.done()
    earlier = day - timedelta(7 if daily.is_weekly else 1)
    key = fingerprint(dailies.key_of(tables))
    page = DealPage(
        await card_of(tables, game, mine, text, language),
        deal,
        mine,
        voice(language, game).tell(daily.signs),
        is_past=daily.last_day(day) < dailies.today(tables),
        is_open=is_open,
        is_playable=(deal.version, deal.digest) == (game.version, game.digest),
        until=time_text(mine.begun + DAY, language) if mine else "",
        medals=medals_text(game, daily, deal.par if mine or is_open else None, language),
        earlier=f"/daily/{game.name}/{earlier.isoformat()}",
        earlier_text=day_text(earlier.isoformat(), language),
        other_key="" if deal.key == key else deal.key,
        key=key,
        is_working=is_working,
    )
    return await with_games(tables, page, game, daily, language, tall) if is_open else page


async def with_games(tables: Tables, page: DealPage, game: Game, daily: Daily, language: str, tall: bool) -> DealPage:
    """Add all games of the deal to its page, for visitors who may see them."""
    finished = await tables.store.transaction(partial(deals.finished, game=game.name, day=page.deal.day))
    ranked = sorted(finished, key=lambda one: (one.score or 0.0) * (1 if daily.over_par else -1))
    kept = [one for one in ranked if one.is_kept]
    records = [Watchable("", score_text(game, one.score or 0.0, language), one.table) for one in kept[:RECORDS]]
    page = replace(page, possible=await watchables(tables, game, daily, page.deal, language), records=records)
    mine = page.mine
    if mine is None or mine.score is None:
        return page
    others = [one.score or 0.0 for one in ranked if one.table != mine.table]
    table = await opened(tables, mine.table)
    is_best = not any(daily.is_better(other, mine.score) for other in others)
    return replace(
        page,
        share=share_text(game, mine, page.card.medal, language),
        chart=chart(game, mine.score, others, language),
        board=board_of(table, PLAYER, language, tall) if table else Markup(),
        style=pictures.style_address(game),
        best=records[0] if not is_best and ranked[0].is_kept else None,
        is_best=is_best and bool(others),
    )


async def result_of(tables: Tables, me: Me, game: Game, day: date) -> tuple[Try, Deal]:
    mine = await dailies.try_of(tables, me, game, day.isoformat())
    if mine is None or mine.score is None:
        raise Missing("wrong.no-result")
    return mine, await dailies.find_deal(tables, game, day)


def add_daily(app: FastAPI, tables: Tables) -> None:
    @app.get("/today")
    async def overview(me: Visitor, language: Language) -> Response:
        tries = await tries_of(tables, me)
        cards, day = await cards_of(tables, tries, language), dailies.today(tables).isoformat()
        best = [
            BestLine(titled(tables.games, name, language), score_text(tables.games[name], score, language), day_text(one.day, language))
            for name, one in dailies.bests(tables.games.values(), tries).items()
            if (score := one.score) is not None
        ]
        puzzles, streak = todays_cards(tables, await attempts_of(tables, me), language), streak_of(tables, tries)
        return HTMLResponse(today_page(cards, puzzles, day, streak, best, fingerprint(dailies.key_of(tables)), language))

    @app.get("/daily/{game}")
    async def present(game: str) -> Response:
        found = tables.game(game)
        return RedirectResponse(f"/daily/{game}/{dailies.current_day(tables, found).isoformat()}", 303)

    @app.get("/daily/{game}/{day}")
    async def page(game: str, day: str, me: Visitor, language: Language, request: Request) -> Response:
        found = tables.game(game)
        shown = await page_of(tables, me, found, dailies.read_day(tables, found, day), language, is_tall(request))
        return HTMLResponse(deal_page(shown, streak_of(tables, await tries_of(tables, me)), language))

    @app.get("/daily/{game}/{day}/result.png")
    async def picture(game: str, day: str, me: Visitor, language: Language) -> Response:
        found = tables.game(game)
        mine, deal = await result_of(tables, me, found, dailies.read_day(tables, found, day))
        medal = dailies.format_of(found).medal(mine.score, deal.par)
        drawn = await asyncio.to_thread(share_picture, found, mine, medal, language)
        return Response(drawn, media_type="image/png", headers={"Cache-Control": "private, no-cache"})

    @app.post("/daily/{game}")
    async def begin(game: str, me: Visitor, request: Request) -> Response:
        """Begin or continue the counted try."""
        request.app.state.limits.check_new_table(request.scope)
        return go(me, request, await dailies.begin(tables, me, tables.game(game)))

    @app.post("/daily/{game}/practice")
    async def practise(game: str, me: Visitor, request: Request) -> Response:
        request.app.state.limits.check_new_table(request.scope)
        return go(me, request, await dailies.practise(tables, me, tables.game(game)))

    @app.post("/daily/{game}/{day}")
    async def replay(game: str, day: str, me: Visitor, request: Request) -> Response:
        """Play a deal that no longer counts for the visitor."""
        request.app.state.limits.check_new_table(request.scope)
        found = tables.game(game)
        return go(me, request, await dailies.replay(tables, me, found, dailies.read_day(tables, found, day)))

    def go(me: Me, request: Request, table: Table) -> Response:
        return set_secret(me, request, RedirectResponse(f"/play/{table.id}", 303))


def add_forgetting(app: FastAPI, tables: Tables) -> None:
    @app.post("/mine/forget")
    async def forget(me: Visitor, request: Request) -> Response:
        """Delete the browser's data and its secret. In games with other people, a bot takes over."""
        if not me.is_new:
            await tables.store.transaction(partial(deals.blank_names, holder=me.holder))
            for one in await tables.store.held(me.holder, limit=1000):
                if one.ended is None:
                    with suppress(Complaint):  # the table cannot be continued here
                        await leave(Visit(await open_table(tables, one.id, ""), me, None))
            await tables.store.transaction(partial(deals.forget, holder=me.holder))
        response = RedirectResponse("/", 303)
        for cookie in (cookie_of(request), "me", "name"):
            response.delete_cookie(cookie, path="/")
        return response


async def leave(at: Visit) -> None:
    """Leave a game for good. A bot takes the seats; a game without other people is closed."""
    for seat in at.held:
        at.seat = seat
        if {*leaving.people_playing(at.table)} <= {*at.held}:
            await leaving.close(at.table, seat, "closed")
            break
        await at.table.change_seat(seat, lambda before: Seat("bot", bot=at.table.game.bot_names[-1]), "withdrawn")
