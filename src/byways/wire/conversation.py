"""The state of a conversation with one program, over any transport: the open request, the meaning of an answer, and the mistakes left.

Everything sent comes from views. The reason why a choice is illegal is found in a world imagined from the view, so it reveals nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from byways.game import Choice, Complaint, Game, Illegal, Malformed, View
from byways.i18n import Message, Sentence
from byways.referee import Failure, PlayerFailed
from byways.wire.messages import Answer, Error, Request, message_of, request

MISTAKES = 10  # unreadable lines and illegal choices that a program may send per game
STRAYS = 100  # answers to closed requests, some of which a broken connection can cause
LONGEST = 200  # characters of a notation
STEPS = 250  # choices per answer


class Stray(Complaint):
    """An answer to a request that is not open."""


class Conversation:
    """The requests to a program and its answers. At most one request is open.

    `mistakes` is how many more the program may make. A reconnecting program has already made some.
    """

    def __init__(self, game: Game, mistakes: int = MISTAKES) -> None:
        self.game, self.mistakes, self.strays = game, mistakes, STRAYS
        self.asked: Request | None = None
        self.view: View | None = None

    def ask(self, view: View, number: int, seconds: float | None) -> Request:
        self.view, self.asked = view, request(self.game, view, number, seconds)
        return self.asked

    def hear(self, line: bytes) -> list[Choice] | Error:
        """Return an answer's choices, or what is wrong with it. Raises `PlayerFailed` after one mistake too many."""
        try:
            answer = read(line)
            choices = act(self.game, self._view_for(answer), answer.choice)
        except Stray as error:
            self.strays -= 1
            if self.strays < 0:
                raise PlayerFailed(Failure.MALFORMED, Message("lost.strays", {"strays": STRAYS})) from None
            return self._error(error.sentence)
        except Complaint as error:
            return self._mistake(error)
        self.view = self.asked = None
        return choices

    def _view_for(self, answer: Answer) -> View:
        if self.asked is None or self.view is None:
            raise Stray(Message("error.not-asked", {"id": answer.id}))
        if answer.id != self.asked.id:
            raise Stray(Message("error.not-open", {"id": answer.id, "open": self.asked.id}))
        return self.view

    def _mistake(self, error: Complaint) -> Error:
        if self.mistakes <= 0:
            failure = Failure.ILLEGAL if isinstance(error, Illegal) else Failure.MALFORMED
            raise PlayerFailed(failure, Message("lost.mistakes", {"why": error.meaning}), self.game)
        self.mistakes -= 1
        return self._error(Message("error.mistake", {"why": error.meaning}))

    def _error(self, sentence: Sentence) -> Error:
        return Error(self.game.say(sentence), self.asked.id if self.asked else None, self.mistakes, message_of(sentence))


def read(line: bytes) -> Answer:
    try:
        return msgspec.json.decode(line, type=Answer)
    except msgspec.ValidationError as error:
        raise Malformed(Message("refuse.not-answer", {"reason": str(error)})) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        start = line[:60].decode(errors="replace").strip()
        raise Malformed(Message("refuse.not-json", {"start": repr(start)})) from None


def act(game: Game, view: View, notations: str | Sequence[str]) -> list[Choice]:
    """Parse an answer's choices, and check that the seat can make them in sequence with nothing new revealed between them."""
    texts = [notations] if isinstance(notations, str) else notations
    if not 0 < len(texts) <= STEPS or any(len(text) > LONGEST for text in texts):
        raise Malformed(Message("refuse.answer-length", {"steps": STEPS, "longest": LONGEST}))
    choices = [game.parse(text) for text in texts]
    if len(choices) > 1 or choices[0] not in view.choices:
        rehearse(view, choices)
    return choices


def rehearse(view: View, choices: Sequence[Choice]) -> None:
    """Try choices in an imagined world, so that an error cannot reveal what the seat does not know."""
    assert view.seat is not None
    world = view.imagine(Random(0))
    for number, choice in enumerate(choices):
        if number and not (view.seat in world.awaited and world.acts[view.seat]):
            raise Illegal(Message("refuse.too-soon", {"last": str(choices[number - 1]), "choice": str(choice)}))
        world = world.choose(view.seat, choice)
