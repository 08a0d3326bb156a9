"""Chat: which lines are allowed, and how many are stored."""

from __future__ import annotations

import pytest

from byways.table.chat import KEPT, LONGEST, Remark, Talk
from byways.table.errors import Declined, Forbidden, TooMuch


def spoken(talk: Talk, *times: float, seat: int = 0) -> Talk:
    for at in times:
        talk = talk.say(seat, "Ann", at, "so", "")
    return talk


def test_a_line_is_a_numbered_text_or_reaction() -> None:
    talk = Talk().say(0, "Ann", 1.0, " Hi\n<b>", "").say(1, "", 2.0, "", "thanks")
    assert talk.lines == (Remark(1, 0, 1.0, "Ann", "Hi <b>"), Remark(2, 1, 2.0, reaction="thanks"))


@pytest.mark.parametrize(
    ("text", "reaction", "why"),
    [("", "", "Not sent"), (" \n", "", "Not sent"), ("", "boo", "Not sent"), ("x" * (LONGEST + 1), "", "140")],
)
def test_an_empty_or_too_long_line_is_refused(text: str, reaction: str, why: str) -> None:
    with pytest.raises(Declined, match=why):
        Talk().say(0, "Ann", 1.0, text, reaction)


def test_the_sixth_line_of_a_seat_within_ten_seconds_is_refused() -> None:
    talk = spoken(Talk(), 0.0, 1.0, 2.0, 3.0, 4.0)
    with pytest.raises(TooMuch, match="Wait a few seconds"):
        spoken(talk, 9.9)
    assert spoken(talk, 9.9, seat=1).last == spoken(talk, 10.0).last == 6


def test_only_the_latest_lines_are_stored_and_keep_their_numbers() -> None:
    talk = spoken(Talk(), *(10.0 * number for number in range(KEPT + 5)))
    assert [line.number for line in talk.lines] == [*range(6, KEPT + 6)]


def test_a_closed_chat_refuses_every_line() -> None:
    closed = spoken(Talk(), 1.0).close(True)
    with pytest.raises(Forbidden, match="host"):
        spoken(closed, 20.0)
    assert spoken(closed.close(False), 20.0).last == 2
