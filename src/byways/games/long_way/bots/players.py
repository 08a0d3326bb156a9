"""Players for The Long Way: random, greedy, and a planner that compares acts by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from statistics import fmean
from typing import ClassVar, NamedTuple, TypeAlias, cast

from byways.bots import RandomPlayer, Thought, noticed
from byways.bots.compiled import has_numba
from byways.bots.weighing import Weighed
from byways.game import AnyPlayer, Bot, Choice, Player
from byways.games.long_way.bots.playouts import Playouts
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.acts import APPLY, DONE, KEEP, OFFERS, REROLLS, apply_act, bonus_earned, displays_on
from byways.games.long_way.rules.shoppers import Floor, Route, find_route
from byways.games.long_way.state import ALL, SPACES, AnyChoice, Dice, Draft, Roll, Sheet, Tile, Wall, read_dice
from byways.games.long_way.view import View

Completion: TypeAlias = tuple[float, float, list[AnyChoice]]  # the sheet's value, a random number that breaks ties, and the steps

ROUNDS = (*(16,) * 12, *(8,) * 12, *(4,) * 24, *(2,) * 32)  # the number of acts played out in each round; the worse ones are dropped
TURNS = 30  # rolls per playout: more than a store has room for, coins included


class Weights(NamedTuple):
    """Evaluation weights in points. Each pair is for an empty store and a full one."""

    step: tuple[float, float] = (0.25, 0.05)
    empty: tuple[float, float] = (0.1, 1.0)  # cost of an empty space on the way
    beside: float = 0.05  # a display off the way
    coin: float = 0.15
    cafeteria: float = 1.0  # a cafeteria still to be drawn, in an empty store
    shut: float = -6.0  # no way to the exit
    bonus: float = 0.4  # a bonus before it is chosen
    better: float = 0.3  # the gain a reroll must promise before a coin is paid


TUNED = Weights()
GLANCE_SPREAD = 4.0  # points by which the final score may differ from the static evaluation
NOTICED = 0.1  # share of a tile's places that the easy player sees
DOORS = ("entrance d1 north", "exit e1 north")
WIDE_DOORS = ("entrance c1 north", "exit f1 north")  # the pair of doors with which playouts score most


class Greedy(Player[View]):
    """Tries every tile, display, bonus and cafeteria, and picks the sheet with the best static evaluation."""

    tried: ClassVar[int] = 6  # pairs of tile and display for which every bonus is tried

    def __init__(self, rng: Random, weights: Weights = TUNED, doors: tuple[str, str] = DOORS) -> None:
        self.rng, self.weights, self.doors = rng, weights, doors

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if view.phase == "coins":
            return self.choose_reroll(view)
        return [*self.complete(view.draft, view.roll), DONE]

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        """Weigh acts by static evaluation, with a wide spread."""
        assert view.seat is not None
        others = [self.evaluate(sheet) for seat, sheet in enumerate(view.sheets) if seat != view.seat] if view.phase != "doors" else [0.0]
        lead, unit = max(others, default=0.0), 1 / GLANCE_SPREAD if len(view.sheets) > 1 else 1.0
        found = {act: Weighed(act, unit * (value - lead), unit * GLANCE_SPREAD) for act, value in self.evaluate_acts(view, among).items()}
        return sorted(found.values(), key=lambda one: -one.value)

    def evaluate_acts(self, view: View, among: Sequence[Sequence[Choice]]) -> dict[tuple[Choice, ...], float]:
        """Evaluate completions of the act, including those in `among`. Only the usual doors rate well."""
        if view.phase == "coins":
            paid = dict(zip((KEEP, *REROLLS), self.expected_values(view), strict=False))
            return {(choice,): value for choice, value in paid.items()} | {tuple(act): paid[act[0]] for act in among if act}
        if view.phase == "doors":
            return {tuple(act): -GLANCE_SPREAD for act in among} | {(*self.complete(view.draft, view.roll), DONE): 0.0}
        found: dict[tuple[Choice, ...], float] = {(*act, DONE): value for value, _, act in self.completions(view.draft, view.roll)}
        for act in map(tuple, among):
            draft = apply_act(view.sheets[view.seat or 0], cast("tuple[AnyChoice, ...]", (*view.act, *act)), False, view.roll)
            found[act] = self.evaluate(draft.sheet) if DONE in act else max(self.completions(draft, view.roll))[0]
        return found

    def complete(self, draft: Draft, roll: Roll) -> list[AnyChoice]:
        """Return the rest of an act, whatever stage it has reached."""
        if draft.stage == "entrance":
            return [parse(word) for word in self.doors]
        if draft.stage == "exit":
            return [self.rng.choice(OFFERS["exit"](draft, roll))]
        return max(self.completions(draft, roll))[2]

    def completions(self, draft: Draft, roll: Roll) -> list[Completion]:
        """Return ways to finish an act, each with its sheet's value and a random number to break ties."""
        if draft.stage == "ready":
            return [(self.evaluate(draft.sheet), self.rng.random(), [])]
        return [ending for opening in self.openings(draft, roll) for ending in self.onward(draft, opening, roll)]

    def openings(self, draft: Draft, roll: Roll) -> list[list[AnyChoice]]:
        """Return first steps worth trying. Walls are tried only near the way, because elsewhere they change little."""
        if draft.stage == "option":
            return self.shortlist(draft, roll)
        choices, near = OFFERS[draft.stage](draft, roll), ALL
        if draft.stage == "bonus" and (way := find_route(draft.sheet, floor := Floor(draft.sheet))):
            near = way.passed | floor.around(way.passed)
        return [[choice] for choice in choices if not isinstance(choice, Wall) or near >> choice.space & 1]

    def onward(self, draft: Draft, opening: list[AnyChoice], roll: Roll) -> list[Completion]:
        for choice in opening:
            draft = APPLY[type(choice)](draft, choice, roll)
        return [(value, chance, [*opening, *rest]) for value, chance, rest in self.completions(draft, roll)]

    def shortlist(self, draft: Draft, roll: Roll) -> list[list[AnyChoice]]:
        """Return the best tiles with displays, all cafeterias, and stopping."""
        options = OFFERS["option"](draft, roll)
        tiles = self.places([choice for choice in options if isinstance(choice, Tile)])
        rated = sorted((one for tile in tiles for one in self.rate_displays(draft, tile, roll)), reverse=True)
        others: list[list[AnyChoice]] = [[choice] for choice in options if not isinstance(choice, Tile)]
        return [steps for _, _, steps in rated[: self.tried]] + others

    def places(self, tiles: list[Tile]) -> Sequence[Tile]:
        """Return the places for a tile that this player considers."""
        return tiles

    def rate_displays(self, draft: Draft, tile: Tile, roll: Roll) -> list[Completion]:
        """Rate every display on a tile, using the way before the display is drawn."""
        placed = APPLY[Tile](draft, tile, roll)
        floor = Floor(placed.sheet)
        way = find_route(placed.sheet, floor)
        value, passed = self.evaluate_way(placed.sheet, floor, way), way.passed if way else 0
        found: list[Completion] = []
        for choice in displays_on(placed.at, roll.light, roll.dark):
            more = 1.0 if passed >> choice.space & 1 else self.weights.beside
            more += self.weights.bonus * bonus_earned(placed.sheet, choice.space, choice.kind - 1)
            found.append((value + more, self.rng.random(), [tile, choice]))
        return found

    def evaluate(self, sheet: Sheet) -> float:
        floor = Floor(sheet)
        return self.evaluate_way(sheet, floor, find_route(sheet, floor))

    def evaluate_way(self, sheet: Sheet, floor: Floor, way: Route | None) -> float:
        """Evaluate a sheet in points. Nothing can improve on a finished sheet, so its empty spaces cost a full point each."""
        weights, free = self.weights, 0.0 if sheet.stopped else floor.empty.bit_count() / SPACES
        value = weights.coin * sheet.coins + weights.cafeteria * (2 - len(sheet.cafeterias)) * free
        shown = floor.displays.bit_count()
        if way is None:
            return value + weights.beside * shown + (0.0 if sheet.stopped else weights.shut)
        passed = way.passed
        on_way = (passed & floor.displays).bit_count()
        steps = sum(map(len, way.legs)) - len(way.legs)
        value += on_way + weights.beside * (shown - on_way)
        value += steps * between(weights.step, free) - (passed & floor.empty).bit_count() * between(weights.empty, free)
        return value

    def choose_reroll(self, view: View) -> AnyChoice:
        """Reroll a die if the expected gain is worth a coin."""
        now, *rerolled = self.expected_values(view)
        return KEEP if max(rerolled) - now < self.weights.better else REROLLS[rerolled.index(max(rerolled))]

    def expected_values(self, view: View) -> tuple[float, float, float]:
        """Return the value of the dice as they are, and the expected values of rerolling the light and the dark one."""
        light, dark = view.dice
        return (
            self.roll_value(view, view.dice),
            fmean(self.roll_value(view, (pips, dark)) for pips in range(1, 7)),
            fmean(self.roll_value(view, (light, pips)) for pips in range(1, 7)),
        )

    def roll_value(self, view: View, dice: Dice) -> float:
        """Return the value of a roll's best tile and display, before any bonus."""
        draft, roll = Draft(view.draft.sheet, "option"), read_dice(view.chart, dice)
        tiles = (choice for choice in OFFERS["option"](draft, roll) if isinstance(choice, Tile))
        return max((value for tile in tiles for value, _, _ in self.rate_displays(draft, tile, roll)), default=self.evaluate(draft.sheet))


