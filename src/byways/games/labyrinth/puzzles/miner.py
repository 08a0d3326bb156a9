"""Find puzzles in two-player games of Labyrinth."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.bots.players import Strategist
from byways.games.labyrinth.puzzles.judge import homes, possible_finds, right, rival_of, solve
from byways.games.labyrinth.puzzles.reach import can_reach, sure
from byways.games.labyrinth.view import View, board_of
from byways.puzzle import Puzzle, Source

SOURCES = tuple(Source("medium", 2, 64, LabyrinthOptions(treasures=treasures), 120) for treasures in (1, 2))
LEAST = 40  # different turns, at least
PUSHES = {"two": 2, "three": 2, "safe": 3, "forced": 2, "block": 3}  # different pushes among the right turns, at most
ANSWERS = {"two": 4, "three": 4, "safe": 3, "forced": 4, "block": 100}  # right turns, at most; after a blocking push, every walk is right
TEMPTING = 5  # first pushes that would be right if the rival passed, at least
EUCLID = Strategist("euclid")


def find(view: View, rng: Random) -> Iterator[Puzzle]:
    if len(view.avatars) != 2 or view.removed or view.maze.classic or board_of(view).near() >> view.at & 1:
        return
    rival, goal = rival_of(view), "home" if view.homeward else "treasure"
    blank = Puzzle("two", 1 - rival, 0, 0, (), 2, values={"rival": rival, "goal": goal})
    soon = solve(blank, view)
    if soon.alternatives < LEAST:
        return
    threatened = may_go_home(view) and can_reach(board_of(view), view.avatars[rival].at, homes(view)[1])
    kinds = ["two"] if soon.acts else ["three"]
    if len({act[:2] for act in soon.acts}) >= TEMPTING and not sure(board_of(view), view.avatars[rival].at) >> view.at & 1:
        kinds.append("forced" if view.homeward and threatened else "safe")
    for kind in (*kinds, *["block"] * threatened):
        puzzle = replace(blank, kind=kind, turns={"three": 3, "block": 1}.get(kind, 2))
        yield from proved(puzzle, view)


def may_go_home(view: View) -> bool:
    """Whether the rival may have found all its treasures: its moves have ended where they can be, which every player can see."""
    return possible_finds(view) is not None


def proved(puzzle: Puzzle, view: View) -> Iterator[Puzzle]:
    """Yield the puzzle with its solution if few turns are right, and simply walking as near to the goal as possible is wrong."""
    solved = solve(puzzle, view)
    different = {act[:2] for act in solved.acts}
    few = len(different) <= PUSHES[puzzle.kind] and len(solved.acts) <= ANSWERS[puzzle.kind]
    if puzzle.kind == "safe" and may_go_home(view) and solve(replace(puzzle, kind="forced"), view) != solved:
        return  # the rival could end the game instead
    if solved.acts and few and not right(puzzle, view, EUCLID.turn(view)):
        solution = tuple(map(str, solved.acts[0]))
        yield replace(puzzle, alternatives=solved.alternatives, answers=len(solved.acts), solution=solution)
