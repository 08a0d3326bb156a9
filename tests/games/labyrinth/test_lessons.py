"""Every expected choice leads through Labyrinth's lessons, and they cover every kind of choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from byways.game import Choice, Position
from byways.games.labyrinth import GAME
from byways.games.labyrinth.state import AnyChoice, Slide
from byways.games.labyrinth.view import View
from byways.record import Choose
from byways.teaching.lesson import Lesson, LessonStep, lessons
from byways.testing.lessons import check_teaching, follow

LESSONS = lessons(GAME)
MOST_WORDS = 45


def right(lesson: Lesson, step: LessonStep, position: Position) -> list[Choice]:
    return [choice for choice in position.choices(lesson.seat) if step.accepts(str(choice))]


def ways(lesson: Lesson) -> Iterator[list[Position]]:
    """All positions, before each step, to which expected choices lead."""
    positions = [lesson.start.position(GAME)]
    for step in lesson.steps:
        yield positions
        positions = [
            follow(GAME, [Choose(lesson.seat, str(choice)), *step.script], position)
            for position in positions
            for choice in right(lesson, step, position)
        ]


def test_the_lessons_are_sound() -> None:
    assert [*LESSONS] == ["treasure", "ride"]
    check_teaching(GAME)


def test_the_lessons_cover_every_kind_of_choice() -> None:
    asked = {
        type(choice)
        for lesson in LESSONS.values()
        for step, positions in zip(lesson.steps, ways(lesson), strict=True)
        for choice in right(lesson, step, positions[0])
    }
    assert asked == set(get_args(AnyChoice))


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
class TestEveryLesson:
    def test_every_expected_choice_leads_to_the_end(self, lesson: Lesson) -> None:
        for step, positions in zip(lesson.steps, ways(lesson), strict=True):
            for pattern in step.expect:
                assert all(pattern in map(str, position.choices(lesson.seat)) for position in positions)

    def test_it_ends_at_the_learners_turn_one_turn_from_home(self, lesson: Lesson) -> None:
        *_, ends = ways(lesson)
        for end in ends:
            view = end.view(lesson.seat)
            assert isinstance(view, View)
            assert (end.outcome, end.awaited, view.homeward) == (None, (lesson.seat,), True)
            assert finding(end)

    def test_its_pages_are_short(self, lesson: Lesson) -> None:
        for step in lesson.steps:
            for page in (*(page.name for page in step.pages), *step.replies.values()):
                assert len(GAME.say(lesson.says(page)).split()) <= MOST_WORDS


def test_the_first_slide_of_each_lesson_is_the_only_one_that_reaches_the_treasure() -> None:
    for lesson in LESSONS.values():
        assert finding(lesson.start.position(GAME)) == [*lesson.steps[0].expect]


def test_when_blue_has_broken_the_way_home_no_slide_leads_there() -> None:
    _, _, _, broken, *_ = ways(LESSONS["treasure"])
    assert finding(*broken) == []


def test_after_the_wait_only_pushing_back_reaches_the_treasure() -> None:
    _, _, _, waiting, pushing, *_ = ways(LESSONS["ride"])
    assert finding(*waiting) == []
    assert finding(*pushing) == ["slide 4 right"]


def finding(position: Position) -> list[str]:
    """The slides with which the first seat can reach its goal in this turn."""
    view = position.view(0)
    assert isinstance(view, View)
    assert view.goal is not None
    goal = view.maze.grid.walks[view.goal]
    slid = {slide: position.choose(0, slide) for slide in view.choices if isinstance(slide, Slide)}
    return [str(slide) for slide, at in slid.items() if any(goal in at.choose(0, insert).choices(0) for insert in at.choices(0))]
