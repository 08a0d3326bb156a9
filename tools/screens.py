"""Look for faults on every screen: text over text, covered or cut text, shapes cut off, too little contrast by day and by night.

    python -m tools.screens
    python -m tools.screens traxx long_way --languages de it --sizes phone --pictures FOLDER

It goes through every lesson step and the pages of each game, and with one to four players through a position with each kind of choice and
the result, in Chromium. The status is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from byways.game import Game, all_games, find_game
from byways.i18n import languages_of
from byways.teaching.lesson import lessons
from tests.table.browser.conftest import WINDOWLESS, launched
from tests.table.browser.screen_faults import faults
from tests.table.browser.screens import SIZES, lesson_steps, pages, positions
from tests.table.browser.test_browser_access import PALE
from tests.table.serving import ServerThread

MOST_PLAYERS = 4


def screens(browser: Browser, server: ServerThread, size: str, language: str, game: Game) -> Iterator[tuple[str, Page]]:
    steps = (lesson_steps(browser, server, size, language, game, lesson) for lesson in lessons(game).values())
    games = (played(browser, server, size, language, game, players) for players in numbers_of_players(game))
    return chain(pages(browser, server, size, language, game), chain.from_iterable(steps), chain.from_iterable(games))


def numbers_of_players(game: Game) -> range:
    least, most = game.seats
    return range(least, min(most, MOST_PLAYERS) + 1)


def played(browser: Browser, server: ServerThread, size: str, language: str, game: Game, players: int) -> Iterator[tuple[str, Page]]:
    for name, page in positions(browser, server, size, language, game, players, to_end=True):
        yield f"{players} players, {name}", page


def found_on(page: Page) -> list[str]:
    found = faults(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [f"{scheme}, contrast: {fault}" for fault in page.evaluate(PALE)]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", type=find_game, default=all_games(), help="all games by default")
    parser.add_argument("--languages", nargs="*", default=languages_of("byways.table"), metavar="LANGUAGE")
    parser.add_argument("--sizes", nargs="*", default=[*SIZES], choices=[*SIZES])
    parser.add_argument("--pictures", type=Path, help="write a picture of each screen with a fault to this folder")
    given, total = parser.parse_args(), 0
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        launched(playwright, WINDOWLESS) as browser,
        ServerThread(Path(folder), given.games, pause=0) as server,
    ):
        for game, size, language in product(given.games, given.sizes, given.languages):
            for number, (name, page) in enumerate(screens(browser, server, size, language, game)):
                found = found_on(page)
                total += len(found)
                for fault in found:
                    print(f"{game.name} {size} {language} {name}: {fault}", flush=True)
                if found and given.pictures:
                    given.pictures.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=given.pictures / f"{game.name}-{size}-{language}-{number}.png")
    print(f"{total} faults")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
