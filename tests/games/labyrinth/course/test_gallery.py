"""Watching a game that is conducted elsewhere."""

from __future__ import annotations

import json
from urllib.request import urlopen

import pytest

from byways.game import Refused
from byways.games.labyrinth.course.conduct import Start
from byways.games.labyrinth.course.gallery import Gallery
from byways.record import Choose, Remove
from tests.games.labyrinth.boards import OPEN5, setup

RACE = Start(setup(OPEN5, [(1, 1), (3, 3)], [(3, 1), (1, 3)]))


def read(address: str) -> str:
    page: bytes = urlopen(address).read()
    return page.decode()


def test_who_watches_sees_what_has_happened_and_can_save_it() -> None:
    with Gallery() as gallery:
        address = gallery.show(RACE, ["ann", "bob"])
        gallery.enter([Choose(0, "slide 0 left"), Choose(0, "insert 0"), Choose(0, "walk 1,2")])
        page, saved = read(address), json.loads(read(f"{address}/state.json"))
    assert "Red walks to row 1, column 2." in page
    assert "bob" in page
    assert f'<a href="/play/{address.rsplit("/", 1)[1]}/state.json">Save state</a>' in page
    assert (saved["last"], [player["color"] for player in saved["plmt"]]) == ([0, "LEFT"], ["blue", "red"])


def test_what_comes_after_the_end_changes_nothing() -> None:
    with Gallery() as gallery:
        address = gallery.show(RACE, ["ann", "bob"])
        gallery.enter([Remove(0, "misbehaved")])
        gallery.enter([Remove(1, "misbehaved")])
        gallery.enter([Remove(1, "misbehaved")])
        assert "Red" in read(address)


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (
            Start(setup(OPEN5, [(0, 0), (3, 3)], [(3, 1), (1, 3)])),
            "This set-up of Labyrinth is not possible. A home is not on a fixed tile.",
        ),
        (Start(RACE.setup, (6,)), "Its treasures are not all dealt at the start."),
    ],
)
def test_a_game_that_would_never_be_dealt_is_not_shown(start: Start, why: str) -> None:
    with Gallery() as gallery:
        with pytest.raises(Refused, match=f"^{why}$"):
            gallery.show(start, ["ann", "bob"])
        gallery.enter([Remove(0, "misbehaved")])
