"""Compiled inner loops of the solver and of the hard player.

A set of cells is one word, or a pair of words on boards of more than 62 cells; 62 bits of each are used, so that no word is negative. Each
function is written once and compiled for both kinds of sets. A board is its four lanes (north, east, south, west).

A push is a slide with an insertion. Slide `s ^ 1` is the reverse of slide `s`, because the grid lists both slides of a line together.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import overload

from byways.bots.bits64 import Ints
from byways.games.labyrinth.bots.compiled_solver import FULL, WORD, Cells, KernelBoard, Lanes, Shape

TRIES = 8  # random pushes before a pass
CROSS = 15  # the openings of a crossing: a goal that it leaves out of reach is out of reach with any spare


def both(a: Cells, b: Cells) -> Cells: ...
def either(a: Cells, b: Cells) -> Cells: ...
def without(a: Cells, b: Cells) -> Cells: ...
def some(a: Cells) -> Any: ...
def left(a: Cells, n: int) -> Cells: ...
def right(a: Cells, n: int) -> Cells: ...
def single(n: int, like: Cells) -> Cells: ...
def read(row: Ints, like: Cells) -> Cells: ...
def write(row: Ints, cells: Cells) -> None: ...


def define(name: Callable[..., object], cells: int, word: Callable[..., object], pair: Callable[..., object]) -> None:
    """Define a set operation for words and for pairs, by the type of the argument at position `cells`."""
    # Not strict: the chooser takes any arguments, so its signature cannot match those of the implementations.
    overload(name, strict=False)(lambda *given: word if isinstance(given[cells], types.Integer) else pair)


def write_word(row: Ints, cells: Cells) -> None:
    row[0] = cells


def write_pair(row: Ints, cells: Cells) -> None:
    row[0], row[1] = cells


define(both, 0, lambda a, b: a & b, lambda a, b: (a[0] & b[0], a[1] & b[1]))
define(either, 0, lambda a, b: a | b, lambda a, b: (a[0] | b[0], a[1] | b[1]))
define(without, 0, lambda a, b: a & ~b, lambda a, b: (a[0] & ~b[0], a[1] & ~b[1]))
define(some, 0, lambda a: a != 0, lambda a: (a[0] | a[1]) != 0)
# The words of a pair meet at bit 62: bits carry over there, and the mask keeps both words non-negative.
define(left, 0, lambda a, n: a << n & FULL, lambda a, n: (a[0] << n & FULL, (a[1] << n | a[0] >> WORD - n) & FULL))
define(right, 0, lambda a, n: a >> n, lambda a, n: (a[0] >> n | a[1] << WORD - n & FULL, a[1] >> n))
define(single, 1, lambda n, like: 1 << n, lambda n, like: (1 << n if n < WORD else 0, 1 << n - WORD if n >= WORD else 0))
define(read, 1, lambda row, like: row[0], lambda row, like: (row[0], row[1]))
define(write, 1, write_word, write_pair)


@njit(cache=True)
def moved(shape: Shape, slide: int, cells: Cells) -> Cells:
    """Cells after a slide, with the hole empty."""
    step, kept = shape.moves[slide, 0], both(cells, read(shape.masks[slide, 0], cells))
    return either(both(cells, read(shape.masks[slide, 1], cells)), left(kept, step) if step > 0 else right(kept, -step))


@njit(cache=True)
def carried(shape: Shape, slide: int, cells: Cells) -> Cells:
    """The cells of avatars after a slide; one on the tile that drops out rides to the hole."""
    then = moved(shape, slide, cells)
    return either(then, read(shape.masks[slide, 2], cells)) if some(both(cells, read(shape.masks[slide, 3], cells))) else then


@njit(cache=True)
def pushed(shape: Shape, slide: int, openings: int, lanes: Lanes) -> Lanes:
    hole = read(shape.masks[slide, 2], lanes[0])
    north, east, south, west = (
        moved(shape, slide, lanes[0]),
        moved(shape, slide, lanes[1]),
        moved(shape, slide, lanes[2]),
        moved(shape, slide, lanes[3]),
    )
    return (
        either(north, hole) if openings & 1 else north,
        either(east, hole) if openings & 2 else east,
        either(south, hole) if openings & 4 else south,
        either(west, hole) if openings & 8 else west,
    )


@njit(cache=True)
def goal_after(shape: Shape, slide: int, goal: int) -> int:
    """The cell of a riding goal after a slide, -1 for the spare."""
    step, hole, dropped = shape.moves[slide]
    if goal < 0:
        return int(hole)
    if goal == dropped:
        return -1
    # Always as a pair: there is no set of cells here whose kind it could follow.
    bit = single(goal, read(shape.masks[slide, 0], (0, 0)))
    return int(goal + step) if some(both(bit, read(shape.masks[slide, 0], bit))) else goal


@njit(cache=True)
def passages(shape: Shape, lanes: Lanes) -> tuple[Cells, Cells]:
    """The cells joined to their eastern and to their southern neighbour."""
    north, east, south, west = lanes
    return (
        both(both(east, right(west, 1)), read(shape.edges[0], east)),
        both(both(south, right(north, shape.columns)), read(shape.edges[1], east)),
    )


@njit(cache=True)
def beside(shape: Shape, ways: tuple[Cells, Cells], cells: Cells) -> Cells:
    """The neighbours that these cells are joined to."""
    east, south = ways
    across = either(left(both(cells, east), 1), both(right(cells, 1), east))
    return either(across, either(left(both(cells, south), shape.columns), both(right(cells, shape.columns), south)))


@njit(cache=True)
def flood(shape: Shape, ways: tuple[Cells, Cells], starts: Cells) -> Cells:
    reached = front = starts
    while some(front):
        front = without(beside(shape, ways, front), reached)
        reached = either(reached, front)
    return reached


@njit(cache=True)
def meets(shape: Shape, ways: tuple[Cells, Cells], start: Cells, others: Cells) -> bool:
    """Whether a cell is connected to one of the others."""
    reached = front = start
    while some(front):
        if some(both(front, others)):
            return True
        front = without(beside(shape, ways, front), reached)
        reached = either(reached, front)
    return False


@njit(cache=True)
def ends(shape: Shape, ways: tuple[Cells, Cells], starts: Cells, reached: Cells) -> Cells:
    """The cells where walks may end. Outside `classic` a walk may not end on its own start, so a region's only start is excluded."""
    if shape.classic:
        return reached
    # A start joined to another start can be reached from there. Only the remaining starts need a search.
    alone = without(starts, beside(shape, ways, starts))
    cell = 0
    while some(alone):
        bit = single(cell, alone)
        if some(both(alone, bit)):
            if not meets(shape, ways, bit, without(starts, bit)):
                reached = without(reached, bit)
            alone = without(alone, bit)
        cell += 1
    return reached


