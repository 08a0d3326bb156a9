from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from byways.game import find_game, put
from byways.games.long_road.puzzles.sale import Courses, TooManyCourses, acts, is_open, is_sold, onward, wealth
from byways.games.long_road.state import Position
from tests.games.long_road.positions import arms, placed
from tests.games.long_road.puzzles.found import FOUND

SALE = cast(Position, FOUND[0].position(find_game("long_road")))
SEAT = FOUND[0].puzzle.seat


def test_wealth_is_money_cards_for_the_boss_and_weapons() -> None:
    box = SALE.box
    place = box.boss_places[SALE.bosses[SEAT]]
    wanted = tuple(card for card in range(box.kinds) if box.place[card] == place)[:1]
    bare = replace(SALE, taken=put(SALE.taken, SEAT, ()), arms=put(SALE.arms, SEAT, arms()))
    assert wealth(bare, SEAT) == SALE.money[SEAT]
    assert wealth(replace(bare, taken=put(bare.taken, SEAT, wanted)), SEAT) == SALE.money[SEAT] + 6
    assert wealth(replace(bare, arms=put(bare.arms, SEAT, arms("dagger pistol rifle"))), SEAT) == SALE.money[SEAT] + 0 + 1 + 3


def test_the_acts_of_a_seat_all_leave_something_else() -> None:
    left = [then for _, then in acts(SALE, SEAT).values()]
    assert len({(then.money, then.taken, then.roads) for then in left}) == len(left) > 1
    assert not any(then.acts[SEAT] for then in left)


def test_turns_and_sales_can_be_limited() -> None:
    turn = cast(Position, FOUND[2].position(find_game("long_road")))
    with pytest.raises(TooManyCourses):
        acts(turn, FOUND[2].puzzle.seat, limit=5)
    with pytest.raises(TooManyCourses):
        Courses(SEAT, limit=1).sure(SALE)


def test_a_course_ends_with_the_sale() -> None:
    courses, position = Courses(SEAT), SALE
    for entry, then in courses.course(SALE):
        who, _, what = entry.partition(": ")
        position = position.happen(what) if who == "chance" else position.choose(int(who), what)
        assert position == then
    assert is_sold(onward(position))
    assert wealth(position, SEAT) == courses.sure(SALE)


def test_a_sale_is_not_open_while_a_rival_may_call_a_hidden_character() -> None:
    caller = next(who.key for who in SALE.box.characters if any(type(effect).__name__ == "Call" for effect in who.effects))
    other = 1 - SEAT if SEAT < 2 else 0
    hidden = replace(SALE.roads[0], line=(placed(caller, other, up=True), placed("banker", other)))
    assert not is_open(replace(SALE, roads=(hidden, *SALE.roads[1:])), SEAT)
    shown = replace(hidden, line=(placed(caller, other, up=True), placed("banker", other, up=True)))
    assert is_open(replace(SALE, roads=(shown, *(replace(road, line=()) for road in SALE.roads[1:]))), SEAT)
