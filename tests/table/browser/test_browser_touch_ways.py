"""Cards of The Way and things in the store of The Long Way, touched and dragged."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.table.browser.hands import SCHEMES, Finger, between, contrast, done, example, middle, swing, touch
from tests.table.browser.visitor import PHONE, WIDE, Visitor
from tests.table.serving import wait_for


def roll_a_tile(visitor: Visitor) -> None:
    """Begin a game of The Long Way and play until a tile is to be drawn."""
    table = visitor.start("long_way")
    while not visitor.offered("tile"):
        visitor.settle()
        choice = next(kind for name in ("entrance", "exit", "done", "keep") for kind in visitor.offered(name)[:1])
        visitor.open.do(table.choose(0, table.match.screens[0].number, choice))
        visitor.settle()


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_tile_of_the_long_way_is_dragged_onto_the_plan(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    """A drop shows a preview, as a tap does. The next tap draws the tile there."""
    visitor = come(looks)
    roll_a_tile(visitor)
    before = len(visitor.chosen())
    option = visitor.page.locator("[data-choice^='tile'] > :not(.ghost)").first
    to = middle(option)
    swing(visitor, between([middle(visitor.page.locator("#board-rolled")), to]), looks is PHONE)
    expect(visitor.page.locator("body")).to_have_class(re.compile("confirming"))
    expect(visitor.page.locator("[data-choice^='tile'].shown .ghost").first).to_be_visible()
    if looks is PHONE:
        Finger(visitor).tap(to)
    else:
        visitor.page.mouse.click(*to)
    wait_for(lambda: len(visitor.chosen()) == before + 1)


def test_a_first_tap_shows_a_tile_of_the_long_way_in_its_place_and_a_second_draws_it(come: Callable[..., Visitor]) -> None:
    visitor = come()
    roll_a_tile(visitor)
    before = len(visitor.chosen())
    first, second, *_ = visitor.offered("tile")

    def place_of(choice: str) -> tuple[float, float]:
        return middle(visitor.page.locator(f"[data-choice='{choice}'] > :not(.ghost)").first)

    for choice in (first, second):
        Finger(visitor).tap(place_of(choice))
        expect(visitor.page.locator(f"[data-choice='{choice}'] .ghost .plan").first).to_be_visible()
    Finger(visitor).tap(place_of(second))
    wait_for(lambda: visitor.chosen()[before:] == [second])


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_way_is_walked_to_by_touching_it(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    """The first touch shows the step, even on a card that was just turned."""
    visitor = come(looks)
    example(visitor, "the_way", "turn", 3)
    card = middle(visitor.page.locator("#board-card-b1"))
    touch(visitor, looks, card)
    if looks is PHONE:
        expect(visitor.page.locator("body")).to_have_class(re.compile("confirming"))
        expect(visitor.page.locator("[data-choice='move b1'] .arriving")).to_be_visible()
        assert done(visitor, 3) == []
        touch(visitor, looks, card)
    wait_for(lambda: done(visitor, 3) == ["move b1"])


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_way_that_can_be_walked_to_is_turned_by_its_handle(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    example(visitor, "the_way", "turn", 2)
    hit = visitor.page.locator("[data-choice='turn b1 left'] .hit")
    box = hit.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 38
    touch(visitor, looks, middle(hit))
    wait_for(lambda: done(visitor, 2) == ["turn b1 left"])


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_way_is_laid_by_touching_it_and_turned_by_its_handle(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    example(visitor, "the_way", "turn", 8)
    handle = visitor.page.locator("[data-turner] .hit")
    shown = visitor.page.locator("[data-turn].shown")
    expect(shown).to_have_attribute("data-choice", "lay NES")
    touch(visitor, looks, middle(handle))
    expect(shown).to_have_attribute("data-choice", "lay ESW")
    touch(visitor, looks, middle(visitor.page.locator("#board-card-b2")))
    wait_for(lambda: done(visitor, 8) == ["lay ESW"])


def test_a_card_of_the_way_is_laid_by_another_tap_where_it_was_placed(come: Callable[..., Visitor]) -> None:
    visitor = come()
    example(visitor, "the_way", "turn", 7)
    card = middle(visitor.page.locator("#board-card-b2"))
    touch(visitor, PHONE, card)
    wait_for(lambda: done(visitor, 7) == ["place b2"])
    visitor.settle()
    visitor.page.wait_for_timeout(1100)  # a quicker tap would be the second of a double tap
    touch(visitor, PHONE, card)
    wait_for(lambda: len(done(visitor, 7)) == 2)


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_wall_of_the_long_way_is_drawn_where_its_space_is_touched(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    """No sign covers the store before that."""
    visitor = come(looks)
    example(visitor, "long_way", "store", 46)
    expect(visitor.page.locator("[data-choice^='wall'] .plus")).to_have_count(49)
    assert not any(plus.is_visible() for plus in visitor.page.locator("[data-choice^='wall'] .plus").all())
    touch(visitor, looks, middle(visitor.page.locator("[data-choice='wall b3'] .tap")))
    wait_for(lambda: done(visitor, 46) == ["wall b3"])


def test_keys_show_the_wall_they_would_draw(come: Callable[..., Visitor]) -> None:
    visitor = come(WIDE)
    example(visitor, "long_way", "store", 46)
    visitor.page.locator("[data-choice='wall b3']").focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.locator("[data-choice='wall c3'] .plus")).to_be_visible()
    visitor.page.keyboard.press("Enter")
    wait_for(lambda: done(visitor, 46) == ["wall c3"])


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_way_is_dragged_from_the_hand_to_its_place(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    example(visitor, "the_way", "turn", 6)
    start, to = (middle(visitor.page.locator(f"#board-{piece}")) for piece in ("hand-NES-0", "card-b2"))
    swing(visitor, between([start, to]), looks is PHONE)
    wait_for(lambda: done(visitor, 6) == ["card NES", "place b2"])
    visitor.settle()
    expect(visitor.page.locator("#stage :is(.drops, .carried)")).to_have_count(0)


@SCHEMES
def test_the_places_for_a_carried_card_of_the_way_stand_out(come: Callable[..., Visitor], scheme: str) -> None:
    visitor = come({**PHONE, "color_scheme": scheme})
    example(visitor, "the_way", "turn", 6)
    start, to = (middle(visitor.page.locator(f"#board-{piece}")) for piece in ("hand-NES-0", "card-b2"))
    with Finger(visitor).holding(*between([start, to])):
        expect(visitor.page.locator("#stage .carried")).to_have_count(1)
        assert contrast(visitor.page, "#stage .drops rect", "stroke", "#stage .bed", "fill") > 3
    wait_for(lambda: done(visitor, 6) == ["card NES", "place b2"])
