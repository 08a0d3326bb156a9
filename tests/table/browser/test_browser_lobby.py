"""The lobby in a browser: layout and remembered settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from byways.table.routes.lobby import SHOWN
from byways.table.seats import hash_of
from byways.table.store import progress
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import Visitor, fits
from tests.table.serving import ServerThread


@pytest.fixture
def come(browser: Browser, every_game: ServerThread) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def visit(is_new: bool = False, **looks: Any) -> Visitor:
        visitors.append(Visitor(browser, every_game, **looks))
        if not is_new:
            table = visitors[-1].post("long_way")
            visitors[-1].request.post("/mine/clear", form={"table": table.removeprefix("/play/")})
        visitors[-1].page.goto("/")
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.close()


@pytest.fixture
def ann(come: Callable[..., Visitor]) -> Visitor:
    return come(viewport={"width": 1366, "height": 768})


def achieve(ann: Visitor, game: str, *steps: str) -> None:
    """Store a visitor's progress."""
    achieved = [(hash_of(ann.cookie("me")), step) for step in steps]
    ann.open.do(ann.open.tables.store.transaction(partial(progress.add, game=game, achieved=achieved)))


def settings(card: Locator) -> Locator:
    return card.locator("form summary")


def card_of(ann: Visitor, game: str) -> Locator:
    return ann.page.get_by_role("article", name=game, exact=True)


def test_all_games_fit_without_scrolling_below_the_visitors_tables(ann: Visitor) -> None:
    for _ in range(SHOWN + 1):
        ann.request.post("/new", form={"game": "traxx", "others": "free"})
    ann.page.reload()
    expect(ann.page.locator(".today .tables li")).to_have_count(SHOWN)
    expect(ann.page.locator(".today")).to_contain_text("1 more table")
    for name in ("Play", "Invite"):
        buttons = ann.page.get_by_role("article").get_by_role("button", name=name).all()
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
    achieve(ann, "long_way", "lesson round", "beat medium")
    achieve(ann, "labyrinth", "beat easy")
    ann.page.reload()
    ann.page.get_by_text("Change").locator("visible=true").first.click()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
    assert ann.page.evaluate(OUTSIDE) == []


# Pairs of texts and buttons of a card that overlap.
OVERLAPS = """() => [...document.querySelectorAll('article')].flatMap(card => {
  const textBox = one => { const range = document.createRange(); range.selectNodeContents(one); return range.getBoundingClientRect(); };
  const buttons = [...card.querySelectorAll('.go button')].filter(one => one.checkVisibility());
  const texts = [...card.querySelectorAll('h2, h3, .facts')].filter(one => one.checkVisibility());
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return texts.flatMap(text => buttons.filter(one => meets(textBox(text), one.getBoundingClientRect())).map(one => text.textContent));
})"""


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("is_new", [True, False])
def test_long_words_fit_a_narrow_phone(come: Callable[..., Visitor], is_new: bool, language: str) -> None:
    ann = come(is_new, viewport={"width": 320, "height": 700}, locale=language)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert [ann.page.evaluate(OUTSIDE), ann.page.evaluate(OVERLAPS)] == [[], []]


def test_the_settings_of_a_game_are_remembered(ann: Visitor) -> None:
    expect(settings(card_of(ann, "Traxx"))).to_have_text("easy bot Change")
    card = ann.choose_others("bot:hard", "Traxx")
    card.get_by_label("Players").select_option("3")
    expect(settings(card)).to_contain_text("3 players · hard bots")
    ann.page.reload()
    expect(settings(card)).to_contain_text("3 players · hard bots")
    expect(settings(card_of(ann, "Labyrinth"))).to_have_text("easy bot Change")
    card.get_by_role("button", name="Play").click()
    assert [seat.bot for seat in ann.sit().seats] == [None, "hard", "hard"]


def test_remembered_settings_that_are_no_longer_offered_are_ignored(ann: Visitor) -> None:
    ann.page.evaluate("localStorage.setItem('lobby-traxx', JSON.stringify({ offer: '0 2 None', players: '9', others: 'bot:gone' }))")
    ann.page.reload()
    expect(settings(card_of(ann, "Traxx"))).to_have_text("easy bot Change")


def test_a_preset_is_shown_on_the_card(ann: Visitor) -> None:
    card = ann.choose_others("me")
    card.get_by_label("Game").select_option("longer")
    expect(settings(card)).to_contain_text("2 players · everyone at this screen · Longer: a larger maze, two treasures each")
    expect(card.locator(".facts")).to_contain_text("5–15 min")


def test_a_number_of_players_that_a_preset_does_not_allow_chooses_another(ann: Visitor) -> None:
    card = ann.choose_others("bot:easy")
    expect(card.locator(".facts")).to_contain_text("5–10 min")
    card.get_by_label("Players").select_option("5")
    expect(card.get_by_label("Game")).to_have_value("longer")
    expect(card.locator(".facts")).to_contain_text("5–15 min")


