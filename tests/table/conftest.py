"""Tables, servers, people and databases for the tests of the table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from byways.game import Game
from byways.table.play.tables import Tables
from byways.table.store.store import Store
from tests.table.postgres import Postgres
from tests.table.serving import ServerThread, complaints_of
from tests.table.tables import OpenTables, database_in, tables_at


@pytest.fixture
async def open_tables(tmp_path: Path) -> AsyncIterator[OpenTables]:
    """Open tables as often as a test asks, all on one file unless it says otherwise, and close them after the test."""
    async with AsyncExitStack() as opened:

        async def open_once(*games: Game, at: Path | str = tmp_path, **settings: Any) -> Tables:
            return await opened.enter_async_context(tables_at(at, *games, **settings))

        yield open_once


@pytest.fixture
async def tables(open_tables: OpenTables) -> Tables:
    return await open_tables()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def ann(server: ServerThread) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def bob(server: ServerThread) -> Iterator[httpx.Client]:
    with server.client() as client:
        yield client


@pytest.fixture
def complaints(server: ServerThread) -> Iterator[list[str]]:
    with complaints_of(server) as complaints:
        yield complaints


@pytest.fixture
async def fragile(postgres: str, stoppable: Postgres) -> Postgres:
    """A PostgreSQL that a test may stop."""
    await emptied(postgres)
    return stoppable


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return database_in(tmp_path)
    address: str = request.getfixturevalue("postgres")
    await emptied(address)
    return address


async def emptied(url: str) -> None:
    store = Store(url)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))
    await store.close()
