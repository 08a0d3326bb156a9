"""The medium and hard players: static evaluation of every act, and playouts of the most promising ones."""

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
from byways.games.long_way.rules.acts import CAFETERIA, COINS, DONE, ENTRANCES, KEEP, REROLLS, SEGMENTS, STOP, apply_act, offer_exits
from byways.games.long_way.rules.shoppers import Floor, score
from byways.games.long_way.state import SPACES, AnyChoice, Display, Draft, Fork, Sheet, Tile, TileMask, Wall, tile_mask
from byways.games.long_way.view import View

if TYPE_CHECKING:  # a slow import
    from byways.bots.bits64 import Floats, Ints

CONTENDERS = 24  # acts played out
COMPLETIONS = 3  # completions tried for an incomplete act that is weighed
APART = 3  # steps between the doors in the stores that score most
WON = 1000.0  # lead once every other player has left
SPREAD = 8.0  # prior variance of scores and leads for an empty store
UNFORESEEN = 0.25  # variance of leads because players do not play like the playouts
LIFT = 1.0  # points by which the player beats its playouts, for an empty store
TURNS = 40  # rolls per playout: more than a store has room for, coins included
PAYMENTS = (KEEP, *REROLLS[:2])
ALL_FORKS = np.array(FORKS, np.int64)

# The static evaluation: each feature has a constant weight, one for the share of empty spaces, and one for that share squared. Fitted to
# the scores of tens of thousands of playouts with these same weights (`tools.fit.long_way_hopes`).
WEIGHTS = (
    (-3.37, -2.12, -0.48),  # always
    (1.22, -0.28, -0.92),  # a display on the way
    (-0.76, 2.58, -1.86),  # an empty space on the way
    (0.02, -0.16, 0.26),  # a step of the way
    (0.24, -0.94, 0.76),  # a display off the way
    (0.06, 0.11, 0.20),  # a cafeteria still to be drawn
    (0.04, 0.74, -0.73),  # a coin, up to six
    (-0.03, 0.10, -0.12),  # an empty space beside a cafeteria or a display, per kind
    (0.24, -0.21, 0.27),  # an empty space with two empty neighbours, where a tile may fit
    (0.10, -0.46, 0.49),  # an empty space with none, where no tile will ever fit
    (-0.18, -0.47, -0.39),  # the same, on the way
    (0.12, 0.44, -0.62),  # an empty space beside the way
)


class Kernel(Protocol):
    """The functions of the module `kernel` used here."""

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
    def generate_acts(
        self, store: Ints, light: int, dark: int, tiles: Ints, forks: Ints, weights: Floats, acts: Ints, stores: Ints, worth: Floats, /
    ) -> int: ...
    def play_out(self, store: Ints, dice: Ints, seats: int, until: int, tiles: Ints, forks: Ints, weights: Floats, /) -> int: ...


KERNEL: Compiled[Kernel] = Compiled("byways.games.long_way.bots.kernel")


@lru_cache(maxsize=8)
def tiles_of(chart: tuple[tuple[str, ...], ...]) -> Ints:
    """Return, for each roll, every place of its tile as wall segments on the four sides and spaces. Rows of zeros are padding."""
    found = [[[place(tile_mask(layout), space) for space in members(tile_mask(layout).fits)] for layout in shape] for shape in chart]
    most = max(len(places) for shape in found for places in shape)
    return np.array([[[*places, *[[0] * 5] * (most - len(places))] for places in shape] for shape in found], np.int64)


@lru_cache(maxsize=8)
def weights_array(weights: tuple[tuple[float, ...], ...]) -> Floats:
    """Return the weights in the kernel's format, transposed."""
    return np.array(weights).T.copy()


def place(mask: TileMask, space: int) -> list[int]:
    return [*(side << space for side in mask.walls), mask.cells << space]


def store_of(sheet: Sheet, kernel: Kernel) -> Ints:
    """Convert a sheet to a kernel row, including the way."""
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
    """Whether the kernel can be used. It draws no doorways, so it cannot open a covered entrance or exit."""
    return not sheet.covered(sheet.entrance) and not sheet.covered(sheet.exit)


