"""A visitor's tables and results, and the link to the next game that waits for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Literal

import msgspec
import sqlalchemy as sa
from babel.dates import format_date
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.bots import TIERS
from byways.game import Game, Outcome
from byways.i18n import Message, locale
from byways.phrases import headline, number
from byways.table.http.visitors import Fields, Language, Visitor, number_in
from byways.table.i18n import language_in, voice
from byways.table.pages import pictures
from byways.table.pages.lessons import number_from
from byways.table.pages.lobby import titled
from byways.table.pages.phrases import bot, listed, names
from byways.table.pages.render import Address, render
from byways.table.play.progress import ALONE, BOTS, PEOPLE, PROGRAMS, lesson_step, opponents
from byways.table.play.tables import Tables
from byways.table.play.visits import Me, own_link, progress_of
from byways.table.routes.feed import address_of
from byways.table.seats import hash_of
from byways.table.store import progress
from byways.table.store.listings import Listing
from byways.table.store.schema import tables as stored
from byways.teaching.lesson import lessons

PAGE = 20  # tables on a page
GROUPS = {  # groups of tables that are cleared together
    "playing": stored.c.ended.is_(None) & (stored.c.lesson == ""),
    "lessons": stored.c.lesson != "",
    "over": stored.c.ended.is_not(None) & (stored.c.lesson == ""),
}


class Row(msgspec.Struct, frozen=True):
    """A table in a list, for one viewer."""

    id: str
    title: str
    picture: str | None
    about: str  # the players, or the title of the lesson
    is_lesson: bool
    state: str
    is_my_turn: bool
    ended: str  # a date; empty before the end
    rematch: str | None
    can_look_back: bool
    free: int | None  # a seat that the viewer may take


def row(games: Mapping[str, Game], one: Listing, me: str | None, language: str, done: Collection[str] = ()) -> Row:
    """Build a row. `me` is the hash of the viewer's secret, None for a viewer without a seat; `done` lists their steps in this game."""
    game = games.get(one.game)
    return Row(
        one.id,
        titled(games, one.game, language),
        None if game is None else pictures.address(game, pictures.COVER, language),
        lesson_title(game, one.lesson, language) if one.lesson else ", ".join(listed(game, one.seats, me, language)),
        bool(one.lesson),
        "" if me is None else lesson_state(one, done, language) if one.lesson else state(game, one, me, language),
        me is not None and game is not None and bool(one.turns_of(me)),
        "" if one.ended is None else format_date(datetime.fromtimestamp(one.ended, UTC), locale=locale(language)),
        one.rematch,
        game is not None and one.outcome is not None,
        next((seat for seat, sitting in enumerate(one.seats) if sitting.kind == "free"), None) if me is None else None,
    )


def lesson_title(game: Game | None, name: str, language: str) -> str:
    lesson = None if game is None else lessons(game).get(name)
    return voice(language).say("lobby.lesson") if game is None or lesson is None else game.say(lesson.title, language_in(game, language))


def lesson_state(one: Listing, done: Collection[str], language: str) -> str:
    return voice(language).say("learn.is-done" if lesson_step(one.lesson) in done else "mine.begun")


def state(game: Game | None, one: Listing, me: str, language: str) -> str:
    """Say whose turn it is, or how the game ended."""
    if game is None:
        return voice(language).say("mine.not-served")
    speaking, mine = voice(language, game, names(game, one.seats, language)), one.held_by(me)
    if not mine:
        return speaking.say("mine.put-out")
    if one.turns_of(me):
        return speaking.say("lobby.your-turn")
    if one.outcome is not None:
        return speaking.tell(headline(one.outcome, mine[0] if len(mine) == 1 else None))
    if one.ended is not None:
        return speaking.say("play.closed")
    if all(one.seats[seat].kind == "bot" for seat in mine):
        return speaking.say("mine.stand-in")
    if any(one.seats[seat].kind == "free" for seat in one.awaited):
        return speaking.say("mine.free")
    return speaking.tell(Message("prompt.waiting", {"seats": tuple(one.awaited)})) if one.awaited else ""


class Against(msgspec.Struct, frozen=True):
    """A player's results against one kind of opponent."""

    who: str
    games: int
    won: int
    shared: int
    lost: int


class GameRecord(msgspec.Struct, frozen=True):
    """A player's results in a game. `alone` is a sentence about solo games, or empty."""

    title: str
    lines: list[Against]
    alone: str


def record(games: Mapping[str, Game], finished: Sequence[Listing], me: str, language: str) -> list[GameRecord]:
    """Results by game and opponents. `finished` lists the latest game first."""
    found: dict[str, dict[str, list[tuple[int, Outcome]]]] = {name: {} for name in games}
    for one in finished:
        if one.game in games and one.outcome is not None:
            (seat,) = one.held_by(me)
            found[one.game].setdefault(opponents(one.seats, seat), []).append((seat, one.outcome))
    return [of_game(titled(games, name, language), played, language) for name, played in found.items() if played]


