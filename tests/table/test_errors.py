"""What the table declines is said in its own words."""

from __future__ import annotations

import pytest

from byways.game import Complaint, Illegal, Refused
from byways.i18n import Message
from byways.table.errors import Declined, Forbidden, NotNow
from tests import toy


def test_a_complaint_of_the_table_has_a_message_and_is_said_in_english() -> None:
    complaint = Forbidden("wrong.still-here", toy.GAME, seat=1)
    assert complaint.sentence == Message("wrong.still-here", {"seat": 1})
    assert str(complaint) == complaint.said("en") == complaint.said("tlh") == "Bob is here, or was a minute ago."


@pytest.mark.parametrize("kind", [Complaint, Refused])
def test_whoever_catches_complaints_catches_those_of_the_table(kind: type[Complaint]) -> None:
    with pytest.raises(kind, match="No table was set"):
        raise Declined("wrong.clock")


def test_what_is_not_allowed_now_is_illegal_like_any_such_choice() -> None:
    with pytest.raises(Illegal, match=r"Nothing was played\. It is your turn\."):
        raise NotNow("wrong.not-now", toy.GAME, prompt=Message("prompt.turn"))
