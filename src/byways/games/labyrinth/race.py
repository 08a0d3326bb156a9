"""The strongest player: everybody wants to be home first, and what a turn does for oneself and to the others is reckoned a round ahead."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from byways.bits import members
from byways.bots import Thought, share_of_round
from byways.bots.race import race
from byways.game import Choice, Player
from byways.games.labyrinth.kernel import Board
from byways.games.labyrinth.playouts import Contender, Playouts, can_be_played_out
from byways.games.labyrinth.quick import KERNEL, LARGEST, Ahead, Kernel, Push, ahead_of, shape_of, unpacked
from byways.games.labyrinth.rivals import Rival, rivals_of
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.solve import board_of
from byways.games.labyrinth.state import AnyChoice
from byways.games.labyrinth.view import View

if TYPE_CHECKING:
    from byways.bots.bits import Ints

MANY = 16  # worlds at once, by compiled code
SAMPLES = (4, 4, 8, 16)  # of what the others may slide; before each round but the first the worse half of the pushes is given up
GLANCES = 3  # samples before turns are played out to the end
CONTENDERS = 32  # turns that are
HEATS = 512  # games of each at most
LUCK = 0.3  # how often somebody of whom nothing is known reaches its goal in a turn: `euclid` finds in 19 and comes home in 29 of 100 turns
LATER = 0.15  # what it is worth that two undisturbed turns would reach the goal


@lru_cache(maxsize=1024)
def chances(mine: int, theirs: int) -> float:
    """How likely one wins a race of so many goals each, when the other is next and both have the same luck in every turn."""
    if theirs == 0 or mine == 0:
        return float(theirs > 0)
    theirs_now = LUCK * chances(mine - 1, theirs - 1) + (1 - LUCK) * chances(mine, theirs - 1)
    return (LUCK * theirs_now + (1 - LUCK) * LUCK * chances(mine - 1, theirs)) / (1 - (1 - LUCK) ** 2)


class Danger(NamedTuple):
    """How likely a rival can come home in its next turn, if it goes there, and otherwise find its treasure."""

    rival: Rival
    home: float
    treasure: float

    def outlook(self, needs: int, near: float) -> float:
        """How likely one stays ahead of this rival with so many goals left, the next of which is reached with this probability."""

        def then(theirs: int) -> float:
            return near * chances(needs - 1, theirs) + (1 - near) * chances(needs, theirs)

        hunting = self.treasure * then(self.rival.needs - 1) + (1 - self.treasure) * then(self.rival.needs)
        return self.rival.homeward * (1 - self.home) * then(1) + (1 - self.rival.homeward) * hunting


class Prospect:
    """A slide and an insertion, where the avatar can walk then, and how far the next goal is after what the others may slide.

    `goals` are where the next goal may be: one cell, or many if a treasure was found and the next is not known yet.
    """

    def __init__(self, push: Push, board: Board, cells: Sequence[int], goals: Sequence[int | None], needs: int) -> None:
        self.push, self.board, self.cells, self.goals, self.needs = push, board, cells, goals, needs
        self.dangers: list[Danger] = []
        self.samples, self.later, self.hits = 0, 0, np.zeros(board.grid.size, np.int64)

    def face(self, kernel: Kernel | None, rivals: Sequence[Rival], luck: int) -> None:
        """See what the others can do: the first on this board, those after it on what is left of it by then."""
        carry, place = self.board.grid.lines[self.push[0]].carry, self.board._replace(rides=False)
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

    def contender(self, cell: int, rivals: Sequence[Rival], treasures: int) -> Contender:
        carry = self.board.grid.lines[self.push[0]].carry
        return Contender(self.ahead, [cell, *(carry.get(rival.at, rival.at) for rival in rivals)], treasures + 1 - self.needs)

    def best(self) -> float:
        return max(map(self.value, range(len(self.cells))))

    def cell(self) -> int:
        """The best cell to walk to, of equal ones the nearest to the goal."""
        return self.cells[max(range(len(self.cells)), key=self.value)]

    def value(self, number: int) -> float:
        """How likely one wins from one of the cells."""
        near = float(self.hits[self.cells[number]]) / max(self.samples, 1)
        if self.later >> self.cells[number] & 1:
            near += (1 - near) * LATER
        value = 1.0 if self.dangers else near  # with no rival left only the goal counts
        for danger in self.dangers:
            value *= danger.outlook(self.needs, near)
        return value


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
            if rivals and self.kernel and can_be_played_out(view):
                best, cell = self.play_out(self.kernel, view, rivals, seen, thought)
            else:
                best = self.narrow(seen, thought)[0]
                cell = best.cell()
        return (*best.push, view.maze.grid.walks[cell])

    def play_out(
        self, kernel: Kernel, view: View, rivals: Sequence[Rival], prospects: Sequence[Prospect], thought: Thought
    ) -> tuple[Prospect, int]:
        """The turn that wins most games, among those that look best after a few samples."""
        for _ in range(GLANCES):
            self.sample(prospects, thought)
        for prospect in prospects:
            prospect.look_further(kernel, thought)
        turns = [(prospect.value(number), prospect, cell) for prospect in prospects for number, cell in enumerate(prospect.cells)]
        best = [turn[1:] for turn in sorted(turns, key=lambda turn: -turn[0])[:CONTENDERS]]
        contenders = [prospect.contender(cell, rivals, view.treasures) for prospect, cell in best]
        return best[race(len(best), Playouts(kernel, view, rivals, contenders, self.rng).heat, thought, HEATS)]

    def look(self, prospects: list[Prospect], rivals: Sequence[Rival], thought: Thought) -> list[Prospect]:
        """A first look at all of them, or at those for which there is time."""
        luck = self.rng.getrandbits(62)
        for prospect in prospects:
            prospect.face(self.kernel, rivals, luck)
            prospect.sample(self.kernel, luck)
            if thought.is_over:
                break
        return [prospect for prospect in prospects if prospect.samples]

    def narrow(self, prospects: list[Prospect], thought: Thought) -> list[Prospect]:
        """The best ones, found in rounds."""
        for number, samples in enumerate(SAMPLES):
            if number == 1:
                for prospect in prospects:
                    prospect.look_further(self.kernel, thought)
            for _ in range(samples):
                self.sample(prospects, thought)
                thought.imagined += 1 if self.kernel is None else MANY
            prospects = sorted(prospects, key=Prospect.best, reverse=True)[: (len(prospects) + 1) // 2]
        return prospects

    def sample(self, prospects: Sequence[Prospect], thought: Thought) -> None:
        """All prospects get the same luck."""
        luck = self.rng.getrandbits(62)
        for prospect in prospects:
            if thought.is_over:
                return
            prospect.sample(self.kernel, luck)


def prospects_of(view: View) -> list[Prospect]:
    """What can be done in this turn, first what reaches the goal, then what brings one nearest to it; cells in this order too."""
    board, grid = board_of(view), view.maze.grid
    ahead, home = board.ahead, view.avatars[view.seat or 0].home
    needs = 1 if view.homeward else max(2, view.treasures - view.found + 1)
    unknown = range(grid.size) if view.maze.classic else [cell for cell in grid.fixed if cell not in (home, *view.hunts[view.seat or 0])]
    ends = board.ends(view.at, view.act)
    ranked = []
    for number, (cells, found) in enumerate(zip(ahead.apart(ends), ahead.apart(ends & board.goals(ahead)), strict=True)):
        push, after = ahead.pushes[number], board.push(ahead, number)
        if found:
            goals, rides = (unknown, view.maze.classic) if needs > 2 else ([home], False)
            ranked.append((-1, number, Prospect(push, after._replace(rides=rides), members(found), goals, needs - 1)))
        elif cells:
            order = sorted((distance(after, cell), cell) for cell in members(cells))
            ranked.append((order[0][0], number, Prospect(push, after, [cell for _, cell in order], [after.goal], needs)))
    return [prospect for _, _, prospect in sorted(ranked, key=lambda each: each[:2])]


def distance(board: Board, cell: int) -> int:
    """The square of the distance to the goal; one on the spare is far from everywhere."""
    return board.grid.size**2 if board.goal is None else board.grid.distance(cell, board.goal)
