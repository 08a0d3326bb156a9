"""The Long Road against one `medium` bot as the deal of the week. The score is the player's lead."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.daily import PLAYER, Daily
from byways.games.long_road import LongRoadOptions
from byways.games.long_road.state import Position
from byways.i18n import Message

DAILY = Daily(
    LongRoadOptions(),
    (-20, 0, 25),
    about=Message("daily.about"),
    signs=Message("daily.signs"),
    others=("medium",),
    is_weekly=True,
)


def score(position: Position) -> float | None:
    outcome = position.outcome
    if outcome is None or outcome.scores is None or outcome.removed:
        return None
    return outcome.scores[PLAYER] - max(outcome.scores[:PLAYER] + outcome.scores[PLAYER + 1 :])


def worded(score: float) -> Message:
    return Message("daily.score", {"signed": f"{score:+.0f}".replace("-", "\N{MINUS SIGN}") if score else "0"})


def signs(positions: Sequence[Position]) -> str:
    """Return a sign for each sale: `1` if the player's lead grew."""
    begun = [before for before, after in pairwise(positions) if before.sale is None and after.sale is not None]
    over = [after for before, after in pairwise(positions) if before.sale is not None and after.sale is None]
    return "".join("1" if lead(after) > lead(before) else "0" for before, after in zip(begun, over, strict=False))


def lead(position: Position) -> int:
    mine = position.money[PLAYER]
    return mine - max(money for seat, money in enumerate(position.money) if seat != PLAYER)
