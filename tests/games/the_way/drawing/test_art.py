"""Cards, backs and signs."""

from __future__ import annotations

from byways.games.the_way.cards import EAST
from byways.games.the_way.drawing.art import card_art, road, stub
from tests.pictures import with_class


def test_a_corner_is_round_and_its_light_follows_it() -> None:
    assert road("NE") == "M38 0Q38 38 76 38"
    assert stub("NE", EAST, 0, 0) == "M76 38Q57 38 47.5 28.5"
    assert stub("EW", EAST, 0, 0) == "M76 38h-38"
    assert [road(face) for face in ("NS", "NESW", "W")] == ["M38 0v76", "M38 0v76M0 38h76", "M0 38h38"]


def test_arrows_that_do_not_count_are_not_drawn() -> None:
    assert [len(with_class(card_art("NiEo", counting), "arrow")) for counting in (True, False)] == [2, 0]
    assert card_art("NiEo", False).text_made == card_art("NE", False).text_made
