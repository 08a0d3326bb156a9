"""A game's room: what its modules hold, as the type checker sees them, and the way to them.

A room is a package with the modules `components`, `state`, `rules`, `view`, `draw` and `bots`, or one module that has it all. They are
loaded on first use. mypy accepts a module as an instance of these protocols, so a room is checked by declaring that it keeps them:
`_: Rules[Position, AnyChoice, Setup, Components, Options] = rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast
from xml.etree.ElementTree import Element

from byways.speech import Message, Sentence

if TYPE_CHECKING:
    from byways import game

P = TypeVar("P", bound="game.Position")
C = TypeVar("C", bound="game.Choice")
S = TypeVar("S", bound="game.Setup")
K = TypeVar("K", bound="game.Components")
O_contra = TypeVar("O_contra", bound="game.Options", contravariant=True)
V = TypeVar("V", bound="game.View")
V_contra = TypeVar("V_contra", bound="game.View", contravariant=True)


def no_chance(position: P, what: str, tell: game.Tell) -> P:
    raise NotImplementedError(f"{position.room} asks for a chance, but its HOOKS have no `came`.")


def openly(position: game.Position, seat: int, choice: game.Choice, to: int | None) -> str | None:
    return str(choice)


def nothing_hidden(components: game.Components, setup: S, seat: int | None, rng: Random) -> S:
    return setup


def what_would_do(position: game.Position, seat: int, choice: game.Choice) -> Sentence:
    choices = tuple(map(str, position.choices(seat)))
    return Message("refuse.choice", {"choice": str(choice), "possible": (*choices[:6], *("…",) * (len(choices) > 6))})


def as_it_is(position: game.Position) -> Hashable:
    return position


@dataclass(frozen=True)
class Hooks(Generic[P, C, S, K]):
    """What rules may leave out. `rules.HOOKS` names those that a game has; here are all of them, with what happens without them."""

    came: Callable[[P, str, game.Tell], P] = no_chance
    """What a die or a card does to a position that asked for it."""

    shown: Callable[[P, int, C, int | None], str | None] = openly
    """How a choice of a seat reads to another seat once it is final; None if the other does not learn of it."""

    redeal: Callable[[K, S, int | None, Random], S] = nothing_hidden
    """The same set-up as far as a seat may know, with what is hidden from it dealt anew."""

    why_not: Callable[[P, int, C], Sentence] = what_would_do
    """The rule that an illegal choice breaks, as a sentence."""

    standing: Callable[[P], Hashable] = as_it_is
    """Equal for positions that count as repeated, where the card says that a game repeats."""


class Rules(Protocol[P, C, S, K, O_contra]):
    @property
    def HOOKS(self) -> Hooks[P, C, S, K]: ...  # noqa: N802

    def deal(self, components: K, options: O_contra, seats: int, rng: Random, /) -> S: ...
    def start(self, components: K, setup: S, /) -> P: ...
    def parse(self, text: str, /) -> C: ...
    def offer(self, position: P, seat: int, /) -> tuple[C, ...]: ...
    def after(self, position: P, seat: int, choice: C, tell: game.Tell, /) -> P: ...
    def without(self, position: P, seat: int, tell: game.Tell, /) -> P: ...


class Views(Protocol[P, V]):
    """The module `view`."""

    @property
    def View(self) -> type[V]: ...  # noqa: N802

    def view(self, position: P, seat: int | None, /) -> V: ...
    def imagine(self, view: V, rng: Random, /) -> P: ...


class Drawings(Protocol[V_contra]):
    """The module `draw`. A language is one of the card's."""

    def draw(self, view: V_contra, name: str, language: str, /) -> str: ...
    def text(self, view: V_contra, language: str, /) -> str: ...


class Ways(Protocol[V_contra]):
    """What the module `draw` has as well if events of the game tell by which places pieces move."""

    def where(self, view: V_contra, piece: str, place: str, /) -> tuple[float, float]:
        """Where a piece is drawn when it is at a place, as moves name it."""


class Marks(Protocol[V_contra]):
    """What the module `draw` has as well if seats have other marks than the usual shapes with the first letters of their names."""

    def seat_mark(self, view: V_contra, parent: Element, seat: int, /) -> None:
        """Draw what stands for a seat on the board, around 0, 0."""


@dataclass(frozen=True)
class Touched:
    """What somebody points at in a drawing: what it is, and what a click on it would choose, were it allowed."""

    what: Sentence = ""
    choice: game.Choice | None = None


Sheet: TypeAlias = "Callable[[game.Game, str], str]"  # a picture of components, in a language


class Points(Protocol[V_contra]):
    """What the module `guide` has, and the module `tall` as well if its points are others than those of `draw`."""

    def touched(self, view: V_contra, piece: str, x: float, y: float, /) -> Touched | None:
        """What lies at a point of the drawing: in the piece or option with this id, if in any."""


class Guide(Points[V_contra], Protocol[V_contra]):
    """The module `guide`, which a room may lack: what teaches a game besides its texts."""

    @property
    def SHEETS(self) -> Mapping[str, Sheet]: ...  # noqa: N802


