"""Bots and programs at a remote table."""

from __future__ import annotations

import sys
from random import Random

import msgspec
import pytest

from byways.bots.roster import make_player
from byways.game import Game, Refused, all_games, find_game
from byways.wire.conversation import Conversation
from byways.wire.guest import BotGuest, ProgramGuest, known_game, read
from byways.wire.messages import AnyMessage, EventMessage, Hello, Request, hello, line, request
from byways.wire.process import Process
from tests.wire.test_messages import start
from tests.wire.test_process import SMALL, UNRULY

TRAXX = find_game("traxx")
HELLO = hello(TRAXX, TRAXX.options(), 0, 2, 5)


def heard(guest: BotGuest | ProgramGuest, message: AnyMessage) -> bytes | None:
    said = line(message)
    return guest.hear(said, read(said))


@pytest.mark.usefixtures("homesick")
@pytest.mark.parametrize(("game", "bot"), [*((game, "random") for game in all_games()), (find_game("labyrinth"), "homesick")])
def test_a_bot_answers_a_request_as_it_would_answer_the_view(game: Game, bot: str) -> None:
    view = start(game).view(start(game).awaited[0])
    guest, conversation = BotGuest(bot), Conversation(game)
    assert heard(guest, hello(game, game.options(), 0, 2, 5)) is None
    answer = talk_to(conversation, guest, conversation.ask(view, 1, 20.0))
    assert answer == [make_player(game, bot, Random(5)).choose(view, float("inf"))]


def talk_to(conversation: Conversation, guest: BotGuest, asked: Request) -> object:
    answer = heard(guest, asked)
    assert answer is not None
    return conversation.hear(answer)


def test_messages_other_than_requests_need_no_answer() -> None:
    guest = BotGuest("random")
    assert heard(guest, EventMessage("rain", "It rains.")) is None
    assert guest.hear(b"", read(b'{"say": "weather"}')) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"protocol": 2}, "The server speaks version 2 of the protocol, but this program speaks version 1."),
        ({"game": {"name": "chess"}}, "There is no game 'chess'"),
        ({"game": {"version": 99}}, "The server plays version 99 of Traxx, but this is version"),
        ({"game": {"components": "0"}}, "The server plays Traxx with other components than the ones here."),
    ],
)
def test_a_game_that_differs_here_is_refused(change: dict[str, dict[str, str]], sentence: str) -> None:
    plain = msgspec.to_builtins(HELLO)
    game = {**plain["game"], **change.get("game", {})}
    with pytest.raises(Refused, match=sentence):
        known_game(msgspec.convert({**plain, **change, "game": game}, Hello))


def test_digests_of_earlier_releases_count_as_the_same_game() -> None:
    for digest in TRAXX.older_digests:
        card = msgspec.structs.replace(HELLO.game, components=digest)
        assert known_game(msgspec.structs.replace(HELLO, game=card)) == TRAXX


def test_a_bot_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refused, match="Traxx has no bot 'deep'; it has"):
        heard(BotGuest("deep"), HELLO)


@pytest.mark.parametrize(
    ("guest", "asked", "sentence"),
    [
        (BotGuest("random"), request(TRAXX, start(TRAXX).view(0), 1, None), "The server sent a request before its hello."),
        (BotGuest("random"), b"<html>", "This is not a Byways table"),
    ],
)
def test_a_server_that_is_not_a_table_is_refused(guest: BotGuest, asked: Request | bytes, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read(asked) if isinstance(asked, bytes) else heard(guest, asked)


def test_a_view_of_another_shape_is_refused() -> None:
    guest = BotGuest("random")
    heard(guest, HELLO)
    asked = request(TRAXX, start(TRAXX).view(0), 1, None)
    with pytest.raises(Refused, match="The server sent a view that does not fit Traxx here"):
        heard(guest, msgspec.structs.replace(asked, view={"seat": 0}))


def test_lines_pass_through_to_a_program() -> None:
    guest = ProgramGuest(Process((sys.executable, UNRULY, "obeys")))
    assert heard(guest, HELLO) is None
    answer = heard(guest, request(TRAXX, start(TRAXX).view(0), 3, 20.0))
    assert answer is not None
    assert msgspec.json.decode(answer)["id"] == 3
    guest.close()


def test_a_program_that_fails_is_reported_with_its_stderr() -> None:
    guest = ProgramGuest(Process((sys.executable, UNRULY, "ends"), SMALL))
    with pytest.raises(Refused, match=r"Your program has failed. It exited \(status 3\).*\n  I have had enough."):
        heard(guest, request(TRAXX, start(TRAXX).view(0), 1, None))
