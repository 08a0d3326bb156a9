"""The other end of the line: who answers at somebody else's table, one of our bots or any program."""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from threading import Lock

import msgspec

from byways.bots import MARGIN
from byways.bots.roster import make_player
from byways.game import AnyPlayer, Choice, Game, JsonObject, Refused, View, find_game
from byways.i18n import Message as Said
from byways.referee import Lost, steps
from byways.wire.messages import PROTOCOL, Answer, AnyMessage, Hello, Message, Request, line
from byways.wire.process import Process

CONVERTING = Lock()  # msgspec 0.22 can crash when several threads are the first to convert to the same type


def read(said: bytes) -> AnyMessage | None:
    """What the house says; None if this version does not know it."""
    try:
        message: AnyMessage = msgspec.json.decode(said, type=AnyMessage)
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError as error:
        raise Refused(Said("refuse.not-table", {"reason": str(error)})) from None
    return message


class Guest:
    """Answers what is asked."""

    def hear(self, said: bytes, message: Message | None) -> bytes | None:
        """The answer to a line, which is already parsed; None if it asks for none."""
        raise NotImplementedError

    def close(self) -> None:
        """Called when the game is over for it."""


class BotGuest(Guest):
    """One of our bots, in this process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game: Game | None = None
        self.player: AnyPlayer | None = None

    def hear(self, said: bytes, message: Message | None) -> bytes | None:
        match message:
            case Hello():
                self.game = known_game(message)
                self.player = make_player(self.game, self.name, Random(message.seed))
            case Request():
                return self._answer(message)
        return None

    def _answer(self, request: Request) -> bytes:
        if self.game is None or self.player is None:
            raise Refused(Said("refuse.no-hello"))
        deadline = float("inf") if request.seconds is None else time.monotonic() + request.seconds - MARGIN
        chosen = steps(self.player.choose(view_of(self.game, request), deadline))
        return line(Answer(request.id, notations(chosen)))


def notations(choices: Sequence[Choice]) -> str | tuple[str, ...]:
    return str(choices[0]) if len(choices) == 1 else tuple(map(str, choices))


def view_of(game: Game, request: Request) -> View:
    """The view as our bots know it."""
    plain: JsonObject = {**request.view, "choices": [offer.parts for offer in request.choices]}
    try:
        with CONVERTING:
            return msgspec.convert(plain, game.view_type)
    except msgspec.ValidationError as error:
        raise Refused(Said("refuse.view", {"title": game.title, "reason": str(error)})) from None


def known_game(hello: Hello) -> Game:
    """The game being played, if it is the same here."""
    if hello.protocol != PROTOCOL:
        raise Refused(Said("refuse.protocol", {"version": hello.protocol, "here": PROTOCOL}))
    game = find_game(hello.game.name)
    if hello.game.version != game.version:
        raise Refused(Said("refuse.version", {"title": game.title, "version": hello.game.version, "here": game.version}))
    if not game.knows(hello.game.components):
        raise Refused(Said("refuse.their-components", {"title": game.title}))
    return game


class ProgramGuest(Guest):
    """A program that speaks over stdio; lines pass through unchanged."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def hear(self, said: bytes, message: Message | None) -> bytes | None:
        try:
            self.process.send(said.rstrip() + b"\n")
            if not isinstance(message, Request):
                return None
            return self.process.receive(float("inf") if message.seconds is None else time.monotonic() + message.seconds)
        except Lost as lost:
            self.process.close()
            raise Refused(Said("refuse.program-failed", {"why": self.process.heard(lost)})) from None

    def close(self) -> None:
        self.process.close()
