"""Sounds in a real browser: others' acts, one's turn and the end are heard, once, by whoever wants to hear them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from byways.record import Remove
from tests.table.browser.test_browser_follow import HIDE, blue_acts, seated
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import wait_for

HEAR = """
window.heard = [];
const start = AudioScheduledSourceNode.prototype.start;
for (const [kind, name] of [[OscillatorNode, 'tone'], [AudioBufferSourceNode, 'rustle']])
  kind.prototype.start = function (...given) { heard.push(name); start.apply(this, given); };
"""
ACT, TURN, END = ["rustle"], ["tone"] * 3, ["tone"] * 4


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    """Ann plays Red, and the test plays Blue, whose turn it is. She has clicked, so she can hear."""
    ann = visit()
    ann.context.add_init_script(HEAR)
    return seated(ann)


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("heard")
    return found


def hears(page: Page, sounds: list[str]) -> None:
    wait_for(lambda: heard(page) == sounds)


def test_others_acts_and_ones_turn_sound_different(ann: Visitor) -> None:
    blue_acts(ann)
    hears(ann.page, ACT + TURN)


def test_a_hidden_page_only_calls_to_ones_turn(ann: Visitor) -> None:
    ann.page.evaluate(HIDE, True)
    blue_acts(ann)
    hears(ann.page, TURN)


def test_nothing_is_heard_before_the_first_gesture_and_after_sound_is_turned_off(ann: Visitor) -> None:
    page, sound = ann.page, ann.page.get_by_role("button", name="Sound")
    page.reload()
    blue_acts(ann)
    ann.expects(SLIDE)
    assert heard(page) == []
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")
    ann.click("pass")
    expect(page.locator("#turn")).to_have_value("theirs")
    blue_acts(ann)
    ann.expects(SLIDE)
    assert heard(page) == []


def test_of_two_pages_of_a_seat_one_is_heard(ann: Visitor) -> None:
    other = ann.tab()
    other.goto(ann.page.url)
    other.locator("h1").click()
    other.evaluate(HIDE, True)
    blue_acts(ann)
    for page in (ann.page, other):
        expect(page.locator("#turn")).to_have_value("yours")
    other.wait_for_timeout(500)  # as long as a page waits that nobody looks at
    assert sorted(heard(ann.page) + heard(other)) == ACT + TURN


def test_the_end_has_a_sound_of_its_own(ann: Visitor) -> None:
    ann.open.do(ann.table.enter(Remove(1, "crashed")))
    expect(ann.page.locator("#turn")).to_have_value("over")
    hears(ann.page, ACT + END)
