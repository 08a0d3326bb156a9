"""The catalogue of Traxx is complete."""

import pytest

from byways.games.traxx import GAME
from byways.teaching.lesson import lessons
from tests.messages import check_catalogue, words_of_random_games


@pytest.mark.slow
def test_the_catalogue_covers_random_games() -> None:
    assert {"choose.draw", "event.number", "prompt.finish", "refuse.branch", "outcome.alone", "draw.wins"} <= words_of_random_games(
        GAME, 10
    ).keys()


def test_the_catalogue_has_every_message_of_the_source_and_no_other() -> None:
    check_catalogue(GAME, lesson_words())


def lesson_words() -> set[str]:
    """The names of all pages and replies."""
    said = {lesson.title.name for lesson in lessons(GAME).values()}
    for lesson in lessons(GAME).values():
        for step in lesson.steps:
            said |= {lesson.says(page).name for page in (*(page.name for page in step.pages), *step.replies.values())}
    return said
