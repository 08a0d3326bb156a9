"""How likely a seat wins a game of The Way, and the set, by how far it is ahead."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from byways.games.the_way.bots.distance import rest
from byways.games.the_way.state import OpenState

GAMES = 3  # of a set
# The log odds of a lead grow as the way that both have still to go shrinks: fitted to games of medium players (`tools.fit.the_way_sway`).
SWAY, NEAR = 15.0, 20.0
HASTE = 30.0  # tenths of a turn, over which it gets doubtful whether a token arrives before the limit of turns


def sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def chance(table: OpenState, seat: int, ahead: float) -> float:
    """For a seat that is so many tenths of a turn ahead. A drawn game or set counts half."""
    mine, theirs = (rest_of(table, table.piece(one)) for one in (seat, 1 - seat))
    first = sigmoid(SWAY * ahead / (NEAR + mine + theirs))
    won, lost = first * in_time(table, mine), (1 - first) * in_time(table, theirs)
    if table.single:
        return (1 + won - lost) / 2
    games, to_come = table.won[seat] - table.won[1 - seat], GAMES - 1 - len(table.results)
    drawn = 1 - won - lost
    return sum(share * of_set(games + more, to_come) for more, share in ((1, won), (0, drawn), (-1, lost)))


@lru_cache(maxsize=8)
def rest_of(table: OpenState, piece: int) -> int:
    return rest(table, piece, True)


def in_time(table: OpenState, far: float) -> float:
    """How likely a token that has so far to go arrives before the limit of turns."""
    return sigmoid((10 * (table.turns - table.turn / 2) - far) / HASTE)


def of_set(games: int, to_come: int) -> float:
    """The chance to win a set for who is so many games ahead, if those to come are even."""
    if not to_come:
        return (1 + (games > 0) - (games < 0)) / 2
    return (of_set(games + 1, to_come - 1) + of_set(games - 1, to_come - 1)) / 2
