"""A game's frozen values: choices, options, set-ups, views and positions; and players, which see only views."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Generic, Self, overload

import msgspec
from typing_extensions import TypeVar

from byways.errors import Illegal, Malformed
from byways.event import Chance, Event, Outcome, Tell
from byways.i18n import ENGLISH, Message, Sentence, Value
from byways.room import find_room, room_of, rules_of, views_of
from byways.sprite import with_art

T = TypeVar("T")


class Choice(msgspec.Struct, frozen=True, tag=str.lower, tag_field="choice"):
    """One step of a seat. `str(choice)` is its notation, which `Game.parse` reads back without the position."""

    separator: ClassVar[str] = " "  # between the fields in the notation
    is_end: ClassVar[bool] = False  # whether the step does nothing but finish an act

    def __str__(self) -> str:
        word, parts = type(self).__name__.lower(), self.separator.join(map(str, msgspec.structs.astuple(self)))
        return f"{word} {parts}" if parts else word

    @property
    def sentence(self) -> Sentence:
        """The choice as an instruction for `Game.say`. If no catalogue has a text for it, people read the class name and the fields."""
        return Message(f"choose.{type(self).__name__.lower()}", msgspec.structs.asdict(self))


C_co = TypeVar("C_co", bound=Choice, covariant=True, default=Choice)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a game. Each game has a subclass whose fields all have defaults.

    >>> from byways.game import find_game
    >>> find_game("labyrinth").options(rows=9)
    LabyrinthOptions(rows=9, columns=7, treasures=1, rounds=1000, classic=False, shortest=0)
    """


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything dealt before the first choice, secrets included. The record stores it."""


class View(msgspec.Struct, Generic[C_co], frozen=True, dict=True):
    """Everything that one seat (None: a spectator) may know, including what it saw earlier. `act` holds its tentative steps.

    These fields are common to all games, and `View(*position.header(seat), …)` fills them in. Pass a game's own fields as keywords.
    """

    room: ClassVar[str]  # the room's module or package; by default the one that defines the class

    seat: int | None
    awaited: tuple[int, ...]
    choices: tuple[C_co, ...] = ()
    act: tuple[C_co, ...] = ()
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def __init_subclass__(cls) -> None:
        cls.room = getattr(cls, "room", room_of(cls.__module__))

    @property
    def prompt(self) -> Sentence:
        """One line for `Game.say`: what this seat should do now, or what it waits for."""
        if self.outcome is not None:
            return self.outcome.reason
        if self.seat in self.awaited:
            return self.expected
        return self.waiting if self.awaited else self.due

    @property
    def aim(self) -> Sentence:
        """One line for `Game.say` about this seat's goal and its progress; may be empty."""
        return ""

    @property
    def no_undo(self) -> Sentence:
        """One line for `Game.say`: why a seat without tentative steps cannot undo."""
        return Message("undo.final" if self.seat in self.awaited else "undo.waiting")

    @property
    def round(self) -> int | None:
        """The number of the current round, or None if the game does not count rounds."""
        return None

    @property
    def when(self) -> Sentence:
        """The point in the game, for `Game.say`: by default the round."""
        return Message("when.round", {"round": self.round}) if self.round else ""

    @property
    def expected(self) -> Sentence:
        """What this awaited seat should do."""
        return Message("prompt.turn")

    @property
    def waiting(self) -> Sentence:
        """Which seats this seat waits for."""
        return Message("prompt.waiting", {"seats": self.awaited})

    @property
    def due(self) -> Sentence:
        """The chance that is due while no seat is awaited."""
        return Message("prompt.due")

    def token(self, seat: int) -> int:
        """A seat's index into `drawing.TOKENS`. Games in which seats choose their tokens override it."""
        return seat

    def _repr_svg_(self) -> str:
        return picture(self)

    def imagine(self, rng: Random) -> Position:
        """Return a position that looks the same to this seat, with hidden parts sampled by their true probabilities."""
        return views_of(self.room).imagine(self, rng)


