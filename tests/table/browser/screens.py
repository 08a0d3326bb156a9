"""Screens of every kind, one after the other: steps of lessons, positions with each kind of choice, pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from byways.game import Game
from byways.record import Record
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.teaching.lesson import Lesson
from tests.table.browser.moments import before_show, moments, played
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
PAGES = ("/", "/set/{game}", "/learn/{game}", "/rules/{game}")


def lesson_steps(
    browser: Browser, server: ServerThread, size: str, language: str, game: Game, lesson: Lesson
) -> Iterator[tuple[str, Page]]:
    """Yield each page of each step, and the moment after each choice while the others act. Choices go straight to the server."""
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
            if not following.is_visible():
                break
            following.click()
        if not is_last:
            screen = match.screens[seat]
            server.do(table.choose(seat, screen.number, lesson.steps[number - 1].advice(screen.view) or ""))
            visitor.page.evaluate(FOLLOW, [True, str(game.say(screen.view.prompt, language))])
            close_show(visitor.page)
            yield f"{lesson.name} {number}, while others act", visitor.page
            visitor.page.evaluate(FOLLOW, [False, ""])
    visitor.close()


def positions(
    browser: Browser, server: ServerThread, size: str, language: str, game: Game, players: int = 2, to_end: bool = False
) -> Iterator[tuple[str, Page]]:
    """Yield the first position with each kind of choice, and the scenes of a show within the game; with `to_end`, also the result."""
    visitor = Visitor(browser, server, locale=language, **SIZES[size])
    record = played(game, players, 1, {})
    visitor.post(game.name)  # so that she has a secret
    for moment in moments(game, players):
        opened(visitor, game, moment.record, moment.seat, "bot:random")
        yield f"position {moment.name}", visitor.page
    if record_to_show := before_show(game, record):
        server.numbers = count(1)  # the same dice and bots, whatever ran before
        opened(visitor, game, record_to_show, 0, "bot:random")
        yield from first_show(visitor)
    if to_end:
        opened(visitor, game, record, 0, "bot:random")
        yield "result", visitor.page
    visitor.close()


def first_show(visitor: Visitor) -> Iterator[tuple[str, Page]]:
    """Make random choices until there is a show, and yield its scenes."""
    rng, table = Random(1), visitor.table
    while not visitor.page.locator(SHOW).is_visible():
        view, length = visitor.settle(), table.match.length
        if not visitor.page.locator(SHOW).is_visible():
            visitor.open.do(table.choose(0, table.match.screens[0].number, str(rng.choice(view.choices))))
            wait_for(lambda length=length: table.match.length > length)  # type: ignore[misc]
    for number, page in enumerate(scenes(visitor.page), 1):
        yield f"show, scene {number}", page


def opened(visitor: Visitor, game: Game, record: Record, seat: int, other: str) -> Table:
    """Continue a game at a table, and wait until the page shows it."""
    seats = tuple("me" if number == seat else other for number in range(len(record.players)))
    plan = TablePlan(game, seats, record.options, begun=record)
    table: Table = visitor.open.do(visitor.open.tables.create(plan, visitor.cookie("me"), key))
    visitor.table = table
    visitor.page.goto(f"/play/{table.id}")
    while not visitor.shows(table.match.screens[seat].number, seat):
        pass
    return table


def scenes(page: Page) -> Iterator[Page]:
    """Go through the scenes of a show over the board, until it is closed."""
    while page.locator(SHOW).is_visible():
        yield page
        page.locator("#show-next").dispatch_event("click")  # the show may close or be docked at the same time


def close_show(page: Page) -> None:
    for _ in scenes(page):
        pass


def pages(browser: Browser, server: ServerThread, size: str, language: str, game: Game) -> Iterator[tuple[str, Page]]:
    visitor = Visitor(browser, server, locale=language, **SIZES[size])
    for path in PAGES:
        visitor.page.goto(path.format(game=game.name))
        yield path, visitor.page
    visitor.close()
