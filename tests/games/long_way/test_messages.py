"""The catalogue of The Long Way is complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from byways.games.long_way import GAME
from byways.games.long_way.rules import READ
from byways.games.long_way.state import AnyChoice, Stage
from byways.i18n import ENGLISH, catalogue
from byways.teaching.lesson import lessons
from tests.messages import check_catalogue, words_of_random_games

STAGES = {*get_args(Stage)} - {"waiting"}
CHOICES = {kind.__name__.lower() for kind in get_args(AnyChoice)}


@pytest.mark.slow
def test_every_message_of_random_games_is_in_the_catalogue() -> None:
    said = words_of_random_games(GAME, 6).keys()
    assert {"choose.display", "event.draw-tile", "prompt.side", "refuse.now-display", "outcome.stopped", "title.short"} <= said


def test_the_catalogue_has_no_unused_messages() -> None:
    check_catalogue(GAME, taught())


def taught() -> Iterator[str]:
    """The messages that the lesson files name."""
    for lesson in lessons(GAME).values():
        yield lesson.title.name
        for step in lesson.steps:
            yield from (lesson.says(name).name for name in (*(page.name for page in step.pages), *step.replies.values()))


@pytest.mark.parametrize(
    ("begin", "ends"),
    [
        ("prompt.", {"dice", "coins", *STAGES}),
        ("ask.", {"coins", *STAGES}),
        ("refuse.now-", STAGES),
        ("choose.", CHOICES),
    ],
)
def test_names_put_together_from_stages_and_choices_are_all_in_the_catalogue(begin: str, ends: set[str]) -> None:
    texts = catalogue(GAME.room, ENGLISH)
    assert texts is not None
    assert {name.removeprefix(begin) for name in texts.texts if name.startswith(begin)} == ends


def test_every_choice_has_words() -> None:
    assert all(GAME.say(choice.sentence) for choice in READ.values())
