from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from byways.bots.roster import make_player
from byways.game import Game, Illegal, find_game
from byways.games.labyrinth.state import grid_of
from byways.puzzles.attempt import HINTS, Attempt, hint
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.puzzles.grading import act_of
from byways.record import Choose
from examples.stones.stones import GAME, Position, View
from tests.puzzles.nim import PUZZLE, STORED


@pytest.fixture
def attempt() -> Attempt:
    return Attempt(GAME, STORED)


def heaps(attempt: Attempt) -> tuple[int, ...]:
    assert isinstance(attempt.view, View)
    return attempt.view.heaps


def test_a_wrong_act_leaves_the_position_as_it_was(attempt: Attempt) -> None:
    judged = attempt.choose("take 1 1")
    assert judged is not None
    assert not judged.verdict.right
    assert (heaps(attempt), attempt.tries, attempt.is_solved) == ((3, 4, 5), 1, False)


def test_the_steps_of_a_wrong_act_show_its_consequence(attempt: Attempt) -> None:
    judged = attempt.choose("take 3 1")
    assert judged is not None
    then = judged.steps[-1].after
    assert isinstance(then, Position)
    assert then.heaps == (0, 4, 4)


def test_after_a_right_act_the_rival_replies_and_the_next_is_judged_anew(attempt: Attempt) -> None:
    attempt.choose("take 2 1")
    assert (heaps(attempt), attempt.puzzle.turns, attempt.is_solved) == ((0, 4, 5), 1, False)
    wrong, right = attempt.choose("take 2 3"), attempt.choose("take 1 3")
    assert wrong is not None
    assert right is not None
    assert (wrong.verdict.right, right.verdict.right, attempt.is_solved, attempt.tries) == (False, True, True, 1)


def test_an_illegal_step_changes_nothing(attempt: Attempt) -> None:
    with pytest.raises(Illegal):
        attempt.choose("take 6 1")
    assert (heaps(attempt), attempt.tries) == ((3, 4, 5), 0)


def test_three_hints_lead_to_the_solution(attempt: Attempt) -> None:
    said = [GAME.say(attempt.hint().text) for _ in range(4)]
    assert said == ["Heap 1.", "Leave (1, 4, 5).", "The solution: Take 2 from heap 1.", "The solution: Take 2 from heap 1."]
    assert attempt.hints == 3


def test_the_solution_may_come_at_once(attempt: Attempt) -> None:
    assert GAME.say(attempt.hint(at_once=True).text) == "The solution: Take 2 from heap 1."


@pytest.mark.parametrize("name", ["traxx", "long_way"])
def test_the_solution_is_told_in_sentences_without_the_step_that_merely_finishes(name: str) -> None:
    game = find_game(name)
    stored = next(one for one in shipped(game) if len(one.puzzle.solution) > 2)
    *steps, end = map(game.parse, stored.puzzle.solution)
    assert end.is_end
    shown = hint(game, stored.puzzle, stored.view(game), HINTS)
    assert game.say(shown.text) == f"The solution: {'. '.join(game.say(step.sentence) for step in steps)}."
    assert shown.points == stored.puzzle.solution


def test_a_solution_of_nothing_but_finishing_is_told_as_the_second_hint() -> None:
    traxx = find_game("traxx")
    stored = shipped(traxx)[0]
    shown = hint(traxx, replace(stored.puzzle, solution=("done",)), stored.view(traxx), HINTS)
    assert traxx.say(shown.text) == "Draw nothing."


def test_hints_begin_again_with_the_next_turn(attempt: Attempt) -> None:
    attempt.hint()
    attempt.choose("take 2 1")
    assert GAME.say(attempt.hint().text) == "Heap 3."


def test_a_puzzle_of_one_turn_is_solved_by_one_act() -> None:
    attempt = Attempt(GAME, replace(STORED, puzzle=replace(PUZZLE, turns=1)))
    attempt.choose("take 2 1")
    assert attempt.is_solved


def test_what_follows_a_wrong_act_tells_nothing_that_is_hidden() -> None:
    """Two puzzles that differ only in the rival's treasure look alike after every wrong act."""
    labyrinth = find_game("labyrinth")
    stored = next(one for one in shipped(labyrinth) if one.puzzle.kind == "block")
    seat, setup = stored.puzzle.seat, stored.record.setup
    taken = {*(avatar["home"] for avatar in setup["avatars"]), *(cell for hunt in setup["hunts"] for cell in hunt)}
    free = [cell for cell in grid_of(7, 7, False).fixed if cell not in taken]
    hunts = [hunt if owner == seat else free[: len(hunt)] for owner, hunt in enumerate(setup["hunts"])]
    twin = replace(stored, record=replace(stored.record, setup={**setup, "hunts": hunts}))
    assert twin.view(labyrinth) == stored.view(labyrinth)
    for act in (("pass",), obvious(stored, labyrinth)):
        first, second = (follow(Attempt(labyrinth, one), act) for one in (stored, twin))
        assert first == second


def follow(attempt: Attempt, act: tuple[str, ...]) -> list[object]:
    judged = [attempt.choose(step) for step in act][-1]
    assert judged is not None
    assert not judged.verdict.right
    seat = attempt.puzzle.seat
    return [judged.verdict, *((step.after.view(seat), [event.for_seat(seat) for event in step.events]) for step in judged.steps)]


def obvious(stored: StoredPuzzle, game: Game) -> tuple[str, ...]:
    return tuple(map(str, act_of(game, make_player(game, "euclid", Random(1)), stored.position(game), stored.puzzle.seat)))


def test_a_puzzle_may_begin_within_an_act() -> None:
    """The steps of the record are given: they cannot be taken back, and the rest of the act is the answer."""
    traxx = find_game("traxx")
    whole = next(stored for stored in shipped(traxx) if len(stored.puzzle.solution) > 2)
    first, second, *rest = whole.puzzle.solution
    record = replace(whole.record, entries=(*whole.record.entries, Choose(0, first)))
    attempt = Attempt(traxx, replace(whole, puzzle=replace(whole.puzzle, solution=(second, *rest)), record=record))
    attempt.choose(second)
    attempt.undo()
    with pytest.raises(Illegal):
        attempt.undo()
    judged = [attempt.choose(step) for step in (second, *rest)][-1]
    assert judged is not None
    assert judged.verdict.right
