"""Our bots and anybody's programs at the other end of the line."""

from __future__ import annotations

import sys
from random import Random

import msgspec
import pytest

from byways.bots.roster import make_player
from byways.game import Game, Refused, all_games, find_game
from byways.wire.conversation import Conversation
from byways.wire.guest import BotGuest, ProgramGuest, known_game, read
from byways.wire.messages import AnyMessage, Hello, Request, Told, hello, line, request
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
def test_a_bot_answers_from_the_lines_alone_as_it_would_from_its_view(game: Game, bot: str) -> None:
    view = start(game).view(start(game).awaited[0])
    guest, conversation = BotGuest(bot), Conversation(game)
    assert heard(guest, hello(game, game.options(), 0, 2, 5)) is None
    answer = talk_to(conversation, guest, conversation.ask(view, 1, 20.0))
    assert answer == [make_player(game, bot, Random(5)).choose(view, float("inf"))]


def talk_to(conversation: Conversation, guest: BotGuest, asked: Request) -> object:
    answer = heard(guest, asked)
    assert answer is not None
    return conversation.hear(answer)


def test_what_is_no_question_has_no_answer() -> None:
    guest = BotGuest("random")
    assert heard(guest, Told("rain", "It rains.")) is None
    assert guest.hear(b"", read(b'{"say": "weather"}')) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"protocol": 2}, "The house speaks version 2 of the protocol; here is version 1."),
        ({"game": {"name": "chess"}}, "There is no game 'chess'"),
        ({"game": {"version": 99}}, "The house plays Traxx version 99; here is version"),
        ({"game": {"components": "0"}}, "The house plays Traxx with other components than the ones here."),
    ],
)
def test_a_game_that_is_not_the_same_here_is_refused(change: dict[str, dict[str, str]], sentence: str) -> None:
    plain = msgspec.to_builtins(HELLO)
    game = {**plain["game"], **change.get("game", {})}
    with pytest.raises(Refused, match=sentence):
        known_game(msgspec.convert({**plain, **change, "game": game}, Hello))


def test_a_house_of_before_plays_the_same_game() -> None:
    for digest in TRAXX.older_digests:
        card = msgspec.structs.replace(HELLO.game, components=digest)
        assert known_game(msgspec.structs.replace(HELLO, game=card)) == TRAXX


def test_a_bot_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refused, match="Traxx has no bot 'deep'; it has"):
        heard(BotGuest("deep"), HELLO)


@pytest.mark.parametrize(
    ("guest", "asked", "sentence"),
    [
        (BotGuest("random"), request(TRAXX, start(TRAXX).view(0), 1, None), "The house asks before it has said hello."),
        (BotGuest("random"), b"<html>", "This is not a table of Byways"),
    ],
)
def test_what_is_no_table_is_refused(guest: BotGuest, asked: Request | bytes, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read(asked) if isinstance(asked, bytes) else heard(guest, asked)


def test_a_view_that_is_not_known_here_is_refused() -> None:
    guest = BotGuest("random")
    heard(guest, HELLO)
    asked = request(TRAXX, start(TRAXX).view(0), 1, None)
    with pytest.raises(Refused, match="The house shows a view that does not fit Traxx as it is here"):
        heard(guest, msgspec.structs.replace(asked, view={"seat": 0}))


def test_lines_go_through_to_a_program() -> None:
    guest = ProgramGuest(Process((sys.executable, UNRULY, "obeys")))
    assert heard(guest, HELLO) is None
    answer = heard(guest, request(TRAXX, start(TRAXX).view(0), 3, 20.0))
    assert answer is not None
    assert msgspec.json.decode(answer)["id"] == 3
    guest.close()


def test_a_program_that_fails_is_told_of() -> None:
    guest = ProgramGuest(Process((sys.executable, UNRULY, "ends"), SMALL))
    with pytest.raises(Refused, match=r"Your program has failed. It ended by itself \(status 3\).*\n  I have had enough."):
        heard(guest, request(TRAXX, start(TRAXX).view(0), 1, None))