class Keys(dict[int, str]):
    """The attribute that caches each seat's choices. Making the name on each call would double the cost of cached choices."""

    def __missing__(self, seat: int) -> str:
        key = self[seat] = f"_choices_{seat}"
        return key


CHOICES_OF = Keys()


class Position(msgspec.Struct, Generic[C_co], frozen=True, dict=True, kw_only=True):
    """The complete state of a game. At any time, either seats are awaited, a chance is due, or there is an outcome.

    `acts` holds each seat's tentative steps; no tentative step changes any other field. The methods call plain functions in the game's
    room, which `byways.room` describes.

    Derived values are cached in `__dict__`, which `msgspec.structs.replace` and pickle drop, so a cache may depend only on the fields.
    """

    room: ClassVar[str]  # the room's module or package; by default the one that defines the class

    acts: tuple[tuple[C_co, ...], ...]
    awaited: tuple[int, ...]
    removed: tuple[int, ...] = ()
    outcome: Outcome | None = None

    def __init_subclass__(cls) -> None:
        cls.room = getattr(cls, "room", room_of(cls.__module__))

    @property
    def chance(self) -> Chance | None:
        """The die roll or card that is due, or None. `what` lists the possible results; `draw(rng)` picks one for `happen`."""
        return None

    def view(self, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may know about this position."""
        return views_of(self.room).view(self, seat)

    def header(
        self, seat: int | None
    ) -> tuple[int | None, tuple[int, ...], tuple[C_co, ...], tuple[C_co, ...], tuple[int, ...], Outcome | None]:
        """The common fields of a view. They are a tuple because keywords would double the cost of a view."""
        if seat is None:
            return None, self.awaited, (), (), self.removed, self.outcome
        return seat, self.awaited, self.choices(seat), self.acts[seat], self.removed, self.outcome

    def choices(self, seat: int) -> tuple[C_co, ...]:
        """A seat's legal choices, computed once per position. Empty if the seat is not awaited."""
        if seat not in self.awaited:
            return ()
        cache: Any = self.__dict__
        key = CHOICES_OF[seat]
        offered: tuple[C_co, ...] | None = cache.get(key)
        if offered is None:
            offered = cache[key] = rules_of(self.room).offer(self, seat)
        return offered

    def choose(self, seat: int, choice: Choice | str, tell: Tell = None) -> Self:
        """Return the position after a choice or its notation, or raise `Illegal`. Events are appended to `tell`.

        >>> from byways.game import find_game, stream
        >>> labyrinth = find_game("labyrinth")
        >>> position = labyrinth.start(labyrinth.deal(2, stream(7, "set-up")))
        >>> position.choose(0, "slide 2 up").acts
        ((Slide(index=2, direction='up'),), ())
        """
        rules = rules_of(self.room)
        if choice in self.choices(seat):
            then: Self = rules.after(self, seat, choice, tell)
            return then
        if isinstance(choice, str):
            return self.choose(seat, rules.parse(choice), tell)
        if not isinstance(choice, Choice):
            values: dict[str, Value] = {"answer": repr(choice), "type": type(choice).__name__}
            raise Malformed(Message("refuse.not-choice", values))
        if seat not in self.awaited:
            raise self._illegal("refuse.not-awaited", seat=seat, awaiting=self._awaiting())
        raise Illegal(rules.HOOKS.why_not(self, seat, choice), self.room)

    def happen(self, what: str, tell: Tell = None) -> Self:
        """Return the position after one of the possible results (`chance.what`) of the chance that is due.

        >>> from byways.game import find_game, stream
        >>> traxx, rng = find_game("traxx"), stream(7, "chance")
        >>> position = traxx.start(traxx.deal(1, stream(7, "set-up")))
        >>> position.chance.name, len(position.chance.what)
        ('the next card', 15)
        >>> position.happen(position.chance.draw(rng)).awaited
        (0,)
        """
        due = self.chance
        if due is None:
            raise self._illegal("refuse.no-chance", what=what, awaiting=self._awaiting())
        if what not in due.what:
            raise self._illegal("refuse.chance", what=what, due=due.name, possible=due.what)
        then: Self = rules_of(self.room).HOOKS.came(self, what, tell)
        return then

    def undo(self, seat: int) -> Self:
        """Take back a seat's latest tentative step; the seat is awaited again."""
        if not 0 <= seat < len(self.acts) or not self.acts[seat]:
            raise self._illegal("refuse.undo", seat=seat)
        acts, awaited = put(self.acts, seat, self.acts[seat][:-1]), tuple(sorted({*self.awaited, seat}))
        return msgspec.structs.replace(self, acts=acts, awaited=awaited)

    def remove(self, seat: int, tell: Tell = None) -> Self:
        """Remove a seat: its tentative steps are dropped, and the game decides what else follows."""
        if not 0 <= seat < len(self.acts) or seat in self.removed:
            raise self._illegal("refuse.gone", seat=seat)
        if self.outcome is not None:
            raise self._illegal("refuse.over", seat=seat)
        acts, removed = put(self.acts, seat, ()), tuple(sorted((*self.removed, seat)))
        then: Self = rules_of(self.room).without(msgspec.structs.replace(self, acts=acts, removed=removed), seat, tell)
        return then

    def resign(self, seat: int, tell: Tell = None) -> Self:
        """Remove a seat whose player gives up. If one seat is left, it has won and the game is over.

        >>> from byways.game import find_game, stream
        >>> labyrinth = find_game("labyrinth")
        >>> position = labyrinth.start(labyrinth.deal(2, stream(7, "set-up")))
        >>> position.resign(1).outcome.winners
        (0,)
        """
        told = list[Event]()
        over = self.remove(seat, told)
        left = [other for other in range(len(self.acts)) if other not in over.removed]
        if len(left) == 1:
            reason = Message("outcome.resigned", {"seat": seat, "winner": left[0]})
            over = over._ended_by(reason, told)
        if tell is not None:
            tell += told
        return over

    def _ended_by(self, reason: Message, told: list[Event]) -> Self:
        """End the game for a reason, which replaces that of a game that is over already, also in what was told."""
        if self.outcome is None:
            over = msgspec.structs.replace(self, acts=((),) * len(self.acts), awaited=())
            finished: Self = rules_of(self.room).HOOKS.finish(over, reason, told)
            return finished
        before = self.outcome.reason
        told[:] = [msgspec.structs.replace(event, sentence=reason) if event.wording == before else event for event in told]
        return msgspec.structs.replace(self, outcome=msgspec.structs.replace(self.outcome, reason=reason))

    def shown(self, seat: int, choice: Choice, to: int | None) -> str | None:
        """The notation of a seat's final choice as the seat `to` sees it; None if that seat sees nothing."""
        return rules_of(self.room).HOOKS.shown(self, seat, choice, to)

    def _repr_svg_(self) -> str:
        return picture(self.view(None))  # what a spectator sees

    def _illegal(self, name: str, **values: Value) -> Illegal:
        return Illegal(Message(name, values), self.room)

    def _awaiting(self) -> Message:
        if self.outcome is not None:
            return Message("awaiting.nobody")
        if self.chance is not None:
            return Message("awaiting.chance", {"due": self.chance.name})
        return Message("awaiting.seats", {"seats": self.awaited})


def picture(view: View) -> str:
    """Draw a view for a notebook, with ids that no other picture on the page has."""
    room = find_room(view.room)
    return with_art(room.draw.draw(view, f"board-{id(view):x}", ENGLISH, False), room.art)


@overload
def put(values: tuple[T, T], index: int, value: T) -> tuple[T, T]: ...
@overload
def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]: ...
def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return a copy of a tuple with one item replaced."""
    items = [*values]  # hot: the fastest way measured
    items[index] = value
    return tuple(items)


V_contra = TypeVar("V_contra", bound=View, contravariant=True, default=View)


class Player(Generic[V_contra]):
    """Chooses for a seat from its view alone. It may answer a whole act at once, as a sequence, if nothing new is revealed during it."""

    def choose(self, view: V_contra, deadline: float) -> Choice | Sequence[Choice]:
        """Return one of `view.choices`. `deadline` is a time as given by `time.monotonic()`."""
        raise NotImplementedError
