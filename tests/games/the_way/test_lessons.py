"""The Way's lessons cover every kind of choice, and each ends in a game that continues."""

from __future__ import annotations

from typing import get_args

import pytest

from byways.games.the_way import GAME
from byways.games.the_way.state import AnyChoice, Position
from byways.record import Choose
from byways.teaching.lesson import Lesson, lessons
from byways.testing.lessons import follow, play_lesson

every_lesson = pytest.mark.parametrize("lesson", lessons(GAME).values(), ids=lambda lesson: lesson.name)


def walk(lesson: Lesson) -> tuple[Position, set[type]]:
    """The end of a lesson, and the kinds of choice that it asks for."""
    position, kinds = lesson.start.position(GAME), set[type]()
    for step in lesson.steps[:-1]:
        right = [choice for choice in position.view(lesson.seat).choices if step.accepts(str(choice))]
        kinds |= set(map(type, right))
        position = follow(GAME, [Choose(lesson.seat, str(right[-1])), *step.script], position)
    assert isinstance(position, Position)
    return position, kinds


def test_the_lessons_ask_for_every_kind_of_choice() -> None:
    assert set().union(*(walk(lesson)[1] for lesson in lessons(GAME).values())) == set(get_args(AnyChoice))


@every_lesson
def test_a_lesson_can_be_played_to_its_end(lesson: Lesson) -> None:
    play_lesson(GAME, lesson)


@every_lesson
def test_after_a_lesson_the_learner_plays_on(lesson: Lesson) -> None:
    end = walk(lesson)[0]
    assert (end.awaited, end.outcome) == ((lesson.seat,), None)
    assert "play on" in GAME.say(lesson.says(lesson.steps[-1].pages[-1].name))


@every_lesson
def test_a_lesson_is_short_and_its_pages_are(lesson: Lesson) -> None:
    assert 8 <= len(lesson.steps) <= 14
    names = [page.name for step in lesson.steps for page in step.pages] + [
        reply for step in lesson.steps for reply in step.replies.values()
    ]
    assert all(len(GAME.say(lesson.says(name)).split()) <= 45 for name in names)


def test_the_first_lesson_begins_with_how_to_win() -> None:
    first = next(iter(lessons(GAME).values()))
    assert GAME.say(first.says(first.steps[0].pages[0].name)).startswith("You win by getting from your Start")


def test_the_first_lesson_opens_the_way_to_the_flag() -> None:
    end = walk(lessons(GAME)["first-steps"])[0]
    assert GAME.say(end.view(0).aim) == "Go to your Midpoint on e5, 4 steps along the open way, then back to your Start on a1."


def test_the_second_lesson_wins_a_game_of_the_set() -> None:
    end = walk(lessons(GAME)["whole-set"])[0]
    assert (end.table.results, end.table.game) == ((0,), 2)
    assert GAME.say(end.view(0).aim).endswith(" Game 2 of 3: Ash 1, Rowan 0.")


def test_the_second_lesson_swaps_a_card_with_arrows_into_the_hand() -> None:
    assert walk(lessons(GAME)["whole-set"])[0].hands[0] == ("N", "N", "NESW", "NiSo")


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "Rowan may not touch"), ("de", "darf Rowan nicht anrühren"), ("it", "Rowan non può toccare")]
)
def test_the_second_lesson_says_that_only_the_other_player_may_not_touch_the_learners_card(language: str, sentence: str) -> None:
    lesson = lessons(GAME)["whole-set"]
    assert sentence in GAME.say(lesson.says("safe"), language)
    position = lesson.start.position(GAME)
    for step in lesson.steps[:2]:
        right = next(choice for choice in position.view(0).choices if step.accepts(str(choice)))
        position = follow(GAME, [Choose(0, str(right))], position)
    assert isinstance(position, Position)
    assert "turn b1" not in " ".join(map(str, position.choices(1)))
    back = follow(GAME, [Choose(1, "move a4")], position)
    assert "turn b1 right" in map(str, back.choices(0))


@pytest.mark.parametrize("language", GAME.languages)
@every_lesson
def test_a_lesson_calls_the_learner_you_and_the_other_player_rowan(lesson: Lesson, language: str) -> None:
    names = [page.name for step in lesson.steps for page in step.pages]
    assert not any("Ash" in GAME.say(lesson.says(name), language) for name in names)
