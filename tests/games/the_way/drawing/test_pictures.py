"""Pictures of the deck and the corners."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from byways.games.the_way import GAME
from byways.games.the_way.drawing.pictures import PICTURES
from byways.teaching.guide import figure
from tests.pictures import layer, with_class


def words(picture: str) -> list[str]:
    return [text.text or "" for text in layer(picture, "labels")]


def test_the_deck_shows_every_kind_of_card_with_its_number() -> None:
    picture = PICTURES["deck"](GAME, "en")
    assert len(with_class(layer(picture, "pieces"), "card")) == len(GAME.components.cards.deck)
    assert words(picture)[:6] == ["cross", "× 2", "tee", "× 2", "corner", "× 8"]
    assert sum(int(label.removeprefix("× ")) for label in words(picture)[1::2]) == 30


def test_cards_with_arrows_come_last() -> None:
    arrows = [bool(with_class(card, "arrow")) for card in layer(PICTURES["deck"](GAME, "en"), "pieces")]
    assert arrows == [False] * 5 + [True] * 5


def test_each_corner_says_whose_it_is_from_the_top_left() -> None:
    assert words(PICTURES["corners"](GAME, "en")) == ["Circle: Start", "Square: Midpoint", "Square: Start", "Circle: Midpoint"]


def test_only_cards_that_are_connected_have_a_bridge() -> None:
    picture = PICTURES["connected"](GAME, "en")
    assert words(picture) == ["connected", "not connected"]
    assert len(with_class(layer(picture, "board"), "bridge")) == 1


def test_every_picture_has_a_unique_name_for_a_page_with_all_of_them() -> None:
    assert len({ET.fromstring(paint(GAME, "en")).get("id") for paint in PICTURES.values()}) == len(PICTURES)


def test_the_numbers_on_the_figure_of_the_table_stand_out_from_their_discs() -> None:
    svg = figure(GAME, "table")
    fills = dict(re.findall(r"\.byways (\.mark|text\.marked)\{fill:(#\w+)", svg))
    assert len(with_class(ET.fromstring(svg), "mark")) == 9
    assert len(set(fills.values())) == 2
