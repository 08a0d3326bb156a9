from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast

import pytest

from byways.game import Position, stream
from byways.games.traxx import GAME
from byways.games.traxx.bots.players import Greedy
from byways.games.traxx.puzzles.judge import hints, judge, solve
from byways.games.traxx.state import DONE, AnyChoice
from byways.games.traxx.view import View
from byways.i18n import Message
from byways.puzzle import Puzzle
from byways.referee import play

LAST = 2  # cards in the deck: few enough to try everything by the rules


def late_positions(games: int) -> Iterator[Position]:
    """Solo games shortly before their end, before the first step of a card."""
    for nth in range(games):
        referee = play(GAME, [Greedy(stream("traxx puzzles", f"{nth}"))], f"traxx puzzles {nth}")
        found = (one for one in referee.record.positions(GAME) if one.awaited and not one.acts[0])
        yield next(one for one in found if len(cast(View, one.view(0)).deck) == LAST)


@cache
def best_by_rules(position: Position, cards: tuple[str, ...]) -> float:
    """The oracle: the final score after the best of all choices, with these cards to come."""
    if position.outcome is not None:
        assert position.outcome.scores is not None
        return position.outcome.scores[0]
    if position.chance is not None:
        return best_by_rules(position.happen(cards[0]), cards[1:])
    return max(best_by_rules(position.choose(0, choice), cards) for choice in position.choices(0))


def some_acts(position: Position, rng: Random, count: int) -> Iterator[tuple[tuple[AnyChoice, ...], Position]]:
    for _ in range(count):
        act, then = list[AnyChoice](), position
        while not act or act[-1] != DONE:
            act.append(cast(AnyChoice, rng.choice(then.choices(0))))
            then = then.choose(0, act[-1])
        yield tuple(act), then


@pytest.fixture(scope="module")
def cases() -> list[tuple[Puzzle, Position]]:
    found = []
    for position in late_positions(6):
        known = tuple(Random(1).sample(cast(View, position.view(0)).deck, LAST))
        values: dict[str, int | str] = {"points": int(best_by_rules(position, known)), "greedy": 0}
        found.append((Puzzle("line", 0, 0, 0, (), 1 + LAST, known, values), position))
    return found


def test_the_judge_agrees_with_all_lines_by_the_rules(cases: list[tuple[Puzzle, Position]]) -> None:
    verdicts = set()
    for puzzle, position in cases:
        view = cast(View, position.view(0))
        right = [(act, begun(position, act)) for act in solve(puzzle, view).acts]
        for act, then in [*right, *some_acts(position, Random(2), 8)]:
            verdict = judge(puzzle, view, act)
            assert (verdict.value, verdict.best) == (best_by_rules(then, puzzle.known), puzzle.values["points"])
            assert verdict.right == (verdict.value == verdict.best)
            verdicts.add(verdict.right)
    assert verdicts == {True, False}


def begun(position: Position, act: tuple[object, ...]) -> Position:
    for choice in act:
        position = position.choose(0, str(choice))
    return position


def test_a_wrong_act_is_told_by_its_points_and_shows_no_later_act(cases: list[tuple[Puzzle, Position]]) -> None:
    """The best line after a wrong act often ends like the solution."""
    wrong = 0
    for puzzle, position in cases:
        for act, then in some_acts(position, Random(3), 5):
            verdict = judge(puzzle, cast(View, position.view(0)), act)
            if not verdict.right:
                now, most = cast(View, then.view(0)).sheets[0].score, int(best_by_rules(then, puzzle.known))
                assert verdict.why == Message("puzzle.line.short", {"now": now, "points": most, "wanted": puzzle.values["points"]})
                assert verdict.line == ()
                wrong += 1
    assert wrong


def test_after_a_right_act_the_next_known_card_comes(cases: list[tuple[Puzzle, Position]]) -> None:
    for puzzle, position in cases:
        act = solve(puzzle, cast(View, position.view(0))).acts[0]
        assert judge(puzzle, cast(View, position.view(0)), act).line == (f"chance: {puzzle.known[0]}",)


def test_two_orders_of_drawing_with_the_same_result_are_one_answer(cases: list[tuple[Puzzle, Position]]) -> None:
    for puzzle, position in cases:
        view = cast(View, position.view(0))
        solved = solve(puzzle, view)
        sheets = [cast(View, begun(position, act).view(0)).sheets[0] for act in solved.acts]
        assert len({(sheet.used, frozenset(sheet.ends)) for sheet in sheets}) == len(sheets) <= solved.alternatives


@pytest.mark.parametrize("language", GAME.languages)
def test_questions_verdicts_and_hints_have_words(cases: list[tuple[Puzzle, Position]], language: str) -> None:
    for puzzle, position in cases:
        view = cast(View, position.view(0))
        act = solve(puzzle, view).acts[0]
        told = [puzzle.question, puzzle.title, *(hint.text for hint in hints(puzzle, view, act)), judge(puzzle, view, (DONE,)).why]
        assert all(GAME.say(text, language) for text in told)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        (
            ("BGYA", "BBGRW"),
            "Solo: 3 cards count, in this order: the one that is up, then blue-green-yellow-silver and blue-blue-green-red-white. "
            "Have 20 points in all after the last of these cards, the most that they allow.",
        ),
        (
            ("BGYA",),
            "Solo: 2 cards count, in this order: the one that is up, then blue-green-yellow-silver. "
            "Have 20 points in all after the last of these cards, the most that they allow.",
        ),
        ((), "Solo: only the card that is up still counts. Reach 20 points in all with it, the most that it allows."),
    ],
)
def test_the_question_names_the_cards_that_count(known: tuple[str, ...], asked: str) -> None:
    puzzle = Puzzle("line", 0, 30, 1, (), 1 + len(known), known, {"points": 20, "greedy": 17})
    assert GAME.say(puzzle.question) == asked
