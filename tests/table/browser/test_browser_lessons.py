"""Lessons by touch, mouse and keyboard; guides; explanations on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from byways.game import Game, all_games
from byways.teaching.lesson import Cue, Lesson, lessons
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import CLOSE_SHOWS, PHONE, POINTS, WIDE, Visitor
from tests.table.serving import ServerThread, wait_for

WAYS = {"finger": (PHONE, ("finger",)), "mouse and keys": (WIDE, ("mouse", "keys"))}
ALL = [(game, lesson, way) for game in all_games() for lesson, way in zip(lessons(game).values(), cycle(WAYS), strict=False)]
# Their thousands of parts would take axe many seconds; it sees the same drawings at the table.
EMPTY_FIGURES = "document.querySelectorAll('figure svg').forEach(figure => figure.replaceChildren())"
WIDER_THAN_THE_WINDOW = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


class Learner(Visitor):
    """A learner who does what a lesson asks, by different means in turn."""

    def __init__(self, browser: Browser, server: ServerThread, way: str) -> None:
        looks, ways = WAYS[way]
        super().__init__(browser, server, **looks)
        self.ways = cycle(ways)
        self.way = next(self.ways)

    def learn(self, game: Game, lesson: Lesson) -> None:
        self.page.goto(f"/learn/{game.name}")
        start = self.page.locator(f"form[action='/learn/{game.name}/{lesson.name}'] button")
        if self.way == "keys":
            start.focus()
            self.page.keyboard.press("Enter")
        else:
            start.click()
        self.sit()

    @property
    def step(self) -> int:
        step = self.table.match.script.step
        assert step is not None
        return step

    def read(self) -> None:
        """Read all pages of the step, up to the one that asks."""
        following = self.page.locator("#lesson-next")
        while following.is_visible():
            if self.way == "keys":
                following.focus()
                self.page.keyboard.press("Enter")
            else:
                following.click()

    def obey(self, lesson: Lesson) -> None:
        """Do what the step asks, and wait for the next one."""
        wait_for(self.is_asked)
        number, view = self.step, self.shown(lesson)
        asked = lesson.steps[number].advice(view)
        assert asked is not None
        played, self.way = len(self.table.match.entries), next(self.ways)
        self.page.evaluate(CLOSE_SHOWS)
        self.read()
        self.take(asked)
        wait_for(lambda: len(self.table.match.entries) > played)
        wait_for(self.is_asked)

    def is_asked(self) -> bool:
        """Whether the script waits for the learner, or is over."""
        return self.table.match.script.cue in (None, Cue(self.step))

    def shown(self, lesson: Lesson) -> Any:
        screen = self.table.match.screens[lesson.seat]
        wait_for(lambda: self.shows(screen.number, lesson.seat))
        return screen.view

    def take(self, notation: str) -> None:
        point = self.page.evaluate(POINTS)[notation]
        assert point is not None, f"'{notation}' cannot be met"
        if self.way == "mouse":
            self.page.mouse.click(*self.moved(point))
        elif self.way == "finger":
            self.tap(point)
            self.pick_row(notation)
        else:
            self.page.locator(f"#stage [data-choice='{notation}']").focus()
            self.page.keyboard.press("Enter")


@pytest.mark.parametrize(("game", "lesson", "way"), ALL, ids=[f"{game.name}-{lesson.name}-{way}" for game, lesson, way in ALL])
def test_a_lesson_is_played_to_its_end(browser: Browser, every_game: ServerThread, game: Game, lesson: Lesson, way: str) -> None:
    learner = Learner(browser, every_game, way)
    learner.learn(game, lesson)
    for number in range(len(lesson.steps) - 1):
        expect(learner.page.locator("#lesson")).to_have_attribute("data-step", str(number + 1))
        learner.obey(lesson)
    expect(learner.page.locator("#lesson")).to_have_attribute("data-step", str(len(lesson.steps)))
    assert not learner.page.evaluate(WIDER_THAN_THE_WINDOW)
    assert learner.table.match.position.outcome is None
    learner.read()
    names = [*lessons(game)]
    is_last = lesson.name == names[-1]
    onward = learner.page.locator("#lesson").get_by_role("button", name="Play a real game" if is_last else "Next lesson")
    expect(onward).to_be_in_viewport(ratio=1)
    expect(learner.page.locator("#lesson-next")).to_be_hidden()
    wait_for(lambda: learner.table.learned)
    learner.page.goto(f"/learn/{game.name}")
    expect(learner.page.get_by_role("img", name="done", exact=True)).to_have_count(1)
    learner.close()


def test_every_game_has_lessons_and_a_guide() -> None:
    assert {game.name for game, _, _ in ALL} == {game.name for game in all_games()}


@pytest.fixture
def reader(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    visitor = Visitor(browser, every_game, **PHONE)
    yield visitor
    visitor.close()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_the_guide_is_readable_on_a_phone(reader: Visitor, game: Game) -> None:
    reader.page.goto(f"/rules/{game.name}")
    expect(reader.page.get_by_role("navigation", name="On this page")).to_be_visible()
    assert reader.page.locator("figure svg").count() >= 3
    assert not reader.page.evaluate(WIDER_THAN_THE_WINDOW)
    reader.page.evaluate(EMPTY_FIGURES)
    assert in_light_and_dark(reader.page) == []
    reader.page.goto(f"/rules/{game.name}/fine-print")
    assert not reader.page.evaluate(WIDER_THAN_THE_WINDOW)
    reader.page.goto(f"/learn/{game.name}")
    assert in_light_and_dark(reader.page) == []


# At the table


@pytest.fixture
def player(browser: Browser, every_game: ServerThread) -> Iterator[Visitor]:
    visitor = Visitor(browser, every_game, **PHONE)
    yield visitor
    visitor.close()


def test_a_tap_on_something_illegal_explains_why(player: Visitor) -> None:
    player.start()
    home = player.page.locator("#board-home-1").bounding_box()
    assert home is not None
    player.page.touchscreen.tap(home["x"] + home["width"] / 2, home["y"] + home["height"] / 2)
    expect(player.page.locator("#about")).to_contain_text("Slide a row or a column first")
    player.page.keyboard.press("Escape")
    expect(player.page.locator("#about")).to_be_hidden()


def test_a_disabled_undo_explains_why(player: Visitor) -> None:
    player.start()
    player.page.locator("#undo").click(force=True)  # disabled, but it answers
    expect(player.page.locator("#error")).to_contain_text("nothing to take back")
    player.problems.clear()  # the browser logs the refusal


def test_the_help_drawer_summarises_a_turn_and_closes(player: Visitor) -> None:
    player.start()
    player.page.locator("#help summary").click()
    expect(player.page.get_by_role("heading", name="Legend")).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("heading", name="Legend")).to_be_hidden()


def test_a_thing_under_an_option_can_be_looked_up(browser: Browser, every_game: ServerThread) -> None:
    visitor = Visitor(browser, every_game, **WIDE)
    visitor.start("long_road")
    visitor.settle()
    visitor.page.locator("#stage [data-choice^='play '] > :not(.ghost)").first.hover()
    expect(visitor.page.locator("#about")).to_contain_text("Bonus:")
    visitor.close()


def test_a_phone_gets_the_tall_sheet_and_a_rotated_one_the_wide_sheet(browser: Browser, every_game: ServerThread) -> None:
    visitor = Visitor(browser, every_game, viewport={"width": 390, "height": 844})
    visitor.start("long_road")
    expect(visitor.page.locator("#stage svg")).to_have_attribute("viewBox", re.compile("^0 0 400 "))
    visitor.page.set_viewport_size({"width": 1366, "height": 768})
    expect(visitor.page.locator("#stage svg")).to_have_attribute("viewBox", re.compile("^0 0 1000 "))
    visitor.close()


def test_details_are_available_by_keyboard(browser: Browser, every_game: ServerThread) -> None:
    visitor = Visitor(browser, every_game, **WIDE)
    visitor.start("long_road")
    thing = visitor.page.locator("#stage [data-thing][tabindex='0']")
    expect(thing).to_have_count(1)
    thing.focus()
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.locator("#about")).to_be_visible()
    expect(visitor.page.locator("#moment")).to_have_value(visitor.page.locator("#moment").get_attribute("max") or "")
    visitor.close()
