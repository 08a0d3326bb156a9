"""For slow games: a feed of the tables that wait for somebody, at a secret address. Any feed reader tells then of one's turn.

The address is made from the hash by which seats know their holder, and marked with the key of the house: nothing has to be stored for
it, and nobody can make another's.
"""

from __future__ import annotations

import base64
import hmac
from contextlib import suppress
from datetime import UTC, datetime

import msgspec
from fastapi import FastAPI, Request
from fastapi.responses import Response

from byways.game import Complaint
from byways.speech import Sentence
from byways.table import pages
from byways.table.complaints import Missing
from byways.table.live import Table
from byways.table.store import House, Listing
from byways.table.tables import Tables
from byways.table.visitors import Language, Me
from byways.table.voice import voice
from byways.table.words import listed

LISTED = 20  # running tables of somebody that are looked through, as in the lobby


class Turn(msgspec.Struct, frozen=True):
    """A seat that is awaited at a table, since some moment of its story."""

    address: str
    moment: int
    title: Sentence
    people: str
    since: datetime

    @property
    def id(self) -> str:
        """The same for as long as the turn lasts, and never again."""
        return f"{self.address}#turn-{self.moment}"


def mark(house: House, holder: bytes) -> bytes:
    return hmac.digest(house.key.encode(), b"feed " + holder, "sha256")[:16]


def key_of(house: House, me: Me) -> str:
    holder = bytes.fromhex(me.holder)
    return base64.urlsafe_b64encode(holder + mark(house, holder)).decode()


def holder_of(house: House, key: str) -> str:
    """Whose feed has this key."""
    with suppress(ValueError):
        given = base64.urlsafe_b64decode(key)
        if len(given) == 48 and hmac.compare_digest(given[32:], mark(house, given[:32])):
            return given[:32].hex()
    raise Missing("wrong.feed")


def address_of(base: str, house: House, me: Me) -> str:
    return f"{base}feed/{key_of(house, me)}.atom"


async def turns(tables: Tables, holder: str, base: str, language: str) -> list[Turn]:
    running = [one for one in await tables.store.held(holder) if one.ended is None][:LISTED]
    return [turn for one in running for turn in await turns_at(tables, one, holder, base, language)]


async def turns_at(tables: Tables, one: Listing, holder: str, base: str, language: str) -> list[Turn]:
    """Where somebody is awaited at a table; one that cannot go on here waits for nobody."""
    with suppress(Complaint):
        if table := await tables.find(one.id):
            seats = [seat for seat in table.seats.held_by(holder) if pages.turn(table, table.match.screens[seat].view) == "yours"]
            return [await turn_of(table, one, seat, base, language) for seat in seats]
    return []


async def turn_of(table: Table, one: Listing, seat: int, base: str, language: str) -> Turn:
    moment = table.match.screens[seat].awaited_since
    last = table.match.screens[seat].entries[moment] - 1  # the entry that made it this seat's turn
    since = one.created if last < 0 else (await table.tables.store.log(table.id, last))[0].at
    people = ", ".join(listed(table.game, tuple(table.seats), table.seats[seat].holder, language))
    return Turn(f"{base}play/{table.id}?seat={seat}", moment, table.game.title, people, datetime.fromtimestamp(int(since), UTC))


def add_feed(app: FastAPI, tables: Tables) -> None:
    @app.get("/feed/{key}.atom")
    async def feed(key: str, request: Request, language: Language) -> Response:
        base, holder = str(request.base_url), holder_of(tables.house, key)
        waiting = await turns(tables, holder, base, language)
        updated = max((turn.since for turn in waiting), default=datetime.fromtimestamp(int(tables.house.since), UTC))
        values = {"address": f"{base}feed/{key}.atom", "base": base, "turns": waiting, "updated": updated}
        return Response(pages.render("feed.xml", voice(language), **values), media_type="application/atom+xml")
