"""Traxx for one player as the deal of the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from byways.bots.compiled import has_numba
from byways.daily import PLAYER, Chances, Daily
from byways.game import Options
from byways.games.traxx.bots.known_order import best_line
from byways.games.traxx.bots.search import KERNEL
from byways.games.traxx.state import AnyChoice, Position, next_card
from byways.i18n import Message

WIDTHS = (400, 1000)  # lines that each search keeps after each card; sometimes the narrower one finds more

DAILY = Daily(Options(), (20, 30, 38), about=Message("daily.about"), signs=Message("daily.signs"), solver=Message("daily.solver"))


def score(position: Position) -> float | None:
    outcome = position.outcome
    return outcome.scores[PLAYER] if outcome and outcome.scores and PLAYER not in outcome.removed else None


def worded(score: float) -> Message:
    return Message("daily.score", {"score": int(score)})


def signs(positions: Sequence[Position]) -> str:
    """Return a sign for each card: `1` if the line reached a number with it."""
    ends = [before for before, after in pairwise(positions) if len(before.turned) < len(after.turned)] + [*positions[-1:]]
    return "".join("1" if reached(after) > reached(before) else "0" for before, after in pairwise(ends))


def reached(position: Position) -> int:
    return sum(points > 0 for points in position.sheets[PLAYER].points)


def solve(position: Position, chances: Chances) -> list[AnyChoice] | None:
    """Return the best line found for the deal's order of cards, or None without numba."""
    kernel = KERNEL.ready(inf) if has_numba() else None
    if kernel is None:
        return None
    cards = [*order(position, chances)]
    found = [best_line(kernel, position.board, position.sheets[PLAYER], cards, width) for width in WIDTHS]
    return max(found, key=lambda line: line.score).choices


def order(position: Position, chances: Chances) -> Iterator[str]:
    """Yield all cards of a new game in the deal's order."""
    left = list(position.deck)
    while left:
        card = chances.take(next_card(tuple(left)))
        left.remove(card)
        yield card
