"""Traxx as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.drawing import CROWN, png
from byways.games.traxx import GAME
from byways.games.traxx.draw import center, hexagon, status, way
from byways.games.traxx.state import DONE, FIELDS, NEIGHBOURS, Position
from byways.games.traxx.view import View, view
from tests.games.traxx.boards import BOARD, DECK, begin, dot, draw, entered, lay, turn
from tests.pictures import SVG, layer, options, piece, place, with_class

ROUND = lay("e4 e3 d2", "d5 c4", "e6", points=(entered(), entered(n4=4), entered()), deck=DECK[:3])


def over(position: Position) -> Position:
    while position.outcome is None:
        position = position.happen(position.deck[0]) if position.chance else draw(position, *("" for _ in position.sheets))
    return position


SITUATIONS = {
    "before the first card": view(begin("e4", "d5"), 0),
    "a round": view(ROUND, 0),
    "dotted": view(dot(ROUND, 0, "d2 d3 c3"), 0),
    "done": view(ROUND.choose(0, DONE), 0),
    "a spectator": view(ROUND, None),
    "a spectator of one": view(lay("e4"), None),
    "alone": view(lay("d5 c4", points=(entered(n4=4),)), 0),
    "four": view(lay("e4", "d5", "e6", "f5"), 3),
    "gone": view(ROUND.remove(1), 0),
    "who has gone": view(ROUND.remove(0), 0),
    "over": view(over(ROUND), 1),
    "alone and over": view(over(lay("d5 c4")), 0),
}


def picture(shown: View) -> str:
    return GAME.draw(shown, "t")


def words(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("shown", SITUATIONS.values(), ids=SITUATIONS)
class TestEverySituation:
    def test_every_choice_is_an_option_once(self, shown: View) -> None:
        assert sorted(options(picture(shown))) == sorted(map(str, shown.choices))

    def test_every_sheet_is_there(self, shown: View) -> None:
        root = picture(shown)
        for seat in range(len(shown.sheets)):
            assert len(with_class(piece(root, f"t-sheet-{seat}"), "line")) == 1

    def test_it_makes_a_picture(self, shown: View) -> None:
        assert png(GAME.draw(shown, "t"), 390).startswith(b"\x89PNG")
        assert png(GAME.draw(shown, "t"), 390, dark=True).startswith(b"\x89PNG")


def test_neighbours_touch_and_others_do_not() -> None:
    for one in FIELDS:
        for other in FIELDS:
            (x, y), (to_x, to_y) = center(one), center(other)
            apart = ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5
            assert (59 < apart < 61) == (other in NEIGHBOURS[one])


def test_colour_never_speaks_alone() -> None:
    sheet = piece(picture(SITUATIONS["a round"]), "t-sheet-0")
    letters = [text.text for text in with_class(sheet, "shade") if text.tag == f"{SVG}text"]
    assert letters == list(BOARD.colours)


def test_the_line_is_drawn_through_the_middles_of_its_fields() -> None:
    root = picture(SITUATIONS["a round"])
    assert with_class(piece(root, "t-sheet-0"), "line")[0].get("d") == way(("e4", "e3", "d2"))


def test_tentative_steps_are_dotted_on_the_own_sheet() -> None:
    sheet = piece(picture(SITUATIONS["dotted"]), "t-sheet-0")
    assert with_class(sheet, "dots")[0].get("d") == way(("d2", "d3", "c3"))
    assert with_class(sheet, "line")[0].get("d") == way(("e4", "e3", "d2"))


def test_nobody_else_sees_the_dots() -> None:
    drawn = dot(ROUND, 0, "d2 d3 c3")
    for other in (1, None):
        assert GAME.draw(view(drawn, other)) == GAME.draw(view(ROUND, other))


def test_used_colours_of_the_card_are_struck_out() -> None:
    card = piece(picture(SITUATIONS["dotted"]), "t-card")
    assert len(with_class(card, "cross")) == len(with_class(card, "spent")) == 2
    assert [text.text for text in card.iter(f"{SVG}text")] == list("BGYA")


def test_a_field_beside_both_ends_has_a_place_for_each() -> None:
    found = options(picture(view(lay("e4 e3 d2"), 0)))
    one, other = (with_class(found[f"draw d3 from {end}"], "spot")[0] for end in ("e4", "d2"))
    assert (one.get("cx"), one.get("cy")) != (other.get("cx"), other.get("cy"))
    assert not with_class(found["draw d3 from e4"], "hit")


def test_an_option_shows_the_letter_of_its_field_and_where_the_line_would_go() -> None:
    option = options(picture(view(lay("e4 e3 d2"), 0)))["draw d3 from e4"]
    assert [text.text for text in option.iter(f"{SVG}text")] == ["A"]
    assert with_class(option, "ghost")[0].get("d") == way(("e4", "d3"))
    assert with_class(option, "next")[0].get("d") == hexagon(*center("d3"), 0.9)


def test_an_option_strikes_out_its_colour_on_the_card_before_it_is_taken() -> None:
    dotted = view(dot(ROUND, 0, "d2 d3"), 0)
    before = [path.get("d") for path in with_class(piece(picture(dotted), "t-card"), "cross")]
    (ghost,) = with_class(options(picture(dotted))["draw c3 from d3"], "cross")
    after = [path.get("d") for path in with_class(piece(picture(SITUATIONS["dotted"]), "t-card"), "cross")]
    assert "ghost" in ghost.attrib["class"]
    assert sorted(filter(None, [*before, ghost.get("d")])) == sorted(filter(None, after))


def test_done_without_a_step_is_a_pass() -> None:
    before, after = (options(picture(SITUATIONS[name]))["done"] for name in ("a round", "dotted"))
    assert words(before) == ["Pass"]
    assert words(after) == ["Done"]


def test_dots_in_the_table_for_numbers_that_others_have_reached() -> None:
    labels = layer(picture(SITUATIONS["a round"]), "labels")
    assert len(with_class(labels, "half")) == 2


def test_alone_lower_numbers_than_one_reached_have_dots() -> None:
    labels = layer(picture(SITUATIONS["alone"]), "labels")
    assert len(with_class(labels, "half")) == 2


def test_cards_to_come_are_shown_as_a_set() -> None:
    one = turn(turn(begin("e4"), "BGYA", ""), "BGYR", "")
    other = turn(turn(begin("e4"), "BGYR", ""), "BGYA", "")
    assert "13 cards to come" in words(ET.fromstring(picture(view(one, 0))))
    assert GAME.draw(view(one, 0)) == GAME.draw(view(other, 0))


def test_the_winner_wears_the_crown() -> None:
    root = picture(SITUATIONS["over"])
    assert with_class(piece(root, "t-seat-1"), "crown")[0].get("d") == CROWN
    assert not with_class(piece(root, "t-seat-0"), "crown")


def test_the_crown_stays_clear_of_the_mark_above() -> None:
    root = picture(SITUATIONS["over"])
    (_, above), (_, y) = place(piece(root, "t-seat-0")), place(piece(root, "t-seat-1"))
    crown, scale = with_class(piece(root, "t-seat-1"), "crown")[0].attrib["transform"], 0.8
    down, size = (float(number) for number in re.findall(r"[\d.]+", crown)[1:])
    assert above + 13 * scale <= y + (down - 27 * size) * scale


@pytest.mark.parametrize(("title", "crowns"), [("A great line", 1), ("", 0)])
def test_alone_only_a_great_line_has_a_crown(title: str, crowns: int) -> None:
    alone = SITUATIONS["alone and over"]
    outcome = replace(alone.outcome, title=title) if alone.outcome else None
    assert len(with_class(piece(picture(replace(alone, outcome=outcome)), "t-seat-0"), "crown")) == crowns


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("before the first card", "Waiting for a card"),
        ("a round", "Draw or pass"),
        ("dotted", "Draw on or finish"),
        ("a spectator", "Everybody is drawing"),
        ("done", "Others are still drawing"),
        ("over", "Fox wins"),
        ("alone and over", "Final score: −59"),
    ],
)
def test_what_goes_on_is_said_in_a_few_words(situation: str, said: str) -> None:
    assert GAME.say(status(SITUATIONS[situation])) == said
