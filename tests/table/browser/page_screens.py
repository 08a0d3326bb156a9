"""Screens beside the game: reading pages, drawers of a table, chat, an invitation, puzzles and a review."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from playwright.sync_api import Browser, Page, expect

from byways.daily import daily_of
from byways.game import Game
from byways.puzzles.collection import shipped
from byways.table.play.puzzling import state_of
from tests.table.browser.moments import played
from tests.table.browser.screens import SIZES, opened
from tests.table.browser.test_browser_solving import SEND, is_past
from tests.table.browser.visitor import Visitor
from tests.table.reviews import make_reviews_up
from tests.table.routes.test_solving import solution_of, wrong_act
from tests.table.serving import ServerThread, wait_for

PAGES = ("/", "/set/{game}", "/learn/{game}", "/rules/{game}", "/today", "/daily/{game}", "/puzzles", "/puzzles/{game}")
DRAWERS = ("help", "settings")


def pages(browser: Browser, server: ServerThread, size: str, language: str, game: Game) -> Iterator[tuple[str, Page]]:
    ann, bob = (Visitor(browser, server, locale=language, **SIZES[size]) for _ in range(2))
    for path in PAGES if daily_of(game) else [path for path in PAGES if "daily" not in path]:
        ann.page.goto(path.format(game=game.name))
        yield path, ann.page
    yield from together(ann, bob, game)
    yield from puzzle(ann, game)
    yield from review(ann, game)
    ann.close()
    bob.close()


def together(ann: Visitor, bob: Visitor, game: Game) -> Iterator[tuple[str, Page]]:
    """Invite a friend, talk, and open the drawers, also while talking."""
    ann.start(game.name, seat_0="me", seat_1="free")
    yield "links", ann.page
    bob.page.goto(ann.page.locator("#links [data-free] input").input_value())
    yield "invitation", bob.page
    bob.page.locator("main input[name=name]").fill("Bob")
    bob.page.locator("main form button").first.click()
    bob.sit()
    ann.page.locator("#links").evaluate("drawer => (drawer.open = false)")
    ann.page.locator("#talk-toggle").click()
    yield "chat", ann.page
    ann.page.locator("#settings").evaluate("drawer => (drawer.open = true)")
    yield "chat and settings", ann.page
    ann.page.locator("#settings").evaluate("drawer => (drawer.open = false)")
    ann.page.locator("#talk-close").click()
    for name in DRAWERS:
        drawer = ann.page.locator(f"#{name}")
        drawer.evaluate("drawer => (drawer.open = true)")
        yield name, ann.page
        drawer.evaluate("drawer => (drawer.open = false)")


def puzzle(ann: Visitor, game: Game) -> Iterator[tuple[str, Page]]:
    """Ask a puzzle, answer it wrong and then right."""
    if not shipped(game):
        return
    ann.page.goto(ann.request.post(f"/puzzles/{game.name}/1", max_redirects=0).headers["location"])
    table, verdict = ann.sit(), ann.page.locator("#verdict")
    seat = state_of(table).puzzle.seat
    yield "puzzle", ann.page
    ann.shows(table.match.screens[seat].number, seat)
    ann.page.evaluate(SEND, wrong_act(table))
    expect(ann.page.locator("#verdict:not([data-playing]) .then svg")).to_be_visible()
    yield "puzzle, wrong", ann.page
    ann.page.keyboard.press("Enter")
    expect(verdict).to_be_hidden()
    while not state_of(table).is_solved:
        turns = state_of(table).puzzle.turns
        ann.shows(table.match.screens[seat].number, seat)
        ann.page.evaluate(SEND, solution_of(table))
        wait_for(partial(is_past, table, turns))
    expect(ann.page.locator("#puzzle.solved .why").last).to_be_visible()
    yield "puzzle, right", ann.page


def review(ann: Visitor, game: Game) -> Iterator[tuple[str, Page]]:
    make_reviews_up(ann.open)
    opened(ann, game, played(game, 2, 1, {}), 0)
    ann.page.goto(f"/play/{ann.table.id}/review")
    expect(ann.page.locator("#act .words")).to_be_visible()
    expect(ann.page.locator("#how")).to_be_attached()
    yield "review", ann.page
