"""Buttons are large enough for a finger on pages of every kind, on a phone and on a phone on its side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from byways.game import all_games
from byways.i18n import languages_of
from tests.table.browser.targets import small_buttons, small_targets
from tests.table.browser.visitor import PHONE, SIDEWAYS, Visitor, fits

HELD = pytest.mark.parametrize("looks", [PHONE, SIDEWAYS], ids=["upright", "on its side"])


def pages_around(host: Visitor, guest: Visitor) -> Iterator[tuple[str, Page]]:
    """Pages outside the tables, first without and then with one's own tables."""
    host.page.goto("/")
    yield "first visit", host.page
    host.request.post("/name", form={"name": "Heron"}, max_redirects=0)
    host.start("traxx")
    for path in ("/", "/mine", "/set/labyrinth", "/learn/traxx", "/puzzles/labyrinth"):
        host.page.goto(path)
        yield path, host.page
    host.page.goto(host.request.post("/invite", form={"game": "the_way", "players": "2"}, max_redirects=0).headers["location"])
    guest.page.goto(host.page.locator("#links input").first.input_value())
    yield "invitation", guest.page


@HELD
def test_every_button_around_the_tables_fits_a_finger(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    assert [f"{name}: {small}" for name, page in pages_around(come(looks), come(looks)) for small in small_buttons(page)] == []


@pytest.mark.parametrize("game", [game.name for game in all_games()])
def test_everything_to_touch_at_a_table_fits_a_finger_on_a_phone_on_its_side(come: Callable[..., Visitor], game: str) -> None:
    """And no button is pushed out of the window, in the present and in the past."""
    visitor = come(SIDEWAYS)
    visitor.start(game)
    visitor.settle()
    assert small_targets(visitor.page) == []
    for look_back in (False, True):
        if look_back:
            visitor.page.locator("#look-back").tap()
        assert small_buttons(visitor.page) == []
        shown = [
            one
            for one in visitor.page.locator("header :is(a, summary, button), #what, :is(#back, #moments) button").all()
            if one.is_visible()
        ]
        assert [one.inner_text() for one in shown if not fits(one.bounding_box(), **SIDEWAYS["viewport"])] == []


@HELD
def test_the_panel_for_a_name_is_in_the_window(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    visitor.request.post("/name", form={"name": "Heron"}, max_redirects=0)
    visitor.start("traxx")
    visitor.page.goto("/")
    visitor.page.locator(".me > summary").tap()
    assert fits(visitor.page.locator("#my-name").bounding_box(), **looks["viewport"])


# Each button below the board, what is told about one of them, and the button beside them: left, top, right, bottom.
BELOW = """() => [...document.querySelectorAll('#back > :is(button, small), #look-back')].map(part => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return [left, top, right, bottom];
})"""


@pytest.mark.parametrize("language", languages_of("byways.table"))
def test_the_buttons_below_the_board_share_a_row_on_a_phone_in_every_language(come: Callable[..., Visitor], language: str) -> None:
    visitor = come({**PHONE, "locale": language})
    visitor.start("the_way")
    *buttons, about, beside = visitor.page.evaluate(BELOW)
    assert len(buttons) == 3
    assert len({top for _, top, _, _ in buttons}) == 1
    assert max(right for _, _, right, _ in (*buttons, about)) < beside[0]
