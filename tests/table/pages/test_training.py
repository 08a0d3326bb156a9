"""Puzzles in lists: states, levels, grades and kinds, in every language."""

from __future__ import annotations

import pytest

from byways.game import find_game
from byways.puzzles.collection import shipped
from byways.table.pages.training import (
    board,
    board_address,
    game_page,
    grade_rows,
    kinds_of,
    puzzles_page,
    shipped_board,
    state_of,
    training,
)
from byways.table.store.schema import Attempted

LABYRINTH = find_game("labyrinth")
GAMES = [find_game(name) for name in ("labyrinth", "long_road", "long_way", "the_way", "traxx")]
TRIED = [
    Attempted("labyrinth", "40", "d", 4.0, 5.0, tries=2, first=False),
    Attempted("labyrinth", "5", "c", 3.0, 4.0, tries=1, first=False, solved=True),
    Attempted("labyrinth", "4", "b", 2.0, 3.0, first=True, solved=True),
    Attempted("labyrinth", "3", "a", 1.0),
]


def test_an_attempt_is_open_begun_solved_or_given_up() -> None:
    assert [state_of(one) for one in (None, *reversed(TRIED))] == ["open", "begun", "first", "solved", "shown"]


def test_a_list_has_all_puzzles_by_grade_and_kind() -> None:
    rows = grade_rows(LABYRINTH, TRIED, "", "en")
    assert sum(len(row.chips) for row in rows) == len(shipped(LABYRINTH))
    assert {chip.name: chip.state for row in rows for chip in row.chips if chip.state != "open"} == {
        "3": "begun", "4": "first", "5": "solved", "40": "shown",
    }  # fmt: skip
    assert [(row.tally.right, row.tally.tries) for row in rows if row.tally] == [(1, 2), (0, 1)]
    blocks = [chip for row in grade_rows(LABYRINTH, TRIED, "block", "en") for chip in row.chips]
    assert {chip.kind for chip in blocks} == {"Stop the rival"}
    assert {*kinds_of(LABYRINTH, "de")} == {stored.puzzle.kind for stored in shipped(LABYRINTH)}


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_pages_are_worded_in_every_language(game: object, language: str) -> None:
    found = next(one for one in GAMES if one is game)
    of = training(found, TRIED, language)
    assert of.next is not None
    assert of.next.question in puzzles_page([of], of.next, [of.next], "", language).replace("&#39;", "'")
    assert of.title in game_page(of, grade_rows(found, TRIED, "", language), "", kinds_of(found, language), language)


def test_a_board_is_the_solvers_view_without_choices() -> None:
    stored = shipped(LABYRINTH)[0]
    drawn = shipped_board(LABYRINTH, stored.puzzle.number, "en")
    assert drawn == board(LABYRINTH, stored, "en")
    assert b"data-choice" not in drawn.body
    assert shipped_board(LABYRINTH, 999999, "en") is None
    assert board_address(LABYRINTH, "1", "de") == "/puzzles/labyrinth/1/board.svg?language=de"
