"""Look for faults on every screen: text over text, covered or cut text and pictures, shapes cut off, numerals beside the middle of their
disc, empty frames, too little contrast by day and by night.

    python -m tools.screens
    python -m tools.screens traxx long_way --languages de it --sizes phone --pictures FOLDER

It goes through every lesson step and the pages of each game (rules, settings, chat, puzzles and so on), and with every number of players
through a position with each kind of choice, the shows and the result, in Chromium. Contrast, which takes longest, does not depend on the
language, so it is looked at in the first one only. The status is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect, sync_playwright

from byways.bots.roster import make_ready
from byways.game import Game, all_games, find_game
from byways.i18n import languages_of
from byways.teaching.lesson import lessons
from tests.table.browser.conftest import WINDOWLESS, launched
from tests.table.browser.page_screens import pages
from tests.table.browser.screen_faults import faults
from tests.table.browser.screens import SIZES, lesson_steps, positions
from tests.table.browser.test_browser_access import contrast
from tests.table.browser.visitor import PATIENCE
from tests.table.serving import ServerThread


def screens(browser: Browser, server: ServerThread, size: str, language: str, game: Game) -> Iterator[tuple[str, Page]]:
    least, most = game.seats
    steps = (lesson_steps(browser, server, size, language, game, lesson) for lesson in lessons(game).values())
    games = (played(browser, server, size, language, game, players) for players in range(least, most + 1))
    return chain(pages(browser, server, size, language, game), chain.from_iterable(steps), chain.from_iterable(games))


def played(browser: Browser, server: ServerThread, size: str, language: str, game: Game, players: int) -> Iterator[tuple[str, Page]]:
    for name, page in positions(browser, server, size, language, game, players):
        yield f"{players} players, {name}", page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", type=find_game, default=all_games(), help="all games by default")
    parser.add_argument("--languages", nargs="*", default=languages_of("byways.table"), metavar="LANGUAGE")
    parser.add_argument("--sizes", nargs="*", default=[*SIZES], choices=[*SIZES])
    parser.add_argument("--pictures", type=Path, help="write a picture of each screen with a fault to this folder")
    given, total = parser.parse_args(), 0
    expect.set_options(timeout=PATIENCE)
    make_ready(given.games, print)  # reviews wait for no compiler
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        launched(playwright, WINDOWLESS) as browser,
        ServerThread(Path(folder), given.games, pause=0) as server,
    ):
        for game, size, language in product(given.games, given.sizes, given.languages):
            for number, (name, page) in enumerate(screens(browser, server, size, language, game)):
                found = [*faults(page), *(contrast(page) if language == given.languages[0] else ())]
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
