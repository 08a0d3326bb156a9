"""Prove stored puzzles again with the judge of their room."""

from __future__ import annotations

from byways.game import Complaint, Game, Refused
from byways.i18n import Message, Sentence
from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle, judge_of


def flaw_in(card: Game, stored: StoredPuzzle) -> Sentence | None:
    """Return the flaw of a puzzle, if any: its record does not replay, its solution is not right, or the figures of its proof differ."""
    try:
        check(card, stored)
    except Complaint as error:
        return error.meaning
    return None


def check(card: Game, stored: StoredPuzzle) -> None:
    puzzle, view, judge = stored.puzzle, stored.view(card), judge_of(card)
    solved = judge.solve(puzzle, view)
    require(len(solved.acts) == puzzle.answers and solved.alternatives == puzzle.alternatives, puzzle, "refuse.puzzle-figures",
            answers=len(solved.acts), alternatives=solved.alternatives)  # fmt: skip
    act = tuple(map(stored.load_game(card).parse, puzzle.solution))
    require(judge.judge(puzzle, view, act).right, puzzle, "refuse.puzzle-solution")
    require(all(judge.judge(puzzle, view, right).right for right in solved.acts), puzzle, "refuse.puzzle-solution")


def require(condition: bool, puzzle: Puzzle, name: str, **values: int) -> None:
    if not condition:
        raise Refused(Message(name, {"number": puzzle.number, **values}))
