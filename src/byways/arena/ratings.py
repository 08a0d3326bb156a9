"""Plackett-Luce ratings by place for any number of seats, computed by openskill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec

import msgspec

from byways.arena.archive import Result
from byways.game import Refused
from byways.i18n import Message


class Rating(msgspec.Struct, frozen=True):
    """A bot's rating and its standard deviation. Every bot begins at 25 ± 8.33."""

    worth: float
    error: float


def check_installed() -> None:
    """Refuse to start a tournament without the packages that its report needs."""
    if missing := [name for name in ("openskill", "matplotlib") if find_spec(name) is None]:
        raise Refused(Message("refuse.no-arena", {"packages": tuple(missing)}))


def ratings(bots: Sequence[str], results: Iterable[Result]) -> dict[str, Rating]:
    """Rate the results in plan order. Bots do not change, so `tau` is 0 and uncertainty only shrinks."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated = {bot: model.rating(name=bot) for bot in bots}
    for result in results:
        teams = [[rated[bot]] for bot in result.seating]
        for bot, [rating] in zip(result.seating, model.rate(teams, ranks=list(map(float, result.places))), strict=True):
            rated[bot] = rating
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in rated.items()}