def kernel_for(view: View, deadline: float) -> Kernel | None:
    """Return the compiled kernel if it is ready in time and can be used."""
    return KERNEL.ready(deadline) if view.phase != "doors" and has_open_doors(view.draft.sheet) else None


class Medium(Player[View]):
    """Picks the act with the best static evaluation."""

    def __init__(self, fallback: Player[View]) -> None:
        self.fallback = fallback
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = kernel_for(view, deadline) if view.phase == "draw" else None
        search = StoreSearch(view, kernel) if kernel else None
        if search is None or not (acts := search.contenders(view.act, 1)):
            return self.fallback.choose(view, deadline)
        return [*search.steps(acts[0])[len(view.act) :], DONE]


class Hard(Player[View]):
    """Picks the act whose playouts score most on average, with the same dice for all acts."""

    def __init__(self, rng: Random, fallback: Thinker[View], seconds: float | None = None, heats: int = 10_000) -> None:
        self.rng, self.fallback, self.seconds, self.heats = rng, fallback, seconds, heats
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        kernel = kernel_for(view, deadline)
        if kernel is None:
            return self.fallback.choose(view, deadline)
        search, thought = StoreSearch(view, kernel), self.thought(view, deadline)
        if view.phase == "coins":
            return PAYMENTS[race(len(PAYMENTS), lambda: search.paying(self.rng), thought, self.heats)]
        acts = search.contenders(view.act, CONTENDERS)
        if not acts:
            return self.fallback.choose(view, deadline)
        best = race(len(acts), lambda: search.heat(acts, self.rng), thought, self.heats)
        return [*search.steps(acts[best])[len(view.act) :], DONE]

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        kernel = KERNEL.ready(deadline) if view.phase == "doors" else kernel_for(view, deadline)
        if kernel is None:
            return self.fallback.weigh(view, deadline, among)
        thought = self.thought(view, deadline)
        if view.phase == "coins":
            return self.weigh_payments(StoreSearch(view, kernel), thought, among)
        act_search = ActSearch(view, StoreSearch(self.opened(view, deadline), kernel), self.rng)
        likely = act_search.likely(view.act, CONTENDERS) or [one.act for one in self.fallback.weigh(view, deadline)[:CONTENDERS]]
        if view.phase == "doors" and not view.act:
            likely = [tuple(cast(Sequence[Choice], self.fallback.choose(view, deadline))), *likely]
        asked = {act: self.completed(view, act_search, act, deadline) for act in map(tuple, among)}
        field = line_up(act_search.plans(likely), {act: act_search.plans(wholes) for act, wholes in asked.items()}, ActPlan.result)
        finish = field.run(lambda: act_search.leads(field.runners), thought, self.heats, act_search.guess)
        return field.weighed(lambda plan: plan.rest, act_search.search.values(finish))

    def weigh_payments(self, search: StoreSearch, thought: Thought, among: Sequence[Sequence[Choice]]) -> Sequence[Weighed]:
        every = range(len(PAYMENTS))
        field = Field([*every], {tuple(act): [nth for nth in every if PAYMENTS[nth] in act] or every for act in among})
        finish = field.run(lambda: search.paying(self.rng, leads=True), thought, self.heats, lambda nth: 0.0)
        return field.weighed(lambda nth: (PAYMENTS[nth],), search.values(finish))

    def completed(self, view: View, act_search: ActSearch, rest: Act, deadline: float) -> list[Act]:
        """Return the most promising completions of an act, or just the act if it is complete."""
        begun = cast("tuple[AnyChoice, ...]", (*view.act, *rest))
        if DONE in rest:
            return [rest]
        found = act_search.likely(begun, COMPLETIONS)
        if not found:
            found = [one.act for one in self.fallback.weigh(replace(view, act=begun), deadline)[:COMPLETIONS]]
        return [(*rest, *more) for more in found]

    def opened(self, view: View, deadline: float) -> View:
        """Before doors are drawn, assume the usual ones for every seat."""
        if view.phase != "doors":
            return view
        usual = cast("Sequence[AnyChoice]", self.fallback.choose(replace(view, act=()), deadline))
        return replace(view, sheets=tuple(apply_act(sheet, usual, True, view.roll).sheet for sheet in view.sheets))

    def thought(self, view: View, deadline: float) -> Thought:
        return Thought(deadline, share_of_round(len(view.sheets)) if self.seconds is None else self.seconds)


