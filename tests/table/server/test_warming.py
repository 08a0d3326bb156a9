"""What the first pages need is loaded before a visitor waits for it."""

from __future__ import annotations

from threading import Event, current_thread

import pytest

from byways.table.pages.articles import short_page
from byways.table.pages.render import pages
from byways.table.server import warming
from byways.table.server.warming import start_warming, warm
from tests import toy


def test_templates_and_summaries_are_ready_afterwards() -> None:
    assert pages.cache is not None
    pages.cache.clear()
    short_page.cache_clear()
    warm([toy.GAME])
    assert len(pages.cache) >= len(pages.list_templates())
    before = short_page.cache_info().misses
    for language in toy.GAME.languages:
        short_page(toy.GAME, language, toy.GAME.seats[1])
    assert short_page.cache_info().misses == before


def test_warming_up_does_not_keep_the_process_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    done, daemons = Event(), list[bool]()

    def note(games: object) -> None:
        daemons.append(current_thread().daemon)
        done.set()

    monkeypatch.setattr(warming, "warm", note)
    start_warming([])
    assert done.wait(10)
    assert daemons == [True]
