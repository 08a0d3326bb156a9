"""Verdicts on acts, an account for each seat, and the turning points of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import exp
from statistics import fmean

import msgspec

from byways.game import Outcome
from byways.review.judging import Scale, result
from byways.review.models import Account, Judged, Review, Turn, Verdict

NOISE = 2.0  # standard errors that a cost must exceed to count
# Fitted to the losses of medium bots by `tools.study.verdicts`.
BLUNDER, MISTAKE, SLIP = 0.19, 0.14, 0.06  # chances lost
LEAST: tuple[tuple[float, Verdict], ...] = ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (SLIP, "slip"))
STRICTNESS = 5.8  # accuracy is 100 * exp(-STRICTNESS * the mean chance lost by an act)
TURNS = 5  # turning points shown of a game
SWING = 0.08  # smallest change in a chance that counts as a turning point


def lost(act: Judged, scale: Scale) -> float:
    """Return the chance that an act lost; 0 if that is within the noise."""
    return scale.chance(act.chance) - scale.chance(act.left) if act.cost > NOISE * act.doubt else 0.0


def verdict_on(loss: float) -> Verdict:
    return next((name for least, name in LEAST if loss >= least), "")


def with_verdict(act: Judged, scale: Scale) -> Judged:
    verdict = verdict_on(lost(act, scale))
    return msgspec.structs.replace(act, verdict=verdict, why=act.why if verdict else None)


def accuracy(losses: Sequence[float]) -> float | None:
    return 100 * exp(-STRICTNESS * fmean(losses)) if losses else None


def account(seat: int, acts: Iterable[Judged], outcome: Outcome, scale: Scale) -> Account:
    """Sum up a seat's game. A seat that never had a choice starts with an equal share."""
    own = [act for act in acts if act.seat == seat]
    last = result(outcome, seat)
    first = own[0].chance if own else last if scale.is_score else 1 / len(outcome.places)
    skill, luck = -sum(act.cost for act in own if act.cost > NOISE * act.doubt), sum(act.luck or 0.0 for act in own)
    verdicts = [act.verdict for act in own]
    return Account(
        accuracy=accuracy([lost(act, scale) for act in own]),
        slips=verdicts.count("slip"),
        mistakes=verdicts.count("mistake"),
        blunders=verdicts.count("blunder"),
        first=first,
        last=last,
        skill=skill,
        luck=luck,
        # The residual: what the estimates of skill and luck leave unexplained.
        uncertain=last - first - skill - luck,
    )


def turns(review: Review, seat: int) -> Iterator[Turn]:
    """Yield every change of a seat's chance: its acts, and what happened between them."""
    own = [act for act in review.acts if act.seat == seat]
    yield from (Turn(seat, act.begin, act.end, act.chance, act.left, act) for act in own)
    yield from (Turn(seat, act.end, then.begin, act.left, then.chance) for act, then in pairwise(own))
    if own and review.reaches_end:
        yield Turn(seat, own[-1].end, review.entries, own[-1].left, review.accounts[seat].last)


def course(review: Review, seat: int) -> Iterator[tuple[int, float]]:
    """Yield a seat's chance before and after each of its acts, and its result at the end, each with the length of the record."""
    own = [act for act in review.acts if act.seat == seat]
    yield from ((entry, worth) for act in own for entry, worth in ((act.begin, act.chance), (act.end, act.left)))
    if own and review.reaches_end:
        yield review.entries, review.accounts[seat].last


def turning_points(review: Review, count: int = TURNS) -> list[Turn]:
    """Return the largest changes in game order. Acts within the noise do not count."""
    found = [turn for seat in range(review.seats) for turn in turns(review, seat) if turn.act is None or turn.act.verdict]
    least = 0.0 if review.is_score else SWING
    most = sorted((turn for turn in found if abs(turn.change) > least), key=lambda turn: -abs(turn.change))[:count]
    return sorted(most, key=lambda turn: (turn.begin, turn.end))


def others_acts(review: Review, turn: Turn) -> list[Judged]:
    """Return the judged acts of other seats during a change between two acts of a seat."""
    return [act for act in review.acts if turn.begin <= act.begin and act.end <= turn.end and act.seat != turn.seat]


def next_act(review: Review, turn: Turn) -> Judged | None:
    """Return the first judged act of a seat after a change between two of its acts; None at the end of the game."""
    return next((act for act in review.acts if act.seat == turn.seat and act.begin >= turn.end), None)


def act_of(review: Review, turn: Turn) -> Judged:
    """Return the act that shows a turning point: the seat's own, or what others did, or the seat's next act, or its last."""
    own = [act for act in review.acts if act.seat == turn.seat]
    return turn.act or next(iter(others_acts(review, turn)), None) or next_act(review, turn) or own[-1]
