from __future__ import annotations

from byways.game import find_game
from byways.puzzles.attempt import Attempt, right_act
from byways.puzzles.collection import find, shipped
from tests.command import refusal, run

GAME = find_game("labyrinth")
BLOCK = next(stored for stored in shipped(GAME) if stored.puzzle.kind == "block")
TWO = next(stored for stored in shipped(GAME) if stored.puzzle.kind == "two")


def solve(number: int, *typed: str) -> str:
    return " ".join(run("play", "labyrinth", "--puzzle", str(number), typed="\n".join(typed) + "\n").stdout.split())


def test_a_right_act_solves_a_puzzle_at_the_first_try() -> None:
    said = solve(BLOCK.puzzle.number, *BLOCK.puzzle.solution)
    assert said.endswith("Solved at the first try, without a hint.")


def test_a_wrong_act_shows_what_follows_and_may_be_tried_again() -> None:
    said = solve(BLOCK.puzzle.number, "pass", *BLOCK.puzzle.solution)
    assert "The board is as it was: try again." in said
    assert said.endswith("Solved. Wrong tries: 1, hints: 0.")


def test_a_puzzle_of_two_turns_goes_on_after_the_reply() -> None:
    attempt = Attempt(GAME, find(GAME, TWO.puzzle.number, shipped(GAME)))
    for step in TWO.puzzle.solution:
        attempt.choose(step)
    said = solve(TWO.puzzle.number, *TWO.puzzle.solution, *map(str, right_act(GAME, attempt.puzzle, attempt.state.view)))
    assert "this turn." in said
    assert said.endswith("Solved at the first try, without a hint.")


def test_hints_come_before_the_solution_which_needs_a_try() -> None:
    said = solve(BLOCK.puzzle.number, "solution", "hint", "pass", "solution", "quit")
    assert "Try it once first, or ask for a hint." in said
    assert "The solution: Slide" in said
    assert said.endswith("You left before the end.")


def test_a_hint_takes_steps_back_and_says_so_and_the_solution_again_counts_no_more() -> None:
    said = solve(BLOCK.puzzle.number, BLOCK.puzzle.solution[0], "hint", "hint", "hint", "hint", *BLOCK.puzzle.solution)
    assert said.count("Your steps are taken back") == 1
    assert said.endswith("Solved. Wrong tries: 0, hints: 3.")


def test_the_board_and_the_question_are_shown_once_and_a_verdict_comes_last() -> None:
    question = GAME.say(BLOCK.puzzle.question, "en")
    said = solve(BLOCK.puzzle.number, "hint", "pass", "quit")
    assert said.count(question) == 1
    assert said.endswith("The board is as it was: try again. > You left before the end.")


def test_steps_can_be_taken_back_and_nonsense_gets_a_sentence() -> None:
    slide = BLOCK.puzzle.solution[0]
    said = solve(BLOCK.puzzle.number, slide, "undo", "nonsense", "help", "1", "quit")
    assert "nonsense" in said
    assert "Every step is free until the turn is complete" in said


def test_a_puzzle_that_does_not_exist_gets_a_sentence() -> None:
    assert "Labyrinth has no puzzle 9999" in refusal("play", "labyrinth", "--puzzle", "9999")
