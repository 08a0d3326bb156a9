"""The hard player: every act, the most promising ones played on to the end with many rolls of the dice."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

import numpy as np
from msgspec.structs import replace

from byways.bits import members
from byways.bots import Thought, share_of_round
from byways.bots.compiled import Compiled
from byways.bots.race import Estimate, Finish, Heat, race
from byways.bots.weighed import Act, Field, in_odds, in_points, line_up
from byways.bots.weighing import Thinker, Weighed
from byways.game import Choice, Player
from byways.games.long_way.bots.playouts import FORKS
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.acts import CAFETERIA, COINS, DONE, ENTRANCES, KEEP, REROLLS, SEGMENTS, STOP, drawing, offer_exits
from byways.games.long_way.rules.shoppers import Floor, score
from byways.games.long_way.state import SPACES, AnyChoice, Display, Draft, Fork, Sheet, Stamp, Tile, Wall, stamp_of
from byways.games.long_way.view import View

if TYPE_CHECKING:  # it takes long to load
    from byways.bots.bits64 import Floats, Ints

CONTENDERS = 24  # acts that are played on
COMPLETIONS = 3  # of the beginning of one that somebody asks for
APART = 3  # steps between the doors of the stores that score most
WON = 1000.0  # points ahead of nobody
SPREAD = 8.0  # the variance that is expected of scores and leads while the store is empty
UNFORESEEN = 0.25  # the variance of leads that comes of what players do otherwise than in the heats
LIFT = 1.0  # points that the player scores more than the stores of the heats, while the store is empty
TURNS = 40  # more than a store has room for, coins included
PAYMENTS = (KEEP, *REROLLS[:2])
ALL_FORKS = np.array(FORKS, np.int64)

# The score that a store promises: for each sign what it adds, and what more or less for the share of the store that is empty, and for its
# square. Fitted to the scores of tens of thousands of stores that were built by these weights themselves (`tools.fit.long_way_hopes`).
HOPES = (
    (-3.37, -2.12, -0.48),  # always
    (1.22, -0.28, -0.92),  # a display on the way
    (-0.76, 2.58, -1.86),  # an empty space on the way
    (0.02, -0.16, 0.26),  # a step of the way
    (0.24, -0.94, 0.76),  # a display that is not on the way
    (0.06, 0.11, 0.20),  # a cafeteria still to be drawn
    (0.04, 0.74, -0.73),  # a coin, up to six
    (-0.03, 0.10, -0.12),  # an empty space beside a cafeteria or a display, for each kind
    (0.24, -0.21, 0.27),  # an empty space with two empty neighbours: a tile may fit
    (0.10, -0.46, 0.49),  # an empty space with none: no tile will ever fit
    (-0.18, -0.47, -0.39),  # the same, on the way
    (0.12, 0.44, -0.62),  # an empty space beside the way
)


class Kernel(Protocol):
    """The module `kernel`, as far as it is used here."""

    COINS: int
    PASSED: int
    ITEMS: int
    WHAT: int
    STOP: int
    FORK: int
    NO_BONUS: int
    TAKE_COINS: int
    MOST_ACTS: int

    def warm(self) -> None: ...
    def route(self, store: Ints, extra: int, /) -> bool: ...
    def every_act(
        self, store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, hopes: Floats, acts: Ints, stores: Ints, worth: Floats, /
    ) -> int: ...
    def play_on(self, store: Ints, dice: Ints, seats: int, until: int, tiles: Ints, forks: Ints, hopes: Floats, /) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.long_way.bots.kernel")


@lru_cache(maxsize=8)
def tiles_of(chart: tuple[tuple[str, ...], ...]) -> Ints:
    """For each roll all places of its tile: the segments on the four sides, and the spaces."""
    found = [[[place(stamp_of(layout), space) for space in members(stamp_of(layout).fits)] for layout in shape] for shape in chart]
    most = max(len(places) for shape in found for places in shape)
    return np.array([[[*places, *[[0] * 5] * (most - len(places))] for places in shape] for shape in found], np.int64)


@lru_cache(maxsize=8)
def hopes_of(weights: tuple[tuple[float, ...], ...]) -> Floats:
    """As the kernel reads them."""
    return np.array(weights).T.copy()


def place(stamp: Stamp, space: int) -> list[int]:
    return [*(side << space for side in stamp.walls), stamp.cells << space]


def store_of(sheet: Sheet, kernel: Kernel) -> Ints:
    """A sheet as the kernel reads it, with the way."""
    store, floor, halls = np.zeros(kernel.ITEMS, np.int64), Floor(sheet), (*sheet.cafeterias, 0, 0)
    store[: kernel.PASSED] = (
        *sheet.walls,
        floor.east,
        floor.south,
        floor.empty,
        *sheet.displays,
        *halls[:2],
        sheet.coins,
        sheet.entrance,
        sheet.exit,
    )
    if has_open_doors(sheet):
        kernel.route(store, 0)
    return store


def has_open_doors(sheet: Sheet) -> bool:
    """The kernel knows no doorways, so it cannot help where an own wall covers the entrance or the exit."""
    return not sheet.covered(sheet.entrance) and not sheet.covered(sheet.exit)


def kernel_for(view: View, deadline: float) -> Kernel | None:
    """The compiled code, if it is ready and can help."""
    return KERNEL.ready(deadline) if view.phase != "doors" and has_open_doors(view.draft.sheet) else None


class Quick(Player[View]):
    """Takes the act after which the store promises most, of all there are."""

    def __init__(self, otherwise: Player[View]) -> None:
        self.otherwise = otherwise
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = kernel_for(view, deadline) if view.phase == "draw" else None
        outlook = Outlook(view, kernel) if kernel else None
        if outlook is None or not (acts := outlook.contenders(view.act, 1)):
            return self.otherwise.choose(view, deadline)
        return [*outlook.steps(acts[0])[len(view.act) :], DONE]


class Hard(Player[View]):
    """Takes the act after which stores built to the end score most on average, with the same dice for all acts."""

    def __init__(self, rng: Random, otherwise: Thinker[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.otherwise, self.seconds, self.heats = rng, otherwise, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = kernel_for(view, deadline)
        if kernel is None:
            return self.otherwise.choose(view, deadline)
        outlook, thought = Outlook(view, kernel), self.thought(view, deadline)
        if view.phase == "coins":
            return PAYMENTS[race(len(PAYMENTS), lambda: outlook.paying(self.rng), thought, self.heats)]
        acts = outlook.contenders(view.act, CONTENDERS)
        if not acts:
            return self.otherwise.choose(view, deadline)
        best = race(len(acts), lambda: outlook.heat(acts, self.rng), thought, self.heats)
        return [*outlook.steps(acts[best])[len(view.act) :], DONE]

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        kernel = KERNEL.ready(deadline) if view.phase == "doors" else kernel_for(view, deadline)
        if kernel is None:
            return self.otherwise.weigh(view, deadline, among)
        thought = self.thought(view, deadline)
        if view.phase == "coins":
            return self.weigh_payments(Outlook(view, kernel), thought, among)
        prospects = Prospects(view, Outlook(self.opened(view, deadline), kernel), self.rng)
        likely = prospects.likely(view.act, CONTENDERS) or [one.act for one in self.otherwise.weigh(view, deadline)[:CONTENDERS]]
        if view.phase == "doors" and not view.act:
            likely = [tuple(cast(Sequence[Choice], self.otherwise.choose(view, deadline))), *likely]
        asked = {act: self.completed(view, prospects, act, deadline) for act in map(tuple, among)}
        field = line_up(prospects.plans(likely), {act: prospects.plans(wholes) for act, wholes in asked.items()}, ActPlan.result)
        finish = field.run(lambda: prospects.leads(field.runners), thought, self.heats, prospects.guess)
        return field.weighed(lambda plan: plan.rest, prospects.outlook.values(finish))

    def weigh_payments(self, outlook: Outlook, thought: Thought, among: Sequence[Sequence[Choice]]) -> Sequence[Weighed]:
        every = range(len(PAYMENTS))
        field = Field([*every], {tuple(act): [nth for nth in every if PAYMENTS[nth] in act] or every for act in among})
        finish = field.run(lambda: outlook.paying(self.rng, leads=True), thought, self.heats, lambda nth: 0.0)
        return field.weighed(lambda nth: (PAYMENTS[nth],), outlook.values(finish))

    def completed(self, view: View, prospects: Prospects, rest: Act, deadline: float) -> list[Act]:
        """A whole act, or the most promising ways to go on from its beginning."""
        begun = cast("tuple[AnyChoice, ...]", (*view.act, *rest))
        if DONE in rest:
            return [rest]
        found = prospects.likely(begun, COMPLETIONS)
        if not found:
            found = [one.act for one in self.otherwise.weigh(replace(view, act=begun), deadline)[:COMPLETIONS]]
        return [(*rest, *more) for more in found]

    def opened(self, view: View, deadline: float) -> View:
        """Where doors are still to be drawn, everybody is expected to draw the usual ones."""
        if view.phase != "doors":
            return view
        usual = cast("Sequence[AnyChoice]", self.otherwise.choose(replace(view, act=()), deadline))
        return replace(view, sheets=tuple(drawing(sheet, usual, True, view.roll).sheet for sheet in view.sheets))

    def thought(self, view: View, deadline: float) -> Thought:
        return Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds)


class Continuation(NamedTuple):
    """A store that is built on, where so many turns come before its owner has the dice again; without it, nothing changes any more."""

    points: int
    store: Ints | None = None
    until: int = 0


class ActPlan(NamedTuple):
    """The rest of an act, and what it leaves."""

    rest: Act
    sheet: Sheet
    course: Continuation

    def result(self) -> Hashable:
        return self.course.points if self.course.store is None else tuple(self.course.store.tolist())


class Outlook:
    """A view as the kernel reads it."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.sheet = kernel, view.sheets[view.seat]
        self.store, self.tiles, self.hopes = store_of(self.sheet, kernel), tiles_of(view.chart), hopes_of(HOPES)
        self.light, self.dark = view.dice[0] - 1, view.dice[1] - 1
        last = 0 if view.phase == "doors" else len(view.sheets)  # who has the dice now is the last to have them again
        self.ahead = [(seat - view.active) % len(view.sheets) or last for seat in range(len(view.sheets))]
        self.playing = [self.ahead[seat] for seat, sheet in enumerate(view.sheets) if not sheet.stopped and seat not in view.removed]
        self.seats = len(self.playing)
        self.until = self.turns_before(view.seat)
        self.is_alone, self.drawing = len(view.sheets) == 1, view.phase != "doors"  # there is a roll for all to draw
        self.others = {seat: sheet for seat, sheet in enumerate(view.sheets) if seat not in (view.seat, *view.removed)}
        self.acts = np.zeros((kernel.MOST_ACTS, 5), np.int64)
        self.stores = np.zeros((kernel.MOST_ACTS, kernel.ITEMS), np.int64)

    def turns_before(self, seat: int) -> int:
        """How many turns come after this one before a seat has the dice."""
        return sum(other < self.ahead[seat] for other in self.playing)

    def course(self, sheet: Sheet, until: int) -> Continuation:
        points = score(sheet)
        return (
            Continuation(points)
            if sheet.stopped or not has_open_doors(sheet)
            else Continuation(points, store_of(sheet, self.kernel), until)
        )

    @cached_property
    def rivals(self) -> list[Continuation]:
        return [self.course(sheet, self.turns_before(seat) + self.drawing) for seat, sheet in self.others.items()]

    @cached_property
    def ranked(self) -> list[int]:
        """All acts, the most promising first."""
        worth = np.empty(len(self.acts))
        size = self.kernel.every_act(self.store, self.light, self.dark, self.tiles, ALL_FORKS, self.hopes, self.acts, self.stores, worth)
        return [act for act in np.argsort(-worth[:size], kind="stable").tolist() if worth[act] > -np.inf]

    def contenders(self, begun: tuple[AnyChoice, ...], most: int) -> list[int]:
        """The most promising acts that go on from what is begun, best first."""
        return [act for act in self.ranked if not begun or tuple(self.steps(act)[: len(begun)]) == begun][:most]

    def steps(self, act: int) -> list[AnyChoice]:
        what, space, display, kind, bonus = self.acts[act].tolist()
        if what == self.kernel.STOP:
            return [STOP]
        if what == self.kernel.FORK:
            low = (space & -space).bit_length() - 1
            return [CAFETERIA, Fork(low, "across" if space >> low == 3 else "down")]
        tile: list[AnyChoice] = [Tile(space), Display(display, kind + 1)]
        if bonus == self.kernel.NO_BONUS:
            return tile
        return [*tile, COINS] if bonus == self.kernel.TAKE_COINS else [*tile, Wall(bonus >> 2), SEGMENTS[bonus & 3]]

    def heat(self, acts: list[int], rng: Random) -> Heat:
        """The dice of the turns to come."""
        dice = rolls(rng)

        def play(nth: int) -> float:
            if self.acts[acts[nth], self.kernel.WHAT] == self.kernel.STOP:
                return float(score(self.sheet))
            return self.play_on(self.stores[acts[nth]], dice, self.until)

        return play

    def paying(self, rng: Random, leads: bool = False) -> Heat:
        """The dice of this turn and of those to come, if they are kept, if the light one is rolled again, or the dark one."""
        dice = rolls(rng)
        light, dark = dice[0].tolist()
        poorer = self.store.copy()
        poorer[self.kernel.COINS] -= 1

        def play(nth: int) -> float:
            dice[0] = ((self.light, self.dark), (light, self.dark), (self.light, dark))[nth]
            points = self.play_on(poorer if nth else self.store, dice, 0 if nth else self.seats)
            return points - self.best_of_others(dice) if leads else points

        return play

    def leads(self, courses: Sequence[Continuation], rng: Random) -> Heat:
        """The same dice for all stores; what counts is the lead over the best of the others."""
        dice = rolls(rng)
        theirs = np.concatenate(([[self.light, self.dark]], dice)) if self.drawing else dice
        best = self.best_of_others(theirs)
        return lambda nth: self.build(courses[nth], dice) - best

    def best_of_others(self, dice: Ints) -> float:
        return max((self.build(course, dice) for course in self.rivals), default=0.0 if self.is_alone else -WON)

    def build(self, course: Continuation, dice: Ints) -> float:
        return float(course.points) if course.store is None else self.play_on(course.store, dice, course.until)

    def play_on(self, store: Ints, dice: Ints, until: int) -> float:
        return float(self.kernel.play_on(store, dice, self.seats, until, self.tiles, ALL_FORKS, self.hopes))

    def values(self, finish: Finish) -> list[Estimate]:
        empty = 1 - self.sheet.occupied.bit_count() / SPACES
        return in_points(finish, SPREAD * empty, LIFT * empty) if self.is_alone else in_odds(finish, SPREAD * empty, UNFORESEEN)


