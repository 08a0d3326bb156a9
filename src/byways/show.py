"""Shows: chains of events that a page presents scene by scene, with a summary at the end.

Rules mark the event that begins a show and the first one after it (`Event.show`). The room's module `drawing.show` builds the show from the
moments of one viewer, so it contains nothing that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from byways.event import Event, Move
from byways.i18n import Sentence

V = TypeVar("V")
Stage: TypeAlias = Callable[[str, str, bool], str]  # draws a scene, given the prefix of its ids, a language, and whether it is tall


class Moment(NamedTuple, Generic[V]):
    """A step of a viewer's story: what happened, and the view afterwards."""

    events: tuple[Event, ...]
    view: V


class Token(msgspec.Struct, frozen=True):
    """A reason, or an entry of a summary: an optional symbol from the room's art, a heading, a few short lines, and an amount.

    A `secret` token appears only in the viewer's own show, and looks different.
    """

    text: Sentence | tuple[Sentence, ...] = ""
    amount: Sentence = ""
    art: str = ""
    heading: Sentence = ""
    secret: bool = False


class Flight(msgspec.Struct, frozen=True):
    """Copies of a symbol that fly from one piece to another. The symbol is from the room's art."""

    art: str
    start: str
    end: str
    copies: int = 1


class Count(msgspec.Struct, frozen=True):
    """A number in a piece that counts up or down."""

    piece: str
    before: int
    after: int


class Scene(msgspec.Struct, frozen=True):
    """One step of a show.

    `moment` is the index of the scene's moment. The previous scene's drawing changes into this one's: `pieces` appear, disappear or move
    straight, `moves` follow places, and `flights` and `counts` play. Without a `stage`, the scene shows its moment's board.
    """

    moment: int
    caption: Sentence
    seat: int | None = None
    tokens: tuple[Token, ...] = ()
    pieces: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    flights: tuple[Flight, ...] = ()
    counts: tuple[Count, ...] = ()
    stage: Stage | None = None


class Group(msgspec.Struct, frozen=True):
    """One seat in a summary. `share` is the length of its bar, from 0 to 1."""

    seat: int
    share: float
    amount: Sentence
    total: Sentence
    lines: tuple[Token, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """The last page of a show. It stays until the viewer closes it. `then` says what comes next."""

    title: Sentence
    groups: tuple[Group, ...]
    notes: tuple[Token, ...] = ()
    then: Sentence = ""


class Show(msgspec.Struct, frozen=True):
    """A show so far. It has a summary once its last scene is known."""

    title: Sentence
    scenes: tuple[Scene, ...]
    summary: Summary | None = None
