"""Traxx in a terminal."""

from byways.games.traxx.drawing.text import text
from byways.games.traxx.view import view
from tests.games.traxx.positions import dot, entered, lay

DRAWN = """\
Traxx, round 1 of 2. The card shows blue, green, yellow, and silver. Colours left: blue and green.

            a1   G     Y     R7    W     Y    a5
         b1   R     W     B     S     G     B    b6
      c1  Y10    B    (Y)    G4    W     R     S9   c7
   d1   W    <G>   (S)    R     S     B     W     Y    d8
e1   R     S    [B]   <Y>    B     R     G     B     G    e9
   f2   Y     W     S3    G     Y     B2    S     R    f9
      g3   B6    G     R     W     S     Y     W5   g9
         h4   R     W     Y     B     R     G    h9
            i5   B     S     G8    W     S    i9

[ ] line   < > its ends   ( ) dotted   B blue, G green, Y yellow, S silver, R red, W white

           2   3   4   5   6   7   8   9  10  empty  total
now pays   2   3   2   5   6   7   8   9  10
Otter      -   -   -   -   -   -   -   -   -    −56    −56
Fox        -   -   4   -   -   -   -   -   -    −59    −55

Otter's line, starting at e4: e4-e3-d2
Fox's line, starting at d5: d5-c4
Your dots: d3-c3
Cards to come: BGYR
"""


def test_the_whole_view() -> None:
    position = dot(lay("e4 e3 d2", "d5 c4", points=(entered(), entered(n4=4))), 0, "d2 d3 c3")
    assert text(view(position, 0)) == DRAWN


def test_a_spectator_reads_all_sheets() -> None:
    shown = text(view(lay("e4 e3 d2", "d5 c4"), None))
    assert shown.count("a1 ") == 2
    assert "<Y>" in shown
    assert "<G4>" in shown


def test_at_the_end_no_card_is_up() -> None:
    position = lay("a1", deck=()).remove(0)
    shown = text(view(position, 0))
    assert shown.startswith("Traxx, round 1 of 1.\n")
    assert "No cards to come" in shown
    assert "  gone" in shown
