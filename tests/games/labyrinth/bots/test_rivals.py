"""Inferences about rivals from their trails, and guesses at their goals."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from byways.games.labyrinth.bots.rivals import Hunt, Rival, guess_hunts, rival, rivals_of
from byways.games.labyrinth.state import Position
from tests.games.labyrinth.bots.test_search import seen
from tests.games.labyrinth.positions import OPEN5, OPEN7, play, position, to

# Inferences


def test_a_rival_without_a_stop_on_a_fixed_tile_is_hunting() -> None:
    start = play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), to(0, 0))
    assert rivals_of(seen(start)) == [Rival(0, 8, 0.0, [10, 12, 22, 24, 26, 36, 38, 40], 2)]


def test_a_rival_with_stops_on_fixed_tiles_is_probably_going_home() -> None:
    start = play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), to(3, 1), "pass", to(3, 3))
    known = rival(seen(start), 0)
    assert known == Rival(24, 8, known.homeward, [10, 12, 26, 36, 38, 40], 2)
    assert known.homeward == pytest.approx(0.91)


def test_a_rival_with_one_stop_that_needs_two_treasures_is_hunting() -> None:
    start = play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[[(3, 1), (3, 3)], [(1, 3), (1, 5)]]), to(3, 1))
    assert rival(seen(start), 0).homeward == 0


def test_in_classic_finds_are_known() -> None:
    start = position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], classic=True)
    after = play(start, "slide 1 left; insert 0; walk 2,2")
    assert (rival(seen(start, 1), 0).homeward, rival(seen(after), 0).homeward) == (0.0, 1.0)


def test_removed_seats_are_not_rivals() -> None:
    start = position(OPEN7, homes=[(1, 1), (5, 5), (3, 3)], goals=[(3, 1), (1, 3), (1, 5)]).remove(1)
    assert [each.home for each in rivals_of(seen(start))] == [24]


# Guesses


def guesses(start: Position) -> Counter[Hunt]:
    """Guesses at the hunt of the next seat."""
    view, rng = seen(start), Random(1)
    return Counter(guess_hunts(view, rivals_of(view), rng)[1] for _ in range(400))


def test_a_rival_at_home_may_be_after_any_treasure_but_the_viewers() -> None:
    guessed = guesses(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]))
    assert {hunt.goals[0] for hunt in guessed} == {8, 10, 12, 24, 26, 36, 38}
    assert {(hunt.goals[1:], hunt.found) for hunt in guessed} == {((40,), 0)}
    assert max(guessed.values()) < 2 * min(guessed.values())


def test_a_rival_is_probably_near_its_treasure() -> None:
    guessed = guesses(play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), "pass", to(1, 4)))
    (first, second), *_ = zip(*guessed.most_common(2), strict=True)
    assert {first.goals, second.goals} == {(10, 40), (12, 40)}


def test_a_rival_that_stopped_on_a_fixed_tile_is_often_guessed_to_go_home() -> None:
    guessed = guesses(play(position(OPEN7, homes=[(1, 1), (5, 5)], goals=[(3, 1), (1, 3)]), "pass", to(1, 3)))
    assert 0.6 < guessed[Hunt((40, 40), 1)] / guessed.total() < 0.8


def test_all_treasures_are_guessed_except_the_viewers_known_ones() -> None:
    start = position(OPEN7, homes=[(1, 1), (5, 5)], goals=[[(3, 1), (3, 3), (5, 1)], [(1, 3), (1, 5), (3, 5)]])
    view = seen(start)
    mine, other = guess_hunts(view, rivals_of(view), Random(1))
    assert (len(mine.goals), mine.goals[0], mine.goals[-1]) == (4, 22, 8)
    assert (len(other.goals), other.goals[-1], other.found) == (4, 40, 0)
    assert not {*mine.goals[:-1]} & {8} | {*other.goals[:-1]} & {22, 40}
