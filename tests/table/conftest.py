"""A house and browsers for the tests of the table."""

from __future__ import annotations

import os
import shutil
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, sync_playwright

from byways.game import Game, all_games
from byways.table.store import Store, file_url
from byways.table.tables import Tables
from tests.table.house import Open, OpenHouse, house_at
from tests.table.visitor import Visitor

NAMES = ("chromium", "chromium-browser", "google-chrome")


def lack(what: str) -> NoReturn:
    """What a machine lacks is skipped with a sentence that says how to get it; where BYWAYS_COMPLETE is set, as in `.ci/run`, it fails."""
    if os.environ.get("BYWAYS_COMPLETE"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture
async def open_house(tmp_path: Path) -> AsyncIterator[OpenHouse]:
    """Opens as many houses as a test asks for, all on one file unless it says where; they are closed after it."""
    async with AsyncExitStack() as houses:

        async def open_one(*games: Game, at: Path | str = tmp_path, **settings: Any) -> Tables:
            return await houses.enter_async_context(house_at(at, *games, **settings))

        yield open_one


@pytest.fixture
async def house(open_house: OpenHouse) -> Tables:
    return await open_house()


@pytest.fixture(scope="module")
def opened_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = os.environ.get("BYWAYS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        lack("No browser: install Chromium (Debian: apt-get install chromium) or name one in BYWAYS_CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("every"), all_games(), pause=0)
    yield house
    house.close()


@pytest.fixture
def visit(browser: Browser, opened_house: Open) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def come(**looks: Any) -> Visitor:
        visitors.append(Visitor(browser, opened_house, **looks))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    visitor = visit()
    visitor.start()
    return visitor


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if find_spec("pgserver") is None:
        lack("No PostgreSQL: install pgserver (pip install pgserver).")
    for attempt in range(3):  # it waits ten seconds for a server, which a busy machine may need for others
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                server = import_module("pgserver").get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
            break
        except Exception as error:  # whatever keeps a server from starting on this machine
            if attempt == 2:
                lack(f"No PostgreSQL: pgserver cannot start it here ({error}).")
    folder = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
    yield f"postgresql+asyncpg://postgres@/postgres?host={folder}"
    server.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return file_url(tmp_path / "tables.db")
    address: str = request.getfixturevalue("postgres")
    await emptied(address)
    return address


async def emptied(url: str) -> None:
    store = Store(url)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        await connection.execute(sa.text("CREATE SCHEMA public"))
    await store.close()
