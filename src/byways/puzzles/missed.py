"""Puzzles in a player's own game: moments in which the act that was played missed something that can be proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from byways.game import Game, View
from byways.puzzle import Puzzle
from byways.puzzles.collection import judge_of
from byways.puzzles.making import miner_of
from byways.record import Choose, Leave, Played, Undo
from byways.room import find_room


class Moment(NamedTuple):
    """A moment before a seat's choice. `entries` is the length of the record, `act` the rest of the act that was played, in notation."""

    entries: int
    view: View
    act: tuple[str, ...]


def has_miner(game: Game) -> bool:
    return find_room(game.room).miner is not None


def moments(game: Game, steps: Iterable[Played], seat: int) -> Iterator[Moment]:
    """Yield the moments of a game in which a seat's puzzle could begin. Steps that were taken back are left out."""
    within, standing = any(source.within for source in miner_of(game).SOURCES), list[tuple[int, Played]]()
    for number, step in enumerate(steps):
        match step.entry:
            case Choose(seat=mover) if mover == seat:
                standing.append((number, step))
            case Undo(seat=mover) if mover == seat:
                standing.pop()
            case Leave(seat=mover) if mover == seat:
                standing.clear()
        if seat in step.finished:
            act = tuple(str(step.choice) for _, step in standing)
            for nth, (begin, first) in enumerate(standing if within else standing[:1]):
                yield Moment(begin, first.before.view(seat), act[nth:])
            standing.clear()


def missed(game: Game, view: View, act: tuple[str, ...], rng: Random) -> tuple[Puzzle, ...]:
    """Return the puzzles of a moment that the act does not solve.

    Puzzles with known chances are left out, because the player could not know them.
    """
    choices = tuple(map(game.parse, act))
    found = (puzzle for puzzle in miner_of(game).find(view, rng) if not puzzle.known)
    return tuple(puzzle for puzzle in found if not judge_of(game).judge(puzzle, view, choices).right)
