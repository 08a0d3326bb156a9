"""Everything at a table is translated: a pseudo-language reveals texts that are not from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count

import pytest
from playwright.sync_api import Browser

from byways.game import all_games, stream
from byways.referee import steps
from byways.table.play.table import Table
from tests.pseudo import CODE, pseudo_language, unmarked
from tests.table.browser.test_browser_games import GUIDES, NAMES
from tests.table.browser.visitor import Visitor
from tests.table.serving import ServerThread, wait_for

# Visible and announced texts of a page, except the help drawer, which has one article for each language.
READ = """() => [...document.querySelectorAll('*')].filter(one => !one.closest('script, style, noscript, #help, #steps')).flatMap(node => [
  ...['aria-label', 'title', 'placeholder', 'alt', 'label'].map(name => node.getAttribute(name) ?? ''),
  ...[...node.childNodes].filter(child => child.nodeType === Node.TEXT_NODE).map(child => child.data),
])"""
SIDES = re.compile(r"([NESW][io]?)+")  # notation and the names of strategies are not translated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with pseudo_language(), closing(ServerThread(tmp_path_factory.mktemp("pseudo"), all_games(), pause=0)) as server:
        yield server


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_everything_at_a_table_is_translated(browser: Browser, server: ServerThread, name: str) -> None:
    with closing(Visitor(browser, server, locale=CODE)) as ann:
        table = ann.start(name)
        strange: dict[str, str] = {}
        for turn in played(server, table):
            if turn in (0, 1, 3, 8) or table.ended:
                wait_for(partial(shows, ann, table.match.screens[0].number))
                strange |= {word: text for text in ann.page.evaluate(READ) for word in unmarked(text)}
        assert {word: text for word, text in strange.items() if word not in table.game.bots and not SIDES.fullmatch(word)} == {}


def shows(visitor: Visitor, number: int) -> bool:
    if visitor.page.locator("#interval").is_visible():
        visitor.page.locator("#go-on").click()
    # Without pauses between bots the page gets far more at once than at any real table, and answers when it has drawn all of it.
    return int(visitor.page.locator("#newest").input_value()) >= number


def played(server: ServerThread, table: Table) -> Iterator[int]:
    """Play all turns of a person like a bot."""
    bot = table.game.bots[GUIDES[table.game.name]](stream(5, "guide"))
    for turn in count():
        wait_for(lambda: table.ended or 0 in table.match.screens[0].view.awaited)
        yield turn
        if table.ended:
            return
        for choice in steps(bot.choose(table.match.screens[0].view, float("inf"))):
            server.do(table.choose(0, table.match.screens[0].number, str(choice)))
