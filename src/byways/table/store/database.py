"""The database under the store: connected to, checked and brought up to date; and what ails it, in sentences."""

from __future__ import annotations

import os
import re
import sqlite3
from enum import Enum
from functools import cache
from pathlib import Path
from threading import Timer
from uuid import uuid4

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from byways.i18n import Message
from byways.table.errors import Away, Declined, Unavailable

ANSWERS = 10.0  # seconds in which PostgreSQL answers, or counts as away
UNPREPARED = {"statement_cache_size": 0, "prepared_statement_cache_size": 0, "prepared_statement_name_func": lambda: f"byways-{uuid4()}"}
CONNECTIONS = 14  # that a server has at most, besides one each to write, ask and listen; to open one takes longer than most questions
MIGRATIONS = Path(__file__).parent / "migrations"
CHECKED = 2.0  # the most seconds in which SQLite's pages are checked at the start


def data_file() -> Path:
    """Where a person's own tables are kept: the system's folder for such data, or the one that an earlier version used."""
    earlier = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "byways" / "tables.db"
    if earlier.exists():
        return earlier
    folder = user_data_path("byways", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Declined("wrong.folder", folder=str(folder), problem=error.strerror or str(error)) from None
    return folder / "tables.db"


class Trouble(Enum):
    """What ails a database, as players are told."""

    AWAY = Message("wrong.database-away")
    FULL = Message("wrong.database-full")
    READ_ONLY = Message("wrong.database-read-only")
    DAMAGED = Message("wrong.database-damaged")
    FAILED = Message("wrong.database-failed")

    @property
    def complaint(self) -> type[Unavailable]:
        return Away if self is Trouble.AWAY else Unavailable

    @property
    def told(self) -> Unavailable:
        return self.complaint(self.value.name)


SQLITE = {
    sqlite3.SQLITE_BUSY: Trouble.AWAY,
    sqlite3.SQLITE_LOCKED: Trouble.AWAY,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Trouble.FULL,  # not even the list of what is in the log finds room
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
}
POSTGRESQL = {"53100": Trouble.FULL, "25006": Trouble.READ_ONLY, "XX001": Trouble.DAMAGED, "XX002": Trouble.DAMAGED}
PASSING = ("08", "40", "53", "55", "57")  # classes of states that pass: no connection, a conflict, no resources, starting or stopping


def trouble_of(error: BaseException) -> Trouble:
    """By the codes of the database: the driver wraps some of its errors and raises others, such as those of connecting, as they are."""
    reason = reason_of(error)
    if code := getattr(reason, "sqlite_errorcode", None):
        return SQLITE.get(code) or SQLITE.get(code & 0xFF, Trouble.FAILED)
    state = str(getattr(reason, "sqlstate", None) or "")
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    if lost or isinstance(error, OSError | InterfaceError | NoConnection):
        return Trouble.AWAY
    return POSTGRESQL.get(state, Trouble.AWAY if state.startswith(PASSING) else Trouble.FAILED)


def reason_of(error: BaseException) -> BaseException:
    return getattr(error, "orig", None) or error


def engine_for(url: str, patient: bool = False, pooled: bool = False) -> AsyncEngine:
    """An engine that makes every commit durable: with WAL and synchronous=FULL, SQLite answers once the log is on disk. A PostgreSQL
    that has been away is found again at the next question. Where somebody else pools its connections, we neither keep any nor expect that
    one knows what another has prepared. Errors do not repeat what was to be stored: it may be secret."""
    try:
        if sa.make_url(url).get_backend_name() == "postgresql":
            limits = {"timeout": ANSWERS, "command_timeout": None if patient else ANSWERS}
            if pooled:
                return create_async_engine(url, poolclass=sa.NullPool, connect_args=limits | UNPREPARED, hide_parameters=True)
            pool = {"pool_pre_ping": True, "pool_size": CONNECTIONS, "max_overflow": 0}
            return create_async_engine(url, **pool, connect_args=limits, hide_parameters=True)
        engine = create_async_engine(url, hide_parameters=True)
    except (ArgumentError, InvalidRequestError, ModuleNotFoundError, ValueError) as error:
        shown = re.sub(r"://[^@]*@", "://***@", url)  # it may have a password
        raise Declined("wrong.database-address", address=shown, problem=str(error).rstrip(".")) from None
    if engine.dialect.name == "sqlite":
        prepare(engine.sync_engine)
    return engine


def writer_for(engine: AsyncEngine) -> sa.Engine | None:
    """For SQLite in a file: an engine for use by one thread."""
    if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
        return None
    url, shared = engine.url.set(drivername="sqlite"), {"check_same_thread": False}
    writer = sa.create_engine(url, poolclass=sa.StaticPool, connect_args=shared, hide_parameters=True)
    prepare(writer)
    return writer


def reader_for(writer: sa.Engine) -> sqlite3.Connection:
    """For glances at a SQLite file that take microseconds, so that they need no thread. Where it would have to wait, it gives up."""
    (file,), given = writer.dialect.create_connect_args(writer.url)
    reader: sqlite3.Connection = sqlite3.connect(file, **{**given, "timeout": 0, "isolation_level": None})
    return reader


def prepare(engine: sa.Engine) -> None:
    same = SameFile(engine.url)
    sa.event.listen(engine, "do_connect", same)
    sa.event.listen(engine, "connect", set_pragmas)
    sa.event.listen(engine, "checkout", same)


def set_pragmas(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    driver = getattr(connection, "driver_connection", connection)
    driver.text_factory = lambda raw: raw.decode(errors="replace")  # one damaged letter must not hide a whole list


class SameFile:
    """A file that has been moved or deleted still takes what is written to it, for nobody to find: such a database is away. To connect
    would make another in its place, which would spoil the log that still lies beside it."""

    def __init__(self, url: sa.URL) -> None:
        self.path = Path(url.database or "")
        self.first: tuple[int, int] | None = None

    def __call__(self, *_: object) -> None:
        """Before a connection is made or used."""
        try:
            found = self.path.stat()
        except OSError:
            now = None
        else:
            now = (found.st_dev, found.st_ino)
        self.first = self.first or now
        if now != self.first:
            raise Gone(f"{self.path} has been moved or deleted")


class Gone(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_CANTOPEN


def file_of(line: sa.PoolProxiedConnection) -> sqlite3.Connection:
    """The driver's own connection to a SQLite file."""
    file = line.driver_connection
    assert isinstance(file, sqlite3.Connection)
    return file


def check_pages(writer: sa.Engine) -> None:
    """A damaged file opens like any other, so SQLite looks through its pages, as far as it comes in a short time."""
    with writer.connect() as connection:
        file = file_of(connection.connection)
        enough = Timer(CHECKED, file.interrupt)
        enough.start()
        try:
            found = file.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
        else:
            if found != "ok":
                raise Damaged(found)
        finally:
            enough.cancel()


class Damaged(sqlite3.DatabaseError):
    """What a check of the pages has found."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


@cache
def versions() -> tuple[str, ...]:
    """Newest first, as their files are numbered."""
    return tuple(sorted((file.stem[1:5] for file in MIGRATIONS.glob("versions/v*.py")), reverse=True))


def version_of(connection: sa.Connection) -> str | None:
    """None for a database without tables."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found


def check_version(connection: sa.Connection) -> None:
    """For those who must not change it: the tables are of this version."""
    found = version_of(connection)
    if found != versions()[0]:
        is_later = found is not None and found not in versions()
        raise Declined("wrong.opening-later" if is_later else "wrong.opening-earlier", address=name_of(connection.engine.url))


def migrate(connection: sa.Connection) -> None:
    """Bring the tables of an older version up to date. Then write something, which a full disk or a lack of rights does not allow."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            sa.text("SELECT pg_advisory_xact_lock(hashtext('byways migrations'))")
        )  # of many that start at once, one migrates
    found = version_of(connection)
    if found is not None and found not in versions():
        raise Declined("wrong.opening-later", address=name_of(connection.engine.url))
    if found != versions()[0]:
        upgrade(connection)
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def upgrade(connection: sa.Connection) -> None:
    from alembic import command  # which takes a tenth of the time to start a server, and most starts do without
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refused(url: sa.URL, error: BaseException) -> Declined:
    """Why no tables can be opened on a database."""
    address, problem = name_of(url), str(reason_of(error)) or type(error).__name__
    trouble = trouble_of(error)
    if url.get_backend_name() == "sqlite" and trouble is Trouble.AWAY and cannot_be_written(Path(url.database or "")):
        trouble = Trouble.READ_ONLY
    match trouble:
        case Trouble.FULL:
            return Declined("wrong.opening-full", address=address)
        case Trouble.READ_ONLY:
            return Declined("wrong.opening-read-only", address=address)
        case Trouble.DAMAGED:
            return Declined("wrong.opening-damaged", address=address, problem=problem)
    return Declined("wrong.database", address=address, problem=problem)


def cannot_be_written(file: Path) -> bool:
    """SQLite also needs to write beside its file, else it cannot even open it."""
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def name_of(url: sa.URL) -> str:
    return url.render_as_string()
