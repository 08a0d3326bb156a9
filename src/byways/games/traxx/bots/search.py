"""The hard player: flat Monte Carlo search over the acts of a card, each played out with the same random card orders."""

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

if TYPE_CHECKING:  # a slow import
    from byways.bots.bits64 import Floats, Ints

CONTENDERS = 24  # acts played out
COMPLETIONS = 3  # acts played out for each unfinished act that is weighed
PASS = 0  # the number of the act that draws nothing
NEVER, LONG_AGO, ALONE = 99, -1, -1
HALVES = np.arange(len(NUMBERS) + 2) // 2  # points that a late player loses, by number
NO_RIVAL = 1000  # lead if there is no rival
SPREAD = 2.0  # prior variance of scores and leads per card to come
UNFORESEEN = 0.5  # variance of leads because people do not play like the playouts
UNEQUAL = 0.001  # the same because players differ in strength, times the fourth power of the number of cards to come
LIFT = 0.1  # points per card to come by which real play beats the playouts
PLACE = {field: nth for nth, field in enumerate(FIELDS)}
SHADES = "".join(COLOURS)

# A linear estimate of the points still to come: each feature's weight with one card to come, and with all but the first. Fitted to the
# scores of tens of thousands of lines drawn with these weights in 1-player games (`tools.fit.traxx_hopes`).
WEIGHTS = (
    (1.57, 5.14),  # constant
    (0.29, 1.08),  # a free field that the line can still reach
    (0.08, -0.78),  # a free field out of the line's reach
    (1.58, -3.72),  # a shut-in end
    (1.77, 3.19),  # an end with one colour beside it
    (1.99, 3.51),  # with two
    (1.14, 3.27),  # with three
    (-3.35, 4.03),  # with four or more
    (0.05, -0.16),  # a field at most two steps from an end
    (0.13, 0.04),  # at most three
    (-0.93, -1.42),  # a field with at most one free neighbour
    (-0.49, -0.80),  # with two
    (-0.25, -0.30),  # with three
    (1.12, 0.61),  # a point of a number one step away
    (0.92, 0.65),  # two steps
    (0.74, 0.65),  # three
    (0.79, 0.64),  # four
    (0.75, 0.56),  # five or six
    (0.63, 0.61),  # seven to nine
    (0.43, 0.23),  # more
    (-0.86, 0.06),  # a number within reach
    (-3.47, 2.17),  # one that pays in full
    (-0.96, -5.84),  # the ten is reached (solo game)
    (-0.51, 2.36),  # the highest number reached (solo game)
    (-0.18, -0.74),  # the squared number of fields within reach, divided by 61
    (0.43, -0.65),  # the free fields beside the ends are not connected
    (-2.56, -8.42),  # the ends are neighbours
)


class Kernel(Protocol):
    """The functions of the module `kernel` used here."""

    REACHED: int
    USED: int
    POINTS: int
    LEFT: int
    SIDE: int
    BEFORE: int
    MOST_ACTS: int

    def warm(self) -> None: ...
    def weigh(self, board: Ints, card: int, sheet: Ints, late: Ints, turn: int, weights: Floats, found: Ints, worth: Floats, /) -> int: ...
    def play_on(self, board: Ints, cards: Ints, sheet: Ints, late: Ints, turn: int, weights: Floats, when: Ints, /) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.traxx.bots.kernel")


class Tables(NamedTuple):
    """A board in the kernel's format, and the weights for each round."""

    board: Ints
    weights: Floats


def tables_of(board: Board, cards: int) -> Tables:
    return Tables(rows_of(board), weights_by_round(WEIGHTS, cards))


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
            # A set's neighbours are those of its lowest field and of the remaining fields, already computed.
            lowest = (fields & -fields).bit_length() - 1
            rows[eight, fields] = rows[eight, fields & fields - 1] | rows[0, first + lowest]
    return rows


