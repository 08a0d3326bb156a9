"""Watching a game that is conducted elsewhere."""

from __future__ import annotations

from urllib.request import urlopen

import msgspec

from byways.game import Position
from byways.games.labyrinth import GAME
from byways.games.labyrinth.course.gallery import Gallery
from byways.record import Choose, Remove
from tests.games.labyrinth.boards import OPEN5, setup


def written(position: Position) -> bytes:
    return msgspec.json.encode(position)


def read(address: str) -> str:
    page: bytes = urlopen(address).read()
    return page.decode()


def test_who_watches_sees_what_has_happened_and_can_save_it() -> None:
    with Gallery(GAME, written) as gallery:
        address = gallery.show(setup(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]), ["ann", "bob"])
        gallery.follow([Choose(0, "slide 0 left"), Choose(0, "insert 0"), Choose(0, "walk 1,2")])
        page, saved = read(address), read(f"{address}/state.json")
    assert "Red walks to row 1, column 2." in page
    assert "bob" in page
    assert '"last":{' in saved


def test_what_comes_after_the_end_changes_nothing() -> None:
    with Gallery(GAME, written) as gallery:
        address = gallery.show(setup(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]), ["ann", "bob"])
        gallery.follow([Remove(0, "misbehaved")])
        gallery.follow([Remove(1, "misbehaved")])
        gallery.follow([Remove(1, "misbehaved")])
        assert "Red" in read(address)


def test_a_set_up_that_the_game_would_not_deal_is_not_shown() -> None:
    with Gallery(GAME, written) as gallery:
        assert gallery.show(setup(OPEN5, [(0, 0), (3, 3)], [(3, 1), (1, 3)]), ["ann", "bob"]).startswith(
            "nothing: This set-up of Labyrinth"
        )
        gallery.follow([Remove(0, "misbehaved")])
