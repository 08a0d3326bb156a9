"""The lines of the protocol, and that they reveal no more than a seat may know."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from byways import i18n as speech
from byways.game import Event, Game, Outcome, Position, Tally, all_games, find_game
from byways.wire.conversation import Conversation
from byways.wire.messages import (
    Answer,
    AnyMessage,
    Hello,
    Message,
    Request,
    SpokenTally,
    event_messages,
    hello,
    line,
    request,
    result_message,
    schema,
    spoken,
)
from tests import toy

GAMES = [toy.GAME, *all_games()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def start(game: Game, seed: int = 3) -> Position:
    """Return a game of two before the first choice."""
    return settled(game.start(game.deal(2, Random(seed))), Random(seed))


def settled(position: Position, rng: Random, told: list[Event] | None = None) -> Position:
    while due := position.chance:
        position = position.happen(due.draw(rng), told)
    return position


def test_hello_names_the_game_and_the_seat() -> None:
    game = find_game("labyrinth")
    said = msgspec.json.decode(line(hello(game, game.options(), 1, 3, 5)))
    assert said["say"] == "hello"
    assert (said["protocol"], said["seat"], said["seats"], said["names"], said["seed"]) == (1, 1, 3, ["Red", "Blue", "Green"], 5)
    assert said["game"]["components"] == game.digest
    assert said["game"]["options"]["rows"] == 7


@every_game
def test_a_view_can_be_rebuilt_from_a_request(game: Game) -> None:
    position = start(game)
    view = position.view(position.awaited[0])
    said = msgspec.json.decode(line(request(game, view, 4, 2.5)), type=AnyMessage)
    assert isinstance(said, Request)
    assert (said.id, said.seconds) == (4, 2.5)
    assert [game.parse(offer.notation) for offer in said.choices] == list(view.choices)
    assert msgspec.convert({**said.view, "choices": [offer.parts for offer in said.choices]}, game.view_type) == view


def test_an_event_is_worded_for_the_seat() -> None:
    secret = Event("drawn", "{0} draws a 4", values={"card": 4}, to=(0,), otherwise=Event("drawn", "{0} draws"))
    mine, others = event_messages(toy.GAME, [secret], 0), event_messages(toy.GAME, [secret], 1)
    assert [(event.sentence, event.values) for event in mine + others] == [("Ann draws a 4", {"card": 4}), ("Ann draws", {})]


@every_game
def test_no_line_depends_on_what_a_seat_may_not_know(game: Game) -> None:
    """Play two games that look alike to seat 0 in step; every line to seat 0 is the same."""
    setup = game.deal(2, Random(3))
    others = (game.redeal(setup, 0, Random(seed)) for seed in range(50))
    other = next((dealt for dealt in others if dealt != setup), setup)
    pair, rng, compared = [settled(game.start(dealt), Random(9)) for dealt in (setup, other)], Random(1), 0
    events: tuple[list[Event], list[Event]] = ([], [])
    while pair[0].view(0) == pair[1].view(0) and pair[0].outcome is None and compared < 60:
        strange = sorted({text for position in pair for text in map(str, position.choices(1))} - set(map(str, pair[0].choices(0))))[:5]
        assert lines(game, pair[0], events[0], strange) == lines(game, pair[1], events[1], strange)
        compared += 1
        seat = pair[0].awaited[0]
        both = sorted(set(map(str, pair[0].choices(seat))) & set(map(str, pair[1].choices(seat))))
        if not both:
            break
        text, come, events = rng.choice(both), rng.random(), ([], [])
        pair = [
            settled(position.choose(seat, game.parse(text), tell), Random(come), tell) for position, tell in zip(pair, events, strict=True)
        ]
    assert compared >= 1


def lines(game: Game, position: Position, events: list[Event], strange: list[str]) -> list[bytes]:
    """Return all lines seat 0 could receive now, including errors for choices that only the other seat has."""
    conversation, said = Conversation(game), list[Message](event_messages(game, events, 0))
    if 0 in position.awaited:
        said.append(conversation.ask(position.view(0), 1, None))
        answers = [line(Answer(1, text)) for text in ("fly", *strange)]
        said += [wrong for wrong in map(conversation.hear, answers) if isinstance(wrong, Message)]
    return [line(message) for message in said]


def test_the_sentences_of_a_result_have_no_placeholders() -> None:
    over = start(toy.GAME).remove(1)
    while over.outcome is None:
        over = settled(over.choose(0, over.choices(0)[0]), Random(1))
    said = result_message(toy.GAME, over.view(0))
    assert "{" not in f"{said.sentence} {said.outcome.reason}"
    assert said.sentence.startswith("You won. ")
    assert said.outcome.places == over.outcome.places
    assert said.outcome.breakdown == (SpokenTally("Points for cards", over.outcome.scores or ()),)


def test_a_breakdown_has_sentences_and_messages() -> None:
    game, label, fact = find_game("the_way"), speech.Message("tally.way"), speech.Message("way.back")
    told = spoken(Outcome((1, 2), "", breakdown=(Tally(label, (fact, None)),)), game.say)
    assert told.breakdown == (SpokenTally("The way", ("on the way back", None), label),)


def test_the_schema_describes_every_line() -> None:
    found = schema()
    assert set(found["$defs"]) >= {"Hello", "Request", "EventMessage", "Error", "Removed", "Result", "Answer"}
    assert found["from the program"] == {"$ref": "#/$defs/Answer"}
    assert found["$defs"]["Hello"]["properties"]["say"] == {"enum": ["hello"]}


@every_game
def test_the_schema_of_a_game_describes_its_view(game: Game) -> None:
    found = schema(game)
    assert set(found["$defs"]["View"]["properties"]) == set(game.view_type.__struct_fields__)


def test_an_unknown_field_is_ignored() -> None:
    said = msgspec.json.decode(line(hello(toy.GAME, toy.GAME.options(), 0, 2, 1)))
    assert isinstance(msgspec.convert({**said, "weather": "fine"}, AnyMessage), Hello)
