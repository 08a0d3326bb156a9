"""A resting pointer and focus moved by the page preview nothing until the viewer moves or presses a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.table.browser.visitor import POINTS, Visitor
from tests.table.serving import ServerThread, wait_for

GHOSTS = "[...document.querySelectorAll('#stage .ghost')].filter(one => getComputedStyle(one).visibility === 'visible').length"
POINTED = "document.querySelector('#stage [data-choice]:hover')?.dataset.choice ?? null"
# Move the board so that a point of it comes to another place of the window.
PUT = """([[fromX, fromY], [x, y]]) => {
  const svg = document.querySelector('#stage > svg');
  svg.style.translate = `${x - fromX}px ${y - fromY}px`;
}"""
LOOKED_AT = "document.querySelector('#stage .shown:not([data-turn])')?.dataset.choice ?? null"
RING = "getComputedStyle(document.activeElement.firstElementChild).strokeWidth"
# The computed looks of all parts of all options.
LOOKS = """() => [...document.querySelectorAll('#stage [data-choice], #stage [data-choice] *')].map(part => {
  const { fill, fillOpacity, stroke, strokeWidth, strokeOpacity, visibility, transform, outlineStyle } = getComputedStyle(part);
  return [fill, fillOpacity, stroke, strokeWidth, strokeOpacity, visibility, transform, outlineStyle].join();
})"""
GAMES = {"labyrinth": "slide", "the_way": "turn"}  # with the options of the first turn
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def visit(game: str, **looks: Any) -> Visitor:
        visitors.append(visitor := Visitor(browser, every_game, **looks))
        visitor.start(game)
        while not visitor.offered(GAMES[game]):
            visitor.settle()
            for notation in visitor.offered("first") or visitor.offered("piece"):
                visitor.click_on(notation)
                break
        return visitor

    yield visit
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(come: Callable[..., Visitor]) -> Visitor:
    """At her first turn in The Way."""
    return come("the_way")


def swapped(ann: Visitor, act: Callable[[], object]) -> None:
    number = ann.page.locator("#seen").input_value()
    act()
    expect(ann.page.locator("#seen")).not_to_have_value(number)


def point_at_a_turn(ann: Visitor) -> tuple[float, float]:
    """Rest on one card, turn another and undo, so that the option reappears under the pointer."""
    rested, other = ann.offered("turn")[-2:]
    x, y = ann.page.evaluate(POINTS)[rested]
    ann.page.mouse.move(x, y)
    assert (ann.page.evaluate(POINTED), ann.page.evaluate(GHOSTS) > 0) == (rested, True)
    typed = "choice => { document.getElementById('choice').value = choice; document.getElementById('say').requestSubmit() }"
    swapped(ann, lambda: ann.page.evaluate(typed, other))
    swapped(ann, lambda: ann.page.evaluate("document.getElementById('undo').click()"))
    ann.page.mouse.move(x, y)  # no movement, but the browser updates :hover
    assert ann.page.evaluate(POINTED) == rested
    return x, y


def test_an_option_that_appears_under_a_resting_pointer_is_not_previewed_until_it_moves(ann: Visitor) -> None:
    x, y = point_at_a_turn(ann)
    assert ann.page.evaluate(GHOSTS) == 0
    ann.page.mouse.move(x + 2, y)
    assert ann.page.evaluate(GHOSTS) > 0


def test_a_key_does_not_wake_a_resting_pointer(ann: Visitor) -> None:
    point_at_a_turn(ann)
    ann.page.keyboard.press("Shift")
    assert ann.page.evaluate(GHOSTS) == 0


def test_focus_moved_by_the_page_has_a_ring_and_previews_after_a_key(ann: Visitor) -> None:
    ann.page.mouse.move(1, 1)
    ann.page.locator(f"[data-choice='{ann.offered('card')[0]}']").focus()
    swapped(ann, lambda: ann.page.keyboard.press("Enter"))
    expect(ann.page.locator("#stage [data-choice^='place']:focus")).to_be_attached()
    assert (ann.page.evaluate(GHOSTS), ann.page.evaluate(RING)) == (0, "3.5px")
    ann.page.keyboard.press("Shift")
    assert ann.page.evaluate(GHOSTS) == 1
    ann.page.keyboard.press("ArrowUp")
    assert ann.page.evaluate(GHOSTS) == 1


def focus_goes_on(ann: Visitor, kind: str, act: Callable[[str], object]) -> list[str]:
    """Choose a focused option, and return the looks of the options after the focus has moved."""
    notation = ann.offered(kind)[-1]
    ann.page.locator(f"[data-choice='{notation}']").focus()
    swapped(ann, lambda: act(notation))
    expect(ann.page.locator("#stage [data-choice]:focus")).to_be_attached()
    looks: list[str] = ann.page.evaluate(LOOKS)
    ann.page.evaluate("document.activeElement.blur()")
    return looks


@pytest.mark.parametrize(("game", "kind"), GAMES.items())
def test_focus_is_invisible_after_a_tap(come: Callable[..., Visitor], game: str, kind: str) -> None:
    ann = come(game, **PHONE)
    looks = focus_goes_on(ann, kind, lambda notation: ann.tap(ann.page.evaluate(POINTS)[notation]))
    assert looks == ann.page.evaluate(LOOKS)


@pytest.mark.parametrize(("game", "kind"), GAMES.items())
def test_focus_is_invisible_after_a_click(come: Callable[..., Visitor], game: str, kind: str) -> None:
    ann = come(game)
    looks = focus_goes_on(ann, kind, lambda notation: ann.page.mouse.click(*ann.page.evaluate(POINTS)[notation]))
    assert looks == ann.page.evaluate(LOOKS)


@pytest.mark.parametrize(("game", "kind"), GAMES.items())
def test_focus_is_visible_after_a_key(come: Callable[..., Visitor], game: str, kind: str) -> None:
    ann = come(game)
    looks = focus_goes_on(ann, kind, lambda _: ann.page.keyboard.press("Enter"))
    assert looks != ann.page.evaluate(LOOKS)


@pytest.mark.parametrize(("game", "kind"), GAMES.items())
def test_the_next_key_shows_where_focus_is(come: Callable[..., Visitor], game: str, kind: str) -> None:
    ann = come(game)
    looks = focus_goes_on(ann, kind, lambda notation: ann.page.mouse.click(*ann.page.evaluate(POINTS)[notation]))
    ann.page.locator(f"[data-choice='{ann.offered()[0]}']").focus()
    ann.page.keyboard.press("Shift")
    assert ann.page.evaluate(LOOKS) != looks


def test_an_option_under_a_sliding_finger_does_not_stay_hovered(come: Callable[..., Visitor]) -> None:
    ann = come("labyrinth", **PHONE)
    looks = ann.page.evaluate(LOOKS)
    finger, (x, y) = ann.session(), ann.page.evaluate(POINTS)[ann.offered("slide")[0]]
    board = ann.page.locator("#stage svg").bounding_box()
    assert board is not None
    middle = {"x": board["x"] + board["width"] / 2, "y": board["y"] + board["height"] / 2}
    for what, points in [("touchStart", [{"x": x, "y": y}]), ("touchMove", [middle]), ("touchEnd", [])]:
        finger.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})
    assert ann.page.evaluate(LOOKS) == looks


def test_an_option_that_appears_under_a_click_is_previewed_before_it_is_chosen(ann: Visitor) -> None:
    x, y = ann.page.evaluate(POINTS)[ann.offered("turn")[-1]]
    ann.page.mouse.move(x, y)
    chosen = len(ann.chosen())
    swapped(ann, lambda: ann.page.mouse.click(x, y))
    place = next(point for point in ann.page.evaluate(POINTS).values() if point)
    ann.page.evaluate(PUT, [place, [x, y]])
    assert ann.page.evaluate("point => document.elementFromPoint(...point).closest('[data-choice]') !== null", [x, y])
    ann.page.mouse.click(x, y)
    ann.page.wait_for_timeout(1000)  # later than the time in which clicks are ignored
    assert (len(ann.chosen()), ann.page.evaluate(LOOKED_AT)) == (chosen + 1, None)
    ann.page.mouse.click(x, y)
    assert ann.page.evaluate(LOOKED_AT)
    assert len(ann.chosen()) == chosen + 1
    ann.page.mouse.click(x, y)
    wait_for(lambda: len(ann.chosen()) == chosen + 2)


def test_an_option_that_stays_under_a_click_is_chosen_again(browser: Browser, every_game: ServerThread) -> None:
    """Two daggers for the Drunkard."""
    with closing(Visitor(browser, every_game, viewport={"width": 1366, "height": 768})) as ann:
        ann.page.goto(ann.request.post("/puzzles/long_road/84", max_redirects=0).headers["location"])
        option = ann.page.locator("[data-choice='arm dagger tepee 1']")
        expect(option).to_be_visible()
        x, y = ann.page.evaluate(POINTS)["arm dagger tepee 1"]
        ann.page.mouse.move(x, y)
        swapped(ann, lambda: ann.page.mouse.click(x, y))
        expect(option).to_be_visible()
        ann.page.wait_for_timeout(1000)  # later than the time in which clicks are ignored
        swapped(ann, lambda: ann.page.mouse.click(x, y))
        expect(option).to_have_count(0)
