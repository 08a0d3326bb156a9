"""Who comes to which table, and for which seat."""

from __future__ import annotations

import pytest

from byways.record import Choose
from byways.table.errors import Forbidden, Missing
from byways.table.play.table import Table
from byways.table.play.visits import Me, Visit, linked, seat_of
from byways.table.seats import Seat, hash_of
from tests.table.tables import DEALT, still, stored

ANN, BOB = Me("a" * 40, False), Me("b" * 40, False)


def held(me: Me) -> Seat:
    return Seat("person", holder=hash_of(me.secret))


def table(*seats: Seat) -> Table:
    """The first seat has picked its cards: the second is awaited."""
    return still(stored(*DEALT, Choose(0, "pick 1"), Choose(0, "done"), seats=seats))


def test_a_key_is_made_again_by_the_secret_that_made_it_and_by_no_other() -> None:
    keys = {me.key(name, seat) for me in (ANN, BOB) for name in ("one", "two") for seat in (0, 1)}
    assert len(keys) == 8
    assert Me(ANN.secret, True).key("one", 0) == ANN.key("one", 0)
    assert all(not key.isdecimal() and len(key) == 43 for key in keys)


def test_whoever_made_keys_may_give_them_away_while_they_are_worth_something() -> None:
    own, free, program = (hash_of(ANN.key("one", seat)) for seat in range(3))
    at = table(Seat("person", key=own, holder=hash_of(ANN.secret)), Seat("free", key=free), Seat("program", key=program))
    assert ANN.keys(at) == {seat: ANN.key("one", seat) for seat in range(3)}
    assert BOB.keys(at) == {}
    at.seats[1] = Seat("person", key=hash_of(BOB.key("one", 1)), holder=hash_of(BOB.secret))
    assert (list(ANN.keys(at)), list(BOB.keys(at))) == ([0, 2], [1])


def test_the_seat_that_somebody_comes_for_is_the_wanted_one_else_an_awaited_one_else_any_of_theirs() -> None:
    at = table(held(ANN), held(ANN))
    assert [seat_of(at, ANN, wanted) for wanted in (None, 0, 1)] == [1, 0, 1]
    assert seat_of(table(held(ANN), held(BOB)), ANN, None) == 0
    assert seat_of(at, BOB, None) is None
    assert seat_of(at, Me(ANN.secret, True), None) is None  # a secret that nobody has been given yet holds nothing


@pytest.mark.parametrize("wanted", [0, 2, -1])
def test_nobody_comes_for_the_seat_of_another_or_for_none_there_is(wanted: int) -> None:
    with pytest.raises(Forbidden, match="This seat is taken") as refused:
        seat_of(table(held(BOB), held(ANN)), ANN, wanted)
    assert refused.value.status == 403


def test_a_link_is_for_the_seat_with_its_key_and_for_no_other() -> None:
    at = table(Seat("free", key=hash_of("old")), Seat("free", key=hash_of("key")))
    assert linked(at, "key") == 1
    with pytest.raises(Missing, match="the seat is taken") as refused:
        linked(at, "another")
    assert refused.value.status == 404


def test_who_watches_is_no_player() -> None:
    at = table(held(ANN), held(BOB))
    assert (Visit(at, ANN, 0).player(), Visit(at, ANN, 0).held, Visit(at, ANN, 0).screen) == (0, [0], at.match.screens[0])
    with pytest.raises(Forbidden, match="you are watching this game"):
        Visit(at, ANN, None).player()
