"""Find puzzles in single games of The Way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from byways.games.the_way import TheWayOptions
from byways.games.the_way.puzzles.duel import Duel, State, after, state_of, whole_turns
from byways.games.the_way.puzzles.judge import SOON, piece_of, solve
from byways.games.the_way.state import PIECES, Move, Stay, Variations
from byways.games.the_way.view import View
from byways.puzzle import Puzzle, Source

SOURCES = tuple(Source(bot, 2, 25, TheWayOptions(single=True), 400) for bot in ("medium", "easy"))
LEAST = 25  # different turns, at least
ANSWERS = 6  # right turns at most
LATE = 10  # no puzzle begins in this many turns before the turn limit


def find(view: View, rng: Random) -> Iterator[Puzzle]:
    table = view.table
    if table.phase != "play" or table.variations != Variations() or table.turn + LATE > 2 * table.turns:
        return
    piece, state = piece_of(view), state_of(view)
    assert view.seat is not None
    blank = Puzzle("two", view.seat, 0, 0, (), values={"rival": 1 - view.seat, "piece": PIECES[piece]})
    mine, theirs = Duel(piece, table.reached[1 - piece]), Duel(1 - piece, table.reached[piece])
    turns = fewest(mine, state) if table.reached[piece] else None
    if turns in (2, 3):
        yield from proved(replace(blank, kind=("two", "three")[turns - 2], turns=turns), view)
    elif turns is None and table.reached[1 - piece] and is_threatened(theirs, state, piece):
        yield from proved(replace(blank, kind="block"), view)


def fewest(search: Duel, state: State) -> int | None:
    """Return the number of turns in which the runner can force its way home, or None if three are not enough."""
    return next((turns for turns in (1, 2, 3) if search.wins(state, turns)), None)


def is_threatened(theirs: Duel, state: State, piece: int) -> bool:
    """Whether the other player has a forced win in two turns if this player stays and alters nothing."""
    stay = next(turn for turn in whole_turns(state, piece, frozenset()) if turn.end == state.tokens[piece])
    return theirs.wins(after(state, piece, stay), SOON)


def proved(puzzle: Puzzle, view: View) -> Iterator[Puzzle]:
    """Yield the puzzle with its solution if few turns are right and every right turn alters a card."""
    solved = solve(puzzle, view)
    walks = any(isinstance(act[0], Move | Stay) for act in solved.acts)
    if solved.acts and not walks and len(solved.acts) <= ANSWERS and solved.alternatives >= LEAST:
        solution = tuple(map(str, solved.acts[0]))
        yield replace(puzzle, alternatives=solved.alternatives, answers=len(solved.acts), solution=solution)
