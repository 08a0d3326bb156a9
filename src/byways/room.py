"""A game's room: what its modules hold, as the type checker sees them, and where they are.

A room is a package with the modules `components`, `state`, `rules`, `view`, `drawing.draw` and `bots.players`, or one module that has it
all. mypy accepts a module as an instance of these protocols, so a room is checked by declaring that it keeps them:
`_: Rules[Position, AnyChoice, Setup, Components, Options] = rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, cast
from xml.etree.ElementTree import Element

from byways.i18n import Message, Sentence

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
    """The module `drawing.draw`. The language is one of the card's; `tall` asks for a drawing for a screen that is higher than wide."""

    def draw(self, view: V_contra, name: str, language: str, tall: bool, /) -> str: ...
    def text(self, view: V_contra, language: str, /) -> str: ...


class Ways(Protocol[V_contra]):
    """What `drawing.draw` has as well if events of the game tell by which places pieces move."""

    def where(self, view: V_contra, piece: str, place: str, tall: bool, /) -> tuple[float, float]:
        """Return where a piece is drawn when it is at a place, as moves name it."""


class Marks(Protocol[V_contra]):
    """What `drawing.draw` has as well if seats have other marks than the usual shapes with the first letters of their names."""

    def seat_mark(self, view: V_contra, parent: Element, seat: int, /) -> None:
        """Draw what stands for a seat on the board, around 0, 0."""


@dataclass(frozen=True)
class Touched:
    """What somebody points at in a drawing: what it is, and what a click on it would choose, were it allowed."""

    what: Sentence = ""
    choice: game.Choice | None = None


Picture: TypeAlias = "Callable[[game.Game, str], str]"  # draws components for the page for players, in a language


class Points(Protocol[V_contra]):
    """The module `drawing.touch`, which a room may lack."""

    def touched(self, view: V_contra, piece: str, x: float, y: float, tall: bool, /) -> Touched | None:
        """Return what lies at a point of the drawing: in the piece or option with this id, if in any."""


class Advice(Protocol[V_contra]):
    """The module `bots.advice`, which a room may lack: acts in few words, and what speaks for or against them."""

    def brief(self, act: Sequence[game.Choice], /) -> Sentence:
        """An act or what is left of one, as a player would say it."""

    def why(self, view: V_contra, act: Sequence[game.Choice], /) -> tuple[Sentence, ...]:
        """At most two short reasons that follow from the view: what the act reaches, and what it leaves to the others."""


class Bots(Protocol):
    """The module `bots.players`; a room without one has those for any game."""

    @property
    def BOTS(self) -> Mapping[str, game.Bot]: ...  # noqa: N802


class State(Protocol):
    @property
    def Setup(self) -> type[game.Setup]: ...  # noqa: N802


class Parts(Protocol):
    """The module `components`."""

    @property
    def Components(self) -> type[game.Components]: ...  # noqa: N802


class Bench(Protocol):
    """The module `bench`, which a room may lack."""

    def comparisons(self) -> Iterable[tuple[str, Callable[[], int], str, Callable[[], int]]]: ...


FOR_ANY_GAME = "byways.bots.search"
PARTS = ("components", "state", "rules", "view")


def room_of(module: str) -> str:
    """Return the name of the room that a module is in: its package if it is named like a part of one, else the module itself."""
    package, _, name = module.rpartition(".")
    return package if package and name in PARTS else module


def part(place: str, attribute: str = "") -> Any:
    """A module of a room, loaded when first asked for. One that is asked for by an attribute may be missing: then it is None."""
    return cached_property(lambda room: room.load(place, attribute))


def value(place: str, attribute: str, default: object) -> Any:
    """What a module of a room has by this name, or the default if there is none."""
    return cached_property(lambda room: getattr(room.load(place, attribute), attribute, default))


class Room:
    """The parts of a game, each loaded when first asked for. No other code knows where they lie.

    A room of one module is its own part, as far as it has what the part is asked for.
    """

    rules: Rules[Any, Any, game.Setup, game.Components, game.Options] = part("rules")
    view: Views[game.Position, game.View] = part("view")
    state: State = part("state")
    components: Parts = part("components")
    draw: Drawings[game.View] = part("drawing.draw")
    ways: Ways[game.View] | None = part("drawing.draw", "where")
    marks: Marks[game.View] | None = part("drawing.draw", "seat_mark")
    touch: Points[game.View] | None = part("drawing.touch", "touched")
    advice: Advice[game.View] | None = part("bots.advice", "why")
    bench: Bench | None = part("bench", "comparisons")
    pictures: Mapping[str, Picture] = value("drawing.pictures", "PICTURES", {})
    art: Mapping[str, str] = value("drawing.sprite", "ART", {})
    cover: str | None = value("drawing.cover", "COVER", None)

    def __init__(self, name: str) -> None:
        self.name, self.module = name, import_module(name)
        self.is_package = hasattr(self.module, "__path__")

    @cached_property
    def players(self) -> Bots:
        """A room without players has those for any game."""
        return cast(Bots, self.load("bots.players", "BOTS") or import_module(FOR_ANY_GAME))

    def file(self, *path: str) -> Traversable | None:
        """Return a file or folder of the room, if it is there."""
        found = resources.files(self.name).joinpath(*path) if self.is_package else None
        return found if found is not None and (found.is_file() or found.is_dir()) else None

    def load(self, place: str, attribute: str = "") -> ModuleType | None:
        """Import a module of the room. With an attribute, return None if there is no such module or it has no such attribute."""
        found: ModuleType | None = self.module
        if self.is_package:
            found = optional_module(f"{self.name}.{place}") if attribute else import_module(f"{self.name}.{place}")
        return found if not attribute or hasattr(found, attribute) else None


def optional_module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):  # something that the module itself imports
            raise
        return None


find_room = cache(Room)


class Found(dict[str, Any]):
    """One part of every room. Rules and views are asked for at every step, and nothing finds them as quickly as a dictionary."""

    def __init__(self, part: Callable[[Room], object]) -> None:
        self.part = part

    def __missing__(self, room: str) -> object:
        found = self[room] = self.part(find_room(room))
        return found


# Callers that name a room know only the contract's types, and hand back to a room what came from it.

rules_of: Callable[[str], Rules[Any, Any, game.Setup, game.Components, game.Options]] = Found(lambda room: room.rules).__getitem__
views_of: Callable[[str], Views[game.Position, game.View]] = Found(lambda room: room.view).__getitem__
