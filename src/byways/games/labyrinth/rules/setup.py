"""Set-up of Labyrinth: deal a board, check one that came from outside, and make the first position of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

import msgspec

from byways.game import Refused
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.rules.legal import turn_possible
from byways.games.labyrinth.state import CONNECTORS, OPENINGS, TURNED, Avatar, Grid, Maze, Position, Setup, Tile, grid_of
from byways.i18n import Message, Value

COLORS = ("red", "blue", "green", "orange", "purple", "black")


def deal(components: Components, options: LabyrinthOptions, seats: int, rng: Random) -> Setup:
    grid = grid_of(options.rows, options.columns, options.classic)
    check_fit(options, grid, seats)
    maze, homes = lay(components, grid, options.classic, rng), rng.sample(grid.corners if options.classic else grid.fixed, seats)
    while not all(turn_possible(maze, home) for home in homes):  # B16: nobody starts sealed in
        maze = lay(components, grid, options.classic, rng)
    avatars = tuple(Avatar(home, home, color) for home, color in zip(homes, COLORS, strict=False))
    hunts = hide(maze, homes, [((), options.treasures, ())] * seats, rng)
    return Setup(maze, avatars, hunts, options.rounds)


def check_fit(options: LabyrinthOptions, grid: Grid, seats: int) -> None:
    """Refuse a board that cannot seat its players or hide their treasures."""
    if options.rows % 2 == 0 or options.columns % 2 == 0:
        raise no_board("refuse.board-even", options)
    if options.classic and (options.rows != options.columns or seats > 4):
        raise no_board("refuse.board-classic", options, seats=seats)
    homes, hiding = (4, grid.size + 1) if options.classic else (len(grid.fixed), len(grid.fixed))
    if homes < seats:
        raise no_board("refuse.board-homes", options, seats=seats, homes=homes)
    needed = seats * options.treasures
    if hiding < needed:
        raise no_board("refuse.board-treasures", options, seats=seats, hiding=hiding, treasures=options.treasures, needed=needed)


def no_board(name: str, options: LabyrinthOptions, **values: Value) -> Refused:
    return Refused(Message(name, {"rows": options.rows, "columns": options.columns, **values}), Position.room)


def lay(components: Components, grid: Grid, classic: bool, rng: Random) -> Maze:
    """Tiles of random shapes, each with a pair of gems of its own."""
    pairs: set[tuple[str, str]] = set()
    while len(pairs) < grid.size + 1:
        first, second = sorted(rng.sample(components.gems.names, 2))
        pairs.add((first, second))
    shapes = rng.choices(list(components.shapes.mix), list(components.shapes.mix.values()), k=grid.size + 1)
    connectors = [CONNECTORS[TURNED[OPENINGS[shape], rng.choice((0, 90, 180, 270))]] for shape in shapes]
    if classic:
        for cell in grid.fixed:
            connectors[cell] = classic_fixed(grid, cell, rng)
    order = rng.sample(sorted(pairs), len(pairs))
    tiles = [Tile(number, connector, gems) for number, (connector, gems) in enumerate(zip(connectors, order, strict=True))]
    return Maze(grid.rows, grid.columns, tuple(tiles[:-1]), tiles[-1], classic)


def classic_fixed(grid: Grid, cell: int, rng: Random) -> str:
    """In the boxed game the corners are bends and the other fixed tiles tees, all open to the inside."""
    row, column = divmod(cell, grid.columns)
    outside = (row == 0) * 1 | (column == grid.columns - 1) * 2 | (row == grid.rows - 1) * 4 | (column == 0) * 8
    return CONNECTORS[15 & ~outside] if outside else CONNECTORS[15 & ~rng.choice((1, 2, 4, 8))]


Known = tuple[tuple[int, ...], int, tuple[int, ...]]  # treasures known, how many in all, where its moves have ended


def hide(maze: Maze, homes: Sequence[int], known: Sequence[Known], rng: Random) -> tuple[tuple[int, ...], ...]:
    """Every seat's treasures, all different, none on its own home, in keeping with what is known: each such deal equally likely.

    Dealt to each seat apart they seldom come out all different when there are many; dealt together they seldom keep with all that is known.
    """
    places = [tile.number for tile in (*maze.tiles, maze.spare)] if maze.classic else list(maze.grid.fixed)
    taken = {goal for goals, _, _ in known for goal in goals}
    free = [place for place in places if place not in taken]
    seats = list(zip(homes, known, strict=True))
    while True:
        apart = tuple(hunt(maze, home, seat, free, rng) for home, seat in seats)
        fresh = [goal for goals, (already, _, _) in zip(apart, known, strict=True) for goal in goals[len(already) :]]
        if len(fresh) == len(set(fresh)):
            return apart
        pile = rng.sample(free, len(fresh))
        together = tuple((*already, *(pile.pop() for _ in range(treasures - len(already)))) for already, treasures, _ in known)
        if all(allowed(maze, home, seat, goals) for (home, seat), goals in zip(seats, together, strict=True)):
            return together


def hunt(maze: Maze, home: int, known: Known, free: Sequence[int], rng: Random) -> tuple[int, ...]:
    """One seat's treasures, as its moves so far allow."""
    already, treasures, _ = known
    while True:
        goals = (*already, *rng.sample(free, treasures - len(already)))
        if allowed(maze, home, known, goals):
            return goals


