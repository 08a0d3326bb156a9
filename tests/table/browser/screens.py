"""Screens of every kind, one after the other: steps of lessons, positions with each kind of choice, pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from byways.game import Game
from byways.teaching.lesson import Lesson
from tests.table.browser.visitor import PHONE, WIDE, Visitor
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import stand_in

SIZES: dict[str, dict[str, Any]] = {"wide": WIDE, "phone": PHONE}
# What others do is announced in the place of the prompt while it is shown step by step.
FOLLOW = """([following, text]) => {
  document.body.classList.toggle('following', following);
  document.getElementById('caption').textContent = text;
}"""
SHOW = "#show:not(.docked)"
STEPS = 60  # choices of a random game, enough for every kind of choice to come up
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
    browser: Browser, server: ServerThread, size: str, language: str, game: Game, seed: int, players: int = 2, to_end: bool = False
) -> Iterator[tuple[str, Page]]:
    """Play a random game, and yield the first position with each kind of choice; with `to_end`, also the last one and the result."""
    visitor, rng, known = Visitor(browser, server, locale=language, **SIZES[size]), Random(seed), set[str]()
    server.numbers = count(seed)  # the same deal, dice and bots, whatever ran before
    table = visitor.start(game.name, players=str(players), others="bot:random")
    for _ in range(STEPS):
        view = visitor.settle()
        if view.outcome is not None:
            break
        for number, page in enumerate(scenes(visitor.page), 1):
            if f"show {number}" not in known:
                known.add(f"show {number}")
                yield f"show, scene {number}", page
        kinds = {str(choice).split()[0] for choice in view.choices}
        if kinds - known:
            known |= kinds
            yield f"position {' '.join(sorted(kinds))}", visitor.page
        length = table.match.length
        server.do(table.choose(0, table.match.screens[0].number, str(rng.choice(view.choices))))
        wait_for(lambda length=length: table.match.length > length)  # type: ignore[misc]
    if not to_end:
        return visitor.close()
    visitor.settle()
    yield "position, last", visitor.page
    server.do(stand_in(table, 0, "random"))
    wait_for(lambda: table.ended)
    visitor.page.goto(f"/play/{table.id}")
    yield "result", visitor.page
    return visitor.close()


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
