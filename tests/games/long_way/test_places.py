"""Where stores lie, on phones and on wide screens."""

from __future__ import annotations

from itertools import pairwise

from byways.games.long_way.places import CORE, MOST_IN_A_ROW, SIZES, WHOLE, WIDTH, berth, height, wide_rules


def test_on_wide_screens_the_other_stores_lie_beside_the_own_one_and_apart() -> None:
    for count, size in SIZES.items():
        rows = count if count <= MOST_IN_A_ROW else -(-count // 2)
        assert size <= CORE / rows
        assert f".beside-{count} .rival{{scale:" in wide_rules()


def test_below_the_own_store_the_others_lie_side_by_side() -> None:
    for count in SIZES:
        places = [berth(count, nth) for nth in range(count)]
        assert all(there.x >= here.x + WHOLE * here.scale for here, there in pairwise(places))
        assert places[-1].x + places[-1].size < WIDTH


def test_alone_there_is_no_room_for_others() -> None:
    assert height(0) == CORE < height(1) == height(7)
