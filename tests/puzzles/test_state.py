from __future__ import annotations

from byways.game import find_game
from byways.puzzles.collection import shipped
from byways.puzzles.state import PuzzleState
from byways.record import Choose, Happen, Played, Undo, played
from examples.stones.stones import GAME
from tests.puzzles.nim import PUZZLE, STORED


def follow(state: PuzzleState, *entries: Choose) -> None:
    position = state.start
    for entry in entries:
        step = played(GAME, position, entry)
        state.follow(step)
        position = step.after


def test_an_act_and_its_reply_lead_to_the_next_act() -> None:
    state = PuzzleState(PUZZLE, STORED.position(GAME))
    follow(state, Choose(0, "take 2 1"))
    assert (state.puzzle.turns, state.puzzle.solution, state.is_solved) == (1, (), False)
    (first,) = state.made
    assert (first.puzzle, *map(str, first.act)) == (PUZZLE, "take 2 1")
    assert state.telling == [first]
    follow(state, Choose(1, "take 1 1"), Choose(0, "take 1 3"))
    assert state.is_solved
    assert state.telling == [first, state.made[1]]


def test_steps_that_are_taken_back_change_nothing_and_known_cards_are_used_up() -> None:
    traxx = find_game("traxx")
    stored = next(iter(shipped(traxx)))
    state = PuzzleState(stored.puzzle, start := stored.position(traxx))
    step = played(traxx, start, Choose(0, stored.puzzle.solution[0]))
    steps = [step, played(traxx, step.after, Undo(0))]
    for one in steps:
        state.follow(one)
    assert (state.puzzle, state.start, state.steps_taken(step.after)) == (stored.puzzle, start, (step.choice,))
    state.follow(Played(Happen(stored.puzzle.known[0]), start, start))
    assert state.puzzle.known == stored.puzzle.known[1:]


def test_a_puzzle_may_begin_in_the_middle_of_an_act() -> None:
    game = find_game("long_way")
    stored = next(one for one in shipped(game) if one.position(game).acts[one.puzzle.seat])
    state = PuzzleState(stored.puzzle, stored.position(game))
    assert state.given > 0
    assert state.steps_taken(state.start) == ()
