"""Set-up, legal choices, what a choice does, and the end of Labyrinth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import cast, get_args

import msgspec

from byways.bits import members
from byways.game import Event, Malformed, Outcome, Refused, Tally, Tell, happened, places, put
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.rules.events import found_one, hidden_finds, tell_turn
from byways.games.labyrinth.state import (
    CONNECTORS,
    OPENINGS,
    TURNED,
    TURNS,
    AnyChoice,
    Avatar,
    Grid,
    Insert,
    Line,
    Maze,
    Pass,
    Position,
    Setup,
    Slide,
    Tile,
    Walk,
    grid_of,
)
from byways.notation import Notation
from byways.room import Hooks
from byways.speech import Message, Value

COLORS = ("red", "blue", "green", "orange", "purple", "black")
PASS = Pass()


# Set-up


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


# Notation

NOTATION = Notation[AnyChoice](get_args(AnyChoice))


def parse(text: str) -> AnyChoice:
    """The choice of a notation."""
    choice = NOTATION.read(text)
    if choice is None:
        raise Malformed(Message("refuse.notation", {"text": text[:40]}), Position.room)
    return choice


# Legal choices


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    maze, at, act = position.maze, position.avatars[seat].at, position.acts[seat]
    if not act:
        slides = possible_slides(maze, at, position.last)
        return tuple(slides) if maze.classic else (*slides, PASS)
    line = maze.grid.lines[cast(Slide, act[0])]
    return tuple(possible_inserts(maze, line, at) if len(act) == 1 else possible_walks(maze, line, at, cast(Insert, act[1])))


def possible_slides(maze: Maze, at: int, last: Slide | None) -> list[Slide]:
    """Every movable line both ways, unless it undoes the previous slide or leaves the avatar nowhere to go whatever the insertion."""
    barred = last.undoing if last else None
    if maze.classic:
        return [slide for slide in maze.grid.slides if slide != barred]
    loose = maze.grid.leaves(maze.ways, at)
    return [slide for slide, line, near in maze.grid.around[at] if (turn_completes(maze, line, at) if near else loose) and slide != barred]


def turn_completes(maze: Maze, line: Line, at: int) -> bool:
    """Whether some insertion after this slide lets the avatar leave its tile."""
    leaves, ways, standing = maze.grid.leaves, line.shift(maze.ways), line.carry.get(at, at)
    if leaves(ways, standing):
        return True
    return any(leaves(ways | line.spread[openings], standing) for _, openings in TURNS[OPENINGS[maze.spare.connector]])


def turn_possible(maze: Maze, at: int) -> bool:
    return bool(possible_slides(maze, at, None))


def possible_inserts(maze: Maze, line: Line, at: int) -> list[Insert]:
    turns = TURNS[OPENINGS[maze.spare.connector]]
    leaves, ways, standing = maze.grid.leaves, line.shift(maze.ways), line.carry.get(at, at)
    return [insert for insert, openings in turns if maze.classic or leaves(ways | line.spread[openings], standing)]


def possible_walks(maze: Maze, line: Line, at: int, insert: Insert) -> list[Walk]:
    grid, standing = maze.grid, line.carry.get(at, at)
    reached = grid.reach(maze.pushed(line, insert.degree), standing)
    if not maze.classic:
        reached ^= 1 << standing  # Playing a turn 3: it may not remain where it is
    return [grid.walks[cell] for cell in members(reached)]


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    """The rule that an illegal choice breaks."""
    maze, act = position.maze, position.acts[seat]
    if isinstance(choice, Pass):
        return Message("refuse.pass-classic" if maze.classic else "refuse.pass")
    if not isinstance(choice, (Slide, Insert, Walk)[len(act)]):
        return Message(("refuse.now-slide", "refuse.now-insert", "refuse.now-walk")[len(act)])
    if isinstance(choice, Slide):
        return why_no_slide(position, choice)
    if isinstance(choice, Insert):
        alike = choice not in [insert for insert, _ in TURNS[OPENINGS[maze.spare.connector]]]
        return Message("refuse.insert-alike" if alike else "refuse.insert-stuck", {"degree": choice.degree})
    return why_no_walk(position, seat, choice)


def why_no_slide(position: Position, slide: Slide) -> Message:
    lines = position.maze.grid.lines
    if slide not in lines:
        sliding = tuple(other.index for other in lines if other.direction == slide.direction)
        return Message(f"refuse.{slide.axis}-fixed", {"index": slide.index, "sliding": sliding})
    undoing = position.last is not None and slide == position.last.undoing
    values: dict[str, Value] = {"index": slide.index, "direction": slide.direction, "last": slide.undoing.direction}
    return Message(f"refuse.undo-{slide.axis}" if undoing else f"refuse.stuck-{slide.axis}", values)


def why_no_walk(position: Position, seat: int, walk: Walk) -> Message:
    grid = position.maze.grid
    cell = grid.cell(walk.row, walk.column)
    if cell is None:
        return Message("refuse.walk-off", {"row": walk.row, "column": walk.column, "rows": grid.rows, "columns": grid.columns})
    line, at = grid.lines[cast(Slide, position.acts[seat][0])], position.avatars[seat].at
    if cell == line.carry.get(at, at):
        return Message("refuse.walk-stay")
    return Message("refuse.walk-apart", {"row": walk.row, "column": walk.column})


# What a choice does


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    if isinstance(choice, Walk):
        walked = walk(position, seat, choice, tell)
        return walked if walked.outcome else advance(walked, seat, tell)
    if isinstance(choice, Pass):
        happened(tell, "pass", f"avatar-{seat}", seat=seat)
        return advance(position, seat, tell)
    return msgspec.structs.replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))


def walk(position: Position, seat: int, choice: Walk, tell: Tell) -> Position:
    """The act becomes final: line, spare and avatars move; whose turn is next is not settled yet."""
    slide, insert = cast(tuple[Slide, Insert], position.acts[seat])
    line = position.maze.grid.lines[slide]
    maze = position.maze.push(slide, insert.degree)
    cell = choice.row * maze.columns + choice.column
    here = maze.tiles[cell].number if maze.classic else cell
    if tell is not None:
        tell_turn(position, seat, slide, insert, choice, tell)
    carried = [
        msgspec.structs.replace(avatar, at=line.carry[avatar.at]) if avatar.at in line.carry else avatar for avatar in position.avatars
    ]
    carried[seat] = stop(maze, carried[seat], cell, here)
    moved = msgspec.structs.replace(
        position,
        acts=put(position.acts, seat, ()),
        maze=maze,
        avatars=tuple(carried),
        last=slide,
        moved=(*position.moved, seat),
    )
    goals, found = position.hunts[seat], position.found[seat]
    if found < len(goals):
        return find(moved, seat, tell) if here == goals[found] else moved
    if cell != carried[seat].home:
        return moved
    return over(moved, Message("outcome.home", {"seat": seat, "treasures": found}), seat, tell)


def stop(maze: Maze, avatar: Avatar, cell: int, here: int) -> Avatar:
    """An avatar where its move ends; the stop goes into its trail where it may tell something of its treasure."""
    telling = maze.classic or cell in maze.grid.fixed
    return Avatar(cell, avatar.home, avatar.color, (*avatar.trail, here) if telling else avatar.trail)


def find(position: Position, seat: int, tell: Tell) -> Position:
    found = put(position.found, seat, position.found[seat] + 1)
    if tell is not None:
        tell.append(found_one(position, seat, found[seat]))
    avatars = position.avatars
    if position.maze.classic:
        avatars = put(avatars, seat, msgspec.structs.replace(avatars[seat], trail=()))
    return msgspec.structs.replace(position, found=found, avatars=avatars)


def advance(position: Position, seat: int, tell: Tell) -> Position:
    """After a seat's turn: the next seat, the next round, or the end."""
    seats = position.seats
    if not seats:
        return over(position, Message("outcome.nobody"), None, tell)
    for later in seats:
        if later > seat:
            return msgspec.structs.replace(position, awaited=(later,))
    if not set(seats) & set(position.moved):
        return over(position, Message("outcome.passes"), None, tell)
    if position.round >= position.rounds:
        return over(position, Message("outcome.rounds", {"rounds": position.rounds}), None, tell)
    return msgspec.structs.replace(position, awaited=(seats[0],), round=position.round + 1, moved=())


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Avatar, home and goal leave; the board stays."""
    happened(tell, "remove", f"avatar-{seat}", f"home-{seat}", seat=seat)
    return advance(position, seat, tell) if position.awaited == (seat,) else position


# The end


def over(position: Position, reason: Message, ender: int | None, tell: Tell) -> Position:
    best = winners(position, ender)
    ranks = places([seat in best for seat in range(len(position.acts))], position.removed)
    outcome = Outcome(ranks, reason, removed=position.removed, breakdown=tuple(breakdown(position, ender)))
    if tell is not None:
        crowns = tuple(f"crown-{seat}" for seat in outcome.winners)
        tell += Event("end", reason, crowns, reason.values), *hidden_finds(position, ender)
    return msgspec.structs.replace(position, awaited=(), outcome=outcome)


def breakdown(position: Position, ender: int | None) -> Iterator[Tally]:
    """What decided: treasures, and among several with most of them the distance, unless one of them came home."""
    treasures = max(map(len, position.hunts))
    yield Tally(Message("tally.treasures" if treasures > 1 else "tally.treasure", {"treasures": treasures}), position.found)
    rich = richest(position)
    if ender not in rich and len(rich) > 1:
        away = [math.sqrt(distance_to_goal(position, seat)) if seat in rich else math.inf for seat in range(len(position.acts))]
        yield Tally(Message("tally.distance"), tuple(None if far == math.inf else round(far, 1) for far in away))


def richest(position: Position) -> list[int]:
    """Those who have found most treasures."""
    most = max((position.found[seat] for seat in position.seats), default=0)
    return [seat for seat in position.seats if position.found[seat] == most]


def winners(position: Position, ender: int | None) -> list[int]:
    """Of those with most treasures: who came home; if nobody of them did, all that are nearest to their next goal."""
    rich = richest(position)
    if ender in rich:
        return [ender]
    nearest = min((distance_to_goal(position, seat) for seat in rich), default=0)
    return [seat for seat in rich if distance_to_goal(position, seat) == nearest]


def distance_to_goal(position: Position, seat: int) -> float:
    """The square of the Euclidean distance to what a seat is after; a treasure on the spare is out of reach."""
    goals, found, avatar = position.hunts[seat], position.found[seat], position.avatars[seat]
    cell = position.maze.cell_of(goals[found]) if found < len(goals) else avatar.home
    return math.inf if cell is None else position.maze.grid.distance(avatar.at, cell)


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(redeal=redeal, why_not=why_not)
