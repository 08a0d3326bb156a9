"""A page of puzzles, for games that have some, and their solutions at the end of the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from byways.printing.article import Block, figure, paragraph, plain
from byways.printing.grid import GAP, MARGIN
from byways.puzzles.attempt import telling
from byways.puzzles.collection import StoredPuzzle, shipped

if TYPE_CHECKING:
    from byways.printing.book import Book

PAGE = 4  # puzzles on the page


def add_puzzles(book: Book) -> None:
    """Add a page of puzzles from easy to hard, and their solutions. A game with custom components has none."""
    chosen = choose(shipped(book.game)) if book.game.own is None else []
    if chosen:
        book.add_flow(book.say("print.puzzles"), [{"kind": "group", "items": posed(book, stored)} for stored in chosen], 2)
        book.add_flow(book.say("print.solutions"), [block for stored in chosen for block in solved(book, stored)])


def choose(found: Sequence[StoredPuzzle]) -> list[StoredPuzzle]:
    """Pick puzzles of all grades, always the same ones."""
    by_grade = sorted(found, key=lambda stored: (stored.puzzle.grade, stored.puzzle.number))
    return by_grade[:: max(1, len(found) // PAGE)][:PAGE]


def posed(book: Book, stored: StoredPuzzle) -> list[Block]:
    """Return the question, and the board as the solver sees it."""
    view = msgspec.structs.replace(stored.view(book.game), choices=())
    svg = book.game.draw(view, f"puzzle-{stored.puzzle.number}", book.language, tall=True)
    board = figure(svg, "", book.pictures, (book.paper[0] - 2 * MARGIN - GAP) / 2)
    return [heading(book, stored), paragraph(book.tell(stored.puzzle.question)), board]


def solved(book: Book, stored: StoredPuzzle) -> list[Block]:
    """Return a right first act, step by step."""
    steps = [book.tell(step.sentence) for step in telling([*map(book.game.parse, stored.puzzle.solution)])]
    return [heading(book, stored), {"kind": "numbers", "start": 1, "items": [[paragraph(step)] for step in steps]}]


def heading(book: Book, stored: StoredPuzzle) -> Block:
    return {"kind": "heading", "level": 3, "runs": [plain(book.say("print.puzzle", number=stored.puzzle.number))]}
