"""Puzzles of Nim, the example game: leave heaps from which the other player cannot win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from random import Random
from types import ModuleType
from typing import ClassVar

import msgspec

from byways.game import put
from byways.i18n import Message
from byways.puzzle import Hint, Puzzle, Solution, Source, Verdict
from byways.puzzles.collection import StoredPuzzle
from byways.record import Choose, Record, new_record
from examples.stones.stones import GAME, Take, View


def left(heaps: Sequence[int], take: Take) -> tuple[int, ...]:
    return put(tuple(heaps), take.heap - 1, heaps[take.heap - 1] - take.stones)


def winning(heaps: Sequence[int]) -> Iterator[Take]:
    takes = (Take(stones, heap) for heap, size in enumerate(heaps, 1) for stones in range(1, size + 1))
    return (take for take in takes if reduce(xor, left(heaps, take)) == 0)


class NimPuzzles(ModuleType):
    """The judge and the miner."""

    KINDS: ClassVar = ("win", "win again")
    SOURCES: ClassVar = (Source("random", 2, 1),)

    def judge(self, puzzle: Puzzle, view: View, act: Sequence[Take]) -> Verdict:
        heaps = left(view.heaps, act[0])
        if refuting := next(winning(heaps), None):
            return Verdict(False, Message("refuse.undo", {"seat": view.seat or 0}), line=(f"{1 - puzzle.seat}: {refuting}",))
        reply = next((f"take 1 {heap}" for heap, size in enumerate(heaps, 1) if size), None)
        return Verdict(True, "Nothing is left to win.", line=(f"{1 - puzzle.seat}: {reply}",) if reply else ())

    def solve(self, puzzle: Puzzle, view: View) -> Solution:
        return Solution(tuple((take,) for take in winning(view.heaps)), len(view.choices))

    def hints(self, puzzle: Puzzle, view: View, act: Sequence[Take]) -> tuple[Hint, Hint]:
        return Hint(f"Heap {act[0].heap}."), Hint(f"Leave {left(view.heaps, act[0])}.", (str(act[0]),))

    def find(self, view: View, rng: Random) -> Iterator[Puzzle]:
        solved = self.solve(PUZZLE, view)
        if len(solved.acts) == 1 and solved.alternatives > 3 and view.seat is not None:
            (act,) = solved.acts
            for kind in self.KINDS:
                yield Puzzle(kind, view.seat, solved.alternatives, 1, tuple(map(str, act)))


PUZZLE = Puzzle("win", 0, 12, 1, ("take 2 1",), turns=2, number=7, grade=2)
HEAD = new_record(GAME, GAME.deal(2, Random(1)), GAME.options(), ("ann", "bob"))


def after(*choices: str) -> Record:
    return msgspec.structs.replace(HEAD, entries=tuple(Choose(nth % 2, choice) for nth, choice in enumerate(choices)))


STORED = StoredPuzzle(PUZZLE, HEAD)
