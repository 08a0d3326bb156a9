"""Invitations and rematches, with two and three browsers, wide and on phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from byways.record import Remove
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import enter

WIDE: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def visit(name: str, looks: dict[str, Any]) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        if name:
            visitors[-1].request.post("/name", form={"name": name}, max_redirects=0)
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


def in_view(page: Page) -> list[bool]:
    """Whether the three ways in can be seen without scrolling."""
    size = page.viewport_size
    assert size is not None
    buttons = page.get_by_role("main").get_by_role("button").all()
    return [fits(button.bounding_box(), size["width"], size["height"]) for button in buttons]


def test_a_friend_learns_first_and_another_watches_before_the_game(come: Callable[..., Visitor]) -> None:
    heron, otter, vole = come("Heron", WIDE), come("", PHONE), come("Vole", WIDE)
    heron.page.goto("/")
    heron.page.get_by_role("article", name="The Way", exact=True).get_by_role("button", name="Invite").click()
    table, seat = heron.sit(), heron.page.locator("#seat-1")
    expect(heron.page.locator("#links .code img").first).to_be_in_viewport(ratio=1)
    link = heron.page.locator("#links input").first.input_value()
    for guest in (vole, otter):
        guest.page.goto(link)
        expect(guest.page.get_by_role("heading", level=1)).to_have_text("Heron invites you")
        assert in_view(guest.page) == [True] * 3
        assert in_light_and_dark(guest.page) == []
    vole.page.get_by_role("button", name="Just watch").click()
    vole.page.wait_for_url(f"**/play/{table.id}")
    expect(seat).to_contain_text("Vole is watching")
    otter.page.get_by_label("Your name").fill("Otter")
    otter.page.get_by_role("button", name="Learn it in").tap()
    otter.sit()
    assert otter.table.match.script.lesson is not None
    expect(seat).to_contain_text("Otter is learning")
    expect(heron.page.locator("#log")).to_contain_text("Otter is learning the game first.")
    otter.page.get_by_role("link", name="Sit down now").tap()
    expect(otter.page.get_by_label("Your name")).to_have_value("Otter")
    otter.page.get_by_role("button", name="Sit down").tap()
    otter.page.wait_for_url(f"**/play/{table.id}?seat=1")
    expect(seat).not_to_contain_text("learning")
    expect(heron.page.locator("#links")).not_to_have_attribute("open", "")
    expect(vole.page.locator("#seats")).to_contain_text("Otter")


@pytest.mark.parametrize("looks", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_rematch_is_offered_with_a_message_to_both_others(visit: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    carla, ann, bob = visit(**WIDE), visit(**looks), visit(**looks)
    for one, name in ((carla, "Carla"), (ann, "Ann"), (bob, "Bob")):
        one.request.post("/name", form={"name": name}, max_redirects=0)
    invited = carla.request.post("/invite", form={"game": "tuck", "players": "3"}, max_redirects=0)
    carla.page.goto(invited.headers["location"])
    table = carla.sit()
    link = carla.page.locator("#links input").first.input_value()
    for guest in (ann, bob):  # one link for both
        guest.page.goto(link)
        guest.page.get_by_role("button", name="Sit down").click()
        guest.page.wait_for_url("**/play/*")
    for seat in (1, 2):
        carla.open.do(enter(table, Remove(seat, "no answer in time")))
    wait_for(lambda: table.ended)
    carla.page.get_by_role("button", name="Rematch").click()
    carla.page.wait_for_url(lambda url: table.id not in url)
    for guest in (ann, bob):
        offer = guest.page.locator("#offer")
        expect(offer).to_contain_text("Carla offers a rematch.")
        expect(offer).to_be_in_viewport(ratio=1)
        offer.get_by_role("link", name="To the rematch").click()
    for guest in (ann, bob):
        guest.page.wait_for_url(carla.page.url.partition("?")[0] + "*")
    expect(carla.page.locator("#seats")).to_contain_text("Ann")
