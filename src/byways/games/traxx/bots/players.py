"""Players for Traxx: random, greedy players that compare all acts with a card, and a planner for machines without numba (see `search`)."""

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
from byways.games.traxx.rules import extensions, worth
from byways.games.traxx.state import ALL, BIT, DONE, WIDTH, AnyChoice, Board, Draw, Field, Position, Sheet
from byways.games.traxx.view import View

DOUBT = 6.0  # standard error, in points, of a sheet's value without playouts
PLANNED = 6  # acts that the planner plays out
HEATS = 10_000  # maximum number of imagined worlds
NOTICED = 0.2  # share of acts that the easy player considers


class Weights(msgspec.Struct, frozen=True):
    """What the greedy player values, in points. Tuned over many games."""

    near: float = 0.7  # discount of a number for each step towards it
    reach: float = 0.35  # value of a free field that an end can still reach
    pocket: float = 0.8  # penalty for a free field with one way in
    exits: tuple[float, ...] = (-6.0, -1.0, -0.5, 0.0, 0.3, 0.5, 0.5)  # value of an end, by the number of colours beside it
    narrow: float = 0.5  # penalty for a free field with two ways in


WEIGHTS = Weights()
SHORT_SIGHTED = Weights(near=0.0, reach=0.0, pocket=0.0, narrow=0.0)  # only the points of this card, and no dead ends


def spread(fields: int) -> int:
    """The neighbours of a set of fields, including bits beyond the edge."""
    return fields << 1 | fields >> 1 | fields << WIDTH | fields >> WIDTH | fields << WIDTH + 1 | fields >> WIDTH + 1


def ways(fields: int) -> tuple[int, int]:
    """The places with at least two, and with at least three, neighbours in a set of fields."""
    one = two = three = 0
    for near in (fields << 1, fields >> 1, fields << WIDTH, fields >> WIDTH, fields << WIDTH + 1, fields >> WIDTH + 1):
        # A saturating counter in bit planes. Higher planes come first, so that each neighbour counts once.
        three |= two & near
        two |= one & near
        one |= near
    return two, three


class BoardBits:
    """A board as bit sets."""

    def __init__(self, board: Board) -> None:
        self.shades = [sum(BIT[field] for field, shade in board.colour.items() if shade == colour) for colour in COLOURS]
        self.numbers = [(number, BIT[field]) for field, number in board.number.items()]


bits_of = lru_cache(maxsize=8)(BoardBits)


def acts(board: Board, sheet: Sheet, begun: tuple[AnyChoice, ...], card: str) -> Iterator[tuple[Draw, ...]]:
    """Every act that begins with the steps already made. Of acts with the same result, only one is included."""
    seen: set[tuple[int, Field, Field]] = set()
    waiting = [tuple(step for step in begun if isinstance(step, Draw))]
    while waiting:
        act = waiting.pop()
        result = (sum(BIT[step.to] for step in act), act[0].origin, act[-1].to) if act else (0, "", "")
        if result in seen:
            continue
        seen.add(result)
        yield act
        waiting.extend((*act, step) for step in extensions(board, sheet, act, card) if isinstance(step, Draw))


