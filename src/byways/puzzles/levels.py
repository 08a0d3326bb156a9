"""A player's level in the puzzles of a game, and the puzzle to solve next. A list of tries is in order, latest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle

GRADES = range(1, 6)
COUNTED = 10  # latest tries of a grade that count
ENOUGH = 6  # right ones among them, for a level


class Tried(NamedTuple):
    """A puzzle that a player has begun. `first` is whether the first try was right, without hints; none until that is decided."""

    puzzle: Puzzle
    first: bool | None
    solved: bool


class Tally(NamedTuple):
    """How many of the latest first tries in a grade were right."""

    grade: int
    right: int
    tries: int


def tallies(tried: Sequence[Tried]) -> list[Tally]:
    """Return the tally of each grade that the player has tried."""
    firsts = {grade: [one.first for one in tried if one.puzzle.grade == grade and one.first is not None][:COUNTED] for grade in GRADES}
    return [Tally(grade, sum(of_grade), len(of_grade)) for grade, of_grade in firsts.items() if of_grade]


def level(tried: Sequence[Tried]) -> int:
    """Return the hardest grade in which at least six of the last ten first tries were right, or 0."""
    return max((tally.grade for tally in tallies(tried) if tally.right >= ENOUGH), default=0)


def next_puzzle(collection: Sequence[StoredPuzzle], tried: Sequence[Tried], besides: int = 0) -> Puzzle | None:
    """Return a puzzle that the player has not tried or, if all are tried, not solved. `besides` is the number of one to leave out.

    Its grade is one above the player's level or, if the latest first try was wrong, the level itself; without such puzzles, the nearest
    grade. Kinds that the player has tried less often in that grade come first.
    """
    wanted = level(tried) + next((bool(one.first) for one in tried if one.first is not None), True)
    begun = {one.puzzle.number for one in tried if one.first is not None}
    solved = {one.puzzle.number for one in tried if one.solved}
    left = [stored.puzzle for stored in collection if stored.puzzle.number not in solved | {besides}]
    often = Counter((one.puzzle.grade, one.puzzle.kind) for one in tried)

    def order(puzzle: Puzzle) -> tuple[bool, int, int, int, int]:
        away = abs(puzzle.grade - max(wanted, 1))
        return puzzle.number in begun, away, puzzle.grade, often[puzzle.grade, puzzle.kind], puzzle.number

    return min(left, key=order, default=None)