class Continuation(NamedTuple):
    """A store to play out, whose owner has the dice after `until` turns. Without a store, the points are final."""

    points: int
    store: Ints | None = None
    until: int = 0


class ActPlan(NamedTuple):
    """The rest of an act, and the sheet after it."""

    rest: Act
    sheet: Sheet
    continuation: Continuation

    def result(self) -> Hashable:
        return self.continuation.points if self.continuation.store is None else tuple(self.continuation.store.tolist())


class StoreSearch:
    """A view in the kernel's format, with its acts and playouts."""

    def __init__(self, view: View, kernel: Kernel) -> None:
        assert view.seat is not None
        self.kernel, self.sheet = kernel, view.sheets[view.seat]
        self.store, self.tiles, self.weights = store_of(self.sheet, kernel), tiles_of(view.chart), weights_array(WEIGHTS)
        self.light, self.dark = view.dice[0] - 1, view.dice[1] - 1
        last = 0 if view.phase == "doors" else len(view.sheets)  # the seat with the dice waits longest to get them again
        self.ahead = [(seat - view.active) % len(view.sheets) or last for seat in range(len(view.sheets))]
        self.playing = [self.ahead[seat] for seat, sheet in enumerate(view.sheets) if not sheet.stopped and seat not in view.removed]
        self.seats = len(self.playing)
        self.until = self.turns_before(view.seat)
        self.is_alone, self.has_roll = len(view.sheets) == 1, view.phase != "doors"
        self.others = {seat: sheet for seat, sheet in enumerate(view.sheets) if seat not in (view.seat, *view.removed)}
        self.acts = np.zeros((kernel.MOST_ACTS, 5), np.int64)
        self.stores = np.zeros((kernel.MOST_ACTS, kernel.ITEMS), np.int64)

    def turns_before(self, seat: int) -> int:
        """Count the turns after this one until a seat has the dice."""
        return sum(other < self.ahead[seat] for other in self.playing)

    def continuation(self, sheet: Sheet, until: int) -> Continuation:
        if sheet.stopped or not has_open_doors(sheet):
            return Continuation(score(sheet))
        return Continuation(score(sheet), store_of(sheet, self.kernel), until)

    @cached_property
    def rivals(self) -> list[Continuation]:
        return [self.continuation(sheet, self.turns_before(seat) + self.has_roll) for seat, sheet in self.others.items()]

    @cached_property
    def ranked(self) -> list[int]:
        """All acts by static evaluation, best first."""
        worth = np.empty(len(self.acts))
        size = self.kernel.generate_acts(
            self.store, self.light, self.dark, self.tiles, ALL_FORKS, self.weights, self.acts, self.stores, worth
        )
        return [act for act in np.argsort(-worth[:size], kind="stable").tolist() if worth[act] > -np.inf]

    def contenders(self, begun: tuple[AnyChoice, ...], most: int) -> list[int]:
        """Return the best acts that begin with the steps in `begun`."""
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
        """Play out acts with the same random dice."""
        dice = rolls(rng)

        def play(nth: int) -> float:
            if self.acts[acts[nth], self.kernel.WHAT] == self.kernel.STOP:
                return float(score(self.sheet))
            return self.play_out(self.stores[acts[nth]], dice, self.until)

        return play

    def paying(self, rng: Random, leads: bool = False) -> Heat:
        """Play out the turn with the dice kept, the light one rerolled, or the dark one, and the same dice afterwards."""
        dice = rolls(rng)
        light, dark = dice[0].tolist()
        poorer = self.store.copy()
        poorer[self.kernel.COINS] -= 1

        def play(nth: int) -> float:
            dice[0] = ((self.light, self.dark), (light, self.dark), (self.light, dark))[nth]
            # After a reroll the seat still has the dice; after keeping them, it waits a whole round for them.
            points = self.play_out(poorer if nth else self.store, dice, 0 if nth else self.seats)
            return points - self.best_of_others(dice) if leads else points

        return play

    def leads(self, continuations: Sequence[Continuation], rng: Random) -> Heat:
        """Play out stores with the same dice, and return their leads over the best of the others."""
        dice = rolls(rng)
        # The rivals still have to draw the current roll, which the viewer's act already contains.
        theirs = np.concatenate(([[self.light, self.dark]], dice)) if self.has_roll else dice
        best = self.best_of_others(theirs)
        return lambda nth: self.build(continuations[nth], dice) - best

    def best_of_others(self, dice: Ints) -> float:
        return max((self.build(continuation, dice) for continuation in self.rivals), default=0.0 if self.is_alone else -WON)

    def build(self, continuation: Continuation, dice: Ints) -> float:
        return float(continuation.points) if continuation.store is None else self.play_out(continuation.store, dice, continuation.until)

    def play_out(self, store: Ints, dice: Ints, until: int) -> float:
        return float(self.kernel.play_out(store, dice, self.seats, until, self.tiles, ALL_FORKS, self.weights))

    def values(self, finish: Finish) -> list[Estimate]:
        empty = 1 - self.sheet.occupied.bit_count() / SPACES
        return in_points(finish, SPREAD * empty, LIFT * empty) if self.is_alone else in_odds(finish, SPREAD * empty, UNFORESEEN)


