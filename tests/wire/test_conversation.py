"""What an answer means, and what each kind of mistake costs."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byways.game import Choice, find_game
from byways.referee import Failure, PlayerFailed
from byways.wire.conversation import MISTAKES, STRAYS, Conversation
from byways.wire.messages import Answer, Error, line

GAME = find_game("labyrinth")
POSITION = GAME.start(GAME.deal(2, Random(1)))


def asked(number: int = 7) -> Conversation:
    conversation = Conversation(GAME)
    conversation.ask(POSITION.view(0), number, None)
    return conversation


def said(*choices: str, number: int = 7) -> bytes:
    return line(Answer(number, choices if len(choices) > 1 else choices[0]))


def wrong(conversation: Conversation, given: bytes) -> str:
    error = conversation.hear(given)
    assert isinstance(error, Error)
    return error.sentence


def test_an_answer_is_a_choice() -> None:
    conversation = asked()
    assert conversation.hear(said("slide 0 left")) == [GAME.parse("slide 0 left")]
    assert conversation.mistakes == MISTAKES


def test_an_answer_can_be_a_whole_act() -> None:
    position, act = POSITION, list[Choice]()
    while 0 in position.awaited:
        act.append(position.choices(0)[0])
        position = position.choose(0, act[-1])
    assert len(act) == 3
    assert asked().hear(said(*map(str, act))) == act


def test_an_answer_cannot_go_beyond_the_end_of_an_act() -> None:
    assert wrong(asked(), said("pass", "pass")).startswith("Nothing was played. 'pass' ends your act or shows something new")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (b"e2e4", "Nothing was played. This line is not JSON: 'e2e4'."),
        (b"", "Nothing was played. This line is not JSON: ''."),
        (b"\xff\xfe", "Nothing was played. This line is not JSON"),
        (b"[]", "Nothing was played. This is JSON but not an answer: Expected `object`, got `array`."),
        (b"null", "Nothing was played. This is JSON but not an answer: Expected `object`, got `null`."),
        (b'{"id": 7}', "Nothing was played. This is JSON but not an answer: Object missing required field `choice`."),
        (b'{"id": 7, "choice": null}', "Nothing was played. This is JSON but not an answer"),
        (b'{"id": 7, "choice": []}', "Nothing was played. An answer has 1 to 250 choices"),
        (
            b'{"id": 7, "choice": "' + b"9" * 5000 + b'"}',
            "Nothing was played. An answer has 1 to 250 choices of at most 200 characters each.",
        ),
        (b'{"mood": ' + b"[" * 100_000, "Nothing was played. This line is not JSON"),
        (said("fly"), "Nothing was played. 'fly' is not a choice of Labyrinth"),
        (said("slide 1 left"), "Nothing was played. Row 2 does not slide. These rows do: 1, 3, 5, and 7."),
        (said("slide 0 left", "slide 0 left"), "Nothing was played. "),
    ],
)
def test_a_mistake_is_explained_and_counted_and_leaves_the_request_open(given: bytes, sentence: str) -> None:
    conversation = asked()
    error = conversation.hear(given)
    assert isinstance(error, Error)
    assert error.sentence.startswith(sentence)
    assert (error.id, error.mistakes_left) == (7, MISTAKES - 1)
    assert conversation.hear(said("pass")) == [GAME.parse("pass")]


@pytest.mark.parametrize(("given", "failure"), [(b"?", Failure.MALFORMED), (said("slide 1 left"), Failure.ILLEGAL)])
def test_one_mistake_too_many_costs_the_seat(given: bytes, failure: Failure) -> None:
    conversation = asked()
    for _ in range(MISTAKES):
        conversation.hear(given)
    with pytest.raises(PlayerFailed, match=r"One mistake too many\. ") as lost:
        conversation.hear(given)
    assert lost.value.failure is failure


def test_an_answer_to_another_request_is_ignored_and_not_a_mistake() -> None:
    conversation = asked()
    complaint = wrong(conversation, said("pass", number=6))
    assert complaint == "Nothing was played: request 6 is not open, so your answer is ignored. Request 7 is."
    assert conversation.mistakes == MISTAKES
    assert conversation.hear(said("pass"))


def test_an_answer_without_an_open_request_is_ignored() -> None:
    conversation = asked()
    conversation.hear(said("pass"))
    assert wrong(conversation, said("pass")) == "Nothing was played: no request is open, so your answer to request 7 is ignored."


def test_too_many_answers_to_other_requests_cost_the_seat() -> None:
    conversation = asked()
    for _ in range(STRAYS):
        conversation.hear(said("pass", number=6))
    with pytest.raises(PlayerFailed):
        conversation.hear(said("pass", number=6))


@given(st.binary())
def test_any_line_of_bytes_gets_an_error(given: bytes) -> None:
    assert isinstance(asked().hear(given), Error)


@given(st.text())
def test_any_text_as_a_choice_gets_an_answer(text: str) -> None:
    assert asked().hear(said(text))
