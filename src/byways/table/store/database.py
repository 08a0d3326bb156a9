"""Connect to the database, check and migrate it, and explain what is wrong with it."""

from __future__ import annotations

import os
import re
import sqlite3
from enum import Enum
from functools import cache
from pathlib import Path
from urllib.parse import quote, unquote
from uuid import uuid4

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from byways.i18n import Message, Value
from byways.table.errors import Away, Declined, Unavailable

TIMEOUT = 10.0  # seconds after which PostgreSQL counts as unreachable
POOL = 14  # connections per server, besides one each to write, read progress and listen; opening one takes longer than most queries
LOG = "-wal"  # what SQLite adds to the name of a file for its write-ahead log
MIGRATIONS = Path(__file__).parent / "migrations"
# Behind a pooler, each statement may reach a different PostgreSQL connection, which does not know earlier prepared statements.
UNPREPARED = {"statement_cache_size": 0, "prepared_statement_cache_size": 0, "prepared_statement_name_func": lambda: f"byways-{uuid4()}"}


def data_file() -> Path:
    """Return the user's database file: in the system's data folder, or where an earlier version created it."""
    earlier = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "byways" / "tables.db"
    if earlier.exists():
        return earlier
    folder = user_data_path("byways", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Declined("wrong.folder", folder=str(folder), problem=error.strerror or str(error)) from None
    return folder / "tables.db"


class Problem(Enum):
    """What can be wrong with a database, each problem with its sentence for players."""

    AWAY = Message("wrong.database-away")
    FULL = Message("wrong.database-full")
    READ_ONLY = Message("wrong.database-read-only")
    DAMAGED = Message("wrong.database-damaged")
    FAILED = Message("wrong.database-failed")

    def error(self, name: str | None = None, **values: Value) -> Unavailable:
        """Return the exception for this problem. Its sentence is the problem's own, unless `name` names another message."""
        return (Away if self is Problem.AWAY else Unavailable)(name or self.value.name, **values)


class ConnectionLost(ConnectionError):
    """The connection broke while a statement was running, so it is unknown whether the database executed it."""


SQLITE = {
    sqlite3.SQLITE_BUSY: Problem.AWAY,
    sqlite3.SQLITE_LOCKED: Problem.AWAY,
    sqlite3.SQLITE_CANTOPEN: Problem.AWAY,
    sqlite3.SQLITE_FULL: Problem.FULL,
    sqlite3.SQLITE_IOERR_SHMSIZE: Problem.FULL,  # the disk is too full even for the index of the write-ahead log
    sqlite3.SQLITE_READONLY: Problem.READ_ONLY,
    sqlite3.SQLITE_CORRUPT: Problem.DAMAGED,
    sqlite3.SQLITE_NOTADB: Problem.DAMAGED,
}
POSTGRESQL = {"53100": Problem.FULL, "25006": Problem.READ_ONLY, "XX001": Problem.DAMAGED, "XX002": Problem.DAMAGED}
TRANSIENT = ("08", "40", "53", "55", "57")  # SQLSTATE classes: connection, rollback, resources, object state, operator


def problem_of(error: BaseException) -> Problem:
    """Classify an error by the database's own code, whether or not SQLAlchemy wrapped it."""
    cause = cause_of(error)
    if code := getattr(cause, "sqlite_errorcode", None):
        # The low byte of an extended result code is the primary code.
        return SQLITE.get(code) or SQLITE.get(code & 0xFF, Problem.FAILED)
    if is_disconnect(error) or isinstance(error, OSError | InterfaceError | NoConnection):
        return Problem.AWAY
    state = sqlstate_of(cause)
    return POSTGRESQL.get(state, Problem.AWAY if state.startswith(TRANSIENT) else Problem.FAILED)


def is_disconnect(error: BaseException) -> bool:
    """Return whether an established connection was lost, as opposed to a database that never answered."""
    return isinstance(error, ConnectionLost) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def cause_of(error: BaseException) -> BaseException:
    return getattr(error, "orig", None) or error


def sqlstate_of(error: BaseException) -> str:
    return str(getattr(error, "sqlstate", None) or "")


def engine_for(url: str, patient: bool = False, pooled: bool = False) -> AsyncEngine:
    """Return an engine whose commits are durable. SQLite runs with WAL and `synchronous=FULL`.

    A `patient` engine sets no time limit on statements, for migrations. A `pooled` one keeps no connections, because a pooler such as
    PgBouncer does. Errors do not show parameters, which may be secret.
    """
    try:
        if sa.make_url(url).get_backend_name() == "postgresql":
            limits = {"timeout": TIMEOUT, "command_timeout": None if patient else TIMEOUT}
            if pooled:
                return create_async_engine(url, poolclass=sa.NullPool, connect_args=limits | UNPREPARED, hide_parameters=True)
            return create_async_engine(url, pool_size=POOL, max_overflow=0, connect_args=limits, hide_parameters=True)
        engine = create_async_engine(url, hide_parameters=True)
    except (ArgumentError, InvalidRequestError, ModuleNotFoundError, ValueError) as error:
        shown = re.sub(r"://[^@]*@", "://***@", url)  # the URL may contain a password
        raise Declined("wrong.database-address", address=shown, problem=str(error).rstrip(".")) from None
    if engine.dialect.name == "sqlite":
        same_file = SameFile(engine.url)
        sa.event.listen(engine.sync_engine, "do_connect", same_file)
        sa.event.listen(engine.sync_engine, "connect", set_pragmas)
        sa.event.listen(engine.sync_engine, "checkout", same_file)
    return engine


def set_pragmas(connection: DBAPIConnection | sqlite3.Connection, _: object = None) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
    driver = getattr(connection, "driver_connection", connection)
    driver.text_factory = lambda raw: raw.decode(errors="replace")  # one invalid byte must not hide a whole list


class SameFile:
    """Refuses a file that has been moved, deleted or replaced since the first call.

    SQLite would keep writing to a file that no longer has a name, or create a new one beside the old one's write-ahead log.
    """

    def __init__(self, url: sa.URL) -> None:
        self.path = file_of(url)
        self.first: tuple[int, int] | None = None

    def __call__(self, *_: object) -> None:
        try:
            found = self.path.stat()
        except OSError:
            now = None
        else:
            now = (found.st_dev, found.st_ino)
        self.first = self.first or now
        if now != self.first:
            raise FileGone(f"{self.path} has been moved or deleted")


class FileGone(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_CANTOPEN


@cache
def versions() -> tuple[str, ...]:
    """Return the known schema versions, newest first."""
    return tuple(sorted((file.stem[1:5] for file in MIGRATIONS.glob("versions/v*.py")), reverse=True))


def version_of(connection: sa.Connection) -> str | None:
    """Return the schema version, or None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found


def check_version(connection: sa.Connection) -> None:
    """Raise unless the schema has the current version. Changes nothing."""
    found = version_of(connection)
    if found != versions()[0]:
        is_later = found is not None and found not in versions()
        raise Declined("wrong.opening-later" if is_later else "wrong.opening-earlier", address=name_of(connection.engine.url))


def migrate(connection: sa.Connection) -> None:
    """Upgrade an older schema, then write, so that a full disk or missing rights show now."""
    if connection.dialect.name == "postgresql":  # servers that start together migrate one at a time
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(hashtext('byways migrations'))"))
    found = version_of(connection)
    if found is not None and found not in versions():
        raise Declined("wrong.opening-later", address=name_of(connection.engine.url))
    if found != versions()[0]:
        upgrade(connection)
    touch(connection)


def touch(connection: sa.Connection) -> None:
    """Write without changing anything."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def upgrade(connection: sa.Connection) -> None:
    from alembic import command  # the import takes a tenth of a server's start-up, and most start-ups do not need it
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def opening_error(url: sa.URL, error: BaseException) -> Declined:
    """Explain why a database cannot be opened."""
    address, problem = name_of(url), problem_of(error)
    if url.get_backend_name() == "sqlite" and problem is Problem.AWAY and is_unwritable(file_of(url)):
        problem = Problem.READ_ONLY
    reason = str(cause_of(error)) or type(error).__name__
    match problem:
        case Problem.FULL:
            return Declined("wrong.opening-full", address=address)
        case Problem.READ_ONLY if has_log(url):
            return Declined("wrong.opening-read-only-log", address=address, log=f"{file_of(url).name}{LOG}")
        case Problem.READ_ONLY:
            return Declined("wrong.opening-read-only", address=address)
        case Problem.DAMAGED:
            return Declined("wrong.opening-damaged", address=address, problem=reason)
    return Declined("wrong.database", address=address, problem=reason)


def is_unwritable(file: Path) -> bool:
    """Return whether a SQLite file exists but cannot be written; SQLite also writes to its folder."""
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def has_log(url: sa.URL) -> bool:
    """Whether a write-ahead log with changes lies beside a SQLite file."""
    log = Path(f"{file_of(url)}{LOG}")
    return url.get_backend_name() == "sqlite" and log.exists() and log.stat().st_size > 0


def file_of(url: sa.URL) -> Path:
    """Return the file of a SQLite URL, which may be a URI."""
    return Path(unquote((url.database or "").removeprefix("file:")) if "uri" in url.query else url.database or "")


def read_only(url: str) -> str:
    """Return a URL that reads a SQLite file that cannot be written, such as one on a read-only mount. Other URLs stay unchanged.

    Without a write-ahead log, the file is opened as immutable, because SQLite would otherwise create a log. With one, a server may be
    running.
    """
    given = sa.make_url(url)
    if given.get_backend_name() != "sqlite" or given.query or not is_unwritable(file := file_of(given)):
        return url
    mode = {"mode": "ro"} if Path(f"{file}{LOG}").exists() else {"immutable": "1"}
    return str(given.set(database=f"file:{quote(str(file))}", query={**mode, "uri": "true"}))


def name_of(url: sa.URL) -> str:
    """Return a URL for people: without its password, and with a file's path instead of its URI."""
    return (url.set(database=str(file_of(url)), query={}) if "uri" in url.query else url).render_as_string()
