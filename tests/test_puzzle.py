from __future__ import annotations

from byways.i18n import Message
from byways.puzzle import Puzzle

PUZZLE = Puzzle("line", 0, 30, 1, ("draw a1", "stop"), turns=3, known=("BARW", "GARW"), values={"points": 28})


def test_the_question_is_a_message_with_what_the_solver_is_told() -> None:
    assert PUZZLE.question == Message("puzzle.line", {"points": 28, "seat": 0, "turns": 3, "known": ("BARW", "GARW")})
    assert PUZZLE.title == Message("puzzle.line.title")


def test_after_an_act_fewer_turns_are_left() -> None:
    assert (left := PUZZLE.after_act).turns == 2
    assert (left.known, left.solution, left.values) == (("BARW", "GARW"), (), {"points": 28})
