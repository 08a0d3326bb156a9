"""A table before play: plan, seats and deal."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping

import msgspec

from byways.bots.roster import all_bots
from byways.game import Game, Options, stream
from byways.record import Record, new_record
from byways.table.errors import Declined
from byways.table.seats import Seat, clean_name
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable

ANY_SEAT = -1  # stands for the seat in a link to any free seat
PEOPLE = ("me", "free")  # seats in a plan that people take


class TablePlan(msgspec.Struct, frozen=True):
    """A request for a new table. Each seat is 'me', 'free', 'program' or 'bot:NAME'."""

    game: Game
    seats: tuple[str, ...]
    options: Mapping[str, object] = {}
    names: tuple[str, ...] = ()
    public: bool = False
    clock: float | None = None
    begun: Record | None = None  # continue this game
    lesson: str = ""
    one_link: bool = False  # one link invites to all free seats
    hints: bool | None = None  # by default only if one person plays
    daily: str = ""  # the day of the deal that it continues

    @property
    def allows_hints(self) -> bool:
        return sum(seat in PEOPLE for seat in self.seats) < 2 if self.hints is None else self.hints

    def seat(self, number: int, me: str, key: str) -> Seat:
        kind, _, bot = self.seats[number].partition(":")
        name = clean_name(self.names[number]) if number < len(self.names) else ""
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


def default_bot(game: Game) -> str:
    return "medium" if "medium" in game.bot_names else game.bot_names[-1]


def fallback_bot(game: Game, bot: str) -> str | None:
    """The bot that replaces one that cannot be started: the next weaker one or, for a bot from another package, the best."""
    weaker = game.bot_names[: game.bot_names.index(bot)] if bot in game.bot_names else game.bot_names
    return weaker[-1] if weaker else None


def default_seats(game: Game, other: str = "", players: int | None = None) -> tuple[str, ...]:
    """Me, and a bot or `other` in every other seat."""
    least, most = game.seats
    count = max(2, least) if players is None else players
    if least <= count <= most:
        return ("me", *[other or f"bot:{default_bot(game)}"] * (count - 1))
    if least == most:
        raise Declined("wrong.so-many-players", game, title=game.title, players=most)
    raise Declined("wrong.players", game, title=game.title, least=least, most=most)


def rematch_seat(seat: Seat, key: str) -> Seat:
    """A seat in a rematch. People keep theirs without a link; free and program seats get a new key."""
    if seat.holder is not None:
        return Seat("person", holder=seat.holder, name=seat.name)
    return msgspec.structs.replace(seat, key=key if seat.kind in ("free", "program") else None, former=None)


def new_seed() -> str:
    return secrets.token_hex(16)


def deal(name: str, seed: str, game: Game, options: Options, seats: tuple[Seat, ...], public: bool, clock: float | None) -> StoredTable:
    """A table before its first entry. Equal seeds deal the same set-up."""
    kinds = {"bot": "bot:{}", "program": "program"}
    players = tuple(kinds.get(seat.kind, "person").format(seat.bot) for seat in seats)
    head = new_record(game, game.deal(len(seats), stream(seed, "set-up"), options), options, players)
    return StoredTable(name, head, seed, public, clock, time.time(), seats)


def continued(stored: StoredTable, begun: Record) -> StoredTable:
    """A table that continues the game of a record. New chances come from the table's own seed."""
    head = msgspec.structs.replace(begun, players=stored.head.players, entries=())
    return msgspec.structs.replace(stored, head=head, entries=tuple(Timed(entry, stored.created) for entry in begun.entries), begun=True)