def allowed(maze: Maze, home: int, known: Known, goals: tuple[int, ...]) -> bool:
    already, treasures, trail = known
    if own_place(maze, home) in goals[len(already) :]:
        return False
    if maze.classic:  # finds are announced, so where it stopped since the last one its goal is not
        return len(already) == treasures or goals[len(already)] not in trail
    return not found_along(trail, goals, home)[1]  # a player who came home and did not win had not found them all


def found_along(trail: Sequence[int], goals: Sequence[int], home: int) -> tuple[int, bool]:
    """How many of these treasures a trail has found, and whether it came home with all of them."""
    found = 0
    for stop in trail:
        if found < len(goals):
            found += stop == goals[found]
        elif stop == home:
            return found, True
    return found, False


def redeal(components: Components, setup: Setup, seat: int | None, rng: Random) -> Setup:
    """Other treasures for everybody, except the seat's own first one."""
    homes = [avatar.home for avatar in setup.avatars]
    known: list[Known] = [(goals[:1] if own == seat else (), len(goals), ()) for own, goals in enumerate(setup.hunts)]
    return msgspec.structs.replace(setup, hunts=hide(setup.maze, homes, known, rng))


def start(components: Components, setup: Setup) -> Position:
    for fault in chain(audit(components, setup), audit_deal(setup)):
        raise Refused(Message("refuse.set-up", {"fault": fault}), Position.room)
    return begin(setup)


def begin(setup: Setup) -> Position:
    """The first position of any set-up of the right shape, also of one that would never be dealt."""
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
    )


def audit(components: Components, setup: Setup) -> Iterator[Message]:
    """What is wrong with a set-up, first things first."""
    maze, seats = setup.maze, len(setup.avatars)
    tiles = (*maze.tiles, maze.spare)
    if min(maze.rows, maze.columns) < 2:
        yield Message("fault.small", {"rows": maze.rows, "columns": maze.columns})
        return
    if len(maze.tiles) != maze.rows * maze.columns:
        yield Message("fault.tiles", {"tiles": len(maze.tiles), "rows": maze.rows, "columns": maze.columns})
        return
    if strange := [tile.connector for tile in tiles if tile.connector not in OPENINGS]:
        yield Message("fault.connector", {"connector": strange[0]})
    if strange := sorted({gem for tile in tiles for gem in tile.gems} - set(components.gems.names)):
        yield Message("fault.gem", {"gem": strange[0]})
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
    """What our own deals promise besides: nobody could imagine the treasures of a game without it."""
    goals = [goal for hunt in setup.hunts for goal in hunt]
    if len(set(map(len, setup.hunts))) > 1:
        yield Message("fault.unequal")
    if len(set(goals)) < len(goals):
        yield Message("fault.same-treasure")
    if any(own_place(setup.maze, avatar.home) in hunt for avatar, hunt in zip(setup.avatars, setup.hunts, strict=True)):
        yield Message("fault.treasure-at-home")
    if any(avatar.trail for avatar in setup.avatars):
        yield Message("fault.moved")
    if setup.maze.classic and (setup.maze.rows != setup.maze.columns or setup.maze.rows % 2 == 0):
        yield Message("fault.classic-shape")


def own_place(maze: Maze, home: int) -> int:
    """A home as treasures are named: by cell, in `classic` by tile."""
    return maze.tiles[home].number if maze.classic else home
