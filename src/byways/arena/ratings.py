"""Ratings by place, for any number of seats: Plackett-Luce as openskill has it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec

import msgspec

from byways.arena.archive import Result
from byways.game import Refused
from byways.i18n import Message


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating and its standard deviation. Everybody begins at 25 ± 8.33."""

    worth: float
    error: float


def check_installed() -> None:
    """Complain before a tournament rather than after."""
    if missing := [name for name in ("openskill", "matplotlib") if find_spec(name) is None]:
        raise Refused(Message("refuse.no-arena", {"packages": tuple(missing)}))


def ratings(bots: Sequence[str], results: Iterable[Result]) -> dict[str, Rating]:
    """Rates the results in the order of the plan; bots do not change, so uncertainty only shrinks."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated = {bot: model.rating(name=bot) for bot in bots}
    for result in results:
        teams = [[rated[bot]] for bot in result.seating]
        for bot, [rating] in zip(result.seating, model.rate(teams, ranks=list(map(float, result.places))), strict=True):
            rated[bot] = rating
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in rated.items()}
