"""An Atom feed for slow games: the tables that wait for a visitor, at a secret address.

The address contains the holder's hash, as stored by seats, signed with the server's key. So feeds need no storage, and addresses cannot be
forged.
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

LISTED = 20  # maximum number of tables


class Turn(msgspec.Struct, frozen=True):
    """An awaited seat, and since when."""

    address: str
    title: Sentence
    people: str
    since: float

    @property
    def id(self) -> str:
        """Unique for each turn, and stable while it lasts."""
        return f"{self.address}#turn-{self.since:.3f}"

    @property
    def updated(self) -> datetime:
        return datetime.fromtimestamp(int(self.since), UTC)


def signature(server: ServerKey, holder: bytes) -> bytes:
    # The prefix distinguishes these signatures from those of browsers' secrets, which use the same key.
    return hmac.digest(server.key.encode(), b"feed " + holder, "sha256")[:16]


def key_of(server: ServerKey, me: Me) -> str:
    holder = bytes.fromhex(me.holder)
    return base64.urlsafe_b64encode(holder + signature(server, holder)).decode()


def holder_of(server: ServerKey, key: str) -> str:
    """The holder whose feed has this key."""
    with suppress(ValueError):
        given = base64.urlsafe_b64decode(key)
        if len(given) == 48 and hmac.compare_digest(given[32:], signature(server, given[:32])):
            return given[:32].hex()
    raise Missing("wrong.feed")


def address_of(base: str, server: ServerKey, me: Me) -> str:
    return f"{base}feed/{key_of(server, me)}.atom"


async def turns(tables: Tables, holder: str, base: str, language: str) -> list[Turn]:
    """The turns of this holder at tables served here."""
    held = [one for one in await tables.store.held(holder, LISTED) if one.game in tables.games and one.id not in tables.unplayable]
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
