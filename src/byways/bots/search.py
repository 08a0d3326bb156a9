"""Monte Carlo tree search over imagined worlds for any game, with a tree for every seat (multiple-observer information sets).

Each round imagines a world from the searching seat's view and plays it out. A seat's tree branches by what that seat sees: its own choices,
the visible part of other seats' final acts, and visible chance. So no seat in an imagined world acts on what it cannot know, and seats that
choose at the same time do not see each other's choices.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count
from math import log, sqrt
from random import Random
from typing import Generic, NamedTuple, TypeAlias, cast

from typing_extensions import TypeVar

from byways.bots import RandomPlayer, Thought
from byways.bots.weighing import Weighed, log_odds
from byways.game import Bot, Chance, Choice, Player, Position, View

__all__ = ["BOTS", "Search", "at_random", "shares"]

P = TypeVar("P", bound=Position, default=Position)

Value: TypeAlias = Callable[[P], Sequence[float]]  # the value of a position for each seat, from 0 to 1
Policy: TypeAlias = Callable[[P, int, Random], Choice]  # the choice of a seat in an imagined position

SECONDS = 1.0
CURIOSITY = 0.7  # exploration constant of the upper confidence bound
HORIZON = 400  # choices outside the trees after which a playout is cut off, once no act is open
SURE = 20  # visits that a later step of an act needs before it is answered together with the first
MIXED = 0.5  # where seats choose simultaneously, play any choice with this share of the most visits, in proportion to its visits


def shares(position: Position) -> Sequence[float]:
    """Return 1 for first place, 0 for last place, and the mean of the tied places for ties; 0.5 for all seats before the outcome."""
    if position.outcome is None:
        return [0.5] * len(position.acts)
    places = position.outcome.places
    return [1 - (place - 1 + (places.count(place) - 1) / 2) / max(1, len(places) - 1) for place in places]


def at_random(position: Position, seat: int, rng: Random) -> Choice:
    """A policy: choose uniformly among the legal choices."""
    return rng.choice(position.choices(seat))


class Estimate(NamedTuple):
    score: float
    variance: float


class Arm:
    """A choice at a node: how often it was available and chosen, and its total score."""

    __slots__ = ("offered", "total", "visits")

    def __init__(self) -> None:
        self.offered = self.visits = 0
        self.total = 0.0

    @property
    def estimate(self) -> Estimate:
        """The mean score and its variance, with a visit that scored 0.5 as the prior."""
        score = (self.total + 0.5) / (self.visits + 1)
        return Estimate(score, score * (1 - score) / (self.visits + 1))


class Node:
    """An information set of one seat. `within` marks a node inside the seat's own open act, where nothing new is revealed."""

    __slots__ = ("arms", "children", "within")

    def __init__(self) -> None:
        self.arms: dict[Choice, Arm] = {}
        self.children: dict[Hashable, Node] = {}
        self.within = False

    def child(self, seen: Hashable) -> Node:
        found = self.children.get(seen)
        if found is None:
            found = self.children[seen] = Node()
        return found

    def offer(self, choices: Sequence[Choice]) -> list[Choice]:
        """Count the available choices; return those never chosen."""
        fresh, arms = [], self.arms
        for choice in choices:
            arm = arms.get(choice)
            if arm is None:
                arm = arms[choice] = Arm()
            arm.offered += 1
            if not arm.visits:
                fresh.append(choice)
        return fresh

    def promising(self, choices: Sequence[Choice]) -> Choice:
        """Return the choice with the highest upper confidence bound, which counts how often each was available."""

        def bound(choice: Choice) -> float:
            arm = self.arms[choice]
            # UCB1 for information sets: not every choice is available in every world, so `offered` replaces the parent's visits.
            return arm.total / arm.visits + CURIOSITY * sqrt(log(arm.offered) / arm.visits)

        return max(choices, key=bound)


class ForcedAct(NamedTuple):
    """An act that a seat must begin with, and the arm that learns from it in place of the tree's arms."""

    seat: int
    act: Sequence[Choice]
    arm: Arm


