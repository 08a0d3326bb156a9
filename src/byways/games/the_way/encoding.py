"""Encode The Way's views as arrays and its choices as numbers."""

from __future__ import annotations

from typing import get_args

import numpy as np

from byways.encoding import Encoder as BaseEncoder
from byways.encoding import Floats, Part, bits
from byways.games.the_way import TheWayOptions
from byways.games.the_way.cards import ENTER, FACES, LEAVE, MARKS, PLAIN
from byways.games.the_way.components import Components
from byways.games.the_way.state import CELLS, EVERY, MIDPOINTS, SIZE, STARTS, VARIATION_NAMES, Card, OpenState, Phase, Place, altered
from byways.games.the_way.view import View

PHASE = {phase: number for number, phase in enumerate(get_args(Phase))}
KIND = {card: number for number, card in enumerate(FACES)}
FACE = {face: number for number, face in enumerate(MARKS)}
SIDES = np.array([[*bits([LEAVE[face], ENTER[face]], 4)] for face in MARKS], np.float32)
PLAIN_FACE = {face: FACE[PLAIN[face]] for face in MARKS}


class Encoder(BaseEncoder[View]):
    def __init__(self, components: Components, options: TheWayOptions, seats: int) -> None:
        board, kinds = (SIZE, SIZE), len(KIND)
        parts = (
            Part("sides", (*board, 8), "where one may leave a card and where one may enter it, each north, east, south and west"),
            Part("tokens", (2, *board), "the viewer's token and the other's; none before pieces are chosen"),
            Part("goals", (2, *board), "the Midpoint, or, once it is reached, the Start of the viewer and of the other"),
            Part("locked", board, "cards put down in this game, which cannot be covered again"),
            Part("piles", board, "cards beneath each card, in tenths and at most 1"),
            Part("place", board, "the place that the viewer is about to cover"),
            Part("hand", (kinds,), "cards of each kind in the viewer's hand, in quarters"),
            Part("known", (kinds,), "cards that the viewer knows to be in the other hand, in quarters"),
            Part("unseen", (kinds,), "other cards that the viewer does not see, in tenths"),
            Part("card", (kinds,), "the card that the viewer is about to put down"),
            Part("phase", (len(PHASE),), f"one of {', '.join(PHASE)}"),
            Part("variations", (len(VARIATION_NAMES),), f"in this game: {', '.join(VARIATION_NAMES)}"),
            Part("progress", (7,), "who reached the Midpoint, games won (in halves), each the viewer and the other; whether the viewer is"
                 " Circle and whether it went first; the share of turns played"),
        )  # fmt: skip
        super().__init__(seats, EVERY, parts)

    def fill(self, found: Floats, view: View, seat: int) -> list[int]:
        at, table, board = self.at, view.table, altered(view.table, view.act)
        faces = FACE if table.variations.arrows else PLAIN_FACE
        found[at["sides"] : at["tokens"]] = SIDES[[faces[face] for face in board.cards]].ravel()
        found[at["piles"] : at["place"]] = [min(len(pile) / 10, 1) for pile in board.piles]
        for name, cards, share in (("hand", view.hand, 4), ("known", table.known[1 - seat], 4), ("unseen", view.unseen, 10)):
            begin = at[name]
            for card in cards:
                found[begin + KIND[card]] += 1 / share
        found[at["variations"] : at["progress"]] = (table.variations.arrows, table.variations.clockwise, table.variations.replace)
        found[at["progress"] :] = progress(table, seat)
        ones = [at["locked"] + cell for cell in board.locked]
        ones.append(at["phase"] + PHASE[table.phase])
        return ones + self._places(table, seat) + self._steps(view)

    def _places(self, table: OpenState, seat: int) -> list[int]:
        """The indices of the ones in `tokens` and `goals`."""
        if table.circle is None:
            return []
        ones = list[int]()
        for plane, piece in ((0, table.piece(seat)), (SIZE * SIZE, table.piece(1 - seat))):
            goal = (STARTS if table.reached[piece] else MIDPOINTS)[piece]
            ones += (self.at["tokens"] + plane + table.tokens[piece], self.at["goals"] + plane + goal)
        return ones

    def _steps(self, view: View) -> list[int]:
        """The indices of the ones in `card` and `place`."""
        cards = [self.at["card"] + KIND[step.card] for step in view.act if isinstance(step, Card)]
        return cards + [self.at["place"] + CELLS[step.place] for step in view.act if isinstance(step, Place)]


def progress(table: OpenState, seat: int) -> tuple[float, ...]:
    mine, theirs = table.piece(seat), table.piece(1 - seat)
    chosen, won = table.circle is not None, table.won
    return (
        chosen and table.reached[mine],
        chosen and table.reached[theirs],
        won[seat] / 2,
        won[1 - seat] / 2,
        table.circle == seat,
        table.first == seat,
        min(table.turn / (2 * table.turns), 1),
    )
