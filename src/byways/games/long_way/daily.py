"""The Long Way for one player as the deal of the day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.daily import PLAYER, Daily
from byways.game import Options
from byways.games.long_way.state import Position
from byways.i18n import Message

DAILY = Daily(Options(), (6, 9, 12), about=Message("daily.about"), signs=Message("daily.signs"))


def score(position: Position) -> float | None:
    outcome = position.outcome
    return outcome.scores[PLAYER] if outcome and outcome.scores and PLAYER not in outcome.removed else None


def worded(score: float) -> Message:
    return Message("daily.score", {"score": int(score)})


def signs(positions: Sequence[Position]) -> str:
    """Return a sign for each roll: `1` if its tile was laid."""
    return "".join("1" if laid(after) > laid(before) else "0" for before, after in pairwise(by_round(positions)))


def by_round(positions: Sequence[Position]) -> list[Position]:
    """Return the first position of each round, before its roll, and the last position. A tile lies on the sheet from the next round on."""
    return [after for before, after in pairwise(positions) if before.round < after.round] + [*positions[-1:]]


def laid(position: Position) -> int:
    return len(position.sheets[PLAYER].tiles)
