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
    """A reason, or an entry of a summary: an optional symbol of the room's art, a heading, lines of a few words, and an amount.

    A `secret` one is in the viewer's own show only, and looks like it.
    """

    text: Sentence | tuple[Sentence, ...] = ""
    amount: Sentence = ""
    art: str = ""
    heading: Sentence = ""
    secret: bool = False


class Flight(msgspec.Struct, frozen=True):
    """Copies of a symbol of the room's art that fly from one piece to another."""

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

    `moment` is the index of its moment. The drawing of the scene before changes into this one's by `pieces` that appear, disappear or move
    straight, `moves` along places, `flights` and `counts`. Without a `stage` the drawing is the board of its moment.
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
    """A show as far as it has come. It has a summary when its last scene is known."""

    title: Sentence
    scenes: tuple[Scene, ...]
    summary: Summary | None = None
