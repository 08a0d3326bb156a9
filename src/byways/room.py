"""A game's room: protocols for its modules, and the code that finds them.

A room is a package with the modules `components`, `state`, `rules`, `view`, `drawing.draw` and `bots.players`, or a single module. mypy
accepts a module as an instance of a protocol, so an assignment checks a room: `_: Rules[Position, AnyChoice, Setup, Components, Options] =
rules`.
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

import msgspec

from byways.event import Event, Explanation, Outcome, Proof, places
from byways.i18n import Message, Sentence

if TYPE_CHECKING:
    from byways import game
    from byways.puzzle import Hint, Puzzle, Solution, Source, Verdict
    from byways.sheets import Order, Prints
    from byways.show import Moment, Show

P = TypeVar("P", bound="game.Position")
C = TypeVar("C", bound="game.Choice")
S = TypeVar("S", bound="game.Setup")
K = TypeVar("K", bound="game.Components")
O_contra = TypeVar("O_contra", bound="game.Options", contravariant=True)
V = TypeVar("V", bound="game.View")
V_contra = TypeVar("V_contra", bound="game.View", contravariant=True)


def default_came(position: P, what: str, tell: game.Tell) -> P:
    raise NotImplementedError(f"{position.room} asks for a chance, but its HOOKS have no `came`.")


def default_shown(position: game.Position, seat: int, choice: game.Choice, to: int | None) -> str | None:
    return str(choice)


def default_redeal(components: game.Components, setup: S, seat: int | None, rng: Random) -> S:
    return setup


def default_why_not(position: game.Position, seat: int, choice: game.Choice) -> Sentence:
    choices = tuple(map(str, position.choices(seat)))
    return Message("refuse.choice", {"choice": str(choice), "possible": (*choices[:6], *("…",) * (len(choices) > 6))})


def default_standing(position: game.Position) -> Hashable:
    return position


def default_finish(position: P, reason: Message, tell: game.Tell) -> P:
    if tell is not None:
        tell.append(Event("end", reason))
    outcome = Outcome(places([0] * len(position.acts), position.removed), reason, removed=position.removed)
    return msgspec.structs.replace(position, outcome=outcome)


@dataclass(frozen=True)
class Hooks(Generic[P, C, S, K]):
    """Optional functions of the rules and their defaults. `rules.HOOKS` lists those that a game defines."""

    came: Callable[[P, str, game.Tell], P] = default_came
    """The position after a die or card that was due."""

    shown: Callable[[P, int, C, int | None], str | None] = default_shown
    """The notation of a final choice as another seat sees it; None if that seat sees nothing."""

    redeal: Callable[[K, S, int | None, Random], S] = default_redeal
    """The set-up with everything hidden from a seat dealt again."""

    why_not: Callable[[P, int, C], Sentence] = default_why_not
    """The rule that an illegal choice breaks, as a sentence."""

    standing: Callable[[P], Hashable] = default_standing
    """A value that is equal for repeated positions, if the card says `repeats`."""

    finish: Callable[[P, Message, game.Tell], P] = default_finish
    """The end of a game, for a given reason, after a resignation leaves one seat, which has won. No act is open, and no seat is awaited."""


class Rules(Protocol[P, C, S, K, O_contra]):
    """The module `rules`; `docs/add-a-game.md` describes each function."""

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
    """The module `drawing.draw`. `language` is one of the game's; `tall` requests a layout for portrait screens."""

    def draw(self, view: V_contra, name: str, language: str, tall: bool, /) -> str: ...
    def text(self, view: V_contra, language: str, /) -> str: ...


class Ways(Protocol[V_contra]):
    """Also in `drawing.draw`, if the game's events move pieces along named places."""

    def where(self, view: V_contra, piece: str, place: str, tall: bool, /) -> tuple[float, float]:
        """Return a piece's coordinates at a place named by a move."""


class Marks(Protocol[V_contra]):
    """Also in `drawing.draw`, if seats have marks other than the usual shapes with initials."""

    def seat_mark(self, view: V_contra, parent: Element, seat: int, /) -> None:
        """Draw a seat's mark around 0, 0."""


@dataclass(frozen=True, init=False)
class Touched:
    """A thing in a drawing: what it is, and the choices that a tap on it may mean, legal or not, the likeliest first."""

    what: Sentence
    choices: tuple[game.Choice, ...]

    def __init__(self, what: Sentence = "", *choices: game.Choice | None) -> None:
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "choices", tuple(choice for choice in choices if choice is not None))


