"""The puzzle of the day of each game."""

from __future__ import annotations

import hmac
from datetime import date
from functools import lru_cache

from byways.game import Game
from byways.puzzles.collection import StoredPuzzle, shipped

FORMAT = 1  # increase this number when puzzles are assigned to days differently


def puzzle_of_the_day(key: str, game: Game, day: date) -> StoredPuzzle | None:
    """Return the puzzle of a day, or None if the game has no puzzles. Puzzles get harder from Monday to Sunday.

    None comes twice before all have come once: as many days as there are puzzles form a round, which has its own order.
    """
    count = len(shipped(game))
    return shipped(game)[assigned(key, game, day.toordinal() // count)[day.toordinal() % count]] if count else None


@lru_cache(16)
def assigned(key: str, game: Game, turn: int) -> list[int]:
    """Return the places in the collection of the puzzles of a round, one for each day. Equal grades and weekdays are shuffled."""
    puzzles = shipped(game)

    def shuffled(name: str, number: int) -> bytes:
        return hmac.digest(key.encode(), f"puzzle {FORMAT} {game.name} {turn} {name} {number}".encode(), "sha256")

    def weekday(nth: int) -> int:
        return date.fromordinal(turn * len(puzzles) + nth).weekday()

    places = sorted(range(len(puzzles)), key=lambda place: (puzzles[place].puzzle.grade, shuffled("place", place)))
    days = sorted(range(len(puzzles)), key=lambda nth: (weekday(nth), shuffled("day", nth)))
    of_day = dict(zip(days, places, strict=True))
    return [of_day[nth] for nth in range(len(puzzles))]
