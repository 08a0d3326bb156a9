"""The catalogue of Labyrinth is complete."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from byways.games.labyrinth import GAME
from byways.games.labyrinth import LabyrinthOptions as Options
from byways.games.labyrinth.state import DEGREES, OPPOSITE
from byways.i18n import ENGLISH, catalogue
from byways.teaching.lesson import lessons
from tests.messages import check_catalogue, plain_complaints, templates, words_in_template, words_of_random_games

# Short games with every kind of end and both geometries.
BOARDS = [
    Options(rows=5, columns=7, rounds=10),
    Options(rounds=1),
    Options(rounds=40, treasures=3),
    Options(rows=5, columns=5, classic=True),
    Options(classic=True, treasures=2, rounds=40),
]

ABOUT_OPTIONS = {f"option.{name}.about" for name in Options.__struct_fields__} | {f"option.classic.{value}" for value in ("true", "false")}

STORED = {"mistake.open", "mistake.open-home", "why.treasure"}  # in stored reviews of earlier versions


@pytest.mark.slow
def test_the_catalogue_covers_random_games() -> None:
    said = words_of_random_games(GAME, 20, BOARDS)
    assert {"choose.walk", "event.find-last", "outcome.home", "prompt.turn", "refuse.now-walk", "draw.round", "text.reach"} <= set(said)


def test_the_catalogue_has_every_message_of_the_source_and_no_other() -> None:
    check_catalogue(GAME, {*ABOUT_OPTIONS, *lesson_texts(), *STORED})


def test_error_messages_are_in_the_catalogue_only() -> None:
    assert [*plain_complaints(GAME.room)] == []


def test_texts_of_templates_are_in_the_catalogue_only() -> None:
    assert {path.name: words_in_template(path) for path in templates(GAME.room)} == {"moment.html": [], "watch.html": []}


def lesson_texts() -> Iterator[str]:
    for lesson in lessons(GAME).values():
        yield lesson.title.name
        for step in lesson.steps:
            yield from (lesson.says(page).name for page in (*(page.name for page in step.pages), *step.replies.values()))


def test_every_gem_every_direction_and_every_turn_of_a_tile_has_a_name() -> None:
    found = catalogue(GAME.room, ENGLISH)
    assert found
    names, turns = (*GAME.components.gems.names, *OPPOSITE), [str(degree) for degree in DEGREES if degree]
    assert set(found.names) == {
        *((key, "name") for key in names),
        *((key, "turn") for key in turns),
        *((key, "goal") for key in ("treasure", "home")),
    }
