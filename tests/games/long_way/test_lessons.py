"""The lessons and pages of The Long Way: they cover every kind of choice and say what is true."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from byways.game import Position
from byways.games.long_way import GAME
from byways.games.long_way.rules.shoppers import score
from byways.games.long_way.state import AnyChoice
from byways.games.long_way.view import View
from byways.i18n import catalogue
from byways.record import Choose
from byways.teaching.guide import how_to_play, in_short
from byways.teaching.lesson import Lesson, LessonStep, lessons

LESSONS = lessons(GAME)


def right(step: LessonStep, position: Position) -> list[AnyChoice]:
    return [choice for choice in position.choices(0) if step.accepts(str(choice))]  # type: ignore[misc]


def after(step: LessonStep, position: Position, choice: AnyChoice) -> Position:
    for entry in (Choose(0, str(choice)), *step.script):
        position = entry.apply(GAME, position)
    return position


def played(lesson: Lesson, rng: Random) -> list[Position]:
    """The positions at which the steps begin, given random right choices."""
    positions = [lesson.start.position(GAME)]
    for step in lesson.steps[:-1]:
        positions.append(after(step, positions[-1], rng.choice(right(step, positions[-1]))))
    return positions


def aims(name: str) -> dict[str, str]:
    """The aim at the last page of each step."""
    lesson = LESSONS[name]
    positions = played(lesson, Random(1))
    return {step.pages[-1].name: GAME.say(position.view(0).aim) for step, position in zip(lesson.steps, positions, strict=True)}


def test_the_lessons_ask_for_every_kind_of_choice() -> None:
    asked = set()
    for lesson in LESSONS.values():
        for step, position in zip(lesson.steps, played(lesson, Random(1)), strict=True):
            asked |= {type(choice) for choice in right(step, position)}
    assert asked == {*get_args(AnyChoice)}


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_continues_after_any_right_choices(name: str) -> None:
    for seed in range(20):
        last = played(LESSONS[name], Random(seed))[-1]
        assert last.outcome is None
        assert 0 not in last.removed
        assert last.choices(0) or last.chance


@pytest.mark.parametrize("name", LESSONS)
def test_the_last_page_says_that_play_continues_against_an_easy_bot(name: str) -> None:
    words = GAME.say(LESSONS[name].says("end")).lower()
    assert "play on" in words
    assert "easy rival" in words


@pytest.mark.parametrize("name", LESSONS)
def test_pages_are_short_and_lessons_too(name: str) -> None:
    lesson = LESSONS[name]
    assert 8 <= len(lesson.steps) <= 14
    assert all(len(GAME.say(lesson.says(page.name)).split()) <= 45 for step in lesson.steps for page in step.pages)


@pytest.mark.parametrize("name", LESSONS)
def test_pages_say_click_for_finger_and_mouse_alike(name: str) -> None:
    said = " ".join(GAME.say(LESSONS[name].says(page.name)) for step in LESSONS[name].steps for page in step.pages)
    assert not {"tap", "press", "mouse"} & set(said.lower().replace(".", " ").split())


def test_the_first_page_says_how_to_win() -> None:
    assert "highest score wins" in GAME.say(LESSONS["round"].says(LESSONS["round"].steps[0].pages[0].name))


def test_the_pages_describe_the_stores_correctly() -> None:
    first, second, third = aims("round"), aims("bonus"), aims("finish")
    assert first["doors"].startswith("Entrance, exit: 0 displays − 2 empty = −2")
    assert first["empty"].startswith("Entrance, exit: 1 display − 5 empty")
    assert first["long"].startswith("Entrance, cafeteria, exit: 1 display − 9 empty")
    assert first["above"].startswith("Entrance, cafeteria, exit: 1 display − 9 empty = −8")
    assert first["finish"].startswith("Entrance, cafeteria, exit: 2 displays − 6 empty = −4")
    assert second["reroll"].startswith("A wall covers a door")
    assert second["opened"].startswith("Entrance, cafeteria, exit: 4 displays − 1 empty = 3")
    assert second["wall"].startswith("Entrance, cafeteria, exit: 5 displays − 1 empty")
    assert second["filled"].startswith("Entrance, cafeteria, exit: 5 displays.")
    assert third["tile"].startswith("Entrance, cafeteria, cafeteria, exit: 8 displays − 2 empty = 6")
    assert third["nine"].startswith("Entrance, cafeteria, cafeteria, exit: 9 displays.")
    assert third["hope"].startswith("Entrance, cafeteria, cafeteria, exit: 10 displays − 1 empty = 9")


def test_at_the_end_the_tile_fits_in_one_place_and_would_shut_the_way() -> None:
    position = played(LESSONS["finish"], Random(1))[-2]
    assert [str(choice) for choice in position.choices(0)] == ["tile b1", "stop"]
    assert GAME.say(position.choose(0, GAME.parse("tile b1")).view(0).aim).startswith("No way leads from entrance to exit")


def test_other_doorways_leave_the_exit_covered() -> None:
    lesson = LESSONS["bonus"]
    step, position = next(
        (step, position) for step, position in zip(lesson.steps, played(lesson, Random(1)), strict=True) if step.accepts("doorway e1 north")
    )
    others = [choice for choice in position.choices(0) if str(choice).startswith("doorway") and not step.accepts(str(choice))]
    assert others
    assert {GAME.say(position.choose(0, choice).view(0).aim).partition(":")[0] for choice in others} == {"A wall covers a door"}


def test_the_cafeteria_page_says_that_the_tile_could_be_drawn_and_it_would_help() -> None:
    lesson = LESSONS["round"]
    position = next(
        position for step, position in zip(lesson.steps, played(lesson, Random(1)), strict=True) if step.pages[-1].name == "cafeteria"
    )
    view = position.choose(0, GAME.parse("tile e3")).choose(0, GAME.parse("display e3 4")).view(0)
    assert isinstance(view, View)
    assert score(view.draft.sheet) > score(view.sheets[0])
    assert "You could draw this tile" in GAME.say(lesson.says("cafeteria"))


# Pages


@pytest.mark.parametrize(
    ("language", "word"),
    [("en", "doorway"), ("de", "Durchgang"), ("it", "varco")],
)
def test_wherever_a_bonus_is_explained_a_wall_with_a_doorway_is_no_hindrance(language: str, word: str) -> None:
    explained = {"en": "no wall", "de": "ohne Wand", "it": "senza muri"}[language]
    messages = catalogue(GAME.room, language)
    assert messages is not None
    texts = [form for text in messages.texts.values() for form in text.forms]
    paragraphs = [part for page in (how_to_play, in_short) for part in (page(GAME, language) or "").replace("\n\n", "¶").split("¶")]
    found = [text for text in (*texts, *paragraphs) if "bonus" in text.lower() and explained in text]
    assert len(found) >= 3
    assert all(word in text for text in found)


@pytest.mark.parametrize(
    ("language", "facts"),
    [
        ("en", ("rolls first is drawn by lot", "players who have stopped", "have stopped, the game ends", "each needs one")),
        ("de", ("zuerst würfelt, entscheidet das Los", "allen, die aufgehört haben", "endet die\n   Partie", "braucht jede einen")),
        ("it", ("per primo si tira a sorte", "saltando chi si è fermato", "fermati, la partita finisce", "ognuno ha bisogno del suo")),
    ],
)
def test_the_short_page_says_who_rolls_first_whom_the_dice_skip_when_it_ends_and_that_double_walls_need_two_doorways(
    language: str, facts: tuple[str, ...]
) -> None:
    page = in_short(GAME, language)
    assert page is not None
    assert [fact for fact in facts if fact not in page] == []
