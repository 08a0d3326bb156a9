"""The lessons: together they touch every kind of choice, and any right choice leads to their ends."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from byways.game import Choice, Position
from byways.games.long_road import GAME
from byways.games.long_road.choices import AnyChoice
from byways.teaching.lesson import Lesson, lessons
from byways.testing.lessons import check_teaching

LESSONS = lessons(GAME)


def played(lesson: Lesson, rng: Random) -> tuple[Position, set[type[Choice]]]:
    """A lesson played by right choices, and all kinds of choice that it took for right."""
    position, kinds = lesson.start.position(GAME), set[type[Choice]]()
    for step in lesson.steps[:-1]:
        right = [choice for choice in position.view(lesson.seat).choices if step.accepts(str(choice))]
        kinds |= set(map(type, right))
        position = position.choose(lesson.seat, rng.choice(right))
        for entry in step.script:
            position = entry.apply(GAME, position)
    return position, kinds


@pytest.mark.slow
def test_there_are_three_that_can_be_played_to_their_ends() -> None:
    assert list(LESSONS) == ["turn", "sale", "bonuses"]
    check_teaching(GAME)


def test_together_they_touch_every_kind_of_choice() -> None:
    found = set[type[Choice]]().union(*(played(lesson, Random(1))[1] for lesson in LESSONS.values()))
    assert found == set(get_args(AnyChoice))


@pytest.mark.parametrize("name", LESSONS)
def test_any_right_choices_lead_to_the_end_and_into_free_play(name: str) -> None:
    for nth in range(25):
        assert played(LESSONS[name], Random(nth))[0].outcome is None
    assert "lay on from here against an easy opponent" in GAME.say(LESSONS[name].says("over"))


@pytest.mark.parametrize("name", LESSONS)
def test_pages_are_short(name: str) -> None:
    lesson = LESSONS[name]
    texts = [GAME.say(lesson.says(page.name)) for step in lesson.steps for page in step.pages]
    assert max(len(text.split()) for text in texts) <= 45
    assert 8 <= len(lesson.steps) <= 15


def test_the_first_page_says_how_one_wins() -> None:
    assert "the richest player wins" in GAME.say(LESSONS["turn"].says(LESSONS["turn"].steps[0].pages[0].name))


@pytest.mark.parametrize("name", LESSONS)
def test_no_page_asks_for_a_finger_or_a_mouse(name: str) -> None:
    said = " ".join(GAME.say(LESSONS[name].says(page.name)) for step in LESSONS[name].steps for page in step.pages)
    assert not {"tap", "mouse", "touch"} & set(said.lower().replace(",", " ").split())


def test_herds_hats_star_and_signpost_are_pointed_at_when_they_are_named() -> None:
    pages = {page.name: page.points for step in LESSONS["turn"].steps for page in step.pages}
    assert {"card-2", "hats-0", "star"} <= set(pages["marks"])
    assert "card-2" in pages["reward"]
    assert "boss" in pages["take"]
