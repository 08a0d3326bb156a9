"""Errors are sentences, in English or in the words of a game."""

from __future__ import annotations

import pytest

from byways.errors import Complaint, Illegal, Malformed, Refused
from byways.game import find_game
from byways.games.labyrinth import GAME
from byways.i18n import Message
from tests import toy


def test_a_plain_string_is_the_complaint() -> None:
    assert str(Refused("No such board.")) == "No such board."


def test_a_message_of_a_game_uses_the_names_of_the_game() -> None:
    complaint = Illegal(Message("refuse.undo", {"seat": 1}), toy.GAME.room)
    assert str(complaint) == "Bob has nothing to take back: the last act is final."
    assert GAME.say(complaint.sentence) == "Blue has nothing to take back: the last act is final."


def test_a_message_without_a_game_uses_the_common_catalogue() -> None:
    assert str(Complaint(Message("awaiting.nobody"))) == "The game is over."


def test_a_missing_language_falls_back_to_english() -> None:
    complaint = Illegal(Message("refuse.undo", {"seat": 1}), toy.GAME.room)
    assert complaint.in_language("tlh") == str(complaint)
    assert Complaint(Message("awaiting.nobody")).in_language("tlh") == "The game is over."


@pytest.mark.parametrize("kind", [Malformed, Illegal, Refused])
def test_every_kind_of_complaint_is_a_value_error(kind: type[Complaint]) -> None:
    with pytest.raises(ValueError, match="Just so"):
        raise kind("Just so.")


def test_names_of_custom_components_need_the_card_and_appear_as_keys_without_it() -> None:
    own = find_game("long_road").using(find_game("long_road").components_text.replace('en = "Gunslinger"', 'en = "Tinker"'))
    complaint = Illegal(Message("choose.call", {"character": "tinker"}), own.room)
    assert str(complaint) == "Call the tinker here"
    assert str(complaint.of(own)) == str(Illegal(complaint.sentence, own)) == "Call the Tinker here"


def test_a_plain_string_without_a_game_is_not_formatted() -> None:
    assert str(Malformed("'{0}' is wrong.").of(GAME)) == "'{0}' is wrong."
    assert str(Malformed("'{0}' is wrong.", GAME.room)) == "'Red' is wrong."
    assert Malformed("{0} is wrong.", GAME.room).meaning == "Red is wrong."
