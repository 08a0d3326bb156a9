"""Boards in a browser: previews by pointer, key and finger, and turning."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.table.browser.visitor import INSERT, SLIDE, WALK, Visitor
from tests.table.serving import ServerThread

SEEN = """option => [...option.querySelectorAll('.ghost, .ghost *')]
  .filter(part => part.getClientRects().length && getComputedStyle(part).visibility === 'visible')
  .map(part => [part.tagName, part.getAttribute('class'), getComputedStyle(part).transform])"""
FOCUSED = "document.activeElement.dataset.choice ?? null"


def preview(page: Page, notation: str) -> list[list[str]]:
    """The visible parts of an option's ghost, after its animation."""
    page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished)).then(() => null)")
    seen: list[list[str]] = page.locator(f"[data-choice='{notation}']").evaluate(SEEN)
    return seen


def point(page: Page, notation: str) -> None:
    page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.hover()


def focus(page: Page, notation: str) -> None:
    """Focus by keyboard."""
    page.locator(f"[data-choice='{notation}']").focus()
    page.keyboard.press("Shift")


def away(page: Page) -> None:
    page.mouse.move(1, 1)


def shown(page: Page) -> list[str]:
    found: list[str] = page.locator("[data-turn].shown").evaluate_all("all => all.map(one => one.dataset.choice)")
    return found


def slid(visitor: Visitor) -> list[str]:
    """The insertions after a slide."""
    visitor.click("slide")
    visitor.expects(INSERT)
    away(visitor.page)
    return visitor.offered("insert")


# Art

DRAWN = "all => all.map(one => one.getBBox().width)"


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_art_comes_from_its_file_in_the_present_and_the_past(visit: Callable[..., Visitor], color_scheme: str) -> None:
    visitor = visit(color_scheme=color_scheme)
    table = visitor.start("tuck")
    page, files = visitor.page, "performance.getEntriesByType('resource').filter(one => one.name.includes('/art/')).length"
    page.wait_for_function("document.querySelector('#stage use').getBBox().width > 0")
    page.goto(f"/play/{table.id}?at=0")
    expect(page.locator("#past use")).to_be_visible()
    assert page.locator("#past use").evaluate_all(DRAWN) == [16]
    assert page.evaluate(files) == 1
    assert visitor.problems == []
    assert page.evaluate("violations") == []


# Previews


def test_a_line_shows_how_it_will_slide(ann: Visitor) -> None:
    notation = ann.offered("slide")[0]
    assert preview(ann.page, notation) == []
    point(ann.page, notation)
    pointed = preview(ann.page, notation)
    assert [part[0] for part in pointed].count("use") >= 7  # six tiles of the line, and the spare
    moved = next(part for part in pointed if part[1] and "slid" in part[1])
    assert moved[2].removeprefix("matrix(1, 0, 0, 1, ") in {
        "60, 0)",
        "-60, 0)",
        "0, 60)",
        "0, -60)",
    }
    away(ann.page)
    assert preview(ann.page, notation) == []
    focus(ann.page, notation)
    assert preview(ann.page, notation) == pointed


def test_the_preview_of_a_slide_glides(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="no-preference")
    ann.start()
    ann.page.evaluate("document.addEventListener('transitionrun', one => { window.glided ||= one.target.classList.contains('slid'); })")
    point(ann.page, ann.offered("slide")[0])
    ann.page.wait_for_function("() => window.glided")


def test_previews_jump_with_reduced_motion(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="reduce")
    ann.start()
    point(ann.page, ann.offered("slide")[0])
    ann.page.keyboard.press("r")
    assert ann.page.evaluate("document.getAnimations().length") == 0


def test_a_walk_is_traced_before_it_is_made(ann: Visitor) -> None:
    slid(ann)
    ann.click("insert")
    ann.expects(WALK)
    for notation in ann.offered("walk")[:3]:
        point(ann.page, notation)
        pointed = preview(ann.page, notation)
        assert [part[1] for part in pointed] == ["ghost trail"]
        away(ann.page)
        focus(ann.page, notation)
        assert preview(ann.page, notation) == pointed


@pytest.mark.parametrize(
    ("name", "steps", "kind"),
    [("traxx", [], "draw"), ("long_way", ["entrance", "exit", "done", "keep"], "tile"), ("the_way", ["first", "piece"], "turn")],
)
def test_previews_are_the_same_by_pointer_and_key(
    browser: Browser, every_game: ServerThread, name: str, steps: list[str], kind: str
) -> None:
    ann = Visitor(browser, every_game)
    ann.start(name)
    while not (found := ann.offered(kind)):
        ann.page.wait_for_timeout(50)
        if kinds := [step for step in steps if ann.offered(step)]:
            number = ann.page.locator("#seen").input_value()
            ann.click(kinds[0])
            expect(ann.page.locator("#seen")).not_to_have_value(number)
    assert not any(preview(ann.page, notation) for notation in found[:3])
    for notation in found[:3]:
        point(ann.page, notation)
        pointed = preview(ann.page, notation)
        assert pointed
        away(ann.page)
        focus(ann.page, notation)
        assert preview(ann.page, notation) == pointed
    ann.close()


