"""Visitors, their keys and their seats."""

from __future__ import annotations

import pytest

from byways.record import Choose
from byways.table.errors import Forbidden, Missing
from byways.table.play.table import Table
from byways.table.play.visits import Me, Visit, find_seat, seat_with_key
from byways.table.seats import Seat, hash_of
from tests.table.tables import DEALT, still, stored

ANN, BOB = Me("a" * 40, False), Me("b" * 40, False)


def held(me: Me) -> Seat:
    return Seat("person", holder=hash_of(me.secret))


def table(*seats: Seat) -> Table:
    """A table whose second seat is awaited."""
    return still(stored(*DEALT, Choose(0, "pick 1"), Choose(0, "done"), seats=seats))


def test_only_the_same_secret_makes_the_same_key() -> None:
    keys = {me.key(name, seat) for me in (ANN, BOB) for name in ("one", "two") for seat in (0, 1)}
    assert len(keys) == 8
    assert Me(ANN.secret, True).key("one", 0) == ANN.key("one", 0)
    assert all(not key.isdecimal() and len(key) == 43 for key in keys)


def test_a_visitor_sees_the_keys_that_they_made_and_that_are_still_valid() -> None:
    own, free, program = (hash_of(ANN.key("one", seat)) for seat in range(3))
    at = table(Seat("person", key=own, holder=hash_of(ANN.secret)), Seat("free", key=free), Seat("program", key=program))
    assert ANN.keys(at) == {seat: ANN.key("one", seat) for seat in range(3)}
    assert BOB.keys(at) == {}
    at.seats[1] = Seat("person", key=hash_of(BOB.key("one", 1)), holder=hash_of(BOB.secret))
    assert (list(ANN.keys(at)), list(BOB.keys(at))) == ([0, 2], [1])


def test_the_seat_is_the_wanted_one_or_an_awaited_one_or_any_held_one() -> None:
    at = table(held(ANN), held(ANN))
    assert [find_seat(at, ANN, wanted) for wanted in (None, 0, 1)] == [1, 0, 1]
    assert find_seat(table(held(ANN), held(BOB)), ANN, None) == 0
    assert find_seat(at, BOB, None) is None
    assert find_seat(at, Me(ANN.secret, True), None) is None  # a new secret holds nothing


@pytest.mark.parametrize("wanted", [0, 2, -1])
def test_the_seat_of_another_player_is_refused(wanted: int) -> None:
    with pytest.raises(Forbidden, match="This seat is taken") as refused:
        find_seat(table(held(BOB), held(ANN)), ANN, wanted)
    assert refused.value.status == 403


def test_a_link_opens_the_seat_with_its_key() -> None:
    at = table(Seat("free", key=hash_of("old")), Seat("free", key=hash_of("key")))
    assert seat_with_key(at, "key") == 1
    with pytest.raises(Missing, match="the seat is taken") as refused:
        seat_with_key(at, "another")
    assert refused.value.status == 404


def test_a_spectator_is_no_player() -> None:
    at = table(held(ANN), held(BOB))
    assert (Visit(at, ANN, 0).player(), Visit(at, ANN, 0).held, Visit(at, ANN, 0).screen) == (0, [0], at.match.screens[0])
    with pytest.raises(Forbidden, match="you are watching this game"):
        Visit(at, ANN, None).player()
