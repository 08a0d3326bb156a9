"""Complaints are sentences: in English as strings, from a game in its own words."""

from __future__ import annotations

import pytest

from byways.errors import Complaint, Illegal, Malformed, Refused
from byways.game import find_game
from byways.games.labyrinth import GAME
from byways.i18n import Message
from tests import toy


def test_a_plain_string_is_the_complaint() -> None:
    assert str(Refused("No such board.")) == "No such board."


def test_a_message_of_a_game_is_said_with_its_names() -> None:
    complaint = Illegal(Message("refuse.undo", {"seat": 1}), toy.GAME.room)
    assert str(complaint) == "Bob has nothing to take back: the last act is final."
    assert GAME.say(complaint.sentence) == "Blue has nothing to take back: the last act is final."


def test_a_message_of_no_game_is_said_by_the_house() -> None:
    assert str(Complaint(Message("awaiting.nobody"))) == "The game is over."


def test_a_complaint_is_said_in_a_language_as_far_as_it_has_the_words() -> None:
    complaint = Illegal(Message("refuse.undo", {"seat": 1}), toy.GAME.room)
    assert complaint.said("tlh") == str(complaint)
    assert Complaint(Message("awaiting.nobody")).said("tlh") == "The game is over."


@pytest.mark.parametrize("kind", [Malformed, Illegal, Refused])
def test_whoever_catches_a_complaint_catches_all_kinds(kind: type[Complaint]) -> None:
    with pytest.raises(ValueError, match="Just so"):
        raise kind("Just so.")


def test_names_that_are_only_in_somebodys_own_components_are_said_by_that_game_and_else_by_their_keys() -> None:
    own = find_game("long_road").using(find_game("long_road").components_text.replace('en = "Gunslinger"', 'en = "Tinker"'))
    complaint = Illegal(Message("prompt.effect", {"character": "tinker"}), own.room)
    assert str(complaint) == "Use the tinker's ability."
    assert str(complaint.of(own)) == str(Illegal(complaint.sentence, own)) == "Use the Tinker's ability."


def test_a_plain_string_of_no_game_is_not_searched_for_names() -> None:
    assert str(Malformed("'{0}' is wrong.").of(GAME)) == "'{0}' is wrong."
    assert str(Malformed("'{0}' is wrong.", GAME.room)) == "'Red' is wrong."
    assert Malformed("{0} is wrong.", GAME.room).meaning == "Red is wrong."