class Round(Generic[P]):
    """One imagined world, played out: each seat follows its own tree to a leaf, then the policy. A seat may be forced to an act first."""

    def __init__(self, search: Search[P], world: P, roots: list[Node], forced: ForcedAct | None = None) -> None:
        self.search, self.world = search, world
        self.nodes: list[Node | None] = list(roots)
        self.taken: list[tuple[int, Arm]] = [] if forced is None else [(forced.seat, forced.arm)]
        self.forced = {} if forced is None else {forced.seat: list(forced.act)}
        self.waiting = [begun(world, seat) for seat in range(len(roots))]  # tentative steps that other seats have not seen yet

    def play(self, thought: Thought) -> None:
        """Play to the end or the horizon and update the arms; a round cut off by time updates nothing."""
        left = self.search.horizon
        while self.world.outcome is None:
            if thought.is_over:
                return
            if due := self.world.chance:
                self.happen(due)
                continue
            seat = self.world.awaited[0]
            if self.nodes[seat] is None:
                # Never stop inside an open act: the value of the position would ignore its steps.
                if left <= 0 and not any(self.world.acts):
                    break
                left -= 1
            self.choose(seat)
        values = self.search.value(self.world)
        for taker, arm in self.taken:
            arm.visits += 1
            arm.total += values[taker]

    def happen(self, due: Chance) -> None:
        what = due.draw(self.search.rng)
        self.world = self.world.happen(what)
        # A chance with a single result reveals nothing and would only deepen the tree.
        if len(due.what) > 1:
            for seat, node in enumerate(self.nodes):
                if node is not None and due.seen(seat):
                    self.nodes[seat] = node.child(what)
        self.reveal()

    def choose(self, seat: int) -> None:
        node, before = self.nodes[seat], self.world
        choice = self.search.policy(before, seat, self.search.rng) if node is None else self.step(seat, node)
        self.world = before.choose(seat, choice)
        if (node := self.nodes[seat]) is not None:
            self.nodes[seat] = node = node.child(choice)
            node.within = bool(self.world.acts[seat])
        if any(self.nodes):
            self.waiting[seat].append((before, choice))
            self.reveal()

    def step(self, seat: int, node: Node) -> Choice:
        """Choose for a seat still inside its search tree. After an untried choice, the seat follows the policy."""
        choices = self.world.choices(seat)
        choice: Choice
        if forced := self.forced.get(seat):
            choice = forced.pop(0)
            if choice in choices:
                return choice
            forced.clear()
        fresh = node.offer(choices)
        if len(choices) == 1:
            choice = choices[0]
        elif not fresh:
            choice = node.promising(choices)
        else:
            # Expansion: one new arm per round, the policy's choice first.
            choice = self.search.policy(self.world, seat, self.search.rng)
            choice = choice if choice in fresh else self.search.rng.choice(fresh)
            self.nodes[seat] = None
        self.taken.append((seat, node.arms[choice]))
        return choice

    def reveal(self) -> None:
        """Advance other seats' nodes by the visible part of acts that have become final."""
        for seat, waiting in enumerate(self.waiting):
            if waiting and not self.world.acts[seat]:
                for other, node in enumerate(self.nodes):
                    if node is not None and other != seat:
                        seen = tuple(before.shown(seat, choice, other) for before, choice in waiting)
                        self.nodes[other] = node.child((seat, seen))
                waiting.clear()


def begun(world: P, seat: int) -> list[tuple[P, Choice]]:
    """Return the tentative steps of a seat, each with the position in which it was chosen."""
    steps: list[tuple[P, Choice]] = []
    while act := world.acts[seat]:
        world = world.undo(seat)
        steps.insert(0, (world, act[-1]))
    return steps


