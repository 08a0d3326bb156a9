"""Iterative deepening for The Way: alpha-beta over turns that alter a card on either player's way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from byways.bots import Thought
from byways.game import put
from byways.games.the_way.bots.distance import rest, trails
from byways.games.the_way.bots.distance_arrays import HELD, LOCKED, NUMBER, SHARED, Bytes, Flags, Numbers, distances_to_goals
from byways.games.the_way.cards import FACES, LEFT, RIGHT
from byways.games.the_way.rules import possible_moves, possible_places, possible_turns
from byways.games.the_way.state import (
    CARDS,
    CELLS,
    LAY,
    MIDPOINTS,
    NEIGHBOURS,
    STARTS,
    STAY,
    AnyChoice,
    Cards,
    Move,
    OpenState,
    Stay,
    altered,
)
from byways.games.the_way.view import View

WON = 100_000.0
CAUTION = 0.7  # weight of the other's distance for the player who is ahead, who then prefers running to blocking
KEPT = 8.0  # initial value of a card in hand, in tenths of a turn
SPENT = 120  # turns after which a card is worth nothing, so that games come to an end
SOON = 0.995  # discount per turn of delay
STAGES = ((2, 8), (3, 6), (3, 12), (4, 6), (4, 12), (5, 8), (6, 8), (7, 8), (8, 8))  # depth in turns, and width, of each deepening
FIRST = 60  # turns that survive the static evaluation
NEAR = tuple(frozenset((cell, *(beside for _, beside in around))) for cell, around in enumerate(NEIGHBOURS))

Act: TypeAlias = tuple[AnyChoice, ...]
Pair: TypeAlias = tuple[int, int]
T = TypeVar("T")


class Situation(NamedTuple):
    """A search node. `hands` and `sizes` are by piece; the other player's hand lists every card they may hold."""

    table: OpenState
    hands: tuple[Cards, Cards]
    sizes: Pair


class Change(NamedTuple):
    """An alteration: its steps, the cell altered (-1 for none) and the new face."""

    act: Act
    cell: int = -1
    face: str = ""


class TurnPlan(NamedTuple, Generic[T]):
    """A whole turn: its value to its player in tenths of a turn, its steps, the table or situation after it, and the value's
    search depth.
    """

    worth: float
    act: Act
    result: T
    depth: int = 1


class TimeIsUp(Exception): ...


def situation(view: View) -> Situation:
    assert view.seat is not None
    assert view.table.circle is not None
    piece, circle = view.table.piece(view.seat), view.table.circle
    theirs = (*view.unseen, *view.table.known[1 - view.seat])
    sizes = view.sizes[circle], view.sizes[1 - circle]
    return Situation(view.table, (view.hand, theirs) if piece == 0 else (theirs, view.hand), sizes)


