"""Traxx as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from byways.drawing import CROWN, num, png
from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS
from byways.games.traxx.drawing.draw import BAR, status, where
from byways.games.traxx.drawing.layout import COLUMNS, way
from byways.games.traxx.state import DONE, Position
from byways.games.traxx.view import View, view
from byways.i18n import Message
from tests.games.traxx.positions import BOARD, DECK, begin, dot, draw, entered, lay, turn
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
        svg = GAME.draw(shown, "t")
        assert png(svg, 60).startswith(b"\x89PNG")
        assert png(svg, 60, dark=True).startswith(b"\x89PNG")


LETTERS = dict(zip(COLOURS, "BGYSRW", strict=True))


def test_every_colour_has_a_letter_too() -> None:
    root = picture(SITUATIONS["a round"])
    letters = [text.text for text in with_class(piece(root, "t-letters"), "shade")]
    assert letters == [LETTERS[shade] for shade in BOARD.colours]
    for seat in range(3):
        assert [copied.get("href") for copied in piece(root, f"t-sheet-{seat}").iter(f"{SVG}use")] == ["#t-print", "#t-letters"]


@pytest.mark.parametrize("language", GAME.languages)
def test_letters_of_players_are_distinct_and_in_their_names(language: str) -> None:
    said = [[GAME.say(Message(f"seat.{what}", {"seat": seat}), language) for seat in range(4)] for what in ("initial", "name")]
    assert len({*said[0]}) == 4
    assert all(letter.lower() in name.lower() for letter, name in zip(*said, strict=True))


@pytest.mark.parametrize("language", GAME.languages)
def test_letters_of_colours_are_distinct_and_begin_their_names(language: str) -> None:
    letters = [GAME.say(Message("draw.letter", {"colour": colour}), language) for colour in COLOURS.values()]
    names = [GAME.say(Message("figure.colour", {"colour": colour}), language) for colour in COLOURS.values()]
    assert len({*letters}) == len(COLOURS)
    assert all(name.lower().startswith(letter[0].lower()) for letter, name in zip(letters, names, strict=True))


def test_the_line_is_drawn_through_the_middles_of_its_fields() -> None:
    root = picture(SITUATIONS["a round"])
    assert with_class(piece(root, "t-sheet-0"), "line")[0].get("d") == way(("e4", "e3", "d2"))


def test_tentative_steps_are_dotted_on_the_viewers_sheet() -> None:
    sheet = piece(picture(SITUATIONS["dotted"]), "t-sheet-0")
    assert with_class(sheet, "dots")[0].get("d") == way(("d2", "d3", "c3"))
    assert with_class(sheet, "line")[0].get("d") == way(("e4", "e3", "d2"))


def test_other_seats_do_not_see_the_dots() -> None:
    drawn = dot(ROUND, 0, "d2 d3 c3")
    for other in (1, None):
        assert GAME.draw(view(drawn, other)) == GAME.draw(view(ROUND, other))


def test_used_colours_of_the_card_are_struck_out() -> None:
    card = piece(picture(SITUATIONS["dotted"]), "t-card")
    assert len(with_class(card, "cross")) == len(with_class(card, "spent")) == 2
    assert [text.text for text in card.iter(f"{SVG}text")] == list("BGYS")


def test_dots_in_the_table_mark_numbers_that_others_have_reached() -> None:
    labels = layer(picture(SITUATIONS["a round"]), "labels")
    assert len(with_class(labels, "half")) == 2 + 1  # one explains them


def test_alone_dots_in_the_table_mark_numbers_below_a_reached_one() -> None:
    labels = layer(picture(SITUATIONS["alone"]), "labels")
    assert len(with_class(labels, "half")) == 2 + 1


def test_dots_in_the_table_are_explained_beside_its_heads_where_there_are_any() -> None:
    heads, dot = layer(picture(SITUATIONS["a round"]), "labels"), "pays half"
    assert dot in words(heads)
    assert dot not in words(layer(picture(view(begin("e4", "d5"), 0)), "labels"))


def test_at_the_end_no_dots_are_in_the_table() -> None:
    over = draw(lay("e4", "d5", deck=(), points=(entered(n4=4), entered())), "", "")
    assert with_class(layer(picture(view(over, 0)), "labels"), "half") == []


def test_cards_to_come_are_shown_as_a_set() -> None:
    one = turn(turn(begin("e4"), "BGYA", ""), "BGYR", "")
    other = turn(turn(begin("e4"), "BGYR", ""), "BGYA", "")
    assert "13 to come" in words(ET.fromstring(picture(view(one, 0))))
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
        ("a spectator", "All players are drawing"),
        ("done", "Others are still drawing"),
        ("over", "Fox wins"),
        ("alone and over", "Final score: −59"),
    ],
)
def test_the_status_is_a_few_words(situation: str, said: str) -> None:
    assert GAME.say(status(SITUATIONS[situation])) == said


# The reveal


REVEALED = draw(lay("e4 e3", "d5", deck=DECK[:3]), "e3 d2 e2", "d5 c4")


def test_the_last_stretch_is_a_separate_piece() -> None:
    root = picture(view(REVEALED, 0))
    assert with_class(piece(root, "t-stretch-0-1"), "line")[0].get("d") == way(("e3", "d2", "e2"))
    assert with_class(piece(root, "t-sheet-0"), "line")[0].get("d") == way(("e4", "e3"))


def test_the_last_stretch_keeps_its_id_during_the_next_round() -> None:
    assert "t-stretch-0-1" in picture(view(REVEALED.happen(DECK[0]), 0))


def test_a_pen_goes_where_its_line_goes() -> None:
    for seat, end in enumerate(("e2", "c4")):
        at = where(view(REVEALED, 0), f"pen-{seat}", end)
        assert piece(picture(view(REVEALED, 0)), f"t-pen-{seat}").attrib["transform"].startswith(f"translate({num(at[0])} {num(at[1])})")


def test_the_viewers_pen_is_at_the_last_dot() -> None:
    dotted = SITUATIONS["dotted"]
    x, y = where(dotted, "pen-0", "c3")
    assert piece(picture(dotted), "t-pen-0").attrib["transform"].startswith(f"translate({num(x)} {num(y)})")


def test_between_rounds_the_next_card_shows_its_back() -> None:
    assert with_class(piece(picture(SITUATIONS["before the first card"]), "t-card"), "back")
    assert not with_class(piece(picture(SITUATIONS["a round"]), "t-card"), "back")


# Points and scores


def test_a_number_shows_the_points_it_pays_now() -> None:
    root = picture(view(lay("e4 e3 d2", "d5 c4", points=(entered(), entered(n9=9))), 0))
    assert words(piece(root, "t-number-0-9")) == ["9", "5"]
    assert words(piece(root, "t-number-1-9")) == ["9"]
    assert words(piece(root, "t-number-0-10")) == ["10"]
    assert with_class(piece(root, "t-number-1-9"), "got")


def test_the_score_counts_the_dots() -> None:
    reached = dot(lay("e4", "d5"), 0, "e4 f4")
    assert [words(piece(picture(view(position, 0)), "t-score-0")) for position in (lay("e4", "d5"), reached)] == [["−60"], ["−56"]]
    assert with_class(piece(picture(view(reached, 0)), "t-number-0-3"), "dotted")


def test_numbers_of_another_sheet_are_enlarged_only_if_its_letters_are_hidden() -> None:
    for starts, are_letters_hidden, are_enlarged in ((("e4", "d5"), False, False), (("e4", "d5", "e6", "f5"), True, True)):
        svg = picture(view(lay(*starts), 0))
        sheet, number = piece(svg, "t-sheet-1"), piece(svg, "t-number-1-9")
        assert ("tiny" in sheet.attrib["class"].split()) == are_letters_hidden
        assert (scale_of(number) > scale_of(sheet)) == are_enlarged


def scale_of(element: ET.Element) -> float:
    return float(element.attrib["transform"].partition("scale(")[2].rstrip(")"))


def test_other_sheets_can_be_enlarged_and_are_labelled_with_their_score() -> None:
    root = picture(SITUATIONS["a round"])
    for seat, name in ((1, "Fox's board, score −55"), (2, "Heron's board, score −60")):
        assert piece(root, f"t-sheet-{seat}").get("data-zoom") == f"sheet-{seat}"
        assert piece(root, f"t-sheet-{seat}").get("aria-label") == name


def test_the_size_never_changes_within_a_game() -> None:
    positions = [ROUND, dot(ROUND, 0, "d2 d3 c3"), ROUND.choose(0, DONE), ROUND.remove(1), over(ROUND)]
    assert len({ET.fromstring(picture(view(position, seat))).get("viewBox") for position in positions for seat in (0, 1, None)}) == 1


def root(shown: View) -> ET.Element:
    return ET.fromstring(picture(shown))


def test_the_numbers_of_the_last_round_are_framed_in_the_table() -> None:
    reached = turn(begin("e4", "d5"), "BGYA", "e4 f4", "")
    frames = with_class(root(view(reached, 0)), "fresh")
    assert [frame.get("x") for frame in frames] == [num(COLUMNS[1] - 15)]  # Otter reached the 3
    assert with_class(root(view(turn(reached, "BGYR", "", ""), 0)), "fresh") == []


def test_a_stuck_player_is_marked_in_the_table_and_beside_the_sheet() -> None:
    shut = lay("a1 b1 b2 a2 a3 a4 b5 b6 a5", "e4")
    assert picture(view(shut, 1)).count(BAR) == 1
    assert "Otter −52 (stuck)" in words(root(view(shut, 1)))
    assert BAR not in picture(view(lay("e4", "d5"), 0))