def of_game(title: str, played: Mapping[str, Sequence[tuple[int, Outcome]]], language: str) -> GameRecord:
    lines = [against(who, played[who], language) for who in sorted(played.keys() - {ALONE}, key=rank)]
    scores = [outcome.scores[0] for _, outcome in played.get(ALONE, ()) if outcome.scores]
    if not scores:
        return GameRecord(title, lines, "")
    best, last = number(max(scores)), number(scores[0])
    return GameRecord(title, lines, voice(language).say("mine.alone", games=len(scores), best=best, last=last))


def rank(who: str) -> tuple[int, str]:
    """Sort key: people, then bots from the strongest, then others."""
    order = (PEOPLE, *reversed(TIERS))
    return (order.index(who) if who in order else len(order), who)


def against(who: str, played: Sequence[tuple[int, Outcome]], language: str) -> Against:
    speaking, count = voice(language), Counter(verdict(outcome, seat) for seat, outcome in played)
    named = speaking.say(f"mine.{who}") if who in (PEOPLE, PROGRAMS, BOTS) else speaking.word(bot(who))
    return Against(named, len(played), count["won"], count["shared"], count["lost"])


def verdict(outcome: Outcome, seat: int) -> Literal["won", "shared", "lost"]:
    if seat not in outcome.winners:
        return "lost"
    return "won" if len(outcome.winners) == 1 else "shared"


async def waiting(tables: Tables, me: Me, besides: str) -> list[Listing]:
    """The tables that wait for the visitor, longest first, with the current one last."""
    holder = hash_of(me.secret)
    mine = [] if me.is_new else await tables.store.held(holder, PAGE)
    open_here = [one for one in mine if one.game in tables.games and one.id not in tables.unplayable]
    return sorted((one for one in open_here if one.turns_of(holder)), key=lambda one: one.id == besides)


async def clear_tables(tables: Tables, me: Me, which: sa.ColumnElement[bool]) -> float:
    """Clear some of the visitor's tables from their list. Returns the time, which identifies them for restoring."""
    at = round(tables.now(), 3)
    if not me.is_new:
        await tables.store.transaction(partial(progress.clear, holder=me.holder, which=which, at=at))
    return at


def add_clearing(app: FastAPI, tables: Tables) -> None:
    @app.post("/mine/clear")
    async def clear(me: Visitor, fields: Fields) -> Response:
        """Clear one table, or a group, from the visitor's list."""
        group = GROUPS.get(fields.get("group", ""))
        at = await clear_tables(tables, me, stored.c.id == fields.get("table", "") if group is None else group)
        return RedirectResponse(f"/mine?cleared={at}", 303)

    @app.post("/mine/restore")
    async def restore(me: Visitor, fields: Fields) -> Response:
        at = number_from(fields.get("cleared", ""))
        await tables.store.transaction(partial(progress.restore, holder=me.holder, at=at))
        return RedirectResponse("/mine", 303)


def add_my_tables(app: FastAPI, tables: Tables) -> None:
    @app.get("/mine")
    async def mine(request: Request, me: Visitor, language: Language, start: str = "0", cleared: str = "") -> Response:
        holder, first = hash_of(me.secret), max(0, number_in(start))
        found = [] if me.is_new else await tables.store.held(holder, PAGE + 1, first)
        finished = [] if me.is_new else await tables.store.finished(holder)
        done, at = await progress_of(tables, me), number_from(cleared)
        lines = [row(tables.games, one, holder, language, done.get(one.game, ())) for one in found[:PAGE]]
        values = {
            "running": [line for line in lines if not line.ended and not line.is_lesson],
            "lessons": [line for line in lines if line.is_lesson],
            "over": [line for line in lines if line.ended and not line.is_lesson],
            "cleared": await tables.store.transaction(partial(progress.cleared_at, holder=holder, at=at)) if cleared else 0,
            "cleared_at": at,
            "older": first + PAGE if len(found) > PAGE else None,
            "newer": max(0, first - PAGE) if first else None,
            "record": record(tables.games, finished, holder, language),
            "own_link": await own_link(tables, me, str(request.base_url)),
            "feed": "" if me.is_new else address_of(str(request.base_url), tables.server_key, me),
        }
        return HTMLResponse(render("mine.html", voice(language), **values))

    @app.get("/next")
    async def next_game(me: Visitor, language: Language, at: str = "") -> Response:
        """Redirect to the game that has waited longest, other than the current one."""
        for one in await waiting(tables, me, at):
            return RedirectResponse(Address(one.id, one.turns_of(hash_of(me.secret))[0]).to(), 303)
        return HTMLResponse(render("next.html", voice(language)))

    @app.get("/next/link")
    async def link(me: Visitor, language: Language, at: str = "") -> Response:
        """A link that says how many other games wait."""
        count = sum(one.id != at for one in await waiting(tables, me, at))
        return HTMLResponse(render("next-link.html", voice(language), at=at, count=count))
