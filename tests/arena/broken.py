"""The toy game with rules that crash at the first choice."""

from dataclasses import replace

from byways.game import Tell
from tests import toy
from tests.toy import (  # noqa: F401  the rest of the room
    BOTS,
    HOOKS,
    AnyChoice,
    Components,
    Setup,
    deal,
    imagine,
    offer,
    parse,
    without,
)


class Position(toy.Position, frozen=True, kw_only=True):
    room = __name__


def start(components: Components, setup: Setup) -> Position:
    position = toy.start(components, setup)
    return Position(**{name: getattr(position, name) for name in position.__struct_fields__})


def view(position: Position, seat: int | None) -> toy.View:
    return toy.view(position, seat)


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    raise ZeroDivisionError


GAME = replace(toy.GAME, name="broken", title="Broken", room=__name__)
