"""Text that fits its room, and symbols."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from byways.games.long_road.drawing.art import fit, hat, letter_of, paragraph, weapon, width, wrap, wrap_within


def test_long_words_are_squeezed() -> None:
    parent = Element("g")
    whole, narrow = (fit(parent, "General Store", 0, 0, room) for room in (200, 60))
    assert (whole.text, whole.get("textLength")) == ("General Store", None)
    assert (narrow.text, narrow.get("textLength")) == ("General Store", "60")


def test_larger_and_bolder_words_are_wider() -> None:
    assert width("Ranch", "plain") < width("Ranch") < width("Ranch", "title")


def test_lines_are_no_wider_than_their_room() -> None:
    lines = wrap("first may call one of your characters from another caravan", 90)
    assert " ".join(lines) == "first may call one of your characters from another caravan"
    assert max(map(width, lines)) <= 90


def test_words_that_need_too_many_lines_get_wider_lines_which_are_squeezed() -> None:
    words, parent = "first may call one of your characters from another caravan", Element("g")
    assert wrap_within(words, 90, 5) == wrap(words, 90)
    lines = wrap_within(words, 90, 3)
    assert (" ".join(lines), len(lines)) == (words, 3)
    paragraph(parent, lines, 0, 0, 12, room=90)
    assert "90" in {line.get("textLength") for line in parent}


def test_a_hat_has_its_players_colour_and_letter() -> None:
    parent = Element("g")
    hat(parent, 2, "en", 10, 10, 28)
    assert [parent[0].get("class"), parent[1].text] == ["hat-2", "Y"]


@pytest.mark.parametrize(("language", "letters"), [("en", "RBYG"), ("de", "RSLG"), ("it", "RNGV"), ("fr", "RNJV"), ("es", "RNAV")])
def test_the_letters_of_players_are_in_their_language(language: str, letters: str) -> None:
    assert "".join(letter_of(seat, language) for seat in range(4)) == letters


def test_a_rifle_is_longer_than_it_is_high() -> None:
    parent = Element("g")
    for key in ("dagger", "rifle"):
        weapon(parent, key, 0, 0, 26)
    assert [one.get("width") for one in parent] == ["26", "40"]