class ActSearch:
    """Searches a view's acts, for doors or for a roll."""

    def __init__(self, view: View, search: StoreSearch, rng: Random) -> None:
        assert view.seat is not None
        self.view, self.search, self.rng, self.sheet = view, search, rng, view.sheets[view.seat]

    def likely(self, begun: tuple[AnyChoice, ...], most: int) -> list[Act]:
        """Return the best completions of the steps in `begun`."""
        if self.view.phase == "doors":
            return self.doors(begun)[:most]
        return [(*self.search.steps(act)[len(begun) :], DONE) for act in self.search.contenders(begun, most)]

    def doors(self, begun: tuple[AnyChoice, ...]) -> list[Act]:
        """Return the doors that complete `begun`, closest to the best distance first, otherwise in random order."""
        made = self.draft(begun)
        ways: list[Act] = [(DONE,)]
        if made.stage == "entrance":
            ways = [(entrance, way, DONE) for entrance in ENTRANCES for way in offer_exits(self.draft((entrance,)), self.view.roll)]
        elif made.stage == "exit":
            ways = [(way, DONE) for way in offer_exits(made, self.view.roll)]
        self.rng.shuffle(ways)
        return sorted(ways, key=lambda way: abs(APART - apart(self.draft((*begun, *way)).sheet)))

    def draft(self, act: Sequence[Choice]) -> Draft:
        return apply_act(self.sheet, cast("Sequence[AnyChoice]", act), self.view.phase == "doors", self.view.roll)

    def plans(self, rests: Iterable[Act]) -> list[ActPlan]:
        sheets = [(rest, self.draft((*self.view.act, *rest)).sheet) for rest in rests]
        return [ActPlan(rest, sheet, self.search.continuation(sheet, self.search.until)) for rest, sheet in sheets]

    def leads(self, plans: Sequence[ActPlan]) -> Heat:
        return self.search.leads([plan.continuation for plan in plans], self.rng)

    def guess(self, plan: ActPlan) -> float:
        """Return the lead if all stores were finished now."""
        return plan.continuation.points - max((continuation.points for continuation in self.search.rivals), default=0)


def apart(sheet: Sheet) -> int:
    """Count the steps between the doors of an empty store."""
    (row, column), (down, right) = divmod(sheet.entrance >> 2, SIZE), divmod(sheet.exit >> 2, SIZE)
    return abs(row - down) + abs(column - right)


def rolls(rng: Random) -> Ints:
    return np.array([(rng.randrange(6), rng.randrange(6)) for _ in range(TURNS)], np.int64)
