"""The puzzle of the day of each game."""

from __future__ import annotations

import hmac
from datetime import date
from functools import lru_cache

from byways.game import Game
from byways.puzzles.collection import StoredPuzzle, shipped

FORMAT = 2  # increase this number when puzzles are assigned to days differently


def puzzle_of_the_day(key: str, game: Game, day: date) -> StoredPuzzle | None:
    """Return the puzzle of a day, or None if the game has no puzzles. Puzzles get harder from Monday to Sunday.

    As many days as there are puzzles form a round, in which each comes once. Rounds have nearly the same order, so a puzzle comes again
    about one round later.
    """
    count = len(shipped(game))
    return shipped(game)[assigned(key, game, day.toordinal() // count)[day.toordinal() % count]] if count else None


@lru_cache(16)
def assigned(key: str, game: Game, turn: int) -> list[int]:
    """Return the places in the collection of the puzzles of a round, one for each day. Equal grades are shuffled."""
    puzzles, first = shipped(game), turn * len(shipped(game))

    def shuffled(place: int) -> bytes:
        return hmac.digest(key.encode(), f"puzzle {FORMAT} {game.name} place {place}".encode(), "sha256")

    def weekday(nth: int) -> tuple[int, int]:
        # Every other weekday goes backwards through the weeks. The number of Mondays and so on differs from round to round, so that some
        # puzzles move from the end of one weekday to the beginning of the next: both are in the same week.
        number = date.fromordinal(first + nth).weekday()
        return number, -nth if number % 2 else nth

    places = sorted(range(len(puzzles)), key=lambda place: (puzzles[place].puzzle.grade, shuffled(place)))
    of_day = dict(zip(sorted(range(len(puzzles)), key=weekday), places, strict=True))
    return [of_day[nth] for nth in range(len(puzzles))]
