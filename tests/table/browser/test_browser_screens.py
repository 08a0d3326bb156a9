"""Every step of every lesson and every kind of choice: no text on text, and nothing covered, cut off or too small for a finger.

`tools.screens` checks more.
"""

from __future__ import annotations

from itertools import chain

import pytest
from playwright.sync_api import Browser, Page

from byways.game import Game, all_games
from byways.teaching.lesson import lessons
from tests.table.browser.moments import kinds_of, moments
from tests.table.browser.screen_faults import faults
from tests.table.browser.screens import SIZES, lesson_steps, positions
from tests.table.browser.targets import small_targets
from tests.table.browser.visitor import PHONE
from tests.table.serving import ServerThread


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_nothing_overlaps_or_is_cut_in_german(browser: Browser, every_game: ServerThread, game: Game, size: str) -> None:
    steps = (lesson_steps(browser, every_game, size, "de", game, lesson, whole=False) for lesson in lessons(game).values())
    screens = chain(chain.from_iterable(steps), positions(browser, every_game, size, "de", game))
    known = set[str]()
    assert [f"{name}: {fault}" for name, page in screens for fault in (*faults(page), *too_small(page, size, known))] == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_kind_of_choice_is_among_the_positions(game: Game) -> None:
    assert {kind for moment in moments(game, 2) for kind in moment.kinds} == kinds_of(game)


def too_small(page: Page, size: str, known: set[str]) -> list[str]:
    """What is too small for a finger on the smallest phone. Boards that are already known are left out."""
    board = page.locator("#stage").inner_html()
    if size != "phone" or board in known:
        return []
    known.add(board)
    page.set_viewport_size({"width": 360, "height": 740})
    found = small_targets(page)
    page.set_viewport_size(PHONE["viewport"])
    return found
