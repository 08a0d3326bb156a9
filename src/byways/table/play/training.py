"""What a visitor has tried of the puzzles, which one comes next, and the puzzles of the day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from byways.daily import day_at, deal_key
from byways.game import Game
from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle, shipped
from byways.puzzles.daily import puzzle_of_the_day
from byways.puzzles.levels import Tried, next_puzzle
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.store import puzzles
from byways.table.store.schema import Attempted


async def attempts_of(tables: Tables, me: Me) -> list[Attempted]:
    """Return the visitor's attempts, latest first."""
    return [] if me.is_new else await tables.store.transaction(partial(puzzles.attempts_of, holder=me.holder))


def by_name(game: Game) -> Mapping[str, Puzzle]:
    """Return the puzzles of a game's collection by name."""
    return {str(stored.puzzle.number): stored.puzzle for stored in shipped(game)}


def tried_in(game: Game, attempts: Iterable[Attempted]) -> list[Tried]:
    """Return the attempts at a game's collection. Puzzles from the visitor's own games do not count: a review has shown the answer."""
    known = by_name(game)
    return [Tried(known[one.puzzle], one.first, one.solved) for one in attempts if one.game == game.name and one.puzzle in known]


async def next_name(tables: Tables, me: Me, game: Game, besides: str = "") -> str | None:
    """Return the name of the puzzle at the visitor's level to solve next, other than `besides`. None if all others are solved."""
    known, tried = by_name(game), tried_in(game, await attempts_of(tables, me))
    found = next_puzzle(shipped(game), tried, known[besides].number if besides in known else 0)
    return None if found is None else str(found.number)


def todays_puzzle(tables: Tables, game: Game) -> StoredPuzzle | None:
    return puzzle_of_the_day(deal_key(tables.server_key.key), game, day_at(tables.now()))