class Lookahead:
    """The search for one turn of a piece. Noise that grows with the number of turns avoids repetitions."""

    def __init__(self, root: Situation, piece: int, thought: Thought, rng: Random, begun: Act = ()) -> None:
        self.root, self.piece, self.thought, self.rng, self.begun = root, piece, thought, rng, begun
        mine, self.theirs = (rest(root.table, either, root.sizes[either] > 0) for either in (piece, 1 - piece))
        self.weight = CAUTION if mine < self.theirs else 1.0
        self.noise = self.margin = 1 + root.table.turn / 16
        self.asked: dict[Act, TurnPlan[Situation]] = {}
        self.kept = KEPT * max(0.0, 1 - root.table.turn / SPENT)

    def best(self) -> TurnPlan[Situation]:
        """Return the best turn found in time, at least the best one by static evaluation."""
        *_, plans = self.deepen()
        return plans[0]

    def deepen(self) -> Iterator[list[TurnPlan[Situation]]]:
        """Yield plans, best first: by static evaluation, then at increasing depths."""
        plans = self.static_plans()
        yield plans
        for depth, width in STAGES:
            if (plans[0].worth > WON / 2 and not self.asked) or self.thought.is_over:
                break
            plans = self.weigh(plans, depth, width)
            yield plans

    def static_plans(self) -> list[TurnPlan[Situation]]:
        changes = self.changes(self.root, self.piece, self.begun)
        plans = self.plans(self.root, self.piece, changes[:1] if self.thought.is_over else changes, FIRST)
        plans += [plan for act, plan in self.asked.items() if all(act != known.act for known in plans)]
        return sorted(map(self.with_noise, plans), key=lambda plan: -plan.worth)

    def ask(self, act: Act) -> None:
        """Search an act's statically best completion at every depth."""
        begun = tuple(step for step in act if not isinstance(step, Move | Stay))
        changes = self.changes(self.root, self.piece, begun)
        plan = next(plan for plan in self.plans(self.root, self.piece, changes, None) if plan.act[: len(act)] == act)
        self.asked[plan.act] = plan

    def with_noise(self, plan: TurnPlan[Situation]) -> TurnPlan[Situation]:
        return plan._replace(worth=plan.worth + self.rng.random() * self.noise)

    def weigh(self, plans: list[TurnPlan[Situation]], depth: int, width: int) -> list[TurnPlan[Situation]]:
        """Search the best plans, and the requested ones, to a depth, as far as time allows, and sort them before the rest."""
        later = plans[2 * width :]
        short = plans[: 2 * width] + [plan for plan in later if plan.act in self.asked]
        weighed: list[TurnPlan[Situation]] = []
        alpha = -2 * WON
        for plan in short:
            # Noise could put a slightly worse plan first, so the window is wider by `margin`.
            window = -2 * WON, 2 * WON if plan.act in self.asked else self.margin - alpha
            try:
                worth = plan.worth if plan.worth > WON / 2 else -self.search(plan.result, 1 - self.piece, depth - 1, width, window)
            except TimeIsUp:
                break
            weighed.append(self.with_noise(plan._replace(worth=worth, depth=depth)))
            alpha = max(alpha, worth)
        left = short[len(weighed) :] + [plan for plan in later if plan.act not in self.asked]
        return sorted(weighed, key=lambda plan: -plan.worth) + left

    def search(self, here: Situation, piece: int, depth: int, width: int, window: tuple[float, float]) -> float:
        """Return a situation's value to the player to move, by alpha-beta over the statically best turns."""
        if self.thought.is_over:
            raise TimeIsUp
        self.thought.imagined += 1
        alpha, beta = window
        plans = self.plans(here, piece, self.changes(here, piece), 1 if depth == 1 else width)
        if depth == 1 or plans[0].worth > WON / 2:
            return plans[0].worth
        best = -2 * WON
        for plan in plans:
            # Negamax: for the other player, the window is negated and its ends swapped.
            best = max(best, -self.search(plan.result, 1 - piece, depth - 1, width, (-beta, -max(alpha, best))))
            if best >= beta:
                break
        return best * SOON

    def changes(self, here: Situation, piece: int, begun: Act = ()) -> list[Change]:
        """Return no change, and every change to a card on either player's way. For a turn that has begun, return all its completions."""
        table, other = here.table, here.table.tokens[1 - piece]
        matter = set(range(len(table.cards))) if begun else self.trail(here, 0) | self.trail(here, 1)
        found = [Change(())]
        for turn in possible_turns(table, other):
            cell = CELLS[turn.place]
            if cell in matter:
                found.append(Change((turn,), cell, (RIGHT if turn.way == "right" else LEFT)[table.cards[cell]]))
        places = [(place, CELLS[place.place]) for place in possible_places(other) if CELLS[place.place] in matter]
        for card in dict.fromkeys(here.hands[piece] if here.sizes[piece] else ()):
            found += [Change((CARDS[card], place, LAY[face]), cell, face) for place, cell in places for face in FACES[card]]
        return [change for change in found if change.act[: len(begun)] == begun]

    def plans(self, here: Situation, piece: int, changes: list[Change], most: int | None) -> list[TurnPlan[Situation]]:
        """Return the best turns, by static evaluation, with one of these changes."""
        steps = [(change, step) for change in changes for step in self.steps(here.table, piece, change)]
        ends = [CELLS[step.place] if isinstance(step, Move) else here.table.tokens[piece] for _, step in steps]
        worths = self.worths(here, piece, [change for change, _ in steps], np.array(ends))
        best = np.argsort(-worths, kind="stable")[:most]
        return [TurnPlan(float(worths[n]), (*steps[n][0].act, steps[n][1]), after(here, piece, steps[n][0], ends[n])) for n in best]

    def steps(self, table: OpenState, piece: int, change: Change) -> list[Move | Stay]:
        """Return the moves of a piece after a change."""
        at, cards = table.tokens[piece], table.cards
        # A change elsewhere does not affect the next move.
        if change.cell in NEAR[at]:
            cards = put(cards, change.cell, change.face)
        return [*possible_moves(table, cards, piece), STAY]

    def worths(self, here: Situation, piece: int, changes: list[Change], ends: Numbers) -> NDArray[np.float64]:
        """Return the static values of turns to the piece that makes them."""
        table, other, all_of = here.table, 1 - piece, np.arange(len(ends))
        faces = np.repeat(np.array([[NUMBER[face]] for face in table.cards], np.uint8), len(ends), axis=1)
        states = np.zeros_like(faces)
        states[list(table.locked)] = LOCKED
        cells, covering = np.array([change.cell for change in changes]), np.array([len(change.act) > 1 for change in changes])
        altered = all_of[cells >= 0]
        faces[cells[altered], altered] = [NUMBER[change.face] for change in changes if change.cell >= 0]
        states[cells[covering], all_of[covering]] = LOCKED
        spent = covering & (not table.variations.replace)
        there, still = (ends, np.full_like(ends, table.tokens[other]))
        mine = rests(table, piece, faces, states, here.sizes[piece] > spent, there, still)
        theirs = rests(table, other, faces, states, np.full(len(ends), here.sizes[other] > 0), still, there)
        kept = self.kept * (here.sizes[piece] - spent - here.sizes[other])
        weights = (1.0, self.weight) if piece == self.piece else (self.weight, 1.0)
        won = table.reached[piece] & (ends == STARTS[piece])
        return np.where(won, WON, weights[1] * theirs - weights[0] * mine + kept)

    def trail(self, here: Situation, piece: int) -> set[int]:
        """Return the cells that a piece still has to cross on its best way."""
        table, covers = here.table, here.sizes[piece] > 0
        back = trails(table, piece, STARTS[piece], covers)
        if table.reached[piece]:
            return set(back.cells(table.tokens[piece]))
        return {*trails(table, piece, MIDPOINTS[piece], covers).cells(table.tokens[piece]), *back.cells(MIDPOINTS[piece])}


