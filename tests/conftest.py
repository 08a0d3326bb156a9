"""For all tests: neither the machine nor the user's settings may decide them."""

import tests.environment  # noqa: F401 - before anything reads the environment

# isort: split
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings

from byways.bots.roster import brought
from byways.game import cards
from tests.packages import install_bots
from tests.table.postgres import Postgres

settings.register_profile("untimed", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("untimed")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs, and all they start, would ignore Ctrl-C


gc.disable()  # until all tests are collected: what they are made of lasts, and to look through it again and again takes seconds


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000)  # random games make much that is soon gone by itself
    gc.enable()


MARKED = {"browser": {"playwright"}, "database": {"open_tables", "postgres", "server", "stoppable", "url"}}  # by fixtures that have one


@pytest.hookimpl(tryfirst=True)  # before marks decide what is left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name != "test_conformance.py")  # the longest first, so that nobody waits for one at the end
    for item in items:
        for mark, fixtures in MARKED.items():
            if fixtures & {*getattr(item, "fixturenames", ())}:
                item.add_marker(mark)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder where packages are found that a test installs, by the test and by whatever it starts."""
    folder = tmp_path_factory.mktemp("site")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]))
    forget_packages()
    yield folder
    forget_packages()
    for module in folder.glob("*.py"):
        sys.modules.pop(module.stem, None)


def forget_packages() -> None:
    cards.cache_clear()
    brought.cache_clear()


@pytest.fixture
def homesick(site: Path) -> None:
    """Somebody's bots for our games."""
    install_bots(site)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests and fixtures run on asyncio, as the house does."""
    return "asyncio"


@pytest.fixture(scope="session")
def stoppable() -> Iterator[Postgres]:
    with closing(Postgres()) as server:
        yield server


@pytest.fixture
def postgres(stoppable: Postgres) -> str:
    stoppable.start()  # which does nothing unless a test before has failed in an outage
    return stoppable.url
