from __future__ import annotations

import pickle

import pytest

from byways.game import Game, all_games
from byways.puzzle import Hint, Verdict
from byways.puzzles.attempt import play_line
from byways.puzzles.collection import shipped
from byways.puzzles.state import PuzzleState
from byways.puzzles.tasks import HintTask, JudgeTask, SolutionTask

GAMES = [game for game in all_games() if shipped(game)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_worker_judges_advises_and_solves_from_the_view(game: Game) -> None:
    stored = shipped(game)[-1]
    puzzle, view = stored.puzzle, stored.view(game)
    verdict = pickle.loads(pickle.dumps(JudgeTask(game, view, puzzle, puzzle.solution))).do()
    assert isinstance(verdict, Verdict)
    assert verdict.right
    hints = [HintTask(game, view, puzzle, nth).do() for nth in (1, 2, 3)]
    assert all(isinstance(hint, Hint) for hint in hints)
    assert hints[2] == Hint(hints[2].text, puzzle.solution)
    whole = pickle.loads(pickle.dumps(SolutionTask(game, view, puzzle).do()))
    state = PuzzleState(puzzle, whole.world)
    for step in play_line(game, whole.world, whole.line):
        if not state.is_solved:  # a proof may follow
            state.follow(step)
    assert state.is_solved