class Search(Player, Generic[P]):
    """A player for any game.

    `value` rates the position where a playout ends, or is cut off after `horizon` choices. `policy` chooses outside the trees, and its
    choice is tried first inside them. The search takes `seconds`, or a number of `rounds`.
    """

    def __init__(
        self,
        rng: Random,
        value: Value[P] = shares,
        policy: Policy[P] = at_random,
        *,
        horizon: int = HORIZON,
        seconds: float = SECONDS,
        rounds: int | None = None,
    ) -> None:
        self.rng, self.value, self.policy = rng, value, policy
        self.horizon, self.seconds, self.rounds = horizon, seconds, rounds

    def choose(self, view: View, deadline: float) -> Choice | Sequence[Choice]:
        assert view.seat is not None
        if len(view.choices) == 1:
            return view.choices[0]
        root = self.think(view, view.seat, Thought(deadline, self.seconds))
        if root is None:
            return self.policy(self.imagine(view), view.seat, self.rng)
        return self.act(root, mixed=len(view.awaited) > 1)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        """Weigh choices by their scores in the tree, and the acts in `among` by forcing every other round to begin with one of them."""
        assert view.seat is not None
        asked = {tuple(act): Arm() for act in among}
        root = self.think(view, view.seat, Thought(deadline, self.seconds), [ForcedAct(view.seat, *one) for one in asked.items()])
        tried = root.arms if root is not None else {choice: Arm() for choice in view.choices}
        return ranked({(choice,): arm for choice, arm in tried.items()}, asked)

    def think(self, view: View, seat: int, thought: Thought, forced: Sequence[ForcedAct] = ()) -> Node | None:
        """Return the root of the seat's tree; None if there was no time for a single round."""
        roots: list[Node] = []
        for nth in count() if self.rounds is None else range(self.rounds):
            if thought.is_over:
                break
            world = self.imagine(view)
            roots = roots or [Node() for _ in world.acts]
            Round(self, world, roots, forced[nth // 2 % len(forced)] if forced and nth % 2 else None).play(thought)
            thought.imagined += 1
        return roots[seat] if roots and visits(roots[seat]) else None

    def imagine(self, view: View) -> P:
        """Return a world that fits the view. A subclass may imagine more likely ones."""
        return cast(P, view.imagine(self.rng))

    def act(self, node: Node | None, mixed: bool) -> list[Choice]:
        """Return the most visited choice, and later steps of the same act while their nodes have enough visits."""
        act: list[Choice] = []
        while node is not None and (not act or (node.within and visits(node) >= SURE)):
            act.append(self.pick(node, mixed))
            node = node.children.get(act[-1])
        return act

    def pick(self, node: Node, mixed: bool) -> Choice:
        """Return a choice at the root: the most visited one or, if `mixed`, a random one of those with enough visits."""
        # Decide by visits, which are less noisy than means.
        most = max(arm.visits for arm in node.arms.values())
        good = {choice: arm.visits for choice, arm in node.arms.items() if arm.visits >= (MIXED * most if mixed else most)}
        return self.rng.choices(list(good), list(good.values()))[0]


def visits(node: Node) -> int:
    return sum(arm.visits for arm in node.arms.values())


def ranked(tried: Mapping[tuple[Choice, ...], Arm], asked: Mapping[tuple[Choice, ...], Arm]) -> list[Weighed]:
    """Return acts by score, best first. No arm of the tree ranks above the most visited one, whose score is the least noisy."""
    most = max(tried.values(), key=lambda arm: arm.visits).estimate
    found = {act: min(arm.estimate, most) for act, arm in tried.items()} | {act: arm.estimate for act, arm in asked.items()}
    (act, best), *others = sorted(found.items(), key=lambda item: -item[1].score)
    doubts = [(act, best.score, best.variance), *((act, one.score, one.variance + best.variance) for act, one in others)]
    # Delta method: the derivative of the log odds is 1 / (p (1 - p)).
    return [Weighed(act, log_odds(score), sqrt(variance) / (score * (1 - score))) for act, score, variance in doubts]


#: The bots of a game that has none of its own.
BOTS: Mapping[str, Bot] = {"random": RandomPlayer, "hard": Search}
