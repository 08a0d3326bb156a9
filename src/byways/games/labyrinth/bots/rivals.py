"""What may be known of the other seats, and guesses at what they are after."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from byways.games.labyrinth.view import View

FOUND = 0.7  # how surely who stops at a fixed tile has found a treasure there: `euclid` in 64 of 100 first stops


class Rival(NamedTuple):
    """What may be known of another seat: where it stands, how surely it is on its way home, else where its treasure may be, and how many
    goals it would still need."""

    at: int
    home: int
    homeward: float
    goals: Sequence[int]
    needs: int


def rivals_of(view: View) -> list[Rival]:
    """In the order of their turns."""
    seats, me = len(view.avatars), view.seat or 0
    return [rival(view, seat % seats) for seat in range(me + 1, me + seats) if seat % seats not in view.removed]


def rival(view: View, seat: int) -> Rival:
    """In `classic` finds are announced; otherwise a bot can only guess from where others have stopped."""
    avatar, treasures = view.avatars[seat], view.treasures
    if view.maze.classic:
        found = len(view.hunts[seat])
        return Rival(avatar.at, avatar.home, float(found == treasures), (), max(2, treasures - found + 1))
    stops = set(avatar.trail) - {avatar.home}
    homeward = 1 - (1 - FOUND) ** (len(stops) - treasures + 1) if len(stops) >= treasures else 0.0
    goals = [cell for cell in view.maze.grid.fixed if cell not in stops and cell != avatar.home]
    return Rival(avatar.at, avatar.home, homeward, goals, max(2, treasures - len(stops) + 1))


class Hunt(NamedTuple):
    """All that a seat goes to, treasures and home, and how many of these it has been to."""

    goals: tuple[int, ...]
    found: int


def hunts(view: View, rivals: Sequence[Rival], rng: Random) -> list[Hunt]:
    """A guess at everybody's hunt, one's own first."""
    seat = view.seat or 0
    known, home = view.hunts[seat], view.avatars[seat].home
    mine = Hunt((*known, *unheard(view, home, known, view.treasures - len(known), rng), home), view.found)
    taken = list(known)
    return [mine, *(hunt(view, rival, taken, rng) for rival in rivals)]


def hunt(view: View, rival: Rival, taken: list[int], rng: Random) -> Hunt:
    """Nobody is after what somebody else is after, and who has left its home is probably near its goal: `medium` stands
    beside it or at its corner more than twice as often as by another place where it might be."""
    home, treasures, grid = rival.home, view.treasures, view.maze.grid
    if rng.random() < rival.homeward:
        return Hunt((home,) * (treasures + 1), treasures)
    goals = [goal for goal in rival.goals if goal not in taken] or grid.fixed
    weights = [1 if rival.at == home else 1 / (1 + grid.distance(rival.at, goal)) for goal in goals]
    taken += rng.choices(goals, weights)
    found = treasures + 1 - rival.needs
    return Hunt((*(home,) * found, taken[-1], *unheard(view, home, taken, treasures - found - 1, rng), home), found)


def unheard(view: View, home: int, taken: Sequence[int], treasures: int, rng: Random) -> list[int]:
    """So many treasures of which nothing is known."""
    fixed = view.maze.grid.fixed
    return rng.choices([cell for cell in fixed if cell != home and cell not in taken] or fixed, k=treasures)
