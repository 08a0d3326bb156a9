"""Players for The Long Way: at random, one that takes what looks best now, and one that looks ahead."""

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
from byways.games.long_way.bots.playouts import Future
from byways.games.long_way.rules import parse
from byways.games.long_way.rules.acts import DONE, KEEP, OFFERS, REROLLS, STEPS, bonus_earned, displays_on, drawing
from byways.games.long_way.rules.shoppers import Floor, Survey, survey
from byways.games.long_way.state import ALL, SPACES, AnyChoice, Dice, Draft, Roll, Sheet, Tile, Wall, read_dice
from byways.games.long_way.view import View

Ending: TypeAlias = tuple[float, float, list[AnyChoice]]  # how much the sheet is liked, a chance for ties, the steps

# How many acts are played on in each round: the worse ones are dropped
ROUNDS = (*(16,) * 12, *(8,) * 12, *(4,) * 24, *(2,) * 32)
TURNS = 30  # more than a store has room for, coins included


class Weights(NamedTuple):
    """What things are worth, in points; pairs go from the first number to the second while the store fills."""

    step: tuple[float, float] = (0.25, 0.05)
    empty: tuple[float, float] = (0.1, 1.0)  # on the way
    beside: float = 0.05  # a display that is not on the way
    coin: float = 0.15
    cafeteria: float = 1.0  # one that is still to be drawn, while the store is empty
    shut: float = -6.0  # no way out
    bonus: float = 0.4  # what a bonus is worth before it is chosen
    better: float = 0.3  # what another roll must promise before a coin is paid


TUNED = Weights()
GLANCE = 4.0  # points by which a store may do otherwise than it seems at a glance
NOTICED = 0.1  # of the places for a tile, by the easy player
DOORS = ("entrance d1 north", "exit e1 north")
WIDE_DOORS = ("entrance c1 north", "exit f1 north")  # better for who plays on: of all pairs, the quick hand's stores score most


class Greedy(Player[View]):
    """Tries every tile, display and bonus, and every cafeteria, and takes the sheet it likes best."""

    tried: ClassVar[int] = 6  # tiles with displays for which every bonus is tried

    def __init__(self, rng: Random, weights: Weights = TUNED, doors: tuple[str, str] = DOORS) -> None:
        self.rng, self.weights, self.doors = rng, weights, doors

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if view.phase == "coins":
            return self.pay(view)
        return [*self.plan(view.draft, view.roll), DONE]

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        """At a glance, so with much doubt."""
        assert view.seat is not None
        others = [self.like(sheet) for seat, sheet in enumerate(view.sheets) if seat != view.seat] if view.phase != "doors" else [0.0]
        lead, unit = max(others, default=0.0), 1 / GLANCE if len(view.sheets) > 1 else 1.0
        found = {act: Weighed(act, unit * (value - lead), unit * GLANCE) for act, value in self.liked(view, among).items()}
        return sorted(found.values(), key=lambda one: -one.value)

    def liked(self, view: View, among: Sequence[Sequence[Choice]]) -> dict[tuple[Choice, ...], float]:
        """How much ways to go on are liked, those asked for among them. Of doors, only the usual ones are."""
        if view.phase == "coins":
            paid = dict(zip((KEEP, *REROLLS), self.hopes(view), strict=False))
            return {(choice,): value for choice, value in paid.items()} | {tuple(act): paid[act[0]] for act in among if act}
        if view.phase == "doors":
            return {tuple(act): -GLANCE for act in among} | {(*self.plan(view.draft, view.roll), DONE): 0.0}
        found: dict[tuple[Choice, ...], float] = {(*act, DONE): value for value, _, act in self.endings(view.draft, view.roll)}
        for act in map(tuple, among):
            made = drawing(view.sheets[view.seat or 0], cast("tuple[AnyChoice, ...]", (*view.act, *act)), False, view.roll)
            found[act] = self.like(made.sheet) if DONE in act else max(self.endings(made, view.roll))[0]
        return found

    def plan(self, made: Draft, roll: Roll) -> list[AnyChoice]:
        """The rest of an act, from whatever stage it has come to."""
        if made.stage == "entrance":
            return [parse(word) for word in self.doors]
        if made.stage == "exit":
            return [self.rng.choice(OFFERS["exit"](made, roll))]
        return max(self.endings(made, roll))[2]

    def endings(self, made: Draft, roll: Roll) -> list[Ending]:
        """Ways to finish an act, each with how much its sheet is liked; ties fall by chance."""
        if made.stage == "ready":
            return [(self.like(made.sheet), self.rng.random(), [])]
        return [ending for opening in self.openings(made, roll) for ending in self.onward(made, opening, roll)]

    def openings(self, made: Draft, roll: Roll) -> list[list[AnyChoice]]:
        """First steps that are worth trying; a wall changes little where the shoppers do not come."""
        if made.stage == "option":
            return self.shortlist(made, roll)
        choices, near = OFFERS[made.stage](made, roll), ALL
        if made.stage == "bonus" and (way := survey(made.sheet, floor := Floor(made.sheet))):
            near = way.passed | floor.around(way.passed)
        return [[choice] for choice in choices if not isinstance(choice, Wall) or near >> choice.space & 1]

    def onward(self, made: Draft, opening: list[AnyChoice], roll: Roll) -> list[Ending]:
        for choice in opening:
            made = STEPS[type(choice)](made, choice, roll)
        return [(value, chance, [*opening, *rest]) for value, chance, rest in self.endings(made, roll)]

    def shortlist(self, made: Draft, roll: Roll) -> list[list[AnyChoice]]:
        """The tiles with displays that look best at a glance, any cafeteria, or stopping."""
        options = OFFERS["option"](made, roll)
        tiles = [seen for choice in options if isinstance(choice, Tile) for seen in self.glance(made, choice, roll)]
        best = [steps for _, _, steps in sorted(tiles, reverse=True)[: self.tried]]
        others: list[list[AnyChoice]] = [[choice] for choice in options if not isinstance(choice, Tile)]
        return best + others

    def glance(self, made: Draft, tile: Tile, roll: Roll) -> list[Ending]:
        """Every display on a tile, judged by the way as it is before the display is there."""
        placed = STEPS[Tile](made, tile, roll)
        floor = Floor(placed.sheet)
        way = survey(placed.sheet, floor)
        value, passed = self.value(placed.sheet, floor, way), way.passed if way else 0
        found: list[Ending] = []
        for choice in displays_on(placed.at, roll.light, roll.dark):
            more = 1.0 if passed >> choice.space & 1 else self.weights.beside
            more += self.weights.bonus * bonus_earned(placed.sheet, choice.space, choice.kind - 1)
            found.append((value + more, self.rng.random(), [tile, choice]))
        return found

    def like(self, sheet: Sheet) -> float:
        floor = Floor(sheet)
        return self.value(sheet, floor, survey(sheet, floor))

    def value(self, sheet: Sheet, floor: Floor, way: Survey | None) -> float:
        """A sheet in points; when it is finished nothing can get better, so empty spaces cost what they cost."""
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

    def pay(self, view: View) -> AnyChoice:
        """Another roll of one die if it promises enough."""
        now, *hopes = self.hopes(view)
        if max(hopes) - now < self.weights.better:
            return KEEP
        return REROLLS[hopes.index(max(hopes))]

    def hopes(self, view: View) -> tuple[float, float, float]:
        """What the dice promise as they lie, and if the light or the dark one is rolled again, for the sheet before any bonus."""
        light, dark = view.dice
        return (
            self.promise(view, view.dice),
            fmean(self.promise(view, (pips, dark)) for pips in range(1, 7)),
            fmean(self.promise(view, (light, pips)) for pips in range(1, 7)),
        )

    def promise(self, view: View, dice: Dice) -> float:
        """How good a roll looks at a glance."""
        made, roll = Draft(view.draft.sheet, "option"), read_dice(view.chart, dice)
        tiles = (choice for choice in OFFERS["option"](made, roll) if isinstance(choice, Tile))
        return max((value for tile in tiles for value, _, _ in self.glance(made, tile, roll)), default=self.like(made.sheet))


