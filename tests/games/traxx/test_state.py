"""Fields, their names and their neighbours."""

from collections import Counter

from byways.games.traxx import GAME
from byways.games.traxx.state import BIT, DRAWS, FIELDS, NEIGHBOURS, Draw, Sheet, next_card
from tests.games.traxx.positions import draw, lay


def test_61_fields_have_names_by_row_and_slanting_line() -> None:
    assert len(FIELDS) == len(BIT) == 61
    assert " ".join(FIELDS[:11]) == "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6"
    assert " ".join(FIELDS[-5:]) == "i5 i6 i7 i8 i9"


def test_156_pairs_of_fields_share_an_edge() -> None:
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 156
    assert Counter(map(len, NEIGHBOURS.values())) == {3: 6, 4: 18, 6: 37}
    assert all(field in NEIGHBOURS[beside] for field in FIELDS for beside in NEIGHBOURS[field])


def test_the_middle_has_a_neighbour_on_each_side() -> None:
    assert NEIGHBOURS["e5"] == ("d4", "d5", "e6", "f6", "f5", "e4")
    assert NEIGHBOURS["a1"] == ("a2", "b2", "b1")
    assert NEIGHBOURS["i9"] == ("h8", "h9", "i8")


def test_a_draw_names_the_end_it_starts_from() -> None:
    assert str(DRAWS["e5"][0]) == "draw d4 from e5"
    assert GAME.say(Draw("d4", "e5").sentence) == "Draw from e5 to d4"


def test_a_line_of_one_field_has_one_end() -> None:
    assert Sheet(("e4",)).ends == ("e4",)
    assert Sheet(("e4", "e3", "d2")).ends == ("e4", "d2")


def test_two_equal_cards_are_twice_as_likely() -> None:
    chance = next_card(("BGYA", "BGYA", "BGYR"))
    assert (chance.what, chance.weights) == (("BGYA", "BGYR"), (2, 1))
    assert chance.seen_by is None


def test_a_line_is_split_into_older_ink_and_the_last_stretch() -> None:
    assert (Sheet(("e4", "e3", "d2"), fresh=2).older, Sheet(("e4", "e3", "d2"), fresh=2).stretch) == (("e4",), ("e4", "e3", "d2"))
    assert (Sheet(("d2", "e3", "e4", "e5"), fresh=-2).older, Sheet(("d2", "e3", "e4", "e5"), fresh=-2).stretch) == (
        ("e4", "e5"),
        ("e4", "e3", "d2"),
    )
    assert (Sheet(("e4", "e3")).older, Sheet(("e4", "e3")).stretch) == (("e4", "e3"), ())


def test_a_line_records_the_fields_of_the_last_round() -> None:
    once = draw(lay("e4 e3", "d5"), "e3 d2", "")
    assert [sheet.fresh for sheet in once.sheets] == [1, 0]
    assert draw(once.happen("BGYR"), "e4 e5", "").sheets[0].stretch == ("e4", "e5")
    assert draw(once.happen("BGYR"), "", "").sheets[0].fresh == 0
