"""Labyrinth for one player as the deal of the day: find three treasures and come home in the fewest turns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.daily import PLAYER, Chances, Daily
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.bots.solver import solve as shortest
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import AnyChoice, Position
from byways.games.labyrinth.view import View, view
from byways.i18n import Message

TURNS = 60  # after which the game is over
MOST = 8  # turns that the solver looks ahead

# B8: a player who passes alone ends the game at once.
DAILY = Daily(
    LabyrinthOptions(treasures=3, rounds=TURNS),
    (8, 3, 0),
    about=Message("daily.about"),
    signs=Message("daily.signs"),
    solver=Message("daily.solver"),
    others=("",),
    barred=(str(PASS),),
    over_par=True,
    rival="",
)


def score(position: Position) -> float | None:
    """Return the number of turns, or None if the player did not come home."""
    return float(position.round) if is_home(position) else None


def is_home(position: Position) -> bool:
    avatar = position.avatars[PLAYER]
    return position.outcome is not None and PLAYER not in position.removed and not left(position) and avatar.at == avatar.home


def left(position: Position) -> int:
    """Return the number of treasures still to be found."""
    return len(position.hunts[PLAYER]) - position.found[PLAYER]


def worded(score: float) -> Message:
    return Message("daily.score", {"score": int(score)})


def signs(positions: Sequence[Position]) -> str:
    """Return a sign for each turn: `1` if it reached a treasure or home."""
    turns = [(before, after) for before, after in pairwise(positions) if before.acts[PLAYER] and not after.acts[PLAYER]]
    return "".join("1" if left(after) < left(before) or is_home(after) else "0" for before, after in turns)


def solve(position: Position, chances: Chances) -> list[AnyChoice] | None:
    """Find the fewest turns to each treasure and then home, one goal at a time, because the player does not know later goals in advance."""
    choices: list[AnyChoice] = []
    while position.outcome is None:
        seen = view(position, PLAYER)
        assert isinstance(seen, View)
        turns = shortest(seen, MOST)
        if turns is None:
            return None
        for choice in (step for turn in turns for step in turn):
            position = position.choose(PLAYER, choice)
            choices.append(choice)
    return choices
