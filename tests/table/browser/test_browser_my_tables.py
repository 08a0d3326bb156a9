"""My tables in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from byways.record import Remove
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.test_browser_follow import blue_acts
from tests.table.browser.test_browser_invite import PHONE, WIDE
from tests.table.browser.test_browser_people import invite, named
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import wait_for
from tests.table.tables import enter


def test_a_key_or_link_leads_to_the_next_waiting_table(visit: Callable[..., Visitor]) -> None:
    ann, bob = named(visit, "Ann"), named(visit, "Bob")
    invite(ann, bob)
    first, link = ann.table, ann.page.locator("#next a")
    ann.expects(SLIDE)
    ann.page.keyboard.press("n")
    expect(ann.page.locator("#advice")).to_have_text("No other game is waiting for you.")
    expect(link).to_have_count(0)
    invite(ann, bob)
    second = ann.table
    expect(link).to_have_text("Next game")
    ann.expects(SLIDE)
    ann.page.get_by_text("Invite", exact=True).click()
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(f"**/play/{first.id}?seat=0")
    ann.type("pass")
    ann.expects("It is Bob's turn.")
    link.click()
    ann.page.wait_for_url(f"**/play/{second.id}?seat=0")
    expect(link).to_have_count(0)
    bob.table = first
    blue_acts(bob)
    ann.type("pass")
    expect(link).to_have_text("Next game")  # updated after the turn


def test_my_tables_show_how_each_game_ended_with_a_link(visit: Callable[..., Visitor]) -> None:
    ann, bob = named(visit, "Ann"), named(visit, "Bob")
    invite(ann, bob, game="tuck")
    table = ann.table
    expect(ann.page.locator("#log")).to_contain_text("Bob sits down.")
    ann.open.do(enter(table, Remove(1, "resigned")))
    wait_for(lambda: table.ended)
    running = ann.start("labyrinth")
    ann.page.goto("/mine")
    mine = ann.page.get_by_role("listitem")
    expect(mine.first).to_contain_text("Your turn")
    expect(mine.nth(1)).to_contain_text("You won.")
    expect(ann.page.get_by_role("row", name="people")).to_have_text("people 1 1 0 0", use_inner_text=True)
    for width, height in ((1366, 768), (390, 844)):
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
        assert in_light_and_dark(ann.page) == []
    ann.page.get_by_role("link", name="Look back").click()
    expect(ann.page.locator("body.past")).to_be_visible()
    ann.page.goto("/mine")
    ann.page.keyboard.press("n")
    ann.page.wait_for_url(f"**/play/{running.id}?seat=0")
    bob.page.goto("/mine")
    expect(bob.page.get_by_role("listitem")).to_contain_text("You left the game.")


@pytest.mark.parametrize("looks", [WIDE, PHONE], ids=["wide", "phone"])
def test_tables_are_cleared_after_one_question_and_come_back_by_undo(visit: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    ann, bob = visit(**looks), named(visit, "Bob")
    invite(ann, bob)
    ann.start()
    mine, undo = ann.page.get_by_role("listitem"), ann.page.get_by_role("button", name="Undo")
    ann.page.goto("/mine")
    first = mine.first.inner_text()
    mine.first.get_by_label("Clear this table from my list").click()
    assert in_light_and_dark(ann.page) == []
    ann.page.keyboard.press("Escape")
    expect(mine).to_have_count(2)
    mine.first.get_by_label("Clear this table from my list").click()
    mine.first.get_by_role("button", name="Clear", exact=True).click()
    expect(ann.page.get_by_role("status")).to_have_text("1 table is no longer in your list.")
    expect(mine).to_have_count(1)
    undo.click()
    expect(mine).to_have_count(2)
    assert mine.first.inner_text() == first
    ann.page.get_by_text("Clear all").first.click()
    ann.page.get_by_role("button", name="Clear all").click()
    expect(ann.page.get_by_text("Your list is empty.")).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= looks["viewport"]["width"]
    undo.click()
    expect(mine).to_have_count(2)
    bob.page.goto("/mine")
    expect(bob.page.get_by_role("listitem")).to_have_count(1)
