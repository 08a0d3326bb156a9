"""One's turn, in a page that nobody looks at: the title and the icon of its tab say so at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.table.browser.test_browser_follow import HIDE, WATCH_CAPTIONS, blue_acts, seated
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import wait_for


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    """Ann plays Red, and the test plays Blue, whose turn it is."""
    return seated(visit())


def shown(ann: Visitor) -> int:
    return int(ann.page.locator("#newest").input_value())


def icon(ann: Visitor) -> str | None:
    return ann.page.locator("link[rel=icon]").get_attribute("href")


def test_the_tab_of_a_hidden_page_says_that_it_is_ones_turn(ann: Visitor) -> None:
    page = ann.page
    expect(page).to_have_title("Labyrinth – Byways")
    usual = icon(ann)
    page.evaluate(HIDE, True)
    blue_acts(ann)
    expect(page).to_have_title("Your turn – Labyrinth")
    assert icon(ann) != usual
    page.evaluate(HIDE, False)
    ann.click("pass")
    expect(page).to_have_title("Labyrinth – Byways")
    assert icon(ann) == usual


def test_what_came_while_the_page_was_hidden_is_offered_not_played(visit: Callable[..., Visitor]) -> None:
    ann = seated(visit(reduced_motion="no-preference"))
    page, captions = ann.page, ann.page.locator("body.following")
    page.evaluate(HIDE, True)
    blue_acts(ann)
    ann.expects(SLIDE)
    expect(captions).to_have_count(0)
    page.evaluate(HIDE, False)
    expect(page.locator("#missed")).to_contain_text("One act since you last looked.")


def test_news_that_are_being_shown_when_the_page_is_hidden_do_not_wait(visit: Callable[..., Visitor]) -> None:
    ann = seated(visit(reduced_motion="no-preference"))
    ann.page.evaluate("localStorage.setItem('speed', 'slow')")
    ann.page.evaluate(WATCH_CAPTIONS)
    blue_acts(ann)
    expect(ann.page.locator("body.following")).to_be_attached()
    ann.page.evaluate(HIDE, True)
    expect(ann.page).to_have_title("Your turn – Labyrinth")
    assert ann.page.evaluate("captions.length") == 1


def test_who_watches_hears_nothing_while_hidden_and_all_on_coming_back(ann: Visitor, visit: Callable[..., Visitor]) -> None:
    bob = visit()
    bob.page.goto(f"/play/{ann.table.id}")
    wait_for(lambda: ann.table.seats.looking[None])
    before = shown(bob)
    bob.page.evaluate(HIDE, True)
    wait_for(lambda: not ann.table.seats.looking[None])
    blue_acts(ann)
    ann.expects(SLIDE)
    assert shown(bob) == before
    bob.page.evaluate(HIDE, False)
    wait_for(lambda: shown(bob) > before)


def test_of_many_hidden_pages_the_last_keep_their_streams(ann: Visitor) -> None:
    pages = [ann.page, *(ann.tab() for _ in range(3))]
    for page in pages[1:]:
        page.goto(ann.page.url)
    wait_for(lambda: ann.table.seats.looking[0] == 4)
    for page in pages:
        page.evaluate(HIDE, True)
    wait_for(lambda: ann.table.seats.looking[0] == 3)
    pages[0].evaluate(HIDE, False)
    wait_for(lambda: ann.table.seats.looking[0] == 4)
