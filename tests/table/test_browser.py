"""The table in a real browser: what a person can do there, what everybody sees, and what nobody may see."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, Route, expect, sync_playwright
from tests.table.house import LABYRINTH, Open

from byways.game import all_games
from byways.record import Choose
from byways.table.live import Table

NAMES = ("chromium", "chromium-browser", "google-chrome")
SVG = "http://www.w3.org/2000/svg"
SLIDE, INSERT, WALK = "Slide a row or a column, or pass.", "Turn the spare and insert it.", "Walk along the passages."


@pytest.fixture(scope="module")
def opened_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("house"))
    yield house
    house.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = os.environ.get("BYWAYS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        missing = "No browser: install Chromium (Debian: apt-get install chromium) or name one in BYWAYS_CHROMIUM."
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


WATCH = """
window.violations = [];
addEventListener('securitypolicyviolation', event => violations.push(`${event.violatedDirective}: ${event.blockedURI}`));
"""


class Visitor:
    """A person's browser at a house, with everything that went wrong in it."""

    def __init__(self, browser: Browser, house: Open, **looks: Any) -> None:
        self.open = house
        self.context: BrowserContext = browser.new_context(base_url=house.address, **looks)
        self.context.set_default_timeout(5000)
        self.context.add_init_script(WATCH)
        self.problems: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", lambda message: self.problems.append(message.text) if message.type in ("error", "warning") else None)
        return page

    def start(self, game: str = "Labyrinth") -> Table:
        """Against the bot that plays at random: it hardly ever wins."""
        self.page.goto("/")
        card = self.page.locator("article", has_text=game)
        card.get_by_role("combobox").select_option("random")
        card.get_by_role("button", name="Start").click()
        self.page.wait_for_url("**/play/*")
        self.table = self.open.table(self.page.url)
        return self.table

    def offered(self, kind: str = "") -> list[str]:
        found: list[str] = self.page.locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)")
        return [notation for notation in found if notation.startswith(kind)]

    def click(self, kind: str) -> str:
        """Click the first option of a kind, where it is drawn."""
        notation = self.offered(kind)[0]
        self.page.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
        return notation

    def expects(self, prompt: str) -> None:
        expect(self.page.locator("#prompt")).to_have_text(prompt)

    def entries(self) -> list[str]:
        return [str(entry) for entry in self.table.course.entries]

    def act(self) -> None:
        """A whole act by clicks, and the bot's answer."""
        self.click("slide")
        self.expects(INSERT)
        self.click("insert")
        self.expects(WALK)
        self.click("walk")
        self.expects(SLIDE)

    def close(self) -> None:
        blocked = [blocked for page in self.context.pages for blocked in page.evaluate("window.violations ?? []")]
        self.context.close()
        assert (self.problems, blocked) == ([], [])


@pytest.fixture
def visit(browser: Browser, opened_house: Open) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def come(**looks: Any) -> Visitor:
        visitors.append(Visitor(browser, opened_house, **looks))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(visit: Callable[..., Visitor]) -> Visitor:
    visitor = visit()
    visitor.start()
    return visitor


