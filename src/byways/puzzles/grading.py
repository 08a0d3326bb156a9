"""Grades of puzzles from 1 to 5, by the weakest bot that solves them."""

from __future__ import annotations

from collections.abc import Iterator

from byways.bots import TIERS
from byways.bots.roster import make_player
from byways.game import AnyPlayer, Choice, Game, Position, stream
from byways.puzzles.collection import StoredPuzzle, judge_of
from byways.record import Choose, played
from byways.referee import steps

TRIES = {"easy": 6, "medium": 3, "hard": 3}  # a bot counts as solving a puzzle if at least half of these tries succeed
MANY = 200  # different acts for each right one
DEEP = 3  # turns


def grade(game: Game, stored: StoredPuzzle) -> int:
    """Return 1, 2 or 3 if easy, medium or hard is the weakest bot that solves it; 4 if none does; 5 if the search is also deep or wide."""
    for number, bot in enumerate(TIERS, 1):
        if bot in game.bot_names and 2 * sum(solves(game, stored, bot, nth) for nth in range(TRIES[bot])) >= TRIES[bot]:
            return number
    puzzle = stored.puzzle
    return 5 if puzzle.turns >= DEEP or puzzle.alternatives >= MANY * puzzle.answers else 4


def solves(game: Game, stored: StoredPuzzle, bot: str, nth: int) -> bool:
    """Whether a bot makes a right first act."""
    puzzle, position = stored.puzzle, stored.position(game)
    act = tuple(act_of(game, make_player(game, bot, stream(stored.source, f"{bot} {nth}")), position, puzzle.seat))
    return judge_of(game).judge(puzzle, position.view(puzzle.seat), act).right


def act_of(game: Game, player: AnyPlayer, position: Position, seat: int) -> Iterator[Choice]:
    """Yield a bot's steps until its act is complete."""
    while True:
        for choice in steps(player.choose(position.view(seat), float("inf"))):
            yield choice
            step = played(game, position, Choose(seat, str(choice)), choice, tells=False)
            if seat in step.finished:
                return
            position = step.after
