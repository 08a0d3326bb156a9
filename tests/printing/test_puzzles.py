"""The page of puzzles."""

from __future__ import annotations

from byways.game import find_game
from byways.printing.book import Book
from byways.printing.puzzles import PAGE, add_puzzles, solved
from byways.puzzles.collection import find, shipped


def test_puzzles_of_all_grades_come_with_their_solutions_at_the_end() -> None:
    labyrinth = find_game("labyrinth")
    book = Book(labyrinth, "en", "a4", "colour")
    add_puzzles(book)
    puzzles, solutions = book.sections
    assert (len(puzzles["blocks"]), len(solutions["blocks"])) == (PAGE, 2 * PAGE)
    titles = [group["items"][0]["runs"][0]["text"] for group in puzzles["blocks"]]
    assert titles == [block["runs"][0]["text"] for block in solutions["blocks"][::2]]
    asked = [find(labyrinth, int(title.removeprefix("Puzzle ")), shipped(labyrinth)).puzzle for title in titles]
    assert [puzzle.grade for puzzle in asked] == sorted(puzzle.grade for puzzle in asked)
    assert all(
        group["items"][1]["runs"][0]["text"] == labyrinth.say(puzzle.question)
        for group, puzzle in zip(puzzles["blocks"], asked, strict=True)
    )


def test_a_printed_solution_leaves_out_the_step_that_merely_finishes() -> None:
    traxx = find_game("traxx")
    stored = shipped(traxx)[0]
    _, steps = solved(Book(traxx, "en", "a4", "colour"), stored)
    assert [item[0]["runs"][0]["text"] for item in steps["items"]] == [
        traxx.say(traxx.parse(step).sentence) for step in stored.puzzle.solution if step != "done"
    ]


def test_own_components_have_no_puzzles() -> None:
    labyrinth = find_game("labyrinth")
    book = Book(labyrinth.using(labyrinth.components_text), "en", "a4", "colour")
    add_puzzles(book)
    assert book.sections == []
