"""Weapons, money and lines."""

from __future__ import annotations

from msgspec.structs import replace

from byways.games.long_road.rules.common import (
    ONE_WEAPON,
    add_arms,
    add_money,
    join_line,
    leave_line,
    rob,
    turn_up_characters,
    value_of,
    with_cards,
    without_card,
)
from byways.games.long_road.state import UNARMED
from tests.games.long_road.positions import BOX, TEPEE, arms, placed, road, roads, table, who


def test_piles() -> None:
    assert without_card((1, 2, 2, 3), 2) == (1, 2, 3)
    assert with_cards((1, 3), (2,)) == (1, 2, 3)


def test_weapons_add_up() -> None:
    assert add_arms(arms("dagger"), ONE_WEAPON[2]) == arms("dagger rifle")
    assert add_arms(arms("pistol"), ONE_WEAPON[1], -1) == UNARMED


def test_robbed_money_moves_between_players() -> None:
    position = replace(table(2), money=(5, 1))
    assert add_money(position, 0, 3).money == (8, 1)
    assert rob(position, 0, 1, 2, None).money == (6, 0)


def test_value_is_number_plus_weapons() -> None:
    position = table(2)
    values = [value_of(position, placed("mayor", 0, weapons), TEPEE) for weapons in ("", "dagger", "pistol", "rifle", "rifle dagger")]
    assert values == [2, 4, 7, 10, 12]


def test_a_face_up_character_is_ruled_out_elsewhere() -> None:
    position = replace(table(2), roads=roads(road("tepee-3", "", placed("mayor", 0), placed("judge", 1))), known=(1 << who("mayor"), 0))
    shown = turn_up_characters(position, 1 << who("mayor"))
    mayor, judge = shown.roads[TEPEE].line
    assert (mayor.up, judge.up) == (True, False)
    assert judge.could == BOX.everybody & ~(1 << who("mayor"))
    assert (shown.known, shown.seen) == ((0, 0), 1 << who("mayor"))


def test_the_newcomer_is_the_leftmost() -> None:
    position = replace(table(2), roads=roads(road("tepee-3", "", placed("mayor", 0))))
    joined = join_line(position, TEPEE, placed("judge", 1), False, None)
    assert [one.character for one in joined.roads[TEPEE].line] == [who("mayor"), who("judge")]
    gone, left = leave_line(joined, TEPEE, 0)
    assert gone.character == who("mayor")
    assert len(left.roads[TEPEE].line) == 1


def test_a_moved_character_that_unmasks_no_one_is_not_the_reverend() -> None:
    position = replace(table(2), roads=roads(road("tepee-3", "", placed("mayor", 0))))
    moved = join_line(position, TEPEE, placed("judge", 1), True, None).roads[TEPEE].line[1]
    played = join_line(position, TEPEE, placed("judge", 1), False, None).roads[TEPEE].line[1]
    assert not moved.could >> who("reverend") & 1
    assert played.could >> who("reverend") & 1
