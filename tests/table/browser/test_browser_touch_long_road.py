"""Cards of The Long Road, lifted, dragged and listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.table.browser.hands import SCHEMES, Finger, act_of, between, contrast, in_window, middle, swing
from tests.table.browser.visitor import PHONE, WIDE, Visitor, fits
from tests.table.serving import wait_for


def card_with_choices(visitor: Visitor) -> tuple[Locator, list[str]]:
    """A card in hand that a tap may play, and everything that the tap may mean."""
    visitor.start("long_road")
    visitor.settle()
    piece = visitor.page.locator("[data-choice^='play'][data-from]").first.get_attribute("data-from")
    code = visitor.offered("play")[0].split()[1]
    return visitor.page.locator(f"#board-{piece}"), [one for one in visitor.offered() if one.split()[1:2] == [code]]


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_long_road_is_dragged_to_a_road(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    visitor.start("long_road")
    visitor.settle()
    option = visitor.page.locator("[data-choice^='play'][data-drop]").last
    choice = option.get_attribute("data-choice")
    x, y, width, height = map(float, (option.get_attribute("data-drop") or "").split())
    start = middle(visitor.page.locator(f"#board-{option.get_attribute('data-from')}"))
    to = in_window(visitor, [x + width / 2, y + height / 2])
    swing(visitor, between([start, (to[0], to[1])]), looks is PHONE)
    wait_for(lambda: visitor.chosen() == [choice])
    expect(visitor.page.locator("#stage :is(.drops, .carried)")).to_have_count(0)


def test_a_card_that_is_dropped_elsewhere_stays(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("long_road")
    visitor.settle()
    option = visitor.page.locator("[data-choice^='play'][data-drop]").first
    start = middle(visitor.page.locator(f"#board-{option.get_attribute('data-from')}"))
    swing(visitor, between([start, (start[0] + 20, start[1] + 30)]), True)
    expect(visitor.page.locator("#stage :is(.drops, .carried)")).to_have_count(0)
    assert visitor.chosen() == []


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_with_several_choices_lifts_and_lists_them(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    card, means = card_with_choices(visitor)
    if looks is PHONE:
        Finger(visitor).tap(middle(card))
    else:
        visitor.page.mouse.click(*middle(card))
    rows = visitor.page.locator("#about [data-means]")
    expect(rows).to_have_count(len(means))
    expect(rows.first).to_contain_text("at the sale, to the quickest")
    lifted = visitor.page.locator("#about > svg rect").first.bounding_box()
    assert lifted is not None
    assert lifted["width"] >= 146
    for nth in range(len(means)):
        box = rows.nth(nth).bounding_box()
        assert fits(box, **looks["viewport"])
        assert box is not None
        assert box["height"] >= 44
    choice = rows.last.get_attribute("data-means")
    if looks is PHONE:
        Finger(visitor).tap(middle(rows.last))
    else:
        visitor.page.mouse.click(*middle(rows.last))
    wait_for(lambda: act_of(visitor) == [choice])
    expect(visitor.page.locator("#about")).to_be_hidden()


@SCHEMES
def test_a_lifted_card_and_its_choices_are_readable(come: Callable[..., Visitor], scheme: str) -> None:
    visitor = come({**PHONE, "color_scheme": scheme})
    card, _ = card_with_choices(visitor)
    Finger(visitor).tap(middle(card))
    row = visitor.page.locator("#about [data-means]").first
    expect(row).to_be_visible()
    assert contrast(visitor.page, "#about > svg text", "fill", "#about > svg .card", "fill") > 4.5
    for part in ("#about", "#about button"):
        assert contrast(visitor.page, part, "color", part, "backgroundColor") > 4.5
    assert contrast(visitor.page, "#about [data-means]", "borderTopColor", "#about", "backgroundColor") > 3
    choice = row.get_attribute("data-means")
    Finger(visitor).tap(middle(row))
    wait_for(lambda: act_of(visitor) == [choice])


def test_a_touch_beside_the_list_puts_the_card_back(come: Callable[..., Visitor]) -> None:
    visitor = come()
    card, _ = card_with_choices(visitor)
    Finger(visitor).tap(middle(card))
    expect(visitor.page.locator("#about [data-means]").first).to_be_visible()
    Finger(visitor).tap((200, 60))
    expect(visitor.page.locator("#about")).to_be_hidden()
    Finger(visitor).tap(middle(card))
    expect(visitor.page.locator("#about [data-means]").first).to_be_visible()
    Finger(visitor).tap(middle(visitor.page.get_by_role("button", name="Put it back")))
    expect(visitor.page.locator("#about")).to_be_hidden()
    assert visitor.chosen() == []


def test_the_keyboard_reaches_the_list_and_comes_back(come: Callable[..., Visitor]) -> None:
    visitor = come(WIDE)
    card, means = card_with_choices(visitor)
    card.focus()
    visitor.page.keyboard.press("Enter")
    rows = visitor.page.locator("#about [data-means]")
    expect(rows.first).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(card).to_be_focused()
    expect(visitor.page.locator("#about")).to_be_hidden()
    visitor.page.keyboard.press("Enter")
    expect(rows.first).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(rows.nth(1)).to_be_focused()
    visitor.page.keyboard.press("Enter")
    wait_for(lambda: act_of(visitor) == [means[1]])


def test_the_roads_of_a_card_light_up_under_the_mouse(come: Callable[..., Visitor]) -> None:
    visitor = come(WIDE)
    card, means = card_with_choices(visitor)
    visitor.page.mouse.move(*middle(card))
    expect(visitor.page.locator("#stage .drops rect")).to_have_count(len([one for one in means if one.startswith("play")]))
    visitor.page.mouse.move(5, 5)
    expect(visitor.page.locator("#stage .drops")).to_have_count(0)
