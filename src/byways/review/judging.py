"""One act judged: what a bot is asked about it, and what its answer means."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import fmean

import msgspec

from byways.bots import Thought
from byways.bots.roster import make_player
from byways.bots.weighing import Curve, Weigher, curve_for
from byways.errors import Refused
from byways.event import Outcome
from byways.game import Game, View
from byways.i18n import Message
from byways.review.models import Judged, Weight
from byways.review.moments import Moment

MOST = 3  # of the best acts that are told


class Question(msgspec.Struct, frozen=True):
    """What a bot is to weigh, with the name of its random stream: the same question has the same answer. Acts are in notation.

    Who asks can wait until the bot is ready, or for some `seconds` only.
    """

    game: Game
    bot: str
    stream: str
    view: View
    among: tuple[tuple[str, ...], ...] = ()
    worlds: int = 1
    seconds: float = float("inf")


class Valued(msgspec.Struct, frozen=True):
    """`Weighed` with the act in notation, to be sent to other processes."""

    act: tuple[str, ...]
    value: float
    doubt: float


def weigher(game: Game, bot: str, rng: Random) -> Weigher:
    player = make_player(game, bot, rng)
    if not isinstance(player, Weigher):
        raise Refused(Message("refuse.no-weigher", {"title": game.title, "bot": bot}))
    return player


def answer(question: Question) -> list[Valued]:
    """What the bot thinks, best first: this is what worker processes do."""
    player = weigher(question.game, question.bot, Random(question.stream))
    among = [tuple(map(question.game.parse, act)) for act in question.among]
    with imagining(question.worlds):
        weighed = player.weigh(question.view, time.monotonic() + question.seconds, among)
    return [Valued(tuple(map(str, one.act)), one.value, one.doubt) for one in weighed]


@contextmanager
def imagining(worlds: int) -> Iterator[None]:
    """Bots of this process take just so many worlds meanwhile."""
    before, Thought.worlds = Thought.worlds, worlds
    try:
        yield
    finally:
        Thought.worlds = before


class Scale(msgspec.Struct, frozen=True):
    """From a bot's values to what people read: chances, or points for who plays alone."""

    curve: Curve
    is_score: bool

    def worth(self, value: float) -> float:
        return value if self.is_score else self.curve.chance(value)

    def chance(self, worth: float) -> float:
        """What verdicts are made of: alone, the share of bots' games that a score beats."""
        return self.curve.chance(worth) if self.is_score else worth

    def doubt(self, doubt: float, *values: float) -> float:
        return doubt if self.is_score else doubt * fmean(map(self.curve.steepness, values))


def scale_for(game: Game, seats: int) -> Scale:
    return Scale(curve_for(game.room, seats), is_score=seats == 1)


def judged(moment: Moment, valued: Sequence[Valued], scale: Scale) -> Judged | None:
    """An act by what a bot thinks of it and of others; None if that bot has nothing to say of it."""
    played = tuple(map(str, moment.act))
    ranked = sorted(valued, key=lambda one: -one.value)
    mine = next((one for one in ranked if one.act == played), None)
    if mine is None:
        return None
    best = mine if mine.value == ranked[0].value else ranked[0]
    weights = tuple(Weight(one.act, scale.worth(one.value), scale.doubt(one.doubt, one.value, best.value)) for one in ranked[:MOST])
    doubt = scale.doubt(mine.doubt, mine.value, best.value)
    return Judged(moment.seat, moment.begin, moment.end, played, scale.worth(best.value), scale.worth(mine.value), doubt, weights)


def result(outcome: Outcome, seat: int) -> float:
    """What a seat has got in the end: the whole win, a part of it or nothing; alone, the score."""
    if len(outcome.places) == 1 and outcome.scores is not None:
        return outcome.scores[0]
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
