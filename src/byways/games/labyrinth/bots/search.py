"""The hard player: it compares turns by what rivals can do next, then by playouts; without rivals it follows the solver."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from math import hypot, sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import numpy as np

from byways.bits import members
from byways.bots import Thought, share_of_round
from byways.bots.race import Estimate, estimates, race
from byways.bots.weighed import Act, begun_by, line_up
from byways.bots.weighing import SURE, Weighed, log_odds
from byways.game import Choice, Player
from byways.games.labyrinth.bots.compiled_solver import KERNEL, LARGEST, Kernel, KernelBoard, Push, kernel_board, shape_of, unpacked
from byways.games.labyrinth.bots.playouts import Contender, Playouts, can_be_played_out
from byways.games.labyrinth.bots.rivals import Rival, rivals_of
from byways.games.labyrinth.bots.solver import OutOfTime, solve
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import AnyChoice, Walk
from byways.games.labyrinth.view import View, board_of

if TYPE_CHECKING:
    from byways.bots.bits64 import Ints

STEPS = 3  # steps of a whole turn
MANY = 16  # worlds that the kernel samples at once
SAMPLES = (4, 4, 8, 16)  # samples of the rivals' slides, by round; before each round but the first, the worse half of the pushes is dropped
GLANCES = 3  # samples before the playouts
CONTENDERS = 32  # turns played out
COMPLETIONS = 3  # turns played out for each unfinished turn that is weighed
HEATS = 512  # maximum playouts per turn
MOST_TURNS = 8  # longest plan to search for without rivals
REACHED = 0.3  # probability that an unknown player reaches its goal in a turn: `euclid` finds in 19 and gets home in 29 of 100 turns
HELD_HOME, HELD = (
    16.0,
    4.0,
)  # exponents: the chance to keep a way home, or to a treasure, if a rival picks its slide instead of sliding at random
ALMOST = 0.99  # maximum probability while rivals can still act
UNSURE = 0.1  # minimum standard error of log odds
LATER = 0.15  # value of a goal that two undisturbed turns reach


class GoalRates(NamedTuple):
    """The probabilities of reaching a treasure and of reaching home in one turn."""

    treasure: float = REACHED
    home: float = REACHED

    def of(self, goals: int) -> float:
        return self.home if goals == 1 else self.treasure


FREE = GoalRates()
HINDERED = GoalRates(0.25, 0.15)  # among players that hinder each other, from some hundred games of `hard`


@lru_cache(maxsize=1024)
def chances(mine: int, theirs: int, rates: GoalRates = FREE) -> float:
    """The probability of winning a race in which each player has this many goals left and the rival moves next."""
    if theirs == 0 or mine == 0:
        return float(theirs > 0)
    my, its = rates.of(mine), rates.of(theirs)
    # A round in which neither reaches a goal changes nothing; the denominator sums that geometric series.
    theirs_now = my * chances(mine - 1, theirs - 1, rates) + (1 - my) * chances(mine, theirs - 1, rates)
    return (its * theirs_now + (1 - its) * my * chances(mine - 1, theirs, rates)) / (1 - (1 - its) * (1 - my))


class Threat(NamedTuple):
    """The probabilities that a rival's next turn gets home, if it is going home, or otherwise finds its treasure."""

    rival: Rival
    home: float
    treasure: float

    def outlook(self, needs: int, near: float, rates: GoalRates = FREE) -> float:
        """The probability of beating this rival with `needs` goals left, reaching the next one with probability `near`."""

        def then(theirs: int) -> float:
            return near * chances(needs - 1, theirs, rates) + (1 - near) * chances(needs, theirs, rates)

        hunting = self.treasure * then(self.rival.needs - 1) + (1 - self.treasure) * then(self.rival.needs)
        return self.rival.homeward * (1 - self.home) * then(1) + (1 - self.rival.homeward) * hunting

    @property
    def is_sure(self) -> bool:
        return self.rival.homeward == self.home == 1

    def doubled(self) -> Threat:
        """The threat as a more suspicious player sees it: the rival is going home unless two independent guesses say otherwise."""
        return self._replace(rival=self.rival._replace(homeward=1 - (1 - self.rival.homeward) ** 2))


