"""Lines of Traxx, drawn by finger and mouse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Route, expect

from tests.table.browser.hands import SCHEMES, Finger, act_of, between, contrast, in_window, line_of, middle, strokes_of, touch
from tests.table.browser.visitor import PHONE, WIDE, Visitor
from tests.table.serving import wait_for

UPDATED = "document.addEventListener('htmx:after:swap', ({ target }) => { window.updated ||= target.id === 'table'; })"


def test_a_field_that_was_taken_back_can_be_drawn_again_at_once(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    finger, option = Finger(visitor), visitor.page.locator("[data-choice^='draw'] circle.spot").first
    place = middle(option)
    for _ in range(2):
        finger.tap(place)
        wait_for(lambda: len(visitor.table.match.screens[0].view.act) == 1)
        visitor.settle()
        visitor.page.locator("#undo").tap()
        wait_for(lambda: not visitor.table.match.screens[0].view.act)
        visitor.settle()


@SCHEMES
def test_a_line_is_drawn_by_one_movement_of_a_finger(come: Callable[..., Visitor], scheme: str) -> None:
    """It stands out on every field, and so does the lens on the page."""
    visitor = come({**PHONE, "color_scheme": scheme})
    visitor.start("traxx")
    visitor.settle()
    with Finger(visitor).holding(*between(line_of(visitor, 3))):
        expect(visitor.page.locator("#lens use")).to_be_visible()
        assert contrast(visitor.page, ".stroke polyline", "stroke", "[class^='shade-']", "fill") > 3
        assert contrast(visitor.page, "#lens", "borderTopColor", "#stage .paper", "fill") > 3
    wait_for(lambda: len(act_of(visitor)) == 3)
    visitor.settle()
    expect(visitor.page.locator("#stage .stroke, #lens")).to_have_count(0)
    visitor.page.locator("[data-choice='done'] rect").tap()
    wait_for(lambda: "done" in visitor.chosen())


def test_a_line_is_drawn_by_one_movement_of_the_mouse(come: Callable[..., Visitor]) -> None:
    visitor = come(WIDE)
    visitor.start("traxx")
    visitor.settle()
    path = between(line_of(visitor, 2))
    visitor.page.mouse.move(*path[0])
    visitor.page.mouse.down()
    for point in path[1:]:
        visitor.page.mouse.move(*point)
    expect(visitor.page.locator("#stage .stroke circle")).to_have_count(3)
    visitor.page.mouse.up()
    wait_for(lambda: len(act_of(visitor)) == 2)


def test_going_back_takes_steps_back(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    finger, line = Finger(visitor), line_of(visitor, 3)
    finger.drag(*between([*line, line[2]]))
    wait_for(lambda: len(act_of(visitor)) == 2)
    visitor.settle()
    finger.drag(*between([line[2], line[1], line[0]]))
    wait_for(lambda: not act_of(visitor))


def test_a_stroke_goes_back_over_steps_already_sent_and_on_another_way(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    places, _, starts, _ = strokes_of(visitor)
    start, (there, other, *_) = next((start, steps) for start, steps in starts.items() if len(steps) > 1)
    at, first, second = (in_window(visitor, places[place]) for place in (start, there, other))
    finger = Finger(visitor)
    finger.drag(*between([at, first]))
    wait_for(lambda: act_of(visitor) == [f"draw {there} from {start}"])
    visitor.settle()
    with finger.holding(*between([first, at, second])):
        expect(visitor.page.locator("#stage .stroke .erased")).to_have_count(1)
        expect(visitor.page.locator("#stage .stroke circle")).to_have_count(2)
    wait_for(lambda: act_of(visitor) == [f"draw {other} from {start}"])


def test_a_stroke_that_comes_back_to_what_was_sent_changes_nothing(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    finger, line = Finger(visitor), line_of(visitor, 2)
    finger.drag(*between(line))
    wait_for(lambda: len(act_of(visitor)) == 2)
    visitor.settle()
    before = visitor.entries()
    finger.drag(*between([line[2], line[1], line[0], line[1], line[2]]))
    expect(visitor.page.locator("#stage .stroke")).to_have_count(0)
    assert visitor.entries() == before


def beside_both_ends(visitor: Visitor) -> tuple[str, list[str]]:
    """Play until a field lies beside both ends of the line, and return it with its choices."""
    table = visitor.start("traxx")
    while not (twice := [draw for draw in visitor.offered("draw") if len(visitor.offered(draw.split(" from")[0])) > 1]):
        choice = [*visitor.offered("draw"), "done"][0]
        visitor.open.do(table.choose(0, table.match.screens[0].number, choice))
        visitor.settle()
    return twice[0].split()[1], visitor.offered(twice[0].split(" from")[0])


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_field_beside_both_ends_offers_them(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    field, draws = beside_both_ends(visitor)
    before = len(visitor.chosen())
    touch(visitor, looks, in_window(visitor, strokes_of(visitor)[0][field]))
    rows = visitor.page.locator("#about [data-means]")
    expect(rows).to_have_count(2)
    assert [*rows.evaluate_all("rows => rows.map(row => row.dataset.means)")] == draws
    assert len(visitor.chosen()) == before
    touch(visitor, looks, middle(rows.last))
    wait_for(lambda: act_of(visitor) == draws[-1:])


def test_a_tap_is_answered_although_the_page_is_updated_meanwhile(come: Callable[..., Visitor]) -> None:
    visitor = come()
    field, draws = beside_both_ends(visitor)
    waiting: list[Route] = []
    visitor.page.route("**/about?*", lambda route: waiting.append(route))
    touch(visitor, PHONE, in_window(visitor, strokes_of(visitor)[0][field]))
    while not waiting:
        visitor.page.wait_for_timeout(10)  # lets Playwright hand the request over
    visitor.page.evaluate(UPDATED)
    visitor.open.do(visitor.table.change_seat(1, lambda seat: replace(seat, kind="person", bot=None, name="Wolf")))
    visitor.page.wait_for_function("window.updated")
    (request,) = waiting
    request.continue_()
    rows = visitor.page.locator("#about [data-means]")
    expect(rows).to_have_count(2)
    assert [*rows.evaluate_all("rows => rows.map(row => row.dataset.means)")] == draws


@pytest.mark.parametrize("nth", [0, 1])
def test_a_stroke_to_a_field_beside_both_ends_goes_on_from_its_own(come: Callable[..., Visitor], nth: int) -> None:
    visitor = come()
    field, draws = beside_both_ends(visitor)
    places = strokes_of(visitor)[0]
    end = draws[nth].split()[-1]
    Finger(visitor).drag(*between([in_window(visitor, places[end]), in_window(visitor, places[field])]))
    wait_for(lambda: act_of(visitor) == [draws[nth]])


@pytest.mark.parametrize("how", ["cancel", "second finger"])
def test_a_drag_that_is_broken_off_leaves_what_the_server_has(come: Callable[..., Visitor], how: str) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    Finger(visitor).break_off(between(line_of(visitor, 2)), how)
    expect(visitor.page.locator("#stage .stroke")).to_have_count(0)
    assert act_of(visitor) == []


def test_a_line_stays_on_the_board_while_the_network_is_slow(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    waiting: list[Route] = []
    visitor.page.route("**/choose*", lambda route: waiting.append(route))
    Finger(visitor).drag(*between(line_of(visitor, 2)))
    expect(visitor.page.locator("#stage .stroke circle")).to_have_count(3)
    while not waiting:
        visitor.page.wait_for_timeout(10)  # lets Playwright hand the request over
    (request,) = waiting
    request.continue_()
    wait_for(lambda: len(act_of(visitor)) == 2)
    visitor.settle()
    expect(visitor.page.locator("#stage .stroke")).to_have_count(0)


@pytest.mark.parametrize("how", ["lost", "refused"])
def test_a_line_that_the_server_refuses_reverts_to_the_servers(come: Callable[..., Visitor], how: str) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    finger, path = Finger(visitor), line_of(visitor, 2)

    def answer(route: Route) -> None:
        if how == "lost":
            route.abort()
        else:
            route.continue_(post_data=(route.request.post_data or "").replace("%0A", "%0Adraw+a1+from+i9%0A"))

    visitor.page.route("**/choose*", answer)
    finger.drag(*between(path))
    expect(visitor.page.locator("#line" if how == "lost" else "#error p")).to_be_visible()
    expect(visitor.page.locator("#stage .stroke")).to_have_count(0)
    visitor.page.unroute("**/choose*")
    kept = len(act_of(visitor))
    assert kept == (1 if how == "refused" else 0)  # steps are taken in order, up to the refused one
    visitor.settle()
    finger.drag(*between(path[kept:]))
    wait_for(lambda: len(act_of(visitor)) == 2)
    visitor.problems.clear()


def test_on_one_screen_a_line_is_gone_behind_the_curtain(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx", **{"seat_0": "me", "seat_1": "me"})
    visitor.lift_curtain("Otter")
    visitor.settle()
    Finger(visitor).drag(*between(line_of(visitor, 2)))
    wait_for(lambda: len(act_of(visitor)) == 2)
    visitor.page.locator("[data-choice='done'] rect").tap()
    visitor.page.locator("#hand-over").tap()
    visitor.lift_curtain("Fox")
    expect(visitor.page.locator("[data-strokes]")).to_have_count(1)
    expect(visitor.page.locator("#stage .stroke")).to_have_count(0)
    assert visitor.page.locator("#stage [data-choice^='draw']").count() > 0
    Finger(visitor).drag(*between(line_of(visitor, 2)))
    wait_for(lambda: len(visitor.table.match.screens[1].view.act) == 2)