# Turning


def wheel(page: Page, by: int) -> None:
    page.wait_for_timeout(80)  # closer events are one movement
    page.mouse.wheel(0, by)


def wheel_on_the_board(page: Page) -> None:
    page.locator("[data-turner]").hover()
    wheel(page, 100)


TURN: dict[str, Callable[[Page], None]] = {
    "key": lambda page: page.keyboard.press("r"),
    "wheel": wheel_on_the_board,
    "click": lambda page: page.locator("[data-turner]").click(),
}


@pytest.mark.parametrize("how", TURN)
def test_the_spare_turns_in_place_until_it_is_inserted(ann: Visitor, how: str) -> None:
    page, offered = ann.page, slid(ann)
    assert shown(page) == offered[:1]
    for nth in range(1, len(offered) + 1):
        TURN[how](page)
        expect(page.locator("[data-turn].shown")).to_have_attribute("data-choice", offered[nth % len(offered)])
        assert preview(page, shown(page)[0])
    TURN[how](page)
    (wanted,) = shown(page)
    page.locator("[data-turn].shown > .take").click()
    ann.expects(WALK)
    assert ann.entries()[-1] == f"0: {wanted}"


def test_focus_that_moves_to_the_spare_does_not_turn_it(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844})
    ann.start()
    ann.page.locator("[data-choice='slide 6 up']").focus()  # the last of the four pictures is nearest to it
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-turn].shown")).to_be_focused()
    assert shown(ann.page) == ["insert 0"]


def test_the_spare_turns_the_other_way_too(ann: Visitor) -> None:
    offered = slid(ann)
    ann.page.locator("[data-turner]").hover()
    wheel(ann.page, -100)
    expect(ann.page.locator("[data-turn].shown")).to_have_attribute("data-choice", offered[-1])
    ann.page.keyboard.press("R")
    assert shown(ann.page) == offered[-2:-1]


def test_the_spare_keeps_its_turn_through_the_slide(ann: Visitor) -> None:
    ann.page.keyboard.press("r")
    offered = slid(ann)
    assert shown(ann.page) == [offered[1 % len(offered)]]


def test_turning_by_keyboard_moves_the_focus(ann: Visitor) -> None:
    offered = slid(ann)
    ann.page.locator(f"[data-choice='{offered[0]}']").focus()
    ann.page.keyboard.press("r")
    assert ann.page.evaluate(FOCUSED) == offered[1]
    ann.page.keyboard.press("ArrowRight")
    assert shown(ann.page) == [ann.page.evaluate(FOCUSED)]
    ann.page.keyboard.press("Enter")
    ann.expects(WALK)


def test_the_tile_that_falls_out_keeps_its_orientation(ann: Visitor) -> None:
    ann.page.keyboard.press("r")
    ann.act()
    assert ann.page.evaluate("getComputedStyle(document.querySelector('.turning .way')).transform") == "matrix(1, 0, 0, 1, 0, 0)"


# Fingers


class Finger:
    """One finger that can stay and slide, unlike a tap of the library."""

    def __init__(self, visitor: Visitor) -> None:
        self.session = visitor.session()

    def does(self, what: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})


def middle(page: Page, notation: str) -> tuple[float, float]:
    box = page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_previews_slides_and_chooses_when_lifted(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    finger = Finger(ann)
    first, second = ann.offered("slide")[:2]
    finger.does("touchStart", middle(ann.page, first))
    assert preview(ann.page, first)
    finger.does("touchMove", middle(ann.page, second))
    assert preview(ann.page, first) == []
    assert preview(ann.page, second)
    assert ann.entries() == []
    finger.does("touchEnd")
    ann.expects(INSERT)
    assert ann.entries() == [f"0: {second}"]


def test_a_finger_lifted_beside_every_option_chooses_nothing(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    notation = ann.offered("slide")[0]
    finger = Finger(ann)
    box = ann.page.locator("[id$='-avatar-0']").bounding_box()
    assert box is not None
    finger.does("touchStart", middle(ann.page, notation))
    finger.does("touchMove", (box["x"] + 5, box["y"] + 5))
    finger.does("touchEnd")
    assert preview(ann.page, notation) == []
    ann.expects(SLIDE)
    assert ann.entries() == []
