"""A real browser for the tests of the table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from byways.game import all_games
from tests import toy
from tests.lacking import lack
from tests.table.browser.visitor import PATIENCE, PHONE, Visitor
from tests.table.serving import ServerThread
from tests.table.tables import LABYRINTH

NAMES = ("chromium", "chromium-browser", "google-chrome")
WINDOWLESS = ("chromium-headless-shell", *NAMES)  # without windows, which saves a fifth of the time
# Preloading for the address bar and a spare process for the next page would take longer than most tests.
NEEDLESS = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")


@pytest.fixture(scope="package")  # so that cached files are reused
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), [LABYRINTH, toy.GAME])) as server:
        yield server


@pytest.fixture(scope="package")  # not longer: no async test can run in the process while Playwright is active
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright, WINDOWLESS) as browser:
        yield browser


@pytest.fixture
def windowed(playwright: Playwright) -> Iterator[Browser]:
    """A browser with windows, for notifications."""
    with launched(playwright, NAMES) as browser:
        yield browser


@contextmanager
def launched(playwright: Playwright, names: Sequence[str]) -> Iterator[Browser]:
    program = os.environ.get("BYWAYS_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if program is None:
        lack(f"No browser: install {names[0]} (Debian: apt-get install {names[0]}) or name one in BYWAYS_CHROMIUM.")
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", f"--disable-features={','.join(NEEDLESS)}"])
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("every"), all_games(), pause=0)) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []
    server.numbers = count(7)  # the same deals, whatever ran before

    def come(**looks: Any) -> Visitor:
        visitors.append(Visitor(browser, server, **looks))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []
    every_game.numbers = count(7)  # the same deals, whatever ran before

    def come(looks: dict[str, Any] = PHONE) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    visitor = visit()
    visitor.start()
    return visitor
