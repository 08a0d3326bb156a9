"""The hard player: every way to use the card, played on to the end with many orders of the cards to come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from byways.bots import Thought, share_of_round
from byways.bots.compiled import Compiled
from byways.bots.race import Heat, race
from byways.game import Choice, Player
from byways.games.traxx.components import COLOURS, NUMBERS
from byways.games.traxx.state import DONE, FIELDS, NEIGHBOURS, Board, Draw, Field, Sheet
from byways.games.traxx.view import View

if TYPE_CHECKING:  # it takes long to load
    from byways.bots.bits import Floats, Ints

CONTENDERS = 24  # ways to use the card that are played on
NEVER, LONG_AGO, ALONE = 99, -1, -1
PLACE = {field: nth for nth, field in enumerate(FIELDS)}
SHADES = "".join(COLOURS)

# What a sheet promises, in points still to come: for each sign its weight before the last card, and before all cards but the first.
# Fitted to the scores of tens of thousands of lines that were drawn by these weights themselves, alone on the built-in board.
HOPES = (
    (1.57, 5.14),  # always
    (0.29, 1.08),  # a free field that the line can still get to
    (0.08, -0.78),  # one that it cannot
    (1.58, -3.72),  # an end with no way on
    (1.77, 3.19),  # an end with one colour beside it
    (1.99, 3.51),  # with two
    (1.14, 3.27),  # with three
    (-3.35, 4.03),  # with four or more
    (0.05, -0.16),  # a field at most two steps from an end
    (0.13, 0.04),  # at most three
    (-0.93, -1.42),  # a field with one way in
    (-0.49, -0.80),  # with two
    (-0.25, -0.30),  # with three
    (1.12, 0.61),  # a point of a number one step away
    (0.92, 0.65),  # two steps
    (0.74, 0.65),  # three
    (0.79, 0.64),  # four
    (0.75, 0.56),  # five or six
    (0.63, 0.61),  # seven to nine
    (0.43, 0.23),  # more
    (-0.86, 0.06),  # a number that can be reached
    (-3.47, 2.17),  # for its full value
    (-0.96, -5.84),  # the ten is reached (alone)
    (-0.51, 2.36),  # the highest number reached (alone)
    (-0.18, -0.74),  # the square of the fields within reach, a 61st of it
    (0.43, -0.65),  # the free fields beside the ends do not hang together
    (-2.56, -8.42),  # the ends are neighbours
)


class Kernel(Protocol):
    """The module `kernel`, as far as it is used here."""

    REACHED: int
    POINTS: int
    LEFT: int
    SIDE: int
    BEFORE: int
    MOST_ACTS: int

    def warm(self) -> None: ...
    def weigh(self, board: Ints, card: int, sheet: Ints, late: Ints, turn: int, hopes: Floats, found: Ints, worth: Floats, /) -> int: ...
    def play_on(self, board: Ints, cards: Ints, sheet: Ints, late: Ints, turn: int, hopes: Floats, when: Ints, /) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.traxx.kernel")


class Tables(NamedTuple):
    """A board as the kernel reads it."""

    board: Ints
    hopes: Floats


@lru_cache(maxsize=8)
def tables_of(board: Board, cards: int) -> Tables:
    rows = np.zeros((4, len(FIELDS)), np.int64)
    for field, nth in PLACE.items():
        rows[0, nth] = sum(1 << PLACE[near] for near in NEIGHBOURS[field])
        rows[1, nth] = SHADES.index(board.colour[field])
        rows[2, nth] = board.number.get(field, 0)
    rows[3, list(NUMBERS)] = [PLACE[field] for field in board.numbers]
    shares = np.arange(cards - 1, 0, -1)[:, None] / (cards - 1)  # of the cards that are still to come
    last, whole = np.array(HOPES).T
    return Tables(rows, last + shares * (whole - last))


def packed(card: str) -> int:
    return sum(1 << 4 * SHADES.index(shade) for shade in card)


def row_of(sheet: Sheet) -> Ints:
    reached = sum(1 << number for number, points in zip(NUMBERS, sheet.points, strict=True) if points)
    used = sum(1 << PLACE[field] for field in sheet.line)
    return np.array([used, PLACE[sheet.line[0]], PLACE[sheet.line[-1]], reached, sum(sheet.points)], np.int64)


class Hard(Player[View]):
    """Takes the act after which lines drawn to the end score most on average, under the same orders of the cards for all acts.

    What the others are likely to reach first is found by drawing their lines to the end as well.
    """

    def __init__(self, rng: Random, otherwise: Player[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.otherwise, self.seconds, self.heats = rng, otherwise, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = KERNEL.ready(deadline)
        if kernel is None:
            return self.otherwise.choose(view, deadline)
        thought, outlook = (
            Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds),
            Outlook(view, kernel),
        )
        rows = outlook.contenders(view.drawn)
        best = race(len(rows), lambda: outlook.heat(rows, self.rng), thought, self.heats) if view.deck else 0
        fields = outlook.fields(rows[best])
        return [*(Draw(to, origin) for origin, to in pairwise(fields[len(view.drawn) :])), DONE]


class Outlook:
    """A view as the kernel reads it."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.turn, self.seat = kernel, view.round - 1, view.seat
        self.board, self.hopes = tables_of(view.board, view.round + len(view.deck))
        self.sheets = [row_of(sheet) for sheet in view.sheets]
        self.rivals = [seat for seat in range(len(view.sheets)) if seat not in (view.seat, *view.removed)]
        self.card, self.deck = packed(view.card), [packed(card) for card in view.deck]
        self.late = np.full(len(NUMBERS) + 2, NEVER if len(self.sheets) > 1 else ALONE, np.int64)
        for number in NUMBERS:
            if any(row[kernel.REACHED] >> number & 1 for seat, row in enumerate(self.sheets) if seat != view.seat):
                self.late[number] = LONG_AGO
        self.found = np.empty((kernel.MOST_ACTS, 8), np.int64)

    def contenders(self, drawn: tuple[Field, ...]) -> list[int]:
        """The most promising ways to go on from what is drawn, best first; of those that leave the same line only one."""
        worth, seen = np.empty(len(self.found)), dict[tuple[int, ...], int]()
        size = self.kernel.weigh(self.board, self.card, self.sheets[self.seat], self.late, self.turn, self.hopes, self.found, worth)
        for act in np.argsort(-worth[:size], kind="stable").tolist():
            if self.fields(act)[1 : len(drawn) + 1] == [*drawn]:
                seen.setdefault(tuple(self.found[act, : self.kernel.POINTS].tolist()), act)
        return [*seen.values()][:CONTENDERS]

    def fields(self, act: int) -> list[Field]:
        """The end that an act goes on from, then the fields it draws to."""
        drawn, side = [], self.found[act, self.kernel.SIDE]
        while act >= 0:
            drawn.append(FIELDS[self.found[act, side]])
            act = self.found[act, self.kernel.BEFORE]
        return drawn[::-1]

    def heat(self, acts: list[int], rng: Random) -> Heat:
        """The cards come in some order, and the others draw as seems best to them."""
        order = np.array([self.card, *rng.sample(self.deck, len(self.deck))], np.int64)
        late = self.late.copy()
        for seat in self.rivals:
            when = np.full(len(late), NEVER, np.int64)
            self.play_on(order, self.sheets[seat], self.late, self.turn, when)
            late = np.minimum(late, when)
        unused = np.empty(len(late), np.int64)
        return lambda nth: self.play_on(order[1:], self.found[acts[nth], : self.kernel.LEFT], late, self.turn + 1, unused)

    def play_on(self, cards: Ints, sheet: Ints, late: Ints, turn: int, when: Ints) -> float:
        return float(self.kernel.play_on(self.board, cards, sheet, late, turn, self.hopes, when))
