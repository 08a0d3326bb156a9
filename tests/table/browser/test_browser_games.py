"""Every game in a browser: played to its end by clicks, by keyboard, and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import hypot
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from byways.game import Player, View, find_game
from byways.referee import steps
from tests.table.browser.visitor import POINTS, Visitor, fits
from tests.table.serving import ServerThread, wait_for

NAMES = ["labyrinth", "traxx", "long_way", "the_way", "long_road"]
# The bots whose choices are clicked, and options for a short game. The random bot plays the other seat.
GUIDES = {"labyrinth": "euclid", "traxx": "greedy", "long_way": "random", "the_way": "greedy", "long_road": "greedy"}
SHORT = {"the_way": {"option_single": "true", "option_turns": "8"}}


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []
    every_game.numbers = count(7)  # the same deals, whatever ran before

    def visit(**looks: object) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


def answers(player: Player, view: View) -> list[str]:
    return [str(choice) for choice in steps(player.choose(view, float("inf")))]


# The place and scale of the board.
BOARD = """() => {
  const { a, e, f } = document.querySelector('#stage > svg').getScreenCTM();
  return [a, e, f].map(value => Math.round(100 * value) / 100);
}"""


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_clicks_on_a_board_that_does_not_move(come: Callable[..., Visitor], name: str) -> None:
    ann, game = come(viewport={"width": 1400, "height": 900}), find_game(name)
    ann.set_table(name, seat_1="bot:random", **SHORT.get(name, {}))
    guide, clicked, place = game.bots[GUIDES[name]](Random(1)), list[str](), ann.page.evaluate(BOARD)
    while (view := ann.settle()).outcome is None:
        for notation in answers(guide, view):
            ann.settle()
            assert ann.page.evaluate(BOARD) == place
            ann.click_on(notation)
            clicked.append(notation)
    assert ann.chosen() == clicked
    assert ann.page.evaluate(BOARD) == place
    expect(ann.page.locator("#reason")).to_contain_text(game.say(view.outcome.reason))
    places = ann.page.locator("#places li")
    expect(places).to_have_count(2)
    assert sorted(places.evaluate_all("all => all.map(one => one.value)")) == sorted(view.outcome.places)
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(ann.page.get_by_role("link", name="Record")).to_be_visible()


FOCUSED = "document.activeElement.dataset.choice ?? null"


def press_until(ann: Visitor, key: str, true: str) -> None:
    for _ in range(120):
        if ann.page.evaluate(true):
            return
        ann.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead there: {true}")


@pytest.mark.parametrize("name", NAMES)
def test_from_the_lobby_into_the_game_by_keyboard_alone(come: Callable[..., Visitor], name: str) -> None:
    ann = come(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    ann.post(name)  # the settings are for a visitor who has played before
    ann.page.goto("/")
    press_until(ann, "Tab", f"document.activeElement.matches('article[aria-labelledby={name}] form summary')")
    ann.page.keyboard.press("Enter")
    press_until(ann, "Tab", f"document.activeElement.matches('article[aria-labelledby={name}] select[name=others]')")
    ann.page.keyboard.type("medium")
    press_until(ann, "Tab", "document.activeElement.innerText === 'Play'")
    ann.page.keyboard.press("Enter")
    table = ann.sit()
    assert table.seats[1].bot == "medium"
    ann.settle()
    press_until(ann, "Tab", f"{FOCUSED} !== null")
    rng, pressed = Random(1), list[str]()
    while ann.settle().outcome is None and len(pressed) < 12:
        wait_for(lambda: ann.page.evaluate(FOCUSED) is not None)  # focus moves to the next option without Tab
        for key in rng.choices(("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"), k=4):
            ann.page.keyboard.press(key)
        pressed.append(ann.page.evaluate(FOCUSED))
        ann.page.keyboard.press(rng.choice(("Enter", "Space")))
        wait_for(lambda: len(ann.chosen()) == len(pressed))
    assert ann.chosen() == pressed


BOXES = """() => Object.fromEntries([...document.querySelectorAll('#stage [data-choice]')].map(option => {
  const box = [...option.children].find(part => !part.classList.contains('ghost')).getBoundingClientRect();
  return [option.dataset.choice, [box.x, box.y, box.width, box.height]];
}))"""
FINGER = 24  # pixels of a target, or free around its middle (WCAG 2.2, criterion 2.5.8)


def too_small(boxes: dict[str, list[float]]) -> list[str]:
    """Options that are too small for a finger and too close to another."""
    small = [notation for notation, box in boxes.items() if round(min(box[2:]), 2) < FINGER]
    return [notation for notation in small if any(is_near(boxes[notation], box) for other, box in boxes.items() if other != notation)]


def is_near(mine: list[float], other: list[float]) -> bool:
    """Whether the circle around one target meets another target, or its circle if that is small too."""
    x, y = mine[0] + mine[2] / 2, mine[1] + mine[3] / 2
    left, top, width, height = other
    away = hypot(x - min(max(x, left), left + width), y - min(max(y, top), top + height))
    apart = hypot(x - left - width / 2, y - top - height / 2)
    return away < FINGER / 2 or (min(width, height) < FINGER and apart < FINGER)


LETTERS = """() => [...document.querySelectorAll('#stage text')]
  .filter(text => text.checkVisibility({ visibilityProperty: true }) && text.getBoundingClientRect().width > 0)
  .map(text => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])
  .filter(([size]) => size < 10.95)"""


# As much as can be said around the board.
CHATTER = """() => {
  for (const name of ['prompt', 'aim', 'advice', 'error']) document.getElementById(name)?.replaceChildren('word '.repeat(40));
  document.getElementById('seats').append(...[...document.querySelectorAll('#seats li')].map(one => one.cloneNode(true)));
  document.getElementById('line').hidden = false;
}"""


@pytest.mark.parametrize("name", NAMES)
def test_on_a_phone_the_whole_board_is_visible_with_large_enough_letters_and_options(come: Callable[..., Visitor], name: str) -> None:
    ann = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce")
    ann.set_table(name, seat_1="bot:random")
    rng, place = Random(3), ann.page.evaluate(BOARD)
    for number in range(1, 11):
        if (view := ann.settle()).outcome:
            break
        size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert ann.page.evaluate(size) == [390, 844]
        assert fits(ann.page.locator("#stage > svg").bounding_box(), 390, 844)
        assert too_small(ann.page.evaluate(BOXES)) == []
        assert ann.page.evaluate(LETTERS) == []
        assert ann.page.evaluate(BOARD) == place
        points, notation = ann.page.evaluate(POINTS), str(rng.choice(view.choices))
        ann.tap(points[notation])
        ann.pick_row(notation)
        wait_for(lambda: len(ann.chosen()) == number)  # noqa: B023
        assert ann.chosen()[-1] == notation
    ann.page.evaluate(CHATTER)
    assert ann.page.evaluate(BOARD) == place


@pytest.mark.parametrize("seats", [3, 4])
def test_on_a_phone_the_page_is_never_wider_than_the_screen(come: Callable[..., Visitor], seats: int) -> None:
    ann = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.start(players=str(seats), others="bot:random")
    assert ann.page.locator("#seats li").count() == seats
    assert ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [390, 390]
