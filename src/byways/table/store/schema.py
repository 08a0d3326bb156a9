"""The tables of the database, and the rows in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict

import msgspec
import sqlalchemy as sa

from byways.record import Entry
from byways.table.chat import Talk
from byways.table.seats import Notice, Seat

Row: TypeAlias = dict[str, object]
Found: TypeAlias = sa.Row[Any]
Column: TypeAlias = sa.Column[Any]
Query: TypeAlias = sa.Select[Any]
Answered: TypeAlias = Sequence[Any]  # a row, whichever driver it comes from


class EntryRow(TypedDict):
    table_id: str
    number: int
    entry: str
    at: float


class ServerKey(NamedTuple):
    """The key by which secrets that were given out are known, and since when there has been one."""

    key: str
    since: float


metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Double),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("outcome", sa.Text),
    sa.Column("rematch", sa.String(32)),
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),  # of who sits there, and of the rematch
    sa.Column("lesson", sa.String(64), nullable=False, server_default=""),
    sa.Column("host", sa.String(64)),  # the holder, as seats know them, who set it
    sa.Column("talk", sa.Text, nullable=False, server_default="{}"),
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),  # how often the talk has changed
    sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()),  # it goes on from a moment of another
    sa.Column("leader", sa.String(32), index=True),  # the server where it goes on by itself
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("until", sa.Double, nullable=False),  # the end of its lease, by the database's clock
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("bot", sa.String(64)),
    sa.Column("key", sa.String(64), index=True),
    sa.Column("holder", sa.String(64), index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("heard", sa.Double),  # when its player last gave a sign of life, as far as other servers are told
    sa.Column("why", sa.String(8), nullable=False, server_default=""),  # a bot stands in
    sa.Column("ends", sa.Boolean, nullable=False, server_default=sa.false()),  # its player wants to end the game
    sa.Column("awaited", sa.Double),  # since when it has been its turn
    sa.Column("former", sa.String(64), index=True),  # the holder whom the host has put out
    sa.Column("line", sa.String(32), nullable=False, server_default=""),  # the connection by which a program plays
    sa.Column("mistakes", sa.Integer, nullable=False, server_default="0"),  # of that program, in all its conversations
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # of the change of the table's seats
    sa.Column("name", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("after", sa.Integer, nullable=False),  # so many entries
    sa.Column("at", sa.Double, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("entry", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("review", sa.Text, nullable=False),  # as far as it has come
    sa.Column("server", sa.String(32), nullable=False),  # which is at it
    sa.Column("until", sa.Double, nullable=False),  # when another may go on with it
)

weighings = sa.Table(
    "weighings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("stream", sa.String(64), primary_key=True),  # of the question
    sa.Column("answer", sa.Text, nullable=False),
)

house = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("since", sa.Double, nullable=False),
)


class Timed(msgspec.Struct, frozen=True):
    """An entry, and when it was made."""

    entry: Entry
    at: float


class Newest(NamedTuple):
    """How far along a table is: so many entries, so many changes of its seats, and of what people say there; and which server leads it."""

    entries: int
    changes: int
    said: int = 0
    leader: str | None = None


class Sitting(NamedTuple):
    """Who sits at a table after so many changes, all that goes with it, and what was played there lately."""

    seats: tuple[Seat, ...]
    changes: int
    rematch: str | None
    talk: Talk = Talk()
    said: int = 0
    notices: tuple[Notice, ...] = ()
    has_ended: bool = False
    leader: str | None = None
    log: tuple[Timed, ...] = ()


def seat_of(row: Found) -> Seat:
    return Seat(row.kind, row.bot, row.key, row.holder, row.name, row.why, row.ends, row.former, row.line)


def seat_row(table: str, number: int, seat: Seat) -> Row:
    return {"table_id": table, "seat": number, **msgspec.structs.asdict(seat)}


def notice_of(row: Found) -> Notice:
    return Notice(row.name, row.seat, row.who, row.after, row.at)


def notice_row(table: str, number: int, notice: Notice) -> Row:
    return {"table_id": table, "number": number, **msgspec.structs.asdict(notice)}


HOW_FAR = "SELECT id, (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE table_id = id), changes, said, leader FROM tables WHERE id"
NEWEST = {"sqlite": f"{HOW_FAR} IN (SELECT value FROM json_each(?))", "postgresql": f"{HOW_FAR} = ANY($1)"}


def newest_of(rows: Iterable[Answered]) -> dict[str, Newest]:
    return {name: Newest(*numbers) for name, *numbers in rows}


SIGN = (
    seats.update()
    .where((seats.c.table_id == sa.bindparam("table")) & (seats.c.seat == sa.bindparam("at_seat")))
    .where(sa.func.coalesce(seats.c.heard, 0.0) < sa.bindparam("at"))
    .values(heard=sa.bindparam("at"))
)


TURN = (
    seats.update()
    .where((seats.c.table_id == sa.bindparam("table")) & (seats.c.seat == sa.bindparam("at_seat")))
    .values(awaited=sa.bindparam("since"))
)


def fold_row(table: str, number: int, folded: Entry) -> Row:
    return {"table": table, "at_number": number, "folded": msgspec.json.encode(folded).decode()}


def turn_rows(table: str, turns: Mapping[int, bool], at: float) -> list[Row]:
    """Whose turn begins or ends."""
    return [{"table": table, "at_seat": seat, "since": at if begins else None} for seat, begins in sorted(turns.items())]


def entry_rows(table: str, number: int, new: Sequence[Entry], at: float) -> list[EntryRow]:
    return [
        {"table_id": table, "number": number + offset, "entry": msgspec.json.encode(entry).decode(), "at": at}
        for offset, entry in enumerate(new)
    ]
