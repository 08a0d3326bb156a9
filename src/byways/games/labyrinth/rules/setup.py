"""Labyrinth's set-up: deal a board, audit a given set-up, and build the first position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from random import Random
from typing import NamedTuple

import msgspec

from byways.bits import members
from byways.game import Refused
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.rules.legal import turn_possible
from byways.games.labyrinth.state import CONNECTORS, OPENINGS, TURNED, TURNS, Avatar, Grid, Maze, Position, Setup, Slide, Tile, grid_of
from byways.i18n import Message, Value

MAZES = 100  # boards to try for a deal that avoids short games
COLORS = ("red", "blue", "green", "orange", "purple", "black")


def deal(components: Components, options: LabyrinthOptions, seats: int, rng: Random) -> Setup:
    grid = grid_of(options.rows, options.columns, options.classic)
    check_fit(options, grid, seats)
    maze, homes = lay(components, grid, options.classic, rng), rng.sample(grid.corners if options.classic else grid.fixed, seats)
    for _ in range(MAZES):
        while not all(turn_possible(maze, home) for home in homes):  # B16: no seat starts sealed in
            maze = lay(components, grid, options.classic, rng)
        # Every treasure and the way home take at least a turn each. For one turn more, no seat may reach its first treasure at once.
        near = tuple(near_places(maze, home, home == homes[0]) for home in homes) if options.shortest > options.treasures + 1 else ()
        known = [Known((), options.treasures, (), near_of(near, seat)) for seat in range(seats)]
        if not near or has_room(maze, homes, known):
            avatars = tuple(Avatar(home, home, color) for home, color in zip(homes, COLORS, strict=False))
            return Setup(maze, avatars, hide(maze, homes, known, rng), options.rounds, near=near)
        maze = lay(components, grid, options.classic, rng)
    raise no_board("refuse.board-shortest", options, seats=seats, shortest=options.shortest)


def check_fit(options: LabyrinthOptions, grid: Grid, seats: int) -> None:
    """Raise `Refused` for a board with too few homes or hiding places."""
    if options.rows % 2 == 0 or options.columns % 2 == 0:
        raise no_board("refuse.board-even", options)
    if options.classic and (options.rows != options.columns or seats > 4):
        raise no_board("refuse.board-classic", options, seats=seats)
    homes, hiding = (4, grid.size + 1) if options.classic else (len(grid.fixed), len(grid.fixed))
    if homes < seats:
        raise no_board("refuse.board-homes", options, seats=seats, homes=homes)
    if options.shortest > options.treasures + 2:
        raise no_board("refuse.shortest", options, shortest=options.shortest, most=options.treasures + 2)
    needed = seats * options.treasures
    if hiding < needed:
        raise no_board("refuse.board-treasures", options, seats=seats, hiding=hiding, treasures=options.treasures, needed=needed)


def no_board(name: str, options: LabyrinthOptions, **values: Value) -> Refused:
    return Refused(Message(name, {"rows": options.rows, "columns": options.columns, **values}), Position.room)


def lay(components: Components, grid: Grid, classic: bool, rng: Random) -> Maze:
    """A board of random tiles, each with a different pair of gems."""
    pairs: set[tuple[str, str]] = set()
    # B17: `sample` never draws the same gem twice.
    while len(pairs) < grid.size + 1:
        first, second = sorted(rng.sample(components.gems.names, 2))
        pairs.add((first, second))
    shapes = rng.choices(list(components.shapes.mix), list(components.shapes.mix.values()), k=grid.size + 1)
    connectors = [CONNECTORS[TURNED[OPENINGS[shape], rng.choice((0, 90, 180, 270))]] for shape in shapes]
    if classic:
        for cell in grid.fixed:
            connectors[cell] = classic_fixed(grid, cell, rng)
    # Sort first, because the order of a set of strings differs between processes, and deals must follow from the seed.
    order = rng.sample(sorted(pairs), len(pairs))
    tiles = [Tile(number, connector, gems) for number, (connector, gems) in enumerate(zip(connectors, order, strict=True))]
    return Maze(grid.rows, grid.columns, tuple(tiles[:-1]), tiles[-1], classic)


def classic_fixed(grid: Grid, cell: int, rng: Random) -> str:
    """A fixed tile of the boxed game: bends in the corners, tees elsewhere, all open towards the inside."""
    row, column = divmod(cell, grid.columns)
    outside = (row == 0) * 1 | (column == grid.columns - 1) * 2 | (row == grid.rows - 1) * 4 | (column == 0) * 8
    return CONNECTORS[15 & ~outside] if outside else CONNECTORS[15 & ~rng.choice((1, 2, 4, 8))]


def near_places(maze: Maze, home: int, is_first: bool) -> tuple[int, ...]:
    """The treasure places that a seat may reach in its first turn, whatever one of the seats before it does while the others pass."""
    found = first_reach(maze, home)
    for slide, line in {} if is_first else maze.grid.lines.items():
        for insert, _ in TURNS[OPENINGS[maze.spare.connector]]:
            found |= first_reach(maze.push(slide, insert.degree), line.carry.get(home, home), slide)
    return tuple(place for place in hiding_places(maze) if found >> place & 1 and place != own_place(maze, home))


def first_reach(maze: Maze, at: int, last: Slide | None = None) -> int:
    """The places that an avatar can reach in a turn with a slide, as a bit set: cells or, in `classic`, tiles."""
    grid, found = maze.grid, 0
    for slide, line in grid.lines.items():
        if last is None or slide != last.undoing:
            start, turns = line.carry.get(at, at), TURNS[OPENINGS[maze.spare.connector]]
            cells = reduce(or_, (grid.reach(maze.pushed(line, insert.degree), start) for insert, _ in turns))
            found |= tiles_at(maze.push(slide, 0), cells) if maze.classic else cells
    return found


def tiles_at(maze: Maze, cells: int) -> int:
    return sum(1 << maze.tiles[cell].number for cell in members(cells))


def near_of(near: tuple[tuple[int, ...], ...], seat: int) -> tuple[int, ...]:
    return near[seat] if near else ()


class Known(NamedTuple):
    """What is known about a seat's treasures: the first ones, their number, its trail, and places that never hold the first one."""

    goals: tuple[int, ...]
    treasures: int
    trail: tuple[int, ...]
    near: tuple[int, ...] = ()


