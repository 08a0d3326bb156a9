"""Fixtures and hooks for all tests."""

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

from byways.bots.roster import external_bots
from byways.game import cards
from tests.packages import install_bots
from tests.table.postgres import Postgres

settings.register_profile("untimed", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("untimed")

signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell would ignore Ctrl-C


gc.disable()  # during collection, which creates only long-lived objects: collecting garbage would take seconds


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000)  # random games make many short-lived objects
    gc.enable()


LONGEST = ("test_browser_screens.py", "test_conformance.py")  # first, so that no worker waits for them at the end
MARKED = {"browser": {"playwright"}, "database": {"open_tables", "postgres", "server", "stoppable", "url"}}  # implied by fixtures


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by mark
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        for mark, fixtures in MARKED.items():
            if fixtures & {*getattr(item, "fixturenames", ())}:
                item.add_marker(mark)
        if os.environ.get("BYWAYS_COMPLETE"):
            item.add_marker(pytest.mark.flaky(reruns=1))  # a loaded machine can starve a process beyond any timeout


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the import path of this process and its children, for packages that a test installs."""
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
    external_bots.cache_clear()


@pytest.fixture
def homesick(site: Path) -> None:
    """Bots of another package for our games."""
    install_bots(site)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests and fixtures on asyncio, as Byways does."""
    return "asyncio"


@pytest.fixture(scope="session")
def stoppable() -> Iterator[Postgres]:
    with closing(Postgres()) as server:
        yield server


@pytest.fixture
def postgres(stoppable: Postgres) -> str:
    stoppable.start()  # a no-op unless an earlier test failed during an outage
    return stoppable.url
