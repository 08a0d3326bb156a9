"""A pointer at rest and focus that the page moved: what appears beneath them waits until somebody moves or presses a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.visitor import POINTS, Visitor
from tests.table.serving import ServerThread, wait_for

GHOSTS = "[...document.querySelectorAll('#stage .ghost')].filter(one => getComputedStyle(one).visibility === 'visible').length"
POINTED = "document.querySelector('#stage [data-choice]:hover')?.dataset.choice ?? null"
# Draw the whole board so that what lies at one place of the window comes to another.
PUT = """([[fromX, fromY], [x, y]]) => {
  const svg = document.querySelector('#stage > svg');
  svg.style.translate = `${x - fromX}px ${y - fromY}px`;
}"""
LOOKED_AT = "document.querySelector('#stage .shown:not([data-turn])')?.dataset.choice ?? null"
RING = "getComputedStyle(document.activeElement.firstElementChild).strokeWidth"


@pytest.fixture
def ann(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    """At her first turn in The Way."""
    visitor = Visitor(browser, every_game, reduced_motion="reduce")
    visitor.start("the_way")
    while not visitor.offered("turn"):
        visitor.settle()
        for notation in visitor.offered("first") or visitor.offered("piece"):
            visitor.click_on(notation)
            break
    yield visitor
    visitor.close()


def swapped(ann: Visitor, act: Callable[[], object]) -> None:
    number = ann.page.locator("#seen").input_value()
    act()
    expect(ann.page.locator("#seen")).not_to_have_value(number)


def point_at_a_turn(ann: Visitor) -> tuple[float, float]:
    """Let the pointer rest on one card, turn another and take that back: the option comes anew beneath the pointer."""
    rested, other = ann.offered("turn")[-2:]
    x, y = ann.page.evaluate(POINTS)[rested]
    ann.page.mouse.move(x, y)
    assert (ann.page.evaluate(POINTED), ann.page.evaluate(GHOSTS) > 0) == (rested, True)
    typed = "choice => { document.getElementById('choice').value = choice; document.getElementById('say').requestSubmit() }"
    swapped(ann, lambda: ann.page.evaluate(typed, other))
    swapped(ann, lambda: ann.page.evaluate("document.getElementById('undo').click()"))
    ann.page.mouse.move(x, y)  # no movement, but the browser looks what has come beneath the pointer
    assert ann.page.evaluate(POINTED) == rested
    return x, y


def test_an_option_that_appears_beneath_a_resting_pointer_is_not_looked_at_until_it_moves(ann: Visitor) -> None:
    x, y = point_at_a_turn(ann)
    assert ann.page.evaluate(GHOSTS) == 0
    ann.page.mouse.move(x + 2, y)
    assert ann.page.evaluate(GHOSTS) > 0


def test_a_key_does_not_wake_a_resting_pointer(ann: Visitor) -> None:
    point_at_a_turn(ann)
    ann.page.keyboard.press("Shift")
    assert ann.page.evaluate(GHOSTS) == 0


def test_focus_that_the_page_moved_has_a_ring_and_previews_when_a_key_is_pressed(ann: Visitor) -> None:
    ann.page.mouse.move(1, 1)
    ann.page.locator(f"[data-choice='{ann.offered('card')[0]}']").focus()
    swapped(ann, lambda: ann.page.keyboard.press("Enter"))
    expect(ann.page.locator("#stage [data-choice^='place']:focus")).to_be_attached()
    assert (ann.page.evaluate(GHOSTS), ann.page.evaluate(RING)) == (0, "3.5px")
    ann.page.keyboard.press("Shift")
    assert ann.page.evaluate(GHOSTS) == 1
    ann.page.keyboard.press("ArrowUp")
    assert ann.page.evaluate(GHOSTS) == 1


def test_what_came_under_a_pointer_that_has_just_clicked_is_looked_at_before_it_is_chosen(ann: Visitor) -> None:
    x, y = ann.page.evaluate(POINTS)[ann.offered("turn")[-1]]
    ann.page.mouse.move(x, y)
    chosen = len(ann.chosen())
    swapped(ann, lambda: ann.page.mouse.click(x, y))
    place = next(point for point in ann.page.evaluate(POINTS).values() if point)
    ann.page.evaluate(PUT, [place, [x, y]])
    assert ann.page.evaluate("point => document.elementFromPoint(...point).closest('[data-choice]') !== null", [x, y])
    ann.page.mouse.click(x, y)
    ann.page.wait_for_timeout(1000)  # who clicks after that has seen the board, but maybe not what is under the pointer
    assert (len(ann.chosen()), ann.page.evaluate(LOOKED_AT)) == (chosen + 1, None)
    ann.page.mouse.click(x, y)
    assert ann.page.evaluate(LOOKED_AT)
    assert len(ann.chosen()) == chosen + 1
    ann.page.mouse.click(x, y)
    wait_for(lambda: len(ann.chosen()) == chosen + 2)
