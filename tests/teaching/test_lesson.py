"""Lessons: a script of choices, chances and rivals' acts; how far somebody has come follows from the entries."""

import msgspec
import pytest

from byways.i18n import Message
from byways.record import Choose, Entry, Folded, Happen, Hint, Record, Undo, opened
from byways.teaching.lesson import Lesson, Page, Step, lessons
from byways.testing import NonConformance, check_game
from byways.testing.lessons import play_lesson
from byways.testing.trial import Broken
from tests import toy

DEALT = (Happen("4"), Happen("4"), Happen("2"))
PICK = Step((Page("pick"),), ("pick 4", "pick 2"), {"pick 1": "low"}, ())
DONE = Step((Page("why"), Page("done")), ("done",), {}, ("1: pick 3", "1: done", "chance: turn 0"))
END = Step((Page("end"),))


def start() -> Record:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    return msgspec.structs.replace(opened(toy.GAME, setup, toy.Options(), ("a", "b")), entries=DEALT)


def lesson(*steps: Step) -> Lesson:
    return Lesson("first", start(), steps or (PICK, DONE, END))


def after(*entries: Entry) -> int:
    return lesson().played((*DEALT, *entries))


def test_a_lesson_is_as_far_as_the_entries_since_its_start() -> None:
    assert after() == 0
    assert after(Choose(0, "pick 4"), Choose(0, "done")) == 2


def test_what_was_taken_back_and_hints_do_not_count() -> None:
    assert after(Choose(0, "pick 4"), Undo(0)) == 0
    assert after(Folded((0,)), Folded((0,)), Hint(0, "pick 4"), Choose(0, "pick 4")) == 1


def test_the_script_goes_on_choice_by_choice() -> None:
    assert [lesson().due(played) for played in range(6)] == [
        (0, None),
        (1, None),
        (1, Choose(1, "pick 3")),
        (1, Choose(1, "done")),
        (1, Happen("turn 0")),
        None,
    ]


def test_after_its_script_a_lesson_stays_at_its_last_step() -> None:
    assert [lesson().step(played) for played in (0, 1, 2, 5, 50)] == [0, 1, 1, 2, 2]


def test_only_the_learners_own_last_choice_can_be_taken_back() -> None:
    assert [lesson().may_undo(played) for played in range(4)] == [False, True, True, False]


def test_all_right_choices_are_right() -> None:
    assert lesson().objection(PICK, toy.Pick(4)) is None
    assert lesson().objection(PICK, toy.Pick(2)) is None
    assert Step((), ("pick *",)).accepts("pick 3")


def test_a_foreseen_error_has_its_own_reply_and_any_other_a_general_one() -> None:
    assert lesson().objection(PICK, toy.Pick(1)) == Message("lesson.first.low")
    assert lesson().objection(PICK, toy.Pick(3)) == Message("lesson.other", {"choice": "Pick a 3"})


def test_advice_is_a_right_choice() -> None:
    view = start().position(toy.GAME).view(0)
    assert lesson().advice(PICK, view) in ("pick 2", "pick 4")


def test_a_room_without_lessons_has_none() -> None:
    assert lessons(toy.GAME) == {}


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        ((PICK,), "the last one"),
        ((END, PICK, END), "the last one"),
        ((Step((), ("pick 9",)), END), "expects 'pick 9', which is not possible"),
        ((Step((), ("pick 4",), {"pick 4": "x"}), END), "which nobody can choose there"),
        ((Step((Page("pick", ("nowhere",)),), ("pick 4",)), END), "points at 'nowhere', which is not there"),
        ((Step((), ("pick *",), {}, ("1: pick 1",)), END), "pick 1"),
    ],
)
def test_the_kit_finds_what_is_wrong_with_a_lesson(steps: tuple[Step, ...], complaint: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy.GAME), "say", lambda card, sentence, language=None: str(sentence))  # the toy has no catalogue
    with pytest.raises((Broken, ValueError), match=complaint):
        play_lesson(toy.GAME, lesson(*steps))


def test_the_kit_names_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.testing.lessons.lessons", lambda game: {"first": lesson()})
    with pytest.raises(NonConformance, match=r"lesson 'first': There are no words"):
        check_game(toy.GAME, positions=1)