def rests(table: OpenState, piece: int, faces: Bytes, states: Bytes, covers: Flags, at: Numbers, held: Numbers) -> Numbers:
    """Return a piece's remaining distance on many boards, with the tokens at the cells `at` and `held`."""
    boards = np.arange(len(at))
    states = states.copy()
    states[held, boards] = np.where(held == at, SHARED, HELD)
    back = np.full_like(at, STARTS[piece])
    if table.reached[piece]:
        return distances_to_goals(table.variations, faces, states, covers, back)[at, boards].astype(np.int64)
    # Compute both halves of the way in one pass, as twice as many boards.
    goals = np.concatenate([np.full_like(at, MIDPOINTS[piece]), back])
    found = distances_to_goals(table.variations, np.tile(faces, 2), np.tile(states, 2), np.tile(covers, 2), goals)
    return found[at, boards].astype(np.int64) + found[MIDPOINTS[piece], len(at) :]


def after(here: Situation, piece: int, change: Change, end: int) -> Situation:
    """Return the situation after a turn."""
    table = here.table
    board = altered(table, change.act)
    reached = put(table.reached, piece, table.reached[piece] or end == MIDPOINTS[piece])
    moved = replace(table, cards=board.cards, locked=board.locked, tokens=put(table.tokens, piece, end), reached=reached)
    if not board.played:
        return here._replace(table=moved)
    hand = list(here.hands[piece])
    hand.remove(board.played)
    hand += [board.taken] if board.taken else []
    sizes = put(here.sizes, piece, here.sizes[piece] - (not board.taken))
    return Situation(moved, put(here.hands, piece, tuple(hand)), sizes)
