"""The lessons use every kind of choice, and can be finished with any right choices."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from byways.game import Choice, Position
from byways.games.long_road import GAME
from byways.games.long_road.choices import AnyChoice
from byways.i18n import Message, languages_of
from byways.teaching.guide import how_to_play
from byways.teaching.lesson import Lesson, lessons
from byways.testing.lessons import check_teaching

LESSONS = lessons(GAME)


@pytest.mark.parametrize("language", languages_of(GAME.room))
def test_a_sale_and_the_lesson_say_alike_who_takes_a_character_back(language: str) -> None:
    told, taught = GAME.say(Message("show.hire"), language), GAME.say(Message("lesson.turn.hats"), language)
    assert taught.startswith(told)


def played(lesson: Lesson, rng: Random) -> tuple[Position, set[type[Choice]]]:
    """Play a lesson with random right choices, and return the last position and all kinds of right choices."""
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


def test_together_they_use_every_kind_of_choice() -> None:
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


def test_the_first_page_says_how_to_win() -> None:
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


@pytest.mark.parametrize(
    ("language", "order", "empty", "moved"),
    [
        ("en", "turns go clockwise", "If your deck is used up", "If a Relay Station moves him"),
        ("de", "im Uhrzeigersinn", "Ist dein Stapel leer", "Versetzt ihn eine Poststation"),
        ("fr", "dans le sens horaire", "Si votre pioche est épuisée", "Si un Relais le déplace"),
        ("it", "in senso orario", "Se il tuo mazzo è esaurito", "Se un Cambio lo sposta"),
    ],
)
def test_the_page_explains_clockwise_turns_an_empty_deck_and_a_moved_reverend(language: str, order: str, empty: str, moved: str) -> None:
    page = " ".join((how_to_play(GAME, language) or "").split())
    assert all(words in page for words in (order, empty, moved))


def test_the_page_states_the_weapons_for_each_number_of_players() -> None:
    _, pistol, rifle = GAME.components.weapons
    two, three, four = zip(pistol.supply, rifle.supply, strict=True)
    page = " ".join((how_to_play(GAME) or "").split())
    assert f"{two[0]} pistols and {two[1]} rifle with two, {three[0]} and {three[1]} with three, {four[0]} and {four[1]} with four" in page


@pytest.mark.parametrize(
    ("name", "page", "kind"), [("bonuses", "assign", "assign"), ("bonuses", "ford", "ford"), ("sale", "drunkard", "take")]
)
def test_a_page_that_leaves_the_choice_points_at_every_choice_it_means(name: str, page: str, kind: str) -> None:
    lesson = LESSONS[name]
    position = lesson.start.position(GAME, len(lesson.start.entries))
    for step in lesson.steps:
        view = position.view(lesson.seat)
        asked = {str(choice) for choice in view.choices if step.accepts(str(choice))}
        if (shown := next((one for one in step.pages if one.name == page), None)) is not None:
            assert set(shown.pointed(view)) == asked
            assert all(one.startswith(kind) for one in asked)
            return
        position = position.choose(lesson.seat, next(choice for choice in view.choices if str(choice) in asked))
        for entry in step.script:
            position = entry.apply(GAME, position)
    pytest.fail(f"There is no page {page}.")
