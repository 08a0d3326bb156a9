"""The shipped puzzles of every game: enough of each grade, and a sample proved again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from byways.game import Game, all_games
from byways.puzzles.checking import flaw_in
from byways.puzzles.collection import StoredPuzzle, judge_of, shipped

GAMES = [game for game in all_games() if shipped(game)]
SAMPLE = [(game, stored) for game in GAMES for stored in Random(1).sample(shipped(game), 5)]


def test_there_are_games_with_puzzles() -> None:
    assert {"labyrinth", "long_road", "long_way", "the_way", "traxx"} <= {game.name for game in GAMES}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_there_are_a_hundred_puzzles_with_fifteen_of_each_middle_grade(game: Game) -> None:
    collection = shipped(game)
    grades = Counter(stored.puzzle.grade for stored in collection)
    assert len(collection) >= 100
    assert min(grades[grade] for grade in (2, 3, 4)) >= 15
    numbers = [stored.puzzle.number for stored in collection]
    assert numbers == sorted({*numbers})  # a puzzle that is taken out leaves a gap: the others keep their numbers
    assert {stored.puzzle.kind for stored in collection} == {*judge_of(game).KINDS}
    assert all(stored.puzzle.alternatives >= 25 for stored in collection)


@pytest.mark.parametrize(("game", "stored"), SAMPLE, ids=lambda one: f"{one.puzzle.number}" if isinstance(one, StoredPuzzle) else str(one))
def test_puzzles_are_proved_again(game: Game, stored: StoredPuzzle) -> None:
    assert flaw_in(game, stored) is None
    for language in game.languages:
        assert game.say(stored.puzzle.question, language)
        assert game.say(stored.puzzle.title, language)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_position_is_asked_twice(game: Game) -> None:
    asked = {(stored.puzzle.kind, stored.record.to_json()) for stored in shipped(game)}
    assert len(asked) == len(shipped(game))
