"""Servers of different versions share a database, so the format of the lines is fixed."""

from __future__ import annotations

import msgspec
import pytest

from byways.record import Choose, Happen
from byways.table.store.notifications import LONG, Appended, Notification, Stopped, Stored, Watched, read, stored

ENTRIES = (Choose(1, "pick 3"), Happen("è 5"))
TEXTS = [msgspec.json.encode(entry).decode() for entry in ENTRIES]


@pytest.mark.parametrize(
    ("notification", "line"),
    [
        (Stopped(), "*"),
        (Watched("a-b_9"), "a-b_9 ?"),
        (Stored("a-b_9"), "a-b_9"),
        (stored("a-b_9", 7, 2, 1.5, TEXTS), f"a-b_9 [7,2,1.5,[{TEXTS[0]},{TEXTS[1]}]]"),
    ],
)
def test_a_notification_is_one_line_that_reads_back(notification: Notification, line: str) -> None:
    assert (str(notification), read(line)) == (line, notification)


def test_entries_come_with_their_number_the_count_of_changes_and_the_time() -> None:
    assert stored("one", 7, 2, 1.5, TEXTS).appended == Appended(7, 2, 1.5, ENTRIES)


@pytest.mark.parametrize("line", ["one", "one !", "one [7,2]", 'one [7,2,1.5,[{"entry":"fly"}]]'])
def test_missing_or_unknown_entries_are_read_from_the_store(line: str) -> None:
    notification = read(line)
    assert isinstance(notification, Stored)
    assert (notification.table, notification.appended) == ("one", None)


def test_long_entries_are_left_out() -> None:
    assert stored("one", 0, 0, 1.5, [f'"{"x" * LONG}"']) == Stored("one")
