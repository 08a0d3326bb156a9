"""What is told of a game: something that happened, and how it ended; each told to everybody only as far as they may know it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

import msgspec

from byways.i18n import Message, Sentence, Value


class Move(msgspec.Struct, frozen=True, gc=False):
    """A piece on its way: the places it comes through, first to last, as the game names them. Its drawing knows where they lie.

    With no place given, the piece goes straight from where it is drawn before to where it is drawn after. It may be turned on the spot
    by so many degrees, clockwise.
    """

    piece: str
    path: tuple[str, ...] = ()
    turn: int = 0


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, with the ids of the pieces concerned in drawings, and how those moved that went a certain way. Its name
    and its values are a message, unless it has another sentence. What has a `banner` is a climax, which people should not miss;
    after a `pause` people go on when they have seen it.

    It is told to the seats in `to` (None: everybody); all others are told `otherwise`, or nothing.
    """

    name: str
    sentence: Sentence = ""
    pieces: tuple[str, ...] = ()
    values: dict[str, Value] = {}
    to: tuple[int, ...] | None = None
    otherwise: Event | None = None
    moves: tuple[Move, ...] = ()
    banner: bool = False
    pause: bool = False

    @property
    def said(self) -> Sentence:
        """For `Game.say`."""
        return self.sentence or Message(f"event.{self.name}", self.values)

    def told(self, seat: int | None) -> Event | None:
        if self.to is None and self.otherwise is None:
            return self
        if self.to is None or seat in self.to:
            return msgspec.structs.replace(self, to=None, otherwise=None)
        return self.otherwise.told(seat) if self.otherwise else None


Tell: TypeAlias = list[Event] | None


def say(
    tell: Tell, name: str, sentence: str, /, *pieces: str | Move, to: tuple[int, ...] | None = None, otherwise: str = "", **values: Value
) -> None:
    """Tell an event, if anybody listens: in search nobody does. Seats that are not in `to` are told `otherwise`, or nothing.

    Hot rules check whether `tell` is None before they word a sentence for it.
    """
    if tell is not None:
        names, moves = named(pieces), moving(pieces)
        tell.append(Event(name, sentence, names, values, to, Event(name, otherwise, names, moves=moves) if otherwise else None, moves))


def happened(tell: Tell, name: str, /, *pieces: str | Move, **values: Value) -> None:
    """Tell an event by its name and values, if anybody listens: in search nobody does."""
    if tell is not None:
        tell.append(Event(name, "", named(pieces), values, moves=moving(pieces)))


def proclaimed(tell: Tell, name: str, /, *pieces: str | Move, **values: Value) -> None:
    """Tell an event like `happened`, with a banner."""
    if tell is not None:
        tell.append(Event(name, "", named(pieces), values, moves=moving(pieces), banner=True))


def confided(tell: Tell, seat: int, name: str, otherwise: Message, /, *pieces: str | Move, **values: Value) -> None:
    """Tell one seat an event with all its values, and everybody else only another message, with the same pieces."""
    if tell is not None:
        names, moves = named(pieces), moving(pieces)
        tell.append(Event(name, "", names, values, (seat,), Event(name, otherwise, names, otherwise.values, moves=moves), moves))


def named(pieces: Sequence[str | Move]) -> tuple[str, ...]:
    return tuple(piece.piece if isinstance(piece, Move) else piece for piece in pieces)


def moving(pieces: Sequence[str | Move]) -> tuple[Move, ...]:
    return tuple(piece for piece in pieces if isinstance(piece, Move))


class Tally(msgspec.Struct, frozen=True):
    """A line of the breakdown of a result: what was counted, and what each seat has of it. None is nothing to tell.

    Where there are scores, the values of a seat are numbers and add up to its score. Elsewhere they are facts: what decided.
    """

    label: Sentence
    values: tuple[float | Message | None, ...]


class Grade(msgspec.Struct, frozen=True):
    """What the rules call a score from `least` on; None: any score."""

    title: Sentence
    least: float | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How it ended: a place for every seat (1 is best, ties share), why, what the rules call it for the winners, scores where there are
    any, and what they are made of. `grades` is the scale of a game for one, best first."""

    places: tuple[int, ...]
    reason: Sentence
    title: Sentence = ""
    scores: tuple[float, ...] | None = None
    removed: tuple[int, ...] = ()
    breakdown: tuple[Tally, ...] = ()
    grades: tuple[Grade, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1 and seat not in self.removed)


def places(scores: Sequence[float], removed: Collection[int] = ()) -> tuple[int, ...]:
    """A place for every seat: the highest score is first, ties share, and removed seats are behind all that stayed."""
    worth = [(seat not in removed, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)
