"""What axe finds on every page, in light and dark: nothing serious."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.table.house import Open, wait_for
from tests.table.visitor import Visitor

NAMES = ["labyrinth", "traxx", "long_way", "the_way", "long_road"]


def faults(page: Page) -> list[str]:
    """What is serious or worse in a page, as axe says it."""
    found = Axe().run(page).response["violations"]
    worst = [fault for fault in found if fault["impact"] in ("serious", "critical")]
    return [f"{fault['id']}: {fault['help']}: {[node['html'][:160] for node in fault['nodes'][:4]]}" for fault in worst]


def in_light_and_dark(page: Page) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}: {fault}" for fault in faults(page)]
    return found


@pytest.fixture
def ann(browser: Browser, every_game: Open) -> Iterator[Visitor]:
    visitor = Visitor(browser, every_game, viewport={"width": 1400, "height": 900})
    yield visitor
    visitor.close()


@pytest.mark.parametrize("path", ["/", "/set/labyrinth", "/rules/labyrinth", "/rules/long_road"])
def test_pages_to_read(ann: Visitor, path: str) -> None:
    ann.page.goto(path)
    assert in_light_and_dark(ann.page) == []


def test_a_page_that_says_what_went_wrong(ann: Visitor) -> None:
    ann.page.goto("/nowhere")
    expect(ann.page.get_by_text("There is nothing here.")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.problems.clear()


@pytest.mark.parametrize("name", NAMES)
def test_a_table_on_ones_own_turn(ann: Visitor, name: str) -> None:
    table = ann.set_table(name, seat_1="bot:random")
    rng = Random(1)
    for _ in range(12):
        if ann.settle().choices and (act := len(table.course.entries)) < 24:
            screen = table.course.screens[0]
            ann.open.do(table.choose(0, screen.number, str(rng.choice(screen.view.choices))))
            wait_for(lambda: len(table.course.entries) > act)
    assert ann.settle().choices
    assert in_light_and_dark(ann.page) == []
    ann.page.get_by_text("Links", exact=True).click()
    assert in_light_and_dark(ann.page) == []


def test_a_link_a_curtain_and_a_result(ann: Visitor) -> None:
    table = ann.set_table("traxx", seat_1="me", seat_2="free")
    expect(ann.page.get_by_text("is next. Go on when nobody else looks.")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.get_by_role("link", name="I am ").click()
    ann.page.goto(ann.page.get_by_role("textbox", name="Heron").input_value())
    expect(ann.page.get_by_role("button", name="Sit down")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    for seat in range(3):
        ann.open.do(table.stand_in(seat, "random"))
    wait_for(lambda: table.ended)
    ann.page.goto(f"/play/{table.id}")
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.get_by_role("link", name="Play on from here")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
    ann.page.get_by_role("link", name="Play on from here").click()
    expect(ann.page.get_by_role("heading", name="Play on: Traxx")).to_be_visible()
    assert in_light_and_dark(ann.page) == []
