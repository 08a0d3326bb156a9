"""What a table knows about its puzzle beyond the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from byways.game import Game
from byways.puzzle import Verdict
from byways.puzzles.state import PuzzleState, RightAct
from byways.puzzles.tasks import JudgeTask
from byways.table.store.schema import Attempted
from byways.table.workers.pool import BotFailed


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

    async def recall(
        self, game: Game, state: PuzzleState | None, judge: Callable[[JudgeTask], Awaitable[Verdict]], notify: Callable[[], None]
    ) -> None:
        """Judge the right acts again whose verdicts are not in memory."""
        for made in self.unpraised(state):
            task = JudgeTask(game, made.puzzle, made.view, tuple(map(str, made.act)))
            try:
                self.praise[made.puzzle.after_act.turns] = await judge(task)
            except BotFailed:
                self.praise[made.puzzle.after_act.turns] = None
        notify()
