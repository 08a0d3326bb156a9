"""How far a token is from where it goes, in tenths of a turn: each step takes a turn, which may alter one card on the way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from byways.games.the_way.cards import CARD, ENTER, EXITS, LEAVE, LEFT, OPPOSITE, RIGHT, SIDES
from byways.games.the_way.state import MIDPOINTS, NEIGHBOURS, STARTS, OpenState, Variations

# What opens a closed side, in halves of an alteration: nothing, turns, a cover (dearer than one turn, for cards are few), or no way at all.
QUARTER, COVER, NEVER = 2, 3, 40
HELD = {"held": 5, "shared": 14}  # for a card that the other player is on: a player who shares it may wait long
FAR = 400  # tenths of a turn, for a step that nothing can open now

# Alterations go with the steps, one a turn, and turns to come may prepare for them: so each costs some tenths, not a turn.
STEP = tuple(10 + 2 * halves if halves < NEVER else FAR for halves in range(2 * NEVER + 1))

# For each cell: the neighbours from which it is entered, with their side and its own as indices.
INTO = tuple(tuple((beside, SIDES.index(OPPOSITE[side]), SIDES.index(side)) for side, beside in around) for around in NEIGHBOURS)

Needs = tuple[tuple[int, ...], tuple[int, ...]]  # to leave by each side, and to enter by each


@lru_cache(maxsize=64)
def needs(variations: Variations, state: str, covers: bool) -> dict[str, Needs]:
    """For every face what it takes to leave and to enter by each side. A card is free, locked, or the other player is on it."""
    leave, enter = (LEAVE, ENTER) if variations.arrows else (EXITS, EXITS)
    return {
        face: (
            tuple(need(face, side, leave, variations, state, covers) for side in SIDES),
            tuple(need(face, side, enter, variations, state, covers) for side in SIDES),
        )
        for face in CARD
    }


def need(face: str, side: int, ways: dict[str, int], variations: Variations, state: str, covers: bool) -> int:
    if ways[face] & side:
        return 0
    if state in HELD:
        return HELD[state]
    cover = COVER if covers else NEVER
    return cover if state == "locked" else min(cover, quarters(face, side, ways, variations.clockwise))


def quarters(face: str, side: int, ways: dict[str, int], clockwise: bool) -> int:
    """What turning takes until a side is open."""
    right = left = face
    for turns in (1, 2, 3):
        right, left = RIGHT[right], left if clockwise else LEFT[left]
        if ways[right] & side or ways[left] & side:
            return QUARTER * turns
    return NEVER


class Trail(NamedTuple):
    """How far it is to a goal from every cell, and the next cell on the way there (from the goal itself: any)."""

    far: list[int]
    next: list[int]

    def cells(self, start: int) -> Iterator[int]:
        """From a cell to the goal, both included."""
        yield start
        while self.far[start]:
            start = self.next[start]
            yield start


def trails(table: OpenState, piece: int, goal: int, covers: bool) -> Trail:
    """From every cell to a goal, for a player who has cards to cover with or not."""
    cards, locked, variations, held = table.cards, table.locked, table.variations, table.tokens[1 - piece]
    free, shut = needs(variations, "free", covers), needs(variations, "locked", covers)
    need = [shut[face] if cell in locked else free[face] for cell, face in enumerate(cards)]
    need[held] = needs(variations, "shared" if held == table.tokens[piece] else "held", covers)[cards[held]]
    found, onward = [9999] * len(cards), [goal] * len(cards)
    found[goal] = 0
    front = [(0, goal)]
    while front:
        far, cell = heappop(front)
        if far > found[cell]:
            continue
        enter = need[cell][1]
        for beside, out, into in INTO[cell]:
            through = far + STEP[need[beside][0][out] + enter[into]]
            if through < found[beside]:
                found[beside], onward[beside] = through, cell
                heappush(front, (through, beside))
    return Trail(found, onward)


def distances(table: OpenState, piece: int, goal: int, covers: bool) -> list[int]:
    return trails(table, piece, goal, covers).far


def way(table: OpenState, piece: int, reached: bool, covers: bool) -> list[int]:
    """From every cell to where a piece goes, before or after its Midpoint."""
    goal = (STARTS if reached else MIDPOINTS)[piece]
    return distances(table, piece, goal, covers)


def way_back(table: OpenState, piece: int, covers: bool) -> int:
    """From Midpoint to Start, for a piece that has still to reach its Midpoint."""
    return 0 if table.reached[piece] else way(table, piece, True, covers)[MIDPOINTS[piece]]


def rest(table: OpenState, piece: int, covers: bool) -> int:
    """All that a piece has still to go."""
    return way(table, piece, table.reached[piece], covers)[table.tokens[piece]] + way_back(table, piece, covers)
