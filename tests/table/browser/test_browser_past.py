"""Looking back in a browser, links to a moment, and playing on from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from byways.record import read
from byways.table.play.stories import SeatStory
from tests.table.browser.visitor import INSERT, SLIDE, Visitor, fits
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import stand_in, story


def told_to(visitor: Visitor, seat: int | None) -> SeatStory:
    """Build a story in the server's event loop, because the server builds the same one for pages."""

    async def build() -> SeatStory:
        return story(visitor.table, seat)

    return visitor.open.do(build())


def at(ann: Visitor) -> tuple[int, int]:
    """The number of the shown act, and of the last."""
    act, last = map(int, re.findall(r"\d+", ann.page.locator("#at").inner_text())[:2])
    return act, last


def looks_at(ann: Visitor, act: int) -> None:
    expect(ann.page.locator("#at")).to_contain_text(f"After act {act} of ")
    expect(ann.page.locator("#past svg")).to_be_visible()


def test_looking_back_goes_act_by_act_while_the_game_continues(ann: Visitor) -> None:
    page, past = ann.page, ann.page.locator("#past")
    ann.act()
    ann.act()
    last = len(told_to(ann, 0).acts) - 1
    assert last == 4  # whole acts of two seats, of three steps each
    page.get_by_role("button", name="Look back", exact=True).click()
    looks_at(ann, last - 1)
    expect(past.locator(".marks .band.by-0")).to_be_visible()  # a player's own act is marked like those of others
    expect(past.locator(".marks .chevron.by-0")).to_have_count(3)
    expect(page.locator("#stage")).to_be_hidden()
    assert past.locator("[data-choice]").count() == 0
    ann.open.do(ann.table.choose(0, ann.table.match.screens[0].number, "pass"))
    wait_for(lambda: ann.table.match.position.awaited == (0,))
    expect(past.locator("svg")).to_be_visible()
    looks_at(ann, last - 1)
    page.keyboard.press("Escape")
    expect(past).to_be_hidden()
    expect(page.locator("#stage")).to_be_visible()
    ann.click("slide")
    ann.expects(INSERT)


def test_buttons_and_keys_step_by_acts_and_rounds(ann: Visitor) -> None:
    page = ann.page
    for _ in range(3):
        ann.act()
    page.get_by_role("button", name="Look back", exact=True).click()
    looks_at(ann, 5)
    for act in (5, 4):  # the last act of a round is shown on a board that counts the next one
        expect(page.locator("#at")).to_contain_text(f"act {act} of ")
        shown = re.findall(r"\d+", page.locator("#at").inner_text())[-1]
        expect(page.locator("#past svg text").get_by_text(f"Round {shown}", exact=True)).to_be_visible()
        page.keyboard.press("ArrowLeft")
    looks_at(ann, 3)
    page.keyboard.press("]")
    looks_at(ann, 5)
    for way, act in (("[", 3), ("ArrowLeft", 2), ("ArrowRight", 3), ("]", 5), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(way)
        looks_at(ann, act)
    for name, act in (("Next round", 3), ("Next act", 4), ("Previous act", 3), ("Previous round", 1), ("To the start", 0)):
        page.get_by_role("button", name=name).click()
        looks_at(ann, act)
    for _ in range(3):
        page.keyboard.press("ArrowRight")  # faster than the drawings load
    looks_at(ann, 3)
    page.keyboard.press("End")
    expect(page.locator("#past")).to_be_hidden()


def test_an_undo_or_a_hint_is_not_a_moment(ann: Visitor) -> None:
    ann.click("slide")
    ann.expects(INSERT)
    ann.page.get_by_role("button", name="Undo").click()
    ann.expects(SLIDE)
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.locator("#advice .picked")).to_be_visible()  # when the bot has answered
    ann.act()
    ann.page.get_by_role("button", name="Look back", exact=True).click()
    looks_at(ann, 1)
    assert at(ann) == (1, 2)


def test_a_line_of_the_log_leads_to_its_act_which_the_list_marks(ann: Visitor) -> None:
    ann.act()
    ann.act()
    ann.page.locator("#log li").first.click()
    looks_at(ann, 1)
    expect(ann.page.locator("#history [aria-current]")).to_have_count(1)
    expect(ann.page.locator("#history [aria-current]")).to_contain_text("Red slides")
    ann.page.locator("#history li").nth(4).click()
    looks_at(ann, 4)
    expect(ann.page.locator("#history [aria-current]")).to_contain_text("Blue")