def has_room(maze: Maze, homes: Sequence[int], known: Sequence[Known]) -> bool:
    """Whether a deal exists for seats whose treasures are all unknown: a matching of treasures and places."""
    places, holder = hiding_places(maze), dict[int, int]()
    barred = [
        {own_place(maze, home), *(seat.near if nth == 0 else ())}
        for home, seat in zip(homes, known, strict=True)
        for nth in range(seat.treasures)
    ]

    def place(treasure: int, tried: set[int]) -> bool:
        for goal in places:
            if goal not in barred[treasure] and goal not in tried:
                tried.add(goal)
                if goal not in holder or place(holder[goal], tried):
                    holder[goal] = treasure
                    return True
        return False

    return all(place(treasure, set()) for treasure in range(len(barred)))


def hiding_places(maze: Maze) -> list[int]:
    return [tile.number for tile in (*maze.tiles, maze.spare)] if maze.classic else list(maze.grid.fixed)


def hide(maze: Maze, homes: Sequence[int], known: Sequence[Known], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Deal every seat's treasures: all different, none on its own home, consistent with `known`, and all such deals equally likely.

    This is rejection sampling with two alternating proposals. If there are many treasures, dealing to each seat separately rarely makes
    them all different; if trails are long, dealing to all together is rarely consistent with them.
    """
    taken = {goal for seat in known for goal in seat.goals}
    free = [place for place in hiding_places(maze) if place not in taken]
    seats = list(zip(homes, known, strict=True))
    while True:
        # Both proposals are uniform over supersets of the same set of deals, so any accepted proposal is uniform over that set.
        apart = tuple(hunt(maze, home, seat, free, rng) for home, seat in seats)
        fresh = [goal for goals, seat in zip(apart, known, strict=True) for goal in goals[len(seat.goals) :]]
        if len(fresh) == len(set(fresh)):
            return apart
        pile = rng.sample(free, len(fresh))
        together = tuple((*seat.goals, *(pile.pop() for _ in range(seat.treasures - len(seat.goals)))) for seat in known)
        if all(allowed(maze, home, seat, goals) for (home, seat), goals in zip(seats, together, strict=True)):
            return together


def hunt(maze: Maze, home: int, known: Known, free: Sequence[int], rng: Random) -> tuple[int, ...]:
    """Treasures for one seat, consistent with its moves so far."""
    while True:
        goals = (*known.goals, *rng.sample(free, known.treasures - len(known.goals)))
        if allowed(maze, home, known, goals):
            return goals


def allowed(maze: Maze, home: int, known: Known, goals: tuple[int, ...]) -> bool:
    already, treasures, trail, near = known
    if own_place(maze, home) in goals[len(already) :] or (not already and goals[0] in near):
        return False
    if maze.classic:  # finds are announced, so the goal is not where the seat has stopped since
        return len(already) == treasures or goals[len(already)] not in trail
    return not found_along(trail, goals, home)[1]  # a seat that came home without winning had not found all its treasures


def found_along(trail: Sequence[int], goals: Sequence[int], home: int) -> tuple[int, bool]:
    """The number of treasures found along a trail, and whether the seat came home with all of them."""
    found = 0
    for stop in trail:
        if found < len(goals):
            found += stop == goals[found]
        elif stop == home:
            return found, True
    return found, False


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    """The same set-up with other treasures, except the given seat's first one."""
    homes = [avatar.home for avatar in setup.avatars]
    known = [Known(goals[:1] if own == seat else (), len(goals), (), near_of(setup.near, own)) for own, goals in enumerate(setup.hunts)]
    return msgspec.structs.replace(setup, hunts=hide(setup.maze, homes, known, rng))


def start(components: Components, setup: Setup) -> Position:
    for fault in chain(audit(components, setup), audit_deal(setup)):
        raise Refused(Message("refuse.set-up", {"fault": fault}), Position.room)
    return begin(setup)


def begin(setup: Setup) -> Position:
    """The first position of any well-formed set-up, even one that would never be dealt."""
    seats = len(setup.avatars)
    return Position(
        acts=((),) * seats,
        awaited=(0,),
        maze=setup.maze,
        avatars=setup.avatars,
        hunts=setup.hunts,
        found=(0,) * seats,
        treasures=max(map(len, setup.hunts), default=0),
        rounds=setup.rounds,
        last=setup.last,
        near=setup.near,
    )


def audit(components: Components, setup: Setup) -> Iterator[Message]:
    """Yield what is wrong with a set-up, most basic faults first."""
    maze, seats = setup.maze, len(setup.avatars)
    tiles = (*maze.tiles, maze.spare)
    if min(maze.rows, maze.columns) < 2:
        yield Message("fault.small", {"rows": maze.rows, "columns": maze.columns})
        return
    if len(maze.tiles) != maze.rows * maze.columns:
        yield Message("fault.tiles", {"tiles": len(maze.tiles), "rows": maze.rows, "columns": maze.columns})
        return
    if unknown := [tile.connector for tile in tiles if tile.connector not in OPENINGS]:
        yield Message("fault.connector", {"connector": unknown[0]})
    if unknown := sorted({gem for tile in tiles for gem in tile.gems} - set(components.gems.names)):
        yield Message("fault.gem", {"gem": unknown[0]})
    if len({frozenset(tile.gems) for tile in tiles}) < len(tiles) or any(len(set(tile.gems)) < 2 for tile in tiles):
        yield Message("fault.pairs")
    if len({tile.number for tile in tiles}) < len(tiles):
        yield Message("fault.numbers")
    if not 2 <= seats <= 6:
        yield Message("fault.players", {"seats": seats})
    if len(setup.hunts) != seats or not all(setup.hunts):
        yield Message("fault.hunts")
    if len({avatar.color for avatar in setup.avatars}) < seats:
        yield Message("fault.colors")
    yield from audit_places(setup)


def audit_places(setup: Setup) -> Iterator[Message]:
    maze, grid = setup.maze, setup.maze.grid
    homes = [avatar.home for avatar in setup.avatars]
    goals = [goal for goals in setup.hunts for goal in goals]
    hiding = {tile.number for tile in (*maze.tiles, maze.spare)} if maze.classic else set(grid.fixed)
    if len(set(homes)) < len(homes):
        yield Message("fault.same-home")
    if not set(homes) <= set(grid.corners if maze.classic else grid.fixed):
        yield Message("fault.home-classic" if maze.classic else "fault.home")
    if not set(goals) <= hiding:
        yield Message("fault.treasure-classic" if maze.classic else "fault.treasure")
    if not all(0 <= avatar.at < grid.size for avatar in setup.avatars):
        yield Message("fault.avatar")
    if setup.rounds < 1:
        yield Message("fault.rounds")


def audit_deal(setup: Setup) -> Iterator[Message]:
    """Yield why a set-up cannot be one of our deals; `imagine` relies on these guarantees."""
    goals = [goal for hunt in setup.hunts for goal in hunt]
    if len(set(map(len, setup.hunts))) > 1:
        yield Message("fault.unequal")
    if len(set(goals)) < len(goals):
        yield Message("fault.same-treasure")
    if any(own_place(setup.maze, avatar.home) in hunt for avatar, hunt in zip(setup.avatars, setup.hunts, strict=True)):
        yield Message("fault.treasure-at-home")
    if setup.near and (len(setup.near) != len(setup.hunts) or any(map(too_near, setup.near, setup.hunts))):
        yield Message("fault.near")
    if any(avatar.trail for avatar in setup.avatars):
        yield Message("fault.moved")
    if setup.maze.classic and (setup.maze.rows != setup.maze.columns or setup.maze.rows % 2 == 0):
        yield Message("fault.classic-shape")


def too_near(near: tuple[int, ...], hunt: tuple[int, ...]) -> bool:
    return hunt[0] in near


def own_place(maze: Maze, home: int) -> int:
    """A home as a treasure's place: its cell or, in `classic`, its tile."""
    return maze.tiles[home].number if maze.classic else home
