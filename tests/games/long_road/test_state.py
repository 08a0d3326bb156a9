"""The source of drawn cards, pending chances, and values cached on a position."""

from __future__ import annotations

import pickle

from msgspec.structs import replace

from byways.games.long_road.state import DISCARD, Packet, Task, draw_source
from tests.games.long_road.positions import cards, table


def test_cards_come_from_the_seats_deck_then_an_unused_one_then_the_discard() -> None:
    position = table(2)
    assert draw_source(position, 0) == 0
    position = replace(position, decks=((), position.decks[1], cards("ranch-1", 2), cards("ranch-1 store-1", 3)))
    assert draw_source(position, 0) == 3
    position = replace(position, decks=((), position.decks[1], (), ()), discard=cards("river-1"))
    assert draw_source(position, 0) == DISCARD
    assert draw_source(replace(position, discard=()), 0) is None


def test_no_chance_is_due_while_a_seat_is_awaited() -> None:
    assert table(2).chance is None


def test_values_cached_on_a_position_are_not_part_of_it() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), todo=(Task("refill", 1),))
    fresh, view, due = replace(position), position.view(0), position.chance
    assert position.chance is due
    assert (position, hash(position)) == (fresh, hash(fresh))
    for copy in (replace(position, todo=(Task("refill", 0),)), pickle.loads(pickle.dumps(position))):
        assert not copy.__dict__
    assert pickle.loads(pickle.dumps(position)).view(0) == view


def test_a_packet_knows_the_characters_left() -> None:
    assert Packet((1, 2, 3), 0, ((0, 2),)).left == (1, 3)
