"""Players for Traxx: at random, some that weigh every way to use the card, and the hard one, which plays on (see `search`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import cast

import msgspec

from byways.bots import RandomPlayer, Thought, noticed, share_of_round
from byways.bots.compiled import has_numba
from byways.bots.race import Heat, race
from byways.bots.weighing import Weighed
from byways.game import AnyPlayer, Bot, Choice, Player
from byways.games.traxx.components import COLOURS, NUMBERS
from byways.games.traxx.rules import growth
from byways.games.traxx.state import ALL, BIT, DONE, WIDTH, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.games.traxx.view import View


def spread(fields: int) -> int:
    """All neighbours of a set of fields, and some bits beyond the edge."""
    return fields << 1 | fields >> 1 | fields << WIDTH | fields >> WIDTH | fields << WIDTH + 1 | fields >> WIDTH + 1


def ways(fields: int) -> tuple[int, int, int]:
    """The places with at least one, two and three neighbours in a set of fields."""
    one = two = three = 0
    for near in (fields << 1, fields >> 1, fields << WIDTH, fields >> WIDTH, fields << WIDTH + 1, fields >> WIDTH + 1):
        three |= two & near
        two |= one & near
        one |= near
    return one, two, three


class Taste(msgspec.Struct, frozen=True):
    """What the greedy player cares for, in points. Found by trial over many games."""

    near: float = 0.7  # what a number is worth for each step that it is away, as a share
    reach: float = 0.35  # a free field that an end can still get to
    pocket: float = 0.8  # a free field with one way in
    exits: tuple[float, ...] = (-6.0, -1.0, -0.5, 0.0, 0.3, 0.5, 0.5)  # by the number of colours beside an end
    narrow: float = 0.5  # a free field with two ways


TASTE = Taste()
PRESENT = Taste(near=0.0, reach=0.0, pocket=0.0, narrow=0.0)  # the points of this card, and no dead ends


GLANCE = 6.0  # points by which a sheet may do otherwise than it seems at a glance
PLANNED = 6  # ways to use a card that the planner draws on
HEATS = 10_000  # worlds at most
NOTICED = 0.2  # of the ways to use a card, by the easy player


class Ground:
    """A board as bit sets."""

    def __init__(self, board: Board) -> None:
        self.shades = [sum(BIT[field] for field, shade in board.colour.items() if shade == colour) for colour in COLOURS]
        self.numbers = [(number, BIT[field]) for number, field in zip(NUMBERS, board.numbers, strict=True)]


ground_of = lru_cache(maxsize=8)(Ground)


def acts(board: Board, sheet: Sheet, begun: tuple[AnyChoice, ...], card: str) -> Iterator[tuple[Draw, ...]]:
    """Every way to use the card that goes on from what is begun; of those that leave the same ends and fields only one."""
    seen: set[tuple[int, Field, Field]] = set()
    waiting = [tuple(step for step in begun if isinstance(step, Draw))]
    while waiting:
        act = waiting.pop()
        left = (sum(BIT[step.to] for step in act), act[0].origin, act[-1].to) if act else (0, "", "")
        if left in seen:
            continue
        seen.add(left)
        yield act
        waiting.extend((*act, step) for step in growth(board, sheet, act, card) if isinstance(step, Draw))


class Greedy(Player[View]):
    """Looks at each way to use the card as a whole, and takes the one that leaves the best sheet."""

    def __init__(self, rng: Random, taste: Taste = TASTE, part: float = 1.0) -> None:
        self.rng, self.taste, self.part = rng, taste, part

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        assert view.seat is not None
        sheet = view.sheets[view.seat]
        found = [*acts(view.board, sheet, view.act, view.card)]
        seen = found if self.part == 1.0 else noticed(self.rng, found, self.part)
        best = max(seen, key=lambda act: self.value(view, sheet, act))
        return (*best[len(view.act) :], DONE)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        """At a glance, so with much doubt."""
        assert view.seat is not None
        sheet, begun = view.sheets[view.seat], len(view.act)
        found = {(*act[begun:], DONE): [act] for act in acts(view.board, sheet, view.act, view.card)}
        for rest in map(tuple, among):
            act = tuple(step for step in (*view.act, *rest) if isinstance(step, Draw))
            found[rest] = [act] if DONE in rest else [*acts(view.board, sheet, act, view.card)]
        others = [other.score + self.value(view, other, ()) for seat, other in enumerate(view.sheets) if seat != view.seat]
        leads = {
            rest: sheet.score + max(self.value(view, sheet, act) for act in ways) - max(others, default=0.0) for rest, ways in found.items()
        }
        unit = 1 / GLANCE if others else 1.0
        return sorted((Weighed(rest, unit * lead, unit * GLANCE) for rest, lead in leads.items()), key=lambda one: -one.value)

    def value(self, view: View, sheet: Sheet, act: tuple[Draw, ...]) -> float:
        """The points that an act brings, and what can be hoped for from the sheet it leaves."""
        used, ends = sheet.used, [BIT[end] for end in sheet.ends]
        worth = worths(view, sheet)
        value = float(len(act))
        for step in act:
            used |= BIT[step.to]
            if number := view.board.number.get(step.to):
                value += worth[number]
                if len(view.sheets) == 1:
                    worth = {other: points if other > number else min(points, -(-other // 2)) for other, points in worth.items()}
        if act:
            ends = [BIT[act[-1].to], *(end for end in ends if end != BIT[act[0].origin] or len(sheet.line) == 1)]
        return value + self.hope(ground_of(view.board), used, ends, worth) if view.deck else value

    def hope(self, ground: Ground, used: int, ends: list[int], worth: dict[int, int]) -> float:
        """What the free fields promise: the numbers by their distance, the fields that can be reached, except pockets and closed ends."""
        taste, free = self.taste, ALL & ~used
        value = sum(taste.exits[sum(1 for shade in ground.shades if spread(end) & free & shade)] for end in ends)
        open_fields = within_reach(free, ends)
        wanted = [(worth[number], bit) for number, bit in ground.numbers if bit & open_fields]
        front, rest, share = sum(ends), open_fields, 1.0
        while front and wanted:
            front = spread(front) & rest
            rest &= ~front
            share *= taste.near
            value += share * sum(points for points, bit in wanted if bit & front)
        _, two, three = ways(open_fields | sum(ends))
        pockets, narrow = open_fields & ~two, open_fields & two & ~three
        return value + taste.reach * open_fields.bit_count() - taste.pocket * pockets.bit_count() - taste.narrow * narrow.bit_count()


def within_reach(free: int, ends: list[int]) -> int:
    """The free fields that the line can still get to: each end can go into one of the regions beside it, not into two."""
    choices = [regions(free, end) or [0] for end in ends]
    return max((one | other for one in choices[0] for other in choices[-1]), key=int.bit_count)


def regions(free: int, end: int) -> list[int]:
    """The connected sets of free fields beside an end."""
    found, left = [], spread(end) & free
    while left:
        region = flood(left & -left, free)
        found.append(region)
        left &= ~region
    return found


def flood(fields: int, free: int) -> int:
    """All free fields that hang together with these."""
    while (wider := (fields | spread(fields)) & free) != fields:
        fields = wider
    return fields


def worths(view: View, sheet: Sheet) -> dict[int, int]:
    """What each number would bring if it were reached now."""
    if len(view.sheets) == 1:
        highest = max((number for number, points in zip(NUMBERS, sheet.points, strict=True) if points), default=0)
        return {number: -(-number // 2) if number < highest else number for number in NUMBERS}
    gone = [any(other.points[number - 2] for other in view.sheets) for number in NUMBERS]
    return {number: -(-number // 2) if late else number for number, late in zip(NUMBERS, gone, strict=True)}


class Planner(Greedy):
    """Draws the lines that look best on to the end, as `greedy` would, in the same imagined worlds, and takes the one that scores most.

    The others draw nothing there. This is the hard player where there is no compiled code.
    """

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        assert view.seat is not None
        seat, sheet, begun = view.seat, view.sheets[view.seat], len(view.act)
        found = sorted(acts(view.board, sheet, view.act, view.card), key=lambda act: -self.value(view, sheet, act))
        likely = [(*act[begun:], DONE) for act in found[:PLANNED]]

        def heat() -> Heat:
            world, luck = cast(Position, view.imagine(self.rng)), self.rng.random()
            return lambda nth: self.draw_on(world, seat, likely[nth], Random(luck))

        is_clear = len(likely) == 1 or not view.deck
        return likely[0 if is_clear else race(len(likely), heat, Thought(deadline, share_of_round(len(view.sheets))), HEATS)]

    def draw_on(self, world: Position, seat: int, act: Sequence[Choice], luck: Random) -> float:
        """The score of a seat that draws this now, and what `greedy` likes after that."""
        while world.outcome is None:
            if world.chance is not None:
                world = world.happen(world.chance.draw(luck))
            elif seat in world.awaited:
                for step in act or super().choose(cast(View, world.view(seat)), 0.0):
                    world = world.choose(seat, step)
                act = ()
            else:
                world = world.choose(world.awaited[0], DONE)
        return world.sheets[seat].score


def hard(rng: Random) -> AnyPlayer:
    """Imports numpy only here, because that takes as long as everything else."""
    if not has_numba():
        return Planner(rng)
    from byways.games.traxx.bots.search import Hard

    return Hard(rng, Greedy(rng))


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "greedy": Greedy,
    "easy": partial(Greedy, taste=PRESENT, part=NOTICED),
    "medium": Greedy,
    "hard": hard,
}
