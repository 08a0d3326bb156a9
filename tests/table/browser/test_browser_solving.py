"""Puzzles in a real browser, on a phone."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from byways.table.play.puzzling import state_of
from byways.table.play.table import Table
from tests.table.browser.test_browser_access import in_light_and_dark
from tests.table.browser.visitor import POINTS, Visitor
from tests.table.routes.test_solving import GAMES, solution_of, wrong_act
from tests.table.serving import ServerThread, wait_for

SEND = """steps => { const form = document.getElementById("say");
  htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, values: { choice: steps.join("\\n") } }) }"""


def is_past(table: Table, turns: int) -> bool:
    """Whether fewer acts are left than this, and the reply is over."""
    state = state_of(table)
    return state.puzzle.turns < turns and (state.is_solved or state.puzzle.seat in table.match.screens[state.puzzle.seat].view.awaited)


@pytest.mark.long
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_wrong_act_shows_its_consequence_and_a_right_one_solves_the_puzzle(browser: Browser, every_game: ServerThread, game: str) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    page = ann.page
    page.goto(ann.request.post(f"/puzzles/{game}/1", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(page.url)
    seat = state_of(table).puzzle.seat
    expect(page.locator("#question")).to_be_visible()
    assert in_light_and_dark(page) == []
    text = page.locator(".board-text")
    text.locator("summary").tap()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for key in ("ArrowLeft", "["):  # nothing to look back at yet
        page.keyboard.press(key)
    board, first, *others = page.locator("#stage svg").get_attribute("viewBox"), *wrong_act(table)
    ann.shows(table.match.screens[seat].number, seat)
    if game == "labyrinth":
        ann.tap(page.evaluate(POINTS)[first])
        wait_for(lambda: state_of(table).steps_taken(table.match.position))
    else:
        others = [first, *others]
    ann.shows(table.match.screens[seat].number, seat)
    page.evaluate(SEND, others)
    again = page.get_by_role("button", name="Try again")
    expect(text).to_have_attribute("open", "")
    text.evaluate("text => { text.open = false }")
    expect(again).to_be_focused()
    expect(page.locator("#verdict:not([data-playing]) .then svg")).to_be_visible()
    assert in_light_and_dark(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator("#stage svg")).to_have_attribute("viewBox", board or "")
    page.locator("#hint").tap()
    expect(page.locator("#advice .text")).to_be_visible()
    while not state_of(table).is_solved:
        turns = state_of(table).puzzle.turns
        while not ann.shows(table.match.screens[seat].number, seat):
            pass
        page.evaluate(SEND, solution_of(table))
        wait_for(partial(is_past, table, turns))
    expect(page.locator("#puzzle.solved .why").last).to_be_visible()
    assert in_light_and_dark(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Next puzzle").tap()
    page.wait_for_url(lambda url: table.id not in url)
    expect(page.locator("#question")).to_be_visible()
    assert ann.problems == []
    ann.close()


def test_the_board_of_a_puzzle_does_not_tell_what_a_wall_leads_to(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game)
    ann.page.goto(ann.request.post("/puzzles/long_way/1", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(ann.page.url)
    seat = state_of(table).puzzle.seat
    shown = ann.page.locator(".outlook:visible")
    for steps in (["wall c3"], ["side east"]):
        ann.shows(table.match.screens[seat].number, seat)
        expect(shown).to_have_count(0)
        ann.page.evaluate(SEND, steps)
        wait_for(lambda last=steps[0]: str(table.match.screens[seat].view.act[-1]) == last)  # type: ignore[misc]
    ann.shows(table.match.screens[seat].number, seat)
    expect(ann.page.locator(".outlook").first).to_be_attached()
    expect(shown).to_have_count(0)
    ann.close()


def test_below_a_verdict_the_whole_act_is_told(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    ann.page.goto(ann.request.post("/puzzles/the_way/4", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(ann.page.url)
    seat = state_of(table).puzzle.seat
    ann.shows(table.match.screens[seat].number, seat)
    ann.page.evaluate(SEND, ["stay"])
    told = ann.page.locator("#verdict:not([data-playing]) .told")
    expect(told).to_have_text("Ash turns a4 to the right. Ash moves to a5. Ash has been to the Midpoint, is back on Start, and wins.")
    ann.close()


def test_a_tap_on_ones_own_card_of_the_way_does_not_complete_the_act(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    ann.page.goto(ann.request.post("/puzzles/the_way/13", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(ann.page.url)
    seat = state_of(table).puzzle.seat
    ann.shows(table.match.screens[seat].number, seat)
    ann.page.evaluate(SEND, ["turn c1 right"])
    wait_for(lambda: bool(table.match.screens[seat].view.act))
    ann.shows(table.match.screens[seat].number, seat)
    ann.page.locator(f"#board-token-{state_of(table).puzzle.values['piece']}").tap(force=True)
    expect(ann.page.locator("#about")).to_contain_text("You have already altered a card in this turn. Now move or stay, or undo.")
    assert [str(step) for step in table.match.screens[seat].view.act] == ["turn c1 right"]
    ann.close()


def test_a_hint_goes_once_the_solution_is_shown(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    page = ann.page
    page.goto(ann.request.post("/puzzles/the_way/100", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(page.url)
    seat = state_of(table).puzzle.seat
    ann.shows(table.match.screens[seat].number, seat)
    page.evaluate(SEND, ["stay"])
    page.locator("#verdict-close").tap()
    page.locator("#hint").tap()
    expect(page.locator("#advice .text")).to_be_visible()
    page.locator("#solution").tap()
    expect(page.locator("#puzzle.shown")).to_be_attached()
    expect(page.locator("#advice")).to_be_empty()
    ann.close()


def test_hints_of_traxx_mark_the_places_they_name_and_known_cards_are_numbered(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    page = ann.page
    page.goto(ann.request.post("/puzzles/traxx/1", max_redirects=0).headers["location"])
    state = state_of(every_game.table(page.url))
    for nth, card in enumerate(state.puzzle.known, 2):
        expect(page.locator(f"#stage [data-chance='{card}'] .nth")).to_have_text(str(nth))
    expect(page.locator("#stage .nth")).to_have_count(len(state.puzzle.known))
    for words, marks in (("Hint 1 of 3", 1), ("Hint 2 of 3", 2), ("Hint 3 of 3", 0)):
        page.locator("#hint").tap()
        expect(page.locator("#advice p span")).to_have_text(words)
        expect(page.locator("#advice p span")).to_be_in_viewport()
        expect(page.locator("#stage .places circle")).to_have_count(marks)
    assert ann.problems == []
    ann.close()


def test_the_solution_goes_on_act_by_act_and_the_board_stays_where_it_is(browser: Browser, every_game: ServerThread) -> None:
    ann = Visitor(browser, every_game, viewport={"width": 390, "height": 844}, has_touch=True)
    page = ann.page
    page.goto(ann.request.post("/puzzles/labyrinth/40", max_redirects=0).headers["location"])
    ann.table = table = every_game.table(page.url)
    seat = state_of(table).puzzle.seat
    top = "document.querySelector(SELECTOR).getBoundingClientRect().top"
    ann.shows(table.match.screens[seat].number, seat)
    before = page.evaluate(top.replace("SELECTOR", "'#stage svg'"))
    page.evaluate(SEND, wrong_act(table))
    page.get_by_role("button", name="Try again").tap()
    for nth in range(3):
        page.locator("#hint").tap()
        expect(page.locator("#advice")).to_contain_text(f"Hint {nth + 1} of 3")
    assert page.evaluate(top.replace("SELECTOR", "'#stage svg'")) == before
    page.locator("#solution").tap()
    on, why = page.get_by_role("button", name="Next act"), page.locator("#verdict .why")
    for nth in range(1, 6):
        expect(page.locator("#verdict .so-far")).to_have_text(f"{nth} of 5")
        page.locator("#verdict .title").tap()  # to the end of the act
        expect(page.locator("#verdict:not([data-playing]) .then svg")).to_be_visible()
        expect(why).to_be_visible(visible=nth == 5)
        if nth < 5:
            on.tap()
    assert page.evaluate(top.replace("SELECTOR", "'#verdict .then svg'")) == before
    expect(on).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Previous act").tap()
    expect(page.locator("#verdict .so-far")).to_have_text("4 of 5")
    assert ann.problems == []
    ann.close()
