"""The looks of gems."""

import pytest

from byways.games.labyrinth.drawing.gems import COLORS, CUTS, DEEP, DETAILS, LOOKS, Look, look
from tests.games.labyrinth.positions import GEMS


def test_all_gems_have_a_look_and_no_others() -> None:
    assert sorted(LOOKS) == sorted(GEMS)
    assert len(GEMS) == 102


def test_no_two_gems_look_alike() -> None:
    assert len(set(LOOKS.values())) == len(LOOKS)


def test_looks_name_known_cuts_colours_and_details() -> None:
    assert {look.cut for look in LOOKS.values()} == set(CUTS)
    assert {look.color for look in LOOKS.values()} == set(COLORS)
    assert {look.detail for look in LOOKS.values()} == set(DETAILS)
    assert set(COLORS) >= DEEP


@pytest.mark.parametrize(
    ("word", "cut"),
    [
        *[(cut, cut) for cut in ("heart", "marquise", "pear", "trillion", "briolette", "baguette", "cushion", "oval", "radiant")],
        ("emerald-cut", "emerald"),
        ("raw", "crystal"),
    ],
)
def test_a_cut_in_the_name_is_the_cut_of_the_gem(word: str, cut: str) -> None:
    named = {gem: look(gem).cut for gem in GEMS if word in gem and gem != "red-spinel-square-emerald-cut"}
    assert set(named.values()) == {cut}


@pytest.mark.parametrize(
    ("gem", "color"),
    [("ruby", "red"), ("emerald", "emerald"), ("blue-cushion", "sky"), ("black-onyx", "black"), ("yellow-heart", "yellow")],
)
def test_gems_have_their_natural_colours(gem: str, color: str) -> None:
    assert look(gem).color == color


def test_a_custom_gem_is_drawn_by_the_words_of_its_name() -> None:
    assert look("purple-heart")[:2] == ("heart", "purple")
    assert look("star-ruby").color == "red"


def test_a_gem_without_known_words_looks_the_same_each_time() -> None:
    look.cache_clear()
    first = look("kryptonite")
    look.cache_clear()
    assert look("kryptonite") == first
    assert isinstance(first, Look)
