"""The catalogue of The Way is complete."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from byways.game import Event, Outcome
from byways.games.the_way import GAME, TheWayOptions
from byways.teaching.lesson import Lesson, lessons
from tests.games.the_way.positions import play, position
from tests.messages import check_catalogue, words_of_random_games

OPTIONS = [
    TheWayOptions(turns=3),
    TheWayOptions(turns=3, various=True),
    TheWayOptions(turns=4, replace=True),
    TheWayOptions(turns=8, single=True, arrows=True, clockwise=True),
]


@pytest.mark.slow
def test_every_message_of_random_games_is_in_the_catalogue() -> None:
    said = words_of_random_games(GAME, 24, OPTIONS)
    assert {"choose.vary", "event.deal-unseen", "event.lot", "event.replace", "refuse.altered", "outcome.gone", "title.draw"} <= set(said)


def test_the_catalogue_is_complete() -> None:
    explained = {f"option.{name}.about" for name in GAME.options.__struct_fields__}
    check_catalogue(GAME, explained.union(*map(said_in, lessons(GAME).values())))


def said_in(lesson: Lesson) -> set[str]:
    pages = {page.name for step in lesson.steps for page in step.pages}
    replies = {reply for step in lesson.steps for reply in step.replies.values()}
    return {lesson.title.name, *(lesson.says(name).name for name in pages | replies)}


@pytest.mark.parametrize(
    ("turns", "single", "words"),
    [
        (1, True, "The game is a draw: each player has had 1 turn."),
        (2, True, "The game is a draw: each player has had 2 turns."),
        (1, False, "Game 1 is a draw: each player has had 1 turn. The set: Ash 0, Rowan 0, 1 drawn."),
        (2, False, "Game 1 is a draw: each player has had 2 turns. The set: Ash 0, Rowan 0, 1 drawn."),
    ],
)
def test_turns_are_counted_in_the_singular_and_the_plural(turns: int, single: bool, words: str) -> None:
    told: list[Event] = []
    play(position(single=single, turns=turns), *["stay"] * 2 * turns, tell=told)
    assert GAME.say(told[-1].wording) == words


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ((), ""),
        (("turn c3 right",), "So far you have turned c3 to the right."),
        (("card NE",), "You are covering with a corner (NE)."),
        (("card NE", "place c3"), "You are covering c3 with a corner (NE)."),
        (("card NE", "place c3", "lay SW"), "So far you have covered c3 with a corner (SW)."),
    ],
)
def test_an_unfinished_turn_is_told_in_a_sentence(steps: tuple[str, ...], words: str) -> None:
    assert words in GAME.text(play(position(), *steps).view(0))


def test_events_have_what_their_sentences_say_as_values() -> None:
    told: list[Event] = []
    play(position(), "card NE", "place c3", "lay SW", "stay", tell=told)
    assert [(event.name, event.values) for event in told] == [
        ("cover", {"seat": 0, "place": "c3", "shape": "corner", "face": "SW"}),
        ("stay", {"seat": 0, "place": "a1"}),
    ]


def test_an_outcome_in_plain_english_still_reads() -> None:
    old = Outcome((1, 2), "{0} has won 3 to 0: a Victory, and a Defeat for {1}.", "Victory")
    ended = replace(play(position(single=True, turns=1), "stay", "stay"), outcome=old)
    assert GAME.text(ended.view(0)).endswith("Victory. Ash has won 3 to 0: a Victory, and a Defeat for Rowan.\n")
