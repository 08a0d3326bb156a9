"""Chances that the agenda asks, and where cards come from."""

from __future__ import annotations

from msgspec.structs import replace

from byways.games.long_road.state import DISCARD, Packet, Step, source
from tests.games.long_road.tables import cards, table


def test_a_card_from_the_own_deck_is_for_ones_own_eyes() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), todo=(Step("refill", 1),))
    assert position.chance is not None
    assert (position.chance.name, position.chance.seen_by, len(position.chance.what)) == ("a caravan card", (1,), 12)


def test_the_tail_has_one_answer() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), decks=((), (), (), ()), tails=(cards("ranch-1 store-1"), (), (), ()))
    position = replace(position, todo=(Step("refill", 0),))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("ranch-1",), (0,))


def test_a_destination_comes_from_its_own_deck() -> None:
    position = replace(table(2), awaited=(), todo=(Step("turn up", road=1),), ahead=(3, 5, 6, 12))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("cactus-1", "cactus-2"), None)


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


def test_what_is_left_of_a_packet() -> None:
    assert Packet((1, 2, 3), 0, ((0, 2),)).left == (1, 3)
