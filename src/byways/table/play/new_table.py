"""A table before play: who is to sit where, and what is dealt."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping

import msgspec

from byways.bots.roster import all_bots
from byways.game import Game, Options, stream
from byways.record import Record, opened
from byways.table.errors import Declined
from byways.table.seats import Seat, called
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable


class TablePlan(msgspec.Struct, frozen=True):
    """A new table: for each seat 'me', 'free', 'program' or 'bot:NAME'."""

    game: Game
    seats: tuple[str, ...]
    options: Mapping[str, object] = {}
    names: tuple[str, ...] = ()
    public: bool = False
    clock: float | None = None
    begun: Record | None = None  # a game that the table continues from the end of its record
    lesson: str = ""

    def seat(self, number: int, me: str, key: str) -> Seat:
        kind, _, bot = self.seats[number].partition(":")
        name = called(self.names[number]) if number < len(self.names) else ""
        match kind:
            case "me":
                return Seat("person", key=key, holder=me, name=name)
            case "free":
                return Seat("free", key=key)
            case "program":
                return Seat("program", key=key, name=name)
            case "bot" if bot in all_bots(self.game):
                return Seat("bot", bot=bot)
            case "bot":
                raise Declined("wrong.no-bot", self.game, title=self.game.title, bot=bot, known=all_bots(self.game))
        raise Declined("wrong.seat", seat=self.seats[number])


def usual_bot(game: Game) -> str:
    return "medium" if "medium" in game.bot_names else game.bot_names[-1]


def weaker(game: Game, bot: str) -> str | None:
    """The bot of a game that plays on where another cannot be started: the next weaker one, or for a stranger the best."""
    before = game.bot_names[: game.bot_names.index(bot)] if bot in game.bot_names else game.bot_names
    return before[-1] if before else None


def usual_seats(game: Game, other: str = "", players: int | None = None) -> tuple[str, ...]:
    """Me against so many bots, or with `other` in every other seat."""
    count = max(2, game.seats[0]) if players is None else players
    if not game.seats[0] <= count <= game.seats[1]:
        raise wrong_number(game)
    return ("me", *[other or f"bot:{usual_bot(game)}"] * (count - 1))


def wrong_number(game: Game) -> Declined:
    least, most = game.seats
    if least == most:
        return Declined("wrong.so-many-players", game, title=game.title, players=most)
    return Declined("wrong.players", game, title=game.title, least=least, most=most)


def seated_again(seat: Seat, key: str) -> Seat:
    """In a rematch people hold the seats passed to them without any link; the one who asks for it gets the links of free seats."""
    if seat.holder is not None:
        return Seat("person", holder=seat.holder, name=seat.name)
    return msgspec.structs.replace(seat, key=key if seat.kind in ("free", "program") else None, former=None)


def new_seed() -> str:
    return secrets.token_hex(16)


def deal(name: str, seed: str, game: Game, options: Options, sitting: tuple[Seat, ...], public: bool, clock: float | None) -> StoredTable:
    """A table before its first entry."""
    kinds = {"bot": "bot:{}", "program": "program"}
    players = tuple(kinds.get(seat.kind, "person").format(seat.bot) for seat in sitting)
    head = opened(game, game.deal(len(sitting), stream(seed, "set-up"), options), options, players)
    return StoredTable(name, head, seed, public, clock, time.time(), sitting)


def gone_on(stored: StoredTable, begun: Record) -> StoredTable:
    """A table that continues a game; chance from there on is new."""
    head = msgspec.structs.replace(begun, players=stored.head.players, entries=())
    return msgspec.structs.replace(stored, head=head, entries=tuple(Timed(entry, stored.created) for entry in begun.entries), begun=True)
