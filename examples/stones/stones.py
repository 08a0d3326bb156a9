"""Stepping Stones: 25 stones lie in a brook, and by lot each walker is put on one of them.

In turn you hop to a stone beside yours, and the one you leave sinks. Who cannot hop is passed over. When nobody can, the longest way wins.
"""

from math import dist
from random import Random

from msgspec.structs import replace

from byways import game
from byways.bots import RandomPlayer
from byways.bots.search import Search
from byways.drawing import TOKENS, Sheet, token, trace, transform, write
from byways.game import Bot, Game, Options, Outcome, Refused, Tell, places, put, say
from byways.notation import Notation
from byways.room import Hooks

STONES = {number: (40 + 60 * (number % 5), 40 + 60 * (number // 5)) for number in range(25)}  # where each lies: 60 apart, five in a row
Ways = tuple[tuple[int, ...], ...]  # the stones that each walker has hopped to; it stands on the last, all others are gone
Components = game.Components  # none of its own


class Hop(game.Choice, frozen=True):
    stone: int


class Setup(game.Setup, frozen=True):
    starts: tuple[int, ...]


class Position(game.Position[Hop], frozen=True, kw_only=True):
    ways: Ways


class View(game.View[Hop], frozen=True, kw_only=True):
    ways: Ways


def deal(components: Components, options: Options, seats: int, rng: Random) -> Setup:
    return Setup(tuple(rng.sample(list(STONES), seats)))


def start(components: Components, setup: Setup) -> Position:
    seats = len(setup.starts)
    if len(STONES.keys() & {*setup.starts}) < seats:
        raise Refused("Each walker starts on a stone of its own.")
    return turn(Position(acts=((),) * seats, awaited=(), ways=tuple((stone,) for stone in setup.starts)), 0)


def turn(position: Position, first: int) -> Position:
    """The first seat that can hop, counted from `first`, is next; if there is none, the game is over."""
    seats = range(len(position.ways))
    for seat in (*seats[first:], *seats[:first]):
        if seat not in position.removed and offer(position, seat):
            return replace(position, awaited=(seat,))
    hops = tuple(len(way) - 1 for way in position.ways)
    outcome = Outcome(places(hops, position.removed), "Nobody can hop any more.", scores=hops, removed=position.removed)
    return replace(position, awaited=(), outcome=outcome)


parse = Notation([Hop]).parse


def free(ways: Ways) -> list[int]:
    return sorted(STONES.keys() - {stone for way in ways for stone in way})


def offer(position: Position, seat: int) -> tuple[Hop, ...]:
    here = STONES[position.ways[seat][-1]]
    return tuple(Hop(stone) for stone in free(position.ways) if dist(here, STONES[stone]) == 60)


def after(position: Position, seat: int, choice: Hop, tell: Tell) -> Position:
    say(tell, "hop", f"{{{seat}}} hops to stone {choice.stone}.", f"walker-{seat}")
    way = (*position.ways[seat], choice.stone)
    return turn(replace(position, ways=put(position.ways, seat, way)), seat + 1)


def without(position: Position, seat: int, tell: Tell) -> Position:
    """A walker whose player has left stays where it is, and is passed over."""
    return turn(position, seat) if seat in position.awaited else position


def view(position: Position, seat: int | None) -> View:
    return View(*position.header(seat), ways=position.ways)


def imagine(view: View, rng: Random) -> Position:
    return Position(acts=((),) * len(view.ways), awaited=view.awaited, removed=view.removed, outcome=view.outcome, ways=view.ways)


def draw(view: View, name: str, language: str) -> str:
    sheet = Sheet(name, (320, 320), "Stones in a brook")
    offered = {hop.stone: sheet.option(hop) for hop in view.choices}
    for stone in free(view.ways):
        parent = offered.get(stone, sheet.layers["board"])
        trace(parent, TOKENS[0], "spot" if stone in offered else "halo", transform(*STONES[stone], 1.5))
        write(parent, str(stone), *STONES[stone])
    for seat, way in enumerate(view.ways):
        token(sheet.piece(f"walker-{seat}", *STONES[way[-1]], 1.5), seat, GAME.seat_names[seat][0])
    return str(sheet)


def text(view: View, language: str) -> str:
    marks = {stone: str(stone) for stone in free(view.ways)} | {way[-1]: GAME.seat_names[seat] for seat, way in enumerate(view.ways)}
    return "\n".join("".join(f"{marks.get(stone, '~'):>6}" for stone in range(row, row + 5)) for row in range(0, 25, 5))


HOOKS: Hooks[Position, Hop, Setup, Components] = Hooks()
BOTS: dict[str, Bot] = {"random": RandomPlayer, "hard": Search}

GAME: Game[Components] = Game(
    name="stones",
    title="Stepping Stones",
    summary="Hop from stone to stone; each one you leave sinks.",
    credit="Made for Byways, as an example.",
    seats=(2, 4),
    minutes=(1, 5),
    version=1,
    room=__name__,
    seat_names=("Ash", "Birch", "Cedar", "Elm"),
    bot_names=("random", "hard"),
    secrets=False,
)
