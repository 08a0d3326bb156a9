"""The strongest player: everybody wants to be home first, and what a turn does for oneself and to the others is reckoned a round ahead."""

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
from byways.games.labyrinth.bots.compiled_solver import KERNEL, LARGEST, Ahead, Kernel, Push, ahead_of, shape_of, unpacked
from byways.games.labyrinth.bots.playouts import Contender, Playouts, can_be_played_out
from byways.games.labyrinth.bots.rivals import Rival, rivals_of
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import AnyChoice, Walk
from byways.games.labyrinth.view import View, board_of

if TYPE_CHECKING:
    from byways.bots.bits64 import Ints

STEPS = ("slide", "insert", "walk")  # of a turn
MANY = 16  # worlds at once, by compiled code
SAMPLES = (4, 4, 8, 16)  # of what the others may slide; before each round but the first the worse half of the pushes is given up
GLANCES = 3  # samples before turns are played out to the end
CONTENDERS = 32  # turns that are
COMPLETIONS = 3  # of the beginning of one that somebody asks for
HEATS = 512  # games of each at most
LUCK = 0.3  # how often somebody of whom nothing is known reaches its goal in a turn: `euclid` finds in 19 and comes home in 29 of 100 turns
HELD_HOME, HELD = 16.0, 4.0  # powers of how likely home, or a treasure, is near after any slide of one rival: how likely after its best
ALMOST = 0.99  # as sure as one can be while others may still do something
UNSURE = 0.1  # log odds by which values may be wrong, however many worlds are looked at
LATER = 0.15  # what it is worth that two undisturbed turns would reach the goal


class Pace(NamedTuple):
    """How often a goal is reached in a turn: a treasure, and home."""

    hunting: float = LUCK
    homeward: float = LUCK

    def of(self, goals: int) -> float:
        return self.homeward if goals == 1 else self.hunting


EASY_GOING = Pace()
HELD_UP = Pace(0.25, 0.15)  # among players that hold each other up: `hard` in some hundred games


@lru_cache(maxsize=1024)
def chances(mine: int, theirs: int, pace: Pace = EASY_GOING) -> float:
    """How likely one wins a race of so many goals each, when the other is next and both have the same luck in every turn."""
    if theirs == 0 or mine == 0:
        return float(theirs > 0)
    my, its = pace.of(mine), pace.of(theirs)
    theirs_now = my * chances(mine - 1, theirs - 1, pace) + (1 - my) * chances(mine, theirs - 1, pace)
    return (its * theirs_now + (1 - its) * my * chances(mine - 1, theirs, pace)) / (1 - (1 - its) * (1 - my))


class Danger(NamedTuple):
    """How likely a rival can come home in its next turn, if it goes there, and otherwise find its treasure."""

    rival: Rival
    home: float
    treasure: float

    def outlook(self, needs: int, near: float, pace: Pace = EASY_GOING) -> float:
        """How likely one stays ahead of this rival with so many goals left, the next of which is reached with this probability."""

        def then(theirs: int) -> float:
            return near * chances(needs - 1, theirs, pace) + (1 - near) * chances(needs, theirs, pace)

        hunting = self.treasure * then(self.rival.needs - 1) + (1 - self.treasure) * then(self.rival.needs)
        return self.rival.homeward * (1 - self.home) * then(1) + (1 - self.rival.homeward) * hunting

    @property
    def is_sure(self) -> bool:
        return self.rival.homeward == self.home == 1

    def doubled(self) -> Danger:
        """The same from who suspects others twice as much."""
        return self._replace(rival=self.rival._replace(homeward=1 - (1 - self.rival.homeward) ** 2))


