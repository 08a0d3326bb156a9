"""A visitor starts as in a new browser, although the context is reused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread

LEAVE = """async () => {
  document.cookie = 'left=cookie';
  localStorage.setItem('left', 'local');
  sessionStorage.setItem('left', 'session');
  await (await caches.open('left')).put('/left', new Response('cached'));
  await new Promise(done => (indexedDB.open('left').onsuccess = done));
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
}"""
FOUND = """async () => [
  document.cookie.includes('left'), localStorage.length, sessionStorage.length, (await caches.keys()).length,
  (await indexedDB.databases()).length, (await navigator.serviceWorker.getRegistrations()).length, history.length,
]"""
NEW = [False, 0, 0, 0, 0, 0, 2]  # about:blank, and the page


@pytest.fixture
def come(browser: Browser, server: ServerThread) -> Iterator[Callable[..., Visitor]]:
    """A visitor in the lobby, after the previous one has left."""
    visitors: list[Visitor] = []

    def visit(**looks: Any) -> Visitor:
        while visitors:
            visitors.pop().close()
        visitors.append(Visitor(browser, server, **looks))
        visitors[0].page.goto("/")
        return visitors[0]

    yield visit
    visitors[0].close()


def test_a_visitor_finds_nothing_of_the_one_before(come: Callable[..., Visitor]) -> None:
    ann = come()
    assert ann.page.evaluate(FOUND) == NEW
    ann.page.evaluate(LEAVE)
    ann.page.goto("/nowhere")
    ann.problems.clear()
    assert ann.page.evaluate(FOUND) == [True, 1, 1, 1, 1, 1, 3]
    bob = come()
    assert bob.own is ann.own
    assert bob.page.evaluate(FOUND) == NEW


def test_simultaneous_visitors_and_different_settings_get_separate_contexts(visit: Callable[..., Visitor]) -> None:
    visitors = [visit(), visit(), visit(color_scheme="dark")]
    assert len({*(visitor.own for visitor in visitors)}) == 3


PERMITTED = "navigator.permissions.query({ name: 'geolocation' }).then(answer => answer.state === 'granted')"
CHANGES: dict[str, Callable[[Visitor], object]] = {
    "permission": lambda ann: ann.context.grant_permissions(["geolocation"]),
    "script": lambda ann: ann.context.add_init_script("window.left = true"),
    "route": lambda ann: ann.context.route("**/nowhere", lambda route: route.fulfill(body="left")),
}
CHANGED = {
    "permission": PERMITTED,
    "script": "'left' in window",
    "route": "fetch('/nowhere').then(answer => answer.ok)",
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_context_that_cannot_be_reset_is_not_reused(come: Callable[..., Visitor], what: str) -> None:
    ann = come()
    CHANGES[what](ann)
    ann.page.reload()
    assert ann.page.evaluate(CHANGED[what]) is True
    bob = come()
    assert bob.own is not ann.own
    assert bob.page.evaluate(CHANGED[what]) is False
    bob.problems.clear()  # the browser logs the missing page


OUTLASTS = re.compile(r"page\.(context|clock)|\.own\.")


def test_tests_change_a_context_only_through_their_visitor() -> None:
    texts = {file.name: file.read_text() for file in Path(__file__).parent.glob("test_*.py")}
    assert len(texts) > 20
    assert [name for name, text in texts.items() if OUTLASTS.search(text)] == []
