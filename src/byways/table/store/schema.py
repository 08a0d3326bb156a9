"""The SQL tables, and the values built from their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from byways.record import Entry
from byways.table.chat import Talk
from byways.table.seats import Notice, Seat

Values: TypeAlias = dict[str, object]
SqlRow: TypeAlias = sa.Row[Any]
Column: TypeAlias = sa.Column[Any]
Query: TypeAlias = sa.Select[Any]

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
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),  # counts changes to the seats, the rematch and the end
    sa.Column("lesson", sa.String(64), nullable=False, server_default=""),
    sa.Column("host", sa.String(64)),  # the holder who created the table
    sa.Column("talk", sa.Text, nullable=False, server_default="{}"),
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),  # counts changes to the talk
    sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()),  # whether it continues a moment of another game
    sa.Column("leader", sa.String(32), index=True),  # the server that runs the table's bots and clocks
    sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),  # whether players may take hints
    sa.Column("daily", sa.String(16), nullable=False, server_default="", index=True),  # the day of its deal, or "practice"
    sa.Column("puzzle", sa.String(64), nullable=False, server_default=""),
)

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("until", sa.Double, nullable=False),  # when the lease ends, by the database's clock
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
    sa.Column("heard", sa.Double),  # when the seat's player was last seen, on any server
    sa.Column("why", sa.String(8), nullable=False, server_default=""),  # why a bot stands in, or "resigned"
    sa.Column("ends", sa.Boolean, nullable=False, server_default=sa.false()),  # whether the player votes to end the game
    sa.Column("awaited", sa.Double),  # when the current turn began
    sa.Column("former", sa.String(64), index=True),  # the holder whom the host removed
    sa.Column("line", sa.String(32), nullable=False, server_default=""),  # the program's connection
    sa.Column("mistakes", sa.Integer, nullable=False, server_default="0"),  # the program's mistakes, over all its connections
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # the count of seat changes it belongs to
    sa.Column("name", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("who", sa.String(64), nullable=False),
    sa.Column("after", sa.Integer, nullable=False),  # the number of entries before it
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
    sa.Column("review", sa.Text, nullable=False),  # partial until the review is done
    sa.Column("server", sa.String(32), nullable=False),  # the server that works on it
    sa.Column("until", sa.Double, nullable=False),  # when the lease ends
)

weighings = sa.Table(
    "weighings",
    metadata,
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("stream", sa.String(64), primary_key=True),  # the question's random stream
    sa.Column("answer", sa.Text, nullable=False),
)

# A holder's achievements in a game (see `byways.table.play.progress`).
progress = sa.Table(
    "progress",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("step", sa.String(80), primary_key=True),
)

# Tables that a holder has cleared from their own list. All tables cleared by one request have the same time.
cleared = sa.Table(
    "cleared",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
)

# The deals of the day (or week) of each game. `best` and `rival` are tables that show what was possible, empty until they are made.
deals = sa.Table(
    "deals",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("day", sa.String(16), primary_key=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("key", sa.String(16), nullable=False),  # the fingerprint of the key that made the seed
    sa.Column("version", sa.Integer, nullable=False),  # of the game
    sa.Column("digest", sa.String(64), nullable=False),  # of its components
    sa.Column("par", sa.Double),
    sa.Column("best", sa.String(32), nullable=False, server_default=""),
    sa.Column("rival", sa.String(32), nullable=False, server_default=""),
)

# The counted tries of holders, one for each deal. They outlive the tables that they were played at.
tries = sa.Table(
    "tries",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("day", sa.String(16), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False, index=True),
    sa.Column("begun", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("score", sa.Double),  # none if the player gave up
    sa.Column("signs", sa.String(200), nullable=False, server_default=""),
)

# The attempts of holders at puzzles, one for each puzzle. A new attempt at the same puzzle replaces all but `begun`, `first` and `solved`.
attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False, index=True),
    sa.Column("begun", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),  # wrong acts
    sa.Column("hints", sa.Integer, nullable=False, server_default="0"),
    sa.Column("first", sa.Boolean),  # whether it was solved at the first try without hints; none until that is decided
    sa.Column("solved", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Puzzles from the holders' own games. They outlive the tables that they come from.
own_puzzles = sa.Table(
    "own_puzzles",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("table_id", sa.String(32), nullable=False),
    sa.Column("made", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # a `StoredPuzzle`
)

# One row: the key that signs browsers' secrets.
house = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("since", sa.Double, nullable=False),
)


class ServerKey(NamedTuple):
    """The key that signs browsers' secrets, and when it was created."""

    key: str
    since: float


class Timed(msgspec.Struct, frozen=True):
    """An entry, and when it was made."""

    entry: Entry
    at: float


class Progress(NamedTuple):
    """The length of a table's log, its counts of seat and talk changes, and its leader."""

    entries: int
    changes: int
    said: int = 0
    leader: str | None = None


class Attempted(msgspec.Struct, frozen=True):
    """A holder's attempt at a puzzle. `ended` is none until it is solved or given up.

    `first` is whether the holder's very first attempt was right at once and without hints, none until that is decided. `solved` is whether
    any attempt was right.
    """

    game: str
    puzzle: str
    table: str
    begun: float
    ended: float | None = None
    tries: int = 0
    hints: int = 0
    first: bool | None = None
    solved: bool = False


class TableUpdate(NamedTuple):
    """The parts of a table that another server may have changed. `log` starts at the requested entry."""

    seats: tuple[Seat, ...]
    changes: int
    rematch: str | None
    talk: Talk = Talk()
    said: int = 0
    notices: tuple[Notice, ...] = ()
    has_ended: bool = False
    leader: str | None = None
    log: tuple[Timed, ...] = ()
    attempt: Attempted | None = None


def to_seat(row: SqlRow) -> Seat:
    return Seat(row.kind, row.bot, row.key, row.holder, row.name, row.why, row.ends, row.former, row.line)


def seat_values(table: str, number: int, seat: Seat) -> Values:
    return {"table_id": table, "seat": number, **msgspec.structs.asdict(seat)}


def to_notice(row: SqlRow) -> Notice:
    return Notice(row.name, row.seat, row.who, row.after, row.at)


def notice_values(table: str, number: int, notice: Notice) -> Values:
    return {"table_id": table, "number": number, **msgspec.structs.asdict(notice)}


# Plain SQL for both drivers; each appends its own comparison.
PROGRESS = "SELECT id, (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE table_id = id), changes, said, leader FROM tables WHERE id"


def to_progress(rows: Iterable[Sequence[Any]]) -> dict[str, Progress]:
    return {name: Progress(*counts) for name, *counts in rows}


read_talk: Callable[[str], Talk] = msgspec.json.Decoder(Talk).decode


def to_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def insert_into(connection: AsyncConnection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """Return an insert with `ON CONFLICT`, which SQLAlchemy provides separately for each dialect."""
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def copy_rows(connection: AsyncConnection, table: sa.Table, which: Query, holder: str) -> None:
    """Copy rows to another holder, who is the same player on another device, except those that this holder has."""
    if rows := [{**row._mapping, "holder": holder} for row in await connection.execute(which)]:
        await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), rows)
