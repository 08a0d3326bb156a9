"""Coming back, in a real browser: one's tables, one's record, the next game that waits."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from byways.record import Remove
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.test_browser_follow import blue_acts
from tests.table.browser.test_browser_people import invite, named
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import wait_for


def test_from_table_to_table_by_a_key_or_a_link_where_others_wait(visit: Callable[..., Visitor]) -> None:
    ann, bob = named(visit, "Ann"), named(visit, "Bob")
    invite(ann, bob)
    first, link = ann.table, ann.page.locator("#next a")
    ann.expects(SLIDE)
    ann.page.keyboard.press("n")
    expect(ann.page.locator("#advice")).to_have_text("No other game waits for you.")
    expect(link).to_have_count(0)
    invite(ann, bob)
    second = ann.table
    expect(link).to_have_text("Next game")
    ann.expects(SLIDE)
    ann.page.get_by_text("Links", exact=True).click()
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
    expect(link).to_have_text("Next game")  # it is looked for when one's turn has ended


def test_my_tables_say_how_each_ended_and_lead_back_to_it(visit: Callable[..., Visitor]) -> None:
    ann, bob = named(visit, "Ann"), named(visit, "Bob")
    invite(ann, bob, game="tuck")
    table = ann.table
    expect(ann.page.locator("#log")).to_contain_text("Bob sits down.")
    ann.open.do(table.enter(Remove(1, "resigned")))
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
