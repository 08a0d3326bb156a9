"""Find puzzles in solo games: few first acts lead to the best line for the next cards, and taking the most with each card misses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

from msgspec.structs import replace

from byways.bots import TIERS
from byways.game import Choice
from byways.games.traxx.bots.players import BOTS
from byways.games.traxx.bots.proofs import drawn
from byways.games.traxx.puzzles.line import Line, Lines, TooManyLines, line_of
from byways.games.traxx.state import DONE
from byways.games.traxx.view import View
from byways.puzzle import Puzzle, Source

SOURCES = (Source("medium", 1, 60),)
CARDS = (2, 2, 3, 3, 4)  # numbers of known cards after the face-up one; one is picked at random
LATE = 8  # cards in the deck, at most: with more, every result is below zero and there are too many lines
ALTERNATIVES = 25  # different acts of the first card, at least
ANSWERS = 3  # right ones among them, at most
AHEAD = 2  # points by which the best line beats taking the most now
POINTS = 1  # least score of the best line: a result below zero is no fun to reach
LINES = 10_000  # to compare, at most: more are tedious, and a judge should answer at once
TRIES = {"easy": 6, "medium": 1, "hard": 1}
LONG = 5  # cards in a line of grade 5


def find(view: View, rng: Random) -> Iterator[Puzzle]:
    if not CARDS[0] <= len(view.deck) <= LATE or view.seat is None or len(view.sheets) > 1:
        return
    known = tuple(rng.sample(view.deck, min(rng.choice(CARDS), len(view.deck))))
    lines, sheet = Lines(view.board, (view.card, *known), LINES), view.sheets[view.seat]
    line = line_of(sheet)
    if (alternatives := len(lines.acts(line))) < ALTERNATIVES or not has_point(lines, line, sheet.score):
        return
    best = [*lines.best(line)]
    puzzle = Puzzle(
        "line",
        view.seat,
        alternatives,
        len(best),
        tuple(map(str, (*best[0][1], DONE))),
        turns=1 + len(known),
        known=known,
        values={"points": sheet.score + lines.gain(line), "greedy": sheet.score + most_now(lines, line)},
    )
    yield replace(puzzle, grade=grade(puzzle, view, rng))


def has_point(lines: Lines, line: Line, score: int) -> bool:
    """Whether the best line is hard to find by chance, and taking the most points with each card misses it."""
    try:
        gain = lines.gain(line)
    except TooManyLines:
        return False
    if score + gain < POINTS or gain - most_now(lines, line) < AHEAD:
        return False
    return len([*lines.best(line)]) <= ANSWERS and not ends_early(lines, line)


def most_now(lines: Lines, line: Line, nth: int = 0) -> int:
    """Return the points gained by taking the most points with each card; of equal acts, the one that leads to more is made."""
    if nth == len(lines.cards):
        return 0
    acts = lines.acts(line, nth)
    most = max(gained for gained, _ in acts.values())
    return most + max(most_now(lines, then, nth + 1) for then, (gained, _) in acts.items() if gained == most)


def ends_early(lines: Lines, line: Line) -> bool:
    """Whether a best line is shut in before the last card, so that there is nothing left to choose."""
    front = {line}
    for nth in range(len(lines.cards)):
        if any(one.is_shut for one in front):
            return True
        front = {then for one in front for then, _ in lines.best(one, nth)}
    return False


def grade(puzzle: Puzzle, view: View, rng: Random) -> int:
    """Return 1, 2 or 3 if easy, medium or hard is the weakest bot that reaches the points; 4 if none does; 5 if the line is also long.

    The bots know which cards are to come, but not their order.
    """
    for number, bot in enumerate(TIERS, 1):
        if 2 * sum(reaches(puzzle, view, bot, rng) for _ in range(TRIES[bot])) >= TRIES[bot]:
            return number
    return 5 if puzzle.turns >= LONG else 4


def reaches(puzzle: Puzzle, view: View, bot: str, rng: Random) -> bool:
    player, known = BOTS[bot](Random(rng.random())), puzzle.known
    while True:
        now = replace(view, deck=known, choices=())
        sheet = drawn(now, cast("Sequence[Choice]", player.choose(now, float("inf"))))
        if not known:
            return sheet.score >= int(puzzle.values["points"])
        view, known = replace(view, sheets=(sheet,), turned=(*view.turned, known[0])), known[1:]
