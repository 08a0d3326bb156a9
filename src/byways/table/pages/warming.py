"""Load what the first pages of a process need, before a visitor waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Thread

from byways.game import Game
from byways.table.pages import pictures
from byways.table.pages.articles import short_page
from byways.table.pages.lobby import lobby_card
from byways.table.pages.render import pages


def start_warming(games: Iterable[Game]) -> None:
    """Warm up in a thread, which ends with the process."""
    Thread(target=warm, args=([*games],), daemon=True, name="warming").start()


def warm(games: Iterable[Game]) -> None:
    """Compile all templates, and load each game's drawings, catalogues, lessons and summaries, which takes about a second in all."""
    for name in pages.list_templates():
        pages.get_template(name)
    for game in games:
        pictures.style_address(game)
        pictures.sprite(game)
        least, most = game.seats
        for language in game.languages:
            lobby_card(game, (), language)
            for seats in range(least, most + 1):
                short_page(game, language, seats)