def between(pair: tuple[float, float], free: float) -> float:
    return pair[0] * free + pair[1] * (1 - free)


class Planner(Greedy):
    """Plays the acts that greedy likes best on to the end, again and again with other dice, and takes the one that scores best.

    The same dice are used for every act. The worse ones are dropped on the way; when time runs out, the best so far is taken.
    """

    tried = 10

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        if view.phase != "draw":
            return super().choose(view, deadline)
        ranked = sorted(self.endings(view.draft, view.roll), reverse=True)
        acts = [steps for _, _, steps in ranked[: ROUNDS[0]]]
        return [*(self.foresee(view, acts, Thought(deadline, inf)) if len(acts) > 1 else acts[0]), DONE]

    def foresee(self, view: View, acts: list[list[AnyChoice]], thought: Thought) -> list[AnyChoice]:
        """The act after which playing on scores most on average; at first, greedy's order counts."""
        assert view.seat is not None
        sheet, future = view.sheets[view.seat], Future(view.chart, view.draft.sheet, self.rng)
        ahead = [drawing(sheet, (*view.act, *steps), False, view.roll).sheet for steps in acts]
        totals, racing = [0] * len(acts), list(range(len(acts)))
        for kept in ROUNDS:
            racing = sorted(racing, key=lambda nth: -totals[nth])[:kept]
            scores = self.play_on(future, [ahead[nth] for nth in racing], thought)
            for nth, points in zip(racing, scores, strict=False):
                totals[nth] += points
            if not scores:
                break
            thought.imagined += 1
        return acts[max(racing, key=lambda nth: totals[nth])]

    def play_on(self, future: Future, sheets: list[Sheet], thought: Thought) -> list[int]:
        """What each sheet scores with the same dice; nothing if there is no time for all of them."""
        rolls = [(self.rng.randint(1, 6), self.rng.randint(1, 6)) for _ in range(TURNS)]
        scores = []
        for sheet in sheets:
            if thought.is_over:
                return []
            scores.append(future.play_on(sheet, rolls))
        return scores


class Easy(Greedy):
    """Of the places for a tile that it notices it takes the one that scores best now; it never thinks of a long way, and never pays."""

    tried = 1

    def __init__(self, rng: Random, doors: tuple[str, str] = DOORS) -> None:
        super().__init__(rng, Weights(step=(0.0, 0.0), empty=(0.0, 1.0)), doors)

    def shortlist(self, made: Draft, roll: Roll) -> list[list[AnyChoice]]:
        options = OFFERS["option"](made, roll)
        tiles = noticed(self.rng, [choice for choice in options if isinstance(choice, Tile)], NOTICED)
        seen = [one for tile in tiles for one in self.glance(made, tile, roll)]
        others: list[list[AnyChoice]] = [[choice] for choice in options if not isinstance(choice, Tile)]
        return [max(seen)[2], *others] if seen else others

    def pay(self, view: View) -> AnyChoice:
        return KEEP


# For these numpy is loaded, which takes as long as all else.


def medium(rng: Random) -> AnyPlayer:
    from byways.games.long_way.bots.search import Quick

    return Quick(Greedy(rng, doors=WIDE_DOORS))


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