class Prospect:
    """A push, or None for a pass, with the cells of possible walks, and how often the next goal is near after rivals' slides.

    `goals` are the possible cells of the next goal. There are several if a treasure is found and the next one is still unknown.
    """

    def __init__(self, push: Push | None, board: Board, cells: Sequence[int], goals: Sequence[int | None], needs: int) -> None:
        self.push, self.board, self.cells, self.goals, self.needs = push, board, cells, goals, needs
        self.threats: list[Threat] = []
        self.samples, self.later, self.hits = 0, 0, np.zeros(board.grid.size, np.int64)

    @property
    def carry(self) -> Mapping[int, int]:
        """Where the slide carries avatars."""
        return self.board.grid.lines[self.push[0]].carry if self.push else {}

    def assess_threats(self, kernel: Kernel | None, rivals: Sequence[Rival], seed: int) -> None:
        """Determine what each rival can do in its next turn: the first on this board, later ones after random slides."""
        carry, place = self.carry, self.board._replace(rides=False)
        for slides, rival in enumerate(rivals):
            if slides and kernel is not None:
                at = carry.get(rival.at, rival.at)
                treasure = self.count(kernel, rival.goals, slides, seed)[at] / MANY if rival.goals else REACHED
                self.threats.append(Threat(rival, float(self.count(kernel, [rival.home], slides, seed)[at]) / MANY, float(treasure)))
                continue
            ends = self.board.ends(carry.get(rival.at, rival.at))
            home, *treasures = (bool(ends & place._replace(goal=goal).goals(place.ahead)) for goal in (rival.home, *rival.goals))
            self.threats.append(Threat(rival, float(home), sum(treasures) / len(treasures) if treasures else REACHED))

    def sample(self, kernel: Kernel | None, seed: int) -> None:
        """Let every rival slide at random, and count the cells from which the goal is then near: in one world, or in many if compiled."""
        if kernel is None:
            self.sample_one(Random(seed))
            return
        self.hits += self.count(kernel, self.goals, len(self.threats), seed, self.board.rides)
        self.samples += MANY

    def count(self, kernel: Kernel, goals: Sequence[int | None], slides: int, seed: int, rides: bool = False) -> Ints:
        """For each cell, count the worlds in which one turn reaches a random goal after this many random slides."""
        hits, cells = np.zeros(self.board.grid.size, np.int64), np.array([-1 if goal is None else goal for goal in goals], np.int64)
        kernel.sample(shape_of(self.board.grid), self.ahead, rides, cells, slides, MANY, np.array([seed]), hits)
        return hits

    def sample_one(self, rng: Random) -> None:
        board, cells = self.board._replace(goal=rng.choice(self.goals)), self.cells
        for _ in self.threats:
            ahead, barred = board.ahead, board.last and board.last.undoing
            number = rng.randrange(len(ahead.pushes))
            while ahead.pushes[number][0] == barred:
                number = rng.randrange(len(ahead.pushes))
            carry = ahead.grid.lines[ahead.pushes[number][0]].carry
            board, cells = board.push(ahead, number), [carry.get(cell, cell) for cell in cells]
        near = board.near()
        for cell, now in zip(self.cells, cells, strict=True):
            self.hits[cell] += near >> now & 1
        self.samples += 1

    @cached_property
    def ahead(self) -> KernelBoard:
        return kernel_board(self.board, self.cells[0])

    def look_further(self, kernel: Kernel | None, thought: Thought) -> None:
        """Find the cells from which two turns reach the goal if no rival slides."""
        if len(self.goals) > 1 or thought.is_over:
            return
        if kernel is not None:
            words = np.zeros(2, np.int64)
            kernel.later(shape_of(self.board.grid), self.ahead, self.board.rides, words)
            self.later = unpacked(words)
        else:
            board, ahead = self.board, self.board.ahead
            stages = ahead.together(0 if thought.is_over else board.push(ahead, number).near() for number in range(len(ahead.pushes)))
            self.later = ahead.before(ahead.reach(board.ways, stages & ahead.allowed(board.last)))

    def best(self) -> float:
        return max(map(self.value, self.cells))

    def cell(self) -> int:
        """The best cell to walk to. Of equal ones, this is the nearest to the goal, because `cells` are in that order."""
        return max(self.cells, key=self.value)

    def value(self, cell: int) -> float:
        """The estimated probability of winning after a walk to a cell."""
        near = self.near(cell)
        # The races against several rivals are treated as independent.
        value = 1.0 if self.threats else near  # without rivals, only the goal counts
        for threat in self.threats if self.needs else ():
            value *= threat.outlook(self.needs, near)
        return value

    def near(self, cell: int) -> float:
        """The estimated probability that the next turn reaches the goal from a cell."""
        near = float(self.hits[cell]) / max(self.samples, 1)
        return near + (1 - near) * LATER if self.later >> cell & 1 else near

    def turn(self, cell: int) -> tuple[AnyChoice, ...]:
        return (*self.push, self.board.grid.walks[cell]) if self.push else (PASS,)

    def weighed(self, cells: Sequence[int]) -> Estimate:
        """The log odds of winning from the best of some cells, with the standard error due to sampling."""
        if not self.samples or self.needs == 0:
            return Estimate(self.odds(0.5, self.threats), SURE if self.needs else 0.0)
        near = self.near(max(cells, key=self.value))
        value, off = self.odds(near, self.threats), error(near, self.samples)
        # Error propagation by finite differences. The first rival's threat is exact, the others' are sampled.
        shifts = [(self.odds(min(1.0, near + off), self.threats) - self.odds(max(0.0, near - off), self.threats)) / 2]
        for nth, threat in enumerate(self.threats[1:], 1):
            moved = threat._replace(home=nudged(threat.home, MANY), treasure=nudged(threat.treasure, MANY))
            shifts.append(value - self.odds(near, [*self.threats[:nth], moved, *self.threats[nth + 1 :]]))
        return Estimate(value, hypot(UNSURE, *shifts))

    def odds(self, near: float, threats: Sequence[Threat]) -> float:
        """The log odds of winning among players that hinder each other. More rivals bring them closer to even."""
        if self.needs == 0:
            return SURE
        if threats and threats[0].is_sure:
            return -SURE
        held, value = near ** max(1.0, (HELD_HOME if self.needs == 1 else HELD) / max(1, len(threats))), 1.0 if threats else near
        for threat in threats:
            value *= threat.doubled().outlook(self.needs, held, HINDERED)
        return log_odds(min(ALMOST, max(1 - ALMOST, value))) / max(1, len(threats))


