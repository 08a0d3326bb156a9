"""A house and browsers for the tests of the table."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.table.house import Open
from tests.table.visitor import Visitor

from byways.game import all_games

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def opened_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = os.environ.get("BYWAYS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        missing = "No browser: install Chromium (Debian: apt-get install chromium) or name one in BYWAYS_CHROMIUM."
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("every"), all_games())
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