def test_a_piece_leads_to_its_last_act(ann: Visitor) -> None:
    ann.act()
    ann.click("pass")
    wait_for(lambda: len(told_to(ann, 0).acts) == 5)
    page, told = ann.page, told_to(ann, 0).acts
    page.keyboard.press("ArrowLeft")
    looks_at(ann, len(told) - 2)
    walked = max(nth for nth, act in enumerate(told) if nth < len(told) - 1 and any("avatar-0" in event.pieces for event in act.events))
    page.locator("#then-avatar-0 > path").first.click()
    looks_at(ann, walked)


@pytest.mark.long
def test_a_game_can_be_replayed_like_a_film(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="no-preference")
    ann.start()
    ann.act()
    ann.page.evaluate("localStorage.setItem('speed', 'fast')")
    ann.page.get_by_role("button", name="Look back", exact=True).click()
    looks_at(ann, 1)
    run = ann.page.get_by_role("button", name="Play or pause")
    ann.page.keyboard.press("Home")
    looks_at(ann, 0)
    run.click()
    expect(run).to_have_attribute("aria-pressed", "true")
    looks_at(ann, 2)
    expect(run).to_have_attribute("aria-pressed", "false")
    ann.page.keyboard.press("Home")
    ann.page.keyboard.press(" ")
    expect(run).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.press(" ")
    expect(run).to_have_attribute("aria-pressed", "false")


def test_the_question_mark_lists_the_keys(ann: Visitor) -> None:
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_text("Look back: previous or next act")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.get_by_text("Look back: previous or next act")).to_be_hidden()


def test_looking_back_fits_a_phone_with_room_for_fingers(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    ann.act()
    ann.page.get_by_role("button", name="Look back", exact=True).tap()
    looks_at(ann, 1)
    for button in ann.page.locator("#moments .steps button").all():
        box = button.bounding_box()
        assert fits(box, 390, 844)
        assert box
        assert min(box["width"], box["height"]) >= 36
    slider = ann.page.locator("#moment").bounding_box()
    assert slider
    assert slider["width"] > 180
    assert ann.page.evaluate("document.documentElement.scrollHeight") <= 844


@pytest.fixture
def over(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    """A visitor at the result of a bot game of The Long Road."""
    ann = Visitor(browser, every_game, viewport={"width": 1400, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    address = ann.post("long_road", seat_0="me", seat_1="bot:greedy")
    table = ann.open.table(address)
    ann.open.do(stand_in(table, 0, "greedy"))
    wait_for(lambda: table.ended)
    ann.page.goto(address)
    ann.sit()
    expect(ann.page.locator("#places")).to_be_visible()
    yield ann
    ann.close()


def step_back(ann: Visitor, steps: int) -> int:
    """Step back with the arrow keys, and return the moment shown."""
    told = told_to(ann, 0).acts
    for nth in range(steps):
        ann.page.keyboard.press("ArrowLeft")
        looks_at(ann, len(told) - 2 - nth)
    return told[-1 - steps].end


def test_a_link_to_a_moment_works_for_a_stranger(over: Visitor, browser: Browser) -> None:
    moment = step_back(over, 10)
    over.page.get_by_role("button", name="Copy a link to this moment").click()
    expect(over.page.get_by_text("Copied")).to_be_visible()
    link = over.page.evaluate("navigator.clipboard.readText()")
    bob = Visitor(browser, over.open)
    bob.page.goto(link)
    number = over.table.match.screens.same_moment(0, moment, None)
    newest = over.table.match.screens[None].number
    assert 0 < number < newest
    shown = next(nth for nth, act in enumerate(told_to(over, None).acts) if act.end >= number)
    looks_at(bob, shown)
    expect(bob.page.get_by_text("You are watching.")).to_be_visible()
    then = over.table.match.record.position(over.table.game, over.table.match.screens[0].entries[moment])
    assert told_to(over, None).steps[number].view == then.view(None)
    bob.page.get_by_role("button", name="Now").click()
    expect(bob.page.locator("#places li")).to_have_count(2)
    over.page.goto(link)  # a player gets their own view of the same moment
    looks_at(over, next(nth for nth, act in enumerate(told_to(over, 0).acts) if act.end >= moment))
    bob.close()


def test_playing_on_from_a_moment_is_a_new_game_with_the_same_past(over: Visitor) -> None:
    old, moment = over.table, step_back(over, 10)
    over.page.get_by_role("link", name="Play on from here").click()
    expect(over.page.get_by_role("heading", name="Play on: The Long Road")).to_be_visible()
    over.page.get_by_label("Black", exact=True).select_option("bot:random")
    over.page.get_by_role("button", name="Open the table").click()
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
