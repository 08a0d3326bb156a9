"""What a study of Labyrinth counts."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.labyrinth.state import AnyChoice, Position

FOUND = 1000.0  # more than any distance


def leads(position: Position) -> list[float]:
    """Rank the seats by treasures found, then by nearness to the next goal."""
    return [nearness(position, seat) for seat in range(len(position.avatars))]


def nearness(position: Position, seat: int) -> float:
    found, avatar, maze = position.found[seat], position.avatars[seat], position.maze
    hunt = position.hunts[seat]
    goal = avatar.home if found == len(hunt) else maze.cell_of(hunt[found])
    return FOUND * found - (maze.grid.distance(avatar.at, goal) if goal is not None else 0)


def used(position: Position, chosen: Sequence[tuple[int, AnyChoice, Position]]) -> list[tuple[int, str, str]]:
    places = (position.maze.grid.place(avatar.home) for avatar in position.avatars)
    return [(seat, "home", f"row {row + 1}, column {column + 1}") for seat, (row, column) in enumerate(places)]
