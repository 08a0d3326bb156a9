"""The lobby in a real browser: it fits, and it remembers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from byways.table.routes.lobby import SHOWN
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def visit(**looks: Any) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        visitors[-1].page.goto("/")
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(come: Callable[..., Visitor]) -> Visitor:
    return come(viewport={"width": 1366, "height": 768})


def settings(card: Locator) -> Locator:
    return card.locator("form summary")


def card_of(ann: Visitor, game: str) -> Locator:
    return ann.page.get_by_role("article", name=game, exact=True)


def test_all_games_are_there_without_scrolling_below_ones_own_tables(ann: Visitor) -> None:
    for _ in range(SHOWN + 1):
        ann.request.post("/new", form={"game": "traxx", "others": "free"})
    ann.page.reload()
    expect(ann.page.locator(".own .tables li")).to_have_count(SHOWN)
    buttons = ann.page.get_by_role("button", name="Play").all()
    assert [fits(button.bounding_box(), 1366, 768) for button in buttons] == [True] * 5


# What is drawn wider than the card or the table that it belongs to.
OUTSIDE = """() => [...document.querySelectorAll('article, .tables a')].flatMap(card => {
  const { left, right } = card.getBoundingClientRect();
  const isOutside = box => box.left < left || box.right > right;
  const shown = [...card.querySelectorAll('*')].filter(one => one.checkVisibility());
  return shown.filter(one => isOutside(one.getBoundingClientRect())).map(one => one.outerHTML);
})"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 700), (768, 1024), (1366, 768), (1920, 1080)])
def test_nothing_is_wider_than_the_page(come: Callable[..., Visitor], width: int, height: int) -> None:
    ann = come(viewport={"width": width, "height": height})
    ann.request.post("/new", form={"game": "long_way", "players": "8", "others": "free"})
    ann.page.reload()
    ann.page.get_by_text("Change").first.click()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
    assert ann.page.evaluate(OUTSIDE) == []


def test_a_game_is_set_as_it_was_last_time(ann: Visitor) -> None:
    expect(settings(card_of(ann, "Traxx"))).to_contain_text("2 players · medium bots")
    card = ann.choose_others("bot:random", "Traxx")
    card.get_by_label("Players").select_option("3")
    expect(settings(card)).to_contain_text("3 players · random")
    ann.page.reload()
    expect(settings(card)).to_contain_text("3 players · random")
    expect(settings(card_of(ann, "Labyrinth"))).to_contain_text("2 players · medium bots")
    card.get_by_role("button", name="Play").click()
    assert [seat.bot for seat in ann.sit().seats] == [None, "random", "random"]


def test_what_is_remembered_but_no_longer_offered_is_forgotten(ann: Visitor) -> None:
    ann.page.evaluate("localStorage.setItem('lobby-traxx', JSON.stringify({ players: '9', others: 'bot:gone' }))")
    ann.page.reload()
    expect(settings(card_of(ann, "Traxx"))).to_contain_text("2 players · medium bots")


def test_an_unusual_game_is_named(ann: Visitor) -> None:
    card = ann.choose_others("me")
    card.get_by_label("Game").select_option("longer")
    expect(settings(card)).to_contain_text("2 players · all at this screen · Longer")


def test_who_plays_alone_plays_with_nobody(ann: Visitor) -> None:
    card = ann.choose_others("free", "Traxx")
    card.get_by_label("Players").select_option("1")
    expect(card.get_by_label("With")).to_be_disabled()
    expect(settings(card)).to_have_text("alone Change")
    card.get_by_role("button", name="Play").click()
    assert [seat.kind for seat in ann.sit().seats] == ["person"]


def test_settings_are_closed_by_escape_their_cross_a_click_elsewhere_or_leaving_them(ann: Visitor) -> None:
    card = card_of(ann, "Labyrinth")
    players = card.locator("select[name=players]")
    ways: list[Callable[[], None]] = [
        lambda: ann.page.keyboard.press("Escape"),
        lambda: card.get_by_role("button", name="Close").click(),
        lambda: card.get_by_role("button", name="Play").focus(),
        lambda: ann.page.mouse.click(700, 5),
    ]
    for leave in ways:
        settings(card).click()
        expect(players).to_be_visible()
        leave()
        expect(players).to_be_hidden()


def test_a_longer_game_is_one_click_away(ann: Visitor) -> None:
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Longer").click()
    assert ann.sit().match.referee.head.options["treasures"] == 2
