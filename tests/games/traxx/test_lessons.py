"""The lessons of Traxx."""

from __future__ import annotations

from typing import get_args

import pytest

from byways.game import Choice, Position
from byways.games.traxx import GAME
from byways.games.traxx.state import AnyChoice, Sheet
from byways.games.traxx.view import View
from byways.record import Choose
from byways.teaching.lesson import Lesson, lessons
from byways.testing.lessons import follow, play_lesson
from tests.games.traxx.positions import entered


def played(lesson: Lesson) -> list[tuple[Choice, Position]]:
    """A lesson's expected choices, each with the position after its script. If several are expected, the last is used."""
    position, done = lesson.start.position(GAME), []
    for step in lesson.steps[:-1]:
        choice = [choice for choice in position.choices(lesson.seat) if step.accepts(str(choice))][-1]
        position = follow(GAME, [Choose(lesson.seat, str(choice)), *step.script], position)
        done.append((choice, position))
    return done


def after(name: str) -> View:
    _, position = played(lessons(GAME)[name])[-1]
    seen = position.view(0)
    assert isinstance(seen, View)
    return seen


@pytest.mark.parametrize("lesson", lessons(GAME).values(), ids=lessons(GAME))
class TestEachLesson:
    def test_it_can_be_played_to_its_end(self, lesson: Lesson) -> None:
        play_lesson(GAME, lesson)

    def test_it_ends_during_a_game(self, lesson: Lesson) -> None:
        _, position = played(lesson)[-1]
        assert position.outcome is None
        assert lesson.seat in position.awaited
        assert "you play freely" in GAME.say(lesson.says(lesson.steps[-1].pages[-1].name))

    def test_it_is_short(self, lesson: Lesson) -> None:
        assert 8 <= len(lesson.steps) <= 14
        assert all(len(GAME.say(lesson.says(page.name)).split()) <= 45 for step in lesson.steps for page in step.pages)


def test_the_lessons_cover_every_kind_of_choice_and_a_pass() -> None:
    assert {type(choice) for lesson in lessons(GAME).values() for choice, _ in played(lesson)} == {*get_args(AnyChoice)}
    assert "done" in lessons(GAME)["end"].steps[5].expect
    assert [str(choice) for choice in played(lessons(GAME)["end"])[4][1].choices(0)] == ["done"]


def test_a_lesson_teaches_the_rule_and_the_target_of_the_solo_game() -> None:
    lesson = lessons(GAME)["alone"]
    said = [GAME.say(lesson.says(page.name)) for page in lesson.steps[0].pages]
    assert "more than 40 is great" in said[0]
    assert "only if you have not reached a higher one before" in said[1]
    assert after("alone").sheets[0].points == entered(n2=2, n3=3)
    assert [after("alone").board.number.get(field) for field in after("alone").drawn] == [5, None]


def test_the_scores_match_the_texts_of_the_lessons() -> None:
    line, end = after("line"), after("end")
    assert [sheet.points for sheet in line.sheets] == [(0, 0, 0, 0, 6, 0, 0, 0, 0), (2, 3, 0, 0, 0, 0, 0, 0, 0)]
    assert [sheet.score for sheet in end.sheets] == [27, 27]
    start = lessons(GAME)["end"].start.position(GAME).view(0)
    assert isinstance(start, View)
    assert [sheet.score for sheet in start.sheets] == [14, 25]
    assert GAME.say(start.aim) == "Within reach of this card: the 9 for 5. Score so far: 14."
    shut: Sheet = end.sheets[1]
    assert shut.shut
