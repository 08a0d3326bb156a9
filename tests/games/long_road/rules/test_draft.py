"""The draft: all players keep one character at once and pass the others to the left."""

from __future__ import annotations

from random import Random

import pytest

from byways.games.long_road import LongRoadOptions
from byways.games.long_road.choices import Pick
from byways.games.long_road.rules.draft import picks_of
from byways.games.long_road.state import Position
from tests.games.long_road.positions import BOX, table

DRAFT = LongRoadOptions(draft=True)


def pick_all(position: Position, rng: Random) -> Position:
    for seat in position.awaited:
        position = position.choose(seat, rng.choice(position.choices(seat)))
    return position


def test_all_players_pick_from_six_characters_at_once() -> None:
    position = table(3, DRAFT)
    assert position.awaited == (0, 1, 2)
    assert all(len(position.choices(seat)) == 6 for seat in range(3))


def test_a_pick_is_hidden_and_can_be_taken_back_until_all_have_picked() -> None:
    position = table(2, DRAFT)
    picked = position.choose(1, position.choices(1)[2])
    assert picked.awaited == (0,)
    assert picked.undo(1) == position
    assert picked.view(0).teams == position.view(0).teams  # type: ignore[attr-defined]


def test_hands_are_passed_to_the_left() -> None:
    position = table(3, DRAFT)
    hands = [set(packet.left) for packet in position.packets]
    passed = pick_all(position, Random(1)).happen("left")
    for seat in range(3):
        held = {BOX.character_of[choice.character] for choice in passed.choices((seat + 1) % 3) if isinstance(choice, Pick)}
        assert held < hands[seat]
        assert len(held) == 5


@pytest.mark.parametrize(("seats", "left_over"), [(2, 18), (3, 12), (4, 6)])
def test_r33_five_picks_each_and_the_sixth_goes_to_the_box(seats: int, left_over: int) -> None:
    position, rng = table(seats, DRAFT), Random(2)
    assert 30 - sum(len(packet.dealt) for packet in position.packets) == left_over
    for _ in range(5):
        position = pick_all(position, rng).happen("left")
    assert all(len(team) == 5 for team in position.teams)
    assert [len(packet.left) for packet in position.packets] == [1] * seats
    assert position.teams == tuple(tuple(sorted(picks_of(position.packets, seat))) for seat in range(seats))
    assert position.awaited == (position.star,)


@pytest.mark.parametrize(("seats", "left_over"), [(2, 16), (3, 10), (4, 4)])
def test_r32_open_cards_draft_from_28(seats: int, left_over: int) -> None:
    position = table(seats, LongRoadOptions(draft=True, open=True))
    assert 28 - sum(len(packet.dealt) for packet in position.packets) == left_over
