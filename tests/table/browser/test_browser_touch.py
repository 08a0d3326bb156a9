"""The meaning of a touch on the board: a single legal choice is made, several are offered in place, and without any the thing is
explained.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, pairwise
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, Route, expect

from byways.game import find_game
from byways.record import Choose, Record
from byways.room import find_room
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from tests.table.browser.test_browser_lessons import PHONE, WIDE
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import key


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []
    every_game.numbers = count(7)  # the same deals, whatever ran before

    def come(looks: dict[str, Any] = PHONE) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


TO_WINDOW = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector('#stage > svg').getScreenCTM());
  return [at.x, at.y];
}"""


SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 740}}


class Finger:
    """Touch events by the browser's own protocol: a press, a path, a second finger."""

    def __init__(self, visitor: Visitor) -> None:
        self.session: CDPSession = visitor.session()
        self.page = visitor.page

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    def tap(self, at: tuple[float, float]) -> None:
        self.drag(at)

    def drag(self, *path: tuple[float, float]) -> None:
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        self._send("touchEnd")

    def break_off(self, path: list[tuple[float, float]], how: str) -> None:
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        if how == "cancel":
            self._send("touchCancel")
        else:
            self._send("touchStart", path[-1], (path[-1][0] + 60, path[-1][1] + 60))
            self._send("touchEnd")

    def pinch(self, x: float, y: float) -> None:
        """Two fingers move apart."""
        self._send("touchStart", (x, y - 20), (x, y + 20))
        for far in range(30, 110, 10):
            self._send("touchMove", (x, y - far), (x, y + far))
        self._send("touchEnd")

    def press(self, at: tuple[float, float], milliseconds: int = 700) -> None:
        self._send("touchStart", at)
        self.page.wait_for_timeout(milliseconds)
        self._send("touchEnd")

    @contextmanager
    def holding(self, *path: tuple[float, float]) -> Iterator[None]:
        """A finger at the end of a path, before it is lifted."""
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        yield
        self._send("touchEnd")


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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


def line_of(visitor: Visitor, length: int) -> list[tuple[float, float]]:
    """Points in the window along the first line of this length that the card allows."""
    places, _, starts, _ = visitor.page.locator("[data-strokes]").evaluate("layer => JSON.parse(layer.dataset.strokes)")

    def found(steps: dict[str, Any], left: int) -> list[str] | None:
        if not left:
            return []
        for place, (_, _, then) in steps.items():
            if (rest := found(then, left - 1)) is not None:
                return [place, *rest]
        return None

    start, line = next((start, line) for start, steps in starts.items() if (line := found(steps, length)) is not None)
    points = [visitor.page.evaluate(TO_WINDOW, places[place]) for place in (start, *line)]
    return [(x, y) for x, y in points]


def between(path: list[tuple[float, float]], parts: int = 6) -> list[tuple[float, float]]:
    """Closely spaced points, as a finger passes them."""
    steps = [nth / parts for nth in range(1, parts + 1)]
    along = [(x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in pairwise(path) for part in steps]
    return [path[0], *along]


def act_of(visitor: Visitor) -> list[str]:
    return [*map(str, visitor.table.match.screens[0].view.act)]


def test_a_line_is_drawn_by_one_movement_of_a_finger(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("traxx")
    visitor.settle()
    with Finger(visitor).holding(*between(line_of(visitor, 3))):
        expect(visitor.page.locator("#lens use")).to_be_visible()
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
    start = visitor.page.evaluate(TO_WINDOW, [x + width / 3, y + height / 2])
    path = [(start[0] + by, start[1] + by / 9) for by in range(0, 55, 6)]
    swing(visitor, path, looks is PHONE)
    wait_for(lambda: visitor.chosen() == [slide])


def swing(visitor: Visitor, path: list[tuple[float, float]], by_finger: bool) -> None:
    if by_finger:
        Finger(visitor).drag(*path)
        return
    visitor.page.mouse.move(*path[0])
    visitor.page.mouse.down()
    for point in path[1:]:
        visitor.page.mouse.move(*point)
    visitor.page.mouse.up()


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_card_of_the_long_road_is_dragged_to_a_road(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    visitor = come(looks)
    visitor.start("long_road")
    visitor.settle()
    option = visitor.page.locator("[data-choice^='play'][data-drop]").last
    choice = option.get_attribute("data-choice")
    x, y, width, height = map(float, (option.get_attribute("data-drop") or "").split())
    start = middle(visitor.page.locator(f"#board-{option.get_attribute('data-from')}"))
    to = visitor.page.evaluate(TO_WINDOW, [x + width / 2, y + height / 2])
    swing(visitor, between([start, (to[0], to[1])]), looks is PHONE)
    wait_for(lambda: visitor.chosen() == [choice])
    expect(visitor.page.locator("#stage :is(.drops, .carried)")).to_have_count(0)


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


def test_a_card_that_is_dropped_elsewhere_stays(come: Callable[..., Visitor]) -> None:
    visitor = come()
    visitor.start("long_road")
    visitor.settle()
    option = visitor.page.locator("[data-choice^='play'][data-drop]").first
    start = middle(visitor.page.locator(f"#board-{option.get_attribute('data-from')}"))
    swing(visitor, between([start, (start[0] + 20, start[1] + 30)]), True)
    expect(visitor.page.locator("#stage :is(.drops, .carried)")).to_have_count(0)
    assert visitor.chosen() == []


def card_with_choices(visitor: Visitor) -> tuple[Locator, list[str]]:
    """A card in hand that a tap may play, and everything that the tap may mean."""
    visitor.start("long_road")
    visitor.settle()
    piece = visitor.page.locator("[data-choice^='play'][data-from]").first.get_attribute("data-from")
    code = visitor.offered("play")[0].split()[1]
    return visitor.page.locator(f"#board-{piece}"), [one for one in visitor.offered() if one.split()[1:2] == [code]]


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


@pytest.mark.parametrize("looks", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_tile_of_the_long_way_is_dragged_onto_the_plan(come: Callable[..., Visitor], looks: dict[str, Any]) -> None:
    """A drop shows a preview, as a tap does. The next tap draws the tile there."""
    visitor = come(looks)
    table = visitor.start("long_way")
    while not visitor.offered("tile"):
        visitor.settle()
        choice = next(kind for name in ("entrance", "exit", "done", "keep") for kind in visitor.offered(name)[:1])
        visitor.open.do(table.choose(0, table.match.screens[0].number, choice))
        visitor.settle()
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


def example(visitor: Visitor, game: str, record: str, at: int) -> Table:
    """A table part-way through a game that the how-to-play pages show."""
    visitor.post("labyrinth")  # so that the visitor has a secret
    found = find_game(game)
    file = find_room(found.room).file("teaching", "how_to_play", f"{record}.json")
    assert file is not None
    begun = msgspec.json.decode(file.read_bytes(), type=Record).until(at)
    plan = TablePlan(found, ("me", "free"), begun.options, begun=begun)
    table = visitor.open.do(visitor.open.tables.create(plan, visitor.cookie("me"), key))
    visitor.page.goto(f"/play/{table.id}")
    visitor.table = table
    visitor.settle()
    return table


def touch(visitor: Visitor, looks: dict[str, Any], at: tuple[float, float]) -> None:
    if looks is PHONE:
        Finger(visitor).tap(at)
    else:
        visitor.page.mouse.move(*at)
        visitor.page.mouse.click(*at)


def done(visitor: Visitor, since: int) -> list[str]:
    return [str(entry.choice) for entry in visitor.table.match.record.entries[since:] if isinstance(entry, Choose)]


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
