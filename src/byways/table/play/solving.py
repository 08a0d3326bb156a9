"""What a table knows about its puzzle beyond the log."""

from __future__ import annotations

from typing import Protocol

import msgspec

from byways.game import Game
from byways.puzzle import Verdict
from byways.puzzles.state import PuzzleState, RightAct
from byways.puzzles.tasks import JudgeTask
from byways.table.play.match import Match
from byways.table.store.schema import Attempted
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import BotFailed, Workers


class PuzzleTable(Protocol):
    """The part of a table that `Solving` uses."""

    id: str
    address: str
    game: Game
    match: Match

    def notify(self) -> None: ...


class Solving(msgspec.Struct):
    """The solver's attempt as stored, and the verdicts on right acts by the number of acts left, none if the judge failed."""

    attempt: Attempted | None = None
    praise: dict[int, Verdict | None] = {}

    @property
    def is_running(self) -> bool:
        """Whether the puzzle is neither solved nor given up."""
        return self.attempt is not None and self.attempt.ended is None

    def unpraised(self, state: PuzzleState | None) -> list[RightAct]:
        """The right acts to praise whose verdicts are not in memory: another server judged them, or this one before a restart."""
        return [made for made in (state.telling if state else ()) if made.puzzle.after_act.turns not in self.praise]

    def praise_of(self, state: PuzzleState) -> list[Verdict]:
        return [*filter(None, (self.praise.get(made.puzzle.after_act.turns) for made in state.telling))]

    async def recall(self, table: PuzzleTable, workers: Workers) -> None:
        """Judge the right acts again whose verdicts are not in memory."""
        for made in self.unpraised(table.match.puzzle):
            task = JudgeTask(table.game, made.view, made.puzzle, tuple(map(str, made.act)))
            try:
                self.praise[made.puzzle.after_act.turns] = await workers.do(task, Requester(table.id, table.address))
            except BotFailed:
                self.praise[made.puzzle.after_act.turns] = None
        table.notify()