class Greedy(Player[View]):
    """Compares whole acts and picks the one that leaves the best sheet."""

    def __init__(self, rng: Random, weights: Weights = WEIGHTS, part: float = 1.0) -> None:
        self.rng, self.weights, self.part = rng, weights, part

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        assert view.seat is not None
        sheet = view.sheets[view.seat]
        found = [*acts(view.board, sheet, view.act, view.card)]
        seen = found if self.part == 1.0 else noticed(self.rng, found, self.part)
        best = max(seen, key=lambda act: self.value(view, sheet, act))
        return (*best[len(view.act) :], DONE)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        """Weigh acts without playouts, and therefore with a large standard error."""
        assert view.seat is not None
        sheet, begun = view.sheets[view.seat], len(view.act)
        found = {(*act[begun:], DONE): [act] for act in acts(view.board, sheet, view.act, view.card)}
        for rest in map(tuple, among):
            act = tuple(step for step in (*view.act, *rest) if isinstance(step, Draw))
            found[rest] = [act] if DONE in rest else [*acts(view.board, sheet, act, view.card)]
        others = [other.score + self.value(view, other, ()) for seat, other in enumerate(view.sheets) if seat != view.seat]
        base, unit = sheet.score - max(others, default=0.0), 1 / DOUBT if others else 1.0
        leads = {rest: base + max(self.value(view, sheet, act) for act in same) for rest, same in found.items()}
        return sorted((Weighed(rest, unit * lead, unit * DOUBT) for rest, lead in leads.items()), key=lambda one: -one.value)

    def value(self, view: View, sheet: Sheet, act: tuple[Draw, ...]) -> float:
        """The points of an act, plus the points expected from the sheet after it."""
        used, ends = sheet.used, [BIT[end] for end in sheet.ends]
        pays = {number: worth(view.sheets, sheet, number) for number in NUMBERS}
        value = float(len(act))
        for step in act:
            used |= BIT[step.to]
            if number := view.board.number.get(step.to):
                value += pays[number]
                # In a solo game, lower numbers pay half from now on.
                if len(view.sheets) == 1:
                    pays = {other: points if other > number else min(points, -(-other // 2)) for other, points in pays.items()}
        if act:
            ends = [BIT[act[-1].to], *(end for end in ends if end != BIT[act[0].origin] or len(sheet.line) == 1)]
        return value + self.promise(bits_of(view.board), used, ends, pays) if view.deck else value

    def promise(self, board: BoardBits, used: int, ends: list[int], pays: dict[int, int]) -> float:
        """The points expected from the free fields: discounted numbers and reachable fields, minus penalties for pockets and
        shut-in ends.
        """
        weights, free = self.weights, ALL & ~used
        value = sum(weights.exits[sum(1 for shade in board.shades if spread(end) & free & shade)] for end in ends)
        open_fields = within_reach(free, ends)
        wanted = [(pays[number], bit) for number, bit in board.numbers if bit & open_fields]
        front, rest, share = sum(ends), open_fields, 1.0
        while front and wanted:
            front = spread(front) & rest
            rest &= ~front
            share *= weights.near
            value += share * sum(points for points, bit in wanted if bit & front)
        two, three = ways(open_fields | sum(ends))
        pockets, narrow = open_fields & ~two, open_fields & two & ~three
        return value + weights.reach * open_fields.bit_count() - weights.pocket * pockets.bit_count() - weights.narrow * narrow.bit_count()


def within_reach(free: int, ends: list[int]) -> int:
    """The free fields that the line can still reach. Each end can enter only one of the regions beside it."""
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
    """The free fields connected to these."""
    while (wider := (fields | spread(fields)) & free) != fields:
        fields = wider
    return fields


class Planner(Greedy):
    """Plays out the best acts like `greedy`, all in the same imagined worlds, and picks the one that scores most.

    The other seats draw nothing there. This is the hard player if numba is not installed.
    """

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        assert view.seat is not None
        seat, sheet, begun = view.seat, view.sheets[view.seat], len(view.act)
        found = sorted(acts(view.board, sheet, view.act, view.card), key=lambda act: -self.value(view, sheet, act))
        likely = [(*act[begun:], DONE) for act in found[:PLANNED]]

        def heat() -> Heat:
            world, seed = cast(Position, view.imagine(self.rng)), self.rng.random()
            return lambda nth: self.play_out(world, seat, likely[nth], Random(seed))

        is_clear = len(likely) == 1 or not view.deck
        return likely[0 if is_clear else race(len(likely), heat, Thought(deadline, share_of_round(len(view.sheets))), HEATS)]

    def play_out(self, world: Position, seat: int, act: Sequence[Choice], rng: Random) -> float:
        """The final score of a seat that chooses this act now and then plays like `greedy`."""
        while world.outcome is None:
            if world.chance is not None:
                world = world.happen(world.chance.draw(rng))
            elif seat in world.awaited:
                for step in act or super().choose(cast(View, world.view(seat)), 0.0):
                    world = world.choose(seat, step)
                act = ()
            else:
                world = world.choose(world.awaited[0], DONE)
        return world.sheets[seat].score


def hard(rng: Random) -> AnyPlayer:
    """Return the strongest player available."""
    # numpy is imported only here, because it takes as long as all other imports together.
    if not has_numba():
        return Planner(rng)
    from byways.games.traxx.bots.search import Hard

    return Hard(rng, Greedy(rng))


BOTS: dict[str, Bot] = {
    "random": RandomPlayer,
    "greedy": Greedy,
    "easy": partial(Greedy, weights=SHORT_SIGHTED, part=NOTICED),
    "medium": Greedy,
    "hard": hard,
}