class Prospects:
    """What acts of a view lead to: those of doors, or of a roll."""

    def __init__(self, view: View, outlook: Outlook, rng: Random) -> None:
        assert view.seat is not None
        self.view, self.outlook, self.rng, self.sheet = view, outlook, rng, view.sheets[view.seat]

    def likely(self, begun: tuple[AnyChoice, ...], most: int) -> list[Act]:
        """The most promising ways to go on from what is begun, best first."""
        if self.view.phase == "doors":
            return self.doors(begun)[:most]
        return [(*self.outlook.steps(act)[len(begun) :], DONE) for act in self.outlook.contenders(begun, most)]

    def doors(self, begun: tuple[AnyChoice, ...]) -> list[Act]:
        """Some doors, those first that are as far apart as the best are."""
        made = self.draft(begun)
        ways: list[Act] = [(DONE,)]
        if made.stage == "entrance":
            ways = [(entrance, way, DONE) for entrance in ENTRANCES for way in offer_exits(self.draft((entrance,)), self.view.roll)]
        elif made.stage == "exit":
            ways = [(way, DONE) for way in offer_exits(made, self.view.roll)]
        self.rng.shuffle(ways)
        return sorted(ways, key=lambda way: abs(APART - apart(self.draft((*begun, *way)).sheet)))

    def draft(self, act: Sequence[Choice]) -> Draft:
        return drawing(self.sheet, cast("Sequence[AnyChoice]", act), self.view.phase == "doors", self.view.roll)

    def plans(self, rests: Iterable[Act]) -> list[ActPlan]:
        sheets = [(rest, self.draft((*self.view.act, *rest)).sheet) for rest in rests]
        return [ActPlan(rest, sheet, self.outlook.course(sheet, self.outlook.until)) for rest, sheet in sheets]

    def leads(self, plans: Sequence[ActPlan]) -> Heat:
        return self.outlook.leads([plan.course for plan in plans], self.rng)

    def guess(self, plan: ActPlan) -> float:
        """What would be if all stores were finished now."""
        return plan.course.points - max((course.points for course in self.outlook.rivals), default=0)


def apart(sheet: Sheet) -> int:
    """How many steps lie between the doors."""
    (row, column), (down, right) = divmod(sheet.entrance >> 2, SIZE), divmod(sheet.exit >> 2, SIZE)
    return abs(row - down) + abs(column - right)


def rolls(rng: Random) -> Ints:
    return np.array([(rng.randrange(6), rng.randrange(6)) for _ in range(TURNS)], np.int64)
