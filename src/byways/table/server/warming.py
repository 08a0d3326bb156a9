"""Load what the first pages of a process need, before a visitor waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread

from byways.game import Game
from byways.puzzles.collection import shipped
from byways.table.pages import pictures
from byways.table.pages.articles import short_page
from byways.table.pages.lobby import lobby_card
from byways.table.pages.render import pages
from byways.table.routes.pwa import ICONS, icon


def start_warming(games: Iterable[Game]) -> None:
    """Warm up in a thread, which ends with the process."""
    Thread(target=warm, args=([*games],), daemon=True, name="warming").start()


def warm(games: Iterable[Game]) -> None:
    """Compile all templates, draw the icons, and load each game's drawings, catalogues, lessons, summaries and puzzles.

    This takes about a second of processor time in all.
    """
    for name in pages.list_templates():
        pages.get_template(name)
    for name in ICONS:
        icon(name)
    for game in games:
        shipped(game)
        pictures.style_address(game)
        pictures.sprite(game)
        least, most = game.seats
        for language in game.languages:
            lobby_card(game, (), language)
            for seats in range(least, most + 1):
                short_page(game, language, seats)
