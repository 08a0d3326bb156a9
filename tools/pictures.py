"""Make the pictures of the documentation: `python -m tools.pictures` makes all, `python -m tools.pictures traxx arena` some.

Boards, a puzzle and sheets are drawn. Pages are written by the commands of the documentation, or served by a table, and shown in Chromium.
`tools.fit.curves --check` draws `chances-GAME.png`, because that takes hours of games.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pypdfium2
from PIL import Image
from playwright.sync_api import sync_playwright

from byways.drawing import png
from byways.game import all_games, find_game
from byways.printing.book import check_order, print_game
from byways.puzzles.collection import find, puzzles
from byways.table.pages.pictures import moment
from tests.table.browser.conftest import WINDOWLESS, launched
from tests.table.serving import ServerThread

DOCS = Path(__file__).parents[1] / "docs"
WIDTH = 800  # of drawings
GAP, TABLE, SCALE = 12, "#d9cfb9", 0.9  # around sheets of paper, and pixels for a point on them
PUZZLE = ("labyrinth", 40)
SHEETS = {"labyrinth": 5, "long_way": 5, "long_road": 14}  # a page of each game's book
LESSON = "/learn/traxx/line"


Pictures = dict[str, Callable[[], Image.Image]]  # how to make each, by name


class Written(NamedTuple):
    """A page that commands write, and the size of the window that shows it."""

    file: str
    size: tuple[int, int]
    commands: tuple[str, ...]


PAGES = {
    "arena": Written(
        "duel/report.html", (WIDTH, 890), ("arena labyrinth euclid riemann random --games 40 --out duel", "arena --report duel")
    ),
    "review": Written(
        "game.html",
        (WIDTH, 660),
        ("play labyrinth --seat bot:euclid --seat bot:random --seed 7 --record game.json", "review game.json --worlds 500 --out game.html"),
    ),
    "study": Written("study-traxx.html", (1200, 720), ("study traxx",)),
}


def board(name: str) -> Image.Image:
    game = find_game(name)
    return opened(png(game.draw(moment(game, "turn")), WIDTH))


def puzzle() -> Image.Image:
    game = find_game(PUZZLE[0])
    return opened(png(game.draw(find(game, PUZZLE[1], puzzles(game)).view(game)), WIDTH))


def sheets() -> Image.Image:
    """Sheets of several games side by side, as they are printed."""
    papers = [paper(name, number) for name, number in SHEETS.items()]
    width, height = papers[0].size
    table = Image.new("RGB", (GAP + len(papers) * (width + GAP), height + 2 * GAP), TABLE)
    for nth, sheet in enumerate(papers):
        table.paste(sheet, (GAP + nth * (width + GAP), GAP))
    return table


def paper(name: str, number: int) -> Image.Image:
    game = find_game(name)
    pdf = pypdfium2.PdfDocument(print_game(game, check_order(game, None, "en", {})))
    drawn: Image.Image = pdf[number - 1].render(scale=SCALE).to_pil()
    return drawn


def page(written: Written) -> Image.Image:
    """Run the commands in a folder of their own, and show the page that they write."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launched(playwright, WINDOWLESS) as browser:
        for command in written.commands:
            subprocess.run([sys.executable, "-m", "byways", *shlex.split(command)], cwd=folder, check=True)
        width, height = written.size
        shown = browser.new_page(viewport={"width": width, "height": height})
        shown.goto(Path(folder, written.file).as_uri())
        return opened(shown.screenshot())


def lesson() -> Image.Image:
    """The first step of a lesson, on a phone."""
    with (
        TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        launched(playwright, WINDOWLESS) as browser,
        ServerThread(Path(folder), all_games()) as server,
    ):
        shown = browser.new_page(
            base_url=server.address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        shown.goto(shown.request.post(LESSON).url)
        shown.locator("#lesson[data-step='1']").wait_for()
        shown.evaluate("document.fonts.ready.then(() => true)")
        return opened(shown.screenshot())


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


DRAWN: Pictures = {**{game.name: partial(board, game.name) for game in all_games()}, "puzzle": puzzle}
PICTURES: Pictures = {**DRAWN, "print": sheets, "lesson": lesson, **{name: partial(page, written) for name, written in PAGES.items()}}


def main(names: list[str]) -> None:
    for name in names or PICTURES:
        PICTURES[name]().quantize().save(DOCS / f"{name}.png", optimize=True)  # a palette makes small files
        print(DOCS / f"{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
