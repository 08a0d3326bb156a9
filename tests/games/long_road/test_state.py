"""Where cards come from, when chance is asked, and what is kept with a position."""

from __future__ import annotations

import pickle

from msgspec.structs import replace

from byways.games.long_road.state import DISCARD, Packet, Step, source
from tests.games.long_road.positions import cards, table


def test_source_is_own_deck_then_unused_then_discard_then_nothing() -> None:
    position = table(2)
    assert source(position, 0) == 0
    position = replace(position, decks=((), position.decks[1], cards("ranch-1", 2), cards("ranch-1 store-1", 3)))
    assert source(position, 0) == 3
    position = replace(position, decks=((), position.decks[1], (), ()), discard=cards("river-1"))
    assert source(position, 0) == DISCARD
    assert source(replace(position, discard=()), 0) is None


def test_no_chance_is_due_while_a_seat_is_awaited() -> None:
    assert table(2).chance is None


def test_what_was_made_of_a_position_is_its_own_and_no_part_of_it() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), todo=(Step("refill", 1),))
    fresh, view, due = replace(position), position.view(0), position.chance
    assert position.chance is due
    assert (position, hash(position)) == (fresh, hash(fresh))
    for copy in (replace(position, todo=(Step("refill", 0),)), pickle.loads(pickle.dumps(position))):
        assert not copy.__dict__
    assert pickle.loads(pickle.dumps(position)).view(0) == view


def test_what_is_left_of_a_packet() -> None:
    assert Packet((1, 2, 3), 0, ((0, 2),)).left == (1, 3)
