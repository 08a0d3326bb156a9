"""The meaning of a touch on the board: a single legal choice is made, several are offered in place, and without any the thing is
explained.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.table.browser.hands import SMALL_PHONE, Finger, act_of, between, in_window, middle, swing
from tests.table.browser.visitor import PHONE, WIDE, Visitor
from tests.table.serving import wait_for


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_an_explanation_goes_with_the_next_touch_and_swallows_nothing(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    visitor.start("labyrinth")
    visitor.settle()
    about, home = visitor.page.locator("#about"), middle(visitor.page.locator("#board-home-1"))
    option = visitor.page.locator("[data-choice^='slide'] > :not(.ghost)").first
    if looks is PHONE:
        Finger(visitor).tap(home)
    else:
        visitor.page.mouse.click(*home)
    expect(about).to_contain_text("Slide a row or a column first")
    if looks is PHONE:
        Finger(visitor).tap(middle(option))
    else:
        visitor.page.mouse.click(*middle(option))
    expect(about).to_be_hidden()
    wait_for(lambda: len(visitor.chosen()) == 1)


def test_a_long_press_explains_and_chooses_nothing(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("labyrinth")
    visitor.settle()
    option = visitor.page.locator("[data-choice^='slide'] > :not(.ghost)").first
    Finger(visitor).press(middle(option))
    expect(visitor.page.locator("#about")).to_be_visible()
    assert visitor.chosen() == []


def wait_for_page(page: Page, condition: str) -> None:
    page.wait_for_function(condition)
    assert page.evaluate(condition)


def test_the_page_scrolls_beside_the_board_and_zooms_by_two_fingers(come: Callable[..., Visitor]) -> None:
    visitor = come({**PHONE, "viewport": {"width": 390, "height": 480}})
    visitor.start("traxx")
    visitor.settle()
    page, finger = visitor.page, Finger(visitor)
    x, y = middle(page.locator("#stage"))
    beside = middle(page.locator("header h1"))
    finger.drag(*between([(6, y + 80), (6, y - 80)]))
    assert page.evaluate("scrollY") == 0
    finger.drag(*between([beside, (beside[0], beside[1] - 80)]))
    wait_for_page(page, "scrollY > 20")
    page.evaluate("scrollTo(0, 0)")
    finger.pinch(x, y)
    wait_for_page(page, "visualViewport.scale > 1.5")
    assert act_of(visitor) == []


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_row_of_labyrinth_is_dragged(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    visitor.start("labyrinth")
    visitor.settle()
    option = visitor.page.locator("[data-choice$='right'][data-swipe]").first
    slide = option.get_attribute("data-choice")
    x, y, width, height, _, _ = map(float, (option.get_attribute("data-swipe") or "").split())
    start = in_window(visitor, [x + width / 3, y + height / 2])
    path = [(start[0] + by, start[1] + by / 9) for by in range(0, 55, 6)]
    swing(visitor, path, looks is PHONE)
    wait_for(lambda: visitor.chosen() == [slide])


def test_a_movement_of_the_mouse_from_elsewhere_to_an_option_does_not_choose_it(come: Callable[..., Visitor]) -> None:
    visitor = come(WIDE)
    visitor.start("labyrinth")
    visitor.settle()
    option = visitor.page.locator("[data-choice='slide 0 right'] > :not(.ghost)").first
    swing(visitor, between([middle(visitor.page.locator("#board-spare, #board-goal").first), middle(option)]), False)
    visitor.page.mouse.click(*middle(option))
    wait_for(lambda: visitor.chosen() == ["slide 0 right"])
    assert visitor.entries() == ["0: slide 0 right"]


def test_small_things_close_together_are_zoomed_when_one_of_them_is_explained(come: Callable[..., Visitor]) -> None:
    """Traxx's cards to come on a small phone."""
    visitor = come(SMALL_PHONE)
    visitor.start("traxx")
    visitor.settle()
    finger, about = Finger(visitor), visitor.page.locator("#about")
    first, other = (visitor.page.locator(f"#board-card-{nth}") for nth in (6, 1))
    for card, least in ((first, 0), (other, 24), (other, 0)):
        box = card.bounding_box()
        assert box is not None
        assert box["height"] > least
        finger.tap(middle(card))
        expect(about).to_contain_text(str(card.get_attribute("aria-label")).removeprefix("Card with "))
    assert visitor.chosen() == []


