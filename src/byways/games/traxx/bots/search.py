"""The hard player: every way to use the card, played on to the end with many orders of the cards to come."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from byways.bots import Thought, share_of_round
from byways.bots.compiled import Compiled
from byways.bots.race import Estimate, Finish, Heat, race
from byways.bots.weighed import in_odds, in_points, line_up
from byways.bots.weighing import Thinker, Weighed
from byways.game import Choice, Player
from byways.games.traxx.components import COLOURS, NUMBERS
from byways.games.traxx.state import DONE, FIELDS, NEIGHBOURS, AnyChoice, Board, Draw, Field, Sheet
from byways.games.traxx.view import View

if TYPE_CHECKING:  # it takes long to load
    from byways.bots.bits64 import Floats, Ints

CONTENDERS = 24  # ways to use the card that are played on
COMPLETIONS = 3  # of the beginning of one that somebody asks for
PASS = 0  # the first of all ways
NEVER, LONG_AGO, ALONE = 99, -1, -1
HALVES = np.arange(len(NUMBERS) + 2) // 2  # what is lost of each number by who comes late to it
WON = 1000  # points ahead of nobody
SPREAD = 2.0  # the variance of scores and leads that is expected for each card to come
UNFORESEEN = 0.5  # the variance of leads that comes of what players do otherwise than in the heats
LIFT = 0.1  # points for each card to come that the player draws better than the lines of the heats
PLACE = {field: nth for nth, field in enumerate(FIELDS)}
SHADES = "".join(COLOURS)

# What a sheet promises, in points still to come: for each sign its weight before the last card, and before all cards but the first.
# Fitted to the scores of tens of thousands of lines that were drawn by these weights themselves, alone on the built-in board
# (`tools.fit.traxx_hopes`).
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


KERNEL: Compiled[Kernel] = Compiled("byways.games.traxx.bots.kernel")


class Tables(NamedTuple):
    """A board as the kernel reads it."""

    board: Ints
    hopes: Floats


def tables_of(board: Board, cards: int) -> Tables:
    return Tables(rows_of(board), hopes_of(HOPES, cards))


@lru_cache(maxsize=8)
def rows_of(board: Board) -> Ints:
    rows = np.zeros((12, 256), np.int64)
    for field, nth in PLACE.items():
        rows[0, nth] = sum(1 << PLACE[near] for near in NEIGHBOURS[field])
        rows[1, nth] = SHADES.index(board.colour[field])
        rows[2, nth] = board.number.get(field, 0)
    rows[3, list(NUMBERS)] = [PLACE[field] for field in board.numbers]
    for eight, first in enumerate(range(0, len(FIELDS), 8), 4):
        for fields in range(1, 256):
            lowest = (fields & -fields).bit_length() - 1
            rows[eight, fields] = rows[eight, fields & fields - 1] | rows[0, first + lowest]
    return rows


@lru_cache(maxsize=8)
def hopes_of(weights: tuple[tuple[float, ...], ...], cards: int) -> Floats:
    """The weights of all signs after each card but the last."""
    shares = np.arange(cards - 1, 0, -1)[:, None] / (cards - 1)  # of the cards that are still to come
    last, whole = np.array(weights).T
    hopes: Floats = last + shares * (whole - last)
    return hopes


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

    def __init__(self, rng: Random, otherwise: Thinker[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.otherwise, self.seconds, self.heats = rng, otherwise, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = KERNEL.ready(deadline)
        if kernel is None:
            return self.otherwise.choose(view, deadline)
        thought, outlook = self.thought(view, deadline), Outlook(view, kernel)
        rows = outlook.contenders(path_of(view.act), CONTENDERS)
        best = race(len(rows), lambda: outlook.heat(rows, self.rng), thought, self.heats) if view.deck else 0
        return outlook.rest(rows[best])

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        kernel = KERNEL.ready(deadline)
        if kernel is None:
            return self.otherwise.weigh(view, deadline, among)
        thought, outlook = self.thought(view, deadline), Outlook(view, kernel)
        likely = outlook.contenders(path_of(view.act), CONTENDERS)
        field = line_up(likely, {tuple(rest): outlook.asked((*view.act, *rest)) for rest in among}, outlook.line)
        heat = outlook.heat if len(view.sheets) == 1 else outlook.leads
        finish = field.run(lambda: heat(field.runners, self.rng), thought, self.heats if view.deck else 1, outlook.guess)
        return field.weighed(outlook.rest, outlook.values(finish))

    def thought(self, view: View, deadline: float) -> Thought:
        return Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds)


def path_of(act: Sequence[Choice]) -> list[Field]:
    """The end that an act goes on from, then the fields it draws to; nothing if it draws nothing."""
    steps = [step for step in act if isinstance(step, Draw)]
    return [steps[0].origin, *(step.to for step in steps)] if steps else []


class Outlook:
    """A view as the kernel reads it."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.turn, self.seat, self.begun = kernel, view.round - 1, view.seat, len(view.act)
        self.board, self.hopes = tables_of(view.board, view.round + len(view.deck))
        self.sheets = [row_of(sheet) for sheet in view.sheets]
        self.scores = [sheet.score for sheet in view.sheets]
        self.rivals = [seat for seat in range(len(view.sheets)) if seat not in (view.seat, *view.removed)]
        self.card, self.deck = packed(view.card), [packed(card) for card in view.deck]
        self.late = np.full(len(NUMBERS) + 2, NEVER if len(self.sheets) > 1 else ALONE, np.int64)
        for number in NUMBERS:
            if any(row[kernel.REACHED] >> number & 1 for seat, row in enumerate(self.sheets) if seat != view.seat):
                self.late[number] = LONG_AGO
        self.found, self.worth = np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
        mine = self.sheets[self.seat]
        self.size = kernel.weigh(self.board, self.card, mine, self.late, self.turn, self.hopes, self.found, self.worth)

    def contenders(self, path: Sequence[Field], most: int) -> list[int]:
        """The most promising ways to go on from what is drawn, best first; of those that leave the same line only one."""
        seen = dict[tuple[int, ...], int]()
        for act in np.argsort(-self.worth[: self.size], kind="stable").tolist():
            if self.fields(act)[: len(path)] == [*path]:
                seen.setdefault(tuple(self.found[act, : self.kernel.POINTS].tolist()), act)
        return [*seen.values()][:most]

    def asked(self, act: Sequence[Choice]) -> list[int]:
        """A whole act, or the most promising ways to go on from its beginning."""
        path = path_of(act)
        if DONE not in act:
            return self.contenders(path, COMPLETIONS)
        return [next(nth for nth in range(self.size) if self.fields(nth) == path)] if path else [PASS]

    def line(self, act: int) -> Hashable:
        """What is left by an act."""
        return tuple(self.found[act, : self.kernel.LEFT].tolist())

    def rest(self, act: int) -> tuple[AnyChoice, ...]:
        """What is still to be chosen of an act."""
        return (*(Draw(to, origin) for origin, to in pairwise(self.fields(act)[self.begun :])), DONE)

    def fields(self, act: int) -> list[Field]:
        """The end that an act goes on from, then the fields it draws to."""
        drawn, side = [], self.found[act, self.kernel.SIDE]
        while act >= 0:
            drawn.append(FIELDS[self.found[act, side]])
            act = self.found[act, self.kernel.BEFORE]
        return drawn[::-1]

    def heat(self, acts: list[int], rng: Random) -> Heat:
        """The cards come in some order, and the others draw as seems best to them."""
        luck, unused = self.luck(rng), np.empty(len(self.late), np.int64)
        return lambda nth: self.draw_on(acts[nth], luck, unused)

    def leads(self, acts: list[int], rng: Random) -> Heat:
        """The same, but what counts is the lead over the best of the others, who come late to what this seat reaches first."""
        luck, before = self.luck(rng), self.reached(self.sheets[self.seat])

        def play(nth: int) -> float:
            mine = np.full(len(self.late), NEVER, np.int64)
            score = self.draw_on(acts[nth], luck, mine)
            mine[self.reached(self.found[acts[nth]])] = self.turn
            mine[before] = LONG_AGO
            first = np.minimum(luck.late, mine)
            return score - max((its.score - lost(its.when, first, self.late) for its in luck.lines), default=-WON)

        return play

    def luck(self, rng: Random) -> Luck:
        order = np.array([self.card, *rng.sample(self.deck, len(self.deck))], np.int64)
        late, lines = self.late.copy(), list[OthersLine]()
        for seat in self.rivals:
            when = np.full(len(late), NEVER, np.int64)
            lines.append(OthersLine(self.play_on(order, self.sheets[seat], self.late, self.turn, when), when))
            late = np.minimum(late, when)
        return Luck(order, late, lines)

    def reached(self, sheet: Ints) -> list[int]:
        return [number for number in NUMBERS if sheet[self.kernel.REACHED] >> number & 1]

    def draw_on(self, act: int, luck: Luck, when: Ints) -> float:
        return self.play_on(luck.order[1:], self.found[act, : self.kernel.LEFT], luck.late, self.turn + 1, when)

    def play_on(self, cards: Ints, sheet: Ints, late: Ints, turn: int, when: Ints) -> float:
        return float(self.kernel.play_on(self.board, cards, sheet, late, turn, self.hopes, when))

    def guess(self, act: int) -> float:
        """What an act seems to lead to at a glance: a score, or a lead, if nothing changes but by this act."""
        worth = float(self.worth[act])
        return worth if len(self.sheets) == 1 else worth - float(self.worth[: self.size].max()) + self.lead

    @property
    def lead(self) -> float:
        return self.scores[self.seat] - max((self.scores[seat] for seat in self.rivals), default=-WON)

    def values(self, finish: Finish) -> list[Estimate]:
        expected = SPREAD * len(self.deck)
        return in_points(finish, expected, LIFT * len(self.deck)) if len(self.sheets) == 1 else in_odds(finish, expected, UNFORESEEN)


class OthersLine(NamedTuple):
    """A line that another seat drew to the end: its score, and when it reached each number."""

    score: float
    when: Ints


class Luck(NamedTuple):
    """An order of the cards, when the others reach each number first then, and their lines."""

    order: Ints
    late: Ints
    lines: list[OthersLine]


def lost(when: Ints, first: Ints, late: Ints) -> int:
    """The points that a line was given for numbers that somebody else was first to reach."""
    return int(HALVES[(when < NEVER) & (when > first) & (late == NEVER)].sum())
