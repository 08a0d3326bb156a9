"""For slow games: a feed of the tables that wait for somebody, at a secret address. Any feed reader tells then of one's turn.

The address is made from the hash by which seats know their holder, and marked with the key of the server: nothing has to be stored for
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

from byways.game import Game
from byways.i18n import Sentence
from byways.table.errors import Missing
from byways.table.http.visitors import Language
from byways.table.i18n import voice
from byways.table.pages.phrases import listed
from byways.table.pages.render import render
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.store.listings import Listing
from byways.table.store.schema import ServerKey

LISTED = 20  # of the tables that wait for somebody


class Turn(msgspec.Struct, frozen=True):
    """A seat that is awaited at a table, since some time."""

    address: str
    title: Sentence
    people: str
    since: float

    @property
    def id(self) -> str:
        """The same for as long as the turn lasts, and never again."""
        return f"{self.address}#turn-{self.since:.3f}"

    @property
    def updated(self) -> datetime:
        return datetime.fromtimestamp(int(self.since), UTC)


def mark(ours: ServerKey, holder: bytes) -> bytes:
    return hmac.digest(ours.key.encode(), b"feed " + holder, "sha256")[:16]


def key_of(ours: ServerKey, me: Me) -> str:
    holder = bytes.fromhex(me.holder)
    return base64.urlsafe_b64encode(holder + mark(ours, holder)).decode()


def holder_of(ours: ServerKey, key: str) -> str:
    """Whose feed has this key."""
    with suppress(ValueError):
        given = base64.urlsafe_b64decode(key)
        if len(given) == 48 and hmac.compare_digest(given[32:], mark(ours, given[:32])):
            return given[:32].hex()
    raise Missing("wrong.feed")


def address_of(base: str, ours: ServerKey, me: Me) -> str:
    return f"{base}feed/{key_of(ours, me)}.atom"


async def turns(tables: Tables, holder: str, base: str, language: str) -> list[Turn]:
    """Where somebody is awaited; a game that is not served here waits for nobody."""
    held = [one for one in await tables.store.held(holder, LISTED) if one.game in tables.games and one.id not in tables.left_alone]
    return [turn_of(tables.games[one.game], one, seat, base, language) for one in held for seat in one.turns_of(holder)]


def turn_of(game: Game, one: Listing, seat: int, base: str, language: str) -> Turn:
    people = ", ".join(listed(game, one.seats, one.seats[seat].holder, language))
    return Turn(f"{base}play/{one.id}?seat={seat}", game.title, people, one.awaited[seat])


def add_feed(app: FastAPI, tables: Tables) -> None:
    @app.get("/feed/{key}.atom")
    async def feed(key: str, request: Request, language: Language) -> Response:
        base, holder = str(request.base_url), holder_of(tables.server_key, key)
        waiting = await turns(tables, holder, base, language)
        updated = max((turn.updated for turn in waiting), default=datetime.fromtimestamp(int(tables.server_key.since), UTC))
        values = {"address": f"{base}feed/{key}.atom", "base": base, "turns": waiting, "updated": updated}
        return Response(render("feed.xml", voice(language), **values), media_type="application/atom+xml")
