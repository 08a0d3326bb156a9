"""A review in a real browser: its chart, its figures, and its acts on the board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from byways.game import all_games
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import Visitor
from tests.table.reviews import finished, make_reviews_up
from tests.table.serving import ServerThread

DESK, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
GAMES = ["labyrinth-1", "long_road-1", "long_way-1", "the_way-1", "traxx-1"]

# What is too small to read or to hit.
SMALL = """() => {
  const size = one => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.()?.a ?? 1);
  const isText = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const texts = [...document.querySelectorAll('main *, header *, #course text')].filter(isText);
  const hits = [...document.querySelectorAll('button, select, summary, a')].filter(one => one.getClientRects().length);
  const small = [
    ...texts.filter(one => (!one.closest('svg') || one.closest('#course')) && size(one) < 11),
    ...hits.filter(one => one.getBoundingClientRect().height < 24),
  ];
  return small.map(one => one.outerHTML.slice(0, 120));
}"""


class Reader(Visitor):
    """Who had the first seat of each game."""

    def open_review(self, name: str, size: dict[str, int]) -> Page:
        self.page.goto("about:blank")  # a review would load itself again for another shape
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        tall = str(int(size["height"] > size["width"]))
        self.set_cookie("tall", tall)
        self.page.goto(f"/play/{name}/review")
        expect(self.page.locator("#act .words")).to_be_visible()
        expect(self.page.locator("#growing")).to_contain_text("judged by the bot “hard”")
        return self.page

    def begin(self) -> int:
        return int(self.page.locator("#act .words").get_attribute("data-begin") or -1)

    def steps_by(self, key: str) -> int:
        """Which act one looks at after a key, which leads to another."""
        before = self.begin()
        self.page.keyboard.press(key)
        expect(self.page.locator("#act .words")).not_to_have_attribute("data-begin", str(before))
        return self.begin()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("reviews"), all_games())) as server:
        make_reviews_up(server)
        yield server


@pytest.fixture(scope="module")
def reader(browser: Browser, server: ServerThread) -> Iterator[Reader]:
    visitor = Reader(browser, server)
    yield visitor
    visitor.close()


def sit(reader: Reader, name: str) -> None:
    """As who had the first seat of a kept game."""
    if name not in reader.open.tables.live:
        _, secret = finished(reader.open, name)
        reader.set_cookie("me", secret)


@pytest.mark.parametrize("name", GAMES)
def test_a_review_is_stepped_through_on_a_desk_and_on_a_phone(reader: Reader, name: str) -> None:
    sit(reader, name)
    for size in (DESK, PHONE):
        page = reader.open_review(name, size)
        begins = page.locator("#judged li").evaluate_all("all => all.map(one => +one.dataset.begin)")
        turns = page.locator("#judged [data-turn]").evaluate_all("all => all.map(one => +one.dataset.begin)")
        assert reader.begin() == turns[0]
        assert reader.steps_by("End") == begins[-1]
        assert reader.steps_by("[") == [turn for turn in turns if turn < begins[-1]][-1]
        assert reader.steps_by("Home") == begins[0]
        assert [reader.steps_by("ArrowRight"), reader.steps_by("ArrowRight"), reader.steps_by("ArrowLeft")] == [*begins[1:3], begins[1]]
        expect(page.locator("#board > svg")).to_be_visible()
        expect(page.locator("#judged [aria-current]")).to_have_count(1)
        assert page.url.endswith(f"act={begins[1]}")
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert page.evaluate(SMALL) == []


def test_it_is_for_everybody_to_use(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    for size in (DESK, PHONE):
        assert in_light_and_dark(reader.open_review("labyrinth-1", size)) == []


def test_the_board_shows_what_was_played_and_what_was_best_and_one_plays_on_from_there(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    page = reader.open_review("labyrinth-1", DESK)
    page.get_by_label("Acts of").select_option("0")
    page.keyboard.press("Home")
    while not page.locator("[data-show='best']").count():
        reader.steps_by("ArrowRight")
    expect(page.locator("#act .words")).to_contain_text("Ann (Red)")
    page.keyboard.press("b")
    expect(page.locator("#act .words")).to_have_attribute("data-board", "best")
    expect(page.locator("#board .marks .by-best").first).to_be_attached()
    page.get_by_role("button", name="Before", exact=True).click()
    expect(page.locator("#act .words")).to_have_attribute("data-board", "before")
    expect(page.locator("#board .marks")).to_have_count(0)
    page.get_by_role("button", name="Best: ").click()
    expect(page.locator("#act .words")).to_have_attribute("data-board", "best")
    act = reader.begin()
    page.get_by_role("link", name="Play on from here").click()
    expect(page.locator("#seat-0")).to_have_value("me")
    page.get_by_role("button", name="Set the table").click()
    page.wait_for_url("**/play/*")
    begun, whole = reader.open.table(page.url).match.record, reader.open.tables.live["labyrinth-1"].match.record
    assert begun.entries[:act] == whole.entries[:act]
    assert (begun.setup, begun.players[0]) == (whole.setup, "person")


def test_the_chart_leads_to_the_nearest_act_and_seats_can_be_left_out(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    page = reader.open_review("labyrinth-1", PHONE)
    box = page.locator("#course").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#nearest")).not_to_be_empty()
    page.mouse.click(box["x"] + 0.15 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#act .words")).to_contain_text("Act 1 of")
    page.get_by_label("Acts of").select_option("1")
    expect(page.locator("#act .words")).to_contain_text("Blue")
    assert {*page.locator("#judged li:visible").evaluate_all("all => all.map(one => one.dataset.seat)")} == {"1"}


def test_the_link_is_beside_the_result(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    reader.page.goto("/play/labyrinth-1")
    reader.page.get_by_role("link", name="Review").click()
    expect(reader.page.locator("#act .words")).to_be_visible()
