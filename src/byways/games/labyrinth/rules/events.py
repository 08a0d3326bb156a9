"""The events of a turn. Pieces' paths lead through cells such as `2,3` or `-1,3` (just beyond the board) and `spare`."""

from __future__ import annotations

from functools import lru_cache

from byways.event import Event, Move, named
from byways.games.labyrinth.state import SPARE, STEPS, Grid, Insert, Position, Slide, Walk
from byways.i18n import Message, Value


def tell_turn(position: Position, seat: int, slide: Slide, insert: Insert, walk: Walk, tell: list[Event]) -> None:
    tell += slid(position, seat, slide, insert), walked(position, seat, slide, insert, walk)


def slid(position: Position, seat: int, slide: Slide, insert: Insert) -> Event:
    """The event of a slide. In `classic` a seat's goal may ride along, which only that seat's version of the event shows."""
    values: dict[str, Value] = {"seat": seat, "slide": str(slide), "insert": str(insert)}
    values |= {"index": slide.index, "direction": slide.direction, "degree": insert.degree}
    said = Message(f"event.slide-{slide.axis}-turned" if insert.degree else f"event.slide-{slide.axis}", values)
    moves, goals = riding(position, slide)
    event = Event("slide", said, named(moves), values, moves=moves)
    # Nested versions: each owner sees its own goal ride, and the others get the version without it.
    for owner, goal in goals:
        own = (*moves, goal)
        event = Event("slide", said, named(own), values, (owner,), event, own)
    return event


def riding(position: Position, slide: Slide) -> tuple[tuple[Move, ...], list[tuple[int, Move]]]:
    """The moves of tiles and avatars and, in `classic`, of each seat's goal. An avatar that drops out rides in on the spare."""
    maze, ways = position.maze, rides(position.maze.grid, slide)
    line = maze.grid.lines[slide]
    tiles = [Move(f"tile-{tile.number}", ways[cell]) for tile, cell in zip(maze.tiles[line.slice], line.cells, strict=True)]
    standing = {seat: position.avatars[seat].at for seat in position.seats}
    avatars = [Move(f"avatar-{seat}", ways[None if at == line.dropped else at]) for seat, at in standing.items() if at in line.carry]
    hunting = [(seat, position.hunts[seat][position.found[seat] :]) for seat in position.seats] if maze.classic else []
    sought = [(seat, maze.cell_of(goals[0])) for seat, goals in hunting if goals]
    goals = [(seat, Move("goal", ways[cell])) for seat, cell in sought if cell in ways]
    return (*tiles, Move(f"tile-{maze.spare.number}", ways[None]), *avatars), goals


@lru_cache(maxsize=1024)
def rides(grid: Grid, slide: Slide) -> dict[int | None, tuple[str, ...]]:
    """A piece's path from each cell of a sliding line, and from the spare (None)."""
    line, (down, right) = grid.lines[slide], STEPS[slide.direction]

    def name(cell: int, further: int) -> str:
        row, column = grid.place(cell)
        return f"{row + further * down},{column + further * right}"

    ways: dict[int | None, tuple[str, ...]] = {cell: (name(cell, 0), name(cell, 1)) for cell in line.cells}
    ways[line.dropped] += (SPARE,)
    ways[None] = (SPARE, name(line.hole, -1), name(line.hole, 0))
    return ways


def walked(position: Position, seat: int, slide: Slide, insert: Insert, walk: Walk) -> Event:
    maze, at = position.maze, position.avatars[seat].at
    line = maze.grid.lines[slide]
    came = maze.grid.came_from(maze.pushed(line, insert.degree), line.carry.get(at, at))
    path = [walk.row * maze.columns + walk.column]
    while came[path[0]] != path[0]:
        path.insert(0, came[path[0]])
    move = Move(f"avatar-{seat}", tuple(f"{row},{column}" for row, column in map(maze.grid.place, path)))
    values: dict[str, Value] = {"seat": seat, "walk": str(walk), "row": walk.row, "column": walk.column}
    said = Message("event.walk" if len(path) > 1 else "event.stay", values)
    return Event("walk", said, (move.piece,), values, moves=(move,))


def found_one(position: Position, seat: int, found: int) -> Event:
    """The event of a find, with the finder's next goal. Other seats learn of it only in `classic` (B1)."""
    treasures = len(position.hunts[seat])
    values: dict[str, Value] = {"seat": seat, "found": found, "treasures": treasures}
    said = Message("event.find" if found < treasures else "event.find-last", values)
    avatar = f"avatar-{seat}"
    others = Event("find", said, (avatar,), values, banner=True) if position.maze.classic else None
    return Event("find", said, (avatar, "goal"), values, (seat,), others, banner=True)


def hidden_finds(position: Position, ender: int | None) -> list[Event]:
    """The finds that become public at the end, except those of the seat that ended the game. In `classic`, all are already public."""
    finders = [seat for seat in position.seats if position.found[seat] and seat != ender]
    return [] if position.maze.classic else [finds(position, seat) for seat in finders]


def finds(position: Position, seat: int) -> Event:
    goals, found = position.hunts[seat], position.found[seat]
    cells = [position.maze.grid.place(goal) for goal in goals[:found]]
    places = tuple(Message("place.cell", {"row": row, "column": column}) for row, column in cells)
    values: dict[str, Value] = {"seat": seat, "found": found, "treasures": len(goals), "places": places}
    return Event("finds", pieces=tuple(f"goal-{seat}-{nth}" for nth in range(found)), values=values)
