"""A reference implementation of The Long Way's score: the oracle of the tests, and what `tools.study.plain` compares.

`plain_score` tries every combination of shortest paths for all legs and counts with sets. It reads the sheet segment by segment and shares
no code with `rules.shoppers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf
from typing import TypeAlias

from byways.games.long_way.state import Sheet

Place: TypeAlias = tuple[int, int]
Path: TypeAlias = frozenset[Place]

AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))


class TooMany(Exception):
    """There are too many path combinations for a test."""


def has(bits: int, place: Place) -> bool:
    return bool(bits >> (7 * place[0] + place[1]) & 1)


def shut(sheet: Sheet, place: Place, side: int) -> bool:
    return has(sheet.walls[side], place) and not has(sheet.doorways[side], place)


def neighbours(sheet: Sheet, place: Place) -> Iterator[Place]:
    for side, (down, right) in enumerate(AROUND):
        there = place[0] + down, place[1] + right
        if 0 <= there[0] < 7 and 0 <= there[1] < 7 and not shut(sheet, place, side) and not shut(sheet, there, (side + 2) % 4):
            yield there


def distances(sheet: Sheet, goals: set[Place]) -> dict[Place, int]:
    far, waiting = dict.fromkeys(goals, 0), list(goals)
    for place in waiting:
        for there in neighbours(sheet, place):
            if there not in far:
                far[there] = far[place] + 1
                waiting.append(there)
    return far


def shortest(sheet: Sheet, starts: set[Place], goals: set[Place]) -> list[Path]:
    """Return all shortest paths, as sets of spaces."""
    far = distances(sheet, goals)
    near = [place for place in starts if place in far]
    if not near:
        return []
    least = min(far[place] for place in near)
    found: list[Path] = []
    waiting: list[list[Place]] = [[place] for place in near if far[place] == least]
    while waiting:
        path = waiting.pop()
        if far[path[-1]] == 0:
            found.append(frozenset(path))
        waiting += [[*path, there] for there in neighbours(sheet, path[-1]) if far.get(there) == far[path[-1]] - 1]
        if len(found) + len(waiting) > 2000:
            raise TooMany
    return found


def cafeterias(sheet: Sheet) -> list[set[Place]]:
    return [{(space // 7, space % 7) for space in range(49) if bits >> space & 1} for bits in sheet.cafeterias]


def legs(sheet: Sheet, here: set[Place], left: list[set[Place]], out: Place) -> Iterator[list[list[Path]]]:
    """Yield, for each order in which the remaining cafeterias may be visited, the shortest paths of each leg up to the exit."""
    nearest, found = inf, list[list[list[Path]]]()
    for cafeteria in left:
        onward = list(legs(sheet, cafeteria, [other for other in left if other is not cafeteria], out))
        paths = shortest(sheet, here, cafeteria) if onward else []
        if paths and len(paths[0]) <= nearest:
            found = [*(found if len(paths[0]) == nearest else []), *([paths, *others] for others in onward)]
            nearest = len(paths[0])
    yield from found
    if not found and (paths := shortest(sheet, here, {out})):
        yield [paths]


def plain_score(sheet: Sheet) -> int:
    """Return the best score among all equally short ways, or 0 if there is no way."""
    doors = [(door // 4 // 7, door // 4 % 7) for door in (sheet.entrance, sheet.exit)]
    if any(shut(sheet, place, door % 4) for place, door in zip(doors, (sheet.entrance, sheet.exit), strict=True)):
        return 0
    start, out = doors
    if out not in distances(sheet, {start}):
        return 0
    worths = [
        worth(sheet, frozenset().union(*way)) for walked in legs(sheet, {start}, cafeterias(sheet), out) for way in ways(sheet, walked)
    ]
    return max(worths, default=0)


def ways(sheet: Sheet, walked: list[list[Path]]) -> Iterator[tuple[Path, ...]]:
    counted = [{frozenset(place for place in path if worth(sheet, frozenset([place]))) for path in paths} for paths in walked]
    total = 1
    for paths in counted:
        total *= len(paths)
    if total > 50_000:
        raise TooMany
    return product(*counted)


def worth(sheet: Sheet, way: Path) -> int:
    displays = sum(any(has(bits, place) for bits in sheet.displays) for place in way)
    return displays - sum(not has(sheet.occupied, place) for place in way)
