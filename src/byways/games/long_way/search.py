"""The hard player: every act, the most promising ones played on to the end with many rolls of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Protocol

import numpy as np

from byways.bits import members
from byways.bots import Thought, share_of_round
from byways.bots.compiled import Compiled
from byways.bots.race import Heat, race
from byways.game import Choice, Player
from byways.games.long_way.acts import CAFETERIA, COINS, DONE, KEEP, REROLLS, SEGMENTS, STOP
from byways.games.long_way.foresight import FORKS
from byways.games.long_way.shoppers import Floor, score
from byways.games.long_way.state import AnyChoice, Display, Fork, Sheet, Stamp, Tile, Wall, stamp_of
from byways.games.long_way.view import View

if TYPE_CHECKING:  # it takes long to load
    from byways.bots.bits import Floats, Ints

CONTENDERS = 24  # acts that are played on
TURNS = 40  # more than a store has room for, coins included
PAYMENTS = (KEEP, *REROLLS[:2])
ALL_FORKS = np.array(FORKS, np.int64)

# The score that a store promises: for each sign what it adds, and what more or less for the share of the store that is empty, and for its
# square. Fitted to the scores of tens of thousands of stores that were built by these weights themselves.
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
WEIGHTS = np.array(HOPES).T.copy()


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


KERNEL: Compiled[Kernel] = Compiled("byways.games.long_way.kernel")


@lru_cache(maxsize=8)
def tiles_of(chart: tuple[tuple[str, ...], ...]) -> Ints:
    """For each roll all places of its tile: the segments on the four sides, and the spaces."""
    found = [[[place(stamp_of(layout), space) for space in members(stamp_of(layout).fits)] for layout in shape] for shape in chart]
    most = max(len(places) for shape in found for places in shape)
    return np.array([[[*places, *[[0] * 5] * (most - len(places))] for places in shape] for shape in found], np.int64)


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

    def __init__(self, rng: Random, otherwise: Player[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.otherwise, self.seconds, self.heats = rng, otherwise, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = kernel_for(view, deadline)
        if kernel is None:
            return self.otherwise.choose(view, deadline)
        outlook, thought = (
            Outlook(view, kernel),
            Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds),
        )
        if view.phase == "coins":
            return PAYMENTS[race(len(PAYMENTS), lambda: outlook.paying(self.rng), thought, self.heats)]
        acts = outlook.contenders(view.act)
        if not acts:
            return self.otherwise.choose(view, deadline)
        best = race(len(acts), lambda: outlook.heat(acts, self.rng), thought, self.heats)
        return [*outlook.steps(acts[best])[len(view.act) :], DONE]


class Outlook:
    """A view as the kernel reads it."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.sheet = kernel, view.sheets[view.seat]
        self.store, self.tiles = store_of(self.sheet, kernel), tiles_of(view.chart)
        self.light, self.dark = view.dice[0] - 1, view.dice[1] - 1
        ahead = [(seat - view.active) % len(view.sheets) or len(view.sheets) for seat in range(len(view.sheets))]
        playing = [ahead[seat] for seat, sheet in enumerate(view.sheets) if not sheet.stopped and seat not in view.removed]
        self.seats = len(playing)
        self.until = sum(other < ahead[view.seat] for other in playing)  # turns before this seat has the dice again
        self.acts = np.zeros((kernel.MOST_ACTS, 5), np.int64)
        self.stores = np.zeros((kernel.MOST_ACTS, kernel.ITEMS), np.int64)

    def contenders(self, begun: tuple[AnyChoice, ...], most: int = CONTENDERS) -> list[int]:
        """The most promising acts that go on from what is begun, best first."""
        worth = np.empty(len(self.acts))
        size = self.kernel.every_act(self.store, self.light, self.dark, self.tiles, ALL_FORKS, WEIGHTS, self.acts, self.stores, worth)
        ranked = (act for act in np.argsort(-worth[:size], kind="stable").tolist() if worth[act] > -np.inf)
        found = [act for act in ranked if not begun or tuple(self.steps(act)[: len(begun)]) == begun]
        return found[:most]

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

    def paying(self, rng: Random) -> Heat:
        """The dice of this turn and of those to come, if they are kept, if the light one is rolled again, or the dark one."""
        dice = rolls(rng)
        light, dark = dice[0].tolist()
        poorer = self.store.copy()
        poorer[self.kernel.COINS] -= 1

        def play(nth: int) -> float:
            dice[0] = ((self.light, self.dark), (light, self.dark), (self.light, dark))[nth]
            return self.play_on(poorer if nth else self.store, dice, 0 if nth else self.seats)

        return play

    def play_on(self, store: Ints, dice: Ints, until: int) -> float:
        return float(self.kernel.play_on(store, dice, self.seats, until, self.tiles, ALL_FORKS, WEIGHTS))


def rolls(rng: Random) -> Ints:
    return np.array([(rng.randrange(6), rng.randrange(6)) for _ in range(TURNS)], np.int64)
