"""Sentences of choices, and the places of the board."""

from __future__ import annotations

import msgspec
import pytest

from byways.games.the_way import GAME
from byways.games.the_way.state import CELLS, EVERY, NEIGHBOURS, PLACES, AnyChoice


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("first", "Go first"),
        ("piece circle", "Play Circle"),
        ("vary nothing", "Play without variations"),
        ("vary arrows replace", "Play with one-way arrows and replacing instead of covering"),
        ("turn b3 right", "Turn b3 to the right"),
        ("card NE", "Cover with a corner (NE)"),
        ("place b3", "Cover b3"),
        ("lay ES", "Lay it open to the east and south (ES)"),
        ("move c3", "Move to c3"),
        ("stay", "Stay where you are"),
    ],
)
def test_choices_have_sentences(text: str, sentence: str) -> None:
    assert GAME.say(GAME.parse(text).sentence) == sentence


def test_choices_have_different_notations_and_read_back_from_json() -> None:
    assert len({str(choice) for choice in EVERY}) == len(EVERY)
    assert msgspec.json.decode(msgspec.json.encode(EVERY), type=tuple[AnyChoice, ...]) == EVERY


def test_places_are_columns_and_rows_from_the_top_left() -> None:
    assert (PLACES[0], PLACES[4], PLACES[20], PLACES[24], CELLS["b3"]) == ("a1", "e1", "a5", "e5", 11)


@pytest.mark.parametrize(("place", "beside"), [("a1", ["b1", "a2"]), ("c3", ["c2", "d3", "c4", "b3"]), ("e5", ["e4", "d5"])])
def test_cards_have_neighbours_at_their_sides_only(place: str, beside: list[str]) -> None:
    assert [PLACES[cell] for _, cell in NEIGHBOURS[CELLS[place]]] == beside
