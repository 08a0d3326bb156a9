"""Nim: take any number of stones from one of three heaps. The player who takes the last stone wins."""

from random import Random

from msgspec.structs import replace

from byways import game
from byways.drawing import TOKENS, Sheet, trace, transform
from byways.notation import Notation
from byways.room import Hooks

Components = game.Components  # no components
Setup = game.Setup  # nothing is dealt


class Take(game.Choice, frozen=True):
    stones: int
    heap: int

    @property
    def sentence(self) -> str:
        return f"Take {self.stones} from heap {self.heap}"


class Position(game.Position[Take], frozen=True, kw_only=True):
    heaps: tuple[int, ...]


class View(game.View[Take], frozen=True, kw_only=True):
    heaps: tuple[int, ...]


HOOKS: Hooks[Position, Take, Setup, Components] = Hooks()
parse = Notation([Take]).parse


def deal(components: Components, options: game.Options, seats: int, rng: Random) -> Setup:
    return Setup()


def start(components: Components, setup: Setup) -> Position:
    return Position(acts=((), ()), awaited=(0,), heaps=(3, 4, 5))


def offer(position: Position, seat: int) -> tuple[Take, ...]:
    return tuple(Take(stones, heap) for heap, size in enumerate(position.heaps, 1) for stones in range(1, size + 1))


def after(position: Position, seat: int, choice: Take, tell: game.Tell) -> Position:
    game.say(tell, "take", f"{{{seat}}} takes {choice.stones} from heap {choice.heap}.")
    heaps = game.put(position.heaps, choice.heap - 1, position.heaps[choice.heap - 1] - choice.stones)
    taken = replace(position, heaps=heaps, awaited=(1 - seat,))
    return taken if any(heaps) else won(taken, seat, f"{{{seat}}} has taken the last stone.")


def won(position: Position, seat: int, reason: str) -> Position:
    return replace(position, awaited=(), outcome=game.Outcome((1 + seat, 2 - seat), reason, removed=position.removed))


def without(position: Position, seat: int, tell: game.Tell) -> Position:
    return won(position, 1 - seat, f"{{{seat}}} has left.")


def view(position: Position, seat: int | None) -> View:
    return View(*position.header(seat), heaps=position.heaps)


def imagine(view: View, rng: Random) -> Position:
    return Position(acts=((), ()), awaited=view.awaited, removed=view.removed, outcome=view.outcome, heaps=view.heaps)


def draw(view: View, name: str, language: str, tall: bool) -> str:
    sheet = Sheet(name, (240, 340), "Three heaps of stones")
    for heap, size in enumerate(view.heaps, 1):
        for depth in range(1, size + 1):  # a click on a stone takes it and all stones above it
            parent = sheet.option(Take(depth, heap)) if view.choices else sheet.layers["board"]
            trace(parent, TOKENS[0], "spot" if view.choices else "halo", transform(60 * heap, 310 - 60 * (size - depth), 1.8))
    return str(sheet)


def text(view: View, language: str) -> str:
    return "\n".join(f"heap {heap}: {'o ' * size}".rstrip() for heap, size in enumerate(view.heaps, 1))


GAME: game.Game[Components] = game.Game(
    name="stones",
    title="Nim",
    summary="Take stones from one heap; take the last of all.",
    credit="Traditional; this version is an example for Byways.",
    seats=(2, 2),
    minutes=(1, 3),
    room=__name__,
    seat_names=("Ash", "Birch"),
    secrets=False,
)
