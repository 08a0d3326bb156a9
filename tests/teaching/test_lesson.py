"""Lessons: steps with pages, right choices and scripted entries."""

import pytest

from byways.i18n import Message
from byways.record import Choose, Happen
from byways.teaching.lesson import Cue, LessonStep, Page, lessons
from byways.testing import NonConformance, check_game
from byways.testing.lessons import play_lesson
from byways.testing.trial import Violation
from tests import toy
from tests.teaching.tuck_lesson import END, PICK, lesson


def test_the_cues_are_the_learners_choices_and_the_scripted_entries_in_order() -> None:
    assert [*lesson().cues()] == [
        Cue(0),
        Cue(1),
        Cue(1, Choose(1, "pick 3")),
        Cue(1, Choose(1, "done")),
        Cue(1, Happen("turn 0")),
    ]


def test_every_expected_choice_is_right() -> None:
    assert lesson().objection(PICK, toy.Pick(4)) is None
    assert lesson().objection(PICK, toy.Pick(2)) is None
    assert LessonStep((), ("pick *",)).accepts("pick 3")


def test_a_foreseen_mistake_has_its_own_reply_and_any_other_a_general_one() -> None:
    assert lesson().objection(PICK, toy.Pick(1)) == Message("lesson.first.low")
    assert lesson().objection(PICK, toy.Pick(3)) == Message("lesson.other", {"choice": "Pick a 3"})


def test_advice_is_a_right_choice() -> None:
    assert PICK.advice(lesson().start.position(toy.GAME).view(0)) in ("pick 2", "pick 4")


def test_a_room_may_have_no_lessons() -> None:
    assert lessons(toy.GAME) == {}


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ((PICK,), "except the last"),
        ((END, PICK, END), "except the last"),
        ((LessonStep((), ("pick 9",)), END), "expects 'pick 9', which is not possible"),
        ((LessonStep((), ("pick 4",), {"pick 4": "x"}), END), "which is no wrong choice there"),
        ((LessonStep((Page("pick", ("nowhere",)),), ("pick 4",)), END), "points at 'nowhere', which is not there"),
        ((LessonStep((), ("pick *",), {}, ("1: pick 1",)), END), "pick 1"),
        ((LessonStep((Page("pick"),), ("pick 4",)), END), "does not point at what to touch"),
    ],
)
def test_the_kit_rejects_a_faulty_lesson(steps: tuple[LessonStep, ...], complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.GAME), "say", lambda card, sentence, language=None: str(sentence))  # the toy has no catalogue
    with pytest.raises((Violation, ValueError), match=complaint):
        play_lesson(toy.GAME, lesson(*steps))


def test_the_kit_names_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.testing.lessons.lessons", lambda game: {"first": lesson()})
    with pytest.raises(NonConformance, match=r"lesson 'first': There are no words"):
        check_game(toy.GAME, positions=1)
