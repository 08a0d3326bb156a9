from __future__ import annotations

from typing import cast

import pytest

from byways.game import find_game
from byways.games.the_way.puzzles.judge import judge, solve
from byways.games.the_way.state import AnyChoice
from byways.games.the_way.view import View
from byways.puzzles.collection import find, shipped

GAME = find_game("the_way")


def praise(number: int, language: str = "en") -> str:
    stored = find(GAME, number, shipped(GAME))
    act = tuple(cast(AnyChoice, GAME.parse(step)) for step in stored.puzzle.solution)
    return GAME.say(judge(stored.puzzle, cast(View, stored.view(GAME)), act).why, language)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (4, "Ash may not alter a4 while you are on it."),
        (5, "Ash has no card left to cover with."),
        (8, "Ash could not come home in time even if you did nothing."),
        (24, "if Rowan plays “move to a2”, you can answer “turn a4 to the right, move to a5”."),
        (61, "Ash cannot turn the locked card on a4 and no card that Ash may hold helps."),
        (77, "every card that Ash may hold is a straight, which does not help."),
        (100, "Ash cannot turn the locked card on a2 and every card that Ash may hold is a corner, which does not help."),
    ],
)
def test_a_block_says_what_stops_the_rival(number: int, reason: str) -> None:
    assert praise(number).endswith(f" now has no sure win within two turns: {reason}")


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (2, "Rowan may not alter a3 while you are on it."),
        (10, "your way is open, and Ash cannot shut it."),
        (13, "whatever card Ash alters, you can open a way home by altering one yourself."),
        (110, "even after “cover b5, open to the south and west, move to e3” you can open a way home by altering one card."),
    ],
)
def test_a_sure_win_says_what_makes_it_sure(number: int, reason: str) -> None:
    assert praise(number).startswith("Right, you are home ")
    assert praise(number).endswith(f": {reason}")


@pytest.mark.parametrize("number", [4, 5, 8, 10, 13, 24, 61, 77, 100, 110])
def test_every_reason_has_words_in_every_language(number: int) -> None:
    assert len({praise(number, language) for language in GAME.languages}) == len(GAME.languages)


def test_every_right_answer_has_reasons() -> None:
    for number in (60, 93, 99):
        stored = find(GAME, number, shipped(GAME))
        view = cast(View, stored.view(GAME))
        for act in solve(stored.puzzle, view).acts:
            assert GAME.say(judge(stored.puzzle, view, act).why).startswith("Right, ")
