"""The probability that a seat wins the game, and the set, given its lead."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from byways.games.the_way.bots.distance import rest
from byways.games.the_way.state import OpenState

GAMES = 3  # games in a set
# The shorter the remaining way, the more log odds a lead is worth. Fitted to games between medium players (`tools.fit.the_way_sway`).
SWAY, NEAR = 15.0, 20.0
HASTE = 30.0  # scale, in tenths of a turn, of the uncertainty whether a token arrives before the turn limit


def sigmoid(odds: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


def chance(table: OpenState, seat: int, ahead: float) -> float:
    """Return the probability that a seat wins the set, given its lead in tenths of a turn. A draw counts half."""
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
    """Return the probability that a token at this distance arrives before the turn limit."""
    return sigmoid((10 * (table.turns - table.turn / 2) - far) / HASTE)


def of_set(games: int, to_come: int) -> float:
    """Return the probability of winning a set for a player who is `games` ahead, if the remaining games are even."""
    if not to_come:
        return (1 + (games > 0) - (games < 0)) / 2
    return (of_set(games + 1, to_come - 1) + of_set(games - 1, to_come - 1)) / 2