@lru_cache(maxsize=8)
def weights_by_round(weights: tuple[tuple[float, ...], ...], cards: int) -> Floats:
    """The weights after each card but the last, interpolated by the share of cards to come."""
    shares = np.arange(cards - 1, 0, -1)[:, None] / (cards - 1)
    late, early = np.array(weights).T
    found: Floats = late + shares * (early - late)
    return found


def packed(card: str) -> int:
    return sum(1 << 4 * SHADES.index(shade) for shade in card)


def row_of(sheet: Sheet) -> Ints:
    reached = sum(1 << number for number, points in zip(NUMBERS, sheet.points, strict=True) if points)
    used = sum(1 << PLACE[field] for field in sheet.line)
    return np.array([used, PLACE[sheet.line[0]], PLACE[sheet.line[-1]], reached, sum(sheet.points)], np.int64)


class Hard(Player[View]):
    """Picks the act with the best average score over playouts. All acts meet the same card orders.

    The rivals' lines are played out too, to determine which numbers they reach first.
    """

    def __init__(self, rng: Random, otherwise: Thinker[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.otherwise, self.seconds, self.heats = rng, otherwise, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = KERNEL.ready(deadline)
        if kernel is None:
            return self.otherwise.choose(view, deadline)
        thought, search = self.thought(view, deadline), Search(view, kernel)
        rows = search.contenders(path_of(view.act), CONTENDERS)
        best = race(len(rows), lambda: search.heat(rows, self.rng), thought, self.heats) if view.deck else 0
        return search.rest(rows[best])

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        kernel = KERNEL.ready(deadline)
        if kernel is None:
            return self.otherwise.weigh(view, deadline, among)
        thought, search = self.thought(view, deadline), Search(view, kernel)
        likely = search.contenders(path_of(view.act), CONTENDERS)
        field = line_up(likely, {tuple(rest): search.completions((*view.act, *rest)) for rest in among}, search.result)
        heat = search.heat if len(view.sheets) == 1 else search.leads
        finish = field.run(lambda: heat(field.runners, self.rng), thought, self.heats if view.deck else 1, search.guess)
        return field.weighed(search.rest, search.values(finish))

    def thought(self, view: View, deadline: float) -> Thought:
        return Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds)


def path_of(act: Sequence[Choice]) -> list[Field]:
    """The end at which an act starts, then the fields it draws to; empty for a pass."""
    steps = [step for step in act if isinstance(step, Draw)]
    return [steps[0].origin, *(step.to for step in steps)] if steps else []


class Search:
    """A view in the kernel's format, with every act of the card by number."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.turn, self.seat, self.begun = kernel, view.round - 1, view.seat, len(view.act)
        self.board, self.weights = tables_of(view.board, view.round + len(view.deck))
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
        self.size = kernel.weigh(self.board, self.card, mine, self.late, self.turn, self.weights, self.found, self.worth)

    def contenders(self, path: Sequence[Field], most: int) -> list[int]:
        """The most promising acts that begin with a path, best first. Of acts with the same result, only one is included."""
        seen = dict[tuple[int, ...], int]()
        for act in np.argsort(-self.worth[: self.size], kind="stable").tolist():
            if self.fields(act)[: len(path)] == [*path]:
                seen.setdefault(tuple(self.found[act, : self.kernel.POINTS].tolist()), act)
        return [*seen.values()][:most]

    def completions(self, act: Sequence[Choice]) -> list[int]:
        """The act itself if it is finished, otherwise its most promising completions."""
        path = path_of(act)
        if DONE not in act:
            return self.contenders(path, COMPLETIONS)
        return [next(nth for nth in range(self.size) if self.fields(nth) == path)] if path else [PASS]

    def result(self, act: int) -> Hashable:
        """The sheet after an act."""
        return tuple(self.found[act, : self.kernel.LEFT].tolist())

    def rest(self, act: int) -> tuple[AnyChoice, ...]:
        """An act's steps that are still to be chosen."""
        return (*(Draw(to, origin) for origin, to in pairwise(self.fields(act)[self.begun :])), DONE)

    def fields(self, act: int) -> list[Field]:
        """The end at which an act starts, then the fields it draws to."""
        drawn, side = [], self.found[act, self.kernel.SIDE]
        while act >= 0:
            drawn.append(FIELDS[self.found[act, side]])
            act = self.found[act, self.kernel.BEFORE]
        return drawn[::-1]

    def heat(self, acts: list[int], rng: Random) -> Heat:
        """Score acts under one random card order."""
        scenario, unused = self.scenario(rng), np.empty(len(self.late), np.int64)
        return lambda nth: self.play_out(acts[nth], scenario, unused)

    def leads(self, acts: list[int], rng: Random) -> Heat:
        """Score acts by the lead over the best rival, who gets half for numbers that this seat reaches first."""
        scenario, before = self.scenario(rng), self.reached(self.sheets[self.seat])

        def play(nth: int) -> float:
            mine = np.full(len(self.late), NEVER, np.int64)
            score = self.play_out(acts[nth], scenario, mine)
            mine[self.reached(self.found[acts[nth]])] = self.turn
            mine[before] = LONG_AGO
            first = np.minimum(scenario.late, mine)
            # The rivals' lines were scored as if this seat reached nothing, so subtract what they lose where it is first.
            return score - max((line.score - lost(line.when, first, self.late) for line in scenario.lines), default=-NO_RIVAL)

        return play

    def scenario(self, rng: Random) -> Scenario:
        order = np.array([self.card, *rng.sample(self.deck, len(self.deck))], np.int64)
        late, lines = self.late.copy(), list[RivalLine]()
        for seat in self.rivals:
            when = np.full(len(late), NEVER, np.int64)
            lines.append(RivalLine(self.play_on(order, self.sheets[seat], self.late, self.turn, when), when))
            late = np.minimum(late, when)
        return Scenario(order, late, lines)

    def reached(self, sheet: Ints) -> list[int]:
        return [number for number in NUMBERS if sheet[self.kernel.REACHED] >> number & 1]

    def play_out(self, act: int, scenario: Scenario, when: Ints) -> float:
        return self.play_on(scenario.order[1:], self.found[act, : self.kernel.LEFT], scenario.late, self.turn + 1, when)

    def play_on(self, cards: Ints, sheet: Ints, late: Ints, turn: int, when: Ints) -> float:
        return float(self.kernel.play_on(self.board, cards, sheet, late, turn, self.weights, when))

    def guess(self, act: int) -> float:
        """Estimate the score or the lead after an act without playouts."""
        worth = float(self.worth[act])
        return worth if len(self.sheets) == 1 else worth - float(self.worth[: self.size].max()) + self.lead

    @property
    def lead(self) -> float:
        return self.scores[self.seat] - max((self.scores[seat] for seat in self.rivals), default=-NO_RIVAL)

    def values(self, finish: Finish) -> list[Estimate]:
        cards = len(self.deck)
        if len(self.sheets) == 1:
            return in_points(finish, SPREAD * cards, LIFT * cards)
        return in_odds(finish, SPREAD * cards, unforeseen(cards))


def unforeseen(cards: int, unequal: float = UNEQUAL) -> float:
    """Return the variance of a lead that playouts do not show. It was fitted by `tools.fit.traxx_sureness`."""
    return UNFORESEEN + unequal * cards**4


class RivalLine(NamedTuple):
    """A played-out rival's line: its score, and the round in which it reached each number."""

    score: float
    when: Ints


class Scenario(NamedTuple):
    """A card order, the rivals' lines under it, and the round in which a rival first reaches each number."""

    order: Ints
    late: Ints
    lines: list[RivalLine]


def lost(when: Ints, first: Ints, late: Ints) -> int:
    """The points beyond half that a line received for numbers that another player reaches first."""
    return int(HALVES[(when < NEVER) & (when > first) & (late == NEVER)].sum())
