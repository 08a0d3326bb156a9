"""Screens of every kind, one after the other: steps of lessons, positions with each kind of choice, shows, results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from playwright.sync_api import Browser, Page

from byways.game import Game
from byways.record import Record
from byways.table.play.new_table import TablePlan
from byways.teaching.lesson import Lesson
from tests.table.browser.moments import last, moments, played, shows
from tests.table.browser.visitor import PHONE, WIDE, Visitor
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import key

SIZES: dict[str, dict[str, Any]] = {"wide": WIDE, "phone": PHONE}
# What others do is announced in the place of the prompt while it is shown step by step.
FOLLOW = """([following, text]) => {
  document.body.classList.toggle('following', following);
  document.getElementById('caption').textContent = text;
}"""
SHOW = "#show:not(.docked)"


def lesson_steps(
    browser: Browser, server: ServerThread, size: str, language: str, game: Game, lesson: Lesson, whole: bool = True
) -> Iterator[tuple[str, Page]]:
    """Yield each page of each step, and the moment after each choice while the others act. Choices go straight to the server.

    If not `whole`, yield only the first page of each step, and the moment after the first choice.
    """
    visitor = Visitor(browser, server, locale=language, **SIZES[size])
    visitor.page.add_locator_handler(visitor.page.locator(SHOW), lambda: close_show(visitor.page))
    visitor.page.goto(visitor.request.post(f"/learn/{game.name}/{lesson.name}").url)
    table = visitor.sit()
    match, seat = table.match, lesson.seat
    for number in range(1, len(lesson.steps) + 1):
        is_last = number == len(lesson.steps)
        visitor.page.locator(f"#lesson[data-step='{number}']").wait_for()
        if not is_last:
            wait_for(lambda: match.script.step_for(seat) is not None)
            visitor.shows(match.screens[seat].number, seat)
        close_show(visitor.page)
        following = visitor.page.locator("#lesson-next")
        for page in count(1):
            yield f"{lesson.name} {number}.{page}", visitor.page
            if not whole or not following.is_visible():
                break
            following.dispatch_event("click")
        if not is_last:
            screen = match.screens[seat]
            server.do(table.choose(seat, screen.number, lesson.steps[number - 1].advice(screen.view) or ""))
            if not whole and number > 1:
                continue
            visitor.page.evaluate(FOLLOW, [True, str(game.say(screen.view.prompt, language))])
            close_show(visitor.page)
            yield f"{lesson.name} {number}, while others act", visitor.page
            visitor.page.evaluate(FOLLOW, [False, ""])
    visitor.close()


def positions(browser: Browser, server: ServerThread, size: str, language: str, game: Game, players: int = 2) -> Iterator[tuple[str, Page]]:
    """Yield the first position with each kind of choice, the last one, the scenes of the first and the last show, and the result."""
    visitor = Visitor(browser, server, locale=language, **SIZES[size])
    visitor.post(game.name)  # so that she has a secret
    record = played(game, players, 1, {})
    for moment in (*moments(game, players), last(game, record)):
        opened(visitor, game, moment.record, moment.seat)
        yield f"position {moment.name}", visitor.page
    for nth, moment in enumerate(shows(game, record), 1):
        opened(visitor, game, moment.record, moment.seat)
        visitor.page.locator("[data-watch]").first.dispatch_event("click")  # of the result, or the first show in the log
        visitor.page.locator(SHOW).wait_for()
        for number, page in enumerate(scenes(visitor.page), 1):
            yield f"show {nth}, scene {number}", page
    opened(visitor, game, record, 0)
    yield "result", visitor.page
    visitor.close()


def opened(visitor: Visitor, game: Game, record: Record, seat: int) -> None:
    """Continue a game at a table against bots, and wait until the page shows it."""
    seats = tuple("me" if number == seat else "bot:random" for number in range(len(record.players)))
    plan = TablePlan(game, seats, record.options, begun=record)
    table = visitor.table = visitor.open.do(visitor.open.tables.create(plan, visitor.cookie("me"), key))
    visitor.page.goto(f"/play/{table.id}")
    while not visitor.shows(table.match.screens[seat].number, seat):
        pass


def scenes(page: Page) -> Iterator[Page]:
    """Go through the scenes of a show over the board, until it is closed."""
    while page.locator(SHOW).is_visible():
        yield page
        page.locator("#show-next").dispatch_event("click")  # the show may close or be docked at the same time


def close_show(page: Page) -> None:
    for _ in scenes(page):
        pass