class Advice(Protocol[V_contra]):
    """The module `advice`, which a room may lack: acts in few words, and what speaks for or against them."""

    def brief(self, act: Sequence[game.Choice], /) -> Sentence:
        """An act or what is left of one, as a player would say it."""

    def why(self, view: V_contra, act: Sequence[game.Choice], /) -> tuple[Sentence, ...]:
        """At most two short reasons that follow from the view: what the act reaches, and what it leaves to the others."""


class Sprite(Protocol):
    """The module `sprite`, which a room may lack: art that its drawings refer to by key (`byways.sprite`)."""

    @property
    def ART(self) -> Mapping[str, str]: ...  # noqa: N802


class Cover(Protocol):
    """The module `cover`, which a room may lack: what one does in the game as a picture, for a list of games."""

    @property
    def COVER(self) -> str: ...  # noqa: N802


class Bots(Protocol):
    """The module `bots`; a room without one has those for any game."""

    @property
    def BOTS(self) -> Mapping[str, game.Bot]: ...  # noqa: N802


class State(Protocol):
    @property
    def Setup(self) -> type[game.Setup]: ...  # noqa: N802


class Parts(Protocol):
    """The module `components`."""

    @property
    def Components(self) -> type[game.Components]: ...  # noqa: N802


FOR_ANY_GAME = "byways.bots.search"
PARTS = ("components", "state", "rules", "view", "draw", "bots")


def room_of(module: str) -> str:
    """The room that a module is in: its package if it is named like a part of one, else the module itself."""
    package, _, name = module.rpartition(".")
    return package if package and name in PARTS else module


@cache
def part(room: str, name: str) -> ModuleType:
    """A module of a room; a room of one module is its own part."""
    return import_module(f"{room}.{name}") if is_package(room) else import_module(room)


def is_package(room: str) -> bool:
    return hasattr(import_module(room), "__path__")


class Found(dict[str, Any]):
    """The modules of one name, by room. Rules and views are asked for at every step, and nothing finds them as quickly as a dictionary."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, room: str) -> ModuleType:
        found = self[room] = part(room, self.name)
        return found


# Callers that name a room know only the contract's types, and hand back to a room what came from it.

rules_of: Callable[[str], Rules[Any, Any, game.Setup, game.Components, game.Options]] = Found("rules").__getitem__
views_of: Callable[[str], Views[game.Position, game.View]] = Found("view").__getitem__


def drawings_of(room: str, tall: bool = False) -> Drawings[game.View]:
    """A room may have a module `tall` beside `draw`, of the same kind, which draws for a screen that is higher than wide."""
    return cast("Drawings[game.View]", part(room, "drawing.tall" if tall and has_tall(room) else "drawing.draw"))


@cache
def has_tall(room: str) -> bool:
    return is_package(room) and find_spec(f"{room}.drawing.tall") is not None


def ways_of(room: str, tall: bool = False) -> Ways[game.View] | None:
    """None for a room whose pieces move by no named places."""
    drawings = drawings_of(room, tall)
    return cast("Ways[game.View]", drawings) if hasattr(drawings, "where") else None


def marks_of(room: str) -> Marks[game.View] | None:
    """None for a room whose seats have the usual marks."""
    drawings = part(room, "drawing.draw")
    return cast("Marks[game.View]", drawings) if hasattr(drawings, "seat_mark") else None


@cache
def guide_of(room: str) -> Guide[game.View] | None:
    """None for a room without a guide."""
    if not is_package(room) or find_spec(f"{room}.drawing.touch") is None:
        return None
    return cast("Guide[game.View]", part(room, "drawing.touch"))


@cache
def advice_of(room: str) -> Advice[game.View] | None:
    """None for a room without advice."""
    if not is_package(room) or find_spec(f"{room}.bots.advice") is None:
        return None
    return cast("Advice[game.View]", part(room, "bots.advice"))


def points_of(room: str, tall: bool = False) -> Points[game.View] | None:
    """None for a room that knows nothing of the points of its drawings."""
    drawings = drawings_of(room, tall)
    return cast("Points[game.View]", drawings) if tall and hasattr(drawings, "touched") else guide_of(room)


@cache
def art_of(room: str) -> Mapping[str, str]:
    """Symbols by key; none for a room whose drawings refer to none."""
    own = find_spec(f"{room}.drawing.sprite") is not None if is_package(room) else hasattr(import_module(room), "ART")
    return cast(Sprite, part(room, "drawing.sprite")).ART if own else {}


def cover_of(room: str) -> str | None:
    """None for a room without a cover."""
    if not is_package(room) or find_spec(f"{room}.drawing.cover") is None:
        return None
    return cast(Cover, part(room, "drawing.cover")).COVER


def bots_of(room: str) -> Bots:
    own = find_spec(f"{room}.bots.players") is not None if is_package(room) else hasattr(import_module(room), "BOTS")
    return cast(Bots, part(room, "bots.players") if own else import_module(FOR_ANY_GAME))


def state_of(room: str) -> State:
    return cast(State, part(room, "state"))


def parts_of(room: str) -> Parts:
    return cast(Parts, part(room, "components"))