@dataclass(frozen=True)
class Row:
    """One of the choices that a tap may mean, as listed for the player: its name, details, a warning, and a symbol from the room's art."""

    name: Sentence
    details: tuple[Sentence, ...] = ()
    warning: Sentence = ""
    art: str = ""


Picture: TypeAlias = "Callable[[game.Game, str], str]"  # draws components for the how-to-play page in a language


class Points(Protocol[V_contra]):
    """The optional module `drawing.touch`."""

    def touched(self, view: V_contra, piece: str, x: float, y: float, tall: bool, /) -> Touched | None:
        """Return what lies at a point of the drawing, inside the piece or option with this id, if any."""


class Rows(Protocol[V_contra]):
    """Also in `drawing.touch`, if a tap may mean several choices whose sentences do not explain enough."""

    def row(self, view: V_contra, choice: Any, /) -> Row:
        """Describe a legal choice, from the view alone."""


class Shows(Protocol[V]):
    """The optional module `drawing.show`, if events of the game begin shows."""

    def show(self, before: V, moments: Sequence[Moment[V]], /) -> Show:
        """Build a show from all moments since the event that begins it. Later moments may not belong to it."""


class Printing(Protocol):
    """The optional module `drawing.sheets`, for games that can be printed."""

    def prints(self, game: Any, order: Order, /) -> Prints:
        """Return everything that is needed to play on paper."""


class Advice(Protocol[V_contra]):
    """The optional module `bots.advice`: short descriptions of acts, and reasons for them."""

    def brief(self, act: Sequence[game.Choice], /) -> Sentence:
        """Describe an act, or the rest of one, in few words."""

    def why(self, view: V_contra, act: Sequence[game.Choice], /) -> tuple[Sentence, ...]:
        """Return at most two short reasons that follow from the view: what the act achieves, what it leaves to others."""


class Proofs(Protocol[V_contra]):
    """The optional module `bots.proofs`: proved results of acts. `byways.bots.proofs` has the defaults."""

    def proof(self, view: V_contra, act: Sequence[game.Choice], /) -> Proof | None:
        """Return the result that the rules prove after a whole act, whatever the view hides."""

    def result(self, view: V_contra, act: Sequence[game.Choice], /) -> Hashable:
        """Return a value that is the same for acts with the same effect."""


class Mistakes(Protocol[V_contra]):
    """The optional module `bots.mistakes`."""

    def explain(self, view: V_contra, played: Sequence[game.Choice], best: Sequence[game.Choice], /) -> Explanation | None:
        """Compare an act with a better one, using only what the view shows."""


class Judges(Protocol[V_contra]):
    """The optional module `puzzles.judge`. A judge sees what the solver may know: the view and `puzzle.known`."""

    @property
    def KINDS(self) -> Sequence[str]: ...  # noqa: N802

    def judge(self, puzzle: Puzzle, view: V_contra, act: tuple[Any, ...], /) -> Verdict:
        """Judge a whole act, within half a second. The view is the one before its first step; `view.act` are steps that were given."""

    def solve(self, puzzle: Puzzle, view: V_contra, /) -> Solution:
        """Return all right acts, one for each result, and how many acts have different results. This may take seconds."""

    def hints(self, puzzle: Puzzle, view: V_contra, act: tuple[Any, ...], /) -> tuple[Hint, Hint]:
        """Return the first two hints at a right act: which piece, and where to."""


class Miners(Protocol[V_contra]):
    """The optional module `puzzles.miner`."""

    @property
    def SOURCES(self) -> Sequence[Source]: ...  # noqa: N802

    def find(self, view: V_contra, rng: Random, /) -> Iterable[Puzzle]:
        """Return the puzzles of a position, with their proofs. Those that are obvious or tedious are left out.

        A puzzle of grade 0 is graded by the bots that solve it."""


class Encodings(Protocol):
    """The optional module `encoding`: a `byways.encoding.Encoder`, made from components, options and a number of seats."""

    @property
    def Encoder(self) -> Callable[[Any, Any, int], Any]: ...  # noqa: N802


class Bots(Protocol):
    """The module `bots.players`; a room without one has the generic bots."""

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
    """The optional module `bench`."""

    def comparisons(self) -> Iterable[tuple[str, Callable[[], int], str, Callable[[], int]]]: ...


