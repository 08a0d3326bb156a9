"""The deal of the day in a real browser, by keyboard, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread, choose, wait_for


@pytest.mark.long
def test_a_deal_from_the_lobby_to_what_is_shared(browser: Browser, every_game: ServerThread) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, permissions=permissions)
    page = ann.page
    page.goto("/daily/traxx")
    assert in_light_and_dark(page) == []
    page.get_by_role("button", name="Begin").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("without hints.")).to_be_visible()
    table = every_game.table(page.url)
    with every_game.client(cookie=f"me={ann.cookie('me')}") as client:
        while not table.match.position.outcome:
            assert choose(client, table, 0, "done").status_code == 204
            wait_for(lambda: table.match.position.awaited or table.match.position.outcome)
    wait_for(lambda: table.ended)
    page.get_by_role("link", name="Result and medal").click()
    expect(page.get_by_role("heading", name="What others will see")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert in_light_and_dark(page) == []
    page.get_by_role("button", name="Copy").click()
    shared = page.evaluate("navigator.clipboard.readText()")
    assert shared.endswith("○" * 15)
    assert table.id not in shared
    page.goto("/")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.goto("/today")
    assert in_light_and_dark(page) == []
    ann.close()
