"""The solver agrees with exhaustive search."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.game import stream
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.bots.solver import OutOfTime, solve
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import Avatar, Position, Setup
from byways.games.labyrinth.view import View
from tests.games.labyrinth.plain import plain_solve
from tests.games.labyrinth.positions import OPEN5, SEALED, board, position


def seen(start: Position) -> View:
    view = start.view(0)
    assert isinstance(view, View)
    return view


def lone(rng: Random, rows: int, columns: int, classic: bool, homeward: bool = False) -> Position:
    """A lone seat on a random board. The goal is anywhere or, in `classic`, possibly on the spare."""
    connectors = rng.choices("│─┐└┌┘" * 3 + "┬├┴┤┼", k=rows * columns + 1)  # few tees, so that the goal is rarely near
    drawn = " ".join("".join(connectors[row * columns :][:columns]) for row in range(rows))
    maze = board(drawn, connectors[-1], classic)
    cells, slides = range(rows * columns), [None, *maze.grid.slides]
    avatar = Avatar(rng.choice(cells), rng.choice(cells), "red")
    goal = rng.randrange(rows * columns + classic)
    start = begin(Setup(maze, (avatar,), (() if homeward else (goal,),), last=rng.choice(slides)))
    assert isinstance(start, Position)
    return start


def follow(start: Position, turns: object) -> list[bool]:
    """Whether the goal is reached after each of the turns."""
    reached = []
    assert isinstance(turns, tuple)
    for turn in turns:
        for step in turn:
            start = start.choose(0, step)
        reached.append(start.outcome is not None or start.found[0] > 0)
    return reached


@pytest.mark.slow
@pytest.mark.parametrize("classic", [False, True])
@pytest.mark.parametrize(("rows", "columns", "most", "boards"), [(3, 3, 3, 60), (3, 5, 2, 60), (5, 3, 2, 60), (5, 5, 2, 40)])
def test_the_solution_is_the_shortest_and_reaches_the_goal(rows: int, columns: int, most: int, boards: int, classic: bool) -> None:
    lengths = set()
    for seed in range(boards):
        start = lone(Random(seed), rows, columns, classic, homeward=seed % 3 == 0)
        turns = solve(seen(start), most)
        assert (len(turns) if turns else None) == plain_solve(seen(start), most), seed
        lengths.add(turns and len(turns))
        if turns:
            assert follow(start, turns) == [False] * (len(turns) - 1) + [True]
    assert lengths >= set(range(1, most + 1))


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([3, 5, 7, 9]), st.sampled_from([3, 5, 7, 11]), st.booleans())
def test_solutions_on_boards_of_any_size_reach_the_goal(seed: int, rows: int, columns: int, classic: bool) -> None:
    start = lone(Random(seed), rows, columns, classic)
    turns = solve(seen(start), 3)
    if turns is not None:
        assert follow(start, turns) == [False] * (len(turns) - 1) + [True]


def test_steps_already_made_belong_to_the_first_turn() -> None:
    begun = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
    for text in ("slide 4 down", "insert 0"):
        begun = begun.choose(0, rules.parse(text))
        (turn,) = solve(seen(begun)) or ()
        assert [str(step) for step in turn] == ["slide 4 down", "insert 0", "walk 3,1"]


def test_an_avatar_on_its_goal_leaves_and_comes_back() -> None:
    stands = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)], at=[(3, 1), (3, 3)])
    assert len(solve(seen(stands)) or ()) == 2
    assert len(solve(seen(position(OPEN5, homes=[(0, 0), (4, 4)], goals=[(2, 2), (1, 2)], at=[(2, 2), (4, 4)], classic=True))) or ()) == 1


def test_a_sealed_in_avatar_has_no_solution() -> None:
    assert solve(seen(position(SEALED, homes=[(1, 1), (1, 3)], goals=[(1, 3), (1, 1)]))) is None


def test_a_goal_off_the_board_is_never_reached() -> None:
    assert solve(seen(position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(7, 7), (1, 1)]))) is None


def test_with_all_treasures_the_goal_is_home() -> None:
    start = position(OPEN5, homes=[(1, 1), (3, 3)], goals=[(3, 1), (1, 3)])
    for text in ("slide 0 left; insert 0; walk 3,1", "pass"):
        for step in text.split("; "):
            start = start.choose(start.awaited[0], rules.parse(step))
    assert [[str(step) for step in turn] for turn in solve(seen(start)) or ()] == [["slide 0 left", "insert 0", "walk 1,1"]]


def test_the_search_can_be_stopped() -> None:
    with pytest.raises(OutOfTime):
        solve(seen(lone(Random(1), 7, 7, classic=False)), stop=lambda: True)


def test_four_turns_are_found_on_a_large_board() -> None:
    view = GAME.start(GAME.deal(2, stream(7, "set-up"), LabyrinthOptions(rows=11, columns=11))).view(0)
    assert isinstance(view, View)
    assert (solve(view, 3), len(solve(view, 4) or ())) == (None, 4)
