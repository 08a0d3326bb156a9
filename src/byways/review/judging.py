"""Ask a bot to weigh the acts of one moment, and judge an act by its answer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import fmean

import msgspec

from byways.bots import Thought
from byways.bots.proofs import settled
from byways.bots.roster import load_bot, make_player
from byways.bots.weighing import Curve, Weigher, curve_for
from byways.errors import Refused
from byways.event import Explanation, Outcome
from byways.game import Game, View
from byways.i18n import Message
from byways.review.models import Judged, Weight
from byways.review.moments import Moment
from byways.room import find_room

MOST = 3  # best acts that a review lists
EXPLAINED = 0.03  # the smallest chance lost that is explained


class WeighTask(msgspec.Struct, frozen=True):
    """A request to a bot to weigh the acts of a view. The answer must include the acts in `among`, given in notation.

    `stream` names the bot's random stream, so the same task always has the same answer. `seconds` bounds the wait for compiled code.
    """

    game: Game
    bot: str
    stream: str
    view: View
    among: tuple[tuple[str, ...], ...] = ()
    worlds: int = 1
    seconds: float = float("inf")


class Valued(msgspec.Struct, frozen=True):
    """`Weighed` with the act in notation, for storage and other processes."""

    act: tuple[str, ...]
    value: float
    doubt: float
    why: Explanation | None = None  # for the best act: why it is better than the one played


def weigher(game: Game, bot: str, rng: Random) -> Weigher:
    player = make_player(game, bot, rng, load_bot)
    if not isinstance(player, Weigher):
        raise Refused(Message("refuse.no-weigher", {"title": game.title, "bot": bot}))
    return player


def weigh(task: WeighTask) -> list[Valued]:
    """Return the bot's answer, best act first. Worker processes call this."""
    player = weigher(task.game, task.bot, Random(task.stream))
    among = [tuple(map(task.game.parse, act)) for act in task.among]
    with imagining(task.worlds):
        weighed = settled(task.view, player.weigh(task.view, time.monotonic() + task.seconds, among), among)
    valued = [Valued(tuple(map(str, one.act)), one.value, one.doubt) for one in weighed]
    return explained(task, valued) if task.among else valued


def explained(task: WeighTask, valued: list[Valued]) -> list[Valued]:
    """Explain why the best act is better than the one played (`among[0]`), unless the difference is small.

    In a second pass, the best act is the best of those in `among`.
    """
    played, mistakes = task.among[0], find_room(task.game.room).mistakes
    scale = scale_for(task.game, len(task.view.imagine(Random(0)).acts))
    ranked = ranked_by_worth([one for one in valued if len(task.among) == 1 or one.act in task.among], played, scale)
    mine = next((one for one in ranked if one.act == played), None)
    if mistakes is None or mine is None:
        return valued
    best = ranked[0]
    if scale.chance(scale.worth(best.value)) - scale.chance(scale.worth(mine.value)) < EXPLAINED:
        return valued
    steps, better = (tuple(map(task.game.parse, one.act)) for one in (mine, best))
    why = mistakes.explain(task.view, steps, better)
    return [msgspec.structs.replace(one, why=why) if one is best else one for one in valued]


def ranked_by_worth(valued: Sequence[Valued], played: tuple[str, ...], scale: Scale) -> list[Valued]:
    """Sort acts, best first. If acts are worth the same, the one played comes first."""
    return sorted(valued, key=lambda one: (-scale.worth(one.value), one.act != played, -one.value))


@contextmanager
def imagining(worlds: int) -> Iterator[None]:
    """Make this process's bots imagine exactly this many worlds per answer."""
    before, Thought.worlds = Thought.worlds, worlds
    try:
        yield
    finally:
        Thought.worlds = before


class Scale(msgspec.Struct, frozen=True):
    """Turns a bot's values into what readers see: chances to win, or points in a solo game."""

    curve: Curve
    is_score: bool

    def worth(self, value: float) -> float:
        return value if self.is_score else self.curve.chance(value)

    def chance(self, worth: float) -> float:
        """Return the chance that verdicts compare; in a solo game, the share of bot games that a score beats."""
        return self.curve.chance(worth) if self.is_score else worth

    def doubt(self, doubt: float, *values: float) -> float:
        return doubt if self.is_score else doubt * fmean(map(self.curve.steepness, values))


def scale_for(game: Game, seats: int) -> Scale:
    return Scale(curve_for(game.room, seats), is_score=seats == 1)


def judged(moment: Moment, valued: Sequence[Valued], scale: Scale) -> Judged | None:
    """Compare an act with the others that a bot weighed; None if the bot did not weigh this act."""
    played = tuple(map(str, moment.act))
    ranked = ranked_by_worth(valued, played, scale)
    mine = next((one for one in ranked if one.act == played), None)
    if mine is None:
        return None
    best = ranked[0]
    weights = tuple(Weight(one.act, scale.worth(one.value), scale.doubt(one.doubt, one.value, best.value)) for one in ranked[:MOST])
    doubt = scale.doubt(mine.doubt, mine.value, best.value)
    worths = scale.worth(best.value), scale.worth(mine.value)
    return Judged(moment.seat, moment.begin, moment.end, played, *worths, doubt, weights, why=best.why, when=moment.view.when)


def result(outcome: Outcome, seat: int) -> float:
    """Return a seat's share of the win, from 0 to 1; in a solo game, its score."""
    if len(outcome.places) == 1 and outcome.scores is not None:
        return outcome.scores[0]
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0
