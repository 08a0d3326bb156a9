"""Positions and results on paper."""

from __future__ import annotations

import pypdfium2

from byways.game import find_game
from byways.printing.diagram import print_position, printable_names
from byways.record import read
from byways.room import find_room
from tests.printing.pdf import texts


def sheet(at: int | None) -> str:
    """The text of the sheet of a moment of the example of The Long Road."""
    game = find_game("long_road")
    file = find_room(game.room).file("teaching", "example.json")
    assert file is not None
    record = read(file.read_bytes())
    view = record.position(game, at).view(None)
    (text,) = texts(pypdfium2.PdfDocument(print_position(game, view, record.players, "heading", "en")))
    return text


def test_a_position_is_a_sheet_with_the_board_and_whose_turn_it_is() -> None:
    text = sheet(20)
    assert "heading" in text
    assert "Waiting for Red." in text
    assert "Total" not in text


def test_a_finished_game_is_a_score_sheet() -> None:
    text = sheet(None)
    assert "Yellow wins." in text
    assert "Total 66 83 99" in text


def test_a_name_that_the_font_cannot_show_is_replaced_by_the_name_of_the_seat() -> None:
    assert printable_names(find_game("long_road"), ("Zoë", "中村", "Łukasz"), "en") == ("Zoë", "Black", "Łukasz")
