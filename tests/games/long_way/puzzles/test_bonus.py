from __future__ import annotations

from byways.games.long_way.puzzles.bonus import border_of, crossings
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.shoppers import Walk
from byways.games.long_way.state import AnyChoice, space_of


def act(*notations: str) -> tuple[AnyChoice, ...]:
    return tuple(map(parse, notations))


def spaces(*names: str) -> tuple[int, ...]:
    return tuple(map(space_of, names))


def test_a_border_is_the_same_from_either_side() -> None:
    assert border_of(act("wall d3", "side south", "done")) == border_of(act("wall d4", "side north", "done")) == {*spaces("d3", "d4")}
    assert border_of(act("doorway d3 south", "done")) == {*spaces("d3", "d4")}


def test_an_outer_wall_has_one_space_and_coins_have_none() -> None:
    assert border_of(act("wall a1", "side north", "done")) == {*spaces("a1")}
    assert not border_of(act("coins", "done"))


def test_a_way_may_cross_a_border_more_than_once() -> None:
    way = Walk((spaces("d3", "d4", "d5"), spaces("d5", "d4", "d3", "c3")), ([], []), 0, 0)
    assert crossings(way, frozenset(spaces("d4", "d3"))) == 2
    assert crossings(way, frozenset(spaces("c3", "d3"))) == 1
    assert not crossings(way, frozenset(spaces("a1", "a2")))