@njit(cache=True)
def border(shape: Shape, lanes: Lanes, cells: Cells) -> Cells:
    """These cells and the neighbours that they open to, even if those do not open back."""
    north, east, south, west = lanes
    inner, upper = read(shape.edges[0], cells), read(shape.edges[1], cells)
    across = either(left(both(both(cells, east), inner), 1), both(right(both(cells, west), 1), inner))
    along = either(left(both(both(cells, south), upper), shape.columns), right(both(cells, north), shape.columns))
    return either(cells, either(across, along))


@njit(cache=True)
def spare_after(shape: Shape, slide: int, lanes: Lanes) -> int:
    out = read(shape.masks[slide, 3], lanes[0])
    north, east, south, west = lanes
    return int(some(both(north, out)) | some(both(east, out)) << 1 | some(both(south, out)) << 2 | some(both(west, out)) << 3)


@njit(cache=True)
def reaches_goal(shape: Shape, here: KernelBoard, rides: bool, slide: int, openings: int) -> bool:
    """Whether an avatar on one of the cells can walk to the goal after a push."""
    goal = goal_after(shape, slide, here.goal) if rides else here.goal
    if goal < 0:
        return False
    there, starts = single(goal, here.stand), carried(shape, slide, here.stand)
    ways = passages(shape, pushed(shape, slide, openings, here.lanes))
    # B2, B15: outside `classic`, an avatar carried onto the goal has to leave it and come back.
    return meets(shape, ways, there, starts if shape.classic else without(starts, there))