class Prospect:
    """A slide and an insertion, or none, where the avatar can walk then, and how far the next goal is after what the others may slide.

    `goals` are where the next goal may be: one cell, or many if a treasure was found and the next is not known yet.
    """

    def __init__(self, push: Push | None, board: Board, cells: Sequence[int], goals: Sequence[int | None], needs: int) -> None:
        self.push, self.board, self.cells, self.goals, self.needs = push, board, cells, goals, needs
        self.dangers: list[Danger] = []
        self.samples, self.later, self.hits = 0, 0, np.zeros(board.grid.size, np.int64)

    @property
    def carry(self) -> Mapping[int, int]:
        """Where the slide takes whom."""
        return self.board.grid.lines[self.push[0]].carry if self.push else {}

    def face(self, kernel: Kernel | None, rivals: Sequence[Rival], luck: int) -> None:
        """See what the others can do: the first on this board, those after it on what is left of it by then."""
        carry, place = self.carry, self.board._replace(rides=False)
        for slides, rival in enumerate(rivals):
            if slides and kernel is not None:
                at = carry.get(rival.at, rival.at)
                treasure = self.count(kernel, rival.goals, slides, luck)[at] / MANY if rival.goals else LUCK
                self.dangers.append(Danger(rival, float(self.count(kernel, [rival.home], slides, luck)[at]) / MANY, float(treasure)))
                continue
            ends = self.board.ends(carry.get(rival.at, rival.at))
            home, *treasures = (bool(ends & place._replace(goal=goal).goals(place.ahead)) for goal in (rival.home, *rival.goals))
            self.dangers.append(Danger(rival, float(home), sum(treasures) / len(treasures) if treasures else LUCK))

    def sample(self, kernel: Kernel | None, luck: int) -> None:
        """Let every rival slide something, and see from where the goal is near then: in one world, or by compiled code in many."""
        if kernel is None:
            self.sample_one(Random(luck))
            return
        self.hits += self.count(kernel, self.goals, len(self.dangers), luck, self.board.rides)
        self.samples += MANY

    def count(self, kernel: Kernel, goals: Sequence[int | None], slides: int, luck: int, rides: bool = False) -> Ints:
        """In how many of many worlds one of some goals is near from each cell, after so many slides of others."""
        hits, cells = np.zeros(self.board.grid.size, np.int64), np.array([-1 if goal is None else goal for goal in goals], np.int64)
        kernel.sample(shape_of(self.board.grid), self.ahead, rides, cells, slides, MANY, np.array([luck]), hits)
        return hits

    def sample_one(self, rng: Random) -> None:
        board, cells = self.board._replace(goal=rng.choice(self.goals)), self.cells
        for _ in self.dangers:
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
    def ahead(self) -> Ahead:
        return ahead_of(self.board, self.cells[0])

    def look_further(self, kernel: Kernel | None, thought: Thought) -> None:
        """See from where two turns reach the goal if nobody else slides."""
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
        return max(map(self.value, range(len(self.cells))))

    def cell(self) -> int:
        """The best cell to walk to, of equal ones the nearest to the goal."""
        return self.cells[max(range(len(self.cells)), key=self.value)]

    def value(self, number: int) -> float:
        """How likely one wins from one of the cells."""
        near = self.near(number)
        value = 1.0 if self.dangers else near  # with no rival left only the goal counts
        for danger in self.dangers if self.needs else ():
            value *= danger.outlook(self.needs, near)
        return value

    def near(self, number: int) -> float:
        """How likely the goal is near from one of the cells."""
        near = float(self.hits[self.cells[number]]) / max(self.samples, 1)
        return near + (1 - near) * LATER if self.later >> self.cells[number] & 1 else near

    def turn(self, cell: int) -> tuple[AnyChoice, ...]:
        return (*self.push, self.board.grid.walks[cell]) if self.push else (PASS,)

    def weighed(self, cells: Sequence[int]) -> Estimate:
        """The log odds of winning from the best of some cells, and their standard error: by that of the goal's being near, and of each
        danger that was seen in some worlds only."""
        if not self.samples or self.needs == 0:
            return Estimate(self.odds(0.5, self.dangers), SURE if self.needs else 0.0)
        near = self.near(max(map(self.cells.index, cells), key=self.value))
        value, off = self.odds(near, self.dangers), error(near, self.samples)
        shifts = [(self.odds(min(1.0, near + off), self.dangers) - self.odds(max(0.0, near - off), self.dangers)) / 2]
        for nth, danger in enumerate(self.dangers[1:], 1):
            moved = danger._replace(home=nudged(danger.home, MANY), treasure=nudged(danger.treasure, MANY))
            shifts.append(value - self.odds(near, [*self.dangers[:nth], moved, *self.dangers[nth + 1 :]]))
        return Estimate(value, hypot(UNSURE, *shifts))

    def odds(self, near: float, dangers: Sequence[Danger]) -> float:
        """The log odds of winning among players that hold each other up: whatever can keep somebody from a goal is likely to be slid. What
        several may do is less certain than what one will."""
        if self.needs == 0:
            return SURE
        if dangers and dangers[0].is_sure:
            return -SURE
        held, value = near ** max(1.0, (HELD_HOME if self.needs == 1 else HELD) / max(1, len(dangers))), 1.0 if dangers else near
        for danger in dangers:
            value *= danger.doubled().outlook(self.needs, held, HELD_UP)
        return log_odds(min(ALMOST, max(1 - ALMOST, value))) / max(1, len(dangers))


Turn: TypeAlias = tuple[Prospect, int]
Ways: TypeAlias = tuple[Prospect, Sequence[int]]


def nudged(share: float, samples: int) -> float:
    """A share that is one standard error nearer to the middle."""
    return share + error(share, samples) * (1 if share < 1 / 2 else -1)


def error(share: float, samples: int) -> float:
    """The standard error of a share, not quite zero where all samples are alike."""
    likely = (share * samples + 1) / (samples + 2)
    return sqrt(likely * (1 - likely) / (samples + 2))


