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


def test_arrows_are_drawn_pale_while_they_do_not_count_and_not_at_all_where_they_are_hidden() -> None:
    counting, idle, hidden = (card_art("NiEo", arrows) for arrows in ("counting", "idle", "hidden"))
    assert [len(with_class(card, "arrow")) for card in (counting, idle, hidden)] == [2, 0, 0]
    assert [len(with_class(card, "idle")) for card in (counting, idle, hidden)] == [0, 2, 0]
    assert hidden.text_made == card_art("NE").text_made
