"""Who has left and who is back, for the log."""

from __future__ import annotations

import pytest

from byways.table.absences import Absences
from byways.table.seats import Seat, Seats


def test_who_stays_away_for_a_minute_is_told_of_once_and_again_when_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now, absences = 1000.0, Absences()
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = Seats([Seat("person", name="Ann"), Seat("person"), Seat("bot", bot="random")], 0, now)
    sitting.enter(0)
    sitting.leave(0)
    now = 1030.0
    assert not absences.notice(sitting, 5)  # who needs a while to come back has not left
    now = 1100.0
    before = sitting.presence
    assert [absences.notice(sitting, 5), absences.notice(sitting, 6)] == [True, False]
    sitting.enter(0)
    assert absences.notice(sitting, 7)
    assert [(one.name, one.seat, one.who, one.after) for one in absences.told] == [("gone", 0, "Ann", 5), ("returned", 0, "Ann", 7)]
    assert sitting.presence == before + 2
