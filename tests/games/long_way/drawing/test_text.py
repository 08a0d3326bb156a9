"""The sheet in characters."""

from __future__ import annotations

from byways.games.long_way import GAME
from byways.games.long_way.drawing.text import store_lines, tile_lines
from byways.games.long_way.state import TileMask
from tests.games.long_way.positions import DOORS, begin, play, ready, sheet

STORE = sheet("a1W", "d1N", walls="a1NE b2W", doorways="b2W", displays="a1=3", cafeterias=["b3 c3"])
DRAWN = """
        a    b    c    d    e    f    g
    ##################^##################
    # ---                               #
  1 >  3 |                              #
    #                                   #
    #                                   #
  2 #     : .                           #
    #                                   #
    #                                   #
  3 #       A    A                      #
    #                                   #
"""


def test_walls_doorways_displays_cafeterias_and_doors_can_be_read() -> None:
    drawn = [line.rstrip() for line in store_lines(STORE)]
    assert drawn[:11] == DRAWN.strip("\n").splitlines()
    assert len(drawn) == 24


def test_the_tile_is_drawn_with_its_walls() -> None:
    assert [line.rstrip() for line in tile_lines(TileMask("01W 10N 11."))] == [
        "",
        "          | .",
        "",
        "      ---",
        "       .    .",
        "",
    ]


def test_the_way_and_the_other_stores_are_told_in_words() -> None:
    position = ready(sheet("a1W", "g1E"), sheet("a1W", "g1E", walls="a1ES", coins=1, stopped=True), dice=(1, 5))
    words = GAME.text(position.view(0))
    assert "Round 1. Red has the dice. The light die shows 1. The dark die shows 5." in words
    assert (
        "Red (you): playing. Tiles: 0. Cafeterias: 0. Coins: 0. The way now scores −7 (0 displays, 7 empty): a1 b1 c1 d1 e1 f1 g1." in words
    )
    assert "Blue: stopped. Tiles: 0. Cafeterias: 0. Coins: 1. No way leads from the entrance to the exit, which scores 0." in words
    assert GAME.text(position.view(None)).count("    #######") == 4


def test_two_cafeterias_side_by_side_read_differently() -> None:
    (row,) = [line for line in store_lines(sheet(cafeterias=["a3 b3", "c3 d3"])) if line.startswith("  3")]
    assert row.split()[2:6] == ["A", "A", "B", "B"]


def test_the_other_stores_are_described_with_their_contents() -> None:
    rival = sheet("a1W", "g1E", displays="c4=5 d4=5 e2=1", cafeterias=["a3 b3"])
    words = GAME.text(ready(sheet(), rival).view(0))
    things = "the entrance at a1 (west), the exit at g1 (east), cafeteria A at a3 b3, display 1 at e2, and display 5 at c4 d4"
    assert f"There: {things}." in words
    assert "A and B are the cafeterias" in words


def test_before_the_doors_are_drawn_there_is_no_way() -> None:
    assert "No doors yet." in GAME.text(begin().view(0))
    assert "The way now scores" in GAME.text(play(begin(), *DOORS[:2]).view(0))