GENERIC_BOTS = "byways.bots.search"
PARTS = ("components", "state", "rules", "view")


def room_of(module: str) -> str:
    """Return the name of a module's room: its package if the module is named like a part, otherwise the module itself."""
    package, _, name = module.rpartition(".")
    return package if package and name in PARTS else module


def part(place: str, attribute: str = "") -> Any:
    """A module of a room, imported on first use. With `attribute` it is optional: None if the module or the attribute is missing."""
    return cached_property(lambda room: room.load(place, attribute))


def value(place: str, attribute: str, default: object) -> Any:
    """An attribute of a module of a room, or the default."""
    return cached_property(lambda room: getattr(room.load(place, attribute), attribute, default))


class Room:
    """The parts of a game, each imported on first use. No other code knows where they are.

    A single-module room is every part whose attributes it has.
    """

    rules: Rules[Any, Any, game.Setup, game.Components, game.Options] = part("rules")
    view: Views[game.Position, game.View] = part("view")
    state: State = part("state")
    components: Parts = part("components")
    draw: Drawings[game.View] = part("drawing.draw")
    ways: Ways[game.View] | None = part("drawing.draw", "where")
    marks: Marks[game.View] | None = part("drawing.draw", "seat_mark")
    moving_steps: int = value("drawing.draw", "MOVING_STEPS", 0)  # acts that differ in their first steps do not fit on one board
    touch: Points[game.View] | None = part("drawing.touch", "touched")
    rows: Rows[game.View] | None = part("drawing.touch", "row")
    shows: Shows[game.View] | None = part("drawing.show", "show")
    sheets: Printing | None = part("drawing.sheets", "prints")
    advice: Advice[game.View] | None = part("bots.advice", "why")
    proofs: Proofs[game.View] | None = part("bots.proofs", "proof")
    mistakes: Mistakes[game.View] | None = part("bots.mistakes", "explain")
    judge: Judges[game.View] | None = part("puzzles.judge", "judge")
    miner: Miners[game.View] | None = part("puzzles.miner", "find")
    encoding: Encodings | None = part("encoding", "Encoder")
    study: Any = part("study", "leads")
    luck: tuple[int, int] = value("study", "LUCK", (20, 16))  # how many fixed deals a study of the usual size plays, and how often each
    bench: Bench | None = part("bench", "comparisons")
    daily: Any = part("daily", "DAILY")  # a `byways.daily.DailyPart`, if the game has a deal of the day
    solver: Any = part("daily", "solve")  # a `byways.daily.Solver`
    pictures: Mapping[str, Picture] = value("drawing.pictures", "PICTURES", {})
    art: Mapping[str, str] = value("drawing.sprite", "ART", {})
    cover: str | None = value("drawing.cover", "COVER", None)

    def __init__(self, name: str) -> None:
        self.name, self.module = name, import_module(name)
        self.is_package = hasattr(self.module, "__path__")

    @cached_property
    def players(self) -> Bots:
        return cast(Bots, self.load("bots.players", "BOTS") or import_module(GENERIC_BOTS))

    def file(self, *path: str) -> Traversable | None:
        """Return a file or folder of the room, if it exists."""
        found = resources.files(self.name).joinpath(*path) if self.is_package else None
        return found if found is not None and (found.is_file() or found.is_dir()) else None

    def load(self, place: str, attribute: str = "") -> ModuleType | None:
        """Import a module of the room. With an attribute, return None if the module or the attribute is missing."""
        found: ModuleType | None = self.module
        if self.is_package:
            found = optional_module(f"{self.name}.{place}") if attribute else import_module(f"{self.name}.{place}")
        return found if not attribute or hasattr(found, attribute) else None


def optional_module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):  # a failed import inside the module
            raise
        return None


find_room = cache(Room)


class PartCache(dict[str, Any]):
    """Caches one part of every room by name. Every step needs rules and views, and nothing is faster than a dictionary lookup."""

    def __init__(self, part: Callable[[Room], object]) -> None:
        self.part = part

    def __missing__(self, room: str) -> object:
        found = self[room] = self.part(find_room(room))
        return found


# Callers know only the types of the contract, and pass back to a room only values that came from it.

rules_of: Callable[[str], Rules[Any, Any, game.Setup, game.Components, game.Options]] = PartCache(lambda room: room.rules).__getitem__
views_of: Callable[[str], Views[game.Position, game.View]] = PartCache(lambda room: room.view).__getitem__
