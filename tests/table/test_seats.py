"""Who sits where at a table, and who looks at it."""

from __future__ import annotations

import pytest

from byways.table.seats import BLINK, LONGEST_NAME, SIGNED, Absences, Seat, Seats, called, change_of, hash_of

ANN, BOB = hash_of("Ann's secret"), hash_of("Bob's secret")


def seats(*sitting: Seat, since: float = 0.0) -> Seats:
    return Seats(sitting, 0, since)


def test_whoever_holds_seats_holds_them_while_a_bot_stands_in() -> None:
    sitting = seats(Seat("person", holder=ANN), Seat("free"), Seat("bot", bot="random", holder=ANN), Seat("person", holder=BOB))
    assert (sitting.held_by(ANN), sitting.held_by(BOB), sitting.held_by("nobody")) == ([0, 2], [3], [])
    assert (sitting.people_of(ANN), sitting.people_of(None)) == ([0], [])


def test_a_key_is_for_the_seat_that_has_its_hash() -> None:
    sitting = seats(Seat("person"), Seat("free", key=hash_of("key")))
    assert (sitting.with_key("key"), sitting.with_key(hash_of("key")), sitting.with_key("")) == (1, None, None)


def test_a_table_is_watched_while_anybody_looks() -> None:
    sitting = seats(Seat("person"), Seat("person"))
    assert not sitting.is_watched
    sitting.enter(None)
    sitting.enter(0)
    sitting.leave(None)
    assert sitting.is_watched
    sitting.leave(0)
    assert not sitting.is_watched


def test_a_person_is_away_who_has_not_looked_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = seats(Seat("person"), Seat("person"), since=1000.0)
    sitting.enter(0)
    now = 1060.0
    assert [sitting.is_away(seat) for seat in (0, 1)] == [False, False]
    now = 1061.0
    assert [sitting.is_away(seat) for seat in (0, 1)] == [False, True]  # nobody has looked since the server was started
    sitting.leave(0)
    now = 1121.0
    assert not sitting.is_away(0)
    now = 1122.0
    assert sitting.is_away(0)


def test_other_servers_are_told_of_a_sign_of_life_at_once_and_of_more_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = seats(Seat("person"), Seat("person"), Seat("bot", bot="random"))
    assert sitting.signs() == {}
    sitting.note([0, 2])
    sitting.enter(1)
    assert sitting.signs() == {0: 1000.0, 1: 1000.0}
    sitting.signed.update(sitting.signs())
    now = 1010.0
    sitting.note([0])
    assert sitting.signs() == {}
    now = 1011.0
    assert sitting.signs() == {1: 1011.0}
    sitting.note([0])
    assert sitting.signs() == {0: 1011.0, 1: 1011.0}


def test_nobody_is_away_who_was_heard_of_at_another_server(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = seats(Seat("person", holder=ANN), Seat("person", holder=ANN), Seat("person", holder=BOB))
    assert [sitting.is_away(seat) for seat in range(3)] == [True] * 3
    sitting.signed[0] = 1000.0
    now = 1060.0 + SIGNED  # there, more may have come which was not told
    assert [sitting.is_away(seat) for seat in range(3)] == [False, False, True]  # who looks at one of their seats is there for all
    now += 1
    assert [sitting.is_away(seat) for seat in range(3)] == [True] * 3


def test_who_comes_is_here_at_once_and_who_loads_the_page_again_has_not_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = seats(Seat("person", holder=ANN), Seat("person", holder=ANN), Seat("person", holder=BOB), Seat("free"))
    assert sitting.look_around()
    assert (sitting.here, sitting.gone_since(0)) == ((False,) * 4, None)  # who has not come has not left either
    sitting.enter(1)
    assert sitting.look_around()
    assert sitting.here == (True, True, False, False)  # both seats are played at one screen
    sitting.leave(1)
    now += BLINK - 1
    assert not sitting.look_around()
    now += 1
    before = sitting.presence
    assert sitting.look_around()
    assert (sitting.presence, sitting.here, sitting.gone_since(0)) == (before + 1, (False,) * 4, 1000.0)


def test_who_is_at_another_server_is_here_as_long_as_signs_come_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    sitting = seats(Seat("person", holder=ANN))
    sitting.signed[0] = 995.0
    sitting.hear(0, 995.0)  # which came from here
    assert not sitting.is_here(0)
    sitting.hear(0, 1000.0)
    assert sitting.is_here(0)
    now = 1100.0
    assert (sitting.is_here(0), sitting.gone_since(0)) == (False, 1000.0)


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (Seat("free"), Seat("person", holder=ANN), "sat"),
        (Seat("person", holder=ANN), Seat("bot", bot="random", holder=ANN, why="late"), "late"),
        (Seat("bot", bot="random", holder=ANN), Seat("person", holder=ANN), "back"),
        (Seat("free"), Seat("bot", bot="random"), "filled"),
        (Seat("program"), Seat("bot", bot="random"), "lost"),
        (Seat("person", holder=ANN, name="Ann"), Seat("person", holder=BOB, name="Ann"), None),  # on another device
        (Seat("person", holder=ANN, name="Ann"), Seat("person", holder=ANN, name="Anna"), None),
    ],
)
def test_what_is_told_of_a_change_at_a_seat(before: Seat, now: Seat, told: str | None) -> None:
    assert change_of(before, now) == told


@pytest.mark.parametrize(("name", "kept"), [(" Ann\u0000\n ", "Ann"), ("x" * 99, "x" * LONGEST_NAME), ("Zoë 一", "Zoë 一"), ("\t", "")])
def test_a_name_is_kept_as_it_can_be_shown(name: str, kept: str) -> None:
    assert called(name) == kept


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
