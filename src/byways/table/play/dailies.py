"""Deals of the day at the table: counted tries, practice, the games of the solver and of the rival bot, and who may see what.

While a deal can still be tried, visitors see none of its games until their own try is over. `Table.daily` names the day of a table's deal.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

import msgspec

from byways.daily import PLAYER, PRACTICE, Chances, Daily, SolveTask, daily_of, day_at, deal_key, fingerprint, has_solver, part_of, seed_of
from byways.game import Game, Position
from byways.record import ALONE, Choose, Happen, Played, Remove, played
from byways.table.errors import Declined, Forbidden, Missing
from byways.table.play.new_table import TablePlan, default_bot
from byways.table.play.new_table import deal as deal_table
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.seats import Seat, hash_of
from byways.table.store import deals
from byways.table.store.deals import Deal, Try
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable

SOLVER = "solver"  # the bot in the seat of the solver's table
OLDEST = 366  # days for which past deals stay open
STONES = 7  # days of a streak that are shown

log = logging.getLogger(__name__)


# Days and deals


def format_of(game: Game) -> Daily:
    if (found := daily_of(game)) is None:
        raise Missing("wrong.no-daily", game, title=game.title)
    return found


def today(tables: Tables) -> date:
    return day_at(tables.now())


def current_day(tables: Tables, game: Game) -> date:
    """Return the day that names the deal that can be tried now."""
    return format_of(game).first_day(today(tables))


def read_day(tables: Tables, game: Game, text: str) -> date:
    """Read the day of a deal. Raise `Missing` if the game has no deal of that day."""
    with suppress(ValueError):
        day = date.fromisoformat(text)
        current = current_day(tables, game)
        if format_of(game).first_day(day) == day and current - timedelta(OLDEST) <= day <= current and day.isoformat() == text:
            return day
    raise Missing("wrong.no-deal")


def key_of(tables: Tables) -> str:
    return deal_key(tables.server_key.key)


async def find_deal(tables: Tables, game: Game, day: date) -> Deal:
    """Return the deal of a day. The first request stores it, so a changed key does not change it."""
    if stored := await tables.store.transaction(partial(deals.find, game=game.name, day=day.isoformat())):
        return stored
    key = key_of(tables)
    new = Deal(game.name, day.isoformat(), seed_of(key, game, day), fingerprint(key), game.version, game.digest)
    return await tables.store.transaction(partial(deals.add, deal=new))


def check_version(game: Game, deal: Deal) -> None:
    if (deal.version, deal.digest) != (game.version, game.digest):
        raise Declined("wrong.daily-version", game, title=game.title)


# Tables


def new_table(tables: Tables, game: Game, seed: str, day: str, player: Seat, name: str) -> StoredTable:
    """Return a new table in the game's daily format with this player. Seats that do not play are removed before the first turn."""
    daily = format_of(game)
    seats = (player, *(Seat("bot", bot=bot or default_bot(game)) for bot in daily.others))
    gone = [Remove(seat, ALONE) for seat, bot in enumerate(daily.others, 1) if not bot]
    stored, now = deal_table(name, seed, game, daily.options, seats, False, None), tables.now()
    log = tuple(Timed(entry, now) for entry in gone)
    return msgspec.structs.replace(stored, created=now, host=player.holder, hints=False, daily=day, entries=log)


def table_for(tables: Tables, me: Me, game: Game, seed: str, day: str) -> StoredTable:
    name = secrets.token_urlsafe(9)
    return new_table(tables, game, seed, day, Seat("person", key=hash_of(me.key(name, PLAYER)), holder=me.holder), name)


async def begin(tables: Tables, me: Me, game: Game) -> Table:
    """Begin or continue the visitor's counted try of the current deal."""
    deal = await find_deal(tables, game, current_day(tables, game))
    check_version(game, deal)
    stored = table_for(tables, me, game, deal.seed, deal.day)
    new = Try(game.name, deal.day, stored.id, stored.created)
    table = await tables.claim(stored, partial(deals.begin, holder=me.holder, new=new))
    if table is None:
        mine = await try_of(tables, me, game, deal.day)
        assert mine is not None
        table = await tables.find_stored(mine.table)
    prepare(tables, game, deal)
    return table


async def replay(tables: Tables, me: Me, game: Game, day: date) -> Table:
    """Open a table with a deal that no longer counts for the visitor."""
    if not await may_see(tables, me, game, day.isoformat()):
        raise Forbidden("wrong.daily-peek")
    deal = await find_deal(tables, game, day)
    check_version(game, deal)
    return await tables.add(table_for(tables, me, game, deal.seed, deal.day))


async def practise(tables: Tables, me: Me, game: Game) -> Table:
    return await tables.add(table_for(tables, me, game, tables.seeds(), PRACTICE))


# Who may see what


async def try_of(tables: Tables, me: Me, game: Game, day: str) -> Try | None:
    return None if me.is_new else await tables.store.transaction(partial(deals.try_of, holder=me.holder, game=game.name, day=day))


async def may_see(tables: Tables, me: Me, game: Game, day: str) -> bool:
    """Whether the visitor's own try is over, or can no longer be begun."""
    if mine := await try_of(tables, me, game, day):
        return mine.is_over(tables.now())
    return format_of(game).last_day(date.fromisoformat(day)) < today(tables)


async def check_peek(tables: Tables, table: Table, me: Me, key: str = "") -> None:
    """Raise `Forbidden` if the visitor may not see the table's deal yet. `key` is the key in the player's own link."""
    if table.daily in ("", PRACTICE) or me.seats(table):
        return
    seat = table.seats.with_key(key) if key else None
    if seat is not None and table.seats[seat].holder is not None:
        return
    if not await may_see(tables, me, table.game, table.daily):
        raise Forbidden("wrong.daily-peek")