Turn: TypeAlias = tuple[Prospect, int]  # a prospect and the cell to walk to
Turns: TypeAlias = tuple[Prospect, Sequence[int]]


def nudged(share: float, samples: int) -> float:
    """A share moved by one standard error towards 0.5."""
    return share + error(share, samples) * (1 if share < 1 / 2 else -1)


def error(share: float, samples: int) -> float:
    """The standard error of a share; not zero if all samples are alike."""
    # Laplace's rule of succession.
    likely = (share * samples + 1) / (samples + 2)
    return sqrt(likely * (1 - likely) / (samples + 2))


class Hard(Player[View]):
    """Takes the turn most likely to win, looking ahead as far as time allows."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.kernel = rng, KERNEL.module
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        return self.turn(view, self.prepare(view, deadline))[len(view.act) :]

    def prepare(self, view: View, deadline: float) -> Thought:
        self.kernel = KERNEL.ready(deadline) if view.maze.grid.size <= LARGEST else None
        return Thought(deadline, share_of_round(len(view.avatars)))

    def turn(self, view: View, thought: Thought) -> tuple[AnyChoice, ...]:
        """The whole turn, including the steps already made."""
        prospects, rivals = TurnOptions(view).prospects, rivals_of(view)
        if not prospects:
            return (PASS,)
        best, cell = prospects[0], prospects[0].cells[0]
        if not best.needs:
            return best.turn(cell)
        if not rivals:
            return self.lone_turn(view, thought) or self.random_turn(prospects)
        seen = self.look(prospects, rivals, thought)
        if playouts := self.playouts(view, rivals):
            turns = self.promising(seen, thought, CONTENDERS)
            best, cell = turns[race(len(turns), playouts.of([contender(*turn, view, rivals) for turn in turns]), thought, HEATS)]
        else:
            best = self.narrow(seen, thought)[0]
            cell = best.cell()
        return best.turn(cell)

    def lone_turn(self, view: View, thought: Thought) -> tuple[AnyChoice, ...]:
        """The first turn of a shortest path to the goal; nothing if none is found in time."""

        def stop() -> bool:
            thought.imagined += 1
            return thought.is_over

        try:
            plan = solve(view, MOST_TURNS, stop)
        except OutOfTime:
            plan = None
        return plan[0] if plan else ()

    def random_turn(self, prospects: Sequence[Prospect]) -> tuple[AnyChoice, ...]:
        """A random push and a walk towards the goal. Always taking the best one could lead round in circles."""
        prospect = self.rng.choice(prospects)
        return prospect.turn(prospect.cells[0])

    def playouts(self, view: View, rivals: Sequence[Rival]) -> Playouts | None:
        return Playouts(self.kernel, view, rivals, self.rng) if rivals and self.kernel and can_be_played_out(view) else None

    def promising(self, prospects: Sequence[Prospect], thought: Thought, most: int) -> list[Turn]:
        """The best turns after a few samples."""
        for _ in range(GLANCES):
            self.sample(prospects, thought)
        for prospect in prospects:
            prospect.look_further(self.kernel, thought)
        return best_of([(prospect, cell) for prospect in prospects for cell in prospect.cells], most)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        thought, options, rivals = self.prepare(view, deadline), TurnOptions(view), rivals_of(view)
        asked = {tuple(rest): options.completions((*view.act, *rest)) for rest in among}
        kept = [prospect for prospect, _ in chain(*asked.values())]
        likely = options.likely
        plan = () if rivals else self.lone_turn(view, thought)
        seen = self.look(list(dict.fromkeys((likely[0], *kept, *likely))), rivals, thought)
        if playouts := self.playouts(view, rivals):
            turns = self.promising(seen, thought, len(view.choices) if options.must_walk else CONTENDERS)
            return weigh_by_playouts(playouts, turns, asked, thought)
        for prospect in seen:
            prospect.look_further(self.kernel, thought)
        self.narrow(seen, thought, kept)
        found: dict[Act, Estimate] = {
            prospect.turn(cell)[len(view.act) :]: prospect.weighed([cell]) for prospect in seen for cell in options.walks(prospect)
        }
        if plan and likely[0].needs:
            found[plan[len(view.act) :]] = Estimate(log_odds(ALMOST), UNSURE)
        found |= {
            rest: max((*begun_by(rest, found), *(prospect.weighed(cells) for prospect, cells in turns))) for rest, turns in asked.items()
        }
        return relative_to_best(found)

    def look(self, prospects: list[Prospect], rivals: Sequence[Rival], thought: Thought) -> list[Prospect]:
        """Sample all prospects once, or as many as time allows, and return those."""
        # Common random numbers: all prospects face the same slides by rivals.
        seed = self.rng.getrandbits(62)
        for prospect in prospects:
            prospect.assess_threats(self.kernel, rivals, seed)
            prospect.sample(self.kernel, seed)
            if thought.is_over:
                break
        return [prospect for prospect in prospects if prospect.samples]

    def narrow(self, prospects: list[Prospect], thought: Thought, kept: Collection[Prospect] = ()) -> list[Prospect]:
        """Successive halving; prospects in `kept` are never dropped."""
        for number, samples in enumerate(SAMPLES):
            if number == 1:
                for prospect in prospects:
                    prospect.look_further(self.kernel, thought)
            for _ in range(samples):
                self.sample(prospects, thought)
                thought.imagined += 1 if self.kernel is None else MANY
            ranked, half = sorted(prospects, key=Prospect.best, reverse=True), (len(prospects) + 1) // 2
            prospects = [prospect for place, prospect in enumerate(ranked) if place < half or prospect in kept]
        return prospects

    def sample(self, prospects: Sequence[Prospect], thought: Thought) -> None:
        """Sample all prospects with the same seed."""
        seed = self.rng.getrandbits(62)
        for prospect in prospects:
            if thought.is_over:
                return
            prospect.sample(self.kernel, seed)


def best_of(turns: Iterable[Turn], most: int) -> list[Turn]:
    return sorted(turns, key=lambda turn: -turn[0].value(turn[1]))[:most]


def contender(prospect: Prospect, cell: int, view: View, rivals: Sequence[Rival]) -> Contender:
    places = [cell, *(prospect.carry.get(rival.at, rival.at) for rival in rivals)]
    return Contender(prospect.ahead, places, view.treasures + 1 - prospect.needs)


def weigh_by_playouts(playouts: Playouts, likely: Sequence[Turn], asked: Mapping[Act, Sequence[Turns]], thought: Thought) -> list[Weighed]:
    """Weigh the promising turns, and the best completions of the requested ones."""
    view, begun = playouts.view, len(playouts.view.act)

    def rest_of(turn: Turn) -> Act:
        return turn[0].turn(turn[1])[begun:]

    ends = {
        rest: [turn for turn in likely if rest_of(turn)[: len(rest)] == rest]
        + best_of(((prospect, cell) for prospect, cells in turns for cell in cells), COMPLETIONS)
        for rest, turns in asked.items()
    }
    field = line_up(likely, ends, rest_of)
    heat = playouts.of([contender(*turn, view, playouts.rivals) for turn in field.runners])
    finish = field.run(heat, thought, HEATS, lambda turn: turn[0].value(turn[1]))
    values = [in_log_odds(*found, len(scores)) for found, scores in zip(estimates(finish, 1 / 4), finish.scores, strict=True)]
    won = [Estimate(SURE, 0.0) if turn[0].needs == 0 else value for turn, value in zip(field.runners, values, strict=True)]
    return field.weighed(rest_of, won)


def in_log_odds(share: float, doubt: float, games: int) -> Estimate:
    """The log odds of a share of games, with half a win and half a loss added."""
    chance = min(ALMOST, max(1 - ALMOST, (share * games + 1 / 2) / (games + 1)))
    return Estimate(log_odds(chance), doubt / (chance * (1 - chance)))


def relative_to_best(found: Mapping[Act, Estimate]) -> list[Weighed]:
    """Sort acts, best first. Every other act's doubt includes the best one's."""
    first, *others = sorted(found, key=lambda act: -found[act].score)
    doubt = found[first].doubt
    return [Weighed(first, *found[first]), *(Weighed(act, found[act].score, hypot(found[act].doubt, doubt)) for act in others)]


class TurnOptions:
    """The possible turns from a view, including the steps already made."""

    def __init__(self, view: View) -> None:
        self.view, self.board, self.home = view, board_of(view), view.avatars[view.seat or 0].home
        self.needs = 1 if view.homeward else max(2, view.treasures - view.found + 1)
        ahead, ends = self.board.ahead, self.board.ends(view.at, view.act)
        self.cells, self.found = ahead.apart(ends), ahead.apart(ends & self.board.goals(ahead))

    @cached_property
    def prospects(self) -> list[Prospect]:
        """All pushes, first those that reach the goal, then by distance to it. Their cells are in the same order."""
        ranked = []
        for number, (cells, found) in enumerate(zip(self.cells, self.found, strict=True)):
            if found:
                ranked.append((-1, number, self.finding(number)))
            elif cells:
                prospect = self.wandering(number)
                ranked.append((distance(prospect.board, prospect.cells[0]), number, prospect))
        return [prospect for _, _, prospect in sorted(ranked, key=lambda each: each[:2])]

    @property
    def likely(self) -> list[Prospect]:
        """All prospects, or a pass if there are none. If only the walk is left to choose, walks that miss the goal are included."""
        missed = [number for number, found in enumerate(self.found) if found and self.cells[number] & ~found] if self.must_walk else []
        return [*self.prospects, *map(self.wandering, missed)] or [self.passing]

    @property
    def must_walk(self) -> bool:
        return len(self.view.act) == STEPS - 1

    def finding(self, number: int) -> Prospect:
        """A push with a walk to the goal."""
        view, grid, (push, after) = self.view, self.view.maze.grid, self.pushed(number)
        unknown = (
            range(grid.size) if grid.classic else [cell for cell in grid.fixed if cell not in (self.home, *view.hunts[view.seat or 0])]
        )
        goals, rides = (unknown, grid.classic) if self.needs > 2 else ([self.home], False)
        return Prospect(push, after._replace(rides=rides), members(self.found[number]), goals, self.needs - 1)

    def wandering(self, number: int) -> Prospect:
        """A push with walks that do not reach the goal."""
        push, after = self.pushed(number)
        order = sorted((distance(after, cell), cell) for cell in members(self.cells[number] & ~self.found[number]))
        return Prospect(push, after, [cell for _, cell in order], [after.goal], self.needs)

    @property
    def passing(self) -> Prospect:
        return Prospect(None, self.board, [self.view.at], [self.board.goal], self.needs)

    def pushed(self, number: int) -> tuple[Push, Board]:
        ahead = self.board.ahead
        return ahead.pushes[number], self.board.push(ahead, number)

    def completions(self, act: Act) -> list[Turns]:
        """All turns that begin with this act, which may be a whole turn."""
        if PASS in act:
            return [(self.passing, [self.view.at])]
        turns = [(prospect, prospect.cells) for prospect in self.prospects if (*(prospect.push or ()),)[: len(act)] == act[:2]]
        if len(act) < STEPS:
            return turns
        ((prospect, cells),) = turns
        cell = self.view.maze.grid.walks.index(cast(Walk, act[2]))
        return [(prospect if cell in cells else self.wandering(self.board.ahead.pushes.index(cast(Push, act[:2]))), [cell])]

    def walks(self, prospect: Prospect) -> Sequence[int]:
        return prospect.cells if self.must_walk else [prospect.cell()]


def distance(board: Board, cell: int) -> int:
    """The squared distance to the goal. A goal on the spare is farther than any other."""
    return board.grid.size**2 if board.goal is None else board.grid.distance(cell, board.goal)