def test_a_small_thing_can_be_touched_beside_its_middle(come: Callable[..., Visitor]) -> None:
    visitor = come(SMALL_PHONE)
    visitor.start("labyrinth")
    visitor.settle()
    x, y = middle(visitor.page.locator("#board-avatar-1"))
    Finger(visitor).tap((x - 10, y + 10))
    expect(visitor.page.locator("#about")).to_contain_text("Blue's avatar.")


@pytest.mark.parametrize(("looks", "verb"), [(PHONE, "tap"), (WIDE, "click")], ids=["phone", "wide"])
def test_a_finger_taps_and_a_mouse_clicks(come: Callable[..., Visitor], looks: dict[str, Any], verb: str) -> None:
    visitor = come(looks)
    visitor.page.goto(visitor.request.post("/learn/long_way/round").url)
    visitor.sit()
    while "arrow" not in (shown := visitor.page.locator("#lesson [role=status]").inner_text()):
        visitor.page.locator("#lesson-next").click()
    assert f"{verb} the arrow" in shown


@pytest.mark.parametrize("how", ["finger", "mouse", "key"])
def test_after_the_question_mark_a_touch_only_explains(come: Callable[..., Visitor], how: str) -> None:
    visitor = come(PHONE if how == "finger" else WIDE)
    visitor.start("labyrinth")
    visitor.settle()
    page, about = visitor.page, visitor.page.locator("#about")
    option = page.locator("[data-choice='slide 0 right']")
    question, arrow = page.get_by_role("button", name="What is this?"), middle(option.locator(":scope > :not(.ghost)").first)
    reach: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "finger": (lambda: Finger(visitor).tap(middle(question)), lambda: Finger(visitor).tap(arrow)),
        "mouse": (question.click, lambda: page.mouse.click(*arrow)),
        "key": (lambda: question.press("Enter"), lambda: option.press("Enter")),
    }
    ask, touch_it = reach[how]
    ask()
    expect(page.locator("#asking")).to_be_visible()
    touch_it()
    expect(about).to_contain_text("This arrow slides row 1 one tile right.")
    expect(page.locator("#asking")).not_to_be_visible()
    assert visitor.chosen() == []
    touch_it()
    wait_for(lambda: visitor.chosen() == ["slide 0 right"])
    expect(about).to_be_hidden()


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_looking_back_in_a_lesson_leads_back_to_now(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    """The line in the help that leads back is text, and a tap beside it goes where it was aimed."""
    visitor = come(looks)
    visitor.page.goto(visitor.request.post("/learn/labyrinth/treasure").url)
    table = visitor.sit()
    for choice in ("slide 2 down", "insert 270", "walk 1,3"):
        wait_for(lambda: table.match.script.step_for(0) is not None)
        visitor.open.do(table.choose(0, table.match.screens[0].number, choice))
    wait_for(lambda: table.match.script.step_for(0) is not None)
    visitor.settle()
    avatar = middle(visitor.page.locator("#board-avatar-1"))
    if looks is PHONE:
        Finger(visitor).press(avatar)
    else:
        visitor.page.mouse.move(*avatar)
    line = visitor.page.get_by_role("button", name="When did this get here?")
    expect(line).to_be_visible()
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 32
    line.click()
    now = visitor.page.get_by_role("button", name="Back to now")
    expect(now).to_be_in_viewport()
    if looks is PHONE:
        Finger(visitor).tap(middle(now))
    else:
        now.click()
    expect(visitor.page.locator("#past")).to_be_hidden()
    expect(visitor.page.locator("#lesson")).to_be_visible()
