"""The page to watch a game of Labyrinth's course."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from byways.games.labyrinth.course.conduct import Moment
from byways.games.labyrinth.course.gallery import Gallery
from tests.games.labyrinth.course.players import two
from tests.table.browser.test_browser_access import in_light_and_dark


@pytest.fixture
def gallery() -> Iterator[Gallery]:
    with Gallery() as gallery:
        gallery.names = ["ann", "bob"]
        yield gallery


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1200, "height": 760}) as context:
        yield context.new_page()


def go_on(gallery: Gallery) -> None:
    gallery.show(Moment(two().position, ()))


def test_a_live_page_updates_and_keeps_the_focus(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.address)
    expect(page.locator("#prompt")).to_contain_text("The game has not begun")
    go_on(gallery)
    go_on(gallery)
    expect(page.locator("#back")).to_contain_text("Moment 1 of 1")
    page.focus("#previous")
    go_on(gallery)
    expect(page.locator("#back")).to_contain_text("Moment 2 of 2")
    expect(page.locator("#previous")).to_be_focused()


def test_arrows_step_through_the_moments(gallery: Gallery, page: Page) -> None:
    for _ in range(3):
        go_on(gallery)
    page.goto(f"{gallery.address}?at=0&key={gallery.key}")
    for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(page.locator("#back")).to_contain_text(f"Moment {moment} of 2")
    expect(page.locator("#save")).to_have_attribute("href", f"/state.json?at=1&key={gallery.key}")


def test_axe_finds_nothing_serious(gallery: Gallery, page: Page) -> None:
    go_on(gallery)
    page.goto(f"{gallery.address}?at=0&key={gallery.key}")
    assert in_light_and_dark(page) == []