class Racer(Player[View]):
    """Takes the turn after which it most likely wins the race, as far as its time lets it look."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.kernel = rng, KERNEL.module
        KERNEL.start()

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        self.kernel = KERNEL.ready(deadline) if view.maze.grid.size <= LARGEST else None
        return self.turn(view, Thought(deadline, share_of_round(len(view.avatars))))[len(view.act) :]

    def turn(self, view: View, thought: Thought) -> tuple[AnyChoice, ...]:
        """The whole turn, keeping to the steps already made."""
        prospects = prospects_of(view)
        if not prospects:
            return (PASS,)
        best, cell = prospects[0], prospects[0].cells[0]
        if best.needs:
            rivals = rivals_of(view)
            seen = self.look(prospects, rivals, thought)
            if playouts := self.playouts(view, rivals):
                turns = self.promising(seen, thought, CONTENDERS)
                best, cell = turns[race(len(turns), playouts.of([contender(*turn, view, rivals) for turn in turns]), thought, HEATS)]
            else:
                best = self.narrow(seen, thought)[0]
                cell = best.cell()
        return best.turn(cell)

    def playouts(self, view: View, rivals: Sequence[Rival]) -> Playouts | None:
        return Playouts(self.kernel, view, rivals, self.rng) if rivals and self.kernel and can_be_played_out(view) else None

    def promising(self, prospects: Sequence[Prospect], thought: Thought, most: int) -> list[Turn]:
        """The turns that look best after a few samples."""
        for _ in range(GLANCES):
            self.sample(prospects, thought)
        for prospect in prospects:
            prospect.look_further(self.kernel, thought)
        return best_of([(prospect, cell) for prospect in prospects for cell in prospect.cells], most)

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> Sequence[Weighed]:
        self.kernel = KERNEL.ready(deadline) if view.maze.grid.size <= LARGEST else None
        thought, outset, rivals = Thought(deadline, share_of_round(len(view.avatars))), Outset(view), rivals_of(view)
        asked = {tuple(rest): outset.asked((*view.act, *rest)) for rest in among}
        kept = [prospect for prospect, _ in chain(*asked.values())]
        likely = outset.likely
        seen = self.look(list(dict.fromkeys((likely[0], *kept, *likely))), rivals, thought)
        if playouts := self.playouts(view, rivals):
            turns = self.promising(seen, thought, len(view.choices) if outset.must_walk else CONTENDERS)
            return weighed_by_games(playouts, turns, asked, thought)
        for prospect in seen:
            prospect.look_further(self.kernel, thought)
        self.narrow(seen, thought, kept)
        found: dict[Act, Estimate] = {
            prospect.turn(cell)[len(view.act) :]: prospect.weighed([cell]) for prospect in seen for cell in outset.walks(prospect)
        }
        found |= {
            rest: max((*begun_by(rest, found), *(prospect.weighed(cells) for prospect, cells in ways))) for rest, ways in asked.items()
        }
        return against_the_best(found)

    def look(self, prospects: list[Prospect], rivals: Sequence[Rival], thought: Thought) -> list[Prospect]:
        """A first look at all of them, or at those for which there is time."""
        luck = self.rng.getrandbits(62)
        for prospect in prospects:
            prospect.face(self.kernel, rivals, luck)
            prospect.sample(self.kernel, luck)
            if thought.is_over:
                break
        return [prospect for prospect in prospects if prospect.samples]

    def narrow(self, prospects: list[Prospect], thought: Thought, kept: Collection[Prospect] = ()) -> list[Prospect]:
        """The best ones, found in rounds; who is kept takes part in all of them."""
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
        """All prospects get the same luck."""
        luck = self.rng.getrandbits(62)
        for prospect in prospects:
            if thought.is_over:
                return
            prospect.sample(self.kernel, luck)


def best_of(turns: Iterable[Turn], most: int) -> list[Turn]:
    return sorted(turns, key=lambda turn: -turn[0].value(turn[0].cells.index(turn[1])))[:most]


def contender(prospect: Prospect, cell: int, view: View, rivals: Sequence[Rival]) -> Contender:
    places = [cell, *(prospect.carry.get(rival.at, rival.at) for rival in rivals)]
    return Contender(prospect.ahead, places, view.treasures + 1 - prospect.needs)


def weighed_by_games(playouts: Playouts, likely: Sequence[Turn], asked: Mapping[Act, Sequence[Ways]], thought: Thought) -> list[Weighed]:
    """All that look good, and of the beginnings that are asked for the best ends."""
    view, begun = playouts.view, len(playouts.view.act)

    def rest_of(turn: Turn) -> Act:
        return turn[0].turn(turn[1])[begun:]

    ends = {
        rest: [turn for turn in likely if rest_of(turn)[: len(rest)] == rest]
        + best_of(((prospect, cell) for prospect, cells in ways for cell in cells), COMPLETIONS)
        for rest, ways in asked.items()
    }
    field = line_up(likely, ends, rest_of)
    heat = playouts.of([contender(*turn, view, playouts.rivals) for turn in field.runners])
    finish = field.run(heat, thought, HEATS, lambda turn: turn[0].value(turn[0].cells.index(turn[1])))
    values = [in_log_odds(*found, len(scores)) for found, scores in zip(estimates(finish, 1 / 4), finish.scores, strict=True)]
    won = [Estimate(SURE, 0.0) if turn[0].needs == 0 else value for turn, value in zip(field.runners, values, strict=True)]
    return field.weighed(rest_of, won)


def in_log_odds(share: float, doubt: float, games: int) -> Estimate:
    """Those of a share of games, as if half a game more had been won and half a game lost."""
    chance = min(ALMOST, max(1 - ALMOST, (share * games + 1 / 2) / (games + 1)))
    return Estimate(log_odds(chance), doubt / (chance * (1 - chance)))


def against_the_best(found: Mapping[Act, Estimate]) -> list[Weighed]:
    """Best first, each of the others with the doubt of both."""
    first, *others = sorted(found, key=lambda act: -found[act].score)
    doubt = found[first].doubt
    return [Weighed(first, *found[first]), *(Weighed(act, found[act].score, hypot(found[act].doubt, doubt)) for act in others)]


class Outset:
    """A turn that is to be made, keeping to the steps already made."""

    def __init__(self, view: View) -> None:
        self.view, self.board, self.home = view, board_of(view), view.avatars[view.seat or 0].home
        self.needs = 1 if view.homeward else max(2, view.treasures - view.found + 1)
        ahead, ends = self.board.ahead, self.board.ends(view.at, view.act)
        self.cells, self.found = ahead.apart(ends), ahead.apart(ends & self.board.goals(ahead))

    @cached_property
    def prospects(self) -> list[Prospect]:
        """What can be done, first what reaches the goal, then what brings one nearest to it; cells in this order too."""
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
        """The same, or to pass; where nothing but the walk is left to choose, also those past the goal."""
        missed = [number for number, found in enumerate(self.found) if found and self.cells[number] & ~found] if self.must_walk else []
        return [*self.prospects, *map(self.wandering, missed)] or [self.passing]

    @property
    def must_walk(self) -> bool:
        return len(self.view.act) == len(STEPS) - 1

    def finding(self, number: int) -> Prospect:
        """A push after which the goal is reached."""
        view, grid, (push, after) = self.view, self.view.maze.grid, self.pushed(number)
        unknown = (
            range(grid.size) if grid.classic else [cell for cell in grid.fixed if cell not in (self.home, *view.hunts[view.seat or 0])]
        )
        goals, rides = (unknown, grid.classic) if self.needs > 2 else ([self.home], False)
        return Prospect(push, after._replace(rides=rides), members(self.found[number]), goals, self.needs - 1)

    def wandering(self, number: int) -> Prospect:
        """A push after which it is not."""
        push, after = self.pushed(number)
        order = sorted((distance(after, cell), cell) for cell in members(self.cells[number] & ~self.found[number]))
        return Prospect(push, after, [cell for _, cell in order], [after.goal], self.needs)

    @property
    def passing(self) -> Prospect:
        return Prospect(None, self.board, [self.view.at], [self.board.goal], self.needs)

    def pushed(self, number: int) -> tuple[Push, Board]:
        ahead = self.board.ahead
        return ahead.pushes[number], self.board.push(ahead, number)

    def asked(self, act: Act) -> list[Ways]:
        """What an act does, and where it walks: a whole one, or all that goes on from its beginning."""
        if PASS in act:
            return [(self.passing, [self.view.at])]
        ways = [(prospect, prospect.cells) for prospect in self.prospects if (*(prospect.push or ()),)[: len(act)] == act[:2]]
        if len(act) < len(STEPS):
            return ways
        ((prospect, cells),) = ways
        cell = self.view.maze.grid.walks.index(cast(Walk, act[2]))
        return [(prospect if cell in cells else self.wandering(self.board.ahead.pushes.index(cast(Push, act[:2]))), [cell])]

    def walks(self, prospect: Prospect) -> Sequence[int]:
        return prospect.cells if self.must_walk else [prospect.cell()]


def prospects_of(view: View) -> list[Prospect]:
    return Outset(view).prospects


def distance(board: Board, cell: int) -> int:
    """The square of the distance to the goal; one on the spare is far from everywhere."""
    return board.grid.size**2 if board.goal is None else board.grid.distance(cell, board.goal)