def lines(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()


# Playing


def test_a_whole_act_by_clicks(ann: Visitor) -> None:
    ann.expects(SLIDE)
    slide = ann.click("slide")
    ann.expects(INSERT)
    insert = ann.click("insert")
    ann.expects(WALK)
    walk = ann.click("walk")
    ann.expects(SLIDE)
    assert ann.entries()[:3] == [f"0: {slide}", f"0: {insert}", f"0: {walk}"]
    told = lines(ann.page)
    assert any("Red" in line for line in told)
    assert any("Blue" in line for line in told)


def test_a_whole_act_by_keyboard_alone(ann: Visitor) -> None:
    page = ann.page
    page.locator("#stage").focus()
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.choice ?? null"
    first = page.evaluate(focused)
    assert first.startswith("slide")
    page.keyboard.press("ArrowDown")
    slide = page.evaluate(focused)
    assert slide.startswith("slide")
    assert slide != first
    page.keyboard.press("Enter")
    ann.expects(INSERT)
    assert page.evaluate(focused).startswith("insert")
    page.keyboard.press("Space")
    ann.expects(WALK)
    assert page.evaluate(focused).startswith("walk")
    page.keyboard.press("Enter")
    ann.expects(SLIDE)  # after the bot's turn, in which there was no option to be on
    page.wait_for_function(f"{focused} !== null")
    assert ann.entries()[0] == f"0: {slide}"


def test_arrows_go_where_they_point_and_tab_leaves_the_board(ann: Visitor) -> None:
    page = ann.page
    where = """() => { const box = document.activeElement.firstElementChild.getBoundingClientRect(); return [box.x, box.y] }"""
    page.locator("[data-choice]").first.focus()
    page.keyboard.press("End")
    for key, axis, sign in (("ArrowUp", 1, -1), ("ArrowRight", 0, 1), ("ArrowDown", 1, 1), ("ArrowLeft", 0, -1)):
        before = page.evaluate(where)
        page.keyboard.press(key)
        after = page.evaluate(where)
        assert (after == before) or (after[axis] - before[axis]) * sign > 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#stage')") is None


def test_any_choice_can_be_typed_in_its_notation(ann: Visitor) -> None:
    slide = ann.offered("slide")[-1]
    ann.page.get_by_label("Choice").fill(f"  {slide} ")
    ann.page.keyboard.press("Enter")
    ann.expects(INSERT)
    assert ann.entries() == [f"0: {slide}"]
    expect(ann.page.get_by_label("Choice")).to_have_value("")


def test_undo_takes_back_step_by_step(ann: Visitor) -> None:
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    before = ann.offered()
    ann.click("slide")
    ann.expects(INSERT)
    ann.click("insert")
    ann.expects(WALK)
    undo.click()
    ann.expects(INSERT)
    undo.click()
    ann.expects(SLIDE)
    expect(undo).to_be_disabled()
    assert ann.offered() == before


def test_a_finger_may_miss_an_option_by_some_pixels(visit: Callable[..., Visitor]) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    ann.start()
    box = ann.page.locator("[data-choice^='slide'] > :not(.ghost)").first.bounding_box()
    assert box is not None
    ann.page.touchscreen.tap(box["x"] - 6, box["y"] + box["height"] / 2)
    ann.expects(INSERT)


def test_a_game_with_secret_picks_is_played_to_its_end(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    table = ann.start("Tuck")
    for _ in range(60):
        if table.course.position.outcome:
            break
        expect(ann.page.locator("[data-choice]").first.or_(ann.page.get_by_text("Victory"))).to_be_visible()
        if offered := ann.offered():
            number = ann.page.locator("#seen").input_value()
            ann.page.locator(f"[data-choice='{offered[0]}'] > *").first.click()
            expect(ann.page.locator("#seen")).not_to_have_value(number)
    expect(ann.page.locator("#prompt")).to_contain_text("All rounds are played.")


# Drawings


SAMPLE = """() => {
  const at = piece => { const box = piece.getBoundingClientRect(); return [box.x, box.y] };
  window.frames_seen = [];
  const look = () => {
    frames_seen.push(Object.fromEntries([...document.querySelectorAll('.piece')].map(piece => [piece.id, at(piece)])));
    requestAnimationFrame(look);
  };
  look();
}"""


def test_pieces_glide(ann: Visitor) -> None:
    ann.page.evaluate(SAMPLE)
    ann.click("slide")
    ann.expects(INSERT)
    ann.page.wait_for_timeout(600)
    frames: list[dict[str, list[float]]] = ann.page.evaluate("frames_seen")
    start, end = frames[0], frames[-1]
    moved = [piece for piece in start if piece in end and start[piece] != end[piece] and "tile" in piece]
    assert len(moved) >= 6
    for piece in moved:
        assert any(is_between(start[piece], frame[piece], end[piece]) for frame in frames), piece


def is_between(start: list[float], at: list[float], end: list[float]) -> bool:
    return any(min(a, c) + 1 < b < max(a, c) - 1 for a, b, c in zip(start, at, end, strict=True))


def test_nothing_glides_where_the_system_asks_for_stillness(visit: Callable[..., Visitor]) -> None:
    ann = visit(reduced_motion="reduce")
    ann.start()
    ann.click("slide")
    ann.expects(INSERT)
    assert ann.page.evaluate("document.getAnimations().length") == 0


SHOWN = """ids => ids.filter(id => {
  const one = document.getElementById(id), box = one?.getBoundingClientRect();
  return one?.namespaceURI !== 'http://www.w3.org/2000/svg' || !one.closest('svg#board') || !(box.width + box.height > 0);
})"""


def test_no_piece_is_lost_from_one_drawing_to_the_next(ann: Visitor) -> None:
    for _ in range(6):
        for kind, then in (("slide", INSERT), ("insert", WALK), ("walk", SLIDE)):
            ann.click(kind)
            ann.expects(then)
            root = ET.fromstring(LABYRINTH.draw(ann.table.course.screens[0].view))
            ids = [piece.attrib["id"] for layer in root for piece in layer if "id" in piece.attrib]
            assert len(ids) >= 50
            assert ann.page.evaluate(SHOWN, ids) == []
            assert ann.page.locator("#stage svg [id]").count() == len(ids) + 4


def test_the_style_of_a_drawing_is_applied_under_the_content_policy(ann: Visitor) -> None:
    fill = "getComputedStyle(document.querySelector('#stage .paper')).fill"
    assert ann.page.evaluate(fill) == "rgb(247, 242, 230)"
    ann.page.emulate_media(color_scheme="dark")
    assert ann.page.evaluate(fill) == "rgb(31, 29, 26)"


def test_the_board_is_seen_whole_without_scrolling(ann: Visitor) -> None:
    for width, height in ((390, 844), (844, 390), (768, 1024), (1440, 900), (2560, 1300)):
        ann.page.set_viewport_size({"width": width, "height": height})
        for part in ("#stage svg", "#prompt", "#seats", "#undo", "#moment", "#choice"):
            assert fits(ann.page.locator(part).bounding_box(), width, height), (part, width, height)
        assert ann.page.evaluate("document.documentElement.scrollHeight") <= height


def fits(box: FloatRect | None, width: int, height: int) -> bool:
    return box is not None and min(box["x"], box["y"]) >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


# What goes wrong


def test_what_cannot_be_played_is_explained_and_the_board_stays(ann: Visitor) -> None:
    error, field = ann.page.get_by_role("alert"), ann.page.get_by_label("Choice")
    for typed, sentence in (
        ("fly", "'fly' is no choice of Labyrinth"),
        ("<b>x</b>", "'<b>x</b>' is no choice of Labyrinth"),
        ("slide 1 left", "Row 1 does not slide left: only every other line moves."),
        ("", "'' is no choice of Labyrinth"),
    ):
        field.fill(typed)
        ann.page.keyboard.press("Enter")
        expect(error).to_contain_text(sentence)
    assert ann.offered("slide")
    assert ann.entries() == []
    ann.click("slide")
    ann.expects(INSERT)
    expect(error).to_be_empty()
    assert all(problem.startswith("Failed to load resource") for problem in ann.problems)
    ann.problems.clear()


def test_a_choice_on_an_old_view_plays_nothing(ann: Visitor) -> None:
    two = "all => { for (const one of [all[0], all[1]]) one.firstElementChild.dispatchEvent(new MouseEvent('click', {bubbles: true})) }"
    ann.page.locator("[data-choice^='slide']").evaluate_all(two)
    ann.expects(INSERT)
    expect(ann.page.get_by_role("alert")).to_contain_text("Nothing was played: the board had changed meanwhile.")
    assert len(ann.entries()) == 1
    ann.problems.clear()


def test_a_server_that_comes_back_goes_on_with_every_table(browser: Browser, tmp_path: Path) -> None:
    house = Open(tmp_path)
    ann = Visitor(browser, house)
    ann.start()
    ann.click("slide")
    ann.expects(INSERT)
    house.close()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    house.open()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_hidden()
    ann.expects(INSERT)
    ann.click("insert")
    ann.expects(WALK)
    ann.click("walk")
    ann.expects(SLIDE)  # and the bot has answered
    ann.page.goto("/")
    ann.page.locator(".tables").get_by_role("link", name="Labyrinth").click()
    ann.expects(SLIDE)
    ann.problems.clear()
    ann.close()
    house.close()


def test_a_first_connection_that_fails_is_tried_again(visit: Callable[..., Visitor]) -> None:
    ann, asked = visit(), count()

    def answer(route: Route) -> None:
        if next(asked) == 0:
            route.fulfill(status=503, body="Not yet")
        else:
            route.continue_()

    ann.page.route("**/stream*", answer)
    ann.start()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
    expect(ann.page.locator("#stage svg")).to_be_visible()
    expect(ann.page.get_by_text("The connection is lost.")).to_be_hidden()
    ann.act()
    ann.problems.clear()


# Who sees what


ON_SCREEN = (
    "document.getElementById('table').innerHTML.replace(/ (tabindex|data-htmx-powered|class)=\"[^\"]*\"/g, '').replace(/>\\s+/g, '>')"
)


def test_two_tabs_of_one_seat_agree(ann: Visitor) -> None:
    other = ann.tab()
    other.goto(ann.page.url)
    ann.click("slide")
    for page in (ann.page, other):
        expect(page.locator("#prompt")).to_have_text(INSERT)
    assert other.evaluate(ON_SCREEN) == ann.page.evaluate(ON_SCREEN)
    notation = ann.offered("insert")[0]
    other.locator(f"[data-choice='{notation}'] > :not(.ghost)").first.click()
    ann.expects(WALK)


def test_whoever_has_no_cookie_watches_and_sees_acts_when_they_are_final(ann: Visitor, visit: Callable[..., Visitor]) -> None:
    bob = visit()
    bob.page.goto(ann.page.url)
    expect(bob.page.get_by_text("You are watching")).to_be_visible()
    before = bob.page.evaluate(ON_SCREEN)
    ann.click("slide")
    ann.expects(INSERT)
    assert bob.page.evaluate(ON_SCREEN) == before
    assert bob.page.locator("#say, #undo, [data-choice]").count() == 0
    ann.click("insert")
    ann.expects(WALK)
    ann.click("walk")
    expect(bob.page.locator("#log li").first).to_be_visible()


def test_two_browsers_play_against_each_other(visit: Callable[..., Visitor]) -> None:
    ann, bob = visit(), visit()
    ann.page.goto("/")
    ann.page.locator("article", has_text="Labyrinth").get_by_role("link", name="With friends").click()
    ann.page.get_by_role("button", name="Set the table").click()
    ann.page.get_by_text("Links").click()
    bob.page.goto(ann.page.get_by_role("textbox", name="Blue").input_value())
    bob.page.get_by_label("Your name").fill("Robert")
    bob.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator("#seats")).to_contain_text("Blue: Robert")
    ann.page.get_by_text("Links").click()
    for mine, other in ((ann, bob), (bob, ann), (ann, bob)):
        mine.expects(SLIDE)
        mine.click("slide")
        mine.expects(INSERT)
        mine.click("insert")
        mine.expects(WALK)
        mine.click("walk")
        other.expects(SLIDE)


def test_people_at_one_screen_hand_over_behind_a_curtain(visit: Callable[..., Visitor]) -> None:
    ann = visit()
    ann.page.goto("/set/labyrinth")
    ann.page.get_by_label("Blue", exact=True).select_option("me")
    ann.page.get_by_role("button", name="Set the table").click()
    for colour, other in (("Red", "Blue"), ("Blue", "Red")):
        expect(ann.page.get_by_text(f"{colour} is next.")).to_be_visible()
        expect(ann.page.locator("svg")).to_have_count(0)
        ann.page.get_by_role("link", name=f"I am {colour}").click()
        for kind, then in (("slide", INSERT), ("insert", WALK), ("walk", f"Waiting for {other}.")):
            ann.click(kind)
            if kind != "walk":
                ann.expects(then)
        ann.page.get_by_role("link", name=f"Hand over to {other}").click()


def test_looking_back_is_not_pulled_to_the_present(ann: Visitor) -> None:
    page, slider, past = ann.page, ann.page.get_by_label("Look back"), ann.page.locator("#past")
    ann.act()
    newest = int(slider.input_value())
    assert newest >= 4
    slider.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(past.locator("svg")).to_be_visible()
    expect(past.locator(".moment")).to_have_text(f"Moment {newest - 2} of {newest}.")
    expect(page.locator("#stage")).to_be_hidden()
    assert past.locator("[data-choice]").count() == 0
    ann.open.do(ann.table.choose(0, newest, ann.offered("slide")[0]))
    ann.expects(INSERT)
    expect(slider).to_have_attribute("max", str(newest + 1))
    expect(past.locator(".moment")).to_have_text(f"Moment {newest - 2} of {newest}.")
    page.keyboard.press("Home")
    expect(past.locator(".moment")).to_have_text(f"Moment 0 of {newest + 1}.")
    page.get_by_role("button", name="Now").click()
    expect(past).to_be_hidden()
    expect(page.locator("#stage")).to_be_visible()
    assert slider.input_value() == str(newest + 1)
    ann.click("insert")
    ann.expects(WALK)


def test_a_hint_is_shown_and_a_bot_plays_for_me_until_i_take_my_seat_back(ann: Visitor) -> None:
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("The bot euclid would choose: ")
    ann.page.get_by_role("button", name="Bot for me").click()
    expect(ann.page.locator("#seats")).to_contain_text("Red: bot euclid for somebody")
    expect(ann.page.locator("#log li").nth(3)).to_be_visible()
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.locator("#seats")).to_contain_text("Red: you")


OFFERED = "[document.getElementById('seen').value, [...document.querySelectorAll('[data-choice]')].map(one => one.dataset.choice)]"


@pytest.mark.parametrize("title", ["Traxx", "The Long Way", "The Way", "The Long Road"])
def test_every_game_is_played_by_clicks_against_a_bot(browser: Browser, every_game: Open, title: str) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 1440, "height": 900})
    table = ann.start(title)
    rng, clicks = Random(1), 0
    while clicks < 60 and table.course.position.outcome is None:
        ann.page.wait_for_timeout(10)
        number, offered = ann.page.evaluate(OFFERED)
        if offered and number == str(table.course.screens[0].number):
            ann.page.locator(f"[data-choice='{rng.choice(offered)}']").dispatch_event("click")
            clicks += 1
            while sum(isinstance(entry, Choose) and entry.seat == 0 for entry in table.course.entries) < clicks:
                ann.page.wait_for_timeout(10)
    assert clicks > 0
    if clicks < 60:
        expect(ann.page.locator("#places li")).to_have_count(len(table.seats))
    ann.close()


@pytest.fixture(scope="module")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    house = Open(tmp_path_factory.mktemp("every"), all_games())
    yield house
    house.close()
