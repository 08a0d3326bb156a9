"""Chances, events and outcomes of a game."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Sequence
from itertools import accumulate
from random import Random
from typing import Literal, TypeAlias

import msgspec

from byways.i18n import Message, Sentence, Value


class Chance(msgspec.Struct, frozen=True, gc=False):
    """A pending die roll or card: the possible results, their weights, and the seats that see the result (None: all)."""

    name: str
    what: tuple[str, ...]
    weights: tuple[int, ...]
    seen_by: tuple[int, ...] | None = None

    def seen(self, seat: int | None) -> bool:
        """Return whether a seat sees the result."""
        return self.seen_by is None or seat in self.seen_by

    @property
    def is_frame(self) -> bool:
        """Whether this is a pause: a chance with a single result, which games insert so that people see steps one by one."""
        return self.seen_by is None and self.weights == (1,)

    def draw(self, rng: Random) -> str:
        """Draw a result. Equivalent to `rng.choices`, in half the time."""
        # Drawn even for a single result, as `rng.choices` does, so that a seed keeps reproducing its game.
        number = rng.random()
        if len(self.what) == 1:
            return self.what[0]
        sums = list(accumulate(self.weights))
        return self.what[bisect(sums, number * sums[-1], 0, len(sums) - 1)]


class Move(msgspec.Struct, frozen=True, gc=False):
    """How a piece moves: the places it passes, first to last, as the game names them (`Ways.where` returns their coordinates).

    Without a path the piece goes straight from its old place to its new one. `turn` rotates it on the spot, in degrees clockwise.
    """

    piece: str
    path: tuple[str, ...] = ()
    turn: int = 0


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened. `pieces` are ids in drawings, `moves` the paths of pieces that do not go straight.

    The name and the values form a message, unless there is another `sentence`. A `banner` marks a climax; after a `pause` the page waits
    for the viewer. An event may begin a show (`byways.show`) or be the first one after it. Seats in `to` (None: all) see this event; the
    others see `otherwise`, or nothing.
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
    show: Literal["", "begins", "ends"] = ""

    @property
    def wording(self) -> Sentence:
        """The sentence for `Game.say`."""
        return self.sentence or Message(f"event.{self.name}", self.values)

    def for_seat(self, seat: int | None) -> Event | None:
        """The event as a seat sees it; None if it sees nothing."""
        if self.to is None and self.otherwise is None:
            return self
        if self.to is None or seat in self.to:
            return msgspec.structs.replace(self, to=None, otherwise=None)
        return self.otherwise.for_seat(seat) if self.otherwise else None


Tell: TypeAlias = list[Event] | None


def say(
    tell: Tell, name: str, sentence: str, /, *pieces: str | Move, to: tuple[int, ...] | None = None, otherwise: str = "", **values: Value
) -> None:
    """Report an event with a plain sentence; a no-op if `tell` is None, as in search. Seats not in `to` get `otherwise`, or nothing.

    Hot code should check `tell` before formatting the sentence.
    """
    if tell is not None:
        names, moves = named(pieces), moving(pieces)
        tell.append(Event(name, sentence, names, values, to, Event(name, otherwise, names, moves=moves) if otherwise else None, moves))


def happened(tell: Tell, name: str, /, *pieces: str | Move, **values: Value) -> None:
    """Report an event by its name and values; a no-op if `tell` is None, as in search."""
    if tell is not None:
        tell.append(Event(name, "", named(pieces), values, moves=moving(pieces)))


def proclaimed(tell: Tell, name: str, /, *pieces: str | Move, **values: Value) -> None:
    """Report an event like `happened`, with a banner."""
    if tell is not None:
        tell.append(Event(name, "", named(pieces), values, moves=moving(pieces), banner=True))


def mark_show(tell: Tell, show: Literal["begins", "ends"]) -> None:
    """Mark the latest event as the beginning of a show, or as the first event after one."""
    if tell is not None:
        tell[-1] = msgspec.structs.replace(tell[-1], show=show)


def confided(tell: Tell, seat: int, name: str, otherwise: Message, /, *pieces: str | Move, **values: Value) -> None:
    """Report an event with all its values to one seat, and another message about the same pieces to the others."""
    if tell is not None:
        names, moves = named(pieces), moving(pieces)
        tell.append(Event(name, "", names, values, (seat,), Event(name, otherwise, names, otherwise.values, moves=moves), moves))


def named(pieces: Sequence[str | Move]) -> tuple[str, ...]:
    return tuple(piece.piece if isinstance(piece, Move) else piece for piece in pieces)


def moving(pieces: Sequence[str | Move]) -> tuple[Move, ...]:
    return tuple(piece for piece in pieces if isinstance(piece, Move))


class Tally(msgspec.Struct, frozen=True):
    """A line of a result's breakdown: a label and one value per seat (None: nothing to show).

    In games with scores, a seat's values are numbers that add up to its score. In other games, they are facts that decided the game.
    """

    label: Sentence
    values: tuple[float | Message | None, ...]


class Grade(msgspec.Struct, frozen=True):
    """The title that the rules give to scores from `least` up (None: any score)."""

    title: Sentence
    least: float | None = None


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game. `places` has a place for every seat (1 is best, ties share), `title` is what the rules call the win.

    `breakdown` explains the scores. `grades` is the scale of a solo game, best first.
    """

    places: tuple[int, ...]
    reason: Sentence
    title: Sentence = ""
    scores: tuple[float, ...] | None = None
    removed: tuple[int, ...] = ()
    breakdown: tuple[Tally, ...] = ()
    grades: tuple[Grade, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place, without removed ones."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1 and seat not in self.removed)

    def is_victory_of(self, seat: int | None) -> bool:
        """Whether a seat has something to celebrate: a win over another seat or, in a solo game, a grade above the lowest."""
        if len(self.places) == 1:
            return seat == 0 and any(grade.title == self.title and grade.least is not None for grade in self.grades)
        return seat in self.winners and len(self.winners) < len(self.places)


def places(scores: Sequence[float], removed: Collection[int] = ()) -> tuple[int, ...]:
    """Turn scores into places: the highest score is first, ties share, and removed seats come last."""
    worth = [(seat not in removed, score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)


class Proof(msgspec.Struct, frozen=True):
    """A result that the rules prove for a seat: whether it wins, and why."""

    won: bool
    why: Sentence


class Explanation(msgspec.Struct, frozen=True):
    """Why another act was better than the one played: a title, what the act played gave up, and what the best one keeps or reaches."""

    title: Sentence
    costs: tuple[Sentence, ...] = ()
    gains: tuple[Sentence, ...] = ()
