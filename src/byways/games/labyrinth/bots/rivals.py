"""Infer other seats' goals from their public moves, and guess the rest."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from byways.games.labyrinth.rules.setup import near_of
from byways.games.labyrinth.view import View

FOUND = 0.7  # probability that a stop on a fixed tile is a find; for `euclid`, 64 of 100 first stops are


class Rival(NamedTuple):
    """Another seat: its cell and home, and the probability that it is going home.

    If it is not, `goals` are the possible cells of its treasure, and `needs` is the number of goals it still needs.
    """

    at: int
    home: int
    homeward: float
    goals: Sequence[int]
    needs: int


def rivals_of(view: View) -> list[Rival]:
    """The other seats in the order of their turns."""
    seats, me = len(view.avatars), view.seat or 0
    return [rival(view, seat % seats) for seat in range(me + 1, me + seats) if seat % seats not in view.removed]


def rival(view: View, seat: int) -> Rival:
    """What is known about a seat. In `classic`, finds are announced; otherwise its stops on fixed tiles are the only evidence."""
    avatar, treasures = view.avatars[seat], view.treasures
    if view.maze.classic:
        found = len(view.hunts[seat])
        return Rival(avatar.at, avatar.home, float(found == treasures), (), max(2, treasures - found + 1))
    stops = set(avatar.trail) - {avatar.home}
    homeward = 1 - (1 - FOUND) ** (len(stops) - treasures + 1) if len(stops) >= treasures else 0.0
    near = near_of(view.near, seat) if treasures == 1 or not stops else ()
    goals = [cell for cell in view.maze.grid.fixed if cell not in stops and cell != avatar.home and cell not in near]
    return Rival(avatar.at, avatar.home, homeward, goals, max(2, treasures - len(stops) + 1))


class Hunt(NamedTuple):
    """A seat's goals, treasures first and then home, and how many of them it has visited."""

    goals: tuple[int, ...]
    found: int


def guess_hunts(view: View, rivals: Sequence[Rival], rng: Random) -> list[Hunt]:
    """A random guess at all hunts, the viewer's first."""
    seat = view.seat or 0
    known, home = view.hunts[seat], view.avatars[seat].home
    mine = Hunt((*known, *random_treasures(view, home, known, view.treasures - len(known), rng), home), view.found)
    taken = list(known)
    return [mine, *(guess_hunt(view, rival, taken, rng) for rival in rivals)]


def guess_hunt(view: View, rival: Rival, taken: list[int], rng: Random) -> Hunt:
    """Guess a rival's hunt at random. No two seats have the same treasure.

    A rival that has left its home is probably near its goal: `medium` stands on a neighbouring tile more than twice as often as beside
    another possible goal.
    """
    home, treasures, grid = rival.home, view.treasures, view.maze.grid
    if rng.random() < rival.homeward:
        return Hunt((home,) * (treasures + 1), treasures)
    goals = [goal for goal in rival.goals if goal not in taken] or grid.fixed
    weights = [1 if rival.at == home else 1 / (1 + grid.distance(rival.at, goal)) for goal in goals]
    taken += rng.choices(goals, weights)
    found = treasures + 1 - rival.needs
    return Hunt((*(home,) * found, taken[-1], *random_treasures(view, home, taken, treasures - found - 1, rng), home), found)


def random_treasures(view: View, home: int, taken: Sequence[int], treasures: int, rng: Random) -> list[int]:
    """Random treasures, if nothing is known about them."""
    fixed = view.maze.grid.fixed
    # Repeats are possible, but matter little in a playout.
    return rng.choices([cell for cell in fixed if cell != home and cell not in taken] or fixed, k=treasures)
