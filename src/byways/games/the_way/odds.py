"""How likely a seat wins a game of The Way, and the set, by how far it is ahead."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from byways.games.the_way.reckoning import rest
from byways.games.the_way.state import Table

GAMES = 3  # of a set
SWAY = 20.0  # tenths of a turn ahead that multiply the odds by e
HASTE = 30.0  # tenths of a turn, over which it gets doubtful whether a token arrives before the limit of turns


def sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def chance(table: Table, seat: int, ahead: float) -> float:
    """For a seat that is so many tenths of a turn ahead. A drawn game or set counts half."""
    first, pieces = sigmoid(ahead / SWAY), (table.piece(seat), table.piece(1 - seat))
    won, lost = first * in_time(table, pieces[0]), (1 - first) * in_time(table, pieces[1])
    if table.single:
        return (1 + won - lost) / 2
    games, to_come = table.won[seat] - table.won[1 - seat], GAMES - 1 - len(table.results)
    drawn = 1 - won - lost
    return sum(share * of_set(games + more, to_come) for more, share in ((1, won), (0, drawn), (-1, lost)))


@lru_cache(maxsize=8)
def in_time(table: Table, piece: int) -> float:
    """How likely a token arrives before the limit of turns."""
    return sigmoid((10 * (table.turns - table.turn / 2) - rest(table, piece, True)) / HASTE)


def of_set(games: int, to_come: int) -> float:
    """The chance to win a set for who is so many games ahead, if those to come are even."""
    if not to_come:
        return (1 + (games > 0) - (games < 0)) / 2
    return (of_set(games + 1, to_come - 1) + of_set(games - 1, to_come - 1)) / 2
