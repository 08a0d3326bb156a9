"""A puzzle on the page of its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from byways.game import View
from byways.table.i18n import language_in
from byways.table.pages.phrases import voice_of
from byways.table.play.table import Table


class PuzzleShown(msgspec.Struct, frozen=True):
    """A puzzle on the page of its solver. It is "shown" if it was given up, and "gone" if it is no longer in the collection."""

    state: Literal["open", "solved", "shown", "gone"]
    question: str = ""
    kind: str = ""
    grade: int = 0
    turn: int = 1
    turns: int = 1
    why: Sequence[str] = ()
    tries: int = 0
    hints: int = 0
    goes_on: bool = False
    board: str = ""
    known: Sequence[str] = ()

    @property
    def stones(self) -> tuple[bool, bool, bool]:
        """Solved, at the first try, without a hint."""
        return self.state == "solved", self.state == "solved" and not self.tries, self.state == "solved" and not self.hints


def puzzle_shown(table: Table, view: View, language: str) -> PuzzleShown | None:
    """The puzzle of a table, and its board in words; None at other tables."""
    state, asked, attempt = table.match.puzzle, table.match.asked, table.solving.attempt
    if not table.puzzle:
        return None
    if state is None or asked is None:
        return PuzzleShown("gone")
    tell, turns = voice_of(table, language).tell, asked.puzzle.turns
    return PuzzleShown(
        "solved" if state.is_solved else "open" if table.solving.is_running else "shown",
        tell((state.puzzle if state.puzzle.known else asked.puzzle).question),  # of known cards, only those that are left
        tell(asked.puzzle.title),
        asked.puzzle.grade,
        min(turns - state.puzzle.turns + 1, turns),
        turns,
        [tell(verdict.why) for verdict in table.solving.praise_of(state)],
        attempt.tries if attempt else 0,
        attempt.hints if attempt else 0,
        table.match.position.outcome is None,
        table.game.text(view, language_in(table.game, language)),
        state.puzzle.known,
    )
