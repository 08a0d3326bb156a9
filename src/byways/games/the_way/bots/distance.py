"""Estimate a token's distance from its goal in tenths of a turn. Each step takes a turn, which may also alter a card on the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import Literal, NamedTuple, TypeAlias

from byways.games.the_way.cards import CARD, ENTER, EXITS, LEAVE, LEFT, OPPOSITE, RIGHT, SIDES
from byways.games.the_way.state import MIDPOINTS, NEIGHBOURS, STARTS, OpenState, Variations

# The cost of opening a closed side, in halves of an alteration: by a quarter turn, by a cover (dearer than one turn because cards are few),
# or never.
QUARTER, COVER, NEVER = 2, 3, 40
HELD = {"held": 5, "shared": 14}  # for the card the other player is on; waiting for a player on the same card may take long
FAR = 400  # cost of a step that no alteration can currently open, in tenths of a turn

# Every turn allows one alteration besides the step, and earlier turns can prepare later ones, so an alteration costs less than a turn.
STEP = tuple(10 + 2 * halves if halves < NEVER else FAR for halves in range(2 * NEVER + 1))

# For each cell: the neighbours from which it can be entered, with the indices of their side and its own.
INTO = tuple(tuple((beside, SIDES.index(OPPOSITE[side]), SIDES.index(side)) for side, beside in around) for around in NEIGHBOURS)

CardState: TypeAlias = Literal["free", "locked", "held", "shared"]
Needs = tuple[tuple[int, ...], tuple[int, ...]]  # the costs of leaving by each side, and of entering by each


@lru_cache(maxsize=64)
def needs(variations: Variations, state: CardState, covers: bool) -> dict[str, Needs]:
    """Return the costs of leaving and entering each face by each side."""
    leave, enter = (LEAVE, ENTER) if variations.arrows else (EXITS, EXITS)
    return {
        face: (
            tuple(need(face, side, leave, variations, state, covers) for side in SIDES),
            tuple(need(face, side, enter, variations, state, covers) for side in SIDES),
        )
        for face in CARD
    }


def need(face: str, side: int, ways: dict[str, int], variations: Variations, state: CardState, covers: bool) -> int:
    if ways[face] & side:
        return 0
    if state in HELD:
        return HELD[state]
    cover = COVER if covers else NEVER
    return cover if state == "locked" else min(cover, quarters(face, side, ways, variations.clockwise))


def quarters(face: str, side: int, ways: dict[str, int], clockwise: bool) -> int:
    """Return the cost of turning a face until a side is open."""
    right = left = face
    for turns in (1, 2, 3):
        right, left = RIGHT[right], left if clockwise else LEFT[left]
        if ways[right] & side or ways[left] & side:
            return QUARTER * turns
    return NEVER


class Trail(NamedTuple):
    """The distance from every cell to a goal, and the next cell on the way there (undefined at the goal)."""

    far: list[int]
    next: list[int]

    def cells(self, start: int) -> Iterator[int]:
        """Yield the cells from `start` to the goal, both included."""
        yield start
        while self.far[start]:
            start = self.next[start]
            yield start


def trails(table: OpenState, piece: int, goal: int, covers: bool) -> Trail:
    """Run Dijkstra's algorithm from a goal to every cell. `covers` says whether the player has cards to cover with."""
    cards, locked, variations, held = table.cards, table.locked, table.variations, table.tokens[1 - piece]
    free, shut = needs(variations, "free", covers), needs(variations, "locked", covers)
    need = [shut[face] if cell in locked else free[face] for cell, face in enumerate(cards)]
    # W12: the card that the other player is on cannot be altered.
    need[held] = needs(variations, "shared" if held == table.tokens[piece] else "held", covers)[cards[held]]
    found, onward = [9999] * len(cards), [goal] * len(cards)
    found[goal] = 0
    front = [(0, goal)]
    while front:
        far, cell = heappop(front)
        # A stale entry: a shorter path has been found since it was pushed.
        if far > found[cell]:
            continue
        enter = need[cell][1]
        for beside, out, into in INTO[cell]:
            through = far + STEP[need[beside][0][out] + enter[into]]
            if through < found[beside]:
                found[beside], onward[beside] = through, cell
                heappush(front, (through, beside))
    return Trail(found, onward)


def way(table: OpenState, piece: int, reached: bool, covers: bool) -> list[int]:
    """Return every cell's distance to a piece's next goal: its Midpoint or, once that is reached, its Start."""
    return trails(table, piece, (STARTS if reached else MIDPOINTS)[piece], covers).far


def way_back(table: OpenState, piece: int, covers: bool) -> int:
    """Return the distance from Midpoint to Start, or 0 for a piece that has already reached its Midpoint."""
    return 0 if table.reached[piece] else way(table, piece, True, covers)[MIDPOINTS[piece]]


def rest(table: OpenState, piece: int, covers: bool) -> int:
    """Return the whole distance that a piece still has to go."""
    return way(table, piece, table.reached[piece], covers)[table.tokens[piece]] + way_back(table, piece, covers)
