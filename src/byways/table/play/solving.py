"""What a table knows about its puzzle beyond the log."""

from __future__ import annotations

import msgspec

from byways.puzzle import Verdict
from byways.table.store.puzzles import Attempted


class Solving(msgspec.Struct):
    """The solver's attempt as last read from the store. Verdicts on right acts and hints given are kept by the number of acts left."""

    attempt: Attempted | None = None
    praise: dict[int, Verdict] = {}
    hinted: dict[int, int] = {}

    @property
    def is_running(self) -> bool:
        """Whether the puzzle is neither solved nor given up."""
        return self.attempt is not None and self.attempt.ended is None
