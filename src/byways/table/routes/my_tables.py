"""Coming back: one's tables with whose turn it is and how each ended, one's record, and the way to the next game that waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal

import msgspec
from babel.dates import format_date
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from byways.bots import TIERS
from byways.game import Game, Outcome
from byways.i18n import Message, locale
from byways.phrases import headline, number
from byways.table.http.visitors import Language, Visitor, number_in
from byways.table.i18n import voice
from byways.table.pages import pictures
from byways.table.pages.lobby import titled
from byways.table.pages.phrases import bot, listed, names
from byways.table.pages.render import Address, render
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.routes.feed import address_of
from byways.table.seats import Seat, hash_of
from byways.table.store.listings import Listing

PAGE = 20  # tables on a page
PEOPLE, PROGRAMS, BOTS, ALONE = "people", "programs", "bots", "alone"  # against whom, where it is not one kind of bot


class Row(msgspec.Struct, frozen=True):
    """A table in a list, for one viewer."""

    id: str
    title: str
    picture: str | None
    players: str
    is_lesson: bool
    state: str
    is_my_turn: bool
    ended: str  # the day; empty before the end
    rematch: str | None
    can_look_back: bool
    free: int | None  # a seat that anybody may take


def row(games: Mapping[str, Game], one: Listing, me: str | None, language: str) -> Row:
    """`me` is the viewer as seats know them, None for somebody who has no seat there."""
    game = games.get(one.game)
    return Row(
        one.id,
        titled(games, one.game, language),
        None if game is None else pictures.address(game, pictures.COVER, language),
        ", ".join(listed(game, one.seats, me, language)),
        bool(one.lesson),
        "" if me is None else state(game, one, me, language),
        me is not None and game is not None and bool(one.turns_of(me)),
        "" if one.ended is None else format_date(datetime.fromtimestamp(one.ended, UTC), locale=locale(language)),
        one.rematch,
        game is not None and one.outcome is not None,
        next((seat for seat, sitting in enumerate(one.seats) if sitting.kind == "free"), None) if me is None else None,
    )


def state(game: Game | None, one: Listing, me: str, language: str) -> str:
    """Whose turn it is, or how it ended."""
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
    """How often somebody has won a game against one kind of opponents."""

    who: str
    games: int
    won: int
    shared: int
    lost: int


class OfGame(msgspec.Struct, frozen=True):
    """What somebody has reached in a game; `alone` is a sentence, empty if they have never played it alone."""

    title: str
    lines: list[Against]
    alone: str


def record(games: Mapping[str, Game], finished: Sequence[Listing], me: str, language: str) -> list[OfGame]:
    """By game and opponents; the latest game comes first in `finished`."""
    found: dict[str, dict[str, list[tuple[int, Outcome]]]] = {name: {} for name in games}
    for one in finished:
        if one.game in games and one.outcome is not None:
            (seat,) = one.held_by(me)
            found[one.game].setdefault(opponents(one.seats, seat), []).append((seat, one.outcome))
    return [of_game(titled(games, name, language), played, language) for name, played in found.items() if played]


def of_game(title: str, played: Mapping[str, Sequence[tuple[int, Outcome]]], language: str) -> OfGame:
    lines = [against(who, played[who], language) for who in sorted(played.keys() - {ALONE}, key=rank)]
    scores = [outcome.scores[0] for _, outcome in played.get(ALONE, ()) if outcome.scores]
    if not scores:
        return OfGame(title, lines, "")
    best, last = number(max(scores)), number(scores[0])
    return OfGame(title, lines, voice(language).say("mine.alone", games=len(scores), best=best, last=last))


def rank(who: str) -> tuple[int, str]:
    """People first, then bots, the strongest first, then whatever else."""
    order = (PEOPLE, *reversed(TIERS))
    return (order.index(who) if who in order else len(order), who)


def opponents(seats: Sequence[Seat], mine: int) -> str:
    """People, wherever there is one; of bots their name, if it is the same one everywhere."""
    others = [seat for number, seat in enumerate(seats) if number != mine]
    if any(seat.holder or seat.former or seat.kind == "person" for seat in others):
        return PEOPLE
    if any(seat.kind != "bot" for seat in others):
        return PROGRAMS
    kinds = {seat.bot or "" for seat in others}
    return next(iter(kinds), ALONE) if len(kinds) < 2 else BOTS


def against(who: str, played: Sequence[tuple[int, Outcome]], language: str) -> Against:
    speaking, count = voice(language), Counter(verdict(outcome, seat) for seat, outcome in played)
    named = speaking.say(f"mine.{who}") if who in (PEOPLE, PROGRAMS, BOTS) else speaking.word(bot(who))
    return Against(named, len(played), count["won"], count["shared"], count["lost"])


def verdict(outcome: Outcome, seat: int) -> Literal["won", "shared", "lost"]:
    if seat not in outcome.winners:
        return "lost"
    return "won" if len(outcome.winners) == 1 else "shared"


async def waiting(tables: Tables, me: Me, besides: str) -> list[Listing]:
    """The tables that wait for somebody, longest first, and one where they are just now last."""
    holder = hash_of(me.secret)
    mine = [] if me.is_new else await tables.store.held(holder, PAGE)
    open_here = [one for one in mine if one.game in tables.games and one.id not in tables.left_alone]
    return sorted((one for one in open_here if one.turns_of(holder)), key=lambda one: one.id == besides)


def add_my_tables(app: FastAPI, tables: Tables) -> None:
    @app.get("/mine")
    async def mine(request: Request, me: Visitor, language: Language, start: str = "0") -> Response:
        holder, first = hash_of(me.secret), max(0, number_in(start))
        found = [] if me.is_new else await tables.store.held(holder, PAGE + 1, first)
        finished = [] if me.is_new else await tables.store.finished(holder)
        lines = [row(tables.games, one, holder, language) for one in found[:PAGE]]
        values = {
            "running": [line for line in lines if not line.ended],
            "over": [line for line in lines if line.ended],
            "older": first + PAGE if len(found) > PAGE else None,
            "newer": max(0, first - PAGE) if first else None,
            "record": record(tables.games, finished, holder, language),
            "feed": "" if me.is_new else address_of(str(request.base_url), tables.server_key, me),
        }
        return HTMLResponse(render("mine.html", voice(language), **values))

    @app.get("/next")
    async def next_game(me: Visitor, language: Language, at: str = "") -> Response:
        """To the game that has waited longest, not the one where somebody is just now."""
        for one in await waiting(tables, me, at):
            return RedirectResponse(Address(one.id, one.turns_of(hash_of(me.secret))[0]).to(), 303)
        return HTMLResponse(render("next.html", voice(language)))

    @app.get("/next/link")
    async def link(me: Visitor, language: Language, at: str = "") -> Response:
        """For a table: how many others wait."""
        count = sum(one.id != at for one in await waiting(tables, me, at))
        return HTMLResponse(render("next-link.html", voice(language), at=at, count=count))
