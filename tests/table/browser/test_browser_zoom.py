"""Another's sheet shown large, in the place of one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread

WIDE, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_click_shows_anothers_sheet_large_until_the_next(browser: Browser, every_game: ServerThread, size: dict[str, int]) -> None:
    ann = Visitor(browser, every_game, viewport=size)
    ann.start("traxx")
    zoom, sheet = ann.page.locator("#zoom"), ann.page.locator("#board-sheet-1")
    expect(zoom).to_be_hidden()
    where = sheet.bounding_box()
    assert where is not None
    assert where["x"] + where["width"] <= size["width"]
    ann.page.mouse.click(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(zoom).to_be_visible()
    expect(zoom).to_contain_text("Fox's board, score −60")
    own, large = ann.page.locator("#stage [data-zoom-over]").bounding_box(), zoom.locator("svg").bounding_box()
    assert own is not None
    assert large is not None
    assert 0.8 * own["height"] < large["height"] < 1.1 * own["height"]
    zoom.click()
    expect(zoom).to_be_hidden()
    assert ann.problems == []
    ann.close()


def test_keys_show_it_too(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport=WIDE)
    ann.start("traxx")
    ann.page.locator("#board-sheet-1").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#zoom")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#zoom")).to_be_hidden()
    ann.close()