def between(pair: tuple[float, float], free: float) -> float:
    return pair[0] * free + pair[1] * (1 - free)


class Planner(Greedy):
    """Compares the best acts of `Greedy` by playouts, with the same dice for all, and picks the one that scores best on average.

    The worse acts are dropped round by round. When time runs out, the best act so far is played.
    """

    tried = 10

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if view.phase != "draw":
            return super().choose(view, deadline)
        ranked = sorted(self.completions(view.draft, view.roll), reverse=True)
        acts = [steps for _, _, steps in ranked[: ROUNDS[0]]]
        return [*(self.best_by_playouts(view, acts, Thought(deadline, inf)) if len(acts) > 1 else acts[0]), DONE]

    def best_by_playouts(self, view: View, acts: list[list[AnyChoice]], thought: Thought) -> list[AnyChoice]:
        """Return the act with the best average score. The order of `acts` breaks ties."""
        assert view.seat is not None
        sheet, playouts = view.sheets[view.seat], Playouts(view.chart, view.draft.sheet, self.rng)
        ahead = [apply_act(sheet, (*view.act, *steps), False, view.roll).sheet for steps in acts]
        totals, racing = [0] * len(acts), list(range(len(acts)))
        for kept in ROUNDS:
            racing = sorted(racing, key=lambda nth: -totals[nth])[:kept]
            scores = self.play_out(playouts, [ahead[nth] for nth in racing], thought)
            for nth, points in zip(racing, scores, strict=False):
                totals[nth] += points
            if not scores:
                break
            thought.imagined += 1
        return acts[max(racing, key=lambda nth: totals[nth])]

    def play_out(self, playouts: Playouts, sheets: list[Sheet], thought: Thought) -> list[int]:
        """Play out each sheet with the same dice. Return nothing if there is no time for all of them."""
        rolls = [(self.rng.randint(1, 6), self.rng.randint(1, 6)) for _ in range(TURNS)]
        scores = []
        for sheet in sheets:
            if thought.is_over:
                return []
            scores.append(playouts.play_out(sheet, rolls))
        return scores


class Easy(Greedy):
    """Picks the place that scores best now, among a few that it notices. It ignores the length of the way and never pays."""

    tried = 1

    def __init__(self, rng: Random, doors: tuple[str, str] = DOORS) -> None:
        super().__init__(rng, Weights(step=(0.0, 0.0), empty=(0.0, 1.0)), doors)

    def places(self, tiles: list[Tile]) -> Sequence[Tile]:
        return noticed(self.rng, tiles, NOTICED)

    def choose_reroll(self, view: View) -> AnyChoice:
        return KEEP


# These import numpy only when needed, because that takes as long as everything else together.


def medium(rng: Random) -> AnyPlayer:
    from byways.games.long_way.bots.search import Medium

    return Medium(Greedy(rng, doors=WIDE_DOORS))


def hard(rng: Random) -> AnyPlayer:
    if not has_numba():
        return Planner(rng, doors=WIDE_DOORS)
    from byways.games.long_way.bots.search import Hard

    return Hard(rng, Easy(rng, WIDE_DOORS))


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "greedy": Greedy,
    "planner": Planner,
    "easy": Easy,
    "medium": medium,
    "hard": hard,
}
