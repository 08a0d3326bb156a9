"""A review in a browser: chart, figures, and acts on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from byways.game import all_games
from tests.table.browser.targets import small_buttons
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import PHONE as UPRIGHT
from tests.table.browser.visitor import SIDEWAYS, Visitor, fits
from tests.table.reviews import finished, make_reviews_up
from tests.table.serving import ServerThread

DESK, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
SECRETS: dict[str, str] = {}  # of the players of the first seats
GAMES = ["labyrinth-1", "long_road-1", "long_way-1", "the_way-1", "traxx-1"]

# Texts and targets that are too small.
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
    """The player in the first seat of each game."""

    def open_review(self, name: str, size: dict[str, int]) -> Page:
        self.page.goto("about:blank")  # a review reloads for another shape
        self.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        tall = str(int(size["height"] > size["width"]))
        self.set_cookie("tall", tall)
        self.page.goto(f"/play/{name}/review")
        expect(self.page.locator("#act .words")).to_be_visible()
        expect(self.page.locator("#how")).to_contain_text("judged by the bot “hard”")
        return self.page

    def begin(self) -> int:
        return int(self.page.locator("#act .words").get_attribute("data-begin") or -1)

    def steps_by(self, key: str) -> int:
        """Press a key, and return the act shown."""
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
    """Sit down as the player in the first seat."""
    if name not in SECRETS:
        _, SECRETS[name] = finished(reader.open, name)
    reader.set_cookie("me", SECRETS[name])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_review_works_on_a_wide_screen_and_on_a_phone(reader: Reader, name: str) -> None:
    sit(reader, name)
    for size in (DESK, PHONE):
        page = reader.open_review(name, size)
        mine = page.locator("#judged [data-seat='0']").evaluate_all("all => all.map(one => +one.dataset.begin)")
        assert reader.begin() in mine
        if page.get_by_label("Acts of").count():
            assert page.get_by_label("Acts of").input_value() == "0"  # the reader's own, at first
            page.get_by_label("Acts of").select_option("")
        begins = page.locator("#judged li").evaluate_all("all => all.map(one => +one.dataset.begin)")
        turns = page.locator("#judged [data-turn]").evaluate_all("all => all.map(one => +one.dataset.begin)")
        assert reader.steps_by("End") == begins[-1]
        assert reader.steps_by("[") == [turn for turn in turns if turn < begins[-1]][-1]
        assert reader.steps_by("Home") == begins[0]
        assert [reader.steps_by("ArrowRight"), reader.steps_by("ArrowRight"), reader.steps_by("ArrowLeft")] == [*begins[1:3], begins[1]]
        expect(page.locator("#board > svg")).to_be_visible()
        expect(page.locator("#judged [aria-current]")).to_have_count(1)
        assert page.url.endswith(f"act={begins[1]}")
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert page.locator("#course .border").count() == (2 if name == "the_way-1" else 0)  # between the games of a set
        assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("looks", [UPRIGHT, SIDEWAYS], ids=["upright", "on its side"])
def test_a_review_fits_fingers_and_its_buttons_stay_in_the_window(browser: Browser, server: ServerThread, looks: dict[str, Any]) -> None:
    reader = Reader(browser, server, **looks)
    sit(reader, "long_way-1")
    page = reader.open_review("long_way-1", looks["viewport"])
    page.locator("#judged li:visible:has(em) a").first.tap()
    expect(page.get_by_role("button", name="Both", exact=True)).to_be_visible()
    assert small_buttons(page) == []
    for look in (page.locator("#chart svg"), page.locator("#act .words"), page.locator("#how")):
        look.scroll_into_view_if_needed()
        shown = page.locator("#act .steps button").all()
        assert len(shown) == 10
        assert all(fits(button.bounding_box(), **looks["viewport"]) for button in shown)
    if looks is SIDEWAYS:
        assert fits(page.locator("#board > svg").bounding_box(), **looks["viewport"])  # beside the text, wherever that is scrolled
    reader.close()


def test_axe_finds_nothing_serious_in_a_review(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    for size in (DESK, PHONE):
        assert in_light_and_dark(reader.open_review("labyrinth-1", size)) == []


def test_the_board_shows_the_act_played_and_the_best_and_links_to_play_on(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    page = reader.open_review("labyrinth-1", DESK)
    page.get_by_label("Acts of").select_option("0")
    page.keyboard.press("Home")
    while not page.locator("[data-show='best']").count():
        reader.steps_by("ArrowRight")
    expect(page.locator("#act .words")).to_contain_text("Ann (Red)")
    page.keyboard.press("b")
    expect(page.locator("#act .words")).to_have_attribute("data-board", "best")
    expect(page.locator("#board .hinted:not(.own) .step").first).to_be_attached()
    page.get_by_role("button", name="Before", exact=True).click()
    expect(page.locator("#act .words")).to_have_attribute("data-board", "before")
    expect(page.locator("#board :is(.marks, .hinted)")).to_have_count(0)
    page.get_by_role("button", name="Best: ").click()
    expect(page.locator("#act .words")).to_have_attribute("data-board", "best")
    act = reader.begin()
    page.get_by_role("link", name="Play on from here").click()
    expect(page.locator("#seat-0")).to_have_value("me")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/play/*")
    begun, whole = reader.open.table(page.url).match.record, reader.open.tables.live["labyrinth-1"].match.record
    assert begun.entries[:act] == whole.entries[:act]
    assert (begun.setup, begun.players[0]) == (whole.setup, "person")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "phone"])
def test_a_tap_anywhere_in_the_row_of_a_mistake_shows_it_with_the_board_in_view(
    browser: Browser, server: ServerThread, size: dict[str, int]
) -> None:
    name = "traxx-1" if size is PHONE else "labyrinth-1"
    reader = Reader(browser, server, viewport=size, has_touch=size is PHONE)
    sit(reader, name)
    page = reader.open_review(name, size)
    row = page.locator("#judged li:visible:has(em)").last
    row.scroll_into_view_if_needed()
    (row.locator("em").tap if size is PHONE else row.locator("em").click)()
    expect(row).to_have_attribute("aria-current", "")
    expect(page.locator("#act .words")).to_have_attribute("data-begin", row.get_attribute("data-begin") or "")
    expect(page.locator("#board > svg")).to_be_in_viewport(ratio=0.8)
    reader.close()


def test_a_click_on_the_chart_shows_the_nearest_act_and_seats_can_be_filtered(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    page = reader.open_review("labyrinth-1", PHONE)
    page.get_by_label("Acts of").select_option("")
    box = page.locator("#course").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.99 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#nearest")).not_to_be_empty()
    page.mouse.click(box["x"] + 0.15 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator("#act .words")).to_contain_text("round 1")
    page.get_by_label("Acts of").select_option("1")
    expect(page.locator("#act .words")).to_contain_text("Blue")
    assert {*page.locator("#judged li:visible").evaluate_all("all => all.map(one => one.dataset.seat)")} == {"1"}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "phone"])
def test_another_act_can_be_tried_in_place_of_a_mistake(browser: Browser, server: ServerThread, size: dict[str, int]) -> None:
    reader = Reader(browser, server, viewport=size, has_touch=size is PHONE)
    sit(reader, "labyrinth-1")
    page, words = reader.open_review("labyrinth-1", size), reader.page.locator("#act .words")
    spoilers = page.locator("#in-words, #nearest, #judged li > span, #course [data-begin]")
    expect(page.locator("#in-words")).to_be_visible()
    page.locator("#judged [data-try]:visible").first.click()
    expect(words).to_contain_text("What would you have played?")
    expect(words).not_to_contain_text("Best: ")
    assert spoilers.count() > 9
    expect(spoilers.filter(visible=True)).to_have_count(0)
    expect(page.locator("#board > svg")).to_be_in_viewport(ratio=0.8)
    for kind in ("slide", "insert", "walk"):
        option = page.locator(f"#board [data-choice^='{kind}'] > :not(.ghost)").first
        (option.tap if size is PHONE else option.click)()
        if kind == "slide":
            page.locator("#board [data-choice^='insert']").first.wait_for()
            page.get_by_role("button", name="Undo").click()
            page.locator("#board [data-choice^='slide']").first.focus()
            page.keyboard.press("Enter")
    expect(words.get_by_role("status")).to_contain_text(re.compile("Right|Nearly|was not the best"))
    expect(page.locator("#board .hinted.own .step")).to_have_count(3)
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator("#board .hinted")).to_have_count(1)
    expect(page.locator("#in-words")).to_be_visible()
    reader.close()


@pytest.mark.parametrize("name", ["labyrinth-1", "long_way-1"])
def test_on_a_phone_a_step_brings_the_board_and_the_words_above_the_buttons(browser: Browser, server: ServerThread, name: str) -> None:
    reader = Reader(browser, server, **UPRIGHT)
    sit(reader, name)
    page = reader.open_review(name, PHONE)
    place = """() => {
      const boxes = ["#board", "#act .words", "#act .steps"].map((one) => document.querySelector(one).getBoundingClientRect());
      const [board, said, buttons] = boxes;
      return [board.top >= -1, said.bottom <= buttons.top + 1, scrollY];
    }"""
    page.get_by_role("button", name="Before", exact=True).tap()
    page.wait_for_function(f"() => {{ const [board, said] = ({place})(); return board && said; }}")
    scrolled = page.evaluate(place)
    page.get_by_role("button", name="Played", exact=True).tap()
    expect(page.locator("#act .words")).to_have_attribute("data-board", "played")
    assert page.evaluate(place) == scrolled  # no jump while everything is in sight
    reader.close()


def test_the_ghost_of_ones_own_act_has_ones_own_colour_and_plain_numbers(reader: Reader) -> None:
    sit(reader, "long_way-1")
    page = reader.open_review("long_way-1", DESK)
    page.locator("#judged li:visible:has(em) a").first.click()
    page.get_by_role("button", name="Both", exact=True).click()
    expect(page.locator("#board .hinted")).to_have_count(2)
    own = page.locator("#board .hinted.own")
    expect(own.locator("path.would")).to_be_attached()
    looks = "one => getComputedStyle(one).stroke"
    assert own.locator("path.would").evaluate(looks) == own.evaluate(looks)
    assert {*own.locator("text").evaluate_all(f"all => all.map({looks})")} == {"none"}
    expect(own.locator("text.would")).to_be_hidden()  # the best act's number is at the same place


def test_the_result_links_to_the_review(reader: Reader) -> None:
    sit(reader, "labyrinth-1")
    reader.page.goto("/play/labyrinth-1")
    reader.page.get_by_role("link", name="Review").click()
    expect(reader.page.locator("#act .words")).to_be_visible()
