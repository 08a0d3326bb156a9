"""Players at a remote table: one of our bots, or any program that speaks the protocol."""

from __future__ import annotations

import time
from random import Random
from threading import Lock

import msgspec

from byways.bots import MARGIN
from byways.bots.roster import load_bot, make_player
from byways.game import AnyPlayer, Game, JsonObject, Refused, View, find_game
from byways.i18n import Message as Sentence
from byways.referee import PlayerFailed, steps
from byways.wire.messages import PROTOCOL, Answer, AnyMessage, Hello, Message, Request, line
from byways.wire.process import Process

CONVERTING = Lock()  # msgspec 0.22 can crash if several threads are the first to convert to the same type


def read(text: bytes) -> AnyMessage | None:
    """Parse a line from the server. Returns None for a message unknown to this version."""
    try:
        message: AnyMessage = msgspec.json.decode(text, type=AnyMessage)
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError as error:
        raise Refused(Sentence("refuse.not-table", {"reason": str(error)})) from None
    return message


class Guest:
    """A player at a remote table."""

    def hear(self, text: bytes, message: Message | None) -> bytes | None:
        """Return the answer to a line, given as text and parsed; None if it needs no answer."""
        raise NotImplementedError

    def close(self) -> None:
        """Called when the game is over for this player."""


class BotGuest(Guest):
    """A bot in this process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game: Game | None = None
        self.player: AnyPlayer | None = None

    def hear(self, text: bytes, message: Message | None) -> bytes | None:
        match message:
            case Hello():
                self.game = known_game(message)
                self.player = make_player(self.game, self.name, Random(message.seed), load_bot)
            case Request():
                return self._answer(message)
        return None

    def _answer(self, request: Request) -> bytes:
        if self.game is None or self.player is None:
            raise Refused(Sentence("refuse.no-hello"))
        deadline = float("inf") if request.seconds is None else time.monotonic() + request.seconds - MARGIN
        chosen = steps(self.player.choose(view_of(self.game, request), deadline))
        return line(Answer(request.id, str(chosen[0]) if len(chosen) == 1 else tuple(map(str, chosen))))


def view_of(game: Game, request: Request) -> View:
    """Rebuild the view that our bots expect from a request."""
    plain: JsonObject = {**request.view, "choices": [offer.parts for offer in request.choices]}
    try:
        with CONVERTING:
            return msgspec.convert(plain, game.view_type)
    except msgspec.ValidationError as error:
        raise Refused(Sentence("refuse.view", {"title": game.title, "reason": str(error)})) from None


def known_game(hello: Hello) -> Game:
    """Find the game that the server plays, and refuse it if its version or components differ here."""
    if hello.protocol != PROTOCOL:
        raise Refused(Sentence("refuse.protocol", {"version": hello.protocol, "here": PROTOCOL}))
    game = find_game(hello.game.name)
    if hello.game.version != game.version:
        raise Refused(Sentence("refuse.version", {"title": game.title, "version": hello.game.version, "here": game.version}))
    if not game.knows(hello.game.components):
        raise Refused(Sentence("refuse.their-components", {"title": game.title}))
    return game


class ProgramGuest(Guest):
    """A program that speaks the protocol over stdio. Lines pass through unchanged."""

    def __init__(self, process: Process) -> None:
        self.process = process

    def hear(self, text: bytes, message: Message | None) -> bytes | None:
        try:
            self.process.send(text.rstrip() + b"\n")
            if not isinstance(message, Request):
                return None
            return self.process.receive(float("inf") if message.seconds is None else time.monotonic() + message.seconds)
        except PlayerFailed as lost:
            self.process.close()
            raise Refused(Sentence("refuse.program-failed", {"why": self.process.explain(lost)})) from None

    def close(self) -> None:
        self.process.close()
