"""Servers of different versions share a database, so the lines themselves are fixed."""

from __future__ import annotations

import msgspec
import pytest

from byways.record import Choose, Happen
from byways.table.store.notifications import LONG, Appended, Notification, Stopped, Stored, Wanted, read, stored

ENTRIES = (Choose(1, "pick 3"), Happen("è 5"))
TEXTS = [msgspec.json.encode(entry).decode() for entry in ENTRIES]


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (Stopped(), "*"),
        (Wanted("a-b_9"), "a-b_9 ?"),
        (Stored("a-b_9"), "a-b_9"),
        (stored("a-b_9", 7, 2, 1.5, TEXTS), f"a-b_9 [7,2,1.5,[{TEXTS[0]},{TEXTS[1]}]]"),
    ],
)
def test_what_is_told_is_one_line_that_is_read_as_the_same(news: Notification, line: str) -> None:
    assert (str(news), read(line)) == (line, news)


def test_entries_come_with_their_number_the_changes_of_the_seats_and_the_time() -> None:
    assert stored("one", 7, 2, 1.5, TEXTS).appended == Appended(7, 2, 1.5, ENTRIES)


@pytest.mark.parametrize("line", ["one", "one !", "one [7,2]", 'one [7,2,1.5,[{"entry":"fly"}]]'])
def test_what_is_not_told_or_not_known_here_is_looked_for_in_the_store(line: str) -> None:
    news = read(line)
    assert isinstance(news, Stored)
    assert (news.table, news.appended) == ("one", None)


def test_long_entries_are_told_by_the_name_of_their_table() -> None:
    assert stored("one", 0, 0, 1.5, [f'"{"x" * LONG}"']) == Stored("one")