def test_on_a_phone_every_card_says_how_many_play_how_long_and_what(come: Callable[..., Visitor]) -> None:
    ann = come(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for game, facts in {"Labyrinth": ("2–6 players", "5–10 min"), "The Way": ("2 players", "20–60 min", "a set of three games")}.items():
        for fact in facts:
            expect(card_of(ann, game).locator(".facts").get_by_text(fact)).to_be_visible()


def test_a_finger_reads_what_a_variant_means(come: Callable[..., Visitor]) -> None:
    ann = come(viewport={"width": 820, "height": 1100}, has_touch=True, is_mobile=True)
    expect(ann.page.get_by_role("button", name="Longer: a larger maze, two treasures each · 5–15 min")).to_be_visible()


def test_a_solo_game_has_no_other_players(ann: Visitor) -> None:
    card = ann.choose_others("free", "Traxx")
    card.get_by_label("Players").select_option("1")
    expect(card.get_by_label("With")).to_be_disabled()
    expect(settings(card)).to_have_text("alone Change")
    card.get_by_role("button", name="Play").click()
    assert [seat.kind for seat in ann.sit().seats] == ["person"]


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
def test_open_settings_show_the_title_of_their_game(come: Callable[..., Visitor], width: int, height: int) -> None:
    ann = come(viewport={"width": width, "height": height})
    card = ann.page.get_by_role("article", name="The Long Way", exact=True)
    card.get_by_role("heading").click()  # on a phone only the chosen card has settings
    card.get_by_text("Change").click()
    expect(card.locator(".over[open]").get_by_text("The Long Way")).to_be_in_viewport(ratio=1)


def test_settings_close_by_escape_their_button_a_click_elsewhere_or_losing_focus(ann: Visitor) -> None:
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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1366, 768)])
def test_a_newcomer_sees_one_game_with_two_buttons_and_small_cards(come: Callable[..., Visitor], width: int, height: int) -> None:
    ann = come(is_new=True, viewport={"width": width, "height": height})
    assert in_light_and_dark(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
    first = card_of(ann, "Labyrinth")
    for button in (first.get_by_role("button", name="Play we teach you"), first.get_by_role("button", name="Invite a friend")):
        assert fits(button.bounding_box(), width, height)
    assert ann.page.get_by_role("textbox").count() == 0  # no name is asked for
    assert [len(card_of(ann, game).get_by_role("button").all()) for game in ("The Long Road", "The Way", "Traxx")] == [2, 2, 2]
    first.get_by_role("button", name="Play we teach you").click()
    assert ann.sit().match.script.lesson is not None
    ann.page.goto("/")
    expect(card_of(ann, "Labyrinth").get_by_role("link", name="Learn it: ")).to_be_visible()


def test_a_newcomer_can_play_at_once_or_just_watch(come: Callable[..., Visitor]) -> None:
    for name, kinds in (("Play without a lesson", ["person", "bot"]), ("Just watch a game", ["bot", "bot"])):
        ann = come(is_new=True)
        ann.page.get_by_role("button", name=name).click()
        assert [seat.kind for seat in ann.sit().seats] == kinds


def test_the_card_offers_the_next_level_and_shows_whom_one_beats(ann: Visitor) -> None:
    card = card_of(ann, "Traxx")
    ann.choose_others("bot:easy", "Traxx")  # remembered until a win
    ann.page.keyboard.press("Escape")
    expect(card).not_to_contain_text("you beat")
    achieve(ann, "traxx", "beat easy", "lesson line")
    ann.page.reload()
    expect(card).to_contain_text("you beat easy")
    expect(settings(card)).to_contain_text("Next: medium bot")
    expect(card.get_by_role("img", name="done", exact=True)).to_have_count(1)
    achieve(ann, "traxx", "beat hard")
    ann.page.reload()
    expect(settings(card)).to_contain_text("Next: 3 players · hard bots")
    card.get_by_role("button", name="Play").click()
    assert [seat.bot for seat in ann.sit().seats] == [None, "hard", "hard"]


def test_on_a_phone_a_bar_plays_the_game_that_was_tapped(come: Callable[..., Visitor]) -> None:
    ann = come(viewport={"width": 390, "height": 844}, has_touch=True)
    expect(ann.page.get_by_role("button", name="Play Labyrinth")).to_be_in_viewport(ratio=1)
    ann.page.get_by_role("heading", name="Traxx").tap()
    ann.page.get_by_role("button", name="Play Traxx").tap()
    assert ann.sit().game.name == "traxx"
    ann.page.goto("/")
    card_of(ann, "Labyrinth").get_by_role("button", name="Play").tap()
    assert ann.sit().game.name == "labyrinth"


def test_a_saved_name_is_confirmed_and_used_in_lessons_too(ann: Visitor) -> None:
    ann.page.get_by_text("Your name").first.click()
    ann.page.get_by_label("Your name").fill("Nora")
    ann.page.get_by_role("button", name="Save").click()
    expect(ann.page.get_by_role("status")).to_have_text("Saved: you are Nora at all tables.")
    ann.page.request.post("/learn/traxx/line")
    ann.page.goto("/mine")
    ann.page.get_by_role("listitem").first.get_by_role("link").click()
    expect(ann.page.locator("#seats")).to_contain_text("Nora")
    expect(ann.page.locator("#stage text").get_by_text("Nora", exact=True)).to_be_visible()  # in the table of scores
    expect(ann.page.locator("#stage text").get_by_text("Otter")).to_have_count(0)