@njit(cache=True)
def last_turn(shape: Shape, here: KernelBoard, rides: bool, allowed: Ints, step: Ints) -> bool:
    """Find a push that reaches the goal. Only lines that touch the regions of both the avatar and the goal are tried."""
    everywhere, touched, wanted = here.goal < 0, here.stand, here.stand
    if not everywhere:
        near = flood(shape, passages(shape, here.lanes), single(here.goal, here.stand))
        # Already connected: any slide may leave the passage intact. Otherwise a new passage crosses the line that slides.
        everywhere = some(both(near, here.stand))
        touched, wanted = border(shape, here.lanes, here.region), border(shape, here.lanes, near)
    for slide in range(shape.moves.shape[0]):
        band = read(shape.bands[slide // 2], here.stand)
        if slide == here.last ^ 1 or not (everywhere or (some(both(touched, band)) and some(both(wanted, band)))):
            continue
        # One test with the crossing rules out all four turns of the spare.
        if reaches_goal(shape, here, rides, slide, CROSS):
            for turn in range(4):
                openings = shape.orders[here.spare, turn]
                if openings >= 0 and allowed[slide, turn] and reaches_goal(shape, here, rides, slide, openings):
                    step[0], step[1] = slide, turn
                    return True
    return False


@njit(cache=True)
def first_plan(shape: Shape, here: KernelBoard, rides: bool, turns: int, allowed: Ints, any_push: Ints, plan: Ints, stands: Ints) -> bool:
    """Find the first plan of this many turns that reaches the goal: fill in its pushes, and the possible cells before each."""
    write(stands[0], here.stand)
    if turns == 1:
        return last_turn(shape, here, rides, allowed, plan[0])
    for slide in range(shape.moves.shape[0]):
        for turn in range(4):
            openings = shape.orders[here.spare, turn]
            # B9: no push undoes the last one.
            if slide == here.last ^ 1 or openings < 0 or not allowed[slide, turn]:
                continue
            then = after(shape, here, rides, slide, openings)
            if some(then.stand):
                plan[0, 0], plan[0, 1] = slide, turn
                if first_plan(shape, then, rides, turns - 1, any_push, any_push, plan[1:], stands[1:]):
                    return True
    return False


@njit(cache=True)
def after(shape: Shape, here: KernelBoard, rides: bool, slide: int, openings: int) -> KernelBoard:
    lanes, starts = pushed(shape, slide, openings, here.lanes), carried(shape, slide, here.stand)
    ways = passages(shape, lanes)
    reached = flood(shape, ways, starts)
    goal = goal_after(shape, slide, here.goal) if rides else here.goal
    return KernelBoard(lanes, spare_after(shape, slide, here.lanes), goal, slide, ends(shape, ways, starts, reached), reached)


@njit(cache=True)
def near(shape: Shape, here: KernelBoard, rides: bool) -> Cells:
    """The cells from which one turn reaches the goal."""
    found = without(here.stand, here.stand)
    for slide in range(shape.moves.shape[0]):
        goal = goal_after(shape, slide, here.goal) if rides else here.goal
        if goal < 0 or slide == here.last ^ 1:
            continue
        for turn in range(4):
            openings = shape.orders[here.spare, turn]
            if openings >= 0:
                there = single(goal, here.stand)
                joined = flood(shape, passages(shape, pushed(shape, slide, openings, here.lanes)), there)
                # Search backwards from the goal, then ride back with the reverse slide: one flood answers for every cell.
                found = either(found, carried(shape, slide ^ 1, joined if shape.classic else without(joined, there)))
    return found


@njit(cache=True)
def later(shape: Shape, here: KernelBoard, rides: bool, cells: Ints) -> None:
    """The cells from which two turns reach the goal if no rival slides."""
    found = without(here.stand, here.stand)
    for slide in range(shape.moves.shape[0]):
        for turn in range(4):
            openings = shape.orders[here.spare, turn]
            if openings >= 0 and slide != here.last ^ 1:
                then = after(shape, here, rides, slide, openings)
                stages = flood(shape, passages(shape, then.lanes), near(shape, then, rides))
                found = either(found, carried(shape, slide ^ 1, stages))
    write(cells, found)


@njit(cache=True)
def draw(luck: Ints, size: int) -> int:
    """A random number below a size, from a linear congruential generator."""
    # Knuth's MMIX constants. The low bits of such a generator have short periods, so the result comes from the high ones.
    luck[0] = luck[0] * 6364136223846793005 + 1442695040888963407
    return int((luck[0] >> 33 & 0x3FFFFFFF) % size)


@njit(cache=True)
def sample(shape: Shape, here: KernelBoard, rides: bool, goals: Ints, others: int, worlds: int, luck: Ints, hits: Ints) -> None:
    """Let every rival make a random push, in many worlds, and count for each cell how often one turn reaches the goal after that."""
    path = np.empty(others, np.int64)
    for _ in range(worlds):
        then = KernelBoard(here.lanes, here.spare, goals[draw(luck, goals.shape[0])], here.last, here.stand, here.region)
        for nth in range(others):
            slide = draw(luck, shape.moves.shape[0])
            # Rejection sampling keeps the allowed slides equally likely.
            while slide == then.last ^ 1:
                slide = draw(luck, shape.moves.shape[0])
            turns = 4
            # The different turns come first in `orders`.
            while shape.orders[then.spare, turns - 1] < 0:
                turns -= 1
            then = after_push_of_rival(shape, then, rides, slide, shape.orders[then.spare, draw(luck, turns)])
            path[nth] = slide
        # Carry the cells back through the rivals' slides, so that one simulation counts for every cell at once.
        cells = near(shape, then, rides)
        for nth in range(others - 1, -1, -1):
            cells = carried(shape, path[nth] ^ 1, cells)
        for cell in range(hits.shape[0]):
            hits[cell] += some(both(cells, single(cell, cells)))


@njit(cache=True)
def after_push_of_rival(shape: Shape, here: KernelBoard, rides: bool, slide: int, openings: int) -> KernelBoard:
    """The board after a rival's push."""
    goal = goal_after(shape, slide, here.goal) if rides else here.goal
    lanes, spare = pushed(shape, slide, openings, here.lanes), spare_after(shape, slide, here.lanes)
    return KernelBoard(lanes, spare, goal, slide, here.stand, here.region)


@njit(cache=True)
def ends_of(shape: Shape, here: KernelBoard, reached: Ints) -> Cells:
    """The cells where a walk may end after each push, and their union; not for `classic`."""
    anywhere = without(here.stand, here.stand)
    for slide in range(shape.moves.shape[0]):
        start = carried(shape, slide, here.stand)
        for turn in range(4):
            openings = shape.orders[here.spare, turn]
            if openings >= 0 and slide != here.last ^ 1:
                cells = without(flood(shape, passages(shape, pushed(shape, slide, openings, here.lanes)), start), start)
                write(reached[slide, turn], cells)
                anywhere = either(anywhere, cells)
    return anywhere


@njit(cache=True)
def medium_turn(shape: Shape, here: KernelBoard, ranks: Ints, any_push: Ints, luck: Ints, step: Ints) -> int:
    """The walk of `medium` when no turn reaches its goal, and its push; -1 for a pass."""
    pushes = shape.moves.shape[0]
    first = draw(luck, 4 * pushes)  # always taking the first push would make rivals predictable
    reached, stages, known = np.zeros((pushes, 4, 2), np.int64), np.zeros((pushes, 4, 2), np.int64), np.zeros((pushes, 4), np.bool_)
    anywhere = ends_of(shape, here, reached)
    # First look for a cell from which the next turn reaches the goal, then for the nearest cell.
    for staging in (True, False):
        for cell in ranks:
            bit = single(cell, here.stand)
            if not some(both(anywhere, bit)):
                continue
            for nth in range(4 * pushes):
                push = (first + nth) % (4 * pushes)
                slide, turn = push // 4, push % 4
                if not some(both(read(reached[slide, turn], bit), bit)):
                    continue
                # `near` floods once for every push, so it runs only for pushes that are needed and have a second turn to the goal at all.
                if staging and not known[slide, turn]:
                    known[slide, turn] = True
                    then, cells = (
                        after_push_of_rival(shape, here, False, slide, shape.orders[here.spare, turn]),
                        read(reached[slide, turn], bit),
                    )
                    region = either(cells, carried(shape, slide, here.stand))
                    if last_turn(shape, KernelBoard(then.lanes, then.spare, then.goal, slide, cells, region), False, any_push, step):
                        write(stages[slide, turn], near(shape, then, False))
                if not staging or some(both(read(stages[slide, turn], bit), bit)):
                    step[0], step[1] = slide, turn
                    return int(cell)
    return -1


@njit(cache=True)
def random_turn(shape: Shape, here: KernelBoard, ranks: Ints, luck: Ints, step: Ints) -> int:
    """A random push, and a walk to the cell nearest to the goal; -1 for a pass, if some tries do not let the avatar leave its tile."""
    for _ in range(TRIES):
        slide, turn = draw(luck, shape.moves.shape[0]), draw(luck, 4)
        openings, start = shape.orders[here.spare, turn], carried(shape, slide, here.stand)
        if openings >= 0 and slide != here.last ^ 1:
            cells = without(flood(shape, passages(shape, pushed(shape, slide, openings, here.lanes)), start), start)
            step[0], step[1] = slide, turn
            for cell in ranks if some(cells) else ranks[:0]:
                if some(both(cells, single(cell, cells))):
                    return int(cell)
    return -1


@njit(cache=True)
def playout_turn(shape: Shape, here: KernelBoard, ranks: Ints, noise: int, luck: Ints, step: Ints) -> int:
    """A turn to the goal if possible; otherwise a random turn with `noise` per cent, or else the turn of `medium`; -1 for a pass."""
    region, any_push = flood(shape, passages(shape, here.lanes), here.stand), np.ones((shape.moves.shape[0], 4), np.int64)
    here = KernelBoard(here.lanes, here.spare, here.goal, here.last, here.stand, region)
    if last_turn(shape, here, False, any_push, step):
        return here.goal
    if draw(luck, 100) < noise:
        return random_turn(shape, here, ranks[here.goal], luck, step)
    return medium_turn(shape, here, ranks[here.goal], any_push, luck, step)


@njit(cache=True)
def play_out(
    shape: Shape, here: KernelBoard, ranks: Ints, places: Ints, goals: Ints, found: Ints, noise: int, luck: Ints, rounds: int
) -> int:
    """Play as `medium` until a seat is home and return the number of turns, or -1 if no seat is home after this many rounds.

    Seat `turns % seats` has won: seat 1 moves first, seat 0 last. All seats but 0 make some random turns. `goals` has each seat's treasures
    and its home, `found` how many of them it has visited; `places` and `found` are overwritten.
    """
    step, seats = np.zeros(2, np.int64), len(places)
    for turn in range(1, rounds * seats + 1):
        seat = turn % seats
        goal = goals[seat, found[seat]]
        here = KernelBoard(here.lanes, here.spare, goal, here.last, single(places[seat], here.stand), here.region)
        cell = playout_turn(shape, here, ranks, noise if seat else 0, luck, step)
        if cell < 0:
            continue
        here = after_push_of_rival(shape, here, False, step[0], shape.orders[here.spare, step[1]])
        for other in range(seats):
            # B7: an avatar on the tile that drops out rides to the hole.
            then = goal_after(shape, step[0], places[other])
            places[other] = shape.moves[step[0], 1] if then < 0 else then
        places[seat] = cell
        if cell == goal:
            found[seat] += 1
            if found[seat] == len(goals[seat]):
                return turn
    return -1


def warm() -> None:
    """Compile everything for both kinds of sets, or load it from the cache."""
    masks, moves, bands, edges, orders = (np.zeros(size, np.int64) for size in ((1, 4, 2), (1, 3), (1, 2), (2, 2), (16, 4)))
    shape = Shape(masks, moves, bands, edges, orders, 1, False)
    for cells in (0, (0, 0)):
        here, pushes = KernelBoard((cells,) * 4, 0, 0, 0, cells, cells), np.ones((1, 4), np.int64)
        first_plan(shape, here, False, 2, pushes, pushes, np.zeros((2, 2), np.int64), np.zeros((2, 2), np.int64))
        # No worlds and no rounds: only the types of the arguments matter.
        sample(shape, here, False, pushes[0], 0, 0, pushes[0], pushes[0])
        later(shape, here, False, pushes[0])
        play_out(shape, here, pushes, pushes[0], pushes, pushes[0], 0, pushes[0], 0)
