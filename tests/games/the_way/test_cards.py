"""Faces, turning, and the cards they belong to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.games.the_way import GAME
from byways.games.the_way.cards import CARD, ENTER, EXITS, FACES, LEAVE, LEFT, RIGHT, has_arrows, openings, shape

A_FACE = st.sampled_from(sorted(CARD))


@pytest.mark.parametrize(("face", "right"), [("N", "E"), ("NE", "ES"), ("NW", "NE"), ("NS", "EW"), ("NiEo", "EiSo"), ("NoWi", "NiEo")])
def test_a_turn_to_the_right_is_clockwise(face: str, right: str) -> None:
    assert RIGHT[face] == right
    assert LEFT[right] == face


@given(A_FACE)
def test_four_quarter_turns_are_none(face: str) -> None:
    assert RIGHT[RIGHT[RIGHT[RIGHT[face]]]] == face


@given(A_FACE)
def test_all_faces_of_a_card_have_its_name(face: str) -> None:
    assert {CARD[turned] for turned in FACES[CARD[face]]} == {CARD[face]}
    assert face in FACES[CARD[face]]


@given(A_FACE)
def test_arrows_take_ways_from_the_open_sides(face: str) -> None:
    assert LEAVE[face] | ENTER[face] == EXITS[face]
    assert (LEAVE[face] & ENTER[face] == EXITS[face]) == (not has_arrows(face))


def test_left_and_right_handed_corners_are_different_cards() -> None:
    assert CARD["NiEo"] != CARD["NoEi"]
    assert CARD["NiSo"] == CARD["NoSi"]


@pytest.mark.parametrize(
    ("face", "name"),
    [("W", "dead-end"), ("EW", "straight"), ("SW", "corner"), ("NEW", "tee"), ("NESW", "cross"), ("EiSo", "corner-arrow")],
)
def test_cards_have_names(face: str, name: str) -> None:
    assert shape(face) == name


@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("W", "open to the west"),
        ("NE", "open to the north and east"),
        ("EiSoW", "open to the east, south, and west, in from the east, out to the south"),
        ("NiE", "open to the north and east, in from the north"),
        ("NoSo", "open to the north and south, out to the north and south"),
    ],
)
def test_faces_are_described_in_words(face: str, words: str) -> None:
    assert GAME.say(openings(face)) == words
