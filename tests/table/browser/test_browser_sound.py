"""Sounds in a browser: acts of others, the viewer's turn and the end, each once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from byways.record import Remove
from tests.table.browser.test_browser_follow import HIDE, blue_acts, seated
from tests.table.browser.visitor import SLIDE, Visitor
from tests.table.serving import wait_for
from tests.table.tables import enter

HEAR = """
window.heard = [];
const start = AudioScheduledSourceNode.prototype.start;
for (const [kind, name] of [[OscillatorNode, 'tone'], [AudioBufferSourceNode, 'rustle']])
  kind.prototype.start = function (...given) { heard.push(name); start.apply(this, given); };
"""
ACT, TURN, END = ["rustle"], ["tone"] * 3, ["tone"] * 4


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    """Ann plays Red, and the test plays Blue, whose turn it is. She has clicked, which allows sound."""
    ann = visit()
    ann.context.add_init_script(HEAR)
    return seated(ann)


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("heard")
    return found


def hears(page: Page, sounds: list[str]) -> None:
    wait_for(lambda: heard(page) == sounds)


def test_acts_of_others_and_the_viewers_turn_have_different_sounds(ann: Visitor) -> None:
    blue_acts(ann)
    hears(ann.page, ACT + TURN)


def test_a_hidden_page_sounds_only_for_the_viewers_turn(ann: Visitor) -> None:
    ann.page.evaluate(HIDE, True)
    blue_acts(ann)
    hears(ann.page, TURN)


def test_there_is_no_sound_before_the_first_gesture_or_when_turned_off(ann: Visitor) -> None:
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


def test_only_one_of_two_pages_of_a_seat_makes_sounds(ann: Visitor) -> None:
    other = ann.tab()
    other.goto(ann.page.url)
    other.locator("h1").click()
    other.evaluate(HIDE, True)
    blue_acts(ann)
    for page in (ann.page, other):
        expect(page.locator("#turn")).to_have_value("yours")
    wait_for(lambda: len(heard(ann.page) + heard(other)) >= len(ACT + TURN))
    other.wait_for_timeout(500)  # the longest wait of a page without focus
    assert sorted(heard(ann.page) + heard(other)) == ACT + TURN


def test_the_end_has_its_own_sound(ann: Visitor) -> None:
    ann.open.do(enter(ann.table, Remove(1, "crashed")))
    expect(ann.page.locator("#turn")).to_have_value("over")
    hears(ann.page, ACT + END)