def check_closed(tables: Tables, plan: TablePlan) -> None:
    """Raise `Declined` if others could sit down at a planned table that continues a deal which they can still try."""
    if plan.daily in ("", PRACTICE) or not {"free", "program"} & {*plan.seats}:
        return
    if format_of(plan.game).last_day(date.fromisoformat(plan.daily)) >= today(tables) - timedelta(1):  # a try lasts into the next day
        raise Declined("wrong.daily-seats")


async def others_of(tables: Tables, mine: Try) -> list[Try]:
    """Return the other finished tries of a deal. Call it only for a finished try."""
    finished = await tables.store.transaction(partial(deals.finished, game=mine.game, day=mine.day))
    return [one for one in finished if one.table != mine.table]


# What was possible


def prepare(tables: Tables, game: Game, deal: Deal) -> asyncio.Task[None] | None:
    """Make the rival's and the solver's tables in the background, unless they exist. Of several servers, the first stores its tables."""
    daily, name = format_of(game), (deal.game, deal.day)
    has_all = (deal.best or not has_solver(game)) and (deal.rival or not daily.rival)
    if name not in tables.dealing and not has_all:
        tables.dealing[name] = asyncio.create_task(_prepare(tables, game, deal))
    return tables.dealing.get(name)


async def _prepare(tables: Tables, game: Game, deal: Deal) -> None:
    daily = format_of(game)
    try:
        if daily.rival:  # the solver uses the same compiled code
            await tables.preparation.wait(game, daily.rival)
            if not deal.rival:
                rival = new_table(tables, game, deal.seed, deal.day, Seat("bot", bot=daily.rival), secrets.token_urlsafe(9))
                await tables.claim(rival, partial(deals.claim, deal=deal, name="rival", table=rival.id))
        if not deal.best:
            await solve(tables, game, deal)
    except Exception:  # a later request tries again
        log.exception("What was possible in the deal of %s on %s could not be worked out.", deal.game, deal.day)
    finally:
        del tables.dealing[deal.game, deal.day]


async def solve(tables: Tables, game: Game, deal: Deal) -> None:
    """Store the best game that the solver finds, and the par."""
    part, stored = part_of(game), new_table(tables, game, deal.seed, deal.day, Seat("bot", bot=SOLVER), secrets.token_urlsafe(9))
    position = msgspec.structs.replace(stored.head, entries=tuple(timed.entry for timed in stored.entries)).position(game)
    choices = await tables.workers.solve(SolveTask(game, position, deal.seed, game.bot_names[-1]))
    if choices is None or part is None:
        return
    steps = line_of(game, position, choices, Chances(deal.seed))
    if part.DAILY.over_par:
        await tables.store.transaction(partial(deals.set_par, deal=deal, par=part.score(steps[-1].after)))
    whole = msgspec.structs.replace(stored, entries=(*stored.entries, *(Timed(step.entry, stored.created) for step in steps)))
    await tables.claim(whole, partial(deals.claim, deal=deal, name="best", table=whole.id))


def line_of(game: Game, position: Position, choices: Iterable[str], chances: Chances) -> list[Played]:
    """Play a game with the player's choices and the deal's chances, and return its steps."""
    steps, left = list[Played](), iter(choices)
    while position.outcome is None:
        due = position.chance
        steps.append(played(game, position, Choose(PLAYER, next(left)) if due is None else Happen(chances.draw(due)), tells=False))
        if due is not None:
            chances.count(due)
        position = steps[-1].after
    return steps


def score_of(table: Table) -> float | None:
    """Return the score of a table's game, or None before its end."""
    part = part_of(table.game)
    return part.score(table.match.position) if part and table.match.position.outcome else None


# Streaks and bests


class Streak(NamedTuple):
    """The days in a row with a finished deal, up to today or yesterday; the longest such row; and which of the last seven days had one."""

    length: int
    longest: int
    lately: tuple[bool, ...]


def days_played(games: Collection[Game], tries: Iterable[Try]) -> set[date]:
    """Return the days with a finished deal. A weekly deal counts for the day on which it was finished."""
    weekly = {game.name for game in games if (daily := daily_of(game)) and daily.is_weekly}
    finished = [one for one in tries if one.score is not None and one.ended is not None]
    return {day_at(one.ended or 0.0) if one.game in weekly else date.fromisoformat(one.day) for one in finished}


def streak(days: Collection[date], now: date) -> Streak:
    def row(last: date) -> int:
        length = 0
        while last - timedelta(length) in days:
            length += 1
        return length

    lately = tuple(now - timedelta(back) in days for back in reversed(range(STONES)))
    return Streak(row(now) or row(now - timedelta(1)), max(map(row, days), default=0), lately)


def bests(games: Collection[Game], tries: Iterable[Try]) -> dict[str, Try]:
    """Return the best finished try in each game; of equal tries, the first."""
    formats = {game.name: daily for game in games if (daily := daily_of(game))}
    best: dict[str, Try] = {}
    for one in sorted((one for one in tries if one.score is not None and one.game in formats), key=lambda one: one.day):
        before = best.get(one.game)
        if before is None or formats[one.game].is_better(one.score or 0.0, before.score or 0.0):
            best[one.game] = one
    return best


def share_beaten(daily: Daily, score: float, others: Collection[float]) -> int | None:
    """Return the percentage of other tries with a worse score, or None if there are no other tries."""
    return 100 * sum(daily.is_better(score, other) for other in others) // len(others) if others else None
