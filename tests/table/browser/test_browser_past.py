"""What has been, in a real browser: looking back, a link to a moment, and playing on from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from byways.record import read
from tests.table.browser.visitor import INSERT, WALK, Visitor
from tests.table.serving import ServerThread, wait_for


def test_looking_back_is_not_pulled_to_the_present(ann: Visitor) -> None:
    page, slider, past = ann.page, ann.page.get_by_label("Look back"), ann.page.locator("#past")
    ann.act()
    newest = int(slider.input_value())
    assert newest >= 4
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(past.locator("svg")).to_be_visible()
    expect(past.get_by_role("status")).to_contain_text(f"Moment {newest - 2} of {newest}.")
    expect(page.locator("#stage")).to_be_hidden()
    assert past.locator("[data-choice]").count() == 0
    ann.open.do(ann.table.choose(0, newest, ann.offered("slide")[0]))
    ann.expects(INSERT)
    expect(slider).to_have_attribute("max", str(newest + 1))
    expect(past.get_by_role("status")).to_contain_text(f"Moment {newest - 2} of {newest}.")
    page.keyboard.press("Home")
    expect(past.get_by_role("status")).to_contain_text(f"Moment 0 of {newest + 1}.")
    for key in [*["ArrowRight"] * newest, "ArrowLeft", "ArrowLeft"]:
        page.keyboard.press(key)
    expect(past.get_by_role("status")).to_contain_text(f"Moment {newest - 2} of {newest + 1}.")
    page.get_by_role("button", name="Now").click()
    expect(past).to_be_hidden()
    expect(page.locator("#stage")).to_be_visible()
    assert slider.input_value() == str(newest + 1)
    ann.click("insert")
    ann.expects(WALK)


@pytest.fixture
def over(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    """Somebody at the result of a game of The Long Road, where much was hidden, played by bots."""
    ann = Visitor(browser, every_game, viewport={"width": 1400, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    table = ann.set_table("long_road", seat_1="bot:greedy")
    ann.open.do(table.stand_in(0, "greedy"))
    wait_for(lambda: table.ended)
    expect(ann.page.locator("#places")).to_be_visible()
    yield ann
    ann.close()


def step_back(ann: Visitor, steps: int) -> int:
    """By arrow keys, wherever focus is; the moment that one then looks at."""
    newest = ann.table.match.screens[0].number
    for _ in range(steps):
        ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.locator("#past").get_by_role("status")).to_contain_text(f"Moment {newest - steps} of {newest}.")
    return newest - steps


def test_a_link_to_a_moment_shows_it_to_somebody_who_was_not_there(over: Visitor, browser: Browser) -> None:
    moment = step_back(over, 30)
    over.page.get_by_role("button", name="Copy a link to this moment").click()
    expect(over.page.get_by_text("Copied")).to_be_visible()
    link = over.page.evaluate("navigator.clipboard.readText()")
    bob = Visitor(browser, over.open)
    bob.page.goto(link)
    number = over.table.match.screens.same_moment(0, moment, None)
    newest = over.table.match.screens[None].number
    assert 0 < number < newest
    expect(bob.page.locator("#past").get_by_role("status")).to_contain_text(f"Moment {number} of {newest}.")
    expect(bob.page.get_by_text("You are watching.")).to_be_visible()
    then = over.table.match.record.position(over.table.game, over.table.match.screens[0].entries[moment])
    assert over.table.match.story(None)[number].view == then.view(None)
    bob.page.get_by_role("button", name="Now").click()
    expect(bob.page.locator("#places li")).to_have_count(2)
    over.page.goto(link)  # whoever played finds the own view of the same moment
    expect(over.page.locator("#past").get_by_role("status")).to_contain_text(f"Moment {moment} of ")
    bob.close()


def test_playing_on_from_a_moment_is_a_game_of_its_own_with_the_same_past(over: Visitor) -> None:
    old, moment = over.table, step_back(over, 40)
    over.page.get_by_role("link", name="Play on from here").click()
    expect(over.page.get_by_role("heading", name="Play on: The Long Road")).to_be_visible()
    over.page.get_by_label("Black", exact=True).select_option("bot:random")
    over.page.get_by_role("button", name="Set the table").click()
    over.page.wait_for_url("**/play/*")
    over.table = over.open.table(over.page.url)
    assert over.table.id != old.id
    past = old.match.entries[: old.match.screens[0].entries[moment]]
    assert over.table.match.entries[: len(past)] == past
    assert over.table.match.referee.head.setup == old.match.referee.head.setup
    while (view := over.settle()).outcome is None:
        over.click_on(str(view.choices[0]))
    record = over.page.request.get(f"/play/{over.table.id}/record.json").body()
    assert read(record).position(old.game).outcome == view.outcome
    assert over.table.match.entries[: len(past)] == past
