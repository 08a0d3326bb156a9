"""Enlarging the sheet of another player."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread

WIDE, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_click_enlarges_the_sheet_of_another_player_until_the_next_click(
    browser: Browser, every_game: ServerThread, size: dict[str, int]
) -> None:
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


def test_keys_enlarge_a_sheet_too(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport=WIDE)
    ann.start("traxx")
    ann.page.locator("#board-sheet-1").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#zoom")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#zoom")).to_be_hidden()
    ann.close()


def test_the_present_way_through_a_rivals_store_is_shown_in_its_zoom(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport=WIDE)
    table = ann.start("long_way")
    for _ in range(3):  # entrance, exit, done
        ann.open.do(table.choose(0, table.match.screens[0].number, str(ann.settle().choices[-1])))
    ann.settle()
    present = ann.page.locator("#board-sheet-1 .present path").first
    expect(present).to_be_attached()
    expect(present).to_be_hidden()
    ann.page.locator("#board-sheet-1").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#zoom .present path").first).to_have_css("visibility", "visible")  # a straight line has no box
    ann.close()
