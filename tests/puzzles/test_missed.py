"""Puzzles in a player's own game."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from byways.game import find_game
from byways.puzzle import Puzzle
from byways.puzzles.collection import shipped
from byways.puzzles.missed import Moment, has_miner, missed, moments
from byways.record import Choose, Undo
from examples.stones.stones import GAME
from tests import toy
from tests.puzzles.nim import HEAD, NimPuzzles, after

WRONG, RIGHT = "take 1 2", "take 2 1"  # of the first move


def moments_of(seat: int) -> list[Moment]:
    return [*moments(GAME, after(WRONG, "take 1 1", "take 1 3").play(GAME, tells=False), seat)]


def test_the_moments_of_a_seat_are_its_acts() -> None:
    assert [(one.entries, one.act) for one in moments_of(0)] == [(0, (WRONG,)), (2, ("take 1 3",))]
    assert [(one.entries, one.act) for one in moments_of(1)] == [(1, ("take 1 1",))]
    assert all(one.view.seat == 0 for one in moments_of(0))


def test_an_act_that_misses_a_proved_win_becomes_a_puzzle() -> None:
    (first, _) = moments_of(0)
    assert [puzzle.kind for puzzle in missed(GAME, first.view, (WRONG,), Random(1))] == ["win", "win again"]
    assert missed(GAME, first.view, (RIGHT,), Random(1)) == ()


def test_puzzles_with_known_chances_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    view = HEAD.position(GAME).view(0)
    monkeypatch.setattr(NimPuzzles, "find", lambda self, view, rng: iter([Puzzle("win", 0, 9, 1, (RIGHT,), known=("5",))]))
    assert missed(GAME, view, (WRONG,), Random(1)) == ()


def test_moments_within_an_act_are_found_where_a_miner_looks_for_them() -> None:
    """In The Long Way a bonus comes in the middle of an act; undone steps are left out."""
    game = find_game("long_way")
    stored = shipped(game)[0]
    seat, solution = stored.puzzle.seat, stored.puzzle.solution
    entries = [Choose(seat, solution[0]), Undo(seat), *(Choose(seat, choice) for choice in solution)]
    record = replace(stored.record, entries=(*stored.record.entries, *entries))
    found = [*moments(game, record.play(game, tells=False), seat)]
    last = next(one for one in found if one.act == solution)
    assert last.entries == len(stored.record.entries) + 2
    assert last.view == stored.view(game)


def test_a_game_without_a_miner_has_none() -> None:
    assert has_miner(GAME)
    assert not has_miner(toy.GAME)
