"""The complaints of the table."""

from __future__ import annotations

import pytest

from byways.game import Complaint, Illegal, Refused
from byways.i18n import Message
from byways.table.errors import Declined, Forbidden, NotNow
from tests import toy


def test_a_complaint_has_a_message_and_an_english_sentence() -> None:
    complaint = Forbidden("wrong.still-here", toy.GAME, seat=1)
    assert complaint.sentence == Message("wrong.still-here", {"seat": 1})
    assert str(complaint) == complaint.in_language("en") == complaint.in_language("tlh") == "Bob is here, or was a minute ago."


@pytest.mark.parametrize("kind", [Complaint, Refused])
def test_a_handler_for_complaints_catches_those_of_the_table(kind: type[Complaint]) -> None:
    with pytest.raises(kind, match="No table was opened"):
        raise Declined("wrong.clock")


def test_an_action_at_the_wrong_moment_is_illegal_like_a_choice() -> None:
    with pytest.raises(Illegal, match=r"Nothing was played\. It is your turn\."):
        raise NotNow("wrong.not-now", toy.GAME, prompt=Message("prompt.turn"))
