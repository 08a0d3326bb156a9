"""The seats of a table, and the presence of their players."""

from __future__ import annotations

import pytest

from byways.table.seats import BLINK, LONGEST_NAME, PUBLISHED, Absences, Seat, Seats, clean_name, hash_of, notice_for

ANN, BOB = hash_of("Ann's secret"), hash_of("Bob's secret")


class Clock:
    """A clock that stands still until a test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def seats(*sitting: Seat, clock: Clock | None = None, since: float = 0.0) -> Seats:
    return Seats(sitting, 0, since, clock or Clock())


def test_a_holder_keeps_the_seat_while_a_bot_stands_in() -> None:
    sitting = seats(Seat("person", holder=ANN), Seat("free"), Seat("bot", bot="random", holder=ANN), Seat("person", holder=BOB))
    assert (sitting.held_by(ANN), sitting.held_by(BOB), sitting.held_by("nobody")) == ([0, 2], [3], [])
    assert (sitting.people_of(ANN), sitting.people_of(None)) == ([0], [])


def test_a_key_opens_the_seat_with_its_hash() -> None:
    sitting = seats(Seat("person"), Seat("free", key=hash_of("key")))
    assert (sitting.with_key("key"), sitting.with_key(hash_of("key")), sitting.with_key("")) == (1, None, None)


def test_a_table_is_watched_while_a_stream_is_open() -> None:
    sitting = seats(Seat("person"), Seat("person"))
    assert not sitting.is_watched
    sitting.enter(None)
    sitting.enter(0)
    sitting.leave(None)
    assert sitting.is_watched
    sitting.leave(0)
    assert not sitting.is_watched


def test_a_player_is_away_after_a_minute_without_a_sign_of_life(clock: Clock) -> None:
    sitting = seats(Seat("person"), Seat("person"), clock=clock, since=1000.0)
    sitting.enter(0)
    clock.now = 1060.0
    assert [sitting.is_away(seat) for seat in (0, 1)] == [False, False]
    clock.now = 1061.0
    assert [sitting.is_away(seat) for seat in (0, 1)] == [False, True]  # no sign of life since the server started
    sitting.leave(0)
    clock.now = 1121.0
    assert not sitting.is_away(0)
    clock.now = 1122.0
    assert sitting.is_away(0)


def test_the_first_sign_of_life_is_published_at_once_and_the_next_after_a_while(clock: Clock) -> None:
    sitting = seats(Seat("person"), Seat("person"), Seat("bot", bot="random"), clock=clock)
    assert sitting.unpublished() == {}
    sitting.note_request([0, 2])
    sitting.enter(1)
    assert sitting.unpublished() == {0: 1000.0, 1: 1000.0}
    sitting.published.update(sitting.unpublished())
    clock.now = 1010.0
    sitting.note_request([0])
    assert sitting.unpublished() == {}
    clock.now = 1011.0
    assert sitting.unpublished() == {1: 1011.0}
    sitting.note_request([0])
    assert sitting.unpublished() == {0: 1011.0, 1: 1011.0}


def test_a_player_at_another_server_is_not_away(clock: Clock) -> None:
    sitting = seats(Seat("person", holder=ANN), Seat("person", holder=ANN), Seat("person", holder=BOB), clock=clock)
    assert [sitting.is_away(seat) for seat in range(3)] == [True] * 3
    sitting.published[0] = 1000.0
    clock.now = 1060.0 + PUBLISHED  # the latest signs of life there may be unpublished
    assert [sitting.is_away(seat) for seat in range(3)] == [False, False, True]  # present at one seat is present at all
    clock.now += 1
    assert [sitting.is_away(seat) for seat in range(3)] == [True] * 3


def test_a_player_is_here_at_once_and_stays_here_while_reloading_the_page(clock: Clock) -> None:
    sitting = seats(Seat("person", holder=ANN), Seat("person", holder=ANN), Seat("person", holder=BOB), Seat("free"), clock=clock)
    assert sitting.update_presence()
    assert (sitting.here, sitting.gone_since(0)) == ((False,) * 4, None)  # a player who never came has not left
    sitting.enter(1)
    assert sitting.update_presence()
    assert sitting.here == (True, True, False, False)  # both seats are played in one browser
    sitting.leave(1)
    clock.now += BLINK - 1
    assert not sitting.update_presence()
    clock.now += 1
    before = sitting.presence
    assert sitting.update_presence()
    assert (sitting.presence, sitting.here, sitting.gone_since(0)) == (before + 1, (False,) * 4, 1000.0)


def test_a_player_at_another_server_is_here_while_signs_of_life_are_published_there(clock: Clock) -> None:
    sitting = seats(Seat("person", holder=ANN), clock=clock)
    sitting.published[0] = 995.0
    sitting.note_published(0, 995.0)  # our own
    assert not sitting.is_here(0)
    sitting.note_published(0, 1000.0)
    assert sitting.is_here(0)
    clock.now = 1100.0
    assert (sitting.is_here(0), sitting.gone_since(0)) == (False, 1000.0)


@pytest.mark.parametrize(
    ("before", "now", "notice"),
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
def test_a_change_of_a_seat_has_its_notice(before: Seat, now: Seat, notice: str | None) -> None:
    assert notice_for(before, now) == notice


@pytest.mark.parametrize(("name", "kept"), [(" Ann\u0000\n ", "Ann"), ("x" * 99, "x" * LONGEST_NAME), ("Zoë 一", "Zoë 一"), ("\t", "")])
def test_a_name_is_printable_and_short(name: str, kept: str) -> None:
    assert clean_name(name) == kept


@pytest.mark.parametrize("name", ["\u3164", "\u2800 \u2800", "\u200b\u200d", "\uffa0\u115f", "\u034f\ufe0f", "\u0301", "\u00a0", "\u3000"])
def test_a_name_of_invisible_characters_is_empty(name: str) -> None:
    assert clean_name(name) == ""
    assert clean_name(f"{name}A").endswith("A")


def test_an_absence_is_noticed_once_and_so_is_the_return(clock: Clock) -> None:
    absences, sitting = Absences(), seats(Seat("person", name="Ann"), Seat("person"), Seat("bot", bot="random"), clock=clock, since=1000.0)
    sitting.enter(0)
    sitting.leave(0)
    clock.now = 1030.0
    assert not absences.update(sitting, 5)  # a slow reload is no absence
    clock.now = 1100.0
    before = sitting.presence
    assert [absences.update(sitting, 5), absences.update(sitting, 6)] == [True, False]
    sitting.enter(0)
    assert absences.update(sitting, 7)
    assert [(one.name, one.seat, one.who, one.after) for one in absences.notices] == [("gone", 0, "Ann", 5), ("returned", 0, "Ann", 7)]
    assert sitting.presence == before + 2
