"""The notation of choices and how it is parsed."""

from __future__ import annotations

from typing import Literal

import pytest

from byways.game import Choice, Malformed
from byways.notation import Notation


class Walk(Choice, frozen=True):
    separator = ","

    row: int
    column: int


class Turn(Choice, frozen=True):
    card: str
    degree: Literal[0, 90]
    way: Literal["left", "right"]


class Pass(Choice, frozen=True): ...


NOTATION: Notation[Walk | Turn | Pass] = Notation((Walk, Turn, Pass), card="[a-z]+-[1-9]")


@pytest.mark.parametrize(
    ("choice", "text"),
    [(Walk(0, 12), "walk 0,12"), (Turn("ranch-2", 90, "left"), "turn ranch-2 90 left"), (Pass(), "pass")],
)
def test_notation_is_the_class_name_and_fields_and_reads_back(choice: Choice, text: str) -> None:
    assert str(choice) == text
    assert NOTATION.read(text) == choice


@pytest.mark.parametrize(
    "text",
    [
        *("", "pass ", " pass", "pass 1", "Pass", "pass\n", "stay", "walk", "walk 1", "walk 1 2", "walk 1,2,3", "walk 01,2", "walk -1,2"),
        *("walk ١,2", f"walk 1,{'9' * 5000}", "turn ranch-0 90 left", "turn ranch-2 45 left", "turn ranch-2 90 up"),
    ],
)
def test_other_spellings_are_not_choices(text: str) -> None:
    assert NOTATION.read(text) is None


def test_the_error_lists_the_valid_forms() -> None:
    assert NOTATION.parse("turn ranch-2 90 left") == Turn("ranch-2", 90, "left")
    with pytest.raises(Malformed) as complaint:
        NOTATION.parse("walk home")
    assert str(complaint.value) == (
        "'walk home' is not a choice in this game. Choices are written 'walk ROW,COLUMN', 'turn CARD 0|90 left|right', 'pass'."
    )
