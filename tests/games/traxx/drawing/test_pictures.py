"""Pictures of Traxx's components and signs."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from byways.games.traxx import GAME
from byways.games.traxx.components import COLOURS
from byways.games.traxx.drawing.pictures import SIGNS
from byways.teaching.guide import figure
from tests.pictures import SVG, layer, with_class

LETTERS = dict(zip(COLOURS, "BGYSRW", strict=True))


def words(name: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(figure(GAME, name)).iter(f"{SVG}text")]


def test_the_board_shows_all_fields_numbers_and_starts() -> None:
    board = layer(figure(GAME, "board"), "pieces")
    assert len(with_class(board, "medal")) == 9
    assert len(with_class(board, "start")) == 4
    assert "".join(word for word in words("board") if word in LETTERS.values()) == "".join(
        LETTERS[colour] for colour, _, _ in GAME.components.board.fields
    )


def test_all_15_cards_are_shown() -> None:
    shown = ["".join(text.text or "" for text in card.iter(f"{SVG}text")) for card in layer(figure(GAME, "cards"), "pieces")]
    assert sorted(shown) == sorted("".join(LETTERS[shade] for shade in card) for card in GAME.components.cards)


def test_every_colour_is_shown_with_its_letter_and_its_name() -> None:
    assert words("colours") == ["B", "blue", "G", "green", "Y", "yellow", "S", "silver", "R", "red", "W", "white"]


def test_the_worked_score_is_that_of_the_rule_text() -> None:
    _, otter, _ = " ".join(words("score")).replace("Fox", "Otter").split("Otter")
    assert otter.split() == ["1", "3", "3", "6", "4", "8", "9", "5", "−10"]
    assert "29" in [text.text for text in layer(figure(GAME, "score"), "pieces").iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("sign", "looks"),
    [
        *(("start", "start"), ("end", "end"), ("line", "line"), ("dots", "dots"), ("field", "next"), ("number", "medal"), ("got", "got")),
        *(("less", "struck"), ("pen", "lead")),
        *(("used", "spent"), ("half", "half"), ("now", "now"), ("past", "turned")),
    ],
)
def test_signs_look_as_in_drawings(sign: str, looks: str) -> None:
    assert with_class(layer(figure(GAME, f"sign-{sign}"), "pieces"), looks)


def test_signs_are_light() -> None:
    """All of them are on the page of every table."""
    assert all(len(figure(GAME, sign)) < 10_000 for sign in SIGNS)
