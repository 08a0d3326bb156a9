"""The options of a drawing of Traxx, and their previews."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from byways.drawing import num
from byways.games.traxx.drawing.layout import MIDDLE, center, hexagon, way
from byways.games.traxx.drawing.options import strokes, write_colour
from byways.games.traxx.view import view
from tests.games.traxx.drawing.test_draw import ROUND, SITUATIONS, picture, words
from tests.games.traxx.positions import dot, lay
from tests.pictures import SVG, options, piece, with_class


def test_a_field_beside_both_ends_has_a_place_for_each() -> None:
    found = options(picture(view(lay("e4 e3 d2"), 0)))
    one, other = (with_class(found[f"draw d3 from {end}"], "spot")[0] for end in ("e4", "d2"))
    assert (one.get("cx"), one.get("cy")) != (other.get("cx"), other.get("cy"))
    assert [hit.tag for hit in with_class(found["draw d3 from e4"], "hit")] == [f"{SVG}circle"]


def test_a_field_beside_both_ends_is_shared_by_its_two_options() -> None:
    board = ET.fromstring(picture(view(lay("e4 e3 d2"), 0)))
    assert [one.get("d") for one in board.iter() if "data-shared" in one.attrib] == [hexagon(*center("d3"))]


def test_strokes_begin_where_the_tentative_line_does_and_go_any_way_from_there() -> None:
    before, after = strokes(view(ROUND, 0)), strokes(view(dot(ROUND, 0, "d2 d3"), 0))
    assert before.drawn == ()
    assert after.drawn == ("d2", "d3")
    assert after.starts == {"d2": before.starts["d2"]}


def test_the_badge_of_a_hint_lies_on_the_side_of_a_field_away_from_the_line() -> None:
    found = options(picture(view(lay("e4", card="BGYA"), 0)))
    for to, side in (("d3", -30), ("e3", -30), ("e5", 30), ("f5", 30)):
        x, y = MIDDLE.of(to)
        assert found[f"draw {to} from e4"].get("data-anchor") == f"{num(x + side)} {num(y)}"


def test_an_option_shows_the_letter_of_its_field_and_where_the_line_would_go() -> None:
    option = options(picture(view(lay("e4 e3 d2"), 0)))["draw d3 from e4"]
    assert [text.text for text in option.iter(f"{SVG}text")] == ["S"]
    assert with_class(option, "ghost")[0].get("d") == way(("e4", "d3"))
    assert with_class(option, "next")[0].get("d") == hexagon(*center("d3"), 0.9)


def test_two_letters_stay_inside_a_small_field() -> None:
    for letters, length in (("Ge", "15"), ("G", None)):
        parent = ET.Element("g")
        write_colour(parent, letters, 0, 0, "shade")
        assert [label.get("textLength") for label in parent] == [length]


def test_an_option_strikes_out_its_colour_on_the_card_before_it_is_taken() -> None:
    dotted = view(dot(ROUND, 0, "d2 d3"), 0)
    before = [path.get("d") for path in with_class(piece(picture(dotted), "t-card"), "cross")]
    (ghost,) = with_class(options(picture(dotted))["draw c3 from d3"], "cross")
    after = [path.get("d") for path in with_class(piece(picture(SITUATIONS["dotted"]), "t-card"), "cross")]
    assert "ghost" in ghost.attrib["class"]
    assert sorted(filter(None, [*before, ghost.get("d")])) == sorted(filter(None, after))


def test_done_without_a_step_is_a_pass() -> None:
    before, after = (options(picture(SITUATIONS[name]))["done"] for name in ("a round", "dotted"))
    assert words(before) == ["Pass", "draw nothing"]
    assert words(after) == ["Done", "+2 points"]
    assert [option.get("aria-label") for option in (before, after)] == [
        "Pass: draw nothing with this card",
        "Done: ink 2 fields, +2 in all",
    ]


def test_pass_and_done_are_far_apart() -> None:
    before, after = (with_class(options(picture(SITUATIONS[name]))["done"], "button")[0] for name in ("a round", "dotted"))
    assert float(after.attrib["x"]) - float(before.attrib["x"]) > 300


def test_a_button_is_filled_only_if_nothing_else_is_left() -> None:
    all_used, some_left = view(dot(ROUND, 0, "d2 d3 c3 b3 c4"), 0), SITUATIONS["dotted"]
    assert with_class(options(picture(all_used))["done"], "only")
    assert not with_class(options(picture(some_left))["done"], "only")
