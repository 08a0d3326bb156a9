"""Announcing the viewer's turn in a hidden page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.test_browser_follow import HIDE, WATCH_CAPTIONS, blue_acts, seated
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import ServerThread, wait_for


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    """Ann plays Red, and the test plays Blue, whose turn it is."""
    return seated(visit())


def shown(ann: Visitor) -> int:
    return int(ann.page.locator("#newest").input_value())


def icon(ann: Visitor) -> str | None:
    return ann.page.locator("link[rel=icon]").get_attribute("href")


def test_the_tab_of_a_hidden_page_announces_the_turn(ann: Visitor) -> None:
    page = ann.page
    expect(page).to_have_title("Labyrinth – Byways")
    usual = icon(ann)
    page.evaluate(HIDE, True)
    blue_acts(ann)
    expect(page).to_have_title("Your turn – Labyrinth")
    assert icon(ann) != usual
    page.evaluate(HIDE, False)
    page.mouse.move(1, 1)  # a second click at the same place is ignored
    ann.click("pass")
    expect(page).to_have_title("Labyrinth – Byways")
    assert icon(ann) == usual


def test_acts_missed_while_hidden_are_offered_and_not_played(visit: Callable[..., Visitor]) -> None:
    ann = seated(visit(reduced_motion="no-preference"))
    page, captions = ann.page, ann.page.locator("body.following")
    page.evaluate(HIDE, True)
    blue_acts(ann)
    ann.expects(SLIDE)
    expect(captions).to_have_count(0)
    page.evaluate(HIDE, False)
    expect(page.locator("#missed")).to_contain_text("One act since you last looked.")


# As soon as an animation begins.
HIDE_AT_ONCE = f"""() => new MutationObserver((_, watch) => {{
  if (!document.body.classList.contains('following')) return;
  watch.disconnect();
  ({HIDE})(true);
}}).observe(document.body, {{ attributeFilter: ['class'] }})"""


def test_an_animation_is_skipped_when_the_page_is_hidden(visit: Callable[..., Visitor]) -> None:
    ann = seated(visit(reduced_motion="no-preference"))
    ann.page.evaluate("localStorage.setItem('speed', 'slow')")
    ann.page.evaluate(WATCH_CAPTIONS)
    ann.page.evaluate(HIDE_AT_ONCE)
    blue_acts(ann)
    expect(ann.page).to_have_title("Your turn – Labyrinth")
    assert ann.page.evaluate("captions.length") == 1


def test_a_hidden_spectator_gets_no_updates_until_shown_again(ann: Visitor, visit: Callable[..., Visitor]) -> None:
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


def test_the_pages_hidden_last_keep_their_streams(ann: Visitor) -> None:
    pages = [ann.page, *(ann.tab() for _ in range(3))]
    for page in pages[1:]:
        page.goto(ann.page.url)
    wait_for(lambda: ann.table.seats.looking[0] == 4)
    for page in pages:
        page.evaluate(HIDE, True)
    wait_for(lambda: ann.table.seats.looking[0] == 3)
    pages[0].evaluate(HIDE, False)
    wait_for(lambda: ann.table.seats.looking[0] == 4)


# Notifications


# Chromium sometimes does not list a notification that it has shown, so the calls are counted.
WATCH_CALLS = """() => {
  const { prototype } = ServiceWorkerRegistration, { showNotification } = prototype;
  window.calls = [];
  prototype.showNotification = function (title, more) {
    window.calls.push([title, more.body]);
    return showNotification.call(this, title, more);
  };
}"""
TOLD = """async () => {
  const told = await (await navigator.serviceWorker.getRegistration())?.getNotifications() ?? [];
  return told.map(({ title, body }) => [title, body]);
}"""


def test_a_player_is_notified_once_while_the_page_is_hidden(windowed: Browser, server: ServerThread) -> None:
    ann = Visitor(windowed, server)
    ann.context.grant_permissions(["notifications"])
    page, other = seated(ann).page, ann.tab()
    page.get_by_text("Settings").click()
    page.get_by_role("button", name="Notify me when it is my turn").click()
    expect(page.get_by_role("button", name="Notify me when it is my turn")).to_have_attribute("aria-pressed", "true")
    other.goto(page.url)
    for one in (page, other):
        one.evaluate(HIDE, True)
        one.evaluate(WATCH_CALLS)
    blue_acts(ann)
    for one in (page, other):
        expect(one).to_have_title("Your turn – Labyrinth")
    wait_for(lambda: [*page.evaluate("calls"), *other.evaluate("calls")] == [["Your turn – Labyrinth", SLIDE]])
    page.evaluate(HIDE, False)
    wait_for(lambda: page.evaluate(TOLD) == [])
    ann.close()


def test_the_page_says_why_there_are_no_notifications(ann: Visitor) -> None:
    ann.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { get: () => false })")
    ann.page.reload()
    ann.page.get_by_text("Settings").click()
    expect(ann.page.get_by_text("Notifications need https, and")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Notify me when it is my turn")).to_be_hidden()
